//! The worked example of the rules, on the chart as it was first drawn.

use std::sync::Arc;

use doubloons_engine::caribbean::Choice::{Keep, Show};
use doubloons_engine::caribbean::board::Sketch;
use doubloons_engine::caribbean::{Board, Card, Colour, Command, Event, Reserve, Ship, Whereabouts};

use super::fixture::*;

/// The neighbours of spaces 1 to 77.
#[rustfmt::skip]
pub(crate) const NEIGHBOURS: [&[usize]; 77] = [
    &[2, 9],
    &[1, 3, 9, 10],
    &[2, 4, 10, 11],
    &[3, 11, 12],
    &[6, 13],
    &[5, 7, 13, 14],
    &[6, 8, 14, 15],
    &[7, 15, 16],
    &[1, 2, 10, 19, 20],
    &[2, 3, 9, 11, 20, 21],
    &[3, 4, 10, 12, 21, 22],
    &[4, 11, 22, 23],
    &[5, 6, 14, 24, 25],
    &[6, 7, 13, 15, 25, 26],
    &[7, 8, 14, 16, 26, 27],
    &[8, 15, 17, 27, 28],
    &[16, 28],
    &[19, 29],
    &[9, 18, 20, 29, 30],
    &[9, 10, 19, 21, 30],
    &[10, 11, 20, 22, 31],
    &[11, 12, 21, 23, 31],
    &[12, 22, 24],
    &[13, 23, 25],
    &[13, 14, 24, 26, 32],
    &[14, 15, 25, 27, 32, 33],
    &[15, 16, 26, 28, 33, 34],
    &[16, 17, 27, 34, 35],
    &[18, 19, 30],
    &[19, 20, 29],
    &[21, 22, 37, 38],
    &[25, 26, 33, 41],
    &[26, 27, 32, 34, 41],
    &[27, 28, 33, 35],
    &[28, 34, 36, 42],
    &[35, 42, 43],
    &[31, 38, 44, 45],
    &[31, 37, 39, 45, 46],
    &[38, 40, 46, 47],
    &[39, 47],
    &[32, 33, 48, 49],
    &[35, 36, 43, 50],
    &[36, 42, 50, 51],
    &[37, 45, 52, 53],
    &[37, 38, 44, 46, 53, 54],
    &[38, 39, 45, 47, 54, 55],
    &[39, 40, 46, 55, 56],
    &[41, 49, 57, 58],
    &[41, 48, 58, 59],
    &[42, 43, 51, 61],
    &[43, 50],
    &[44, 53],
    &[44, 45, 52, 54, 62],
    &[45, 46, 53, 55, 62, 63],
    &[46, 47, 54, 56, 63, 64],
    &[47, 55, 57, 64, 65],
    &[48, 56, 58, 65, 66],
    &[48, 49, 57, 59, 66, 67],
    &[49, 58, 60, 67, 68],
    &[59, 61, 68, 69],
    &[50, 60, 69, 70],
    &[53, 54, 63, 71, 72],
    &[54, 55, 62, 64, 72],
    &[55, 56, 63, 65, 73],
    &[56, 57, 64, 66, 73, 74],
    &[57, 58, 65, 67, 74],
    &[58, 59, 66, 68, 75],
    &[59, 60, 67, 69, 75, 76],
    &[60, 61, 68, 70, 76, 77],
    &[61, 69, 77],
    &[62, 72],
    &[62, 63, 71],
    &[64, 65, 74],
    &[65, 66, 73],
    &[67, 68, 76],
    &[68, 69, 75, 77],
    &[69, 70, 76],
];

/// Name, space and worth of the sixteen cities.
const CITIES: [(&str, usize, u8); 16] = [
    ("Portobelo", 72, 8),
    ("Santiago", 40, 8),
    ("Cartagena", 73, 7),
    ("Fort-Royal", 70, 7),
    ("Veracruz", 18, 7),
    ("Caracas", 76, 6),
    ("Santo Domingo", 60, 6),
    ("St. Augustine", 5, 6),
    ("Basseterre", 51, 5),
    ("Nassau", 14, 5),
    ("Port Royal", 56, 5),
    ("Trujillo", 52, 5),
    ("Campeche", 30, 4),
    ("Havana", 23, 4),
    ("Pensacola", 3, 4),
    ("San Juan", 42, 4),
];

const PORT_ROYAL: usize = 10;

/// The board of section 10, whatever becomes of the havens of the one that is built in.
fn chart() -> Board {
    let edges = |(index, list): (usize, &&'static [usize])| {
        list.iter().filter(move |&&to| to > index + 1).map(move |&to| (index + 1, to))
    };
    let havens = [
        (Colour::Red, [21, 32, 43]),
        (Colour::Blue, [4, 37, 59]),
        (Colour::Green, [9, 16, 57]),
        (Colour::Yellow, [24, 35, 53]),
    ];
    Board::sketch(Sketch {
        spaces: 77,
        edges: NEIGHBOURS.iter().enumerate().flat_map(edges).collect(),
        cities: CITIES.map(|(name, space, worth)| (name.to_owned(), space, worth)).to_vec(),
        havens: havens.iter().flat_map(|&(colour, spaces)| spaces.map(|space| (colour, space))).collect(),
        starts: vec![7, 10, 44, 50, 63, 66],
    })
    .unwrap()
}

#[test]
fn section_11_the_worked_example() {
    let port_royal = chest(PORT_ROYAL);
    let fixture = Fixture::on(Arc::new(chart()), &[Colour::Red, Colour::Blue, Colour::Yellow])
        .ship(Ship::A, 17)
        .ship(Ship::B, 1)
        .ship(Ship::C, 55)
        .ship(Ship::D, 31)
        .ship(Ship::E, 71)
        .ship(Ship::F, 77)
        .city(port_royal);
    let mut table = fixture.bribing();
    table.deal_all([[5, 3, 4, 1, 0, T, 2], [3, 5, 4, 2, 1, 0, T], [2, 4, T, 0, 3, 5, 1]]);
    table.idle_to(Ship::C);

    // 1, 2: a tie at 4, Red shows the 2, Blue keeps.
    let events = table.open();
    assert_eq!(
        events,
        [
            Event::BribesShown { ship: Ship::C, cards: cards([(RED, 4), (BLUE, 4), (YELLOW, T)]) },
            Event::Tied { ship: Ship::C, card: Card::Four, seats: seats([RED, BLUE]), asked: seats([RED, BLUE]) },
        ]
    );
    table.break_tie([(RED, Show), (BLUE, Keep)]);
    assert_eq!(table.commander(), (Ship::C, RED, 3));
    assert_eq!(table.reserve(RED), Reserve::Shown(Card::Two));

    // 3: Red captures Port Royal and stays at sea, loaded.
    table.orders(&[step(56), Command::Capture, step(47), step(39), Command::End]);
    assert_eq!(table.purse(), [2, 0, 0]);
    assert_eq!((table.at(Ship::C), table.aboard(Ship::C)), (39, Some(port_royal)));

    // 4: Blue steals the chest and is paid for it at home.
    table.open();
    assert_eq!(table.commander(), (Ship::D, BLUE, 2));
    table.orders(&[step(38), Command::Steal(Ship::C), step(37), Command::End]);
    assert_eq!(table.purse(), [2, 5, 0]);
    assert_eq!(table.chest(port_royal), Whereabouts::Delivered(BLUE));
    assert_eq!((table.at(Ship::D), table.aboard(Ship::D), table.aboard(Ship::C)), (37, None, None));
}
