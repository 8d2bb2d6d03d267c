//! The wooden tray under the chart: the only part of the game page that changes with the phase.

mod bids;
mod bribing;
mod command;
mod room;
mod tie;
mod turn;
mod watch;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use doubloons_engine::caribbean::Card;
use gtk::prelude::*;
use gtk::{gdk, glib};
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use self::bids::Seen;
use self::bribing::BribingPage;
pub(crate) use self::bribing::card_from_number;
use self::command::CommandPage;
use self::room::Room;
pub(crate) use self::tie::ANSWER;
use self::tie::TiePage;
use self::watch::WatchPage;
use crate::game::{Berth, Msg, Pointer, Speed, Tray as Content};
use crate::paint::wood;
use crate::ui::widget::Layer;
use crate::ui::{motion, size, theme};

/// The widest that what lies on the tray may be.
const REACH: i32 = 1280;

/// A window that is lower has no room for long advice, least of all with writing that is larger than this.
const LOW: i32 = 760;
const HUGE: f64 = 1.4;

/// How long the tray trembles; the style sheet says the same.
const TREMBLES: Duration = Duration::from_millis(240);

/// How large things are: there are two sizes, for large and for small windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Size {
    /// As designed.
    #[default]
    Full,
    /// For windows that are low.
    Compact,
}

impl Size {
    /// The height of the tray.
    fn tray_height(self) -> i32 {
        match self {
            Size::Full => 178,
            Size::Compact => 136,
        }
    }

    /// How large a card is, compared with its design.
    pub(super) fn card_scale(self) -> f64 {
        match self {
            Size::Full => 1.0,
            Size::Compact => 0.74,
        }
    }

    /// A card's size in this size of tray, `share` of a whole card.
    pub(super) fn card(self, share: f64) -> (i32, i32) {
        let scale = self.card_scale() * share;
        ((crate::paint::CARD_WIDTH * scale).round() as i32, (crate::paint::CARD_HEIGHT * scale).round() as i32)
    }
}

/// How things are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct View {
    /// How large.
    pub(super) size: Size,
    /// How fast they move.
    pub(super) speed: Speed,
}

/// What the tray is told.
#[derive(Debug)]
pub(crate) enum TrayInput {
    /// Show this, with movements at this speed.
    Show(Box<Content>, Speed),
    /// The window is low, or not.
    Compact(bool),
    /// What was asked for can't be done.
    Tremble,
    /// Nothing here is shown by itself.
    NothingToSkip,
    /// Put the focus on the first card of the hand, or the first place if all cards are laid.
    FocusHand,
    /// Put the focus on the first answer in a tie.
    FocusTie,
    /// Put the focus on a berth.
    FocusBerth(Berth),
    /// Lay a card in the focused berth if it is empty, otherwise in the next one that is.
    Lay(Card),
    /// Take the card in the focused berth back.
    TakeBackFocused,
    /// The coach points at these, as far as they are here.
    PointAt(Vec<Pointer>),
}

/// The tray.
pub(crate) struct Tray {
    content: gtk::Box,
    room: Rc<Room>,
    bribing: BribingPage,
    watch: WatchPage,
    tie: TiePage,
    command: CommandPage,
    shown: Option<Content>,
    view: View,
}

impl SimpleComponent for Tray {
    type Init = Vec<String>;
    type Input = TrayInput;
    type Output = Msg;
    type Root = gtk::Overlay;
    type Widgets = ();

    fn init_root() -> gtk::Overlay {
        gtk::Overlay::new()
    }

    fn init(ship_names: Vec<String>, root: gtk::Overlay, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let tell = {
            let output = sender.output_sender().clone();
            // The page that listens may be gone already while the window closes.
            move |msg: Msg| output.emit(msg)
        };
        let bribing = BribingPage::new(&ship_names, tell.clone());
        let seen = Rc::new(RefCell::new(Seen::default()));
        let watch = WatchPage::new(&seen, tell.clone());
        let tie = TiePage::new(&seen, tell.clone());
        let command = CommandPage::new(&seen, tell);
        // Not a stack: what is not on the tray must not be found by a screen reader either.
        let pages = gtk::Box::new(gtk::Orientation::Vertical, 0);
        for page in [&bribing.root, &watch.root, &tie.root, &command.root] {
            page.set_vexpand(true);
            page.set_visible(false);
            pages.append(page);
        }
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let rim = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        rim.add_css_class("tray-rim");
        content.append(&rim);
        // On a wide screen everything stays within reach of the pointer.
        let reach = adw::Clamp::new();
        reach.set_maximum_size(REACH);
        reach.set_tightening_threshold(REACH);
        reach.set_child(Some(&pages));
        reach.add_css_class("tray");
        reach.set_vexpand(true);
        content.append(&reach);
        let planks = Layer::painted(0, 0, |cr, width, height| wood(cr, theme::palette(), width, height));
        root.set_child(Some(&planks));
        root.add_overlay(&content);
        root.set_measure_overlay(&content, true);
        root.set_clip_overlay(&content, true);
        // By itself an overlay is as high as it would have to be if it were as narrow as it can be, and is cut off below.
        root.connect_get_child_position(|tray, _| Some(gdk::Rectangle::new(0, 0, tray.width(), tray.height())));
        let room = Room::new(&content, &reach, Size::Full.tray_height());
        let tray = Tray { content, room, bribing, watch, tie, command, shown: None, view: View::default() };
        ComponentParts { model: tray, widgets: () }
    }

