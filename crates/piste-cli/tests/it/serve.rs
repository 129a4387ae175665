//! `piste serve`: every endpoint, every error, the page, and who is let in. What it bears is
//! in `serve_limits`.

use super::serve_client::{Answer, Server};
use super::support::{
    PUZZLE, SEVENTEEN, SOLUTION, TWO_SOLUTIONS, contradictory, impossible, json_lines, piste,
};
use serde_json::{Value, json};

/// What is wrong with a value that should be of this schema: nothing, if it is.
fn flaw(schema: &Value, value: &Value, at: &str) -> Option<String> {
    let is_kind = |kind: &str| match kind {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        other => panic!("{at}: {other}"),
    };
    if !kinds.iter().any(|kind| is_kind(kind)) {
        return Some(format!("{at}: {value} is no {kinds:?}"));
    }
    if let Some(words) = schema["enum"].as_array() {
        return (!words.contains(value)).then(|| format!("{at}: {value} is none of {words:?}"));
    }
    if let Some(items) = value.as_array() {
        return items.iter().find_map(|item| flaw(&schema["items"], item, &format!("{at}[]")));
    }
    let members = value.as_object()?;
    let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) = needed.into_iter().find(|name| !members.contains_key(*name)) {
        return Some(format!("{at}: {name} is missing"));
    }
    let known = &schema["properties"];
    let is_open = at.contains("ratings") || at.contains("explain");
    members.iter().find_map(|(name, member)| {
        let at = format!("{at}.{name}");
        match (&known[name], &schema["additionalProperties"]) {
            (Value::Null, Value::Null) if is_open => None,
            (Value::Null, Value::Null) => Some(format!("{at}: not in the description")),
            (Value::Null, others) => flaw(others, member, &at),
            (schema, _) => flaw(schema, member, &at),
        }
    })
}

#[test]
fn every_example_is_answered_as_the_description_says() {
    let server = Server::start_with(&[], &[PUZZLE, SEVENTEEN]);
    let description = server.get("/api/v1/openapi.json").json();
    assert_eq!(description["openapi"], "3.1.0");
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 10, "{paths:?}");
    for (path, verbs) in paths {
        for (verb, operation) in verbs.as_object().unwrap() {
            let answer = if verb == "get" {
                server.get(path)
            } else {
                let example = &operation["requestBody"]["content"]["application/json"]["example"];
                let headers = ["Content-Type: application/json; charset=utf-8"];
                server.ask("POST", path, &headers, example.to_string().as_bytes())
            };
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            assert_eq!(answer.header("content-type"), Some("application/json"));
            let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
            assert_eq!(flaw(schema, &answer.json(), path), None);
        }
    }
}

#[test]
fn the_page_comes_whole_packed_or_not_at_all() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().starts_with("<!doctype html>") && page.text().contains("piste"));

    let packed = server.ask("GET", "/", &["Accept-Encoding: br, gzip"], b"");
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < page.body.len());

    let tag = format!("If-None-Match: {}", page.header("etag").unwrap());
    let known = server.ask("GET", "/", &[&tag], b"");
    assert_eq!((known.status, known.body.len()), (304, 0));
    let head = server.ask("HEAD", "/", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));

    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/app/", "/api/v2/solve"] {
        assert_eq!(server.get(path).problem(), (404, "not-found".to_owned()), "{path}");
    }
    let manual = server.get("/api");
    assert!(manual.text().contains("POST /api/v1/solve"), "{}", manual.text());
    assert_eq!(server.get("/api/manual.css").status, 200);
}

#[test]
fn every_answer_has_the_safe_headers() {
    let server = Server::start(&[]);
    let question = json!({ "puzzle": PUZZLE });
    let answers: [Answer; 6] = [
        server.get("/"),
        server.get("/nothing"),
        server.get("/api"),
        server.post("/solve", &question),
        server.post("/solve", &json!({})),
        server.ask("GET", "/", &["Host: example.com"], b""),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"));
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("server"), None);
    }
}

