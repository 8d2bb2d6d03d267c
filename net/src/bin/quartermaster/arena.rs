//! `quartermaster arena`: which bot is the best?

use std::io::Write;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Colour, Colours, MAX_PLAYERS};
use doubloons_engine::contract::Dice;
use doubloons_net::arena::{Fixture, Standing, Tournament};
use doubloons_net::bots::{Entrant, KINDS};
use serde::Serialize;

use crate::progress::Progress;
use crate::report::{Failure, Verdict, grouped, json_line};
use crate::table::{RunArguments, Setting, TableArguments};

/// Let bots play a tournament of Caribbean and tell who wins how often
///
/// Every bot sits on every seat and plays every colour equally often (to the game, if their number is a multiple of
/// 288). A shared victory counts as an equal fraction for each winner. The intervals hold the true rate with 95 % confidence.
#[derive(Debug, Args)]
#[command(after_help = bots_in_words())]
pub(crate) struct Arguments {
    /// Two to four bots, with commas between them; a bot may appear more than once. admiral@50ms, @250ms, @1s or @200000
    /// (nodes) sets what a decision may cost
    #[arg(long, required_unless_present = "table", value_delimiter = ',', value_name = "BOT,BOT")]
    line_up: Vec<Entrant>,
    /// How many games to play; with --table, for every pair
    #[arg(long, default_value_t = 1000, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Let every two bots of the line-up (any number of them; all levels, if none are named) play duels
    #[arg(long)]
    table: bool,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    setting: TableArguments,
    /// Print JSON: {"event": "arena", "bots": [{name, games, wins, rate, low, high, seconds_per_decision}]}; with --table, one such line for
    /// every pair
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who can be named in a line-up.
fn bots_in_words() -> String {
    let lines = KINDS.map(|kind| format!("  {:<14} {}", kind.name, kind.about));
    format!("Bots:\n{}", lines.join("\n"))
}

#[derive(Serialize)]
struct Report {
    event: &'static str,
    bots: Vec<Line>,
}

impl Report {
    fn new(bots: Vec<Line>) -> Report {
        Report { event: "arena", bots }
    }
}

#[derive(Serialize)]
struct Line {
    name: String,
    games: u64,
    wins: f64,
    rate: f64,
    low: f64,
    high: f64,
    seconds_per_decision: f64,
}

impl Line {
    fn new(entrant: &Entrant, standing: &Standing) -> Line {
        let rate = standing.tally.rate();
        Line {
            name: entrant.to_string(),
            games: standing.tally.games(),
            wins: standing.tally.wins(),
            rate: rate.rate,
            low: rate.low,
            high: rate.high,
            seconds_per_decision: standing.seconds_per_decision(),
        }
    }
}

/// Plays the tournament and prints the result.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    if arguments.table {
        return run_table(arguments, out);
    }
    let line_up = &arguments.line_up;
    if !(2..=MAX_PLAYERS).contains(&line_up.len()) {
        refuse(&format!(
            "Caribbean is for 2 to {MAX_PLAYERS} players, but the line-up has {}: \
             name as many bots as shall play, for example --line-up greedy,random",
            line_up.len()
        ));
    }
    let setting = arguments.setting.setting()?;
    let progress = Progress::new(arguments.games);
    let lines = play(arguments, line_up, &setting, |done| progress.show(done))?;
    drop(progress);
    if arguments.json {
        json_line(out, &Report::new(lines))?;
        return Ok(Verdict::Yes);
    }
    heading(arguments, &setting, out)?;
    writeln!(out, "{:<18} {:>10} {:>8}   {:<17} {:>14}", "bot", "wins", "rate", "95 % interval", "per decision")?;
    for line in &lines {
        writeln!(
            out,
            "{:<18} {:>10.1} {:>6.1} %   {:>5.1} to {:>5.1} %   {:>11.3} ms",
            line.name,
            line.wins,
            line.rate * 100.0,
            line.low * 100.0,
            line.high * 100.0,
            line.seconds_per_decision * 1000.0,
        )?;
    }
    Ok(Verdict::Yes)
}

/// Ends with an error about the number of bots.
fn refuse(message: &str) -> ! {
    crate::Arguments::command().error(ErrorKind::WrongNumberOfValues, message).exit()
}

