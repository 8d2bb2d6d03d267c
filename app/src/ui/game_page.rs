//! The game page: chart, tray and sidebar around one game, in practice or at a table on the network. It hands messages
//! to the domain, carries out the effects, and shows the outcome.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use doubloons_engine::caribbean::{Board, Ship};
use doubloons_engine::contract::Seat;
use doubloons_net::identity::PublicKey;
use doubloons_net::table::chat::Remark;
use doubloons_net::table::peer;
use doubloons_words::{say, tr};
use gtk::prelude::*;
use gtk::{gdk, glib};
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller};

use super::chat_pane::{ChatInput, ChatOutput, ChatPane};
use super::coach::{Coach, CoachInput};
use super::game_keys::{self, Wish};
use super::sidebar::{LanPane, Sidebar, SidebarInput, SidebarView};
use super::tray::{Tray, TrayInput, card_from_number};
use super::widget::{Banner, Chart};
use super::{a11y, rules_window, shortcuts, size, sounds, trouble};
use crate::game::{self, Crew, Effect, Focus, Model, Msg, Order, Pointer, Results, Speed, Stage, Trouble};
use crate::lan::chat::ChatLine;
use crate::sound::Cue;

/// Below this height of the window everything gets smaller.
const LOW: i32 = 720;
/// Below this width the sidebar folds over the chart.
const NARROW: i32 = 1000;
/// From this width on, times the size of writing, there is room for everything.
const ROOMY: f64 = 1100.0;
/// How long a ship takes for a step at normal speed, in milliseconds.
const STEP: u32 = 350;
/// How long digits count as one number, in milliseconds.
const TYPING: u64 = 1500;

mod words {
    pub(super) const GAME: &str = "Caribbean";
    pub(super) const BACK: &str = "Back to the harbour";
    pub(super) const SIDEBAR: &str = "Sidebar";
    pub(super) const MENU: &str = "Menu";
    pub(super) const KEYS: &str = "Keyboard Shortcuts";
    pub(super) const RULES: &str = "Rules";
    pub(super) const SPEED: &str = "Others’ moves";
    pub(super) const SPEEDS: [(&str, &str); 4] =
        [("Calm", "calm"), ("Normal", "normal"), ("Brisk", "brisk"), ("At once", "off")];
    pub(super) const NO_CREW: &str = "The bots could not be started; this game can't be played.";
    pub(super) const PRACTICE: &str = "Practice";
    pub(super) const TUTORIAL: &str = "Tutorial";
    pub(super) const YOUR_TURN: &str = "Your turn";
    pub(super) const BREAK: &str = "Take a Break";
    pub(super) const TIME_LEFT: &str = "Time left";
}

/// What the page begins with.
pub(crate) struct GameInit {
    /// The game.
    pub(crate) model: Model,
    /// How fast others' moves are shown.
    pub(crate) speed: Speed,
    /// Where the coach's chance comes from.
    pub(crate) seed: u64,
    /// What a table on the network has besides.
    pub(crate) lan: Option<LanInit>,
}

/// What a table on the network has besides its game.
pub(crate) struct LanInit {
    /// What it is called.
    pub(crate) table: String,
    /// The words to compare.
    pub(crate) words: String,
    /// What was said so far.
    pub(crate) lines: Vec<ChatLine>,
}

