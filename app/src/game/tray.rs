//! What the tray and the sidebar show, derived from the model. Nothing here decides anything.

use doubloons_engine::caribbean::{Card, Colour, SHIPS, Ship};
use doubloons_engine::contract::Seat;

use super::act::{Act, Chip};
use super::draft::{BERTHS, Berth, Draft, Pick};
use super::model::{Model, Stage};
use super::people::Standing;
use super::shown::{Fate, Reveal};
use super::voyage::Voyage;
use super::words;

/// How far a ship of this round is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StripState {
    /// She was resolved.
    Done,
    /// She is being resolved.
    Now,
    /// Her bribes are still hidden.
    ToCome,
}

/// One player's card on the ship that is being resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bid {
    /// Whose it is.
    pub(crate) name: String,
    /// Their colour.
    pub(crate) colour: Colour,
    /// The card.
    pub(crate) card: Card,
    /// The tie-breaker that was shown with it.
    pub(crate) reserve: Option<Card>,
    /// Whether it has won or is tied for it.
    pub(crate) leads: bool,
}

/// The tray while bribes are laid, or sealed and waiting.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BribingTray {
    /// Cards in hand.
    pub(crate) hand: Vec<Card>,
    /// Cards in the berths.
    pub(crate) berths: [Option<Card>; BERTHS],
    /// What was touched.
    pub(crate) pick: Option<Pick>,
    /// What to say about it.
    pub(crate) message: String,
    /// Whether the bribes are sealed.
    pub(crate) sealed: bool,
    /// The person's colour, for the backs of the cards.
    pub(crate) colour: Colour,
    /// What each berth is called, with what lies there.
    pub(crate) berth_names: [String; BERTHS],
    /// How many cards are still to be laid.
    pub(crate) missing: usize,
}

/// The tray while something is shown or others decide.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WatchTray {
    /// What it is about.
    pub(crate) title: String,
    /// Cards on the ship.
    pub(crate) bids: Vec<Bid>,
    /// The sum, or what became of it.
    pub(crate) sum: String,
    /// What happens now.
    pub(crate) status: String,
    /// How far the round is.
    pub(crate) strip: [StripState; SHIPS],
}

/// The tray while the person decides a tie.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TieTray {
    /// What it is about.
    pub(crate) title: String,
    /// Cards on the ship.
    pub(crate) bids: Vec<Bid>,
    /// The question.
    pub(crate) question: String,
    /// The person's reserve.
    pub(crate) reserve: Card,
    /// What showing it means.
    pub(crate) show: String,
    /// What keeping it means.
    pub(crate) keep: String,
    /// How far the round is.
    pub(crate) strip: [StripState; SHIPS],
}

/// The tray while the person commands a ship.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct CommandTray {
    /// What it is about.
    pub(crate) title: String,
    /// Cards on the ship.
    pub(crate) bids: Vec<Bid>,
    /// The sum.
    pub(crate) sum: String,
    /// Steps that were taken.
    pub(crate) taken: u8,
    /// Steps that are left.
    pub(crate) left: u8,
    /// What to do.
    pub(crate) prompt: String,
    /// The five buttons.
    pub(crate) chips: Vec<Chip>,
    /// Whether something can be taken back.
    pub(crate) can_undo: bool,
    /// What ends the move.
    pub(crate) end: String,
    /// Whether ending it gives a chest to somebody else.
    pub(crate) gives_away: bool,
    /// How far the round is.
    pub(crate) strip: [StripState; SHIPS],
}

/// What the tray shows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Tray {
    /// Bribes.
    Bribing(BribingTray),
    /// Something is shown.
    Watching(WatchTray),
    /// A tie.
    Tie(TieTray),
    /// A ship is commanded.
    Commanding(CommandTray),
}

