//! Where the names of towns, the tags of their chests and the names of regions go. The board says where they would like to
//! be; writing has a smallest size, so on a small chart they need more of it, and then they make room for each other, for
//! the frame, for houses and for the spaces that light up. The name of a region that finds no room is left out.

use doubloons_engine::caribbean::Board;
use doubloons_engine::caribbean::board::{Anchor, ChartArt, Ground as Surface, LandKind, Lettering as Writing, Point};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::chart::{FRAME, SMALLEST_WRITING, regions};
use super::geometry::Area;
use super::palette::Palette;
use super::pieces::largest_tag;
use super::text::{Align, Hand, enlargement};
use crate::game::place_name;

/// How much of the chart's border stays free.
const MARGIN: f64 = FRAME + 4.0;
/// What is left between two of them.
const GAP: f64 = 3.0;

/// The name of a town, in chart units.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Label {
    text: String,
    /// What it covers.
    pub(crate) area: Area,
    hand: Hand,
}

impl Label {
    /// Writes it with a soft edge around; in high contrast on a plate, since the sea and its lines are below many of them.
    pub(crate) fn write(&self, cr: &cairo::Context, palette: &Palette) {
        let Area { left, top, width, height } = self.area;
        let baseline = top + self.hand.size() * ASCENT;
        if palette.stark {
            cr.rounded(left - PLATE, top - PLATE / 2.0, width + 2.0 * PLATE, height + PLATE, 4.0);
            cr.filled_keep(palette.land);
            cr.lined(palette.coast, 1.2);
            return self.hand.write(cr, &self.text, left, baseline, Align::Start, palette.town_ink);
        }
        let halo = palette.land.alpha(0.85);
        self.hand.write_haloed(cr, &self.text, (left, baseline), Align::Start, palette.town_ink, halo);
    }

    /// All that is painted for it, in chart units.
    pub(crate) fn covers(&self) -> Area {
        let edge = self.hand.size().max(2.0 * PLATE) * 0.5;
        let Area { left, top, width, height } = self.area;
        Area { left: left - edge, top: top - edge, width: width + 2.0 * edge, height: height + 2.0 * edge }
    }
}

/// How far a plate goes beyond the writing on it, in chart units.
const PLATE: f64 = 4.0;

/// How much of the writing stands above its line, and below.
const ASCENT: f64 = 0.8;
const DESCENT: f64 = 0.24;

/// The name of a region, in chart units.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Region {
    text: String,
    middle: Point,
    angle: f64,
    on: Surface,
    hand: Hand,
    width: f64,
}

impl Region {
    /// Writes it.
    pub(super) fn write(&self, cr: &cairo::Context, palette: &Palette) {
        cr.aside(|| {
            cr.translate(self.middle.x, self.middle.y);
            cr.rotate(self.angle.to_radians());
            let ink = if self.on == Surface::Land { palette.region_ink } else { palette.sea_ink };
            self.hand.write_centred(cr, &self.text, 0.0, 0.0, Align::Middle, ink);
        });
    }

    /// What it covers: a row of squares, since a slanting name leaves most of the rectangle around it free.
    fn covers(&self) -> Vec<Area> {
        let high = self.hand.size();
        let count = (self.width / high).ceil().max(1.0) as u32;
        let apart = (self.width - high).max(0.0) / f64::from(count.saturating_sub(1).max(1));
        let (down, across) = self.angle.to_radians().sin_cos();
        let along = |number: u32| (f64::from(number) - f64::from(count - 1) / 2.0) * apart;
        let place = |number| (self.middle.x + along(number) * across, self.middle.y + along(number) * down);
        (0..count).map(|number| Area::around(place(number), high, high)).collect()
    }

    /// All of it within one rectangle.
    fn bounds(&self) -> Area {
        let high = self.hand.size();
        let (down, across) = self.angle.to_radians().sin_cos();
        let (down, across) = (down.abs(), across.abs());
        let size = (self.width * across + high * down, self.width * down + high * across);
        Area::around((self.middle.x, self.middle.y), size.0, size.1)
    }
}

/// Where everything goes on a chart of some scale, in the order of the towns.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Lettering {
    pub(crate) labels: Vec<Label>,
    /// The middles of the chests' tags.
    pub(crate) tags: Vec<Point>,
    /// The regions that are named.
    pub(crate) regions: Vec<Region>,
}

impl Lettering {
    /// Finds places on a chart with so many widget units for each of its own.
    pub(crate) fn of(board: &Board, scale: f64) -> Lettering {
        Lettering::of_typeface(board, scale, 1.0)
    }

