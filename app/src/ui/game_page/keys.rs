//! The keys of the game page. Letters and digits count only while the focus is in the chart, in the tray, or nowhere at
//! all, so that they can be typed elsewhere.

use std::cell::RefCell;
use std::f64::consts::PI;
use std::rc::Rc;

use doubloons_engine::caribbean::{Card, Ship, Space};
use gtk::gdk::{Key, ModifierType};
use gtk::glib;
use gtk::prelude::*;

use super::message::GameInput;
use crate::game::{Act, Berth, Msg, Stage};
use crate::ui::widget::{Chart, Herald, Ring};

/// What a key asks for.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// Something for the game.
    Game(Msg),
    /// The focus on a berth.
    FocusBerth(Berth),
    /// A card in the focused berth, or the next empty one.
    Lay(Card),
    /// The card in the focused berth back.
    TakeBack,
    /// The focus on the neighbour in this direction, in radians from east, clockwise.
    Towards(f64),
    /// One more digit of a space's number.
    Digit(u8),
    /// What is awaited, to be read.
    WhatIsAwaited,
    /// What happened last, to be read; asked again, what happened before.
    WhatHappened,
    /// The sidebar shown or hidden.
    Sidebar,
    /// The focus in the next pane.
    NextPane,
    /// The focus in the chat.
    Chat,
    /// What was begun taken back, or the way out of the tutorial.
    Escape,
}

impl Wish {
    /// Whether the pointer would do it on the tray.
    fn is_for_tray(&self) -> bool {
        matches!(self, Wish::Game(_) | Wish::FocusBerth(_) | Wish::Lay(_) | Wish::TakeBack)
    }
}

/// What a key means in this stage; `on_chart` tells whether the focus is there rather than in the tray.
fn wish(stage: &Stage, on_chart: bool, key: Key, modifiers: ModifierType) -> Option<Wish> {
    let control = modifiers.contains(ModifierType::CONTROL_MASK);
    if modifiers.contains(ModifierType::ALT_MASK) {
        return None;
    }
    match key {
        Key::z | Key::Z if control => return Some(Wish::Game(Msg::Undone)),
        Key::Return | Key::KP_Enter if control => return confirm(stage).map(Wish::Game),
        Key::F9 => return Some(Wish::Sidebar),
        Key::F6 => return Some(Wish::NextPane),
        Key::k | Key::K if control => return Some(Wish::Chat),
        Key::h | Key::H if control => return may_ask(stage).then_some(Wish::Game(Msg::SuggestionAsked)),
        _ if control => return None,
        _ => {}
    }
    if on_chart && let Some(angle) = direction(key) {
        return Some(Wish::Towards(angle));
    }
    let letter = key.to_unicode()?.to_ascii_uppercase();
    if let Some(asked) = asks(letter) {
        return Some(asked);
    }
    match stage {
        Stage::Bribing(_) => bribing(letter, key),
        Stage::Tie { .. } => match letter {
            'S' => Some(Wish::Game(Msg::TieDecided { show: true })),
            'K' => Some(Wish::Game(Msg::TieDecided { show: false })),
            'H' => Some(Wish::Game(Msg::SuggestionAsked)),
            _ => None,
        },
        Stage::Commanding(_) => commanding(letter, on_chart),
        Stage::Watching | Stage::Sealed(_) | Stage::Sent(_) | Stage::Over => None,
    }
}

/// What is asked for by whoever listens instead of looking. These keys count wherever nobody types.
fn asks(letter: char) -> Option<Wish> {
    match letter {
        'N' => Some(Wish::WhatIsAwaited),
        'L' => Some(Wish::WhatHappened),
        _ => None,
    }
}

/// Whether there is something to suggest.
fn may_ask(stage: &Stage) -> bool {
    matches!(stage, Stage::Bribing(_) | Stage::Tie { .. } | Stage::Commanding(_))
}

fn confirm(stage: &Stage) -> Option<Msg> {
    match stage {
        Stage::Bribing(_) => Some(Msg::SealPressed),
        Stage::Commanding(_) => Some(Msg::MoveEnded),
        _ => None,
    }
}

