//! What peers sign. Every statement names its game and its author, and each kind has a label of its own.

use doubloons_engine::contract::{Seat, Slot};
use serde::{Deserialize, Serialize};

use super::genesis::{GameId, Member, Name, PeerIndex};
use super::seal::{Commitment, Lock, Opened};
use crate::hash::{Hash, Label};
use crate::identity::{Identity, Signature, Verifier};
use crate::wire::codec;

/// The longest input, opening or link with its signature, in bytes: more than any honest one has, and so few that two of
/// them always fit into an entry. Whatever is longer is refused at the door, and proves nothing.
pub const MAX_STATEMENT: usize = 2 << 10;

/// The longest action, in bytes.
pub const MAX_ACTION: usize = 512;

/// How far a log goes: the index of its last entry and that entry's hash. Index 0 is the genesis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Head {
    /// How many entries there are.
    pub index: u64,
    /// The hash of the last one, or the game id.
    pub hash: Hash,
}

/// A time in which one peer hosts. A later epoch has a higher number; of two with the same number, the one of the
/// member earlier in the list counts as later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// Counted from 1.
    pub number: u32,
    /// Who orders the inputs.
    pub host: PeerIndex,
}

impl Ord for Epoch {
    fn cmp(&self, other: &Epoch) -> std::cmp::Ordering {
        (self.number, std::cmp::Reverse(self.host)).cmp(&(other.number, std::cmp::Reverse(other.host)))
    }
}

impl PartialOrd for Epoch {
    fn partial_cmp(&self, other: &Epoch) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Something that a peer signs.
pub trait Statement: Serialize {
    /// What the signature is for.
    const LABEL: Label;

    /// Who says it.
    fn author(&self) -> PeerIndex;
}

/// A statement with its author's signature over it and the game's id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Signed<T> {
    /// What is said.
    pub body: T,
    /// By whom.
    pub signature: Signature,
}

impl<T: Statement> Signed<T> {
    /// Signs the statement.
    pub fn new(body: T, game: GameId, identity: &Identity) -> Signed<T> {
        let signature = identity.sign(T::LABEL, &(game, &body));
        Signed { body, signature }
    }

    /// Whether it is so short that it is taken notice of: see [`MAX_STATEMENT`].
    #[must_use]
    pub fn is_short(&self) -> bool
    where
        T: Serialize,
    {
        codec::encode(self).len() <= MAX_STATEMENT
    }

    /// Whether the author with this key really said so in this game.
    #[must_use]
    pub fn holds(&self, game: GameId, key: &Verifier) -> bool {
        holds(&self.body, &self.signature, game, key)
    }
}

/// Whether the author with this key signed this statement in this game.
#[must_use]
pub fn holds<T: Statement>(body: &T, signature: &Signature, game: GameId, key: &Verifier) -> bool {
    key.accepts(T::LABEL, &(game, body), signature)
}

/// For whom a peer speaks: inputs are counted for each voice on its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Voice {
    /// For itself, about the table.
    Own,
    /// For a seat that it plays.
    Seat(Seat),
}

/// An input, as its author signs it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputBody {
    /// Who says it.
    pub author: PeerIndex,
    /// For whom.
    pub voice: Voice,
    /// Counted from 1 for each voice. Two contents under one number are a fault.
    pub sequence: u32,
    /// The log that the author saw. The input means something only in a log that holds this head.
    pub head: Head,
    /// What is to happen.
    pub deed: Deed,
}

/// A signed input.
pub type SignedInput = Signed<InputBody>;

impl Statement for InputBody {
    const LABEL: Label = Label::Input;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// What an input does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// The seat has sealed its choices: a commitment for every slot.
    Lock {
        /// Which lock it is.
        lock: Lock,
        /// By slot, in order.
        commitments: Vec<(Slot, Commitment)>,
    },
    /// The seat takes its lock back.
    Unlock {
        /// The sealed decision.
        decision: u32,
    },
    /// The seat decides openly.
    Act {
        /// When the seat's turn began, so that a late decision is never taken for the next one.
        turn: u64,
        /// The action, in the engine's own encoding.
        action: Vec<u8>,
    },
    /// The author leaves; the table does not wait for them.
    Leave,
    /// The author is there (again).
    Return,
    /// The author wants a break: clocks stand still.
    Pause,
    /// The author wants to go on.
    Resume,
    /// The end of the author's next hash chain.
    Renew {
        /// Which chain it is.
        generation: u32,
        /// Its end.
        end: Hash,
    },
    /// The author runs a bot at a seat whose player is away.
    TakeOver {
        /// The seat.
        seat: Seat,
        /// How well the bot plays.
        level: Name,
        /// The commitment to its seed.
        seed: Hash,
    },
    /// The author gives one of its bots' seats to a guest, who plays it from the next decision that begins afresh.
    Admit {
        /// The seat.
        seat: Seat,
        /// The guest.
        guest: Member,
        /// The guest's signature over game, seat and their own entry.
        consent: Signature,
    },
    /// The seed of a bot, once the game is over.
    ShowSeed {
        /// The seat.
        seat: Seat,
        /// Its seed.
        seed: [u8; 32],
    },
    /// The author leaves for good, and gives up the vote: from then on the majority is one of those who remain. They may
    /// come back to their seat, but not to the vote.
    Farewell,
}

