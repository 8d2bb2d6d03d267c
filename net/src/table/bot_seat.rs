//! How a bot at a table decides: what its committed seed becomes for one decision, and what follows from that and from
//! the seat's view. Whoever runs a bot and whoever checks it afterwards both come here.

use doubloons_engine::any::{AnyView, SealedBytes, action_bytes};
use doubloons_engine::bots::Bot;
use doubloons_engine::caribbean::Caribbean;
use doubloons_engine::contract::Seat;

use super::state::State;
use crate::bots::Kind;
use crate::hash::{Hash, Label};

/// The seed of the decision that `seat` has to make now, from the seed of its bot. The joint randomness in it was drawn
/// after all people had sealed, so whoever runs the bot could not know its choice when making their own; the counts make
/// every decision a new one.
pub fn decision_seed(seed: &[u8; 32], state: &State, seat: Seat) -> u64 {
    let beacon = state.last_bot_beacon().map(|drawn| drawn.beacon);
    let acts = state.seat(seat).map_or(0, |seat| seat.acts());
    let Hash([a, b, c, d, e, f, g, h, ..]) =
        Hash::of(Label::BotDecision, &(seed, beacon, state.game().decisions(), acts));
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// What a bot of this level seals. `None` if there is no such level.
pub fn seal(level: &str, seed: u64, view: &AnyView) -> Option<SealedBytes> {
    let (mut bot, AnyView::Caribbean(view)) = (bot(level, seed)?, view);
    Some(SealedBytes::of(&bot.seal(view)))
}

/// What a bot of this level does openly, as [`Deed::Act`](super::statement::Deed::Act) carries it. `None` if there is no
/// such level.
pub fn act(level: &str, seed: u64, view: &AnyView) -> Option<Vec<u8>> {
    let (mut bot, AnyView::Caribbean(view)) = (bot(level, seed)?, view);
    Some(action_bytes(&bot.act(view)))
}

fn bot(level: &str, seed: u64) -> Option<Box<dyn Bot<Caribbean>>> {
    Some(Kind::named(level)?.make(seed))
}
