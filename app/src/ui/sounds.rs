//! Plays the sounds, where GTK has something to play with. Where it has not, nothing is heard and nothing else changes.
//!
//! The sounds are computed when they are first needed, off the main thread, and kept as small files in the cache: GTK's
//! players open files.
//! `DOUBLOONS_MUTE` in the environment silences the program whatever was chosen; tests set it.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use gtk::prelude::*;
use gtk::{gio, glib};

use crate::preferences::Sound;
use crate::sound::Cue;

/// The window's action that turns the sounds off and on. Its state is whether they are on, so that menus show it.
pub(crate) const ACTION: &str = "win.sounds";

/// The variable that silences the program.
const MUTE: &str = "DOUBLOONS_MUTE";

/// How loud, from 0 to 1.
const VOLUME: f64 = 0.6;

thread_local! {
    /// Windows have one thread, and so has their sound.
    static CHOSEN: Cell<Sound> = const { Cell::new(Sound::On) };
    static PLAYERS: RefCell<HashMap<Cue, Player>> = RefCell::default();
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

/// What plays a sound.
enum Player {
    /// Its file is being made.
    Preparing,
    /// This does.
    Ready(gtk::MediaFile),
    /// Nothing: there is nothing to play it with, or nowhere to keep it.
    Missing,
}

/// Plays a sound, unless the person wants none. The first time it is heard a moment later.
pub(crate) fn play(cue: Cue) {
    if CHOSEN.get() == Sound::Off || std::env::var_os(MUTE).is_some() {
        return;
    }
    let unknown = PLAYERS.with_borrow_mut(|players| match players.get(&cue) {
        Some(Player::Ready(player)) => {
            play_from_the_start(player);
            false
        }
        Some(Player::Preparing | Player::Missing) => false,
        None => {
            players.insert(cue, if can_play() { Player::Preparing } else { Player::Missing });
            can_play()
        }
    });
    if unknown {
        glib::spawn_future_local(async move {
            let file = gio::spawn_blocking(move || kept(cue)).await.ok().flatten();
            let player = file.map_or(Player::Missing, |file| {
                let player = gtk::MediaFile::for_filename(file);
                player.set_volume(VOLUME);
                play_from_the_start(&player);
                Player::Ready(player)
            });
            PLAYERS.with_borrow_mut(|players| players.insert(cue, player));
        });
    }
}

fn play_from_the_start(player: &gtk::MediaFile) {
    player.seek(0);
    player.play();
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
