//! Who hosts when the host is gone: successors that cheat, that are rivals, or that nobody has voted for.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use doubloons_net::table::entry::{Content, Entry, EntryBody};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::peer::Notice;
use doubloons_net::table::replication::{Consensus, Order, Suffix};
use doubloons_net::table::statement::{Epoch, Signed, VoteBody};
use doubloons_net::wire::frame::Frame;

use crate::attack::{assert_unblamed, log};
use crate::games::LONG;
use crate::host_attacks::{HOST, Tries, ledger_at};
use crate::table::Plan;
use crate::world::{Mischief, Node, Weather, World};

/// Takes over on a log without the last entries.
struct Forgetful {
    tries: Tries,
}

impl Mischief for Forgetful {
    fn send(&mut self, _node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let Frame::Consensus(Consensus::Adopt { epoch, order, decided, suffix, elected }) = &frame else {
            return vec![(to, frame)];
        };
        if epoch.number < 2 || suffix.keep < 4 {
            return vec![(to, frame)];
        }
        self.tries.set(self.tries.get() + 1);
        let suffix = Suffix { keep: suffix.keep - 3, entries: Vec::new() };
        let adopt =
            Consensus::Adopt { epoch: *epoch, order: *order, decided: *decided, suffix, elected: elected.clone() };
        vec![(to, Frame::Consensus(adopt))]
    }
}

#[test]
fn a_successor_that_drops_accepted_entries_is_not_followed() {
    let tries = Tries::default();
    let mut world = World::new(&Plan::people(4), 71, Weather::CALM);
    world.corrupt(1, Forgetful { tries: Rc::clone(&tries) });
    assert!(world.play_until(LONG, |world| world.nodes[2].peer().head().index >= 40));
    world.crash(0);
    assert!(world.play(LONG), "{}", world.describe());
    assert!(tries.get() > 0);
    world.check();
    let last = world.nodes[2].peer().entries(1).pop().expect("a log");
    assert_ne!(last.body().epoch.host, PeerIndex(1), "another hosts");
    let shunned = |notice: &Notice| *notice == Notice::Censored(PeerIndex(1));
    assert!(world.nodes[2].notices.iter().any(shunned), "its log was refused");
    assert_unblamed(&world);
}

/// The epochs in which this computer has wanted to host, lowest first.
fn stood_for(world: &World, index: usize) -> Vec<Epoch> {
    let mut epochs: Vec<Epoch> = Vec::new();
    for (_, bytes) in &world.nodes[index].sent {
        if let Ok(Frame::Consensus(Consensus::Prepare { epoch, .. })) = Frame::from_bytes(bytes) {
            epochs.push(epoch);
        }
    }
    epochs.sort_unstable();
    epochs.dedup();
    epochs
}

/// Four people and a host who watches. When it is gone, the first two don't hear of each other for so long, and each has
/// a majority to be elected by.
fn rival_successors(apart: Duration) {
    let mut world = World::new(&Plan { host_watches: true, ..Plan::people(4) }, 1, Weather::CALM);
    assert!(world.play_until(LONG, |world| world.nodes[1].peer().head().index > 30));
    let (before, accepted) = (log(&world), world.nodes[1].peer().accepted() as usize);
    world.record_traffic = true;
    world.separate(1, 2);
    world.crash(0);
    let both_stand = |world: &World| [1, 2].iter().all(|rival| !stood_for(world, *rival).is_empty());
    assert!(world.play_until(Duration::from_secs(10), both_stand), "{}", world.describe());
    assert_eq!(stood_for(&world, 1)[0].number, stood_for(&world, 2)[0].number, "both want the same");
    assert!(world.honest().all(|node| !node.peer().hosts()), "nobody was faster");
    let until = world.now + apart;
    world.play_until(LONG, |world| world.now >= until);
    world.heal();
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
    let log = log(&world);
    assert_eq!(log[..accepted], before[..accepted], "nothing accepted is lost");
    let mut hosts: BTreeMap<u32, Vec<PeerIndex>> = BTreeMap::new();
    for entry in &log {
        hosts.entry(entry.body().epoch.number).or_default().push(entry.body().epoch.host);
    }
    hosts.values_mut().for_each(Vec::dedup);
    assert!(hosts.len() > 1 && hosts.values().all(|hosts| hosts.len() == 1), "one host an epoch: {hosts:?}");
}

