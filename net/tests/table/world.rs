//! A world to play in: peers on computers that crash, with connections that are slow and break, and people who think.
//! Time is virtual and everything random follows from one seed, so every game can be played again.
//!
//! The network is one of connections, as QUIC makes them: what arrives of one connection arrives whole and in order, and
//! messages are lost only with their connection. That is lost with everything under way, in both directions, and nobody may
//! notice for a while: until then whatever is sent is lost as well.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Dice, Seat, Turn};
use doubloons_net::hash::Hash;
use doubloons_net::table::bot_seat;
use doubloons_net::table::entry::Entry;
use doubloons_net::table::evidence;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::journal::{self, Memory};
use doubloons_net::table::peer::{Notice, Occasion, Output, Patience, Peer, Question, Wish};
use doubloons_net::table::state::Want;
use doubloons_net::transcript::{self, Transcript, Verdict};
use doubloons_net::wire::frame::Frame;

use crate::table::{Agreed, Plan, agree, identity, secret};

/// How rough the world is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    /// The longest way of a message, in milliseconds.
    pub(crate) delay: u32,
    /// How many of a thousand messages break their connection.
    pub(crate) breaks: u32,
    /// How many of ten thousand handled events crash the computer, in the middle of what it does.
    pub(crate) crashes: u32,
    /// Of how many who have sealed one thinks better of it, at times; 0 if nobody ever does.
    pub(crate) fickle: u32,
    /// The longest until a computer acknowledges what it has, in milliseconds.
    pub(crate) settling: u32,
}

/// The longest until it is noticed that a connection is dead, in milliseconds.
const UNNOTICED: u32 = 2_500;

impl Weather {
    pub(crate) const CALM: Weather = Weather { delay: 20, breaks: 0, crashes: 0, fickle: 0, settling: 0 };
    pub(crate) const ROUGH: Weather = Weather { delay: 150, breaks: 2, crashes: 0, fickle: 4, settling: 4 };
    pub(crate) const STORM: Weather = Weather { delay: 400, breaks: 4, crashes: 4, fickle: 4, settling: 40 };
}

/// What a modified program does differently. Called for every frame that it would send: it may change, drop or add.
pub(crate) trait Mischief {
    /// What is sent instead of this frame.
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let _ = node;
        vec![(to, frame)]
    }

    /// What it takes notice of when this arrives.
    fn receive(&mut self, node: &Node, from: PeerIndex, frame: Frame) -> Option<Frame> {
        let _ = (node, from);
        Some(frame)
    }

    /// What a person at this computer wants instead.
    fn wish(&mut self, node: &Node, wish: Wish) -> Option<Wish> {
        let _ = node;
        Some(wish)
    }
}

/// One computer.
pub(crate) struct Node {
    pub(crate) index: PeerIndex,
    pub(crate) agreed: Agreed,
    pub(crate) peer: Option<Peer>,
    pub(crate) journal: Vec<u8>,
    /// Everything that was told to be there to stay.
    pub(crate) accepted: BTreeMap<u64, Hash>,
    pub(crate) notices: Vec<Notice>,
    /// What was sent to each other computer, if somebody listens.
    pub(crate) sent: Vec<(PeerIndex, Vec<u8>)>,
    asked: BTreeMap<Seat, (Occasion, u64)>,
    patience: Patience,
    honest: bool,
}

impl Node {
    fn new(index: PeerIndex, agreed: Agreed) -> Node {
        Node {
            index,
            agreed,
            peer: None,
            journal: Vec::new(),
            accepted: BTreeMap::new(),
            notices: Vec::new(),
            sent: Vec::new(),
            asked: BTreeMap::new(),
            patience: Patience::default(),
            honest: true,
        }
    }

    pub(crate) fn peer(&self) -> &Peer {
        self.peer.as_ref().expect("this computer runs")
    }
}

enum Event {
    Tick(usize),
    Deliver {
        from: usize,
        to: usize,
        connection: u64,
        bytes: Vec<u8>,
    },
    Connect(usize, usize),
    /// It is noticed that this connection is dead.
    Break(usize, usize, u64),
    Restart(usize),
    Wish(usize, Box<Wish>),
    Acknowledge(usize),
}