#[test]
fn what_is_solved_is_told() {
    let server = Server::start(&[]);
    let solve = |body: Value| server.post("/solve", &body).json();
    let unique = solve(json!({ "puzzle": PUZZLE }));
    assert_eq!((&unique["verdict"], &unique["solutions"]), (&json!("unique"), &json!([SOLUTION])));
    assert_eq!(unique["more"], false);
    // How long it took is told beside the answer, and not in it.
    let answer = server.post("/solve", &json!({ "puzzle": PUZZLE }));
    assert!(answer.header("server-timing").unwrap().starts_with("work;dur="));
    assert!(answer.json().get("micros").is_none());

    let many = solve(json!({ "puzzle": TWO_SOLUTIONS, "count": 5 }));
    assert_eq!(
        (&many["verdict"], many["solutions"].as_array().unwrap().len()),
        (&json!("many"), 2)
    );
    assert_eq!(many["more"], false);
    let first = solve(json!({ "puzzle": ".".repeat(81), "count": 1 }));
    assert_eq!((&first["verdict"], &first["more"]), (&json!("undecided"), &json!(true)));
    assert_eq!(first["solutions"].as_array().unwrap().len(), 1);

    let none = solve(json!({ "puzzle": contradictory() }));
    assert_eq!((&none["verdict"], &none["solutions"]), (&json!("none"), &json!([])));
    assert!(none["problem"].as_str().unwrap().contains("r1c1"), "{none}");

    let drawn = "53. | .7. | ...\n6.. | 195 | ...\n.98 | ... | .6.\n----+-----+----\n8.. | .6. | ..3\n\
                 4.. | 8.3 | ..1\n7.. | .2. | ..6\n----+-----+----\n.6. | ... | 28.\n... | 419 | ..5\n... | .8. | .79";
    assert_eq!(solve(json!({ "puzzle": drawn }))["solutions"], json!([SOLUTION]));
}

#[test]
fn a_board_is_checked() {
    let server = Server::start(&[]);
    let check = |body: Value| server.post("/check", &body).json();
    let wrong = PUZZLE.replacen("53..7", "5311.", 1);
    let answer = check(json!({ "puzzle": PUZZLE, "values": wrong.replacen("5311.", "53117", 1) }));
    assert_eq!(answer["verdict"], "unique");
    assert_eq!(answer["mistakes"], json!(["r1c3", "r1c4"]));
    assert_eq!(answer["conflicts"], json!(["r1c3", "r1c4", "r2c4"]));
    assert_eq!((&answer["minimal"], &answer["solved"]), (&json!(false), &json!(false)));

    let done = check(json!({ "puzzle": PUZZLE, "values": SOLUTION }));
    assert_eq!((&done["solved"], &done["mistakes"]), (&json!(true), &json!([])));
    let offered = check(json!({ "puzzle": SEVENTEEN, "solution": SOLUTION }));
    assert_eq!(offered["solved"], false);
    assert_eq!(offered["minimal"], true);
    assert_eq!(check(json!({ "puzzle": TWO_SOLUTIONS }))["verdict"], "many");
    let none = check(json!({ "puzzle": impossible() }));
    assert_eq!((&none["verdict"], &none["suspects"]), (&json!("none"), &json!(["r1c3"])));
}

