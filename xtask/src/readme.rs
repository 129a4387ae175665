//! The README, the guide and the page about data sets say what the program really says.
//!
//! Every block marked `console` is a short session: lines that begin with `$ ` are typed, the
//! lines below are what comes back. The sessions of a page are played again, in order, in an empty
//! folder, with the program as it is now; what differs is shown, or written down.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The pages with sessions.
const PAGES: [&str; 3] = ["README.md", "docs/guide.md", "docs/dataset.md"];

/// What to do with an answer that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Show it, and fail.
    Check,
    /// Put it into the page.
    Write,
}

/// One command of a session and what it should say.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exchange {
    /// Counted from 1.
    line: usize,
    typed: String,
    answer: String,
}

/// Plays the sessions of all pages. The program must have been built, beside this one.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let mut out_of_date = Vec::new();
    for page in PAGES {
        let wrong = play_page(root, page, mode)?;
        if wrong > 0 {
            out_of_date.push(format!("{wrong} answers in {page} are out of date"));
        }
    }
    match mode {
        Mode::Check if !out_of_date.is_empty() => Err(out_of_date.join("; ")),
        Mode::Check | Mode::Write => Ok(()),
    }
}

/// Plays the sessions of a page; how many answers were others than written.
fn play_page(root: &Path, page: &str, mode: Mode) -> Result<usize, String> {
    let path = root.join(page);
    let text = fs::read_to_string(&path).map_err(|e| format!("{page}: {e}"))?;
    let here = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    let programs = here.parent().unwrap_or(root);
    let stage = programs.join("readme");
    let cleared = if stage.exists() { fs::remove_dir_all(&stage) } else { Ok(()) };
    cleared
        .and_then(|()| fs::create_dir_all(&stage))
        .map_err(|e| format!("{}: {e}", stage.display()))?;
    let exchanges = exchanges(&text);
    if exchanges.is_empty() {
        return Err(format!("{page} has no `console` block"));
    }
    let mut said = Vec::with_capacity(exchanges.len());
    let mut wrong = 0;
    for Exchange { line, typed, answer } in &exchanges {
        let now = play(typed, &stage, programs)?;
        if now != *answer {
            wrong += 1;
            println!("{page}:{line}: $ {typed}\n-- written:\n{answer}-- said now:\n{now}");
        }
        said.push(now);
    }
    println!("{page}: {} commands, {wrong} with another answer", exchanges.len());
    if mode == Mode::Write && wrong > 0 {
        let text = with_answers(&text, &said);
        fs::write(&path, text).map_err(|e| format!("{page}: {e}"))?;
    }
    Ok(wrong)
}

/// The text with these answers below the commands of its sessions, in order.
fn with_answers(text: &str, said: &[String]) -> String {
    let mut answers = said.iter();
    let mut is_session = false;
    let mut written = String::new();
    for line in text.lines() {
        if let Some(label) = line.strip_prefix("```") {
            is_session = label.trim() == "console";
        } else if is_session && !line.starts_with("$ ") {
            continue;
        }
        written.push_str(line);
        written.push('\n');
        if is_session && line.starts_with("$ ") {
            written.push_str(answers.next().map_or("", String::as_str));
        }
    }
    written
}

/// What the command says, its errors after its output.
fn play(typed: &str, stage: &Path, programs: &Path) -> Result<String, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(places).map_err(|e| format!("PATH: {e}"))?;
    let output = Command::new("sh")
        .args(["-c", typed])
        .current_dir(stage)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        // Nobody's own games, and none are left behind.
        .env("PISTE_GAMES", stage.join("games.json"))
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("sh: {e}"))?;
    let (out, err) = (&output.stdout, &output.stderr);
    Ok(String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err))
}

/// The commands in the `console` blocks of the text.
fn exchanges(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut is_session = false;
    for (i, line) in text.lines().enumerate() {
        if let Some(label) = line.strip_prefix("```") {
            is_session = label.trim() == "console";
        } else if !is_session {
            continue;
        } else if let Some(typed) = line.strip_prefix("$ ") {
            let typed = typed.to_owned();
            exchanges.push(Exchange { line: i + 1, typed, answer: String::new() });
        } else if let Some(last) = exchanges.last_mut() {
            last.answer.push_str(line);
            last.answer.push('\n');
        }
    }
    exchanges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_read_and_other_blocks_are_not() {
        let text = "Words.\n```sh\n$ no\n```\n```console\n$ one\na\nb\n$ two\n```\n$ no\n";
        let told: Vec<(usize, String, String)> =
            exchanges(text).into_iter().map(|e| (e.line, e.typed, e.answer)).collect();
        assert_eq!(told, [(6, "one".into(), "a\nb\n".into()), (9, "two".into(), String::new())]);
    }

    #[test]
    fn answers_are_put_below_their_commands() {
        let text = "Words.\n```console\n$ one\nold\n$ two\n```\n$ no\nend\n";
        let told = with_answers(text, &["new\n".to_owned(), "b\nc\n".to_owned()]);
        assert_eq!(told, "Words.\n```console\n$ one\nnew\n$ two\nb\nc\n```\n$ no\nend\n");
        let same: Vec<String> = exchanges(&told).into_iter().map(|e| e.answer).collect();
        assert_eq!(with_answers(&told, &same), told);
    }

    #[test]
    fn a_command_is_played_in_its_folder_with_errors_last() {
        let stage = std::env::temp_dir();
        let said = play("echo b >&2; echo a; cat", &stage, &stage).unwrap();
        assert_eq!(said, "a\nb\n");
    }
}
