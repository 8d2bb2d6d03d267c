//! A table of four laptops whose sessions run in this process, each in its own namespace, so that one clock measures
//! them all. Journals are on a real disk.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::{Board, Terms};
use doubloons_engine::contract::Seat;
use doubloons_net::lan::discovery::Card;
use doubloons_net::lan::installation::Installation;
use doubloons_net::lan::interfaces::InterfaceChoice;
use doubloons_net::lan::session::{Command, Ground, Happening, Session, Start, TableView, View};
use doubloons_net::lan::transport::{Endpoint, PortChoice, STANDARD_PORT, Settings};
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::{GameId, Name};
use doubloons_net::table::lobby::guest::GuestCommand;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::lobby::message::Introduction;
use doubloons_net::table::lobby::{Boards, LobbyView, Stage};
use doubloons_net::table::peer::{Occasion, Patience};
use doubloons_tests::network::Lan;
use tokio::runtime::Builder;

use crate::moves::PAUSE;

/// How many play.
pub(crate) const SEATS: usize = 4;

/// What was seen of one game.
#[derive(Debug, Default)]
struct Log {
    /// The entry that each move of a guest became, and when it was wished for.
    moves: Vec<(u64, Instant)>,
    /// When each laptop had so many entries, and so many of them accepted.
    seen: [Vec<(Instant, u64, u64)>; SEATS],
}

/// How long the moves of guests took to the last of four replicas.
#[derive(Debug)]
pub(crate) struct MoveTimes {
    pub(crate) applied: Vec<Duration>,
    pub(crate) accepted: Vec<Duration>,
}

/// Plays one game. When it has begun, `begun` is called, and what it returns is kept until the end.
pub(crate) fn play<T>(lan: &Lan, data: &Path, begun: impl FnOnce(SocketAddr, GameId) -> T) -> MoveTimes {
    let log = Arc::new(Mutex::new(Log::default()));
    let host: SocketAddr = (lan.laptop(0).address(), STANDARD_PORT).into();
    let (tell, told): (Sender<GameId>, Receiver<GameId>) = channel();
    thread::scope(|scope| {
        for number in 0..SEATS {
            let entrance = lan.laptop(number).namespace().entrance();
            let place = Place { number, host, data: data.join(lan.laptop(number).name()), log: Arc::clone(&log) };
            let tell = tell.clone();
            scope.spawn(move || {
                entrance.enter();
                let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
                // On a worker, as the relay's guests: what is shown need not first wake another thread.
                let played = runtime.block_on(runtime.spawn(place.play(tell)));
                played.expect("a game that is played");
                runtime.shutdown_timeout(Duration::from_secs(1));
            });
        }
        let game = told.recv().expect("a game that begins");
        let _kept = begun(host, game);
        drop(tell);
        // The others report it as well; the channel closes when all of them are done.
        while told.recv().is_ok() {}
    });
    let log = log.lock().expect("the log");
    log.times()
}

impl Log {
    fn times(&self) -> MoveTimes {
        let last = |reached: &dyn Fn(&(Instant, u64, u64)) -> bool| {
            let first = |seen: &Vec<(Instant, u64, u64)>| seen.iter().find(|seen| reached(seen)).map(|seen| seen.0);
            self.seen.iter().map(first).collect::<Option<Vec<Instant>>>().and_then(|times| times.into_iter().max())
        };
        let since = |&(index, sent): &(u64, Instant)| {
            let applied = last(&|&(_, head, _)| head >= index)?.duration_since(sent);
            let accepted = last(&|&(_, _, accepted)| accepted >= index)?.duration_since(sent);
            Some((applied, accepted))
        };
        let (applied, accepted) = self.moves.iter().filter_map(since).unzip();
        MoveTimes { applied, accepted }
    }
}

/// One laptop at the table.
struct Place {
    number: usize,
    host: SocketAddr,
    data: PathBuf,
    log: Arc<Mutex<Log>>,
}

