//! The certificate: the wrapping that TLS wants around an identity key. Nobody has to sign it but the key itself, and of
//! all that it says only the key counts.

use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::server::ParsedCertificate;
use zeroize::Zeroizing;

use crate::identity::{Identity, PublicKey, Verifier};

/// What stands before the 32 bytes of an Ed25519 key in a certificate (RFC 8410).
const PUBLIC_PREFIX: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/// What stands before the 32 bytes of an Ed25519 secret in its PKCS #8 form (RFC 8410).
const SECRET_PREFIX: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// A certificate with its secret key.
#[derive(Debug)]
pub(super) struct Certificate {
    der: CertificateDer<'static>,
    secret: Zeroizing<Vec<u8>>,
}

impl Certificate {
    /// The certificate of an identity.
    pub(super) fn new(identity: &Identity) -> Result<Certificate, rcgen::Error> {
        let mut secret = Zeroizing::new(SECRET_PREFIX.to_vec());
        secret.extend_from_slice(&identity.secret()[..]);
        let pkcs8 = PrivatePkcs8KeyDer::from(&secret[..]);
        let pair = rcgen::KeyPair::from_pkcs8_der_and_sign_algo(&pkcs8, &rcgen::PKCS_ED25519)?;
        let mut parameters = rcgen::CertificateParams::default();
        parameters.distinguished_name = rcgen::DistinguishedName::new();
        let der = parameters.self_signed(&pair)?.der().clone();
        Ok(Certificate { der, secret })
    }

    /// What is shown to others.
    pub(super) fn chain(&self) -> Vec<CertificateDer<'static>> {
        vec![self.der.clone()]
    }

    /// What it is signed with.
    pub(super) fn secret(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::from(PrivatePkcs8KeyDer::from(self.secret.to_vec()))
    }
}

/// The key that a certificate is about; `None` if it is no certificate of a sound Ed25519 key.
pub(super) fn key_of(certificate: &CertificateDer<'_>) -> Option<PublicKey> {
    let parsed = ParsedCertificate::try_from(certificate).ok()?;
    let info = parsed.subject_public_key_info();
    let key = PublicKey(info.strip_prefix(&PUBLIC_PREFIX[..])?.try_into().ok()?);
    // For a weak key anybody can make signatures, so it is nobody's.
    Verifier::new(&key).is_ok().then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_gives_back_its_key() {
        let anne = Identity::from_secret(&[1; 32]);
        let certificate = Certificate::new(&anne).expect("a certificate");
        assert_eq!(key_of(&certificate.der), Some(anne.public()));
    }

    #[test]
    fn certificates_of_other_kinds_of_keys_are_nobodys() {
        let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256).expect("a key");
        let other = rcgen::CertificateParams::default().self_signed(&pair).expect("a certificate");
        assert_eq!(key_of(other.der()), None);
        assert_eq!(key_of(&CertificateDer::from(vec![0x30, 0x03, 1, 2, 3])), None);
    }

    #[test]
    fn certificates_of_weak_keys_are_nobodys() {
        let anne = Identity::from_secret(&[1; 32]);
        let mut der = Certificate::new(&anne).expect("a certificate").der.to_vec();
        let place = der.windows(32).position(|window| window == anne.public().0).expect("the key is in there");
        der[place..place + 32].fill(0);
        der[place] = 1;
        assert_eq!(key_of(&CertificateDer::from(der)), None);
    }
}
