//! The picture of the harbour on the first page: by day with the sun over the sea, by night with the moon, stars, lit
//! windows and the beam of the lighthouse.

use std::f64::consts::TAU;

use doubloons_engine::caribbean::Ship;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::noise::Noise;
use super::palette::{Palette, Theme};
use super::ship::ship;
use super::village::{Hill, village};

/// From this width on there is room for all ships beside the title.
const ROOMY: f64 = 940.0;
/// Where the title and its buttons end, and the large ship may begin.
const BESIDE_THE_TITLE: f64 = 450.0;
/// The radius of sun and moon.
const DISC: f64 = 42.0;

/// The picture's measures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct View {
    pub(super) theme: Theme,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) horizon: f64,
}

impl View {
    /// Where the waves of a layer are.
    pub(super) fn crest(&self, layer: u32) -> f64 {
        self.horizon + (self.height - self.horizon) * f64::from(layer) * 0.27
    }

    /// Where sun and moon stand.
    fn disc(&self) -> (f64, f64) {
        (self.width * 0.72, self.horizon - 34.0)
    }
}

/// Paints sky, sea, three ships and the town; in a narrow window only the ship that does not lie over the title.
pub(crate) fn paint_hero(cr: &cairo::Context, palette: &Palette, theme: Theme, width: f64, height: f64) {
    let view = View { theme, width, height, horizon: height * 0.6 };
    let hill = Hill::of(view);
    sky(cr, palette, view);
    if theme == Theme::Dark && !palette.stark {
        beam(cr, hill.lamp(), view);
    }
    water(cr, palette, view, 0);
    glitter(cr, palette, view);
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
        place(width * 0.55, view.crest(1) - 24.0, 0.72, Ship::D);
    }
    village(cr, palette, &hill, view);
    water(cr, palette, view, 1);
    place((width * 0.645).max(BESIDE_THE_TITLE), view.crest(2) - 47.0, 1.4, Ship::A);
    water(cr, palette, view, 2);
    if width >= ROOMY {
        place(width * 0.475, view.crest(3) - 35.0, 1.05, Ship::C);
    }
    water(cr, palette, view, 3);
}

fn sky(cr: &cairo::Context, palette: &Palette, view: View) {
    let View { theme, width, horizon, .. } = view;
    let gradient = cairo::LinearGradient::new(0.0, 0.0, 0.0, horizon);
    palette.sky_top.stop(&gradient, 0.0);
    palette.sky_bottom.stop(&gradient, 1.0);
    cr.rectangle(0.0, 0.0, width, horizon + 2.0);
    cr.shaded_keep(&gradient);
    cr.new_path();
    cr.aside(|| {
        cr.rectangle(0.0, 0.0, width, horizon);
        cr.clip();
        if theme == Theme::Dark {
            stars(cr, view);
        }
        if !palette.stark {
            shine(cr, view);
        }
        disc(cr, view);
    });
    if !palette.stark {
        clouds(cr, view);
    }
    // A far island.
    cr.move_to(width * 0.3, horizon);
    cr.curve_to(width * 0.36, horizon - 34.0, width * 0.4, horizon - 30.0, width * 0.5, horizon);
    cr.close_path();
    cr.filled(match theme {
        Theme::Light => Ink::hex(0xdba869).alpha(0.85),
        Theme::Dark => Ink::hex(0x22404c),
    });
    if theme == Theme::Light {
        gulls(cr, view);
    }
}

fn stars(cr: &cairo::Context, view: View) {
    let mut noise = Noise(31);
    for _ in 0..110 {
        let (x, y) = (noise.unit() * view.width, noise.unit().powf(1.3) * view.horizon * 0.94);
        cr.circle(x, y, 0.6 + noise.unit().powi(4) * 1.3);
        cr.filled(Ink::hex(0xfff6dc).alpha(0.35 + noise.unit() * 0.55));
    }
}

/// Rays and glow around sun and moon.
fn shine(cr: &cairo::Context, view: View) {
    let (x, y) = view.disc();
    if view.theme == Theme::Light {
        for ray in 0..48 {
            let angle = TAU * f64::from(ray) / 48.0;
            cr.move_to(x, y);
            cr.line_to(x + angle.cos() * view.width, y + angle.sin() * view.width);
        }
        cr.lined(Ink::hex(0x8a6a3a).alpha(0.10), 1.0);
    }
    let (ink, strength, reach) = match view.theme {
        Theme::Light => (Ink::hex(0xfff9df), 0.9, 5.2),
        Theme::Dark => (Ink::hex(0xd9e6df), 0.34, 4.6),
    };
    let glow = cairo::RadialGradient::new(x, y, DISC, x, y, DISC * reach);
    ink.alpha(strength).stop(&glow, 0.0);
    ink.alpha(strength * 0.3).stop(&glow, 0.35);
    ink.alpha(0.0).stop(&glow, 1.0);
    cr.circle(x, y, DISC * reach);
    cr.shaded_keep(&glow);
    cr.new_path();
}