/// What the page is told.
#[derive(Debug)]
pub(crate) enum GameInput {
    /// Something happened in the game.
    Game(Msg),
    /// A key asks for something.
    Wished(Wish),
    /// The window has another size.
    Resized {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
    },
    /// Nobody typed a digit for a while.
    TypingEnded(u64),
    /// Somebody said something.
    Line(ChatLine),
    /// These others are here; with each, whether they are muted.
    People(Vec<(PublicKey, String, bool)>),
    /// Something should be said briefly.
    Say(String),
    /// The banner's button was pressed.
    BannerPressed,
    /// The banner's other button was pressed.
    BannerDeclined,
    /// A second has passed while the clock runs.
    Ticked,
    /// The person asks the coach for something.
    Coached(CoachInput),
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum GameOutput {
    /// The harbour.
    Leave,
    /// The results page.
    Finished(Box<Results>),
    /// A decision that has to reach the table.
    Wish(Box<peer::Wish>),
    /// The seat of this bot.
    AskForSeat(Seat),
    /// To say this.
    Say(Remark),
    /// Whether the person has to decide something has changed.
    Asked(bool),
    /// To listen to somebody no more, or again.
    Mute(PublicKey),
    /// Others' moves shown at this speed from now on.
    SpeedChosen(Speed),
    /// The tutorial is over or was skipped; whether the person stays at its table.
    Learned {
        /// If not, the harbour.
        stays: bool,
    },
}

/// The game page.
pub(crate) struct GamePage {
    model: Model,
    orders: Option<mpsc::Sender<Order>>,
    chart: Chart,
    tray: Controller<Tray>,
    sidebar: Controller<Sidebar>,
    chat: Option<Controller<ChatPane>>,
    coach: Option<Coach>,
    /// Where the game is played, for the title.
    place: String,
    log_lines: usize,
    digits: Vec<u8>,
    typing: u64,
    /// Until when the person has to decide, and what.
    deadline: Option<(peer::Occasion, Instant)>,
    /// Whether the person has to decide something, as it was told last.
    asked: bool,
    /// A copy of what keys mean now, for the key handler.
    stage: Rc<RefCell<(Stage, bool)>>,
}

/// The widgets that the page changes itself.
pub(crate) struct GameWidgets {
    title: adw::WindowTitle,
    toasts: adw::ToastOverlay,
    toast: Option<adw::Toast>,
    flap: adw::Flap,
    banner: Banner,
    clock: gtk::Label,
}

impl Component for GamePage {
    type Init = GameInit;
    type Input = GameInput;
    type Output = GameOutput;
    type CommandOutput = ();
    type Root = gtk::Box;
    type Widgets = GameWidgets;

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init(init: GameInit, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let GameInit { mut model, speed, seed, lan } = init;
        // Nothing is shown yet, so nothing follows from the speed.
        drop(game::update(&mut model, Msg::SpeedChosen(speed)));
        let board = Board::standard();
        let pressed = sender.input_sender().clone();
        let dropped = pressed.clone();
        let chart = Chart::new(
            &board,
            move |space| pressed.emit(GameInput::Game(Msg::SpaceTouched(space))),
            move |number, space| {
                if let Some(card) = card_from_number(number) {
                    dropped.emit(GameInput::Game(Msg::CardDroppedOnSpace(card, space)));
                }
            },
        );
        let names = Ship::ALL.map(|ship| board.ship_name(ship).to_owned()).to_vec();
        let tray = Tray::builder().launch(names).forward(sender.input_sender(), GameInput::Game);
        let alone = if model.is_lesson() { words::TUTORIAL } else { words::PRACTICE };
        let place = lan.as_ref().map_or_else(|| tr(alone).to_owned(), |lan| lan.table.clone());
        let (chat, pane) = match lan {
            None => (None, None),
            Some(lan) => {
                let chat = ChatPane::builder().launch(lan.lines).forward(sender.output_sender(), said);
                let pane = LanPane { words: lan.words, chat: chat.widget().clone() };
                (Some(chat), Some(pane))
            }
        };
        let sidebar = Sidebar::builder().launch(pane).detach();

        let title = adw::WindowTitle::new(tr(words::GAME), "");
        let flap = adw::Flap::new();
        let clock = gtk::Label::new(None);
        clock.add_css_class("clock");
        clock.add_css_class("numeric");
        clock.set_tooltip_text(Some(tr(words::TIME_LEFT)));
        clock.set_visible(false);
        let header = header(&title, &flap, model.speed(), chat.is_some(), &sender);
        header.pack_end(&clock);
        root.append(&header);
        let pressed = sender.input_sender().clone();
        let banner = Banner::new(move || pressed.emit(GameInput::BannerPressed));
        let pressed = sender.input_sender().clone();
        banner.connect_other(move || pressed.emit(GameInput::BannerDeclined));
        root.append(banner.widget());
        let table = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let toasts = adw::ToastOverlay::new();
        toasts.set_child(Some(&chart));
        table.append(&toasts);
        table.append(tray.widget());
        flap.set_content(Some(&table));
        let coach = model.is_lesson().then(|| {
            let input = sender.input_sender().clone();
            Coach::new(move |asked| input.emit(GameInput::Coached(asked)))
        });
        let beside = gtk::Box::new(gtk::Orientation::Vertical, 0);
        match &coach {
            Some(coach) => {
                beside.append(coach.widget());
                beside.append(&below(sidebar.widget()));
            }
            None => beside.append(sidebar.widget()),
        }
        sidebar.widget().set_vexpand(true);
        beside.set_hexpand(false);
        flap.set_flap(Some(&beside));
        flap.set_flap_position(gtk::PackType::End);
        flap.set_separator(Some(&gtk::Separator::new(gtk::Orientation::Vertical)));
        flap.set_vexpand(true);
        flap.set_fold_policy(adw::FlapFoldPolicy::Never);
        // The log's lines want all the room there is; the chart gets it.
        sidebar.widget().set_hexpand(false);
        sidebar.widget().set_size_request(288, -1);
        root.append(&flap);

        let replies = sender.input_sender().clone();
        let bots = if model.is_lesson() { Crew::of_lesson } else { Crew::new };
        let crew = model.setup().map_or_else(|| Crew::coach(seed), bots);
        let crew = crew.muster(move |reply| replies.emit(GameInput::Game(Msg::Answered(Box::new(reply)))));
        if crew.is_err() {
            toasts.add_toast(adw::Toast::new(tr(words::NO_CREW)));
        }
        let stage = Rc::new(RefCell::new((Stage::Watching, false)));
        let card = coach.as_ref().map(|coach| coach.widget().downgrade());
        listen_to_keys(&root, &chart, tray.widget(), card, &stage, sender.input_sender().clone());
        size::watch(&root, sender.input_sender().clone(), |width, height| GameInput::Resized { width, height });
        sender.input(GameInput::Game(Msg::Began));
        let page = GamePage {
            model,
            orders: crew.ok(),
            chart,
            tray,
            sidebar,
            chat,
            coach,
            place,
            log_lines: 0,
            digits: Vec::new(),
            typing: 0,
            deadline: None,
            asked: false,
            stage,
        };
        let widgets = GameWidgets { title, toasts, toast: None, flap, banner, clock };
        ComponentParts { model: page, widgets }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut GameWidgets,
        input: GameInput,
        sender: ComponentSender<Self>,
        root: &gtk::Box,
    ) {
        match input {
            GameInput::Game(msg) => {
                if let Msg::SpeedChosen(speed) = msg {
                    sender.output_sender().emit(GameOutput::SpeedChosen(speed));
                }
                if let Msg::SpaceTouched(_) = msg {
                    self.digits.clear();
                }
                let msg = match &mut self.coach {
                    Some(coach) => coach.heed(&self.model, msg),
                    None => Some(msg),
                };
                if let Some(msg) = msg {
                    self.happen(msg, widgets, &sender);
                }
                self.point();
            }
            GameInput::Coached(CoachInput::Next) => {
                let held = self.coach.as_mut().and_then(|coach| coach.go_on(&self.model));
                if let Some(msg) = held {
                    self.happen(msg, widgets, &sender);
                }
                self.point();
            }
            GameInput::Coached(CoachInput::Leave) => {
                sender.output_sender().emit(GameOutput::Learned { stays: false });
            }
            GameInput::Coached(CoachInput::PlayOn) => {
                if let Some(coach) = self.coach.take() {
                    if let Some(beside) = coach.widget().parent().and_downcast::<gtk::Box>() {
                        beside.remove(coach.widget());
                    }
                    self.point();
                    self.tray.emit(TrayInput::FocusHand);
                    sender.output_sender().emit(GameOutput::Learned { stays: true });
                }
            }
            GameInput::Wished(wish) => self.grant(wish, widgets, &sender),
            GameInput::Resized { width, height } => {
                let compact = height < LOW;
                if compact {
                    root.add_css_class("compact");
                } else {
                    root.remove_css_class("compact");
                }
                // In a small window, chart and tray leave no room for writing that is half as large again.
                if size::is_text_large() && f64::from(width) < ROOMY * size::text_scale() {
                    root.add_css_class("large-text");
                } else {
                    root.remove_css_class("large-text");
                }
                self.tray.emit(TrayInput::Compact(compact));
                let fold = if width < NARROW { adw::FlapFoldPolicy::Always } else { adw::FlapFoldPolicy::Never };
                widgets.flap.set_fold_policy(fold);
                let sidebar = match width {
                    ..1100 => 230,
                    1100..1600 => 288,
                    1600..1800 => 340,
                    _ => 400,
                };
                self.sidebar.widget().set_size_request(sidebar, -1);
            }
            GameInput::TypingEnded(typing) if typing == self.typing => self.digits.clear(),
            GameInput::TypingEnded(_) => {}
            GameInput::Line(line) => {
                if let Some(chat) = &self.chat {
                    if line.is_from_others() {
                        sounds::play(Cue::Chat);
                    }
                    chat.emit(ChatInput::Line(line));
                    self.sidebar.emit(SidebarInput::ChatArrived);
                }
            }
            GameInput::People(people) => {
                if let Some(chat) = &self.chat {
                    chat.emit(ChatInput::People(people));
                }
            }
            GameInput::Say(text) => widgets.say(&text),
            GameInput::Ticked => {
                widgets.show_clock(self.deadline.map(|(_, until)| until));
                if self.deadline.is_some() {
                    tick(&sender);
                }
            }
            GameInput::BannerDeclined => {
                if let Some(Trouble::Away { seat, .. }) = self.model.trouble() {
                    sender.input(GameInput::Game(Msg::StandInDeclined(seat)));
                }
            }
            GameInput::BannerPressed => match self.model.trouble() {
                Some(Trouble::Away { seat, .. }) => sender.input(GameInput::Game(Msg::StandInAgreed(seat))),
                Some(Trouble::Watching { seat, .. }) => sender.input(GameInput::Game(Msg::SeatWanted(seat))),
                Some(Trouble::Break { .. }) => sender.input(GameInput::Game(Msg::BreakEnded)),
                _ => {}
            },
        }
    }
}

impl GamePage {
    /// Whether the coach of the tutorial is beside the chart.
    pub(crate) fn has_coach(&self) -> bool {
        self.coach.is_some()
    }

