//! The painter: chart, ships, cards and emblems, drawn with cairo. It knows sizes and colours, and nothing of widgets;
//! what changes seldom is baked into textures by the callers.

mod brush;
mod card;
mod chart;
mod chest;
mod code;
mod crest;
mod emblem;
mod geometry;
mod hero;
mod labels;
mod noise;
mod ornament;
mod palette;
mod pieces;
mod plate;
mod purse;
mod ship;
mod text;
mod texture;
mod village;
mod wood;

pub(crate) use brush::{Brush, Ink};
pub(crate) use card::{CARD_HEIGHT, CARD_WIDTH, card_back, card_face, card_seal, empty_berth};
pub(crate) use chart::paint_chart;
pub(crate) use chest::chest;
pub(crate) use code::Code;
pub(crate) use crest::{crest, crest_name};
pub(crate) use emblem::{medallion, pattern_fill};
pub(crate) use geometry::{Area, Geometry};
pub(crate) use hero::{paint_hero, thumbnail};
pub(crate) use labels::Lettering;
pub(crate) use palette::{Palette, Theme, bar};
pub(crate) use pieces::{
    HOLD_BELOW, Lit, TAG_TIP, act_tag, act_tag_size, active_space, distances, lit_spaces, pointed_at, ship_piece,
    space_number, tag_room, town_tag, trail,
};
pub(crate) use plate::{PLATE_HEIGHT, paint_plate};
pub(crate) use purse::paint_purses;
pub(crate) use text::enlargement;
pub(crate) use texture::{bake, bake_for};
pub(crate) use wood::wood;
