//! Bribes before they are sealed: cards laid, swapped and taken back, with undo.

use doubloons_engine::caribbean::{Card, CardSet, Choice, Own, RESERVE, SHIPS, Ship, bribe_slot};
use doubloons_engine::contract::{Sealed, Slot};
use doubloons_net::table::peer::Occasion;

/// How many places there are for the seven cards.
pub(crate) const BERTHS: usize = SHIPS + 1;

/// Where a card can lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Berth {
    /// As a bribe for this ship.
    Ship(Ship),
    /// As the tie-breaker.
    Reserve,
}

impl Berth {
    /// All places, the tie-breaker last.
    pub(crate) const ALL: [Berth; BERTHS] = [
        Berth::Ship(Ship::A),
        Berth::Ship(Ship::B),
        Berth::Ship(Ship::C),
        Berth::Ship(Ship::D),
        Berth::Ship(Ship::E),
        Berth::Ship(Ship::F),
        Berth::Reserve,
    ];

    /// The position in [`Berth::ALL`].
    pub(crate) const fn index(self) -> usize {
        match self {
            Berth::Ship(ship) => ship.index(),
            Berth::Reserve => SHIPS,
        }
    }

    pub(super) fn slot(self) -> Slot {
        match self {
            Berth::Ship(ship) => bribe_slot(ship),
            Berth::Reserve => RESERVE,
        }
    }
}

/// What was touched first and waits for its counterpart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    /// A card that will go to the berth touched next.
    Card(Card),
    /// A berth that will get the card touched next.
    Berth(Berth),
}

type Laid = [Option<Card>; BERTHS];

/// Cards that lie there and are not sealed, as they are kept for whoever leaves the game and comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Unsealed {
    /// The decision, at a table on the network; a practice game waits for no other one.
    pub(crate) occasion: Option<Occasion>,
    /// The cards.
    pub(crate) choices: Sealed<Choice>,
}

/// Bribes before they are sealed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Draft {
    laid: Laid,
    pick: Option<Pick>,
    before: Vec<Laid>,
    advice: Option<String>,
}

impl Draft {
    /// What somebody has laid already.
    pub(crate) fn laid_by(own: &Own) -> Draft {
        let laid = Berth::ALL.map(|berth| match berth {
            Berth::Ship(ship) => own.bribes[ship.index()],
            Berth::Reserve => own.reserve,
        });
        Draft { laid, ..Draft::default() }
    }

    /// Cards as they were kept; `None` if they are not what somebody can have laid.
    pub(crate) fn kept(choices: &Sealed<Choice>) -> Option<Draft> {
        let mut draft = Draft::default();
        draft.fill(choices, None);
        draft.before.clear();
        let laid: CardSet = draft.laid.iter().flatten().copied().collect();
        let is_whole = laid.len() == choices.iter().count() && laid.len() + draft.missing() == BERTHS;
        is_whole.then_some(draft)
    }

    /// The card in this place.
    pub(crate) fn card(&self, berth: Berth) -> Option<Card> {
        self.laid[berth.index()]
    }

    /// The cards that were not laid yet, worth least first.
    pub(crate) fn hand(&self) -> CardSet {
        CardSet::HAND.without(self.laid.iter().flatten().copied().collect())
    }

    /// What was touched and waits for its counterpart.
    pub(crate) fn pick(&self) -> Option<Pick> {
        self.pick
    }

    /// How many places are empty.
    pub(crate) fn missing(&self) -> usize {
        self.laid.iter().filter(|card| card.is_none()).count()
    }

    /// A card of the hand was touched: it goes to the berth touched before, or waits for one.
    pub(crate) fn touch_card(&mut self, card: Card) {
        match self.pick {
            Some(Pick::Berth(berth)) => self.lay(card, berth),
            Some(Pick::Card(picked)) if picked == card => self.pick = None,
            _ => self.pick = Some(Pick::Card(card)),
        }
    }

    /// A card is on its way to a berth, or no longer.
    pub(crate) fn lift(&mut self, card: Option<Card>) {
        self.pick = card.map(Pick::Card);
    }

    /// A berth was touched: it gets the card touched before, or waits for one.
    pub(crate) fn touch_berth(&mut self, berth: Berth) {
        match self.pick {
            Some(Pick::Card(card)) => self.lay(card, berth),
            Some(Pick::Berth(picked)) if picked == berth => self.pick = None,
            Some(Pick::Berth(picked)) => match self.card(picked) {
                Some(card) => self.lay(card, berth),
                None => self.pick = Some(Pick::Berth(berth)),
            },
            None => self.pick = Some(Pick::Berth(berth)),
        }
    }

    /// Lays a card. A card that lies there goes where this one came from.
    pub(crate) fn lay(&mut self, card: Card, berth: Berth) {
        self.remember();
        let from = self.laid.iter().position(|&laid| laid == Some(card));
        let pushed_out = self.laid[berth.index()].replace(card).filter(|&other| other != card);
        if let Some(from) = from
            && from != berth.index()
        {
            self.laid[from] = pushed_out;
        }
        self.pick = None;
    }

    /// Lays a card in the first empty place and tells which; `None` if the card is laid already or all are full. A
    /// berth that was touched before comes first.
    pub(crate) fn lay_next(&mut self, card: Card) -> Option<Berth> {
        if !self.hand().contains(card) {
            return None;
        }
        let touched = match self.pick {
            Some(Pick::Berth(berth)) => Some(berth),
            _ => None,
        };
        let berth = touched.or_else(|| Berth::ALL.into_iter().find(|&berth| self.card(berth).is_none()))?;
        self.lay(card, berth);
        Some(berth)
    }

