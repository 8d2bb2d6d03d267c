//! Tests of hosts and guests that cheat before the game, and of bytes that mean nothing.

use doubloons_engine::contract::Canonical;

use super::super::chat::MAX_LINE;
use super::super::genesis::{Clock, Draft, Holder, Member, PeerIndex, Pledge};
use super::super::seal::GameSecret;
use super::ceremony::{Answer, Call, Participant, Reply};
use super::guest::{GuestCommand, GuestInput, GuestOutput};
use super::host::{HostCommand, HostOutput};
use super::message::{Hello, Introduction, MAX_TO_GUEST, MAX_TO_HOST, ToGuest, ToHost};
use super::reason::{Failure, Objection, Refusal};
use super::roster::{Person, Roster, SeatState};
use super::simulated::{Table, boards, identity, name, terms, text};
use super::{Awaited, Boards, Stage};
use crate::hash::{Hash, Label};
use crate::identity::PublicKey;
use crate::wire::codec::{self, Undecodable};

/// A ready table of a host and two guests whose host shows guest 0 another draft.
fn with_other_draft(change: impl Fn(&mut Draft) + 'static) -> Table {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(move |guest, message| {
        Some(match message {
            ToGuest::Draft(mut draft) if guest == 0 => {
                change(&mut draft);
                ToGuest::Draft(draft)
            }
            _ => message,
        })
    }));
    table.command(HostCommand::Start);
    table
}

/// A ready table of a host and two guests whose host changes a step of the ceremony for guest 0.
fn with_other_call(change: impl Fn(&mut Call) + 'static) -> Table {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(move |guest, mut message| {
        if let (0, ToGuest::Call { call, .. }) = (guest, &mut message) {
            change(call);
        }
        Some(message)
    }));
    table.command(HostCommand::Start);
    table
}

#[test]
fn a_draft_that_was_not_agreed_to_is_refused() {
    type Change = fn(&mut Draft);
    let changes: [(Change, Objection); 9] = [
        (|draft| draft.members[0].key = identity(9).public(), Objection::OtherHost),
        (|draft| draft.members[1].key = identity(9).public(), Objection::NotAtTable),
        (|draft| draft.terms[40] ^= 1, Objection::OtherTerms),
        (|draft| draft.clock = Some(Clock { seal_seconds: 1, act_seconds: 1 }), Objection::OtherTerms),
        (|draft| draft.seats.swap(0, 1), Objection::OtherSeat),
        (|draft| draft.members[2].key = identity(9).public(), Objection::OtherRoster),
        (|draft| draft.members[2].key = draft.members[1].key, Objection::OtherRoster),
        (|draft| draft.members[2].name = name("Puppet"), Objection::OtherRoster),
        (|draft| draft.rules += 1, Objection::OtherRoster),
    ];
    for (change, objection) in changes {
        let table = with_other_draft(change);
        assert_eq!(table.objection(0), Some(&objection));
        assert!(table.nobody_plays());
    }
    let draft = with_other_draft(|draft| draft.seats[2] = Holder::Bot { runner: PeerIndex(0), level: name("greedy") });
    assert_eq!(draft.objection(0), Some(&Objection::OtherRoster));
}

#[test]
fn an_objection_that_the_host_hears_ends_the_start_and_says_why() {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(|guest, message| match message {
        // The host shows guest 1 another name for guest 0 than everybody else.
        ToGuest::Roster(_) if guest == 1 => None,
        _ => Some(message),
    }));
    table.guest(0, GuestCommand::ChooseName(name("Grace")));
    table.command(HostCommand::Start);
    let objected = Failure::Objected { name: name("Bart"), objection: Objection::OtherRoster };
    assert_eq!(table.failure(), Some(&objected));
    assert_eq!(
        objected.to_string(),
        "the game did not begin: Bart did not agree, because the proposal has other players than those they were shown"
    );
    assert_eq!(table.guests[0].view().stage, Stage::Gathering);
    assert!(table.nobody_plays());
}

#[test]
fn options_changed_behind_ones_back_are_refused() {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(|guest, message| match message {
        ToGuest::Roster(_) if guest == 0 => None,
        _ => Some(message),
    }));
    let clock = Clock { seal_seconds: 20, act_seconds: 20 };
    table.command(HostCommand::SetClock(Some(clock)));
    table.guest(1, GuestCommand::Ready);
    // A modified host counts guest 0 as ready to what it has never seen.
    let revision = table.host.roster().revision();
    table.forge(table.key(0), ToHost::Ready { revision });
    table.command(HostCommand::Start);
    assert_eq!(table.objection(0), Some(&Objection::OtherTerms));
    assert!(table.nobody_plays());
}

