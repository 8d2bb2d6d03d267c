//! What inputs of peers do to the table.

use doubloons_engine::any::{AnyEvent, AnyInput};
use doubloons_engine::contract::{EventSink, Seat, Slot, Turn};

use super::{BotTenure, MAX_MEMBERS, MAX_RESTLESS, MemberState, Presence, Refusal, SealedSlot, State};
use crate::hash::{Hash, Label};
use crate::identity::{Signature, Verifier};
use crate::table::chain::KnownChain;
use crate::table::genesis::{EMBLEMS, Holder, Member, Name, PeerIndex};
use crate::table::seal::{Commitment, Lock, MAX_LOCKS, bot_seed_commitment};
use crate::table::statement::{Deed, InputBody, MAX_ACTION, Voice};

use Refusal::NotNow;

impl State {
    /// Lets a peer's input happen. On an error the state is worthless: work on a copy.
    pub(in crate::table) fn take_input(
        &mut self,
        input: &InputBody,
        index: u64,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let author = input.author;
        self.nobody_departs()?;
        self.count(input, index)?;
        match (&input.deed, input.voice) {
            (Deed::Lock { lock, commitments }, Voice::Seat(seat)) => {
                self.runs(author, seat)?;
                self.lock(seat, *lock, commitments, events)
            }
            (Deed::Unlock { decision }, Voice::Seat(seat)) => {
                self.runs(author, seat)?;
                self.unlock(seat, *decision, events)
            }
            (Deed::Act { turn, action }, Voice::Seat(seat)) => {
                self.runs(author, seat)?;
                self.act(seat, *turn, action, events)
            }
            (Deed::Leave, Voice::Own) => self.leave(author, events),
            (Deed::Farewell, Voice::Own) => self.say_farewell(author, events),
            (Deed::Return, Voice::Own) => self.come_back(author, events),
            (Deed::Pause, Voice::Own) => self.pause(author),
            (Deed::Resume, Voice::Own) => self.resume(author),
            (Deed::Renew { generation, end }, Voice::Own) => self.renew(author, *generation, *end),
            (Deed::Admit { seat, guest, consent }, Voice::Own) => self.admit(author, *seat, guest, consent),
            (Deed::ShowSeed { seat, seed }, Voice::Own) => self.show_seed(author, *seat, seed),
            (Deed::TakeOver { .. }, _) => Err(NotNow("a bot needs the consent of the others to take a seat")),
            _ => Err(Refusal::illegal("this is not said with this voice")),
        }?;
        self.hand_back(events)
    }

    fn nobody_departs(&self) -> Result<(), Refusal> {
        match self.departing {
            Some(_) => Err(NotNow("the farewell of a voter is to be settled first: wait a moment")),
            None => Ok(()),
        }
    }

    /// Checks and keeps the number of an input.
    fn count(&mut self, input: &InputBody, index: u64) -> Result<(), Refusal> {
        let member = self.members.get_mut(input.author.index()).ok_or(NotNow("the author is not at this table"))?;
        if let Presence::Disqualified(_) = member.presence {
            return Err(NotNow("the author was disqualified"));
        }
        if input.sequence <= member.last_sequence(input.voice) {
            return Err(NotNow("this was said already"));
        }
        match member.sequences.iter_mut().find(|(voice, _)| *voice == input.voice) {
            Some((_, last)) => *last = input.sequence,
            None => member.sequences.push((input.voice, input.sequence)),
        }
        member.heard = index;
        Ok(())
    }

    fn runs(&self, author: PeerIndex, seat: Seat) -> Result<(), Refusal> {
        let known = self.seat(seat).ok_or(NotNow("there is no such seat"))?;
        if known.runner == author { Ok(()) } else { Err(NotNow("another plays this seat")) }
    }

