//! A practice game from the first card to the results.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::App;
use doubloons_gui_tests::party::press;
use doubloons_gui_tests::playing::{self, at_once, play_to_the_end, shown};
use doubloons_words::tr;

use super::learning::reachable;
use super::replay::hold;
use crate::studio::Studio;

pub(super) const SCENES: &[&str] = &[
    "harbour-practice",
    "bribing-empty",
    "bribing-hint",
    "bribing-half",
    "bribing-laid",
    "here",
    "menu",
    "leave-practice",
    "reveal",
    "watching",
    "commanding",
    "commanding-numbers",
    "commanding-suggested",
    "commanding-followed",
    "commanding-sailed",
    "commanding-act",
    "commanding-here",
    "results-practice",
    "harbour-replays",
    "replay-practice",
];

/// How long a scene is waited for that may not come.
const ROUNDS: Duration = Duration::from_secs(90);

pub(super) fn practice(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    if studio.wants("harbour-practice") {
        let mut app = desktop.start(&["--name", "Anne", "--practice", "--seed", "7"]);
        press(&app, tr("Suggest"));
        press(&app, &playing::seal());
        app.wait_for("sealed bribes", |seen| seen.name == tr("You sealed your bribes"));
        app.program.kill();
        let app = desktop.start(&["--name", "Anne"]);
        app.wait_for("the game that was left", |seen| seen.name.starts_with(tr("Resume the practice game")));
        studio.shoot(&app, "harbour-practice");
    }
    let app = desktop.start(&["--name", "Anne", "--practice", "--seed", "7"]);
    app.button(tr("Suggest"));
    studio.shoot(&app, "bribing-empty");
    if studio.wants("bribing-hint") {
        press(&app, tr("Suggest"));
        app.button(&playing::seal());
        studio.shoot(&app, "bribing-hint");
        press(&app, tr("Clear"));
        app.wait_until("an empty table", ROUNDS, |all| shown(all, &playing::seal()).is_none().then_some(()));
    }
    app.take_up_keyboard();
    // Most of it on the Arriba, who has the most to win in this game.
    let lay = |cards: &[&str]| cards.iter().for_each(|card| app.hands().press(card));
    lay(&["5", "4", "3"]);
    studio.shoot(&app, "bribing-half");
    lay(&["2", "1", "0", "t"]);
    app.button(&playing::seal());
    studio.shoot(&app, "bribing-laid");
    if studio.wants("here") {
        what_is_here(&app, |seen| seen.name.contains("Evita") && seen.name.starts_with(space_word()));
        studio.shoot(&app, "here");
        app.hands().press("Escape");
    }
    if studio.wants("menu") {
        app.click(&app.button(tr("Menu")));
        studio.shoot(&app, "menu");
        // What is chosen already closes it.
        app.click(&app.wait_for("the pace", |seen| seen.role != "label" && seen.name == tr("Normal")));
    }
    if studio.wants("leave-practice") {
        press(&app, tr("Back to the harbour"));
        app.button(tr("Stay"));
        studio.shoot_with(&app, "leave-practice", tr("Leave this game?"));
        press(&app, tr("Stay"));
    }
    press(&app, &playing::seal());
    round(studio, &app);
    let wants_end = ["results-practice", "harbour-replays", "replay-practice"].iter().any(|scene| studio.wants(scene));
    if wants_end {
        at_once(&app);
        play_to_the_end(&[&app]);
        studio.shoot(&app, "results-practice");
        press(&app, tr("Back to the Harbour"));
        let row = app.wait_for("the game that is over", |seen| {
            seen.is(State::Focusable) && seen.name.contains(tr("Practice · {at}").split('{').next().unwrap_or_default())
        });
        studio.shoot(&app, "harbour-replays");
        app.scroll_to(&row, studio.last_size());
        app.click(&row);
        app.wait_for("the film", |seen| seen.name == tr("Step on"));
        hold(&app);
        for _ in 0..20 {
            press(&app, tr("Step on"));
        }
        studio.shoot(&app, "replay-practice");
    }
}

/// How the names of spaces begin.
fn space_word() -> &'static str {
    tr("Space {space}").split('{').next().unwrap_or_default()
}

/// Asks what is on a space.
fn what_is_here(app: &App<'_>, likes: impl Fn(&Seen) -> bool) {
    let space = app.wait_for("a space", likes);
    app.hands().click_other(app.extents(&space));
    app.wait_for("what is there", |seen| seen.is(State::Focused) && seen.role == "group");
}

