//! Tables on this network and interrupted games, as rows that people read.

use std::net::SocketAddr;
use std::time::SystemTime;

use doubloons_engine::any::AnyGame;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::discovery::{Card, Contact, Sighting, TableId, TableStage};
use doubloons_net::lan::installation::SavedGame;
use doubloons_net::table::genesis::{GameId, Holder, PROTOCOL_VERSION, RULES_VERSION};
use doubloons_words::{say, say_count, tr};

/// What can be done with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// Sit down.
    Join,
    /// Look on.
    Watch,
    /// Go on with a game of one's own.
    Resume(GameId),
    /// Nothing.
    Nothing,
}

/// A table on this network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TableRow {
    /// What it says of itself.
    pub(crate) card: Card,
    /// Where it can be reached.
    pub(crate) addresses: Vec<SocketAddr>,
    /// The game, who hosts it and how far it is, in words.
    pub(crate) about: String,
    /// How long question and answer take, in words; empty while nobody knows.
    pub(crate) ping: String,
    /// What can be done with it.
    pub(crate) offer: Offer,
}

impl TableRow {
    /// What tells it apart from all others.
    pub(crate) fn id(&self) -> (TableId, PublicKey) {
        (self.card.table, self.card.key)
    }

    /// Everything that the row shows, to be spoken.
    pub(crate) fn spoken(&self) -> String {
        let Card { name, taken, seats, pin, .. } = &self.card;
        let about = &self.about;
        match pin {
            true => say!("{name}, {about}, {taken} of {seats} seats taken, needs a PIN"),
            false => say!("{name}, {about}, {taken} of {seats} seats taken"),
        }
    }

    fn new(sighting: &Sighting, own: &[GameId]) -> TableRow {
        let card = &sighting.card;
        let offer = offer(sighting, own);
        let version = (card.protocol, card.rules).cmp(&(PROTOCOL_VERSION, RULES_VERSION));
        let state = match (version, sighting.contact, card.stage) {
            (std::cmp::Ordering::Greater, ..) => {
                return TableRow::other_version(sighting, tr("update yours to join"));
            }
            (std::cmp::Ordering::Less, ..) => {
                return TableRow::other_version(sighting, tr("its host has to update"));
            }
            (_, Contact::Silent, _) => tr("does not answer: a firewall may be in the way"),
            (.., TableStage::Gathering) if card.taken < card.seats => tr("waiting"),
            (.., TableStage::Gathering) => tr("every seat taken"),
            (.., TableStage::Playing(_)) if matches!(offer, Offer::Resume(_)) => tr("your game goes on here"),
            (.., TableStage::Playing(_)) => tr("playing"),
            (.., TableStage::Over) => tr("the game is over"),
        };
        TableRow {
            card: card.clone(),
            addresses: sighting.addresses.clone(),
            about: say!(
                "{game} · hosted by {host} · {state}",
                game = crate::game::capital(card.game.as_ref()),
                host = card.host
            ),
            ping: ping(sighting),
            offer,
        }
    }

    fn other_version(sighting: &Sighting, what_helps: &str) -> TableRow {
        let card = &sighting.card;
        let own = env!("CARGO_PKG_VERSION");
        TableRow {
            card: card.clone(),
            addresses: sighting.addresses.clone(),
            about: say!("Runs Doubloons {version}, you have {own}: {what_helps}", version = card.version),
            ping: ping(sighting),
            offer: Offer::Nothing,
        }
    }
}

fn offer(sighting: &Sighting, own: &[GameId]) -> Offer {
    let card = &sighting.card;
    if sighting.contact == Contact::Silent || (card.protocol, card.rules) != (PROTOCOL_VERSION, RULES_VERSION) {
        return Offer::Nothing;
    }
    match card.stage {
        TableStage::Gathering => Offer::Join,
        TableStage::Playing(game) if own.contains(&game) => Offer::Resume(game),
        TableStage::Playing(_) => Offer::Watch,
        TableStage::Over => Offer::Nothing,
    }
}

fn ping(sighting: &Sighting) -> String {
    match sighting.ping().map(|ping| ping.as_millis()) {
        None => String::new(),
        Some(0) => "< 1 ms".to_owned(),
        Some(millis) => format!("{millis} ms"),
    }
}

/// The rows for these tables. Whoever was in the list keeps their place, so that nobody clicks on the wrong one; what is
/// new comes at the end, and what is gone is left out.
pub(crate) fn rows(before: &[TableRow], sightings: &[Sighting], own: &[GameId]) -> Vec<TableRow> {
    let mut fresh: Vec<TableRow> = sightings.iter().map(|sighting| TableRow::new(sighting, own)).collect();
    let place = |row: &TableRow| before.iter().position(|known| known.id() == row.id()).unwrap_or(before.len());
    fresh.sort_by_key(place);
    for row in &mut fresh {
        // A ping that changes by a millisecond at a time only flickers.
        if let Some(known) = before.iter().find(|known| known.id() == row.id())
            && !known.ping.is_empty()
            && !row.ping.is_empty()
        {
            row.ping.clone_from(&known.ping);
        }
    }
    fresh
}

/// A game that was interrupted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SavedRow {
    /// The game.
    pub(crate) game: GameId,
    /// The table's name.
    pub(crate) name: String,
    /// How far it is and who else plays, in words.
    pub(crate) about: String,
    /// When it was last played.
    pub(crate) at: Option<SystemTime>,
}