    /// Lets something happen in the game and does what follows from it.
    fn happen(&mut self, msg: Msg, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        let effects = game::update(&mut self.model, msg);
        self.show(widgets);
        self.set_clock(widgets, sender);
        self.tell_whether_asked(sender);
        for effect in effects {
            self.carry_out(effect, widgets, sender);
        }
        if let Some(coach) = &mut self.coach {
            coach.follow(&self.model);
        }
    }

    /// Shows what the coach points at.
    fn point(&self) {
        let pointers = self.coach.as_ref().map(Coach::pointers).unwrap_or_default();
        let spaces = pointers.iter().find_map(|pointer| match pointer {
            Pointer::Spaces(spaces) => Some(spaces.clone()),
            _ => None,
        });
        self.chart.point_at(spaces.unwrap_or_default());
        self.sidebar.emit(SidebarInput::PointAtRace(pointers.contains(&Pointer::Race)));
        self.tray.emit(TrayInput::PointAt(pointers));
    }

    fn show(&mut self, widgets: &mut GameWidgets) {
        let round = self.model.round_summary();
        widgets.title.set_subtitle(&say!(
            "{place} · Round {round} · {phase}",
            place = self.place,
            round = round.round.max(1),
            phase = round.phase
        ));
        let millis = self.model.speed().scale(STEP);
        self.chart.show(self.model.scene(), millis);
        self.tray.emit(TrayInput::Show(Box::new(self.model.tray())));
        let news = self.model.log()[self.log_lines..].to_vec();
        self.log_lines = self.model.log().len();
        self.sidebar.emit(SidebarInput::Show(Box::new(SidebarView { round, race: self.model.race(), news })));
        let trouble = self.model.trouble();
        self.tray.widget().set_sensitive(!trouble.as_ref().is_some_and(Trouble::holds_everything_up));
        widgets.banner.show(trouble.as_ref().map(trouble::notice));
        self.stage.replace((self.model.stage().clone(), self.model.is_showing()));
    }

