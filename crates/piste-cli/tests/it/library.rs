//! `piste library` and `make --method library`, from the shell.

use crate::support::{Done, PUZZLE, TWO_SOLUTIONS, command, folder, json_lines, piste, run_on};
use piste_core::symmetry::{Symmetry, canonical};
use piste_core::{Grid, Puzzle};
use std::collections::BTreeSet;
use std::path::Path;

/// A library of its own for a test.
pub(crate) struct Shelf {
    pub(crate) folder: tempfile::TempDir,
}

impl Shelf {
    pub(crate) fn new() -> Shelf {
        Shelf { folder: folder() }
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// `piste library … --library <its own>`.
    pub(crate) fn library(&self, args: &[&str]) -> Done {
        self.run(&[&["library"], args].concat(), "")
    }

    pub(crate) fn run(&self, args: &[&str], stdin: &str) -> Done {
        run_on(stdin, self.command(args))
    }

    pub(crate) fn command(&self, args: &[&str]) -> std::process::Command {
        let mut command = command(args);
        command.env("PISTE_LIBRARY", self.file("library.sqlite"));
        command
    }

    pub(crate) fn count(&self, condition: &str) -> u64 {
        let done = self.library(&["query", "--count", condition]).fine();
        done.out.trim().parse().unwrap()
    }
}

/// A file of so many puzzles, half of them symmetric.
pub(crate) fn puzzles(shelf: &Shelf, name: &str, count: usize, seed: u64) -> String {
    let mut text = String::new();
    for (symmetry, count) in [("none", count / 2), ("rotational", count - count / 2)] {
        let (count, seed) = (count.to_string(), seed.to_string());
        let args = ["make", "-q", "-n", &count, "--seed", &seed, "--symmetry", symmetry];
        text.push_str(&piste(&[&args[..], &["--method", "reductive"]].concat()).fine().out);
    }
    std::fs::write(shelf.file(name), text).unwrap();
    shelf.file(name)
}

#[test]
fn puzzles_are_added_rated_and_found() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 60, 1);
    let done = shelf.library(&["add", "--metrics", "givens,umbrella,se", &file]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.err.contains("60 puzzles added"), "{}", done.err);
    let again = shelf.library(&["add", "--metrics", "givens", &file]);
    assert!(again.err.contains("0 puzzles added, 60 there already"), "{}", again.err);

    let found =
        shelf.library(&["query", "givens 20..24 and symmetry=none", "--format", "tsv"]).fine();
    assert!(found.lines()[0].starts_with("puzzle\tgivens\twords\tsource\tmethod\tseed\tattempt"));
    for line in &found.lines()[1..] {
        let fields: Vec<&str> = line.split('\t').collect();
        let grid: Grid = fields[0].parse().unwrap();
        assert!((20..=24).contains(&grid.filled().len()));
        assert_eq!(fields[1], grid.filled().len().to_string());
        assert_eq!(fields[3], "some.txt");
    }
    assert!(shelf.count("symmetry=rotational") >= 30);
    assert_eq!(shelf.count(""), 60);
    assert_eq!(shelf.count("level=diabolical") + shelf.count("level!=diabolical"), 60);

    let hardest = shelf.library(&["query", "--order=-se", "--limit", "5", "--json"]).fine();
    let values: Vec<f64> = json_lines(&hardest.out)
        .iter()
        .map(|line| line["ratings"]["se"]["er"].as_f64().unwrap())
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b) && values.len() == 5, "{values:?}");

    let random = |seed: &str| {
        shelf.library(&["query", "--order", "random", "--seed", seed, "--limit", "7"]).fine().out
    };
    assert_eq!(random("1"), random("1"));
    assert_ne!(random("1"), random("2"));
    let none = shelf.library(&["query", "givens=17"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""));
}

