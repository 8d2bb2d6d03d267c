//! The tutorial from the offer to its end, and the rules.

use std::time::{Duration, Instant};

use doubloons_gui_tests::accessible::{Extents, Seen, State};
use doubloons_gui_tests::app::{App, SOON, is_button};
use doubloons_gui_tests::desktop::Desktop;
use libtest_mimic::Trial;

use crate::names::everything_is_named;
use crate::practice::focus_by_tab;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("learning::the_tutorial_with_the_keys_that_it_names", the_tutorial_with_the_keys_that_it_names),
        test("learning::the_tutorial_with_the_pointer", the_tutorial_with_the_pointer),
        test("learning::a_wrong_try_is_told_and_the_tutorial_can_be_skipped", a_wrong_try_is_told),
        test("learning::the_rules_are_a_key_away", the_rules_are_a_key_away),
    ]
}

/// How long the whole tutorial may take somebody who reads nothing.
const LESSON: Duration = Duration::from_secs(150);

/// What the coach says now: the number of the step, of how many, and the words.
fn coach(all: &[Seen]) -> Option<(usize, usize, String)> {
    let card = all.iter().find(|seen| seen.name.starts_with("Step ") && seen.name.contains(". "))?;
    let (progress, words) = card.name.split_once(". ")?;
    let (step, of) = progress.strip_prefix("Step ")?.split_once(" of ")?;
    Some((step.parse().ok()?, of.parse().ok()?, words.to_owned()))
}

fn shows(all: &[Seen], name: &str) -> bool {
    all.iter().any(|seen| seen.is_usable() && is_button(seen, name))
}

/// Waits for the page with the first step. It slides in, and takes no click before it is there.
fn wait_for_lesson(app: &App<'_>) {
    wait_for_step(app, |step| step == 1);
    app.come_to_rest();
}

fn wait_for_step(app: &App<'_>, likes: impl Fn(usize) -> bool) -> (usize, usize, String) {
    app.wait_until("the next step", LESSON, |all| coach(all).filter(|&(step, ..)| likes(step)))
}

/// Clicks a card where the next one in the hand does not lie over it.
fn click_card(app: &App<'_>, name: &str) {
    const FREE: i32 = 20;
    let card = app.extents(&app.button(name));
    app.hands().click(Extents { width: FREE, ..card });
}

/// The keys that the coach names, as the keyboard knows them; none if there is nothing to press.
fn named_keys(words: &str) -> Vec<String> {
    let Some((_, keys)) = words.rsplit_once("Keys: ") else { return Vec::new() };
    let keys = keys.trim_end_matches('.');
    if keys.starts_with("Space") {
        return Vec::new();
    }
    if keys == "Ctrl and Return" {
        return vec!["ctrl+Return".to_owned()];
    }
    keys.replace(", then ", ", ")
        .split(", ")
        .flat_map(|key| match key.parse::<u8>() {
            Ok(_) => key.chars().map(String::from).collect(),
            Err(_) if key.len() == 1 => vec![key.to_lowercase()],
            Err(_) => vec![key.to_owned()],
        })
        .collect()
}

fn the_tutorial_with_the_keys_that_it_names() {
    let desktop = Desktop::new("tutorial-keys");
    let app = desktop.start(&[]);
    app.take_up_keyboard();
    app.button("Start the Tutorial");
    focus_by_tab(&app, "Start the Tutorial");
    app.hands().press("Return");

    let deadline = Instant::now() + LESSON;
    let (mut step, of, mut words) = wait_for_step(&app, |step| step == 1);
    assert!(of >= 20, "one thing at a time");
    while step < of {
        assert!(Instant::now() < deadline, "the tutorial takes at most {LESSON:?}");
        let keys = named_keys(&words);
        let read = shows(&app.look(), "Next");
        if read {
            app.wait_for("the focus on Next", |seen| seen.is(State::Focused) && seen.name == "Next");
            app.hands().press("Return");
        } else if !keys.is_empty() {
            if keys.last().is_some_and(|key| key == "Return") {
                app.wait_for("golden spaces", |seen| seen.name.contains("reachable in"));
            }
            if words.starts_with("A tie") {
                app.button("Show It…");
            }
            keys.iter().for_each(|key| app.hands().press(key));
        }
        let before = step;
        (step, _, words) = app.wait_until("the next step, or the way to it", LESSON, |all| {
            // What is only watched stays until it was read.
            let watched = !read && keys.is_empty() && shows(all, "Next");
            coach(all).filter(|&(step, ..)| step > before || watched)
        });
    }
    everything_is_named(&app, "the end of the tutorial");
    app.button("Play On");
    app.wait_for("the focus on the way out", |seen| seen.is(State::Focused) && seen.name == "To the Harbour");
    app.hands().press("Return");
    app.button("Practice");
    assert!(!shows(&app.look(), "Start the Tutorial"), "who has learned it needs no offer");
}

