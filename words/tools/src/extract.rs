//! Reads sentences out of sources. It looks at tokens, not at types: a text is to be translated if it stands
//!
//! * first in `tr("…")` or `mark("…")`, or second in `tr_in("context", "…")`,
//! * in `say!`, `say_count!`, `phrase!` or `phrase_count!`,
//! * in `#[error("…")]` of a type that derives `Worded`,
//! * in a refusal of the table, `NotNow("…")`,
//! * in a constant of a module called `words` or `speech`, if it begins with a capital or has more than one word.

use doubloons_words::po::{Message, key};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::sources::Source;

/// A text in the sources that people see but nobody can translate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bypass {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The text, or the constant that is shown without `tr`.
    pub text: String,
}

/// What was found in sources.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What is to be translated, in the order of the sources, each text once with all its places.
    pub messages: Vec<Message>,
    /// Prose that bypasses the catalogues.
    pub bypasses: Vec<Bypass>,
}

/// Macros whose texts are for programmers.
const UNHEARD: [&str; 14] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "concat",
    "debug_assert",
    "debug_assert_eq",
    "env",
    "eprintln",
    "expect",
    "include_str",
    "json",
    "matches",
    "panic",
    "unreachable",
];

/// Parts of quartermaster that measure bots and charts for those who work on them, in English alone.
const MEASURES: [&str; 3] = ["arena.rs", "fairness.rs", "progress.rs"];

/// Whether all prose of this file is shown to people who play.
fn is_shown(file: &str) -> bool {
    let of_quartermaster = file.strip_prefix("net/src/bin/quartermaster/");
    file.starts_with("app/") || of_quartermaster.is_some_and(|name| !MEASURES.contains(&name))
}

/// What errors of our own are called in the sources. They are `Worded`, and as texts they are English; `error` is what
/// the system or a library says.
const FAULTS: [&str; 7] = ["failure", "fault", "no_name", "no_pin", "none", "refusal", "turned"];

/// Reads all sources.
pub fn extract(sources: &[Source]) -> Found {
    let mut found = Found::default();
    for source in sources {
        let tokens: TokenStream =
            source.text.parse().unwrap_or_else(|error| panic!("{} can't be read: {error}", source.name));
        let mut reader = Reader { file: &source.name, found: &mut found };
        reader.read(tokens, Context { shown: is_shown(&source.name), ..Context::default() });
    }
    found
}

/// What is known about the tokens being read.
#[derive(Clone, Copy, Default)]
struct Context {
    /// They belong to a program, where all prose is shown.
    shown: bool,
    /// They belong to a module of words.
    words: bool,
    /// They belong to a type that is `Worded`.
    worded: bool,
    /// They are for programmers: the arguments of `expect`, attributes.
    unheard: bool,
}

struct Reader<'a> {
    file: &'a str,
    found: &'a mut Found,
}