    fn lock(
        &mut self,
        seat: Seat,
        lock: Lock,
        commitments: &[(Slot, Commitment)],
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let Turn::Seal { seats, locked, slots } = self.game.turn() else {
            return Err(NotNow("nothing is to be sealed"));
        };
        if !seats.contains(seat) || locked.contains(seat) {
            return Err(NotNow("the seat has nothing to seal now"));
        }
        // Numbers may be left out: whoever has locked in a log that was lost uses none of those again, since what was
        // opened under them there would not fit here.
        let last = self.seats[seat.index()].locks_in(lock.decision);
        if lock.decision != self.game.decisions() || lock.count <= last {
            return Err(NotNow("this lock is for another moment"));
        }
        if self.seats[seat.index()].bot_plays != self.bot_beacon().is_some() {
            return Err(NotNow("people seal first, bots after them"));
        }
        if lock.count > MAX_LOCKS {
            return Err(Refusal::illegal("the seat has locked too often in this decision"));
        }
        if !commitments.iter().map(|(slot, _)| *slot).eq(slots.iter()) {
            return Err(Refusal::illegal("there has to be one commitment for every slot"));
        }
        self.play(&AnyInput::Locked(seat), events)?;
        let state = &mut self.seats[seat.index()];
        state.locks = Some(lock);
        for &(slot, commitment) in commitments {
            state.sealed[slot.index()] = Some(SealedSlot { lock, commitment });
            state.early[slot.index()] = None;
        }
        Ok(())
    }

    fn unlock(&mut self, seat: Seat, decision: u32, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        let Turn::Seal { locked, slots, .. } = self.game.turn() else { return Err(NotNow("nothing is sealed now")) };
        let closed = self.draws() || self.bot_beacon().is_some();
        if decision != self.game.decisions() || !locked.contains(seat) || closed {
            return Err(NotNow("this lock can’t be taken back any more"));
        }
        self.play(&AnyInput::Unlocked(seat), events)?;
        slots.iter().for_each(|slot| self.seats[seat.index()].sealed[slot.index()] = None);
        Ok(())
    }

    fn act(
        &mut self,
        seat: Seat,
        turn: u64,
        action: &[u8],
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        if self.game.turn() != Turn::Seat(seat) || turn != self.turn_began {
            return Err(NotNow("it is not this seat’s turn"));
        }
        if action.len() > MAX_ACTION {
            return Err(Refusal::illegal("the action is too long"));
        }
        self.play(&AnyInput::Act { seat, action }, events)?;
        self.seats[seat.index()].acts += 1;
        Ok(())
    }

    fn leave(&mut self, peer: PeerIndex, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        if !self.is_present(peer) {
            return Err(NotNow("the author is away already"));
        }
        self.stir(peer)?;
        self.give_up(peer, Presence::Away { sits_out: None }, events)
    }

    fn say_farewell(&mut self, peer: PeerIndex, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        if !self.electorate.contains(peer) || self.electorate.is_only(peer) {
            return Err(NotNow("only a voter can give up the vote, and not the last one"));
        }
        if self.is_present(peer) {
            self.give_up(peer, Presence::Away { sits_out: None }, events)?;
        }
        self.departing = Some(peer);
        Ok(())
    }

    /// Counts what would let the log grow without end, and resets everybody's patience, if it could be done at will.
    fn stir(&mut self, peer: PeerIndex) -> Result<(), Refusal> {
        let decision = self.game.decisions();
        let (counted, times) = &mut self.members[peer.index()].restless;
        if *counted != decision {
            (*counted, *times) = (decision, 0);
        }
        *times += 1;
        if *times > MAX_RESTLESS { Err(NotNow("not so often: wait for the next decision")) } else { Ok(()) }
    }

    fn come_back(&mut self, peer: PeerIndex, events: &mut impl EventSink<AnyEvent>) -> Result<(), Refusal> {
        let Presence::Away { sits_out } = self.members[peer.index()].presence else {
            return Err(NotNow("the author is there already"));
        };
        let sealing = matches!(self.game.turn(), Turn::Seal { .. });
        // When nobody is there, the game stands still, and somebody has to go on.
        let deserted = self.present().next().is_none();
        let decisions = self.game.decisions();
        let too_early = |decision: u32| decisions < decision || decisions == decision && sealing;
        if !deserted && sits_out.is_some_and(too_early) {
            return Err(NotNow("whoever kept a link back or was gone too often sits out for a while"));
        }
        if self.draws() {
            return Err(NotNow("nobody steps into a draw that is under way: wait a moment"));
        }
        if sealing && self.bot_beacon().is_some() {
            return Err(NotNow("the bots are sealing: wait a moment"));
        }
        if let Turn::Over(_) = self.game.turn() {
            return Err(NotNow("the game is over"));
        }
        self.members[peer.index()].presence = Presence::Present;
        for index in 0..self.seats.len() {
            let Some(seat) = Seat::new(index) else { continue };
            let state = &mut self.seats[index];
            if state.runner != peer {
                state.returning |= state.owner == Holder::Person(peer);
            } else if !self.game.present().contains(seat) {
                self.play(&AnyInput::Back(seat), events)?;
            }
        }
        Ok(())
    }

