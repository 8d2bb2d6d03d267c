//! Tests of games that begin, and of those that don't because somebody is missing.

use std::time::Duration;

use super::super::chain::Chain;
use super::super::genesis::{Charter, Holder, PeerIndex};
use super::super::seal::bot_seed_commitment;
use super::super::words::TableWords;
use super::ceremony::Call;
use super::conductor::ANSWER_TIME;
use super::guest::{GuestCommand, GuestInput, GuestOutput, PATIENCE};
use super::host::{HostCommand, HostInput, HostOutput};
use super::message::{Introduction, ToGuest, ToHost};
use super::reason::{CommandRefused, Failure, Objection, Refusal};
use super::simulated::{Table, name, seat};
use super::{Awaited, Stage};

fn failed_at(table: &Table, guest: usize) -> Option<&Failure> {
    table.guest_outputs[guest].iter().rev().find_map(|output| match output {
        GuestOutput::Failed(failure) => Some(failure),
        _ => None,
    })
}

fn watched(table: &Table, guest: usize) -> Option<&Charter> {
    table.guest_outputs[guest].iter().find_map(|output| match output {
        GuestOutput::Watching(charter) => Some(&**charter),
        _ => None,
    })
}

#[test]
fn four_people_begin_one_game_and_see_the_same_words() {
    let mut table = Table::ready(4, 3);
    table.command(HostCommand::Start);
    let host = table.host_beginning().expect("begun");
    let words = Some(TableWords::of(host.charter.id()));
    assert_eq!(host.me, PeerIndex::FIRST_HOST);
    assert_eq!((table.host.view().words, table.host.view().stage), (words, Stage::Begun));
    for guest in 0..3 {
        let begun = table.beginning(guest).expect("begun");
        assert_eq!(begun.charter.id(), host.charter.id());
        assert_eq!(begun.charter.signed(), host.charter.signed());
        assert_eq!(begun.me, PeerIndex(guest as u8 + 1));
        assert_eq!(table.guests[guest].view().words, words);
        assert_ne!(begun.secret, host.secret);
    }
}

#[test]
fn pledges_are_the_ends_of_the_secrets_chains() {
    let mut table = Table::ready(3, 2);
    table.command(HostCommand::Start);
    let beginnings = [table.host_beginning(), table.beginning(0), table.beginning(1)];
    for begun in beginnings.into_iter().flatten() {
        let chain = Chain::new(begun.secret.bytes(), begun.charter.draft_id(), begun.me, 0);
        assert_eq!(begun.charter.pledges()[begun.me.index()].chain_end, chain.end());
    }
}

#[test]
fn the_seeds_of_bots_are_committed_to() {
    let mut table = Table::ready(4, 1);
    table.command(HostCommand::AddBot { seat: seat(2), level: name("greedy") });
    table.command(HostCommand::AddBot { seat: seat(3), level: name("random") });
    table.command(HostCommand::Start);
    let guest = table.beginning(0).expect("begun");
    let host = table.host_beginning().expect("begun");
    let draft = guest.charter.draft_id();
    let expected: Vec<_> = [seat(2), seat(3)]
        .map(|bot| bot_seed_commitment(draft, bot, &host.secret.bot_seed(draft, host.me, bot, 0)))
        .into();
    assert_eq!(guest.charter.pledges()[0].bot_seeds, expected);
    assert_eq!(guest.charter.pledges()[1].bot_seeds, []);
    assert_eq!(guest.charter.draft().seats[2], Holder::Bot { runner: host.me, level: name("greedy") });
}

#[test]
fn a_host_without_a_seat_is_a_peer_and_watchers_get_the_game() {
    let mut table = Table::new(2, 4);
    table.command(HostCommand::LeaveSeat);
    for guest in 0..2 {
        table.join(guest);
        table.guest(guest, GuestCommand::Ready);
    }
    let shy = Introduction { name: name("Shy"), emblem: 9, plays: false };
    table.guest(2, GuestCommand::Knock(shy));
    table.command(HostCommand::Start);
    let host = table.host_beginning().expect("begun");
    assert_eq!(host.charter.voters(), 3);
    assert_eq!(watched(&table, 2).expect("watches").id(), host.charter.id());
    assert_eq!(table.guests[2].view().words, table.host.view().words);
    table.join(3);
    assert_eq!(table.refusal(3), Some(&Refusal::GameStarted));
}

#[test]
fn a_table_of_bots_begins_at_once() {
    let mut table = Table::new(2, 0);
    table.command(HostCommand::AddBot { seat: seat(1), level: name("greedy") });
    table.command(HostCommand::Start);
    assert_eq!(table.host_beginning().expect("begun").charter.voters(), 1);
}

/// Whose last call, everybody's consents, is lost with the connection.
fn cut_off_at_the_last_call() -> Table {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(|guest, message| {
        let last = matches!(message, ToGuest::Call { call: Call::Consents(_), .. });
        (!(last && guest == 1)).then_some(message)
    }));
    table.command(HostCommand::Start);
    table.tamper = None;
    assert!(table.host_beginning().is_some() && table.beginning(0).is_some() && table.beginning(1).is_none());
    table.at_guest(1, GuestInput::HostGone);
    assert!(matches!(table.guest_outputs[1].last(), Some(GuestOutput::HostLost)));
    table.guests[1].step_outside();
    assert_eq!(table.guests[1].view().stage, Stage::Outside);
    table
}

