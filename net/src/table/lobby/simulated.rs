//! A host and guests in one process, with a clock and a network that a test holds in its hands. Everything they send
//! goes through bytes.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::{Board, Terms};
use doubloons_engine::contract::Seat;

use super::super::chat::Remark;
use super::super::genesis::Name;
use super::Boards;
use super::ceremony::Beginning;
use super::guest::{GuestCommand, GuestInput, GuestLobby, GuestOutput};
use super::host::{HostCommand, HostInput, HostLobby, HostOutput};
use super::message::{Introduction, ToGuest, ToHost};
use super::reason::{CommandRefused, Failure, Objection, Refusal};
use crate::identity::{Identity, PublicKey};

pub(super) const NAMES: [&str; 8] = ["Anne", "Bart", "Calico", "Ching", "Grace", "Henry", "Mary", "Ned"];

pub(super) fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

pub(super) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

pub(super) fn text(words: &str) -> Remark {
    Remark::Line(words.to_owned().try_into().expect("a remark"))
}

pub(super) fn terms(seats: u8) -> AnyTerms {
    AnyTerms::Caribbean(Terms::new(&Board::standard(), seats))
}

pub(super) fn boards() -> Boards {
    Boards::new([Board::standard()])
}

/// The host is number 0, guest `g` is number `g + 1`.
pub(super) fn identity(number: usize) -> Identity {
    Identity::from_secret(&[number as u8 + 1; 32])
}

pub(super) fn host_lobby(seats: u8) -> HostLobby {
    HostLobby::open(identity(0), name("Host"), 0, terms(seats), boards()).expect("good terms")
}

enum Sent {
    ToHost(usize, Vec<u8>),
    ToGuest(usize, Vec<u8>),
}

/// Changes or drops what the host sends to a guest.
pub(super) type Tamper = Box<dyn FnMut(usize, ToGuest) -> Option<ToGuest>>;

pub(super) struct Table {
    pub(super) now: Duration,
    pub(super) host: HostLobby,
    pub(super) guests: Vec<GuestLobby>,
    pub(super) host_outputs: Vec<HostOutput>,
    pub(super) guest_outputs: Vec<Vec<GuestOutput>>,
    /// Guests from whom nothing arrives.
    pub(super) mute: BTreeSet<usize>,
    /// Delivers everything twice.
    pub(super) echo: bool,
    pub(super) tamper: Option<Tamper>,
    queue: VecDeque<Sent>,
    drawn: u64,
}

impl Table {
    /// A host's table with so many seats, and guests who have not knocked yet.
    pub(super) fn new(seats: u8, guests: usize) -> Table {
        let host = host_lobby(seats);
        let key = identity(0).public();
        Table {
            now: Duration::from_secs(1000),
            host,
            guests: (0..guests).map(|guest| GuestLobby::new(identity(guest + 1), key, boards())).collect(),
            host_outputs: Vec::new(),
            guest_outputs: (0..guests).map(|_| Vec::new()).collect(),
            mute: BTreeSet::new(),
            echo: false,
            tamper: None,
            queue: VecDeque::new(),
            drawn: 0,
        }
    }

    /// A table where every guest sits and is ready.
    pub(super) fn ready(seats: u8, guests: usize) -> Table {
        let mut table = Table::new(seats, guests);
        for guest in 0..guests {
            table.join(guest);
            table.guest(guest, GuestCommand::Ready);
        }
        table
    }

    pub(super) fn join(&mut self, guest: usize) {
        let introduction = Introduction { name: name(NAMES[guest]), emblem: guest as u8 + 1, plays: true };
        self.guest(guest, GuestCommand::Knock(introduction));
    }

    pub(super) fn key(&self, guest: usize) -> PublicKey {
        self.guests[guest].view().me
    }

    pub(super) fn command(&mut self, command: HostCommand) {
        self.at_host(HostInput::Command(command));
    }

    pub(super) fn guest(&mut self, guest: usize, command: GuestCommand) {
        self.at_guest(guest, GuestInput::Command(command));
    }

    /// Delivers a message that no honest guest would send.
    pub(super) fn forge(&mut self, from: PublicKey, message: ToHost) {
        self.at_host(HostInput::Message { from, message });
    }

    /// Lets time pass for everybody.
    pub(super) fn wait(&mut self, time: Duration) {
        self.now += time;
        self.at_host(HostInput::Tick);
        for guest in 0..self.guests.len() {
            self.at_guest(guest, GuestInput::Tick);
        }
    }

