//! What the coach says, step by step, and what each step waits for.

use doubloons_engine::caribbean::{Card, Ship, Space};
use doubloons_words::{mark, say, tr};

use super::script::{self, space};
use crate::game::act::Act;
use crate::game::draft::Berth;

/// What a step waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// The person has read it.
    Read,
    /// A card lies in its place.
    Lay(Card, Berth),
    /// All cards lie as suggested.
    LayTheRest,
    /// The bribes are sealed.
    Seal,
    /// This ship has made her move.
    Watch(Ship),
    /// The tie-breaker was shown in the tie for this ship.
    Show(Ship),
    /// A ship lies on this space.
    Sail(Ship, Space),
    /// A ship has done this.
    Act(Ship, Act),
    /// A ship's move is over.
    End(Ship),
    /// The next round has begun.
    NextRound,
}

/// Something on the page that the coach points at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pointer {
    /// Spaces of the chart.
    Spaces(Vec<Space>),
    /// All cards in the hand.
    Hand,
    /// One of them.
    Card(Card),
    /// A place for a card.
    Berth(Berth),
    /// The button that has the coach lay the cards.
    Suggest,
    /// The button that seals.
    Seal,
    /// The button that shows the tie-breaker.
    Show,
    /// One of the five things that a ship can do.
    Act(Act),
    /// The button that ends the move.
    End,
    /// Everybody's money.
    Race,
}

/// What is meant when only reading is left.
pub(super) const PRESS_NEXT: &str = mark("Press Next when you have read this.");

/// A step of the tutorial. Its texts are those of the sources, for `tr` where they are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// What it is about.
    pub(crate) title: &'static str,
    /// What the coach says.
    pub(crate) text: &'static str,
    /// The keys that do it, if there is something to do.
    pub(crate) keys: &'static str,
    /// What is meant, for somebody who tries something else.
    pub(super) hint: &'static str,
    pub(super) task: Task,
    /// What the coach points at.
    pub(crate) pointers: Vec<Pointer>,
}

impl Step {
    /// Whether the person goes on when they have read it; otherwise there is something to do or to watch.
    pub(crate) fn is_read(&self) -> bool {
        self.task == Task::Read
    }

    /// Whether nothing but *Next* leads on, also from what was watched: nobody reads and watches at the same time.
    pub(super) fn waits_for_next(&self) -> bool {
        matches!(self.task, Task::Read | Task::Watch(_) | Task::NextRound)
    }

    /// What a screen reader says: everything at once.
    pub(crate) fn spoken(&self) -> String {
        let (title, text) = (tr(self.title), tr(self.text));
        if self.keys.is_empty() {
            return format!("{title}. {text}");
        }
        let keys = say!("Keys: {keys}.", keys = tr(self.keys));
        format!("{title}. {text} {keys}")
    }

    fn read(title: &'static str, text: &'static str, pointers: Vec<Pointer>) -> Step {
        Step { title, text, keys: "", hint: PRESS_NEXT, task: Task::Read, pointers }
    }

    fn deed(title: &'static str, text: &'static str, task: Task, (keys, hint): (&'static str, &'static str)) -> Step {
        let pointers = match task {
            Task::Read | Task::Watch(_) | Task::NextRound => Vec::new(),
            Task::Lay(card, berth) => vec![Pointer::Card(card), Pointer::Berth(berth)],
            Task::LayTheRest => vec![Pointer::Suggest],
            Task::Seal => vec![Pointer::Seal],
            Task::Show(_) => vec![Pointer::Show],
            Task::Sail(_, space) => vec![Pointer::Spaces(vec![space])],
            Task::Act(_, act) => vec![Pointer::Act(act)],
            Task::End(_) => vec![Pointer::End],
        };
        Step { title, text, keys, hint, task, pointers }
    }
}

/// All steps in their order.
pub(super) fn all() -> Vec<Step> {
    let mut steps = chart();
    steps.extend(bribing());
    steps.extend(arriba());
    steps.extend(bravo_and_caribic());
    steps.extend(rest_of_the_round());
    steps
}

