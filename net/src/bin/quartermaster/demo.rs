//! `quartermaster demo`: bots play one game at a table of their own, told in words; the transcript is checked and, if
//! wished, kept.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use doubloons_engine::any::{AnyEvent, AnyGame, AnyTerms};
use doubloons_engine::caribbean::{Caribbean, Colours, Event, Narrator};
use doubloons_engine::contract::{Dice, Game, Seat, Turn};
use doubloons_net::bots::Kind;
use doubloons_net::identity::Identity;
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::Name;
use doubloons_net::table::journal::Memory;
use doubloons_net::table::lobby::Boards;
use doubloons_net::table::lobby::ceremony::Beginning;
use doubloons_net::table::lobby::host::{HostCommand, HostInput, HostLobby, HostOutput};
use doubloons_net::table::peer::{Notice, Output, Patience, Peer, Question, Wish};
use doubloons_net::table::words::TableWords;
use doubloons_net::transcript::{BotFinding, Transcript, verify, verify_bots};
use serde_json::json;

use crate::event;
use crate::report::{Failure, Verdict, grouped, json_line};
use crate::table::{Setting, TableArguments, bot};

/// Watch bots play one game of Caribbean, told in words
///
/// Afterwards the transcript is checked as `quartermaster verify --bots` does. The exit code is 1 if something in it does
/// not hold.
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
    /// Keep the transcript in this file
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    table: TableArguments,
    /// Print a JSON object for each event instead; the last one is {"event": "over", …}
    #[arg(long)]
    json: bool,
}

/// Plays the game and prints what happens as it happens.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<Verdict, Failure> {
    let setting = arguments.table.setting()?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let mut dice = Dice::from_seed(seed);
    let identity = Identity::from_secret(&dice.beacon().0);
    let beginning = begin(arguments, &setting, &identity, &mut dice)?;
    announce(arguments, &setting, seed, &beginning, out)?;
    let charter = Arc::new(beginning.charter);
    let mut peer = Peer::new(
        Arc::clone(&charter),
        beginning.me,
        identity,
        beginning.secret,
        Memory::default(),
        Patience::default(),
        Duration::ZERO,
    )
    .map_err(|(_, fault)| Failure::Table(fault.to_string()))?;
    let narrator = Narrator::new(&setting.board, &[]);
    let mut outputs = VecDeque::from(peer.tick(Duration::ZERO));
    while let Some(output) = outputs.pop_front() {
        match output {
            Output::Think(question) => {
                let wish = answer(&question)?;
                let after = peer.wish(Duration::ZERO, wish);
                outputs.extend(after.map_err(|refusal| Failure::Table(refusal.to_string()))?);
            }
            Output::Notice(Notice::Happened { events, .. }) => {
                for AnyEvent::Caribbean(event) in &events {
                    tell(arguments, &setting, &narrator, event, out)?;
                }
            }
            Output::Notice(_) | Output::Persist(_) | Output::Send(..) => {}
        }
    }
    let transcript = Transcript::new(&charter, setting.board_file.as_deref(), peer.entries(1))
        .map_err(|missing| Failure::Table(missing.to_string()))?;
    let AnyGame::Caribbean(game) = peer.state().game();
    finish(arguments, game, &transcript, out)
}

/// A table with a bot at every seat, which agrees with itself.
fn begin(arguments: &Arguments, setting: &Setting, identity: &Identity, dice: &mut Dice) -> Result<Beginning, Failure> {
    let name = |text: &str| Name::try_from(text.to_owned()).map_err(|no_name| Failure::Table(no_name.to_string()));
    let terms = AnyTerms::Caribbean(setting.terms(arguments.seats, Colours::Dealt));
    let boards = Boards::new([Arc::clone(&setting.board)]);
    let mut lobby = HostLobby::open(identity.clone(), name("Quartermaster")?, 0, terms, boards)
        .map_err(|refused| Failure::Table(refused.to_string()))?;
    let level = name(arguments.bot.name)?;
    let mut commands = vec![HostCommand::LeaveSeat];
    let seats = Seat::first(arguments.seats.into());
    commands.extend(seats.map(|seat| HostCommand::AddBot { seat, level: level.clone() }));
    commands.push(HostCommand::Start);
    let mut random = || dice.beacon().0;
    for command in commands {
        for output in lobby.handle(Duration::ZERO, HostInput::Command(command), &mut random) {
            match output {
                HostOutput::Begun(beginning) => return Ok(*beginning),
                HostOutput::Refused(refused) => return Err(Failure::Table(refused.to_string())),
                _ => {}
            }
        }
    }
    Err(Failure::Table("the table did not begin its game".to_owned()))
}

