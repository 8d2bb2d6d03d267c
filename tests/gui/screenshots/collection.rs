//! Which pictures are taken: scenes, languages, looks and sizes.

use clap::Args;
use doubloons_gui_tests::desktop::{Look, Size};
use doubloons_words::Language;

/// The smallest window that is designed for, and a large one.
const SIZES: [Size; 2] = [Size { width: 1024, height: 640 }, Size { width: 1920, height: 1080 }];

/// A look with the name that files have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// As in `--style`.
    pub(crate) name: &'static str,
    /// What the desktop asks for.
    pub(crate) look: Look,
}

const LIGHT: Style = Style { name: "light", look: Look { dark: false, contrast: false, larger: 0 } };
const DARK: Style = Style { name: "dark", look: Look { dark: true, ..LIGHT.look } };
const CONTRAST: Style = Style { name: "contrast", look: Look { contrast: true, ..LIGHT.look } };
const LARGE: Style = Style { name: "large", look: Look { larger: 25, ..LIGHT.look } };
const HUGE: Style = Style { name: "huge", look: Look { larger: 50, ..LIGHT.look } };
const STYLES: [Style; 5] = [LIGHT, DARK, CONTRAST, LARGE, HUGE];

/// How much of the collection is taken in a language and a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    Everything,
    /// The main pages.
    Main,
}

/// The main pages, by how the names of their scenes begin.
const MAIN: [&str; 10] = [
    "harbour-tables",
    "preferences",
    "host",
    "table-ready",
    "bribing-laid",
    "commanding",
    "chat",
    "results",
    "replay",
    "tutorial",
];

/// The whole collection. All words are looked at in German, which has the longest; of the other languages and of high
/// contrast, what tells them apart.
const COLLECTION: [(Language, Style, Extent); 9] = [
    (Language::English, LIGHT, Extent::Everything),
    (Language::English, DARK, Extent::Everything),
    (Language::English, CONTRAST, Extent::Everything),
    (Language::German, LIGHT, Extent::Everything),
    (Language::German, DARK, Extent::Everything),
    (Language::Spanish, LIGHT, Extent::Main),
    (Language::Spanish, DARK, Extent::Main),
    (Language::French, LIGHT, Extent::Main),
    (Language::Dutch, LIGHT, Extent::Main),
];

/// What somebody chooses; several of each may be named.
#[derive(Args, Debug)]
pub(crate) struct Choice {
    /// Only scenes whose names begin like this
    #[arg(long = "scene", value_name = "BEGINNING")]
    scenes: Vec<String>,
    /// Every scene in this language: en, de, es, fr, nl
    #[arg(long = "language", value_name = "CODE", value_parser = language)]
    languages: Vec<Language>,
    /// Every scene in this style: light, dark, contrast, large (writing at 125 %), huge (150 %)
    #[arg(long = "style", value_name = "STYLE", value_parser = style)]
    styles: Vec<Style>,
    /// Windows of this size
    #[arg(long = "size", value_name = "WIDTHxHEIGHT", value_parser = size)]
    sizes: Vec<Size>,
}

/// The pictures of one language and one look.
#[derive(Debug)]
pub(crate) struct Shooting {
    pub(crate) language: Language,
    pub(crate) style: Style,
    pub(crate) sizes: Vec<Size>,
    extent: Extent,
    scenes: Vec<String>,
}

impl Choice {
    /// What has to be taken, one language and look after the other.
    pub(crate) fn shootings(&self) -> Vec<Shooting> {
        let sizes = if self.sizes.is_empty() { SIZES.to_vec() } else { self.sizes.clone() };
        let variants = if self.languages.is_empty() && self.styles.is_empty() {
            COLLECTION.to_vec()
        } else {
            let languages = if self.languages.is_empty() { &[Language::English][..] } else { &self.languages };
            let styles = if self.styles.is_empty() { &[LIGHT][..] } else { &self.styles };
            let all = |&language: &Language| styles.iter().map(move |&style| (language, style, Extent::Everything));
            languages.iter().flat_map(all).collect()
        };
        let shooting = |(language, style, extent)| Shooting {
            language,
            style,
            extent,
            sizes: sizes.clone(),
            scenes: self.scenes.clone(),
        };
        variants.into_iter().map(shooting).collect()
    }
}

impl Shooting {
    /// Whether a scene is taken.
    pub(crate) fn wants(&self, scene: &str) -> bool {
        let is_main = || MAIN.iter().any(|main| scene.starts_with(main));
        let is_chosen =
            || self.scenes.is_empty() || self.scenes.iter().any(|chosen| scene.starts_with(chosen.as_str()));
        (self.extent == Extent::Everything || is_main()) && is_chosen()
    }
}

fn language(code: &str) -> Result<Language, String> {
    Language::with_code(code).ok_or_else(|| "Doubloons does not speak it".to_owned())
}

fn style(name: &str) -> Result<Style, String> {
    STYLES.into_iter().find(|style| style.name == name).ok_or_else(|| "light, dark, contrast, large or huge".to_owned())
}

fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').ok_or("a size is WIDTHxHEIGHT")?;
    let pixels = |text: &str| text.parse().map_err(|_| format!("{text} is no number of pixels"));
    Ok(Size { width: pixels(width)?, height: pixels(height)? })
}
