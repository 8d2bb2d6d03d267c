//! How a game begins: what everybody at the table agrees on and signs. Its hash, the game id, is part of everything that
//! is hashed or signed later, so that nothing from one game means anything in another.
//!
//! The host sends a [`Draft`]; every peer answers with the seal of a [`Pledge`] and shows the pledge once it has
//! everybody's seals. So nobody can choose a pledge by what the others pledged, and the words that people compare can't
//! be steered by somebody who sits between two of them.

use std::fmt;
use std::sync::Arc;

use doubloons_engine::any::{AnyGame, AnyTerms, CannotBegin};
use doubloons_engine::caribbean::{Board, BoardId};
use doubloons_engine::contract::{Canonical, MAX_SEATS, Malformed, Seat};
use doubloons_engine::tongue::{Tongue, Worded, phrase};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::hash::{Hash, Label};
use crate::identity::{NoKey, PublicKey, Signature, Verifier};

/// The version of messages, entries and transcripts.
pub const PROTOCOL_VERSION: u16 = 1;

/// The version of the rules of all games together: two programs that differ here would judge a move differently.
pub const RULES_VERSION: u16 = 1;

/// The most peers that a game begins with: one for each seat, and a host without one.
pub const MAX_VOTERS: usize = MAX_SEATS + 1;

/// The most characters of a name.
pub const MAX_NAME: usize = 24;

/// How many emblems there are to choose from.
pub const EMBLEMS: u8 = 16;

/// A game, as everybody at its table knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub Hash);

/// A peer by its place in the list of members; the host of the first epoch is number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PeerIndex(pub u8);

impl PeerIndex {
    /// Who opens the first epoch.
    pub const FIRST_HOST: PeerIndex = PeerIndex(0);

    /// The place in a list of members.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for PeerIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "peer {}", u16::from(self.0) + 1)
    }
}

impl Worded for PeerIndex {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        phrase!(tongue, "peer {number}", number = u16::from(self.0) + 1)
    }
}

impl fmt::Debug for PeerIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Peer({})", self.0)
    }
}

/// What a person or a level of bot is called: 1 to [`MAX_NAME`] characters, none of them a control character or one that
/// can't be seen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// A text that can't be a name.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
#[error(
    "a name has 1 to {MAX_NAME} characters, without blanks at its ends and without control or invisible characters"
)]
pub struct NoName;

impl TryFrom<String> for Name {
    type Error = NoName;

    fn try_from(text: String) -> Result<Name, NoName> {
        let length = text.chars().count();
        let clean =
            text.trim() == text && !text.chars().any(|character| character.is_control() || is_unseen(character));
        if (1..=MAX_NAME).contains(&length) && clean { Ok(Name(text)) } else { Err(NoName) }
    }
}

/// Has no ink of its own, so that two names could look the same, or turns the direction of what follows.
pub(super) fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// By what they sign.
    pub key: PublicKey,
    /// What they are called.
    pub name: Name,
    /// Which emblem they chose, below [`EMBLEMS`].
    pub emblem: u8,
}

/// Who plays a seat when the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Holder {
    /// A person, at the peer's own computer.
    Person(PeerIndex),
    /// A bot.
    Bot {
        /// Whose computer thinks for it.
        runner: PeerIndex,
        /// How well it plays.
        level: Name,
    },
}

impl Holder {
    /// The peer that acts for the seat.
    pub fn runner(&self) -> PeerIndex {
        match *self {
            Holder::Person(peer) | Holder::Bot { runner: peer, .. } => peer,
        }
    }
}

/// How long people may think. What is scarce is never spent by a clock: see [`Lacking`](super::statement::Lacking).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Seconds for a sealed decision.
    pub seal_seconds: u16,
    /// Seconds for an open decision.
    pub act_seconds: u16,
}

/// What the host proposes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// Must be [`PROTOCOL_VERSION`].
    pub protocol: u16,
    /// Must be [`RULES_VERSION`].
    pub rules: u16,
    /// The game and its options, in the engine's own encoding.
    pub terms: Vec<u8>,
    /// The peers; the host first, then in seat order.
    pub members: Vec<Member>,
    /// Who plays which seat.
    pub seats: Vec<Holder>,
    /// How long people may think, if there is a limit.
    pub clock: Option<Clock>,
    /// Makes two games on the same terms different.
    pub nonce: [u8; 32],
}

impl Draft {
    /// What hash chains are bound to.
    pub fn id(&self) -> Hash {
        Hash::of(Label::Draft, self)
    }

