//! Seats and people: who comes and goes, who sits in for whom, whom the table waits for, and clocks. Everybody is honest
//! here.

mod clocks;
mod company;
mod copies;
mod farewells;
mod presence;
mod stand_ins;

use doubloons_engine::contract::Seat;
use doubloons_net::table::state::{Presence, State};

use crate::attack::{peer, seat};
use crate::world::World;

/// The table as the computer sees it that runs and has seen the least.
fn state(world: &World) -> &State {
    let slowest = world.honest().min_by_key(|node| node.peer().head().index);
    slowest.expect("somebody").peer().state()
}

fn presence(world: &World, index: usize) -> Presence {
    state(world).member(peer(index)).map_or(Presence::Away { sits_out: None }, |member| member.presence())
}

fn is_away(world: &World, index: usize) -> bool {
    matches!(presence(world, index), Presence::Away { .. })
}

fn decisions(world: &World) -> u32 {
    state(world).game().decisions()
}

/// Whether this member acts for this seat.
fn runs(world: &World, index: usize, place: usize) -> bool {
    state(world).seat(seat(place)).expect("a seat").runner() == peer(index)
}

fn bot_plays(world: &World, place: Seat) -> bool {
    state(world).seat(place).expect("a seat").bot().is_some()
}
