//! A server of the real binary on a port of its own, and a client that is as simple as HTTP
//! allows: it sends bytes and reads bytes, so that it can also misbehave.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
    /// Where its library is, if it has one.
    shelf: tempfile::TempDir,
}

impl Server {
    /// Starts one with these options, and without a library.
    pub(crate) fn start(options: &[&str]) -> Server {
        Server::start_with(options, &[])
    }

    /// Starts one with these puzzles in its library.
    pub(crate) fn start_with(options: &[&str], puzzles: &[&str]) -> Server {
        let shelf = super::support::folder();
        let library = shelf.path().join("library.sqlite");
        if !puzzles.is_empty() {
            let mut args = vec![
                "library",
                "add",
                "-q",
                "--metrics",
                "se,givens,colour,index-d",
                "--source",
                "mine",
            ];
            args.extend(puzzles);
            let mut command = super::support::command(&args);
            assert!(command.env("PISTE_LIBRARY", &library).status().unwrap().success());
        }
        let mut command = serving(options);
        command.env("PISTE_LIBRARY", &library);
        Server::run(command, shelf)
    }

    /// Starts one with the user's own library, in this folder.
    pub(crate) fn start_at(home: &std::path::Path, options: &[&str]) -> Server {
        let mut command = serving(options);
        command.env_remove("PISTE_LIBRARY").env("XDG_DATA_HOME", home).env("HOME", home);
        Server::run(command, super::support::folder())
    }

    /// Starts one after this command of the shell, such as `ulimit -n 64`.
    pub(crate) fn start_under(before: &str, options: &[&str]) -> Server {
        let plain = serving(options);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{before} && exec \"$0\" \"$@\"")]);
        command.arg(plain.get_program()).args(plain.get_args());
        let shelf = super::support::folder();
        command.env("PISTE_LIBRARY", shelf.path().join("library.sqlite"));
        Server::run(command, shelf)
    }

    fn run(mut command: Command, shelf: tempfile::TempDir) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
        Server { address: address.to_owned(), child, shelf }
    }

    /// The file of its library.
    pub(crate) fn library(&self) -> std::path::PathBuf {
        self.shelf.path().join("library.sqlite")
    }

    /// An open connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_nodelay(true).unwrap();
        stream
    }

    /// Sends a request with these further headers and reads the answer.
    pub(crate) fn ask(&self, verb: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        self.send(&mut stream, verb, path, headers, body);
        Answer::read(&mut stream)
    }

    /// Sends a request without waiting for the answer.
    pub(crate) fn send(
        &self,
        stream: &mut TcpStream,
        verb: &str,
        path: &str,
        headers: &[&str],
        body: &[u8],
    ) {
        let mut text = format!("{verb} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|line| line.starts_with("Host:")) {
            text.push_str(&format!("Host: {}\r\n", self.address));
        }
        if verb == "POST" {
            text.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for line in headers {
            text.push_str(&format!("{line}\r\n"));
        }
        let mut bytes = text.into_bytes();
        bytes.extend(b"\r\n");
        bytes.extend(body);
        // A server that has heard enough may hang up; what it says is read all the same.
        drop(stream.write_all(&bytes));
    }

    /// A GET without further headers.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// A question to the API.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    /// The same with any bytes.
    pub(crate) fn post_bytes(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", &format!("/api/v1{path}"), &["Content-Type: application/json"], body)
    }
}

/// The program that serves on a free port, with these options.
fn serving(options: &[&str]) -> Command {
    let mut args = vec!["serve", "--port", "0"];
    if !options.contains(&"--jobs") {
        args.extend(["--jobs", "2"]);
    }
    args.extend(options);
    super::support::command(&args)
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads to the end of the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Answer {
        let mut bytes = Vec::new();
        // A reset after the answer is the server's way to hang up on what it will not read.
        drop(stream.read_to_end(&mut bytes));
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .map(|line| line.split_once(':').unwrap())
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let mut answer = Answer { status, headers, body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = whole(&answer.body);
        }
        answer
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    /// The status and the code of an error.
    #[track_caller]
    pub(crate) fn problem(&self) -> (u16, String) {
        let json = self.json();
        let error = &json["error"];
        let message = error["message"].as_str().unwrap_or_else(|| panic!("{json}"));
        assert!(!message.is_empty() && self.header("content-type") == Some("application/json"));
        (self.status, error["code"].as_str().unwrap().to_owned())
    }

    /// The events of a stream: names and data.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        assert_eq!(self.header("content-type"), Some("text/event-stream"));
        let text = self.text();
        let events = text.split("\n\n").filter(|event| !event.is_empty());
        events
            .map(|event| {
                let (name, data) = event.split_once('\n').unwrap();
                let data = data.strip_prefix("data: ").unwrap();
                let name = name.strip_prefix("event: ").unwrap();
                (name.to_owned(), serde_json::from_str(data).unwrap())
            })
            .collect()
    }
}

/// The pieces of a body put together.
fn whole(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).unwrap();
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        all.extend(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 2 + length + 2..];
    }
    all
}
