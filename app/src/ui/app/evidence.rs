//! Somebody is proven to have cheated: what it was, and the proof to keep.

use std::path::PathBuf;

use adw::prelude::*;
use doubloons_net::lan::session::Command;
use doubloons_net::table::evidence::{Offence, Verdict as Proof};
use doubloons_net::table::genesis::PeerIndex;
use doubloons_net::transcript::{NoBoardFile, Report, Transcript, Verdict, verify};
use doubloons_words::{say, told, tr};
use gtk::{gio, glib};
use relm4::ComponentSender;

use super::{App, AppInput, AppWidgets};
use crate::game::{aftermath, deed, sentence};
use crate::saving;
use crate::ui::dialog::{self, Answer};
use crate::ui::widget::toast;

mod words {
    pub(super) const PLAY_ON: &str = "Play On";
    pub(super) const DETAILS: &str = "Details";
    pub(super) const SAVE: &str = "Save Evidence…";
    pub(super) const SAVE_TITLE: &str = "Save the Evidence";
    pub(super) const SAVE_BUTTON: &str = "Save";
    pub(super) const CANCEL: &str = "Cancel";
    pub(super) const LEAVE: &str = "Leave";
    pub(super) const SIGNED: &str = "Their own signature proves it; nobody else can write it.";
    pub(super) const SAVED: &str = "The evidence is saved. “quartermaster verify” reads it.";
    pub(super) const NOT_SAVED: &str = "The evidence was not saved, by a fault of this program.";
}

/// What the file is called unless somebody says otherwise.
const FILE: &str = "evidence.doubloons";

/// What is wanted of the evidence.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// To read it.
    Details,
    /// To keep it in this file.
    File(PathBuf),
}

impl App {
    /// Tells of a proof, and asks what to do.
    pub(super) fn tell_of_cheating(
        &mut self,
        proof: Proof,
        sender: &ComponentSender<App>,
        root: &adw::ApplicationWindow,
    ) {
        self.note(&deed(&self.member(proof.peer), proof.offence));
        self.proof = Some(proof);
        self.ask_about_cheating(sender, root);
    }

    /// Asks what to do about the last proof.
    pub(super) fn ask_about_cheating(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let Some(proof) = &self.proof else { return };
        let name = self.member(proof.peer);
        let body = format!("{}\n\n{}", deed(&name, proof.offence), aftermath(&name, proof.offence));
        let plain = adw::ResponseAppearance::Default;
        let answer = |label: &'static str, look| Answer { label: tr(label), look };
        let input = sender.input_sender().clone();
        let tell = move |message: fn() -> AppInput| -> Box<dyn Fn()> {
            let input = input.clone();
            Box::new(move || input.emit(message()))
        };
        dialog::choose(
            root,
            &say!("{name} was caught cheating"),
            &body,
            tr(words::PLAY_ON),
            vec![
                (answer(words::DETAILS, plain), tell(|| AppInput::Evidence(Wanted::Details))),
                (answer(words::SAVE, plain), tell(|| AppInput::SaveEvidence)),
                (answer(words::LEAVE, adw::ResponseAppearance::Destructive), tell(|| AppInput::LeaveAsked)),
            ],
        );
    }

    /// Asks the table for everything that has happened, to read or to keep the proof in it.
    pub(super) fn want_evidence(&mut self, wanted: Wanted) {
        self.wanted = Some(wanted);
        self.command(Command::Record);
    }

    /// Lets the person choose where the evidence is kept.
    pub(super) fn choose_evidence_file(&self, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let chooser = gtk::FileChooserNative::new(
            Some(tr(words::SAVE_TITLE)),
            Some(root),
            gtk::FileChooserAction::Save,
            Some(tr(words::SAVE_BUTTON)),
            Some(tr(words::CANCEL)),
        );
        chooser.set_current_name(FILE);
        let input = sender.input_sender().clone();
        // A chooser that nobody holds closes at once; its own answer lets it go.
        let held = std::cell::RefCell::new(Some(chooser.clone()));
        chooser.connect_response(move |chooser, response| {
            if let (gtk::ResponseType::Accept, Some(path)) = (response, chooser.file().and_then(|file| file.path())) {
                input.emit(AppInput::Evidence(Wanted::File(path)));
            }
            held.take();
        });
        chooser.show();
    }

