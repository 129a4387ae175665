//! Hostile clients of `piste serve`, on the loopback: they never read, never finish, ask without
//! end, lie about who they are, or come in hundreds. Somebody who behaves is answered all the
//! same, and soon; nothing is written because of a GET; nobody is sent elsewhere.

use super::arena::{Arena, PUZZLE, send};
use super::{Attack, Findings};
use piste::Rng;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

pub(super) const ATTACKS: [Attack; 5] = [
    Attack { name: "300 clients that never read", share: 5, most: 3, attempt: never_read },
    Attack { name: "300 clients that never finish", share: 4, most: 3, attempt: never_finish },
    Attack { name: "clients that pipeline without end", share: 3, most: 5, attempt: pipelining },
    Attack { name: "wrong Host, Origin and redirects", share: 2, most: 10, attempt: liars },
    Attack { name: "requests of random bytes", share: 2, most: 20, attempt: noise },
];

const TOKEN: &str = "a-token-that-nobody-guesses";

/// How many come at once.
const CROWD: usize = 300;

/// How long somebody who behaves may have to wait among the hostile, at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that ends with the attack.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// A server whose library would be the user's own, and is not unpacked yet.
    fn start(arena: &Arena, options: &[&str]) -> Result<Server, String> {
        let args = [&["serve", "--port", "0", "--jobs", "2"], options].concat();
        let mut command = arena.at_home(&args);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child =
            command.spawn().map_err(|why| format!("cannot start piste serve: {why}"))?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|why| why.to_string())?;
        let address = line.trim().strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        match address {
            Some(address) => Ok(Server { address: address.to_owned(), child }),
            None => Err(format!("piste serve says: {line}")),
        }
    }

    fn connect(&self) -> Result<TcpStream, String> {
        let stream = TcpStream::connect(&self.address).map_err(|why| why.to_string())?;
        stream
            .set_read_timeout(Some(PATIENCE))
            .and_then(|()| stream.set_write_timeout(Some(Duration::from_millis(200))))
            .map_err(|why| why.to_string())?;
        Ok(stream)
    }

    /// A request with these headers and this body.
    fn request(&self, line: &str, headers: &[&str], body: &str) -> String {
        let host = format!("Host: {}", self.address);
        let has_host = headers.iter().any(|header| header.starts_with("Host:"));
        let mut text = format!("{line} HTTP/1.1\r\n");
        for header in headers.iter().copied().chain((!has_host).then_some(host.as_str())) {
            text += &format!("{header}\r\n");
        }
        text + &format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// The head of the answer to a request, on a connection of its own.
    fn ask(&self, line: &str, headers: &[&str], body: &str) -> Result<String, String> {
        let mut stream = self.connect()?;
        let text = self.request(line, headers, body);
        stream.write_all(text.as_bytes()).map_err(|why| why.to_string())?;
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && head.len() < 16 << 10 {
            match stream.read(&mut byte) {
                Ok(1..) => head.push(byte[0]),
                Ok(0) => break,
                Err(why) => return Err(why.to_string()),
            }
        }
        Ok(String::from_utf8_lossy(&head).into_owned())
    }

    /// Somebody who behaves asks for a solution.
    fn owner(&self) -> Result<Duration, String> {
        let began = Instant::now();
        let bearer = format!("Authorization: Bearer {TOKEN}");
        let headers = ["Content-Type: application/json", &bearer];
        let body = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
        let head = self.ask("POST /api/v1/solve", &headers, &body)?;
        match head.starts_with("HTTP/1.1 200") {
            true => Ok(began.elapsed()),
            false => Err(head.lines().next().unwrap_or("no answer").to_owned()),
        }
    }

    /// Whether the owner is answered, once those who must go have been given time to.
    fn findings(&self, what: &str) -> Findings {
        let began = Instant::now();
        let mut last = String::new();
        while began.elapsed() < PATIENCE {
            match self.owner() {
                Ok(took) if took < PATIENCE => return Vec::new(),
                Ok(took) => last = format!("waited {:.1} s", took.as_secs_f64()),
                Err(why) => last = why,
            }
            thread::sleep(Duration::from_millis(100));
        }
        vec![format!("{what}: the owner is locked out: {last}")]
    }

    /// Ends the server as Ctrl-C does.
    fn end(mut self) -> Findings {
        let began = Instant::now();
        send("-INT", self.child.id());
        while began.elapsed() < PATIENCE {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Vec::new(),
                Ok(Some(status)) => return vec![format!("the server ended with {status}")],
                _ => thread::sleep(Duration::from_millis(10)),
            }
        }
        vec!["the server did not end when it was asked to".to_owned()]
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended by itself in most cases.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Fewer places than the crowd would take, and so much patience that none of it is sent away
/// for being slow alone.
const NARROW: [&str; 6] = ["--connections", "64", "--arrival", "600", "--token", TOKEN];

fn never_read(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let server = Server::start(arena, &NARROW)?;
    let knows = rng.below(2) == 0;
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let headers: &[&str] = if knows { &[&bearer] } else { &[] };
    let get = server.request("GET /api/v1/openapi.json", headers, "").repeat(200);
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        // Whoever is refused a seat is no danger.
        let Ok(mut stream) = server.connect() else { continue };
        // The server stops reading when nobody takes its answers: then we stop, too.
        drop(stream.write_all(get.as_bytes()));
        crowd.push(stream);
    }
    let what = if knows { "300 that know the token and never read" } else { "300 that never read" };
    let mut findings = server.findings(what);
    drop(crowd);
    findings.extend(server.end());
    Ok(findings)
}

