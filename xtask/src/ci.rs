//! Everything CI runs, in the order of what fails fastest, with a closing count.
//!
//! One list for both people and machines: `.ci/run` calls this and nothing else. A step that
//! fails does not stop the others, so one run shows all there is to mend. The last line
//! of the output is the sum over all tests, `N passed, M failed`, alone on its line; a step
//! that is not a test makes the exit code non-zero and is named just above.

mod dist;
mod python;

use crate::docs;
use crate::engine;
use crate::readme;
use crate::site;
use crate::tidy;
use crate::tree::Tree;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// Builds the program as the tests have it, which after the tests is no work at all. Built alone
/// it would share few packages with them, as each would have fewer features.
const BUILT: [&str; 4] = ["test", "--workspace", "--all-features", "--no-run"];

/// Puts together what would be published, each crate with all that it needs. What is in the archives
/// is what the tests have built, so it is not built again; and nothing is fetched for it.
const PACKAGED: [&str; 9] = [
    "package",
    "--workspace",
    "--exclude",
    "xtask",
    "--exclude",
    "bench",
    "--no-verify",
    "--allow-dirty",
    "--offline",
];

/// Debian's C library for 64-bit ARM, with what programs begin with; the library alone comes with others.
const LIBC_ARM: &str = "libc6-dev-arm64-cross";

const FUZZ_SECONDS: u32 = 10;

/// What one input may cost, in seconds and MiB, and how long it may be, in bytes: together
/// they catch a reader whose time or memory grows faster than its input.
const FUZZ_TIMEOUT: u32 = 5;
const FUZZ_MEMORY: u32 = 512;
const FUZZ_LENGTH: u32 = 8192;

/// Where the tests of the page look for a browser; the same list is in `e2e/support`.
const CHROMIUMS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// The programs that read PDF for the tests of books, each with its package.
const PDF_READERS: [(&str, &str); 3] =
    [("pdftotext", "poppler-utils"), ("pdftoppm", "poppler-utils"), ("qpdf", "qpdf")];

/// Tests that passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    passed: u64,
    failed: u64,
}

/// Whose summary to look for in what a command says. A test may well print the summary of
/// another run, so only the one that is expected counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runner {
    /// The command runs no tests.
    None,
    Cargo,
    Nextest,
    Node,
    Pytest,
}

/// What has been run so far.
struct Run<'a> {
    root: &'a Path,
    count: Count,
    failures: Vec<String>,
    /// How well the engine for the web is built.
    care: engine::Care,
    /// The npm package, once it is made; nothing inside where it cannot be.
    packed: Option<Option<PathBuf>>,
}

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let mut run = Run::new(root);
    run.step("fmt", |run| run.cargo(&["fmt", "--all", "--", "--check"]));
    run.step("clippy", |run| {
        let all = ["clippy", "--workspace", "--all-targets", "--all-features"];
        run.cargo(&[&all[..], &["--", "-D", "warnings"]].concat())
    });
    run.step("tests", |run| {
        run.readers_of_pdf()?;
        run.tests()
    });
    run.step("tidy", |run| {
        let report = tidy::check(&Tree::read(run.root)?);
        report.lines.iter().for_each(|line| println!("{line}"));
        if report.broken == 0 { Ok(()) } else { Err(format!("{} broken", report.broken)) }
    });
    run.step("manual", |run| docs::run(run.root, docs::Mode::Check));
    run.step("rustdoc", |run| {
        let mut command = cargo(run.root, &["doc", "--workspace", "--no-deps"]);
        run.watch(command.env("RUSTDOCFLAGS", "-D warnings"), Runner::None)
    });
    run.step("readme", |run| {
        run.cargo(&BUILT)?;
        readme::run(run.root, readme::Mode::Check)
    });
    run.step("package", |run| run.cargo(&PACKAGED));
    // As `cargo xtask engine --quick`. Both builds, small and in two parts, and the folder for static hosts are left to
    // `cargo xtask long`: a build that is as small as it gets takes several times as long.
    run.care = engine::Care::Quick;
    run.step("engine in C", |run| engine::try_c(run.root));
    run.step("engine for the web", Run::npm);
    run.step("python", Run::wheel_tested);
    run.step("instructions", Run::instructions);
    run.step("sanitizer", Run::sanitizer);
    run.step("browser", Run::browser);
    run.step("attack", |run| crate::attack(run.root, &[]));
    run.close()
}

