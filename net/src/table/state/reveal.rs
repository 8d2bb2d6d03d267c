//! What is turned up: openings of sealed choices, links of hash chains, and what is kept back.

use doubloons_engine::any::{AnyEvent, AnyInput};
use doubloons_engine::contract::{EventSink, Seat, SeatMap, SeatSet, Slot, Turn};

use super::{BotBeacon, Presence, Refusal, State, Want};
use crate::hash::Hash;
use crate::table::chain::{self, Place};
use crate::table::entry::SeatOpening;
use crate::table::genesis::PeerIndex;
use crate::table::seal::{MAX_CHOICE, Opened};
use crate::table::statement::{LinkBody, OpeningBody};

use Refusal::NotNow;

impl State {
    /// Lets a slot be turned up: every seat that is asked has either opened it or is in `withheld`.
    pub(in crate::table) fn open(
        &mut self,
        slot: Slot,
        openings: &[SeatOpening],
        withheld: SeatSet,
        index: u64,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let Want::Openings { slot: wanted, seats, known } = self.want() else {
            return Err(NotNow("nothing is to be opened"));
        };
        if slot != wanted {
            return Err(Refusal::illegal("another slot is to be opened"));
        }
        let opened: SeatSet = openings.iter().map(|opening| opening.seat).collect();
        let in_order = openings.iter().map(|opening| opening.seat).eq(opened);
        let all: SeatSet = seats.into_iter().chain(known).collect();
        let both = opened.into_iter().chain(withheld).collect::<SeatSet>();
        if !in_order || both != all || !opened.intersection(withheld).is_empty() {
            return Err(Refusal::illegal("every seat that is asked has to open, once"));
        }
        for opening in openings {
            self.check_opening(slot, opening)?;
        }
        let choices: SeatMap<Vec<u8>> =
            openings.iter().map(|opening| (opening.seat, opening.slots[0].choice.clone())).collect();
        self.play(&AnyInput::Opened { slot, choices: &choices }, events)?;
        for opening in openings {
            let state = &mut self.seats[opening.seat.index()];
            state.sealed[slot.index()] = None;
            state.early[slot.index()] = None;
            opening.slots[1..].iter().for_each(|other| state.early[other.slot.index()] = Some(other.clone()));
            let runner = state.runner;
            self.hear(runner, index);
        }
        withheld.into_iter().for_each(|seat| self.seats[seat.index()].forget_sealed());
        self.hand_back(events)
    }

    /// Whether a seat may open this slot now with these choices.
    fn check_opening(&self, slot: Slot, opening: &SeatOpening) -> Result<(), Refusal> {
        let seat = opening.seat;
        let Some((first, others)) = opening.slots.split_first().filter(|(first, _)| first.slot == slot) else {
            return Err(Refusal::illegal("an opening begins with the slot that is asked for"));
        };
        for opened in &opening.slots {
            self.check_commitment(seat, opened)?;
        }
        let illegal = |refused: doubloons_engine::any::Refused| Refusal::Illegal(refused.to_string());
        self.game.check_opening(seat, slot, &first.choice).map_err(illegal)?;
        let together = self.game.opens_with(seat, slot, &first.choice).map_err(illegal)?;
        let missing = |slot: &Slot| self.seats[seat.index()].sealed(*slot).is_some();
        if !others.iter().map(|other| other.slot).eq(together.iter().filter(missing)) {
            return Err(NotNow("what belongs together has to be opened together"));
        }
        Ok(())
    }

    fn check_commitment(&self, seat: Seat, opened: &Opened) -> Result<(), Refusal> {
        let state = self.seat(seat).ok_or(NotNow("there is no such seat"))?;
        let sealed = state.sealed(opened.slot).ok_or(NotNow("nothing is sealed there"))?;
        if opened.choice.len() > MAX_CHOICE {
            return Err(Refusal::illegal("the choice is too long"));
        }
        if opened.commitment(self.charter.id(), sealed.lock, seat) != sealed.commitment {
            return Err(Refusal::illegal("this is not what was sealed"));
        }
        Ok(())
    }

