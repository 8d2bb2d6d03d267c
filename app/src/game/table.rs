//! Where the game is played: at a practice table inside this program, or at a table on the network. Everything else in
//! this module asks here for the position and hands the person's decisions in here.

use doubloons_engine::any::{SealedBytes, action_bytes};
use doubloons_engine::caribbean::{Caribbean, Choice, Command, Event, Illegal, Phase, View};
use doubloons_engine::contract::{Action, Deaf, Game, Input, Sealed, Seat, SeatSet, Turn};
use doubloons_engine::local::LocalTable;
use doubloons_net::table::peer::{Occasion, Wish};

use super::copied::Copied;
use super::draft::Draft;
use super::journal::Record;
use super::remote::Remote;
use super::rerun::Rerun;
use super::setup::Setup;

/// Where the game is played.
#[derive(Debug)]
pub(super) enum Table {
    /// In this program, with its bots' secrets.
    Practice(Box<Practice>),
    /// On the network, as far as this computer knows.
    Lan(Box<Remote>),
    /// In this program, as a copy of a table on the network that waits for its people.
    Copy(Box<Copied>),
    /// Nowhere any more: the game was played before.
    Rerun(Rerun),
}

/// A practice table.
#[derive(Debug)]
pub(super) struct Practice {
    pub(super) setup: Setup,
    pub(super) table: LocalTable<Caribbean>,
    /// Whether it is the tutorial's.
    pub(super) lesson: bool,
    /// What was decided and is not written down yet.
    records: Vec<Record>,
}

impl Practice {
    /// A practice table with everything that happened at it so far.
    pub(super) fn new(setup: Setup, table: LocalTable<Caribbean>) -> Practice {
        Practice { setup, table, lesson: false, records: Vec::new() }
    }

    /// The tutorial's table.
    pub(super) fn of_lesson(setup: Setup, table: LocalTable<Caribbean>) -> Practice {
        Practice { lesson: true, ..Practice::new(setup, table) }
    }

    /// Seals a seat's choices.
    pub(super) fn seal(&mut self, seat: Seat, choices: &Sealed<Choice>) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.table.seal(seat, choices, &mut events)?;
        self.note(Record::Seal(seat, *choices));
        Ok(events)
    }

    /// Breaks the person's seal again.
    fn unseal(&mut self) -> Result<Vec<Event>, Illegal> {
        let (seat, mut events) = (self.setup.human(), Vec::new());
        self.table.apply(&Input::Unlocked(seat), &mut events)?;
        self.note(Record::Unseal(seat));
        Ok(events)
    }

    /// Lets a seat's ship make her move.
    pub(super) fn act(&mut self, seat: Seat, action: Action<Command>) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::new();
        self.table.act(seat, action.clone(), &mut events)?;
        self.note(Record::Act(seat, action));
        Ok(events)
    }

    /// Goes on without a bot that can't decide.
    pub(super) fn give_up(&mut self, seat: Seat) -> Vec<Event> {
        let mut events = Vec::new();
        // The engine refuses this only for a seat that is away already, and then nobody waits for it.
        if self.table.apply(&Input::Absent(seat), &mut events).is_ok() {
            self.note(Record::Gone(seat));
        }
        events
    }

    /// What was decided since this was last asked for, to be written down.
    pub(super) fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Notes the cards that the person has laid and not sealed.
    pub(super) fn note_draft(&mut self, choices: Sealed<Choice>) {
        self.note(Record::Draft(self.setup.human(), choices));
    }

    fn note(&mut self, record: Record) {
        // The tutorial can be taken again at any time.
        if !self.lesson {
            self.records.push(record);
        }
    }
}

/// What came of a decision of the person's.
#[derive(Clone, Debug)]
pub(super) enum Done {
    /// It counts, and this followed from it.
    Happened(Vec<Event>),
    /// It has to be sent to the others; what follows from it is told later.
    Sent(Box<Wish>),
}

impl Table {
    /// The position.
    pub(super) fn game(&self) -> &Caribbean {
        match self {
            Table::Practice(practice) => practice.table.game(),
            Table::Lan(remote) => remote.game(),
            Table::Copy(copied) => copied.game(),
            Table::Rerun(rerun) => &rerun.game,
        }
    }

    /// The person's seat; `None` for somebody who watches.
    pub(super) fn human(&self) -> Option<Seat> {
        match self {
            Table::Practice(practice) => Some(practice.setup.human()),
            Table::Lan(remote) => remote.seat(),
            Table::Copy(copied) => Some(copied.seat()),
            Table::Rerun(rerun) => rerun.seat,
        }
    }

