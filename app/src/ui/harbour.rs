//! The first page: where a practice game is begun.

use adw::prelude::*;
use doubloons_engine::bots::Level;
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use super::widget::Layer;
use super::{a11y, theme};
use crate::game::{Printing, Setup};
use crate::paint::{self, Theme};

mod words {
    pub(super) const TITLE: &str = "Doubloons";
    pub(super) const MOTTO: &str = "Six ships, no captain, plenty of rum.";
    pub(super) const START: &str = "Set Sail";
    pub(super) const GROUP: &str = "Practice";
    pub(super) const GROUP_ABOUT: &str = "Caribbean, the game of sealed bribes, against bots on this computer.";
    pub(super) const OPPONENTS: &str = "Opponents";
    pub(super) const OPPONENTS_ABOUT: &str = "Fewer opponents make a longer game";
    pub(super) const OPPONENT_CHOICES: [&str; 3] = ["1 bot", "2 bots", "3 bots"];
    pub(super) const LEVEL: &str = "Their skill";
    pub(super) const LEVEL_ABOUT: &str = "From beginners who bribe on a whim to admirals who can’t be read";
    pub(super) const LEVEL_CHOICES: [&str; 4] = ["Deckhands", "Bosuns", "Captains", "Admirals"];
    pub(super) const PRINTING: &str = "Rules";
    pub(super) const PRINTING_ABOUT: &str = "The first printing knows no passing on, and unloads beside havens";
    pub(super) const PRINTING_CHOICES: [&str; 2] = ["Second printing", "First printing"];
}

/// How high the picture is.
const HERO_HEIGHT: i32 = 288;

/// What was touched.
#[derive(Debug)]
pub(crate) enum HarbourInput {
    /// The game is to begin.
    Started,
}

/// The first page.
pub(crate) struct Harbour {
    opponents: adw::ComboRow,
    level: adw::ComboRow,
    printing: adw::ComboRow,
    seed: fn() -> u64,
}

impl SimpleComponent for Harbour {
    type Init = fn() -> u64;
    type Input = HarbourInput;
    type Output = Setup;
    type Root = gtk::Box;
    type Widgets = ();

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init(seed: fn() -> u64, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let header = adw::HeaderBar::new();
        header.set_title_widget(Some(&adw::WindowTitle::new(words::TITLE, "")));
        root.append(&header);
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        a11y::set_label(&scroller, words::TITLE);
        let page = gtk::Box::new(gtk::Orientation::Vertical, 0);
        page.append(&hero(&sender));
        let group = adw::PreferencesGroup::new();
        group.set_title(words::GROUP);
        group.set_description(Some(words::GROUP_ABOUT));
        let opponents = choice(words::OPPONENTS, words::OPPONENTS_ABOUT, &words::OPPONENT_CHOICES);
        opponents.set_selected(2);
        let level = choice(words::LEVEL, words::LEVEL_ABOUT, &words::LEVEL_CHOICES);
        level.set_selected(Level::ALL.iter().position(|&level| level == Setup::FIRST_LEVEL).unwrap_or(0) as u32);
        let printing = choice(words::PRINTING, words::PRINTING_ABOUT, &words::PRINTING_CHOICES);
        for row in [&opponents, &level, &printing] {
            group.add(row);
        }
        let clamp = adw::Clamp::new();
        clamp.set_maximum_size(640);
        clamp.set_margin_top(28);
        clamp.set_margin_bottom(28);
        clamp.set_margin_start(18);
        clamp.set_margin_end(18);
        clamp.set_child(Some(&group));
        page.append(&clamp);
        scroller.set_child(Some(&page));
        root.append(&scroller);
        ComponentParts { model: Harbour { opponents, level, printing, seed }, widgets: () }
    }

    fn update(&mut self, HarbourInput::Started: HarbourInput, sender: ComponentSender<Self>) {
        let setup = Setup {
            opponents: u8::try_from(self.opponents.selected() + 1).unwrap_or(1).min(*Setup::OPPONENTS.end()),
            level: Level::ALL.get(self.level.selected() as usize).copied().unwrap_or(Setup::FIRST_LEVEL),
            printing: if self.printing.selected() == 1 { Printing::First } else { Printing::Second },
            seed: (self.seed)(),
        };
        sender.output_sender().emit(setup);
    }
}

fn hero(sender: &ComponentSender<Harbour>) -> gtk::Overlay {
    let overlay = gtk::Overlay::new();
    overlay.add_css_class("hero");
    let picture = Layer::painted(0, HERO_HEIGHT, |cr, width, height| {
        paint::paint_hero(cr, theme::current(), width, height);
    });
    overlay.set_child(Some(&picture));
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    column.set_halign(gtk::Align::Start);
    column.set_valign(gtk::Align::Start);
    column.set_margin_start(72);
    column.set_margin_top(28);
    let title = gtk::Label::new(Some(words::TITLE));
    title.add_css_class("game-title");
    title.set_xalign(0.0);
    let motto = gtk::Label::new(Some(words::MOTTO));
    motto.add_css_class("game-motto");
    motto.set_xalign(0.0);
    let start = gtk::Button::with_label(words::START);
    start.add_css_class("suggested-action");
    start.add_css_class("pill");
    start.add_css_class("hero-start");
    start.set_halign(gtk::Align::Start);
    start.set_margin_top(14);
    let input = sender.input_sender().clone();
    start.connect_clicked(move |_| input.emit(HarbourInput::Started));
    column.append(&title);
    column.append(&motto);
    column.append(&start);
    overlay.add_overlay(&column);
    let dress = |widget: &gtk::Widget| {
        if theme::current() == Theme::Dark {
            widget.add_css_class("night");
        } else {
            widget.remove_css_class("night");
        }
    };
    dress(overlay.upcast_ref());
    theme::on_change(&overlay, dress);
    overlay
}

fn choice(title: &str, about: &str, choices: &[&str]) -> adw::ComboRow {
    let row = adw::ComboRow::new();
    row.set_title(title);
    row.set_subtitle(about);
    row.set_model(Some(&gtk::StringList::new(choices)));
    row
}
