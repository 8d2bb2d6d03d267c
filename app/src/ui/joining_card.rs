//! How others join: the address to read out, the link to send, the code to scan, and the PIN. Or that they can't, and what
//! helps.

use std::net::SocketAddr;
use std::rc::Rc;

use adw::prelude::*;
use doubloons_net::table::genesis::Name;

use super::a11y;
use super::harbour::link;
use super::table_page::TableOutput;
use super::widget::Layer;
use crate::link::{JoinLink, readable};
use crate::paint::Code;
use doubloons_words::tr;

mod words {
    use doubloons_words::say;

    pub(super) const TITLE: &str = "How others join";
    pub(super) const ABOUT: &str = "They see the table in their list, join by address, or open the link.";
    pub(super) const NOBODY: &str = "Nobody else can join yet.";
    pub(super) const NO_NETWORK: &str = "No network";
    pub(super) const NO_NETWORK_ABOUT: &str = "Connect this computer to the Wi-Fi or the cable that the others use. The \
        table can stay open: they find it as soon as the network is there. Bots play without one.";
    pub(super) const EXAMINE: (&str, &str) = ("Check the connection", "What is wrong, and what helps");
    pub(super) const ADDRESS: &str = "Address";
    pub(super) const COPY_ADDRESS: &str = "Copy the address";
    pub(super) const LINK: &str = "Link";
    pub(super) const COPY_LINK: &str = "Copy the link";
    pub(super) const PIN: &str = "PIN";
    pub(super) const NO_PIN: &str = "None: everybody on this network may join";
    pub(super) const CHANGE: &str = "Change…";
    pub(super) const CHANGE_SPOKEN: &str = "Change the PIN";
    pub(super) const SCAN: &str = "Scan to join";
    pub(super) const CODE: &str = "QR";
    pub(super) const SHOW_CODE: &str = "Show the code to scan";

    pub(super) fn code_of(link: &str) -> String {
        say!("QR code of the link {link}")
    }
}

/// The side of the code in pixels.
const CODE: i32 = 168;

/// The card.
pub(crate) struct JoiningCard {
    group: adw::PreferencesGroup,
    /// The place of the code, which has a side of its own so that the chat stays in sight.
    code: adw::Bin,
    table: String,
    pin: adw::ActionRow,
    /// What was put there for the addresses.
    shown: Vec<adw::ActionRow>,
    ask: Rc<dyn Fn(TableOutput)>,
}

impl JoiningCard {
    /// The card of the table of this name; `ask` is called when the host wants another PIN, or to know what is wrong.
    pub(crate) fn new(table: &str, pin: Option<&str>, ask: impl Fn(TableOutput) + 'static) -> JoiningCard {
        let ask: Rc<dyn Fn(TableOutput)> = Rc::new(ask);
        let group = adw::PreferencesGroup::new();
        group.set_title(tr(words::TITLE));
        group.set_description(Some(tr(words::ABOUT)));
        let row = fact(tr(words::PIN), "");
        let button = gtk::Button::with_label(tr(words::CHANGE));
        button.set_valign(gtk::Align::Center);
        a11y::set_label(&button, tr(words::CHANGE_SPOKEN));
        let change = Rc::clone(&ask);
        button.connect_clicked(move |_| change(TableOutput::ChangePin));
        row.add_suffix(&button);
        group.add(&row);
        let (code, table) = (adw::Bin::new(), table.to_owned());
        let card = JoiningCard { group, code, table, pin: row, shown: Vec::new(), ask };
        card.show_pin(pin);
        card
    }

    /// Guests have to know this PIN, or none.
    pub(crate) fn show_pin(&self, pin: Option<&str>) {
        self.pin.set_subtitle(pin.unwrap_or_else(|| tr(words::NO_PIN)));
        // Only what is read out is large.
        if pin.is_some() {
            self.pin.add_css_class("read-out");
        } else {
            self.pin.remove_css_class("read-out");
        }
    }

