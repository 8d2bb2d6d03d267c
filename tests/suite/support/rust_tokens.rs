//! Just enough of a Rust lexer to look at code without looking at comments and strings.

/// A piece of source code. Comments, strings, characters and lifetimes leave no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or keyword.
    Word(String),
    /// A number as written, with its suffix.
    Number(String),
    /// `::`
    Path,
    /// Any other single character.
    Sign(char),
}

/// A token and the line it begins in, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Located {
    /// What it is.
    pub(crate) token: Token,
    /// Where it is.
    pub(crate) line: usize,
}

/// The tokens of `source` in their order.
pub(crate) fn tokens(source: &str) -> Vec<Located> {
    let mut lexer = Lexer { rest: source, line: 1, tokens: Vec::new() };
    while lexer.step() {}
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Located>,
}

impl<'a> Lexer<'a> {
    /// Takes one token, comment, literal or space; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        let line = self.line;
        if self.rest.starts_with("//") {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take(end);
        } else if self.rest.starts_with("/*") {
            self.take(block_comment(self.rest));
        } else if let Some(length) = string(self.rest) {
            self.take(length);
        } else if first == '\'' {
            self.take(character_or_lifetime(self.rest));
        } else if first.is_ascii_digit() {
            // After a dot, digits are the field of a tuple: `pair.0.1` has no float in it.
            let is_field = self.tokens.last().is_some_and(|last| last.token == Token::Sign('.'));
            let text = self.take(number(self.rest, is_field));
            self.push(Token::Number(text.to_owned()), line);
        } else if first == '_' || first.is_alphabetic() {
            let text = self.rest.strip_prefix("r#").unwrap_or(self.rest);
            self.rest = text;
            let word = self.take(word(text));
            self.push(Token::Word(word.to_owned()), line);
        } else if self.rest.starts_with("::") {
            self.take(2);
            self.push(Token::Path, line);
        } else {
            self.take(first.len_utf8());
            if !first.is_whitespace() {
                self.push(Token::Sign(first), line);
            }
        }
        true
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn push(&mut self, token: Token, line: usize) {
        self.tokens.push(Located { token, line });
    }
}

fn word(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

fn number(text: &str, is_field: bool) -> usize {
    let whole = word(text);
    // `1.5` goes on after the dot; `1..5`, `1.max(2)` and the field of a tuple don't.
    let fraction = text[whole..].strip_prefix('.').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    match fraction {
        Some(rest) if !is_field => whole + 1 + word(rest),
        _ => whole,
    }
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of the string literal that `text` begins with, of whatever kind.
fn string(text: &str) -> Option<usize> {
    let prefix = text.len() - text.trim_start_matches(['b', 'c', 'r']).len();
    let is_raw = match &text[..prefix] {
        "" | "b" | "c" => false,
        "r" | "br" | "cr" => true,
        _ => return None,
    };
    let rest = &text[prefix..];
    if is_raw {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let body = rest[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&close).map_or(body.len(), |at| at + close.len());
        Some(prefix + hashes + 1 + length)
    } else {
        let body = rest.strip_prefix('"')?;
        Some(prefix + 1 + until_unescaped(body, '"'))
    }
}

/// The length of the character literal or lifetime that `text` begins with.
fn character_or_lifetime(text: &str) -> usize {
    let body = &text[1..];
    let mut characters = body.chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), _) => 1 + until_unescaped(body, '\''),
        (Some(one), Some('\'')) => 1 + one.len_utf8() + 1,
        _ => 1 + word(body),
    }
}

/// How much of `text` there is up to and including the first `end` that no backslash protects.
fn until_unescaped(text: &str, end: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == end {
            return at + c.len_utf8();
        }
    }
    text.len()
}
