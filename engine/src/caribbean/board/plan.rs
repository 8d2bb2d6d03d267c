//! The one door through which everything becomes a [`Board`].
//!
//! Files and sketches are brought into a [`Plan`] first. [`Plan::check`] is the only place that makes a board, so no board
//! exists that has not passed it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::chest::{CHESTS, Chest};
use super::super::colour::Colour;
use super::super::ship::SHIPS;
use super::super::space::{MAX_SPACES, Space, SpaceSet};
use super::art::ChartArt;
use super::{Board, BoardFault, BoardId, CHEST_TOTAL, CITIES, City, HAVENS_EACH, STARTS};

/// The most characters of a name.
pub(super) const MAX_NAME: usize = 40;

/// What a chest of a whole board may be worth, in thousands.
const WHOLE_CHEST: (u8, u8) = (4, 8);
/// What a chest of a practice chart may be worth, in thousands.
const PRACTICE_CHEST: (u8, u8) = (1, 99);

/// A city that has not been checked yet; its chest is in doubloons.
pub(super) struct PlannedCity {
    pub(super) name: String,
    pub(super) space: usize,
    pub(super) doubloons: i64,
}

/// A board that has not been checked yet. All numbers are as people count them.
pub(super) struct Plan {
    pub(super) id: BoardId,
    pub(super) name: String,
    pub(super) neighbours: Vec<Vec<usize>>,
    /// What the outlines say about neighbours; a sketch has no outlines.
    pub(super) borders: Option<BTreeSet<(usize, usize)>>,
    pub(super) cities: Vec<PlannedCity>,
    pub(super) havens: Vec<(Colour, usize)>,
    pub(super) starts: Vec<usize>,
    pub(super) ship_names: [String; SHIPS],
    pub(super) haven_names: [String; Colour::ALL.len()],
    pub(super) art: Option<ChartArt>,
}

impl Plan {
    /// The one door: every board has come through here.
    pub(super) fn check(self) -> Result<Board, BoardFault> {
        check_space_count(self.neighbours.len())?;
        let whole = self.art.is_some();
        let mut board = Board {
            id: self.id,
            all: (0..self.neighbours.len()).filter_map(Space::from_index).collect(),
            neighbours: [SpaceSet::EMPTY; MAX_SPACES],
            haven: [None; MAX_SPACES],
            harbour: [None; MAX_SPACES],
            havens_of: [SpaceSet::EMPTY; Colour::ALL.len()],
            value: [0; CHESTS],
            cities: Vec::with_capacity(self.cities.len().min(CHESTS)),
            starts: Vec::with_capacity(self.starts.len().min(MAX_SPACES)),
            name: self.name,
            ship_names: self.ship_names,
            haven_names: self.haven_names,
            art: self.art,
        };
        board.connect(&self.neighbours, self.borders.as_ref())?;
        board.settle(self.cities, whole)?;
        board.shelter(&self.havens, whole)?;
        board.moor(&self.starts, whole)?;
        board.explore()?;
        Ok(board)
    }
}

/// The steps behind the door, in order: each relies on the ones before.
impl Board {
    fn last(&self) -> usize {
        self.all.len()
    }

    /// The space with this number, if the board has it.
    fn numbered(&self, number: usize) -> Option<Space> {
        Space::from_number(number).filter(|&space| self.all.contains(space))
    }

    /// Joins the spaces, and compares that with what the chart shows.
    fn connect(&mut self, lists: &[Vec<usize>], borders: Option<&BTreeSet<(usize, usize)>>) -> Result<(), BoardFault> {
        for (from, list) in self.all.into_iter().zip(lists) {
            let space = from.number();
            for &neighbour in list {
                let Some(to) = self.numbered(neighbour) else {
                    return Err(BoardFault::UnknownNeighbour { space, neighbour, last: self.last() });
                };
                if to == from {
                    return Err(BoardFault::OwnNeighbour { space });
                }
                if self.neighbours[from.index()].contains(to) {
                    return Err(BoardFault::NeighbourTwice { space, neighbour });
                }
                self.neighbours[from.index()].insert(to);
            }
        }
        for from in self.all {
            for to in self.neighbours(from) {
                let (space, neighbour) = (from.number(), to.number());
                if !self.neighbours(to).contains(from) {
                    return Err(BoardFault::OneWay { space, neighbour });
                }
                let pair = (space.min(neighbour), space.max(neighbour));
                if borders.is_some_and(|borders| !borders.contains(&pair)) {
                    return Err(BoardFault::NoBorder { space, neighbour });
                }
            }
        }
        for &(space, neighbour) in borders.into_iter().flatten() {
            let listed = self
                .numbered(space)
                .zip(self.numbered(neighbour))
                .is_some_and(|(from, to)| self.neighbours(from).contains(to));
            if !listed {
                return Err(BoardFault::UnlistedBorder { space, neighbour });
            }
        }
        Ok(())
    }

