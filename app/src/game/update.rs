//! The game as a pure function: a message comes in, the model changes, effects come out.

use doubloons_engine::any::AnyView;
use doubloons_engine::caribbean::{Card, Caribbean, Choice, Command, Event, Illegal, Phase, Space, View, tie_slot};
use doubloons_engine::contract::{Action, Game, Sealed, Seat, SeatSet, Turn};
use doubloons_net::lan::session::TableView;
use doubloons_net::table::peer::Wish;
use doubloons_words::say;

use super::copied::Copied;
use super::crew::{Decision, Order, Question, Reply};
use super::draft::{BERTHS, Berth, Draft, Unsealed};
use super::log::Cast;
use super::message::{Effect, Msg};
use super::model::{Model, Queued, Stage, Stranded};
use super::pace;
use super::people;
use super::results::Results;
use super::shown::Shown;
use super::table::{Done, Practice, Table};
use super::voyage::{self, Voyage};
use super::words;
use crate::sound::Cue;

/// How long somebody waits for the others, in milliseconds, before something else is offered.
const STRANDED: u32 = 25_000;

/// More events than this are not shown one by one: about two rounds.
const PATIENCE: usize = 160;

/// Lets a message happen and tells what to do next.
#[must_use]
pub(crate) fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let mut effects = Vec::new();
    happen(model, msg, &mut effects);
    effects.extend(keep_draft(model));
    if let Table::Practice(practice) = &mut model.table {
        // Before anything else is done about it: what follows may be a crash.
        let records = practice.take_records();
        effects.splice(0..0, records.into_iter().map(Effect::Keep));
    }
    effects
}

fn happen(model: &mut Model, msg: Msg, effects: &mut Vec<Effect>) {
    match msg {
        Msg::Began => advance(model, effects),
        Msg::TimePassed { ticket } if model.pause == Some(ticket) => {
            model.pause = None;
            advance(model, effects);
        }
        Msg::TimePassed { ticket } if model.stranded == Some(Stranded::Briefly(ticket)) => {
            model.stranded = Some(Stranded::Long);
        }
        Msg::TimePassed { .. } => {}
        Msg::OthersAreBack(back) => {
            if let Table::Copy(copied) = &mut model.table {
                copied.others_are_back = back;
            }
        }
        Msg::Skipped => skip(model, effects),
        Msg::SpeedChosen(speed) => model.speed = speed,
        Msg::Answered(reply) => answered(model, *reply, effects),
        Msg::Told { index, events } => told(model, index, events, effects),
        Msg::Rewound { index } => {
            if let Table::Lan(remote) = &mut model.table {
                remote.rewind(index);
            }
        }
        Msg::Looked(view) => look(model, *view, effects),
        Msg::WishRefused(why) => wish_refused(model, &why, effects),
        Msg::StandInAgreed(seat) => {
            effects.extend(model.agree_to_stand_in(seat).map(|wish| Effect::Send(Box::new(wish))));
        }
        Msg::StandInDeclined(seat) => model.waits.insert(seat),
        Msg::SeatWanted(seat) => {
            model.votes.insert(seat);
            effects.push(Effect::AskForSeat(seat));
        }
        Msg::BreakAsked => effects.push(Effect::Send(Box::new(Wish::Pause))),
        Msg::BreakEnded => effects.push(Effect::Send(Box::new(Wish::Resume))),
        Msg::SealPressed => seal(model, effects),
        Msg::SealBroken => break_seal(model, effects),
        Msg::TieDecided { show } => decide_tie(model, show, effects),
        Msg::MoveEnded => end_move(model, effects),
        Msg::ActPressed(act) => command(model, effects, |voyage, table| voyage.act(table, act)),
        Msg::SpaceTouched(space) => touch_space(model, space, effects),
        Msg::SuggestionAsked => suggest(model, effects),
        Msg::SuggestionFollowed => command(model, effects, Voyage::follow),
        Msg::Undone => undo(model, effects),
        Msg::CardLifted(card) => {
            if let Stage::Bribing(draft) = &mut model.stage {
                draft.lift(card);
            }
        }
        Msg::CardDroppedOnSpace(card, space) => match model.shown.ship_on(space) {
            Some(ship) => draft(model, effects, |draft| draft.lay(card, Berth::Ship(ship))),
            None => effects.push(Effect::Refuse(say!("Only ships take bribes."))),
        },
        Msg::CardTouched(card) => draft(model, effects, |draft| draft.touch_card(card)),
        Msg::BerthTouched(berth) => draft(model, effects, |draft| draft.touch_berth(berth)),
        Msg::CardDropped(card, berth) => draft(model, effects, |draft| draft.lay(card, berth)),
        Msg::Cleared => draft(model, effects, Draft::clear),
        Msg::CardHurried(card) => draft(model, effects, |draft| {
            draft.lay_next(card);
        }),
        Msg::CardTakenBack(berth) => draft(model, effects, |draft| {
            draft.take_back(berth);
        }),
    }
}

