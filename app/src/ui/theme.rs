//! Light and dark: style sheet and accent colours, and which palette the painter takes.

use gtk::gdk;

use crate::paint::Theme;

const STYLE: &str = include_str!("style.css");

const LIGHT_ACCENT: &str = "@define-color accent_bg_color #14606b; @define-color accent_color #14606b; \
                            @define-color accent_fg_color #ffffff;";
const DARK_ACCENT: &str = "@define-color accent_bg_color #217984; @define-color accent_color #78c8d1; \
                           @define-color accent_fg_color #ffffff;";

/// The theme that the desktop asks for now.
pub(crate) fn current() -> Theme {
    if adw::StyleManager::default().is_dark() { Theme::Dark } else { Theme::Light }
}

/// Installs the style sheet and keeps the accent in step with light and dark.
pub(crate) fn install() {
    let Some(display) = gdk::Display::default() else {
        return;
    };
    let sheet = gtk::CssProvider::new();
    sheet.load_from_data(STYLE);
    gtk::style_context_add_provider_for_display(&display, &sheet, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION);
    let accent = gtk::CssProvider::new();
    gtk::style_context_add_provider_for_display(&display, &accent, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION);
    let apply = move || {
        accent.load_from_data(match current() {
            Theme::Light => LIGHT_ACCENT,
            Theme::Dark => DARK_ACCENT,
        });
    };
    apply();
    adw::StyleManager::default().connect_dark_notify(move |_| apply());
}

/// Calls back whenever light turns to dark or the other way round, as long as the widget lives.
pub(crate) fn on_change(widget: &impl gtk::glib::object::IsA<gtk::Widget>, changed: impl Fn(&gtk::Widget) + 'static) {
    use gtk::glib::object::ObjectExt;
    use gtk::prelude::Cast;
    let weak = widget.upcast_ref::<gtk::Widget>().downgrade();
    adw::StyleManager::default().connect_dark_notify(move |_| {
        if let Some(widget) = weak.upgrade() {
            changed(&widget);
        }
    });
}
