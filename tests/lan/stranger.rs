//! A peer that speaks QUIC and TLS as Doubloons does, and after that whatever a test wants.

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use doubloons_net::table::genesis::PROTOCOL_VERSION;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{
    ClientConfig, Connection, Endpoint, EndpointConfig, RecvStream, SendStream, ServerConfig, TokioRuntime,
    TransportConfig,
};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, SignatureScheme};

/// The first byte on a link, both ways.
const GREETING: u8 = b'D';

/// An endpoint with a socket that may belong to another namespace. Must be called inside a tokio runtime.
pub fn endpoint(socket: UdpSocket) -> Endpoint {
    socket.set_nonblocking(true).expect("a socket that does not block");
    Endpoint::new(EndpointConfig::default(), None, socket, Arc::new(TokioRuntime)).expect("an endpoint")
}

/// Somebody new: a key that nobody has seen before, and no interest in whose certificate the other side has.
pub fn newcomer() -> ClientConfig {
    let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
    let certificate = rcgen::CertificateParams::default().self_signed(&pair).expect("a certificate");
    let secret = PrivatePkcs8KeyDer::from(pair.serialize_der());
    let mut tls = rustls::ClientConfig::builder_with_provider(Arc::new(provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("TLS 1.3")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_client_auth_cert(vec![certificate.der().clone()], secret.into())
        .expect("a certificate that fits its key");
    tls.alpn_protocols = protocols();
    let mut config = ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls).expect("a cipher suite for QUIC")));
    let mut transport = TransportConfig::default();
    // Stays as long as it is let.
    transport.keep_alive_interval(Some(Duration::from_millis(500)));
    config.transport_config(Arc::new(transport));
    config
}

/// Somebody who answers to these protocols, whoever comes.
pub fn server(protocols: Vec<Vec<u8>>) -> ServerConfig {
    let pair = rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key");
    let certificate = rcgen::CertificateParams::default().self_signed(&pair).expect("a certificate");
    let secret = PrivatePkcs8KeyDer::from(pair.serialize_der());
    let mut tls = rustls::ServerConfig::builder_with_provider(Arc::new(provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("TLS 1.3")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], secret.into())
        .expect("a certificate that fits its key");
    tls.alpn_protocols = protocols;
    ServerConfig::with_crypto(Arc::new(QuicServerConfig::try_from(tls).expect("a cipher suite for QUIC")))
}

/// What links of tables are called in the handshake.
pub fn protocols() -> Vec<Vec<u8>> {
    vec![format!("doubloons/{PROTOCOL_VERSION}").into_bytes()]
}

/// Opens a connection and greets; whatever is written next is up to the caller.
pub async fn greet(endpoint: &Endpoint, target: SocketAddr) -> Option<(Connection, SendStream, RecvStream)> {
    let connecting = endpoint.connect_with(newcomer(), target, "doubloons").ok()?;
    let connection = tokio::time::timeout(Duration::from_secs(5), connecting).await.ok()?.ok()?;
    let (mut to, mut from) = connection.open_bi().await.ok()?;
    to.write_all(&[GREETING]).await.ok()?;
    let mut answer = [0];
    from.read_exact(&mut answer).await.ok()?;
    (answer == [GREETING]).then_some((connection, to, from))
}

fn provider() -> CryptoProvider {
    ring::default_provider()
}

/// Takes every certificate.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _end: &CertificateDer<'_>,
        _others: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _revocation: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        provider().signature_verification_algorithms.supported_schemes()
    }
}
