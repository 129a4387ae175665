//! Sudokus drawn for a terminal.
//!
//! A [`Picture`] says for every cell what stands in it and in which [`Ink`]: a digit, or
//! pencil marks, each mark with an ink of its own. That is enough to draw a puzzle, a
//! solution, two solutions and where they differ, and the evidence of any step of an
//! explanation. Inks are roles, not colours ("a given", "look here", "this is wrong");
//! [`Ink::style`] is the one place that knows what they look like.
//!
//! A picture without pencil marks is drawn small, one character a cell:
//!
//! ```text
//! ┌───────┬───────┬───────┐
//! │ 5 3 · │ · 7 · │ · · · │
//! ```
//!
//! With them every cell becomes a little square in which a mark has a place of its own,
//! as people write it on paper:
//!
//! ```text
//! ╔═════╤═════╤═════╦
//! ║ ··· │ ··3 │ 12· ║
//! ║ ·5· │ ··· │ 4·· ║
//! ║ ··· │ ··· │ ··· ║
//! ```

use anstyle::{AnsiColor, Style};
use piste_core::search::Clues;
use piste_core::{ByCell, ByDigit, Candidate, Cell, CellSet, Digit, DigitSet, Grid, Solution};

/// The role that a digit or a mark plays in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Nothing special.
    Plain,
    /// Printed with the puzzle.
    Given,
    /// Found by solving.
    Solved,
    /// What the text beside the picture talks about.
    Accent,
    /// What is wrong.
    Alarm,
    /// Of no account here.
    Faint,
}

impl Ink {
    fn style(self) -> Style {
        match self {
            Ink::Plain => Style::new(),
            Ink::Given => Style::new().bold(),
            Ink::Solved => AnsiColor::Cyan.on_default(),
            Ink::Accent => AnsiColor::Yellow.on_default().bold(),
            Ink::Alarm => AnsiColor::Red.on_default().bold(),
            Ink::Faint => Style::new().dimmed(),
        }
    }
}

/// What stands in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Empty,
    Digit(Digit, Ink),
    Marks(ByDigit<Option<Ink>>),
}

/// What to draw: for every cell a digit or pencil marks, each in its ink.
#[derive(Clone, Debug)]
pub(crate) struct Picture(ByCell<Face>);

impl Picture {
    /// A puzzle: its givens, or its pencil marks.
    pub(crate) fn of(clues: &Clues) -> Picture {
        match clues {
            Clues::Givens(grid) => Picture::of_grid(grid),
            Clues::Marks(marks) => Picture::of_marks(|cell| marks[cell]),
        }
    }

    /// A puzzle: its givens and nothing else.
    pub(crate) fn of_grid(grid: &Grid) -> Picture {
        Picture(ByCell::from_fn(|cell| {
            grid.get(cell).map_or(Face::Empty, |digit| Face::Digit(digit, Ink::Given))
        }))
    }

    /// A solution, with the cells that were given told apart from those that were found.
    pub(crate) fn of_solution(solution: &Solution, givens: CellSet) -> Picture {
        Picture(ByCell::from_fn(|cell| {
            let ink = if givens.contains(cell) { Ink::Given } else { Ink::Solved };
            Face::Digit(solution.get(cell), ink)
        }))
    }

    /// Pencil marks: every cell shows the digits that may go there.
    pub(crate) fn of_marks(marks: impl Fn(Cell) -> DigitSet) -> Picture {
        Picture(ByCell::from_fn(|cell| {
            let marks = marks(cell);
            Face::Marks(ByDigit::from_fn(|digit| marks.contains(digit).then_some(Ink::Plain)))
        }))
    }

    /// The same picture with all that stands in these cells in another ink.
    #[must_use]
    pub(crate) fn ink_cells(mut self, cells: CellSet, ink: Ink) -> Picture {
        for cell in cells {
            match &mut self.0[cell] {
                Face::Empty => {}
                Face::Digit(_, old) => *old = ink,
                Face::Marks(marks) => {
                    *marks = marks.map(|mark| mark.map(|_| ink));
                }
            }
        }
        self
    }

