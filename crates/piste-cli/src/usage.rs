//! A wrong command line, told in one sentence; and help that knows when it was not heard.
//!
//! The parser's own messages go on over several lines, and call a number that is not one
//! "invalid digit found in string". Here they become one line in the manner of all others.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Says what there is to say instead of running: help, the version, or what is wrong.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            // If the standard error is closed, the exit code must do.
            drop(error.print());
            return ExitCode::from(2);
        }
        crate::status::tell(format_args!("piste: {}", sentence(error)));
        return ExitCode::from(2);
    }
    match error.print().and_then(|()| std::io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            let words = "cannot write to the standard output";
            crate::status::report(&anyhow::Error::new(wrong).context(words))
        }
    }
}

/// More values than this are not listed to somebody whose word is nearly one of them.
const MANY: usize = 16;

/// More values than this are listed to nobody.
const MOST_LISTED: usize = 50;

/// The three words that are nearest to this one.
fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = known.collect();
    known.sort_by_cached_key(|one| distance(word, one));
    known.truncate(3);
    known.join(", ")
}

/// How many letters to change, add or leave out.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// What is wrong, in one line.
fn sentence(error: &clap::Error) -> String {
    let told = |kind| error.get(kind).map(words).filter(|text| !text.is_empty());
    let argument = told(ContextKind::InvalidArg).map(|text| option_of(&text));
    let value = told(ContextKind::InvalidValue);
    let source = std::error::Error::source(error).map(ToString::to_string);
    match (error.kind(), argument, value) {
        (ErrorKind::ValueValidation, Some(argument), Some(value)) => {
            let why = source.map_or_else(|| "not a possible value".to_owned(), |why| kinder(&why));
            format!("{argument} {value}: {why}")
        }
        (ErrorKind::InvalidValue, Some(argument), Some(value)) => {
            // A name of a letter or two is near to anything.
            let similar = told(ContextKind::SuggestedValue).filter(|one| one.len() > 2);
            let count = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(all)) => all.len(),
                _ => 0,
            };
            let known = told(ContextKind::ValidValue).unwrap_or_default();
            match similar {
                // Who is understood need not read them all.
                Some(one) if count > MANY => {
                    format!("{argument}: there is no {value}; did you mean {one}?")
                }
                Some(one) => {
                    format!("{argument} {value}: not one of {known}; did you mean {one}?")
                }
                None if count > MOST_LISTED => {
                    let near = nearest(&value, known.split(", "));
                    format!("{argument}: there is no {value}; the nearest of {count} are {near}")
                }
                None => format!("{argument} {value}: not one of {known}"),
            }
        }
        (ErrorKind::InvalidSubcommand, ..) => {
            let word = told(ContextKind::InvalidSubcommand).unwrap_or_default();
            let similar = told(ContextKind::SuggestedSubcommand);
            // The most similar one comes last; one that begins otherwise is hardly meant.
            let meant = similar.as_deref().and_then(|all| all.rsplit(", ").next());
            match meant.filter(|one| one.chars().next() == word.chars().next()) {
                Some(one) => format!("there is no verb {word}; did you mean {one}?"),
                None => format!("there is no verb {word}; --help lists them"),
            }
        }
        (ErrorKind::InvalidValue, Some(argument), None) => format!("{argument} wants a value"),
        (ErrorKind::UnknownArgument, Some(argument), _) if is_negative(&argument) => {
            format!("{argument}: no number here is below 0")
        }
        (ErrorKind::UnknownArgument, Some(argument), _) if !argument.starts_with('-') => {
            let is_number = argument.bytes().all(|byte| byte.is_ascii_digit());
            let how = if is_number { "a number stands behind its option" } else { "nothing is read here" };
            format!("{argument}: {how}; --help says what is expected")
        }
        (ErrorKind::UnknownArgument, Some(argument), _) if argument == "--where" => {
            "there is no option --where here; make has --target, and the library takes a condition as it is".to_owned()
        }
        (ErrorKind::MissingRequiredArgument, Some(missing), _) => {
            format!("{missing} is missing; --help says what is expected")
        }
        (ErrorKind::ArgumentConflict, Some(argument), _) => {
            let prior = told(ContextKind::PriorArg).map(|text| option_of(&text));
            match prior {
                Some(prior) if [&*argument, &*prior].contains(&"--level") && [&*argument, &*prior].contains(&"--shape") => {
                    "--level is for the classic 9×9; on another --shape say --hardest-is".to_owned()
                }
                Some(prior) => format!("{argument} and {prior} do not go together"),
                None => first_line(error),
            }
        }
        (ErrorKind::UnknownArgument, Some(argument), _) => {
            let similar = told(ContextKind::SuggestedArg).map(|text| option_of(&text));
            let first = |option: &str| option.trim_start_matches('-').chars().next();
            match similar.filter(|one| first(one) == first(&argument)) {
                Some(one) => format!("there is no option {argument}; did you mean {one}?"),
                None => format!("there is no option {argument} here; --help lists them"),
            }
        }
        _ => first_line(error),
    }
}

/// The arguments, in which `piste help rate` is another way to say `piste rate --help`.
pub(crate) fn with_help(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|word| word == "help") {
        arguments.remove(1);
        arguments.push("--help".into());
    }
    arguments
}

/// The command with its closing texts ready to be wrapped: a paragraph is one line, however it
/// is broken in the source, so that it fills the terminal that it is read on. What is indented
/// (an example, a code) stays a line of its own.
pub(crate) fn flowing(mut command: clap::Command) -> clap::Command {
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        let whole = flow(&text);
        command = command.after_help(in_short(&whole)).after_long_help(whole);
    }
    command.mut_subcommands(flowing)
}

