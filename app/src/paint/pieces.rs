//! What lies on the chart and moves: ships with their chests, tags of towns, lights and wakes. All in widget units.

use doubloons_engine::caribbean::{Colour, Ship};
use doubloons_words::tr;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::chest::chest;
use super::emblem::seal;
use super::geometry::Area;
use super::palette::{BLOOD, GOLD, INK, Palette, strong};
use super::ship::ship;
use super::text::{Align, Hand, enlargement};
use crate::game::TownScene;

/// Below this many widget units per chart unit, tags show thousands only.
const COMPACT_BELOW: f64 = 0.66;

/// How large the emblem of a haven is, from its middle, in chart units.
pub(super) const HAVEN_EMBLEM: f64 = 19.0;

/// A ship at her berth.
pub(crate) fn ship_piece(
    cr: &cairo::Context,
    palette: &Palette,
    which: Ship,
    (x, y): (f64, f64),
    scale: f64,
    cargo: Option<u8>,
    commander: Option<Colour>,
) {
    let flag = commander.map_or(Ink::hex(0x14100d), strong);
    let unit = scale * 0.66;
    cr.aside(|| {
        cr.translate(x, y + 5.0 * scale);
        cr.scale(unit, unit);
        if !palette.stark {
            shadow(cr);
        }
        ship(cr, palette, which, flag);
    });
    if let Some(value) = cargo {
        // On a small chart the plate is larger than its share, and must not hide the hull above it.
        let larger = (largest_tag(scale, value).1 - largest_tag(1.0, value).1 * scale).max(0.0);
        hold_plate(cr, x, y + HOLD_BELOW * scale + larger / 2.0, scale, value);
    }
}

/// How far below her berth a ship's chest is seen, in chart units.
pub(crate) const HOLD_BELOW: f64 = 29.0;

/// What a ship takes from the light, on the water below her.
fn shadow(cr: &cairo::Context) {
    cr.aside(|| {
        cr.translate(6.0, 38.0);
        cr.scale(1.0, 0.2);
        let soft = cairo::RadialGradient::new(0.0, 0.0, 18.0, 0.0, 0.0, 54.0);
        Ink::black(0.5).stop(&soft, 0.0);
        Ink::black(0.0).stop(&soft, 1.0);
        cr.circle(0.0, 0.0, 54.0);
        cr.shaded_keep(&soft);
        cr.new_path();
    });
}

/// What became of a town's chest.
pub(crate) fn town_tag(cr: &cairo::Context, palette: &Palette, town: TownScene, (x, y): (f64, f64), scale: f64) {
    match town {
        TownScene::There(value) => value_pill(cr, x, y, scale, value, Pill::Solid),
        TownScene::ToCome(value) => value_pill(cr, x, y, scale, value, Pill::Dashed(palette)),
        TownScene::Delivered(colour) => seal(cr, colour, x, y, (13.0 * scale).max(9.0)),
        TownScene::Aboard(_) => {}
    }
}

/// A space that can be touched.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lit {
    pub(crate) outline: Vec<(f64, f64)>,
    pub(crate) berth: (f64, f64),
    /// In how many steps it can be reached, if it can.
    pub(crate) steps: Option<u8>,
    /// Whether it is somebody's haven, whose colours must be seen.
    pub(crate) haven: bool,
    /// Whether the pointer is over it.
    pub(crate) hovered: bool,
}

/// The shine and the rims of all spaces that can be touched. Neighbours share their rim.
pub(crate) fn lit_spaces(cr: &cairo::Context, palette: &Palette, lit: &[Lit], scale: f64) {
    const CREAM: Ink = Ink::hex(0xffe7a8);
    for Lit { outline, berth, haven, hovered, .. } in lit {
        let (middle, edge) = match (palette.stark, *hovered, *haven) {
            (_, true, _) => (0.42, 0.5),
            (true, ..) | (_, _, true) => continue,
            _ => (0.13, 0.3),
        };
        let shine = cairo::RadialGradient::new(berth.0, berth.1, 8.0 * scale, berth.0, berth.1, 50.0 * scale);
        CREAM.alpha(middle).stop(&shine, 0.0);
        CREAM.alpha(edge).stop(&shine, 1.0);
        cr.polygon(outline);
        cr.shaded_keep(&shine);
        cr.new_path();
    }
    let (edge, rim) = if palette.stark { (7.0, 4.5) } else { (3.6, 1.9) };
    cr.set_line_join(cairo::LineJoin::Round);
    lit.iter().for_each(|space| cr.polygon(&space.outline));
    cr.lined_keep(Ink::hex(0x2b1a08).alpha(if palette.stark { 1.0 } else { 0.42 }), edge);
    cr.lined(GOLD, rim);
}

/// How far away the spaces are that can be sailed to.
pub(crate) fn distances(cr: &cairo::Context, lit: &[Lit], scale: f64) {
    for space in lit {
        if let Some(steps) = space.steps {
            distance(cr, steps, space, scale);
        }
    }
}