    /// The same picture with pencil marks in the ink that `ink` says, where it says one.
    #[must_use]
    pub(crate) fn ink_marks(mut self, ink: impl Fn(Candidate) -> Option<Ink>) -> Picture {
        for cell in Cell::ALL {
            let Face::Marks(marks) = &mut self.0[cell] else { continue };
            for digit in Digit::ALL {
                if let Some(mark) = &mut marks[digit]
                    && let Some(ink) = ink(Candidate::new(cell, digit))
                {
                    *mark = ink;
                }
            }
        }
        self
    }

    /// The lines of the drawing, from top to bottom, none of them with a line end.
    ///
    /// With `colour`, each carries the escape sequences of its inks; without, the
    /// drawing is the same, character for character, and has none.
    pub(crate) fn lines(&self, colour: bool) -> Vec<String> {
        let tall = self.0.as_array().iter().any(|face| matches!(face, Face::Marks(_)));
        let pen = Pen { colour };
        if tall { self.tall(pen) } else { self.small(pen) }
    }

    /// The drawing as text, a line end behind each line.
    pub(crate) fn text(&self, colour: bool) -> String {
        self.lines(colour).into_iter().flat_map(|line| [line, "\n".to_owned()]).collect()
    }

    /// One character a cell.
    fn small(&self, pen: Pen) -> Vec<String> {
        let rule = |left, cross, right| {
            let bar = "─".repeat(7);
            pen.paint(&format!("{left}{bar}{cross}{bar}{cross}{bar}{right}"), Ink::Faint)
        };
        let mut lines = vec![rule('┌', '┬', '┐')];
        for row in 0..9 {
            if row == 3 || row == 6 {
                lines.push(rule('├', '┼', '┤'));
            }
            let mut line = String::new();
            for column in 0..9 {
                if column % 3 == 0 {
                    let edge = if column == 0 { "│ " } else { " │ " };
                    line.push_str(&pen.paint(edge, Ink::Faint));
                } else {
                    line.push(' ');
                }
                line.push_str(&match self.0[Cell::at(row, column)] {
                    Face::Digit(digit, ink) => pen.paint(&digit.to_string(), ink),
                    _ => pen.paint("·", Ink::Faint),
                });
            }
            line.push_str(&pen.paint(" │", Ink::Faint));
            lines.push(line);
        }
        lines.push(rule('└', '┴', '┘'));
        lines
    }

    /// A square of three by three characters a cell, each mark in a place of its own.
    fn tall(&self, pen: Pen) -> Vec<String> {
        let rule = |left: &str, thin: &str, thick: &str, right: &str, bar: &str| {
            let cell = bar.repeat(5);
            let band = [cell.as_str(); 3].join(thin);
            let whole = [band.as_str(); 3].join(thick);
            pen.paint(&format!("{left}{whole}{right}"), Ink::Faint)
        };
        let mut lines = vec![rule("╔", "╤", "╦", "╗", "═")];
        for row in 0..9 {
            if row > 0 {
                lines.push(match row % 3 {
                    0 => rule("╠", "╪", "╬", "╣", "═"),
                    _ => rule("╟", "┼", "╫", "╢", "─"),
                });
            }
            for part in 0..3 {
                let mut line = String::new();
                for column in 0..9 {
                    let edge = if column % 3 == 0 { "║ " } else { "│ " };
                    line.push_str(&pen.paint(edge, Ink::Faint));
                    line.push_str(&self.third(Cell::at(row, column), part, pen));
                    line.push(' ');
                }
                line.push_str(&pen.paint("║", Ink::Faint));
                lines.push(line);
            }
        }
        lines.push(rule("╚", "╧", "╩", "╝", "═"));
        lines
    }