#[test]
fn of_two_rival_successors_one_hosts() {
    rival_successors(Duration::ZERO);
    rival_successors(Duration::from_secs(5));
    rival_successors(Duration::from_secs(60));
}

/// Nobody hears of anybody for so long, from when the log has so many entries. Tells who hosted then.
fn hosts_after(players: usize, seed: u64, entries: u64, apart: Duration) -> Vec<PeerIndex> {
    let mut world = World::new(&Plan::people(players), seed, Weather::CALM);
    assert!(world.play_until(LONG, |world| world.nodes[0].peer().head().index >= entries));
    let pairs = || (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    pairs().for_each(|(one, other)| world.separate(one, other));
    let until = world.now + apart;
    world.play_until(LONG, |world| world.now >= until);
    world.heal();
    assert!(world.play(LONG), "{}", world.describe());
    world.check();
    assert_unblamed(&world);
    let mut hosts: Vec<PeerIndex> = log(&world).iter().map(|entry| entry.body().epoch.host).collect();
    hosts.dedup();
    hosts
}

#[test]
fn whoever_hosts_still_hosts_after_a_short_trouble() {
    for (players, entries, seed) in [(2, 0, 1), (2, 0, 2), (2, 30, 3), (2, 60, 4), (3, 0, 5), (3, 30, 6), (4, 40, 7)] {
        for tenths in [1, 4, 9, 13, 17, 22, 31, 47, 58] {
            let apart = Duration::from_millis(tenths * 100);
            let hosts = hosts_after(players, seed, entries, apart);
            assert_eq!(hosts, [HOST], "{players} players, {apart:?} after {entries} entries");
        }
    }
}

/// Begins an epoch of its own without having been voted for: that of the running one's number, or of a later one.
struct Usurper {
    later: u32,
    tries: Tries,
}

impl Mischief for Usurper {
    fn send(&mut self, node: &Node, to: PeerIndex, frame: Frame) -> Vec<(PeerIndex, Frame)> {
        let mut frames = vec![(to, frame)];
        let ledger = ledger_at(node, node.peer().head().index);
        let Some(running) = ledger.epoch().filter(|_| ledger.head().index > 20) else { return frames };
        let epoch = Epoch { number: running.number + self.later, host: node.index };
        let identity = &node.agreed.identities[node.index.index()];
        let vote = VoteBody { author: node.index, epoch, accepted: Some(running), head: ledger.head() };
        let votes = vec![Signed::new(vote, node.agreed.charter.id(), identity)];
        let body = EntryBody {
            game: node.agreed.charter.id(),
            epoch,
            index: ledger.head().index + 1,
            previous: ledger.head().hash,
            content: Content::Epoch(votes),
            digest: ledger.state().game().digest(),
        };
        let entry = Entry::sign(body, identity);
        let order = Order { session: 1, counter: 2 };
        let append = Consensus::Append { epoch, order, decided: 0, entries: vec![entry.clone()] };
        self.tries.set(self.tries.get() + 1);
        frames.push((to, Frame::Consensus(append)));
        frames.push((to, Frame::Entries(vec![entry])));
        frames
    }
}

#[test]
fn a_second_host_in_one_epoch_is_not_followed() {
    for later in [0, 1] {
        let tries = Tries::default();
        let mut world = World::new(&Plan::people(3), 81, Weather::CALM);
        world.corrupt(2, Usurper { later, tries: Rc::clone(&tries) });
        assert!(world.play(LONG), "{}", world.describe());
        assert!(tries.get() > 0);
        world.check();
        let log = log(&world);
        assert!(log.iter().all(|entry| entry.body().epoch.host == HOST), "it never hosts");
        assert_unblamed(&world);
    }
}
