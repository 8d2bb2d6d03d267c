//! What is wanted of a peer.

use doubloons_engine::any::SealedBytes;
use doubloons_engine::contract::Seat;

use super::Occasion;
use crate::identity::Signature;
use crate::table::chat::Remark;
use crate::table::genesis::{Member, Name, PeerIndex};

/// What the people at this peer, or its bots, want.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant, reason = "a wish is made now and then and handed over once")]
pub enum Wish {
    /// Seal choices for a seat, on this occasion.
    Seal(Seat, Occasion, SealedBytes),
    /// Take the lock back.
    Unlock(Seat),
    /// Decide openly on this occasion, in the engine's own encoding.
    Act(Seat, Occasion, Vec<u8>),
    /// Leave the table for now: the vote stays, and the others wait if they are too few without it.
    Leave,
    /// Leave the table for good, and give up the vote. To be kept running until it is accepted.
    Farewell,
    /// Be there again.
    Return,
    /// Have a break.
    Pause,
    /// Go on.
    Resume,
    /// Let this peer run a bot at the seat of somebody who is away.
    StandIn(Seat, Name),
    /// Agree to a stand-in that a peer runs.
    Agree(Seat, PeerIndex),
    /// Give the seat of one of this peer's bots to a guest.
    Admit(Seat, Member, Signature),
    /// Say something.
    Say(Remark),
}
