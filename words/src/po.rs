//! gettext's PO files: as much of the format as Poedit, msgmerge and their like write. Strict: what is not understood is
//! an error with its line, never left out in silence.

use std::fmt;

/// One message of a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// For those who translate: lines that begin with `#.`.
    pub notes: Vec<String>,
    /// Where it is in the sources: lines that begin with `#:`.
    pub places: Vec<String>,
    /// Remarks of those who translate: lines that begin with `# `.
    pub remarks: Vec<String>,
    /// Flags such as `fuzzy`.
    pub flags: Vec<String>,
    /// What tells it apart from others with the same text.
    pub context: Option<String>,
    /// The English text; for a plural, that for one.
    pub text: String,
    /// The English text for several.
    pub plural: Option<String>,
    /// The translations: one, or one for each form of the plural. Empty texts are not translated yet.
    pub translations: Vec<String>,
}

impl Message {
    /// What a message is found by: context and text.
    pub fn key(&self) -> String {
        key(self.context.as_deref().unwrap_or_default(), &self.text)
    }

    /// Whether somebody has to look at it again.
    pub fn is_fuzzy(&self) -> bool {
        self.flags.iter().any(|flag| flag == "fuzzy")
    }
}

/// What a message with this context (or none) and this text is found by; gettext's own spelling.
pub fn key(context: &str, text: &str) -> String {
    if context.is_empty() { text.to_owned() } else { format!("{context}\u{4}{text}") }
}

/// A catalogue: its header, its messages in the order of the file, and how many have fallen out of use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    /// The remarks at the top of the file.
    pub remarks: Vec<String>,
    /// `Name: value`, line by line.
    pub header: Vec<(String, String)>,
    /// All but the header.
    pub messages: Vec<Message>,
    /// Messages behind `#~`.
    pub obsolete: usize,
}

impl Catalogue {
    /// A line of the header.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.header.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPo {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for NotPo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Reads a catalogue.
pub fn parse(file: &str) -> Result<Catalogue, NotPo> {
    let mut catalogue = Catalogue::default();
    let mut reader = Reader::default();
    for (index, line) in file.lines().enumerate() {
        let fail = |why: &str| NotPo { line: index + 1, why: why.to_owned() };
        let line = line.trim_end();
        if line.is_empty() {
            reader.finish(&mut catalogue).map_err(fail)?;
        } else if line.starts_with("#~") {
            if line.starts_with("#~ msgid ") {
                catalogue.obsolete += 1;
            }
        } else if let Some(comment) = line.strip_prefix('#') {
            if reader.field.is_some() {
                reader.finish(&mut catalogue).map_err(fail)?;
            }
            reader.comment(comment);
        } else {
            reader.line(line).map_err(fail)?;
        }
    }
    let last = file.lines().count();
    reader.finish(&mut catalogue).map_err(|why| NotPo { line: last, why: why.to_owned() })?;
    Ok(catalogue)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Context,
    Text,
    Plural,
    Translation(usize),
}

#[derive(Default)]
struct Reader {
    message: Message,
    field: Option<Field>,
    has_text: bool,
    begun: bool,
}

impl Reader {
    fn comment(&mut self, comment: &str) {
        self.begun = true;
        let rest = |mark: char| comment.strip_prefix(mark).map(|rest| rest.trim().to_owned());
        if let Some(note) = rest('.') {
            self.message.notes.push(note);
        } else if let Some(place) = rest(':') {
            self.message.places.push(place);
        } else if let Some(flags) = rest(',') {
            self.message.flags.extend(flags.split(',').map(|flag| flag.trim().to_owned()));
        } else if !comment.starts_with('|') {
            self.message.remarks.push(comment.strip_prefix(' ').unwrap_or(comment).to_owned());
        }
    }

    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        self.begun = true;
        let (keyword, quoted) = match line.find('"') {
            Some(at) => (line[..at].trim(), &line[at..]),
            None => return Err("a text in quotes is expected"),
        };
        let text = unquoted(quoted)?;
        match keyword {
            "" => {}
            "msgctxt" => {
                self.field = Some(Field::Context);
                self.message.context = Some(String::new());
            }
            "msgid" => {
                self.field = Some(Field::Text);
                self.has_text = true;
            }
            "msgid_plural" => {
                self.field = Some(Field::Plural);
                self.message.plural = Some(String::new());
            }
            "msgstr" => {
                self.field = Some(Field::Translation(0));
                self.message.translations.push(String::new());
            }
            _ => {
                let index = keyword.strip_prefix("msgstr[").and_then(|rest| rest.strip_suffix(']'));
                let index = index.and_then(|index| index.parse().ok()).ok_or("an unknown keyword")?;
                if index != self.message.translations.len() {
                    return Err("the forms of a plural come in their order");
                }
                self.field = Some(Field::Translation(index));
                self.message.translations.push(String::new());
            }
        }
        let field = match self.field.ok_or("a text that belongs to nothing")? {
            Field::Context => self.message.context.as_mut(),
            Field::Text => Some(&mut self.message.text),
            Field::Plural => self.message.plural.as_mut(),
            Field::Translation(index) => self.message.translations.get_mut(index),
        };
        field.ok_or("a text that belongs to nothing")?.push_str(&text);
        Ok(())
    }

    fn finish(&mut self, catalogue: &mut Catalogue) -> Result<(), &'static str> {
        let finished = std::mem::take(self);
        if !finished.begun {
            return Ok(());
        }
        let message = finished.message;
        if !finished.has_text {
            // Comments that stand alone, as before the obsolete messages.
            return match message.translations.is_empty() {
                true => Ok(()),
                false => Err("a translation of nothing"),
            };
        }
        if message.text.is_empty() && message.context.is_none() {
            catalogue.remarks = message.remarks;
            let header = message.translations.concat();
            let fields = header.lines().filter_map(|line| line.split_once(':'));
            catalogue.header = fields.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect();
            return Ok(());
        }
        if message.translations.is_empty() {
            return Err("a message without msgstr");
        }
        if catalogue.messages.iter().any(|known| known.key() == message.key()) {
            return Err("the same message twice");
        }
        catalogue.messages.push(message);
        Ok(())
    }
}

fn unquoted(quoted: &str) -> Result<String, &'static str> {
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|_| quoted.len() >= 2);
    let mut letters = inner.ok_or("a quote without its other half")?.chars();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(same @ ('"' | '\\')) => same,
                _ => return Err("an unknown escape"),
            }),
            '"' => return Err("a quote in the middle of a text"),
            other => text.push(other),
        }
    }
    Ok(text)
}
