//! Who is at the table before the game, where they sit, and on which terms they will play. The host changes it, guests
//! hold it as shown; a roster from outside is checked while it is decoded, so that a [`Roster`] is always sound.

use std::collections::BTreeSet;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::contract::{Canonical, MAX_SEATS, Seat};
use doubloons_engine::tongue::Worded;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::genesis::{
    Clock, Draft, EMBLEMS, Holder, MAX_NAME, MAX_VOTERS, Member, Name, PROTOCOL_VERSION, PeerIndex, RULES_VERSION,
};
use super::Awaited;
use crate::identity::PublicKey;

/// The most people who watch a lobby.
pub const MAX_WATCHERS: usize = 64;

/// The most people in a lobby, the host included.
pub const MAX_PEOPLE: usize = MAX_VOTERS + MAX_WATCHERS;

/// Somebody in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// By what they sign.
    pub key: PublicKey,
    /// What they are called; nobody else in the lobby is.
    pub name: Name,
    /// Their emblem. Nobody else at the table has it; somebody who only watches may have to change it to sit down.
    pub emblem: u8,
    /// Whether they agree to play on the terms as they are.
    pub ready: bool,
}

/// What a seat is before the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeatState {
    /// Free for anybody.
    Open,
    /// Kept free by the host.
    Closed,
    /// Somebody sits there.
    Person(PublicKey),
    /// A bot of the host sits there.
    Bot {
        /// How well it plays.
        level: Name,
    },
}

impl SeatState {
    /// Who sits there, if it is a person.
    pub fn person(&self) -> Option<PublicKey> {
        match self {
            SeatState::Person(key) => Some(*key),
            SeatState::Open | SeatState::Closed | SeatState::Bot { .. } => None,
        }
    }
}

/// Who is there and on which terms; the host is the first of the people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "RosterParts", into = "RosterParts")]
pub struct Roster {
    terms: AnyTerms,
    clock: Option<Clock>,
    revision: u32,
    people: Vec<Person>,
    seats: Vec<SeatState>,
}

impl Roster {
    /// A table with nobody but its host, who takes the first seat.
    pub(super) fn new(host: Person, terms: AnyTerms, seats: usize) -> Roster {
        let mut places = vec![SeatState::Open; seats.min(MAX_SEATS)];
        if let Some(first) = places.first_mut() {
            *first = SeatState::Person(host.key);
        }
        Roster { terms, clock: None, revision: 0, people: vec![host], seats: places }
    }

    /// The game and its options.
    pub fn terms(&self) -> AnyTerms {
        self.terms
    }

    /// How long people may think.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// How often terms and clock have changed.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Everybody, the host first, then in the order in which they came.
    pub fn people(&self) -> &[Person] {
        &self.people
    }

    /// The one who hosts.
    pub fn host(&self) -> &Person {
        &self.people[0]
    }

    /// Everybody but the host.
    pub fn guests(&self) -> &[Person] {
        &self.people[1..]
    }

