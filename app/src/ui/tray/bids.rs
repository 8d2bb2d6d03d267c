//! The cards on the ship that is being resolved, and how far the round is.

use doubloons_engine::caribbean::{Card, SHIPS, Ship};
use doubloons_words::{say, tr};
use gtk::prelude::*;

use super::Size;
use crate::game::{Bid, StripState, card_name};
use crate::paint::{self, Brush, CARD_HEIGHT, CARD_WIDTH, Ink};
use crate::ui::widget::Layer;
use crate::ui::{a11y, theme};

/// How large these cards are, compared with those in the hand.
const SHARE: f64 = 0.86;

/// Everybody's cards on a ship.
pub(super) struct Bids {
    pub(super) root: gtk::Box,
}

impl Bids {
    pub(super) fn new() -> Bids {
        let root = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        root.set_valign(gtk::Align::Center);
        Bids { root }
    }

    pub(super) fn show(&self, bids: &[Bid], size: Size) {
        while let Some(child) = self.root.first_child() {
            self.root.remove(&child);
        }
        for bid in bids {
            self.root.append(&column(bid, size));
        }
        let words: Vec<String> = bids.iter().map(spoken).collect();
        a11y::set_label(&self.root, &words.join("; "));
    }
}

fn spoken(bid: &Bid) -> String {
    let (name, card) = (&bid.name, card_name(bid.card));
    match bid.reserve.map(card_name) {
        Some(reserve) => say!("{name}: {card}, tie-breaker {reserve}"),
        None => format!("{name}: {card}"),
    }
}

fn column(bid: &Bid, size: Size) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 4);
    let cards = faces(bid.card, bid.reserve, size, bid.leads);
    cards.set_halign(gtk::Align::Center);
    column.append(&cards);
    let owner = gtk::Box::new(gtk::Orientation::Horizontal, 5);
    owner.set_halign(gtk::Align::Center);
    let colour = bid.colour;
    owner.append(&Layer::painted(20, 20, move |cr, width, height| {
        paint::medallion(cr, colour, width / 2.0, height / 2.0, 9.5);
    }));
    let name = gtk::Label::new(Some(&bid.name));
    name.add_css_class("berth-name");
    name.set_visible(size == Size::Full);
    owner.append(&name);
    column.append(&owner);
    column
}

/// The front of a card as a picture.
pub(super) fn face(card: Card, size: Size, golden: bool) -> Layer {
    faces(card, None, size, golden)
}

/// A card, and the tie-breaker that was shown with it peeping out over its edge.
fn faces(card: Card, reserve: Option<Card>, size: Size, golden: bool) -> Layer {
    let (width, height) = size.card(SHARE);
    let (card_width, card_height) = (f64::from(width), f64::from(height));
    let aside = if reserve.is_some() { width / 3 } else { 0 };
    Layer::painted(width + 4 + aside, height + 4, move |cr, _, _| {
        let palette = theme::palette();
        let place = |x: f64, card: Card| {
            cr.aside(|| {
                cr.translate(x, 2.0);
                cr.scale(card_width / CARD_WIDTH, card_height / CARD_HEIGHT);
                paint::card_face(cr, palette, card);
            });
        };
        if golden {
            cr.rounded(0.0, 0.0, card_width + 4.0, card_height + 4.0, 8.0);
            cr.filled(Ink::hex(0xf2b632));
        }
        place(2.0, card);
        if let Some(reserve) = reserve {
            place(2.0 + f64::from(aside), reserve);
        }
    })
}

/// The six ships of the round, done, now or to come.
pub(super) struct Strip {
    pub(super) root: gtk::Box,
    ships: [gtk::Label; SHIPS],
}

impl Strip {
    pub(super) fn new() -> Strip {
        let root = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        root.set_halign(gtk::Align::End);
        root.set_hexpand(true);
        let ships = Ship::ALL.map(|ship| {
            let label = gtk::Label::new(Some(&ship.letter().to_string()));
            label.add_css_class("strip-ship");
            label.set_valign(gtk::Align::Center);
            root.append(&label);
            label
        });
        Strip { root, ships }
    }

    pub(super) fn show(&self, strip: &[StripState; SHIPS]) {
        for ((label, state), ship) in self.ships.iter().zip(strip).zip(Ship::ALL) {
            let letter = ship.letter();
            let (text, state_words) = match state {
                StripState::Done => (format!("{letter} ✓"), tr("done")),
                StripState::Now => (format!("▸ {letter}"), tr("now")),
                StripState::ToCome => (letter.to_string(), tr("to come")),
            };
            label.set_label(&text);
            a11y::set_label(label, &format!("{letter}, {state_words}"));
            if *state == StripState::Now {
                label.add_css_class("now");
            } else {
                label.remove_css_class("now");
            }
        }
    }
}
