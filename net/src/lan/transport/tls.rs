//! TLS 1.3 in which both sides show a certificate of their identity key. Whoever holds a key is who they say they are;
//! nobody else is asked. Sessions are never resumed, so that every link has a handshake, and keys, of its own.

use std::sync::{Arc, OnceLock};

use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use rustls::client::Resumption;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::NoServerSessionStorage;
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, DigitallySignedStruct, DistinguishedName, Error, PeerIncompatible, PeerMisbehaved,
    SignatureScheme,
};

use super::certificate::{Certificate, key_of};
use crate::identity::PublicKey;
use crate::table::genesis::PROTOCOL_VERSION;

/// What TLS wants as the name of a server. It is not sent, and nothing depends on it.
pub(super) const SERVER_NAME: &str = "doubloons";

/// What a connection is for: the application protocol of its handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// A link of a table.
    Table,
    /// A question what is there. The same in all versions.
    Inquiry,
}

impl Protocol {
    const BOTH: [Protocol; 2] = [Protocol::Table, Protocol::Inquiry];

    /// Its name in the handshake.
    pub(super) fn name(self) -> Vec<u8> {
        match self {
            Protocol::Table => format!("doubloons/{PROTOCOL_VERSION}").into_bytes(),
            Protocol::Inquiry => b"doubloons-inquiry/1".to_vec(),
        }
    }

    /// The one with this name.
    pub(super) fn named(name: &[u8]) -> Option<Protocol> {
        Protocol::BOTH.into_iter().find(|protocol| protocol.name() == name)
    }
}

/// How to answer handshakes.
pub(super) fn server(certificate: &Certificate) -> Result<QuicServerConfig, Error> {
    let check = KeyCheck { expected: None, found: None, algorithms: algorithms() };
    let mut config = rustls::ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_client_cert_verifier(Arc::new(check))
        .with_single_cert(certificate.chain(), certificate.secret())?;
    config.alpn_protocols = Protocol::BOTH.map(Protocol::name).to_vec();
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    config.try_into().map_err(|_| Error::General("no cipher suite for QUIC".to_owned()))
}

/// How to begin a handshake. With an `expected` key, it fails with anybody else.
pub(super) fn client(
    certificate: &Certificate,
    protocol: Protocol,
    expected: Option<PublicKey>,
) -> Result<(QuicClientConfig, Found), Error> {
    let found = Found::default();
    let check = KeyCheck { expected, found: Some(found.clone()), algorithms: algorithms() };
    let mut config = rustls::ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(check))
        .with_client_auth_cert(certificate.chain(), certificate.secret())?;
    config.alpn_protocols = vec![protocol.name()];
    config.resumption = Resumption::disabled();
    config.enable_sni = false;
    let config = config.try_into().map_err(|_| Error::General("no cipher suite for QUIC".to_owned()))?;
    Ok((config, found))
}

/// The key that the other side has proven to hold, as soon as it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Found(Arc<OnceLock<PublicKey>>);

impl Found {
    /// The key, if one was proven.
    pub(super) fn key(&self) -> Option<PublicKey> {
        self.0.get().copied()
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(CryptoProvider { kx_groups: vec![ring::kx_group::X25519], ..ring::default_provider() })
}

fn algorithms() -> WebPkiSupportedAlgorithms {
    ring::default_provider().signature_verification_algorithms
}

/// Checks that a certificate is one of an Ed25519 key, that its owner takes part in this very handshake, and that it is
/// the key that was expected.
#[derive(Debug)]
struct KeyCheck {
    expected: Option<PublicKey>,
    /// Where to say who it was.
    found: Option<Found>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl KeyCheck {
    fn check_certificate(end: &CertificateDer<'_>, others: &[CertificateDer<'_>]) -> Result<PublicKey, Error> {
        match key_of(end) {
            Some(key) if others.is_empty() => Ok(key),
            _ => Err(CertificateError::BadEncoding.into()),
        }
    }

    fn check_possession(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if signature.scheme != SignatureScheme::ED25519 {
            return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
        }
        let valid = verify_tls13_signature(message, certificate, signature, &self.algorithms)?;
        let key = KeyCheck::check_certificate(certificate, &[])?;
        if let Some(found) = &self.found {
            let _ = found.0.set(key);
        }
        match self.expected {
            Some(expected) if expected != key => Err(CertificateError::ApplicationVerificationFailure.into()),
            _ => Ok(valid),
        }
    }
}

impl ServerCertVerifier for KeyCheck {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _revocation: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        KeyCheck::check_certificate(end, others).map(|_| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_possession(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

impl ClientCertVerifier for KeyCheck {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        KeyCheck::check_certificate(end, others).map(|_| ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(PeerIncompatible::Tls12NotOffered.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_possession(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }
}

/// Who is at the other end of a finished handshake.
pub(super) fn peer_of(connection: &quinn::Connection) -> Option<PublicKey> {
    let certificates = connection.peer_identity()?.downcast::<Vec<CertificateDer<'static>>>().ok()?;
    key_of(certificates.first()?)
}

/// What a connection is for.
pub(super) fn protocol_of(connection: &quinn::Connection) -> Option<Protocol> {
    let data = connection.handshake_data()?.downcast::<quinn::crypto::rustls::HandshakeData>().ok()?;
    Protocol::named(&data.protocol?)
}
