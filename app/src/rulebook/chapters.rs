//! The chapters of the book, in the language that is spoken when it is opened.

use doubloons_engine::caribbean::{Board, CAPTURE_BONUS, target};
use doubloons_words::{say, tr};

use super::{Block, Chapter, Plate};
use crate::game::doubloons;

/// The whole book.
pub(crate) fn chapters() -> Vec<Chapter> {
    vec![
        aim(),
        chart(),
        round(),
        bribes(),
        command(),
        ties(),
        sailing(),
        acts(),
        unloading(),
        end(),
        table(),
        printings(),
    ]
}

fn text(words: impl Into<String>) -> Block {
    Block::Text(words.into())
}

fn example(words: &str) -> Block {
    Block::Example(words.to_owned())
}

fn point(what: &'static str, about: impl Into<String>) -> (&'static str, String) {
    (what, about.into())
}

fn points(points: &[(&'static str, &str)]) -> Block {
    Block::Points(points.iter().map(|&(what, about)| point(what, about)).collect())
}

/// How much ends the game with this many players.
fn goal(players: usize) -> String {
    doubloons(target(players))
}

fn aim() -> Chapter {
    Chapter {
        title: tr("What it is about"),
        blocks: vec![
            text(tr(
                "Six pirate ships cruise the Caribbean, and none of them is yours. Every round, all players bribe the \
                 six crews with rum, in secret. Whoever offers a crew the most commands that ship for one move: sails \
                 her, raids towns, robs other ships, and brings chests home.",
            )),
            text(say!(
                "Two to four play. As soon as somebody has reached the target, {two} with two players, {three} with \
                 three, {four} with four, the round is played to its end. Then the richest wins.",
                two = goal(2),
                three = goal(3),
                four = goal(4)
            )),
        ],
    }
}

fn chart() -> Chapter {
    let board = Board::standard();
    let values = || board.cities().iter().map(|city| u16::from(city.value));
    let money = |thousands: Option<u16>| doubloons(thousands.unwrap_or_default());
    let (least, most, all) = (money(values().min()), money(values().max()), money(Some(values().sum())));
    Chapter {
        title: tr("The chart"),
        blocks: vec![
            Block::Plate(Plate::Ships),
            Block::Points(vec![
                point(
                    tr("Spaces"),
                    say!(
                        "The sea is divided into {spaces} spaces. Two are neighbours if they share a border. A space \
                         has room for one ship.",
                        spaces = board.space_count()
                    ),
                ),
                point(
                    tr("Ships"),
                    tr("Arriba, Bravo, Caribic, Diabolo, Evita and Fuego, A to F, begin on six starting spaces in \
                        random order. They belong to nobody. A ship carries one chest at most, for everybody to see."),
                ),
                point(
                    tr("Towns"),
                    say!(
                        "{towns} towns have a chest each, worth {least} to {most}, together {all}. Six chests lie open \
                         at the start. After each of the first five rounds two more are turned up, and nobody knows \
                         which.",
                        towns = board.cities().len()
                    ),
                ),
                point(
                    tr("Havens"),
                    tr("Every player has three, with the same colour, emblem and pattern. Havens of colours that \
                        nobody plays are open sea."),
                ),
                point(tr("Purses"), tr("Everybody begins with nothing, and money is always there for all to see.")),
            ]),
        ],
    }
}

fn round() -> Chapter {
    Chapter {
        title: tr("A round"),
        blocks: vec![points(&[
            (
                tr("1. Bribe"),
                tr("Everybody lays one card on each ship and keeps the seventh as tie-breaker, and seals them."),
            ),
            (
                tr("2. Move"),
                tr("The ships follow one after the other, A to F. The cards on a ship are turned up when her turn \
                    comes, not before. Whoever commands her makes one move with her."),
            ),
            (
                tr("3. Refill"),
                tr("All cards go back to their owners, and tie-breakers can be used again. Two new chests are turned \
                    up, as long as there are any. Ships and their chests stay where they are."),
            ),
        ])],
    }
}

fn bribes() -> Chapter {
    Chapter {
        title: tr("Bribes"),
        blocks: vec![
            Block::Plate(Plate::Hand),
            text(tr(
                "Everybody has the same seven cards: 0, 1, 2, 3, 4 and 5 barrels, and a thief, who counts minus one. \
                 All seven are laid in every round: six on the ships, one as tie-breaker.",
            )),
            text(tr(
                "When you have sealed, you may still break your seal as long as anybody else has not. When all have \
                 sealed, nothing can be changed any more.",
            )),
        ],
    }
}

fn command() -> Chapter {
    Chapter {
        title: tr("Who commands a ship"),
        blocks: vec![
            text(tr("The highest bribe commands the ship. Even a 0 does, if it is the highest.")),
            text(tr(
                "The ship may take as many steps as the winning card has barrels, less one for every thief on her, but \
                 never fewer than none. With no steps at all, her commander may still act.",
            )),
            Block::Plate(Plate::Thieves),
            text(tr("A thief never wins. If there is nothing but thieves on a ship, she stays where she is.")),
        ],
    }
}

fn ties() -> Chapter {
    Chapter {
        title: tr("Ties"),
        blocks: vec![
            text(tr(
                "If several players have laid the highest card, they decide at the same time and in secret whether to \
                 show their tie-breaker or to keep it. Nobody else takes part.",
            )),
            points(&[
                (
                    tr("Nobody shows"),
                    tr("The ship stays where she is. All keep their cards and may use them in a later tie."),
                ),
                (tr("One shows"), tr("That card wins, whatever it is. Even a thief beats a card that is kept.")),
                (tr("Several show"), tr("The highest card wins. If two are highest, the ship stays where she is.")),
            ]),
            text(tr(
                "A card that was shown is spent for this round, whether it won or not. Who has none left can’t show \
                 one; if that goes for all who are tied, the ship stays where she is. The tie-breaker adds no steps. \
                 But every thief that is shown in the tie takes one away, also one that loses.",
            )),
            Block::Plate(Plate::Tie),
        ],
    }
}

fn sailing() -> Chapter {
    Chapter {
        title: tr("Sailing"),
        blocks: vec![
            text(tr(
                "A step takes the ship to a neighbouring space that is free. Ships can’t sail through each other. You \
                 need not use all steps, nor any, and you may come back to a space that you have left.",
            )),
            text(tr(
                "Before, between and after the steps, you may act as often as you like, in any order. Acting costs no \
                 steps, and is never a duty. As long as you have not ended the move, you can take everything back.",
            )),
        ],
    }
}

fn acts() -> Chapter {
    let bonus = doubloons(u16::from(CAPTURE_BONUS));
    Chapter {
        title: tr("What a ship can do"),
        blocks: vec![
            Block::Plate(Plate::Capture),
            Block::Points(vec![
                point(
                    tr("Capture"),
                    say!(
                        "An empty ship on the space in front of a town takes the town’s chest aboard. You get {bonus} \
                         at once. A town pays this only once in a game."
                    ),
                ),
                point(
                    tr("Steal"),
                    tr("An empty ship takes the chest of a loaded ship on a neighbouring space. That pays nothing."),
                ),
                point(tr("Swap"), tr("Two loaded ships on neighbouring spaces exchange their chests.")),
                point(
                    tr("Pass on"),
                    tr("A loaded ship gives her chest to an empty one on a neighbouring space. If that one lies in a \
                        player’s haven, the chest is unloaded there at once."),
                ),
                point(
                    tr("Deliver"),
                    tr("A loaded ship in a player’s haven unloads her chest there. Its owner is paid what the chest \
                        is worth."),
                ),
            ]),
            Block::Plate(Plate::Steal),
            text(tr(
                "The ship that you command is always one of the two. Between two steps, chests may not come to lie as \
                 they have lain before, so that nobody swaps for ever.",
            )),
        ],
    }
}

fn unloading() -> Chapter {
    Chapter {
        title: tr("Havens and unloading"),
        blocks: vec![
            Block::Plate(Plate::Deliver),
            text(tr(
                "Whoever owns the haven is paid, no matter who commands the ship. The chest is then out of the game, \
                 and its town closed; it bears the seal of whoever was paid.",
            )),
            text(tr(
                "A loaded ship may sail through a haven without unloading. But if her move ends in one, she has to \
                 unload there, in a rival’s haven too, and even if she has not moved at all.",
            )),
            example(tr(
                "You sail the loaded Fuego into Mate’s haven with your last step and end the move: Mate is paid. To \
                 avoid that, stop one space earlier, or pass the chest on to an empty ship beside you that is not in a \
                 haven.",
            )),
        ],
    }
}

fn end() -> Chapter {
    Chapter {
        title: tr("The end of the game"),
        blocks: vec![
            text(say!(
                "The target is {two} with two players, {three} with three, {four} with four. When somebody has reached \
                 it, the ships that are left in this round still move. Then whoever has the most money wins, even if \
                 it is somebody else. If several have the same, they share the victory.",
                two = goal(2),
                three = goal(3),
                four = goal(4)
            )),
            text(tr(
                "The game also ends when all chests are delivered, or when no more chests are to come and three rounds \
                 in a row have brought nobody any money. Again the richest wins.",
            )),
        ],
    }
}

fn table() -> Chapter {
    Chapter {
        title: tr("At the table"),
        blocks: vec![points(&[
            (
                tr("Talk"),
                tr("Promise, threaten and bargain as you like. No promise binds, and nothing but cards is given."),
            ),
            (
                tr("Cards"),
                tr("Everything that was turned up is known to all: whoever remembers it knows what the others still \
                    have."),
            ),
            (
                tr("Clock"),
                tr("At a table with a clock, whoever is too slow has no bribes in this round, keeps the tie-breaker, \
                    or ends the move."),
            ),
            (
                tr("Away"),
                tr(
                    "The game goes on without a player who is away: cards that they are not there to turn up count for \
                     nothing. Their havens stay theirs, and are paid. Whoever comes back plays on.",
                ),
            ),
        ])],
    }
}

fn printings() -> Chapter {
    Chapter {
        title: tr("The first printing"),
        blocks: vec![
            text(tr(
                "The game has come out in two printings, and Doubloons plays the second, which mends the first. Who \
                 opens a table can also choose the first, to the letter:",
            )),
            points(&[
                (tr("Passing on"), tr("It does not exist.")),
                (tr("Delivering"), tr("A ship may also unload into a haven on a neighbouring space.")),
                (tr("Ending in a haven"), tr("A loaded ship need not unload.")),
            ]),
        ],
    }
}
