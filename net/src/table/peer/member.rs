//! What everybody at the table does: acknowledge the log, say what is to be said, and turn up what is asked for, but
//! never before everybody present has the same log.

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Seat, SeatSet, Slot};

use super::{Occasion, Peer, Question};
use crate::table::bot_seat;
use crate::table::genesis::{Holder, Name};
use crate::table::journal::{Record, Said, SealedRecord};
use crate::table::judge::try_input;
use crate::table::seal::Lock;
use crate::table::state::{Presence, Refusal, Want};
use crate::table::statement::{
    Deed, InputBody, LinkBody, OpeningBody, Signed, SignedInput, SignedLink, SignedOpening, Voice,
};
use crate::wire::frame::Frame;

impl Peer {
    /// Does what a member has to do now. Returns whether something new was said, or whether a host can go on: with what it
    /// says itself; and without company with all else, as nobody else will send it anything.
    pub(super) fn do_as_member(&mut self) -> bool {
        let spoke = self.speak_for_itself();
        let showed = self.show();
        let repeated = self.repeat_unheard();
        self.ask_bots();
        let alone = self.replica.electorate().is_only(self.me);
        spoke || repeated && self.hosts() || alone && showed
    }

    /// Signs the log as it is, unless it has. Returns whether that is news.
    pub(super) fn say_what_it_has(&mut self) -> bool {
        let news = self.replica.acknowledge();
        let acknowledged = news.is_some();
        if let Some(ack) = news {
            self.broadcast(&Frame::Ack(ack));
        }
        acknowledged
    }

    /// Seals choices for a seat.
    pub(super) fn seal(&mut self, seat: Seat, choices: &SealedBytes) -> Result<(), Refusal> {
        let game = self.state().game();
        game.check_seal(seat, choices).map_err(|refused| Refusal::Illegal(refused.to_string()))?;
        let decision = game.decisions();
        let known = self.state().seat(seat).map_or(0, |state| state.locks_in(decision));
        let count = known.max(self.own.locks_in(seat, decision)) + 1;
        let lock = Lock { decision, count };
        let deed = Deed::Lock { lock, commitments: self.own.commit(seat, lock, choices) };
        self.check_wish(Voice::Seat(seat), &deed)?;
        let record = SealedRecord::new(seat, lock, choices);
        self.own.keep(record.clone());
        self.records.push(Record::Sealed(record));
        self.speak(Voice::Seat(seat), deed)
    }

    /// Offers to run a bot at the seat of somebody who is away.
    pub(super) fn stand_in(&mut self, seat: Seat, level: Name) -> Result<(), Refusal> {
        let state = self.state().seat(seat).ok_or(Refusal::NotNow("there is no such seat"))?;
        let takeovers = state.tenures().iter().filter(|tenure| tenure.runner == self.me).count();
        let seed = self.own.next_bot(seat, takeovers);
        self.say(Voice::Own, Deed::TakeOver { seat, level, seed });
        self.agree(seat, self.me)
    }

    /// Says something that is legal now.
    pub(super) fn speak(&mut self, voice: Voice, deed: Deed) -> Result<(), Refusal> {
        self.check_wish(voice, &deed)?;
        self.say(voice, deed);
        Ok(())
    }

    fn check_wish(&self, voice: Voice, deed: &Deed) -> Result<(), Refusal> {
        let under_way = self.unheard().iter().any(|said| said.voice == voice && self.is_possible(said));
        if under_way && matches!(voice, Voice::Seat(_)) {
            return Err(Refusal::NotNow("the last decision of this seat is still on its way"));
        }
        let next = self.last_sequence(voice) + 1;
        try_input(self.state(), &self.input(&Said { voice, sequence: next, deed: deed.clone() }))
    }

    fn say(&mut self, voice: Voice, deed: Deed) {
        let said = self.own.say(voice, deed, self.last_sequence(voice));
        self.records.push(Record::Said(said));
        self.spoken = None;
    }

