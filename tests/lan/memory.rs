//! How much memory a process uses, as the kernel counts it.

use std::fs;

/// Memory of a process in kibibytes.
#[derive(Debug, Clone, Copy)]
pub struct Memory {
    /// In use now.
    pub resident: u64,
    /// The most that ever was.
    pub peak: u64,
}

/// Looks at a process that is running.
pub fn of_process(id: u32) -> Memory {
    let field = fields(id, "status");
    Memory { resident: field("VmRSS"), peak: field("VmHWM") }
}

/// How much of its memory a process has to itself, in kibibytes.
#[derive(Debug, Clone, Copy)]
pub struct Shares {
    /// Everything that it uses, shared or not.
    pub resident: u64,
    /// The same, with what is shared divided among those who share it.
    pub proportional: u64,
    /// What nobody else uses.
    pub private: u64,
}

/// Looks at a process that is running, which takes longer than [`of_process`].
pub fn shares_of_process(id: u32) -> Shares {
    let field = fields(id, "smaps_rollup");
    let private = field("Private_Clean") + field("Private_Dirty");
    Shares { resident: field("Rss"), proportional: field("Pss"), private }
}

/// The fields of a file that the kernel has about a process, in kibibytes.
fn fields(id: u32, file: &str) -> impl Fn(&str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/{file}")).expect("the process is running");
    move |name| {
        let named = |line: &str| Some(line.strip_prefix(name)?.strip_prefix(':')?.to_owned());
        let value = text.lines().find_map(named).expect("a process that has not ended");
        value.trim().trim_end_matches("kB").trim().parse().expect("a number")
    }
}
