//! The tray while bribes are laid: the hand, the six berths and the tie-breaker.

use std::cell::Cell;
use std::rc::Rc;

use doubloons_engine::caribbean::{Card, Colour};
use doubloons_words::{say, say_count, tr};
use gtk::prelude::*;
use gtk::{cairo, gdk, glib};

use super::turn::paint_turning;
use super::{Size, View, label, mark, two_line_button};
use crate::game::{Berth, BribingTray, Msg, Pick, Pointer, Speed, card_name};
use crate::paint::{self, Brush, CARD_HEIGHT, CARD_WIDTH, Ink};
use crate::ui::widget::{Fan, Painted};
use crate::ui::{a11y, motion, theme};

mod words {
    pub(super) const TITLE: &str = "Your bribes";
    pub(super) const HINT: &str = "A–F ship · R tie-breaker · 0–5 card · T thief";
    pub(super) const SEAL: &str = "Seal";
    pub(super) const SUGGEST: &str = "Suggest";
    pub(super) const CLEAR: &str = "Clear";
    pub(super) const BREAK: &str = "Break the Seal";
    pub(super) const TIE_BREAKER: &str = "Tie-breaker";
    pub(super) const HAND: &str = "Your hand";
}

/// What a berth shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    Nothing,
    Face(Card),
    Sealed(Card, Colour),
}

/// How far the sealing of a card has come, from 0 to 1: first it turns over, then the wax is pressed on.
const TURNED_BY: f64 = 0.5;
/// How long it takes, and how much later the next card begins, in milliseconds.
const SEALING: u32 = 420;
const NEXT: u32 = 35;

struct BerthWidget {
    berth: Berth,
    button: Painted,
    shows: Rc<Cell<Shows>>,
    rim: Rc<Cell<Rim>>,
    sealed: Rc<Cell<f64>>,
    card: Rc<Cell<Option<Card>>>,
}

/// What is around a berth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Rim {
    #[default]
    None,
    /// A card waits for a berth; this is one.
    Wanted,
    /// The berth was touched and waits for a card.
    Picked,
}

/// The page for laying bribes.
pub(super) struct BribingPage {
    pub(super) root: gtk::Box,
    title: gtk::Label,
    message: gtk::Label,
    fan: Fan,
    hand: Vec<(Card, Painted, Rc<Cell<bool>>)>,
    berths: Vec<BerthWidget>,
    seal: gtk::Button,
    seal_below: gtk::Label,
    suggest: gtk::Button,
    clear: gtk::Button,
    break_seal: gtk::Button,
    hint: gtk::Label,
    sealed: Cell<bool>,
}

/// What may be touched.
const GOLD: Ink = Ink::hex(0xf2b632);

/// Room around a card in the air.
const LIFT: f64 = 18.0;

/// From how many characters on a message gets the whole line.
const LONG_MESSAGE: usize = 70;

