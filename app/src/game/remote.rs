//! A table on the network as the game page sees it: the latest position, what is asked of the person here, and who is
//! there.
//!
//! Events and positions come on two ways. A position is used only when it is not older than the events that were told,
//! so that nobody is asked about something that has passed.

use std::sync::Arc;
use std::time::Duration;

use doubloons_engine::any::{AnyGame, AnyView};
use doubloons_engine::caribbean::{Caribbean, Phase, View};
use doubloons_engine::contract::{Game, Seat, SeatSet};
use doubloons_net::lan::session::{Asked, TableView};
use doubloons_net::table::genesis::{Charter, Holder, PeerIndex};
use doubloons_net::table::peer::Occasion;
use doubloons_net::table::state::{Presence, State};
use doubloons_net::table::statement::{Epoch, StandInBody};

use super::draft::Draft;
use super::people::Standing;

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeLimit {
    /// The decision.
    pub(crate) occasion: Occasion,
    /// How many seconds there are for it in all.
    pub(crate) seconds: u16,
    /// Whether it is the person here who decides.
    pub(crate) own: bool,
}

impl TimeLimit {
    /// All the time that there is.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }
}

/// A table on the network.
#[derive(Debug)]
pub(super) struct Remote {
    me: PeerIndex,
    state: Arc<State>,
    /// How far the position goes.
    index: u64,
    /// How far the events go that were told.
    told: u64,
    epoch: Option<Epoch>,
    connected: Vec<PeerIndex>,
    awaited: Vec<PeerIndex>,
    asked: Option<Asked>,
    /// What the person sees who has sealed and can still break the seal.
    sealed: Option<View>,
    /// Who agrees to which bot at the seat of somebody who is away.
    stand_ins: Vec<StandInBody>,
    /// The decision that the person has made, while the table does not know it yet.
    answered: Option<Occasion>,
    stalled: bool,
    /// Whether a position was seen yet.
    seen: bool,
    /// Whether what is shown has to be taken from the next position instead of from events.
    adrift: bool,
}

impl Remote {
    /// The table at which this game is played. Of one that goes on, the events so far are not told again.
    pub(super) fn new(charter: Arc<Charter>, me: PeerIndex, goes_on: bool) -> Remote {
        Remote {
            me,
            state: Arc::new(State::new(charter)),
            index: 0,
            told: 0,
            epoch: None,
            connected: Vec::new(),
            awaited: Vec::new(),
            asked: None,
            sealed: None,
            stand_ins: Vec::new(),
            answered: None,
            stalled: false,
            seen: false,
            adrift: goes_on,
        }
    }

    /// The position.
    pub(super) fn game(&self) -> &Caribbean {
        let AnyGame::Caribbean(game) = self.state.game();
        game
    }

    /// The table with everything around the game.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The seat of the person at this computer; `None` for somebody who watches.
    pub(super) fn seat(&self) -> Option<Seat> {
        let owns = |holder: &Holder| matches!(holder, Holder::Person(peer) if *peer == self.me);
        self.state.seats().find(|(_, seat)| owns(seat.owner())).map(|(seat, _)| seat)
    }

    /// What the person sees, while a decision is asked for.
    pub(super) fn view(&self) -> Option<&View> {
        self.asked.as_ref().map(|asked| {
            let AnyView::Caribbean(view) = &asked.view;
            view
        })
    }

    /// Whether the person has a decision to make that was not made yet.
    pub(super) fn asks(&self) -> bool {
        self.is_settled()
            && self.asked.as_ref().is_some_and(|asked| {
                Some(asked.seat) == self.seat() && self.answered.is_none_or(|answered| answered != asked.occasion)
            })
    }

    /// The decision that somebody has to make, and how many seconds there are for it at a table with a clock.
    pub(super) fn time_limit(&self) -> Option<TimeLimit> {
        let clock = self.state.charter().draft().clock.filter(|_| self.paused_by().is_none())?;
        let own = self.asked.as_ref().filter(|_| self.asks()).map(|asked| asked.occasion);
        let others = || (self.is_settled() && !self.waiting_for().is_empty()).then(|| Occasion::now(&self.state));
        let occasion = own.or_else(others)?;
        let seconds = if occasion.is_sealed() { clock.seal_seconds } else { clock.act_seconds };
        Some(TimeLimit { occasion, seconds, own: own.is_some() })
    }

    /// The seats that the table waits for; not that of a person whose decision is on its way.
    pub(super) fn waiting_for(&self) -> SeatSet {
        let waiting = self.game().turn().waiting_for();
        match self.seat() {
            Some(seat) if self.answered.is_some() && !self.asks() => waiting.without(SeatSet::only(seat)),
            _ => waiting,
        }
    }

