//! The page's modules that the board needs, joined into one file; for the build script, and for the folder of `cargo xtask site`.
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
//! The files themselves stay, for the modules that are fetched later, but only hand on what is joined: there is one of each. What
//! is understood is the way in which our modules are written, `import { … } from './x.js';` and `export` before a declaration; anything else is
//! an error when the program is built. `main.js` itself is not joined, for it waits for modules that import joined ones.

use std::collections::BTreeMap;

/// The module that a page begins with.
const FIRST: &str = "main";

/// The name of the joined file, without its ending.
const JOINED: &str = "joined";

/// A module, taken apart.
struct Module {
    /// The names of the modules that it imports, in order.
    imports: Vec<String>,
    /// What it exports.
    exports: Vec<String>,
    /// Its text without `export`, and with constants in the place of imports.
    body: String,
}

/// The files that stand in the place of others, or beside them, by their names without `.js`; `modules` has all modules by theirs.
pub(crate) fn joined(
    modules: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, String> {
    let mut parts = BTreeMap::new();
    let mut order = Vec::new();
    visit(FIRST, modules, &mut parts, &mut order, &mut Vec::new())?;
    order.retain(|name| name != FIRST);
    let names = order.iter().map(|name| format!("${name}")).collect::<Vec<_>>().join(", ");
    let mut files = BTreeMap::new();
    let mut whole = String::new();
    for name in &order {
        let Module { exports, body, .. } = &parts[name];
        let exports = exports.join(", ");
        whole.push_str(&format!(
            "const ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        ));
        let handed = format!(
            "import {{ ${name} }} from './{JOINED}.js';\nexport const {{ {exports} }} = ${name};\n"
        );
        files.insert(name.clone(), handed);
    }
    whole.push_str(&format!("export {{ {names} }};\n"));
    files.insert(JOINED.to_owned(), whole);
    let main = format!("import {{ {names} }} from './{JOINED}.js';\n{}", parts[FIRST].body);
    files.insert(FIRST.to_owned(), main);
    Ok(files)
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
