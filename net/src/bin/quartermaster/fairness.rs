//! `quartermaster fairness`: does the board favour a colour?

use std::io::Write;

use clap::Args;
use doubloons_engine::caribbean::{Colour, Colours};
use doubloons_engine::contract::Dice;
use doubloons_net::arena::{Fixture, Tournament};
use doubloons_net::bots::Kind;
use doubloons_net::statistics::{Rate, Tally};
use serde::Serialize;

use crate::progress::Progress;
use crate::report::{Failure, Verdict, grouped, json_line};
use crate::table::{RunArguments, Setting, TableArguments, bot};

/// Check that a board favours no colour
///
/// Equal bots play every combination of colours, each colour equally often on every seat. No colour may win more or
/// fewer games than its fair share by over 2 percentage points among four players, and by over 3 among two or three.
/// The exit code is 1 if one does. The intervals hold the true share with 95 % confidence.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many games to play with each combination of colours
    #[arg(long, default_value_t = 20_000, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Only the combinations of so many colours [default: 4, 2 and 3]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// Who plays all the colours
    #[arg(long, default_value = "greedy", value_parser = bot())]
    bot: Kind,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    table: TableArguments,
    /// Print one JSON object instead of a table: {"event": "fairness", "combinations": […], "verdicts": […], "fair": …}
    #[arg(long)]
    pub(crate) json: bool,
}

/// How far a colour's share may be from its fair one, for so many players.
fn limit(players: u8) -> f64 {
    match players {
        4 => 0.02,
        _ => 0.03,
    }
}

#[derive(Serialize)]
struct Report {
    event: &'static str,
    board: String,
    printing: &'static str,
    bot: &'static str,
    seed: u64,
    games: u64,
    combinations: Vec<Combination>,
    verdicts: Vec<CountVerdict>,
    fair: bool,
}

/// How the colours at one table did.
#[derive(Serialize)]
struct Combination {
    players: u8,
    games: u64,
    colours: Vec<Share>,
}

#[derive(Clone, Copy, Serialize)]
struct Share {
    colour: &'static str,
    wins: f64,
    share: f64,
    deviation: f64,
    low: f64,
    high: f64,
    #[serde(skip)]
    tally: Tally,
}

impl Share {
    fn new(colour: Colour, players: u8, tally: Tally) -> Share {
        let Rate { rate, low, high } = tally.rate();
        let deviation = rate - 1.0 / f64::from(players);
        Share { colour: colour.name(), wins: tally.wins(), share: rate, deviation, low, high, tally }
    }
}

/// Whether all combinations of so many colours are fair.
#[derive(Serialize)]
struct CountVerdict {
    players: u8,
    limit: f64,
    /// How each colour did in all of its combinations together.
    overall: Vec<Share>,
    /// The share that is farthest from its fair one, and the colours at its table.
    worst: Share,
    against: Vec<&'static str>,
    fair: bool,
    /// Whether the interval of every share lies on one side of the limits; otherwise more games could turn the verdict.
    certain: bool,
}

impl CountVerdict {
    fn new(players: u8, combinations: &[Combination]) -> Option<CountVerdict> {
        let shares = || {
            combinations
                .iter()
                .flat_map(|combination| combination.colours.iter().map(move |&share| (share, combination)))
        };
        let (worst, table) = shares().max_by(|(a, _), (b, _)| a.deviation.abs().total_cmp(&b.deviation.abs()))?;
        let limit = limit(players);
        let fair_share = 1.0 / f64::from(players);
        let certain_of = |share: &Share| {
            let within = fair_share - limit..=fair_share + limit;
            match share.deviation.abs() <= limit {
                true => within.contains(&share.low) && within.contains(&share.high),
                false => share.high < *within.start() || share.low > *within.end(),
            }
        };
        let fair = worst.deviation.abs() <= limit;
        // One share that surely breaks the limit settles it; for a good verdict all have to be sure.
        let certain = match fair {
            true => shares().all(|(share, _)| certain_of(&share)),
            false => shares().any(|(share, _)| share.deviation.abs() > limit && certain_of(&share)),
        };
        let overall = Colour::ALL.into_iter().map(|colour| {
            let mut sum = Tally::default();
            shares().filter(|(share, _)| share.colour == colour.name()).for_each(|(share, _)| sum += share.tally);
            Share::new(colour, players, sum)
        });
        let against = table.colours.iter().map(|share| share.colour).filter(|&colour| colour != worst.colour).collect();
        Some(CountVerdict { players, limit, overall: overall.collect(), worst, against, fair, certain })
    }
}

/// Plays all combinations and prints each as soon as it is done.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let setting = arguments.table.setting()?;
    let counts: Vec<u8> = arguments.players.map_or(vec![4, 2, 3], |players| vec![players]);
    let tables: u64 = counts.iter().map(|&players| combinations(players).len() as u64).sum();
    let progress = Progress::new(tables * arguments.games);
    let mut report = Report {
        event: "fairness",
        board: setting.board.name().to_owned(),
        printing: arguments.table.printing.name(),
        bot: arguments.bot.name,
        seed: arguments.run.seed,
        games: arguments.games,
        combinations: Vec::new(),
        verdicts: Vec::new(),
        fair: true,
    };
    if !arguments.json {
        writeln!(
            out,
            "{} games of {} bots with each combination of colours on {}, {} printing, seed {}",
            grouped(report.games),
            report.bot,
            report.board,
            report.printing,
            report.seed
        )?;
    }
    for players in counts {
        if !arguments.json {
            progress.hide();
            write!(out, "\n{players} players, fair share {:.1} %\n", 100.0 / f64::from(players))?;
            writeln!(out, "  {:<27} {:<7} {:>8} {:>10}   95 % interval", "table", "colour", "share", "deviation")?;
        }
        let begin = report.combinations.len();
        for colours in combinations(players) {
            let before = report.combinations.len() as u64 * arguments.games;
            let combination = play(arguments, &setting, &colours, |done| progress.show(before + done))?;
            if !arguments.json {
                progress.hide();
                let names: Vec<&str> = combination.colours.iter().map(|share| share.colour).collect();
                print(&names.join(", "), &combination.colours, out)?;
            }
            report.combinations.push(combination);
        }
        if let Some(verdict) = CountVerdict::new(players, &report.combinations[begin..]) {
            if !arguments.json {
                if report.combinations.len() > begin + 1 {
                    print("all of them together", &verdict.overall, out)?;
                }
                writeln!(out, "  {}", sentence(&verdict))?;
            }
            report.fair &= verdict.fair;
            report.verdicts.push(verdict);
        }
    }
    if arguments.json {
        json_line(out, &report)?;
    }
    Ok(if report.fair { Verdict::Yes } else { Verdict::No })
}

