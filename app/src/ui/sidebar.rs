//! The sidebar of a game: the round and its supply, the race, the log, and at a table on the network the chat.

use std::cell::Cell;
use std::rc::Rc;

use doubloons_engine::caribbean::Colour;
use doubloons_words::{say, tr};
use gtk::prelude::*;
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use super::widget::{Layer, follow_the_end, stop_while_there_is_more};
use super::{a11y, motion, theme, tray};
use crate::game::{Entry, Mark, RoundSummary, Runner, Speed, Standing, doubloons};
use crate::paint::{self, Brush, Ink};

mod words {
    pub(super) const TO_COME: &str = "Chests to come";
    pub(super) const LAST: &str = "Last round!";
    pub(super) const LOG: &str = "Log";
    pub(super) const CHAT: &str = "Chat";
    pub(super) const HOSTS: &str = "Hosts the table";
    pub(super) const WORDS: &str = "Table words";
    pub(super) const WORDS_ABOUT: &str =
        "All screens at this table must show the same words. If they do, nobody sits in between.";

    pub(super) fn chat(unread: usize) -> String {
        doubloons_words::say!("Chat ({unread})")
    }

    pub(super) fn emblem(colour: doubloons_engine::caribbean::Colour) -> &'static str {
        use doubloons_engine::caribbean::Colour;
        use doubloons_words::tr;
        match colour {
            Colour::Red => tr("red skull"),
            Colour::Blue => tr("blue anchor"),
            Colour::Green => tr("green palm"),
            Colour::Yellow => tr("yellow sun"),
        }
    }
}

/// How long a page takes to find its places.
const SETTLED: std::time::Duration = std::time::Duration::from_millis(300);

/// What the sidebar shows.
#[derive(Clone, Debug)]
pub(crate) struct SidebarView {
    /// The round at a glance.
    pub(crate) round: RoundSummary,
    /// Everybody's place in the race.
    pub(crate) race: Vec<Runner>,
    /// The lines of the log since the last time.
    pub(crate) news: Vec<Entry>,
    /// How fast coins are counted.
    pub(crate) speed: Speed,
}

/// What is in the sidebar of a table on the network besides.
pub(crate) struct LanPane {
    /// The words to compare.
    pub(crate) words: String,
    /// What people say.
    pub(crate) chat: gtk::Box,
}

/// What the sidebar is told.
#[derive(Debug)]
pub(crate) enum SidebarInput {
    /// Show this.
    Show(Box<SidebarView>),
    /// The log begins anew.
    ForgetLog,
    /// Somebody said something.
    ChatArrived,
    /// Show what people say.
    ShowChat,
    /// The coach points at everybody's money, or no more.
    PointAtRace(bool),
}

struct RunnerRow {
    /// Whose it is: what does not change while the row stays.
    whose: (String, Colour, bool),
    root: gtk::Box,
    hosts: gtk::Image,
    money: gtk::Label,
    status: gtk::Label,
    bar: Layer,
    /// How much money is shown, and how much of the target that is. While coins are counted it is less than there is.
    purse: Rc<Purse>,
}

/// The money that is shown.
#[derive(Debug, Default)]
struct Purse {
    /// In thousands; `None` before anything was shown.
    money: Cell<Option<u16>>,
    share: Cell<f64>,
}

/// How long coins are counted, in milliseconds.
const COUNTING: u32 = 600;

/// The sidebar.
pub(crate) struct Sidebar {
    round: gtk::Label,
    last: gtk::Label,
    supply: gtk::Label,
    chests: gtk::Box,
    chests_left: Cell<Option<usize>>,
    race_title: gtk::Label,
    race: gtk::Box,
    runners: Vec<RunnerRow>,
    log: gtk::Box,
    scroller: gtk::ScrolledWindow,
    stack: Option<gtk::Stack>,
    /// How many lines of the chat were not seen yet.
    unread: Rc<Cell<usize>>,
}

