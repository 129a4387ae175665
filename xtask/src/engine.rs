//! The engine for other programs: for browsers and Node as an npm package, for C as a library; and the tests of
//! both from the outside.
//!
//! ```text
//!   crates/piste-wasm ──cargo──► .wasm ──wasm-bindgen──► ──split──► simd/ plain/ ─┐
//!   npm/*.js, *.d.ts, docs, licences ─────────────────────────────────────────────┴─► target/npm/package ──npm pack──► .tgz
//! ```
//!
//! The tool of `wasm-bindgen` must be of the same version as the crate; cargo builds it into
//! `target/tools`; nothing that others have built is downloaded but packages of the system. Where the target cannot be added the steps say
//! SKIPPED.
//!
//! **Two parts.** Most of the engine is of no use to somebody who has just opened a page: strategies that no step needs yet, metrics that
//! nobody has asked for. So each build is [`split`] into what the first minutes need and the rest, by a tool of Binaryen that notes
//! which functions are called. Where that tool is not there, the engine stays in one piece, which works as well and
//! is fetched in one piece.

use crate::ci::{self, cargo};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine inside a browser.
const WASM: &str = "wasm32-unknown-unknown";

/// A build, and the instructions that it may use beside the usual ones.
type Build = (&'static str, &'static str);

/// The two builds that there are.
const BUILDS: [Build; 2] = [("simd", "-Ctarget-feature=+simd128"), ("plain", "")];

/// What of `npm/` goes into the package as it is.
const FILES: [&str; 13] = [
    "package.json",
    "README.md",
    "index.js",
    "index.d.ts",
    "engine.js",
    "questions.js",
    "library.js",
    "parts.js",
    "remote.js",
    "worker.js",
    "board.js",
    "board.d.ts",
    "example.html",
];

/// What of `docs/` goes there: README, types and comments send people to the reference, which names the shapes.
const DOCS: [&str; 2] = ["api.md", "shapes.md"];

/// How well to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// As quickly as it gets: the build that nearly every browser gets, and only that, in one piece.
    Quick,
    /// As others get it: both builds, small, in two parts.
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
        glue.args(["--target", "bundler", "--no-typescript", "--remove-name-section"]);
        glue.args(["--remove-producers-section", "--out-name", "piste", "--out-dir"]);
        let to = folder.join(name);
        said(glue.arg(&to).arg(&wasm))?;
        // For bundlers that fetch modules themselves, which `parts.js` does here.
        for file in ["piste.js", "package.json"] {
            let _ = fs::remove_file(to.join(file));
        }
        if care == Care::Small {
            split(root, &to, &home.join(name))?;
        }
    }
    for file in FILES {
        copy(&root.join("npm").join(file), &folder.join(file))?;
    }
    let docs = folder.join("docs");
    fs::create_dir_all(&docs).map_err(|e| format!("{}: {e}", docs.display()))?;
    for file in DOCS {
        copy(&root.join("docs").join(file), &docs.join(file))?;
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
        for wasm in modules(&root.join("target/npm/package").join(name))? {
            let part = wasm.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let size = fs::metadata(&wasm).map_err(|e| format!("{part}: {e}"))?.len();
            println!("{name}/{part}: {size} bytes");
            for packer in [GZIP, BROTLI] {
                let Some(packed) = packed(&wasm, packer)? else { continue };
                println!("{name}/{part}: {packed} bytes compressed by {}", packer[0]);
            }
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
    said(&mut command)?;
    Ok(root.join(format!("target/{WASM}/{profile}/piste_wasm.wasm")))
}

/// The modules in a folder: one, or the first part and the rest.
fn modules(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "wasm")).collect();
    found.sort();
    Ok(found)
}

/// The first part of a build, or all of it.
const FIRST: &str = "piste_bg.wasm";

