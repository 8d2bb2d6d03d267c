//! Lies about others: false evidence, false absences, false acknowledgements.

use doubloons_net::hash::Hash;
use doubloons_net::table::entry::{Content, Entry, EntryBody};
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::peer::Wish;
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, Head, Lacking, LinkBody, SignedInput, SignedLink, SignedOpening, StandInBody,
    Voice,
};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    A_WHILE, Count, LONG, Puppet, Sending, assert_proven, assert_refused, assert_unblamed, faults, has_entry, input,
    log, peer, said, seat, send_to_all, sign, table_with_cheat,
};
use crate::host_attacks::{ledger_at, own_pause};
use crate::table::Plan;
use crate::world::{Node, Weather, World};

const CHEAT: usize = 2;

/// Everything that honest peers have signed and sent.
#[derive(Default)]
struct Signed {
    inputs: Vec<SignedInput>,
    openings: Vec<SignedOpening>,
    links: Vec<SignedLink>,
}

fn overheard(world: &World) -> Signed {
    let mut all = Signed::default();
    let sent = world.nodes.iter().filter(|node| node.index != peer(CHEAT)).flat_map(|node| &node.sent);
    for (_, bytes) in sent {
        match Frame::from_bytes(bytes) {
            Ok(Frame::Input(input)) => all.inputs.push(input),
            Ok(Frame::Opening(opening)) => all.openings.push(opening),
            Ok(Frame::Link(link)) => all.links.push(link),
            _ => {}
        }
    }
    all
}

/// Accusations made of what honest peers have really signed, and of what they have not.
fn accusations(signed: &Signed, log: &[Entry]) -> Vec<Evidence> {
    let mut all = Vec::new();
    for input in &signed.inputs {
        all.push(Evidence::IllegalInput(Box::new(input.clone())));
        let mut changed = input.clone();
        changed.body.deed = Deed::Leave;
        all.push(Evidence::IllegalInput(Box::new(changed.clone())));
        all.push(Evidence::TwoInputs(Box::new((input.clone(), changed))));
        let same =
            |other: &&SignedInput| (other.body.author, other.body.voice) == (input.body.author, input.body.voice);
        all.extend(
            signed
                .inputs
                .iter()
                .filter(same)
                .take(6)
                .map(|other| Evidence::TwoInputs(Box::new((input.clone(), other.clone())))),
        );
    }
    for opening in &signed.openings {
        all.push(Evidence::FalseOpening(Box::new(opening.clone())));
        let mut changed = opening.clone();
        changed.body.slots[0].opened.choice[0] ^= 1;
        all.push(Evidence::FalseOpening(Box::new(changed)));
    }
    for link in &signed.links {
        all.push(Evidence::FalseLink(Box::new(link.clone())));
        let body = LinkBody { link: Hash([4; 32]), ..link.body.clone() };
        all.push(Evidence::FalseLink(Box::new(SignedLink { body, signature: link.signature })));
    }
    for (place, entry) in log.iter().enumerate() {
        let bytes = entry.to_bytes();
        all.push(Evidence::BadEntry(bytes.clone()));
        all.push(Evidence::Fork(bytes.clone(), bytes.clone()));
        all.push(Evidence::Fork(bytes.clone(), log[place.saturating_sub(1)].to_bytes()));
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 1;
        all.push(Evidence::BadEntry(damaged.clone()));
        all.push(Evidence::Fork(bytes, damaged));
    }
    all
}

#[test]
fn false_evidence_never_convicts_anybody() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    world.record_traffic = true;
    let mut accused = 0;
    for decision in 1..4 {
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= decision));
        for _ in 0..4 {
            let head = world.nodes[0].peer().head();
            assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index > head.index + 1));
            let log = log(&world);
            let recent = log.len().saturating_sub(12);
            for evidence in accusations(&overheard(&world), &log[recent..]) {
                let bytes = Frame::Evidence(evidence).to_bytes();
                (0..CHEAT).for_each(|to| world.deliver(CHEAT, to, &bytes));
                accused += 1;
            }
            world.nodes.iter_mut().for_each(|node| node.sent.clear());
        }
    }
    assert!(accused > 500, "{accused}");
    assert_refused(&mut world, |content| matches!(content, Content::Fault(_)));
}

#[test]
fn evidence_counts_once_however_often_it_is_repeated() {
    let mut world = table_with_cheat(4, CHEAT, Puppet);
    world.corrupt(3, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 1));
    let bad = input(&world.nodes[CHEAT], Voice::Own, 0, Deed::Unlock { decision: 1 });
    send_to_all(&mut world, CHEAT, &Frame::Input(bad.clone()));
    for _ in 0..20 {
        let head = world.nodes[0].peer().head();
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().head() != head));
        send_to_all(&mut world, 3, &Frame::Evidence(Evidence::IllegalInput(Box::new(bad.clone()))));
    }
    assert_proven(&mut world, CHEAT, Offence::IllegalInput);
    assert_eq!(faults(&world).len(), 1);
}

/// Claims of two cheats that a third is gone and owes everything.
fn claim_absent(world: &mut World, cheats: &[usize], victim: usize) {
    for &cheat in cheats {
        let node = &world.nodes[cheat];
        let head = node.peer().head();
        let statements = [
            Lacking::Peer(peer(victim)),
            Lacking::Link(peer(victim)),
            Lacking::Decision(seat(victim)),
            Lacking::Opening(seat(victim)),
        ];
        let absences = statements.map(|lacking| sign(node, AbsenceBody { author: peer(cheat), lacking, head }));
        let consent = sign(node, StandInBody { author: peer(cheat), seat: seat(victim), runner: peer(cheat), head });
        for absence in absences {
            send_to_all(world, cheat, &Frame::Absence(absence));
        }
        send_to_all(world, cheat, &Frame::StandIn(consent));
    }
}

