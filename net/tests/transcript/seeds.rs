//! The committed starting points of the fuzz targets: taken from real games, and still worth something.
//!
//! `UPDATE_CORPUS=1 cargo test -p doubloons-net --test transcript seeds` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use doubloons_net::table::entry::Entry;
use doubloons_net::table::genesis::SignedGenesis;
use doubloons_net::transcript::{MAX_GENESIS, Transcript, Verdict, verify};
use doubloons_net::wire::codec;
use doubloons_net::wire::frame::Frame;

use crate::crew::{Crew, Plan};
use crate::frames::frames;

/// Files by target and name.
type Seeds = BTreeMap<(&'static str, String), Vec<u8>>;

fn seeds() -> Seeds {
    let mut seeds = Seeds::new();
    for (name, frame) in frames() {
        let name = name.replace(", ", "-").replace(' ', "-");
        if let Frame::Entries(entries) = &frame {
            seeds.insert(("decode_entry", name.clone()), entries[0].to_bytes());
        }
        seeds.insert(("decode_frame", name), frame.to_bytes());
    }
    for (name, plan) in [
        ("two", Plan::new(2, 0, 1)),
        ("bots", Plan::new(1, 3, 1)),
        ("watching-host", Plan { host_watches: true, clock: true, ..Plan::new(3, 1, 1) }),
    ] {
        let mut crew = Crew::new(plan);
        let genesis = codec::encode(crew.charter().signed());
        seeds.insert(("decode_genesis", name.to_owned()), genesis);
        for steps in [0, 8] {
            (0..steps).for_each(|_| assert!(crew.step()));
            seeds.insert(("verify_transcript", format!("{name}-{steps}")), crew.transcript().to_bytes());
        }
    }
    seeds
}

#[test]
fn the_corpus_is_in_order() {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "fuzz", "corpus"].iter().collect();
    if std::env::var_os("UPDATE_CORPUS").is_some_and(|value| value == "1") {
        for ((target, name), bytes) in seeds() {
            fs::create_dir_all(folder.join(target)).expect("the corpus can be written");
            fs::write(folder.join(target).join(name), bytes).expect("the corpus can be written");
        }
    }
    let (mut files, mut size) = (0, 0);
    for target in ["decode_entry", "decode_frame", "decode_genesis", "verify_transcript"] {
        for entry in fs::read_dir(folder.join(target)).expect("every target has a corpus") {
            let path = entry.expect("the corpus can be read").path();
            let bytes = fs::read(&path).expect("the corpus can be read");
            let sound = match target {
                "decode_entry" => Entry::from_bytes(&bytes).is_ok(),
                "decode_frame" => Frame::from_bytes(&bytes).is_ok(),
                "decode_genesis" => codec::decode::<SignedGenesis>(&bytes, MAX_GENESIS).is_ok(),
                _ => {
                    Transcript::from_bytes(&bytes).is_ok_and(|transcript| verify(&transcript).verdict == Verdict::Valid)
                }
            };
            assert!(sound, "{} leads the fuzzer nowhere any more", path.display());
            files += 1;
            size += bytes.len();
        }
    }
    assert!((40..=90).contains(&files) && size < 200_000, "{files} files, {size} bytes");
}
