//! The seats of a table before its game, as cards.

use std::cell::RefCell;
use std::rc::Rc;

use doubloons_engine::bots::Level;
use doubloons_engine::contract::Seat;
use doubloons_words::{told, tr};
use gtk::prelude::*;

use super::a11y;
use super::harbour::crest;
use super::table_page::TableOutput;
use super::widget::Layer;
use crate::game::capital;
use crate::lan::lobby::{Deed, Occupant, SeatCard};
use crate::lan::plan::level_name;
use crate::paint::{Brush, Ink, Theme};
use crate::ui::theme;

mod words {
    pub(super) const SIT: &str = "Sit Here";
    pub(super) const ADD_BOT: &str = "Add Bot";
    pub(super) const REMOVE_BOT: &str = "Remove Bot";
    pub(super) const KICK: &str = "Send Away";
    pub(super) const STAND: &str = "Watch Instead";
    pub(super) const OPEN: &str = "Open seat";
    pub(super) const CLOSED: &str = "Closed";
    pub(super) const BOT: &str = "Bot";
    pub(super) const HOST: &str = "Host";
    pub(super) const READY: &str = "Ready";
    pub(super) const NOT_READY: &str = "Not ready yet";

    pub(super) fn you(name: &str) -> String {
        doubloons_words::say!("{name} (you)")
    }
}

/// The cards.
pub(crate) struct SeatCards {
    root: gtk::Grid,
    shown: RefCell<Vec<SeatCard>>,
    ask: Rc<dyn Fn(TableOutput)>,
}

