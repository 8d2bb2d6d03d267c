//! Whatever bytes come in: they are refused, or they are the one encoding of what they stand for. Nothing panics.

use std::sync::LazyLock;

use doubloons_net::table::entry::Entry;
use doubloons_net::table::genesis::SignedGenesis;
use doubloons_net::transcript::{MAX_GENESIS, Transcript, Verdict, verify};
use doubloons_net::wire::codec;
use doubloons_net::wire::frame::Frame;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::crew::{Crew, Plan};
use crate::frames::frames;
use crate::tampering::resealed;

/// The beginning of a game, short enough to be verified many times.
static SHORT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut crew = Crew::new(Plan::new(2, 0, 1));
    (0..6).for_each(|_| assert!(crew.step()));
    crew.transcript().to_bytes()
});

static FRAMES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| frames().iter().map(|(_, frame)| frame.to_bytes()).collect());

/// A change of some bytes: written over, cut out or put in.
#[derive(Clone, Debug)]
struct Edit {
    at: prop::sample::Index,
    cut: usize,
    put: Vec<u8>,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (any::<prop::sample::Index>(), 0..6usize, vec(any::<u8>(), 0..6));
    vec(edit.prop_map(|(at, cut, put)| Edit { at, cut, put }), 1..4)
}

fn edited(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for Edit { at, cut, put } in edits {
        let start = at.index(bytes.len() + 1);
        let end = (start + cut).min(bytes.len());
        bytes.splice(start..end, put.iter().copied());
    }
    bytes
}

fn one_spelling(bytes: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(frame) = Frame::from_bytes(bytes) {
        prop_assert_eq!(frame.to_bytes(), bytes);
    }
    if let Ok(entry) = Entry::from_bytes(bytes) {
        prop_assert_eq!(entry.to_bytes(), bytes);
        prop_assert_eq!(entry.length(), bytes.len());
    }
    if let Ok(genesis) = codec::decode::<SignedGenesis>(bytes, MAX_GENESIS) {
        prop_assert_eq!(codec::encode(&genesis), bytes);
    }
    if let Ok(transcript) = Transcript::from_bytes(bytes) {
        prop_assert_eq!(transcript.to_bytes(), bytes);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(kind in 0..14u8, bytes in vec(any::<u8>(), 0..400)) {
        one_spelling(&bytes)?;
        one_spelling(&[&[kind], &bytes[..]].concat())?;
    }

    #[test]
    fn edited_frames(frame in any::<prop::sample::Index>(), edits in edits()) {
        let bytes = edited(&FRAMES[frame.index(FRAMES.len())], &edits);
        one_spelling(&bytes)?;
        one_spelling(bytes.get(1..).unwrap_or_default())?;
    }

    #[test]
    fn edited_transcripts_never_verify(edits in edits()) {
        let bytes = edited(&SHORT, &edits);
        prop_assume!(bytes.len() > 42 && bytes[..bytes.len() - 32] != SHORT[..SHORT.len() - 32]);
        let bytes = resealed(bytes);
        if let Ok(transcript) = Transcript::from_bytes(&bytes) {
            prop_assert_eq!(transcript.to_bytes(), bytes);
            let verdict = verify(&transcript).verdict;
            prop_assert!(matches!(verdict, Verdict::Invalid { .. }), "{:?}", verdict);
        }
    }
}
