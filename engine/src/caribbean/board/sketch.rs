//! Practice charts: boards without a picture, for lessons and for tests of the rules.

use super::super::colour::Colour;
use super::plan::{Plan, PlannedCity, check_space_count};
use super::{Board, BoardFault, BoardId};

/// The label under which sketches are hashed: no sketch has the fingerprint of a file.
const SKETCH_LABEL: &str = "doubloons 2026 practice chart v1";

/// A small practice chart: only what the rules ask for, with numbers as people count them (the first space is 1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sketch {
    /// How many sea spaces there are.
    pub spaces: usize,
    /// Which spaces touch; each pair once.
    pub edges: Vec<(usize, usize)>,
    /// Name, space and worth (in thousands) of each city, at most sixteen.
    pub cities: Vec<(String, usize, u8)>,
    /// Colour and space of each haven.
    pub havens: Vec<(Colour, usize)>,
    /// Spaces on which ships begin.
    pub starts: Vec<usize>,
}

/// Makes a practice chart.
pub(super) fn make(sketch: Sketch) -> Result<Board, BoardFault> {
    let id = fingerprint(&sketch);
    let Sketch { spaces, edges, cities, havens, starts } = sketch;
    check_space_count(spaces)?;
    let mut neighbours = vec![Vec::new(); spaces];
    for (from, to) in edges {
        // Both ends are entered, so that the fault names the end that exists.
        let (from, to) = if (1..=spaces).contains(&from) { (from, to) } else { (to, from) };
        let Some(list) = from.checked_sub(1).and_then(|index| neighbours.get_mut(index)) else {
            return Err(BoardFault::UnknownNeighbour { space: from, neighbour: to, last: spaces });
        };
        list.push(to);
        if from != to
            && let Some(list) = to.checked_sub(1).and_then(|index| neighbours.get_mut(index))
        {
            list.push(from);
        }
    }
    Plan {
        id,
        name: "Practice Chart".to_owned(),
        neighbours,
        borders: None,
        cities: cities
            .into_iter()
            .map(|(name, space, thousands)| PlannedCity { name, space, doubloons: i64::from(thousands) * 1000 })
            .collect(),
        havens,
        starts,
        ship_names: ["Arriba", "Bravo", "Caribic", "Diabolo", "Evita", "Fuego"].map(str::to_owned),
        haven_names: ["Skull Haven", "Anchor Haven", "Palm Haven", "Sun Haven"].map(str::to_owned),
        art: None,
    }
    .check()
}

/// The fingerprint of a sketch: of a listing in which the order of edges and havens does not matter.
fn fingerprint(sketch: &Sketch) -> BoardId {
    let mut edges: Vec<_> = sketch.edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    let mut havens: Vec<_> = sketch.havens.iter().map(|&(colour, space)| (space, colour.name())).collect();
    havens.sort_unstable();
    let listing = format!("{}\n{edges:?}\n{:?}\n{havens:?}\n{:?}\n", sketch.spaces, sketch.cities, sketch.starts);
    BoardId(blake3::derive_key(SKETCH_LABEL, listing.as_bytes()))
}
