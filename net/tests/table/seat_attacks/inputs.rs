//! Attacks with signed inputs: old ones, illegal ones, contradictory ones, and seats that are not one's own.

use std::time::Duration;

use doubloons_engine::contract::Turn;
use doubloons_net::hash::{Hash, Label};
use doubloons_net::table::entry::Content;
use doubloons_net::table::evidence::{Evidence, Offence};
use doubloons_net::table::genesis::Member;
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_net::table::seal::{Commitment, Lock};
use doubloons_net::table::statement::{Deed, InputBody, SignedInput, Voice};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    A_WHILE, Count, LONG, Puppet, Sending, assert_proven, assert_refused, assert_unblamed, input, log, peer, said,
    seat, send_to_all, sign, table_with_cheat,
};
use crate::table::{Plan, agree_to, draft, identity, name};
use crate::world::{Node, Weather, World};

const CHEAT: usize = 2;

/// The inputs in the log.
fn inputs(world: &World) -> Vec<SignedInput> {
    let inputs = |entry: &doubloons_net::table::entry::Entry| match entry.content() {
        Content::Input(input) => Some(input.clone()),
        _ => None,
    };
    log(world).iter().filter_map(inputs).collect()
}

/// How often each input is in the log.
fn assert_all_different(world: &World) {
    let inputs = inputs(world);
    for (place, input) in inputs.iter().enumerate() {
        let again = |other: &SignedInput| {
            (other.body.author, other.body.voice, other.body.sequence)
                == (input.body.author, input.body.voice, input.body.sequence)
        };
        assert!(!inputs[..place].iter().any(again), "{input:?} is there twice");
    }
}

#[test]
fn replaying_old_inputs_of_this_game_is_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    let mut replayed = 0;
    for decision in 2..6 {
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= decision));
        // Its own and the others', of this round and of earlier ones.
        for input in inputs(&world) {
            replayed += 1;
            send_to_all(&mut world, CHEAT, &Frame::Input(input));
        }
    }
    assert!(replayed > 30, "{replayed}");
    let heads = log(&world).len();
    assert_refused(&mut world, |_| false);
    assert!(log(&world).len() > heads);
    assert_all_different(&world);
}

#[test]
fn replaying_inputs_of_another_game_is_refused() {
    let plan = Plan::people(3);
    let mut other = draft(&plan, 1);
    other.nonce = [200; 32];
    let mut elsewhere = World::with(agree_to(other, 1), 1, Weather::CALM);
    assert!(elsewhere.play(LONG), "the same people play another game");
    let theirs = inputs(&elsewhere);
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 1));
    let keys = |world: &World| world.nodes[0].agreed.charter.draft().members.clone();
    assert_eq!(keys(&world), keys(&elsewhere));
    assert_ne!(world.nodes[0].agreed.charter.id(), elsewhere.nodes[0].agreed.charter.id());
    for input in &theirs {
        send_to_all(&mut world, CHEAT, &Frame::Input(input.clone()));
    }
    for entry in log(&elsewhere).chunks(32) {
        send_to_all(&mut world, CHEAT, &Frame::Entries(entry.to_vec()));
    }
    assert_refused(&mut world, |content| matches!(content, Content::Input(input) if theirs.contains(input)));
}

#[test]
fn replaying_all_traffic_of_an_earlier_epoch_is_refused() {
    let mut world = table_with_cheat(4, CHEAT, Puppet);
    world.record_traffic = true;
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 2));
    world.crash_and_restart(0, 5_000);
    let moved = |world: &World| world.nodes[1].peer().epoch().is_some_and(|epoch| epoch.number > 1);
    assert!(world.play_until(LONG, moved));
    assert!(world.play_until(A_WHILE, |world| world.nodes[0].peer.is_some()));
    let old: Vec<Vec<u8>> = world.nodes.iter().flat_map(|node| &node.sent).map(|(_, bytes)| bytes.clone()).collect();
    assert!(old.len() > 200, "{}", old.len());
    for bytes in &old {
        (0..4).filter(|to| *to != CHEAT).for_each(|to| world.deliver(CHEAT, to, bytes));
    }
    assert_refused(&mut world, |_| false);
    assert_all_different(&world);
}

#[test]
fn signing_two_contents_under_one_number_is_proven() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Input(SignedInput { body, .. }) if matches!(body.deed, Deed::Lock { .. }) => {
            let mut other = body.clone();
            if let Deed::Lock { commitments, .. } = &mut other.deed {
                commitments[0].1 = Commitment(Hash([9; 32]));
            }
            done.up();
            // The host gets the one, another peer the other.
            vec![(to, frame), (peer(1), Frame::Input(sign(node, other)))]
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    let evidence = assert_proven(&mut world, CHEAT, Offence::TwoInputs);
    assert!(matches!(evidence, Evidence::TwoInputs(_)));
    assert!(count.get() > 0);
}