/// How many steps away a space is: in its middle, where it can belong to no other, and in a haven below the emblem.
fn distance(cr: &cairo::Context, steps: u8, space: &Lit, scale: f64) {
    let radius = (10.0 * scale).max(7.8 * enlargement());
    let (x, middle) = space.berth;
    let y = match space.haven {
        true => (middle + HAVEN_EMBLEM * scale + radius).min(edge_below(space) - radius).max(middle),
        false => middle,
    };
    cr.circle(x, y, radius);
    cr.filled_keep(Ink::hex(0x3b2410));
    cr.lined(GOLD, 1.2);
    let hand = Hand::bold((12.5 * scale).max(11.0 * enlargement()));
    hand.write_centred(cr, &steps.to_string(), x, y, Align::Middle, Ink::white(1.0));
}

/// The number of a space, for somebody who types one: a slip of paper over whatever lies there, golden and with a thick rim
/// where it `fits` what was typed so far.
pub(crate) fn space_number(
    cr: &cairo::Context,
    palette: &Palette,
    number: usize,
    (x, y): (f64, f64),
    scale: f64,
    fits: bool,
) {
    let size = (13.0 * scale).max(11.5 * enlargement());
    let hand = Hand::bold(size);
    let words = number.to_string();
    let (width, height) = ((hand.measure(&words) + size * 0.7).max(size * 1.5), size * 1.45);
    let ink = Ink::hex(0x2a1a04);
    let (paper, rim) = match (fits, palette.stark) {
        (true, _) => (GOLD, 2.2),
        (false, true) => (Ink::white(1.0), 1.2),
        (false, false) => (Ink::hex(0xfff3d6).alpha(0.88), 0.9),
    };
    cr.rounded(x - width / 2.0, y - height / 2.0, width, height, 4.0);
    cr.filled_keep(paper);
    cr.lined(ink, rim);
    hand.write_centred(cr, &words, x, y, Align::Middle, ink);
}

/// How far down the water of a space reaches below its berth.
fn edge_below(space: &Lit) -> f64 {
    let (x, y) = space.berth;
    let sides = space.outline.iter().zip(space.outline.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| (from.0 <= x) != (to.0 <= x));
    let at = crossed.map(|(from, to)| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0));
    at.filter(|&below| below > y).fold(f64::INFINITY, f64::min)
}

/// The rim of the space whose ship is being resolved.
pub(crate) fn active_space(cr: &cairo::Context, palette: &Palette, outline: &[(f64, f64)]) {
    let (edge, rim) = if palette.stark { (9.0, 6.0) } else { (4.6, 2.4) };
    cr.polygon(outline);
    cr.filled_keep(Ink::white(0.14));
    cr.set_line_join(cairo::LineJoin::Round);
    cr.lined_keep(Ink::hex(0x10262a).alpha(if palette.stark { 1.0 } else { 0.6 }), edge);
    cr.lined(Ink::hex(0xfff6e0), rim);
}

/// The ring around a space that the coach points at.
pub(crate) fn pointed_at(cr: &cairo::Context, outline: &[(f64, f64)], scale: f64) {
    let unit = (scale * 1.2).clamp(0.6, 1.2);
    cr.polygon(outline);
    cr.set_line_join(cairo::LineJoin::Round);
    cr.lined_keep(Ink::hex(0x1d1208), 6.5 * unit);
    cr.lined_keep(Ink::white(1.0), 4.0 * unit);
    cr.set_dash(&[9.0 * unit, 7.0 * unit], 0.0);
    cr.lined(BLOOD, 4.0 * unit);
    cr.set_dash(&[], 0.0);
}

/// How golden buttons are written.
fn act_hand() -> Hand {
    Hand::bold(12.0 * enlargement())
}

/// The width and height of a golden button with these words.
pub(crate) fn act_tag_size(words: &str) -> (f64, f64) {
    (act_hand().measure(words) + 18.0, 22.0 * enlargement())
}

/// How far the tip of a golden button reaches down.
pub(crate) const TAG_TIP: f64 = 6.0;

/// A golden button on the chart: what can be done there. Its `tip`, if it has one, points down at what it is about.
pub(crate) fn act_tag(cr: &cairo::Context, words: &str, area: Area, tip: Option<f64>, hovered: bool) {
    let Area { left, top, width, height } = area;
    let gold = if hovered { Ink::hex(0xffd469) } else { GOLD };
    cr.rounded(left, top + 1.5, width, height, height / 2.0);
    cr.filled(Ink::black(0.35));
    if let Some(x) = tip {
        let (x, bottom) = (x.clamp(left + height / 2.0, left + width - height / 2.0), top + height);
        cr.polygon(&[(x - TAG_TIP, bottom - 2.0), (x + TAG_TIP, bottom - 2.0), (x, bottom + TAG_TIP)]);
        cr.filled_keep(gold);
        cr.lined(INK, 1.4);
    }
    cr.rounded(left, top, width, height, height / 2.0);
    cr.filled_keep(gold);
    cr.lined(INK, 1.4);
    let (x, y) = area.middle();
    act_hand().write_centred(cr, words, x, y, Align::Middle, INK);
}

