//! Sketches as lines of text, with colours or without.
//!
//! Digits alone are drawn small, pencil marks in squares of three by three, as on paper:
//!
//! ```text
//!      c1 c2 c3   c4 c5 c6   …           c1    c2    c3
//!    ┌──────────┬──────────┬──         ╔═════╤═════╤═════╦
//! r1 │ 5  3  × │ ·  7  ·  │            ║ 1 3 │     │(12 )║
//! r2 │ 6  × [7]│ 1 (9) 5  │         r1 ║ 4   │  7  │(   )║
//!                                      ║   × │     │( 8 )║
//! ```
//!
//! Boards of other sizes are drawn alike, with the marks in squares of their size. The regions of a jigsaw
//! have walls around them, heavy ones where there are marks.
//!
//! On a terminal, colours carry the meaning and nothing else is added. Without colours the
//! same is said with signs: brackets around cells, `×` where a mark goes or a digit has no
//! place. A mark that goes leaves its sign in its own place, so one still sees which it was.
//!
//! Every tint sets both the paper and the ink, so that it can be read on a dark terminal
//! and on a light one.

use super::frame::{Frame, Frames};
use anstyle::{Ansi256Color, AnsiColor, Color, Effects, Style};
use piste::draw::{Face, Mark, Sketch, Spot, Tag, Tone, mark_square};
use piste::logic::Message;
use piste_core::general::{Digit, Element, symbol};
use std::fmt::Write;

/// The brackets around the cells of each group, where there are no colours.
const BRACKETS: [[char; 2]; 5] = [['(', ')'], ['{', '}'], ['<', '>'], ['/', '/'], ['"', '"']];

/// The papers of each group, where there are colours.
const PAPERS: [u8; 5] = [94, 24, 60, 65, 95];

/// The papers of letters and their opposites.
const LETTERS: [[u8; 2]; 3] = [[25, 96], [29, 130], [61, 100]];

/// What a tone looks like in colour.
fn style(tone: Tone) -> Style {
    let on = |ink: u8, paper: u8| {
        let color = |index| Some(Color::from(Ansi256Color(index)));
        Style::new().fg_color(color(ink)).bg_color(color(paper))
    };
    match tone {
        Tone::Plain => Style::new(),
        Tone::Given | Tone::Key => Style::new().bold(),
        Tone::Faint => Style::new().dimmed(),
        Tone::Further => on(252, 235),
        Tone::House => on(252, 237),
        Tone::Cover => on(255, 240),
        Tone::Group(number) => on(255, PAPERS[usize::from(number) % PAPERS.len()]),
        Tone::Letter(letter, slash) => {
            on(255, LETTERS[usize::from(letter) % LETTERS.len()][usize::from(slash)]).bold()
        }
        Tone::Link(is_on) => on(255, LETTERS[0][usize::from(!is_on)]).bold(),
        Tone::Barred => AnsiColor::Red.on_default(),
        Tone::Gone => on(255, 124).bold().effects(Effects::STRIKETHROUGH),
        Tone::New => on(255, 28).bold(),
        Tone::Wrong => on(255, 88),
    }
}

/// What stands left and right of a cell where there are no colours.
fn brackets(tone: Tone) -> [char; 2] {
    match tone {
        Tone::New => ['[', ']'],
        Tone::Wrong => ['!', '!'],
        Tone::Group(number) => BRACKETS[usize::from(number) % BRACKETS.len()],
        _ => [' ', ' '],
    }
}

/// What is written next to the mark: a stroke or none, and a sign or none. Letters are part of what is told; the signs of
/// a chain only stand for its colours.
fn tag_signs(tag: Tag, colour: bool) -> [Option<char>; 2] {
    match tag {
        Tag::Nothing => [None; 2],
        Tag::Link(_) if colour => [None; 2],
        Tag::Letter(letter, slash) => [slash.then_some('/'), Some(char::from(b'A' + letter % 26))],
        Tag::Link(true) => [None, Some('+')],
        Tag::Link(false) => [None, Some('-')],
    }
}

