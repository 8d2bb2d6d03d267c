//! A player without hands: takes part in a session, lets a bot decide, and prints what happens.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::{AnyEvent, AnyGame};
use doubloons_engine::caribbean::{Board, Caribbean, Event, Narrator};
use doubloons_engine::contract::{Dice, Game, Seat, Turn};
use doubloons_net::bots::Kind;
use doubloons_net::lan::session::{Asked, Command, Ended, Ending, Happening, Session, TableView, View};
use doubloons_net::table::bot_seat;
use doubloons_net::table::genesis::{Charter, PeerIndex};
use doubloons_net::table::lobby::guest::GuestCommand;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_net::table::lobby::{Awaited, LobbyView, Stage};
use doubloons_net::table::peer::{Notice, Occasion, Wish};
use doubloons_net::table::state::{SeatState, State};
use doubloons_net::table::words::TableWords;
use doubloons_words::{current, number, say, told, tr};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::event;
use crate::names;
use crate::report::{Failure, Verdict, json_line};
use crate::signals::Signals;

/// How long is waited after a decision that was refused.
const REFUSED: Duration = Duration::from_millis(200);

/// Who decides at this computer's seat, and how fast.
pub(crate) struct Autopilot {
    pub(crate) kind: Kind,
    pub(crate) seed: u64,
    pub(crate) pace: Duration,
}

/// A session that plays by itself.
pub(crate) struct Player {
    session: Session,
    happenings: mpsc::UnboundedReceiver<Happening>,
    autopilot: Option<Autopilot>,
    hosts: bool,
    json: bool,
    keep: Option<PathBuf>,
    /// Whether people are told of the game alone, and not of the ways to it.
    terse: bool,
    asked: BTreeMap<Seat, (Occasion, u64)>,
    wishes: mpsc::UnboundedReceiver<Wish>,
    wish: mpsc::UnboundedSender<Wish>,
    lobby: Option<(Vec<String>, Vec<String>)>,
    /// The roster for which the start was last asked for.
    started: Option<LobbyView>,
    charter: Option<Arc<Charter>>,
    state: Option<Arc<State>>,
    playing: bool,
    /// Whether somebody who came late wants to play, and whom they asked last.
    wants_seat: bool,
    asked_at: Option<PeerIndex>,
    /// Whether the last decision was refused.
    patient: bool,
    over: Option<(Verdict, Value, String)>,
}

impl Player {
    /// Takes part in this session. Whoever hosts starts the game when all are ready.
    pub(crate) fn new(
        session: (Session, mpsc::UnboundedReceiver<Happening>),
        autopilot: Option<Autopilot>,
        hosts: bool,
        json: bool,
    ) -> Player {
        let (wish, wishes) = mpsc::unbounded_channel();
        Player {
            session: session.0,
            happenings: session.1,
            autopilot,
            hosts,
            json,
            keep: None,
            terse: false,
            asked: BTreeMap::new(),
            wishes,
            wish,
            lobby: None,
            started: None,
            charter: None,
            state: None,
            playing: false,
            wants_seat: false,
            asked_at: None,
            patient: false,
            over: None,
        }
    }

    /// Takes over the seat of a bot, if there is one at a game that has begun.
    pub(crate) fn wanting_seat(self, wants_seat: bool) -> Player {
        Player { wants_seat, ..self }
    }

    /// Tells in words of the game alone, and keeps a copy of the transcript in this file.
    pub(crate) fn demonstrating(self, file: PathBuf) -> Player {
        Player { keep: Some(file), terse: true, ..self }
    }

    /// The session that is played in.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Plays until the game is over, or until somebody wants this program to end.
    pub(crate) async fn play(mut self, signals: &mut Signals, out: &mut impl Write) -> Result<Verdict, Failure> {
        let mut view = self.session.view();
        loop {
            tokio::select! {
                happening = self.happenings.recv() => match happening {
                    Some(Happening::Ended(ended)) => return self.ended(ended, out),
                    Some(happening) => self.hear(happening, out)?,
                    None => return Err(Failure::Table(say!("the session broke off"))),
                },
                Ok(()) = view.changed() => {
                    let shown = view.borrow_and_update().clone();
                    self.look(shown, out)?;
                }
                Some(wish) = self.wishes.recv() => self.session.command(Command::Wish(wish)),
                () = signals.next() => self.session.command(Command::Quit),
            }
        }
    }

