//! The six ships: each has a silhouette of her own, and her letter on a swallowtail.

use doubloons_engine::caribbean::Ship;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::palette::Palette;
use super::text::{Align, Hand};

const HULL: Ink = Ink::hex(0x3a2416);
const HULL_LIGHT: Ink = Ink::hex(0x6b4426);
const LINE: Ink = Ink::hex(0x1a0f08);

/// Paints a ship, about 92 units wide and 100 high, with her waterline 30 units below the origin.
pub(crate) fn ship(cr: &cairo::Context, palette: &Palette, ship: Ship, flag: Ink) {
    cr.aside(|| {
        cr.set_line_join(cairo::LineJoin::Round);
        cr.set_line_cap(cairo::LineCap::Round);
        masts(cr, ship);
        sails(cr, ship, palette.sail);
        hull(cr, ship);
        pennant(cr, ship, flag);
    });
    cr.new_path();
}

/// The same as a shadow in one colour, for empty berths.
pub(crate) fn ship_outline(cr: &cairo::Context, ship: Ship, ink: Ink) {
    cr.aside(|| {
        hull_path(cr, ship);
        cr.filled(ink);
        for sail in sail_shapes(ship) {
            sail_path(cr, &sail);
            cr.filled(ink);
        }
    });
    cr.new_path();
}

/// A sail by its four corners; the edges bulge.
type Sail = [(f64, f64); 4];

fn sail_shapes(ship: Ship) -> Vec<Sail> {
    match ship {
        Ship::A => vec![
            [(-30.0, -26.0), (-4.0, -26.0), (-2.0, -8.0), (-33.0, -8.0)],
            [(-32.0, -5.0), (-2.0, -5.0), (0.0, 14.0), (-35.0, 14.0)],
            [(3.0, -26.0), (27.0, -26.0), (30.0, -8.0), (1.0, -8.0)],
            [(1.0, -5.0), (31.0, -5.0), (34.0, 14.0), (0.0, 14.0)],
        ],
        Ship::B => vec![[(-24.0, -27.0), (24.0, -27.0), (29.0, 11.0), (-29.0, 11.0)]],
        Ship::C => vec![
            [(-3.0, -34.0), (-3.0, -34.0), (-3.0, 14.0), (-36.0, 14.0)],
            [(3.0, -32.0), (3.0, -32.0), (34.0, 14.0), (3.0, 14.0)],
        ],
        Ship::D => vec![
            [(6.0, -38.0), (6.0, -38.0), (-6.0, 14.0), (-40.0, 12.0)],
            [(36.0, -30.0), (36.0, -30.0), (34.0, 14.0), (0.0, 14.0)],
        ],
        Ship::E => {
            let mast = |x: f64| {
                [(-30.0, 6.5), (-16.0, 8.5), (0.0, 9.5)].map(|(top, half)| {
                    [(x - half, top), (x + half, top), (x + half + 1.5, top + 13.0), (x - half - 1.5, top + 13.0)]
                })
            };
            [mast(-25.0), mast(0.0), mast(25.0)].concat()
        }
        Ship::F => vec![
            [(-30.0, -28.0), (-8.0, -34.0), (0.0, 13.0), (-34.0, 13.0)],
            [(8.0, -24.0), (26.0, -28.0), (36.0, 13.0), (6.0, 13.0)],
        ],
    }
}

fn sail_path(cr: &cairo::Context, &[a, b, c, d]: &Sail) {
    let bulge = |from: (f64, f64), to: (f64, f64), by: f64| {
        let (x, y) = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let (across, along) = (to.1 - from.1, to.0 - from.0);
        let length = across.hypot(along).max(1.0);
        let (x, y) = (x + across / length * by, y - along / length * by);
        cr.curve_to(x, y, x, y, to.0, to.1);
    };
    cr.move_to(a.0, a.1);
    bulge(a, b, 1.0);
    bulge(b, c, 3.0);
    bulge(c, d, -4.0);
    bulge(d, a, 3.0);
    cr.close_path();
}

fn sails(cr: &cairo::Context, ship: Ship, sail_ink: Ink) {
    for sail in sail_shapes(ship) {
        sail_path(cr, &sail);
        cr.filled_keep(sail_ink);
        match ship {
            Ship::B => cr.aside(|| {
                cr.clip();
                for x in [-22.0, -8.0, 6.0, 20.0] {
                    cr.rectangle(x, -40.0, 6.5, 60.0);
                }
                cr.filled(Ink::hex(0xb5523b));
            }),
            Ship::F => cr.aside(|| {
                cr.clip();
                for step in 0..6 {
                    let y = -26.0 + f64::from(step) * 8.0;
                    cr.move_to(-42.0, y + 2.0);
                    cr.line_to(42.0, y - 4.0);
                }
                cr.lined(Ink::hex(0x8a5a2a), 2.2);
            }),
            _ => {}
        }
        sail_path(cr, &sail);
        cr.lined(LINE, 2.0);
    }
}

fn masts(cr: &cairo::Context, ship: Ship) {
    let masts: &[(f64, f64, f64)] = match ship {
        Ship::A => &[(-17.0, -17.0, -34.0), (15.0, 15.0, -34.0)],
        Ship::B => &[(0.0, 0.0, -36.0)],
        Ship::C => &[(0.0, 0.0, -40.0)],
        Ship::D => &[(-8.0, 4.0, -36.0), (22.0, 34.0, -28.0)],
        Ship::E => &[(-25.0, -25.0, -36.0), (0.0, 0.0, -40.0), (25.0, 25.0, -36.0)],
        Ship::F => &[(-14.0, -16.0, -38.0), (18.0, 18.0, -32.0)],
    };
    for &(foot, top, height) in masts {
        cr.move_to(foot, 22.0);
        cr.line_to(top, height);
    }
    cr.lined(LINE, 3.0);
}