    /// Takes the card back into the hand; `false` if there is none.
    pub(crate) fn take_back(&mut self, berth: Berth) -> bool {
        if self.card(berth).is_none() {
            return false;
        }
        self.remember();
        self.laid[berth.index()] = None;
        self.pick = None;
        true
    }

    /// Takes all cards back.
    pub(crate) fn clear(&mut self) {
        if self.missing() < BERTHS {
            self.remember();
            self.laid = [None; BERTHS];
        }
        self.pick = None;
        // It was about the cards that lay there.
        self.advice = None;
    }

    /// Undoes the last change; `false` if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.pick = None;
        match self.before.pop() {
            Some(laid) => {
                self.laid = laid;
                true
            }
            None => false,
        }
    }

    /// Why the cards lie as somebody suggested, for this round.
    pub(crate) fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }

    /// Lays the cards as somebody suggests, and keeps the reason.
    pub(crate) fn fill(&mut self, suggested: &Sealed<Choice>, advice: Option<String>) {
        self.remember();
        self.advice = advice;
        self.pick = None;
        for berth in Berth::ALL {
            self.laid[berth.index()] = match suggested.get(berth.slot()) {
                Some(Choice::Card(card)) => Some(card),
                _ => None,
            };
        }
    }

    /// What lies in the places, complete or not: whether it may be sealed is the engine's to say.
    pub(crate) fn choices(&self) -> Sealed<Choice> {
        Berth::ALL.into_iter().filter_map(|berth| Some((berth.slot(), Choice::Card(self.card(berth)?)))).collect()
    }

    fn remember(&mut self) {
        self.before.push(self.laid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Berth = Berth::Ship(Ship::A);
    const B: Berth = Berth::Ship(Ship::B);

    #[test]
    fn card_then_berth_and_berth_then_card_do_the_same() {
        let mut one = Draft::default();
        one.touch_card(Card::Five);
        one.touch_berth(A);
        let mut other = Draft::default();
        other.touch_berth(A);
        other.touch_card(Card::Five);
        assert_eq!(one, other);
        assert_eq!(one.card(A), Some(Card::Five));
        assert_eq!(one.pick(), None);
    }

    #[test]
    fn a_card_that_is_lifted_and_put_down_again_changes_nothing() {
        let mut draft = Draft::default();
        draft.lay(Card::Five, A);
        let before = draft.clone();
        draft.lift(Some(Card::Five));
        assert_eq!(draft.pick(), Some(Pick::Card(Card::Five)));
        draft.lift(None);
        assert_eq!(draft, before);
    }

    #[test]
    fn a_card_laid_on_another_swaps_places_with_it() {
        let mut draft = Draft::default();
        draft.lay(Card::Five, A);
        draft.lay(Card::Two, B);
        draft.touch_berth(A);
        draft.touch_berth(B);
        assert_eq!((draft.card(A), draft.card(B)), (Some(Card::Two), Some(Card::Five)));
        draft.lay(Card::One, A);
        assert!(draft.hand().contains(Card::Two), "a card pushed out by one of the hand goes back to the hand");
    }

    #[test]
    fn no_card_is_ever_lost_or_doubled() {
        let mut draft = Draft::default();
        for (step, card) in Card::ALL.into_iter().cycle().take(40).enumerate() {
            match step % 5 {
                0 | 1 => draft.lay(card, Berth::ALL[step * 3 % BERTHS]),
                2 => draft.touch_berth(Berth::ALL[step % BERTHS]),
                3 => draft.touch_card(card),
                _ => {
                    draft.take_back(Berth::ALL[step % BERTHS]);
                }
            }
            let laid = Berth::ALL.into_iter().filter(|&berth| draft.card(berth).is_some()).count();
            assert_eq!(laid + draft.hand().len(), 7, "after step {step}");
        }
    }

    #[test]
    fn cards_are_found_again_as_they_were_kept_and_nonsense_is_not() {
        let mut draft = Draft::default();
        draft.lay(Card::Five, A);
        draft.lay(Card::Thief, Berth::Reserve);
        let mut found = Draft::kept(&draft.choices()).expect("two cards");
        assert_eq!(found.choices(), draft.choices());
        assert!(!found.undo(), "what was laid before is not undone");
        let twice: Sealed<Choice> = [A, B].map(|berth| (berth.slot(), Choice::Card(Card::Five))).into_iter().collect();
        assert_eq!(Draft::kept(&twice), None);
        let no_card: Sealed<Choice> = [(A.slot(), Choice::Show)].into_iter().collect();
        assert_eq!(Draft::kept(&no_card), None);
    }

    #[test]
    fn the_next_free_berth_fills_the_row_and_undo_empties_it() {
        let mut draft = Draft::default();
        for card in Card::ALL {
            assert!(draft.lay_next(card).is_some());
        }
        assert_eq!(draft.missing(), 0);
        assert_eq!(draft.card(Berth::Reserve), Some(Card::Five));
        assert_eq!(draft.lay_next(Card::Five), None);
        for _ in Card::ALL {
            assert!(draft.undo());
        }
        assert!(!draft.undo());
        assert_eq!(draft.missing(), BERTHS);
    }
}
