//! Our own widgets: painted layers and buttons, the chart, and a hand of cards.

mod chart;
mod fan;
mod layer;
mod painted;

pub(crate) use chart::Chart;
pub(crate) use fan::Fan;
pub(crate) use layer::Layer;
pub(crate) use painted::Painted;
