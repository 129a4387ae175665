//! One engine, several doors: the same question has the same answer at the command line
//! (`--json`) and over HTTP, to the byte.

use super::serve_client::Server;
use super::support::{
    PUZZLE, SEVENTEEN, SOLUTION, TWO_SOLUTIONS, contradictory, impossible, piste,
};
use serde_json::{Value, json};

/// A question at both doors: the arguments, without `--json`, and the path and the body.
struct Question {
    args: Vec<String>,
    path: &'static str,
    body: Value,
}

fn question(args: &[&str], path: &'static str, body: Value) -> Question {
    Question { args: args.iter().map(|&arg| arg.to_owned()).collect(), path, body }
}

/// Proper puzzles, others, and one that needs more than singles.
fn puzzles() -> Vec<String> {
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let all = [PUZZLE, SEVENTEEN, TWO_SOLUTIONS, hard, SOLUTION];
    all.into_iter().map(str::to_owned).chain([contradictory(), impossible()]).collect()
}

fn corpus() -> Vec<Question> {
    let mut all = Vec::new();
    for puzzle in puzzles() {
        let p = puzzle.as_str();
        all.extend([
            question(&["solve", p], "/solve", json!({ "puzzle": p })),
            question(&["solve", "--first", p], "/solve", json!({ "puzzle": p, "count": 1 })),
            question(
                &["solve", "--count=5", p],
                "/solve",
                json!({ "puzzle": p, "count": 5, "list": false }),
            ),
            question(&["solve", "--check", p], "/solve", json!({ "puzzle": p, "list": false })),
            question(
                &["solve", "--random", "--seed", "4", p],
                "/solve",
                json!({ "puzzle": p, "count": 1, "seed": 4 }),
            ),
            question(&["check", p], "/check", json!({ "puzzle": p })),
            question(&["check", "--limit", "3", p], "/check", json!({ "puzzle": p, "count": 3 })),
            question(
                &["rate", "--metrics", "se,umbrella,index-d,colour,hsolve,minutes", p],
                "/rate",
                json!({
                    "puzzle": p,
                    "metrics": ["se", "umbrella", "index-d", "colour", "hsolve", "minutes"],
                }),
            ),
            question(
                &["rate", "--metrics", "level", p],
                "/rate",
                json!({ "puzzle": p, "metrics": ["level"] }),
            ),
            question(
                &["rate", "--metrics", "hardest", p],
                "/rate",
                json!({ "puzzle": p, "metrics": ["hardest"] }),
            ),
            question(
                &["rate", "--metrics", "level,givens", "--explain", p],
                "/rate",
                json!({ "puzzle": p, "metrics": ["level", "givens"], "explain": true }),
            ),
            question(&["rate", p], "/rate", json!({ "puzzle": p })),
            question(
                &["rate", "--explain", "--seed", "3", p],
                "/rate",
                json!({ "puzzle": p, "explain": true, "seed": 3 }),
            ),
            question(&["explain", p], "/explain", json!({ "puzzle": p })),
            question(&["explain", "--step", "2", p], "/explain", json!({ "puzzle": p, "step": 2 })),
            question(
                &["explain", "--ladder", "se", "--upto", "2", p],
                "/explain",
                json!({ "puzzle": p, "ladder": "se", "upto": 2 }),
            ),
            question(
                &["explain", "--method", "blue", p],
                "/explain",
                json!({ "puzzle": p, "method": "blue" }),
            ),
            question(
                &["explain", "--method", "red", p],
                "/explain",
                json!({ "puzzle": p, "method": "red" }),
            ),
            question(
                &["explain", "--no-uniqueness", p],
                "/explain",
                json!({ "puzzle": p, "uniqueness": false }),
            ),
            question(
                &["explain", "--ladder", "hsolve", "--upto", "4", p],
                "/explain",
                json!({ "puzzle": p, "ladder": "hsolve", "upto": 4 }),
            ),
            question(&["canon", p], "/canon", json!({ "puzzle": p })),
            question(
                &["transform", "--by", "half-turn", p],
                "/transform",
                json!({ "puzzle": p, "by": "half-turn" }),
            ),
            question(
                &["transform", "--random", "--seed", "9", p],
                "/transform",
                json!({ "puzzle": p, "seed": 9 }),
            ),
        ]);
    }
    let disguised: String = PUZZLE.chars().rev().collect();
    all.push(question(
        &["canon", "--same", PUZZLE, &disguised],
        "/canon",
        json!({ "puzzle": PUZZLE, "other": disguised }),
    ));
    // Links, of which this one is read by nothing but its own reader.
    let link = "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79";
    for (verb, path) in VERBS.into_iter().chain([("rate", "/rate")]) {
        all.push(question(&[verb, link], path, json!({ "puzzle": link })));
    }
    all.extend(hints());
    all.extend(on_other_shapes());
    all.extend(improper_on_other_shapes());
    all
}

