//! The last page: who won, the ranking, and the money by round.

use doubloons_engine::caribbean::Colour;
use gtk::prelude::*;
use relm4::{ComponentParts, ComponentSender, SimpleComponent};

use super::widget::Layer;
use super::{a11y, theme};
use crate::game::{Rank, Results, Setup, doubloons};
use crate::paint;

mod words {
    pub(super) const TITLE: &str = "Results";
    pub(super) const RANKING: &str = "Ranking";
    pub(super) const REMATCH: &str = "Rematch";
    pub(super) const HARBOUR: &str = "Back to the Harbour";
    pub(super) const PURSES: &str = "Thousands of doubloons by round";
}

/// What the page asks for.
#[derive(Debug)]
pub(crate) enum ResultsOutput {
    /// Another game like this one.
    Rematch(Setup),
    /// The harbour.
    Leave,
}

/// The last page.
pub(crate) struct ResultsPage;

impl SimpleComponent for ResultsPage {
    type Init = (Box<Results>, Setup);
    type Input = ();
    type Output = ResultsOutput;
    type Root = gtk::Box;
    type Widgets = ();

    fn init_root() -> gtk::Box {
        gtk::Box::new(gtk::Orientation::Vertical, 0)
    }

    fn init((results, setup): Self::Init, root: gtk::Box, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let header = adw::HeaderBar::new();
        let subtitle = format!("Caribbean · {} rounds", results.rounds);
        header.set_title_widget(Some(&adw::WindowTitle::new(words::TITLE, &subtitle)));
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
        page.append(&ranking(&results.ranking));
        page.append(&purses(&results.ranking));
        page.append(&buttons(setup, &sender));
        let clamp = adw::Clamp::new();
        clamp.set_maximum_size(640);
        clamp.set_child(Some(&page));
        let scroller = gtk::ScrolledWindow::new();
        scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
        scroller.set_vexpand(true);
        scroller.set_child(Some(&clamp));
        a11y::set_label(&scroller, words::TITLE);
        root.append(&scroller);
        ComponentParts { model: ResultsPage, widgets: () }
    }
}

fn medallion(colour: Colour, size: i32) -> Layer {
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
    a11y::set_label(&list, words::RANKING);
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

fn purses(ranks: &[Rank]) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 8);
    column.add_css_class("card");
    column.add_css_class("pane-card");
    let title = gtk::Label::new(Some(words::PURSES));
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

fn buttons(setup: Setup, sender: &ComponentSender<ResultsPage>) -> gtk::Box {
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    row.set_halign(gtk::Align::Center);
    let rematch = gtk::Button::with_label(words::REMATCH);
    rematch.add_css_class("suggested-action");
    let harbour = gtk::Button::with_label(words::HARBOUR);
    for button in [&rematch, &harbour] {
        button.add_css_class("pill");
        row.append(button);
    }
    let output = sender.output_sender().clone();
    rematch.connect_clicked(move |_| output.emit(ResultsOutput::Rematch(setup.rematch())));
    let output = sender.output_sender().clone();
    harbour.connect_clicked(move |_| output.emit(ResultsOutput::Leave));
    row
}
