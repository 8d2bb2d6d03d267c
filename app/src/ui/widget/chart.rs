//! The chart: a baked picture, lights and pieces in layers above it, and one real button for each space, so that
//! pointer, keyboard, screen reader and tests all touch the same thing.

use std::cell::{Cell, RefCell};
use std::f64::consts::PI;
use std::rc::Rc;
use std::sync::Arc;

use doubloons_engine::caribbean::board::{ChartArt, Point};
use doubloons_engine::caribbean::{Board, Chest, Colour, SHIPS, Ship, Space};
use doubloons_words::tr;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{cairo, gdk, glib, graphene, gsk};

use super::layer::Layer;
use super::painted::Painted;
use crate::game::{Act, Light, Scene};
use crate::paint::{self, Geometry, LitSpace, Theme};
use crate::ui::{motion, theme};

glib::wrapper! {
    /// The chart.
    pub(crate) struct Chart(ObjectSubclass<imp::Chart>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

/// What the baked picture was painted for.
#[derive(Clone, PartialEq, Debug)]
struct Baked {
    width: f64,
    height: f64,
    pixels: i32,
    theme: Theme,
    stark: bool,
    live: Vec<Colour>,
}

/// What the picture of a ship was painted for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Portrait {
    cargo: Option<u8>,
    commander: Option<Colour>,
    /// Widget units per chart unit.
    scale: f64,
    pixels: i32,
    theme: Theme,
    stark: bool,
}

/// A ship on her way between two places, in chart units.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Course {
    from: Point,
    to: Point,
    began: i64,
    lasts: i64,
}

impl Course {
    fn at(&self, now: i64) -> (Point, bool) {
        if self.lasts <= 0 || now >= self.began + self.lasts {
            return (self.to, true);
        }
        let share = (now - self.began) as f64 / self.lasts as f64;
        let eased = 0.5 - (share * PI).cos() / 2.0;
        let between = |from: f64, to: f64| from + (to - from) * eased;
        (Point { x: between(self.from.x, self.to.x), y: between(self.from.y, self.to.y) }, false)
    }
}

/// What all layers look at.
struct Shared {
    board: Arc<Board>,
    scene: RefCell<Option<Scene>>,
    geometry: Cell<Geometry>,
    hovered: Cell<Option<Space>>,
    /// What the coach points at.
    pointed_at: RefCell<Vec<Space>>,
    courses: [Cell<Option<Course>>; SHIPS],
    baked: RefCell<Option<(Baked, gdk::Texture)>>,
    pictures: [RefCell<Option<(Portrait, gdk::Texture)>>; SHIPS],
}

impl Shared {
    fn art(&self) -> Option<&ChartArt> {
        self.board.art()
    }

    fn outline(&self, space: Space) -> Vec<(f64, f64)> {
        let geometry = self.geometry.get();
        self.art()
            .and_then(|art| art.space(space))
            .map(|shape| shape.outline.iter().map(|&point| geometry.place(point)).collect())
            .unwrap_or_default()
    }

    fn berth(&self, space: Space) -> Option<Point> {
        Some(self.art()?.space(space)?.berth)
    }
}

mod imp {
    use std::cell::OnceCell;

    use super::*;

    #[derive(Default)]
    pub(crate) struct Chart {
        pub(super) shared: OnceCell<Rc<Shared>>,
        pub(super) layers: OnceCell<[Layer; 3]>,
        pub(super) spaces: RefCell<Vec<Painted>>,
        pub(super) animating: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Chart {
        const NAME: &'static str = "DoubloonsChart";
        type Type = super::Chart;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("chart");
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }
    }

    impl ObjectImpl for Chart {
        fn dispose(&self) {
            while let Some(child) = self.obj().first_child() {
                child.unparent();
            }
        }
    }

    impl WidgetImpl for Chart {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            if orientation == gtk::Orientation::Horizontal { (560, 990, -1, -1) } else { (336, 560, -1, -1) }
        }

