//! The standard board against the facts of the game, and broken boards against their messages.

use std::collections::{BTreeMap, BTreeSet};

use super::super::chest::Chest;
use super::super::colour::Colour;
use super::super::ship::Ship;
use super::super::space::{Space, SpaceSet};
use super::*;

fn at(number: usize) -> Space {
    Space::from_number(number).expect("a number that a space can have")
}

fn numbers(spaces: impl IntoIterator<Item = Space>) -> Vec<usize> {
    spaces.into_iter().map(Space::number).collect()
}

/// A board's text with one line changed: in the entry of a table (`[[space]]`, `[board]` …) that has the line `marker`,
/// the line of `key` becomes `line`; an empty `line` removes it. Remarks behind a line do not count.
fn changed(text: &str, table: &str, marker: &str, key: &str, line: &str) -> String {
    let mut done = false;
    let mut blocks = Vec::new();
    for block in text.split("\n\n") {
        let bare = |line: &str| line.split("  #").next().map(str::to_owned);
        let has = |wanted: &str| block.lines().any(|line| bare(line).as_deref() == Some(wanted));
        if done || !has(table) || !has(marker) {
            blocks.push(block.to_owned());
            continue;
        }
        let mut lines = Vec::new();
        for old in block.lines() {
            if old.starts_with(&format!("{key} = ")) {
                done = true;
                lines.extend((!line.is_empty()).then_some(line));
            } else {
                lines.push(old);
            }
        }
        blocks.push(lines.join("\n"));
    }
    assert!(done, "no {key} in {table} with {marker}");
    blocks.join("\n\n")
}

/// The standard board with one line changed.
fn edited(table: &str, marker: &str, key: &str, line: &str) -> String {
    changed(STANDARD, table, marker, key, line)
}

/// Changes one line of a space.
fn changed_space(text: &str, number: usize, key: &str, line: &str) -> String {
    changed(text, "[[space]]", &format!("number = {number}"), key, line)
}

/// The standard board with one line of a space changed.
fn space(number: usize, key: &str, line: &str) -> String {
    changed_space(STANDARD, number, key, line)
}

/// Changes the neighbours of a space.
fn with_neighbours(text: &str, number: usize, list: &[usize]) -> String {
    changed_space(text, number, "neighbours", &format!("neighbours = {list:?}"))
}

/// Adds a line to a space.
fn space_with(number: usize, line: &str) -> String {
    let list = numbers(Board::standard().neighbours(at(number)));
    space(number, "neighbours", &format!("neighbours = {list:?}\n{line}"))
}

/// Changes one line of a city.
fn city(name: &str, key: &str, line: &str) -> String {
    edited("[[city]]", &format!("name = \"{name}\""), key, line)
}

/// Removes the entry of a table that has this line.
fn without(table: &str, marker: &str) -> String {
    let blocks: Vec<&str> = STANDARD.split("\n\n").collect();
    let kept: Vec<&str> = blocks
        .iter()
        .copied()
        .filter(|block| !(block.lines().any(|line| line == table) && block.lines().any(|line| line == marker)))
        .collect();
    assert_eq!(kept.len() + 1, blocks.len());
    kept.join("\n\n")
}

/// The message of a board that must not be accepted.
#[track_caller]
fn refused(text: &str) -> String {
    match Board::parse(text) {
        Ok(_) => panic!("the board was accepted"),
        Err(fault) => fault.to_string(),
    }
}

/// The outline of a space as the file has it.
fn outline(number: usize) -> String {
    let start = STANDARD.find(&format!("\n[[space]]\nnumber = {number}\n")).expect("an open space");
    let line = STANDARD[start..].lines().find(|line| line.starts_with("outline = "));
    line.expect("it has an outline").to_owned()
}

mod standard {
    use super::*;

    #[test]
    fn is_the_board_of_the_rules() {
        let board = Board::standard();
        assert_eq!(board.name(), "Caribbean");
        assert_eq!(board.space_count(), 77);
        assert_eq!(board.spaces().map(|space| board.neighbours(space).len()).sum::<usize>(), 2 * 164);
        assert_eq!(board.all_spaces().len(), 77);
        assert_eq!(board.starts().len(), 6);
        assert_eq!(board.cities().len(), 16);
        assert!(Arc::ptr_eq(&board, &Board::standard()));
    }

