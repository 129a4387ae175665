//! What `piste serve` bears: too much, too long, too many, clients that hang up, bodies that
//! make no sense, and the end.

use super::serve_client::{Answer, Server};
use super::support::{PUZZLE, SOLUTION};
use piste_core::Rng;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// One of the hardest puzzles for Sudoku Explainer.
const HARDEST: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// An order that nothing can fill.
fn endless() -> Value {
    json!({ "target": "se 11.5.. and givens=17", "count": 100 })
}

const STREAM: [&str; 2] = ["Content-Type: application/json", "Accept: text/event-stream"];

/// Sends an order whose events nobody has read yet.
fn order(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    server.send(&mut stream, "POST", "/api/v1/make", &STREAM, endless().to_string().as_bytes());
    stream
}

/// Waits for the first events of an order: it is under way.
fn under_way(stream: &mut TcpStream) {
    let mut seen = Vec::new();
    let mut piece = [0; 512];
    while !String::from_utf8_lossy(&seen).contains("event: progress") {
        let length = stream.read(&mut piece).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&seen));
        seen.extend(&piece[..length]);
    }
}

#[test]
fn short_questions_do_not_wait_for_long_work() {
    let server = Server::start(&[]);
    let mut orders: Vec<TcpStream> = (0..6).map(|_| order(&server)).collect();
    under_way(&mut orders[0]);
    let began = Instant::now();
    for _ in 0..50 {
        let answer = server.post("/solve", &json!({ "puzzle": PUZZLE })).json();
        assert_eq!(answer["solutions"], json!([SOLUTION]));
    }
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    // What takes long gets its turn among the slices of the orders.
    let rated = server.post("/rate", &json!({ "puzzle": PUZZLE, "metrics": ["hsolve"] }));
    assert_eq!(rated.status, 200, "{}", rated.text());
}

