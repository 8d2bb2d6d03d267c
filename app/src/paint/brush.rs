//! Colours and the strokes that all painting is made of.
//!
//! Cairo remembers its first error and then ignores everything; a picture is at worst incomplete and there is nothing
//! to recover, so the results of single strokes are dropped here and nowhere else.

use doubloons_engine::caribbean::board::Point;
use gtk::cairo;

/// A colour with its opacity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ink {
    red: f64,
    green: f64,
    blue: f64,
    alpha: f64,
}

impl Ink {
    /// An opaque colour, written as 0xRRGGBB.
    pub(crate) const fn hex(code: u32) -> Ink {
        Ink {
            red: (code >> 16 & 0xff) as f64 / 255.0,
            green: (code >> 8 & 0xff) as f64 / 255.0,
            blue: (code & 0xff) as f64 / 255.0,
            alpha: 1.0,
        }
    }

    /// White of some opacity.
    pub(crate) const fn white(alpha: f64) -> Ink {
        Ink { red: 1.0, green: 1.0, blue: 1.0, alpha }
    }

    /// Black of some opacity.
    pub(crate) const fn black(alpha: f64) -> Ink {
        Ink { red: 0.0, green: 0.0, blue: 0.0, alpha }
    }

    /// The same colour with another opacity.
    pub(crate) const fn alpha(self, alpha: f64) -> Ink {
        Ink { alpha, ..self }
    }

    /// How bright it is, from 0 to 1, as WCAG defines it; its opacity does not count.
    #[cfg(test)]
    pub(crate) fn luminance(self) -> f64 {
        let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// The contrast of two colours, from 1 to 21, as WCAG defines it.
    #[cfg(test)]
    pub(crate) fn contrast(self, other: Ink) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// What is seen of it over another colour.
    #[cfg(test)]
    pub(crate) fn over(self, under: Ink) -> Ink {
        let part = |own: f64, below: f64| own * self.alpha + below * (1.0 - self.alpha);
        let (red, green) = (part(self.red, under.red), part(self.green, under.green));
        Ink { red, green, blue: part(self.blue, under.blue), alpha: 1.0 }
    }

    pub(crate) fn stop(self, gradient: &cairo::Gradient, offset: f64) {
        gradient.add_color_stop_rgba(offset, self.red, self.green, self.blue, self.alpha);
    }
}

/// Strokes that all painting is made of.
pub(crate) trait Brush {
    /// Takes up a colour.
    fn ink(&self, ink: Ink);
    /// Fills the path.
    fn filled(&self, ink: Ink);
    /// Fills the path and keeps it.
    fn filled_keep(&self, ink: Ink);
    /// Draws the path.
    fn lined(&self, ink: Ink, width: f64);
    /// Draws the path and keeps it.
    fn lined_keep(&self, ink: Ink, width: f64);
    /// Fills the path with a gradient and keeps it.
    fn shaded_keep(&self, gradient: &cairo::Gradient);
    /// Adds a closed ring to the path.
    fn ring(&self, points: &[Point]);
    /// Adds a closed polygon to the path.
    fn polygon(&self, points: &[(f64, f64)]);
    /// Adds a rectangle with round corners to the path.
    fn rounded(&self, x: f64, y: f64, width: f64, height: f64, radius: f64);
    /// Adds a circle to the path.
    fn circle(&self, x: f64, y: f64, radius: f64);
    /// Paints within a saved state.
    fn aside(&self, paint: impl FnOnce());
}

impl Brush for cairo::Context {
    fn ink(&self, ink: Ink) {
        self.set_source_rgba(ink.red, ink.green, ink.blue, ink.alpha);
    }

    fn filled(&self, ink: Ink) {
        self.ink(ink);
        let _ = self.fill();
    }

    fn filled_keep(&self, ink: Ink) {
        self.ink(ink);
        let _ = self.fill_preserve();
    }

    fn lined(&self, ink: Ink, width: f64) {
        self.ink(ink);
        self.set_line_width(width);
        let _ = self.stroke();
    }

    fn lined_keep(&self, ink: Ink, width: f64) {
        self.ink(ink);
        self.set_line_width(width);
        let _ = self.stroke_preserve();
    }

    fn shaded_keep(&self, gradient: &cairo::Gradient) {
        let _ = self.set_source(gradient);
        let _ = self.fill_preserve();
    }

    fn ring(&self, points: &[Point]) {
        if let Some((first, rest)) = points.split_first() {
            self.move_to(first.x, first.y);
            rest.iter().for_each(|point| self.line_to(point.x, point.y));
            self.close_path();
        }
    }

    fn polygon(&self, points: &[(f64, f64)]) {
        if let Some((&(x, y), rest)) = points.split_first() {
            self.move_to(x, y);
            rest.iter().for_each(|&(x, y)| self.line_to(x, y));
            self.close_path();
        }
    }

    fn rounded(&self, x: f64, y: f64, width: f64, height: f64, radius: f64) {
        use std::f64::consts::{FRAC_PI_2, PI};
        let radius = radius.min(width / 2.0).min(height / 2.0);
        self.new_sub_path();
        self.arc(x + width - radius, y + radius, radius, -FRAC_PI_2, 0.0);
        self.arc(x + width - radius, y + height - radius, radius, 0.0, FRAC_PI_2);
        self.arc(x + radius, y + height - radius, radius, FRAC_PI_2, PI);
        self.arc(x + radius, y + radius, radius, PI, 3.0 * FRAC_PI_2);
        self.close_path();
    }

    fn circle(&self, x: f64, y: f64, radius: f64) {
        self.new_sub_path();
        self.arc(x, y, radius, 0.0, std::f64::consts::TAU);
        self.close_path();
    }

    fn aside(&self, paint: impl FnOnce()) {
        let _ = self.save();
        paint();
        let _ = self.restore();
    }
}