fn hull_path(cr: &cairo::Context, ship: Ship) {
    match ship {
        Ship::A => {
            cr.move_to(-45.0, 8.0);
            cr.line_to(-32.0, 8.0);
            cr.line_to(-30.0, 17.0);
            cr.line_to(26.0, 17.0);
            cr.line_to(30.0, 11.0);
            cr.line_to(45.0, 11.0);
            cr.curve_to(43.0, 24.0, 36.0, 34.0, 28.0, 36.0);
            cr.line_to(-32.0, 36.0);
            cr.curve_to(-40.0, 32.0, -44.0, 20.0, -45.0, 8.0);
        }
        Ship::B => {
            cr.move_to(-36.0, 12.0);
            cr.curve_to(-34.0, 18.0, -30.0, 17.0, 0.0, 18.0);
            cr.curve_to(30.0, 17.0, 34.0, 18.0, 36.0, 12.0);
            cr.curve_to(36.0, 28.0, 26.0, 37.0, 0.0, 37.0);
            cr.curve_to(-26.0, 37.0, -36.0, 28.0, -36.0, 12.0);
        }
        Ship::C => {
            cr.move_to(-38.0, 18.0);
            cr.line_to(44.0, 15.0);
            cr.curve_to(38.0, 28.0, 30.0, 34.0, 20.0, 35.0);
            cr.line_to(-28.0, 35.0);
            cr.curve_to(-34.0, 31.0, -37.0, 25.0, -38.0, 18.0);
        }
        Ship::D => {
            cr.move_to(-44.0, 14.0);
            cr.curve_to(-20.0, 20.0, 20.0, 20.0, 46.0, 10.0);
            cr.curve_to(40.0, 28.0, 30.0, 35.0, 18.0, 36.0);
            cr.line_to(-22.0, 36.0);
            cr.curve_to(-34.0, 34.0, -41.0, 25.0, -44.0, 14.0);
        }
        Ship::E => {
            cr.move_to(-46.0, 12.0);
            cr.line_to(-38.0, 17.0);
            cr.line_to(34.0, 17.0);
            cr.line_to(48.0, 11.0);
            cr.curve_to(44.0, 25.0, 38.0, 33.0, 30.0, 35.0);
            cr.line_to(-36.0, 35.0);
            cr.curve_to(-42.0, 29.0, -45.0, 20.0, -46.0, 12.0);
        }
        Ship::F => {
            cr.move_to(-44.0, 6.0);
            cr.line_to(-30.0, 8.0);
            cr.line_to(-26.0, 17.0);
            cr.line_to(24.0, 18.0);
            cr.line_to(40.0, 12.0);
            cr.curve_to(38.0, 26.0, 32.0, 35.0, 22.0, 36.0);
            cr.line_to(-28.0, 36.0);
            cr.curve_to(-38.0, 34.0, -42.0, 20.0, -44.0, 6.0);
        }
    }
    cr.close_path();
}

fn hull(cr: &cairo::Context, ship: Ship) {
    hull_path(cr, ship);
    cr.filled_keep(HULL);
    cr.aside(|| {
        cr.clip();
        cr.rectangle(-60.0, 19.5, 120.0, 4.0);
        cr.filled(HULL_LIGHT);
        if matches!(ship, Ship::A | Ship::E) {
            for port in -3..=3 {
                cr.rectangle(f64::from(port) * 10.0 - 2.0, 26.0, 4.0, 4.0);
            }
            cr.filled(Ink::hex(0xe2b65c));
        }
    });
    hull_path(cr, ship);
    cr.lined(LINE, 2.2);
    // The bow wave.
    cr.move_to(-46.0, 38.0);
    cr.curve_to(-34.0, 33.0, -26.0, 43.0, -14.0, 38.0);
    cr.curve_to(-4.0, 33.0, 4.0, 43.0, 14.0, 38.0);
    cr.curve_to(26.0, 33.0, 34.0, 43.0, 46.0, 38.0);
    cr.lined(Ink::white(0.75), 2.4);
}

fn pennant(cr: &cairo::Context, ship: Ship, flag: Ink) {
    // The top of the mast that it flies from.
    let (x, mast) = match ship {
        Ship::A => (-17.0, -34.0),
        Ship::B => (0.0, -36.0),
        Ship::C | Ship::E => (0.0, -40.0),
        Ship::D => (4.0, -36.0),
        Ship::F => (-16.0, -38.0),
    };
    let (top, bottom) = (-60.0, -35.0);
    cr.move_to(x, mast);
    cr.line_to(x, top - 1.0);
    cr.lined(LINE, 2.6);
    cr.polygon(&[(x, top), (x + 34.0, top), (x + 27.0, (top + bottom) / 2.0), (x + 34.0, bottom), (x, bottom)]);
    cr.filled_keep(flag);
    cr.lined(Ink::hex(0xfff6e0), 1.8);
    Hand::bold(21.0).write_centred(
        cr,
        &ship.letter().to_string(),
        x + 13.5,
        (top + bottom) / 2.0,
        Align::Middle,
        Ink::white(1.0),
    );
}
