//! The lobby as its page shows it: cards for the seats, what can be done with each, and what the table waits for.

use doubloons_engine::any::AnyTerms;
use doubloons_engine::caribbean::Terms;
use doubloons_engine::contract::Seat;
use doubloons_net::identity::PublicKey;
use doubloons_net::table::genesis::Clock;
use doubloons_net::table::lobby::roster::{Roster, SeatState};
use doubloons_net::table::lobby::{Awaited, LobbyView, Stage};
use doubloons_words::{say, say_count, told, tr};

use super::plan;

/// Who is on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Occupant {
    /// Nobody, and anybody may sit down.
    Open,
    /// Nobody, and nobody may.
    Closed,
    /// A person.
    Person {
        /// By what they are known.
        key: PublicKey,
        /// What they are called.
        name: String,
        /// Their crest.
        emblem: u8,
        /// Whether they agree to begin.
        ready: bool,
        /// Whether they host.
        hosts: bool,
        /// Whether it is the person at this computer.
        me: bool,
    },
    /// A bot.
    Bot {
        /// How well it plays, as a word.
        level: String,
    },
}

/// What can be done with a seat from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// Sit down there.
    Sit,
    /// Put a bot there.
    AddBot,
    /// Take the bot away.
    RemoveBot,
    /// Send the person away for good.
    Kick(PublicKey),
    /// Get up and watch.
    Stand,
}

/// A seat's card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatCard {
    /// Which.
    pub(crate) seat: Seat,
    /// Who is there.
    pub(crate) occupant: Occupant,
    /// What can be done.
    pub(crate) deeds: Vec<Deed>,
}

impl SeatCard {
    /// The card as it is spoken.
    pub(crate) fn spoken(&self) -> String {
        let seat = crate::game::capital(&told(&self.seat));
        match &self.occupant {
            Occupant::Open => say!("{seat}, open"),
            Occupant::Closed => say!("{seat}, closed"),
            Occupant::Bot { level } => say!("{seat}, bot, {level}"),
            Occupant::Person { name, ready, hosts, me, .. } => {
                let role = match (hosts, ready) {
                    (true, _) => tr("hosts"),
                    (false, true) => tr("ready"),
                    (false, false) => tr("not ready"),
                };
                match me {
                    true => say!("{seat}, {name}, you, {role}"),
                    false => format!("{seat}, {name}, {role}"),
                }
            }
        }
    }
}

/// A lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LobbyScene {
    /// The seats.
    pub(crate) seats: Vec<SeatCard>,
    /// Those who watch.
    pub(crate) watchers: Vec<String>,
    /// The people other than the one here, for the chat.
    pub(crate) others: Vec<(PublicKey, String)>,
    /// The rules and the clock.
    pub(crate) options: Vec<String>,
    /// The same for a person who may change them; nobody else, and nobody once the game is about to begin.
    pub(crate) changeable: Option<(Terms, Option<Clock>)>,
    /// Whether the person here hosts.
    pub(crate) hosts: bool,
    /// Whether the person here has a seat.
    pub(crate) seated: bool,
    /// Whether the person here is ready.
    pub(crate) ready: bool,
    /// Whether the game is about to begin.
    pub(crate) starting: bool,
    /// What the table waits for, in a sentence; empty when it can begin.
    pub(crate) waiting: String,
    /// The words to compare, as soon as they are known.
    pub(crate) words: Option<String>,
}

impl LobbyScene {
    /// The lobby as this view shows it; `None` as long as nobody has let us in.
    pub(crate) fn new(view: &LobbyView) -> Option<LobbyScene> {
        let roster = view.roster.as_ref()?;
        let hosts = roster.host().key == view.me;
        let AnyTerms::Caribbean(terms) = roster.terms();
        let me = roster.person(&view.me);
        let gathering = view.stage == Stage::Gathering;
        let watches = |key: &PublicKey| roster.seat_of(key).is_none();
        Some(LobbyScene {
            seats: roster.seats().map(|(seat, state)| card(view, roster, seat, state, gathering)).collect(),
            watchers: roster
                .people()
                .iter()
                .filter(|person| watches(&person.key))
                .map(|person| person.name.to_string())
                .collect(),
            others: roster
                .people()
                .iter()
                .filter(|person| person.key != view.me)
                .map(|person| (person.key, person.name.to_string()))
                .collect(),
            options: plan::summary(&terms.options, roster.clock()),
            changeable: (hosts && gathering).then(|| (terms, roster.clock())),
            hosts,
            seated: !watches(&view.me),
            ready: me.is_some_and(|person| person.ready),
            starting: view.stage == Stage::Starting,
            waiting: waiting(view, roster),
            words: view.words.map(|words| words.to_string()),
        })
    }
}

fn card(view: &LobbyView, roster: &Roster, seat: Seat, state: &SeatState, gathering: bool) -> SeatCard {
    let hosts = roster.host().key == view.me;
    let (occupant, deeds) = match state {
        SeatState::Open if hosts => (Occupant::Open, vec![Deed::Sit, Deed::AddBot]),
        SeatState::Open => (Occupant::Open, vec![Deed::Sit]),
        SeatState::Closed => (Occupant::Closed, Vec::new()),
        SeatState::Bot { level } => {
            let deeds = if hosts { vec![Deed::RemoveBot] } else { Vec::new() };
            (Occupant::Bot { level: crate::game::level_name(level.as_ref()) }, deeds)
        }
        SeatState::Person(key) => {
            let me = *key == view.me;
            let deeds = match (me, hosts) {
                (true, _) => vec![Deed::Stand],
                (false, true) => vec![Deed::Kick(*key)],
                (false, false) => Vec::new(),
            };
            let person = roster.person(key);
            let occupant = Occupant::Person {
                key: *key,
                name: person.map(|person| person.name.to_string()).unwrap_or_default(),
                emblem: person.map_or(0, |person| person.emblem),
                ready: person.is_some_and(|person| person.ready),
                hosts: roster.host().key == *key,
                me,
            };
            (occupant, deeds)
        }
    };
    SeatCard { seat, occupant, deeds: if gathering { deeds } else { Vec::new() } }
}

