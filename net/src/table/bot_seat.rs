//! How a bot at a table decides: from its committed seed, from joint chance and from what its seat sees, and from
//! nothing else. So anybody can let it decide again once the seed is shown.

use doubloons_engine::any::{AnyView, SealedBytes, action_bytes};
use doubloons_engine::contract::Seat;

use super::peer::{Occasion, Wish};
use super::state::State;
use crate::bots::Kind;
use crate::hash::{Hash, Label};

/// The seed of the decision that the seat's bot makes in this state.
pub fn decision_seed(seed: &[u8; 32], state: &State, seat: Seat) -> u64 {
    let beacon = state.last_bot_beacon().map(|drawn| drawn.beacon);
    let acts = state.seat(seat).map_or(0, |seat| seat.acts());
    let hash = Hash::of(Label::BotDecision, &(seed, beacon, state.game().decisions(), acts));
    hash.0.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// What a bot of this level seals; `None` if there is no such level.
pub fn seal(level: &str, seed: u64, view: &AnyView) -> Option<SealedBytes> {
    let AnyView::Caribbean(view) = view;
    Some(SealedBytes::of(&Kind::named(level)?.make(seed).seal(view)))
}

/// What a bot of this level does; `None` if there is no such level.
pub fn act(level: &str, seed: u64, view: &AnyView) -> Option<Vec<u8>> {
    let AnyView::Caribbean(view) = view;
    Some(action_bytes(&Kind::named(level)?.make(seed).act(view)))
}

/// What a bot of this level, at this seat, decides on this occasion; `None` if there is no such level.
pub fn answer(level: &str, seed: u64, seat: Seat, occasion: Occasion, view: &AnyView) -> Option<Wish> {
    match occasion.is_sealed() {
        true => seal(level, seed, view).map(|choices| Wish::Seal(seat, occasion, choices)),
        false => act(level, seed, view).map(|action| Wish::Act(seat, occasion, action)),
    }
}
