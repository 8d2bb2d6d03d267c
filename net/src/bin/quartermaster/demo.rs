//! `quartermaster demo`: bots play one game to its end, told in words, and the recording is checked.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;

use clap::Args;
use doubloons_engine::bots::Bot;
use doubloons_engine::caribbean::{Caribbean, Colours, Event, Narrator};
use doubloons_engine::contract::{Canonical, Deaf, Dice, Digest, Game, InputOf, Turn};
use doubloons_engine::local::LocalTable;
use doubloons_net::bots::Kind;
use serde_json::json;

use crate::event;
use crate::report::{Failure, Verdict, grouped, json_line};
use crate::table::{TableArguments, bot};

/// Watch bots play one game of Caribbean, told in words
///
/// Afterwards the game is played again from its recording. The exit code is 1 if that gives another result.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many play
    #[arg(long, default_value_t = 4, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// Who plays
    #[arg(long, default_value = "greedy", value_name = "LEVEL", value_parser = bot())]
    bot: Kind,
    /// The same seed gives the same game [default: a new game each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    table: TableArguments,
    /// Print a JSON object for each event instead; the last one is {"event": "over", …}
    #[arg(long)]
    json: bool,
}

/// Plays the game and prints what happens as it happens.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let setting = arguments.table.setting()?;
    let start = setting.game(arguments.seats, Colours::Dealt)?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let mut dice = Dice::from_seed(seed);
    let mut table = LocalTable::new(start.clone(), dice.word());
    let mut bots: Vec<Box<dyn Bot<Caribbean>>> =
        (0..arguments.seats).map(|_| arguments.bot.make(dice.word())).collect();
    let narrator = Narrator::new(&setting.board, &[]);

    if arguments.json {
        json_line(
            out,
            &json!({
                "event": "table",
                "board": setting.board.name(),
                "seats": arguments.seats,
                "bot": arguments.bot.name,
                "printing": arguments.table.printing.name(),
                "seed": seed,
            }),
        )?;
    } else {
        writeln!(
            out,
            "{} {} bots play on {}, {} printing. To see this game again: --seed {seed}",
            arguments.seats,
            arguments.bot.name,
            setting.board.name(),
            arguments.table.printing.name()
        )?;
    }
    let mut recording: Vec<Vec<u8>> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    while let Some(input) = table.step(&mut bots, &mut events) {
        recording.push(input.to_bytes());
        for event in events.drain(..) {
            let text = narrator.tell(&event);
            if arguments.json {
                json_line(out, &event::json(&event, &setting.board, text))?;
            } else {
                if let Event::RoundBegan { .. } = event {
                    writeln!(out)?;
                }
                writeln!(out, "{text}")?;
            }
        }
    }
    finish(arguments, table.game(), start, &recording, out)
}

fn finish(
    arguments: &Arguments,
    game: &Caribbean,
    start: Caribbean,
    recording: &[Vec<u8>],
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let digest = game.digest();
    let replayed = replay(start, recording);
    let verified = replayed == Ok(digest);
    let (scores, winners) = result(game);
    if arguments.json {
        json_line(
            out,
            &json!({
                "event": "over",
                "scores": scores,
                "winners": winners,
                "rounds": game.round(),
                "inputs": recording.len(),
                "digest": digest.to_string(),
                "verified": verified,
            }),
        )?;
    } else {
        writeln!(out)?;
        for (seat, &score) in (1..).zip(&scores) {
            let won = if winners.contains(&seat) { "  winner" } else { "" };
            writeln!(out, "Seat {seat}  {:>7}{won}", grouped(score.into()))?;
        }
        let bytes: usize = recording.iter().map(Vec::len).sum();
        writeln!(out, "{} rounds, {} inputs in {} bytes", game.round(), recording.len(), grouped(bytes as u64))?;
        writeln!(out, "digest {digest}")?;
        match &replayed {
            Ok(_) if verified => writeln!(out, "Verified: the recording gives the same game.")?,
            Ok(found) => writeln!(out, "NOT VERIFIED: the recording gives another digest, {found}.")?,
            Err(why) => writeln!(out, "NOT VERIFIED: {why}.")?,
        }
    }
    Ok(if verified { Verdict::Yes } else { Verdict::No })
}

/// Everybody's doubloons in table order, and who won; seats are numbered from 1.
fn result(game: &Caribbean) -> (Vec<u32>, Vec<usize>) {
    let Turn::Over(outcome) = game.turn() else {
        return (Vec::new(), Vec::new());
    };
    let scores = outcome.scores.iter().map(|(_, &score)| score).collect();
    (scores, event::numbers(outcome.winners))
}

/// Plays a recording and returns the digest at its end, or why it can't be played.
fn replay(mut game: Caribbean, recording: &[Vec<u8>]) -> Result<Digest, String> {
    for (index, bytes) in (1..).zip(recording) {
        let input = InputOf::<Caribbean>::from_bytes(bytes).map_err(|error| format!("input {index}: {error}"))?;
        game.apply(&input, &mut Deaf).map_err(|illegal| format!("input {index}: {illegal}"))?;
    }
    Ok(game.digest())
}

/// A seed that nobody chose.
fn fresh_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().hash_one(()) % 1_000_000_000
}