#[test]
fn json_says_what_is_there_and_what_is_not() {
    let shelf = Shelf::new();
    shelf.library(&["import", "--source", "007", PUZZLE]);
    let out = shelf.library(&["query", "--json", "--metrics", "givens"]).fine().out;
    let line = &json_lines(&out)[0];
    assert_eq!(line["source"], "007", "a name stays a name");
    for name in ["method", "seed", "attempt"] {
        assert_eq!(line.get(name), Some(&serde_json::Value::Null), "{name}: {out}");
    }
    let csv = shelf.library(&["query", "--format", "csv", "--metrics", "givens"]).fine().out;
    assert!(csv.ends_with(",007,,,\n"), "{csv}");

    let made = "{\"puzzle\":\"PUZZLE\",\"method\":\"climb\",\"seed\":12,\"attempt\":0}\n";
    let other = Shelf::new();
    let made = made.replace("PUZZLE", PUZZLE);
    let done = other.run(&["library", "import", "-q", "--from", "jsonl"], &made);
    assert_eq!(done.code, Some(0), "{done:?}");
    let line = &json_lines(&other.library(&["export", "--format", "jsonl"]).fine().out)[0];
    assert_eq!((&line["method"], &line["seed"]), (&"climb".into(), &12.into()));
    assert_eq!(line["attempt"], 0);
}

#[test]
fn what_is_wrong_is_said() {
    let shelf = Shelf::new();
    let done = shelf.library(&["query", "se>3"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("there is no library at"), "{}", done.err);
    shelf.library(&["import", PUZZLE]);
    let done = shelf.library(&["query", "symmetry=round"]);
    assert!(done.err.contains("there is no symmetry round"), "{}", done.err);
    let done = shelf.library(&["query", &vec!["givens=3"; 1_200].join(" or ")]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("too long: there are more than 256"), "{}", done.err);
    std::fs::write(shelf.file("text"), "no database at all, and long enough to be read as one")
        .unwrap();
    let done = shelf.library(&["stats", "--library", &shelf.file("text")]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("is not a library of piste"), "{}", done.err);
    let done = shelf.library(&["import", "--packed", &shelf.file("text")]);
    assert!(done.err.contains("is no packed file"), "{}", done.err);
    let done = shelf.library(&["import", TWO_SOLUTIONS]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(shelf.count(""), 1);
    for name in ["", " "] {
        let done = shelf.run(&["make", "--method", "library", "--fresh", name], "");
        assert_eq!(done.code, Some(2));
        assert!(done.err.contains("--fresh: a collection needs a name"), "{}", done.err);
    }
    let done = shelf.library(&["query", "--limit", "0"]);
    assert_eq!((done.code, done.out.as_str()), (Some(2), ""));
    let deep = shelf.folder.path().join("not/there/at/all.sqlite");
    let done = shelf.library(&["import", PUZZLE, "--library", &deep.display().to_string()]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("there is no folder"), "{}", done.err);
    assert!(!shelf.folder.path().join("not").exists(), "nothing is made on the way");
    let done = piste(&["make", "--fresh", "weekly"]);
    assert!(done.err.contains("--method library"), "{}", done.err);
}

#[test]
fn every_form_goes_in_and_comes_out() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 40, 2);
    shelf.library(&["import", "--source", "mine", &file]);
    let rated = shelf.library(&["rate", "--missing", "--metrics", "givens,colour"]);
    assert!(rated.err.contains("40 puzzles rated"), "{}", rated.err);
    assert!(
        shelf.library(&["rate", "--metrics", "givens,colour"]).err.contains("nothing is missing")
    );
    let forms: BTreeSet<&str> =
        ["line", "sdm", "csv", "tsv", "jsonl", "grid", "hodoku"].into_iter().collect();
    for form in forms {
        let out = shelf.file(&format!("out.{form}.txt"));
        let args = ["export", "--format", form, "--metrics", "givens,colour", "--output", &out];
        shelf.library(&args).fine();
        let other = Shelf::new();
        let back = other.library(&["import", "--from", form, &out]);
        assert_eq!(back.code, Some(0), "{form}: {back:?}");
        assert_eq!(other.count(""), 40, "{form}");
        if ["csv", "tsv", "jsonl"].contains(&form) {
            assert_eq!(other.count("source=mine"), 40, "{form}");
        }
    }
    let pack = shelf.file("all.pack");
    shelf.library(&["export", "--packed", "--output", &pack]);
    let other = Shelf::new();
    other.library(&["import", "--packed", &pack]);
    let table = |shelf: &Shelf| shelf.library(&["export", "--format", "tsv"]).fine().out;
    assert_eq!(table(&other), table(&shelf));
    let well = other.library(&["verify", "--sample", "10"]);
    assert_eq!(well.code, Some(0), "{well:?}");
    assert!(well.err.contains("40 puzzles proved again, 20 ratings recomputed"), "{}", well.err);
    assert!(other.library(&["dedupe"]).err.contains("0 puzzles removed"));
}

