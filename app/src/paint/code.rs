//! QR codes: squares that a phone or a laptop's camera reads. Always dark on white with a white rim, whatever the theme,
//! because many cameras read nothing else.

use gtk::cairo;
use qrcode::{Color, EcLevel, QrCode};

use super::brush::{Brush, Ink};

/// How many squares wide the white rim has to be.
const RIM: usize = 4;

/// A text as squares.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    width: usize,
    dark: Vec<bool>,
}

impl Code {
    /// The code of a text; `None` for one that is too long.
    pub(crate) fn new(text: &str) -> Option<Code> {
        let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M).ok()?;
        let dark = code.to_colors().into_iter().map(|colour| colour == Color::Dark).collect();
        Some(Code { width: code.width(), dark })
    }

    /// Paints it as large as the room allows, in whole pixels for each square, so that its edges are sharp.
    pub(crate) fn paint(&self, cr: &cairo::Context, width: f64, height: f64) {
        let squares = (self.width + 2 * RIM) as f64;
        let room = width.min(height);
        let side = (room / squares).floor().max(1.0);
        let (left, top) = (((width - side * squares) / 2.0).floor(), ((height - side * squares) / 2.0).floor());
        cr.rounded(left, top, side * squares, side * squares, side * 2.0);
        cr.filled(Ink::hex(0xffffff));
        for (place, _) in self.dark.iter().enumerate().filter(|(_, dark)| **dark) {
            let (column, row) = ((place % self.width + RIM) as f64, (place / self.width + RIM) as f64);
            cr.rectangle(left + column * side, top + row * side, side, side);
        }
        cr.filled(Ink::hex(0x000000));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_painted_where_it_belongs() {
        let code = Code::new("doubloons://join/192.168.0.7?table=Parrot").expect("short enough");
        let squares = code.width + 2 * RIM;
        let size = (squares * 3) as i32;
        let mut surface = cairo::ImageSurface::create(cairo::Format::ARgb32, size, size).expect("a surface");
        {
            let cr = cairo::Context::new(&surface).expect("a context");
            code.paint(&cr, f64::from(size), f64::from(size));
        }
        let stride = surface.stride() as usize;
        let data = surface.data().expect("pixels");
        let is_dark = |column: usize, row: usize| data[(row * 3 + 1) * stride + (column * 3 + 1) * 4] < 128;
        for row in 0..squares {
            for column in 0..squares {
                let inside = |place: usize| (RIM..RIM + code.width).contains(&place);
                let corner =
                    row + column == 0 || row.abs_diff(column) == squares - 1 || row + column == 2 * squares - 2;
                let expected = inside(row) && inside(column) && code.dark[(row - RIM) * code.width + column - RIM];
                assert!(corner || is_dark(column, row) == expected, "row {row}, column {column}");
            }
        }
    }

    #[test]
    fn three_corners_are_marked() {
        let code = Code::new("doubloons://join/10.0.0.5").expect("short enough");
        let last = code.width - 1;
        let mark = |column: usize, row: usize| (0..7).all(|step| code.dark[(row + step) * code.width + column]);
        assert!(mark(0, 0) && mark(last, 0) && mark(0, last - 6));
        assert!(Code::new(&"x".repeat(4_000)).is_none());
    }
}
