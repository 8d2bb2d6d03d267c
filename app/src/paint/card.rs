//! Bribe cards: barrels of rum, an upturned mug, and the thief.

use std::f64::consts::PI;

use doubloons_engine::caribbean::{Card, Colour, Ship};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::emblem::{emblem, pattern_fill, seal};
use super::palette::{BLOOD, INK, Palette, strong, tint};
use super::ship::ship_outline;
use super::text::{Align, Hand};

/// A card's width in its own units.
pub(crate) const CARD_WIDTH: f64 = 64.0;
/// A card's height in its own units.
pub(crate) const CARD_HEIGHT: f64 = 90.0;

/// The front of a card.
pub(crate) fn card_face(cr: &cairo::Context, palette: &Palette, card: Card) {
    paper(cr, palette);
    match card {
        Card::Thief => thief(cr),
        Card::Zero => mug(cr),
        card => {
            for &(x, y) in pips(card) {
                barrel(cr, x, y, if card == Card::Five { 0.8 } else { 0.92 });
            }
        }
    }
    let (value, ink) = match card {
        Card::Thief => ("−1".to_owned(), BLOOD),
        card => (card.worth().to_string(), INK),
    };
    Hand::bold(19.0).write_centred(cr, &value, 6.5, 15.5, Align::Start, ink);
}

/// The back of a card.
pub(crate) fn card_back(cr: &cairo::Context, palette: &Palette, colour: Colour) {
    paper(cr, palette);
    cr.rounded(5.0, 5.0, CARD_WIDTH - 10.0, CARD_HEIGHT - 10.0, 4.0);
    cr.filled(strong(colour));
    cr.rounded(5.0, 5.0, CARD_WIDTH - 10.0, CARD_HEIGHT - 10.0, 4.0);
    pattern_fill(cr, colour, (5.0, 5.0, CARD_WIDTH - 10.0, CARD_HEIGHT - 10.0), 9.0, Ink::white(0.28));
    cr.circle(CARD_WIDTH / 2.0, CARD_HEIGHT / 2.0, 19.0);
    cr.filled(tint(colour));
    emblem(cr, colour, CARD_WIDTH / 2.0, CARD_HEIGHT / 2.0, 14.0, strong(colour));
}

/// The wax on the back of a card, pressed so far: from 0, where it is still in the air, to 1.
pub(crate) fn card_seal(cr: &cairo::Context, colour: Colour, pressed: f64) {
    if pressed <= 0.0 {
        return;
    }
    let (x, y) = (CARD_WIDTH - 16.0, CARD_HEIGHT - 16.0);
    // It comes down, spreads a little under the stamp, and keeps that shape.
    let radius = 11.0 * (1.0 + 1.1 * (1.0 - pressed).powi(2) + 0.12 * (pressed * PI).sin());
    cr.push_group();
    cr.circle(x + 1.0, y + 2.0, radius);
    cr.filled(Ink::black(0.35));
    seal(cr, colour, x, y, radius);
    if cr.pop_group_to_source().is_ok() {
        let _ = cr.paint_with_alpha((pressed * 2.5).min(1.0));
    }
}

/// A place without a card: the ship's shadow, or an hourglass for the tie-breaker.
pub(crate) fn empty_berth(cr: &cairo::Context, palette: &Palette, ship: Option<Ship>, rim: Ink) {
    cr.rounded(1.0, 1.0, CARD_WIDTH - 2.0, CARD_HEIGHT - 2.0, 6.0);
    cr.filled_keep(Ink::black(0.42));
    cr.set_dash(&[4.0, 4.0], 0.0);
    if palette.stark {
        cr.lined(rim.alpha(1.0), 2.6);
    } else {
        cr.lined(rim, 1.6);
    }
    cr.set_dash(&[], 0.0);
    cr.aside(|| {
        cr.translate(CARD_WIDTH / 2.0, CARD_HEIGHT / 2.0);
        let shadow = Ink::hex(0xdcc5a0).alpha(if palette.stark { 0.85 } else { 0.38 });
        match ship {
            Some(ship) => {
                cr.scale(0.5, 0.5);
                ship_outline(cr, ship, shadow);
            }
            None => hourglass(cr, shadow),
        }
    });
}

fn paper(cr: &cairo::Context, palette: &Palette) {
    cr.rounded(1.0, 2.5, CARD_WIDTH - 2.0, CARD_HEIGHT - 2.5, 6.0);
    cr.filled(Ink::black(0.35));
    let gradient = cairo::LinearGradient::new(0.0, 0.0, CARD_WIDTH * 0.4, CARD_HEIGHT);
    palette.card_top.stop(&gradient, 0.0);
    palette.card_bottom.stop(&gradient, 1.0);
    cr.rounded(0.75, 0.75, CARD_WIDTH - 1.5, CARD_HEIGHT - 2.5, 6.0);
    cr.shaded_keep(&gradient);
    if palette.stark {
        return cr.lined(Ink::black(1.0), 2.4);
    }
    cr.lined(Ink::hex(0x8a6a3a), 1.2);
    cr.rounded(3.5, 3.5, CARD_WIDTH - 7.0, CARD_HEIGHT - 8.0, 4.0);
    cr.lined(Ink::hex(0x8a6a3a).alpha(0.35), 0.8);
}

