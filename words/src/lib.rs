//! What Doubloons says, in the language of whoever reads it.
//!
//! The catalogues of `po/` are inside the program, so every copy of it speaks every language, whatever the system has
//! installed, and the language can change while it runs. docs/TRANSLATING.md says how sentences get into them.
//!
//! * [`tr`] and [`tr_in`]: a fixed text. [`say!`] and [`say_count!`]: a sentence with places.
//! * [`told`]: an error or a notice of the engine or of a table, which are [`Worded`].
//! * [`choose`]: the language from now on.

mod language;
pub mod po;

use std::sync::atomic::{AtomicU8, Ordering};

use doubloons_engine::tongue::Tongue;
pub use doubloons_engine::tongue::{Worded, capitalised, list, mark};
pub use doubloons_words_macros::{say, say_count};
pub use language::Language;

/// English, until somebody chooses: so tests and libraries read what is written in the sources.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The language that the program speaks now.
pub fn current() -> Language {
    Language::ALL[usize::from(CURRENT.load(Ordering::Relaxed))]
}

/// The language from now on: this one, or that of the system.
pub fn choose(language: Option<Language>) {
    let language = language.unwrap_or_else(Language::of_system);
    CURRENT.store(language as u8, Ordering::Relaxed);
}

/// A fixed text in the language that the program speaks now.
pub fn tr(english: &'static str) -> &'static str {
    current().text("", english)
}

/// A fixed text that is the same in English only, with what tells it apart.
pub fn tr_in(context: &str, english: &'static str) -> &'static str {
    current().text(context, english)
}

/// An error, a notice or a finding in the language that the program speaks now.
pub fn told(what: &(impl Worded + ?Sized)) -> String {
    what.worded(&current())
}

/// A number as it is written in the language that the program speaks now.
pub fn number(number: impl Into<u64>) -> String {
    current().number(number.into())
}
