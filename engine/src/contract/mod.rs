//! The contract between a game and everything around it: host, replica, bots, app, benchmarks and verifier.
//!
//! A game is a deterministic state machine. It knows nothing of time, entropy, files or sockets; all that reaches it is
//! an [`Input`], and all that it tells is its [`Turn`], its [`View`](Game::View)s, the events of an
//! [`apply`](Game::apply) and a [`Digest`]. Whatever is secret (sealed choices, faces of hidden cards) stays with its
//! owner in [`Secrets`] and enters the state only once it is opened, so a state holds nothing that could leak.

mod canonical;
mod chance;
mod events;
mod game;
mod hidden;
mod input;
mod seat;
mod slot;
mod turn;

pub use canonical::{ByteSink, Canonical, Digest, Malformed, Reader};
pub use chance::{Beacon, Dice};
pub use events::{Deaf, EventSink};
pub use game::{Game, InputOf, SecretsOf, Viewer};
pub use hidden::{Face, FaceDown, Faces, Handle, Pile};
pub use input::{Action, Input, MAX_COMMANDS};
pub use seat::{MAX_SEATS, Seat, SeatMap, SeatSet, Seats};
pub use slot::{MAX_SLOTS, Sealed, Secrets, Slot, SlotSet};
pub use turn::{Draw, Outcome, Turn};

/// The plain types on the wire: each is the same number there as in canonical bytes.
#[cfg(test)]
mod wire_tests {
    use std::fmt;

    use serde::de::value::{Error, SeqDeserializer};
    use serde::de::{DeserializeOwned, IntoDeserializer};
    use serde::{Deserialize, Serialize};

    use super::*;

    /// A number as a formatter serializes it.
    struct Written<T>(T);

    impl<T: Serialize> fmt::Display for Written<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn read<'de, T: DeserializeOwned>(number: impl IntoDeserializer<'de, Error>) -> Result<T, String> {
        T::deserialize(number.into_deserializer()).map_err(|error| error.to_string())
    }

    #[test]
    fn seats_and_slots_are_their_indices() {
        for index in 0..=u8::MAX {
            let (seat, slot) = (Seat::new(index.into()), Slot::new(index.into()));
            assert_eq!(read(index), seat.ok_or(format!("{index} is not a valid seat")));
            assert_eq!(read(index), slot.ok_or(format!("{index} is not a valid slot")));
            assert_eq!(seat.map(|seat| Written(seat).to_string()), seat.map(|_| index.to_string()));
            assert_eq!(slot.map(|slot| Written(slot).to_string()), slot.map(|_| index.to_string()));
        }
        assert!(read::<Seat>(256u16).is_err() && read::<Slot>(256u16).is_err());
    }

    #[test]
    fn sets_are_their_bits() {
        for bits in 0..=u16::MAX {
            let slots = SlotSet::from_bits(bits);
            assert_eq!((slots.bits(), slots.iter().collect()), (bits, slots));
            assert_eq!(read(bits), Ok(slots));
            assert_eq!(Written(slots).to_string(), bits.to_string());
        }
        for bits in 0..=u8::MAX {
            let seats = SeatSet::from_bits(bits);
            assert_eq!((seats.bits(), seats.into_iter().collect()), (bits, seats));
            assert_eq!(read(bits), Ok(seats));
            assert_eq!(Written(seats).to_string(), bits.to_string());
        }
        assert!(read::<SeatSet>(256u16).is_err());
    }

    #[test]
    fn digests_and_beacons_are_32_bytes() {
        let bytes: [u8; 32] = std::array::from_fn(|index| index as u8);
        let items = |count| SeqDeserializer::<_, Error>::new(bytes.into_iter().cycle().take(count));
        assert_eq!(Digest::deserialize(items(32)), Ok(Digest(bytes)));
        assert_eq!(Beacon::deserialize(items(32)), Ok(Beacon(bytes)));
        assert!(Digest::deserialize(items(31)).is_err() && Beacon::deserialize(items(31)).is_err());
    }
}
