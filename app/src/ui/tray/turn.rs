//! Cards that turn over.

use std::f64::consts::PI;

use gtk::cairo;

use crate::paint::{Brush, CARD_HEIGHT, CARD_WIDTH, Ink};

/// How long a card takes to turn, and how much later the next one begins, in milliseconds.
pub(super) const TURN: u32 = 280;
pub(super) const STAGGER: u32 = 90;

/// Paints a card of this size that has turned so far: at 0 one sees `before`, at 1 `after`. In between it rises a little.
pub(super) fn paint_turning(
    cr: &cairo::Context,
    (width, height): (f64, f64),
    turned: f64,
    before: impl FnOnce(&cairo::Context),
    after: impl FnOnce(&cairo::Context),
) {
    let rises = (turned * PI).sin();
    let wide = (turned * PI).cos().abs().max(0.02);
    let near = 1.0 + 0.08 * rises;
    cr.aside(|| {
        cr.translate(width / 2.0, height / 2.0 - 4.0 * rises);
        cr.scale(wide * near, near);
        cr.translate(-width / 2.0, -height / 2.0);
        cr.scale(width / CARD_WIDTH, height / CARD_HEIGHT);
        if turned < 0.5 {
            before(cr);
        } else {
            after(cr);
        }
        if rises > 0.01 {
            // The edge turns away from the light.
            cr.rounded(0.75, 0.75, CARD_WIDTH - 1.5, CARD_HEIGHT - 2.5, 6.0);
            cr.filled(Ink::black(0.28 * rises));
        }
    });
}
