//! What several answers say in the same way: ratings, and steps in the manual.

use super::{Field, Kind};

/// The puzzle of an answer.
pub(super) const PUZZLE_LINE: Field = Field::always(
    "puzzle",
    Kind::Text,
    "the puzzle on one line: 81 characters, or 729 for pencil marks",
);

/// Its boxes.
pub(super) const SHAPE: Field = Field::maybe(
    "box",
    Kind::Text,
    "the rows and columns of a box, if it is of another size than 9×9: `2x3`",
);

/// The name of its shape.
pub(super) const SHAPE_NAME: Field = Field::sparse(
    "shape",
    Kind::Text,
    "the name of the shape, `9x9+x`; the member is there if it is not the classic one",
);

/// The shape that a request may say.
pub(super) const BOARD_SHAPE: Field = Field::maybe(
    "shape",
    Kind::Text,
    "what the board is, `6x6/3x2`, `9x9+x`, `jigsaw:…` (docs/shapes.md); if it is not said, or is `any`, the size that \
     the text tells",
);

/// The shape that a request about a text with many puzzles may say.
pub(super) const TEXT_SHAPE: Field = Field::maybe(
    "shape",
    Kind::Text,
    "what the board is, `6x6/3x2`, `9x9+x`, `jigsaw:…` (docs/shapes.md), or `any` for the size that the text \
     tells; the classic 9×9 if it is not said",
);

/// How many guesses a board of another shape may take.
pub(super) const GUESSES: Field = Field::maybe(
    "guesses",
    Kind::Whole,
    "give up on a board of another shape after so many guesses; 250,000 if it is not said, and at most",
);

/// How many solutions it has.
pub(super) const VERDICT: Field = Field::always(
    "verdict",
    Kind::OneOf(&["unique", "none", "many", "undecided"]),
    "how many solutions there are; `undecided` if the search was told to stop before it knew",
);

/// What is wrong with it.
pub(super) const PROBLEM: Field =
    Field::maybe("problem", Kind::Text, "what is wrong with the puzzle, in a sentence");

/// Its solution.
pub(super) const SOLUTION: Field =
    Field::maybe("solution", Kind::Text, "the solution, if it is known and the only one");

/// The ratings of a puzzle.
pub(super) const RATINGS: Kind = Kind::Map(&Kind::Object(&[
    Field::maybe(
        "value",
        Kind::Value,
        "the main value: a number, or a word of a scale that is made of words. The other columns \
         stand beside it, by name",
    ),
    Field::always(
        "words",
        Kind::Map(&Kind::Text),
        "by column: the word where a scale of numbers ends, `above` or `beyond`; the column itself \
         is null then",
    ),
    Field::maybe("band", Kind::Text, "where on the scale it is, in a word"),
    Field::maybe(
        "percentile",
        Kind::Number,
        "how many of a hundred puzzles of the library that comes with piste are easier",
    ),
    Field::maybe(
        "minimal",
        Kind::Object(&[
            Field::always("percentile", Kind::Number, "the best guess"),
            Field::always("low", Kind::Number, "in 95 of 100 cases at least so many"),
            Field::always("high", Kind::Number, "and at most so many"),
        ]),
        "how many of a hundred minimal puzzles are easier, each of those that exist as likely as any other",
    ),
    Field::maybe("note", Kind::Text, "what else must be said of it"),
    Field::maybe("problem", Kind::Text, "why the metric does not rate this puzzle"),
]));

/// What `/rate`, `/make` and the library say of a puzzle.
pub(super) const RATED: [Field; 2] = [
    Field::maybe(
        "level",
        Kind::Text,
        "the named level it is on, if the metrics that levels are made of were asked, or `level`",
    ),
    Field::always("ratings", RATINGS, "by metric: the value, its band, and the other columns"),
];

/// A time with its interval.
const MINUTES: Kind = Kind::Object(&[
    Field::always("minutes", Kind::Number, "the minutes"),
    Field::always("low", Kind::Number, "where the interval begins that holds four in five"),
    Field::always("high", Kind::Number, "where it ends"),
]);

/// What there is to say of a puzzle in short.
pub(super) const SUMMARY: Kind = Kind::Object(&[
    Field::always(
        "sentence",
        Kind::Text,
        "all of it in words: `Hard: about 22 minutes (15–33). You need X-wings.`",
    ),
    Field::maybe("level", Kind::Text, "the named level it is on"),
    Field::maybe("minutes", MINUTES, "how long people take"),
    Field::maybe("for_you", MINUTES, "how long the player takes, if there is one"),
    Field::always(
        "needs",
        Kind::List(&Kind::Object(&[
            Field::always("strategy", Kind::Text, "the slug"),
            Field::always("plural", Kind::Text, "what several of it are called"),
        ])),
        "what one must know, the hardest first, three strategies at most",
    ),
    Field::maybe(
        "bottleneck",
        Kind::Object(&[
            Field::always("number", Kind::Whole, "which step of the teaching ladder, from 1"),
            Field::always("strategy", Kind::Text, "the slug"),
            Field::always("name", Kind::Text, "what is done, in short"),
            Field::always("moves", Kind::Whole, "how many moves there are to choose from"),
        ]),
        "the step where the fewest ways lead on; null if there is a choice of singles everywhere",
    ),
]);

