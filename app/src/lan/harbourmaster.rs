//! The network thread: it owns the data directory, looks for tables, and keeps the table that somebody sits at.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use doubloons_engine::caribbean::Board;
use doubloons_net::lan::discovery::{Browser, Sighting, TableStage};
use doubloons_net::lan::doctor::{self, Examination, Surroundings};
use doubloons_net::lan::installation::{Installation, InstallationFault};
use doubloons_net::lan::interfaces::{self, InterfaceChoice};
use doubloons_net::lan::session::{Command, Ground, Session, Start, View};
use doubloons_net::lan::transport::{Endpoint, OpenFault, PortChoice, Settings};
use doubloons_net::table::genesis::{GameId, Name};
use doubloons_net::table::lobby::Boards;
use doubloons_net::table::lobby::message::Introduction;
use doubloons_net::table::peer::{Patience, Wish};
use doubloons_words::{told, tr};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::joining::{self, Found, Invitation};
use super::listing::{self, SavedRow, TableRow};
use super::news::{JoinFault, News, Request, SessionId, Sitting};
use super::plan::HostPlan;
use super::pump::{self, Progress};
use super::reach::reachable;

/// How long bots wait before they answer, so that people can follow.
const BOT_PACE: Duration = Duration::from_millis(600);

/// How long a finished game waits for others who do not have all of it yet.
const OTHERS: Duration = Duration::from_secs(12);

/// How long somebody who gets up for good waits for the others to hear it.
const FAREWELL: Duration = Duration::from_secs(8);

/// How long the end of the program waits for a table.
const PARTING: Duration = Duration::from_secs(2);

/// How often it is looked whether others can reach the table elsewhere now.
const NETWORKS_CHECKED: Duration = Duration::from_secs(3);

/// Tells the windows something.
pub(super) type Teller = Arc<dyn Fn(News) + Send + Sync>;

/// Where somebody plays.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The data directory.
    pub(crate) folder: PathBuf,
    /// The network interface to use alone.
    pub(crate) interface: Option<String>,
}

/// The way to the network thread. It ends when all of these are gone.
#[derive(Clone, Debug)]
pub(crate) struct Harbourmaster {
    requests: mpsc::UnboundedSender<Request>,
}

impl Harbourmaster {
    /// Starts the thread. `tell` is called on it.
    pub(crate) fn start(place: Place, tell: impl Fn(News) + Send + Sync + 'static) -> io::Result<Harbourmaster> {
        let (requests, inbox) = mpsc::unbounded_channel();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let tell: Teller = Arc::new(tell);
        thread::Builder::new().name("harbour".to_owned()).spawn(move || {
            runtime.block_on(run(place, &tell, inbox));
            // A bot may still be thinking about a decision that nobody waits for.
            runtime.shutdown_background();
            tell(News::Closed);
        })?;
        Ok(Harbourmaster { requests })
    }

    /// Asks for something. What comes of it is told.
    pub(crate) fn ask(&self, request: Request) {
        // A thread that is gone has said so.
        let _ = self.requests.send(request);
    }

    /// Does something at the table.
    pub(crate) fn command(&self, command: Command) {
        self.ask(Request::Do(Box::new(command)));
    }
}

async fn run(place: Place, tell: &Teller, mut requests: mpsc::UnboundedReceiver<Request>) {
    let installation = match Installation::open(&place.folder, random) {
        Ok(installation) => Arc::new(installation),
        Err(fault) => {
            let in_use = matches!(fault, InstallationFault::InUse { .. });
            tell(News::Unusable { why: told(&fault), in_use });
            return wait_for_the_end(tell, requests).await;
        }
    };
    tell(News::Ready { folder: place.folder.clone() });
    let (found, mut arrivals) = mpsc::unbounded_channel();
    let (parted, mut farewells) = mpsc::unbounded_channel();
    let mut office = Office {
        interfaces: place.interface.clone().map_or(InterfaceChoice::Sensible, InterfaceChoice::Only),
        interface: place.interface,
        installation,
        boards: Boards::new([Board::standard()]),
        tell: Arc::clone(tell),
        me: None,
        rows: Vec::new(),
        sightings: Vec::new(),
        unfinished: Vec::new(),
        lookout: None,
        search: None,
        found,
        parting: Vec::new(),
        farewell: None,
        parted,
        table: None,
        sessions: 0,
    };
    office.look_out();
    office.list_unfinished();
    let mut ending = Signals::listen();
    let mut looks = interval(NETWORKS_CHECKED);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            request = requests.recv() => match request {
                None | Some(Request::Close) => break,
                Some(request) => office.serve(request),
            },
            Some((invitation, outcome)) = arrivals.recv() => office.arrive(*invitation, outcome),
            Some(parted) = farewells.recv() => office.has_parted(&parted),
            () = office.sighted() => office.list_tables(),
            _ = looks.tick(), if office.table.is_some() => office.tell_addresses(),
            () = ending.next() => tell(News::Terminated),
        }
    }
    office.close().await;
}