    /// What the person sees.
    pub(super) fn view(&self) -> Option<View> {
        match self {
            Table::Practice(practice) => Some(practice.table.view(practice.setup.human())),
            Table::Lan(remote) => remote.view().cloned(),
            Table::Copy(copied) => copied.view(),
            Table::Rerun(_) => None,
        }
    }

    /// Whether the person has a decision to make that was not made yet.
    pub(super) fn asks_human(&self) -> bool {
        match self {
            Table::Practice(practice) => self.waiting_for().contains(practice.setup.human()),
            Table::Lan(remote) => remote.asks(),
            Table::Copy(copied) => copied.asks(),
            Table::Rerun(_) => false,
        }
    }

    /// The bribes that the person has sealed and can still change, as far as the table knows them.
    pub(super) fn sealed_bribes(&self) -> Option<Draft> {
        match self {
            Table::Practice(_) | Table::Copy(_) => {
                let Turn::Seal { locked, .. } = self.game().turn() else { return None };
                let bribing = matches!(self.game().phase(), Phase::Bribing { .. });
                self.human().filter(|human| bribing && locked.contains(*human))?;
                self.view()?.own().map(Draft::laid_by)
            }
            Table::Lan(remote) => remote.sealed_bribes(),
            Table::Rerun(_) => None,
        }
    }

    /// The decision that is asked of the person at a table on the network.
    pub(super) fn occasion(&self) -> Option<Occasion> {
        match self {
            Table::Lan(remote) => remote.occasion(),
            Table::Practice(_) | Table::Copy(_) | Table::Rerun(_) => None,
        }
    }

    /// The seats that the table waits for.
    pub(super) fn waiting_for(&self) -> SeatSet {
        match self {
            Table::Practice(_) | Table::Copy(_) => self.game().turn().waiting_for(),
            Table::Lan(remote) => remote.waiting_for(),
            Table::Rerun(_) => SeatSet::EMPTY,
        }
    }

    /// Whether everything that was told of the table is also known of its position.
    pub(super) fn is_settled(&self) -> bool {
        match self {
            Table::Practice(_) | Table::Copy(_) | Table::Rerun(_) => true,
            Table::Lan(remote) => remote.is_settled(),
        }
    }

    /// Whether the game has ended, as far as it is known.
    pub(super) fn outcome(&self) -> Option<doubloons_engine::contract::Outcome> {
        match self.game().turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Seals the person's choices, if the rules allow them.
    pub(super) fn seal(&mut self, choices: &Sealed<Choice>) -> Result<Done, Illegal> {
        match self {
            Table::Practice(practice) => Ok(Done::Happened(practice.seal(practice.setup.human(), choices)?)),
            Table::Copy(copied) => Ok(Done::Happened(copied.seal(copied.seat(), choices)?)),
            Table::Lan(remote) => {
                let seat = remote.seat().ok_or(Illegal::WrongPhase)?;
                let occasion = remote.occasion().ok_or(Illegal::WrongPhase)?;
                remote.game().check_seal(seat, choices)?;
                remote.answer();
                Ok(Done::Sent(Box::new(Wish::Seal(seat, occasion, SealedBytes::of(choices)))))
            }
            Table::Rerun(_) => Err(Illegal::WrongPhase),
        }
    }

    /// Breaks the person's seal again, if that is still possible.
    pub(super) fn unseal(&mut self) -> Result<Done, Illegal> {
        match self {
            Table::Practice(practice) => Ok(Done::Happened(practice.unseal()?)),
            Table::Copy(copied) => Ok(Done::Happened(copied.unseal()?)),
            Table::Lan(remote) => {
                let seat = remote.seat().ok_or(Illegal::WrongPhase)?;
                remote.game().clone().apply(&Input::Unlocked(seat), &mut Deaf)?;
                remote.take_answer_back();
                Ok(Done::Sent(Box::new(Wish::Unlock(seat))))
            }
            Table::Rerun(_) => Err(Illegal::WrongPhase),
        }
    }

    /// Lets the person's ship make her move.
    pub(super) fn act(&mut self, action: Action<Command>) -> Result<Done, Illegal> {
        match self {
            Table::Practice(practice) => Ok(Done::Happened(practice.act(practice.setup.human(), action)?)),
            Table::Copy(copied) => Ok(Done::Happened(copied.act(copied.seat(), &action)?)),
            Table::Lan(remote) => {
                let seat = remote.seat().ok_or(Illegal::WrongPhase)?;
                let occasion = remote.occasion().ok_or(Illegal::WrongPhase)?;
                let bytes = action_bytes(&action);
                remote.game().clone().apply(&Input::Act(seat, action), &mut Deaf)?;
                remote.answer();
                Ok(Done::Sent(Box::new(Wish::Act(seat, occasion, bytes))))
            }
            Table::Rerun(_) => Err(Illegal::WrongPhase),
        }
    }
}
