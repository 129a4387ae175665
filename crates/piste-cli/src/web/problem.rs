//! What is said when a request cannot be answered: a code for programs, a sentence for
//! people, and where there is a place, where.
//!
//! ```json
//! {"error":{"code":"no-solution","message":"no solution: the 5 in r1c1 contradicts the 5 in r1c2 (row 1)","where":"r1c1"}}
//! ```
//!
//! Who opens an address in a browser gets the sentence as a page to read, with the way on; programs, and the page's
//! own modules, get the object.
//!
//! The codes are a promise; the sentences are not. No sentence tells anything of the machine
//! the server runs on.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use piste_api::Wrong;
use serde::Serialize;

/// What kind of thing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    BadJson,
    BadRequest,
    BadPuzzle,
    NoSolution,
    ManySolutions,
    TooBig,
    TooMany,
    TooSlow,
    Busy,
    NotFound,
    MethodNotAllowed,
    Unauthorised,
    Forbidden,
    Internal,
}

impl Code {
    /// Every code, in the order of the manual.
    pub(super) const ALL: [Code; 14] = [
        Code::BadJson,
        Code::BadRequest,
        Code::BadPuzzle,
        Code::NoSolution,
        Code::ManySolutions,
        Code::TooBig,
        Code::TooMany,
        Code::TooSlow,
        Code::Busy,
        Code::NotFound,
        Code::MethodNotAllowed,
        Code::Unauthorised,
        Code::Forbidden,
        Code::Internal,
    ];

    fn row(self) -> (&'static str, StatusCode, &'static str) {
        use StatusCode as S;
        match self {
            Code::BadJson => {
                ("bad-json", S::BAD_REQUEST, "the body is not JSON of the right shape")
            }
            Code::BadRequest => {
                ("bad-request", S::BAD_REQUEST, "something in the request makes no sense")
            }
            Code::BadPuzzle => {
                ("bad-puzzle", S::UNPROCESSABLE_ENTITY, "what should be a puzzle cannot be read")
            }
            Code::NoSolution => {
                ("no-solution", S::UNPROCESSABLE_ENTITY, "the puzzle has no solution")
            }
            Code::ManySolutions => {
                ("many-solutions", S::UNPROCESSABLE_ENTITY, "the puzzle has several solutions")
            }
            Code::TooBig => ("too-big", S::PAYLOAD_TOO_LARGE, "the body is longer than the limit"),
            Code::TooMany => {
                ("too-many", S::UNPROCESSABLE_ENTITY, "more was asked for than the limit")
            }
            Code::TooSlow => (
                "too-slow",
                S::SERVICE_UNAVAILABLE,
                "it took longer than the limit of seconds; this is no answer",
            ),
            Code::Busy => {
                ("busy", S::SERVICE_UNAVAILABLE, "too much is under way; try again in a moment")
            }
            Code::NotFound => ("not-found", S::NOT_FOUND, "there is no such thing here"),
            Code::MethodNotAllowed => {
                ("method-not-allowed", S::METHOD_NOT_ALLOWED, "GET where POST is meant, or so")
            }
            Code::Unauthorised => {
                ("unauthorised", S::UNAUTHORIZED, "the token is missing or wrong")
            }
            Code::Forbidden => {
                ("forbidden", S::FORBIDDEN, "the request comes from another site's page")
            }
            Code::Internal => {
                ("internal", S::INTERNAL_SERVER_ERROR, "a mistake of ours; please report it")
            }
        }
    }

    /// The word for programs.
    pub(super) fn slug(self) -> &'static str {
        self.row().0
    }

    /// The status of the answer.
    pub(super) fn status(self) -> StatusCode {
        self.row().1
    }

    /// What it means.
    pub(super) fn about(self) -> &'static str {
        self.row().2
    }
}

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(super) code: Code,
    pub(super) message: String,
    /// The cell, or the place in a text.
    pub(super) place: Option<String>,
}

impl Problem {
    /// A sentence about what is wrong. What it repeats of a request may hold anything, line ends and the
    /// terminal's commands among it: these are not repeated.
    pub(super) fn new(code: Code, message: impl Into<String>) -> Problem {
        let message = message.into().replace(char::is_control, "\u{fffd}");
        Problem { code, message, place: None }
    }

    /// A request that makes no sense, and why.
    pub(super) fn bad_request(message: impl Into<String>) -> Problem {
        Problem::new(Code::BadRequest, message)
    }

    /// What is told, without the object around it.
    pub(super) fn value(&self) -> serde_json::Value {
        let error =
            Error { code: self.code.slug(), message: &self.message, place: self.place.as_deref() };
        serde_json::to_value(error).expect("words can be written as JSON")
    }

    /// The object that tells it.
    pub(super) fn json(&self) -> String {
        serde_json::json!({ "error": self.value() }).to_string()
    }
}

impl Problem {
    /// The same for somebody who reads it in a browser.
    pub(super) fn page(&self) -> Response {
        let (title, way_on) = match self.code {
            Code::Unauthorised => ("This server wants its token", TOKEN_FORM),
            Code::NotFound => ("There is nothing at this address", WAY_ON),
            _ => ("That does not work", WAY_ON),
        };
        let message = escaped(&self.message);
        let text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · piste</title>\n\
             <link rel=\"stylesheet\" href=\"/api/manual.css\">\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
             <p>The server says: {message}.</p>\n{way_on}\n</main>\n</body>\n</html>\n"
        );
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        (self.code.status(), [(header::CONTENT_TYPE, html)], text).into_response()
    }
}

/// Where to go from a page that says what is wrong.
const WAY_ON: &str =
    "<p><a href=\"/\">To the board</a>, or to <a href=\"/api\">the manual of the API</a>.</p>";

/// The same for somebody who has not said the token yet. It is exchanged for a cookie, and gone from the
/// address at once.
const TOKEN_FORM: &str = "<p>It is in the address that <code>piste serve</code> printed when it started. Open that \
    address, or write the token here.</p>\n<form action=\"/\" method=\"get\"><p><label>Token \
    <input name=\"token\" type=\"password\" autocomplete=\"off\" required></label> <button>Go on</button></p></form>";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Problem {
        let code = match wrong.code {
            piste_api::Code::BadJson => Code::BadJson,
            piste_api::Code::BadPuzzle => Code::BadPuzzle,
            piste_api::Code::NoSolution => Code::NoSolution,
            piste_api::Code::ManySolutions => Code::ManySolutions,
            piste_api::Code::TooMany => Code::TooMany,
            piste_api::Code::Stopped => Code::TooSlow,
            piste_api::Code::NotFound => Code::NotFound,
            _ => Code::BadRequest,
        };
        Problem { place: wrong.place.clone(), ..Problem::new(code, wrong.to_string()) }
    }
}

#[derive(Serialize)]
struct Error<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let json = HeaderValue::from_static("application/json");
        let mut response =
            (self.code.status(), [(header::CONTENT_TYPE, json)], self.json()).into_response();
        let headers = response.headers_mut();
        match self.code {
            Code::Busy => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Code::Unauthorised => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        // For the guard, who knows whether it is a person who reads it.
        response.extensions_mut().insert(self);
        response
    }
}
