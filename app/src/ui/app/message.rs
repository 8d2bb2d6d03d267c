//! What happens to the window.

use std::path::PathBuf;

use doubloons_net::table::genesis::GameId;
use doubloons_net::table::peer::Wish;

use super::evidence::Wanted;
use crate::cli::Opening;
use crate::game::Setup;
use crate::lan::plan::HostPlan;
use crate::lan::{Invitation, News};
use crate::preferences::Preferences;
use crate::replay::{Story, Ticket};
use crate::ui::game_page::GameOutput;
use crate::ui::harbour::HarbourOutput;
use crate::ui::replay_page::{Behind, ReplayOutput};
use crate::ui::results_page::ResultsOutput;
use crate::ui::table_page::TableOutput;
use crate::voyages::JournalNews;

/// What happens to the window.
#[derive(Debug)]
pub(crate) enum AppInput {
    /// Somebody asks for this from outside: by a command, the icon's menu, a file.
    Asked(Opening),
    /// A practice game begins.
    Begin(Setup),
    /// The tutorial begins.
    Learn,
    /// The first page asks for something.
    Harbour(HarbourOutput),
    /// A table is opened.
    Host(Box<HostPlan>),
    /// Somebody goes to a table.
    Join(Box<Invitation>),
    /// The table page asks for something.
    Table(TableOutput),
    /// The game page asks for something.
    Game(GameOutput),
    /// The results page asks for something.
    Results(ResultsOutput),
    /// A practice game that was left goes on.
    ResumePractice(PathBuf),
    /// A practice game that was left is of no interest any more.
    ForgetPractice(PathBuf),
    /// A game on the network that was left is of no interest any more.
    Forget(GameId),
    /// Something became of the journal of a practice game.
    Journal(JournalNews),
    /// The practice game that is being played is given up.
    GiveUp,
    /// The page of a copy asks for something.
    Copy(GameOutput),
    /// Back from a copy to the game itself.
    ToTable,
    /// Getting up from the game was asked for elsewhere than on its page.
    LeaveAsked,
    /// The person gets up from the table for good.
    LeaveForGood,
    /// The proof of cheating is wanted, to read or to keep.
    Evidence(Wanted),
    /// The proof of cheating is to be kept somewhere.
    SaveEvidence,
    /// The proof of cheating, in words.
    EvidenceRead(String),
    /// What became of keeping the proof.
    EvidenceKept(String),
    /// What to do about somebody who cheated?
    AboutCheating,
    /// A decision at the table was made in a dialog.
    Wish(Box<Wish>),
    /// The sounds are to be turned off, or on again.
    SoundsToggled,
    /// Preferences were chosen.
    Chosen(Preferences),
    /// The network thread tells something.
    News(News),
    /// A transcript is to be looked at.
    Replay(PathBuf),
    /// A transcript was read and checked, or can't be, for somebody who comes from this page.
    Told(Ticket, Behind, Result<Box<Story>, String>),
    /// The replay page asks for something.
    Film(ReplayOutput),
    /// The harbour, whatever is left behind.
    ToHarbour,
    /// The window has the focus, or has lost it.
    Looked(bool),
    /// The window is to be closed.
    CloseRequested,
    /// The program ends.
    Quit,
}
