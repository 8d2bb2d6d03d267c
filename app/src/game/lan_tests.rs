//! Whole games at a table of the protocol's, played through the reducer without a network: one peer with bots.

use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::{AnyEvent, AnyTerms};
use doubloons_engine::caribbean::{Board, Card, Event, Ship, Terms};
use doubloons_engine::contract::{Seat, Turn};
use doubloons_net::identity::Identity;
use doubloons_net::lan::session::{Asked, TableView};
use doubloons_net::table::genesis::{Holder, Name, PeerIndex};
use doubloons_net::table::journal::Memory;
use doubloons_net::table::lobby::Boards;
use doubloons_net::table::lobby::host::{HostCommand, HostInput, HostLobby, HostOutput};
use doubloons_net::table::peer::{Notice, Occasion, Output, Patience, Peer, Wish};
use doubloons_net::table::state::{State, Want};
use doubloons_net::table::statement::Head;
use doubloons_net::transcript::Transcript;

use super::*;
use crate::game::table::Table;

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

/// A person at a table of three, with two bots, and the program that the person sees.
struct LanPlayer {
    peer: Peer,
    now: Duration,
    model: Model,
    coach: Crew,
    refusals: Vec<String>,
    results: Option<Results>,
    wishes: Vec<Wish>,
}

impl LanPlayer {
    fn new() -> LanPlayer {
        let board = Board::standard();
        let boards = Boards::new([Arc::clone(&board)]);
        let identity = Identity::from_secret(&[1; 32]);
        let terms = AnyTerms::Caribbean(Terms::new(&board, 3));
        let mut lobby = HostLobby::open(identity.clone(), name("Mira"), 0, terms, boards).expect("a table");
        let mut fresh = 0;
        let mut random = || {
            fresh += 1;
            [fresh; 32]
        };
        let mut begun = None;
        let bot = |seat: usize| HostCommand::AddBot { seat: Seat::new(seat).expect("a seat"), level: name("bosun") };
        for command in [bot(1), bot(2), HostCommand::Start] {
            for output in lobby.handle(Duration::ZERO, HostInput::Command(command), &mut random) {
                if let HostOutput::Begun(beginning) = output {
                    begun = Some(beginning);
                }
            }
        }
        let beginning = begun.expect("nobody else has to agree");
        let charter = Arc::new(beginning.charter);
        let model = Model::lan(LanGame { charter: Arc::clone(&charter), me: beginning.me, resumed: false, left: None });
        let peer = Peer::new(
            charter,
            beginning.me,
            identity,
            beginning.secret,
            Memory::default(),
            Patience::default(),
            Duration::ZERO,
        );
        LanPlayer {
            peer: peer.expect("an empty journal holds"),
            now: Duration::ZERO,
            model,
            coach: Crew::coach(7),
            refusals: Vec::new(),
            results: None,
            wishes: Vec::new(),
        }
    }

