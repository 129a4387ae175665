//! What the API is, told three times from the same rows: as an OpenAPI description for
//! programs, as a page for people, and as `docs/api.md`.
//!
//! The rows are in [`api::ENDPOINTS`](super::api::ENDPOINTS) and in
//! [`Code::ALL`](super::problem::Code::ALL). A test compares the document in the repository
//! with what is made here, and others hold the answers of the server against the rows, so
//! none of the three can say what is not so.

use super::ROOT;
use super::api::{ENDPOINTS, Endpoint, Field, Kind, Verb};
use super::limits::Limits;
use super::problem::Code;
use axum::body::Bytes;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Where the page for people is kept.
pub(super) const PAGE: &str = "/api/index.html";

/// The page for people, its styles, which may not stand in it, and the description for programs:
/// made once, since nothing in them changes while a server runs.
pub(super) fn files(limits: &Limits) -> [(&'static str, Bytes); 3] {
    [
        ("api/index.html", page(limits).into()),
        ("api/manual.css", Bytes::from_static(include_bytes!("manual.css"))),
        ("api/v1/openapi.json", openapi(limits).to_string().into()),
    ]
}

const ABOUT: &str = "JSON over HTTP. A puzzle is a text in any form that piste reads, most often 81 \
                     characters; answers give lines of 81. Cells are `r5c2`, houses `row 5`, \
                     `column 2` and `box 4`. Members may be added to answers; those that are here stay \
                     and keep their meaning. A member that is not known is refused in requests.";

/// What holds for every answer, each in a paragraph.
const RULES: [&str; 9] = [
    "The same question has the same answer at every door, to the byte. `piste check`, `solve`, `rate`, \
     `explain`, `hint`, `make`, `transform` and `canon` write with `--json` the objects that are described \
     here, one a line; this server sends one as the body. What the command line knows besides, the columns of \
     a file or the line of `--keep`, stands at the end of the object; a column that is called like one of \
     its members gets `input.` before its name. Three write a file and no answer: `convert --json` the puzzles with \
     what stood beside them, `solve --all --json` a line for each solution, and `make --json` a line for each puzzle, while \
     what failed is told on the standard error.",
    "`version` comes first: the version of the answers, 2. It changes when a program that reads them would have \
     to, not when a member or a metric is added. The version of piste is `piste` in `/info`, that of a metric \
     `version` in `/info` and `explain`.",
    "All members are always there, but one: `shape`, which is there if the board is not the classic one. What is missing is `null`, a list without anything in it is empty. (In tsv \
     and csv what is missing is an empty field.)",
    "What is no proper puzzle has its answer like any other: `verdict` says how many solutions there are, \
     `problem` what is wrong, and what cannot be told is `null`. `none` and `many` are proved; where a search \
     was told to stop before it knew, the verdict is `undecided`.",
    "A number that was counted up to a limit stands beside `more`, which says whether there may be more.",
    "A column of numbers holds a number or `null`, never a word. Where the scale of a metric ends, `words` \
     names the column and the word, `above` or `beyond`. A metric whose scale is made of words (`colour`) has \
     words for values. `value` is always the main value, whatever the metric calls it; `givens` is a number in \
     `/check` and a metric like any other in `ratings`.",
    "No answer has a time in it: the header `Server-Timing` says how long it took. So an answer can be kept, \
     and compared.",
    "What an answer depends on is counted in work, never in seconds: `count`, `upto`, `tries`, `guesses` and \
     `work`. So the same request has the same answer on a slow machine and a fast one, under load or not. A limit that was reached \
     is an answer, and the same one everywhere: `problem` has the words `limit reached:` (in `make` \
     behind how many were made, else at its beginning) and names the limit, what is not known is \
     `null`, a verdict or an outcome is `undecided`, and what was found until then is there (ratings by other metrics, the \
     steps so far, the puzzles made). A clock only protects the server: what takes longer than its seconds is refused with \
     the error `too-slow`, which is no answer. At the command line the clock is asked by `--time-limit`, and \
     by `--budget` in seconds, which `make` and `book` have unless tries or work is named: it decides whether a puzzle is found \
     in time, never which.",
    "Where something is drawn at random the seed is a member; without one it is 0, but for `/make` and a \
     random order of the library, which then draw a new one. `/make` tells it.",
];

const ERRORS: &str = "What cannot be answered has a status of 400 or above and an object \
                      `{\"error\":{\"code\":…,\"message\":…,\"where\":…}}`: a code for programs, a \
                      sentence for people, and where it is known the place. The codes stay, the \
                      sentences may change.";

/// The code that no server sends, beside those that one does.
const STOPPED: (&str, &str) = (
    "stopped",
    "the work was called off by whoever had asked; only where there is no server, as in an app that has the engine inside: whoever hangs up \
     hears nothing",
);

const ACCESS: &str = "A server on the loopback address answers without a token unless it was given \
                      one. On any other address it must have one (`--token`), to be sent as \
                      `Authorization: Bearer TOKEN`. Pages of other sites are refused unless \
                      `--allow-origin` names them: by their `Origin`, and by `Sec-Fetch-Site` where \
                      a browser says no origin; a link to the page may be followed from anywhere. \
                      A GET changes nothing on the disk.";

/// The description for programs.
fn openapi(limits: &Limits) -> Value {
    let mut paths = Map::new();
    for endpoint in ENDPOINTS {
        let verb = match endpoint.verb {
            Verb::Get => "get",
            Verb::Post => "post",
        };
        let path = paths.entry(format!("{ROOT}{}", endpoint.path)).or_insert_with(|| json!({}));
        path[verb] = operation(endpoint);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "piste",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("{ABOUT}\n\n{ACCESS}"),
        },
        "paths": paths,
        "components": {
            "schemas": { "Error": error_schema() },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
        "x-limits": limits,
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let mut operation = json!({
        "operationId": endpoint.path.trim_start_matches('/').replace('/', "-"),
        "summary": endpoint.about,
        "description": endpoint.details,
        "responses": {
            "200": {
                "description": "the answer",
                "content": { "application/json": { "schema": answer(endpoint.gives) } },
            },
            "default": {
                "description": "why there is none",
                "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/Error" } },
                },
            },
        },
    });
    if endpoint.verb == Verb::Post {
        let mut schema = object(endpoint.takes);
        schema["additionalProperties"] = false.into();
        let example: Value = serde_json::from_str(endpoint.example).unwrap_or(Value::Null);
        operation["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": schema, "example": example } },
        });
    }
    if matches!(endpoint.does, super::api::Does::Streams) {
        operation["responses"]["200"]["content"]["text/event-stream"] =
            json!({ "schema": { "type": "string" } });
    }
    operation
}

