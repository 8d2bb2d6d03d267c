//! Writes a whole game of bots down so that a person can follow it.

use std::fmt::Write;

use doubloons_engine::bots::{Bot, Greedy};
use doubloons_engine::caribbean::planner::Planner;
use doubloons_engine::caribbean::{
    Board, Card, Caribbean, Choice, Event, Narrator, Options, Phase, RESERVE, Ship, Terms, UnusedHavens, bribe_slot,
};
use doubloons_engine::contract::{Canonical, Draw, Game, Input, InputOf, Seat, SeatSet, Turn};
use doubloons_engine::local::LocalTable;

const NAMES: [&str; 4] = ["Anne", "Bart", "Calico", "Drake"];
/// The seed of the table's chance; the bots' seeds follow from it.
const SEED: u64 = 1718;

/// A game of greedy bots in words.
pub(crate) fn playthrough(seats: u8, printing: &str, options: Options) -> String {
    let board = Board::standard();
    let terms = Terms { options, ..Terms::new(&board, seats) };
    let game = Caribbean::new(&terms, board).expect("both printings are sound");
    let mut bots: Vec<Box<dyn Bot<Caribbean>>> =
        (0..u64::from(seats)).map(|seat| Box::new(Greedy::new(SEED + seat)) as Box<dyn Bot<Caribbean>>).collect();
    let mut scribe = Scribe { text: String::new(), planner: Planner::new(), table: LocalTable::new(game, SEED) };
    scribe.header(printing);
    let mut number = 0;
    loop {
        let before = scribe.table.game().clone();
        let mut events = Vec::new();
        let Some(input) = scribe.table.step(&mut bots, &mut events) else {
            break;
        };
        number += 1;
        scribe.input(number, &before, &input);
        scribe.events(&events);
        scribe.turn();
    }
    scribe.text
}

struct Scribe {
    text: String,
    planner: Planner,
    table: LocalTable<Caribbean>,
}