    /// The upper, middle or lower third of a cell in the tall drawing.
    fn third(&self, cell: Cell, part: usize, pen: Pen) -> String {
        match self.0[cell] {
            Face::Digit(digit, ink) if part == 1 => {
                format!(" {} ", pen.paint(&digit.to_string(), ink))
            }
            Face::Empty | Face::Digit(..) => "   ".to_owned(),
            Face::Marks(marks) => Digit::ALL[part * 3..part * 3 + 3]
                .iter()
                .map(|&digit| match marks[digit] {
                    Some(ink) => pen.paint(&digit.to_string(), ink),
                    None => pen.paint("·", Ink::Faint),
                })
                .collect(),
        }
    }
}

/// How ink meets paper: with escape sequences or without.
#[derive(Clone, Copy)]
struct Pen {
    colour: bool,
}

impl Pen {
    fn paint(self, text: &str, ink: Ink) -> String {
        paint(text, ink, self.colour)
    }
}

/// The text in this ink, or as it is when there is no `colour`.
pub(crate) fn paint(text: &str, ink: Ink, colour: bool) -> String {
    let style = ink.style();
    if !colour || style == Style::new() {
        return text.to_owned();
    }
    format!("{style}{text}{style:#}")
}

/// How wide a drawing without colours is.
pub(crate) fn width(lines: &[String]) -> usize {
    lines.first().map_or(0, |line| line.chars().count())
}

/// Several pictures next to each other, all of one height.
pub(crate) fn side_by_side(pictures: &[Vec<String>]) -> Vec<String> {
    let height = pictures.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|row| {
            let parts: Vec<&str> =
                pictures.iter().filter_map(|p| p.get(row).map(String::as_str)).collect();
            parts.join("   ")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_grid_is_drawn_small() {
        let drawn = Picture::of_grid(&PUZZLE.parse().unwrap()).lines(false);
        let expected = "\
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
│ 6 · · │ 1 9 5 │ · · · │
│ · 9 8 │ · · · │ · 6 · │
├───────┼───────┼───────┤
│ 8 · · │ · 6 · │ · · 3 │
│ 4 · · │ 8 · 3 │ · · 1 │
│ 7 · · │ · 2 · │ · · 6 │
├───────┼───────┼───────┤
│ · 6 · │ · · · │ 2 8 · │
│ · · · │ 4 1 9 │ · · 5 │
│ · · · │ · 8 · │ · 7 9 │
└───────┴───────┴───────┘";
        assert_eq!(drawn.join("\n"), expected);
    }

    #[test]
    fn pencil_marks_have_places_of_their_own() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let marks = |cell| grid.get(cell).map_or_else(|| grid.options(cell), DigitSet::from);
        let drawn = Picture::of_marks(marks).lines(false);
        let top = "\
╔═════╤═════╤═════╦═════╤═════╤═════╦═════╤═════╤═════╗
║ ··· │ ··3 │ 12· ║ ·2· │ ··· │ ·2· ║ 1·· │ 12· │ ·2· ║
║ ·5· │ ··· │ 4·· ║ ··6 │ ··· │ 4·6 ║ 4·· │ 4·· │ 4·· ║
║ ··· │ ··· │ ··· ║ ··· │ 7·· │ ·8· ║ ·89 │ ··9 │ ·8· ║
╟─────┼─────┼─────╫─────┼─────┼─────╫─────┼─────┼─────╢";
        assert_eq!(drawn[..5].join("\n"), top);
        assert_eq!(drawn.len(), 37);
        assert!(drawn.iter().all(|line| line.chars().count() == 55));
    }

    #[test]
    fn colours_change_nothing_but_the_escape_sequences() {
        let grid: Grid = PUZZLE.parse().unwrap();
        let picture = Picture::of_grid(&grid).ink_cells(grid.filled(), Ink::Accent);
        let coloured = picture.lines(true).join("\n");
        assert!(coloured.contains("\u{1b}["));
        let mut plain = String::new();
        let mut in_escape = false;
        for c in coloured.chars() {
            match c {
                '\u{1b}' => in_escape = true,
                'm' if in_escape => in_escape = false,
                _ if in_escape => {}
                _ => plain.push(c),
            }
        }
        assert_eq!(plain, picture.lines(false).join("\n"));
    }
}
