//! Whatever bytes a host sends as a genesis: they are refused with a reason that can be read, or they are the one
//! encoding of a game that everybody has agreed to.
#![no_main]

use doubloons_engine::caribbean::Board;
use doubloons_net::table::genesis::{Charter, SignedGenesis};
use doubloons_net::transcript::MAX_GENESIS;
use doubloons_net::wire::codec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(genesis) = codec::decode::<SignedGenesis>(bytes, MAX_GENESIS) else {
        return;
    };
    assert_eq!(codec::encode(&genesis), bytes, "{genesis:?} has two encodings");
    match Charter::new(genesis, |_| Some(Board::standard())) {
        Ok(charter) => assert_eq!(charter.game().seats().len(), charter.draft().seats.len()),
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
});