fn error_schema() -> Value {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.slug()).collect();
    json!({
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {
                    "code": { "type": "string", "enum": codes },
                    "message": { "type": "string" },
                    "where": { "type": "string" },
                },
            },
        },
    })
}

/// The schema of an answer: `version` comes first, and all members are always there.
fn answer(fields: &[Field]) -> Value {
    let mut schema = object(fields);
    schema["properties"]["version"] = self::schema(&VERSION.kind);
    schema["properties"]["version"]["description"] = VERSION.says.into();
    all_needed(&mut schema);
    schema
}

/// What opens every answer.
const VERSION: Field = Field::always("version", Kind::Whole, "the version of the answers");

/// The mark of members that an answer may do without, until it is known that it is one.
const SPARSE: &str = "sparse";

/// In an answer what is missing is null; no member is left out but those that are marked so.
fn all_needed(schema: &mut Value) {
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.values_mut().for_each(all_needed);
        let mut names: Vec<String> = Vec::new();
        for (name, property) in properties {
            let sparse = property.as_object_mut().and_then(|property| property.remove(SPARSE));
            if sparse.is_none() {
                names.push(name.clone());
            }
        }
        schema["required"] = names.into();
    }
    for inner in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get_mut(inner) {
            all_needed(inner);
        }
    }
}

fn object(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut schema = schema(&field.kind);
        if !field.is_needed {
            allow_null(&mut schema);
        }
        schema["description"] = field.says.into();
        if field.is_sparse {
            schema[SPARSE] = true.into();
        }
        properties.insert(field.name.to_owned(), schema);
    }
    let needed: Vec<&str> = fields.iter().filter(|f| f.is_needed).map(|f| f.name).collect();
    json!({ "type": "object", "properties": properties, "required": needed })
}

