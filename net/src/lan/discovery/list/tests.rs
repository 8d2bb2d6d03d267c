//! The list by a clock that the tests turn.

use super::*;
use crate::hash::Hash;
use crate::identity::Identity;
use crate::table::genesis::{GameId, Name};

const MS: Duration = Duration::from_millis(1);
const PING: Duration = Duration::from_millis(3);

fn named(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

fn card(table: u8, name: &str) -> Card {
    Card {
        table: TableId([table; 8]),
        name: named(name),
        game: named("caribbean"),
        seats: 4,
        taken: 1,
        host: named("Anne"),
        protocol: 1,
        rules: 1,
        pin: false,
        stage: TableStage::Gathering,
        key: Identity::from_secret(&[table; 32]).public(),
        version: named("0.1.0"),
    }
}

fn address(text: &str) -> SocketAddr {
    text.parse().expect("an address")
}

fn record(interface: u32, card: &Card) -> RecordName {
    RecordName { interface, instance: format!("{}-{interface}", card.table) }
}

/// A list, the time, and hosts that answer or don't.
struct World {
    list: TableList,
    now: Instant,
    asked: Vec<(Instant, Question)>,
    /// What is on its way back.
    replies: Vec<(Instant, TableKey, Result<Answer, InquiryFault>)>,
}

impl World {
    fn new() -> World {
        World { list: TableList::default(), now: Instant::now(), asked: Vec::new(), replies: Vec::new() }
    }

    fn happens(&mut self, event: Event) {
        let questions = self.list.handle(self.now, event);
        self.asked.extend(questions.into_iter().map(|question| (self.now, question)));
    }

    fn announce(&mut self, interface: u32, card: &Card, addresses: &[&str]) {
        self.hear(interface, card, addresses, true);
    }

    fn hear(&mut self, interface: u32, card: &Card, addresses: &[&str], fresh: bool) {
        let addresses = addresses.iter().map(|text| address(text)).collect();
        self.happens(Event::Announced { record: record(interface, card), card: card.clone(), addresses, fresh });
    }

    fn answer(&mut self, of: &Card, with: &Card) {
        let answer = Answer { card: with.clone(), round_trip: PING, address: address("10.0.0.1:17180") };
        self.happens(Event::Replied { of: TableKey::of(of), reply: Ok(answer) });
    }

    fn no_answer(&mut self, of: &Card, fault: InquiryFault) {
        self.happens(Event::Replied { of: TableKey::of(of), reply: Err(fault) });
    }

    /// Lets time pass; questions come back after a while with what `host` says to them.
    fn pass(&mut self, time: Duration, mut host: impl FnMut(&Question) -> (Duration, Result<Answer, InquiryFault>)) {
        let end = self.now + time;
        let mut wakes = 0;
        loop {
            for (asked, question) in std::mem::take(&mut self.asked) {
                let (after, reply) = host(&question);
                self.replies.push((asked + after, question.of, reply));
            }
            self.replies.sort_by_key(|(at, ..)| Reverse(*at));
            let reply = self.replies.last().map(|(at, ..)| *at);
            let due = self.list.next_due(self.now);
            let Some(next) = reply.into_iter().chain(due).min().filter(|next| *next <= end) else { break };
            wakes += 1;
            assert!(wakes < 1000, "the list must not spin");
            self.now = self.now.max(next);
            if reply == Some(next) {
                let (_, of, reply) = self.replies.pop().expect("a reply");
                self.happens(Event::Replied { of, reply });
            } else {
                self.happens(Event::Tick);
            }
        }
        self.now = end;
    }

    fn names(&self) -> Vec<String> {
        self.list.sightings(self.now).iter().map(|sighting| sighting.card.name.to_string()).collect()
    }

    fn only(&self) -> Sighting {
        let mut list = self.list.sightings(self.now);
        assert_eq!(list.len(), 1, "{list:?}");
        list.remove(0)
    }
}

fn alive(card: &Card) -> impl FnMut(&Question) -> (Duration, Result<Answer, InquiryFault>) {
    let card = card.clone();
    move |question| (PING, Ok(Answer { card: card.clone(), round_trip: PING, address: question.addresses[0] }))
}

fn dead(_: &Question) -> (Duration, Result<Answer, InquiryFault>) {
    (Duration::from_millis(2500), Err(InquiryFault::Silent))
}

#[test]
fn a_table_is_listed_at_once_asked_at_once_and_then_every_second() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    assert_eq!(world.only().contact, Contact::Announced);
    assert_eq!(world.asked.len(), 1);
    let mut asked = 0;
    world.pass(Duration::from_millis(10_500), |question| {
        asked += 1;
        alive(&tortuga)(question)
    });
    assert_eq!(asked, 11);
    assert_eq!(world.only().contact, Contact::Answering { ping: PING });
    assert!(world.now - world.only().seen < ASKED_EVERY);
}

