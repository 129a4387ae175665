//! The chores of the workspace, as `cargo xtask <chore>`.
//!
//! - `tidy` keeps the invariants of the architecture;
//! - `surface` counts what outsiders see of the libraries;
//! - `new` writes the start of a strategy, a metric or a generator;
//! - `cases` runs a file of case lines and says how each strategy fared;
//! - `docs` makes the manual pages from the doc comments;
//! - `readme` plays the sessions in the README and the guide again;
//! - `browser` plays the page of `piste serve` in a real browser;
//! - `engine` tries the engine for other programs: in C, in Node, in a browser;
//! - `npm` makes the npm package;
//! - `speed` holds its speed against that of a native program;
//! - `site` makes a folder that any static host can serve;
//! - `dist` makes archives for people without a compiler;
//! - `sanitizer` runs the tests of the engines under the address sanitizer;
//! - `arm` runs them on 64-bit ARM, in an emulator;
//! - `library` rates the shipped collection by metrics that are new;
//! - `fuzz` runs each fuzz target for a few seconds;
//! - `attack` kills, damages, bombs and besieges the program, for two minutes or longer;
//! - `long` runs what takes longer than CI, and records what came of it;
//! - `ci` runs all that CI runs, in the same order.
//!
//! Nothing but the standard library and our own crates: the chores must build in seconds,
//! everywhere.

#![expect(clippy::print_stdout, reason = "a command line prints")]

#[cfg(unix)]
mod attack;
mod cases;
mod ci;
mod docs;
mod engine;
#[path = "../../crates/piste-cli/joined.rs"]
mod joined;
mod kind;
mod library;
mod long;
mod markdown;
mod new;
mod readme;
mod shapes;
mod site;
mod source;
mod surface;
mod tidy;
mod tree;

use std::process::ExitCode;

