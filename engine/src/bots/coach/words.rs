//! Advice in words.

use super::laying::highest;
use super::{Advice, Deed, Prospect, Purpose, ShipAdvice};
use crate::caribbean::{Caribbean, Chest, Ship};
use crate::contract::Seat;

impl Advice {
    /// The advice in sentences, the most important first, for the player on this seat.
    pub fn sentences(&self, table: &Caribbean, seat: Seat) -> Vec<String> {
        let words = Words { table, seat };
        let sentences: Vec<String> =
            self.spoken().enumerate().flat_map(|(rank, advice)| words.about(self, advice, rank)).collect();
        if sentences.is_empty() { vec!["No ship matters much to you this round.".to_owned()] } else { sentences }
    }
}

struct Words<'a> {
    table: &'a Caribbean,
    seat: Seat,
}

impl Words<'_> {
    fn about(&self, hint: &Advice, advice: &ShipAdvice, rank: usize) -> Vec<String> {
        let name = self.ship(advice.ship);
        let matters = if rank == 0 { "matters most" } else { "matters, too" };
        let purpose = &hint.purposes[advice.ship.index()];
        let chance = match purpose {
            Purpose::Command { chance } => chance.as_ref(),
            Purpose::Spoil => None,
            Purpose::Spare => advice.chance.as_ref(),
        };
        let reason = match (chance, &advice.threat) {
            (Some(chance), _) => format!("{} she {}", with_steps(chance), self.deeds(chance, self.seat)),
            (None, Some((rival, threat))) => {
                let deeds = self.deeds(threat, *rival);
                format!("under {}’s command she {deeds} {}", self.name(*rival), with_steps(threat))
            }
            (None, None) => "the ships before her may bring something within her reach".to_owned(),
        };
        let card = hint.hand[advice.ship.index()];
        let laid = match purpose {
            Purpose::Command { .. } => format!("so your {card} goes on her"),
            Purpose::Spoil => format!("and your {card} spoils that"),
            Purpose::Spare => {
                let (better, higher) = highest(&hint.hand);
                format!("but your {higher} does more on {}, so she only gets your {card}", self.ship(better))
            }
        };
        let mut sentences = vec![format!("{name} {matters}: {reason}, {laid}.")];
        if let (Some(_), Some((rival, threat))) = (chance, &advice.threat) {
            let rival_name = self.name(*rival);
            sentences.push(format!("If {rival_name} commands her, she {}.", self.deeds(threat, *rival)));
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
