//! The last page: who won, the ranking, the money by round, and whether everything was fair.

use std::path::PathBuf;

use adw::prelude::*;
use doubloons_engine::caribbean::Colour;
use doubloons_words::{say, say_count, tr};
use gtk::{gio, glib};
use relm4::{Component, ComponentParts, ComponentSender};

use super::widget::{Layer, toast};
use super::{a11y, theme};
use crate::evening::Standings;
use crate::game::{Moment, Rank, Results, Setup, doubloons, sentence};
use crate::lan::rematch::RematchScene;
use crate::lan::{GameOver, Verdict};
use crate::paint;
use crate::saving::{self, Saved};

mod words {
    pub(super) const TITLE: &str = "Results";
    pub(super) const RANKING: &str = "Ranking";
    pub(super) const REMATCH: &str = "Rematch";
    pub(super) const STANDINGS: &str = "Standings of the evening";
    pub(super) const HARBOUR: &str = "Back to the Harbour";
    pub(super) const WATCH: &str = "Watch the Replay";
    pub(super) const WATCHING: &str = "Opening the Replay…";
    pub(super) const SAVE: &str = "Save Replay…";
    pub(super) const SAVE_TITLE: &str = "Save the Replay";
    pub(super) const SAVE_BUTTON: &str = "Save";
    pub(super) const CANCEL: &str = "Cancel";
    pub(super) const SAVED: &str = "The replay is saved.";
    pub(super) const THERE_ALREADY: &str = "This is where the replay is kept already.";
    pub(super) const NOT_SAVED: &str = "The replay was not saved, by a fault of this program.";
    pub(super) const SHOW: &str = "Show in Folder";
    pub(super) const TO_TABLE: &str = "Back to the Table";
    pub(super) const MOMENTS: &str = "Moments of the game";
    pub(super) const PURSES: &str = "Thousands of doubloons by round";
    pub(super) const CHECKING: &str = "Collecting everybody’s signatures and checking the game…";
    pub(super) const VALID: &str = "Verified: every signature, draw, card and move holds.";
}

/// What the page begins with.
#[derive(Debug)]
pub(crate) struct ResultsInit {
    /// How the game ended.
    pub(crate) results: Box<Results>,
    /// What kind of game it was.
    pub(crate) played: Played,
    /// How another game on the network stands; `None` for somebody who only watched.
    pub(crate) rematch: Option<RematchScene>,
    /// How the evening stands, this game included.
    pub(crate) standings: Option<Standings>,
}

/// What kind of game has ended.
#[derive(Clone, Debug)]
pub(crate) enum Played {
    /// A practice game.
    Practice {
        /// What it was begun with.
        setup: Setup,
        /// Whether it is written down, so that it can be watched again.
        kept: bool,
    },
    /// A game on the network.
    Network,
    /// A copy of a game on the network, with what its table is called.
    Copy(String),
}

