//! The words for what is not as it should be at a table.

use doubloons_words::{say, say_count, tr};

use super::widget::{Notice, Tone};
use crate::game::{StandInVote, Trouble, listed};

mod words {
    pub(super) const STALLED: &str = "Nothing can be written to the disk: make room on it. Nothing is lost; the game goes on here as soon as it can.";
    pub(super) const LOST_TABLE: &str = "Lost the table. Trying again; nothing is lost.";
    pub(super) const MEANWHILE: &str = "Meanwhile you can play on against bots.";
    pub(super) const PLAY_COPY: &str = "Play On in a Copy";
    pub(super) const IN_COPY: &str =
        "This is a copy with bots: nothing in it counts. The game itself waits for the others.";
    pub(super) const OTHERS_BACK: &str = "The others are back: the game itself goes on.";
    pub(super) const TO_TABLE: &str = "Back to the Table";
    pub(super) const YOUR_BREAK: &str = "You asked for a break.";
    pub(super) const WATCHING: &str = "You are watching this game.";
    pub(super) const SEAT_ASKED: &str = "You are watching this game. The host was asked to give you a bot’s seat.";
    pub(super) const TAKE_SEAT: &str = "Play for a Bot";
    pub(super) const GO_ON: &str = "Go On";
    pub(super) const AGREE: &str = "Agree";
    pub(super) const WAIT: &str = "Wait";
    pub(super) const STAND_IN: &str = "Let a Bot Stand In";
}

/// What the banner says about it.
pub(crate) fn notice(trouble: &Trouble) -> Notice {
    let amber = |text: String| Notice { text, button: None, other: None, tone: Tone::Amber };
    let calm = |text: String, button: Option<&'static str>| Notice {
        text,
        button: button.map(|button| tr(button).to_owned()),
        other: None,
        tone: Tone::Calm,
    };
    match trouble {
        Trouble::Stalled => amber(tr(words::STALLED).to_owned()),
        Trouble::LostTable { copy, other } => {
            let lost = match other {
                Some(name) => say!("No connection to {name}. Trying again; nothing is lost."),
                None => tr(words::LOST_TABLE).to_owned(),
            };
            match copy {
                false => amber(lost),
                true => Notice {
                    button: Some(tr(words::PLAY_COPY).to_owned()),
                    ..amber(format!("{lost} {}", tr(words::MEANWHILE)))
                },
            }
        }
        Trouble::InCopy { others_are_back: false } => calm(tr(words::IN_COPY).to_owned(), Some(words::TO_TABLE)),
        Trouble::InCopy { others_are_back: true } => {
            Notice { tone: Tone::Amber, ..calm(tr(words::OTHERS_BACK).to_owned(), Some(words::TO_TABLE)) }
        }
        Trouble::LostHost { name } => {
            amber(say!("{name}’s computer is gone. Looking for a new host; no move is lost."))
        }
        Trouble::Lost { name } => amber(say!("No connection to {name}. Waiting for them.")),
        Trouble::Away { name, vote, proposed_by, .. } => match vote {
            StandInVote::Agreed => calm(say!("{name} is away. A bot stands in as soon as enough of you agree."), None),
            StandInVote::Waits => calm(say!("{name} is away. You would rather wait."), Some(words::STAND_IN)),
            StandInVote::Open if proposed_by.is_empty() => calm(
                say!("{name} is away. The game goes on without them; a bot can play until they are back."),
                Some(words::STAND_IN),
            ),
            StandInVote::Open => {
                let text = say_count!(
                    proposed_by.len(),
                    "{names} proposes that a bot plays for {name} until they are back.",
                    "{names} propose that a bot plays for {name} until they are back.",
                    names = listed(proposed_by)
                );
                Notice { other: Some(tr(words::WAIT).to_owned()), ..calm(text, Some(words::AGREE)) }
            }
        },
        Trouble::Watching { asked: true, .. } => calm(tr(words::SEAT_ASKED).to_owned(), None),
        Trouble::Watching { seat, asked: false } => {
            calm(tr(words::WATCHING).to_owned(), seat.is_some().then_some(words::TAKE_SEAT))
        }
        Trouble::Break { name } => {
            let text = name
                .as_ref()
                .map_or_else(|| tr(words::YOUR_BREAK).to_owned(), |name| say!("{name} asked for a break."));
            calm(text, Some(words::GO_ON))
        }
    }
}

#[cfg(test)]
mod tests {
    use doubloons_engine::contract::Seat;

    use super::*;

    fn away(vote: StandInVote, proposed_by: &[&str]) -> Notice {
        let proposed_by = proposed_by.iter().map(|name| (*name).to_owned()).collect();
        notice(&Trouble::Away { name: "Teun".to_owned(), seat: Seat::new(2).expect("a seat"), vote, proposed_by })
    }

    #[test]
    fn a_proposal_of_others_is_told_with_who_makes_it_and_both_answers() {
        let said = away(StandInVote::Open, &["Bea"]);
        assert_eq!(said.text, "Bea proposes that a bot plays for Teun until they are back.");
        assert_eq!((said.button.as_deref(), said.other.as_deref()), (Some("Agree"), Some("Wait")));
        let said = away(StandInVote::Open, &["Bea", "Carl"]);
        assert_eq!(said.text, "Bea and Carl propose that a bot plays for Teun until they are back.");
        assert_eq!(said.tone, Tone::Calm);
    }

    #[test]
    fn a_copy_is_offered_to_whoever_has_waited_and_always_says_what_it_is() {
        assert_eq!(notice(&Trouble::LostTable { copy: false, other: None }).button, None);
        let between_two = notice(&Trouble::LostTable { copy: false, other: Some("Sofia".to_owned()) });
        assert!(between_two.text.contains("Sofia"), "{}", between_two.text);
        let offered = notice(&Trouble::LostTable { copy: true, other: None });
        assert_eq!(offered.button.as_deref(), Some("Play On in a Copy"));
        assert!(offered.text.starts_with(words::LOST_TABLE), "{}", offered.text);
        let copy = notice(&Trouble::InCopy { others_are_back: false });
        assert_eq!((copy.text.as_str(), copy.button.as_deref()), (words::IN_COPY, Some("Back to the Table")));
        let back = notice(&Trouble::InCopy { others_are_back: true });
        assert_eq!((back.text.as_str(), back.tone), (words::OTHERS_BACK, Tone::Amber));
    }

    #[test]
    fn whoever_has_answered_is_not_asked_again() {
        assert_eq!(away(StandInVote::Agreed, &["Bea"]).button, None);
        let waits = away(StandInVote::Waits, &["Bea"]);
        assert_eq!(waits.text, "Teun is away. You would rather wait.");
        assert_eq!((waits.button.as_deref(), waits.other), (Some("Let a Bot Stand In"), None), "one may think again");
    }
}