/// What may be left out may be null as well, in requests and in answers.
fn allow_null(schema: &mut Value) {
    if let Value::String(name) = &schema["type"] {
        schema["type"] = json!([name, "null"]);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
}

fn schema(kind: &Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Whole => json!({ "type": "integer", "minimum": 0 }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Value => json!({ "type": ["number", "string", "null"] }),
        Kind::List(of) => json!({ "type": "array", "items": schema(of) }),
        Kind::Object(fields) => object(fields),
        Kind::Map(of) => json!({ "type": "object", "additionalProperties": schema(of) }),
        Kind::OneOf(words) => json!({ "type": "string", "enum": words }),
    }
}

/// What a member is, in a word or two.
fn word(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".to_owned(),
        Kind::Whole => "whole number".to_owned(),
        Kind::Number => "number".to_owned(),
        Kind::Flag => "true or false".to_owned(),
        Kind::Value => "number, text or null".to_owned(),
        Kind::List(of) => format!("list of {}", word(of)),
        Kind::Object(_) => "object".to_owned(),
        Kind::Map(of) => format!("object of {}", word(of)),
        Kind::OneOf(words) => words.join(", "),
    }
}

/// The members of a member, if it has any.
fn inside(kind: &Kind) -> &'static [Field] {
    match kind {
        Kind::List(of) | Kind::Map(of) => inside(of),
        Kind::Object(fields) => fields,
        _ => &[],
    }
}

/// A row of a table of members, and the rows of those inside it.
struct Row {
    name: String,
    kind: String,
    is_needed: bool,
    says: &'static str,
}

fn rows(fields: &[Field]) -> Vec<Row> {
    let mut all = Vec::new();
    add_rows(fields, "", &mut all);
    all
}

fn add_rows(fields: &[Field], above: &str, all: &mut Vec<Row>) {
    for Field { name, kind, is_needed, says, .. } in fields {
        let name = format!("{above}{name}");
        let within = match kind {
            Kind::List(_) => format!("{name}[]."),
            Kind::Map(_) => format!("{name}.*."),
            _ => format!("{name}."),
        };
        all.push(Row { name, kind: word(kind), is_needed: *is_needed, says });
        add_rows(inside(kind), &within, all);
    }
}

fn heading(endpoint: &Endpoint) -> String {
    let verb = match endpoint.verb {
        Verb::Get => "GET",
        Verb::Post => "POST",
    };
    format!("{verb} {ROOT}{}", endpoint.path)
}

/// The limits with their names.
fn limit_rows(limits: &Limits) -> Vec<(String, String)> {
    let value = serde_json::to_value(limits).unwrap_or_default();
    let members = value.as_object().cloned().unwrap_or_default();
    members.into_iter().map(|(name, value)| (name, value.to_string())).collect()
}

/// The document of the repository.
pub(super) fn markdown(limits: &Limits) -> String {
    let mut text = format!(
        "# The API of `piste serve`\n\n{ABOUT}\n\n{ACCESS}\n\nThe same is served by a running server: at \
         `/api` for people, at `{ROOT}/openapi.json` for programs.\n"
    );
    text.push_str("\n## What holds for every answer\n\n");
    for rule in RULES {
        add(&mut text, format_args!("- {rule}\n"));
    }
    for endpoint in ENDPOINTS {
        let Endpoint { about, details, takes, gives, example, .. } = endpoint;
        add(&mut text, format_args!("\n## {}\n\n{about} {details}\n", heading(endpoint)));
        if !takes.is_empty() {
            add(&mut text, format_args!("\nRequest:\n\n{}", table(takes, "optional; ")));
        }
        if !example.is_empty() {
            add(&mut text, format_args!("\n```json\n{example}\n```\n"));
        }
        add(&mut text, format_args!("\nAnswer:\n\n{}", table(gives, "or null; ")));
    }
    add(
        &mut text,
        format_args!("\n## Errors\n\n{ERRORS}\n\n| code | status | means |\n|---|---|---|\n"),
    );
    for code in Code::ALL {
        let status = code.status().as_u16();
        add(&mut text, format_args!("| `{}` | {status} | {} |\n", code.slug(), code.about()));
    }
    add(&mut text, format_args!("| `{}` | none | {} |\n", STOPPED.0, STOPPED.1));
    add(
        &mut text,
        format_args!("\n## Limits\n\n{LIMITS}\n\n| limit | on two cores |\n|---|---:|\n"),
    );
    for (name, value) in limit_rows(limits) {
        add(&mut text, format_args!("| `{name}` | {value} |\n"));
    }
    text
}

