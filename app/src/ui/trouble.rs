//! The words for what is not as it should be at a table.

use doubloons_words::{say, tr};

use super::widget::{Notice, Tone};
use crate::game::Trouble;

mod words {
    pub(super) const STALLED: &str = "Nothing can be written to the disk: make room on it. Nothing is lost; the game goes on here as soon as it can.";
    pub(super) const LOST_TABLE: &str = "Lost the table. Trying again; your bribes are safe.";
    pub(super) const YOUR_BREAK: &str = "You asked for a break.";
    pub(super) const WATCHING: &str = "You watch this game.";
    pub(super) const SEAT_ASKED: &str = "You watch this game. The host was asked to give you a bot’s seat.";
    pub(super) const TAKE_SEAT: &str = "Play for a Bot";
    pub(super) const GO_ON: &str = "Go On";
    pub(super) const STAND_IN: &str = "Let a Bot Stand In";
}

/// What the banner says about it.
pub(crate) fn notice(trouble: &Trouble) -> Notice {
    let amber = |text: String| Notice { text, button: None, tone: Tone::Amber };
    match trouble {
        Trouble::Stalled => amber(tr(words::STALLED).to_owned()),
        Trouble::LostTable => amber(tr(words::LOST_TABLE).to_owned()),
        Trouble::LostHost { name } => {
            amber(say!("{name}’s computer is gone. Looking for a new host; no move is lost."))
        }
        Trouble::Lost { name } => amber(say!("No connection to {name}. Waiting for them.")),
        Trouble::Away { name, agreed: true, .. } => Notice {
            text: say!("{name} is away. A bot stands in as soon as enough of you agree."),
            button: None,
            tone: Tone::Calm,
        },
        Trouble::Away { name, agreed: false, .. } => Notice {
            text: say!("{name} is away. The game goes on without them; a bot can play until they are back."),
            button: Some(tr(words::STAND_IN).to_owned()),
            tone: Tone::Calm,
        },
        Trouble::Watching { asked, .. } => Notice {
            text: if *asked { tr(words::SEAT_ASKED) } else { tr(words::WATCHING) }.to_owned(),
            button: (!asked).then(|| tr(words::TAKE_SEAT).to_owned()),
            tone: Tone::Calm,
        },
        Trouble::Break { name } => Notice {
            text: name
                .as_ref()
                .map_or_else(|| tr(words::YOUR_BREAK).to_owned(), |name| say!("{name} asked for a break.")),
            button: Some(tr(words::GO_ON).to_owned()),
            tone: Tone::Calm,
        },
    }
}
