//! The window that lists the keys.

use doubloons_gui_tests::desktop::Desktop;
use libtest_mimic::Trial;

use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![test("keys::control_and_question_mark_list_them", control_and_question_mark_list_them)]
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