impl BribingPage {
    pub(super) fn new(ship_names: &[String], tell: impl Fn(Msg) + Clone + 'static) -> BribingPage {
        let root = gtk::Box::new(gtk::Orientation::Vertical, 4);
        let header = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        let title = label("title");
        title.set_label(tr(words::TITLE));
        title.set_valign(gtk::Align::Start);
        let message = label("dim");
        message.set_hexpand(true);
        message.set_wrap(true);
        message.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let hint = label("dim");
        hint.set_label(tr(words::HINT));
        header.append(&title);
        header.append(&message);
        header.append(&hint);
        root.append(&header);

        let row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        row.set_vexpand(true);
        let fan = Fan::new();
        fan.set_hexpand(true);
        fan.set_valign(gtk::Align::Center);
        a11y::set_label(&fan, tr(words::HAND));
        let hand = Card::ALL
            .into_iter()
            .map(|card| {
                let picked = Rc::new(Cell::new(false));
                let button = hand_card(card, &picked, tell.clone());
                fan.add(&button);
                (card, button, picked)
            })
            .collect();
        row.append(&fan);

        let mut berths = Vec::new();
        for berth in Berth::ALL {
            if berth == Berth::Reserve {
                row.append(&gtk::Separator::new(gtk::Orientation::Vertical));
            }
            let (column, widget) = berth_column(berth, ship_names, tell.clone());
            row.append(&column);
            berths.push(widget);
        }

        let buttons = gtk::Box::new(gtk::Orientation::Vertical, 6);
        buttons.set_valign(gtk::Align::Center);
        buttons.set_margin_start(8);
        let (seal, seal_below) = two_line_button(tr(words::SEAL), "");
        let suggest = gtk::Button::with_label(tr(words::SUGGEST));
        let clear = gtk::Button::with_label(tr(words::CLEAR));
        let break_seal = gtk::Button::with_label(tr(words::BREAK));
        for (button, msg) in [
            (&seal, Msg::SealPressed),
            (&suggest, Msg::SuggestionAsked),
            (&clear, Msg::Cleared),
            (&break_seal, Msg::SealBroken),
        ] {
            button.set_size_request(124, -1);
            buttons.append(button);
            let tell = tell.clone();
            button.connect_clicked(move |_| tell(msg.clone()));
        }
        // Keys mean cards again at once: a button that has nothing left to do loses them.
        if let Some(first) = berths.first().map(|widget| widget.button.clone()) {
            clear.connect_clicked(move |_| {
                first.grab_focus();
            });
        }
        row.append(&buttons);
        root.append(&row);
        BribingPage {
            root,
            title,
            message,
            fan,
            hand,
            berths,
            seal,
            seal_below,
            suggest,
            clear,
            break_seal,
            hint,
            sealed: Cell::new(false),
        }
    }

    pub(super) fn show(&self, tray: &BribingTray, View { size, speed }: View) {
        // In a small window the coach needs all of the width.
        self.title.set_visible(size == Size::Full || !tray.advised);
        self.message.set_label(&tray.message);
        self.message.set_tooltip_text(Some(&tray.message));
        // What the coach has to say needs the room more than the reminder of the keys.
        let has_room = tray.message.chars().count() <= LONG_MESSAGE && !tray.sealed;
        self.hint.set_label(if has_room { tr(words::HINT) } else { "" });
        let were_sealed = self.sealed.replace(tray.sealed);
        let seals = tray.sealed && !were_sealed;
        for (card, button, picked) in &self.hand {
            picked.set(tray.pick == Some(Pick::Card(*card)));
            let state = if picked.get() { tr("picked up") } else { tr("in hand") };
            button.set_label(&format!("{}, {state}", card_name(*card)));
            button.set_visible(tray.hand.contains(card));
            button.queue_draw();
        }
        for (index, widget) in self.berths.iter().enumerate() {
            let card = tray.berths[widget.berth.index()];
            widget.card.set(card.filter(|_| !tray.sealed));
            widget.shows.set(match card {
                None => Shows::Nothing,
                Some(card) if tray.sealed => Shows::Sealed(card, tray.colour),
                Some(card) => Shows::Face(card),
            });
            widget.rim.set(match tray.pick {
                Some(Pick::Berth(berth)) if berth == widget.berth => Rim::Picked,
                Some(Pick::Card(picked)) if card != Some(picked) => Rim::Wanted,
                _ => Rim::None,
            });
            if seals {
                widget.press_seal(index as u32, speed);
            }
            widget.button.set_label(&tray.berth_names[widget.berth.index()]);
            widget.button.queue_draw();
        }
        let below = to_lay(tray.missing);
        self.seal_below.set_label(&below);
        a11y::set_label(&self.seal, &format!("{}, {below}", tr(words::SEAL)));
        let (on, off) = if tray.missing == 0 { ("gold", "wait") } else { ("wait", "gold") };
        self.seal.add_css_class(on);
        self.seal.remove_css_class(off);
        for button in [&self.seal, &self.suggest, &self.clear] {
            button.set_visible(!tray.sealed);
        }
        self.break_seal.set_visible(tray.sealed);
        self.clear.set_sensitive(tray.missing < Berth::ALL.len());
        self.keep_width();
    }

