//! Tests of people who gather: who may come in, who sits where, who says what.

use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::Terms;

use super::super::chat::{Emote, Remark};
use super::super::genesis::{Clock, EMBLEMS, Name, PROTOCOL_VERSION, RULES_VERSION};
use super::guest::{GuestCommand, GuestInput, GuestOutput};
use super::host::{HostCommand, HostInput, HostOutput, MIN_SECONDS};
use super::message::{Hello, Introduction, ToGuest, ToHost};
use super::reason::{CommandRefused, Notice, Parting, Refusal};
use super::roster::{MAX_PEOPLE, SeatState};
use super::simulated::{Table, identity, name, seat, terms, text};
use super::{Awaited, Stage};
use crate::identity::PublicKey;

fn hello(called: &str) -> ToHost {
    ToHost::Hello(Hello::new(&Introduction { name: name(called), emblem: 5, plays: true }))
}

fn said(table: &Table, guest: usize) -> usize {
    let heard = |output: &&GuestOutput| matches!(output, GuestOutput::Said { .. });
    table.guest_outputs[guest].iter().filter(heard).count()
}

#[test]
fn guests_take_the_first_free_seats_and_then_watch() {
    let mut table = Table::new(3, 4);
    (0..4).for_each(|guest| table.join(guest));
    let roster = table.host.roster();
    assert_eq!(roster.seat_of(&table.key(0)), Some(seat(1)));
    assert_eq!(roster.seat_of(&table.key(1)), Some(seat(2)));
    assert_eq!(roster.seat_of(&table.key(2)), None);
    assert_eq!(roster.members().count(), 3);
    for guest in &table.guests {
        assert_eq!(guest.roster(), Some(roster), "everybody sees the same table");
        assert_eq!(guest.view().stage, Stage::Gathering);
    }
    let heard =
        |output: &GuestOutput| matches!(output, GuestOutput::Notice(Notice::Joined(who)) if *who == name("Ching"));
    assert!(table.guest_outputs[0].iter().any(heard));
}

#[test]
fn the_view_says_what_the_table_waits_for() {
    let mut table = Table::new(3, 1);
    table.join(0);
    let waiting = vec![Awaited::Seat(seat(2)), Awaited::Person(name("Anne"))];
    assert_eq!(table.host.view().waiting_for, waiting);
    assert_eq!(table.guests[0].view().waiting_for, waiting);
    table.guest(0, GuestCommand::Ready);
    table.command(HostCommand::AddBot { seat: seat(2), level: name("greedy") });
    assert_eq!(table.host.view().waiting_for, []);
}

#[test]
fn an_occupied_seat_is_refused() {
    let mut table = Table::new(4, 2);
    table.join(0);
    table.join(1);
    table.command(HostCommand::AddBot { seat: seat(3), level: name("random") });
    for taken in [0, 1, 3] {
        table.guest(1, GuestCommand::ChooseSeat(seat(taken)));
        assert_eq!(table.refusal(1), Some(&Refusal::SeatTaken(seat(taken))));
        assert_eq!(table.host.roster().seat_of(&table.key(1)), Some(seat(2)));
    }
    table.guest(1, GuestCommand::ChooseSeat(seat(6)));
    assert_eq!(table.refusal(1), Some(&Refusal::NoSuchSeat(seat(6))));
    assert_eq!(table.refusal(1).expect("refused").to_string(), "there is no seat 7 at this table: choose another one");
}

#[test]
fn a_closed_seat_is_the_hosts_to_give() {
    let mut table = Table::new(4, 2);
    table.command(HostCommand::CloseSeat(seat(1)));
    table.join(0);
    assert_eq!(table.host.roster().seat_of(&table.key(0)), Some(seat(2)));
    table.guest(0, GuestCommand::ChooseSeat(seat(1)));
    assert_eq!(table.refusal(0), Some(&Refusal::SeatClosed(seat(1))));
    table.command(HostCommand::Move { guest: table.key(0), seat: seat(1) });
    assert_eq!(table.host.roster().seat_of(&table.key(0)), Some(seat(1)));
    assert_eq!(table.host.roster().seat(seat(2)), Some(&SeatState::Open));
    table.command(HostCommand::CloseSeat(seat(1)));
    assert_eq!(table.command_refused(), Some(&Refusal::SeatTaken(seat(1)).into()));
    table.command(HostCommand::CloseSeat(seat(2)));
    table.command(HostCommand::OpenSeat(seat(2)));
    table.join(1);
    assert_eq!(table.host.roster().seat_of(&table.key(1)), Some(seat(2)));
}

