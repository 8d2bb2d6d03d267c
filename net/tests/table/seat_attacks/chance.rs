//! Attacks on joint chance: keeping a link back, forging one, and stepping in or out of a draw once others have shown
//! theirs.

use doubloons_engine::contract::Turn;
use doubloons_net::hash::Hash;
use doubloons_net::table::entry::Content;
use doubloons_net::table::evidence::Offence;
use doubloons_net::table::ledger::RECENT;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::state::{Presence, Want};
use doubloons_net::table::statement::{Deed, LinkBody, Voice};
use doubloons_net::wire::frame::Frame;

use crate::attack::{
    A_WHILE, Count, LONG, Puppet, Sending, assert_proven, assert_refused, assert_unblamed, has_entry, input, log,
    long_table_with_cheat, peer, said, seat, send_to_all, sign, table_with_cheat,
};
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

const CHEAT: usize = 2;

fn draws(world: &World, at: usize) -> bool {
    matches!(world.nodes[at].peer().state().want(), Want::Links { .. })
}

/// Keeps the link for this event back.
fn keeps_link(event: u32, count: Count) -> impl Mischief {
    Sending(move |_: &Node, to, frame| match &frame {
        Frame::Link(link) if link.body.event == event => {
            count.up();
            Vec::new()
        }
        _ => vec![(to, frame)],
    })
}

#[test]
fn withholding_a_link_is_counted_and_sits_out_the_next_decision() {
    let count = Count::default();
    let mut world = table_with_cheat(3, CHEAT, keeps_link(1, count.clone()));
    assert!(world.play_until(LONG, |world| draws(world, 0) && world.nodes[0].peer().waiting_for() == [peer(CHEAT)]));
    let began = world.now;
    let withheld =
        |content: &Content| matches!(content, Content::LinkWithheld { peer: who, .. } if *who == peer(CHEAT));
    assert!(world.play_until(A_WHILE, |world| has_entry(world, withheld)));
    assert!(world.now - began < A_WHILE / 2, "the table does not wait for long");
    assert!(count.get() > 0);
    let state = world.nodes[0].peer().state();
    assert_eq!(state.rerolls(), 1, "it is counted");
    let presence = state.member(peer(CHEAT)).expect("a member").presence();
    assert_eq!(presence, Presence::Away { sits_out: Some(1) });
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    let sealed = |decision: u32| {
        said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Lock { lock, .. } if lock.decision == decision))
    };
    assert!(!sealed(1), "it had no part in the first round");
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Return)));
    assert!((2..60).any(sealed), "but played again later");
    assert_eq!(world.nodes[0].peer().state().rerolls(), 1);
}

#[test]
fn withholding_a_link_at_a_table_of_two_pauses_it() {
    let mut world = World::new(&Plan::people(2), 1, Weather::CALM);
    let count = Count::default();
    world.corrupt_quietly(1, keeps_link(1, count.clone()));
    assert!(world.play_until(A_WHILE, |world| draws(world, 0) && count.get() > 0), "it keeps its link back");
    assert!(!world.play_until(10 * A_WHILE, |world| !draws(world, 0)), "nothing is drawn");
    assert!(count.get() > 1, "it is asked again and again");
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(1)]);
    assert_unblamed(&world);
}

#[test]
fn a_false_link_shown_long_after_the_draw_is_still_proven() {
    let mut world = long_table_with_cheat(3, CHEAT, 2 * RECENT);
    let body = LinkBody { author: peer(CHEAT), event: 2, link: Hash([3; 32]) };
    let lie = Frame::Link(sign(&world.nodes[CHEAT], body));
    world.transmit(CHEAT, 1, lie.to_bytes());
    assert_proven(&mut world, CHEAT, Offence::FalseLink);
}