impl SavedRow {
    /// The row of this game. Reads all of it, so this is nothing for the main thread.
    pub(crate) fn new(game: &SavedGame) -> SavedRow {
        let draft = game.charter().draft();
        let others = draft.members.iter().enumerate().filter(|(place, _)| *place != game.me().index());
        let names: Vec<&str> = others.map(|(_, member)| member.name.as_ref()).collect();
        let bots = draft.seats.iter().filter(|holder| matches!(holder, Holder::Bot { .. })).count();
        let AnyGame::Caribbean(position) = game.so_far().game().clone();
        SavedRow {
            game: game.charter().id(),
            name: game.table().name.to_string(),
            about: so_far(position.round(), &with(&names, bots)),
            at: game.last_played(),
        }
    }
}

/// "Round 4 · With Jonas and Teun".
fn so_far(round: u16, company: &str) -> String {
    match round {
        0 => company.to_owned(),
        _ => say!("Round {round} · {company}"),
    }
}

/// "With Jonas and Teun, and 2 bots".
fn with(names: &[&str], bots: usize) -> String {
    let bots = (bots > 0).then(|| say_count!(bots, "a bot", "{count} bots"));
    let company: Vec<String> = names.iter().map(|name| (*name).to_owned()).chain(bots).collect();
    match company.is_empty() {
        true => say!("Alone"),
        false => say!("With {names}", names = crate::game::listed(&company)),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::{Duration, Instant};

    use doubloons_net::hash::Hash;
    use doubloons_net::identity::Identity;
    use doubloons_net::table::genesis::Name;

    use super::*;

    fn name(text: &str) -> Name {
        Name::try_from(text.to_owned()).expect("a name")
    }

    fn sighting(number: u8, stage: TableStage) -> Sighting {
        Sighting {
            card: Card {
                table: TableId([number; 8]),
                name: name("Parrot"),
                game: name("caribbean"),
                seats: 4,
                taken: 1,
                host: name("Sofia"),
                protocol: PROTOCOL_VERSION,
                rules: RULES_VERSION,
                pin: false,
                stage,
                key: Identity::from_secret(&[number; 32]).public(),
                version: name("9.9.9"),
            },
            addresses: Vec::new(),
            contact: Contact::Answering { ping: Duration::from_micros(2_300) },
            seen: Instant::now(),
        }
    }

    /// The row of a table called Parrot that waits for players.
    pub(in crate::lan) fn gathering(number: u8) -> TableRow {
        TableRow::new(&sighting(number, TableStage::Gathering), &[])
    }

    #[test]
    fn rows_keep_their_places_and_new_ones_come_last() {
        let list = |numbers: &[u8]| -> Vec<Sighting> {
            numbers.iter().map(|&number| sighting(number, TableStage::Gathering)).collect()
        };
        let first = rows(&[], &list(&[5, 7]), &[]);
        let second = rows(&first, &list(&[1, 7, 5]), &[]);
        let order: Vec<u8> = second.iter().map(|row| row.card.table.0[0]).collect();
        assert_eq!(order, [5, 7, 1]);
        let third = rows(&second, &list(&[1, 5]), &[]);
        assert_eq!(third.iter().map(|row| row.card.table.0[0]).collect::<Vec<u8>>(), [5, 1]);
    }

    #[test]
    fn what_can_be_done_depends_on_how_far_the_table_is() {
        let game = GameId(Hash([3; 32]));
        let offer = |stage, own: &[GameId]| rows(&[], &[sighting(1, stage)], own)[0].offer;
        assert_eq!(offer(TableStage::Gathering, &[]), Offer::Join);
        assert_eq!(offer(TableStage::Playing(game), &[]), Offer::Watch);
        assert_eq!(offer(TableStage::Playing(game), &[game]), Offer::Resume(game));
        assert_eq!(offer(TableStage::Over, &[]), Offer::Nothing);
    }

    #[test]
    fn another_version_says_which_side_has_to_update() {
        let mut newer = sighting(1, TableStage::Gathering);
        newer.card.protocol += 1;
        let row = &rows(&[], &[newer], &[])[0];
        assert_eq!(row.offer, Offer::Nothing);
        assert!(row.about.starts_with("Runs Doubloons 9.9.9") && row.about.ends_with(tr("update yours to join")));
    }

    #[test]
    fn a_ping_is_shown_in_whole_milliseconds_and_does_not_flicker() {
        let mut seen = sighting(1, TableStage::Gathering);
        let first = rows(&[], std::slice::from_ref(&seen), &[]);
        assert_eq!(first[0].ping, "2 ms");
        seen.contact = Contact::Answering { ping: Duration::from_millis(3) };
        assert_eq!(rows(&first, &[seen], &[])[0].ping, "2 ms");
    }

    #[test]
    fn a_game_that_has_begun_tells_its_round() {
        assert_eq!(so_far(0, "With Jonas"), "With Jonas");
        assert_eq!(so_far(4, "With Jonas"), "Round 4 · With Jonas");
    }

    #[test]
    fn company_reads_like_a_sentence() {
        assert_eq!(with(&["Jonas"], 0), "With Jonas");
        assert_eq!(with(&["Jonas", "Teun"], 2), "With Jonas, Teun and 2 bots");
        assert_eq!(with(&[], 1), "With a bot");
    }
}