/// The same as a text.
fn tag_text(tag: Tag, colour: bool) -> String {
    tag_signs(tag, colour).into_iter().flatten().collect()
}

/// How wide it is.
fn tag_width(tag: Tag, colour: bool) -> usize {
    tag_signs(tag, colour).into_iter().flatten().count()
}

/// Both at once: the ink of `over` on the paper of `under`, unless it brings its own.
fn laid(under: Style, over: Style) -> Style {
    Style::new()
        .fg_color(over.get_fg_color().or(under.get_fg_color()))
        .bg_color(over.get_bg_color().or(under.get_bg_color()))
        .effects(under.get_effects() | over.get_effects())
}

/// How wide the marks are that stand next to each other in a cell, with what is written next to them, column by column;
/// nothing where no marks are shown.
pub(super) fn slots(sketch: &Sketch, colour: bool) -> Vec<usize> {
    if !sketch.has_marks {
        return Vec::new();
    }
    let side = sketch.shape.side();
    let across = mark_square(side).0;
    let mut slots = vec![1; side * across];
    for (at, spot) in sketch.spots.iter().enumerate() {
        let Face::Marks(marks) = &spot.face else { continue };
        for (index, mark) in marks[..side].iter().enumerate() {
            let Some(Mark { tag, .. }) = mark else { continue };
            if *tag != Tag::Nothing {
                let slot = &mut slots[at % side * across + index % across];
                *slot = (*slot).max(1 + tag_width(*tag, colour));
            }
        }
    }
    slots
}

/// A line that is being written, at the end of a text. Looks are asked for only where there are colours.
struct Line<'t> {
    text: &'t mut String,
    start: usize,
    style: Style,
    colour: bool,
}

impl Line<'_> {
    fn new(text: &mut String, colour: bool) -> Line<'_> {
        Line { start: text.len(), text, style: Style::new(), colour }
    }

    #[inline]
    fn put(&mut self, text: &str, look: impl FnOnce() -> Style) {
        if !text.is_empty() {
            self.switch(look);
            self.text.push_str(text);
        }
    }

    #[inline]
    fn sign(&mut self, sign: char, look: impl FnOnce() -> Style) {
        self.switch(look);
        self.text.push(sign);
    }

    #[inline]
    fn blank(&mut self, width: usize, look: impl FnOnce() -> Style) {
        if width > 0 {
            self.switch(look);
            for _ in 0..width {
                self.text.push(' ');
            }
        }
    }

    #[inline]
    fn switch(&mut self, look: impl FnOnce() -> Style) {
        if self.colour {
            self.switch_to(look());
        }
    }

    fn switch_to(&mut self, style: Style) {
        if self.style == style {
            return;
        }
        let reset = self.style.render_reset();
        write!(self.text, "{reset}{}", style.render()).expect("a text takes all");
        self.style = style;
    }

    fn finish(mut self) {
        self.switch(Style::new);
        let seen = self.text[self.start..].trim_end().len();
        self.text.truncate(self.start + seen);
    }
}

/// The text in this tone, or as it is when there is no `colour`.
pub(super) fn paint(text: &str, tone: Tone, colour: bool) -> String {
    let mut painted = String::with_capacity(text.len());
    put_painted(text, tone, colour, &mut painted);
    painted
}

/// Puts the same at the end of another text.
pub(super) fn put_painted(text: &str, tone: Tone, colour: bool, painted: &mut String) {
    let mut line = Line::new(painted, colour);
    line.put(text, || style(tone));
    line.finish();
}

/// How many characters are seen of a text that may carry escape sequences.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() && !text.as_bytes().contains(&0x1b) {
        return text.len();
    }
    let mut is_escape = false;
    let seen = text.chars().filter(|&c| {
        let is_seen = c != '\u{1b}' && !is_escape;
        is_escape = c == '\u{1b}' || (is_escape && c != 'm');
        is_seen
    });
    seen.count()
}

