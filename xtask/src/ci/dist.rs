//! `cargo xtask dist`: archives for people who have no compiler, one for each kind of machine, and their checksums.
//!
//! ```text
//!   piste-0.1.0-x86_64-unknown-linux-musl.tar.gz      target/dist
//!   └── piste-0.1.0-x86_64-unknown-linux-musl
//!       ├── piste             the program: one file that needs nothing beside it
//!       ├── man/              a page for every verb
//!       ├── completions/      for five shells
//!       ├── licences/         of all that is in the program
//!       └── README.md …
//! ```
//!
//! On Linux there are two: Linux without any library, and Windows, cross-built by mingw. Elsewhere there is the one
//! of the machine at hand. A target that cannot be added, or whose compiler is not there and may not be installed, is
//! SKIPPED; without the first one Linux gets an archive that needs the system's C library. What was built is tried before
//! it is packed, under wine if it is for Windows.

use super::{Run, Runner, cargo};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A kind of machine: how the program is built for it, packed and tried.
#[derive(Clone, Copy, Debug)]
struct Kind {
    target: &'static str,
    /// The C compiler for what of the program is written in C, and the package it is in.
    compiler: Option<(&'static str, &'static str)>,
    /// Whether that compiler puts the program together, too.
    links: bool,
    /// What runs its programs here, and the package it is in.
    player: Option<(&'static str, &'static str)>,
    /// How people there unpack an archive.
    packing: Packing,
    /// Whether the program may need nothing of the system.
    is_static: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    TarGz,
    Zip,
}

const LINUX: Kind = Kind {
    target: "x86_64-unknown-linux-musl",
    compiler: Some(("musl-gcc", "musl-tools")),
    links: false,
    player: None,
    packing: Packing::TarGz,
    is_static: true,
};

const WINDOWS: Kind = Kind {
    target: "x86_64-pc-windows-gnu",
    compiler: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
    links: true,
    player: Some(("wine", "wine64")),
    packing: Packing::Zip,
    is_static: false,
};

/// Shells, and what their files of completions are called.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "piste.bash"),
    ("zsh", "_piste"),
    ("fish", "piste.fish"),
    ("powershell", "_piste.ps1"),
    ("elvish", "piste.elv"),
];

/// What of the checkout goes along, and where to.
const FILES: [(&str, &str); 5] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "licences/piste-LICENSE-MIT"),
    ("LICENSE-APACHE", "licences/piste-LICENSE-APACHE"),
    ("crates/piste-book/font/OFL.txt", "licences/fonts-OFL.txt"),
];

/// A puzzle, and what the program must say of it.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The one function of that library which is used, made of an older one.
const RANDOM_NUMBERS: &str = "#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
";