    /// Founds the cities and fills their chests.
    fn settle(&mut self, cities: Vec<PlannedCity>, whole: bool) -> Result<(), BoardFault> {
        let found = cities.len();
        if whole && found != CITIES {
            return Err(BoardFault::CityCount { found });
        }
        if found > CHESTS {
            return Err(BoardFault::TooManyCities { found });
        }
        let (least, most) = if whole { WHOLE_CHEST } else { PRACTICE_CHEST };
        let mut names = BTreeMap::new();
        for (chest, PlannedCity { name, space: at, doubloons }) in (0..CHESTS).filter_map(Chest::from_index).zip(cities)
        {
            let city = chest.index() + 1;
            check_name(&name, || format!("city {city}"))?;
            if let Some(first) = names.insert(name.to_lowercase(), city) {
                return Err(BoardFault::SameCityName { first, second: city, name });
            }
            let Some(space) = self.numbered(at) else {
                return Err(BoardFault::UnknownHarbour { city, name, space: at, last: self.last() });
            };
            if let Some(first) = self.city_at(space) {
                return Err(BoardFault::SharedHarbour {
                    first: first.index() + 1,
                    first_name: self.city(first).map_or_else(String::new, |city| city.name.clone()),
                    second: city,
                    second_name: name,
                    space: at,
                });
            }
            let thousands = if doubloons % 1000 == 0 { u8::try_from(doubloons / 1000).ok() } else { None };
            let Some(value) = thousands.filter(|value| (least..=most).contains(value)) else {
                return Err(BoardFault::ChestValue { city, name, found: doubloons, least, most });
            };
            self.harbour[space.index()] = Some(chest);
            self.value[chest.index()] = value;
            self.cities.push(City { name, space, value });
        }
        let found = self.value.iter().copied().map(u32::from).sum();
        if whole && found != CHEST_TOTAL {
            return Err(BoardFault::ChestTotal { found });
        }
        Ok(())
    }

    /// Gives the colours their havens.
    fn shelter(&mut self, havens: &[(Colour, usize)], whole: bool) -> Result<(), BoardFault> {
        for &(colour, at) in havens {
            let Some(space) = self.numbered(at) else {
                return Err(BoardFault::UnknownHaven { colour, space: at, last: self.last() });
            };
            if let Some(first) = self.haven(space) {
                return Err(BoardFault::SharedHaven { space: at, first, second: colour });
            }
            if let Some((city, name)) = self.harbour_of(space) {
                return Err(BoardFault::HavenAtCity { space: at, colour, city, name });
            }
            self.haven[space.index()] = Some(colour);
            self.havens_of[colour.index()].insert(space);
        }
        for colour in Colour::ALL {
            let found = self.havens_of(colour).len();
            if whole && found != HAVENS_EACH {
                return Err(BoardFault::HavenCount { colour, found });
            }
        }
        Ok(())
    }

    /// Marks where the ships begin.
    fn moor(&mut self, starts: &[usize], whole: bool) -> Result<(), BoardFault> {
        for &at in starts {
            let Some(space) = self.numbered(at) else {
                return Err(BoardFault::UnknownStart { space: at, last: self.last() });
            };
            if self.starts.contains(&space) {
                return Err(BoardFault::StartTwice { space: at });
            }
            if let Some((city, name)) = self.harbour_of(space) {
                return Err(BoardFault::StartAtCity { space: at, city, name });
            }
            if let Some(colour) = self.haven(space) {
                return Err(BoardFault::StartAtHaven { space: at, colour });
            }
            self.starts.push(space);
        }
        let found = self.starts.len();
        if whole && found != STARTS {
            return Err(BoardFault::StartCount { found });
        }
        Ok(())
    }

    /// Makes sure that ships can get everywhere. Harbours come first: what they cost the game is easier to see.
    fn explore(&self) -> Result<(), BoardFault> {
        let Some(from) = self.starts.first().copied().or_else(|| self.all.into_iter().next()) else {
            return Err(BoardFault::NoSpaces);
        };
        let lost = self.all.without(self.reachable(from));
        let from = from.number();
        for (city, City { name, space, .. }) in (1..).zip(&self.cities) {
            if lost.contains(*space) {
                let (name, space) = (name.clone(), space.number());
                return Err(BoardFault::UnreachableHarbour { city, name, space, from });
            }
        }
        match lost.into_iter().next() {
            Some(space) => Err(BoardFault::Unreachable { space: space.number(), from }),
            None => Ok(()),
        }
    }

    /// Number and name of the city at a space, for faults.
    fn harbour_of(&self, space: Space) -> Option<(usize, String)> {
        let chest = self.city_at(space)?;
        Some((chest.index() + 1, self.city(chest)?.name.clone()))
    }
}

/// Checks that there are spaces, and not more than the rules can hold.
pub(super) fn check_space_count(found: usize) -> Result<(), BoardFault> {
    match found {
        0 => Err(BoardFault::NoSpaces),
        1..=MAX_SPACES => Ok(()),
        _ => Err(BoardFault::TooManySpaces { found }),
    }
}

/// Checks that a name can be shown. `what` says whose name it is.
pub(super) fn check_name(name: &str, what: impl FnOnce() -> String) -> Result<(), BoardFault> {
    if name.trim().is_empty() {
        return Err(BoardFault::EmptyName { what: what() });
    }
    check_text(name, what)
}

/// Like [`check_name`], for a name that may be empty.
pub(super) fn check_text(text: &str, what: impl FnOnce() -> String) -> Result<(), BoardFault> {
    let found = text.chars().count();
    if found > MAX_NAME {
        return Err(BoardFault::LongName { what: what(), found });
    }
    if text.chars().any(char::is_control) {
        return Err(BoardFault::StrangeName { what: what() });
    }
    Ok(())
}
