//! Entries of a log in words: what they do to the table. What they do to the game is told by its events.

use doubloons_engine::bots::Level;
use doubloons_net::table::entry::{Content, Entry, Freeze};
use doubloons_net::table::genesis::{Name, PeerIndex};
use doubloons_net::table::state::{Presence, State, Want};
use doubloons_net::table::statement::{Deed, InputBody, Signed, SignedInput, Statement, Voice};
use doubloons_words::{say, say_count, told};

use crate::names;

/// One word for what kind of entry it is.
pub(crate) fn kind(entry: &Entry) -> &'static str {
    match entry.content() {
        Content::Epoch(_) => "epoch",
        Content::Departed { .. } => "departed",
        Content::Input(input) => match input.body.deed {
            Deed::Lock { .. } => "lock",
            Deed::Unlock { .. } => "unlock",
            Deed::Act { .. } => "act",
            Deed::Leave => "leave",
            Deed::Farewell => "farewell",
            Deed::Return => "return",
            Deed::Pause => "pause",
            Deed::Resume => "resume",
            Deed::Renew { .. } => "renew",
            Deed::TakeOver { .. } => "take_over",
            Deed::Admit { .. } => "admit",
            Deed::ShowSeed { .. } => "show_seed",
        },
        Content::Openings { .. } => "openings",
        Content::Chance { .. } => "chance",
        Content::LinkWithheld { .. } => "link_withheld",
        Content::Away { .. } => "away",
        Content::TimedOut { .. } => "timed_out",
        Content::Fault(_) => "fault",
        Content::StandIn { .. } => "stand_in",
    }
}

/// An entry in one sentence, given the table before and after it.
pub(crate) fn tell(entry: &Entry, before: &State, after: &State) -> String {
    let peer = |peer| names::peer(after, peer);
    match entry.content() {
        Content::Epoch(votes) => {
            let epoch = entry.body().epoch;
            let (host, number, voters) = (peer(epoch.host), epoch.number, authors(after, votes));
            say!("{host} hosts from here on (epoch {number}), elected by {voters}.")
        }
        Content::Departed { votes, .. } => {
            let epoch = entry.body().epoch;
            let (host, number, elected) = (peer(epoch.host), epoch.number, authors(after, votes));
            let voters = names::peers(after, after.electorate().voters());
            say!("{voters} vote from here on; {host} hosts (epoch {number}), elected by {elected}.")
        }
        Content::Input(input) => tell_input(&input.body, after),
        Content::Openings { slot, freeze, withheld, .. } => {
            let peers = frozen(before, freeze);
            let mut text = say!("Slot {slot} is opened; {peers} had the same log.", slot = slot.index() + 1);
            for missing in withheld {
                let (who, others) = (names::seat(before, missing.seat), authors(after, &missing.absences));
                text = text + " " + &say!("{others} lack the opening of {who}.");
            }
            text
        }
        Content::Chance { freeze, links } => {
            let all = names::peers(after, links.iter().map(|(peer, _)| *peer));
            let peers = frozen(before, freeze);
            match before.game().turn() {
                doubloons_engine::contract::Turn::Chance(_) => {
                    say!("Chance is drawn from the links of {all}; {peers} had the same log.")
                }
                _ => say!("Randomness for the bots is drawn from the links of {all}; {peers} had the same log."),
            }
        }
        Content::LinkWithheld { peer: who, absences } => {
            let (others, who) = (authors(after, absences), peer(*who));
            say!("{others} lack the link of {who}: the draw is void, and {who} sits out.")
        }
        Content::Away { peer: who, absences } => {
            let (others, who) = (authors(after, absences), peer(*who));
            say!("{others} hear nothing of {who}.")
        }
        Content::TimedOut { seat, absences } => {
            let (others, who) = (authors(after, absences), names::seat(before, *seat));
            say!("{others} lack the decision of {who}.")
        }
        Content::Fault(_) => tell_fault(before, after),
        Content::StandIn { takeover, consents } => tell_stand_in(takeover, &authors(after, consents), before, after),
    }
}

