//! A session as one task that does one thing after the other.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use super::super::door::{Door, Pin, Purpose};
use super::super::installation::Installation;
use super::super::interfaces::{self, InterfaceChoice};
use super::super::transport::{Endpoint, Lane, Link, LinkSender};
use super::contacts;
use super::hosting::Hosting;
use super::inbound::{self, Inbound, LinkId, Orders};
use super::listing::Listing;
use super::parcel::{MAX_ADDRESSES, Parcel, Whereabouts};
use super::playing::Playing;
use super::stage::{Stage, Step};
use super::visiting::Visiting;
use super::{Command, Ended, Ground, Happening, Start, View};
use crate::identity::PublicKey;
use crate::table::lobby::Boards;
use crate::table::peer::Patience;
use crate::table::replication::TICK_MILLISECONDS;

/// How many things are done before what follows from them is written down and sent.
const BATCH: usize = 64;

/// How long those who watch wait for each other.
const MEALS: Duration = Duration::from_millis(5);

/// How long a move has for itself. It is written down and acknowledged after that, and only then it is looked at what others
/// have acknowledged: everybody does so for every move, and while it is still on its way to some, all that work would hold it
/// up. Moves that come within that time are acknowledged together.
const SETTLING: Duration = Duration::from_millis(2);

/// A gap between two ticks that can only be a sleep.
const SLEPT: Duration = Duration::from_secs(3);

/// How long a session that is over waits for its last words to be sent.
const PARTING: Duration = Duration::from_secs(1);

/// What every part of a session uses.
pub(super) struct Context {
    pub(super) installation: Arc<Installation>,
    pub(super) endpoint: Endpoint,
    pub(super) boards: Boards,
    pub(super) board_file: Option<String>,
    pub(super) interfaces: InterfaceChoice,
    pub(super) patience: Patience,
    pub(super) pace: Duration,
    pub(super) random: Box<dyn FnMut() -> [u8; 32] + Send>,
    pub(super) pin: Option<Pin>,
    door: Arc<Door>,
    pub(super) orders: Orders,
    pub(super) inbox: mpsc::UnboundedSender<Inbound>,
    happenings: mpsc::UnboundedSender<Happening>,
    links: BTreeMap<LinkId, LinkSender>,
    last_link: LinkId,
    started: Instant,
    /// What is done beside the session, because it waits for a disk. It is waited for at the end.
    chores: JoinSet<()>,
}

impl Context {
    /// Does something that waits for a disk, while the session goes on.
    pub(super) fn chore(&mut self, chore: impl FnOnce() + Send + 'static) {
        while self.chores.try_join_next().is_some() {}
        self.chores.spawn_blocking(chore);
    }

    /// The time since the session began.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells the people.
    pub(super) fn tell(&self, happening: Happening) {
        // Nobody may be interested any more.
        let _ = self.happenings.send(happening);
    }

    /// Takes a link into the session.
    pub(super) fn adopt(&mut self, link: Link, longest: usize) -> LinkId {
        self.last_link += 1;
        let id = self.last_link;
        self.links.insert(id, link.sender);
        inbound::read(id, link.receiver, longest, self.inbox.clone());
        id
    }

    pub(super) fn link(&self, id: LinkId) -> Option<&LinkSender> {
        self.links.get(&id)
    }

    /// Sends something, if the link is still there.
    pub(super) fn send(&self, link: LinkId, lane: Lane, parcel: &Parcel) {
        self.send_bytes(link, lane, parcel.to_bytes());
    }

    pub(super) fn send_bytes(&self, link: LinkId, lane: Lane, bytes: impl Into<Bytes>) {
        if let Some(sender) = self.links.get(&link) {
            // A link that takes nothing any more closes itself, which is heard of.
            let _ = sender.send(lane, bytes);
        }
    }

    /// Gives a link up. Nothing of it is heard any more.
    pub(super) fn drop_link(&mut self, link: LinkId, why: &str) {
        if let Some(sender) = self.links.remove(&link) {
            sender.close(why);
        }
    }

    /// Guests have to know another PIN from now on, or none.
    pub(super) fn set_pin(&mut self, pin: Option<Pin>) {
        self.door.set_pin(pin.clone());
        self.pin = pin;
    }

    /// Looks for somebody. Members of a game are known by their keys and say no PIN.
    pub(super) fn dial(&self, key: PublicKey, addresses: Vec<SocketAddr>, purpose: Purpose, member: bool) {
        let pin = self.pin.clone().filter(|_| !member);
        inbound::dial(self.endpoint.clone(), addresses, key, purpose, pin, self.inbox.clone());
    }

