//! The replay page: a transcript's verdict, the chart, and the controls of a film.

use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::caribbean::{Board, Space};
use doubloons_engine::contract::Seat;
use doubloons_words::{say, tr};
use gtk::glib;
use gtk::prelude::*;
use relm4::{Component, ComponentController, ComponentParts, ComponentSender};

use super::a11y::{self, Urgency};
use super::deck::{self, Deck};
use super::results_page::medallion;
use super::sidebar::Sidebar;
use super::tray::{Tray, TrayInput};
use super::widget::{Chart, Herald};
use super::{motion, size, verdict};
use crate::game::{Results, Speed, doubloons};
use crate::replay::{Msg, Pause, Player, Story};

mod words {
    pub(super) const TITLE: &str = "Replay";
    pub(super) const TO_HARBOUR: &str = "Back to the harbour";
    pub(super) const TO_RESULTS: &str = "Back to the results";
    pub(super) const STEP_BACK: &str = "Step back";
    pub(super) const STEP_ON: &str = "Step on";
    pub(super) const PLAY: &str = "Play";
    pub(super) const STOP: &str = "Stop";
    pub(super) const SPEED: &str = "Speed";
    pub(super) const SPEEDS: [&str; 3] = ["Calm", "Normal", "Brisk"];
    pub(super) const SEAT: &str = "Whose view";
    pub(super) const EVERYBODY: &str = "Everybody’s";
}

/// The page that one comes from and goes back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Behind {
    /// The harbour.
    Harbour,
    /// The results of this very game.
    Results,
}

/// What the page begins with.
#[derive(Debug)]
pub(crate) struct ReplayInit {
    /// What is shown.
    pub(crate) story: Arc<Story>,
    /// Where *Back* leads.
    pub(crate) behind: Behind,
}

