//! What this program does when it runs on a laptop: it hosts a table that answers inquiries by plain datagrams, or it
//! prints the list of tables as it changes. It does what its input says, and ends with it.

use std::io::{BufRead, stdin};
use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use doubloons_net::identity::{Identity, PublicKey};
use doubloons_net::lan::discovery::{
    Announcer, Answer, Browser, Card, Inquirer, Inquiry, InquiryFault, Sighting, TableId, TableStage,
};
use doubloons_net::lan::doctor::{
    EXAMINED_WITHIN, Examination, HostInQuestion, Prober, Reachability, Reaching, Surroundings, examine,
};
use doubloons_net::lan::interfaces::InterfaceChoice;
use doubloons_net::table::genesis::{Name, PROTOCOL_VERSION, RULES_VERSION};
use serde_json::{Value, json};
use tokio::net::UdpSocket;
use tokio::sync::{mpsc, watch};

const ROLE: &str = "DOUBLOONS_LAN_TEST_ROLE";
const HOST: &str = "DOUBLOONS_LAN_TEST_HOST";
const TABLE: &str = "DOUBLOONS_LAN_TEST_TABLE";

/// What to do on a laptop.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// Host the table with this name.
    Host(String),
    /// Print the list of tables.
    Browse,
    /// Print what the doctor says about a host that does not answer at this address.
    Doctor(String),
}

impl Role {
    /// What the environment says, if anything.
    pub(crate) fn from_environment() -> Option<Role> {
        match std::env::var(ROLE).ok()?.as_str() {
            "host" => Some(Role::Host(std::env::var(TABLE).expect("a table's name"))),
            "browse" => Some(Role::Browse),
            "doctor" => Some(Role::Doctor(std::env::var(HOST).expect("a host's address"))),
            other => panic!("no role: {other}"),
        }
    }

    /// The environment that says so.
    pub(crate) fn to_environment(&self) -> Vec<(&'static str, String)> {
        match self {
            Role::Host(table) => vec![(ROLE, "host".to_owned()), (TABLE, table.clone())],
            Role::Browse => vec![(ROLE, "browse".to_owned())],
            Role::Doctor(host) => vec![(ROLE, "doctor".to_owned()), (HOST, host.clone())],
        }
    }

    /// Does it.
    pub(crate) fn play(self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            match self {
                Role::Host(table) => host(&table).await,
                Role::Browse => browse().await,
                Role::Doctor(host) => doctor(&host).await,
            }
        });
    }
}

/// Milliseconds on a clock that all processes share.
pub(crate) fn clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
    u64::try_from(since.as_millis()).expect("a time before the end of the world")
}

/// The lines of the input, from a thread of their own.
fn commands() -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in stdin().lock().lines() {
            if line.is_err() || sender.send(line.unwrap_or_default()).is_err() {
                return;
            }
        }
    });
    receiver
}

fn card_of(table: &str) -> Card {
    let seed = *blake3::hash(table.as_bytes()).as_bytes();
    let name = |text: &str| Name::try_from(text.to_owned()).expect("a name");
    Card {
        table: TableId(seed[..8].try_into().expect("eight bytes")),
        name: name(table),
        game: name("caribbean"),
        seats: 4,
        taken: 1,
        host: name("Anne"),
        protocol: PROTOCOL_VERSION,
        rules: RULES_VERSION,
        pin: false,
        stage: TableStage::Gathering,
        key: Identity::from_secret(&seed).public(),
        version: name(env!("CARGO_PKG_VERSION")),
    }
}

async fn host(table: &str) {
    let mut commands = commands();
    let mut card = card_of(table);
    let socket = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)).await.expect("a port");
    let port = socket.local_addr().expect("an address").port();
    let (shown, answers) = watch::channel(card.clone());
    tokio::spawn(answer(socket, answers));
    println!("{}", json!({ "at": clock() }));
    let announcer = Announcer::start(&InterfaceChoice::Sensible, &card, port).expect("an announcement");
    while let Some(command) = commands.recv().await {
        match command.split_once(' ') {
            Some(("taken", taken)) => card.taken = taken.parse().expect("a number"),
            _ => panic!("no command: {command}"),
        }
        shown.send_replace(card.clone());
        announcer.update(&card);
    }
    announcer.close().await;
}

async fn answer(socket: UdpSocket, card: watch::Receiver<Card>) {
    let mut question = [0; 16];
    while let Ok((_, from)) = socket.recv_from(&mut question).await {
        let bytes = card.borrow().to_bytes();
        let _ = socket.send_to(&bytes, from).await;
    }
}

async fn browse() {
    let mut commands = commands();
    let (browser, mut list) = Browser::start(&InterfaceChoice::Sensible, Arc::new(Datagrams)).expect("a search");
    println!("{}", json!({ "at": clock(), "tables": [] }));
    loop {
        tokio::select! {
            command = commands.recv() => {
                if command.is_none() {
                    return;
                }
                browser.refresh();
            }
            changed = list.changed() => {
                changed.expect("the browser lives");
                let tables: Vec<Value> = list.borrow_and_update().iter().map(line).collect();
                println!("{}", json!({ "at": clock(), "tables": tables }));
            }
        }
    }
}

fn line(sighting: &Sighting) -> Value {
    json!({
        "name": sighting.card.name.as_ref(),
        "taken": sighting.card.taken,
        "verified": sighting.verified(),
        "addresses": sighting.addresses.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

async fn doctor(host: &str) {
    struct Silence;
    impl Prober for Silence {
        fn reach<'a>(&'a self, _addresses: &'a [SocketAddr]) -> Reaching<'a> {
            Box::pin(async { Reachability::Silent })
        }
    }
    let addresses = [host.parse().expect("an address")];
    let host = HostInQuestion { addresses: &addresses, announced: false, prober: &Silence };
    let (interfaces, surroundings) = (InterfaceChoice::Sensible, Surroundings::default());
    let began = Instant::now();
    let examination = Examination { interfaces: &interfaces, surroundings: &surroundings, host: Some(host) };
    let report = examine(examination).await;
    assert!(began.elapsed() < EXAMINED_WITHIN);
    println!("{}", serde_json::to_value(&report).expect("a report can be written"));
}

/// Asks by a datagram to every address.
struct Datagrams;

impl Inquirer for Datagrams {
    fn ask(&self, addresses: Vec<SocketAddr>, key: PublicKey) -> Inquiry {
        Box::pin(async move {
            let asked = Instant::now();
            let mut questions = tokio::task::JoinSet::new();
            for address in addresses {
                questions.spawn(async move { tokio::time::timeout(Duration::from_secs(1), ask(address)).await });
            }
            while let Some(reply) = questions.join_next().await {
                if let Ok(Ok(Some((card, address)))) = reply {
                    return if card.key == key {
                        Ok(Answer { card, round_trip: asked.elapsed(), address })
                    } else {
                        Err(InquiryFault::OtherKey(card.key))
                    };
                }
            }
            Err(InquiryFault::Silent)
        })
    }
}

async fn ask(address: SocketAddr) -> Option<(Card, SocketAddr)> {
    let unspecified: SocketAddr =
        if address.is_ipv4() { ([0, 0, 0, 0], 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(unspecified).await.ok()?;
    socket.connect(address).await.ok()?;
    socket.send(b"?").await.ok()?;
    let mut bytes = [0; 2048];
    let length = socket.recv(&mut bytes).await.ok()?;
    Some((Card::from_bytes(&bytes[..length]).ok()?, address))
}