#[test]
fn texts_are_read() {
    let server = Server::start(&[]);
    let text = format!("# a comment\n{PUZZLE} easy\nnonsense\n{SEVENTEEN}\n");
    let answer = server.post("/parse", &json!({ "text": text })).json();
    let puzzles = answer["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 2, "{answer}");
    assert_eq!((&puzzles[0]["puzzle"], &puzzles[0]["rest"]), (&json!(PUZZLE), &json!("easy")));
    assert_eq!(puzzles[1]["line"], 4);
    assert_eq!(answer["errors"].as_array().unwrap().len(), 1);
    assert_eq!(answer["errors"][0]["line"], 3);

    let hodoku = format!(":0000:x:{}:113::", PUZZLE.replacen("53.", "53+4", 1));
    let answer = server.post("/parse", &json!({ "text": hodoku })).json();
    assert_eq!(answer["puzzles"][0]["puzzle"], PUZZLE);
    assert_eq!(answer["puzzles"][0]["values"], PUZZLE.replacen("53.", "534", 1));
    let empty = server.post("/parse", &json!({ "text": "" })).json();
    assert_eq!(empty["puzzles"], json!([]));
}

#[test]
fn ratings_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let question = json!({ "puzzle": SEVENTEEN, "explain": true, "profile": true });
    let answer = server.post("/rate", &question).json();
    let line = &json_lines(&piste(&["rate", "--json", SEVENTEEN]).fine().out)[0];
    assert_eq!(answer["ratings"], line["ratings"]);
    assert_eq!((&answer["level"], &line["level"]), (&json!("easy"), &json!("easy")));
    for slug in answer["ratings"].as_object().unwrap().keys() {
        assert!(answer["explain"][slug]["measures"].is_string());
    }
    assert_eq!(answer["ratings"]["se"]["value"], answer["ratings"]["se"]["er"]);
    let steps = server.post("/explain", &json!({ "puzzle": SEVENTEEN })).json();
    let profile = answer["profile"]["steps"].as_array().unwrap();
    assert_eq!(profile.len(), steps["steps"].as_array().unwrap().len());
    assert_eq!(answer["profile"]["outcome"], "solved");

    let few = json!({ "puzzle": PUZZLE, "metrics": ["givens"], "profile": false });
    let few = server.post("/rate", &few).json();
    let asked: Vec<_> = few["ratings"].as_object().unwrap().keys().collect();
    assert_eq!(asked, ["givens"]);
    assert_eq!(few["ratings"]["givens"]["value"], 30);
    let percentile = few["ratings"]["givens"]["percentile"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&percentile), "{percentile}");
    assert_eq!((&few["profile"], &few["explain"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_solve_is_explained() {
    let server = Server::start(&[]);
    let answer = server.post("/explain", &json!({ "puzzle": PUZZLE })).json();
    let line = &json_lines(&piste(&["explain", "--json", PUZZLE]).fine().out)[0];
    assert_eq!((&answer["outcome"], &answer["left"]), (&json!("solved"), &json!(0)));
    let pairs = answer["steps"].as_array().unwrap().iter().zip(line["steps"].as_array().unwrap());
    for (ours, theirs) in pairs {
        for (name, value) in theirs.as_object().unwrap() {
            assert_eq!(&ours[name], value, "{name}");
        }
        assert_eq!(ours["marks"].as_str().unwrap().len(), 729);
    }
    let se = json!({ "puzzle": PUZZLE, "ladder": "se", "upto": 1 });
    let se = server.post("/explain", &se).json();
    assert_eq!((se["steps"].as_array().unwrap().len(), &se["ladder"]), (1, &json!("se")));
    assert!(se["steps"][0]["rating"].is_number() && se["total"].as_u64().unwrap() > 1);
}

#[test]
fn hints_come_in_three_grades_unless_something_is_wrong() {
    let server = Server::start(&[]);
    let hint = |body: Value| server.post("/hint", &body).json();
    let first = hint(json!({ "puzzle": PUZZLE, "grade": 3 }));
    assert_eq!((&first["hint"], first["grades"].as_array().unwrap().len()), (&json!("next"), 3));
    assert_eq!(first["grades"][2], first["step"]["text"]);
    assert_eq!(first["step"]["marks"].as_str().unwrap().len(), 729);

    let wrong = hint(json!({ "puzzle": PUZZLE, "values": PUZZLE.replacen("53.", "531", 1) }));
    assert_eq!((&wrong["hint"], &wrong["grades"]), (&json!("mistakes"), &json!([])));
    assert_eq!(wrong["mistakes"][0]["cell"], "r1c3");
    assert!(!wrong["mistake"].as_str().unwrap().contains('4'), "{wrong}");

    // The player has marked r1c3 with 1 and 2 only: it is 4.
    let marks = format!("{}12.......{}", ".".repeat(18), ".".repeat(729 - 27));
    let erased = hint(json!({ "puzzle": PUZZLE, "values": PUZZLE, "marks": marks }));
    assert_eq!(erased["mistakes"][0]["cell"], "r1c3");

    assert_eq!(hint(json!({ "puzzle": PUZZLE, "values": SOLUTION }))["hint"], "solved");
    let stuck = json!({ "puzzle": SEVENTEEN, "ladder": "singles" });
    assert!(["next", "stuck"].contains(&hint(stuck)["hint"].as_str().unwrap()));
}

#[test]
fn puzzles_are_made_as_the_command_line_makes_them() {
    let server = Server::start(&[]);
    let order = json!({ "count": 3, "level": "hard", "symmetry": "rotational", "seed": 7 });
    let args =
        ["make", "-q", "-n", "3", "--level", "hard", "--symmetry", "rotational", "--seed", "7"];
    let made = piste(&[&args[..], &["--json"]].concat()).fine();
    let lines = json_lines(&made.out);

    let answer = server.post("/make", &order).json();
    assert_eq!((&answer["made"], &answer["seed"]), (&json!(3), &json!(7)));
    for (ours, theirs) in answer["puzzles"].as_array().unwrap().iter().zip(&lines) {
        let mut theirs = theirs.clone();
        assert_eq!(theirs.as_object_mut().unwrap().remove("version"), Some(json!(2)));
        assert_eq!(*ours, theirs);
    }

    let headers = ["Content-Type: application/json", "Accept: text/event-stream"];
    let stream = server.ask("POST", "/api/v1/make", &headers, order.to_string().as_bytes());
    let events = stream.events();
    let puzzles: Vec<&Value> = events
        .iter()
        .filter(|(name, _)| name == "puzzle")
        .map(|(_, data)| &data["puzzle"])
        .collect();
    let theirs: Vec<&Value> = lines.iter().map(|line| &line["puzzle"]).collect();
    assert_eq!(puzzles, theirs);
    let (last, account) = events.last().unwrap();
    assert_eq!((last.as_str(), &account["made"], &account["seed"]), ("done", &json!(3), &json!(7)));
}

#[test]
fn a_painted_pattern_is_filled() {
    let server = Server::start(&[]);
    let pattern =
        "xxx...xxxx.x...x.xxxx...xxx....xxx.......x.x.......xxx....xxx...xxxx.x...x.xxxx...xxx";
    let pattern = &pattern[..81];
    let order = json!({ "pattern": pattern, "seed": 1 });
    let answer = server.post("/make", &order).json();
    let puzzle = answer["puzzles"][0]["puzzle"].as_str().unwrap_or_else(|| panic!("{answer}"));
    let drawn: String = puzzle.chars().map(|c| if c == '.' { '.' } else { 'x' }).collect();
    assert_eq!(drawn, pattern);
}

#[test]
fn the_library_is_asked() {
    let server = Server::start_with(&[], &[PUZZLE, SEVENTEEN]);
    let info = server.get("/api/v1/info").json();
    assert_eq!((&info["library"], &info["library_packed"]), (&json!(true), &json!(false)));
    let query = |body: Value| server.post("/library/query", &body).json();
    let all = query(json!({}));
    assert_eq!((&all["total"], all["puzzles"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!(
        (&all["puzzles"][0]["puzzle"], &all["puzzles"][0]["source"]),
        (&json!(PUZZLE), &json!("mine"))
    );
    assert_eq!(all["puzzles"][0]["ratings"]["givens"]["value"], 30);
    assert_eq!(all["puzzles"][0]["ratings"]["se"]["er"], 1.2);

    let few = query(json!({ "where": "givens<20", "metrics": ["colour"] }));
    assert_eq!(few["total"], 1);
    assert_eq!(few["puzzles"][0]["puzzle"], SEVENTEEN.replace('0', "."));
    assert!(few["puzzles"][0]["ratings"]["colour"].is_object());
    let second = query(json!({ "order": "givens", "limit": 1, "offset": 1 }));
    assert_eq!((&second["total"], &second["puzzles"][0]["puzzle"]), (&json!(2), &json!(PUZZLE)));
    let down = query(json!({ "order": "-givens", "limit": 1 }));
    assert_eq!(down["puzzles"][0]["puzzle"], PUZZLE);

    let stats = server.get("/api/v1/library/stats").json();
    assert_eq!(stats["count"], 2);
    let givens = stats["metrics"].as_array().unwrap().iter().find(|m| m["column"] == "givens");
    let bars = givens.unwrap()["histogram"].as_array().unwrap();
    assert_eq!(bars.iter().map(|bar| bar["count"].as_u64().unwrap()).sum::<u64>(), 2);
    assert!(stats["words"].as_array().unwrap().iter().any(|metric| metric["column"] == "colour"));
    let of_all: u64 = stats["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|metric| metric["histogram"].as_array().unwrap())
        .map(|bar| bar["count"].as_u64().unwrap())
        .sum();
    assert_eq!(of_all, 2 * 3, "each of the two is in a bar of each metric of numbers: {stats}");
    let locked =
        "2....9.6.7..........514...3....67...36.....25...85....8...159..........4.5.6....1";
    let stats = Server::start_with(&[], &[locked]).get("/api/v1/library/stats").json();
    let index = stats["metrics"].as_array().unwrap().iter().find(|m| m["column"] == "index-d");
    assert_eq!(
        index.unwrap()["histogram"],
        json!([{ "from": null, "to": null, "label": "beyond", "count": 1 }])
    );

    for (body, status, code) in [
        (json!({ "where": "hsolv > 3" }), 400, "bad-request"),
        (json!({ "where": "é > 3" }), 400, "bad-request"),
        (json!({ "where": "(".repeat(100_000) }), 400, "bad-request"),
        (json!({ "where": vec!["givens=3"; 1_200].join(" or ") }), 400, "bad-request"),
        (json!({ "order": "size" }), 400, "bad-request"),
        (json!({ "limit": 101 }), 422, "too-many"),
        (json!({ "offset": -1 }), 400, "bad-json"),
        (json!({ "offset": u64::MAX }), 200, ""),
    ] {
        let answer = server.post("/library/query", &body);
        if status == 200 {
            assert_eq!(answer.status, 200, "{}", answer.text());
        } else {
            assert_eq!(answer.problem(), (status, code.to_owned()), "{body}");
        }
    }
}

#[test]
fn the_counts_are_those_of_the_shell_and_follow_the_library() {
    let server = Server::start_with(&[], &[PUZZLE, SEVENTEEN]);
    let shell = |args: &[&str]| {
        let mut command = super::support::command(args);
        command.env("PISTE_LIBRARY", server.library());
        super::support::run_on("", command).fine().out
    };
    let agree = |count: u64| {
        let answer = server.get("/api/v1/library/stats");
        let told = answer.json();
        assert_eq!(shell(&["library", "stats", "--json"]).trim_end(), answer.text());
        assert_eq!(told["count"], json!(count));
        told["symmetries"][0].clone()
    };
    assert_eq!(agree(2), json!({ "name": "none", "count": 1 }));
    assert_eq!(agree(2), json!({ "name": "none", "count": 1 }), "asked again");
    let third = "2....9.6.7..........514...3....67...36.....25...85....8...159..........4.5.6....1";
    shell(&["library", "import", "-q", third]);
    agree(3);
    // What was imported has no rating, and whoever asks for one is told.
    let found =
        server.post("/library/query", &json!({ "where": "level!=easy or givens<81" })).json();
    assert_eq!(found["total"], 2);
    let lacking = json!([{ "name": "se", "count": 1 }, { "name": "givens", "count": 1 }]);
    assert_eq!(found["lacking"], lacking);
    let found = server.post("/library/query", &json!({ "where": "symmetry=none" })).json();
    assert_eq!(found["lacking"], json!([]), "{found}");
    // Another file in its place is another library.
    std::fs::remove_file(server.library()).unwrap();
    shell(&["library", "import", "-q", third]);
    agree(1);
}

#[test]
fn without_a_library_that_is_said() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/api/v1/info").json()["library"], false);
    let missing = (404, "not-found".to_owned());
    assert_eq!(server.get("/api/v1/library/stats").problem(), missing);
    let asked = server.post("/library/query", &json!({}));
    assert_eq!(asked.problem(), missing);
    assert!(!asked.text().contains(".sqlite"), "{}", asked.text());
}

#[test]
fn what_makes_no_sense_is_refused_with_a_code() {
    let server = Server::start(&[]);
    let puzzle = json!(PUZZLE);
    let cases = [
        ("/solve", json!({}), 400, "bad-json"),
        ("/solve", json!([]), 400, "bad-json"),
        ("/solve", json!({ "puzzle": 5 }), 400, "bad-json"),
        ("/solve", json!({ "puzzle": puzzle, "extra": 1 }), 400, "bad-json"),
        ("/solve", json!({ "puzzle": "53..7" }), 422, "bad-puzzle"),
        ("/solve", json!({ "puzzle": "" }), 422, "bad-puzzle"),
        ("/solve", json!({ "puzzle": puzzle, "count": 0 }), 400, "bad-request"),
        ("/solve", json!({ "puzzle": puzzle, "count": 1001 }), 422, "too-many"),
        ("/check", json!({ "puzzle": puzzle, "values": SEVENTEEN }), 422, "bad-puzzle"),
        ("/check", json!({ "puzzle": puzzle, "values": "x" }), 422, "bad-puzzle"),
        ("/rate", json!({ "puzzle": puzzle, "metrics": ["hardness"] }), 400, "bad-request"),
        ("/explain", json!({ "puzzle": puzzle, "ladder": "rope" }), 400, "bad-request"),
        ("/hint", json!({ "puzzle": impossible(), "values": PUZZLE }), 422, "no-solution"),
        ("/make", json!({ "start": contradictory() }), 422, "no-solution"),
        ("/make", json!({ "start": TWO_SOLUTIONS }), 422, "many-solutions"),
        ("/hint", json!({ "puzzle": puzzle, "marks": "123" }), 422, "bad-puzzle"),
        ("/hint", json!({ "puzzle": puzzle, "marks": "2".repeat(729) }), 422, "bad-puzzle"),
        ("/make", json!({ "count": 0 }), 400, "bad-request"),
        ("/make", json!({ "count": 101 }), 422, "too-many"),
        ("/make", json!({ "count": -1 }), 400, "bad-json"),
        ("/make", json!({ "level": "silly" }), 400, "bad-request"),
        ("/make", json!({ "target": "hsolv > 3" }), 400, "bad-request"),
        ("/make", json!({ "target": "hsolve > \u{1F600}" }), 400, "bad-request"),
        ("/make", json!({ "target": "(".repeat(100_000) }), 400, "bad-request"),
        ("/make", json!({ "symmetry": "spiral" }), 400, "bad-request"),
        ("/make", json!({ "givens": "5" }), 400, "bad-request"),
        ("/make", json!({ "givens": 5 }), 400, "bad-request"),
        ("/make", json!({ "pattern": "xx" }), 400, "bad-request"),
        ("/make", json!({ "pattern": "x".repeat(9) + &".".repeat(72) }), 400, "bad-request"),
        ("/make", json!({ "must_use": ["magic"] }), 400, "bad-request"),
        ("/make", json!({ "method": "magic" }), 400, "bad-request"),
        ("/make", json!({ "solution": PUZZLE }), 422, "bad-puzzle"),
        ("/make", json!({ "seed": 1u64 << 53 }), 400, "bad-request"),
    ];
    for (path, body, status, code) in cases {
        let answer = server.post(path, &body);
        assert_eq!(answer.problem(), (status, code.to_owned()), "{path} {body}: {}", answer.text());
    }
    let bad = server.post_bytes("/solve", b"{\"puzzle\":");
    assert_eq!(bad.problem(), (400, "bad-json".to_owned()));
    assert!(bad.json()["error"]["where"].as_str().unwrap().starts_with("line 1"));
    // A list of what the members would be is no object, and nobody is told the names of our types.
    let list = json!([PUZZLE, null]).to_string();
    for (path, body) in [("/solve", list.as_str()), ("/make", "[]"), ("/rate", "5"), ("/hint", "")]
    {
        let bad = server.post_bytes(path, format!(" \n {body}").as_bytes());
        assert_eq!(bad.problem(), (400, "bad-json".to_owned()), "{path} {body}");
        let error = &bad.json()["error"];
        assert_eq!(error["message"], "expected an object", "{path} {body}");
        assert_eq!(error["where"], "line 2, column 2", "{path} {body}");
    }
    let place = server.post("/make", &json!({ "start": contradictory() })).json();
    assert_eq!(place["error"]["where"], "r1c1");
}

#[test]
fn methods_and_kinds_must_suit() {
    let server = Server::start(&[]);
    let wrong = (405, "method-not-allowed".to_owned());
    assert_eq!(server.get("/api/v1/solve").problem(), wrong);
    assert_eq!(server.ask("POST", "/", &[], b"").problem(), wrong);
    assert_eq!(server.ask("POST", "/api/v1/info", &[], b"").problem(), wrong);
    let nowhere = (404, "not-found".to_owned());
    for verb in ["GET", "POST", "PUT", "DELETE"] {
        for path in ["/api/v1/solv", "/api/v2/solve", "/api/v1/library"] {
            assert_eq!(server.ask(verb, path, &[], b"").problem(), nowhere, "{verb} {path}");
        }
    }
    let body = json!({ "puzzle": PUZZLE }).to_string();
    let form = server.ask("POST", "/api/v1/solve", &["Content-Type: text/plain"], body.as_bytes());
    assert_eq!(form.problem(), (400, "bad-request".to_owned()));
}

#[test]
fn pages_of_other_sites_and_borrowed_names_are_refused() {
    let server = Server::start(&[]);
    let forbidden = (403, "forbidden".to_owned());
    for host in ["Host: example.com", "Host: 127.0.0.1.example.com:80", "Host: "] {
        assert_eq!(server.ask("GET", "/api/v1/info", &[host], b"").problem(), forbidden, "{host}");
    }
    for host in ["Host: localhost:1", "Host: [::1]:99", "Host: 127.0.0.1"] {
        assert_eq!(server.ask("GET", "/api/v1/info", &[host], b"").status, 200, "{host}");
    }
    for origin in ["https://example.com", "null", "http://localhost:1"] {
        let origin = format!("Origin: {origin}");
        let refused = server.ask("GET", "/api/v1/info", &[&origin], b"");
        assert_eq!(refused.problem(), forbidden);
        assert_eq!(refused.header("access-control-allow-origin"), None, "{origin}");
        let asked = server.ask("OPTIONS", "/api/v1/solve", &[&origin], b"");
        assert_eq!(asked.problem(), forbidden);
    }
    let own = format!("Origin: http://{}", server.address);
    assert_eq!(server.ask("GET", "/api/v1/info", &[&own], b"").status, 200);

    let open = Server::start(&["--allow-origin", "https://example.com"]);
    let friend = ["Origin: https://example.com"];
    let answer = open.ask("GET", "/api/v1/info", &friend, b"");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://example.com"));
    let asked = open.ask("OPTIONS", "/api/v1/solve", &friend, b"");
    assert_eq!(asked.status, 204);
    assert!(asked.header("access-control-allow-headers").unwrap().contains("content-type"));
    let other = open.ask("GET", "/api/v1/info", &["Origin: https://example.org"], b"");
    assert_eq!(other.problem(), forbidden);
}

#[test]
fn a_token_is_asked_for_and_changed_for_a_cookie() {
    let token = "a-token-of-ours";
    let server = Server::start(&["--token", token]);
    let unauthorised = (401, "unauthorised".to_owned());
    for path in ["/", "/api/v1/info", "/nothing", "/?token=a-token-of-theirs", "/?token="] {
        assert_eq!(server.get(path).problem(), unauthorised, "{path}");
    }
    for wrong in ["Bearer a-token-of-our", "Bearer a-token-of-ourss", "Basic a-token-of-ours"] {
        let header = format!("Authorization: {wrong}");
        assert_eq!(server.ask("GET", "/", &[&header], b"").problem(), unauthorised, "{wrong}");
    }
    let header = format!("Authorization: Bearer {token}");
    assert_eq!(server.ask("GET", "/api/v1/info", &[&header], b"").status, 200);

    let link = server.get(&format!("/?p=1&token={token}&q=2"));
    assert_eq!((link.status, link.header("location")), (303, Some("/?p=1&q=2")));
    let cookie = link.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: other=1; {}", cookie.split(';').next().unwrap());
    assert_eq!(server.ask("GET", "/", &[&cookie], b"").status, 200);
    assert_eq!(server.ask("GET", "/", &["Cookie: piste_token=x"], b"").problem(), unauthorised);
}

/// Who opens an address in a browser reads a page; a program reads the object.
#[test]
fn people_are_told_what_is_wrong_on_a_page() {
    let browser = ["Accept: text/html,application/xhtml+xml,*/*;q=0.8"];
    let server = Server::start(&["--token", "a-token-of-ours"]);
    let page = server.ask("GET", "/", &browser, b"");
    assert_eq!(page.status, 401);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").unwrap().contains("form-action 'self'"));
    let text = page.text();
    assert!(text.contains("<input name=\"token\"") && !text.contains("a-token-of-ours"), "{text}");
    assert_eq!(server.ask("GET", "/api/v1/info", &browser, b"").problem().0, 401);

    let server = Server::start(&[]);
    let page = server.ask("GET", "/nothing/here", &browser, b"");
    assert_eq!((page.status, page.text().contains("<a href=\"/\">")), (404, true));
    assert!(page.header("content-security-policy").unwrap().contains("form-action 'none'"));
    assert_eq!(server.get("/nothing").problem(), (404, "not-found".to_owned()));
    let unknown = server.ask("GET", "/api/v1/nothing", &browser, b"");
    assert_eq!(unknown.problem(), (404, "not-found".to_owned()));
}

#[test]
fn other_addresses_want_a_token() {
    let refused = piste(&["serve", "--address", "0.0.0.0", "--port", "0"]);
    assert_eq!(refused.code, Some(2));
    assert_eq!(refused.err, "piste: --address 0.0.0.0: other machines could ask; set a --token\n");
    let short = piste(&["serve", "--token", "short"]);
    assert_eq!((short.code, short.err.contains("12 characters")), (Some(2), true), "{short:?}");
    let server = Server::start(&["--address", "127.0.0.2", "--token", "long-enough-token"]);
    assert!(server.address.starts_with("127.0.0.2:"));
    let taken = server.address.rsplit(':').next().unwrap().to_owned();
    let taken = piste(&["serve", "--address", "127.0.0.2", "--port", &taken]);
    assert_eq!(taken.code, Some(2), "{taken:?}");
    assert!(taken.err.starts_with("piste: cannot listen at 127.0.0.2:"), "{}", taken.err);
}

#[test]
fn a_language_can_be_named_and_english_is_the_usual_one() {
    let server = Server::start(&[]);
    for path in ["/explain", "/hint", "/rate"] {
        let usual = server.post(path, &json!({ "puzzle": PUZZLE }));
        assert_eq!(usual.status, 200, "{}", usual.text());
        let named = server.post(path, &json!({ "puzzle": PUZZLE, "language": "en" }));
        assert_eq!(named.text(), usual.text(), "{path}");
        let unknown = server.post(path, &json!({ "puzzle": PUZZLE, "language": "tlh" }));
        assert_eq!(unknown.problem(), (400, "bad-request".to_owned()));
        let message = &unknown.json()["error"]["message"];
        assert_eq!(message, "language: there is no language tlh, only en", "{path}");
    }
}