    /// The seats whose bots this peer runs.
    pub fn bots_of(&self, peer: PeerIndex) -> impl Iterator<Item = Seat> + '_ {
        let run = move |holder: &Holder| matches!(holder, Holder::Bot { runner, .. } if *runner == peer);
        (0..).zip(&self.seats).filter(move |(_, holder)| run(holder)).filter_map(|(index, _)| Seat::new(index))
    }
}

/// What each peer binds itself to before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pledge {
    /// The end of the peer's first hash chain.
    pub chain_end: Hash,
    /// The commitments to the seeds of the bots that the peer runs, in seat order.
    pub bot_seeds: Vec<Hash>,
}

impl Pledge {
    /// What the peer shows before it shows the pledge.
    pub fn seal(&self, draft: Hash, peer: PeerIndex) -> Hash {
        Hash::of(Label::PledgeSeal, &(draft, peer, self))
    }
}

/// The agreed start of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Genesis {
    /// What the host proposed.
    pub draft: Draft,
    /// What each peer pledged, in the order of the members.
    pub pledges: Vec<Pledge>,
}

impl Genesis {
    /// The id of the game that begins here.
    pub fn id(&self) -> GameId {
        GameId(Hash::of(Label::Genesis, self))
    }
}

/// A genesis with everybody's consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SignedGenesis {
    /// The start of the game.
    pub genesis: Genesis,
    /// The members' signatures over the game id, in their order.
    pub consents: Vec<Signature>,
}

/// Why no game can begin this way.
#[derive(Clone, PartialEq, Debug, Error, Worded)]
pub enum GenesisFault {
    /// Another version of the program.
    #[error(
        "this table speaks protocol {protocol} with rules {rules}, this program protocol {PROTOCOL_VERSION} with rules \
         {RULES_VERSION}: all need the same version of Doubloons"
    )]
    OtherVersion {
        /// The table's protocol.
        protocol: u16,
        /// The table's rules.
        rules: u16,
    },
    /// The terms can't be read.
    #[error("the terms of the game can’t be read: {0}")]
    Terms(#[from] Malformed),
    /// The game refuses the terms.
    #[error(transparent)]
    CannotBegin(#[from] CannotBegin),
    /// A game with cards that only their owners may know.
    #[error(
        "this game deals hidden hands, which tables of this version can’t do yet without somebody who sees all of them"
    )]
    HiddenHands,
    /// Nobody, or too many.
    #[error("a game begins with 1 to {MAX_VOTERS} peers, not {0}")]
    Members(usize),
    /// A key that is none.
    #[error(transparent)]
    Key(#[from] NoKey),
    /// One key twice.
    #[error("{0} is at the table twice")]
    SameKey(PublicKey),
    /// An unknown emblem.
    #[error("there is no emblem {0}")]
    Emblem(u8),
    /// The seats don't fit the game.
    #[error("the game has {wanted} seats, the table has {found}")]
    Seats {
        /// What the terms say.
        wanted: usize,
        /// How many holders there are.
        found: usize,
    },
    /// A seat whose player is not at the table, or a person with two seats, or a peer without a seat.
    #[error("{0} has no place of their own at the table")]
    NoPlace(PeerIndex),
    /// The pledges don't fit the table.
    #[error("the pledges don’t fit the table")]
    Pledges,
    /// Somebody has not signed this.
    #[error("{0} has not agreed to this game")]
    NotAgreed(PeerIndex),
}

/// A checked genesis, and the game as it begins.
#[derive(Clone, Debug)]
pub struct Charter {
    id: GameId,
    draft_id: Hash,
    signed: SignedGenesis,
    verifiers: Vec<Verifier>,
    game: AnyGame,
}

impl Charter {
    /// Checks a genesis and all consents: the only door from bytes to a game.
    pub fn new(
        signed: SignedGenesis,
        find_board: impl FnOnce(BoardId) -> Option<Arc<Board>>,
    ) -> Result<Charter, GenesisFault> {
        let (verifiers, game) = check_draft(&signed.genesis.draft, find_board)?;
        let id = signed.genesis.id();
        if !pledges_fit(&signed.genesis) {
            return Err(GenesisFault::Pledges);
        }
        if signed.consents.len() != verifiers.len() {
            return Err(GenesisFault::Members(signed.consents.len()));
        }
        for (index, (verifier, consent)) in verifiers.iter().zip(&signed.consents).enumerate() {
            if !verifier.accepts(Label::Consent, &id, consent) {
                return Err(GenesisFault::NotAgreed(PeerIndex(index as u8)));
            }
        }
        Ok(Charter { id, draft_id: signed.genesis.draft.id(), signed, verifiers, game })
    }