fn disc(cr: &cairo::Context, view: View) {
    let (x, y) = view.disc();
    cr.circle(x, y, DISC);
    match view.theme {
        Theme::Light => cr.filled(Ink::hex(0xfffdf0)),
        Theme::Dark => {
            cr.filled(Ink::hex(0xf1e6c4));
            for (across, down, radius) in [(-14.0, -8.0, 8.0), (12.0, -20.0, 5.0), (8.0, 6.0, 10.0), (-20.0, 14.0, 5.0)]
            {
                cr.circle(x + across, y + down, radius);
            }
            cr.filled(Ink::hex(0xcdbf97).alpha(0.45));
        }
    }
}

fn clouds(cr: &cairo::Context, view: View) {
    let ink = Ink::white(if view.theme == Theme::Light { 0.6 } else { 0.09 });
    for (share, up, length) in [(0.36, 0.86, 110.0), (0.5, 0.94, 130.0), (0.86, 0.94, 150.0)] {
        let (left, base) = (view.width * share, view.horizon * (1.0 - up) + 26.0);
        cr.move_to(left, base);
        cr.curve_to(left + 8.0, base - 14.0, left + 26.0, base - 10.0, left + 30.0, base - 12.0);
        cr.curve_to(left + 44.0, base - 34.0, left + 70.0, base - 22.0, left + 72.0, base - 12.0);
        cr.curve_to(left + 88.0, base - 18.0, left + length - 10.0, base - 12.0, left + length, base);
        cr.close_path();
        cr.filled(ink);
    }
}

fn gulls(cr: &cairo::Context, view: View) {
    cr.set_line_cap(cairo::LineCap::Round);
    for (share, down, size) in [(0.585, 0.3, 9.0), (0.61, 0.22, 7.0), (0.8, 0.36, 8.0)] {
        let (x, y) = (view.width * share, view.horizon * down);
        cr.move_to(x - size, y - size * 0.3);
        cr.curve_to(x - size * 0.5, y - size * 0.7, x - size * 0.2, y - size * 0.2, x, y);
        cr.curve_to(x + size * 0.2, y - size * 0.2, x + size * 0.5, y - size * 0.7, x + size, y - size * 0.3);
    }
    cr.lined(Ink::hex(0x6d4f2b).alpha(0.7), 1.6);
}

/// The light of the lighthouse, far over the sea.
fn beam(cr: &cairo::Context, (x, y): (f64, f64), view: View) {
    let reach = view.width * 0.42;
    let light = cairo::LinearGradient::new(x, y, x - reach, y);
    Ink::hex(0xffeeb0).alpha(0.55).stop(&light, 0.0);
    Ink::hex(0xffeeb0).alpha(0.16).stop(&light, 0.45);
    Ink::hex(0xffeeb0).alpha(0.0).stop(&light, 1.0);
    cr.polygon(&[(x, y - 2.0), (x - reach, y - 46.0), (x - reach, y + 30.0), (x, y + 2.0)]);
    cr.shaded_keep(&light);
    cr.new_path();
}

/// The way of light on the water below sun or moon.
fn glitter(cr: &cairo::Context, palette: &Palette, view: View) {
    if palette.stark {
        return;
    }
    let ink = match view.theme {
        Theme::Light => Ink::hex(0xfff3c4),
        Theme::Dark => Ink::hex(0xe8e2c8),
    };
    let (x, _) = view.disc();
    let mut noise = Noise(5);
    cr.set_line_cap(cairo::LineCap::Round);
    for line in 0..11 {
        let down = f64::from(line) / 10.0;
        let y = view.horizon + 3.0 + down * (view.crest(2) - view.horizon);
        let half = (DISC * (1.05 - down * 0.75)) * (0.55 + noise.unit() * 0.45);
        let aside = (noise.unit() - 0.5) * 10.0;
        cr.move_to(x + aside - half, y);
        cr.line_to(x + aside + half, y);
        cr.lined(ink.alpha(0.75 - down * 0.5), 2.6 - down);
    }
}

fn water(cr: &cairo::Context, palette: &Palette, view: View, index: u32) {
    let View { width, height, .. } = view;
    let layer = f64::from(index);
    let top = view.crest(index);
    let shift = layer * 37.0;
    let length = 92.0;
    let rise = if index == 0 { 0.0 } else { 5.0 + layer };
    let waves = || {
        cr.line_to(0.0, top);
        let mut x = -shift;
        while x < width + length {
            cr.curve_to(x + length * 0.25, top - rise, x + length * 0.25, top - rise, x + length * 0.5, top);
            cr.curve_to(x + length * 0.75, top + rise, x + length * 0.75, top + rise, x + length, top);
            x += length;
        }
    };
    cr.move_to(0.0, height);
    waves();
    cr.line_to(width, height);
    cr.close_path();
    let share = 1.0 - layer * 0.26;
    cr.filled_keep(palette.sea_edge);
    cr.filled(palette.shallows.alpha(0.45 * share.max(0.05)));
    cr.new_path();
    waves();
    cr.lined(Ink::white(if palette.stark { 0.9 } else { 0.14 }), 1.4);
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
