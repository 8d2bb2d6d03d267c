//! How tables for the simulator are made.

use std::sync::Arc;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::{Board, Terms};
use doubloons_engine::contract::Canonical;
use doubloons_net::hash::Label;
use doubloons_net::identity::Identity;
use doubloons_net::table::chain::Chain;
use doubloons_net::table::genesis::{
    Charter, Clock, Draft, Genesis, Holder, Member, Name, PROTOCOL_VERSION, PeerIndex, Pledge, RULES_VERSION,
    SignedGenesis,
};
use doubloons_net::table::seal::{GameSecret, bot_seed_commitment};

/// Who sits where.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How many people play.
    pub(crate) people: usize,
    /// The levels of the bots, all run by the host.
    pub(crate) bots: Vec<&'static str>,
    /// Whether the host only hosts.
    pub(crate) host_watches: bool,
    /// How long people may think.
    pub(crate) clock: Option<Clock>,
}

impl Plan {
    /// So many people, nobody else.
    pub(crate) fn people(people: usize) -> Plan {
        Plan { people, bots: Vec::new(), host_watches: false, clock: None }
    }

    /// With bots at the other seats.
    pub(crate) fn with_bots(self, bots: &[&'static str]) -> Plan {
        Plan { bots: bots.to_vec(), ..self }
    }

    /// How many peers there are.
    pub(crate) fn peers(&self) -> usize {
        self.people + usize::from(self.host_watches)
    }
}

/// A table that has agreed.
#[derive(Clone, Debug)]
pub(crate) struct Agreed {
    pub(crate) charter: Arc<Charter>,
    pub(crate) identities: Vec<Identity>,
    pub(crate) secrets: Vec<GameSecret>,
}

/// The identity of this peer in the world with this seed.
pub(crate) fn identity(seed: u64, peer: usize) -> Identity {
    let mut secret = [peer as u8 + 1; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    Identity::from_secret(&secret)
}

pub(crate) fn secret(seed: u64, peer: usize) -> GameSecret {
    let mut bytes = [peer as u8 + 101; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    GameSecret::new(bytes)
}

pub(crate) fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

pub(crate) fn draft(plan: &Plan, seed: u64) -> Draft {
    let seats = plan.people + plan.bots.len();
    let first = usize::from(plan.host_watches);
    let member = |peer: usize| Member {
        key: identity(seed, peer).public(),
        name: name(["Anne", "Ben", "Cora", "Dirk", "Elsa"][peer]),
        emblem: peer as u8,
    };
    let person = |place: usize| Holder::Person(PeerIndex((first + place) as u8));
    let bot = |level: &&str| Holder::Bot { runner: PeerIndex::FIRST_HOST, level: name(level) };
    Draft {
        protocol: PROTOCOL_VERSION,
        rules: RULES_VERSION,
        terms: AnyTerms::Caribbean(Terms::new(&Board::standard(), seats as u8)).to_bytes(),
        members: (0..plan.peers()).map(member).collect(),
        seats: (0..plan.people).map(person).chain(plan.bots.iter().map(bot)).collect(),
        clock: plan.clock,
        nonce: [seed as u8; 32],
    }
}

pub(crate) fn pledge(draft: &Draft, peer: usize, secret: &GameSecret) -> Pledge {
    let index = PeerIndex(peer as u8);
    let commitment = |seat| bot_seed_commitment(draft.id(), seat, &secret.bot_seed(draft.id(), index, seat, 0));
    Pledge {
        chain_end: Chain::new(secret.bytes(), draft.id(), index, 0).end(),
        bot_seeds: draft.bots_of(index).map(commitment).collect(),
    }
}

/// Everybody agrees.
pub(crate) fn agree(plan: &Plan, seed: u64) -> Agreed {
    agree_to(draft(plan, seed), seed)
}

/// Everybody agrees to this draft.
pub(crate) fn agree_to(draft: Draft, seed: u64) -> Agreed {
    let peers = draft.members.len();
    let identities: Vec<Identity> = (0..peers).map(|peer| identity(seed, peer)).collect();
    let secrets: Vec<GameSecret> = (0..peers).map(|peer| secret(seed, peer)).collect();
    let pledges = secrets.iter().enumerate().map(|(peer, secret)| pledge(&draft, peer, secret)).collect();
    let genesis = Genesis { draft, pledges };
    let consents = identities.iter().map(|identity| identity.sign(Label::Consent, &genesis.id())).collect();
    let charter = Charter::new(SignedGenesis { genesis, consents }, |_| Some(Board::standard())).expect("all agree");
    Agreed { charter: Arc::new(charter), identities, secrets }
}
