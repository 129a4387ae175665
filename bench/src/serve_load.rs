//! What the server bears: latency of short questions while somebody asks for endless hard
//! work, and a thousand connections at once.
//!
//! Three parts, each against the same server, a process of its own that is started here:
//!
//! 1. *quiet*: four clients, one question after the other;
//! 2. *hard work*: the same, while one client keeps sixteen requests for the hardest work
//!    open: orders that nothing can fill, and the ratings of the hardest puzzle;
//! 3. *crowd*: a thousand connections, kept open, with a hundred thousand requests of all
//!    kinds.
//!
//! The clients are plain threads that write and read bytes. They run on the same machine as
//! the server and take their share of it, so the figures are upper bounds. Every answer must
//! be one, or the statement of a limit (`busy`, `too-slow`): anything else fails the bench.
//!
//! The server has the library that comes with piste, unpacked for the occasion. What is printed is the record: the facts of
//! the machine as comments, then the rows. `bench -- serve-load > bench/record/serve.csv` keeps it.

use crate::compare::record;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const HARDEST: &str =
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/// Clients of the first two parts, and the questions of each.
const FEW: (usize, usize) = (4, 1000);

/// Connections of the third part, and the requests of each.
const CROWD: (usize, usize) = (1000, 100);

/// Requests for hard work that are open at once.
const HOGS: usize = 16;

