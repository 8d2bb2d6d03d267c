//! The sea chart itself: everything that does not change in the course of a game.

use doubloons_engine::caribbean::board::{ChartArt, LandKind, Lettering as Writing, OrnamentKind, Point, SpaceArt};
use doubloons_engine::caribbean::{Board, Colour};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::emblem::{emblem, pattern_fill};
use super::geometry::Geometry;
use super::labels::Lettering;
use super::noise::{Noise, patches, specks};
use super::ornament::{Title, ornament};
use super::palette::{Palette, strong, tint};
use super::pieces::{HAVEN_EMBLEM, unit_of_values};
use super::text::Hand;
use super::wood::wood;
use crate::game::place_name;

/// Writing never gets smaller than this, in widget units.
pub(super) const SMALLEST_WRITING: f64 = 11.0;
/// The width of the frame in chart units.
pub(super) const FRAME: f64 = 11.0;

/// Paints the chart on its table, with the names of regions, but not of towns, which lie above all lights. `live` are the
/// colours whose havens belong to players.
pub(crate) fn paint_chart(
    cr: &cairo::Context,
    palette: &Palette,
    board: &Board,
    lettering: &Lettering,
    live: &[Colour],
    width: f64,
    height: f64,
) {
    wood(cr, palette, width, height);
    let Some(art) = board.art() else {
        return;
    };
    let geometry = Geometry::fit(art, width, height);
    cr.aside(|| {
        cr.translate(geometry.left, geometry.top);
        cr.scale(geometry.scale, geometry.scale);
        for spread in 1..=5 {
            let spread = f64::from(spread) * 1.6;
            cr.rounded(-spread + 2.0, -spread + 4.0, art.width + spread * 2.0, art.height + spread * 2.0, 8.0);
            cr.filled(Ink::black(0.09));
        }
        cr.aside(|| {
            cr.rounded(0.0, 0.0, art.width, art.height, 3.0);
            cr.clip();
            sea(cr, palette, art);
            cells(cr, palette, board, art, live);
            lands(cr, palette, art);
            decorate(cr, palette, board, art, geometry.scale);
            lettering.regions.iter().for_each(|region| region.write(cr, palette));
            art.towns.iter().for_each(|town| house(cr, palette, town.town));
            frame(cr, palette, art);
        });
    });
}

fn sea(cr: &cairo::Context, palette: &Palette, art: &ChartArt) {
    let (x, y) = (art.width * 0.55, art.height * 0.45);
    let gradient = cairo::RadialGradient::new(x, y, 60.0, x, y, art.width * 0.62);
    palette.sea_centre.stop(&gradient, 0.0);
    palette.sea_edge.stop(&gradient, 1.0);
    cr.rectangle(0.0, 0.0, art.width, art.height);
    cr.shaded_keep(&gradient);
    cr.new_path();
    if palette.stark {
        return;
    }
    // Rhumb lines from the compass.
    if let Some(compass) = art.ornaments.iter().find(|ornament| ornament.kind == OrnamentKind::Compass) {
        for line in 0..32 {
            let angle = std::f64::consts::TAU * f64::from(line) / 32.0;
            cr.move_to(
                compass.at.x + angle.cos() * compass.size * 0.42,
                compass.at.y + angle.sin() * compass.size * 0.42,
            );
            cr.line_to(compass.at.x + angle.cos() * 1600.0, compass.at.y + angle.sin() * 1600.0);
        }
        cr.lined(Ink::white(0.05), 1.0);
    }
    // Deeps and shoals.
    for (seed, ink, across) in [(3, Ink::hex(0x04222a).alpha(0.34), 4.0), (17, palette.shallows.alpha(0.17), 5.0)] {
        patch(cr, art, seed, across, ink);
    }
    // A faint swell.
    let mut noise = Noise(11);
    for _ in 0..190 {
        let (x, y) = (noise.unit() * art.width, noise.unit() * art.height);
        let length = 18.0 + noise.unit() * 46.0;
        cr.move_to(x, y);
        cr.curve_to(x + length * 0.3, y - 4.0, x + length * 0.6, y + 4.0, x + length, y - 1.0);
        cr.lined(if noise.unit() < 0.5 { Ink::white(0.045) } else { Ink::black(0.06) }, 1.0 + noise.unit() * 2.2);
    }
}

