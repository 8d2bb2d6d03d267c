//! Advice in words.

use super::laying::highest;
use super::{Advice, Course, Deed, Prospect, Purpose, ShipAdvice, Spoiling};
use crate::caribbean::{Card, Caribbean, Chest, Command, Ship};
use crate::contract::Seat;
use crate::tongue::{Tongue, Worded, list, phrase, phrase_count};

impl Advice {
    /// The advice in sentences, the most important first, for the player on this seat.
    pub fn sentences(&self, tongue: &dyn Tongue, table: &Caribbean, seat: Seat) -> Vec<String> {
        let words = Words { tongue, table, seat };
        let sentences: Vec<String> =
            self.spoken().enumerate().flat_map(|(rank, advice)| words.about(self, advice, rank)).collect();
        if sentences.is_empty() { vec![phrase!(tongue, "No ship matters much to you this round.")] } else { sentences }
    }

    /// What there is room for beside the cards: which ships matter most and why, in at most three sentences.
    pub fn summary(&self, tongue: &dyn Tongue, table: &Caribbean, seat: Seat) -> String {
        let sentences = self.sentences(tongue, table, seat);
        sentences[..sentences.len().min(SUMMARY)].join(" ")
    }
}

/// How many sentences a summary has at most.
const SUMMARY: usize = 3;

impl Course {
    /// Why to go this way, in one sentence, for the player on this seat.
    pub fn sentence(&self, tongue: &dyn Tongue, table: &Caribbean, seat: Seat) -> String {
        let words = Words { tongue, table, seat };
        let sails = self.commands.commands().iter().any(|command| matches!(command, Command::Step(_)));
        match (&self.prospect, sails) {
            (Some(prospect), true) => {
                phrase!(tongue, "Along this way she {deeds}.", deeds = words.deeds(prospect, seat))
            }
            (Some(prospect), false) => {
                phrase!(tongue, "From where she is she {deeds}.", deeds = words.deeds(prospect, seat))
            }
            (None, true) => phrase!(tongue, "Nothing can be earned now, but she lies better there."),
            (None, false) => phrase!(tongue, "She lies best where she is. End the move."),
        }
    }
}

struct Words<'a> {
    tongue: &'a dyn Tongue,
    table: &'a Caribbean,
    seat: Seat,
}

impl Words<'_> {
    fn about(&self, hint: &Advice, advice: &ShipAdvice, rank: usize) -> Vec<String> {
        let t = self.tongue;
        let purpose = &hint.purposes[advice.ship.index()];
        let chance = match purpose {
            Purpose::Command { chance } => chance.as_ref(),
            Purpose::Spoil(_) => None,
            Purpose::Spare => advice.chance.as_ref(),
        };
        let reason = match (chance, &advice.threat) {
            (Some(chance), _) => self.chance(chance),
            (None, Some((rival, threat))) => self.threat(*rival, threat),
            (None, None) => phrase!(t, "the ships before her may bring something within her reach"),
        };
        let card = self.card(hint.hand[advice.ship.index()]);
        let laid = match purpose {
            Purpose::Command { .. } => phrase!(t, "so {card} goes on her"),
            Purpose::Spoil(Spoiling::Always) => phrase!(t, "and {card} spoils that"),
            Purpose::Spoil(Spoiling::UnlessFive) => phrase!(t, "and {card} spoils that unless a 5 is laid on her"),
            Purpose::Spare => {
                let (better, higher) = highest(&hint.hand);
                let (higher, ship) = (self.card(higher), self.ship(better));
                phrase!(t, "but {higher} does more on {ship}, so she only gets {card}")
            }
        };
        let ship = self.ship(advice.ship);
        let mut sentences = vec![match rank {
            0 => phrase!(t, "{ship} matters most: {reason}, {laid}."),
            _ => phrase!(t, "{ship} matters, too: {reason}, {laid}."),
        }];
        if let (Some(_), Some((rival, threat))) = (chance, &advice.threat) {
            let deeds = self.deeds(threat, *rival);
            sentences.push(phrase!(t, "If {rival} commands her, she {deeds}.", rival = self.name(*rival)));
        }
        sentences
    }

    fn chance(&self, chance: &Prospect) -> String {
        let (t, deeds) = (self.tongue, self.deeds(chance, self.seat));
        match chance.steps {
            0 => phrase!(t, "without a step she {deeds}"),
            steps => phrase_count!(t, steps, "with 1 step she {deeds}", "with {count} steps she {deeds}"),
        }
    }

    fn threat(&self, rival: Seat, threat: &Prospect) -> String {
        let (t, deeds, rival) = (self.tongue, self.deeds(threat, rival), self.name(rival));
        match threat.steps {
            0 => phrase!(t, "under {rival}’s command she {deeds} without a step"),
            steps => phrase_count!(
                t,
                steps,
                "under {rival}’s command she {deeds} with 1 step",
                "under {rival}’s command she {deeds} with {count} steps"
            ),
        }
    }

    fn deeds(&self, prospect: &Prospect, commander: Seat) -> String {
        let t = self.tongue;
        let told = |deed: &Deed| match *deed {
            Deed::Delivered { chest, to } if to == self.seat => {
                phrase!(t, "delivers {chest} to you", chest = self.chest(chest))
            }
            Deed::Delivered { chest, to } => {
                phrase!(t, "delivers {chest} to {name}", chest = self.chest(chest), name = self.name(to))
            }
            Deed::Captured { chest } => phrase!(t, "captures {town}", town = self.city(chest)),
            Deed::Taken { chest, from } => {
                phrase!(t, "takes {chest} from the {ship}", chest = self.chest(chest), ship = self.ship(from))
            }
            Deed::Swapped { chest, given, with } => phrase!(
                t,
                "swaps {given} for {chest} with the {ship}",
                given = self.chest(given),
                chest = self.chest(chest),
                ship = self.ship(with)
            ),
            Deed::PassedOn { chest, to } => {
                phrase!(t, "passes {chest} on to the {ship}", chest = self.chest(chest), ship = self.ship(to))
            }
            Deed::Carried { chest, remaining } if commander == self.seat => phrase_count!(
                t,
                remaining,
                "carries {chest} to 1 step from your haven",
                "carries {chest} to {count} steps from your haven",
                chest = self.chest(chest)
            ),
            Deed::Carried { chest, remaining } => phrase_count!(
                t,
                remaining,
                "carries {chest} to 1 step from that player’s haven",
                "carries {chest} to {count} steps from that player’s haven",
                chest = self.chest(chest)
            ),
        };
        let parts: Vec<String> = prospect.deeds.iter().take(2).map(told).collect();
        list(t, &parts)
    }

    fn ship(&self, ship: Ship) -> String {
        format!("{} ({})", self.table.board().ship_name(ship), ship.letter())
    }

    fn card(&self, card: Card) -> String {
        match card {
            Card::Thief => phrase!(self.tongue, "your thief"),
            card => phrase!(self.tongue, "your {card}"),
        }
    }

    fn chest(&self, chest: Chest) -> String {
        let amount = self.tongue.number(u64::from(self.table.board().value(chest)) * 1_000);
        phrase!(self.tongue, "the {amount} of {town}", town = self.city(chest))
    }

    fn city(&self, chest: Chest) -> String {
        self.table.board().city(chest).map_or_else(String::new, |city| city.name.clone())
    }

    fn name(&self, seat: Seat) -> String {
        self.table.player(seat).map_or_else(|| seat.worded(self.tongue), |player| player.colour.worded(self.tongue))
    }
}