    /// Addresses that somebody else told, as this computer can use them: some of each of those whom this is about.
    pub(super) fn usable(
        &self,
        told: Vec<Whereabouts>,
        about: impl Fn(&PublicKey) -> bool,
    ) -> BTreeMap<PublicKey, Vec<SocketAddr>> {
        let all = interfaces::all().unwrap_or_default();
        let chosen = interfaces::chosen(&all, &self.interfaces);
        let scopes: Vec<u32> = chosen.iter().map(|interface| interface.index).collect();
        contacts::usable(told, about, &scopes)
    }

    /// Where others on the same network can reach this computer.
    pub(super) fn own_addresses(&self) -> Vec<SocketAddr> {
        let all = interfaces::all().unwrap_or_default();
        let chosen = interfaces::chosen(&all, &self.interfaces);
        let networks = chosen.iter().flat_map(|interface| &interface.networks);
        networks.map(|network| SocketAddr::new(network.address, self.endpoint.port())).take(MAX_ADDRESSES).collect()
    }
}

/// Runs a session as a task of its own.
pub(super) fn spawn(
    ground: Ground,
    start: Start,
    commands: mpsc::UnboundedReceiver<Command>,
    happenings: mpsc::UnboundedSender<Happening>,
    shown: watch::Sender<View>,
) {
    tokio::spawn(run(ground, start, commands, happenings, shown));
}

async fn run(
    ground: Ground,
    start: Start,
    mut commands: mpsc::UnboundedReceiver<Command>,
    happenings: mpsc::UnboundedSender<Happening>,
    shown: watch::Sender<View>,
) {
    let (inbox, mut mail) = mpsc::unbounded_channel();
    let pin = match &start {
        Start::Host { pin, .. } | Start::Join { pin, .. } | Start::Resume { pin, .. } => pin.clone(),
    };
    let orders = Orders::default();
    let door = Arc::new(Door::new(pin.clone()));
    inbound::receive_guests(ground.arrivals, Arc::clone(&door), orders.clone(), inbox.clone());
    let mut context = Context {
        installation: ground.installation,
        endpoint: ground.endpoint,
        boards: ground.boards,
        board_file: ground.board_file,
        interfaces: ground.interfaces,
        patience: ground.patience,
        pace: ground.pace,
        random: ground.random,
        pin,
        door,
        orders,
        inbox,
        happenings,
        links: BTreeMap::new(),
        last_link: 0,
        started: Instant::now(),
        chores: JoinSet::new(),
    };
    let mut listing = Listing::default();
    let ended = match begin(&mut context, start) {
        Err(ended) => ended,
        Ok(stage) => live(&mut context, stage, &mut listing, &mut commands, &mut mail, &shown).await,
    };
    listing.close().await;
    for (_, link) in std::mem::take(&mut context.links) {
        link.close("goodbye");
    }
    // Whoever does not take our last words in time does without them.
    let _ = tokio::time::timeout(PARTING, context.endpoint.close()).await;
    let happenings = context.happenings.clone();
    while context.chores.join_next().await.is_some() {}
    // Whoever hears of the end may open the same data directory again.
    drop(context);
    let _ = happenings.send(Happening::Ended(ended));
}

fn begin(context: &mut Context, start: Start) -> Result<Stage, Ended> {
    Ok(match start {
        Start::Host { table, me, terms, .. } => {
            let hosting = Hosting::open(context, table, me, *terms)?;
            context.tell(Happening::Open { port: context.endpoint.port() });
            Stage::Hosting(Box::new(hosting))
        }
        Start::Join { card, addresses, me, .. } => {
            Stage::Visiting(Box::new(Visiting::new(context, *card, addresses, me, None)))
        }
        Start::Resume { game, .. } => Stage::Playing(Box::new(Playing::resume(context, *game)?)),
    })
}