pub(crate) struct World {
    pub(crate) now: Duration,
    pub(crate) nodes: Vec<Node>,
    pub(crate) weather: Weather,
    pub(crate) record_traffic: bool,
    /// How many computers crashed by themselves.
    pub(crate) crashes: usize,
    /// How many connections broke by themselves.
    pub(crate) broken: usize,
    /// The level at which people play.
    pub(crate) people_play: &'static str,
    /// The longest that people think, in milliseconds.
    pub(crate) people_think: u32,
    /// The computers whose people decide nothing.
    pub(crate) idle: BTreeSet<usize>,
    seed: u64,
    mischief: BTreeMap<usize, Box<dyn Mischief>>,
    dice: Dice,
    people: Dice,
    queue: BinaryHeap<Reverse<(Duration, u64)>>,
    events: BTreeMap<u64, Event>,
    count: u64,
    /// The number of the connection between two computers; odd while it is broken.
    connections: BTreeMap<(usize, usize), u64>,
    /// The connections that are dead, and nobody knows it yet.
    dead: BTreeMap<(usize, usize), u64>,
    /// How many messages were lost with dead connections.
    pub(crate) lost: usize,
    /// How often people have broken their seal.
    pub(crate) unlocked: usize,
    last_arrival: BTreeMap<(usize, usize), Duration>,
    separated: BTreeSet<(usize, usize)>,
}

impl World {
    pub(crate) fn new(plan: &Plan, seed: u64, weather: Weather) -> World {
        World::with(agree(plan, seed), seed, weather)
    }

    pub(crate) fn with(agreed: Agreed, seed: u64, weather: Weather) -> World {
        let peers = agreed.identities.len();
        let node = |index: usize| Node::new(PeerIndex(index as u8), agreed.clone());
        let mut world = World {
            now: Duration::ZERO,
            nodes: (0..peers).map(node).collect(),
            weather,
            record_traffic: false,
            crashes: 0,
            broken: 0,
            people_play: "greedy",
            people_think: 300,
            idle: BTreeSet::new(),
            seed,
            mischief: BTreeMap::new(),
            dice: Dice::from_seed(seed),
            people: Dice::from_seed(seed ^ 0xA5A5),
            queue: BinaryHeap::new(),
            events: BTreeMap::new(),
            count: 0,
            connections: BTreeMap::new(),
            dead: BTreeMap::new(),
            lost: 0,
            unlocked: 0,
            last_arrival: BTreeMap::new(),
            separated: BTreeSet::new(),
        };
        (0..peers).for_each(|index| world.start(index));
        for one in 0..peers {
            ((one + 1)..peers).for_each(|other| world.at(1, Event::Connect(one, other)));
        }
        world
    }

    /// Somebody who was not there at the beginning comes with a computer of their own, as this member: a guest under the
    /// number that the log gives them, a spectator under one that nobody has. Returns the computer's number.
    pub(crate) fn join(&mut self, member: PeerIndex) -> usize {
        let place = self.nodes.len();
        let mut agreed = self.nodes[0].agreed.clone();
        agreed.identities.extend((agreed.identities.len()..=place).map(|peer| identity(self.seed, peer)));
        agreed.secrets.extend((agreed.secrets.len()..=place).map(|peer| secret(self.seed, peer)));
        self.nodes.push(Node::new(member, agreed));
        self.start(place);
        place
    }

    /// Lets a modified program run on this computer.
    pub(crate) fn corrupt(&mut self, index: usize, mischief: impl Mischief + 'static) {
        self.nodes[index].honest = false;
        self.mischief.insert(index, Box::new(mischief));
    }

    /// Lets a modified program run on this computer from the very beginning that never takes a host for a censor: whoever
    /// keeps something back would otherwise soon want to host, and let itself in.
    pub(crate) fn corrupt_quietly(&mut self, index: usize, mischief: impl Mischief + 'static) {
        self.nodes[index].patience.ignored = Duration::from_secs(1 << 30);
        self.start(index);
        self.corrupt(index, mischief);
    }

    fn at(&mut self, milliseconds: u64, event: Event) {
        self.count += 1;
        self.queue.push(Reverse((self.now + Duration::from_millis(milliseconds), self.count)));
        self.events.insert(self.count, event);
    }

