//! How the solve goes, drawn: a bar a step, and the bottlenecks in words.
//!
//! What is drawn is the [`Profile`] of the solve by the teaching ladder: how much there is to
//! choose from at every step, and where it is tight.
//!
//! ```text
//!    1 ▃▄▄▅▆▅▅▄▂▁▁▁▂▃▅▇█▇▆▅
//!               ▲▲▲
//! ```

use crate::draw::{Ink, paint};
use crate::job::count;
use crate::story::{wrapped, wrapped_at};
use piste::logic::Outcome;
use piste::rating::{Moment, Profile};
use piste_api::Language;
use piste_api::step::named;
use piste_core::space::Space;

/// The bars, each with the least number of moves that it stands for. The scale is the same
/// for every puzzle, so that profiles can be compared.
const BARS: [(usize, char); 8] =
    [(1, '▁'), (2, '▂'), (3, '▃'), (4, '▄'), (6, '▅'), (9, '▆'), (13, '▇'), (19, '█')];

/// So many steps stand in a line, where there is room for them.
const LINE: usize = 70;

/// The columns before the bars.
const MARGIN: usize = 5;

/// The columns before what is told of a bottleneck, and the fewest that it is told in.
const NUMBER: usize = 6;
const NARROWEST: usize = 20;

/// So many bottlenecks are told at most.
const TOLD: usize = 4;

/// Two or more lines: what the bars show, the bars, and the bottlenecks in words.
pub(super) fn text<S: Space>(profile: &Profile<S>, colour: bool, wide: Option<usize>) -> String {
    let in_line = wide.map_or(LINE, |wide| wide.saturating_sub(MARGIN).clamp(10, LINE));
    let moments = profile.moments();
    if moments.is_empty() {
        return match profile.outcome() {
            Outcome::Solved => "Nothing is left to do.\n".to_owned(),
            _ => "No strategy finds anything to do.\n".to_owned(),
        };
    }
    let steps = count(moments.len() as u64, "step");
    let end = match profile.outcome() {
        Outcome::Solved => format!("Solved in {steps}"),
        _ => format!("Stuck after {steps}, {} open", count(profile.left() as u64, "cell")),
    };
    let head = format!("{end}. Moves to choose from at each, ▁ one, ▄ four, █ many:");
    let mut text = wide.map_or_else(|| wrapped(&head), |wide| wrapped_at(wide, &head));
    for (line, moments) in moments.chunks(in_line).enumerate() {
        let number = paint(&format!("{:4}", line * in_line + 1), Ink::Faint, colour);
        text.push_str(&format!("{number} {}\n", bars(moments, colour)));
        let mark = |moment: &Moment<S>| if moment.is_bottleneck() { '▲' } else { ' ' };
        let marks: String = moments.iter().map(mark).collect();
        if moments.iter().any(Moment::is_bottleneck) {
            let marks = paint(marks.trim_end(), Ink::Accent, colour);
            text.push_str(&format!("     {marks}\n"));
        }
    }
    text.push_str(&bottlenecks(profile, wide));
    text
}

fn bottlenecks<S: Space>(profile: &Profile<S>, wide: Option<usize>) -> String {
    let mut tight: Vec<(usize, &Moment<S>)> = profile.bottlenecks().collect();
    if tight.is_empty() {
        return wrapped("No bottleneck: there is always a choice of singles.");
    }
    let all = tight.len();
    tight.sort_by_key(|(number, moment)| (usize::MAX - moment.rung, moment.moves, *number));
    tight.truncate(TOLD);
    tight.sort_by_key(|(number, _)| *number);
    let head = match all - tight.len() {
        0 => count(all as u64, "bottleneck"),
        _ => format!("{}, the hardest {TOLD}", count(all as u64, "bottleneck")),
    };
    let mut text = format!("▲ {head}:\n");
    for (number, Moment { moves, step, .. }) in tight {
        let only = if *moves == 1 { "the only move" } else { "one of" };
        let moves = if *moves == 1 { String::new() } else { format!(" {moves}") };
        let told = format!("{}, {only}{moves}", named(step, Language::default()));
        // What does not fit goes on below, under its beginning.
        let told = wide.map_or_else(
            || told.clone(),
            |wide| wrapped_at(wide.saturating_sub(NUMBER).max(NARROWEST), &told),
        );
        for (nth, line) in told.lines().enumerate() {
            let number = if nth == 0 { format!("{:4}", number + 1) } else { String::new() };
            text.push_str(&format!("{number:NUMBER$}{line}\n"));
        }
    }
    text
}

fn bars<S: Space>(moments: &[Moment<S>], colour: bool) -> String {
    let bar = |moment: &Moment<S>| {
        let reached = BARS.iter().rfind(|(least, _)| *least <= moment.moves);
        let (_, bar) = reached.unwrap_or(&BARS[0]);
        let ink = if moment.is_single { Ink::Solved } else { Ink::Accent };
        paint(&bar.to_string(), ink, colour)
    };
    moments.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::Ladder;
    use piste_core::{Board, Grid};

    fn drawn(puzzle: &str) -> String {
        let grid: Grid = puzzle.parse().unwrap();
        text(&Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid))), false, None)
    }

    #[test]
    fn an_easy_puzzle_has_high_bars_and_no_marks() {
        let text = drawn(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert!(text.starts_with("Solved in 51 steps. Moves to choose from at each"), "{text}");
        assert!(
            text.contains("\n   1 ▇▇") && text.contains("▂▁\n") && !text.contains('▲'),
            "{text}"
        );
    }

    #[test]
    fn what_is_told_of_a_bottleneck_stays_in_the_window() {
        let grid: Grid =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
                .parse()
                .unwrap();
        let profile = Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)));
        for wide in [40, 60, 80] {
            let text = text(&profile, false, Some(wide));
            assert!(text.lines().all(|line| line.chars().count() <= wide), "{text}");
        }
    }

    #[test]
    fn bottlenecks_are_marked_and_told() {
        let text = drawn(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        );
        assert!(text.contains("\n     ▲") && text.contains("bottleneck"), "{text}");
    }
}
