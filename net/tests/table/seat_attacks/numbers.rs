//! Numbers that no honest program ever writes, in statements that are well signed: nobody stumbles over them.

use doubloons_engine::contract::{Dice, Digest, Slot};
use doubloons_net::hash::Hash;
use doubloons_net::table::entry::{Acceptance, Content, Entry, EntryBody, Freeze, SeatOpening, Withheld};
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::Ledger;
use doubloons_net::table::replication::{Consensus, Order, Suffix};
use doubloons_net::table::seal::{Commitment, Lock, Opened};
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, Head, InputBody, Lacking, LinkBody, OpenedUnder, OpeningBody, SignedInput,
    StandInBody, Voice, VoteBody,
};
use doubloons_net::wire::frame::{Fetch, Frame};

use crate::attack::{LONG, Puppet, assert_named, assert_unblamed, has_entry, peer, seat, sign};
use crate::host_attacks::ledger_at;
use crate::table::{Plan, name};
use crate::world::{Node, Weather, World};

const CHEAT: usize = 3;

/// Makes statements of one computer with extreme numbers in them.
struct Forger<'a> {
    node: &'a Node,
    dice: &'a mut Dice,
}

impl Forger<'_> {
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.below(from.len() as u32) as usize]
    }

    fn long(&mut self) -> u64 {
        let index = self.node.peer().head().index;
        let near = [index.saturating_sub(64), index.saturating_sub(1), index, index + 1, index + 64];
        let far = [0, 1, u64::MAX, u64::MAX - 1, u64::MAX - 63, u64::MAX - 64, 1 << 32, 1 << 63];
        if self.dice.below(2) == 0 { self.pick(&near) } else { self.pick(&far) }
    }

    fn short(&mut self) -> u32 {
        self.pick(&[0, 1, 2, 3, 32, 33, 1023, 1024, 1025, 1 << 16, i32::MAX as u32, u32::MAX - 1, u32::MAX])
    }

    fn peer(&mut self) -> PeerIndex {
        PeerIndex(self.pick(&[0, 1, 2, 3, 4, 31, 32, 63, 64, 254, 255]))
    }

    /// A head with a real hash where there is one: most checks end at a hash that is unknown.
    fn head(&mut self) -> Head {
        let index = self.long();
        let known = self.node.peer().head_at(self.dice.below(self.node.peer().head().index as u32 + 1).into());
        let hash = known.filter(|_| self.dice.below(3) > 0).map_or(Hash([9; 32]), |head| head.hash);
        match self.dice.below(3) {
            0 => self.node.peer().head(),
            1 => known.unwrap_or(Head { index, hash }),
            _ => Head { index, hash },
        }
    }

    fn epoch(&mut self) -> Epoch {
        let running = self.node.peer().epoch().expect("a host");
        match self.dice.below(3) {
            0 => running,
            1 => Epoch { number: running.number + 1, host: peer(CHEAT) },
            _ => Epoch { number: self.short(), host: self.peer() },
        }
    }

    fn voice(&mut self) -> Voice {
        let place = self.pick(&[0, 1, 2, 3]);
        if self.dice.below(2) == 0 { Voice::Own } else { Voice::Seat(seat(place)) }
    }

    fn lock(&mut self) -> Lock {
        Lock { decision: self.short(), count: self.short() }
    }

    fn slot(&mut self) -> Slot {
        let index = self.pick(&[0, 1, 6, 7, 15]);
        Slot::new(index).expect("a slot")
    }

    fn deed(&mut self) -> Deed {
        match self.dice.below(10) {
            0 => Deed::Lock { lock: self.lock(), commitments: vec![(self.slot(), Commitment(Hash([1; 32])))] },
            1 => Deed::Unlock { decision: self.short() },
            2 => Deed::Act { turn: self.long(), action: vec![1, 255] },
            3 => Deed::Renew { generation: self.short(), end: Hash([2; 32]) },
            4 => Deed::TakeOver { seat: seat(1), level: name("greedy"), seed: Hash([3; 32]) },
            5 => Deed::ShowSeed { seat: seat(2), seed: [4; 32] },
            6 => Deed::Leave,
            7 => Deed::Return,
            8 => Deed::Pause,
            _ => Deed::Farewell,
        }
    }

    fn input(&mut self) -> InputBody {
        let (voice, sequence, head, deed) = (self.voice(), self.short(), self.head(), self.deed());
        InputBody { author: peer(CHEAT), voice, sequence, head, deed }
    }

    fn opening(&mut self) -> OpeningBody {
        let opened = Opened { slot: self.slot(), choice: vec![7; self.pick(&[0, 1, 17])], nonce: [5; 32] };
        let under = OpenedUnder { lock: self.lock(), opened };
        OpeningBody { author: peer(CHEAT), seat: seat(CHEAT), slots: vec![under; self.pick(&[0, 1, 2])] }
    }

    fn lacking(&mut self) -> Lacking {
        match self.dice.below(4) {
            0 => Lacking::Peer(self.peer()),
            1 => Lacking::Link(self.peer()),
            2 => Lacking::Decision(seat(3)),
            _ => Lacking::Opening(seat(0)),
        }
    }

    fn absence(&mut self) -> AbsenceBody {
        AbsenceBody { author: peer(CHEAT), lacking: self.lacking(), head: self.head() }
    }

    fn vote(&mut self) -> VoteBody {
        let accepted = (self.dice.below(2) == 0).then(|| self.epoch());
        VoteBody { author: peer(CHEAT), epoch: self.epoch(), accepted, head: self.head() }
    }

    fn content(&mut self) -> Content {
        let signature =
            sign(self.node, AckBody { author: peer(CHEAT), epoch: self.epoch(), head: self.head() }).signature;
        let freeze = Freeze(vec![(self.peer(), signature); self.pick(&[0, 1, 4])]);
        let absences = vec![sign(self.node, self.absence())];
        match self.dice.below(9) {
            0 => Content::Epoch(vec![sign(self.node, self.vote())]),
            1 => Content::Input(sign(self.node, self.input())),
            2 => {
                let opened = Opened { slot: self.slot(), choice: Vec::new(), nonce: [0; 32] };
                let openings = vec![SeatOpening { seat: seat(3), slots: vec![opened; self.pick(&[0, 1])] }];
                let withheld = vec![Withheld { seat: seat(0), absences }];
                Content::Openings { slot: self.slot(), freeze, openings, withheld }
            }
            3 => Content::Chance { freeze, links: vec![(self.peer(), Hash([8; 32]))] },
            4 => Content::LinkWithheld { peer: self.peer(), absences },
            5 => Content::Away { peer: self.peer(), absences },
            6 => Content::TimedOut { seat: seat(3), absences },
            7 => Content::StandIn { takeover: sign(self.node, self.input()), consents: Vec::new() },
            _ => {
                let accepted = Acceptance { epoch: self.epoch(), signatures: freeze.0 };
                Content::Departed { accepted, votes: vec![sign(self.node, self.vote())] }
            }
        }
    }

    fn entry(&mut self) -> Entry {
        let head = self.head();
        let body = EntryBody {
            game: self.node.agreed.charter.id(),
            epoch: self.epoch(),
            index: if self.dice.below(2) == 0 { head.index.wrapping_add(1) } else { self.long() },
            previous: head.hash,
            content: self.content(),
            digest: Digest([0; 32]),
        };
        Entry::sign(body, &self.node.agreed.identities[CHEAT])
    }

    fn evidence(&mut self) -> Evidence {
        match self.dice.below(6) {
            0 => Evidence::IllegalInput(Box::new(sign(self.node, self.input()))),
            1 => Evidence::TwoInputs(Box::new((sign(self.node, self.input()), sign(self.node, self.input())))),
            2 => Evidence::FalseOpening(Box::new(sign(self.node, self.opening()))),
            3 => Evidence::FalseLink(Box::new(sign(self.node, self.link()))),
            4 => Evidence::Fork(self.entry().to_bytes(), self.entry().to_bytes()),
            _ => Evidence::BadEntry(self.entry().to_bytes()),
        }
    }

    fn link(&mut self) -> LinkBody {
        LinkBody { author: peer(CHEAT), event: self.short(), link: Hash([6; 32]) }
    }

    fn consensus(&mut self) -> Consensus {
        let order = Order { session: self.long(), counter: self.long() };
        let entries: Vec<Entry> = (0..self.pick(&[0, 1, 2])).map(|_| self.entry()).collect();
        let suffix = Suffix { keep: self.long(), entries: entries.clone() };
        let elected = vec![sign(self.node, self.vote()); self.pick(&[0, 1, 3])];
        let (epoch, decided) = (self.epoch(), self.long());
        match self.dice.below(9) {
            0 => Consensus::HeartbeatRequest { round: self.short() },
            1 => {
                let (round, own, follows) = (self.short(), self.epoch(), self.epoch());
                Consensus::HeartbeatReply { round, own, follows, content: true }
            }
            2 => Consensus::PrepareRequest { promised: epoch },
            3 => Consensus::Prepare { epoch, decided, accepted: Some(self.epoch()), length: self.long() },
            4 => {
                let vote = sign(self.node, self.vote());
                Consensus::Promise { vote, decided, suffix: Some(suffix), elected }
            }
            5 => Consensus::Adopt { epoch, order, decided, suffix, elected },
            6 => Consensus::Append { epoch, order, decided, entries },
            7 => Consensus::Decide { epoch, order, decided },
            _ => Consensus::Outdated { promised: epoch },
        }
    }

    fn frame(&mut self) -> Frame {
        match self.dice.below(12) {
            0 | 1 => Frame::Input(sign(self.node, self.input())),
            2 => Frame::Opening(sign(self.node, self.opening())),
            3 => Frame::Link(sign(self.node, self.link())),
            4 => Frame::Ack(sign(self.node, AckBody { author: peer(CHEAT), epoch: self.epoch(), head: self.head() })),
            5 => Frame::Absence(sign(self.node, self.absence())),
            6 => {
                let (runner, head) = (self.peer(), self.head());
                Frame::StandIn(sign(self.node, StandInBody { author: peer(CHEAT), seat: seat(1), runner, head }))
            }
            7 | 8 => Frame::Evidence(self.evidence()),
            9 => Frame::Fetch(Fetch { from: self.long() }),
            10 => Frame::Entries((0..self.pick(&[0, 1, 3])).map(|_| self.entry()).collect()),
            _ => Frame::Consensus(self.consensus()),
        }
    }
}

