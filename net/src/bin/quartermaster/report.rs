//! How a command ends, and how its results are written.

use std::io::{self, Write};
use std::path::PathBuf;

use doubloons_engine::caribbean::{BoardFault, TermsFault};
use doubloons_engine::tongue::Worded;
use doubloons_net::lan::address::NoAddress;
use doubloons_net::lan::discovery::DiscoveryFault;
use doubloons_net::lan::installation::InstallationFault;
use doubloons_net::lan::session::Ended;
use doubloons_net::lan::transport::{DialFault, OpenFault};
use doubloons_net::transcript::NoFile;
use serde::Serialize;
use thiserror::Error;

/// The answer of a command that did its work; becomes the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// All is well.
    Yes,
    /// What was checked does not hold.
    No,
}

/// Why a command could not do its work.
#[derive(Debug, Error, Worded)]
pub(crate) enum Failure {
    /// A file that can't be read.
    #[error("can’t read the board file {path}: {error}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that is no board.
    #[error("{path} is not a board that can be played on: {fault}", path = path.display())]
    Board {
        /// The file.
        path: PathBuf,
        /// What is wrong and what to do.
        fault: BoardFault,
    },
    /// A table that the rules don't know.
    #[error(transparent)]
    Terms(#[from] TermsFault),
    /// A table that does not work as it should.
    #[error("the table does not work: {0}")]
    Table(String),
    /// A file that can't be written.
    #[error("can’t write {path}: {error}", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that is no transcript.
    #[error(transparent)]
    Transcript(#[from] NoFile),
    /// The data directory can't be used.
    #[error(transparent)]
    Installation(#[from] InstallationFault),
    /// There is no place for data.
    #[error("there is no folder for data: say --data-dir FOLDER")]
    NoDataFolder,
    /// The network can't be used.
    #[error(transparent)]
    Network(#[from] OpenFault),
    /// Tables can't be looked for.
    #[error(transparent)]
    Discovery(#[from] DiscoveryFault),
    /// Somebody can't be reached.
    #[error(transparent)]
    Dial(#[from] DialFault),
    /// No address.
    #[error(transparent)]
    Address(#[from] NoAddress),
    /// A table that can't be joined.
    #[error("{0}")]
    NoTable(String),
    /// A session that came to nothing.
    #[error(transparent)]
    Session(Ended),
    /// The system does not let us work.
    #[error("can’t start: {0}")]
    Runtime(io::Error),
    /// Nobody takes the output.
    #[error("can’t write the output: {0}")]
    Output(#[from] io::Error),
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    out.flush()
}

/// A number with commas between the thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (31_000, "31,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