    fn last_sequence(&self, voice: Voice) -> u32 {
        self.state().member(self.me).map_or(0, |member| member.last_sequence(voice))
    }

    fn unheard(&self) -> Vec<Said> {
        self.own.unheard(|voice| self.last_sequence(voice))
    }

    fn is_possible(&self, said: &Said) -> bool {
        let possible = try_input(self.state(), &self.input(said)).is_ok() && !self.own.has_shown(said);
        let takes_over = |seat: Seat| self.state().can_change_hands(seat) && !self.state().draws();
        possible || matches!(said.deed, Deed::TakeOver { seat, .. } if takes_over(seat))
    }

    fn input(&self, said: &Said) -> InputBody {
        let Said { voice, sequence, deed } = said.clone();
        InputBody { author: self.me, voice, sequence, head: self.head(), deed }
    }

    fn sign(&self, said: &Said) -> SignedInput {
        Signed::new(self.input(said), self.charter.id(), &self.identity)
    }

    /// Sends what was said and is not in the log yet to the host; after a while, to everybody.
    fn repeat_unheard(&mut self) -> bool {
        let due = self.spoken.is_none_or(|(head, at)| head != self.head() || self.now >= at + self.patience.repeat);
        if !due {
            return false;
        }
        let unheard: Vec<Said> = self.unheard().into_iter().filter(|said| self.is_possible(said)).collect();
        self.spoken = Some((self.head(), self.now));
        let repeated = !unheard.is_empty();
        for said in unheard {
            let input = self.sign(&said);
            self.pool.hold_input(self.now, input.clone(), self.replica.tip().state());
            let waited = self.pool.held_since(&input).is_some_and(|since| self.now >= since + self.patience.broadcast);
            if waited {
                self.broadcast(&Frame::Input(input));
            } else {
                self.tell_host(&Frame::Input(input));
            }
        }
        repeated
    }

    /// Says what nobody has to ask for: that it is there again, the end of its next chain, its bots' seeds at the end.
    fn speak_for_itself(&mut self) -> bool {
        let Some(member) = self.state().member(self.me) else { return false };
        let mut deeds = Vec::new();
        let away = matches!(member.presence(), Presence::Away { .. });
        if away && !self.left {
            deeds.push(Deed::Return);
        }
        let next_event = self.state().next_event();
        match member.chain() {
            Some(chain) if chain.runs_out(next_event) => {
                let generation = chain.next_generation();
                deeds.push(Deed::Renew { generation, end: self.own.chain_end(generation) });
            }
            None => {
                let generation = crate::table::chain::Place::of_event(next_event).generation;
                deeds.push(Deed::Renew { generation, end: self.own.chain_end(generation) });
            }
            Some(_) => {}
        }
        if self.is_over() {
            deeds.extend(self.seeds_to_show());
        } else if self.hosts() {
            deeds.extend(self.bots_to_take_over());
        }
        let unheard = self.unheard();
        deeds.retain(|deed| !unheard.iter().any(|said| said.deed == *deed));
        deeds.retain(|deed| {
            let said = Said { voice: Voice::Own, sequence: u32::MAX, deed: deed.clone() };
            self.is_possible(&said)
        });
        let spoke = !deeds.is_empty();
        deeds.into_iter().for_each(|deed| self.say(Voice::Own, deed));
        spoke
    }

    fn seeds_to_show(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (seat, state) in self.state().seats() {
            let hidden = |tenure: &&crate::table::state::BotTenure| tenure.runner == self.me && tenure.seed.is_none();
            for tenure in state.tenures().iter().filter(hidden) {
                let seed = self.own.bot_seed(seat, tenure.commitment);
                deeds.extend(seed.map(|seed| Deed::ShowSeed { seat, seed: *seed }));
            }
        }
        deeds
    }

    /// The bots of somebody who is away go on at the host's, with new seeds.
    fn bots_to_take_over(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (seat, state) in self.state().seats() {
            if let Holder::Bot { level, .. } = state.owner()
                && !self.state().is_present(state.runner())
                && self.state().can_change_hands(seat)
            {
                let takeovers = state.tenures().iter().filter(|tenure| tenure.runner == self.me).count();
                let seed = self.own.next_bot(seat, takeovers);
                deeds.push(Deed::TakeOver { seat, level: level.clone(), seed });
            }
        }
        deeds
    }

