//! `piste serve` among enemies: clients that never read, never finish, come by the hundred, borrow names and
//! follow other sites' wishes. What is asked every time is the same: is the owner served, in time, and has
//! nothing been written, told or kept that should not be?
//!
//! The enemies are threads of this process with plain sockets, in numbers above every limit that the server is
//! started with.

use super::serve_client::{Answer, Server};
use super::support::{PUZZLE, SOLUTION, folder, piste};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TOKEN: &str = "a-token-of-ours";

/// What the owner waits for at most, on a machine that does other things as well.
const IN_TIME: Duration = Duration::from_secs(5);

/// A connection with something sent on it, and nothing read.
fn enemy(server: &Server, bytes: &[u8]) -> Option<TcpStream> {
    let mut stream = TcpStream::connect(&server.address).ok()?;
    stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // The server may have heard enough, or wait for us to read: both are what we are here for.
    drop(stream.write_all(bytes));
    Some(stream)
}

/// So many requests for a long answer that they fill every buffer on the way back.
fn greed(server: &Server) -> Vec<u8> {
    let host = &server.address;
    format!("GET /api/v1/openapi.json HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(200).into_bytes()
}

/// A head that is never finished.
fn half_a_head(server: &Server) -> Vec<u8> {
    format!("POST /api/v1/solve HTTP/1.1\r\nHost: {}\r\nX-More: ", server.address).into_bytes()
}

/// A body that is never finished.
fn half_a_body(server: &Server) -> Vec<u8> {
    format!(
        "POST /api/v1/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n{{\"puz",
        server.address
    )
    .into_bytes()
}

/// The owner asks, and must be answered in time.
#[track_caller]
fn is_served(server: &Server) {
    let began = Instant::now();
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let headers = ["Content-Type: application/json", bearer.as_str()];
    let body = json!({ "puzzle": PUZZLE }).to_string();
    let answer = server.ask("POST", "/api/v1/solve", &headers, body.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["solutions"], json!([SOLUTION]));
    let took = began.elapsed();
    assert!(took < IN_TIME, "{took:?}");
}

/// Three hundred enemies of three kinds, and then more of them all the time: the owner is served.
fn withstands(options: &[&str]) {
    let mut args = vec!["--connections", "64", "--arrival", "600"];
    args.extend(options);
    let server = Server::start(&args);
    let kinds = [greed(&server), half_a_head(&server), half_a_body(&server)];
    let mut held = Vec::new();
    for round in 0..300 {
        held.push(enemy(&server, &kinds[round % 3]));
        if round % 50 == 49 {
            is_served(&server);
        }
    }
    let is_over = AtomicBool::new(false);
    std::thread::scope(|threads| {
        let comes = threads.spawn(|| {
            let mut came = Vec::new();
            while !is_over.load(Ordering::Relaxed) && came.len() < 2000 {
                came.push(enemy(&server, &kinds[1 + came.len() % 2]));
            }
            came.len()
        });
        for _ in 0..40 {
            is_served(&server);
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(comes.join().unwrap() > 0, "nobody came");
    });
    drop(held);
}

#[test]
fn three_hundred_without_the_token_do_not_lock_out_the_owner() {
    withstands(&["--token", TOKEN]);
}

#[test]
fn nor_do_three_hundred_where_no_token_tells_friend_from_foe() {
    withstands(&[]);
}

#[test]
fn whoever_does_not_read_is_hung_up_on() {
    let server = Server::start(&["--arrival", "1"]);
    let length = server.get("/api/v1/openapi.json").body.len();
    let mut silent = enemy(&server, &greed(&server)).unwrap();
    sleep(Duration::from_secs(4));
    let mut bytes = Vec::new();
    // What was under way still comes, and then the end, or a reset.
    drop(silent.read_to_end(&mut bytes));
    assert!(bytes.len() < 200 * length, "all {} bytes came after all", bytes.len());

    // One who reads a little now and then is no better.
    let mut slow = enemy(&server, &greed(&server)).unwrap();
    let began = Instant::now();
    let mut piece = [0; 512];
    while slow.read(&mut piece).is_ok_and(|length| length > 0) {
        sleep(Duration::from_millis(250));
        if began.elapsed() > Duration::from_secs(4) {
            break;
        }
    }
    let mut bytes = Vec::new();
    drop(slow.read_to_end(&mut bytes));
    assert!(bytes.len() < 150 * length, "{} bytes came after all", bytes.len());

    // And who reads all of it, at his leisure, gets all of it.
    let mut reader = enemy(&server, &greed(&server)).unwrap();
    let mut heard = 0;
    let mut piece = vec![0; 64 << 10];
    while heard < 200 * length {
        let read = reader.read(&mut piece).unwrap();
        assert!(read > 0, "hung up on after {heard} bytes");
        heard += read;
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn whom_the_server_works_for_keeps_his_place() {
    let server = Server::start(&["--connections", "2", "--seconds", "600", "--arrival", "600"]);
    let order = json!({ "target": "se 11.5.. and givens=17", "count": 100 }).to_string();
    let headers = ["Content-Type: application/json", "Accept: text/event-stream"];
    let mut orders: Vec<TcpStream> = (0..2).map(|_| server.connect()).collect();
    for stream in &mut orders {
        server.send(stream, "POST", "/api/v1/make", &headers, order.as_bytes());
        let mut piece = [0; 512];
        assert!(stream.read(&mut piece).unwrap() > 0);
    }
    // Both are being worked for, so a third is told that there is no place.
    let third = server.post("/solve", &json!({ "puzzle": PUZZLE }));
    assert_eq!(third.problem(), (503, "busy".to_owned()));
    assert_eq!(third.header("retry-after"), Some("1"));
    drop(orders.pop());
    let began = Instant::now();
    while server.post("/solve", &json!({ "puzzle": PUZZLE })).status != 200 {
        assert!(began.elapsed() < IN_TIME, "the place is still taken");
        sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn few_file_handles_are_no_reason_to_wait() {
    for handles in ["128", "24"] {
        let server = Server::start_under(&format!("ulimit -n {handles}"), &["--arrival", "600"]);
        let silent: Vec<_> =
            (0..300).filter_map(|_| enemy(&server, &half_a_head(&server))).collect();
        for _ in 0..20 {
            is_served(&server);
        }
        // Those who had to leave were told so, and did not wait in vain.
        let told = silent.into_iter().take(100).filter(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
            let mut piece = [0; 512];
            matches!(stream.read(&mut piece), Ok(read) if piece[..read].starts_with(b"HTTP/1.1 503"))
        });
        let told = told.count();
        assert!(told >= 90, "{told} of the first 100 were told, with {handles} handles");
        let limits = &server.get("/api/v1/info").json()["limits"];
        let most = limits["connections"].as_u64().unwrap() + limits["lobby"].as_u64().unwrap();
        assert!(most < 128, "{limits}");
    }
}

#[test]
fn a_borrowed_name_is_refused_however_it_is_written() {
    let server = Server::start(&[]);
    let forbidden = (403, "forbidden".to_owned());
    for host in [
        "Host: localhost:80@evil.example",
        "Host: 127.0.0.1:80@evil.example",
        "Host: localhost:evil.example",
        "Host: [::1]evil.example",
        "Host: localhost:80:80",
    ] {
        assert_eq!(server.ask("GET", "/api/v1/info", &[host], b"").problem(), forbidden, "{host}");
    }
    // Two names are two chances to be taken in.
    let mut stream = server.connect();
    let two = "GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    stream.write_all(two.as_bytes()).unwrap();
    assert_eq!(Answer::read(&mut stream).problem(), forbidden);
    let mut stream = server.connect();
    let two = "GET http://localhost/api/v1/info HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    stream.write_all(two.as_bytes()).unwrap();
    assert_eq!(Answer::read(&mut stream).problem(), forbidden);
}

#[test]
fn a_link_with_the_token_leads_to_no_other_place() {
    let server = Server::start(&["--token", TOKEN]);
    for path in ["//evil.example/", "/\\evil.example/", "/\\/evil.example", "/a\\..\\..\\\\b"] {
        let link = server.get(&format!("{path}?token={TOKEN}"));
        let place = link.header("location").unwrap_or("none");
        assert!(link.status == 400 || place == "/", "{path}: {} {place}", link.status);
    }
    let link = server.get(&format!("/app/main.js?token={TOKEN}"));
    assert_eq!((link.status, link.header("location")), (303, Some("/app/main.js")));
}

#[test]
fn what_another_sites_page_has_a_browser_ask_is_refused() {
    let server = Server::start_with(&["--allow-origin", "https://example.com"], &[PUZZLE]);
    let forbidden = (403, "forbidden".to_owned());
    for site in ["cross-site", "same-site", "anything"] {
        let site = format!("Sec-Fetch-Site: {site}");
        for path in ["/", "/app/main.js", "/api", "/api/v1/info", "/api/v1/library/stats"] {
            // An image, a script, a frame.
            for others in [
                vec!["Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"],
                vec!["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"],
                vec![],
            ] {
                let headers: Vec<&str> = [site.as_str()].into_iter().chain(others).collect();
                let refused = server.ask("GET", path, &headers, b"");
                assert_eq!(refused.problem(), forbidden, "{path} {headers:?}");
            }
        }
        // A link to the page may be followed; one to the API not.
        let link = [site.as_str(), "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
        assert_eq!(server.ask("GET", "/", &link, b"").status, 200);
        assert_eq!(server.ask("GET", "/api", &link, b"").status, 200);
        assert_eq!(server.ask("GET", "/api/v1/library/stats", &link, b"").problem(), forbidden);
        assert_eq!(server.ask("POST", "/", &link, b"").problem(), forbidden);
        // Whoever is allowed says who he is.
        let friend = [site.as_str(), "Origin: https://example.com"];
        let answer = server.ask("GET", "/api/v1/info", &friend, b"");
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("access-control-allow-origin"), Some("https://example.com"));
    }
    for site in ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"] {
        assert_eq!(server.ask("GET", "/api/v1/info", &[site], b"").status, 200, "{site}");
    }
}

#[test]
fn nothing_is_written_because_of_a_get() {
    let home = folder();
    let server = Server::start_at(home.path(), &[]);
    let files = || walk(home.path());
    assert_eq!(server.get("/api/v1/info").json()["library"], true);
    for path in ["/", "/api", "/api/v1/openapi.json", "/api/v1/info"] {
        assert_eq!(server.get(path).status, 200);
    }
    let early = server.get("/api/v1/library/stats");
    assert_eq!(early.problem(), (404, "not-found".to_owned()));
    assert!(early.text().contains("library/open"), "{}", early.text());
    assert_eq!(server.ask("GET", "/api/v1/library/open", &[], b"").status, 405);
    assert_eq!(server.post("/library/open", &json!({ "x": 1 })).status, 400);
    assert_eq!(files(), Vec::<String>::new());

    let opened = server.post("/library/open", &json!({})).json();
    assert!(opened["count"].as_u64().unwrap() > 100_000, "{opened}");
    assert_eq!(server.get("/api/v1/library/stats").json()["count"], opened["count"]);
    assert!(files().iter().any(|file| file.ends_with(".sqlite")), "{:?}", files());
}

/// Every file below a folder.
fn walk(folder: &std::path::Path) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path.display().to_string());
        }
    }
    files
}