fn pips(card: Card) -> &'static [(f64, f64)] {
    const LEFT: f64 = 20.5;
    const RIGHT: f64 = 43.5;
    const MIDDLE: f64 = 32.0;
    match card {
        Card::One => &[(MIDDLE, 54.0)],
        Card::Two => &[(LEFT, 54.0), (RIGHT, 54.0)],
        Card::Three => &[(MIDDLE, 42.0), (LEFT, 66.0), (RIGHT, 66.0)],
        Card::Four => &[(LEFT, 42.0), (RIGHT, 42.0), (LEFT, 66.0), (RIGHT, 66.0)],
        Card::Five => &[(LEFT, 39.0), (RIGHT, 39.0), (MIDDLE, 56.0), (LEFT, 73.0), (RIGHT, 73.0)],
        Card::Thief | Card::Zero => &[],
    }
}

fn barrel(cr: &cairo::Context, x: f64, y: f64, scale: f64) {
    cr.aside(|| {
        cr.translate(x, y);
        cr.scale(scale, scale);
        let edge = Ink::hex(0x3e2109);
        cr.move_to(-8.0, -8.5);
        cr.curve_to(-11.0, -3.0, -11.0, 3.0, -8.0, 8.5);
        cr.line_to(8.0, 8.5);
        cr.curve_to(11.0, 3.0, 11.0, -3.0, 8.0, -8.5);
        cr.close_path();
        let gradient = cairo::LinearGradient::new(-10.0, 0.0, 10.0, 0.0);
        Ink::hex(0x8f4f1c).stop(&gradient, 0.0);
        Ink::hex(0xc67b38).stop(&gradient, 0.4);
        Ink::hex(0x83471a).stop(&gradient, 1.0);
        cr.shaded_keep(&gradient);
        cr.lined(edge, 1.2);
        for stave in [-3.4, 3.4] {
            cr.move_to(stave, -8.5);
            cr.line_to(stave, 8.5);
        }
        cr.lined(edge.alpha(0.5), 0.8);
        for hoop in [-4.8, 4.8] {
            cr.move_to(-9.7, hoop);
            cr.line_to(9.7, hoop);
        }
        cr.lined(edge, 1.9);
    });
    cr.new_path();
}

fn mug(cr: &cairo::Context) {
    let edge = Ink::hex(0x4a2a0e);
    cr.aside(|| {
        cr.translate(32.0, 53.0);
        cr.rotate(-0.5);
        cr.rounded(10.0, -9.0, 14.0, 18.0, 6.0);
        cr.lined(edge, 3.6);
        cr.rounded(-15.0, -13.0, 26.0, 26.0, 3.0);
        cr.filled_keep(Ink::hex(0xc2996a));
        cr.lined(edge, 1.6);
        for stave in [-7.0, 1.0] {
            cr.move_to(stave, -13.0);
            cr.line_to(stave, 13.0);
        }
        cr.lined(edge.alpha(0.5), 1.0);
        cr.move_to(-15.0, -8.0);
        cr.line_to(11.0, -8.0);
        cr.move_to(-15.0, 8.0);
        cr.line_to(11.0, 8.0);
        cr.lined(edge, 2.0);
    });
    for (x, y, radius) in [(18.0, 76.0, 2.4), (24.0, 81.0, 1.6)] {
        cr.circle(x, y, radius);
    }
    cr.filled(Ink::hex(0xb0642a));
}

fn thief(cr: &cairo::Context) {
    cr.aside(|| {
        cr.translate(33.0, 56.0);
        // Shoulders in a striped shirt.
        cr.move_to(-20.0, 28.0);
        cr.curve_to(-20.0, 12.0, 20.0, 12.0, 20.0, 28.0);
        cr.close_path();
        cr.filled_keep(Ink::hex(0x2c3e50));
        cr.lined(INK, 1.2);
        cr.circle(0.0, 0.0, 15.0);
        cr.filled_keep(Ink::hex(0xe9bf92));
        cr.lined(INK, 1.4);
        // Kerchief.
        cr.move_to(-15.5, -3.0);
        cr.curve_to(-14.0, -24.0, 14.0, -24.0, 15.5, -3.0);
        cr.curve_to(6.0, -8.0, -6.0, -8.0, -15.5, -3.0);
        cr.close_path();
        cr.filled_keep(BLOOD);
        cr.lined(INK, 1.2);
        cr.polygon(&[(14.0, -5.0), (23.0, -9.0), (21.0, 0.0)]);
        cr.filled_keep(BLOOD);
        cr.lined(INK, 1.2);
        // Mask.
        cr.rounded(-15.0, -3.5, 30.0, 8.5, 4.0);
        cr.filled(Ink::hex(0x1c1410));
        for side in [-6.0, 6.0] {
            cr.circle(side, 0.6, 2.4);
        }
        cr.filled(Ink::white(1.0));
        for side in [-5.2, 6.8] {
            cr.circle(side, 0.6, 1.1);
        }
        cr.filled(INK);
        cr.new_sub_path();
        cr.arc(1.0, 6.5, 4.6, 0.3, 2.6);
        cr.lined(INK, 1.4);
    });
    cr.new_path();
}

fn hourglass(cr: &cairo::Context, ink: Ink) {
    cr.polygon(&[(-12.0, -17.0), (12.0, -17.0), (2.0, 0.0), (12.0, 17.0), (-12.0, 17.0), (-2.0, 0.0)]);
    cr.lined(ink, 2.4);
    cr.move_to(-15.0, -19.0);
    cr.line_to(15.0, -19.0);
    cr.move_to(-15.0, 19.0);
    cr.line_to(15.0, 19.0);
    cr.lined(ink, 3.2);
    cr.polygon(&[(-8.0, 15.0), (8.0, 15.0), (0.0, 6.0)]);
    cr.filled(ink);
}
