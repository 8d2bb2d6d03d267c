//! The four players' emblems and patterns: a colour never stands alone.

use std::f64::consts::{PI, TAU};

use doubloons_engine::caribbean::Colour;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::palette::{strong, tint};

/// Fills the current path with a player's pattern in `ink` on top of what is there.
pub(crate) fn pattern_fill(
    cr: &cairo::Context,
    colour: Colour,
    (left, top, width, height): (f64, f64, f64, f64),
    step: f64,
    ink: Ink,
) {
    cr.aside(|| {
        cr.clip();
        match colour {
            Colour::Red => {
                let mut x = left - height;
                while x < left + width {
                    cr.move_to(x, top + height);
                    cr.line_to(x + height, top);
                    x += step;
                }
                cr.lined(ink, step * 0.36);
            }
            Colour::Blue => {
                let mut y = top - step;
                while y < top + height + step {
                    cr.move_to(left - step, y);
                    let mut x = left - step;
                    while x < left + width + step {
                        let half = step / 2.0;
                        cr.curve_to(x + half / 2.0, y - half * 0.8, x + half / 2.0, y - half * 0.8, x + half, y);
                        cr.curve_to(x + half * 1.5, y + half * 0.8, x + half * 1.5, y + half * 0.8, x + step, y);
                        x += step;
                    }
                    y += step * 0.62;
                }
                cr.lined(ink, step * 0.2);
            }
            Colour::Green => {
                let mut row = 0;
                let mut y = top;
                while y < top + height + step {
                    let mut x = left + if row % 2 == 0 { 0.0 } else { step / 2.0 };
                    while x < left + width + step {
                        cr.circle(x, y, step * 0.2);
                        x += step;
                    }
                    y += step / 2.0;
                    row += 1;
                }
                cr.filled(ink);
            }
            Colour::Yellow => {
                let side = step / 2.0;
                let mut row = 0;
                let mut y = top;
                while y < top + height {
                    let mut x = left + if row % 2 == 0 { 0.0 } else { side };
                    while x < left + width {
                        cr.rectangle(x, y, side, side);
                        x += step;
                    }
                    y += side;
                    row += 1;
                }
                cr.filled(ink);
            }
        }
    });
    cr.new_path();
}

/// A round badge: a patterned ring, and the emblem on the pale colour.
pub(crate) fn medallion(cr: &cairo::Context, colour: Colour, x: f64, y: f64, radius: f64) {
    cr.circle(x, y, radius);
    cr.filled(strong(colour));
    cr.circle(x, y, radius);
    pattern_fill(cr, colour, (x - radius, y - radius, radius * 2.0, radius * 2.0), radius * 0.42, Ink::white(0.5));
    cr.circle(x, y, radius * 0.78);
    cr.filled(Ink::hex(0xfff8e8));
    cr.circle(x, y, radius * 0.78);
    cr.filled(tint(colour).alpha(0.45));
    emblem(cr, colour, x, y, radius * 0.58, strong(colour));
}

/// A wax seal with an emblem.
pub(crate) fn seal(cr: &cairo::Context, colour: Colour, x: f64, y: f64, radius: f64) {
    for step in 0..60 {
        let angle = TAU * f64::from(step) / 60.0;
        let wobble = 1.0 + 0.06 * (angle * 9.0).sin() + 0.03 * (angle * 5.0 + 1.0).cos();
        cr.line_to(x + radius * wobble * angle.cos(), y + radius * wobble * angle.sin());
    }
    cr.close_path();
    cr.filled_keep(strong(colour));
    cr.lined(Ink::black(0.35), radius * 0.08);
    cr.circle(x, y, radius * 0.74);
    cr.lined(Ink::white(0.35), radius * 0.09);
    emblem(cr, colour, x, y, radius * 0.52, Ink::hex(0xfff3e0));
}

/// A player's emblem within a circle of this radius.
pub(crate) fn emblem(cr: &cairo::Context, colour: Colour, x: f64, y: f64, radius: f64, ink: Ink) {
    cr.aside(|| {
        cr.translate(x, y);
        cr.scale(radius, radius);
        cr.set_line_cap(cairo::LineCap::Round);
        cr.set_line_join(cairo::LineJoin::Round);
        match colour {
            Colour::Red => skull(cr, ink),
            Colour::Blue => anchor(cr, ink),
            Colour::Green => palm(cr, ink),
            Colour::Yellow => sun(cr, ink),
        }
    });
    cr.new_path();
}

