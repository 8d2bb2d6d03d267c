//! The tutorial: one round of a real game, dealt by hand, with a coach who explains one thing at a time.
//!
//! * `script`: the position, what the others bribe and sail, and what the coach suggests. It is the same every time.
//! * `step`: what the coach says, and what each step waits for.
//! * `progress`: which step it is, and what becomes of what the person tries meanwhile.
//! * `rehearsal`: the way back to an earlier step.
//!
//! The rules stay in the engine here too: the coach only decides when time passes and which of the person's deeds
//! reach the table. So the round always goes as it was told, and can't get stuck.

mod progress;
mod rehearsal;
mod script;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use progress::{Heed, Lesson};
pub(super) use script::{actor, suggestion};
pub(crate) use step::{Pointer, Step};