const LIMITS: &str = "`/info` tells the limits of a running server; `piste serve --help` says which can \
                      be set. Rating, explaining and making puzzles have workers of their own, so they \
                      never keep the short questions waiting.\n\n\
                      `work` is counted, and the same on every machine. For a path of Sudoku Explainer a unit is \
                      an assumption that is followed to its end; each metric that walks one may take as much. For an \
                      order of `/make` it is the work of all its attempts: a unit for every change of a puzzle, some more for \
                      every rating and every attempt, and the units of its paths. The attempt that would take the order beyond \
                      the limit does not count, whatever it comes to. A unit is some microseconds; the hardest puzzles \
                      known take `se` about two million. `seconds` and `short_seconds` are only there so that nobody hangs: what takes \
                      longer is `too-slow`, and has no answer.\n\n\
                      A request must have arrived, head and body each, within `arrival_seconds`. An \
                      answer must be read: the time in which a client takes nothing adds up, every 8 KiB \
                      that it does take pay back a second, and beyond `arrival_seconds` it is hung up on.\n\n\
                      A connection has one of `lobby` places until a request of it is let in, by its token where \
                      there is one; then it has one of `connections`. When either are all taken, a connection \
                      that has kept the server waiting leaves for the newcomer: of the address that has most \
                      of them, the one that was waited for longest. While the server works for a client, that \
                      client keeps its place. If nobody can leave, the newcomer is told `busy`. Both numbers are \
                      lower where the program may open fewer files.";

fn table(fields: &[Field], or_else: &str) -> String {
    let mut text = "| member | is | |\n|---|---|---|\n".to_owned();
    for Row { name, kind, is_needed, says } in rows(fields) {
        let maybe = if is_needed { "" } else { or_else };
        add(&mut text, format_args!("| `{name}` | {kind} | {maybe}{says} |\n"));
    }
    text
}

fn add(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).expect("a string takes all");
}

/// The page for people.
fn page(limits: &Limits) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The API of piste</title>\n\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"/api/manual.css\">\n</head>\n\
         <body>\n<main>\n<h1>The API of piste</h1>\n<p>{}</p>\n<p>{}</p>\n\
         <p>For programs: <a href=\"{ROOT}/openapi.json\">the OpenAPI description</a>. For playing: \
         <a href=\"/\">the page</a>.</p>\n<nav>\n<ul>\n",
        marked(ABOUT),
        marked(ACCESS)
    );
    text.push_str("<li><a href=\"#rules\">What holds for every answer</a></li>\n");
    for endpoint in ENDPOINTS {
        let (id, about) = (anchor(endpoint), marked(endpoint.about));
        let path = heading(endpoint);
        add(&mut text, format_args!("<li><a href=\"#{id}\">{path}</a> {about}</li>\n"));
    }
    text.push_str("<li><a href=\"#errors\">Errors</a></li>\n<li><a href=\"#limits\">Limits</a></li>\n</ul>\n</nav>\n");
    text.push_str("<h2 id=\"rules\">What holds for every answer</h2>\n<ul>\n");
    for rule in RULES {
        add(&mut text, format_args!("<li>{}</li>\n", marked(rule)));
    }
    text.push_str("</ul>\n");
    for endpoint in ENDPOINTS {
        add_section(&mut text, endpoint);
    }
    add(
        &mut text,
        format_args!("<h2 id=\"errors\">Errors</h2>\n<p>{}</p>\n<table>\n", marked(ERRORS)),
    );
    for code in Code::ALL {
        let (slug, status, about) = (code.slug(), code.status().as_u16(), code.about());
        add(
            &mut text,
            format_args!(
                "<tr><th scope=\"row\"><code>{slug}</code></th><td>{status}</td><td>{about}</td></tr>\n"
            ),
        );
    }
    let (slug, about) = STOPPED;
    add(
        &mut text,
        format_args!(
            "<tr><th scope=\"row\"><code>{slug}</code></th><td>none</td><td>{about}</td></tr>\n"
        ),
    );
    add(
        &mut text,
        format_args!(
            "</table>\n<h2 id=\"limits\">Limits</h2>\n<p>{}</p>\n<table>\n",
            marked(LIMITS).replace("\n\n", "</p>\n<p>")
        ),
    );
    for (name, value) in limit_rows(limits) {
        add(
            &mut text,
            format_args!("<tr><th scope=\"row\"><code>{name}</code></th><td>{value}</td></tr>\n"),
        );
    }
    text.push_str("</table>\n</main>\n</body>\n</html>\n");
    text
}

