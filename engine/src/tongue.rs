//! How the engine speaks: English sentences with named places, which somebody else may know in another language.
//!
//! The engine has no catalogues. Whoever shows its words to people hands in a [`Tongue`]; [`English`] needs none. Every
//! text is a whole sentence or a whole phrase, with places such as `{name}` where something is put in, so that other
//! languages can put it elsewhere.

use std::fmt::Display;

pub use doubloons_words_macros::{Worded, phrase, phrase_count};

/// A language to speak in. The English text is the key of its translation.
pub trait Tongue {
    /// This text, in this language. The context tells apart what is the same in English only; usually it is empty.
    fn text<'a>(&self, context: &str, english: &'a str) -> &'a str;

    /// The form that this language uses for so many.
    fn counted<'a>(&self, one: &'a str, several: &'a str, count: u64) -> &'a str;

    /// A number as it is written in this language.
    fn number(&self, number: u64) -> String;
}

/// English, as it is written in the sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct English;

impl Tongue for English {
    fn text<'a>(&self, _context: &str, english: &'a str) -> &'a str {
        english
    }

    fn counted<'a>(&self, one: &'a str, several: &'a str, count: u64) -> &'a str {
        if count == 1 { one } else { several }
    }

    fn number(&self, number: u64) -> String {
        grouped(number, ",", 1_000)
    }
}

/// Something that can be said in any language: an error, a notice, a finding.
pub trait Worded {
    /// The sentence, in this language.
    fn worded(&self, tongue: &dyn Tongue) -> String;
}

impl<T: Worded + ?Sized> Worded for &T {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        (**self).worded(tongue)
    }
}

impl<T: Worded + ?Sized> Worded for Box<T> {
    fn worded(&self, tongue: &dyn Tongue) -> String {
        (**self).worded(tongue)
    }
}

/// Marks a text for translation where it is written down; whoever shows it looks it up.
pub const fn mark(english: &'static str) -> &'static str {
    english
}

/// A number with its digits in groups of three, from this number on.
pub fn grouped(number: u64, separator: &str, from: u64) -> String {
    if number < from.max(1_000) {
        return number.to_string();
    }
    let mut groups = Vec::new();
    let mut rest = number;
    while rest >= 1_000 {
        groups.push(format!("{:03}", rest % 1_000));
        rest /= 1_000;
    }
    groups.push(rest.to_string());
    groups.reverse();
    groups.join(separator)
}

/// The text with its places filled in. `{{` and `}}` stand for braces. A place that nothing is known about stays as it
/// is; the check of the catalogues sees to it that there is none.
pub fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16 * values.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        if from.starts_with("{{") || from.starts_with("}}") {
            filled.push_str(&from[..1]);
            rest = &from[2..];
            continue;
        }
        let place = from.find('}').filter(|_| from.starts_with('{'));
        let value = place.and_then(|end| values.iter().find(|(name, _)| *name == &from[1..end]));
        match (place, value) {
            (Some(end), Some((_, value))) => {
                filled.push_str(value);
                rest = &from[end + 1..];
            }
            _ => {
                filled.push_str(&from[..1]);
                rest = &from[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// "a", "a and b", "a, b and c".
pub fn list(tongue: &dyn Tongue, items: &[String]) -> String {
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => phrase!(tongue, "{others} and {last}", others = others.join(", ")),
        None => phrase!(tongue, "nobody"),
    }
}

/// The sentence with a capital at its beginning.
pub fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What the macros put into a place: what is [`Worded`] in the language of the sentence, everything else as it is
/// displayed. Called on `&&Value`, the compiler looks for [`InTongue`] first and for [`AsDisplayed`] after it.
#[doc(hidden)]
pub struct Value<'a, T: ?Sized>(pub &'a T);

#[doc(hidden)]
pub trait InTongue {
    fn put(&self, tongue: &dyn Tongue) -> String;
}

impl<T: Worded + ?Sized> InTongue for &Value<'_, T> {
    fn put(&self, tongue: &dyn Tongue) -> String {
        self.0.worded(tongue)
    }
}

#[doc(hidden)]
pub trait AsDisplayed {
    fn put(&self, tongue: &dyn Tongue) -> String;
}

impl<T: Display + ?Sized> AsDisplayed for Value<'_, T> {
    fn put(&self, _tongue: &dyn Tongue) -> String {
        self.0.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Backwards;

    impl Tongue for Backwards {
        fn text<'a>(&self, _context: &str, english: &'a str) -> &'a str {
            if english == "{name} has {things}" { "{things} has {name}" } else { english }
        }

        fn counted<'a>(&self, one: &'a str, several: &'a str, count: u64) -> &'a str {
            English.counted(one, several, count)
        }

        fn number(&self, number: u64) -> String {
            grouped(number, ".", 1_000)
        }
    }

    #[test]
    fn places_are_filled_in_any_order() {
        let things = 3;
        assert_eq!(phrase!(&English, "{name} has {things}", name = "Anne"), "Anne has 3");
        assert_eq!(phrase!(&Backwards, "{name} has {things}", name = "Anne"), "3 has Anne");
        assert_eq!(fill("{{{a}}} {b}", &[("a", "x".to_owned())]), "{x} {b}");
    }

    #[test]
    fn what_is_put_in_is_not_read_again() {
        assert_eq!(phrase!(&English, "{a} {b}", a = "{b}", b = "x"), "{b} x");
    }

    #[test]
    fn one_and_several() {
        let steps = |count: u64| phrase_count!(&English, count, "1 step", "{count} steps");
        assert_eq!([steps(0), steps(1), steps(2)], ["0 steps", "1 step", "2 steps"]);
    }

    #[test]
    fn numbers_have_groups() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(|n| English.number(n)), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1_234, 12_345].map(|n| grouped(n, " ", 10_000)), ["1234", "12 345"]);
    }

    #[test]
    fn lists_read_like_sentences() {
        let names = ["Anne", "Jack", "Mary"].map(str::to_owned);
        assert_eq!(list(&English, &names[..1]), "Anne");
        assert_eq!(list(&English, &names), "Anne, Jack and Mary");
    }
}
