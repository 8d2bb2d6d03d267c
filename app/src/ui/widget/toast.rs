//! What is said briefly.

use doubloons_words::tr;
use gtk::prelude::*;

use crate::ui::a11y;

mod words {
    pub(super) const CLOSE: &str = "Close";
}

/// How many letters stand in one line.
const LINE: i32 = 64;

/// A toast that says all of its words: the toolkit's own has one line, and cuts off what does not fit.
pub(crate) fn toast(text: &str) -> adw::Toast {
    let label = gtk::Label::new(Some(text));
    label.add_css_class("heading");
    label.set_wrap(true);
    label.set_max_width_chars(LINE);
    label.set_hexpand(true);
    label.set_xalign(0.0);
    // The toolkit makes the rest of the toast around it.
    label.connect_map(|label| {
        let above = std::iter::successors(label.parent(), WidgetExt::parent);
        if let Some(whole) = above.into_iter().find(|widget| widget.css_name() == "toast") {
            name_close_button(&whole);
        }
    });
    let toast = adw::Toast::new("");
    toast.set_custom_title(Some(&label));
    toast
}

/// The toolkit gives its button a picture and no name.
fn name_close_button(part: &gtk::Widget) {
    if let Some(button) = part.downcast_ref::<gtk::Button>() {
        return a11y::set_label(button, tr(words::CLOSE));
    }
    let mut child = part.first_child();
    while let Some(part) = child {
        name_close_button(&part);
        child = part.next_sibling();
    }
}