impl Reader<'_> {
    fn read(&mut self, tokens: TokenStream, context: Context) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut worded = context.worded;
        let mut at = 0;
        while at < tokens.len() {
            if let Some(length) = test_module(&tokens[at..]) {
                at += length;
                continue;
            }
            match &tokens[at] {
                TokenTree::Group(group) => {
                    self.group(&tokens, at, group, Context { worded, ..context }, &mut worded);
                    // The body of a type ends what its attributes said about it.
                    if group.delimiter() == Delimiter::Brace {
                        worded = context.worded;
                    }
                }
                TokenTree::Literal(literal) => self.literal(literal, context),
                TokenTree::Ident(word) if context.shown && (word == "words" || word == "speech") => {
                    self.constant(&tokens, at);
                }
                TokenTree::Ident(word) if context.shown && FAULTS.contains(&word.to_string().as_str()) => {
                    self.fault(&tokens, at);
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => worded = context.worded,
                _ => {}
            }
            at += 1;
        }
    }

    /// A bracket and all that is in it.
    fn group(&mut self, tokens: &[TokenTree], at: usize, group: &Group, context: Context, worded: &mut bool) {
        let before = |back: usize| at.checked_sub(back).and_then(|index| tokens.get(index));
        let word = |back: usize| match before(back) {
            Some(TokenTree::Ident(word)) => Some(word.to_string()),
            _ => None,
        };
        let is_sign =
            |back: usize, sign: char| matches!(before(back), Some(TokenTree::Punct(mark)) if mark.as_char() == sign);
        if group.delimiter() == Delimiter::Bracket && is_sign(1, '#') {
            self.attribute(group, context, worded);
            return;
        }
        if is_sign(1, '!') && is_sign(2, '#') {
            return;
        }
        if is_sign(1, '!') {
            let name = word(2).unwrap_or_default();
            match name.as_str() {
                "say" => self.sentence(group, 0),
                "phrase" => self.sentence(group, 1),
                "say_count" => self.counted(group, 1),
                "phrase_count" => self.counted(group, 2),
                _ => {}
            }
            let unheard = context.unheard || UNHEARD.contains(&name.as_str());
            let own = ["say", "phrase", "say_count", "phrase_count"].contains(&name.as_str());
            return self.read(group.stream(), Context { unheard: unheard || own, ..context });
        }
        let name = word(1).unwrap_or_default();
        let is_method = is_sign(2, '.');
        match name.as_str() {
            "tr" | "mark" | "NotNow" if group.delimiter() == Delimiter::Parenthesis => {
                if let Some(text) = arguments(group).first().and_then(|argument| only_text(argument)) {
                    self.add(None, text, None);
                    return;
                }
            }
            "tr_in" => {
                let texts: Vec<_> = arguments(group).iter().filter_map(|argument| only_text(argument)).collect();
                if let [(context, _), text] = texts.as_slice() {
                    self.add(Some(context.clone()), text.clone(), None);
                    return;
                }
            }
            _ => {}
        }
        let module = word(2).is_some_and(|keyword| keyword == "mod") && (name == "words" || name == "speech");
        let unheard = context.unheard || (is_method && name == "expect");
        let inner = Context { words: context.words || module, unheard, ..context };
        self.read(group.stream(), inner);
    }

    /// `#[derive(…)]` and `#[error(…)]`.
    fn attribute(&mut self, group: &Group, context: Context, worded: &mut bool) {
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        if let [TokenTree::Ident(name), TokenTree::Group(arguments), ..] = inner.as_slice() {
            if name == "derive" && arguments.stream().into_iter().any(|token| token.to_string() == "Worded") {
                *worded = true;
            }
            if name == "error" && context.worded {
                let first = self::arguments(arguments).into_iter().next();
                if let Some((text, line)) = first.and_then(|argument| only_text(&argument))
                    && text != "{0}"
                {
                    self.add(None, (text, line), None);
                }
            }
        }
    }

    fn sentence(&mut self, group: &Group, skip: usize) {
        let mut arguments = arguments(group).into_iter().skip(skip).peekable();
        let context = match arguments.peek().map(Vec::as_slice) {
            Some([TokenTree::Ident(word), TokenTree::Literal(_)]) if word == "in" => {
                arguments.next().and_then(|argument| only_text(&argument[1..])).map(|(text, _)| text)
            }
            _ => None,
        };
        if let Some(text) = arguments.next().and_then(|argument| only_text(&argument)) {
            self.add(context, text, None);
        }
    }

    fn counted(&mut self, group: &Group, skip: usize) {
        let texts: Vec<_> =
            arguments(group).iter().skip(skip).take(2).filter_map(|argument| only_text(argument)).collect();
        if let [one, (several, _)] = texts.as_slice() {
            self.add(None, one.clone(), Some(several.clone()));
        }
    }

    /// A literal that stands by itself.
    fn literal(&mut self, literal: &proc_macro2::Literal, context: Context) {
        let Some((text, line)) = text_of(literal) else { return };
        let spoken = text.chars().next().is_some_and(char::is_uppercase) || text.contains(' ');
        if context.words && !context.unheard {
            if spoken && has_words(&text) {
                self.add(None, (text, line), None);
            }
        } else if context.shown && !context.unheard && is_prose(&text) {
            self.found.bypasses.push(Bypass { file: self.file.to_owned(), line, text });
        }
    }

    /// `words::NAME` has to be in `tr(…)`; lists of words go to those who translate each of them.
    fn constant(&mut self, tokens: &[TokenTree], at: usize) {
        let is_colon =
            |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
        let Some(TokenTree::Ident(name)) = tokens.get(at + 3) else { return };
        let name = name.to_string();
        let shouted = name.len() > 1 && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
        if !is_colon(tokens.get(at + 1)) || !is_colon(tokens.get(at + 2)) || !shouted {
            return;
        }
        // First in its brackets, whole or as one half of a pair, it is the argument of `tr` or of something that translates
        // it later.
        let is_comma = matches!(tokens.get(4), Some(TokenTree::Punct(mark)) if mark.as_char() == ',');
        let alone = at == 0 && (tokens.len() == 4 || tokens.len() == 6 || is_comma);
        let listed = name.ends_with("_CHOICES") || name.ends_with("SPEEDS");
        let paired = ["GAME", "LEAVE_COPY", "OWN_TABLE", "PRACTICE", "CAPTURE", "THIEF", "HAVENS", "SHARED", "SYSTEM"]
            .contains(&name.as_str());
        if !alone && !listed && !paired {
            let line = tokens[at].span().start().line;
            self.found.bypasses.push(Bypass { file: self.file.to_owned(), line, text: format!("words::{name}") });
        }
    }

    /// `fault.to_string()` is English, whatever language is spoken.
    fn fault(&mut self, tokens: &[TokenTree], at: usize) {
        let [name, TokenTree::Punct(dot), TokenTree::Ident(method), ..] = &tokens[at..] else { return };
        if dot.as_char() == '.' && method == "to_string" {
            let (line, text) = (name.span().start().line, format!("{name}.to_string()"));
            self.found.bypasses.push(Bypass { file: self.file.to_owned(), line, text });
        }
    }

    fn add(&mut self, context: Option<String>, (text, line): (String, usize), plural: Option<String>) {
        let text = without_specifications(&text);
        if !has_words(&text) {
            return;
        }
        let place = format!("{}:{line}", self.file);
        let wanted = key(context.as_deref().unwrap_or_default(), &text);
        match self.found.messages.iter_mut().find(|message| message.key() == wanted) {
            Some(known) => {
                known.places.push(place);
                if known.plural.is_none() {
                    known.plural = plural.map(|plural| without_specifications(&plural));
                }
            }
            None => {
                let plural = plural.map(|plural| without_specifications(&plural));
                let has_places = text.contains('{') || plural.as_ref().is_some_and(|plural| plural.contains('{'));
                let flags = if has_places { vec!["python-brace-format".to_owned()] } else { Vec::new() };
                self.found.messages.push(Message {
                    places: vec![place],
                    flags,
                    context,
                    text,
                    plural,
                    ..Message::default()
                });
            }
        }
    }
}