#[test]
fn bots_come_and_go() {
    let mut table = Table::new(2, 1);
    table.command(HostCommand::AddBot { seat: seat(1), level: name("random") });
    table.command(HostCommand::AddBot { seat: seat(1), level: name("greedy") });
    assert_eq!(table.host.roster().seat(seat(1)), Some(&SeatState::Bot { level: name("greedy") }));
    table.command(HostCommand::AddBot { seat: seat(0), level: name("greedy") });
    assert_eq!(table.command_refused(), Some(&Refusal::SeatTaken(seat(0)).into()));
    table.join(0);
    assert_eq!(table.host.roster().seat_of(&table.key(0)), None, "a guest watches when bots have all seats");
    table.command(HostCommand::RemoveBot(seat(1)));
    table.command(HostCommand::RemoveBot(seat(1)));
    assert_eq!(table.command_refused(), Some(&CommandRefused::NoBot(seat(1))));
    table.guest(0, GuestCommand::ChooseSeat(seat(1)));
    assert_eq!(table.host.roster().seat_of(&table.key(0)), Some(seat(1)));
}

#[test]
fn whoever_was_kicked_stays_out() {
    let mut table = Table::new(3, 2);
    table.join(0);
    table.join(1);
    let key = table.key(0);
    table.command(HostCommand::Kick(key));
    assert!(table.guest_outputs[0].iter().any(|output| matches!(output, GuestOutput::Parted(Parting::Kicked))));
    assert_eq!(table.guests[0].view().stage, Stage::Over);
    assert!(table.host_outputs.iter().any(|output| matches!(output, HostOutput::Disconnect(who) if *who == key)));
    assert_eq!(table.host.roster().seat(seat(1)), Some(&SeatState::Open));
    table.forge(key, hello("Somebody else"));
    assert_eq!(table.refused_to(key), Some(&Refusal::Kicked));
    assert_eq!(table.host.roster().people().len(), 2);
    table.command(HostCommand::Kick(key));
    assert_eq!(table.command_refused(), Some(&CommandRefused::NotHere));
    table.command(HostCommand::Kick(identity(0).public()));
    assert_eq!(table.command_refused(), Some(&CommandRefused::Yourself));
}

#[test]
fn mixed_versions_get_a_clear_answer_at_the_door() {
    let mut table = Table::new(3, 1);
    let key = table.key(0);
    for (protocol, rules) in [(PROTOCOL_VERSION + 1, RULES_VERSION), (PROTOCOL_VERSION, RULES_VERSION + 1)] {
        table.forge(key, ToHost::Hello(Hello { protocol, rules, introduction: vec![1, 2, 3] }));
        let refusal = Refusal::OtherVersion { protocol: PROTOCOL_VERSION, rules: RULES_VERSION };
        assert_eq!(table.refused_to(key), Some(&refusal));
        assert!(refusal.to_string().ends_with("install the same version on all computers"));
    }
    table.forge(key, ToHost::Hello(Hello { introduction: vec![9; 8], ..Hello::new(&introduction()) }));
    assert_eq!(table.refused_to(key), Some(&Refusal::Unreadable));
    assert_eq!(table.host.roster().people().len(), 1);
}

fn introduction() -> Introduction {
    Introduction { name: name("Anne"), emblem: 1, plays: true }
}

#[test]
fn a_taken_name_comes_with_a_suggestion() {
    let mut table = Table::new(4, 3);
    table.join(0);
    let wished = Introduction { name: name("ANNE"), ..introduction() };
    table.guest(1, GuestCommand::Knock(wished.clone()));
    assert_eq!(table.refusal(1), Some(&Refusal::NameTaken { suggestion: name("ANNE 2") }));
    assert_eq!(table.guests[1].view().stage, Stage::Outside);
    table.guest(1, GuestCommand::Knock(Introduction { name: name("ANNE 2"), ..wished }));
    assert_eq!(table.guests[1].view().stage, Stage::Gathering);
    table.guest(1, GuestCommand::ChooseName(name("anne")));
    assert_eq!(table.refusal(1), Some(&Refusal::NameTaken { suggestion: name("anne 2") }), "one's own is free");
    let long = "x".repeat(24);
    table.guest(0, GuestCommand::ChooseName(name(&long)));
    table.guest(2, GuestCommand::Knock(Introduction { name: name(&long), ..introduction() }));
    let suggestion = name(&format!("{} 2", "x".repeat(22)));
    assert_eq!(table.refusal(2), Some(&Refusal::NameTaken { suggestion }));
}

#[test]
fn no_name_hides_a_character() {
    for hostile in ["An\u{200b}ne", "Anne\u{feff}", "\u{202e}ennA", "An\u{ad}ne", "Anne\n", " Anne", ""] {
        assert!(Name::try_from(hostile.to_owned()).is_err(), "{hostile:?}");
    }
    assert!(Name::try_from("Änne Bönny 船長".to_owned()).is_ok());
}