    #[test]
    fn has_the_ways_of_the_rules() {
        let board = Board::standard();
        assert_eq!(board.distance(at(40), at(37)), Some(3));
        assert_eq!(numbers(board.neighbours(at(23))), [12, 22, 24]);
        assert_eq!(numbers(board.neighbours(at(1))), [2, 9]);
        assert_eq!(numbers(board.neighbours(at(69))), [60, 61, 68, 70, 76, 77]);
        let longest = board.spaces().flat_map(|a| board.spaces().map(move |b| (a, b)));
        assert_eq!(longest.filter_map(|(a, b)| board.distance(a, b)).max(), Some(14));
        assert_eq!(board.distance(at(5), at(5)), Some(0));
    }

    #[test]
    fn ways_go_both_ways_and_everywhere() {
        let board = Board::standard();
        for space in board.spaces() {
            for neighbour in board.neighbours(space) {
                assert!(board.neighbours(neighbour).contains(space), "{space} {neighbour}");
            }
            assert!(!board.neighbours(space).contains(space));
            assert_eq!(board.reachable(space), board.all_spaces());
        }
    }

    #[test]
    fn has_nothing_beyond_its_spaces() {
        let board = Board::standard();
        for number in [78, 100, 128] {
            assert_eq!(board.neighbours(at(number)), SpaceSet::EMPTY);
            assert_eq!(board.haven(at(number)), None);
            assert_eq!(board.city_at(at(number)), None);
            assert_eq!(board.distance(at(number), at(number)), None);
            assert_eq!(board.distance(at(1), at(number)), None);
        }
    }

    #[test]
    fn has_sixteen_chests_of_the_right_worth() {
        let board = Board::standard();
        let mut values: Vec<u8> = board.cities().iter().map(|city| city.value).collect();
        values.sort_unstable();
        assert_eq!(values, [4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8]);
        for (index, city) in board.cities().iter().enumerate() {
            let chest = Chest::from_index(index).unwrap();
            assert_eq!(board.city_at(city.space), Some(chest));
            assert_eq!(board.city(chest), Some(city));
            assert_eq!(board.value(chest), city.value);
        }
        let harbours = board.spaces().filter(|&space| board.city_at(space).is_some());
        assert_eq!(harbours.count(), 16);
    }

    #[test]
    fn keeps_havens_cities_and_starts_apart() {
        let board = Board::standard();
        let havens: SpaceSet = board.spaces().filter(|&space| board.haven(space).is_some()).collect();
        let harbours: SpaceSet = board.cities().iter().map(|city| city.space).collect();
        assert_eq!(havens.len(), 12);
        for colour in Colour::ALL {
            assert_eq!(board.havens_of(colour).len(), 3);
            assert!(board.havens_of(colour).into_iter().all(|space| board.haven(space) == Some(colour)));
        }
        for (set, what) in [(havens, "havens"), (harbours, "harbours")] {
            for space in set {
                assert!(board.neighbours(space).intersection(set).is_empty(), "two {what} touch at {space}");
            }
        }
        assert!(havens.intersection(harbours).is_empty());
        for &start in board.starts() {
            assert!(!havens.union(harbours).contains(start));
            for &other in board.starts() {
                assert!(start == other || board.distance(start, other) >= Some(3), "{start} {other}");
            }
        }
    }

    #[test]
    fn names_ships_and_havens() {
        let board = Board::standard();
        let ships = Ship::ALL.map(|ship| board.ship_name(ship).to_owned());
        assert_eq!(ships, ["Arriba", "Bravo", "Caribic", "Diabolo", "Evita", "Fuego"]);
        let havens = Colour::ALL.map(|colour| board.haven_name(colour).to_owned());
        assert_eq!(havens, ["Skull Haven", "Anchor Haven", "Palm Haven", "Sun Haven"]);
    }

    #[test]
    fn has_a_fingerprint_that_every_byte_changes() {
        let board = Board::standard();
        assert_eq!(board.id(), Board::parse(STANDARD).unwrap().id());
        let other = Board::parse(&format!("{STANDARD}\n")).unwrap();
        assert_ne!(board.id(), other.id());
        assert_eq!(board.id().to_string().len(), 64);
        assert_eq!(format!("{:?}", board.id()).chars().count(), "BoardId(01234567…)".chars().count());
        assert!(format!("{:?}", board.id()).contains(&board.id().to_string()[..8]));
    }
}

mod picture {
    use super::*;

    fn art() -> ChartArt {
        Board::standard().art().expect("the standard board has a picture").clone()
    }

    fn cross(a: Point, b: Point, c: Point) -> f64 {
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    }

    /// Whether two sides cross at a point inside both.
    fn crossing((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
        cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0
    }

    fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
        ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
    }

    fn area(ring: &[Point]) -> f64 {
        sides(ring).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
    }

