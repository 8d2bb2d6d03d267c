//! The game page: chart, tray and sidebar around one game, in practice or at a table on the network. It hands messages
//! to the domain, carries out the effects, and shows the outcome.
//!
//! * `message`: what the page begins with, is told and asks for; `keys`: what keys mean.
//! * `header`: the bar above; `clock`: the time that is left.

mod clock;
mod header;
mod keys;
mod message;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_engine::caribbean::Board;
use doubloons_net::table::copy::MarkedCopy;
use doubloons_words::{say, tr};
use gtk::glib;
use gtk::prelude::*;
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller};

use self::clock::Clock;
use self::keys::Wish;
pub(crate) use self::message::{GameInit, GameInput, GameOutput, LanInit};
use super::a11y::{self, Urgency};
use super::chat_pane::{ChatInput, ChatOutput, ChatPane};
use super::coach::{Coach, CoachInput};
use super::deck::{self, Deck};
use super::sidebar::{LanPane, Sidebar, SidebarInput};
use super::tray::{ANSWER, Tray, TrayInput, card_from_number};
use super::widget::{Banner, Chart, Herald, Ring, toast};
use super::{size, sounds, trouble};
use crate::drafts::Drafts;
use crate::game::{self, Crew, Effect, Focus, Model, Msg, Orders, Pointer, Stage, Trouble};
use crate::sound::Cue;
use crate::voyages::Journal;

/// How long digits count as one number, in milliseconds: the numbers on the chart have to be found and read meanwhile.
const TYPING: u64 = 4000;

mod words {
    pub(super) const GAME: &str = "Caribbean";
    pub(super) const SIDEBAR: &str = "Sidebar";
    pub(super) const NO_CREW: &str = "The bots could not be started; this game can’t be played.";
    pub(super) const PRACTICE: &str = "Practice";
    pub(super) const TUTORIAL: &str = "Tutorial";
}

/// The game page.
pub(crate) struct GamePage {
    model: Model,
    orders: Option<Orders>,
    deck: Deck,
    chat: Option<Controller<ChatPane>>,
    coach: Option<Coach>,
    /// Where the game is played, for the title.
    place: String,
    digits: Vec<u8>,
    typing: u64,
    /// Whether the person has to decide something, as it was told last.
    asked: bool,
    /// Whether too few are there, as it was told last.
    stranded: bool,
    journal: Option<Journal>,
    drafts: Option<Drafts>,
    /// A copy of what keys mean now, for the key handler.
    stage: Rc<RefCell<(Stage, bool)>>,
}

/// The widgets that the page changes itself.
pub(crate) struct GameWidgets {
    title: adw::WindowTitle,
    toasts: adw::ToastOverlay,
    toast: Option<adw::Toast>,
    herald: Herald,
    banner: Banner,
    clock: Clock,
}

impl Component for GamePage {
    type Init = GameInit;
    type Input = GameInput;
    type Output = GameOutput;
    type CommandOutput = ();
    type Root = Ring;
    type Widgets = GameWidgets;

    fn init_root() -> Ring {
        Ring::new()
    }