#[test]
fn numbers_that_nobody_writes_make_nobody_stumble() {
    for seed in 0..3 {
        let mut world = World::new(&Plan::people(4), seed, Weather::CALM);
        world.corrupt(CHEAT, Puppet);
        let mut dice = Dice::from_seed(seed);
        let mut made = 0;
        for step in 1..40 {
            if !world.play_until(LONG, |world| world.nodes[0].peer().head().index >= 2 * step) {
                break;
            }
            for _ in 0..40 {
                let frame = Forger { node: &world.nodes[CHEAT], dice: &mut dice }.frame();
                made += 1;
                // As they would come over the network, if they can; some are too long for that.
                let bytes = frame.to_bytes();
                (0..CHEAT).for_each(|to| world.deliver(CHEAT, to, &bytes));
            }
        }
        assert!(made > 1000, "{made}");
        assert!(world.play(LONG), "seed {seed}: {}", world.describe());
        world.check();
        // Among so many statements is one that no honest program makes: that is proven, whatever else it said.
        assert_named(&world, CHEAT, Offence::IllegalInput);
        assert!(world.accused().iter().all(|verdict| verdict.peer == peer(CHEAT)), "and nobody else is accused");
    }
}

/// Whether its author does not say this who wants to go on: it is proof of a fault, has a number that the author's own
/// program needs, gives the vote up, or makes a host of its author, who would answer for every entry then.
fn ends_it(frame: &Frame, log: &Ledger, before: &[SignedInput]) -> bool {
    let number = |input: &SignedInput| (input.body.voice, input.body.sequence);
    match frame {
        Frame::Input(input) => {
            let twice = |known: &SignedInput| number(known) == number(input) && known.body.deed != input.body.deed;
            let needed = ![0, 1 << 16].contains(&input.body.sequence) || input.body.deed == Deed::Farewell;
            let illegal = log.judge(&Evidence::IllegalInput(Box::new(input.clone()))).is_some();
            needed || illegal || before.iter().any(twice)
        }
        Frame::Opening(opening) => log.judge(&Evidence::FalseOpening(Box::new(opening.clone()))).is_some(),
        Frame::Link(link) => log.judge(&Evidence::FalseLink(Box::new(link.clone()))).is_some(),
        Frame::Evidence(evidence) => log.judge(evidence).is_some(),
        Frame::Consensus(Consensus::Prepare { .. }) => true,
        _ => false,
    }
}

