//! Chart, tray and sidebar around one game, whether it is played or looked at again.

use doubloons_engine::caribbean::{Board, Ship};
use doubloons_words::tr;
use gtk::prelude::*;
use relm4::{ComponentController, Controller};

use super::sidebar::{Sidebar, SidebarInput, SidebarView};
use super::tray::{Tray, TrayInput};
use super::widget::Chart;
use super::{a11y, size};
use crate::game::{Entry, Model, Speed, Stage};

/// Below this height of the window everything gets smaller.
const LOW: i32 = 720;
/// And below this width: a little more than all that lies on the tray needs at its full size, so that nothing keeps a window
/// from being made narrower.
const SLIM: i32 = 1280;
/// Below this width, times the size of writing, the sidebar folds over the chart.
const NARROW: f64 = 1000.0;
/// How long a ship takes for a step at normal speed, in milliseconds: the own ship, and those of others.
const OWN_STEP: u32 = 220;
const STEP: u32 = 350;

mod words {
    pub(super) const SIDEBAR: &str = "Sidebar";
}

/// The parts, and how they lie.
pub(crate) struct Deck {
    pub(crate) chart: Chart,
    pub(crate) tray: Controller<Tray>,
    pub(crate) sidebar: Controller<Sidebar>,
    flap: adw::Flap,
    /// How many lines of the log are in the sidebar.
    log_lines: usize,
}

impl Deck {
    /// Lays them out: `around` holds the chart, `beside` the sidebar.
    pub(crate) fn new(
        chart: Chart,
        tray: Controller<Tray>,
        sidebar: Controller<Sidebar>,
        around: &impl IsA<gtk::Widget>,
        beside: &impl IsA<gtk::Widget>,
    ) -> Deck {
        let table = gtk::Box::new(gtk::Orientation::Vertical, 0);
        table.append(around);
        table.append(tray.widget());
        let flap = adw::Flap::new();
        flap.set_content(Some(&table));
        flap.set_flap(Some(beside));
        flap.set_flap_position(gtk::PackType::End);
        flap.set_separator(Some(&gtk::Separator::new(gtk::Orientation::Vertical)));
        flap.set_vexpand(true);
        flap.set_fold_policy(adw::FlapFoldPolicy::Never);
        // The log's lines want all the room there is; the chart gets it.
        sidebar.widget().set_hexpand(false);
        sidebar.widget().set_size_request(288, -1);
        Deck { chart, tray, sidebar, flap, log_lines: 0 }
    }

    /// The widget with everything.
    pub(crate) fn widget(&self) -> &adw::Flap {
        &self.flap
    }

    /// Shows a game as it is now; ships move at this speed. Returns what is new in its log.
    pub(crate) fn show(&mut self, game: &Model, speed: Speed) -> Vec<Entry> {
        let step = if matches!(game.stage(), Stage::Commanding(_)) { OWN_STEP } else { STEP };
        self.chart.show(game.scene(), speed.scale(step));
        self.tray.emit(TrayInput::Show(Box::new(game.tray()), speed));
        let news = self.news(game.log());
        let round = game.round_summary();
        let view = SidebarView { round, race: game.race(), news: news.clone(), speed };
        self.sidebar.emit(SidebarInput::Show(Box::new(view)));
        news
    }

    /// Shows that what was asked for can't be done.
    pub(crate) fn refuse(&self, game: &Model) {
        match game.stage() {
            Stage::Commanding(_) => self.chart.tremble(),
            _ => self.tray.emit(TrayInput::Tremble),
        }
    }

    fn news(&mut self, log: &[Entry]) -> Vec<Entry> {
        let (anew, news) = unread(log, self.log_lines);
        if anew {
            self.sidebar.emit(SidebarInput::ForgetLog);
        }
        self.log_lines = log.len();
        news.to_vec()
    }

    /// Finds a place for everything in a window of this size; `page` is where the style sheet is told.
    pub(crate) fn resize(&self, page: &impl IsA<gtk::Widget>, width: i32, height: i32) {
        let compact = height < LOW || width < SLIM;
        set_class(page, "compact", compact);
        self.tray.emit(TrayInput::Compact(compact));
        let writing = size::text_scale();
        let fold =
            if f64::from(width) < NARROW * writing { adw::FlapFoldPolicy::Always } else { adw::FlapFoldPolicy::Never };
        self.flap.set_fold_policy(fold);
        self.sidebar.widget().set_size_request(sidebar_width(width, writing), -1);
    }

    /// Shows the sidebar, or hides it.
    pub(crate) fn reveal_sidebar(&self, reveal: bool) {
        self.flap.set_reveal_flap(reveal);
    }

    /// Whether the sidebar is shown.
    pub(crate) fn reveals_sidebar(&self) -> bool {
        self.flap.reveals_flap()
    }

    /// The button for the sidebar.
    pub(crate) fn sidebar_button(&self) -> gtk::ToggleButton {
        let toggle = gtk::ToggleButton::new();
        toggle.set_icon_name("sidebar-show-right-symbolic");
        toggle.set_tooltip_text(Some(tr(words::SIDEBAR)));
        a11y::set_label(&toggle, tr(words::SIDEBAR));
        self.flap.bind_property("reveal-flap", &toggle, "active").sync_create().bidirectional().build();
        toggle
    }
}

/// How wide the sidebar is in a window of this width, where writing is so much larger than usual.
fn sidebar_width(window: i32, writing: f64) -> i32 {
    let usual = match window {
        ..1100 => 230,
        1100..1600 => 288,
        1600..1800 => 340,
        _ => 400,
    };
    // Larger writing needs more room, but never most of the window.
    ((f64::from(usual) * writing.max(1.0)) as i32).min(window / 2)
}

/// The lines after the first so many. A log that has become shorter is told from its beginning.
fn unread<T>(log: &[T], known: usize) -> (bool, &[T]) {
    log.get(known..).map_or((true, log), |news| (false, news))
}

/// What the ships of a board are called, for the tray.
pub(crate) fn ship_names(board: &Board) -> Vec<String> {
    Ship::ALL.map(|ship| board.ship_name(ship).to_owned()).to_vec()
}

fn set_class(widget: &impl IsA<gtk::Widget>, class: &str, wanted: bool) {
    if wanted {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_writing_has_a_wider_sidebar_but_never_most_of_the_window() {
        assert_eq!((sidebar_width(1024, 1.0), sidebar_width(1024, 1.5)), (230, 345));
        assert_eq!(sidebar_width(600, 3.0), 300);
    }

    #[test]
    fn only_what_is_new_in_a_log_is_told() {
        assert_eq!(unread(&['a', 'b', 'c'], 2), (false, ['c'].as_slice()));
        assert_eq!(unread(&['a', 'b'], 2), (false, [].as_slice()));
    }

    #[test]
    fn a_log_that_has_become_shorter_is_told_from_its_beginning() {
        assert_eq!(unread(&['a', 'b'], 3), (true, ['a', 'b'].as_slice()));
    }
}
