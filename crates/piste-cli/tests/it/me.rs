//! `piste me`: games that are kept, what they say, and where it is told.

use super::support::{Done, PUZZLE, SEVENTEEN, TWO_SOLUTIONS, command, folder, json_lines, run_on};
use serde_json::Value;
use std::path::Path;

/// Runs the binary with games in this file.
fn with(games: &Path, args: &[&str]) -> Done {
    with_input("", games, args)
}

fn with_input(stdin: &str, games: &Path, args: &[&str]) -> Done {
    let mut command = command(args);
    command.env("PISTE_GAMES", games);
    run_on(stdin, command)
}

fn json(done: Done) -> Value {
    json_lines(&done.fine().out).remove(0)
}

#[test]
fn times_are_added_shown_and_forgotten() {
    let folder = folder();
    let games = folder.path().join("piste/games.json");
    let none = with(&games, &["me"]).fine().out;
    assert_eq!(none, "No game of yours is known yet. `piste me add PUZZLE 12:30` adds one.\n");
    assert!(!games.exists(), "to look makes nothing");

    let added = with(&games, &["me", "add", PUZZLE, "4:10"]).fine().out;
    assert!(added.starts_with("Added 4:10; 3:"), "{added}");
    assert!(added.ends_with("by one game.\n"), "{added}");
    let file = folder.path().join("one.txt");
    std::fs::write(&file, format!("{SEVENTEEN}\n")).unwrap();
    with(&games, &["me", "add", file.to_str().unwrap(), "1h5m"]).fine();
    let told = json(with(&games, &["me", "add", PUZZLE, "90s", "--json"]));
    assert_eq!(told["version"], 2);
    let seconds: Vec<u64> =
        told["games"].as_array().unwrap().iter().map(|g| g["seconds"].as_u64().unwrap()).collect();
    assert_eq!(seconds, [250, 3900, 90]);
    let factor = told["factor"].as_f64().unwrap();
    assert!(told["low"].as_f64().unwrap() < factor && factor < told["high"].as_f64().unwrap());

    let shown = with(&games, &["me", "show"]).fine();
    assert_eq!(with(&games, &["me"]).fine().out, shown.out);
    let lines = shown.lines();
    assert!(lines[0].starts_with(&format!("You take {factor:.2} times as long")), "{}", shown.out);
    assert_eq!(lines.len(), 6, "{}", shown.out);
    assert!(lines[4].contains("1:05:00") && lines[4].contains("......"), "{}", lines[4]);

    let done = with(&games, &["me", "forget", "4"]);
    assert_eq!(
        (done.code, done.err.as_str()),
        (Some(2), "piste: there is no game 4, only 3 games\n")
    );
    let done = with(&games, &["me", "forget", "2"]).fine();
    assert!(done.out.starts_with("Forgot 1 game. You take "), "{}", done.out);
    // Both of what is left are of one puzzle.
    let done = with(&games, &["me", "forget", SEVENTEEN]);
    assert_eq!(done.err, "piste: no game of yours is of that puzzle\n");
    let done = with(&games, &["me", "forget", PUZZLE]).fine();
    assert_eq!(done.out, "Forgot 2 games. No game of yours is known yet.\n");
    assert_eq!(
        with(&games, &["me", "forget", "--all"]).fine().out,
        "Forgot 0 games. No game of yours is known yet.\n"
    );
}