    /// The same for a typeface that is so much wider than the one that is there.
    fn of_typeface(board: &Board, scale: f64, wider: f64) -> Lettering {
        let Some(art) = board.art() else { return Lettering::default() };
        let ground = Ground::of(board, art);
        let wished: Vec<Region> = regions(art, scale).map(|(writing, hand)| region(writing, hand, wider)).collect();
        let wished_places: Vec<Area> = wished.iter().flat_map(Region::covers).collect();
        let over_regions = |area: Area| if hits(&wished_places, area) > 0 { REGION_IN_THE_WAY } else { 0.0 };
        let mut taken: Vec<Area> = art.towns.iter().map(|town| house_area(town.town)).collect();
        let tags: Vec<Area> = board
            .cities()
            .iter()
            .zip(&art.towns)
            .map(|(city, town)| {
                let (width, height) = largest_tag(scale, city.value);
                let wish = Area::around((town.tag.x, town.tag.y), width * wider / scale, height / scale);
                let place = best(art, wish, |area| Cost {
                    clashes: hits(&taken, area),
                    ground: ground.cost(area, None) * 0.15 + over_regions(area),
                });
                taken.push(place.area);
                place.area
            })
            .collect();
        let hand = Hand::town(16.5_f64.max((SMALLEST_WRITING + 1.0) * enlargement() / scale));
        let labels = board.cities().iter().zip(&art.towns).map(|(city, town)| {
            let width = hand.measure(&city.name) * wider;
            let before = match town.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
            let (left, top) = (town.label.x - before, town.label.y - hand.size() * ASCENT);
            let wish = Area { left, top, width, height: hand.size() * (ASCENT + DESCENT) };
            let home = ground.land_at(town.town);
            let place = best(art, wish, |area| Cost {
                clashes: hits(&taken, area),
                ground: ground.cost(area, home) + over_regions(area),
            });
            taken.push(place.area);
            Label { text: city.name.clone(), area: place.area, hand }
        });
        let labels = labels.collect();
        // Towns have to be read to be sailed to; the names of regions make room for all the others.
        let mut regions = Vec::new();
        for region in wished {
            let bounds = region.bounds();
            let moved = |area: Area| {
                let (x, y) = area.middle();
                Region { middle: Point { x, y }, ..region.clone() }
            };
            let place = best(art, bounds, |area| {
                let covers = moved(area).covers();
                let ground = covers.iter().map(|square| ground.cost_for(*square, region.on)).sum::<f64>();
                let clashes = covers.iter().map(|square| hits(&taken, *square)).sum();
                let crowded = covers.iter().any(|square| nearer_than(BESIDE_REGIONS, &taken, *square) > 0);
                let crowd = if crowded { CROWDED } else { 0.0 };
                Cost { clashes, ground: ground / covers.len() as f64 + crowd }
            });
            if !place.clashes {
                let region = moved(place.area);
                taken.extend(region.covers());
                regions.push(region);
            }
        }
        let tags = tags.into_iter().map(|area| area.middle()).map(|(x, y)| Point { x, y }).collect();
        Lettering { labels, tags, regions }
    }
}

/// What should be left around the name of a region, so that it is not read as a part of another name, and what less costs.
const BESIDE_REGIONS: f64 = 14.0;
const CROWDED: f64 = 40.0;

/// What it costs a town to take the place that the name of a region would like to have.
const REGION_IN_THE_WAY: f64 = 70.0;

fn region(writing: &Writing, hand: Hand, wider: f64) -> Region {
    let text = place_name(&writing.text).to_owned();
    let width = hand.measure(&text) * wider;
    Region { text, middle: writing.at, angle: writing.angle, on: writing.on, hand, width }
}

/// How many of these are too near.
fn hits(taken: &[Area], area: Area) -> usize {
    nearer_than(GAP, taken, area)
}

fn nearer_than(gap: f64, taken: &[Area], area: Area) -> usize {
    taken.iter().filter(|other| other.is_near(area, gap)).count()
}

/// What a town's picture covers.
fn house_area(town: Point) -> Area {
    Area { left: town.x - 14.0, top: town.y - 22.0, width: 30.0, height: 33.0 }
}

/// What a place costs besides being away from the one that is wished for.
struct Cost {
    /// On how many others it lies.
    clashes: usize,
    /// What there is below.
    ground: f64,
}

/// A place that was found.
struct Place {
    area: Area,
    /// Whether it lies on others all the same.
    clashes: bool,
}

