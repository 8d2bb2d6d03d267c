//! How tables on one network find each other's players: a table announces itself by mDNS and is asked for news once a
//! second by whoever has it on the list, so that the list is right within seconds whatever the records say.

mod announcer;
mod browser;
mod card;
mod fault;
mod first_question;
mod inquiry;
mod links;
mod list;
pub(in crate::lan) mod mdns;
mod pace;
mod sighting;

pub use announcer::Announcer;
pub use browser::{Browser, Search};
pub use card::{Card, CardFault, MAX_CARD, TableId, TableStage};
pub use fault::DiscoveryFault;
pub use inquiry::{Answer, Inquirer, Inquiry, InquiryFault};
pub use sighting::{Contact, Sighting};