/// The tests of the page alone.
pub(crate) fn browser(root: &Path) -> Result<(), String> {
    let mut run = Run::new(root);
    run.step("browser", Run::browser);
    run.close()
}

/// The Python package alone; quickly as CI tries it, or with its sources and types.
pub(crate) fn python(root: &Path, is_quick: bool) -> Result<(), String> {
    let mut run = Run::new(root);
    run.step("python", if is_quick { Run::wheel_tested } else { Run::python });
    run.close()
}

/// The engine for other programs alone: in C, in Node and in a browser.
pub(crate) fn engine(root: &Path, care: engine::Care) -> Result<(), String> {
    let mut run = Run { care, ..Run::new(root) };
    run.step("engine in C", |run| engine::try_c(run.root));
    run.step("engine for the web", Run::npm);
    run.close()
}

/// The folder for static hosts alone: made, and played in a browser by the tests of the page.
pub(crate) fn site(root: &Path, care: engine::Care) -> Result<(), String> {
    let mut run = Run { care, ..Run::new(root) };
    run.step("site", Run::site);
    run.close()
}

/// Archives for people without a compiler.
pub(crate) fn dist(root: &Path) -> Result<(), String> {
    Run::new(root).dist()
}

/// The Python package on clusters of two workers.
pub(crate) fn clusters(root: &Path) -> Result<(), String> {
    let mut run = Run::new(root);
    run.clusters()
}

/// The engines under the address sanitizer alone.
pub(crate) fn sanitizer(root: &Path) -> Result<(), String> {
    let mut run = Run::new(root);
    run.step("sanitizer", Run::sanitizer);
    run.close()
}

/// The engines on 64-bit ARM alone.
pub(crate) fn arm(root: &Path) -> Result<(), String> {
    let mut run = Run::new(root);
    run.step("arm", Run::arm);
    run.close()
}

/// The fuzz targets, each for so many seconds, or for a few. Not a step of CI: instrumented, everything is built once
/// more. There the tests keep the same promises, on seeds that are spoilt in fixed ways.
pub(crate) fn fuzz(root: &Path, seconds: Option<u32>) -> Result<(), String> {
    let mut run = Run::new(root);
    run.fuzz(seconds.unwrap_or(FUZZ_SECONDS))
}

/// Builds the program, as the tests have it, and says where it is; unless `PISTE_BIN` names one that is there.
pub(crate) fn built(root: &Path) -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("PISTE_BIN") {
        return Ok(PathBuf::from(named));
    }
    let mut run = Run::new(root);
    run.cargo(&BUILT)?;
    let here = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    Ok(here.with_file_name(format!("piste{}", std::env::consts::EXE_SUFFIX)))
}

/// Sees to it that a tool is there, of the system's package of this name where it is not.
pub(crate) fn tool(root: &Path, program: &str, package: &str) -> Result<(), String> {
    Run::new(root).tool(program, package)
}