fn the_tutorial_with_the_pointer() {
    let desktop = Desktop::new("tutorial-pointer");
    let app = desktop.start(&[]);
    let click = |name: &str| app.click(&app.button(name));
    let space = |number: usize| {
        let begins = format!("Space {number},");
        app.click(&app.wait_for(&begins, |seen| seen.name.starts_with(&begins) && seen.name.contains("reachable")));
    };
    click("Start the Tutorial");
    wait_for_lesson(&app);
    let mut places = Vec::new();
    for step in 1..=5 {
        wait_for_step(&app, |shown| shown == step);
        places.push(app.extents(&app.button("Next")));
        click("Next");
    }
    assert!(places.iter().all(|place| place.y == places[0].y), "the pointer may stay on Next: {places:?}");
    for (card, berth) in [
        ("3 barrels, in hand", "Place Arriba, empty"),
        ("Thief…", "Place Bravo, empty"),
        ("5 barrels, in hand", "Place Caribic, empty"),
        ("4 barrels, in hand", "Tie-breaker, empty"),
    ] {
        click_card(&app, card);
        click(berth);
    }
    click("Suggest");
    click("Seal, all cards laid");
    wait_for_step(&app, |step| step == 12);
    click("Next");
    space(42);
    click("Capture, 6,000…");
    // What was done in a step can be done again.
    wait_for_step(&app, |step| step == 15);
    click("Back");
    wait_for_step(&app, |step| step == 14);
    click("Capture, 6,000…");
    wait_for_step(&app, |step| step == 15);
    space(43);
    click("Deliver, 6,000…");
    click("End Move");
    wait_for_step(&app, |step| step == 18);
    click("Next");
    wait_for_step(&app, |step| step == 19);
    click("Next");
    click("Show It…");
    space(11);
    click("Steal, 5,000…");
    space(21);
    click("End, you get 5,000");
    let (_, of, _) = wait_for_step(&app, |step| step == 25);
    app.wait_until("the end of the round", SOON, |all| {
        if let Some(skip) = all.iter().find(|seen| seen.is_usable() && is_button(seen, "Skip")) {
            app.click_unless_gone(skip);
        }
        shows(all, "Next").then_some(())
    });
    click("Next");
    wait_for_step(&app, |step| step == of);
    app.wait_for("what it has brought", |seen| seen.name.starts_with("You, red skull, 13,000 of 41,000"));
    click("Play On");
    app.wait_until("a game without a coach", SOON, |all| coach(all).is_none().then_some(()));
    click("Suggest");
    click("Seal, all cards laid");
}

fn a_wrong_try_is_told() {
    let desktop = Desktop::new("tutorial-wrong");
    let app = desktop.start(&[]);
    let click = |name: &str| app.click(&app.button(name));
    let tutorial =
        |app: &App<'_>| app.wait_for("the way to the tutorial", |seen| seen.name.starts_with("Tutorial, A practice"));
    app.click(&tutorial(&app));
    wait_for_lesson(&app);
    everything_is_named(&app, "the tutorial");
    for step in 1..=5 {
        wait_for_step(&app, |shown| shown == step);
        click("Next");
    }
    wait_for_step(&app, |step| step == 6);
    click_card(&app, "2 barrels, in hand");
    app.wait_for("what is meant", |seen| seen.role == "label" && seen.name.starts_with("This time, lay the 3"));
    app.wait_for("the same step", |seen| seen.name.starts_with("Step 6 of "));
    click("Back");
    wait_for_step(&app, |step| step == 5);
    click("Next");
    wait_for_step(&app, |step| step == 6);
    click("Skip Tutorial");
    click("Leave");
    app.button("Practice");
    click("Start the Tutorial");
    wait_for_step(&app, |step| step == 1);
    app.take_up_keyboard();
    app.hands().press("Escape");
    click("Stay");
    wait_for_step(&app, |step| step == 1);
    app.take_up_keyboard();
    app.hands().press("Escape");
    click("Leave");
    app.button("Start the Tutorial");
}

fn the_rules_are_a_key_away() {
    let desktop = Desktop::new("rules");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.hands().press("F1");
    let page = |all: &[Seen]| all.iter().any(|seen| seen.name.starts_with("Six pirate ships cruise"));
    app.wait_until("the rules", SOON, |all| page(all).then_some(()));
    everything_is_named(&app, "the rules");
    let chapter = app.wait_for("a chapter", |seen| seen.role == "list item" && seen.name == "Ties");
    app.click(&chapter);
    app.wait_for("that chapter", |seen| seen.name == "Ties" && seen.is(State::Focused));
    app.hands().take_up_keyboard("Rules");
    app.hands().press("Escape");
    app.wait_until("no rules", SOON, |all| (!page(all)).then_some(()));
    app.click(&app.button("Menu"));
    // GTK 4.18 has no names for the items of its menus.
    app.wait_for("the menu", |seen| seen.role.contains("menu item") && ["Rules", ""].contains(&&*seen.name));
    // Whether there are sounds is seen there, and not only how to change it.
    app.wait_until("a tick", SOON, |all| can_be_ticked(all, "Sounds").then_some(()));
    app.take_up_keyboard();
    app.hands().press("Up");
    app.hands().press("Return");
    app.wait_until("the rules again", SOON, |all| page(all).then_some(()));
}

/// Whether an item of a menu has a tick, or a place for one. GTK 4.18 has no name for it: there, it is one more than the
/// speeds, which have such places as well.
fn can_be_ticked(all: &[Seen], name: &str) -> bool {
    const SPEEDS: usize = 4;
    let is_item = |seen: &Seen| seen.role.contains("menu item");
    let inside = |item: usize| all[item + 1..].iter().take_while(move |seen| seen.depth > all[item].depth);
    match all.iter().position(|seen| is_item(seen) && seen.name == name) {
        Some(item) => inside(item).any(|seen| seen.name == "GtkBuiltinIcon"),
        None => {
            let items = (0..all.len()).filter(|&index| is_item(&all[index]));
            let with_place = items.filter(|&item| inside(item).any(|seen| seen.depth > all[item].depth + 1));
            with_place.count() > SPEEDS
        }
    }
}
