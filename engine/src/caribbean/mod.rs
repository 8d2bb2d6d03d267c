//! Caribbean, the game of sealed bribes: six ships belong to nobody, and whoever offers a crew the most rum commands
//! their ship for one move.
//!
//! Where a rule lives:
//!
//! | rule | file |
//! | --- | --- |
//! | order of a round, absent seats, refill, end of the game | `round.rs` |
//! | who wins a ship, ties, thieves, number of steps | `bribe.rs` |
//! | what each command to a ship does and needs | `helm.rs` |
//! | an activation as a whole, endless exchanges | `activation.rs` |
//! | printings and house rules, targets | `options.rs` |
//! | the chart and its checks | `board/` |
//! | why something is refused | `illegal.rs` |

mod activation;
pub mod board;
mod bribe;
mod card;
mod chest;
mod colour;
mod command;
mod event;
mod helm;
mod illegal;
mod narration;
mod options;
pub mod planner;
mod position;
mod round;
mod scenario;
mod ship;
mod space;
mod table;
mod victory;
mod view;
mod waters;

pub use activation::Activation;
pub use board::{Board, BoardFault, BoardId};
pub use bribe::{MOST_STEPS, TieVerdict, Verdict, compare, compare_reserves, steps};
pub use card::{BRIBES, Card, CardSet, Choice, RESERVE, bribe_slot, tie_slot};
pub use chest::{CHESTS, Chest, ChestSet, Chests};
pub use colour::Colour;
pub use command::Command;
pub use event::{End, Event, Stall};
pub use helm::{CAPTURE_BONUS, Legal};
pub use illegal::{Illegal, MAX_LOCKS};
pub use narration::Narrator;
pub use options::{Colours, GAME_NUMBER, MAX_NO_INCOME_ROUNDS, Options, Terms, TermsFault, UnusedHavens, target};
pub use position::{Hand, Phase, Player, Reserve, Tie};
pub use scenario::{MAX_PURSE, Scenario, ScenarioFault};
pub use ship::{SHIPS, Ship, ShipSet};
pub use space::{MAX_SPACES, Space, SpaceSet, Spaces};
pub use table::Caribbean;
pub use victory::winners;
pub use view::{Own, View};
pub use waters::{Cargo, Deliveries, MAX_PLAYERS, Owners, Waters, Whereabouts};
