//! What is painted on the chart, in layers: the baked sea, lights with the names of towns above them, and pieces.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use doubloons_engine::caribbean::board::{ChartArt, Point};
use doubloons_engine::caribbean::{Board, Colour, SHIPS, Ship, Space};
use gtk::prelude::*;
use gtk::{cairo, graphene, gsk};

use super::super::layer::Layer;
use super::album::Album;
use super::course::{Course, Place};
use super::hop::Hop;
use super::tags::Tag;
use crate::game::{Light, Scene, TownScene};
use crate::paint::{self, Area, Geometry, Lettering, Lit, Theme};
use crate::ui::theme;

/// How far a ship leans into her course, in degrees.
const LEAN: f64 = 6.0;
/// How wide the ship that refuses to go somewhere trembles, in widget units.
const TREMBLE: f64 = 4.0;

/// What the baked picture was painted for.
#[derive(Clone, PartialEq, Debug)]
struct Baked {
    look: Look,
    width: f64,
    height: f64,
    live: Vec<Colour>,
}

/// What every picture is painted for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Look {
    pixels: i32,
    theme: Theme,
    stark: bool,
    /// How much larger than usual writing is.
    writing: f64,
}

impl Look {
    fn of(layer: &Layer) -> Look {
        let (theme, stark) = (theme::current(), theme::is_stark());
        Look { pixels: layer.scale_factor(), theme, stark, writing: paint::enlargement() }
    }
}

/// What the picture of a ship was painted for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Portrait {
    cargo: Option<u8>,
    commander: Option<Colour>,
    /// Widget units per chart unit.
    scale: f64,
    look: Look,
}

/// A picture and what it was painted for.
type Kept<K> = RefCell<Option<(K, gsk::RenderNode)>>;

/// What all layers look at.
pub(super) struct Shared {
    pub(super) board: Arc<Board>,
    pub(super) scene: RefCell<Option<Scene>>,
    pub(super) geometry: Cell<Geometry>,
    pub(super) lettering: RefCell<Lettering>,
    pub(super) hovered: Cell<Option<Space>>,
    /// Where the pointer was last.
    pub(super) pointer: Cell<(f64, f64)>,
    /// Whether nothing is said of what is under the pointer.
    pub(super) hushed: Cell<bool>,
    /// The space whose tag is under the pointer.
    pub(super) hovered_tag: Cell<Option<Space>>,
    pub(super) tags: RefCell<Vec<Tag>>,
    /// What the coach points at.
    pub(super) pointed_at: RefCell<Vec<Space>>,
    /// What was typed of the number of a space, while somebody types one.
    pub(super) typed: RefCell<Option<String>>,
    pub(super) courses: [RefCell<Option<Course>>; SHIPS],
    pub(super) hops: RefCell<Vec<Hop>>,
    /// How far the ship of this turn trembles, from −1 to 1.
    pub(super) tremble: Cell<f64>,
    baked: Kept<Baked>,
    pictures: Pictures,
    ships: [Kept<Portrait>; SHIPS],
    chest: Kept<(f64, Look)>,
    /// Whether the window is changing its size.
    pub(super) is_resizing: Cell<bool>,
}

impl Shared {
    pub(super) fn new(board: &Arc<Board>) -> Shared {
        Shared {
            board: Arc::clone(board),
            scene: RefCell::new(None),
            geometry: Cell::default(),
            lettering: RefCell::default(),
            hovered: Cell::new(None),
            pointer: Cell::default(),
            hushed: Cell::new(false),
            hovered_tag: Cell::new(None),
            tags: RefCell::default(),
            pointed_at: RefCell::default(),
            typed: RefCell::default(),
            courses: Default::default(),
            hops: RefCell::default(),
            tremble: Cell::new(0.0),
            baked: RefCell::new(None),
            pictures: Pictures::default(),
            ships: Default::default(),
            chest: RefCell::new(None),
            is_resizing: Cell::new(false),
        }
    }

