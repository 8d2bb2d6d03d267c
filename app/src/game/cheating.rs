//! What somebody was caught at, for people at a party: what was promised and broken, and what happens now. How it was proven
//! is in the details.

use doubloons_net::table::evidence::Offence;
use doubloons_words::say;

/// What they did, and what everybody could have relied on.
pub(crate) fn deed(name: &str, offence: Offence) -> String {
    match offence {
        Offence::IllegalInput => {
            say!("{name} tried a move that the rules forbid. Everybody had agreed to play by the same rules.")
        }
        Offence::TwoInputs => say!("{name} decided the same thing twice, and not alike. What is decided should stand."),
        Offence::FalseOpening => say!(
            "{name} turned up another card than the one that was sealed, or one that had been laid already. What is sealed \
             should stay as it is."
        ),
        Offence::FalseLink => say!("{name} tried to steer a draw. What is drawn should be left to chance."),
        Offence::Fork => {
            say!("{name} hosted, and showed different games to different people. Everybody should see the same game.")
        }
        Offence::BadEntry => {
            say!("{name} hosted, and wrote down what nobody had done. A host should write down only what happens.")
        }
    }
}

/// What comes of it.
pub(crate) fn aftermath(name: &str, offence: Offence) -> String {
    if offence.by_host() {
        return say!("{name} is out of the game. Somebody else hosts, and it goes on.");
    }
    say!("{name} is out of the game, and it goes on.")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Offence; 6] = [
        Offence::IllegalInput,
        Offence::TwoInputs,
        Offence::FalseOpening,
        Offence::FalseLink,
        Offence::Fork,
        Offence::BadEntry,
    ];

    #[test]
    fn who_did_it_and_what_was_promised_is_said_without_the_words_of_the_protocol() {
        for offence in ALL {
            let said = deed("Teun", offence);
            assert!(said.starts_with("Teun ") && said.contains(". ") && said.ends_with('.'), "{said}");
            for word in ["input", "signed", "signature", "link", "entry", "log", "number"] {
                assert!(!said.split([' ', '.', ',']).any(|other| other == word), "{said}");
            }
        }
    }

    #[test]
    fn whoever_hosted_is_followed_by_another_host() {
        for offence in ALL {
            assert_eq!(aftermath("Teun", offence).contains("hosts"), offence.by_host(), "{offence:?}");
        }
    }
}