    /// Lets time pass until the person has to decide, or the game is over.
    fn wait(&mut self) {
        for _ in 0..10_000 {
            self.now += Duration::from_millis(100);
            let outputs = self.peer.tick(self.now);
            self.carry_out(outputs);
            if self.results.is_some()
                || !matches!(self.model.stage(), Stage::Watching | Stage::Sealed(_) | Stage::Sent(_))
            {
                return;
            }
        }
        panic!("nothing happens in {:?}", self.model.stage());
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        let mut outputs = std::collections::VecDeque::from(outputs);
        outputs.extend(self.peer.acknowledge(self.now));
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Notice(Notice::Happened { head, events }) => {
                    let events = events.into_iter().map(|AnyEvent::Caribbean(event)| event).collect();
                    self.send(Msg::Told { index: head.index, events });
                }
                Output::Think(question) => {
                    let wish = question.answer().expect("a bot that is known");
                    outputs.extend(self.peer.wish(self.now, wish).unwrap_or_default());
                    outputs.extend(self.peer.acknowledge(self.now));
                }
                Output::Notice(_) | Output::Persist(_) | Output::Send(..) => {}
            }
        }
        self.send(Msg::Looked(Box::new(self.view())));
    }

    fn view(&self) -> TableView {
        let state = self.peer.shared_state();
        let Want::Decisions(seats) = state.want() else { return self.view_asking(Vec::new()) };
        let occasion = Occasion::now(&state);
        let own = seats.into_iter().filter(|seat| state.seat(*seat).is_some_and(|seat| seat.bot().is_none()));
        let asked = |seat| Some(Asked { seat, occasion, view: self.peer.view(seat)? });
        self.view_asking(own.filter_map(asked).collect())
    }

    /// Whether the person has sealed, and the table knows it and waits for others.
    fn has_sealed(&self) -> bool {
        matches!(self.peer.state().game().turn(), Turn::Seal { locked, .. } if locked.contains(Seat::new(0).expect("a seat")))
    }

    fn view_asking(&self, asked: Vec<Asked>) -> TableView {
        TableView {
            me: self.peer.me(),
            state: self.peer.shared_state(),
            head: self.peer.head(),
            accepted: self.peer.accepted(),
            epoch: self.peer.epoch(),
            connected: Vec::new(),
            waiting_for: self.peer.waiting_for(),
            asked,
            sealed: self.peer.view(Seat::new(0).expect("a seat")).filter(|_| self.has_sealed()),
            stand_ins: self.peer.stand_ins().collect(),
            stalled: false,
        }
    }

    fn send(&mut self, msg: Msg) {
        let mut inbox = vec![msg];
        while let Some(msg) = inbox.pop() {
            for effect in update(&mut self.model, msg) {
                match effect {
                    Effect::Ask(order) => {
                        inbox.extend(self.coach.answer(&order).map(|reply| Msg::Answered(Box::new(reply))));
                    }
                    Effect::Wait { ticket, .. } => inbox.push(Msg::TimePassed { ticket }),
                    Effect::Refuse(why) => self.refusals.push(why),
                    Effect::Finish(results) => self.results = Some(*results),
                    Effect::Send(wish) => self.wishes.push(*wish),
                    Effect::Keep(record) => panic!("the table keeps its own journal, not {record:?}"),
                    Effect::Tell(_)
                    | Effect::Focus(_)
                    | Effect::Sound(_)
                    | Effect::AskForSeat(_)
                    | Effect::KeepDraft(_)
                    | Effect::CallOffHint => {}
                }
            }
        }
    }

    /// Sends what the person has decided.
    fn deliver(&mut self) {
        for wish in std::mem::take(&mut self.wishes) {
            match self.peer.wish(self.now, wish) {
                Ok(outputs) => self.carry_out(outputs),
                Err(refusal) => self.send(Msg::WishRefused(refusal.to_string())),
            }
        }
    }

    fn decide(&mut self) {
        match self.model.stage() {
            Stage::Bribing(_) => {
                self.send(Msg::SuggestionAsked);
                self.send(Msg::SealPressed);
            }
            Stage::Tie { .. } => self.send(Msg::TieDecided { show: true }),
            Stage::Commanding(_) => {
                let lit = self.model.scene().lights.iter().position(|light| matches!(light, Some(Light::Sail { .. })));
                if let Some(space) = lit.and_then(doubloons_engine::caribbean::Space::from_index) {
                    self.send(Msg::SpaceTouched(space));
                }
                self.send(Msg::MoveEnded);
                assert!(matches!(self.model.stage(), Stage::Sent(_)), "{:?}", self.model.stage());
            }
            stage => panic!("nothing to decide in {stage:?}"),
        }
        self.deliver();
    }
}

#[test]
fn a_whole_game_on_the_network_comes_to_its_results() {
    let mut player = LanPlayer::new();
    for _ in 0..500 {
        player.wait();
        if player.results.is_some() {
            break;
        }
        player.decide();
        let Table::Lan(remote) = &player.model.table else { panic!("a table on the network") };
        if player.model.queue.is_empty() {
            for ship in Ship::ALL {
                assert_eq!(player.model.shown.ships[ship.index()], Some(remote.game().waters().space(ship)));
            }
        }
    }
    let results = player.results.expect("the game ends");
    assert_eq!(player.refusals, Vec::<String>::new());
    assert_eq!(results.ranking.len(), 3);
    assert!(results.ranking.iter().any(|rank| rank.human && rank.name == "You"));
    assert!(results.ranking.iter().any(|rank| rank.name == "Bosun 2"));
}

#[test]
fn a_broken_seal_gives_the_cards_back() {
    let mut player = LanPlayer::new();
    player.wait();
    let Stage::Bribing(_) = player.model.stage() else { panic!("{:?}", player.model.stage()) };
    player.send(Msg::SuggestionAsked);
    player.send(Msg::SealPressed);
    let Stage::Sealed(laid) = player.model.stage().clone() else { panic!("{:?}", player.model.stage()) };
    let seat = player.model.human().expect("a seat");
    player.wishes.clear();
    player.send(Msg::SealBroken);
    assert_eq!(
        player.refusals,
        ["Your seal is still on its way. Try again in a moment."],
        "the table does not know of the seal yet"
    );
    let index = player.peer.head().index;
    player.send(Msg::Told { index, events: vec![Event::SealBroken { seat }] });
    assert_eq!(player.model.stage(), &Stage::Bribing(laid));
    player.send(Msg::SealPressed);
    assert_eq!(player.wishes.len(), 1, "and can be sealed again");
}

