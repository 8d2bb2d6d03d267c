//! Another game with the same people: who would like one, who opens its table, and how the others come to it.
//!
//! Members who are still linked after a game tell each other when they would like another one. Of those who would, the
//! first in the order of members opens the table and calls the others; should it not come to that, the next one does. So
//! one table is opened, also when everybody asks at once. Two who did not hear of each other in time both open one; then
//! everybody goes to that of the earlier member, which they know because the links of the last game are kept until the
//! next one begins.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use doubloons_engine::any::AnyTerms;
use doubloons_engine::contract::{Canonical, Seat};

use super::super::discovery::Card;
use super::super::transport::{Lane, Link};
use super::actor::Context;
use super::inbound::LinkId;
use super::parcel::{LONGEST_FROM_MEMBER, Parcel, Rematch, RematchWord};
use crate::identity::PublicKey;
use crate::table::genesis::{Clock, GameId, Holder, Name, PeerIndex};
use crate::table::lobby::host::HostCommand;
use crate::table::lobby::message::Introduction;
use crate::table::state::{SeatState, State};

/// How long is listened whether others ask at the same time.
const LISTEN: Duration = Duration::from_millis(400);

/// How long the next one waits for whoever should open the table.
const TURN: Duration = Duration::from_secs(4);

/// How long after the opening of a table it may turn out that another one was opened at the same time.
const CROSSED: Duration = Duration::from_secs(5);

/// What happens about another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RematchNews {
    /// This member would like one.
    Wanted(PeerIndex),
    /// This member has opened a table for it.
    Offered(PeerIndex),
    /// This member is gone, or does not want it any more.
    Gone(PeerIndex),
}

/// What to do about another game.
#[derive(PartialEq, Debug)]
pub(super) enum Next {
    /// Open the table.
    Open,
    /// Go to this member's.
    Join(PeerIndex, Box<Card>),
}

/// Who would like another game, and who has opened a table for it, as one member knows it.
#[derive(Default)]
pub(super) struct Wishes {
    /// Since when the person here would like one.
    own: Option<Duration>,
    others: BTreeSet<PeerIndex>,
    offers: BTreeMap<PeerIndex, Box<Card>>,
}

impl Wishes {
    /// The person here would like another game. Whether that is new.
    pub(super) fn want(&mut self, now: Duration) -> bool {
        let new = self.own.is_none();
        self.own.get_or_insert(now);
        new
    }

    /// Whether the person here would like another game.
    pub(super) fn wanted(&self) -> bool {
        self.own.is_some()
    }

    /// Another member said something about it. What is new for people is returned.
    pub(super) fn hear(&mut self, from: PeerIndex, key: PublicKey, word: RematchWord) -> Option<RematchNews> {
        match word {
            RematchWord::Wanted => self.others.insert(from).then_some(RematchNews::Wanted(from)),
            RematchWord::Open(told) => {
                let new = self.offers.insert(from, Box::new(told.of(key))).is_none();
                new.then_some(RematchNews::Offered(from))
            }
        }
    }

    /// A member is gone. What that means for people is returned.
    pub(super) fn gone(&mut self, peer: PeerIndex) -> Option<RematchNews> {
        let (wanted, offered) = (self.others.remove(&peer), self.offers.remove(&peer).is_some());
        (wanted || offered).then_some(RematchNews::Gone(peer))
    }

    /// What to do now, if the person here would like another game.
    pub(super) fn next(&self, now: Duration, me: PeerIndex) -> Option<Next> {
        let since = self.own?;
        if let Some((peer, card)) = self.offers.first_key_value() {
            return Some(Next::Join(*peer, card.clone()));
        }
        let before = self.others.iter().filter(|peer| **peer < me).count() as u32;
        (now >= since + LISTEN + TURN * before).then_some(Next::Open)
    }
}

/// What the next game takes over from the last one.
pub(super) struct LastGame {
    /// What the person here was called, and whether they played.
    pub(super) me: Introduction,
    /// The game and its options.
    pub(super) terms: AnyTerms,
    clock: Option<Clock>,
    seat: Option<Seat>,
    bots: Vec<(Seat, Name)>,
}