    fn init(init: GameInit, root: Ring, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let GameInit { mut model, speed, seed, lan, journal, copy_of } = init;
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
        let input = sender.input_sender().clone();
        chart.connect_asked(move |space| input.emit(GameInput::AskedAbout(space)));
        let tray = Tray::builder().launch(deck::ship_names(&board)).forward(sender.input_sender(), GameInput::Game);
        let alone = if model.is_lesson() { words::TUTORIAL } else { words::PRACTICE };
        let place = match (&lan, copy_of) {
            (Some(lan), _) => lan.table.clone(),
            (None, Some(table)) => say!("Copy of “{table}”"),
            (None, None) => tr(alone).to_owned(),
        };
        let (chat, pane, noted, drafts) = match lan {
            None => (None, None, None, None),
            Some(lan) => {
                let chat = ChatPane::builder().launch(lan.lines).forward(sender.output_sender(), said);
                let pane = LanPane { words: lan.words, chat: chat.widget().clone() };
                (Some(chat), Some(pane), lan.noted, lan.drafts)
            }
        };
        let sidebar = Sidebar::builder().launch(pane).detach();

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
        let toasts = adw::ToastOverlay::new();
        let herald = Herald::new();
        let above = gtk::Overlay::new();
        above.set_child(Some(&chart));
        above.add_overlay(herald.widget());
        toasts.set_child(Some(&above));
        let deck = Deck::new(chart, tray, sidebar, &toasts, &beside);

        let title = adw::WindowTitle::new(tr(words::GAME), "");
        let clock = Clock::new(noted);
        let header = header::header(&title, &deck.sidebar_button(), model.speed(), chat.is_some(), &sender);
        header.pack_end(clock.widget());
        root.append(&header);
        let pressed = sender.input_sender().clone();
        let banner = Banner::new(move || pressed.emit(GameInput::BannerPressed));
        let pressed = sender.input_sender().clone();
        banner.connect_other(move || pressed.emit(GameInput::BannerDeclined));
        root.append(banner.widget());
        root.append(deck.widget());
        let mut panes: Vec<&gtk::Widget> = vec![banner.widget().upcast_ref(), deck.tray.widget().upcast_ref()];
        panes.push(deck.chart.upcast_ref());
        panes.extend(coach.iter().map(|coach| coach.widget().upcast_ref::<gtk::Widget>()));
        panes.extend([deck.sidebar.widget().upcast_ref::<gtk::Widget>(), header.upcast_ref()]);
        root.set_panes(&panes);

        let replies = sender.input_sender().clone();
        let bots = if model.is_lesson() { Crew::of_lesson } else { Crew::new };
        let crew = model.setup().map_or_else(|| Crew::coach(seed), bots);
        let crew = crew.muster(move |reply| replies.emit(GameInput::Game(Msg::Answered(Box::new(reply)))));
        if crew.is_err() {
            toasts.add_toast(toast(tr(words::NO_CREW)));
        }
        let stage = Rc::new(RefCell::new((Stage::Watching, false)));
        let places = keys::Places {
            chart: deck.chart.downgrade(),
            tray: deck.tray.widget().downgrade(),
            coach: coach.as_ref().map(|coach| coach.widget().downgrade()),
            herald: herald.clone(),
        };
        keys::listen(&root, places, &stage, sender.input_sender().clone());
        size::watch(&root, sender.input_sender().clone(), |width, height| GameInput::Resized { width, height });
        sender.input(GameInput::Game(Msg::Began));
        let page = GamePage {
            model,
            orders: crew.ok(),
            deck,
            chat,
            coach,
            place,
            digits: Vec::new(),
            typing: 0,
            asked: false,
            stranded: false,
            journal,
            drafts,
            stage,
        };
        let widgets = GameWidgets { title, toasts, toast: None, herald, banner, clock };
        ComponentParts { model: page, widgets }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut GameWidgets,
        input: GameInput,
        sender: ComponentSender<Self>,
        root: &Ring,
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
                match (msg, &self.coach) {
                    (Some(msg), _) => self.happen(msg, widgets, &sender),
                    (None, Some(coach)) => {
                        coach.hint().iter().for_each(|hint| widgets.herald.tell(hint, Urgency::Answer));
                    }
                    (None, None) => {}
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
            GameInput::Coached(CoachInput::Back) => {
                let earlier = self.coach.as_mut().and_then(|coach| coach.go_back(&self.model));
                if let Some((model, effects)) = earlier {
                    self.model = model;
                    self.after(effects, widgets, &sender);
                }
                self.point();
            }
            GameInput::Coached(CoachInput::Leave) => {
                sender.output_sender().emit(GameOutput::Leave);
            }
            GameInput::Coached(CoachInput::PlayOn) => {
                if let Some(coach) = self.coach.take() {
                    if let Some(beside) = coach.widget().parent().and_downcast::<gtk::Box>() {
                        beside.remove(coach.widget());
                    }
                    self.point();
                    self.deck.tray.emit(TrayInput::FocusHand);
                    sender.output_sender().emit(GameOutput::Learned);
                }
            }
            GameInput::AskedAbout(space) => {
                let input = sender.input_sender().clone();
                self.deck.chart.explain(space, &self.model.here(space), move || {
                    input.emit(GameInput::Game(Msg::SpaceTouched(space)));
                });
            }
            GameInput::Wished(wish) => self.grant(wish, widgets, root, &sender),
            GameInput::Resized { width, height } => self.deck.resize(root, width, height),
            GameInput::TypingEnded(typing) if typing == self.typing => self.digits.clear(),
            GameInput::TypingEnded(_) => {}
            GameInput::Line(line) => {
                if let Some(chat) = &self.chat {
                    if line.is_from_others() {
                        sounds::play(Cue::Chat);
                        widgets.herald.tell(&line.spoken(), Urgency::Event);
                    }
                    chat.emit(ChatInput::Line(line));
                    self.deck.sidebar.emit(SidebarInput::ChatArrived);
                }
            }
            GameInput::People(people) => {
                if let Some(chat) = &self.chat {
                    chat.emit(ChatInput::People(people));
                }
            }
            GameInput::Say(text) => widgets.say(&text),
            GameInput::Ticked => {
                widgets.clock.show();
                if widgets.clock.is_running() {
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
                Some(Trouble::Watching { seat: Some(seat), .. }) => {
                    sender.input(GameInput::Game(Msg::SeatWanted(seat)));
                }
                Some(Trouble::Break { .. }) => sender.input(GameInput::Game(Msg::BreakEnded)),
                Some(Trouble::LostTable { copy: true, .. }) => sender.output_sender().emit(GameOutput::Copy),
                Some(Trouble::InCopy { .. }) => sender.output_sender().emit(GameOutput::ToTable),
                _ => {}
            },
        }
        self.deck.chart.show_numbers(&self.digits);
    }
}

impl GamePage {
    /// Whether the coach of the tutorial is beside the chart.
    pub(crate) fn has_coach(&self) -> bool {
        self.coach.is_some()
    }

