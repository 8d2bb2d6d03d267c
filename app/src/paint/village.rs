//! The village beside the harbour: houses on a hill, palms, a path, a jetty, and the lighthouse.

use gtk::cairo;

use super::brush::{Brush, Ink};
use super::hero::View;
use super::palette::{Palette, Theme};

const ROOF: Ink = Ink::hex(0xa8322d);
const WALL: Ink = Ink::hex(0xfffaf0);

/// Where houses stand, from far to near: across the hill, from its top to its foot, and how large. None hides another.
const HOUSES: [(f64, f64, f64); 8] = [
    (0.60, 0.04, 0.80),
    (0.77, 0.16, 0.88),
    (0.42, 0.20, 0.80),
    (0.93, 0.42, 0.95),
    (0.60, 0.48, 0.92),
    (0.26, 0.62, 0.86),
    (0.76, 0.72, 1.05),
    (0.46, 0.86, 1.0),
];

/// Where palms stand, in the same way.
const PALMS: [(f64, f64, f64); 4] = [(0.15, 0.9, 0.8), (0.345, 0.95, 0.9), (0.615, 1.0, 1.05), (0.925, 0.96, 1.2)];

/// The hill on which the village stands.
pub(super) struct Hill {
    left: f64,
    right: f64,
    foot: f64,
    /// The corners of the curve of its top, from the shore to the right edge.
    curve: [(f64, f64); 4],
    /// How large everything on it is.
    scale: f64,
}

impl Hill {
    pub(super) fn of(view: View) -> Hill {
        let View { width, height, horizon, .. } = view;
        let left = width * 0.76;
        let foot = view.crest(1) + 8.0;
        let curve = [
            (left, foot),
            (left + width * 0.06, horizon - 20.0),
            (width * 0.9, horizon - height * 0.28),
            (width, horizon - height * 0.3),
        ];
        Hill { left, right: width, foot, curve, scale: ((width - left) / 300.0).clamp(0.7, 1.25) }
    }

    fn x(&self, across: f64) -> f64 {
        self.left + (self.right - self.left) * across
    }

    /// How high the hill is at some place.
    fn top(&self, x: f64) -> f64 {
        let [a, b, c, d] = self.curve;
        let at = |share: f64, one: f64, two: f64, three: f64, four: f64| {
            let rest = 1.0 - share;
            one * rest.powi(3)
                + 3.0 * two * rest.powi(2) * share
                + 3.0 * three * rest * share.powi(2)
                + four * share.powi(3)
        };
        let reached = (0..=100).map(|step| f64::from(step) / 100.0).find(|&share| at(share, a.0, b.0, c.0, d.0) >= x);
        at(reached.unwrap_or(1.0), a.1, b.1, c.1, d.1)
    }

    /// A place on the hill, so far from its top to its foot.
    fn place(&self, across: f64, down: f64) -> (f64, f64) {
        let x = self.x(across);
        let top = self.top(x) + 12.0 * self.scale;
        (x, top + (self.foot - 10.0 - top) * down)
    }

    /// The foot of the lighthouse.
    fn lighthouse(&self) -> (f64, f64) {
        let x = self.x(0.88);
        (x, self.top(x) + 4.0)
    }

    /// Where its light is.
    pub(super) fn lamp(&self) -> (f64, f64) {
        let (x, y) = self.lighthouse();
        (x, y - 49.0 * self.scale)
    }
}

/// Paints all of it.
pub(super) fn village(cr: &cairo::Context, palette: &Palette, hill: &Hill, view: View) {
    lighthouse(cr, palette, hill);
    ground(cr, palette, hill);
    if !palette.stark {
        path(cr, palette, hill);
    }
    // In a narrow window there is room for a few houses only.
    let room = ((hill.right - hill.left) / (32.0 * hill.scale)) as usize;
    for &(across, down, scale) in HOUSES.iter().rev().take(room).rev() {
        let (x, y) = hill.place(across, down);
        house(cr, palette, x, y, scale * hill.scale);
    }
    jetty(cr, palette, hill);
    let leaves = match view.theme {
        Theme::Light => Ink::hex(0x2f7a52),
        Theme::Dark => Ink::hex(0x1d4a3d),
    };
    for &(across, down, scale) in PALMS.iter().rev().take(room) {
        let (x, y) = hill.place(across, down);
        palm(cr, palette, (x, y), scale * hill.scale, leaves);
    }
    cr.new_path();
}

fn outline(cr: &cairo::Context, hill: &Hill) {
    let [a, b, c, d] = hill.curve;
    cr.move_to(a.0, a.1);
    cr.curve_to(b.0, b.1, c.0, c.1, d.0 + 4.0, d.1);
    cr.line_to(hill.right + 4.0, hill.foot);
    cr.close_path();
}

fn ground(cr: &cairo::Context, palette: &Palette, hill: &Hill) {
    outline(cr, hill);
    let light = cairo::LinearGradient::new(0.0, hill.curve[3].1, 0.0, hill.foot);
    palette.land.stop(&light, 0.0);
    palette.land.stop(&light, 0.55);
    palette.land_shade.stop(&light, 1.0);
    cr.shaded_keep(&light);
    cr.lined(palette.coast, 2.0);
}

