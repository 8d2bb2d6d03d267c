//! Our own widgets: painted layers and buttons, the chart, a hand of cards, columns of text, and banners.

mod banner;
mod chart;
mod column;
mod fan;
mod layer;
mod painted;
mod scroll;

pub(crate) use banner::{Banner, Notice, Tone};
pub(crate) use chart::Chart;
pub(crate) use column::Column;
pub(crate) use fan::Fan;
pub(crate) use layer::Layer;
pub(crate) use painted::Painted;
pub(crate) use scroll::follow_the_end;
