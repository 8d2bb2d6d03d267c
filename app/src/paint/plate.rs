//! The pictures of the rule book: cards on wood, and pieces of the chart with ships on them.

use doubloons_engine::caribbean::{Board, Card, Colour, Ship, Space};
use gtk::cairo;

use super::brush::{Brush, Ink};
use super::card::{CARD_HEIGHT, CARD_WIDTH, card_face};
use super::chart::paint_chart;
use super::emblem::medallion;
use super::geometry::Geometry;
use super::labels::Lettering;
use super::palette::{GOLD, Palette};
use super::pieces::{Lit, active_space, lit_spaces, ship_piece, town_tag, trail};
use super::text::{Align, Hand};
use super::wood::wood;
use crate::game::TownScene;
use crate::rulebook::Plate;

/// How high a picture is.
pub(crate) const PLATE_HEIGHT: i32 = 180;

/// How large the pieces of the chart are, in widget units for each of its own.
const SCALE: f64 = 0.86;

/// The colours in pictures with players.
const PLAYERS: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green];

/// Paints a picture.
pub(crate) fn paint_plate(cr: &cairo::Context, palette: &Palette, plate: Plate, width: f64, height: f64) {
    cr.rounded(0.0, 0.0, width, height, 10.0);
    cr.clip();
    match plate {
        Plate::Ships => ships(cr, palette, width, height),
        Plate::Hand => {
            wood(cr, palette, width, height);
            let cards = Card::ALL.map(|card| Laid { card, owner: None, golden: false });
            row(cr, palette, &cards, width, height);
        }
        Plate::Thieves => {
            wood(cr, palette, width, height);
            let cards = [Card::Five, Card::Three, Card::Thief, Card::Thief];
            let laid: Vec<Laid> = cards
                .into_iter()
                .zip(PLAYERS)
                .map(|(card, colour)| Laid { card, owner: Some(colour), golden: card == Card::Five })
                .collect();
            row(cr, palette, &laid, width, height);
        }
        Plate::Tie => {
            wood(cr, palette, width, height);
            let laid = |card, colour, golden| Laid { card, owner: Some(colour), golden };
            let (own, other) = (PLAYERS[0], PLAYERS[1]);
            let pairs = [
                laid(Card::Four, own, true),
                laid(Card::Two, own, true),
                laid(Card::Four, other, false),
                laid(Card::One, other, false),
            ];
            row(cr, palette, &pairs, width, height);
        }
        Plate::Capture => {
            let scene = Cutting { centre: 42, ships: &[(Ship::A, 50, None)], lit: &[42, 43], trail: &[] };
            cutting(cr, palette, &scene, width, height);
        }
        Plate::Steal => {
            let scene = Cutting {
                centre: 10,
                ships: &[(Ship::B, 3, Some(5)), (Ship::C, 11, None)],
                lit: &[3, 21],
                trail: &[31, 22, 11],
            };
            cutting(cr, palette, &scene, width, height);
        }
        Plate::Deliver => {
            let scene = Cutting { centre: 43, ships: &[(Ship::A, 43, Some(6))], lit: &[], trail: &[50, 42, 43] };
            cutting(cr, palette, &scene, width, height);
        }
    }
}

fn ships(cr: &cairo::Context, palette: &Palette, width: f64, height: f64) {
    let sea = cairo::LinearGradient::new(0.0, 0.0, 0.0, height);
    palette.sea_centre.stop(&sea, 0.0);
    palette.sea_edge.stop(&sea, 1.0);
    cr.rectangle(0.0, 0.0, width, height);
    cr.shaded_keep(&sea);
    cr.new_path();
    let board = Board::standard();
    let step = width / 6.0;
    let scale = (step / 92.0).min(1.35);
    for ship in Ship::ALL {
        let x = step * (ship.index() as f64 + 0.5);
        ship_piece(cr, palette, ship, (x, height * 0.44), scale, None, None);
        let hand = Hand::town((17.0 * scale).clamp(13.0, 19.0));
        hand.write_centred(cr, board.ship_name(ship), x, height - 26.0, Align::Middle, Ink::white(0.95));
    }
}

/// A card on the table.
#[derive(Clone, Copy)]
struct Laid {
    card: Card,
    owner: Option<Colour>,
    golden: bool,
}

