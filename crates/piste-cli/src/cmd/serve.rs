//! `piste serve`: piste in the browser, and for programs over HTTP.
//!
//! The verb reads its options, says where the server is, and leaves the rest to `web`. A
//! server that is asked to end by Ctrl-C has done what was wanted of it: that is success.

use super::library::LibraryPath;
use crate::args::Common;
use crate::output::Output;
use crate::status::{Status, tell};
use crate::web::{self, LibraryFile, Limits, Options};
use anyhow::bail;
use clap::Args;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

const EXAMPLES: &str = "\
Examples:
  piste serve --open                                 play in the browser
  piste serve --port 0                               any free port; the address is printed
  piste serve --address 0.0.0.0 --token $(openssl rand -hex 16)
  curl -s localhost:7717/api/v1/solve -H 'Content-Type: application/json' -d '{\"puzzle\":
    \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}'

The page and everything on it come from this program; nothing is loaded from elsewhere. The API is
described at /api, and for programs at /api/v1/openapi.json.

The server answers only this machine. With another --address it needs a token: programs send it
as `Authorization: Bearer TOKEN`, people open http://HOST:PORT/?token=TOKEN once.

Rating, explaining and making have workers of their own, one for each core but one (--jobs sets the
number of cores), so short questions never wait for long ones. What is more work than --work is
answered as far as it went, the same on every machine; what takes longer than --seconds has no
answer. Ctrl-C ends the server.

Connections that send or read too slowly are closed. Clients without the token never take the places
of those with it. When all places are taken, the connection that has kept the server waiting longest
is closed.";

/// The fewest characters of a token that is not to be guessed.
const TOKEN: usize = 12;

/// Fewer connections than these, or than were asked for, are worth a word.
const FEW: u64 = 256;

/// Serve the page and the API from this machine
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The port; 0 for any that is free
    #[arg(short, long, value_name = "PORT", default_value_t = 7717)]
    port: u16,

    /// The address to listen on; any other than loopback needs --token
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// The secret that clients must send: 12 or more letters, digits and -._~+/=
    #[arg(long, value_name = "TOKEN", env = "PISTE_TOKEN", hide_env_values = true,
        value_parser = token)]
    token: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Log every request to standard error
    #[arg(long)]
    log: bool,

    /// Let the pages of another site use the API: https://example.com, or * for all
    #[arg(long, value_name = "ORIGIN", help_heading = "Limits", value_parser = origin)]
    allow_origin: Vec<String>,

    /// How much work one request to rate, explain or make may take: what takes more is answered as
    /// far as it went, the same on every machine
    #[arg(long, value_name = "N", default_value_t = Limits::USUAL.work, help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(1..=1 << 53))]
    work: u64,

    /// How long such a request may take: what takes longer has no answer
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::USUAL.seconds, help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,

    /// How many puzzles one request may make
    #[arg(long, value_name = "N", default_value_t = Limits::USUAL.count, help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,

    /// How large a request may be, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::USUAL.body as u64, help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(1024..=1 << 30))]
    body: u64,

    /// How many connections of authorised clients may be open at once; fewer if the system allows fewer
    /// open files
    #[arg(long, value_name = "N", default_value_t = Limits::USUAL.connections as u64,
        help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    connections: u64,

    /// How long a request may take to arrive, an answer to be read, and a connection to stay idle
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::USUAL.arrival_seconds,
        help_heading = "Limits",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    arrival: u64,

    /// How many long requests may run or wait [default: 64 per core]
    #[arg(long, value_name = "N", help_heading = "Limits",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    queue: Option<u32>,

    #[command(flatten)]
    library: LibraryPath,

    /// Write docs/api.md, and serve nothing
    #[arg(long, hide = true)]
    manual: bool,
}

fn token(text: &str) -> Result<String, String> {
    if text.len() < TOKEN {
        return Err(format!("expected {TOKEN} characters or more"));
    }
    if !web::is_token(text) {
        return Err("expected letters, digits and -._~+/= only".to_owned());
    }
    Ok(text.to_owned())
}