/// What the page is told.
#[derive(Debug)]
pub(crate) enum ReplayInput {
    /// A control was touched, or time passed.
    Player(Msg),
    /// The person asks what is on a space.
    AskedAbout(Space),
    /// The window has another size.
    Resized(i32, i32),
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum ReplayOutput {
    /// Back to this page.
    Leave(Behind),
}

/// The replay page.
pub(crate) struct ReplayPage {
    player: Player,
    /// How the game ended, if that is told.
    results: Option<Results>,
    deck: Deck,
    herald: Herald,
}

/// The widgets that the page changes itself.
pub(crate) struct ReplayWidgets {
    title: adw::WindowTitle,
    play: gtk::Button,
    back: gtk::Button,
    on: gtk::Button,
    scrubber: gtk::Scale,
    laid: gtk::Label,
    /// Who won, over the chart, where the film is over.
    ending: Option<gtk::Box>,
}

impl Component for ReplayPage {
    type Init = ReplayInit;
    type Input = ReplayInput;
    type Output = ReplayOutput;
    type CommandOutput = ();
    type Root = gtk::Box;
    type Widgets = ReplayWidgets;

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init(init: ReplayInit, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let results = init.story.results();
        let player = Player::new(init.story);
        let board = Board::standard();
        let chart = Chart::new(&board, |_| {}, |_, _| {});
        let input = sender.input_sender().clone();
        chart.connect_asked(move |space| input.emit(ReplayInput::AskedAbout(space)));
        let tray = Tray::builder().launch(deck::ship_names(&board)).detach();
        tray.emit(TrayInput::NothingToSkip);
        let sidebar = Sidebar::builder().launch(None).detach();
        let herald = Herald::new();
        let around = gtk::Overlay::new();
        around.set_child(Some(&chart));
        let ending = results.as_ref().map(ending_card);
        ending.iter().for_each(|ending| around.add_overlay(ending));
        around.add_overlay(herald.widget());
        let beside = sidebar.widget().clone();
        let deck = Deck::new(chart, tray, sidebar, &around, &beside);
        let title = adw::WindowTitle::new(tr(words::TITLE), "");
        root.append(&header(&title, &deck.sidebar_button(), init.behind, &sender));
        root.append(&verdict::banner(player.story().verdict()));
        root.append(deck.widget());
        let (controls, mut widgets) = controls(&player, title, &sender);
        widgets.ending = ending;
        root.append(&controls);
        size::watch(&root, sender.input_sender().clone(), ReplayInput::Resized);
        let mut page = ReplayPage { player, results, deck, herald };
        page.show(&mut widgets);
        sender.input(ReplayInput::Player(Msg::Opened { calmly: motion::is_reduced() }));
        ComponentParts { model: page, widgets }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut ReplayWidgets,
        input: ReplayInput,
        sender: ComponentSender<Self>,
        root: &gtk::Box,
    ) {
        match input {
            ReplayInput::Player(msg) => {
                let pause = self.player.update(msg);
                self.show(widgets);
                if let Some(Pause { ticket, millis }) = pause {
                    let input = sender.input_sender().clone();
                    glib::timeout_add_local_once(Duration::from_millis(millis.into()), move || {
                        // The page may be gone by then.
                        let _ = input.send(ReplayInput::Player(Msg::TimePassed { ticket }));
                    });
                }
            }
            // A film offers nothing to do.
            ReplayInput::AskedAbout(space) => {
                self.deck.chart.explain(space, &self.player.table().here(space), || {});
            }
            ReplayInput::Resized(width, height) => self.deck.resize(root, width, height),
        }
    }
}

impl ReplayPage {
    fn show(&mut self, widgets: &mut ReplayWidgets) {
        let table = self.player.table();
        let round = table.round_summary();
        let words = self.player.story().table_words();
        let (at, all) = (self.player.beats(), self.player.story().len());
        let ended = self.results.as_ref().filter(|_| at == all);
        // A phrase among others.
        let phase = ended.map_or(round.phase.as_str(), |results| results.headline.trim_end_matches('.'));
        widgets.title.set_subtitle(&say!("Round {round} · {phase} · {words}", round = round.round.max(1)));
        let news = self.deck.show(&table, self.player.speed());
        if let Some(latest) = news.last() {
            self.herald.tell(&latest.text, Urgency::Event);
        }
        if let (Some(results), false) = (ended, widgets.ending.as_ref().is_none_or(gtk::Box::is_visible)) {
            self.herald.tell(&results.headline, Urgency::Event);
        }
        widgets.ending.iter().for_each(|ending| ending.set_visible(ended.is_some()));
        widgets.scrubber.set_value(at as f64);
        a11y::set_label(&widgets.scrubber, &say!("Moment of the game, {at} of {all}"));
        let (icon, name) = if self.player.is_playing() {
            ("media-playback-pause-symbolic", tr(words::STOP))
        } else {
            ("media-playback-start-symbolic", tr(words::PLAY))
        };
        widgets.play.set_icon_name(icon);
        name_button(&widgets.play, name);
        widgets.back.set_sensitive(at > 1);
        widgets.on.set_sensitive(at < all);
        widgets.laid.set_label(&self.player.laid().unwrap_or_default());
    }
}

fn header(
    title: &adw::WindowTitle,
    sidebar: &gtk::ToggleButton,
    behind: Behind,
    sender: &ComponentSender<ReplayPage>,
) -> adw::HeaderBar {
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(title));
    let back = gtk::Button::from_icon_name("go-previous-symbolic");
    let name = match behind {
        Behind::Harbour => tr(words::TO_HARBOUR),
        Behind::Results => tr(words::TO_RESULTS),
    };
    name_button(&back, name);
    let output = sender.output_sender().clone();
    back.connect_clicked(move |_| output.emit(ReplayOutput::Leave(behind)));
    header.pack_start(&back);
    header.pack_end(sidebar);
    header
}