/// Plays until everything was seen that happens in a round.
fn round(studio: &Studio<'_>, app: &App<'_>) {
    let mut missing: BTreeSet<&str> = [
        "reveal",
        "watching",
        "commanding",
        "commanding-numbers",
        "commanding-suggested",
        "commanding-followed",
        "commanding-sailed",
        "commanding-act",
        "commanding-here",
    ]
    .into();
    missing.retain(|scene| studio.wants(scene));
    let deadline = Instant::now() + ROUNDS;
    while !missing.is_empty() && Instant::now() < deadline {
        let all = app.look();
        if let Some(skip) = shown(&all, tr("Skip")) {
            if missing.remove("reveal") {
                studio.snap(app, "reveal");
            } else if sails(&all) && missing.remove("watching") {
                studio.snap(app, "watching");
            } else if !missing.contains("watching") {
                app.click_unless_gone(&skip);
            }
        } else if let Some(keep) = shown(&all, &playing::keep()) {
            app.click_unless_gone(&keep);
        } else if playing::end(&all).is_some() {
            command(studio, app, &all, &mut missing);
        } else if let Some(next) = shown(&all, &playing::seal()).or_else(|| shown(&all, tr("Suggest"))) {
            app.click_unless_gone(&next);
        }
    }
}

/// Whether somebody is at the helm of a ship.
fn sails(all: &[Seen]) -> bool {
    let helm = tr("sailing the {ship}").split('{').next().unwrap_or_default();
    all.iter().any(|seen| seen.name.starts_with(helm))
}

fn command(studio: &Studio<'_>, app: &App<'_>, all: &[Seen], missing: &mut BTreeSet<&str>) {
    let lit = all.iter().find(|seen| seen.name.contains(reachable()));
    if lit.is_some() && missing.remove("commanding") {
        studio.shoot(app, "commanding");
    }
    if lit.is_some() && missing.remove("commanding-numbers") {
        app.take_up_keyboard();
        app.hands().press("1");
        studio.snap(app, "commanding-numbers");
        app.hands().press("Escape");
    }
    if lit.is_some() && missing.remove("commanding-here") {
        what_is_here(app, |seen| seen.name.contains(reachable()));
        studio.shoot(app, "commanding-here");
        app.hands().press("Escape");
    }
    if lit.is_some() && (missing.contains("commanding-suggested") || missing.contains("commanding-followed")) {
        press(app, tr("Suggest a Move"));
        app.button(tr("Follow Suggestion"));
        if missing.remove("commanding-suggested") {
            studio.shoot(app, "commanding-suggested");
        }
        if missing.remove("commanding-followed") {
            press(app, tr("Follow Suggestion"));
            app.button(tr("Suggest a Move"));
            studio.shoot(app, "commanding-followed");
            return;
        }
    }
    let act = |all: &[Seen]| {
        let acts = [tr("Capture"), tr("Steal"), tr("Deliver")];
        let ready = |seen: &&Seen| acts.iter().any(|act| seen.name.starts_with(act)) && seen.name.contains("000");
        all.iter().find(ready).filter(|seen| seen.is_usable()).cloned()
    };
    if let Some(space) = lit {
        app.click(space);
        if missing.remove("commanding-sailed") {
            studio.shoot(app, "commanding-sailed");
        }
    }
    let all = app.look();
    if act(&all).is_some() && missing.remove("commanding-act") {
        studio.shoot(app, "commanding-act");
    }
    if let Some(end) = playing::end(&app.look()) {
        app.click_unless_gone(&end);
    }
}

/// Plays until the person has to show or to keep the tie-breaker.
pub(super) fn tie(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&["--name", "Anne", "--practice", "--seed", "7"]);
    app.button(tr("Suggest"));
    at_once(&app);
    let deadline = Instant::now() + ROUNDS;
    while shown(&app.look(), &playing::keep()).is_none() {
        assert!(Instant::now() < deadline, "there is a tie within {ROUNDS:?}");
        if playing::play(&app) {
            press(&app, tr("Rematch"));
        }
    }
    studio.shoot(&app, "tie");
    if studio.wants("tie-advice") {
        press(&app, tr("Suggest"));
        app.wait_until("advice", ROUNDS, |all| shown(all, tr("Suggest")).is_none().then_some(()));
        studio.shoot(&app, "tie-advice");
    }
}