    /// Turns up what is asked for, once everybody present has the same log.
    fn show(&mut self) -> bool {
        if self.replica.freeze().is_none() {
            return false;
        }
        let first = self.shown.is_none_or(|(head, _)| head != self.head());
        let due = first || self.shown.is_some_and(|(_, at)| self.now >= at + self.patience.repeat);
        if !due {
            return false;
        }
        let late = !first && self.now >= self.seen.since + self.patience.broadcast;
        let frames = match self.state().want() {
            Want::Openings { slot, seats, .. } => self.own_openings(slot, seats),
            Want::Links { event, peers } if peers.contains(&self.me) => self.own_link(event),
            _ => return false,
        };
        self.shown = Some((self.head(), self.now));
        let showed = !frames.is_empty();
        if showed {
            self.replica.note_shown();
        }
        for frame in &frames {
            if let Frame::Opening(opening) = frame {
                self.own.note_shown(&opening.body);
            }
        }
        for frame in frames {
            match &frame {
                Frame::Opening(opening) => self.pool.hold_opening(self.now, opening.clone()),
                Frame::Link(link) => self.pool.hold_link(self.now, link.clone()),
                _ => {}
            }
            if late { self.broadcast(&frame) } else { self.tell_host(&frame) }
        }
        showed
    }

    fn own_openings(&self, slot: Slot, seats: SeatSet) -> Vec<Frame> {
        let own = seats.into_iter().filter_map(|seat| self.own_opening(slot, seat));
        own.map(Frame::Opening).collect()
    }

    fn own_opening(&self, slot: Slot, seat: Seat) -> Option<SignedOpening> {
        let state = self.state().seat(seat).filter(|state| state.runner() == self.me)?;
        let first = self.own.opening(seat, slot, state)?;
        let together = self.state().game().opens_with(seat, slot, &first.opened.choice).ok()?;
        let others = together.iter().filter_map(|slot| self.own.opening(seat, slot, state));
        let slots = std::iter::once(first.clone()).chain(others).collect();
        let body = OpeningBody { author: self.me, seat, slots };
        Some(Signed::new(body, self.charter.id(), &self.identity))
    }

    fn own_link(&mut self, event: u32) -> Vec<Frame> {
        let Some(link) = self.own.link(event) else { return Vec::new() };
        let body = LinkBody { author: self.me, event, link };
        let signed: SignedLink = Signed::new(body, self.charter.id(), &self.identity);
        vec![Frame::Link(signed)]
    }

    /// Lets the bots of this peer think, each question once. What they decide from has to be there to stay: others will
    /// let them decide again from the log.
    fn ask_bots(&mut self) {
        let Want::Decisions(seats) = self.state().want() else { return };
        if self.seen.accepted < self.head().index {
            return;
        }
        let mut questions = Vec::new();
        for seat in seats {
            let Some(state) = self.state().seat(seat).filter(|state| state.runner() == self.me) else { continue };
            let Some(bot) = state.bot() else { continue };
            let occasion = Occasion::now(self.state());
            let key = (occasion.is_sealed(), occasion.decision, state.acts());
            let under_way = |said: &Said| said.voice == Voice::Seat(seat) && self.is_possible(said);
            if self.asked.get(&seat) == Some(&key) || self.unheard().iter().any(under_way) {
                continue;
            }
            let Some(seed) = self.own.bot_seed(seat, bot.commitment) else { continue };
            let seed = bot_seat::decision_seed(&seed, self.state(), seat);
            let Some(view) = self.view(seat) else { continue };
            questions.push((seat, key, Question { seat, level: bot.level.clone(), seed, occasion, view }));
        }
        for (seat, key, question) in questions {
            self.asked.insert(seat, key);
            self.questions.push(question);
        }
    }
}
