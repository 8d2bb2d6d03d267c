//! What is on a space, beside it: asked for by a right click, by a long touch, or by the keys that open menus.

use std::rc::Rc;

use doubloons_engine::caribbean::Space;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use gtk::{gdk, glib};

use super::layers::Shared;
use super::{Chart, tags};
use crate::game::Here;
use crate::ui::a11y;
use crate::ui::widget::Painted;

/// The longest line, in letters.
const LINE: i32 = 38;

/// Whoever hears when somebody asks what is on a space.
pub(super) type Asked = Rc<dyn Fn(Space)>;

/// An explanation that is open.
pub(super) struct Explained {
    space: Space,
    /// What the space was called then.
    name: String,
    popover: gtk::Popover,
}

impl Chart {
    /// Hears when somebody asks what is on a space.
    pub(crate) fn connect_asked(&self, asked: impl Fn(Space) + 'static) {
        self.imp().asked.replace(Some(Rc::new(asked)));
    }

    pub(super) fn listen_to_questions(&self) {
        let click = gtk::GestureClick::new();
        click.set_button(gdk::BUTTON_SECONDARY);
        let weak = self.downgrade();
        click.connect_pressed(move |click, _, x, y| {
            if let Some(chart) = weak.upgrade()
                && chart.ask_at(x, y)
            {
                click.set_state(gtk::EventSequenceState::Claimed);
            }
        });
        self.add_controller(click);
        let touch = gtk::GestureLongPress::new();
        touch.set_touch_only(true);
        let weak = self.downgrade();
        touch.connect_pressed(move |touch, x, y| {
            if let Some(chart) = weak.upgrade()
                && chart.ask_at(x, y)
            {
                touch.set_state(gtk::EventSequenceState::Claimed);
            }
        });
        self.add_controller(touch);
    }

    fn ask_at(&self, x: f64, y: f64) -> bool {
        let tagged = self.imp().shared.get().and_then(|shared| tags::tag_at(&shared.tags.borrow(), x, y));
        let space = tagged.or_else(|| {
            let touched = self.pick(x, y, gtk::PickFlags::DEFAULT).and_downcast::<Painted>()?;
            let index = self.imp().spaces.borrow().iter().position(|button| *button == touched)?;
            Space::from_index(index)
        });
        space.is_some_and(|space| self.ask(space))
    }

    /// Asks about the space that has the focus.
    pub(super) fn ask_about_focused(&self) {
        if let Some(space) = self.focused_space() {
            self.ask(space);
        }
    }

    fn ask(&self, space: Space) -> bool {
        let asked = self.imp().asked.borrow().clone();
        asked.inspect(|asked| asked(space)).is_some()
    }

    /// Tells what is on a space, beside it; `touched` is called if the person takes the offer.
    pub(crate) fn explain(&self, space: Space, here: &Here, touched: impl Fn() + 'static) {
        let imp = self.imp();
        let Some(shared) = imp.shared.get() else { return };
        let Some(area) = space_area(shared, space) else { return };
        self.stop_explaining();
        let popover = gtk::Popover::new();
        popover.add_css_class("here");
        popover.set_pointing_to(Some(&area));
        let column = gtk::Box::new(gtk::Orientation::Vertical, 10);
        let words = text(here);
        column.append(&words);
        if let Some(offer) = &here.offer {
            let button = gtk::Button::with_label(offer);
            button.add_css_class("suggested-action");
            let weak = popover.downgrade();
            button.connect_clicked(move |_| {
                if let Some(popover) = weak.upgrade() {
                    popover.popdown();
                }
                touched();
            });
            column.append(&button);
        }
        popover.set_child(Some(&column));
        let weak = self.downgrade();
        popover.connect_closed(move |popover| {
            let closed = popover.clone();
            // Not before everything has heard that it is closed.
            glib::idle_add_local_once(move || closed.unparent());
            if let Some(chart) = weak.upgrade() {
                chart.imp().explained.borrow_mut().take_if(|explained| explained.popover == *popover);
                chart.focus_space(space);
            }
        });
        popover.set_parent(self);
        ask_for_height(&column);
        imp.explained.replace(Some(Explained { space, name: shared.name_of(space), popover: popover.clone() }));
        popover.popup();
        // A screen reader reads what has the focus.
        words.grab_focus();
    }

    /// Closes an explanation that is true no more.
    pub(super) fn check_explanation(&self) {
        let Some(shared) = self.imp().shared.get() else { return };
        let outdated = match &*self.imp().explained.borrow() {
            Some(explained) => explained.name != shared.name_of(explained.space),
            None => false,
        };
        if outdated {
            self.stop_explaining();
        }
    }

    fn stop_explaining(&self) {
        let explained = self.imp().explained.take();
        if let Some(Explained { popover, .. }) = explained {
            popover.popdown();
        }
    }

    /// Keeps an open explanation where it belongs.
    pub(super) fn place_explanation(&self) {
        let (Some(shared), Some(explained)) = (self.imp().shared.get(), &*self.imp().explained.borrow()) else {
            return;
        };
        explained.popover.set_pointing_to(space_area(shared, explained.space).as_ref());
        explained.popover.present();
    }
}

fn space_area(shared: &Shared, space: Space) -> Option<gdk::Rectangle> {
    let (x, y, width, height) = shared.geometry.get().bounds(shared.art()?.space(space)?);
    Some(gdk::Rectangle::new(x as i32, y as i32, width as i32, height as i32))
}

/// Asks for the height of all lines at the width that they will have. A popover takes the room for its shadow for more
/// width, and is too low for a line that needs that to be one.
fn ask_for_height(column: &gtk::Box) {
    let (_, width, ..) = column.measure(gtk::Orientation::Horizontal, -1);
    let (_, height, ..) = column.measure(gtk::Orientation::Vertical, width);
    column.set_height_request(height);
}

fn text(here: &Here) -> gtk::Box {
    let text = gtk::Box::builder()
        .orientation(gtk::Orientation::Vertical)
        .spacing(6)
        .accessible_role(gtk::AccessibleRole::Group)
        .focusable(true)
        .css_classes(["here-text"])
        .build();
    a11y::set_label(&text, &here.spoken());
    let heading = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    let title = gtk::Label::new(Some(&here.title));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    title.set_hexpand(true);
    let number = gtk::Label::new(Some(&here.number));
    number.add_css_class("quiet");
    number.add_css_class("numeric");
    heading.append(&title);
    heading.append(&number);
    text.append(&heading);
    for line in &here.lines {
        let label = gtk::Label::new(Some(line));
        label.set_xalign(0.0);
        label.set_wrap(true);
        label.set_max_width_chars(LINE);
        text.append(&label);
    }
    text
}
