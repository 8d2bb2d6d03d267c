//! Attacks on the others' patience: what only keeps the table waiting is seen by all, bounded, and costs the one who
//! does it.

use std::time::Duration;

use doubloons_net::table::entry::Content;
use doubloons_net::table::peer::Wish;
use doubloons_net::table::statement::Deed;
use doubloons_net::wire::frame::Frame;

use crate::attack::{Count, LONG, Puppet, Sending, assert_unblamed, has_entry, log, peer, table_with_cheat};
use crate::world::{Node, World};

const CHEAT: usize = 2;

fn given_up(content: &Content) -> bool {
    matches!(content, Content::Away { peer: who, .. } if *who == peer(CHEAT))
}

#[test]
fn withholding_acknowledgements_is_seen_and_the_table_goes_on_without() {
    let count = Count::default();
    let dropped = count.clone();
    // It says everything else, so that it never is silent.
    let mischief = Sending(move |node: &Node, to, frame| match &frame {
        Frame::Ack(_) if node.peer().state().game().decisions() >= 1 => {
            dropped.up();
            Vec::new()
        }
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert!(world.play_until(LONG, |_| count.get() > 20));
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(CHEAT)], "everybody sees for whom the table waits");
    assert!(world.play_until(Duration::from_secs(40), |world| has_entry(world, given_up)), "not for ever");
    assert!(world.play(LONG), "the others play on");
    world.check();
    assert_unblamed(&world);
}

#[test]
fn whoever_is_given_up_again_and_again_has_to_sit_out_for_longer_and_longer() {
    let mischief = Sending(|_: &Node, to, frame| match &frame {
        Frame::Ack(_) => Vec::new(),
        _ => vec![(to, frame)],
    });
    let mut world = table_with_cheat(3, CHEAT, mischief);
    assert!(world.play(LONG));
    let times = log(&world).iter().filter(|entry| given_up(entry.content())).count();
    let decisions = world.nodes[0].peer().state().game().decisions() as usize;
    assert!(times >= 4, "{times}");
    assert!(times * times < 8 * decisions + 64, "{times} times in {decisions} decisions");
    assert_unblamed(&world);
}

/// How many of the log's entries are deeds of the cheat that fit.
fn deeds(world: &World, fits: impl Fn(&Deed) -> bool) -> usize {
    let fits = |content: &Content| match content {
        Content::Input(input) => input.body.author == peer(CHEAT) && fits(&input.body.deed),
        _ => false,
    };
    log(world).iter().filter(|entry| fits(entry.content())).count()
}

#[test]
fn coming_and_going_and_breaks_are_limited() {
    let there_and_back: [(Deed, [Wish; 2]); 2] =
        [(Deed::Pause, [Wish::Pause, Wish::Resume]), (Deed::Leave, [Wish::Leave, Wish::Return])];
    for (there, wishes) in there_and_back {
        let mut world = table_with_cheat(3, CHEAT, Puppet);
        world.idle.insert(0);
        assert!(world.play_until(LONG, |world| world.nodes[CHEAT].peer().state().game().decisions() >= 1));
        for _ in 0..100 {
            for wish in &wishes {
                world.wish(CHEAT, wish.clone());
                world.play_until(Duration::from_millis(100), |_| false);
            }
        }
        let times = deeds(&world, |deed| *deed == there);
        assert!((2..=8).contains(&times), "{times} times {there:?} in one decision");
        world.idle.clear();
        assert!(world.play(LONG));
        world.check();
        assert_unblamed(&world);
    }
}
