//! What can be wrong with a board.
//!
//! Board files may be edited by hand or come from another player, so every fault says where it is, what is wrong there
//! and what to do about it.

use thiserror::Error;

use super::super::colour::Colour;
use super::super::space::MAX_SPACES;
use super::format::{MAX_TEXT, MAX_VERTICES};
use super::plan::MAX_NAME;
use super::{CHEST_TOTAL, CITIES, FORMAT, HAVENS_EACH, STARTS};

/// Why a text or a sketch is not a board. Spaces carry the numbers that people see, starting at 1.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages below say what the fields mean")]
pub enum BoardFault {
    /// The file is larger than any sensible board.
    #[error("the board file has {bytes} bytes, more than the {MAX_TEXT} that a board may have: shorten it")]
    TooLong { bytes: usize },
    /// The text is not TOML, or lacks or misspells an entry.
    #[error("line {line} of the board file: {message}")]
    Syntax { line: usize, message: String },
    /// The file was made for another version of the program.
    #[error(
        "the board file has format {found}, but this version reads only format {FORMAT}: update the older of the two"
    )]
    Format { found: i64 },
    /// A name is missing.
    #[error("{what} has an empty name: give it one")]
    EmptyName { what: String },
    /// A name does not fit on the chart.
    #[error("the name of {what} has {found} characters: use at most {MAX_NAME}")]
    LongName { what: String, found: usize },
    /// A name holds line breaks or other characters that cannot be shown.
    #[error("the name of {what} holds a control character: use letters, digits, spaces and punctuation")]
    StrangeName { what: String },

    /// Letters other than A to F.
    #[error("there is no ship {letter:?}: the ships are A to F")]
    UnknownShip { letter: String },
    /// Two entries for one letter.
    #[error("ship {letter} is named twice: remove one of the two entries")]
    ShipTwice { letter: char },
    /// A letter without an entry.
    #[error("ship {letter} is missing: name all six ships from A to F")]
    MissingShip { letter: char },
    /// Two letters with one name.
    #[error("ships {first} and {second} are both called {name}: give each her own name")]
    SameShipName { first: char, second: char, name: String },
    /// The order of play is alphabetical, so the name has to show it.
    #[error(
        "ship {letter} is called {name}: her name must begin with {letter}, because the order of play is alphabetical"
    )]
    ShipInitial { letter: char, name: String },

    /// The chart's size makes no sense.
    #[error("the chart is {width} by {height}: make both sides between 100 and 10000")]
    ChartSize { width: f64, height: f64 },
    /// More points than any chart needs.
    #[error("the chart has {found} vertices: use at most {MAX_VERTICES}")]
    TooManyVertices { found: usize },
    /// Two numbers for one point would hide a shared border.
    #[error("vertices {first} and {second} are the same point: use one number for both")]
    SameVertex { first: usize, second: usize },
    /// A point that nobody would see.
    #[error("{what} at ({x}, {y}) lies off the chart, which is {width} by {height}: move it inside")]
    OffChart { what: String, x: f64, y: f64, width: f64, height: f64 },
    /// A size that cannot be drawn.
    #[error("{what} has the size {size}: use a number above 0 and at most {most}")]
    Size { what: String, size: f64, most: f64 },
    /// A direction that is no number of degrees.
    #[error("{what} has the angle {angle}: use degrees from -180 to 180")]
    Angle { what: String, angle: f64 },
    /// A line or a point instead of an area.
    #[error("the outline of {what} has {found} vertices: an area needs at least 3")]
    ShortOutline { what: String, found: usize },
    /// An outline over a vertex that is not listed.
    #[error(
        "the outline of {what} uses vertex {vertex}, but the vertices end at {last}: correct the number or add the vertex"
    )]
    UnknownVertex { what: String, vertex: usize, last: usize },
    /// An outline that comes back to a vertex.
    #[error("the outline of {what} uses vertex {vertex} twice: list each vertex once, the ring closes by itself")]
    RepeatedVertex { what: String, vertex: usize },
    /// Three areas at one line: they overlap.
    #[error(
        "spaces {first}, {second} and {third} all claim the border from vertex {from} to {to}: two at most can share it"
    )]
    CrowdedBorder { first: usize, second: usize, third: usize, from: usize, to: usize },
    /// Ships would be drawn in the wrong space.
    #[error("the berth of space {space} lies outside its outline: move it inside")]
    BerthOutside { space: usize },

    /// A board of land.
    #[error("the board has no sea spaces: describe at least one")]
    NoSpaces,
    /// More spaces than the rules engine can hold.
    #[error("the board has {found} sea spaces: use at most {MAX_SPACES}")]
    TooManySpaces { found: usize },
    /// A number that does not follow the one before.
    #[error("the sea space in place {place} of the list has the number {found}: number the spaces 1, 2, 3 … in order")]
    OutOfOrder { place: usize, found: usize },
    /// A number for a second time.
    #[error("space {space} is described twice: remove one of the two or give it the next free number")]
    SpaceTwice { space: usize },
    /// A neighbour that does not exist.
    #[error(
        "space {space} lists the neighbour {neighbour}, but the spaces are numbered 1 to {last}: correct the number"
    )]
    UnknownNeighbour { space: usize, neighbour: usize, last: usize },
    /// A step that goes nowhere.
    #[error("space {space} lists itself as a neighbour: remove it")]
    OwnNeighbour { space: usize },
    /// A neighbour for a second time.
    #[error("space {space} lists the neighbour {neighbour} twice: remove one of the two")]
    NeighbourTwice { space: usize, neighbour: usize },
    /// A way with no way back.
    #[error(
        "space {space} lists the neighbour {neighbour}, but {neighbour} does not list {space}: add it there or remove it here"
    )]
    OneWay { space: usize, neighbour: usize },
    /// A way that nobody would see on the chart.
    #[error(
        "spaces {space} and {neighbour} are listed as neighbours, but their outlines share no border: redraw them or remove the entries"
    )]
    NoBorder { space: usize, neighbour: usize },
    /// A way that players would see, but could not sail.
    #[error(
        "spaces {space} and {neighbour} share a border, but are not listed as neighbours: add the entries or redraw the outlines"
    )]
    UnlistedBorder { space: usize, neighbour: usize },
    /// A space that no ship can ever reach.
    #[error("space {space} cannot be reached from space {from}: connect it")]
    Unreachable { space: usize, from: usize },
    /// A chest that no ship can ever reach.
    #[error(
        "the harbour of {name} (city {city}, space {space}) cannot be reached from space {from}: connect its space"
    )]
    UnreachableHarbour { city: usize, name: String, space: usize, from: usize },

    /// A whole board has a chest for each of its sixteen cities.
    #[error("the board has {found} cities: it needs exactly {CITIES}")]
    CityCount { found: usize },
    /// A practice chart with more cities than there are chests.
    #[error("the practice chart has {found} cities: use at most {CITIES}")]
    TooManyCities { found: usize },
    /// A city in nowhere.
    #[error("city {city} ({name}) lies at space {space}, but the spaces are numbered 1 to {last}: correct the number")]
    UnknownHarbour { city: usize, name: String, space: usize, last: usize },
    /// Two chests at one place.
    #[error(
        "cities {first} ({first_name}) and {second} ({second_name}) both lie at space {space}: give each its own space"
    )]
    SharedHarbour { first: usize, first_name: String, second: usize, second_name: String, space: usize },
    /// Two chests with one name.
    #[error("cities {first} and {second} are both called {name}: give each its own name")]
    SameCityName { first: usize, second: usize, name: String },
    /// A value that cannot be counted in the game's money.
    #[error(
        "the chest of city {city} ({name}) is worth {found}: make it a multiple of 1000 from {least}000 to {most}000"
    )]
    ChestValue { city: usize, name: String, found: i64, least: u8, most: u8 },
    /// Money that is too little or too much for the targets of the game.
    #[error(
        "the chests are worth {found}000 doubloons together: make it {CHEST_TOTAL}000, so that someone always reaches the target"
    )]
    ChestTotal { found: u32 },

    /// A colour that nobody can play.
    #[error("space {space} is a haven of the colour {colour:?}: use red, blue, green or yellow")]
    UnknownColour { space: usize, colour: String },
    /// Every colour has the same number of havens.
    #[error("{colour} has {found} havens: each colour needs exactly {HAVENS_EACH}")]
    HavenCount { colour: Colour, found: usize },
    /// A haven in nowhere.
    #[error("a {colour} haven lies at space {space}, but the spaces are numbered 1 to {last}: correct the number")]
    UnknownHaven { colour: Colour, space: usize, last: usize },
    /// Two colours at one place.
    #[error("space {space} is a haven of {first} and of {second}: choose one")]
    SharedHaven { space: usize, first: Colour, second: Colour },
    /// A chest would be home before it is captured.
    #[error("space {space} is a {colour} haven and the harbour of {name} (city {city}): move one of the two")]
    HavenAtCity { space: usize, colour: Colour, city: usize, name: String },
    /// Every ship needs a place to begin.
    #[error("the board has {found} starting spaces: it needs exactly {STARTS}")]
    StartCount { found: usize },
    /// A start in nowhere.
    #[error("a ship starts at space {space}, but the spaces are numbered 1 to {last}: correct the number")]
    UnknownStart { space: usize, last: usize },
    /// Two ships at one place.
    #[error("space {space} is a starting space twice: two ships cannot share it")]
    StartTwice { space: usize },
    /// A ship that begins at a chest.
    #[error("starting space {space} is the harbour of {name} (city {city}): move one of the two")]
    StartAtCity { space: usize, city: usize, name: String },
    /// A ship that begins at a haven.
    #[error("starting space {space} is a {colour} haven: move one of the two")]
    StartAtHaven { space: usize, colour: Colour },
}