#[test]
fn a_killed_host_is_gone_within_five_seconds_whatever_its_records_say() {
    for killed_after in [10, 500, 990, 1005, 1500, 1999] {
        let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
        world.announce(2, &tortuga, &["10.0.0.1:17180"]);
        world.pass(MS * killed_after, alive(&tortuga));
        let killed = world.now;
        // It spoke with its last breath, and the daemon remembers.
        world.announce(2, &tortuga, &["10.0.0.1:17180"]);
        while !world.names().is_empty() {
            world.pass(MS * 50, dead);
            world.hear(2, &tortuga, &["10.0.0.1:17180"], false);
        }
        assert!(world.now - killed <= Duration::from_secs(5), "{:?}", world.now - killed);
        world.pass(Duration::from_secs(20), dead);
        assert!(world.names().is_empty());
    }
}

#[test]
fn a_lost_table_comes_back_when_it_answers() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.pass(Duration::from_secs(2), alive(&tortuga));
    world.pass(Duration::from_secs(8), dead);
    assert!(world.names().is_empty());
    assert!(world.list.is_doubtful(2, world.now) && !world.list.is_doubtful(3, world.now));
    world.pass(LOST_ASKED_EVERY + Duration::from_secs(3), alive(&tortuga));
    assert!(world.only().verified());
}

#[test]
fn a_lost_table_comes_back_when_it_is_announced_anew() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.pass(Duration::from_secs(2), alive(&tortuga));
    world.pass(Duration::from_secs(8), dead);
    world.hear(2, &tortuga, &["10.0.0.1:17180"], false);
    assert!(world.names().is_empty(), "what is only remembered brings nobody back");
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    assert_eq!(world.only().contact, Contact::Announced);
}

#[test]
fn a_host_behind_a_firewall_is_shown_as_silent_while_it_announces_itself() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    for _ in 0..6 {
        world.announce(2, &tortuga, &["10.0.0.1:17180"]);
        world.pass(Duration::from_secs(10), dead);
        assert_eq!(world.only().contact, Contact::Silent);
        assert!(world.list.is_doubtful(2, world.now));
    }
    world.pass(ANNOUNCEMENT_HOLDS, dead);
    assert!(world.names().is_empty());
}

#[test]
fn a_goodbye_counts_at_once() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.pass(Duration::from_secs(2), alive(&tortuga));
    world.happens(Event::Withdrawn { record: record(2, &tortuga) });
    assert!(world.names().is_empty());
    // The answer to the last question comes too late.
    world.answer(&tortuga, &tortuga);
    assert!(world.names().is_empty());
}

#[test]
fn one_host_on_several_interfaces_is_one_table_with_all_addresses() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["[fe80::1%2]:17180", "10.0.0.1:17180"]);
    world.announce(3, &tortuga, &["10.0.0.1:17180", "10.0.1.1:17180", "[fd00::1]:17180"]);
    let every = ["10.0.0.1:17180", "10.0.1.1:17180", "[fd00::1]:17180", "[fe80::1%2]:17180"].map(address);
    assert_eq!(world.only().addresses, every);
    let local = |_: &Question| (PING, Ok(Answer { card: card(1, "Tortuga"), round_trip: PING, address: every[3] }));
    world.pass(MS * 10, local);
    assert_eq!(world.only().addresses[0], every[3], "what answered comes first");
    world.happens(Event::InterfaceGone { interface: 3 });
    assert_eq!(world.only().addresses, [every[3], every[0]]);
    world.happens(Event::InterfaceGone { interface: 2 });
    assert!(world.names().is_empty());
}

