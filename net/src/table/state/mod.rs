//! What the table has come to after some entries: the game, and around it who is there, who plays which seat, what is
//! sealed and how far the chains are. Everybody computes it from the log alone.

mod deeds;
mod electorate;
mod refusal;
mod reveal;

use std::sync::Arc;

use doubloons_engine::any::{AnyEvent, AnyGame, AnyInput};
use doubloons_engine::contract::{Beacon, EventSink, MAX_SLOTS, Seat, SeatSet, Slot, SlotSet, Turn};

pub use electorate::{Electorate, Rank};
pub use refusal::Refusal;

use super::chain::{KnownChain, Place};
use super::evidence::Offence;
use super::genesis::{Charter, Holder, Member, Name, PeerIndex};
use super::seal::{Commitment, Lock, Opened};
use super::statement::Voice;
use crate::hash::Hash;
use crate::identity::Verifier;

/// The most members of a table, with guests who came later.
pub const MAX_MEMBERS: usize = 32;

/// How often somebody may leave or ask for a break within one sealed decision.
pub const MAX_RESTLESS: u32 = 8;

/// How often somebody may be given up by a majority and come back at once. After that they sit out, longer every time.
pub const FREE_RETURNS: u32 = 3;

/// The table after some entries.
#[derive(Clone, Debug)]
pub struct State {
    charter: Arc<Charter>,
    game: AnyGame,
    members: Vec<MemberState>,
    seats: Vec<SeatState>,
    /// How many events of chance there were, void ones included.
    event: u32,
    /// How many of them were void.
    rerolls: u32,
    bot_beacon: Option<BotBeacon>,
    paused_by: Option<PeerIndex>,
    turn_began: u64,
    electorate: Electorate,
    /// The voter who has said farewell. Nothing else happens until that is settled.
    departing: Option<PeerIndex>,
}

/// A peer, as the log tells.
#[derive(Clone, Debug)]
pub struct MemberState {
    member: Member,
    verifier: Verifier,
    presence: Presence,
    chain: Option<KnownChain>,
    /// The last number of each voice.
    sequences: Vec<(Voice, u32)>,
    /// The last entry that this peer's own deeds brought about, or that settled what was lacking of them.
    heard: u64,
    /// How often it has left or asked for a break in this sealed decision.
    restless: (u32, u32),
    /// How often a majority has given it up.
    given_up: u32,
}

/// Whether a peer takes part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// It does.
    Present,
    /// It left or was given up; it may come back.
    Away {
        /// After it kept a link back, stepped out of a draw or was given up too often: the last sealed decision that it
        /// has to sit out first.
        sits_out: Option<u32>,
    },
    /// It cheated and was caught. The table goes on without it.
    Disqualified(Offence),
}

/// A seat, as the log tells.
#[derive(Clone, Debug)]
pub struct SeatState {
    owner: Holder,
    runner: PeerIndex,
    /// The bots that have played here, in order; the last one plays now if `runner` is not the owner.
    tenures: Vec<BotTenure>,
    bot_plays: bool,
    /// The owner is back and takes the seat over as soon as nothing of the bot's lies sealed.
    returning: bool,
    sealed: [Option<SealedSlot>; MAX_SLOTS],
    early: [Option<Opened>; MAX_SLOTS],
    locks: Option<Lock>,
    /// How many open decisions the seat has made.
    acts: u32,
}

/// One bot's time at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotTenure {
    /// Who runs it.
    pub runner: PeerIndex,
    /// How well it plays.
    pub level: Name,
    /// The commitment to its seed.
    pub commitment: Hash,
    /// Its seed, once shown.
    pub seed: Option<[u8; 32]>,
}

/// A commitment in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SealedSlot {
    /// The lock that it belongs to.
    pub lock: Lock,
    /// The commitment.
    pub commitment: Commitment,
}

/// What bots mix into their seeds: drawn after all people have sealed, so that nobody who runs a bot can look at its
/// choice before making their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotBeacon {
    /// The decision that it is for.
    pub decision: u32,
    /// The randomness.
    pub beacon: Beacon,
}

/// What has to come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Want {
    /// Decisions of these seats.
    Decisions(SeatSet),
    /// Openings of a slot.
    Openings {
        /// The slot.
        slot: Slot,
        /// Whose openings are lacking.
        seats: SeatSet,
        /// Whose choice there is known already, because it was opened with another.
        known: SeatSet,
    },
    /// Links for an event.
    Links {
        /// The event.
        event: u32,
        /// Whose.
        peers: Vec<PeerIndex>,
    },
    /// Nothing: the game is over, or the table has to settle the farewell of a voter first.
    Nothing,
}