fn tell_input(input: &InputBody, after: &State) -> String {
    let peer = names::peer(after, input.author);
    let own = match input.voice {
        Voice::Own => peer.clone(),
        Voice::Seat(seat) => names::seat(after, seat),
    };
    let who = if own == peer { own } else { say!("{own}, run by {peer}") };
    match &input.deed {
        Deed::Lock { lock, commitments } => match lock.count {
            0 | 1 => {
                say_count!(commitments.len(), "{who} commits to 1 choice.", "{who} commits to {count} choices.")
            }
            again => say_count!(
                commitments.len(),
                "{who} commits to 1 choice, lock {again} of this decision.",
                "{who} commits to {count} choices, lock {again} of this decision."
            ),
        },
        Deed::Unlock { .. } => say!("{who} takes the lock back."),
        Deed::Act { .. } => say!("{who} decides."),
        Deed::Leave => say!("{who} leaves the table."),
        Deed::Farewell => say!("{who} leaves for good and gives up the vote."),
        Deed::Return => say!("{who} comes to the table."),
        Deed::Pause => say!("{who} asks for a break."),
        Deed::Resume => say!("{who} ends the break."),
        Deed::Renew { generation, .. } => {
            say!("{who} publishes the end of hash chain {chain}.", chain = generation + 1)
        }
        Deed::TakeOver { seat, level, .. } => say!("{who} puts a {level} bot at {seat}.", level = bot_level(level)),
        Deed::Admit { seat, guest, .. } => say!("{who} gives {seat} to {name}.", name = guest.name),
        Deed::ShowSeed { seat, .. } => say!("{who} shows the seed of a bot at {seat}."),
    }
}

fn tell_fault(before: &State, after: &State) -> String {
    let convicted =
        (0..after.members().len() as u8).map(PeerIndex).find_map(|peer| match after.member(peer)?.presence() {
            Presence::Disqualified(offence) if !before.is_disqualified(peer) => {
                Some((names::peer(after, peer), offence))
            }
            _ => None,
        });
    convicted.map_or_else(String::new, |(name, offence)| say!("Proven: {name} {offence}, and is disqualified."))
}

fn tell_stand_in(takeover: &SignedInput, others: &str, before: &State, after: &State) -> String {
    let Deed::TakeOver { seat, level, .. } = &takeover.body.deed else { return String::new() };
    let (runner, whose) = (names::peer(after, takeover.body.author), names::seat(before, *seat));
    let level = bot_level(level);
    match others.is_empty() {
        true => say!("A {level} bot, run by {runner}, plays for {whose}."),
        false => say!("A {level} bot, run by {runner}, plays for {whose}, with the consent of {others}."),
    }
}

/// What a bot of this level is called.
pub(crate) fn bot_level(level: &Name) -> String {
    Level::named(level.as_ref()).map_or_else(|| level.to_string(), |level| told(&level))
}

/// Who signed these statements; nothing if there are none.
fn authors<T: Statement>(state: &State, statements: &[Signed<T>]) -> String {
    if statements.is_empty() {
        return String::new();
    }
    names::peers(state, statements.iter().map(|statement| statement.body.author()))
}

fn frozen(before: &State, freeze: &Freeze) -> String {
    names::peers(before, freeze.0.iter().map(|(peer, _)| *peer))
}

/// What the table waits for at the end of a log that was broken off.
pub(crate) fn waits_for(state: &State) -> String {
    let seats = |seats: doubloons_engine::contract::SeatSet| {
        names::list(seats.into_iter().map(|seat| names::seat(state, seat)).collect())
    };
    match state.want() {
        Want::Decisions(all) => say!("decisions of {names}", names = seats(all)),
        Want::Openings { seats: all, .. } => say!("openings of {names}", names = seats(all)),
        Want::Links { peers, .. } => say!("links of {names}", names = names::peers(state, peers)),
        Want::Nothing => say!("nothing"),
    }
}
