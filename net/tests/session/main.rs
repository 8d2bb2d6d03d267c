//! Whole tables over real QUIC, on this computer's loopback network: several installations in one program, each with its
//! own folder, key and port. Real laptops are played through in the tests of the LAN.

mod alone;
mod company;
mod evenings;
mod rematches;

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::{Board, Terms};
use doubloons_engine::contract::{Dice, Seat};
use doubloons_net::lan::discovery::Card;
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::interfaces::InterfaceChoice;
use doubloons_net::lan::session::{Asked, Command, Ended, Ending, Ground, Happening, Session, Start, View};
use doubloons_net::lan::transport::{Endpoint, PortChoice, Settings};
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::Name;
use doubloons_net::table::lobby::guest::GuestCommand;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::lobby::message::Introduction;
use doubloons_net::table::lobby::{Boards, Stage};
use doubloons_net::table::peer::{Occasion, Patience};
use tokio::sync::mpsc;

/// How long whoever was refused waits before the next try.
const AGAIN: Duration = Duration::from_millis(200);

/// How long anything may take before the test has failed.
pub(crate) const LONG: Duration = Duration::from_secs(120);

pub(crate) fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

/// A folder for everybody's data, which goes away with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("doubloons-session-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn of(&self, who: &str) -> PathBuf {
        self.0.join(who)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asks at an address until a table is there.
