//! What the network thread tells, and what windows make of it.

use std::path::PathBuf;
use std::sync::Arc;

use adw::prelude::*;
use doubloons_engine::any::AnyEvent;
use doubloons_net::lan::door::Turned;
use doubloons_net::lan::session::{Ended, Happening, SeatWish, View};
use doubloons_net::table::genesis::{Charter, PeerIndex};
use doubloons_net::table::peer::{Notice, Wish};
use doubloons_words::{say, say_count, told, tr};
use relm4::{Component, ComponentController, ComponentSender};

use super::{App, AppInput, AppWidgets, GameInit, GameInput, HarbourInput, ResultsInput, TableInput, TablePage, words};
use crate::attention::Occasion;
use crate::drafts::{self, Drafts};
use crate::evening::Evenings;
use crate::game::{LanGame, Model, Msg, capital, sentence};
use crate::hourglass::Hourglass;
use crate::lan::chat::Chat;
use crate::lan::lobby::LobbyScene;
use crate::lan::table::LanTable;
use crate::lan::{Found, Invitation, JoinFault, News, Request, SessionId, Target};
use crate::preferences::Preferences;
use crate::ui::dialog::{self, Answer};
use crate::ui::game_page::LanInit;
use crate::ui::table_page::TableInit;
use crate::ui::{doctor_sheet, sheet};

mod speech {
    pub(super) const NOT_JOINED: &str = "You are not at the table";
    pub(super) const LEFT: &str = "You are no longer at the table";
    pub(super) const IN_USE: &str = "Doubloons is open already";
    pub(super) const UNUSABLE: &str = "No tables can be joined";
    pub(super) const PRACTICE_ONLY: &str = "Practice Only";
    pub(super) const QUIT: &str = "Quit";
    pub(super) const BAD_PREFERENCES: &str = "Your preferences could not be read";
    pub(super) const GUEST: &str = "Somebody would like to play";
    pub(super) const NO: &str = "No";
    pub(super) const GIVE_SEAT: &str = "Give the Seat";
    pub(super) const NEW_KEY: &str = "Is it really them?";
    pub(super) const DONT_JOIN: &str = "Don’t Join";
    pub(super) const JOIN_ANYWAY: &str = "Join Anyway";
}

impl App {
    pub(super) fn hear(
        &mut self,
        news: News,
        widgets: &mut AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        match news {
            News::Ready { folder } => self.get_ready(folder, sender, root),
            News::Unusable { why, in_use } => {
                // Somebody else may be writing there.
                self.voyages = None;
                self.close_harbour(why.clone());
                let heading = if in_use { tr(speech::IN_USE) } else { tr(speech::UNUSABLE) };
                let answer = Answer { label: tr(speech::QUIT), look: adw::ResponseAppearance::Suggested };
                let input = sender.input_sender().clone();
                dialog::ask(root, heading, &sentence(&why), tr(speech::PRACTICE_ONLY), &answer, move || {
                    input.emit(AppInput::Quit);
                });
            }
            News::NotLooking(why) => {
                self.not_looking = Some(why.clone());
                self.harbour.emit(HarbourInput::NotLooking(why));
            }
            News::Tables(rows) => {
                self.not_looking = None;
                self.offer_rematch(&rows);
                self.harbour.emit(HarbourInput::Tables(rows));
            }
            News::Unfinished(rows) => self.harbour.emit(HarbourInput::Unfinished(rows)),
            News::Examined(report) => {
                if std::mem::take(&mut self.examining) {
                    doctor_sheet::show(root, &report);
                }
                self.harbour.emit(HarbourInput::Examined(report));
            }
            News::Parted { table, heard } => self.has_parted(&table, heard, widgets),
            News::NotJoined(fault) => self.not_joined(*fault, sender, root),
            News::Seated(id, sitting) => {
                self.last_table = None;
                self.harbour.emit(HarbourInput::Rematch(None));
                self.keep_busy(words::knocking(&sitting.table));
                let mut table = LanTable::new(id, *sitting);
                table.chat = Chat::without(self.muted.clone());
                self.seated = Some(table);
            }
            News::Addresses(id, addresses) => {
                if let Some(table) = self.table_mut(id) {
                    table.addresses = Some(addresses.clone());
                    self.table.iter().for_each(|page| page.emit(TableInput::Addresses(addresses.clone())));
                }
            }
            News::Happened(id, happening) if self.table_mut(id).is_some() => {
                self.happened(*happening, widgets, sender, root);
            }
            News::Viewed(id, view) if self.table_mut(id).is_some() => self.look(*view, widgets, sender),
            News::Over(id, over) => {
                if let Some(table) = self.table_mut(id) {
                    table.verified = Some(over);
                }
                self.show_verdict();
            }
            // Of a table that was left.
            News::Happened(..) | News::Viewed(..) => {}
            News::Terminated => self.quit(root),
            News::Closed => relm4::main_application().quit(),
        }
    }

