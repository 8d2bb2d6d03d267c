//! Our own widgets: painted layers and buttons, the chart, a hand of cards, columns of text, banners, and a
//! herald for those who listen.

mod banner;
mod chart;
mod column;
mod fan;
mod herald;
mod layer;
mod painted;
mod ring;
mod scroll;
mod toast;

pub(crate) use banner::{Banner, Notice, Tone};
pub(crate) use chart::Chart;
pub(crate) use column::Column;
pub(crate) use fan::Fan;
pub(crate) use herald::Herald;
pub(crate) use layer::Layer;
pub(crate) use painted::Painted;
pub(crate) use ring::Ring;
pub(crate) use scroll::{fit_height, follow_the_end, show_in_view, show_what_unfolds, stop_while_there_is_more};
pub(crate) use toast::toast;
