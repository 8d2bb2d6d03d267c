//! The list of tables asks its questions over the same port as everything else.

use std::net::SocketAddr;

use super::discovery::{Answer, Card, Inquirer, Inquiry, InquiryFault};
use super::transport::{DialFault, Endpoint};
use crate::identity::PublicKey;

impl Inquirer for Endpoint {
    fn ask(&self, addresses: Vec<SocketAddr>, key: PublicKey) -> Inquiry {
        let endpoint = self.clone();
        Box::pin(async move {
            let answer = Endpoint::ask(&endpoint, &addresses, Some(key)).await.map_err(|fault| match fault {
                DialFault::OtherKey { found } => InquiryFault::OtherKey(found),
                _ => InquiryFault::Silent,
            })?;
            let card = Card::from_bytes(&answer.card).map_err(|fault| InquiryFault::Senseless(fault.to_string()))?;
            Ok(Answer { card, round_trip: answer.round_trip, address: answer.address })
        })
    }
}