    /// Starts a computer with what its journal holds.
    pub(crate) fn start(&mut self, index: usize) {
        let node = &mut self.nodes[index];
        let mut memory = Memory::default();
        let whole = memory.redo_all(&node.journal);
        node.journal.truncate(whole);
        let agreed = &node.agreed;
        let peer = Peer::new(
            Arc::clone(&agreed.charter),
            node.index,
            agreed.identities[index].clone(),
            agreed.secrets[index].clone(),
            memory,
            node.patience,
            self.now,
        );
        node.peer = Some(peer.expect("an own journal is good"));
        node.asked.clear();
        self.at(100, Event::Tick(index));
        for other in (0..self.nodes.len()).filter(|other| *other != index) {
            self.at(5, Event::Connect(index.min(other), index.max(other)));
        }
    }

    /// Pulls the plug.
    pub(crate) fn crash(&mut self, index: usize) {
        self.nodes[index].peer = None;
        for other in (0..self.nodes.len()).filter(|other| *other != index) {
            self.disconnect(index, other);
        }
    }

    pub(crate) fn crash_and_restart(&mut self, index: usize, after: u64) {
        self.crash(index);
        self.at(after, Event::Restart(index));
    }

    fn connection(&mut self, one: usize, other: usize) -> &mut u64 {
        self.connections.entry((one.min(other), one.max(other))).or_insert(1)
    }

    /// Whether the connection between two computers is dead, and nobody knows it yet.
    fn is_dead(&mut self, one: usize, other: usize) -> bool {
        let connection = *self.connection(one, other);
        self.dead.get(&(one.min(other), one.max(other))) == Some(&connection)
    }

    /// Breaks the connection between two computers.
    pub(crate) fn disconnect(&mut self, one: usize, other: usize) {
        let connection = self.connection(one, other);
        if *connection % 2 == 1 {
            return;
        }
        *connection += 1;
        let now = self.now;
        for (here, there) in [(one, other), (other, one)] {
            let peer = self.nodes[there].index;
            if let Some(outputs) = self.nodes[here].peer.as_mut().map(|node| node.disconnected(now, peer)) {
                self.carry_out(here, outputs);
            }
        }
    }

    /// Keeps two computers from ever reaching each other directly.
    pub(crate) fn separate(&mut self, one: usize, other: usize) {
        self.disconnect(one, other);
        self.separated.insert((one.min(other), one.max(other)));
    }

    /// Lets all computers reach each other again.
    pub(crate) fn heal(&mut self) {
        for (one, other) in std::mem::take(&mut self.separated) {
            self.connect(one, other);
        }
    }

    /// Makes the connection between two computers, if both run.
    pub(crate) fn connect(&mut self, one: usize, other: usize) {
        if self.separated.contains(&(one.min(other), one.max(other))) {
            return;
        }
        let both = self.nodes[one].peer.is_some() && self.nodes[other].peer.is_some();
        let connection = self.connection(one, other);
        if !both || connection.is_multiple_of(2) {
            return;
        }
        *connection += 1;
        let now = self.now;
        for (here, there) in [(one, other), (other, one)] {
            let peer = self.nodes[there].index;
            if let Some(outputs) = self.nodes[here].peer.as_mut().map(|node| node.connected(now, peer)) {
                self.carry_out(here, outputs);
            }
        }
    }

    /// Lets one event happen. `false` if nothing ever will.
    pub(crate) fn step(&mut self) -> bool {
        let Some(Reverse((time, number))) = self.queue.pop() else { return false };
        let Some(event) = self.events.remove(&number) else { return true };
        self.now = time;
        match event {
            Event::Tick(index) => {
                if let Some(outputs) = self.nodes[index].peer.as_mut().map(|peer| peer.tick(time)) {
                    self.at(100, Event::Tick(index));
                    self.carry_out(index, outputs);
                }
            }
            Event::Deliver { from, to, connection, bytes } => {
                if self.is_dead(from, to) {
                    self.lost += 1;
                } else if *self.connection(from, to) == connection {
                    self.deliver(from, to, &bytes);
                }
            }
            Event::Connect(one, other) => self.connect(one, other),
            Event::Break(one, other, connection) => {
                if *self.connection(one, other) == connection {
                    self.disconnect(one, other);
                    let after = 50 + u64::from(self.dice.below(4_000));
                    self.at(after, Event::Connect(one, other));
                }
            }
            Event::Restart(index) if self.nodes[index].peer.is_none() => self.start(index),
            Event::Restart(_) => {}
            Event::Wish(index, wish) => self.wish(index, *wish),
            Event::Acknowledge(index) => self.acknowledge(index),
        }
        true
    }

