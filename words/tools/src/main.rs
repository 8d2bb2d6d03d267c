//! `cargo run -p doubloons-words-tools`: writes `po/doubloons.pot` anew from the sources and brings the catalogues in
//! step with it. What is translated stays; what is new waits for its translation.

use std::{fs, io};

use doubloons_words::{Language, po};
use doubloons_words_tools::{extract, merge, sources};

fn main() -> io::Result<()> {
    let messages = extract::extract(&sources::all()).messages;
    let folder = sources::catalogues();
    fs::write(folder.join("doubloons.pot"), merge::template(&messages))?;
    for language in Language::ALL.into_iter().filter(|&language| language != Language::English) {
        let path = folder.join(language.code()).with_extension("po");
        let old = po::parse(&fs::read_to_string(&path)?)
            .map_err(|fault| io::Error::other(format!("{}: {fault}", path.display())))?;
        let file = merge::merged(language, &messages, &old);
        let missing = po::parse(&file).map_or(0, |new| {
            new.messages.iter().filter(|message| message.translations.iter().any(String::is_empty)).count()
        });
        fs::write(&path, file)?;
        println!("{}: {} messages, {missing} to translate", language.code(), messages.len());
    }
    Ok(())
}
