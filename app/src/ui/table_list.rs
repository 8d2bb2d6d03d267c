//! The list of tables. Rows keep their places while they change, so that nobody clicks on the wrong one; an empty list
//! explains itself.

use std::cell::RefCell;
use std::rc::Rc;

use adw::prelude::*;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::discovery::TableId;
use doubloons_net::lan::doctor::{Report, Severity};
use doubloons_words::{told, tr};

use super::harbour::HarbourOutput;
use super::widget::Layer;
use super::{a11y, theme};
use crate::game::sentence;
use crate::lan::listing::{Offer, TableRow};
use crate::paint::{self, Brush, Ink};

mod words {
    pub(super) const EMPTY: &str = "No tables yet";
    pub(super) const EMPTY_ABOUT: &str = "Host one, or check that all are on the same Wi-Fi.";
    pub(super) const EXAMINE: &str = "Check the Connection";
    pub(super) const JOIN: &str = "Join";
    pub(super) const WATCH: &str = "Watch";
    pub(super) const RESUME: &str = "Resume";
    pub(super) const PIN: &str = "Needs a PIN";
    pub(super) const LIST: &str = "Tables on this network";
}

/// How wide a button of the list is.
const BUTTON: i32 = 84;

/// The list of tables.
pub(crate) struct TableList {
    root: gtk::Box,
    list: gtk::ListBox,
    empty: gtk::Box,
    about: gtk::Label,
    examine: gtk::Button,
    rows: RefCell<Vec<Row>>,
    ask: Rc<dyn Fn(HarbourOutput)>,
}

struct Row {
    id: (TableId, PublicKey),
    widget: adw::ActionRow,
    lock: gtk::Image,
    ping: gtk::Label,
    seats: Layer,
    button: gtk::Button,
    shown: Rc<RefCell<TableRow>>,
}

impl TableList {
    /// A list without tables.
    pub(crate) fn new(ask: impl Fn(HarbourOutput) + 'static) -> TableList {
        let ask: Rc<dyn Fn(HarbourOutput)> = Rc::new(ask);
        let list = gtk::ListBox::new();
        list.add_css_class("boxed-list");
        list.set_selection_mode(gtk::SelectionMode::None);
        list.set_visible(false);
        a11y::set_label(&list, tr(words::LIST));
        let empty = gtk::Box::new(gtk::Orientation::Vertical, 10);
        empty.add_css_class("card");
        empty.add_css_class("empty-list");
        let title = gtk::Label::new(Some(tr(words::EMPTY)));
        title.add_css_class("title-4");
        let about = gtk::Label::new(Some(tr(words::EMPTY_ABOUT)));
        about.set_wrap(true);
        about.set_justify(gtk::Justification::Center);
        about.set_max_width_chars(52);
        about.add_css_class("quiet");
        let examine = gtk::Button::with_label(tr(words::EXAMINE));
        examine.set_halign(gtk::Align::Center);
        let tell = Rc::clone(&ask);
        examine.connect_clicked(move |_| tell(HarbourOutput::Examine));
        empty.append(&spyglass());
        empty.append(&title);
        empty.append(&about);
        empty.append(&examine);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        root.append(&list);
        root.append(&empty);
        TableList { root, list, empty, about, examine, rows: RefCell::default(), ask }
    }

    /// The widget.
    pub(crate) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Shows these tables.
    pub(crate) fn show(&self, tables: &[TableRow]) {
        let mut rows = self.rows.borrow_mut();
        rows.retain(|row| {
            let stays = tables.iter().any(|table| table.id() == row.id);
            if !stays {
                self.list.remove(&row.widget);
            }
            stays
        });
        for table in tables {
            if !rows.iter().any(|row| row.id == table.id()) {
                let row = Row::new(table, &self.ask);
                self.list.append(&row.widget);
                rows.push(row);
            }
            if let Some(row) = rows.iter().find(|row| row.id == table.id()) {
                row.show(table);
            }
        }
        self.list.set_visible(!tables.is_empty());
        self.empty.set_visible(tables.is_empty());
    }

    /// Says in an empty list what the doctor found.
    pub(crate) fn explain(&self, report: &Report) {
        let gravest = report.findings.iter().max_by_key(|finding| finding.symptom.severity());
        let text = match gravest.filter(|finding| finding.symptom.severity() >= Severity::Warning) {
            Some(finding) => {
                let what = told(&finding.symptom);
                format!("{what} {}", finding.help.first().map(String::as_str).unwrap_or_default())
            }
            None => tr(words::EMPTY_ABOUT).to_owned(),
        };
        self.about.set_label(text.trim());
    }

