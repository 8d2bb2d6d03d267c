//! The table before its game: who sits where, on which terms, who is ready, and how others find it.

use std::net::SocketAddr;

use adw::prelude::*;
use doubloons_engine::caribbean::Terms;
use doubloons_engine::contract::Seat;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::door::Pin;
use doubloons_net::table::chat::Remark;
use doubloons_net::table::genesis::{Clock, Name};
use doubloons_words::tr;
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller};

use super::a11y::{self, Urgency};
use super::chat_pane::{ChatInput, ChatOutput, ChatPane};
use super::joining_card::JoiningCard;
use super::seat_cards::SeatCards;
use super::widget::{Banner, Notice, Tone, toast};
use super::{size, sounds};
use crate::evening::Standings;
use crate::lan::chat::ChatLine;
use crate::lan::lobby::{Deed, LobbyScene};
use crate::sound::Cue;

mod words {
    pub(super) const TABLE: &str = "The table";
    pub(super) const LEAVE: &str = "Leave the table";
    pub(super) const READY: &str = "Ready";
    pub(super) const NOT_READY: &str = "Not Ready";
    pub(super) const START: &str = "Start the Game";
    pub(super) const CANCEL_START: &str = "Stop the Start";
    pub(super) const CAN_START: &str = "Everybody is ready.";
    pub(super) const HOST_STARTS: &str = "Everybody is ready. The host may begin.";
    pub(super) const STARTING: &str = "All computers agree on the game…";
    pub(super) const RULES: &str = "Rules of this table";
    pub(super) const CHANGE: &str = "Change…";
    pub(super) const CHANGE_SPOKEN: &str = "Change the rules of this table";
    pub(super) const CHAT: &str = "Chat";
    pub(super) const WATCHERS: &str = "Watching";
    pub(super) const WORDS: &str = "Table words";
    pub(super) const HOST_LOST: &str = "The host is gone. Knocking until the table is there again.";
    pub(super) const SUBTITLE: &str = "Caribbean";

    pub(super) fn hosted_by(host: &str) -> String {
        doubloons_words::say!("Caribbean · hosted by {host}")
    }
}

/// Below this width of the window there is one column.
const NARROW: i32 = 860;

/// From this height of the window on there is room for the code to scan below the seats.
const HIGH: i32 = 760;

/// The widest that what is beside the seats may be.
const SIDE: i32 = 400;

/// What the page begins with.
#[derive(Debug)]
pub(crate) struct TableInit {
    /// What the table is called.
    pub(crate) name: String,
    /// Who hosts it, unless it is the person here.
    pub(crate) host: Option<String>,
    /// What guests have to know, if the person here opened the table with a PIN.
    pub(crate) pin: Option<String>,
    /// What was said so far.
    pub(crate) lines: Vec<ChatLine>,
}

