//! What a chart looks like: shapes, places and lettering. The rules never ask for any of this; it stands in the board's
//! file so that the picture and the ways across it cannot drift apart.

use serde::Deserialize;

use super::super::chest::Chest;
use super::super::space::Space;

/// A place on the chart, in chart units from the upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// Everything that is painted of a board.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartArt {
    /// The chart's width in chart units.
    pub width: f64,
    /// The chart's height in chart units.
    pub height: f64,
    /// The sea spaces in the board's order.
    pub spaces: Vec<SpaceArt>,
    /// The towns in the order of the board's cities.
    pub towns: Vec<TownArt>,
    /// Coasts and reefs, in the order in which they are painted.
    pub lands: Vec<Land>,
    /// Names of regions.
    pub letterings: Vec<Lettering>,
    /// Decoration.
    pub ornaments: Vec<Ornament>,
}

impl ChartArt {
    /// The shape of a space.
    pub fn space(&self, space: Space) -> Option<&SpaceArt> {
        self.spaces.get(space.index())
    }

    /// The town of a chest.
    pub fn town(&self, chest: Chest) -> Option<&TownArt> {
        self.towns.get(chest.index())
    }

    /// The space under a point of the chart, for example under the pointer.
    pub fn space_at(&self, point: Point) -> Option<Space> {
        let index = self.spaces.iter().position(|space| contains(&space.outline, point))?;
        Space::from_index(index)
    }
}

/// The shape of a sea space.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceArt {
    /// Its border as a closed ring; the last point joins the first.
    pub outline: Vec<Point>,
    /// Where a ship lies.
    pub berth: Point,
}

/// Where a harbour city is painted.
#[derive(Clone, PartialEq, Debug)]
pub struct TownArt {
    /// The middle of the town's picture, on land.
    pub town: Point,
    /// Where the name's baseline begins, is centred, or ends.
    pub label: Point,
    /// Which of the three it is.
    pub anchor: Anchor,
    /// The middle of the tag that shows the chest.
    pub tag: Point,
}

/// Which end of a text stands at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// A piece of land, or water that no ship can cross.
#[derive(Clone, PartialEq, Debug)]
pub struct Land {
    /// Its name, for people who edit the file; may be empty.
    pub name: String,
    /// How it is painted.
    pub kind: LandKind,
    /// Its coast as a closed ring; the last point joins the first.
    pub outline: Vec<Point>,
}

/// How a piece of land is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LandKind {
    /// Dry land with a coastline.
    Coast,
    /// Shoals and rocks.
    Reef,
}

/// The name of a region.
#[derive(Clone, PartialEq, Debug)]
pub struct Lettering {
    /// The words.
    pub text: String,
    /// The middle of the baseline.
    pub at: Point,
    /// The height of the letters in chart units.
    pub size: f64,
    /// How far the text is turned clockwise, in degrees.
    pub angle: f64,
    /// Whether it is written on land or on the sea, which asks for another ink.
    pub on: Ground,
}

/// What a text is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Paper-coloured land.
    Land,
    /// Dark water.
    Sea,
}

/// A decoration without meaning in the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ornament {
    /// What it shows.
    pub kind: OrnamentKind,
    /// Its middle.
    pub at: Point,
    /// Its width in chart units.
    pub size: f64,
}

/// The decorations that the painter knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrnamentKind {
    /// A compass rose.
    Compass,
    /// A frame for the chart's title.
    Cartouche,
    /// A sea serpent.
    Serpent,
    /// A range of hills.
    Hill,
    /// A palm.
    Palm,
    /// A few strokes of swell.
    Wave,
}

/// Whether a closed ring contains a point: a ray to the right crosses it an odd number of times.
pub(super) fn contains(ring: &[Point], point: Point) -> bool {
    let Some(mut from) = ring.last() else {
        return false;
    };
    let mut inside = false;
    for to in ring {
        if (from.y > point.y) != (to.y > point.y) {
            let crossing = from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y);
            inside ^= point.x < crossing;
        }
        from = to;
    }
    inside
}