    /// Whether the point lies in the ring and not on its border, where the answer depends on rounding.
    fn inside(ring: &[Point], point: Point) -> bool {
        !ring.contains(&point) && art::contains(ring, point)
    }

    #[test]
    fn no_outline_crosses_itself_or_another() {
        let art = art();
        let spaces = art.spaces.iter().map(|space| &space.outline);
        let rings: Vec<&Vec<Point>> = spaces.chain(art.lands.iter().map(|land| &land.outline)).collect();
        for (index, ring) in rings.iter().enumerate() {
            for other in &rings[index..] {
                for one in sides(ring) {
                    for two in sides(other) {
                        assert!(!crossing(one, two), "{one:?} crosses {two:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_two_areas_overlap() {
        // With no crossings, areas overlap only if one lies in the other. Islets in the middle of a space are meant to.
        let art = art();
        let spaces: Vec<&[Point]> = art.spaces.iter().map(|space| &space.outline[..]).collect();
        for (a, ring) in spaces.iter().enumerate() {
            for (b, other) in spaces.iter().enumerate() {
                if a != b {
                    assert!(!ring.iter().any(|&point| inside(other, point)), "{} in {}", a + 1, b + 1);
                    assert!(!inside(other, art.spaces[a].berth));
                }
            }
        }
        for land in &art.lands {
            for (index, space) in art.spaces.iter().enumerate() {
                let covered = space.outline.iter().any(|&point| inside(&land.outline, point));
                assert!(!covered && !inside(&land.outline, space.berth), "{} over {}", land.name, index + 1);
            }
            for other in &art.lands {
                let covered = land.outline.iter().any(|&point| inside(&other.outline, point));
                assert!(std::ptr::eq(land, other) || !covered, "{} in {}", land.name, other.name);
            }
        }
    }

    #[test]
    fn no_space_is_too_small_for_a_ship() {
        for (index, space) in art().spaces.iter().enumerate() {
            assert!(area(&space.outline) > 3800.0, "space {} has {}", index + 1, area(&space.outline));
            for (a, b) in sides(&space.outline) {
                let length = (b.x - a.x).hypot(b.y - a.y);
                let room = cross(a, b, space.berth).abs() / length;
                let along = ((space.berth.x - a.x) * (b.x - a.x) + (space.berth.y - a.y) * (b.y - a.y)) / length;
                assert!(!(0.0..=length).contains(&along) || room > 26.0, "space {}", index + 1);
            }
        }
    }

    #[test]
    fn towns_stand_on_land_beside_their_space() {
        let board = Board::standard();
        let art = art();
        assert_eq!(art.towns.len(), board.cities().len());
        for (city, town) in board.cities().iter().zip(&art.towns) {
            let land = art.lands.iter().find(|land| art::contains(&land.outline, town.town));
            assert!(land.is_some_and(|land| land.kind == LandKind::Coast), "{} stands in the sea", city.name);
            let harbour = art.space(city.space).unwrap();
            let near = |point: &Point| (point.x - town.town.x).hypot(point.y - town.town.y);
            let distance = harbour.outline.iter().map(near).fold(f64::INFINITY, f64::min);
            assert!(distance < 32.0, "{} is {distance} away from its space", city.name);
        }
    }

    #[test]
    fn names_and_tags_stay_on_the_chart_and_clear_of_ships() {
        let board = Board::standard();
        let art = art();
        for (city, town) in board.cities().iter().zip(&art.towns) {
            let width = 8.5 * f64::from(u8::try_from(city.name.chars().count()).unwrap());
            let left = match town.anchor {
                Anchor::Start => town.label.x,
                Anchor::Middle => town.label.x - width / 2.0,
                Anchor::End => town.label.x - width,
            };
            let label = (left, town.label.y - 14.0, left + width, town.label.y + 5.0);
            let tag = (town.tag.x - 40.0, town.tag.y - 12.0, town.tag.x + 40.0, town.tag.y + 12.0);
            for (x0, y0, x1, y1) in [label, tag] {
                assert!(x0 >= 8.0 && y0 >= 8.0 && x1 <= art.width - 8.0 && y1 <= art.height - 6.0, "{}", city.name);
                for space in &art.spaces {
                    let Point { x, y } = space.berth;
                    let away = (x0 - x).max(x - x1).max(0.0).hypot((y0 - y).max(y - y1).max(0.0));
                    assert!(away > 14.0, "a text of {} covers a berth", city.name);
                }
            }
        }
    }

    #[test]
    fn a_point_belongs_to_the_space_it_lies_in() {
        let art = art();
        for (index, space) in art.spaces.iter().enumerate() {
            assert_eq!(art.space_at(space.berth), Space::from_index(index));
        }
        assert_eq!(art.space_at(Point { x: 1.0, y: 1.0 }), None);
        assert_eq!(art.space_at(Point { x: f64::NAN, y: 1.0 }), None);
        assert_eq!(art.town(Chest::from_index(15).unwrap()), art.towns.last());
        assert_eq!(art.space(at(128)), None);
    }

    #[test]
    fn coasts_run_along_the_spaces() {
        // Every side of a space is shared with one other space, is a coast, or faces the open ocean in the north and east.
        let art = art();
        let key = |(a, b): (Point, Point)| {
            let bits = |point: Point| (point.x.to_bits(), point.y.to_bits());
            (bits(a).min(bits(b)), bits(a).max(bits(b)))
        };
        let mut count = BTreeMap::new();
        let lands: BTreeSet<_> = art.lands.iter().flat_map(|land| sides(&land.outline)).map(key).collect();
        for side in art.spaces.iter().flat_map(|space| sides(&space.outline)) {
            count.entry(key(side)).or_insert((0, side)).0 += 1;
        }
        for (key, (owners, (a, b))) in count {
            let open = a.x > 1090.0 || (a.x > 600.0 && a.y < 330.0);
            assert!(owners == 2 || lands.contains(&key) || open, "a gap between {a:?} and {b:?}");
            assert!(owners == 1 || !lands.contains(&key), "land between spaces at {a:?}");
        }
    }
}

mod sketches {
    use super::*;

    /// The small fixture of the rules' scenarios.
    fn fixture() -> Sketch {
        Sketch {
            spaces: 9,
            edges: vec![(1, 2), (2, 3), (3, 4), (4, 5), (2, 6), (6, 7), (7, 4), (5, 8), (8, 9)],
            cities: vec![("X".to_owned(), 1, 5), ("Y".to_owned(), 5, 8)],
            havens: vec![(Colour::Red, 3), (Colour::Blue, 7), (Colour::Green, 8)],
            starts: vec![2, 9],
        }
    }

    #[track_caller]
    fn refused(change: impl FnOnce(&mut Sketch)) -> String {
        let mut sketch = fixture();
        change(&mut sketch);
        Board::sketch(sketch).expect_err("the sketch was accepted").to_string()
    }

    #[test]
    fn a_sketch_answers_like_a_board() {
        let board = Board::sketch(fixture()).unwrap();
        assert_eq!(numbers(board.neighbours(at(2))), [1, 3, 6]);
        assert_eq!(board.distance(at(1), at(9)), Some(6));
        assert_eq!(board.haven(at(7)), Some(Colour::Blue));
        assert_eq!(board.city_at(at(5)), Chest::from_index(1));
        assert_eq!(board.value(Chest::from_index(1).unwrap()), 8);
        assert_eq!(board.value(Chest::from_index(2).unwrap()), 0);
        assert_eq!(board.city(Chest::from_index(2).unwrap()), None);
        assert_eq!(numbers(board.starts().iter().copied()), [2, 9]);
        assert_eq!(board.ship_name(Ship::C), "Caribic");
        assert_eq!(board.haven_name(Colour::Yellow), "Sun Haven");
        assert!(board.art().is_none());
        assert_eq!(board.neighbours(at(10)), SpaceSet::EMPTY);
    }

    #[test]
    fn the_fingerprint_follows_what_counts() {
        let id = |change: fn(&mut Sketch)| {
            let mut sketch = fixture();
            change(&mut sketch);
            Board::sketch(sketch).unwrap().id()
        };
        let plain = id(|_| ());
        assert_eq!(plain, id(|sketch| sketch.edges.reverse()));
        assert_eq!(plain, id(|sketch| sketch.edges[0] = (2, 1)));
        assert_ne!(plain, id(|sketch| sketch.cities[0].2 = 6));
        assert_ne!(plain, id(|sketch| sketch.edges.push((1, 9))));
        assert_ne!(plain, Board::standard().id());
    }

    #[test]
    fn faults_of_sketches_are_named() {
        assert_eq!(refused(|sketch| sketch.spaces = 0), "the board has no sea spaces: describe at least one");
        assert_eq!(
            refused(|sketch| sketch.spaces = usize::MAX),
            format!("the board has {} sea spaces: use at most 128", usize::MAX)
        );
        assert_eq!(
            refused(|sketch| sketch.edges.push((0, 4))),
            "space 4 lists the neighbour 0, but the spaces are numbered 1 to 9: correct the number"
        );
        assert_eq!(
            refused(|sketch| sketch.edges.push((10, 11))),
            "space 11 lists the neighbour 10, but the spaces are numbered 1 to 9: correct the number"
        );
        assert_eq!(refused(|sketch| sketch.edges.push((4, 4))), "space 4 lists itself as a neighbour: remove it");
        assert_eq!(
            refused(|sketch| sketch.edges.push((2, 1))),
            "space 1 lists the neighbour 2 twice: remove one of the two"
        );
        assert_eq!(refused(|sketch| sketch.spaces = 10), "space 10 cannot be reached from space 2: connect it");
        assert_eq!(
            refused(|sketch| sketch.havens.push((Colour::Yellow, 10))),
            "a Yellow haven lies at space 10, but the spaces are numbered 1 to 9: correct the number"
        );
        assert_eq!(
            refused(|sketch| sketch.havens.push((Colour::Yellow, 3))),
            "space 3 is a haven of Red and of Yellow: choose one"
        );
        assert_eq!(
            refused(|sketch| sketch.starts.push(2)),
            "space 2 is a starting space twice: two ships cannot share it"
        );
        assert_eq!(
            refused(|sketch| sketch.starts.push(0)),
            "a ship starts at space 0, but the spaces are numbered 1 to 9: correct the number"
        );
        assert_eq!(
            refused(|sketch| sketch.cities[0].2 = 0),
            "the chest of city 1 (X) is worth 0: make it a multiple of 1000 from 1000 to 99000"
        );
        assert_eq!(
            refused(|sketch| sketch.cities = (0..17).map(|city| (format!("City {city}"), 1, 5)).collect()),
            "the practice chart has 17 cities: use at most 16"
        );
        assert_eq!(refused(|sketch| sketch.cities[1].0 = " ".to_owned()), "city 2 has an empty name: give it one");
    }
}

mod faults {
    use super::*;

    #[test]
    fn a_text_that_is_too_long() {
        let text = format!("{STANDARD}#{}", "x".repeat(1 << 20));
        let bytes = text.len();
        assert_eq!(
            refused(&text),
            format!("the board file has {bytes} bytes, more than the 1048576 that a board may have: shorten it")
        );
    }

    #[test]
    fn broken_syntax_is_told_with_its_line() {
        let line = 1 + STANDARD.lines().position(|line| line == "name = \"Caribbean\"").unwrap();
        let message = refused(&STANDARD.replacen("name = \"Caribbean\"", "name = Caribbean\"", 1));
        assert!(message.starts_with(&format!("line {line} of the board file: ")), "{message}");
        assert!(!message.contains('\n'), "{message}");
        let message = refused(&city("Havana", "anchor", "anchor = \"left\""));
        assert!(message.contains("unknown variant `left`, expected one of `start`, `middle`, `end`"), "{message}");
        let message = refused(&city("Havana", "tag", "flag = [1, 2]"));
        assert!(message.contains("unknown field `flag`"), "{message}");
        let message = refused(&city("Havana", "tag", ""));
        assert!(message.contains("missing field `tag`"), "{message}");
        let message = refused(&space(9, "neighbours", "neighbours = [-1]"));
        assert!(message.contains("invalid value: integer `-1`"), "{message}");
        assert_eq!(refused(""), "line 1 of the board file: missing field `board`");
    }

    #[test]
    fn another_format() {
        let text = "[board]\nformat = 2\nsomething = \"new\"\n";
        assert_eq!(
            refused(text),
            "the board file has format 2, but this version reads only format 1: update the older of the two"
        );
    }

    #[test]
    fn names_that_cannot_be_shown() {
        let head = |line| edited("[board]", "format = 1", "name", line);
        assert_eq!(refused(&head("name = \"\"")), "the board has an empty name: give it one");
        assert_eq!(
            refused(&edited("[board.havens]", "green = \"Palm Haven\"", "green", "green = \" \"")),
            "every Green haven has an empty name: give it one"
        );
        let long = "n".repeat(41);
        assert_eq!(
            refused(&city("Havana", "name", &format!("name = \"{long}\""))),
            "the name of city 14 has 41 characters: use at most 40"
        );
        assert_eq!(
            refused(&city("Havana", "name", "name = \"Ha\\nvana\"")),
            "the name of city 14 holds a control character: use letters, digits, spaces and punctuation"
        );
        assert!(Board::parse(&city("Havana", "name", &format!("name = \"{}\"", "é".repeat(40)))).is_ok());
    }

    #[test]
    fn ships_that_are_not_a_to_f() {
        let ship = |name, key, line| edited("[[ship]]", &format!("name = \"{name}\""), key, line);
        assert_eq!(refused(&ship("Bravo", "letter", "letter = \"G\"")), "there is no ship \"G\": the ships are A to F");
        assert_eq!(
            refused(&ship("Bravo", "letter", "letter = \"A\"")),
            "ship A is named twice: remove one of the two entries"
        );
        assert_eq!(
            refused(&without("[[ship]]", "name = \"Diabolo\"")),
            "ship D is missing: name all six ships from A to F"
        );
        assert_eq!(
            refused(&ship("Bravo", "name", "name = \"ARRIBA\"")),
            "ships A and B are both called ARRIBA: give each her own name"
        );
        assert_eq!(
            refused(&ship("Bravo", "name", "name = \"Esperanza\"")),
            "ship B is called Esperanza: her name must begin with B, because the order of play is alphabetical"
        );
        assert_eq!(refused(&ship("Bravo", "name", "name = \"\"")), "ship B has an empty name: give it one");
    }

    #[test]
    fn a_chart_of_no_size() {
        let text = edited("[board]", "format = 1", "width", "width = inf");
        assert_eq!(refused(&text), "the chart is inf by 780: make both sides between 100 and 10000");
    }

    #[test]
    fn points_off_the_chart() {
        let text = edited("[board]", "format = 1", "width", "width = 1000");
        let message = refused(&text);
        assert!(
            message.starts_with("vertex ")
                && message.ends_with("lies off the chart, which is 1000 by 780: move it inside"),
            "{message}"
        );
        assert_eq!(
            refused(&city("Havana", "town", "town = [nan, 20]")),
            "the town of Havana (city 14) at (NaN, 20) lies off the chart, which is 1300 by 780: move it inside"
        );
        assert_eq!(
            refused(&city("Havana", "tag", "tag = [20, -0.5]")),
            "the tag of Havana (city 14) at (20, -0.5) lies off the chart, which is 1300 by 780: move it inside"
        );
        assert_eq!(
            refused(&edited("[[ornament]]", "kind = \"compass\"", "at", "at = [1301, 5]")),
            "ornament 1 at (1301, 5) lies off the chart, which is 1300 by 780: move it inside"
        );
    }

    #[test]
    fn sizes_and_angles_that_cannot_be_drawn() {
        assert_eq!(
            refused(&edited("[[ornament]]", "kind = \"compass\"", "size", "size = 0")),
            "ornament 1 has the size 0: use a number above 0 and at most 1300"
        );
        assert_eq!(
            refused(&edited("[[lettering]]", "text = \"FLORIDA\"", "angle", "angle = nan")),
            "lettering 1 (FLORIDA) has the angle NaN: use degrees from -180 to 180"
        );
    }

    #[test]
    fn vertices_that_are_too_many_or_the_same() {
        let more = |list: &str| STANDARD.replacen("vertices = [\n", &format!("vertices = [\n{list}"), 1);
        let many: String = (0..4097).map(|x| format!("[{}, {}],", x % 1000, x / 1000)).collect();
        let message = refused(&more(&many));
        assert!(message.starts_with("the chart has ") && message.ends_with(" vertices: use at most 4096"), "{message}");
        assert_eq!(
            refused(&more("[0.5, 0], [3, 0], [0.5, -0.0],")),
            "vertices 0 and 2 are the same point: use one number for both"
        );
    }

    #[test]
    fn outlines_that_are_no_areas() {
        let outline = |list: &[usize]| space(23, "outline", &format!("outline = {list:?}"));
        assert_eq!(refused(&outline(&[1, 2])), "the outline of space 23 has 2 vertices: an area needs at least 3");
        let message = refused(&outline(&[1, 2, 4095]));
        assert!(message.starts_with("the outline of space 23 uses vertex 4095, but the vertices end at "), "{message}");
        assert_eq!(
            refused(&outline(&[1, 2, 3, 2])),
            "the outline of space 23 uses vertex 2 twice: list each vertex once, the ring closes by itself"
        );
        let message = refused(&edited("[[land]]", "name = \"Trinidad\"", "outline", "outline = [7]"));
        assert_eq!(message, "the outline of land 14 (Trinidad) has 1 vertices: an area needs at least 3");
    }

    #[test]
    fn a_berth_outside_its_space() {
        assert_eq!(
            refused(&space(23, "berth", "berth = [20, 20]")),
            "the berth of space 23 lies outside its outline: move it inside"
        );
    }

    #[test]
    fn spaces_out_of_order() {
        assert_eq!(
            refused(&space(4, "number", "number = 5")),
            "the sea space in place 4 of the list has the number 5: number the spaces 1, 2, 3 … in order"
        );
        assert_eq!(
            refused(&space(4, "number", "number = 0")),
            "the sea space in place 4 of the list has the number 0: number the spaces 1, 2, 3 … in order"
        );
        assert_eq!(
            refused(&space(4, "number", "number = 2")),
            "space 2 is described twice: remove one of the two or give it the next free number"
        );
    }

    #[test]
    fn too_many_spaces_or_none() {
        let more: String = (78..130)
            .map(|number| format!("[[space]]\nnumber = {number}\nneighbours = []\nberth = [1, 1]\noutline = []\n"))
            .collect();
        assert_eq!(
            refused(&STANDARD.replacen("[shape]", &format!("{more}[shape]"), 1)),
            "the board has 129 sea spaces: use at most 128"
        );
        let blocks: Vec<&str> = STANDARD.split("\n\n").filter(|block| !block.contains("[[space]]")).collect();
        assert_eq!(refused(&blocks.join("\n\n")), "the board has no sea spaces: describe at least one");
    }

    #[test]
    fn neighbours_that_cannot_be() {
        let list = |number: usize, list: &[usize]| space(number, "neighbours", &format!("neighbours = {list:?}"));
        assert_eq!(
            refused(&list(23, &[12, 22, 24, 78])),
            "space 23 lists the neighbour 78, but the spaces are numbered 1 to 77: correct the number"
        );
        assert_eq!(
            refused(&list(23, &[0, 12, 22, 24])),
            "space 23 lists the neighbour 0, but the spaces are numbered 1 to 77: correct the number"
        );
        assert_eq!(refused(&list(23, &[12, 22, 23, 24])), "space 23 lists itself as a neighbour: remove it");
        assert_eq!(
            refused(&list(23, &[12, 22, 24, 12])),
            "space 23 lists the neighbour 12 twice: remove one of the two"
        );
        assert_eq!(
            refused(&list(23, &[12, 22])),
            "space 24 lists the neighbour 23, but 23 does not list 24: add it there or remove it here"
        );
    }

    #[test]
    fn ways_that_the_chart_does_not_show() {
        let text = with_neighbours(STANDARD, 1, &[2, 9, 77]);
        let text = with_neighbours(&text, 77, &[1, 69, 70, 76]);
        assert_eq!(
            refused(&text),
            "spaces 1 and 77 are listed as neighbours, but their outlines share no border: redraw them or remove the entries"
        );
    }

    #[test]
    fn borders_that_are_not_listed() {
        let text = with_neighbours(STANDARD, 23, &[12, 22]);
        let text = with_neighbours(&text, 24, &[13, 25]);
        assert_eq!(
            refused(&text),
            "spaces 23 and 24 share a border, but are not listed as neighbours: add the entries or redraw the outlines"
        );
    }

    #[test]
    fn three_spaces_at_one_border() {
        let berth = Board::standard().art().unwrap().space(at(55)).unwrap().berth;
        let text = space(77, "outline", &outline(55));
        let text = changed_space(&text, 77, "berth", &format!("berth = [{}, {}]", berth.x, berth.y));
        let message = refused(&text);
        assert!(message.starts_with("spaces 46, 55 and 77 all claim the border from vertex "), "{message}");
    }

    /// The standard board with one space taken away and drawn again as a pond in a corner of the chart.
    fn pond(number: usize) -> String {
        let board = Board::standard();
        let mut text = with_neighbours(STANDARD, number, &[]);
        for near in board.neighbours(at(number)) {
            let mut rest = board.neighbours(near);
            rest.remove(at(number));
            text = with_neighbours(&text, near.number(), &numbers(rest));
        }
        text = text.replacen("vertices = [\n", "vertices = [\n    [1, 1], [30, 1], [1, 30],\n", 1);
        // The three new vertices come first, so all other numbers move up.
        let mut lines = Vec::new();
        let mut ring = false;
        for line in text.lines() {
            ring |= line.starts_with("outline = [");
            if !ring {
                lines.push(line.to_owned());
                continue;
            }
            ring = !line.ends_with(']');
            let mut shifted = String::new();
            for part in line.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
                let digits = part.trim_end_matches(|letter: char| !letter.is_ascii_digit());
                match digits.parse::<usize>() {
                    Ok(vertex) => shifted += &format!("{}{}", vertex + 3, &part[digits.len()..]),
                    Err(_) => shifted += part,
                }
            }
            lines.push(shifted);
        }
        let text = changed_space(&lines.join("\n"), number, "outline", "outline = [0, 1, 2]");
        changed_space(&text, number, "berth", "berth = [8, 8]")
    }

    #[test]
    fn spaces_and_harbours_out_of_reach() {
        let board = Board::standard();
        let from = board.starts()[0].number();
        let plain = |space: &Space| {
            !board.starts().contains(space) && board.city_at(*space).is_none() && board.neighbours(*space).len() == 2
        };
        let space = board.spaces().find(plain).unwrap().number();
        assert_eq!(refused(&pond(space)), format!("space {space} cannot be reached from space {from}: connect it"));
        assert_eq!(
            refused(&pond(51)),
            format!(
                "the harbour of Basseterre (city 9, space 51) cannot be reached from space {from}: connect its space"
            )
        );
    }

    #[test]
    fn cities_that_cannot_be() {
        assert_eq!(refused(&without("[[city]]", "name = \"Havana\"")), "the board has 15 cities: it needs exactly 16");
        assert_eq!(
            refused(&city("Havana", "space", "space = 78")),
            "city 14 (Havana) lies at space 78, but the spaces are numbered 1 to 77: correct the number"
        );
        assert_eq!(
            refused(&city("Havana", "space", "space = 72")),
            "cities 1 (Portobelo) and 14 (Havana) both lie at space 72: give each its own space"
        );
        assert_eq!(
            refused(&city("Havana", "name", "name = \"PORTOBELO\"")),
            "cities 1 and 14 are both called PORTOBELO: give each its own name"
        );
        assert_eq!(refused(&city("Havana", "name", "name = \"\"")), "city 14 has an empty name: give it one");
    }

    #[test]
    fn chests_of_the_wrong_worth() {
        for worth in ["4500", "3000", "9000", "-5000", "0", "9223372036854775807", "264000"] {
            assert_eq!(
                refused(&city("Havana", "chest", &format!("chest = {worth}"))),
                format!("the chest of city 14 (Havana) is worth {worth}: make it a multiple of 1000 from 4000 to 8000")
            );
        }
        let dearer = if Board::standard().cities()[13].value == 8 { 7 } else { 8 };
        let total = 91 + dearer - u32::from(Board::standard().cities()[13].value);
        assert_eq!(
            refused(&city("Havana", "chest", &format!("chest = {dearer}000"))),
            format!(
                "the chests are worth {total}000 doubloons together: make it 91000, so that someone always reaches the target"
            )
        );
    }

    #[test]
    fn havens_that_cannot_be() {
        let haven = Board::standard().havens_of(Colour::Blue).into_iter().next().unwrap().number();
        assert_eq!(refused(&space(haven, "haven", "")), "Blue has 2 havens: each colour needs exactly 3");
        assert_eq!(refused(&space(haven, "haven", "haven = \"red\"")), "Red has 4 havens: each colour needs exactly 3");
        assert_eq!(
            refused(&space(haven, "haven", "haven = \"purple\"")),
            format!("space {haven} is a haven of the colour \"purple\": use red, blue, green or yellow")
        );
        assert_eq!(
            refused(&space_with(23, "haven = \"green\"")),
            "space 23 is a Green haven and the harbour of Havana (city 14): move one of the two"
        );
    }

    #[test]
    fn starts_that_cannot_be() {
        let start = Board::standard().starts()[0].number();
        let haven = Board::standard().havens_of(Colour::Green).into_iter().next().unwrap().number();
        assert_eq!(refused(&space(start, "start", "")), "the board has 5 starting spaces: it needs exactly 6");
        assert_eq!(
            refused(&space_with(23, "start = true")),
            "starting space 23 is the harbour of Havana (city 14): move one of the two"
        );
        assert_eq!(
            refused(&space_with(haven, "start = true")),
            format!("starting space {haven} is a Green haven: move one of the two")
        );
    }

    #[test]
    fn no_text_brings_the_reader_down() {
        // Cut the file at many places and put odd things in: an answer is all that is asked for.
        for (place, _) in STANDARD.char_indices().step_by(397) {
            let (head, tail) = STANDARD.split_at(place);
            for text in [
                head.to_owned(),
                tail.to_owned(),
                format!("{head}9{tail}"),
                format!("{head}]{tail}"),
                format!("{head}\u{0}{tail}"),
            ] {
                let _ = Board::parse(&text);
            }
        }
        let _ = Board::parse(&"[".repeat(100_000));
        let _ = Board::parse(&format!("a = {}", "[".repeat(100_000)));
        let _ = Board::parse(&format!("a{} = 1", ".a".repeat(100_000)));
    }
}
