//! Who a peer is: an Ed25519 key. The public half is the peer's name in the protocol; the secret half never leaves the
//! installation.

use std::fmt;

use doubloons_engine::tongue::Worded;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::hash::{Hash, Label};

/// The public key of a peer, as sent. It may be anything until it has become a [`Verifier`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PublicKey(pub [u8; 32]);

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.0.first_chunk::<4>().map_or(0, |head| u32::from_be_bytes(*head));
        write!(f, "PublicKey({head:08x}…)")
    }
}

/// The bytes are no public key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
#[error("{0} is not a public key")]
pub struct NoKey(pub PublicKey);

/// A signature as sent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Signature([u8; 32], [u8; 32]);

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = self.0.first_chunk::<4>().map_or(0, |head| u32::from_be_bytes(*head));
        write!(f, "Signature({head:08x}…)")
    }
}

/// A checked public key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verifier(VerifyingKey);

impl Verifier {
    /// The key behind these bytes. Weak keys, for which several messages share a signature, are refused.
    pub fn new(key: &PublicKey) -> Result<Verifier, NoKey> {
        match VerifyingKey::from_bytes(&key.0) {
            Ok(verifying) if !verifying.is_weak() => Ok(Verifier(verifying)),
            _ => Err(NoKey(*key)),
        }
    }

    /// Whether this key's owner signed the value under this label.
    #[must_use]
    pub fn accepts(&self, label: Label, value: &impl Serialize, signature: &Signature) -> bool {
        self.accepts_hash(&Hash::of(label, value), signature)
    }

    /// Whether this key's owner signed the value with this labelled hash.
    #[must_use]
    pub fn accepts_hash(&self, hash: &Hash, signature: &Signature) -> bool {
        let signature = ed25519_dalek::Signature::from_components(signature.0, signature.1);
        self.0.verify_strict(&hash.0, &signature).is_ok()
    }
}

/// The key of this installation. `Debug` shows the public half only; the secret half is wiped on drop.
#[derive(Clone)]
pub struct Identity {
    key: SigningKey,
    public: PublicKey,
}

impl Identity {
    /// The identity with this secret.
    pub fn from_secret(secret: &[u8; 32]) -> Identity {
        let key = SigningKey::from_bytes(secret);
        let public = PublicKey(key.verifying_key().to_bytes());
        Identity { key, public }
    }

    /// The public half.
    pub fn public(&self) -> PublicKey {
        self.public
    }

    /// The secret half, for the key file.
    pub fn secret(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.key.to_bytes())
    }

    /// Signs a value under a label.
    pub fn sign(&self, label: Label, value: &impl Serialize) -> Signature {
        self.sign_hash(&Hash::of(label, value))
    }

    /// Signs the labelled hash of a value.
    pub fn sign_hash(&self, hash: &Hash) -> Signature {
        let signature = self.key.sign(&hash.0);
        Signature(*signature.r_bytes(), *signature.s_bytes())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({:?})", self.public)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_label_value_and_key_alone() {
        let (anne, mary) = (Identity::from_secret(&[1; 32]), Identity::from_secret(&[2; 32]));
        let signature = anne.sign(Label::Input, &7u32);
        let verifier = Verifier::new(&anne.public()).expect("a key");
        assert!(verifier.accepts(Label::Input, &7u32, &signature));
        assert!(!verifier.accepts(Label::Entry, &7u32, &signature));
        assert!(!verifier.accepts(Label::Input, &8u32, &signature));
        assert!(!Verifier::new(&mary.public()).expect("a key").accepts(Label::Input, &7u32, &signature));
    }

    #[test]
    fn weak_keys_are_refused() {
        let mut neutral = [0; 32];
        neutral[0] = 1;
        assert_eq!(Verifier::new(&PublicKey(neutral)), Err(NoKey(PublicKey(neutral))));
    }

    #[test]
    fn debug_output_shows_no_secret() {
        let shown = format!("{:?}", Identity::from_secret(&[0xAB; 32]));
        assert!(!shown.to_lowercase().contains("abab"), "{shown}");
    }
}
