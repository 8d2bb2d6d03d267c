//! What a peer keeps to itself: its chain, the choices it has sealed, and what it has said so far.

use std::collections::{BTreeMap, BTreeSet};

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{Seat, Slot};
use zeroize::Zeroizing;

use crate::hash::Hash;
use crate::table::chain::{Chain, Place};
use crate::table::genesis::{GameId, PeerIndex};
use crate::table::journal::{Memory, Record, Said, SealedRecord};
use crate::table::seal::{Commitment, GameSecret, Lock, Opened, bot_seed_commitment};
use crate::table::state::{SealedSlot, SeatState};
use crate::table::statement::{Deed, OpenedUnder, OpeningBody, Voice};

/// A peer's secrets and words.
#[derive(Debug)]
pub(super) struct Own {
    me: PeerIndex,
    game: GameId,
    draft: Hash,
    secret: GameSecret,
    chain: Chain,
    /// Everything that was ever sealed, oldest first. A lock that was taken back stands again if that is lost with a host.
    sealed: Vec<SealedRecord>,
    /// The locks under which something was turned up.
    shown: BTreeSet<(Seat, u32, u32)>,
    said: Vec<Said>,
    /// The last number that is known to have been used with each voice.
    spoken: BTreeMap<Voice, u32>,
    /// Up to here, numbers may have been used by earlier runs of the program and been forgotten.
    leapt: u32,
}

/// How many of its own words a peer remembers. More than can ever be under way at once.
const MAX_SAID: usize = 64;

/// How many numbers are left out by every run of the program after the first: more than one run can use and not write
/// down, since whatever is written down brings everything before it to the disk.
const LEAP: u32 = 1 << 10;

impl Own {
    pub(super) fn new(me: PeerIndex, game: GameId, draft: Hash, secret: GameSecret, memory: &Memory) -> Own {
        let chain = Chain::new(secret.bytes(), draft, me, 0);
        let said = memory.said.clone();
        let mut spoken = BTreeMap::new();
        for said in &said {
            let last = spoken.entry(said.voice).or_insert(0);
            *last = said.sequence.max(*last);
        }
        let used = spoken.values().copied().fold(memory.leapt, u32::max);
        let resumed = used > 0 || memory.durable.promise.is_some() || !memory.durable.log.is_empty();
        let leapt = if resumed { used.saturating_add(LEAP) } else { 0 };
        let (sealed, shown) = (memory.sealed.clone(), BTreeSet::new());
        Own { me, game, draft, secret, chain, sealed, shown, said, spoken, leapt }
    }

    /// What has to be on the disk before anything is said: a later run leaps over all that this one says.
    pub(super) fn leap(&self) -> Option<Record> {
        (self.leapt > 0).then_some(Record::Leapt(self.leapt))
    }

    /// Remembers sealed choices.
    pub(super) fn keep(&mut self, record: SealedRecord) {
        self.sealed.push(record);
    }

    /// The highest number under which this peer has ever locked for a seat in this decision, in whatever log.
    pub(super) fn locks_in(&self, seat: Seat, decision: u32) -> u32 {
        let own = self.sealed.iter().filter(|record| record.seat == seat && record.lock.decision == decision);
        own.map(|record| record.lock.count).max().unwrap_or(0)
    }

    /// Takes notice that this is turned up.
    pub(super) fn note_shown(&mut self, opening: &OpeningBody) {
        let locks = opening.slots.iter().map(|under| (opening.seat, under.lock.decision, under.lock.count));
        self.shown.extend(locks);
    }

    /// Whether this is a lock of which others know something. It is not said again, in a log that does not know it: there
    /// is another chance to decide.
    pub(super) fn has_shown(&self, said: &Said) -> bool {
        match (&said.deed, said.voice) {
            (Deed::Lock { lock, .. }, Voice::Seat(seat)) => self.shown.contains(&(seat, lock.decision, lock.count)),
            _ => false,
        }
    }

    /// The commitments for these choices.
    pub(super) fn commit(&self, seat: Seat, lock: Lock, choices: &SealedBytes) -> Vec<(Slot, Commitment)> {
        let commitment = |(slot, choice): (Slot, &[u8])| {
            let nonce = self.secret.nonce(self.game, lock, seat, slot);
            (slot, Opened { slot, choice: choice.to_vec(), nonce }.commitment(self.game, lock, seat))
        };
        choices.iter().map(commitment).collect()
    }

    /// What lies in this slot, with its proof, if this peer sealed what is sealed there now.
    pub(super) fn opening(&self, seat: Seat, slot: Slot, state: &SeatState) -> Option<OpenedUnder> {
        let SealedSlot { lock, commitment } = state.sealed(slot)?;
        let nonce = self.secret.nonce(self.game, lock, seat, slot);
        let under_this_lock = self.sealed.iter().rev().filter(|record| (record.seat, record.lock) == (seat, lock));
        let choices = under_this_lock.filter_map(|record| record.choice(slot));
        let mut openings = choices.map(|choice| Opened { slot, choice: choice.to_vec(), nonce });
        let opened = openings.find(|opened| opened.commitment(self.game, lock, seat) == commitment)?;
        Some(OpenedUnder { lock, opened })
    }