    /// Tells when the person has to decide something, and when that has passed.
    fn tell_whether_asked(&mut self, sender: &ComponentSender<GamePage>) {
        let asked = matches!(self.model.stage(), Stage::Bribing(_) | Stage::Tie { .. } | Stage::Commanding(_));
        if std::mem::replace(&mut self.asked, asked) != asked {
            sender.output_sender().emit(GameOutput::Asked(asked));
        }
    }

    /// Lets the clock run while a decision is asked for. The table measures the time itself; this is for the eye.
    fn set_clock(&mut self, widgets: &GameWidgets, sender: &ComponentSender<Self>) {
        let running = self.deadline.is_some();
        self.deadline = match (self.model.time_limit(), self.deadline) {
            (Some((decision, _)), Some((known, until))) if decision == known => Some((known, until)),
            (Some((decision, seconds)), _) => Some((decision, Instant::now() + Duration::from_secs(seconds.into()))),
            (None, _) => None,
        };
        widgets.show_clock(self.deadline.map(|(_, until)| until));
        if self.deadline.is_some() && !running {
            tick(sender);
        }
    }

    fn carry_out(&self, effect: Effect, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        match effect {
            Effect::Ask(order) => {
                // Without a crew the person was told so at the beginning.
                if let Some(orders) = &self.orders {
                    let _ = orders.send(*order);
                }
            }
            Effect::Wait { ticket, millis } => {
                let input = sender.input_sender().clone();
                glib::timeout_add_local_once(Duration::from_millis(millis.into()), move || {
                    input.emit(GameInput::Game(Msg::TimePassed { ticket }));
                });
            }
            Effect::Refuse(text) | Effect::Tell(text) => widgets.say(&text),
            Effect::Focus(focus) => {
                self.call_back();
                // Somebody who is typing is not interrupted, and the coach leads by herself.
                if self.coach.is_some() || self.somebody_types() {
                    return;
                }
                match focus {
                    Focus::Hand => self.tray.emit(TrayInput::FocusHand),
                    Focus::Tie => self.tray.emit(TrayInput::FocusTie),
                    Focus::Ship(ship) => self.chart.focus_ship(ship),
                }
            }
            Effect::Sound(cue) => sounds::play(cue),
            Effect::AskForSeat(seat) => sender.output_sender().emit(GameOutput::AskForSeat(seat)),
            Effect::Send(wish) => sender.output_sender().emit(GameOutput::Wish(wish)),
            Effect::Finish(results) => sender.output_sender().emit(GameOutput::Finished(results)),
        }
    }