fn chart() -> Vec<Step> {
    vec![
        Step::read(
            mark("Six ships, no captain"),
            mark(
                "You and two rivals want the same chests, and nobody owns a ship. Every round, rum decides who \
                 commands which ship for one move. Here is everybody’s purse: with three players, the game is in its \
                 last round when somebody has 41,000. Whoever is richest then wins.",
            ),
            vec![Pointer::Race],
        ),
        Step::read(
            mark("The ships"),
            mark(
                "The six ships A to F belong to nobody: Arriba, Bravo, Caribic, Diabolo, Evita and Fuego. They always \
                 move in this order. A space has room for one ship, and a ship has room for one chest.",
            ),
            vec![Pointer::Spaces(script::ships())],
        ),
        Step::read(
            mark("Towns and chests"),
            mark(
                "Six towns have a chest to begin with; the tag tells its worth. Whoever takes one aboard earns 2,000 \
                 at once. A dashed tag is a chest that comes later: two more after every round.",
            ),
            vec![Pointer::Spaces(script::open_towns())],
        ),
        Step::read(
            mark("Havens"),
            mark(
                "The big money is paid where a chest is unloaded, to the owner of that haven, whoever sailed it there. \
                 These three with the skull are yours. Mate has the anchor, Gunner the sun.",
            ),
            vec![Pointer::Spaces(script::havens())],
        ),
    ]
}

fn bribing() -> Vec<Step> {
    let ship = |ship| Berth::Ship(ship);
    vec![
        Step::read(
            mark("Seven cards"),
            mark(
                "You bribe crews with barrels of rum: cards from 0 to 5, and a thief, who counts minus one. Everybody \
                 lays one card on each ship, in secret; the seventh is the tie-breaker. The highest card commands the \
                 ship, and its barrels are her steps.",
            ),
            vec![Pointer::Hand],
        ),
        Step::deed(
            mark("A bribe for the Arriba"),
            mark(
                "The Arriba is one step from San Juan’s chest, and your haven is one step farther. Two steps would do; \
                 one more barrel makes sure. Lay the 3 on her: choose the card, then her place, A. You can also drag \
                 it.",
            ),
            Task::Lay(Card::Three, ship(Ship::A)),
            (mark("A, then 3"), mark("This time, lay the 3 on the Arriba, place A.")),
        ),
        Step::deed(
            mark("A thief for the Bravo"),
            mark(
                "The Bravo is two steps from money for Mate: Pensacola, then the anchor. A thief never wins a ship, \
                 but takes one step from whoever does. Lay yours on the Bravo.",
            ),
            Task::Lay(Card::Thief, ship(Ship::B)),
            (mark("B, then T"), mark("This time, lay the thief on the Bravo, place B.")),
        ),
        Step::deed(
            mark("Your best card"),
            mark(
                "If the Bravo is stuck with a chest, the Caribic can fetch it, for she moves next. She has a long way \
                 to go. Lay the 5 on her.",
            ),
            Task::Lay(Card::Five, ship(Ship::C)),
            (mark("C, then 5"), mark("This time, lay the 5 on the Caribic, place C.")),
        ),
        Step::deed(
            mark("The tie-breaker"),
            mark(
                "If two offer the same, their tie-breakers can decide. Yours adds no steps, so a high card does good \
                 work here. Lay the 4 as tie-breaker.",
            ),
            Task::Lay(Card::Four, Berth::Reserve),
            (mark("R, then 4"), mark("This time, lay the 4 as tie-breaker.")),
        ),
        Step::deed(
            mark("A hand from the coach"),
            mark(
                "0, 1 and 2 are left for the last three ships. Press Suggest: it lays all cards for you, in every \
                 game, and says why.",
            ),
            Task::LayTheRest,
            ("0, 1, 2", mark("Press Suggest, or lay 0 on the Diabolo, 1 on the Evita and 2 on the Fuego.")),
        ),
        Step::deed(
            mark("Seal"),
            mark(
                "Nobody has seen your cards. Seal them: when everybody has, nothing can be changed any more. Until \
                 then you may break your seal.",
            ),
            Task::Seal,
            (mark("Ctrl and Return"), mark("All cards are laid. Press Seal.")),
        ),
    ]
}

