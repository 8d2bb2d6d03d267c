//! Honest games verify, whatever happened to the people at the table.

use doubloons_net::transcript::{Transcript, Verdict, verify};

use crate::crew::{Crew, Plan};

#[test]
fn sizes() {
    for (people, bots) in [(2, 0), (3, 0), (4, 0), (2, 2), (1, 3), (2, 1)] {
        for seed in 0..3 {
            let mut crew = Crew::new(Plan::new(people, bots, seed));
            crew.play_out();
            let bytes = crew.transcript().to_bytes();
            println!("{people} {bots} {seed}: {} entries {} bytes", crew.entries.len(), bytes.len());
            let start = std::time::Instant::now();
            let transcript = Transcript::from_bytes(&bytes).unwrap();
            let mid = start.elapsed();
            let report = verify(&transcript);
            println!("decode {mid:?} verify {:?}", start.elapsed() - mid);
            assert_eq!(report.verdict, Verdict::Valid);
        }
    }
}