#[test]
fn emblems_are_unique_at_the_table() {
    let mut table = Table::new(4, 3);
    for guest in 0..3 {
        let called = name(["Anne", "Bart", "Calico"][guest]);
        table.guest(guest, GuestCommand::Knock(Introduction { name: called, emblem: 0, plays: guest < 2 }));
    }
    let emblem = |table: &Table, guest: usize| table.host.roster().person(&table.key(guest)).expect("here").emblem;
    assert_eq!((emblem(&table, 0), emblem(&table, 1)), (1, 2));
    assert_eq!(emblem(&table, 2), 0, "somebody who watches has no place for an emblem yet");
    table.guest(2, GuestCommand::ChooseSeat(seat(3)));
    assert_eq!(emblem(&table, 2), 3);
    table.guest(0, GuestCommand::ChooseEmblem(EMBLEMS - 1));
    table.guest(1, GuestCommand::ChooseEmblem(EMBLEMS - 1));
    assert_eq!(emblem(&table, 1), 1, "0 is the host's");
    table.guest(1, GuestCommand::ChooseEmblem(EMBLEMS));
    assert_eq!(table.refusal(1), Some(&Refusal::NoSuchEmblem(EMBLEMS)));
}

#[test]
fn other_options_make_everybody_look_again() {
    let mut table = Table::ready(3, 2);
    assert!(table.guests[0].is_ready());
    let AnyTerms::Caribbean(plain) = terms(3);
    let mut changed = plain;
    changed.options.shared_victory = !plain.options.shared_victory;
    table.forget();
    table.command(HostCommand::SetTerms(AnyTerms::Caribbean(changed)));
    for guest in 0..2 {
        assert!(!table.guests[guest].is_ready());
        let told = |output: &GuestOutput| matches!(output, GuestOutput::Notice(Notice::TermsChanged));
        assert!(table.guest_outputs[guest].iter().any(told));
    }
    table.command(HostCommand::Start);
    assert_eq!(table.command_refused(), Some(&CommandRefused::NotReady(vec![name("Anne"), name("Bart")])));
    table.guest(0, GuestCommand::Ready);
    let clock = Some(Clock { seal_seconds: 60, act_seconds: 30 });
    table.command(HostCommand::SetClock(clock));
    assert!(!table.guests[0].is_ready() && table.host.roster().clock() == clock);
    table.command(HostCommand::SetClock(Some(Clock { seal_seconds: 60, act_seconds: MIN_SECONDS - 1 })));
    assert_eq!(table.command_refused(), Some(&CommandRefused::ClockTooShort(MIN_SECONDS)));
    table.command(HostCommand::SetTerms(AnyTerms::Caribbean(Terms { seats: 7, ..plain })));
    assert!(matches!(table.command_refused(), Some(CommandRefused::Terms(_))));
}

#[test]
fn ready_to_older_options_does_not_count() {
    let mut table = Table::new(3, 1);
    table.join(0);
    let (key, seen) = (table.key(0), table.host.roster().revision());
    table.command(HostCommand::SetTerms(terms(2)));
    table.forge(key, ToHost::Ready { revision: seen });
    assert_eq!(table.refused_to(key), Some(&Refusal::TermsChanged));
    assert_eq!(table.host.roster().not_ready(), [name("Anne")]);
}

#[test]
fn a_smaller_table_keeps_whom_it_can() {
    let mut table = Table::new(4, 3);
    (0..3).for_each(|guest| table.join(guest));
    table.guest(0, GuestCommand::Watch);
    table.command(HostCommand::SetTerms(terms(2)));
    let roster = table.host.roster();
    assert_eq!(roster.seat_of(&table.key(1)), Some(seat(1)), "moved to the open seat");
    assert_eq!(roster.seat_of(&table.key(2)), None, "no seat left");
    let heard =
        |notice: Notice| table.guest_outputs[2].iter().any(|o| matches!(o, GuestOutput::Notice(n) if *n == notice));
    assert!(heard(Notice::Moved { name: name("Bart"), seat: seat(1) }));
    assert!(heard(Notice::Unseated(name("Calico"))));
}

#[test]
fn only_players_get_ready() {
    let mut table = Table::new(2, 2);
    table.join(0);
    table.join(1);
    table.guest(1, GuestCommand::Ready);
    assert_eq!(table.refusal(1), Some(&Refusal::NotSeated));
    let revision = table.host.roster().revision();
    table.forge(table.key(1), ToHost::Ready { revision });
    assert_eq!(table.refused_to(table.key(1)), Some(&Refusal::NotSeated));
    table.command(HostCommand::LeaveSeat);
    table.command(HostCommand::SetReady(true));
    assert_eq!(table.command_refused(), Some(&Refusal::NotSeated.into()));
}