fn arriba() -> Vec<Step> {
    vec![
        Step::read(
            mark("The reveal"),
            mark(
                "The cards for the Arriba are turned up, those for the other ships not yet. Your 3 is highest, so she \
                 is yours. Gunner’s thief drinks one barrel: 3 − 1 = 2 steps.",
            ),
            Vec::new(),
        ),
        Step::deed(
            mark("Sail to San Juan"),
            mark(
                "Golden spaces can be reached; the number on them says in how many steps. You need not use them all. \
                 Sail to the ringed space in front of San Juan. For the keyboard every space has a number, too: this \
                 is space 42.",
            ),
            Task::Sail(Ship::A, space(42)),
            (mark("42, then Return"), mark("Choose the ringed space in front of San Juan.")),
        ),
        Step::deed(
            mark("Capture the chest"),
            mark(
                "Acting costs no steps. Capture the chest: its 6,000 go into her hold, the dark plate on her hull, and 2,000 to your purse at once.",
            ),
            Task::Act(Ship::A, Act::Capture),
            ("C", mark("Press Capture.")),
        ),
        Step::deed(
            mark("Home to the skull"),
            mark("Your haven is next to you, the ringed space 43. Sail there with your last step."),
            Task::Sail(Ship::A, space(43)),
            (mark("43, then Return"), mark("Choose the ringed haven with the skull.")),
        ),
        Step::deed(
            mark("Deliver"),
            mark(
                "Deliver the chest: its 6,000 are yours for good. San Juan is closed now, and its chest out of the \
                 game.",
            ),
            Task::Act(Ship::A, Act::Deliver),
            ("D", mark("Press Deliver.")),
        ),
        Step::deed(
            mark("End the move"),
            mark("Until you end a move, you may take back every step of it. Yours is good as it is. End it."),
            Task::End(Ship::A),
            (mark("Ctrl and Return"), mark("Press End Move.")),
        ),
    ]
}

fn bravo_and_caribic() -> Vec<Step> {
    vec![
        Step::deed(
            mark("The Bravo"),
            mark("Now the cards for the Bravo are turned up. Watch what Mate does with her."),
            Task::Watch(Ship::B),
            (mark("Space shows it at once"), mark("The Bravo is Mate’s for this move. Watch.")),
        ),
        Step::read(
            mark("What a thief is worth"),
            mark(
                "Mate won the Bravo with a 2, and your thief took one step. She captured the chest of Pensacola, but the anchor is \
                 one step too far. Chests stay aboard from move to move, and from round to round.",
            ),
            vec![Pointer::Spaces(vec![space(3)])],
        ),
        Step::deed(
            mark("A tie"),
            mark(
                "You and Mate both laid a 5 on the Caribic. Each now decides in secret: show the tie-breaker, or \
                 keep it. The highest shown wins, and even a low one beats a card that is kept. A card that was shown is \
                 spent for this round. Show your 4.",
            ),
            Task::Show(Ship::C),
            ("S", mark("Keeping it would leave her to Mate, or to nobody. This time, press Show It.")),
        ),
        Step::deed(
            mark("Go alongside"),
            mark(
                "Mate kept the card, so the Caribic is yours, with 5 steps. Ships can’t sail through each other, but \
                 they reach over to ships beside them. Sail to the ringed space 11, next to the Bravo.",
            ),
            Task::Sail(Ship::C, space(11)),
            (
                mark("11, then Return"),
                mark("Choose the ringed space beside the Bravo. The Caribic finds the way herself."),
            ),
        ),
        Step::deed(
            mark("Steal"),
            mark(
                "An empty ship can steal from a loaded one beside her. That costs no step and pays nothing; the chest \
                 is what counts. Loaded ships can swap chests, or pass theirs on to an empty one.",
            ),
            Task::Act(Ship::C, Act::Steal),
            ("S", mark("Press Steal, or choose the Bravo.")),
        ),
        Step::deed(
            mark("One step left"),
            mark("Another of your havens is beside you, the ringed space 21. Sail there."),
            Task::Sail(Ship::C, space(21)),
            (mark("21, then Return"), mark("Choose the ringed haven with the skull.")),
        ),
        Step::deed(
            mark("It unloads by itself"),
            mark(
                "A loaded ship that ends her move in a haven has to unload there. In a rival’s haven, the rival would \
                 be paid! The button says who gets what. End the move.",
            ),
            Task::End(Ship::C),
            (mark("Ctrl and Return"), mark("Press the button that ends the move: you get 5,000.")),
        ),
    ]
}

fn rest_of_the_round() -> Vec<Step> {
    vec![
        Step::deed(
            mark("Three more ships"),
            mark(
                "Watch the rest of the round. The Evita is tied again, but your tie-breaker is spent, and Mate keeps \
                 the other: nobody commands her, and she stays where she is.",
            ),
            Task::NextRound,
            (mark("Space shows it at once"), mark("The other ships are not yours this time. Watch.")),
        ),
        Step::read(
            mark("And so on"),
            mark(
                "All cards are back in everybody’s hand, and two more chests are out. So it goes, round by round, \
                 until somebody has 41,000 (62,000 with two players, 31,000 with four). That round is still played to \
                 its end, and the richest wins. You know all you need.",
            ),
            vec![Pointer::Race],
        ),
    ]
}
