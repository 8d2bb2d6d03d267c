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
/// The same for high contrast.
const STARK_LIGHT_ACCENT: &str = "@define-color accent_bg_color #0a444d; @define-color accent_color #0a444d; \
                                  @define-color accent_fg_color #ffffff; @define-color success_color #0b5a22; \
                                  @define-color warning_color #6b4400; @define-color error_color #8f0f1a;";
const STARK_DARK_ACCENT: &str = "@define-color accent_bg_color #0d4f59; @define-color accent_color #a9e6ec; \
                                 @define-color accent_fg_color #ffffff; @define-color success_color #8ff0a4; \
                                 @define-color warning_color #ffd87a; @define-color error_color #ffb3ab;";

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
        accent.load_from_data(match (current(), is_stark()) {
            (Theme::Light, false) => LIGHT_ACCENT,
            (Theme::Dark, false) => DARK_ACCENT,
            (Theme::Light, true) => STARK_LIGHT_ACCENT,
            (Theme::Dark, true) => STARK_DARK_ACCENT,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::Ink;

    /// What libadwaita paints windows and cards with, light and dark.
    const GROUNDS: [[u32; 2]; 2] = [[0xfafafa, 0xffffff], [0x242424, 0x303030]];

    /// The colour that follows these words in a style sheet.
    fn colour(sheet: &str, words: &str) -> Ink {
        let (_, rest) = sheet.split_once(words).unwrap_or_else(|| panic!("no {words:?}"));
        let (_, code) = rest.split_once('#').unwrap_or_else(|| panic!("no colour after {words:?}"));
        Ink::hex(u32::from_str_radix(&code[..6], 16).expect("a colour"))
    }

    #[test]
    fn accents_can_be_read_on_windows_and_written_on() {
        let sheets = [(LIGHT_ACCENT, STARK_LIGHT_ACCENT), (DARK_ACCENT, STARK_DARK_ACCENT)];
        for ((plain, stark), grounds) in sheets.into_iter().zip(GROUNDS) {
            for (sheet, least) in [(plain, 4.5), (stark, 7.0)] {
                for ground in grounds {
                    let found = colour(sheet, "accent_color").contrast(Ink::hex(ground));
                    assert!(found >= least, "{sheet} on {ground:06x}: {found:.2}");
                }
                for name in ["success_color", "warning_color", "error_color"].into_iter().filter(|_| sheet == stark) {
                    let found = colour(sheet, name).contrast(Ink::hex(grounds[1]));
                    assert!(found >= least, "{name} of {sheet}: {found:.2}");
                }
                let found = colour(sheet, "accent_fg_color").contrast(colour(sheet, "accent_bg_color"));
                assert!(found >= least, "on the accent of {sheet}: {found:.2}");
            }
        }
    }

    #[test]
    fn writing_on_the_tray_can_be_read() {
        for theme in [Theme::Light, Theme::Dark] {
            let wood = Palette::of(theme).wood_top;
            for words in [".tray {", ".tray .dim {"] {
                let found = colour(STYLE, words).contrast(wood);
                assert!(found >= 4.5, "{words} {theme:?}: {found:.2}");
            }
            let waiting = colour(STYLE, ".tray button.wait {").alpha(WAITING).over(wood);
            let found = colour(STYLE, &format!("alpha(#f2b632, {WAITING}); color:")).contrast(waiting);
            assert!(found >= 4.5, "a seal that waits, {theme:?}: {found:.2}");
            let stark = Palette::stark(theme).wood_top;
            for words in [".tray button.chip.off {\n  background: none; color:", ".tray button { color:"] {
                let found = colour(STARK_STYLE, words).contrast(stark);
                assert!(found >= 7.0, "{words} {theme:?}: {found:.2}");
            }
        }
    }

    /// How strong the gold of a button is that waits for something.
    const WAITING: f64 = 0.34;
}