impl<'a> Run<'a> {
    fn new(root: &'a Path) -> Run<'a> {
        let (count, care) = (Count::default(), engine::Care::Small);
        Run { root, count, failures: Vec::new(), care, packed: None }
    }

    /// The npm package, made once.
    fn packed(&mut self) -> Result<Option<PathBuf>, String> {
        if self.packed.is_none() {
            self.packed = Some(engine::package(self.root, self.care)?);
        }
        Ok(self.packed.clone().flatten())
    }

    fn step(&mut self, name: &str, body: impl FnOnce(&mut Self) -> Result<(), String>) {
        println!("\n== {name}");
        let start = Instant::now();
        let outcome = body(self);
        let seconds = start.elapsed().as_secs();
        match outcome {
            Ok(()) => println!("== {name}: ok, {seconds} s"),
            Err(why) => {
                println!("== {name}: FAILED, {why}, {seconds} s");
                self.failures.push(format!("{name}: {why}"));
            }
        }
    }

    fn cargo(&mut self, args: &[&str]) -> Result<(), String> {
        self.watch(&mut cargo(self.root, args), Runner::None)
    }

    /// Unit and integration tests, each in a process of its own where nextest is
    /// installed; then the examples in the documentation, which nextest cannot run.
    fn tests(&mut self) -> Result<(), String> {
        let before = self.count;
        let root = self.root;
        let mut with = |args: &[&str], runner| self.watch(&mut cargo(root, args), runner);
        let outcome = if has(root, &["nextest", "--version"]) {
            let whole = ["nextest", "run", "--workspace", "--all-features", "--no-fail-fast"];
            let examples = ["test", "--workspace", "--all-features", "--doc", "--no-fail-fast"];
            with(&whole, Runner::Nextest).and(with(&examples, Runner::Cargo))
        } else {
            with(&["test", "--workspace", "--all-features", "--no-fail-fast"], Runner::Cargo)
        };
        outcome?;
        // A run that counted nothing proved nothing.
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// The page of `piste serve`, played in a real browser. What it looked like is kept in
    /// `target/screenshots`.
    fn browser(&mut self) -> Result<(), String> {
        let before = self.count;
        let program = built(self.root)?;
        self.chromium()?;
        let folder = self.root.join("e2e");
        let mut install = Command::new("npm");
        install.current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]);
        self.watch(&mut install, Runner::None)?;
        let mut tests = Command::new("npm");
        tests.current_dir(&folder).args(["test"]).env("PISTE_BIN", program);
        self.watch(&mut tests, Runner::Node)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// The same page as a folder without a server, played by the same tests and by a few of its own.
    fn site(&mut self) -> Result<(), String> {
        if self.packed()?.is_none() {
            return Ok(());
        }
        let program = built(self.root)?;
        let site = site::assemble(self.root, &program)?;
        let before = self.count;
        self.chromium()?;
        let folder = self.root.join("e2e");
        let mut install = Command::new("npm");
        install.current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]);
        self.watch(&mut install, Runner::None)?;
        let mut tests = Command::new("npm");
        tests
            .current_dir(&folder)
            .args(["run", "site"])
            .env("PISTE_SITE", site)
            .env("PISTE_BIN", program);
        self.watch(&mut tests, Runner::Node)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// Sees to it that there is a Chromium: one that is there, or the system's package.
    fn chromium(&mut self) -> Result<(), String> {
        let is_named = std::env::var_os("PISTE_CHROMIUM").is_some();
        if is_named || CHROMIUMS.iter().any(|program| Path::new(program).exists()) {
            return Ok(());
        }
        let advice = "install the package chromium, or name one in PISTE_CHROMIUM";
        self.install("chromium").map_err(|why| format!("there is no Chromium ({why}): {advice}"))
    }

    /// Sees to it that the programs are there with which the tests of books look at PDF; without them those
    /// tests say SKIPPED, so here it is a failure.
    fn readers_of_pdf(&mut self) -> Result<(), String> {
        for (program, package) in PDF_READERS {
            let found = Command::new(program).arg("--version").output();
            if found.is_err() {
                self.install(package).map_err(|why| format!("there is no {program}: {why}"))?;
            }
        }
        Ok(())
    }

    /// Installs a package of the system, where we may.
    fn install(&mut self, package: &str) -> Result<(), String> {
        let user = Command::new("id").arg("-u").output();
        let is_root = user.is_ok_and(|user| user.stdout.trim_ascii() == b"0");
        if !is_root || !Path::new("/usr/bin/apt-get").exists() {
            return Err(format!("{package} is not installed, and we may not"));
        }
        for args in [&["update"][..], &["install", "-y", "--no-install-recommends", package]] {
            let mut command = Command::new("apt-get");
            self.watch(command.args(args).env("DEBIAN_FRONTEND", "noninteractive"), Runner::None)?;
        }
        Ok(())
    }

