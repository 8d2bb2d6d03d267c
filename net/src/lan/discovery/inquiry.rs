//! How the list asks a table for news, whatever carries the question.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use doubloons_engine::tongue::Worded;
use thiserror::Error;

use super::card::Card;
use crate::identity::PublicKey;

/// What a host answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The card of its table.
    pub card: Card,
    /// How long question and answer took.
    pub round_trip: Duration,
    /// Where it answered.
    pub address: SocketAddr,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error, Worded)]
pub enum InquiryFault {
    /// Nobody answers at any of the addresses.
    #[error("nobody answers")]
    Silent,
    /// Somebody answers, with another key than the table announced.
    #[error("somebody else answers: the host’s key is {0}")]
    OtherKey(PublicKey),
    /// The answer is no card.
    #[error("the answer makes no sense: {0}")]
    Senseless(String),
}

/// An answer that is on its way.
pub type Inquiry = Pin<Box<dyn Future<Output = Result<Answer, InquiryFault>> + Send>>;

/// Carries questions to hosts.
pub trait Inquirer: Send + Sync {
    /// Asks the host with this key for its card, at all of these addresses side by side. Must come to an end by itself
    /// within a few seconds.
    fn ask(&self, addresses: Vec<SocketAddr>, key: PublicKey) -> Inquiry;
}