    /// The name of a space now.
    pub(super) fn name_of(&self, space: Space) -> String {
        let scene = self.scene.borrow();
        scene.as_ref().and_then(|scene| scene.names.get(space.index()).cloned()).unwrap_or_default()
    }

    /// The name of a space on which there is more than water.
    pub(super) fn remarkable(&self, space: Space) -> Option<String> {
        let scene = self.scene.borrow();
        let ship = scene.as_ref().is_some_and(|scene| scene.ships.iter().any(|ship| ship.space == Some(space)));
        let place = self.board.city_at(space).is_some() || self.board.haven(space).is_some();
        (ship || place).then(|| self.name_of(space)).filter(|name| !name.is_empty())
    }

    pub(super) fn art(&self) -> Option<&ChartArt> {
        self.board.art()
    }

    pub(super) fn outline(&self, space: Space) -> Vec<(f64, f64)> {
        let geometry = self.geometry.get();
        self.art()
            .and_then(|art| art.space(space))
            .map(|shape| shape.outline.iter().map(|&point| geometry.place(point)).collect())
            .unwrap_or_default()
    }

    pub(super) fn berth(&self, space: Space) -> Option<Point> {
        Some(self.art()?.space(space)?.berth)
    }

    /// The places of a space's berth in the widget.
    fn places(&self, spaces: &[Space]) -> Vec<(f64, f64)> {
        let geometry = self.geometry.get();
        spaces.iter().filter_map(|&space| self.berth(space)).map(|point| geometry.place(point)).collect()
    }

    /// Whether nothing is on its way any more.
    pub(super) fn is_at_rest(&self, now: i64) -> bool {
        let moored =
            |course: &RefCell<Option<Course>>| course.borrow().as_ref().is_none_or(|it| it.at(now).has_arrived);
        self.courses.iter().all(moored) && self.hops.borrow().iter().all(|hop| hop.at(now).is_none())
    }
}

/// Paints the sea. While the window changes its size, the picture from before is stretched: painting takes longer than a
/// frame.
pub(super) fn paint_sea(shared: &Shared, layer: &Layer, snapshot: &gtk::Snapshot, width: f64, height: f64) {
    let live = shared.scene.borrow().as_ref().map(|scene| scene.live.clone()).unwrap_or_default();
    let wanted = Baked { look: Look::of(layer), width, height, live };
    let mut baked = shared.baked.borrow_mut();
    let will_do = |known: &Baked| {
        let stretched = Baked { width, height, ..known.clone() };
        *known == wanted || shared.is_resizing.get() && stretched == wanted
    };
    if !baked.as_ref().is_some_and(|(known, _)| will_do(known)) {
        let picture = paint::bake_for(layer, width, height, |cr| {
            let lettering = shared.lettering.borrow();
            paint::paint_chart(cr, theme::palette(), &shared.board, &lettering, &wanted.live, width, height);
        });
        *baked = picture.map(|picture| (wanted, picture));
    }
    let Some((known, picture)) = &*baked else { return };
    if (known.width, known.height) == (width, height) {
        return snapshot.append_node(picture);
    }
    snapshot.save();
    snapshot.scale((width / known.width) as f32, (height / known.height) as f32);
    snapshot.append_node(picture);
    snapshot.restore();
}

/// Paints the lights, and the names of towns above them.
pub(super) fn paint_lights(shared: &Shared, layer: &Layer, snapshot: &gtk::Snapshot) {
    let scene = shared.scene.borrow();
    let Some(scene) = &*scene else { return };
    let easel = Easel { shared, layer, snapshot, view: (Look::of(layer), shared.geometry.get()) };
    let lit = easel.lit(scene);
    easel.lights(scene, &lit);
    easel.names();
    easel.signs(scene);
    for (space, lit) in &lit {
        easel.distance(*space, lit);
    }
}

/// What a picture on the lights' layer depends on besides what it shows.
type View = (Look, Geometry);

