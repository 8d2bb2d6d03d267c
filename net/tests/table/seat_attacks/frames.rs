//! Attacks with bytes: frames that are none, too long, damaged, or far too many.

use doubloons_engine::contract::Dice;
use doubloons_net::table::chat::{BURST, Emote, Line, REFILL, Remark};
use doubloons_net::table::entry::Content;
use doubloons_net::table::peer::Notice;
use doubloons_net::table::statement::{AbsenceBody, Deed, Lacking, MAX_STATEMENT, StandInBody, Voice};
use doubloons_net::wire::codec::Undecodable;
use doubloons_net::wire::frame::{Fetch, Frame, MAX_FRAME, MAX_SMALL, NoFrame};

use crate::attack::{Count, LONG, Puppet, assert_refused, assert_unblamed, input, peer, seat, sign, table_with_cheat};
use crate::world::World;

const CHEAT: usize = 2;

/// The kinds of frames that there are.
const KINDS: std::ops::RangeInclusive<u8> = 1..=11;

/// A table in the middle of a game, whose traffic was recorded.
fn table_in_play() -> World {
    let mut world = table_with_cheat(3, CHEAT, Puppet);
    world.record_traffic = true;
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().state().game().decisions() >= 2));
    world.record_traffic = false;
    world
}

/// Lets bytes arrive at the others; their logs must stay as they are.
fn throw(world: &mut World, bytes: &[u8]) {
    (0..CHEAT).for_each(|to| world.deliver(CHEAT, to, bytes));
}

#[test]
fn bytes_that_are_no_frame_are_refused() {
    let mut world = table_in_play();
    let sent: Vec<Vec<u8>> =
        world.nodes.iter().flat_map(|node| node.sent.iter().rev().take(150)).map(|(_, bytes)| bytes.clone()).collect();
    assert!(sent.len() > 150);
    let head = world.nodes[0].peer().head();
    throw(&mut world, &[]);
    for kind in 0..=u8::MAX {
        throw(&mut world, &[kind]);
        throw(&mut world, &[kind, 255, 255, 255, 255, 255, 255, 255, 255, 255]);
    }
    let mut thrown = 0;
    for bytes in &sent {
        for cut in [1, bytes.len() / 2, bytes.len() - 1] {
            throw(&mut world, &bytes[..cut]);
        }
        throw(&mut world, &[bytes.as_slice(), &[0]].concat());
        let mut unknown = bytes.clone();
        unknown[0] = 200;
        assert_eq!(Frame::from_bytes(&unknown), Err(NoFrame::UnknownKind(200)));
        throw(&mut world, &unknown);
        thrown += 5;
    }
    assert!(thrown > 750);
    assert_eq!(world.nodes[0].peer().head(), head, "nothing happened");
    assert_refused(&mut world, |_| false);
}

#[test]
fn oversize_frames_are_refused_before_they_are_decoded() {
    let mut world = table_in_play();
    let head = world.nodes[0].peer().head();
    for kind in 0..16 {
        let mut long = vec![0; MAX_FRAME + 1];
        long[0] = kind;
        let refused = match Frame::from_bytes(&long) {
            Err(NoFrame::UnknownKind(unknown)) => unknown == kind && !KINDS.contains(&kind),
            Err(NoFrame::Undecodable(Undecodable::TooLong { length, .. })) => {
                length == MAX_FRAME && KINDS.contains(&kind)
            }
            _ => false,
        };
        assert!(refused, "kind {kind}");
        throw(&mut world, &long);
    }
    let deed = Deed::Act { turn: 0, action: vec![0; MAX_SMALL] };
    let long = Frame::Input(input(&world.nodes[CHEAT], Voice::Seat(seat(CHEAT)), 0, deed)).to_bytes();
    let too_long = Undecodable::TooLong { length: long.len() - 1, most: MAX_STATEMENT };
    assert_eq!(Frame::from_bytes(&long), Err(NoFrame::Undecodable(too_long)));
    throw(&mut world, &long);
    assert_eq!(world.nodes[0].peer().head(), head);
    assert_refused(&mut world, |_| false);
}

