//! Whole games without a network: one program holds everybody's keys and secrets and writes the log as an honest table
//! would, or as a dishonest one, entry by entry.

use std::sync::Arc;

use doubloons_engine::any::{AnyTerms, SealedBytes};
use doubloons_engine::caribbean::{Board, Terms};
use doubloons_engine::contract::{Canonical, Deaf, Dice, Seat, Slot, Turn};
use doubloons_net::hash::{Hash, Label};
use doubloons_net::identity::Identity;
use doubloons_net::table::bot_seat;
use doubloons_net::table::chain::{Chain, Place};
use doubloons_net::table::entry::{Acceptance, Content, Entry, Freeze, SeatOpening};
use doubloons_net::table::genesis::{
    Charter, Clock, Draft, Genesis, Holder, Member, Name, PROTOCOL_VERSION, PeerIndex, Pledge, RULES_VERSION,
    SignedGenesis,
};
use doubloons_net::table::ledger::{Check, EntryFault, Ledger};
use doubloons_net::table::seal::{Commitment, GameSecret, Lock, Opened, bot_seed_commitment};
use doubloons_net::table::state::{State, Want};
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, InputBody, Lacking, Signed, SignedAbsence, SignedInput, SignedStandIn,
    SignedVote, StandInBody, Voice, VoteBody,
};
use doubloons_net::transcript::Transcript;

const NAMES: [&str; 5] = ["Anne", "Mary", "Jack", "Grace", "Ching"];

/// Who sits down, and how they play.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How many people; the first one hosts.
    pub(crate) people: usize,
    /// How many bots, run in turn by the people.
    pub(crate) bots: usize,
    /// How bots play, and people too.
    pub(crate) level: &'static str,
    /// Whether the first person only hosts.
    pub(crate) host_watches: bool,
    /// Whether a clock runs.
    pub(crate) clock: bool,
    /// Another board than the built-in one.
    pub(crate) board: Option<String>,
    /// Everything random follows from it.
    pub(crate) seed: u64,
}

impl Plan {
    pub(crate) fn new(people: usize, bots: usize, seed: u64) -> Plan {
        Plan { people, bots, level: "greedy", host_watches: false, clock: false, board: None, seed }
    }

    fn board(&self) -> Arc<Board> {
        let parse = |text: &String| Arc::new(Board::parse(text).expect("a board"));
        self.board.as_ref().map_or_else(Board::standard, parse)
    }
}

/// A peer with all its secrets.
pub(crate) struct Peer {
    pub(crate) identity: Identity,
    pub(crate) secret: GameSecret,
    pub(crate) chain: Chain,
}

/// A table with everybody's secrets.
pub(crate) struct Crew {
    pub(crate) plan: Plan,
    pub(crate) peers: Vec<Peer>,
    pub(crate) ledger: Ledger,
    pub(crate) entries: Vec<Entry>,
    pub(crate) sealed: Vec<SealedBytes>,
    dice: Dice,
}

impl Crew {
    /// A table at which the first epoch has begun.
    pub(crate) fn new(plan: Plan) -> Crew {
        let mut dice = Dice::from_seed(plan.seed);
        let keys: Vec<(Identity, GameSecret)> = (0..plan.people)
            .map(|_| (Identity::from_secret(&dice.beacon().0), GameSecret::new(dice.beacon().0)))
            .collect();
        let draft = draft(&plan, &keys, dice.beacon().0);
        let (id, game_seats) = (draft.id(), draft.seats.len());
        let chain = |peer: usize| Chain::new(keys[peer].1.bytes(), id, PeerIndex(peer as u8), 0);
        let pledges = keys.iter().enumerate().map(|(index, (_, secret))| {
            let peer = PeerIndex(index as u8);
            let commitment = |seat| bot_seed_commitment(id, seat, &secret.bot_seed(id, peer, seat, 0));
            Pledge { chain_end: chain(index).end(), bot_seeds: draft.bots_of(peer).map(commitment).collect() }
        });
        let genesis = Genesis { pledges: pledges.collect(), draft: draft.clone() };
        let consents = keys.iter().map(|(key, _)| key.sign(Label::Consent, &genesis.id())).collect();
        let board = plan.board();
        let charter = Charter::new(SignedGenesis { genesis, consents }, |_| Some(board)).expect("a sound genesis");
        let peers = keys
            .iter()
            .enumerate()
            .map(|(index, (identity, secret))| {
                let (identity, secret) = (identity.clone(), secret.clone());
                Peer { identity, secret, chain: chain(index) }
            })
            .collect();
        let (ledger, sealed) = (Ledger::new(Arc::new(charter)), vec![SealedBytes::default(); game_seats]);
        let mut crew = Crew { plan, peers, ledger, entries: Vec::new(), sealed, dice };
        crew.elect(PeerIndex::FIRST_HOST);
        crew
    }