    /// The choices that this peer has sealed for a seat: those that are sealed now, and what it last chose elsewhere.
    pub(super) fn sealed(&self, seat: Seat, state: &SeatState) -> SealedBytes {
        let mut choices = SealedBytes::default();
        for record in self.sealed.iter().filter(|record| record.seat == seat) {
            record.choices().for_each(|(slot, choice)| choices.insert(slot, choice));
        }
        for slot in state.sealed_slots().iter() {
            if let Some(under) = self.opening(seat, slot, state) {
                choices.insert(slot, under.opened.choice.as_slice());
            }
        }
        choices
    }

    /// The link for an event. Computes the chain anew when a new one begins.
    pub(super) fn link(&mut self, event: u32) -> Option<Hash> {
        let place = Place::of_event(event);
        if self.chain.generation() != place.generation {
            self.chain = Chain::new(self.secret.bytes(), self.draft, self.me, place.generation);
        }
        self.chain.link(place)
    }

    /// The end of the chain of this generation.
    pub(super) fn chain_end(&self, generation: u32) -> Hash {
        Chain::new(self.secret.bytes(), self.draft, self.me, generation).end()
    }

    /// The seed of the bot that this peer runs at a seat with this commitment.
    pub(super) fn bot_seed(&self, seat: Seat, commitment: Hash) -> Option<Zeroizing<[u8; 32]>> {
        let seeds = (0..super::MAX_TAKEOVERS).map(|count| self.secret.bot_seed(self.draft, self.me, seat, count));
        seeds.into_iter().find(|seed| bot_seed_commitment(self.draft, seat, seed) == commitment)
    }

    /// The commitment to the seed of the bot that would take this seat over, which so many have done.
    pub(super) fn next_bot(&self, seat: Seat, takeovers: usize) -> Hash {
        let seed = self.secret.bot_seed(self.draft, self.me, seat, takeovers as u32);
        bot_seed_commitment(self.draft, seat, &seed)
    }

    /// Says something new, after the last number that is in the log and all that were ever used: what was said and never
    /// came into the log is forgotten some day, its number never.
    pub(super) fn say(&mut self, voice: Voice, deed: Deed, last: u32) -> Said {
        let spoken = self.spoken.entry(voice).or_insert(0);
        *spoken = last.max(*spoken).max(self.leapt) + 1;
        let said = Said { voice, sequence: *spoken, deed };
        self.said.push(said.clone());
        if self.said.len() > MAX_SAID {
            self.said.remove(0);
        }
        said
    }

    /// What was said and is not in the log, by the last number of each voice that is.
    pub(super) fn unheard(&self, last: impl Fn(Voice) -> u32) -> Vec<Said> {
        self.said.iter().filter(|said| said.sequence > last(said.voice)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::statement::Epoch;

    const VOICE: Voice = Voice::Own;

    fn own(memory: &Memory) -> Own {
        Own::new(PeerIndex(0), GameId(Hash([1; 32])), Hash([2; 32]), GameSecret::new([3; 32]), memory)
    }

    /// Lets a program make so many moves; of what it writes down, its leap is on the disk and so many of the moves.
    fn run(memory: &mut Memory, moves: usize, kept: usize) -> Vec<u32> {
        let mut own = own(memory);
        own.leap().into_iter().for_each(|leap| memory.redo(leap));
        let act = || Deed::Act { turn: 1, action: Vec::new() };
        let said: Vec<Said> = (0..moves).map(|_| own.say(VOICE, act(), 0)).collect();
        said.iter().take(kept).for_each(|said| memory.redo(Record::Said(said.clone())));
        said.iter().map(|said| said.sequence).collect()
    }

    #[test]
    fn whoever_has_promised_something_ran_before() {
        let mut memory = Memory::default();
        assert_eq!(own(&memory).leap(), None);
        memory.durable.promise = Some(Epoch { number: 1, host: PeerIndex(0) });
        assert_eq!(own(&memory).leap(), Some(Record::Leapt(LEAP)), "a first word may have been sent and forgotten");
    }

    #[test]
    fn no_run_of_the_program_uses_a_number_that_an_earlier_one_may_have_used() {
        let mut memory = Memory::default();
        let mut used = BTreeSet::new();
        // Whether all of it was forgotten, none, or some; again and again.
        for (moves, kept) in [(6, 5), (10, 0), (1, 0), (10, 0), (0, 0), (0, 0), (1000, 3), (1000, 1000), (3, 1), (3, 0)]
        {
            for number in run(&mut memory, moves, kept) {
                assert!(used.insert(number), "{number} is used twice");
            }
        }
    }

    #[test]
    fn the_first_run_leaps_over_nothing() {
        assert_eq!(own(&Memory::default()).leap(), None);
        assert_eq!(run(&mut Memory::default(), 3, 3), [1, 2, 3]);
    }
}