    /// Tells somebody who looks at another window that it is their turn.
    fn call_back(&self) {
        let Some(window) = self.chart.root().and_downcast::<gtk::Window>() else { return };
        if self.chat.is_some() && !window.is_active() {
            let notification = gtk::gio::Notification::new(tr(words::YOUR_TURN));
            notification.set_body(Some(&self.model.awaited()));
            relm4::main_application().send_notification(Some("turn"), &notification);
        }
    }

    fn grant(&mut self, wish: Wish, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        if !matches!(wish, Wish::Digit(_)) {
            self.digits.clear();
        }
        match wish {
            Wish::Game(msg) => sender.input(GameInput::Game(msg)),
            Wish::FocusBerth(berth) => self.tray.emit(TrayInput::FocusBerth(berth)),
            Wish::Lay(card) => self.tray.emit(TrayInput::Lay(card)),
            Wish::TakeBack => self.tray.emit(TrayInput::TakeBackFocused),
            Wish::Towards(angle) => {
                self.chart.focus_towards(angle);
            }
            Wish::Digit(digit) => {
                self.digits.push(digit);
                self.typing += 1;
                let typing = self.typing;
                let input = sender.input_sender().clone();
                glib::timeout_add_local_once(Duration::from_millis(TYPING), move || {
                    input.emit(GameInput::TypingEnded(typing));
                });
                match game_keys::numbered(&self.digits, self.model.board().space_count()) {
                    Some(space) => self.chart.focus_space(space),
                    None => self.digits.clear(),
                }
            }
            Wish::WhatIsAwaited => {
                widgets.say(&self.coach.as_ref().map_or_else(|| self.model.awaited(), Coach::spoken));
            }
            Wish::Sidebar => widgets.flap.set_reveal_flap(!widgets.flap.reveals_flap()),
            Wish::NextPane => self.focus_next_pane(),
            Wish::Chat => {
                if let Some(chat) = &self.chat {
                    widgets.flap.set_reveal_flap(true);
                    self.sidebar.emit(SidebarInput::ShowChat);
                    chat.emit(ChatInput::Focus);
                }
            }
        }
    }

