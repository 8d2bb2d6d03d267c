//! Writes the template and the catalogues.

use std::fmt::Write as _;

use doubloons_words::Language;
use doubloons_words::po::{Catalogue, Message};

/// How long a line of a catalogue may be before its text is broken.
const WIDTH: usize = 100;

/// The template: every message, not translated.
pub fn template(messages: &[Message]) -> String {
    let mut file = header("doubloons", None);
    messages.iter().for_each(|message| write_message(&mut file, message));
    file
}

/// A catalogue with exactly these messages, in their order. What was translated stays; what nobody says any more goes.
pub fn merged(language: Language, messages: &[Message], old: &Catalogue) -> String {
    let mut file = header("doubloons", Some(language));
    for message in messages {
        let known = old.messages.iter().find(|known| known.key() == message.key());
        let same_kind = known.filter(|known| known.plural.is_some() == message.plural.is_some());
        let mut flags = message.flags.clone();
        if same_kind.is_some_and(|known| known.is_fuzzy() || known.plural != message.plural) {
            flags.insert(0, "fuzzy".to_owned());
        }
        let translated = Message {
            remarks: known.map(|known| known.remarks.clone()).unwrap_or_default(),
            translations: same_kind.map(|known| known.translations.clone()).unwrap_or_default(),
            flags,
            ..message.clone()
        };
        write_message(&mut file, &translated);
    }
    file
}

fn header(project: &str, language: Option<Language>) -> String {
    let mut file = String::new();
    let _ = writeln!(file, "# What Doubloons says. docs/TRANSLATING.md tells how this file is kept.");
    let _ = writeln!(file, "msgid \"\"\nmsgstr \"\"");
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(file, "\"{name}: {value}\\n\"");
    };
    field("Project-Id-Version", project);
    field("Language", language.map_or("", Language::code));
    field("MIME-Version", "1.0");
    field("Content-Type", "text/plain; charset=UTF-8");
    field("Content-Transfer-Encoding", "8bit");
    if let Some(language) = language {
        field("Plural-Forms", language.plural_forms());
    }
    file
}

fn write_message(file: &mut String, message: &Message) {
    file.push('\n');
    let mut comment = |mark: &str, text: &str| file.push_str(&format!("{mark} {text}\n"));
    message.remarks.iter().for_each(|remark| comment("#", remark));
    message.notes.iter().for_each(|note| comment("#.", note));
    // Lines change with every edit; the file is enough to find the place.
    let mut files: Vec<&str> = message.places.iter().filter_map(|place| place.split(':').next()).collect();
    files.dedup();
    files.iter().for_each(|name| comment("#:", name));
    if !message.flags.is_empty() {
        let _ = writeln!(file, "#, {}", message.flags.join(", "));
    }
    if let Some(context) = &message.context {
        write_text(file, "msgctxt", context);
    }
    write_text(file, "msgid", &message.text);
    let translation = |index: usize| message.translations.get(index).map_or("", String::as_str);
    match &message.plural {
        None => write_text(file, "msgstr", translation(0)),
        Some(plural) => {
            write_text(file, "msgid_plural", plural);
            write_text(file, "msgstr[0]", translation(0));
            write_text(file, "msgstr[1]", translation(1));
        }
    }
}

/// One text, in several lines if it is long.
fn write_text(file: &mut String, keyword: &str, text: &str) {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    if keyword.len() + escaped.chars().count() + 3 <= WIDTH {
        let _ = writeln!(file, "{keyword} \"{escaped}\"");
        return;
    }
    let _ = writeln!(file, "{keyword} \"\"");
    let mut line = String::new();
    for word in escaped.split_inclusive(' ') {
        if line.chars().count() + word.chars().count() + 2 > WIDTH {
            let _ = writeln!(file, "\"{line}\"");
            line.clear();
        }
        line.push_str(word);
    }
    let _ = writeln!(file, "\"{line}\"");
}

#[cfg(test)]
mod tests {
    use doubloons_words::po::parse;

    use super::*;

    fn message(text: &str, plural: Option<&str>) -> Message {
        Message { text: text.to_owned(), plural: plural.map(str::to_owned), ..Message::default() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let long = "a \"long\" text ".repeat(20);
        let messages = [message(&long, None), message("1 step", Some("{count} steps"))];
        let read = parse(&template(&messages)).expect("a catalogue");
        assert_eq!(read.messages.iter().map(|message| &message.text).collect::<Vec<_>>(), [&long, "1 step"]);
        assert_eq!(read.messages[1].translations, ["", ""]);
    }

    #[test]
    fn translations_stay_and_old_ones_go() {
        let old = parse("msgid \"one\"\nmsgstr \"eins\"\n\nmsgid \"gone\"\nmsgstr \"weg\"\n").expect("a catalogue");
        let file = merged(Language::German, &[message("new", None), message("one", None)], &old);
        let read = parse(&file).expect("a catalogue");
        let translations: Vec<_> = read.messages.iter().map(|message| message.translations[0].as_str()).collect();
        assert_eq!(translations, ["", "eins"]);
        assert_eq!(read.field("Plural-Forms"), Some(Language::German.plural_forms()));
    }
}