    /// Shows what the transcript says, once both that and the results are there: the last moves may still be shown while
    /// it is checked already.
    pub(super) fn show_verdict(&mut self) {
        let Some(table) = self.seated.as_mut().filter(|table| table.over) else { return };
        if let (Some(page), Some(over)) = (&self.results, table.verified.take()) {
            page.emit(ResultsInput::Verified(over));
        }
    }

    fn table_mut(&mut self, id: SessionId) -> Option<&mut LanTable> {
        self.seated.as_mut().filter(|table| table.id == id)
    }

    /// The data directory is open: what was chosen is known, and what was asked for at the start can begin.
    fn get_ready(&mut self, folder: PathBuf, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let (preferences, fault) = Preferences::read(&folder);
        self.spoken = preferences.language;
        self.preferences = preferences;
        self.evenings = Evenings::read(&folder);
        self.folder = Some(folder);
        self.list_replays();
        self.list_practised();
        self.introduce();
        self.adapt();
        self.offer_tutorial();
        if let Some(fault) = fault {
            let body =
                say!("{why} The old file is kept as {path}.", why = sentence(&fault.why), path = fault.kept.display());
            dialog::tell(root, tr(speech::BAD_PREFERENCES), &body);
        }
        self.ask(Request::Examine);
        if let Some(opening) = self.opening.take() {
            self.carry_out(opening, sender, root);
        }
    }

    fn not_joined(&mut self, fault: JoinFault, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        self.is_done();
        match fault {
            JoinFault::PinNeeded(found) => self.ask_for_pin(&found, None, sender, root),
            JoinFault::NewKey(found) => {
                let Some(before) = self.invitation.clone() else { return };
                let host = &found.card.host;
                let body = say!(
                    "“{host}” had another key when you last played. A new installation has a new key; but somebody may \
                     also sit between you. Ask {host} in person."
                );
                let answer = Answer { label: tr(speech::JOIN_ANYWAY), look: adw::ResponseAppearance::Destructive };
                let input = sender.input_sender().clone();
                dialog::ask(root, tr(speech::NEW_KEY), &body, tr(speech::DONT_JOIN), &answer, move || {
                    let again =
                        Invitation { target: Target::Table(found.clone()), trusts_new_key: true, ..*before.clone() };
                    input.emit(AppInput::Join(Box::new(again)));
                });
            }
            JoinFault::Other(why) => dialog::tell(root, tr(speech::NOT_JOINED), &sentence(&why)),
        }
    }

    fn ask_for_pin(
        &self,
        found: &Found,
        wrong: Option<&str>,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let Some(before) = self.invitation.clone() else { return };
        let input = sender.input_sender().clone();
        let found = found.clone();
        let table = found.card.name.to_string();
        sheet::ask_for_pin(root, &table, wrong, move |pin| {
            let again = Invitation { target: Target::Table(found.clone()), pin: Some(pin), ..*before.clone() };
            input.emit(AppInput::Join(Box::new(again)));
        });
    }

