//! One frame of every kind, byte for byte: a change of what goes over the wire is a change of the protocol's version and
//! must not go unnoticed.

use doubloons_engine::contract::Slot;
use doubloons_net::hash::Hash;
use doubloons_net::table::chat::{Emote, Line, Remark};
use doubloons_net::table::entry::{Content, Entry, Withheld};
use doubloons_net::table::evidence::Evidence;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::replication::{Consensus, Order, Suffix};
use doubloons_net::table::seal::{Commitment, Lock, Opened};
use doubloons_net::table::statement::{
    AbsenceBody, AckBody, Deed, Epoch, Lacking, LinkBody, OpenedUnder, OpeningBody, StandInBody, Voice, VoteBody,
};
use doubloons_net::wire::frame::{Fetch, Frame};

use crate::crew::{Crew, Plan, name, seat};
use crate::golden::expect;

const MARY: PeerIndex = PeerIndex(1);

/// A frame of every kind, and within them a value of every kind, by name. What people decide in them is made up, so that
/// a bot that learns to play better changes nothing here.
pub(crate) fn frames() -> Vec<(String, Frame)> {
    let crew = Crew::new(Plan::new(3, 1, 1));
    let mut frames: Vec<(String, Frame)> = Vec::new();
    let mut add = |name: &str, frame: Frame| frames.push((name.to_owned(), frame));
    consensus(&crew).into_iter().for_each(|(name, message)| add(name, Frame::Consensus(message)));
    for (name, voice, deed) in deeds(&crew) {
        add(name, Frame::Input(crew.input(MARY, voice, deed)));
    }
    let head = crew.ledger.head();
    add("opening", Frame::Opening(crew.sign(opening())));
    add("link", Frame::Link(crew.sign(LinkBody { author: MARY, event: 1, link: crew.link(MARY, 1) })));
    add("ack", Frame::Ack(crew.sign(AckBody { author: MARY, epoch: crew.epoch(), head })));
    for (name, lacking) in [
        ("absence, peer", Lacking::Peer(PeerIndex(2))),
        ("absence, decision", Lacking::Decision(seat(3))),
        ("absence, opening", Lacking::Opening(seat(3))),
        ("absence, link", Lacking::Link(PeerIndex(2))),
    ] {
        add(name, Frame::Absence(crew.sign(AbsenceBody { author: MARY, lacking, head })));
    }
    let stand_in = StandInBody { author: MARY, seat: seat(3), runner: PeerIndex::FIRST_HOST, head };
    add("stand-in", Frame::StandIn(crew.sign(stand_in)));
    evidence(&crew).into_iter().for_each(|(name, evidence)| add(name, Frame::Evidence(evidence)));
    add("fetch", Frame::Fetch(Fetch { from: 300 }));
    for (name, content) in contents(&crew) {
        add(name, Frame::Entries(vec![crew.forge(content, crew.state().game().digest())]));
    }
    let line = Line::try_from("Arrr!".to_owned()).expect("a line");
    add("remark, line", Frame::Remark(Remark::Line(line)));
    add("remark, emote", Frame::Remark(Remark::Emote(Emote::Fist)));
    frames
}

fn slot(number: usize) -> Slot {
    Slot::new(number - 1).expect("a slot")
}

fn opening() -> OpeningBody {
    let lock = Lock { decision: 1, count: 2 };
    let opened = Opened { slot: slot(3), choice: vec![5], nonce: [6; 32] };
    OpeningBody { author: MARY, seat: seat(2), slots: vec![OpenedUnder { lock, opened }] }
}

fn entry(crew: &Crew) -> Entry {
    crew.entries[0].clone()
}

fn consensus(crew: &Crew) -> Vec<(&'static str, Consensus)> {
    let (epoch, head) = (Epoch { number: 2, host: MARY }, crew.ledger.head());
    let vote = |author| crew.sign(VoteBody { author, epoch, accepted: crew.ledger.epoch(), head });
    let (elected, order) = (vec![vote(PeerIndex(0)), vote(MARY)], Order { session: 1, counter: 7 });
    let suffix = Suffix { keep: 0, entries: vec![entry(crew)] };
    vec![
        ("consensus, heartbeat request", Consensus::HeartbeatRequest { round: 9 }),
        (
            "consensus, heartbeat reply",
            Consensus::HeartbeatReply { round: 9, own: epoch, follows: crew.epoch(), content: true },
        ),
        ("consensus, prepare request", Consensus::PrepareRequest { promised: epoch }),
        ("consensus, prepare", Consensus::Prepare { epoch, decided: 1, accepted: crew.ledger.epoch(), length: 1 }),
        (
            "consensus, promise",
            Consensus::Promise {
                vote: vote(PeerIndex(2)),
                decided: 1,
                suffix: Some(suffix.clone()),
                elected: elected.clone(),
            },
        ),
        ("consensus, adopt", Consensus::Adopt { epoch, order, decided: 1, suffix, elected }),
        ("consensus, append", Consensus::Append { epoch, order, decided: 1, entries: vec![entry(crew)] }),
        ("consensus, decide", Consensus::Decide { epoch, order, decided: 1 }),
        ("consensus, outdated", Consensus::Outdated { promised: epoch }),
    ]
}