async fn look(endpoint: &Endpoint, address: SocketAddr) -> Card {
    let asked = async {
        loop {
            let answer = endpoint.ask(&[address], None).await.expect("somebody there");
            match Card::from_bytes(&answer.card) {
                Ok(card) => return card,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(LONG, asked).await.expect("a table")
}

/// One computer with one player, who decides as a greedy bot would.
pub(crate) struct Laptop {
    pub(crate) port: u16,
    pub(crate) session: Session,
    happenings: mpsc::UnboundedReceiver<Happening>,
    dice: Dice,
    asked: BTreeMap<Seat, (Occasion, u64)>,
    pub(crate) told: Vec<Happening>,
    /// How often this player may decide; the others wait when it is used up.
    pub(crate) decisions_left: usize,
}

/// How somebody begins.
pub(crate) enum Role {
    Host { seats: u8, plays: bool, pin: Option<Pin> },
    Join { at: u16, plays: bool, pin: Option<Pin> },
    Resume,
}

impl Laptop {
    pub(crate) async fn open(folder: &Path, who: &str, role: Role) -> Laptop {
        // Tests share one loopback network, so nobody in one of them may have the key of somebody in another.
        let place = folder.as_os_str().as_encoded_bytes().iter();
        let mut dice =
            Dice::from_seed(place.fold(0, |seed: u64, byte| seed.wrapping_mul(257).wrapping_add(u64::from(*byte))));
        let seed = dice.beacon().0;
        let installation = Arc::new(Installation::open(folder, || seed).expect("a data directory"));
        let settings = Settings { port: PortChoice::Any, ..Settings::default() };
        let (endpoint, arrivals) = Endpoint::open(installation.identity(), settings).expect("a port");
        let boards = Boards::new([Board::standard()]);
        let me = |plays| Introduction { name: name(who), emblem: 1, plays };
        let start = match role {
            Role::Host { seats, plays, pin } => {
                let terms = Box::new(AnyTerms::Caribbean(Terms::new(&Board::standard(), seats)));
                Start::Host { table: name("Tortuga"), me: me(plays), terms, pin }
            }
            Role::Join { at, plays, pin } => {
                let address = SocketAddr::from((Ipv4Addr::LOCALHOST, at));
                let card = look(&endpoint, address).await;
                Start::Join { card: Box::new(card), addresses: vec![address], me: me(plays), pin }
            }
            Role::Resume => {
                let game = installation.unfinished(&boards).into_iter().next().expect("a game").expect("a sound one");
                let pin = game.pin();
                Start::Resume { game: Box::new(game), pin }
            }
        };
        let port = endpoint.port();
        let mut chance = Dice::from_beacon(&dice.beacon());
        let ground = Ground {
            installation,
            endpoint,
            arrivals,
            boards,
            board_file: None,
            interfaces: InterfaceChoice::Only("lo".to_owned()),
            patience: Patience::default(),
            pace: Duration::ZERO,
            random: Box::new(move || chance.beacon().0),
        };
        let (session, happenings) = Session::start(ground, start);
        Laptop { port, session, happenings, dice, asked: BTreeMap::new(), told: Vec::new(), decisions_left: usize::MAX }
    }

    /// Plays until something has happened.
    pub(crate) async fn until(&mut self, what: &str, done: impl Fn(&Happening) -> bool) -> usize {
        let begun = self.told.len();
        let played = async {
            let mut view = self.session.view();
            let mut refused = false;
            loop {
                tokio::select! {
                    // Whoever is told that something can't be done now tries again, also when nothing changes.
                    () = tokio::time::sleep(AGAIN), if refused => {
                        refused = false;
                        let shown = view.borrow().clone();
                        self.look(&shown);
                    }
                    happening = self.happenings.recv() => {
                        let happening = happening.unwrap_or_else(|| panic!("{what}: the session broke off"));
                        if let Happening::WishRefused(_) = happening {
                            self.asked.clear();
                            refused = true;
                        }
                        let last = matches!(happening, Happening::Ended(_));
                        let is_done = done(&happening);
                        self.told.push(happening);
                        if is_done || last {
                            break;
                        }
                    }
                    Ok(()) = view.changed() => {
                        let shown = view.borrow_and_update().clone();
                        self.look(&shown);
                    }
                }
            }
        };
        let in_time = tokio::time::timeout(LONG, played).await.is_ok();
        assert!(in_time, "{what} did not happen; instead: {:?}", &self.told[begun..]);
        assert!(self.told.last().is_some_and(&done), "{what} did not happen; it ended: {:?}", self.told.last());
        self.told.len() - 1
    }

    fn look(&mut self, view: &View) {
        match view {
            View::Nothing => {}
            View::Lobby(lobby) => {
                let Some(roster) = lobby.roster.as_ref().filter(|_| lobby.stage == Stage::Gathering) else { return };
                let ready = roster.person(&lobby.me).is_some_and(|me| me.ready);
                let hosts = roster.host().key == lobby.me;
                if hosts && lobby.waiting_for.is_empty() {
                    self.session.command(Command::Host(HostCommand::Start));
                } else if !hosts && !ready && roster.seat_of(&lobby.me).is_some() {
                    self.session.command(Command::Guest(GuestCommand::Ready));
                }
            }
            View::Table(table) => {
                for Asked { seat, occasion, view } in &table.asked {
                    // A question that is still open when the turn has changed is answered again: the answer may be lost.
                    let question = (*occasion, table.state.turn_began());
                    if self.decisions_left == 0 || self.asked.insert(*seat, question) == Some(question) {
                        continue;
                    }
                    self.decisions_left -= 1;
                    let seed = self.dice.word();
                    let wish = bot_seat::answer("greedy", seed, *seat, *occasion, view);
                    self.session.command(Command::Wish(wish.expect("a greedy bot")));
                }
            }
        }
    }

    /// Plays to the end, and leaves when nobody needs us any more. What is left is the transcript.
    pub(crate) async fn play_out(&mut self) -> Vec<u8> {
        self.until("the end of the game", |happening| matches!(happening, Happening::Settled)).await;
        let bytes = self.ending().map(|ending| std::fs::read(&ending.transcript).expect("a transcript"));
        self.quit().await;
        bytes.expect("a transcript")
    }

    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.told.iter().rev().find_map(|happening| match happening {
            Happening::Over(ending) => Some(&**ending),
            _ => None,
        })
    }

    pub(crate) async fn quit(&mut self) {
        self.session.command(Command::Quit);
        self.until("the end of the session", |happening| matches!(happening, Happening::Ended(Ended::Quit))).await;
    }

    pub(crate) async fn ended(&mut self) -> &Ended {
        let place = self.until("the end of the session", |happening| matches!(happening, Happening::Ended(_))).await;
        match &self.told[place] {
            Happening::Ended(ended) => ended,
            other => panic!("{other:?}"),
        }
    }
}

/// Everybody plays to the end at once; all transcripts are the same and sound. Returns the transcript.
pub(crate) async fn play_out(laptops: &mut [Laptop]) -> Vec<u8> {
    let mut transcripts = at_once(laptops.iter_mut().map(Laptop::play_out)).await;
    for laptop in laptops.iter() {
        let ending = laptop.ending().expect("an ending");
        assert!(ending.report.is_clean() && ending.report.is_complete(), "{:?}", ending.report.verdict);
    }
    let first = transcripts.pop().expect("somebody played");
    assert!(transcripts.iter().all(|other| *other == first), "everybody has the same transcript");
    first
}

/// Does all of it at the same time.
pub(crate) async fn at_once<F: Future>(all: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut all: Vec<_> = all.map(|one| (Box::pin(one), None)).collect();
    poll_fn(|context| {
        for (one, done) in all.iter_mut().filter(|(_, done)| done.is_none()) {
            if let Poll::Ready(output) = one.as_mut().poll(context) {
                *done = Some(output);
            }
        }
        if all.iter().all(|(_, done)| done.is_some()) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    all.into_iter().filter_map(|(_, done)| done).collect()
}