/// A player in the race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Runner {
    /// The name.
    pub(crate) name: String,
    /// The colour.
    pub(crate) colour: Colour,
    /// The money in thousands.
    pub(crate) money: u16,
    /// What they are doing.
    pub(crate) status: String,
    /// Whether the person is meant.
    pub(crate) human: bool,
    /// Whether the table waits for them.
    pub(crate) awaited: bool,
    /// Whether they are there.
    pub(crate) standing: Standing,
    /// Whether they host the table.
    pub(crate) hosts: bool,
}

/// The round at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RoundSummary {
    /// Its number.
    pub(crate) round: u16,
    /// The money in thousands that ends the game.
    pub(crate) target: u16,
    /// Chests still to come.
    pub(crate) supply: usize,
    /// Chests that come after the start, in all.
    pub(crate) supply_total: usize,
    /// Whether this round is the last.
    pub(crate) last: bool,
    /// What is going on, in a few words.
    pub(crate) phase: String,
}

/// How many chests lie open from the start.
const OPENING_CHESTS: usize = 6;

impl Model {
    /// What the tray shows now.
    pub(crate) fn tray(&self) -> Tray {
        match &self.stage {
            Stage::Bribing(draft) | Stage::Sealed(draft) => {
                let sealed = matches!(self.stage, Stage::Sealed(_));
                let berths = Berth::ALL.map(|berth| draft.card(berth));
                Tray::Bribing(BribingTray {
                    hand: draft.hand().iter().collect(),
                    berths,
                    pick: draft.pick(),
                    message: self.bribing_message(sealed, draft),
                    sealed,
                    colour: self.human().map_or(Colour::Red, |seat| self.colour(seat)),
                    berth_names: Berth::ALL.map(|berth| self.berth_name(berth, draft.card(berth))),
                    missing: draft.missing(),
                })
            }
            &Stage::Tie { ship, card, reserve, rivals } => {
                let mut tied = rivals;
                self.human().into_iter().for_each(|seat| tied.insert(seat));
                let board = self.board();
                let show = match reserve {
                    Card::Thief => "It beats kept cards and costs one step.".to_owned(),
                    _ => "The highest shown wins. Yours is spent.".to_owned(),
                };
                Tray::Tie(TieTray {
                    title: format!("A tie for {}", words::the(board, ship)),
                    bids: self.bids(),
                    question: format!(
                        "{}. Show your {}?",
                        words::tied(&self.names, tied, card),
                        if reserve == Card::Thief { "thief".to_owned() } else { reserve.to_string() }
                    ),
                    reserve,
                    show,
                    keep: "You give way. The card stays yours.".to_owned(),
                    strip: self.strip(),
                })
            }
            Stage::Commanding(voyage) => self.command_tray(voyage),
            Stage::Watching | Stage::Sent(_) | Stage::Over => Tray::Watching(self.watch_tray()),
        }
    }

    /// Everybody's place in the race, in seat order.
    pub(crate) fn race(&self) -> Vec<Runner> {
        let shown = self.displayed();
        let waiting = self.table.waiting_for();
        let showing = !self.queue.is_empty() || self.pause.is_some();
        Seat::first(self.names.len())
            .map(|seat| Runner {
                name: self.name(seat).to_owned(),
                colour: self.colour(seat),
                money: shown.money[seat.index()],
                status: self.status(seat),
                human: Some(seat) == self.human(),
                awaited: !showing && waiting.contains(seat),
                standing: self.standing(seat),
                hosts: self.hosts(seat),
            })
            .collect()
    }

    /// The round at a glance.
    pub(crate) fn round_summary(&self) -> RoundSummary {
        RoundSummary {
            round: self.shown.round,
            target: self.table.game().target(),
            supply: self.shown.supply(self.board()),
            supply_total: self.board().cities().len().saturating_sub(OPENING_CHESTS),
            last: self.shown.last_round,
            phase: self.phase_words(),
        }
    }

    pub(super) fn colour(&self, seat: Seat) -> Colour {
        self.shown.colours.get(seat.index()).copied().flatten().unwrap_or(Colour::Red)
    }

