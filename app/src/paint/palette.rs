//! The colours of both themes, each also for high contrast.

use doubloons_engine::caribbean::Colour;

use super::brush::Ink;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Theme {
    /// By day.
    #[default]
    Light,
    /// By night.
    Dark,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// Whether everything is flat and strong: no textures, wide lines.
    pub(crate) stark: bool,
    pub(crate) sea_centre: Ink,
    pub(crate) sea_edge: Ink,
    pub(crate) shallows: Ink,
    pub(crate) cell: Ink,
    pub(crate) cell_line: Ink,
    pub(crate) land: Ink,
    pub(crate) land_shade: Ink,
    pub(crate) coast: Ink,
    pub(crate) town_ink: Ink,
    pub(crate) region_ink: Ink,
    pub(crate) sea_ink: Ink,
    pub(crate) wood_top: Ink,
    pub(crate) wood_bottom: Ink,
    pub(crate) card_top: Ink,
    pub(crate) card_bottom: Ink,
    pub(crate) sail: Ink,
    pub(crate) sky_top: Ink,
    pub(crate) sky_bottom: Ink,
    pub(crate) window: Ink,
}

/// What may be touched now.
pub(crate) const GOLD: Ink = Ink::hex(0xf2b632);
/// Writing on gold and on paper.
pub(crate) const INK: Ink = Ink::hex(0x2a1a04);
/// The thief's red.
pub(crate) const BLOOD: Ink = Ink::hex(0x9c1426);

const LIGHT: Palette = Palette {
    stark: false,
    sea_centre: Ink::hex(0x22757c),
    sea_edge: Ink::hex(0x15565f),
    shallows: Ink::hex(0x6fc0b8),
    cell: Ink::white(0.08),
    cell_line: Ink::hex(0xd3efe6).alpha(0.42),
    land: Ink::hex(0xf1e3c1),
    land_shade: Ink::hex(0xdfc794),
    coast: Ink::hex(0x6d4f2b),
    town_ink: Ink::hex(0x3a2a18),
    region_ink: Ink::hex(0x755a32),
    sea_ink: Ink::white(0.92),
    wood_top: Ink::hex(0x5a4030),
    wood_bottom: Ink::hex(0x46301f),
    card_top: Ink::hex(0xfdf3da),
    card_bottom: Ink::hex(0xecd9ae),
    sail: Ink::hex(0xfdf6e3),
    sky_top: Ink::hex(0xf4dfa6),
    sky_bottom: Ink::hex(0xfbf0cf),
    window: Ink::hex(0x3a2a18),
};

const DARK: Palette = Palette {
    stark: false,
    sea_centre: Ink::hex(0x124c56),
    sea_edge: Ink::hex(0x0a323b),
    shallows: Ink::hex(0x3f8f8c),
    cell: Ink::hex(0xbff0ea).alpha(0.07),
    cell_line: Ink::hex(0x9fd8d0).alpha(0.30),
    land: Ink::hex(0xb8a57c),
    land_shade: Ink::hex(0x98835a),
    coast: Ink::hex(0x2c1f10),
    town_ink: Ink::hex(0x1f160c),
    region_ink: Ink::hex(0x4b3a20),
    sea_ink: Ink::hex(0x9fd8d0).alpha(0.85),
    wood_top: Ink::hex(0x3d2b20),
    wood_bottom: Ink::hex(0x2d1f16),
    card_top: Ink::hex(0xf3e6c8),
    card_bottom: Ink::hex(0xd9c293),
    sail: Ink::hex(0xefe4ca),
    sky_top: Ink::hex(0x1b2c40),
    sky_bottom: Ink::hex(0x3d4a52),
    window: Ink::hex(0xffd873),
};

const STARK_LIGHT: Palette = Palette {
    stark: true,
    sea_centre: Ink::hex(0x06343b),
    sea_edge: Ink::hex(0x06343b),
    cell: Ink::white(0.0),
    cell_line: Ink::white(1.0),
    land: Ink::hex(0xfffaf0),
    land_shade: Ink::hex(0xfffaf0),
    coast: Ink::black(1.0),
    town_ink: Ink::black(1.0),
    region_ink: Ink::hex(0x3a2a18),
    sea_ink: Ink::white(1.0),
    wood_top: Ink::hex(0x20140b),
    wood_bottom: Ink::hex(0x20140b),
    card_top: Ink::hex(0xffffff),
    card_bottom: Ink::hex(0xffffff),
    sail: Ink::white(1.0),
    ..LIGHT
};

