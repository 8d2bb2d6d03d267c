//! The practice game as a pure function: a message comes in, the model changes, effects come out.

use doubloons_engine::caribbean::{Card, Caribbean, Choice, Command, Event, Phase, Space, tie_slot};
use doubloons_engine::contract::{Action, Game, Input, Sealed, Seat, SeatSet, Turn};

use super::crew::{Decision, Order, Question, Reply};
use super::draft::{Berth, Draft};
use super::log::Cast;
use super::message::{Effect, Focus, Msg};
use super::model::{Model, Queued, Stage};
use super::pace;
use super::results::Results;
use super::voyage::{self, Voyage};
use super::words;

/// Lets a message happen and tells what to do next.
#[must_use]
pub(crate) fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    match msg {
        Msg::Began => advance(model, &mut effects),
        Msg::TimePassed { ticket } if model.pause == Some(ticket) => {
            model.pause = None;
            advance(model, &mut effects);
        }
        Msg::TimePassed { .. } => {}
        Msg::Skipped => skip(model, &mut effects),
        Msg::SpeedChosen(speed) => model.speed = speed,
        Msg::Answered(reply) => answered(model, *reply, &mut effects),
        Msg::SealPressed => seal(model, &mut effects),
        Msg::SealBroken => break_seal(model, &mut effects),
        Msg::TieDecided { show } => decide_tie(model, show, &mut effects),
        Msg::MoveEnded => end_move(model, &mut effects),
        Msg::ActPressed(act) => command(model, &mut effects, |voyage, table| voyage.act(table, act)),
        Msg::SpaceTouched(space) => touch_space(model, space, &mut effects),
        Msg::SuggestionAsked => suggest(model, &mut effects),
        Msg::Undone => undo(model, &mut effects),
        Msg::CardDroppedOnSpace(card, space) => match model.shown.ship_on(space) {
            Some(ship) => draft(model, &mut effects, |draft| draft.lay(card, Berth::Ship(ship))),
            None => effects.push(Effect::Refuse("Only ships take bribes.".to_owned())),
        },
        Msg::CardTouched(card) => draft(model, &mut effects, |draft| draft.touch_card(card)),
        Msg::BerthTouched(berth) => draft(model, &mut effects, |draft| draft.touch_berth(berth)),
        Msg::CardDropped(card, berth) => draft(model, &mut effects, |draft| draft.lay(card, berth)),
        Msg::Cleared => draft(model, &mut effects, Draft::clear),
        Msg::CardHurried(card) => draft(model, &mut effects, |draft| {
            draft.lay_next(card);
        }),
        Msg::CardTakenBack(berth) => draft(model, &mut effects, |draft| {
            draft.take_back(berth);
        }),
    }
    effects
}

/// Shows what waits to be shown, lets happen what nobody has to decide, and asks whoever has to.
fn advance(model: &mut Model, effects: &mut Vec<Effect>) {
    loop {
        if model.pause.is_some() {
            return;
        }
        if let Some(Queued { event, known }) = model.queue.pop_front() {
            let cast = Cast { names: &model.names, human: model.setup.human() };
            model.logbook.write(&event, &model.shown, model.table.game().board(), &cast);
            model.shown.apply(&event);
            if let (Event::SealsClosed { .. }, Stage::Sealed(_)) = (event, &model.stage) {
                model.stage = Stage::Watching;
            }
            let millis = if known { 0 } else { model.speed.scale(pace::stay(&event, model.setup.human())) };
            if millis > 0 {
                let ticket = model.number();
                model.pause = Some(ticket);
                effects.push(Effect::Wait { ticket, millis });
            }
            continue;
        }
        if let Some(input) = model.table.automatic() {
            let mut events = Vec::new();
            if let Err(illegal) = model.table.apply(&input, &mut events) {
                // Chance and openings follow from the table itself; this would be a fault in the engine.
                effects.push(Effect::Tell(format!("This game can't go on: {illegal}")));
                return;
            }
            enqueue(model, events, false);
            continue;
        }
        return await_decision(model, effects);
    }
}