    /// The npm package, packed and installed as others would: in Node, where it must give the server's bytes,
    /// and in a browser.
    fn npm(&mut self) -> Result<(), String> {
        let Some(packed) = self.packed()? else { return Ok(()) };
        let before = self.count;
        let program = built(self.root)?;
        self.chromium()?;
        let folder = self.root.join("e2e");
        let builds = self.care.names();
        let npm = |args: &[&str]| {
            let mut command = Command::new("npm");
            command.current_dir(&folder).args(args).env("PISTE_BIN", &program);
            command.env("PISTE_BUILDS", &builds);
            command
        };
        self.watch(&mut npm(&["ci", "--no-audit", "--no-fund"]), Runner::None)?;
        let mut install = npm(&["install", "--no-save", "--no-audit", "--no-fund"]);
        self.watch(install.arg(&packed), Runner::None)?;
        self.watch(&mut npm(&["run", "engine"]), Runner::Node)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// The instruction counts of the core paths against their record.
    fn instructions(&mut self) -> Result<(), String> {
        if Command::new("valgrind").arg("--version").output().is_err()
            && let Err(why) = self.install("valgrind")
        {
            println!("SKIPPED: no instructions were counted, {why}");
            return Ok(());
        }
        self.cargo(&["run", "--release", "--package", "bench", "--", "instructions"])
    }

    /// The tests of the engines once more, under the compiler's address sanitizer: the lanes are
    /// the one place with unsafe code but for the border to C, which a program in C tries under it. The sanitizer is a switch that compilers of the stable
    /// channel have too, but take only with `RUSTC_BOOTSTRAP`. The target is named so that build
    /// scripts and macros go without it; all is built apart, so nothing else is built again.
    fn sanitizer(&mut self) -> Result<(), String> {
        const TARGET: &str = "x86_64-unknown-linux-gnu";
        if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
            println!("SKIPPED: the address sanitizer is for {TARGET}, which this is not");
            return Ok(());
        }
        let before = self.count;
        let mut command = cargo(self.root, &["test", "--package", "piste-core", "--lib"]);
        command.args(["--target", TARGET, "--target-dir"]).arg(self.root.join("target/sanitizer"));
        command.args(["--", "search"]);
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
        self.watch(&mut command, Runner::Cargo)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    /// The tests of the engines once more on 64-bit ARM, played by an emulator: its lanes must give the answers and
    /// the guess counts of all others.
    fn arm(&mut self) -> Result<(), String> {
        const TARGET: &str = "aarch64-unknown-linux-gnu";
        const LINKER: &str = "aarch64-linux-gnu-gcc";
        const EMULATOR: &str = "qemu-aarch64";
        let mut add = Command::new("rustup");
        add.current_dir(self.root).args(["target", "add", TARGET]);
        let mut ready = self.watch(&mut add, Runner::None);
        for (tool, package) in
            [(EMULATOR, "qemu-user"), (LINKER, "gcc-aarch64-linux-gnu"), (LINKER, LIBC_ARM)]
        {
            let is_there = Command::new(tool).arg("--version").output().is_ok();
            let is_there = is_there
                && (package != LIBC_ARM
                    || Path::new("/usr/aarch64-linux-gnu/lib/Scrt1.o").exists());
            if ready.is_ok() && !is_there {
                ready = self.install(package);
            }
        }
        if let Err(why) = ready {
            println!("SKIPPED: the lanes of 64-bit ARM were not tried, {why}");
            return Ok(());
        }
        let before = self.count;
        let mut command = cargo(self.root, &["test", "--package", "piste-core", "--lib"]);
        command.args(["--target", TARGET, "--", "search"]);
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER);
        let runner = format!("{EMULATOR} -L /usr/aarch64-linux-gnu");
        command.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner);
        self.watch(&mut command, Runner::Cargo)?;
        if self.count == before { Err("no test was run".to_owned()) } else { Ok(()) }
    }

    fn fuzz(&mut self, seconds: u32) -> Result<(), String> {
        let targets = fuzz_targets(self.root)?;
        if targets.is_empty() {
            println!("there are no fuzz targets");
            return Ok(());
        }
        let tool = self.fuzz_tool()?;
        let mut failed = Vec::new();
        for target in &targets {
            println!("-- {target}, {seconds} s");
            let mut command = Command::new(&tool);
            command.current_dir(self.root).args(["fuzz", "run", "--sanitizer", "none", target]);
            // New finds go to a folder that is not kept; the seeds are only read.
            let finds = format!("fuzz/target/finds/{target}");
            fs::create_dir_all(self.root.join(&finds)).map_err(|e| format!("{finds}: {e}"))?;
            command.arg(&finds);
            let seeds = format!("fuzz/seeds/{target}");
            if self.root.join(&seeds).is_dir() {
                command.arg(&seeds);
            }
            command.arg("--").args([
                format!("-max_total_time={seconds}"),
                format!("-timeout={FUZZ_TIMEOUT}"),
                format!("-rss_limit_mb={FUZZ_MEMORY}"),
                format!("-max_len={FUZZ_LENGTH}"),
                "-verbosity=0".to_owned(),
                "-print_final_stats=1".to_owned(),
            ]);
            if self.watch(&mut command, Runner::None).is_err() {
                failed.push(target.clone());
            }
        }
        if failed.is_empty() { Ok(()) } else { Err(failed.join(", ")) }
    }

    /// What runs `fuzz` as its first argument: cargo, if it knows how, else the tool
    /// itself, installed for this workspace alone.
    fn fuzz_tool(&mut self) -> Result<PathBuf, String> {
        if has(self.root, &["fuzz", "--version"]) {
            return Ok(cargo_path());
        }
        let home = self.root.join("target/tools");
        let tool = home.join("bin").join(format!("cargo-fuzz{}", std::env::consts::EXE_SUFFIX));
        if !tool.exists() {
            println!("installing cargo-fuzz into target/tools");
            let mut command = cargo(self.root, &["install", "cargo-fuzz", "--locked", "--root"]);
            self.watch(command.arg(&home), Runner::None)?;
        }
        Ok(tool)
    }

    /// Runs the command, shows all it says, and counts the test results among it.
    fn watch(&mut self, command: &mut Command, runner: Runner) -> Result<(), String> {
        let program = Path::new(command.get_program());
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{name} cannot be started: {e}"))?;
        let count = Mutex::new(Count::default());
        let (out, err) = (child.stdout.take(), child.stderr.take());
        std::thread::scope(|scope| {
            scope.spawn(|| echo(out, &mut std::io::stdout(), runner, &count));
            scope.spawn(|| echo(err, &mut std::io::stderr(), runner, &count));
        });
        let status = child.wait().map_err(|e| format!("{name}: {e}"))?;
        let count = count.into_inner().expect("no thread panicked while counting");
        self.count.passed += count.passed;
        self.count.failed += count.failed;
        if status.success() { Ok(()) } else { Err(format!("{name} ended with {status}")) }
    }

    fn close(self) -> Result<(), String> {
        println!();
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
        println!("{} passed, {} failed", self.count.passed, self.count.failed);
        // The closing count stays the last line: the exit code says the rest.
        if self.failures.is_empty() && self.count.failed == 0 { Ok(()) } else { Err(String::new()) }
    }
}

