//! Whatever bytes a host sends as an entry: they are refused, or they are the one encoding of what they stand for, and
//! an entry that nobody signed is refused by a real table.
#![no_main]

use std::sync::LazyLock;

use doubloons_engine::contract::Deaf;
use doubloons_net::table::entry::{Entry, MAX_ENTRY};
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::transcript::Transcript;
use libfuzzer_sys::fuzz_target;

/// A game at its beginning.
static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
    let bytes = include_bytes!("../corpus/verify_transcript/bots-8");
    let transcript = Transcript::from_bytes(bytes).expect("the corpus is in order");
    let mut ledger = Ledger::new(transcript.charter().expect("an honest genesis").into());
    for entry in transcript.entries() {
        ledger.apply(entry, Check::Everything, &mut Deaf).expect("an honest entry");
    }
    ledger
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(entry) = Entry::from_bytes(bytes) else {
        return;
    };
    assert_eq!(entry.to_bytes(), bytes, "{entry:?} has two encodings");
    assert!(entry.length() == bytes.len() && bytes.len() <= MAX_ENTRY);
    let mut ledger = LEDGER.clone();
    assert!(ledger.apply(&entry, Check::Everything, &mut Deaf).is_err(), "nobody has signed {entry:?}");
    assert_eq!(ledger.head(), LEDGER.head(), "a refused entry changes nothing");
    // Neither may it upset somebody who puts its content into an entry of their own.
    let epoch = entry.body().epoch;
    let identity = doubloons_net::identity::Identity::from_secret(&[1; 32]);
    for epoch in [Some(epoch), LEDGER.epoch()].into_iter().flatten() {
        for check in [Check::Everything, Check::KnownGood] {
            let _ = LEDGER.clone().append(epoch, entry.content().clone(), check, &identity, &mut Deaf);
        }
    }
});