#[test]
fn a_refused_decision_is_the_persons_again() {
    let mut player = LanPlayer::new();
    player.wait();
    player.send(Msg::SuggestionAsked);
    player.send(Msg::SealPressed);
    player.wishes.clear();
    player.send(Msg::WishRefused("the table is closed".to_owned()));
    assert!(matches!(player.model.stage(), Stage::Bribing(draft) if draft.missing() == 0));
    assert_eq!(player.refusals, ["The table is closed."]);
}

#[test]
fn somebody_who_comes_back_sees_the_table_as_it_is() {
    let mut player = LanPlayer::new();
    for _ in 0..12 {
        player.wait();
        player.decide();
    }
    player.wait();
    let Table::Lan(remote) = &player.model.table else { panic!("a table on the network") };
    let charter = Arc::clone(remote.state().charter());
    let mut again = Model::lan(LanGame { charter, me: player.peer.me(), resumed: true, left: None });
    drop(update(&mut again, Msg::Looked(Box::new(player.view()))));
    assert_eq!(again.scene(), player.model.scene());
    assert_eq!(std::mem::discriminant(again.stage()), std::mem::discriminant(player.model.stage()));
    assert_eq!(again.round_summary(), player.model.round_summary());
}

#[test]
fn whoever_comes_back_finds_the_cards_that_were_not_sealed() {
    let mut player = LanPlayer::new();
    player.wait();
    let berth = Berth::Ship(Ship::B);
    let kept = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| if let Effect::KeepDraft(draft) = effect { Some(draft) } else { None })
    };
    let draft = kept(update(&mut player.model, Msg::CardDropped(Card::Four, berth))).expect("it is kept");
    let again = |left: Option<Unsealed>| {
        let charter = Arc::clone(player.peer.state().charter());
        let mut again = Model::lan(LanGame { charter, me: player.peer.me(), resumed: true, left });
        drop(update(&mut again, Msg::Looked(Box::new(player.view()))));
        let Stage::Bribing(found) = again.stage() else { panic!("{:?}", again.stage()) };
        found.card(berth)
    };
    assert_eq!((again(None), again(Some(draft))), (None, Some(Card::Four)));
    let another = draft.occasion.map(|occasion| Occasion { decision: occasion.decision + 1, ..occasion });
    assert_eq!(again(Some(Unsealed { occasion: another, ..draft })), None, "that was another decision");
    let empty = kept(update(&mut player.model, Msg::Cleared)).expect("it is forgotten");
    assert_eq!(empty.choices.iter().count(), 0);
}

#[test]
fn cards_whose_seal_was_broken_are_kept_for_their_decision() {
    let mut player = LanPlayer::new();
    player.wait();
    player.send(Msg::SuggestionAsked);
    player.send(Msg::SealPressed);
    player.wishes.clear();
    let mut nobody_asked = player.view();
    nobody_asked.asked.clear();
    drop(update(&mut player.model, Msg::Looked(Box::new(nobody_asked))));
    let view = player.view();
    let (index, seat) = (player.peer.head().index, player.model.human().expect("a seat"));
    let broken = vec![Event::SealBroken { seat }];
    let mut effects = update(&mut player.model, Msg::Told { index, events: broken });
    effects.extend(update(&mut player.model, Msg::Looked(Box::new(view))));
    let kept = effects.into_iter().filter_map(|effect| match effect {
        Effect::KeepDraft(draft) => Some((draft.occasion, draft.choices.iter().count())),
        _ => None,
    });
    let now = Occasion::now(player.peer.state());
    assert_eq!(kept.collect::<Vec<_>>(), [(Some(now), 7)]);
}

#[test]
fn cards_and_moves_wait_while_nobody_is_asked() {
    let mut player = LanPlayer::new();
    player.wait();
    drop(update(&mut player.model, Msg::CardDropped(Card::Four, Berth::Ship(Ship::B))));
    let withdrawn = |player: &mut LanPlayer| {
        let mut view = player.view();
        let asked = std::mem::take(&mut view.asked);
        let effects = update(&mut player.model, Msg::Looked(Box::new(view.clone())));
        assert_eq!(player.model.stage(), &Stage::Watching, "somebody leaves for good");
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::KeepDraft(_))), "and the cards stay on the disk");
        drop(update(&mut player.model, Msg::Looked(Box::new(TableView { asked, ..view }))));
    };
    withdrawn(&mut player);
    let Stage::Bribing(draft) = player.model.stage() else { panic!("{:?}", player.model.stage()) };
    assert_eq!(draft.card(Berth::Ship(Ship::B)), Some(Card::Four));
    for _ in 0..60 {
        if let Stage::Commanding(_) = player.model.stage() {
            break;
        }
        player.decide();
        player.wait();
    }
    let lit = player.model.scene().lights.iter().position(|light| matches!(light, Some(Light::Sail { .. })));
    let space = lit.and_then(doubloons_engine::caribbean::Space::from_index).expect("she can sail");
    player.send(Msg::SpaceTouched(space));
    let Stage::Commanding(begun) = player.model.stage().clone() else { panic!("{:?}", player.model.stage()) };
    assert!(!begun.commands().is_empty());
    withdrawn(&mut player);
    assert_eq!(player.model.stage(), &Stage::Commanding(begun));
}