/// A sketch that is painted.
pub(super) struct Canvas<'a>(pub(super) &'a Sketch);

impl Canvas<'_> {
    /// The lines of the drawing, from top to bottom, none of them with a line end.
    pub(crate) fn lines(&self, colour: bool) -> Vec<String> {
        let mut text = String::new();
        self.draw(&mut text, "", Frames::default().around(self.0, colour));
        text.lines().map(str::to_owned).collect()
    }

    /// Draws it at the end of a text, within its frame, each line behind the indent and with a line end.
    pub(super) fn draw(&self, text: &mut String, indent: &str, frame: &Frame) {
        let put = |text: &mut String, line: &str| {
            text.push_str(indent);
            text.push_str(line);
            text.push('\n');
        };
        put(text, &frame.names);
        let parts = if self.0.has_marks { mark_square(self.side()).1 } else { 1 };
        text.reserve(if self.0.has_marks { 6000 } else { 1000 });
        for row in 0..self.side() {
            if let Some(rule) = frame.rule(row) {
                put(text, rule);
            }
            for part in 0..parts {
                text.push_str(indent);
                if frame.colour {
                    self.line(row, part, frame, text);
                } else {
                    self.plain_line(row, part, frame, text);
                }
                text.push('\n');
            }
        }
        put(text, frame.rule(self.side()).unwrap_or_default());
    }

    fn side(&self) -> usize {
        self.0.shape.side()
    }

    /// The cells whose marks the step is about, each with its name and its marks, for a picture that has no room for
    /// marks.
    pub(crate) fn key_cells(&self, colour: bool) -> Vec<String> {
        let is_key = |mark: &Mark| !matches!(mark.tone, Tone::Plain | Tone::Faint);
        let mut told = Vec::new();
        for (at, spot) in self.0.spots.iter().enumerate() {
            let Face::Marks(marks) = spot.face else { continue };
            let is_grouped = matches!(spot.ground, Tone::Group(_) | Tone::Wrong);
            if !is_grouped && !marks.iter().flatten().any(is_key) {
                continue;
            }
            let mut text = String::new();
            let mut line = Line::new(&mut text, colour);
            let (row, column) = (at / self.side() + 1, at % self.side() + 1);
            line.put(&format!("r{row}c{column}"), Style::new);
            for (index, found) in marks.iter().enumerate().filter(|(_, found)| found.is_some()) {
                line.put(" ", Style::new);
                let width = 1 + found.map_or(0, |mark| tag_width(mark.tag, colour));
                let sign = Digit::from_index(index);
                // The × of a mark that goes would not say which it is.
                if matches!(found, Some(Mark { tone: Tone::Gone, .. })) && !colour {
                    line.put(&format!("×{sign}"), Style::new);
                } else {
                    mark(&mut line, sign, *found, Tone::Plain, width);
                }
            }
            line.finish();
            told.push(text);
        }
        told
    }

    /// What the tones mean, one after the other.
    pub(crate) fn legend(&self, colour: bool) -> Vec<String> {
        let mut entries = Vec::with_capacity(self.0.legend.len());
        self.each_of_legend(colour, |entry| entries.push(entry.to_owned()));
        entries
    }

    /// Hands over the same, entry by entry.
    pub(super) fn each_of_legend(&self, colour: bool, mut put: impl FnMut(&str)) {
        let mut entry = String::with_capacity(128);
        for (tone, line) in &self.0.legend {
            entry.clear();
            self.entry(*tone, line, colour, &mut entry);
            put(&entry);
        }
    }

    /// Puts what a tone means at the end of a text.
    fn entry(&self, tone: Tone, line: &Message, colour: bool, text: &mut String) {
        if colour {
            if tone == Tone::Barred {
                put_painted("×", tone, colour, text);
                text.push(' ');
                return self.0.put_words(line, text);
            }
            // Two paints, so that the blanks at the ends keep their paper.
            let (style, tag) = (style(tone), tag_text(tag_of(tone), colour));
            write!(text, "{}", style.render()).expect("a text takes all");
            if !tag.is_empty() {
                text.push(' ');
                text.push_str(&tag);
            }
            text.push(' ');
            self.0.put_words(line, text);
            write!(text, " {}", style.render_reset()).expect("a text takes all");
            return;
        }
        match tone {
            Tone::House => {
                let look_at = Message::new("legend-look-at").with("places", line.clone());
                return self.0.put_words(&look_at, text);
            }
            Tone::Cover => {
                let across = Message::new("legend-across").with("places", line.clone());
                return self.0.put_words(&across, text);
            }
            Tone::Gone | Tone::Barred => text.push('×'),
            Tone::Letter(..) | Tone::Link(_) => text.push_str(&tag_text(tag_of(tone), colour)),
            _ => {
                let [left, right] = brackets(tone);
                text.extend([left, ' ', right]);
            }
        }
        text.push(' ');
        self.0.put_words(line, text);
    }

    /// One line of a row: all of it, or the part of so many from the top.
    fn line(&self, row: usize, part: usize, frame: &Frame, text: &mut String) {
        let faint = || style(Tone::Faint);
        let (middle, colour) = (self.middle(), frame.colour);
        let mut line = Line::new(text, colour);
        line.put(frame.row((part == middle).then_some(row)), faint);
        let walls = frame.walls(row);
        for (column, wall) in walls[..self.side()].iter().enumerate() {
            line.put(wall, faint);
            let spot = self.0.spot(row, column);
            let ground = || style(spot.ground);
            let [left, right] = if colour { [' ', ' '] } else { brackets(spot.ground) };
            line.sign(left, ground);
            if self.0.has_marks {
                part_of(spot, &mut line, (part, middle), (frame.slots(column), self.side()));
            } else {
                sign(spot, &mut line);
            }
            line.sign(right, ground);
        }
        line.put(walls[self.side()], faint);
        line.finish();
    }

    /// The same line as [`Canvas::line`] puts where there are no colours: nearly all that is drawn for files and pipes are such
    /// lines.
    fn plain_line(&self, row: usize, part: usize, frame: &Frame, line: &mut String) {
        let (side, middle) = (self.side(), self.middle());
        line.push_str(frame.row((part == middle).then_some(row)));
        let walls = frame.walls(row);
        let spots = &self.0.spots[row * side..][..side];
        if self.0.has_marks {
            let slots = frame.all_slots().chunks_exact(mark_square(side).0);
            for ((wall, spot), slots) in walls.iter().zip(spots).zip(slots) {
                let [left, right] = brackets(spot.ground);
                line.push_str(wall);
                line.push(left);
                plain_part(&spot.face, (part, middle), (slots, side), line);
                line.push(right);
            }
        } else {
            for (wall, spot) in walls.iter().zip(spots) {
                let [left, right] = brackets(spot.ground);
                if !wall.is_empty() {
                    line.push_str(wall);
                }
                line.push(left);
                line.push(match spot.face {
                    Face::Digit(digit, _) => symbol(digit.get()),
                    Face::Barred => '×',
                    Face::Empty | Face::Marks(_) => '·',
                });
                line.push(right);
            }
        }
        line.push_str(walls[side]);
        while line.ends_with(' ') {
            line.pop();
        }
    }

    /// Which of the lines of a row is its middle.
    fn middle(&self) -> usize {
        if self.0.has_marks { (mark_square(self.side()).1 - 1) / 2 } else { 0 }
    }
}

