//! Parrot, a toy game for 2 to 8 seats that uses what Caribbean does not: hidden hands with handles, cards that are
//! turned up by `Reveal`, dice, a reaction window for the whole table, and actions of a single command.
//!
//! Everybody begins with three hidden cards. In turn, a seat draws a card, rolls two dice (a pair is worth two points)
//! or plays a card of its hand, which is turned up. Then everybody may squawk in secret: lay a card of the own hand.
//! The squawks are turned up in seat order; the first of the played card's suit takes the points, otherwise they go to
//! whoever played. Cards that were laid are gone either way. Whoever first has twelve points wins; after ten turns a
//! seat the richest do.

use doubloons_engine::contract::{
    Action, ByteSink, Canonical, Dice, Draw, EventSink, Face, FaceDown, Game, Handle, Input, InputOf, Malformed,
    Outcome, Pile, Reader, Sealed, Seat, SeatMap, SeatSet, Slot, SlotSet, Turn, Viewer,
};
use thiserror::Error;

/// How many cards the one pile has; their faces are 0, 1, 2 …
pub(crate) const CARDS: u16 = 60;
const PILE: Pile = Pile(0);
const HAND: usize = 3;
const TARGET: u32 = 12;
const TURNS_EACH: u16 = 10;
const TWO_DICE: Draw = Draw::Dice { count: 2, sides: 6 };

/// The slot of the squawk.
pub(crate) const SQUAWK: Slot = match Slot::new(0) {
    Some(slot) => slot,
    None => panic!("there is a first slot"),
};

fn suit(face: Face) -> u16 {
    face.0 % 3
}

fn worth(face: Face) -> u32 {
    u32::from(face.0 % 4) + 1
}

/// An open decision, which is a single command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// Take a hidden card from the pile.
    Draw,
    /// Roll the dice.
    Roll,
    /// Play a card of the own hand.
    Play(Handle),
}

/// A sealed reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reaction {
    /// Do nothing.
    Pass,
    /// Lay a card of the own hand.
    Squawk(Handle),
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    Began { first: Seat },
    Drew { seat: Seat, handle: Handle },
    Rolled { seat: Seat, dice: [u8; 2] },
    Laid { seat: Seat, handle: Handle },
    TurnedUp { handle: Handle, face: Face },
    Lost { handle: Handle },
    Sealed { seat: Seat },
    Unsealed { seat: Seat },
    Reacted { seats: SeatSet },
    Scored { seat: Seat, points: u32 },
    TimedOut { seat: Seat },
    Left { seat: Seat },
    CameBack { seat: Seat },
    Over(Outcome),
}

/// Why an input is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub(crate) struct Refused(pub(crate) &'static str);

#[derive(Clone, PartialEq, Debug)]
enum Phase {
    SetUp,
    /// The seat decides.
    Move(Seat),
    /// Two dice decide for the seat.
    Dice(Seat),
    /// The seat turns up what it plays.
    Playing(Seat, Handle),
    /// Everybody reacts.
    Reacting {
        late: SeatSet,
        played: Played,
        locked: SeatSet,
    },
    /// The reactions are opened.
    Opening {
        played: Played,
        sealed: SeatSet,
    },
    /// The squawks are turned up, first one first; who took the points so far.
    Squawking {
        played: Played,
        queue: Vec<(Seat, Handle)>,
        taker: Option<Seat>,
    },
    Over(Outcome),
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Played {
    seat: Seat,
    face: Face,
}

/// A game of Parrot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parrot {
    phase: Phase,
    hands: Vec<Vec<Handle>>,
    points: Vec<u32>,
    drawn: u16,
    turned_up: Vec<Face>,
    turns: u16,
    windows: u32,
    present: SeatSet,
}

/// What a viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ParrotView {
    pub(crate) table: Parrot,
    /// The own hand with the faces that the owner was shown.
    pub(crate) hand: Vec<(Handle, Option<Face>)>,
    /// The own reaction, until it is opened.
    pub(crate) reaction: Option<Reaction>,
}

impl Parrot {
    pub(crate) fn new(seats: usize) -> Parrot {
        Parrot {
            phase: Phase::SetUp,
            hands: vec![Vec::new(); seats],
            points: vec![0; seats],
            drawn: 0,
            turned_up: Vec::new(),
            turns: 0,
            windows: 0,
            present: SeatSet::first(seats),
        }
    }