    fn pause(&mut self, peer: PeerIndex) -> Result<(), Refusal> {
        if self.paused_by.is_some() || !self.is_present(peer) {
            return Err(NotNow("there is a break already"));
        }
        self.stir(peer)?;
        self.paused_by = Some(peer);
        Ok(())
    }

    fn resume(&mut self, peer: PeerIndex) -> Result<(), Refusal> {
        if self.paused_by.is_none() || !self.is_present(peer) {
            return Err(NotNow("there is no break"));
        }
        self.paused_by = None;
        Ok(())
    }

    fn renew(&mut self, peer: PeerIndex, generation: u32, end: Hash) -> Result<(), Refusal> {
        let next = self.next_event();
        if self.draws() && !self.contributors(next).contains(&peer) {
            return Err(NotNow("nobody steps into a draw that is under way: wait a moment"));
        }
        let renewed = match &mut self.members[peer.index()].chain {
            Some(chain) => chain.renew(generation, end, next),
            none => {
                *none = Some(KnownChain::new(generation, end));
                generation == crate::table::chain::Place::of_event(next).generation
            }
        };
        if renewed { Ok(()) } else { Err(NotNow("this chain is not the next one")) }
    }

    fn admit(&mut self, runner: PeerIndex, seat: Seat, guest: &Member, consent: &Signature) -> Result<(), Refusal> {
        self.runs(runner, seat)?;
        let bot_seat = self.seat(seat).is_some_and(|state| matches!(state.owner, Holder::Bot { .. }));
        if !bot_seat || self.members.len() >= MAX_MEMBERS {
            return Err(NotNow("only the seat of a bot can be given to a guest"));
        }
        if guest.emblem >= EMBLEMS || self.members.iter().any(|member| member.member.key == guest.key) {
            return Err(Refusal::illegal("this guest can't be admitted"));
        }
        let verifier = Verifier::new(&guest.key).map_err(|no_key| Refusal::Illegal(no_key.to_string()))?;
        if !verifier.accepts(Label::Consent, &(self.charter.id(), seat, guest), consent) {
            return Err(Refusal::illegal("the guest has not agreed"));
        }
        let peer = PeerIndex(self.members.len() as u8);
        self.members.push(MemberState {
            member: guest.clone(),
            verifier,
            presence: Presence::Away { sits_out: None },
            chain: None,
            sequences: Vec::new(),
            heard: 0,
            restless: (0, 0),
            given_up: 0,
        });
        self.seats[seat.index()].owner = Holder::Person(peer);
        Ok(())
    }

    fn show_seed(&mut self, peer: PeerIndex, seat: Seat, seed: &[u8; 32]) -> Result<(), Refusal> {
        let Turn::Over(_) = self.game.turn() else { return Err(NotNow("seeds are shown when the game is over")) };
        let commitment = bot_seed_commitment(self.charter.draft_id(), seat, seed);
        let fits =
            |tenure: &&mut BotTenure| tenure.runner == peer && tenure.commitment == commitment && tenure.seed.is_none();
        let state = self.seats.get_mut(seat.index()).ok_or(NotNow("there is no such seat"))?;
        let tenure = state.tenures.iter_mut().find(fits).ok_or(NotNow("no bot here had this seed"))?;
        tenure.seed = Some(*seed);
        Ok(())
    }

    /// Lets a bot take the seat of somebody who is away. `agreed`: a majority consents.
    pub(in crate::table) fn take_over(
        &mut self,
        takeover: &InputBody,
        agreed: bool,
        index: u64,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let Deed::TakeOver { seat, level, seed } = &takeover.deed else {
            return Err(Refusal::illegal("this takes no seat over"));
        };
        self.nobody_departs()?;
        self.count(takeover, index)?;
        let state = self.seat(*seat).ok_or(NotNow("there is no such seat"))?;
        if !self.is_present(takeover.author) || self.is_present(state.runner) {
            return Err(NotNow("only the seat of somebody who is away is taken over"));
        }
        if matches!(state.owner, Holder::Person(_)) && !agreed {
            return Err(NotNow("a majority has to agree to a stand-in"));
        }
        if self.draws() || !self.can_change_hands(*seat) {
            return Err(NotNow("the seat changes hands when the next choice begins"));
        }
        let tenure = BotTenure { runner: takeover.author, level: Name::clone(level), commitment: *seed, seed: None };
        self.seats[seat.index()].change_hands(takeover.author, Some(tenure));
        self.play(&AnyInput::Back(*seat), events)
    }
}