    /// Here is everything that has happened.
    pub(super) fn show_evidence(
        &mut self,
        recorded: Result<Box<Transcript>, NoBoardFile>,
        sender: &ComponentSender<App>,
    ) {
        let (Some(wanted), Some(proof)) = (self.wanted.take(), self.proof) else { return };
        let transcript = match recorded {
            Ok(transcript) => transcript,
            Err(why) => return self.say(&sentence(&told(&why))),
        };
        let name = self.member(proof.peer);
        let input = sender.input_sender().clone();
        let done = gio::spawn_blocking(move || match wanted {
            Wanted::Details => AppInput::EvidenceRead(details(&verify(&transcript), proof.peer, &name, proof.offence)),
            Wanted::File(path) => AppInput::EvidenceKept(match saving::write(&transcript, &path) {
                Ok(()) => tr(words::SAVED).to_owned(),
                Err(why) => sentence(&why),
            }),
        });
        glib::spawn_future_local(async move {
            let fault = || AppInput::EvidenceKept(tr(words::NOT_SAVED).to_owned());
            // The window may be gone by then.
            let _ = input.send(done.await.unwrap_or_else(|_| fault()));
        });
    }

    /// Shows what was found out, and goes back to the question.
    pub(super) fn show_details(&self, details: &str, sender: &ComponentSender<App>, root: &adw::ApplicationWindow) {
        let input = sender.input_sender().clone();
        dialog::tell_then(root, tr(words::DETAILS), details, move || input.emit(AppInput::AboutCheating));
    }

    /// Says what became of the file.
    pub(super) fn evidence_kept(&self, text: &str, widgets: &AppWidgets) {
        widgets.toasts.add_toast(toast(text));
    }
}

/// What was done, what that means, and where the proof is, in words.
fn details(report: &Report, peer: PeerIndex, name: &str, offence: Offence) -> String {
    let found = match &report.verdict {
        Verdict::ValidWithFaults(faults) => faults.iter().find(|fault| fault.peer == peer),
        _ => None,
    };
    let place = match found {
        Some(fault) => say!("The proof is entry {entry} of the log.", entry = fault.entry),
        None => say!("The proof is on this computer. It is written into the log as soon as a host can."),
    };
    let done = sentence(&format!("{name} {}", told(&offence)));
    format!("{done}\n\n{}\n\n{} {place}", meaning(offence), tr(words::SIGNED))
}

/// What an offence means, for somebody who has not read how tables work.
fn meaning(offence: Offence) -> &'static str {
    match offence {
        Offence::IllegalInput => {
            tr("Their program asked for a move that the rules forbid. An honest program checks that first.")
        }
        Offence::TwoInputs => tr(
            "Their program said two different things where only one can be said, to show one of them to you and the other to somebody else.",
        ),
        Offence::FalseOpening => tr(
            "A sealed bribe can be opened in one way only. What was opened is not what was sealed, or was a card that had been laid already.",
        ),
        Offence::FalseLink => tr(
            "For every draw, everybody adds a number that was fixed before the game. This was another number, to steer the draw.",
        ),
        Offence::Fork => tr(
            "The host wrote two different entries for one place of the log, to show different games to different people.",
        ),
        Offence::BadEntry => tr("The host signed an entry that does not follow from what everybody had said."),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn golden() -> Transcript {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../net/tests/golden/game-1.doubloons");
        Transcript::read_file(&path).expect("a transcript")
    }

    #[test]
    fn the_entry_with_the_proof_is_named() {
        let report = verify(&golden());
        let Verdict::ValidWithFaults(faults) = &report.verdict else { panic!("{:?}", report.verdict) };
        let said = details(&report, faults[0].peer, "Jack", faults[0].offence);
        assert!(said.starts_with("Jack ") && said.ends_with("The proof is entry 87 of the log."), "{said}");
    }

    #[test]
    fn a_proof_that_is_not_in_the_log_yet_is_not_claimed_to_be() {
        let whole = golden();
        let entries = whole.entries()[..86].to_vec();
        let charter = whole.charter().expect("a beginning");
        let report = verify(&Transcript::new(&charter, whole.board(), entries).expect("a transcript"));
        let said = details(&report, PeerIndex(1), "Jack", Offence::FalseOpening);
        assert!(said.contains("as soon as a host can"), "{said}");
    }
}
