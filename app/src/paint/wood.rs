//! The ship's table: planks of dark wood. The grain only darkens, so that writing on it keeps its contrast.

use gtk::cairo;

use super::brush::{Brush, Ink};
use super::noise::Noise;
use super::palette::Palette;

/// Fills a rectangle with planks.
pub(crate) fn wood(cr: &cairo::Context, palette: &Palette, width: f64, height: f64) {
    let gradient = cairo::LinearGradient::new(0.0, 0.0, 0.0, height);
    palette.wood_top.stop(&gradient, 0.0);
    palette.wood_bottom.stop(&gradient, 1.0);
    cr.rectangle(0.0, 0.0, width, height);
    cr.shaded_keep(&gradient);
    cr.new_path();
    if palette.stark {
        return;
    }
    const PLANK: f64 = 59.0;
    let mut noise = Noise(7);
    let mut top = 0.0;
    while top < height {
        cr.rectangle(0.0, top, width, 1.2);
        cr.filled(Ink::black(0.28));
        for _ in 0..9 {
            let y = top + 4.0 + noise.unit() * (PLANK - 8.0);
            let x = noise.unit() * width;
            let length = width * (0.15 + noise.unit() * 0.5);
            cr.move_to(x - length, y);
            cr.curve_to(x - length * 0.3, y + noise.unit() * 5.0, x, y - noise.unit() * 5.0, x + length, y);
            cr.lined(Ink::black(0.05 + noise.unit() * 0.07), 0.8 + noise.unit());
        }
        let joint = noise.unit() * width;
        cr.rectangle(joint, top, 1.2, PLANK);
        cr.filled(Ink::black(0.2));
        top += PLANK;
    }
}
