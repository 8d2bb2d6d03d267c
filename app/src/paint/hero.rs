//! The picture of the harbour on the first page.

use doubloons_engine::caribbean::Ship;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::palette::{Palette, Theme};
use super::ship::ship;

/// From this width on there is room for all ships beside the title.
const ROOMY: f64 = 940.0;
/// Where the title and its buttons end, and the large ship may begin.
const BESIDE_THE_TITLE: f64 = 450.0;

/// Paints sky, sea, three ships and the town; in a narrow window only the ship that does not lie over the title.
pub(crate) fn paint_hero(cr: &cairo::Context, theme: Theme, width: f64, height: f64) {
    let palette = Palette::of(theme);
    let horizon = height * 0.6;
    sky(cr, palette, theme, width, horizon);
    water(cr, palette, width, height, horizon, 0);
    let flag = Ink::hex(0x14100d);
    let place = |x: f64, y: f64, scale: f64, which: Ship| {
        cr.aside(|| {
            cr.translate(x, y);
            cr.scale(scale, scale);
            ship(cr, palette, which, flag);
        });
    };
    // From far to near, each ship in front of one wave and behind the next.
    if width >= ROOMY {
        place(width * 0.55, crest(1, horizon, height) - 24.0, 0.72, Ship::D);
    }
    town(cr, palette, width, horizon, height);
    water(cr, palette, width, height, horizon, 1);
    place((width * 0.645).max(BESIDE_THE_TITLE), crest(2, horizon, height) - 47.0, 1.4, Ship::A);
    water(cr, palette, width, height, horizon, 2);
    if width >= ROOMY {
        place(width * 0.475, crest(3, horizon, height) - 35.0, 1.05, Ship::C);
    }
    water(cr, palette, width, height, horizon, 3);
}

fn sky(cr: &cairo::Context, palette: &Palette, theme: Theme, width: f64, horizon: f64) {
    let gradient = cairo::LinearGradient::new(0.0, 0.0, 0.0, horizon);
    palette.sky_top.stop(&gradient, 0.0);
    palette.sky_bottom.stop(&gradient, 1.0);
    cr.rectangle(0.0, 0.0, width, horizon + 2.0);
    cr.shaded_keep(&gradient);
    cr.new_path();
    let (x, y) = (width * 0.72, horizon - 32.0);
    cr.aside(|| {
        cr.rectangle(0.0, 0.0, width, horizon);
        cr.clip();
        for ray in 0..40 {
            let angle = std::f64::consts::TAU * f64::from(ray) / 40.0;
            cr.move_to(x, y);
            cr.line_to(x + angle.cos() * width, y + angle.sin() * width);
        }
        cr.lined(Ink::hex(0x8a6a3a).alpha(0.12), 1.0);
        cr.circle(x, y, 44.0);
        cr.filled(match theme {
            Theme::Light => Ink::hex(0xfffbe8),
            Theme::Dark => Ink::hex(0xf1e6c4),
        });
        cr.circle(x, y, 44.0);
        cr.lined(Ink::white(0.3), 10.0);
    });
    for (share, up, length) in [(0.36, 0.86, 110.0), (0.5, 0.94, 130.0), (0.86, 0.8, 150.0)] {
        let (left, base) = (width * share, horizon * (1.0 - up) + 26.0);
        cr.move_to(left, base);
        cr.curve_to(left + 8.0, base - 14.0, left + 26.0, base - 10.0, left + 30.0, base - 12.0);
        cr.curve_to(left + 44.0, base - 34.0, left + 70.0, base - 22.0, left + 72.0, base - 12.0);
        cr.curve_to(left + 88.0, base - 18.0, left + length - 10.0, base - 12.0, left + length, base);
        cr.close_path();
        cr.filled(Ink::white(if theme == Theme::Light { 0.55 } else { 0.12 }));
    }
    // A far island.
    cr.move_to(width * 0.3, horizon);
    cr.curve_to(width * 0.36, horizon - 34.0, width * 0.4, horizon - 30.0, width * 0.5, horizon);
    cr.close_path();
    cr.filled(palette.land_shade.alpha(0.8));
}

/// Where the waves of a layer are.
fn crest(layer: u32, horizon: f64, height: f64) -> f64 {
    horizon + (height - horizon) * f64::from(layer) * 0.27
}

