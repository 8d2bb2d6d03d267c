//! What a peer keeps to itself: its chain, the choices it has sealed, and what it has said so far.

use std::collections::BTreeMap;

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::{MAX_SLOTS, Seat, Slot};

use crate::hash::Hash;
use crate::table::chain::{Chain, Place};
use crate::table::genesis::{GameId, PeerIndex};
use crate::table::journal::{Memory, Said, SealedRecord};
use crate::table::seal::{Commitment, GameSecret, Lock, Opened, bot_seed_commitment};
use crate::table::state::SeatState;
use crate::table::statement::{Deed, OpenedUnder, Voice};

/// A peer's secrets and words.
#[derive(Debug)]
pub(super) struct Own {
    me: PeerIndex,
    game: GameId,
    draft: Hash,
    secret: GameSecret,
    chain: Chain,
    seats: BTreeMap<Seat, OwnSeat>,
    said: Vec<Said>,
    /// The last number that was ever used with each voice.
    spoken: BTreeMap<Voice, u32>,
    /// The first number that was used with each voice since the program runs.
    first: BTreeMap<Voice, u32>,
    /// Whether the program ran in this game before.
    resumed: bool,
}

#[derive(Debug, Default)]
struct OwnSeat {
    choices: SealedBytes,
    locks: [Option<Lock>; MAX_SLOTS],
}

/// How many of its own words a peer remembers. More than can ever be under way at once.
const MAX_SAID: usize = 64;

/// How many numbers are left out after a crash: more than can have been used and not been written down.
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
        let resumed = !memory.durable.log.is_empty();
        let (seats, first) = (BTreeMap::new(), BTreeMap::new());
        let mut own = Own { me, game, draft, secret, chain, seats, said, spoken, first, resumed };
        memory.sealed.iter().for_each(|record| own.keep(record));
        own
    }

    /// Remembers sealed choices.
    pub(super) fn keep(&mut self, record: &SealedRecord) {
        let seat = self.seats.entry(record.seat).or_default();
        for (slot, choice) in record.choices() {
            seat.choices.insert(slot, choice);
            seat.locks[slot.index()] = Some(record.lock);
        }
    }

    /// The commitments for these choices.
    pub(super) fn commit(&self, seat: Seat, lock: Lock, choices: &SealedBytes) -> Vec<(Slot, Commitment)> {
        let commitment = |(slot, choice): (Slot, &[u8])| {
            let nonce = self.secret.nonce(self.game, lock, seat, slot);
            let opened = Opened { slot, choice: choice.to_vec(), nonce };
            (slot, opened.commitment(self.game, lock, seat))
        };
        choices.iter().map(commitment).collect()
    }

    /// What lies in this slot, with its proof, if this peer sealed what is sealed there now.
    pub(super) fn opening(&self, seat: Seat, slot: Slot, state: &SeatState) -> Option<OpenedUnder> {
        let own = self.seats.get(&seat)?;
        let lock = own.locks[slot.index()]?;
        let choice = own.choices.get(slot)?.to_vec();
        let opened = Opened { slot, choice, nonce: self.secret.nonce(self.game, lock, seat, slot) };
        let sealed = state.sealed(slot)?;
        (sealed.commitment == opened.commitment(self.game, lock, seat)).then_some(OpenedUnder { lock, opened })
    }

    /// The choices that this peer has sealed for a seat.
    pub(super) fn sealed(&self, seat: Seat) -> SealedBytes {
        self.seats.get(&seat).map(|own| own.choices.clone()).unwrap_or_default()
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
    pub(super) fn bot_seed(&self, seat: Seat, commitment: Hash) -> Option<[u8; 32]> {
        let seeds = (0..super::MAX_TAKEOVERS).map(|count| self.secret.bot_seed(self.draft, self.me, seat, count));
        seeds.into_iter().find(|seed| bot_seed_commitment(self.draft, seat, seed) == commitment)
    }

    /// The commitment to the seed of the bot that would take this seat over, which so many have done.
    pub(super) fn next_bot(&self, seat: Seat, takeovers: usize) -> Hash {
        let seed = self.secret.bot_seed(self.draft, self.me, seat, takeovers as u32);
        bot_seed_commitment(self.draft, seat, &seed)
    }

    /// Says something new, after the last number that is in the log and the last one that was ever used: what was said
    /// and never came into the log is forgotten some day, its number never.
    pub(super) fn say(&mut self, voice: Voice, deed: Deed, last: u32) -> Said {
        let spoken = self.spoken.entry(voice).or_insert(0);
        let leap = if self.resumed && !self.first.contains_key(&voice) { LEAP } else { 0 };
        *spoken = last.max(*spoken) + 1 + leap;
        self.first.entry(voice).or_insert(*spoken);
        let said = Said { voice, sequence: *spoken, deed };
        self.said.push(said.clone());
        if self.said.len() > MAX_SAID {
            self.said.remove(0);
        }
        said
    }

    /// Whether this may be heard before it is on the disk. A move may, if something was written down before it since the
    /// program runs: should it be forgotten in a crash, the next numbers leap over it, so that no other move ever gets
    /// the same one. Nobody is thus taken for a cheat, and nothing secret is lost.
    pub(super) fn may_be_late(&self, said: &Said) -> bool {
        let written_before = self.first.get(&said.voice).is_some_and(|first| *first < said.sequence);
        written_before && matches!(said.deed, Deed::Act { .. })
    }

    /// What was said and is not in the log, by the last number of each voice that is.
    pub(super) fn unheard(&self, last: impl Fn(Voice) -> u32) -> Vec<Said> {
        self.said.iter().filter(|said| said.sequence > last(said.voice)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOICE: Voice = Voice::Own;

    fn own(spoken: u32, resumed: bool) -> Own {
        let said = (1..=spoken).map(|sequence| Said { voice: VOICE, sequence, deed: Deed::Pause }).collect();
        let memory = Memory { said, ..Memory::default() };
        let mut own = Own::new(PeerIndex(0), GameId(Hash([1; 32])), Hash([2; 32]), GameSecret::new([3; 32]), &memory);
        own.resumed = resumed;
        own
    }

    fn act() -> Deed {
        Deed::Act { turn: 1, action: Vec::new() }
    }

    #[test]
    fn whoever_resumes_leaps_over_the_numbers_that_may_have_been_used() {
        let mut first = own(5, false);
        assert_eq!(first.say(VOICE, act(), 0).sequence, 6);
        // Ten moves were sent and forgotten; the journal holds five words.
        let forgotten: Vec<u32> = (0..10).map(|_| first.say(VOICE, act(), 0).sequence).collect();
        let mut again = own(5, true);
        let next: Vec<u32> = (0..10).map(|_| again.say(VOICE, act(), 0).sequence).collect();
        assert!(next.iter().all(|number| !forgotten.contains(number)), "{forgotten:?} {next:?}");
    }

    #[test]
    fn only_moves_are_heard_before_they_are_written_and_never_the_first_words_of_a_run() {
        let mut own = own(0, true);
        let first = own.say(VOICE, act(), 0);
        assert!(!own.may_be_late(&first), "the next run has to know where this one has leapt to");
        let (second, third) = (own.say(VOICE, act(), 0), own.say(VOICE, Deed::Pause, 0));
        assert!(own.may_be_late(&second) && !own.may_be_late(&third));
    }
}