#[test]
fn numbers_that_nobody_writes_and_that_prove_nothing_change_nothing() {
    for seed in 0..3 {
        let mut world = World::new(&Plan::people(4), seed, Weather::CALM);
        world.corrupt_quietly(CHEAT, Puppet);
        let mut dice = Dice::from_seed(seed);
        let (mut made, mut before) = (0, Vec::new());
        for step in 1..40 {
            if !world.play_until(LONG, |world| world.nodes[0].peer().head().index >= 2 * step) {
                break;
            }
            let log = ledger_at(&world.nodes[0], world.nodes[0].peer().head().index);
            for _ in 0..40 {
                let node = &world.nodes[CHEAT];
                let frame = Forger { node, dice: &mut dice }.frame();
                if ends_it(&frame, &log, &before) {
                    continue;
                }
                made += 1;
                if let Frame::Input(input) = &frame {
                    before.push(input.clone());
                }
                let bytes = frame.to_bytes();
                (0..CHEAT).for_each(|to| world.deliver(CHEAT, to, &bytes));
            }
        }
        assert!(made > 1000, "{made}");
        assert!(world.play(LONG), "seed {seed}: {}", world.describe());
        world.check();
        assert_unblamed(&world);
        let others = |content: &Content| matches!(content, Content::Away { peer: who, .. } if *who != peer(CHEAT));
        assert!(!has_entry(&world, others), "seed {seed}: nobody else is given up");
    }
}