    pub(crate) fn state(&self) -> &State {
        self.ledger.state()
    }

    pub(crate) fn charter(&self) -> &Charter {
        self.state().charter()
    }

    pub(crate) fn epoch(&self) -> Epoch {
        self.ledger.epoch().expect("the first epoch has begun")
    }

    pub(crate) fn transcript(&self) -> Transcript {
        Transcript::new(self.charter(), self.plan.board.as_deref(), self.entries.clone()).expect("the right board")
    }

    /// Signs a statement of a peer.
    pub(crate) fn sign<T: doubloons_net::table::statement::Statement>(&self, body: T) -> Signed<T> {
        let identity = &self.peers[body.author().index()].identity;
        Signed::new(body, self.charter().id(), identity)
    }

    /// An honest entry; panics if there can't be one.
    pub(crate) fn push(&mut self, content: Content) {
        self.try_push(content).unwrap_or_else(|fault| panic!("{fault}: {:?}", self.state().want()));
    }

    pub(crate) fn try_push(&mut self, content: Content) -> Result<(), EntryFault> {
        let epoch = self.epoch();
        self.push_in(epoch, content)
    }

    pub(crate) fn push_in(&mut self, epoch: Epoch, content: Content) -> Result<(), EntryFault> {
        let mut hosts = self.ledger.clone();
        let identity = &self.peers[epoch.host.index()].identity;
        let entry = hosts.append(epoch, content, Check::Everything, identity, &mut Deaf)?;
        self.ledger.apply(&entry, Check::Everything, &mut Deaf).expect("what the host takes can be applied by all");
        assert_eq!(hosts.head(), self.ledger.head());
        self.entries.push(entry);
        Ok(())
    }

    /// The next epoch begins with the votes of everybody who may vote.
    pub(crate) fn elect(&mut self, host: PeerIndex) {
        let number = self.ledger.epoch().map_or(1, |epoch| epoch.number + 1);
        let epoch = Epoch { number, host };
        let votes = self.votes(epoch);
        self.push_in(epoch, Content::Epoch(votes)).expect("everybody voted");
    }

    /// The votes of everybody who may vote.
    pub(crate) fn votes(&self, epoch: Epoch) -> Vec<SignedVote> {
        let (head, accepted) = (self.ledger.head(), self.ledger.epoch());
        let voters = self.state().electorate().voters().filter(|&peer| self.state().has_vote(peer));
        voters.map(|author| self.sign(VoteBody { author, epoch, accepted, head })).collect()
    }

    /// That everybody who may vote has the log.
    pub(crate) fn acceptance(&self) -> Acceptance {
        let (epoch, head) = (self.epoch(), self.ledger.head());
        let voters = self.state().electorate().voters().filter(|&peer| self.state().has_vote(peer));
        let ack = |author| (author, self.sign(AckBody { author, epoch, head }).signature);
        Acceptance { epoch, signatures: voters.map(ack).collect() }
    }

    /// A peer's input on the present head.
    pub(crate) fn input(&self, author: PeerIndex, voice: Voice, deed: Deed) -> SignedInput {
        let sequence = self.state().member(author).map_or(0, |member| member.last_sequence(voice)) + 1;
        self.sign(InputBody { author, voice, sequence, head: self.ledger.head(), deed })
    }

    /// A peer says something for itself.
    pub(crate) fn say(&mut self, author: PeerIndex, deed: Deed) {
        let input = self.input(author, Voice::Own, deed);
        self.push(Content::Input(input));
    }

    /// The signatures of everybody present over the present head.
    pub(crate) fn freeze(&self) -> Freeze {
        let (epoch, head) = (self.epoch(), self.ledger.head());
        let ack = |author| (author, self.sign(AckBody { author, epoch, head }).signature);
        Freeze(self.state().present().map(ack).collect())
    }

    /// That everybody else present lacks something of a peer's.
    pub(crate) fn absences(&self, lacking: Lacking, whose: PeerIndex) -> Vec<SignedAbsence> {
        let head = self.ledger.head();
        let others = self.state().present().filter(|&peer| peer != whose && self.state().has_vote(peer));
        others.map(|author| self.sign(AbsenceBody { author, lacking, head })).collect()
    }

