//! Files may be gigabytes: reading one takes no more memory than reading a few lines, and
//! twice the text takes twice the time, whatever the text.
//!
//! Memory and processor time are asked of Linux; elsewhere these tests say that they are
//! skipped.

use piste_store::format::{Form, ReadOptions, Reader};
use std::io::Read;
use std::path::{Path, PathBuf};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A text over and over, without being held in memory.
struct Repeated {
    text: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(self.text.len() - self.at).min(self.left);
        buffer[..count].copy_from_slice(&self.text[self.at..self.at + count]);
        self.at = (self.at + count) % self.text.len();
        self.left -= count;
        Ok(count)
    }
}

fn reader(form: Option<Form>, text: &str, length: usize) -> Reader {
    let input = Repeated { text: text.as_bytes().to_vec(), at: 0, left: length };
    Reader::from_read("f", input, &ReadOptions { form, ..ReadOptions::default() }).unwrap()
}

/// Texts that are long in every way that a form could stumble over.
fn texts() -> Vec<String> {
    let rows: String = (0..9).map(|row| format!("{}\n", &PUZZLE[9 * row..9 * row + 9])).collect();
    let mut texts: Vec<String> = [
        "1",
        ".",
        " ",
        "\"",
        "\"\"",
        "\"\",",
        ",",
        "\t",
        ":",
        "::::",
        "{",
        "}",
        "[",
        "[Puzzle]\n",
        "[State]\n",
        "#",
        "# note\n",
        "#A note #B",
        "-",
        "---------\n",
        "---+",
        "|",
        "| ",
        "+1",
        "123 ",
        "title ",
        "title\n",
        "\n",
        "\r",
        "\r\n",
        "\u{e9}",
        "\u{feff}",
        "\\",
        "{\"puzzle\":\"",
        "{\"puzzle\":1}\n",
        "[[",
        "12 3 4 5 6 7 8 9 {}\n",
        "{} ",
        "_",
        "*",
        "1 ",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push(format!("{PUZZLE}\n"));
    texts.push(format!("{PUZZLE},\"\"\n"));
    texts.push(format!(":0000:x:{PUZZLE}:123:::\n"));
    texts.push(format!(":0000:x:{PUZZLE}:{}", "123 ".repeat(9000)));
    texts.push(format!("{{\"puzzle\":\"{PUZZLE}\"}}\n"));
    texts.push(rows);
    texts
}

#[cfg(target_os = "linux")]
fn status(field: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(field))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn status(_field: &str) -> Option<u64> {
    None
}

/// The processor time of this thread, in nanoseconds.
fn processor_time() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}

/// Peaks of memory belong to a process, so the measuring is done in one of its own.
#[test]
fn memory_does_not_grow_with_the_file() {
    if std::env::var_os("PISTE_TEST_ALONE").is_none() {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "memory_does_not_grow_with_the_file", "--nocapture"])
            .env("PISTE_TEST_ALONE", "yes")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        eprint!("{said}");
        return;
    }
    if status("VmHWM").is_none() {
        eprintln!("SKIPPED: the peak of memory cannot be asked for here");
        return;
    }
    let rows = PUZZLE.as_bytes().chunks(9).flat_map(|row| [row, &b"\n"[..]].concat()).collect();
    let texts = [
        format!("{PUZZLE} 7.2\n"),
        String::from_utf8(rows).unwrap(),
        "1".to_owned(),
        "\n".to_owned(),
        "# note\n".to_owned(),
        "---------\n".to_owned(),
        "[State]\n".to_owned(),
        "\",".to_owned(),
    ];
    let read_all = |length: usize| {
        for text in &texts {
            for form in [None, Some(Form::Grid)] {
                reader(form, text, length).for_each(drop);
            }
        }
    };
    read_all(200_000);
    let before = status("VmHWM").unwrap();
    read_all(6_000_000);
    let after = status("VmHWM").unwrap();
    assert!(after < before + 2048, "{before} kB for short files, {after} kB for long ones");
}

#[test]
fn time_grows_no_faster_than_the_file() {
    if processor_time().is_none() {
        eprintln!("SKIPPED: the time of the processor cannot be asked for here");
        return;
    }
    // Lines of a file are capped, so it is the single text that shows how a parser grows.
    let cost = |text: &str, times: usize| {
        let start = processor_time().unwrap();
        for _ in 0..times {
            let _ = std::hint::black_box(piste_core::text::parse(text));
        }
        processor_time().unwrap() - start
    };
    for text in texts() {
        for head in ["", "1\n", ":0000:", ":0000:x:", PUZZLE] {
            let of_length =
                |length: usize| format!("{head}{}", text.repeat(length / text.len() + 1));
            let in_parts = cost(&of_length(1 << 15), 32).max(MEASURABLE);
            let at_once = cost(&of_length(1 << 20), 1);
            assert!(at_once < 6 * in_parts, "{head}{text:.40}: {in_parts} and {at_once} ns");
        }
    }
}

/// Nanoseconds that the system counts reliably.
const MEASURABLE: u64 = 8_000_000;

fn data() -> PathBuf {
    std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    )
}

/// Every collection at hand is read as what it is, to the last line.
#[test]
fn collections_are_read_without_a_word() {
    let expected = [
        ("17_clue_49158.txt", Form::Line, 49_158),
        ("euler96_50.txt", Form::Line, 50),
        ("hodoku_reglib_public.txt", Form::Hodoku, 556),
        ("human_cloudsudoku.tsv", Form::Tsv, 1_533),
        ("levels_krazydad_sample700.tsv", Form::Tsv, 700),
        ("levels_nyt.tsv", Form::Tsv, 2_333),
        ("levels_patti.tsv", Form::Tsv, 900),
        ("named_hard.tsv", Form::Tsv, 11),
        ("published_hardest_2011.tsv", Form::Tsv, 268),
        ("se_grantm_diabolical2020.tsv", Form::Tsv, 39_719),
        ("se_oracle.tsv", Form::Tsv, 2_790),
    ];
    for (name, form, count) in expected {
        let path = data().join(name);
        if !path.exists() {
            eprintln!("SKIPPED: {} absent", path.display());
            continue;
        }
        let mut reader = Reader::open(&path, &ReadOptions::default()).unwrap();
        assert_eq!(reader.form(), form, "{name}");
        let errors: Vec<String> =
            reader.by_ref().filter_map(Result::err).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0]);
        let reader = Reader::open(&path, &ReadOptions::default()).unwrap();
        assert_eq!(reader.count(), count, "{name}");
    }
}
