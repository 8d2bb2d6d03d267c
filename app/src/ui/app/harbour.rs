//! What the first page asks for.

use doubloons_words::tr;
use relm4::ComponentSender;

use super::{App, AppInput, leaving, replay, words};
use crate::lan::listing::{Offer, TableRow};
use crate::lan::{Found, Invitation, Request, Target};
use crate::ui::harbour::HarbourOutput;
use crate::ui::{rules_window, sheet};

impl App {
    pub(super) fn in_harbour(
        &mut self,
        wish: HarbourOutput,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        let input = sender.input_sender().clone();
        match wish {
            HarbourOutput::Practice => {
                sheet::ask_how_to_practise(root, self.seed, move |setup| input.emit(AppInput::Begin(setup)));
            }
            HarbourOutput::Host => {
                let name = words::table_of(self.own_name().as_ref());
                sheet::ask_how_to_host(root, &name, move |plan| input.emit(AppInput::Host(Box::new(plan))));
            }
            HarbourOutput::ByAddress => {
                let before = match self.invitation.as_ref().map(|invitation| &invitation.target) {
                    Some(Target::Address(address)) => address.as_str(),
                    _ => "",
                };
                sheet::ask_for_address(root, before, move |address| {
                    input.emit(AppInput::Join(Box::new(to_address(address))));
                });
            }
            HarbourOutput::Learn => sender.input(AppInput::Learn),
            HarbourOutput::DontLearn => self.has_learned(root),
            HarbourOutput::Rules => rules_window::show(root),
            HarbourOutput::Join(row) => sender.input(AppInput::Join(Box::new(to_table(&row)))),
            HarbourOutput::Resume(game) => {
                self.checks.give_up();
                self.keep_busy(tr(words::OPENING).to_owned());
                self.ask(Request::Resume(game));
            }
            HarbourOutput::ResumePractice(path) => sender.input(AppInput::ResumePractice(path)),
            HarbourOutput::ForgetPractice(path) => leaving::ask_before_forgetting_practice(path, sender, root),
            HarbourOutput::Forget(game, name) => leaving::ask_before_forgetting(game, &name, sender, root),
            HarbourOutput::Replay(Some(path)) => sender.input(AppInput::Replay(path)),
            HarbourOutput::Replay(None) => replay::choose(root, sender),
            HarbourOutput::Refresh => self.ask(Request::Refresh),
            HarbourOutput::Examine => self.examine(),
            HarbourOutput::Preferences => self.ask_for_preferences(sender, root),
            HarbourOutput::NoRematch => self.last_table = None,
            HarbourOutput::Cancel => {
                self.checks.give_up();
                self.leave_table();
                self.is_done();
            }
        }
    }

    pub(super) fn ask_for_preferences(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let (name, before) = (self.own_name(), &self.preferences);
        let input = sender.input_sender().clone();
        sheet::ask_for_preferences(root, name.as_ref(), before, move |preferences| {
            input.emit(AppInput::Chosen(preferences));
        });
    }
}

fn to_table(row: &TableRow) -> Invitation {
    let found = Found { card: Box::new(row.card.clone()), addresses: row.addresses.clone() };
    let plays = row.offer == Offer::Join;
    Invitation { target: Target::Table(found), pin: None, plays, trusts_new_key: false }
}

pub(super) fn to_address(address: String) -> Invitation {
    Invitation { target: Target::Address(address), pin: None, plays: true, trusts_new_key: false }
}