/// Lets the cheat replace its first open decision.
fn acts_with(action: Vec<u8>) -> (World, Count) {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Input(SignedInput { body, .. }) if matches!(body.deed, Deed::Act { .. }) => {
            let mut body = body.clone();
            if let Deed::Act { action: replaced, .. } = &mut body.deed {
                replaced.clone_from(&action);
            }
            done.up();
            vec![(to, Frame::Input(sign(node, body)))]
        }
        _ => vec![(to, frame)],
    });
    (table_with_cheat(3, CHEAT, mischief), count)
}

#[test]
fn an_illegal_move_is_proven() {
    // No commands at all, bytes that mean nothing, more bytes than an action has.
    for action in [vec![0], vec![1, 255, 255], vec![0; 600]] {
        let (mut world, count) = acts_with(action);
        let evidence = assert_proven(&mut world, CHEAT, Offence::IllegalInput);
        assert!(matches!(evidence, Evidence::IllegalInput(_)));
        assert!(count.get() > 0);
    }
}

#[test]
fn statements_that_no_honest_program_makes_are_proven() {
    let nothing = Commitment(Hash([7; 32]));
    let slot = doubloons_engine::contract::Slot::new(0).expect("a slot");
    let own = Voice::Seat(seat(CHEAT));
    let lock = Lock { decision: 1, count: 1 };
    for (voice, deed) in [
        (own, Deed::Leave),
        (Voice::Own, Deed::Unlock { decision: 1 }),
        (own, Deed::Lock { lock, commitments: vec![(slot, nothing)] }),
        (own, Deed::Lock { lock, commitments: Vec::new() }),
    ] {
        let mut world = table_with_cheat(3, CHEAT, Puppet);
        world.idle.insert(CHEAT);
        assert!(world.play_until(LONG, |world| {
            matches!(world.nodes[CHEAT].peer().state().game().turn(), Turn::Seal { .. })
        }));
        let input = input(&world.nodes[CHEAT], voice, 0, deed);
        send_to_all(&mut world, CHEAT, &Frame::Input(input));
        assert_proven(&mut world, CHEAT, Offence::IllegalInput);
    }
}

#[test]
fn acting_out_of_turn_or_for_another_seat_is_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    let mut tries = 0;
    while tries < 5 {
        let others_turn = |world: &World| {
            let turn = world.nodes[CHEAT].peer().state().game().turn();
            matches!(turn, Turn::Seat(whose) if whose != seat(CHEAT))
        };
        assert!(world.play_until(LONG, others_turn));
        let state = world.nodes[CHEAT].peer().state();
        let (Turn::Seat(whose), turn) = (state.game().turn(), state.turn_began()) else { unreachable!() };
        for voice in [seat(CHEAT), whose] {
            for turn in [turn, turn - 1] {
                let deed = Deed::Act { turn, action: vec![1, 255] };
                let input = input(&world.nodes[CHEAT], Voice::Seat(voice), 3000 + tries, deed);
                send_to_all(&mut world, CHEAT, &Frame::Input(input));
                tries += 1;
            }
        }
        assert!(world.play_until(LONG, |world| !others_turn(world)));
    }
    assert_refused(&mut world, |content| match content {
        Content::Input(input) => matches!(&input.body.deed, Deed::Act { action, .. } if *action == [1, 255]),
        _ => false,
    });
}

#[test]
fn statements_in_the_name_of_others_are_refused() {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    for round in 0..10 {
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index > 8 * (round + 1)));
        let node = &world.nodes[CHEAT];
        let head = node.peer().head();
        let forged = |author: usize, voice: Voice, deed: Deed| {
            // The body says that it is somebody else's; the signature can only be the cheat's.
            let body = InputBody { author: peer(author), voice, sequence: 1000, head, deed };
            Frame::Input(sign(node, body))
        };
        let frames = [
            forged(0, Voice::Own, Deed::Leave),
            forged(1, Voice::Own, Deed::Pause),
            forged(1, Voice::Seat(seat(1)), Deed::Act { turn: 0, action: vec![9; 700] }),
            forged(7, Voice::Own, Deed::Leave),
        ];
        for frame in frames {
            send_to_all(&mut world, CHEAT, &frame);
        }
    }
    assert_refused(&mut world, |content| matches!(content, Content::Input(input) if input.body.sequence == 1000));
}

#[test]
fn giving_away_a_seat_that_is_not_ones_bots_is_refused() {
    let mut world = World::new(&Plan::people(3).with_bots(&["greedy"]), 1, Weather::CALM);
    world.corrupt(CHEAT, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 1));
    let puppet = identity(999, 9);
    let guest = Member { key: puppet.public(), name: name("Puppet"), emblem: 3 };
    let game = world.nodes[0].agreed.charter.id();
    for (skip, index) in [0, 1, CHEAT, 3].into_iter().enumerate() {
        let consent = puppet.sign(Label::Consent, &(game, seat(index), &guest));
        let deed = Deed::Admit { seat: seat(index), guest: guest.clone(), consent };
        let input = input(&world.nodes[CHEAT], Voice::Own, skip as u32, deed);
        send_to_all(&mut world, CHEAT, &Frame::Input(input));
    }
    assert_refused(&mut world, |content| match content {
        Content::Input(input) => matches!(input.body.deed, Deed::Admit { .. }),
        _ => false,
    });
    assert_eq!(world.nodes[0].peer().state().members().len(), 3);
}

