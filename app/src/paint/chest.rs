//! Treasure chests.

use gtk::cairo;

use super::brush::{Brush, Ink};
use super::palette::GOLD;

/// A gold-banded chest, centred, of this width.
pub(crate) fn chest(cr: &cairo::Context, x: f64, y: f64, width: f64) {
    cr.aside(|| {
        cr.translate(x, y);
        cr.scale(width / 24.0, width / 24.0);
        let wood = Ink::hex(0x7a4a21);
        let edge = Ink::hex(0x3b220c);
        cr.move_to(-11.0, -1.0);
        cr.curve_to(-11.0, -11.0, 11.0, -11.0, 11.0, -1.0);
        cr.close_path();
        cr.filled_keep(Ink::hex(0x935c2b));
        cr.lined(edge, 1.4);
        cr.rectangle(-11.0, -1.0, 22.0, 10.0);
        cr.filled_keep(wood);
        cr.lined(edge, 1.4);
        for band in [-8.0, 5.2] {
            cr.rectangle(band, -6.5, 2.8, 15.0);
            cr.filled(GOLD);
        }
        cr.rectangle(-11.0, -2.0, 22.0, 2.2);
        cr.filled(GOLD);
        cr.rounded(-2.6, -3.0, 5.2, 6.4, 1.2);
        cr.filled_keep(GOLD);
        cr.lined(edge, 1.0);
    });
    cr.new_path();
}