/// Without a data directory there is nothing to do but to wait for the end.
async fn wait_for_the_end(tell: &Teller, mut requests: mpsc::UnboundedReceiver<Request>) {
    let mut ending = Signals::listen();
    loop {
        tokio::select! {
            request = requests.recv() => if let None | Some(Request::Close) = request { return },
            () = ending.next() => tell(News::Terminated),
        }
    }
}

/// The wish of the system that the program ends.
struct Signals(Vec<tokio::signal::unix::Signal>);

impl Signals {
    fn listen() -> Signals {
        // A system that does not tell of its wishes ends the program without.
        Signals(
            [SignalKind::terminate(), SignalKind::interrupt()]
                .into_iter()
                .filter_map(|kind| signal(kind).ok())
                .collect(),
        )
    }

    async fn next(&mut self) {
        match self.0.as_mut_slice() {
            [first, second] => {
                tokio::select! {
                    _ = first.recv() => {}
                    _ = second.recv() => {}
                }
            }
            _ => std::future::pending().await,
        }
    }
}

/// Fresh random bytes of the system's.
fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// The list of tables, and the port from which it is asked for.
struct Lookout {
    browser: Browser,
    list: watch::Receiver<Vec<Sighting>>,
    endpoint: Endpoint,
}

/// The table that somebody sits at.
struct Seated {
    id: SessionId,
    name: String,
    port: u16,
    /// Where others can reach it, as it was told last.
    addresses: Option<Vec<SocketAddr>>,
    session: Session,
    progress: watch::Receiver<Progress>,
}

/// A table that somebody got up from for good.
struct Parted {
    table: String,
    game: GameId,
    heard: bool,
}

struct Office {
    interfaces: InterfaceChoice,
    interface: Option<String>,
    installation: Arc<Installation>,
    boards: Boards,
    tell: Teller,
    me: Option<(Name, u8)>,
    rows: Vec<TableRow>,
    sightings: Vec<Sighting>,
    unfinished: Vec<GameId>,
    lookout: Option<Lookout>,
    /// The way to a table that is being looked for.
    search: Option<JoinHandle<()>>,
    found: mpsc::UnboundedSender<(Box<Invitation>, Result<Found, JoinFault>)>,
    /// The games that are being left for good.
    parting: Vec<GameId>,
    farewell: Option<JoinHandle<()>>,
    parted: mpsc::UnboundedSender<Parted>,
    table: Option<Seated>,
    sessions: SessionId,
}

impl Office {
    fn serve(&mut self, request: Request) {
        match request {
            Request::IntroduceAs(name, emblem) => self.me = Some((name, emblem)),
            Request::Refresh => match &self.lookout {
                Some(lookout) => lookout.browser.refresh(),
                None => self.look_out(),
            },
            Request::Relist => {
                self.rows.clear();
                self.list_unfinished();
            }
            Request::Examine => self.examine(),
            Request::Host(plan) => self.host(*plan),
            Request::Join(invitation) => self.seek(invitation),
            Request::Resume(game) => self.resume(game),
            Request::Do(command) => {
                if let Some(table) = &self.table {
                    table.session.command(*command);
                }
            }
            Request::Leave => {
                self.search.take().inspect(JoinHandle::abort);
                if let Some(table) = self.table.take() {
                    table.session.command(Command::Quit);
                }
                self.list_unfinished();
            }
            Request::Part => self.part(),
            Request::Forget(game) => {
                self.finish(game);
                self.list_unfinished();
            }
            Request::Retire => {
                if let Some(table) = self.table.take() {
                    tokio::spawn(retire(table));
                }
                self.list_unfinished();
            }
            // Ends the loop before it comes here.
            Request::Close => {}
        }
    }

    fn introduction(&self, plays: bool) -> Option<Introduction> {
        let (name, emblem) = self.me.clone()?;
        Some(Introduction { name, emblem, plays })
    }

    fn settings(&self, port: PortChoice) -> Settings {
        Settings { port, interface: self.interface.clone(), ..Settings::default() }
    }

    /// Begins to look for tables.
    fn look_out(&mut self) {
        let opened = Endpoint::open(self.installation.identity(), self.settings(PortChoice::Any));
        let (endpoint, _) = match opened {
            Ok(opened) => opened,
            Err(fault) => return (self.tell)(News::NotLooking(told(&fault))),
        };
        match Browser::start(&self.interfaces, Arc::new(endpoint.clone())) {
            Ok((browser, list)) => self.lookout = Some(Lookout { browser, list, endpoint }),
            Err(fault) => (self.tell)(News::NotLooking(told(&fault))),
        }
    }

