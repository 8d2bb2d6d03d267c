//! What the consensus library wants to send, in our own words and with signed votes.

use std::collections::{BTreeMap, BTreeSet};

use omnipaxos::messages::Message;
use omnipaxos::messages::ballot_leader_election::{BLEMessage, HeartbeatMsg, HeartbeatReply, HeartbeatRequest};
use omnipaxos::messages::sequence_paxos::{NotAccepted, PaxosMessage, PaxosMsg, PrepareReq};
use omnipaxos::util::{LogSync, SequenceNumber};

use super::ballot::{epoch_of, peer_of};
use super::{Consensus, LogWrite, Order, Replica, Suffix};
use crate::table::entry::Entry;
use crate::table::genesis::PeerIndex;
use crate::table::statement::{Epoch, SignedVote};

impl Replica {
    /// Translates what the library wants to send.
    pub(super) fn drain(&mut self) {
        let mut messages = Vec::new();
        if let Some(consensus) = &mut self.consensus {
            consensus.take_outgoing_messages(&mut messages);
        }
        self.note_election(&messages);
        for message in messages {
            let Some(to) = peer_of(message.get_receiver()) else { continue };
            if let Message::BLE(BLEMessage { msg: HeartbeatMsg::Request(HeartbeatRequest { round }), .. }) = &message
                && *round != self.heartbeats.0
            {
                self.heartbeats = (*round, BTreeSet::new());
            }
            if let Message::BLE(BLEMessage { msg: HeartbeatMsg::Reply(HeartbeatReply { happy, .. }), .. }) = &message {
                self.contentment.insert(self.me, (self.heartbeats.0, *happy));
            }
            let translated = match message {
                Message::BLE(BLEMessage { msg, .. }) => heartbeat(msg),
                Message::SequencePaxos(PaxosMessage { msg, .. }) => self.translate(msg),
            };
            let finished = translated.and_then(|message| self.finish(to, message));
            self.outgoing.extend(finished.map(|message| (to, message)));
        }
    }

    /// The first epoch after a farewell begins with the proof that the farewell was accepted. Nobody is to adopt the log
    /// in that epoch without it: what has to be adopted waits for the entry that is put there in the same moment.
    fn finish(&mut self, to: PeerIndex, message: Consensus) -> Option<Consensus> {
        let since = self.electorate.since();
        match message {
            Consensus::Adopt { epoch, suffix, .. } if since > 0 && suffix.end() <= since => {
                self.unfinished.insert(to, (epoch, suffix));
                None
            }
            Consensus::Append { epoch, order, decided, entries } => match self.unfinished.remove(&to) {
                Some((adopted, mut suffix)) if adopted == epoch => {
                    suffix.entries.extend(entries);
                    Some(Consensus::Adopt { epoch, order, decided, suffix, elected: self.elected(epoch) })
                }
                _ => Some(Consensus::Append { epoch, order, decided, entries }),
            },
            message => {
                if let Consensus::Adopt { .. } = message {
                    self.unfinished.remove(&to);
                }
                Some(message)
            }
        }
    }

    /// The votes that began this epoch.
    fn elected(&self, epoch: Epoch) -> Vec<SignedVote> {
        let votes = self.store.read(|durable| durable.elected.clone());
        votes.filter(|(known, _)| *known == epoch).map(|(_, votes)| votes).unwrap_or_default()
    }

    /// Keeps the votes together when this voter asks to become the host, and the certificate once it is.
    fn note_election(&mut self, messages: &[Message<Entry>]) {
        let asked = messages.iter().find_map(|message| match message {
            Message::SequencePaxos(PaxosMessage { msg: PaxosMsg::Prepare(prepare), .. }) => epoch_of(prepare.n),
            _ => None,
        });
        if let Some(epoch) = asked.filter(|epoch| self.votes.as_ref().is_none_or(|(voting, _)| voting != epoch)) {
            self.votes = Some((epoch, BTreeMap::from([(self.me, self.own_vote(epoch))])));
        }
        let elected = self.store.read(|durable| durable.elected.as_ref().map(|(epoch, _)| *epoch));
        if let Some(hosted) = self.hosted().filter(|hosted| self.consensus.is_some() && elected != Some(*hosted))
            && let Some((_, votes)) = self.votes.as_ref().filter(|(voting, _)| *voting == hosted)
        {
            self.store.write(LogWrite::Elected(hosted, votes.values().cloned().collect()));
        }
    }