#[test]
fn new_addresses_are_asked_at_once_even_while_a_question_is_on_its_way() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.announce(3, &tortuga, &["10.0.1.1:17180"]);
    assert_eq!(world.asked.len(), 1);
    world.no_answer(&tortuga, InquiryFault::Silent);
    assert_eq!(world.asked.len(), 2);
    assert_eq!(world.asked[1].1.addresses.len(), 2);
}

#[test]
fn a_changed_record_is_checked_with_its_host() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.pass(MS * 100, alive(&tortuga));
    let fuller = Card { taken: 3, ..tortuga.clone() };
    world.announce(2, &fuller, &["10.0.0.1:17180"]);
    assert_eq!(world.only().card.taken, 1, "a record is a claim");
    world.pass(MS * 10, alive(&fuller));
    assert_eq!(world.only().card.taken, 3);
}

#[test]
fn somebody_with_another_key_is_not_listed() {
    let (mut world, tortuga, other) = (World::new(), card(1, "Tortuga"), card(2, "Nassau"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.no_answer(&tortuga, InquiryFault::OtherKey(other.key));
    assert!(world.names().is_empty());
    world.announce(2, &Card { taken: 2, ..tortuga.clone() }, &["10.0.0.1:17180"]);
    assert!(world.names().is_empty(), "announcing it again does not help");
    world.pass(Duration::from_secs(5), alive(&tortuga));
    assert!(world.only().verified(), "the real one is listed when it answers");
    world.answer(&tortuga, &other);
    assert!(world.names().is_empty(), "a card with another key is another's");
}

#[test]
fn a_host_that_opened_another_table_is_listed_with_that_one() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    let next = Card { table: TableId([9; 8]), name: named("Petit-Goave"), ..tortuga.clone() };
    world.answer(&tortuga, &next);
    assert_eq!(world.names(), ["Petit-Goave"]);
    world.pass(Duration::from_secs(3), alive(&next));
    assert_eq!(world.names(), ["Petit-Goave"]);
}

#[test]
fn the_order_is_gathering_first_then_by_name() {
    let mut world = World::new();
    let playing = TableStage::Playing(GameId(Hash([1; 32])));
    for (id, name, stage) in [
        (1, "Zanzibar", TableStage::Gathering),
        (2, "Antigua", playing),
        (3, "Barbados", TableStage::Over),
        (4, "nassau", TableStage::Gathering),
        (5, "Ocracoke", TableStage::Gathering),
    ] {
        world.announce(2, &Card { stage, ..card(id, name) }, &["10.0.0.1:17180"]);
    }
    assert_eq!(world.names(), ["nassau", "Ocracoke", "Zanzibar", "Antigua", "Barbados"]);
}

#[test]
fn inventions_can_not_push_out_a_table_that_answers() {
    let (mut world, tortuga) = (World::new(), card(250, "Tortuga"));
    world.announce(2, &tortuga, &["10.0.0.1:17180"]);
    world.pass(MS * 10, alive(&tortuga));
    for id in 0..200 {
        world.announce(2, &card(id, "Nowhere"), &["10.0.0.66:1"]);
        world.asked.clear();
    }
    assert_eq!(world.names().len(), MAX_TABLES);
    assert!(world.names().contains(&"Tortuga".to_owned()));
}

#[test]
fn records_and_addresses_are_bounded() {
    let (mut world, tortuga) = (World::new(), card(1, "Tortuga"));
    let many: Vec<String> = (1..200).map(|last| format!("10.0.0.{last}:17180")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for interface in 0..100 {
        world.announce(interface, &tortuga, &many);
    }
    assert!(world.only().addresses.len() <= MAX_RECORDS * MAX_ADDRESSES);
}