    /// Whether the position is not older than the events.
    pub(super) fn is_settled(&self) -> bool {
        self.seen && !self.adrift && self.index >= self.told
    }

    /// The decision that is asked of the person.
    pub(super) fn occasion(&self) -> Option<Occasion> {
        self.asked.as_ref().map(|asked| asked.occasion)
    }

    /// The person has decided.
    pub(super) fn answer(&mut self) {
        self.answered = self.asked.as_ref().map(|asked| asked.occasion);
    }

    /// What the person has decided does not count: it is asked for again.
    pub(super) fn take_answer_back(&mut self) {
        self.answered = None;
    }

    /// Events were told up to here. Whether they are to be shown: not while the whole table has to be shown anew.
    pub(super) fn hear(&mut self, index: u64) -> bool {
        self.told = self.told.max(index);
        !self.adrift
    }

    /// What was shown did not happen after all.
    pub(super) fn rewind(&mut self, index: u64) {
        self.told = index;
        self.adrift = true;
    }

    /// Looks at the table as it is now. Returns whether it has to be shown anew.
    pub(super) fn look(&mut self, view: TableView) -> bool {
        self.me = view.me;
        self.state = view.state;
        self.index = view.head.index;
        self.epoch = view.epoch;
        self.connected = view.connected;
        self.awaited = view.waiting_for;
        self.stalled = view.stalled;
        self.asked = view.asked.into_iter().next();
        self.sealed = view.sealed.map(|AnyView::Caribbean(view)| view);
        self.stand_ins = view.stand_ins;
        self.seen = true;
        let anew = self.adrift && self.index >= self.told;
        self.adrift &= !anew;
        anew
    }

    /// The bribes that the person has sealed and can still change; `None` if there are none.
    pub(super) fn sealed_bribes(&self) -> Option<Draft> {
        let view = self.sealed.as_ref().filter(|view| matches!(view.table().phase(), Phase::Bribing { .. }))?;
        view.own().map(Draft::laid_by)
    }

    /// Who agrees to a bot at this seat.
    pub(super) fn agreed_to_stand_in(&self, seat: Seat) -> Vec<PeerIndex> {
        self.stand_ins.iter().filter(|consent| consent.seat == seat).map(|consent| consent.author).collect()
    }

    /// Whether nothing can be written down on this computer.
    pub(super) fn is_stalled(&self) -> bool {
        self.stalled
    }

    /// Who hosts.
    pub(super) fn host(&self) -> Option<PeerIndex> {
        self.epoch.map(|epoch| epoch.host)
    }

    /// Which of the members this is.
    pub(super) fn me(&self) -> PeerIndex {
        self.me
    }

    /// Whether there is a connection to this member, or it is this computer.
    pub(super) fn reaches(&self, peer: PeerIndex) -> bool {
        peer == self.me || self.connected.contains(&peer)
    }

    /// Whether so many can be reached that the table goes on.
    pub(super) fn has_majority(&self) -> bool {
        if self.state.member(self.me).is_none() {
            return !self.connected.is_empty();
        }
        let members = (0..self.state.members().len() as u8).map(PeerIndex);
        let there = members.filter(|peer| self.state.has_vote(*peer) && self.reaches(*peer)).count();
        there >= self.state.electorate().majority()
    }

    /// Whether the table waits for this member.
    pub(super) fn awaits(&self, peer: PeerIndex) -> bool {
        self.awaited.contains(&peer)
    }

    /// Who asked for a break.
    pub(super) fn paused_by(&self) -> Option<PeerIndex> {
        self.state.paused_by()
    }

    /// Whether whoever plays this seat is there.
    pub(super) fn standing(&self, seat: Seat) -> Standing {
        let Some(known) = self.state.seat(seat) else { return Standing::There };
        let runner = known.runner();
        let presence = self.state.member(runner).map(|member| member.presence());
        match (known.owner(), known.bot()) {
            _ if matches!(presence, Some(Presence::Disqualified(_))) => Standing::Caught,
            _ if matches!(presence, Some(Presence::Away { .. })) => Standing::Away,
            _ if !self.reaches(runner) && self.state.member(self.me).is_some() => Standing::Lost,
            (Holder::Person(_), Some(_)) => Standing::StoodInFor,
            (Holder::Bot { .. }, _) => Standing::Bot,
            (Holder::Person(_), None) => Standing::There,
        }
    }
}