    /// Says that there will be no list, and why.
    pub(crate) fn close(&self, why: &str) {
        self.complain(why);
        self.examine.set_visible(false);
    }

    /// Says in an empty list why it will stay empty.
    pub(crate) fn complain(&self, why: &str) {
        self.about.set_label(&sentence(why));
    }
}

impl Row {
    fn new(table: &TableRow, ask: &Rc<dyn Fn(HarbourOutput)>) -> Row {
        let widget = adw::ActionRow::new();
        widget.set_use_markup(false);
        widget.add_prefix(&thumbnail(table.card.table));
        let lock = gtk::Image::from_icon_name("channel-secure-symbolic");
        lock.set_tooltip_text(Some(tr(words::PIN)));
        let ping = gtk::Label::new(None);
        ping.add_css_class("quiet");
        ping.add_css_class("numeric");
        let shown = Rc::new(RefCell::new(table.clone()));
        let look = Rc::clone(&shown);
        let seats = Layer::painted(i32::from(table.card.seats) * 18, 18, move |cr, _, height| {
            let card = &look.borrow().card;
            paint_seats(cr, card.taken, card.seats, height);
        });
        seats.set_valign(gtk::Align::Center);
        let button = gtk::Button::new();
        button.set_valign(gtk::Align::Center);
        button.set_size_request(BUTTON, -1);
        let (tell, wanted) = (Rc::clone(ask), Rc::clone(&shown));
        button.connect_clicked(move |_| {
            let table = wanted.borrow().clone();
            tell(match table.offer {
                Offer::Resume(game) => HarbourOutput::Resume(game),
                Offer::Join | Offer::Watch | Offer::Nothing => HarbourOutput::Join(Box::new(table)),
            });
        });
        widget.add_suffix(&lock);
        widget.add_suffix(&ping);
        widget.add_suffix(&seats);
        widget.add_suffix(&button);
        Row { id: table.id(), widget, lock, ping, seats, button, shown }
    }

    fn show(&self, table: &TableRow) {
        self.widget.set_title(table.card.name.as_ref());
        self.widget.set_subtitle(&table.about);
        self.lock.set_visible(table.card.pin);
        self.ping.set_label(&table.ping);
        // What can't be joined stays in the list, with its reason, but does not ask for attention.
        if table.offer == Offer::Nothing {
            self.widget.add_css_class("closed-table");
        } else {
            self.widget.remove_css_class("closed-table");
        }
        let label = match table.offer {
            Offer::Join => tr(words::JOIN),
            Offer::Watch => tr(words::WATCH),
            Offer::Resume(_) => tr(words::RESUME),
            Offer::Nothing => "",
        };
        self.button.set_label(label);
        self.button.set_visible(table.offer != Offer::Nothing);
        if table.offer == Offer::Watch {
            self.button.remove_css_class("suggested-action");
        } else {
            self.button.add_css_class("suggested-action");
        }
        a11y::set_label(&self.button, &format!("{label} {}", table.card.name));
        a11y::set_label(&self.widget, &table.spoken());
        self.shown.replace(table.clone());
        self.seats.queue_draw();
    }
}

/// The picture of a table: a ship at sea, the same one for as long as the table is there.
fn thumbnail(table: TableId) -> Layer {
    let ship = doubloons_engine::caribbean::Ship::ALL[usize::from(table.0[0]) % 6];
    let picture = Layer::painted(44, 44, move |cr, width, height| {
        paint::thumbnail(cr, theme::palette(), ship, width, height);
    });
    picture.set_valign(gtk::Align::Center);
    picture.set_margin_top(8);
    picture.set_margin_bottom(8);
    picture
}

fn spyglass() -> Layer {
    let picture = Layer::painted(84, 60, |cr, width, height| {
        paint::thumbnail(cr, theme::palette(), doubloons_engine::caribbean::Ship::C, width, height);
    });
    picture.set_halign(gtk::Align::Center);
    picture
}

/// Full circles for seats that are taken, dashed ones for free seats.
fn paint_seats(cr: &gtk::cairo::Context, taken: u8, seats: u8, height: f64) {
    let dark = theme::current() == paint::Theme::Dark;
    let ink = if dark { Ink::hex(0x78c8d1) } else { Ink::hex(0x14606b) };
    let line = if dark { Ink::white(0.5) } else { Ink::black(0.45) };
    for seat in 0..seats {
        let x = 9.0 + f64::from(seat) * 18.0;
        cr.circle(x, height / 2.0, 6.0);
        if seat < taken {
            cr.filled(ink);
        } else {
            cr.set_dash(&[2.5, 2.0], 0.0);
            cr.lined(line, 1.4);
            cr.set_dash(&[], 0.0);
        }
    }
}