fn add_section(text: &mut String, endpoint: &Endpoint) {
    let (id, path) = (anchor(endpoint), heading(endpoint));
    let (about, details) = (marked(endpoint.about), marked(endpoint.details));
    add(text, format_args!("<h2 id=\"{id}\">{path}</h2>\n<p>{about} {details}</p>\n"));
    if !endpoint.takes.is_empty() {
        add(
            text,
            format_args!("<h3>Request</h3>\n{}", html_table(endpoint.takes, "<em>optional;</em> ")),
        );
    }
    if !endpoint.example.is_empty() {
        add(text, format_args!("<pre>{}</pre>\n", escaped(endpoint.example)));
    }
    add(
        text,
        format_args!("<h3>Answer</h3>\n{}", html_table(endpoint.gives, "<em>or null;</em> ")),
    );
}

fn html_table(fields: &[Field], or_else: &str) -> String {
    let mut text = "<table>\n".to_owned();
    for Row { name, kind, is_needed, says } in rows(fields) {
        let (kind, says) = (escaped(&kind), marked(says));
        let maybe = if is_needed { "" } else { or_else };
        add(
            &mut text,
            format_args!(
                "<tr><th scope=\"row\"><code>{name}</code></th><td>{kind}</td><td>{maybe}{says}</td></tr>\n"
            ),
        );
    }
    text.push_str("</table>\n");
    text
}

fn anchor(endpoint: &Endpoint) -> String {
    endpoint.path.trim_start_matches('/').replace('/', "-")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text whose code is between backticks.
fn marked(text: &str) -> String {
    let escaped = escaped(text);
    let parts = escaped.split('`').enumerate();
    parts
        .map(|(n, part)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_left_out_may_be_null() {
        const FIELDS: &[Field] = &[
            Field::always("a", Kind::Text, ""),
            Field::maybe("b", Kind::Text, ""),
            Field::maybe("c", Kind::OneOf(&["x"]), ""),
            Field::maybe("d", Kind::Value, ""),
        ];
        let schema = object(FIELDS);
        assert_eq!(schema["required"], json!(["a"]));
        assert_eq!(schema["properties"]["a"]["type"], "string");
        assert_eq!(schema["properties"]["b"]["type"], json!(["string", "null"]));
        assert_eq!(schema["properties"]["c"]["enum"], json!(["x", null]));
        assert_eq!(schema["properties"]["d"]["type"], json!(["number", "string", "null"]));
    }

    #[test]
    fn the_document_is_the_one_in_the_repository() {
        let made = markdown(&Limits::with_cores(2));
        let kept = include_str!("../../../../docs/api.md");
        let kept = kept.split(HAND_WRITTEN).next().unwrap_or_default();
        assert!(
            kept.trim_end() == made.trim_end(),
            "docs/api.md is stale: `piste serve --manual` writes it"
        );
    }

    /// Below this line the document is written by hand.
    const HAND_WRITTEN: &str = "\n## How it holds up";

    #[test]
    fn every_example_is_json() {
        for endpoint in ENDPOINTS.iter().filter(|endpoint| endpoint.verb == Verb::Post) {
            let example: Value = serde_json::from_str(endpoint.example).unwrap();
            let members = example.as_object().unwrap().keys();
            for name in members {
                assert!(endpoint.takes.iter().any(|field| field.name == name), "{name}");
            }
        }
    }

    #[test]
    fn code_is_marked_and_signs_are_escaped() {
        assert_eq!(marked("a `r1c1<>5` b"), "a <code>r1c1&lt;&gt;5</code> b");
    }
}
