//! The recipes of the sounds: sines, noise, and how they die away.

use std::f64::consts::TAU;

use super::Cue;
use super::wav::RATE;

/// The samples of a sound, between −1 and 1.
pub(super) fn samples(cue: Cue) -> Vec<f64> {
    match cue {
        Cue::CardLaid => Tape::of(0.14).thud(0.0, 150.0, 0.03, 0.6).hiss(0.0, 0.05, 0.35, 0.5),
        Cue::Sealed => Tape::of(0.32).thud(0.0, 85.0, 0.08, 0.7).hiss(0.04, 0.2, 0.12, 0.08),
        Cue::Reveal => Tape::of(0.22).hiss(0.0, 0.05, 0.4, 0.75).hiss(0.08, 0.07, 0.45, 0.9),
        Cue::Sails => Tape::of(0.6).hiss(0.0, 0.42, 0.5, 0.06).hiss(0.15, 0.4, 0.4, 0.1),
        Cue::Capture => Tape::of(0.5).creak(0.0, 0.3, 95.0, 0.3).thud(0.3, 110.0, 0.05, 0.6),
        Cue::Delivery => {
            let coins = [(0.0, 2_100.0), (0.07, 2_630.0), (0.13, 1_870.0), (0.22, 2_940.0), (0.3, 2_350.0)];
            coins.into_iter().fold(Tape::of(0.75), |tape, (at, pitch)| tape.ring(at, pitch, 0.09, 0.22))
        }
        Cue::Thief => {
            let sniggers = [(0.0, 560.0), (0.12, 520.0), (0.24, 470.0), (0.36, 430.0)];
            let snigger = |tape: Tape, (at, pitch)| tape.reed(at, pitch, 0.09).hiss(at, 0.07, 0.22, 0.6);
            sniggers.into_iter().fold(Tape::of(0.5), snigger)
        }
        Cue::Tie => Tape::of(0.95).ring(0.0, 622.3, 0.2, 0.45).ring(0.3, 622.3, 0.24, 0.45),
        Cue::LastRound => Tape::of(1.0).reed(0.0, 110.0, 0.98).reed(0.02, 164.8, 0.96).reed(0.04, 220.9, 0.94),
        Cue::YourTurn => Tape::of(0.95).ring(0.0, 740.0, 0.26, 0.5),
        Cue::End => {
            let tune = [(0.0, 392.0), (0.17, 523.25), (0.34, 659.25), (0.51, 783.99)];
            tune.into_iter().fold(Tape::of(1.0), |tape, (at, pitch)| tape.reed(at, pitch, 0.3))
        }
        Cue::Chat => Tape::of(0.2).ring(0.0, 880.0, 0.03, 0.3).ring(0.08, 1_174.7, 0.03, 0.3),
    }
    .faded()
}

/// A sound that is being put together. Times are in seconds, pitches in hertz.
struct Tape {
    samples: Vec<f64>,
}

impl Tape {
    fn of(seconds: f64) -> Tape {
        Tape { samples: vec![0.0; (seconds * f64::from(RATE)) as usize] }
    }

    /// Adds something that begins at a time and is a function of the time since.
    fn add(mut self, at: f64, mut wave: impl FnMut(f64) -> f64) -> Tape {
        let first = (at * f64::from(RATE)) as usize;
        for (index, sample) in self.samples.iter_mut().skip(first).enumerate() {
            *sample += wave(index as f64 / f64::from(RATE));
        }
        self
    }

    /// A dull blow that falls in pitch.
    fn thud(self, at: f64, pitch: f64, dies: f64, loud: f64) -> Tape {
        self.add(at, |time| {
            let falling = pitch * time * (1.0 + (-time * 30.0).exp() * 0.4);
            loud * (-time / dies).exp() * (TAU * falling).sin()
        })
    }

    /// Something metal: its overtones don't fit the tone, as in bells and coins.
    fn ring(self, at: f64, pitch: f64, dies: f64, loud: f64) -> Tape {
        const OVERTONES: [(f64, f64); 4] = [(1.0, 1.0), (2.0, 0.45), (2.76, 0.35), (5.4, 0.15)];
        self.add(at, |time| {
            let tones = OVERTONES.iter().map(|&(factor, share)| {
                share * (-time * factor.sqrt() / dies).exp() * (TAU * pitch * factor * time).sin()
            });
            loud * tones.sum::<f64>()
        })
    }

    /// A reed of a squeeze-box.
    fn reed(self, at: f64, pitch: f64, lasts: f64) -> Tape {
        self.add(at, |time| {
            let swell = (time / 0.03).min(1.0) * (1.0 - time / lasts).max(0.0).sqrt();
            let tones = (1..=6).map(|part: i32| (TAU * pitch * f64::from(part) * time).sin() / f64::from(part));
            0.22 * swell * tones.sum::<f64>()
        })
    }

    /// Noise that swells and dies away; `bright` from 0, a rumble, to 1, a hiss.
    fn hiss(self, at: f64, lasts: f64, loud: f64, bright: f64) -> Tape {
        let (mut seed, mut smooth) = (0x2545_f491_u32, 0.0);
        self.add(at, move |time| {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            let noise = f64::from(seed) / f64::from(u32::MAX) * 2.0 - 1.0;
            smooth += (noise - smooth) * bright;
            let swell = (TAU / 2.0 * (time / lasts).min(1.0)).sin();
            // What is smoothed is softer too.
            loud * swell * smooth / bright.sqrt().max(0.2)
        })
    }

    /// Old wood that gives way in little jerks.
    fn creak(self, at: f64, lasts: f64, pitch: f64, loud: f64) -> Tape {
        self.add(at, |time| {
            let share = (time / lasts).min(1.0);
            let rising = pitch * (1.0 + share * 0.6) * time;
            let jerk = (1.0 - rising.fract()).powi(4) * (TAU * 520.0 * time).sin();
            loud * (TAU / 2.0 * share).sin() * jerk * 1.6
        })
    }

    /// The samples, without a click at the end, and none too loud.
    fn faded(mut self) -> Vec<f64> {
        const FADE: usize = 400;
        let length = self.samples.len();
        for (left, sample) in self.samples.iter_mut().rev().enumerate().take(FADE.min(length)) {
            *sample *= left as f64 / FADE as f64;
        }
        let loudest = self.samples.iter().map(|sample| sample.abs()).fold(0.0, f64::max);
        let most = 0.8;
        if loudest > most {
            self.samples.iter_mut().for_each(|sample| *sample *= most / loudest);
        }
        self.samples
    }
}
