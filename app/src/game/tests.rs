//! Whole practice games played through the reducer, without a display.

use doubloons_engine::bots::Level;
use doubloons_engine::caribbean::{Board, Card, Command, Phase, Ship};
use doubloons_engine::contract::{Game, Turn};

use super::*;
use crate::game::crew::Order;
use crate::game::message::Focus;
use crate::sound::Cue;

/// Answers every effect at once, as a program without windows would, until the person has to decide.
struct Player {
    model: Model,
    crew: Crew,
    refusals: Vec<String>,
    results: Option<Results>,
    focus: Option<Focus>,
    heard: Vec<Cue>,
    kept: Vec<Record>,
    /// Whether the bots take their time in a tie.
    ponders: bool,
}

impl Player {
    fn new(setup: Setup) -> Player {
        let model = Model::practice(setup).expect("the standard board can be played");
        let crew = Crew::new(&setup);
        let mut player = Player {
            model,
            crew,
            refusals: Vec::new(),
            results: None,
            focus: None,
            heard: Vec::new(),
            kept: Vec::new(),
            ponders: false,
        };
        player.send(Msg::Began);
        player
    }

    fn send(&mut self, msg: Msg) {
        let mut inbox = vec![msg];
        while let Some(msg) = inbox.pop() {
            for effect in update(&mut self.model, msg) {
                match effect {
                    Effect::Ask(_) if self.ponders && self.is_tied() => {}
                    Effect::Ask(order) => {
                        inbox.extend(self.crew.answer(&order).map(|reply| Msg::Answered(Box::new(reply))));
                    }
                    Effect::CallOffHint => {}
                    Effect::Wait { ticket, .. } => inbox.push(Msg::TimePassed { ticket }),
                    Effect::Refuse(why) => self.refusals.push(why),
                    Effect::Tell(what) => panic!("{what}"),
                    Effect::AskForSeat(seat) => panic!("everybody at a practice table has a seat, nobody wants {seat}"),
                    Effect::Send(wish) => panic!("a practice table has nobody to send {wish:?} to"),
                    Effect::Focus(focus) => self.focus = Some(focus),
                    Effect::Keep(record) => self.kept.push(record),
                    Effect::KeepDraft(_) => panic!("a practice game keeps its journal"),
                    Effect::Sound(cue) => self.heard.push(cue),
                    Effect::Finish(results) => self.results = Some(*results),
                }
            }
        }
    }

    fn is_tied(&self) -> bool {
        matches!(self.model.table.game().phase(), Phase::TieSeal { .. })
    }

    /// Takes any decision: the suggested bribes, the first act that is possible, no further sailing.
    fn decide(&mut self) {
        match self.model.stage() {
            Stage::Bribing(_) => {
                self.send(Msg::SuggestionAsked);
                self.send(Msg::SealPressed);
            }
            Stage::Tie { .. } => self.send(Msg::TieDecided { show: true }),
            Stage::Commanding(_) => {
                let scene = self.model.scene();
                let lit = scene.lights.iter().position(|light| matches!(light, Some(Light::Sail { .. })));
                if let Some(space) = lit.and_then(doubloons_engine::caribbean::Space::from_index) {
                    self.send(Msg::SpaceTouched(space));
                }
                if let Tray::Commanding(tray) = self.model.tray()
                    && let Some(chip) = tray.chips.iter().find(|chip| chip.ready)
                {
                    self.send(Msg::ActPressed(chip.act));
                }
                self.send(Msg::MoveEnded);
            }
            stage => panic!("nothing to decide in {stage:?}"),
        }
    }
}

fn setup(opponents: u8, level: Level, printing: Printing, seed: u64) -> Setup {
    Setup { opponents, level, printing, seed }
}