/// The same as [`part_of`] puts where there are no colours.
#[inline]
fn plain_part(
    face: &Face,
    (part, middle): (usize, usize),
    (slots, digits): (&[usize], usize),
    line: &mut String,
) {
    match face {
        Face::Marks(marks) => {
            for (at, &width) in (part * slots.len()..).zip(slots) {
                let Some(Mark { tone, tag }) = marks[..digits].get(at).copied().flatten() else {
                    put_blanks(width, line);
                    continue;
                };
                line.push(match tone {
                    Tone::Gone => '×',
                    _ => symbol(Digit::from_index(at).get()),
                });
                let mut written = 1;
                if tag != Tag::Nothing {
                    for sign in tag_signs(tag, false).into_iter().flatten() {
                        line.push(sign);
                        written += 1;
                    }
                }
                put_blanks(width - written, line);
            }
        }
        Face::Digit(digit, _) if part == middle => {
            let width = slots.iter().sum::<usize>();
            put_blanks((width - 1) / 2, line);
            line.push(symbol(digit.get()));
            put_blanks(width / 2, line);
        }
        Face::Digit(..) | Face::Empty | Face::Barred => put_blanks(slots.iter().sum(), line),
    }
}

#[inline]
fn put_blanks(width: usize, line: &mut String) {
    for _ in 0..width {
        line.push(' ');
    }
}