/// What `-h` says below the options: the examples, where they come first. All of it is said by `--help`.
fn in_short(text: &str) -> String {
    match text.split_once("\n\n") {
        Some((examples, _)) if examples.starts_with("Examples:") => {
            format!("{examples}\n\n--help says more.")
        }
        _ => text.to_owned(),
    }
}

/// A text with the lines of each paragraph joined.
fn flow(text: &str) -> String {
    let mut flowed = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines() {
        let stands_alone = line.is_empty() || line.starts_with(' ') || line.ends_with(':');
        if !flowed.is_empty() {
            flowed.push(if is_open && !line.is_empty() && !line.starts_with(' ') {
                ' '
            } else {
                '\n'
            });
        }
        flowed.push_str(line);
        is_open = !stands_alone;
    }
    flowed
}

/// The command as its help is shown: the lines of its closing texts that are too long for the window go on below their own
/// text, not below their beginning, where they would look like lines of their own.
pub(crate) fn folded(command: clap::Command) -> clap::Command {
    let width = crate::terminal::help_width();
    folded_at(command.term_width(width), width)
}

fn folded_at(mut command: clap::Command, width: usize) -> clap::Command {
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(fold(&text, width));
    }
    if let Some(text) = command.get_after_long_help().map(ToString::to_string) {
        command = command.after_long_help(fold(&text, width));
    }
    command.mut_subcommands(|verb| folded_at(verb, width))
}

/// A text whose indented lines are no longer than this, as far as their words are not. Paragraphs are the parser's to wrap.
fn fold(text: &str, width: usize) -> String {
    let length = |text: &str| text.chars().count();
    let mut folded = String::with_capacity(text.len());
    for line in text.lines() {
        let body = line.trim_start_matches(' ');
        let indent = line.len() - body.len();
        if !folded.is_empty() {
            folded.push('\n');
        }
        if indent == 0 || length(line) <= width {
            folded.push_str(line);
            continue;
        }
        let hang = hang(indent, body, width);
        folded.push_str(&" ".repeat(indent));
        let (mut column, mut gap) = (indent, 0);
        for word in body.split(' ') {
            // Between two blanks there is a word without letters.
            if word.is_empty() {
                gap += 1;
                continue;
            }
            if column > indent && column + gap + length(word) > width {
                folded.push('\n');
                (column, gap) = (0, hang);
            }
            folded.push_str(&" ".repeat(gap));
            folded.push_str(word);
            column += gap + length(word);
            gap = 1;
        }
    }
    folded
}

/// Where an indented line goes on: below its second column, if it has one that leaves room; else further in than it began.
fn hang(indent: usize, body: &str, width: usize) -> usize {
    let second = body.find("  ").map(|end| {
        let blanks = body[end..].len() - body[end..].trim_start_matches(' ').len();
        indent + body[..end].chars().count() + blanks
    });
    second.filter(|column| column * 2 <= width).unwrap_or(indent + 4)
}

/// Whether somebody meant a number and not an option.
fn is_negative(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// What the parser says first.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        _ => String::new(),
    }
}

/// The option without the name of its value: `--jobs <N>` is `--jobs`.
fn option_of(argument: &str) -> String {
    let end = argument.find([' ', '=', '[']).unwrap_or(argument.len());
    if argument.starts_with('-') {
        argument[..end].trim_end_matches("...").to_owned()
    } else {
        argument.replace(['<', '>'], "").trim_end_matches("...").to_owned()
    }
}

/// The reasons of the standard library, in words for people.
fn kinder(why: &str) -> String {
    let zero = "number would be zero for non-zero type";
    if let Some((_, range)) = why.split_once(" is not in ") {
        let lowest = range.split("..").next().unwrap_or_default();
        return match range.split_once("..=").filter(|(_, high)| high.len() < 12) {
            Some((low, high)) => format!("expected a whole number from {low} to {high}"),
            None => format!("expected a whole number, {lowest} or more"),
        };
    }
    match why {
        _ if why == zero => "expected a whole number, 1 or more".to_owned(),
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number".to_owned()
        }
        "number too large to fit in target type" => "the number is too large".to_owned(),
        _ => why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_below_its_own_text() {
        let codes = "Exit codes:\n  0    all is well\n  130  interrupted by Ctrl-C";
        let folded = "Exit codes:\n  0    all is well\n  130  interrupted\n       by Ctrl-C";
        assert_eq!(fold(codes, 20), folded);
        assert_eq!(fold(codes, 80), codes);
        let puzzle = format!("  piste solve {}", ".".repeat(81));
        assert_eq!(fold(&puzzle, 80), format!("  piste solve\n      {}", ".".repeat(81)));
        // A second column that would leave no room is not kept to.
        let shapes = "  6x6, 6x6/3x2          boxes, as rows x columns";
        assert_eq!(fold(shapes, 30), "  6x6, 6x6/3x2          boxes,\n      as rows x columns");
        assert_eq!(fold("A paragraph of many words.", 9), "A paragraph of many words.");
    }

    #[test]
    fn paragraphs_flow_and_examples_stand() {
        let text = "Examples:\n  one\n  two\n\nA word and\nanother.\n\nCodes:\n  1 x";
        let flowed = "Examples:\n  one\n  two\n\nA word and another.\n\nCodes:\n  1 x";
        assert_eq!(flow(text), flowed);
        assert_eq!(in_short(flowed), "Examples:\n  one\n  two\n\n--help says more.");
        assert_eq!(in_short("Codes:\n  1 x"), "Codes:\n  1 x");
    }
}