const STARK_DARK: Palette = Palette {
    sea_centre: Ink::hex(0x00141a),
    sea_edge: Ink::hex(0x00141a),
    land: Ink::hex(0xd8c9a4),
    land_shade: Ink::hex(0xd8c9a4),
    region_ink: Ink::hex(0x2a1d0e),
    wood_top: Ink::hex(0x0c0704),
    wood_bottom: Ink::hex(0x0c0704),
    sky_top: DARK.sky_top,
    sky_bottom: DARK.sky_bottom,
    window: DARK.window,
    ..STARK_LIGHT
};

impl Palette {
    /// The colours of a theme for those who need strong contrast.
    pub(crate) const fn stark(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &STARK_LIGHT,
            Theme::Dark => &STARK_DARK,
        }
    }

    /// The colours of a theme.
    pub(crate) const fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// A player's strong colour.
pub(crate) const fn strong(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::hex(0xa51d2d),
        Colour::Blue => Ink::hex(0x1a4f9c),
        Colour::Green => Ink::hex(0x1c6b3c),
        Colour::Yellow => Ink::hex(0x8a5a00),
    }
}

/// A player's colour for bars, which stand on the window's own background.
pub(crate) const fn bar(colour: Colour, theme: Theme) -> Ink {
    match (theme, colour) {
        (Theme::Light, colour) => strong(colour),
        (Theme::Dark, Colour::Red) => Ink::hex(0xf0746f),
        (Theme::Dark, Colour::Blue) => Ink::hex(0x7fb0f5),
        (Theme::Dark, Colour::Green) => Ink::hex(0x74cf95),
        (Theme::Dark, Colour::Yellow) => Ink::hex(0xf0c04a),
    }
}

/// A player's pale colour.
pub(crate) const fn tint(colour: Colour) -> Ink {
    match colour {
        Colour::Red => Ink::hex(0xf3b7ac),
        Colour::Blue => Ink::hex(0xb4cdf2),
        Colour::Green => Ink::hex(0xb2dcb9),
        Colour::Yellow => Ink::hex(0xf7dc8a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Ink, other: Ink) -> f64 {
        one.contrast(other)
    }

    /// Everything that is written on painted ground: what, the ink and the ground.
    fn writing(palette: &Palette) -> [(&'static str, Ink, Ink); 7] {
        [
            ("names of towns", palette.town_ink, palette.land),
            ("names of towns near the coast", palette.town_ink, palette.land_shade),
            ("names of lands", palette.region_ink, palette.land),
            ("names of seas", palette.sea_ink, palette.sea_centre),
            ("figures on cards", INK, palette.card_bottom),
            ("the thief's figure", BLOOD, palette.card_bottom),
            ("golden buttons", INK, GOLD),
        ]
    }

    #[test]
    fn everything_written_can_be_read() {
        for theme in [Theme::Light, Theme::Dark] {
            for (palette, least) in [(Palette::of(theme), 4.5), (Palette::stark(theme), 7.0)] {
                for (what, ink, ground) in writing(palette) {
                    let found = contrast(ink.over(ground), ground);
                    assert!(found >= least, "{what}, {theme:?}, stark: {}: {found:.2}", palette.stark);
                }
            }
        }
    }

    #[test]
    fn high_contrast_is_clearly_stronger() {
        for theme in [Theme::Light, Theme::Dark] {
            let (plain, stark) = (Palette::of(theme), Palette::stark(theme));
            assert!(contrast(stark.cell_line, stark.sea_centre) >= 7.0, "borders of spaces, {theme:?}");
            assert!(contrast(stark.town_ink, stark.land) >= 7.0, "names of towns, {theme:?}");
            assert!(contrast(stark.region_ink, stark.land) >= 7.0, "names of lands, {theme:?}");
            assert!(contrast(stark.land, stark.sea_centre) >= 7.0, "land and sea, {theme:?}");
            assert!(contrast(GOLD, stark.sea_centre) >= 7.0, "what may be touched, {theme:?}");
            assert!(contrast(INK, stark.card_bottom) >= 15.0, "cards, {theme:?}");
            let sail = |palette: &Palette| contrast(palette.sail, palette.sea_centre);
            assert!(sail(stark) > sail(plain), "ships, {theme:?}");
        }
    }
}