    /// Something happened at the table.
    fn happened(
        &mut self,
        happening: Happening,
        widgets: &mut AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        match happening {
            Happening::Lobby(notice) => self.note(&sentence(&told(&notice))),
            Happening::Said(from, remark) => {
                let line = self.seated.as_mut().and_then(|table| table.hear(from, &remark));
                if let (Some(page), Some(line)) = (&self.table, line) {
                    page.emit(TableInput::Line(line));
                }
            }
            Happening::HostRefused(refused) => self.refuse(&told(&refused)),
            Happening::GuestRefused(refused) => self.refuse(&told(&refused)),
            Happening::Objected(objection) => self.refuse(&say!("this computer does not agree: {objection}")),
            Happening::Failed(failure) => self.refuse(&told(&failure)),
            Happening::NotListed(fault) => self.refuse(&told(&fault)),
            Happening::HostLost => {
                if let Some(page) = &self.table {
                    page.emit(TableInput::HostLost(true));
                }
            }
            Happening::Begun { charter, me, resumed_at } => {
                self.begin(charter, me, resumed_at.is_some(), widgets, sender);
                self.stay_awake(root);
                self.need(Some(Occasion::Begun));
            }
            Happening::Game(notice) => self.heard_in_game(notice, sender, root),
            Happening::WishRefused(refusal) => self.tell_game(Msg::WishRefused(told(&refusal))),
            Happening::SeatWanted(wish) => ask_for_seat(*wish, sender, root),
            Happening::Copied(copy) => self.open_copy(copy, widgets, sender),
            Happening::Recorded(recorded) => self.show_evidence(recorded, sender),
            Happening::Rematch(news) => self.hear_of_rematch(news),
            Happening::Stalled(fault) => self.say(&sentence(&told(&fault))),
            Happening::Ended(ended) => self.ended(ended, widgets, sender, root),
            // What follows from these is seen in the next view.
            Happening::Open { .. }
            | Happening::Joined(_)
            | Happening::Accepted(_)
            | Happening::Connected(_)
            | Happening::Lost(..)
            | Happening::Recovered
            | Happening::Settled => {}
            // Told as [`News::Over`], with what the transcript says.
            Happening::Over(_) => {}
        }
    }

    /// The table looks like this.
    fn look(&mut self, view: View, widgets: &mut AppWidgets, sender: &ComponentSender<App>) {
        let Some(table) = &mut self.seated else { return };
        let people = table.look(&view).then(|| table.people());
        match view {
            View::Nothing => {}
            View::Lobby(lobby) => {
                let Some(scene) = LobbyScene::new(&lobby) else { return };
                let again = table.open_again(&lobby);
                self.show_table(widgets, sender);
                if again {
                    self.put_away_last_game(widgets);
                }
                self.need((scene.hosts && scene.waiting.is_empty()).then_some(Occasion::EverybodyReady));
                let standings = self.standings_of(&lobby);
                if let Some(page) = &self.table {
                    page.emit(TableInput::Standings(standings));
                    page.emit(TableInput::HostLost(false));
                    page.emit(TableInput::Show(Box::new(scene)));
                    people.into_iter().for_each(|people| page.emit(TableInput::People(people)));
                }
            }
            View::Table(view) => {
                self.pass_on(None);
                self.tell_game(Msg::Looked(view));
                if let Some(game) = &self.game {
                    people.into_iter().for_each(|people| game.emit(GameInput::People(people)));
                }
            }
        }
    }

    /// Shows the table page, if it is not there yet.
    fn show_table(&mut self, widgets: &mut AppWidgets, sender: &ComponentSender<App>) {
        let Some(table) = self.seated.as_ref().filter(|_| self.table.is_none()) else { return };
        let init = TableInit {
            name: table.sitting.table.clone(),
            host: table.sitting.host.clone(),
            pin: table.sitting.pin.clone(),
            lines: table.chat.lines().to_vec(),
        };
        let page = TablePage::builder().launch(init).forward(sender.input_sender(), AppInput::Table);
        table.addresses.iter().for_each(|addresses| page.emit(TableInput::Addresses(addresses.clone())));
        page.emit(TableInput::People(table.people()));
        widgets.table.set_child(Some(page.widget()));
        widgets.pages.show(&widgets.table);
        self.is_done();
        self.table = Some(page);
    }

    /// The game begins, or goes on.
    fn begin(
        &mut self,
        charter: Arc<Charter>,
        me: PeerIndex,
        resumed: bool,
        widgets: &mut AppWidgets,
        sender: &ComponentSender<App>,
    ) {
        let Some(table) = &mut self.seated else { return };
        table.begin(&charter, me);
        let noted = self.folder.as_deref().filter(|_| resumed).and_then(Hourglass::noted);
        let lan = LanInit {
            table: table.sitting.table.clone(),
            words: table.words(),
            lines: table.chat.lines().to_vec(),
            noted: noted.map(|noted| (charter.id(), noted)),
            // Without a thread to keep them, cards can be laid all the same.
            drafts: self.folder.as_deref().and_then(|folder| Drafts::new(folder, charter.id()).ok()),
        };
        let left = self.folder.as_deref().filter(|_| resumed).and_then(|folder| drafts::left(folder, charter.id()));
        let people = table.people();
        let model = Model::lan(LanGame { charter, me, resumed, left });
        let init = GameInit {
            model,
            speed: self.preferences.speed,
            seed: (self.seed)(),
            lan: Some(lan),
            journal: None,
            copy_of: None,
        };
        self.show_game(init, widgets, sender);
        if let Some(game) = &self.game {
            game.emit(GameInput::People(people));
        }
        widgets.table.set_child(gtk::Widget::NONE);
        self.table = None;
        self.is_done();
    }