#[test]
fn the_manual_is_made_once_and_known_by_its_tag() {
    let server = Server::start(&[]);
    for path in ["/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/openapi.json"] {
        let whole = server.get(path);
        assert_eq!(whole.status, 200, "{path}");
        let tag = format!("If-None-Match: {}", whole.header("etag").unwrap());
        let known = server.ask("GET", path, &[&tag], b"");
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
        let packed = server.ask("GET", path, &["Accept-Encoding: gzip"], b"");
        assert!(packed.body.len() * 2 < whole.body.len(), "{path}");
    }
}

#[test]
fn doors_that_are_wide_open_are_told_of() {
    let said = |options: &[&str]| {
        let mut args = vec!["serve", "--port", "0"];
        args.extend(options);
        let mut command = super::support::command(&args);
        let mut child = command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // It is said before the address is.
        let mut address = [0; 8];
        child.stdout.as_mut().unwrap().read_exact(&mut address).unwrap();
        child.kill().unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
    };
    assert_eq!(
        said(&["--allow-origin", "*"]),
        "piste: --allow-origin *: every page that a browser on this machine shows can use this server\n"
    );
    let guarded =
        said(&["--allow-origin", "https://example.com", "--allow-origin", "*", "--token", TOKEN]);
    assert!(guarded.contains("every page that knows the token"), "{guarded}");
    assert_eq!(said(&["--allow-origin", "https://example.com"]), "");
    assert_eq!(said(&["--allow-origin", "*", "--quiet"]), "");
    assert!(piste(&["serve", "--allow-origin", "**"]).code == Some(2));
}

#[test]
fn at_the_end_nobody_is_told_that_it_took_too_long() {
    let mut server = Server::start(&[]);
    let order = json!({ "target": "se 11.5.. and givens=17", "count": 100 }).to_string();
    let hard = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let rate = json!({ "puzzle": hard, "metrics": ["se"] }).to_string();
    let walk = json!({ "puzzle": hard, "ladder": "se" }).to_string();
    let json = ["Content-Type: application/json"];
    let asked = [("/make", &order), ("/rate", &rate), ("/explain", &walk)];
    let mut streams: Vec<TcpStream> = asked
        .iter()
        .map(|(path, body)| {
            let mut stream = server.connect();
            server.send(&mut stream, "POST", &format!("/api/v1{path}"), &json, body.as_bytes());
            stream
        })
        .collect();
    sleep(Duration::from_millis(700));
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut answers = 0;
    for stream in &mut streams {
        let mut text = String::new();
        drop(stream.read_to_string(&mut text));
        assert!(!text.contains("longer than") && !text.contains("time limit"), "{text}");
        answers += usize::from(text.contains("the server is about to end"));
    }
    // Those that wait for a worker may find the door closed.
    assert!(answers >= 1, "nobody was told");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}