#[test]
fn nobody_is_drawn_into_a_game_before_they_are_ready() {
    let mut table = Table::new(2, 1);
    table.join(0);
    let revision = table.host.roster().revision();
    table.forge(table.key(0), ToHost::Ready { revision });
    table.command(HostCommand::Start);
    assert_eq!(table.objection(0), Some(&Objection::NotReady));
    assert!(table.nobody_plays());
}

#[test]
fn two_drafts_for_one_table_never_become_a_game() {
    // Only the nonce differs, so each guest sees what it agreed to, but not the same game.
    let table = with_other_draft(|draft| draft.nonce[0] ^= 1);
    assert_eq!(table.host.view().stage, Stage::Starting);
    assert!(table.nobody_plays());
}

#[test]
fn seals_without_ones_own_are_refused() {
    for change in [|seals: &mut Vec<Hash>| seals[1].0[0] ^= 1, |seals: &mut Vec<Hash>| seals.truncate(2)] {
        let table = with_other_call(move |call| {
            if let Call::Seals(seals) = call {
                change(seals);
            }
        });
        assert_eq!(table.objection(0), Some(&Objection::FalseSeals));
        assert_eq!(table.failure(), Some(&Failure::Objected { name: name("Anne"), objection: Objection::FalseSeals }));
        assert!(table.nobody_plays());
    }
}

#[test]
fn a_pledge_swapped_after_the_seals_is_refused() {
    let table = with_other_call(|call| {
        if let Call::Pledges(pledges) = call {
            pledges[0].chain_end = Hash([7; 32]);
        }
    });
    assert_eq!(table.objection(0), Some(&Objection::FalsePledge(name("Host"))));
    assert!(table.nobody_plays());
    let table = with_other_call(|call| {
        if let Call::Pledges(pledges) = call {
            pledges.swap(0, 2);
        }
    });
    assert_eq!(table.objection(0), Some(&Objection::FalsePledge(name("Host"))));
}

#[test]
fn a_host_with_two_pledges_gets_no_common_consent() {
    let other = Pledge { chain_end: Hash([7; 32]), bot_seeds: Vec::new() };
    let mut draft_id = None;
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(move |guest, mut message| {
        if let ToGuest::Draft(draft) = &message {
            draft_id = Some(draft.id());
        }
        match (guest, &mut message, draft_id) {
            (0, ToGuest::Call { call: Call::Seals(seals), .. }, Some(draft)) => {
                seals[0] = other.seal(draft, PeerIndex(0));
            }
            (0, ToGuest::Call { call: Call::Pledges(pledges), .. }, _) => pledges[0] = other.clone(),
            _ => {}
        }
        Some(message)
    }));
    table.command(HostCommand::Start);
    assert_eq!(table.failure(), Some(&Failure::FalseConsent(name("Anne"))), "she signed another game");
    assert!(table.nobody_plays());
}

#[test]
fn forged_consents_begin_nothing() {
    let forged = identity(9).sign(Label::Consent, &1);
    let table = with_other_call(move |call| {
        if let Call::Consents(consents) = call {
            consents[2] = forged;
        }
    });
    assert_eq!(table.objection(0), Some(&Objection::FalseConsents));
    assert!(table.beginning(0).is_none());
}

#[test]
fn somebody_in_the_middle_can_show_no_common_words() {
    // One attacker hosts a table for Anne and another one for Bart, and sits there under the other's name.
    let words = [(0, "Bart"), (1, "Anne")].map(|(victim, puppet)| {
        let mut table = Table::new(2, 2);
        table.command(HostCommand::ChooseName(name(puppet)));
        table.join(victim);
        table.guest(victim, GuestCommand::Ready);
        table.command(HostCommand::Start);
        table.guests[victim].view().words.expect("begun")
    });
    assert_ne!(words[0], words[1]);
}

/// What guest 0 has answered last.
fn last_answer(table: &Table) -> (Hash, Answer) {
    let answer = |output: &GuestOutput| match output {
        GuestOutput::Send(ToHost::Answer { draft, answer }) => Some((*draft, answer.clone())),
        _ => None,
    };
    table.guest_outputs[0].iter().rev().find_map(answer).expect("an answer")
}

/// A start in which guest 0's true answers don't arrive, with its seal delivered.
fn sealed() -> (Table, Hash) {
    let mut table = Table::ready(2, 1);
    table.mute.insert(0);
    table.command(HostCommand::Start);
    let (draft, answer) = last_answer(&table);
    table.forge(table.key(0), ToHost::Answer { draft, answer });
    (table, draft)
}

#[test]
fn a_seal_can_not_be_replaced() {
    let mut table = Table::ready(3, 2);
    table.mute.insert(1);
    table.command(HostCommand::Start);
    let (draft, _) = last_answer(&table);
    table.forge(table.key(0), ToHost::Answer { draft, answer: Answer::Seal(Hash([7; 32])) });
    assert_eq!(table.refused_to(table.key(0)), Some(&Refusal::OutOfTurn));
    assert_eq!(table.host.view().waiting_for, [Awaited::Person(name("Bart"))]);
}

