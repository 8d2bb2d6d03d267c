//! Four laptops that play one game, from the open table to the transcripts on all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use doubloons_net::transcript::Transcript;

use crate::event::Event;
use crate::laptop::Laptop;
use crate::network::Lan;
use crate::program::{self, Program};

/// What is played and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How the table is called.
    pub table: &'static str,
    /// How many laptops play.
    pub seats: usize,
    /// How long bots wait before each decision.
    pub pace: Duration,
    /// What people have to know to sit down.
    pub pin: Option<&'static str>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { table: "Tortuga", seats: 4, pace: Duration::ZERO, pin: None }
    }
}

/// People find a table within this time, however busy the machine is.
const SIT_DOWN: Duration = Duration::from_secs(60);

/// The players of one game. The first one opened the table.
#[derive(Debug)]
pub struct Party<'lan> {
    players: Vec<Player<'lan>>,
}

/// A laptop with the program that plays there.
#[derive(Debug)]
pub struct Player<'lan> {
    laptop: &'lan Laptop,
    data: PathBuf,
    arguments: Vec<String>,
    /// The one that runs, or ran last.
    pub program: Program,
    /// Those that were killed before it.
    earlier: Vec<Program>,
}

/// What a finished game has left behind.
#[derive(Debug)]
pub struct Finished {
    /// The same on every laptop.
    pub transcript: Transcript,
    /// Reports of accepted entries that were compared with it.
    pub reports: usize,
    /// Events at any player's that blame somebody: for cheating, or for keeping back what was sealed.
    pub blamed: Vec<String>,
}

