//! How a table is opened.

use adw::prelude::*;
use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Options, UnusedHavens};
use doubloons_net::table::genesis::{Clock, Name};
use doubloons_words::{told, tr};

use super::{Sheet, choice, complain, complaint, entry, group, pin, switch};
use crate::game::{Printing, sentence};
use crate::lan::plan::HostPlan;
use crate::ui::widget::show_what_unfolds;

mod words {
    pub(super) const TITLE: &str = "Host a Table";
    pub(super) const OPEN: &str = "Open Table";
    pub(super) const ABOUT: &str = "Everybody on this network sees it in their list.";
    pub(super) const NAME: &str = "Name of the table";
    pub(super) const SEATS: &str = "Seats";
    pub(super) const SEAT_CHOICES: [&str; 3] = ["2", "3", "4"];
    pub(super) const BOTS: &str = "Bots";
    pub(super) const BOTS_ABOUT: &str = "More can be added at the table";
    pub(super) const BOT_CHOICES: [&str; 4] = ["None", "1", "2", "3"];
    pub(super) const LEVEL: &str = "Their skill";
    pub(super) const LEVEL_CHOICES: [&str; 4] =
        ["Deckhands, easy", "Bosuns, medium", "Captains, hard", "Admirals, hardest"];
    pub(super) const PIN: &str = "PIN (optional)";
    pub(super) const CLOCK: &str = "Clock";
    pub(super) const CLOCK_ABOUT: &str = "Time for bribing, and for sailing a ship";
    pub(super) const CLOCK_CHOICES: [&str; 4] =
        ["None", "Calm: 180 s and 120 s", "Brisk: 90 s and 60 s", "Fast: 45 s and 30 s"];
    pub(super) const CHANGE: &str = "Rules of the Table";
    pub(super) const TAKE_OVER: &str = "Change";
    pub(super) const CHANGE_ABOUT: &str = "Everybody has to say again that they are ready.";
    pub(super) const HOUSE_RULES: &str = "House rules";
    pub(super) const HOUSE_RULES_ABOUT: &str = "For those who know the game";
    pub(super) const PRINTING: &str = "Printing";
    pub(super) const PRINTING_ABOUT: &str =
        "The board game came out twice; in its first printing, ships can’t pass chests on";
    pub(super) const PRINTING_CHOICES: [&str; 2] = ["Second printing", "First printing"];
    pub(super) const CAPTURE: (&str, &str) = ("Loading costs a step", "Taking a town’s chest aboard uses up a step");
    pub(super) const THIEF: (&str, &str) = ("A shown thief breaks ties", "It beats cards that are kept");
    pub(super) const HAVENS: (&str, &str) = ("Unused havens are closed", "Otherwise they are plain sea");
    pub(super) const SHARED: (&str, &str) = ("Victory can be shared", "Otherwise chests at home decide a draw");
}

/// Seconds for bribing and for sailing, in the order of the choices.
const CLOCKS: [Option<Clock>; 4] = [
    None,
    Some(Clock { seal_seconds: 180, act_seconds: 120 }),
    Some(Clock { seal_seconds: 90, act_seconds: 60 }),
    Some(Clock { seal_seconds: 45, act_seconds: 30 }),
];

/// Asks how to open a table.
pub(crate) fn ask_how_to_host(parent: &impl IsA<gtk::Window>, name: &str, chosen: impl Fn(HostPlan) + 'static) {
    let sheet = Sheet::new(parent, tr(words::TITLE), tr(words::OPEN));
    let table = group("", tr(words::ABOUT));
    let name = entry(tr(words::NAME), name);
    let seats = choice(tr(words::SEATS), "", &words::SEAT_CHOICES);
    seats.set_selected(2);
    let bots = choice(tr(words::BOTS), tr(words::BOTS_ABOUT), &words::BOT_CHOICES);
    let level = choice(tr(words::LEVEL), "", &words::LEVEL_CHOICES);
    level.set_selected(1);
    // Without bots there is no skill to choose.
    bots.bind_property("selected", &level, "sensitive")
        .transform_to(|_, bots: u32| Some(bots > 0))
        .sync_create()
        .build();
    let pin = entry(tr(words::PIN), "");
    let clock = choice(tr(words::CLOCK), tr(words::CLOCK_ABOUT), &words::CLOCK_CHOICES);
    table.add(&name);
    for row in [&seats, &bots, &level] {
        table.add(row);
    }
    table.add(&pin);
    table.add(&clock);
    let rules = group("", "");
    let house = HouseRules::showing(&Options::default());
    rules.add(&house.root);
    show_what_unfolds(&house.root, &sheet.scroller);
    let wrong = complaint();
    sheet.content.append(&table);
    sheet.content.append(&rules);
    sheet.content.append(&wrong);
    sheet.present(move || {
        let plan = || -> Result<HostPlan, String> {
            let pin = pin::wanted(&pin.text()).map_err(|no_pin| told(&no_pin))?;
            let seats = HostPlan::SEATS.start() + u8::try_from(seats.selected()).unwrap_or_default();
            let bots = u8::try_from(bots.selected()).unwrap_or_default();
            let level = Level::ALL.get(level.selected() as usize).copied().unwrap_or(Level::Bosun);
            let name = Name::try_from(name.text().trim().to_owned()).map_err(|no_name| told(&no_name))?;
            Ok(HostPlan {
                seats,
                bots: (bots, level),
                pin,
                options: house.options(),
                clock: CLOCKS.get(clock.selected() as usize).copied().flatten(),
                ..HostPlan::plain(name)
            })
        };
        match plan() {
            Ok(plan) => {
                chosen(plan);
                true
            }
            Err(why) => {
                complain(&wrong, &sentence(&why));
                false
            }
        }
    });
}