fn water(cr: &cairo::Context, palette: &Palette, width: f64, height: f64, horizon: f64, index: u32) {
    let layer = f64::from(index);
    let top = crest(index, horizon, height);
    let shift = layer * 37.0;
    cr.move_to(0.0, height);
    cr.line_to(0.0, top);
    let length = 92.0;
    let mut x = -shift;
    while x < width + length {
        let rise = if index == 0 { 0.0 } else { 5.0 + layer };
        cr.curve_to(x + length * 0.25, top - rise, x + length * 0.25, top - rise, x + length * 0.5, top);
        cr.curve_to(x + length * 0.75, top + rise, x + length * 0.75, top + rise, x + length, top);
        x += length;
    }
    cr.line_to(width, height);
    cr.close_path();
    let share = 1.0 - layer * 0.26;
    cr.filled_keep(palette.sea_edge);
    cr.filled(palette.shallows.alpha(0.45 * share.max(0.05)));
}

fn town(cr: &cairo::Context, palette: &Palette, width: f64, horizon: f64, height: f64) {
    let left = width * 0.76;
    let foot = crest(1, horizon, height) + 8.0;
    cr.move_to(left, foot);
    cr.curve_to(
        left + width * 0.06,
        horizon - 20.0,
        width * 0.9,
        horizon - height * 0.28,
        width,
        horizon - height * 0.3,
    );
    cr.line_to(width, foot);
    cr.close_path();
    cr.filled_keep(palette.land);
    cr.lined(palette.coast, 2.0);
    let roof = Ink::hex(0xa8322d);
    for (across, up, scale) in
        [(0.12, 0.30, 1.0), (0.34, 0.55, 1.1), (0.36, 0.2, 1.3), (0.56, 0.75, 1.2), (0.6, 0.32, 1.5), (0.82, 0.55, 1.4)]
    {
        let x = left + (width - left) * (across + 0.06);
        let rise = (foot - horizon + height * 0.3) * across.min(0.9);
        let y = foot - 24.0 - rise * up;
        cr.aside(|| {
            cr.translate(x, y);
            cr.scale(scale, scale);
            for (dx, dy, w, h) in [(-16.0, -8.0, 14.0, 14.0), (3.0, -8.0, 14.0, 14.0), (-6.0, -16.0, 13.0, 22.0)] {
                cr.rectangle(dx, dy, w, h);
                cr.filled_keep(Ink::hex(0xfffaf0));
                cr.lined(palette.coast, 1.4);
                cr.polygon(&[(dx - 2.0, dy), (dx + w / 2.0, dy - 9.0), (dx + w + 2.0, dy)]);
                cr.filled_keep(roof);
                cr.lined(palette.coast, 1.4);
                cr.rectangle(dx + w / 2.0 - 2.0, dy + h - 9.0, 4.0, 6.0);
                cr.filled(palette.window);
            }
        });
    }
    // The lighthouse.
    let (x, base) = (width - width * 0.035, horizon - height * 0.29);
    cr.polygon(&[(x - 10.0, base), (x + 10.0, base), (x + 7.0, base - 44.0), (x - 7.0, base - 44.0)]);
    cr.filled_keep(Ink::hex(0xfffaf0));
    cr.lined(palette.coast, 1.6);
    for band in [12.0, 30.0] {
        cr.rectangle(x - 9.0, base - band - 8.0, 18.0, 8.0);
    }
    cr.filled(roof);
    cr.rectangle(x - 6.0, base - 55.0, 12.0, 11.0);
    cr.filled_keep(Ink::hex(0xffd873));
    cr.lined(palette.coast, 1.4);
    cr.polygon(&[(x - 8.0, base - 55.0), (x, base - 65.0), (x + 8.0, base - 55.0)]);
    cr.filled(roof);
    cr.new_path();
}

/// A small picture of a ship at sea, with round corners.
pub(crate) fn thumbnail(cr: &cairo::Context, palette: &Palette, which: Ship, width: f64, height: f64) {
    cr.aside(|| {
        cr.rounded(0.0, 0.0, width, height, 7.0);
        cr.clip();
        let gradient = cairo::LinearGradient::new(0.0, 0.0, 0.0, height);
        palette.sea_centre.stop(&gradient, 0.0);
        palette.sea_edge.stop(&gradient, 1.0);
        cr.rectangle(0.0, 0.0, width, height);
        cr.shaded_keep(&gradient);
        cr.new_path();
        cr.translate(width / 2.0, height * 0.62);
        let scale = height / 124.0;
        cr.scale(scale, scale);
        ship(cr, palette, which, Ink::hex(0x14100d));
    });
    cr.new_path();
}