/// Keeps the cards that lie there unsealed, for whoever closes the window now. What is sealed is kept elsewhere.
fn keep_draft(model: &mut Model) -> Option<Effect> {
    let now = match (&model.stage, model.left) {
        (Stage::Bribing(draft), _) if draft.missing() < BERTHS => {
            Unsealed { occasion: model.occasion, choices: draft.choices() }
        }
        (Stage::Bribing(_), _) | (_, None) => Unsealed::default(),
        // They wait until the same is asked again.
        (_, Some(left)) => left,
    };
    if now == model.kept {
        return None;
    }
    match &mut model.table {
        Table::Practice(practice) => {
            model.kept = now;
            if let Stage::Bribing(_) = model.stage {
                practice.note_draft(now.choices);
            }
            None
        }
        // Which decision they are for is known with the next view of the table.
        Table::Lan(_) if now.occasion.is_none() && now != Unsealed::default() => None,
        Table::Lan(_) => {
            model.kept = now;
            Some(Effect::KeepDraft(now))
        }
        Table::Copy(_) | Table::Rerun(_) => None,
    }
}

/// Shows what waits to be shown, lets happen what nobody has to decide, and asks whoever has to.
fn advance(model: &mut Model, effects: &mut Vec<Effect>) {
    loop {
        if model.pause.is_some() {
            return;
        }
        if let Some(Queued { event, known }) = model.queue.pop_front() {
            let human = model.human();
            let cast = Cast { names: &model.names, human };
            model.logbook.write(&event, &model.shown, model.table.game().board(), &cast);
            model.shown.apply(&event);
            model.history.push(event);
            let known = known || is_own_move(&model.stage, &event);
            // What the person has seen was heard then, too; but every game has its end.
            if !known || matches!(event, Event::GameOver { .. }) {
                effects.extend(Cue::of_event(&event, human).map(Effect::Sound));
            }
            follow(model, &event);
            // The coach speaks of the reveal as soon as the pupil has sealed.
            let at_once = known || (model.is_lesson() && matches!(event, Event::Sealed { .. }));
            let millis = if at_once { 0 } else { model.speed.scale(pace::stay(&event, human)) };
            if millis > 0 {
                let ticket = model.number();
                model.pause = Some(ticket);
                effects.push(Effect::Wait { ticket, millis });
            }
            continue;
        }
        if let Table::Practice(practice) = &mut model.table
            && let Some(input) = practice.table.automatic()
        {
            let mut events = Vec::new();
            if let Err(illegal) = practice.table.apply(&input, &mut events) {
                // Chance and openings follow from the table itself; this would be a fault in the engine.
                effects.push(Effect::Tell(say!("This game can’t go on: {illegal}")));
                return;
            }
            enqueue(model, events, false);
            continue;
        }
        if let Table::Copy(copied) = &mut model.table {
            match copied.advance() {
                Ok(events) if events.is_empty() => {}
                Ok(events) => {
                    enqueue(model, events, false);
                    continue;
                }
                Err(illegal) => return effects.push(Effect::Tell(say!("This game can’t go on: {illegal}"))),
            }
        }
        return await_decision(model, effects);
    }
}