impl State {
    /// The table before the first entry.
    pub fn new(charter: Arc<Charter>) -> State {
        let draft = charter.draft();
        let member = |(index, member): (usize, &Member)| MemberState {
            member: member.clone(),
            verifier: charter.verifiers()[index].clone(),
            presence: Presence::Present,
            chain: Some(KnownChain::new(0, charter.pledges()[index].chain_end)),
            sequences: Vec::new(),
            heard: 0,
            restless: (0, 0),
            given_up: 0,
        };
        let members = draft.members.iter().enumerate().map(member).collect();
        let mut given = vec![0; draft.members.len()];
        let seats = draft.seats.iter().map(|holder| {
            let tenures = match holder {
                Holder::Person(_) => Vec::new(),
                Holder::Bot { runner, level } => {
                    let place = &mut given[runner.index()];
                    let commitment = charter.pledges()[runner.index()].bot_seeds[*place];
                    *place += 1;
                    vec![BotTenure { runner: *runner, level: level.clone(), commitment, seed: None }]
                }
            };
            SeatState {
                owner: holder.clone(),
                runner: holder.runner(),
                bot_plays: !tenures.is_empty(),
                tenures,
                returning: false,
                sealed: [None; MAX_SLOTS],
                early: [const { None }; MAX_SLOTS],
                locks: None,
                acts: 0,
            }
        });
        State {
            game: charter.game().clone(),
            members,
            seats: seats.collect(),
            event: 0,
            rerolls: 0,
            bot_beacon: None,
            paused_by: None,
            turn_began: 0,
            electorate: Electorate::first(charter.voters()),
            departing: None,
            charter,
        }
    }

    /// How the game began.
    pub fn charter(&self) -> &Arc<Charter> {
        &self.charter
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The members, guests who came later included.
    pub fn members(&self) -> &[MemberState] {
        &self.members
    }

    /// The member with this number.
    pub fn member(&self, peer: PeerIndex) -> Option<&MemberState> {
        self.members.get(peer.index())
    }

    /// The seats.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats.iter().enumerate().filter_map(|(index, seat)| Some((Seat::new(index)?, seat)))
    }

    /// This seat.
    pub fn seat(&self, seat: Seat) -> Option<&SeatState> {
        self.seats.get(seat.index())
    }

