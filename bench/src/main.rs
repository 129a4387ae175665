//! Measurements: how fast piste is, and the long checks that are too slow for the tests.
//!
//! `cargo run --release -p bench -- <subcommand>`; each subcommand is a file. Puzzles are
//! read from the directory given by `--data`, else by the environment variable `PISTE_DATA`,
//! else from `../shared/data` beside the workspace.

#![allow(clippy::print_stdout, reason = "printing is what a bench is for")]

mod clock;
mod colour;
mod compare;
mod data;
mod directed;
mod experts;
mod generate;
mod instructions;
mod levels;
mod library;
mod logic;
mod minutes;
mod oracle;
mod rate_cheap;
mod rating;
mod sat;
mod se_exact;
mod se_lists;
mod se_speed;
mod search;
mod serve_load;
mod shapes;
mod shapes_make;
mod shapes_sound;
mod symmetry;
mod symmetry_invariance;
mod targets;
mod vicinity;

use std::process::ExitCode;

/// A subcommand: what to type, what it does, and the function that does it.
type Subcommand = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const SUBCOMMANDS: &[Subcommand] = &[
    ("compare", "exact search and making beside other programs [--config FILE]", compare::run),
    ("compare-driver", "one of our engines, asked as rivals are", compare::driver::run),
    ("count", "one core path, for callgrind to watch", instructions::count),
    ("generate", "what each method that makes puzzles makes [METHOD] [--count N]", generate::run),
    ("generate-grids", "classes of full grids, by how they are made [--count N]", generate::grids),
    ("generate-speed", "full grids and minimal puzzles per second", generate::speed),
    (
        "controlled-bias",
        "puzzles of controlled bias a second, beside suexg-cb: --beside PROGRAM [--count N]",
        experts::controlled_bias,
    ),
    ("directed", "seconds to make a puzzle that needs a strategy, for each", directed::run),
    (
        "experts",
        "te, b, w, bxb against other programs [--classifier DIR] [--collection DIR] [--every N]",
        experts::run,
    ),
    ("instructions", "instruction counts of the core paths against the record", instructions::run),
    ("levels", "how the levels of publishers fall into ours", levels::run),
    ("library", "rows into the library and out of it per second [--rows N]", library::run),
    ("logic", "traces per second, by ladder and set", logic::run),
    ("logic-soundness", "every step of 20,000 puzzles against the solution", logic::soundness),
    (
        "logic-long",
        "how much of the hardest puzzles is explained without an exhaustive trial [--sample N] [--deep FILE]",
        logic::long,
    ),
    (
        "logic-patterns",
        "which rare patterns the puzzles of a file need: --puzzles FILE",
        logic::patterns,
    ),
    (
        "logic-vicinity",
        "puzzles that need a rare pattern, near others: --around FILE --need SLUG,... [--tries N]",
        vicinity::run,
    ),
    ("logic-drift", "how often a ladder's outcome depends on how the grid is turned", logic::drift),
    ("minutes-bagging", "the million fits of the paper's model of times", minutes::bagging),
    (
        "minutes-features",
        "every feature of the puzzles that people were timed on",
        minutes::features,
    ),
    ("oracle", "the engines against each other on all sets and ten million boards", oracle::run),
    ("rate-colour", "the 17-clue collections by colour, beside the paper's tables", colour::run),
    ("rate-hsolve", "puzzles rated per second by hsolve, by set", rating::hsolve),
    ("rate-cheap", "puzzles per second of the cheap metrics, by set", rate_cheap::run),
    ("se-exact", "Sudoku Explainer's paths; --replay: step by step", se_exact::run),
    ("se-agreement", "the se rating beside published lists", se_lists::agreement),
    (
        "se-invariance",
        "how often the se rating changes when a puzzle is turned",
        se_lists::invariance,
    ),
    (
        "se-speed",
        "CPU time a puzzle of the se rating, by class [--beside NAME=COMMAND]",
        se_speed::run,
    ),
    ("rate-ranges", "least, middle and greatest values of counting metrics", rate_cheap::ranges),
    ("search", "verdicts per second of the exact solvers; --validate: do they agree?", search::run),
    ("serve-load", "latency under load, and a thousand connections [--only PART]", serve_load::run),
    (
        "shapes-make",
        "puzzles of other shapes a second, beside others [--seconds N] [--row NAME] [--python P]",
        shapes_make::run,
    ),
    (
        "shapes-limits",
        "seconds to make a minimal 16x16 of each level, and to solve 25x25 [--count N] [--row NAME]",
        shapes_make::limits,
    ),
    (
        "shapes",
        "boards of every shape: speeds; --validate [--sat]: against a backtracker and a SAT solver",
        shapes::run,
    ),
    (
        "shapes-soundness",
        "every step on every shape against a SAT solver [--traces N] [--shape NAME]",
        shapes_sound::run,
    ),
    ("symmetry", "canonical forms per second", symmetry::run),
    (
        "symmetry-invariance",
        "canonical forms of 200 puzzles under 10,000 random transformations each",
        symmetry_invariance::run,
    ),
    ("targets", "puzzles on target per second, by method", targets::run),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = arguments.first().map(String::as_str);
    let Some((_, _, run)) = SUBCOMMANDS.iter().find(|(name, ..)| Some(*name) == asked) else {
        eprintln!("usage: bench <subcommand> [--data DIR]");
        for (name, about, _) in SUBCOMMANDS {
            eprintln!("  {name:22} {about}");
        }
        return ExitCode::FAILURE;
    };
    match run(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}