#[test]
fn a_guest_with_another_pledge_than_it_sealed_is_named() {
    let (mut table, draft) = sealed();
    let pledge = Pledge { chain_end: Hash([7; 32]), bot_seeds: Vec::new() };
    table.forge(table.key(0), ToHost::Answer { draft, answer: Answer::Pledge(pledge) });
    assert_eq!(table.failure(), Some(&Failure::FalsePledge(name("Anne"))));
    assert!(table.nobody_plays());
}

#[test]
fn a_guest_with_a_false_consent_is_named() {
    let (mut table, draft) = sealed();
    let (_, pledge) = last_answer(&table);
    table.forge(table.key(0), ToHost::Answer { draft, answer: pledge });
    let forged = identity(1).sign(Label::Consent, &1);
    table.forge(table.key(0), ToHost::Answer { draft, answer: Answer::Consent(forged) });
    assert_eq!(table.failure(), Some(&Failure::FalseConsent(name("Anne"))));
    assert!(table.nobody_plays());
}

#[test]
fn steps_out_of_order_change_nothing() {
    let mut table = Table::ready(2, 1);
    table.mute.insert(0);
    table.command(HostCommand::Start);
    let key = table.key(0);
    let ToGuest::Draft(draft) = draft_sent(&table) else { panic!("no draft") };
    let draft = draft.id();
    let consent = identity(1).sign(Label::Consent, &1);
    table.forge(key, ToHost::Answer { draft, answer: Answer::Consent(consent) });
    assert_eq!(table.refused_to(key), Some(&Refusal::OutOfTurn));
    table.forget();
    table.forge(key, ToHost::Answer { draft: Hash([1; 32]), answer: Answer::Seal(Hash([1; 32])) });
    table.forge(key, ToHost::Object { draft: Hash([1; 32]), objection: Objection::Unsound });
    assert!(table.host_outputs.is_empty(), "about another start");
    assert_eq!(table.host.view().stage, Stage::Starting);

    table.at_guest(0, GuestInput::Message(ToGuest::Call { draft, call: Call::Consents(vec![consent; 2]) }));
    assert_eq!(table.objection(0), Some(&Objection::OutOfTurn));
    assert_eq!(table.guests[0].view().stage, Stage::Starting);
}

fn draft_sent(table: &Table) -> ToGuest {
    let draft = |output: &HostOutput| match output {
        HostOutput::Send { message: message @ ToGuest::Draft(_), .. } => Some(message.clone()),
        _ => None,
    };
    table.host_outputs.iter().find_map(draft).expect("a draft was sent")
}

#[test]
fn a_draft_with_one_key_twice_or_a_weak_key_or_without_a_board_is_refused_by_itself() {
    let table = Table::ready(2, 1);
    let sound = table.host.roster().draft([1; 32]).expect("full");
    let join = |draft: &Draft, boards| {
        Participant::join(identity(1), boards, draft.clone(), GameSecret::new([1; 32])).map(|_| ()).err()
    };
    assert_eq!(join(&sound, boards()), None);
    let mut twice = sound.clone();
    twice.members.push(Member { name: name("Puppet"), ..twice.members[1].clone() });
    assert_eq!(join(&twice, boards()), Some(Objection::Unsound));
    let mut weak = sound.clone();
    weak.members[0].key = PublicKey(std::array::from_fn(|index| u8::from(index == 0)));
    assert_eq!(join(&weak, boards()), Some(Objection::Unsound));
    assert_eq!(join(&sound, Boards::new([])), Some(Objection::NoBoard));
    let outsider = Participant::join(identity(5), boards(), sound, GameSecret::new([1; 32]));
    assert_eq!(outsider.map(|_| ()).err(), Some(Objection::NotAtTable));
}

#[test]
fn pledges_for_bots_that_are_not_there_are_refused() {
    let table = Table::ready(2, 1);
    let draft = table.host.roster().draft([1; 32]).expect("full");
    let id = draft.id();
    let (mut guest, answer) =
        Participant::join(identity(1), boards(), draft, GameSecret::new([1; 32])).expect("a sound draft");
    let Answer::Seal(own_seal) = answer else { panic!("{answer:?}") };
    let greedy = Pledge { chain_end: Hash([1; 32]), bot_seeds: vec![Hash([2; 32])] };
    let reply = guest.answer(Call::Seals(vec![greedy.seal(id, PeerIndex(0)), own_seal]));
    let Ok(Reply::Answer(Answer::Pledge(own))) = reply else { panic!("{reply:?}") };
    assert_eq!(guest.answer(Call::Pledges(vec![greedy, own])).map(|_| ()).err(), Some(Objection::Unsound));
}