fn bribing(letter: char, key: Key) -> Option<Wish> {
    if key == Key::Delete || key == Key::BackSpace {
        return Some(Wish::TakeBack);
    }
    if let Some(ship) = Ship::ALL.into_iter().find(|ship| ship.letter() == letter) {
        return Some(Wish::FocusBerth(Berth::Ship(ship)));
    }
    match letter {
        'R' => Some(Wish::FocusBerth(Berth::Reserve)),
        'T' => Some(Wish::Lay(Card::Thief)),
        'H' => Some(Wish::Game(Msg::SuggestionAsked)),
        digit => Card::barrels(u8::try_from(digit.to_digit(10)?).ok()?).map(Wish::Lay),
    }
}

fn commanding(letter: char, on_chart: bool) -> Option<Wish> {
    let act = |act: Act| Some(Wish::Game(Msg::ActPressed(act)));
    match letter {
        'C' => act(Act::Capture),
        'S' => act(Act::Steal),
        'W' => act(Act::Swap),
        'P' => act(Act::PassOn),
        'D' => act(Act::Deliver),
        'U' => Some(Wish::Game(Msg::Undone)),
        'F' => Some(Wish::Game(Msg::SuggestionFollowed)),
        'H' => Some(Wish::Game(Msg::SuggestionAsked)),
        digit if on_chart => Some(Wish::Digit(u8::try_from(digit.to_digit(10)?).ok()?)),
        _ => None,
    }
}

fn direction(key: Key) -> Option<f64> {
    match key {
        Key::Right => Some(0.0),
        Key::Page_Down => Some(PI / 3.0),
        Key::End => Some(2.0 * PI / 3.0),
        Key::Left => Some(PI),
        Key::Home => Some(4.0 * PI / 3.0),
        Key::Page_Up => Some(5.0 * PI / 3.0),
        Key::Down => Some(PI / 2.0),
        Key::Up => Some(3.0 * PI / 2.0),
        _ => None,
    }
}

/// Where keys count.
pub(super) struct Places {
    /// The chart.
    pub(super) chart: glib::WeakRef<Chart>,
    /// The tray.
    pub(super) tray: glib::WeakRef<gtk::Overlay>,
    /// The coach's card, in the tutorial.
    pub(super) coach: Option<glib::WeakRef<gtk::Box>>,
    /// Where things are read.
    pub(super) herald: Herald,
}

impl Places {
    fn focus(&self) -> Option<gtk::Widget> {
        self.chart.upgrade().and_then(|chart| chart.root()).and_then(|root| root.focus())
    }

    /// Whether Space would answer a tie.
    fn is_on_answer(&self) -> bool {
        self.focus().is_some_and(|focus| focus.has_css_class(super::ANSWER))
    }

    fn coach(&self) -> Option<gtk::Box> {
        self.coach.as_ref().and_then(glib::WeakRef::upgrade)
    }
}

