//! The crests that people choose for themselves: ships on grounds of different colours. They are not the colours that
//! the game deals, and so look different from those.

use doubloons_engine::caribbean::Ship;
use doubloons_words::{mark, say, tr};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::palette::GOLD;
use super::ship::ship_outline;

/// What the ships lie on.
const GROUNDS: [(Ink, &str); 3] =
    [(Ink::hex(0x14606b), mark("teal")), (Ink::hex(0x6b4426), mark("brown")), (Ink::hex(0x4a3a6b), mark("violet"))];

/// What the ships are called here, after their rigs.
const RIGS: [&str; 6] = [mark("galleon"), mark("cog"), mark("sloop"), mark("dhow"), mark("frigate"), mark("junk")];

/// Paints a crest within a circle.
pub(crate) fn crest(cr: &cairo::Context, number: u8, x: f64, y: f64, radius: f64) {
    let (ship, ground, _) = parts(number);
    cr.circle(x, y, radius);
    cr.filled(GOLD);
    cr.circle(x, y, radius * 0.92);
    cr.filled(ground);
    cr.aside(|| {
        cr.circle(x, y, radius * 0.9);
        cr.clip();
        cr.translate(x, y);
        let scale = radius * 1.3 / 92.0;
        cr.scale(scale, scale);
        ship_outline(cr, ship, Ink::hex(0xfdf3da));
    });
    cr.new_path();
}

/// What a crest is called.
pub(crate) fn crest_name(number: u8) -> String {
    let (ship, _, ground) = parts(number);
    say!("{rig} on {ground}", rig = tr(RIGS[ship.index()]), ground = tr(ground))
}

fn parts(number: u8) -> (Ship, Ink, &'static str) {
    let number = usize::from(number);
    let (ground, name) = GROUNDS[number / RIGS.len() % GROUNDS.len()];
    (Ship::ALL[number % RIGS.len()], ground, name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use doubloons_net::table::genesis::EMBLEMS;

    use super::*;

    #[test]
    fn no_two_crests_are_the_same() {
        let names: BTreeSet<String> = (0..EMBLEMS).map(crest_name).collect();
        assert_eq!(names.len(), usize::from(EMBLEMS));
    }
}
