//! How a table is opened: what people choose before others can see it.

use doubloons_engine::any::AnyTerms;
use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Board, Options, Terms, UnusedHavens};
use doubloons_engine::contract::Seat;
use doubloons_net::lan::door::Pin;
use doubloons_net::table::genesis::{Clock, Name};
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_words::{mark, say, say_count, tr};

/// How a table is opened.
#[derive(Clone, Debug)]
pub(crate) struct HostPlan {
    /// What it is called.
    pub(crate) table: Name,
    /// How many seats it has.
    pub(crate) seats: u8,
    /// How many of them bots take, and how well they play.
    pub(crate) bots: (u8, Level),
    /// What guests have to know.
    pub(crate) pin: Option<Pin>,
    /// The rules.
    pub(crate) options: Options,
    /// How long people may think.
    pub(crate) clock: Option<Clock>,
}

impl HostPlan {
    /// How many seats a table may have.
    pub(crate) const SEATS: std::ops::RangeInclusive<u8> = 2..=4;

    /// A table with nothing special about it.
    pub(crate) fn plain(table: Name) -> HostPlan {
        HostPlan { table, seats: 4, bots: (0, Level::Bosun), pin: None, options: Options::default(), clock: None }
    }

    /// What the table agrees on.
    pub(crate) fn terms(&self) -> AnyTerms {
        AnyTerms::Caribbean(Terms { options: self.options, ..Terms::new(&Board::standard(), self.seats) })
    }

    /// What has to be done at the new table, in order: bots sit at its end.
    pub(crate) fn commands(&self) -> Vec<HostCommand> {
        let (count, level) = self.bots;
        let count = count.min(self.seats.saturating_sub(1));
        let seats = Seat::first(self.seats.into()).skip(usize::from(self.seats - count));
        let bots = seats.filter_map(|seat| Some(HostCommand::AddBot { seat, level: level_name(level)? }));
        self.clock.map(|clock| HostCommand::SetClock(Some(clock))).into_iter().chain(bots).collect()
    }
}

/// What has to be done at a table to play by other rules, with another clock.
pub(crate) fn change(terms: Terms, clock: Option<Clock>) -> [HostCommand; 2] {
    [HostCommand::SetTerms(AnyTerms::Caribbean(terms)), HostCommand::SetClock(clock)]
}

/// A level as the table calls it.
pub(crate) fn level_name(level: Level) -> Option<Name> {
    Name::try_from(level.name().to_owned()).ok()
}

/// The rules and the clock in a few lines, for everybody to see before they agree.
pub(crate) fn summary(options: &Options, clock: Option<Clock>) -> Vec<String> {
    let mut lines = vec![match *options {
        Options::SECOND_PRINTING => say!("Second printing"),
        Options::FIRST_PRINTING => say!("First printing"),
        _ => say!("House rules"),
    }];
    let standard = if *options == Options::FIRST_PRINTING { Options::FIRST_PRINTING } else { Options::SECOND_PRINTING };
    let mut differs = |different: bool, text: &'static str| {
        if different {
            lines.push(tr(text).to_owned());
        }
    };
    differs(options.pass_on != standard.pass_on, mark("Chests are not passed on"));
    differs(options.must_unload_on_stop != standard.must_unload_on_stop, mark("Nobody has to unload at a haven"));
    differs(options.adjacent_deliver != standard.adjacent_deliver, mark("Chests may be unloaded from beside a haven"));
    differs(options.capture_cost != standard.capture_cost, mark("Loading a chest costs a step"));
    differs(options.thief_beats_kept != standard.thief_beats_kept, mark("A shown thief does not break a tie"));
    differs(options.unused_havens == UnusedHavens::Closed, mark("Havens without a player are closed"));
    differs(options.shared_victory != standard.shared_victory, mark("Chests at home break a draw"));
    if options.no_income_rounds != standard.no_income_rounds {
        lines.push(say_count!(
            options.no_income_rounds,
            "Ends after 1 round without income",
            "Ends after {count} rounds without income"
        ));
    }
    lines.push(match clock {
        None => say!("No clock"),
        Some(clock) => {
            say!("{seal} s to bribe, {act} s to sail", seal = clock.seal_seconds, act = clock.act_seconds)
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> HostPlan {
        HostPlan::plain(Name::try_from("Parrot".to_owned()).expect("a name"))
    }

    #[test]
    fn bots_sit_at_the_end_and_leave_the_host_a_seat() {
        let bots = |count| {
            let commands = HostPlan { bots: (count, Level::Captain), ..plan() }.commands();
            let seat = |command: &HostCommand| match command {
                HostCommand::AddBot { seat, level } if level.as_ref() == "captain" => Some(seat.index()),
                _ => None,
            };
            commands.iter().filter_map(seat).collect::<Vec<usize>>()
        };
        assert_eq!(bots(0), Vec::<usize>::new());
        assert_eq!(bots(2), [2, 3]);
        assert_eq!(bots(9), [1, 2, 3]);
    }

    #[test]
    fn the_summary_names_what_is_special() {
        let plain = plan();
        assert_eq!(summary(&plain.options, plain.clock), ["Second printing", "No clock"]);
        let special = Options { capture_cost: 1, ..Options::SECOND_PRINTING };
        let clock = Clock { seal_seconds: 60, act_seconds: 45 };
        assert_eq!(
            summary(&special, Some(clock)),
            ["House rules", "Loading a chest costs a step", "60 s to bribe, 45 s to sail"]
        );
    }
}