/// A peer turns up what it has sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningBody {
    /// Who says it.
    pub author: PeerIndex,
    /// Whose choice it is.
    pub seat: Seat,
    /// The slot that is asked for, then those that have to be opened with it.
    pub slots: Vec<OpenedUnder>,
}

/// One opened slot, and the lock that it belongs to: a reserve was locked in an earlier decision than the choice to
/// show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenedUnder {
    /// The lock.
    pub lock: Lock,
    /// The slot.
    pub opened: Opened,
}

/// A signed opening.
pub type SignedOpening = Signed<OpeningBody>;

impl Statement for OpeningBody {
    const LABEL: Label = Label::Opening;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// A peer shows its link for an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkBody {
    /// Who says it.
    pub author: PeerIndex,
    /// The event, counted from 1.
    pub event: u32,
    /// The link.
    pub link: Hash,
}

/// A signed link.
pub type SignedLink = Signed<LinkBody>;

impl Statement for LinkBody {
    const LABEL: Label = Label::Link;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// A peer has checked the log up to this head and has it in its journal. It never says so of two heads with the same
/// index in one epoch. A majority makes an entry accepted; all that are present make it frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AckBody {
    /// Who says it.
    pub author: PeerIndex,
    /// In which epoch.
    pub epoch: Epoch,
    /// How far.
    pub head: Head,
}

/// A signed acknowledgement.
pub type SignedAck = Signed<AckBody>;

impl Statement for AckBody {
    const LABEL: Label = Label::Acknowledgement;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// A voter's promise to follow a new host and to acknowledge nothing of older epochs any more, with what it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoteBody {
    /// Who says it.
    pub author: PeerIndex,
    /// The epoch that is to begin.
    pub epoch: Epoch,
    /// The last epoch whose log the voter took over, if any.
    pub accepted: Option<Epoch>,
    /// The log that the voter has.
    pub head: Head,
}

/// A signed vote.
pub type SignedVote = Signed<VoteBody>;

impl Statement for VoteBody {
    const LABEL: Label = Label::Vote;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// What a peer has waited for in vain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lacking {
    /// Any sign of life of a peer. It becomes absent until it comes back; its sealed choices stay sealed.
    Peer(PeerIndex),
    /// A decision, when the table plays by the clock. The game does its default for this one decision.
    Decision(Seat),
    /// An opening. The seat's unopened choices of this round are void.
    Opening(Seat),
    /// A link. The event is drawn anew without that peer, and the peer sits out.
    Link(PeerIndex),
}

impl Lacking {
    /// Whether the word of the one who owes it counts, too. A program can admit that its own person's time is up: between
    /// two there would be no majority otherwise. Nobody owes an opening or a link to themselves.
    pub(super) fn can_be_admitted(self) -> bool {
        matches!(self, Lacking::Decision(_))
    }
}

/// A peer lacks something that the table waits for since this head.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AbsenceBody {
    /// Who says it.
    pub author: PeerIndex,
    /// What is lacking.
    pub lacking: Lacking,
    /// The log that the author saw.
    pub head: Head,
}

/// A signed statement of absence.
pub type SignedAbsence = Signed<AbsenceBody>;

impl Statement for AbsenceBody {
    const LABEL: Label = Label::Absence;

    fn author(&self) -> PeerIndex {
        self.author
    }
}

/// A voter agrees that a peer runs a bot at the seat of somebody who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandInBody {
    /// Who says it.
    pub author: PeerIndex,
    /// The seat.
    pub seat: Seat,
    /// Who may run the bot.
    pub runner: PeerIndex,
    /// The log that the author saw.
    pub head: Head,
}

/// A signed consent to a stand-in.
pub type SignedStandIn = Signed<StandInBody>;

impl Statement for StandInBody {
    const LABEL: Label = Label::StandIn;

    fn author(&self) -> PeerIndex {
        self.author
    }
}