#[test]
fn forging_a_link_is_proven() {
    let count = Count::default();
    let done = count.clone();
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Link(link) if link.body.event == 2 => {
            done.up();
            vec![(to, Frame::Link(sign(node, LinkBody { link: Hash([3; 32]), ..link.body.clone() })))]
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert_proven(&mut world, CHEAT, Offence::FalseLink);
    assert!(count.get() > 0);
    assert_eq!(world.nodes[0].peer().state().rerolls(), 1, "the draw that it wanted to steer is void");
}

#[test]
fn leaving_once_the_others_links_are_known_is_the_same_as_withholding_one() {
    let count = Count::default();
    let mut world = table_with_cheat(3, CHEAT, keeps_link(1, count.clone()));
    assert!(world.play_until(LONG, |_| count.get() > 3), "the others have shown theirs to everybody by now");
    assert!(draws(&world, 0));
    world.wish(CHEAT, Wish::Leave);
    assert!(world.play_until(A_WHILE, |world| !world.nodes[0].peer().state().is_present(peer(CHEAT))));
    let state = world.nodes[0].peer().state();
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Leave)));
    assert_eq!(state.rerolls(), 1, "it is counted");
    assert_eq!(state.next_event(), 2, "and drawn anew from links that nobody has seen");
    let presence = state.member(peer(CHEAT)).expect("a member").presence();
    assert_eq!(presence, Presence::Away { sits_out: Some(1) }, "and costs a round");
    world.wish(CHEAT, Wish::Return);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Return)));
}

#[test]
fn stepping_into_a_draw_that_is_under_way_is_refused() {
    // The second draw waits for a link, so that there is time to step in; the cheat left before.
    let count = Count::default();
    let mut world = World::new(&Plan::people(4), 1, Weather::CALM);
    world.corrupt_quietly(1, keeps_link(2, count.clone()));
    world.corrupt(CHEAT, Puppet);
    assert!(world.play_until(LONG, |world| world.nodes[CHEAT].peer().state().game().decisions() >= 1));
    world.wish(CHEAT, Wish::Leave);
    assert!(world.play_until(LONG, |_| count.get() > 3));
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Leave)));
    let event = world.nodes[0].peer().state().next_event();
    assert!(draws(&world, 0));
    let head = world.nodes[0].peer().head();
    world.wish(CHEAT, Wish::Return);
    let back = input(&world.nodes[CHEAT], Voice::Own, 20, Deed::Return);
    send_to_all(&mut world, CHEAT, &Frame::Input(back));
    let second = std::time::Duration::from_secs(1);
    assert!(!world.play_until(second, |world| world.nodes[0].peer().head() != head), "not now");
    assert_eq!(world.nodes[0].peer().state().next_event(), event);
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
    assert!(said(&world, peer(CHEAT), |deed| matches!(deed, Deed::Return)), "but later");
}

#[test]
fn unlocking_once_links_for_the_bots_are_shown_is_refused() {
    let mut world = World::new(&Plan::people(3).with_bots(&["greedy"]), 1, Weather::CALM);
    world.corrupt(CHEAT, Puppet);
    let before_bots = |world: &World| {
        let state = world.nodes[CHEAT].peer().state();
        draws(world, CHEAT) && matches!(state.game().turn(), Turn::Seal { .. })
    };
    let mut tries = 0;
    for skip in [100, 200, 300] {
        assert!(world.play_until(LONG, before_bots));
        let decision = world.nodes[CHEAT].peer().state().game().decisions();
        let unlock = input(&world.nodes[CHEAT], Voice::Seat(seat(CHEAT)), skip, Deed::Unlock { decision });
        // It is there before the links: whoever hosts could still take it first.
        let bytes = Frame::Input(unlock).to_bytes();
        (0..2).for_each(|to| world.deliver(CHEAT, to, &bytes));
        tries += 1;
        assert!(world.play_until(LONG, |world| !before_bots(world)));
    }
    assert_eq!(tries, 3);
    assert_refused(&mut world, |content| match content {
        Content::Input(input) => matches!(input.body.deed, Deed::Unlock { .. }),
        _ => false,
    });
    assert!(log(&world).len() > 20);
}
