//! How a practice game is begun.

use adw::prelude::*;
use doubloons_engine::bots::Level;
use doubloons_words::tr;

use super::{Sheet, choice, group};
use crate::game::{Printing, Setup};

mod words {
    pub(super) const TITLE: &str = "Practice";
    pub(super) const START: &str = "Set Sail";
    pub(super) const ABOUT: &str =
        "Doubloons is played by the rules of the board game Caribbean. Here you play against bots on this computer.";
    pub(super) const OPPONENTS: &str = "Opponents";
    pub(super) const OPPONENTS_ABOUT: &str = "Fewer opponents make a longer game";
    pub(super) const OPPONENT_CHOICES: [&str; 3] = ["1 bot", "2 bots", "3 bots"];
    pub(super) const LEVEL: &str = "Their skill";
    pub(super) const LEVEL_ABOUT: &str = "Bosuns suit a first game";
    pub(super) const LEVEL_CHOICES: [&str; 4] =
        ["Deckhands, easy", "Bosuns, medium", "Captains, hard", "Admirals, hardest"];
    pub(super) const PRINTING: &str = "Printing";
    pub(super) const PRINTING_ABOUT: &str =
        "The board game came out twice; in its first printing, ships can’t pass chests on";
    pub(super) const PRINTING_CHOICES: [&str; 2] = ["Second printing", "First printing"];
}

/// Asks how to practise.
pub(crate) fn ask_how_to_practise(
    parent: &impl IsA<gtk::Window>,
    fresh_seed: fn() -> u64,
    chosen: impl Fn(Setup) + 'static,
) {
    let sheet = Sheet::new(parent, tr(words::TITLE), tr(words::START));
    let group = group("", tr(words::ABOUT));
    let opponents = choice(tr(words::OPPONENTS), tr(words::OPPONENTS_ABOUT), &words::OPPONENT_CHOICES);
    opponents.set_selected(2);
    let level = choice(tr(words::LEVEL), tr(words::LEVEL_ABOUT), &words::LEVEL_CHOICES);
    level.set_selected(Level::ALL.iter().position(|&level| level == Setup::FIRST_LEVEL).unwrap_or(0) as u32);
    let printing = choice(tr(words::PRINTING), tr(words::PRINTING_ABOUT), &words::PRINTING_CHOICES);
    for row in [&opponents, &level, &printing] {
        group.add(row);
    }
    sheet.content.append(&group);
    sheet.present(move || {
        chosen(Setup {
            opponents: u8::try_from(opponents.selected() + 1).unwrap_or(1).min(*Setup::OPPONENTS.end()),
            level: Level::ALL.get(level.selected() as usize).copied().unwrap_or(Setup::FIRST_LEVEL),
            printing: if printing.selected() == 1 { Printing::First } else { Printing::Second },
            seed: fresh_seed(),
        });
        true
    });
}