/// The pictures on the lights' layer.
#[derive(Default)]
pub(super) struct Pictures {
    active: Album<(Space, View)>,
    lit: Album<(Lit, View)>,
    distances: Album<(Option<u8>, View)>,
    pointed_at: Album<(Space, View)>,
    names: Album<(Area, View)>,
    tags: Album<(TownScene, (f64, f64), View)>,
    trails: Album<(Vec<(f64, f64)>, View)>,
}

/// The trails on the chart, by their numbers in the album.
#[derive(Clone, Copy)]
enum Trail {
    Sailed,
    Hinted,
    Hovered,
}

/// Where the lights are painted.
struct Easel<'a> {
    shared: &'a Shared,
    layer: &'a Layer,
    snapshot: &'a gtk::Snapshot,
    view: View,
}

impl Easel<'_> {
    fn show<K: PartialEq>(&self, album: &Album<K>, at: (usize, K), area: Area, paint: impl FnOnce(&cairo::Context)) {
        let (number, key) = at;
        album.show(number, key, area, (self.layer, self.snapshot), paint);
    }

    fn scale(&self) -> f64 {
        self.view.1.scale
    }

    /// The spaces that can be touched.
    fn lit(&self, scene: &Scene) -> Vec<(Space, Lit)> {
        let (shared, geometry) = (self.shared, self.view.1);
        let hovered = shared.hovered_tag.get().or(shared.hovered.get());
        let lit = shared.board.spaces().filter_map(|space| {
            let light = scene.lights.get(space.index())?.as_ref()?;
            let lit = Lit {
                outline: shared.outline(space),
                berth: shared.berth(space).map(|point| geometry.place(point))?,
                steps: if let Light::Sail { steps, .. } = light { Some(*steps) } else { None },
                haven: shared.board.haven(space).is_some_and(|colour| scene.live.contains(&colour)),
                hovered: hovered == Some(space),
            };
            Some((space, lit))
        });
        lit.collect()
    }

    fn lights(&self, scene: &Scene, lit: &[(Space, Lit)]) {
        let (shared, palette, scale) = (self.shared, theme::palette(), self.scale());
        let pictures = &shared.pictures;
        for (space, lit) in lit {
            // Numbers are pictures of their own.
            let key = Lit { steps: None, ..lit.clone() };
            self.show(&pictures.lit, (space.index(), (key, self.view)), around(&lit.outline), |cr| {
                paint::lit_spaces(cr, palette, std::slice::from_ref(lit), scale);
            });
        }
        // Over the rims of its golden neighbours.
        if let Some(space) = scene.active.and_then(|ship| scene.ships[ship.index()].space) {
            let outline = shared.outline(space);
            self.show(&pictures.active, (0, (space, self.view)), around(&outline), |cr| {
                paint::active_space(cr, palette, &outline);
            });
        }
        for (number, &space) in shared.pointed_at.borrow().iter().enumerate() {
            let outline = shared.outline(space);
            self.show(&pictures.pointed_at, (number + 1, (space, self.view)), around(&outline), |cr| {
                paint::pointed_at(cr, &outline, scale);
            });
        }
    }

    /// The names of the towns.
    fn names(&self) {
        let geometry = self.view.1;
        for (number, label) in self.shared.lettering.borrow().labels.iter().enumerate() {
            let covers = label.covers();
            let (left, top) = geometry.place(Point { x: covers.left, y: covers.top });
            let (width, height) = (covers.width * geometry.scale, covers.height * geometry.scale);
            let area = Area { left, top, width, height };
            self.show(&self.shared.pictures.names, (number, (covers, self.view)), area, |cr| {
                cr.translate(geometry.left, geometry.top);
                cr.scale(geometry.scale, geometry.scale);
                label.write(cr, theme::palette());
            });
        }
    }

    /// How far away a space is.
    fn distance(&self, space: Space, lit: &Lit) {
        let key = (space.index(), (lit.steps, self.view));
        self.show(&self.shared.pictures.distances, key, around(&lit.outline), |cr| {
            paint::distances(cr, std::slice::from_ref(lit), self.scale());
        });
    }

    /// Tags of towns, wakes and ways.
    fn signs(&self, scene: &Scene) {
        let (shared, (_, geometry)) = (self.shared, self.view);
        let (width, height) = paint::tag_room(geometry.scale);
        for (number, (town, &tag)) in scene.towns.iter().zip(&shared.lettering.borrow().tags).enumerate() {
            let place = geometry.place(tag);
            let key = (number, (*town, place, self.view));
            self.show(&shared.pictures.tags, key, Area::around(place, width, height), |cr| {
                paint::town_tag(cr, theme::palette(), *town, place, geometry.scale);
            });
        }
        self.trail(Trail::Sailed, shared.places(&scene.trail));
        self.trail(Trail::Hinted, shared.places(&scene.hinted));
        if let Some(&space) = scene.hinted.last() {
            let outline = shared.outline(space);
            self.show(&shared.pictures.pointed_at, (0, (space, self.view)), around(&outline), |cr| {
                paint::pointed_at(cr, &outline, geometry.scale);
            });
        }
        if let Some(space) = shared.hovered.get().filter(|_| shared.hovered_tag.get().is_none()) {
            self.trail(Trail::Hovered, shared.places(&way_to(scene, space)));
        }
    }

    fn trail(&self, which: Trail, points: Vec<(f64, f64)>) {
        if points.is_empty() {
            return;
        }
        let (album, area) = (&self.shared.pictures.trails, around(&points));
        self.show(album, (which as usize, (points.clone(), self.view)), area, |cr| {
            paint::trail(cr, &points, self.scale());
        });
    }
}