#[test]
fn damaged_frames_convict_nobody() {
    let mut world = table_in_play();
    let mut dice = Dice::from_seed(5);
    let sent: Vec<Vec<u8>> =
        world.nodes.iter().flat_map(|node| node.sent.iter().rev().take(400)).map(|(_, bytes)| bytes.clone()).collect();
    let mut understood = 0;
    for bytes in &sent {
        for _ in 0..4 {
            let mut damaged = bytes.clone();
            let place = 1 + dice.index(damaged.len() - 1);
            damaged[place] ^= 1 << dice.below(8);
            understood += u32::from(Frame::from_bytes(&damaged).is_ok());
            throw(&mut world, &damaged);
        }
    }
    assert!(understood > 500, "many of them are frames: {understood}");
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}

#[test]
fn random_bytes_convict_nobody() {
    let mut world = table_in_play();
    let mut dice = Dice::from_seed(6);
    for _ in 0..3000 {
        let mut bytes: Vec<u8> = (0..dice.below(200)).map(|_| dice.below(256) as u8).collect();
        bytes.insert(0, 1 + dice.below(11) as u8);
        throw(&mut world, &bytes);
    }
    assert_refused(&mut world, |_| false);
}

#[test]
fn a_flood_of_statements_changes_nothing() {
    let mut world = table_in_play();
    let node = &world.nodes[CHEAT];
    let head = node.peer().head();
    let mut frames = Vec::new();
    for number in 0..300 {
        frames.push(Frame::Input(input(node, Voice::Own, 100 + number, Deed::Return)));
        let whose = peer(number as usize % 256);
        for lacking in [Lacking::Peer(whose), Lacking::Link(whose)] {
            frames.push(Frame::Absence(sign(node, AbsenceBody { author: peer(CHEAT), lacking, head })));
        }
        let body = StandInBody { author: peer(CHEAT), seat: seat(number as usize % 4), runner: whose, head };
        frames.push(Frame::StandIn(sign(node, body)));
    }
    let frames: Vec<Vec<u8>> = frames.iter().map(Frame::to_bytes).collect();
    let before = world.nodes[0].peer().held();
    frames.iter().for_each(|bytes| throw(&mut world, bytes));
    let after = world.nodes[0].peer().held();
    assert!(frames.len() >= 1200 && after < before + 64 + 16 + 16, "{before} before, {after} after");
    assert_refused(&mut world, |content| matches!(content, Content::StandIn { .. }));
}

#[test]
fn a_flood_of_chat_is_cut_short() {
    let mut world = table_in_play();
    let line = Line::try_from("Arrr!".to_owned()).expect("a line");
    let began = world.now;
    for round in 0..500 {
        let remark = if round % 2 == 0 { Remark::Line(line.clone()) } else { Remark::Emote(Emote::Laugh) };
        throw(&mut world, &Frame::Remark(remark).to_bytes());
        world.step();
    }
    let lasted = world.now - began;
    let most = BURST as usize + 1 + (lasted.as_millis() / REFILL.as_millis()) as usize;
    for node in world.honest() {
        let heard = node.notices.iter().filter(|notice| matches!(notice, Notice::Said(..))).count();
        assert!((1..=most).contains(&heard), "{heard} of at most {most}");
    }
    assert_refused(&mut world, |_| false);
}

#[test]
fn a_flood_of_questions_is_not_answered_with_a_flood() {
    let mut world = table_in_play();
    world.record_traffic = true;
    let before = answers(&world);
    let asked = Count::default();
    for _ in 0..300 {
        throw(&mut world, &Frame::Fetch(Fetch { from: 1 }).to_bytes());
        asked.up();
    }
    let answered = answers(&world) - before;
    assert_eq!(asked.get(), 300);
    assert!(answered <= 2, "{answered} answers from two peers, who were asked at one moment");
    throw(&mut world, &Frame::Fetch(Fetch { from: u64::MAX }).to_bytes());
    assert_refused(&mut world, |_| false);
}

fn answers(world: &World) -> usize {
    let kind = Frame::Entries(Vec::new()).to_bytes()[0];
    let sent = world.honest().flat_map(|node| &node.sent);
    sent.filter(|(to, bytes)| *to == peer(CHEAT) && bytes[0] == kind).count()
}