/// The wake of a ship: a dotted line through the spaces that she passed.
pub(crate) fn trail(cr: &cairo::Context, points: &[(f64, f64)], scale: f64) {
    let [first, rest @ ..] = points else { return };
    cr.move_to(first.0, first.1);
    rest.iter().for_each(|point| cr.line_to(point.0, point.1));
    cr.set_line_cap(cairo::LineCap::Round);
    cr.set_line_join(cairo::LineJoin::Round);
    cr.set_dash(&[0.1, 8.0 * scale + 2.0], 0.0);
    cr.lined_keep(Ink::black(0.35), 5.6 * scale + 1.2);
    cr.lined(Ink::hex(0xfff3cf), 4.4 * scale);
    cr.set_dash(&[], 0.0);
    cr.circle(first.0, first.1, 6.0 * scale);
    cr.lined(Ink::hex(0xfff3cf), 2.2 * scale);
}

enum Pill<'a> {
    Solid,
    Dashed(&'a Palette),
}

/// What a chart of this scale has to say of the values on it: a small one writes thousands only.
pub(super) fn unit_of_values(scale: f64) -> Option<&'static str> {
    (scale < COMPACT_BELOW).then(|| tr("chests in thousands"))
}

/// How a value is written on a chart of this scale: the words and the size.
fn value_words(scale: f64, value: u8) -> (String, f64) {
    let compact = unit_of_values(scale).is_some();
    let words = if compact { value.to_string() } else { doubloons_words::number(u64::from(value) * 1_000) };
    (words, (14.5 * scale).max(11.0 * enlargement()))
}

/// The width and height of the largest tag that a town can have, in widget units.
pub(super) fn largest_tag(scale: f64, value: u8) -> (f64, f64) {
    let (words, size) = value_words(scale, value);
    (Hand::bold(size).measure(&words) + size * (CHEST + 1.05), size * 1.55)
}

/// The width and height within which any tag of a town lies, its shadow included, without measuring any writing.
pub(crate) fn tag_room(scale: f64) -> (f64, f64) {
    let size = (14.5 * scale).max(11.0 * enlargement());
    (size * 8.0, size * 3.0)
}

/// The width of the chest on a tag, compared with its writing.
const CHEST: f64 = 1.25;

/// A chest in a hold: a plate of dark wood with corners, so that nobody takes it for the paper tag of a town nearby.
fn hold_plate(cr: &cairo::Context, x: f64, y: f64, scale: f64, value: u8) {
    let (text, size) = value_words(scale, value);
    let (width, height) = largest_tag(scale, value);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    cr.rounded(left, top + 1.5, width, height, 3.0);
    cr.filled(Ink::black(0.35));
    cr.rounded(left, top, width, height, 3.0);
    cr.filled_keep(Ink::hex(0x3a2416));
    cr.lined(GOLD, 1.6);
    chest(cr, left + size * 0.32 + size * CHEST / 2.0, y, size * CHEST);
    Hand::bold(size).write_centred(cr, &text, x + width / 2.0 - size * 0.42, y, Align::End, Ink::hex(0xfff3cf));
}

fn value_pill(cr: &cairo::Context, x: f64, y: f64, scale: f64, value: u8, pill: Pill<'_>) {
    let (text, size) = value_words(scale, value);
    let icon = size * CHEST;
    match pill {
        Pill::Solid => {
            let (width, height) = largest_tag(scale, value);
            cr.rounded(x - width / 2.0, y - height / 2.0 + 1.5, width, height, height / 2.0);
            cr.filled(Ink::black(0.3));
            cr.rounded(x - width / 2.0, y - height / 2.0, width, height, height / 2.0);
            cr.filled_keep(Ink::hex(0xfff9ea));
            cr.lined(Ink::hex(0x4a3413), 1.2);
            chest(cr, x - width / 2.0 + size * 0.32 + icon / 2.0, y, icon);
            Hand::bold(size).write_centred(cr, &text, x + width / 2.0 - size * 0.42, y, Align::End, INK);
        }
        Pill::Dashed(palette) => {
            let hand = Hand::plain(size);
            let (width, height) = (hand.width(cr, &text) + size * 0.9, size * 1.4);
            cr.rounded(x - width / 2.0, y - height / 2.0, width, height, height / 2.0);
            cr.filled_keep(palette.land.alpha(0.88));
            cr.set_dash(&[3.0, 2.5], 0.0);
            cr.lined(palette.region_ink, 1.1);
            cr.set_dash(&[], 0.0);
            hand.write_centred(cr, &text, x, y, Align::Middle, palette.town_ink);
        }
    }
}
