//! What must hold when somebody means ill, or is only unlucky: no false verdict, nothing lost
//! without a word, nothing that grows without bound, nothing left lying about.

use crate::support::*;
use std::fs::{self, File};

/// An empty board of 4×4: it has 288 solutions, and the search must guess to find one.
const EMPTY: &str = "................";

#[test]
fn what_was_given_up_is_not_decided_in_any_form() {
    let none = ["--guesses", "0"];
    let run = |args: &[&str]| piste(&[args, &none].concat());
    let word = "limit reached: it takes more than 0 guesses";

    let done = run(&["check", "--json", EMPTY]);
    assert_eq!(done.code, Some(3), "{done:?}");
    let report = &json_lines(&done.out)[0];
    assert_eq!(report["verdict"], "undecided");
    assert!(report["proper"].is_null() && report["count"].is_null(), "{report}");
    assert_eq!(report["problem"], word);
    let done = run(&["check", "--format", "tsv", EMPTY]);
    assert_eq!((done.code, done.lines()[1].split('\t').nth(1)), (Some(3), Some("?")));
    let done = run(&["check", EMPTY]);
    assert_eq!(done.code, Some(3));
    assert!(done.out.contains(word) && !done.out.contains("none"), "{}", done.out);

    for question in [&["solve"][..], &["solve", "--first"], &["solve", "--random", "--seed", "1"]] {
        let done = run(&[question, &[EMPTY]].concat());
        assert_eq!((done.code, done.out.as_str()), (Some(3), ""), "{question:?}");
        assert!(done.err.contains(word), "{done:?}");
        let done = run(&[question, &["--json", EMPTY]].concat());
        let answer = &json_lines(&done.out)[0];
        assert_eq!((done.code, &answer["verdict"]), (Some(3), &"undecided".into()));
        assert!(answer["count"].is_null() && answer["solution"].is_null(), "{answer}");
    }
    for question in [&["solve", "--count"][..], &["solve", "--check"]] {
        let done = run(&[question, &[EMPTY]].concat());
        assert_eq!(done.code, Some(3), "{question:?}");
        assert!(["not decided", word].iter().any(|said| done.out.starts_with(said)), "{done:?}");
        let done = run(&[question, &["--json", EMPTY]].concat());
        let answer = &json_lines(&done.out)[0];
        assert_eq!((done.code, &answer["verdict"]), (Some(3), &"undecided".into()));
        assert!(answer["count"].is_null(), "{answer}");
        for (form, last) in [("tsv", "\t?"), ("csv", ",?")] {
            let done = run(&[question, &["--format", form, EMPTY]].concat());
            let row = done.lines()[1];
            assert!(row.ends_with(last), "{question:?} {form}: {row}");
        }
    }
    let done = run(&["solve", "--all", EMPTY]);
    assert_eq!((done.code, done.out.as_str()), (Some(3), ""));
    for form in ["tsv", "csv", "json", "drawn"] {
        let done = run(&["rate", "--metrics", "givens", "--format", form, EMPTY]);
        assert_eq!(done.code, Some(3), "{form}: {done:?}");
        assert!(done.err.contains(word), "{form}: {done:?}");
        // What programs read keeps the line, without a rating and with the reason.
        assert_eq!(done.out.contains(word), form != "drawn", "{form}: {done:?}");
        assert!(!done.out.contains("\t0") && !done.out.contains(",0"), "{form}: {done:?}");
    }
}