    /// The peers that are there.
    pub fn present(&self) -> impl Iterator<Item = PeerIndex> + '_ {
        let there = |(index, member): (usize, &MemberState)| {
            (member.presence == Presence::Present).then_some(PeerIndex(index as u8))
        };
        self.members.iter().enumerate().filter_map(there)
    }

    /// Whether this peer is there.
    pub fn is_present(&self, peer: PeerIndex) -> bool {
        self.member(peer).is_some_and(|member| member.presence == Presence::Present)
    }

    /// Whether this peer was caught cheating.
    pub fn is_disqualified(&self, peer: PeerIndex) -> bool {
        self.member(peer).is_some_and(|member| matches!(member.presence, Presence::Disqualified(_)))
    }

    /// Whether this peer's vote counts: a member from the beginning that has not said farewell and was not caught
    /// cheating.
    pub fn has_vote(&self, peer: PeerIndex) -> bool {
        self.electorate.contains(peer) && !self.is_disqualified(peer)
    }

    /// Who votes on what is accepted.
    pub fn electorate(&self) -> Electorate {
        self.electorate
    }

    /// The voter whose farewell has to be settled before anything else.
    pub fn departing(&self) -> Option<PeerIndex> {
        self.departing
    }

    /// The voter who said farewell in this entry is gone.
    pub(super) fn settle_departure(&mut self, farewell: u64) -> Result<(), Refusal> {
        let gone = self.departing.take().ok_or(Refusal::NotNow("no voter has said farewell"))?;
        self.electorate = self.electorate.without(gone, farewell);
        Ok(())
    }

    /// How many events of chance were void because somebody kept a link back.
    pub fn rerolls(&self) -> u32 {
        self.rerolls
    }

    /// The number of the next event of chance.
    pub fn next_event(&self) -> u32 {
        self.event + 1
    }

    /// Who asked for a break, if there is one.
    pub fn paused_by(&self) -> Option<PeerIndex> {
        self.paused_by
    }

    /// The entry with which the current turn began.
    pub fn turn_began(&self) -> u64 {
        self.turn_began
    }

    /// What was said to be lacking of this peer's is dealt with by this entry: to lack more has to be said anew.
    pub(super) fn hear(&mut self, peer: PeerIndex, index: u64) {
        self.members[peer.index()].heard = index;
    }

    pub(super) fn begin_turn(&mut self, index: u64) {
        self.turn_began = index;
    }

    /// The randomness for bots in the sealed decision that is open now.
    pub fn bot_beacon(&self) -> Option<Beacon> {
        self.bot_beacon.filter(|drawn| drawn.decision == self.game.decisions()).map(|drawn| drawn.beacon)
    }

    /// The last randomness for bots, whatever decision it was for.
    pub fn last_bot_beacon(&self) -> Option<BotBeacon> {
        self.bot_beacon
    }

    /// What has to come next.
    pub fn want(&self) -> Want {
        match self.game.turn() {
            _ if self.departing.is_some() => Want::Nothing,
            Turn::Over(_) => Want::Nothing,
            Turn::Seat(seat) | Turn::Reveal { seat, .. } => Want::Decisions(SeatSet::only(seat)),
            Turn::Chance(_) => self.want_links(),
            Turn::Open { slot, seats } => {
                let lies_there = |seat: &Seat| self.seats[seat.index()].sealed[slot.index()].is_some();
                let shown = |seat: &Seat| self.seats[seat.index()].early[slot.index()].is_some();
                let seats: SeatSet = seats.into_iter().filter(lies_there).collect();
                let known: SeatSet = seats.into_iter().filter(shown).collect();
                Want::Openings { slot, seats: seats.without(known), known }
            }
            Turn::Seal { seats, locked, .. } => {
                let open = seats.without(locked);
                let people: SeatSet = open.into_iter().filter(|seat| !self.seats[seat.index()].bot_plays).collect();
                if !people.is_empty() {
                    Want::Decisions(people)
                } else if self.bot_beacon().is_none() {
                    self.want_links()
                } else {
                    Want::Decisions(open)
                }
            }
        }
    }

    fn want_links(&self) -> Want {
        let event = self.next_event();
        Want::Links { event, peers: self.contributors(event) }
    }

    /// The peers that have to show a link for this event.
    fn contributors(&self, event: u32) -> Vec<PeerIndex> {
        let place = Place::of_event(event);
        let has_link = |peer: &PeerIndex| self.members[peer.index()].chain.is_some_and(|chain| chain.reaches(place));
        self.present().filter(has_link).collect()
    }

    /// The peers that the table waits for now, apart from acknowledgements.
    pub fn awaited(&self) -> Vec<PeerIndex> {
        let runners = |seats: SeatSet| {
            let mut peers: Vec<PeerIndex> =
                seats.into_iter().filter_map(|seat| self.seat(seat)).map(|seat| seat.runner).collect();
            peers.sort_unstable();
            peers.dedup();
            peers
        };
        match self.want() {
            Want::Decisions(seats) | Want::Openings { seats, .. } => runners(seats),
            Want::Links { peers, .. } => peers,
            Want::Nothing => Vec::new(),
        }
    }

    /// The entry since which nothing was heard of whoever acts for this seat: consents to a stand-in are for this
    /// absence of theirs, not for an earlier one.
    pub fn left_at(&self, seat: Seat) -> u64 {
        let runner = self.seat(seat).and_then(|state| self.member(state.runner));
        runner.map_or(0, |member| member.heard)
    }

    /// Whether a seat can change hands now: the choice is open, and nothing of the seat's lies sealed that is still to
    /// be opened. So nobody ever has to open what another has sealed.
    pub fn can_change_hands(&self, seat: Seat) -> bool {
        let Turn::Seal { locked, .. } = self.game.turn() else { return false };
        let to_open = self.game.still_closed();
        !locked.contains(seat)
            && self.bot_beacon().is_none()
            && self.seat(seat).is_some_and(|state| state.sealed_slots().iter().all(|slot| !to_open.contains(slot)))
    }

    pub(super) fn play(&mut self, input: &AnyInput<'_>, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        self.game.play(input, events).map_err(|refused| Refusal::Illegal(refused.to_string()))
    }

    /// Whether a draw is under way: some may have shown their links by now, so nobody may step in, and whoever steps out
    /// makes it void.
    pub(in crate::table) fn draws(&self) -> bool {
        matches!(self.want(), Want::Links { peers, .. } if !peers.is_empty())
    }

    /// A peer takes no part any more; its seats are absent. In the middle of a draw that voids the event, as if the peer
    /// had kept its link back: with or without that link, the outcome may be known by now, and nobody chooses.
    pub(super) fn give_up(
        &mut self,
        peer: PeerIndex,
        presence: Presence,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let mut presence = presence;
        if let Want::Links { event, peers } = self.want()
            && peers.contains(&peer)
        {
            self.event = event;
            self.rerolls += 1;
            if let Presence::Away { sits_out } = &mut presence {
                *sits_out = (*sits_out).max(Some(self.game.decisions() + 1));
            }
        }
        self.members[peer.index()].presence = presence;
        for index in 0..self.seats.len() {
            let state = &mut self.seats[index];
            if state.owner == Holder::Person(peer) {
                state.returning = false;
            }
            let Some(seat) = Seat::new(index).filter(|_| state.runner == peer) else { continue };
            if self.game.present().contains(seat) && !matches!(self.game.turn(), Turn::Over(_)) {
                self.play(&AnyInput::Absent(seat), events)?;
            }
        }
        Ok(())
    }

    /// A majority gives a peer up.
    pub(super) fn lose(&mut self, peer: PeerIndex, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        let member = &mut self.members[peer.index()];
        member.given_up += 1;
        let longer = member.given_up.saturating_sub(FREE_RETURNS);
        let sits_out = (longer > 0).then(|| self.game.decisions().saturating_add(longer));
        self.give_up(peer, Presence::Away { sits_out }, events)
    }

    /// Lets owners who are back have their seats, where that is possible now. A seat may be absent by then: whoever ran the
    /// bot may have gone.
    pub(super) fn hand_back(&mut self, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        for index in 0..self.seats.len() {
            let Some(seat) = Seat::new(index) else { continue };
            let Holder::Person(owner) = self.seats[index].owner else { continue };
            if self.seats[index].returning && self.is_present(owner) && self.can_change_hands(seat) {
                self.seats[index].change_hands(owner, None);
                if !self.game.present().contains(seat) {
                    self.play(&AnyInput::Back(seat), events)?;
                }
            }
        }
        Ok(())
    }
}

