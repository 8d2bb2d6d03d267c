//! Where in a story somebody looks, and whether it runs by itself.

use std::sync::Arc;

use doubloons_engine::contract::Seat;
use doubloons_words::say;

use super::story::Story;
use crate::game::{self, Speed};

/// Something happened: a control was touched, or time passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Msg {
    /// It was opened to be watched. It begins by itself after a look around, unless nothing is to move by itself.
    Opened {
        /// Whether little is to move.
        calmly: bool,
    },
    /// One beat on.
    SteppedOn,
    /// One beat back.
    SteppedBack,
    /// To so many beats.
    Scrubbed(usize),
    /// Play, or stop playing.
    PlayPressed,
    /// What is shown now was shown long enough.
    TimePassed {
        /// The ticket of the [`Pause`].
        ticket: u64,
    },
    /// To be looked at from this seat, or from none.
    SeatChosen(Option<Seat>),
    /// To be played at another speed.
    SpeedChosen(Speed),
}

/// [`Msg::TimePassed`] is to be sent after a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pause {
    /// To be sent back.
    pub(crate) ticket: u64,
    /// How long.
    pub(crate) millis: u32,
}

/// How long the first beat of a film that begins by itself stays, in milliseconds: whoever has just opened it looks around.
const LOOK_AROUND: u32 = 2500;

/// Somebody looking at a story.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    story: Arc<Story>,
    beats: usize,
    seat: Option<Seat>,
    speed: Speed,
    /// The ticket of the pause that is running, while it plays.
    playing: Option<u64>,
    tickets: u64,
}

impl Player {
    /// At the first beat, not playing.
    pub(crate) fn new(story: Arc<Story>) -> Player {
        let beats = story.len().min(1);
        Player { story, beats, seat: None, speed: Speed::default(), playing: None, tickets: 0 }
    }

    /// The story.
    pub(crate) fn story(&self) -> &Story {
        &self.story
    }

    /// How many beats have been shown.
    pub(crate) fn beats(&self) -> usize {
        self.beats
    }

    /// Whether it plays by itself.
    pub(crate) fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// How fast.
    pub(crate) fn speed(&self) -> Speed {
        self.speed
    }

    /// The table as it is shown.
    pub(crate) fn table(&self) -> game::Model {
        self.story.after(self.beats, self.seat)
    }

    /// What the chosen seat has laid and only its owner knew, in words.
    pub(crate) fn laid(&self) -> Option<String> {
        let seat = self.seat?;
        let name = self.story.names().get(seat.index())?;
        self.story.laid(self.beats, seat).map(|cards| say!("{name} laid {cards}"))
    }

    /// Lets a message happen.
    #[must_use]
    pub(crate) fn update(&mut self, msg: Msg) -> Option<Pause> {
        match msg {
            Msg::Opened { calmly: true } => None,
            Msg::Opened { calmly: false } => self.wait().map(|pause| Pause { millis: LOOK_AROUND, ..pause }),
            Msg::SteppedOn => self.turn_to(self.beats + 1),
            Msg::SteppedBack => self.turn_to(self.beats.saturating_sub(1)),
            // The scrubber also tells of what was shown by itself.
            Msg::Scrubbed(beats) if beats == self.beats => None,
            Msg::Scrubbed(beats) => self.turn_to(beats),
            Msg::PlayPressed if self.playing.is_some() => {
                self.playing = None;
                None
            }
            Msg::PlayPressed => {
                if self.beats >= self.story.len() {
                    self.beats = self.story.len().min(1);
                }
                self.wait()
            }
            Msg::TimePassed { ticket } if self.playing == Some(ticket) => {
                self.beats = (self.beats + 1).min(self.story.len());
                self.wait()
            }
            Msg::TimePassed { .. } => None,
            Msg::SeatChosen(seat) => {
                self.seat = seat;
                None
            }
            Msg::SpeedChosen(speed) => {
                self.speed = speed;
                None
            }
        }
    }

    /// Whoever turns a page wants to look at it.
    fn turn_to(&mut self, beats: usize) -> Option<Pause> {
        self.playing = None;
        self.beats = beats.clamp(self.story.len().min(1), self.story.len());
        None
    }

    fn wait(&mut self) -> Option<Pause> {
        if self.beats >= self.story.len() {
            self.playing = None;
            return None;
        }
        self.tickets += 1;
        self.playing = Some(self.tickets);
        Some(Pause { ticket: self.tickets, millis: self.speed.scale(self.story.stay(self.beats)) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::story::tests::golden_story;
    use super::*;

    fn player() -> Player {
        Player::new(Arc::new(golden_story()))
    }

    #[test]
    fn it_plays_to_the_end_and_stops_there() {
        let mut player = player();
        let mut pause = player.update(Msg::PlayPressed);
        while let Some(Pause { ticket, millis }) = pause {
            assert!(millis > 0, "every beat can be seen");
            pause = player.update(Msg::TimePassed { ticket });
        }
        assert_eq!(player.beats(), player.story().len());
        assert!(!player.is_playing());
        assert!(player.update(Msg::PlayPressed).is_some(), "and begins anew");
        assert_eq!(player.beats(), 1);
    }

    #[test]
    fn it_begins_by_itself_after_a_look_around() {
        let mut player = player();
        let Some(Pause { ticket, millis }) = player.update(Msg::Opened { calmly: false }) else { panic!("it plays") };
        assert!(player.is_playing() && millis >= LOOK_AROUND, "{millis}");
        assert!(
            player.update(Msg::TimePassed { ticket }).is_some_and(|next| next.millis < LOOK_AROUND),
            "then as ever"
        );
        assert_eq!(player.beats(), 2);
    }

    #[test]
    fn it_waits_for_whoever_wants_little_motion() {
        let mut player = player();
        assert_eq!(player.update(Msg::Opened { calmly: true }), None);
        assert!(!player.is_playing());
    }

    #[test]
    fn a_film_that_was_stopped_before_it_began_stays_so() {
        let mut player = player();
        let Some(Pause { ticket, .. }) = player.update(Msg::Opened { calmly: false }) else { panic!("it plays") };
        assert_eq!(player.update(Msg::PlayPressed), None);
        assert_eq!(player.update(Msg::TimePassed { ticket }), None);
        assert_eq!((player.beats(), player.is_playing()), (1, false));
    }

    #[test]
    fn a_page_that_is_turned_stays() {
        let mut player = player();
        let Some(Pause { ticket, .. }) = player.update(Msg::PlayPressed) else { panic!("it plays") };
        assert_eq!(player.update(Msg::SteppedOn), None);
        assert!(!player.is_playing());
        assert_eq!(player.update(Msg::TimePassed { ticket }), None, "time that passed before counts no more");
        assert_eq!(player.beats(), 2);
        let _ = player.update(Msg::SteppedBack);
        let _ = player.update(Msg::SteppedBack);
        assert_eq!(player.beats(), 1, "there is nothing before the first round");
        let _ = player.update(Msg::Scrubbed(usize::MAX));
        assert_eq!(player.beats(), player.story().len());
    }

    #[test]
    fn a_seat_sees_its_own_bribes() {
        let mut player = player();
        let _ = player.update(Msg::Scrubbed(2));
        assert_eq!(player.laid(), None, "nobody's");
        let seat = Seat::first(1).next();
        let _ = player.update(Msg::SeatChosen(seat));
        assert!(player.laid().is_some_and(|laid| laid.contains(" laid A ")));
        assert_eq!(player.table().human(), seat);
    }
}