impl SeatCards {
    /// No seats yet; `ask` is told what people want.
    pub(crate) fn new(ask: impl Fn(TableOutput) + 'static) -> SeatCards {
        let root = gtk::Grid::new();
        root.set_row_spacing(14);
        root.set_column_spacing(14);
        root.set_column_homogeneous(true);
        root.set_row_homogeneous(true);
        SeatCards { root, shown: RefCell::default(), ask: Rc::new(ask) }
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &gtk::Grid {
        &self.root
    }

    /// Shows these seats. A card that is as before stays, so that the focus does.
    pub(crate) fn show(&self, seats: &[SeatCard]) {
        let mut shown = self.shown.borrow_mut();
        let places = seats.len().max(shown.len());
        for place in 0..places {
            let (column, row) = ((place % 2) as i32, (place / 2) as i32);
            if shown.get(place) == seats.get(place) {
                continue;
            }
            if let Some(old) = self.root.child_at(column, row) {
                self.root.remove(&old);
            }
            if let Some(card) = seats.get(place) {
                self.root.attach(&self.card(card), column, row, 1, 1);
            }
        }
        *shown = seats.to_vec();
    }

    fn card(&self, seat: &SeatCard) -> gtk::Box {
        let card = gtk::Box::new(gtk::Orientation::Vertical, 6);
        card.add_css_class("card");
        card.add_css_class("seat-card");
        card.set_hexpand(true);
        a11y::set_label(&card, &seat.spoken());
        let (picture, title, about) = match &seat.occupant {
            Occupant::Open => (hole(), tr(words::OPEN).to_owned(), String::new()),
            Occupant::Closed => (hole(), tr(words::CLOSED).to_owned(), String::new()),
            Occupant::Bot { level } => (cog(), level.clone(), tr(words::BOT).to_owned()),
            Occupant::Person { name, emblem, ready, hosts, me, .. } => {
                let name = if *me { words::you(name) } else { name.clone() };
                let about = match (hosts, ready) {
                    (true, _) => tr(words::HOST),
                    (false, true) => tr(words::READY),
                    (false, false) => tr(words::NOT_READY),
                };
                (crest(*emblem, 56), name, about.to_owned())
            }
        };
        let name = gtk::Label::new(Some(&title));
        name.add_css_class("heading");
        name.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let state = gtk::Label::new(Some(&about));
        state.add_css_class(if about == tr(words::READY) { "success" } else { "quiet" });
        let buttons = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        buttons.set_halign(gtk::Align::Center);
        buttons.set_valign(gtk::Align::End);
        buttons.set_vexpand(true);
        seat.deeds.iter().for_each(|deed| buttons.append(&self.button(seat.seat, *deed, &title)));
        card.append(&picture);
        card.append(&name);
        card.append(&state);
        card.append(&buttons);
        card
    }

    fn button(&self, seat: Seat, deed: Deed, whom: &str) -> gtk::Widget {
        let label = match deed {
            Deed::Sit => tr(words::SIT),
            Deed::AddBot => return self.add_bot(seat).upcast(),
            Deed::RemoveBot => tr(words::REMOVE_BOT),
            Deed::Kick(_) => tr(words::KICK),
            Deed::Stand => tr(words::STAND),
        };
        let button = gtk::Button::with_label(label);
        let place = capital(&told(&seat));
        let spoken = match deed {
            Deed::Kick(_) => format!("{label}: {whom}"),
            Deed::Sit | Deed::AddBot | Deed::RemoveBot | Deed::Stand => format!("{label}, {place}"),
        };
        a11y::set_label(&button, &spoken);
        let ask = Rc::clone(&self.ask);
        button.connect_clicked(move |_| ask(TableOutput::Seat(seat, deed)));
        button.upcast()
    }

    fn add_bot(&self, seat: Seat) -> gtk::MenuButton {
        let column = gtk::Box::new(gtk::Orientation::Vertical, 2);
        let popover = gtk::Popover::new();
        for level in Level::ALL {
            let Some(name) = level_name(level) else { continue };
            let title = gtk::Label::new(Some(&capital(&told(&level))));
            title.add_css_class("heading");
            title.set_xalign(0.0);
            let about = gtk::Label::new(Some(tr(level.character())));
            about.add_css_class("quiet");
            about.add_css_class("bot-character");
            about.set_xalign(0.0);
            let lines = gtk::Box::new(gtk::Orientation::Vertical, 0);
            lines.append(&title);
            lines.append(&about);
            let button = gtk::Button::new();
            button.set_child(Some(&lines));
            button.add_css_class("flat");
            a11y::set_label(&button, &capital(&told(&level)));
            let (ask, closing) = (Rc::clone(&self.ask), popover.clone());
            button.connect_clicked(move |_| {
                closing.popdown();
                ask(TableOutput::AddBot(seat, name.clone()));
            });
            column.append(&button);
        }
        popover.set_child(Some(&column));
        let button = gtk::MenuButton::new();
        button.set_label(tr(words::ADD_BOT));
        button.set_popover(Some(&popover));
        a11y::set_menu_label(&button, &format!("{}, {}", tr(words::ADD_BOT), capital(&told(&seat))));
        button
    }
}

/// Where nobody sits.
fn hole() -> Layer {
    picture(|cr, middle, line| {
        cr.circle(middle, middle, middle - 3.0);
        cr.set_dash(&[5.0, 4.0], 0.0);
        cr.lined(line, 1.8);
        cr.set_dash(&[], 0.0);
    })
}

/// A bot's picture: a ship's wheel.
fn cog() -> Layer {
    picture(|cr, middle, line| {
        for spoke in 0..8 {
            let angle = std::f64::consts::TAU * f64::from(spoke) / 8.0;
            cr.move_to(middle + angle.cos() * 6.0, middle + angle.sin() * 6.0);
            cr.line_to(middle + angle.cos() * (middle - 3.0), middle + angle.sin() * (middle - 3.0));
        }
        cr.lined(line, 3.0);
        cr.circle(middle, middle, middle - 10.0);
        cr.lined(line, 3.5);
        cr.circle(middle, middle, 6.0);
        cr.filled(line);
    })
}

fn picture(paint: impl Fn(&gtk::cairo::Context, f64, Ink) + 'static) -> Layer {
    let layer = Layer::painted(56, 56, move |cr, width, height| {
        let line = if theme::current() == Theme::Dark { Ink::white(0.55) } else { Ink::black(0.5) };
        paint(cr, width.min(height) / 2.0, line);
    });
    layer.set_halign(gtk::Align::Center);
    layer
}