#[test]
fn a_proved_no_is_worse_than_what_is_open() {
    let both = format!("{EMPTY}\n11..............\n");
    let done = piste_on(&both, &["check", "--guesses", "0"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let last: Vec<&str> = done.err.lines().collect();
    let expected =
        ["piste: not a proper puzzle: 1 of 2 puzzles", "piste: not decided: 1 of 2 puzzles"];
    assert_eq!(last, expected);
    // Two solutions were found before the guesses ran out: that is decided.
    let done = piste(&["check", "--json", "--limit", "1000000", "--guesses", "20", EMPTY]);
    let report = &json_lines(&done.out)[0];
    assert_eq!((done.code, &report["verdict"]), (Some(1), &"many".into()), "{report}");
    assert_eq!((&report["proper"], &report["more"]), (&false.into(), &true.into()));
}

#[test]
fn the_number_of_workers_is_bounded() {
    for many in ["100000000000", "1025", "18446744073709551615"] {
        let done = piste(&["solve", "-j", many, PUZZLE]);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
        let words = done.err.trim_end();
        let is_said = words.ends_with("expected a whole number from 1 to 1024")
            || words.ends_with("the number is too large");
        assert!(is_said, "{words}");
    }
    piste(&["solve", "-f", "line", "-j", "1024", PUZZLE]).fine();
}

#[test]
fn an_endless_file_in_the_place_of_a_short_one_is_refused_at_once() {
    let folder = folder();
    let path = folder.path().join("huge");
    // A file of 1 GB that takes no room.
    File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let huge = path.to_str().unwrap();
    for args in [
        &["make", "--pattern", huge][..],
        &["make", "--solution", huge],
        &["make", "--start", huge],
        &["rate", "--metrics", "minutes", "--model", huge, PUZZLE],
    ] {
        let done = piste(args);
        assert_eq!(done.code, Some(2), "{args:?}: {done:?}");
        assert!(done.err.contains("which this kind of file never is"), "{args:?}: {}", done.err);
    }
}

#[test]
fn messages_do_not_steer_the_terminal() {
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J";
    let is_plain = |done: &Done| {
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!done.err.is_empty() && !done.err.contains(steers), "{:?}", done.err);
    };
    let bad = format!("{}{evil}{}\n", &PUZZLE[..30], &PUZZLE[30..]);
    is_plain(&piste_on(&bad, &["solve"]));
    is_plain(&piste_on(&format!("{PUZZLE}\n{bad}"), &["rate", "--metrics", "givens"]));
    is_plain(&piste(&["solve", evil]));
    is_plain(&piste(&["rate", "--where", &format!("givens<{evil}"), PUZZLE]));
    is_plain(&piste(&["solve", "--format", evil]));
    is_plain(&piste(&[evil]));
    let table = format!("puzzle\t{evil}\n{PUZZLE}\tx\n");
    is_plain(&piste_on(&table, &["solve", "--column", &format!("no{evil}")]));
    let folder = folder();
    let name = folder.path().join("a\u{1b}[31m.txt");
    fs::write(&name, "rubbish 1.2\n").unwrap();
    is_plain(&piste(&["solve", name.to_str().unwrap()]));
}

#[test]
fn a_hint_follows_every_ladder_that_is_listed() {
    let list = piste(&["hint", "--ladder", "help"]).fine().out;
    let slugs: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(slugs.contains(&"se") && slugs.len() > 3, "{slugs:?}");
    for slug in slugs {
        let done = piste(&["hint", "--ladder", slug, "--grade", "3", "--json", PUZZLE]).fine();
        let hint = &json_lines(&done.out)[0];
        assert_eq!(hint["hint"], "next", "{slug}");
        assert!(hint["step"].is_object(), "{slug}");
    }
    // The first step that `explain` tells on the same path.
    let told = piste(&["explain", "--ladder", "se", "--upto", "1", "--json", SEVENTEEN]).fine().out;
    let hint = piste(&["hint", "--ladder", "se", "--grade", "3", "--json", SEVENTEEN]).fine().out;
    let (told, hint) = (&json_lines(&told)[0]["steps"][0], &json_lines(&hint)[0]["step"]);
    assert_eq!(told["text"], hint["text"]);
    assert!(told["text"].is_string(), "{told}");
}

#[test]
fn a_damaged_compressed_file_is_not_read_as_another() {
    let folder = folder();
    let puzzles = some("40");
    let whole = piste_on(&puzzles, &["convert", "--to", "line"]).fine().out;
    for ending in ["gz", "zst"] {
        let path = folder.path().join(format!("in.txt.{ending}"));
        let name = path.to_str().unwrap();
        piste_on(&puzzles, &["convert", "--to", "line", "-o", name]).fine();
        let good = fs::read(&path).unwrap();
        let mut noticed = 0;
        for at in (0..good.len()).step_by(29) {
            let mut bad = good.clone();
            bad[at] ^= 4;
            fs::write(&path, &bad).unwrap();
            let done = piste(&["convert", "-q", "--to", "line", name]);
            noticed += u32::from(done.code != Some(0));
            assert!(done.code != Some(0) || done.out == whole, "{ending}: byte {at} changed");
        }
        assert!(noticed > 10, "{ending}: {noticed}");
    }
}

/// So many different puzzles.
fn some(count: &str) -> String {
    piste(&["make", "-n", count, "--seed", "5", "-q"]).fine().out
}

#[test]
fn a_value_that_was_tampered_with_is_noticed_wherever_it_stands() {
    let folder = folder();
    let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.tsv"));
    fs::write(&input, some("60")).unwrap();
    let (input, name) = (input.to_str().unwrap(), output.to_str().unwrap());
    let args = ["rate", "--metrics", "givens", "--resume", "-o", name, input];
    piste(&args).fine();
    let whole = fs::read_to_string(&output).unwrap();
    assert!(!fs::exists(format!("{name}.trail")).unwrap(), "a whole file needs no trail");
    for line in [1, 2, 17, 30, 59] {
        let tampered: Vec<String> = whole
            .lines()
            .enumerate()
            .take(60)
            .map(|(at, text)| if at == line { format!("{text}9") } else { text.to_owned() })
            .collect();
        let tampered = tampered.join("\n") + "\n";
        fs::write(&output, &tampered).unwrap();
        let done = piste(&args);
        assert_eq!(done.code, Some(2), "{line}: {done:?}");
        assert!(done.err.contains("is rated otherwise now"), "{}", done.err);
        assert_eq!(fs::read_to_string(&output).unwrap(), tampered, "it is left alone");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    fn wait_until(what: &str, holds: impl Fn() -> bool) {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends a signal, once the process listens for it, and gives the exit code and how long
    /// it took.
    fn signalled(child: &mut Child, signal: &str) -> (Option<i32>, Duration) {
        let id = child.id().to_string();
        wait_until("it does not listen", || {
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() >> 14 & 1 == 1
        });
        // Into the middle of the work.
        std::thread::sleep(Duration::from_millis(400));
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "it did not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        (status.code(), start.elapsed())
    }

    fn started(args: &[&str]) -> Child {
        let mut command = command(args);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// The limit is 0.3 s; a machine with other work to do may be slow to wake us.
    const SOON: Duration = Duration::from_millis(1500);

    #[test]
    fn control_c_ends_work_that_has_no_records() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let puzzles = some("300");
        fs::write(at("many.txt"), puzzles.repeat(700)).unwrap();
        let mut rows = "puzzle\tseconds\n".to_owned();
        for (i, puzzle) in puzzles.lines().enumerate() {
            rows += &format!("{puzzle}\t{}\n", 100 + i * 7 % 90);
        }
        fs::write(at("times.tsv"), rows).unwrap();
        // A long output to go on with, which has to be followed first.
        let whole = piste(&["rate", "--metrics", "givens", "-q", &at("many.txt")]).fine().out;
        fs::write(at("out.tsv"), whole).unwrap();
        let (many, out, model) = (at("many.txt"), at("out.tsv"), at("model.txt"));
        let times = at("times.tsv");
        for args in [
            &["make", "--exclude", &many, "--exclude", &many, "--exclude", &many][..],
            &["fit", "--procedure", "paper", "--output", &model, &times],
            &["rate", "--metrics", "givens", "--resume", "-o", &out, &many, &many],
        ] {
            let mut child = started(args);
            let (code, took) = signalled(&mut child, "-INT");
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert_eq!(code, Some(130), "{args:?}: {said}");
            assert!(took < SOON, "{args:?}: {took:?}");
            assert!(said.ends_with('\n') && said.contains("interrupted"), "{said}");
        }
        let left = fs::read_dir(folder.path()).unwrap();
        let hidden = left.filter(|entry| {
            entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".piste-")
        });
        assert_eq!(hidden.count(), 0, "no temporary file is left");
    }

    #[test]
    fn a_hangup_leaves_no_temporary_file() {
        let folder = folder();
        let output = folder.path().join("out.txt");
        let args = ["solve", "-f", "line", "--output", output.to_str().unwrap()];
        let mut child = command(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{PUZZLE}").unwrap();
        let (code, _) = signalled(&mut child, "-HUP");
        assert_eq!(code, Some(129));
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["out.txt.partial"]);
    }

    #[test]
    fn who_was_told_to_ignore_a_hangup_outlives_the_terminal() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' HUP; exec \"$0\" solve -f line"]);
        let mut child = shell
            .arg(env!("CARGO_BIN_EXE_piste"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let id = child.id().to_string();
        wait_until("it does not listen", || {
            let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() >> 14 & 1 == 1
        });
        assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(200));
        writeln!(stdin, "{PUZZLE}").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stdout, format!("{SOLUTION}\n").as_bytes());
    }

    /// A run with `--resume` that has written so many lines and waits for more.
    fn resuming(output: &str, puzzles: &str, lines: usize) -> Child {
        let args = ["rate", "--metrics", "givens", "--resume", "-o", output];
        let mut child = command(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.as_mut().unwrap();
        stdin.write_all(puzzles.as_bytes()).unwrap();
        stdin.flush().unwrap();
        wait_until("too few lines", || {
            fs::read_to_string(output).is_ok_and(|text| text.lines().count() > lines)
        });
        child
    }

    #[test]
    fn two_runs_do_not_add_to_one_file() {
        let folder = folder();
        let output = folder.path().join("out.tsv");
        let output = output.to_str().unwrap();
        let mut first = resuming(output, &format!("{PUZZLE}\n"), 1);
        let before = fs::read(output).unwrap();
        let args = ["rate", "--metrics", "givens", "--resume", "-o", output, PUZZLE];
        let second = piste(&args);
        assert_eq!(second.code, Some(2), "{second:?}");
        assert!(second.err.contains("another run is writing to it"), "{}", second.err);
        assert_eq!(fs::read(output).unwrap(), before, "it changed nothing");
        drop(first.stdin.take());
        assert!(first.wait().unwrap().success());
        piste(&args).fine();
    }

    #[test]
    fn a_killed_run_leaves_a_trail_that_knows_every_value() {
        let folder = folder();
        let output = folder.path().join("out.tsv");
        let output = output.to_str().unwrap();
        let puzzles = some("400");
        let mut child = resuming(output, &puzzles, 400);
        child.kill().unwrap();
        child.wait().unwrap();
        let killed = fs::read(output).unwrap();
        let trail = fs::read(format!("{output}.trail")).unwrap();
        assert!(trail.iter().filter(|&&byte| byte == b'\n').count() > 1, "there are marks");
        let again =
            || piste_on(&puzzles, &["rate", "--metrics", "givens", "--resume", "-o", output]);
        for line in [3, 150, 250, 398] {
            let mut lines: Vec<Vec<u8>> =
                killed.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            // The last digit of the value, before two empty fields.
            let at = lines[line].len() - 4;
            lines[line][at] = b'0' + (lines[line][at] - b'0' + 1) % 10;
            fs::write(output, lines.concat()).unwrap();
            let done = again();
            assert_eq!(done.code, Some(2), "line {line}: {done:?}");
            let is_told = done.err.contains("is not as it was written")
                || done.err.contains("is rated otherwise now");
            assert!(is_told, "{}", done.err);
        }
        fs::write(output, &killed).unwrap();
        again().fine();
        let whole = piste_on(&puzzles, &["rate", "--metrics", "givens"]).fine().out;
        assert_eq!(fs::read_to_string(output).unwrap(), whole);
        assert!(!fs::exists(format!("{output}.trail")).unwrap());
    }
}
