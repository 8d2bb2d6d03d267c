//! The trait that every game implements.

use std::fmt::Debug;

use super::canonical::{ByteSink, Canonical, Digest};
use super::events::EventSink;
use super::hidden::FaceDown;
use super::input::Input;
use super::seat::{Seat, SeatSet};
use super::slot::{Sealed, Secrets, Slot, SlotSet};
use super::turn::Turn;

/// The inputs of a game.
pub type InputOf<G> = Input<<G as Game>::Command, <G as Game>::Choice>;

/// What a seat of a game keeps to itself.
pub type SecretsOf<G> = Secrets<<G as Game>::Choice>;

/// Who looks at the table.
#[derive(Debug)]
pub enum Viewer<'a, C: Copy> {
    /// Somebody without a seat: sees what is public.
    Watcher,
    /// A player: sees what is public, and the own secrets.
    Seat(Seat, &'a Secrets<C>),
}

impl<C: Copy> Clone for Viewer<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Copy> Copy for Viewer<'_, C> {}

/// A game as a deterministic state machine.
///
/// Laws that the conformance suite checks for every implementation:
///
/// * what [`commands`](Game::commands) and [`choices`](Game::choices) list is exactly what [`apply`](Game::apply) takes;
/// * an `apply` that fails changes nothing and records no event;
/// * the same inputs from the same start give the same [`digest`](Game::digest) on every machine;
/// * the table always waits for a present seat, for chance, or is over;
/// * a game without [hidden hands](Game::HIDDEN_HANDS) never has a hidden card;
/// * a seat's view depends on the public state and that seat's own secrets, nothing else.
pub trait Game: Clone {
    /// One step of an open decision.
    type Command: Canonical + Copy + Eq + Debug;
    /// What may lie in a sealed slot.
    type Choice: Canonical + Copy + Eq + Debug;
    /// A fact that happened, rich enough to animate, narrate and count without knowing the rules.
    type Event: Clone + PartialEq + Debug;
    /// What a viewer may know.
    type View: PartialEq + Debug;
    /// Why an input is refused: which rule it breaks.
    type Illegal: std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Whether cards are dealt that only their owners may know: only such a game ever lists hidden cards by
    /// [`face_down`](Game::face_down) or asks for one by [`Turn::Reveal`].
    const HIDDEN_HANDS: bool = false;

    /// All seats of this table.
    fn seats(&self) -> SeatSet;

    /// The seats that are there.
    fn present(&self) -> SeatSet;

    /// What the table waits for.
    fn turn(&self) -> Turn;

    /// Lists every command with which `seat` may go on after `so_far`, the commands of its action up to now. Fails if
    /// it is not this seat's turn or `so_far` is itself illegal.
    fn commands(
        &self,
        seat: Seat,
        so_far: &[Self::Command],
        each: &mut dyn FnMut(Self::Command),
    ) -> Result<(), Self::Illegal>;

    /// Whether an action is complete with this command.
    fn ends_action(command: &Self::Command) -> bool;

    /// Lists every choice that `seat` could still open in `slot`. Empty if there is nothing to open.
    fn choices(&self, seat: Seat, slot: Slot, each: &mut dyn FnMut(Self::Choice));

    /// Whether `seat` may open this choice in this slot now. An input with openings is taken as a whole, so whoever puts
    /// one together asks for each seat first, and leaves a refused opening out: it then counts as withheld.
    fn check_opening(&self, seat: Seat, slot: Slot, choice: Self::Choice) -> Result<(), Self::Illegal>;

    /// How many sealed decisions the table has begun so far. Commitments name it, so that none fits another decision.
    fn decisions(&self) -> u32;

    /// While a sealed decision is under way: the slots that were sealed in earlier ones and may still have to be opened.
    /// What lies in any other slot from earlier is never asked for again.
    fn still_closed(&self) -> SlotSet;

    /// Whether `seat` may seal these choices now. Only the owner can ask this before they are opened.
    fn check_seal(&self, seat: Seat, choices: &Sealed<Self::Choice>) -> Result<(), Self::Illegal>;

    /// The further slots that `seat` has to open together with this choice, so that nobody gets a last look in
    /// between.
    fn opens_with(&self, seat: Seat, slot: Slot, choice: Self::Choice) -> SlotSet;

    /// Lists the hidden cards on the table, so that whoever deals can show each owner the faces.
    fn face_down(&self, each: &mut dyn FnMut(FaceDown));

    /// Lets the input happen, wholly or not at all: on an error the state is as it was and no event was recorded.
    fn apply(&mut self, input: &InputOf<Self>, events: &mut impl EventSink<Self::Event>) -> Result<(), Self::Illegal>;

    /// What this viewer may know. [`Secrets`] may hold choices of earlier decisions; a view hides those.
    fn view(&self, viewer: Viewer<'_, Self::Choice>) -> Self::View;

    /// Writes the canonical bytes of the public state.
    fn write_public(&self, out: &mut impl ByteSink);

    /// The fingerprint of the public state.
    fn digest(&self) -> Digest {
        let mut hasher = blake3::Hasher::new_derive_key("doubloons 2026 public state v1");
        self.write_public(&mut hasher);
        Digest(*hasher.finalize().as_bytes())
    }
}
