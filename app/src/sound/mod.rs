//! What is to be heard, without a line of GTK: which thing that happens sounds how. The sounds are computed from the
//! recipes in `synth`; there are no recordings. Nothing is told by sound alone.

mod synth;
mod wav;

use doubloons_engine::caribbean::{Command, Event};
use doubloons_engine::contract::Seat;

/// Something to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cue {
    /// A card falls on wood.
    CardLaid,
    /// A seal is pressed into wax.
    Sealed,
    /// Cards are turned up.
    Reveal,
    /// A ship takes a step.
    Sails,
    /// A chest changes hands.
    Capture,
    /// A chest becomes money.
    Delivery,
    /// A thief sniggers: the ship has fewer steps.
    Thief,
    /// Two bells: a tie.
    Tie,
    /// The fog-horn: the last round.
    LastRound,
    /// The ship's bell: your decision.
    YourTurn,
    /// The game is over.
    End,
    /// Somebody said something.
    Chat,
}

impl Cue {
    /// All of them.
    #[cfg(test)]
    const ALL: [Cue; 12] = [
        Cue::CardLaid,
        Cue::Sealed,
        Cue::Reveal,
        Cue::Sails,
        Cue::Capture,
        Cue::Delivery,
        Cue::Thief,
        Cue::Tie,
        Cue::LastRound,
        Cue::YourTurn,
        Cue::End,
        Cue::Chat,
    ];

    /// The name of its file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Cue::CardLaid => "card-laid.wav",
            Cue::Sealed => "sealed.wav",
            Cue::Reveal => "reveal.wav",
            Cue::Sails => "sails.wav",
            Cue::Capture => "capture.wav",
            Cue::Delivery => "delivery.wav",
            Cue::Thief => "thief.wav",
            Cue::Tie => "tie.wav",
            Cue::LastRound => "last-round.wav",
            Cue::YourTurn => "your-turn.wav",
            Cue::End => "end.wav",
            Cue::Chat => "chat.wav",
        }
    }

    /// What is in that file.
    pub(crate) fn wav(self) -> Vec<u8> {
        wav::file(&synth::samples(self))
    }

    /// What an event that is shown sounds like to this seat.
    pub(crate) fn of_event(event: &Event, human: Option<Seat>) -> Option<Cue> {
        match *event {
            Event::Sealed { seat } if Some(seat) == human => Some(Cue::Sealed),
            Event::BribesShown { .. } | Event::ReserveShown { .. } => Some(Cue::Reveal),
            Event::Tied { .. } => Some(Cue::Tie),
            Event::Commanded { thieves, .. } if thieves > 0 => Some(Cue::Thief),
            Event::TargetReached { .. } => Some(Cue::LastRound),
            Event::Sailed { .. } => Some(Cue::Sails),
            Event::Captured { .. } | Event::Stolen { .. } | Event::Swapped { .. } | Event::PassedOn { .. } => {
                Some(Cue::Capture)
            }
            Event::Delivered { .. } => Some(Cue::Delivery),
            Event::GameOver { .. } => Some(Cue::End),
            _ => None,
        }
    }

    /// What a command of the person's sounds like at once.
    pub(crate) fn of_command(command: Command) -> Option<Cue> {
        match command {
            Command::Step(_) => Some(Cue::Sails),
            Command::Capture | Command::Steal(_) | Command::Swap(_) | Command::PassOn(_) => Some(Cue::Capture),
            Command::Deliver | Command::DeliverTo(_) => Some(Cue::Delivery),
            Command::End => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use doubloons_engine::caribbean::{Card, Ship, Space};

    use super::*;

    #[test]
    fn every_sound_is_short_audible_and_not_too_loud() {
        for cue in Cue::ALL {
            let samples = synth::samples(cue);
            let seconds = samples.len() as f64 / f64::from(wav::RATE);
            assert!((0.05..=1.0).contains(&seconds), "{cue:?} lasts {seconds} s");
            let loudest = samples.iter().map(|sample| sample.abs()).fold(0.0, f64::max);
            assert!((0.2..=0.9).contains(&loudest), "{cue:?} is as loud as {loudest}");
            let ends = samples.iter().rev().take(20).map(|sample| sample.abs()).fold(0.0, f64::max);
            assert!(ends < 0.03, "{cue:?} ends with a click of {ends}");
        }
    }

    #[test]
    fn all_are_different_and_always_the_same() {
        let files: BTreeSet<&str> = Cue::ALL.into_iter().map(Cue::file).collect();
        let sounds: BTreeSet<Vec<u8>> = Cue::ALL.into_iter().map(Cue::wav).collect();
        assert_eq!((files.len(), sounds.len()), (Cue::ALL.len(), Cue::ALL.len()));
        assert_eq!(Cue::Chat.wav(), Cue::Chat.wav());
    }

    #[test]
    fn a_thief_is_heard_only_where_one_was_laid() {
        let seat = Seat::new(0).expect("a seat");
        let commanded =
            |thieves| Event::Commanded { ship: Ship::A, seat, card: Card::Four, thieves, steps: 4 - thieves };
        let heard = [0, 1].map(|thieves| Cue::of_event(&commanded(thieves), None));
        assert_eq!(heard, [None, Some(Cue::Thief)]);
    }

    #[test]
    fn only_the_own_seal_is_heard() {
        let [own, other] = [0, 1].map(|index| Seat::new(index).expect("a seat"));
        assert_eq!(Cue::of_event(&Event::Sealed { seat: own }, Some(own)), Some(Cue::Sealed));
        assert_eq!(Cue::of_event(&Event::Sealed { seat: other }, Some(own)), None);
        let space = Space::from_index(0).expect("a space");
        let sailed = Event::Sailed { ship: Ship::A, from: space, to: space, left: 1 };
        assert_eq!(Cue::of_event(&sailed, None), Cue::of_command(Command::Step(space)));
    }
}