/// Asks by which rules an open table plays from now on.
pub(crate) fn ask_for_rules(
    parent: &impl IsA<gtk::Window>,
    options: &Options,
    clock: Option<Clock>,
    chosen: impl Fn(Options, Option<Clock>) + 'static,
) {
    let sheet = Sheet::new(parent, tr(words::CHANGE), tr(words::TAKE_OVER));
    let table = group("", tr(words::CHANGE_ABOUT));
    let times = choice(tr(words::CLOCK), tr(words::CLOCK_ABOUT), &words::CLOCK_CHOICES);
    let known = CLOCKS.iter().position(|known| *known == clock).unwrap_or_default();
    times.set_selected(u32::try_from(known).unwrap_or_default());
    table.add(&times);
    let rules = group("", "");
    let house = HouseRules::showing(options);
    house.root.set_expanded(true);
    rules.add(&house.root);
    sheet.content.append(&table);
    sheet.content.append(&rules);
    sheet.present(move || {
        chosen(house.options(), CLOCKS.get(times.selected() as usize).copied().flatten());
        true
    });
}

/// The rules that a table may switch.
struct HouseRules {
    root: adw::ExpanderRow,
    printing: adw::ComboRow,
    capture: gtk::Switch,
    thief: gtk::Switch,
    havens: gtk::Switch,
    shared: gtk::Switch,
}

impl HouseRules {
    fn showing(options: &Options) -> HouseRules {
        let root = adw::ExpanderRow::new();
        root.set_title(tr(words::HOUSE_RULES));
        root.set_subtitle(tr(words::HOUSE_RULES_ABOUT));
        super::a11y::set_label(&root, tr(words::HOUSE_RULES));
        let printing = choice(tr(words::PRINTING), tr(words::PRINTING_ABOUT), &words::PRINTING_CHOICES);
        root.add_row(&printing);
        printing.set_selected(u32::from(is_first_printing(options)));
        let add = |(title, about): (&'static str, &'static str), on: bool| {
            let (row, switch) = switch(tr(title), tr(about), on);
            root.add_row(&row);
            switch
        };
        let capture = add(words::CAPTURE, options.capture_cost > 0);
        let thief = add(words::THIEF, options.thief_beats_kept);
        let havens = add(words::HAVENS, options.unused_havens == UnusedHavens::Closed);
        let shared = add(words::SHARED, options.shared_victory);
        HouseRules { root, printing, capture, thief, havens, shared }
    }

    fn options(&self) -> Options {
        let printing = if self.printing.selected() == 1 { Printing::First } else { Printing::Second };
        Options {
            capture_cost: u8::from(self.capture.is_active()),
            thief_beats_kept: self.thief.is_active(),
            unused_havens: if self.havens.is_active() { UnusedHavens::Closed } else { UnusedHavens::Sea },
            shared_victory: self.shared.is_active(),
            ..printing.options()
        }
    }
}

/// Whether these are the rules of the first printing, whatever a table has switched.
fn is_first_printing(options: &Options) -> bool {
    let Options { capture_cost, thief_beats_kept, unused_havens, shared_victory, .. } = *options;
    *options == Options { capture_cost, thief_beats_kept, unused_havens, shared_victory, ..Printing::First.options() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printing_is_known_by_what_a_table_can_not_switch() {
        assert!(is_first_printing(&Options { capture_cost: 1, ..Options::FIRST_PRINTING }));
        assert!(!is_first_printing(&Options { capture_cost: 1, ..Options::SECOND_PRINTING }));
    }
}
