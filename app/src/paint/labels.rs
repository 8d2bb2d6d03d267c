//! Where the names of towns and the tags of their chests go. The board says where they would like to be; writing has a
//! smallest size, so on a small chart they need more of it, and then they make room for each other, for the frame, for
//! houses and for the spaces that light up.

use doubloons_engine::caribbean::Board;
use doubloons_engine::caribbean::board::{Anchor, ChartArt, LandKind, Lettering as Writing, Point};
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
    /// Writes it with a soft edge around.
    pub(crate) fn write(&self, cr: &cairo::Context, palette: &Palette) {
        let Area { left, top, .. } = self.area;
        let halo = palette.land.alpha(0.85);
        let baseline = top + self.hand.size() * ASCENT;
        self.hand.write_haloed(cr, &self.text, (left, baseline), Align::Start, palette.town_ink, halo);
    }
}

/// How much of the writing stands above its line, and below.
const ASCENT: f64 = 0.8;
const DESCENT: f64 = 0.24;

/// Where everything goes on a chart of some scale, in the order of the towns.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Lettering {
    pub(crate) labels: Vec<Label>,
    /// The middles of the chests' tags.
    pub(crate) tags: Vec<Point>,
}

impl Lettering {
    /// Finds places on a chart with so many widget units for each of its own.
    pub(crate) fn of(board: &Board, scale: f64) -> Lettering {
        let Some(art) = board.art() else { return Lettering::default() };
        let ground = Ground::of(board, art);
        let regions: Vec<Area> = regions(art, scale).map(|(writing, hand)| region_area(writing, hand)).collect();
        let over_regions = |area: Area| 70.0 * regions.iter().filter(|region| region.is_near(area, 1.0)).count() as f64;
        let mut taken: Vec<Area> = art.towns.iter().map(|town| house_area(town.town)).collect();
        let tags: Vec<Area> = board
            .cities()
            .iter()
            .zip(&art.towns)
            .map(|(city, town)| {
                let (width, height) = largest_tag(scale, city.value);
                let wish = Area::around((town.tag.x, town.tag.y), width / scale, height / scale);
                let place = best(art, wish, &taken, |area| ground.cost(area) * 0.15 + over_regions(area));
                taken.push(place);
                place
            })
            .collect();
        let hand = Hand::town(16.5_f64.max((SMALLEST_WRITING + 1.0) * enlargement() / scale));
        let labels = board.cities().iter().zip(&art.towns).map(|(city, town)| {
            let width = hand.measure(&city.name);
            let before = match town.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
            let (left, top) = (town.label.x - before, town.label.y - hand.size() * ASCENT);
            let wish = Area { left, top, width, height: hand.size() * (ASCENT + DESCENT) };
            let place = best(art, wish, &taken, |area| ground.cost(area) + over_regions(area));
            taken.push(place);
            Label { text: city.name.clone(), area: place, hand }
        });
        let labels = labels.collect();
        let tags = tags.into_iter().map(|area| area.middle()).map(|(x, y)| Point { x, y }).collect();
        Lettering { labels, tags }
    }
}

/// What a town's picture covers.
fn house_area(town: Point) -> Area {
    Area { left: town.x - 14.0, top: town.y - 22.0, width: 30.0, height: 33.0 }
}

/// What the name of a region covers.
fn region_area(writing: &Writing, hand: Hand) -> Area {
    let (long, high) = (hand.measure(place_name(&writing.text)), hand.size());
    let (across, down) = (writing.angle.to_radians().cos().abs(), writing.angle.to_radians().sin().abs());
    Area::around((writing.at.x, writing.at.y), long * across + high * down, long * down + high * across)
}