#[test]
fn stats_are_for_people_and_for_programs() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 30, 3);
    shelf.library(&["add", "--metrics", "givens,colour,se", &file]);
    let text = shelf.library(&["stats"]).fine().out;
    for word in ["30 puzzles", "level", "diabolical", "symmetry", "half-turn", "colour", "█"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let json = &json_lines(&shelf.library(&["stats", "--json"]).fine().out)[0];
    assert_eq!(json["count"], 30);
    let levels = json["levels"].as_array().unwrap();
    assert_eq!(levels.iter().map(|level| level["count"].as_u64().unwrap()).sum::<u64>(), 30);
    assert_eq!((rated(json, "givens"), rated(json, "colour")), (30, 30));
    assert_eq!(json["sources"][0]["count"], 30);
}

/// How many puzzles this metric has rated, as `stats --json` says.
pub(crate) fn rated(stats: &serde_json::Value, column: &str) -> u64 {
    let of = |list: &str| stats[list].as_array().unwrap().iter();
    let metric = of("metrics").chain(of("words")).find(|metric| metric["column"] == column);
    metric.map_or(0, |metric| metric["rated"].as_u64().unwrap())
}

/// What the puzzles of controlled bias say of all minimal ones: the text and the JSON, held against a sum of its own. A
/// puzzle with one given more stands for (81 − n) / (n + 1) times as many.
#[test]
fn the_known_bias_is_put_right_for_people_and_for_programs() {
    let shelf = Shelf::new();
    let made =
        piste(&["make", "-q", "-n", "5", "--seed", "1", "--method", "controlled-bias", "--json"])
            .fine();
    std::fs::write(shelf.file("some.jsonl"), made.out).unwrap();
    shelf.library(&["add", "--metrics", "givens", &shelf.file("some.jsonl")]);
    shelf.library(&["add", "--metrics", "givens", &puzzles(&shelf, "other.txt", 4, 2)]);
    let list = shelf.library(&["query", "method=controlled-bias"]).fine();
    let givens = list
        .lines()
        .into_iter()
        .map(|line| line[..81].chars().filter(char::is_ascii_digit).count());
    let givens: Vec<usize> = givens.collect();
    assert_eq!(givens.len(), 5);
    let weight =
        |givens: usize| (17..givens).map(|n| (81 - n) as f64 / (n + 1) as f64).product::<f64>();
    let mean = |weight: &dyn Fn(usize) -> f64| {
        let sum =
            |of: &dyn Fn(usize) -> f64| givens.iter().map(|&n| weight(n) * of(n)).sum::<f64>();
        sum(&|n| n as f64) / sum(&|_| 1.0)
    };
    let (raw, corrected) = (mean(&|_| 1.0), mean(&weight));
    assert!(corrected > raw, "the five have different numbers of givens: {givens:?}");

    let correct = ["stats", "--correct", "controlled-bias", "--metrics", "givens"];
    let json = &json_lines(&shelf.library(&[&correct[..], &["--json"]].concat()).fine().out)[0];
    assert_eq!(
        (json["method"].as_str(), json["count"].as_u64()),
        (Some("controlled-bias"), Some(5))
    );
    let metric = &json["metrics"][0];
    assert_eq!((metric["column"].as_str(), metric["rated"].as_u64()), (Some("givens"), Some(5)));
    for (name, expected) in [("raw", raw), ("corrected", corrected)] {
        let told = metric[name]["mean"]["at"].as_f64().unwrap();
        assert!((told - expected).abs() < 1e-9, "{name}: {told}, not {expected}");
    }
    let text = shelf.library(&correct).fine().out;
    assert!(text.contains("5 puzzles by controlled-bias"), "{text}");
    assert!(
        text.contains(&format!("raw {raw:.3}"))
            && text.contains(&format!("mean       {corrected:.3}")),
        "{text}"
    );
}

