//! Who has won (section 8 of the rules).

use super::board::Board;
use super::chest::Chest;
use super::options::Options;
use super::waters::Waters;
use crate::contract::{Seat, SeatSet};

/// Who of these wins if the game ends so (R43): the richest; a table may let the worth of the chests in the own havens
/// decide between them.
pub fn winners(seats: SeatSet, waters: &Waters, board: &Board, options: &Options) -> SeatSet {
    let richest = most(seats, |seat| waters.money(seat));
    if options.shared_victory { richest } else { most(richest, |seat| delivered_worth(seat, waters, board)) }
}

fn delivered_worth(seat: Seat, waters: &Waters, board: &Board) -> u16 {
    let deliveries = waters.deliveries();
    let own = |chest: &Chest| deliveries.get(*chest) == Some(seat);
    deliveries.chests().into_iter().filter(own).map(|chest| u16::from(board.value(chest))).sum()
}

fn most(seats: SeatSet, amount: impl Fn(Seat) -> u16) -> SeatSet {
    let most = seats.into_iter().map(&amount).max();
    seats.into_iter().filter(|&seat| Some(amount(seat)) == most).collect()
}
