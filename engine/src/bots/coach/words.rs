//! Advice in words.

use super::laying::highest;
use super::{Advice, Course, Deed, Odds, Prospect, Purpose, ShipAdvice, Spoiling, Threat, TieAdvice};
use crate::caribbean::{Card, Caribbean, Chest, Command, Ship};
use crate::contract::Seat;
use crate::tongue::{Tongue, Worded, list, phrase, phrase_count};

/// Whom the coach speaks to, and what about.
#[derive(Clone, Copy)]
pub struct Audience<'a> {
    /// The language.
    pub tongue: &'a dyn Tongue,
    /// The table.
    pub table: &'a Caribbean,
    /// The player who is advised.
    pub seat: Seat,
    /// What the players are called, in seat order. Whoever has no name is called by the colour.
    pub names: &'a [String],
}

/// How many sentences a summary has at most.
const SUMMARY: usize = 3;
/// How many deeds of a ship are told, unless more than these are deliveries or those of one chest.
const MOST_DEEDS: usize = 4;

impl Advice {
    /// The advice in sentences, the most important first.
    pub fn sentences(&self, audience: &Audience<'_>) -> Vec<String> {
        let sentences: Vec<String> =
            self.spoken().enumerate().flat_map(|(rank, advice)| audience.about(self, advice, rank)).collect();
        match sentences.is_empty() {
            true => vec![phrase!(audience.tongue, "No ship matters much to you this round.")],
            false => sentences,
        }
    }

    /// What there is room for beside the cards: which ships matter most and why, in at most three sentences.
    pub fn summary(&self, audience: &Audience<'_>) -> String {
        let sentences = self.sentences(audience);
        sentences[..sentences.len().min(SUMMARY)].join(" ")
    }
}

impl TieAdvice {
    /// Whether to show the card, and why, in at most three sentences.
    pub fn sentences(&self, audience: &Audience<'_>) -> Vec<String> {
        let t = audience.tongue;
        let because = audience.because(self);
        let mut sentences = vec![match (self.shows, self.reserve) {
            (true, Card::Thief) => phrase!(t, "Show your thief: {because}."),
            (true, card) => phrase!(t, "Show your {card}: {because}."),
            (false, Card::Thief) => phrase!(t, "Keep your thief: {because}."),
            (false, card) => phrase!(t, "Keep your {card}: {because}."),
        }];
        let told = self.shows && self.chance.is_none() || self.is_shown_for_nothing();
        sentences.extend(self.shows.then(|| audience.odds(self)));
        sentences.extend(self.threat.iter().filter(|_| !told).map(|threat| audience.if_kept(self.ship, threat)));
        sentences
    }

    /// The same as one text.
    pub fn summary(&self, audience: &Audience<'_>) -> String {
        self.sentences(audience).join(" ")
    }
}

impl Course {
    /// Why to go this way, in one sentence.
    pub fn sentence(&self, audience: &Audience<'_>) -> String {
        let t = audience.tongue;
        let sails = self.commands.commands().iter().any(|command| matches!(command, Command::Step(_)));
        let deeds = || audience.deeds(&self.deeds, audience.seat);
        match (self.deeds.is_empty(), sails) {
            (false, true) => phrase!(t, "Along this way she {deeds}.", deeds = deeds()),
            (false, false) => phrase!(t, "From where she is she {deeds}.", deeds = deeds()),
            (true, true) => phrase!(t, "Nothing can be earned now, but she lies better there."),
            (true, false) => phrase!(t, "She lies best where she is. End the move."),
        }
    }
}