    fn heard_in_game(&mut self, notice: Notice, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        match notice {
            Notice::Happened { head, events } => {
                let events = events.into_iter().map(|AnyEvent::Caribbean(event)| event).collect();
                self.tell_game(Msg::Told { index: head.index, events });
            }
            Notice::Rewound { head } => self.tell_game(Msg::Rewound { index: head.index }),
            Notice::Hosted(epoch) => {
                if let Some(text) = self.seated.as_mut().and_then(|table| table.host_changed(epoch)) {
                    self.note(&text);
                    self.say(&text);
                }
            }
            Notice::Cheated(proof) => self.tell_of_cheating(proof, sender, root),
            Notice::Censored(peer) => {
                let text =
                    say!("{name} hosts, but ignores others. Somebody else takes over.", name = self.member(peer));
                self.note(&text);
                self.say(&text);
            }
            Notice::Said(peer, remark) => {
                let line = self.seated.as_mut().and_then(|table| table.hear_member(peer, &remark));
                if let (Some(game), Some(line)) = (&self.game, line) {
                    game.emit(GameInput::Line(line));
                }
            }
            Notice::Accepted(_) => {}
        }
    }

    pub(super) fn member(&self, peer: PeerIndex) -> String {
        self.seated.as_ref().map(|table| table.member(peer)).unwrap_or_default()
    }

    fn tell_game(&self, msg: Msg) {
        if let Some(game) = &self.game {
            game.emit(GameInput::Game(msg));
        }
    }

    /// Writes something into the chat that nobody said.
    pub(super) fn note(&mut self, text: &str) {
        let Some(table) = &mut self.seated else { return };
        let line = table.chat.note(text.to_owned());
        if let Some(game) = &self.game {
            game.emit(GameInput::Line(line));
        } else if let Some(page) = &self.table {
            page.emit(TableInput::Line(line));
        }
    }

    /// Says briefly why something is not done.
    fn refuse(&self, why: &str) {
        if let Some(page) = &self.table {
            page.emit(TableInput::Refused(sentence(why)));
        } else {
            self.say(&sentence(why));
        }
    }

    pub(super) fn say(&self, text: &str) {
        if let Some(game) = &self.game {
            game.emit(GameInput::Say(text.to_owned()));
        }
    }

    /// The session is over.
    fn ended(
        &mut self,
        ended: Ended,
        widgets: &mut AppWidgets,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let was_in = self.table.is_some() || self.game.is_some();
        if let Some(table) = self.seated.as_mut().filter(|table| table.over) {
            // Its results are being looked at.
            if table.rematch.is_asked() {
                table.rematch.fail(ended.to_string());
                self.show_rematch();
            }
            self.seated = None;
            return;
        }
        self.seated = None;
        self.go_to_harbour(widgets);
        self.ask(Request::Leave);
        let target = self.invitation.as_ref().map(|invitation| invitation.target.clone());
        match (ended, target) {
            (Ended::Quit, _) => {}
            (Ended::Turned(turned), Some(Target::Table(found))) => {
                let wrong = match turned {
                    Turned::WrongPin { tries_left } => {
                        say_count!(tries_left, "Wrong PIN, 1 try left.", "Wrong PIN, {count} tries left.")
                    }
                    Turned::PinNeeded => String::new(),
                    other => return dialog::tell(root, tr(speech::NOT_JOINED), &sentence(&told(&other))),
                };
                self.ask_for_pin(&found, Some(&wrong), sender, root);
            }
            (why, _) => {
                let heading = if was_in { tr(speech::LEFT) } else { tr(speech::NOT_JOINED) };
                dialog::tell(root, heading, &sentence(&told(&why)));
            }
        }
    }
}

/// Somebody who watches would like the seat of a bot that runs here.
fn ask_for_seat(wish: SeatWish, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
    let SeatWish { seat, guest, consent } = wish;
    let body = say!("{name} would like to take over the bot’s {seat} from the next round on.", name = guest.name);
    let answer = Answer { label: tr(speech::GIVE_SEAT), look: adw::ResponseAppearance::Suggested };
    let input = sender.input_sender().clone();
    dialog::ask(root, tr(speech::GUEST), &capital(&body), tr(speech::NO), &answer, move || {
        input.emit(AppInput::Wish(Box::new(Wish::Admit(seat, guest.clone(), consent))));
    });
}