    /// Makes every button as wide as the widest words that any of them ever says, those that are hidden now among them: the
    /// places beside them must not move when others are shown.
    fn keep_width(&self) {
        let texts: Vec<String> = (0..=Berth::ALL.len()).map(to_lay).collect();
        let heading = self.seal_below.prev_sibling().and_downcast::<gtk::Label>();
        let wide = |label: &gtk::Label, text: &str| label.create_pango_layout(Some(text)).pixel_size().0;
        let buttons = [&self.suggest, &self.clear, &self.break_seal];
        let labels = buttons.iter().filter_map(|button| button.child().and_downcast::<gtk::Label>()).chain(heading);
        let widest = labels
            .map(|label| wide(&label, &label.text()))
            .chain(texts.iter().map(|text| wide(&self.seal_below, text)))
            .max();
        for button in [&self.seal, &self.suggest, &self.clear, &self.break_seal] {
            button.child().iter().for_each(|words| words.set_width_request(widest.unwrap_or(-1)));
        }
    }

    /// How many lines the coach may fill. What does not fit is in the tooltip.
    pub(super) fn allow_lines(&self, lines: i32) {
        self.message.set_lines(lines);
    }

    pub(super) fn resize(&self, size: Size) {
        let (width, height) = size.card(1.0);
        for (_, button, _) in &self.hand {
            button.set_size(width, height);
        }
        for widget in &self.berths {
            widget.button.set_size(width + 6, height + 6);
        }
        self.hint.set_visible(size == Size::Full);
        let wide = if size == Size::Full { 144 } else { 124 };
        for button in [&self.seal, &self.suggest, &self.clear, &self.break_seal] {
            button.set_size_request(wide, -1);
        }
    }

    pub(super) fn point_at(&self, pointers: &[Pointer]) {
        mark(&self.fan, pointers.contains(&Pointer::Hand));
        mark(&self.suggest, pointers.contains(&Pointer::Suggest));
        mark(&self.seal, pointers.contains(&Pointer::Seal));
        for (card, button, _) in &self.hand {
            mark(button, pointers.contains(&Pointer::Card(*card)));
        }
        for widget in &self.berths {
            mark(&widget.button, pointers.contains(&Pointer::Berth(widget.berth)));
        }
    }

    /// Puts the focus on the first card of the hand, or on the first place if all cards are laid.
    pub(super) fn focus_hand(&self) {
        let in_hand = self.hand.iter().map(|(_, button, _)| button).filter(|button| button.is_visible());
        let laid = self.berths.iter().map(|widget| &widget.button);
        if let Some(first) = in_hand.chain(laid).next() {
            first.grab_focus();
        }
    }

    pub(super) fn focus_berth(&self, berth: Berth) {
        if let Some(widget) = self.berths.iter().find(|widget| widget.berth == berth) {
            widget.button.grab_focus();
        }
    }

    pub(super) fn is_empty(&self, berth: Berth) -> bool {
        self.berths.iter().any(|widget| widget.berth == berth && widget.shows.get() == Shows::Nothing)
    }

    pub(super) fn focused_berth(&self) -> Option<Berth> {
        self.berths.iter().find(|widget| widget.button.has_focus()).map(|widget| widget.berth)
    }
}

/// How many cards are still to be laid, in words.
fn to_lay(missing: usize) -> String {
    match missing {
        0 => say!("all cards laid"),
        several => say_count!(several, "1 card to lay", "{count} cards to lay"),
    }
}