/// The best place near the one that is wished for; further away only if there is no room.
fn best(art: &ChartArt, wish: Area, cost: impl Fn(Area) -> Cost) -> Place {
    const NEAR: i32 = 14;
    const FAR: i32 = 26;
    let near = best_within(NEAR, art, wish, &cost);
    if near.clashes { best_within(FAR, art, wish, &cost) } else { near }
}

fn best_within(reach: i32, art: &ChartArt, wish: Area, cost: impl Fn(Area) -> Cost) -> Place {
    const STEP: f64 = 6.0;
    const CLASH: f64 = 2_000.0;
    let mut best = (f64::MAX, Place { area: wish, clashes: true });
    for column in -reach..=reach {
        for row in -reach..=reach {
            let area = within(art, wish.moved(f64::from(column) * STEP, f64::from(row) * STEP));
            let away = (area.left - wish.left).hypot(area.top - wish.top);
            if away >= best.0 {
                continue;
            }
            let Cost { clashes, ground } = cost(area);
            let total = away + clashes as f64 * CLASH + ground;
            if total < best.0 {
                best = (total, Place { area, clashes: clashes > 0 });
            }
        }
    }
    best.1
}

/// Moved so that the frame does not cut it off.
fn within(art: &ChartArt, area: Area) -> Area {
    let left = area.left.clamp(MARGIN, (art.width - MARGIN - area.width).max(MARGIN));
    let top = area.top.clamp(MARGIN, (art.height - MARGIN - area.height).max(MARGIN));
    Area { left, top, ..area }
}

/// What the chart is at each place, coarsely: a land, a space, where ships lie in it, a haven, or open sea.
struct Ground {
    cells: Vec<u8>,
    stride: usize,
    columns: i32,
    rows: i32,
}

/// How much of an area lies on what.
#[derive(Default)]
struct Shares {
    land: f64,
    /// Of the land, what is not the land that somebody is at home on.
    abroad: f64,
    space: f64,
    berth: f64,
    hull: f64,
    haven: f64,
}

impl Ground {
    /// Chart units in a cell.
    const CELL: f64 = 3.0;
    const SPACE: u8 = 1;
    const HAVEN: u8 = 2;
    const BERTH: u8 = 3;
    const HULL: u8 = 4;
    /// The first of the lands. Each has a number of its own.
    const LAND: u8 = 5;

    /// So far around the middle of a space nothing can be read below a ship, or below the number of steps to it.
    const AMIDSHIPS: f64 = 20.0;
    /// So far to each side of the middle her hull reaches, and so far below it her keel.
    const BESIDE: f64 = 26.0;
    const KEEL: f64 = 29.0;

    fn of(board: &Board, art: &ChartArt) -> Ground {
        let [columns, rows] = [art.width, art.height].map(|length| (length / Self::CELL).ceil() as i32);
        let empty = Ground { cells: Vec::new(), stride: 0, columns: 0, rows: 0 };
        let Ok(mut surface) = cairo::ImageSurface::create(cairo::Format::A8, columns, rows) else { return empty };
        if let Ok(cr) = cairo::Context::new(&surface) {
            cr.scale(1.0 / Self::CELL, 1.0 / Self::CELL);
            cr.set_antialias(cairo::Antialias::None);
            cr.set_operator(cairo::Operator::Source);
            let coasts = art.lands.iter().filter(|land| land.kind == LandKind::Coast);
            for (number, land) in (Self::LAND..=u8::MAX).zip(coasts) {
                cr.ring(&land.outline);
                cr.filled(Ink::black(f64::from(number) / 255.0));
            }
            for space in board.spaces() {
                let Some(shape) = art.space(space) else { continue };
                let kind = if board.haven(space).is_some() { Self::HAVEN } else { Self::SPACE };
                cr.ring(&shape.outline);
                cr.filled(Ink::black(f64::from(kind) / 255.0));
                if kind == Self::SPACE {
                    cr.aside(|| {
                        cr.ring(&shape.outline);
                        cr.clip();
                        let Point { x, y } = shape.berth;
                        cr.rectangle(x - Self::BESIDE, y, 2.0 * Self::BESIDE, Self::KEEL);
                        cr.filled(Ink::black(f64::from(Self::HULL) / 255.0));
                        cr.circle(x, y, Self::AMIDSHIPS);
                        cr.filled(Ink::black(f64::from(Self::BERTH) / 255.0));
                    });
                }
            }
        }
        let stride = usize::try_from(surface.stride()).unwrap_or_default();
        let cells = surface.data().map(|data| data.to_vec()).unwrap_or_default();
        Ground { cells, stride, columns, rows }
    }

