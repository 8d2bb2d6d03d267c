//! The chart: a baked picture, lights and pieces in layers above it, and one real button for each space, so that
//! pointer, keyboard, screen reader and tests all touch the same thing.

mod album;
mod asking;
mod course;
mod hop;
mod layers;
mod tags;

use std::cell::{Cell, RefCell};
use std::f64::consts::PI;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::caribbean::board::Point;
use doubloons_engine::caribbean::{Board, Ship, Space};
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib, graphene, gsk};

use self::asking::{Asked, Explained};
use self::course::Course;
use self::layers::{Shared, paint_lights, paint_pieces, paint_sea};
use super::layer::Layer;
use super::painted::Painted;
use crate::game::Scene;
use crate::paint::{Geometry, Lettering};
use crate::ui::motion;

/// How long a size of the window has to last before the chart is painted for it.
const SETTLED: Duration = Duration::from_millis(140);
/// How long a ship that refuses to go somewhere trembles, in milliseconds.
const TREMBLES: u32 = 240;
/// How long a chest hops, as a share of a ship's step.
const HOP: f64 = 0.95;

glib::wrapper! {
    /// The chart.
    pub(crate) struct Chart(ObjectSubclass<imp::Chart>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
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
        pub(super) asked: RefCell<Option<Asked>>,
        pub(super) explained: RefCell<Option<Explained>>,
        /// What waits until the size of the window has settled.
        pub(super) settling: RefCell<Option<glib::SourceId>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Chart {
        const NAME: &'static str = "DoubloonsChart";
        type Type = super::Chart;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("chart");
            class.set_accessible_role(gtk::AccessibleRole::Group);
            class.install_action("chart.ask", None, |chart, _, _| chart.ask_about_focused());
            class.add_binding_action(gdk::Key::Menu, gdk::ModifierType::empty(), "chart.ask");
            class.add_binding_action(gdk::Key::F10, gdk::ModifierType::SHIFT_MASK, "chart.ask");
        }
    }

    impl ObjectImpl for Chart {
        fn dispose(&self) {
            if let Some(settling) = self.settling.take() {
                settling.remove();
            }
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
            if shared.geometry.replace(geometry) != geometry {
                self.obj().resized();
            }
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
            self.obj().place_explanation();
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
        let shared = Rc::new(Shared::new(board));
        let [sea, lights, pieces] = [(); 3].map(|()| Layer::new(0, 0));
        sea.set_parent(&chart);
        lights.set_parent(&chart);
        let spaces = board.spaces().map(|space| chart.space_button(&shared, space, &pressed, &dropped)).collect();
        pieces.set_parent(&chart);
        let look = Rc::clone(&shared);
        sea.set_painter(move |layer, snapshot, width, height| paint_sea(&look, layer, snapshot, width, height));
        let look = Rc::clone(&shared);
        lights.set_painter(move |layer, snapshot, _, _| paint_lights(&look, layer, snapshot));
        let look = Rc::clone(&shared);
        pieces.set_painter(move |layer, snapshot, _, _| paint_pieces(&look, layer, snapshot));
        chart.listen_to_tags(&shared, pressed);
        chart.listen_to_questions();
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
        let hover = move |entered: bool| {
            let (Some(chart), Some(shared)) = (weak.upgrade(), look.upgrade()) else { return };
            if entered {
                shared.hovered.set(Some(space));
            } else if shared.hovered.get() == Some(space) {
                shared.hovered.set(None);
            }
            chart.redraw(1);
            chart.redraw(2);
        };
        button.connect_hovered(hover.clone());
        // Which space belongs to a town is not always plain to see. An assistive technology has the name already.
        let look = Rc::downgrade(shared);
        button.set_has_tooltip(true);
        button.connect_query_tooltip(move |_, _, _, _, tooltip| {
            let shared = look.upgrade().filter(|shared| !shared.hushed.get());
            let name = shared.and_then(|shared| shared.remarkable(space));
            tooltip.set_text(name.as_deref());
            name.is_some()
        });
        let target = gtk::DropTarget::new(i32::static_type(), gdk::DragAction::MOVE);
        let dropped = dropped.clone();
        let entered = hover.clone();
        target.connect_enter(move |_, _, _| {
            entered(true);
            gdk::DragAction::MOVE
        });
        target.connect_leave(move |_| hover(false));
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

    /// Lets the golden tags take the pointer before the spaces that they lie over.
    fn listen_to_tags(&self, shared: &Rc<Shared>, pressed: impl Fn(Space) + 'static) {
        let click = gtk::GestureClick::new();
        click.set_button(gdk::BUTTON_PRIMARY);
        click.set_propagation_phase(gtk::PropagationPhase::Capture);
        let look = Rc::downgrade(shared);
        let tag_at = move |x: f64, y: f64| look.upgrade().and_then(|shared| tags::tag_at(&shared.tags.borrow(), x, y));
        let find = tag_at.clone();
        click.connect_pressed(move |click, _, x, y| {
            let state = match find(x, y) {
                Some(_) => gtk::EventSequenceState::Claimed,
                None => gtk::EventSequenceState::Denied,
            };
            click.set_state(state);
        });
        let find = tag_at.clone();
        let weak = self.downgrade();
        click.connect_released(move |_, _, x, y| {
            if let (Some(space), Some(chart)) = (find(x, y), weak.upgrade()) {
                chart.focus_space(space);
                pressed(space);
            }
        });
        self.add_controller(click);
        let pointer = gtk::EventControllerMotion::new();
        pointer.set_propagation_phase(gtk::PropagationPhase::Capture);
        let weak = self.downgrade();
        let look = Rc::downgrade(shared);
        pointer.connect_motion(move |_, x, y| {
            if let (Some(chart), Some(shared)) = (weak.upgrade(), look.upgrade()) {
                // Whatever changes below a pointer that rests is told as a motion, too.
                if shared.pointer.replace((x, y)) != (x, y) {
                    shared.hushed.set(false);
                }
                chart.hover_tag(tag_at(x, y));
            }
        });
        let weak = self.downgrade();
        pointer.connect_leave(move |_| {
            if let Some(chart) = weak.upgrade() {
                chart.hover_tag(None);
            }
        });
        self.add_controller(pointer);
    }

    fn hover_tag(&self, space: Option<Space>) {
        let Some(shared) = self.imp().shared.get() else { return };
        if shared.hovered_tag.replace(space) != space {
            self.set_cursor_from_name(space.map(|_| "pointer"));
            self.redraw(1);
            self.redraw(2);
        }
    }

    /// Says no more what is under the pointer until it moves: somebody uses the keys.
    pub(crate) fn hush(&self) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        shared.hushed.set(true);
        if let Some(space) = shared.hovered.get()
            && let Some(button) = imp.spaces.borrow().get(space.index())
        {
            button.trigger_tooltip_query();
        }
    }

    /// Finds new places for everything that depends on the size.
    fn resized(&self) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        shared.lettering.replace(Lettering::of(&shared.board, shared.geometry.get().scale));
        self.place_tags();
        shared.is_resizing.set(true);
        let weak = self.downgrade();
        let settling = glib::timeout_add_local_once(SETTLED, move || {
            let Some(chart) = weak.upgrade() else { return };
            chart.imp().settling.take();
            if let Some(shared) = chart.imp().shared.get() {
                shared.is_resizing.set(false);
            }
            chart.redraw(0);
        });
        if let Some(before) = imp.settling.replace(Some(settling)) {
            before.remove();
        }
    }

    fn place_tags(&self) {
        let Some(shared) = self.imp().shared.get() else { return };
        let geometry = shared.geometry.get();
        let width = f64::from(self.width());
        let berth = |space| shared.berth(space).map(|point| geometry.place(point));
        let tags = shared.scene.borrow().as_ref().map(|scene| tags::tags(scene, width, geometry.scale, berth));
        shared.tags.replace(tags.unwrap_or_default());
        self.hover_tag(None);
    }

    /// Shows that what was asked for can't be done: the ship of this turn trembles.
    pub(crate) fn tremble(&self) {
        motion::run(self, TREMBLES, |chart, share| {
            if let Some(shared) = chart.imp().shared.get() {
                shared.tremble.set((share * 6.0 * PI).sin() * (1.0 - share));
            }
            chart.redraw(2);
        });
    }

    /// Shows another scene; ships that moved take so many milliseconds for each step.
    pub(crate) fn show(&self, scene: Scene, millis: u32) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        let step = if motion::is_reduced() { 0 } else { i64::from(millis) * 1000 };
        for (button, name) in imp.spaces.borrow().iter().zip(&scene.names) {
            button.set_label(name);
        }
        let now = self.frame_clock().map_or(0, |clock| clock.frame_time());
        let before = shared.scene.take();
        for (ship, course) in Ship::ALL.into_iter().zip(&shared.courses) {
            let known = course.take();
            let way: Vec<Point> = match &before {
                Some(before) => scene.way_since(before, ship).into_iter().filter_map(|at| shared.berth(at)).collect(),
                None => Vec::new(),
            };
            let berth = scene.ships[ship.index()].space.and_then(|space| shared.berth(space));
            course.replace(match known {
                Some(known) => Some(known.go_on(&way, now, step)),
                None => berth.map(Course::moored),
            });
        }
        if let Some(before) = before.as_ref().filter(|_| step > 0) {
            let lasts = (step as f64 * HOP) as i64;
            let new = hop::hops(&shared.board, &shared.lettering.borrow().tags, before, &scene, (now, lasts));
            let mut hops = shared.hops.borrow_mut();
            hops.retain(|hop| hop.at(now).is_some());
            hops.extend(new);
        }
        let repainted = before.is_none_or(|before| before.live != scene.live);
        shared.scene.replace(Some(scene));
        self.check_explanation();
        self.place_tags();
        if repainted {
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

    /// Shows the numbers of all spaces while somebody types one, and marks those that begin with what was typed so far.
    pub(crate) fn show_numbers(&self, typed: &[u8]) {
        let Some(shared) = self.imp().shared.get() else { return };
        let typed = (!typed.is_empty()).then(|| typed.iter().map(u8::to_string).collect::<String>());
        if *shared.typed.borrow() != typed {
            shared.typed.replace(typed);
            self.redraw(2);
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

    /// Redraws the pieces every frame until all have arrived.
    fn animate(&self) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        let now = self.frame_clock().map_or(0, |clock| clock.frame_time());
        if shared.is_at_rest(now) || imp.animating.replace(true) {
            return;
        }
        self.add_tick_callback(|chart, clock| {
            chart.redraw(2);
            let imp = chart.imp();
            if imp.shared.get().is_none_or(|shared| shared.is_at_rest(clock.frame_time())) {
                imp.animating.set(false);
                return glib::ControlFlow::Break;
            }
            glib::ControlFlow::Continue
        });
    }
}