/// What the page is told.
#[derive(Debug)]
pub(crate) enum ResultsInput {
    /// The game's transcript is complete and checked.
    Verified(Box<GameOver>),
    /// Another game with the same people stands like this.
    Rematch(RematchScene),
    /// The practice game is kept here, to be looked at again.
    Kept(PathBuf),
    /// The game is to be looked at again.
    WatchPressed,
    /// It is looked at, or can't be.
    Watched,
    /// The transcript is to be saved somewhere.
    SavePressed,
    /// Somewhere was chosen.
    Save(PathBuf),
    /// The transcript is to be shown where it is kept.
    ShowPressed,
    /// Something about the transcript is to be said briefly.
    Say(String),
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum ResultsOutput {
    /// Another practice game like this one.
    PractiseAgain(Setup),
    /// Another game with the same people.
    Rematch,
    /// A replay of the game, which is kept here.
    Watch(PathBuf),
    /// The table that the game was a copy of.
    ToTable,
    /// The harbour.
    Leave,
}

/// The last page.
pub(crate) struct ResultsPage {
    results: Box<Results>,
    /// Where the game is kept: its transcript, or the journal of a practice game.
    kept: Option<PathBuf>,
    chooser: Option<gtk::FileChooserNative>,
}

/// The widgets that the page changes itself.
pub(crate) struct ResultsWidgets {
    toasts: adw::ToastOverlay,
    badge: Option<Badge>,
    moments: gtk::Box,
    purses: gtk::Box,
    watch: gtk::Button,
    /// What else can be done with a transcript.
    transcript: gtk::Box,
    rematch: Rematch,
}

/// The way to another game with the same people.
struct Rematch {
    text: gtk::Label,
    button: gtk::Button,
    harbour: gtk::Button,
}

/// Whether everything was fair.
struct Badge {
    root: gtk::Box,
    icon: gtk::Image,
    label: gtk::Label,
}

impl Component for ResultsPage {
    type Init = ResultsInit;
    type Input = ResultsInput;
    type Output = ResultsOutput;
    type CommandOutput = ();
    type Root = gtk::Box;
    type Widgets = ResultsWidgets;

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init(init: ResultsInit, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let ResultsInit { results, played, rematch: scene, standings } = init;
        let network = matches!(played, Played::Network);
        let header = adw::HeaderBar::new();
        let subtitle = say_count!(results.rounds, "Caribbean · 1 round", "Caribbean · {count} rounds");
        header.set_title_widget(Some(&adw::WindowTitle::new(tr(words::TITLE), &subtitle)));
        root.append(&header);
        let page = gtk::Box::new(gtk::Orientation::Vertical, 14);
        page.set_margin_top(18);
        page.set_margin_bottom(18);
        page.set_margin_start(18);
        page.set_margin_end(18);
        if let Some(winner) = results.ranking.first() {
            page.append(&medallion(winner.colour, 76));
        }
        let headline = gtk::Label::new(Some(&results.headline));
        headline.add_css_class("results-headline");
        headline.set_wrap(true);
        headline.set_justify(gtk::Justification::Center);
        page.append(&headline);
        if let Played::Copy(table) = &played {
            page.append(&mark_of_copy(table));
        }
        let badge = network.then(Badge::new);
        badge.iter().for_each(|badge| page.append(&badge.root));
        page.append(&ranking(&results.ranking));
        let rematch = Rematch::new(&played, &sender);
        rematch.button.set_visible(!network || scene.is_some());
        rematch.harbour.set_visible(!matches!(played, Played::Copy(_)));
        scene.iter().for_each(|scene| rematch.show(scene));
        page.append(&rematch.text);
        page.append(&buttons(&rematch));
        let watch = watch_button(&sender);
        // A copy is not kept, nor is a game of the tutorial.
        watch.set_visible(matches!(played, Played::Network | Played::Practice { kept: true, .. }));
        let transcript = transcript_buttons(&sender);
        transcript.set_visible(network);
        let replay = gtk::Box::new(gtk::Orientation::Horizontal, 12);
        replay.set_halign(gtk::Align::Center);
        replay.append(&watch);
        replay.append(&transcript);
        page.append(&replay);
        standings.iter().for_each(|standings| page.append(&standings_card(standings)));
        let moments = gtk::Box::new(gtk::Orientation::Vertical, 0);
        show_moments(&moments, &results);
        page.append(&moments);
        let purses = gtk::Box::new(gtk::Orientation::Vertical, 0);
        purses.append(&purses_card(&results.ranking));
        page.append(&purses);
        let clamp = adw::Clamp::new();
        clamp.set_maximum_size(640);
        clamp.set_child(Some(&page));
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_child(Some(&clamp));
        a11y::set_label(&scroller, tr(words::TITLE));
        let toasts = adw::ToastOverlay::new();
        toasts.set_vexpand(true);
        toasts.set_child(Some(&scroller));
        root.append(&toasts);
        let model = ResultsPage { results, kept: None, chooser: None };
        let widgets = ResultsWidgets { toasts, badge, moments, purses, watch, transcript, rematch };
        ComponentParts { model, widgets }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut ResultsWidgets,
        input: ResultsInput,
        sender: ComponentSender<Self>,
        root: &gtk::Box,
    ) {
        match input {
            ResultsInput::Verified(over) => {
                if let Some(badge) = &widgets.badge {
                    badge.show(&over.verdict);
                }
                if !over.events.is_empty() {
                    self.results.retell(&over.events);
                    while let Some(child) = widgets.purses.first_child() {
                        widgets.purses.remove(&child);
                    }
                    widgets.purses.append(&purses_card(&self.results.ranking));
                    show_moments(&widgets.moments, &self.results);
                }
                self.kept = Some(over.transcript);
                widgets.transcript.set_sensitive(true);
                widgets.watch.set_sensitive(true);
            }
            ResultsInput::Kept(journal) => {
                self.kept = Some(journal);
                widgets.watch.set_sensitive(true);
            }
            ResultsInput::WatchPressed => {
                if let Some(kept) = self.kept.clone() {
                    // Checking a long game takes a moment.
                    widgets.watch.set_sensitive(false);
                    widgets.watch.set_label(tr(words::WATCHING));
                    sender.output_sender().emit(ResultsOutput::Watch(kept));
                }
            }
            ResultsInput::Watched => {
                widgets.watch.set_sensitive(true);
                widgets.watch.set_label(tr(words::WATCH));
            }
            ResultsInput::Rematch(scene) => widgets.rematch.show(&scene),
            ResultsInput::SavePressed => self.choose_file(root, &sender),
            ResultsInput::Save(path) => self.save(path, &sender),
            ResultsInput::ShowPressed => self.show_in_folder(&sender),
            ResultsInput::Say(text) => widgets.toasts.add_toast(toast(&text)),
        }
    }
}

impl ResultsPage {
    fn choose_file(&mut self, root: &gtk::Box, sender: &ComponentSender<Self>) {
        let Some(transcript) = &self.kept else { return };
        let window = root.root().and_downcast::<gtk::Window>();
        let chooser = gtk::FileChooserNative::new(
            Some(tr(words::SAVE_TITLE)),
            window.as_ref(),
            gtk::FileChooserAction::Save,
            Some(tr(words::SAVE_BUTTON)),
            Some(tr(words::CANCEL)),
        );
        if let Some(name) = transcript.file_name().and_then(|name| name.to_str()) {
            chooser.set_current_name(name);
        }
        let input = sender.input_sender().clone();
        chooser.connect_response(move |chooser, response| {
            let path = chooser.file().and_then(|file| file.path());
            if let (gtk::ResponseType::Accept, Some(path)) = (response, path) {
                input.emit(ResultsInput::Save(path));
            }
        });
        chooser.show();
        // A chooser that nobody holds closes at once.
        self.chooser = Some(chooser);
    }