    /// One honest step. `false` when the game is over.
    pub(crate) fn step(&mut self) -> bool {
        let content = match self.state().want() {
            Want::Nothing => return false,
            Want::Decisions(seats) => {
                let seat = seats.into_iter().next().expect("the table waits for somebody");
                let deed = self.decide(seat);
                Content::Input(self.input(self.runner(seat), Voice::Seat(seat), deed))
            }
            Want::Openings { slot, seats, known } => {
                let all: doubloons_engine::contract::SeatSet = seats.into_iter().chain(known).collect();
                let openings = all.into_iter().map(|seat| self.opening(seat, slot)).collect();
                Content::Openings { slot, freeze: self.freeze(), openings, withheld: Vec::new() }
            }
            Want::Links { event, peers } => {
                let links = peers.into_iter().map(|peer| (peer, self.link(peer, event))).collect();
                Content::Chance { freeze: self.freeze(), links }
            }
        };
        self.push(content);
        true
    }

    /// Honest steps until something is so; panics if the game ends before.
    pub(crate) fn step_until(&mut self, mut reached: impl FnMut(&Crew) -> bool) {
        while !reached(self) {
            assert!(self.step(), "the game is over before that");
        }
    }

    /// Plays to the end, and shows the seeds of the bots.
    pub(crate) fn play_out(&mut self) {
        while self.step() {}
        self.show_seeds();
    }

    /// Shows the seeds of all bots.
    pub(crate) fn show_seeds(&mut self) {
        let draft = self.charter().draft_id();
        let shown: Vec<(PeerIndex, Seat, [u8; 32])> = self
            .state()
            .seats()
            .flat_map(|(seat, state)| (0..).zip(state.tenures()).map(move |(count, tenure)| (seat, count, tenure)))
            .map(|(seat, count, tenure)| {
                let secret = &self.peers[tenure.runner.index()].secret;
                (tenure.runner, seat, *secret.bot_seed(draft, tenure.runner, seat, count))
            })
            .filter(|(peer, ..)| !self.state().is_disqualified(*peer))
            .collect();
        shown.into_iter().for_each(|(peer, seat, seed)| self.say(peer, Deed::ShowSeed { seat, seed }));
    }

    pub(crate) fn runner(&self, seat: Seat) -> PeerIndex {
        self.state().seat(seat).expect("a seat").runner()
    }

    /// What a seat decides now: a bot as its seed says, a person by whim.
    pub(crate) fn decide(&mut self, seat: Seat) -> Deed {
        self.decide_oddly(seat, 0)
    }

    /// What a seat decides now if its seed is changed by `twist`.
    pub(crate) fn decide_oddly(&mut self, seat: Seat, twist: u64) -> Deed {
        let view = self.state().game().view(seat, &self.sealed[seat.index()]).expect("own choices");
        let state = self.state().seat(seat).expect("a seat");
        let (seed, level) = match state.bot() {
            None => (self.dice.word(), self.plan.level.to_owned()),
            Some(bot) => {
                let count = state.tenures().len() as u32 - 1;
                let secret = &self.peers[bot.runner.index()].secret;
                let seed = secret.bot_seed(self.charter().draft_id(), bot.runner, seat, count);
                (bot_seat::decision_seed(&seed, self.state(), seat), bot.level.to_string())
            }
        };
        let seed = seed ^ twist;
        if let Turn::Seal { .. } = self.state().game().turn() {
            let choices = bot_seat::seal(&level, seed, &view).expect("a known level");
            self.lock(seat, &choices)
        } else {
            let action = bot_seat::act(&level, seed, &view).expect("a known level");
            Deed::Act { turn: self.state().turn_began(), action }
        }
    }

    /// Seals choices and keeps them.
    pub(crate) fn lock(&mut self, seat: Seat, choices: &SealedBytes) -> Deed {
        let decision = self.state().game().decisions();
        let lock = Lock { decision, count: self.state().seat(seat).expect("a seat").locks_in(decision) + 1 };
        for (slot, choice) in choices.iter() {
            self.sealed[seat.index()].insert(slot, choice);
        }
        let commitments = choices.slots().iter().map(|slot| (slot, self.commitment(seat, slot, lock))).collect();
        Deed::Lock { lock, commitments }
    }

    fn commitment(&self, seat: Seat, slot: Slot, lock: Lock) -> Commitment {
        self.opened(seat, slot, lock).commitment(self.charter().id(), lock, seat)
    }