impl MemberState {
    /// Their name and emblem.
    pub fn member(&self) -> &Member {
        &self.member
    }

    /// Their key, checked.
    pub fn verifier(&self) -> &Verifier {
        &self.verifier
    }

    /// Whether they take part.
    pub fn presence(&self) -> Presence {
        self.presence
    }

    /// The last number that they used with this voice.
    pub fn last_sequence(&self, voice: Voice) -> u32 {
        self.sequences.iter().find(|(known, _)| *known == voice).map_or(0, |(_, last)| *last)
    }

    /// What everybody knows of their chain.
    pub fn chain(&self) -> Option<&KnownChain> {
        self.chain.as_ref()
    }

    /// The last entry that their own deeds brought about, or that settled what was lacking of them. What was said to be
    /// lacking before means nothing any more.
    pub fn heard(&self) -> u64 {
        self.heard
    }
}

impl SeatState {
    /// Whose seat it is.
    pub fn owner(&self) -> &Holder {
        &self.owner
    }

    /// Who acts for it now.
    pub fn runner(&self) -> PeerIndex {
        self.runner
    }

    /// The bot that plays now, if one does.
    pub fn bot(&self) -> Option<&BotTenure> {
        self.tenures.last().filter(|_| self.bot_plays)
    }

    /// All bots that have played here, in order.
    pub fn tenures(&self) -> &[BotTenure] {
        &self.tenures
    }

    /// Whether the owner is back and waits for the bot to finish.
    pub fn returning(&self) -> bool {
        self.returning
    }

    /// The commitment in this slot.
    pub fn sealed(&self, slot: Slot) -> Option<SealedSlot> {
        self.sealed[slot.index()]
    }

    /// The slots with a commitment that was not opened yet.
    pub fn sealed_slots(&self) -> SlotSet {
        let mut slots = SlotSet::EMPTY;
        (0..MAX_SLOTS)
            .filter_map(Slot::new)
            .filter(|slot| self.sealed(*slot).is_some())
            .for_each(|slot| slots.insert(slot));
        slots
    }

    /// How often the seat has locked in this decision.
    pub fn locks_in(&self, decision: u32) -> u32 {
        self.locks.filter(|lock| lock.decision == decision).map_or(0, |lock| lock.count)
    }

    /// How many open decisions the seat has made.
    pub fn acts(&self) -> u32 {
        self.acts
    }

    fn change_hands(&mut self, runner: PeerIndex, bot: Option<BotTenure>) {
        self.runner = runner;
        self.bot_plays = bot.is_some();
        self.tenures.extend(bot);
        self.returning = false;
        self.forget_sealed();
    }

    fn forget_sealed(&mut self) {
        self.sealed = [None; MAX_SLOTS];
        self.early = [const { None }; MAX_SLOTS];
    }
}