/// Hears keys before the widgets do, so that Space can skip and letters reach the game. It listens at the window while the
/// page is shown: that is where keys go when nothing has the focus, because what had it can't be used now.
pub(super) fn listen(root: &Ring, places: Places, stage: &Rc<RefCell<(Stage, bool)>>, input: relm4::Sender<GameInput>) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    let stage = Rc::clone(stage);
    let page = root.downgrade();
    keys.connect_key_pressed(move |_, key, _, modifiers| {
        let (Some(page), Some(chart), Some(tray)) = (page.upgrade(), places.chart.upgrade(), places.tray.upgrade())
        else {
            return glib::Propagation::Proceed;
        };
        let focus = places.focus();
        // While pages are turned, two of them are shown.
        if focus.as_ref().is_some_and(|focus| !focus.is_ancestor(&page)) {
            return glib::Propagation::Proceed;
        }
        chart.hush();
        let (stage, showing) = &*stage.borrow();
        if focus.as_ref().is_some_and(|focus| focus.is::<gtk::Text>()) {
            return glib::Propagation::Proceed;
        }
        // In a menu, letters and Escape are the menu's.
        let in_menu = focus.and_then(|focus| focus.native()).is_some_and(|native| native.is::<gtk::Popover>());
        if in_menu {
            return glib::Propagation::Proceed;
        }
        let control = modifiers.contains(ModifierType::CONTROL_MASK);
        let letter = key.to_unicode().map(|letter| letter.to_ascii_uppercase());
        let asked = letter.filter(|_| !control && !modifiers.contains(ModifierType::ALT_MASK)).and_then(asks);
        if let Some(asked) = asked {
            input.emit(GameInput::Wished(asked));
            return glib::Propagation::Stop;
        }
        if places.herald.is_read() && means_something(key) {
            // Whoever has listened goes on where they were.
            places.herald.give_back();
            if key == Key::Escape || (key == Key::Return && !control) {
                return glib::Propagation::Stop;
            }
        }
        if key == Key::Escape {
            input.emit(GameInput::Wished(Wish::Escape));
            return glib::Propagation::Stop;
        }
        let coach = places.coach();
        if *showing && key == Key::space {
            input.emit(GameInput::Game(Msg::Skipped));
            return glib::Propagation::Stop;
        }
        let on_chart = chart.focus_child().is_some();
        if (on_chart || places.is_on_answer()) && key == Key::space {
            // One Space too many while skipping must not become a move, nor show a card; Return is for that.
            return glib::Propagation::Stop;
        }
        let coached = coach.is_some_and(|coach| coach.focus_child().is_some());
        let counts = on_chart || coached || tray.focus_child().is_some() || places.focus().is_none();
        let on_chart = on_chart || (coached && matches!(stage, Stage::Commanding(_)));
        let global = control || matches!(key, Key::F6 | Key::F9);
        if !counts && !global {
            return glib::Propagation::Proceed;
        }
        match wish(stage, on_chart, key, modifiers) {
            // What can't be clicked now can't be done with a key either.
            Some(wish) if wish.is_for_tray() && !tray.is_sensitive() => glib::Propagation::Stop,
            Some(wish) => {
                input.emit(GameInput::Wished(wish));
                glib::Propagation::Stop
            }
            None => glib::Propagation::Proceed,
        }
    });
    let listening = keys.clone();
    root.connect_map(move |page| page.root().iter().for_each(|window| window.add_controller(keys.clone())));
    root.connect_unmap(move |page| page.root().iter().for_each(|window| window.remove_controller(&listening)));
}

/// Whether a key is more than one that is held together with others.
fn means_something(key: Key) -> bool {
    key.to_unicode().is_some() || direction(key).is_some() || matches!(key, Key::F6 | Key::F9)
}

/// What digits mean that were typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// The number of this space so far; more digits may follow.
    Goes(Space),
    /// The number of this space: there are none with more digits.
    Done(Space),
    /// No number of a space.
    Nothing,
}

