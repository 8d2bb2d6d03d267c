//! What a person chooses once and for all.

use std::cell::Cell;
use std::rc::Rc;

use adw::prelude::*;
use doubloons_net::table::genesis::{EMBLEMS, Name};
use doubloons_words::{Language, told, tr};

use super::{Sheet, choice, complain, complaint, entry, group, switch};
use crate::game::{Speed, sentence};
use crate::paint;
use crate::preferences::{Appearance, Contrast, Motion, Preferences, Sound};
use crate::ui::widget::Layer;
use crate::ui::{a11y, sounds};

mod words {
    pub(super) const TITLE: &str = "Preferences";
    pub(super) const SAVE: &str = "Save";
    pub(super) const NAME: &str = "What others call you";
    pub(super) const CREST: &str = "Your crest";
    pub(super) const CREST_ABOUT: &str = "Others see it before the game; in the game, colours are dealt";
    pub(super) const SPEED: &str = "Others’ moves";
    pub(super) const SPEED_ABOUT: &str = "How fast they are shown";
    pub(super) const APPEARANCE: &str = "Appearance";
    pub(super) const APPEARANCE_CHOICES: [&str; 3] = [SYSTEM, "Light", "Dark"];
    pub(super) const CONTRAST: &str = "Contrast";
    pub(super) const CONTRAST_ABOUT: &str = "High: stronger lines, no shades";
    pub(super) const CONTRAST_CHOICES: [&str; 2] = [SYSTEM, "Always High"];
    pub(super) const MOTION: &str = "Motion";
    pub(super) const MOTION_ABOUT: &str = "Reduced: ships jump instead of sailing";
    pub(super) const MOTION_CHOICES: [&str; 2] = [SYSTEM, "Always Reduced"];
    pub(super) const SOUND: &str = "Sounds";
    pub(super) const SOUND_ABOUT: &str = "Ctrl and M turn them off and on";
    pub(super) const NO_SOUND: &str = "Nothing on this computer can play them";
    pub(super) const SPEEDS: [&str; 4] = ["Calm", "Normal", "Brisk", "At once"];
    pub(super) const LANGUAGE: &str = "Language";
    pub(super) const SYSTEM: &str = "As the system";
}

/// So that the last line is as full as the others.
const CRESTS_IN_A_LINE: u8 = EMBLEMS / 2;

/// Asks for preferences.
pub(crate) fn ask_for_preferences(
    parent: &impl IsA<gtk::Window>,
    name: &str,
    before: &Preferences,
    chosen: impl Fn(Preferences) + 'static,
) {
    let sheet = Sheet::new(parent, tr(words::TITLE), tr(words::SAVE));
    let kept = before.clone();
    let rows = group("", "");
    let name = entry(tr(words::NAME), name);
    let speed = choice(tr(words::SPEED), tr(words::SPEED_ABOUT), &words::SPEEDS);
    speed.set_selected(Speed::ALL.iter().position(|&speed| speed == before.speed).unwrap_or(1) as u32);
    let languages: Vec<&'static str> =
        [words::SYSTEM].into_iter().chain(Language::ALL.map(Language::own_name)).collect();
    let language = choice(tr(words::LANGUAGE), "", &languages);
    let place = before.language.and_then(|chosen| Language::ALL.iter().position(|&language| language == chosen));
    language.set_selected(place.map_or(0, |place| place as u32 + 1));
    rows.add(&name);
    rows.add(&speed);
    rows.add(&language);
    let senses = group("", "");
    let appearance = choice(tr(words::APPEARANCE), "", &words::APPEARANCE_CHOICES);
    let place = Appearance::ALL.iter().position(|&appearance| appearance == before.appearance);
    appearance.set_selected(place.unwrap_or(0) as u32);
    let contrast = choice(tr(words::CONTRAST), tr(words::CONTRAST_ABOUT), &words::CONTRAST_CHOICES);
    contrast.set_selected(u32::from(before.contrast == Contrast::High));
    let motion = choice(tr(words::MOTION), tr(words::MOTION_ABOUT), &words::MOTION_CHOICES);
    motion.set_selected(u32::from(before.motion == Motion::Reduced));
    let about = if sounds::can_play() { words::SOUND_ABOUT } else { words::NO_SOUND };
    let (sound_row, sound) = switch(tr(words::SOUND), tr(about), before.sound == Sound::On);
    sound_row.set_sensitive(sounds::can_play());
    senses.add(&appearance);
    senses.add(&contrast);
    senses.add(&motion);
    senses.add(&sound_row);
    let crest = Rc::new(Cell::new(before.emblem));
    let crests = group(tr(words::CREST), tr(words::CREST_ABOUT));
    crests.add(&picker(&crest));
    let wrong = complaint();
    // Beside what it is about.
    sheet.content.append(&rows);
    sheet.content.append(&wrong);
    sheet.content.append(&senses);
    sheet.content.append(&crests);
    let complaint = wrong.clone();
    name.connect_changed(move |_| complain(&complaint, ""));
    sheet.present(move || match Name::try_from(name.text().trim().to_owned()) {
        Ok(name) => {
            let speed = Speed::ALL.get(speed.selected() as usize).copied().unwrap_or_default();
            let language =
                (language.selected() as usize).checked_sub(1).and_then(|place| Language::ALL.get(place)).copied();
            chosen(Preferences {
                name: Some(name),
                emblem: crest.get(),
                speed,
                appearance: Appearance::ALL.get(appearance.selected() as usize).copied().unwrap_or_default(),
                contrast: if contrast.selected() == 1 { Contrast::High } else { Contrast::System },
                motion: if motion.selected() == 1 { Motion::Reduced } else { Motion::System },
                sound: if sound.is_active() { Sound::On } else { Sound::Off },
                language,
                ..kept.clone()
            });
            true
        }
        Err(no_name) => {
            complain(&wrong, &sentence(&told(&no_name)));
            false
        }
    });
}

/// One button for each crest. A grid, since a flow box would put a nameless stop for Tab around every button.
fn picker(chosen: &Rc<Cell<u8>>) -> gtk::Grid {
    let grid = gtk::Grid::new();
    grid.set_column_homogeneous(true);
    grid.set_row_spacing(4);
    grid.set_column_spacing(4);
    a11y::set_label(&grid, tr(words::CREST));
    let mut first: Option<gtk::ToggleButton> = None;
    for emblem in 0..EMBLEMS {
        let button = gtk::ToggleButton::new();
        button.add_css_class("flat");
        button.add_css_class("crest-choice");
        button.set_group(first.as_ref());
        button.set_active(chosen.get() == emblem);
        let name = paint::crest_name(emblem);
        button.set_tooltip_text(Some(&name));
        a11y::set_label(&button, &name);
        button.set_child(Some(&Layer::painted(36, 36, move |cr, width, height| {
            paint::crest(cr, emblem, width / 2.0, height / 2.0, width.min(height) / 2.0 - 1.0);
        })));
        let chosen = Rc::clone(chosen);
        button.connect_toggled(move |button| {
            if button.is_active() {
                chosen.set(emblem);
            }
        });
        let (column, row) = (emblem % CRESTS_IN_A_LINE, emblem / CRESTS_IN_A_LINE);
        grid.attach(&button, column.into(), row.into(), 1, 1);
        first.get_or_insert(button);
    }
    grid
}