fn begun_answer(table: &Table) -> GuestInput {
    let signed = table.host_beginning().expect("begun").charter.signed().clone();
    GuestInput::Message(ToGuest::Begun(Box::new(signed)))
}

fn knock_unheard(table: &mut Table, guest: usize) {
    table.mute.insert(guest);
    table.join(guest);
    table.mute.remove(&guest);
}

#[test]
fn whoever_is_cut_off_at_the_last_call_comes_back_into_the_game() {
    let mut table = cut_off_at_the_last_call();
    let answer = begun_answer(&table);
    knock_unheard(&mut table, 1);
    table.at_guest(1, answer);
    let (host, late) = (table.host_beginning().expect("begun"), table.beginning(1).expect("begun as well"));
    assert_eq!(late.charter.signed(), host.charter.signed());
    let chain = Chain::new(late.secret.bytes(), late.charter.draft_id(), late.me, 0);
    assert_eq!(late.charter.pledges()[late.me.index()].chain_end, chain.end());
    assert_eq!(table.guests[1].view().words, table.host.view().words);
}

#[test]
fn a_game_without_ones_consent_is_none_of_ones_own() {
    let mut table = cut_off_at_the_last_call();
    let answer = begun_answer(&table);
    let mut other = Table::ready(3, 2);
    other.command(HostCommand::Close);
    other.at_guest(1, GuestInput::HostGone);
    other.guests[1].step_outside();
    knock_unheard(&mut other, 1);
    other.at_guest(1, answer.clone());
    assert_eq!(other.refusal(1), Some(&Refusal::GameStarted));

    // Nor is one that another consent was given to, nor one without everybody's consent.
    let GuestInput::Message(ToGuest::Begun(mut signed)) = answer else { unreachable!("as made above") };
    signed.consents.swap(0, 1);
    knock_unheard(&mut table, 1);
    table.at_guest(1, GuestInput::Message(ToGuest::Begun(signed)));
    assert_eq!(table.refusal(1), Some(&Refusal::GameStarted));
    assert!(table.beginning(1).is_none());
}

#[test]
fn a_host_that_is_still_in_its_lobby_lets_one_in_again() {
    let mut table = Table::ready(3, 2);
    // Somebody's consent does not arrive, so nothing begins; somebody else loses the connection meanwhile.
    table.tamper = Some(Box::new(|guest, message| {
        let second = matches!(message, ToGuest::Call { call: Call::Pledges(_), .. });
        (!(second && guest == 0)).then_some(message)
    }));
    table.command(HostCommand::Start);
    let key = table.key(1);
    table.at_guest(1, GuestInput::HostGone);
    table.at_host(HostInput::Gone(key));
    table.guests[1].step_outside();
    table.join(1);
    assert_eq!(table.guests[1].view().stage, Stage::Gathering);
    assert!(table.nobody_plays());
}

#[test]
fn a_start_needs_full_seats_and_ready_people() {
    let mut table = Table::new(4, 1);
    table.join(0);
    table.command(HostCommand::Start);
    assert_eq!(table.command_refused(), Some(&CommandRefused::NotReady(vec![name("Anne")])));
    table.guest(0, GuestCommand::Ready);
    table.command(HostCommand::CloseSeat(seat(3)));
    table.command(HostCommand::Start);
    let refused = table.command_refused().expect("refused");
    assert_eq!(*refused, CommandRefused::EmptySeats(vec![seat(2), seat(3)]));
    assert_eq!(refused.to_string(), "seat 3 and seat 4 are empty: put a bot there, or choose fewer seats");
    table.command(HostCommand::CancelStart);
    assert_eq!(table.command_refused(), Some(&CommandRefused::NotStarting));
    assert!(table.nobody_plays());
}

#[test]
fn whoever_does_not_answer_in_time_is_named_and_the_lobby_goes_on() {
    let mut table = Table::ready(4, 3);
    table.mute.insert(1);
    table.command(HostCommand::Start);
    assert_eq!(table.host.view().stage, Stage::Starting);
    assert_eq!(table.host.view().waiting_for, [Awaited::Person(name("Bart"))]);
    assert_eq!(table.guests[0].view().waiting_for, [Awaited::Person(name("Host"))]);
    assert_eq!(table.host.next_deadline(), Some(table.now + ANSWER_TIME));
    table.wait(ANSWER_TIME - Duration::from_millis(1));
    assert_eq!(table.failure(), None);
    table.wait(Duration::from_millis(1));
    let failure = Failure::Silent(vec![name("Bart")]);
    assert_eq!(table.failure(), Some(&failure));
    for guest in 0..3 {
        assert_eq!(failed_at(&table, guest), Some(&failure));
        assert_eq!(table.guests[guest].view().stage, Stage::Gathering);
    }
    assert!(table.nobody_plays());
    assert_eq!(table.host.roster().not_ready(), [name("Bart")]);

    table.mute.clear();
    table.guest(1, GuestCommand::Ready);
    table.command(HostCommand::Start);
    assert!(table.host_beginning().is_some(), "the second start works");
}