impl SimpleComponent for Sidebar {
    type Init = Option<LanPane>;
    type Input = SidebarInput;
    type Output = ();
    type Root = gtk::Box;
    type Widgets = ();

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 12)
    }

    fn init(lan: Option<LanPane>, root: gtk::Box, _: ComponentSender<Self>) -> ComponentParts<Self> {
        root.add_css_class("sidebar-pane");
        let top = card(6);
        let heading = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        let round = text("heading");
        round.set_hexpand(true);
        let last = text("last-round");
        last.set_label(tr(words::LAST));
        heading.append(&round);
        heading.append(&last);
        top.append(&heading);
        let counts = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        let to_come = text("quiet");
        to_come.set_label(tr(words::TO_COME));
        to_come.set_hexpand(true);
        let supply = text("quiet");
        counts.append(&to_come);
        counts.append(&supply);
        top.append(&counts);
        let chests = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        chests.set_homogeneous(true);
        top.append(&chests);
        if let Some(lan) = &lan {
            top.append(&table_words(&lan.words));
        }
        root.append(&top);

        let middle = card(2);
        let race_title = text("heading");
        race_title.set_margin_bottom(4);
        middle.append(&race_title);
        let race = gtk::Box::new(gtk::Orientation::Vertical, 2);
        middle.append(&race);
        root.append(&middle);

        let bottom = card(6);
        bottom.set_vexpand(true);
        let log = gtk::Box::new(gtk::Orientation::Vertical, 7);
        // Room for the scroll bar, which lies over the lines.
        log.set_margin_end(10);
        a11y::set_label(&log, tr(words::LOG));
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_child(Some(&log));
        a11y::set_label(&scroller, tr(words::LOG));
        follow_the_end(&scroller);
        stop_while_there_is_more(&scroller);
        let unread = Rc::new(Cell::new(0));
        let stack = match lan {
            None => {
                let title = text("heading");
                title.set_label(tr(words::LOG));
                bottom.append(&title);
                bottom.append(&scroller);
                None
            }
            Some(lan) => Some(log_and_chat(&bottom, &scroller, &lan.chat, &unread)),
        };
        root.append(&bottom);

        let sidebar = Sidebar {
            round,
            last,
            supply,
            chests,
            chests_left: Cell::new(None),
            race_title,
            race,
            runners: Vec::new(),
            log,
            scroller,
            stack,
            unread,
        };
        ComponentParts { model: sidebar, widgets: () }
    }

    fn update(&mut self, input: SidebarInput, _: ComponentSender<Self>) {
        match input {
            SidebarInput::Show(view) => {
                self.show_round(&view.round);
                self.show_race(&view.race, view.round.target, view.speed);
                for entry in &view.news {
                    self.log.append(&log_row(entry));
                }
            }
            SidebarInput::ForgetLog => {
                while let Some(line) = self.log.first_child() {
                    self.log.remove(&line);
                }
            }
            SidebarInput::ChatArrived => self.note_chat(),
            SidebarInput::PointAtRace(pointed_at) => {
                if let Some(card) = self.race.parent() {
                    let was_pointed_at = card.has_css_class("pointed-at");
                    tray::mark(&card, pointed_at);
                    if pointed_at {
                        bring_into_view(&card);
                    } else if was_pointed_at {
                        self.scroller.vadjustment().set_value(0.0);
                    }
                }
            }
            SidebarInput::ShowChat => {
                if let Some(stack) = &self.stack {
                    stack.set_visible_child_name(CHAT);
                }
            }
        }
    }
}

impl Sidebar {
    fn show_round(&self, round: &RoundSummary) {
        self.round.set_label(&say!("Round {round}", round = round.round));
        self.last.set_visible(round.last);
        self.supply.set_label(&say!("{some} of {all}", some = round.supply, all = round.supply_total));
        if self.chests_left.replace(Some(round.supply)) == Some(round.supply) {
            return;
        }
        while let Some(child) = self.chests.first_child() {
            self.chests.remove(&child);
        }
        // Chests are turned up two at a time, from the left.
        let piles = round.supply_total / 2;
        let gone = piles - (round.supply / 2).min(piles);
        for pile in 0..piles {
            self.chests.append(&Layer::painted(30, 24, move |cr, width, height| {
                paint_pile(cr, pile < gone, width, height);
            }));
        }
    }

    fn show_race(&mut self, race: &[Runner], target: u16, speed: Speed) {
        self.race_title.set_label(&say!("Race to {target}", target = doubloons(target)));
        if !self.runners.iter().map(|row| &row.whose).eq(race.iter().map(whose).collect::<Vec<_>>().iter()) {
            self.runners.drain(..).for_each(|row| self.race.remove(&row.root));
            self.runners = race.iter().map(runner_row).collect();
            self.runners.iter().for_each(|row| self.race.append(&row.root));
        }
        for (row, runner) in self.runners.iter().zip(race) {
            row.count_to(runner.money, target, speed);
            row.status.set_label(&runner.status);
            row.hosts.set_visible(runner.hosts);
            if matches!(runner.standing, Standing::Lost | Standing::Away | Standing::Caught) {
                row.root.add_css_class("missing");
            } else {
                row.root.remove_css_class("missing");
            }
            // Of somebody who is not there nothing can be awaited now.
            if runner.awaited && !row.root.has_css_class("missing") {
                row.root.add_css_class("awaited");
            } else {
                row.root.remove_css_class("awaited");
            }
            let spoken = say!(
                "{name}, {emblem}, {money} of {target}, {status}",
                name = runner.name,
                emblem = words::emblem(runner.colour),
                money = doubloons(runner.money),
                target = doubloons(target),
                status = runner.status
            );
            a11y::set_label(&row.root, &spoken);
        }
        self.scroller.queue_resize();
    }