        fn size_allocate(&self, width: i32, height: i32, baseline: i32) {
            let (Some(shared), Some(layers)) = (self.shared.get(), self.layers.get()) else {
                return;
            };
            let Some(art) = shared.art() else { return };
            let geometry = Geometry::fit(art, width.into(), height.into());
            shared.geometry.set(geometry);
            for layer in layers {
                layer.allocate(width, height, baseline, None);
            }
            for (space, button) in shared.board.spaces().zip(&*self.spaces.borrow()) {
                let Some(shape) = art.space(space) else { continue };
                let (x, y, w, h) = geometry.bounds(shape);
                let offset = gsk::Transform::new().translate(&graphene::Point::new(x as f32, y as f32));
                button.allocate(w.ceil() as i32, h.ceil() as i32, -1, Some(offset));
                let outline = shared.outline(space).into_iter().map(|(px, py)| (px - x, py - y)).collect();
                button.set_outline(outline);
            }
        }

        /// The chart is one stop for Tab; from there Tab visits what is lit.
        fn focus(&self, direction: gtk::DirectionType) -> bool {
            let forward = match direction {
                gtk::DirectionType::TabForward => true,
                gtk::DirectionType::TabBackward => false,
                _ => return self.parent_focus(direction),
            };
            let chart = self.obj();
            let mut stops = chart.stops();
            if !forward {
                stops.reverse();
            }
            let spaces = self.spaces.borrow();
            let focused = stops.iter().position(|stop| spaces[stop.index()].has_focus());
            let inside = chart.focus_child().is_some();
            let next = match focused {
                Some(index) => stops.get(index + 1),
                // From a space that is not lit, such as the own ship's, on to what is, or back out of the chart.
                None if inside && !forward => None,
                None => stops.first(),
            };
            next.is_some_and(|stop| spaces[stop.index()].grab_focus())
        }
    }
}

impl Chart {
    /// The chart of a board; `pressed` hears of every space that is touched, `dropped` of cards dropped on one.
    pub(crate) fn new(
        board: &Arc<Board>,
        pressed: impl Fn(Space) + Clone + 'static,
        dropped: impl Fn(i32, Space) + Clone + 'static,
    ) -> Chart {
        let chart: Chart = glib::Object::new();
        chart.set_hexpand(true);
        chart.set_vexpand(true);
        crate::ui::a11y::set_label(&chart, doubloons_words::tr("Sea chart"));
        let shared = Rc::new(Shared {
            board: Arc::clone(board),
            scene: RefCell::new(None),
            geometry: Cell::default(),
            hovered: Cell::new(None),
            pointed_at: RefCell::default(),
            courses: Default::default(),
            baked: RefCell::new(None),
            pictures: Default::default(),
        });
        let [sea, lights, pieces] = [(); 3].map(|()| Layer::new(0, 0));
        sea.set_parent(&chart);
        lights.set_parent(&chart);
        let spaces = board.spaces().map(|space| chart.space_button(&shared, space, &pressed, &dropped)).collect();
        pieces.set_parent(&chart);
        let look = Rc::clone(&shared);
        sea.set_painter(move |layer, snapshot, width, height| paint_sea(&look, layer, snapshot, width, height));
        let look = Rc::clone(&shared);
        lights.set_painter(move |layer, snapshot, width, height| {
            // While a ship sails, the renderer goes through everything below her in each frame. A picture is sooner copied
            // than painted again.
            let lit = paint::bake(width, height, layer.scale_factor().into(), |cr| paint_lights(&look, cr));
            if let Some(lit) = lit {
                snapshot.append_texture(&lit, &graphene::Rect::new(0.0, 0.0, width as f32, height as f32));
            }
        });
        let look = Rc::clone(&shared);
        pieces.set_painter(move |layer, snapshot, width, _| paint_pieces(&look, layer, snapshot, width));
        let imp = chart.imp();
        imp.spaces.replace(spaces);
        // A chart is built once; these cells are empty until here.
        let _ = imp.layers.set([sea, lights, pieces]);
        let _ = imp.shared.set(shared);
        chart
    }