    /// Whether the focus is in a field for text. It may also be in the sidebar because a button that had it is gone.
    fn somebody_types(&self) -> bool {
        let focus = self.sidebar.widget().root().and_then(|root| root.focus());
        focus.is_some_and(|widget| widget.is::<gtk::Text>() || widget.is::<gtk::TextView>())
    }

    fn focus_next_pane(&self) {
        let panes: [&gtk::Widget; 3] =
            [self.tray.widget().upcast_ref(), self.chart.upcast_ref(), self.sidebar.widget().upcast_ref()];
        let focused = panes.iter().position(|pane| pane.focus_child().is_some());
        let next = focused.map_or(0, |index| (index + 1) % panes.len());
        panes[next].child_focus(gtk::DirectionType::TabForward);
    }
}

impl GameWidgets {
    fn show_clock(&self, until: Option<Instant>) {
        self.clock.set_visible(until.is_some());
        let Some(until) = until else { return };
        let left = until.saturating_duration_since(Instant::now()).as_secs();
        self.clock.set_label(&format!("{}:{:02}", left / 60, left % 60));
        a11y::set_label(&self.clock, &format!("{}: {left} s", tr(words::TIME_LEFT)));
        if left <= 10 {
            self.clock.add_css_class("error");
        } else {
            self.clock.remove_css_class("error");
        }
    }

    /// Says something briefly; what was said before gives way.
    fn say(&mut self, text: &str) {
        if let Some(toast) = self.toast.take() {
            toast.dismiss();
        }
        let toast = adw::Toast::new(text);
        toast.set_timeout(3);
        self.toasts.add_toast(toast.clone());
        self.toast = Some(toast);
    }
}

fn header(
    title: &adw::WindowTitle,
    flap: &adw::Flap,
    speed: Speed,
    lan: bool,
    sender: &ComponentSender<GamePage>,
) -> adw::HeaderBar {
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(title));
    let back = gtk::Button::from_icon_name("go-previous-symbolic");
    back.set_tooltip_text(Some(tr(words::BACK)));
    a11y::set_label(&back, tr(words::BACK));
    let output = sender.output_sender().clone();
    back.connect_clicked(move |_| output.emit(GameOutput::Leave));
    header.pack_start(&back);
    let menu = gtk::MenuButton::new();
    menu.set_icon_name("open-menu-symbolic");
    menu.set_tooltip_text(Some(tr(words::MENU)));
    a11y::set_label(&menu, tr(words::MENU));
    menu.set_menu_model(Some(&game_menu(lan)));
    header.pack_end(&menu);
    let toggle = gtk::ToggleButton::new();
    toggle.set_icon_name("sidebar-show-right-symbolic");
    toggle.set_tooltip_text(Some(tr(words::SIDEBAR)));
    a11y::set_label(&toggle, tr(words::SIDEBAR));
    flap.bind_property("reveal-flap", &toggle, "active").sync_create().bidirectional().build();
    header.pack_end(&toggle);
    header.insert_action_group("game", Some(&game_actions(speed, sender)));
    header
}

/// The sidebar below the coach, who needs much of its room.
fn below(sidebar: &gtk::Box) -> gtk::ScrolledWindow {
    let scroller = gtk::ScrolledWindow::new();
    scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
    scroller.set_vexpand(true);
    scroller.set_child(Some(sidebar));
    a11y::set_label(&scroller, tr(words::SIDEBAR));
    scroller
}

/// Lets a second pass.
fn tick(sender: &ComponentSender<GamePage>) {
    let input = sender.input_sender().clone();
    // The page may be gone by then.
    glib::timeout_add_local_once(Duration::from_secs(1), move || drop(input.send(GameInput::Ticked)));
}

fn game_menu(lan: bool) -> gtk::gio::Menu {
    let speeds = gtk::gio::Menu::new();
    for (name, value) in words::SPEEDS {
        speeds.append(Some(tr(name)), Some(&format!("game.speed::{value}")));
    }
    let menu = gtk::gio::Menu::new();
    menu.append_section(Some(tr(words::SPEED)), &speeds);
    let help = gtk::gio::Menu::new();
    help.append(Some(tr(words::KEYS)), Some(shortcuts::ACTION));
    help.append(Some(tr(words::RULES)), Some(rules_window::ACTION));
    menu.append_section(None, &help);
    if lan {
        let table = gtk::gio::Menu::new();
        table.append(Some(tr(words::BREAK)), Some("game.break"));
        menu.append_section(None, &table);
    }
    menu
}

