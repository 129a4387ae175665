//! The README says what the program really says.
//!
//! Every block marked `console` is a short session: lines that begin with `$ ` are typed, the
//! lines below are what comes back. The sessions are played again, in order, in an empty
//! folder, with the program as it is now; what differs is shown.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// One command of a session and what it should say.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exchange {
    /// Counted from 1.
    line: usize,
    typed: String,
    answer: String,
}

/// Plays the sessions of the README. The program must have been built, beside this one.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let text = fs::read_to_string(root.join("README.md")).map_err(|e| format!("README.md: {e}"))?;
    let here = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    let programs = here.parent().unwrap_or(root);
    let stage = programs.join("readme");
    let cleared = if stage.exists() { fs::remove_dir_all(&stage) } else { Ok(()) };
    cleared
        .and_then(|()| fs::create_dir_all(&stage))
        .map_err(|e| format!("{}: {e}", stage.display()))?;
    let exchanges = exchanges(&text);
    let mut wrong = 0;
    for Exchange { line, typed, answer } in &exchanges {
        let said = play(typed, &stage, programs)?;
        if said != *answer {
            wrong += 1;
            println!("README.md:{line}: $ {typed}\n-- written:\n{answer}-- said now:\n{said}");
        }
    }
    if exchanges.is_empty() {
        return Err("README.md has no `console` block".to_owned());
    }
    println!("{} commands, {wrong} with another answer", exchanges.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} answers in README.md are out of date")) }
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
    fn a_command_is_played_in_its_folder_with_errors_last() {
        let stage = std::env::temp_dir();
        let said = play("echo b >&2; echo a; cat", &stage, &stage).unwrap();
        assert_eq!(said, "a\nb\n");
    }
}
