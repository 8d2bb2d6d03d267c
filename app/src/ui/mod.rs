//! The windows: relm4 components that show what the domain says and tell it what was touched.

mod a11y;
mod app;
mod chat_pane;
mod dialog;
mod doctor_sheet;
mod game_keys;
mod game_page;
mod harbour;
mod joining_card;
mod pages;
mod replay_list;
mod replay_page;
mod results_page;
mod seat_cards;
mod sheet;
mod shortcuts;
mod sidebar;
mod size;
mod table_list;
mod table_page;
mod theme;
mod tray;
mod trouble;
mod verdict;
mod widget;

pub(crate) use app::{AppInit, run};
