//! The desktop program as a person meets it: a screen of its own, a pointer and a keyboard, and everything that a screen
//! reader is told about the windows. Waits for what has to happen instead of sleeping.
//!
//! A [`Desktop`](desktop::Desktop) is one person's computer: a virtual screen, a message bus with the accessibility bus
//! beside it, a home. It lives in the namespaces that [`doubloons_tests::sandbox`] has entered, so nothing of the person who runs the
//! tests is seen or touched, and nothing is left behind.

pub mod accessible;
pub mod announcement;
pub mod app;
pub mod desktop;
pub mod hands;
pub mod party;
pub mod pixels;
pub mod playing;
pub mod surroundings;
