//! What the tray and the sidebar show, derived from the model. Nothing here decides anything.

use doubloons_engine::caribbean::{Card, Colour, Phase, SHIPS, Ship};
use doubloons_engine::contract::{Seat, SeatSet};
use doubloons_words::{say, say_count, tr};

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
    /// Whether that is what the coach has to say, which takes more room.
    pub(crate) advised: bool,
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
    /// Whether there is something to skip.
    pub(crate) can_skip: bool,
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
    /// What the coach would do, if that was asked for: whether to show it, and why.
    pub(crate) advice: Option<(bool, String)>,
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
    /// Whether that is a suggestion, which can be followed.
    pub(crate) suggested: bool,
    /// The five buttons.
    pub(crate) chips: Vec<Chip>,
    /// Whether something can be taken back.
    pub(crate) can_undo: bool,
    /// What ends the move.
    pub(crate) end: String,
    /// Whether somebody is paid then, which takes the button more words.
    pub(crate) pays: bool,
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
                    advised: !sealed && draft.advice().is_some(),
                    sealed,
                    colour: self.human().map_or(Colour::Red, |seat| self.colour(seat)),
                    berth_names: Berth::ALL.map(|berth| self.berth_name(berth, draft.card(berth))),
                    missing: draft.missing(),
                })
            }
            &Stage::Tie { ship, card, reserve, rivals, ref hint } => {
                let mut tied = rivals;
                self.human().into_iter().for_each(|seat| tied.insert(seat));
                let board = self.board();
                let show = match reserve {
                    Card::Thief => say!("It beats kept cards and costs one step."),
                    _ => say!("The highest shown wins. Yours is spent."),
                };
                Tray::Tie(TieTray {
                    title: say!("A tie for the {ship}", ship = board.ship_name(ship)),
                    bids: self.bids(),
                    question: {
                        let tied = words::tied(&self.names, tied, card);
                        match reserve {
                            Card::Thief => say!("{tied}. Show your thief?"),
                            card => say!("{tied}. Show your {card}?"),
                        }
                    },
                    reserve,
                    show,
                    keep: say!("Whoever shows wins. The card stays yours."),
                    advice: hint.as_ref().map(|hint| (hint.shows, hint.reason.clone())),
                    strip: self.strip(),
                })
            }
            Stage::Commanding(voyage) => self.command_tray(voyage),
            Stage::Watching | Stage::Sent(_) | Stage::Over => Tray::Watching(self.watch_tray()),
        }
    }

    /// Everybody's place in the race, in seat order. Nobody has one before the colours are dealt.
    pub(crate) fn race(&self) -> Vec<Runner> {
        let shown = self.displayed();
        let waiting = self.table.waiting_for();
        let showing = !self.queue.is_empty() || self.pause.is_some();
        Seat::first(self.names.len())
            .filter(|seat| self.shown.colours.get(seat.index()).is_some_and(Option::is_some))
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
        // While the table is set, what lies there at the start is not dealt yet.
        let supply_total = self.board().cities().len().saturating_sub(OPENING_CHESTS);
        RoundSummary {
            round: self.shown.round.max(1),
            target: self.table.game().target(),
            supply: self.shown.supply(self.board()).min(supply_total),
            supply_total,
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
            (Stage::Bribing(_), _) => say!("Bribing"),
            (Stage::Sealed(_), None) => say!("Bribes sealed"),
            (Stage::Tie { ship, .. }, _) => say!("Tie for the {ship}", ship = board.ship_name(*ship)),
            (Stage::Over, _) => say!("The end"),
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, .. })) if self.is_you(*seat) => {
                say!("You command the {ship}", ship = board.ship_name(*ship))
            }
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, .. })) => {
                say!("{name} commands the {ship}", name = self.name(*seat), ship = board.ship_name(*ship))
            }
            (_, Some(Reveal { ship, .. })) => say!("Bribes for the {ship}", ship = board.ship_name(*ship)),
            _ if self.shown.round > 0 => say!("Bribing"),
            _ => say!("Setting the table"),
        }
    }

    fn bribing_message(&self, sealed: bool, draft: &Draft) -> String {
        if sealed {
            // Once everybody has sealed, the table waits for all of them to turn their cards up, which they don't do by hand.
            let own = self.human().map_or(SeatSet::EMPTY, SeatSet::only);
            let waiting = self.table.waiting_for().without(self.shown.sealed).without(own);
            return match waiting.is_empty() {
                true => say!("All bribes are sealed."),
                false => say!("Sealed. Waiting for {names}.", names = words::all(&self.names, waiting)),
            };
        }
        match draft.pick() {
            Some(Pick::Card(_)) => say!("Now choose a ship, or the tie-breaker."),
            Some(Pick::Berth(Berth::Ship(ship))) => {
                say!("Now choose a card for the {ship}.", ship = self.board().ship_name(ship))
            }
            Some(Pick::Berth(Berth::Reserve)) => say!("Now choose the card for the tie-breaker."),
            None => draft.advice().unwrap_or(tr("Lay a card on every ship, and one as tie-breaker.")).to_owned(),
        }
    }

    fn berth_name(&self, berth: Berth, card: Option<Card>) -> String {
        let lies = match card {
            Some(Card::Thief) => say!("thief"),
            Some(card) => say!("bribe {worth}", worth = card.worth()),
            None => say!("empty"),
        };
        match berth {
            Berth::Ship(ship) => {
                let name = self.board().ship_name(ship);
                match self.shown.cargo(ship) {
                    Some(chest) => {
                        let amount = words::doubloons(self.board().value(chest).into());
                        say!("Place {name}, carrying {amount}, {lies}")
                    }
                    None => say!("Place {name}, {lies}"),
                }
            }
            Berth::Reserve => say!("Tie-breaker, {lies}"),
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
            None => (self.phase_words(), String::new()),
        };
        let (status, can_skip) = (self.watch_status(), self.is_showing());
        WatchTray { title, bids: self.bids(), sum, status, strip: self.strip(), can_skip }
    }

    fn watch_status(&self) -> String {
        match self.stage {
            Stage::Over => return say!("The game is over."),
            Stage::Sent(_) => return say!("Your move is on its way to the others."),
            _ => {}
        }
        let board = self.board();
        match &self.shown.reveal {
            Some(Reveal { ship, fate: Fate::Commanded { seat, .. }, done, .. }) if !done => {
                let (name, ship) = (self.name(*seat), board.ship_name(*ship));
                let steps = words::steps(self.shown.steps_left);
                match self.is_you(*seat) {
                    true => say!("You command the {ship}. {steps} left."),
                    false => say!("{name} commands the {ship}. {steps} left."),
                }
            }
            Some(Reveal { fate: Fate::Open, .. }) => say!("The highest bribe takes her."),
            Some(Reveal { ship, fate: Fate::Tied { .. }, .. }) => self.tie_status(*ship),
            Some(Reveal { fate: Fate::Stalled(_), .. }) => say!("Nobody commands her this round."),
            // Somebody who has no bribes to lay looks on while the others do.
            None if !self.is_showing() && !self.table.waiting_for().is_empty() => self.awaited(),
            _ => self
                .log()
                .last()
                .map_or_else(String::new, |entry| format!("{}.", entry.text.trim_end_matches(['.', '!']))),
        }
    }

    /// What happens in a tie. Whoever has answered already is told so, and who else is waited for.
    fn tie_status(&self, ship: Ship) -> String {
        let waiting = self.table.waiting_for();
        let answered = |tied: SeatSet| self.human().is_some_and(|seat| tied.contains(seat) && !waiting.contains(seat));
        match *self.table.game().phase() {
            Phase::TieSeal { tie, .. } if tie.ship == ship && answered(tie.asked) && !waiting.is_empty() => {
                say!("Sealed. Waiting for {names}.", names = words::all(&self.names, waiting))
            }
            _ => say!("The tied captains look at their tie-breakers."),
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
                let (name, amount) = (self.name(seat), words::doubloons(value));
                match self.is_human(seat) {
                    true => say!("End, you get {amount}"),
                    false => say!("End, {name} gets {amount}"),
                }
            }
            None => say!("End Move"),
        };
        let chips: Vec<Chip> = Act::ALL.into_iter().map(|act| Chip::new(act, &moment, voyage.choosing())).collect();
        let prompt = match (voyage.choosing(), left) {
            (Some(Act::Deliver), _) => say!("Choose the haven to unload at."),
            (Some(_), _) => say!("Choose the ship you mean."),
            (None, _) if voyage.has_followed() && paid.is_some() => {
                say!("The suggestion is carried out. Ending the move delivers the chest.")
            }
            (None, _) if voyage.has_followed() => say!("The suggestion is carried out. End the move, or undo it."),
            (None, 0) => self.prompt_without_steps(all, chips.iter().any(|chip| chip.ready)),
            (None, left) => say_count!(
                left,
                "1 step left. Choose a golden space to sail there.",
                "{count} steps left. Choose a golden space to sail there."
            ),
        };
        let hint = voyage.hint().filter(|_| voyage.choosing().is_none());
        let sum = match &self.shown.reveal {
            Some(Reveal { fate: Fate::Commanded { card, thieves, steps, .. }, .. }) => {
                words::account(*card, *thieves, *steps)
            }
            _ => words::steps(all),
        };
        Tray::Commanding(CommandTray {
            title: say!("The {ship} is yours", ship = board.ship_name(moment.ship())),
            bids: self.bids(),
            sum,
            taken: all - left.min(all),
            left,
            suggested: hint.is_some(),
            prompt: hint.map_or(prompt, |hint| hint.reason.clone()),
            chips,
            can_undo: voyage.can_undo(),
            end,
            pays: paid.is_some(),
            gives_away: paid.is_some_and(|seat| !self.is_human(seat)),
            strip: self.strip(),
        })
    }

    /// What to say to whoever commands a ship that can't sail; `all` are the steps that she had.
    fn prompt_without_steps(&self, all: u8, can_act: bool) -> String {
        match (all, can_act) {
            (0, true) if self.won_with_nothing() => say!("No rum, no steps. You may still act."),
            (0, false) if self.won_with_nothing() => say!("No rum, no steps, and nothing to do here. End the move."),
            (0, true) => say!("The thieves drank it all. You may still act."),
            (0, false) => say!("The thieves drank it all, and there is nothing to do here. End the move."),
            (_, true) => say!("No steps left. You may still act."),
            (_, false) => say!("No steps left, and nothing to do here. End the move."),
        }
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
            (Stage::Bribing(draft), _) if human => say!("{laid} of 7 cards laid", laid = 7 - draft.missing()),
            (_, None) if self.shown.sealed.contains(seat) => say!("bribes sealed"),
            (_, None) => say!("bribing…"),
            (_, Some(Reveal { ship, fate: Fate::Commanded { seat: winner, .. }, done: false, .. }))
                if *winner == seat =>
            {
                say!("sailing the {ship}", ship = self.board().ship_name(*ship))
            }
            (_, Some(Reveal { fate: Fate::Tied { seats, .. }, done: false, .. })) if seats.contains(seat) => {
                say!("in a tie")
            }
            _ if self.is_you(seat) => say!("looking on"),
            _ => say!("watching"),
        }
    }
}
