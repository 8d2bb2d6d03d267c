//! Whatever is changed in a transcript afterwards is found, and so is damage by accident.

use std::sync::LazyLock;
use std::thread;

use doubloons_engine::contract::Deaf;
use doubloons_net::hash::{Hash, Label};
use doubloons_net::identity::Identity;
use doubloons_net::table::entry::{Content, Entry, EntryBody};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::ledger::EntryFault;
use doubloons_net::table::statement::Deed;
use doubloons_net::transcript::{Flaw, Part, Transcript, Unreadable, Verdict, Verification, verify};

use crate::crew::{Crew, Plan};
use crate::eventful::eventful;

/// The bytes of a seal.
const SEAL: usize = 32;
/// The bytes of a record's length.
const LENGTH: usize = 4;
/// The bytes before the first record.
const HEADER: usize = 10;

/// A whole game of two people and a bot.
static GAME: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut crew = Crew::new(Plan::new(2, 1, 1));
    crew.play_out();
    crew.transcript().to_bytes()
});

/// The bytes with a seal that fits, as somebody who tampers would write them.
pub(crate) fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - SEAL;
    let seal = Hash::of_bytes(Label::Transcript, &bytes[..end]);
    bytes[end..].copy_from_slice(&seal.0);
    bytes
}

/// Where records begin, each with its length before it; the last one is the empty one at the end.
fn records(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![HEADER];
    while starts[starts.len() - 1] < bytes.len() - SEAL {
        let start = starts[starts.len() - 1];
        let length = bytes[start..].first_chunk::<LENGTH>().expect("a length");
        starts.push(start + LENGTH + u32::from_le_bytes(*length) as usize);
    }
    starts.pop();
    starts
}

/// How a byte is changed: every bit somewhere, and all of them at once somewhere.
fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= match at % 9 {
        8 => 0xFF,
        bit => 1 << bit,
    };
    bytes
}

/// Runs a check for every number below `count`, on all cores.
fn for_all(count: usize, check: impl Fn(usize) + Sync) {
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let check = &check;
            scope.spawn(move || (first..count).step_by(threads).for_each(check));
        }
    });
}

#[test]
fn a_byte_that_changed_by_accident_is_found() {
    for_all(GAME.len(), |at| {
        let read = Transcript::from_bytes(&flipped(&GAME, at));
        let expected = match at {
            0..8 => Err(Unreadable::NoTranscript),
            8..10 => Err(Unreadable::OtherFormat(u16::from_le_bytes([flipped(&GAME, at)[8], flipped(&GAME, at)[9]]))),
            _ => Err(Unreadable::Damaged),
        };
        assert_eq!(read, expected, "byte {at}");
    });
}

#[test]
fn a_byte_that_somebody_changed_is_found() {
    let honest = Transcript::from_bytes(&GAME).expect("an honest game");
    // The check before each entry: what precedes the changed byte is the same, so it need not be checked again.
    let mut checks = vec![Verification::begin(&honest).expect("an honest genesis")];
    for entry in honest.entries() {
        let mut next = checks[checks.len() - 1].clone();
        next.take(entry, &mut Deaf).expect("an honest entry");
        checks.push(next);
    }
    let starts = records(&GAME);
    assert_eq!(starts.len(), honest.entries().len() + 3);
    for_all(GAME.len() - SEAL, |at| {
        let Ok(read) = Transcript::from_bytes(&resealed(flipped(&GAME, at))) else { return };
        let record = starts.partition_point(|&start| start <= at) - 1;
        // The first two records are genesis and board.
        match record.checked_sub(2) {
            None => assert!(Verification::begin(&read).is_err(), "byte {at}"),
            Some(index) => {
                assert_eq!(read.entries()[..index], honest.entries()[..index]);
                let taken = checks[index].clone().take(&read.entries()[index], &mut Deaf);
                assert!(taken.is_err(), "byte {at} in entry {}", index + 1);
            }
        }
    });
}

