//! The yardstick from below: chooses among all legal decisions with equal chances.

use super::Bot;
use crate::caribbean::{BRIBES, Card, Caribbean, Choice, Command, Phase, View};
use crate::contract::{Action, Deaf, Dice, Game, Input, Sealed, Seat, SeatMap, Slot, Turn};

/// Lays its cards at random, and gives random legal commands until it happens to end.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A bot whose whims follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { dice: Dice::from_seed(seed) }
    }
}

impl Bot<Caribbean> for Random {
    fn seal(&mut self, view: &View) -> Sealed<Choice> {
        match view.table().turn() {
            Turn::Seal { slots, .. } if slots == BRIBES => random_hand(&mut self.dice),
            Turn::Seal { slots, .. } => slots.iter().map(|slot| (slot, random_decision(&mut self.dice))).collect(),
            _ => Sealed::default(),
        }
    }

    fn act(&mut self, view: &View) -> Action<Command> {
        random_action(view.table(), &mut self.dice)
    }
}

fn random_hand(dice: &mut Dice) -> Sealed<Choice> {
    let mut hand = Card::ALL;
    dice.shuffle(&mut hand);
    BRIBES.iter().zip(hand.map(Choice::Card)).collect()
}

fn random_decision(dice: &mut Dice) -> Choice {
    if dice.below(2) == 0 { Choice::Show } else { Choice::Keep }
}

fn random_action(table: &Caribbean, dice: &mut Dice) -> Action<Command> {
    let mut action = Action::default();
    let Some(mut activation) = table.activation() else {
        return action;
    };
    while !activation.ended() {
        let legal = activation.legal();
        let pick = dice.index(legal.len());
        let command = legal.iter().nth(pick).unwrap_or(Command::End);
        let played = activation.play(command, &mut Deaf);
        debug_assert_eq!(played, Ok(()));
        action.push(command);
    }
    action
}

/// What a random game came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout {
    /// Inputs that the game took.
    pub inputs: u32,
    /// Commands in its activations.
    pub commands: u32,
}

/// Plays a game to its end with uniformly random decisions for every seat, straight on the public state and without
/// views, events or allocations.
pub fn play_out(table: &mut Caribbean, dice: &mut Dice) -> Playout {
    let mut playout = Playout::default();
    let mut hands: SeatMap<Sealed<Choice>> = SeatMap::default();
    loop {
        let input = match table.turn() {
            Turn::Over(_) => return playout,
            Turn::Chance(_) => Input::Chance(dice.beacon()),
            Turn::Seat(seat) => {
                let action = random_action(table, dice);
                playout.commands += action.commands().len() as u32;
                Input::Act(seat, action)
            }
            turn @ Turn::Seal { .. } => {
                let Some(seat) = turn.waiting_for().into_iter().next() else {
                    return playout;
                };
                if let Phase::Bribing { .. } = table.phase() {
                    hands.insert(seat, random_hand(dice));
                }
                Input::Locked(seat)
            }
            Turn::Open { slot, seats } => {
                let choices = seats.into_iter().map(|seat| (seat, opened(&hands, seat, slot, dice))).collect();
                Input::Opened { slot, choices }
            }
            Turn::Reveal { .. } => return playout,
        };
        playout.inputs += 1;
        if table.apply(&input, &mut Deaf).is_err() {
            debug_assert!(false, "a random decision was illegal: {input:?}");
            return playout;
        }
    }
}

/// A bribe comes from the hand that was dealt; a decision in a tie can as well be taken when it is opened.
fn opened(hands: &SeatMap<Sealed<Choice>>, seat: Seat, slot: Slot, dice: &mut Dice) -> Choice {
    match hands.get(seat).and_then(|hand| hand.get(slot)) {
        Some(choice) => choice,
        None => random_decision(dice),
    }
}