impl LastGame {
    /// A game as it ended for this member.
    pub(super) fn new(state: &State, me: PeerIndex) -> Option<LastGame> {
        let member = state.member(me)?.member();
        let draft = state.charter().draft();
        let owned = |holder: &Holder| matches!(holder, Holder::Person(peer) if *peer == me);
        let seat = state.seats().find(|(_, seat)| owned(seat.owner())).map(|(seat, _)| seat);
        let bot = |(seat, state): (Seat, &SeatState)| match state.owner() {
            Holder::Bot { level, .. } => Some((seat, level.clone())),
            Holder::Person(_) => None,
        };
        Some(LastGame {
            me: Introduction { name: member.name.clone(), emblem: member.emblem, plays: seat.is_some() },
            terms: AnyTerms::from_bytes(&draft.terms).ok()?,
            clock: draft.clock,
            seat,
            bots: state.seats().filter_map(bot).collect(),
        })
    }

    /// What has to be done so that clock, bots and the own seat are as before.
    pub(super) fn arrangement(&self) -> Vec<HostCommand> {
        let bot = |(seat, level): &(Seat, Name)| HostCommand::AddBot { seat: *seat, level: level.clone() };
        let mut commands = vec![HostCommand::LeaveSeat, HostCommand::SetClock(self.clock)];
        commands.extend(self.bots.iter().map(bot));
        commands.extend(self.seat.map(HostCommand::TakeSeat));
        commands
    }
}

/// The people of the last game, on their way to the next one.
pub(super) struct Fellows {
    game: GameId,
    me: PeerIndex,
    members: BTreeMap<PublicKey, PeerIndex>,
    links: BTreeMap<LinkId, PeerIndex>,
    since: Duration,
}

impl Fellows {
    pub(super) fn new(
        game: GameId,
        me: PeerIndex,
        members: BTreeMap<PublicKey, PeerIndex>,
        links: &BTreeMap<PeerIndex, LinkId>,
        since: Duration,
    ) -> Fellows {
        let links = links.iter().map(|(peer, link)| (*link, *peer)).collect();
        Fellows { game, me, members, links, since }
    }

    /// The game that they played.
    pub(super) fn game(&self) -> GameId {
        self.game
    }

    /// By what they are known.
    pub(super) fn keys(&self) -> impl Iterator<Item = PublicKey> {
        self.members.keys().copied()
    }

    /// Whether this is a link of the last game.
    pub(super) fn have(&self, link: LinkId) -> bool {
        self.links.contains_key(&link)
    }

    /// A link is gone. Whether it was one of the last game.
    pub(super) fn gone(&mut self, link: LinkId) -> bool {
        self.links.remove(&link).is_some()
    }

    /// Somebody calls about the last game: one of its members learns where we are now.
    pub(super) fn welcome(&mut self, context: &mut Context, link: Link, card: &Card) {
        match self.members.get(&link.sender.key()) {
            Some(peer) => {
                let id = context.adopt(link, LONGEST_FROM_MEMBER);
                self.links.insert(id, *peer);
                self.tell(context, id, card);
            }
            None => link.sender.close("that game is over"),
        }
    }

    /// Calls everybody to our table.
    pub(super) fn call(&self, context: &Context, card: &Card) {
        self.links.keys().for_each(|link| self.tell(context, *link, card));
    }

    /// Calls one of them.
    pub(super) fn tell(&self, context: &Context, link: LinkId, card: &Card) {
        let rematch = Rematch { after: self.game, word: RematchWord::open(card) };
        context.send(link, Lane::Control, &Parcel::Rematch(Box::new(rematch)));
    }

    /// The table to go to instead of the one of `opener`, if that is what was said on this link: both were opened at the
    /// same time, and everybody goes to that of the earlier member.
    pub(super) fn earlier(&self, now: Duration, link: LinkId, said: Rematch, opener: PublicKey) -> Option<Box<Card>> {
        let opener = self.members.get(&opener).copied().unwrap_or(self.me);
        let (from, RematchWord::Open(told)) = (self.links.get(&link)?, said.word) else { return None };
        let (key, _) = self.members.iter().find(|(_, peer)| *peer == from)?;
        let crossed = now < self.since + CROSSED && said.after == self.game;
        (crossed && *from < opener).then(|| Box::new(told.of(*key)))
    }

