//! The language of the program, and of the toolkit's own words.

use doubloons_words::Language;

/// The program begins to speak: in the language that was chosen, or in that of the system.
///
/// GTK takes its own words, such as those of its file chooser, from the system's catalogues when it starts. It is asked
/// for the same language; where the system lacks it, they stay in another one.
pub(crate) fn begin(chosen: Option<Language>) {
    doubloons_words::choose(chosen);
    if let Some(language) = chosen {
        ask_toolkit_for(language);
    }
}

#[expect(unsafe_code, reason = "the environment may be changed while there is only one thread, as at the start")]
fn ask_toolkit_for(language: Language) {
    // SAFETY: `main` calls this before anything has started a thread.
    unsafe { std::env::set_var("LANGUAGE", language.code()) }
}
