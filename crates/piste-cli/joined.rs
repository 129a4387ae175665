//! The page's modules, joined into few files, and its style sheets, joined into one; for the build script, and for the folder of `cargo xtask site`.
//!
//! Every file costs a slow phone some milliseconds and a far server a round trip before one can play, and modules that import each
//! other are found one after the other. So all that `main.js` imports, directly or not, stands in `joined.js`, each
//! module in a function of its own, in the order in which a browser would run them:
//!
//! ```text
//!   const $dom = (() => { …what dom.js says…; return { html, svg, byId }; })();
//!   const $clock = (() => { const { byId } = $dom; … return { Clock }; })();
//!   export { $dom, $clock };
//! ```
//!
//! A module that nobody imports is a part that is fetched later (`parts.js` of the page). Its file has what only it needs in the same
//! way, and takes the rest from `joined.js`: so a view is one file, and there is one of each module. One that two parts need is joined. Other files
//! are left out. What
//! is understood is the way in which our modules are written, `import { … } from './x.js';` and `export` before a declaration; anything else is
//! an error when the program is built. `main.js` itself is not joined, for it waits for parts that import what is joined; the page names both in its
//! head, so that neither is found late.
//!
//! Each file asks to be compiled whole while it arrives, which browsers that know how do on another core. Function by function, as it is called for
//! the first time, the thread that the board waits for would do it.
//!
//! Nothing is painted before all style sheets are there: so they are one, `page.css`, in the order in which the page would name them.

use std::collections::BTreeMap;

/// The module that a page begins with.
const FIRST: &str = "main";

/// The name of the joined file, without its ending.
const JOINED: &str = "joined";

/// The style sheets, in the order of the cascade, and what each is for, if it is not for everything.
const SHEETS: [(&str, Option<&str>); 4] =
    [("base", None), ("picture", None), ("views", None), ("print", Some("print"))];

/// The name of the one style sheet, without its ending.
pub(crate) const SHEET: &str = "page";

/// What a browser is told that can compile a script before it is run.
const EAGER: &str = "//# allFunctionsCalledOnLoad\n";

/// A module, taken apart.
struct Module {
    /// The names of the modules that it imports, in order.
    imports: Vec<String>,
    /// What it exports.
    exports: Vec<String>,
    /// Its text without `export`, and with constants in the place of imports.
    body: String,
}