fn never_finish(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let server = Server::start(arena, &NARROW)?;
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let Ok(mut stream) = server.connect() else { continue };
        // Who does not know the token stops before anybody could ask for it.
        let (headers, body): (&[&str], _) =
            if rng.below(2) == 0 { (&[&bearer], 500) } else { (&[], 0) };
        let whole = server.request("POST /api/v1/rate", headers, &"x".repeat(body));
        let part = 1 + rng.below(whole.len() - 3);
        drop(stream.write_all(&whole.as_bytes()[..part]));
        crowd.push(stream);
    }
    let mut findings = server.findings("300 that never finish");
    drop(crowd);
    findings.extend(server.end());
    Ok(findings)
}

fn pipelining(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let server = Server::start(arena, &["--token", TOKEN])?;
    let path = *rng.pick(&["/api/v1/openapi.json", "/api"]).ok_or("there are two")?;
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let get = server.request(&format!("GET {path}"), &[&bearer], "").repeat(50);
    let until = Instant::now() + Duration::from_secs(3);
    let clients: Vec<_> = (0..2)
        .map(|_| {
            let (stream, get) = (server.connect(), get.clone());
            thread::spawn(move || {
                let Ok(mut stream) = stream else { return };
                // The server takes its time to answer, and we ours to ask.
                drop(stream.set_write_timeout(Some(Duration::from_secs(2))));
                let Ok(mut reading) = stream.try_clone() else { return };
                let reader = thread::spawn(move || {
                    let mut piece = vec![0; 64 << 10];
                    while Instant::now() < until && reading.read(&mut piece).is_ok_and(|n| n > 0) {}
                });
                while Instant::now() < until && stream.write_all(get.as_bytes()).is_ok() {}
                drop(stream.shutdown(std::net::Shutdown::Both));
                drop(reader.join());
            })
        })
        .collect();
    thread::sleep(Duration::from_millis(300));
    let (mut times, mut findings) = (Vec::new(), Vec::new());
    while Instant::now() < until {
        match server.owner() {
            Ok(took) => times.push(took),
            Err(why) => findings.push(format!("the owner was refused: {why}")),
        }
    }
    clients.into_iter().for_each(|client| drop(client.join()));
    times.sort();
    // It was a second; it should be a millisecond; a busy machine is given its due.
    match times.get(times.len() / 2) {
        Some(median) if *median < Duration::from_millis(100) => {}
        Some(median) => findings.push(format!(
            "two that pipeline {path}: others wait {:.2} s (median of {})",
            median.as_secs_f64(),
            times.len()
        )),
        None => findings.push("the owner was never answered".to_owned()),
    }
    findings.extend(server.end());
    Ok(findings)
}

