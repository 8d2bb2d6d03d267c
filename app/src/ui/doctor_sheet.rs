//! What the connection doctor found, and what helps.

use adw::prelude::*;
use doubloons_net::lan::doctor::{Report, Severity};
use doubloons_words::{told, tr};

use super::a11y;
use super::widget::fit_height;

mod words {
    pub(super) const TITLE: &str = "Connection";
    pub(super) const GOOD: &str =
        "Nothing is wrong on this computer. If a friend’s table is missing, let them check theirs.";
    pub(super) const BAD: &str = "This may be why tables are missing:";
}

/// How high the list of findings may be before it is scrolled.
const HIGHEST: i32 = 520;

/// Shows the findings.
pub(crate) fn show(parent: &impl IsA<gtk::Window>, report: &Report) {
    let window = adw::Window::new();
    window.set_title(Some(tr(words::TITLE)));
    window.set_modal(true);
    window.set_transient_for(Some(parent));
    window.set_default_width(560);
    let header = adw::HeaderBar::new();
    header.set_title_widget(Some(&adw::WindowTitle::new(tr(words::TITLE), "")));
    let group = adw::PreferencesGroup::new();
    let bad = report.worst() >= Severity::Warning;
    group.set_description(Some(if bad { tr(words::BAD) } else { tr(words::GOOD) }));
    let mut findings: Vec<_> = report.findings.iter().collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.symptom.severity()));
    for finding in findings {
        let row = adw::ActionRow::new();
        row.set_use_markup(false);
        let title = told(&finding.symptom);
        row.set_title(&title);
        row.set_title_lines(0);
        row.set_subtitle(&finding.help.join("\n"));
        row.set_subtitle_lines(0);
        let (icon, class) = match finding.symptom.severity() {
            Severity::Good => ("emblem-ok-symbolic", "success"),
            Severity::Note => ("dialog-information-symbolic", "quiet"),
            Severity::Warning => ("dialog-warning-symbolic", "warning"),
            Severity::Trouble => ("dialog-error-symbolic", "error"),
        };
        let mark = gtk::Image::from_icon_name(icon);
        mark.add_css_class(class);
        row.add_prefix(&mark);
        a11y::set_label(&row, &title);
        group.add(&row);
    }
    let clamp = adw::Clamp::new();
    clamp.set_margin_top(18);
    clamp.set_margin_bottom(24);
    clamp.set_margin_start(18);
    clamp.set_margin_end(18);
    clamp.set_child(Some(&group));
    let scroller = gtk::ScrolledWindow::new();
    scroller.set_policy(gtk::PolicyType::Never, gtk::PolicyType::Automatic);
    scroller.set_vexpand(true);
    scroller.set_child(Some(&clamp));
    a11y::set_label(&scroller, tr(words::TITLE));
    let column = gtk::Box::new(gtk::Orientation::Vertical, 0);
    column.append(&header);
    column.append(&scroller);
    window.set_content(Some(&column));
    super::sheet::close_by_escape(&window);
    fit_height(&window, &header, &scroller, HIGHEST);
    window.present();
}
