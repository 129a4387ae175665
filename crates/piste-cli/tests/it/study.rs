//! `piste study`: on labelled puzzles made here, on data folders that lack something, and that
//! the same run gives the same bytes.

use crate::support::*;
use std::fs;
use std::path::Path;

/// So many easy puzzles with 77, 75, 73 … givens: all cells of a puzzle but the first 4, 6, 8 …
/// of its open ones filled in.
fn labelled(rows: usize, label: impl Fn(usize) -> String) -> String {
    let mut text = "id\tgrid\tlabel\n".to_owned();
    for nth in 0..rows {
        let mut left = 4 + 2 * nth;
        let mut cell = |(given, solved): (char, char)| {
            let is_open = given == '.' && left > 0;
            left -= usize::from(is_open);
            if is_open { '.' } else { solved }
        };
        let grid: String = PUZZLE.chars().zip(SOLUTION.chars()).map(&mut cell).collect();
        text.push_str(&format!("p{nth}\t{grid}\t{}\n", label(nth)));
    }
    text
}

/// A study of the file in this folder, into it.
fn study(folder: &Path, args: &[&str]) -> Done {
    let out = folder.join("out");
    let mut command = command(&["study", "--out", out.to_str().unwrap(), "--date", "2026-01-31"]);
    command.args(args).env_remove("PISTE_DATA").current_dir(folder);
    run_on("", command)
}

/// The cells of the row of a Markdown table that begins with this.
fn row<'a>(page: &'a str, first: &str) -> Vec<&'a str> {
    let line = page.lines().find(|line| line.starts_with(&format!("| {first} |")));
    let line = line.unwrap_or_else(|| panic!("no row {first} in {page}"));
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn levels_of_a_file_are_held_against_every_metric() {
    let folder = folder();
    // Two puzzles a level, so that the fewer givens the higher the level: γ of givens is 1.
    let text = labelled(8, |nth| ["easy", "fair", "hard", "worst"][nth / 2].to_owned());
    fs::write(folder.path().join("bank.tsv"), text).unwrap();
    let args = ["levels", "bank.tsv", "--level", "label", "--order", "easy,fair,hard,worst"];
    let done = study(folder.path(), &args).fine();
    assert_eq!(done.lines().len(), 3, "{done:?}");
    let page = fs::read_to_string(folder.path().join("out/levels.md")).unwrap();
    let givens = row(&page, "givens");
    assert!(givens[1].starts_with("1.00 [1.00, 1.00]"), "{givens:?}");
    // Groups of equal size are the levels, so everything is on the diagonal: χ² is n·(k − 1).
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("| givens | 8 |")).collect();
    assert_eq!(lines.len(), 1, "{page}");
    let cells: Vec<&str> = lines[0].split('|').map(str::trim).collect();
    assert_eq!(cells[5..8], ["1.000 [1.000, 1.000]", "24", "9"], "{cells:?}");
    assert!(page.contains("| bank.tsv | 8 | yours |  |"), "{page}");
    assert!(page.contains(
        "    piste study levels bank.tsv --level label --order easy,fair,hard,worst --seed 1\n"
    ));
    assert!(page.contains("Seed 1, 2026-01-31, piste "), "{page}");
    assert!(!page.contains(SOLUTION.split_at(20).1), "no puzzle is shown");
    let figure = fs::read_to_string(folder.path().join("out/levels-gamma.svg")).unwrap();
    assert!(figure.starts_with("<svg") && figure.contains("prefers-color-scheme:dark"));
}

/// Levels 1, 2, 3 against 77, 75, 73 givens in the order 1, 3, 2: of three pairs two agree and one
/// does not, so γ is 1/3; and so is Kendall's τ without ties.
#[test]
fn gamma_is_what_it_is_by_hand() {
    let folder = folder();
    fs::write(folder.path().join("a.tsv"), labelled(3, |nth| [1, 3, 2][nth].to_string())).unwrap();
    study(folder.path(), &["levels", "a.tsv", "--level", "label", "--puzzle", "grid"]).fine();
    let page = fs::read_to_string(folder.path().join("out/levels.md")).unwrap();
    let line = page.lines().find(|line| line.starts_with("| givens | 3 |")).unwrap();
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    assert!(cells[3].starts_with("0.333 ["), "{line}");
    assert_eq!(cells[4], "0.333");
}

#[test]
fn times_that_go_with_the_givens_are_accounted_for_by_them() {
    let folder = folder();
    // 77, 75, … givens take 10, 20, … seconds.
    let text = labelled(6, |nth| (10 * (nth + 1)).to_string());
    fs::write(folder.path().join("times.csv"), text.replace('\t', ",")).unwrap();
    let done = study(folder.path(), &["times", "times.csv", "--time", "label"]).fine();
    assert_eq!(done.lines().len(), 3, "{done:?}");
    let page = fs::read_to_string(folder.path().join("out/times.md")).unwrap();
    let givens = row(&page, "givens");
    assert_eq!((givens[1], givens[2], givens[3]), ("Seed Count", "0.0419", "6"));
    assert!(givens[4].starts_with("1.000 ["), "{givens:?}");
    assert_eq!(givens[7], "1.000");
}