    /// Judges a signed opening. `NotNow` if it opens nothing that is sealed now or leaves something out; `Illegal` if
    /// it is proof of cheating.
    pub(in crate::table) fn judge_opening(&self, opening: &OpeningBody) -> Result<SeatOpening, Refusal> {
        let state = self.seat(opening.seat).ok_or(NotNow("there is no such seat"))?;
        if state.runner != opening.author {
            return Err(NotNow("another plays this seat"));
        }
        let Turn::Open { slot, seats } = self.game.turn() else { return Err(NotNow("nothing is to be opened")) };
        if !seats.contains(opening.seat) {
            return Err(NotNow("the seat has nothing to open now"));
        }
        for under in &opening.slots {
            let sealed = state.sealed(under.opened.slot).ok_or(NotNow("nothing is sealed there"))?;
            if sealed.lock != under.lock {
                return Err(NotNow("this opens an older lock"));
            }
        }
        let slots = opening.slots.iter().map(|under| under.opened.clone()).collect();
        let opening = SeatOpening { seat: opening.seat, slots };
        if opening.slots.first().is_none_or(|first| first.slot != slot) {
            return Err(NotNow("another slot is to be opened"));
        }
        self.check_opening(slot, &opening).map(|()| opening)
    }

    /// The opening of a seat whose choice in this slot was opened with another one.
    pub(in crate::table) fn opened_early(&self, seat: Seat, slot: Slot) -> Option<SeatOpening> {
        let opened = self.seat(seat)?.early[slot.index()].clone()?;
        Some(SeatOpening { seat, slots: vec![opened] })
    }

    /// Lets chance decide: everybody's links for the next event.
    pub(in crate::table) fn draw(
        &mut self,
        links: &[(PeerIndex, Hash)],
        index: u64,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let Want::Links { event, peers } = self.want() else { return Err(NotNow("nothing is to be drawn")) };
        if peers.is_empty() || !links.iter().map(|(peer, _)| *peer).eq(peers) {
            return Err(Refusal::illegal("a draw needs the link of everybody who is there"));
        }
        for &(peer, link) in links {
            if !self.advance_chain(peer, event, link) {
                return Err(Refusal::illegal("a link is not of its chain"));
            }
            self.hear(peer, index);
        }
        self.event = event;
        let beacon = chain::beacon(self.charter.id(), event, links);
        if let Turn::Chance(_) = self.game.turn() {
            self.play(&AnyInput::Chance(beacon), events)?;
        } else {
            self.bot_beacon = Some(BotBeacon { decision: self.game.decisions(), beacon });
        }
        self.hand_back(events)
    }

    fn advance_chain(&mut self, peer: PeerIndex, event: u32, link: Hash) -> bool {
        let draft = self.charter.draft_id();
        let chain = self.members[peer.index()].chain.as_mut();
        chain.is_some_and(|chain| chain.advance(draft, peer, Place::of_event(event), link))
    }

    /// Judges a signed link. `NotNow` if it is for no event that is awaited; `Illegal` if it is proof of cheating.
    pub(in crate::table) fn judge_link(&self, link: &LinkBody) -> Result<(), Refusal> {
        let Want::Links { event, peers } = self.want() else { return Err(NotNow("nothing is to be drawn")) };
        if link.event != event || !peers.contains(&link.author) {
            return Err(NotNow("this link is for another event"));
        }
        if self.clone().advance_chain(link.author, event, link.link) {
            Ok(())
        } else {
            Err(Refusal::illegal("the link is not of its chain"))
        }
    }

    /// A peer keeps its link back: the event is void, and the peer sits out.
    pub(in crate::table) fn withhold_link(
        &mut self,
        peer: PeerIndex,
        events: &mut impl EventSink<AnyEvent>,
    ) -> Result<(), Refusal> {
        let Want::Links { peers, .. } = self.want() else { return Err(NotNow("nothing is to be drawn")) };
        if !peers.contains(&peer) {
            return Err(NotNow("no link of this peer is awaited"));
        }
        self.give_up(peer, Presence::Away { sits_out: None }, events)?;
        self.hand_back(events)
    }
}
