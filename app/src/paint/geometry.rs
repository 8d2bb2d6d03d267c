//! Where the chart lies in its widget.

use doubloons_engine::caribbean::board::{ChartArt, Point, SpaceArt};

/// Chart units to widget units: the whole chart, as large as fits, in the middle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Geometry {
    /// Widget units per chart unit.
    pub(crate) scale: f64,
    /// Where the chart's left edge is.
    pub(crate) left: f64,
    /// Where its upper edge is.
    pub(crate) top: f64,
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    /// The rectangle of this size around a point.
    pub(crate) fn around((x, y): (f64, f64), width: f64, height: f64) -> Area {
        Area { left: x - width / 2.0, top: y - height / 2.0, width, height }
    }

    /// Moved by so much.
    pub(crate) fn moved(self, x: f64, y: f64) -> Area {
        Area { left: self.left + x, top: self.top + y, ..self }
    }

    pub(crate) fn middle(self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    pub(crate) fn contains(self, x: f64, y: f64) -> bool {
        (self.left..self.left + self.width).contains(&x) && (self.top..self.top + self.height).contains(&y)
    }

    /// Whether there is less than `gap` between the two.
    pub(crate) fn is_near(self, other: Area, gap: f64) -> bool {
        self.left < other.left + other.width + gap
            && other.left < self.left + self.width + gap
            && self.top < other.top + other.height + gap
            && other.top < self.top + self.height + gap
    }
}

/// How much of the table is left around the chart at least.
const MARGIN: f64 = 4.0;

impl Geometry {
    /// The chart in a widget of this size.
    pub(crate) fn fit(art: &ChartArt, width: f64, height: f64) -> Geometry {
        let scale = ((width - 2.0 * MARGIN) / art.width).min((height - 2.0 * MARGIN) / art.height).max(0.01);
        Geometry { scale, left: (width - art.width * scale) / 2.0, top: (height - art.height * scale) / 2.0 }
    }

    /// A point of the chart in the widget.
    pub(crate) fn place(&self, point: Point) -> (f64, f64) {
        (self.left + point.x * self.scale, self.top + point.y * self.scale)
    }

    /// The smallest rectangle around a space: left, top, width, height.
    pub(crate) fn bounds(&self, space: &SpaceArt) -> (f64, f64, f64, f64) {
        let (mut left, mut top) = (f64::MAX, f64::MAX);
        let (mut right, mut bottom) = (f64::MIN, f64::MIN);
        for point in &space.outline {
            let (x, y) = self.place(*point);
            left = left.min(x);
            right = right.max(x);
            top = top.min(y);
            bottom = bottom.max(y);
        }
        (left, top, right - left, bottom - top)
    }
}