/// The rectangle around these points, with room for the lines through them.
fn around(points: &[(f64, f64)]) -> Area {
    /// Half of the widest line, with what is round about it.
    const ROOM: f64 = 10.0;
    let side = |of: fn(&(f64, f64)) -> f64| {
        let all = points.iter().map(of);
        let (least, most) = all.fold((f64::MAX, f64::MIN), |(least, most), at| (least.min(at), most.max(at)));
        (least - ROOM, most - least + 2.0 * ROOM)
    };
    let ((left, width), (top, height)) = (side(|point| point.0), side(|point| point.1));
    Area { left, top, width, height }
}

/// The spaces on the shortest way to a lit space, beginning where the ship is.
fn way_to(scene: &Scene, to: Space) -> Vec<Space> {
    let mut way = Vec::new();
    let mut space = to;
    while let Some(Light::Sail { before, .. }) = scene.lights[space.index()] {
        way.push(space);
        space = before;
    }
    if !way.is_empty() {
        way.push(space);
    }
    way.reverse();
    way
}

/// Paints the ships, chests that hop, and golden tags.
pub(super) fn paint_pieces(shared: &Shared, layer: &Layer, snapshot: &gtk::Snapshot) {
    let scene = shared.scene.borrow();
    let Some(scene) = &*scene else { return };
    let geometry = shared.geometry.get();
    let look = Look::of(layer);
    let now = layer.frame_clock().map_or(0, |clock| clock.frame_time());
    let hops = shared.hops.borrow();
    for (ship, piece) in Ship::ALL.into_iter().zip(&scene.ships) {
        let Some(place) = shared.courses[ship.index()].borrow().as_ref().map(|course| course.at(now)) else { continue };
        // A chest that still hops is not aboard yet.
        let awaits = hops.iter().any(|hop| hop.ship == Some(ship) && hop.at(now).is_some());
        let cargo = piece.cargo.filter(|_| !awaits);
        let portrait = Portrait { cargo, commander: piece.commander, scale: geometry.scale, look };
        let reach = (62.0 * geometry.scale + 8.0).ceil();
        let kept = kept(&shared.ships[ship.index()], portrait, reach * 2.0, layer, |cr| {
            let middle = (reach, reach);
            paint::ship_piece(cr, theme::palette(), ship, middle, geometry.scale, cargo, piece.commander);
        });
        let trembles = if scene.active == Some(ship) { shared.tremble.get() * TREMBLE } else { 0.0 };
        if let Some(picture) = kept {
            ship_at(snapshot, &picture, place, geometry, (reach, trembles, look.pixels));
        }
    }
    for at in hops.iter().filter_map(|hop| hop.at(now)) {
        let side = (30.0 * geometry.scale).max(18.0).ceil();
        let picture = kept(&shared.chest, (side, look), side, layer, |cr| {
            paint::chest(cr, side / 2.0, side / 2.0, side * 0.86);
        });
        if let Some(picture) = picture {
            let (x, y) = geometry.place(at);
            let half = side / 2.0;
            append_at(snapshot, &picture, (x - half) as f32, (y - half) as f32);
        }
    }
    drop(hops);
    if shared.is_at_rest(now) {
        for tag in &*shared.tags.borrow() {
            let area = tag.area;
            let bounds = graphene::Rect::new(
                area.left as f32 - 2.0,
                area.top as f32 - 2.0,
                area.width as f32 + 4.0,
                area.height as f32 + 2.0 + paint::TAG_TIP as f32 + 2.0,
            );
            let hovered = [shared.hovered_tag.get(), shared.hovered.get()].contains(&Some(tag.space));
            paint::act_tag(&snapshot.append_cairo(&bounds), &tag.words, area, tag.tip, hovered);
        }
    }
    if let Some(typed) = &*shared.typed.borrow() {
        let bounds = graphene::Rect::new(0.0, 0.0, layer.width() as f32, layer.height() as f32);
        let cr = snapshot.append_cairo(&bounds);
        for space in shared.board.spaces() {
            let Some(place) = shared.berth(space).map(|berth| geometry.place(berth)) else { continue };
            let fits = space.number().to_string().starts_with(typed.as_str());
            paint::space_number(&cr, theme::palette(), space.number(), place, geometry.scale, fits);
        }
    }
}

