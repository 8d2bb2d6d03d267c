//! Peers that speak QUIC and TLS like ours, and after that whatever a test wants.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use quinn::{ClientConfig, Connection, ConnectionError, IdleTimeout, TransportConfig};

use super::super::certificate::Certificate;
use super::super::dial::GREETING;
use super::super::tls::{self, Protocol, SERVER_NAME};
use super::identity;

/// Such a peer.
pub(super) struct RawPeer {
    pub(super) endpoint: quinn::Endpoint,
    pub(super) address: SocketAddr,
    certificate: Certificate,
}

impl RawPeer {
    /// One that opens connections, from an address of its own: what it does must not count against others.
    pub(super) fn client(seed: u8) -> RawPeer {
        RawPeer::client_at(seed, Ipv4Addr::new(127, 0, 0, 2))
    }

    pub(super) fn client_at(seed: u8, address: Ipv4Addr) -> RawPeer {
        let endpoint = quinn::Endpoint::client((address, 0).into()).expect("a port");
        RawPeer::new(seed, endpoint)
    }

    /// One that answers to another protocol than ours.
    pub(super) fn server(seed: u8, protocol: &[u8]) -> RawPeer {
        let certificate = Certificate::new(&identity(seed)).expect("a certificate");
        let mut tls = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_protocol_versions(&[&rustls::version::TLS13])
            .expect("TLS 1.3")
            .with_no_client_auth()
            .with_single_cert(certificate.chain(), certificate.secret())
            .expect("a certificate");
        tls.alpn_protocols = vec![protocol.to_vec()];
        let tls = quinn::crypto::rustls::QuicServerConfig::try_from(tls).expect("cipher suites");
        let config = quinn::ServerConfig::with_crypto(Arc::new(tls));
        let endpoint = quinn::Endpoint::server(config, (Ipv4Addr::LOCALHOST, 0).into()).expect("a port");
        let answering = endpoint.clone();
        tokio::spawn(async move {
            while let Some(incoming) = answering.accept().await {
                tokio::spawn(async move { incoming.await.map(drop) });
            }
        });
        RawPeer::new(seed, endpoint)
    }

    fn new(seed: u8, endpoint: quinn::Endpoint) -> RawPeer {
        let address = endpoint.local_addr().expect("an address");
        RawPeer { endpoint, address, certificate: Certificate::new(&identity(seed)).expect("a certificate") }
    }

    /// How it begins handshakes for one of our protocols.
    pub(super) fn config(&self, protocol: Protocol) -> ClientConfig {
        let (tls, _) = tls::client(&self.certificate, protocol, None).expect("a configuration");
        RawPeer::patient(ClientConfig::new(Arc::new(tls)))
    }

    /// Opens a connection for a protocol of that name, and nothing more.
    pub(super) async fn connect(&self, to: SocketAddr, protocol: &[u8]) -> Result<Connection, ConnectionError> {
        let config = match Protocol::named(protocol) {
            Some(protocol) => self.config(protocol),
            None => {
                let provider = Arc::new(rustls::crypto::ring::default_provider());
                let mut tls = rustls::ClientConfig::builder_with_provider(provider)
                    .with_protocol_versions(&[&rustls::version::TLS13])
                    .expect("TLS 1.3")
                    .with_root_certificates(rustls::RootCertStore::empty())
                    .with_client_auth_cert(self.certificate.chain(), self.certificate.secret())
                    .expect("a certificate");
                tls.alpn_protocols = vec![protocol.to_vec()];
                let tls = quinn::crypto::rustls::QuicClientConfig::try_from(tls).expect("cipher suites");
                ClientConfig::new(Arc::new(tls))
            }
        };
        self.endpoint.connect_with(config, to, SERVER_NAME).expect("an address").await
    }

    /// Opens a link as ours do.
    pub(super) async fn link(&self, to: SocketAddr) -> Option<RawLink> {
        let connection = self.connect(to, &Protocol::Table.name()).await.ok()?;
        let (mut send, mut receive) = connection.open_bi().await.ok()?;
        send.write_all(&[GREETING]).await.ok()?;
        receive.read_exact(&mut [0]).await.ok()?;
        Some(RawLink { connection, send, _receive: receive })
    }

    /// Keeps connections alive, as somebody would who wants to hold on to them.
    fn patient(mut config: ClientConfig) -> ClientConfig {
        let mut transport = TransportConfig::default();
        transport
            .keep_alive_interval(Some(Duration::from_millis(500)))
            .max_idle_timeout(IdleTimeout::try_from(Duration::from_secs(60)).ok());
        config.transport_config(Arc::new(transport));
        config
    }
}

/// A link of which the test has the streams.
pub(super) struct RawLink {
    pub(super) connection: Connection,
    pub(super) send: quinn::SendStream,
    /// Kept, so that what comes is neither read nor refused.
    _receive: quinn::RecvStream,
}