fn row(cr: &cairo::Context, palette: &Palette, cards: &[Laid], width: f64, height: f64) {
    let count = cards.len() as f64;
    let scale = ((width - 24.0) / (count * (CARD_WIDTH + 14.0))).min(1.2);
    let (card_width, card_height) = (CARD_WIDTH * scale, CARD_HEIGHT * scale);
    let gap = 14.0 * scale;
    let left = (width - count * card_width - (count - 1.0) * gap) / 2.0;
    let owned = cards.iter().any(|laid| laid.owner.is_some());
    let top = (height - card_height - if owned { 30.0 } else { 0.0 }) / 2.0;
    for (index, laid) in cards.iter().enumerate() {
        let x = left + index as f64 * (card_width + gap);
        if laid.golden {
            cr.rounded(x - 4.0, top - 4.0, card_width + 8.0, card_height + 8.0, 9.0);
            cr.filled(GOLD);
        }
        cr.aside(|| {
            cr.translate(x, top);
            cr.scale(scale, scale);
            card_face(cr, palette, laid.card);
        });
        if let Some(colour) = laid.owner {
            medallion(cr, colour, x + card_width / 2.0, top + card_height + 20.0, 12.0);
        }
    }
}

/// A piece of the chart.
struct Cutting<'a> {
    /// The space in the middle, by its number.
    centre: usize,
    /// Ships, where they are, and what their chests are worth.
    ships: &'a [(Ship, usize, Option<u8>)],
    /// The spaces that glow.
    lit: &'a [usize],
    /// The way of a ship so far.
    trail: &'a [usize],
}

fn cutting(cr: &cairo::Context, palette: &Palette, scene: &Cutting<'_>, width: f64, height: f64) {
    let board = Board::standard();
    let Some(art) = board.art() else { return };
    let (whole_width, whole_height) = (art.width * SCALE, art.height * SCALE);
    let geometry = Geometry::fit(art, whole_width, whole_height);
    let place = |number: usize| {
        let space = Space::from_number(number)?;
        let shape = art.space(space)?;
        let outline: Vec<(f64, f64)> = shape.outline.iter().map(|&point| geometry.place(point)).collect();
        Some((outline, geometry.place(shape.berth)))
    };
    let Some((_, (x, y))) = place(scene.centre) else { return };
    let left = (x - width / 2.0).clamp(0.0, (whole_width - width).max(0.0));
    let top = (y - height / 2.0).clamp(0.0, (whole_height - height).max(0.0));
    cr.aside(|| {
        cr.translate(-left, -top);
        let lettering = Lettering::of(&board, geometry.scale);
        paint_chart(cr, palette, &board, &lettering, &PLAYERS[..3], whole_width, whole_height);
        let lit = scene.lit.iter().filter_map(|&number| {
            let (outline, berth) = place(number)?;
            let haven = Space::from_number(number).is_some_and(|space| board.haven(space).is_some());
            Some(Lit { outline, berth, steps: None, haven, hovered: false })
        });
        lit_spaces(cr, palette, &lit.collect::<Vec<_>>(), geometry.scale);
        cr.aside(|| {
            cr.translate(geometry.left, geometry.top);
            cr.scale(geometry.scale, geometry.scale);
            lettering.labels.iter().for_each(|label| label.write(cr, palette));
        });
        for (city, &tag) in board.cities().iter().zip(&lettering.tags) {
            let taken = scene.ships.iter().find(|&&(_, _, cargo)| cargo == Some(city.value));
            let shown = match taken {
                Some(&(ship, ..)) if near(scene, city.space) => TownScene::Aboard(ship),
                _ => TownScene::There(city.value),
            };
            town_tag(cr, palette, shown, geometry.place(tag), geometry.scale);
        }
        let way: Vec<(f64, f64)> =
            scene.trail.iter().filter_map(|&number| place(number)).map(|(_, berth)| berth).collect();
        trail(cr, &way, geometry.scale);
        for &(ship, number, cargo) in scene.ships {
            let Some((outline, at)) = place(number) else { continue };
            if scene.lit.is_empty() {
                active_space(cr, palette, &outline);
            }
            ship_piece(cr, palette, ship, at, geometry.scale, cargo, None);
        }
    });
}

/// Whether the chest aboard comes from this town: the one that the ship has just been to.
fn near(scene: &Cutting<'_>, town: Space) -> bool {
    let number = town.number();
    scene.trail.contains(&number) || scene.ships.iter().any(|&(_, at, _)| at == number)
}
