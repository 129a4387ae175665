//! How the tests run the binary, and the puzzles they run it on.

use std::io::Write;
use std::process::{Command, Stdio};

/// A proper puzzle.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A minimal puzzle of 17 givens.
pub(crate) const SEVENTEEN: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

/// The solution of that.
pub(crate) const SEVENTEEN_SOLVED: &str =
    "693784512487512936125963874932651487568247391741398625319475268856129743274836159";

/// A grid with two equal digits in its first row.
pub(crate) fn contradictory() -> String {
    PUZZLE.replacen("53..7", "55..7", 1)
}

/// A grid whose givens agree with each other and have no solution.
pub(crate) fn impossible() -> String {
    PUZZLE.replacen("53..7", "531.7", 1)
}

/// A grid with exactly two solutions: four cells of the first solution are emptied that
/// hold two digits crosswise.
pub(crate) const TWO_SOLUTIONS: &str =
    "5346789126721953..1983425678597614234268537917139248569615372..287419635345286179";

/// What a run of the binary came to.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Done {
    /// The lines of the standard output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// Asserts that all went well and nothing was said on the side.
    #[track_caller]
    pub(crate) fn fine(self) -> Done {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{self:?}");
        self
    }
}

/// The binary, in an environment that has no opinion on colours.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_piste"));
    command.args(args);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM"] {
        command.env_remove(name);
    }
    // Whoever runs the tests may have games of their own.
    command.env("PISTE_GAMES", "no-such-folder/games.json");
    command
}

/// Runs the binary without input.
pub(crate) fn piste(args: &[&str]) -> Done {
    piste_on("", args)
}

/// Runs the binary with this standard input.
pub(crate) fn piste_on(stdin: &str, args: &[&str]) -> Done {
    run_on(stdin, command(args))
}

/// Runs a command with this standard input.
pub(crate) fn run_on(stdin: &str, mut command: Command) -> Done {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_owned();
    // A command that does not read its input closes the pipe: nothing to complain about.
    let feeder = std::thread::spawn(move || drop(pipe.write_all(stdin.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Done {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder that is gone when the test is over.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Each line as JSON.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