/// Verbs that take a puzzle alone, and their paths.
const VERBS: [(&str, &str); 5] = [
    ("solve", "/solve"),
    ("check", "/check"),
    ("explain", "/explain"),
    ("hint", "/hint"),
    ("canon", "/canon"),
];

/// Boards of other sizes with no solution, with many, and with a search that is given up.
fn improper_on_other_shapes() -> Vec<Question> {
    let mut all = Vec::new();
    let empty = ".".repeat(36);
    for puzzle in ["11..............", &empty] {
        for (verb, path) in [("solve", "/solve"), ("check", "/check"), ("rate", "/rate")] {
            all.push(question(&[verb, puzzle], path, json!({ "puzzle": puzzle })));
        }
    }
    for (verb, path) in
        [("solve", "/solve"), ("check", "/check"), ("rate", "/rate"), ("explain", "/explain")]
    {
        all.push(question(
            &[verb, "--guesses", "0", &empty],
            path,
            json!({ "puzzle": empty, "guesses": 0 }),
        ));
    }
    all
}

/// Boards of other shapes: their names, a puzzle, and the same with a wrong digit.
const BOARDS: [(&str, &str, &str); 3] = [
    ("4x4", "1.....3..2.....4", "12....3..2.....4"),
    ("jigsaw:1112122233343444", "1..........2....", "1....1.....2...."),
    ("6x6+x", "....................................", "1..................................."),
];

fn on_other_shapes() -> Vec<Question> {
    let mut all = Vec::new();
    for (shape, puzzle, wrong) in BOARDS {
        all.push(question(
            &["explain", "--shape", shape, puzzle],
            "/explain",
            json!({ "puzzle": puzzle, "shape": shape }),
        ));
        // What the number of cells tells needs no shape.
        if shape == "4x4" {
            for (verb, path) in VERBS {
                all.push(question(&[verb, puzzle], path, json!({ "puzzle": puzzle })));
            }
        }
        // A ladder for the classic board, and methods by hand where there are boxes alone.
        all.push(question(
            &["explain", "--shape", shape, "--ladder", "se", puzzle],
            "/explain",
            json!({ "puzzle": puzzle, "shape": shape, "ladder": "se" }),
        ));
        all.push(question(
            &["hint", "--shape", shape, "--ladder", "se", puzzle],
            "/hint",
            json!({ "puzzle": puzzle, "shape": shape, "ladder": "se" }),
        ));
        for method in ["green", "red", "black"] {
            all.push(question(
                &["explain", "--shape", shape, "--method", method, "--upto", "3", puzzle],
                "/explain",
                json!({ "puzzle": puzzle, "shape": shape, "method": method, "upto": 3 }),
            ));
        }
        for grade in ["1", "2", "3"] {
            let number: u8 = grade.parse().unwrap();
            all.push(question(
                &["hint", "--shape", shape, "--grade", grade, puzzle],
                "/hint",
                json!({ "puzzle": puzzle, "shape": shape, "grade": number }),
            ));
            // What has many solutions is no puzzle to hold a board against.
            if !puzzle.contains("....................") && !shape.starts_with("jigsaw") {
                all.push(question(
                    &["hint", "--shape", shape, "--grade", grade, "--givens", puzzle, wrong],
                    "/hint",
                    json!({ "puzzle": puzzle, "values": wrong, "shape": shape, "grade": number }),
                ));
            }
        }
    }
    all
}

fn hints() -> Vec<Question> {
    let wrong = PUZZLE.replacen("53.", "531", 1);
    let mut all = Vec::new();
    for grade in ["1", "2", "3"] {
        let number: u8 = grade.parse().unwrap();
        for puzzle in puzzles() {
            all.push(question(
                &["hint", "--grade", grade, &puzzle],
                "/hint",
                json!({ "puzzle": puzzle, "grade": number }),
            ));
        }
        all.push(question(
            &["hint", "--grade", grade, "--givens", PUZZLE, &wrong],
            "/hint",
            json!({ "puzzle": PUZZLE, "values": wrong, "grade": number }),
        ));
    }
    all
}

