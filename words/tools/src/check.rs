//! What is wrong with a catalogue.

use std::collections::BTreeSet;

use doubloons_words::Language;
use doubloons_words::po::{Catalogue, Message};

/// A line for everything that is wrong with the catalogue of a language.
pub fn faults(language: Language, catalogue: &Catalogue, wanted: &[Message]) -> Vec<String> {
    let mut lines = Vec::new();
    if catalogue.field("Plural-Forms") != Some(language.plural_forms()) {
        lines.push(format!("its header does not say Plural-Forms: {}", language.plural_forms()));
    }
    if catalogue.field("Language") != Some(language.code()) {
        lines.push(format!("its header does not say Language: {}", language.code()));
    }
    if catalogue.obsolete > 0 {
        lines.push(format!("{} messages are obsolete", catalogue.obsolete));
    }
    for message in wanted {
        match catalogue.messages.iter().find(|known| known.key() == message.key()) {
            None => lines.push(format!("not there: {:?}", message.text)),
            Some(known) => lines.extend(message_faults(language, message, known)),
        }
    }
    let unwanted = catalogue.messages.iter().filter(|known| !wanted.iter().any(|message| message.key() == known.key()));
    lines.extend(unwanted.map(|known| format!("nobody says any more: {:?}", known.text)));
    lines
}

fn message_faults(language: Language, wanted: &Message, known: &Message) -> Vec<String> {
    let mut lines = Vec::new();
    let mut fault = |what: &str| lines.push(format!("{what}: {:?}", wanted.text));
    if known.is_fuzzy() {
        fault("fuzzy");
    }
    if known.plural != wanted.plural {
        fault("another plural");
    }
    let forms = if wanted.plural.is_some() { 2 } else { 1 };
    if known.translations.len() != forms {
        fault("another number of forms");
    }
    if known.translations.iter().any(String::is_empty) {
        fault("not translated");
        return lines;
    }
    for (index, translation) in known.translations.iter().enumerate() {
        let several = wanted.plural.as_ref().unwrap_or(&wanted.text);
        let english = if index == 0 { &wanted.text } else { several };
        let (mut here, mut there) = (places(english), places(translation));
        if index == 0 && places(several).contains("count") {
            // The form for one may say "1" or the number; where it is also the form for none, only the number is true.
            if language.none_is_singular() && !there.contains("count") {
                fault(&format!("{translation:?} is also said of none, so it needs {{count}}"));
            }
            here.remove("count");
            there.remove("count");
        }
        if here != there {
            fault(&format!("the places of {translation:?} are not those of"));
        }
        let edges = |text: &str| (text.starts_with(' '), text.ends_with(' '), text.ends_with('\n'));
        if edges(english) != edges(translation) {
            fault(&format!("other spaces around {translation:?} than around"));
        }
    }
    lines
}

/// The names of the places in a text.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use doubloons_words::po::parse;

    use super::*;

    const HEADER: &str =
        "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n";

    fn check(catalogue: &str) -> Vec<String> {
        check_in(Language::German, &format!("{HEADER}{catalogue}"))
    }

    fn check_in(language: Language, catalogue: &str) -> Vec<String> {
        let wanted = [
            Message { text: "{name} won".to_owned(), ..Message::default() },
            Message { text: "1 step".to_owned(), plural: Some("{count} steps".to_owned()), ..Message::default() },
        ];
        faults(language, &parse(catalogue).expect("a catalogue"), &wanted)
    }

    const GOOD: &str = "msgid \"{name} won\"\nmsgstr \"{name} gewinnt\"\n\n";
    const STEPS: &str =
        "msgid \"1 step\"\nmsgid_plural \"{count} steps\"\nmsgstr[0] \"1 Schritt\"\nmsgstr[1] \"{count} Schritte\"\n";

    #[test]
    fn a_complete_catalogue_is_fine() {
        assert_eq!(check(&format!("{GOOD}{STEPS}")), [""; 0]);
    }

    #[test]
    fn everything_that_can_be_wrong_is_told() {
        let told = |catalogue: &str, what: &str| {
            let lines = check(catalogue);
            assert!(lines.iter().any(|line| line.contains(what)), "{what} is not in {lines:?}");
        };
        told(STEPS, "not there");
        told(&format!("{}{STEPS}", GOOD.replace("{name} gewinnt", "")), "not translated");
        told(&format!("{}{STEPS}", GOOD.replace("{name} gewinnt", "{nmae} gewinnt")), "the places of");
        told(&format!("#, fuzzy\n{GOOD}{STEPS}"), "fuzzy");
        told(&format!("{GOOD}{STEPS}\nmsgid \"x\"\nmsgstr \"y\"\n"), "nobody says any more");
        told(&format!("{GOOD}{STEPS}\n#~ msgid \"x\"\n#~ msgstr \"y\"\n"), "obsolete");
        told(&format!("{GOOD}{}", STEPS.replace("msgstr[1] \"{count} Schritte\"\n", "")), "number of forms");
        told(&format!("{GOOD}{}", STEPS.replace("{count} steps", "{count} paces")), "another plural");
        told(&format!("{GOOD}{}", STEPS.replace("{count} Schritte", "viele Schritte")), "the places of");
        told(&format!("{}{STEPS}", GOOD.replace("gewinnt\"", "gewinnt \"")), "other spaces");
    }

    #[test]
    fn the_form_for_one_may_say_the_number() {
        assert_eq!(check(&format!("{GOOD}{}", STEPS.replace("1 Schritt", "{count} Schritt"))), [""; 0]);
    }

    #[test]
    fn in_french_the_form_for_one_has_to_say_the_number() {
        let header = HEADER.replace(": de", ": fr").replace("n != 1", "n > 1");
        let french = |steps: &str| check_in(Language::French, &format!("{header}{GOOD}{steps}"));
        assert_eq!(french(&STEPS.replace("1 Schritt", "{count} pas")), [""; 0]);
        let lines = french(STEPS);
        assert!(lines.iter().any(|line| line.contains("also said of none")), "{lines:?}");
    }
}
