//! Rust source with the prose taken out.
//!
//! The rules of `tidy` look for words in *code*. A comment that mentions `println!`, or a
//! string that holds a template, is no violation; so before any rule looks, comments and
//! the insides of literals are overwritten with spaces. Every line keeps its number and
//! every character its column, and a finding can point at the original text.
//!
//! This is a lexer of the few things that can hide words (comments, strings, characters),
//! not a parser: the rest of the language passes through untouched.

/// The text with comments and the insides of string and character literals blanked out.
///
/// Quotes stay, so that `""` is still visibly a string.
pub(crate) fn code_of(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = match prose_end(&chars, at) {
            Some(end) => end.min(chars.len()),
            None => {
                code.push(chars[at]);
                at += 1;
                continue;
            }
        };
        let quote = matches!(chars[at], '"' | '\'').then_some(chars[at]);
        for (i, &c) in chars[at..end].iter().enumerate() {
            let is_edge = i == 0 || i == end - at - 1;
            code.push(match c {
                '\n' => '\n',
                _ if is_edge && Some(c) == quote => c,
                _ => ' ',
            });
        }
        at = end;
    }
    code
}

/// If a comment or a literal begins here, where it ends.
fn prose_end(chars: &[char], at: usize) -> Option<usize> {
    let next = chars.get(at + 1).copied();
    match chars[at] {
        '/' if next == Some('/') => Some(line_end(chars, at)),
        '/' if next == Some('*') => Some(block_comment_end(chars, at)),
        '"' => Some(quoted_end(chars, at, '"')),
        '\'' if next == Some('\\') => Some(quoted_end(chars, at, '\'')),
        '\'' if chars.get(at + 2) == Some(&'\'') => Some(at + 3),
        'r' if starts_literal(chars, at) => raw_string_end(chars, at),
        _ => None,
    }
}

fn line_end(chars: &[char], at: usize) -> usize {
    chars[at..].iter().position(|&c| c == '\n').map_or(chars.len(), |n| at + n)
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                at += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

/// Whether the `r` here can begin a raw string: it is no tail of a longer name, save `br` and `cr`.
fn starts_literal(chars: &[char], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map(|i| chars[i]);
    match before(1) {
        Some('b' | 'c') => !before(2).is_some_and(is_word),
        Some(c) => !is_word(c),
        None => true,
    }
}

fn raw_string_end(chars: &[char], start: usize) -> Option<usize> {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return None;
    }
    let closes = |i: usize| {
        chars[i] == '"'
            && chars[i + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes
    };
    Some((open + 1..chars.len()).find(|&i| closes(i)).map_or(chars.len(), |i| i + 1 + hashes))
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// One token of code: a word, `::`, or any other single character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    /// Counted from 1.
    pub(crate) line: usize,
    /// Where it begins, in bytes.
    pub(crate) start: usize,
}

/// The tokens of code that [`code_of`] returned.
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let start = code.len() - rest.len();
        let length = if is_word(c) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            c.len_utf8()
        };
        let (text, tail) = rest.split_at(length);
        if c == '\n' {
            line += 1;
        } else if !c.is_whitespace() {
            tokens.push(Token { text, line, start });
        }
        rest = tail;
    }
    tokens
}

/// Every path in the code, groups spelled out: `use std::{fs, io::Read}` gives `std::fs` and
/// `std::io::Read`. A single name is a path of one segment.
pub(crate) fn paths(code: &str) -> Vec<(usize, Vec<String>)> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].text.starts_with(is_word) {
            read_path(&tokens, &mut at, &mut Vec::new(), &mut found);
        } else {
            at += 1;
        }
    }
    found
}

fn read_path(
    tokens: &[Token<'_>],
    at: &mut usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<(usize, Vec<String>)>,
) {
    let line = tokens[*at].line;
    let depth = prefix.len();
    prefix.push(tokens[*at].text.to_owned());
    *at += 1;
    while tokens.get(*at).is_some_and(|t| t.text == "::") {
        match tokens.get(*at + 1) {
            Some(t) if t.text == "*" || t.text.starts_with(is_word) => {
                prefix.push(t.text.to_owned());
                *at += 2;
            }
            Some(t) if t.text == "{" => {
                *at += 2;
                while let Some(t) = tokens.get(*at).filter(|t| t.text != "}") {
                    if t.text == "*" || t.text.starts_with(is_word) {
                        read_path(tokens, at, prefix, found);
                    } else {
                        *at += 1;
                    }
                }
                *at += 1;
                prefix.truncate(depth);
                return;
            }
            _ => {
                *at += 1;
                break;
            }
        }
    }
    found.push((line, prefix.clone()));
    prefix.truncate(depth);
}

/// The code without what is compiled for tests only, and the names of the modules that
/// are (`#[cfg(test)] mod cases;`): those live in files of their own.
pub(crate) fn without_tests(code: &str) -> (String, Vec<String>) {
    let tokens = tokens(code);
    let mut shipped = code.to_owned();
    let mut test_modules = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some(after) = cfg_test_end(&tokens, at) else {
            at += 1;
            continue;
        };
        let end = item_end(&tokens, after);
        let item: Vec<&str> = tokens[after..end].iter().map(|t| t.text).collect();
        if let [.., "mod", name, ";"] = item[..] {
            test_modules.push(name.to_owned());
        }
        let last = tokens[end - 1];
        blank(&mut shipped, tokens[at].start, last.start + last.text.len());
        at = end;
    }
    (shipped, test_modules)
}

