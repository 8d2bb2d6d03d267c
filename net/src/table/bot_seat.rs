//! How a bot at a table decides: from its committed seed, from joint chance and from what its seat sees, and from
//! nothing else. So anybody can let it decide again once the seed is shown.

use doubloons_engine::any::{AnyView, SealedBytes, action_bytes};
use doubloons_engine::bots::Cancel;
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
    seal_until(level, seed, view, Cancel::new())
}

fn seal_until(level: &str, seed: u64, view: &AnyView, cancel: Cancel) -> Option<SealedBytes> {
    let AnyView::Caribbean(view) = view;
    Some(SealedBytes::of(&Kind::named(level)?.make_within(seed, None, cancel).seal(view)))
}

/// What a bot of this level does; `None` if there is no such level.
pub fn act(level: &str, seed: u64, view: &AnyView) -> Option<Vec<u8>> {
    act_until(level, seed, view, Cancel::new())
}

fn act_until(level: &str, seed: u64, view: &AnyView, cancel: Cancel) -> Option<Vec<u8>> {
    let AnyView::Caribbean(view) = view;
    Some(action_bytes(&Kind::named(level)?.make_within(seed, None, cancel).act(view)))
}

/// What a bot of this level, at this seat, decides on this occasion; `None` if there is no such level.
pub fn answer(level: &str, seed: u64, seat: Seat, occasion: Occasion, view: &AnyView) -> Option<Wish> {
    answer_until(level, seed, seat, occasion, view, &Cancel::new())
}

/// The same, but also `None` if it is called off: a hurried decision would not be the one that others find when they let it
/// decide again.
pub fn answer_until(
    level: &str,
    seed: u64,
    seat: Seat,
    occasion: Occasion,
    view: &AnyView,
    cancel: &Cancel,
) -> Option<Wish> {
    let wish = match occasion.is_sealed() {
        true => Wish::Seal(seat, occasion, seal_until(level, seed, view, cancel.clone())?),
        false => Wish::Act(seat, occasion, act_until(level, seed, view, cancel.clone())?),
    };
    (!cancel.is_cancelled()).then_some(wish)
}