    /// Bytes arrive, whatever they are.
    pub(crate) fn deliver(&mut self, from: usize, to: usize, bytes: &[u8]) {
        let Ok(frame) = Frame::from_bytes(bytes) else { return };
        let now = self.now;
        let sender = self.nodes[from].index;
        let frame = match self.mischief.get_mut(&to) {
            Some(mischief) => mischief.receive(&self.nodes[to], sender, frame),
            None => Some(frame),
        };
        let Some(frame) = frame else { return };
        if let Some(outputs) = self.nodes[to].peer.as_mut().map(|peer| peer.receive(now, sender, frame)) {
            self.carry_out(to, outputs);
        }
    }

    /// Somebody wants something, now.
    pub(crate) fn wish(&mut self, index: usize, wish: Wish) {
        let now = self.now;
        let wish = match self.mischief.get_mut(&index) {
            Some(mischief) => mischief.wish(&self.nodes[index], wish),
            None => Some(wish),
        };
        let (Some(wish), Some(peer)) = (wish, self.nodes[index].peer.as_mut()) else { return };
        let unlocks = matches!(wish, Wish::Unlock(_));
        match peer.wish(now, wish) {
            Ok(outputs) => {
                self.unlocked += usize::from(unlocks);
                self.carry_out(index, outputs);
            }
            // Whoever is told that something can't be done now tries again later.
            Err(_) => self.nodes[index].asked.clear(),
        }
    }

    /// Does what a peer wants done, and lets it acknowledge what it has, at once or soon after.
    fn carry_out(&mut self, index: usize, outputs: Vec<Output>) {
        self.fulfil(index, outputs);
        match self.weather.settling {
            0 => self.acknowledge(index),
            longest if self.nodes[index].peer.as_ref().is_some_and(Peer::owes_acknowledgement) => {
                let after = self.dice.below(longest);
                self.at(after.into(), Event::Acknowledge(index));
            }
            _ => {}
        }
        self.ask_people(index);
    }

    fn acknowledge(&mut self, index: usize) {
        let now = self.now;
        if let Some(outputs) = self.nodes[index].peer.as_mut().map(|peer| peer.acknowledge(now)) {
            self.fulfil(index, outputs);
        }
        self.ask_people(index);
    }

    /// Does what a peer wants done, in order; a computer may crash at any point of it.
    fn fulfil(&mut self, index: usize, outputs: Vec<Output>) {
        for output in outputs {
            if self.weather.crashes > 0 && self.dice.below(10_000) < self.weather.crashes {
                self.crashes += 1;
                let torn = self.dice.below(12) as usize;
                self.nodes[index].journal.extend(std::iter::repeat_n(7, torn));
                let after = 500 + u64::from(self.dice.below(30_000));
                self.crash_and_restart(index, after);
                return;
            }
            match output {
                Output::Persist(record) => self.nodes[index].journal.extend(journal::frame(&record)),
                Output::Send(to, frame) => self.send(index, to, frame),
                Output::Notice(notice) => self.note(index, notice),
                Output::Think(question) => self.think(index, &question),
            }
        }
    }

    fn send(&mut self, from: usize, to: PeerIndex, frame: Frame) {
        let frames = match self.mischief.get_mut(&from) {
            Some(mischief) => mischief.send(&self.nodes[from], to, frame),
            None => vec![(to, frame)],
        };
        for (to, frame) in frames {
            if let Some(to) = self.nodes.iter().position(|node| node.index == to) {
                self.transmit(from, to, frame.to_bytes());
            }
        }
    }

