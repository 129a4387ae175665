//! When the input never ends, nobody reads, the disk is full, or somebody presses Ctrl-C.

use crate::support::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// The binary at work, with both ends of its pipes in our hands.
fn at_work(args: &[&str]) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    (child, stdin, stdout)
}

#[test]
fn a_closed_pipe_ends_an_endless_run_with_success() {
    let (child, mut stdin, mut stdout) = at_work(&["solve"]);
    // Ends when the binary is gone.
    let feeder = std::thread::spawn(move || while writeln!(stdin, "{PUZZLE}").is_ok() {});
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), SOLUTION);
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_slow_pipe_gets_each_answer_at_once() {
    let (mut child, mut stdin, mut stdout) = at_work(&["solve"]);
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), SOLUTION);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_bytes_do_not_depend_on_the_jobs() {
    let grids = format!("{}\n", ".".repeat(81)).repeat(3000);
    let input = piste_on(&grids, &["solve", "--random", "--seed", "4"]).fine().out;
    let input: String = input
        .lines()
        .enumerate()
        .map(|(i, line)| match i % 50 {
            7 => format!("{}!\n", &line[..40]),
            _ => format!("{} {i}\n", line.replace(['1', '4', '8'], ".")),
        })
        .collect();
    for verb in [
        &["solve", "--quiet"][..],
        &["check"],
        &["canon"],
        &["transform", "--random", "--seed", "1"],
    ] {
        let one = piste_on(&input, &[verb, &["--jobs", "1"]].concat());
        let eight = piste_on(&input, &[verb, &["--jobs", "8"]].concat());
        assert!(one.out == eight.out && one.err == eight.err, "{verb:?}");
        assert_eq!((one.code, eight.code), (Some(1), Some(1)), "{verb:?}");
        assert!(one.out.lines().count() > 2900, "{verb:?}");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::fs::File;
    use std::process::Command;

    /// Presses Ctrl-C, but not before the binary has begun to listen: it asks for the
    /// termination signal last, which is the 15th bit of the signals it catches.
    fn interrupt(child: &Child) {
        let listens = || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() >> 14 & 1 == 1
        };
        let start = Instant::now();
        while !listens() {
            assert!(start.elapsed() < Duration::from_secs(20), "it does not listen");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }

    /// Waits for the end, but not forever.
    fn wait(child: &mut Child) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        panic!("it did not end");
    }

    #[test]
    fn control_c_keeps_what_is_complete() {
        let (mut child, mut stdin, mut stdout) = at_work(&["solve"]);
        // Two whole lines, and the beginning of a third that never ends.
        write!(stdin, "{PUZZLE}\n{PUZZLE}\n{}", &PUZZLE[..40]).unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        stdout.read_line(&mut line).unwrap();
        interrupt(&child);
        assert_eq!(wait(&mut child), Some(130));
        stdout.read_to_string(&mut line).unwrap();
        assert_eq!(line, format!("{SOLUTION}\n{SOLUTION}\n"));
        let mut words = String::new();
        child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
        assert_eq!(words, "piste: interrupted after 2 puzzles\n");
        drop(stdin);
    }

    #[test]
    fn control_c_keeps_a_file_beside_the_one_asked_for() {
        let folder = folder();
        let path = folder.path().join("out.txt");
        std::fs::write(&path, "old\n").unwrap();
        let (mut child, mut stdin, _) = at_work(&["solve", "--output", path.to_str().unwrap()]);
        for _ in 0..5000 {
            writeln!(stdin, "{PUZZLE}").unwrap();
        }
        stdin.flush().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(wait(&mut child), Some(130));
        drop(stdin);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old\n");
        let partial = folder.path().join("out.txt.partial");
        let kept = std::fs::read_to_string(&partial).unwrap();
        assert!(kept.lines().all(|line| line == SOLUTION) && kept.ends_with('\n'));
        let mut words = String::new();
        child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
        let (count, rest) = words.split_once(" puzzles; ").unwrap();
        let count = count.strip_prefix("piste: interrupted after ").unwrap().replace(',', "");
        assert_eq!(count, kept.lines().count().to_string());
        assert_eq!(rest, format!("the results are in {}\n", partial.display()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file");
    }

    #[test]
    fn control_c_ends_a_verb_that_waits_for_its_input() {
        for args in [&["canon", "--same"][..], &["canon", "--dedupe"], &["check"]] {
            let (mut child, _stdin, _stdout) = at_work(args);
            interrupt(&child);
            assert_eq!(wait(&mut child), Some(130), "{args:?}");
        }
    }

    /// `script` runs a command on a terminal of its own.
    fn on_a_terminal(shell: &str) -> Option<String> {
        let mut script = Command::new("script");
        script.args(["-qec", shell, "/dev/null"]).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR_FORCE"] {
            script.env_remove(name);
        }
        match script.env("TERM", "xterm").output() {
            Ok(output) => Some(String::from_utf8(output.stdout).unwrap()),
            Err(error) => {
                eprintln!("SKIPPED: cannot run script: {error}");
                None
            }
        }
    }

    #[test]
    fn a_terminal_gets_colours_and_a_progress_bar_and_a_pipe_neither() {
        let folder = folder();
        let path = folder.path().join("many.txt");
        std::fs::write(&path, format!("{PUZZLE}\n").repeat(20_000)).unwrap();
        let path = path.to_str().unwrap();
        let piste = env!("CARGO_BIN_EXE_piste");
        let Some(shown) = on_a_terminal(&format!("'{piste}' solve {PUZZLE}")) else { return };
        assert!(shown.contains("\u{1b}[1m5"), "{shown:?}");
        let out = folder.path().join("out.txt").display().to_string();
        let shown = on_a_terminal(&format!("'{piste}' solve '{path}' > '{out}'")).unwrap();
        assert!(shown.contains("puzzles,") && shown.contains('%'), "{shown:?}");
        let shown = on_a_terminal(&format!("'{piste}' solve -q '{path}' > '{out}'")).unwrap();
        assert_eq!(shown.trim_end(), "");
        // What is behind a pipe may write to the same terminal: no bar among its rows.
        let shown = on_a_terminal(&format!("'{piste}' solve '{path}' | tail -n 1")).unwrap();
        assert_eq!(shown.trim_end(), SOLUTION);
        // In the tests above the standard error was a pipe, and nothing was said on it.
    }

    /// The search itself cannot be asked to stop; the run must end all the same.
    #[test]
    fn control_c_ends_a_search_that_would_take_forever() {
        let empty = ".".repeat(81);
        let mut child = command(&["solve", "--count=18446744073709551615", &empty])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        interrupt(&child);
        assert_eq!(wait(&mut child), Some(130));
    }

    #[test]
    fn every_solution_of_the_empty_grid_streams_by() {
        let mut child = command(&["solve", "--all", "-f", "line", &".".repeat(81)])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        assert_eq!(
            stdout.lines().take(100_000).filter(|l| l.as_ref().unwrap().len() == 81).count(),
            100_000
        );
        assert_eq!(wait(&mut child), Some(0));
    }

    #[test]
    fn a_full_disk_is_one_clear_sentence() {
        let words = "No space left on device\n";
        for args in [
            &["solve", PUZZLE][..],
            &["check", PUZZLE],
            &["convert", PUZZLE],
            &["canon", PUZZLE],
            &["canon", "--dedupe", "--quiet", PUZZLE],
            &["transform", "--transpose", PUZZLE],
            &["completions", "bash"],
            &["man"],
            &["--help"],
            &["solve", "--help"],
            &["--version"],
        ] {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let output = command(args).stdout(full).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(
                said,
                format!("piste: cannot write to the standard output: {words}"),
                "{args:?}"
            );
        }
        let done = piste(&["solve", PUZZLE, "--output", "/dev/full"]);
        assert_eq!(done.code, Some(2));
        assert_eq!(done.err, format!("piste: cannot write to /dev/full: {words}"));
    }

    /// The most memory a run of so many lines has taken at any time, in KiB.
    fn peak(lines: usize) -> u64 {
        let (mut child, mut stdin, mut stdout) = at_work(&["solve", "--jobs", "2"]);
        let reader = std::thread::spawn(move || {
            let (mut buffer, mut count) = (vec![0; 1 << 16], 0);
            loop {
                match stdout.read(&mut buffer).unwrap() {
                    0 => return count,
                    n => count += buffer[..n].iter().filter(|&&byte| byte == b'\n').count(),
                }
            }
        });
        let block = format!("{PUZZLE} {}\n", "x".repeat(20)).repeat(1000);
        for _ in 0..lines / 1000 {
            stdin.write_all(block.as_bytes()).unwrap();
        }
        // All but what is under way has been answered: the peak is known before the end.
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        drop(stdin);
        assert_eq!(reader.join().unwrap(), lines);
        assert!(child.wait().unwrap().success());
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    #[test]
    fn a_million_lines_take_no_more_memory_than_a_hundred_thousand() {
        let (small, large) = (peak(100_000), peak(1_000_000));
        assert!(large < 64 << 10, "{large} KiB for a million lines");
        assert!(large < small + (8 << 10), "{small} KiB became {large} KiB");
    }
}

#[cfg(unix)]
#[test]
fn a_name_for_an_open_file_is_written_to_and_not_replaced() {
    let folder = folder();
    let log = folder.path().join("log.txt");
    for to in
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/stderr", "/dev/fd/2", "/dev/fd/3"]
    {
        if to.starts_with("/proc") && !cfg!(target_os = "linux") {
            continue;
        }
        let mut shell = std::process::Command::new("sh");
        let script = "( echo before; \"$0\" solve -f line \"$1\" -o \"$2\" 3>&1 2>&1; \
                      echo after ) >> log.txt";
        shell.args(["-c", script, env!("CARGO_BIN_EXE_piste"), PUZZLE, to]);
        shell.current_dir(folder.path());
        run_on("", shell).fine();
        let text = std::fs::read_to_string(&log).unwrap();
        std::fs::write(&log, "").unwrap();
        assert_eq!(text, format!("before\n{SOLUTION}\nafter\n"), "{to}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn of_a_great_many_bad_lines_the_rest_is_summed_up() {
    let file = format!("{PUZZLE}\n{}", "rubbish 1.2\n".repeat(12_000));
    let done = piste_on(&file, &["solve"]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), &*format!("{SOLUTION}\n")));
    assert_eq!(done.err.lines().count(), 21);
    let last = "piste: 12,000 puzzles could not be read; 11,980 of them are not listed here, --every-message \
                lists all";
    assert_eq!(done.err.lines().last(), Some(last));
    let all = piste_on(&file, &["solve", "--every-message"]);
    assert_eq!(all.err.lines().count(), 12_001);
    assert_eq!(all.err.lines().last(), Some("piste: 12,000 puzzles could not be read"));
}
