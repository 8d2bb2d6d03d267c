//! When a game is over: its transcript, and another game with the same people.

use std::collections::BTreeSet;
use std::sync::Arc;

use doubloons_engine::contract::Turn;

use super::super::super::installation::InstallationFault;
use super::super::super::transport::Lane;
use super::super::actor::Context;
use super::super::ending::{self, Journal};
use super::super::hosting::Hosting;
use super::super::inbound::LinkId;
use super::super::parcel::{Parcel, Rematch, RematchWord};
use super::super::rematch::{Fellows, LastGame, Next};
use super::super::stage::{Stage, Step};
use super::super::visiting::follow;
use super::super::{Ending, Happening};
use super::Playing;
use crate::table::genesis::PeerIndex;

impl Playing {
    pub(super) fn is_over(&self) -> bool {
        matches!(self.peer.state().game().turn(), Turn::Over(_))
    }

    /// The person here would like another game with the same people.
    pub(in crate::lan::session) fn want_rematch(&mut self, context: &Context) {
        if self.is_over() && self.wishes.want(context.now()) {
            self.links.values().for_each(|link| self.say_wanted(context, *link));
        }
    }

    pub(super) fn say_wanted(&self, context: &Context, link: LinkId) {
        let rematch = Rematch { after: self.game, word: RematchWord::Wanted };
        context.send(link, Lane::Control, &Parcel::Rematch(Box::new(rematch)));
    }

    /// Goes on to another game with the same people, if that is wanted and nobody is left in the lurch by it.
    pub(in crate::lan::session) fn play_again(&mut self, context: &mut Context) -> Step {
        let now = context.now();
        let next = self.wishes.next(now, self.peer.me()).filter(|next| match next {
            Next::Open => self.conclusion.may_leave(now),
            // Whoever opened the table has seen to it that everybody has everything.
            Next::Join(..) => self.conclusion.kept().is_some() || self.conclusion.may_leave(now),
        });
        let Some(next) = next else { return Step::Stay };
        let Some(last) = LastGame::new(self.peer.state(), self.peer.me()) else { return Step::Stay };
        self.feed_up(context);
        self.watchers.dismiss().into_iter().for_each(|link| context.drop_link(link, "the game is over"));
        let places = self.peer.state().members().iter().zip(0..).map(|(member, place)| (member, PeerIndex(place)));
        let members = places.map(|(member, peer)| (member.member().key, peer)).collect();
        let fellows = Fellows::new(self.game, self.peer.me(), members, &self.links, now);
        let contacts = std::mem::take(&mut self.contacts);
        match next {
            Next::Join(_, card) => {
                let addresses = contacts.of(&card.key).to_vec();
                follow(context, *card, addresses, last.me, Some(fellows))
            }
            Next::Open => match Hosting::open_again(context, self.table.clone(), contacts, &last, fellows) {
                Ok(hosting) => {
                    context.tell(Happening::Open { port: context.endpoint.port() });
                    Step::Become(Stage::Hosting(Box::new(hosting)))
                }
                Err(ended) => Step::End(ended),
            },
        }
    }

    /// Keeps the transcript once the game is over.
    pub(super) fn conclude(&mut self, context: &mut Context) {
        if !self.is_over() {
            return;
        }
        let connected: BTreeSet<PeerIndex> = self.links.keys().copied().collect();
        let now = context.now();
        if let Some(entries) = self.conclusion.look(now, &self.peer, self.peer.accepted(), &connected) {
            let charter = Arc::clone(self.saved.charter());
            ending::keep(context, charter, self.table.board.clone(), entries, Journal::Finished);
        }
        if !self.has_hungry_watchers() && self.conclusion.is_settled(now, &self.peer, &connected) {
            context.tell(Happening::Settled);
        }
    }

    /// The transcript was written, or not.
    pub(in crate::lan::session) fn kept(&mut self, context: &Context, outcome: Result<Box<Ending>, InstallationFault>) {
        match outcome {
            Ok(ending) => {
                self.conclusion.done();
                let told = Parcel::Kept(ending.entries as u64);
                self.links.values().for_each(|link| context.send(*link, Lane::Control, &told));
                context.tell(Happening::Over(ending));
            }
            Err(fault) => {
                self.conclusion.retry(context.now());
                context.tell(Happening::Stalled(fault));
            }
        }
    }
}