#[test]
fn every_step_of_the_ceremony_has_its_own_time() {
    for step in 0..3 {
        let mut table = Table::ready(2, 1);
        let mut calls = 0;
        table.tamper = Some(Box::new(move |_, message| {
            let due = matches!(message, ToGuest::Draft(_) | ToGuest::Call { .. });
            calls += usize::from(due);
            (!due || calls <= step).then_some(message)
        }));
        table.command(HostCommand::Start);
        assert_eq!(table.host.view().stage, Stage::Starting);
        assert_eq!(table.host.view().words.is_some(), step == 2, "words follow from the pledges");
        table.wait(ANSWER_TIME);
        assert_eq!(table.failure(), Some(&Failure::Silent(vec![name("Anne")])), "step {step}");
        assert_eq!(table.guests[0].view().stage, Stage::Gathering);
    }
}

#[test]
fn whoever_leaves_or_dies_in_the_ceremony_ends_it() {
    type Exit = fn(&mut Table);
    let exits: [(Exit, Failure); 4] = [
        (|table| table.at_host(HostInput::Gone(table.key(0))), Failure::Gone(name("Anne"))),
        (|table| table.command(HostCommand::Kick(table.key(0))), Failure::Gone(name("Anne"))),
        (|table| table.guest(0, GuestCommand::Unready), Failure::Withdrew(name("Anne"))),
        (|table| table.command(HostCommand::CancelStart), Failure::Cancelled),
    ];
    for (exit, failure) in exits {
        let mut table = Table::ready(3, 2);
        table.mute.insert(1);
        table.command(HostCommand::Start);
        exit(&mut table);
        assert_eq!(table.failure(), Some(&failure));
        assert_eq!(table.guests[1].view().stage, Stage::Gathering);
        assert!(table.guests[1].is_ready(), "whose fault it is not stays ready");
        assert!(table.nobody_plays());
    }
}

#[test]
fn while_a_game_starts_nothing_else_changes() {
    let mut table = Table::ready(3, 3);
    table.mute.insert(1);
    table.command(HostCommand::Start);
    table.forget();
    table.guest(0, GuestCommand::ChooseName(name("Zoe")));
    assert_eq!(table.refusal(0), Some(&Refusal::Starting));
    table.forge(table.key(0), ToHost::Watch);
    assert_eq!(table.refused_to(table.key(0)), Some(&Refusal::Starting));
    table.command(HostCommand::LeaveSeat);
    assert_eq!(table.command_refused(), Some(&Refusal::Starting.into()));
    table.at_host(HostInput::Gone(table.key(2)));
    assert_eq!(table.failure(), None, "somebody who only watches may go");
}

#[test]
fn a_guest_gives_a_silent_host_up_until_it_has_consented() {
    let mut table = Table::ready(2, 1);
    table.tamper = Some(Box::new(|_, message| match message {
        ToGuest::Call { .. } | ToGuest::Failed { .. } => None,
        _ => Some(message),
    }));
    table.command(HostCommand::Start);
    table.now += PATIENCE;
    table.at_guest(0, GuestInput::Tick);
    assert_eq!(table.objection(0), Some(&Objection::HostSilent));
    assert_eq!(table.guests[0].view().stage, Stage::Gathering);

    let mut table = Table::ready(2, 1);
    table.tamper = Some(Box::new(|_, message| match message {
        ToGuest::Call { call: Call::Consents(_), .. } => None,
        _ => Some(message),
    }));
    table.command(HostCommand::Start);
    assert!(table.host_beginning().is_some());
    table.wait(PATIENCE);
    assert_eq!(table.guests[0].view().stage, Stage::Starting, "the others may be playing already");
    table.guest(0, GuestCommand::Unready);
    assert_eq!(table.refusal(0), Some(&Refusal::Starting));
}

#[test]
fn when_the_host_is_gone_the_lobby_is_over() {
    let mut table = Table::ready(2, 1);
    table.at_guest(0, GuestInput::HostGone);
    assert!(matches!(table.guest_outputs[0].last(), Some(GuestOutput::HostLost)));
    assert_eq!(table.guests[0].view().stage, Stage::Over);
    table.guest(0, GuestCommand::Ready);
    assert_eq!(table.refusal(0), Some(&Refusal::Stranger));
}

#[test]
fn messages_that_come_twice_have_no_effect() {
    let mut table = Table::ready(4, 3);
    table.echo = true;
    table.command(HostCommand::Start);
    assert_eq!(table.failure(), None);
    let id = table.host_beginning().expect("begun").charter.id();
    assert!((0..3).all(|guest| table.beginning(guest).is_some_and(|begun| begun.charter.id() == id)));
    let begun = |output: &&HostOutput| matches!(output, HostOutput::Begun(_));
    assert_eq!(table.host_outputs.iter().filter(begun).count(), 1);
}