    fn space_button(
        &self,
        shared: &Rc<Shared>,
        space: Space,
        pressed: &(impl Fn(Space) + Clone + 'static),
        dropped: &(impl Fn(i32, Space) + Clone + 'static),
    ) -> Painted {
        let button = Painted::new(0, 0);
        let pressed = pressed.clone();
        button.connect_pressed(move |_| pressed(space));
        let weak = self.downgrade();
        let look = Rc::downgrade(shared);
        button.connect_hovered(move |entered| {
            let (Some(chart), Some(shared)) = (weak.upgrade(), look.upgrade()) else { return };
            if entered {
                shared.hovered.set(Some(space));
            } else if shared.hovered.get() == Some(space) {
                shared.hovered.set(None);
            }
            chart.redraw(1);
        });
        // Which space belongs to a town is not always plain to see. An assistive technology has the name already.
        if shared.board.city_at(space).is_some() || shared.board.haven(space).is_some() {
            let look = Rc::downgrade(shared);
            button.set_has_tooltip(true);
            button.connect_query_tooltip(move |_, _, _, _, tooltip| {
                let name = look.upgrade().and_then(|shared| {
                    shared.scene.borrow().as_ref().and_then(|scene| scene.names.get(space.index()).cloned())
                });
                tooltip.set_text(name.as_deref());
                name.is_some()
            });
        }
        let target = gtk::DropTarget::new(i32::static_type(), gdk::DragAction::MOVE);
        let dropped = dropped.clone();
        target.connect_drop(move |_, value, _, _| {
            let card = value.get::<i32>();
            if let Ok(card) = card {
                dropped(card, space);
            }
            card.is_ok()
        });
        button.add_controller(target);
        button.set_parent(self);
        button
    }

    /// Shows another scene; ships that moved take so many milliseconds.
    pub(crate) fn show(&self, scene: Scene, millis: u32) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        let millis = if motion::is_reduced() { 0 } else { millis };
        for (button, name) in imp.spaces.borrow().iter().zip(&scene.names) {
            button.set_label(name);
        }
        let now = self.frame_clock().map_or(0, |clock| clock.frame_time());
        for (ship, course) in scene.ships.iter().zip(&shared.courses) {
            let Some(to) = ship.space.and_then(|space| shared.berth(space)) else { continue };
            match course.get() {
                Some(known) if known.to == to => {}
                Some(known) => {
                    let (from, _) = known.at(now);
                    course.set(Some(Course { from, to, began: now, lasts: i64::from(millis) * 1000 }));
                }
                None => course.set(Some(Course { from: to, to, began: 0, lasts: 0 })),
            }
        }
        let before = shared.scene.replace(Some(scene));
        let changed =
            before.is_none_or(|before| shared.scene.borrow().as_ref().is_some_and(|now| now.live != before.live));
        if changed {
            self.redraw(0);
        }
        self.redraw(1);
        self.redraw(2);
        self.animate();
    }

    /// Rings these spaces, and no others.
    pub(crate) fn point_at(&self, spaces: Vec<Space>) {
        let Some(shared) = self.imp().shared.get() else { return };
        if *shared.pointed_at.borrow() != spaces {
            shared.pointed_at.replace(spaces);
            self.redraw(1);
        }
    }

    /// Puts the focus on a space.
    pub(crate) fn focus_space(&self, space: Space) {
        if let Some(button) = self.imp().spaces.borrow().get(space.index()) {
            button.grab_focus();
        }
    }

    /// Puts the focus on the space where a ship is.
    pub(crate) fn focus_ship(&self, ship: Ship) {
        let space = self
            .imp()
            .shared
            .get()
            .and_then(|shared| shared.scene.borrow().as_ref().and_then(|scene| scene.ships[ship.index()].space));
        if let Some(space) = space {
            self.focus_space(space);
        }
    }

    /// The space that has the focus.
    pub(crate) fn focused_space(&self) -> Option<Space> {
        let index = self.imp().spaces.borrow().iter().position(|button| button.has_focus())?;
        Space::from_index(index)
    }

    /// Moves the focus to the neighbour that lies nearest to this direction, in radians from east, clockwise.
    pub(crate) fn focus_towards(&self, angle: f64) -> bool {
        let (Some(shared), Some(here)) = (self.imp().shared.get(), self.focused_space()) else {
            return false;
        };
        let Some(from) = shared.berth(here) else { return false };
        let best = shared
            .board
            .neighbours(here)
            .into_iter()
            .filter_map(|space| {
                let to = shared.berth(space)?;
                let turn = ((to.y - from.y).atan2(to.x - from.x) - angle).rem_euclid(2.0 * PI);
                Some((space, turn.min(2.0 * PI - turn)))
            })
            .min_by(|one, other| one.1.total_cmp(&other.1));
        match best {
            Some((space, turn)) if turn < PI / 3.0 => {
                self.focus_space(space);
                true
            }
            _ => true,
        }
    }

    /// Where Tab stops: everything lit, or else the ship of this turn, or the first ship.
    fn stops(&self) -> Vec<Space> {
        let Some(shared) = self.imp().shared.get() else { return Vec::new() };
        let scene = shared.scene.borrow();
        let Some(scene) = &*scene else { return Vec::new() };
        let lit: Vec<Space> = shared.board.spaces().filter(|space| scene.lights[space.index()].is_some()).collect();
        if !lit.is_empty() {
            return lit;
        }
        let ship = scene.active.unwrap_or(Ship::A);
        scene.ships[ship.index()].space.into_iter().collect()
    }

    fn redraw(&self, layer: usize) {
        if let Some(layers) = self.imp().layers.get() {
            layers[layer].queue_draw();
        }
    }

    /// Redraws the pieces every frame until all ships have arrived.
    fn animate(&self) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        let now = self.frame_clock().map_or(0, |clock| clock.frame_time());
        let sailing =
            |now: i64| shared.courses.iter().any(|course| course.get().is_some_and(|course| !course.at(now).1));
        if !sailing(now) || imp.animating.replace(true) {
            return;
        }
        self.add_tick_callback(|chart, clock| {
            chart.redraw(2);
            let imp = chart.imp();
            let arrived = imp.shared.get().is_none_or(|shared| {
                shared.courses.iter().all(|course| course.get().is_none_or(|course| course.at(clock.frame_time()).1))
            });
            if arrived {
                imp.animating.set(false);
                return glib::ControlFlow::Break;
            }
            glib::ControlFlow::Continue
        });
    }
}