    /// Puts bytes on the way.
    pub(crate) fn transmit(&mut self, from: usize, to: usize, bytes: Vec<u8>) {
        if from == to {
            return;
        }
        if self.record_traffic {
            let receiver = self.nodes[to].index;
            self.nodes[from].sent.push((receiver, bytes.clone()));
        }
        let connection = *self.connection(from, to);
        if connection % 2 == 1 {
            return;
        }
        if self.is_dead(from, to) {
            self.lost += 1;
            return;
        }
        if self.weather.breaks > 0 && self.dice.below(1000) < self.weather.breaks {
            self.broken += 1;
            self.lost += 1;
            let (one, other) = (from.min(to), from.max(to));
            self.dead.insert((one, other), connection);
            let noticed = self.dice.below(UNNOTICED);
            self.at(noticed.into(), Event::Break(one, other, connection));
            return;
        }
        let delay = Duration::from_millis(1 + u64::from(self.dice.below(self.weather.delay)));
        let earliest = self.last_arrival.get(&(from, to)).copied().unwrap_or_default();
        let arrival = (self.now + delay).max(earliest);
        self.last_arrival.insert((from, to), arrival);
        let wait = (arrival - self.now).as_millis() as u64;
        self.at(wait, Event::Deliver { from, to, connection, bytes });
    }

    fn note(&mut self, index: usize, notice: Notice) {
        if let Notice::Accepted(accepted) = notice {
            let node = &mut self.nodes[index];
            let from = node.accepted.last_key_value().map_or(1, |(last, _)| last + 1);
            for entry in node.peer().entries(from) {
                if entry.body().index <= accepted {
                    node.accepted.insert(entry.body().index, entry.hash());
                }
            }
        }
        self.nodes[index].notices.push(notice);
    }

    fn think(&mut self, index: usize, question: &Question) {
        let wish = question.answer();
        let after = 10 + u64::from(self.dice.below(50));
        self.at(after, Event::Wish(index, Box::new(wish.expect("a known level"))));
    }

    /// Lets the people at a computer decide what they are asked for, each question once.
    fn ask_people(&mut self, index: usize) {
        let Some(peer) = self.nodes[index].peer.as_ref().filter(|_| !self.idle.contains(&index)) else { return };
        let Want::Decisions(seats) = peer.state().want() else { return };
        let mut wishes = Vec::new();
        for seat in seats {
            let Some(state) = peer.state().seat(seat) else { continue };
            if state.runner() != peer.me() || state.bot().is_some() {
                continue;
            }
            let occasion = Occasion::now(peer.state());
            // Whoever breaks their seal seals again.
            let question = (occasion, peer.state().turn_began());
            if self.nodes[index].asked.get(&seat) == Some(&question) {
                continue;
            }
            let Some(view) = peer.view(seat) else { continue };
            wishes.push((seat, question, view));
        }
        for (seat, question, view) in wishes {
            self.nodes[index].asked.insert(seat, question);
            let seed = self.people.word();
            let wish = bot_seat::answer(self.people_play, seed, seat, question.0, &view);
            let after = 20 + u64::from(self.dice.below(self.people_think));
            let fickle = question.0.is_sealed() && self.weather.fickle > 0;
            if fickle && self.dice.below(self.weather.fickle) == 0 {
                let thought = after + 20 + u64::from(self.dice.below(2 * self.people_think));
                self.at(thought, Event::Wish(index, Box::new(Wish::Unlock(seat))));
            }
            self.at(after, Event::Wish(index, Box::new(wish.expect("a known level"))));
        }
    }

    /// Plays until everybody whose computer runs and who is honest has seen the end, or for so long.
    pub(crate) fn play(&mut self, longest: Duration) -> bool {
        let end = self.now + longest;
        while self.now < end {
            if self.is_settled() {
                return true;
            }
            if !self.step() {
                return false;
            }
        }
        self.is_settled()
    }

    /// Plays until something is so, or for so long.
    pub(crate) fn play_until(&mut self, longest: Duration, done: impl Fn(&World) -> bool) -> bool {
        let end = self.now + longest;
        while self.now < end && !done(self) {
            if !self.step() {
                break;
            }
        }
        done(self)
    }