/// What the page is told.
#[derive(Debug)]
pub(crate) enum TableInput {
    /// Show this.
    Show(Box<LobbyScene>),
    /// Others can reach the table here, or nowhere.
    Addresses(Vec<SocketAddr>),
    /// Guests have to know this PIN, or none.
    Pin(Option<String>),
    /// Somebody said something.
    Line(ChatLine),
    /// These others are here; with each, whether they are muted.
    People(Vec<(PublicKey, String, bool)>),
    /// The evening of those who sit here stands like this.
    Standings(Option<Standings>),
    /// The host is gone, or back.
    HostLost(bool),
    /// Something was not done, for this reason.
    Refused(String),
    /// The large button was pressed.
    Pressed,
    /// The person wants other rules.
    ChangePressed,
    /// The window has another size.
    Resized {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
    },
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum TableOutput {
    /// The harbour.
    Leave,
    /// Something about a seat.
    Seat(Seat, Deed),
    /// A bot of this level at this seat.
    AddBot(Seat, Name),
    /// To be ready, or not.
    Ready(bool),
    /// To begin the game, or to stop that.
    Start(bool),
    /// To be asked for other rules than these.
    ChangeRules(Box<Terms>, Option<Clock>),
    /// Other rules.
    SetRules(Box<Terms>, Option<Clock>),
    /// To be asked for another PIN.
    ChangePin,
    /// This PIN, or none.
    SetPin(Option<Pin>),
    /// To know what is wrong with the connection.
    Examine,
    /// To say this.
    Say(Remark),
    /// To listen to somebody no more, or again.
    Mute(PublicKey),
}

/// The page.
pub(crate) struct TablePage {
    scene: Option<LobbyScene>,
    chat: Controller<ChatPane>,
    cards: SeatCards,
    hosts: bool,
}

/// The widgets that the page changes itself.
pub(crate) struct TableWidgets {
    toasts: adw::ToastOverlay,
    banner: Banner,
    columns: gtk::Box,
    /// Keeps long lines beside the seats from pushing them aside.
    bound: adw::Clamp,
    joining: JoiningCard,
    rules: adw::ActionRow,
    change: gtk::Button,
    watchers: adw::ActionRow,
    standings: adw::ActionRow,
    words: adw::ActionRow,
    waiting: gtk::Label,
    button: gtk::Button,
}

impl Component for TablePage {
    type Init = TableInit;
    type Input = TableInput;
    type Output = TableOutput;
    type CommandOutput = ();
    type Root = gtk::Box;
    type Widgets = TableWidgets;

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init(init: TableInit, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let subtitle = init.host.as_deref().map_or_else(|| tr(words::SUBTITLE).to_owned(), words::hosted_by);
        root.append(&header(&init.name, &subtitle, &sender));
        let banner = Banner::new(|| {});
        root.append(banner.widget());

        let output = sender.output_sender().clone();
        let cards = SeatCards::new(move |wish| output.emit(wish));
        let left = gtk::Box::new(gtk::Orientation::Vertical, 18);
        left.set_hexpand(true);
        left.set_valign(gtk::Align::Start);
        left.append(cards.widget());
        let waiting = gtk::Label::new(None);
        waiting.set_wrap(true);
        waiting.add_css_class("quiet");
        let button = gtk::Button::new();
        button.add_css_class("suggested-action");
        button.add_css_class("pill");
        button.set_halign(gtk::Align::Center);
        let input = sender.input_sender().clone();
        button.connect_clicked(move |_| input.emit(TableInput::Pressed));
        left.append(&waiting);
        left.append(&button);

        let output = sender.output_sender().clone();
        let joining = JoiningCard::new(&init.name, init.pin.as_deref(), move |wish| output.emit(wish));
        left.append(joining.code());
        joining.widget().set_visible(init.host.is_none());
        let about = adw::PreferencesGroup::new();
        let rules = fact(tr(words::RULES), "", "");
        let change = gtk::Button::with_label(tr(words::CHANGE));
        change.set_valign(gtk::Align::Center);
        change.set_visible(false);
        a11y::set_label(&change, tr(words::CHANGE_SPOKEN));
        let input = sender.input_sender().clone();
        change.connect_clicked(move |_| input.emit(TableInput::ChangePressed));
        rules.add_suffix(&change);
        let watchers = fact(tr(words::WATCHERS), "", "");
        watchers.set_visible(false);
        let table_words = fact(tr(words::WORDS), "", "read-out");
        table_words.set_visible(false);
        let standings = fact("", "", "");
        standings.set_visible(false);
        for row in [&rules, &standings, &watchers, &table_words] {
            about.add(row);
        }
        let chat = ChatPane::builder().launch(init.lines).forward(sender.output_sender(), |output| match output {
            ChatOutput::Say(remark) => TableOutput::Say(remark),
            ChatOutput::Mute(key) => TableOutput::Mute(key),
        });
        let side = gtk::Box::new(gtk::Orientation::Vertical, 18);
        side.set_size_request(340, -1);
        side.append(joining.widget());
        side.append(&about);
        side.append(&chat_card(chat.widget()));

        let columns = gtk::Box::new(gtk::Orientation::Horizontal, 32);
        columns.append(&left);
        let bound = adw::Clamp::new();
        bound.set_maximum_size(SIDE);
        bound.set_tightening_threshold(SIDE);
        bound.set_child(Some(&side));
        // What is left of the width belongs to the seats.
        bound.set_hexpand(false);
        columns.append(&bound);
        let clamp = adw::Clamp::new();
        clamp.set_maximum_size(1040);
        clamp.set_tightening_threshold(1040);
        clamp.set_margin_top(24);
        clamp.set_margin_bottom(24);
        clamp.set_margin_start(18);
        clamp.set_margin_end(18);
        clamp.set_child(Some(&columns));
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_child(Some(&clamp));
        a11y::set_label(&scroller, tr(words::TABLE));
        let toasts = adw::ToastOverlay::new();
        toasts.set_vexpand(true);
        toasts.set_child(Some(&scroller));
        root.append(&toasts);
        size::watch(&root, sender.input_sender().clone(), |width, height| TableInput::Resized { width, height });
        let page = TablePage { scene: None, chat, cards, hosts: init.host.is_none() };
        let widgets = TableWidgets {
            toasts,
            banner,
            columns,
            bound,
            joining,
            rules,
            change,
            watchers,
            standings,
            words: table_words,
            waiting,
            button,
        };
        ComponentParts { model: page, widgets }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut TableWidgets,
        input: TableInput,
        sender: ComponentSender<Self>,
        _: &gtk::Box,
    ) {
        match input {
            TableInput::Show(scene) => self.show(*scene, widgets),
            TableInput::Addresses(addresses) if self.hosts => widgets.joining.show(&addresses),
            TableInput::Addresses(_) => {}
            TableInput::Pin(pin) => widgets.joining.show_pin(pin.as_deref()),
            TableInput::Line(line) => {
                if line.is_from_others() {
                    sounds::play(Cue::Chat);
                }
                self.chat.emit(ChatInput::Line(line));
            }
            TableInput::People(people) => self.chat.emit(ChatInput::People(people)),
            TableInput::Standings(standings) => {
                widgets.standings.set_visible(standings.is_some());
                if let Some(standings) = standings {
                    widgets.standings.set_title(&standings.title());
                    widgets.standings.set_subtitle(&standings.line());
                }
            }
            TableInput::HostLost(lost) => widgets.banner.show(lost.then(|| Notice {
                text: tr(words::HOST_LOST).to_owned(),
                button: None,
                other: None,
                tone: Tone::Amber,
            })),
            TableInput::Refused(why) => {
                a11y::announce(&widgets.waiting, &why, Urgency::Answer);
                widgets.toasts.add_toast(toast(&why));
            }
            TableInput::Pressed => self.press(&sender),
            TableInput::ChangePressed => {
                if let Some((terms, clock)) = self.scene.as_ref().and_then(|scene| scene.changeable) {
                    sender.output_sender().emit(TableOutput::ChangeRules(Box::new(terms), clock));
                }
            }
            TableInput::Resized { width, height } => {
                let narrow = width < NARROW;
                let orientation = if narrow { gtk::Orientation::Vertical } else { gtk::Orientation::Horizontal };
                widgets.columns.set_orientation(orientation);
                widgets.bound.set_maximum_size(if narrow { NARROW } else { SIDE });
                widgets.joining.code().set_visible(narrow || height >= HIGH);
            }
        }
    }
}

impl TablePage {
    fn show(&mut self, scene: LobbyScene, widgets: &mut TableWidgets) {
        self.cards.show(&scene.seats);
        widgets.rules.set_subtitle(&scene.options.join(" · "));
        widgets.change.set_visible(scene.changeable.is_some());
        widgets.watchers.set_visible(!scene.watchers.is_empty());
        widgets.watchers.set_subtitle(&scene.watchers.join(", "));
        widgets.words.set_visible(scene.words.is_some());
        widgets.words.set_subtitle(scene.words.as_deref().unwrap_or_default());
        let can_start = scene.waiting.is_empty();
        let (label, enabled) = match (scene.hosts, scene.starting) {
            (true, true) => (tr(words::CANCEL_START), true),
            (true, false) => (tr(words::START), can_start),
            (false, starting) => {
                (if scene.ready { tr(words::NOT_READY) } else { tr(words::READY) }, scene.seated && !starting)
            }
        };
        widgets.button.set_label(label);
        widgets.button.set_sensitive(enabled);
        let calm = !scene.hosts && scene.ready;
        if calm {
            widgets.button.remove_css_class("suggested-action");
        } else {
            widgets.button.add_css_class("suggested-action");
        }
        let waiting = match (scene.starting, can_start, scene.hosts) {
            (true, ..) => tr(words::STARTING),
            (false, true, true) => tr(words::CAN_START),
            (false, true, false) => tr(words::HOST_STARTS),
            (false, false, _) => &scene.waiting,
        };
        widgets.waiting.set_label(waiting);
        a11y::set_description(&widgets.button, waiting);
        if self.scene.is_none() {
            // The first thing that Return does must not be to leave.
            if enabled {
                widgets.button.grab_focus();
            } else {
                self.chat.emit(ChatInput::Focus);
            }
        }
        self.scene = Some(scene);
    }

