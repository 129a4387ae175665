//! What all verbs have in common: messages, exit codes, colours, help, files.

use crate::support::*;
use std::path::Path;

/// Every verb, as the help of the program lists them.
fn verbs() -> Vec<String> {
    let help = piste(&["--help"]).fine().out;
    let (_, list) = help.split_once("\nCommands:\n").expect("the help lists the verbs");
    let list = list.lines().take_while(|line| !line.is_empty());
    // A line that goes on with what a verb does is indented further.
    let named =
        list.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let verbs: Vec<String> =
        named.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(
        ["solve", "make", "library", "serve", "man"].iter().all(|v| verbs.iter().any(|w| w == v))
    );
    verbs
}

#[test]
fn every_verb_has_help_with_an_example() {
    for verb in &verbs() {
        let done = piste(&[verb, "--help"]).fine();
        assert!(done.out.contains("Usage: piste"), "{verb}");
        assert!(done.out.contains(&format!("\nExamples:\n  piste {verb}")), "{verb}: {}", done.out);
        assert!(done.lines().iter().all(|line| line.chars().count() <= 100), "{verb}");
    }
}

#[test]
fn the_version_names_the_commit() {
    let done = piste(&["--version"]).fine();
    let version = done.out.strip_prefix("piste ").unwrap().trim_end();
    let (number, commit) = match version.split_once(' ') {
        Some((number, commit)) => (number, Some(commit)),
        None => (version, None),
    };
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    match commit {
        Some(commit) => {
            let hex = commit.strip_prefix('(').and_then(|c| c.strip_suffix(')')).unwrap();
            assert!(hex.len() >= 7 && hex.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
        }
        None => eprintln!("SKIPPED: no git here, so no commit to name"),
    }
}

#[test]
fn a_wrong_command_line_ends_with_2() {
    for args in [
        &[][..],
        &["sing"],
        &["solve", "--no-such-option"],
        &["solve", "--jobs", "0", PUZZLE],
        &["solve", "--count", "--all", PUZZLE],
        &["solve", "--format", "papyrus", PUZZLE],
        &["solve", "--engine", "steam", PUZZLE],
        &["transform", "--times", "3", PUZZLE],
        &["solve", "--seed", "3", PUZZLE],
    ] {
        let done = piste(args);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{args:?}");
        // One sentence; without a verb, the help.
        let lines = done.err.lines().count();
        assert!(lines == 1 || args.is_empty() && lines > 1, "{args:?}: {}", done.err);
    }
}

#[test]
fn a_wrong_command_line_is_told_in_one_sentence() {
    for (args, words) in [
        (&["solve", "--jobs", "0"][..], "--jobs 0: expected a whole number from 1 to 1024"),
        (&["solve", "--jobs", "many"], "--jobs many: expected a whole number"),
        (&["check", "--limit", "1"], "--limit 1: expected a whole number, 2 or more"),
        (&["explain", "--upto", "0"], "--upto 0: expected a whole number, 1 or more"),
        (&["rate", "--seed", "x"], "--seed x: expected a whole number"),
        (
            &["transform", "--relabel", "12"],
            "--relabel 12: expected nine digits from 1 to 9, such as 234567891",
        ),
        (
            &["solve", "--engine", "link"],
            "--engine link: not one of bands, portable, links, plain; did you mean links?",
        ),
        (&["hint", "--more", "--grade", "2"], "--more and --grade do not go together"),
        (&["make", "--must-use", "xwing"], "--must-use: there is no xwing; did you mean x-wing?"),
        (
            &["make", "--hardest-is", "xwing"],
            "--hardest-is: there is no xwing; did you mean x-wing?",
        ),
        (
            &["make", "--hardest-is", "naked-pair..xwing"],
            "--hardest-is: there is no xwing; did you mean x-wing?",
        ),
        (&["rate", "."], ".: this is a folder, not a file"),
        (&["solve", "--colour", "x"], "there is no option --colour; did you mean --color?"),
    ] {
        let done = piste(args);
        assert_eq!((done.code, done.err), (Some(2), format!("piste: {words}\n")), "{args:?}");
    }
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let folder = folder();
    let path = folder.path().join("plain.txt");
    std::fs::write(&path, format!("{PUZZLE}\n")).unwrap();
    let name = path.to_str().unwrap();
    let refused = |args: &[&str], words: &str| {
        let done = piste(args);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{args:?}");
        assert_eq!(done.err, format!("piste: {words}\n"), "{args:?}");
    };
    refused(
        &["solve", "--column", "2", name],
        &format!("{name}: --column is for csv, tsv and jsonl, and this file is of the form line"),
    );
    refused(
        &["solve", "--from", "sdm", PUZZLE],
        "--from is about files, and there are only puzzles",
    );
    refused(
        &["solve", "--column", "2", PUZZLE],
        "--column is about files, and there are only puzzles",
    );
    refused(
        &["explain", "--seed", "3", PUZZLE],
        "--seed: nothing is random on the ladder teaching",
    );
}

#[test]
fn options_for_what_is_not_done_are_refused() {
    let folder = folder();
    let path = folder.path().join("plain.txt");
    std::fs::write(&path, format!("{PUZZLE}\n{PUZZLE}\n")).unwrap();
    let name = path.to_str().unwrap();
    let library = "--library: nothing is taken from a library but by --method library";
    let games = "--games: nobody looks into them here without --for me";
    for (args, words) in [
        (&["convert", "--qr", "--format", "sdm", name][..], "do not go together"),
        (&["convert", "--qr", "--json", name], "do not go together"),
        (&["canon", "--memory", "5", name], "--dedupe is missing"),
        (&["make", "--library", "x.sqlite"], library),
        (&["make", "--shape", "4x4", "--library", "x.sqlite"], library),
        (&["make", "--games", "x.json"], games),
        (&["make", "--shape", "4x4", "--for", "me"], "do not go together"),
        (
            &["rate", "--games", "x.json", "--metrics", "se", PUZZLE],
            "--games is for the metric minutes",
        ),
        (&["rate", "--games", "x.json", "--format", "tsv", name], games),
        (&["rate", "--games", "x.json", "--for", "nobody", PUZZLE], games),
    ] {
        let done = piste(args);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{args:?}: {done:?}");
        assert!(done.err.contains(words), "{args:?}: {done:?}");
    }
    // Where somebody always has theirs is no option of this command.
    let mut command = command(&["make", "--seed", "1"]);
    command.env("PISTE_LIBRARY", "no-such-folder/library.sqlite");
    assert_eq!(run_on("", command).code, Some(0));
}

#[test]
fn a_word_that_is_near_to_nothing_is_not_answered_with_a_hundred() {
    let done = piste(&["make", "--must-use", "foo"]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.err.starts_with("piste: --must-use: there is no foo; the nearest of "),
        "{done:?}"
    );
    assert!(done.err.len() < 120, "{done:?}");
}

/// What a window has no room for goes on further in, so that it does not look like an example or a code of its own.
#[test]
fn help_fits_a_narrow_window() {
    for (width, verb) in [("40", "solve"), ("80", "solve"), ("40", "explain"), ("80", "rate")] {
        let mut command = command(&[verb, "--help"]);
        command.env("COLUMNS", width);
        let help = run_on("", command).fine().out;
        let examples = help.split("\nExamples:\n").nth(1).unwrap();
        let examples = examples.split("\n\n").next().unwrap();
        let own = format!("  piste {verb}");
        for line in examples.lines() {
            assert!(
                line.starts_with(&own) || line.starts_with("      "),
                "{width}: {line:?} in {help}"
            );
        }
        assert!(examples.contains("\n      53..7"), "{width}: {examples}");
    }
    let mut command = command(&["--help"]);
    command.env("COLUMNS", "60");
    let help = run_on("", command).fine().out;
    assert!(
        help.contains(
            "\n  1    a line could not be read, there was nothing to read,\n       or the answer"
        ),
        "{help}"
    );
}

#[test]
fn help_says_what_holds_here() {
    let mut command = command(&["make", "--help"]);
    command.env("PISTE_LIBRARY", "somebody/library.sqlite");
    let help = run_on("", command).fine().out;
    assert!(
        help.contains("Whose --minutes are meant") && !help.contains("Also say how long"),
        "{help}"
    );
    assert!(help.contains("PISTE_LIBRARY") && !help.contains("somebody"), "{help}");
    let help = piste(&["explain", "--help"]).fine().out;
    assert!(help.contains("outcome (solved, stuck, contradiction, undecided)"), "{help}");
    assert!(help.contains("Exit code 3"), "{help}");
}

#[test]
fn nothing_to_read_is_said() {
    for verb in [&["solve"][..], &["check"], &["convert"], &["explain"], &["rate"]] {
        for input in ["", "\n\n# only a comment\n"] {
            let done = piste_on(input, verb);
            assert_eq!(done.code, Some(1), "{verb:?}");
            let words = "piste: there was nothing to read on the standard input\n";
            assert_eq!(done.err, words, "{verb:?}");
        }
        assert_eq!(piste_on("", &[verb, &["--quiet"]].concat()).code, Some(1));
    }
}

#[test]
fn a_dash_as_output_is_the_standard_output() {
    let folder = folder();
    let mut dashed = command(&["solve", "--format", "line", "--output", "-", PUZZLE]);
    dashed.current_dir(folder.path());
    let plain = piste(&["solve", "--format", "line", PUZZLE]).fine().out;
    assert_eq!(run_on("", dashed).fine().out, plain);
    assert!(!folder.path().join("-").exists());
    let mut resumed = command(&["rate", "--resume", "--output", "-", PUZZLE]);
    resumed.current_dir(folder.path());
    let done = run_on("", resumed);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
    assert!(done.err.contains("--resume: the standard output cannot be gone on with"), "{done:?}");
}

#[test]
fn a_missing_file_and_a_mistyped_puzzle_are_told_apart() {
    let done = piste(&["solve", "nowhere.txt"]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: nowhere.txt: there is no such file\n");

    let mistyped = PUZZLE.replacen("195", "1x5", 1);
    let done = piste(&["solve", &mistyped]);
    assert_eq!(done.code, Some(2));
    assert_eq!(
        done.err,
        format!(
            "piste: {mistyped}: not a puzzle (column 14: expected a digit or '.', found 'x'), \
             and there is no such file\n"
        )
    );
    let done = piste(&["solve", &PUZZLE[..80]]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("expected 81 cells, found 80"), "{done:?}");
    for (short, cells) in [("53..7....6..195...", 18), ("53..7....", 9), ("53..7", 5)] {
        let done = piste(&["solve", short]);
        assert_eq!(done.code, Some(2));
        let column = cells + 1;
        let words = format!("not a puzzle (column {column}: expected 81 cells, found {cells})");
        assert_eq!(done.err, format!("piste: {short}: {words}\n"));
    }
}

#[test]
fn a_file_that_cannot_be_read_ends_the_run_with_2() {
    let folder = folder();
    let name = folder.path().to_str().unwrap();
    let done = piste(&["solve", name]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.starts_with(&format!("piste: {name}: ")), "{done:?}");

    // What comes before the damage is answered.
    let path = folder.path().join("torn.txt.gz");
    let name = path.to_str().unwrap();
    let lines: String = (0..2000).map(|i| format!("{PUZZLE} {i}\n")).collect();
    piste_on(&lines, &["convert", "--output", name]).fine();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let done = piste(&["solve", name]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.starts_with(&format!("piste: {name}: ")), "{done:?}");
    assert!(done.lines().len() > 100, "{done:?}");
}

#[test]
fn a_bad_line_is_named_by_its_place_and_the_rest_goes_on() {
    let folder = folder();
    let path = folder.path().join("three.txt");
    let bad = PUZZLE.replacen("195", "1x5", 1);
    std::fs::write(&path, format!("{PUZZLE}\n{bad}\n{PUZZLE}\n{}\n", &PUZZLE[..70])).unwrap();
    let name = path.to_str().unwrap();
    let messages = format!(
        "{name}:2:14: expected a digit or '.', found 'x'\n\
         {name}:4:71: expected 81 cells, found 70\n\
         piste: 2 puzzles could not be read\n"
    );
    for verb in [&["solve"][..], &["convert"], &["canon"], &["transform", "--transpose"]] {
        let done = piste(&[verb, &[name]].concat());
        assert_eq!((done.code, done.lines().len()), (Some(1), 2), "{verb:?}");
        assert_eq!(done.err, messages, "{verb:?}");
    }
    let done = piste(&["check", name]);
    assert_eq!((done.code, done.lines().len(), done.err), (Some(1), 3, messages));

    let done = piste(&["solve", "--strict", name]);
    assert_eq!((done.code, done.out), (Some(1), format!("{SOLUTION}\n")));
    assert_eq!(
        done.err,
        format!(
            "{name}:2:14: expected a digit or '.', found 'x'\n\
             piste: 1 puzzle could not be read; stopped there\n"
        )
    );
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let is_coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = command(&[&["solve", PUZZLE], args].concat());
        command.envs(variables.iter().copied());
        run_on("", command).fine().out.contains('\u{1b}')
    };
    assert!(!is_coloured(&[], &[]));
    assert!(is_coloured(&["--color", "always"], &[]));
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "0")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = folder();
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let path = folder.path().join("out.txt");
    let name = path.to_str().unwrap();
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();

    let done = piste_on(&format!("{PUZZLE}\n"), &["solve", "--output", name]).fine();
    assert_eq!((done.out.as_str(), read(&path)), ("", format!("{SOLUTION}\n")));

    // A bad line is no reason to lose the good ones.
    let done = piste_on(&format!("bad\n{SEVENTEEN}\n"), &["solve", "-o", name]);
    assert_eq!((done.code, read(&path)), (Some(1), format!("{SEVENTEEN_SOLVED}\n")));

    // A run that does not reach its end leaves everything as it was.
    let done = piste_on(&format!("{PUZZLE}\nbad\n"), &["solve", "--strict", "-o", name]);
    assert_eq!((done.code, read(&path)), (Some(1), format!("{SEVENTEEN_SOLVED}\n")));
    assert_eq!(names(), ["out.txt"]);

    let done = piste(&["solve", PUZZLE, "-o", folder.path().join("no/where").to_str().unwrap()]);
    assert_eq!(done.code, Some(2));
    let nowhere = folder.path().join("no/where");
    assert_eq!(
        done.err,
        format!("piste: cannot write to {}: No such file or directory\n", nowhere.display())
    );
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_rights_and_its_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    piste(&["solve", "-f", "line", PUZZLE, "-o", link.to_str().unwrap()]).fine();
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{SOLUTION}\n"));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn completions_and_manual_pages_are_made() {
    let verbs = verbs();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = piste(&["completions", shell]).fine().out;
        for word in verbs.iter().map(String::as_str).chain(["with-transformation"]) {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(piste(&["completions", "ksh"]).code, Some(2));

    let page = piste(&["man"]).fine().out;
    assert!(page.contains(".TH piste 1") && page.contains("transform"), "{page}");
    let folder = folder();
    let pages = folder.path().join("man1");
    piste(&["man", pages.to_str().unwrap()]).fine();
    for verb in &verbs {
        let page = std::fs::read_to_string(pages.join(format!("piste-{verb}.1"))).unwrap();
        assert!(page.contains("Examples:"), "{verb}");
    }
    assert!(pages.join("piste.1").exists());
}

#[test]
fn man_prints_the_page_of_a_verb() {
    let folder = folder();
    let in_folder = |args: &[&str]| {
        let mut command = command(args);
        command.current_dir(folder.path());
        run_on("", command)
    };
    let page = in_folder(&["man", "rate"]).fine().out;
    assert!(page.contains(".TH piste-rate 1"), "{page}");
    let page = in_folder(&["man", "library", "add"]).fine().out;
    assert!(page.contains(".TH piste-library-add 1"), "{page}");
    let wrong = in_folder(&["man", "raet"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    in_folder(&["man", "./rate"]).fine();
    assert!(folder.path().join("rate/piste-rate.1").exists());
}
