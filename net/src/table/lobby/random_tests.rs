//! Random tables: whatever people and modified programs do, nothing panics and every table stays sound.

use std::time::Duration;

use doubloons_engine::contract::Seat;

use super::super::chat::{Emote, Remark};
use super::ceremony::Answer;
use super::guest::{GuestCommand, GuestInput, GuestLobby};
use super::host::{HostCommand, HostInput, HostOutput};
use super::message::{Hello, Introduction, ToGuest, ToHost};
use super::reason::Objection;
use super::roster::Roster;
use super::simulated::{NAMES, Table, boards, identity, name, terms};
use super::{LobbyView, Stage};
use crate::hash::{Hash, Label};
use crate::identity::PublicKey;
use crate::wire::codec;

const TABLES: u64 = 400;
const STEPS: usize = 120;
const GUESTS: usize = 5;

/// Numbers that follow from a seed.
struct Dice(blake3::OutputReader);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(blake3::Hasher::new().update(&seed.to_le_bytes()).finalize_xof())
    }

    fn below(&mut self, end: usize) -> usize {
        let mut bytes = [0; 4];
        self.0.fill(&mut bytes);
        u32::from_le_bytes(bytes) as usize % end
    }

    fn seat(&mut self) -> Seat {
        Seat::new(self.below(5)).expect("a seat")
    }

    fn key(&mut self) -> PublicKey {
        identity(self.below(GUESTS + 2)).public()
    }
}

fn host_command(dice: &mut Dice) -> HostCommand {
    match dice.below(24) {
        0 => HostCommand::SetTerms(terms(2 + dice.below(4) as u8)),
        1 => HostCommand::SetClock(None),
        2 => HostCommand::RemoveBot(dice.seat()),
        3 => HostCommand::OpenSeat(dice.seat()),
        4 => HostCommand::CloseSeat(dice.seat()),
        5 | 6 => HostCommand::Move { guest: dice.key(), seat: dice.seat() },
        7 if dice.below(4) == 0 => HostCommand::Kick(dice.key()),
        8 | 9 => HostCommand::TakeSeat(dice.seat()),
        10 => HostCommand::LeaveSeat,
        11 => HostCommand::ChooseEmblem(dice.below(18) as u8),
        12 => HostCommand::ChooseName(name(NAMES[dice.below(NAMES.len())])),
        13 => HostCommand::SetReady(dice.below(2) == 0),
        14 => HostCommand::Say(Remark::Emote(Emote::Salute)),
        15 => HostCommand::CancelStart,
        16 if dice.below(30) == 0 => HostCommand::Close,
        17..=19 => HostCommand::AddBot { seat: dice.seat(), level: name("greedy") },
        _ => HostCommand::Start,
    }
}

fn introduction(dice: &mut Dice) -> Introduction {
    Introduction { name: name(NAMES[dice.below(NAMES.len())]), emblem: dice.below(17) as u8, plays: dice.below(4) > 0 }
}

fn guest_command(dice: &mut Dice) -> GuestCommand {
    match dice.below(16) {
        0..=3 => GuestCommand::Knock(introduction(dice)),
        4 => GuestCommand::ChooseSeat(dice.seat()),
        5 => GuestCommand::Watch,
        6 => GuestCommand::ChooseEmblem(dice.below(18) as u8),
        7 => GuestCommand::ChooseName(name(NAMES[dice.below(NAMES.len())])),
        8 => GuestCommand::Unready,
        9 => GuestCommand::Say(Remark::Emote(Emote::Groan)),
        10 if dice.below(4) == 0 => GuestCommand::Leave,
        _ => GuestCommand::Ready,
    }
}

/// What a modified program may send at any time.
fn forged_message(dice: &mut Dice, table: &Table) -> ToHost {
    let sent = table.host_outputs.iter().rev().find_map(|output| match output {
        HostOutput::Send { message: ToGuest::Draft(draft), .. } => Some(draft.id()),
        _ => None,
    });
    let draft = sent.unwrap_or(Hash([3; 32]));
    match dice.below(9) {
        0 => ToHost::Hello(Hello::new(&introduction(dice))),
        1 => ToHost::ChooseSeat(dice.seat()),
        2 => ToHost::Ready { revision: dice.below(3) as u32 },
        3 => ToHost::Leave,
        4 => ToHost::Unready,
        5 => ToHost::Answer { draft, answer: Answer::Seal(Hash([dice.below(256) as u8; 32])) },
        6 => ToHost::Answer { draft, answer: Answer::Consent(identity(1).sign(Label::Consent, &2)) },
        7 => ToHost::Object { draft, objection: Objection::Unsound },
        _ => ToHost::ChooseEmblem(dice.below(20) as u8),
    }
}

fn step(dice: &mut Dice, table: &mut Table) {
    let guest = dice.below(GUESTS);
    match dice.below(40) {
        0..=11 => table.command(host_command(dice)),
        12..=30 => table.guest(guest, guest_command(dice)),
        31 | 32 => {
            let (from, message) = (dice.key(), forged_message(dice, table));
            table.forge(from, message);
        }
        33 => {
            table.at_host(HostInput::Gone(table.key(guest)));
            table.at_guest(guest, GuestInput::HostGone);
        }
        34 => table.echo = !table.echo,
        35 if !table.mute.remove(&guest) => drop(table.mute.insert(guest)),
        36 | 37 => table.guests[guest] = GuestLobby::new(identity(guest + 1), identity(0).public(), boards()),
        _ => table.wait(Duration::from_millis(dice.below(8000) as u64)),
    }
}

fn check(table: &Table, seed: u64) {
    let roster = table.host.roster();
    let again: Result<Roster, _> = codec::decode(&codec::encode(roster), usize::MAX);
    assert_eq!(again.as_ref(), Ok(roster), "seed {seed}: a sound roster can be decoded");
    for guest in &table.guests {
        let view = guest.view();
        let inside = matches!(view.stage, Stage::Gathering | Stage::Starting) && roster.person(&view.me).is_some();
        assert!(!inside || guest.roster() == Some(roster), "seed {seed}: everybody sees the same table");
    }
    let LobbyView { stage, waiting_for, .. } = table.host.view();
    if stage == Stage::Gathering && waiting_for.is_empty() {
        assert!(roster.draft([0; 32]).is_some(), "seed {seed}: nothing is waited for, so the game can start");
    }
}

#[test]
fn random_tables_stay_sound() {
    let mut begun = 0;
    let mut failed = 0;
    for seed in 0..TABLES {
        let mut dice = Dice::new(seed);
        let mut table = Table::new(2 + dice.below(3) as u8, GUESTS);
        for _ in 0..STEPS {
            step(&mut dice, &mut table);
            check(&table, seed);
        }
        failed += table.host_outputs.iter().filter(|output| matches!(output, HostOutput::Failed(_))).count();
        let games: Vec<_> = (0..GUESTS).filter_map(|guest| table.beginning(guest)).collect();
        let Some(host) = table.host_beginning() else {
            assert!(games.is_empty(), "seed {seed}: nobody plays without the host's consent");
            continue;
        };
        begun += 1;
        for game in games {
            assert_eq!(game.charter.id(), host.charter.id(), "seed {seed}: one table, one game");
        }
    }
    assert!(begun > 50 && failed > 20, "the tables were lively: {begun} games began, {failed} starts failed");
}