/// The arguments of a call or a macro: tokens between commas.
fn arguments(group: &Group) -> Vec<Vec<TokenTree>> {
    let mut all = vec![Vec::new()];
    for token in group.stream() {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => all.push(Vec::new()),
            token => all.last_mut().expect("there is always one").push(token),
        }
    }
    all
}

/// The text and its line, if nothing else is there.
fn only_text(tokens: &[TokenTree]) -> Option<(String, usize)> {
    match tokens {
        [TokenTree::Literal(literal)] => text_of(literal),
        _ => None,
    }
}

fn text_of(literal: &proc_macro2::Literal) -> Option<(String, usize)> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some((text.value(), literal.span().start().line)),
        _ => None,
    }
}

/// How many tokens a `#[cfg(test)] mod …` takes that `tokens` begin with.
fn test_module(tokens: &[TokenTree]) -> Option<usize> {
    let [TokenTree::Punct(hash), TokenTree::Group(attribute), rest @ ..] = tokens else { return None };
    if hash.as_char() != '#' || attribute.stream().to_string().replace(' ', "") != "cfg(test)" {
        return None;
    }
    let body = rest.iter().take(6).position(|token| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    })?;
    rest[..body].iter().any(|token| token.to_string() == "mod").then_some(2 + body + 1)
}