/// All sets of so many colours.
fn combinations(players: u8) -> Vec<Vec<Colour>> {
    (0u8..16)
        .filter(|set| set.count_ones() == u32::from(players))
        .map(|set| Colour::ALL.into_iter().filter(|colour| set >> colour.index() & 1 == 1).collect())
        .collect()
}

fn play(
    arguments: &Arguments,
    setting: &Setting,
    colours: &[Colour],
    played: impl Fn(u64) + Sync,
) -> Result<Combination, Failure> {
    let players = colours.len();
    // One table for each turn of the seats: who sits there, and the game.
    let tables = (0..players)
        .map(|turn| {
            let mut seats: Vec<(usize, Colour)> = colours.iter().copied().enumerate().collect();
            seats.rotate_right(turn);
            let (entrants, order): (Vec<usize>, Vec<Colour>) = seats.into_iter().unzip();
            let picked = Colours::picked(&order).unwrap_or(Colours::Dealt);
            Ok((entrants, setting.game(players as u8, picked)?))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    // Each combination has games of its own, so that one lucky seed does not tint them all.
    let set = colours.iter().fold(0, |set, colour| set | 1 << colour.index());
    let tournament = Tournament {
        games: arguments.games,
        entrants: players,
        seed: arguments.run.seed ^ set << 56,
        threads: arguments.run.threads(),
    };
    let fixture = |number: u64, dice: &mut Dice| {
        let (entrants, game) = &tables[(number % players as u64) as usize];
        let seats = entrants.iter().map(|&entrant| (entrant, arguments.bot.make(dice.word())));
        Fixture { game: game.clone(), seats: seats.collect() }
    };
    let standings = tournament.run(fixture, played);
    let players = players as u8;
    let colours =
        colours.iter().zip(&standings).map(|(&colour, standing)| Share::new(colour, players, standing.tally)).collect();
    Ok(Combination { players, games: arguments.games, colours })
}

fn print(table: &str, shares: &[Share], out: &mut impl Write) -> Result<(), Failure> {
    for (place, share) in shares.iter().enumerate() {
        let table = if place == 0 { table } else { "" };
        writeln!(
            out,
            "  {table:<27} {:<7} {:>6.2} % {:>+8.2} pt   {:>5.2} to {:>5.2} %",
            share.colour,
            share.share * 100.0,
            share.deviation * 100.0,
            share.low * 100.0,
            share.high * 100.0,
        )?;
    }
    out.flush()?;
    Ok(())
}

fn sentence(verdict: &CountVerdict) -> String {
    let CountVerdict { players, limit, worst, against, fair, certain, .. } = verdict;
    format!(
        "{} with {players} players: {} against {} is {:+.2} points off, the limit is {:.0}.{}",
        if *fair { "FAIR" } else { "NOT FAIR" },
        worst.colour,
        against.join(", "),
        worst.deviation * 100.0,
        limit * 100.0,
        if *certain { "" } else { " Too close to be sure: play more games." },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combination(wins: [u32; 2], games: u32) -> Combination {
        let colours = [Colour::Red, Colour::Blue].into_iter().zip(wins).map(|(colour, wins)| {
            let mut tally = Tally::default();
            (0..wins).for_each(|_| tally.won(1));
            (wins..games).for_each(|_| tally.lost());
            Share::new(colour, 2, tally)
        });
        Combination { players: 2, games: games.into(), colours: colours.collect() }
    }

    fn verdict(wins: [u32; 2], games: u32) -> (bool, bool) {
        let verdict = CountVerdict::new(2, &[combination(wins, games)]).expect("there are shares");
        (verdict.fair, verdict.certain)
    }

    #[test]
    fn all_pairings_and_triples_are_played() {
        assert_eq!([2, 3, 4].map(|players| combinations(players).len()), [6, 4, 1]);
        assert_eq!(combinations(4), [Colour::ALL]);
    }

    #[test]
    fn a_verdict_is_about_the_limit_and_sure_only_with_enough_games() {
        assert_eq!(verdict([5_000, 5_000], 10_000), (true, true));
        assert_eq!(verdict([52, 48], 100), (true, false));
        assert_eq!(verdict([54, 46], 100), (false, false));
        assert_eq!(verdict([5_500, 4_500], 10_000), (false, true));
    }

    #[test]
    fn the_worst_table_is_named() {
        let tables = [combination([500, 500], 1_000), combination([440, 560], 1_000)];
        let text = sentence(&CountVerdict::new(2, &tables).expect("there are shares"));
        assert!(text.starts_with("NOT FAIR with 2 players"), "{text}");
        assert!(text.contains("6.00 points off, the limit is 3"), "{text}");
    }
}