    /// Copies the transcript, off the main thread.
    fn save(&self, path: PathBuf, sender: &ComponentSender<Self>) {
        let Some(transcript) = self.kept.clone() else { return };
        let input = sender.input_sender().clone();
        let copied = gio::spawn_blocking(move || saving::copy(&transcript, &path));
        glib::spawn_future_local(async move {
            let text = match copied.await {
                Ok(Ok(Saved::Written)) => tr(words::SAVED).to_owned(),
                Ok(Ok(Saved::ThereAlready)) => tr(words::THERE_ALREADY).to_owned(),
                Ok(Err(why)) => sentence(&why),
                Err(_) => tr(words::NOT_SAVED).to_owned(),
            };
            // The page may be gone by then.
            let _ = input.send(ResultsInput::Say(text));
        });
    }

    /// Opens the folder in which transcripts are kept.
    fn show_in_folder(&self, sender: &ComponentSender<Self>) {
        let Some(folder) = self.kept.as_ref().and_then(|transcript| transcript.parent()) else { return };
        let (uri, path) = (gio::File::for_path(folder).uri(), folder.display().to_string());
        let input = sender.input_sender().clone();
        glib::spawn_future_local(async move {
            let opened = gio::AppInfo::launch_default_for_uri_future(&uri, gio::AppLaunchContext::NONE).await;
            if opened.is_err() {
                // Where nothing can show folders, it helps to know which one it is.
                let _ = input.send(ResultsInput::Say(say!("The replay is in {path}.")));
            }
        });
    }
}

impl Rematch {
    fn new(played: &Played, sender: &ComponentSender<ResultsPage>) -> Rematch {
        let text = gtk::Label::new(None);
        text.set_wrap(true);
        text.set_justify(gtk::Justification::Center);
        text.add_css_class("heading");
        text.set_visible(false);
        let (label, wish): (&str, Box<dyn Fn() -> ResultsOutput>) = match *played {
            Played::Practice { setup, .. } => {
                (words::REMATCH, Box::new(move || ResultsOutput::PractiseAgain(setup.rematch())))
            }
            Played::Network => (words::REMATCH, Box::new(|| ResultsOutput::Rematch)),
            Played::Copy(_) => (words::TO_TABLE, Box::new(|| ResultsOutput::ToTable)),
        };
        let button = gtk::Button::with_label(tr(label));
        button.add_css_class("suggested-action");
        let output = sender.output_sender().clone();
        button.connect_clicked(move |_| output.emit(wish()));
        let harbour = gtk::Button::with_label(tr(words::HARBOUR));
        let output = sender.output_sender().clone();
        harbour.connect_clicked(move |_| output.emit(ResultsOutput::Leave));
        Rematch { text, button, harbour }
    }

