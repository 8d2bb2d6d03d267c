//! How a game in the simulator stands, and what must hold after every one.

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::Entry;
use doubloons_net::table::evidence::{self, Offence};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::{Notice, Peer};
use doubloons_net::table::state::{BotTenure, Presence};
use doubloons_net::transcript::{self, Transcript, Verdict};

use super::{Node, World};

impl World {
    /// Whether the game is over for all honest peers that run, with everything accepted and the same log.
    pub(super) fn is_settled(&self) -> bool {
        let mut heads = self.honest().map(|node| node.peer().head());
        let first = heads.next();
        let over = self.honest().all(|node| {
            let peer = node.peer();
            let shown = |tenure: &BotTenure| {
                let gone = self.nodes[tenure.runner.index()].peer.is_none();
                tenure.seed.is_some() || gone || peer.state().is_disqualified(tenure.runner)
            };
            let shown = peer.state().seats().all(|(_, seat)| seat.tenures().iter().all(shown));
            matches!(peer.state().game().turn(), Turn::Over(_)) && shown && peer.accepted() == peer.head().index
        });
        over && first.is_some_and(|first| heads.all(|head| head == first))
    }

    /// Where everybody is, for a message about a game that does not end.
    pub(crate) fn describe(&self) -> String {
        let one = |node: &Node| match &node.peer {
            None => format!("{}: off", node.index),
            Some(peer) => format!(
                "{}: head {}, accepted {}, epoch {:?}, wants {:?}, waits for {:?}",
                node.index,
                peer.head().index,
                peer.accepted(),
                peer.epoch(),
                peer.state().want(),
                peer.waiting_for()
            ),
        };
        self.nodes.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    /// The honest computers that run.
    pub(crate) fn honest(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.honest && node.peer.is_some())
    }

    fn is_honest(&self, peer: PeerIndex) -> bool {
        self.nodes.iter().any(|node| node.index == peer && node.honest)
    }

    /// Who was convicted, according to any honest peer's log.
    pub(crate) fn convicted(&self) -> Vec<(PeerIndex, Offence)> {
        let mut all: Vec<_> = self.honest().flat_map(|node| convicted(node.peer())).collect();
        all.sort_by_key(|(peer, _)| *peer);
        all.dedup();
        all
    }

    /// What honest peers noticed about cheats, whether it is in the log or not.
    pub(crate) fn accused(&self) -> Vec<evidence::Verdict> {
        let mut all: Vec<evidence::Verdict> = Vec::new();
        for notice in self.honest().flat_map(|node| &node.notices) {
            if let Notice::Cheated(verdict) = notice
                && !all.contains(verdict)
            {
                all.push(*verdict);
            }
        }
        all
    }

    /// Checks what must hold after every game: honest logs agree, nothing accepted is lost, the log verifies, and
    /// nobody honest is at fault.
    pub(crate) fn check(&self) {
        self.check_log();
        let log = self.honest().next().expect("somebody is left").peer().entries(1);
        for node in self.honest() {
            for (index, hash) in &node.accepted {
                let kept = log.get(*index as usize - 1).map(Entry::hash);
                assert_eq!(kept, Some(*hash), "accepted entry {index} of {} is lost", node.index);
            }
        }
    }

    /// The same, where a host was proven to have shown different logs: what some of them took for accepted can't all be
    /// kept.
    pub(crate) fn check_but_for_forks(&self) {
        self.check_log();
    }

    fn check_log(&self) {
        let logs: Vec<Vec<Entry>> = self.honest().map(|node| node.peer().entries(1)).collect();
        for log in &logs {
            assert_eq!(log, &logs[0], "honest replicas have the same log");
        }
        let transcript = Transcript::new(&self.nodes[0].agreed.charter, None, logs[0].clone()).expect("a known board");
        let transcript = Transcript::from_bytes(&transcript.to_bytes()).expect("a transcript can be read again");
        let report = transcript::verify(&transcript);
        if let Verdict::Invalid { entry, flaw } = &report.verdict {
            panic!("entry {entry}: {flaw}");
        }
        let digest = logs[0].last().map(|entry| entry.body().digest);
        for node in self.honest() {
            assert_eq!(digest, Some(node.peer().state().game().digest()));
        }
        for (peer, offence) in self.convicted() {
            assert!(!self.is_honest(peer), "{peer} is honest and convicted: {offence}");
        }
        for verdict in self.accused() {
            assert!(!self.is_honest(verdict.peer), "{verdict:?} accuses somebody honest");
        }
    }
}

fn convicted(peer: &Peer) -> Vec<(PeerIndex, Offence)> {
    let mut all = Vec::new();
    for (index, member) in peer.state().members().iter().enumerate() {
        if let Presence::Disqualified(offence) = member.presence() {
            all.push((PeerIndex(index as u8), offence));
        }
    }
    all
}
