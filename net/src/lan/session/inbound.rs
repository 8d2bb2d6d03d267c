//! What a session hears of, and the tasks that tell it: a doorman, readers, diallers and thinkers. Each can only have so
//! much on its way to the session, so nobody fills its memory or keeps it from hearing the others.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use doubloons_engine::bots::Cancel;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::super::discovery::Sighting;
use super::super::door::{Door, Pin, Purpose, Turned, knock};
use super::super::installation::InstallationFault;
use super::super::transport::{Arrivals, DialFault, Endpoint, Link, LinkFault, LinkReceiver};
use super::parcel::Parcel;
use super::{Ended, Ending};
use crate::identity::PublicKey;
use crate::table::genesis::GameId;
use crate::table::peer::{Question, Wish};

/// A link by its number in this session.
pub(super) type LinkId = u64;

/// How much of one link's messages may be on the way to the session, in units.
const ROOM: u32 = 32;

/// The bytes of a unit; every message takes up at least one.
const UNIT: usize = 4 << 10;

/// Something that a session hears of.
pub(super) enum Inbound {
    /// Somebody was let in.
    Arrived { link: Link, purpose: Purpose },
    /// Somebody was looked for.
    Dialled { key: PublicKey, outcome: Result<Link, NotIn> },
    /// A message came.
    Message { link: LinkId, bytes: Vec<u8>, _hold: OwnedSemaphorePermit },
    /// A link is gone, for this reason.
    Gone(LinkId, LinkFault),
    /// A bot has decided.
    Thought(Box<Wish>),
    /// The list of tables is another one.
    Sighted(Vec<Sighting>),
    /// The transcript of the game was written, or not.
    Kept(Result<Box<Ending>, InstallationFault>),
}

impl Inbound {
    /// Whether a link is gone.
    pub(super) fn is_parting(&self) -> bool {
        matches!(self, Inbound::Gone(..))
    }

    /// Whether somebody says how much of the log they have.
    pub(super) fn is_acknowledgement(&self) -> bool {
        matches!(self, Inbound::Message { bytes, .. } if Parcel::is_acknowledgement(bytes))
    }
}

/// Why we are not where we wanted to be.
#[derive(Debug)]
pub(super) enum NotIn {
    Unreached(DialFault),
    Turned(Turned),
}

impl NotIn {
    /// Whether nobody has refused us: nothing was heard, or the link broke at the door. Another try may do.
    pub(super) fn is_the_network(&self) -> bool {
        matches!(self, NotIn::Unreached(_) | NotIn::Turned(Turned::Lost(_) | Turned::Silent))
    }
}

impl From<NotIn> for Ended {
    fn from(why: NotIn) -> Ended {
        match why {
            NotIn::Unreached(fault) => Ended::Dial(fault),
            NotIn::Turned(turned) => Ended::Turned(turned),
        }
    }
}

/// What the doorman has to know.
#[derive(Clone, Default)]
pub(super) struct Orders(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// The game that is played here and who belongs to it: they need no PIN.
    game: Option<(GameId, BTreeSet<PublicKey>)>,
    /// Those who played here before, or were in before the PIN was another one: they need none for the lobby either.
    fellows: BTreeSet<PublicKey>,
    /// Whether nobody is let in.
    shut: bool,
}

impl Orders {
    /// These belong to the game.
    pub(super) fn set_members(&self, game: GameId, keys: impl Iterator<Item = PublicKey>) {
        self.known().game = Some((game, keys.collect()));
    }

    /// These may come to the lobby.
    pub(super) fn expect(&self, keys: impl Iterator<Item = PublicKey>) {
        self.known().fellows = keys.collect();
    }

    /// These may come to the lobby as well.
    pub(super) fn expect_also(&self, keys: impl Iterator<Item = PublicKey>) {
        self.known().fellows.extend(keys);
    }

    /// This one needs the PIN again, like everybody else.
    pub(super) fn forget(&self, key: &PublicKey) {
        self.known().fellows.remove(key);
    }

    /// Nobody is to be let in, or everybody may come again.
    pub(super) fn shut(&self, shut: bool) {
        self.known().shut = shut;
    }

    fn is_shut(&self) -> bool {
        self.known().shut
    }

