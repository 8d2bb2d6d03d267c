//! The herald: one line that always holds what was told last, for screen readers. It shows itself only while it has the
//! focus, and gives the focus back to where it was.
//!
//! GTK speaks by itself only from 4.14 on. Before that, a screen reader reads what is focused; so keys put the focus here.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::glib;
use gtk::prelude::*;

use crate::game::Tidings;
use crate::ui::a11y::{self, Urgency};

/// The line.
#[derive(Clone)]
pub(crate) struct Herald {
    /// What is focused: a label takes no focus unless its text can be selected.
    place: gtk::Box,
    line: gtk::Label,
    tidings: Rc<RefCell<Tidings>>,
    came_from: Rc<RefCell<glib::WeakRef<gtk::Widget>>>,
}

impl Herald {
    /// A herald that has nothing to tell yet.
    pub(crate) fn new() -> Herald {
        // A status line has no name of its own in newer versions of GTK, and its name is what is read.
        let place = gtk::Box::builder()
            .accessible_role(gtk::AccessibleRole::Log)
            .focusable(true)
            .can_target(false)
            .halign(gtk::Align::Center)
            .valign(gtk::Align::End)
            .css_classes(["herald"])
            .build();
        let line = gtk::Label::builder().accessible_role(gtk::AccessibleRole::Presentation).wrap(true).build();
        place.append(&line);
        let herald = Herald { place, line, tidings: Rc::default(), came_from: Rc::default() };
        let (tidings, weak) = (Rc::clone(&herald.tidings), herald.line.downgrade());
        herald.place.connect_has_focus_notify(move |place| {
            if !place.has_focus()
                && let Some(line) = weak.upgrade()
            {
                let mut tidings = tidings.borrow_mut();
                tidings.look_up();
                write(place, &line, tidings.latest());
            }
        });
        herald
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &gtk::Box {
        &self.place
    }

    /// Tells something, without taking the focus.
    pub(crate) fn tell(&self, text: &str, urgency: Urgency) {
        self.note(text);
        a11y::announce(&self.place, text, urgency);
    }

    /// Notes something that is said elsewhere already.
    pub(crate) fn note(&self, text: &str) {
        self.tidings.borrow_mut().tell(text);
        write(&self.place, &self.line, text);
    }

    /// Calls somebody whose turn it is. That is no event to be looked back at.
    pub(crate) fn call(&self, text: &str) {
        let latest = self.tidings.borrow().latest().to_owned();
        let both = if latest.is_empty() { text.to_owned() } else { format!("{latest}. {text}") };
        write(&self.place, &self.line, &both);
        a11y::announce(&self.place, text, Urgency::Event);
    }

    /// Lets this be read.
    pub(crate) fn read(&self, text: &str) {
        write(&self.place, &self.line, text);
        self.take_focus();
    }

    /// Lets be read what was told last; asked again, what was told before.
    pub(crate) fn look_back(&self) {
        let text = self.tidings.borrow_mut().look_back().to_owned();
        self.read(&text);
    }

    /// Whether it is being read.
    pub(crate) fn is_read(&self) -> bool {
        self.place.has_focus()
    }

    /// Puts the focus back to where it was: nowhere, if nothing had it, or if what had it can't be used now.
    pub(crate) fn give_back(&self) {
        let before = self.came_from.borrow().upgrade();
        if !before.is_some_and(|widget| widget.grab_focus())
            && let Some(window) = self.place.root()
        {
            window.set_focus(None::<&gtk::Widget>);
        }
    }

    fn take_focus(&self) {
        if self.is_read() {
            return;
        }
        self.came_from.borrow().set(self.place.root().and_then(|root| root.focus()).as_ref());
        self.place.grab_focus();
    }
}

fn write(place: &gtk::Box, line: &gtk::Label, text: &str) {
    line.set_label(text);
    a11y::set_label(place, text);
}
