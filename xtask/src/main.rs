//! The project's own chores: `cargo xtask <chore>`.
#![expect(clippy::print_stdout, reason = "a command line prints")]

mod cases;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["cases", path] => cases::run(path),
        _ => {
            eprintln!("usage: cargo xtask cases FILE");
            ExitCode::from(2)
        }
    }
}