const NODE: Kind = Kind::Object(&[
    Field::always("cells", Kind::List(&Kind::Text), "one of these cells"),
    Field::always("digit", Kind::Whole, "has this digit"),
    Field::always("on", Kind::Flag, "or none has, if this is false"),
]);

/// What is said, piece by piece, in the manual.
pub(super) const PIECES: Kind = Kind::List(&Kind::Object(&[
    Field::always("text", Kind::Text, "a run of text"),
    Field::maybe(
        "names",
        Kind::Object(&[
            Field::maybe("digits", Kind::List(&Kind::Whole), "digits"),
            Field::maybe("cells", Kind::List(&Kind::Text), "or cells"),
            Field::maybe("houses", Kind::List(&Kind::Text), "or houses"),
            Field::maybe("marks", Kind::List(&Kind::Text), "or marks: `r5c2=7`"),
        ]),
        "what it names",
    ),
    Field::maybe(
        "link",
        Kind::Object(&[
            Field::always("chain", Kind::Whole, "of which chain, as in the evidence"),
            Field::always("number", Kind::Whole, "which of its links, from 0"),
        ]),
        "the link that it tells",
    ),
]));

/// A step, in the manual.
pub(super) const STEP: Kind = Kind::Object(&[
    Field::always("number", Kind::Whole, "which step it is, from 1"),
    Field::always("strategy", Kind::Text, "the slug"),
    Field::always("name", Kind::Text, "the name in running text"),
    Field::maybe("rating", Kind::Number, "its price, where the path has prices"),
    Field::always("text", Kind::Text, "why it follows, in words"),
    Field::always("pieces", PIECES, "the same in pieces: all their texts are the text"),
    Field::always(
        "reasons",
        Kind::List(&Kind::Text),
        "of a single that is seen without marks: the cells of the digits that force it",
    ),
    Field::always("placements", Kind::List(&Kind::Text), "digits to write: `r5c2=7`"),
    Field::always("eliminations", Kind::List(&Kind::Text), "marks to erase: `r5c2<>7`"),
    Field::always(
        "evidence",
        Kind::Object(&[
            Field::always("digits", Kind::List(&Kind::Whole), "the digits it is about"),
            Field::always("houses", Kind::List(&Kind::Text), "the houses to look at: `row 5`"),
            Field::always("covers", Kind::List(&Kind::Text), "the houses across them"),
            Field::always(
                "parts",
                Kind::List(&Kind::Object(&[
                    Field::always("role", Kind::Text, "what the cells are in the pattern: `pivot`"),
                    Field::always("cells", Kind::List(&Kind::Text), "the cells"),
                    Field::always("digits", Kind::List(&Kind::Whole), "the digits in them"),
                    Field::maybe("letter", Kind::Text, "of a set that is almost locked: `A`"),
                ])),
                "cells and candidates by role",
            ),
            Field::always(
                "links",
                Kind::List(&Kind::Object(&[
                    Field::always("chain", Kind::Whole, "which chain it belongs to"),
                    Field::always("from", NODE, "if this"),
                    Field::always("to", NODE, "then this"),
                    Field::always(
                        "reason",
                        Kind::Object(&[
                            Field::always(
                                "kind",
                                Kind::OneOf(&["cell", "house", "set", "uniqueness", "rule"]),
                                "why",
                            ),
                            Field::maybe("house", Kind::Text, "the house"),
                            Field::maybe("cells", Kind::List(&Kind::Text), "the cells"),
                            Field::maybe("rule", Kind::Text, "the rule: `a naked pair`"),
                            Field::maybe("slug", Kind::Text, "the rule by its slug: `naked-pair`"),
                        ]),
                        "because",
                    ),
                ])),
                "the links of chains",
            ),
        ]),
        "what one must see, enough to draw it",
    ),
    Field::always("board", Kind::Text, "the digits before the step, 81 characters"),
    Field::always("marks", Kind::Text, "the pencil marks before the step, 729 characters"),
    Field::always("needs_marks", Kind::Flag, "whether it cannot be seen without them"),
    Field::always("legend", LEGEND, "what there is to see in the evidence, in words"),
]);

/// The legend of a picture, in the manual.
const LEGEND: Kind = Kind::Object(&[
    Field::maybe("houses", Kind::Text, "the houses to look at: `rows 2 and 5`"),
    Field::maybe("covers", Kind::Text, "the houses across them"),
    Field::always("parts", Kind::List(&Kind::Text), "the parts, in their order: `pincer 2`"),
    Field::maybe("reasons", Kind::Text, "the digits that force a single"),
    Field::maybe("barred", Kind::Text, "the cells that the written digit cannot go to"),
    Field::maybe("common", Kind::Text, "the digits that almost locked sets have in common"),
    Field::always("chains", Kind::List(&Kind::Text), "the chains, if there are several: `case 1`"),
    Field::maybe("then", Kind::Text, "that something is so, along a chain"),
    Field::maybe("then_not", Kind::Text, "that it is not"),
    Field::maybe("written", Kind::Text, "what is written"),
    Field::maybe("erased", Kind::Text, "what is erased"),
]);

/// The options of metrics, of a request.
pub(super) const OPTIONS: Field = Field::maybe(
    "options",
    Kind::Map(&Kind::Value),
    "options of metrics by name: `{\"hsolve.runs\":50}`. `info` has those that there are; numbers that values \
     depend on are said again beside them",
);