/// Whether the event is part of the move that the person has just made and seen.
fn is_own_move(stage: &Stage, event: &Event) -> bool {
    matches!(stage, Stage::Sent(_))
        && matches!(
            event,
            Event::Sailed { .. }
                | Event::Captured { .. }
                | Event::Stolen { .. }
                | Event::Swapped { .. }
                | Event::PassedOn { .. }
                | Event::Delivered { .. }
                | Event::Ended { .. }
        )
}

/// What is asked of the person changes with what is shown.
fn follow(model: &mut Model, event: &Event) {
    match (event, &model.stage) {
        (Event::SealsClosed { .. }, Stage::Sealed(_) | Stage::Bribing(_) | Stage::Tie { .. })
        | (Event::Ended { .. }, Stage::Sent(_) | Stage::Commanding(_)) => model.stage = Stage::Watching,
        (Event::SealBroken { seat }, Stage::Sealed(draft)) if model.is_human(*seat) => {
            model.stage = Stage::Bribing(draft.clone());
            if let Table::Lan(remote) = &mut model.table {
                remote.take_answer_back();
            }
        }
        _ => {}
    }
}

fn await_decision(model: &mut Model, effects: &mut Vec<Effect>) {
    if !model.table.is_settled() {
        return;
    }
    if let Some(outcome) = model.table.outcome() {
        if model.stage != Stage::Over {
            model.stage = Stage::Over;
            effects.push(Effect::Finish(Box::new(Results::new(model, &outcome))));
        }
        return;
    }
    let sealing = matches!(model.table.game().turn(), Turn::Seal { .. });
    let asked: SeatSet = model.orders.iter().map(|&(_, seat)| seat).collect();
    if let Table::Copy(copied) = &model.table {
        let questions = copied.questions();
        for question in questions.into_iter().filter(|question| !asked.contains(question.seat)) {
            let (seat, AnyView::Caribbean(view)) = (question.seat, question.view.clone());
            order(model, seat, Question::StandIn(Box::new(question)), view, effects);
        }
    }
    if let Table::Practice(_) = model.table {
        let question = if sealing { Question::Seal } else { Question::Act };
        for seat in model.table.waiting_for().without(asked) {
            if !model.is_human(seat) {
                ask(model, seat, question.clone(), effects);
            }
        }
    }
    if model.table.asks_human() {
        ask_human(model, effects);
    } else if !is_under_way(model, sealing) {
        set_aside(model);
        // Whoever comes back finds the own bribes where they were left.
        model.stage = model.table.sealed_bribes().map_or(Stage::Watching, Stage::Sealed);
    }
}

/// What was begun at a table on the network waits until the same is asked again: while somebody leaves for good, or comes
/// back, nobody is asked for anything.
fn set_aside(model: &mut Model) {
    let Some(occasion) = model.occasion else { return };
    match &model.stage {
        Stage::Bribing(draft) if draft.missing() < BERTHS => {
            model.left = Some(Unsealed { occasion: Some(occasion), choices: draft.choices() });
        }
        Stage::Commanding(voyage) => model.interrupted = Some((occasion, voyage.clone())),
        _ => {}
    }
}

/// Whether the person has decided, and the table does not know it yet or waits for others to do the same.
fn is_under_way(model: &Model, sealing: bool) -> bool {
    match (&model.stage, &model.table) {
        (Stage::Sealed(_), _) => sealing,
        (Stage::Sent(_), Table::Lan(_)) => {
            let activation = model.table.game().activation();
            activation.is_some_and(|activation| model.is_human(activation.seat()))
        }
        _ => false,
    }
}