#[test]
fn what_is_left_out_is_counted() {
    let folder = folder();
    let mut text = labelled(4, |nth| (nth % 2 + 1).to_string());
    text.push_str(&format!("two\t{TWO_SOLUTIONS}\t1\nnone\t{SOLUTION}\t\n"));
    fs::write(folder.path().join("a.tsv"), text).unwrap();
    study(folder.path(), &["levels", "a.tsv", "--level", "label"]).fine();
    let page = fs::read_to_string(folder.path().join("out/levels.md")).unwrap();
    let note = "1 without exactly one solution left out; 1 without a label left out";
    assert!(page.contains(&format!("| a.tsv | 4 | yours | {note} |")), "{page}");
}

#[test]
fn the_same_run_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    fs::write(folder.path().join("a.tsv"), labelled(8, |nth| (nth / 3).to_string())).unwrap();
    let mut runs = Vec::new();
    for jobs in ["1", "2"] {
        let studies: [&[&str]; 3] = [
            &["levels", "a.tsv", "--level", "label"],
            &["index-d", "--sample", "20"],
            &["agreement", "--sample", "12"],
        ];
        let out = folder.path().join("out");
        for args in studies {
            study(folder.path(), &[args, &["-j", jobs]].concat()).fine();
        }
        let mut files: Vec<_> =
            fs::read_dir(&out).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        let files: Vec<(String, Vec<u8>)> = files
            .into_iter()
            .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
            .collect();
        fs::remove_dir_all(out).unwrap();
        runs.push(files);
    }
    assert!(runs[0].len() == 7, "{:?}", runs[0].iter().map(|file| &file.0).collect::<Vec<_>>());
    assert!(runs[0] == runs[1]);
}

#[test]
fn generators_are_studied_without_data() {
    let folder = folder();
    study(folder.path(), &["hsolve", "--sample", "30"]).fine();
    let page = fs::read_to_string(folder.path().join("out/hsolve.md")).unwrap();
    assert!(row(&page, "generator standard")[1] == "30", "{page}");
    study(folder.path(), &["umbrella", "--sample", "1"]).fine();
    let page = fs::read_to_string(folder.path().join("out/umbrella.md")).unwrap();
    assert_eq!(row(&page, "2")[1..3], ["22", "22"], "{page}");
    let printed = row(&page, "1")[3].to_owned();
    assert_eq!(printed, "17 of 17: 100.0 %", "{page}");
    assert!(page.contains("4 of level 2, 0 of level 3"), "{page}");
    assert_eq!(row(&page, "`reductive`")[1], "1 of 1", "{page}");
    study(folder.path(), &["index-d", "--sample", "30"]).fine();
    let page = fs::read_to_string(folder.path().join("out/index-d.md")).unwrap();
    for (reading, solved) in [
        ("as written: row and column, cross-hatching", "2 of 4"),
        ("naked singles look around the block too", "4 of 4"),
        ("all singles", "4 of 4"),
    ] {
        assert_eq!(row(&page, reading)[1], solved, "{page}");
    }
}