#[test]
fn whole_games_come_to_their_results() {
    for (seed, level, printing) in
        [(1, Level::Bosun, Printing::Second), (2, Level::Deckhand, Printing::First), (3, Level::Bosun, Printing::First)]
    {
        for opponents in Setup::OPPONENTS {
            let mut player = Player::new(setup(opponents, level, printing, seed));
            for _ in 0..2_000 {
                if player.results.is_some() {
                    break;
                }
                player.decide();
            }
            for cue in [Cue::Sealed, Cue::Reveal, Cue::Sails, Cue::Capture, Cue::YourTurn, Cue::End] {
                assert!(player.heard.contains(&cue), "{cue:?} is heard in every game");
            }
            let results = player.results.expect("the game ends");
            assert_eq!(results.ranking.len(), usize::from(opponents) + 1);
            assert_eq!(results.ranking[0].place, 1);
            assert_eq!(results.ranking[0].purse.len(), usize::from(results.rounds) + 1);
            let outcome = player.model.table.game().turn();
            let Turn::Over(outcome) = outcome else { panic!("{outcome:?}") };
            let highest = outcome.scores.iter().map(|(_, &score)| score).max();
            assert_eq!(highest, Some(u32::from(results.ranking[0].money) * 1_000));
        }
    }
}

#[test]
fn what_is_shown_ends_where_the_table_is() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 11));
    for _ in 0..60 {
        if player.results.is_some() {
            break;
        }
        player.decide();
        let game = player.model.table.game();
        for ship in Ship::ALL {
            assert_eq!(player.model.shown.ships[ship.index()], Some(game.waters().space(ship)));
            assert_eq!(player.model.shown.cargo(ship), game.waters().cargo().get(ship));
        }
        for seat in game.seats() {
            assert_eq!(player.model.shown.money[seat.index()], game.money(seat));
        }
        assert_eq!(player.model.shown.supply(game.board()), game.supply().len());
    }
}

#[test]
fn sealing_too_early_says_what_is_missing() {
    let mut player = Player::new(setup(1, Level::Bosun, Printing::Second, 5));
    player.send(Msg::SealPressed);
    assert_eq!(player.refusals, ["Lay a card on every ship, and one as tie-breaker."]);
    assert!(matches!(player.model.stage(), Stage::Bribing(_)));
    assert_eq!(player.focus, Some(Focus::Hand));
}

#[test]
fn a_space_that_is_too_far_is_refused_and_undo_goes_back() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 4));
    while !matches!(player.model.stage(), Stage::Commanding(_)) {
        player.decide();
    }
    let start = player.model.scene();
    let unlit = start.lights.iter().take(77).position(Option::is_none).expect("not every space is in reach");
    let space = doubloons_engine::caribbean::Space::from_index(unlit).expect("on the board");
    player.send(Msg::SpaceTouched(space));
    assert_eq!(player.refusals.len(), 1);
    assert_eq!(player.model.scene(), start);
    let farthest = |scene: &Scene| {
        let sail = |light: &Option<Light>| if let Some(Light::Sail { steps, .. }) = light { *steps } else { 0 };
        (0..77).max_by_key(|&index| sail(&scene.lights[index])).and_then(doubloons_engine::caribbean::Space::from_index)
    };
    let target = farthest(&start).expect("there are spaces");
    let Some(Light::Sail { steps, .. }) = start.lights[target.index()] else { return };
    player.send(Msg::SpaceTouched(target));
    let there = player.model.scene();
    assert_eq!(there.trail.len(), usize::from(steps) + 1);
    let ship = there.active.expect("she is being resolved");
    assert_eq!(there.way_since(&start, ship), there.trail, "she sails over every space of her way");
    let back: Vec<_> = there.trail.iter().rev().copied().collect();
    assert_eq!(start.way_since(&there, ship), back, "and comes back as she went");
    for _ in 0..steps {
        player.send(Msg::Undone);
    }
    assert_eq!(player.model.scene(), start);
    player.send(Msg::Undone);
    assert_eq!(player.refusals.last().map(String::as_str), Some("There is nothing to undo."));
}

#[test]
fn every_button_agrees_with_the_engine() {
    let mut player = Player::new(setup(2, Level::Bosun, Printing::First, 21));
    let mut seen = 0;
    for _ in 0..200 {
        if player.results.is_some() {
            break;
        }
        if let (Stage::Commanding(voyage), Tray::Commanding(tray)) = (player.model.stage(), player.model.tray()) {
            let legal = voyage.moment(player.model.table.game()).expect("a ship is commanded").legal();
            let possible = |act| {
                legal.iter().any(|command| match command {
                    Command::Capture => act == Act::Capture,
                    Command::Steal(_) => act == Act::Steal,
                    Command::Swap(_) => act == Act::Swap,
                    Command::PassOn(_) => act == Act::PassOn,
                    Command::Deliver | Command::DeliverTo(_) => act == Act::Deliver,
                    Command::Step(_) | Command::End => false,
                })
            };
            for chip in &tray.chips {
                assert_eq!(chip.ready, possible(chip.act), "{chip:?}");
                assert!(!chip.detail.is_empty(), "{chip:?} says nothing");
                seen += 1;
            }
        }
        player.decide();
    }
    assert!(seen > 0);
}