/// The one character of a small drawing.
fn sign(spot: &Spot, line: &mut Line<'_>) {
    let on = |over: Style| laid(style(spot.ground), over);
    match &spot.face {
        Face::Digit(digit, tone) => {
            let over = || if *tone == spot.ground { Style::new() } else { style(*tone) };
            line.sign(symbol(digit.get()), || on(over()));
        }
        Face::Barred => line.sign('×', || on(style(Tone::Barred))),
        Face::Empty | Face::Marks(_) => line.sign('·', || on(style(Tone::Faint))),
    }
}

/// A part of a cell in a tall drawing: which, and which is the middle one; how wide its marks are,
/// and how many digits there are.
fn part_of(
    spot: &Spot,
    line: &mut Line<'_>,
    (part, middle): (usize, usize),
    (slots, digits): (&[usize], usize),
) {
    let ground = || style(spot.ground);
    let width = || slots.iter().sum::<usize>();
    match &spot.face {
        Face::Digit(digit, tone) if part == middle => {
            line.blank((width() - 1) / 2, ground);
            line.sign(symbol(digit.get()), || laid(ground(), style(*tone)));
            line.blank(width() / 2, ground);
        }
        Face::Marks(marks) => {
            for (at, &width) in (part * slots.len()..).zip(slots) {
                match marks[..digits].get(at) {
                    Some(&found) => mark(line, Digit::from_index(at), found, spot.ground, width),
                    None => line.blank(width, ground),
                }
            }
        }
        Face::Digit(..) | Face::Empty | Face::Barred => line.blank(width(), ground),
    }
}

#[inline]
fn mark(line: &mut Line<'_>, digit: Digit, mark: Option<Mark>, ground: Tone, width: usize) {
    let Some(Mark { tone, tag }) = mark else {
        return line.blank(width, || style(ground));
    };
    let look = || laid(style(ground), style(tone));
    let digit = match tone {
        Tone::Gone if !line.colour => '×',
        _ => symbol(digit.get()),
    };
    line.sign(digit, look);
    let mut written = 1;
    if tag != Tag::Nothing {
        for sign in tag_signs(tag, line.colour).into_iter().flatten() {
            line.sign(sign, look);
            written += 1;
        }
    }
    line.blank(width - written, || style(ground));
}