    /// The hidden cards of a seat.
    pub(crate) fn hand(&self, seat: Seat) -> &[Handle] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    fn draw(&mut self, seat: Seat, events: &mut Vec<Fact>) {
        let handle = Handle(self.drawn);
        self.drawn += 1;
        self.hands[seat.index()].push(handle);
        events.push(Fact::Drew { seat, handle });
    }

    /// Takes a card out of the hand and turns it up.
    fn turn_up(&mut self, seat: Seat, handle: Handle, face: Face, events: &mut Vec<Fact>) {
        self.hands[seat.index()].retain(|&card| card != handle);
        self.turned_up.push(face);
        events.push(Fact::TurnedUp { handle, face });
    }

    /// Takes a card out of the hand that nobody will ever see.
    fn lose(&mut self, seat: Seat, handle: Handle, events: &mut Vec<Fact>) {
        self.hands[seat.index()].retain(|&card| card != handle);
        events.push(Fact::Lost { handle });
    }

    fn score(&mut self, seat: Seat, points: u32, events: &mut Vec<Fact>) {
        self.points[seat.index()] += points;
        events.push(Fact::Scored { seat, points });
    }

    fn next_seat(&mut self, after: Seat, events: &mut Vec<Fact>) {
        self.turns += 1;
        let next = Seat::new((after.index() + 1) % self.hands.len()).unwrap_or(after);
        self.turn_of(next, events);
    }

    /// Passes over absent seats; their turns count, so that the game ends even if nobody is there.
    fn turn_of(&mut self, mut seat: Seat, events: &mut Vec<Fact>) {
        let limit = TURNS_EACH * self.hands.len() as u16;
        loop {
            if self.turns >= limit || self.points.iter().any(|&points| points >= TARGET) {
                return self.game_over(events);
            }
            if self.present.contains(seat) {
                self.phase = Phase::Move(seat);
                return;
            }
            self.turns += 1;
            seat = Seat::new((seat.index() + 1) % self.hands.len()).unwrap_or(seat);
        }
    }

    fn game_over(&mut self, events: &mut Vec<Fact>) {
        let most = self.points.iter().max().copied().unwrap_or(0);
        let scores: SeatMap<u32> = Seat::first(self.hands.len()).zip(self.points.iter().copied()).collect();
        let winners = scores.iter().filter(|&(_, &points)| points == most).map(|(seat, _)| seat).collect();
        let outcome = Outcome { winners, scores };
        self.phase = Phase::Over(outcome);
        events.push(Fact::Over(outcome));
    }

    /// Goes on where the table would wait for somebody who is away.
    fn settle(&mut self, events: &mut Vec<Fact>) {
        let present = self.present;
        match self.phase.clone() {
            Phase::Move(seat) if !present.contains(seat) => self.next_seat(seat, events),
            Phase::Playing(seat, handle) if !present.contains(seat) => {
                self.lose(seat, handle, events);
                self.next_seat(seat, events);
            }
            Phase::Reacting { played, locked, late } if present.without(locked).without(late).is_empty() => {
                self.phase = Phase::Opening { played, sealed: locked };
                self.settle(events);
            }
            Phase::Opening { played, sealed } if sealed.intersection(present).is_empty() => {
                self.resolve(played, Vec::new(), events);
            }
            Phase::Squawking { played, mut queue, taker } => match queue.first().copied() {
                None => {
                    self.score(taker.unwrap_or(played.seat), worth(played.face), events);
                    self.next_seat(played.seat, events);
                }
                Some((seat, handle)) if !present.contains(seat) => {
                    queue.remove(0);
                    self.lose(seat, handle, events);
                    self.phase = Phase::Squawking { played, queue, taker };
                    self.settle(events);
                }
                Some(_) => {}
            },
            _ => {}
        }
    }

    fn resolve(&mut self, played: Played, queue: Vec<(Seat, Handle)>, events: &mut Vec<Fact>) {
        self.phase = Phase::Squawking { played, queue, taker: None };
        self.settle(events);
    }

    fn act(&mut self, seat: Seat, action: &Action<Move>, events: &mut Vec<Fact>) -> Result<(), Refused> {
        let &[command] = action.commands() else {
            return Err(Refused("a decision is a single command"));
        };
        self.check_move(seat, command)?;
        match command {
            Move::Draw => {
                self.draw(seat, events);
                self.next_seat(seat, events);
            }
            Move::Roll => self.phase = Phase::Dice(seat),
            Move::Play(handle) => {
                events.push(Fact::Laid { seat, handle });
                self.phase = Phase::Playing(seat, handle);
            }
        }
        Ok(())
    }