    /// Whether the tutorial has been taken to its end, and the person is still there.
    pub(crate) fn has_learned(&self) -> bool {
        self.coach.as_ref().is_some_and(Coach::is_done)
    }

    /// Whether this is the tutorial, with the coach or without.
    pub(crate) fn is_lesson(&self) -> bool {
        self.model.is_lesson()
    }

    /// The journal of a practice game that is kept.
    pub(crate) fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// The copy of this game to play on in.
    pub(crate) fn copied(&self, copy: MarkedCopy) -> Option<Model> {
        self.model.copied(copy)
    }

    /// Lets something happen in the game and does what follows from it.
    fn happen(&mut self, msg: Msg, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        let effects = game::update(&mut self.model, msg);
        self.after(effects, widgets, sender);
    }

    /// Shows the game as it is now, and does what follows from what happened.
    fn after(&mut self, effects: Vec<Effect>, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
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
        self.deck.chart.point_at(spaces.unwrap_or_default());
        self.deck.sidebar.emit(SidebarInput::PointAtRace(pointers.contains(&Pointer::Race)));
        self.deck.tray.emit(TrayInput::PointAt(pointers));
    }

    fn show(&mut self, widgets: &mut GameWidgets) {
        let round = self.model.round_summary();
        widgets.title.set_subtitle(&say!(
            "{place} · Round {round} · {phase}",
            place = self.place,
            round = round.round.max(1),
            phase = round.phase
        ));
        for entry in self.deck.show(&self.model, self.model.speed()) {
            widgets.herald.tell(&entry.text, Urgency::Event);
        }
        let trouble = self.model.trouble();
        let (could_play, can_play) =
            (self.deck.tray.widget().get_sensitive(), !trouble.as_ref().is_some_and(Trouble::holds_everything_up));
        self.deck.tray.widget().set_sensitive(can_play);
        let before = widgets.banner.says();
        let on_banner = widgets.banner.widget().focus_child().is_some();
        widgets.banner.show(trouble.as_ref().map(trouble::notice));
        // The tray had the focus, and what can't be used loses it; or the banner has it, and is gone now.
        let lost_focus = (!could_play && self.nothing_has_focus()) || (on_banner && trouble.is_none());
        if let Some(focus) = self.model.focus().filter(|_| can_play && lost_focus) {
            self.put_focus(focus);
        }
        match (&before, widgets.banner.says()) {
            (before, Some(news)) if before.as_ref() != Some(&news) => widgets.herald.note(&news),
            // A trouble that has passed is not what was told last: the game goes on.
            (Some(_), None) => widgets.herald.tell(&self.model.awaited(), Urgency::Event),
            _ => {}
        }
        self.stage.replace((self.model.stage().clone(), self.model.is_showing()));
    }

