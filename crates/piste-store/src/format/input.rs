//! The bytes of a file: opened, counted, decompressed.
//!
//! What compresses a file is told by its first bytes, not by its name, so that pipes work
//! as files do and a wrong name does no harm. Bytes are counted *before* they are
//! decompressed: only so can they be compared with the file's length.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER: usize = 1 << 17;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// How far a reader has come. Clones look at the same reader, also from other threads.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: Option<u64>,
    is_packed: bool,
}

impl Progress {
    /// Whether the file is compressed.
    pub(super) fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// The bytes taken from the file so far, compressed if the file is.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The file's length, if it has one that can be known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }
}

/// A decompressed stream of bytes whose beginning can be looked at.
pub(super) type Bytes = Box<dyn BufRead + Send>;

/// Wraps a stream: counts it, and decompresses it if its first bytes say so.
pub(super) fn unpack(
    input: impl Read + Send + 'static,
    total: Option<u64>,
) -> io::Result<(Bytes, Progress)> {
    let read = Arc::default();
    let mut counted = Counted { input, read: Arc::clone(&read) };
    let mut head = Vec::with_capacity(ZSTD.len());
    (&mut counted).take(ZSTD.len() as u64).read_to_end(&mut head)?;
    let gzip = head.starts_with(&GZIP);
    let zstd = head.starts_with(&ZSTD);
    let progress = Progress { read, total, is_packed: gzip || zstd };
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(counted));
    let bytes: Bytes = if gzip {
        Box::new(BufReader::with_capacity(BUFFER, flate2::bufread::MultiGzDecoder::new(whole)))
    } else if zstd {
        Box::new(BufReader::with_capacity(BUFFER, zstd::Decoder::with_buffer(whole)?))
    } else {
        Box::new(whole)
    };
    Ok((bytes, progress))
}

struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The same stream with line feeds for carriage returns, if its first line ends with one of
/// these alone and no line feed is near, as the Macintosh once wrote its files.
pub(super) fn with_line_feeds(mut bytes: Bytes) -> io::Result<Bytes> {
    let mut head = Vec::new();
    let is_old = loop {
        let more = bytes.fill_buf()?;
        let (from, count) = (head.len(), more.len());
        head.extend_from_slice(more);
        bytes.consume(count);
        // The last byte once more: what follows a return decides.
        let fresh = &head[from.saturating_sub(1)..];
        if count == 0 || head.len() > super::lines::LONGEST || fresh.contains(&b'\n') {
            break false;
        }
        if fresh.iter().position(|&byte| byte == b'\r').is_some_and(|at| at + 1 < fresh.len()) {
            break true;
        }
    };
    let whole = Cursor::new(head).chain(bytes);
    Ok(if is_old {
        Box::new(BufReader::with_capacity(BUFFER, Fed(whole)))
    } else {
        Box::new(whole)
    })
}

/// Carriage returns as line feeds.
struct Fed<R>(R);

impl<R: Read> Read for Fed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        for byte in &mut buffer[..count] {
            if *byte == b'\r' {
                *byte = b'\n';
            }
        }
        Ok(count)
    }
}
