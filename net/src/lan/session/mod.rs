//! One table on this computer, from the lobby to the end of its game: the pure core of [`table`](crate::table), with
//! links to the others, a journal, bots that think, and a place in the list of tables.
//!
//! A session is a task that does one thing after the other; only disks are waited for elsewhere. Programs send it [`Command`]s, read
//! what [happens](Happening), and look at the latest [`View`].
//!
//! * [`parcel`]: what travels on links; `contacts`: where others can be found.
//! * `actor`: what happens, one thing after the other; `inbound`: the tasks that it hears from; `stage`: who hears of what.
//! * `hosting`, `visiting`: before the game; `playing`: in it; `watching`, `watchers`: on both sides of looking on; `ending`: after
//!   it; `rematch`: another one with the same people; `listing`: the list of tables.

mod actor;
mod contacts;
mod ending;
mod hosting;
mod inbound;
mod listing;
mod outbox;
pub mod parcel;
mod playing;
mod rematch;
mod stage;
mod visiting;
mod watchers;
mod watching;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::{AnyTerms, AnyView};
use doubloons_engine::contract::Seat;
use doubloons_engine::tongue::Worded;
use thiserror::Error;
use tokio::sync::{mpsc, watch};

use super::discovery::{Card, DiscoveryFault};
use super::door::{Pin, Turned};
use super::installation::{Installation, InstallationFault, SavedGame};
use super::interfaces::InterfaceChoice;
use super::transport::{Arrivals, DialFault, Endpoint, LinkFault};
use crate::identity::PublicKey;
use crate::table::chat::Remark;
use crate::table::copy::{MarkedCopy, NoCopy};
use crate::table::genesis::{Charter, Name, PeerIndex};
use crate::table::lobby::guest::GuestCommand;
use crate::table::lobby::host::HostCommand;
use crate::table::lobby::message::Introduction;
use crate::table::lobby::reason::{self, CommandRefused, Failure, Objection, Parting};
use crate::table::lobby::{Boards, LobbyView};
use crate::table::peer::{self, Occasion, Patience, Wish};
use crate::table::state::{Refusal, State};
use crate::table::statement::{Epoch, Head, StandInBody};
use crate::transcript::{NoBoardFile, Report, Transcript};
pub use parcel::SeatWish;
pub use rematch::RematchNews;

/// What a session stands on.
pub struct Ground {
    /// The data directory.
    pub installation: Arc<Installation>,
    /// The port for QUIC.
    pub endpoint: Endpoint,
    /// Who comes to it.
    pub arrivals: Arrivals,
    /// The boards that are on this computer.
    pub boards: Boards,
    /// The text of the file of a board that is not built in, if that is what is played on.
    pub board_file: Option<String>,
    /// Where tables are announced and looked for.
    pub interfaces: InterfaceChoice,
    /// How long is waited for what.
    pub patience: Patience,
    /// How long bots wait before they answer, so that people can follow.
    pub pace: Duration,
    /// Where fresh random bytes come from.
    pub random: Box<dyn FnMut() -> [u8; 32] + Send>,
}

/// How a session begins.
#[derive(Debug)]
pub enum Start {
    /// With a new table.
    Host {
        /// What the table is called.
        table: Name,
        /// Who hosts, and whether they play.
        me: Introduction,
        /// The game and its options.
        terms: Box<AnyTerms>,
        /// What guests have to know.
        pin: Option<Pin>,
    },
    /// At somebody else's table: to play, or to watch a game that has begun.
    Join {
        /// What the table says of itself.
        card: Box<Card>,
        /// Where its host can be found.
        addresses: Vec<SocketAddr>,
        /// Who joins.
        me: Introduction,
        /// The table's PIN, if the person knows it.
        pin: Option<Pin>,
    },
    /// In the middle of a game.
    Resume {
        /// The game.
        game: Box<SavedGame>,
        /// What guests have to know.
        pin: Option<Pin>,
    },
}

