//! Games with so many draws that the chains of joint chance are used up, and new ones begin.

use doubloons_engine::contract::Deaf;
use doubloons_net::hash::Hash;
use doubloons_net::table::chain::CHAIN_LENGTH;
use doubloons_net::table::entry::{Content, Entry};
use doubloons_net::table::evidence::Offence;
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::table::replication::LogWrite;
use doubloons_net::table::statement::{
    AbsenceBody, Deed, Epoch, InputBody, Lacking, LinkBody, Signed, SignedVote, Statement, Voice, VoteBody,
};
use doubloons_net::wire::frame::Frame;

use crate::attack::{Count, LONG, Sending, assert_proven, assert_unblamed, log, peer, said, sign};
use crate::host_attacks::HOST;
use crate::table::{Agreed, Plan, agree};
use crate::world::{Node, Weather, World};

const SEED: u64 = 1;
const FIRST: Epoch = Epoch { number: 1, host: HOST };
const WANDERER: usize = 3;

/// A log that one program writes with everybody's keys.
struct Writer {
    agreed: Agreed,
    ledger: Ledger,
    entries: Vec<Entry>,
}

impl Writer {
    fn sign<T: Statement>(&self, body: T) -> Signed<T> {
        let identity = &self.agreed.identities[body.author().index()];
        Signed::new(body, self.agreed.charter.id(), identity)
    }

    fn put(&mut self, content: Content) {
        let identity = &self.agreed.identities[HOST.index()];
        let entry = self.ledger.append(FIRST, content, Check::KnownGood, identity, &mut Deaf);
        self.entries.push(entry.expect("it is right"));
    }

    fn votes(&self) -> Vec<SignedVote> {
        let head = self.ledger.head();
        let vote = |author| self.sign(VoteBody { author, epoch: FIRST, accepted: None, head });
        self.ledger.state().electorate().voters().map(vote).collect()
    }

    fn say(&mut self, author: usize, deed: Deed) {
        let (author, voice) = (peer(author), Voice::Own);
        let sequence = self.ledger.state().member(author).expect("a member").last_sequence(voice) + 1;
        let input = self.sign(InputBody { author, voice, sequence, head: self.ledger.head(), deed });
        self.put(Content::Input(input));
    }

    fn give_up(&mut self, whose: usize) {
        let (head, lacking) = (self.ledger.head(), Lacking::Peer(peer(whose)));
        let others = self.ledger.state().electorate().voters().filter(|author| *author != peer(whose));
        let absences = others.map(|author| self.sign(AbsenceBody { author, lacking, head })).collect();
        self.put(Content::Away { peer: peer(whose), absences });
    }
}

/// A table at which the next draw is the last of the first chains: three have left during the first draw, and the
/// fourth is given up and comes back in every draw since.
fn table_with_used_chains() -> World {
    let agreed = agree(&Plan::people(4), SEED);
    let ledger = Ledger::new(std::sync::Arc::clone(&agreed.charter));
    let mut writer = Writer { agreed: agreed.clone(), ledger, entries: Vec::new() };
    let votes = writer.votes();
    writer.put(Content::Epoch(votes.clone()));
    [1, 2, 0].into_iter().for_each(|other| writer.say(other, Deed::Leave));
    while writer.ledger.state().next_event() < CHAIN_LENGTH {
        writer.give_up(WANDERER);
        writer.say(WANDERER, Deed::Return);
    }
    let length = writer.entries.len() as u64;
    let writes = [
        LogWrite::Promise(FIRST),
        LogWrite::Elected(FIRST, votes),
        LogWrite::Accepted(FIRST),
        LogWrite::Append { keep: 0, entries: writer.entries },
        LogWrite::Decided(length),
    ];
    let mut world = World::with(agreed, SEED, Weather::CALM);
    // Whoever plays without a plan plays long.
    world.people_play = "random";
    (0..4).for_each(|node| world.start_with(node, &writes));
    world
}

#[test]
fn chains_that_are_used_up_are_renewed_and_everybody_draws_on() {
    let mut world = table_with_used_chains();
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
    let renews = |deed: &Deed| matches!(deed, Deed::Renew { generation: 1, .. });
    assert!((0..4).all(|node| said(&world, peer(node), renews)), "everybody has a new chain");
    let state = world.nodes[0].peer().state();
    assert!(state.next_event() > CHAIN_LENGTH + 1, "draws went on: {}", state.next_event());
    let links = log(&world).iter().rev().find_map(|entry| match entry.content() {
        Content::Chance { links, .. } => Some(links.len()),
        _ => None,
    });
    assert_eq!(links, Some(4), "with a link of everybody");
}

#[test]
fn forging_a_link_of_a_renewed_chain_is_proven() {
    let mut world = table_with_used_chains();
    let forged = Count::default();
    let count = forged.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Link(link) if link.body.event > CHAIN_LENGTH => {
            count.up();
            vec![(to, Frame::Link(sign(node, LinkBody { link: Hash([3; 32]), ..link.body.clone() })))]
        }
        _ => vec![(to, frame)],
    });
    world.corrupt(WANDERER, mischief);
    assert_proven(&mut world, WANDERER, Offence::FalseLink);
    assert!(forged.get() > 0);
}
