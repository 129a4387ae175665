//! Where the attacks take place: a folder, the program, and runs of it that are watched.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A proper puzzle.
pub(super) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The folder and the program.
pub(super) struct Arena {
    program: PathBuf,
    folder: PathBuf,
}

/// A run of the program that is over.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) code: Option<i32>,
    signal: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
    pub(super) took: Duration,
    /// The most memory it had, in MiB.
    pub(super) memory: u64,
    /// It had to be ended.
    pub(super) hung: bool,
}

/// How often a run is looked at.
const BLINK: Duration = Duration::from_millis(4);

impl Arena {
    /// An empty folder in the target directory, which is removed in the end.
    pub(super) fn new(root: &Path, program: &Path) -> Result<Arena, String> {
        let program = fs::canonicalize(program)
            .map_err(|why| format!("{}: {why}; build it first", program.display()))?;
        let folder = root.join(format!("target/attack-{}", std::process::id()));
        let arena = Arena { program, folder };
        arena.clear()?;
        Ok(arena)
    }

    /// Empties the folder.
    pub(super) fn clear(&self) -> Result<(), String> {
        let cleared = if self.folder.exists() { fs::remove_dir_all(&self.folder) } else { Ok(()) };
        cleared
            .and_then(|()| fs::create_dir_all(self.folder.join("data")))
            .map_err(|why| format!("{}: {why}", self.folder.display()))
    }

    /// A file in the folder.
    pub(super) fn file(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    /// Writes a file into the folder, and gives its path.
    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<String, String> {
        let path = self.file(name);
        fs::write(&path, bytes).map_err(|why| format!("{path}: {why}"))?;
        Ok(path)
    }

    /// Reads a file of the folder.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.file(name)).map_err(|why| format!("{name}: {why}"))
    }