impl Scribe {
    fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text += "\n";
    }

    fn header(&mut self, printing: &str) {
        let game = self.table.game().clone();
        let (terms, options) = (game.terms(), game.options());
        let players = &NAMES[..game.seats().len()];
        let yes_no = |flag| if flag { "yes" } else { "no" };
        self.line(&format!("Caribbean, {printing} printing, {} players", terms.seats));
        self.line("");
        self.line(&format!("chart           {} ({})", game.board().name(), hex(&terms.board.bytes()[..4])));
        self.line(&format!("players         {} (greedy bots)", players.join(", ")));
        self.line(&format!("target          {}", doubloons(game.target())));
        self.line(&format!("passing on      {}", yes_no(options.pass_on)));
        self.line(&format!("must unload     {}", yes_no(options.must_unload_on_stop)));
        self.line(&format!("from beside     {}", yes_no(options.adjacent_deliver)));
        self.line(&format!("loading costs   {}", options.capture_cost));
        self.line(&format!(
            "shown thief     {}",
            if options.thief_beats_kept { "beats a kept card" } else { "is no bid" }
        ));
        let unused = match options.unused_havens {
            UnusedHavens::Sea => "sea",
            UnusedHavens::Closed => "closed",
        };
        self.line(&format!("unused havens   {unused}"));
        self.line(&format!("shared victory  {}", yes_no(options.shared_victory)));
        self.line(&format!("quiet rounds    {}", options.no_income_rounds));
        self.line(&format!("terms           {}", hex(&terms.to_bytes()[32..])));
    }

    /// The input in words, and at a decision how much there was to choose from.
    fn input(&mut self, number: usize, before: &Caribbean, input: &InputOf<Caribbean>) {
        let words = match input {
            Input::Act(seat, action) => {
                let commands: Vec<String> = action.commands().iter().map(ToString::to_string).collect();
                format!("{} orders: {}", name(*seat), commands.join(", "))
            }
            Input::Locked(seat) => format!("{} locks", name(*seat)),
            Input::Unlocked(seat) => format!("{} unlocks", name(*seat)),
            Input::Opened { slot, choices } => {
                let opened: Vec<String> =
                    choices.iter().map(|(seat, choice)| format!("{} {}", name(seat), words(*choice))).collect();
                format!("opened {}: {}", slot_name(before, slot.index()), opened.join(", "))
            }
            Input::Chance(beacon) => format!("chance {}", hex(&beacon.0[..4])),
            Input::Reveal { handle, .. } => format!("card {} turned up", handle.0),
            Input::TimedOut(seat) => format!("{} runs out of time", name(*seat)),
            Input::Absent(seat) => format!("{} leaves", name(*seat)),
            Input::Back(seat) => format!("{} comes back", name(*seat)),
        };
        self.line(&format!("{number}. {words}"));
        if let Some(activation) = before.activation() {
            let endings = self.planner.plan(&activation).count();
            self.line(&format!("    (out of {} legal commands and {endings} endings)", activation.legal().len()));
        }
        if let Input::Locked(seat) = *input {
            self.own_cards(seat);
        }
    }

    /// What a seat sees of its own cards.
    fn own_cards(&mut self, seat: Seat) {
        let view = self.table.view(seat);
        let Some(own) = view.own().filter(|own| own.bribes != [None; 6]) else {
            return;
        };
        let card = |card: Option<Card>| card.map_or("-".to_owned(), |card| card.to_string());
        let mut laid = String::new();
        for (ship, bribe) in Ship::ALL.into_iter().zip(own.bribes) {
            let _ = write!(laid, "{ship} {}, ", card(bribe));
        }
        self.line(&format!("    {} sees: {laid}in reserve {}", name(seat), card(own.reserve)));
    }

    fn events(&mut self, events: &[Event]) {
        let game = self.table.game().clone();
        let narrator = Narrator::new(game.board(), &NAMES[..game.seats().len()]);
        for event in events {
            if let Event::RoundBegan { .. } = event {
                self.picture();
            }
            self.line(&format!("    {}", narrator.tell(event)));
        }
    }

    /// A compact picture of the state at the start of a round.
    fn picture(&mut self) {
        let game = self.table.game().clone();
        let (board, waters) = (game.board(), game.waters());
        let city = |chest| board.city(chest).map_or("?".to_owned(), |city| format!("{} {}", city.name, city.value));
        self.line("");
        self.line(&format!("===== Round {} =====", game.round()));
        for ship in Ship::ALL {
            let cargo = waters.cargo().get(ship).map_or("empty".to_owned(), city);
            self.line(&format!("    {ship}  space {:>2}  {cargo}", waters.space(ship)));
        }
        let cities: Vec<String> = waters.in_city().into_iter().map(city).collect();
        self.line(&format!("    in cities: {}", list(&cities)));
        let delivered: Vec<String> = waters.deliveries().chests().into_iter().map(city).collect();
        self.line(&format!("    delivered: {}", list(&delivered)));
        self.line(&format!("    supply: {} chests", game.supply().len()));
        let purses: Vec<String> = game
            .seats()
            .into_iter()
            .filter_map(|seat| {
                let colour = game.player(seat)?.colour;
                Some(format!("{} ({colour}) {}", name(seat), doubloons(game.money(seat))))
            })
            .collect();
        self.line(&format!("    money: {}", list(&purses)));
        self.line(&format!("    digest: {}", hex(&game.digest().0[..8])));
        self.line("");
    }

    /// What the table waits for now.
    fn turn(&mut self) {
        let game = self.table.game();
        let words = match game.turn() {
            Turn::Seat(seat) => match *game.phase() {
                Phase::Activation { ship, steps, .. } => format!("{} to command {ship} for {steps}", name(seat)),
                _ => name(seat).to_owned(),
            },
            turn @ Turn::Seal { .. } => format!("the seals of {}", names(turn.waiting_for())),
            Turn::Open { slot, seats } => format!("{} to open {}", names(seats), slot_name(game, slot.index())),
            Turn::Reveal { seat, handle } => format!("{} to turn up card {}", name(seat), handle.0),
            Turn::Chance(Draw::SetUp) => "chance to set up".to_owned(),
            Turn::Chance(Draw::Supply { count }) => format!("chance to turn up {count} chests"),
            Turn::Chance(Draw::Dice { count, .. }) => format!("chance to roll {count} dice"),
            Turn::Over(outcome) => {
                let digest = hex(&game.digest().0[..8]);
                let winners = names(outcome.winners);
                self.line("");
                self.line(&format!("===== Over: {winners} =====\n    digest: {digest}"));
                return;
            }
        };
        self.line(&format!("    > waiting for {words}"));
    }
}

fn name(seat: Seat) -> &'static str {
    NAMES.get(seat.index()).copied().unwrap_or("somebody")
}

fn names(seats: SeatSet) -> String {
    let names: Vec<String> = seats.into_iter().map(|seat| name(seat).to_owned()).collect();
    list(&names)
}

fn list(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

fn words(choice: Choice) -> String {
    match choice {
        Choice::Card(card) => card.to_string(),
        Choice::Show => "shows".to_owned(),
        Choice::Keep => "keeps".to_owned(),
    }
}

fn slot_name(game: &Caribbean, slot: usize) -> String {
    let bribe = Ship::ALL.into_iter().find(|&ship| bribe_slot(ship).index() == slot);
    match (bribe, game.phase()) {
        (Some(ship), _) => format!("the bribes for {ship}"),
        _ if slot == RESERVE.index() => "reserves".to_owned(),
        (None, Phase::TieSeal { tie, .. } | Phase::TieOpen { tie, .. }) => format!("decisions on {}", tie.ship),
        _ => format!("slot {slot}"),
    }
}

fn doubloons(thousands: u16) -> String {
    if thousands == 0 { "0".to_owned() } else { format!("{thousands},000") }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