/// Two ratings of the hardest puzzle are more than the long lane of two cores takes at once. What is easy
/// is answered meanwhile, with the same words as ever.
#[test]
fn easy_ratings_do_not_wait_for_hard_ones() {
    let server = Server::start(&["--seconds", "600"]);
    let easy = json!({ "puzzle": PUZZLE });
    let alone = server.post("/rate", &easy).text();
    let hard = |puzzle: &str| {
        let mut rating = server.connect();
        let json = ["Content-Type: application/json"];
        let body = json!({ "puzzle": puzzle, "metrics": ["se"] }).to_string();
        server.send(&mut rating, "POST", "/api/v1/rate", &json, body.as_bytes());
        rating
    };
    let mirrored: String = HARDEST.chars().rev().collect();
    let waiting = [hard(HARDEST), hard(HARDEST), hard(&mirrored)];
    sleep(Duration::from_millis(100));
    let began = Instant::now();
    for _ in 0..3 {
        let givens = server.post("/rate", &json!({ "puzzle": PUZZLE, "metrics": ["givens"] }));
        assert_eq!(givens.json()["ratings"]["givens"]["value"], json!(30));
        assert_eq!(server.post("/rate", &easy).text(), alone);
        assert_eq!(server.post("/explain", &easy).json()["outcome"], json!("solved"));
        let small = json!({ "puzzle": "6123....51..25.4.11.....5.1......514", "shape": "6x6" });
        assert_eq!(server.post("/rate", &small).json()["verdict"], json!("unique"));
    }
    for rating in &waiting {
        rating.set_nonblocking(true).unwrap();
        let mut first = [0];
        let read = rating.peek(&mut first).map_err(|why| why.kind());
        assert_eq!(read, Err(std::io::ErrorKind::WouldBlock), "the hard ones are still under way");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn who_hangs_up_frees_the_worker() {
    // Rating the hardest puzzle takes many seconds, and there is one worker for it.
    let server = Server::start(&["--seconds", "600", "--queue", "32"]);
    let hard = json!({ "puzzle": HARDEST, "metrics": ["se"] }).to_string();
    for _ in 0..5 {
        let mut rating = server.connect();
        let json = ["Content-Type: application/json"];
        server.send(&mut rating, "POST", "/api/v1/rate", &json, hard.as_bytes());
        let mut making = order(&server);
        sleep(Duration::from_millis(150));
        drop(rating);
        under_way(&mut making);
        drop(making);
        // The worker is free again in a moment, long before the time is over.
        let began = Instant::now();
        loop {
            let answer = server.post("/rate", &json!({ "puzzle": PUZZLE, "metrics": ["givens"] }));
            if answer.status == 200 {
                break;
            }
            assert_eq!(answer.problem(), (503, "busy".to_owned()));
            assert!(began.elapsed() < Duration::from_secs(20), "the worker is still busy");
            sleep(Duration::from_millis(20));
        }
    }
}

/// A clock gives no answers: what takes longer than it allows is refused, whole.
#[test]
fn what_takes_too_long_has_no_answer() {
    let server = Server::start(&["--seconds", "1"]);
    let rated = server.post("/rate", &json!({ "puzzle": HARDEST }));
    assert_eq!(rated.problem(), (503, "too-slow".to_owned()));
    let path = server.post("/explain", &json!({ "puzzle": HARDEST, "ladder": "se" }));
    assert_eq!(path.problem(), (503, "too-slow".to_owned()));

    let none = server.post("/make", &endless());
    assert_eq!(none.problem(), (503, "too-slow".to_owned()));
    assert!(none.text().contains("made 0 of 100"), "{}", none.text());
    let stream = server.ask("POST", "/api/v1/make", &STREAM, endless().to_string().as_bytes());
    let events = stream.events();
    assert!(events.iter().any(|(name, data)| name == "progress" && data["wanted"] == 100));
    let (name, last) = events.last().unwrap();
    assert_eq!((name.as_str(), &last["error"]["code"]), ("failed", &json!("too-slow")));
    assert_eq!(last["made"], 0);
}

/// Requests that reach a limit of work, each in another way.
fn too_much_work() -> [(&'static str, Value); 5] {
    let some = json!({ "target": "se 6.6..7.1", "count": 60, "seed": 3, "work": 5000 });
    let tries = json!({ "target": "hsolve>100000", "method": "reductive", "seed": 3, "tries": 7 });
    [
        ("/rate", json!({ "puzzle": HARDEST, "work": 5000 })),
        ("/explain", json!({ "puzzle": HARDEST, "ladder": "se", "work": 5000 })),
        ("/explain", json!({ "puzzle": HARDEST, "method": "black", "guesses": 1 })),
        ("/make", some),
        ("/make", tries),
    ]
}

#[test]
fn a_limit_of_work_is_an_answer_and_the_same_on_every_machine() {
    let calm = Server::start(&["--jobs", "1"]);
    let busy = Server::start(&["--jobs", "4"]);
    let mut orders: Vec<TcpStream> = (0..2).map(|_| order(&busy)).collect();
    under_way(&mut orders[0]);
    for (path, body) in too_much_work() {
        let answer = calm.post(path, &body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.text(), busy.post(path, &body).text(), "{path}");
        let told = answer.json();
        let problem = if path == "/rate" { &told["ratings"]["se"] } else { &told };
        let problem = problem["problem"].as_str().unwrap();
        assert!(problem.contains("limit reached: it takes more than"), "{problem}");
    }
    let [rate, explain, _, make, tries] =
        too_much_work().map(|(path, body)| calm.post(path, &body).json());
    assert_eq!(rate["ratings"]["se"]["value"], Value::Null);
    assert!(rate["ratings"]["hsolve"]["value"].is_number(), "the others are told");
    assert_eq!(explain["outcome"], "undecided");
    assert!(!explain["steps"].as_array().unwrap().is_empty(), "as far as it went");
    let made = make["made"].as_u64().unwrap();
    assert!((1..60).contains(&made), "{make}");
    assert_eq!(make["puzzles"].as_array().unwrap().len() as u64, made);
    assert_eq!((&tries["made"], &tries["tried"]), (&json!(0), &json!(7)));

    // The same as events: what is handed out, and where it ends.
    let (_, body) = &too_much_work()[3];
    let stream = busy.ask("POST", "/api/v1/make", &STREAM, body.to_string().as_bytes());
    let events = stream.events();
    let told = events.iter().filter(|(name, _)| name == "puzzle").count() as u64;
    assert_eq!(told, made);
    let (name, last) = events.last().unwrap();
    assert_eq!((name.as_str(), &last["problem"]), ("done", &make["problem"]));
    for member in ["made", "wanted", "tried", "method", "seed"] {
        assert_eq!(last[member], make[member], "{member}");
    }
}

#[test]
fn nobody_may_ask_for_more_work_than_the_server_does() {
    let server = Server::start(&["--work", "300"]);
    assert_eq!(server.get("/api/v1/info").json()["limits"]["work"], 300);
    let rated = server.post("/rate", &json!({ "puzzle": HARDEST, "metrics": ["se"] })).json();
    let problem = "limit reached: it takes more than 300 units of work";
    assert_eq!(rated["ratings"]["se"]["problem"], problem);
    let more = server.post("/rate", &json!({ "puzzle": PUZZLE, "work": 301 }));
    assert_eq!(more.problem(), (422, "too-many".to_owned()));
    let none = server.post("/make", &json!({ "work": 0 }));
    assert_eq!(none.problem(), (400, "bad-request".to_owned()));
    let easy = server.post("/rate", &json!({ "puzzle": PUZZLE })).json();
    assert!(easy["ratings"]["se"]["value"].is_number(), "little work is done to its end");
}

#[test]
fn too_much_is_refused() {
    let server = Server::start(&["--body", "2048", "--count", "3"]);
    for size in [3_000, 100_000, 1_000_000] {
        let text = json!({ "text": "x".repeat(size) });
        let answer = server.post("/parse", &text);
        assert_eq!(answer.problem(), (413, "too-big".to_owned()), "{size}");
    }
    assert_eq!(
        server.post("/make", &json!({ "count": 4 })).problem(),
        (422, "too-many".to_owned())
    );
    assert_eq!(server.get("/api/v1/info").json()["limits"]["count"], 3);

    // A body that says it is endless.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/parse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..64 {
        let chunk = format!("{:x}\r\n{}\r\n", 1024, " ".repeat(1024));
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    assert_eq!(Answer::read(&mut stream).problem(), (413, "too-big".to_owned()));

    let many = Server::start(&[]);
    let text = format!("{PUZZLE}\n").repeat(10_001);
    let answer = many.post("/parse", &json!({ "text": text }));
    assert_eq!(answer.problem(), (422, "too-many".to_owned()));
}

#[test]
fn a_full_lane_says_that_it_is_busy() {
    let server = Server::start(&["--queue", "1"]);
    let mut first = order(&server);
    under_way(&mut first);
    // What is easy has no need of the long lane.
    assert_eq!(server.post("/rate", &json!({ "puzzle": PUZZLE })).status, 200);
    let second = server.post("/rate", &json!({ "puzzle": HARDEST }));
    assert_eq!(second.problem(), (503, "busy".to_owned()));
    assert_eq!(second.header("retry-after"), Some("1"));
    assert_eq!(server.post("/hint", &json!({ "puzzle": PUZZLE })).status, 200);
}

#[test]
fn a_connection_too_many_takes_the_place_of_one_that_says_nothing() {
    let server = Server::start(&["--connections", "2", "--arrival", "60"]);
    // Two that have asked, and are silent since.
    let mut held: Vec<TcpStream> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut held {
        let head = format!("GET /api/v1/info HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        stream.write_all(head.as_bytes()).unwrap();
        let mut piece = [0; 512];
        assert!(stream.read(&mut piece).unwrap() > 0);
    }
    assert_eq!(server.get("/api/v1/info").status, 200);
    // The first of them has been hung up on.
    let began = Instant::now();
    let mut rest = Vec::new();
    drop(held[0].read_to_end(&mut rest));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn those_who_dawdle_are_hung_up_on() {
    let server = Server::start(&["--arrival", "1"]);
    let began = Instant::now();
    // Half a head, half a body, and nothing after a whole request.
    let mut head = server.connect();
    head.write_all(b"POST /api/v1/solve HTTP/1.1\r\nHost: local").unwrap();
    let mut body = server.connect();
    let half = format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{\"puz",
        server.address
    );
    body.write_all(half.as_bytes()).unwrap();
    let mut idle = server.connect();
    let whole = format!("GET /api/v1/info HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    idle.write_all(whole.as_bytes()).unwrap();

    assert_eq!(Answer::read(&mut body).problem(), (503, "too-slow".to_owned()));
    for mut stream in [head, idle] {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
    }
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn an_order_is_called_off_when_the_server_ends() {
    let mut server = Server::start(&[]);
    let mut making = order(&server);
    under_way(&mut making);
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let began = Instant::now();
    let status = server.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let mut rest = String::new();
    making.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: failed"), "the client is told: {rest}");
}

/// Bodies that are no requests, or nearly so.
fn body(rng: &mut Rng) -> Vec<u8> {
    let seeds = [
        json!({ "puzzle": PUZZLE, "values": SOLUTION, "count": 2 }).to_string(),
        json!({ "puzzle": PUZZLE, "marks": ".".repeat(729), "ladder": "singles" }).to_string(),
        json!({ "puzzle": PUZZLE, "metrics": ["givens"], "explain": true }).to_string(),
        json!({ "text": format!("{PUZZLE}\n|{SOLUTION}\n:0702:9:{PUZZLE}::\n") }).to_string(),
        json!({ "count": 1, "pattern": "x".repeat(81), "givens": "..30", "target": "givens 20..30", "seed": 1 })
            .to_string(),
        json!({ "where": "(se>3 and symmetry=half-turn) or seed 3..5 or level=easy", "order": "-colour" })
            .to_string(),
        json!({ "where": "(".repeat(20_000) }).to_string(),
        json!({ "target": vec!["hsolve>3"; 2_000].join(" and ") }).to_string(),
        "[".repeat(2000),
        "{\"puzzle\":{\"puzzle\":".repeat(300),
    ];
    let mut bytes = seeds[rng.below(seeds.len())].clone().into_bytes();
    for _ in 0..rng.below(6) {
        let at = rng.below(bytes.len() + 1);
        let inside = at.min(bytes.len() - 1);
        let bits = rng.bits().to_le_bytes();
        match rng.below(4) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes.splice(at..at, bits[..rng.below(4)].iter().copied()).for_each(drop),
            2 => bytes[inside] = bits[0],
            _ => bytes[inside] = b"0123456789.\"{}[],:xe-"[rng.below(21)],
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn no_body_breaks_the_server() {
    let server = Server::start(&["--seconds", "2", "--body", "65536"]);
    let mut rng = Rng::new(9);
    for round in 0..150 {
        for path in
            ["/solve", "/check", "/parse", "/rate", "/explain", "/hint", "/make", "/library/query"]
        {
            let bytes = body(&mut rng);
            let answer = server.post_bytes(path, &bytes);
            let text = answer.text();
            let sent = String::from_utf8_lossy(&bytes);
            assert_ne!(answer.status, 500, "{round} {path} {sent}: {text}");
            if answer.status != 200 {
                answer.problem();
            }
            for leak in ["src/", ".rs", env!("CARGO_MANIFEST_DIR"), "panicked"] {
                assert!(!text.contains(leak), "{path} {sent}: {text}");
            }
        }
    }
    assert_eq!(server.post("/solve", &json!({ "puzzle": PUZZLE })).status, 200);
}

#[test]
fn what_is_no_http_is_hung_up_on() {
    let server = Server::start(&[]);
    let mut rng = Rng::new(5);
    for _ in 0..50 {
        let mut stream = server.connect();
        let noise: Vec<u8> = (0..200).flat_map(|_| rng.bits().to_le_bytes()).collect();
        drop(stream.write_all(&noise));
        drop(stream.write_all(b"\r\n\r\n"));
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest));
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 400"), "{rest:?}");
    }
    assert_eq!(server.get("/").status, 200);
}