    /// Gives their links up.
    pub(super) fn part(&mut self, context: &mut Context, why: &str) {
        for link in std::mem::take(&mut self.links).into_keys() {
            context.drop_link(link, why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parcel::tests::card;
    use super::*;

    const A: PeerIndex = PeerIndex(0);
    const B: PeerIndex = PeerIndex(1);
    const C: PeerIndex = PeerIndex(2);

    fn key(number: u8) -> PublicKey {
        PublicKey([number; 32])
    }

    /// The table of whoever has this key.
    fn table_of(number: u8) -> Box<Card> {
        Box::new(Card { key: key(number), ..card() })
    }

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn nothing_happens_unless_the_person_wants_it() {
        let mut wishes = Wishes::default();
        assert_eq!(wishes.hear(B, key(2), RematchWord::Wanted), Some(RematchNews::Wanted(B)));
        assert_eq!(wishes.hear(B, key(2), RematchWord::Wanted), None, "it is told once");
        assert_eq!(wishes.hear(B, key(2), RematchWord::open(&card())), Some(RematchNews::Offered(B)));
        assert_eq!(wishes.next(at(60_000), A), None);
    }

    #[test]
    fn the_first_of_those_who_want_it_opens_the_table() {
        let mut first = Wishes::default();
        assert!(first.want(at(1_000)) && !first.want(at(1_200)));
        first.hear(B, key(2), RematchWord::Wanted);
        first.hear(C, key(3), RematchWord::Wanted);
        assert_eq!(first.next(at(1_399), A), None, "others may ask at the same time");
        assert_eq!(first.next(at(1_400), A), Some(Next::Open));
    }

    #[test]
    fn the_others_follow_or_do_it_in_their_turn() {
        let mut last = Wishes::default();
        last.want(at(0));
        last.hear(A, key(1), RematchWord::Wanted);
        last.hear(B, key(2), RematchWord::Wanted);
        assert_eq!(last.next(at(8_399), C), None);
        assert_eq!(last.next(at(8_400), C), Some(Next::Open), "nobody did it in eight seconds");
        assert_eq!(last.gone(A), Some(RematchNews::Gone(A)));
        assert_eq!(last.gone(A), None);
        assert_eq!(last.next(at(4_400), C), Some(Next::Open), "who is gone is not waited for");
        last.hear(B, key(2), RematchWord::open(&card()));
        assert_eq!(last.next(at(10), C), Some(Next::Join(B, table_of(2))));
        last.hear(A, key(1), RematchWord::open(&card()));
        assert_eq!(last.next(at(10), C), Some(Next::Join(A, table_of(1))), "of two tables the earlier member’s");
    }

    #[test]
    fn of_two_tables_opened_at_once_everybody_chooses_the_same() {
        let members = BTreeMap::from([(key(1), A), (key(2), B), (key(3), C)]);
        let game = GameId(crate::hash::Hash([9; 32]));
        let links = BTreeMap::from([(A, 1), (C, 3)]);
        let of_b = Fellows::new(game, B, members, &links, at(0));
        let open = || Rematch { after: game, word: RematchWord::open(&card()) };
        assert_eq!(of_b.earlier(at(900), 1, open(), key(2)), Some(table_of(1)), "A is earlier than B");
        assert_eq!(of_b.earlier(at(900), 3, open(), key(2)), None, "C is later");
        assert_eq!(of_b.earlier(at(5_000), 1, open(), key(2)), None, "that is no coincidence any more");
        assert_eq!(of_b.earlier(at(900), 7, open(), key(2)), None, "a stranger’s link");
        let wanted = Rematch { after: game, word: RematchWord::Wanted };
        assert_eq!(of_b.earlier(at(900), 1, wanted, key(2)), None);
        let other = Rematch { after: GameId(crate::hash::Hash([8; 32])), ..open() };
        assert_eq!(of_b.earlier(at(900), 1, other, key(2)), None, "another game");
        assert_eq!(of_b.earlier(at(900), 1, open(), key(1)), None, "we are at A’s table already");
    }
}