#[test]
fn admitting_somebody_who_has_not_agreed_is_proven() {
    // The first host, who runs the bot, comes back from a crash as a mere member.
    let mut world = World::new(&Plan::people(3).with_bots(&["greedy"]), 1, Weather::CALM);
    world.corrupt(0, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 2));
    world.crash_and_restart(0, 6_000);
    let back = |world: &World| {
        let follows = |node: &Node| node.peer.is_some() && node.peer().epoch().is_some_and(|epoch| epoch.number > 1);
        let same = || world.nodes.iter().all(|node| node.peer().head() == world.nodes[0].peer().head());
        world.nodes.iter().all(follows) && same() && !world.nodes[0].peer().hosts()
    };
    assert!(world.play_until(LONG, back));
    let stranger = identity(999, 9);
    let guest = Member { key: stranger.public(), name: name("Nobody"), emblem: 3 };
    let consent = world.nodes[0].agreed.identities[0].sign(Label::Consent, &(seat(3), &guest));
    let deed = Deed::Admit { seat: seat(3), guest, consent };
    let input = input(&world.nodes[0], Voice::Own, 30, deed);
    send_to_all(&mut world, 0, &Frame::Input(input));
    assert_proven(&mut world, 0, Offence::IllegalInput);
    assert_eq!(world.nodes[1].peer().state().members().len(), 3);
}

#[test]
fn a_stranger_who_claims_a_seat_is_nobody() {
    let mut world = World::new(&Plan::people(3), 1, Weather::CALM);
    let stranger = world.join(peer(3));
    world.corrupt(stranger, Puppet);
    for round in 0..5 {
        assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index > 8 * (round + 1)));
        let node = &world.nodes[stranger];
        let inputs = [
            input(node, Voice::Own, round as u32, Deed::Return),
            input(node, Voice::Seat(seat(1)), round as u32, Deed::Unlock { decision: 1 }),
        ];
        for input in inputs {
            send_to_all(&mut world, stranger, &Frame::Input(input));
        }
    }
    assert_refused(&mut world, |content| matches!(content, Content::Input(input) if input.body.author == peer(3)));
}

#[test]
fn hiding_inputs_from_the_host_makes_nobody_give_the_host_up() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |_: &Node, to, frame| match &frame {
        Frame::Input(_) => {
            done.up();
            [1, 3].map(|other| (peer(other), frame.clone())).to_vec()
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(4, CHEAT, mischief);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    assert!(count.get() > 0);
    let given_up = |notice: &Notice| matches!(notice, Notice::Censored(_));
    assert!(!world.honest().any(|node| node.notices.iter().any(given_up)), "nobody gave the host up");
    assert_eq!(world.nodes[1].peer().epoch().map(|epoch| epoch.number), Some(1), "it still hosts");
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Lock { .. })), "the others pass it on");
}

#[test]
fn crowding_somebody_out_with_their_own_old_inputs_is_refused() {
    let mut world = table_with_cheat(4, CHEAT, Puppet);
    let words = |world: &World, whose: usize| {
        inputs(world).into_iter().filter(|input| input.body.author == peer(whose)).collect::<Vec<_>>()
    };
    // One changes their mind often, so that there is much to repeat.
    world.idle.insert(3);
    while words(&world, 1).len() < 20 {
        assert!(world.play_until(LONG, |world| match world.nodes[1].peer().state().game().turn() {
            Turn::Seal { locked, .. } => locked.contains(seat(1)),
            _ => false,
        }));
        world.wish(1, Wish::Unlock(seat(1)));
        let known = words(&world, 1).len();
        assert!(world.play_until(LONG, |world| words(world, 1).len() > known));
    }
    world.idle.clear();
    let old: Vec<Vec<u8>> = words(&world, 1).into_iter().map(|input| Frame::Input(input).to_bytes()).collect();
    let mut head = world.nodes[0].peer().head();
    let mut repeated = 0;
    while world.nodes[0].peer().state().game().decisions() < 5 {
        assert!(world.step() && world.now < Duration::from_secs(300), "the host still hears everybody");
        if world.nodes[0].peer().head() != head {
            old.iter().for_each(|bytes| world.deliver(CHEAT, 0, bytes));
            head = world.nodes[0].peer().head();
            repeated += 1;
        }
    }
    assert!(repeated > 10);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let given_up = |notice: &Notice| matches!(notice, Notice::Censored(_));
    assert!(!world.honest().any(|node| node.notices.iter().any(given_up)), "the host still hears everybody");
}
