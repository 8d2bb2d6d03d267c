//! One game in which nearly everything happens that can happen at a table, for files that are kept.

use doubloons_engine::contract::Turn;
use doubloons_net::table::entry::{Content, Withheld};
use doubloons_net::table::evidence::Evidence;
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::table::state::Want;
use doubloons_net::table::statement::{Deed, Lacking, Voice};

use crate::crew::{Crew, Plan, seat};

/// Anne hosts without a seat and runs the bot at seat 4; Mary, Jack and Grace play.
pub(crate) const ANNE: PeerIndex = PeerIndex(0);
pub(crate) const MARY: PeerIndex = PeerIndex(1);
pub(crate) const JACK: PeerIndex = PeerIndex(2);
pub(crate) const GRACE: PeerIndex = PeerIndex(3);

/// Two numbers of one voice in two inputs, by Jack.
pub(crate) fn two_inputs(crew: &Crew) -> Evidence {
    let (one, other) = (crew.input(JACK, Voice::Own, Deed::Pause), crew.input(JACK, Voice::Own, Deed::Leave));
    Evidence::TwoInputs(Box::new((one, other)))
}

/// The game, to its end.
pub(crate) fn eventful() -> Crew {
    let plan = Plan { host_watches: true, clock: true, ..Plan::new(4, 1, 20) };
    let mut crew = Crew::new(plan);
    first_round(&mut crew);
    void_draw_and_stand_in(&mut crew);
    change_of_hosts(&mut crew);
    guest(&mut crew);
    crew.step_until(sealing);
    crew.push(Content::Fault(two_inputs(&crew)));
    crew.play_out();
    crew
}

/// A round begins, and nobody has sealed yet.
fn sealing(crew: &Crew) -> bool {
    let fresh = matches!(crew.state().game().turn(), Turn::Seal { locked, .. } if locked.is_empty());
    fresh && crew.state().can_change_hands(seat(4))
}

/// A lock taken back, a break, a decision by the clock, and an opening that is kept back.
fn first_round(crew: &mut Crew) {
    crew.step_until(sealing);
    crew.step();
    let decision = crew.state().game().decisions();
    let unlock = crew.input(MARY, Voice::Seat(seat(1)), Deed::Unlock { decision });
    crew.push(Content::Input(unlock));
    crew.say(JACK, Deed::Pause);
    crew.say(MARY, Deed::Resume);
    let absences = crew.absences(Lacking::Decision(seat(3)), GRACE);
    crew.push(Content::TimedOut { seat: seat(3), absences });
    crew.step_until(|crew| matches!(crew.state().want(), Want::Openings { seats, .. } if seats.contains(seat(2))));
    let Want::Openings { slot, seats, .. } = crew.state().want() else { unreachable!("just asked for") };
    let others = seats.into_iter().filter(|&other| other != seat(2));
    let openings = others.map(|other| crew.opening(other, slot)).collect();
    let withheld = vec![Withheld { seat: seat(2), absences: crew.absences(Lacking::Opening(seat(2)), JACK) }];
    crew.push(Content::Openings { slot, freeze: crew.freeze(), openings, withheld });
}

/// Grace keeps a link back, sits out, and a bot of Mary's plays for her until she is back.
fn void_draw_and_stand_in(crew: &mut Crew) {
    crew.step_until(|crew| matches!(crew.state().want(), Want::Links { .. }));
    let absences = crew.absences(Lacking::Link(GRACE), GRACE);
    crew.push(Content::LinkWithheld { peer: GRACE, absences });
    crew.step_until(|crew| crew.state().can_change_hands(seat(3)));
    crew.stand_in(seat(3), MARY);
    let decision = crew.state().game().decisions();
    crew.step_until(|crew| crew.state().game().decisions() > decision + 1 && sealing(crew));
    crew.say(GRACE, Deed::Return);
}

/// Anne's computer dies: Mary hosts, and her bot takes the seat of Anne's.
fn change_of_hosts(crew: &mut Crew) {
    crew.step_until(sealing);
    crew.elect(MARY);
    let absences = crew.absences(Lacking::Peer(ANNE), ANNE);
    crew.push(Content::Away { peer: ANNE, absences });
    let takeover = crew.takeover(seat(4), MARY);
    crew.push(Content::StandIn { takeover, consents: Vec::new() });
    crew.step();
    crew.say(ANNE, Deed::Return);
}

/// Ching gets the seat of Mary's bot.
fn guest(crew: &mut Crew) {
    crew.step_until(sealing);
    let ching = crew.admit(seat(4));
    let end = crew.peers[ching.index()].chain.end();
    crew.say(ching, Deed::Renew { generation: 0, end });
    crew.say(ching, Deed::Return);
}