    fn look(&mut self, view: View, out: &mut impl Write) -> Result<(), Failure> {
        match view {
            View::Nothing => Ok(()),
            View::Lobby(lobby) => self.look_at_lobby(&lobby, out),
            View::Table(table) => {
                self.state = Some(Arc::clone(&table.state));
                self.decide(&table);
                self.ask_for_seat(&table);
                Ok(())
            }
        }
    }

    /// Gets ready, and starts when everybody is.
    fn look_at_lobby(&mut self, lobby: &LobbyView, out: &mut impl Write) -> Result<(), Failure> {
        let Some(roster) = &lobby.roster else { return Ok(()) };
        let people: Vec<String> = roster.people().iter().map(|person| person.name.to_string()).collect();
        let waiting: Vec<String> = lobby
            .waiting_for
            .iter()
            .map(|awaited| match awaited {
                Awaited::Seat(seat) => told(seat),
                Awaited::Person(name) => name.to_string(),
            })
            .collect();
        let news = Some((people, waiting));
        if news != self.lobby {
            self.lobby = news;
            if let Some((people, waiting)) = &self.lobby {
                let (names, awaited) = (people.join(", "), waiting.join(", "));
                let text = match waiting.is_empty() {
                    true => say!("At the table: {names}."),
                    false => say!("At the table: {names}. Waiting for {awaited}."),
                };
                self.say_aside(out, json!({"event": "lobby", "people": people, "waiting_for": waiting}), &text)?;
            }
        }
        if lobby.stage != Stage::Gathering {
            return Ok(());
        }
        let ready = roster.person(&lobby.me).is_some_and(|me| me.ready);
        if !self.hosts && !ready && roster.seat_of(&lobby.me).is_some() {
            self.session.command(Command::Guest(GuestCommand::Ready));
        }
        if self.hosts && lobby.waiting_for.is_empty() && self.started.as_ref() != Some(lobby) {
            self.started = Some(lobby.clone());
            self.session.command(Command::Host(HostCommand::Start));
        }
        Ok(())
    }

    /// Whoever came late would like the seat of a bot. Asked once for each host, because another one may have the bots.
    fn ask_for_seat(&mut self, table: &TableView) {
        let watches = table.state.member(table.me).is_none();
        let source = table.connected.first().copied();
        if !watches || !self.wants_seat || source.is_none() || self.asked_at == source {
            return;
        }
        let of_bot = |(_, seat): &(Seat, &SeatState)| seat.bot().is_some() && Some(seat.runner()) == source;
        if let Some((seat, _)) = table.state.seats().find(of_bot) {
            self.asked_at = source;
            self.session.command(Command::AskForSeat(seat));
        }
    }

    /// Lets the bot decide what is asked, each question once.
    fn decide(&mut self, table: &TableView) {
        let Some(autopilot) = &self.autopilot else { return };
        for Asked { seat, occasion, view } in table.asked.clone() {
            // One that is still open when the turn has changed is answered again: the answer may be lost.
            let asked = (occasion, table.state.turn_began());
            if self.asked.insert(seat, asked) == Some(asked) {
                continue;
            }
            // A question that is asked again gets the same answer.
            let acts = table.state.seat(seat).map_or(0, SeatState::acts);
            let question = u64::from(occasion.decision) << 40 | u64::from(acts) << 8 | seat.index() as u64;
            let seed = Dice::from_seed(autopilot.seed ^ question).word();
            let (level, pace, wish) = (autopilot.kind.name, autopilot.pace, self.wish.clone());
            let pace = if std::mem::take(&mut self.patient) { pace.max(REFUSED) } else { pace };
            tokio::spawn(async move {
                tokio::time::sleep(pace).await;
                let decided = tokio::task::spawn_blocking(move || bot_seat::answer(level, seed, seat, occasion, &view));
                if let Ok(Some(decided)) = decided.await {
                    // Whoever does not play any more needs no decision.
                    let _ = wish.send(decided);
                }
            });
        }
    }