/// The best place near the one that is wished for.
fn best(art: &ChartArt, wish: Area, taken: &[Area], ground: impl Fn(Area) -> f64) -> Area {
    const REACH: i32 = 14;
    const STEP: f64 = 6.0;
    let mut best = (f64::MAX, wish);
    for column in -REACH..=REACH {
        for row in -REACH..=REACH {
            let (x, y) = (f64::from(column) * STEP, f64::from(row) * STEP);
            let area = within(art, wish.moved(x, y));
            let away = (area.left - wish.left).hypot(area.top - wish.top);
            let hits = taken.iter().filter(|other| other.is_near(area, GAP)).count();
            let cost = away + hits as f64 * 400.0;
            if cost < best.0 {
                let cost = cost + ground(area);
                if cost < best.0 {
                    best = (cost, area);
                }
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

/// What the chart is at each place, coarsely: land, a space, or open sea.
struct Ground {
    cells: Vec<u8>,
    stride: usize,
    columns: i32,
    rows: i32,
}

impl Ground {
    /// Chart units in a cell.
    const CELL: f64 = 3.0;
    const LAND: u8 = 2;
    const SPACE: u8 = 1;

    fn of(board: &Board, art: &ChartArt) -> Ground {
        let [columns, rows] = [art.width, art.height].map(|length| (length / Self::CELL).ceil() as i32);
        let empty = Ground { cells: Vec::new(), stride: 0, columns: 0, rows: 0 };
        let Ok(mut surface) = cairo::ImageSurface::create(cairo::Format::A8, columns, rows) else { return empty };
        if let Ok(cr) = cairo::Context::new(&surface) {
            cr.scale(1.0 / Self::CELL, 1.0 / Self::CELL);
            cr.set_antialias(cairo::Antialias::None);
            cr.set_operator(cairo::Operator::Source);
            for land in art.lands.iter().filter(|land| land.kind == LandKind::Coast) {
                cr.ring(&land.outline);
                cr.filled(Ink::black(f64::from(Self::LAND) / 255.0));
            }
            for shape in board.spaces().filter_map(|space| art.space(space)) {
                cr.ring(&shape.outline);
                cr.filled(Ink::black(f64::from(Self::SPACE) / 255.0));
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

    /// What it costs to write there: spaces light up, and a coast through writing makes it hard to read.
    fn cost(&self, area: Area) -> f64 {
        const ACROSS: i32 = 12;
        const DOWN: i32 = 4;
        let (mut land, mut space) = (0, 0);
        for column in 0..=ACROSS {
            for row in 0..=DOWN {
                let x = area.left + area.width * f64::from(column) / f64::from(ACROSS);
                let y = area.top + area.height * f64::from(row) / f64::from(DOWN);
                match self.at(x, y) {
                    Self::LAND => land += 1,
                    Self::SPACE => space += 1,
                    _ => {}
                }
            }
        }
        let all = f64::from((ACROSS + 1) * (DOWN + 1));
        let (land, space) = (f64::from(land) / all, f64::from(space) / all);
        space * 320.0 + land.min(1.0 - land) * 120.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chart units to widget units in the smallest window, in those between, and on a large screen.
    const SCALES: [f64; 5] = [0.4, 0.52, 0.62, 0.72, 1.1];

    fn everything(scale: f64) -> Vec<(String, Area)> {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let lettering = Lettering::of(&board, scale);
        let mut all = Vec::new();
        for (index, city) in board.cities().iter().enumerate() {
            let (width, height) = largest_tag(scale, city.value);
            let tag = lettering.tags[index];
            all.push((
                format!("the tag of {}", city.name),
                Area::around((tag.x, tag.y), width / scale, height / scale),
            ));
            all.push((city.name.clone(), lettering.labels[index].area));
            all.push((format!("the houses of {}", city.name), house_area(art.towns[index].town)));
        }
        all
    }

    #[test]
    fn nothing_lies_on_anything_else() {
        for scale in SCALES {
            let all = everything(scale);
            for (index, (name, area)) in all.iter().enumerate() {
                for (other_name, other) in &all[index + 1..] {
                    assert!(!area.is_near(*other, 0.0), "{name} lies on {other_name} at {scale}");
                }
            }
        }
    }

    #[test]
    fn nothing_is_cut_off_by_the_frame() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        for scale in SCALES {
            for (name, Area { left, top, width, height }) in everything(scale) {
                let inside = left >= FRAME && top >= FRAME;
                let inside = inside && left + width <= art.width - FRAME && top + height <= art.height - FRAME;
                assert!(inside || name.starts_with("the houses"), "{name} at {scale}");
            }
        }
    }

    #[test]
    fn on_a_large_chart_fewer_names_run_into_spaces_than_the_board_asks_for() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let ground = Ground::of(&board, art);
        let wet = |area: Area| ground.cost(area) > 80.0;
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
        assert!(found < asked_for && found <= 3, "{found} names, {asked_for} as the board asks for");
    }
}