fn hand_card(card: Card, picked: &Rc<Cell<bool>>, tell: impl Fn(Msg) + Clone + 'static) -> Painted {
    let (width, height) = Size::Full.card(1.0);
    let button = Painted::new(width, height);
    let look = Rc::clone(picked);
    button.set_painter(move |cr, width, height| {
        if look.get() {
            cr.rounded(-3.0, -3.0, width + 6.0, height + 6.0, 8.0);
            cr.filled(Ink::hex(0xf2b632));
        }
        paint_scaled(cr, width, height, |cr| paint::card_face(cr, theme::palette(), card));
    });
    let lifted = tell.clone();
    button.connect_pressed(move |times| {
        tell(if times > 1 { Msg::CardHurried(card) } else { Msg::CardTouched(card) });
    });
    make_draggable(&button, move || Some(card), lifted);
    button
}

fn berth_column(berth: Berth, ship_names: &[String], tell: impl Fn(Msg) + Clone + 'static) -> (gtk::Box, BerthWidget) {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 4);
    // Words above it take more lines or fewer, and there are more buttons beside it or fewer: it stays where it is.
    column.set_valign(gtk::Align::End);
    let (width, height) = Size::Full.card(1.0);
    let button = Painted::new(width + 6, height + 6);
    button.set_halign(gtk::Align::Center);
    let shows = Rc::new(Cell::new(Shows::Nothing));
    let rim = Rc::new(Cell::new(Rim::None));
    let sealed = Rc::new(Cell::new(1.0));
    let card = Rc::new(Cell::new(None));
    let (look, lit, wax) = (Rc::clone(&shows), Rc::clone(&rim), Rc::clone(&sealed));
    button.set_painter(move |cr, width, height| {
        paint_rim(cr, look.get(), lit.get(), width, height);
        cr.translate(3.0, 3.0);
        paint_berth(cr, berth, look.get(), wax.get(), (width - 6.0, height - 6.0));
    });
    let pressed = tell.clone();
    button.connect_pressed(move |times| {
        pressed(if times > 1 { Msg::CardTakenBack(berth) } else { Msg::BerthTouched(berth) });
    });
    let laid = Rc::clone(&card);
    make_draggable(&button, move || laid.get(), tell.clone());
    let target = gtk::DropTarget::new(i32::static_type(), gdk::DragAction::MOVE);
    target.connect_drop(move |_, value, _, _| {
        let card = value.get::<i32>().ok().and_then(card_from_number);
        if let Some(card) = card {
            tell(Msg::CardDropped(card, berth));
        }
        card.is_some()
    });
    button.add_controller(target);
    column.append(&button);
    let name = gtk::Box::new(gtk::Orientation::Horizontal, 5);
    name.set_halign(gtk::Align::Center);
    let words = label("berth-name");
    match berth {
        Berth::Ship(ship) => {
            let badge = label("badge");
            badge.set_label(&ship.letter().to_string());
            name.append(&badge);
            words.set_label(ship_names.get(ship.index()).map_or("", String::as_str));
        }
        Berth::Reserve => words.set_label(tr(words::TIE_BREAKER)),
    }
    name.append(&words);
    column.append(&name);
    (column, BerthWidget { berth, button, shows, rim, sealed, card })
}

impl BerthWidget {
    /// Turns the card over and presses the wax on.
    fn press_seal(&self, index: u32, speed: Speed) {
        let sealed = Rc::clone(&self.sealed);
        let (delay, lasts) = (index * NEXT, index * NEXT + SEALING);
        let begins = f64::from(delay) / f64::from(lasts);
        motion::run(&self.button, speed.scale(lasts), move |button, share| {
            sealed.set(motion::part(share, begins, 1.0));
            button.queue_draw();
        });
    }
}

fn paint_rim(cr: &cairo::Context, shows: Shows, rim: Rim, width: f64, height: f64) {
    match rim {
        Rim::Picked => {
            cr.rounded(-1.0, -1.0, width + 2.0, height + 2.0, 9.0);
            cr.filled(GOLD);
        }
        Rim::Wanted => {
            cr.rounded(0.5, 0.5, width - 1.0, height - 1.0, 8.0);
            cr.filled_keep(GOLD.alpha(0.22));
            cr.lined(GOLD, 2.0);
        }
        Rim::None if shows != Shows::Nothing => {
            cr.rounded(0.0, 0.0, width, height, 8.0);
            cr.filled(Ink::black(0.4));
        }
        Rim::None => {}
    }
}