/// What modules for browsers of today may use, as Binaryen calls it.
const MAY_USE: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// Splits the build in this folder into the part that the first minutes need and the rest. `npm/first.js` asks what is asked then,
/// of a build that notes which functions are called; its notes are left beside the package.
fn split(root: &Path, folder: &Path, notes: &Path) -> Result<(), String> {
    if let Err(why) = ci::tool(root, "wasm-split", "binaryen") {
        println!("SKIPPED: the engine stays in one piece, {why}");
        return Ok(());
    }
    fs::create_dir_all(notes).map_err(|e| format!("{}: {e}", notes.display()))?;
    let whole = notes.join(FIRST);
    fs::rename(folder.join(FIRST), &whole).map_err(|e| format!("{}: {e}", whole.display()))?;
    let (noting, profile) = (notes.join("noting.wasm"), notes.join("profile"));
    let wasm_split = |mode: &str| {
        let mut command = Command::new("wasm-split");
        command.arg(mode).args(MAY_USE).arg(&whole);
        command
    };
    said(wasm_split("--instrument").arg("-o").arg(&noting))?;
    let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    let write = |path: &Path, bytes: &[u8]| {
        fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    };
    write(&noting, &with_table(read(&noting)?)?)?;
    // The glue is a module of JavaScript, which Node knows by the folder's `package.json`: none is there yet.
    let glue = notes.join("piste_bg.mjs");
    copy(&folder.join("piste_bg.js"), &glue)?;
    let mut first = Command::new("node");
    said(first.arg(root.join("npm/first.js")).args([&glue, &noting, &profile]))?;
    let (first, rest) = (notes.join("first.wasm"), notes.join("rest.wasm"));
    let mut parts = wasm_split("--split");
    parts.arg(format!("--profile={}", profile.display()));
    said(parts.arg("-o1").arg(&first).arg("-o2").arg(&rest))?;
    let mut sum = DefaultHasher::new();
    let mut module = with_table(read(&first)?)?;
    sum.write(&module);
    sum.write(&read(&rest)?);
    let name = format!("rest-{:016x}.wasm", sum.finish());
    copy(&rest, &folder.join(&name))?;
    module.extend(section("rest", name.as_bytes()));
    write(&folder.join(FIRST), &module)
}

/// The module with the right table under the name by which the glue looks for the objects that it lends to the engine. There are two,
/// and that is the second; Binaryen 108, which Debian 12 has, writes the first one under every name.
fn with_table(mut module: Vec<u8>) -> Result<Vec<u8>, String> {
    const NAME: &[u8] = b"\x15__wbindgen_externrefs\x01";
    let places = module.windows(NAME.len()).enumerate().filter(|(_, part)| *part == NAME);
    let places: Vec<usize> = places.map(|(at, _)| at + NAME.len()).collect();
    match places[..] {
        [at] if matches!(module.get(at), Some(0 | 1)) => {
            module[at] = 1;
            Ok(module)
        }
        _ => Err("the module does not export its table of objects".to_owned()),
    }
}

/// A section of a module that machines skip, with something short for people or programs.
fn section(name: &str, said: &[u8]) -> Vec<u8> {
    let length = |bytes: usize| u8::try_from(bytes).ok().filter(|bytes| *bytes < 128);
    let (all, own) = (length(1 + name.len() + said.len()), length(name.len()));
    let lengths = all.zip(own).expect("it is short");
    [&[0, lengths.0, lengths.1], name.as_bytes(), said].concat()
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

/// Builds the library for C from what the tests have built already: only with all packages and their tests does cargo choose
/// the same features for what comes from elsewhere.
const FOR_C: [&str; 5] = ["build", "--workspace", "--all-features", "--lib", "--tests"];

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

/// `cargo xtask speed`: the engine in Node held against the same engine as a native program, which goes without the instructions
/// that not every machine has.
pub(crate) fn speed(root: &Path) -> Result<(), String> {
    let Some(package) = package(root, Care::Small)? else { return Ok(()) };
    let home = root.join("target/portable");
    let mut library = cargo(root, &["build", "--release", "--package", "piste-c", "--target-dir"]);
    said(library.arg(&home).env("RUSTFLAGS", "--cfg piste_portable"))?;
    let (folder, program) = (root.join("crates/piste-c"), home.join("ask"));
    let mut compile = Command::new(std::env::var("CC").unwrap_or_else(|_| "cc".to_owned()));
    compile.args(["-std=c11", "-O2", "-I"]).arg(folder.join("include"));
    compile.arg(folder.join("tests/ask.c")).arg(home.join("release/libpiste_c.a"));
    said(compile.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program))?;
    let npm = |args: &[&str]| {
        let mut command = Command::new("npm");
        command.current_dir(root.join("e2e")).args(args);
        command
    };
    said(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    said(npm(&["install", "--no-save", "--no-audit", "--no-fund"]).arg(&package))?;
    said(npm(&["run", "speed"]).env("PISTE_NATIVE", &program))
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