/// The cargo that runs us.
fn cargo_path() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

/// That cargo, at the root of the workspace.
pub(crate) fn cargo(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(root).args(args);
    command
}

fn has(root: &Path, args: &[&str]) -> bool {
    cargo(root, args).stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

fn echo(from: Option<impl Read>, to: &mut impl Write, runner: Runner, count: &Mutex<Count>) {
    let Some(from) = from else { return };
    for line in BufReader::new(from).split(b'\n') {
        let Ok(line) = line else { return };
        let text = String::from_utf8_lossy(&line);
        if let Some(found) = result_line(&text, runner) {
            let mut count = count.lock().expect("no thread panicked while counting");
            count.passed += found.passed;
            count.failed += found.failed;
        }
        // A closed pipe on our side must not stop the child half way.
        let _ = writeln!(to, "{text}");
    }
}

/// The counts in a line, if it is the runner's summary. What a failed test said is repeated
/// with an indent, so the place on the line matters.
fn result_line(line: &str, runner: Runner) -> Option<Count> {
    let line = without_colour(line);
    let is_summary = match runner {
        Runner::None => false,
        Runner::Node => return node_line(&line),
        Runner::Pytest => return python::summary(&line),
        Runner::Cargo => line.starts_with("test result: "),
        Runner::Nextest => {
            line.trim_start().starts_with("Summary [")
                && (line.contains(" tests run: ") || line.contains(" test run: "))
        }
    };
    is_summary.then(|| Count {
        passed: number_before(&line, " passed"),
        failed: number_before(&line, " failed"),
    })
}

/// The count in one line of node's summary, which has a line for each kind of result.
fn node_line(line: &str) -> Option<Count> {
    let (kind, number) = line.strip_prefix("\u{2139} ")?.split_once(' ')?;
    let number = number.trim().parse().ok()?;
    match kind {
        "pass" => Some(Count { passed: number, failed: 0 }),
        "fail" | "cancelled" => Some(Count { passed: 0, failed: number }),
        _ => None,
    }
}

fn number_before(line: &str, word: &str) -> u64 {
    let Some((head, _)) = line.split_once(word) else { return 0 };
    let digits = head.len() - head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    head[head.len() - digits..].parse().unwrap_or(0)
}

/// The line without terminal colours.
fn without_colour(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain += before;
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

/// The names of the fuzz targets, in order: one source file each.
fn fuzz_targets(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("fuzz/fuzz_targets");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&folder).map_err(|e| format!("fuzz/fuzz_targets: {e}"))?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| format!("fuzz/fuzz_targets: {e}"))?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            targets.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    targets.sort();
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(line: &str, runner: Runner) -> Option<(u64, u64)> {
        result_line(line, runner).map(|count| (count.passed, count.failed))
    }

    const CARGO: &str = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured";
    const NEXTEST: &str =
        "     Summary [   0.012s] 25 tests run: 24 passed (1 slow), 1 failed, 0 skipped";

    #[test]
    fn the_summaries_of_both_runners_are_read() {
        assert_eq!(counted(CARGO, Runner::Cargo), Some((12, 3)));
        assert_eq!(counted(NEXTEST, Runner::Nextest), Some((24, 1)));
        let one = "     Summary [   0.012s] 1 test run: 1 passed, 0 skipped";
        assert_eq!(counted(one, Runner::Nextest), Some((1, 0)));
        let coloured =
            "\u{1b}[32m     Summary\u{1b}[0m [ 1s] \u{1b}[1m7\u{1b}[0m tests run: 7 passed";
        assert_eq!(counted(coloured, Runner::Nextest), Some((7, 0)));
    }

    #[test]
    fn a_summary_that_a_test_printed_is_not_counted() {
        assert_eq!(counted(CARGO, Runner::Nextest), None);
        assert_eq!(counted(NEXTEST, Runner::Cargo), None);
        assert_eq!(counted(&format!("    {CARGO}"), Runner::Cargo), None);
        assert_eq!(counted(CARGO, Runner::None), None);
        for line in ["test a ... ok", "running 3 tests", "3 passed, 0 failed", ""] {
            assert_eq!(counted(line, Runner::Cargo), None, "{line}");
        }
    }

    #[test]
    fn the_lines_of_nodes_summary_are_added_up() {
        assert_eq!(counted("\u{2139} pass 12", Runner::Node), Some((12, 0)));
        assert_eq!(counted("\u{1b}[34m\u{2139} fail 3\u{1b}[39m", Runner::Node), Some((0, 3)));
        assert_eq!(counted("\u{2139} cancelled 1", Runner::Node), Some((0, 1)));
        for line in
            ["\u{2139} tests 16", "\u{2139} duration_ms 12.5", "  \u{2139} pass 1", "pass 1"]
        {
            assert_eq!(counted(line, Runner::Node), None, "{line}");
        }
    }

    #[test]
    fn results_are_counted_while_the_output_is_passed_on() {
        let said = "running 2 tests\ntest result: FAILED. 1 passed; 1 failed;\n\u{fffd}\n";
        let count = Mutex::new(Count::default());
        let mut passed_on = Vec::new();
        echo(Some(said.as_bytes()), &mut passed_on, Runner::Cargo, &count);
        assert_eq!(passed_on, said.as_bytes());
        assert_eq!(count.into_inner().unwrap(), Count { passed: 1, failed: 1 });
    }

    #[test]
    fn one_failing_step_fails_the_run_but_not_the_other_steps() {
        let mut run = Run::new(Path::new("."));
        run.step("x", |run| run.cargo(&["no-such-subcommand"]));
        run.step("y", |run| run.cargo(&["--version"]));
        assert_eq!(run.failures.len(), 1);
        assert!(run.failures[0].starts_with("x: cargo ended with"), "{:?}", run.failures);
        assert!(run.close().is_err());
    }
}