/// Paints soft patches over all of the chart, within the clip.
fn patch(cr: &cairo::Context, art: &ChartArt, seed: u32, across: f64, ink: Ink) {
    const COLUMNS: i32 = 160;
    let rows = (f64::from(COLUMNS) * art.height / art.width).ceil() as i32;
    let Some(mask) = patches(seed, COLUMNS, rows, across) else { return };
    cr.aside(|| {
        let unit = art.width / f64::from(COLUMNS);
        cr.scale(unit, unit);
        cr.ink(ink);
        // Painting goes on without what can't be painted.
        let _ = cr.mask_surface(&mask, 0.0, 0.0);
    });
}

/// Lines in the water along all coasts, as engravers draw them.
fn contours(cr: &cairo::Context, palette: &Palette, art: &ChartArt) {
    let coasts = || {
        art.lands.iter().filter(|land| land.kind == LandKind::Coast).for_each(|land| cr.ring(&land.outline));
        cr.set_line_join(cairo::LineJoin::Round);
    };
    for (distance, alpha) in [(8.0, 0.55), (15.0, 0.3)] {
        const FINE: f64 = 1.3;
        // What lies nearer to the coast than the line is taken away again.
        cr.push_group();
        coasts();
        cr.lined(palette.cell_line.alpha(alpha), distance * 2.0);
        cr.set_operator(cairo::Operator::Clear);
        coasts();
        cr.lined(Ink::black(1.0), (distance - FINE) * 2.0);
        cr.set_operator(cairo::Operator::Over);
        if cr.pop_group_to_source().is_ok() {
            let _ = cr.paint();
        }
    }
}

fn cells(cr: &cairo::Context, palette: &Palette, board: &Board, art: &ChartArt, live: &[Colour]) {
    // Shallow water along the coasts, under the cells.
    for land in art.lands.iter().filter(|_| !palette.stark) {
        for (width, alpha) in [(44.0, 0.05), (30.0, 0.07), (18.0, 0.10), (9.0, 0.14)] {
            cr.ring(&land.outline);
            cr.set_line_join(cairo::LineJoin::Round);
            cr.lined(palette.shallows.alpha(alpha), width);
        }
    }
    if !palette.stark {
        contours(cr, palette, art);
    }
    for space in board.spaces() {
        let Some(shape) = art.space(space) else { continue };
        cr.ring(&shape.outline);
        cr.filled_keep(palette.cell);
        cr.lined(palette.cell_line, if palette.stark { 3.0 } else { 1.5 });
    }
    for space in board.spaces() {
        let Some(shape) = art.space(space) else { continue };
        match board.haven(space) {
            Some(colour) if live.contains(&colour) => haven(cr, shape, colour),
            _ => {}
        }
        if board.city_at(space).is_some() {
            cr.ring(&shrunk(shape, 0.84));
            cr.set_dash(&[2.0, 5.0], 0.0);
            cr.set_line_cap(cairo::LineCap::Round);
            cr.lined(palette.land.alpha(0.8), 2.2);
            cr.set_dash(&[], 0.0);
            cr.set_line_cap(cairo::LineCap::Butt);
        }
    }
}

fn haven(cr: &cairo::Context, shape: &SpaceArt, colour: Colour) {
    let outer = shrunk(shape, 0.95);
    let inner = shrunk(shape, 0.76);
    let (left, top, width, height) = Geometry { scale: 1.0, left: 0.0, top: 0.0 }.bounds(shape);
    cr.ring(&outer);
    cr.filled(strong(colour));
    cr.ring(&outer);
    pattern_fill(cr, colour, (left, top, width, height), 11.0, Ink::white(0.42));
    cr.ring(&outer);
    cr.lined(Ink::hex(0xfff6e0).alpha(0.9), 1.6);
    cr.ring(&inner);
    cr.filled_keep(tint(colour));
    cr.lined(strong(colour), 1.4);
    emblem(cr, colour, shape.berth.x, shape.berth.y, HAVEN_EMBLEM, strong(colour));
}

