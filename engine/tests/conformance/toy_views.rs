//! What the toy game's hidden hands show about views: the own faces and nobody else's.

use doubloons_engine::contract::{Face, Game, Turn, Viewer};

use crate::subjects::ParrotGames;
use crate::table::{Manners, Table};

#[test]
fn a_view_changes_with_the_own_faces_only() {
    let mut shown = 0;
    for seed in 0..20 {
        let mut table = Table::new(&ParrotGames, seed);
        while let Some(input) = table.decide(Manners::Rough) {
            table.apply(&input);
            for seat in table.game.seats() {
                let own = table.view(seat);
                let known = own.hand.iter().filter(|(_, face)| face.is_some()).count();
                assert_eq!(known, table.game.hand(seat).len(), "the owner knows the whole hand");

                // Everybody else's faces are others: nothing changes for this seat.
                let mut secrets = table.secrets[seat.index()].clone();
                for other in table.game.seats().into_iter().filter(|&other| other != seat) {
                    for &card in table.game.hand(other) {
                        secrets.faces.insert(card, Face(59));
                    }
                }
                assert_eq!(table.game.view(Viewer::Seat(seat, &secrets)), own);

                // An own face is another: this does change what the seat sees.
                if let Some(&card) = table.game.hand(seat).first() {
                    secrets.faces.insert(card, Face(999));
                    assert_ne!(table.game.view(Viewer::Seat(seat, &secrets)), own);
                    shown += 1;
                }
            }
            let watched = table.game.view(Viewer::Watcher);
            assert!(watched.hand.is_empty() && watched.reaction.is_none());
        }
    }
    assert!(shown > 100, "only {shown} hands had a card");
}

/// The toy must really use what it is there for, or the suite would pass without having seen it.
#[test]
fn the_toy_uses_what_caribbean_does_not() {
    let (mut dice, mut reveals, mut seals, mut opens, mut skipped) = (0, 0, 0, 0, 0);
    let mut seats_seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut table = Table::new(&ParrotGames, seed);
        seats_seen.insert(table.game.seats().len());
        while let Some(input) = table.decide(Manners::Rough) {
            match table.game.turn() {
                Turn::Chance(doubloons_engine::contract::Draw::Dice { .. }) => dice += 1,
                Turn::Reveal { .. } => reveals += 1,
                Turn::Seal { .. } => seals += 1,
                Turn::Open { .. } => opens += 1,
                _ => {}
            }
            skipped += usize::from(table.game.present() != table.game.seats());
            table.apply(&input);
        }
    }
    assert_eq!(seats_seen.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8]);
    assert!(dice > 100 && reveals > 100 && seals > 100 && opens > 50 && skipped > 100);
}