#[test]
fn a_changed_byte_is_found_by_the_verifier_as_a_whole() {
    // One in so many bytes, from the file to the verdict, in the game with the most kinds of entries.
    let game = eventful().transcript().to_bytes();
    let every = 149;
    let starts = records(&game);
    for_all((game.len() - SEAL) / every, |count| {
        let at = count * every;
        let Ok(read) = Transcript::from_bytes(&resealed(flipped(&game, at))) else { return };
        let record = starts.partition_point(|&start| start <= at) - 1;
        let Verdict::Invalid { entry, .. } = verify(&read).verdict else { panic!("byte {at} is not missed") };
        assert_eq!(entry, record.saturating_sub(1) as u64, "byte {at}");
    });
}

#[test]
fn a_file_that_is_cut_short_or_goes_on_is_refused() {
    let starts = records(&GAME);
    for cut in (0..GAME.len()).step_by(61).chain(starts.iter().copied()) {
        let short = &GAME[..cut];
        assert!(Transcript::from_bytes(short).is_err(), "{cut} bytes");
        if cut >= HEADER {
            let sealed = resealed([short, &[0; SEAL]].concat());
            let read = Transcript::from_bytes(&sealed);
            assert!(matches!(read, Err(Unreadable::Malformed { .. })), "{cut} bytes, sealed");
        }
    }
    let end = GAME.len() - SEAL;
    for more in [&[0][..], &[0; 4], &[1, 0, 0, 0, 7]] {
        assert_eq!(Transcript::from_bytes(&[&GAME, more].concat()), Err(Unreadable::Damaged));
        let longer = resealed([&GAME[..end], more, &[0; SEAL]].concat());
        let refused = Transcript::from_bytes(&longer);
        assert!(matches!(refused, Err(Unreadable::Malformed { part: Part::End, .. })), "{refused:?}");
    }
}

#[test]
fn a_length_that_is_a_lie_is_refused_before_anything_is_read() {
    let mut bytes = GAME.clone();
    bytes[HEADER..HEADER + LENGTH].copy_from_slice(&u32::MAX.to_le_bytes());
    let refused = Transcript::from_bytes(&resealed(bytes));
    assert!(matches!(refused, Err(Unreadable::Malformed { part: Part::Genesis, .. })), "{refused:?}");
}

fn game() -> Crew {
    let mut crew = Crew::new(Plan::new(2, 1, 1));
    crew.play_out();
    crew
}

