//! Keeps the list of tables on this network: puts what is heard and answered into the list's machine and carries out
//! what comes out of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Notify, mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{MissedTickBehavior, interval, sleep_until, timeout};

use super::fault::DiscoveryFault;
use super::first_question::FirstQuestion;
use super::inquiry::{Inquirer, InquiryFault};
use super::links::{self, INTERFACES_CHECKED, Links};
use super::list::{Event, Question, RecordName, TableList};
use super::mdns::{self, Heard, TableQuestion};
use super::pace::Pace;
use super::sighting::Sighting;
use crate::lan::interfaces::{self, Interface, InterfaceChoice};

/// When an inquiry is given up, if its carrier does not give up by itself.
const INQUIRY_GIVEN_UP: Duration = Duration::from_secs(3);

/// How much may be heard before it is dealt with. Beyond it the daemons wait.
const UNHEARD: usize = 64;

/// A search whose first question is out, before anything else that it needs is ready: opening ports and daemons takes
/// longer than an answer.
#[derive(Debug)]
pub struct Search {
    choice: InterfaceChoice,
    there: Vec<Interface>,
    asked: Vec<FirstQuestion>,
}

impl Search {
    /// Asks for tables.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn begin(choice: &InterfaceChoice) -> Result<Search, DiscoveryFault> {
        let there = links::there_now(choice)?;
        let asked = interfaces::chosen(&there, choice).into_iter().map(mdns::first_question).collect();
        Ok(Search { choice: choice.clone(), there, asked })
    }

    /// Goes on with it. The list is what a person should see: tables that gather first, then by name.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn go_on(self, inquirer: Arc<dyn Inquirer>) -> (Browser, watch::Receiver<Vec<Sighting>>) {
        let links = Links::on_those(&self.choice, &self.there);
        let (shown, list) = watch::channel(Vec::new());
        let refresh = Arc::new(Notify::new());
        let lookout = Lookout::new(links, self.asked, inquirer, shown);
        let task = tokio::spawn(browse(lookout, Arc::clone(&refresh)));
        (Browser { refresh, task }, list)
    }
}

/// Looks for tables as long as it lives.
#[derive(Debug)]
pub struct Browser {
    refresh: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Browser {
    /// Begins to look for tables.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub fn start(
        choice: &InterfaceChoice,
        inquirer: Arc<dyn Inquirer>,
    ) -> Result<(Browser, watch::Receiver<Vec<Sighting>>), DiscoveryFault> {
        Ok(Search::begin(choice)?.go_on(inquirer))
    }

    /// Asks the network again at once: for a button, or after a sleep.
    pub fn refresh(&self) {
        self.refresh.notify_one();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn browse(mut lookout: Lookout, refresh: Arc<Notify>) {
    let (sender, mut heard) = mpsc::channel(UNHEARD);
    let mut check = interval(INTERFACES_CHECKED);
    check.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut pace = Pace::default();
    let mut ask_again = Instant::now();
    loop {
        let now = Instant::now();
        if now >= ask_again {
            lookout.ask_for_tables(|_| true, &sender);
            ask_again = now + pace.wait_after_question();
        }
        let due = lookout.list.next_due(now).map_or(ask_again, |due| due.min(ask_again));
        tokio::select! {
            Some((interface, news)) = heard.recv() => lookout.handle(of_news(interface, news)),
            Some(reply) = lookout.inquiries.join_next() => {
                if let Ok(reply) = reply {
                    lookout.handle(reply);
                }
            }
            _ = check.tick() => {
                let changes = lookout.links.look_again();
                for interface in changes.gone {
                    lookout.handle(Event::InterfaceGone { interface });
                }
                if !changes.fresh.is_empty() {
                    lookout.ask_for_tables(|interface| changes.fresh.contains(&interface), &sender);
                    pace.hurry();
                    ask_again = Instant::now() + pace.wait_after_question();
                }
            }
            () = refresh.notified() => {
                pace.hurry();
                ask_again = Instant::now();
            }
            () = sleep_until(due.into()) => lookout.handle(Event::Tick),
        }
    }
}

struct Lookout {
    links: Links,
    /// First questions that are out, and whose answers nobody has heard yet.
    asked: Vec<FirstQuestion>,
    list: TableList,
    inquirer: Arc<dyn Inquirer>,
    inquiries: JoinSet<Event>,
    shown: watch::Sender<Vec<Sighting>>,
}

impl Lookout {
    fn new(
        links: Links,
        asked: Vec<FirstQuestion>,
        inquirer: Arc<dyn Inquirer>,
        shown: watch::Sender<Vec<Sighting>>,
    ) -> Lookout {
        Lookout { links, asked, list: TableList::default(), inquirer, inquiries: JoinSet::new(), shown }
    }

    fn handle(&mut self, event: Event) {
        let now = Instant::now();
        for question in self.list.handle(now, event) {
            self.ask(question);
        }
        let list = self.list.sightings(now);
        self.shown.send_if_modified(|shown| {
            let changed = *shown != list;
            *shown = list;
            changed
        });
    }

    /// A failure on one interface is not the others' concern; the doctor tells of it.
    fn ask_for_tables(&mut self, on: impl Fn(u32) -> bool, heard: &mpsc::Sender<(u32, Heard)>) {
        let now = Instant::now();
        for link in self.links.iter().filter(|link| on(link.interface().index)) {
            let doubtful = self.list.is_doubtful(link.interface().index, now);
            let question = if doubtful { TableQuestion::WhoIsThere } else { TableQuestion::WhoElseIsThere };
            let early = self.asked.iter().position(|asked| asked.interface() == link.interface());
            let early = early.map(|place| self.asked.swap_remove(place));
            let _ = link.ask_for_tables(question, early, heard.clone());
        }
    }

    fn ask(&mut self, Question { of, addresses }: Question) {
        let inquiry = self.inquirer.ask(addresses, of.host);
        self.inquiries.spawn(async move {
            let reply = timeout(INQUIRY_GIVEN_UP, inquiry).await.unwrap_or(Err(InquiryFault::Silent));
            Event::Replied { of, reply }
        });
    }
}

fn of_news(interface: u32, news: Heard) -> Event {
    match news {
        Heard::Announced { instance, card, addresses, fresh } => {
            Event::Announced { record: RecordName { interface, instance }, card: *card, addresses, fresh }
        }
        Heard::Withdrawn { instance } => Event::Withdrawn { record: RecordName { interface, instance } },
    }
}