fn paint_berth(cr: &cairo::Context, berth: Berth, shows: Shows, sealed: f64, (width, height): (f64, f64)) {
    let palette = theme::palette();
    match shows {
        Shows::Face(card) => paint_scaled(cr, width, height, |cr| paint::card_face(cr, palette, card)),
        Shows::Sealed(card, colour) => {
            let back = |cr: &cairo::Context| {
                paint::card_back(cr, palette, colour);
                paint::card_seal(cr, colour, motion::part(sealed, TURNED_BY, 1.0));
            };
            let turned = motion::part(sealed, 0.0, TURNED_BY);
            paint_turning(cr, (width, height), turned, |cr| paint::card_face(cr, palette, card), back);
        }
        Shows::Nothing => paint_scaled(cr, width, height, |cr| {
            let (ship, rim) = match berth {
                Berth::Ship(ship) => (Some(ship), Ink::hex(0xdcc5a0).alpha(0.6)),
                Berth::Reserve => (None, GOLD.alpha(0.85)),
            };
            paint::empty_berth(cr, palette, ship, rim);
        }),
    }
}

fn paint_scaled(cr: &cairo::Context, width: f64, height: f64, paint: impl FnOnce(&cairo::Context)) {
    cr.aside(|| {
        cr.scale(width / CARD_WIDTH, height / CARD_HEIGHT);
        paint(cr);
    });
}

/// Lets a card be dragged away; the payload is its number.
fn make_draggable(
    button: &Painted,
    card: impl Fn() -> Option<Card> + Clone + 'static,
    tell: impl Fn(Msg) + Clone + 'static,
) {
    let source = gtk::DragSource::new();
    source.set_actions(gdk::DragAction::MOVE);
    let weak = glib::object::ObjectExt::downgrade(button);
    let dragged = card.clone();
    source.connect_prepare(move |source, x, y| {
        let card = dragged()?;
        if let Some(button) = weak.upgrade() {
            let picture = lifted(&button, card);
            source.set_icon(picture.as_ref(), (x + LIFT) as i32, (y + LIFT) as i32);
        }
        Some(gdk::ContentProvider::for_value(&(card.index() as i32).to_value()))
    });
    let begun = tell.clone();
    source.connect_drag_begin(move |_, _| begun(Msg::CardLifted(card())));
    source.connect_drag_end(move |_, _, _| tell(Msg::CardLifted(None)));
    button.add_controller(source);
}

/// The picture of a card in the air: a little larger, leaning, with its shadow far below.
fn lifted(button: &Painted, card: Card) -> Option<gdk::Texture> {
    let (width, height) = (f64::from(button.width()), f64::from(button.height()));
    let pixels = f64::from(button.scale_factor());
    paint::bake(width + 2.0 * LIFT, height + 2.0 * LIFT, pixels, |cr| {
        cr.translate(LIFT + width / 2.0, LIFT + height / 2.0);
        cr.rotate(7_f64.to_radians());
        cr.scale(1.04, 1.04);
        cr.translate(-width / 2.0, -height / 2.0);
        for spread in 0..4 {
            let spread = f64::from(spread) * 2.0;
            cr.rounded(5.0 - spread, 9.0 - spread, width + 2.0 * spread, height + 2.0 * spread, 8.0 + spread);
            cr.filled(Ink::black(0.09));
        }
        paint_scaled(cr, width, height, |cr| paint::card_face(cr, theme::palette(), card));
    })
}

/// The card behind a dragged number.
pub(crate) fn card_from_number(number: i32) -> Option<Card> {
    Card::ALL.get(usize::try_from(number).ok()?).copied()
}