#[test]
fn skipping_shows_everything_that_was_waiting() {
    let setup = setup(3, Level::Bosun, Printing::Second, 9);
    let mut model = Model::practice(setup).expect("the standard board can be played");
    let mut crew = Crew::new(&setup);
    let mut orders = Vec::new();
    let handle = |effects: Vec<Effect>, orders: &mut Vec<Order>| {
        effects.into_iter().for_each(|effect| {
            if let Effect::Ask(order) = effect {
                orders.push(*order);
            }
        });
    };
    handle(update(&mut model, Msg::Began), &mut orders);
    handle(update(&mut model, Msg::SuggestionAsked), &mut orders);
    for order in std::mem::take(&mut orders) {
        let reply = crew.answer(&order).expect("there is a bot");
        handle(update(&mut model, Msg::Answered(Box::new(reply))), &mut orders);
    }
    handle(update(&mut model, Msg::SealPressed), &mut orders);
    assert!(model.pause.is_some(), "the seal stays in view");
    let Tray::Bribing(tray) = model.tray() else { panic!("the sealed bribes are on the tray") };
    assert_eq!(tray.message, "All bribes are sealed.", "nobody has to do anything by hand");
    handle(update(&mut model, Msg::Skipped), &mut orders);
    assert!(model.pause.is_some(), "the first reveal stays in view");
    handle(update(&mut model, Msg::Skipped), &mut orders);
    // What is still to be shown came after that: the next ship may be called up at once.
    assert!(model.queue.iter().all(|queued| !queued.known));
    assert!(model.pause.is_some() || !matches!(model.stage(), Stage::Watching) || !orders.is_empty());
}

/// An opening in which the coach has more to say than one sentence: what is shown are the first three, whole.
#[test]
fn a_suggestion_says_which_ships_matter_and_why() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 9));
    player.send(Msg::SuggestionAsked);
    let Tray::Bribing(tray) = player.model.tray() else { panic!("bribes are laid") };
    let said = |part: &str| tray.message.matches(part).count();
    assert_eq!(said(". ") + 1, 3, "{}", tray.message);
    assert_eq!((said(" matters most: "), tray.message.ends_with('.')), (1, true), "{}", tray.message);
    assert!(said(" matters, too: ") + said(" commands her, she ") >= 1, "{}", tray.message);
    assert!(tray.advised);
    player.send(Msg::Cleared);
    let Tray::Bribing(tray) = player.model.tray() else { panic!("bribes are laid") };
    assert!(!tray.advised, "what was said about the cards goes with them: {}", tray.message);
}

#[test]
fn whoever_seals_without_waiting_for_the_hint_calls_it_off() {
    let mut player = Player::new(setup(1, Level::Bosun, Printing::Second, 9));
    player.send(Msg::SuggestionAsked);
    let unheard = update(&mut player.model, Msg::SuggestionAsked);
    assert!(matches!(unheard[..], [Effect::Ask(_)]), "{unheard:?}");
    let effects = update(&mut player.model, Msg::SealPressed);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::CallOffHint)), "{effects:?}");
}

#[test]
fn every_space_has_a_name_that_says_what_is_there() {
    let player = Player::new(setup(3, Level::Bosun, Printing::Second, 2));
    let names = player.model.scene().names;
    assert_eq!(names.len(), 77);
    let board = Board::standard();
    let pensacola = board.cities().iter().find(|city| city.name == "Pensacola").expect("Pensacola is on the chart");
    let name = &names[pensacola.space.index()];
    assert!(name.starts_with(&format!("Space 3, Pensacola, chest {},000", pensacola.value)), "{name}");
    assert!(names[3].starts_with("Space 4, Anchor Haven, "), "{}", names[3]);
    assert_eq!(names.iter().filter(|name| name.contains(", empty")).count(), 6, "six ships lie somewhere");
}

