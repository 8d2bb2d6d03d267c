//! A practice game from the harbour to the results and back, with the pointer alone and with the keyboard alone.

use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::{App, SOON, is_button};
use doubloons_gui_tests::desktop::{Desktop, Size};
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("practice::a_whole_game_with_the_pointer_alone", with_the_pointer_alone),
        test("practice::a_whole_game_with_the_keyboard_alone", with_the_keyboard_alone),
        test("practice::a_game_is_not_closed_by_mistake", not_closed_by_mistake),
    ]
}

/// How long a whole game may take.
const GAME: Duration = Duration::from_secs(200);

/// What the windows ask the person for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Bribes,
    Tie,
    Command,
    Nothing,
    Results,
}

fn asked(all: &[Seen]) -> Asked {
    let shows = |name: &str| all.iter().any(|seen| seen.is_usable() && is_button(seen, name));
    if shows("Rematch") {
        Asked::Results
    } else if shows("Keep It…") {
        Asked::Tie
    } else if shows("Suggest") {
        // In a tie there are suggestions, too.
        Asked::Bribes
    } else if shows("End Move") || shows("End, …") {
        Asked::Command
    } else {
        Asked::Nothing
    }
}

/// Waits until something else is shown than before.
fn wait_for_change(app: &App<'_>, before: &[Seen]) {
    let names = |all: &[Seen]| all.iter().map(|seen| seen.name.clone()).collect::<Vec<_>>();
    let before = names(before);
    app.wait_until("a change", SOON, |all| (names(all) != before).then_some(()));
}

fn with_the_pointer_alone() {
    let desktop = Desktop::new("pointer");
    let app = desktop.start(&[]);
    let click = |name: &str| app.click(&app.button(name));
    everything_is_named(&app, "harbour");
    click("Practice");
    app.click(
        &app.wait_for("the bots' skill", |seen| seen.role == "combo box" && seen.name.starts_with("Their skill")),
    );
    app.click(&app.wait_for("Deckhands", |seen| seen.role == "label" && seen.name == "Deckhands, easy"));
    click("Set Sail");
    app.button("Suggest");
    click("Menu");
    app.click(&app.wait_for("At once", |seen| seen.role != "label" && seen.name == "At once"));

    let deadline = Instant::now() + GAME;
    let (mut laid, mut commanded) = (false, false);
    loop {
        assert!(Instant::now() < deadline, "a game takes at most {GAME:?}");
        let all = app.look();
        match asked(&all) {
            Asked::Bribes => {
                if !laid {
                    laid = true;
                    lay_by_pointer(&app);
                    everything_is_named(&app, "bribing");
                }
                click("Suggest");
                click("Seal, all cards laid");
                app.wait_until("sealed bribes", SOON, |all| (asked(all) != Asked::Bribes).then_some(()));
            }
            Asked::Tie => {
                everything_is_named(&app, "tie");
                click("Keep It…");
                wait_for_change(&app, &all);
            }
            Asked::Command => {
                let all = if commanded {
                    all
                } else {
                    everything_is_named(&app, "commanding");
                    ask_for_a_move(&app);
                    commanded = sail_by_pointer(&app, &all);
                    app.look()
                };
                click("End…");
                wait_for_change(&app, &all);
            }
            Asked::Nothing => {
                if let Some(skip) = all.iter().find(|seen| seen.is_usable() && is_button(seen, "Skip")) {
                    app.click_unless_gone(skip);
                }
            }
            // Whoever never won a ship that could sail has another try.
            Asked::Results if !commanded => {
                click("Rematch");
                app.wait_until("another game", SOON, |all| (asked(all) != Asked::Results).then_some(()));
            }
            Asked::Results => break,
        }
    }
    assert!(laid, "bribes were laid card by card");
    everything_is_named(&app, "results");
    click("Watch the Replay");
    app.wait_for("the film", |seen| seen.name.starts_with("Moment of the game, "));
    click("Back to the results");
    click("Back to the Harbour");
    app.button("Practice");
    look_again(&app);
}

/// Finds the game that is over among the replays.
fn look_again(app: &App<'_>) {
    let game = app.wait_for("the game that is over", |seen| seen.name.starts_with("Look again at You, Mate"));
    assert!(game.name.contains("Practice · today, "), "{}", game.name);
    app.scroll_to(&game, Size::DESIGNED);
    app.click(&game);
    app.wait_for("what it is", |seen| seen.name.starts_with("A practice game against bots, kept on this computer."));
    app.wait_for("its film", |seen| seen.name.starts_with("Moment of the game, "));
}

/// Asks what to do with a ship, and hears why.
fn ask_for_a_move(app: &App<'_>) {
    const REASONS: [&str; 4] =
        ["Along this way she ", "From where she is she ", "Nothing can be earned now", "She lies best where she is"];
    let place = app.extents(&app.button("Suggest a Move"));
    app.hands().click(place);
    app.wait_for("a reason", |seen| seen.role == "label" && REASONS.iter().any(|reason| seen.name.starts_with(reason)));
    // Whoever agrees presses again without looking for the button.
    app.button("Follow Suggestion");
    app.hands().click(place);
    app.button("Suggest a Move");
    let undo = app.look().into_iter().find(|seen| is_button(seen, "Undo Step")).filter(Seen::is_usable);
    undo.iter().for_each(|undo| app.click(undo));
}

