//! The sea chart itself: everything that does not change in the course of a game.

use doubloons_engine::caribbean::board::{
    Anchor, ChartArt, Ground, LandKind, Lettering, OrnamentKind, Point, SpaceArt, TownArt,
};
use doubloons_engine::caribbean::{Board, Colour};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::emblem::{emblem, pattern_fill};
use super::geometry::Geometry;
use super::ornament::ornament;
use super::palette::{Palette, strong, tint};
use super::text::{Align, Hand, enlargement};
use super::wood::{Noise, wood};
use crate::game::place_name;

/// Writing never gets smaller than this, in widget units.
const SMALLEST_WRITING: f64 = 11.0;
/// The width of the frame in chart units.
const FRAME: f64 = 11.0;

/// Paints the chart on its table. `live` are the colours whose havens belong to players.
pub(crate) fn paint_chart(
    cr: &cairo::Context,
    palette: &Palette,
    board: &Board,
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
            decorate(cr, palette, board, art);
            letter(cr, palette, art, geometry.scale);
            towns(cr, palette, board, art, geometry.scale);
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

fn cells(cr: &cairo::Context, palette: &Palette, board: &Board, art: &ChartArt, live: &[Colour]) {
    // Shallow water along the coasts, under the cells.
    for land in art.lands.iter().filter(|_| !palette.stark) {
        for (width, alpha) in [(44.0, 0.05), (30.0, 0.07), (18.0, 0.10), (9.0, 0.14)] {
            cr.ring(&land.outline);
            cr.set_line_join(cairo::LineJoin::Round);
            cr.lined(palette.shallows.alpha(alpha), width);
        }
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
    emblem(cr, colour, shape.berth.x, shape.berth.y, 19.0, strong(colour));
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
    for land in &art.lands {
        match land.kind {
            LandKind::Coast => {
                cr.ring(&land.outline);
                cr.filled_keep(palette.land);
                cr.aside(|| {
                    cr.clip_preserve();
                    cr.set_line_join(cairo::LineJoin::Round);
                    for (width, alpha) in [(46.0, 0.16), (28.0, 0.22), (14.0, 0.30)] {
                        cr.lined_keep(palette.land_shade.alpha(alpha), width);
                    }
                    cr.new_path();
                    if palette.stark {
                        return;
                    }
                    grain(cr, palette, &land.outline, &mut noise);
                });
                cr.new_path();
                cr.ring(&land.outline);
                cr.set_line_join(cairo::LineJoin::Round);
                cr.lined(palette.coast, if palette.stark { 4.5 } else { 2.6 });
            }
            LandKind::Reef => reef(cr, palette, &land.outline, &mut noise),
        }
    }
}

/// Spots and fibres of old paper, within the clip.
fn grain(cr: &cairo::Context, palette: &Palette, outline: &[Point], noise: &mut Noise) {
    let shape = SpaceArt { outline: outline.to_vec(), berth: Point { x: 0.0, y: 0.0 } };
    let (left, top, width, height) = Geometry { scale: 1.0, left: 0.0, top: 0.0 }.bounds(&shape);
    let spots = (width * height / 420.0) as u32;
    for _ in 0..spots {
        let (x, y) = (left + noise.unit() * width, top + noise.unit() * height);
        cr.circle(x, y, 0.5 + noise.unit() * 1.1);
        cr.filled(palette.coast.alpha(0.04 + noise.unit() * 0.08));
    }
    for _ in 0..spots / 30 {
        let (x, y) = (left + noise.unit() * width, top + noise.unit() * height);
        let radius = 14.0 + noise.unit() * 36.0;
        let stain = cairo::RadialGradient::new(x, y, 0.0, x, y, radius);
        palette.land_shade.alpha(0.35).stop(&stain, 0.0);
        palette.land_shade.alpha(0.0).stop(&stain, 1.0);
        cr.circle(x, y, radius);
        cr.shaded_keep(&stain);
        cr.new_path();
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

fn decorate(cr: &cairo::Context, palette: &Palette, board: &Board, art: &ChartArt) {
    for decoration in &art.ornaments {
        ornament(cr, palette, decoration, place_name(board.name()));
    }
}

fn letter(cr: &cairo::Context, palette: &Palette, art: &ChartArt, scale: f64) {
    // On a small chart only the large names stay.
    let shown = if scale < 0.65 { 18.0 } else { 0.0 };
    for Lettering { text, at, size, angle, on } in art.letterings.iter().filter(|lettering| lettering.size >= shown) {
        cr.aside(|| {
            cr.translate(at.x, at.y);
            cr.rotate(angle.to_radians());
            let ink = if *on == Ground::Land { palette.region_ink } else { palette.sea_ink };
            let hand = Hand::region(size.max(SMALLEST_WRITING / scale));
            hand.write_centred(cr, place_name(text), 0.0, 0.0, Align::Middle, ink);
        });
    }
}

fn towns(cr: &cairo::Context, palette: &Palette, board: &Board, art: &ChartArt, scale: f64) {
    art.towns.iter().for_each(|town| house(cr, palette, town.town));
    let hand = town_hand(scale, enlargement());
    let halo = palette.land.alpha(0.8);
    for (name, label) in names(cr, board, art, &hand) {
        hand.write_haloed(cr, name, (label.left, label.y), Align::Start, palette.town_ink, halo);
    }
}

/// The names of the towns and where they are written, from east to west: a name that lies in another's way goes west.
fn names<'a>(cr: &cairo::Context, board: &'a Board, art: &ChartArt, hand: &Hand) -> Vec<(&'a str, Label)> {
    let mut towns: Vec<_> = board.cities().iter().zip(&art.towns).collect();
    towns.sort_by(|(_, one), (_, other)| other.label.x.total_cmp(&one.label.x));
    let mut placed: Vec<Label> = Vec::new();
    let mut place = |name: &str, town: &TownArt| {
        let align = match town.anchor {
            Anchor::Start => Align::Start,
            Anchor::Middle => Align::Middle,
            Anchor::End => Align::End,
        };
        let label = Label::within(art, town.label, hand.width(cr, name), align).beside(&placed, hand.size());
        placed.push(label);
        label
    };
    towns.into_iter().map(|(city, town)| (city.name.as_str(), place(&city.name, town))).collect()
}

/// How towns are written on a chart of this scale, where writing is so much larger than usual.
fn town_hand(scale: f64, enlargement: f64) -> Hand {
    Hand::town(16.5_f64.max((SMALLEST_WRITING + 1.0) * enlargement / scale))
}

/// Where the name of a town is written.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Label {
    left: f64,
    width: f64,
    /// The baseline.
    y: f64,
}

impl Label {
    /// Where the board wants it, but not cut off by the frame, however large writing is compared with the chart.
    fn within(art: &ChartArt, at: Point, width: f64, align: Align) -> Label {
        const MARGIN: f64 = FRAME + 4.0;
        let before = match align {
            Align::Start => 0.0,
            Align::Middle => width / 2.0,
            Align::End => width,
        };
        let left = (at.x - before).clamp(MARGIN, (art.width - MARGIN - width).max(MARGIN));
        Label { left, width, y: at.y.clamp(MARGIN + 12.0, art.height - MARGIN - 4.0) }
    }

    /// Moved so far aside that it does not lie on one of these, where writing is so high.
    fn beside(self, others: &[Label], height: f64) -> Label {
        const GAP: f64 = 6.0;
        others.iter().fold(self, |label, other| {
            let (right, other_right) = (label.left + label.width, other.left + other.width);
            let apart =
                (label.y - other.y).abs() >= height || right + GAP <= other.left || other_right + GAP <= label.left;
            if apart {
                return label;
            }
            let is_right = label.left + right > other.left + other_right;
            let left = if is_right { other_right + GAP } else { other.left - GAP - label.width };
            Label { left, ..label }
        })
    }
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
        paint_chart(&cr, Palette::of(theme), &board, live, WIDTH.into(), HEIGHT.into());
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
    fn no_name_of_a_town_is_cut_off_on_a_small_chart() {
        let surface = cairo::ImageSurface::create(cairo::Format::ARgb32, WIDTH, HEIGHT).expect("memory");
        let cr = cairo::Context::new(&surface).expect("a context");
        let board = Board::standard();
        let art = board.art().expect("the standard board has a picture");
        for (scale, enlargement) in [(0.4, 1.0), (0.5, 1.0), (0.6, 1.0), (1.0, 1.0), (0.5, 1.25), (0.6, 1.25)] {
            let hand = town_hand(scale, enlargement);
            let mut placed = Vec::new();
            for (name, label) in names(&cr, &board, art, &hand) {
                let Label { left, width, y } = label;
                assert!(left >= FRAME && left + width <= art.width - FRAME, "{name} at {scale}");
                assert!((FRAME..art.height - FRAME).contains(&y), "{name} at {scale}");
                assert_eq!(label.beside(&placed, hand.size()), label, "{name} at {scale} lies on another");
                placed.push(label);
            }
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
