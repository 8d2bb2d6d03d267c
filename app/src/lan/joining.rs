//! The way to a table: where it is, and whether one can sit down there.

use std::net::SocketAddr;

use doubloons_net::lan::address::resolve;
use doubloons_net::lan::discovery::Card;
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::transport::Endpoint;
use doubloons_net::table::genesis::{PROTOCOL_VERSION, RULES_VERSION};
use doubloons_words::{Worded, current, say};

use super::news::JoinFault;

/// A table that is there.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What it says of itself.
    pub(crate) card: Box<Card>,
    /// Where it can be reached.
    pub(crate) addresses: Vec<SocketAddr>,
}

/// Where somebody wants to go.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// To this table.
    Table(Found),
    /// To whatever table is at this address.
    Address(String),
}

/// How somebody wants to go there.
#[derive(Clone, Debug)]
pub(crate) struct Invitation {
    /// Where to.
    pub(crate) target: Target,
    /// The table's PIN, if the person knows it.
    pub(crate) pin: Option<Pin>,
    /// Whether to play, if a seat is free, or to watch.
    pub(crate) plays: bool,
    /// Whether the host may have another key than before.
    pub(crate) trusts_new_key: bool,
}

/// Looks for the table and whether one can sit down there.
pub(super) async fn find(
    endpoint: &Endpoint,
    installation: &Installation,
    invitation: &Invitation,
) -> Result<Found, JoinFault> {
    let found = match &invitation.target {
        Target::Table(found) => found.clone(),
        Target::Address(text) => ask(endpoint, text).await?,
    };
    let known = installation.known_key(&found.card.host).is_none_or(|known| known == found.card.key);
    check(&found, invitation, known)?;
    if !known {
        // Whoever can't write it down is asked again next time.
        let _ = installation.accept(&found.card.host, found.card.key);
    }
    Ok(found)
}

/// Asks at an address which table is there.
async fn ask(endpoint: &Endpoint, text: &str) -> Result<Found, JoinFault> {
    let other = |fault: &dyn Worded| JoinFault::Other(fault.worded(&current()));
    let addresses = resolve(text.trim()).await.map_err(|fault| other(&fault))?;
    let answer = endpoint.ask(&addresses, None).await.map_err(|fault| other(&fault))?;
    if answer.card.is_empty() {
        return Err(JoinFault::Other(say!("Doubloons runs there, but hosts no table")));
    }
    let card = Card::from_bytes(&answer.card).map_err(|fault| other(&fault))?;
    // Whoever answers is who the card has to speak of.
    let card = Box::new(Card { key: answer.key, ..card });
    Ok(Found { card, addresses: vec![answer.address] })
}

/// Whether one can sit down there.
fn check(found: &Found, invitation: &Invitation, known: bool) -> Result<(), JoinFault> {
    let card = &found.card;
    if (card.protocol, card.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
        return Err(JoinFault::Other(say!(
            "“{table}” runs Doubloons {version}, this is {own}: install the same version on all computers",
            table = card.name,
            version = card.version,
            own = env!("CARGO_PKG_VERSION")
        )));
    }
    if !known && !invitation.trusts_new_key {
        return Err(JoinFault::NewKey(found.clone()));
    }
    if card.pin && invitation.pin.is_none() {
        return Err(JoinFault::PinNeeded(found.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use doubloons_net::identity::Identity;
    use doubloons_net::lan::discovery::{TableId, TableStage};
    use doubloons_net::table::genesis::Name;

    use super::*;

    fn found(pin: bool, protocol: u16) -> Found {
        let name = |text: &str| Name::try_from(text.to_owned()).expect("a name");
        let card = Card {
            table: TableId([1; 8]),
            name: name("Parrot"),
            game: name("caribbean"),
            seats: 4,
            taken: 1,
            host: name("Sofia"),
            protocol,
            rules: RULES_VERSION,
            pin,
            stage: TableStage::Gathering,
            key: Identity::from_secret(&[1; 32]).public(),
            version: name("9.9.9"),
        };
        Found { card: Box::new(card), addresses: Vec::new() }
    }

    fn invitation(found: &Found, pin: Option<&str>, trusts_new_key: bool) -> Invitation {
        let pin = pin.map(|text| Pin::try_from(text.to_owned()).expect("a PIN"));
        Invitation { target: Target::Table(found.clone()), pin, plays: true, trusts_new_key }
    }

    #[test]
    fn the_door_is_looked_at_before_anybody_knocks() {
        let table = found(true, PROTOCOL_VERSION);
        let result = |pin, trusts, known| check(&table, &invitation(&table, pin, trusts), known);
        assert!(matches!(result(None, false, true), Err(JoinFault::PinNeeded(_))));
        assert!(matches!(result(Some("4711"), false, false), Err(JoinFault::NewKey(_))));
        assert!(result(Some("4711"), true, false).is_ok());
        assert!(result(Some("4711"), false, true).is_ok());
    }

    #[test]
    fn another_version_is_told_in_words() {
        let table = found(false, PROTOCOL_VERSION + 1);
        let fault = check(&table, &invitation(&table, None, false), true);
        assert!(matches!(fault, Err(JoinFault::Other(text)) if text.contains("install the same version")));
    }
}
