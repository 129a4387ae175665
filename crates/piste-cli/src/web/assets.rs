//! The page, inside the program: every file of `web/page/`, and below `learn/` the manual pages of the strategies,
//! as they were when the program was built, in a table that the build script writes; and beside it what the manual consists of.
//!
//! At the start each is compressed once, if that makes it smaller, and gets a tag made from
//! its bytes. Browsers ask again with the tag and are told that nothing has changed; so a
//! new version of the program is a new page at once.

use super::problem::{Code, Problem};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::hash::{Hash, Hasher};
use std::io::Write;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is shown at `/`.
const FIRST: &str = "index.html";

/// A file, ready to be sent.
#[derive(Debug)]
struct Asset {
    path: &'static str,
    kind: &'static str,
    tag: HeaderValue,
    bytes: Bytes,
    /// Compressed, if that is shorter.
    packed: Option<Bytes>,
}

/// All files.
#[derive(Debug)]
pub(super) struct Assets(Vec<Asset>);

impl Assets {
    /// The page, and other files beside it.
    pub(super) fn new(others: impl IntoIterator<Item = (&'static str, Bytes)>) -> Assets {
        let page = PAGE.iter().map(|&(path, bytes)| (path, Bytes::from_static(bytes)));
        Assets(page.chain(others).map(|(path, bytes)| Asset::new(path, bytes)).collect())
    }

    /// The answer to a request for this path.
    pub(super) fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = path.strip_prefix('/').unwrap_or(path);
        let path = if path.is_empty() { FIRST } else { path };
        match self.0.iter().find(|asset| asset.path == path) {
            Some(asset) => asset.answer(headers),
            None => {
                Problem::new(Code::NotFound, "there is nothing at this address").into_response()
            }
        }
    }
}

impl Asset {
    fn new(path: &'static str, bytes: Bytes) -> Asset {
        Asset { path, kind: kind(path), tag: tag(&bytes), packed: packed(&bytes), bytes }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let known = headers.get(header::IF_NONE_MATCH).is_some_and(|tags| {
            tags.to_str().is_ok_and(|tags| tags.split(',').any(|tag| is_tag(tag, &self.tag)))
        });
        let mut response = if known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let packed = self.packed.as_ref().filter(|_| takes_gzip(headers));
            let mut response = Body::from(packed.unwrap_or(&self.bytes).clone()).into_response();
            response
                .headers_mut()
                .insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
            if packed.is_some() {
                let gzip = HeaderValue::from_static("gzip");
                response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A tag that changes when the bytes do.
fn tag(bytes: &[u8]) -> HeaderValue {
    // Without keys, so that it is the same after a restart.
    let mut hasher = std::hash::DefaultHasher::new();
    bytes.hash(&mut hasher);
    let text = format!("\"{:016x}\"", hasher.finish());
    HeaderValue::from_str(&text).expect("hexadecimal digits can be sent")
}

fn is_tag(offered: &str, tag: &HeaderValue) -> bool {
    let offered = offered.trim();
    offered.strip_prefix("W/").unwrap_or(offered).as_bytes() == tag.as_bytes()
}

fn packed(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < bytes.len()).then(|| packed.into())
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    offers.unwrap_or_default().split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let is_refused = parts.any(|part| {
            part.strip_prefix("q=").is_some_and(|quality| quality.parse() == Ok(0.0f32))
        });
        name.eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_page() {
        let assets = Assets::new([("beside.txt", Bytes::from_static(b"it"))]);
        let status = |path| assets.answer(path, &HeaderMap::new()).status();
        assert_eq!((status("/"), status("/beside.txt")), (StatusCode::OK, StatusCode::OK));
        assert_eq!(status("/../Cargo.toml"), StatusCode::NOT_FOUND);
    }

    #[test]
    fn compression_is_for_those_who_take_it() {
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_gzip(&headers)
        };
        assert!(with("gzip") && with("br, GZIP;q=0.5"));
        assert!(!with("") && !with("br") && !with("gzip;q=0"));
    }
}
