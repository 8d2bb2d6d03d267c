//! Light and dark, plain and high contrast: style sheets and accent colours, and which palette the painter takes.

use std::cell::Cell;
use std::rc::Rc;

use gtk::gdk;

use super::bond;
use crate::paint::{Palette, Theme};
use crate::preferences::{Appearance, Contrast};

const STYLE: &str = include_str!("style.css");
/// What is added for high contrast. Where the desktop asks for it, libadwaita does its own part besides.
const STARK_STYLE: &str = include_str!("stark.css");

const LIGHT_ACCENT: &str = "@define-color accent_bg_color #14606b; @define-color accent_color #14606b; \
                            @define-color accent_fg_color #ffffff;";
const DARK_ACCENT: &str = "@define-color accent_bg_color #217984; @define-color accent_color #78c8d1; \
                           @define-color accent_fg_color #ffffff;";

thread_local! {
    /// What the person has chosen; windows have one thread.
    static CHOSEN: Cell<Contrast> = const { Cell::new(Contrast::System) };
}

/// Whether high contrast is wanted, by the person or by the desktop.
pub(crate) fn is_stark() -> bool {
    CHOSEN.get() == Contrast::High || adw::StyleManager::default().is_high_contrast()
}

/// The colours to paint with now.
pub(crate) fn palette() -> &'static Palette {
    if is_stark() { Palette::stark(current()) } else { Palette::of(current()) }
}

/// Takes over what the person has chosen.
pub(crate) fn set_contrast(contrast: Contrast) {
    use gtk::glib::object::ObjectExt;
    if CHOSEN.replace(contrast) != contrast {
        // Everybody who paints listens to this already.
        adw::StyleManager::default().notify("high-contrast");
    }
}

/// Light or dark as the person has chosen.
pub(crate) fn set_appearance(appearance: Appearance) {
    adw::StyleManager::default().set_color_scheme(match appearance {
        Appearance::System => adw::ColorScheme::Default,
        Appearance::Light => adw::ColorScheme::ForceLight,
        Appearance::Dark => adw::ColorScheme::ForceDark,
    });
}

/// The theme that the person or the desktop asks for now.
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
    let stark = gtk::CssProvider::new();
    gtk::style_context_add_provider_for_display(&display, &stark, gtk::STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
    let apply = move || {
        stark.load_from_data(if is_stark() { STARK_STYLE } else { "" });
        accent.load_from_data(match current() {
            Theme::Light => LIGHT_ACCENT,
            Theme::Dark => DARK_ACCENT,
        });
    };
    apply();
    let manager = adw::StyleManager::default();
    let again = apply.clone();
    manager.connect_dark_notify(move |_| again());
    manager.connect_high_contrast_notify(move |_| apply());
}

/// Calls back whenever light, dark or the contrast change, as long as the widget lives.
pub(crate) fn on_change(widget: &impl gtk::glib::object::IsA<gtk::Widget>, changed: impl Fn(&gtk::Widget) + 'static) {
    use gtk::prelude::Cast;
    let manager = adw::StyleManager::default();
    let widget: &gtk::Widget = widget.upcast_ref();
    let changed = Rc::new(changed);
    for property in ["dark", "high-contrast"] {
        let (weak, changed) = (gtk::glib::object::ObjectExt::downgrade(widget), Rc::clone(&changed));
        bond::on_notify(&manager, property, widget, move || {
            if let Some(widget) = weak.upgrade() {
                changed(&widget);
            }
        });
    }
}