/// The space with the number that was typed so far.
pub(super) fn numbered(digits: &[u8], spaces: usize) -> Typed {
    let number = digits.iter().fold(0, |number, &digit| number * 10 + usize::from(digit));
    match Space::from_number(number).filter(|_| number <= spaces) {
        Some(space) if number * 10 <= spaces => Typed::Goes(space),
        Some(space) => Typed::Done(space),
        None => Typed::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Draft;

    #[test]
    fn the_same_letter_means_a_ship_or_an_act() {
        let none = ModifierType::empty();
        let bribing = Stage::Bribing(Draft::default());
        assert!(matches!(wish(&bribing, false, Key::c, none), Some(Wish::FocusBerth(Berth::Ship(Ship::C)))));
        let commanding = Stage::Commanding(Default::default());
        assert!(matches!(wish(&commanding, true, Key::c, none), Some(Wish::Game(Msg::ActPressed(Act::Capture)))));
        assert!(wish(&Stage::Watching, true, Key::c, none).is_none());
    }

    #[test]
    fn control_and_return_confirm_what_is_at_hand() {
        let control = ModifierType::CONTROL_MASK;
        let bribing = Stage::Bribing(Draft::default());
        assert!(matches!(wish(&bribing, false, Key::Return, control), Some(Wish::Game(Msg::SealPressed))));
        let commanding = Stage::Commanding(Default::default());
        assert!(matches!(wish(&commanding, true, Key::Return, control), Some(Wish::Game(Msg::MoveEnded))));
    }

    #[test]
    fn one_letter_asks_for_a_hint_wherever_there_is_one() {
        for stage in [Stage::Bribing(Draft::default()), Stage::Commanding(Default::default())] {
            let asked = wish(&stage, true, Key::h, ModifierType::empty());
            assert!(matches!(asked, Some(Wish::Game(Msg::SuggestionAsked))), "{stage:?}");
        }
    }

    #[test]
    fn one_letter_follows_a_hint_and_is_a_ship_where_bribes_are_laid() {
        let pressed = |stage: &Stage| wish(stage, true, Key::f, ModifierType::empty());
        let commanding = Stage::Commanding(Default::default());
        assert!(matches!(pressed(&commanding), Some(Wish::Game(Msg::SuggestionFollowed))));
        assert!(matches!(pressed(&Stage::Bribing(Draft::default())), Some(Wish::FocusBerth(_))));
    }

    #[test]
    fn control_and_the_letter_ask_for_a_hint_too_where_there_is_one() {
        let asked = |stage: &Stage| wish(stage, false, Key::h, ModifierType::CONTROL_MASK);
        assert!(matches!(asked(&Stage::Bribing(Draft::default())), Some(Wish::Game(Msg::SuggestionAsked))));
        assert!(asked(&Stage::Watching).is_none());
    }

    #[test]
    fn what_happened_can_be_asked_for_in_every_stage() {
        for stage in [Stage::Watching, Stage::Bribing(Draft::default()), Stage::Commanding(Default::default())] {
            let asked = wish(&stage, true, Key::l, ModifierType::empty());
            assert!(matches!(asked, Some(Wish::WhatHappened)), "{stage:?}");
        }
    }

    #[test]
    fn what_keys_do_on_the_tray_depends_on_it_and_looking_around_does_not() {
        let control = ModifierType::CONTROL_MASK;
        let none = ModifierType::empty();
        let bribing = Stage::Bribing(Draft::default());
        let commanding = Stage::Commanding(Default::default());
        let on_tray = |stage: &Stage, key, modifiers| wish(stage, true, key, modifiers).expect("a wish").is_for_tray();
        for key in [Key::a, Key::r, Key::_5, Key::t, Key::h, Key::BackSpace] {
            assert!(on_tray(&bribing, key, none), "{key:?}");
        }
        for key in [Key::c, Key::u, Key::h, Key::f] {
            assert!(on_tray(&commanding, key, none), "{key:?}");
        }
        assert!(on_tray(&bribing, Key::Return, control) && on_tray(&commanding, Key::z, control));
        for key in [Key::Left, Key::_4, Key::n, Key::l, Key::F6, Key::F9] {
            assert!(!on_tray(&commanding, key, none), "{key:?}");
        }
        assert!(!on_tray(&commanding, Key::k, control));
    }

    #[test]
    fn keys_that_are_held_together_with_others_mean_nothing_alone() {
        assert!(!means_something(Key::Shift_L) && !means_something(Key::Insert) && !means_something(Key::Caps_Lock));
        assert!(means_something(Key::Tab) && means_something(Key::Left) && means_something(Key::a));
    }

    #[test]
    fn digits_name_a_space_of_the_board() {
        let space = |number| Space::from_number(number).expect("a space");
        assert_eq!(numbered(&[4], 77), Typed::Goes(space(4)), "or one of the forties");
        assert_eq!(numbered(&[4, 7], 77), Typed::Done(space(47)));
        assert_eq!(numbered(&[8], 77), Typed::Done(space(8)), "there is no space 80");
        assert_eq!(numbered(&[9, 9], 77), Typed::Nothing);
        assert_eq!(numbered(&[0], 77), Typed::Nothing);
    }
}