fn announce(
    arguments: &Arguments,
    setting: &Setting,
    seed: u64,
    beginning: &Beginning,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let words = TableWords::of(beginning.charter.id()).to_string();
    if arguments.json {
        return Ok(json_line(
            out,
            &json!({
                "event": "table",
                "board": setting.board.name(),
                "seats": arguments.seats,
                "bot": arguments.bot.name,
                "printing": arguments.table.printing.name(),
                "seed": seed,
                "words": words,
            }),
        )?);
    }
    writeln!(
        out,
        "{} {} bots play on {}, {} printing. To see this game again: --seed {seed}",
        arguments.seats,
        arguments.bot.name,
        setting.board.name(),
        arguments.table.printing.name()
    )?;
    Ok(writeln!(out, "The table's words: {words}")?)
}

fn tell(
    arguments: &Arguments,
    setting: &Setting,
    narrator: &Narrator<'_>,
    event: &Event,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = narrator.tell(event);
    if arguments.json {
        return Ok(json_line(out, &event::json(event, &setting.board, text))?);
    }
    if let Event::RoundBegan { .. } = event {
        writeln!(out)?;
    }
    Ok(writeln!(out, "{text}")?)
}

fn answer(question: &Question) -> Result<Wish, Failure> {
    let level = question.level.as_ref();
    let wish = if question.sealed {
        bot_seat::seal(level, question.seed, &question.view).map(|choices| Wish::Seal(question.seat, choices))
    } else {
        bot_seat::act(level, question.seed, &question.view).map(|action| Wish::Act(question.seat, action))
    };
    wish.ok_or_else(|| Failure::Table(format!("there is no bot called {level}")))
}

fn finish(
    arguments: &Arguments,
    game: &Caribbean,
    transcript: &Transcript,
    out: &mut impl Write,
) -> Result<Verdict, Failure> {
    let bots = verify_bots(transcript).unwrap_or_default();
    let true_bots = !bots.is_empty() && bots.iter().all(|bot| matches!(bot.finding, BotFinding::True { .. }));
    let report = verify(transcript);
    let verified = report.is_clean() && report.is_complete() && true_bots;
    if let Some(path) = &arguments.transcript {
        transcript.write_file(path).map_err(|error| Failure::Unwritable { path: path.clone(), error })?;
    }
    let (scores, winners) = result(game);
    let entries = transcript.entries().len();
    if arguments.json {
        json_line(
            out,
            &json!({
                "event": "over",
                "scores": scores,
                "winners": winners,
                "rounds": game.round(),
                "entries": entries,
                "digest": game.digest().to_string(),
                "transcript": arguments.transcript.as_ref().map(|path| path.display().to_string()),
                "verified": verified,
            }),
        )?;
    } else {
        writeln!(out)?;
        for (seat, &score) in (1..).zip(&scores) {
            let won = if winners.contains(&seat) { "  winner" } else { "" };
            writeln!(out, "Seat {seat}  {:>7}{won}", grouped(score.into()))?;
        }
        let bytes = transcript.to_bytes().len();
        writeln!(out, "{} rounds, {entries} entries in {} bytes", game.round(), grouped(bytes as u64))?;
        writeln!(out, "digest {}", game.digest())?;
        if let Some(path) = &arguments.transcript {
            writeln!(out, "The transcript is in {}.", path.display())?;
        }
        match verified {
            true => writeln!(out, "Verified: every signature, draw, card and move holds, and the bots played true.")?,
            false => writeln!(out, "NOT VERIFIED: `quartermaster verify --bots` on the transcript says why.")?,
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

/// A seed that nobody chose.
fn fresh_seed() -> u64 {
    // Short enough to be typed again.
    RandomState::new().hash_one(()) % 1_000_000_000
}
