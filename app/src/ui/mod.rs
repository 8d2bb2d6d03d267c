//! The windows: relm4 components that show what the domain says and tell it what was touched.

mod a11y;
mod app;
mod game_keys;
mod game_page;
mod harbour;
mod pages;
mod results_page;
mod sidebar;
mod signals;
mod theme;
mod tray;
mod widget;

pub(crate) use app::{AppInit, run};
