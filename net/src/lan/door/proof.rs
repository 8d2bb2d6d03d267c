//! SPAKE2 over a link: both sides come to the same secret if they know the same PIN, sit at the two ends of the same
//! link, and agree on whose keys these are.

use spake2::{Ed25519Group, Identity, Password, Spake2};
use zeroize::Zeroizing;

use super::super::transport::LinkSender;
use super::pin::Pin;
use crate::hash::{Hash, Label};
use crate::identity::PublicKey;

/// For which purpose the proofs ask the link for bytes.
const EXPORTER: &[u8] = b"EXPORTER-doubloons-pin-1";

/// The keys at the two ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    /// Who knocks.
    pub(super) guest: PublicKey,
    /// Who opens.
    pub(super) host: PublicKey,
}

/// Which end one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Guest,
    Host,
}

/// A run of SPAKE2 that waits for the other side's share.
pub(super) struct Run {
    state: Spake2<Ed25519Group>,
    ends: Ends,
    side: Side,
    share: Vec<u8>,
}

impl Run {
    /// Begins a run.
    pub(super) fn new(pin: &Pin, ends: Ends, side: Side) -> Run {
        let password = Password::new(Hash::of(Label::Pin, &pin.text()).0);
        let (guest, host) = (Identity::new(&ends.guest.0), Identity::new(&ends.host.0));
        let (state, share) = match side {
            Side::Guest => Spake2::start_a(&password, &guest, &host),
            Side::Host => Spake2::start_b(&password, &guest, &host),
        };
        Run { state, ends, side, share }
    }

    /// What the other side has to know. It tells nothing about the PIN.
    pub(super) fn share(&self) -> &[u8] {
        &self.share
    }

    /// The proofs that belong to the other side's share; `None` if it is none.
    pub(super) fn finish(self, theirs: &[u8], link: &LinkSender) -> Option<Proofs> {
        let secret = Zeroizing::new(self.state.finish(theirs).ok()?);
        let channel = Zeroizing::new(link.exporter(EXPORTER, &[]));
        let (guest_share, host_share) = match self.side {
            Side::Guest => (&self.share[..], theirs),
            Side::Host => (theirs, &self.share[..]),
        };
        let proof = |label| {
            Hash::of(label, &(&secret[..], &channel[..], &self.ends.guest, &self.ends.host, guest_share, host_share))
        };
        Some(Proofs { guest: proof(Label::PinOfGuest), host: proof(Label::PinOfHost) })
    }
}

/// What only those know who know the PIN and sit at the ends of the link.
pub(super) struct Proofs {
    /// The guest's.
    pub(super) guest: Hash,
    /// The host's.
    pub(super) host: Hash,
}

/// Whether two proofs are the same, in a time that does not depend on where they differ.
pub(super) fn same(one: &Hash, two: &Hash) -> bool {
    blake3::Hash::from_bytes(one.0) == blake3::Hash::from_bytes(two.0)
}