    /// Address, link and PIN.
    pub(crate) fn widget(&self) -> &adw::PreferencesGroup {
        &self.group
    }

    /// The code to scan.
    pub(crate) fn code(&self) -> &adw::Bin {
        &self.code
    }

    /// The table can be reached at these addresses, or not at all.
    pub(crate) fn show(&mut self, addresses: &[SocketAddr]) {
        for row in self.shown.drain(..) {
            self.group.remove(&row);
        }
        self.code.set_child(gtk::Widget::NONE);
        let about = if addresses.is_empty() { words::NOBODY } else { words::ABOUT };
        self.group.set_description(Some(tr(about)));
        if addresses.is_empty() {
            let row = fact(tr(words::NO_NETWORK), tr(words::NO_NETWORK_ABOUT));
            row.remove_css_class("read-out");
            self.add(row);
            return self.add(self.examination());
        }
        let addresses = readable(addresses);
        let table = Name::try_from(self.table.clone()).ok();
        let mut links = addresses.into_iter().map(|address| JoinLink::to(address, table.clone())).peekable();
        let first = links.peek().map(ToString::to_string);
        for link in links {
            let row = with_copy(fact(tr(words::ADDRESS), &link.address), tr(words::COPY_ADDRESS), link.address);
            self.add(row);
        }
        if let Some(link) = first {
            let row = with_copy(fact(tr(words::LINK), &link), tr(words::COPY_LINK), link.clone());
            row.remove_css_class("read-out");
            if let Some(code) = Code::new(&link) {
                row.add_suffix(&code_button(&code, &link));
                self.code.set_child(Some(&picture(code, &link)));
            }
            self.add(row);
        }
    }

    /// The way to what is wrong with the connection.
    fn examination(&self) -> adw::ActionRow {
        let row = link(tr(words::EXAMINE.0), tr(words::EXAMINE.1), "network-wireless-symbolic");
        let ask = Rc::clone(&self.ask);
        row.connect_activated(move |_| ask(TableOutput::Examine));
        row
    }

    fn add(&mut self, row: adw::ActionRow) {
        self.group.add(&row);
        self.shown.push(row);
    }
}

/// A row that tells something large enough to be read out.
fn fact(title: &str, text: &str) -> adw::ActionRow {
    let row = adw::ActionRow::new();
    row.set_use_markup(false);
    row.set_title(title);
    row.set_subtitle(text);
    row.set_subtitle_lines(0);
    row.add_css_class("read-out");
    row
}

fn with_copy(row: adw::ActionRow, label: &str, text: String) -> adw::ActionRow {
    let copy = gtk::Button::from_icon_name("edit-copy-symbolic");
    copy.add_css_class("flat");
    copy.set_valign(gtk::Align::Center);
    copy.set_tooltip_text(Some(label));
    a11y::set_label(&copy, label);
    copy.connect_clicked(move |button| button.clipboard().set_text(&text));
    row.add_suffix(&copy);
    row
}

/// Shows the code where the page has no room for it.
fn code_button(code: &Code, link: &str) -> gtk::MenuButton {
    let popover = gtk::Popover::new();
    popover.set_child(Some(&picture(code.clone(), link)));
    let button = gtk::MenuButton::new();
    button.set_label(tr(words::CODE));
    button.set_tooltip_text(Some(tr(words::SHOW_CODE)));
    button.set_popover(Some(&popover));
    button.add_css_class("flat");
    button.set_valign(gtk::Align::Center);
    a11y::set_menu_label(&button, tr(words::SHOW_CODE));
    button
}

fn picture(code: Code, link: &str) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    column.set_halign(gtk::Align::Center);
    let layer = Layer::painted(CODE, CODE, move |cr, width, height| code.paint(cr, width, height));
    column.append(&layer);
    let caption = gtk::Label::new(Some(tr(words::SCAN)));
    caption.add_css_class("quiet");
    column.append(&caption);
    a11y::set_label(&column, &words::code_of(link));
    column
}