fn ask_human(model: &mut Model, effects: &mut Vec<Effect>) {
    let own = model.human().map_or(SeatSet::EMPTY, SeatSet::only);
    model.occasion = model.table.occasion();
    let table = model.table.game();
    match (*table.phase(), &model.stage) {
        (Phase::Bribing { .. }, Stage::Bribing(_))
        | (Phase::TieSeal { .. }, Stage::Tie { .. })
        | (Phase::Activation { .. }, Stage::Commanding(_)) => return,
        (Phase::Bribing { .. }, _) => {
            let left = model.left.take().filter(|left| left.occasion == model.occasion);
            // What waited is kept already.
            model.kept = left.unwrap_or(model.kept);
            let draft = left.and_then(|left| Draft::kept(&left.choices));
            model.stage = Stage::Bribing(draft.unwrap_or_default());
        }
        (Phase::TieSeal { tie, .. }, _) => {
            let view = model.table.view();
            let reserve = view.and_then(|view| view.own()?.reserve).unwrap_or(Card::Zero);
            let tied = model.shown.reveal.map_or(SeatSet::EMPTY, |reveal| {
                reveal.cards.iter().filter(|&(_, &card)| card == tie.card).map(|(seat, _)| seat).collect()
            });
            let rivals = tied.without(own);
            model.stage = Stage::Tie { ship: tie.ship, card: tie.card, reserve, rivals, hint: None };
        }
        (Phase::Activation { .. }, _) => {
            let begun = model.interrupted.take().filter(|&(occasion, _)| Some(occasion) == model.occasion);
            model.stage = Stage::Commanding(begun.map(|(_, voyage)| voyage).unwrap_or_default());
        }
        _ => return,
    }
    effects.extend(model.focus().map(Effect::Focus));
    effects.push(Effect::Sound(Cue::YourTurn));
}

fn ask(model: &mut Model, seat: Seat, question: Question, effects: &mut Vec<Effect>) {
    let view = match &model.table {
        Table::Practice(practice) => Some(practice.table.view(seat)),
        Table::Lan(_) | Table::Copy(_) | Table::Rerun(_) => model.table.view(),
    };
    if let Some(view) = view {
        order(model, seat, question, view, effects);
    }
}

fn order(model: &mut Model, seat: Seat, question: Question, view: View, effects: &mut Vec<Effect>) {
    let number = model.number();
    model.orders.push((number, seat));
    let names = model.names.clone();
    effects.push(Effect::Ask(Box::new(Order { number, seat, question, view, names })));
}

fn answered(model: &mut Model, reply: Reply, effects: &mut Vec<Effect>) {
    let Some(index) = model.orders.iter().position(|&(number, _)| number == reply.number) else {
        return;
    };
    model.orders.swap_remove(index);
    if let Decision::Suggestion { choices, advice } = reply.decision {
        if let Stage::Bribing(draft) = &mut model.stage {
            draft.fill(&choices, advice);
        }
        return;
    }
    if let Decision::Answer(answer) = reply.decision {
        match (&mut model.stage, answer) {
            (Stage::Tie { hint, .. }, Some(answer)) => *hint = Some(answer),
            (Stage::Tie { .. }, None) => {
                effects.push(Effect::Tell(say!("The coach can’t say: it could go either way.")));
            }
            _ => {}
        }
        return;
    }
    if let Decision::Course { after, hint } = reply.decision {
        if let Stage::Commanding(voyage) = &mut model.stage {
            voyage.take_hint(&after, hint);
        }
        return;
    }
    let events = match &mut model.table {
        Table::Practice(practice) => practised(practice, reply),
        Table::Copy(copied) => match stood_in(copied, reply) {
            Ok(events) => events,
            Err(illegal) => return effects.push(Effect::Tell(say!("This game can’t go on: {illegal}"))),
        },
        // At a table on the network, bots are run by the table.
        Table::Lan(_) | Table::Rerun(_) => return,
    };
    enqueue(model, events, false);
    advance(model, effects);
}

/// A bot of a practice game has decided.
fn practised(practice: &mut Practice, reply: Reply) -> Vec<Event> {
    let seat = reply.seat;
    let done = match reply.decision {
        Decision::Suggestion { .. } | Decision::Answer(_) | Decision::Course { .. } => Ok(Vec::new()),
        Decision::Seal(choices) => practice.seal(seat, &choices),
        Decision::Act(action) => practice.act(seat, action).or_else(|_| {
            let end = Action::new(&[Command::End]).unwrap_or_default();
            practice.act(seat, end)
        }),
    };
    // A bot that can't decide must not stop the game: it goes on without that bot.
    done.unwrap_or_else(|_| practice.give_up(seat))
}

