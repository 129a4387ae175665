//! Who is let in, and what every answer says on its envelope.
//!
//! A server on the loopback address can be reached by every page that the same browser
//! shows, so "only this machine" is not enough:
//!
//! - **Another site's page** may send requests, though it may not read the answers. A request
//!   that says it comes from elsewhere (`Origin`) is refused, unless `--allow-origin` names
//!   that place. An image or a script of such a page says no origin; there it is the browser that
//!   tells (`Sec-Fetch-Site`). What another site may do is link to the page.
//! - **A name that is made to point here** (DNS rebinding) would make such a page look like
//!   our own. On the loopback address only the names of the loopback are answered to.
//! - **Other machines** need the token, in a header or in a cookie. A link with `?token=`
//!   changes it for the cookie and goes on without it, so that it stays in no history.
//!
//! Tokens are compared in a time that does not depend on where they differ. Who is let in gets a
//! seat in the [house](super::house), and nobody else does.

use super::house::Stay;
use super::problem::{Code, Problem};
use super::{Desk, ROOT};
use crate::status::tell;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::hint::black_box;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

/// The cookie that holds the token.
const COOKIE: &str = "piste_token";

/// What a browser says of a request by itself: which page is behind it, how it came about and
/// what for.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

const CONTENT: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                       base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for the page where somebody writes the token.
const FORM_CONTENT: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What every answer carries.
const ENVELOPE: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// What is asked of a request before anything else.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    pub(super) address: IpAddr,
    pub(super) token: Option<String>,
    /// Other places whose pages may use the API.
    pub(super) origins: Vec<String>,
}

/// Lets a request in or not, and puts the envelope around the answer.
pub(super) async fn stand(
    State(desk): State<Arc<Desk>>,
    Extension(stay): Extension<Stay>,
    request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let line = format!("{} {}", request.method(), request.uri().path());
    let origin = desk.guard.foreign(request.headers());
    let is_person = is_person(&request);
    let mut response = match desk.guard.decide(&request, origin.as_deref()) {
        Decision::Enter => match stay.sit_down() {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        },
        Decision::Answer(response) => *response,
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>().filter(|_| is_person) {
        response = problem.page();
    }
    // Who may not use the server may not read its refusal either.
    let reader = origin.filter(|origin| desk.guard.is_allowed(origin));
    let has_form = is_person && response.status() == StatusCode::UNAUTHORIZED;
    seal(response.headers_mut(), reader.as_deref());
    if has_form {
        let content = HeaderValue::from_static(FORM_CONTENT);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, content);
    }
    if desk.is_logging {
        let (status, took) = (response.status().as_u16(), began.elapsed().as_secs_f64() * 1e3);
        tell(format_args!("piste: {line} {status} {took:.1} ms"));
    }
    response
}

enum Decision {
    Enter,
    Answer(Box<Response>),
}

impl From<Problem> for Decision {
    fn from(problem: Problem) -> Decision {
        Decision::Answer(Box::new(problem.into_response()))
    }
}

impl Guard {
    fn decide(&self, request: &Request, origin: Option<&str>) -> Decision {
        let headers = request.headers();
        if !self.is_our_name(headers, request.uri().host()) {
            let words = "this server answers to the names localhost and 127.0.0.1 only";
            return Problem::new(Code::Forbidden, words).into();
        }
        let may_ask = match origin {
            Some(origin) => self.is_allowed(origin),
            None => is_from_here(headers) || is_link(request),
        };
        if !may_ask {
            let words = "pages of other sites may not use this server";
            return Problem::new(Code::Forbidden, words).into();
        }
        if origin.is_some() && request.method() == Method::OPTIONS {
            return Decision::Answer(Box::new(preflight()));
        }
        let Some(token) = &self.token else { return Decision::Enter };
        if is_known(headers, token) {
            return Decision::Enter;
        }
        match self.exchange(request, token) {
            Some(response) => Decision::Answer(Box::new(response)),
            None => {
                let words = "this server wants its token: as `Authorization: Bearer …`, or once as \
                             ?token=… in the address";
                Problem::new(Code::Unauthorised, words).into()
            }
        }
    }

    /// Whether pages of this other place may use the API.
    fn is_allowed(&self, origin: &str) -> bool {
        self.origins.iter().any(|known| known == "*" || known == origin)
    }

    /// Whether the request is for one of our names, by all that it says of it. Of a server for
    /// other machines we do not know what they call it; it has a token.
    fn is_our_name(&self, headers: &HeaderMap, in_line: Option<&str>) -> bool {
        if !self.address.is_loopback() {
            return true;
        }
        let told = headers.get_all(header::HOST).into_iter();
        let told = told.map(|host| host.to_str().ok().and_then(name_of));
        let mut names = told.chain(in_line.map(name_of)).peekable();
        names.peek().is_some() && names.all(|name| name.is_some_and(is_loopback))
    }

    /// Where the request comes from, if it says so and that is not here.
    fn foreign(&self, headers: &HeaderMap) -> Option<String> {
        let origin = headers.get(header::ORIGIN)?;
        let Ok(origin) = origin.to_str() else { return Some("?".to_owned()) };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let is_here = place.is_some() && place == host;
        (!is_here).then(|| origin.to_owned())
    }