impl Run<'_> {
    /// All archives that can be made here.
    pub(super) fn dist(&mut self) -> Result<(), String> {
        let home = self.root.join("target/dist");
        let _ = fs::remove_dir_all(&home);
        make(&home)?;
        let here = host(self.root)?;
        let here = Kind {
            target: Box::leak(here.into_boxed_str()),
            compiler: None,
            links: false,
            player: None,
            packing: if cfg!(windows) { Packing::Zip } else { Packing::TarGz },
            is_static: false,
        };
        let mut archives = Vec::new();
        let mut pages = None;
        let kinds: &[Kind] = if cfg!(target_os = "linux") { &[LINUX, WINDOWS] } else { &[here] };
        for &kind in kinds {
            match self.program_for(kind) {
                Ok(program) => archives.push(self.archive(kind, &program, &home, &mut pages)?),
                Err(Reason::Skipped(why)) => {
                    println!("SKIPPED: no archive for {}, {why}", kind.target);
                    if kind.is_static {
                        let program = self.program_for(here).map_err(Reason::words)?;
                        archives.push(self.archive(here, &program, &home, &mut pages)?);
                    }
                }
                Err(Reason::Broken(why)) => return Err(format!("{}: {why}", kind.target)),
            }
        }
        let sums = self.checksums(&home, &archives)?;
        fs::write(home.join("SHA256SUMS"), &sums).map_err(|e| format!("SHA256SUMS: {e}"))?;
        print!("{sums}");
        Ok(())
    }

    /// The program for such a machine, built.
    fn program_for(&mut self, kind: Kind) -> Result<PathBuf, Reason> {
        let mut add = Command::new("rustup");
        add.current_dir(self.root).args(["target", "add", kind.target]);
        self.watch(&mut add, Runner::None)
            .map_err(|why| Reason::Skipped(format!("the target cannot be added: {why}")))?;
        let args = ["build", "--release", "--package", "piste-cli", "--target", kind.target];
        let mut build = cargo(self.root, &args);
        if let Some((compiler, package)) = kind.compiler {
            self.tool(compiler, package).map_err(Reason::Skipped)?;
            let name = kind.target.replace('-', "_");
            build.env(format!("CC_{name}"), compiler);
            if kind.links {
                let linker = format!("CARGO_TARGET_{}_LINKER", name.to_uppercase());
                build.env(linker, compiler);
            }
        }
        self.watch(&mut build, Runner::None).map_err(Reason::Broken)?;
        let end = if kind.target.contains("windows") { ".exe" } else { "" };
        let program = self.root.join(format!("target/{}/release/piste{end}", kind.target));
        if kind.is_static && wants_interpreter(&program).map_err(Reason::Broken)? {
            return Err(Reason::Broken("the program is not static".to_owned()));
        }
        Ok(program)
    }

    /// The archive of a program, tried and packed. Manual pages and completions are the same everywhere: the first
    /// program that runs here writes them.
    fn archive(
        &mut self,
        kind: Kind,
        program: &Path,
        home: &Path,
        pages: &mut Option<PathBuf>,
    ) -> Result<PathBuf, String> {
        self.try_out(kind, program)?;
        let name = format!("piste-{}-{}", env!("CARGO_PKG_VERSION"), kind.target);
        let folder = home.join(&name);
        make(&folder)?;
        copy(program, &folder.join(program.file_name().unwrap_or_default()))?;
        if pages.is_none() {
            if kind.player.is_some() {
                return Err("no program runs here that could write the manual pages".to_owned());
            }
            let written = home.join("pages");
            write_pages(program, &written)?;
            *pages = Some(written);
        }
        copy_all(pages.as_deref().unwrap_or(home), &folder)?;
        make(&folder.join("licences"))?;
        for (from, to) in FILES {
            copy(&self.root.join(from), &folder.join(to))?;
        }
        let notices = notices(self.root, kind.target)?;
        let others = folder.join("licences/others.txt");
        fs::write(&others, notices).map_err(|e| format!("{}: {e}", others.display()))?;
        self.pack(kind, home, &name)
    }

    /// One file of a folder, the same bytes from the same files.
    fn pack(&mut self, kind: Kind, home: &Path, name: &str) -> Result<PathBuf, String> {
        let (end, tool) = match kind.packing {
            Packing::TarGz => ("tar.gz", "tar"),
            Packing::Zip => ("zip", "zip"),
        };
        self.tool(tool, tool)?;
        let archive = home.join(format!("{name}.{end}"));
        let mut pack = Command::new(tool);
        pack.current_dir(home);
        match kind.packing {
            Packing::TarGz => pack.arg("-czf").arg(&archive).arg(name),
            Packing::Zip => pack.args(["-q", "-X", "-r"]).arg(&archive).arg(name),
        };
        self.watch(&mut pack, Runner::None)?;
        Ok(archive)
    }

    /// Whether the program answers as it should.
    fn try_out(&mut self, kind: Kind, program: &Path) -> Result<(), String> {
        let mut command = match kind.player {
            None => Command::new(program),
            Some((player, package)) => {
                if let Err(why) = self.tool(player, package) {
                    println!("SKIPPED: the program for {} was not tried, {why}", kind.target);
                    return Ok(());
                }
                let mut command = Command::new(player);
                // It keeps a whole Windows of its own, which is not for the user's home.
                command.env("WINEPREFIX", self.root.join("target/wine")).env("WINEDEBUG", "-all");
                command.env("WINEPATH", self.stand_in(kind)?).arg(program);
                command
            }
        };
        command.current_dir(self.root.join("target")).args(["solve", "--json", PUZZLE]);
        let told = command.output().map_err(|e| format!("the program cannot be started: {e}"))?;
        let said = String::from_utf8_lossy(&told.stdout).into_owned();
        if !told.status.success() || !said.contains(SOLUTION) {
            let why = String::from_utf8_lossy(&told.stderr).into_owned();
            return Err(format!("the program does not solve a puzzle: {said}{why}"));
        }
        println!("{}: the program runs", kind.target);
        Ok(())
    }

    /// The folder with a stand-in for the library that Rust's programs ask for random numbers on Windows: the wine of Debian 12
    /// has none. Where wine has its own, that one is taken. It goes into no archive.
    fn stand_in(&mut self, kind: Kind) -> Result<PathBuf, String> {
        let folder = self.root.join("target/wine-help");
        make(&folder)?;
        let source = folder.join("prng.c");
        fs::write(&source, RANDOM_NUMBERS).map_err(|e| format!("{}: {e}", source.display()))?;
        let (compiler, _) = kind.compiler.ok_or("nothing compiles for wine")?;
        let mut compile = Command::new(compiler);
        compile.arg("-shared").arg("-o").arg(folder.join("bcryptprimitives.dll"));
        self.watch(compile.arg(&source).arg("-ladvapi32"), Runner::None)?;
        Ok(folder)
    }

    /// Sees to it that a tool is there.
    pub(super) fn tool(&mut self, name: &str, package: &str) -> Result<(), String> {
        if Command::new(name).arg("--version").output().is_ok() {
            return Ok(());
        }
        self.install(package).map_err(|why| format!("there is no {name}: {why}"))
    }

    /// A line for each archive, as `sha256sum --check` reads them.
    fn checksums(&mut self, home: &Path, archives: &[PathBuf]) -> Result<String, String> {
        let mut sums = String::new();
        for archive in archives {
            let name = archive.file_name().unwrap_or_default();
            let told = [("sha256sum", &[][..]), ("shasum", &["-a", "256"])].iter().find_map(
                |(tool, args)| {
                    let mut command = Command::new(tool);
                    command.current_dir(home).args(*args).arg(name).output().ok()
                },
            );
            let told = told.filter(|told| told.status.success());
            let told = told.ok_or("there is neither sha256sum nor shasum")?;
            sums.push_str(&String::from_utf8_lossy(&told.stdout));
        }
        Ok(sums)
    }
}