    fn phase_words(&self) -> String {
        let board = self.board();
        match (&self.stage, &self.shown.reveal) {
            (Stage::Bribing(_), _) => "Bribing".to_owned(),
            (Stage::Sealed(_), None) => "Bribes sealed".to_owned(),
            (Stage::Tie { ship, .. }, _) => format!("Tie for {}", words::the(board, *ship)),
            (Stage::Over, _) => "The end".to_owned(),
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, .. })) if self.is_human(*seat) => {
                format!("You command {}", words::the(board, *ship))
            }
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, .. })) => {
                format!("{} commands {}", self.name(*seat), words::the(board, *ship))
            }
            (_, Some(Reveal { ship, .. })) => format!("Bribes for {}", words::the(board, *ship)),
            _ => "Setting the table".to_owned(),
        }
    }

    fn bribing_message(&self, sealed: bool, draft: &Draft) -> String {
        if sealed {
            let waiting = self.table.waiting_for();
            return format!("Sealed. Waiting for {}.", words::all(&self.names, waiting));
        }
        match draft.pick() {
            Some(Pick::Card(_)) => "Now touch a ship, or the tie-breaker.".to_owned(),
            Some(Pick::Berth(Berth::Ship(ship))) => {
                format!("Now touch a card for {}.", words::the(self.board(), ship))
            }
            Some(Pick::Berth(Berth::Reserve)) => "Now touch the card that shall break ties.".to_owned(),
            None => draft.advice().unwrap_or("Lay a card on every ship. The seventh breaks ties.").to_owned(),
        }
    }

    fn berth_name(&self, berth: Berth, card: Option<Card>) -> String {
        let lies = match card {
            Some(Card::Thief) => "thief".to_owned(),
            Some(card) => format!("bribe {}", card.worth()),
            None => "empty".to_owned(),
        };
        match berth {
            Berth::Ship(ship) => {
                let cargo = match self.shown.cargo(ship) {
                    Some(chest) => {
                        format!("carrying {}, ", words::doubloons(self.board().value(chest).into()))
                    }
                    None => String::new(),
                };
                format!("Berth {}, {cargo}{lies}", self.board().ship_name(ship))
            }
            Berth::Reserve => format!("Tie-breaker, {lies}"),
        }
    }

    fn bids(&self) -> Vec<Bid> {
        let Some(reveal) = &self.shown.reveal else {
            return Vec::new();
        };
        let leads = |seat: Seat, card: Card| match reveal.fate {
            Fate::Open => false,
            Fate::Tied { card: high, .. } => card == high,
            Fate::Commanded { seat: winner, .. } => seat == winner,
            Fate::Stalled(_) => false,
        };
        let cards = reveal.cards.iter().map(|(seat, &card)| Bid {
            name: self.name(seat).to_owned(),
            colour: self.colour(seat),
            card,
            reserve: reveal.reserves.get(seat).copied(),
            leads: leads(seat, card),
        });
        cards.collect()
    }

    fn strip(&self) -> [StripState; SHIPS] {
        Ship::ALL.map(|ship| match &self.shown.reveal {
            Some(reveal) if ship < reveal.ship => StripState::Done,
            Some(reveal) if ship == reveal.ship => StripState::Now,
            _ => StripState::ToCome,
        })
    }

    fn watch_tray(&self) -> WatchTray {
        let board = self.board();
        let (title, sum) = match &self.shown.reveal {
            Some(reveal) => (words::the_capital(board, reveal.ship), words::verdict(board, &self.names, reveal)),
            None => ("Caribbean".to_owned(), String::new()),
        };
        WatchTray { title, bids: self.bids(), sum, status: self.watch_status(), strip: self.strip() }
    }

    fn watch_status(&self) -> String {
        match self.stage {
            Stage::Over => return "The game is over.".to_owned(),
            Stage::Sent(_) => return "Your move is on its way to the others.".to_owned(),
            _ => {}
        }
        let board = self.board();
        match &self.shown.reveal {
            Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, done, .. }) if !done => {
                let name = self.name(*seat);
                let verb = if self.is_human(*seat) { "command" } else { "commands" };
                format!("{name} {verb} {}. {} left.", words::the(board, *ship), words::steps(self.shown.steps_left))
            }
            Some(Reveal { fate: Fate::Open, .. }) => "The highest bribe takes her.".to_owned(),
            Some(Reveal { fate: Fate::Tied { .. }, .. }) => "The tied captains look at their last card.".to_owned(),
            _ => self
                .log()
                .last()
                .map_or_else(String::new, |entry| format!("{}.", entry.text.trim_end_matches(['.', '!']))),
        }
    }

    fn command_tray(&self, voyage: &Voyage) -> Tray {
        let Some(moment) = voyage.moment(self.table.game()) else {
            return Tray::Watching(self.watch_tray());
        };
        let board = self.board();
        let all = self.table.game().activation().map_or(0, |start| start.steps_left());
        let left = moment.steps_left();
        let value = moment.waters().cargo().get(moment.ship()).map_or(0, |chest| u16::from(board.value(chest)));
        let paid = moment.forced_unloading();
        let end = match paid {
            Some(seat) => {
                let verb = if self.is_human(seat) { "get" } else { "gets" };
                let name = if self.is_human(seat) { "you" } else { self.name(seat) };
                format!("End, {name} {verb} {}", words::doubloons(value))
            }
            None => "End Move".to_owned(),
        };
        let prompt = match (voyage.choosing(), left) {
            (Some(Act::Deliver), _) => "Touch the haven to unload at.".to_owned(),
            (Some(_), _) => "Touch the ship you mean.".to_owned(),
            (None, 0) if all == 0 && self.won_with_nothing() => "No rum, no steps. You may still act.".to_owned(),
            (None, 0) if all == 0 => "The thieves drank it all. You may still act.".to_owned(),
            (None, 0) => "No steps left. You may still act.".to_owned(),
            (None, 1) => "1 step left. Touch a glowing space to sail there.".to_owned(),
            (None, left) => format!("{left} steps left. Touch a glowing space to sail there."),
        };
        let sum = match &self.shown.reveal {
            Some(Reveal { fate: Fate::Commanded { card, thieves, steps, .. }, .. }) => {
                words::sum(*card, *thieves, *steps)
            }
            _ => words::steps(all),
        };
        Tray::Commanding(CommandTray {
            title: format!("{} is yours", words::the_capital(board, moment.ship())),
            bids: self.bids(),
            sum,
            taken: all - left.min(all),
            left,
            prompt,
            chips: Act::ALL.into_iter().map(|act| Chip::new(act, &moment, voyage.choosing())).collect(),
            can_undo: voyage.can_undo(),
            end,
            gives_away: paid.is_some_and(|seat| !self.is_human(seat)),
            strip: self.strip(),
        })
    }

    fn won_with_nothing(&self) -> bool {
        matches!(self.shown.reveal, Some(Reveal { fate: Fate::Commanded { card: Card::Zero, .. }, .. }))
    }

    fn status(&self, seat: Seat) -> String {
        let human = self.is_human(seat);
        if let Some(word) = self.standing(seat).word() {
            return word.to_owned();
        }
        match (&self.stage, &self.shown.reveal) {
            (Stage::Bribing(draft), _) if human => format!("{} of 7 cards laid", 7 - draft.missing()),
            (_, None) if self.shown.sealed.contains(seat) => "bribes sealed".to_owned(),
            (_, None) => "bribing…".to_owned(),
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat: winner, .. }, done: false, .. }))
                if *winner == seat =>
            {
                format!("at the helm of {}", words::the(self.board(), *ship))
            }
            (_, Some(Reveal { fate: Fate::Tied { seats, .. }, done: false, .. })) if seats.contains(seat) => {
                "in a tie".to_owned()
            }
            _ => "watching".to_owned(),
        }
    }
}