    fn at(&self, x: f64, y: f64) -> u8 {
        let column = ((x / Self::CELL) as i32).clamp(0, self.columns - 1);
        let row = ((y / Self::CELL) as i32).clamp(0, self.rows - 1);
        self.cells.get(row as usize * self.stride + column as usize).copied().unwrap_or_default()
    }

    /// The land at a point, if there is one.
    fn land_at(&self, point: Point) -> Option<u8> {
        Some(self.at(point.x, point.y)).filter(|number| *number >= Self::LAND)
    }

    /// What it costs to write the name of a region there: it stays on its land, or at sea.
    fn cost_for(&self, area: Area, on: Surface) -> f64 {
        let (x, y) = area.middle();
        let at_home = match on {
            Surface::Land => self.at(x, y) >= Self::LAND,
            Surface::Sea => self.at(x, y) < Self::LAND,
        };
        self.cost(area, None) + if at_home { 0.0 } else { 320.0 }
    }

    /// What it costs to write there: spaces light up, ships hide what is below them, a coast through writing makes it hard
    /// to read, havens are what players look for first, and on another island than its own a town is sought in vain.
    fn cost(&self, area: Area, home: Option<u8>) -> f64 {
        let Shares { land, abroad, space, berth, hull, haven } = self.shares(area, home);
        space * 320.0 + berth * 1000.0 + hull * 500.0 + haven * 1400.0 + abroad * 240.0 + land.min(1.0 - land) * 120.0
    }

    fn shares(&self, area: Area, home: Option<u8>) -> Shares {
        const ACROSS: i32 = 12;
        const DOWN: i32 = 4;
        let part = 1.0 / f64::from((ACROSS + 1) * (DOWN + 1));
        let mut shares = Shares::default();
        for column in 0..=ACROSS {
            for row in 0..=DOWN {
                let x = area.left + area.width * f64::from(column) / f64::from(ACROSS);
                let y = area.top + area.height * f64::from(row) / f64::from(DOWN);
                match self.at(x, y) {
                    Self::SPACE => shares.space += part,
                    Self::HAVEN => shares.haven += part,
                    Self::BERTH => shares.berth += part,
                    Self::HULL => shares.hull += part,
                    number if number >= Self::LAND => {
                        shares.land += part;
                        if home.is_some_and(|home| home != number) {
                            shares.abroad += part;
                        }
                    }
                    _ => {}
                }
            }
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Geometry;
    use super::*;

    /// Chart units to widget units in the smallest window, in those between, and on a large screen.
    const SCALES: [f64; 5] = [0.4, 0.52, 0.62, 0.72, 1.1];

    /// The room that the chart has in windows of 1024×640, 1280×800 and 1920×1080.
    const ROOMS: [(f64, f64); 3] = [(794.0, 457.0), (992.0, 575.0), (1520.0, 855.0)];

    /// As wide as the typeface that comes along, and as a substitute for it.
    const TYPEFACES: [f64; 2] = [1.0, 1.15];

    fn scales() -> impl Iterator<Item = f64> {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture").clone();
        let rooms = ROOMS.into_iter().map(move |(width, height)| Geometry::fit(&art, width, height).scale);
        rooms.chain(SCALES)
    }

    fn everything(scale: f64, wider: f64) -> Vec<(String, Area)> {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let lettering = Lettering::of_typeface(&board, scale, wider);
        let mut all = Vec::new();
        for (index, city) in board.cities().iter().enumerate() {
            let (width, height) = largest_tag(scale, city.value);
            let tag = lettering.tags[index];
            all.push((
                format!("the tag of {}", city.name),
                Area::around((tag.x, tag.y), width * wider / scale, height / scale),
            ));
            all.push((city.name.clone(), lettering.labels[index].area));
            all.push((format!("the houses of {}", city.name), house_area(art.towns[index].town)));
        }
        for region in &lettering.regions {
            all.extend(region.covers().into_iter().map(|area| (region.text.clone(), area)));
        }
        all
    }

    #[test]
    fn nothing_lies_on_anything_else() {
        for (scale, wider) in scales().flat_map(|scale| TYPEFACES.map(|wider| (scale, wider))) {
            let all = everything(scale, wider);
            for (index, (name, area)) in all.iter().enumerate() {
                for (other_name, other) in all[index + 1..].iter().filter(|(other, _)| other != name) {
                    assert!(
                        !area.is_near(*other, 0.0),
                        "{name} lies on {other_name} at {scale}, {wider} times as wide"
                    );
                }
            }
        }
    }

    #[test]
    fn in_a_window_of_the_usual_size_every_region_has_its_name() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        for (width, height) in &ROOMS[1..] {
            let lettering = Lettering::of(&board, Geometry::fit(art, *width, *height).scale);
            assert_eq!(lettering.regions.len(), art.letterings.len(), "{width}×{height}");
        }
    }

    #[test]
    fn a_slanting_name_covers_less_than_the_rectangle_around_it() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let slanting = regions(art, 1.0).find(|(writing, _)| writing.angle.abs() > 10.0);
        let region = slanting.map(|(writing, hand)| region(writing, hand, 1.0)).expect("a slanting name");
        let bounds = region.bounds();
        let covered: f64 = region.covers().iter().map(|area| area.width * area.height).sum();
        assert!(covered < bounds.width * bounds.height);
        let ends = region.covers();
        for end in [ends.first(), ends.last()].into_iter().flatten() {
            assert!(end.is_near(bounds, 0.0) && bounds.contains(end.middle().0, end.middle().1), "{end:?} {bounds:?}");
        }
    }

