//! The first page: the tables on this network, what else can be done, and games that were interrupted.

use std::path::PathBuf;

use adw::prelude::*;
use doubloons_net::lan::doctor;
use doubloons_net::table::genesis::GameId;
use doubloons_words::{say, tr};
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use super::replay_list::ReplayList;
use super::table_list::TableList;
use super::voyage_list::VoyageList;
use super::widget::{Banner, Column, Layer, Notice, Tone};
use super::{a11y, about, rules_window, shortcuts, size, theme};
use crate::lan::listing::{SavedRow, TableRow};
use crate::paint::{self, Theme};
use crate::replay::Kept;
use crate::voyages::PracticeRow;

mod offer;

mod words {
    pub(super) const TITLE: &str = "Doubloons";
    pub(super) const HARBOUR: &str = "Harbour";
    pub(super) const MOTTO: &str = "Six ships, no captain, plenty of rum.";
    pub(super) const HOST: &str = "Host a Table";
    pub(super) const PRACTICE: &str = "Practice";
    pub(super) const TABLES: &str = "Tables on this network";
    pub(super) const REFRESH: &str = "Look again";
    pub(super) const TUTORIAL: (&str, &str) = ("Tutorial", "A practice round with a coach, five minutes");
    pub(super) const RULES: (&str, &str) = ("Rules", "With pictures, to look things up");
    pub(super) const SET_SAIL: &str = "Set sail";
    pub(super) const ADDRESS: (&str, &str) = ("Join by address", "When a network hides its tables");
    pub(super) const CONNECTION: (&str, &str) = ("Check the connection", "When a friend’s table is missing");
    pub(super) const PREFERENCES: &str = "Preferences";
    pub(super) const CANCEL: &str = "Cancel";
    pub(super) const MENU: &str = "Menu";
    pub(super) const KEYS: &str = "Keyboard Shortcuts";
    pub(super) const ABOUT: &str = "About Doubloons";
    pub(super) const QUIT: &str = "Quit";
}

/// How high the picture is, and in a low window.
const HERO_HEIGHT: (i32, i32) = (288, 208);

/// Below this width of the window there is one column.
const NARROW: i32 = 860;

/// Below this height of the window the picture is lower.
const LOW: i32 = 720;

/// What the page is told.
#[derive(Debug)]
pub(crate) enum HarbourInput {
    /// This is what the person is called, and their crest.
    Me(String, u8),
    /// These tables are there.
    Tables(Vec<TableRow>),
    /// These games were interrupted.
    Unfinished(Vec<SavedRow>),
    /// These practice games were left.
    Practised(Vec<PracticeRow>),
    /// These games can be looked at again.
    Replays(Vec<Kept>),
    /// This is what the doctor found.
    Examined(Box<doctor::Report>),
    /// Tables can't be looked for, for this reason.
    NotLooking(String),
    /// No table can be joined or hosted, for this reason.
    Closed(String),
    /// A table is being looked for, or no more.
    Busy(Option<String>),
    /// The table that the person got up from stands again, or no more.
    Rematch(Option<Box<TableRow>>),
    /// The person goes there.
    RematchTaken,
    /// The person does not want to.
    RematchDeclined,
    /// Offer the tutorial to somebody who has never played, or no more.
    OfferTutorial(bool),
    /// The window has another size.
    Resized(i32, i32),
}

/// What the page asks for.
#[derive(Clone, Debug)]
pub(crate) enum HarbourOutput {
    /// A new table.
    Host,
    /// A practice game.
    Practice,
    /// The tutorial.
    Learn,
    /// No tutorial, thank you.
    DontLearn,
    /// The rules.
    Rules,
    /// A seat at this table, or a place to watch from.
    Join(Box<TableRow>),
    /// A table by its address.
    ByAddress,
    /// A game that was interrupted.
    Resume(GameId),
    /// No more of a game that was interrupted; with what its table is called.
    Forget(GameId, String),
    /// A practice game that was left.
    ResumePractice(PathBuf),
    /// No more of a practice game that was left.
    ForgetPractice(PathBuf),
    /// A transcript: this one, or one to be chosen.
    Replay(Option<PathBuf>),
    /// Another look at the network.
    Refresh,
    /// What is wrong with the connection.
    Examine,
    /// The preferences.
    Preferences,
    /// Not to look for a table any more.
    Cancel,
    /// Not to be told of the last table any more.
    NoRematch,
}

