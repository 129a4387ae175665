//! The engine for other programs: for browsers and Node as an npm package, for C as a library; and the tests of
//! both from the outside.
//!
//! ```text
//!   crates/piste-wasm ──cargo──► .wasm ──wasm-bindgen──► simd/ plain/ ─┐
//!   npm/*.js, *.d.ts, licences ────────────────────────────────────────┴─► target/npm/package ──npm pack──► .tgz
//! ```
//!
//! The tool of `wasm-bindgen` must be of the same version as the crate; cargo builds it into
//! `target/tools`, and nothing that others have built is downloaded. Where the target cannot be added the steps say
//! SKIPPED.

use crate::ci::cargo;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine inside a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// A build, and the instructions that it may use beside the usual ones.
type Build = (&'static str, &'static str);

/// The two builds that there are.
const BUILDS: [Build; 2] = [("simd", "-Ctarget-feature=+simd128"), ("plain", "")];

/// What of `npm/` goes into the package as it is.
const FILES: [&str; 12] = [
    "package.json",
    "README.md",
    "index.js",
    "index.d.ts",
    "engine.js",
    "questions.js",
    "library.js",
    "remote.js",
    "worker.js",
    "board.js",
    "board.d.ts",
    "example.html",
];

/// How well to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// As quickly as it gets: the build that nearly every browser gets, and only that.
    Quick,
    /// Both builds, for tests: the same answers from larger files.
    Both,
    /// As small as it gets, for others.
    Small,
}

impl Care {
    /// The builds that are made.
    fn builds(self) -> &'static [Build] {
        if self == Care::Quick { &BUILDS[..1] } else { &BUILDS }
    }

    /// Their names, as the tests want to hear them.
    pub(crate) fn names(self) -> String {
        self.builds().iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",")
    }
}

/// The npm package, packed: `target/npm/piste-engine-….tgz`. Nothing, and a word about it, where the target
/// cannot be added.
pub(crate) fn package(root: &Path, care: Care) -> Result<Option<PathBuf>, String> {
    if let Err(why) = said(Command::new("rustup").current_dir(root).args(["target", "add", WASM])) {
        println!("SKIPPED: the target {WASM} cannot be added ({why})");
        return Ok(None);
    }
    let tool = bindgen(root)?;
    let home = root.join("target/npm");
    let folder = home.join("package");
    // What an earlier run has left there would be packed as well.
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, flags) in care.builds() {
        let wasm = build(root, care, flags)?;
        let mut glue = Command::new(&tool);
        glue.args(["--target", "web", "--no-typescript", "--remove-name-section"]);
        glue.args(["--remove-producers-section", "--out-name", "piste", "--out-dir"]);
        said(glue.arg(folder.join(name)).arg(&wasm))?;
    }
    for file in FILES {
        copy(&root.join("npm").join(file), &folder.join(file))?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root.join(licence), &folder.join(licence))?;
    }
    let mut pack = Command::new("npm");
    said(pack.current_dir(&home).args(["pack", "--silent", "./package"]))?;
    let packed = fs::read_dir(&home).map_err(|e| format!("{}: {e}", home.display()))?;
    let packed = packed.flatten().map(|entry| entry.path());
    let packed = packed.into_iter().find(|path| path.extension().is_some_and(|end| end == "tgz"));
    packed.map(Some).ok_or_else(|| "npm has packed nothing".to_owned())
}

/// `cargo xtask npm`: the package, and how large it is.
pub(crate) fn npm(root: &Path) -> Result<(), String> {
    let Some(archive) = package(root, Care::Small)? else { return Ok(()) };
    for (name, _) in BUILDS {
        let wasm = root.join("target/npm/package").join(name).join("piste_bg.wasm");
        let size = fs::metadata(&wasm).map_err(|e| format!("{}: {e}", wasm.display()))?.len();
        println!("{name}: {size} bytes");
        for packer in [GZIP, BROTLI] {
            let Some(packed) = packed(&wasm, packer)? else { continue };
            println!("{name}: {packed} bytes compressed by {}", packer[0]);
        }
    }
    println!("{}", archive.display());
    Ok(())
}

