//! What a screen reader is told: a tree of objects with roles, names and states, over the accessibility bus.

use std::collections::HashMap;
use std::fmt;
use std::fs;

use futures_util::future::{join, join_all, join4};
use gio::glib::Variant;
use gio::glib::variant::{FromVariant, ToVariant};

/// How long a program may take to answer one question, in milliseconds.
const PATIENCE: i32 = 10_000;

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const ROOT: &str = "/org/a11y/atspi/accessible/root";

/// The accessibility bus of a desktop.
#[derive(Debug)]
pub struct Bus {
    connection: gio::DBusConnection,
}

/// Where an object is found on the bus.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    owner: String,
    path: String,
}

/// An object as it was when somebody looked.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Where it is.
    pub address: Address,
    /// How deep in the tree.
    pub depth: usize,
    /// What it is: "push button", "label", …
    pub role: String,
    /// What it is called.
    pub name: String,
    /// What its name leaves out.
    pub description: String,
    states: u64,
}

/// The states that tests ask for, by their numbers on the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It is switched on.
    Checked = 4,
    /// It can be used.
    Sensitive = 24,
    /// It has the keyboard's focus.
    Focused = 12,
    /// The keyboard's focus can be put there.
    Focusable = 11,
    /// It is on the screen, unless something lies above it or it is scrolled away.
    Visible = 30,
}

/// Where something is in its window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extents {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
    /// How wide.
    pub width: i32,
    /// How high.
    pub height: i32,
}

impl Bus {
    /// The accessibility bus beside a session bus.
    pub(crate) fn of(session: &str) -> Result<Bus, gio::glib::Error> {
        let address = connect(session)?.call_sync(
            Some("org.a11y.Bus"),
            "/org/a11y/bus",
            "org.a11y.Bus",
            "GetAddress",
            None,
            None,
            gio::DBusCallFlags::NONE,
            PATIENCE,
            gio::Cancellable::NONE,
        )?;
        let (address,) = <(String,)>::from_variant(&address).unwrap_or_default();
        Ok(Bus { connection: connect(&address)? })
    }

    /// The program with this process id, if it has shown itself to screen readers. What runs in a sandbox speaks through
    /// a proxy, and a desktop has one such program at most.
    pub fn program(&self, process: u32) -> Option<Address> {
        let registry = Address { owner: "org.a11y.atspi.Registry".to_owned(), path: ROOT.to_owned() };
        let programs = self.together(self.children(&registry));
        let speaks_for = |speaker| speaker == process || is_proxy(speaker);
        programs.into_iter().find(|program| self.together(self.process(&program.owner)).is_some_and(speaks_for))
    }

    /// Everything below an object, itself included, in the order in which a screen reader would read it. What vanishes
    /// while somebody looks is left out.
    pub fn tree(&self, top: &Address) -> Vec<Seen> {
        self.tree_down_to(top, usize::MAX)
    }

    /// The same, but nothing that is deeper in the tree than this.
    pub fn tree_down_to(&self, top: &Address, deepest: usize) -> Vec<Seen> {
        let mut family = HashMap::new();
        let mut level = vec![(top.clone(), 0)];
        // Asking for a whole level at once is much faster than asking for one object after the other.
        while !level.is_empty() {
            let looks = level.drain(..).map(|(address, depth)| async move {
                join(self.look(address.clone(), depth), self.children(&address)).await
            });
            for (object, children) in self.together(join_all(looks)) {
                let Some(object) = object else { continue };
                let children = if object.depth < deepest { children } else { Vec::new() };
                level.extend(children.iter().map(|child| (child.clone(), object.depth + 1)));
                family.insert(object.address.clone(), (object, children));
            }
        }
        let mut seen = Vec::new();
        let mut to_read = vec![top.clone()];
        while let Some(address) = to_read.pop() {
            if let Some((object, children)) = family.remove(&address) {
                to_read.extend(children.into_iter().rev());
                seen.push(object);
            }
        }
        seen
    }

    /// Where an object is in its window.
    pub fn extents(&self, of: &Address) -> Option<Extents> {
        const IN_WINDOW: u32 = 1;
        let question = (IN_WINDOW,).to_variant();
        let answer = self.together(self.ask(of, "org.a11y.atspi.Component", "GetExtents", Some(&question)))?;
        let ((x, y, width, height),) = FromVariant::from_variant(&answer)?;
        Some(Extents { x, y, width, height })
    }