/// The first page.
pub(crate) struct Harbour {
    banner: Banner,
    rematch: Banner,
    /// The table for another game with the same people.
    stands_again: Option<Box<TableRow>>,
    hero: Layer,
    identity: gtk::Label,
    crest: gtk::Box,
    columns: gtk::Box,
    offer: gtk::Box,
    tables: TableList,
    voyages: VoyageList,
    replays: ReplayList,
    network: Vec<gtk::Widget>,
}

impl SimpleComponent for Harbour {
    type Init = ();
    type Input = HarbourInput;
    type Output = HarbourOutput;
    type Root = gtk::Box;
    type Widgets = ();

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init((): (), root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let ask = {
            let output = sender.output_sender().clone();
            move |wish: HarbourOutput| output.emit(wish)
        };
        let header = adw::HeaderBar::new();
        header.set_title_widget(Some(&adw::WindowTitle::new(tr(words::TITLE), tr(words::HARBOUR))));
        let (me, identity, crest) = identity_button();
        let tell = ask.clone();
        me.connect_clicked(move |_| tell(HarbourOutput::Preferences));
        header.pack_start(&me);
        header.pack_end(&menu(ask.clone()));
        root.append(&header);
        let tell = ask.clone();
        let banner = Banner::new(move || tell(HarbourOutput::Cancel));
        root.append(banner.widget());
        let input = sender.input_sender().clone();
        let rematch = Banner::new(move || input.emit(HarbourInput::RematchTaken));
        let input = sender.input_sender().clone();
        rematch.connect_other(move || input.emit(HarbourInput::RematchDeclined));
        root.append(rematch.widget());

        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        a11y::set_label(&scroller, tr(words::TITLE));
        let page = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let host = gtk::Button::with_label(tr(words::HOST));
        host.add_css_class("suggested-action");
        let practice = gtk::Button::with_label(tr(words::PRACTICE));
        practice.add_css_class("cream");
        let tell = ask.clone();
        host.connect_clicked(move |_| tell(HarbourOutput::Host));
        let tell = ask.clone();
        practice.connect_clicked(move |_| tell(HarbourOutput::Practice));
        let (picture, hero) = hero(&[&host, &practice]);
        page.append(&picture);

        let columns = gtk::Box::new(gtk::Orientation::Horizontal, 32);
        let tables = TableList::new(ask.clone());
        columns.append(&tables_column(&tables, ask.clone()));
        let right = gtk::Box::new(gtk::Orientation::Vertical, 24);
        right.set_size_request(320, -1);
        right.set_hexpand(false);
        // What was begun comes before what could be.
        let voyages = VoyageList::new(ask.clone());
        right.append(voyages.widget());
        // One list: a heading more, and the replays would lie below the edge of a window of the usual size.
        let sailing = adw::PreferencesGroup::new();
        sailing.set_title(tr(words::SET_SAIL));
        let tutorial = link(tr(words::TUTORIAL.0), tr(words::TUTORIAL.1), "media-playback-start-symbolic");
        let rules = link(tr(words::RULES.0), tr(words::RULES.1), "help-browser-symbolic");
        for (row, wish) in [(tutorial, HarbourOutput::Learn), (rules, HarbourOutput::Rules)] {
            let tell = ask.clone();
            row.connect_activated(move |_| tell(wish.clone()));
            sailing.add(&row);
        }
        let address = link(tr(words::ADDRESS.0), tr(words::ADDRESS.1), "network-workgroup-symbolic");
        let tell = ask.clone();
        address.connect_activated(move |_| tell(HarbourOutput::ByAddress));
        sailing.add(&address);
        let connection = link(tr(words::CONNECTION.0), tr(words::CONNECTION.1), "network-wireless-symbolic");
        let tell = ask.clone();
        connection.connect_activated(move |_| tell(HarbourOutput::Examine));
        sailing.add(&connection);
        right.append(&sailing);
        let replays = ReplayList::new(ask.clone());
        right.append(replays.widget());
        columns.append(&right);
        let offer = offer::new(ask.clone());
        let content = gtk::Box::new(gtk::Orientation::Vertical, 24);
        content.append(&offer);
        content.append(&columns);
        let clamp = bound(&content);
        clamp.set_margin_top(24);
        clamp.set_margin_bottom(28);
        page.append(&clamp);
        scroller.set_child(Some(&page));
        root.append(&scroller);
        size::watch(&root, sender.input_sender().clone(), HarbourInput::Resized);
        let network = vec![host.upcast(), address.upcast(), connection.upcast()];
        let model = Harbour {
            banner,
            rematch,
            stands_again: None,
            hero,
            identity,
            crest,
            columns,
            offer,
            tables,
            voyages,
            replays,
            network,
        };
        ComponentParts { model, widgets: () }
    }

