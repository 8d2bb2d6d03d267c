//! Whatever bytes a peer sends as a frame: they are refused, or they are the one encoding of what they stand for.
#![no_main]

use doubloons_net::wire::frame::{Frame, MAX_FRAME};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Frame::from_bytes(bytes) {
        Ok(frame) => {
            assert_eq!(frame.to_bytes(), bytes, "{frame:?} has two encodings");
            assert!(bytes.len() <= MAX_FRAME);
            let more = [bytes, &[0]].concat();
            assert!(Frame::from_bytes(&more).is_err(), "a byte may follow {frame:?}");
        }
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }
});
