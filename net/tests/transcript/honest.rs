//! Honest games verify, whatever happened to the people at the table, and come out of files as they went in.

use std::fs;

use doubloons_engine::contract::Turn;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::statement::Deed;
use doubloons_net::transcript::{Ending, NoBoardFile, Transcript, Verdict, WhyAway, verify};

use crate::crew::{Crew, Plan};
use crate::eventful::{ANNE, GRACE, JACK, MARY, eventful};

#[test]
fn whole_games_of_two_to_four_verify() {
    let mut entries = 0;
    for (people, bots) in [(2, 0), (3, 0), (4, 0), (1, 1), (1, 3), (2, 1), (2, 2), (3, 1)] {
        for level in ["greedy", "random"] {
            let mut crew = Crew::new(Plan { level, ..Plan::new(people, bots, 7) });
            crew.play_out();
            let report = verify(&crew.transcript());
            assert_eq!(report.verdict, Verdict::Valid, "{people} people, {bots} bots");
            assert!(report.is_clean() && report.is_complete());
            let facts = report.facts.expect("it is valid");
            assert_eq!(facts.game, crew.charter().id());
            assert_eq!(facts.entries, crew.entries.len() as u64);
            let Ending::Over { entry, outcome } = facts.ending else { panic!("broken off") };
            assert_eq!(crew.state().game().turn(), Turn::Over(outcome));
            assert_eq!(entry, facts.entries - bots as u64, "after the end only seeds are shown");
            assert_eq!((facts.hosts.len(), facts.hosts[0].from), (1, 1));
            assert!(facts.absences.is_empty() && facts.void_draws.is_empty() && facts.withheld.is_empty());
            entries += facts.entries;
        }
    }
    println!("{entries} entries");
}

#[test]
fn a_transcript_has_one_spelling() {
    let mut crew = Crew::new(Plan::new(2, 1, 1));
    crew.play_out();
    let transcript = crew.transcript();
    let bytes = transcript.to_bytes();
    let read = Transcript::from_bytes(&bytes).expect("just written");
    assert_eq!(read, transcript);
    assert_eq!(read.to_bytes(), bytes);
}

#[test]
fn the_facts_of_an_eventful_game() {
    let crew = eventful();
    let report = verify(&crew.transcript());
    let Verdict::ValidWithFaults(faults) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!(faults.iter().map(|fault| fault.peer).collect::<Vec<_>>(), [JACK]);
    assert!(report.is_complete() && !report.is_clean());
    let facts = report.facts.expect("it is valid");
    let hosts: Vec<PeerIndex> = facts.hosts.iter().map(|reign| reign.epoch.host).collect();
    assert_eq!(hosts, [ANNE, MARY]);
    assert_eq!(facts.void_draws.iter().map(|draw| draw.peer).collect::<Vec<_>>(), [GRACE]);
    assert_eq!(facts.withheld.len(), 1);
    assert_eq!(facts.time_outs.len(), 1);
    assert_eq!(facts.stand_ins.iter().map(|bot| bot.runner).collect::<Vec<_>>(), [MARY, MARY]);
    let away: Vec<(PeerIndex, WhyAway, bool)> =
        facts.absences.iter().map(|absence| (absence.peer, absence.why, absence.until.is_some())).collect();
    let expected =
        [(GRACE, WhyAway::WithheldLink, true), (ANNE, WhyAway::Lost, true), (JACK, WhyAway::Disqualified, false)];
    assert_eq!(away, expected);
}

#[test]
fn somebody_leaves_and_comes_back() {
    let mut crew = Crew::new(Plan::new(3, 0, 3));
    (0..20).for_each(|_| assert!(crew.step()));
    crew.say(PeerIndex(2), Deed::Leave);
    (0..30).for_each(|_| assert!(crew.step()));
    crew.say(PeerIndex(2), Deed::Return);
    crew.play_out();
    let facts = verify(&crew.transcript()).facts.expect("it is valid");
    let [absence] = facts.absences[..] else { panic!("{:?}", facts.absences) };
    assert_eq!((absence.peer, absence.why, absence.until), (PeerIndex(2), WhyAway::Left, Some(absence.from + 31)));
}

#[test]
fn a_log_that_was_broken_off_is_valid_and_not_complete() {
    let mut crew = Crew::new(Plan::new(2, 0, 5));
    (0..25).for_each(|_| assert!(crew.step()));
    let report = verify(&crew.transcript());
    assert_eq!(report.verdict, Verdict::Valid);
    assert!(!report.is_complete());
}

fn house_board() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/boards/caribbean.toml");
    format!("# A house board.\n{}", fs::read_to_string(path).expect("the standard board"))
}

#[test]
fn a_game_on_a_board_of_its_own_brings_the_board() {
    let mut crew = Crew::new(Plan { board: Some(house_board()), ..Plan::new(2, 0, 5) });
    (0..25).for_each(|_| assert!(crew.step()));
    let transcript = crew.transcript();
    assert_eq!(verify(&transcript).verdict, Verdict::Valid);
    let read = Transcript::from_bytes(&transcript.to_bytes()).expect("just written");
    assert_eq!(read.board(), Some(house_board().as_str()));
    let (charter, entries) = (crew.charter(), || crew.entries.clone());
    assert_eq!(Transcript::new(charter, None, entries()), Err(NoBoardFile));
    assert_eq!(Transcript::new(charter, Some(&(house_board() + "\n")), entries()), Err(NoBoardFile));
}

#[test]
fn the_built_in_board_is_never_written() {
    let crew = Crew::new(Plan::new(2, 0, 5));
    let with_board = Transcript::new(crew.charter(), Some(&house_board()), crew.entries.clone());
    assert_eq!(with_board, Ok(crew.transcript()));
}

#[test]
fn a_file_is_written_wholly_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("doubloons-transcript-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a scratch folder");
    let path = folder.join("game.doubloons");
    let mut crew = Crew::new(Plan::new(2, 0, 5));
    for _ in 0..2 {
        crew.step();
        crew.transcript().write_file(&path).expect("it can be written");
        assert_eq!(Transcript::read_file(&path).expect("it can be read"), crew.transcript());
    }
    let names: Vec<_> =
        fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("a file").file_name()).collect();
    assert_eq!(names, ["game.doubloons"], "nothing else is left behind");
    // The old file stays when the new one can't be put in its place.
    let taken = folder.join("folder");
    fs::create_dir_all(taken.join("full")).expect("a folder");
    assert!(crew.transcript().write_file(&taken).is_err());
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2);
    fs::remove_dir_all(&folder).expect("it can be removed");
}