/// If `#[cfg(test)]`, or a `cfg(all(test, …))`, stands here: the token after it.
fn cfg_test_end(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let word = |n: usize| tokens.get(at + n).map_or("", |t| t.text);
    if [word(0), word(1), word(2), word(3)] != ["#", "[", "cfg", "("] {
        return None;
    }
    let end = closing(tokens, at + 1)?;
    let is_test = word(4) == "test" || (word(4) == "all" && word(6) == "test");
    is_test.then_some(end + 1)
}

/// One past the item that begins here: past its `;`, or past its closing brace.
pub(crate) fn item_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].text {
            ";" => return at + 1,
            "{" => return closing(tokens, at).map_or(tokens.len(), |end| end + 1),
            "(" | "[" => at = closing(tokens, at).unwrap_or(tokens.len()),
            _ => {}
        }
        at += 1;
    }
    tokens.len()
}

/// The token that closes the bracket opened here.
fn closing(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

fn blank(text: &mut String, start: usize, end: usize) {
    let blanked: String =
        text[start..end].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
    // Names may be longer in bytes than in characters; pad so that later offsets still fit.
    let padding = " ".repeat(end - start - blanked.len());
    text.replace_range(start..end, &(blanked + &padding));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_strings(code: &str) -> Vec<String> {
        paths(code).into_iter().map(|(_, path)| path.join("::")).collect()
    }

    #[test]
    fn comments_and_literals_are_blanked_and_nothing_moves() {
        let text = "let a = \"todo!()\"; // dbg!\nlet b = 'x'; /* one /* two */ dbg! */ c\n";
        let code = code_of(text);
        assert_eq!(
            code,
            "let a = \"       \"; \u{20}      \nlet b = ' ';                          c\n"
        );
        assert_eq!(code.lines().count(), text.lines().count());
    }

    #[test]
    fn raw_strings_escapes_and_lifetimes_are_told_apart() {
        assert_eq!(code_of("r#\"a \" b\"# d"), "           d");
        assert_eq!(code_of(r#""a \" b" d"#), "\"      \" d");
        assert_eq!(code_of(r"'\'' d"), "'  ' d");
        assert_eq!(code_of("fn f<'a>(x: &'a str) -> Word<'a>"), "fn f<'a>(x: &'a str) -> Word<'a>");
        assert_eq!(code_of("let r#match = br\"x\"; for\"y\""), "let r#match = b    ; for\" \"");
        assert_eq!(code_of("'\"' dbg!"), "' ' dbg!");
    }

    #[test]
    fn groups_of_paths_are_spelled_out() {
        assert_eq!(
            path_strings("use std::{fs, io::{self, Read}, net::*};\nx::y::<T>(z)"),
            ["use", "std::fs", "std::io::self", "std::io::Read", "std::net::*", "x::y", "T", "z"]
        );
        assert_eq!(paths("a\n\nb::c")[1], (3, vec!["b".to_owned(), "c".to_owned()]));
    }

    #[test]
    fn test_items_are_cut_out() {
        let text = "use a;\n#[cfg(test)]\n#[allow(x)]\nmod tests { fn f() { b } }\nfn g(x: [u8; 2]) { c }\n\
                    #[cfg(test)]\nmod cases;\n#[cfg(all(test, unix))] fn h(x: [u8; 2]) { d }\ne";
        let (shipped, modules) = without_tests(text);
        let words = path_strings(&shipped);
        assert_eq!(words, ["use", "a", "fn", "g", "x", "u8", "2", "c", "e"]);
        assert_eq!(modules, ["cases"]);
        assert_eq!(shipped.lines().count(), text.lines().count());
    }

    #[test]
    fn unfinished_source_does_not_confuse_the_lexer() {
        for text in ["\"abc", "/* abc", "r#\"abc", "'\\", "r", "#[cfg(test)] mod x {", "a::{b"] {
            let code = code_of(text);
            assert_eq!(code.chars().count(), text.chars().count(), "{text}");
            without_tests(&code);
            paths(&code);
        }
    }
}
