//! Acknowledgements: who has how much of the log. A majority makes entries accepted; all that are present freeze them.

use omnipaxos::messages::sequence_paxos::{Accepted, PaxosMsg};

use super::Replica;
use super::ballot::ballot_of;
use crate::table::entry::Freeze;
use crate::table::genesis::PeerIndex;
use crate::table::statement::{AckBody, Epoch, Signed, SignedAck};

impl Replica {
    /// Signs that this peer has the log as it is now, unless it has done so.
    pub fn acknowledge(&mut self) -> Option<SignedAck> {
        let body = self.owed_acknowledgement()?;
        let ack = Signed::new(body, self.charter.id(), &self.identity);
        self.acks.insert(self.me, ack.clone());
        self.constitute();
        Some(ack)
    }

    /// Whether this peer has not signed the log as it is now, and may.
    pub fn owes_acknowledgement(&self) -> bool {
        self.owed_acknowledgement().is_some()
    }

    /// `None` as well while the log's epoch is not the one that this peer promised to follow: nothing older is
    /// acknowledged.
    fn owed_acknowledgement(&self) -> Option<AckBody> {
        let body = AckBody { author: self.me, epoch: self.acknowledged_epoch()?, head: self.tip.head() };
        (self.own_ack().map(|ack| &ack.body) != Some(&body)).then_some(body)
    }

    fn acknowledged_epoch(&self) -> Option<Epoch> {
        let epoch = self.tip.epoch()?;
        let Some(promised) = self.followed().filter(|promised| *promised != epoch) else { return Some(epoch) };
        // Nothing can follow a farewell, not even the beginning of the epoch in which it is accepted.
        let taken_over = self.store.read(|durable| durable.accepted) == Some(promised);
        (taken_over && self.tip.state().departing().is_some()).then_some(promised)
    }

    /// This peer's own last acknowledgement.
    pub fn own_ack(&self) -> Option<&SignedAck> {
        self.acks.get(&self.me)
    }

    /// The last acknowledgements of everybody.
    pub fn acks(&self) -> impl Iterator<Item = &SignedAck> {
        self.acks.values()
    }

    /// Notes an acknowledgement. Returns whether it is news and really signed by its author.
    pub fn note_ack(&mut self, ack: &SignedAck) -> bool {
        let body = &ack.body;
        let newer = |known: &SignedAck| (known.body.epoch, known.body.head.index) < (body.epoch, body.head.index);
        if self.acks.get(&body.author).is_some_and(|known| !newer(known)) || !self.tip.signed(ack) {
            return false;
        }
        self.acks.insert(body.author, ack.clone());
        self.count_ack(ack);
        self.constitute();
        true
    }

    /// As the host, lets the library count an acknowledgement of the own log.
    fn count_ack(&mut self, ack: &SignedAck) {
        let AckBody { author, epoch, head } = ack.body;
        if self.hosted() != Some(epoch) || !self.electorate.contains(author) || author == self.me {
            return;
        }
        if self.head_at(head.index) == Some(head) {
            let accepted = Accepted { n: ballot_of(epoch), accepted_idx: head.index as usize };
            self.hand_over(author, PaxosMsg::Accepted(accepted));
        }
    }

    /// How much of the log a majority of the voters has acknowledged in one epoch.
    pub fn accepted(&self) -> u64 {
        let Some(epoch) = self.tip.epoch() else { return 0 };
        let state = self.tip.state();
        if state.departing().is_some() && (self.settled().is_some() || self.acceptance().is_some()) {
            return self.tip.head().index;
        }
        let mine = |ack: &&SignedAck| {
            ack.body.epoch == epoch
                && state.has_vote(ack.body.author)
                && self.head_at(ack.body.head.index) == Some(ack.body.head)
        };
        let mut indices: Vec<u64> = self.acks.values().filter(mine).map(|ack| ack.body.head.index).collect();
        indices.sort_unstable_by(|one, other| other.cmp(one));
        indices.get(state.electorate().majority() - 1).copied().unwrap_or(0)
    }

    /// Everybody's signatures over the log as it is now, if everybody present has given theirs.
    pub fn freeze(&self) -> Option<Freeze> {
        let epoch = self.tip.epoch()?;
        let head = self.tip.head();
        if self.accepted() < head.index {
            return None;
        }
        let signature = |peer: PeerIndex| {
            let ack = self.acks.get(&peer).filter(|ack| ack.body.epoch == epoch && ack.body.head == head)?;
            Some((peer, ack.signature))
        };
        self.tip.state().present().map(signature).collect::<Option<Vec<_>>>().map(Freeze)
    }

    /// The peers that take part and whose acknowledgement of the log as it is now is lacking.
    pub fn lacking_acks(&self) -> Vec<PeerIndex> {
        self.tip.state().present().filter(|peer| !self.has_acknowledged(*peer)).collect()
    }

    /// Whether this peer has acknowledged the log as it is now.
    fn has_acknowledged(&self, peer: PeerIndex) -> bool {
        let (epoch, head) = (self.tip.epoch(), self.tip.head());
        self.acks.get(&peer).is_some_and(|ack| Some(ack.body.epoch) == epoch && ack.body.head == head)
    }
}