    fn show(&self, scene: &RematchScene) {
        let (text, (label, enabled)) = (scene.text(), scene.button());
        self.text.set_visible(!text.is_empty());
        self.text.set_label(&text);
        self.button.set_label(label);
        self.button.set_sensitive(enabled);
        a11y::set_description(&self.button, &text);
        self.harbour.set_label(scene.other_button());
    }
}

impl Badge {
    fn new() -> Badge {
        let root = gtk::Box::new(gtk::Orientation::Horizontal, 8);
        root.add_css_class("verdict");
        root.set_halign(gtk::Align::Center);
        let icon = gtk::Image::from_icon_name("content-loading-symbolic");
        let label = gtk::Label::new(Some(tr(words::CHECKING)));
        label.set_wrap(true);
        root.append(&icon);
        root.append(&label);
        Badge { root, icon, label }
    }

    fn show(&self, verdict: &Verdict) {
        let (icon, class, text) = match verdict {
            Verdict::Valid => ("emblem-ok-symbolic", "success", tr(words::VALID).to_owned()),
            Verdict::Faults(who) => {
                ("dialog-warning-symbolic", "warning", say!("Verified, and somebody was caught cheating. {who}"))
            }
            Verdict::Doubtful(why) => ("dialog-error-symbolic", "error", say!("Not verified: {why}.")),
        };
        self.icon.set_icon_name(Some(icon));
        self.root.add_css_class(class);
        self.label.set_label(&text);
        a11y::set_label(&self.root, &text);
    }
}

/// A player's emblem.
pub(super) fn medallion(colour: Colour, size: i32) -> Layer {
    let badge = Layer::painted(size, size, move |cr, width, height| {
        paint::medallion(cr, colour, width / 2.0, height / 2.0, width.min(height) / 2.0 - 1.0);
    });
    badge.set_halign(gtk::Align::Center);
    badge.set_valign(gtk::Align::Center);
    badge
}

fn ranking(ranks: &[Rank]) -> gtk::ListBox {
    let list = gtk::ListBox::new();
    list.add_css_class("boxed-list");
    list.set_selection_mode(gtk::SelectionMode::None);
    a11y::set_label(&list, tr(words::RANKING));
    for rank in ranks {
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        row.set_margin_top(8);
        row.set_margin_bottom(8);
        row.set_margin_start(14);
        row.set_margin_end(14);
        let place = gtk::Label::new(Some(&format!("{}.", rank.place)));
        place.add_css_class("rank-place");
        row.append(&place);
        row.append(&medallion(rank.colour, 36));
        let name = gtk::Label::new(Some(&rank.name));
        name.add_css_class("heading");
        name.set_hexpand(true);
        name.set_xalign(0.0);
        row.append(&name);
        let money = gtk::Label::new(Some(&doubloons(rank.money)));
        money.add_css_class("heading");
        money.add_css_class("numeric");
        row.append(&money);
        let item = gtk::ListBoxRow::new();
        item.set_activatable(false);
        item.set_child(Some(&row));
        if rank.human {
            item.add_css_class("human");
        }
        a11y::set_label(&item, &format!("{}. {}, {}", rank.place, rank.name, doubloons(rank.money)));
        list.append(&item);
    }
    list
}

/// Says that this was not the game itself.
fn mark_of_copy(table: &str) -> gtk::Box {
    let mark = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    mark.add_css_class("verdict");
    mark.set_halign(gtk::Align::Center);
    let text = say!("A copy of “{table}” with bots: this result does not count. The game itself waits for the others.");
    let label = gtk::Label::new(Some(&text));
    label.set_wrap(true);
    mark.append(&gtk::Image::from_icon_name("dialog-information-symbolic"));
    mark.append(&label);
    a11y::set_label(&mark, &text);
    mark
}

/// The moments of the game, each with the emblem of whose it is.
fn show_moments(place: &gtk::Box, results: &Results) {
    while let Some(child) = place.first_child() {
        place.remove(&child);
    }
    place.set_visible(!results.moments.is_empty());
    let column = gtk::Box::new(gtk::Orientation::Vertical, 8);
    let title = gtk::Label::new(Some(tr(words::MOMENTS)));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    column.append(&title);
    let list = gtk::ListBox::new();
    list.add_css_class("boxed-list");
    list.set_selection_mode(gtk::SelectionMode::None);
    a11y::set_label(&list, tr(words::MOMENTS));
    for Moment { seat, title, text } in &results.moments {
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        row.set_margin_top(8);
        row.set_margin_bottom(8);
        row.set_margin_start(14);
        row.set_margin_end(14);
        results.colour(*seat).into_iter().for_each(|colour| row.append(&medallion(colour, 36)));
        let words = gtk::Box::new(gtk::Orientation::Vertical, 2);
        words.set_hexpand(true);
        for (text, class) in [(title, "caption-heading"), (text, "body")] {
            let label = gtk::Label::new(Some(text));
            label.add_css_class(class);
            label.set_wrap(true);
            label.set_xalign(0.0);
            words.append(&label);
        }
        row.append(&words);
        let item = gtk::ListBoxRow::new();
        item.set_activatable(false);
        item.set_child(Some(&row));
        a11y::set_label(&item, &format!("{title}: {text}"));
        list.append(&item);
    }
    column.append(&list);
    place.append(&column);
}

fn purses_card(ranks: &[Rank]) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 8);
    column.add_css_class("card");
    column.add_css_class("pane-card");
    let title = gtk::Label::new(Some(tr(words::PURSES)));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    column.append(&title);
    let lines: Vec<(Colour, Vec<u16>)> = ranks.iter().map(|rank| (rank.colour, rank.purse.clone())).collect();
    let picture = Layer::painted(0, 164, move |cr, width, height| {
        paint::paint_purses(cr, theme::current(), &lines, width, height);
    });
    column.append(&picture);
    column
}

