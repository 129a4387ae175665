//! As much Markdown as our manual pages have, as HTML: headings, paragraphs, lists, tables, code, links.
//!
//! The pages are made by `cargo xtask docs` from the sources, so they are plain: one block after the other, with an empty
//! line between, and lists of one depth.

/// A whole page.
pub(crate) fn page(text: &str, policy: &str, style: &str) -> String {
    let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("piste");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<link rel=\"stylesheet\" href=\"{style}\">\n</head>\n<body>\n\
         <p><a href=\"../../\">piste</a></p>\n{}</body>\n</html>\n",
        escaped(title),
        body(text)
    )
}

/// The blocks of a text.
fn body(text: &str) -> String {
    let mut html = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.starts_with("<!--") {
            continue;
        }
        if let Some(rest) = line.strip_prefix("```") {
            let _ = rest;
            let code: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            html += &format!("<pre><code>{}</code></pre>\n", escaped(&code.join("\n")));
            continue;
        }
        let level = line.len() - line.trim_start_matches('#').len();
        if (1..=4).contains(&level) && line[level..].starts_with(' ') {
            html += &format!("<h{level}>{}</h{level}>\n", inline(line[level..].trim()));
            continue;
        }
        // The rest of a block: up to an empty line, a fence or a heading.
        let mut block = vec![line];
        while let Some(next) = lines.next_if(|next| {
            !next.trim().is_empty() && !next.starts_with("```") && !next.starts_with('#')
        }) {
            block.push(next);
        }
        html += &blocked(&block);
    }
    html
}

fn blocked(block: &[&str]) -> String {
    let is_item = |line: &str| line.starts_with("- ") || line.starts_with("* ");
    if block[0].starts_with('|') {
        return table(block);
    }
    if is_item(block[0]) || numbered(block[0]).is_some() {
        let tag = if is_item(block[0]) { "ul" } else { "ol" };
        let mut items: Vec<String> = Vec::new();
        for line in block {
            match (is_item(line).then(|| &line[2..]).or_else(|| numbered(line)), items.last_mut()) {
                (Some(rest), _) => items.push(rest.to_owned()),
                (None, Some(item)) => *item += &format!(" {}", line.trim()),
                (None, None) => {}
            }
        }
        let items = items.iter().map(|item| format!("<li>{}</li>\n", inline(item)));
        return format!("<{tag}>\n{}</{tag}>\n", items.collect::<String>());
    }
    format!("<p>{}</p>\n", inline(&block.join("\n")))
}

/// What stands behind the number of a list.
fn numbered(line: &str) -> Option<&str> {
    let (number, rest) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
}

fn table(block: &[&str]) -> String {
    let mut html = String::from("<table>\n");
    let is_rule = |line: &str| line.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' '));
    for (number, line) in block.iter().enumerate().filter(|(_, line)| !is_rule(line)) {
        let tag = if number == 0 { "th" } else { "td" };
        let line = line.trim().trim_start_matches('|').trim_end_matches('|');
        let cells = line.split(" | ").map(|cell| format!("<{tag}>{}</{tag}>", inline(cell.trim())));
        html += &format!("<tr>{}</tr>\n", cells.collect::<String>());
    }
    html + "</table>\n"
}

/// Code, links, pictures and emphasis in running text.
fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '[', '!', '*']) {
        html += &escaped(&rest[..at]);
        rest = &rest[at..];
        let found =
            code(rest).or_else(|| picture(rest)).or_else(|| link(rest)).or_else(|| strong(rest));
        let (made, taken) = found.unwrap_or_else(|| (rest[..1].to_owned(), 1));
        html += &made;
        rest = &rest[taken..];
    }
    html + &escaped(rest)
}

/// Something between two signs: what is inside, and how long all of it is.
fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<(&'a str, usize)> {
    let inner = text.strip_prefix(open)?;
    let end = inner.find(close).filter(|end| *end > 0)?;
    Some((&inner[..end], open.len() + end + close.len()))
}

fn code(text: &str) -> Option<(String, usize)> {
    let (inner, taken) = between(text, "`", "`")?;
    Some((format!("<code>{}</code>", escaped(inner)), taken))
}

fn strong(text: &str) -> Option<(String, usize)> {
    if let Some((inner, taken)) = between(text, "**", "**") {
        return Some((format!("<strong>{}</strong>", inline(inner)), taken));
    }
    let (inner, taken) = between(text, "*", "*")?;
    let is_word = !inner.starts_with(' ') && !inner.ends_with(' ');
    is_word.then(|| (format!("<em>{}</em>", inline(inner)), taken))
}

fn picture(text: &str) -> Option<(String, usize)> {
    let (words, taken) = between(text, "![", "](")?;
    let (place, more) = between(&text[taken - 1..], "(", ")")?;
    let _ = place;
    // Pictures of the manual are not part of the folder: their words are.
    Some((escaped(words), taken - 1 + more))
}

fn link(text: &str) -> Option<(String, usize)> {
    let (words, taken) = between(text, "[", "](")?;
    let (place, more) = between(&text[taken - 1..], "(", ")")?;
    let html = match local(place) {
        Some(place) => format!("<a href=\"{}\">{}</a>", escaped(&place), inline(words)),
        None => inline(words),
    };
    Some((html, taken - 1 + more))
}

/// Where a link leads inside the folder. What is elsewhere in the repository is not there.
fn local(place: &str) -> Option<String> {
    if place.starts_with("https://") || place.starts_with('#') {
        return Some(place.to_owned());
    }
    let (file, part) = place.split_once('#').map_or((place, ""), |(file, part)| (file, part));
    let stem = file.strip_suffix(".md")?;
    let folder = stem.strip_prefix("../").map_or("", |rest| rest.split('/').next().unwrap_or(""));
    let is_ours =
        !stem.contains("../") || (["strategies", "metrics", "generators"].contains(&folder));
    let stem = stem.strip_suffix("README").map_or(stem.to_owned(), |front| format!("{front}index"));
    let part = if part.is_empty() { String::new() } else { format!("#{part}") };
    is_ours.then(|| format!("{stem}.html{part}"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_manual_has_becomes_html() {
        for (text, html) in [
            ("# A & b", "<h1>A &amp; b</h1>\n"),
            ("one\ntwo *three*\n\nfour", "<p>one\ntwo <em>three</em></p>\n<p>four</p>\n"),
            ("- a\n  b\n- `c<d`", "<ul>\n<li>a b</li>\n<li><code>c&lt;d</code></li>\n</ul>\n"),
            ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"),
            (
                "| a | b |\n|---|---|\n| 1 | **2** |",
                "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td><strong>2</strong></td></tr>\n</table>\n",
            ),
            ("```text\n<x>\n```", "<pre><code>&lt;x&gt;</code></pre>\n"),
            ("2 * 3 * 4!", "<p>2 * 3 * 4!</p>\n"),
            (
                "<!-- no -->\n\n[x](xy-wing.md) [y](../se.md) [z](../metrics/README.md)",
                "<p><a href=\"xy-wing.html\">x</a> y <a href=\"../metrics/index.html\">z</a></p>\n",
            ),
        ] {
            assert_eq!(body(text), html, "{text}");
        }
    }
}