    fn hear(&mut self, happening: Happening, out: &mut impl Write) -> Result<(), Failure> {
        match happening {
            Happening::Open { .. } | Happening::Said(..) | Happening::Rematch(_) => Ok(()),
            // Never asked for here.
            Happening::Copied(_) | Happening::Recorded(_) => Ok(()),
            Happening::Joined(card) => {
                let text = say!("At the table “{table}” of {host}.", table = card.name, host = card.host);
                self.say(out, json!({"event": "joined", "table": card.name, "host": card.host}), &text)
            }
            Happening::Lobby(notice) => {
                self.say_aside(out, json!({"event": "notice", "text": told(&notice)}), &format!("{}.", told(&notice)))
            }
            Happening::HostRefused(refused) => self.refused(out, &told(&refused)),
            Happening::GuestRefused(refused) => self.refused(out, &told(&refused)),
            Happening::Objected(objection) => self.refused(out, &say!("did not agree to the game: {objection}")),
            Happening::Failed(failure) => {
                self.started = None;
                self.refused(out, &told(&failure))
            }
            Happening::HostLost => {
                self.say(out, json!({"event": "host_lost"}), tr("The host is gone. Knocking until it is back."))
            }
            Happening::Begun { charter, me, resumed_at } => {
                self.playing = true;
                let words = TableWords::of(charter.id()).to_string();
                let game = charter.id().0.to_string();
                self.charter = Some(charter);
                match resumed_at {
                    None => self.say(
                        out,
                        json!({"event": "begun", "game": game, "words": words, "me": names::peer_number(me)}),
                        &say!("The game begins. The table’s words: {words}"),
                    ),
                    Some(index) => self.say(
                        out,
                        json!({
                            "event": "resumed", "game": game, "words": words, "me": names::peer_number(me), "index": index
                        }),
                        &say!("The game goes on after entry {index}. The table’s words: {words}"),
                    ),
                }
            }
            Happening::Accepted(head) => {
                self.say_json(out, json!({"event": "accepted", "index": head.index, "hash": head.hash.to_string()}))
            }
            Happening::Game(notice) => self.notice(notice, out),
            Happening::WishRefused(_) => {
                // The question may be another one by now; it is asked again, but not at once.
                self.asked.clear();
                self.patient = true;
                let shown = self.session.view().borrow().clone();
                self.look(shown, out)
            }
            Happening::SeatWanted(wish) => {
                let text = say!(
                    "{name} takes over the bot’s {seat} from the next round on.",
                    name = wish.guest.name,
                    seat = wish.seat
                );
                let value = json!({"event": "seat_given", "to": wish.guest.name, "seat": event::number(wish.seat)});
                self.session.command(Command::Wish(Wish::Admit(wish.seat, wish.guest, wish.consent)));
                self.say(out, value, &text)
            }
            Happening::Connected(peer) => {
                let name = self.name(peer);
                self.say_json(out, json!({"event": "connected", "peer": name}))
            }
            Happening::Lost(peer, why) => {
                let name = self.name(peer);
                self.say_aside(
                    out,
                    json!({"event": "lost", "peer": name, "why": why}),
                    &say!("No connection to {name}: {why}."),
                )
            }
            Happening::Stalled(fault) => {
                let text = say!("{fault}. Nothing is lost: the game goes on here as soon as there is room.");
                self.say(out, json!({"event": "journal_stalled", "text": told(&fault)}), &text)
            }
            Happening::Recovered => {
                self.say(out, json!({"event": "journal_recovered"}), tr("The journal can be written again."))
            }
            Happening::NotListed(fault) => {
                self.say(out, json!({"event": "not_listed", "text": told(&fault)}), &format!("{}.", told(&fault)))
            }
            Happening::Over(ending) => self.finished(&ending),
            Happening::Settled => {
                self.session.command(Command::Quit);
                Ok(())
            }
            Happening::Ended(_) => Ok(()),
        }
    }

    fn notice(&mut self, notice: Notice, out: &mut impl Write) -> Result<(), Failure> {
        match notice {
            Notice::Happened { events, .. } => {
                let Some(state) = self.latest() else { return Ok(()) };
                let AnyGame::Caribbean(game) = state.game();
                let board = Arc::clone(game.board());
                let players = names::seats(&state);
                for AnyEvent::Caribbean(happened) in &events {
                    self.tell(happened, &board, &players, out)?;
                }
                Ok(())
            }
            Notice::Hosted(epoch) => {
                let host = self.name(epoch.host);
                let value = json!({"event": "hosted", "epoch": epoch.number, "host": host});
                self.say(out, value, &say!("{host} hosts."))
            }
            Notice::Cheated(verdict) => {
                let name = self.name(verdict.peer);
                let offence = told(&verdict.offence);
                let value = json!({"event": "cheated", "peer": name, "offence": offence});
                self.say(out, value, &say!("{name} is proven to have cheated: {offence}."))
            }
            Notice::Censored(peer) => {
                let name = self.name(peer);
                self.say(out, json!({"event": "censored", "peer": name}), &say!("{name} hosts, but ignores others."))
            }
            Notice::Rewound { head } => self.say_json(out, json!({"event": "rewound", "index": head.index})),
            Notice::Accepted(_) | Notice::Said(..) => Ok(()),
        }
    }

