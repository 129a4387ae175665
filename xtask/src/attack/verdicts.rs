//! Searches that are given up. With few guesses the answer is what it is with enough, or that
//! it was not decided: never anything else.

use super::arena::Arena;
use super::{Attack, Findings};
use piste::Rng;

pub(super) const ATTACKS: [Attack; 1] =
    [Attack { name: "verdicts with too few guesses", share: 3, most: 60, attempt: verdicts }];

/// A board of this many digits with a few cells filled in at random.
fn board(digits: usize, rng: &mut Rng) -> String {
    let cells = digits * digits;
    let mut board = vec!['.'; cells];
    for _ in 0..rng.below(digits) {
        let digit = char::from_digit(1 + rng.below(digits.min(9)) as u32, 10);
        board[rng.below(cells)] = digit.unwrap_or('1');
    }
    board.into_iter().collect()
}

/// The text of a member of a line of JSON that we wrote.
fn member<'a>(json: &'a str, name: &str) -> &'a str {
    let from = json.find(&format!("\"{name}\":")).map_or(json.len(), |at| at + name.len() + 3);
    let rest = &json[from..];
    &rest[..rest.find([',', '}']).unwrap_or(rest.len())]
}

fn verdicts(arena: &Arena, rng: &mut Rng) -> Result<Findings, String> {
    let sizes = [4, 4, 6, 9, 16];
    let digits = *rng.pick(&sizes).ok_or("there are five")?;
    let boards: Vec<String> = (0..40).map(|_| board(digits, rng)).collect();
    let file = arena.write("boards.txt", boards.join("\n") + "\n")?;
    let guesses = rng.below(6).to_string();
    let ask = |args: &[&str]| arena.run(args, 60);
    let truth = ask(&["check", "--json", &file])?;
    let few = ask(&["check", "--json", "--guesses", &guesses, &file])?;
    let solved = ask(&["solve", "--check", "--json", "--guesses", &guesses, &file])?;
    let mut findings = Vec::new();
    for (ran, what) in [(&few, "check"), (&solved, "solve --check")] {
        findings.extend(ran.faults(what, 512));
        if ran.out.lines().count() != boards.len() {
            findings.push(format!("{what}: {} lines, not 40", ran.out.lines().count()));
        }
    }
    let mut open = 0;
    for ((known, few), solved) in truth.out.lines().zip(few.out.lines()).zip(solved.out.lines()) {
        let (known, puzzle) = (member(known, "verdict"), member(known, "puzzle"));
        let verdict = member(few, "verdict");
        let is_open = verdict == "\"undecided\"";
        open += u32::from(is_open);
        if !is_open && verdict != known {
            findings.push(format!("{puzzle}: {verdict} with {guesses} guesses, and it is {known}"));
        }
        if is_open != (member(few, "proper") == "null") {
            findings.push(format!("{puzzle}: {verdict}, and proper is {}", member(few, "proper")));
        }
        let proved = member(solved, "verdict");
        if proved != "\"undecided\"" && proved != known {
            findings.push(format!("{puzzle}: solve --check says {proved}, and it is {known}"));
        }
    }
    if few.code == Some(0) && open > 0 {
        findings.push(format!("{open} were not decided, and the exit code is 0"));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::member;

    #[test]
    fn members_are_found() {
        let json = r#"{"puzzle":"1..","proper":null,"verdict":"undecided"}"#;
        assert_eq!(member(json, "proper"), "null");
        assert_eq!(member(json, "verdict"), "\"undecided\"");
        assert_eq!(member(json, "none"), "");
    }
}