#[test]
fn what_is_not_rated_is_not_passed_off_as_not_there() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 20, 6);
    shelf.library(&["import", &file]);
    let remedy = "`piste library rate --missing`";
    let text = shelf.library(&["stats"]).fine().out;
    assert!(text.contains("se.er ↑  0 of 20 rated") && text.contains(remedy), "{text}");
    let found = shelf.library(&["query", "level=hard"]);
    assert_eq!((found.code, found.out.as_str()), (Some(1), ""));
    let says = "of the 20 puzzles of the library 20 have no rating by se of today";
    assert!(found.err.contains(says) && found.err.contains(remedy), "{}", found.err);
    let counted = shelf.library(&["query", "--count", "se>1"]);
    assert!(counted.out == "0\n" && counted.err.contains(remedy), "{counted:?}");
    let made = shelf.run(&["make", "--method", "library", "--level", "hard"], "");
    assert_eq!(made.code, Some(1));
    assert!(made.err.contains(says) && made.err.contains(remedy), "{}", made.err);

    shelf.library(&["rate", "--missing", "--metrics", "se"]);
    for args in [["query", "se>1"], ["query", "symmetry=none"]] {
        let found = shelf.library(&args);
        assert!(!found.err.contains("rating"), "{}", found.err);
    }
}

#[test]
fn the_same_seed_builds_the_same_collection_on_any_number_of_threads() {
    let build = |jobs: &str| {
        let shelf = Shelf::new();
        let args = ["build", "--count", "40", "--seed", "3", "--metrics", "givens", "-j", jobs];
        let done = shelf.library(&args);
        assert!(done.err.contains("40 puzzles added"), "{}", done.err);
        shelf.library(&["export", "--format", "tsv", "--metrics", "givens"]).fine().out
    };
    let one = build("1");
    assert_eq!(one.lines().count(), 41);
    assert_eq!(one, build("3"));
    // A shelf is what `make` makes with its seed.
    let made = piste(&["make", "-q", "--method", "climb", "--target", "se ..1.2", "--seed", "301"]);
    assert!(one.contains(made.fine().out.trim()));
}

#[test]
fn puzzles_come_from_the_library_in_disguise() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 80, 4);
    shelf.library(&["add", "--metrics", "givens,umbrella,se", &file]);
    let identity = |line: &str| canonical(&line.parse().unwrap()).grid.to_string();
    let text = std::fs::read_to_string(&file).unwrap();
    let known: BTreeSet<String> = text.lines().map(identity).collect();
    let make = |args: &[&str]| {
        let all = [&["make", "-q", "--method", "library", "--format", "tsv"], args].concat();
        shelf.run(&all, "")
    };
    let made =
        make(&["-n", "25", "--seed", "1", "--symmetry", "rotational", "--target", "givens<=30"]);
    let rows: Vec<Vec<&str>> =
        made.out.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 25, "{made:?}");
    let mut seen = BTreeSet::new();
    for row in &rows {
        let grid: Grid = row[0].parse().unwrap();
        assert!(Puzzle::prove(&grid).is_ok());
        assert!(Symmetry::HalfTurn.is_of(grid.filled()));
        assert_eq!(row[1], grid.filled().len().to_string());
        let identity = identity(row[0]);
        assert!(known.contains(&identity) && seen.insert(identity), "{row:?}");
        assert!(!text.contains(row[0]), "it is disguised");
        assert_eq!(row[3], "library");
    }
    let again =
        make(&["-n", "25", "--seed", "1", "--symmetry", "rotational", "--target", "givens<=30"]);
    assert_eq!(again.out, made.out);

    let short = make(&["-n", "100", "--seed", "1"]);
    assert_eq!(short.code, Some(1));
    assert!(short.err.contains("the library has 80 such puzzles, not 100"), "{}", short.err);
    let endless = make(&["-n", "200", "--seed", "1", "--no-distinct"]);
    assert_eq!((endless.code, endless.out.lines().count()), (Some(0), 201));
    let excluded = make(&["-n", "1", "--seed", "1", "--exclude", &file]);
    assert_eq!(excluded.code, Some(1), "{excluded:?}");
    let refused = make(&["--minimal"]);
    assert!(refused.err.contains("library cannot work to minimal puzzles"), "{}", refused.err);
}