fn game_actions(speed: Speed, sender: &ComponentSender<GamePage>) -> gtk::gio::SimpleActionGroup {
    let value = |speed: Speed| {
        let index = Speed::ALL.iter().position(|&other| other == speed).unwrap_or(1);
        words::SPEEDS[index].1.to_variant()
    };
    let action = gtk::gio::SimpleAction::new_stateful("speed", Some(glib::VariantTy::STRING), &value(speed));
    let input = sender.input_sender().clone();
    action.connect_activate(move |action, chosen| {
        let Some(chosen) = chosen.and_then(glib::Variant::str) else { return };
        if let Some(index) = words::SPEEDS.iter().position(|&(_, value)| value == chosen) {
            action.set_state(&chosen.to_variant());
            input.emit(GameInput::Game(Msg::SpeedChosen(Speed::ALL[index])));
        }
    });
    let pause = gtk::gio::SimpleAction::new("break", None);
    let input = sender.input_sender().clone();
    pause.connect_activate(move |_, _| input.emit(GameInput::Game(Msg::BreakAsked)));
    let group = gtk::gio::SimpleActionGroup::new();
    group.add_action(&action);
    group.add_action(&pause);
    group
}

/// Hears keys before the widgets do, so that Space can skip and letters reach the game.
fn listen_to_keys(
    root: &gtk::Box,
    chart: &Chart,
    tray: &gtk::Overlay,
    coach: Option<glib::WeakRef<gtk::Box>>,
    stage: &Rc<RefCell<(Stage, bool)>>,
    input: relm4::Sender<GameInput>,
) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    let (chart, tray, stage) = (chart.downgrade(), tray.downgrade(), Rc::clone(stage));
    keys.connect_key_pressed(move |_, key, _, modifiers| {
        let (Some(chart), Some(tray)) = (chart.upgrade(), tray.upgrade()) else {
            return glib::Propagation::Proceed;
        };
        let (stage, showing) = &*stage.borrow();
        let typing = chart.root().and_then(|root| root.focus()).is_some_and(|focus| focus.is::<gtk::Text>());
        if typing {
            return glib::Propagation::Proceed;
        }
        let coach = coach.as_ref().and_then(glib::WeakRef::upgrade);
        let focus = chart.root().and_then(|root| root.focus());
        // In a menu, Escape closes the menu.
        let in_menu = focus.and_then(|focus| focus.native()).is_some_and(|native| native.is::<gtk::Popover>());
        if coach.is_some() && key == gdk::Key::Escape && !in_menu {
            input.emit(GameInput::Coached(CoachInput::Leave));
            return glib::Propagation::Stop;
        }
        if *showing && key == gdk::Key::space {
            input.emit(GameInput::Game(Msg::Skipped));
            return glib::Propagation::Stop;
        }
        let on_chart = chart.focus_child().is_some();
        if on_chart && key == gdk::Key::space {
            // One Space too many while skipping must not become a move; on the chart, Return is for that.
            return glib::Propagation::Stop;
        }
        let coached = coach.is_some_and(|coach| coach.focus_child().is_some());
        let somewhere = on_chart || coached || tray.focus_child().is_some();
        let on_chart = on_chart || (coached && matches!(stage, Stage::Commanding(_)));
        let global = modifiers.contains(gdk::ModifierType::CONTROL_MASK) || matches!(key, gdk::Key::F6 | gdk::Key::F9);
        if !somewhere && !global {
            return glib::Propagation::Proceed;
        }
        match game_keys::wish(stage, on_chart, key, modifiers) {
            Some(wish) => {
                input.emit(GameInput::Wished(wish));
                glib::Propagation::Stop
            }
            None => glib::Propagation::Proceed,
        }
    });
    root.add_controller(keys);
}

/// What the chat asks for.
fn said(output: ChatOutput) -> GameOutput {
    match output {
        ChatOutput::Say(remark) => GameOutput::Say(remark),
        ChatOutput::Mute(key) => GameOutput::Mute(key),
    }
}