/// A stand-in in a copy has decided.
fn stood_in(copied: &mut Copied, reply: Reply) -> Result<Vec<Event>, Illegal> {
    match reply.decision {
        Decision::Suggestion { .. } | Decision::Answer(_) | Decision::Course { .. } => Ok(Vec::new()),
        Decision::Seal(choices) => copied.seal(reply.seat, &choices),
        Decision::Act(action) => copied.act(reply.seat, &action),
    }
}

/// Something happened at the table on the network.
fn told(model: &mut Model, index: u64, events: Vec<Event>, effects: &mut Vec<Effect>) {
    let Table::Lan(remote) = &mut model.table else { return };
    if !remote.hear(index) {
        return;
    }
    enqueue(model, events, false);
    if model.queue.len() > PATIENCE {
        // Whoever comes late or looked away for long sees how it stands, not everything that led there.
        model.queue.iter_mut().for_each(|queued| queued.known = true);
        model.pause = None;
    }
    advance(model, effects);
}

/// The table on the network is this now.
fn look(model: &mut Model, view: TableView, effects: &mut Vec<Effect>) {
    let Table::Lan(remote) = &mut model.table else { return };
    let anew = remote.look(view);
    model.names = people::names(remote.state(), Some(remote.me()));
    if anew {
        let purses = std::mem::take(&mut model.shown.purses);
        model.queue.clear();
        model.pause = None;
        model.shown = Shown { purses, ..Shown::of(model.table.game()) };
    }
    model.forget_votes();
    mind_loss(model, effects);
    advance(model, effects);
}

/// Notes when too few are there for the table to go on, and when they are back.
fn mind_loss(model: &mut Model, effects: &mut Vec<Effect>) {
    if !model.is_stranded() {
        model.stranded = None;
    } else if model.stranded.is_none() {
        let ticket = model.number();
        model.stranded = Some(Stranded::Briefly(ticket));
        effects.push(Effect::Wait { ticket, millis: STRANDED });
    }
}

/// What the person decided last does not count: it is theirs to decide again, as far as they had come.
fn wish_refused(model: &mut Model, why: &str, effects: &mut Vec<Effect>) {
    let Table::Lan(remote) = &mut model.table else { return };
    remote.take_answer_back();
    model.stage = match &model.stage {
        Stage::Sealed(draft) if model.table.asks_human() => Stage::Bribing(draft.clone()),
        Stage::Sent(voyage) => Stage::Commanding(voyage.clone()),
        stage => stage.clone(),
    };
    effects.push(Effect::Refuse(words::sentence(why)));
    advance(model, effects);
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
        Stage::Bribing(draft) => {
            let missing = draft.missing();
            change(draft);
            if draft.missing() < missing {
                effects.push(Effect::Sound(Cue::CardLaid));
            }
        }
        Stage::Sealed(_) => {
            effects.push(Effect::Refuse(say!("Your bribes are sealed. Break the seal to change them.")));
        }
        _ => effects.push(Effect::Refuse(say!("No bribes are laid now."))),
    }
}

fn undo(model: &mut Model, effects: &mut Vec<Effect>) {
    let undone = match &mut model.stage {
        Stage::Bribing(draft) => draft.undo(),
        Stage::Commanding(voyage) => voyage.undo(),
        _ => false,
    };
    if !undone {
        effects.push(Effect::Refuse(say!("There is nothing to undo.")));
    }
}

fn suggest(model: &mut Model, effects: &mut Vec<Effect>) {
    let question = match &model.stage {
        Stage::Bribing(_) => Question::Suggest,
        Stage::Tie { .. } => Question::Weigh,
        Stage::Commanding(voyage) => Question::Steer(voyage.commands().to_vec()),
        _ => return,
    };
    if let Some(human) = model.human()
        && !model.orders.iter().any(|&(_, seat)| seat == human)
    {
        ask(model, human, question, effects);
    }
}