fn not_closed_by_mistake() {
    let desktop = Desktop::new("closing");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.click(&app.button("Close"));
    app.click(&app.button("Stay"));
    app.wait_until("no question", SOON, |all| (!all.iter().any(|seen| is_button(seen, "Stay"))).then_some(()));
    app.click(&app.button("Suggest"));
    app.button("Seal, all cards laid");
}

/// Lays a card by two clicks, and one by a double click on the next free berth, and takes all back.
fn lay_by_pointer(app: &App<'_>) {
    app.click(&app.button("5 barrels, in hand"));
    app.click(&app.button("Place Arriba, empty"));
    app.button("Place Arriba, bribe 5");
    app.hands().double_click(app.extents(&app.button("4 barrels, in hand")));
    app.button("Place Bravo, bribe 4");
    app.click(&app.button("Clear"));
    app.button("Place Arriba, empty");
}

/// Sails somewhere if there is a place to sail to, takes the step back and sails again.
fn sail_by_pointer(app: &App<'_>, all: &[Seen]) -> bool {
    let Some(space) = all.iter().find(|seen| seen.name.contains("reachable in 1 step")) else {
        return false;
    };
    let number = space.name.split(',').next().unwrap_or_default().to_owned();
    let is_there = |seen: &Seen| seen.name.starts_with(&format!("{number},")) && !seen.name.contains("reachable");
    app.click(space);
    app.wait_for("the ship at her new place", is_there);
    app.click(&app.button("Undo Step"));
    app.click(&app.wait_for("the space again", |seen| seen.name == space.name));
    app.wait_for("the ship at her new place again", is_there);
    true
}

fn with_the_keyboard_alone() {
    let desktop = Desktop::new("keyboard");
    let app = desktop.start(&[]);
    app.take_up_keyboard();
    let press = |key: &str| app.hands().press(key);
    focus_by_tab(&app, "Practice");
    press("Return");
    app.button("Set Sail");
    app.hands().take_up_keyboard("Practice");
    focus_by_tab(&app, "Set Sail");
    press("Return");
    app.wait_until("no sheet", SOON, |all| (!all.iter().any(|seen| is_button(seen, "Set Sail"))).then_some(()));
    app.take_up_keyboard();
    app.button("Suggest");

    let deadline = Instant::now() + GAME;
    let (mut rounds, mut sailed) = (0, false);
    loop {
        assert!(Instant::now() < deadline, "a game takes at most {GAME:?}");
        let all = app.look();
        match asked(&all) {
            Asked::Bribes => {
                // One Space too many, while skipping, picks a card up.
                app.wait_for("the focus in the hand", |seen| {
                    seen.is(State::Focused) && (seen.name.ends_with("in hand") || seen.name.ends_with("picked up"))
                });
                rounds += 1;
                if rounds == 1 {
                    // A ship by her letter, a card by its number, and back again.
                    press("e");
                    press("3");
                    app.button("Place Evita, bribe 3");
                    press("Delete");
                    app.button("Place Evita, empty");
                }
                for card in ["5", "4", "3", "2", "1", "0", "t"] {
                    press(card);
                }
                app.button("Seal, all cards laid");
                press("ctrl+Return");
                app.wait_until("sealed bribes", SOON, |all| (asked(all) != Asked::Bribes).then_some(()));
            }
            Asked::Tie => {
                press("k");
                wait_for_change(&app, &all);
            }
            Asked::Command => {
                sailed = sailed || sail_by_keyboard(&app, &all);
                let all = app.look();
                press("ctrl+Return");
                wait_for_change(&app, &all);
            }
            Asked::Nothing => press("space"),
            Asked::Results => break,
        }
    }
    assert!(sailed, "a ship has sailed in {rounds} rounds");
    focus_by_tab(&app, "Back to the Harbour");
    press("Return");
    app.button("Practice");
}

/// Presses Tab until something has the focus.
pub(crate) fn focus_by_tab(app: &App<'_>, name: &str) {
    const STOPS: usize = 40;
    for _ in 0..STOPS {
        let focused =
            app.wait_until("any window", SOON, |all| Some(all.iter().find(|seen| seen.is(State::Focused)).cloned()));
        if focused.as_ref().is_some_and(|seen| seen.name == name) {
            return;
        }
        app.hands().press("Tab");
        app.wait_until("another focus", SOON, |all| {
            let now = all.iter().find(|seen| seen.is(State::Focused))?;
            (focused.as_ref().map(|seen| &seen.address) != Some(&now.address)).then_some(())
        });
    }
    app.fail(&format!("Tab does not lead to {name:?}"));
}

/// Goes to a lit space with Tab and sails there with Return.
fn sail_by_keyboard(app: &App<'_>, all: &[Seen]) -> bool {
    if !all.iter().any(|seen| seen.name.contains("reachable in")) {
        return false;
    }
    // The phase puts the focus on the ship; from there Tab visits what is lit.
    app.wait_for("the focus on the ship", |seen| seen.is(State::Focused) && seen.name.starts_with("Space "));
    app.hands().press("Tab");
    let lit =
        app.wait_for("the focus on a lit space", |seen| seen.is(State::Focused) && seen.name.contains("reachable in"));
    app.hands().press("Return");
    let number = lit.name.split(',').next().unwrap_or_default().to_owned();
    app.wait_for("the ship at her new place", |seen| {
        seen.name.starts_with(&format!("{number},")) && !seen.name.contains("reachable")
    });
    true
}