/// The files that stand in the place of all modules, by their names without `.js`; `modules` has the modules by theirs.
pub(crate) fn joined(
    modules: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, String> {
    let mut parts = BTreeMap::new();
    let mut order = Vec::new();
    visit(FIRST, modules, &mut parts, &mut order, &mut Vec::new())?;
    // What each part that is fetched later needs beside, itself last.
    let mut needs = Vec::new();
    for name in later(modules, &order)? {
        let (mut known, mut own) = (BTreeMap::new(), Vec::new());
        visit(&name, modules, &mut known, &mut own, &mut Vec::new())?;
        parts.extend(known);
        own.retain(|name| !order.contains(name));
        needs.push(own);
    }
    order.retain(|name| name != FIRST);
    for name in needs.iter().flatten() {
        let is_shared = needs.iter().filter(|own| own.contains(name)).count() > 1;
        if is_shared && !order.contains(name) {
            order.push(name.clone());
        }
    }
    let names = in_list(&order);
    let mut files = BTreeMap::new();
    let whole = format!("{EAGER}{}export {{ {names} }};\n", functions(&order, &parts));
    files.insert(JOINED.to_owned(), whole);
    let main = format!("{EAGER}import {{ {names} }} from './{JOINED}.js';\n{}", parts[FIRST].body);
    files.insert(FIRST.to_owned(), main);
    for mut own in needs {
        own.retain(|name| !order.contains(name));
        let Some(name) = own.last() else { continue };
        files.insert(name.clone(), part(name, &own, &order, &parts, &modules[name]));
    }
    Ok(files)
}

/// The one style sheet that stands in the place of all; `sheets` has them by their names without `.css`.
pub(crate) fn sheet(sheets: &BTreeMap<String, String>) -> Result<String, String> {
    if let Some(name) = sheets.keys().find(|name| SHEETS.iter().all(|(known, _)| known != name)) {
        return Err(format!("{name}.css: nobody says where it stands among the others"));
    }
    let mut whole = String::new();
    for (name, kind) in SHEETS {
        let text = sheets.get(name).ok_or_else(|| format!("there is no {name}.css"))?;
        match kind {
            Some(kind) => whole.push_str(&format!("@media {kind} {{\n{text}}}\n")),
            None => whole.push_str(text),
        }
    }
    Ok(whole)
}

/// The modules that no other imports, but for the first.
fn later(modules: &BTreeMap<String, String>, order: &[String]) -> Result<Vec<String>, String> {
    let mut imported = order.to_vec();
    for (name, text) in modules {
        let module = taken_apart(text).map_err(|why| format!("{name}.js: {why}"))?;
        imported.extend(module.imports);
    }
    Ok(modules.keys().filter(|name| !imported.contains(name)).cloned().collect())
}

/// The file of a part that is fetched later: itself and what only it needs. What is no module stays as it is.
fn part(
    name: &str,
    own: &[String],
    joined: &[String],
    parts: &BTreeMap<String, Module>,
    text: &str,
) -> String {
    let Module { imports, exports, .. } = &parts[name];
    if imports.is_empty() && exports.is_empty() {
        return text.to_owned();
    }
    let wants = |other: &&String| own.iter().any(|name| parts[name].imports.contains(other));
    let taken: Vec<String> = joined.iter().filter(wants).cloned().collect();
    format!(
        "{EAGER}import {{ {} }} from './{JOINED}.js';\n{}export const {{ {} }} = ${name};\n",
        in_list(&taken),
        functions(own, parts),
        exports.join(", ")
    )
}

/// Each of these modules in a function of its own.
fn functions(order: &[String], parts: &BTreeMap<String, Module>) -> String {
    let mut whole = String::new();
    for name in order {
        let Module { exports, body, .. } = &parts[name];
        let exports = exports.join(", ");
        whole.push_str(&format!(
            "const ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        ));
    }
    whole
}

/// The names of what these modules give, in a list.
fn in_list(modules: &[String]) -> String {
    modules.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", ")
}

/// Puts a module behind all that it imports.
fn visit(
    name: &str,
    modules: &BTreeMap<String, String>,
    parts: &mut BTreeMap<String, Module>,
    order: &mut Vec<String>,
    above: &mut Vec<String>,
) -> Result<(), String> {
    if above.iter().any(|other| other == name) {
        return Err(format!("{name}.js imports itself, by way of {}", above.join(", ")));
    }
    if parts.contains_key(name) {
        return Ok(());
    }
    let text = modules.get(name).ok_or_else(|| format!("there is no module {name}.js"))?;
    let module = taken_apart(text).map_err(|why| format!("{name}.js: {why}"))?;
    above.push(name.to_owned());
    for import in &module.imports {
        visit(import, modules, parts, order, above)?;
    }
    above.pop();
    parts.insert(name.to_owned(), module);
    order.push(name.to_owned());
    Ok(())
}

fn taken_apart(text: &str) -> Result<Module, String> {
    let mut module = Module { imports: Vec::new(), exports: Vec::new(), body: String::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") {
            let mut said = line.to_owned();
            while !said.ends_with(';') {
                said.push_str(lines.next().ok_or("an import without an end")?);
            }
            let (names, from) = import(&said).ok_or_else(|| format!("not understood: {said}"))?;
            module.body.push_str(&format!("const {names} = ${from};\n"));
            module.imports.push(from);
            continue;
        }
        let declared = line.strip_prefix("export ");
        if let Some(declared) = declared {
            let name = name_in(declared).ok_or_else(|| format!("not understood: {line}"))?;
            module.exports.push(name.to_owned());
        }
        module.body.push_str(declared.unwrap_or(line));
        module.body.push('\n');
    }
    Ok(module)
}

/// What an import takes, as what a constant would take, and from which module.
fn import(said: &str) -> Option<(String, String)> {
    let (names, from) = said.strip_prefix("import ")?.split_once(" from './")?;
    let from = from.strip_suffix(".js';")?.to_owned();
    let names = match names.strip_prefix("* as ") {
        Some(all) => all.to_owned(),
        None if names.starts_with('{') && names.ends_with('}') => names.replace(" as ", ": "),
        None => return None,
    };
    Some((names, from))
}

/// The name that a declaration makes.
fn name_in(declared: &str) -> Option<&str> {
    let kinds = ["const ", "class ", "function ", "async function "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$')?;
    (end > 0).then(|| &rest[..end])
}