fn liars(arena: &Arena, _: &mut Rng) -> Result<Findings, String> {
    let mut findings = Vec::new();
    let home = Server::start(arena, &[])?;
    let port = home.address.rsplit(':').next().unwrap_or_default();
    for host in [
        "evil.com".to_owned(),
        format!("localhost:{port}@evil.com"),
        "localhost:80@evil.com".to_owned(),
        format!("127.0.0.1.evil.com:{port}"),
        format!("evil.com:{port}"),
        format!("localhost.evil.com:{port}"),
    ] {
        let head = home.ask("GET /api/v1/info", &[&format!("Host: {host}")], "")?;
        if !head.starts_with("HTTP/1.1 4") {
            findings.push(format!("Host: {host}: {}", head.lines().next().unwrap_or_default()));
        }
    }
    let json = "Content-Type: application/json";
    let body = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    for lie in ["Origin: http://evil.com", "Origin: null", "Origin: http://localhost.evil.com"] {
        let head = home.ask("POST /api/v1/solve", &[json, lie], &body)?;
        if !head.starts_with("HTTP/1.1 4") {
            findings.push(format!("{lie}: {}", head.lines().next().unwrap_or_default()));
        }
    }
    // A page elsewhere can make a browser send this, and nothing may be written because of it.
    for path in ["/api/v1/library", "/api/v1/library/stats", "/api/v1/info", "/"] {
        for headers in [&["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"][..], &[]] {
            // It may take its time; what counts is what is on the disk afterwards.
            drop(home.ask(&format!("GET {path}"), headers, ""));
        }
    }
    findings.extend(home.end());
    let written = arena.names("data")?;
    if !written.is_empty() {
        findings.push(format!("a GET made the server write {}", written.join(", ")));
    }
    let guarded = Server::start(arena, &["--token", TOKEN])?;
    for path in ["/\\evil.com/", "//evil.com/", "/%5Cevil.com/", "/\t/evil.com/", "/."] {
        let Ok(head) = guarded.ask(&format!("GET {path}?token={TOKEN}"), &[], "") else { continue };
        let place = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("location").then(|| value.trim().to_owned())
        });
        if place.is_some_and(|to| !to.starts_with('/') || to[1..].starts_with(['/', '\\'])) {
            findings.push(format!("{path} is sent elsewhere"));
        }
    }
    let head = guarded.ask("GET /api/v1/info", &[], "")?;
    if !head.starts_with("HTTP/1.1 401") {
        findings.push("who does not know the token is let in".to_owned());
    }
    findings.extend(guarded.end());
    Ok(findings)
}

fn noise(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let server = Server::start(arena, &["--token", TOKEN])?;
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let body = format!("{{\"puzzle\":\"{PUZZLE}\",\"ladder\":\"se\",\"count\":3}}");
    for _ in 0..200 {
        let path = *rng
            .pick(&[
                "/solve", "/rate", "/hint", "/explain", "/make", "/check", "/parse", "/library",
            ])
            .ok_or("there are eight")?;
        let headers = ["Content-Type: application/json", &bearer];
        let mut bytes =
            server.request(&format!("POST /api/v1{path}"), &headers, &body).into_bytes();
        // Sometimes only the body, sometimes anything.
        let from = if rng.below(3) == 0 { 0 } else { bytes.len() - body.len() };
        for _ in 0..1 + rng.below(8) {
            let at = from + rng.below(bytes.len() - from);
            bytes[at] = rng.below(256) as u8;
        }
        let Ok(mut stream) = server.connect() else { continue };
        drop(stream.write_all(&bytes));
        drop(stream.shutdown(std::net::Shutdown::Write));
        let mut answer = [0; 512];
        let length = stream.read(&mut answer).unwrap_or(0);
        if answer[..length].starts_with(b"HTTP/1.1 500") {
            let said = String::from_utf8_lossy(&bytes).into_owned();
            return Ok(vec![format!("an internal error: {said:?}")]);
        }
    }
    let mut findings = server.findings("200 requests of random bytes");
    findings.extend(server.end());
    Ok(findings)
}
