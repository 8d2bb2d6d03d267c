//! How much time of a processor the strongest bot takes to decide, and how many nodes, over positions from games of
//! captains.
//!
//! `cargo bench -p doubloons-engine --bench bots -- [POSITIONS]`, 10,000 if nothing is said. Fails if a decision takes
//! more nodes than its budget.

use std::fs;
use std::time::Duration;

use doubloons_engine::bots::{Bot, Budget, Cancel, Level};
use doubloons_engine::caribbean::{Board, Caribbean, Phase, Terms, View};
use doubloons_engine::contract::{Deaf, Game, Turn};
use doubloons_engine::local::LocalTable;

/// What a bot is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Bribe,
    Tie,
    Command,
}

fn main() {
    let wanted = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(10_000);
    let positions = positions(wanted);
    println!("admiral over {wanted} positions from games of captains, 2 to 4 players");
    println!("| budget | question | players | decisions | p50 | p99 | worst | single worst | most nodes | nodes/ms |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    // The large budget is for comparison; a hundredth of the positions is enough.
    let plans =
        [(Budget::FIFTY_MILLISECONDS, Duration::from_millis(50), 1), (Budget::ONE_SECOND, Duration::from_secs(1), 100)];
    for (budget, limit, share) in plans {
        for players in 2..=4 {
            for question in [Question::Bribe, Question::Tie, Question::Command] {
                let chosen = positions.iter().filter(|position| position.0 == question && position.1 == players);
                measure(budget, limit, question, players, chosen.step_by(share).map(|position| &position.2));
            }
        }
    }
}

/// How often a decision is timed at most, if it takes longer than it should: the same thoughts again, so the shortest time
/// counts, and what other programs do to the memory and the processor does not.
const TRIES: usize = 3;

fn measure<'a>(
    budget: Budget,
    limit: Duration,
    question: Question,
    players: u8,
    views: impl Iterator<Item = &'a View>,
) {
    let mut times: Vec<Duration> = Vec::new();
    let mut single_worst = Duration::ZERO;
    let (mut most, mut nodes) = (0, 0);
    for (seed, view) in views.enumerate() {
        let mut bot = Level::Admiral.bot(seed as u64, budget, Cancel::new());
        let mut shortest = Duration::MAX;
        for _ in 0..TRIES {
            let begun = taken();
            decide(bot.as_mut(), question, view);
            let time = taken().saturating_sub(begun);
            (shortest, single_worst) = (shortest.min(time), single_worst.max(time));
            if shortest <= limit {
                break;
            }
        }
        times.push(shortest);
        assert!(bot.nodes() <= budget.nodes, "{} nodes with a budget of {}", bot.nodes(), budget.nodes);
        most = most.max(bot.nodes());
        nodes += bot.nodes();
    }
    if times.is_empty() {
        return;
    }
    times.sort_unstable();
    let at = |per_cent: usize| times[(times.len() - 1) * per_cent / 100].as_secs_f64() * 1e3;
    let total: f64 = times.iter().map(Duration::as_secs_f64).sum();
    println!(
        "| {limit:?} | {question:?} | {players} | {} | {:.1} ms | {:.1} ms | {:.1} ms | {:.1} ms | {most} | {:.0} |",
        times.len(),
        at(50),
        at(99),
        at(100),
        single_worst.as_secs_f64() * 1e3,
        nodes as f64 / total / 1e3,
    );
}

/// What this thread has taken of a processor so far, as the kernel counts: whatever else runs, it says how much was thought.
fn taken() -> Duration {
    // The kernel brings its account up to date when a thread offers to make room.
    std::thread::yield_now();
    let counted = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split(' ').next()?.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the kernel counts the time of threads"))
}

fn decide(bot: &mut dyn Bot<Caribbean>, question: Question, view: &View) {
    match question {
        Question::Bribe | Question::Tie => {
            std::hint::black_box(bot.seal(view));
        }
        Question::Command => {
            std::hint::black_box(bot.act(view));
        }
    }
}

/// So many decisions as they come up in games.
fn positions(wanted: usize) -> Vec<(Question, u8, View)> {
    let board = Board::standard();
    let mut positions = Vec::new();
    for game in 0.. {
        let players = 2 + (game % 3) as u8;
        let terms = Terms::new(&board, players);
        let mut table = LocalTable::new(Caribbean::new(&terms, board.clone()).expect("good terms"), game);
        let mut bots: Vec<_> = (0..u64::from(players))
            .map(|seat| Level::Captain.bot(game << 3 | seat, Level::Captain.budget(), Cancel::new()))
            .collect();
        loop {
            let turn = table.game().turn();
            if let Some(seat) = turn.waiting_for().into_iter().next() {
                let question = match (turn, table.game().phase()) {
                    (Turn::Seat(_), _) => Question::Command,
                    (_, Phase::TieSeal { .. }) => Question::Tie,
                    _ => Question::Bribe,
                };
                positions.push((question, players, table.view(seat)));
                if positions.len() == wanted {
                    return positions;
                }
            }
            if table.step(&mut bots, &mut Deaf).is_none() {
                break;
            }
        }
    }
    positions
}
