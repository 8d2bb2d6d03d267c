//! A button that looks as it is painted: a card, a berth, or a space of the chart. It can be focused, pressed by
//! pointer, keyboard and assistive technology, and has an accessible name.

use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{cairo, gdk, glib, graphene};

use crate::paint::{Brush, Ink};
use crate::ui::{a11y, theme};

glib::wrapper! {
    /// A painted button.
    pub(crate) struct Painted(ObjectSubclass<imp::Painted>)
        @extends gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

mod imp {
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;

    use super::*;

    type Listener<T> = Rc<dyn Fn(T)>;
    type Painter = Box<dyn Fn(&cairo::Context, f64, f64)>;

    #[derive(Default)]
    pub(crate) struct Painted {
        pub(super) painter: RefCell<Option<Painter>>,
        pub(super) pressed: RefCell<Option<Listener<u32>>>,
        pub(super) hovered: RefCell<Option<Listener<bool>>>,
        /// The shape that takes the pointer; all of the widget if empty.
        pub(super) outline: RefCell<Vec<(f64, f64)>>,
        pub(super) size: Cell<(i32, i32)>,
        pub(super) label: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for Painted {
        const NAME: &'static str = "DoubloonsPainted";
        type Type = super::Painted;
        type ParentType = gtk::Widget;

        fn class_init(class: &mut Self::Class) {
            class.set_css_name("painted");
            class.set_accessible_role(gtk::AccessibleRole::Button);
            class.install_action("painted.press", None, |painted, _, _| painted.press(1));
            for key in [gdk::Key::Return, gdk::Key::KP_Enter, gdk::Key::space] {
                class.add_binding_action(key, gdk::ModifierType::empty(), "painted.press");
            }
        }
    }

    impl ObjectImpl for Painted {
        fn constructed(&self) {
            self.parent_constructed();
            let painted = self.obj();
            painted.set_focusable(true);
            let click = gtk::GestureClick::new();
            click.set_button(gdk::BUTTON_PRIMARY);
            let weak = painted.downgrade();
            click.connect_released(move |_, times, x, y| {
                if let Some(painted) = weak.upgrade()
                    && painted.contains(x, y)
                {
                    painted.grab_focus();
                    painted.press(u32::try_from(times).unwrap_or(1));
                }
            });
            painted.add_controller(click);
            let motion = gtk::EventControllerMotion::new();
            for entered in [true, false] {
                let weak = painted.downgrade();
                let tell = move || {
                    if let Some(painted) = weak.upgrade() {
                        let hovered = painted.imp().hovered.borrow().clone();
                        if let Some(hovered) = hovered {
                            hovered(entered);
                        }
                        painted.queue_draw();
                    }
                };
                if entered {
                    motion.connect_enter(move |_, _, _| tell());
                } else {
                    motion.connect_leave(move |_| tell());
                }
            }
            painted.add_controller(motion);
        }
    }

    impl WidgetImpl for Painted {
        fn measure(&self, orientation: gtk::Orientation, _: i32) -> (i32, i32, i32, i32) {
            let (width, height) = self.size.get();
            let size = if orientation == gtk::Orientation::Horizontal { width } else { height };
            (size, size, -1, -1)
        }

        fn contains(&self, x: f64, y: f64) -> bool {
            let outline = self.outline.borrow();
            if outline.is_empty() {
                let painted = self.obj();
                return (0.0..f64::from(painted.width())).contains(&x)
                    && (0.0..f64::from(painted.height())).contains(&y);
            }
            inside(&outline, x, y)
        }

        fn state_flags_changed(&self, old: &gtk::StateFlags) {
            self.parent_state_flags_changed(old);
            self.obj().queue_draw();
        }

        fn snapshot(&self, snapshot: &gtk::Snapshot) {
            let painted = self.obj();
            let (width, height) = (f64::from(painted.width()), f64::from(painted.height()));
            let ringed = painted.has_visible_focus();
            let painter = self.painter.borrow();
            if painter.is_none() && !ringed {
                return;
            }
            // Room for the focus ring and a card's shadow outside the button.
            let bounds = graphene::Rect::new(-6.0, -6.0, width as f32 + 12.0, height as f32 + 12.0);
            let cr = snapshot.append_cairo(&bounds);
            if let Some(painter) = &*painter {
                cr.aside(|| painter(&cr, width, height));
            }
            if ringed {
                let outline = self.outline.borrow();
                match outline.as_slice() {
                    [] => cr.rounded(-1.0, -1.0, width + 2.0, height + 2.0, 7.0),
                    outline => cr.polygon(outline),
                }
                cr.set_line_join(cairo::LineJoin::Round);
                let wide = if theme::is_stark() { 1.6 } else { 1.0 };
                cr.lined_keep(Ink::hex(0x1d1208), 6.0 * wide);
                cr.lined(Ink::white(1.0), 3.0 * wide);
            }
        }
    }

    fn inside(outline: &[(f64, f64)], x: f64, y: f64) -> bool {
        let Some(mut from) = outline.last() else {
            return false;
        };
        let mut inside = false;
        for to in outline {
            if (from.1 > y) != (to.1 > y) && x < from.0 + (to.0 - from.0) * (y - from.1) / (to.1 - from.1) {
                inside = !inside;
            }
            from = to;
        }
        inside
    }
}

impl Painted {
    /// A button of this size that nothing is painted on yet.
    pub(crate) fn new(width: i32, height: i32) -> Painted {
        let painted: Painted = glib::Object::new();
        painted.imp().size.set((width, height));
        super::super::theme::on_change(&painted, |painted| painted.queue_draw());
        painted
    }

    /// Changes the size that it asks for.
    pub(crate) fn set_size(&self, width: i32, height: i32) {
        if self.imp().size.replace((width, height)) != (width, height) {
            self.queue_resize();
        }
    }

    /// Sets what is painted on it.
    pub(crate) fn set_painter(&self, painter: impl Fn(&cairo::Context, f64, f64) + 'static) {
        self.imp().painter.replace(Some(Box::new(painter)));
        self.queue_draw();
    }

    /// Sets the shape that takes the pointer and the focus ring, in its own units.
    pub(crate) fn set_outline(&self, outline: Vec<(f64, f64)>) {
        self.imp().outline.replace(outline);
    }

    /// Calls back when it is pressed, with how many times in a row.
    pub(crate) fn connect_pressed(&self, pressed: impl Fn(u32) + 'static) {
        self.imp().pressed.replace(Some(std::rc::Rc::new(pressed)));
    }

    /// Calls back when the pointer enters or leaves.
    pub(crate) fn connect_hovered(&self, hovered: impl Fn(bool) + 'static) {
        self.imp().hovered.replace(Some(std::rc::Rc::new(hovered)));
    }

    /// Sets the accessible name.
    pub(crate) fn set_label(&self, name: &str) {
        if *self.imp().label.borrow() != name {
            self.imp().label.replace(name.to_owned());
            a11y::set_label(self, name);
        }
    }

    fn press(&self, times: u32) {
        let pressed = self.imp().pressed.borrow().clone();
        if let Some(pressed) = pressed {
            pressed(times);
        }
    }
}
