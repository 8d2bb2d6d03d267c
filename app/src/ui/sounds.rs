//! Plays the sounds, where GTK has something to play with. Where it has not, nothing is heard and nothing else changes.
//!
//! The sounds are computed when they are first needed, and kept as small files in the cache: GTK's players open files.
//! `DOUBLOONS_MUTE` in the environment silences the program whatever was chosen; tests set it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use gtk::glib;
use gtk::prelude::*;

use crate::preferences::Sound;
use crate::sound::Cue;

/// The variable that silences the program.
const MUTE: &str = "DOUBLOONS_MUTE";

/// How loud, from 0 to 1.
const VOLUME: f64 = 0.6;

thread_local! {
    /// Windows have one thread, and so has their sound.
    static CHOSEN: Cell<Sound> = const { Cell::new(Sound::On) };
    static PLAYERS: RefCell<HashMap<Cue, Option<gtk::MediaFile>>> = RefCell::default();
}

/// Takes over what the person has chosen.
pub(crate) fn set(sound: Sound) {
    CHOSEN.set(sound);
}

/// Whether there is anything to play sounds with.
pub(crate) fn can_play() -> bool {
    // GTK's stand-in where no media module is installed.
    gtk::MediaFile::new().type_().name() != "GtkNoMediaFile"
}

/// Plays a sound, unless the person wants none.
pub(crate) fn play(cue: Cue) {
    if CHOSEN.get() == Sound::Off || std::env::var_os(MUTE).is_some() {
        return;
    }
    PLAYERS.with_borrow_mut(|players| {
        if let Some(player) = players.entry(cue).or_insert_with(|| prepare(cue)) {
            player.seek(0);
            player.play();
        }
    });
}

/// What plays a sound; `None` if there is nothing to play it with, or nowhere to keep it.
fn prepare(cue: Cue) -> Option<gtk::MediaFile> {
    if !can_play() {
        return None;
    }
    let player = gtk::MediaFile::for_filename(kept(cue)?);
    player.set_volume(VOLUME);
    Some(player)
}

/// The file with a sound, written if it is not there yet.
fn kept(cue: Cue) -> Option<PathBuf> {
    let folder = glib::user_cache_dir().join("doubloons").join("sounds");
    let path = folder.join(cue.file());
    let sound = cue.wav();
    if fs::read(&path).is_ok_and(|known| known == sound) {
        return Some(path);
    }
    fs::create_dir_all(&folder).and_then(|()| fs::write(&path, sound)).ok()?;
    Some(path)
}
