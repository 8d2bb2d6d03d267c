//! The guest's side of the door.

use super::super::transport::Link;
use super::PATIENCE;
use super::message::{GuestWord, HostWord, Knock, Purpose, Versions, hear, say};
use super::pin::Pin;
use super::proof::{Ends, Run, Side, same};
use super::turned::Turned;
use crate::wire::codec;

/// Says what we want, and proves that we know the PIN. A host to whom we come with a PIN has to prove that it knows it as
/// well; so whoever is a member of a running game, and need not give the PIN again, comes without.
///
/// A link that leads nowhere is closed.
pub async fn knock(link: &mut Link, purpose: Purpose, pin: Option<&Pin>) -> Result<(), Turned> {
    let outcome = converse(link, purpose, pin).await;
    match &outcome {
        Ok(()) => link.sender.passed_the_door(),
        Err(_) => link.sender.close("not let in"),
    }
    outcome
}

async fn converse(link: &mut Link, purpose: Purpose, pin: Option<&Pin>) -> Result<(), Turned> {
    say(link, &Knock { versions: Versions::OURS, purpose: codec::encode(&purpose) })?;
    match (hear(link, PATIENCE).await?, pin) {
        (HostWord::OtherVersion(theirs), _) => Err(Turned::OtherVersion { theirs, ours: Versions::OURS }),
        (HostWord::Welcome, None) => Ok(()),
        (HostWord::Welcome, Some(_)) => Err(Turned::HostHasNoPin),
        (HostWord::PinWanted, None) => Err(Turned::PinNeeded),
        (HostWord::PinWanted, Some(pin)) => prove(link, pin).await,
        (HostWord::Locked(seconds), _) => Err(Turned::Locked { seconds }),
        (HostWord::Share(_) | HostWord::Proof(_) | HostWord::WrongPin(_), _) => Err(Turned::Unreadable),
    }
}

async fn prove(link: &mut Link, pin: &Pin) -> Result<(), Turned> {
    let ends = Ends { guest: link.sender.own_key(), host: link.sender.key() };
    let run = Run::new(pin, ends, Side::Guest);
    say(link, &GuestWord::Share(run.share().to_vec()))?;
    let proofs = match hear(link, PATIENCE).await? {
        HostWord::Share(theirs) => run.finish(&theirs, &link.sender).ok_or(Turned::Unreadable)?,
        HostWord::Locked(seconds) => return Err(Turned::Locked { seconds }),
        _ => return Err(Turned::Unreadable),
    };
    say(link, &GuestWord::Proof(proofs.guest))?;
    match hear(link, PATIENCE).await? {
        HostWord::Proof(theirs) if same(&theirs, &proofs.host) => Ok(()),
        HostWord::Proof(_) | HostWord::Welcome => Err(Turned::HostDoesNotKnowPin),
        HostWord::WrongPin(tries_left) => Err(Turned::WrongPin { tries_left }),
        HostWord::Locked(seconds) => Err(Turned::Locked { seconds }),
        HostWord::OtherVersion(_) | HostWord::PinWanted | HostWord::Share(_) => Err(Turned::Unreadable),
    }
}
