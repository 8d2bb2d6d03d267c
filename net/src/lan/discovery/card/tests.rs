//! Cards there and back, and what strangers may try.

use proptest::prelude::*;

use super::*;
use crate::identity::Identity;

fn named(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

fn card() -> Card {
    Card {
        table: TableId([1, 2, 3, 4, 5, 6, 7, 8]),
        name: named("Tortuga"),
        game: named("caribbean"),
        seats: 4,
        taken: 2,
        host: named("Anne"),
        protocol: 1,
        rules: 1,
        pin: true,
        stage: TableStage::Gathering,
        key: Identity::from_secret(&[7; 32]).public(),
        version: named("0.1.0"),
    }
}

/// The card with one property set to something else.
fn with(key: &str, value: Option<&str>) -> Result<Card, CardFault> {
    let card = card();
    let properties = card.to_txt();
    Card::from_txt(|wanted| {
        if wanted == key {
            return value;
        }
        properties.iter().find(|(key, _)| *key == wanted).map(|(_, value)| value.as_str())
    })
}

fn any_name() -> impl Strategy<Value = Name> {
    "\\PC{1,24}".prop_filter_map("a name", |text| Name::try_from(text).ok())
}

fn any_stage() -> impl Strategy<Value = TableStage> {
    prop_oneof![
        Just(TableStage::Gathering),
        Just(TableStage::Over),
        any::<[u8; 32]>().prop_map(|hash| TableStage::Playing(GameId(Hash(hash)))),
    ]
}

prop_compose! {
    fn any_card()(
        table in any::<[u8; 8]>(),
        [name, game, host, version] in [any_name(), any_name(), any_name(), any_name()],
        (seats, taken) in (0..=MAX_SEATS as u8).prop_flat_map(|seats| (Just(seats), 0..=seats)),
        (protocol, rules, pin) in any::<(u16, u16, bool)>(),
        stage in any_stage(),
        secret in any::<[u8; 32]>(),
    ) -> Card {
        let key = Identity::from_secret(&secret).public();
        Card { table: TableId(table), name, game, seats, taken, host, protocol, rules, pin, stage, key, version }
    }
}

proptest! {
    #[test]
    fn a_card_comes_back_as_it_was(card in any_card()) {
        let properties = card.to_txt();
        let read = Card::from_txt(|wanted| {
            properties.iter().find(|(key, _)| *key == wanted).map(|(_, value)| value.as_str())
        });
        prop_assert_eq!(read.as_ref(), Ok(&card));
        prop_assert_eq!(Card::from_bytes(&card.to_bytes()), Ok(card.clone()));
        prop_assert!(card.to_bytes().len() <= MAX_CARD);
        prop_assert!(properties.iter().all(|(key, value)| key.len() <= 9 && key.len() + value.len() < 200));
    }

    #[test]
    fn any_bytes_are_a_card_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..2048)) {
        if let Ok(card) = Card::from_bytes(&bytes) {
            prop_assert!(card.taken <= card.seats);
        }
    }

    #[test]
    fn any_value_is_understood_or_refused(place in 0..14usize, value in "\\PC{0,300}") {
        let (key, _) = card().to_txt()[place % card().to_txt().len()];
        if let Ok(card) = with(key, Some(&value)) {
            prop_assert!(card.taken <= card.seats && usize::from(card.seats) <= MAX_SEATS);
            prop_assert!(card.name.as_ref().chars().count() <= 24);
        }
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    let long = "x".repeat(25);
    for (key, value) in [
        ("name", ""),
        ("name", long.as_str()),
        ("name", " Tortuga"),
        ("name", "Tor\u{202e}tuga"),
        ("host", "An\u{200b}ne"),
        ("host", "Anne\n"),
        ("game", "\u{7}"),
        ("seats", "9"),
        ("seats", "-1"),
        ("seats", "1"),
        ("taken", "5"),
        ("taken", "256"),
        ("proto", "65536"),
        ("rules", "one"),
        ("pin", "yes"),
        ("stage", "asleep"),
        ("key", "00"),
        ("key", "0000000000000000000000000000000000000000000000000000000000000000"),
        ("id", "0102030405060708ff"),
        ("id", "010203040506070G"),
        ("id", "01020304050607é"),
    ] {
        assert!(matches!(with(key, Some(value)), Err(CardFault::Senseless(_))), "{key}={value}");
    }
    assert_eq!(with("host", None), Err(CardFault::Missing("host")));
    assert_eq!(with("stage", Some("playing")), Err(CardFault::Missing("play")));
}

#[test]
fn a_newer_program_may_say_more() {
    let mut properties: Vec<(String, String)> =
        card().to_txt().into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    properties.insert(3, ("weather".to_owned(), "fair".to_owned()));
    assert_eq!(Card::from_bytes(&codec::encode(&properties)), Ok(card()));
    properties.push(("name".to_owned(), "the first one counts".to_owned()));
    assert_eq!(Card::from_bytes(&codec::encode(&properties)), Ok(card()));
    properties.push(("filler".to_owned(), "x".repeat(MAX_CARD)));
    assert!(matches!(Card::from_bytes(&codec::encode(&properties)), Err(CardFault::Undecodable(_))));
}
