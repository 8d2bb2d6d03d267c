//! A table that is announced on a network without being there, for what a list says about it.

use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use doubloons_net::identity::Identity;
use doubloons_net::lan::discovery::{Announcer, Card, TableId, TableStage};
use doubloons_net::lan::interfaces::InterfaceChoice;
use doubloons_net::table::genesis::{Name, PROTOCOL_VERSION, RULES_VERSION};
use doubloons_tests::laptop::Laptop;

/// The announcement, until it is dropped.
#[derive(Debug)]
pub struct Announcement {
    stop: Option<mpsc::Sender<()>>,
    announces: Option<JoinHandle<()>>,
}

impl Announcement {
    /// Announces, from a laptop, a table of a version of the program that is still to come.
    pub fn of_version(laptop: &Laptop, table: &str, version: &str) -> Announcement {
        let card = Card {
            table: TableId([7; 8]),
            name: name(table),
            game: name("caribbean"),
            seats: 4,
            taken: 1,
            host: name("Jack"),
            protocol: PROTOCOL_VERSION + 1,
            rules: RULES_VERSION,
            pin: false,
            stage: TableStage::Gathering,
            key: Identity::from_secret(&[7; 32]).public(),
            version: name(version),
        };
        let entrance = laptop.namespace().entrance();
        let (stop, stopped) = mpsc::channel::<()>();
        let announces = thread::spawn(move || {
            entrance.enter();
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
            let runtime = runtime.expect("a runtime");
            let _inside = runtime.enter();
            let _announcer = Announcer::start(&InterfaceChoice::default(), &card, 17180).expect("an announcement");
            let _ = stopped.recv();
        });
        Announcement { stop: Some(stop), announces: Some(announces) }
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(announces) = self.announces.take() {
            // Whoever waits for the table has noticed already if it failed.
            let _ = announces.join();
        }
    }
}

fn name(text: &str) -> Name {
    text.to_owned().try_into().expect("a name")
}
