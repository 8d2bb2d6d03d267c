//! Clocks and breaks.

use std::time::Duration;

use doubloons_net::table::bot_seat;
use doubloons_net::table::entry::Content;
use doubloons_net::table::genesis::Clock;
use doubloons_net::table::peer::{Occasion, Wish};
use doubloons_net::table::state::{Presence, Refusal, Want};
use doubloons_net::wire::frame::Frame;

use super::{decisions, presence, state};
use crate::attack::{A_WHILE, LONG, Sending, assert_unblamed, has_entry, log, peer, seat};
use crate::table::Plan;
use crate::world::{Node, Weather, World};

const CLOCK: Clock = Clock { seal_seconds: 5, act_seconds: 5 };

/// Computers next to each other.
const NEAR: Weather = Weather { delay: 1, breaks: 0, crashes: 0, fickle: 0, settling: 0 };

fn table(people: usize, weather: Weather) -> World {
    World::new(&Plan { clock: Some(CLOCK), ..Plan::people(people) }, 1, weather)
}

fn timed_out(content: &Content, index: usize) -> bool {
    matches!(content, Content::TimedOut { seat: whose, .. } if *whose == seat(index))
}

#[test]
fn whoever_never_decides_is_timed_out_and_the_game_goes_on() {
    let mut world = table(3, Weather::CALM);
    world.idle.insert(2);
    assert!(world.play_until(LONG, |world| decisions(world) >= 1));
    let began = world.now;
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| timed_out(content, 2))));
    let waited = world.now - began;
    assert!(waited >= Duration::from_secs(5), "not before the time: {waited:?}");
    assert!(waited < Duration::from_secs(15), "but then soon: {waited:?}");
    let authors = log(&world).iter().find_map(|entry| match entry.content() {
        Content::TimedOut { absences, .. } => {
            Some(absences.iter().map(|absence| absence.body.author).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert!(authors.as_ref().is_some_and(|authors| authors.len() >= 2), "a majority says so: {authors:?}");
    assert!(world.play(LONG), "to the end");
    world.check();
    assert_eq!(presence(&world, 2), Presence::Present, "slow is not gone");
    assert_unblamed(&world);
}

/// The bribes that somebody is asked for now.
fn bribes(world: &World, index: usize) -> Option<Wish> {
    let peer = world.nodes[index].peer();
    let occasion = Occasion::now(peer.state());
    let asked = matches!(peer.state().want(), Want::Decisions(seats) if seats.contains(seat(index)));
    if !asked || !occasion.is_sealed() {
        return None;
    }
    bot_seat::answer("greedy", 1, seat(index), occasion, &peer.view(seat(index))?)
}

#[test]
fn an_answer_after_the_time_was_up_is_none_to_the_next_question() {
    let mut world = table(3, Weather::CALM);
    world.idle.insert(2);
    assert!(world.play_until(LONG, |world| bribes(world, 2).is_some()));
    let late = bribes(&world, 2).expect("a question");
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| timed_out(content, 2))));
    assert!(world.play_until(LONG, |world| bribes(world, 2).is_some_and(|next| next != late)), "the next round");
    let now = world.now;
    let in_time = bribes(&world, 2).expect("another question");
    let peer = world.nodes[2].peer.as_mut().expect("it runs");
    let refused = peer.wish(now, late).expect_err("too late");
    assert!(matches!(refused, Refusal::NotNow(_)), "{refused}");
    assert!(peer.wish(now, in_time).is_ok(), "and this one counts");
}

#[test]
fn between_two_people_the_program_of_the_slow_one_admits_it() {
    // The host is slow, and the guest.
    for slow in [0, 1] {
        let mut world = table(2, Weather::CALM);
        world.idle.insert(slow);
        assert!(world.play_until(LONG, |world| decisions(world) >= 1));
        let began = world.now;
        assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| timed_out(content, slow))), "{slow}");
        let waited = world.now - began;
        assert!(waited >= Duration::from_secs(5) && waited < Duration::from_secs(15), "{waited:?}");
        world.idle.clear();
        assert!(world.play(LONG));
        world.check();
        assert_unblamed(&world);
    }
}

#[test]
fn between_two_people_a_program_that_admits_nothing_stops_the_clock() {
    let mut world = table(2, Weather::CALM);
    world.idle.insert(1);
    let silent = Sending(|_: &Node, to, frame| match &frame {
        Frame::Absence(_) => Vec::new(),
        _ => vec![(to, frame)],
    });
    world.corrupt_quietly(1, silent);
    assert!(world.play_until(LONG, |world| decisions(world) >= 1));
    world.play_until(5 * A_WHILE, |_| false);
    assert_eq!(decisions(&world), 1, "they wait");
    assert_eq!(world.nodes[0].peer().waiting_for(), [peer(1)]);
    assert!(!has_entry(&world, |content| matches!(content, Content::TimedOut { .. })));
}

#[test]
fn whoever_decides_in_time_is_never_timed_out() {
    // Near computers turn cards up within a moment: each decision has the whole time all the same.
    let mut world = table(3, NEAR);
    world.people_think = 4_900;
    assert!(world.play(LONG));
    world.check();
    assert!(!has_entry(&world, |content| matches!(content, Content::TimedOut { .. })));
}

#[test]
fn whoever_was_too_slow_once_has_the_whole_time_again() {
    let mut world = table(3, NEAR);
    world.idle.insert(2);
    assert!(world.play_until(LONG, |world| has_entry(world, |content| timed_out(content, 2))));
    world.idle.clear();
    world.people_think = 4_000;
    assert!(world.play(LONG));
    world.check();
    let times = log(&world).iter().filter(|entry| timed_out(entry.content(), 2)).count();
    assert_eq!(times, 1);
}

#[test]
fn a_break_stops_the_clock() {
    let mut world = table(3, Weather::CALM);
    world.idle.insert(2);
    assert!(world.play_until(LONG, |world| decisions(world) >= 1));
    world.wish(1, Wish::Pause);
    assert!(world.play_until(A_WHILE, |world| state(world).paused_by() == Some(peer(1))));
    world.play_until(5 * A_WHILE, |_| false);
    assert!(!has_entry(&world, |content| matches!(content, Content::TimedOut { .. })), "nobody hurries");
    world.wish(0, Wish::Resume);
    assert!(world.play_until(A_WHILE, |world| state(world).paused_by().is_none()), "anybody may go on");
    let went_on = world.now;
    assert!(world.play_until(A_WHILE, |world| has_entry(world, |content| timed_out(content, 2))));
    assert!(world.now - went_on >= Duration::from_secs(5), "with the whole time");
    world.idle.clear();
    assert!(world.play(LONG));
    world.check();
    assert_unblamed(&world);
}
