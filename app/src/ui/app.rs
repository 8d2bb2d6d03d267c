//! The window, and which page it shows.

use adw::prelude::*;
use relm4::{Component, ComponentController, ComponentParts, ComponentSender, Controller, RelmApp};

use super::game_page::{GameOutput, GamePage};
use super::harbour::Harbour;
use super::pages::Pages;
use super::results_page::{ResultsOutput, ResultsPage};
use super::{signals, theme};
use crate::game::{Model, Results, Setup};

/// The name under which the desktop knows the program.
const APP_ID: &str = "io.github.doubloons.Doubloons";

mod words {
    pub(super) const TITLE: &str = "Doubloons";
    pub(super) const LEAVE: &str = "Leave this game?";
    pub(super) const LEAVE_ABOUT: &str = "A practice game is not kept.";
    pub(super) const STAY: &str = "Stay";
    pub(super) const GO: &str = "Leave";
}

/// How the program begins.
pub(crate) struct AppInit {
    /// A game to begin with, instead of the harbour.
    pub(crate) practice: Option<Setup>,
    /// Where fresh chance comes from.
    pub(crate) seed: fn() -> u64,
}

/// What happens to the window.
#[derive(Debug)]
pub(crate) enum AppInput {
    /// A practice game begins.
    Begin(Setup),
    /// Somebody wants to leave the game.
    AskToLeave,
    /// The harbour again.
    Harbour,
    /// A game is over.
    Finished(Box<Results>, Setup),
}

/// The window.
pub(crate) struct App {
    harbour: Controller<Harbour>,
    game: Option<Controller<GamePage>>,
    results: Option<Controller<ResultsPage>>,
}

/// Where the pages are put.
pub(crate) struct AppWidgets {
    pages: Pages,
    game: adw::Bin,
    results: adw::Bin,
    toasts: adw::ToastOverlay,
}

/// Runs the program until its window is closed.
pub(crate) fn run(init: AppInit) {
    let app = RelmApp::new(APP_ID).with_args(Vec::new());
    app.allow_multiple_instances(true);
    theme::install();
    signals::leave_when_asked();
    app.run::<App>(init);
}

impl Component for App {
    type Init = AppInit;
    type Input = AppInput;
    type Output = ();
    type CommandOutput = ();
    type Root = adw::ApplicationWindow;
    type Widgets = AppWidgets;

    fn init_root() -> adw::ApplicationWindow {
        adw::ApplicationWindow::builder()
            .title(words::TITLE)
            .icon_name(APP_ID)
            .default_width(1280)
            .default_height(800)
            .build()
    }

    fn init(init: AppInit, root: adw::ApplicationWindow, sender: ComponentSender<Self>) -> ComponentParts<Self> {
        let harbour = Harbour::builder().launch(init.seed).forward(sender.input_sender(), AppInput::Begin);
        let (game, results) = (adw::Bin::new(), adw::Bin::new());
        let pages = Pages::new(&[harbour.widget().upcast_ref(), game.upcast_ref(), results.upcast_ref()]);
        let toasts = adw::ToastOverlay::new();
        toasts.set_child(Some(pages.widget()));
        root.set_content(Some(&toasts));
        if let Some(setup) = init.practice {
            sender.input(AppInput::Begin(setup));
        }
        let app = App { harbour, game: None, results: None };
        ComponentParts { model: app, widgets: AppWidgets { pages, game, results, toasts } }
    }

    fn update_with_view(
        &mut self,
        widgets: &mut AppWidgets,
        input: AppInput,
        sender: ComponentSender<Self>,
        root: &adw::ApplicationWindow,
    ) {
        match input {
            AppInput::Begin(setup) => match Model::new(setup) {
                Ok(model) => {
                    let game =
                        GamePage::builder().launch(model).forward(sender.input_sender(), |output| match output {
                            GameOutput::Leave => AppInput::AskToLeave,
                            GameOutput::Finished(results, setup) => AppInput::Finished(results, setup),
                        });
                    widgets.game.set_child(Some(game.widget()));
                    widgets.pages.show(&widgets.game);
                    self.game = Some(game);
                }
                Err(fault) => widgets.toasts.add_toast(adw::Toast::new(&fault.to_string())),
            },
            AppInput::AskToLeave => ask_to_leave(root, &sender),
            AppInput::Harbour => {
                widgets.pages.show(self.harbour.widget());
                widgets.game.set_child(gtk::Widget::NONE);
                self.game = None;
            }
            AppInput::Finished(results, setup) => {
                let page =
                    ResultsPage::builder().launch((results, setup)).forward(
                        sender.input_sender(),
                        |output| match output {
                            ResultsOutput::Rematch(setup) => AppInput::Begin(setup),
                            ResultsOutput::Leave => AppInput::Harbour,
                        },
                    );
                widgets.results.set_child(Some(page.widget()));
                widgets.pages.show(&widgets.results);
                self.results = Some(page);
            }
        }
    }
}

fn ask_to_leave(root: &adw::ApplicationWindow, sender: &ComponentSender<App>) {
    let dialog = adw::MessageDialog::new(Some(root), Some(words::LEAVE), Some(words::LEAVE_ABOUT));
    dialog.add_responses(&[("stay", words::STAY), ("leave", words::GO)]);
    dialog.set_response_appearance("leave", adw::ResponseAppearance::Destructive);
    dialog.set_default_response(Some("stay"));
    dialog.set_close_response("stay");
    let input = sender.input_sender().clone();
    dialog.connect_response(Some("leave"), move |_, _| input.emit(AppInput::Harbour));
    dialog.present();
}
