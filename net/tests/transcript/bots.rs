//! Bots are run again: whoever tampers with one is found.

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::Content;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{Deed, InputBody, Voice};
use doubloons_net::transcript::{BotFinding, Difference, verify, verify_bots};

use crate::crew::{Crew, Plan, seat};
use crate::eventful::eventful;

/// One person, and a bot at seat 2.
fn duel() -> Crew {
    Crew::new(Plan::new(1, 1, 2))
}

fn bot_decides(crew: &Crew) -> bool {
    matches!(crew.state().want(), Want::Decisions(seats) if seats.contains(seat(2)))
}

fn findings(crew: &Crew) -> Vec<BotFinding> {
    let transcript = crew.transcript();
    assert!(verify(&transcript).is_complete());
    verify_bots(&transcript).expect("it is valid").into_iter().map(|check| check.finding).collect()
}

/// A decision of the bot's that its seed does not lead to, if there is one.
fn odd(crew: &mut Crew) -> Option<Deed> {
    let sealed = crew.sealed.clone();
    let own = crew.decide(seat(2));
    let differs = |crew: &mut Crew, twist: u64| {
        crew.sealed.clone_from(&sealed);
        Some(crew.decide_oddly(seat(2), twist)).filter(|deed| *deed != own)
    };
    let found = (1..20).find_map(|twist| differs(crew, twist));
    if found.is_none() {
        crew.sealed = sealed;
    }
    found
}

fn tampered(when: impl Fn(&Crew) -> bool) -> (Crew, u64) {
    let mut crew = duel();
    let deed = loop {
        crew.step_until(|crew| bot_decides(crew) && when(crew));
        match odd(&mut crew) {
            Some(deed) => break deed,
            None => assert!(crew.step()),
        }
    };
    let input = crew.input(PeerIndex::FIRST_HOST, Voice::Seat(seat(2)), deed);
    crew.push(Content::Input(input));
    let entry = crew.entries.len() as u64;
    crew.play_out();
    (crew, entry)
}

/// A game in which the host let the bot seal something else, and the entry in which it did.
pub(crate) fn tampered_bot() -> (Crew, u64) {
    tampered(|crew| matches!(crew.state().game().turn(), Turn::Seal { .. }))
}

#[test]
fn honest_bots_play_true() {
    for (people, bots, level) in [(1, 1, "greedy"), (1, 3, "greedy"), (2, 2, "random"), (3, 1, "random")] {
        let mut crew = Crew::new(Plan { level, ..Plan::new(people, bots, 9) });
        crew.play_out();
        let findings = findings(&crew);
        assert_eq!(findings.len(), bots);
        for finding in findings {
            assert!(matches!(finding, BotFinding::True { decisions, .. } if decisions > 5), "{finding:?}");
        }
    }
}

#[test]
fn stand_ins_are_checked_as_well() {
    let crew = eventful();
    let checks = verify_bots(&crew.transcript()).expect("it is valid");
    let runners: Vec<(usize, u8)> = checks.iter().map(|check| (check.seat.index() + 1, check.runner.0)).collect();
    assert_eq!(runners, [(3, 1), (4, 0), (4, 1)]);
    assert!(checks.iter().all(|check| matches!(check.finding, BotFinding::True { .. })), "{checks:?}");
}

#[test]
fn a_lock_that_is_not_the_bots_own_is_found() {
    let (crew, entry) = tampered_bot();
    let [BotFinding::Differs { entry: found, how: Difference::Sealed { shown } }] = findings(&crew)[..] else {
        panic!("{:?}", findings(&crew))
    };
    assert_eq!(found, entry);
    assert!(shown > entry);
}

#[test]
fn a_move_that_is_not_the_bots_own_is_found() {
    let (crew, entry) = tampered(|crew| matches!(crew.state().game().turn(), Turn::Seat(_)));
    assert_eq!(findings(&crew), [BotFinding::Differs { entry, how: Difference::Acted }]);
}

#[test]
fn randomness_cannot_be_chosen_by_naming_an_old_log() {
    let mut crew = duel();
    crew.step_until(|crew| bot_decides(crew) && matches!(crew.state().game().turn(), Turn::Seal { .. }));
    let before = crew.entries[crew.entries.len() - 2].head();
    let deed = crew.decide(seat(2));
    let honest = crew.input(PeerIndex::FIRST_HOST, Voice::Seat(seat(2)), deed);
    let input = crew.sign(InputBody { head: before, ..honest.body });
    crew.push(Content::Input(input));
    let entry = crew.entries.len() as u64;
    crew.play_out();
    assert_eq!(findings(&crew), [BotFinding::Differs { entry, how: Difference::OutOfTurn }]);
}

#[test]
fn nothing_is_said_about_a_seed_that_was_not_shown() {
    let mut crew = duel();
    while crew.step() {}
    assert_eq!(findings(&crew), [BotFinding::SeedNotShown]);
}

#[test]
fn a_false_log_has_no_bots() {
    let mut crew = duel();
    crew.play_out();
    crew.entries.remove(5);
    assert_eq!(verify_bots(&crew.transcript()).map_err(|(entry, _)| entry), Err(6));
}