    /// The seats with their numbers.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        Seat::first(self.seats.len()).zip(&self.seats)
    }

    /// What this seat is, if the table has it.
    pub fn seat(&self, seat: Seat) -> Option<&SeatState> {
        self.seats.get(seat.index())
    }

    /// Who has this key.
    pub fn person(&self, key: &PublicKey) -> Option<&Person> {
        self.people.iter().find(|person| person.key == *key)
    }

    /// Where they sit.
    pub fn seat_of(&self, key: &PublicKey) -> Option<Seat> {
        self.seats().find(|(_, state)| **state == SeatState::Person(*key)).map(|(seat, _)| seat)
    }

    /// The people who will be peers of the game: the host, then in seat order.
    pub fn members(&self) -> impl Iterator<Item = &Person> {
        let guests = self.seats.iter().filter_map(SeatState::person).filter(|key| *key != self.host().key);
        let seated = guests.filter_map(|key| self.person(&key));
        std::iter::once(self.host()).chain(seated)
    }

    /// Whether they will be a peer of the game.
    pub fn is_member(&self, key: &PublicKey) -> bool {
        *key == self.host().key || self.seat_of(key).is_some()
    }

    /// The seats that nobody will play.
    pub fn empty_seats(&self) -> Vec<Seat> {
        let empty = |state: &SeatState| matches!(state, SeatState::Open | SeatState::Closed);
        self.seats().filter(|(_, state)| empty(state)).map(|(seat, _)| seat).collect()
    }

    /// The guests with a seat who have not said that they are ready.
    pub fn not_ready(&self) -> Vec<Name> {
        self.members().skip(1).filter(|person| !person.ready).map(|person| person.name.clone()).collect()
    }

    /// What has to happen before the host can start.
    pub fn waiting_for(&self) -> Vec<Awaited> {
        let seats = self.empty_seats().into_iter().map(Awaited::Seat);
        seats.chain(self.not_ready().into_iter().map(Awaited::Person)).collect()
    }

    /// The game that these people would begin, once every seat has a player. Bots are run by the host.
    pub fn draft(&self, nonce: [u8; 32]) -> Option<Draft> {
        let people: Vec<&Person> = self.members().collect();
        let holder = |state: &SeatState| match state {
            SeatState::Person(key) => {
                let place = people.iter().position(|person| person.key == *key)?;
                Some(Holder::Person(PeerIndex(place as u8)))
            }
            SeatState::Bot { level } => Some(Holder::Bot { runner: PeerIndex::FIRST_HOST, level: level.clone() }),
            SeatState::Open | SeatState::Closed => None,
        };
        let member = |person: &&Person| Member { key: person.key, name: person.name.clone(), emblem: person.emblem };
        Some(Draft {
            protocol: PROTOCOL_VERSION,
            rules: RULES_VERSION,
            terms: self.terms.to_bytes(),
            members: people.iter().map(member).collect(),
            seats: self.seats.iter().map(holder).collect::<Option<_>>()?,
            clock: self.clock,
            nonce,
        })
    }

    /// Whether somebody other than `key` is called that, or nearly.
    pub fn name_taken(&self, name: &Name, key: &PublicKey) -> bool {
        let lower = name.as_ref().to_lowercase();
        self.people.iter().any(|person| person.key != *key && person.name.as_ref().to_lowercase() == lower)
    }

    /// The name with the first number that makes it free.
    pub fn free_name(&self, name: &Name, key: &PublicKey) -> Name {
        let numbered = |number: usize| {
            let number = number.to_string();
            let head: String = name.as_ref().chars().take(MAX_NAME - 1 - number.len()).collect();
            Name::try_from(format!("{} {number}", head.trim_end())).ok()
        };
        let free = |candidate: &Name| !self.name_taken(candidate, key);
        (2..=MAX_PEOPLE + 1).filter_map(numbered).find(free).unwrap_or_else(|| name.clone())
    }

    /// The first emblem from `wish` on that nobody else at the table has.
    pub fn free_emblem(&self, wish: u8, key: &PublicKey) -> u8 {
        let taken: BTreeSet<u8> =
            self.members().filter(|person| person.key != *key).map(|person| person.emblem).collect();
        let in_turn = |step: u8| ((u16::from(wish) + u16::from(step)) % u16::from(EMBLEMS)) as u8;
        (0..EMBLEMS).map(in_turn).find(|emblem| !taken.contains(emblem)).unwrap_or(wish % EMBLEMS)
    }

    /// The first seat that anybody may take.
    pub fn first_open(&self) -> Option<Seat> {
        self.seats().find(|(_, state)| **state == SeatState::Open).map(|(seat, _)| seat)
    }

    pub(super) fn person_mut(&mut self, key: &PublicKey) -> Option<&mut Person> {
        self.people.iter_mut().find(|person| person.key == *key)
    }

    /// Lets somebody in, without a seat.
    pub(super) fn add(&mut self, person: Person) {
        self.people.push(person);
    }

    /// Takes a guest out of the lobby.
    pub(super) fn remove(&mut self, key: &PublicKey) {
        self.stand(key);
        self.people.retain(|person| person.key != *key);
    }

    /// Puts somebody who is here on a seat that nobody has, with an emblem of their own.
    pub(super) fn sit(&mut self, key: &PublicKey, seat: Seat) {
        if let Some(old) = self.seat_of(key) {
            self.set_seat(old, SeatState::Open);
        }
        self.set_seat(seat, SeatState::Person(*key));
        let wish = self.person(key).map_or(0, |person| person.emblem);
        let emblem = self.free_emblem(wish, key);
        if let Some(person) = self.person_mut(key) {
            person.emblem = emblem;
        }
    }

    /// Takes somebody's seat away; only players are ready.
    pub(super) fn stand(&mut self, key: &PublicKey) {
        if let Some(seat) = self.seat_of(key) {
            self.set_seat(seat, SeatState::Open);
        }
        if let Some(person) = self.person_mut(key) {
            person.ready = false;
        }
    }

    pub(super) fn set_seat(&mut self, seat: Seat, state: SeatState) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = state;
        }
    }

    /// Changes what everybody agreed to: nobody is ready any more.
    pub(super) fn set_terms(&mut self, terms: AnyTerms, clock: Option<Clock>) {
        (self.terms, self.clock) = (terms, clock);
        self.revision = self.revision.wrapping_add(1);
        for person in &mut self.people {
            person.ready = false;
        }
    }

    /// Changes how many seats there are. Who loses a seat takes the first open one or watches.
    pub(super) fn resize(&mut self, seats: usize) -> Vec<PublicKey> {
        let removed = self.seats.split_off(seats.min(self.seats.len()));
        self.seats.resize(seats.min(MAX_SEATS), SeatState::Open);
        let displaced: Vec<PublicKey> = removed.iter().filter_map(SeatState::person).collect();
        for key in &displaced {
            if let Some(seat) = self.first_open() {
                self.sit(key, seat);
            }
        }
        displaced
    }
}