/// Lets every two bots play duels, and prints how often the one on the left wins against the one on top.
fn run_table(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let all = || Level::ALL.iter().filter_map(|level| level.name().parse().ok()).collect();
    let line_up: Vec<Entrant> = if arguments.line_up.is_empty() { all() } else { arguments.line_up.clone() };
    if line_up.len() < 2 {
        refuse("a table needs two bots or more, for example --table --line-up greedy,bosun,captain");
    }
    let setting = arguments.setting.setting()?;
    let pairs: Vec<(usize, usize)> =
        (0..line_up.len()).flat_map(|first| (first + 1..line_up.len()).map(move |second| (first, second))).collect();
    let progress = Progress::new(arguments.games * pairs.len() as u64);
    let mut cells = vec![vec![String::new(); line_up.len()]; line_up.len()];
    for (number, &(first, second)) in pairs.iter().enumerate() {
        let before = number as u64 * arguments.games;
        let pair = [line_up[first], line_up[second]];
        let lines = play(arguments, &pair, &setting, |done| progress.show(before + done))?;
        if let [one, other] = &lines[..] {
            cells[first][second] = cell(one);
            cells[second][first] = cell(other);
        }
        if arguments.json {
            progress.hide();
            json_line(out, &Report::new(lines))?;
        }
    }
    drop(progress);
    if arguments.json {
        return Ok(Verdict::Yes);
    }
    heading(arguments, &setting, out)?;
    writeln!(out, "How often the bot on the left wins against the one on top, in %, with the 95 % interval:")?;
    write!(out, "{:<18}", "")?;
    line_up.iter().try_for_each(|entrant| write!(out, " {:>18}", entrant.to_string()))?;
    writeln!(out)?;
    for (entrant, row) in line_up.iter().zip(&cells) {
        write!(out, "{:<18}", entrant.to_string())?;
        row.iter().try_for_each(|cell| write!(out, " {cell:>18}"))?;
        writeln!(out)?;
    }
    Ok(Verdict::Yes)
}

fn cell(line: &Line) -> String {
    format!("{:.1} ({:.1}–{:.1})", line.rate * 100.0, line.low * 100.0, line.high * 100.0)
}

fn heading(arguments: &Arguments, setting: &Setting, out: &mut impl Write) -> Result<(), Failure> {
    let games = grouped(arguments.games);
    let each = if arguments.table { " for every pair" } else { "" };
    let printing = arguments.setting.printing.name();
    writeln!(out, "{games} games{each} on {}, {printing} printing, seed {}", setting.board.name(), arguments.run.seed)?;
    Ok(())
}

fn play(
    arguments: &Arguments,
    line_up: &[Entrant],
    setting: &Setting,
    played: impl Fn(u64) + Sync,
) -> Result<Vec<Line>, Failure> {
    let players = line_up.len();
    let orders = colour_orders(players);
    // All tables differ only in their colours, so if one can be set up, all can.
    let tables = orders
        .iter()
        .map(|order| setting.game(players as u8, Colours::Picked(*order)))
        .collect::<Result<Vec<_>, _>>()?;
    let tournament = Tournament {
        games: arguments.games,
        entrants: players,
        seed: arguments.run.seed,
        threads: arguments.run.threads(),
    };
    let fixture = |number: u64, dice: &mut Dice| {
        let turn = (number % players as u64) as usize;
        let order = (number / players as u64 % orders.len() as u64) as usize;
        let mut entrants: Vec<usize> = (0..players).collect();
        entrants.rotate_right(turn);
        Fixture {
            game: tables[order].clone(),
            seats: entrants.into_iter().map(|entrant| (entrant, line_up[entrant].make(dice.word()))).collect(),
        }
    };
    let standings = tournament.run(fixture, played);
    Ok(line_up.iter().zip(&standings).map(|(entrant, standing)| Line::new(entrant, standing)).collect())
}

/// All ways to give so many seats different colours; what comes after the seats has no meaning.
fn colour_orders(players: usize) -> Vec<[Colour; 4]> {
    let mut orders: Vec<Vec<Colour>> = vec![Vec::new()];
    for _ in 0..players {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let free = Colour::ALL.into_iter().filter({
                    let order = order.clone();
                    move |colour| !order.contains(colour)
                });
                free.map(move |colour| [order.as_slice(), &[colour]].concat())
            })
            .collect();
    }
    orders
        .iter()
        .filter_map(|order| match Colours::picked(order)? {
            Colours::Picked(colours) => Some(colours),
            Colours::Dealt => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_colour_the_seats_comes_once() {
        for (players, ways) in [(2, 12), (3, 24), (4, 24)] {
            let mut orders = colour_orders(players);
            assert_eq!(orders.len(), ways);
            orders.sort_unstable();
            orders.dedup_by_key(|order| order[..players].to_vec());
            assert_eq!(orders.len(), ways);
        }
    }
}