/// The controls below the chart.
fn controls(
    player: &Player,
    title: adw::WindowTitle,
    sender: &ComponentSender<ReplayPage>,
) -> (gtk::Box, ReplayWidgets) {
    let tell = {
        let input = sender.input_sender().clone();
        move |msg: Msg| input.emit(ReplayInput::Player(msg))
    };
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    row.add_css_class("toolbar");
    let button = |icon: &str, name: &str, msg: Msg| {
        let button = gtk::Button::from_icon_name(icon);
        name_button(&button, name);
        let tell = tell.clone();
        button.connect_clicked(move |_| tell(msg));
        row.append(&button);
        button
    };
    let back = button("media-skip-backward-symbolic", tr(words::STEP_BACK), Msg::SteppedBack);
    let play = button("media-playback-start-symbolic", tr(words::PLAY), Msg::PlayPressed);
    let on = button("media-skip-forward-symbolic", tr(words::STEP_ON), Msg::SteppedOn);

    let all = player.story().len().max(2) as f64;
    let scrubber = gtk::Scale::with_range(gtk::Orientation::Horizontal, 1.0, all, 1.0);
    scrubber.set_hexpand(true);
    scrubber.set_draw_value(false);
    let scrubbed = tell.clone();
    scrubber.connect_value_changed(move |scrubber| scrubbed(Msg::Scrubbed(scrubber.value().round() as usize)));
    row.append(&scrubber);

    let laid = gtk::Label::new(None);
    laid.add_css_class("dim-label");
    laid.add_css_class("numeric");
    laid.set_ellipsize(gtk::pango::EllipsizeMode::End);
    row.append(&laid);

    let speed = gtk::DropDown::from_strings(&words::SPEEDS.map(tr));
    speed.set_tooltip_text(Some(tr(words::SPEED)));
    a11y::set_label(&speed, tr(words::SPEED));
    speed.set_selected(Speed::ALL.iter().position(|&speed| speed == player.speed()).unwrap_or(0) as u32);
    let chosen = tell.clone();
    speed.connect_selected_notify(move |speed| {
        if let Some(&speed) = Speed::ALL.get(speed.selected() as usize) {
            chosen(Msg::SpeedChosen(speed));
        }
    });
    row.append(&speed);

    let mut views: Vec<&str> = vec![tr(words::EVERYBODY)];
    views.extend(player.story().names().iter().map(String::as_str));
    let seat = gtk::DropDown::from_strings(&views);
    seat.set_tooltip_text(Some(tr(words::SEAT)));
    a11y::set_label(&seat, tr(words::SEAT));
    let seats = player.story().names().len();
    seat.connect_selected_notify(move |choice| {
        let index = (choice.selected() as usize).checked_sub(1);
        tell(Msg::SeatChosen(index.and_then(|index| Seat::first(seats).nth(index))));
    });
    row.append(&seat);
    (row, ReplayWidgets { title, play, back, on, scrubber, laid, ending: None })
}

/// Who won, and what everybody has, for the end of the film.
fn ending_card(results: &Results) -> gtk::Box {
    let card = gtk::Box::new(gtk::Orientation::Vertical, 8);
    card.add_css_class("ending");
    card.set_halign(gtk::Align::Center);
    card.set_valign(gtk::Align::Center);
    card.set_visible(false);
    // Below it lies how it ended.
    let away = gtk::GestureClick::new();
    away.connect_released(|gesture, _, _, _| {
        if let Some(card) = gesture.widget() {
            card.set_visible(false);
        }
    });
    card.add_controller(away);
    let winners = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    winners.set_halign(gtk::Align::Center);
    results.ranking.iter().filter(|rank| rank.won).for_each(|rank| winners.append(&medallion(rank.colour, 52)));
    card.append(&winners);
    let headline = gtk::Label::new(Some(&results.headline));
    headline.add_css_class("ending-headline");
    headline.set_wrap(true);
    headline.set_justify(gtk::Justification::Center);
    card.append(&headline);
    let everybody: Vec<String> =
        results.ranking.iter().map(|rank| format!("{} {}", rank.name, doubloons(rank.money))).collect();
    let ranking = gtk::Label::new(Some(&everybody.join(" · ")));
    ranking.add_css_class("numeric");
    ranking.set_wrap(true);
    ranking.set_justify(gtk::Justification::Center);
    card.append(&ranking);
    card
}

fn name_button(button: &gtk::Button, name: &str) {
    button.set_tooltip_text(Some(name));
    a11y::set_label(button, name);
}