/// What the table waits for, in a sentence.
fn waiting(view: &LobbyView, roster: &Roster) -> String {
    let empty = view.waiting_for.iter().filter(|awaited| matches!(awaited, Awaited::Seat(_))).count();
    let people: Vec<String> = view
        .waiting_for
        .iter()
        .filter_map(|awaited| match awaited {
            Awaited::Person(name) if roster.person(&view.me).is_some_and(|me| me.name == *name) => Some(say!("you")),
            Awaited::Person(name) => Some(name.to_string()),
            Awaited::Seat(_) => None,
        })
        .collect();
    let seats = (empty > 0).then(|| say_count!(empty, "1 more player or bot", "{count} more players or bots"));
    let all: Vec<String> = seats.into_iter().chain(people).collect();
    match all.is_empty() {
        true => String::new(),
        false => say!("Waiting for {names}.", names = crate::game::listed(&all)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use doubloons_engine::caribbean::{Board, Options};
    use doubloons_net::identity::Identity;
    use doubloons_net::table::genesis::Name;
    use doubloons_net::table::lobby::Boards;
    use doubloons_net::table::lobby::host::{HostCommand, HostInput, HostLobby};
    use doubloons_net::table::lobby::message::{Hello, Introduction, ToHost};

    use super::*;

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).expect("a name")
    }

    fn lobby() -> HostLobby {
        let board = Board::standard();
        let terms = AnyTerms::Caribbean(Terms::new(&board, 3));
        HostLobby::open(Identity::from_secret(&[1; 32]), name("Sofia"), 0, terms, Boards::new([board]))
            .expect("a table")
    }

    fn handle(lobby: &mut HostLobby, input: HostInput) {
        drop(lobby.handle(Duration::ZERO, input, &mut || [7; 32]));
    }

    #[test]
    fn a_new_table_waits_for_players() {
        let lobby = lobby();
        let scene = LobbyScene::new(&lobby.view()).expect("the host is in");
        assert_eq!(scene.waiting, "Waiting for 2 more players or bots.");
        assert!(scene.hosts && scene.seated && scene.words.is_none());
        assert_eq!(scene.seats[0].spoken(), "Seat 1, Sofia, you, hosts");
        assert_eq!(scene.seats[1].deeds, [Deed::Sit, Deed::AddBot]);
        assert_eq!(scene.options, ["Second printing", "No clock"]);
    }

    #[test]
    fn guests_and_bots_fill_it() {
        let mut lobby = lobby();
        let guest = Identity::from_secret(&[2; 32]).public();
        let hello = Hello::new(&Introduction { name: name("Jonas"), emblem: 1, plays: true });
        handle(&mut lobby, HostInput::Message { from: guest, message: ToHost::Hello(hello) });
        let seat = Seat::new(2).expect("a seat");
        handle(&mut lobby, HostInput::Command(HostCommand::AddBot { seat, level: name("captain") }));
        let scene = LobbyScene::new(&lobby.view()).expect("the host is in");
        assert_eq!(scene.waiting, "Waiting for Jonas.");
        assert_eq!(scene.seats[1].spoken(), "Seat 2, Jonas, not ready");
        assert_eq!(scene.seats[1].deeds, [Deed::Kick(guest)]);
        assert_eq!(scene.seats[2].spoken(), "Seat 3, bot, Captain");
        assert_eq!(scene.others, [(guest, "Jonas".to_owned())]);
        handle(&mut lobby, HostInput::Message { from: guest, message: ToHost::Ready { revision: 0 } });
        let scene = LobbyScene::new(&lobby.view()).expect("the host is in");
        assert_eq!(scene.waiting, "");
        assert_eq!(scene.seats[1].spoken(), "Seat 2, Jonas, ready");
    }

    #[test]
    fn other_rules_make_everybody_agree_anew() {
        let mut lobby = lobby();
        let guest = Identity::from_secret(&[2; 32]).public();
        let hello = Hello::new(&Introduction { name: name("Jonas"), emblem: 1, plays: true });
        handle(&mut lobby, HostInput::Message { from: guest, message: ToHost::Hello(hello) });
        handle(&mut lobby, HostInput::Message { from: guest, message: ToHost::Ready { revision: 0 } });
        let scene = LobbyScene::new(&lobby.view()).expect("the host is in");
        let (terms, clock) = scene.changeable.expect("the host may change the rules");
        let terms = Terms { options: Options::FIRST_PRINTING, ..terms };
        let brisk = Some(Clock { seal_seconds: 90, act_seconds: 60 });
        assert_eq!(clock, None);
        for command in plan::change(terms, brisk) {
            handle(&mut lobby, HostInput::Command(command));
        }
        let scene = LobbyScene::new(&lobby.view()).expect("the host is in");
        assert_eq!(scene.options, ["First printing", "90 s to bribe, 60 s to sail"]);
        assert_eq!(scene.seats[1].spoken(), "Seat 2, Jonas, not ready");
    }

    #[test]
    fn nobody_sees_a_lobby_from_outside() {
        let mut view = lobby().view();
        view.roster = None;
        assert_eq!(LobbyScene::new(&view), None);
    }
}
