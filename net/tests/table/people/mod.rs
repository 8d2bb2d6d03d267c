//! Seats and people: who comes and goes, who sits in for whom, whom the table waits for, and clocks. Everybody is honest
//! here.

mod clocks;
mod company;
mod presence;
mod stand_ins;

use doubloons_engine::contract::Seat;
use doubloons_net::table::state::{Presence, State};

use crate::attack::{peer, seat};
use crate::world::World;

/// The table as the first computer that runs sees it.
fn state(world: &World) -> &State {
    world.honest().next().expect("somebody").peer().state()
}

fn presence(world: &World, index: usize) -> Presence {
    state(world).member(peer(index)).expect("a member").presence()
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
