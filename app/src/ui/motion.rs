//! How much moves on the screen. Whoever wants little of it sees ships jump instead of sail; what happened stays in view
//! as long as before, with the wake that shows the way, and the log tells it.

use std::cell::Cell;

use gtk::glib;
use gtk::prelude::*;

use crate::preferences::Motion;

/// Takes over what the person has chosen. GTK then leaves its own animations out as well.
pub(crate) fn set(motion: Motion) {
    let Some(settings) = gtk::Settings::default() else { return };
    match motion {
        Motion::System => settings.reset_property("gtk-enable-animations"),
        Motion::Reduced => settings.set_gtk_enable_animations(false),
    }
}

/// Whether little is to move, by the person's choice or the desktop's.
pub(crate) fn is_reduced() -> bool {
    gtk::Settings::default().is_some_and(|settings| !settings.is_gtk_enable_animations())
}

/// Lets something move for so many milliseconds: `frame` hears in each frame how much of that time is over, from 0 to 1,
/// and 1 at last. Where little is to move, it hears only that. Nothing is left running afterwards.
pub(crate) fn run<W: IsA<gtk::Widget>>(widget: &W, millis: u32, frame: impl Fn(&W, f64) + 'static) {
    if millis == 0 || is_reduced() {
        return frame(widget, 1.0);
    }
    frame(widget, 0.0);
    let began = Cell::new(None);
    widget.add_tick_callback(move |widget, clock| {
        let now = clock.frame_time();
        let first = began.get().unwrap_or(now);
        began.set(Some(first));
        let share = ((now - first) as f64 / (f64::from(millis) * 1000.0)).min(1.0);
        frame(widget, share);
        if share < 1.0 { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
    });
}

/// The part of a movement that begins later than the whole and ends earlier: 0 before it, 1 after it.
pub(crate) fn part(share: f64, from: f64, to: f64) -> f64 {
    ((share - from) / (to - from).max(f64::EPSILON)).clamp(0.0, 1.0)
}

/// Sets out fast and comes to rest softly.
pub(crate) fn soft(share: f64) -> f64 {
    1.0 - (1.0 - share).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_movement_has_its_own_beginning_and_end() {
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| part(share, 0.25, 0.75)), [0.0, 0.0, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn a_soft_movement_comes_to_its_end_and_never_turns_back() {
        let places: Vec<f64> = (0..=20).map(|step| soft(f64::from(step) / 20.0)).collect();
        assert!(places.is_sorted() && places[0] == 0.0 && places[20] == 1.0);
    }
}