    fn know(&self, purpose: &Purpose, key: &PublicKey) -> bool {
        let known = self.known();
        match purpose {
            Purpose::Lobby => known.fellows.contains(key),
            Purpose::Game(wanted) => {
                known.game.as_ref().is_some_and(|(game, members)| game == wanted && members.contains(key))
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets people in who know the PIN, or who belong to the game.
pub(super) fn receive_guests(
    mut arrivals: Arrivals,
    door: Arc<Door>,
    orders: Orders,
    inbox: mpsc::UnboundedSender<Inbound>,
) {
    tokio::spawn(async move {
        while let Some(mut link) = arrivals.next().await {
            if orders.is_shut() {
                link.sender.close("not now");
                continue;
            }
            let (door, orders, inbox) = (Arc::clone(&door), orders.clone(), inbox.clone());
            tokio::spawn(async move {
                if let Ok(purpose) = door.admit(&mut link, |purpose, key| orders.know(purpose, key)).await {
                    link.sender.passed_the_door();
                    // A session that is over lets nobody in.
                    let _ = inbox.send(Inbound::Arrived { link, purpose });
                }
            });
        }
    });
}

/// Hands on what comes over a link.
pub(super) fn read(id: LinkId, mut receiver: LinkReceiver, longest: usize, inbox: mpsc::UnboundedSender<Inbound>) {
    receiver.set_longest(longest);
    tokio::spawn(async move {
        let room = Arc::new(Semaphore::new(ROOM as usize));
        let fault = loop {
            let bytes = match receiver.next().await {
                Ok(bytes) => bytes,
                Err(fault) => break fault,
            };
            let units = u32::try_from(bytes.len() / UNIT + 1).unwrap_or(ROOM).min(ROOM);
            let Ok(hold) = Arc::clone(&room).acquire_many_owned(units).await else { return };
            if inbox.send(Inbound::Message { link: id, bytes, _hold: hold }).is_err() {
                return;
            }
        };
        // A session that is over needs no news.
        let _ = inbox.send(Inbound::Gone(id, fault));
    });
}

/// Looks for somebody, and knocks.
pub(super) fn dial(
    endpoint: Endpoint,
    addresses: Vec<SocketAddr>,
    key: PublicKey,
    purpose: Purpose,
    pin: Option<Pin>,
    inbox: mpsc::UnboundedSender<Inbound>,
) {
    tokio::spawn(async move {
        let outcome = match endpoint.dial(&addresses, Some(key)).await {
            Err(fault) => Err(NotIn::Unreached(fault)),
            Ok(mut link) => match knock(&mut link, purpose, pin.as_ref()).await {
                Ok(()) => {
                    link.sender.passed_the_door();
                    Ok(link)
                }
                Err(turned) => Err(NotIn::Turned(turned)),
            },
        };
        let _ = inbox.send(Inbound::Dialled { key, outcome });
    });
}

/// Lets a bot think, as long as somebody waits for it.
pub(super) fn think(question: Question, pace: Duration, inbox: mpsc::UnboundedSender<Inbound>) {
    tokio::spawn(async move {
        tokio::time::sleep(pace).await;
        let cancel = Cancel::new();
        let called_off = cancel.clone();
        let decided = tokio::task::spawn_blocking(move || question.answer_until(&called_off));
        tokio::select! {
            // A level that this program does not know never decides; the table then does without it.
            decided = decided => if let Ok(Some(wish)) = decided {
                let _ = inbox.send(Inbound::Thought(Box::new(wish)));
            },
            () = inbox.closed() => cancel.cancel(),
        }
    });
}

#[cfg(test)]
mod tests {
    use doubloons_engine::any::AnyView;
    use doubloons_engine::bots::Level;
    use doubloons_engine::caribbean::{Board, Caribbean, Terms};
    use doubloons_engine::contract::{Deaf, Seat};
    use doubloons_engine::local::LocalTable;

    use super::*;
    use crate::table::peer::Occasion;

    #[test]
    fn a_link_that_breaks_at_the_door_is_no_refusal() {
        for why in [Turned::Lost(LinkFault::Silent), Turned::Silent] {
            assert!(NotIn::Turned(why).is_the_network());
        }
        for why in [Turned::PinNeeded, Turned::WrongPin { tries_left: 1 }, Turned::Unreadable] {
            assert!(!NotIn::Turned(why).is_the_network());
        }
    }

    #[test]
    fn whoever_is_forgotten_needs_the_pin_again() {
        let orders = Orders::default();
        let [anne, mary] = [PublicKey([1; 32]), PublicKey([2; 32])];
        orders.expect([anne, mary].into_iter());
        orders.forget(&anne);
        assert!(!orders.know(&Purpose::Lobby, &anne) && orders.know(&Purpose::Lobby, &mary));
    }

    #[test]
    fn whoever_is_in_when_the_pin_changes_need_not_say_it_and_neither_need_those_of_before() {
        let orders = Orders::default();
        let [anne, mary, jack] = [1, 2, 3].map(|number| PublicKey([number; 32]));
        orders.expect([anne].into_iter());
        orders.expect_also([mary].into_iter());
        let known = [anne, mary, jack].map(|key| orders.know(&Purpose::Lobby, &key));
        assert_eq!(known, [true, true, false]);
    }

    fn question() -> Question {
        let board = Board::standard();
        let mut table = LocalTable::new(Caribbean::new(&Terms::new(&board, 4), board).expect("good terms"), 3);
        let deal = table.automatic().expect("chance deals first");
        table.apply(&deal, &mut Deaf).expect("a deal");
        let seat = Seat::new(0).expect("a seat");
        Question {
            seat,
            level: Level::Admiral.name().to_owned().try_into().expect("a name"),
            seed: 1,
            occasion: Occasion { decision: 1, turn: None },
            view: AnyView::Caribbean(table.view(seat)),
        }
    }

    #[test]
    fn a_bot_that_is_called_off_decides_nothing() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(question().answer_until(&cancel), None);
    }
}