/// Whoever has decided needs no hint for it.
fn call_off_hint(model: &mut Model, effects: &mut Vec<Effect>) {
    let asked = model.orders.len();
    let human = model.human();
    model.orders.retain(|&(_, seat)| Some(seat) != human);
    if model.orders.len() < asked {
        effects.push(Effect::CallOffHint);
    }
}

/// What follows from a decision of the person's, who goes on to `stage`.
fn decided(model: &mut Model, done: Result<Done, Illegal>, stage: Stage, known: bool, effects: &mut Vec<Effect>) {
    if done.is_ok() {
        call_off_hint(model, effects);
    }
    match done {
        Ok(Done::Happened(events)) => {
            model.stage = if let Stage::Sent(_) = stage { Stage::Watching } else { stage };
            enqueue(model, events, known);
            advance(model, effects);
        }
        Ok(Done::Sent(wish)) => {
            model.stage = stage;
            effects.push(Effect::Send(wish));
        }
        Err(illegal) => effects.push(Effect::Refuse(words::refusal(model.board(), &illegal))),
    }
}

fn seal(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Stage::Bribing(draft) = &model.stage {
        let draft = draft.clone();
        let done = model.table.seal(&draft.choices());
        decided(model, done, Stage::Sealed(draft), false, effects);
    }
}

fn break_seal(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Stage::Sealed(draft) = &model.stage {
        let draft = draft.clone();
        match model.table.unseal() {
            // The seal is broken when the table says so: until then it may still close.
            Ok(Done::Sent(wish)) => effects.push(Effect::Send(wish)),
            done => decided(model, done, Stage::Bribing(draft), false, effects),
        }
    }
}

fn decide_tie(model: &mut Model, show: bool, effects: &mut Vec<Effect>) {
    if let &Stage::Tie { ship, .. } = &model.stage {
        let choice = if show { Choice::Show } else { Choice::Keep };
        let choices: Sealed<Choice> = [(tie_slot(ship), choice)].into_iter().collect();
        let done = model.table.seal(&choices);
        decided(model, done, Stage::Watching, false, effects);
    }
}

fn command(
    model: &mut Model,
    effects: &mut Vec<Effect>,
    change: impl FnOnce(&mut Voyage, &Caribbean) -> Result<(), String>,
) {
    match &mut model.stage {
        Stage::Commanding(voyage) => {
            let given = voyage.commands().len();
            if let Err(why) = change(voyage, model.table.game()) {
                effects.push(Effect::Refuse(why));
            }
            let new = voyage.commands().get(given..).and_then(<[Command]>::last);
            effects.extend(new.and_then(|&command| Cue::of_command(command)).map(Effect::Sound));
        }
        _ => effects.push(Effect::Refuse(say!("No ship is yours to command now."))),
    }
}

fn touch_space(model: &mut Model, space: Space, effects: &mut Vec<Effect>) {
    match &model.stage {
        Stage::Bribing(_) | Stage::Sealed(_) => match model.shown.ship_on(space) {
            Some(ship) => draft(model, effects, |draft| draft.touch_berth(Berth::Ship(ship))),
            None => effects.push(Effect::Refuse(say!("Bribe the ships first; they sail afterwards."))),
        },
        Stage::Commanding(_) => command(model, effects, |voyage, table| {
            let here = voyage.moment(table);
            let act = here.and_then(|moment| voyage::act_at(&moment, space, voyage.choosing()));
            match act {
                Some((_, command)) => voyage.give(table, command),
                None => voyage.sail(table, space),
            }
        }),
        Stage::Tie { .. } => effects.push(Effect::Refuse(say!("The tie comes first: show or keep your card."))),
        Stage::Watching | Stage::Sent(_) | Stage::Over => {
            effects.push(Effect::Refuse(say!("It is not your move now.")));
        }
    }
}

fn end_move(model: &mut Model, effects: &mut Vec<Effect>) {
    let Stage::Commanding(voyage) = &model.stage else {
        return;
    };
    let Some(action) = voyage.action() else {
        effects.push(Effect::Refuse(say!("This move is too long. Undo a step.")));
        return;
    };
    let voyage = voyage.clone();
    let done = model.table.act(action);
    decided(model, done, Stage::Sent(voyage), true, effects);
}
