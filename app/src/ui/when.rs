//! When something happened, as people say it.

use std::time::{SystemTime, UNIX_EPOCH};

use doubloons_words::say;
use gtk::glib;

/// "today, 21:40", "yesterday, 21:40", or the day and the time as the desktop writes them.
pub(crate) fn when(at: SystemTime) -> String {
    let now = glib::DateTime::now_local().ok();
    local(at).zip(now).map(|(at, now)| seen_from(&now, &at)).unwrap_or_default()
}

fn seen_from(now: &glib::DateTime, at: &glib::DateTime) -> String {
    let format = |how: &str| at.format(how).map(String::from).unwrap_or_default();
    let is_on = |day: &glib::DateTime| day.ymd() == at.ymd();
    if is_on(now) {
        say!("today, {time}", time = format("%R"))
    } else if now.add_days(-1).is_ok_and(|yesterday| is_on(&yesterday)) {
        say!("yesterday, {time}", time = format("%R"))
    } else {
        format("%x, %R")
    }
}

fn local(at: SystemTime) -> Option<glib::DateTime> {
    let seconds = at.duration_since(UNIX_EPOCH).ok()?.as_secs();
    glib::DateTime::from_unix_local(i64::try_from(seconds).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(day: i32, hour: i32) -> glib::DateTime {
        glib::DateTime::from_utc(2026, 3, day, hour, 5, 0.0).expect("a time")
    }

    #[test]
    fn days_count_and_not_hours() {
        let now = time(2, 1);
        assert_eq!(seen_from(&now, &time(2, 0)), "today, 00:05");
        assert_eq!(seen_from(&now, &time(1, 23)), "yesterday, 23:05");
        assert!(!seen_from(&time(3, 1), &time(1, 23)).contains("yesterday"));
    }

    #[test]
    fn the_day_before_the_first_is_the_last_of_the_month_before() {
        let last = glib::DateTime::from_utc(2026, 2, 28, 12, 0, 0.0).expect("a time");
        assert_eq!(seen_from(&time(1, 8), &last), "yesterday, 12:00");
    }
}