/// What a browser calls the place that a page came from: scheme, host and perhaps port.
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &str| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']);
    if text == "*" || host.is_some_and(is_host) {
        // Browsers tell it in small letters.
        Ok(text.to_ascii_lowercase())
    } else {
        Err("expected https://example.com, http://localhost:3000 or the like, without a path, or *"
            .to_owned())
    }
}

impl Serve {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        if self.manual {
            return print_manual();
        }
        if !self.address.is_loopback() && self.token.is_none() {
            bail!("--address {}: other machines could ask; set a --token", self.address);
        }
        let limits = self.limits(common)?;
        self.warn(common.quiet);
        let options = Options {
            address: self.address,
            port: self.port,
            token: self.token.clone(),
            origins: self.allow_origin.clone(),
            limits,
            // Without a place for the user's data there is no library, and that is all.
            library: self
                .library
                .path()
                .ok()
                .map(|path| LibraryFile { path, is_own: self.library.is_own() }),
            is_logging: self.log,
        };
        web::serve(options, |address| self.announce(address, common.quiet))?;
        Ok(Status::Fine)
    }

    /// What one request may ask for and what is done at once, here.
    fn limits(&self, common: &Common) -> anyhow::Result<Limits> {
        let mut limits = Limits {
            body: usize::try_from(self.body)?,
            work: self.work,
            seconds: self.seconds,
            count: self.count,
            connections: usize::try_from(self.connections)?,
            arrival_seconds: self.arrival,
            ..Limits::with_cores(common.jobs())
        };
        limits.long_queue = self.queue.map_or(limits.long_queue, |queue| queue as usize);
        let Some(files) = web::handles() else { return Ok(limits) };
        let limits = limits.within(files);
        let most = limits.connections;
        if (most as u64) < self.connections.min(FEW) {
            let words = format!(
                "only {files} files may be open (`ulimit -n`), so at most {most} connections at once"
            );
            say(common.quiet, &words);
        }
        Ok(limits)
    }

    /// Says what the options open that nobody may have meant to.
    fn warn(&self, quiet: bool) {
        if self.allow_origin.iter().any(|origin| origin == "*") {
            let who = match self.token {
                Some(_) => "every page that knows the token",
                None => "every page that a browser on this machine shows",
            };
            say(quiet, &format!("--allow-origin *: {who} can use this server"));
        }
    }

    /// Says where the server is, and opens it if that was asked for.
    fn announce(&self, at: SocketAddr, quiet: bool) -> anyhow::Result<()> {
        let mut output = Output::open(None)?;
        output.write(format!("http://{at}/\n").as_bytes())?;
        output.close(None)?;
        if !self.open {
            return Ok(());
        }
        let here = if at.ip().is_unspecified() {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), at.port())
        } else {
            at
        };
        let token = self.token.as_ref().map(|token| format!("?token={}", coded(token)));
        let page = format!("http://{here}/{}", token.unwrap_or_default());
        if !open(&page) {
            say(quiet, "no browser could be opened");
        }
        Ok(())
    }
}

fn say(quiet: bool, words: &str) {
    if !quiet {
        tell(format_args!("piste: {words}"));
    }
}

/// A token as part of an address.
fn coded(token: &str) -> String {
    token.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// Asks the desktop to open an address; whether it could be asked.
fn open(page: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page);
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.spawn().is_ok()
}

fn print_manual() -> anyhow::Result<Status> {
    let mut output = Output::open(None)?;
    output.write(web::manual(&Limits::with_cores(2)).as_bytes())?;
    output.close(None)?;
    Ok(Status::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_what_a_browser_would_say() {
        for good in ["*", "https://example.com", "http://localhost:3000"] {
            assert_eq!(origin(good).as_deref(), Ok(good));
        }
        assert_eq!(origin("https://Example.com").as_deref(), Ok("https://example.com"));
        for bad in ["", "example.com", "https://", "https://example.com/", "ftp://example.com"] {
            assert!(origin(bad).is_err(), "{bad}");
        }
    }
}
