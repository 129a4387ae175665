//! `/me`: what a player's games say about how long puzzles take them.

use super::{Does, Endpoint, Field, Kind, Pace, Verb};

/// What is predicted for a puzzle.
const PREDICTED: Kind = Kind::Object(&[
    Field::always("minutes", Kind::Number, "the minutes"),
    Field::always("low", Kind::Number, "where the interval begins that holds four in five"),
    Field::always("high", Kind::Number, "where it ends"),
    Field::always("version", Kind::Whole, "the version of the metric `minutes` that says so"),
]);

const GAMES: Kind = Kind::List(&Kind::Object(&[
    Field::always("puzzle", Kind::Text, "the puzzle, in any form"),
    Field::always("seconds", Kind::Whole, "how long it took, from 1 to 604800"),
    Field::maybe(
        "predicted",
        PREDICTED,
        "what was predicted, as an answer of `/me` has said it; it is found out again if it is not said, \
         or of another version",
    ),
]));

/// A player as a member of a request.
pub(super) const PLAYER: Kind = Kind::Object(&[
    Field::maybe("factor", Kind::Number, "how many times as long as predicted they take"),
    Field::maybe("low", Kind::Number, "where the interval of that begins"),
    Field::maybe("high", Kind::Number, "where it ends; without both the factor is exact"),
    Field::maybe("games", GAMES, "their games instead"),
]);

pub(super) const ENDPOINT: Endpoint = Endpoint {
    verb: Verb::Post,
    path: "/me",
    pace: Pace::Long,
    about: "Learn from a player's own games how long puzzles take them.",
    details: "Times differ between people by a factor that is nearly the same for all puzzles. A handful of games says \
              what it is; a game that went wrong hardly counts. Nothing is kept here: whoever asks keeps the games, as \
              `piste me export` writes them, and gives them or the factor as `player` to `/rate`.",
    takes: &[Field::always("games", GAMES, "the games")],
    gives: &[
        Field::maybe(
            "factor",
            Kind::Number,
            "how many times as long as predicted the player takes; null without a game",
        ),
        Field::maybe(
            "low",
            Kind::Number,
            "where the interval begins that holds it four times in five",
        ),
        Field::maybe("high", Kind::Number, "where it ends"),
        Field::always(
            "games",
            Kind::List(&Kind::Object(&[
                Field::always("puzzle", Kind::Text, "the puzzle on one line"),
                Field::always("seconds", Kind::Whole, "how long it took"),
                Field::maybe("predicted", PREDICTED, "what is predicted"),
                Field::maybe("ratio", Kind::Number, "how many times as long as predicted it took"),
            ])),
            "the games, in their order",
        ),
    ],
    example: r#"{"games":[{"puzzle":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","seconds":250}]}"#,
    does: Does::Asks,
};
