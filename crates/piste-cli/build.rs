//! Tells the binary which commit it was built from, for `piste --version`, and puts the page
//! of the server into it: a table of every file in `src/web/page/`, and of the pages about strategies. Its modules
//! and style sheets are [joined](joined).
//!
//! Without git, or outside a checkout (a source archive, say), the commit is simply not
//! known and `--version` shows the version alone.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

mod joined;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=joined.rs");
    println!("cargo::rustc-env=PISTE_VERSION={}", version());
    embed_page().expect("the page can be read and its table written");
    // A new commit moves one of these; a path git does not know is not watched.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name])
            && std::path::Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Writes the table of the page's files, in order of their paths.
fn embed_page() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = root.join("src/web/page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, "", &mut files)?;
    // What Learn shows: the manual pages of the strategies, as they are in the repository. A crate from a
    // registry comes without them; then lessons have their examples and practice, and say that the essay is missing.
    let essays = root.join("../../docs/strategies");
    if essays.is_dir() {
        println!("cargo::rerun-if-changed={}", essays.display());
        collect(&essays, "learn/", &mut files)?;
    }
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    for (_, file) in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    join(&mut files, &out.join("joined"))?;
    files.sort();
    let mut table = "/// Every file of the page: where it is served, and what is in it.\n\
                     static PAGE: &[(&str, &[u8])] = &[\n"
        .to_owned();
    for (path, file) in files {
        table.push_str(&format!("    ({path:?}, include_bytes!({file:?})),\n"));
    }
    table.push_str("];\n");
    fs::write(out.join("page.rs"), table)
}

/// Puts joined modules and one style sheet in the place of all; they are written to a folder.
fn join(files: &mut Vec<(String, PathBuf)>, folder: &Path) -> io::Result<()> {
    let name_of = |path: &str, ending: &str| {
        Some(path.strip_prefix("app/")?.strip_suffix(ending)?.to_owned())
    };
    let texts = |ending: &str| {
        let named = files.iter().filter_map(|(path, file)| Some((name_of(path, ending)?, file)));
        named.map(|(name, file)| Ok((name, fs::read_to_string(file)?))).collect()
    };
    let (modules, sheets): (io::Result<_>, io::Result<_>) = (texts(".js"), texts(".css"));
    let mut joined = Vec::new();
    for (name, text) in joined::joined(&modules?).map_err(io::Error::other)? {
        joined.push((format!("{name}.js"), text));
    }
    let sheet = joined::sheet(&sheets?).map_err(io::Error::other)?;
    joined.push((format!("{}.css", joined::SHEET), sheet));
    files.retain(|(path, _)| name_of(path, ".js").or(name_of(path, ".css")).is_none());
    fs::create_dir_all(folder)?;
    for (name, text) in joined {
        let file = folder.join(&name);
        fs::write(&file, text)?;
        files.push((format!("app/{name}"), file));
    }
    Ok(())
}

/// The files below a folder, each with the path at which it is served. What begins with a
/// dot, or ends with a tilde, is some editor's and not ours.
fn collect(folder: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name.ends_with('~') {
            continue;
        }
        let path = format!("{above}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.push((path, entry.path()));
        }
    }
    Ok(())
}

fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match git(&["rev-parse", "--short", "HEAD"]) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    }
}

/// What git answers, if there is a git and it has an answer.
fn git(args: &[&str]) -> Option<String> {
    let answer = Command::new("git").args(args).output().ok()?;
    if !answer.status.success() {
        return None;
    }
    let text = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
