//! `cargo xtask site`: piste as a folder that any static host can serve.
//!
//! ```text
//!   crates/piste-cli/src/web/page   the page, with a head of its own: policy, engine, manifest
//!   target/npm/package              the engine, for its workers
//!   docs/strategies, docs/metrics … the manual pages, as HTML; those of strategies also as Learn reads them
//!   site/                           manifest, service worker
//!   piste library pieces            the collection that ships, as small files
//!                        └──► target/site
//! ```
//!
//! The page is the server's, file by file: only its head says that the engine is beside it, and what it may load.
//! The service worker gets the list of all files, and a version made of their bytes.

use crate::ci;
use crate::engine::{self, Care};
use crate::joined;
use crate::markdown;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page may load: its own files, and the engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The same for the manual, which has no scripts.
const PLAIN: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/// What is fetched before the first puzzle can be played and asked about may not be longer, compressed by gzip.
const AIM: usize = 700_000;

/// What of the package makes the engine run.
const SCRIPTS: [&str; 7] =
    ["index.js", "engine.js", "library.js", "parts.js", "questions.js", "remote.js", "worker.js"];

/// The folders of the manual.
const MANUAL: [&str; 3] = ["strategies", "metrics", "generators"];

/// Makes the folder, and says how large it is.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    if engine::package(root, Care::Small)?.is_none() {
        return Ok(());
    }
    let folder = assemble(root, &ci::built(root)?)?;
    println!("{}", folder.display());
    for packer in [engine::GZIP, engine::BROTLI] {
        let Some(first) = first_play(&folder, packer)? else { continue };
        println!("{first} bytes for the first play, compressed by {}", packer[0]);
        if packer == engine::GZIP {
            within_aim(first)?;
        }
    }
    Ok(())
}

/// Refuses what is too much to wait for.
fn within_aim(first: usize) -> Result<(), String> {
    match first.checked_sub(AIM) {
        None | Some(0) => Ok(()),
        Some(over) => Err(format!("the first play takes {over} bytes more than {AIM} by gzip")),
    }
}

/// Makes the folder, of the npm package that is there; the program writes the library.
pub(crate) fn assemble(root: &Path, program: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/site");
    let _ = fs::remove_dir_all(&folder);
    copy_all(&root.join("crates/piste-cli/src/web/page"), &folder)?;
    join(&folder.join("app"))?;
    // The lessons read the manual pages as they are; the program has them at the same place.
    copy_all(&root.join("docs/strategies"), &folder.join("learn"))?;
    let package = root.join("target/npm/package");
    // What was made quickly has only one of the builds.
    for part in ["simd", "plain"].into_iter().filter(|part| package.join(part).is_dir()) {
        copy_all(&package.join(part), &folder.join("engine").join(part))?;
    }
    for file in SCRIPTS {
        copy(&package.join(file), &folder.join("engine").join(file))?;
    }
    for file in ["manifest.webmanifest", "register.js"] {
        copy(&root.join("site").join(file), &folder.join(file))?;
    }
    copy_all(&root.join("site/icons"), &folder.join("icons"))?;
    let page = folder.join("index.html");
    write(&page, &headed(&read(&page)?)?)?;
    manual(root, &folder.join("manual"))?;
    let mut pieces = Command::new(program);
    pieces.args(["library", "pieces", "--quiet"]).arg(folder.join("library"));
    // The collection that ships, and not what somebody has put into their own.
    pieces.env_remove("PISTE_LIBRARY").env("XDG_DATA_HOME", root.join("target/site-data"));
    engine::said(&mut pieces)?;
    let worker = read(&root.join("site/service-worker.js"))?;
    write(&folder.join("service-worker.js"), &listed(&worker, &folder)?)?;
    Ok(folder)
}

/// Joins the modules and the style sheets, as the program does.
fn join(folder: &Path) -> Result<(), String> {
    let modules = joined::joined(&taken(folder, ".js")?)?;
    let sheet = joined::sheet(&taken(folder, ".css")?)?;
    for (name, text) in modules {
        write(&folder.join(format!("{name}.js")), &text)?;
    }
    write(&folder.join(format!("{}.css", joined::SHEET)), &sheet)
}

