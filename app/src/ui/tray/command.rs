//! The tray while the person commands a ship: what she can do, undo, and the end of the move.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use doubloons_words::tr;
use gtk::prelude::*;

use super::bids::{Bids, Seen, Strip};
use super::{Size, View, label, mark};
use crate::game::{Act, Chip, CommandTray, Msg, Pointer};
use crate::paint::{Brush, Ink};
use crate::ui::a11y;
use crate::ui::widget::Layer;

mod words {
    pub(super) const UNDO: &str = "Undo Step";
    pub(super) const SUGGEST: &str = "Suggest a Move";
    pub(super) const FOLLOW: &str = "Follow Suggestion";
    pub(super) const NOTE: &str = "Nothing is final yet.";
}

/// How many lines a suggestion may take.
const SUGGESTED_LINES: i32 = 3;

/// The longest line of the sum, in letters, that is not broken: as long as any that is reckoned. Words in its place take more
/// lines, and no room from the buttons.
const SUM: usize = 14;
/// How wide such words are, in letters of a usual width.
const WORDS: i32 = 10;

struct ChipWidget {
    act: Act,
    button: gtk::Button,
    detail: gtk::Label,
    key: gtk::Label,
}

/// The page for commanding.
pub(super) struct CommandPage {
    pub(super) root: gtk::Box,
    title: gtk::Label,
    bids: Bids,
    sum: gtk::Label,
    /// The same beside the title, where there is no room beside the cards.
    sum_above: gtk::Label,
    buoys: Layer,
    steps: Rc<Cell<(u8, u8)>>,
    prompt: gtk::Label,
    chips: Vec<ChipWidget>,
    undo: gtk::Button,
    /// Asks for a suggestion, and follows it once there is one. Not two buttons in one place: a click would be lost on the
    /// one that has just come and was not laid out yet.
    suggest: gtk::Button,
    suggested: Rc<Cell<bool>>,
    note: gtk::Label,
    end: gtk::Button,
    strip: Strip,
}

impl CommandPage {
    pub(super) fn new(seen: &Rc<RefCell<Seen>>, tell: impl Fn(Msg) + Clone + 'static) -> CommandPage {
        let root = gtk::Box::new(gtk::Orientation::Vertical, 4);
        let header = gtk::Box::new(gtk::Orientation::Horizontal, 14);
        let title = label("title");
        let strip = Strip::new();
        let sum_above = label("dim");
        header.append(&title);
        header.append(&sum_above);
        header.append(&strip.root);
        root.append(&header);

        let row = gtk::Box::new(gtk::Orientation::Horizontal, 10);
        row.set_vexpand(true);
        let bids = Bids::new(seen);
        row.append(&bids.root);
        let account = gtk::Box::new(gtk::Orientation::Vertical, 8);
        account.set_valign(gtk::Align::Center);
        let sum = label("sum");
        account.append(&sum);
        let steps = Rc::new(Cell::new((0, 0)));
        let look = Rc::clone(&steps);
        let buoys = Layer::painted(92, 20, move |cr, _, height| paint_buoys(cr, look.get(), height));
        account.append(&buoys);
        row.append(&account);
        row.append(&gtk::Separator::new(gtk::Orientation::Vertical));

        let right = gtk::Box::new(gtk::Orientation::Vertical, 6);
        right.set_hexpand(true);
        // Advice takes more lines than a prompt. What is to be pressed must not move because of it.
        right.set_valign(gtk::Align::End);
        let prompt = label("berth-name");
        prompt.set_ellipsize(gtk::pango::EllipsizeMode::End);
        prompt.set_wrap(true);
        prompt.set_lines(1);
        right.append(&prompt);
        let chip_row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        let chips = Act::ALL
            .into_iter()
            .map(|act| {
                let widget = chip(act);
                chip_row.append(&widget.button);
                let tell = tell.clone();
                widget.button.connect_clicked(move |_| tell(Msg::ActPressed(act)));
                widget
            })
            .collect();
        right.append(&chip_row);
        let bottom = gtk::Box::new(gtk::Orientation::Horizontal, 12);
        let undo = gtk::Button::with_label(tr(words::UNDO));
        a11y::set_description(&undo, "U");
        let undone = tell.clone();
        undo.connect_clicked(move |_| undone(Msg::Undone));
        let suggest = gtk::Button::with_label(tr(words::SUGGEST));
        a11y::set_description(&suggest, "H");
        let suggested = Rc::new(Cell::new(false));
        let (asked, there_is_one) = (tell.clone(), Rc::clone(&suggested));
        suggest.connect_clicked(move |_| {
            asked(if there_is_one.get() { Msg::SuggestionFollowed } else { Msg::SuggestionAsked });
        });
        let note = label("dim");
        note.add_css_class("caption");
        note.set_hexpand(true);
        note.set_wrap(true);
        note.set_lines(2);
        note.set_ellipsize(gtk::pango::EllipsizeMode::End);
        let end = gtk::Button::with_label("");
        end.set_size_request(150, -1);
        end.connect_clicked(move |_| tell(Msg::MoveEnded));
        bottom.append(&undo);
        bottom.append(&suggest);
        bottom.append(&note);
        bottom.append(&end);
        right.append(&bottom);
        row.append(&right);
        root.append(&row);
        CommandPage {
            root,
            title,
            bids,
            sum,
            sum_above,
            buoys,
            steps,
            prompt,
            chips,
            undo,
            suggest,
            suggested,
            note,
            end,
            strip,
        }
    }

