//! The cards on the ship that is being resolved, and how far the round is.

use std::cell::{Cell, RefCell};
use std::f64::consts::PI;
use std::rc::Rc;

use doubloons_engine::caribbean::{Card, Colour, SHIPS, Ship};
use doubloons_words::{say, tr};
use gtk::prelude::*;
use gtk::{cairo, graphene};

use super::turn::{STAGGER, TURN, paint_turning};
use super::{Size, View};
use crate::game::{Bid, Speed, StripState, card_name};
use crate::paint::{self, Brush, CARD_HEIGHT, CARD_WIDTH, Ink};
use crate::ui::widget::Layer;
use crate::ui::{a11y, motion, theme};

/// How large these cards are, compared with those in the hand.
const SHARE: f64 = 0.86;
/// How long the card that wins stands out, in milliseconds.
const CROWNING: u32 = 420;
/// Room for the rim of a card that wins, and for one that rises while it turns.
const RIM: f64 = 2.0;
const AIR: f32 = 10.0;

/// What was shown last, on whichever page of the tray: what has been turned up does not turn again.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Seen {
    ship: Option<usize>,
    bids: Vec<Bid>,
}

/// How a bid changes while somebody looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    /// The card turns.
    turns: bool,
    /// The tie-breaker turns.
    reserve_turns: bool,
    /// It has just won, or is in a tie.
    is_crowned: bool,
}

impl Seen {
    /// What is seen in this view.
    fn of(bids: &[Bid], strip: &[StripState; SHIPS]) -> Seen {
        Seen { ship: strip.iter().position(|&state| state == StripState::Now), bids: bids.to_vec() }
    }

    /// How a bid has changed since then.
    fn change(&self, now: &Seen, index: usize) -> Change {
        let Some(bid) = now.bids.get(index) else {
            return Change { turns: false, reserve_turns: false, is_crowned: false };
        };
        let same = |other: &&Bid| self.ship == now.ship && other.name == bid.name && other.card == bid.card;
        let before = self.bids.get(index).filter(same);
        // Whoever skips ahead to the outcome has seen enough.
        let is_open = now.bids.iter().all(|bid| !bid.leads);
        Change {
            turns: before.is_none() && is_open,
            reserve_turns: bid.reserve.is_some() && before.is_some_and(|before| before.reserve.is_none()),
            is_crowned: bid.leads && before.is_some_and(|before| !before.leads),
        }
    }
}

/// Everybody's cards on a ship.
pub(super) struct Bids {
    pub(super) root: gtk::Box,
    seen: Rc<RefCell<Seen>>,
    shown: RefCell<Option<(Seen, Size)>>,
}

impl Bids {
    pub(super) fn new(seen: &Rc<RefCell<Seen>>) -> Bids {
        let root = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        root.set_valign(gtk::Align::Center);
        Bids { root, seen: Rc::clone(seen), shown: RefCell::new(None) }
    }

