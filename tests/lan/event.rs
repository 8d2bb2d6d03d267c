//! One line of what a program says with `--json`.

use std::time::Instant;

use serde_json::Value;

/// A JSON object with a field `event`, and when it was read.
#[derive(Debug, Clone)]
pub struct Event {
    /// When it was read.
    pub at: Instant,
    /// All of it.
    pub json: Value,
}

impl Event {
    /// Is it an event of this kind?
    pub fn is(&self, kind: &str) -> bool {
        self.json["event"] == kind
    }

    /// A field that has to be a whole number.
    pub fn number(&self, field: &str) -> u64 {
        self.json[field].as_u64().unwrap_or_else(|| panic!("no number {field:?} in {}", self.json))
    }

    /// A field that has to be a text.
    pub fn text(&self, field: &str) -> &str {
        self.json[field].as_str().unwrap_or_else(|| panic!("no text {field:?} in {}", self.json))
    }
}