impl Audience<'_> {
    fn about(&self, hint: &Advice, advice: &ShipAdvice, rank: usize) -> Vec<String> {
        let t = self.tongue;
        let purpose = &hint.purposes[advice.ship.index()];
        let laid = hint.hand[advice.ship.index()];
        let suffices = |chance: &&Prospect| i8::try_from(chance.steps).is_ok_and(|steps| steps <= laid.worth());
        let chance = match purpose {
            Purpose::Command { chance } => chance.as_ref().or(advice.chance.as_ref().filter(suffices)),
            Purpose::Spoil(_) => None,
            Purpose::Spare => advice.chance.as_ref(),
        };
        let mut is_too_far = false;
        let reason = match (chance, &advice.threat, &advice.chance) {
            (Some(chance), ..) => self.chance(chance),
            (None, Some((rival, threat)), _) => self.threat(*rival, threat),
            (None, None, Some(chance)) => {
                is_too_far = true;
                self.chance(chance)
            }
            (None, None, None) => phrase!(t, "the ships before her may bring something within her reach"),
        };
        let card = self.card(laid);
        let laid = match purpose {
            Purpose::Command { .. } if is_too_far => phrase!(t, "but {card} does not take her that far"),
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
            sentences.push(self.if_commanded(*rival, threat));
        }
        sentences
    }

    fn if_commanded(&self, rival: Seat, threat: &Prospect) -> String {
        let (t, deeds, rival) = (self.tongue, self.deeds(&threat.deeds, rival), self.name(rival));
        match threat.steps {
            0 => phrase!(t, "If {rival} commands her, she {deeds}."),
            steps => phrase_count!(
                t,
                steps,
                "If {rival} commands her with 1 step, she {deeds}.",
                "If {rival} commands her with {count} steps, she {deeds}."
            ),
        }
    }

    fn chance(&self, chance: &Prospect) -> String {
        let (t, deeds) = (self.tongue, self.deeds(&chance.deeds, self.seat));
        match chance.steps {
            0 => phrase!(t, "without a step she {deeds}"),
            steps => phrase_count!(t, steps, "with 1 step she {deeds}", "with {count} steps she {deeds}"),
        }
    }

    fn threat(&self, rival: Seat, threat: &Prospect) -> String {
        let (t, deeds, rival) = (self.tongue, self.deeds(&threat.deeds, rival), self.name(rival));
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

    /// Why to show or keep the card.
    fn because(&self, advice: &TieAdvice) -> String {
        let t = self.tongue;
        let is_last = advice.is_on_the_last_ship();
        match (advice.shows, &advice.chance, &advice.threat) {
            (true, ..) if advice.is_shown_for_nothing() => phrase!(t, "no ship is left to save it for"),
            (true, Some(chance), _) => self.chance(chance),
            (true, None, Some(threat)) => self.threat(threat.rival, &threat.prospect),
            (true, None, None) if is_last => phrase!(t, "no ship is left to save it for"),
            (true, None, None) => phrase!(t, "you hardly need it for another ship"),
            (false, ..) => match (&advice.later, advice.odds, &advice.chance) {
                (Some((ship, prospect)), ..) => {
                    let (ship, reason) = (self.ship(*ship), self.chance(prospect));
                    phrase!(t, "a tie for the {ship} would matter more, since {reason}")
                }
                (None, _, Some(_)) if is_last => phrase!(t, "showing it would do you no good"),
                (None, Odds::About(often), Some(_)) if often < SELDOM => phrase!(t, "it hardly ever wins her"),
                (None, _, Some(_)) => phrase!(t, "what she can do for you now is worth less than the card"),
                (None, _, None) => phrase!(t, "she can earn you nothing now"),
            },
        }
    }

    fn odds(&self, advice: &TieAdvice) -> String {
        let t = self.tongue;
        match advice.odds {
            // A thief that is shown counts even if it does not win (R14).
            Odds::About(often) if often < SELDOM && advice.reserve == Card::Thief && advice.steps > 0 => {
                phrase!(t, "It takes a step from whoever wins her.")
            }
            Odds::Certain => phrase!(t, "It is sure to win her: nobody can show one as high."),
            Odds::About(often) => match tenths(often) {
                0 => phrase!(t, "It hardly ever wins her."),
                10 => phrase!(t, "It nearly always wins her."),
                tenths => {
                    phrase_count!(
                        t,
                        tenths,
                        "It wins her about once in 10 times.",
                        "It wins her about {count} times in 10."
                    )
                }
            },
        }
    }

    fn if_kept(&self, ship: Ship, threat: &Threat) -> String {
        let (t, deeds) = (self.tongue, self.deeds(&threat.prospect.deeds, threat.rival));
        let (rival, ship) = (self.name(threat.rival), self.table.board().ship_name(ship));
        match tenths(threat.often) {
            10 => phrase!(t, "If you keep it, {rival} nearly always gets the {ship}, and she {deeds}."),
            tenths => phrase_count!(
                t,
                tenths,
                "If you keep it, {rival} gets the {ship} about once in 10 times, and she {deeds}.",
                "If you keep it, {rival} gets the {ship} about {count} times in 10, and she {deeds}."
            ),
        }
    }

    /// What is done, in this order. Every delivery is told; of what else is done, if it is much, all that is done with the
    /// chests that matter most.
    fn deeds(&self, deeds: &[Deed], commander: Seat) -> String {
        let chests = self.chests_told(deeds, commander);
        let mut before = None;
        let mut parts = Vec::new();
        for deed in deeds.iter().filter(|deed| is_delivery(deed) || chests.contains(&deed.chest())) {
            // A chest that has just been spoken of is not introduced again.
            let known = before.replace(deed.chest()) == Some(deed.chest());
            parts.push(self.deed(deed, known, commander));
        }
        list(self.tongue, &parts)
    }

    /// The chests of which everything is told: as many as there is room for beside the deliveries, and at least one.
    fn chests_told(&self, deeds: &[Deed], commander: Seat) -> Vec<Chest> {
        let mut chests: Vec<Chest> = Vec::new();
        for chest in deeds.iter().map(Deed::chest) {
            if !chests.contains(&chest) {
                chests.push(chest);
            }
        }
        chests.sort_by_key(|&chest| std::cmp::Reverse(self.importance(deeds, chest, commander)));
        let count = |wanted: &dyn Fn(&Deed) -> bool| deeds.iter().filter(|deed| wanted(deed)).count();
        let mut room = MOST_DEEDS.saturating_sub(count(&is_delivery));
        let best = chests.first().copied();
        chests.retain(|&chest| {
            let before = count(&|deed| deed.chest() == chest && !is_delivery(deed));
            let fits = before <= room || Some(chest) == best;
            room = room.saturating_sub(if fits { before } else { 0 });
            fits
        });
        chests
    }

    /// How much it matters that it is told what is done with a chest: what is best of it, and the value.
    fn importance(&self, deeds: &[Deed], chest: Chest, commander: Seat) -> (u8, u8) {
        let rank = |deed: &Deed| match *deed {
            Deed::Delivered { to, .. } if to == commander => 5,
            Deed::Delivered { .. } => 4,
            Deed::Captured { .. } => 3,
            Deed::Stolen { .. } | Deed::Swapped { .. } => 2,
            Deed::PassedOn { .. } => 1,
            Deed::Carried { .. } => 0,
        };
        let ranks = deeds.iter().filter(|deed| deed.chest() == chest).map(rank);
        (ranks.max().unwrap_or(0), self.table.board().value(chest))
    }

    fn deed(&self, deed: &Deed, known: bool, commander: Seat) -> String {
        let t = self.tongue;
        let chest = match known {
            true => phrase!(t, "the {amount}", amount = self.amount(deed.chest())),
            false => self.chest(deed.chest()),
        };
        match *deed {
            Deed::Delivered { to, .. } if to == self.seat => phrase!(t, "delivers {chest} to you"),
            Deed::Delivered { to, .. } => phrase!(t, "delivers {chest} to {name}", name = self.name(to)),
            Deed::Captured { chest } => phrase!(t, "captures {town}", town = self.city(chest)),
            Deed::Stolen { from, .. } => phrase!(t, "steals {chest} from the {ship}", ship = self.ship(from)),
            Deed::Swapped { given, with, .. } => phrase!(
                t,
                "swaps {given} for {chest} with the {ship}",
                given = self.chest(given),
                ship = self.ship(with)
            ),
            Deed::PassedOn { to, .. } => phrase!(t, "passes {chest} on to the {ship}", ship = self.ship(to)),
            Deed::Carried { remaining, .. } if commander == self.seat => phrase_count!(
                t,
                remaining,
                "carries {chest} to 1 step from your haven",
                "carries {chest} to {count} steps from your haven"
            ),
            Deed::Carried { remaining, .. } => phrase_count!(
                t,
                remaining,
                "carries {chest} to within 1 step of {name}’s haven",
                "carries {chest} to within {count} steps of {name}’s haven",
                name = self.name(commander)
            ),
        }
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
        phrase!(self.tongue, "the {amount} of {town}", amount = self.amount(chest), town = self.city(chest))
    }

    fn amount(&self, chest: Chest) -> String {
        self.tongue.number(u64::from(self.table.board().value(chest)) * 1_000)
    }

    fn city(&self, chest: Chest) -> String {
        self.table.board().city(chest).map_or_else(String::new, |city| city.name.clone())
    }

    fn name(&self, seat: Seat) -> String {
        let called = self.names.get(seat.index()).filter(|name| !name.is_empty());
        let colour = || self.table.player(seat).map(|player| player.colour.worded(self.tongue));
        called.cloned().or_else(colour).unwrap_or_else(|| seat.worded(self.tongue))
    }
}

/// How often, in per mille, a card that hardly ever wins does so.
const SELDOM: u16 = 150;

fn is_delivery(deed: &Deed) -> bool {
    matches!(deed, Deed::Delivered { .. })
}

/// Of ten times so many.
fn tenths(per_mille: u16) -> u16 {
    (per_mille + 50) / 100
}
