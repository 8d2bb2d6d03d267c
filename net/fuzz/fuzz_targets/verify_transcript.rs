//! Whatever is in a file: it is no transcript, or it is the one spelling of a transcript that the verifier can judge.
//! The seal is made to fit, so that the fuzzer gets behind it.
#![no_main]

use doubloons_net::hash::{Hash, Label};
use doubloons_net::transcript::{Transcript, Verdict, verify, verify_bots};
use libfuzzer_sys::fuzz_target;

/// The bytes of a seal.
const SEAL: usize = 32;

fuzz_target!(|bytes: &[u8]| {
    let _ = Transcript::from_bytes(bytes);
    let mut bytes = bytes.to_vec();
    let Some(end) = bytes.len().checked_sub(SEAL) else {
        return;
    };
    let seal = Hash::of_bytes(Label::Transcript, &bytes[..end]);
    bytes[end..].copy_from_slice(&seal.0);
    let Ok(transcript) = Transcript::from_bytes(&bytes) else {
        return;
    };
    assert_eq!(transcript.to_bytes(), bytes, "a transcript has two spellings");
    let report = verify(&transcript);
    let bots = verify_bots(&transcript);
    match report.verdict {
        Verdict::Invalid { entry, flaw } => {
            assert!(!flaw.to_string().is_empty());
            assert_eq!(bots.map_err(|(entry, _)| entry), Err(entry));
        }
        Verdict::Valid | Verdict::ValidWithFaults(_) => {
            assert!(bots.is_ok());
            assert_eq!(report.facts.map(|facts| facts.entries), Some(transcript.entries().len() as u64));
        }
    }
});
