//! Bytes from a link or an answer never crash the program, and what can be read is written the same again.

#![no_main]

use doubloons_net::lan::discovery::Card;
use doubloons_net::lan::session::parcel::Parcel;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(parcel) = Parcel::from_bytes(bytes) {
        assert_eq!(parcel.to_bytes(), bytes);
    }
    if let Ok(card) = Card::from_bytes(bytes) {
        assert_eq!(Card::from_bytes(&card.to_bytes()), Ok(card));
    }
});
