//! The offer of the tutorial to somebody who has never played.

use doubloons_words::tr;
use gtk::prelude::*;

use super::HarbourOutput;
use crate::ui::a11y;
use crate::ui::widget::Column;

mod words {
    pub(super) const TITLE: &str = "New on board?";
    pub(super) const ABOUT: &str = "Learn the game in a practice round with a coach. It takes five minutes.";
    pub(super) const YES: &str = "Start the Tutorial";
    pub(super) const NO: &str = "No, Thanks";
}

/// The card with the offer, hidden until somebody needs it.
pub(super) fn new(ask: impl Fn(HarbourOutput) + Clone + 'static) -> gtk::Box {
    let card = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    card.add_css_class("card");
    card.add_css_class("offer");
    card.set_visible(false);
    let text = Column::new(2);
    text.set_hexpand(true);
    text.set_valign(gtk::Align::Center);
    text.write(tr(words::TITLE), "heading");
    text.write(tr(words::ABOUT), "body");
    card.append(&text);
    let answers = [(tr(words::NO), HarbourOutput::DontLearn), (tr(words::YES), HarbourOutput::Learn)];
    for (label, wish) in answers {
        let button = gtk::Button::with_label(label);
        button.set_valign(gtk::Align::Center);
        if let HarbourOutput::Learn = wish {
            button.add_css_class("suggested-action");
        }
        let ask = ask.clone();
        button.connect_clicked(move |_| ask(wish.clone()));
        card.append(&button);
    }
    a11y::set_label(&card, &format!("{} {}", tr(words::TITLE), tr(words::ABOUT)));
    card
}
