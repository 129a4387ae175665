//! Where the answers go: the standard output, or a file that is whole or not there.
//!
//! With `--output FILE` nothing touches FILE until the run has reached its end. The text
//! goes to a temporary file beside it, which then takes its name in one step. So:
//!
//! | the run …                                   | FILE             | beside it            |
//! |---------------------------------------------|------------------|----------------------|
//! | reaches its end, bad lines or not           | the new text     | nothing              |
//! | is interrupted (Ctrl-C)                     | as it was        | `FILE.partial`: every record complete by then, in order |
//! | fails (disk full, unreadable file, strict)  | as it was        | nothing              |
//! | has bad lines or a "no", and not one answer | as it was        | nothing              |
//!
//! A FILE that ends in `.gz` or `.zst` is compressed, a `.partial` one of that name as well.
//!
//! FILE may also be something that cannot be replaced, a device or a named pipe: then it
//! is written to as it is. If it is a symbolic link, what it points to is replaced.
//!
//! `-` is the standard output, as it is without `--output`.
//!
//! `/dev/stdout` and its kin name something that is open already. Where that is a file, others
//! write to it too (`( echo before; piste … -o /dev/stdout ) > log`), so it is added to where it
//! stands and never replaced.
//!
//! The standard output is written in large pieces and flushed whenever there is nothing
//! to write for the moment, so that a program at the other end of a pipe never waits for
//! an answer that has already been found.

use crate::terminal::Tamed;
use crate::trail::Trailed;
use anyhow::Context;
use piste_store::batch::CutShort;
use piste_store::checksum::Checksum;
use piste_store::format;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Where the answers go.
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    to: BufWriter<To>,
    /// What it is to a terminal, whose reader is to see it and not the terminal to obey it.
    tamed: Option<Tamed>,
    /// Something has been written that is not a heading.
    has_answers: bool,
    /// The lines and the checksum of all that was written, if somebody wants to know.
    sum: Option<(u64, Checksum)>,
}

#[derive(Debug)]
enum To {
    /// The standard output, a device, a pipe or a file that is added to: written to as it is.
    AsItIs(File),
    /// A file that is gone on with.
    InPlace(Trailed),
    /// A file that will take the place of `target`. The file is closed before its path
    /// goes, for systems that mind.
    Beside { file: format::Output, temporary: TempPath, target: PathBuf },
}

/// What became of the text of an interrupted run.
pub(crate) type KeptIn = Option<PathBuf>;

impl Output {
    /// The standard output, or this file.
    pub(crate) fn open(path: Option<&Path>) -> anyhow::Result<Output> {
        let (name, to) = match path.filter(|path| !is_stdout(path)) {
            None => ("the standard output".to_owned(), To::stdout()),
            Some(path) => (path.display().to_string(), To::file(path)),
        };
        let to = to.with_context(|| format!("cannot write to {name}"))?;
        Ok(Output::new(name, to))
    }

    /// A file of this name that is added to where it stands, a piece at a time.
    pub(crate) fn append(path: &Path, file: Trailed) -> Output {
        Output::new(path.display().to_string(), To::InPlace(file))
    }

    fn new(name: String, to: To) -> Output {
        let tamed = to.is_terminal().then(Tamed::default);
        let to = BufWriter::with_capacity(64 << 10, to);
        Output { name, to, tamed, has_answers: false, sum: None }
    }

    /// From now on lines are counted.
    pub(crate) fn sum_up(&mut self) {
        self.sum = Some((0, Checksum::default()));
    }

    /// How many lines were written, and their checksum; nothing if nobody wanted to know.
    pub(crate) fn sum(&self) -> (u64, Checksum) {
        self.sum.unwrap_or_default()
    }

