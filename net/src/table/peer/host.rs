//! What the host does: it puts into order what everybody sends. It has no other power: whatever it writes is checked by
//! all, and what it leaves out is noticed.

use doubloons_engine::any::AnyEvent;
use doubloons_engine::contract::{SeatSet, Slot};

use super::Peer;
use crate::table::entry::{Content, SeatOpening, Withheld};
use crate::table::evidence::Evidence;
use crate::table::genesis::PeerIndex;
use crate::table::ledger::EntryFault;
use crate::table::state::{Refusal, Want};
use crate::table::statement::{Deed, Lacking, SignedInput};
use crate::wire::frame::Frame;

impl Peer {
    /// Puts everything into the log that can be. Returns whether there was anything.
    pub(super) fn do_as_host(&mut self, events: &mut Vec<AnyEvent>) -> bool {
        if self.replica.hosted().is_none() {
            return false;
        }
        if let Some(begins) = self.replica.election() {
            return self.put(begins, events).is_ok();
        }
        self.put_evidence(events) || self.put_inputs(events) || self.put_reveals(events) || self.put_absences(events)
    }

    fn put(&mut self, content: Content, events: &mut Vec<AnyEvent>) -> Result<(), EntryFault> {
        let entry = self.replica.append(content, events)?;
        let voters = self.replica.electorate();
        let members = (0..self.state().members().len() as u8).map(PeerIndex);
        let learners: Vec<PeerIndex> = members.filter(|peer| !voters.contains(*peer)).collect();
        self.sends.extend(learners.into_iter().map(|peer| (peer, Frame::Entries(vec![entry.clone()]))));
        Ok(())
    }

    fn put_evidence(&mut self, events: &mut Vec<AnyEvent>) -> bool {
        let proven = self.pool.unsettled(self.replica.tip());
        proven.into_iter().any(|evidence| self.put(Content::Fault(evidence), events).is_ok())
    }

    fn put_inputs(&mut self, events: &mut Vec<AnyEvent>) -> bool {
        for input in self.pool.inputs() {
            let content = match input.body.deed {
                Deed::TakeOver { .. } => Content::StandIn { takeover: input.clone(), consents: self.consents(&input) },
                _ => Content::Input(input.clone()),
            };
            match self.put(content, events) {
                Ok(()) => {
                    self.pool.drop_input(&input);
                    return true;
                }
                Err(EntryFault::Refused(Refusal::NotNow(_))) => {}
                Err(_) => {
                    self.pool.drop_input(&input);
                    self.accuse(Evidence::IllegalInput(Box::new(input)));
                }
            }
        }
        false
    }

    /// The consents to a takeover, if they are a majority.
    fn consents(&self, takeover: &SignedInput) -> Vec<crate::table::statement::SignedStandIn> {
        let state = self.state();
        let mut consents = self.pool.consents(takeover);
        let left = |seat| state.left_at(seat);
        consents.retain(|consent| {
            state.has_vote(consent.body.author) && consent.body.head.index >= left(consent.body.seat)
        });
        if consents.len() < state.electorate().majority() {
            consents.clear();
        }
        consents
    }

    fn put_reveals(&mut self, events: &mut Vec<AnyEvent>) -> bool {
        let Some(freeze) = self.replica.freeze() else { return false };
        let content = match self.state().want() {
            Want::Openings { slot, seats, known } => {
                let Some((openings, withheld)) = self.openings(slot, seats, known) else { return false };
                Content::Openings { slot, freeze, openings, withheld }
            }
            Want::Links { peers, .. } => {
                let link = |peer: &PeerIndex| self.pool.link(*peer).map(|link| (*peer, link.body.link));
                let Some(links) = peers.iter().map(link).collect() else { return false };
                Content::Chance { freeze, links }
            }
            Want::Decisions(_) | Want::Nothing => return false,
        };
        self.put(content, events).is_ok()
    }

    /// What every seat opened, and who is said by a majority to have kept something back; `None` while it is open.
    fn openings(&self, slot: Slot, seats: SeatSet, known: SeatSet) -> Option<(Vec<SeatOpening>, Vec<Withheld>)> {
        let state = self.state();
        let (mut openings, mut withheld) = (Vec::new(), Vec::new());
        for seat in seats.into_iter().chain(known).collect::<SeatSet>() {
            let opened = if known.contains(seat) {
                state.opened_early(seat, slot)
            } else {
                self.pool.opening(seat).and_then(|opening| state.judge_opening(&opening.body).ok())
            };
            match opened {
                Some(opening) => openings.push(opening),
                None => {
                    let whose = state.seat(seat)?.runner();
                    let absences = self.majority(Lacking::Opening(seat), whose)?;
                    withheld.push(Withheld { seat, absences });
                }
            }
        }
        Some((openings, withheld))
    }

    /// A majority's statements that something of somebody's is lacking.
    fn majority(&self, lacking: Lacking, whose: PeerIndex) -> Option<Vec<crate::table::statement::SignedAbsence>> {
        let tip = self.replica.tip();
        let heard = tip.state().member(whose)?.heard();
        let mut absences = self.pool.absences(lacking);
        absences.retain(|absence| {
            let body = &absence.body;
            (body.author != whose || lacking.can_be_admitted())
                && tip.state().has_vote(body.author)
                && body.head.index >= heard
                && tip.holds(body.head)
        });
        (absences.len() >= tip.state().electorate().majority()).then_some(absences)
    }

    fn put_absences(&mut self, events: &mut Vec<AnyEvent>) -> bool {
        for lacking in self.pool.lacking() {
            let content = match lacking {
                Lacking::Peer(peer) => self.majority(lacking, peer).map(|absences| Content::Away { peer, absences }),
                Lacking::Link(peer) => {
                    self.majority(lacking, peer).map(|absences| Content::LinkWithheld { peer, absences })
                }
                Lacking::Decision(seat) => self
                    .state()
                    .seat(seat)
                    .map(|state| state.runner())
                    .and_then(|runner| self.majority(lacking, runner))
                    .map(|absences| Content::TimedOut { seat, absences }),
                Lacking::Opening(_) => None,
            };
            if content.is_some_and(|content| self.put(content, events).is_ok()) {
                return true;
            }
        }
        false
    }
}