/// Why there is no program.
enum Reason {
    /// This machine cannot make it.
    Skipped(String),
    /// It could, and something is wrong.
    Broken(String),
}

impl Reason {
    fn words(self) -> String {
        match self {
            Reason::Skipped(why) | Reason::Broken(why) => why,
        }
    }
}

/// The target of this machine.
fn host(root: &Path) -> Result<String, String> {
    let told = Command::new("rustc").current_dir(root).arg("-vV").output();
    let told = told.map_err(|e| format!("rustc cannot be started: {e}"))?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what machine this is".to_owned())
}

/// Whether a program for Linux is started by another one, which a static one is not: whether it has a segment
/// of that kind.
fn wants_interpreter(program: &Path) -> Result<bool, String> {
    let bytes = fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    segments(&bytes)
        .map(|kinds| kinds.contains(&3))
        .ok_or_else(|| format!("{}: not a program for Linux", program.display()))
}

/// The kinds of the segments of a program of 64 bits.
fn segments(bytes: &[u8]) -> Option<Vec<u32>> {
    let number = |at: usize, length: usize| {
        let part = bytes.get(at..at.checked_add(length)?)?;
        Some(part.iter().rev().fold(0_usize, |sum, &byte| sum << 8 | usize::from(byte)))
    };
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (first, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    (0..count).map(|at| Some(number(first.checked_add(at * size)?, 4)? as u32)).collect()
}

/// The manual pages and completions, written by the program.
fn write_pages(program: &Path, to: &Path) -> Result<(), String> {
    let man = to.join("man");
    make(&man)?;
    told(Command::new(program).arg("man").arg(&man))?;
    let completions = to.join("completions");
    make(&completions)?;
    for (shell, file) in SHELLS {
        let script = told(Command::new(program).args(["completions", shell]))?;
        let path = completions.join(file);
        fs::write(&path, script).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// The licences of all crates that are in the program, in the order of their names: each with the texts that came with it.
fn notices(root: &Path, target: &str) -> Result<String, String> {
    let tree = ["tree", "--package", "piste-cli", "--edges", "normal", "--prefix", "none"];
    let mut tree = cargo(root, &tree);
    let listed = told(tree.args(["--target", target, "--format", "{p}|{l}"]))?;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    // A crate that was listed before has a star behind it; ours, and only ours, are named with their folders.
    let mut crates: Vec<&str> = listed.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    crates.retain(|line| !line.is_empty() && !line.contains('/'));
    crates.sort_unstable();
    crates.dedup();
    let homes = sources()?;
    let mut text =
        "What other people have written and piste contains, with its licences.\n".to_owned();
    for line in crates {
        let (package, licence) = line.split_once('|').unwrap_or((line, ""));
        let mut words = package.split_whitespace();
        let (name, version) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let folder = format!("{name}-{}", version.trim_start_matches('v'));
        text.push_str(&format!("\n{}\n{name} {version}: {licence}\n", "=".repeat(72)));
        let home = homes.iter().map(|home| home.join(&folder)).find(|home| home.is_dir());
        let home = home.ok_or_else(|| format!("the source of {folder} is not there"))?;
        for path in licence_files(&home)? {
            let words = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            text.push_str(&format!("\n{}\n", String::from_utf8_lossy(&words).trim_end()));
        }
    }
    Ok(text)
}

/// Where cargo keeps the sources of crates.
fn sources() -> Result<Vec<PathBuf>, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?;
        Some(PathBuf::from(home).join(".cargo"))
    });
    let folder = home.ok_or("where is cargo at home?")?.join("registry/src");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.path()).collect())
}

