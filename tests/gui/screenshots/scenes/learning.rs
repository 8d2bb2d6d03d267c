//! The tutorial, the rules and the keys.

use doubloons_gui_tests::accessible::Seen;
use doubloons_gui_tests::app::App;
use doubloons_gui_tests::party::{PATIENCE, press};
use doubloons_gui_tests::playing;
use doubloons_words::{say, tr};

use crate::studio::Studio;

pub(super) const TUTORIAL: &[&str] =
    &["tutorial-welcome", "tutorial-card", "tutorial-wrong", "tutorial-command", "tutorial-tie", "tutorial-end"];

/// The number of the step that the coach is at, and of how many.
fn step(all: &[Seen]) -> Option<(usize, usize)> {
    (1..=40).find_map(|step| {
        let of = (20..=40).find(|of| {
            let progress = say!("Step {step} of {of}");
            all.iter().any(|seen| seen.role == "label" && seen.name == progress)
        })?;
        Some((step, of))
    })
}

fn wait_for_step(app: &App<'_>, wanted: usize) -> usize {
    app.wait_until("the step", PATIENCE, |all| step(all).filter(|&(step, _)| step >= wanted).map(|(_, of)| of))
}

/// The tutorial, as far as there is something new to see.
pub(super) fn tutorial(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&["--name", "Anne"]);
    press(&app, tr("Start the Tutorial"));
    wait_for_step(&app, 1);
    app.take_up_keyboard();
    let keys = |keys: &[&str]| {
        app.take_up_keyboard();
        keys.iter().for_each(|key| app.hands().press(key));
    };
    studio.shoot(&app, "tutorial-welcome");
    for step in 1..=5 {
        wait_for_step(&app, step);
        press(&app, tr("Next"));
    }
    wait_for_step(&app, 6);
    studio.shoot(&app, "tutorial-card");
    keys(&["a", "2"]);
    studio.shoot(&app, "tutorial-wrong");
    for (step, lay) in [(6, ["a", "3"]), (7, ["b", "t"]), (8, ["c", "5"]), (9, ["r", "4"])] {
        wait_for_step(&app, step);
        keys(&lay);
    }
    wait_for_step(&app, 10);
    press(&app, tr("Suggest"));
    press(&app, &playing::seal());
    wait_for_step(&app, 12);
    press(&app, tr("Next"));
    wait_for_step(&app, 13);
    studio.shoot(&app, "tutorial-command");
    if !studio.wants("tutorial-tie") && !studio.wants("tutorial-end") {
        return;
    }
    let sail = |space: usize| {
        let begins = say!("Space {space}");
        let lit = app.wait_within(PATIENCE, &begins, |seen| {
            seen.name.starts_with(&format!("{begins},")) && seen.name.contains(reachable())
        });
        app.click(&lit);
    };
    sail(42);
    keys(&["c"]);
    sail(43);
    keys(&["d", "ctrl+Return"]);
    for step in [18, 19] {
        wait_for_step(&app, step);
        press(&app, tr("Next"));
    }
    wait_for_step(&app, 20);
    app.button(&format!("{}…", tr("Show It")));
    studio.shoot(&app, "tutorial-tie");
    press(&app, &format!("{}…", tr("Show It")));
    sail(11);
    keys(&["s"]);
    sail(21);
    keys(&["ctrl+Return"]);
    let of = wait_for_step(&app, 25);
    app.wait_until("the end", PATIENCE, |all| {
        if let Some(skip) = playing::shown(all, tr("Skip")) {
            app.click_unless_gone(&skip);
        }
        playing::shown(all, tr("Next")).map(drop)
    });
    press(&app, tr("Next"));
    wait_for_step(&app, of);
    studio.shoot(&app, "tutorial-end");
}

/// What the name of a space that glows says, up to the number of steps.
pub(super) fn reachable() -> &'static str {
    tr("reachable in {steps}").split('{').next().unwrap_or_default()
}

/// The rules over a game, and the keys.
pub(super) fn reading(studio: &Studio<'_>) {
    let desktop = studio.desktop();
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button(tr("Suggest"));
    app.take_up_keyboard();
    app.hands().press("F1");
    app.wait_within(PATIENCE, "the rules", |seen| seen.role == "window" && seen.name == tr("Rules"));
    studio.shoot_with(&app, "rules", tr("Rules"));
    app.click(&app.wait_for("a chapter", |seen| seen.role == "list item" && seen.name == tr("Ties")));
    studio.shoot_with(&app, "rules-ties", tr("Rules"));
    app.hands().take_up_keyboard(tr("Rules"));
    app.hands().press("Escape");
    app.wait_until("no rules", PATIENCE, |all| {
        (!all.iter().any(|seen| seen.role == "window" && seen.name == tr("Rules"))).then_some(())
    });
    app.take_up_keyboard();
    app.hands().press("ctrl+question");
    app.wait_for("the keys", |seen| seen.name == tr("Seal the bribes"));
    studio.shoot(&app, "shortcuts");
}
