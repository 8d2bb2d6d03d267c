//! What a transcript's people and seats are called on the command line.

use doubloons_engine::contract::{Seat, SeatSet};
use doubloons_net::table::genesis::{Holder, PeerIndex};
use doubloons_net::table::state::State;
use doubloons_words::{say, say_count, told};

use crate::event::number;

/// A peer's number, as people count.
pub(crate) fn peer_number(peer: PeerIndex) -> usize {
    peer.index() + 1
}

/// What a peer is called.
pub(crate) fn peer(state: &State, peer: PeerIndex) -> String {
    let name = |peer: PeerIndex| state.member(peer).map(|known| known.member().name.to_string());
    let Some(own) = name(peer) else { return told(&peer) };
    let namesakes = (0..state.members().len() as u8).map(PeerIndex).filter(|&other| name(other).as_ref() == Some(&own));
    if namesakes.count() > 1 { say!("{own} ({peer})") } else { own }
}

/// What several peers are called.
pub(crate) fn peers(state: &State, all: impl IntoIterator<Item = PeerIndex>) -> String {
    list(all.into_iter().map(|one| peer(state, one)).collect())
}

/// What the player at a seat is called now.
pub(crate) fn seat(state: &State, seat: Seat) -> String {
    let Some(known) = state.seat(seat) else { return told(&seat) };
    match (known.owner(), known.bot()) {
        (Holder::Person(owner), None) => peer(state, *owner),
        (Holder::Person(owner), Some(_)) => say!("the stand-in for {name}", name = peer(state, *owner)),
        (Holder::Bot { .. }, _) => say!("bot {number}", number = number(seat)),
    }
}

/// What the players at all seats are called now, in order.
pub(crate) fn seats(state: &State) -> Vec<String> {
    state.seats().map(|(one, _)| seat(state, one)).collect()
}

/// Seats by their numbers: "seat 1", "seats 1 and 3".
pub(crate) fn seat_numbers(seats: SeatSet) -> String {
    let numbers = list(seats.into_iter().map(|seat| number(seat).to_string()).collect());
    say_count!(seats.len(), "seat {numbers}", "seats {numbers}")
}

/// "A", "A and B", "A, B and C"; "nobody" if there is nobody.
pub(crate) fn list(names: Vec<String>) -> String {
    doubloons_words::list(&doubloons_words::current(), &names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let names = |count: usize| list(["A", "B", "C"][..count].iter().map(ToString::to_string).collect());
        assert_eq!([names(0), names(1), names(2), names(3)], ["nobody", "A", "A and B", "A, B and C"]);
        assert_eq!(seat_numbers(SeatSet::first(1)), "seat 1");
        assert_eq!(seat_numbers(SeatSet::first(3)), "seats 1, 2 and 3");
    }
}
