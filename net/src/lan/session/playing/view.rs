//! What others see of a game here: the list of tables, and the people at this computer.

use std::time::Duration;

use doubloons_engine::any::AnyView;
use doubloons_engine::contract::Turn;

use super::super::super::discovery::TableStage;
use super::super::listing::Listed;
use super::super::{Asked, TableView, View};
use super::Playing;
use crate::table::peer::Occasion;
use crate::table::state::{SeatState, Want};

impl Playing {
    /// What the list of tables says of this one: the host tells of it, and so does somebody who has lost the others.
    pub(in crate::lan::session) fn listed(&self, now: Duration) -> Option<Listed> {
        let lost = self.apart.is_some_and(|told_from| now >= told_from);
        if !self.peer.hosts() && !lost {
            return None;
        }
        let state = self.peer.state();
        let me = state.member(self.peer.me())?;
        Some(Listed {
            table: self.table.clone(),
            game: state.game().name(),
            seats: state.seats().count() as u8,
            taken: state.seats().count() as u8,
            host: me.member().name.clone(),
            stage: match state.game().turn() {
                Turn::Over(_) => TableStage::Over,
                _ => TableStage::Playing(self.game),
            },
        })
    }

    /// Whether enough of those who decide on a host are linked to do so.
    pub(super) fn has_majority(&self) -> bool {
        let electorate = self.peer.state().electorate();
        let linked = self.links.keys().filter(|peer| electorate.contains(**peer)).count();
        linked + 1 >= electorate.majority()
    }

    /// Whether members have to be looked for in the list of tables.
    pub(in crate::lan::session) fn misses_somebody(&self) -> bool {
        !self.peer.unreachable().is_empty()
    }

    pub(in crate::lan::session) fn new_view(&mut self) -> Option<View> {
        if !std::mem::take(&mut self.dirty) {
            return None;
        }
        Some(View::Table(Box::new(TableView {
            me: self.peer.me(),
            state: self.peer.shared_state(),
            head: self.peer.head(),
            accepted: self.accepted,
            epoch: self.peer.epoch(),
            connected: self.links.keys().copied().collect(),
            waiting_for: self.peer.waiting_for(),
            asked: self.asked(),
            sealed: self.sealed(),
            stand_ins: self.peer.stand_ins().collect(),
            stalled: self.stalled.is_some(),
        })))
    }

    /// What people at this computer have to decide.
    fn asked(&self) -> Vec<Asked> {
        let state = self.peer.state();
        let Want::Decisions(seats) = state.want() else { return Vec::new() };
        let ours = seats.into_iter().filter(|seat| {
            state.seat(*seat).is_some_and(|state| state.runner() == self.peer.me() && state.bot().is_none())
        });
        let occasion = Occasion::now(state);
        ours.filter_map(|seat| Some(Asked { seat, occasion, view: self.peer.view(seat)? })).collect()
    }

    /// What a person at this computer sees who has sealed, while others have not yet.
    fn sealed(&self) -> Option<AnyView> {
        let state = self.peer.state();
        let Turn::Seal { locked, .. } = state.game().turn() else { return None };
        let is_ours = |state: &SeatState| state.runner() == self.peer.me() && state.bot().is_none();
        let (seat, _) = state.seats().find(|(seat, state)| is_ours(state) && locked.contains(*seat))?;
        self.peer.view(seat)
    }
}