/// A roster as it is sent.
#[derive(Clone, Serialize, Deserialize)]
struct RosterParts {
    terms: Vec<u8>,
    clock: Option<Clock>,
    revision: u32,
    people: Vec<Person>,
    seats: Vec<SeatState>,
}

impl From<Roster> for RosterParts {
    fn from(roster: Roster) -> RosterParts {
        let Roster { terms, clock, revision, people, seats } = roster;
        RosterParts { terms: terms.to_bytes(), clock, revision, people, seats }
    }
}

/// A roster that no honest host sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, Worded)]
#[error("not a sound list of the people at a table")]
pub struct UnsoundRoster;

impl TryFrom<RosterParts> for Roster {
    type Error = UnsoundRoster;

    fn try_from(parts: RosterParts) -> Result<Roster, UnsoundRoster> {
        let RosterParts { terms, clock, revision, people, seats } = parts;
        let terms = AnyTerms::from_bytes(&terms).map_err(|_| UnsoundRoster)?;
        if !(1..=MAX_PEOPLE).contains(&people.len()) || seats.len() > MAX_SEATS {
            return Err(UnsoundRoster);
        }
        let roster = Roster { terms, clock, revision, people, seats };
        if roster.is_sound() { Ok(roster) } else { Err(UnsoundRoster) }
    }
}

impl Roster {
    /// Keys, names, seats and emblems are each had by one person only, and whoever is ready has a seat.
    fn is_sound(&self) -> bool {
        let sitters: Vec<PublicKey> = self.seats.iter().filter_map(SeatState::person).collect();
        all_differ(self.people.iter().map(|person| person.key))
            && all_differ(self.people.iter().map(|person| person.name.as_ref().to_lowercase()))
            && all_differ(sitters.iter())
            && all_differ(self.members().map(|person| person.emblem))
            && sitters.iter().all(|key| self.person(key).is_some())
            && self.people.iter().all(|person| person.emblem < EMBLEMS)
            && self.people.iter().all(|person| !person.ready || sitters.contains(&person.key))
    }
}

fn all_differ<T: Ord>(items: impl Iterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    items.into_iter().all(|item| seen.insert(item))
}