impl Place {
    async fn play(self, tell: Sender<GameId>) {
        let installation = Installation::open(&self.data, random).expect("a data directory");
        let port = if self.number == 0 { PortChoice::Exactly(STANDARD_PORT) } else { PortChoice::Any };
        let settings = Settings { port, ..Settings::default() };
        let (endpoint, arrivals) = Endpoint::open(installation.identity(), settings).expect("an endpoint");
        let start = self.start(&endpoint).await;
        let board = Board::standard();
        let ground = Ground {
            installation: Arc::new(installation),
            endpoint,
            arrivals,
            boards: Boards::new([board]),
            board_file: None,
            interfaces: InterfaceChoice::Sensible,
            patience: Patience::default(),
            pace: Duration::ZERO,
            random: Box::new(random),
        };
        let (session, mut happenings) = Session::start(ground, start);
        let mut view = session.view();
        let mut decided = BTreeMap::new();
        loop {
            tokio::select! {
                // What is shown is measured, so it comes first.
                biased;
                Ok(()) = view.changed() => {
                    let at = Instant::now();
                    let shown = view.borrow_and_update().clone();
                    match shown {
                        View::Nothing => {}
                        View::Lobby(lobby) => self.get_ready(&session, &lobby),
                        View::Table(table) => {
                            let mut log = self.log.lock().expect("the log");
                            log.seen[self.number].push((at, table.head.index, table.accepted));
                            drop(log);
                            self.decide(&session, &table, &mut decided);
                        }
                    }
                }
                happening = happenings.recv() => match happening {
                    Some(Happening::Begun { charter, .. }) => {
                        let _ = tell.send(charter.id());
                    }
                    Some(Happening::Settled) => session.command(Command::Quit),
                    Some(Happening::Ended(_)) | None => return,
                    Some(_) => {}
                }
            }
        }
    }

    async fn start(&self, endpoint: &Endpoint) -> Start {
        let name = |text: &str| Name::try_from(text.to_owned()).expect("a name");
        let me = Introduction { name: name(&format!("laptop{}", self.number + 1)), emblem: 0, plays: true };
        if self.number == 0 {
            let terms = AnyTerms::Caribbean(Terms::new(&Board::standard(), SEATS as u8));
            return Start::Host { table: name("Tortuga"), me, terms: Box::new(terms), pin: None };
        }
        loop {
            if let Ok(answer) = endpoint.ask(&[self.host], None).await
                && let Ok(card) = Card::from_bytes(&answer.card)
            {
                let card = Box::new(Card { key: answer.key, ..card });
                return Start::Join { card, addresses: vec![self.host], me, pin: None };
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn get_ready(&self, session: &Session, lobby: &LobbyView) {
        let Some(roster) = lobby.roster.as_ref().filter(|_| lobby.stage == Stage::Gathering) else { return };
        if self.number == 0 {
            if lobby.waiting_for.is_empty() {
                session.command(Command::Host(HostCommand::Start));
            }
        } else if roster.person(&lobby.me).is_some_and(|me| !me.ready) {
            session.command(Command::Guest(GuestCommand::Ready));
        }
    }

    fn decide(&self, session: &Session, table: &TableView, decided: &mut BTreeMap<Seat, Occasion>) {
        for asked in &table.asked {
            if decided.insert(asked.seat, asked.occasion) == Some(asked.occasion) {
                continue;
            }
            let (asked, next) = (asked.clone(), table.head.index + 1);
            let (session, log, guest) = (session.clone(), Arc::clone(&self.log), self.number != 0);
            tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                let seed = fastrand::u64(..);
                let wish = bot_seat::answer("greedy", seed, asked.seat, asked.occasion, &asked.view);
                let wish = wish.expect("a bot that decides");
                if guest && !asked.occasion.is_sealed() {
                    log.lock().expect("the log").moves.push((next, Instant::now()));
                }
                session.command(Command::Wish(wish));
            });
        }
    }
}

fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    fastrand::fill(&mut bytes);
    bytes
}
