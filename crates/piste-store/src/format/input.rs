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

/// What else files are packed with: what it is called, what unpacks it, and how it begins.
const OTHERS: [(&str, &str, &[u8]); 7] = [
    ("a zip archive", "unzip -p FILE | piste …", b"PK\x03\x04"),
    ("a file packed by lzma", "xz -dc FILE | piste …", b"\x5d\0\0"),
    ("a RAR archive", "unrar p -inul FILE | piste …", b"Rar!"),
    ("a file packed by xz", "xz -dc FILE | piste …", b"\xfd7zX"),
    ("a file packed by bzip2", "bzip2 -dc FILE | piste …", b"BZh"),
    ("a 7z archive", "7z e -so FILE | piste …", b"7z\xbc\xaf"),
    ("a PDF", "pdftotext FILE - | piste …", b"%PDF"),
];

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

/// The lines of a stream, plain or compressed, for what is no file of puzzles.
///
/// ```
/// use piste_store::format::text_lines;
///
/// let lines: Vec<String> = text_lines("a\nb\n".as_bytes())?.collect::<Result<_, _>>()?;
/// assert_eq!(lines, ["a", "b"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn text_lines(
    input: impl Read + Send + 'static,
) -> io::Result<impl Iterator<Item = io::Result<String>> + Send> {
    Ok(unpack(input, None)?.0.lines())
}

/// Wraps a stream: counts it, and decompresses it if its first bytes say so.
pub(super) fn unpack(
    input: impl Read + Send + 'static,
    total: Option<u64>,
) -> io::Result<(Bytes, Progress)> {
    let read = Arc::default();
    let mut counted = Counted { input, read: Arc::clone(&read), is_over: false };
    let mut head = Vec::with_capacity(ZSTD.len());
    (&mut counted).take(ZSTD.len() as u64).read_to_end(&mut head)?;
    if let Some((name, command, _)) = OTHERS.iter().find(|(.., magic)| head.starts_with(magic)) {
        let message = format!("this is {name}, which is not read; `{command}` unpacks it");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let gzip = head.starts_with(&GZIP);
    let zstd = head.starts_with(&ZSTD);
    let progress = Progress { read, total, is_packed: gzip || zstd };
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(counted));
    let bytes = if gzip || zstd { decoded(whole, gzip)? } else { Box::new(whole) };
    Ok((bytes, progress))
}

/// What is packed in a stream, by gzip or else by zstd.
#[cfg(feature = "disk")]
fn decoded(whole: impl BufRead + Send + 'static, gzip: bool) -> io::Result<Bytes> {
    Ok(if gzip {
        Box::new(BufReader::with_capacity(BUFFER, flate2::bufread::MultiGzDecoder::new(whole)))
    } else {
        Box::new(BufReader::with_capacity(BUFFER, zstd::Decoder::with_buffer(whole)?))
    })
}

/// Where there are no files there are no packed ones.
#[cfg(not(feature = "disk"))]
fn decoded(_: impl BufRead + Send + 'static, _: bool) -> io::Result<Bytes> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "packed bytes are not read here"))
}

/// The text of a file, decompressed if its first bytes say so.
///
/// ```
/// use std::io::BufRead;
///
/// let lines = piste_store::format::unpacked("a\nb\n".as_bytes()).unwrap().lines();
/// assert_eq!(lines.count(), 2);
/// ```
pub fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    unpack(input, None).map(|(bytes, _)| bytes)
}

/// A stream whose bytes are counted. Its end is its end: at a keyboard one Ctrl-D is enough, however often
/// somebody looks whether there is more.
struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
    is_over: bool,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over {
            return Ok(0);
        }
        let count = self.input.read(buffer)?;
        self.is_over = count == 0 && !buffer.is_empty();
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
    refuse_binary(&head)?;
    let whole = Cursor::new(head).chain(bytes);
    Ok(if is_old {
        Box::new(BufReader::with_capacity(BUFFER, Fed(whole)))
    } else {
        Box::new(whole)
    })
}

/// A file with so many bytes of zero in its first line, near its start, is no text; one may have got into any.
const ZEROS: usize = 4;
const START: usize = 32;

/// Refuses what begins as no text does: with the signature of a picture, or with several bytes of zero. One sentence is
/// enough; every line of it would be wrong.
fn refuse_binary(head: &[u8]) -> io::Result<()> {
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let zeros = line.iter().take(START).filter(|&&byte| byte == 0).count();
    let pictures = [&b"\x89PNG"[..], b"\xff\xd8\xff", b"GIF8"];
    let is_wide = |pair: &&[u8]| pair[0] != 0 && pair[1] == 0;
    let wide = line.chunks_exact(2).filter(is_wide).count();
    let what = match () {
        () if head.get(257..262) == Some(b"ustar") => {
            "this is a tar archive, which is not read; `tar xOf FILE | piste …` unpacks it"
        }
        () if pictures.iter().any(|sign| head.starts_with(sign)) => {
            "this is a picture, and no text"
        }
        () if zeros < ZEROS => return Ok(()),
        () if wide > 0 && wide + 1 >= line.len() / 2 => "expected UTF-8 text, found UTF-16",
        () => "this is no text",
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A keyboard at which Ctrl-D is pressed once, and then somebody types on.
    struct Keyboard(Vec<&'static [u8]>);

    impl Read for Keyboard {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(typed) = self.0.pop() else { panic!("asked again after the end") };
            let (now, later) = typed.split_at(typed.len().min(buffer.len()));
            if !later.is_empty() {
                self.0.push(later);
            }
            buffer[..now.len()].copy_from_slice(now);
            Ok(now.len())
        }
    }

    #[test]
    fn what_is_no_text_is_refused_in_a_sentence() {
        let told = |head: &[u8]| {
            let (bytes, _) = unpack(Cursor::new(head.to_vec()), None)?;
            with_line_feeds(bytes).map(drop)
        };
        let mut tar = b"puzzles.txt".to_vec();
        tar.resize(257, 0);
        tar.extend(b"ustar  ");
        for (head, words) in [
            (&b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\n53..7"[..], "this is no text"),
            (b"\x89PNG\r\n\x1a\n\0\0", "this is a picture, and no text"),
            (b"5\x003\0.\0.\0\r\0\n\0", "expected UTF-8 text, found UTF-16"),
            (&tar, "this is a tar archive"),
            (b"\x5d\0\0\x80", "this is a file packed by lzma"),
        ] {
            let wrong = told(head).unwrap_err().to_string();
            assert!(wrong.starts_with(words), "{wrong}");
        }
        // A byte that got lost in a later line spoils that line alone.
        told(b"53..7\n6\0.195\n").unwrap();
    }

    #[test]
    fn one_end_is_enough() {
        for typed in [vec![&b""[..]], vec![&b""[..], b"12\n"], vec![&b""[..], b"a longer line\n"]] {
            let (bytes, _) = unpack(Keyboard(typed), None).unwrap();
            let mut bytes = with_line_feeds(bytes).unwrap();
            let mut text = String::new();
            bytes.read_to_string(&mut text).unwrap();
            bytes.read_to_string(&mut text).unwrap();
        }
    }
}