#[test]
fn claiming_that_somebody_present_is_gone_needs_a_majority() {
    // Alone among three, and with an accomplice among four.
    for (people, cheats) in [(3, vec![2]), (4, vec![2, 3])] {
        let mut world = table_with_cheat(people, 2, Puppet);
        cheats.iter().for_each(|cheat| world.corrupt(*cheat, Puppet));
        // Whoever plays without a plan plays long.
        world.people_play = "random";
        for step in 0..20 {
            let went_on = world.play_until(LONG, |world| world.nodes[0].peer().head().index > 4 * (step + 1));
            assert!(went_on, "{people} people, step {step}: {}", world.describe());
            claim_absent(&mut world, &cheats, 1);
            let takeover = Deed::TakeOver { seat: seat(1), level: crate::table::name("greedy"), seed: Hash([1; 32]) };
            let takeover = input(&world.nodes[CHEAT], Voice::Own, step as u32, takeover);
            send_to_all(&mut world, CHEAT, &Frame::Input(takeover));
        }
        assert_refused(&mut world, |content| match content {
            Content::StandIn { .. } | Content::TimedOut { .. } | Content::LinkWithheld { .. } => true,
            Content::Openings { withheld, .. } => !withheld.is_empty(),
            _ => false,
        });
    }
}

#[test]
fn acknowledging_a_log_that_is_not_there_costs_only_the_liar() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 2));
    let node = &world.nodes[CHEAT];
    let epoch = node.peer().epoch().expect("a host");
    let head = node.peer().head();
    let accepted = world.nodes[0].peer().accepted();
    for (epoch, head) in [
        (epoch, Head { index: head.index + 1, hash: Hash([5; 32]) }),
        (epoch, Head { index: head.index + 1000, ..head }),
        (Epoch { number: u32::MAX, host: peer(CHEAT) }, Head { index: u64::MAX, hash: Hash([5; 32]) }),
    ] {
        let ack = sign(&world.nodes[CHEAT], AckBody { author: peer(CHEAT), epoch, head });
        send_to_all(&mut world, CHEAT, &Frame::Ack(ack));
    }
    assert!(world.play_until(A_WHILE, |world| world.nodes[0].peer().accepted() > accepted));
    let waits = |world: &World| {
        let reveals = matches!(world.nodes[0].peer().state().want(), Want::Openings { .. } | Want::Links { .. });
        reveals && world.honest().all(|node| node.peer().waiting_for() == [peer(CHEAT)])
    };
    assert!(world.play_until(LONG, waits), "everybody sees for whom the table waits: {}", world.describe());
    let began = world.now;
    let given_up = |content: &Content| matches!(content, Content::Away { peer: who, .. } if *who == peer(CHEAT));
    assert!(world.play_until(A_WHILE, |world| has_entry(world, given_up)), "but nobody waits for ever");
    assert!(world.now - began < A_WHILE / 2, "nor for long");
    assert!(world.play(LONG), "the others go on");
    world.check();
    assert_unblamed(&world);
    let others = |content: &Content| matches!(content, Content::Away { peer: who, .. } if *who != peer(CHEAT));
    assert!(!has_entry(&world, others), "nobody else is given up");
    assert!(said(&world, peer(0), |deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision > 3)));
}

#[test]
fn false_entries_keep_nobody_from_learning_that_the_others_went_on() {
    // The last of four says farewell and is gone before it is settled. When it is back, somebody tells it a log of their own.
    let count = Count::default();
    let told = count.clone();
    let late = peer(3);
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Entries(entries) if to == late && !entries.is_empty() => {
            told.up();
            let first = entries[0].body();
            let ledger = ledger_at(node, first.index - 1);
            let epoch = Epoch { number: first.epoch.number + 1, host: node.index };
            let body = EntryBody { epoch, content: Content::Input(own_pause(&ledger, node)), ..first.clone() };
            let forged = Entry::sign(body, &node.agreed.identities[node.index.index()]);
            vec![(to, Frame::Entries(vec![forged]))]
        }
        Frame::Ack(ack) if to == late => {
            let head = Head { index: u64::MAX, ..ack.body.head };
            vec![(to, Frame::Ack(sign(node, AckBody { head, ..ack.body })))]
        }
        _ => vec![(to, frame)],
    });
    let mut world = World::new(&Plan::people(4), 1, Weather::CALM);
    world.corrupt(CHEAT, mischief);
    assert!(world.play_until(LONG, |world| world.nodes[3].peer().state().game().decisions() >= 2));
    world.wish(3, Wish::Farewell);
    assert!(world.play_until(A_WHILE, |world| said(world, late, |deed| *deed == Deed::Farewell)));
    world.crash(3);
    let before = log(&world).len();
    assert!(world.play_until(LONG, |world| log(world).len() > before + 20), "the others go on");
    // At first it can ask nobody else.
    world.separate(3, 0);
    world.separate(3, 1);
    world.start(3);
    assert!(world.play_until(A_WHILE, |_| count.get() > 2), "it is lied to");
    world.heal();
    assert!(world.play(LONG), "{}", world.describe());
    assert!(!world.nodes[3].peer().state().has_vote(late), "it knows all the same");
    world.check();
    assert_unblamed(&world);
    let pauses = |content: &Content| matches!(content, Content::Input(input) if input.body.deed == Deed::Pause);
    assert!(!has_entry(&world, pauses), "and nothing of what it was told is in the log");
}