/// How the evening stands: wins first, then doubloons.
fn standings_card(standings: &Standings) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 8);
    let title = gtk::Label::new(Some(&standings.title()));
    title.add_css_class("heading");
    title.set_xalign(0.0);
    column.append(&title);
    let list = gtk::ListBox::new();
    list.add_css_class("boxed-list");
    list.set_selection_mode(gtk::SelectionMode::None);
    a11y::set_label(&list, tr(words::STANDINGS));
    for standing in &standings.rows {
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        row.set_margin_top(8);
        row.set_margin_bottom(8);
        row.set_margin_start(14);
        row.set_margin_end(14);
        let name = gtk::Label::new(Some(&standing.name));
        name.set_hexpand(true);
        name.set_xalign(0.0);
        name.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let wins = gtk::Label::new(Some(&standing.wins()));
        wins.add_css_class("heading");
        let money = gtk::Label::new(Some(&standing.doubloons()));
        money.add_css_class("numeric");
        money.set_width_chars(9);
        money.set_xalign(1.0);
        for label in [&name, &wins, &money] {
            row.append(label);
        }
        let item = gtk::ListBoxRow::new();
        item.set_activatable(false);
        item.set_child(Some(&row));
        a11y::set_label(&item, &format!("{}, {}", standing.name, standing.spoken()));
        list.append(&item);
    }
    column.append(&list);
    column
}

fn buttons(rematch: &Rematch) -> gtk::Box {
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    row.set_halign(gtk::Align::Center);
    for button in [&rematch.button, &rematch.harbour] {
        button.add_css_class("pill");
        row.append(button);
    }
    row
}

/// The way to the replay of the game.
fn watch_button(sender: &ComponentSender<ResultsPage>) -> gtk::Button {
    let watch = gtk::Button::with_label(tr(words::WATCH));
    // There is nothing to look at before the game is kept.
    watch.set_sensitive(false);
    let input = sender.input_sender().clone();
    watch.connect_clicked(move |_| input.emit(ResultsInput::WatchPressed));
    watch
}

/// What else can be done with the transcript.
fn transcript_buttons(sender: &ComponentSender<ResultsPage>) -> gtk::Box {
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    // There is nothing to save before the transcript is complete.
    row.set_sensitive(false);
    let save = gtk::Button::with_label(tr(words::SAVE));
    let input = sender.input_sender().clone();
    save.connect_clicked(move |_| input.emit(ResultsInput::SavePressed));
    let show = gtk::Button::with_label(tr(words::SHOW));
    let input = sender.input_sender().clone();
    show.connect_clicked(move |_| input.emit(ResultsInput::ShowPressed));
    row.append(&save);
    row.append(&show);
    row
}
