//! What a table tells: what happened first, then what it looks like, in this order also when both come at once.

use std::path::Path;
use std::sync::Arc;

use doubloons_engine::any::AnyEvent;
use doubloons_engine::caribbean::Event;
use doubloons_net::lan::session::{Ending, Happening, Session, TableView, View};
use doubloons_net::table::ledger::{Check, Ledger};
use doubloons_net::transcript::{self, Report, Transcript};
use doubloons_words::say;
use tokio::sync::{mpsc, watch};

use super::harbourmaster::Teller;
use super::news::{GameOver, News, SessionId, Verdict};
use crate::game::deed;

/// How far a session has come, as far as whoever leaves it has to know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Progress {
    /// People need it.
    Running,
    /// Nobody is left in the lurch by whoever leaves now.
    Settled,
    /// It is over.
    Ended,
}

/// Hands everything on that a session tells, until it is over.
pub(super) async fn run(
    id: SessionId,
    session: Session,
    mut happenings: mpsc::UnboundedReceiver<Happening>,
    tell: Teller,
    progress: watch::Sender<Progress>,
) {
    let mut view = session.view();
    // The session ends when all its handles are gone, and this one must not keep it alive.
    drop(session);
    let mut last = View::Nothing;
    loop {
        tokio::select! {
            happening = happenings.recv() => match happening {
                Some(happening) => hand_on(id, happening, &tell, &progress),
                None => break,
            },
            Ok(()) = view.changed() => {
                let seen = view.borrow_and_update().clone();
                // What led to this view was told before it was shown.
                while let Ok(happening) = happenings.try_recv() {
                    hand_on(id, happening, &tell, &progress);
                }
                if !look_the_same(&last, &seen) {
                    last = seen.clone();
                    tell(News::Viewed(id, Box::new(seen)));
                }
            }
        }
    }
    progress.send_replace(Progress::Ended);
}

/// Whether a page would show both alike. A table hears of its members many times a second, and nothing follows from that.
fn look_the_same(before: &View, now: &View) -> bool {
    let (View::Table(before), View::Table(now)) = (before, now) else { return false };
    let asked = |view: &TableView| -> Vec<_> { view.asked.iter().map(|asked| (asked.seat, asked.occasion)).collect() };
    Arc::ptr_eq(&before.state, &now.state)
        && (before.me, before.head, before.epoch, before.stalled) == (now.me, now.head, now.epoch, now.stalled)
        && (&before.connected, &before.waiting_for) == (&now.connected, &now.waiting_for)
        && (&before.stand_ins, &before.sealed) == (&now.stand_ins, &now.sealed)
        && asked(before) == asked(now)
}

fn hand_on(id: SessionId, happening: Happening, tell: &Teller, progress: &watch::Sender<Progress>) {
    if let Happening::Over(ending) = happening {
        let tell = Arc::clone(tell);
        tokio::task::spawn_blocking(move || tell(News::Over(id, Box::new(game_over(&ending)))));
        return;
    }
    match &happening {
        // Another game begins at the same table.
        Happening::Open { .. } | Happening::Joined(_) | Happening::Begun { .. } => {
            progress.send_replace(Progress::Running);
        }
        Happening::Settled => drop(progress.send_replace(Progress::Settled)),
        Happening::Ended(_) => drop(progress.send_replace(Progress::Ended)),
        _ => {}
    }
    tell(News::Happened(id, Box::new(happening)));
}

fn game_over(ending: &Ending) -> GameOver {
    GameOver {
        transcript: ending.transcript.clone(),
        verdict: verdict(&ending.report),
        // A game whose transcript can't be read back is shown without its history.
        events: history(&ending.transcript).unwrap_or_default(),
    }
}

/// What the verifier says, in few words.
fn verdict(report: &Report) -> Verdict {
    match &report.verdict {
        transcript::Verdict::Valid if report.is_complete() => Verdict::Valid,
        transcript::Verdict::Valid => Verdict::Doubtful(say!("the log stops before the end of the game")),
        transcript::Verdict::ValidWithFaults(faults) => {
            let deeds: Vec<String> = faults.iter().map(|fault| deed(fault.name.as_ref(), fault.offence)).collect();
            Verdict::Faults(deeds.join(" "))
        }
        transcript::Verdict::Invalid { entry, flaw } => Verdict::Doubtful(say!("entry {entry}: {flaw}")),
    }
}

/// Everything that happened in a game, from its transcript.
fn history(path: &Path) -> Option<Vec<Event>> {
    let transcript = Transcript::read_file(path).ok()?;
    let mut ledger = Ledger::new(Arc::new(transcript.charter().ok()?));
    let mut events: Vec<AnyEvent> = Vec::new();
    for entry in transcript.entries() {
        ledger.apply(entry, Check::KnownGood, &mut events).ok()?;
    }
    Some(events.into_iter().map(|AnyEvent::Caribbean(event)| event).collect())
}

#[cfg(test)]
mod tests {
    use doubloons_engine::any::SealedBytes;
    use doubloons_engine::contract::Seat;
    use doubloons_net::table::genesis::PeerIndex;
    use doubloons_net::table::state::State;
    use doubloons_net::table::statement::{Head, StandInBody};

    use super::*;

    /// A table at which nothing has happened yet, as its first member sees it.
    fn quiet() -> TableView {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../net/tests/golden/game-1.doubloons");
        let charter = Transcript::read_file(&golden).expect("a transcript").charter().expect("a beginning");
        let head = Head { index: 0, hash: charter.id().0 };
        TableView {
            me: PeerIndex(0),
            state: Arc::new(State::new(Arc::new(charter))),
            head,
            accepted: 0,
            epoch: None,
            connected: Vec::new(),
            waiting_for: Vec::new(),
            asked: Vec::new(),
            sealed: None,
            stand_ins: Vec::new(),
            stalled: false,
        }
    }

    fn is_news(change: impl FnOnce(&mut TableView)) -> bool {
        let before = quiet();
        let mut now = before.clone();
        change(&mut now);
        !look_the_same(&View::Table(Box::new(before)), &View::Table(Box::new(now)))
    }

    #[test]
    fn what_only_the_log_of_acknowledgements_knows_is_no_news() {
        assert!(!is_news(|view| view.accepted = 7));
    }

    #[test]
    fn a_proposal_to_let_a_bot_stand_in_is_news() {
        let seat = Seat::first(1).next().expect("a seat");
        assert!(is_news(|view| {
            let head = view.head;
            view.stand_ins.push(StandInBody { author: PeerIndex(1), seat, runner: PeerIndex(1), head });
        }));
    }

    #[test]
    fn a_seal_that_can_still_be_broken_is_news() {
        let seat = Seat::first(1).next().expect("a seat");
        assert!(is_news(|view| view.sealed = view.state.game().view(seat, &SealedBytes::default()).ok()));
    }
}
