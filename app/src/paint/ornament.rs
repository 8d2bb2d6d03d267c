//! The chart's decorations.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use doubloons_engine::caribbean::board::{Ornament, OrnamentKind};
use doubloons_words::tr;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::chart::SMALLEST_WRITING;
use super::palette::Palette;
use super::text::{Align, Hand, enlargement};

/// What the plate with the chart's title says.
pub(super) struct Title<'a> {
    /// What the chart is called.
    pub(super) name: &'a str,
    /// In what its values are written, if that has to be said.
    pub(super) unit: Option<&'static str>,
    /// Widget units in a unit of the chart.
    pub(super) scale: f64,
}

/// Paints one decoration.
pub(super) fn ornament(cr: &cairo::Context, palette: &Palette, ornament: &Ornament, title: &Title<'_>) {
    cr.aside(|| {
        cr.translate(ornament.at.x, ornament.at.y);
        cr.set_line_cap(cairo::LineCap::Round);
        cr.set_line_join(cairo::LineJoin::Round);
        let size = ornament.size;
        match ornament.kind {
            OrnamentKind::Compass => compass(cr, palette, size / 2.0),
            OrnamentKind::Cartouche => cartouche(cr, palette, size, title),
            OrnamentKind::Serpent => serpent(cr, palette, size / 110.0),
            OrnamentKind::Hill => hill(cr, palette, size),
            OrnamentKind::Palm => palm(cr, palette, size),
            OrnamentKind::Wave => wave(cr, palette, size),
        }
    });
    cr.new_path();
}

fn compass(cr: &cairo::Context, palette: &Palette, radius: f64) {
    let ring = palette.land.alpha(0.85);
    let outer = radius * 0.8;
    for (share, width) in [(1.0, 1.6), (0.93, 0.7), (0.62, 0.9)] {
        cr.circle(0.0, 0.0, outer * share);
        cr.lined(ring, width);
    }
    for tick in 0..64 {
        let angle = TAU * f64::from(tick) / 64.0;
        let inner = if tick % 4 == 0 { 0.86 } else { 0.9 };
        cr.move_to(angle.cos() * outer * inner, angle.sin() * outer * inner);
        cr.line_to(angle.cos() * outer * 0.93, angle.sin() * outer * 0.93);
    }
    cr.lined(ring, 0.7);
    let dark = Ink::hex(0x1d2b2c);
    // Short points first, so that the long ones lie on top.
    for (offset, length, half) in [(PI / 8.0, 0.5, 0.10), (PI / 4.0, 0.68, 0.13), (0.0, 0.98, 0.15)] {
        let count = if offset == PI / 8.0 { 8 } else { 4 };
        for point in 0..count {
            let angle = offset + TAU * f64::from(point) / f64::from(count) - FRAC_PI_2;
            let tip = (angle.cos() * outer * length, angle.sin() * outer * length);
            for (side, ink) in [(-1.0, palette.land), (1.0, dark)] {
                let flank = angle + side * TAU / 16.0;
                let waist = (flank.cos() * outer * half, flank.sin() * outer * half);
                cr.polygon(&[(0.0, 0.0), waist, tip]);
                cr.filled_keep(ink);
                cr.lined(dark, 0.7);
            }
        }
    }
    cr.circle(0.0, 0.0, outer * 0.08);
    cr.filled_keep(super::palette::GOLD);
    cr.lined(dark, 1.0);
    Hand::region(radius * 0.24).write(cr, "N", 0.0, -outer * 1.08, Align::Middle, palette.land);
}

/// What is left on both sides of the unit on the plate, in chart units.
const BESIDE_UNIT: f64 = 28.0;

/// The fewest dots of the screen in which the motto of the chart can be read. On a smaller chart it is left out.
const SMALLEST_MOTTO: f64 = 9.0;

fn dots_in_a_unit(cr: &cairo::Context) -> f64 {
    cr.user_to_device_distance(0.0, 1.0).map_or(1.0, |(across, down)| across.hypot(down))
}

fn cartouche(cr: &cairo::Context, palette: &Palette, usual: f64, title: &Title<'_>) {
    let height = usual * 0.36;
    // As on any sea chart, below the title stands what its figures mean, where they are short. That has to be read at every
    // size, so the plate is as wide as it needs.
    let unit = title.unit.map(|unit| (unit, Hand::town(SMALLEST_WRITING * enlargement() / title.scale)));
    let width = unit.map_or(usual, |(unit, hand)| usual.max(hand.width(cr, unit) + BESIDE_UNIT));
    cr.translate((width - usual) / 2.0, 0.0);
    let (left, top) = (-width / 2.0, -height / 2.0);
    // Scrolled ends behind the plate.
    for side in [-1.0, 1.0] {
        cr.rounded(side * width / 2.0 - 9.0, -height * 0.24, 18.0, height * 0.48, 9.0);
        cr.filled_keep(palette.land_shade);
        cr.lined(palette.coast, 1.6);
    }
    cr.rounded(left, top, width, height, 6.0);
    cr.filled_keep(palette.card_top);
    cr.lined(palette.coast, 2.0);
    cr.rounded(left + 5.0, top + 5.0, width - 10.0, height - 10.0, 3.0);
    cr.lined(palette.coast.alpha(0.7), 1.0);
    let ink = Ink::hex(0x3a2a18);
    let name = |line: f64| {
        let hand = Hand::region(usual * 0.118);
        hand.write(cr, &title.name.to_uppercase(), usual * 0.006, height * line, Align::Middle, ink);
    };
    if let Some((unit, hand)) = unit {
        name(-0.02);
        return hand.write(cr, unit, 0.0, height * 0.32, Align::Middle, ink);
    }
    let motto = tr("a chart for captains of no crown");
    let (size, room) = (width * 0.072, width - 24.0);
    // In a wider typeface or a language of long words it is smaller instead of running over its plate.
    let size = size * (room / Hand::town(size).width(cr, motto).max(1.0)).min(1.0);
    let is_legible = size * dots_in_a_unit(cr) >= SMALLEST_MOTTO;
    let line = if is_legible { -0.02 } else { 0.13 };
    name(line);
    if is_legible {
        Hand::town(size).write(cr, motto, 0.0, height * 0.3, Align::Middle, ink);
    }
}