    pub(super) fn show(&self, bids: &[Bid], strip: &[StripState; SHIPS], view: View) {
        let now = Seen::of(bids, strip);
        let before = self.seen.replace(now.clone());
        let shown = Some((now.clone(), view.size));
        if *self.shown.borrow() == shown {
            return;
        }
        self.shown.replace(shown);
        while let Some(child) = self.root.first_child() {
            self.root.remove(&child);
        }
        let decided = bids.iter().any(|bid| bid.leads);
        for (index, bid) in bids.iter().enumerate() {
            let (column, cards) = column(bid, view.size, decided && !bid.leads);
            self.root.append(&column);
            cards.play(before.change(&now, index), index, view.speed);
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

fn column(bid: &Bid, size: Size, dimmed: bool) -> (gtk::Box, Cards) {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 4);
    let cards = Cards::new(bid, size, dimmed);
    cards.layer.set_halign(gtk::Align::Center);
    column.append(&cards.layer);
    let owner = gtk::Box::new(gtk::Orientation::Horizontal, 5);
    owner.set_halign(gtk::Align::Center);
    let colour = bid.colour;
    owner.append(&Layer::painted(20, 20, move |cr, width, height| {
        paint::medallion(cr, colour, width / 2.0, height / 2.0, 9.5);
    }));
    let name = gtk::Label::new(Some(&bid.name));
    name.add_css_class("berth-name");
    // Four long names must not make the window wider than the screen.
    name.set_ellipsize(gtk::pango::EllipsizeMode::End);
    name.set_width_chars(3);
    name.set_visible(size == Size::Full);
    owner.append(&name);
    column.append(&owner);
    (column, cards)
}

/// The front of a card as a picture.
pub(super) fn face(card: Card, size: Size, golden: bool) -> Layer {
    let (width, height) = size.card(SHARE);
    let (card_width, card_height) = (f64::from(width), f64::from(height));
    Layer::painted(width + 4, height + 4, move |cr, width, height| {
        if golden {
            rim(cr, width, height, 1.0);
        }
        cr.translate(RIM, RIM);
        cr.scale(card_width / CARD_WIDTH, card_height / CARD_HEIGHT);
        paint::card_face(cr, theme::palette(), card);
    })
}

/// The golden rim of a card that wins.
fn rim(cr: &cairo::Context, width: f64, height: f64, strength: f64) {
    let wide = 3.0 * (strength * PI).sin();
    cr.rounded(-wide, -wide, width + 2.0 * wide, height + 2.0 * wide, 8.0 + wide);
    cr.filled(Ink::hex(0xf2b632).alpha(strength));
}

/// How far each part of a bid has come, from 0 to 1.
#[derive(Debug)]
struct Progress {
    turned: Cell<f64>,
    reserve_turned: Cell<f64>,
    crowned: Cell<f64>,
}

/// A card, and the tie-breaker that was shown with it peeping out over its edge.
struct Cards {
    layer: Layer,
    progress: Rc<Progress>,
}

impl Cards {
    fn new(bid: &Bid, size: Size, dimmed: bool) -> Cards {
        let (width, height) = size.card(SHARE);
        let aside = if bid.reserve.is_some() { width / 3 } else { 0 };
        let layer = Layer::new(width + 4 + aside, height + 4);
        let crowned = Cell::new(if bid.leads { 1.0 } else { 0.0 });
        let progress = Rc::new(Progress { turned: Cell::new(1.0), reserve_turned: Cell::new(1.0), crowned });
        let (card, reserve, colour) = (bid.card, bid.reserve, bid.colour);
        let look = Rc::clone(&progress);
        layer.set_painter(move |_, snapshot, layer_width, layer_height| {
            let bounds =
                graphene::Rect::new(-AIR, -AIR, layer_width as f32 + 2.0 * AIR, layer_height as f32 + 2.0 * AIR);
            let cr = snapshot.append_cairo(&bounds);
            let size = (f64::from(width), f64::from(height));
            let crowned = look.crowned.get();
            if crowned > 0.0 {
                rim(&cr, size.0 + 2.0 * RIM, size.1 + 2.0 * RIM, crowned);
            }
            cr.translate(RIM, RIM);
            place(&cr, size, look.turned.get(), card, colour);
            if dimmed {
                cr.rounded(0.0, 0.0, size.0, size.1, 6.0);
                cr.filled(Ink::black(0.26));
            }
            if let Some(reserve) = reserve {
                cr.translate(f64::from(aside), 0.0);
                place(&cr, size, look.reserve_turned.get(), reserve, colour);
            }
        });
        Cards { layer, progress }
    }

    /// Shows how it came to this.
    fn play(&self, change: Change, index: usize, speed: Speed) {
        let delay = if change.turns { STAGGER * index as u32 } else { 0 };
        let lasts = match change {
            Change { turns: false, reserve_turns: false, is_crowned: false } => return,
            Change { turns: false, reserve_turns: false, .. } => CROWNING,
            _ => delay + TURN,
        };
        let progress = Rc::clone(&self.progress);
        let begins = f64::from(delay) / f64::from(lasts);
        motion::run(&self.layer, speed.scale(lasts), move |layer, share| {
            let moved = motion::part(share, begins, 1.0);
            if change.turns {
                progress.turned.set(moved);
            }
            if change.reserve_turns {
                progress.reserve_turned.set(moved);
            }
            if change.is_crowned {
                progress.crowned.set(moved);
            }
            layer.queue_draw();
        });
    }
}

/// A card that has turned so far, from its sealed back to its face.
fn place(cr: &cairo::Context, size: (f64, f64), turned: f64, card: Card, colour: Colour) {
    let palette = theme::palette();
    let back = |cr: &cairo::Context| {
        paint::card_back(cr, palette, colour);
        paint::card_seal(cr, colour, 1.0);
    };
    paint_turning(cr, size, turned, back, |cr| paint::card_face(cr, palette, card));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bid(name: &str, card: Card) -> Bid {
        Bid { name: name.to_owned(), colour: Colour::Red, card, reserve: None, leads: false }
    }

    fn seen(ship: usize, bids: &[Bid]) -> Seen {
        Seen { ship: Some(ship), bids: bids.to_vec() }
    }

    #[test]
    fn cards_turn_once_for_each_ship() {
        let bids = [bid("Anne", Card::Four), bid("Mary", Card::Two)];
        let (first, next) = (seen(0, &bids), seen(1, &bids));
        assert!(Seen::default().change(&first, 1).turns);
        assert!(!first.change(&first, 1).turns, "the same cards again");
        assert!(first.change(&next, 1).turns, "the next ship");
    }

    #[test]
    fn whoever_skips_to_the_outcome_sees_the_faces_at_once() {
        let won = Bid { leads: true, ..bid("Anne", Card::Four) };
        let bids = [won, bid("Mary", Card::Two)];
        assert!(!Seen::default().change(&seen(0, &bids), 1).turns);
    }

    #[test]
    fn the_winner_stands_out_when_it_is_decided() {
        let open = [bid("Anne", Card::Four), bid("Mary", Card::Two)];
        let mut won = open.clone();
        won[0].leads = true;
        let (open, won) = (seen(0, &open), seen(0, &won));
        let crowned = |before: &Seen, now: &Seen| [0, 1].map(|index| before.change(now, index).is_crowned);
        assert_eq!((crowned(&open, &won), crowned(&won, &won)), ([true, false], [false, false]));
    }

    #[test]
    fn a_tie_breaker_turns_when_it_is_shown() {
        let tied = [bid("Anne", Card::Four)];
        let mut shown = tied.clone();
        shown[0].reserve = Some(Card::Two);
        assert!(seen(0, &tied).change(&seen(0, &shown), 0).reserve_turns);
    }
}