fn skull(cr: &cairo::Context, ink: Ink) {
    for side in [-1.0, 1.0] {
        cr.move_to(-0.85 * side, 0.5);
        cr.line_to(0.85 * side, 0.95);
    }
    cr.lined(ink, 0.17);
    cr.set_fill_rule(cairo::FillRule::EvenOdd);
    cr.new_sub_path();
    cr.arc(0.0, -0.25, 0.68, PI * 0.82, PI * 2.18);
    cr.line_to(0.36, 0.25);
    cr.line_to(0.36, 0.56);
    cr.line_to(-0.36, 0.56);
    cr.line_to(-0.36, 0.25);
    cr.close_path();
    cr.circle(-0.28, -0.2, 0.2);
    cr.circle(0.28, -0.2, 0.2);
    cr.polygon(&[(0.0, 0.02), (0.1, 0.2), (-0.1, 0.2)]);
    cr.rectangle(-0.17, 0.4, 0.06, 0.17);
    cr.rectangle(0.11, 0.4, 0.06, 0.17);
    cr.filled(ink);
}

fn anchor(cr: &cairo::Context, ink: Ink) {
    cr.circle(0.0, -0.74, 0.19);
    cr.lined(ink, 0.16);
    cr.move_to(0.0, -0.52);
    cr.line_to(0.0, 0.82);
    cr.move_to(-0.42, -0.28);
    cr.line_to(0.42, -0.28);
    cr.lined(ink, 0.2);
    cr.new_sub_path();
    cr.arc(0.0, 0.1, 0.74, PI * 0.1, PI * 0.9);
    cr.lined(ink, 0.2);
    for side in [-1.0, 1.0] {
        cr.polygon(&[(0.98 * side, 0.36), (0.74 * side, -0.06), (0.46 * side, 0.34)]);
    }
    cr.filled(ink);
}

fn palm(cr: &cairo::Context, ink: Ink) {
    cr.move_to(-0.12, 0.92);
    cr.curve_to(0.06, 0.5, 0.1, 0.1, 0.04, -0.3);
    cr.lined(ink, 0.2);
    for (tip_x, tip_y, bend_x, bend_y) in [
        (-0.92, 0.12, -0.62, -0.62),
        (0.95, 0.12, 0.68, -0.62),
        (-0.72, -0.68, -0.2, -0.85),
        (0.76, -0.68, 0.3, -0.85),
        (-0.45, 0.4, -0.35, -0.25),
        (0.52, 0.4, 0.42, -0.25),
    ] {
        cr.move_to(0.04, -0.36);
        cr.curve_to(bend_x * 0.5, bend_y * 0.9 - 0.1, bend_x, bend_y, tip_x, tip_y);
        cr.curve_to(bend_x * 0.85, bend_y * 0.5, bend_x * 0.4, bend_y * 0.3 - 0.1, 0.04, -0.22);
        cr.close_path();
    }
    cr.filled(ink);
    cr.move_to(-0.5, 0.92);
    cr.line_to(0.42, 0.92);
    cr.lined(ink, 0.13);
}

/// The fewest dots of the screen, from its middle to its tips, on which a sun can have twelve rays.
const SMALLEST_SUN: f64 = 8.0;

fn sun(cr: &cairo::Context, ink: Ink) {
    let dots = cr.user_to_device_distance(0.0, 1.0).map_or(SMALLEST_SUN, |(across, down)| across.hypot(down));
    let (disc, rays, half) = if dots < SMALLEST_SUN { (0.44, 8, 0.3) } else { (0.46, 12, 0.17) };
    cr.circle(0.0, 0.0, disc);
    for ray in 0..rays {
        let angle = TAU * f64::from(ray) / f64::from(rays);
        let (far, near) = (if ray % 2 == 0 || dots < SMALLEST_SUN { 1.0 } else { 0.84 }, 0.56);
        let point = |angle: f64, radius: f64| (angle.cos() * radius, angle.sin() * radius);
        cr.polygon(&[point(angle, far), point(angle + half, near), point(angle - half, near)]);
    }
    cr.filled(ink);
}
