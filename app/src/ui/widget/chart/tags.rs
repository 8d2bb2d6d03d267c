//! The golden tags on the chart: what can be done with the ship or town below. They are as wide as their words, wider than
//! a space, and the pointer finds all of them.

use doubloons_engine::caribbean::Space;

use crate::game::{Light, Scene};
use crate::paint::{self, Area};

/// How far above the berth of a ship her flag ends, in chart units: tags hang higher.
const ABOVE: f64 = 37.0;
/// Where a ship's flag is, seen from her berth, in chart units: left, top, width and height.
const FLAG: (f64, f64, f64, f64) = (-13.0, -36.0, 39.0, 19.0);
/// How far to the side a tag may be moved out of a flag's way, compared with its width.
const ASIDE: [f64; 5] = [0.0, -0.2, 0.2, -0.36, 0.36];
/// What is left between two tags, and between a tag and the edge.
const GAP: f64 = 2.0;
const EDGE: f64 = 8.0;

/// A tag, in widget units.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tag {
    pub(super) space: Space,
    pub(super) words: String,
    pub(super) area: Area,
    /// Where its tip is, which points at the space below; none if other tags are in between.
    pub(super) tip: Option<f64>,
}

/// The tags of a scene on a chart that is so wide; `berth` tells where spaces are in the widget.
pub(super) fn tags(scene: &Scene, width: f64, scale: f64, berth: impl Fn(Space) -> Option<(f64, f64)>) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let ships = scene.ships.iter().filter_map(|ship| berth(ship.space?));
    let (left, top, wide, high) = FLAG;
    let flags: Vec<Area> = ships
        .map(|(x, y)| Area { left: x + left * scale, top: y + top * scale, width: wide * scale, height: high * scale })
        .collect();
    for (index, light) in scene.lights.iter().enumerate() {
        let Some(Light::Act(act, about)) = light else { continue };
        let Some(space) = Space::from_index(index) else { continue };
        let Some((x, y)) = berth(space) else { continue };
        let words = act.called(about);
        let (wide, high) = paint::act_tag_size(&words);
        let place = |aside: f64| {
            let left = (x - wide / 2.0 + aside * wide).clamp(EDGE, (width - EDGE - wide).max(EDGE));
            Area { left, top: y - ABOVE * scale - high - GAP, width: wide, height: high }
        };
        let covers_none = |area: &Area| flags.iter().all(|flag| !flag.is_near(*area, 0.0));
        let mut area = ASIDE.into_iter().map(place).find(covers_none).unwrap_or_else(|| place(0.0));
        let lowest = area.top;
        // Ships that lie side by side have their tags one above the other, or below where the chart ends.
        for _ in 0..tags.len() {
            let Some(other) = tags.iter().find(|other| other.area.is_near(area, 0.0)) else { break };
            area.top = other.area.top - high - GAP;
        }
        if area.top < 0.0 {
            area.top = lowest;
            for _ in 0..tags.len() {
                let Some(other) = tags.iter().find(|other| other.area.is_near(area, 0.0)) else { break };
                area.top = other.area.top + other.area.height + GAP;
            }
        }
        let tip = Some(x).filter(|_| area.top == lowest);
        tags.push(Tag { space, words, area, tip });
    }
    tags
}

/// The space whose tag is there.
pub(super) fn tag_at(tags: &[Tag], x: f64, y: f64) -> Option<Space> {
    tags.iter().rev().find(|tag| tag.area.contains(x, y)).map(|tag| tag.space)
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::MAX_SPACES;

    use super::*;
    use crate::game::Act;

    fn space(index: usize) -> Space {
        Space::from_index(index).expect("a space")
    }

    /// Two ships side by side, one to be stolen from and one to be passed on to.
    fn two_tags() -> Vec<Tag> {
        let mut scene = Scene { lights: vec![None; MAX_SPACES], ..Scene::default() };
        scene.lights[3] = Some(Light::Act(Act::Steal, "4,000".to_owned()));
        scene.lights[4] = Some(Light::Act(Act::PassOn, "6,000".to_owned()));
        tags(&scene, 800.0, 0.75, |space| Some((100.0 + 60.0 * (space.index() as f64 - 3.0), 200.0)))
    }

    #[test]
    fn both_ends_of_a_tag_act_although_they_lie_over_other_spaces() {
        let tags = two_tags();
        let Area { left, width, .. } = tags[0].area;
        assert!(width > 70.0, "wider than a space");
        for x in [left + 2.0, left + width - 2.0] {
            assert_eq!(tag_at(&tags, x, tags[0].area.middle().1), Some(space(3)));
        }
    }

    #[test]
    fn beside_a_tag_the_spaces_are_themselves() {
        let tags = two_tags();
        assert_eq!(tag_at(&tags, tags[0].area.left - 1.0, tags[0].area.top + 5.0), None);
        assert_eq!(tag_at(&tags, 100.0, 200.0), None);
    }

    #[test]
    fn a_tag_leaves_the_flags_free_and_points_at_its_ship() {
        let mut scene = Scene { lights: vec![None; MAX_SPACES], ..Scene::default() };
        scene.lights[3] = Some(Light::Act(Act::Steal, "4,000".to_owned()));
        scene.ships[0].space = Some(space(3));
        // Higher and to the right, where the tag would cover her flag.
        scene.ships[1].space = Some(space(4));
        let at = |space: Space| Some(if space.index() == 3 { (100.0, 200.0) } else { (150.0, 185.0) });
        let tags = tags(&scene, 800.0, 0.75, at);
        let Area { left, top, width, height } = tags[0].area;
        let (flag_left, flag_top, ..) = FLAG;
        assert!(top + height <= 200.0 + flag_top * 0.75, "above her own flag");
        assert!(left + width <= 150.0 + flag_left * 0.75, "beside the other's");
        assert_eq!(tags[0].tip, Some(100.0));
        assert!(left < 100.0 && left + width > 100.0, "and still above her");
    }

    #[test]
    fn no_tag_hides_another() {
        let tags = two_tags();
        assert!(!tags[0].area.is_near(tags[1].area, 0.0));
    }

    #[test]
    fn tags_at_the_upper_edge_stay_on_the_chart_wherever_it_is() {
        let mut scene = Scene { lights: vec![None; MAX_SPACES], ..Scene::default() };
        for at in [3, 4, 5] {
            scene.lights[at] = Some(Light::Act(Act::Steal, "4,000".to_owned()));
        }
        for tenth in 400..900 {
            let y = f64::from(tenth) / 10.0;
            let at = |space: Space| Some((100.0 + 40.0 * (space.index() as f64 - 3.0), y));
            let tags = tags(&scene, 800.0, 0.75, at);
            assert!(tags.iter().skip(1).all(|tag| tag.area.top >= 0.0), "at {y}");
            for (index, tag) in tags.iter().enumerate() {
                assert!(tags[..index].iter().all(|other| !other.area.is_near(tag.area, 0.0)), "at {y}");
            }
        }
    }
}
