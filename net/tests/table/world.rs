//! A world to play in: peers on computers that crash, with connections that are slow and break, and people who think.
//! Time is virtual and everything random follows from one seed, so every game can be played again.
//!
//! The network is one of connections, as QUIC makes them: what arrives of one connection arrives whole and in order, and
//! messages are lost only with their connection. That is lost with everything under way, in both directions, and nobody may
//! notice for a while: until then whatever is sent is lost as well.
//!
//! A computer that crashes loses what its disk had not done: all of it, or what follows any byte.

mod disk;
mod forgetting;
mod outcome;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::contract::{Dice, Seat};
use doubloons_net::hash::Hash;
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::journal::Record;
use doubloons_net::table::peer::{Notice, Occasion, Output, Patience, Peer, Question, Wish};
use doubloons_net::table::replication::LogWrite;
use doubloons_net::table::state::Want;
use doubloons_net::wire::frame::Frame;

use self::disk::Disk;
use self::forgetting::Forgetting;
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
    pub(crate) disk: Disk,
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
            disk: Disk::default(),
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
    /// Who forgets moves that are sent already.
    pub(crate) forgetting: Forgetting,
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
            forgetting: Forgetting::default(),
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
        let memory = node.disk.read();
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
        let found = 5 + self.forgetting.lonely(&mut self.dice);
        for other in (0..self.nodes.len()).filter(|other| *other != index) {
            self.at(found, Event::Connect(index.min(other), index.max(other)));
        }
    }

    /// Starts a computer from the very beginning with a journal that holds this.
    pub(crate) fn start_with(&mut self, index: usize, writes: &[LogWrite]) {
        self.nodes[index].disk.write(&Record::Log(writes.to_vec()));
        self.start(index);
    }

    /// Pulls the plug. Nothing is left of what the disk had not done.
    pub(crate) fn crash(&mut self, index: usize) {
        self.crash_leaving(index, 0, 0);
    }

    fn crash_leaving(&mut self, index: usize, left: usize, torn: usize) {
        self.nodes[index].peer = None;
        self.nodes[index].disk.fail(left, torn);
        self.forgetting.note_crashed(index);
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

    /// Does what a peer wants done, in order; a computer may crash at any point of it. What comes before the first record
    /// does not wait for the disk; what comes after one does.
    fn fulfil(&mut self, index: usize, outputs: Vec<Output>) {
        let mut written = false;
        for output in outputs {
            if self.weather.crashes > 0 && self.dice.below(10_000) < self.weather.crashes {
                return self.crash_by_itself(index);
            }
            let waits = matches!(output, Output::Send(..) | Output::Think(_) | Output::Notice(Notice::Accepted(_)));
            if waits && written && self.nodes[index].disk.is_relied_on() && !self.sync(index) {
                return;
            }
            match output {
                Output::Persist(record) => {
                    written = true;
                    self.nodes[index].disk.write(&record);
                    self.forgetting.note_record(index, &record, &mut self.dice);
                    if self.forgetting.fails_before_writing(index) {
                        return self.forget(index);
                    }
                }
                Output::Send(to, frame) => {
                    self.forgetting.note_sent(index, &frame, &mut self.dice);
                    self.send(index, to, frame);
                }
                Output::Notice(notice) => self.note(index, notice),
                Output::Think(question) => self.think(index, &question),
            }
        }
        if self.nodes[index].disk.is_urgent() {
            self.sync(index);
        }
    }

    /// A computer fails in the middle of something, and comes back some time.
    fn crash_by_itself(&mut self, index: usize) {
        self.crashes += 1;
        let torn = self.dice.below(12) as usize;
        let unsynced = self.nodes[index].disk.unsynced() as u32;
        let left = self.dice.below(unsynced + 1) as usize;
        let after = 500 + u64::from(self.dice.below(30_000));
        self.crash_leaving(index, left, torn);
        self.at(after, Event::Restart(index));
    }

    /// Makes what was written last. `false` if the power fails first.
    fn sync(&mut self, index: usize) -> bool {
        if self.forgetting.fails_before_sync(index) {
            self.forget(index);
            return false;
        }
        self.nodes[index].disk.sync();
        self.forgetting.note_synced(index);
        true
    }

    /// A computer fails before a move that was sent is on its disk.
    fn forget(&mut self, index: usize) {
        self.forgetting.note_forgotten(index);
        let after = 50 + u64::from(self.dice.below(3_000));
        self.crash_and_restart(index, after);
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
}