impl<'lan> Party<'lan> {
    /// Opens a table on the first laptop and lets the others find it and sit down; returns once everybody plays.
    pub fn sit_down(lan: &'lan Lan, plan: &Plan) -> Party<'lan> {
        let party = Party::gather(lan, plan);
        party.wait_until_begun();
        party
    }

    /// The same without waiting for the beginning.
    pub fn gather(lan: &'lan Lan, plan: &Plan) -> Party<'lan> {
        Party::gather_with(lan, plan, |_| None)
    }

    /// The same with other data folders for some laptops.
    pub fn gather_with(lan: &'lan Lan, plan: &Plan, data: impl Fn(usize) -> Option<PathBuf>) -> Party<'lan> {
        let start = |number| {
            let laptop = lan.laptop(number);
            let mut arguments = if number == 0 { host_arguments(plan) } else { join_arguments(plan) };
            arguments.extend(["--player".to_owned(), laptop.name().to_owned()]);
            Player::start(laptop, data(number).unwrap_or_else(|| laptop.data().to_owned()), arguments)
        };
        Party { players: (0..plan.seats).map(start).collect() }
    }

    /// Waits until the game has begun for everybody, and checks that it is the same game.
    pub fn wait_until_begun(&self) {
        let begun: Vec<_> = self.players.iter().map(|player| player.program.wait_for("begun", SIT_DOWN)).collect();
        for event in &begun {
            assert_eq!(event.text("game"), begun[0].text("game"), "everybody is in the same game");
            assert_eq!(event.text("words"), begun[0].text("words"), "everybody sees the same words");
        }
    }

    /// A player, counted from 0.
    pub fn player(&mut self, number: usize) -> &mut Player<'lan> {
        &mut self.players[number]
    }

    /// All of them.
    pub fn players(&self) -> &[Player<'lan>] {
        &self.players
    }

    /// Who hosts, as far as a player knows: not for ever whoever opened the table.
    pub fn host(&self, according_to: usize) -> usize {
        let events = self.players[according_to].program.events();
        let last = events.iter().rev().find(|event| event.is("hosted"));
        let named = |name: &str| self.players.iter().position(|player| player.laptop.name() == name);
        last.and_then(|event| named(event.text("host"))).unwrap_or(0)
    }

    /// Whether a player has seen the end of the game.
    pub fn is_over(&self, player: usize) -> bool {
        let over = |event: &Event| event.is("game_over") || event.is("over");
        self.players[player].program.find(0, Duration::ZERO, over).is_some()
    }

    /// Waits until a player knows as many entries to be accepted.
    pub fn wait_for_entry(&self, player: usize, index: u64, within: Duration) {
        self.players[player].wait_for_entry(0, index, within);
    }

    /// Waits until a player gets further than now by as many entries.
    pub fn wait_for_progress(&self, player: usize, entries: u64, within: Duration) {
        self.players[player].wait_for_entry(0, self.players[player].accepted() + entries, within);
    }

    /// Waits for the end of the game everywhere that a program is running, and checks everything that has to hold then:
    /// good exit codes, the same transcript on every laptop, which is valid and complete and lacks nothing that any
    /// program, even one that was killed, has ever reported as accepted.
    pub fn finish(mut self, within: Duration) -> Finished {
        let mut transcripts = Vec::new();
        let mut account = String::new();
        for player in &mut self.players {
            if player.program.has_ended().is_some_and(|status| !status.success()) && player.was_killed() {
                continue;
            }
            let over = player.program.wait_for("over", within);
            let status = player.program.wait_end(Duration::from_secs(20));
            assert!(status.success(), "{} ended with {status}\n{}", player.program.name(), player.program.account());
            assert_eq!(over.json["verified"], true, "{}", over.json);
            let path = player.data.join(over.text("transcript"));
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            account +=
                &format!("{}: {} entries, {} bytes\n", player.laptop.name(), over.number("entries"), bytes.len());
            if let Some(folder) = program::logs() {
                let _ = fs::copy(&path, folder.join(format!("{}.doubloons", player.laptop.name())));
            }
            transcripts.push((player.laptop, path, bytes));
        }
        let (laptop, path, first) = transcripts.first().expect("somebody finished the game");
        assert!(transcripts.iter().all(|(.., bytes)| bytes == first), "transcripts differ:\n{account}");
        let checked = laptop.run(&["verify", path.to_str().expect("a path in UTF-8")]);
        let verdict = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "verify: {}\n{verdict}", checked.status);
        assert!(verdict.lines().any(|line| line == "valid"), "verify says:\n{verdict}");
        let transcript = Transcript::from_bytes(first).expect("a transcript");
        let reports = self.check_reports(&transcript);
        let events = self.players.iter().flat_map(Player::programs).flat_map(Program::events);
        let blamed = events.filter(|event| event.is("withheld") || event.is("cheated"));
        Finished { transcript, reports, blamed: blamed.map(|event| event.json.to_string()).collect() }
    }

    /// Compares every report of an accepted entry with the transcript. What came after the game, such as somebody who came
    /// back, is no part of it.
    fn check_reports(&self, transcript: &Transcript) -> usize {
        let entries: BTreeMap<u64, String> =
            transcript.entries().iter().map(|entry| (entry.head().index, entry.hash().to_string())).collect();
        let mut reports = 0;
        for program in self.players.iter().flat_map(Player::programs) {
            for event in program.events().iter().filter(|event| event.is("accepted")) {
                let index = event.number("index");
                if index > entries.len() as u64 {
                    continue;
                }
                let kept = entries.get(&index).map(String::as_str);
                assert_eq!(kept, Some(event.text("hash")), "{} reported entry {index}", program.name());
                reports += 1;
            }
        }
        assert!(reports > 0, "nobody reported any entry as accepted");
        reports
    }
}

impl<'lan> Player<'lan> {
    fn start(laptop: &'lan Laptop, data: PathBuf, arguments: Vec<String>) -> Player<'lan> {
        let program = run(laptop, &data, &arguments);
        Player { laptop, data, arguments, program, earlier: Vec::new() }
    }

    /// Starts it again with the same arguments and the same data.
    pub fn start_again(&mut self) {
        assert!(self.program.has_ended().is_some(), "{} is still running", self.program.name());
        let earlier = std::mem::replace(&mut self.program, run(self.laptop, &self.data, &self.arguments));
        self.earlier.push(earlier);
    }

    /// How many entries it knows to be accepted.
    pub fn accepted(&self) -> u64 {
        let events = self.program.events();
        events.iter().filter(|event| event.is("accepted")).map(|event| event.number("index")).max().unwrap_or(0)
    }

    /// Waits until it says, after the mark, that an entry at or after the index is accepted.
    pub fn wait_for_entry(&self, mark: usize, index: u64, within: Duration) {
        let what = format!("entry {index} accepted");
        let reached = |event: &Event| event.is("over") || (event.is("accepted") && event.number("index") >= index);
        self.program.wait_since(mark, &what, within, reached);
    }

    /// The program that runs and those that were killed before it.
    fn programs(&self) -> impl Iterator<Item = &Program> {
        self.earlier.iter().chain([&self.program])
    }

    fn was_killed(&mut self) -> bool {
        use std::os::unix::process::ExitStatusExt;
        self.program.has_ended().is_some_and(|status| status.signal().is_some())
    }
}

/// The command that opens the table.
pub fn host_arguments(plan: &Plan) -> Vec<String> {
    let mut arguments = words("host --game caribbean --play greedy");
    arguments.extend(["--seats".to_owned(), plan.seats.to_string(), "--name".to_owned(), plan.table.to_owned()]);
    arguments.extend(pin_and_pace(plan));
    arguments
}

/// The command that finds it and sits down.
pub fn join_arguments(plan: &Plan) -> Vec<String> {
    let mut arguments = words("join --bot greedy");
    arguments.extend(["--table".to_owned(), plan.table.to_owned()]);
    arguments.extend(pin_and_pace(plan));
    arguments
}

fn pin_and_pace(plan: &Plan) -> Vec<String> {
    let mut arguments = Vec::new();
    if let Some(pin) = plan.pin {
        arguments.extend(["--pin".to_owned(), pin.to_owned()]);
    }
    if !plan.pace.is_zero() {
        arguments.extend(["--pace".to_owned(), plan.pace.as_millis().to_string()]);
    }
    arguments
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn run(laptop: &Laptop, data: &Path, arguments: &[String]) -> Program {
    laptop.start_with_data(data, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
}
