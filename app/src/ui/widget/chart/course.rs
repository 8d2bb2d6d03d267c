//! The course of a ship: along the berths of the spaces that she passes, in chart units. There is no widget here, only
//! time in microseconds.

use std::f64::consts::PI;

use doubloons_engine::caribbean::board::Point;

/// A ship on her way.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Course {
    /// Where she comes along; the last is where she ends.
    points: Vec<Point>,
    began: i64,
    lasts: i64,
}

/// Where a ship is at some moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) at: Point,
    /// How far she leans into her course, from −1 to the left to 1 to the right.
    pub(super) lean: f64,
    pub(super) has_arrived: bool,
}

impl Course {
    /// A ship that lies at her berth.
    pub(super) fn moored(at: Point) -> Course {
        Course { points: vec![at], began: 0, lasts: 0 }
    }

    /// Goes on from where she is now: first along what is left of this course, then along `way`, which begins at its end.
    /// A way back to a place that she has not reached yet only shortens the course.
    pub(super) fn go_on(&self, way: &[Point], now: i64, step: i64) -> Course {
        let Some((&end, _)) = way.split_last() else { return self.clone() };
        let Place { at, has_arrived, .. } = self.at(now);
        let mut points = vec![at];
        if !has_arrived {
            points.extend(self.ahead(now));
        }
        match points.iter().skip(1).position(|&point| point == end) {
            Some(early) => points.truncate(early + 2),
            None => points.extend(way.iter().skip(1)),
        }
        let legs = points.len() as i64 - 1;
        Course { points, began: now, lasts: legs * step }
    }

    /// Where she is.
    pub(super) fn at(&self, now: i64) -> Place {
        let Some(&end) = self.points.last() else {
            return Place { at: Point { x: 0.0, y: 0.0 }, lean: 0.0, has_arrived: true };
        };
        if now >= self.began + self.lasts {
            return Place { at: end, lean: 0.0, has_arrived: true };
        }
        let mut left = self.sailed(now);
        for leg in self.points.windows(2) {
            let (from, to) = (leg[0], leg[1]);
            let length = distance(from, to);
            if left <= length && length > 0.0 {
                let share = left / length;
                let at = between(from, to, share);
                let swing = (self.share(now) * PI).sin();
                return Place { at, lean: (to.x - from.x) / length * swing, has_arrived: false };
            }
            left -= length;
        }
        Place { at: end, lean: 0.0, has_arrived: false }
    }

    /// The places that she has yet to pass.
    fn ahead(&self, now: i64) -> Vec<Point> {
        let sailed = self.sailed(now);
        let mut passed = 0.0;
        let mut ahead = Vec::new();
        for leg in self.points.windows(2) {
            passed += distance(leg[0], leg[1]);
            if passed > sailed {
                ahead.push(leg[1]);
            }
        }
        ahead
    }

    /// How far she has come.
    fn sailed(&self, now: i64) -> f64 {
        let share = self.share(now);
        // She gathers way and slows down again.
        let eased = share * share * (3.0 - 2.0 * share);
        let length: f64 = self.points.windows(2).map(|leg| distance(leg[0], leg[1])).sum();
        eased * length
    }

    fn share(&self, now: i64) -> f64 {
        ((now - self.began) as f64 / self.lasts.max(1) as f64).clamp(0.0, 1.0)
    }
}

/// The point on the way from one to the other.
pub(super) fn between(from: Point, to: Point, share: f64) -> Point {
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

fn distance(from: Point, to: Point) -> f64 {
    (to.x - from.x).hypot(to.y - from.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: i64 = 220_000;

    fn point(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Around the corner of an island: east, then south.
    fn around() -> Course {
        let way = [point(0.0, 0.0), point(100.0, 0.0), point(100.0, 100.0)];
        Course::moored(way[0]).go_on(&way, 0, STEP)
    }

    #[test]
    fn a_course_follows_every_leg_and_cuts_no_corner() {
        let course = around();
        for moment in 0..=200 {
            let Place { at, .. } = course.at(moment * 2 * STEP / 200);
            assert!(at.y == 0.0 || at.x == 100.0, "she sails over land at {at:?}");
        }
        assert_eq!(course.at(STEP).at, point(100.0, 0.0), "half of the time, half of the way");
    }

    #[test]
    fn every_step_takes_its_time() {
        let course = around();
        assert!(!course.at(2 * STEP - 1).has_arrived);
        assert_eq!(course.at(2 * STEP), Place { at: point(100.0, 100.0), lean: 0.0, has_arrived: true });
    }

    #[test]
    fn without_motion_she_is_there_at_once() {
        let way = [point(0.0, 0.0), point(100.0, 0.0), point(100.0, 100.0)];
        let course = Course::moored(way[0]).go_on(&way, 7, 0);
        assert_eq!(course.at(7), Place { at: way[2], lean: 0.0, has_arrived: true });
    }

    #[test]
    fn who_sails_on_before_she_has_arrived_does_not_jump() {
        let first = around();
        let on = first.go_on(&[point(100.0, 100.0), point(200.0, 100.0)], STEP / 2, STEP);
        assert_eq!(on.at(STEP / 2).at, first.at(STEP / 2).at);
        assert_eq!(on.points[1..], [point(100.0, 0.0), point(100.0, 100.0), point(200.0, 100.0)]);
    }

    #[test]
    fn a_step_taken_back_before_it_was_made_is_not_made() {
        let back = around().go_on(&[point(100.0, 100.0), point(100.0, 0.0)], STEP / 2, STEP);
        assert_eq!(back.points[1..], [point(100.0, 0.0)]);
    }
}