    /// Marks the chat if it is not in view.
    fn note_chat(&self) {
        let Some(stack) = &self.stack else { return };
        if stack.visible_child_name().as_deref() != Some(CHAT)
            && let Some(child) = stack.child_by_name(CHAT)
        {
            self.unread.set(self.unread.get() + 1);
            let page = stack.page(&child);
            page.set_title(&words::chat(self.unread.get()));
            page.set_needs_attention(true);
        }
    }
}

impl RunnerRow {
    /// Shows so much money. What was earned is counted coin by coin; what is taken back is gone at once.
    fn count_to(&self, money: u16, target: u16, speed: Speed) {
        let before = self.purse.money.replace(Some(money));
        if before == Some(money) {
            return;
        }
        let from = before.unwrap_or(money);
        let millis = if from < money { speed.scale(COUNTING) } else { 0 };
        let (purse, bar) = (Rc::clone(&self.purse), self.bar.clone());
        motion::run(&self.money, millis, move |label, share| {
            // Another payment, or undo, has come in between.
            if purse.money.get() != Some(money) {
                return;
            }
            let shown = f64::from(from) + (f64::from(money) - f64::from(from)) * motion::soft(share);
            let hundreds = (shown * 10.0).round() as u64;
            label.set_label(&doubloons_words::number(hundreds * 100));
            purse.share.set((shown / f64::from(target.max(1))).min(1.0));
            bar.queue_draw();
        });
    }
}

/// The page of the stack with the chat.
const CHAT: &str = "chat";

fn log_and_chat(card: &gtk::Box, log: &gtk::ScrolledWindow, chat: &gtk::Box, unread: &Rc<Cell<usize>>) -> gtk::Stack {
    let stack = gtk::Stack::new();
    stack.set_vexpand(true);
    // The ring around the lines lies a little outside.
    stack.set_overflow(gtk::Overflow::Visible);
    stack.add_titled(log, Some("log"), tr(words::LOG));
    stack.add_titled(chat, Some(CHAT), tr(words::CHAT));
    let unread = Rc::clone(unread);
    stack.connect_visible_child_notify(move |stack| {
        if let Some(chat) = stack.visible_child().filter(|_| stack.visible_child_name().as_deref() == Some(CHAT)) {
            unread.set(0);
            let page = stack.page(&chat);
            page.set_title(tr(words::CHAT));
            page.set_needs_attention(false);
        }
    });
    let switcher = gtk::StackSwitcher::new();
    switcher.set_stack(Some(&stack));
    switcher.set_halign(gtk::Align::Fill);
    card.append(&switcher);
    card.append(&stack);
    stack
}

fn table_words(words: &str) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 0);
    column.set_tooltip_text(Some(tr(words::WORDS_ABOUT)));
    let title = text("status");
    title.add_css_class("quiet");
    title.set_label(tr(words::WORDS));
    let label = text("table-words");
    label.set_wrap(true);
    label.set_max_width_chars(18);
    label.set_label(words);
    a11y::set_label(&column, &format!("{}: {words}", tr(words::WORDS)));
    column.append(&title);
    column.append(&label);
    column
}

fn whose(runner: &Runner) -> (String, Colour, bool) {
    (runner.name.clone(), runner.colour, runner.human)
}

/// Scrolls to what is pointed at, where the sidebar is too low for all.
fn bring_into_view(widget: &gtk::Widget) {
    let weak = widget.downgrade();
    // Where it is, is known when all have their places.
    gtk::glib::timeout_add_local_once(SETTLED, move || {
        let Some(widget) = weak.upgrade().filter(|widget| widget.has_css_class("pointed-at")) else { return };
        let scroller = widget.ancestor(gtk::ScrolledWindow::static_type()).and_downcast::<gtk::ScrolledWindow>();
        if let (Some(scroller), Some(sidebar)) = (scroller, widget.parent())
            && let Some((_, y)) = widget.translate_coordinates(&sidebar, 0.0, 0.0)
        {
            scroller.vadjustment().set_value(y);
        }
    });
}

fn card(spacing: i32) -> gtk::Box {
    let card = gtk::Box::new(gtk::Orientation::Vertical, spacing);
    card.add_css_class("card");
    card.add_css_class("pane-card");
    card
}

fn text(class: &str) -> gtk::Label {
    let label = gtk::Label::new(None);
    label.add_css_class(class);
    label.add_css_class("numeric");
    label.set_xalign(0.0);
    label
}

fn medallion(colour: Colour, size: i32) -> Layer {
    let badge = Layer::painted(size, size, move |cr, width, height| {
        paint::medallion(cr, colour, width / 2.0, height / 2.0, width.min(height) / 2.0 - 0.5);
    });
    badge.set_valign(gtk::Align::Center);
    badge
}

