//! Files to write to, compressed if their names say so.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A file, plain or compressed.
///
/// A compressed file has an end of its own; without [`Output::finish`] it is cut short.
pub struct Output(Kind);

enum Kind {
    Plain(BufWriter<File>),
    Gzip(flate2::write::GzEncoder<BufWriter<File>>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

impl Output {
    /// A new file at this path: gzip if its name ends in `.gz`, zstd if in `.zst`.
    pub fn create(path: &Path) -> io::Result<Output> {
        let file = BufWriter::new(File::create(path)?);
        let extension = path.extension().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(Output(if extension.eq_ignore_ascii_case("gz") {
            Kind::Gzip(flate2::write::GzEncoder::new(file, flate2::Compression::default()))
        } else if extension.eq_ignore_ascii_case("zst") {
            let mut encoder = zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            // As gzip always has: a file that was damaged is not read as another one.
            encoder.include_checksum(true)?;
            Kind::Zstd(encoder)
        } else {
            Kind::Plain(file)
        }))
    }

    /// Completes the file.
    pub fn finish(self) -> io::Result<()> {
        let mut file = match self.0 {
            Kind::Plain(file) => file,
            Kind::Gzip(encoder) => encoder.finish()?,
            Kind::Zstd(encoder) => encoder.finish()?,
        };
        file.flush()
    }

    fn inner(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Kind::Plain(file) => file,
            Kind::Gzip(encoder) => encoder,
            Kind::Zstd(encoder) => encoder,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}
