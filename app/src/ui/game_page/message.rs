//! What the game page begins with, is told, and asks for.

use doubloons_engine::caribbean::Space;
use doubloons_engine::contract::Seat;
use doubloons_net::identity::PublicKey;
use doubloons_net::table::chat::Remark;
use doubloons_net::table::genesis::GameId;
use doubloons_net::table::peer;

use super::keys::Wish;
use crate::drafts::Drafts;
use crate::game::{Model, Msg, Results, Speed};
use crate::hourglass::Hourglass;
use crate::lan::chat::ChatLine;
use crate::ui::coach::CoachInput;
use crate::voyages::Journal;

/// What the page begins with.
pub(crate) struct GameInit {
    /// The game.
    pub(crate) model: Model,
    /// How fast others' moves are shown.
    pub(crate) speed: Speed,
    /// Where the coach's chance comes from.
    pub(crate) seed: u64,
    /// What a table on the network has besides.
    pub(crate) lan: Option<LanInit>,
    /// Where the decisions of a practice game are written down.
    pub(crate) journal: Option<Journal>,
    /// The table that this is a copy of, if it is one.
    pub(crate) copy_of: Option<String>,
}

/// What a table on the network has besides its game.
pub(crate) struct LanInit {
    /// What it is called.
    pub(crate) table: String,
    /// The words to compare.
    pub(crate) words: String,
    /// What was said so far.
    pub(crate) lines: Vec<ChatLine>,
    /// Since when the decision was waited for that was asked for last, at a table that the person came back to.
    pub(crate) noted: Option<(GameId, Hourglass)>,
    /// Where the cards are kept that lie there unsealed.
    pub(crate) drafts: Option<Drafts>,
}

/// What the page is told.
#[derive(Debug)]
pub(crate) enum GameInput {
    /// Something happened in the game.
    Game(Msg),
    /// A key asks for something.
    Wished(Wish),
    /// The person asks what is on a space.
    AskedAbout(Space),
    /// The window has another size.
    Resized {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
    },
    /// Nobody typed a digit for a while.
    TypingEnded(u64),
    /// Somebody said something.
    Line(ChatLine),
    /// These others are here; with each, whether they are muted.
    People(Vec<(PublicKey, String, bool)>),
    /// Something should be said briefly.
    Say(String),
    /// The banner's button was pressed.
    BannerPressed,
    /// The banner's other button was pressed.
    BannerDeclined,
    /// A second has passed while the clock runs.
    Ticked,
    /// The person asks the coach for something.
    Coached(CoachInput),
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum GameOutput {
    /// The harbour.
    Leave,
    /// The results page.
    Finished(Box<Results>),
    /// A decision that has to reach the table.
    Wish(Box<peer::Wish>),
    /// The seat of this bot.
    AskForSeat(Seat),
    /// To say this.
    Say(Remark),
    /// Whether the person has to decide something has changed.
    Asked(bool),
    /// This decision is waited for from now on, at a table with a clock.
    TimeBegan(peer::Occasion),
    /// To listen to somebody no more, or again.
    Mute(PublicKey),
    /// Others' moves shown at this speed from now on.
    SpeedChosen(Speed),
    /// Too few are there for the table to go on, or enough again.
    Stranded(bool),
    /// A copy of the game to play on in.
    Copy,
    /// The table that this is a copy of.
    ToTable,
    /// The preferences.
    Preferences,
    /// The tutorial is over, and the person stays at its table.
    Learned,
}