    pub(super) fn at_host(&mut self, input: HostInput) {
        self.put_host(input);
        self.settle();
    }

    pub(super) fn at_guest(&mut self, guest: usize, input: GuestInput) {
        self.put_guest(guest, input);
        self.settle();
    }

    fn put_host(&mut self, input: HostInput) {
        let drawn = &mut self.drawn;
        for output in self.host.handle(self.now, input, &mut || draw(drawn)) {
            if let HostOutput::Send { to, message } = &output {
                let number = |key: &PublicKey| self.guests.iter().position(|guest| guest.view().me == *key);
                for guest in to.iter().filter_map(number) {
                    let changed = match &mut self.tamper {
                        Some(tamper) => tamper(guest, message.clone()),
                        None => Some(message.clone()),
                    };
                    self.queue.extend(changed.map(|message| Sent::ToGuest(guest, message.to_bytes())));
                }
            }
            self.host_outputs.push(output);
        }
    }

    fn put_guest(&mut self, guest: usize, input: GuestInput) {
        let drawn = &mut self.drawn;
        for output in self.guests[guest].handle(self.now, input, &mut || draw(drawn)) {
            if let GuestOutput::Send(message) = &output {
                self.queue.push_back(Sent::ToHost(guest, message.to_bytes()));
            }
            self.guest_outputs[guest].push(output);
        }
    }

    fn settle(&mut self) {
        while let Some(sent) = self.queue.pop_front() {
            for _ in 0..if self.echo { 2 } else { 1 } {
                match &sent {
                    Sent::ToHost(guest, bytes) if !self.mute.contains(guest) => {
                        let message = ToHost::from_bytes(bytes).expect("within its cap");
                        self.put_host(HostInput::Message { from: self.key(*guest), message });
                    }
                    Sent::ToHost(..) => {}
                    Sent::ToGuest(guest, bytes) => {
                        let message = ToGuest::from_bytes(bytes).expect("within its cap");
                        self.put_guest(*guest, GuestInput::Message(message));
                    }
                }
            }
        }
    }

    pub(super) fn forget(&mut self) {
        self.host_outputs.clear();
        self.guest_outputs.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn command_refused(&self) -> Option<&CommandRefused> {
        self.host_outputs.iter().rev().find_map(|output| match output {
            HostOutput::Refused(refused) => Some(refused),
            _ => None,
        })
    }

    pub(super) fn failure(&self) -> Option<&Failure> {
        self.host_outputs.iter().rev().find_map(|output| match output {
            HostOutput::Failed(failure) => Some(failure),
            _ => None,
        })
    }

    pub(super) fn refusal(&self, guest: usize) -> Option<&Refusal> {
        self.guest_outputs[guest].iter().rev().find_map(|output| match output {
            GuestOutput::Refused(refusal) => Some(refusal),
            _ => None,
        })
    }

    pub(super) fn objection(&self, guest: usize) -> Option<&Objection> {
        self.guest_outputs[guest].iter().rev().find_map(|output| match output {
            GuestOutput::Objected(objection) => Some(objection),
            _ => None,
        })
    }

    /// The last refusal that the host sent to this key.
    pub(super) fn refused_to(&self, key: PublicKey) -> Option<&Refusal> {
        self.host_outputs.iter().rev().find_map(|output| match output {
            HostOutput::Send { to, message: ToGuest::Refused(refusal) } if to.contains(&key) => Some(refusal),
            _ => None,
        })
    }

    pub(super) fn host_beginning(&self) -> Option<&Beginning> {
        self.host_outputs.iter().find_map(|output| match output {
            HostOutput::Begun(beginning) => Some(&**beginning),
            _ => None,
        })
    }

    pub(super) fn beginning(&self, guest: usize) -> Option<&Beginning> {
        self.guest_outputs[guest].iter().find_map(|output| match output {
            GuestOutput::Begun(beginning) => Some(&**beginning),
            _ => None,
        })
    }

    pub(super) fn nobody_plays(&self) -> bool {
        self.host_beginning().is_none() && (0..self.guests.len()).all(|guest| self.beginning(guest).is_none())
    }
}

/// Bytes that never come twice.
fn draw(drawn: &mut u64) -> [u8; 32] {
    *drawn += 1;
    *blake3::hash(&drawn.to_le_bytes()).as_bytes()
}