/// The files of a crate that say under which conditions one may have it.
fn licence_files(home: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(home).map_err(|e| format!("{}: {e}", home.display()))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file()
            && ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|start| name.starts_with(start))
    });
    found.sort();
    Ok(found)
}

/// What a command prints.
fn told(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{name} cannot be started: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{name} ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

fn copy_all(from: &Path, to: &Path) -> Result<(), String> {
    make(to)?;
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))?.flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() { copy_all(&path, &place)? } else { copy(&path, &place)? }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of so many segments, of these kinds.
    fn program(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(64, 0);
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = kinds.len() as u8;
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.resize(bytes.len() + 52, 0);
        }
        bytes
    }

    #[test]
    fn a_program_that_is_started_by_another_is_told_from_a_static_one() {
        assert_eq!(segments(&program(&[1, 6, 2])), Some(vec![1, 6, 2]));
        assert!(segments(&program(&[6, 3])).unwrap().contains(&3));
        assert_eq!(segments(b"MZ"), None);
        assert_eq!(segments(&program(&[1, 6])[..100]), None, "a torn one");
    }

    #[test]
    fn the_files_that_go_along_are_there() {
        let root = crate::tree::workspace_root().unwrap();
        for (from, _) in FILES {
            assert!(root.join(from).is_file(), "{from}");
        }
    }
}
