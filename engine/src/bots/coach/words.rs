//! Advice in words.

use super::{Advice, Deed, Prospect, ShipAdvice};
use crate::caribbean::{Caribbean, Chest, Ship};
use crate::contract::Seat;

/// A swing, in per mille, below which a ship is not worth a sentence.
const WORTH_A_SENTENCE: i32 = 15;
/// How many ships are spoken of.
const MOST_SHIPS: usize = 3;

impl Advice {
    /// The advice in sentences, the most important first, for the player on this seat.
    pub fn sentences(&self, table: &Caribbean, seat: Seat) -> Vec<String> {
        let words = Words { table, seat };
        let worthy: Vec<&ShipAdvice> =
            self.ships.iter().filter(|advice| advice.swing >= WORTH_A_SENTENCE).take(MOST_SHIPS).collect();
        if worthy.is_empty() {
            return vec!["No ship matters much to you this round.".to_owned()];
        }
        worthy.iter().enumerate().flat_map(|(rank, advice)| words.about(advice, rank)).collect()
    }
}

struct Words<'a> {
    table: &'a Caribbean,
    seat: Seat,
}

impl Words<'_> {
    fn about(&self, advice: &ShipAdvice, rank: usize) -> Vec<String> {
        let name = self.ship(advice.ship);
        let matters = if rank == 0 { "matters most" } else { "matters, too" };
        let mut sentences = Vec::new();
        let reason = match (&advice.chance, &advice.threat) {
            (Some(chance), _) => format!("{} she {}", with_steps(chance), self.deeds(chance, self.seat)),
            (None, Some((rival, threat))) => {
                let deeds = self.deeds(threat, *rival);
                format!("under {}’s command she {deeds} {}", self.name(*rival), with_steps(threat))
            }
            (None, None) => "the ships before her may bring something within her reach".to_owned(),
        };
        sentences.push(format!("{name} {matters}: {reason}."));
        if let (Some(_), Some((rival, threat))) = (&advice.chance, &advice.threat) {
            let rival_name = self.name(*rival);
            sentences.push(format!("If {rival_name} commands her, she {}.", self.deeds(threat, *rival)));
        }
        if advice.thief_helps
            && let Some((rival, _)) = &advice.threat
        {
            sentences.push(format!("A thief on her spoils that for {}.", self.name(*rival)));
        }
        sentences
    }

    fn deeds(&self, prospect: &Prospect, commander: Seat) -> String {
        let mut parts: Vec<String> = Vec::new();
        for deed in prospect.deeds.iter().take(2) {
            let part = match *deed {
                Deed::Delivered { chest, to } if to == self.seat => format!("delivers {} to you", self.chest(chest)),
                Deed::Delivered { chest, to } => format!("delivers {} to {}", self.chest(chest), self.name(to)),
                Deed::Captured { chest } => format!("captures {}", self.city(chest)),
                Deed::Taken { chest, from } => format!("takes {} from the {}", self.chest(chest), self.ship(from)),
                Deed::Carried { chest, remaining } => {
                    let whose = if commander == self.seat { "your" } else { "that player’s" };
                    let steps = if remaining == 1 { "step" } else { "steps" };
                    format!("carries {} to {remaining} {steps} from {whose} haven", self.chest(chest))
                }
            };
            parts.push(part);
        }
        parts.join(" and ")
    }

    fn ship(&self, ship: Ship) -> String {
        format!("{} ({})", self.table.board().ship_name(ship), ship.letter())
    }

    fn chest(&self, chest: Chest) -> String {
        format!("the {},000 of {}", self.table.board().value(chest), self.city(chest))
    }

    fn city(&self, chest: Chest) -> String {
        self.table.board().city(chest).map_or_else(String::new, |city| city.name.clone())
    }

    fn name(&self, seat: Seat) -> String {
        self.table.player(seat).map_or_else(|| seat.to_string(), |player| player.colour.to_string())
    }
}

fn with_steps(prospect: &Prospect) -> String {
    match prospect.steps {
        0 => "without a step".to_owned(),
        1 => "with 1 step".to_owned(),
        steps => format!("with {steps} steps"),
    }
}