    /// The game id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// What hash chains are bound to.
    pub fn draft_id(&self) -> Hash {
        self.draft_id
    }

    /// What everybody agreed on.
    pub fn draft(&self) -> &Draft {
        &self.signed.genesis.draft
    }

    /// What each peer pledged.
    pub fn pledges(&self) -> &[Pledge] {
        &self.signed.genesis.pledges
    }

    /// The genesis with its consents, as it is stored.
    pub fn signed(&self) -> &SignedGenesis {
        &self.signed
    }

    /// The keys of the voters, checked.
    pub fn verifiers(&self) -> &[Verifier] {
        &self.verifiers
    }

    /// How many peers vote on what is accepted.
    pub fn voters(&self) -> usize {
        self.verifiers.len()
    }

    /// How many of them are a majority.
    pub fn majority(&self) -> usize {
        self.voters() / 2 + 1
    }

    /// The game before its first input.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The member with this key.
    pub fn member(&self, key: &PublicKey) -> Option<PeerIndex> {
        let place = self.draft().members.iter().position(|member| member.key == *key)?;
        Some(PeerIndex(place as u8))
    }
}

/// Checks everything about a draft that needs no pledge, and sets the game up.
pub fn check_draft(
    draft: &Draft,
    find_board: impl FnOnce(BoardId) -> Option<Arc<Board>>,
) -> Result<(Vec<Verifier>, AnyGame), GenesisFault> {
    if (draft.protocol, draft.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
        return Err(GenesisFault::OtherVersion { protocol: draft.protocol, rules: draft.rules });
    }
    if !(1..=MAX_VOTERS).contains(&draft.members.len()) {
        return Err(GenesisFault::Members(draft.members.len()));
    }
    let mut verifiers = Vec::with_capacity(draft.members.len());
    for (index, member) in draft.members.iter().enumerate() {
        if draft.members[..index].iter().any(|earlier| earlier.key == member.key) {
            return Err(GenesisFault::SameKey(member.key));
        }
        if member.emblem >= EMBLEMS {
            return Err(GenesisFault::Emblem(member.emblem));
        }
        verifiers.push(Verifier::new(&member.key)?);
    }
    let game = AnyGame::begin(&AnyTerms::from_bytes(&draft.terms)?, find_board)?;
    check_hands(game.deals_hidden_hands())?;
    if game.seats().len() != draft.seats.len() {
        return Err(GenesisFault::Seats { wanted: game.seats().len(), found: draft.seats.len() });
    }
    check_places(draft)?;
    Ok((verifiers, game))
}

/// There is no message by which a hidden card could be dealt or shown with a proof: no table begins that would need one.
fn check_hands(hidden: bool) -> Result<(), GenesisFault> {
    if hidden { Err(GenesisFault::HiddenHands) } else { Ok(()) }
}

fn check_places(draft: &Draft) -> Result<(), GenesisFault> {
    if let Some(unknown) = draft.seats.iter().map(Holder::runner).find(|peer| peer.index() >= draft.members.len()) {
        return Err(GenesisFault::NoPlace(unknown));
    }
    for index in 0..draft.members.len() as u8 {
        let peer = PeerIndex(index);
        let places = draft.seats.iter().filter(|holder| **holder == Holder::Person(peer)).count();
        let may_watch = peer == PeerIndex::FIRST_HOST;
        if places > 1 || places == 0 && !may_watch {
            return Err(GenesisFault::NoPlace(peer));
        }
    }
    Ok(())
}

/// Whether there is one pledge of each member, with a seed for each of its bots.
pub(super) fn pledges_fit(genesis: &Genesis) -> bool {
    let each = |(index, pledge): (usize, &Pledge)| {
        pledge.bot_seeds.len() == genesis.draft.bots_of(PeerIndex(index as u8)).count()
    };
    genesis.pledges.len() == genesis.draft.members.len() && genesis.pledges.iter().enumerate().all(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_begins_that_would_have_to_deal_hidden_hands() {
        assert_eq!(check_hands(false), Ok(()));
        let refused = check_hands(true).expect_err("nobody could show a card");
        assert!(refused.to_string().starts_with("this game deals hidden hands"), "{refused}");
    }

    #[test]
    fn every_peer_that_can_be_sent_can_be_named() {
        assert_eq!(PeerIndex(0).to_string(), "peer 1");
        assert_eq!(PeerIndex(u8::MAX).to_string(), "peer 256");
    }
}
