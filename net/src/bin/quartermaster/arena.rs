//! `quartermaster arena`: which bot is the best?

use std::io::Write;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use doubloons_engine::caribbean::{Colour, Colours, MAX_PLAYERS};
use doubloons_engine::contract::Dice;
use doubloons_net::arena::{Fixture, Standing, Tournament};
use doubloons_net::bots::Kind;
use serde::Serialize;

use crate::progress::Progress;
use crate::report::{Failure, Verdict, grouped, json_line};
use crate::table::{RunArguments, Setting, TableArguments, bot};

/// Let bots play a tournament of Caribbean and tell who wins how often
///
/// Every bot sits on every seat and plays every colour equally often (to the game, if their number is a multiple of
/// 288). A shared victory counts as an equal fraction for each winner. The intervals hold the true rate with 95 % confidence.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Two to four bots, with commas between them; a bot may appear more than once
    #[arg(long, required = true, value_delimiter = ',', value_name = "BOT,BOT", value_parser = bot())]
    line_up: Vec<Kind>,
    /// How many games to play
    #[arg(long, default_value_t = 1000, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    run: RunArguments,
    #[command(flatten)]
    table: TableArguments,
    /// Print one JSON object: {"bots": [{name, games, wins, rate, low, high, seconds_per_decision}]}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    bots: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    games: u64,
    wins: f64,
    rate: f64,
    low: f64,
    high: f64,
    seconds_per_decision: f64,
}

impl Line {
    fn new(kind: &Kind, standing: &Standing) -> Line {
        let rate = standing.tally.rate();
        Line {
            name: kind.name,
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
    let line_up = &arguments.line_up;
    if !(2..=MAX_PLAYERS).contains(&line_up.len()) {
        let message = format!(
            "Caribbean is for 2 to {MAX_PLAYERS} players, but the line-up has {}: \
             name as many bots as shall play, for example --line-up greedy,random",
            line_up.len()
        );
        crate::Arguments::command().error(ErrorKind::WrongNumberOfValues, message).exit();
    }
    let setting = arguments.table.setting()?;
    let standings = play(arguments, &setting)?;
    let lines: Vec<Line> = line_up.iter().zip(&standings).map(|(kind, standing)| Line::new(kind, standing)).collect();
    if arguments.json {
        json_line(out, &Report { bots: lines })?;
        return Ok(Verdict::Yes);
    }
    let games = grouped(arguments.games);
    writeln!(
        out,
        "{games} games on {}, {} printing, seed {}",
        setting.board.name(),
        arguments.table.printing.name(),
        arguments.run.seed
    )?;
    writeln!(out, "{:<10} {:>10} {:>8}   {:<17} {:>14}", "bot", "wins", "rate", "95 % interval", "per decision")?;
    for line in &lines {
        writeln!(
            out,
            "{:<10} {:>10.1} {:>6.1} %   {:>5.1} to {:>5.1} %   {:>11.3} ms",
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

fn play(arguments: &Arguments, setting: &Setting) -> Result<Vec<Standing>, Failure> {
    let line_up = &arguments.line_up;
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
    let progress = Progress::new(arguments.games);
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
    Ok(tournament.run(fixture, |done| progress.show(done)))
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
