//! Accessible names for widgets.
//!
//! gtk4-rs offers `GtkAccessible` only from GTK 4.10 on. The C function behind its methods is there since 4.0, so on 4.8
//! it is declared and called here. This is the only file of the program with unsafe code.

use std::ffi::c_int;

use gtk::glib;
use gtk::glib::translate::{IntoGlib, ToGlibPtr};
use gtk::prelude::*;

/// Gives a widget the name that a screen reader speaks and a test finds.
pub(crate) fn set_label(widget: &impl IsA<gtk::Widget>, label: &str) {
    set_property(widget.upcast_ref(), gtk::AccessibleProperty::Label, label);
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