/// The kinds of requests of the crowd, with how many of a hundred they are.
const MIX: [(usize, &str, &str); 11] = [
    (46, "/api/v1/solve", r#"{"puzzle":"PUZZLE"}"#),
    (15, "/api/v1/check", r#"{"puzzle":"PUZZLE","values":"PUZZLE"}"#),
    (12, "/api/v1/hint", r#"{"puzzle":"PUZZLE"}"#),
    (8, "/api/v1/parse", r#"{"text":"PUZZLE easy\nnonsense\n"}"#),
    (5, "/", ""),
    (3, "/api/v1/info", ""),
    (4, "/api/v1/rate", r#"{"puzzle":"PUZZLE","metrics":["hsolve","givens"]}"#),
    (2, "/api/v1/explain", r#"{"puzzle":"PUZZLE"}"#),
    (1, "/api/v1/make", r#"{"count":1}"#),
    (
        2,
        "/api/v1/library/query",
        r#"{"where":"se 2.6..3.3 and givens<=26","order":"random","seed":1}"#,
    ),
    (2, "/api/v1/library/stats", ""),
];

/// Runs all three parts; `--only PART` runs one.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let only = match arguments {
        [flag, part] if flag == "--only" => Some(part.as_str()),
        [] => None,
        _ => return Err("usage: bench serve-load [--only quiet|hard-work|crowd]".to_owned()),
    };
    let server = Server::start()?;
    for fact in facts() {
        println!("# {fact}");
    }
    println!("{}", Tally::HEADING);
    for (name, part) in PARTS {
        if only.is_none_or(|only| only == name) {
            let began = Instant::now();
            let tallies = part(&server.address)?;
            for (what, tally) in tallies {
                println!("{}", tally.row(name, &what, began.elapsed()));
                tally.judge()?;
            }
        }
    }
    Ok(())
}

/// What the figures depend on: when, where and what.
fn facts() -> Vec<String> {
    let is_about_us = |fact: &String| !fact.starts_with("clock:");
    let mut facts: Vec<String> = record::machine().into_iter().filter(is_about_us).collect();
    facts.push("clock: wall time, as a client sees it".to_owned());
    facts.extend(record::versions());
    facts.push(format!("date: {}", record::today()));
    facts.push("made by: cargo run --release -p bench -- serve-load".to_owned());
    facts
}

/// What a part finds out, by kind of request.
type Found = Result<BTreeMap<String, Tally>, String>;

/// A part: its name, and what it does with the server at an address.
type Part = (&'static str, fn(&str) -> Found);

const PARTS: [Part; 3] = [("quiet", few), ("hard-work", hard_work), ("crowd", crowd)];

/// The questions of a few clients, one after the other.
fn few(address: &str) -> Found {
    let (clients, questions) = FEW;
    let tallies = together(clients, |_| {
        let mut client = Client::connect(address)?;
        let mut tally = Tally::default();
        for _ in 0..questions {
            tally.add(&mut client, "/api/v1/solve", MIX[0].2)?;
        }
        Ok(BTreeMap::from([("/api/v1/solve".to_owned(), tally)]))
    })?;
    Ok(tallies)
}

/// The same, while somebody asks for all the hard work there is.
fn hard_work(address: &str) -> Found {
    let is_over = Arc::new(AtomicBool::new(false));
    let hogs: Vec<_> = (0..HOGS)
        .map(|number| {
            let (address, is_over) = (address.to_owned(), Arc::clone(&is_over));
            let order = r#"{"count":100,"target":"se 11.5.. and givens=17"}"#;
            let making = ("/api/v1/make", order.to_owned());
            let hardest = format!(r#"{{"puzzle":"{HARDEST}","metrics":["se"]}}"#);
            let rating = ("/api/v1/rate", hardest);
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let (path, body) = if number % 2 == 0 { &making } else { &rating };
                    // Refused or cut off, the next one follows at once.
                    drop(hog(&address, path, body, &is_over));
                }
            })
        })
        .collect();
    // Until all of it is under way.
    thread::sleep(Duration::from_secs(2));
    let found = few(address);
    is_over.store(true, Ordering::Relaxed);
    for hog in hogs {
        hog.join().map_err(|_| "a client for hard work broke")?;
    }
    found
}

/// Asks for hard work, and reads whatever comes until it is over.
fn hog(address: &str, path: &str, body: &str, is_over: &AtomicBool) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let events = "Accept: text/event-stream\r\nConnection: close\r\n";
    stream.write_all(request(address, path, body, events).as_bytes())?;
    let mut piece = [0; 4096];
    while !is_over.load(Ordering::Relaxed) {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(_) => {}
            Err(why) if why.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// A thousand connections at once, with requests of all kinds.
fn crowd(address: &str) -> Found {
    let (connections, requests) = CROWD;
    let kinds: Vec<usize> =
        MIX.iter().enumerate().flat_map(|(kind, row)| std::iter::repeat_n(kind, row.0)).collect();
    // The collection that comes with piste is unpacked by a POST, the first time.
    Client::connect(address)?.ask("/api/v1/library/open", "{}")?;
    // All are open before the first request.
    let clients: Result<Vec<Client>, String> =
        (0..connections).map(|_| Client::connect(address)).collect();
    let clients = Mutex::new(clients?);
    together(connections, |number| {
        let client = clients.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut client = client.ok_or("a connection is missing")?;
        let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
        for round in 0..requests {
            // Every client begins elsewhere in the mix, and goes through all of it.
            let (_, path, body) = MIX[kinds[(number * 37 + round * 61) % kinds.len()]];
            tallies.entry(path.to_owned()).or_default().add(&mut client, path, body)?;
        }
        Ok(tallies)
    })
}

/// What so many clients find out, each on a thread of its own.
fn together(clients: usize, client: impl Fn(usize) -> Found + Sync) -> Found {
    let mut all: BTreeMap<String, Tally> = BTreeMap::new();
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for number in 0..clients {
            let client = &client;
            let small = thread::Builder::new().stack_size(128 << 10);
            let spawned = small.spawn_scoped(scope, move || client(number));
            threads.push(spawned.map_err(|why| format!("no thread for a client: {why}"))?);
        }
        for thread in threads {
            let found = thread.join().map_err(|_| "a client broke".to_owned())??;
            for (what, tally) in found {
                all.entry(what).or_default().merge(tally);
            }
        }
        Ok(all)
    })
}

/// How requests of one kind went.
#[derive(Default)]
struct Tally {
    /// How long each took, in microseconds.
    micros: Vec<u64>,
    /// Answers by status, or by the code of the error.
    kinds: BTreeMap<String, u64>,
}

impl Tally {
    const HEADING: &'static str =
        "part,request,requests,p50_ms,p99_ms,max_ms,seconds_of_part,answers";

    fn add(&mut self, client: &mut Client, path: &str, body: &str) -> Result<(), String> {
        let began = Instant::now();
        let kind = client.ask(path, body)?;
        self.micros.push(u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
        *self.kinds.entry(kind).or_default() += 1;
        Ok(())
    }

    fn merge(&mut self, other: Tally) {
        self.micros.extend(other.micros);
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    fn row(&self, part: &str, what: &str, took: Duration) -> String {
        let mut micros = self.micros.clone();
        micros.sort_unstable();
        let at = |share: f64| {
            let place = ((micros.len() as f64 * share) as usize).min(micros.len() - 1);
            micros[place] as f64 / 1e3
        };
        let kinds: Vec<String> =
            self.kinds.iter().map(|(kind, count)| format!("{kind}:{count}")).collect();
        format!(
            "{part},{what},{},{:.2},{:.2},{:.2},{:.1},{}",
            micros.len(),
            at(0.5),
            at(0.99),
            at(1.0),
            took.as_secs_f64(),
            kinds.join(" ")
        )
    }

    /// Whether every answer was one, or said which limit was in the way.
    fn judge(&self) -> Result<(), String> {
        let is_fine = |kind: &str| ["200", "busy", "too-slow"].contains(&kind);
        match self.kinds.iter().find(|(kind, _)| !is_fine(kind)) {
            Some((kind, count)) => Err(format!("{count} answers were {kind}")),
            None => Ok(()),
        }
    }
}

fn request(address: &str, path: &str, body: &str, more: &str) -> String {
    let body = body.replace("PUZZLE", PUZZLE);
    let verb = if body.is_empty() { "GET" } else { "POST" };
    format!(
        "{verb} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n{more}\r\n{body}",
        body.len()
    )
}

/// A connection that is kept open.
struct Client {
    address: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    fn connect(address: &str) -> Result<Client, String> {
        let stream = TcpStream::connect(address).map_err(|why| format!("cannot connect: {why}"))?;
        let limit = Some(Duration::from_secs(300));
        stream.set_read_timeout(limit).map_err(|why| why.to_string())?;
        stream.set_nodelay(true).map_err(|why| why.to_string())?;
        Ok(Client { address: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// Asks, and says what kind of answer came: 200, or the code of the error.
    fn ask(&mut self, path: &str, body: &str) -> Result<String, String> {
        let text = request(&self.address, path, body, "");
        let sent = self.stream.get_mut().write_all(text.as_bytes());
        sent.map_err(|why| format!("{path}: cannot send: {why}"))?;
        self.answer().map_err(|why| format!("{path}: no answer: {why}"))
    }

    fn answer(&mut self) -> std::io::Result<String> {
        let broken = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or_else(broken)?.to_owned();
        let mut length = 0;
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(broken());
            }
            let Some((name, value)) = line.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(|_| broken())?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let body = String::from_utf8_lossy(&body);
        let code = body.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next());
        Ok(code.filter(|_| status != "200").map_or(status, str::to_owned))
    }
}

/// The server, a process that ends with the bench.
struct Server {
    child: Child,
    address: String,
    /// Where its library is.
    _shelf: tempfile::TempDir,
}

impl Server {
    fn start() -> Result<Server, String> {
        let program = program()?;
        let shelf = tempfile::tempdir().map_err(|why| format!("no place for a library: {why}"))?;
        let library = shelf.path().join("library.sqlite");
        let unpacked = Command::new(&program)
            .args(["library", "import", "--shipped", "--quiet"])
            .env("PISTE_LIBRARY", &library)
            .status();
        if !unpacked.is_ok_and(|status| status.success()) {
            return Err("the library that comes with piste cannot be unpacked".to_owned());
        }
        let mut child = Command::new(&program)
            .args(["serve", "--port", "0", "--seconds", "20"])
            .env("PISTE_LIBRARY", &library)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| format!("cannot start {}: {why}", program.display()))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|why| why.to_string())?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { child, address, _shelf: shelf })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The program beside this one.
fn program() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|why| why.to_string())?;
    let program = here.with_file_name("piste");
    if program.exists() {
        return Ok(program);
    }
    Err("there is no piste beside the bench: `cargo build --release -p piste-cli` first".to_owned())
}
