//! Signals that are listened to as long as somebody lives. Without that, whatever outlives a page, such as the window or
//! the desktop's style, would call back to pages that are long gone, and keep everything that they knew.

use gtk::glib;
use gtk::glib::object::IsA;
use gtk::glib::prelude::*;

/// Calls back whenever a property of `emitter` changes, as long as `listener` lives.
pub(crate) fn on_notify(
    emitter: &impl IsA<glib::Object>,
    property: &str,
    listener: &impl IsA<glib::Object>,
    changed: impl Fn() + 'static,
) {
    let listener: &glib::Object = listener.upcast_ref();
    emitter.connect_closure(
        &format!("notify::{property}"),
        false,
        glib::closure_local!(
            #[watch]
            listener,
            move |_: glib::Object, _: glib::ParamSpec| {
                // It is only held for as long as this takes.
                let _ = listener;
                changed();
            }
        ),
    );
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use gtk::gio;

    use super::*;

    #[test]
    fn a_change_is_told_while_the_listener_lives_and_nothing_is_kept_afterwards() {
        let emitter = gio::SimpleAction::new("emitter", None);
        let listener = gio::SimpleActionGroup::new();
        let heard = Rc::new(Cell::new(0));
        let kept = Rc::downgrade(&heard);
        on_notify(&emitter, "enabled", &listener, move || heard.set(heard.get() + 1));
        emitter.set_enabled(false);
        assert_eq!(kept.upgrade().map(|heard| heard.get()), Some(1));
        drop(listener);
        emitter.set_enabled(true);
        assert!(kept.upgrade().is_none());
    }
}