fn paint_sea(shared: &Shared, layer: &Layer, snapshot: &gtk::Snapshot, width: f64, height: f64) {
    let live = shared.scene.borrow().as_ref().map(|scene| scene.live.clone()).unwrap_or_default();
    let wanted =
        Baked { width, height, pixels: layer.scale_factor(), theme: theme::current(), stark: theme::is_stark(), live };
    let mut baked = shared.baked.borrow_mut();
    if baked.as_ref().is_none_or(|(known, _)| *known != wanted) {
        let texture = paint::bake(width, height, wanted.pixels.into(), |cr| {
            paint::paint_chart(cr, theme::palette(), &shared.board, &wanted.live, width, height);
        });
        *baked = texture.map(|texture| (wanted, texture));
    }
    if let Some((_, texture)) = &*baked {
        snapshot.append_texture(texture, &graphene::Rect::new(0.0, 0.0, width as f32, height as f32));
    }
}

fn paint_lights(shared: &Shared, cr: &cairo::Context) {
    let scene = shared.scene.borrow();
    let (Some(scene), Some(art)) = (&*scene, shared.art()) else { return };
    let palette = theme::palette();
    let geometry = shared.geometry.get();
    let hovered = shared.hovered.get();
    if let Some(space) = scene.active.and_then(|ship| scene.ships[ship.index()].space) {
        paint::active_space(cr, palette, &shared.outline(space));
    }
    for space in shared.board.spaces() {
        if let Some(light) = &scene.lights[space.index()] {
            let steps = if let Light::Sail { steps, .. } = light { Some(*steps) } else { None };
            let Some(berth) = shared.berth(space).map(|point| geometry.place(point)) else { continue };
            let look = LitSpace { steps, scale: geometry.scale, hovered: hovered == Some(space) };
            paint::lit_space(cr, palette, &shared.outline(space), berth, look);
        }
    }
    for &space in &*shared.pointed_at.borrow() {
        paint::pointed_at(cr, &shared.outline(space), geometry.scale);
    }
    for (index, town) in scene.towns.iter().enumerate() {
        if let Some(place) = Chest::from_index(index).and_then(|chest| art.town(chest)) {
            paint::town_tag(cr, palette, *town, geometry.place(place.tag), geometry.scale);
        }
    }
    let places = |spaces: &[Space]| -> Vec<(f64, f64)> {
        spaces.iter().filter_map(|&space| shared.berth(space)).map(|point| geometry.place(point)).collect()
    };
    paint::trail(cr, &places(&scene.trail), geometry.scale);
    paint::trail(cr, &places(&scene.hinted), geometry.scale);
    if let Some(&space) = scene.hinted.last() {
        paint::pointed_at(cr, &shared.outline(space), geometry.scale);
    }
    if let Some(way) = hovered.map(|space| way_to(scene, space)) {
        paint::trail(cr, &places(&way), geometry.scale);
    }
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

fn paint_pieces(shared: &Shared, layer: &Layer, snapshot: &gtk::Snapshot, width: f64) {
    let scene = shared.scene.borrow();
    let Some(scene) = &*scene else { return };
    let geometry = shared.geometry.get();
    let now = layer.frame_clock().map_or(0, |clock| clock.frame_time());
    let mut tags = Vec::new();
    for (ship, piece) in Ship::ALL.into_iter().zip(&scene.ships) {
        let Some(course) = shared.courses[ship.index()].get() else { continue };
        let (x, y) = geometry.place(course.at(now).0);
        let reach = (62.0 * geometry.scale + 8.0).ceil();
        let portrait = Portrait {
            cargo: piece.cargo,
            commander: piece.commander,
            scale: geometry.scale,
            pixels: layer.scale_factor(),
            theme: theme::current(),
            stark: theme::is_stark(),
        };
        if let Some(picture) = ship_picture(&shared.pictures[ship.index()], ship, portrait, reach) {
            // From pixel to pixel, or it would be blurred.
            let pixels = f64::from(portrait.pixels);
            let [left, top] = [x, y].map(|middle| (((middle - reach) * pixels).round() / pixels) as f32);
            let side = (reach * 2.0) as f32;
            snapshot.append_texture(&picture, &graphene::Rect::new(left, top, side, side));
        }
        if let Some(Light::Act(act, about)) = piece.space.and_then(|space| scene.lights[space.index()].as_ref()) {
            tags.push((tag_words(*act, about), (x, y - 38.0 * geometry.scale)));
        }
    }
    for (text, at) in tags {
        let bounds = graphene::Rect::new(0.0, (at.1 - 16.0) as f32, width as f32, 32.0);
        paint::act_tag(&snapshot.append_cairo(&bounds), &text, at, (8.0, width - 8.0));
    }
}

/// A ship in the middle of a picture that reaches so far to all sides. Where nothing has changed it is the one from before,
/// so that the renderer sees that there is nothing to do.
fn ship_picture(
    known: &RefCell<Option<(Portrait, gdk::Texture)>>,
    ship: Ship,
    portrait: Portrait,
    reach: f64,
) -> Option<gdk::Texture> {
    let mut known = known.borrow_mut();
    if known.as_ref().is_none_or(|(before, _)| *before != portrait) {
        let Portrait { cargo, commander, scale, pixels, .. } = portrait;
        let picture = paint::bake(reach * 2.0, reach * 2.0, pixels.into(), |cr| {
            paint::ship_piece(cr, theme::palette(), ship, (reach, reach), scale, cargo, commander);
        });
        *known = picture.map(|picture| (portrait, picture));
    }
    known.as_ref().map(|(_, picture)| picture.clone())
}

fn tag_words(act: Act, about: &str) -> String {
    let verb = match act {
        Act::Capture => tr("Capture"),
        Act::Steal => tr("Steal"),
        Act::Swap => tr("Swap"),
        Act::PassOn => tr("Pass On"),
        Act::Deliver => tr("Deliver"),
    };
    // The ship under the tag is plain to see; the amount is enough.
    let amount = about.split([' ']).next().unwrap_or_default();
    match act {
        Act::Swap => format!("{verb} {about}"),
        _ if amount.is_empty() => verb.to_owned(),
        _ => format!("{verb} {amount}"),
    }
}
