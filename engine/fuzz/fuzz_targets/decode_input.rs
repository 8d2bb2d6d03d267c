//! Whatever bytes a peer sends as an input: they are refused, or they are the one encoding of what they stand for.
#![no_main]

use doubloons_engine::caribbean::Caribbean;
use doubloons_engine::contract::{Canonical, InputOf, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(input) = InputOf::<Caribbean>::from_bytes(bytes) {
        assert_eq!(input.to_bytes(), bytes, "{input:?} has two encodings");
        let more = [bytes, &[0]].concat();
        assert!(InputOf::<Caribbean>::from_bytes(&more).is_err(), "a byte may follow {input:?}");
    }
    // Several in a row, as in a transcript: each one takes exactly its own bytes.
    let mut reader = Reader::new(bytes);
    let mut written = Vec::new();
    while let Ok(input) = InputOf::<Caribbean>::read(&mut reader) {
        input.write(&mut written);
        assert!(bytes.starts_with(&written), "{input:?} is not what was read");
        assert_eq!(written.len() + reader.rest(), bytes.len());
    }
});