fn runner_row(runner: &Runner) -> RunnerRow {
    let root = gtk::Box::new(gtk::Orientation::Horizontal, 10);
    root.add_css_class("runner");
    if runner.human {
        root.add_css_class("human");
    }
    root.append(&medallion(runner.colour, 32));
    let column = gtk::Box::new(gtk::Orientation::Vertical, 2);
    column.set_hexpand(true);
    let top = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    let name = text("name");
    name.set_label(&runner.name);
    name.set_hexpand(true);
    name.set_ellipsize(gtk::pango::EllipsizeMode::End);
    let hosts = gtk::Image::from_icon_name("network-server-symbolic");
    hosts.set_tooltip_text(Some(tr(words::HOSTS)));
    hosts.set_visible(false);
    let money = text("money");
    top.append(&name);
    top.append(&hosts);
    top.append(&money);
    column.append(&top);
    let purse = Rc::new(Purse::default());
    let look = Rc::clone(&purse);
    let colour = runner.colour;
    let bar = Layer::painted(40, 9, move |cr, width, height| paint_bar(cr, colour, look.share.get(), width, height));
    column.append(&bar);
    let status = text("status");
    status.set_ellipsize(gtk::pango::EllipsizeMode::End);
    column.append(&status);
    root.append(&column);
    RunnerRow { whose: whose(runner), root, hosts, money, status, bar, purse }
}

fn paint_bar(cr: &gtk::cairo::Context, colour: Colour, share: f64, width: f64, height: f64) {
    let theme = theme::current();
    let groove = match theme {
        paint::Theme::Light => Ink::black(0.1),
        paint::Theme::Dark => Ink::white(0.16),
    };
    cr.rounded(0.0, 0.0, width, height, height / 2.0);
    cr.filled(groove);
    if share <= 0.0 {
        return;
    }
    let filled = (width * share).max(height);
    cr.rounded(0.0, 0.0, filled, height, height / 2.0);
    cr.filled(paint::bar(colour, theme));
    cr.rounded(0.0, 0.0, filled, height, height / 2.0);
    let mark = match theme {
        paint::Theme::Light => Ink::white(0.45),
        paint::Theme::Dark => Ink::black(0.35),
    };
    paint::pattern_fill(cr, colour, (0.0, 0.0, filled, height), 7.0, mark);
}

fn paint_pile(cr: &gtk::cairo::Context, gone: bool, width: f64, height: f64) {
    let dark = theme::current() == paint::Theme::Dark;
    let line = if dark { Ink::white(0.4) } else { Ink::black(0.4) };
    cr.rounded(0.75, 0.75, width - 1.5, height - 1.5, 5.0);
    if gone {
        cr.set_dash(&[3.0, 3.0], 0.0);
        cr.lined(line, 1.2);
        cr.set_dash(&[], 0.0);
        let (x, y) = (width / 2.0, height / 2.0);
        cr.move_to(x - 4.5, y);
        cr.line_to(x - 1.0, y + 3.5);
        cr.line_to(x + 4.5, y - 3.5);
        cr.lined(line, 1.8);
    } else {
        cr.filled(if dark { Ink::white(0.1) } else { Ink::hex(0xe9dcc0) });
        for x in [width / 2.0 - 8.5, width / 2.0 + 8.5] {
            paint::chest(cr, x, height / 2.0, 14.0);
        }
    }
}

fn log_row(entry: &Entry) -> gtk::Widget {
    let words = gtk::Label::new(Some(&entry.text));
    words.set_wrap(true);
    // Long lines must not ask for a wide sidebar.
    words.set_max_width_chars(20);
    words.set_xalign(0.0);
    words.set_hexpand(true);
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 9);
    match entry.mark {
        Mark::Round => {
            words.add_css_class("log-round");
            words.add_css_class("quiet");
            words.set_hexpand(false);
            for position in 0..3 {
                if position == 1 {
                    row.append(&words);
                } else {
                    let line = gtk::Separator::new(gtk::Orientation::Horizontal);
                    line.set_hexpand(true);
                    line.set_valign(gtk::Align::Center);
                    row.append(&line);
                }
            }
        }
        Mark::Chest => {
            words.add_css_class("log-line");
            words.add_css_class("quiet");
            let icon = Layer::painted(18, 18, |cr, width, height| paint::chest(cr, width / 2.0, height / 2.0, 16.0));
            icon.set_valign(gtk::Align::Start);
            row.append(&icon);
            row.append(&words);
        }
        Mark::Player(colour) => {
            words.add_css_class("log-line");
            let icon = medallion(colour, 18);
            icon.set_valign(gtk::Align::Start);
            row.append(&icon);
            row.append(&words);
        }
    }
    row.upcast()
}
