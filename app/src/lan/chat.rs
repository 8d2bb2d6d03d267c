//! What was said at a table, and who is not listened to.

use std::collections::{BTreeMap, BTreeSet};

use doubloons_net::identity::PublicKey;
use doubloons_net::table::chat::{Emote, Line, Remark};
use doubloons_words::{mark, say, say_count, tr};

/// How many lines are kept.
pub(crate) const KEPT: usize = 500;

/// Something that was said, or that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChatLine {
    /// Who said it; `None` if nobody did.
    pub(crate) from: Option<Speaker>,
    /// What.
    pub(crate) text: String,
}

impl ChatLine {
    /// Whether somebody else said it.
    pub(crate) fn is_from_others(&self) -> bool {
        self.from.as_ref().is_some_and(|speaker| !speaker.own)
    }

    /// The line as it is read out.
    pub(crate) fn spoken(&self) -> String {
        match &self.from {
            Some(speaker) => format!("{}: {}", speaker.name, self.text),
            None => self.text.clone(),
        }
    }
}

/// Somebody who says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Speaker {
    /// By what they are known, whatever they are called.
    pub(crate) key: PublicKey,
    /// What they are called.
    pub(crate) name: String,
    /// Whether it is the person at this computer.
    pub(crate) own: bool,
}

/// What was said at one table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Chat {
    lines: Vec<ChatLine>,
    muted: BTreeSet<PublicKey>,
    /// How much of whom was not shown.
    hidden: BTreeMap<PublicKey, usize>,
}

impl Chat {
    /// Somebody said something. Returns the line, unless they are not listened to.
    pub(crate) fn hear(&mut self, from: Speaker, remark: &Remark) -> Option<ChatLine> {
        if self.muted.contains(&from.key) {
            *self.hidden.entry(from.key).or_default() += 1;
            return None;
        }
        let text = match remark {
            Remark::Line(line) => String::from(line.clone()),
            Remark::Emote(emote) => emote_words(*emote).to_owned(),
        };
        Some(self.keep(ChatLine { from: Some(from), text }))
    }

    /// Something happened that everybody should read.
    pub(crate) fn note(&mut self, text: String) -> ChatLine {
        self.keep(ChatLine { from: None, text })
    }

    /// A chat in which these are not listened to from the beginning.
    pub(crate) fn without(muted: BTreeSet<PublicKey>) -> Chat {
        Chat { muted, ..Chat::default() }
    }

    /// Listens to somebody no more, or again. Returns the line that tells of it.
    pub(crate) fn mute(&mut self, key: PublicKey, name: &str) -> ChatLine {
        let text = if self.muted.insert(key) {
            say!("You don’t hear {name} any more. To undo it, choose {name} again under “Who is listened to”.")
        } else {
            self.muted.remove(&key);
            match self.hidden.remove(&key).unwrap_or_default() {
                0 => say!("You hear {name} again."),
                hidden => say_count!(
                    hidden,
                    "You hear {name} again. One remark was hidden.",
                    "You hear {name} again. {count} remarks were hidden."
                ),
            }
        };
        self.note(text)
    }

    /// Who is not listened to.
    pub(crate) fn muted(&self) -> &BTreeSet<PublicKey> {
        &self.muted
    }

    /// Whether somebody is not listened to.
    pub(crate) fn is_muted(&self, key: &PublicKey) -> bool {
        self.muted.contains(key)
    }

    /// Everything that was said, oldest first.
    pub(crate) fn lines(&self) -> &[ChatLine] {
        &self.lines
    }

    fn keep(&mut self, line: ChatLine) -> ChatLine {
        if self.lines.len() == KEPT {
            self.lines.remove(0);
        }
        self.lines.push(line.clone());
        line
    }
}

/// The gestures with the words on their buttons.
pub(crate) const EMOTES: [(Emote, &str); 6] = [
    (Emote::Cheers, mark("Cheers!")),
    (Emote::Salute, mark("Well played")),
    (Emote::Laugh, mark("Ha ha")),
    (Emote::Groan, mark("Oh no")),
    (Emote::Puzzled, mark("What are you up to?")),
    (Emote::Fist, mark("You will pay for this")),
];

/// What a gesture says.
pub(crate) fn emote_words(emote: Emote) -> &'static str {
    match emote {
        Emote::Cheers => tr("raises a mug"),
        Emote::Salute => tr("salutes: well played"),
        Emote::Laugh => tr("laughs"),
        Emote::Groan => tr("groans"),
        Emote::Puzzled => tr("wonders what you are up to"),
        Emote::Fist => tr("shakes a fist"),
    }
}

/// The remark that somebody typed; `None` if there is nothing in it to be said.
pub(crate) fn typed(text: &str) -> Option<Remark> {
    Line::typed(text).ok().map(Remark::Line)
}

#[cfg(test)]
mod tests {
    use doubloons_net::identity::Identity;

    use super::*;

    fn speaker(number: u8) -> Speaker {
        Speaker { key: Identity::from_secret(&[number; 32]).public(), name: format!("Mate {number}"), own: false }
    }

    #[test]
    fn nobody_hears_the_muted_until_they_are_heard_again() {
        let mut chat = Chat::default();
        let ahoy = typed("Ahoy!").expect("something to say");
        assert!(chat.hear(speaker(1), &ahoy).is_some());
        assert!(chat.mute(speaker(1).key, "Mate 1").text.starts_with("You don’t hear Mate 1 any more."));
        assert!(chat.hear(speaker(1), &ahoy).is_none());
        assert!(chat.hear(speaker(1), &Remark::Emote(Emote::Fist)).is_none());
        let mut next = Chat::without(chat.muted().clone());
        assert!(next.hear(speaker(1), &ahoy).is_none(), "not at the next table either");
        assert!(chat.hear(speaker(2), &Remark::Emote(Emote::Laugh)).is_some());
        assert_eq!(chat.mute(speaker(1).key, "Mate 1").text, "You hear Mate 1 again. 2 remarks were hidden.");
        assert!(chat.hear(speaker(1), &ahoy).is_some());
        assert_eq!(chat.lines().len(), 5);
    }

    #[test]
    fn old_lines_are_forgotten() {
        let mut chat = Chat::default();
        (0..KEPT + 3).for_each(|number| {
            chat.note(number.to_string());
        });
        assert_eq!((chat.lines().len(), chat.lines()[0].text.as_str()), (KEPT, "3"));
    }

    #[test]
    fn blanks_say_nothing() {
        assert!(typed("   ").is_none());
        assert!(typed(" Arr ").is_some_and(|remark| matches!(remark, Remark::Line(_))));
    }
}
