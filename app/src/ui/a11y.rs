//! Accessible names for widgets, and what a screen reader says by itself.
//!
//! gtk4-rs offers `GtkAccessible` only from GTK 4.10 on. The C functions behind its methods are there since 4.0, so on 4.8
//! they are declared and called here; the one that lets something be said is looked for when the program runs. This is the
//! only file of the program with unsafe code.

use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::OnceLock;

use gtk::glib;
use gtk::glib::translate::{IntoGlib, ToGlibPtr};
use gtk::prelude::*;

/// Gives a widget the name that a screen reader speaks and a test finds.
pub(crate) fn set_label(widget: &impl IsA<gtk::Widget>, label: &str) {
    let widget = widget.upcast_ref();
    let_be_named(widget);
    set_property(widget, gtk::AccessibleProperty::Label, label);
}

/// Newer versions of GTK leave what is only there for the layout without a name, and prefer the parts that a row of
/// libadwaita's is labelled by. What is named here is more than layout, and its name is the one that counts.
#[expect(unsafe_code, reason = "gtk4-rs has no way to take back a relation before GTK 4.10")]
fn let_be_named(widget: &gtk::Widget) {
    const ROLE: &str = "accessible-role";
    unsafe extern "C" {
        /// `void gtk_accessible_reset_relation (GtkAccessible *self, GtkAccessibleRelation relation)`, since GTK 4.0.
        fn gtk_accessible_reset_relation(accessible: *mut glib::gobject_ffi::GObject, relation: c_int);
    }
    // Once a widget is in a window, it keeps its role.
    if widget.root().is_none() && widget.property::<gtk::AccessibleRole>(ROLE) == gtk::AccessibleRole::Generic {
        widget.set_property(ROLE, gtk::AccessibleRole::Group);
    }
    let object: &glib::Object = widget.upcast_ref();
    // SAFETY: the declaration above is the documented one; a GtkAccessible is a GObject, and every widget is a
    // GtkAccessible. GTK keeps no pointer.
    unsafe {
        gtk_accessible_reset_relation(object.to_glib_none().0, gtk::AccessibleRelation::LabelledBy.into_glib());
    }
}

/// Gives a menu button its name, and the button inside it, which is what is pressed.
pub(crate) fn set_menu_label(button: &gtk::MenuButton, label: &str) {
    set_label(button, label);
    if let Some(inner) = button.first_child() {
        set_label(&inner, label);
    }
}

/// Adds what the name leaves out, such as a shortcut or a consequence.
pub(crate) fn set_description(widget: &impl IsA<gtk::Widget>, description: &str) {
    set_property(widget.upcast_ref(), gtk::AccessibleProperty::Description, description);
}

#[expect(unsafe_code, reason = "gtk4-rs has no way to set an accessible name before GTK 4.10")]
fn set_property(widget: &gtk::Widget, property: gtk::AccessibleProperty, text: &str) {
    unsafe extern "C" {
        /// `void gtk_accessible_update_property_value (GtkAccessible *self, int n_properties,
        /// GtkAccessibleProperty properties[], const GValue values[])`, since GTK 4.0.
        fn gtk_accessible_update_property_value(
            accessible: *mut glib::gobject_ffi::GObject,
            count: c_int,
            properties: *mut c_int,
            values: *const glib::gobject_ffi::GValue,
        );
    }
    let mut number: c_int = property.into_glib();
    let value = glib::Value::from(text);
    let object: &glib::Object = widget.upcast_ref();
    // SAFETY: the declaration above is the documented one; a GtkAccessible is a GObject, and every widget is a
    // GtkAccessible. GTK reads one property number and one value, copies the value and keeps neither pointer; both
    // live until the call returns, and both properties that are set here take a string.
    unsafe {
        gtk_accessible_update_property_value(object.to_glib_none().0, 1, &mut number, value.to_glib_none().0);
    }
}

/// How much something that is said may interrupt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// It can wait until what is being said has ended.
    Event,
    /// It answers what the person has just tried.
    Answer,
}

/// Lets a screen reader say something at once, where GTK can: from 4.14 on.
pub(crate) fn announce(widget: &impl IsA<gtk::Widget>, text: &str, urgency: Urgency) {
    // No text that is shown has a zero in it.
    if let (Some(announce), Ok(text)) = (announcer(), CString::new(text)) {
        say(announce, widget.upcast_ref(), &text, urgency);
    }
}

/// `void gtk_accessible_announce (GtkAccessible *self, const char *message,
/// GtkAccessibleAnnouncementPriority priority)`, since GTK 4.14.
type Announce = unsafe extern "C" fn(*mut glib::gobject_ffi::GObject, *const c_char, c_int);

#[expect(unsafe_code, reason = "GTK 4.8 has no such function, so the program can't be linked with it")]
fn announcer() -> Option<Announce> {
    static FOUND: OnceLock<Option<Announce>> = OnceLock::new();
    unsafe extern "C" {
        /// `void *dlsym (void *handle, const char *symbol)`: a null handle looks through all loaded libraries.
        fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
    }
    *FOUND.get_or_init(|| {
        // SAFETY: the name ends with a zero and outlives the call; GTK is loaded and stays loaded.
        let found = unsafe { dlsym(std::ptr::null_mut(), c"gtk_accessible_announce".as_ptr()) };
        // SAFETY: a null pointer becomes `None`; anything else is GTK's function of that name, which is declared above.
        unsafe { std::mem::transmute::<*mut c_void, Option<Announce>>(found) }
    })
}

#[expect(unsafe_code, reason = "the function was looked up by its name")]
fn say(announce: Announce, widget: &gtk::Widget, text: &CString, urgency: Urgency) {
    // GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM and _HIGH.
    let priority = match urgency {
        Urgency::Event => 1,
        Urgency::Answer => 2,
    };
    let object: &glib::Object = widget.upcast_ref();
    // SAFETY: every widget is a GtkAccessible; GTK copies the text, which lives until the call returns.
    unsafe { announce(object.to_glib_none().0, text.as_ptr(), priority) };
}
