//! Writing on pictures.

use gtk::cairo;
use gtk::pango;

use super::brush::{Brush, Ink};

/// Which point of the writing stands where it was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// So much larger names and tags may become before they lie on each other on a small chart.
const MOST: f64 = 1.25;

/// How much larger than usual the desktop wants writing, as far as there is room for it on a chart.
pub(crate) fn enlargement() -> f64 {
    // Pictures are also painted where there is no desktop.
    if gtk::is_initialized_main_thread() { crate::ui::text_scale().clamp(1.0, MOST) } else { 1.0 }
}

/// How something is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hand {
    family: &'static str,
    size: f64,
    weight: pango::Weight,
    style: pango::Style,
    spacing: f64,
}

/// The chart's writing; distributions know it by several names.
const CHART_FAMILY: &str = "Gentium Book Plus, Gentium Plus, Gentium, Gentium Basic, serif";

impl Hand {
    /// The italic of town names.
    pub(crate) const fn town(size: f64) -> Hand {
        Hand { family: CHART_FAMILY, size, weight: pango::Weight::Normal, style: pango::Style::Italic, spacing: 0.0 }
    }

    /// The spaced capitals of regions.
    pub(crate) const fn region(size: f64) -> Hand {
        Hand { family: CHART_FAMILY, size, weight: pango::Weight::Normal, style: pango::Style::Normal, spacing: 0.12 }
    }

    /// Bold figures.
    pub(crate) const fn bold(size: f64) -> Hand {
        Hand { family: "sans-serif", size, weight: pango::Weight::Bold, style: pango::Style::Normal, spacing: 0.0 }
    }

    /// Plain small print.
    pub(crate) const fn plain(size: f64) -> Hand {
        Hand { family: "sans-serif", size, weight: pango::Weight::Normal, style: pango::Style::Normal, spacing: 0.0 }
    }

    /// How high it is, roughly.
    pub(crate) const fn size(&self) -> f64 {
        self.size
    }

    fn layout(&self, cr: &cairo::Context, text: &str) -> pango::Layout {
        let layout = pangocairo::functions::create_layout(cr);
        let mut font = pango::FontDescription::new();
        font.set_family(self.family);
        font.set_absolute_size(self.size * f64::from(pango::SCALE));
        font.set_weight(self.weight);
        font.set_style(self.style);
        layout.set_font_description(Some(&font));
        let attributes = pango::AttrList::new();
        if self.spacing > 0.0 {
            attributes.insert(pango::AttrInt::new_letter_spacing(
                (self.spacing * self.size * f64::from(pango::SCALE)) as i32,
            ));
        }
        attributes.insert(pango::AttrFontFeatures::new("tnum=1"));
        layout.set_attributes(Some(&attributes));
        layout.set_text(text);
        layout
    }

    /// How wide a text would be.
    pub(crate) fn width(&self, cr: &cairo::Context, text: &str) -> f64 {
        f64::from(self.layout(cr, text).pixel_size().0)
    }

    /// How wide a text would be, for whoever has nothing to paint on yet.
    pub(crate) fn measure(&self, text: &str) -> f64 {
        let surface = cairo::ImageSurface::create(cairo::Format::A8, 1, 1);
        surface.and_then(|surface| cairo::Context::new(&surface)).map_or(0.0, |cr| self.width(&cr, text))
    }

    /// Writes with the baseline at `y`.
    pub(crate) fn write(&self, cr: &cairo::Context, text: &str, x: f64, y: f64, align: Align, ink: Ink) {
        let layout = self.layout(cr, text);
        let width = f64::from(layout.pixel_size().0);
        let x = match align {
            Align::Start => x,
            Align::Middle => x - width / 2.0,
            Align::End => x - width,
        };
        cr.move_to(x, y - f64::from(layout.baseline()) / f64::from(pango::SCALE));
        cr.ink(ink);
        pangocairo::functions::show_layout(cr, &layout);
        cr.new_path();
    }

    /// Writes with the middle of capitals and figures at `y`.
    pub(crate) fn write_centred(&self, cr: &cairo::Context, text: &str, x: f64, y: f64, align: Align, ink: Ink) {
        self.write(cr, text, x, y + self.size * 0.36, align, ink);
    }

    /// Writes like [`write`](Hand::write) with a soft edge around, so that it can be read on anything.
    pub(crate) fn write_haloed(
        &self,
        cr: &cairo::Context,
        text: &str,
        (x, y): (f64, f64),
        align: Align,
        ink: Ink,
        halo: Ink,
    ) {
        let layout = self.layout(cr, text);
        let width = f64::from(layout.pixel_size().0);
        let left = match align {
            Align::Start => x,
            Align::Middle => x - width / 2.0,
            Align::End => x - width,
        };
        cr.move_to(left, y - f64::from(layout.baseline()) / f64::from(pango::SCALE));
        pangocairo::functions::layout_path(cr, &layout);
        cr.set_line_join(cairo::LineJoin::Round);
        cr.lined(halo, self.size * 0.28);
        self.write(cr, text, x, y, align, ink);
    }
}