#[test]
fn the_sets_that_are_there_are_studied_and_the_others_named() {
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let text = labelled(6, |nth| format!("{}\t{}", nth / 2 + 1, ["a", "b", "c"][nth / 2]));
    let text = text.replacen("id\tgrid\tlabel", "date\tpuzzle\trank\tlevel", 1);
    fs::write(data.join("levels_nyt.tsv"), text).unwrap();
    let done = study(folder.path(), &["levels", "--data", "data"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let missing =
        "the data folder has no levels_krazydad_sample700.tsv; what it is needed for is left out";
    assert!(done.err.contains(missing), "{}", done.err);
    let page = fs::read_to_string(folder.path().join("out/levels.md")).unwrap();
    assert!(
        page.contains("| New York Times | 6 | © The New York Times, measured only |  |"),
        "{page}"
    );
    assert!(page.contains("piste study levels --data DIR --seed 1"), "{page}");

    let done = study(folder.path(), &["times", "--data", "data"]);
    assert_eq!(done.code, Some(1));
    assert!(done.err.contains("times: nothing to study, no page written"), "{}", done.err);
    assert_eq!(done.out, "");
}

/// The same puzzles from the data folder, from a file, and from a file in another order.
#[test]
fn levels_do_not_depend_on_what_the_file_is_called_or_how_it_is_ordered() {
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let text = labelled(20, |nth| format!("{}\t{}", nth / 7 + 1, nth / 7 + 1));
    let text = text.replacen("id\tgrid\tlabel", "date\tpuzzle\trank\tlevel", 1);
    fs::write(data.join("levels_nyt.tsv"), &text).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    let backwards: Vec<&str> = rows.lines().rev().collect();
    let backwards = format!("{head}\n{}\n", backwards.join("\n"));
    fs::write(folder.path().join("other.tsv"), backwards).unwrap();
    fs::write(folder.path().join("same.tsv"), &text).unwrap();
    let gammas = |args: &[&str]| -> Vec<String> {
        study(folder.path(), args);
        let page = fs::read_to_string(folder.path().join("out/levels.md")).unwrap();
        let table = page.split("the paper's way").nth(1).unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| "));
        rows.skip(2).take(14).map(str::to_owned).collect()
    };
    let of_data = gammas(&["levels", "--data", "data"]);
    assert!(of_data.len() == 14 && of_data.iter().any(|row| row.starts_with("| givens")));
    for file in ["same.tsv", "other.tsv"] {
        assert_eq!(gammas(&["levels", file, "--level", "rank", "--puzzle", "puzzle"]), of_data);
    }
}

/// Puzzles that were made here, with times and all that the data has.
#[test]
fn minutes_are_studied_in_small() {
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let made = piste(&["make", "-q", "-n", "60", "--seed", "3", "--format", "line"]).fine();
    let mut text = "puzzle\tn_completed\tmean_time_s\tD_TO\n".to_owned();
    for (nth, puzzle) in made.lines().iter().enumerate() {
        let givens = puzzle.chars().filter(|c| *c != '.').count();
        let seconds = 900 - 15 * givens + 7 * (nth % 5);
        text.push_str(&format!(
            "{puzzle}\t{}\t{seconds}\t{}\n",
            10 + nth % 9,
            seconds as f64 / 300.0
        ));
    }
    fs::write(data.join("human_cloudsudoku.tsv"), text).unwrap();
    let page = |jobs: &str| {
        let args = ["minutes", "--data", "data", "--sample", "45", "-j", jobs];
        let done = study(folder.path(), &args);
        assert_eq!(done.code, Some(1), "the site's data is not there: {done:?}");
        assert!(done.err.contains("human_site_half.tsv"), "{}", done.err);
        fs::read_to_string(folder.path().join("out/minutes.md")).unwrap()
    };
    let one = page("1");
    assert_eq!(one, page("2"));
    assert_eq!(row(&one, "log mean time")[1], "45");
    // As many fits and splits as the sample says.
    let fits = row(&one, "D_TO");
    assert!(one.contains("900: ") && one.contains("45: "), "{fits:?}");
    assert_eq!(row(&one, "figure 12 (d)")[1], "82.74");
    assert_eq!(row(&one, "finished")[1], "45");
    assert!(folder.path().join("out/minutes-fits-1.svg").is_file());
}

#[test]
fn what_cannot_be_studied_is_said_in_a_sentence() {
    let folder = folder();
    fs::write(folder.path().join("a.tsv"), labelled(3, |nth| format!("level {nth}"))).unwrap();
    fs::write(folder.path().join("same.tsv"), labelled(3, |_| "7".to_owned())).unwrap();
    fs::write(folder.path().join("bare.txt"), format!("{PUZZLE}\n")).unwrap();
    for (args, words) in [
        (&["levels"][..], "levels needs --data DIR, or a FILE with --level"),
        (&["colour"], "colour needs --data DIR"),
        (&["minutes"], "minutes needs --data DIR"),
        (&["times", "--data", "nowhere"], "--data nowhere: there is no such folder"),
        (&["levels", "a.tsv"], "levels: which column has the levels? Say --level COLUMN"),
        (&["times", "a.tsv"], "times: which column has the times? Say --time COLUMN"),
        (&["colour", "a.tsv"], "colour takes no FILE; levels, times and people do"),
        (&["levels", "--level", "x"], "--level is about a FILE, and there is none"),
        (
            &["levels", "a.tsv", "--level", "rank"],
            "a.tsv: there is no column rank; there are id, label",
        ),
        (
            &["levels", "a.tsv", "--level", "label"],
            "a.tsv: the label level 0 is not a number; --order says the order of words, from easy to hard",
        ),
        (
            &["levels", "a.tsv", "--level", "label", "--order", "level 0,level 1"],
            "a.tsv: the label level 2 is not among those of --order",
        ),
        (
            &["levels", "same.tsv", "--level", "label"],
            "all puzzles are of one level: there is nothing to compare",
        ),
        (
            &["times", "bare.txt", "--time", "t"],
            "bare.txt: its columns have no names, so there is no t",
        ),
    ] {
        let done = study(folder.path(), args);
        let last = done.err.lines().next().unwrap_or_default();
        assert_eq!((done.code, last), (Some(2), format!("piste: {words}").as_str()), "{args:?}");
        assert_eq!(done.out, "", "{args:?}");
    }
    let done = piste(&["study", "all", "--date", "2026-02-30"]);
    assert!(done.err.starts_with("piste: --date 2026-02-30: there is no such day"), "{}", done.err);
    let done = study(folder.path(), &["times", "none.tsv", "--time", "t"]);
    assert_eq!(done.code, Some(2));
    assert!(done.err.contains("none.tsv"), "{}", done.err);
}