/// What the people at this computer want.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a command is given now and then and handed over once")]
pub enum Command {
    /// As the host, in the lobby.
    Host(HostCommand),
    /// As the host, in the lobby: guests have to know this PIN from now on, or none. Whoever is in stays in. Guests who came
    /// in before and host the game later ask those who want to watch for the PIN that they came in with.
    SetPin(Option<Pin>),
    /// As a guest, in the lobby.
    Guest(GuestCommand),
    /// In the game.
    Wish(Wish),
    /// As somebody who watches: take over this bot's seat, if whoever runs the bot agrees.
    AskForSeat(Seat),
    /// After a game: another one with the same people. The table for it is opened here, or at the computer of somebody else
    /// who would like one too; either way the session goes on in its lobby.
    Rematch,
    /// In a game that too few are there for: a copy of it to play on alone, against bots of this level; chance and bots
    /// follow from the seed. The game itself is not touched.
    Copy {
        /// How well the stand-ins play.
        level: Name,
        /// Where the copy's chance comes from.
        seed: u64,
    },
    /// The transcript as far as the game has come.
    Record,
    /// The network is another one, or the computer was asleep: look at all links at once.
    Awake,
    /// Be gone. A game goes on when it is resumed; a table that was only being set up is closed.
    Quit,
}

/// What people should know, in the order in which it happened.
#[derive(Debug)]
pub enum Happening {
    /// The table can be found here.
    Open {
        /// The port.
        port: u16,
    },
    /// We are in the lobby of this table.
    Joined(Box<Card>),
    /// Something happened in the lobby.
    Lobby(reason::Notice),
    /// Somebody said something in the lobby.
    Said(PublicKey, Remark),
    /// The last command of the lobby was not carried out, for the reason given.
    HostRefused(CommandRefused),
    /// As a guest.
    GuestRefused(reason::Refusal),
    /// This computer does not agree to what the host proposes.
    Objected(Objection),
    /// The game does not begin; the lobby is open again.
    Failed(Failure),
    /// The lobby's host is gone; we knock again as soon as it is back.
    HostLost,
    /// The game has begun, or goes on.
    Begun {
        /// What everybody agreed on.
        charter: Arc<Charter>,
        /// Which of the members this is; one that nobody has for somebody who watches.
        me: PeerIndex,
        /// How much of it was in the journal.
        resumed_at: Option<u64>,
    },
    /// Everything up to here is there to stay.
    Accepted(Head),
    /// Something else happened in the game.
    Game(peer::Notice),
    /// The last wish can't be fulfilled.
    WishRefused(Refusal),
    /// Somebody who watches would like to take over the seat of a bot that runs here. To agree, make
    /// [`Wish::Admit`] of it.
    SeatWanted(Box<SeatWish>),
    /// The copy that was asked for, or why there is none.
    Copied(Result<Box<MarkedCopy>, NoCopy>),
    /// The transcript that was asked for: everything that is there to stay by now.
    Recorded(Result<Box<Transcript>, NoBoardFile>),
    /// There is a link to this member.
    Connected(PeerIndex),
    /// The link to this member is gone, for this reason.
    Lost(PeerIndex, String),
    /// What has to be written down can't be. Nothing more is said or decided until it can.
    Stalled(InstallationFault),
    /// It can be written down again.
    Recovered,
    /// Tables can't be announced or looked for. All else works.
    NotListed(DiscoveryFault),
    /// The game is over, and this is its transcript. Comes again if more of it becomes known.
    Over(Box<Ending>),
    /// Everybody who is there has all of the game: nobody is left in the lurch by whoever leaves now.
    Settled,
    /// Something about another game with the same people.
    Rematch(RematchNews),
    /// The session is over: nothing follows.
    Ended(Ended),
}

/// A game that is over.
#[derive(Debug)]
pub struct Ending {
    /// The table at the end.
    pub state: Arc<State>,
    /// How many entries the transcript has.
    pub entries: usize,
    /// Where the transcript is.
    pub transcript: PathBuf,
    /// What the verifier says of it.
    pub report: Report,
}