/// The outline drawn in towards the berth.
fn shrunk(shape: &SpaceArt, factor: f64) -> Vec<Point> {
    let centre = shape.berth;
    let towards = |point: &Point| Point {
        x: centre.x + (point.x - centre.x) * factor,
        y: centre.y + (point.y - centre.y) * factor,
    };
    shape.outline.iter().map(towards).collect()
}

fn lands(cr: &cairo::Context, palette: &Palette, art: &ChartArt) {
    let mut noise = Noise(23);
    let coasts = || art.lands.iter().filter(|land| land.kind == LandKind::Coast);
    cr.set_line_join(cairo::LineJoin::Round);
    cr.aside(|| {
        coasts().for_each(|land| cr.ring(&land.outline));
        cr.filled_keep(palette.land);
        cr.clip_preserve();
        for (width, alpha) in [(46.0, 0.16), (28.0, 0.22), (14.0, 0.30)] {
            cr.lined_keep(palette.land_shade.alpha(alpha), width);
        }
        cr.new_path();
        if !palette.stark {
            paper(cr, palette, art);
        }
    });
    coasts().for_each(|land| cr.ring(&land.outline));
    cr.lined(palette.coast, if palette.stark { 4.5 } else { 2.6 });
    for land in art.lands.iter().filter(|land| land.kind == LandKind::Reef) {
        reef(cr, palette, &land.outline, &mut noise);
    }
}

/// Old paper, within the clip: stains, folds and fibres.
fn paper(cr: &cairo::Context, palette: &Palette, art: &ChartArt) {
    patch(cr, art, 5, 6.0, palette.land_shade.alpha(0.62));
    patch(cr, art, 29, 11.0, palette.coast.alpha(0.10));
    patch(cr, art, 41, 9.0, palette.card_top.alpha(0.42));
    if let Some(mask) = specks(23, 192) {
        let grain = cairo::SurfacePattern::create(mask);
        grain.set_extend(cairo::Extend::Repeat);
        cr.ink(palette.coast.alpha(0.16));
        let _ = cr.mask(&grain);
    }
}

fn reef(cr: &cairo::Context, palette: &Palette, outline: &[Point], noise: &mut Noise) {
    let shape = SpaceArt { outline: outline.to_vec(), berth: Point { x: 0.0, y: 0.0 } };
    let (left, top, width, height) = Geometry { scale: 1.0, left: 0.0, top: 0.0 }.bounds(&shape);
    cr.aside(|| {
        cr.ring(outline);
        cr.clip();
        cr.rectangle(left, top, width, height);
        cr.filled(palette.shallows.alpha(0.35));
        for _ in 0..(width * height / 60.0) as u32 {
            let (x, y) = (left + noise.unit() * width, top + noise.unit() * height);
            cr.circle(x, y, 0.8 + noise.unit() * 1.6);
            cr.filled(palette.land.alpha(0.55));
        }
    });
    cr.ring(outline);
    cr.set_dash(&[3.0, 3.5], 0.0);
    cr.lined(palette.land.alpha(0.7), 1.4);
    cr.set_dash(&[], 0.0);
}

fn decorate(cr: &cairo::Context, palette: &Palette, board: &Board, art: &ChartArt, scale: f64) {
    let title = Title { name: place_name(board.name()), unit: unit_of_values(scale), scale };
    for decoration in &art.ornaments {
        ornament(cr, palette, decoration, &title);
    }
}

/// The names of regions that are written on a chart of this scale, with their hands: on a small one only the large.
pub(super) fn regions(art: &ChartArt, scale: f64) -> impl Iterator<Item = (&Writing, Hand)> {
    let smallest = if scale < 0.65 { 18.0 } else { 0.0 };
    let hand = move |writing: &Writing| Hand::region(writing.size.max(SMALLEST_WRITING / scale));
    art.letterings.iter().filter(move |writing| writing.size >= smallest).map(move |writing| (writing, hand(writing)))
}