fn tag_of(tone: Tone) -> Tag {
    match tone {
        Tone::Letter(letter, slash) => Tag::Letter(letter, slash),
        Tone::Link(on) => Tag::Link(on),
        _ => Tag::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::Ladder;
    use piste_core::{Board, Grid};

    /// Needs letters on the blue ladder, and chains on the teaching ladder.
    const PUZZLE: &str =
        "1.37....5...6.4...8...........81.....9....7...6.....9..2....4..5...3...........2.";

    fn sketches() -> Vec<Sketch> {
        let board = Board::from(&PUZZLE.parse::<Grid>().unwrap());
        [Ladder::TEACHING, Ladder::BLUE]
            .iter()
            .flat_map(|ladder| {
                let solve = ladder.climb(&board);
                let sketches = solve.replay().map(|(board, step)| Sketch::of_step(&board, step));
                sketches.collect::<Vec<Sketch>>()
            })
            .collect()
    }

    #[test]
    fn the_lines_of_a_drawing_are_equally_long() {
        let mut tall = 0;
        for sketch in sketches() {
            for colour in [false, true] {
                let lines = Canvas(&sketch).lines(colour);
                assert_eq!(lines.len(), if sketch.has_marks { 38 } else { 14 });
                let widths: Vec<usize> = lines[1..].iter().map(|line| width(line)).collect();
                assert!(widths.iter().all(|&width| width == widths[0]), "{}", lines.join("\n"));
                tall += usize::from(sketch.has_marks);
            }
        }
        assert!(tall > 0);
    }

    /// Every line by the way that knows colours, without any.
    fn by_general_way(sketch: &Sketch) -> Vec<String> {
        let mut frames = Frames::default();
        let (canvas, frame) = (Canvas(sketch), frames.around(sketch, false));
        let parts = if sketch.has_marks { mark_square(canvas.side()).1 } else { 1 };
        let places = (0..canvas.side()).flat_map(|row| (0..parts).map(move |part| (row, part)));
        let line = |(row, part)| {
            let mut text = String::new();
            canvas.line(row, part, frame, &mut text);
            text
        };
        places.map(line).collect()
    }

    #[test]
    fn lines_without_colours_are_the_same_by_both_ways() {
        for mut sketch in sketches() {
            for _ in 0..2 {
                let drawn = Canvas(&sketch).lines(false);
                let cells = by_general_way(&sketch);
                let mut rest = cells.iter();
                let mut next = rest.next();
                for line in &drawn {
                    if next.is_some_and(|cell| cell == line) {
                        next = rest.next();
                    }
                }
                assert_eq!(next, None, "{}", drawn.join("\n"));
                // Every ground, which not all steps have.
                for (at, spot) in sketch.spots.iter_mut().enumerate() {
                    spot.ground = match at % 4 {
                        0 => Tone::Wrong,
                        1 => Tone::Group((at / 4) as u8),
                        2 => Tone::New,
                        _ => Tone::House,
                    };
                }
            }
        }
    }

    #[test]
    fn what_stands_out_is_in_the_legend() {
        for sketch in sketches() {
            let told = |tone: Tone| sketch.legend.iter().any(|&(other, _)| other == tone);
            for spot in &sketch.spots {
                let is_told = spot.ground == Tone::Plain || told(spot.ground);
                assert!(is_told, "{:?}\n{}", spot.ground, Canvas(&sketch).lines(false).join("\n"));
                let Face::Marks(marks) = spot.face else { continue };
                for mark in marks.iter().flatten() {
                    let is_quiet = matches!(mark.tone, Tone::Plain | Tone::Faint | Tone::Key);
                    assert!(is_quiet || told(mark.tone), "{:?}", mark.tone);
                }
            }
        }
    }

    #[test]
    fn letters_stand_next_to_their_marks_in_colour_too() {
        let with_letters: Vec<Sketch> = sketches()
            .into_iter()
            .filter(|sketch| sketch.legend.iter().any(|(t, _)| matches!(t, Tone::Letter(..))))
            .collect();
        assert!(!with_letters.is_empty());
        for sketch in with_letters {
            for colour in [false, true] {
                let text = Canvas(&sketch).lines(colour).join("\n");
                assert!(text.contains("/A") && text.contains('A'), "{text}");
            }
        }
    }

    #[test]
    fn a_text_is_as_wide_as_it_looks() {
        assert_eq!(width("│ × │"), 5);
        assert_eq!(width(&paint("seven", Tone::New, true)), 5);
        assert_ne!(paint("seven", Tone::New, true), paint("seven", Tone::New, false));
    }
}