    #[test]
    fn nothing_is_cut_off_by_the_frame() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        for scale in scales() {
            for (name, Area { left, top, width, height }) in everything(scale, 1.0) {
                let inside = left >= FRAME && top >= FRAME;
                let inside = inside && left + width <= art.width - FRAME && top + height <= art.height - FRAME;
                assert!(inside || name.starts_with("the houses"), "{name} at {scale}");
            }
        }
    }

    #[test]
    fn no_name_hides_a_haven() {
        let board = Board::standard();
        let ground = Ground::of(&board, board.art().expect("the standard board has a picture"));
        for (scale, wider) in scales().flat_map(|scale| TYPEFACES.map(|wider| (scale, wider))) {
            for (name, area) in everything(scale, wider).into_iter().filter(|(name, _)| !name.starts_with("the houses"))
            {
                let hidden = ground.shares(area, None).haven;
                assert!(hidden < 0.2, "{name} hides {hidden} of a haven at {scale}, {wider} times as wide");
            }
        }
    }

    #[test]
    fn no_ship_lies_on_the_name_of_a_town() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let ground = Ground::of(&board, art);
        let mut hidden = Vec::new();
        // In the smallest window there is not enough room for everything.
        for ((width, height), limit) in ROOMS.into_iter().zip([0.36, 0.08, 0.08]) {
            let scale = Geometry::fit(art, width, height).scale;
            for wider in TYPEFACES {
                for label in Lettering::of_typeface(&board, scale, wider).labels {
                    let Shares { berth, hull, .. } = ground.shares(label.area, None);
                    let share = berth + hull;
                    if share >= limit {
                        hidden.push(format!("{share} of {} at {scale}, {wider} times as wide", label.text));
                    }
                }
            }
        }
        assert!(hidden.is_empty(), "{hidden:#?}");
    }

    #[test]
    fn no_town_is_named_on_another_island_than_its_own() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let ground = Ground::of(&board, art);
        for (scale, wider) in scales().flat_map(|scale| TYPEFACES.map(|wider| (scale, wider))) {
            for (label, town) in Lettering::of_typeface(&board, scale, wider).labels.iter().zip(&art.towns) {
                let home = ground.land_at(town.town);
                let abroad = ground.shares(label.area, home).abroad;
                assert!(abroad < 0.5, "{} is {abroad} abroad at {scale}, {wider} times as wide", label.text);
            }
        }
    }

    #[test]
    fn on_a_large_chart_fewer_names_run_into_spaces_than_the_board_asks_for() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let ground = Ground::of(&board, art);
        let wet = |area: Area| ground.cost(area, None) > 80.0;
        let labels = Lettering::of(&board, 1.0).labels;
        let asked_for = art.towns.iter().zip(&labels).filter(|(town, Label { area, hand, .. })| {
            let before = match town.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => area.width / 2.0,
                Anchor::End => area.width,
            };
            wet(Area { left: town.label.x - before, top: town.label.y - hand.size() * ASCENT, ..*area })
        });
        let (found, asked_for) = (labels.iter().filter(|label| wet(label.area)).count(), asked_for.count());
        assert!(found < asked_for, "{found} names, {asked_for} as the board asks for");
    }
}
