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
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("the process is running");
    let field = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a process that has not ended");
        line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse().expect("a number")
    };
    Memory { resident: field("VmRSS"), peak: field("VmHWM") }
}