    fn press(&self, sender: &ComponentSender<TablePage>) {
        let Some(scene) = &self.scene else { return };
        sender.output_sender().emit(match scene.hosts {
            true => TableOutput::Start(!scene.starting),
            false => TableOutput::Ready(!scene.ready),
        });
    }
}

fn header(name: &str, subtitle: &str, sender: &ComponentSender<TablePage>) -> adw::HeaderBar {
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(&adw::WindowTitle::new(name, subtitle)));
    let back = gtk::Button::from_icon_name("go-previous-symbolic");
    back.set_tooltip_text(Some(tr(words::LEAVE)));
    a11y::set_label(&back, tr(words::LEAVE));
    let output = sender.output_sender().clone();
    back.connect_clicked(move |_| output.emit(TableOutput::Leave));
    header.pack_start(&back);
    header
}

/// A row that tells something.
fn fact(title: &str, text: &str, class: &str) -> adw::ActionRow {
    let row = adw::ActionRow::new();
    row.set_use_markup(false);
    row.set_title(title);
    row.set_subtitle(text);
    row.set_subtitle_lines(0);
    if !class.is_empty() {
        row.add_css_class(class);
    }
    row
}

fn chat_card(chat: &gtk::Box) -> gtk::Box {
    let card = gtk::Box::new(gtk::Orientation::Vertical, 8);
    card.add_css_class("card");
    card.add_css_class("pane-card");
    card.set_vexpand(true);
    card.set_size_request(-1, 230);
    let title = gtk::Label::new(Some(tr(words::CHAT)));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    card.append(&title);
    card.append(chat);
    card
}