    pub(crate) fn opened(&self, seat: Seat, slot: Slot, lock: Lock) -> Opened {
        let secret = &self.peers[self.runner(seat).index()].secret;
        let choice = self.sealed[seat.index()].get(slot).expect("it was sealed").to_vec();
        Opened { slot, choice, nonce: secret.nonce(self.charter().id(), lock, seat, slot) }
    }

    /// What a seat has to turn up when a slot is asked for.
    pub(crate) fn opening(&self, seat: Seat, slot: Slot) -> SeatOpening {
        let state = self.state().seat(seat).expect("a seat");
        let choice = self.sealed[seat.index()].get(slot).expect("it was sealed");
        let together = self.state().game().opens_with(seat, slot, choice).expect("own choice");
        let others = together.iter().filter(|&other| state.sealed(other).is_some());
        let lock = |slot: Slot| state.sealed(slot).expect("it lies there").lock;
        let slots = std::iter::once(slot).chain(others).map(|slot| self.opened(seat, slot, lock(slot)));
        SeatOpening { seat, slots: slots.collect() }
    }

    /// A peer's link for an event.
    pub(crate) fn link(&self, peer: PeerIndex, event: u32) -> Hash {
        self.peers[peer.index()].chain.link(Place::of_event(event)).expect("the chain is long enough")
    }

    /// A bot of `runner`'s takes a seat with everybody's consent.
    pub(crate) fn stand_in(&mut self, seat: Seat, runner: PeerIndex) {
        let (takeover, consents) = (self.takeover(seat, runner), self.consents(seat, runner));
        self.push(Content::StandIn { takeover, consents });
    }

    pub(crate) fn takeover(&self, seat: Seat, runner: PeerIndex) -> SignedInput {
        let count = self.state().seat(seat).expect("a seat").tenures().len() as u32;
        let draft = self.charter().draft_id();
        let seed = self.peers[runner.index()].secret.bot_seed(draft, runner, seat, count);
        let commitment = bot_seed_commitment(draft, seat, &seed);
        self.input(runner, Voice::Own, Deed::TakeOver { seat, level: name(self.plan.level), seed: commitment })
    }

    /// That everybody who is there agrees to a bot of `runner`'s.
    pub(crate) fn consents(&self, seat: Seat, runner: PeerIndex) -> Vec<SignedStandIn> {
        let head = self.ledger.head();
        let voters = self.state().present().filter(|&peer| self.state().has_vote(peer));
        voters.map(|author| self.sign(StandInBody { author, seat, runner, head })).collect()
    }

    /// A guest takes the seat of a bot. They still have to come.
    pub(crate) fn admit(&mut self, seat: Seat) -> PeerIndex {
        let guest = PeerIndex(self.peers.len() as u8);
        let (identity, secret) = (Identity::from_secret(&self.dice.beacon().0), GameSecret::new(self.dice.beacon().0));
        let member = Member { key: identity.public(), name: name(NAMES[guest.index()]), emblem: guest.0 };
        let consent = identity.sign(Label::Consent, &(self.charter().id(), seat, &member));
        let chain = Chain::new(secret.bytes(), self.charter().draft_id(), guest, 0);
        self.peers.push(Peer { identity, secret, chain });
        self.say(self.runner(seat), Deed::Admit { seat, guest: member, consent });
        guest
    }
}

fn draft(plan: &Plan, keys: &[(Identity, GameSecret)], nonce: [u8; 32]) -> Draft {
    let members: Vec<Member> = (0..)
        .zip(keys)
        .map(|(index, (key, _))| Member { key: key.public(), name: name(NAMES[index]), emblem: index as u8 })
        .collect();
    let first = usize::from(plan.host_watches);
    let people = (first..plan.people).map(|index| Holder::Person(PeerIndex(index as u8)));
    let bots = (0..plan.bots).map(|index| {
        let runner = PeerIndex((index % plan.people) as u8);
        Holder::Bot { runner, level: name(plan.level) }
    });
    let seats: Vec<Holder> = people.chain(bots).collect();
    let terms = AnyTerms::Caribbean(Terms::new(&plan.board(), seats.len() as u8)).to_bytes();
    let clock = plan.clock.then_some(Clock { seal_seconds: 90, act_seconds: 45 });
    Draft { protocol: PROTOCOL_VERSION, rules: RULES_VERSION, terms, members, seats, clock, nonce }
}

pub(crate) fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).expect("a name")
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number - 1).expect("a seat")
}