    fn check_move(&self, seat: Seat, command: Move) -> Result<(), Refused> {
        match (&self.phase, command) {
            (Phase::Move(mover), _) if *mover != seat => Err(Refused("it is another seat's turn")),
            (Phase::Move(_), Move::Draw) if self.drawn >= CARDS => Err(Refused("the pile is empty")),
            (Phase::Move(_), Move::Play(handle)) if !self.hand(seat).contains(&handle) => {
                Err(Refused("no such card in the own hand"))
            }
            (Phase::Move(_), _) => Ok(()),
            _ => Err(Refused("nobody moves now")),
        }
    }

    fn check_reaction(&self, seat: Seat, reaction: Reaction) -> Result<(), Refused> {
        match reaction {
            Reaction::Squawk(handle) if !self.hand(seat).contains(&handle) => {
                Err(Refused("no such card in the own hand"))
            }
            _ => Ok(()),
        }
    }

    fn open(&mut self, choices: &SeatMap<Reaction>, events: &mut Vec<Fact>) -> Result<(), Refused> {
        let Phase::Opening { played, sealed } = self.phase else {
            return Err(Refused("nothing is opened now"));
        };
        let mut queue = Vec::new();
        for (seat, &reaction) in choices.iter() {
            if !sealed.contains(seat) {
                return Err(Refused("nothing was sealed"));
            }
            self.check_reaction(seat, reaction)?;
            if let Reaction::Squawk(handle) = reaction {
                queue.push((seat, handle));
            }
        }
        events.push(Fact::Reacted { seats: choices.seats() });
        for &(seat, handle) in &queue {
            events.push(Fact::Laid { seat, handle });
        }
        self.resolve(played, queue, events);
        Ok(())
    }

    fn reveal(&mut self, handle: Handle, face: Face, events: &mut Vec<Fact>) -> Result<(), Refused> {
        if face.0 >= CARDS || self.turned_up.contains(&face) {
            return Err(Refused("no card has this face any more"));
        }
        match self.phase.clone() {
            Phase::Playing(seat, card) if card == handle => {
                self.turn_up(seat, handle, face, events);
                self.phase =
                    Phase::Reacting { played: Played { seat, face }, locked: SeatSet::EMPTY, late: SeatSet::EMPTY };
                self.windows += 1;
            }
            Phase::Squawking { played, mut queue, mut taker } if queue.first().is_some_and(|&(_, c)| c == handle) => {
                let (seat, _) = queue.remove(0);
                self.turn_up(seat, handle, face, events);
                if suit(face) == suit(played.face) {
                    taker = taker.or(Some(seat));
                }
                self.phase = Phase::Squawking { played, queue, taker };
            }
            _ => return Err(Refused("this card is not turned up now")),
        }
        self.settle(events);
        Ok(())
    }

    fn chance(&mut self, mut dice: Dice, events: &mut Vec<Fact>) -> Result<(), Refused> {
        match self.phase {
            Phase::SetUp => {
                let first = Seat::new(dice.index(self.hands.len())).ok_or(Refused("no seat"))?;
                events.push(Fact::Began { first });
                for seat in self.seats() {
                    (0..HAND).for_each(|_| self.draw(seat, events));
                }
                self.turn_of(first, events);
            }
            Phase::Dice(seat) => {
                let rolled = [0; 2].map(|_: u8| dice.below(6) as u8 + 1);
                events.push(Fact::Rolled { seat, dice: rolled });
                if rolled[0] == rolled[1] {
                    self.score(seat, 2, events);
                }
                self.next_seat(seat, events);
            }
            _ => return Err(Refused("chance decides nothing now")),
        }
        Ok(())
    }

    fn seal(&mut self, seat: Seat, lock: bool, events: &mut Vec<Fact>) -> Result<(), Refused> {
        let Phase::Reacting { locked, late, .. } = &mut self.phase else {
            return Err(Refused("nobody seals now"));
        };
        if !self.present.contains(seat) || late.contains(seat) || locked.contains(seat) == lock {
            return Err(Refused("this seat cannot do that now"));
        }
        if lock {
            locked.insert(seat);
            events.push(Fact::Sealed { seat });
        } else {
            locked.remove(seat);
            events.push(Fact::Unsealed { seat });
        }
        self.settle(events);
        Ok(())
    }