fn deeds(crew: &Crew) -> Vec<(&'static str, Voice, Deed)> {
    let (own, mine) = (Voice::Own, Voice::Seat(seat(2)));
    let commitments = (1..=3u8).map(|number| (slot(number.into()), Commitment(Hash([number; 32])))).collect();
    let guest = crew.charter().draft().members[2].clone();
    let consent = crew.entries[0].head();
    let consent = crew.sign(AckBody { author: MARY, epoch: crew.epoch(), head: consent }).signature;
    vec![
        ("input, lock", mine, Deed::Lock { lock: Lock { decision: 1, count: 1 }, commitments }),
        ("input, unlock", mine, Deed::Unlock { decision: 1 }),
        ("input, act", mine, Deed::Act { turn: 12, action: vec![2, 1, 7, 3, 0] }),
        ("input, leave", own, Deed::Leave),
        ("input, return", own, Deed::Return),
        ("input, pause", own, Deed::Pause),
        ("input, resume", own, Deed::Resume),
        ("input, renew", own, Deed::Renew { generation: 1, end: Hash([4; 32]) }),
        ("input, take over", own, Deed::TakeOver { seat: seat(3), level: name("greedy"), seed: Hash([5; 32]) }),
        ("input, admit", own, Deed::Admit { seat: seat(4), guest, consent }),
        ("input, show seed", own, Deed::ShowSeed { seat: seat(4), seed: [6; 32] }),
        ("input, farewell", own, Deed::Farewell),
    ]
}

fn evidence(crew: &Crew) -> Vec<(&'static str, Evidence)> {
    let input = |deed| crew.input(MARY, Voice::Own, deed);
    let link = LinkBody { author: MARY, event: 1, link: Hash([1; 32]) };
    vec![
        ("evidence, illegal input", Evidence::IllegalInput(Box::new(input(Deed::Leave)))),
        ("evidence, two inputs", Evidence::TwoInputs(Box::new((input(Deed::Leave), input(Deed::Pause))))),
        ("evidence, false opening", Evidence::FalseOpening(Box::new(crew.sign(opening())))),
        ("evidence, false link", Evidence::FalseLink(Box::new(crew.sign(link)))),
        ("evidence, fork", Evidence::Fork(entry(crew).to_bytes(), entry(crew).to_bytes())),
        ("evidence, bad entry", Evidence::BadEntry(entry(crew).to_bytes())),
    ]
}

fn contents(crew: &Crew) -> Vec<(&'static str, Content)> {
    let (freeze, jack) = (crew.freeze(), PeerIndex(2));
    let opened = doubloons_net::table::entry::SeatOpening {
        seat: seat(1),
        slots: vec![Opened { slot: slot(3), choice: vec![5], nonce: [6; 32] }],
    };
    let absences = |lacking| crew.absences(lacking, jack);
    let withheld = vec![Withheld { seat: seat(3), absences: absences(Lacking::Opening(seat(3))) }];
    let links = crew.state().present().map(|peer| (peer, crew.link(peer, 1))).collect();
    vec![
        ("entry, epoch", entry(crew).content().clone()),
        ("entry, input", Content::Input(crew.input(MARY, Voice::Own, Deed::Leave))),
        (
            "entry, openings",
            Content::Openings { slot: slot(3), freeze: freeze.clone(), openings: vec![opened], withheld },
        ),
        ("entry, chance", Content::Chance { freeze, links }),
        ("entry, link withheld", Content::LinkWithheld { peer: jack, absences: absences(Lacking::Link(jack)) }),
        ("entry, away", Content::Away { peer: jack, absences: absences(Lacking::Peer(jack)) }),
        ("entry, timed out", Content::TimedOut { seat: seat(3), absences: absences(Lacking::Decision(seat(3))) }),
        ("entry, fault", Content::Fault(Evidence::BadEntry(vec![1, 2, 3]))),
        (
            "entry, stand-in",
            Content::StandIn { takeover: crew.takeover(seat(3), MARY), consents: crew.consents(seat(3), MARY) },
        ),
        ("entry, departed", Content::Departed { accepted: crew.acceptance(), votes: crew.votes(crew.epoch()) }),
    ]
}

#[test]
fn every_frame_is_as_it_was() {
    let mut text = String::new();
    for (name, frame) in frames() {
        let bytes = frame.to_bytes();
        assert_eq!(Frame::from_bytes(&bytes), Ok(frame), "{name}");
        text += &format!("{name}: {} bytes\n", bytes.len());
        for line in bytes.chunks(48) {
            text += "  ";
            line.iter().for_each(|byte| text += &format!("{byte:02x}"));
            text += "\n";
        }
    }
    expect("frames.txt", &text);
}
