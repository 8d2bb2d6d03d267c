//! The chart of doubloons by round, for the results.

use doubloons_engine::caribbean::Colour;
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::emblem::medallion;
use super::palette::{Theme, bar};
use super::text::{Align, Hand};

/// The radius of the emblems.
const EMBLEM: f64 = 11.0;

/// Paints one line per player, the richest first; each has its own dashes and ends in its emblem.
pub(crate) fn paint_purses(cr: &cairo::Context, theme: Theme, purses: &[(Colour, Vec<u16>)], width: f64, height: f64) {
    let dim = match theme {
        Theme::Light => Ink::hex(0x655e56),
        Theme::Dark => Ink::hex(0xbdb6ab),
    };
    let (left, right, top, bottom) = (34.0, width - 34.0, 16.0, height - 26.0);
    let rounds = purses.iter().map(|(_, purse)| purse.len()).max().unwrap_or(0).max(2) - 1;
    let most = purses.iter().flat_map(|(_, purse)| purse).copied().max().unwrap_or(0).max(10).next_multiple_of(10);
    let x = |round: usize| left + (right - left) * round as f64 / rounds as f64;
    let y = |money: f64| bottom - (bottom - top) * money / f64::from(most);
    let hand = Hand::plain(11.0);
    for mark in (0..=most).step_by(10) {
        cr.move_to(left, y(mark.into()).round() + 0.5);
        cr.line_to(right, y(mark.into()).round() + 0.5);
        cr.lined(dim.alpha(0.25), 1.0);
        hand.write_centred(cr, &mark.to_string(), left - 8.0, y(mark.into()), Align::End, dim);
    }
    for round in 0..=rounds {
        let label = if round == 0 { doubloons_words::say!("start") } else { round.to_string() };
        hand.write(cr, &label, x(round), height - 8.0, Align::Middle, dim);
    }
    cr.set_line_join(cairo::LineJoin::Round);
    for (colour, purse) in purses {
        for (round, &money) in purse.iter().enumerate() {
            cr.line_to(x(round), y(money.into()));
        }
        let dashes: &[f64] = match colour {
            Colour::Red => &[],
            Colour::Blue => &[10.0, 4.0],
            Colour::Green => &[2.0, 4.0],
            Colour::Yellow => &[10.0, 4.0, 2.0, 4.0],
        };
        cr.set_dash(dashes, 0.0);
        cr.lined(bar(*colour, theme), 3.0);
        cr.set_dash(&[], 0.0);
    }
    // Emblems at the ends, the poorest first; those too close to each other move up.
    let mut highest = f64::MAX;
    for (colour, purse) in purses.iter().rev() {
        let Some(&money) = purse.last() else { continue };
        let place = y(money.into()).min(highest - 2.0 * EMBLEM - 1.0);
        highest = place;
        medallion(cr, *colour, right + 17.0, place, EMBLEM);
    }
}
