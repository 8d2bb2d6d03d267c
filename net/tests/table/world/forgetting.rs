//! Computers that fail in the one moment in which an honest author can forget a move: others have it, and the own disk
//! does not.

use std::collections::BTreeMap;

use doubloons_engine::contract::Dice;
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::journal::{Record, Said};
use doubloons_net::table::replication::Consensus;
use doubloons_net::table::statement::{Deed, InputBody, SignedInput, Voice};
use doubloons_net::wire::frame::Frame;

/// Who forgets, how often, and what came of it.
#[derive(Default)]
pub(crate) struct Forgetting {
    /// Of how many moves that it sends a computer forgets one.
    one_in: BTreeMap<usize, u32>,
    /// For how long a computer that starts finds nobody, in milliseconds: its people may be asked before it is told what
    /// the others know.
    lonely: u32,
    /// What was sent: by which computer, with which voice and number.
    sent: BTreeMap<(usize, Voice, u32), Deed>,
    /// The moves of each computer that its disk may lose.
    unsynced: BTreeMap<usize, Vec<Said>>,
    /// The computers that are about to fail.
    doomed: BTreeMap<usize, Moment>,
    forgotten: Vec<(usize, Said)>,
    otherwise: usize,
}

/// When the power fails.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Before the move is written.
    Writing,
    /// When it is written, and all that follows from it has happened that happens before the next sync.
    Sync,
}

impl Forgetting {
    /// Lets a computer forget one of so many of its moves, and then be alone for up to so many milliseconds.
    pub(crate) fn begin(&mut self, computer: usize, one_in: u32, lonely: u32) {
        self.one_in.insert(computer, one_in);
        self.lonely = lonely;
    }

    /// How many moves were sent, and then forgotten by their author.
    pub(crate) fn forgotten(&self) -> usize {
        self.forgotten.len()
    }

    /// How often somebody was asked again and answered otherwise.
    pub(crate) fn answered_otherwise(&self) -> usize {
        self.otherwise
    }

    pub(super) fn lonely(&self, dice: &mut Dice) -> u64 {
        if self.lonely == 0 { 0 } else { dice.below(self.lonely).into() }
    }

    pub(super) fn note_sent(&mut self, computer: usize, frame: &Frame, dice: &mut Dice) {
        let entries: &[Entry] = match frame {
            Frame::Consensus(Consensus::Append { entries, .. }) => entries,
            _ => &[],
        };
        let logged = entries.iter().filter_map(|entry| match entry.content() {
            Content::Input(input) => Some(input),
            _ => None,
        });
        let said = match frame {
            Frame::Input(input) => Some(input),
            _ => None,
        };
        let own = |input: &&SignedInput| input.body.author.index() == computer;
        for input in logged.chain(said).filter(own) {
            let InputBody { voice, sequence, deed, .. } = &input.body;
            let before = self.sent.insert((computer, *voice, *sequence), deed.clone());
            if let Some(before) = &before {
                assert_eq!(before, deed, "computer {computer} says two things under number {sequence}");
            }
            let same = |said: &Said| (said.voice, said.sequence) == (input.body.voice, input.body.sequence);
            if before.is_none() && self.unsynced.get(&computer).is_some_and(|written| written.iter().any(same)) {
                self.decide(computer, dice);
            }
        }
    }

    pub(super) fn note_record(&mut self, computer: usize, record: &Record, dice: &mut Dice) {
        let Record::Said(said) = record else { return };
        let Deed::Act { turn, action } = &said.deed else { return };
        let otherwise = |(who, known): &(usize, Said)| {
            let same = (*who, known.voice) == (computer, said.voice);
            let other = matches!(&known.deed, Deed::Act { turn: then, action: last } if then == turn && last != action);
            same && other
        };
        self.otherwise += usize::from(self.forgotten.iter().any(otherwise));
        self.unsynced.entry(computer).or_default().push(said.clone());
        if self.sent.contains_key(&(computer, said.voice, said.sequence)) {
            self.decide(computer, dice);
        }
    }

    /// A move is sent and not on the disk: is it forgotten?
    fn decide(&mut self, computer: usize, dice: &mut Dice) {
        if let Some(one_in) = self.one_in.get(&computer)
            && dice.below(*one_in) == 0
        {
            self.doomed.insert(computer, if dice.below(2) == 0 { Moment::Writing } else { Moment::Sync });
        }
    }

    pub(super) fn fails_before_writing(&self, computer: usize) -> bool {
        self.doomed.get(&computer) == Some(&Moment::Writing)
    }

    pub(super) fn fails_before_sync(&self, computer: usize) -> bool {
        self.doomed.contains_key(&computer)
    }

    pub(super) fn note_synced(&mut self, computer: usize) {
        self.unsynced.remove(&computer);
    }

    /// All that was not on the disk is gone.
    pub(super) fn note_forgotten(&mut self, computer: usize) {
        let lost = self.unsynced.remove(&computer).unwrap_or_default();
        let sent = |said: &Said| self.sent.contains_key(&(computer, said.voice, said.sequence));
        let forgotten: Vec<_> = lost.into_iter().filter(sent).map(|said| (computer, said)).collect();
        self.forgotten.extend(forgotten);
    }

    /// The computer failed, for whatever reason.
    pub(super) fn note_crashed(&mut self, computer: usize) {
        self.unsynced.remove(&computer);
        self.doomed.remove(&computer);
    }
}
