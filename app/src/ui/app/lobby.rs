//! What the table page asks for, and who is listened to there and in the game.

use doubloons_engine::caribbean::Terms;
use doubloons_net::identity::PublicKey;
use doubloons_net::lan::door::Pin;
use doubloons_net::lan::session::Command;
use doubloons_net::table::chat::Remark;
use doubloons_net::table::lobby::guest::GuestCommand;
use doubloons_net::table::lobby::host::HostCommand;
use doubloons_words::tr;
use relm4::{ComponentController, ComponentSender};

use super::{App, AppInput};
use crate::lan::lobby::Deed;
use crate::lan::plan;
use crate::ui::game_page::GameInput;
use crate::ui::sheet;
use crate::ui::table_page::{TableInput, TableOutput};

impl App {
    pub(super) fn at_table(&mut self, wish: TableOutput, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let hosts = self.seated.as_ref().is_some_and(|table| table.sitting.host.is_none());
        let command = match (wish, hosts) {
            (TableOutput::Leave, _) => return self.ask_before_leaving_table(sender, root),
            (TableOutput::Say(remark), _) => return self.say_in_lobby(remark, hosts),
            (TableOutput::Mute(key), _) => return self.mute(key),
            (TableOutput::ChangeRules(terms, clock), _) => {
                let input = sender.input_sender().clone();
                let Terms { options, .. } = *terms;
                return sheet::ask_for_rules(root, &options, clock, move |options, clock| {
                    let terms = Box::new(Terms { options, ..*terms });
                    input.emit(AppInput::Table(TableOutput::SetRules(terms, clock)));
                });
            }
            (TableOutput::SetRules(terms, clock), _) => {
                let commands = plan::change(*terms, clock);
                return commands.into_iter().for_each(|command| self.command(Command::Host(command)));
            }
            (TableOutput::ChangePin, _) => {
                let input = sender.input_sender().clone();
                let before = self.seated.as_ref().and_then(|table| table.sitting.pin.clone());
                return sheet::ask_for_new_pin(root, before.as_deref(), move |pin| {
                    input.emit(AppInput::Table(TableOutput::SetPin(pin)));
                });
            }
            (TableOutput::SetPin(pin), _) => return self.set_pin(pin),
            (TableOutput::Examine, _) => return self.examine(),
            (TableOutput::AddBot(seat, level), _) => Command::Host(HostCommand::AddBot { seat, level }),
            (TableOutput::Start(true), _) => Command::Host(HostCommand::Start),
            (TableOutput::Start(false), _) => Command::Host(HostCommand::CancelStart),
            (TableOutput::Ready(true), _) => Command::Guest(GuestCommand::Ready),
            (TableOutput::Ready(false), _) => Command::Guest(GuestCommand::Unready),
            (TableOutput::Seat(seat, deed), true) => Command::Host(match deed {
                Deed::Sit => HostCommand::TakeSeat(seat),
                Deed::RemoveBot => HostCommand::RemoveBot(seat),
                Deed::Kick(key) => HostCommand::Kick(key),
                Deed::Stand => HostCommand::LeaveSeat,
                // Which bot, the page asks for itself.
                Deed::AddBot => return,
            }),
            (TableOutput::Seat(seat, deed), false) => Command::Guest(match deed {
                Deed::Sit => GuestCommand::ChooseSeat(seat),
                Deed::Stand => GuestCommand::Watch,
                // Only hosts are offered these.
                Deed::AddBot | Deed::RemoveBot | Deed::Kick(_) => return,
            }),
        };
        self.command(command);
    }

    /// Guests have to know another PIN from now on, or none.
    fn set_pin(&mut self, pin: Option<Pin>) {
        let read_out = pin.as_ref().map(|pin| pin.read_out().to_owned());
        if let Some(table) = &mut self.seated {
            table.sitting.pin.clone_from(&read_out);
        }
        if let Some(page) = &self.table {
            page.emit(TableInput::Pin(read_out));
        }
        self.command(Command::SetPin(pin));
    }

    /// Guests hear themselves from the host; a host hears nobody but itself.
    pub(super) fn say_in_lobby(&mut self, remark: Remark, hosts: bool) {
        if !hosts {
            return self.command(Command::Guest(GuestCommand::Say(remark)));
        }
        let line = self.seated.as_mut().and_then(|table| table.say(&remark));
        if let (Some(page), Some(line)) = (&self.table, line) {
            page.emit(TableInput::Line(line));
        }
        self.command(Command::Host(HostCommand::Say(remark)));
    }

    pub(super) fn mute(&mut self, key: PublicKey) {
        let Some(table) = &mut self.seated else { return };
        let name = table.people().into_iter().find(|(known, ..)| *known == key).map(|(_, name, _)| name);
        let line = table.chat.mute(key, name.as_deref().unwrap_or(tr("them")));
        self.muted.clone_from(table.chat.muted());
        let people = table.people();
        if let Some(game) = &self.game {
            game.emit(GameInput::People(people));
            game.emit(GameInput::Line(line));
        } else if let Some(page) = &self.table {
            page.emit(TableInput::People(people));
            page.emit(TableInput::Line(line));
        }
    }
}