    /// Whether the game is over for all honest peers that run, with everything accepted and the same log.
    fn is_settled(&self) -> bool {
        let mut heads = self.honest().map(|node| node.peer().head());
        let first = heads.next();
        let over = self.honest().all(|node| {
            let peer = node.peer();
            let shown = |tenure: &doubloons_net::table::state::BotTenure| {
                let gone = self.nodes[tenure.runner.index()].peer.is_none();
                tenure.seed.is_some() || gone || peer.state().is_disqualified(tenure.runner)
            };
            let shown = peer.state().seats().all(|(_, seat)| seat.tenures().iter().all(shown));
            matches!(peer.state().game().turn(), Turn::Over(_)) && shown && peer.accepted() == peer.head().index
        });
        over && first.is_some_and(|first| heads.all(|head| head == first))
    }

    /// Where everybody is, for a message about a game that does not end.
    pub(crate) fn describe(&self) -> String {
        let one = |node: &Node| match &node.peer {
            None => format!("{}: off", node.index),
            Some(peer) => format!(
                "{}: head {}, accepted {}, epoch {:?}, wants {:?}, waits for {:?}",
                node.index,
                peer.head().index,
                peer.accepted(),
                peer.epoch(),
                peer.state().want(),
                peer.waiting_for()
            ),
        };
        self.nodes.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// The honest computers that run.
    pub(crate) fn honest(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.honest && node.peer.is_some())
    }

    fn is_honest(&self, peer: PeerIndex) -> bool {
        self.nodes.iter().any(|node| node.index == peer && node.honest)
    }

    /// Who was convicted, according to any honest peer's log.
    pub(crate) fn convicted(&self) -> Vec<(PeerIndex, doubloons_net::table::evidence::Offence)> {
        let mut all: Vec<_> = self.honest().flat_map(|node| convicted(node.peer())).collect();
        all.sort_by_key(|(peer, _)| *peer);
        all.dedup();
        all
    }

    /// What honest peers noticed about cheats, whether it is in the log or not.
    pub(crate) fn accused(&self) -> Vec<evidence::Verdict> {
        let mut all: Vec<evidence::Verdict> = Vec::new();
        for notice in self.honest().flat_map(|node| &node.notices) {
            if let Notice::Cheated(verdict) = notice
                && !all.contains(verdict)
            {
                all.push(*verdict);
            }
        }
        all
    }

    /// Checks what must hold after every game: honest logs agree, nothing accepted is lost, the log verifies, and
    /// nobody honest is at fault.
    pub(crate) fn check(&self) {
        self.check_log();
        let log = self.honest().next().expect("somebody is left").peer().entries(1);
        for node in self.honest() {
            for (index, hash) in &node.accepted {
                let kept = log.get(*index as usize - 1).map(Entry::hash);
                assert_eq!(kept, Some(*hash), "accepted entry {index} of {} is lost", node.index);
            }
        }
    }

    /// The same, where a host was proven to have shown different logs: what some of them took for accepted can't all be
    /// kept.
    pub(crate) fn check_but_for_forks(&self) {
        self.check_log();
    }

    fn check_log(&self) {
        let logs: Vec<Vec<Entry>> = self.honest().map(|node| node.peer().entries(1)).collect();
        for log in &logs {
            assert_eq!(log, &logs[0], "honest replicas have the same log");
        }
        let transcript = Transcript::new(&self.nodes[0].agreed.charter, None, logs[0].clone()).expect("a known board");
        let transcript = Transcript::from_bytes(&transcript.to_bytes()).expect("a transcript can be read again");
        let report = transcript::verify(&transcript);
        if let Verdict::Invalid { entry, flaw } = &report.verdict {
            panic!("entry {entry}: {flaw}");
        }
        let digest = logs[0].last().map(|entry| entry.body().digest);
        for node in self.honest() {
            assert_eq!(digest, Some(node.peer().state().game().digest()));
        }
        for (peer, offence) in self.convicted() {
            assert!(!self.is_honest(peer), "{peer} is honest and convicted: {offence}");
        }
        for verdict in self.accused() {
            assert!(!self.is_honest(verdict.peer), "{verdict:?} accuses somebody honest");
        }
    }
}

fn convicted(peer: &Peer) -> Vec<(PeerIndex, doubloons_net::table::evidence::Offence)> {
    let mut all = Vec::new();
    for (index, member) in peer.state().members().iter().enumerate() {
        if let doubloons_net::table::state::Presence::Disqualified(offence) = member.presence() {
            all.push((PeerIndex(index as u8), offence));
        }
    }
    all
}