    /// Waits until the list of tables changes.
    async fn sighted(&mut self) {
        if let Some(lookout) = &mut self.lookout
            && lookout.list.changed().await.is_ok()
        {
            self.sightings = lookout.list.borrow_and_update().clone();
        } else {
            std::future::pending::<()>().await;
        }
    }

    fn list_tables(&mut self) {
        let own = self.installation.identity().public();
        let others: Vec<Sighting> = self.sightings.iter().filter(|seen| seen.card.key != own).cloned().collect();
        let rows = listing::rows(&self.rows, &others, &self.unfinished);
        if rows != self.rows {
            self.rows.clone_from(&rows);
            (self.tell)(News::Tables(rows));
        }
    }

    fn list_unfinished(&mut self) {
        let games = self.installation.unfinished(&self.boards);
        let rows = games.iter().flatten().map(SavedRow::new).filter(|row| !self.parting.contains(&row.game));
        let rows: Vec<SavedRow> = rows.collect();
        self.unfinished = rows.iter().map(|row| row.game).collect();
        (self.tell)(News::Unfinished(rows));
        self.list_tables();
    }

    /// Gets up from a game for good. It is not listed any more, unless the others could not be told.
    fn part(&mut self) {
        let Some(table) = self.table.take() else { return };
        let game = match &*table.session.view().borrow() {
            View::Table(view) => view.state.charter().id(),
            // There is nobody to part from.
            View::Nothing | View::Lobby(_) => return table.session.command(Command::Quit),
        };
        self.parting.push(game);
        self.list_unfinished();
        let parted = self.parted.clone();
        self.farewell = Some(tokio::spawn(async move {
            let name = table.name.clone();
            let heard = say_farewell(table).await;
            // The program may be over by then.
            let _ = parted.send(Parted { table: name, game, heard });
        }));
    }

    fn has_parted(&mut self, parted: &Parted) {
        self.parting.retain(|game| *game != parted.game);
        if parted.heard {
            self.finish(parted.game);
        }
        self.list_unfinished();
        (self.tell)(News::Parted { table: parted.table.clone(), heard: parted.heard });
    }

    /// A game of which nothing more is wanted.
    fn finish(&self, game: GameId) {
        // Where that can't be written down, the game stays in the list, and it can be tried again.
        let _ = self.installation.finish(game);
    }

    /// Lets the doctor look.
    fn examine(&self) {
        let (tell, interfaces) = (Arc::clone(&self.tell), self.interfaces.clone());
        tokio::spawn(async move {
            let surroundings = Surroundings::look();
            let examination = Examination { interfaces: &interfaces, surroundings: &surroundings, host: None };
            tell(News::Examined(Box::new(doctor::examine(examination).await)));
        });
    }

    fn host(&mut self, plan: HostPlan) {
        let Some(me) = self.introduction(true) else { return };
        let commands = plan.commands();
        let read_out = plan.pin.as_ref().map(|pin| pin.read_out().to_owned());
        let terms = Box::new(plan.terms());
        let sitting = Sitting { table: plan.table.to_string(), host: None, pin: read_out };
        let start = Start::Host { table: plan.table, me, terms, pin: plan.pin };
        self.sit_down(start, sitting, PortChoice::Standard);
        if let Some(table) = &self.table {
            commands.into_iter().for_each(|command| table.session.command(Command::Host(command)));
        }
    }

    /// Looks for a table, off the loop.
    fn seek(&mut self, invitation: Box<Invitation>) {
        self.search.take().inspect(JoinHandle::abort);
        let Some(endpoint) = self.lookout.as_ref().map(|lookout| lookout.endpoint.clone()).or_else(|| self.any_port())
        else {
            return;
        };
        let (installation, found) = (Arc::clone(&self.installation), self.found.clone());
        self.search = Some(tokio::spawn(async move {
            let outcome = joining::find(&endpoint, &installation, &invitation).await;
            // Nobody may be waiting for it any more.
            let _ = found.send((invitation, outcome));
        }));
    }

    /// A port to ask from where none is open for the list.
    fn any_port(&self) -> Option<Endpoint> {
        match Endpoint::open(self.installation.identity(), self.settings(PortChoice::Any)) {
            Ok((endpoint, _)) => Some(endpoint),
            Err(fault) => {
                self.refuse(&fault);
                None
            }
        }
    }

    /// A table was found, or not.
    fn arrive(&mut self, invitation: Invitation, outcome: Result<Found, JoinFault>) {
        self.search = None;
        let found = match outcome {
            Ok(found) => found,
            Err(fault) => return (self.tell)(News::NotJoined(Box::new(fault))),
        };
        if let TableStage::Playing(game) = found.card.stage
            && self.unfinished.contains(&game)
        {
            return self.resume(game);
        }
        let Some(me) = self.introduction(invitation.plays) else { return };
        let pin = invitation.pin.as_ref().map(|pin| pin.read_out().to_owned());
        let sitting = Sitting { table: found.card.name.to_string(), host: Some(found.card.host.to_string()), pin };
        let start = Start::Join { card: found.card, addresses: found.addresses, me, pin: invitation.pin };
        self.sit_down(start, sitting, PortChoice::Any);
    }