    pub(super) fn show(&self, tray: &CommandTray, view: View) {
        self.title.set_label(&tray.title);
        self.bids.show(&tray.bids, &tray.strip, view);
        self.show_sum(&tray.sum.replace(" = ", "\n= ").replace(": ", ":\n"));
        self.sum.set_visible(view.size == Size::Full);
        self.sum_above.set_label(&tray.sum);
        self.sum_above.set_visible(view.size == Size::Compact);
        self.steps.set((tray.taken, tray.left));
        self.buoys.set_visible(tray.taken + tray.left > 0 && view.size == Size::Full);
        self.buoys.queue_draw();
        self.prompt.set_label(&tray.prompt);
        for (widget, chip) in self.chips.iter().zip(&tray.chips) {
            widget.show(chip);
            widget.key.set_visible(view.size == Size::Full);
        }
        self.prompt.set_lines(if tray.suggested { SUGGESTED_LINES } else { 1 });
        self.undo.set_sensitive(tray.can_undo);
        self.offer(tray.suggested);
        // In a small window there is no room for it beside the buttons, nor beside one with much to say.
        let has_room = view.size == Size::Full && !tray.pays;
        self.note.set_label(if has_room { tr(words::NOTE) } else { "" });
        self.end.set_label(&tray.end);
        let (on, off) = if tray.gives_away { ("gold", "cream") } else { ("cream", "gold") };
        self.end.add_css_class(on);
        self.end.remove_css_class(off);
        self.strip.show(&tray.strip);
    }
}

impl CommandPage {
    fn show_sum(&self, sum: &str) {
        let is_long = sum.lines().any(|line| line.chars().count() > SUM);
        self.sum.set_wrap(is_long);
        // A label that wraps would else make use of all the height there is, and be as narrow as its longest word.
        self.sum.set_width_chars(if is_long { WORDS } else { -1 });
        self.sum.set_max_width_chars(if is_long { WORDS } else { -1 });
        self.sum.set_label(sum);
    }

    /// Offers to follow a suggestion, or to ask for one.
    fn offer(&self, suggested: bool) {
        if self.suggested.replace(suggested) == suggested {
            return;
        }
        let (words, key) = if suggested { (words::FOLLOW, "F") } else { (words::SUGGEST, "H") };
        self.suggest.set_label(tr(words));
        a11y::set_description(&self.suggest, key);
        if suggested {
            self.suggest.add_css_class("gold");
        } else {
            self.suggest.remove_css_class("gold");
        }
    }

    pub(super) fn point_at(&self, pointers: &[Pointer]) {
        mark(&self.end, pointers.contains(&Pointer::End));
        for widget in &self.chips {
            mark(&widget.button, pointers.contains(&Pointer::Act(widget.act)));
        }
    }
}

impl ChipWidget {
    fn show(&self, chip: &Chip) {
        self.detail.set_label(&chip.detail);
        a11y::set_label(&self.button, &format!("{}, {}", name(self.act), chip.detail));
        for (class, on) in [("ready", chip.ready), ("off", !chip.ready), ("choosing", chip.choosing)] {
            if on {
                self.button.add_css_class(class);
            } else {
                self.button.remove_css_class(class);
            }
        }
    }
}

fn chip(act: Act) -> ChipWidget {
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.set_valign(gtk::Align::Center);
    let top = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    let title = gtk::Label::new(Some(name(act)));
    title.set_xalign(0.0);
    title.set_hexpand(true);
    let key = label("key");
    key.set_label(key_of(act));
    top.append(&title);
    top.append(&key);
    content.append(&top);
    let detail = label("sub");
    detail.set_ellipsize(gtk::pango::EllipsizeMode::End);
    content.append(&detail);
    let button = gtk::Button::new();
    button.set_child(Some(&content));
    button.add_css_class("chip");
    button.set_hexpand(true);
    // A tooltip that repeats what can be read would only lie over the end of the move.
    button.set_has_tooltip(true);
    let shown = detail.clone();
    button.connect_query_tooltip(move |_, _, _, _, tooltip| {
        tooltip.set_text(Some(&shown.label()));
        shown.layout().is_ellipsized()
    });
    ChipWidget { act, button, detail, key }
}

fn name(act: Act) -> &'static str {
    match act {
        Act::Capture => tr("Capture"),
        Act::Steal => tr("Steal"),
        Act::Swap => tr("Swap"),
        Act::PassOn => tr("Pass On"),
        Act::Deliver => tr("Deliver"),
    }
}

fn key_of(act: Act) -> &'static str {
    match act {
        Act::Capture => "C",
        Act::Steal => "S",
        Act::Swap => "W",
        Act::PassOn => "P",
        Act::Deliver => "D",
    }
}

/// One buoy for each step: sailed past, or still golden.
fn paint_buoys(cr: &gtk::cairo::Context, (taken, left): (u8, u8), height: f64) {
    for step in 0..taken + left {
        let x = 9.0 + f64::from(step) * 18.5;
        cr.circle(x, height / 2.0, 7.5);
        if step < taken {
            cr.lined(Ink::hex(0xdcc5a0), 1.6);
            cr.move_to(x - 3.4, height / 2.0);
            cr.line_to(x - 0.8, height / 2.0 + 2.8);
            cr.line_to(x + 3.6, height / 2.0 - 2.8);
            cr.lined(Ink::hex(0xdcc5a0), 1.6);
        } else {
            cr.filled_keep(Ink::hex(0xf2b632));
            cr.lined(Ink::hex(0xfff3d6), 1.4);
        }
    }
}