fn first_fault(crew: &Crew) -> (u64, EntryFault) {
    match verify(&crew.transcript()).verdict {
        Verdict::Invalid { entry, flaw: Flaw::Entry(fault) } => (entry, fault),
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn entries_dropped_doubled_or_swapped_are_found() {
    for at in [0, 1, 7, 30] {
        let mut crew = game();
        crew.entries.remove(at);
        assert_eq!(first_fault(&crew), (at as u64 + 1, EntryFault::NotNext));
        let mut crew = game();
        crew.entries.swap(at, at + 1);
        assert_eq!(first_fault(&crew), (at as u64 + 1, EntryFault::NotNext));
        let mut crew = game();
        crew.entries.insert(at, crew.entries[at].clone());
        assert_eq!(first_fault(&crew), (at as u64 + 2, EntryFault::NotNext));
    }
}

#[test]
fn entries_of_another_game_are_found() {
    let mut other = Crew::new(Plan::new(2, 1, 2));
    other.play_out();
    let mut crew = game();
    crew.entries[4] = other.entries[4].clone();
    assert_eq!(first_fault(&crew), (5, EntryFault::OtherGame));
}

#[test]
fn a_host_cannot_rewrite_what_others_did() {
    let rewrite = |change: &dyn Fn(&mut EntryBody)| {
        let mut crew = game();
        let is_draw = |entry: &Entry| matches!(entry.content(), Content::Chance { .. });
        let at = crew.entries.iter().position(is_draw).expect("chance deals first");
        let mut body = crew.entries[at].body().clone();
        change(&mut body);
        crew.entries[at] = Entry::sign(body, &crew.peers[0].identity);
        crew.entries.truncate(at + 1);
        first_fault(&crew).1
    };
    let other_link = rewrite(&|body| {
        let Content::Chance { links, .. } = &mut body.content else { panic!("a draw") };
        links[1].1 = Hash([9; 32]);
    });
    assert!(matches!(other_link, EntryFault::Refused(_)), "{other_link}");
    let own_link_only = rewrite(&|body| {
        let Content::Chance { links, .. } = &mut body.content else { panic!("a draw") };
        links.pop();
    });
    assert!(matches!(own_link_only, EntryFault::Refused(_)), "{own_link_only}");
    let no_freeze = rewrite(&|body| {
        let Content::Chance { freeze, .. } = &mut body.content else { panic!("a draw") };
        freeze.0.pop();
    });
    assert_eq!(no_freeze, EntryFault::NotFrozen);
    let copied_freeze = rewrite(&|body| {
        let Content::Chance { freeze, .. } = &mut body.content else { panic!("a draw") };
        freeze.0[1].1 = freeze.0[0].1;
    });
    assert_eq!(copied_freeze, EntryFault::NotFrozen);
    let other_digest = rewrite(&|body| body.digest.0[0] ^= 1);
    assert_eq!(other_digest, EntryFault::OtherDigest);
    let other_epoch = rewrite(&|body| body.epoch.number += 1);
    assert_eq!(other_epoch, EntryFault::OtherEpoch);
}

#[test]
fn nobody_else_can_write_the_log() {
    let mut crew = game();
    let body = crew.entries[9].body().clone();
    crew.entries[9] = Entry::sign(body, &crew.peers[1].identity);
    assert_eq!(first_fault(&crew), (10, EntryFault::NotSigned(PeerIndex::FIRST_HOST)));
}

#[test]
fn an_epoch_needs_the_votes_of_a_majority() {
    let mut crew = Crew::new(Plan::new(3, 0, 1));
    crew.step();
    crew.elect(PeerIndex(1));
    let body = crew.entries.last().expect("an epoch").body().clone();
    let rewrite = |change: &dyn Fn(&mut EntryBody)| {
        let mut crew = Crew::new(Plan::new(3, 0, 1));
        crew.step();
        let mut body = body.clone();
        change(&mut body);
        crew.entries.push(Entry::sign(body, &crew.peers[1].identity));
        verify(&crew.transcript()).verdict
    };
    let not_elected = Verdict::Invalid { entry: 3, flaw: EntryFault::NotElected(PeerIndex(1)).into() };
    let votes = |body: &mut EntryBody, change: &dyn Fn(&mut Vec<_>)| {
        let Content::Epoch(votes) = &mut body.content else { panic!("an epoch") };
        change(votes);
    };
    assert_eq!(rewrite(&|_| {}), Verdict::Valid);
    assert_eq!(rewrite(&|body| votes(body, &|votes| votes.truncate(2))), Verdict::Valid, "two of three");
    assert_eq!(rewrite(&|body| votes(body, &|votes| votes.truncate(1))), not_elected);
    assert_eq!(rewrite(&|body| votes(body, &|votes| votes.swap(0, 1))), not_elected);
    assert_eq!(rewrite(&|body| votes(body, &|votes| votes[1] = votes[0].clone())), not_elected);
    assert_eq!(rewrite(&|body| votes(body, &|votes| votes[2].body.head.index = 1)), not_elected);
}

#[test]
fn a_genesis_that_somebody_has_not_signed_is_found() {
    let crew = game();
    let bytes = crew.transcript().to_bytes();
    let starts = records(&bytes);
    // The consents are the end of the genesis.
    let genesis = Transcript::from_bytes(&flipped_resealed(&bytes, starts[1] - 1)).expect("still readable");
    let Verdict::Invalid { entry: 0, flaw: Flaw::Genesis(fault) } = verify(&genesis).verdict else { panic!("missed") };
    assert_eq!(fault.to_string(), "peer 2 has not agreed to this game");
}

fn flipped_resealed(bytes: &[u8], at: usize) -> Vec<u8> {
    resealed(flipped(bytes, at))
}

#[test]
fn a_key_that_nobody_at_the_table_has_opens_nothing() {
    let mut crew = Crew::new(Plan::new(2, 0, 1));
    crew.step();
    let mut input = crew.input(PeerIndex(1), doubloons_net::table::statement::Voice::Own, Deed::Pause);
    let stranger = Identity::from_secret(&[99; 32]);
    input = doubloons_net::table::statement::Signed::new(input.body, crew.charter().id(), &stranger);
    let entry = crew.forge(Content::Input(input), crew.state().game().digest());
    crew.entries.push(entry);
    assert_eq!(first_fault(&crew), (3, EntryFault::FalseSignature(PeerIndex(1))));
}