    /// Tells when the person has to decide something and when the others are gone, and when that has passed.
    fn tell_whether_asked(&mut self, sender: &ComponentSender<GamePage>) {
        let asked = matches!(self.model.stage(), Stage::Bribing(_) | Stage::Tie { .. } | Stage::Commanding(_));
        if std::mem::replace(&mut self.asked, asked) != asked {
            sender.output_sender().emit(GameOutput::Asked(asked));
        }
        let stranded = matches!(self.model.trouble(), Some(Trouble::LostTable { .. }));
        if std::mem::replace(&mut self.stranded, stranded) != stranded {
            sender.output_sender().emit(GameOutput::Stranded(stranded));
        }
    }

    /// Lets the clock run while a decision is asked for.
    fn set_clock(&self, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        let ran = widgets.clock.is_running();
        if let Some(decision) = widgets.clock.set(self.model.time_limit()) {
            sender.output_sender().emit(GameOutput::TimeBegan(decision));
        }
        if widgets.clock.is_running() && !ran {
            tick(sender);
        }
    }

    fn carry_out(&self, effect: Effect, widgets: &mut GameWidgets, sender: &ComponentSender<Self>) {
        match effect {
            Effect::Ask(order) => {
                // Without a crew the person was told so at the beginning.
                if let Some(orders) = &self.orders {
                    orders.send(*order);
                }
            }
            Effect::CallOffHint => self.orders.iter().for_each(Orders::call_off_hint),
            Effect::Wait { ticket, millis } => {
                let input = sender.input_sender().clone();
                glib::timeout_add_local_once(Duration::from_millis(millis.into()), move || {
                    input.emit(GameInput::Game(Msg::TimePassed { ticket }));
                });
            }
            Effect::Refuse(text) => {
                widgets.say(&text);
                self.deck.refuse(&self.model);
            }
            Effect::Tell(text) => widgets.say(&text),
            Effect::Focus(focus) => {
                widgets.herald.call(&self.model.awaited());
                // Somebody who is typing is not interrupted, and the coach leads by herself.
                if self.coach.is_none() && !self.somebody_types() {
                    self.put_focus(focus);
                }
            }
            Effect::Sound(cue) => sounds::play(cue),
            Effect::AskForSeat(seat) => sender.output_sender().emit(GameOutput::AskForSeat(seat)),
            Effect::Send(wish) => sender.output_sender().emit(GameOutput::Wish(wish)),
            Effect::Keep(record) => {
                if let Some(journal) = &self.journal {
                    journal.write(record);
                }
            }
            Effect::KeepDraft(draft) => self.drafts.iter().for_each(|drafts| drafts.keep(draft)),
            Effect::Finish(results) => {
                if let Some(journal) = &self.journal {
                    journal.finish();
                }
                sender.output_sender().emit(GameOutput::Finished(results));
            }
        }
    }

    fn grant(&mut self, wish: Wish, widgets: &mut GameWidgets, root: &Ring, sender: &ComponentSender<Self>) {
        let typed = !self.digits.is_empty();
        if !matches!(wish, Wish::Digit(_)) {
            self.digits.clear();
        }
        match wish {
            Wish::Game(msg) => sender.input(GameInput::Game(msg)),
            Wish::FocusBerth(berth) => self.deck.tray.emit(TrayInput::FocusBerth(berth)),
            Wish::Lay(card) => self.deck.tray.emit(TrayInput::Lay(card)),
            Wish::TakeBack => self.deck.tray.emit(TrayInput::TakeBackFocused),
            Wish::Towards(angle) => {
                self.deck.chart.focus_towards(angle);
            }
            Wish::Digit(digit) => {
                self.digits.push(digit);
                self.typing += 1;
                let typing = self.typing;
                let input = sender.input_sender().clone();
                glib::timeout_add_local_once(Duration::from_millis(TYPING), move || {
                    input.emit(GameInput::TypingEnded(typing));
                });
                match keys::numbered(&self.digits, self.model.board().space_count()) {
                    keys::Typed::Goes(space) => self.deck.chart.focus_space(space),
                    keys::Typed::Done(space) => {
                        self.digits.clear();
                        self.deck.chart.focus_space(space);
                    }
                    keys::Typed::Nothing => self.digits.clear(),
                }
            }
            Wish::WhatIsAwaited => {
                let awaited = self.coach.as_ref().map_or_else(|| self.what_now(), Coach::spoken);
                widgets.read(|herald| herald.read(&awaited));
            }
            Wish::WhatHappened => widgets.read(Herald::look_back),
            Wish::NextPane => {
                root.focus_next();
            }
            Wish::Escape => self.take_back(typed, sender),
            Wish::Sidebar => self.deck.reveal_sidebar(!self.deck.reveals_sidebar()),
            Wish::Chat => {
                if let Some(chat) = &self.chat {
                    self.deck.reveal_sidebar(true);
                    self.deck.sidebar.emit(SidebarInput::ShowChat);
                    chat.emit(ChatInput::Focus);
                }
            }
        }
    }