#[test]
fn a_flood_of_chat_is_dammed() {
    let mut table = Table::new(3, 2);
    table.join(0);
    table.join(1);
    for _ in 0..100 {
        table.guest(0, GuestCommand::Say(text("ahoy")));
    }
    assert_eq!((said(&table, 1), table.refusal(0)), (5, Some(&Refusal::TooFast)));
    table.guest(1, GuestCommand::Say(Remark::Emote(Emote::Fist)));
    assert_eq!(said(&table, 0), 6, "others may still speak");
    table.at_host(HostInput::Gone(table.key(0)));
    table.forge(table.key(0), hello("Anne again"));
    table.forge(table.key(0), ToHost::Say(text("me again")));
    assert_eq!(said(&table, 1), 6, "leaving and coming back refills nothing");
    table.wait(Duration::from_secs(2));
    table.forge(table.key(0), ToHost::Say(text("sorry")));
    assert_eq!(said(&table, 1), 7);
    table.command(HostCommand::Say(text("be nice")));
    assert_eq!(said(&table, 1), 8);
}

#[test]
fn a_flood_of_changes_is_dammed() {
    let mut table = Table::new(4, 2);
    table.join(0);
    table.join(1);
    table.forget();
    for index in 0..200 {
        table.guest(0, GuestCommand::ChooseEmblem(4 + index % 2));
    }
    let rosters = |output: &&HostOutput| matches!(output, HostOutput::Send { message: ToGuest::Roster(_), .. });
    assert!(table.host_outputs.iter().filter(rosters).count() <= 20);
    assert_eq!(table.refusal(0), Some(&Refusal::TooFast));
}

#[test]
fn keys_that_are_no_guests_are_refused() {
    let mut table = Table::new(3, 1);
    let own = identity(0).public();
    table.forge(own, hello("Mirror"));
    assert_eq!(table.refused_to(own), Some(&Refusal::OwnTable));
    let mut neutral = [0; 32];
    neutral[0] = 1;
    table.forge(PublicKey(neutral), hello("Nobody"));
    assert_eq!(table.refused_to(PublicKey(neutral)), Some(&Refusal::DamagedKey));
    table.forge(table.key(0), ToHost::Say(text("psst")));
    assert_eq!(table.refused_to(table.key(0)), Some(&Refusal::Stranger));
    assert_eq!(table.host.roster().people().len(), 1);
}

#[test]
fn a_second_hello_keeps_the_place_but_not_the_word() {
    let mut table = Table::ready(3, 2);
    let key = table.key(0);
    table.forge(key, hello("Anne"));
    let roster = table.host.roster();
    assert_eq!((roster.people().len(), roster.seat_of(&key)), (3, Some(seat(1))));
    assert_eq!(roster.not_ready(), [name("Anne")]);
}

#[test]
fn a_lobby_holds_only_so_many() {
    let mut table = Table::new(4, 0);
    for number in 1..=MAX_PEOPLE {
        table.now += Duration::from_secs(10);
        table.forge(identity(number).public(), hello(&format!("Guest {number}")));
    }
    assert_eq!(table.host.roster().people().len(), MAX_PEOPLE);
    assert_eq!(table.refused_to(identity(MAX_PEOPLE).public()), Some(&Refusal::TableFull));
    let everybody = ToGuest::Roster(Box::new(table.host.roster().clone())).to_bytes();
    assert!(ToGuest::from_bytes(&everybody).is_ok(), "{} bytes", everybody.len());
}

#[test]
fn before_it_is_let_in_a_guest_listens_to_an_answer_only() {
    let mut table = Table::new(2, 1);
    table.mute.insert(0);
    table.join(0);
    assert_eq!(table.guests[0].view().stage, Stage::Knocking);
    table.forget();
    table.at_guest(0, GuestInput::Message(ToGuest::Notice(Notice::TermsChanged)));
    let elsewhere = Table::ready(2, 0).host.roster().clone();
    table.at_guest(0, GuestInput::Message(ToGuest::Roster(Box::new(elsewhere))));
    assert!(
        table.guest_outputs[0].is_empty() && table.guests[0].roster().is_none(),
        "a roster without us lets nobody in"
    );
    table.guest(0, GuestCommand::Ready);
    assert_eq!(table.refusal(0), Some(&Refusal::Stranger));
}

#[test]
fn a_closed_table_is_over_for_everybody() {
    let mut table = Table::new(3, 2);
    table.join(0);
    table.command(HostCommand::Close);
    assert!(table.guest_outputs[0].iter().any(|output| matches!(output, GuestOutput::Parted(Parting::Closed))));
    table.join(1);
    assert_eq!(table.refusal(1), Some(&Refusal::TableClosed));
    table.command(HostCommand::Start);
    assert_eq!(table.command_refused(), Some(&Refusal::TableClosed.into()));
    assert_eq!(table.host.view().stage, Stage::Over);
}