    /// A move is passed over, a reaction is none, a card that is not turned up in time is lost.
    fn time_out(&mut self, seat: Seat, events: &mut Vec<Fact>) -> Result<(), Refused> {
        if matches!(self.turn(), Turn::Open { .. }) || !self.turn().waiting_for().contains(seat) {
            return Err(Refused("nobody waits for this seat"));
        }
        events.push(Fact::TimedOut { seat });
        match self.phase.clone() {
            Phase::Move(seat) => self.next_seat(seat, events),
            Phase::Playing(seat, handle) => {
                self.lose(seat, handle, events);
                self.next_seat(seat, events);
            }
            Phase::Squawking { played, mut queue, taker } => {
                let (seat, handle) = queue.remove(0);
                self.lose(seat, handle, events);
                self.phase = Phase::Squawking { played, queue, taker };
                self.settle(events);
            }
            Phase::Reacting { played, locked, mut late } => {
                late.insert(seat);
                self.phase = Phase::Reacting { played, locked, late };
                self.settle(events);
            }
            _ => {}
        }
        Ok(())
    }

    fn step(&mut self, input: &InputOf<Parrot>, events: &mut Vec<Fact>) -> Result<(), Refused> {
        if let Phase::Over(_) = self.phase {
            return Err(Refused("the game is over"));
        }
        match input {
            Input::Act(seat, action) => self.act(*seat, action, events),
            Input::Locked(seat) => self.seal(*seat, true, events),
            Input::Unlocked(seat) => self.seal(*seat, false, events),
            Input::Opened { slot, choices } if *slot == SQUAWK => self.open(choices, events),
            Input::Opened { .. } => Err(Refused("no such slot")),
            Input::Chance(beacon) => self.chance(Dice::from_beacon(beacon), events),
            Input::Reveal { handle, face } => self.reveal(*handle, *face, events),
            Input::TimedOut(seat) => self.time_out(*seat, events),
            Input::Absent(seat) => {
                if !self.present.contains(*seat) {
                    return Err(Refused("nobody is there"));
                }
                self.present.remove(*seat);
                events.push(Fact::Left { seat: *seat });
                self.settle(events);
                Ok(())
            }
            Input::Back(seat) => {
                if !self.seats().contains(*seat) || self.present.contains(*seat) {
                    return Err(Refused("nobody is missing there"));
                }
                self.present.insert(*seat);
                events.push(Fact::CameBack { seat: *seat });
                Ok(())
            }
        }
    }
}

impl Game for Parrot {
    type Command = Move;
    type Choice = Reaction;
    type Event = Fact;
    type View = ParrotView;
    type Illegal = Refused;

    const HIDDEN_HANDS: bool = true;

    fn seats(&self) -> SeatSet {
        SeatSet::first(self.hands.len())
    }