    /// Takes back what was begun: a number, a card that was picked, an act whose ship is not named, a look around on the
    /// chart. Where there is nothing of that kind, Escape leads out of the tutorial.
    fn take_back(&self, typed: bool, sender: &ComponentSender<Self>) {
        let begun = match self.model.stage() {
            Stage::Bribing(draft) => draft.pick().map(|_| Msg::CardLifted(None)),
            Stage::Commanding(voyage) => voyage.choosing().map(Msg::ActPressed),
            _ => None,
        };
        let elsewhere = typed || self.deck.chart.focus_child().is_some();
        match (&self.coach, begun) {
            (_, Some(msg)) => sender.input(GameInput::Game(msg)),
            (Some(coach), None) if elsewhere => coach.take_focus(),
            (Some(_), None) => sender.input(GameInput::Coached(CoachInput::Leave)),
            (None, None) => {
                let active = self.model.scene().active.filter(|_| matches!(self.model.stage(), Stage::Commanding(_)));
                active.filter(|_| elsewhere).iter().for_each(|&ship| self.deck.chart.focus_ship(ship));
            }
        }
    }

    /// What the table waits for, and what keeps it from going on.
    fn what_now(&self) -> String {
        let awaited = self.model.awaited();
        match self.model.trouble() {
            Some(trouble) => format!("{} {awaited}", trouble::notice(&trouble).text),
            None => awaited,
        }
    }

    /// Puts the focus where a decision begins.
    fn put_focus(&self, focus: Focus) {
        match focus {
            Focus::Hand => self.deck.tray.emit(TrayInput::FocusHand),
            Focus::Tie => self.deck.tray.emit(TrayInput::FocusTie),
            Focus::Ship(ship) => self.deck.chart.focus_ship(ship),
        }
    }

    fn nothing_has_focus(&self) -> bool {
        self.deck.widget().root().is_some_and(|root| root.focus().is_none())
    }

    /// Whether the focus is in a field for text. It may also be in the sidebar because a button that had it is gone.
    fn somebody_types(&self) -> bool {
        let focus = self.deck.sidebar.widget().root().and_then(|root| root.focus());
        focus.is_some_and(|widget| widget.is::<gtk::Text>() || widget.is::<gtk::TextView>())
    }
}

impl GameWidgets {
    /// Lets something be read, where else a toast would lie.
    fn read(&mut self, read: impl FnOnce(&Herald)) {
        if let Some(toast) = self.toast.take() {
            toast.dismiss();
        }
        read(&self.herald);
    }

    /// Says something briefly; what was said before gives way.
    fn say(&mut self, text: &str) {
        if let Some(toast) = self.toast.take() {
            toast.dismiss();
        }
        self.herald.tell(text, Urgency::Answer);
        let toast = toast(text);
        toast.set_timeout(3);
        self.toasts.add_toast(toast.clone());
        self.toast = Some(toast);
    }
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

/// What the chat asks for.
fn said(output: ChatOutput) -> GameOutput {
    match output {
        ChatOutput::Say(remark) => GameOutput::Say(remark),
        ChatOutput::Mute(key) => GameOutput::Mute(key),
    }
}

/// Lets a second pass.
fn tick(sender: &ComponentSender<GamePage>) {
    let input = sender.input_sender().clone();
    // The page may be gone by then.
    glib::timeout_add_local_once(Duration::from_secs(1), move || drop(input.send(GameInput::Ticked)));
}
