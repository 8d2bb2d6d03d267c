//! An empty libadwaita window, as large as the program's: what the program's start and memory are compared with.

use adw::prelude::*;
use gtk::glib;

fn main() -> glib::ExitCode {
    let application = adw::Application::builder().application_id("io.github.doubloons.EmptyWindow").build();
    application.connect_activate(|application| {
        let window = adw::ApplicationWindow::builder().application(application).title("Empty");
        window.default_width(1280).default_height(800).build().present();
    });
    application.run()
}