fn await_decision(model: &mut Model, effects: &mut Vec<Effect>) {
    let human = model.human();
    let turn = model.table.game().turn();
    if let Turn::Over(outcome) = turn {
        if model.stage != Stage::Over {
            model.stage = Stage::Over;
            effects.push(Effect::Finish(Box::new(Results::new(model, &outcome))));
        }
        return;
    }
    let waiting = turn.waiting_for();
    let question = if let Turn::Seal { .. } = turn { Question::Seal } else { Question::Act };
    let asked: SeatSet = model.orders.iter().map(|&(_, seat)| seat).collect();
    for seat in waiting.without(asked) {
        if seat != human {
            ask(model, seat, question, effects);
        }
    }
    if waiting.contains(human) {
        ask_human(model, effects);
    } else if !matches!(model.stage, Stage::Sealed(_)) || question == Question::Act {
        model.stage = Stage::Watching;
    }
}

fn ask_human(model: &mut Model, effects: &mut Vec<Effect>) {
    let human = model.human();
    let table = model.table.game();
    match (*table.phase(), &model.stage) {
        (Phase::Bribing { .. }, Stage::Bribing(_))
        | (Phase::TieSeal { .. }, Stage::Tie { .. })
        | (Phase::Activation { .. }, Stage::Commanding(_)) => {}
        (Phase::Bribing { .. }, _) => {
            model.stage = Stage::Bribing(Draft::default());
            effects.push(Effect::Focus(Focus::Hand));
        }
        (Phase::TieSeal { tie, .. }, _) => {
            let reserve = model.table.view(human).own().and_then(|own| own.reserve).unwrap_or(Card::Zero);
            let tied = model.shown.reveal.map_or(SeatSet::EMPTY, |reveal| {
                reveal.cards.iter().filter(|&(_, &card)| card == tie.card).map(|(seat, _)| seat).collect()
            });
            let rivals = tied.without(SeatSet::only(human));
            model.stage = Stage::Tie { ship: tie.ship, card: tie.card, reserve, rivals };
            effects.push(Effect::Focus(Focus::Tie));
        }
        (Phase::Activation { ship, .. }, _) => {
            model.stage = Stage::Commanding(Voyage::default());
            effects.push(Effect::Focus(Focus::Ship(ship)));
        }
        _ => {}
    }
}

fn ask(model: &mut Model, seat: Seat, question: Question, effects: &mut Vec<Effect>) {
    let number = model.number();
    model.orders.push((number, seat));
    let view = model.table.view(seat);
    effects.push(Effect::Ask(Box::new(Order { number, seat, question, view })));
}

fn answered(model: &mut Model, reply: Reply, effects: &mut Vec<Effect>) {
    let Some(index) = model.orders.iter().position(|&(number, _)| number == reply.number) else {
        return;
    };
    model.orders.swap_remove(index);
    let mut events = Vec::new();
    match reply.decision {
        Decision::Suggestion { choices, advice } => {
            if let Stage::Bribing(draft) = &mut model.stage {
                draft.fill(&choices, advice);
            }
            return;
        }
        Decision::Seal(choices) => {
            if model.table.seal(reply.seat, &choices, &mut events).is_err() {
                // A bot that can't decide must not stop the game: it goes on without that bot.
                give_up(model, reply.seat, &mut events);
            }
        }
        Decision::Act(action) => {
            if model.table.act(reply.seat, action, &mut events).is_err() {
                let end = Action::new(&[Command::End]).unwrap_or_default();
                if model.table.act(reply.seat, end, &mut events).is_err() {
                    give_up(model, reply.seat, &mut events);
                }
            }
        }
    }
    enqueue(model, events, false);
    advance(model, effects);
}

fn give_up(model: &mut Model, seat: Seat, events: &mut Vec<Event>) {
    // The engine refuses this only for a seat that is away already, and then nobody waits for it.
    let _ = model.table.apply(&Input::Absent(seat), events);
}

fn enqueue(model: &mut Model, events: Vec<Event>, known: bool) {
    model.queue.extend(events.into_iter().map(|event| Queued { event, known }));
}

fn skip(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.pause.take().is_none() {
        return;
    }
    for queued in &mut model.queue {
        queued.known = true;
    }
    advance(model, effects);
}

fn draft(model: &mut Model, effects: &mut Vec<Effect>, change: impl FnOnce(&mut Draft)) {
    match &mut model.stage {
        Stage::Bribing(draft) => change(draft),
        Stage::Sealed(_) => {
            effects.push(Effect::Refuse("Your bribes are sealed. Break the seal to change them.".to_owned()));
        }
        _ => effects.push(Effect::Refuse("No bribes are laid now.".to_owned())),
    }
}

