//! What a person has chosen once and for all: a small file in the data directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use doubloons_net::table::genesis::{EMBLEMS, MAX_NAME, Name};
use doubloons_words::{Language, say};
use serde::{Deserialize, Serialize};

use crate::game::Speed;

/// The file in the data directory.
const FILE: &str = "preferences.toml";

/// What a person has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    /// What others call them; nothing until they have said so.
    pub(crate) name: Option<Name>,
    /// Which crest they have.
    pub(crate) emblem: u8,
    /// How fast others' moves are shown.
    pub(crate) speed: Speed,
    /// Light or dark.
    pub(crate) appearance: Appearance,
    /// How strong the contrast is.
    pub(crate) contrast: Contrast,
    /// How much moves on the screen.
    pub(crate) motion: Motion,
    /// Whether something is to be heard.
    pub(crate) sound: Sound,
    /// Whether they know the game: they took the tutorial or did not want it, or finished a game.
    pub(crate) learned: bool,
    /// The language; that of the system if none was chosen.
    #[serde(with = "language_code", skip_serializing_if = "Option::is_none")]
    pub(crate) language: Option<Language>,
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Appearance {
    /// As the desktop wants it.
    #[default]
    System,
    /// Light, always.
    Light,
    /// Dark, always.
    Dark,
}

impl Appearance {
    /// All, in the order in which they can be chosen.
    pub(crate) const ALL: [Appearance; 3] = [Appearance::System, Appearance::Light, Appearance::Dark];
}

/// How strong the contrast is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Contrast {
    /// As the desktop wants it.
    #[default]
    System,
    /// High, always.
    High,
}

/// How much moves on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Motion {
    /// As the desktop wants it.
    #[default]
    System,
    /// Little, always.
    Reduced,
}

/// Whether something is to be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sound {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// A file that can't be used as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable {
    /// What is wrong with it.
    pub(crate) why: String,
    /// Where the old file is kept.
    pub(crate) kept: PathBuf,
}

impl Preferences {
    /// Reads the file in this data directory. Where there is none, nothing was chosen yet. A file that can't be read is
    /// put aside, and told.
    pub(crate) fn read(folder: &Path) -> (Preferences, Option<Unreadable>) {
        let path = folder.join(FILE);
        let why = match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str::<Preferences>(&text) {
                Ok(preferences) => return (preferences.tidied(), None),
                Err(error) => error.message().to_owned(),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (Preferences::default(), None),
            Err(error) => error.to_string(),
        };
        let kept = path.with_extension("toml.old");
        // If it can't even be moved, it stays where it is and is written over by the next choice.
        let kept = if fs::rename(&path, &kept).is_ok() { kept } else { path };
        (Preferences::default(), Some(Unreadable { why, kept }))
    }

    /// Writes the file, wholly or not at all.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let partial = folder.join("preferences.partial");
        fs::write(&partial, text)?;
        fs::rename(partial, folder.join(FILE))
    }

    /// What others call them: the name that was chosen, or the one that they have on this computer.
    pub(crate) fn name_or(&self, account: &str) -> Name {
        self.name.clone().unwrap_or_else(|| fitting_name(account))
    }

    fn tidied(self) -> Preferences {
        Preferences { emblem: self.emblem % EMBLEMS, ..self }
    }
}

/// The language that was chosen, to be known before anything is shown. Reading it changes nothing.
pub(crate) fn language(folder: &Path) -> Option<Language> {
    let text = fs::read_to_string(folder.join(FILE)).ok()?;
    toml::from_str::<Preferences>(&text).ok()?.language
}

/// A language as the file spells it. One that this version does not speak counts as none.
mod language_code {
    use doubloons_words::Language;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(language: &Option<Language>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(language.map_or("", Language::code))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
        Ok(Language::with_code(&String::deserialize(deserializer)?))
    }
}

/// A name made of any text.
fn fitting_name(text: &str) -> Name {
    let short: String = text.trim().chars().take(MAX_NAME).collect();
    let sailor = || {
        Name::try_from(say!("Sailor")).or_else(|_| Name::try_from("Sailor".to_owned())).expect("six letters are a name")
    };
    Name::try_from(crate::game::capital(short.trim())).unwrap_or_else(|_| sailor())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("doubloons-preferences-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_was_chosen_is_there_again() {
        let folder = folder("kept");
        assert_eq!(Preferences::read(&folder), (Preferences::default(), None));
        let name = Name::try_from("Anne “Bonny”".to_owned()).expect("a name");
        let chosen = Preferences {
            name: Some(name),
            emblem: 5,
            speed: Speed::Brisk,
            appearance: Appearance::Dark,
            contrast: Contrast::High,
            motion: Motion::Reduced,
            sound: Sound::Off,
            learned: true,
            language: Some(Language::Dutch),
        };
        chosen.write(&folder).expect("written");
        assert_eq!(Preferences::read(&folder), (chosen, None));
        assert_eq!(language(&folder), Some(Language::Dutch));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_file_of_another_version_is_read_as_far_as_possible() {
        let folder = folder("newer");
        fs::write(folder.join(FILE), "emblem = 99\nhat = \"tricorn\"\nlanguage = \"pirate\"\n").expect("written");
        let (read, fault) = Preferences::read(&folder);
        assert_eq!((read.emblem, read.language, fault), (99 % EMBLEMS, None, None));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_damaged_file_is_told_and_kept() {
        let folder = folder("damaged");
        fs::write(folder.join(FILE), "emblem = \"sk").expect("written");
        let (read, fault) = Preferences::read(&folder);
        assert_eq!(read, Preferences::default());
        let fault = fault.expect("told");
        assert_eq!(fs::read_to_string(&fault.kept).expect("kept"), "emblem = \"sk");
        assert_eq!(Preferences::read(&folder), (Preferences::default(), None));
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn every_account_has_a_name() {
        let name = |account: &str| Preferences::default().name_or(account).to_string();
        assert_eq!(name("mira"), "Mira");
        assert_eq!(name("  "), "Sailor");
        assert_eq!(name("\u{200b}"), "Sailor");
        assert!(name(&"x".repeat(100)).chars().count() <= MAX_NAME);
    }
}