fn house(cr: &cairo::Context, palette: &Palette, at: Point) {
    cr.aside(|| {
        cr.translate(at.x, at.y);
        let roof = Ink::hex(0xa8322d);
        let wall = Ink::hex(0xfffaf0);
        for (x, y, width, height) in [(-12.0, -1.0, 11.0, 11.0), (2.0, -1.0, 11.0, 11.0), (-4.0, -8.0, 9.0, 18.0)] {
            cr.rectangle(x, y, width, height);
            cr.filled_keep(wall);
            cr.lined(palette.coast, 1.2);
            cr.polygon(&[(x - 1.5, y), (x + width / 2.0, y - 7.5), (x + width + 1.5, y)]);
            cr.filled_keep(roof);
            cr.lined(palette.coast, 1.2);
        }
        cr.rectangle(-1.4, 3.0, 3.6, 7.0);
        cr.filled(palette.window);
        cr.move_to(0.5, -15.0);
        cr.line_to(0.5, -22.0);
        cr.lined(palette.coast, 1.2);
        cr.polygon(&[(0.5, -22.0), (7.0, -20.0), (0.5, -17.5)]);
        cr.filled(roof);
    });
    cr.new_path();
}

fn frame(cr: &cairo::Context, palette: &Palette, art: &ChartArt) {
    let (width, height) = (art.width, art.height);
    cr.set_fill_rule(cairo::FillRule::EvenOdd);
    cr.rectangle(0.0, 0.0, width, height);
    cr.rectangle(FRAME, FRAME, width - 2.0 * FRAME, height - 2.0 * FRAME);
    cr.filled(palette.land);
    cr.set_fill_rule(cairo::FillRule::Winding);
    let ink = Ink::hex(0x2a1d10);
    let bar = (FRAME - 5.0) / 1.0;
    let middle = FRAME / 2.0;
    cr.set_dash(&[26.0, 26.0], 0.0);
    for (from, to) in [
        ((0.0, middle), (width, middle)),
        ((0.0, height - middle), (width, height - middle)),
        ((middle, 0.0), (middle, height)),
        ((width - middle, 0.0), (width - middle, height)),
    ] {
        cr.move_to(from.0, from.1);
        cr.line_to(to.0, to.1);
    }
    cr.lined(ink, bar);
    cr.set_dash(&[], 0.0);
    for inset in [1.2, FRAME] {
        cr.rectangle(inset, inset, width - 2.0 * inset, height - 2.0 * inset);
    }
    cr.lined(ink, 1.5);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Palette, Theme};

    const WIDTH: i32 = 650;
    const HEIGHT: i32 = 390;

    /// The chart's pixels, as cairo keeps them: blue, green, red, alpha.
    fn painted(theme: Theme, live: &[Colour]) -> (Vec<u8>, usize) {
        let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, WIDTH, HEIGHT).expect("memory");
        let cr = cairo::Context::new(&surface).expect("a context");
        let board = Board::standard();
        let lettering = Lettering::default();
        paint_chart(&cr, Palette::of(theme), &board, &lettering, live, WIDTH.into(), HEIGHT.into());
        assert_eq!(cr.status(), Ok(()));
        drop(cr);
        let stride = usize::try_from(surface.stride()).expect("positive");
        (surface.data().expect("finished").to_vec(), stride)
    }

    fn at((pixels, stride): &(Vec<u8>, usize), (x, y): (f64, f64)) -> [u8; 4] {
        let start = y as usize * stride + x as usize * 4;
        pixels[start..start + 4].try_into().expect("inside the picture")
    }

    #[test]
    fn nothing_is_left_unpainted_in_either_theme() {
        for theme in [Theme::Light, Theme::Dark] {
            let (pixels, _) = painted(theme, &Colour::ALL);
            assert!(pixels.chunks_exact(4).all(|pixel| pixel[3] == 255), "{theme:?}");
        }
    }

    #[test]
    fn a_haven_shows_only_if_its_colour_plays() {
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        let geometry = Geometry::fit(art, WIDTH.into(), HEIGHT.into());
        let (with, without) = (painted(Theme::Light, &[Colour::Red]), painted(Theme::Light, &[]));
        for colour in [Colour::Red, Colour::Blue] {
            for space in board.havens_of(colour) {
                let berth = geometry.place(art.space(space).expect("drawn").berth);
                let differs = at(&with, berth) != at(&without, berth);
                assert_eq!(differs, colour == Colour::Red, "space {space}");
            }
        }
    }
}