/// The module for these instructions.
fn build(root: &Path, care: Care, flags: &str) -> Result<PathBuf, String> {
    let mut command = cargo(root, &["build", "--package", "piste-wasm", "--lib"]);
    let profile = if care == Care::Quick { "wasm-quick" } else { "wasm" };
    command.args(["--target", WASM, "--profile", profile]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags).env_remove("RUSTFLAGS");
    if care == Care::Both {
        command.env("CARGO_PROFILE_WASM_LTO", "off").env("CARGO_PROFILE_WASM_CODEGEN_UNITS", "16");
    }
    said(&mut command)?;
    Ok(root.join(format!("target/{WASM}/{profile}/piste_wasm.wasm")))
}

/// The tool that writes the glue, at the version that the workspace names.
fn bindgen(root: &Path) -> Result<PathBuf, String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(|e| e.to_string())?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("wasm-bindgen = \"="));
    let version = version.and_then(|rest| rest.strip_suffix('"'));
    let version = version.ok_or("Cargo.toml does not pin wasm-bindgen")?;
    let home = root.join("target/tools");
    let tool = home.join("bin").join(format!("wasm-bindgen{}", std::env::consts::EXE_SUFFIX));
    let is_there = Command::new(&tool).arg("--version").output().is_ok_and(|told| {
        String::from_utf8_lossy(&told.stdout).split_whitespace().last() == Some(version)
    });
    if !is_there {
        println!("installing wasm-bindgen {version} into target/tools");
        let mut install = cargo(root, &["install", "wasm-bindgen-cli", "--no-default-features"]);
        install.args(["--version", &format!("={version}"), "--force", "--root"]).arg(&home);
        // It runs for a second: building it is what takes time.
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
        said(&mut install)?;
    }
    Ok(tool)
}

/// Builds the library for C as the tests have what it is made of: with all features, so that nothing is built twice.
const FOR_C: [&str; 8] = [
    "build",
    "--package",
    "piste-c",
    "--package",
    "piste-store",
    "--package",
    "piste",
    "--all-features",
];

/// The C program that tries the library, built with the address sanitizer and run.
pub(crate) fn try_c(root: &Path) -> Result<(), String> {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    said(&mut cargo(root, &FOR_C))?;
    let here = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    let library = here.with_file_name("libpiste_c.a");
    let folder = root.join("crates/piste-c");
    let program = root.join("target/piste-c-test");
    let mut compile = Command::new(&compiler);
    compile.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined"]);
    compile.arg("-I").arg(folder.join("include")).arg(folder.join("tests/try.c"));
    compile.arg(&library).args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
    said(&mut compile)?;
    said(&mut Command::new(&program))
}

/// What web servers compress by, and how well.
pub(crate) const GZIP: [&str; 2] = ["gzip", "-9"];
pub(crate) const BROTLI: [&str; 2] = ["brotli", "--best"];

/// The bytes of a file when it is compressed; nothing, and a word about it, if the packer is not there.
pub(crate) fn packed(path: &Path, [packer, level]: [&str; 2]) -> Result<Option<usize>, String> {
    match Command::new(packer).args([level, "-c"]).arg(path).output() {
        Ok(out) if out.status.success() => Ok(Some(out.stdout.len())),
        Ok(out) => Err(format!("{packer} ended with {}", out.status)),
        Err(why) => {
            println!(
                "SKIPPED: there is no {packer}, so nobody knows how small it makes this ({why})"
            );
            Ok(None)
        }
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

/// Runs a command, which may say what it likes.
pub(crate) fn said(command: &mut Command) -> Result<(), String> {
    let name = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("{name} cannot be started: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} ended with {status}")) }
}
