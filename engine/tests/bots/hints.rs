//! What a hint says and the cards that it lays are one and the same advice.

use doubloons_engine::bots::{Advice, Audience, Budget, Cancel, Coach, Level, ShipAdvice};
use doubloons_engine::caribbean::{Card, Phase, Ship};
use doubloons_engine::tongue::English;

use crate::tables::{SMALL, bot, decide, new_table, play_by};

const BUDGET: Budget = Budget { nodes: 100_000 };

/// How a sentence ends that names a ship: what her card is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    GoesOnHer,
    SpoilsThat,
    SpoilsUnlessFive,
    OnlyGets,
    TooFar,
}

/// The ship that a sentence says matters, her card by its words, and what for.
fn heard(sentence: &str) -> Option<(Ship, &str, Said)> {
    let (name, _) = sentence.split_once(") matters")?;
    let ship = Ship::ALL.into_iter().find(|ship| name.ends_with(&format!("({})", ship.letter())[..2]))?;
    let (_, last) = sentence.rsplit_once("your ")?;
    let (card, rest) = last.split_at(last.find([' ', '.'])?);
    let said = match rest {
        " goes on her." => Said::GoesOnHer,
        " spoils that." => Said::SpoilsThat,
        " spoils that unless a 5 is laid on her." => Said::SpoilsUnlessFive,
        "." => Said::OnlyGets,
        " does not take her that far." => Said::TooFar,
        _ => panic!("{sentence}"),
    };
    Some((ship, card, said))
}

/// How many steps a sentence promises for the player's own command.
fn promised_steps(sentence: &str) -> Option<i8> {
    let (_, reason) = sentence.split_once(": with ")?;
    reason.split(' ').next()?.parse().ok()
}

fn check(hint: &Advice, advice: &ShipAdvice, sentence: &str, said: Said) {
    let laid = |ship: Ship| hint.hand[ship.index()];
    let card = laid(advice.ship);
    match said {
        Said::GoesOnHer => {
            assert_ne!(card, Card::Thief, "{sentence}");
            assert!(promised_steps(sentence).is_none_or(|steps| steps <= card.worth()), "{sentence}");
            for other in hint.ships.iter().filter(|other| other.swing * 10 < advice.swing * 9) {
                assert!(laid(other.ship) < card, "{:?} matters less and has more: {sentence}", other.ship);
            }
        }
        Said::SpoilsThat | Said::SpoilsUnlessFive => {
            assert_eq!(card, Card::Thief, "{sentence}");
            let (_, threat) = advice.threat.as_ref().expect("something to spoil");
            // A thief leaves four steps of a five, and three of a four.
            let left = if said == Said::SpoilsThat { 4 } else { 3 };
            assert!(threat.steps > left, "a rival with {left} steps left does not mind: {sentence}");
        }
        Said::TooFar => {
            let steps = promised_steps(sentence).expect("what she could do");
            assert!(steps > card.worth(), "{sentence}");
        }
        Said::OnlyGets => {
            let better = Ship::ALL.into_iter().find(|ship| sentence.contains(&format!("({}), so", ship.letter())));
            let better = better.expect("the ship where a higher card does more");
            assert!(laid(better) > card && better != advice.ship, "{sentence}");
            assert!(sentence.contains(&format!("your {} does more on", laid(better))), "{sentence}");
            let matters = hint.ships.iter().any(|other| other.ship == better && other.swing > 0);
            assert!(matters, "nothing can be done there: {sentence}");
        }
    }
}

#[test]
fn no_hint_contradicts_the_cards_that_it_lays() {
    let mut most = Vec::new();
    for game in 0..12 {
        let players = 2 + (game % 3) as u8;
        let mut table = new_table(players, 300 + game);
        play_by(&mut table, |_, seat, view| {
            if let Phase::Bribing { .. } = view.table().phase() {
                let hint = Coach::new(game, BUDGET, Cancel::new()).advise(view).expect("advice for a player");
                let sentences = hint.sentences(&Audience { tongue: &English, table: view.table(), seat, names: &[] });
                let named: Vec<_> =
                    sentences.iter().filter_map(|sentence| Some((sentence, heard(sentence)?))).collect();
                assert!(hint.spoken().map(|advice| advice.ship).eq(named.iter().map(|(_, (ship, ..))| *ship)));
                for (advice, (sentence, (ship, card, said))) in hint.spoken().zip(&named) {
                    assert_eq!(*card, hint.hand[ship.index()].to_string(), "{sentence}");
                    check(&hint, advice, sentence, *said);
                }
                if let Some(first) = hint.spoken().next() {
                    let wasted = hint.hand[first.ship.index()] == Card::Thief && first.thief.is_none();
                    assert!(!wasted, "a thief that spoils nothing lies on the ship that matters most: {sentences:?}");
                }
                most.extend(named.first().map(|(_, (.., said))| *said));
            }
            decide(bot(Level::Captain, game << 3 | seat.index() as u64, SMALL).as_mut(), view)
        });
    }
    assert!(most.len() > 100, "{}", most.len());
    // To say that a ship matters most and to give her little is for exceptions: 5 %.
    let spared = most.iter().filter(|&&said| said == Said::OnlyGets).count();
    assert!(spared * 20 <= most.len(), "{spared} of {}", most.len());
}
