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
