//! Asking what is at an address without joining: one short question and a card as the answer, in every version.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use quinn::{Connection, ConnectionError, ReadToEndError, WriteError};
use tokio::sync::watch;
use tokio::time::{self, Instant};

use super::dial::Dialer;
use super::fault::{CloseCode, DialFault};
use super::limits::Rate;
use super::pace::Pace;
use super::socket;
use crate::identity::PublicKey;

/// The longest card, in bytes.
pub const MAX_CARD: usize = 1 << 10;

/// How long an answer may take, all tries included: a host that is gone is known before this.
const ASK_TIME: Duration = Duration::from_millis(2_400);

/// How long a connection that worked before is trusted to work again.
const KEPT_TIME: Duration = Duration::from_millis(1_100);

/// How many connections are kept for further questions.
const MAX_KEPT: usize = 128;

/// How long somebody who asks nothing is kept.
const SILENCE: Duration = Duration::from_secs(4);

/// How often one peer may ask.
const QUESTIONS: Rate = Rate { burst: 8, per_second: 4 };

/// What is at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who answered.
    pub key: PublicKey,
    /// What they show; empty if they announce nothing.
    pub card: Vec<u8>,
    /// How long an answer takes.
    pub round_trip: Duration,
    /// Which of the addresses answered.
    pub address: SocketAddr,
}

/// Answers the questions of one peer until it has no more.
pub(super) async fn serve(connection: &Connection, card: &watch::Receiver<Bytes>) {
    let mut pace = Pace::new(QUESTIONS, Instant::now());
    while let Ok(Ok((mut to, _from))) = time::timeout(SILENCE, connection.accept_bi()).await {
        time::sleep_until(pace.ready_at()).await;
        pace.take(1, Instant::now());
        let card = card.borrow().clone();
        let answer = async {
            to.write_all(&card).await?;
            // Fails only if it is closed already.
            let _ = to.finish();
            to.stopped().await.map_err(WriteError::from)
        };
        if !matches!(time::timeout(SILENCE, answer).await, Ok(Ok(_))) {
            break;
        }
    }
    connection.close(CloseCode::Goodbye.number(), b"nothing more was asked");
}

/// Connections that were used for a question and may be used for the next one.
#[derive(Debug, Default)]
pub(super) struct Inquiries {
    kept: Mutex<HashMap<Place, Arc<Slot>>>,
}

/// Where a question goes: the addresses, and whose they should be.
type Place = (Vec<SocketAddr>, Option<PublicKey>);

/// Locked while a question is under way, so that the next one to the same place finds the connection.
type Slot = tokio::sync::Mutex<Option<(Connection, PublicKey)>>;

impl Inquiries {
    /// Asks, over the connection of the last time if it still works.
    pub(super) async fn ask(
        &self,
        dialer: &Dialer,
        addresses: &[SocketAddr],
        expected: Option<PublicKey>,
    ) -> Result<Answer, DialFault> {
        let slot = self.slot((addresses.to_vec(), expected));
        let asked = async {
            let mut kept = slot.lock().await;
            if let Some((connection, key)) = kept.take()
                && let Ok(Ok(answer)) = time::timeout(KEPT_TIME, question(&connection, key)).await
            {
                *kept = Some((connection, key));
                return Ok(answer);
            }
            let (connection, key) = dialer.reach(addresses, expected).await?;
            let address = socket::plain(connection.remote_address());
            let answer = question(&connection, key).await.map_err(|error| DialFault::from_handshake(error, address))?;
            *kept = Some((connection, key));
            Ok(answer)
        };
        time::timeout(ASK_TIME, asked).await.unwrap_or_else(|_| Err(DialFault::NoAnswer(addresses.to_vec())))
    }

    fn slot(&self, place: Place) -> Arc<Slot> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_KEPT && !kept.contains_key(&place) {
            kept.retain(|_, slot| slot.try_lock().map_or(true, |slot| slot.as_ref().is_some_and(is_open)));
        }
        if kept.len() >= MAX_KEPT && !kept.contains_key(&place) {
            kept.clear();
        }
        Arc::clone(kept.entry(place).or_default())
    }
}

fn is_open((connection, _): &(Connection, PublicKey)) -> bool {
    connection.close_reason().is_none()
}

async fn question(connection: &Connection, key: PublicKey) -> Result<Answer, ConnectionError> {
    let (mut to, mut from) = connection.open_bi().await?;
    // To ask is to open a stream and to end it.
    let _ = to.finish();
    let card = from.read_to_end(MAX_CARD).await.map_err(|error| match error {
        ReadToEndError::Read(quinn::ReadError::ConnectionLost(error)) => error,
        ReadToEndError::Read(_) | ReadToEndError::TooLong => {
            connection.close(CloseCode::Misbehaved.number(), b"that is no card");
            ConnectionError::VersionMismatch
        }
    })?;
    let address = socket::plain(connection.remote_address());
    Ok(Answer { key, card, round_trip: connection.rtt(), address })
}