#[test]
fn games_travel_and_are_not_counted_twice() {
    let folder = folder();
    let (games, other) = (folder.path().join("a.json"), folder.path().join("b.json"));
    for time in ["4:10", "5:00"] {
        with(&games, &["me", "add", PUZZLE, time]).fine();
    }
    let exported = with(&games, &["me", "export"]).fine().out;
    assert!(exported.starts_with(r#"{"form":"piste-games","version":1,"games":[{"puzzle":"53..7"#));
    assert_eq!(std::fs::read_to_string(&games).unwrap(), exported);
    let out = folder.path().join("out.json");
    with(&games, &["me", "export", "-o", out.to_str().unwrap()]).fine();
    assert_eq!(std::fs::read_to_string(&out).unwrap(), exported);

    with(&other, &["me", "add", PUZZLE, "5:00"]).fine();
    let done = with(&other, &["me", "import", out.to_str().unwrap()]).fine();
    assert!(done.out.starts_with("Added 1 game, 1 known already. You take "), "{}", done.out);
    let again = with_input(&exported, &other, &["me", "import", "-"]).fine();
    assert!(again.out.starts_with("Added 0 games, 2 known already."), "{}", again.out);
    let [a, b] = [&games, &other].map(|file| json(with(file, &["me", "show", "--json"])));
    assert_eq!(a["factor"], b["factor"]);
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence_and_changes_nothing() {
    let folder = folder();
    let games = folder.path().join("games.json");
    with(&games, &["me", "add", PUZZLE, "4:10"]).fine();
    let before = std::fs::read(&games).unwrap();
    for (args, words) in [
        (&["me", "add", PUZZLE, "12"][..], "expected a time such as 12:30"),
        (&["me", "add", PUZZLE, "0:00"], "no game takes no time"),
        (&["me", "add", PUZZLE], "TIME"),
        (&["me", "add", TWO_SOLUTIONS, "4:10"], "solution"),
        (&["me", "add", "53..7", "4:10"], "53..7: "),
        (&["me", "forget"], "NUMBER|PUZZLE|FILE"),
        (&["me", "forget", "0"], "there is no game 0, only 1 game"),
        (&["me", "import", "no-such.json"], "cannot read no-such.json: there is no such file"),
    ] {
        let done = with(&games, args);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(words) && done.out.is_empty(), "{args:?}: {done:?}");
        assert_eq!(std::fs::read(&games).unwrap(), before);
    }
    let foreign = folder.path().join("foreign.json");
    std::fs::write(&foreign, "{\"games\":[]}").unwrap();
    let done = with(&games, &["me", "import", foreign.to_str().unwrap()]);
    assert!(done.err.contains("foreign.json: form: expected \"piste-games\""), "{done:?}");
    let done = with(&foreign, &["me", "add", PUZZLE, "4:10"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "{\"games\":[]}");
}

#[test]
fn a_report_is_for_whoever_has_games_and_lines_are_for_nobody_unless_asked() {
    let folder = folder();
    let (games, none) = (folder.path().join("games.json"), folder.path().join("none.json"));
    for time in ["2:00", "2:10", "1:50", "2:05", "3:00"] {
        with(&games, &["me", "add", PUZZLE, time]).fine();
    }
    let report = with(&games, &["rate", PUZZLE]).fine();
    assert!(report.lines()[0].contains(" for you"), "{}", report.out);
    let all = with(&games, &["rate", "--all", PUZZLE]).fine();
    assert!(all.out.contains("you-low"), "{}", all.out);
    let nobody = with(&games, &["rate", "--for", "nobody", PUZZLE]).fine().out;
    assert_eq!(nobody, with(&none, &["rate", PUZZLE]).fine().out);
    assert!(nobody.starts_with("Beginner: about ") && !nobody.contains("for you"), "{nobody}");
    // What programs read is the same for everybody.
    for form in ["tsv", "csv", "json"] {
        let rows = with(&games, &["rate", "-f", form, PUZZLE]).fine().out;
        assert_eq!(rows, with(&none, &["rate", "-f", form, PUZZLE]).fine().out);
        assert!(!rows.contains("you-low"), "{rows}");
    }
    let asked = ["rate", "--for", "me", "--metrics", "minutes", "-f", "tsv", PUZZLE];
    let rows = with(&games, &asked).fine();
    let columns: Vec<Vec<&str>> =
        rows.lines().iter().map(|line| line.split('\t').collect()).collect();
    let at = columns[0].iter().position(|name| *name == "minutes.you").unwrap();
    assert_eq!(columns[0][at..at + 3], ["minutes.you", "minutes.you-low", "minutes.you-high"]);
    let [all, you] = [1, at].map(|column| columns[1][column].parse::<f64>().unwrap());
    assert!(you < all * 0.8, "{rows:?}");
    let told = json(with(&games, &["rate", "--for", "me", "--json", PUZZLE]));
    assert_eq!(told["summary"]["for_you"]["minutes"], told["ratings"]["minutes"]["you"]);
    assert_eq!(told["summary"]["minutes"]["minutes"], told["ratings"]["minutes"]["value"]);
}

#[test]
fn for_me_without_games_or_minutes_is_refused() {
    let folder = folder();
    let games = folder.path().join("games.json");
    let done = with(&games, &["rate", "--for", "me", PUZZLE]);
    let words =
        "piste: --for me: no game of yours is known yet; `piste me add PUZZLE 12:30` adds one\n";
    assert_eq!((done.code, done.err.as_str()), (Some(2), words));
    let done = with(&games, &["rate", "--for", "me", "--metrics", "se", PUZZLE]);
    assert!(done.err.contains("--for me is for the metric minutes"), "{done:?}");
    // Games that cannot be read are said, and a report comes all the same.
    std::fs::write(&games, "{").unwrap();
    let done = with(&games, &["rate", PUZZLE]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.err.starts_with("piste: your games are left out: "), "{done:?}");
    let done = with(&games, &["rate", "--for", "me", PUZZLE]);
    assert_eq!(done.code, Some(2), "{done:?}");
}

/// The same games are the same player at both doors.
#[test]
fn the_server_learns_the_same_from_the_same_games() {
    let server = super::serve_client::Server::start(&[]);
    let folder = folder();
    let games = folder.path().join("games.json");
    for (puzzle, time) in [(PUZZLE, "2:00"), (SEVENTEEN, "9:10"), (PUZZLE, "1:50")] {
        with(&games, &["me", "add", puzzle, time]).fine();
    }
    let kept: Value = serde_json::from_str(&with(&games, &["me", "export"]).fine().out).unwrap();
    let player = serde_json::json!({ "games": kept["games"] });
    let learnt = server.post("/me", &player);
    assert_eq!(learnt.text(), with(&games, &["me", "show", "--json"]).fine().out.trim_end());
    let rated = server.post("/rate", &serde_json::json!({ "puzzle": SEVENTEEN, "player": player }));
    let told = with(&games, &["rate", "--for", "me", "--json", SEVENTEEN]).fine();
    assert_eq!(rated.text(), told.out.trim_end());
    assert!(rated.text().contains(r#""for_you":{"minutes":"#), "{}", rated.text());

    let wrong = serde_json::json!({ "puzzle": PUZZLE, "player": {}, "metrics": ["minutes"] });
    let said = server.post("/rate", &wrong);
    assert_eq!(said.status, 400);
    assert!(said.text().contains("player: expected a factor, or games"), "{}", said.text());
}

#[test]
fn the_user_s_own_games_are_in_the_place_for_data() {
    let folder = folder();
    let mut add = command(&["me", "add", PUZZLE, "4:10"]);
    add.env_remove("PISTE_GAMES").env("XDG_DATA_HOME", folder.path());
    run_on("", add).fine();
    assert!(folder.path().join("piste/games.json").is_file());
}

/// Somebody who takes twice as long asks for minutes of their own.
#[test]
fn puzzles_are_made_for_my_minutes() {
    let folder = folder();
    let games = folder.path().join("games.json");
    let asked = ["make", "-q", "--minutes", "8..40", "--for", "me", "--seed", "1"];
    let done = with(&games, &asked);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.err.contains("no game of yours is known yet"), "{done:?}");
    for _ in 0..6 {
        with(&games, &["me", "add", PUZZLE, "8:00"]).fine();
    }
    let factor = json(with(&games, &["me", "show", "--json"]))["factor"].as_f64().unwrap();
    assert!(factor > 1.3, "{factor}");
    let made = with(&games, &[&asked[..], &["--json"]].concat());
    let minutes = json(made)["ratings"]["minutes"]["value"].as_f64().unwrap();
    assert!((8.0 / factor - 0.06..=40.0 / factor + 0.06).contains(&minutes), "{minutes} {factor}");

    for (args, words) in [
        (&["--for", "me"][..], "--for me is about --minutes, and there are none"),
        (&["--minutes", "soon"], "--minutes: `soon` is no range of minutes such as 10..14"),
        (&["--minutes", "14..10"], "--minutes: no time is in `14..10`"),
    ] {
        let done = with(&games, &[&["make"], args].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(words), "{done:?}");
    }
}