#[test]
fn whoever_comes_back_finds_the_sealed_bribes_and_can_break_the_seal() {
    let mut player = LanPlayer::new();
    player.wait();
    player.send(Msg::SuggestionAsked);
    player.send(Msg::SealPressed);
    let Stage::Sealed(laid) = player.model.stage().clone() else { panic!("{:?}", player.model.stage()) };
    let seal = player.wishes.pop().expect("the seal on its way");
    // Nobody answers for the bots, so the table waits for them.
    drop(player.peer.wish(player.now, seal).expect("a legal seal"));
    drop(player.peer.tick(player.now + Duration::from_millis(100)));
    assert!(player.has_sealed(), "the table knows of the seal");

    let charter = Arc::clone(player.peer.state().charter());
    let mut again = Model::lan(LanGame { charter, me: player.peer.me(), resumed: true, left: None });
    drop(update(&mut again, Msg::Looked(Box::new(player.view()))));
    let Stage::Sealed(found) = again.stage() else { panic!("{:?}", again.stage()) };
    assert_eq!(Berth::ALL.map(|berth| found.card(berth)), Berth::ALL.map(|berth| laid.card(berth)));
    let effects = update(&mut again, Msg::SealBroken);
    let broken = effects.into_iter().find_map(|effect| if let Effect::Send(wish) = effect { Some(wish) } else { None });
    let unlock = *broken.expect("the wish to break the seal");
    assert!(matches!(unlock, Wish::Unlock(_)), "{unlock:?}");
}

/// The table of a game among several people, as one of them sees it who reaches nobody else.
fn lost_table() -> (Model, TableView) {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../net/tests/golden/game-1.doubloons");
    let transcript = Transcript::read_file(&golden).expect("a transcript");
    let charter = Arc::new(transcript.charter().expect("a beginning"));
    let player = |holder: &Holder| if let Holder::Person(peer) = holder { Some(*peer) } else { None };
    let me = charter.draft().seats.iter().find_map(player).expect("somebody plays");
    let head = Head { index: 0, hash: charter.id().0 };
    let view = TableView {
        me,
        state: Arc::new(State::new(Arc::clone(&charter))),
        head,
        accepted: 0,
        epoch: None,
        connected: Vec::new(),
        waiting_for: Vec::new(),
        asked: Vec::new(),
        sealed: None,
        stand_ins: Vec::new(),
        stalled: false,
    };
    (Model::lan(LanGame { charter, me, resumed: false, left: None }), view)
}

fn ticket_of(effects: &[Effect]) -> Option<u64> {
    effects.iter().find_map(|effect| if let Effect::Wait { ticket, .. } = effect { Some(*ticket) } else { None })
}

#[test]
fn whoever_waits_long_for_the_others_is_offered_a_copy() {
    let (mut model, view) = lost_table();
    let effects = update(&mut model, Msg::Looked(Box::new(view.clone())));
    let ticket = ticket_of(&effects).expect("a wait");
    assert!(matches!(model.trouble(), Some(Trouble::LostTable { copy: false, .. })), "they may be back in a moment");
    let again = update(&mut model, Msg::Looked(Box::new(view)));
    assert_eq!(ticket_of(&again), None, "it is waited for once");
    drop(update(&mut model, Msg::TimePassed { ticket }));
    assert!(matches!(model.trouble(), Some(Trouble::LostTable { copy: true, .. })));
}

#[test]
fn a_copy_is_not_offered_to_whom_the_others_came_back() {
    let (mut model, view) = lost_table();
    let ticket = ticket_of(&update(&mut model, Msg::Looked(Box::new(view.clone())))).expect("a wait");
    let others = (0..view.state.members().len() as u8).map(PeerIndex).collect();
    drop(update(&mut model, Msg::Looked(Box::new(TableView { connected: others, ..view.clone() }))));
    assert!(!matches!(model.trouble(), Some(Trouble::LostTable { .. })), "{:?}", model.trouble());
    drop(update(&mut model, Msg::Looked(Box::new(view))));
    drop(update(&mut model, Msg::TimePassed { ticket }));
    assert!(matches!(model.trouble(), Some(Trouble::LostTable { copy: false, .. })), "that wait counts no more");
}