    /// A link with the right token: the cookie, and on to the same place without it.
    fn exchange(&self, request: &Request, token: &str) -> Option<Response> {
        let uri = request.uri();
        if request.method() != Method::GET || uri.path().starts_with("/api/") {
            return None;
        }
        let (mut is_right, mut rest) = (false, Vec::new());
        for pair in uri.query()?.split('&') {
            match pair.strip_prefix("token=") {
                Some(offered) => is_right |= is_same(&plain(offered), token),
                None => rest.push(pair),
            }
        }
        if !is_right {
            return None;
        }
        let path = if is_inside(uri.path()) { uri.path() } else { "/" };
        let target =
            if rest.is_empty() { path.to_owned() } else { format!("{path}?{}", rest.join("&")) };
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        Response::builder()
            .status(StatusCode::SEE_OTHER)
            .header(header::LOCATION, target)
            .header(header::SET_COOKIE, cookie)
            .header(header::CACHE_CONTROL, "no-store")
            .body(Body::empty())
            .ok()
    }
}

/// Whether the token can be written into a header and a cookie as it is.
pub(super) fn is_token(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte))
}

fn is_known(headers: &HeaderMap, token: &str) -> bool {
    let text = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).filter_map(|value| {
        let (scheme, offered) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| offered.trim())
    });
    let cookies = text(header::COOKIE).flat_map(|value| value.split(';'));
    let cookies = cookies.filter_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='));
    // Without a shortcut: every one that is offered is looked at.
    bearer.chain(cookies).fold(false, |is_known, offered| is_known | is_same(offered, token))
}

/// Whether two texts are the same, in a time that depends on the length of the first alone.
fn is_same(offered: &str, token: &str) -> bool {
    let (offered, token) = (offered.as_bytes(), token.as_bytes());
    let mut difference = u8::from(offered.len() != token.len());
    for (at, &byte) in offered.iter().enumerate() {
        let other = token.get(at % token.len().max(1)).copied().unwrap_or_default();
        difference = black_box(difference | (byte ^ other));
    }
    difference == 0
}

/// A text from an address, its `%41` read.
fn plain(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let coded = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(coded.unwrap_or(bytes[at]));
        at += if coded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// The name without its port: `[::1]:80` is `::1`. Nothing, if it is not a name and a port:
/// `localhost:80@example.com` is a name at another place.
fn name_of(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_port =
        |port: &str| port.is_empty() || (!port.starts_with('+') && port.parse::<u16>().is_ok());
    (port.is_empty() || port.strip_prefix(':').is_some_and(is_port)).then_some(name)
}

/// Whether a browser that is told to go there stays with us. `//host` would lead elsewhere, and
/// to browsers `/\host` is the same.
fn is_inside(path: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~%".contains(&byte);
    path.starts_with('/') && !path.starts_with("//") && path.bytes().all(is_plain)
}

/// Whether it is not a browser's word that a page of another place is behind the request.
/// Whoever is no browser says nothing, and another port of this machine is another place.
fn is_from_here(headers: &HeaderMap) -> bool {
    let here: [&[u8]; 2] = [b"same-origin", b"none"];
    headers.get_all(SITE).into_iter().all(|site| here.contains(&site.as_bytes()))
}

/// Whether somebody follows a link to the page, or to the manual: that shows it to him and to
/// nobody else.
fn is_link(request: &Request) -> bool {
    let says = |name: &HeaderName, what: &[u8]| {
        request.headers().get(name).is_some_and(|value| value.as_bytes() == what)
    };
    let path = request.uri().path();
    request.method() == Method::GET
        && says(&MODE, b"navigate")
        && says(&DEST, b"document")
        && !path.strip_prefix(ROOT).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether it is a browser that shows the answer to somebody, and not the API that is asked.
fn is_person(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method() == Method::GET
        && accepts.is_some_and(|kinds| kinds.contains("text/html"))
        && !request.uri().path().starts_with("/api/")
}

fn is_loopback(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The answer to a browser that asks whether it may ask.
fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Puts the envelope around an answer, which a page of this other place may read.
fn seal(headers: &mut HeaderMap, origin: Option<&str>) {
    for (name, value) in ENVELOPE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(origin).ok()) {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_same_only_if_they_are() {
        assert!(is_same("a-long-token", "a-long-token"));
        for other in ["", "a-long-toke", "a-long-tokem", "a-long-tokena-long-token"] {
            assert!(!is_same(other, "a-long-token"), "{other}");
        }
    }

    #[test]
    fn names_of_the_loopback_are_known() {
        let is_ours = |host| name_of(host).is_some_and(is_loopback);
        for name in
            ["localhost", "LOCALHOST:80", "127.0.0.1:7717", "[::1]:80", "127.9.9.9", "[::1]"]
        {
            assert!(is_ours(name), "{name}");
        }
        let elsewhere =
            ["", "example.com", "127.0.0.1.example.com", "192.168.1.2:80", "localhost.x"];
        let malformed = [
            "localhost:80@example.com",
            "localhost:80:80",
            "localhost:8o",
            "localhost:99999",
            "localhost:-1",
            "localhost:+80",
            "localhost/x",
            "localhost, example.com",
            "[::1]example.com",
            "[::1]@example.com:80",
            "[::1",
            "user@localhost",
        ];
        for name in elsewhere.into_iter().chain(malformed) {
            assert!(!is_ours(name), "{name}");
        }
    }

    #[test]
    fn a_link_with_the_token_leads_nowhere_else() {
        for path in ["/", "/app/main.js", "/a%5Cb", "/.well-known/x_y~z"] {
            assert!(is_inside(path), "{path}");
        }
        for path in ["//example.com", "/\\example.com/", "/a\\b", "example.com", "", "/\t/x"] {
            assert!(!is_inside(path), "{path}");
        }
    }

    #[test]
    fn coded_letters_are_read() {
        assert_eq!(plain("a%2Bb%"), "a+b%");
        assert_eq!(plain("%zz%4"), "%zz%4");
        assert_eq!(plain("é%41"), "éA");
    }
}