    fn tell(&self, happened: &Event, board: &Board, players: &[String], out: &mut impl Write) -> Result<(), Failure> {
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let text = Narrator::new(board, &players).speaking(&current()).tell(happened);
        self.say(out, event::json(happened, board, text.clone()), &text)
    }

    fn finished(&mut self, ending: &Ending) -> Result<(), Failure> {
        let kept = self.keep.as_ref().unwrap_or(&ending.transcript).clone();
        if kept != ending.transcript {
            std::fs::copy(&ending.transcript, &kept)
                .map_err(|error| Failure::Unwritable { path: kept.clone(), error })?;
        }
        let verified = ending.report.is_clean() && ending.report.is_complete();
        let AnyGame::Caribbean(game) = ending.state.game();
        let (scores, winners) = result(game);
        let value = json!({
            "event": "over",
            "scores": scores,
            "winners": winners,
            "rounds": game.round(),
            "entries": ending.entries,
            "digest": game.digest().to_string(),
            "transcript": kept.display().to_string(),
            "verified": verified,
        });
        let mut text = String::from("\n");
        for ((seat, score), name) in (1..).zip(&scores).zip(names::seats(&ending.state)) {
            let won = if winners.contains(&seat) { say!("winner") } else { String::new() };
            let seat = say!("Seat {number}", number = seat);
            text.push_str(format!("{seat}  {:>7}  {name}  {won}", number(*score)).trim_end());
            text.push('\n');
        }
        let lines = [
            say!("{rounds} rounds, {entries} entries", rounds = game.round(), entries = ending.entries),
            say!("digest {digest}", digest = game.digest()),
            say!("The transcript is in {path}.", path = kept.display()),
            match verified {
                true => say!("Verified: every signature, draw, card and move holds."),
                false => say!("NOT VERIFIED: `quartermaster verify` on the transcript says why."),
            },
        ];
        text.push_str(&lines.join("\n"));
        self.over = Some((if verified { Verdict::Yes } else { Verdict::No }, value, text));
        Ok(())
    }

    fn ended(&self, ended: Ended, out: &mut impl Write) -> Result<Verdict, Failure> {
        match (&self.over, ended) {
            (Some((verdict, value, text)), _) => {
                self.say(out, value.clone(), text)?;
                Ok(*verdict)
            }
            (None, Ended::Quit) if self.playing => {
                let text = tr("Left in the middle of the game. Run the same command again to go on.");
                self.say(out, json!({"event": "left"}), text)?;
                Ok(Verdict::No)
            }
            (None, Ended::Quit) => {
                self.say(out, json!({"event": "left"}), tr("Closed."))?;
                Ok(Verdict::Yes)
            }
            (None, why) => Err(Failure::Session(why)),
        }
    }

    /// The table as it is, or as it was last seen.
    fn latest(&mut self) -> Option<Arc<State>> {
        if let View::Table(table) = &*self.session.view().borrow() {
            self.state = Some(Arc::clone(&table.state));
        }
        self.state.clone()
    }

    fn name(&mut self, peer: PeerIndex) -> String {
        let state = self.latest();
        let member = self.charter.as_ref().and_then(|charter| charter.draft().members.get(peer.index()));
        match (state, member) {
            (Some(state), _) => names::peer(&state, peer),
            // The table has not been seen yet.
            (None, Some(member)) => member.name.to_string(),
            (None, None) => told(&peer),
        }
    }

    fn refused(&self, out: &mut impl Write, text: &str) -> Result<(), Failure> {
        self.say(out, json!({"event": "refused", "text": text}), text)
    }

    fn say(&self, out: &mut impl Write, value: Value, text: &str) -> Result<(), Failure> {
        if self.json {
            return Ok(json_line(out, &value)?);
        }
        Ok(writeln!(out, "{text}")?)
    }

    /// Says something that is not of the game.
    fn say_aside(&self, out: &mut impl Write, value: Value, text: &str) -> Result<(), Failure> {
        if self.json || !self.terse && self.over.is_none() { self.say(out, value, text) } else { Ok(()) }
    }

    fn say_json(&self, out: &mut impl Write, value: Value) -> Result<(), Failure> {
        if self.json { Ok(json_line(out, &value)?) } else { Ok(()) }
    }
}

/// Everybody's doubloons in table order, and who won; seats are numbered from 1.
fn result(game: &Caribbean) -> (Vec<u32>, Vec<usize>) {
    let Turn::Over(outcome) = game.turn() else {
        return (Vec::new(), Vec::new());
    };
    let scores = outcome.scores.iter().map(|(_, &score)| score).collect();
    (scores, event::numbers(outcome.winners))
}