    fn present(&self) -> SeatSet {
        self.present
    }

    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::SetUp => Turn::Chance(Draw::SetUp),
            Phase::Move(seat) => Turn::Seat(*seat),
            Phase::Dice(_) => Turn::Chance(TWO_DICE),
            Phase::Playing(seat, handle) => Turn::Reveal { seat: *seat, handle: *handle },
            Phase::Reacting { locked, late, .. } => {
                Turn::Seal { seats: self.present.without(*late), locked: *locked, slots: SlotSet::only(SQUAWK) }
            }
            Phase::Opening { sealed, .. } => Turn::Open { slot: SQUAWK, seats: sealed.intersection(self.present) },
            Phase::Squawking { played, queue, .. } => {
                // `settle` leaves this phase as soon as the queue is empty.
                let (seat, handle) = queue.first().copied().unwrap_or((played.seat, Handle(0)));
                Turn::Reveal { seat, handle }
            }
            Phase::Over(outcome) => Turn::Over(*outcome),
        }
    }

    fn commands(&self, seat: Seat, so_far: &[Move], each: &mut dyn FnMut(Move)) -> Result<(), Refused> {
        self.check_move(seat, Move::Roll)?;
        match so_far {
            [] => {
                let plays = self.hand(seat).iter().copied().map(Move::Play);
                [Move::Draw, Move::Roll]
                    .into_iter()
                    .chain(plays)
                    .filter(|&command| self.check_move(seat, command).is_ok())
                    .for_each(each);
                Ok(())
            }
            [command] => self.check_move(seat, *command),
            _ => Err(Refused("a decision is a single command")),
        }
    }

    fn ends_action(_: &Move) -> bool {
        true
    }

    fn choices(&self, seat: Seat, slot: Slot, each: &mut dyn FnMut(Reaction)) {
        if let Phase::Opening { sealed, .. } = self.phase
            && slot == SQUAWK
            && sealed.contains(seat)
        {
            each(Reaction::Pass);
            self.hand(seat).iter().copied().map(Reaction::Squawk).for_each(each);
        }
    }

    fn check_seal(&self, seat: Seat, choices: &Sealed<Reaction>) -> Result<(), Refused> {
        if !matches!(self.phase, Phase::Reacting { .. }) || !self.present.contains(seat) {
            return Err(Refused("this seat seals nothing now"));
        }
        match choices.get(SQUAWK) {
            Some(reaction) if choices.slots() == SlotSet::only(SQUAWK) => self.check_reaction(seat, reaction),
            _ => Err(Refused("there is one slot")),
        }
    }

    fn check_opening(&self, seat: Seat, slot: Slot, choice: Reaction) -> Result<(), Refused> {
        let mut listed = false;
        self.choices(seat, slot, &mut |possible| listed |= possible == choice);
        if listed { Ok(()) } else { Err(Refused("this cannot be opened here")) }
    }

    fn decisions(&self) -> u32 {
        self.windows
    }

    fn still_closed(&self) -> SlotSet {
        SlotSet::EMPTY
    }

    fn opens_with(&self, _: Seat, _: Slot, _: Reaction) -> SlotSet {
        SlotSet::EMPTY
    }

    fn face_down(&self, each: &mut dyn FnMut(FaceDown)) {
        for owner in self.seats() {
            for &handle in self.hand(owner) {
                each(FaceDown { handle, pile: PILE, owner });
            }
        }
    }

    fn apply(&mut self, input: &InputOf<Parrot>, events: &mut impl EventSink<Fact>) -> Result<(), Refused> {
        let mut next = self.clone();
        let mut facts = Vec::new();
        next.step(input, &mut facts)?;
        *self = next;
        facts.into_iter().for_each(|fact| events.record(fact));
        Ok(())
    }

    fn view(&self, viewer: Viewer<'_, Reaction>) -> ParrotView {
        let mut view = ParrotView { table: self.clone(), hand: Vec::new(), reaction: None };
        if let Viewer::Seat(seat, secrets) = viewer {
            view.hand = self.hand(seat).iter().map(|&handle| (handle, secrets.faces.get(handle))).collect();
            let laid = match self.phase {
                Phase::Reacting { locked, .. } => locked,
                Phase::Opening { sealed, .. } => sealed,
                _ => SeatSet::EMPTY,
            };
            view.reaction = secrets.sealed.get(SQUAWK).filter(|_| laid.contains(seat));
        }
        view
    }

    fn write_public(&self, out: &mut impl ByteSink) {
        // For a toy, the written-out state is canonical enough: it has no maps without order and no addresses.
        out.put(format!("{self:?}").as_bytes());
    }
}

impl Canonical for Move {
    fn write(&self, out: &mut impl ByteSink) {
        match self {
            Move::Draw => out.put(&[1]),
            Move::Roll => out.put(&[2]),
            Move::Play(handle) => {
                out.put(&[3]);
                handle.write(out);
            }
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Move, Malformed> {
        match input.byte()? {
            1 => Ok(Move::Draw),
            2 => Ok(Move::Roll),
            3 => Ok(Move::Play(Handle::read(input)?)),
            other => Err(Malformed::OutOfRange { what: "move", value: other.into() }),
        }
    }
}

impl Canonical for Reaction {
    fn write(&self, out: &mut impl ByteSink) {
        match self {
            Reaction::Pass => out.put(&[0]),
            Reaction::Squawk(handle) => {
                out.put(&[1]);
                handle.write(out);
            }
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Reaction, Malformed> {
        match input.byte()? {
            0 => Ok(Reaction::Pass),
            1 => Ok(Reaction::Squawk(Handle::read(input)?)),
            other => Err(Malformed::OutOfRange { what: "reaction", value: other.into() }),
        }
    }
}