/// From the shore up to the lighthouse.
fn path(cr: &cairo::Context, palette: &Palette, hill: &Hill) {
    cr.aside(|| {
        outline(cr, hill);
        cr.clip();
        let points = [(0.08, 1.05), (0.36, 0.72), (0.52, 0.52), (0.70, 0.36), (0.84, 0.30), (0.87, -0.1)];
        let at = points.map(|(across, down)| hill.place(across, down));
        cr.move_to(at[0].0, at[0].1);
        for pair in at.windows(2) {
            let middle = (pair[0].0 + pair[1].0) / 2.0;
            cr.curve_to(middle, pair[0].1, middle, pair[1].1, pair[1].0, pair[1].1);
        }
        cr.set_line_cap(cairo::LineCap::Round);
        cr.lined_keep(palette.coast.alpha(0.35), 6.5 * hill.scale);
        cr.lined(palette.card_top.alpha(0.75), 4.6 * hill.scale);
    });
}

fn house(cr: &cairo::Context, palette: &Palette, x: f64, y: f64, scale: f64) {
    cr.aside(|| {
        cr.translate(x, y);
        cr.scale(scale, scale);
        if !palette.stark {
            cr.rectangle(-17.0, 3.0, 36.0, 3.5);
            cr.filled(palette.coast.alpha(0.25));
        }
        for (left, top, width, height) in
            [(-16.0, -8.0, 12.0, 13.0), (4.0, -8.0, 12.0, 13.0), (-6.0, -15.0, 12.0, 20.0)]
        {
            cr.rectangle(left, top, width, height);
            cr.filled_keep(WALL);
            cr.lined(palette.coast, 1.4);
            cr.polygon(&[(left - 2.0, top), (left + width / 2.0, top - 9.0), (left + width + 2.0, top)]);
            cr.filled_keep(ROOF);
            cr.lined(palette.coast, 1.4);
            cr.rectangle(left + width / 2.0 - 2.0, top + 4.0, 4.0, 5.0);
            cr.filled(palette.window);
        }
        cr.move_to(0.0, -24.0);
        cr.line_to(0.0, -32.0);
        cr.lined(palette.coast, 1.2);
        cr.polygon(&[(0.0, -32.0), (8.0, -29.5), (0.0, -27.0)]);
        cr.filled(ROOF);
    });
    cr.new_path();
}

/// A pier on posts, out into the water.
fn jetty(cr: &cairo::Context, palette: &Palette, hill: &Hill) {
    let (right, y) = (hill.x(0.12), hill.foot - 8.0);
    let left = hill.left - 34.0 * hill.scale;
    let wood = Ink::hex(0x6b4426);
    for post in 0..4 {
        let x = left + 4.0 + (right - left - 8.0) * f64::from(post) / 3.0;
        cr.rectangle(x - 1.6, y, 3.2, 16.0);
    }
    cr.filled(Ink::hex(0x3a2416));
    cr.rectangle(left, y - 3.0, right - left, 5.0);
    cr.filled_keep(wood);
    cr.lined(palette.coast, 1.2);
}

fn palm(cr: &cairo::Context, palette: &Palette, (x, y): (f64, f64), scale: f64, leaves: Ink) {
    cr.aside(|| {
        cr.translate(x, y);
        cr.scale(scale, scale);
        cr.set_line_cap(cairo::LineCap::Round);
        cr.move_to(-2.0, 4.0);
        cr.curve_to(-1.0, -6.0, 2.0, -14.0, 1.0, -22.0);
        cr.lined_keep(palette.coast, 4.4);
        cr.lined(Ink::hex(0x9a6b3c), 2.6);
        for (tip_x, tip_y, bend_x, bend_y) in [
            (-15.0, -15.0, -10.0, -30.0),
            (17.0, -15.0, 12.0, -30.0),
            (-11.0, -27.0, -4.0, -33.0),
            (13.0, -27.0, 6.0, -33.0),
            (-8.0, -10.0, -7.0, -24.0),
            (10.0, -10.0, 9.0, -24.0),
        ] {
            cr.move_to(1.0, -23.0);
            cr.curve_to(bend_x * 0.5, bend_y, bend_x, bend_y, tip_x, tip_y);
            cr.curve_to(bend_x * 0.8, bend_y * 0.8, bend_x * 0.4, bend_y * 0.84, 1.0, -20.0);
            cr.close_path();
        }
        cr.filled_keep(leaves);
        cr.lined(palette.coast.alpha(0.7), 0.8);
    });
    cr.new_path();
}

fn lighthouse(cr: &cairo::Context, palette: &Palette, hill: &Hill) {
    let (x, base) = hill.lighthouse();
    cr.aside(|| {
        cr.translate(x, base);
        cr.scale(hill.scale, hill.scale);
        let tower = || cr.polygon(&[(-10.0, 4.0), (10.0, 4.0), (7.0, -44.0), (-7.0, -44.0)]);
        tower();
        cr.filled(WALL);
        cr.aside(|| {
            tower();
            cr.clip();
            for band in [12.0, 30.0] {
                cr.rectangle(-12.0, -band - 8.0, 24.0, 8.0);
            }
            cr.filled(ROOF);
        });
        tower();
        cr.lined(palette.coast, 1.6);
        cr.rectangle(-6.0, -55.0, 12.0, 11.0);
        cr.filled_keep(Ink::hex(0xffd873));
        cr.lined(palette.coast, 1.4);
        cr.rectangle(-9.0, -45.5, 18.0, 2.6);
        cr.filled(palette.coast);
        cr.polygon(&[(-8.0, -55.0), (0.0, -65.0), (8.0, -55.0)]);
        cr.filled_keep(ROOF);
        cr.lined(palette.coast, 1.4);
    });
    cr.new_path();
}