    fn update(&mut self, input: HarbourInput, sender: ComponentSender<Self>) {
        match input {
            HarbourInput::Me(name, emblem) => self.show_me(&name, emblem),
            HarbourInput::Tables(rows) => self.tables.show(&rows),
            HarbourInput::Unfinished(rows) => self.voyages.show_saved(rows),
            HarbourInput::Practised(rows) => self.voyages.show_practised(rows),
            HarbourInput::Replays(games) => self.replays.show(games),
            HarbourInput::Examined(report) => self.tables.explain(&report),
            HarbourInput::NotLooking(why) => self.tables.complain(&why),
            HarbourInput::Closed(why) => {
                self.network.iter().for_each(|widget| widget.set_sensitive(false));
                self.tables.close(&why);
            }
            HarbourInput::Busy(what) => self.banner.show(what.map(|text| Notice {
                text,
                button: Some(tr(words::CANCEL).to_owned()),
                other: None,
                tone: Tone::Calm,
            })),
            HarbourInput::Rematch(table) => {
                self.stands_again = table;
                self.offer_rematch();
            }
            HarbourInput::RematchTaken => {
                if let Some(table) = self.stands_again.take() {
                    self.offer_rematch();
                    sender.output_sender().emit(HarbourOutput::Join(table));
                }
            }
            HarbourInput::RematchDeclined => {
                self.stands_again = None;
                self.offer_rematch();
                sender.output_sender().emit(HarbourOutput::NoRematch);
            }
            HarbourInput::OfferTutorial(offered) => self.offer.set_visible(offered),
            HarbourInput::Resized(width, height) => {
                let narrow = width < NARROW;
                let orientation = if narrow { gtk::Orientation::Vertical } else { gtk::Orientation::Horizontal };
                self.columns.set_orientation(orientation);
                self.hero.set_least(0, if height < LOW { HERO_HEIGHT.1 } else { HERO_HEIGHT.0 });
            }
        }
    }
}

impl Harbour {
    fn offer_rematch(&self) {
        self.rematch.show(self.stands_again.as_ref().map(|table| Notice {
            text: say!("{host} proposes a rematch: same table, same terms.", host = table.card.host),
            button: Some(tr("Join the Rematch").to_owned()),
            other: Some(tr("Not Now").to_owned()),
            tone: Tone::Calm,
        }));
    }

    fn show_me(&self, name: &str, emblem: u8) {
        self.identity.set_label(name);
        while let Some(child) = self.crest.first_child() {
            self.crest.remove(&child);
        }
        self.crest.append(&crest(emblem, 24));
    }
}

/// A crest of this size.
pub(crate) fn crest(emblem: u8, size: i32) -> Layer {
    let crest = Layer::painted(size, size, move |cr, width, height| {
        paint::crest(cr, emblem, width / 2.0, height / 2.0, width.min(height) / 2.0 - 0.5);
    });
    crest.set_valign(gtk::Align::Center);
    crest.set_halign(gtk::Align::Center);
    crest
}

fn identity_button() -> (gtk::Button, gtk::Label, gtk::Box) {
    let content = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    let crest = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    let name = gtk::Label::new(None);
    name.set_ellipsize(gtk::pango::EllipsizeMode::End);
    name.set_max_width_chars(18);
    content.append(&crest);
    content.append(&name);
    let button = gtk::Button::new();
    button.set_child(Some(&content));
    button.set_tooltip_text(Some(tr(words::PREFERENCES)));
    a11y::set_label(&button, tr(words::PREFERENCES));
    (button, name, crest)
}

fn tables_column(tables: &TableList, ask: impl Fn(HarbourOutput) + 'static) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 8);
    column.set_hexpand(true);
    let heading = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    let title = gtk::Label::new(Some(tr(words::TABLES)));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    title.set_hexpand(true);
    let refresh = gtk::Button::from_icon_name("view-refresh-symbolic");
    refresh.add_css_class("flat");
    refresh.add_css_class("in-heading");
    refresh.set_tooltip_text(Some(tr(words::REFRESH)));
    a11y::set_label(&refresh, tr(words::REFRESH));
    refresh.connect_clicked(move |_| ask(HarbourOutput::Refresh));
    heading.append(&title);
    heading.append(&refresh);
    column.append(&heading);
    column.append(tables.widget());
    column
}