const HELP: &str = "\
The chores of the workspace.

  cargo xtask tidy                         check the invariants of ARCHITECTURE.md
  cargo xtask surface                      count the public items of the libraries
  cargo xtask new strategy <slug>          start a strategy: its file, case file and register row
  cargo xtask new metric <slug>            start a metric
  cargo xtask new generator <slug>         start a generator
  cargo xtask cases FILE                   run a file of case lines
  cargo xtask docs [--check]               make the manual pages, or say which are stale
  cargo xtask readme [--write]             does the program say what README.md and the guide say?
  cargo xtask browser                      play the page in a real browser (node, npm, Chromium)
  cargo xtask python [--quick]             build the Python package and test it in a clean environment;
                                           --quick as CI does it, without clippy and types
  cargo xtask engine [--quick]             try the engine from C, Node and a browser page; --quick with
                                           one of its two builds
  cargo xtask npm                          make the npm package: target/npm (rustup, node, npm)
  cargo xtask speed                        how fast the engine is in Node, beside a native one
  cargo xtask site [--test [--quick]]      make a folder for any static host: target/site; or make it
                                           quickly and play it in a real browser
  cargo xtask dist                         make archives that need no compiler: target/dist
  cargo xtask clusters                     the Python package on Ray, Spark and Daft, a worker killed
  cargo xtask sanitizer                    test the engines under the address sanitizer
  cargo xtask arm                          test the engines on 64-bit ARM, emulated (qemu-user)
  cargo xtask library                      rate the shipped collection by metrics that are new
  cargo xtask fuzz [--seconds N]           run each fuzz target for a few seconds, or N
  cargo xtask attack [--seconds N | --all] attack the program: for 120 seconds, N, or all there is
             [--only NAME] [--seed N] [--bin PATH]
  cargo xtask long [--only PART,PART…]     run what takes longer than CI, and record it: fuzz,
             [--minutes N]                 soundness, patterns, oracle, shapes, shape-search, scaffold,
             [--fuzz-seconds N]            attack, engine, site, arm, python, clusters, studies;
             [--chunks N] [--traces N]     --minutes limits each, the others say how much is done
             [--boards N] [--attack-seconds N] [--sample N] [--data DIR]
  cargo xtask ci                           run everything CI runs
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args[..] {
        ["tidy"] => tidy(),
        ["surface"] => surface::run(),
        ["new", what, slug] => tree::workspace_root().and_then(|root| new::run(&root, what, slug)),
        ["cases", path] => cases::run(path),
        ["docs"] => tree::workspace_root().and_then(|root| docs::run(&root, docs::Mode::Write)),
        ["docs", "--check"] => {
            tree::workspace_root().and_then(|root| docs::run(&root, docs::Mode::Check))
        }
        ["readme"] => {
            tree::workspace_root().and_then(|root| readme::run(&root, readme::Mode::Check))
        }
        ["readme", "--write"] => {
            tree::workspace_root().and_then(|root| readme::run(&root, readme::Mode::Write))
        }
        ["browser"] => tree::workspace_root().and_then(|root| ci::browser(&root)),
        ["python"] => tree::workspace_root().and_then(|root| ci::python(&root, false)),
        ["python", "--quick"] => tree::workspace_root().and_then(|root| ci::python(&root, true)),
        ["engine"] => {
            tree::workspace_root().and_then(|root| ci::engine(&root, engine::Care::Small))
        }
        ["engine", "--quick"] => {
            tree::workspace_root().and_then(|root| ci::engine(&root, engine::Care::Quick))
        }
        ["site"] => tree::workspace_root().and_then(|root| site::run(&root)),
        ["arm"] => tree::workspace_root().and_then(|root| ci::arm(&root)),
        ["site", "--test"] => {
            tree::workspace_root().and_then(|root| ci::site(&root, engine::Care::Small))
        }
        ["site", "--test", "--quick"] => {
            tree::workspace_root().and_then(|root| ci::site(&root, engine::Care::Quick))
        }
        ["npm"] => tree::workspace_root().and_then(|root| engine::npm(&root)),
        ["speed"] => tree::workspace_root().and_then(|root| engine::speed(&root)),
        ["dist"] => tree::workspace_root().and_then(|root| ci::dist(&root)),
        ["clusters"] => tree::workspace_root().and_then(|root| ci::clusters(&root)),
        ["sanitizer"] => tree::workspace_root().and_then(|root| ci::sanitizer(&root)),
        ["library"] => tree::workspace_root().and_then(|root| library::run(&root)),
        ["fuzz"] => tree::workspace_root().and_then(|root| ci::fuzz(&root, None)),
        ["fuzz", "--seconds", seconds] => tree::workspace_root().and_then(|root| {
            let wrong = |_| format!("--seconds {seconds}: expected a whole number");
            ci::fuzz(&root, Some(seconds.parse().map_err(wrong)?))
        }),
        ["long", ref rest @ ..] => tree::workspace_root().and_then(|root| long::run(&root, rest)),
        ["attack", ref rest @ ..] => tree::workspace_root().and_then(|root| attack(&root, rest)),
        ["ci"] => tree::workspace_root().and_then(|root| ci::run(&root)),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("no such chore: {}\n\n{HELP}", args.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

#[cfg(unix)]
fn attack(root: &std::path::Path, args: &[&str]) -> Result<(), String> {
    attack::run(root, args)
}

/// Signals and processes are watched as Unix has them.
#[cfg(not(unix))]
fn attack(_: &std::path::Path, _: &[&str]) -> Result<(), String> {
    println!("SKIPPED: the attacks are for Unix, which this is not");
    Ok(())
}

fn tidy() -> Result<(), String> {
    let tree = tree::Tree::read(&tree::workspace_root()?)?;
    let report = tidy::check(&tree);
    for line in &report.lines {
        println!("{line}");
    }
    let summary = format!(
        "{} rules over {} files: {} broken, {} worth a look",
        tidy::RULES.len(),
        tree.files.len(),
        report.broken,
        report.advice
    );
    if report.broken > 0 {
        return Err(summary);
    }
    println!("{summary}");
    Ok(())
}