fn serpent(cr: &cairo::Context, palette: &Palette, scale: f64) {
    cr.scale(scale, scale);
    let skin = Ink::hex(0xc9cf9f);
    let line = palette.coast;
    for (x, half, rise) in [(10.0, 13.0, 17.0), (34.0, 10.0, 12.0), (51.0, 6.0, 8.0)] {
        cr.move_to(x - half, 12.0);
        cr.curve_to(x - half, 12.0 - rise * 1.3, x + half, 12.0 - rise * 1.3, x + half, 12.0);
        cr.line_to(x + half * 0.45, 12.0);
        cr.curve_to(x + half * 0.45, 12.0 - rise * 0.6, x - half * 0.45, 12.0 - rise * 0.6, x - half * 0.45, 12.0);
        cr.close_path();
        cr.filled_keep(skin);
        cr.lined(line, 1.4);
    }
    cr.move_to(-12.0, 12.0);
    cr.curve_to(-10.0, -6.0, -16.0, -14.0, -24.0, -24.0);
    cr.curve_to(-32.0, -34.0, -48.0, -26.0, -46.0, -18.0);
    cr.curve_to(-40.0, -20.0, -34.0, -20.0, -30.0, -14.0);
    cr.curve_to(-24.0, -4.0, -26.0, 4.0, -26.0, 12.0);
    cr.close_path();
    cr.filled_keep(skin);
    cr.lined(line, 1.4);
    cr.circle(-36.0, -23.0, 1.8);
    cr.filled(line);
    for x in [-40.0, -4.0, 22.0, 44.0] {
        cr.move_to(x - 9.0, 14.0);
        cr.curve_to(x - 4.0, 10.0, x + 4.0, 18.0, x + 9.0, 14.0);
    }
    cr.lined(palette.sea_ink, 1.6);
}

fn hill(cr: &cairo::Context, palette: &Palette, size: f64) {
    let unit = size / 24.0;
    cr.scale(unit, unit);
    for (x, height) in [(-6.0, 11.0), (5.0, 15.0)] {
        cr.move_to(x - 8.0, 6.0);
        cr.curve_to(x - 4.0, 4.0, x - 2.0, 6.0 - height, x, 6.0 - height);
        cr.curve_to(x + 2.0, 6.0 - height, x + 4.0, 3.0, x + 8.0, 6.0);
        cr.move_to(x + 1.5, 7.0 - height);
        cr.line_to(x + 3.5, 1.0);
        cr.move_to(x + 0.5, 10.0 - height);
        cr.line_to(x + 1.5, 3.0);
    }
    cr.lined(palette.region_ink.alpha(0.6), 1.1);
}

fn palm(cr: &cairo::Context, palette: &Palette, size: f64) {
    let unit = size / 24.0;
    cr.scale(unit, unit);
    cr.move_to(-1.0, 9.0);
    cr.curve_to(0.0, 4.0, 1.5, 0.0, 1.0, -4.0);
    cr.lined(palette.region_ink.alpha(0.65), 1.4);
    for (x, y, bend) in
        [(-9.0, -2.0, -9.0), (-6.0, -9.0, -10.0), (8.0, -9.0, -11.0), (10.0, -2.0, -9.0), (-4.0, 2.0, -5.0)]
    {
        cr.move_to(1.0, -4.0);
        cr.curve_to(x * 0.4, bend, x * 0.8, bend, x, y);
    }
    cr.lined(palette.region_ink.alpha(0.65), 1.4);
}

fn wave(cr: &cairo::Context, palette: &Palette, size: f64) {
    let unit = size / 26.0;
    cr.scale(unit, unit);
    for (x, y) in [(-6.0, -3.0), (2.0, 4.0)] {
        cr.move_to(x - 9.0, y);
        cr.curve_to(x - 5.0, y - 5.0, x - 2.0, y - 5.0, x, y);
        cr.curve_to(x + 2.0, y - 5.0, x + 5.0, y - 5.0, x + 9.0, y);
    }
    cr.lined(palette.sea_ink.alpha(0.38), 1.2);
}
