//! `piste canon`.

use crate::support::*;

const CANONICAL: &str =
    "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.";

fn disguises(times: &str) -> String {
    piste(&["transform", "--random", "--seed", "5", "--times", times, "-f", "line", PUZZLE])
        .fine()
        .out
}

#[test]
fn the_canonical_form_is_the_same_for_every_disguise() {
    let mut all = disguises("200");
    all.push_str(PUZZLE);
    let done = piste_on(&all, &["canon"]).fine();
    assert_eq!(done.lines(), [CANONICAL; 201]);
}

#[test]
fn the_transformation_leads_there() {
    let done = piste_on(&format!("{PUZZLE} x\n"), &["canon", "--with-transformation"]).fine();
    let (form, rest) = done.out.trim_end().split_once('\t').unwrap();
    let by = rest.strip_suffix(" x").unwrap();
    assert_eq!(form, CANONICAL);
    let there = piste(&["transform", "--by", by, "-f", "line", PUZZLE]).fine();
    assert_eq!(there.out.trim_end(), CANONICAL);
    let back = piste(&["transform", "--by", by, "--undo", "-f", "line", CANONICAL]).fine();
    assert_eq!(back.out.trim_end(), PUZZLE);
}

#[test]
fn tables_get_columns_of_their_own() {
    let table = format!("quizzes,se\n{PUZZLE},1.2\n");
    let done = piste_on(&table, &["canon", "--with-transformation", "--to", "csv"]).fine();
    assert_eq!(done.lines()[0], "quizzes,canonical,transformation,se");
    assert!(done.lines()[1].starts_with(&format!("{PUZZLE},{CANONICAL},t r=")), "{done:?}");
    assert!(done.lines()[1].ends_with(",1.2"), "{done:?}");
}

#[test]
fn one_puzzle_is_drawn_and_more_is_said_as_json() {
    let done = piste(&["canon", PUZZLE]).fine();
    assert_eq!(done.lines()[1], "│ · · · │ · · · │ · · 1 │");
    assert_eq!(done.lines()[13], CANONICAL);
    let done = piste(&["canon", "--json", PUZZLE]).fine();
    let answer = &json_lines(&done.out)[0];
    assert_eq!((&answer["puzzle"], &answer["canonical"]), (&PUZZLE.into(), &CANONICAL.into()));
    assert_eq!(answer["automorphisms"], 1);
}

#[test]
fn two_puzzles_are_compared() {
    let disguise = disguises("1");
    let done = piste(&["canon", "--same", PUZZLE, disguise.trim()]).fine();
    let by = done
        .out
        .strip_prefix("the same: ")
        .and_then(|words| words.strip_suffix(" makes the second of the first\n"))
        .unwrap();
    let there = piste(&["transform", "--by", by, "-f", "line", PUZZLE]).fine();
    assert_eq!(there.out, disguise);

    let done = piste(&["canon", "--same", PUZZLE, SEVENTEEN]);
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (Some(1), "different\n", ""));
    let done = piste_on(&format!("{PUZZLE}\n{disguise}"), &["canon", "--same", "--json"]).fine();
    assert_eq!(json_lines(&done.out)[0]["same"], true);

    let done = piste(&["canon", "--same", PUZZLE]);
    assert_eq!(done.code, Some(2));
    assert_eq!(done.err, "piste: --same compares two puzzles, and there is only one\n");
}

#[test]
fn repetitions_are_dropped_and_the_first_of_each_kept_as_it_was() {
    let mut input = format!("{PUZZLE} first\n{SEVENTEEN} second\n{SEVENTEEN} again\n");
    input.push_str(&disguises("50"));
    input.push_str(SOLUTION);
    let done = piste_on(&input, &["canon", "--dedupe"]);
    assert_eq!(done.code, Some(0));
    let seventeen = SEVENTEEN.replace('0', ".");
    let kept = format!("{PUZZLE} first\n{seventeen} second\n{SOLUTION}\n");
    assert_eq!(done.out, kept);
    assert_eq!(done.err, "piste: 3 different puzzles; 51 repeated and dropped\n");
    assert_eq!(piste_on(&input, &["canon", "--dedupe", "--quiet"]).fine().out, kept);
}

/// Random puzzles, each of which comes twice, the second time in disguise. (Full grids
/// would not do: among 40,000 random ones there may well be two that are the same.)
#[test]
fn what_does_not_fit_in_memory_is_sifted_just_as_well() {
    let grids = format!("{}\n", ".".repeat(81)).repeat(40_000);
    let grids = piste_on(&grids, &["solve", "--random", "--seed", "1"]).fine().out;
    let grids: String = grids.lines().enumerate().map(|(i, line)| holed(i, line)).collect();
    let disguised = piste_on(&grids, &["transform", "--random", "--seed", "2"]).fine().out;
    let done = piste_on(&(grids.clone() + &disguised), &["canon", "--dedupe", "--memory", "1"]);
    assert_eq!(done.err, "piste: 40,000 different puzzles; 40,000 repeated and dropped\n");
    assert!(done.out == grids, "something was dropped, added or moved");
}

/// The grid with about every fourth cell emptied, always others.
fn holed(number: usize, grid: &str) -> String {
    let mut bits = (number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    let mut line: String = grid
        .chars()
        .map(|c| {
            bits = bits.rotate_left(7);
            if (bits >> 64) & 3 == 0 { '.' } else { c }
        })
        .collect();
    line.push('\n');
    line
}

#[test]
fn pencil_marks_have_no_canonical_form() {
    let marks = "123456789".repeat(81);
    let done = piste_on(&format!("{marks}\n{PUZZLE}\n"), &["canon"]);
    assert_eq!((done.code, done.out), (Some(1), format!("{CANONICAL}\n")));
    assert_eq!(
        done.err,
        "-:1:1: expected givens, found pencil marks, which have no canonical form\n\
         piste: no canonical form: 1 of 2 puzzles\n"
    );
}
