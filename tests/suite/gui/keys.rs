//! The window that lists the keys, and where Tab stops.

use doubloons_gui_tests::accessible::{Seen, State};
use doubloons_gui_tests::app::SOON;
use doubloons_gui_tests::desktop::Desktop;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("keys::control_and_question_mark_list_them", control_and_question_mark_list_them),
        test("keys::tab_passes_by_a_log_that_is_seen_whole", tab_passes_by_a_log_that_is_seen_whole),
    ]
}

fn control_and_question_mark_list_them() {
    let desktop = Desktop::new("keys");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    app.hands().press("ctrl+question");
    for what in ["Seal the bribes", "Show the tie-breaker", "Skip what is being shown"] {
        app.wait_for(what, |seen| seen.name == what);
    }
}

fn tab_passes_by_a_log_that_is_seen_whole() {
    let desktop = Desktop::new("tab");
    let app = desktop.start(&["--practice", "--seed", "7"]);
    app.button("Suggest");
    app.take_up_keyboard();
    let focused = |all: &[Seen]| all.iter().find(|seen| seen.is(State::Focused)).map(|seen| seen.name.clone());
    let mut at = app.wait_until("the focus", SOON, focused);
    while at != "Back to the harbour" {
        app.hands().press("Tab");
        at = app.wait_until("the next stop", SOON, |all| focused(all).filter(|name| *name != at));
        assert_ne!(at, "Log", "there is nothing to scroll");
    }
}
