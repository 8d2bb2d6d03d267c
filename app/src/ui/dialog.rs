//! Questions and news that need an answer before anything else.

use adw::prelude::*;
use doubloons_words::tr;

mod words {
    pub(super) const CLOSE: &str = "Close";
}

/// An answer that can be given.
pub(crate) struct Answer<'a> {
    /// The words on the button.
    pub(crate) label: &'a str,
    /// How it looks.
    pub(crate) look: adw::ResponseAppearance,
}

/// Tells something.
pub(crate) fn tell(parent: &impl IsA<gtk::Window>, heading: &str, body: &str) {
    tell_then(parent, heading, body, || {});
}

/// Tells something, and does something else once it was read.
pub(crate) fn tell_then(parent: &impl IsA<gtk::Window>, heading: &str, body: &str, read: impl Fn() + 'static) {
    let dialog = dialog(parent, heading, body);
    dialog.add_response("close", tr(words::CLOSE));
    dialog.set_close_response("close");
    dialog.connect_response(None, move |_, _| read());
    dialog.present();
}

/// Asks something: staying as it is, or the answer, which is then carried out.
pub(crate) fn ask(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    stay: &str,
    answer: &Answer<'_>,
    carry_out: impl Fn() + 'static,
) {
    let dialog = dialog(parent, heading, body);
    dialog.add_responses(&[("stay", stay), ("go", answer.label)]);
    dialog.set_response_appearance("go", answer.look);
    dialog.set_default_response(Some("stay"));
    dialog.set_close_response("stay");
    dialog.connect_response(Some("go"), move |_, _| carry_out());
    dialog.present();
}

/// Asks something to which there are several answers, each of which is then carried out.
pub(crate) fn choose(
    parent: &impl IsA<gtk::Window>,
    heading: &str,
    body: &str,
    stay: &str,
    answers: Vec<(Answer<'_>, Box<dyn Fn()>)>,
) {
    let dialog = dialog(parent, heading, body);
    dialog.add_response("stay", stay);
    dialog.set_default_response(Some("stay"));
    dialog.set_close_response("stay");
    for (number, (answer, carry_out)) in answers.into_iter().enumerate() {
        let id = format!("answer-{number}");
        dialog.add_response(&id, answer.label);
        dialog.set_response_appearance(&id, answer.look);
        dialog.connect_response(Some(&id), move |_, _| carry_out());
    }
    dialog.present();
}

fn dialog(parent: &impl IsA<gtk::Window>, heading: &str, body: &str) -> adw::MessageDialog {
    adw::MessageDialog::new(Some(parent), Some(heading), Some(body))
}
