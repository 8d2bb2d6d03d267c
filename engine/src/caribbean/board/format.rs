//! The board's file: its shapes as TOML spells them, and the checks that only a file needs.
//!
//! A text is read into plain shapes, then brought into a [`Plan`]; what the plan holds is checked there.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::super::colour::Colour;
use super::super::ship::{SHIPS, Ship};
use super::art::{
    self, Anchor, ChartArt, Ground, Land, LandKind, Lettering, Ornament, OrnamentKind, Point, SpaceArt, TownArt,
};
use super::plan::{MAX_NAME, Plan, PlannedCity, check_name, check_space_count, check_text};
use super::{Board, BoardFault, BoardId, FORMAT};

/// The longest text that is looked at.
pub(super) const MAX_TEXT: usize = 1 << 20;
/// The most vertices of a chart.
pub(super) const MAX_VERTICES: usize = 4096;
/// The label under which files are hashed. It is part of the fingerprint, so it never changes.
const FILE_LABEL: &str = "doubloons 2026 board v1";
/// Enough of a file to tell its version, whatever else later versions may hold.
#[derive(Deserialize)]
struct Probe {
    board: ProbeHead,
}

#[derive(Deserialize)]
struct ProbeHead {
    format: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    board: Head,
    #[serde(default)]
    ship: Vec<ShipEntry>,
    #[serde(default)]
    city: Vec<CityEntry>,
    #[serde(default)]
    space: Vec<SpaceEntry>,
    #[serde(default)]
    land: Vec<LandEntry>,
    #[serde(default)]
    lettering: Vec<LetteringEntry>,
    #[serde(default)]
    ornament: Vec<OrnamentEntry>,
    shape: Shape,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "format")]
    _format: i64,
    name: String,
    width: f64,
    height: f64,
    havens: HavenNames,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HavenNames {
    red: String,
    blue: String,
    green: String,
    yellow: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipEntry {
    letter: String,
    name: String,
}

type Pair = (f64, f64);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CityEntry {
    name: String,
    space: usize,
    chest: i64,
    town: Pair,
    label: Pair,
    anchor: Anchor,
    tag: Pair,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpaceEntry {
    number: usize,
    haven: Option<String>,
    #[serde(default)]
    start: bool,
    neighbours: Vec<usize>,
    berth: Pair,
    outline: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LandEntry {
    #[serde(default)]
    name: String,
    kind: LandKind,
    outline: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LetteringEntry {
    text: String,
    at: Pair,
    size: f64,
    #[serde(default)]
    angle: f64,
    on: Ground,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrnamentEntry {
    kind: OrnamentKind,
    at: Pair,
    size: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    vertices: Vec<Pair>,
}

/// Reads the text of a board file.
pub(super) fn parse(text: &str) -> Result<Board, BoardFault> {
    if text.len() > MAX_TEXT {
        return Err(BoardFault::TooLong { bytes: text.len() });
    }
    let probe: Probe = read(text)?;
    if probe.board.format != FORMAT {
        return Err(BoardFault::Format { found: probe.board.format });
    }
    let file: File = read(text)?;
    file.plan(BoardId(blake3::derive_key(FILE_LABEL, text.as_bytes())))?.check()
}

/// Reads TOML and turns a fault's place into a line number.
fn read<'text, T: Deserialize<'text>>(text: &'text str) -> Result<T, BoardFault> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let line = 1 + text.as_bytes().iter().take(start).filter(|&&byte| byte == b'\n').count();
        BoardFault::Syntax { line, message: error.message().trim().replace('\n', ", ") }
    })
}

impl File {
    /// Checks what only a file has (names of ships, shapes, counts) and keeps the rest for the common door.
    fn plan(self, id: BoardId) -> Result<Plan, BoardFault> {
        check_name(&self.board.name, || "the board".to_owned())?;
        let HavenNames { red, blue, green, yellow } = self.board.havens;
        let haven_names = [red, blue, green, yellow];
        for (name, colour) in haven_names.iter().zip(Colour::ALL) {
            check_name(name, || format!("every {colour} haven"))?;
        }
        let ship_names = ship_names(self.ship)?;

        check_space_count(self.space.len())?;
        for (place, space) in (1..).zip(&self.space) {
            let found = space.number;
            if (1..place).contains(&found) {
                return Err(BoardFault::SpaceTwice { space: found });
            }
            if found != place {
                return Err(BoardFault::OutOfOrder { place, found });
            }
        }
        let drawing = Drawing::new(self.board.width, self.board.height, &self.shape.vertices)?;
        let mut spaces = Vec::with_capacity(self.space.len());
        for entry in &self.space {
            let number = entry.number;
            let what = || format!("space {number}");
            let outline = drawing.outline(&entry.outline, what)?;
            let berth = drawing.point(entry.berth, || format!("the berth of space {number}"))?;
            if !art::contains(&outline, berth) {
                return Err(BoardFault::BerthOutside { space: number });
            }
            spaces.push(SpaceArt { outline, berth });
        }
        let borders = borders(&self.space)?;

        let mut havens = Vec::new();
        for entry in &self.space {
            if let Some(name) = &entry.haven {
                let Some(colour) = Colour::ALL.into_iter().find(|colour| colour.name() == name) else {
                    return Err(BoardFault::UnknownColour {
                        space: entry.number,
                        colour: name.chars().take(MAX_NAME).collect(),
                    });
                };
                havens.push((colour, entry.number));
            }
        }
        let starts = self.space.iter().filter(|entry| entry.start).map(|entry| entry.number).collect();

        let mut towns = Vec::with_capacity(self.city.len());
        let mut cities = Vec::with_capacity(self.city.len());
        for (city, entry) in (1..).zip(self.city) {
            check_name(&entry.name, || format!("city {city}"))?;
            let name = &entry.name;
            towns.push(TownArt {
                town: drawing.point(entry.town, || format!("the town of {name} (city {city})"))?,
                label: drawing.point(entry.label, || format!("the label of {name} (city {city})"))?,
                anchor: entry.anchor,
                tag: drawing.point(entry.tag, || format!("the tag of {name} (city {city})"))?,
            });
            cities.push(PlannedCity { name: entry.name, space: entry.space, doubloons: entry.chest });
        }

        let mut lands = Vec::with_capacity(self.land.len());
        for (place, entry) in (1..).zip(self.land) {
            check_text(&entry.name, || format!("land {place}"))?;
            let name = &entry.name;
            let outline = drawing.outline(&entry.outline, || format!("land {place} ({name})"))?;
            lands.push(Land { outline, name: entry.name, kind: entry.kind });
        }
        let mut letterings = Vec::with_capacity(self.lettering.len());
        for (place, entry) in (1..).zip(self.lettering) {
            check_name(&entry.text, || format!("lettering {place}"))?;
            let LetteringEntry { text, at, size, angle, on } = entry;
            let what = || format!("lettering {place} ({text})");
            let at = drawing.point(at, what)?;
            let size = drawing.size(size, what)?;
            if !(-180.0..=180.0).contains(&angle) {
                return Err(BoardFault::Angle { what: what(), angle });
            }
            letterings.push(Lettering { text, at, size, angle, on });
        }
        let mut ornaments = Vec::with_capacity(self.ornament.len());
        for (place, entry) in (1..).zip(self.ornament) {
            let what = || format!("ornament {place}");
            let at = drawing.point(entry.at, what)?;
            let size = drawing.size(entry.size, what)?;
            ornaments.push(Ornament { kind: entry.kind, at, size });
        }
        Ok(Plan {
            id,
            name: self.board.name,
            neighbours: self.space.into_iter().map(|entry| entry.neighbours).collect(),
            borders: Some(borders),
            cities,
            havens,
            starts,
            ship_names,
            haven_names,
            art: Some(ChartArt {
                width: drawing.width,
                height: drawing.height,
                spaces,
                towns,
                lands,
                letterings,
                ornaments,
            }),
        })
    }
}

/// Brings the ships into their order.
fn ship_names(entries: Vec<ShipEntry>) -> Result<[String; SHIPS], BoardFault> {
    let mut names: [Option<String>; SHIPS] = Default::default();
    for ShipEntry { letter, name } in entries {
        let ship = Ship::ALL.into_iter().find(|ship| letter.chars().eq([ship.letter()]));
        let Some(ship) = ship else {
            return Err(BoardFault::UnknownShip { letter: letter.chars().take(MAX_NAME).collect() });
        };
        check_name(&name, || format!("ship {ship}"))?;
        let slot = &mut names[ship.index()];
        if slot.is_some() {
            return Err(BoardFault::ShipTwice { letter: ship.letter() });
        }
        *slot = Some(name);
    }
    let mut seen = BTreeMap::new();
    for (name, ship) in names.iter().zip(Ship::ALL) {
        let letter = ship.letter();
        let Some(name) = name else {
            return Err(BoardFault::MissingShip { letter });
        };
        if let Some(first) = seen.insert(name.to_lowercase(), letter) {
            return Err(BoardFault::SameShipName { first, second: letter, name: name.clone() });
        }
    }
    for (name, ship) in names.iter().flatten().zip(Ship::ALL) {
        if !name.starts_with(ship.letter()) {
            return Err(BoardFault::ShipInitial { letter: ship.letter(), name: name.clone() });
        }
    }
    Ok(names.map(Option::unwrap_or_default))
}

/// The pairs of spaces whose outlines share a border, the lower number first.
fn borders(spaces: &[SpaceEntry]) -> Result<BTreeSet<(usize, usize)>, BoardFault> {
    let mut owners: BTreeMap<(usize, usize), (usize, Option<usize>)> = BTreeMap::new();
    for space in spaces {
        let Some(&last) = space.outline.last() else {
            continue;
        };
        let mut from = last;
        for &to in &space.outline {
            let side = (from.min(to), from.max(to));
            match owners.get_mut(&side) {
                None => {
                    owners.insert(side, (space.number, None));
                }
                Some((_, second @ None)) => *second = Some(space.number),
                Some((first, Some(second))) => {
                    let (first, second, third) = (*first, *second, space.number);
                    return Err(BoardFault::CrowdedBorder { first, second, third, from: side.0, to: side.1 });
                }
            }
            from = to;
        }
    }
    Ok(owners.into_values().filter_map(|(first, second)| second.map(|second| (first, second))).collect())
}

/// The chart's rim and vertices, once they are known to be sound.
struct Drawing {
    width: f64,
    height: f64,
    vertices: Vec<Point>,
}

impl Drawing {
    fn new(width: f64, height: f64, vertices: &[Pair]) -> Result<Drawing, BoardFault> {
        let sides = 100.0..=10_000.0;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(BoardFault::ChartSize { width, height });
        }
        if vertices.len() > MAX_VERTICES {
            return Err(BoardFault::TooManyVertices { found: vertices.len() });
        }
        let mut drawing = Drawing { width, height, vertices: Vec::with_capacity(vertices.len()) };
        for (index, &pair) in vertices.iter().enumerate() {
            let point = drawing.point(pair, || format!("vertex {index}"))?;
            drawing.vertices.push(point);
        }
        let mut order: Vec<usize> = (0..vertices.len()).collect();
        let key = |index: usize| drawing.vertices[index];
        order.sort_by(|&a, &b| key(a).x.total_cmp(&key(b).x).then(key(a).y.total_cmp(&key(b).y)).then(a.cmp(&b)));
        for pair in order.windows(2) {
            if let &[first, second] = pair
                && key(first) == key(second)
            {
                return Err(BoardFault::SameVertex { first, second });
            }
        }
        Ok(drawing)
    }

    /// A point of the chart; this also refuses what is not a number.
    fn point(&self, (x, y): Pair, what: impl FnOnce() -> String) -> Result<Point, BoardFault> {
        let (width, height) = (self.width, self.height);
        if (0.0..=width).contains(&x) && (0.0..=height).contains(&y) {
            // Adding zero turns -0.0 into 0.0, so that equal points also sort as equal.
            Ok(Point { x: x + 0.0, y: y + 0.0 })
        } else {
            Err(BoardFault::OffChart { what: what(), x, y, width, height })
        }
    }

    fn size(&self, size: f64, what: impl FnOnce() -> String) -> Result<f64, BoardFault> {
        let most = self.width.max(self.height);
        if size > 0.0 && size <= most { Ok(size) } else { Err(BoardFault::Size { what: what(), size, most }) }
    }

    /// A ring of vertices.
    fn outline(&self, ring: &[usize], what: impl Fn() -> String) -> Result<Vec<Point>, BoardFault> {
        if ring.len() < 3 {
            return Err(BoardFault::ShortOutline { what: what(), found: ring.len() });
        }
        let mut used = BTreeSet::new();
        let mut outline = Vec::with_capacity(ring.len());
        for &vertex in ring {
            let Some(&point) = self.vertices.get(vertex) else {
                let last = self.vertices.len().saturating_sub(1);
                return Err(BoardFault::UnknownVertex { what: what(), vertex, last });
            };
            if !used.insert(vertex) {
                return Err(BoardFault::RepeatedVertex { what: what(), vertex });
            }
            outline.push(point);
        }
        Ok(outline)
    }
}