    /// The names in a folder of the folder.
    pub(super) fn names(&self, folder: &str) -> Result<Vec<String>, String> {
        let wrong = |why| format!("{folder}: {why}");
        let mut names = Vec::new();
        for entry in fs::read_dir(self.file(folder)).map_err(wrong)? {
            names.push(entry.map_err(wrong)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// The program with these arguments, with a library and a home in the folder.
    pub(super) fn piste(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).current_dir(&self.folder);
        command.env("PISTE_LIBRARY", self.file("library.sqlite"));
        command.env("XDG_DATA_HOME", self.file("data")).env("HOME", self.file("data"));
        command.env("NO_COLOR", "1").env_remove("PISTE_TOKEN").stdin(Stdio::null());
        command
    }

    /// The program with the user's own library, which is in `data/piste` here.
    pub(super) fn at_home(&self, args: &[&str]) -> Command {
        let mut command = self.piste(args);
        command.env_remove("PISTE_LIBRARY");
        command
    }

    /// Runs to the end, but no longer than so many seconds.
    pub(super) fn run(&self, args: &[&str], seconds: u64) -> Result<Ran, String> {
        self.watch(self.piste(args), Duration::from_secs(seconds), None)
    }

    /// Runs what must succeed for the attack to begin.
    pub(super) fn prepare(&self, args: &[&str]) -> Result<String, String> {
        let ran = self.run(args, 120)?;
        match ran.code {
            Some(0) => Ok(ran.out),
            _ => Err(format!("piste {}: {:?}: {}", args.join(" "), ran.code, ran.err)),
        }
    }

    /// So many puzzles, one a line.
    pub(super) fn puzzles(&self, count: usize, seed: u64) -> Result<String, String> {
        let (count, seed) = (count.to_string(), seed.to_string());
        self.prepare(&["make", "-q", "-n", &count, "--seed", &seed])
    }

    /// Starts a command whose words go to files of this name.
    pub(super) fn start(&self, mut command: Command, name: &str) -> Result<Child, String> {
        let to = |end: &str| File::create(self.file(&format!("{name}.{end}")));
        let started = to("out")
            .and_then(|out| Ok((out, to("err")?)))
            .and_then(|(out, err)| command.stdout(out).stderr(err).spawn());
        started.map_err(|why| format!("cannot start piste: {why}"))
    }

    /// Runs a command; ends it by this signal (`-KILL`) after so long, if one is given.
    pub(super) fn watch(
        &self,
        command: Command,
        limit: Duration,
        signal: Option<(&str, Duration)>,
    ) -> Result<Ran, String> {
        let child = self.start(command, "run")?;
        self.follow(child, "run", limit, signal)
    }

    /// Follows a process to its end.
    pub(super) fn follow(
        &self,
        mut child: Child,
        name: &str,
        limit: Duration,
        mut signal: Option<(&str, Duration)>,
    ) -> Result<Ran, String> {
        let mut began = Instant::now();
        let (mut memory, mut hung) = (0, false);
        let status: ExitStatus = loop {
            memory = memory.max(peak(child.id()).unwrap_or(0));
            if let Some(status) = child.try_wait().map_err(|why| why.to_string())? {
                break status;
            }
            match signal {
                Some((name, after)) if began.elapsed() >= after && listens(child.id(), name) => {
                    send(name, child.id());
                    // From here on it is the answer to the signal that is timed.
                    (began, signal) = (Instant::now(), None);
                }
                _ if began.elapsed() > limit => {
                    hung = true;
                    // It may have ended just now.
                    drop(child.kill());
                }
                _ => std::thread::sleep(BLINK),
            }
        };
        let took = began.elapsed();
        let text = |end: &str| {
            let bytes = self.read(&format!("{name}.{end}"))?;
            Ok::<String, String>(String::from_utf8_lossy(&bytes).into_owned())
        };
        let (out, err) = (text("out")?, text("err")?);
        Ok(Ran { code: status.code(), signal: status.signal(), out, err, took, memory, hung })
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // It is in the target directory: whoever cannot remove it now can later.
        drop(fs::remove_dir_all(&self.folder));
    }
}

impl Ran {
    /// What is wrong with a run whatever it was about: it hung, panicked, was ended by the
    /// system, took too much memory, or said nothing about why it failed.
    pub(super) fn faults(&self, what: &str, memory: u64) -> Vec<String> {
        let mut faults = Vec::new();
        if self.hung {
            faults.push(format!("{what}: did not end in {:.0} s", self.took.as_secs_f64()));
        } else if let Some(signal) = self.signal {
            faults.push(format!("{what}: ended by signal {signal}: {}", last(&self.err)));
        }
        if self.code == Some(101) || self.err.contains("panicked at") {
            faults.push(format!("{what}: panicked: {}", last(&self.err)));
        }
        if self.memory > memory {
            faults.push(format!("{what}: took {} MiB of memory, not {memory}", self.memory));
        }
        let is_known = matches!(self.code, None | Some(0..=3 | 101 | 129 | 130 | 143));
        if !is_known {
            faults.push(format!("{what}: ended with the code {:?}", self.code));
        }
        if self.code == Some(2) && self.err.trim().is_empty() {
            faults.push(format!("{what}: failed without a word"));
        }
        if self.err.contains("SELECT ") || self.err.contains("datatype mismatch") {
            faults.push(format!("{what}: told in SQL: {}", last(&self.err)));
        }
        faults
    }

    /// What it said last.
    pub(super) fn last_words(&self) -> &str {
        last(&self.err)
    }
}

fn last(text: &str) -> &str {
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default()
}

/// Sends a signal to a process that we started.
pub(super) fn send(signal: &str, id: u32) {
    // It may have ended already.
    drop(Command::new("kill").args([signal, &id.to_string()]).stderr(Stdio::null()).status());
}

/// Whether a signal would be heard: those that ask are, as soon as the program listens, and
/// the one that kills always.
fn listens(id: u32, signal: &str) -> bool {
    signal == "-KILL"
        || status_line(id, "SigCgt:")
            .and_then(|caught| u64::from_str_radix(caught.trim(), 16).ok())
            .is_none_or(|caught| caught >> 14 & 1 == 1)
}

/// The most memory that a process has had, in MiB.
fn peak(id: u32) -> Option<u64> {
    let text = status_line(id, "VmHWM:")?;
    Some(text.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

fn status_line(id: u32, name: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned)
}

/// A file that seems to be so long and takes no room: nothing but zeros.
pub(super) fn hollow(path: &str, length: u64) -> Result<(), String> {
    let made = File::create(path).and_then(|mut file| {
        file.write_all(b"x")?;
        file.set_len(length)
    });
    made.map_err(|why| format!("{path}: {why}"))
}
