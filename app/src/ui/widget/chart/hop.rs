//! Chests that change their place hop there: from town to ship, from ship to ship, from ship to haven. Time is in
//! microseconds, places in chart units.

use std::f64::consts::PI;

use doubloons_engine::caribbean::board::Point;
use doubloons_engine::caribbean::{Board, Ship, Space};

use super::course::between;
use crate::game::{Scene, TownScene};
use crate::paint::HOLD_BELOW;

/// How high a chest hops, in chart units.
const HEIGHT: f64 = 46.0;

/// A chest on its way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Hop {
    from: Point,
    to: Point,
    /// The ship that has it when it has arrived.
    pub(super) ship: Option<Ship>,
    began: i64,
    lasts: i64,
}

impl Hop {
    /// Where the chest is; `None` when it has arrived.
    pub(super) fn at(&self, now: i64) -> Option<Point> {
        if now >= self.began + self.lasts {
            return None;
        }
        let share = ((now - self.began) as f64 / self.lasts as f64).clamp(0.0, 1.0);
        let Point { x, y } = between(self.from, self.to, share);
        Some(Point { x, y: y - (share * PI).sin() * HEIGHT })
    }
}

/// The hops of all chests that are somewhere else than before. `tags` are the places of the towns' chests.
pub(super) fn hops(board: &Board, tags: &[Point], before: &Scene, scene: &Scene, (now, lasts): (i64, i64)) -> Vec<Hop> {
    let mut hops = Vec::new();
    for (index, (was, is)) in before.towns.iter().zip(&scene.towns).enumerate() {
        if was == is {
            continue;
        }
        let tag = tags.get(index).copied();
        if let (Some(from), Some(to)) = (place(board, before, tag, *was), place(board, scene, tag, *is)) {
            let ship = if let TownScene::Aboard(ship) = is { Some(*ship) } else { None };
            hops.push(Hop { from, to, ship, began: now, lasts });
        }
    }
    hops
}

/// Where a town's chest is drawn in a scene. One that was delivered lies in the haven next to the ship that brought it.
fn place(board: &Board, scene: &Scene, tag: Option<Point>, chest: TownScene) -> Option<Point> {
    let art = board.art()?;
    let berth = |space: Space| Some(art.space(space)?.berth);
    let ship_at = |ship: Ship| scene.ships[ship.index()].space.and_then(berth);
    match chest {
        TownScene::There(_) => tag,
        TownScene::Aboard(ship) => ship_at(ship).map(|at| Point { x: at.x, y: at.y + HOLD_BELOW }),
        TownScene::Delivered(colour) => {
            let carrier = scene.active.and_then(ship_at)?;
            let far = |at: &Point| (at.x - carrier.x).hypot(at.y - carrier.y);
            let havens = board.havens_of(colour).into_iter().filter_map(berth);
            havens.min_by(|one, other| far(one).total_cmp(&far(other)))
        }
        // What is turned up comes from nowhere.
        TownScene::ToCome(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::Space;

    use super::*;

    fn scene(board: &Board, chest: TownScene) -> Scene {
        let mut scene = Scene { active: Some(Ship::A), ..Scene::default() };
        scene.towns = vec![TownScene::ToCome(4); board.cities().len()];
        scene.towns[3] = chest;
        for (ship, number) in Ship::ALL.into_iter().zip([4, 10, 20, 30, 40, 50]) {
            scene.ships[ship.index()].space = Space::from_number(number);
        }
        scene
    }

    #[test]
    fn a_captured_chest_hops_from_its_town_to_the_ship() {
        let board = Board::standard();
        let (before, after) = (scene(&board, TownScene::There(5)), scene(&board, TownScene::Aboard(Ship::B)));
        let tag = Point { x: 7.0, y: 8.0 };
        let hops = hops(&board, &[tag; 16], &before, &after, (0, 100));
        let [hop] = hops[..] else { panic!("one chest moved, {} hop", hops.len()) };
        assert_eq!((hop.at(0), hop.ship), (Some(tag), Some(Ship::B)));
    }

    #[test]
    fn a_hop_is_over_after_its_time() {
        let board = Board::standard();
        let (before, after) = (scene(&board, TownScene::Aboard(Ship::A)), scene(&board, TownScene::Aboard(Ship::B)));
        let hops = hops(&board, &[], &before, &after, (50, 100));
        assert!(hops[0].at(149).is_some() && hops[0].at(150).is_none());
    }

    #[test]
    fn what_is_turned_up_does_not_hop() {
        let board = Board::standard();
        let (before, after) = (scene(&board, TownScene::ToCome(5)), scene(&board, TownScene::There(5)));
        assert_eq!(hops(&board, &[], &before, &after, (0, 100)), []);
    }
}
