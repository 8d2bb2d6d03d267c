//! What lies on the chart and moves: ships with their chests, tags of towns, lights and wakes. All in widget units.

use doubloons_engine::caribbean::{Colour, Ship};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::chest::chest;
use super::emblem::seal;
use super::palette::{BLOOD, GOLD, INK, Palette, strong};
use super::ship::ship;
use super::text::{Align, Hand, enlargement};
use crate::game::TownScene;

/// Below this many widget units per chart unit, tags show thousands only.
const COMPACT_BELOW: f64 = 0.66;

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
        ship(cr, palette, which, flag);
    });
    if let Some(value) = cargo {
        value_pill(cr, x, y + 33.0 * scale, scale, value, Pill::Solid);
    }
}

/// What became of a town's chest.
pub(crate) fn town_tag(cr: &cairo::Context, palette: &Palette, town: TownScene, (x, y): (f64, f64), scale: f64) {
    match town {
        TownScene::There(value) => value_pill(cr, x, y, scale, value, Pill::Solid),
        TownScene::ToCome(value) => value_pill(cr, x, y, scale, value, Pill::Dashed(palette)),
        TownScene::Delivered(colour) => seal(cr, colour, x, y, (13.0 * scale).max(9.0)),
        TownScene::Aboard => {}
    }
}

/// How a space that can be touched is lit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LitSpace {
    /// In how many steps it can be reached, if it can.
    pub(crate) steps: Option<u8>,
    /// Widget units per chart unit.
    pub(crate) scale: f64,
    /// Whether the pointer is over it.
    pub(crate) hovered: bool,
}

/// The rim and shine of a space that can be touched; if it can be sailed to, with its distance.
pub(crate) fn lit_space(
    cr: &cairo::Context,
    palette: &Palette,
    outline: &[(f64, f64)],
    berth: (f64, f64),
    LitSpace { steps, scale, hovered }: LitSpace,
) {
    let (shine, edge, rim) = if palette.stark { (0.0, 7.0, 4.5) } else { (0.17, 3.8, 2.2) };
    // Drawn in a little, so that neighbours keep a rim each.
    let inset: Vec<(f64, f64)> =
        outline.iter().map(|&(x, y)| (berth.0 + (x - berth.0) * 0.93, berth.1 + (y - berth.1) * 0.93)).collect();
    cr.polygon(&inset);
    cr.filled_keep(GOLD.alpha(if hovered { 0.42 } else { shine }));
    cr.set_line_join(cairo::LineJoin::Round);
    cr.lined_keep(Ink::hex(0x3b2410).alpha(if palette.stark { 1.0 } else { 0.6 }), edge);
    cr.lined(GOLD, rim);
    let Some(steps) = steps else { return };
    let radius = (11.0 * scale).max(8.5 * enlargement());
    let (x, y) = (berth.0 + 19.0 * scale, berth.1 + 19.0 * scale);
    cr.circle(x, y, radius);
    cr.filled_keep(Ink::hex(0x3b2410));
    cr.lined(GOLD, 1.2);
    Hand::bold((13.0 * scale).max(11.0 * enlargement())).write_centred(
        cr,
        &steps.to_string(),
        x,
        y,
        Align::Middle,
        Ink::white(1.0),
    );
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

/// A golden button on the chart: what can be done there.
pub(crate) fn act_tag(cr: &cairo::Context, text: &str, (x, y): (f64, f64), (left, right): (f64, f64)) {
    let hand = Hand::bold(12.0 * enlargement());
    let width = hand.width(cr, text) + 18.0;
    let height = 22.0 * enlargement();
    let x = x.clamp(left + width / 2.0, (right - width / 2.0).max(left + width / 2.0));
    cr.rounded(x - width / 2.0, y - height / 2.0 + 1.5, width, height, height / 2.0);
    cr.filled(Ink::black(0.35));
    cr.rounded(x - width / 2.0, y - height / 2.0, width, height, height / 2.0);
    cr.filled_keep(GOLD);
    cr.lined(INK, 1.4);
    hand.write_centred(cr, text, x, y, Align::Middle, INK);
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

fn value_pill(cr: &cairo::Context, x: f64, y: f64, scale: f64, value: u8, pill: Pill<'_>) {
    let compact = scale < COMPACT_BELOW;
    let text = if compact { value.to_string() } else { doubloons_words::number(u64::from(value) * 1_000) };
    let size = (14.5 * scale).max(11.0 * enlargement());
    let icon = size * 1.25;
    match pill {
        Pill::Solid => {
            let hand = Hand::bold(size);
            let writing = hand.width(cr, &text);
            let (width, height) = (writing + icon + size * 1.05, size * 1.55);
            cr.rounded(x - width / 2.0, y - height / 2.0 + 1.5, width, height, height / 2.0);
            cr.filled(Ink::black(0.3));
            cr.rounded(x - width / 2.0, y - height / 2.0, width, height, height / 2.0);
            cr.filled_keep(Ink::hex(0xfff9ea));
            cr.lined(Ink::hex(0x4a3413), 1.2);
            chest(cr, x - width / 2.0 + size * 0.32 + icon / 2.0, y, icon);
            hand.write_centred(cr, &text, x + width / 2.0 - size * 0.42, y, Align::End, INK);
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