#[test]
fn a_hint_shows_the_way_and_stays_as_long_as_it_is_followed() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 4));
    let mut followed = 0;
    for _ in 0..200 {
        if player.results.is_some() || followed == 2 {
            break;
        }
        if let Stage::Commanding(_) = player.model.stage() {
            player.send(Msg::SuggestionAsked);
            let Stage::Commanding(voyage) = player.model.stage() else { panic!("still the same move") };
            let hint = voyage.hint().expect("the coach always knows something").clone();
            let Tray::Commanding(tray) = player.model.tray() else { panic!("the ship is commanded") };
            assert_eq!(tray.prompt, hint.reason);
            let way = player.model.scene().hinted;
            if let [Command::Step(first), ..] = hint.commands[..] {
                assert_eq!(way[1], first);
                player.send(Msg::SpaceTouched(first));
                let rest = if way.len() > 2 { &way[1..] } else { &[] };
                assert_eq!(player.model.scene().hinted, rest, "one step less to go");
                player.send(Msg::Undone);
                assert!(player.model.scene().hinted.is_empty(), "taken back, it is no longer what was said");
                followed += 1;
            }
        }
        player.decide();
    }
    assert_eq!(followed, 2);
}

#[test]
fn a_hint_is_followed_at_once_and_taken_back_step_by_step() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 4));
    let mut followed = 0;
    for _ in 0..200 {
        if player.results.is_some() || followed == 2 {
            break;
        }
        if let Stage::Commanding(_) = player.model.stage() {
            player.refusals.clear();
            player.send(Msg::SuggestionFollowed);
            assert_eq!(player.refusals, ["Ask for a suggestion first."]);
            player.send(Msg::SuggestionAsked);
            let Stage::Commanding(voyage) = player.model.stage() else { panic!("still the same move") };
            let hint = voyage.hint().expect("the coach always knows something").commands.clone();
            player.send(Msg::SuggestionFollowed);
            let Stage::Commanding(voyage) = player.model.stage() else { panic!("it is not ended by itself") };
            assert_eq!([voyage.commands(), &[Command::End]].concat(), hint);
            let Tray::Commanding(tray) = player.model.tray() else { panic!("the ship is commanded") };
            assert_eq!((tray.suggested, tray.can_undo), (false, hint.len() > 1));
            let told = tray.prompt.starts_with("The suggestion is carried out.");
            assert_eq!(told, hint.len() > 1, "whoever stays has nothing to undo: {}", tray.prompt);
            for _ in 1..hint.len() {
                player.send(Msg::Undone);
            }
            assert!(matches!(player.model.stage(), Stage::Commanding(voyage) if voyage.commands().is_empty()));
            followed += usize::from(hint.len() > 2);
        }
        player.decide();
    }
    assert_eq!(followed, 2);
}

#[test]
fn in_a_tie_the_coach_says_whether_to_show_and_why() {
    for seed in 0..20 {
        let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, seed));
        for _ in 0..60 {
            if let Stage::Tie { .. } = player.model.stage() {
                player.send(Msg::SuggestionAsked);
                let Tray::Tie(tray) = player.model.tray() else { panic!("still the same tie") };
                let (shows, reason) = tray.advice.expect("advice");
                let begins = if shows { "Show your " } else { "Keep your " };
                assert!(reason.starts_with(begins) && reason.ends_with('.'), "{reason}");
                assert_eq!(player.model.awaited(), reason);
                let colours = ["Red", "Blue", "Green", "Yellow"];
                assert!(colours.iter().all(|colour| !reason.contains(colour)), "{reason}");
                return;
            }
            if player.results.is_some() {
                break;
            }
            player.decide();
        }
    }
    panic!("there is a tie within twenty games");
}

#[test]
fn whoever_has_answered_in_a_tie_is_told_who_is_waited_for_and_has_nothing_to_skip() {
    for seed in 0..20 {
        let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, seed));
        player.ponders = true;
        // A tie of others would never end.
        while player.results.is_none() && !matches!(player.model.stage(), Stage::Watching | Stage::Tie { .. }) {
            player.decide();
        }
        if let Stage::Tie { rivals, .. } = *player.model.stage() {
            let watched = |model: &Model| match model.tray() {
                Tray::Watching(tray) => (tray.status, tray.can_skip),
                tray => panic!("{tray:?}"),
            };
            let effects = update(&mut player.model, Msg::TieDecided { show: true });
            let waiting = format!("Sealed. Waiting for {}.", words::all(&player.model.names, rivals));
            assert_eq!(watched(&player.model), (waiting.clone(), true), "the seal is shown");
            for effect in effects {
                if let Effect::Wait { ticket, .. } = effect {
                    player.send(Msg::TimePassed { ticket });
                }
            }
            assert_eq!(watched(&player.model), (waiting, false), "nothing is shown");
            return;
        }
    }
    panic!("there is a tie within twenty games");
}