/// A row that leads somewhere.
pub(super) fn link(title: &str, about: &str, icon: &str) -> adw::ActionRow {
    let row = adw::ActionRow::new();
    row.set_use_markup(false);
    row.set_title(title);
    row.set_subtitle(about);
    row.set_activatable(true);
    // What the row has by itself looks the same, but see there why a column is better.
    let header = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    header.add_css_class("header");
    header.set_valign(gtk::Align::Center);
    let image = gtk::Image::from_icon_name(icon);
    image.add_css_class("icon");
    let text = Column::new(3);
    text.add_css_class("title");
    text.set_valign(gtk::Align::Center);
    text.set_hexpand(true);
    text.write(title, "title");
    text.write(about, "subtitle");
    header.append(&image);
    header.append(&text);
    header.append(&gtk::Image::from_icon_name("go-next-symbolic"));
    row.set_child(Some(&header));
    a11y::set_label(&row, &format!("{title}, {about}"));
    row
}

/// Keeps what stands on the page together in the middle of a wide window.
fn bound(content: &gtk::Box) -> adw::Clamp {
    let clamp = adw::Clamp::new();
    clamp.set_maximum_size(1040);
    clamp.set_tightening_threshold(1040);
    clamp.set_margin_start(28);
    clamp.set_margin_end(28);
    clamp.set_child(Some(content));
    clamp
}

/// The menu of the page, and what it does that no other page does.
fn menu(ask: impl Fn(HarbourOutput) + 'static) -> gtk::MenuButton {
    let items = gtk::gio::Menu::new();
    items.append(Some(tr(words::PREFERENCES)), Some("harbour.preferences"));
    items.append(Some(tr(words::KEYS)), Some(shortcuts::ACTION));
    items.append(Some(tr(words::RULES.0)), Some(rules_window::ACTION));
    items.append(Some(tr(words::ABOUT)), Some(about::ACTION));
    let leaving = gtk::gio::Menu::new();
    leaving.append(Some(tr(words::QUIT)), Some("win.quit"));
    items.append_section(None, &leaving);
    let button = gtk::MenuButton::new();
    button.set_icon_name("open-menu-symbolic");
    button.set_tooltip_text(Some(tr(words::MENU)));
    button.set_menu_model(Some(&items));
    a11y::set_menu_label(&button, tr(words::MENU));
    let preferences = gtk::gio::SimpleAction::new("preferences", None);
    preferences.connect_activate(move |_, _| ask(HarbourOutput::Preferences));
    let actions = gtk::gio::SimpleActionGroup::new();
    actions.add_action(&preferences);
    button.insert_action_group("harbour", Some(&actions));
    button
}

fn hero(buttons: &[&gtk::Button]) -> (gtk::Overlay, Layer) {
    let overlay = gtk::Overlay::new();
    overlay.add_css_class("hero");
    let picture = Layer::painted(0, HERO_HEIGHT.0, |cr, width, height| {
        paint::paint_hero(cr, theme::palette(), theme::current(), width, height);
    });
    overlay.set_child(Some(&picture));
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    column.set_halign(gtk::Align::Start);
    column.set_valign(gtk::Align::Start);
    column.set_margin_top(20);
    let title = gtk::Label::new(Some(tr(words::TITLE)));
    title.add_css_class("game-title");
    title.set_xalign(0.0);
    let motto = gtk::Label::new(Some(tr(words::MOTTO)));
    motto.add_css_class("game-motto");
    motto.set_xalign(0.0);
    motto.set_wrap(true);
    column.append(&title);
    column.append(&motto);
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    row.set_margin_top(12);
    for button in buttons {
        button.add_css_class("pill");
        button.add_css_class("hero-start");
        row.append(*button);
    }
    column.append(&row);
    // In line with what stands below the picture.
    let lines = bound(&column);
    overlay.add_overlay(&lines);
    // Large writing makes the picture higher instead of being cut off.
    overlay.set_measure_overlay(&lines, true);
    let dress = |widget: &gtk::Widget| {
        if theme::current() == Theme::Dark {
            widget.add_css_class("night");
        } else {
            widget.remove_css_class("night");
        }
    };
    dress(overlay.upcast_ref());
    theme::on_change(&overlay, dress);
    (overlay, picture)
}