#[test]
fn caps_hold_before_anything_is_decoded() {
    assert_eq!(
        ToHost::from_bytes(&vec![0; MAX_TO_HOST + 1]),
        Err(Undecodable::TooLong { length: MAX_TO_HOST + 1, most: MAX_TO_HOST })
    );
    assert_eq!(
        ToGuest::from_bytes(&vec![0; MAX_TO_GUEST + 1]),
        Err(Undecodable::TooLong { length: MAX_TO_GUEST + 1, most: MAX_TO_GUEST })
    );
    let longest = text(&"🏴".repeat(MAX_LINE));
    assert!(ToHost::from_bytes(&ToHost::Say(longest).to_bytes()).is_ok());
    let words = codec::encode(&"x".repeat(MAX_LINE + 1));
    let too_long = [&[7, 0], &words[..]].concat();
    assert!(matches!(ToHost::from_bytes(&too_long), Err(Undecodable::Malformed(_))));
    let beyond = codec::encode(&(1u32, 8u8));
    assert!(matches!(ToHost::from_bytes(&beyond), Err(Undecodable::Malformed(_))), "a ninth seat");
}

#[test]
fn a_damaged_draft_is_never_agreed_to() {
    let mut table = Table::ready(3, 2);
    table.tamper = Some(Box::new(|_, message| (!matches!(message, ToGuest::Draft(_))).then_some(message)));
    table.command(HostCommand::Start);
    let bytes = draft_sent(&table).to_bytes();
    let nonce = bytes.len() - 32..;
    for place in 0..bytes.len() {
        assert!(ToGuest::from_bytes(&bytes[..place]).is_err(), "cut short");
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << bit;
            let Ok(message) = ToGuest::from_bytes(&damaged) else { continue };
            let changed = if let ToGuest::Draft(draft) = &message { draft.id() } else { Hash([0; 32]) };
            table.at_guest(1, GuestInput::Message(message));
            let agreed = table.guests[1].view().stage == Stage::Starting;
            assert_eq!(agreed, nonce.contains(&place), "byte {place} bit {bit}");
            let failed = ToGuest::Failed { draft: changed, failure: Failure::Cancelled };
            table.at_guest(1, GuestInput::Message(failed));
        }
    }
    assert!(table.nobody_plays());
}

#[test]
fn an_unsound_roster_can_not_be_decoded() {
    let table = Table::ready(3, 2);
    let sound = codec::encode(table.host.roster());
    assert_eq!(codec::decode::<Roster>(&sound, MAX_TO_GUEST).as_ref(), Ok(table.host.roster()));
    let people = table.host.roster().people().to_vec();
    let seats: Vec<SeatState> = table.host.roster().seats().map(|(_, state)| state.clone()).collect();
    let encoded = |people: &[Person], seats: &[SeatState]| {
        let bytes = codec::encode(&(terms(3).to_bytes(), None::<()>, 0u32, people, seats));
        codec::decode::<Roster>(&bytes, MAX_TO_GUEST).is_ok()
    };
    assert!(encoded(&people, &seats));
    assert!(!encoded(&[], &seats));
    let changed = |change: fn(&mut [Person])| {
        let mut people = people.clone();
        change(&mut people);
        encoded(&people, &seats)
    };
    assert!(!changed(|people| people[1].key = people[2].key), "one key twice");
    assert!(!changed(|people| people[1].name = people[2].name.clone()), "one name twice");
    assert!(!changed(|people| people[1].emblem = people[2].emblem), "one emblem twice");
    assert!(!changed(|people| people[1].emblem = 200), "no such emblem");
    assert!(!changed(|people| people[1].key = identity(9).public()), "somebody sits there who is not here");
    let twice = [seats[0].clone(), seats[1].clone(), seats[1].clone()];
    assert!(!encoded(&people, &twice), "one guest at two seats");
    let host_twice = [seats[0].clone(), seats[1].clone(), seats[2].clone(), seats[0].clone()];
    assert!(!encoded(&people, &host_twice), "the host at two seats");
    assert!(!encoded(&people, &[seats[0].clone(), seats[1].clone(), SeatState::Open]), "ready without a seat");
    assert!(!encoded(&people, &[&seats[..], &vec![SeatState::Open; 6][..]].concat()), "nine seats");
}

#[test]
fn the_door_speaks_to_every_version() {
    let hello = ToHost::Hello(Hello::new(&Introduction { name: name("Anne"), emblem: 3, plays: true }));
    assert_eq!(hello.to_bytes(), [&[0, 1, 1, 7, 4][..], b"Anne", &[3, 1]].concat());
    let refused = ToGuest::Refused(Refusal::OtherVersion { protocol: 1, rules: 1 });
    assert_eq!(refused.to_bytes(), [0, 0, 1, 1]);
}