    /// How many things can be done with an object by assistive technology.
    pub fn actions(&self, of: &Address) -> i32 {
        let count = self.together(self.property(of, "org.a11y.atspi.Action", "NActions"));
        count.and_then(|count| count.get()).unwrap_or(0)
    }

    /// Does the first thing that can be done with an object, as a screen reader's user would.
    pub fn act(&self, on: &Address) -> bool {
        let first = (0_i32,).to_variant();
        let answer = self.together(self.ask(on, "org.a11y.atspi.Action", "DoAction", Some(&first)));
        answer.is_some_and(|answer| <(bool,)>::from_variant(&answer) == Some((true,)))
    }

    async fn look(&self, address: Address, depth: usize) -> Option<Seen> {
        let (role, states, name, description) = join4(
            self.ask(&address, ACCESSIBLE, "GetRoleName", None),
            self.ask(&address, ACCESSIBLE, "GetState", None),
            self.property(&address, ACCESSIBLE, "Name"),
            self.property(&address, ACCESSIBLE, "Description"),
        )
        .await;
        let (role,) = FromVariant::from_variant(&role?)?;
        let (states,) = <(Vec<u32>,)>::from_variant(&states?)?;
        let half = |index: usize| u64::from(states.get(index).copied().unwrap_or(0));
        let (name, description) = (name?.get()?, description?.get()?);
        Some(Seen { depth, role, name, description, states: half(0) | half(1) << 32, address })
    }

    async fn children(&self, of: &Address) -> Vec<Address> {
        let answer = self.ask(of, ACCESSIBLE, "GetChildren", None).await;
        answer.map(|answer| addresses(&answer.child_value(0))).unwrap_or_default()
    }

    async fn process(&self, owner: &str) -> Option<u32> {
        let bus = Address { owner: "org.freedesktop.DBus".to_owned(), path: "/org/freedesktop/DBus".to_owned() };
        let question = (owner,).to_variant();
        let answer = self.ask(&bus, "org.freedesktop.DBus", "GetConnectionUnixProcessID", Some(&question)).await?;
        Some(<(u32,)>::from_variant(&answer)?.0)
    }

    async fn property(&self, of: &Address, interface: &str, name: &str) -> Option<Variant> {
        let question = (interface, name).to_variant();
        let answer = self.ask(of, "org.freedesktop.DBus.Properties", "Get", Some(&question)).await?;
        answer.child_value(0).as_variant()
    }

    async fn ask(&self, whom: &Address, interface: &str, method: &str, about: Option<&Variant>) -> Option<Variant> {
        let answer = self.connection.call_future(
            Some(&whom.owner),
            &whom.path,
            interface,
            method,
            about,
            None,
            gio::DBusCallFlags::NONE,
            PATIENCE,
        );
        // What is gone, or does not know the question, has nothing to say.
        answer.await.ok()
    }

    /// Waits for answers.
    fn together<T>(&self, answers: impl Future<Output = T>) -> T {
        let context = gio::glib::MainContext::new();
        context.with_thread_default(|| context.block_on(answers)).expect("a context of its own")
    }
}

impl Seen {
    /// Whether it is in this state.
    pub fn is(&self, state: State) -> bool {
        self.states >> (state as u64) & 1 == 1
    }

    /// Whether it can be used now: on the screen and not greyed out.
    pub fn is_usable(&self) -> bool {
        self.is(State::Visible) && self.is(State::Sensitive)
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:indent$}{} {:?}", "", self.role, self.name, indent = self.depth * 2)?;
        if !self.description.is_empty() {
            write!(f, " ({})", self.description)?;
        }
        for state in [State::Focusable, State::Focused, State::Sensitive, State::Visible] {
            if self.is(state) {
                write!(f, " {state:?}")?;
            }
        }
        Ok(())
    }
}

/// Whether a process passes on what a sandbox says.
fn is_proxy(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/comm")).is_ok_and(|name| name.trim() == "xdg-dbus-proxy")
}

fn addresses(list: &Variant) -> Vec<Address> {
    list.iter()
        .filter_map(|item| {
            let text = |index: usize| item.child_value(index).str().map(str::to_owned);
            Some(Address { owner: text(0)?, path: text(1)? })
        })
        .collect()
}

fn connect(address: &str) -> Result<gio::DBusConnection, gio::glib::Error> {
    gio::DBusConnection::for_address_sync(
        address,
        gio::DBusConnectionFlags::AUTHENTICATION_CLIENT | gio::DBusConnectionFlags::MESSAGE_BUS_CONNECTION,
        None,
        gio::Cancellable::NONE,
    )
}
