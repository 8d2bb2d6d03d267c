//! The host's side of the door.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;
use tokio::time;

use super::super::transport::Link;
use super::PATIENCE;
use super::message::{GuestWord, HostWord, Knock, Purpose, Versions, hear, say};
use super::pin::Pin;
use super::proof::{Ends, Run, Side, same};
use super::tries::{MayTry, Tries};
use super::turned::Turned;
use crate::identity::PublicKey;
use crate::wire::codec;

/// The longest encoded purpose.
const MAX_PURPOSE: usize = 64;

/// The door of a table. It may be used for several newcomers at once.
pub struct Door {
    pin: Mutex<Option<Pin>>,
    tries: Mutex<Tries>,
    /// Rung when a try is finished.
    finished: Notify,
    clock: Box<dyn Fn() -> Instant + Send + Sync>,
}

impl Door {
    /// A door that asks for this PIN, or for none.
    pub fn new(pin: Option<Pin>) -> Door {
        Door::with_clock(pin, Instant::now)
    }

    /// A door that is told the time.
    pub fn with_clock(pin: Option<Pin>, clock: impl Fn() -> Instant + Send + Sync + 'static) -> Door {
        Door { pin: Mutex::new(pin), tries: Mutex::default(), finished: Notify::new(), clock: Box::new(clock) }
    }

    /// Asks for another PIN from now on, or for none. Whoever is being asked already is still asked for the one before; wrong
    /// tries count on.
    pub fn set_pin(&self, pin: Option<Pin>) {
        *self.pin.lock().unwrap_or_else(PoisonError::into_inner) = pin;
    }

    fn pin(&self) -> Option<Pin> {
        self.pin.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Hears what a newcomer wants, and lets them in or not. Whoever is `known`, as a member of that running game for
    /// instance, need not give the PIN.
    ///
    /// Whoever is not let in is told why, and their link is closed.
    pub async fn admit(
        &self,
        link: &mut Link,
        known: impl FnOnce(&Purpose, &PublicKey) -> bool,
    ) -> Result<Purpose, Turned> {
        let outcome = self.converse(link, known).await;
        match &outcome {
            Ok(_) => link.sender.passed_the_door(),
            Err(_) => link.sender.close("not let in"),
        }
        outcome
    }

    async fn converse(
        &self,
        link: &mut Link,
        known: impl FnOnce(&Purpose, &PublicKey) -> bool,
    ) -> Result<Purpose, Turned> {
        let knock: Knock = hear(link, PATIENCE).await?;
        if knock.versions != Versions::OURS {
            say(link, &HostWord::OtherVersion(Versions::OURS))?;
            return Err(Turned::OtherVersion { theirs: knock.versions, ours: Versions::OURS });
        }
        let purpose = codec::decode(&knock.purpose, MAX_PURPOSE).map_err(|_| Turned::Unreadable)?;
        match self.pin() {
            Some(pin) if !known(&purpose, &link.sender.key()) => self.ask_for(&pin, link).await?,
            _ => say(link, &HostWord::Welcome)?,
        }
        Ok(purpose)
    }

    async fn ask_for(&self, pin: &Pin, link: &mut Link) -> Result<(), Turned> {
        if let Some(locked) = self.locked() {
            return Err(self.refuse(link, locked));
        }
        say(link, &HostWord::PinWanted)?;
        // Those who don't know that there is a PIN hang up here, and that is no try.
        let GuestWord::Share(theirs) = hear(link, PATIENCE).await? else { return Err(Turned::Unreadable) };
        let attempt = match self.begin().await {
            Ok(attempt) => attempt,
            Err(turned) => return Err(self.refuse(link, turned)),
        };
        let ends = Ends { guest: link.sender.key(), host: link.sender.own_key() };
        let run = Run::new(pin, ends, Side::Host);
        say(link, &HostWord::Share(run.share().to_vec()))?;
        let proofs = run.finish(&theirs, &link.sender).ok_or(Turned::Unreadable)?;
        let GuestWord::Proof(theirs) = hear(link, PATIENCE).await? else { return Err(Turned::Unreadable) };
        if same(&theirs, &proofs.guest) {
            attempt.succeed();
            return say(link, &HostWord::Proof(proofs.host));
        }
        drop(attempt);
        let turned = self.locked().unwrap_or_else(|| Turned::WrongPin { tries_left: self.lock().left() });
        Err(self.refuse(link, turned))
    }

    /// Tells a guest why it is not let in.
    fn refuse(&self, link: &Link, turned: Turned) -> Turned {
        let word = match turned {
            Turned::Locked { seconds } => HostWord::Locked(seconds),
            Turned::WrongPin { tries_left } => HostWord::WrongPin(tries_left),
            _ => return turned,
        };
        say(link, &word).err().unwrap_or(turned)
    }

    fn locked(&self) -> Option<Turned> {
        let left = self.lock().locked_for((self.clock)())?;
        Some(Turned::Locked { seconds: left.as_millis().div_ceil(1_000) as u64 })
    }

    /// Begins a try, as soon as not too many are under way.
    async fn begin(&self) -> Result<Attempt<'_>, Turned> {
        let begun = async {
            loop {
                let finished = self.finished.notified();
                let may_try = self.lock().begin((self.clock)());
                match may_try {
                    MayTry::Now => return Some(Attempt { door: self, outcome: Outcome::Wrong }),
                    MayTry::Soon => finished.await,
                    MayTry::LockedFor(_) => return None,
                }
            }
        };
        match time::timeout(PATIENCE, begun).await {
            Ok(Some(attempt)) => Ok(attempt),
            Ok(None) => Err(self.locked().unwrap_or(Turned::Silent)),
            Err(_) => Err(Turned::Silent),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Tries> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Door").field("pin", &self.pin).field("tries", &self.tries).finish_non_exhaustive()
    }
}

/// A try that was begun. Whatever happens to it, it was wrong unless it turned out right.
struct Attempt<'a> {
    door: &'a Door,
    outcome: Outcome,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    Wrong,
}

impl Attempt<'_> {
    fn succeed(mut self) {
        self.outcome = Outcome::Right;
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let mut tries = self.door.lock();
        match self.outcome {
            Outcome::Right => tries.right(),
            Outcome::Wrong => tries.wrong((self.door.clock)()),
        }
        drop(tries);
        self.door.finished.notify_waiters();
    }
}
