//! Measurements: `cargo run --release -p bench -- <subcommand>`.

use std::process::ExitCode;

mod search;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let outcome = match args.next().as_deref() {
        Some("search") => search::run(args),
        _ => Err("usage: bench search [--data DIR] [--only NAME] [--validate]".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}
