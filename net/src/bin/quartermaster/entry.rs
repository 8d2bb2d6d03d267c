//! Entries of a log in words: what they do to the table. What they do to the game is told by its events.

use doubloons_net::table::entry::{Content, Entry, Freeze};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::state::{Presence, State, Want};
use doubloons_net::table::statement::{Deed, InputBody, Signed, SignedInput, Statement, Voice};

use crate::event::number;
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
            format!(
                "{} hosts from here on (epoch {}), elected by {}.",
                peer(epoch.host),
                epoch.number,
                authors(after, votes)
            )
        }
        Content::Departed { votes, .. } => {
            let (epoch, elected) = (entry.body().epoch, authors(after, votes));
            let voters = names::peers(after, after.electorate().voters());
            format!(
                "{voters} vote from here on; {} hosts (epoch {}), elected by {elected}.",
                peer(epoch.host),
                epoch.number
            )
        }
        Content::Input(input) => tell_input(&input.body, after),
        Content::Openings { slot, freeze, withheld, .. } => {
            let mut text = format!("Slot {} is opened; {}.", slot.index() + 1, frozen(before, freeze));
            for missing in withheld {
                let (who, others) = (names::seat(before, missing.seat), authors(after, &missing.absences));
                text += &format!(" {others} lack the opening of {who}.");
            }
            text
        }
        Content::Chance { freeze, links } => {
            let what = match before.game().turn() {
                doubloons_engine::contract::Turn::Chance(_) => "Chance is drawn",
                _ => "Randomness for the bots is drawn",
            };
            let all = names::peers(after, links.iter().map(|(peer, _)| *peer));
            format!("{what} from the links of {all}; {}.", frozen(before, freeze))
        }
        Content::LinkWithheld { peer: who, absences } => format!(
            "{} lack the link of {}: the draw is void, and {} sits out.",
            authors(after, absences),
            peer(*who),
            peer(*who)
        ),
        Content::Away { peer: who, absences } => {
            format!("{} hear nothing of {}.", authors(after, absences), peer(*who))
        }
        Content::TimedOut { seat, absences } => {
            format!("{} lack the decision of {}.", authors(after, absences), names::seat(before, *seat))
        }
        Content::Fault(_) => tell_fault(before, after),
        Content::StandIn { takeover, consents } => {
            let agreed = match consents.is_empty() {
                true => String::new(),
                false => format!(", with the consent of {}", authors(after, consents)),
            };
            tell_stand_in(takeover, before, after) + &agreed + "."
        }
    }
}

fn tell_input(input: &InputBody, after: &State) -> String {
    let peer = names::peer(after, input.author);
    let who = match input.voice {
        Voice::Own => peer.clone(),
        Voice::Seat(seat) => names::seat(after, seat),
    };
    let runs = if who == peer { String::new() } else { format!(", run by {peer}") };
    match &input.deed {
        Deed::Lock { lock, commitments } => {
            let again = if lock.count > 1 { format!(", lock {} of this decision", lock.count) } else { String::new() };
            format!("{who}{runs} commits to {} choices{again}.", commitments.len())
        }
        Deed::Unlock { .. } => format!("{who}{runs} takes the lock back."),
        Deed::Act { .. } => format!("{who}{runs} decides."),
        Deed::Leave => format!("{who} leaves the table."),
        Deed::Farewell => format!("{who} leaves for good and gives up the vote."),
        Deed::Return => format!("{who} comes to the table."),
        Deed::Pause => format!("{who} asks for a break."),
        Deed::Resume => format!("{who} ends the break."),
        Deed::Renew { generation, .. } => format!("{who} publishes the end of hash chain {}.", generation + 1),
        Deed::TakeOver { seat, level, .. } => format!("{who} puts a {level} bot at seat {}.", number(*seat)),
        Deed::Admit { seat, guest, .. } => format!("{who} gives seat {} to {}.", number(*seat), guest.name),
        Deed::ShowSeed { seat, .. } => format!("{who} shows the seed of a bot at seat {}.", number(*seat)),
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
    convicted.map_or_else(String::new, |(name, offence)| format!("Proven: {name} {offence}, and is disqualified."))
}

fn tell_stand_in(takeover: &SignedInput, before: &State, after: &State) -> String {
    let Deed::TakeOver { seat, level, .. } = &takeover.body.deed else { return String::new() };
    let runner = names::peer(after, takeover.body.author);
    let whose = names::seat(before, *seat);
    format!("A {level} bot, run by {runner}, plays for {whose}")
}

/// Who signed these statements.
fn authors<T: Statement>(state: &State, statements: &[Signed<T>]) -> String {
    names::peers(state, statements.iter().map(|statement| statement.body.author()))
}

fn frozen(before: &State, freeze: &Freeze) -> String {
    format!("{} had the same log", names::peers(before, freeze.0.iter().map(|(peer, _)| *peer)))
}

/// What the table waits for at the end of a log that was broken off.
pub(crate) fn waits_for(state: &State) -> String {
    let seats = |seats: doubloons_engine::contract::SeatSet| {
        names::list(seats.into_iter().map(|seat| names::seat(state, seat)).collect())
    };
    match state.want() {
        Want::Decisions(all) => format!("decisions of {}", seats(all)),
        Want::Openings { seats: all, .. } => format!("openings of {}", seats(all)),
        Want::Links { peers, .. } => format!("links of {}", names::peers(state, peers)),
        Want::Nothing => "nothing".to_owned(),
    }
}
