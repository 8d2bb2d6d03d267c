//! The windows: relm4 components that show what the domain says and tell it what was touched.

mod a11y;
mod about;
mod app;
mod bond;
mod chat_pane;
mod coach;
mod deck;
mod dialog;
mod doctor_sheet;
mod game_page;
mod harbour;
mod joining_card;
mod motion;
mod pages;
mod replay_list;
mod replay_page;
mod results_page;
mod rules_window;
mod seat_cards;
mod sheet;
mod shortcuts;
mod sidebar;
mod size;
mod sounds;
mod table_list;
mod table_page;
mod theme;
mod tray;
mod trouble;
mod verdict;
mod voyage_list;
mod when;
mod widget;

pub(crate) use app::{AppInit, run};
pub(crate) use size::text_scale;