/// `{letter:?}` is `{letter}` to those who translate.
fn without_specifications(text: &str) -> String {
    text.replace(":?}", "}")
}

/// Whether there is anything to translate besides places and signs.
fn has_words(text: &str) -> bool {
    let mut depth = 0usize;
    text.chars().any(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_alphabetic()
    })
}

/// Whether a text looks like something that is said: a capital and more letters, or several words.
fn is_prose(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(' ').filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).collect();
    let plain = !text.contains(['<', '/', '=', '_']) && !text.contains("::");
    let capital = text.chars().next().is_some_and(char::is_uppercase) && text.chars().skip(1).any(char::is_lowercase);
    plain && has_words(text) && (words.len() > 1 || capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Found {
        found_in("app/src/ui/planted.rs", text)
    }

    fn found_in(file: &str, text: &str) -> Found {
        extract(&[Source { name: file.to_owned(), text: text.to_owned() }])
    }

    fn texts(text: &str) -> Vec<String> {
        found(text).messages.iter().map(Message::key).collect()
    }

    #[test]
    fn every_way_to_say_something_is_found() {
        assert_eq!(texts(r#"fn f() { tr("Join"); mark("Seal it") }"#), ["Join", "Seal it"]);
        assert_eq!(
            texts(r#"fn f() { say!("{name} won", name = x()); say!(in "verb", "Seal") }"#),
            ["{name} won", "verb\u{4}Seal"]
        );
        assert_eq!(texts(r#"fn f() { phrase!(self.tongue, "a {x:?} b") }"#), ["a {x} b"]);
        assert_eq!(
            texts(r#"#[derive(Debug, Worded)] enum E { #[error("no {0}")] A(u8), #[error("{0}")] B(String) }"#),
            ["no {0}"]
        );
        assert_eq!(texts(r#"#[derive(Debug)] enum E { #[error("no {0}")] A(u8) }"#), [""; 0]);
        assert_eq!(texts(r#"mod words { pub const A: (&str, &str) = ("One", "calm"); }"#), ["One"]);
        let counted = found(r#"fn f() { say_count!(steps.len(), "1 step", "{count} steps") }"#).messages;
        assert_eq!((counted[0].text.as_str(), counted[0].plural.as_deref()), ("1 step", Some("{count} steps")));
    }

    #[test]
    fn what_bypasses_the_catalogues_is_found() {
        let bypasses = |text: &str| found(text).bypasses.into_iter().map(|bypass| bypass.text).collect::<Vec<_>>();
        assert_eq!(
            bypasses(r#"fn f() { label.set_label("Hello"); format!("{} of {}", a, b) }"#),
            ["Hello", "{} of {}"][..1].to_vec()
        );
        assert_eq!(bypasses(r#"fn f() { "two words".to_owned() }"#), ["two words"]);
        assert_eq!(bypasses("fn f() { label.set_label(words::JOIN) }"), [""; 0]);
        assert_eq!(bypasses("fn f() { Some(words::JOIN.to_owned()) }"), ["words::JOIN"]);
        assert_eq!(bypasses(r#"fn f() { x.expect("a good reason"); css("suggested-action") }"#), [""; 0]);
        assert_eq!(bypasses(r#"#[cfg(test)] mod tests { fn f() { "Not seen".len() } }"#), [""; 0]);
        assert_eq!(bypasses("fn f() { x.map_err(|fault| fault.to_string()); told(&fault) }"), ["fault.to_string()"]);
    }

    #[test]
    fn both_programs_are_watched_and_libraries_are_not() {
        let bypasses = |file: &str| found_in(file, r#"fn f() { "two words".to_owned() }"#).bypasses.len();
        let files = [
            "app/src/cli.rs",
            "net/src/bin/quartermaster/host.rs",
            "net/src/bin/quartermaster/arena.rs",
            "net/src/hash.rs",
        ];
        assert_eq!(files.map(bypasses), [1, 1, 0, 0]);
    }
}