    fn translate(&self, message: PaxosMsg<Entry>) -> Option<Consensus> {
        Some(match message {
            PaxosMsg::PrepareReq(PrepareReq { n }) => Consensus::PrepareRequest { promised: epoch_of(n)? },
            PaxosMsg::Prepare(prepare) => Consensus::Prepare {
                epoch: epoch_of(prepare.n)?,
                decided: prepare.decided_idx as u64,
                accepted: epoch_of(prepare.n_accepted),
                length: prepare.accepted_idx as u64,
            },
            PaxosMsg::Promise(promise) => Consensus::Promise {
                vote: self.own_vote(epoch_of(promise.n)?),
                decided: promise.decided_idx as u64,
                suffix: promise.log_sync.map(suffix),
                elected: epoch_of(promise.n_accepted).map(|epoch| self.elected(epoch)).unwrap_or_default(),
            },
            PaxosMsg::AcceptSync(sync) => {
                let epoch = epoch_of(sync.n)?;
                Consensus::Adopt {
                    epoch,
                    order: order(sync.seq_num),
                    decided: sync.decided_idx as u64,
                    suffix: suffix(sync.log_sync),
                    elected: self.elected(epoch),
                }
            }
            PaxosMsg::AcceptDecide(accept) => Consensus::Append {
                epoch: epoch_of(accept.n)?,
                order: order(accept.seq_num),
                decided: accept.decided_idx as u64,
                entries: accept.entries,
            },
            PaxosMsg::Decide(decide) => Consensus::Decide {
                epoch: epoch_of(decide.n)?,
                order: order(decide.seq_num),
                decided: decide.decided_idx as u64,
            },
            PaxosMsg::NotAccepted(NotAccepted { n }) => Consensus::Outdated { promised: epoch_of(n)? },
            // Acknowledgements are sent signed, to everybody; the others are never used.
            PaxosMsg::Accepted(_)
            | PaxosMsg::ProposalForward(_)
            | PaxosMsg::Compaction(_)
            | PaxosMsg::AcceptStopSign(_)
            | PaxosMsg::ForwardStopSign(_) => return None,
        })
    }
}

/// Takes out what may be sent before it is in the host's own journal: entries that it adds to the log, by
/// [`LogWrite::may_be_late`]. Messages to one voter keep their order.
pub(in crate::table) fn ahead_of_the_journal(messages: Vec<Addressed>) -> (Vec<Addressed>, Vec<Addressed>) {
    let mut held_up = BTreeSet::new();
    messages.into_iter().partition(|(to, message)| match message {
        Consensus::Append { .. } => !held_up.contains(to),
        _ => {
            held_up.insert(*to);
            false
        }
    })
}

/// A message and who it is for.
type Addressed = (PeerIndex, Consensus);

fn heartbeat(message: HeartbeatMsg) -> Option<Consensus> {
    Some(match message {
        HeartbeatMsg::Request(HeartbeatRequest { round }) => Consensus::HeartbeatRequest { round },
        HeartbeatMsg::Reply(HeartbeatReply { round, ballot, leader, happy }) => {
            Consensus::HeartbeatReply { round, own: epoch_of(ballot)?, follows: epoch_of(leader)?, content: happy }
        }
    })
}

fn suffix(sync: LogSync<Entry>) -> Suffix {
    Suffix { keep: sync.sync_idx as u64, entries: sync.suffix }
}

fn order(number: SequenceNumber) -> Order {
    Order { session: number.session, counter: number.counter }
}
