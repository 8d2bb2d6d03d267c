//! Tournaments: many games of bots on all cores. The result depends on the seed alone, not on the number of threads or
//! on which of them was faster.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use doubloons_engine::bots::Bot;
use doubloons_engine::contract::{Action, Deaf, Dice, Game, Outcome, Sealed, Seat, Turn};
use doubloons_engine::local::LocalTable;

use crate::statistics::Tally;

/// How many games to play, and from which seed.
#[derive(Clone, Copy, Debug)]
pub struct Tournament {
    /// How many games.
    pub games: u64,
    /// How many entrants there are. Not all of them have to play in every game.
    pub entrants: usize,
    /// All that is random follows from it; game `i` from this seed and `i`, whatever is played before.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: NonZeroUsize,
}

/// One game of a tournament.
pub struct Fixture<G: Game> {
    /// The game before its first input.
    pub game: G,
    /// Who sits where: for each seat in order, the number of the entrant and the bot that decides for it.
    pub seats: Vec<(usize, Box<dyn Bot<G>>)>,
}

/// How an entrant did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Games and victories.
    pub tally: Tally,
    /// How many decisions it took.
    pub decisions: u64,
    /// How long it thought about them.
    pub thinking: Duration,
}

impl Standing {
    /// How long a decision took on average, in seconds; 0 if there was none.
    pub fn seconds_per_decision(&self) -> f64 {
        self.thinking.as_secs_f64() / self.decisions.max(1) as f64
    }
}

impl Tournament {
    /// As many threads as this machine runs at a time.
    pub fn all_cores() -> NonZeroUsize {
        thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    /// Plays all games and returns how each entrant did. `fixture` sets up a game by its number, with dice that belong
    /// to that game alone; `played` hears after every game how many are done, from any thread.
    ///
    /// # Panics
    ///
    /// If a bot decides on something illegal (a fault in the bot), or if `fixture` names an entrant that there is not.
    pub fn run<G: Game + 'static>(
        &self,
        fixture: impl Fn(u64, &mut Dice) -> Fixture<G> + Sync,
        played: impl Fn(u64) + Sync,
    ) -> Vec<Standing> {
        let clocks: Vec<Arc<Clock>> = (0..self.entrants).map(|_| Arc::default()).collect();
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || {
            let mut tallies = vec![Tally::default(); self.entrants];
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return tallies;
                }
                let mut dice = game_dice(self.seed, number);
                let Fixture { game, seats } = fixture(number, &mut dice);
                play(LocalTable::new(game, dice.word()), seats, &clocks, &mut tallies);
                played(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let threads = self.threads.get().min(usize::try_from(self.games).unwrap_or(usize::MAX));
        let tallies = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .fold(vec![Tally::default(); self.entrants], |mut sums, tallies| {
                    sums.iter_mut().zip(tallies).for_each(|(sum, tally)| *sum += tally);
                    sums
                })
        });
        tallies.into_iter().zip(clocks).map(|(tally, clock)| clock.standing(tally)).collect()
    }
}

/// The dice of one game. Neighbouring games have unrelated draws, because a seed is spread before it is used.
fn game_dice(seed: u64, number: u64) -> Dice {
    Dice::from_seed(Dice::from_seed(seed).word().wrapping_add(number))
}

fn play<G: Game + 'static>(
    mut table: LocalTable<G>,
    seats: Vec<(usize, Box<dyn Bot<G>>)>,
    clocks: &[Arc<Clock>],
    tallies: &mut [Tally],
) {
    let (entrants, mut bots): (Vec<usize>, Vec<Box<dyn Bot<G>>>) = seats
        .into_iter()
        .map(|(entrant, bot)| {
            let clock = Arc::clone(&clocks[entrant]);
            (entrant, Box::new(Clocked { bot, clock }) as _)
        })
        .unzip();
    table.play_out(&mut bots, &mut Deaf);
    if let Turn::Over(Outcome { winners, .. }) = table.game().turn() {
        for (seat, entrant) in Seat::first(entrants.len()).zip(entrants) {
            if winners.contains(seat) {
                tallies[entrant].won(winners.len());
            } else {
                tallies[entrant].lost();
            }
        }
    }
}

/// What an entrant has thought, in all its games.
#[derive(Debug, Default)]
struct Clock {
    decisions: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Clock {
    fn time<T>(&self, decide: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let decision = decide();
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        self.decisions.fetch_add(1, Ordering::Relaxed);
        decision
    }

    fn standing(&self, tally: Tally) -> Standing {
        Standing {
            tally,
            decisions: self.decisions.load(Ordering::Relaxed),
            thinking: Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)),
        }
    }
}

/// A bot whose thinking is timed.
struct Clocked<G: Game> {
    bot: Box<dyn Bot<G>>,
    clock: Arc<Clock>,
}

impl<G: Game> Bot<G> for Clocked<G> {
    fn seal(&mut self, view: &G::View) -> Sealed<G::Choice> {
        self.clock.time(|| self.bot.seal(view))
    }

    fn act(&mut self, view: &G::View) -> Action<G::Command> {
        self.clock.time(|| self.bot.act(view))
    }
}

#[cfg(test)]
mod tests {
    use doubloons_engine::caribbean::{Board, Caribbean, Terms};

    use super::*;
    use crate::bots::Kind;

    fn run(threads: usize, games: u64) -> Vec<Standing> {
        let board = Board::standard();
        let kinds = ["random", "random", "greedy"].map(|name| Kind::named(name).expect("a known bot"));
        let tournament = Tournament {
            games,
            entrants: kinds.len(),
            seed: 5,
            threads: NonZeroUsize::new(threads).expect("not zero"),
        };
        // Entrants 0 and 2, or 1 and 2, take turns; the greedy one changes seats.
        let fixture = |number: u64, dice: &mut Dice| {
            let mut seats: Vec<_> = [(number % 2) as usize, 2]
                .into_iter()
                .map(|entrant| (entrant, kinds[entrant].make(dice.word())))
                .collect();
            seats.rotate_left((number / 2 % 2) as usize);
            Fixture { game: Caribbean::new(&Terms::new(&board, 2), board.clone()).expect("good terms"), seats }
        };
        let heard = AtomicU64::new(0);
        let standings = tournament.run(fixture, |done| {
            heard.fetch_max(done, Ordering::Relaxed);
        });
        assert_eq!(heard.into_inner(), games);
        standings
    }

    #[test]
    fn every_game_counts_once_for_each_of_its_entrants() {
        let [first, second, greedy] = run(2, 9)[..] else { panic!("three entrants") };
        assert_eq!([first, second, greedy].map(|standing| standing.tally.games()), [5, 4, 9]);
        let wins: f64 = [first, second, greedy].iter().map(|standing| standing.tally.wins()).sum();
        assert!((wins - 9.0).abs() < 1e-9, "{wins}");
        assert!(greedy.tally.wins() > 6.0, "{greedy:?}");
        assert!(greedy.decisions > 0 && greedy.thinking > Duration::ZERO);
    }

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let counts = |threads| -> Vec<(Tally, u64)> {
            run(threads, 8).into_iter().map(|standing| (standing.tally, standing.decisions)).collect()
        };
        assert_eq!(counts(1), counts(3));
    }

    #[test]
    fn games_are_seeded_one_by_one() {
        let word = |seed, number| game_dice(seed, number).word();
        assert_eq!(word(1, 7), word(1, 7));
        assert_ne!(word(1, 7), word(1, 8));
        assert_ne!(word(1, 7), word(2, 7));
        // Seeds next to each other must not play the same games one place further on.
        assert_ne!(word(1, 8), word(2, 7));
    }
}