/// The texts of the files in this folder that end so, by their names without the ending. They are taken out of it.
fn taken(folder: &Path, ending: &str) -> Result<BTreeMap<String, String>, String> {
    let mut texts = BTreeMap::new();
    for path in files(folder)? {
        if let Some(name) = name_in(folder, &path).strip_suffix(ending) {
            texts.insert(name.to_owned(), read(&path)?);
            fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    Ok(texts)
}

/// The page with what its head must say in a folder.
fn headed(page: &str) -> Result<String, String> {
    let head = format!(
        "<head>\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n  \
         <meta name=\"piste-engine\" content=\"engine/\">\n  <meta name=\"piste-library\" content=\"library/\">\n  \
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n  \
         <link rel=\"apple-touch-icon\" href=\"icons/touch-180.png\">\n  \
         <script src=\"register.js\" defer></script>"
    );
    if page.matches("<head>").count() == 1 {
        Ok(page.replacen("<head>", &head, 1))
    } else {
        Err("index.html has not one <head>".to_owned())
    }
}

/// The service worker with its version and its files.
fn listed(worker: &str, folder: &Path) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    let (mut names, mut pieces) = (Vec::new(), Vec::new());
    for path in files(folder)? {
        let name = name_in(folder, &path);
        if is_piece(&name) {
            pieces.extend(name.contains("-000-").then(|| format!("'{name}'")));
            continue;
        }
        hasher.write(name.as_bytes());
        hasher.write(&fs::read(&path).map_err(|e| format!("{name}: {e}"))?);
        names.push(format!("'{}'", if name == "index.html" { "./" } else { &name }));
    }
    let list = format!("const FILES = [\n  {},\n];", names.join(",\n  "));
    let version = format!("const VERSION = '{:016x}';", hasher.finish());
    let first = format!("const PIECES = [\n  {},\n];", pieces.join(",\n  "));
    let worker = worker.replacen("const VERSION = 'VERSION';", &version, 1);
    let worker = worker.replacen("const PIECES = ['PIECES'];", &first, 1);
    let whole = worker.replacen("const FILES = ['FILES'];", &list, 1);
    if whole.contains(&version) && whole.contains(&list) && whole.contains(&first) {
        Ok(whole)
    } else {
        Err("the service worker has no place for its files".to_owned())
    }
}

/// Whether a file is a piece of the library, which is fetched when it is asked for.
fn is_piece(name: &str) -> bool {
    name.starts_with("library/") && name.ends_with(".gz")
}

/// The manual pages as HTML, with links from one to the other.
fn manual(root: &Path, to: &Path) -> Result<(), String> {
    for part in MANUAL {
        for path in files(&root.join("docs").join(part))? {
            if path.extension().is_none_or(|end| end != "md") {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = if name == "README" { "index".into() } else { name };
            let html = markdown::page(&read(&path)?, PLAIN, "../manual.css");
            write(&to.join(part).join(format!("{name}.html")), &html)?;
        }
    }
    copy(&root.join("site/manual.css"), &to.join("manual.css"))
}

/// What nobody fetches before the first puzzle is played and asked about: the manual, the lessons, the library, the puzzles
/// of the days, the rest of the engine and the other build of it, what makes the folder work without a network, and the icons of who
/// puts it among their apps.
const LATER: [&str; 8] = [
    "manual/",
    "learn/",
    "library/",
    "app/daily.txt",
    "engine/plain/",
    "engine/simd/rest-",
    "service-worker.js",
    "icons/",
];

/// The bytes that are fetched, compressed, before somebody plays and is told something: the page and the first part
/// of one build of the engine. Nothing if the packer is not there.
fn first_play(folder: &Path, packer: [&str; 2]) -> Result<Option<usize>, String> {
    let mut bytes = 0;
    for path in files(folder)? {
        let name = name_in(folder, &path);
        if !LATER.iter().any(|part| name.starts_with(part)) {
            let Some(packed) = engine::packed(&path, packer)? else { return Ok(None) };
            bytes += packed;
        }
    }
    Ok(Some(bytes))
}

fn name_in(folder: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    let parts: Vec<String> =
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts.join("/")
}

/// Every file under a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn copy_all(from: &Path, to: &Path) -> Result<(), String> {
    for path in files(from)? {
        copy(&path, &to.join(name_in(from, &path)))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", to.display());
    fs::create_dir_all(to.parent().unwrap_or(to)).map_err(wrong)?;
    fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(wrong)?;
    fs::write(path, text).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::workspace_root;

    #[test]
    fn modules_are_joined_in_their_order_and_parts_take_what_they_need() {
        let module = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let modules = BTreeMap::from([
            module("main", "import { one as first } from './a.js';\nfirst();\nawait 0;\n"),
            module("a", "import * as b from './b.js';\nexport function one() {\n  b.two();\n}\n"),
            module(
                "b",
                "import {\n  three,\n} from './c.js';\nexport const two = () => three;\nexport class Four {}\n",
            ),
            module("c", "export const three = 3;\n"),
            module("early", "const alone = 1;\n"),
            module(
                "later",
                "import { two } from './b.js';\nimport { own } from './own.js';\nimport { both } from './both.js';\nexport const Later = [two, own, both];\n",
            ),
            module("own", "import { three } from './c.js';\nexport const own = three;\n"),
            module("other", "import { both } from './both.js';\nexport const Other = both;\n"),
            module("both", "export const both = 2;\n"),
        ]);
        let files = joined::joined(&modules).unwrap();
        let names: Vec<_> = files.keys().collect();
        assert_eq!(names, ["early", "joined", "later", "main", "other"]);
        let whole = &files["joined"];
        let place = |text: &str| whole.find(text).unwrap_or_else(|| panic!("no {text} in {whole}"));
        assert!(place("const $c = (() => {") < place("const $b = (() => {"));
        assert!(place("const {  three,} = $c;") < place("return { two, Four };"));
        assert!(place("const b = $b;") < place("return { one };"));
        assert!(whole.ends_with("export { $c, $b, $a, $both };\n"), "{whole}");
        assert!(
            files["main"].contains("const { one: first } = $a;\nfirst();"),
            "{}",
            files["main"]
        );
        let later = &files["later"];
        let eager = "//# allFunctionsCalledOnLoad\n";
        assert!(files.values().filter(|text| text.starts_with(eager)).count() == 4);
        let later = later.strip_prefix(eager).unwrap();
        assert!(later.starts_with("import { $c, $b, $both } from './joined.js';\n"), "{later}");
        assert!(later.find("const $own = (() => {") < later.find("const $later = (() => {"));
        assert!(later.ends_with("export const { Later } = $later;\n"), "{later}");
        assert_eq!(files["early"], modules["early"]);
        let circle = BTreeMap::from([
            module("main", "import { a } from './a.js';\n"),
            module("a", "import { a } from './main.js';\n"),
        ]);
        assert!(joined::joined(&circle).unwrap_err().contains("imports itself"));
        let strange = BTreeMap::from([module("main", "export default 3;\n")]);
        assert!(joined::joined(&strange).unwrap_err().contains("not understood"));
    }

    #[test]
    fn a_folder_beyond_the_aim_is_refused() {
        assert_eq!(within_aim(AIM), Ok(()));
        let why = within_aim(AIM + 17).unwrap_err();
        assert!(why.contains("17 bytes more than 700000"), "{why}");
    }

    #[test]
    fn style_sheets_are_joined_in_the_order_of_the_cascade() {
        let sheet = |name: &str| (name.to_owned(), format!(".{name} {{}}\n"));
        let mut sheets = BTreeMap::from(["views", "print", "base", "picture"].map(sheet));
        assert_eq!(
            joined::sheet(&sheets).unwrap(),
            ".base {}\n.picture {}\n.views {}\n@media print {\n.print {}\n}\n"
        );
        sheets.extend([sheet("another")]);
        assert!(joined::sheet(&sheets).unwrap_err().contains("another.css"));
        assert!(joined::sheet(&BTreeMap::new()).unwrap_err().contains("base.css"));
    }

    #[test]
    fn the_page_and_the_worker_have_their_places() {
        let root = workspace_root().unwrap();
        let page = headed(&read(&root.join("crates/piste-cli/src/web/page/index.html")).unwrap());
        assert!(page.unwrap().contains("wasm-unsafe-eval"));
        let worker = read(&root.join("site/service-worker.js")).unwrap();
        let whole = listed(&worker, &root.join("site")).unwrap();
        assert!(
            whole.contains("'manifest.webmanifest'")
                && whole.contains("'icons/icon-192.png'")
                && !whole.contains("['FILES']")
        );
    }
}