#[test]
fn both_doors_give_the_same_bytes() {
    let server = Server::start(&[]);
    let corpus = corpus();
    assert!(corpus.len() > 100, "{}", corpus.len());
    for Question { args, path, body } in corpus {
        let args: Vec<&str> = args.iter().map(String::as_str).chain(["--json", "-q"]).collect();
        let told = piste(&args);
        let answer = server.post(path, &body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        assert_eq!(told.out.trim_end_matches('\n'), answer.text(), "{args:?}\n{path} {body}");
        assert!(answer.text().starts_with(r#"{"version":2,"#), "{}", answer.text());
    }
}

#[test]
fn no_step_at_all_is_asked_for_at_neither_door() {
    assert_eq!(piste(&["explain", "--upto", "0", PUZZLE]).code, Some(2));
    let server = Server::start(&[]);
    for puzzle in [PUZZLE, "1.....3..2.....4"] {
        let answer = server.post("/explain", &json!({ "puzzle": puzzle, "upto": 0 }));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(answer.text().contains("upto: expected a number from 1 on"), "{}", answer.text());
    }
}

#[test]
fn a_puzzle_that_is_made_or_found_is_told_the_same_at_both_doors() {
    let server = Server::start_with(&[], &[PUZZLE, SEVENTEEN]);
    let args = [
        "make",
        "-q",
        "--json",
        "-n",
        "2",
        "--level",
        "easy",
        "--seed",
        "5",
        "--metrics",
        "se,colour",
    ];
    let order = json!({ "count": 2, "level": "easy", "seed": 5, "metrics": ["se", "colour"] });
    let headers = ["Content-Type: application/json", "Accept: text/event-stream"];
    let stream = server.ask("POST", "/api/v1/make", &headers, order.to_string().as_bytes());
    let text = stream.text();
    let blocks = text.split("\n\n").filter_map(|block| block.strip_prefix("event: puzzle\n"));
    let told: Vec<&str> = blocks.map(|block| block.strip_prefix("data: ").unwrap()).collect();
    assert_eq!(piste(&args).fine().lines(), told);

    let mut command = super::support::command(&["library", "query", "--json", "--metrics", "se"]);
    command.env("PISTE_LIBRARY", server.library());
    let said = super::support::run_on("", command).fine();
    let found = server.post("/library/query", &json!({ "metrics": ["se"] }));
    let rows =
        said.lines().iter().map(|row| row.replacen("\"version\":2,", "", 1)).collect::<Vec<_>>();
    assert!(found.text().contains(&format!("[{}]", rows.join(","))), "{}", found.text());
}

#[test]
fn a_puzzle_is_written_the_same_at_both_doors() {
    let server = Server::start(&[]);
    let position = format!(":0000:x:{}:161::", PUZZLE.replacen("53.", "53+4", 1));
    let forms = ["marks", "hodoku", "line", "sdm", "sdk", "ss", "grid"];
    // A file keeps a position as a note where the form has no other place for it.
    for (puzzle, forms) in [(PUZZLE, &forms[..]), (SEVENTEEN, &forms), (&position, &forms[..2])] {
        for form in forms {
            let told = piste(&["convert", "--to", form, puzzle]).fine();
            let answer = server.post("/convert", &json!({ "puzzle": puzzle, "to": form }));
            let answer: Value = serde_json::from_str(&answer.text()).unwrap();
            let text = answer["text"].as_str().unwrap();
            assert_eq!(told.out.trim_end_matches('\n'), text.trim_end_matches('\n'), "{form}");
        }
    }
}

#[test]
fn puzzles_of_another_shape_come_with_the_same_account() {
    let server = Server::start(&[]);
    let account = |answer: &Value| {
        let members = ["made", "wanted", "tried", "method", "seed", "problem"];
        members.map(|member| answer.get(member).cloned().unwrap_or_else(|| panic!("no {member}")))
    };
    let order = json!({ "shape": "4x4", "givens": "3", "tries": 5, "seed": 1 });
    let whole: Value = serde_json::from_str(&server.post("/make", &order).text()).unwrap();
    let problem = whole["problem"].as_str().unwrap();
    let limit = "made 0 of 1: limit reached: it takes more than 5 attempts in a row (5 tried)";
    assert!(problem.starts_with(limit), "{problem}");
    let headers = ["Content-Type: application/json", "Accept: text/event-stream"];
    let stream = server.ask("POST", "/api/v1/make", &headers, order.to_string().as_bytes());
    let text = stream.text();
    let done = text.split("event: done\ndata: ").nth(1).unwrap().trim_end();
    let done: Value = serde_json::from_str(done).unwrap();
    assert_eq!(account(&done), account(&whole));
    assert!(done.get("puzzles").is_none(), "{done}");
}

#[test]
fn columns_of_a_file_stand_behind_the_answer() {
    let folder = super::support::folder();
    let file = folder.path().join("bank.csv");
    std::fs::write(&file, format!("puzzle,id,verdict\n{PUZZLE},7,soft\n")).unwrap();
    let told = piste(&["solve", "--json", file.to_str().unwrap()]).fine();
    let alone = piste(&["solve", "--json", PUZZLE]).fine();
    let alone = alone.out.trim_end().strip_suffix('}').unwrap();
    let more = r#","id":"7","input.verdict":"soft"}"#;
    assert_eq!(told.out.trim_end(), format!("{alone}{more}"));
}