/// Why a session is over.
#[derive(Debug, Error, Worded)]
pub enum Ended {
    /// It was asked to be.
    #[error("closed")]
    Quit,
    /// The host does not want us.
    #[error(transparent)]
    Parted(#[from] Parting),
    /// The host refused us.
    #[error(transparent)]
    Refused(#[from] reason::Refusal),
    /// The host's table can't be opened like this.
    #[error(transparent)]
    NoTable(#[from] CommandRefused),
    /// Nobody answers.
    #[error(transparent)]
    Dial(#[from] DialFault),
    /// We were not let in.
    #[error(transparent)]
    Turned(#[from] Turned),
    /// The link to the lobby's host broke.
    #[error(transparent)]
    Lost(#[from] LinkFault),
    /// The lobby's host did not come back.
    #[error("the host is gone: join again when the table is in the list")]
    HostGone,
    /// The data directory can't be used.
    #[error(transparent)]
    Installation(#[from] InstallationFault),
    /// The journal is not one of this game.
    #[error("the journal of this game is damaged at entry {index}: {why}")]
    Journal {
        /// The first bad entry.
        index: u64,
        /// What is wrong with it.
        why: String,
    },
    /// A game that can't be watched.
    #[error("the game at this table can’t be watched: {0}")]
    Unwatchable(String),
}

/// What the table looks like now.
#[derive(Clone, Default, Debug)]
pub enum View {
    /// Nothing to see yet.
    #[default]
    Nothing,
    /// Before the game.
    Lobby(Box<LobbyView>),
    /// In the game.
    Table(Box<TableView>),
}

/// A running game as one of its peers sees it.
#[derive(Clone, Debug)]
pub struct TableView {
    /// Which member this is.
    pub me: PeerIndex,
    /// The table.
    pub state: Arc<State>,
    /// How far its log goes.
    pub head: Head,
    /// How much of it is there to stay.
    pub accepted: u64,
    /// Who hosts since when.
    pub epoch: Option<Epoch>,
    /// The members that there is a link to.
    pub connected: Vec<PeerIndex>,
    /// Whom the table waits for.
    pub waiting_for: Vec<PeerIndex>,
    /// What the people at this computer have to decide.
    pub asked: Vec<Asked>,
    /// What somebody at this computer sees who has sealed a choice and can still break the seal.
    pub sealed: Option<AnyView>,
    /// Who agrees to which bot at the seat of somebody who is away.
    pub stand_ins: Vec<StandInBody>,
    /// Whether nothing can be written down.
    pub stalled: bool,
}

/// A decision that somebody at this computer has to make.
#[derive(Clone, Debug)]
pub struct Asked {
    /// For which seat.
    pub seat: Seat,
    /// Which decision.
    pub occasion: Occasion,
    /// What the seat sees.
    pub view: AnyView,
}

/// A session under way. To end it, send [`Command::Quit`] and wait for [`Happening::Ended`]; it ends as well when all
/// clones of this are dropped.
#[derive(Clone, Debug)]
pub struct Session {
    commands: mpsc::UnboundedSender<Command>,
    view: watch::Receiver<View>,
}

impl Session {
    /// Begins a session. Must be called inside a tokio runtime.
    pub fn start(ground: Ground, start: Start) -> (Session, mpsc::UnboundedReceiver<Happening>) {
        let (commands, orders) = mpsc::unbounded_channel();
        let (happenings, told) = mpsc::unbounded_channel();
        let (shown, view) = watch::channel(View::Nothing);
        actor::spawn(ground, start, orders, happenings, shown);
        (Session { commands, view }, told)
    }

    /// Asks for something. What comes of it is told as a [`Happening`].
    pub fn command(&self, command: Command) {
        // A session that is over has said so.
        let _ = self.commands.send(command);
    }

    /// The table as it is now, and a signal whenever it changes.
    pub fn view(&self) -> watch::Receiver<View> {
        self.view.clone()
    }
}