async fn live(
    context: &mut Context,
    mut stage: Stage,
    listing: &mut Listing,
    commands: &mut mpsc::UnboundedReceiver<Command>,
    mail: &mut mpsc::UnboundedReceiver<Inbound>,
    shown: &watch::Sender<View>,
) -> Ended {
    let mut clock = tokio::time::interval(Duration::from_millis(TICK_MILLISECONDS));
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut meals = tokio::time::interval(MEALS);
    meals.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sleep = Sleep::default();
    let mut acknowledgements: Vec<Inbound> = Vec::new();
    // When what waits is to be done, if anything does.
    let mut due: Option<Duration> = None;
    let mut settled = pin!(tokio::time::sleep(Duration::ZERO));
    loop {
        let mut batch = Vec::new();
        let step = tokio::select! {
            // What others wait for comes first, and those who watch last.
            biased;
            _ = clock.tick() => {
                if sleep.is_over(SystemTime::now()) {
                    wake(context, &mut stage);
                }
                let step = stage.tick(context);
                listing.keep(context, stage.listed(context.now()));
                listing.search(context, stage.misses_somebody());
                step
            }
            command = commands.recv() => match command {
                None | Some(Command::Quit) => stage.quit(context),
                Some(Command::Awake) => {
                    wake(context, &mut stage);
                    Step::Stay
                }
                Some(command) => stage.command(context, command),
            },
            Some(inbound) = mail.recv() => {
                batch.push(inbound);
                Step::Stay
            }
            () = &mut settled, if due.is_some() => Step::Stay,
            _ = meals.tick(), if stage.has_hungry_watchers() => {
                stage.feed_watchers(context);
                Step::Stay
            }
        };
        while batch.len() < BATCH
            && let Ok(inbound) = mail.try_recv()
        {
            batch.push(inbound);
        }
        // What happened is shown before it is looked who else has it: the signatures of that take longer. But nothing is
        // heard any more over a link that is known to be gone.
        let (more, first): (Vec<Inbound>, Vec<Inbound>) = if batch.iter().any(Inbound::is_parting) {
            (Vec::new(), acknowledgements.drain(..).chain(batch).collect())
        } else {
            batch.into_iter().partition(Inbound::is_acknowledgement)
        };
        let mut ended = go(context, &mut stage, listing, step).or_else(|| hear(context, &mut stage, listing, first));
        stage.hurry(context);
        show(&mut stage, shown);
        acknowledgements.extend(more);
        if due.is_none() && (stage.has_chores() || !acknowledgements.is_empty()) {
            let at = stage.moved() + SETTLING;
            settled.as_mut().reset((context.started + at).into());
            due = Some(at);
        }
        // Whoever leaves says first what there is to say.
        let settles = due.take_if(|due| ended.is_some() || *due <= context.now()).is_some();
        if settles {
            let all = std::mem::take(&mut acknowledgements);
            let then = hear(context, &mut stage, listing, all);
            ended = ended.or(then);
            stage.acknowledge(context);
            stage.hurry(context);
        }
        if settles || stage.is_waited_for() {
            stage.carry_out(context).await;
        }
        if let Some(ended) = ended {
            return ended;
        }
        show(&mut stage, shown);
    }
}

/// Hears what has come, one after the other, until the session ends.
fn hear(context: &mut Context, stage: &mut Stage, listing: &mut Listing, batch: Vec<Inbound>) -> Option<Ended> {
    batch.into_iter().find_map(|inbound| {
        let step = stage.hear(context, inbound);
        go(context, stage, listing, step)
    })
}

/// Takes a step; says how the session ends if it does.
fn go(context: &mut Context, stage: &mut Stage, listing: &mut Listing, step: Step) -> Option<Ended> {
    match step {
        Step::End(ended) => return Some(ended),
        Step::Become(next) => {
            *stage = next;
            listing.keep(context, stage.listed(context.now()));
        }
        Step::Stay => {}
    }
    None
}

fn show(stage: &mut Stage, shown: &watch::Sender<View>) {
    if let Some(view) = stage.new_view() {
        shown.send_replace(view);
    }
}

/// The network may be another one: takes a new socket, and looks for everybody at once.
fn wake(context: &Context, stage: &mut Stage) {
    // Where that fails, the old socket may still do; if not, the links say so.
    let _ = context.endpoint.rebind();
    stage.awake();
}

/// Notices that the computer slept: the time of day went on without us.
#[derive(Default)]
struct Sleep {
    last: Option<SystemTime>,
}

impl Sleep {
    /// Whether there was no tick for so long that it must have slept.
    fn is_over(&mut self, now: SystemTime) -> bool {
        let last = self.last.replace(now);
        last.is_some_and(|last| now.duration_since(last).is_ok_and(|gap| gap >= SLEPT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_is_noticed_once_and_a_clock_that_is_set_back_is_none() {
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let mut sleep = Sleep::default();
        assert_eq!(
            [100, 101, 200, 201, 50, 51].map(|second| sleep.is_over(at(second))),
            [false, false, true, false, false, false]
        );
    }
}
