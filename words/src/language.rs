//! The languages, and how each finds its words.

use doubloons_engine::tongue::{English, Tongue, grouped};

use crate::po::key;

mod catalogues {
    include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));
}

/// A language that Doubloons speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English, the language of the sources.
    English,
    /// German.
    German,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Dutch.
    Dutch,
}

impl Language {
    /// All of them; a language is at the place of its number.
    pub const ALL: [Language; 5] =
        [Language::English, Language::German, Language::Spanish, Language::French, Language::Dutch];

    /// The code of ISO 639, as preferences and locales spell it.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::Dutch => "nl",
        }
    }

    /// What those who speak it call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::Spanish => "Español",
            Language::French => "Français",
            Language::Dutch => "Nederlands",
        }
    }

    /// The language with this code.
    pub fn with_code(code: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The language of a locale such as `de_AT.UTF-8`; that of programmers, `C`, is English.
    pub fn of_locale(locale: &str) -> Option<Language> {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match code {
            "C" | "POSIX" => Some(Language::English),
            code => Language::with_code(&code.to_ascii_lowercase()),
        }
    }

    /// The language that the system is set to, by the usual variables; English if it is none of ours.
    pub fn of_system() -> Language {
        Language::of_variables(|name| std::env::var(name).ok())
    }

    fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Language {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let preferred = set("LANGUAGE").and_then(|list| list.split(':').find_map(Language::of_locale));
        let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        preferred.or_else(|| Language::of_locale(&locale()?)).unwrap_or(Language::English)
    }

    /// Whether none is counted in the form for one, so that this form can't speak of one by itself.
    pub const fn none_is_singular(self) -> bool {
        matches!(self, Language::French)
    }

    /// What a catalogue of this language says in its header on plurals.
    pub const fn plural_forms(self) -> &'static str {
        if self.none_is_singular() { "nplurals=2; plural=(n > 1);" } else { "nplurals=2; plural=(n != 1);" }
    }

    /// Which form of a plural is used for so many.
    fn form(self, count: u64) -> usize {
        let is_plural = if self.none_is_singular() { count > 1 } else { count != 1 };
        usize::from(is_plural)
    }

    fn catalogue(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Language::English => &[],
            Language::German => catalogues::DE,
            Language::Spanish => catalogues::ES,
            Language::French => catalogues::FR,
            Language::Dutch => catalogues::NL,
        }
    }

    fn find(self, key: &str) -> Option<&'static [&'static str]> {
        let catalogue = self.catalogue();
        let at = catalogue.binary_search_by(|(known, _)| (*known).cmp(key)).ok()?;
        Some(catalogue[at].1)
    }
}

impl Tongue for Language {
    fn text<'a>(&self, context: &str, english: &'a str) -> &'a str {
        let found = if context.is_empty() { self.find(english) } else { self.find(&key(context, english)) };
        found.and_then(|translations| translations.first()).copied().unwrap_or(english)
    }

    fn counted<'a>(&self, one: &'a str, several: &'a str, count: u64) -> &'a str {
        let form = self.find(one).and_then(|translations| translations.get(self.form(count)));
        form.copied().unwrap_or_else(|| English.counted(one, several, count))
    }

    fn number(&self, number: u64) -> String {
        match self {
            Language::English => English.number(number),
            Language::German | Language::Dutch => grouped(number, ".", 1_000),
            // A narrow space that does not break; in Spanish, four digits stay together.
            Language::French => grouped(number, "\u{202f}", 1_000),
            Language::Spanish => grouped(number, "\u{202f}", 10_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Language {
        Language::of_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn a_language_is_at_the_place_of_its_number() {
        for (index, language) in Language::ALL.into_iter().enumerate() {
            assert_eq!(language as usize, index);
            assert_eq!(Language::with_code(language.code()), Some(language));
        }
    }

    #[test]
    fn the_usual_variables_are_asked_in_the_usual_order() {
        assert_eq!(with(&[]), Language::English);
        assert_eq!(with(&[("LANG", "de_AT.UTF-8")]), Language::German);
        assert_eq!(with(&[("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "nl_BE")]), Language::Dutch);
        assert_eq!(with(&[("LC_MESSAGES", "nl_BE"), ("LC_ALL", "fr_CA.UTF-8")]), Language::French);
        assert_eq!(with(&[("LANGUAGE", "pt:es:en"), ("LC_ALL", "fr_FR.UTF-8")]), Language::Spanish);
        assert_eq!(with(&[("LANGUAGE", ""), ("LC_ALL", ""), ("LANG", "es_MX")]), Language::Spanish);
        assert_eq!(with(&[("LC_ALL", "C.UTF-8"), ("LANG", "de_DE.UTF-8")]), Language::English);
        assert_eq!(with(&[("LANG", "ja_JP.UTF-8")]), Language::English);
    }

    #[test]
    fn numbers_are_written_as_in_each_language() {
        let written = |number| Language::ALL.map(|language| language.number(number));
        assert_eq!(written(5_000), ["5,000", "5.000", "5000", "5\u{202f}000", "5.000"]);
        assert_eq!(written(25_000), ["25,000", "25.000", "25\u{202f}000", "25\u{202f}000", "25.000"]);
    }

    #[test]
    fn none_is_plural_but_not_in_french() {
        assert_eq!(Language::ALL.map(|language| language.form(0)), [1, 1, 1, 0, 1]);
        assert_eq!(Language::ALL.map(|language| language.form(1)), [0; 5]);
        assert_eq!(Language::ALL.map(|language| language.form(2)), [1; 5]);
    }

    #[test]
    fn no_language_says_one_for_none() {
        for language in Language::ALL {
            assert!(!language.counted("1 step", "{count} steps", 0).contains('1'), "{language:?}");
        }
    }

    #[test]
    fn what_is_not_in_a_catalogue_stays_english() {
        assert_eq!(Language::German.text("", "no such sentence {x}"), "no such sentence {x}");
        assert_eq!(Language::German.counted("1 nought", "{count} noughts", 2), "{count} noughts");
    }
}
