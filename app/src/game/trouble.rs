//! What is not as it should be at a table on the network, and what the person here can do about it.

use doubloons_engine::bots::Level;
use doubloons_engine::contract::Seat;
use doubloons_net::table::genesis::{Name, PeerIndex};
use doubloons_net::table::peer::Wish;
use doubloons_net::table::state::{SeatState, State};

use super::model::{Model, Stage, Stranded};
use super::people::{self, Standing};
use super::remote::Remote;
use super::table::Table;

/// The level of a bot that stands in for somebody.
pub(crate) fn stand_in_level() -> Name {
    Name::try_from(Level::STAND_IN.name().to_owned()).expect("a level's name is a name")
}

/// What is not as it should be; the gravest of it, if there is more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Nothing can be written down on this computer.
    Stalled,
    /// Too few of the others can be reached.
    LostTable {
        /// Whether that has lasted so long that a copy of the game is offered.
        copy: bool,
        /// The other one, if there are only two: whose cable it is that hangs out, neither can know.
        other: Option<String>,
    },
    /// This is a copy of a game on the network, not the game itself.
    InCopy {
        /// Whether the game itself can go on again.
        others_are_back: bool,
    },
    /// The host can't be reached, and another one has to be found.
    LostHost {
        /// The host so far.
        name: String,
    },
    /// Somebody is gone, but may be back in a moment.
    Lost {
        /// Who.
        name: String,
    },
    /// The table goes on without somebody, or waits for them; a bot could stand in.
    Away {
        /// Who.
        name: String,
        /// Their seat.
        seat: Seat,
        /// What the person here says to a bot.
        vote: StandInVote,
        /// Who else wants one.
        proposed_by: Vec<String>,
    },
    /// The person here only watches.
    Watching {
        /// The seat of a bot that could be taken over.
        seat: Option<Seat>,
        /// Whether its host was asked.
        asked: bool,
    },
    /// Somebody asked for a break.
    Break {
        /// Who; `None` for the person here.
        name: Option<String>,
    },
}

/// What the person here says to a bot at the seat of somebody who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StandInVote {
    /// Nothing yet.
    Open,
    /// Let it play.
    Agreed,
    /// Not yet.
    Waits,
}

impl Trouble {
    /// Whether nothing that is decided now would reach the table.
    pub(crate) fn holds_everything_up(&self) -> bool {
        matches!(self, Trouble::Stalled | Trouble::LostTable { .. })
    }
}

/// The seat of a bot that whoever shows us the game could give away.
fn bots_seat(remote: &Remote, state: &State) -> Option<Seat> {
    let given_by = |seat: &SeatState| seat.bot().is_some() && remote.reaches(seat.runner());
    state.seats().find(|(_, seat)| given_by(seat)).map(|(seat, _)| seat)
}

/// The other voter, where nobody else has a vote.
fn other_of_two(remote: &Remote, state: &State) -> Option<String> {
    let mut others = state.electorate().voters().filter(|peer| *peer != remote.me());
    let other = others.next().filter(|_| state.has_vote(remote.me()))?;
    others.next().is_none().then(|| people::name(state, other))
}

impl Model {
    /// What is not as it should be.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        let remote = match &self.table {
            Table::Lan(remote) => remote,
            Table::Copy(copied) => return Some(Trouble::InCopy { others_are_back: copied.others_are_back }),
            Table::Practice(_) | Table::Rerun(_) => return None,
        };
        if !remote.is_settled() || self.stage == Stage::Over {
            return None;
        }
        let state = remote.state();
        if remote.is_stalled() {
            return Some(Trouble::Stalled);
        }
        if !remote.has_majority() {
            let copy = self.stranded == Some(Stranded::Long);
            return Some(Trouble::LostTable { copy, other: other_of_two(remote, state) });
        }
        let watches = state.member(remote.me()).is_none();
        if watches {
            let seat = bots_seat(remote, state);
            return Some(Trouble::Watching { seat, asked: seat.is_some_and(|seat| self.votes.contains(seat)) });
        }
        if let Some(host) = remote.host().filter(|host| !remote.reaches(*host)) {
            return Some(Trouble::LostHost { name: people::name(state, host) });
        }
        self.missing(remote, state).or_else(|| {
            let name = |peer: PeerIndex| (peer != remote.me()).then(|| people::name(state, peer));
            remote.paused_by().map(|peer| Trouble::Break { name: name(peer) })
        })
    }

    /// Whether the person here plays a game that too few are there for.
    pub(super) fn is_stranded(&self) -> bool {
        let Table::Lan(remote) = &self.table else { return false };
        self.stage != Stage::Over && remote.seat().is_some() && !remote.has_majority()
    }

    /// Somebody who is not there.
    fn missing(&self, remote: &Remote, state: &State) -> Option<Trouble> {
        let standing = |wanted: Standing| state.seats().find(|(seat, _)| remote.standing(*seat) == wanted);
        if let Some((seat, _)) = standing(Standing::Away).filter(|_| state.has_vote(remote.me())) {
            return Some(self.away(remote, seat));
        }
        let (_, lost) = standing(Standing::Lost).filter(|(_, seat)| remote.awaits(seat.runner()))?;
        Some(Trouble::Lost { name: people::name(state, lost.runner()) })
    }

    fn away(&self, remote: &Remote, seat: Seat) -> Trouble {
        let (me, others): (Vec<PeerIndex>, _) =
            remote.agreed_to_stand_in(seat).into_iter().partition(|peer| *peer == remote.me());
        let vote = if self.votes.contains(seat) || !me.is_empty() {
            StandInVote::Agreed
        } else if self.waits.contains(seat) {
            StandInVote::Waits
        } else {
            StandInVote::Open
        };
        let proposed_by = others.into_iter().map(|peer| people::name(remote.state(), peer)).collect();
        Trouble::Away { name: self.name(seat).to_owned(), seat, vote, proposed_by }
    }

    /// Agrees to a bot at the seat of somebody who is away. All agree on the same one: the host's.
    pub(super) fn agree_to_stand_in(&mut self, seat: Seat) -> Option<Wish> {
        let Table::Lan(remote) = &self.table else { return None };
        let host = remote.host()?;
        self.votes.insert(seat);
        if host == remote.me() {
            return Some(Wish::StandIn(seat, stand_in_level()));
        }
        Some(Wish::Agree(seat, host))
    }

    /// Forgets the votes about people who are back.
    pub(super) fn forget_votes(&mut self) {
        if let Table::Lan(remote) = &self.table {
            let watches = remote.seat().is_none();
            let matters = |seat: &Seat| watches || remote.standing(*seat) == Standing::Away;
            self.votes = self.votes.into_iter().filter(matters).collect();
            self.waits = self.waits.into_iter().filter(matters).collect();
        }
    }
}