    /// Adds text.
    pub(crate) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.has_answers |= !text.is_empty();
        self.write_heading(text)
    }

    /// Adds text that is no answer: a file with nothing else is an empty one.
    pub(crate) fn write_heading(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.put(text, true).with_context(|| self.trouble())
    }

    /// Adds text, in which inks may be ours.
    fn put(&mut self, text: &[u8], inks: bool) -> io::Result<()> {
        if let Some((lines, checksum)) = &mut self.sum {
            *lines += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
            checksum.add(text);
        }
        match &mut self.tamed {
            None => self.to.write_all(text),
            Some(tamed) => self.to.write_all(&tamed.piece(text, inks)),
        }
    }

    /// Sends off what has been held back.
    fn flush(&mut self) -> anyhow::Result<()> {
        self.to.flush().with_context(|| self.trouble())
    }

    /// Nothing more comes for the moment: somebody may be waiting for what was held back.
    /// Nobody reads a file that has no name yet.
    pub(crate) fn pause(&mut self) -> anyhow::Result<()> {
        match self.to.get_ref() {
            To::AsItIs(_) | To::InPlace(_) => self.flush(),
            To::Beside { .. } => Ok(()),
        }
    }

    /// The end of the run: the file takes its name, or, if the run was cut short, does
    /// not. Says where the text of an interrupted run was kept.
    pub(crate) fn close(mut self, cut_short: Option<CutShort>) -> anyhow::Result<KeptIn> {
        if let Some(tamed) = &mut self.tamed {
            let rest = tamed.rest();
            self.to.write_all(&rest).with_context(|| self.trouble())?;
        }
        self.flush()?;
        let trouble = self.trouble();
        let (to, _) = self.to.into_parts();
        let (file, temporary, target) = match to {
            To::Beside { file, temporary, target } => (file, temporary, target),
            To::InPlace(file) if cut_short.is_none() => {
                file.finish().context(trouble)?;
                return Ok(None);
            }
            To::InPlace(_) | To::AsItIs(_) => return Ok(None),
        };
        let (name, kept_in) = match cut_short {
            None => (target, None),
            Some(CutShort::Cancelled) => {
                let mut partial = target.into_os_string();
                partial.push(".partial");
                (PathBuf::from(&partial), Some(PathBuf::from(partial)))
            }
            Some(CutShort::ClosedPipe | CutShort::Strict) => return Ok(None),
        };
        file.finish().and_then(|()| Ok(temporary.persist(name)?)).context(trouble)?;
        Ok(kept_in)
    }

    /// The end of a run of which something has failed: as [`Output::close`], but a file stays as it
    /// was if there is not one answer to put into it.
    pub(crate) fn close_wanting(mut self) -> anyhow::Result<()> {
        match self.to.get_ref() {
            To::Beside { .. } if !self.has_answers => Ok(()),
            To::AsItIs(_) => self.flush(),
            To::InPlace(_) | To::Beside { .. } => self.close(None).map(drop),
        }
    }

    /// What the output is called in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The output as others write to it, without a word about which one it is: files of puzzles, in which there
    /// is no ink of ours.
    pub(crate) fn raw(&mut self) -> impl Write + '_ {
        self.has_answers = true;
        Raw(self)
    }

    fn trouble(&self) -> String {
        format!("cannot write to {}", self.name)
    }
}

/// Whether this is no file but the usual sign for the standard output; a file of this name is `./-`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// See [`Output::raw`].
struct Raw<'a>(&'a mut Output);

impl Write for Raw<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.put(text, false).map(|()| text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.to.flush()
    }
}

impl To {
    /// Whether a person sees what is written.
    fn is_terminal(&self) -> bool {
        matches!(self, To::AsItIs(file) if file.is_terminal())
    }

    /// The standard output as a plain file: our own buffer is in front of it, and the one
    /// behind [`io::stdout`], which is emptied at every line end, is not.
    #[cfg(unix)]
    fn stdout() -> io::Result<To> {
        use std::os::fd::AsFd;
        Ok(To::AsItIs(File::from(io::stdout().as_fd().try_clone_to_owned()?)))
    }

    /// The standard output as a plain file.
    #[cfg(windows)]
    fn stdout() -> io::Result<To> {
        use std::os::windows::io::AsHandle;
        Ok(To::AsItIs(File::from(io::stdout().as_handle().try_clone_to_owned()?)))
    }

    /// The standard error as a plain file.
    #[cfg(unix)]
    fn stderr() -> io::Result<To> {
        use std::os::fd::AsFd;
        Ok(To::AsItIs(File::from(io::stderr().as_fd().try_clone_to_owned()?)))
    }

    /// What this path names, if it is not a file's own name but that of something that this
    /// process has open. The standard streams go on where they are; any other is added to at
    /// its end.
    #[cfg(unix)]
    fn open_already(path: &Path) -> Option<io::Result<To>> {
        let number = match path.to_str()? {
            "/dev/stdout" => "1",
            "/dev/stderr" => "2",
            name => ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|at| name.strip_prefix(at))?,
        };
        Some(match number {
            "1" => To::stdout(),
            "2" => To::stderr(),
            _ => File::options().append(true).open(path).map(To::AsItIs),
        })
    }

    /// Only Unix has names for what is open.
    #[cfg(windows)]
    fn open_already(_: &Path) -> Option<io::Result<To>> {
        None
    }

    fn file(path: &Path) -> io::Result<To> {
        if let Some(open) = To::open_already(path) {
            return open;
        }
        let target = match fs::canonicalize(path) {
            Ok(existing) => existing,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(To::AsItIs(File::options().write(true).open(&target)?));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // The ending decides whether the file is compressed.
        let ending = target
            .extension()
            .map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".piste-").suffix(&ending);
        // A temporary file is private by nature; this one is to be an ordinary file.
        #[cfg(unix)]
        let ordinary = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        #[cfg(unix)]
        builder.permissions(ordinary);
        // Asked by its own name, the folder is what the message is about.
        fs::metadata(folder)?;
        // The reason itself, without the name of a temporary file that nobody knows.
        let bare = |error: io::Error| io::Error::from(error.kind());
        let temporary = builder.tempfile_in(folder).map_err(bare)?.into_temp_path();
        if let Some(old) = old {
            fs::set_permissions(&temporary, old.permissions())?;
        }
        let file = format::Output::create(&temporary)?;
        Ok(To::Beside { file, temporary, target })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            To::AsItIs(file) => file,
            To::InPlace(file) => file,
            To::Beside { file, .. } => file,
        }
    }
}

impl Write for To {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.writer().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