    fn update(&mut self, input: TrayInput, sender: ComponentSender<Self>) {
        match input {
            TrayInput::Show(content, speed) => {
                self.view.speed = speed;
                self.show(*content);
            }
            TrayInput::Compact(compact) => {
                let size = if compact { Size::Compact } else { Size::Full };
                if self.view.size != size {
                    self.view.size = size;
                    self.room.begin(size.tray_height());
                    self.bribing.resize(size);
                    if let Some(content) = self.shown.take() {
                        self.show(content);
                    }
                } else {
                    self.allow_lines();
                    self.room.check();
                }
            }
            TrayInput::Tremble => self.tremble(),
            TrayInput::NothingToSkip => self.watch.forget_skipping(),
            TrayInput::FocusHand => self.bribing.focus_hand(),
            TrayInput::FocusTie => self.tie.focus(),
            TrayInput::FocusBerth(berth) => self.bribing.focus_berth(berth),
            TrayInput::Lay(card) => {
                let empty = self.bribing.focused_berth().filter(|&berth| self.bribing.is_empty(berth));
                sender.output_sender().emit(match empty {
                    Some(berth) => Msg::CardDropped(card, berth),
                    None => Msg::CardHurried(card),
                });
            }
            TrayInput::PointAt(pointers) => {
                self.bribing.point_at(&pointers);
                self.tie.point_at(&pointers);
                self.command.point_at(&pointers);
            }
            TrayInput::TakeBackFocused => {
                if let Some(berth) = self.bribing.focused_berth() {
                    sender.output_sender().emit(Msg::CardTakenBack(berth));
                }
            }
        }
    }
}

impl Tray {
    /// Lets everything on the tray tremble briefly.
    fn tremble(&self) {
        const CLASS: &str = "trembles";
        if motion::is_reduced() || self.content.has_css_class(CLASS) {
            return;
        }
        self.content.add_css_class(CLASS);
        let content = self.content.downgrade();
        glib::timeout_add_local_once(TREMBLES, move || {
            if let Some(content) = content.upgrade() {
                content.remove_css_class(CLASS);
            }
        });
    }

    /// Lets the coach fill as many lines as leave room for the chart and for the cards.
    fn allow_lines(&self) {
        let height = self.content.root().map_or(0, |window| window.height());
        let lines = match (height < LOW, size::text_scale() > HUGE) {
            (false, _) => 8,
            (true, false) => 5,
            (true, true) => 4,
        };
        self.bribing.allow_lines(lines);
        self.tie.allow_lines(lines);
    }

    fn show(&mut self, content: Content) {
        if self.shown.as_ref() == Some(&content) {
            return;
        }
        let page = match &content {
            Content::Bribing(tray) => {
                self.bribing.show(tray, self.view);
                &self.bribing.root
            }
            Content::Watching(tray) => {
                self.watch.show(tray, self.view);
                &self.watch.root
            }
            Content::Tie(tray) => {
                self.tie.show(tray, self.view);
                &self.tie.root
            }
            Content::Commanding(tray) => {
                self.command.show(tray, self.view);
                &self.command.root
            }
        };
        for other in [&self.bribing.root, &self.watch.root, &self.tie.root, &self.command.root] {
            other.set_visible(other == page);
        }
        self.allow_lines();
        self.room.make(is_advice(&content));
        self.shown = Some(content);
    }
}

/// Whether the coach says something, which takes more room than what else lies there.
fn is_advice(content: &Content) -> bool {
    match content {
        Content::Bribing(tray) => tray.advised,
        Content::Tie(tray) => tray.advice.is_some(),
        Content::Commanding(tray) => tray.suggested,
        Content::Watching(_) => false,
    }
}

/// Marks what the coach points at.
pub(crate) fn mark(widget: &impl IsA<gtk::Widget>, pointed_at: bool) {
    if pointed_at {
        widget.add_css_class("pointed-at");
    } else {
        widget.remove_css_class("pointed-at");
    }
}

/// A label of the tray.
pub(super) fn label(class: &str) -> gtk::Label {
    let label = gtk::Label::new(None);
    label.add_css_class(class);
    label.set_xalign(0.0);
    label
}

/// A button with a heading and a line below.
pub(super) fn two_line_button(heading: &str, below: &str) -> (gtk::Button, gtk::Label) {
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.set_valign(gtk::Align::Center);
    content.append(&gtk::Label::new(Some(heading)));
    let sub = gtk::Label::new(Some(below));
    sub.add_css_class("sub");
    content.append(&sub);
    let button = gtk::Button::new();
    button.set_child(Some(&content));
    (button, sub)
}