fn undo(model: &mut Model, effects: &mut Vec<Effect>) {
    let undone = match &mut model.stage {
        Stage::Bribing(draft) => draft.undo(),
        Stage::Commanding(voyage) => voyage.undo(),
        _ => false,
    };
    if !undone {
        effects.push(Effect::Refuse("There is nothing to undo.".to_owned()));
    }
}

fn suggest(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Stage::Bribing(_) = model.stage {
        let human = model.human();
        if !model.orders.iter().any(|&(_, seat)| seat == human) {
            ask(model, human, Question::Suggest, effects);
        }
    }
}

fn seal(model: &mut Model, effects: &mut Vec<Effect>) {
    let Stage::Bribing(draft) = &model.stage else {
        return;
    };
    let draft = draft.clone();
    let mut events = Vec::new();
    match model.table.seal(model.setup.human(), &draft.choices(), &mut events) {
        Ok(()) => {
            model.stage = Stage::Sealed(draft);
            enqueue(model, events, false);
            advance(model, effects);
        }
        Err(illegal) => effects.push(Effect::Refuse(words::refusal(model.board(), &illegal))),
    }
}

fn break_seal(model: &mut Model, effects: &mut Vec<Effect>) {
    let Stage::Sealed(draft) = &model.stage else {
        return;
    };
    let draft = draft.clone();
    let mut events = Vec::new();
    match model.table.apply(&Input::Unlocked(model.setup.human()), &mut events) {
        Ok(()) => {
            model.stage = Stage::Bribing(draft);
            enqueue(model, events, false);
            advance(model, effects);
        }
        Err(illegal) => effects.push(Effect::Refuse(words::refusal(model.board(), &illegal))),
    }
}

fn decide_tie(model: &mut Model, show: bool, effects: &mut Vec<Effect>) {
    let Stage::Tie { ship, .. } = model.stage else {
        return;
    };
    let choice = if show { Choice::Show } else { Choice::Keep };
    let choices: Sealed<Choice> = [(tie_slot(ship), choice)].into_iter().collect();
    let mut events = Vec::new();
    match model.table.seal(model.setup.human(), &choices, &mut events) {
        Ok(()) => {
            model.stage = Stage::Watching;
            enqueue(model, events, false);
            advance(model, effects);
        }
        Err(illegal) => effects.push(Effect::Refuse(words::refusal(model.board(), &illegal))),
    }
}

fn command(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut Voyage, &Caribbean) -> Result<(), String>,
) {
    match &mut model.stage {
        Stage::Commanding(voyage) => {
            if let Err(why) = change(voyage, model.table.game()) {
                effects.push(Effect::Refuse(why));
            }
        }
        _ => effects.push(Effect::Refuse("No ship is yours to command now.".to_owned())),
    }
}

fn touch_space(model: &mut Model, space: Space, effects: &mut Vec<Effect>) {
    match &model.stage {
        Stage::Bribing(_) | Stage::Sealed(_) => match model.shown.ship_on(space) {
            Some(ship) => draft(model, effects, |draft| draft.touch_berth(Berth::Ship(ship))),
            None => effects.push(Effect::Refuse("Bribe the ships first; they sail afterwards.".to_owned())),
        },
        Stage::Commanding(_) => command(model, effects, |voyage, table| {
            let here = voyage.moment(table);
            let act = here.and_then(|moment| voyage::act_at(&moment, space, voyage.choosing()));
            match act {
                Some((_, command)) => voyage.give(table, command),
                None => voyage.sail(table, space),
            }
        }),
        Stage::Tie { .. } => effects.push(Effect::Refuse("The tie comes first: show or keep your card.".to_owned())),
        Stage::Watching | Stage::Over => {
            effects.push(Effect::Refuse("It is not your move now.".to_owned()));
        }
    }
}

fn end_move(model: &mut Model, effects: &mut Vec<Effect>) {
    let Stage::Commanding(voyage) = &model.stage else {
        return;
    };
    let Some(action) = voyage.action() else {
        effects.push(Effect::Refuse("This move is too long. Undo a step.".to_owned()));
        return;
    };
    let mut events = Vec::new();
    match model.table.act(model.setup.human(), action, &mut events) {
        Ok(()) => {
            model.stage = Stage::Watching;
            enqueue(model, events, true);
            advance(model, effects);
        }
        Err(illegal) => effects.push(Effect::Refuse(words::refusal(model.board(), &illegal))),
    }
}