#[test]
fn what_is_handed_out_keeps_the_brief_when_it_is_rated_from_its_text() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 60, 8);
    shelf.library(&["add", "--metrics", "givens,se,hsolve,colour", &file]);
    let rows = |table: &str| -> Vec<Vec<String>> {
        table.lines().skip(1).map(|l| l.split('\t').map(str::to_owned).collect()).collect()
    };
    let median = {
        let all = shelf.library(&["query", "--metrics", "hsolve", "--format", "tsv"]).fine().out;
        let mut values: Vec<f64> = rows(&all).iter().map(|row| row[1].parse().unwrap()).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let target = format!("hsolve {}..{}", median * 0.99, median * 1.01);
    for target in [target.as_str(), "se 4.6..", "se ..1.5", "hsolve>0", "colour!=red"] {
        let args =
            ["make", "-q", "--method", "library", "--no-distinct", "-n", "12", "--seed", "3"];
        let tail = ["--metrics", "hsolve,se,givens,colour", "--format", "tsv", "--target", target];
        let made = shelf.run(&[&args[..], &tail].concat(), "").fine().out;
        let lines: String = rows(&made).iter().map(|row| format!("{}\n", row[0])).collect();
        let args = ["rate", "-q", "--metrics", "hsolve,se,givens,colour", "--format", "tsv"];
        let rated = shelf.run(&[&args[..], &["--where", target, "-"]].concat(), &lines).fine().out;
        assert_eq!(rows(&rated).len(), 12, "{target}: all keep it");
        let width = rated.lines().next().unwrap().split('\t').position(|name| name == "problem");
        let width = width.unwrap();
        for (made, rated) in rows(&made).iter().zip(rows(&rated)) {
            assert_eq!(made[..width], rated[..width], "{target}");
        }
        let args =
            ["make", "-q", "--method", "library", "--no-distinct", "-n", "12", "--seed", "3"];
        let one = shelf.run(&[&args[..], &tail, &["--jobs", "1"]].concat(), "").fine().out;
        assert_eq!(one, made, "{target}: on any number of threads");
    }
}

#[test]
fn a_collection_never_gets_the_same_puzzle_twice() {
    let shelf = Shelf::new();
    let file = puzzles(&shelf, "some.txt", 50, 5);
    shelf.library(&["import", &file]);
    let mut had = BTreeSet::new();
    for round in 0..5 {
        let seed = round.to_string();
        let args =
            ["make", "-q", "--method", "library", "-n", "10", "--seed", &seed, "--fresh", "weekly"];
        let made = shelf.run(&args, "").fine();
        for line in made.lines() {
            let grid: Grid = line.parse().unwrap();
            assert!(had.insert(canonical(&grid).grid.to_string()), "twice: {line}");
        }
    }
    assert_eq!(had.len(), 50);
    let args = ["make", "-q", "--method", "library", "--fresh", "weekly"];
    assert_eq!(shelf.run(&args, "").code, Some(1));
    let args = ["make", "-q", "--method", "library", "--seed", "1", "--fresh=monthly"];
    assert_eq!(shelf.run(&args, "").fine().lines().len(), 1);
}

#[test]
fn the_users_own_library_is_made_from_what_ships() {
    let home = folder();
    let run = |args: &[&str]| {
        let mut command = command(args);
        command.env("XDG_DATA_HOME", home.path()).env_remove("PISTE_LIBRARY");
        run_on("", command)
    };
    let first = run(&["make", "--method", "library", "--level", "easy", "--seed", "1"]);
    assert_eq!(first.code, Some(0), "{first:?}");
    assert!(first.err.contains("that come with piste into"), "{}", first.err);
    assert!(Path::new(&home.path().join("piste/library.sqlite")).exists());
    assert_eq!(
        std::fs::read_dir(home.path().join("piste")).unwrap().count(),
        1,
        "nothing is left over"
    );
    let again = run(&["make", "--method", "library", "--level", "easy", "--seed", "1"]);
    assert_eq!(again.out, first.out);
    assert!(!again.err.contains("unpacked"), "{}", again.err);
    let count = run(&["library", "query", "--count"]).fine();
    assert!(count.out.trim().parse::<u64>().unwrap() >= 100_000, "{}", count.out);
    for level in ["beginner", "easy", "medium", "hard", "fiendish", "diabolical", "extreme"] {
        let count = run(&["library", "query", "--count", &format!("level={level}")]).fine();
        assert!(count.out.trim().parse::<u64>().unwrap() >= 10_000, "{level}: {}", count.out);
    }
    let stats = json_lines(&run(&["library", "stats", "--json"]).fine().out);
    for slug in ["se", "hsolve", "colour", "umbrella", "givens"] {
        assert_eq!(stats[0]["count"], rated(&stats[0], slug), "{slug}");
    }
}