/// Shows a ship where she is. One that sails leans over her keel; one that lies still is copied from pixel to pixel, or she
/// would be blurred.
fn ship_at(
    snapshot: &gtk::Snapshot,
    picture: &gsk::RenderNode,
    place: Place,
    geometry: Geometry,
    (reach, trembles, pixels): (f64, f64, i32),
) {
    let (x, y) = geometry.place(place.at);
    let pixels = f64::from(pixels);
    let side = (reach * 2.0) as f32;
    let [left, top] = [x + trembles, y].map(|middle| (((middle - reach) * pixels).round() / pixels) as f32);
    if place.lean == 0.0 {
        return append_at(snapshot, picture, left, top);
    }
    let keel = (reach + 24.0 * geometry.scale) as f32;
    snapshot.save();
    snapshot.translate(&graphene::Point::new(left + side / 2.0, top + keel));
    snapshot.rotate((place.lean * LEAN) as f32);
    append_at(snapshot, picture, -side / 2.0, -keel);
    snapshot.restore();
}

fn append_at(snapshot: &gtk::Snapshot, picture: &gsk::RenderNode, left: f32, top: f32) {
    snapshot.save();
    snapshot.translate(&graphene::Point::new(left, top));
    snapshot.append_node(picture);
    snapshot.restore();
}

/// A square picture. Where nothing has changed it is the one from before, so that the renderer sees that there is nothing to
/// do.
fn kept<K: PartialEq>(
    kept: &Kept<K>,
    key: K,
    side: f64,
    layer: &Layer,
    paint: impl FnOnce(&cairo::Context),
) -> Option<gsk::RenderNode> {
    let mut kept = kept.borrow_mut();
    if kept.as_ref().is_none_or(|(known, _)| *known != key) {
        *kept = paint::bake_for(layer, side, side, paint).map(|picture| (key, picture));
    }
    kept.as_ref().map(|(_, picture)| picture.clone())
}