#[test]
fn the_focus_can_go_where_the_decision_began() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 4));
    for _ in 0..40 {
        if player.results.is_some() {
            break;
        }
        let began = player.focus.take();
        assert!(began.is_some());
        assert_eq!(player.model.focus(), began);
        player.send(Msg::SuggestionAsked);
        player.send(Msg::SuggestionFollowed);
        assert_eq!(player.model.focus(), began, "as long as it lasts");
        player.decide();
    }
}

#[test]
fn whoever_can_do_nothing_is_told_to_end_the_move() {
    let mut told = 0;
    for seed in 0..6 {
        let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, seed));
        for _ in 0..60 {
            if player.results.is_some() {
                break;
            }
            if let Tray::Commanding(tray) = player.model.tray()
                && tray.left == 0
            {
                let idle = tray.chips.iter().all(|chip| !chip.ready);
                assert_eq!(tray.prompt.ends_with("End the move."), idle, "{}", tray.prompt);
                told += usize::from(idle);
            }
            player.decide();
        }
    }
    assert!(told > 0);
}

#[test]
fn whoever_asks_is_told_what_is_on_a_space() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 7));
    let board = Board::standard();
    let scene = player.model.scene();
    let berth = scene.ships[Ship::D.index()].space.expect("a ship on the chart");
    let empty = player.model.here(berth);
    assert!(empty.lines.contains(&"The Diabolo lies here. Her hold is empty.".to_owned()), "{empty:?}");
    assert!(empty.lines.contains(&"You have laid no bribe for her yet.".to_owned()), "{empty:?}");
    assert_eq!(empty.offer, None);
    player.send(Msg::CardTouched(Card::Five));
    assert_eq!(player.model.here(berth).offer.as_deref(), Some("Lay Here: 5"));
    player.send(Msg::SpaceTouched(berth));
    assert!(player.model.here(berth).lines.contains(&"Your bribe for her: 5.".to_owned()));

    for space in board.spaces() {
        let here = player.model.here(space);
        let name = &scene.names[space.index()];
        assert!(here.spoken().contains(&format!("Space {}", space.number())), "{here:?}");
        if let Some(city) = board.city_at(space).and_then(|chest| board.city(chest)) {
            assert_eq!(here.title, city.name);
            assert_eq!(here.lines[0].contains("lies here"), !name.contains("to come"), "{here:?}, {name}");
        } else if board.haven(space).is_some() {
            assert_eq!(here.lines[0].starts_with("Your haven"), name.contains("yours"), "{here:?}, {name}");
        } else {
            assert_eq!(here.title, "Open sea");
        }
    }
}

#[test]
fn whoever_commands_is_told_what_can_be_done_on_a_space_or_why_not() {
    let mut player = Player::new(setup(3, Level::Bosun, Printing::Second, 7));
    while !matches!(player.model.stage(), Stage::Commanding(_)) {
        player.decide();
    }
    let scene = player.model.scene();
    let own = scene.active.and_then(|ship| scene.ships[ship.index()].space).expect("a ship of one's own");
    let here = player.model.here(own);
    assert!(here.lines.iter().any(|line| line.starts_with("You command her and have ")), "{here:?}");
    for space in Board::standard().spaces().filter(|space| *space != own) {
        let here = player.model.here(space);
        match &scene.lights[space.index()] {
            Some(Light::Sail { .. }) => assert!(here.offer.is_some_and(|offer| offer.starts_with("Sail Here: "))),
            Some(_) => assert!(here.offer.is_some()),
            None => {
                assert_eq!(here.offer, None);
                player.send(Msg::SpaceTouched(space));
                let refused = player.refusals.pop().expect("it can't be done");
                assert_eq!(here.lines.last(), Some(&refused), "the same reason as for a try");
            }
        }
    }
}