    fn resume(&mut self, game: GameId) {
        let saved = self.installation.unfinished(&self.boards).into_iter().flatten();
        match saved.into_iter().find(|saved| saved.charter().id() == game) {
            Some(saved) => {
                let pin = saved.pin();
                let read_out = pin.as_ref().map(|pin| pin.read_out().to_owned());
                let sitting = Sitting { table: saved.table().name.to_string(), host: None, pin: read_out };
                let start = Start::Resume { game: Box::new(saved), pin };
                self.sit_down(start, sitting, PortChoice::Standard);
            }
            None => self.say_not_joined(tr("this game is over, or its file is gone")),
        }
    }

    /// Tells where others can reach the table, if that has changed: cables are plugged in, and laptops carried around.
    fn tell_addresses(&mut self) {
        let Some(table) = &mut self.table else { return };
        let all = interfaces::all().unwrap_or_default();
        let now = reachable(&all, &self.interfaces, table.port);
        if table.addresses.as_ref() != Some(&now) {
            table.addresses = Some(now.clone());
            (self.tell)(News::Addresses(table.id, now));
        }
    }

    /// Begins a session.
    fn sit_down(&mut self, start: Start, sitting: Sitting, port: PortChoice) {
        let opened = Endpoint::open(self.installation.identity(), self.settings(port));
        let (endpoint, arrivals) = match opened {
            Ok(opened) => opened,
            Err(fault) => return self.refuse(&fault),
        };
        if let Some(table) = self.table.take() {
            table.session.command(Command::Quit);
        }
        self.sessions += 1;
        let id = self.sessions;
        let name = sitting.table.clone();
        (self.tell)(News::Seated(id, Box::new(sitting)));
        let port = endpoint.port();
        let ground = Ground {
            installation: Arc::clone(&self.installation),
            endpoint,
            arrivals,
            boards: self.boards.clone(),
            board_file: None,
            interfaces: self.interfaces.clone(),
            patience: Patience::default(),
            pace: BOT_PACE,
            random: Box::new(random),
        };
        let (session, happenings) = Session::start(ground, start);
        let (sender, progress) = watch::channel(Progress::Running);
        tokio::spawn(pump::run(id, session.clone(), happenings, Arc::clone(&self.tell), sender));
        self.table = Some(Seated { id, name, port, addresses: None, session, progress });
        self.tell_addresses();
    }

    fn refuse(&self, fault: &OpenFault) {
        self.say_not_joined(&told(&fault));
    }

    fn say_not_joined(&self, why: &str) {
        (self.tell)(News::NotJoined(Box::new(JoinFault::Other(why.to_owned()))));
    }

    /// Leaves everything in order.
    async fn close(mut self) {
        self.search.take().inspect(JoinHandle::abort);
        if let Some(mut table) = self.table.take() {
            table.session.command(Command::Quit);
            let ended = table.progress.wait_for(|progress| *progress == Progress::Ended);
            // Whoever does not end in time is ended with the program; its journal is on the disk.
            let _ = tokio::time::timeout(PARTING, ended).await;
        }
        if let Some(farewell) = self.farewell.take() {
            // Whoever is not heard in time left for a while only.
            let _ = tokio::time::timeout(PARTING, farewell).await;
        }
    }
}

/// Says farewell to everybody at a table and leaves it. Whether it was heard: as long as it was not, the others need us.
async fn say_farewell(mut table: Seated) -> bool {
    table.session.command(Command::Wish(Wish::Farewell));
    let mut view = table.session.view();
    let mut left_at = None;
    let accepted = view.wait_for(|view| match view {
        View::Table(view) if !view.state.has_vote(view.me) => view.accepted >= *left_at.get_or_insert(view.head.index),
        _ => false,
    });
    let heard = matches!(tokio::time::timeout(FAREWELL, accepted).await, Ok(Ok(_)));
    table.session.command(Command::Quit);
    let ended = table.progress.wait_for(|progress| *progress == Progress::Ended);
    // The journal is free again when the session is over.
    let _ = tokio::time::timeout(PARTING, ended).await;
    heard
}

/// Gets up from a table whose game is over, as soon as all others have the end of it.
async fn retire(mut table: Seated) {
    let settled = table.progress.wait_for(|progress| *progress >= Progress::Settled);
    // Those who take too long have their own journals.
    let _ = tokio::time::timeout(OTHERS, settled).await;
    table.session.command(Command::Quit);
}
