//! Words as glyphs: fonts, shaping, how wide a line is and where it breaks.
//!
//! Two weights of Noto Sans come with the crate, cut down to Latin, Greek and Cyrillic letters, so that a book looks
//! the same on every machine. For other scripts the user gives a font file, which is asked last; what neither has
//! is an error that names the character, never an empty box.
//!
//! A line is taken apart twice: where the direction of writing changes (an Arabic title with a number in it) and
//! where the font does. Each piece is shaped on its own, which joins Arabic letters and moves accents to their places;
//! the pieces stand side by side as they are seen.

use crate::Trouble;
use rustybuzz::ttf_parser::{self, GlyphId};
use rustybuzz::{Direction, UnicodeBuffer};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use unicode_bidi::BidiInfo;

/// The weight of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Running text.
    Regular,
    /// Headings and givens.
    Bold,
}

/// The bytes of a font file.
pub(crate) type FontData = Arc<[u8]>;

/// The fonts of a book.
pub(crate) struct Faces {
    fonts: Vec<Font>,
    /// Where the user's own font stands among them.
    own: Option<usize>,
    /// The digits and letters of boards by weight: there are tens of thousands in a book.
    digits: [BTreeMap<char, Glyph>; 2],
    /// How wide words are at size 1, by weight.
    widths: RefCell<BTreeMap<(usize, String), f32>>,
}

struct Font {
    data: FontData,
    units: f32,
    ascent: f32,
    descent: f32,
    capital: f32,
}

const REGULAR: &[u8] = include_bytes!("../font/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../font/NotoSans-Bold.ttf");

/// A glyph in its place; lengths are parts of the size of the font.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// How far the next one is.
    pub advance: f32,
    /// How far it is moved.
    pub dx: f32,
    /// How far it is moved up.
    pub dy: f32,
    /// The letters it stands for.
    pub range: Range<usize>,
}

/// Glyphs of one font.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// The number of the font.
    pub font: usize,
    /// The letters.
    pub text: String,
    /// The glyphs, from left to right.
    pub glyphs: Vec<Glyph>,
    /// How wide it is, in points.
    pub width: f32,
}

/// A line of words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// The size of the font.
    pub size: f32,
    /// Its pieces, from left to right.
    pub runs: Vec<Run>,
    /// How wide it is, in points.
    pub width: f32,
}

impl Faces {
    /// The fonts that come with the crate, and one of the user's, with its name for messages.
    pub(crate) fn new(own: Option<(&str, Vec<u8>)>) -> Result<Faces, Trouble> {
        let mut fonts = vec![Font::new(REGULAR.into()), Font::new(BOLD.into())];
        if let Some((name, data)) = own {
            fonts.push(Font::new(data.into()));
            if fonts[2].is_none() {
                return Err(Trouble::Font(format!("{name} is no font file that can be read")));
            }
        }
        let fonts: Option<Vec<Font>> = fonts.into_iter().collect();
        let fonts = fonts.ok_or_else(|| Trouble::Font("the font is damaged".to_owned()))?;
        let own = (fonts.len() > 2).then_some(2);
        let mut faces = Faces {
            fonts,
            own,
            digits: [BTreeMap::new(), BTreeMap::new()],
            widths: RefCell::default(),
        };
        for weight in [Weight::Regular, Weight::Bold] {
            let signs = ('0'..='9').chain('A'..='Z');
            faces.digits[weight as usize] = signs
                .filter_map(|sign| {
                    let line = faces.line(&sign.to_string(), weight, 1.0);
                    Some((sign, line.runs.first()?.glyphs.first()?.clone()))
                })
                .collect();
        }
        Ok(faces)
    }

    /// The files of the fonts by number.
    pub(crate) fn files(&self) -> impl Iterator<Item = &FontData> {
        self.fonts.iter().map(|font| &font.data)
    }

    /// The first character that no font has.
    pub(crate) fn lacks(&self, text: &str) -> Option<char> {
        text.chars().find(|&letter| !letter.is_whitespace() && self.home(letter, 0).is_none())
    }

    /// The same as an error that says where it stands.
    pub(crate) fn check(&self, place: &str, text: &str) -> Result<(), Trouble> {
        match self.lacks(text) {
            None => Ok(()),
            Some(letter) => Err(Trouble::Font(format!(
                "the font lacks the character {letter} (U+{:04X}) of {place}; \
                 name a font that has it: --font FILE",
                u32::from(letter)
            ))),
        }
    }

    /// Which font has the character: the one of this weight, or the user's own.
    fn home(&self, letter: char, usual: usize) -> Option<usize> {
        [usual].into_iter().chain(self.own).find(|&font| {
            let parsed = ttf_parser::Face::parse(&self.fonts[font].data, 0);
            parsed.is_ok_and(|face| face.glyph_index(letter).is_some())
        })
    }

    /// From one base line to the next.
    pub(crate) fn leading(&self, size: f32) -> f32 {
        size * 1.36
    }

    /// How high capitals and digits are.
    pub(crate) fn capital(&self, size: f32) -> f32 {
        self.fonts[0].capital * size
    }

    /// How far anything goes above and below the base line.
    pub(crate) fn reach(&self, size: f32) -> (f32, f32) {
        let ascent = self.fonts.iter().map(|font| font.ascent).fold(0.0, f32::max);
        let descent = self.fonts.iter().map(|font| font.descent).fold(0.0, f32::max);
        (ascent * size, descent * size)
    }

    /// Words on one line.
    pub(crate) fn line(&self, text: &str, weight: Weight, size: f32) -> Line {
        let usual = weight as usize;
        let mut runs = Vec::new();
        let info = BidiInfo::new(text, None);
        for paragraph in &info.paragraphs {
            let (levels, visual) = info.visual_runs(paragraph, paragraph.range.clone());
            for range in visual {
                let is_rtl = levels[range.start].is_rtl();
                let mut pieces = self.by_font(text, range, usual);
                if is_rtl {
                    pieces.reverse();
                }
                for (font, piece) in pieces {
                    runs.push(self.shape(font, &text[piece], is_rtl, size));
                }
            }
        }
        let width = runs.iter().map(|run| run.width).sum();
        Line { size, runs, width }
    }

    /// A digit or letter of a board.
    pub(crate) fn digit(&self, sign: char, weight: Weight, size: f32) -> Line {
        match self.digits[weight as usize].get(&sign) {
            None => self.line(&sign.to_string(), weight, size),
            Some(glyph) => {
                let width = glyph.advance * size;
                let font = weight as usize;
                let run = Run { font, text: sign.to_string(), glyphs: vec![glyph.clone()], width };
                Line { size, runs: vec![run], width }
            }
        }
    }

    /// The range taken apart where the font changes. Blanks go with what is before them.
    fn by_font(&self, text: &str, range: Range<usize>, usual: usize) -> Vec<(usize, Range<usize>)> {
        let mut pieces: Vec<(usize, Range<usize>)> = Vec::new();
        for (at, letter) in text[range.clone()].char_indices() {
            let (start, end) = (range.start + at, range.start + at + letter.len_utf8());
            let font = match pieces.last() {
                Some((font, _)) if letter.is_whitespace() => *font,
                _ => self.home(letter, usual).unwrap_or(usual),
            };
            match pieces.last_mut() {
                Some((last, piece)) if *last == font => piece.end = end,
                _ => pieces.push((font, start..end)),
            }
        }
        pieces
    }

    fn shape(&self, font: usize, text: &str, is_rtl: bool, size: f32) -> Run {
        let Font { data, units, .. } = &self.fonts[font];
        let mut glyphs = Vec::new();
        if let Some(face) = rustybuzz::Face::from_slice(data, 0) {
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(text);
            buffer.set_direction(if is_rtl {
                Direction::RightToLeft
            } else {
                Direction::LeftToRight
            });
            buffer.guess_segment_properties();
            let shaped = rustybuzz::shape(&face, &[], buffer);
            let mut starts: Vec<usize> =
                shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
            starts.sort_unstable();
            starts.dedup();
            for (info, at) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
                let start = info.cluster as usize;
                let after = starts.iter().find(|&&other| other > start);
                glyphs.push(Glyph {
                    id: u16::try_from(info.glyph_id).unwrap_or(0),
                    advance: at.x_advance as f32 / units,
                    dx: at.x_offset as f32 / units,
                    dy: at.y_offset as f32 / units,
                    range: start..after.copied().unwrap_or(text.len()),
                });
            }
        }
        let width = glyphs.iter().map(|glyph| glyph.advance * size).sum();
        Run { font, text: text.to_owned(), glyphs, width }
    }

    /// How wide these words are at size 1. Most words come many times.
    fn measured(&self, text: &str, weight: Weight) -> f32 {
        let key = (weight as usize, text.to_owned());
        if let Some(known) = self.widths.borrow().get(&key) {
            return *known;
        }
        let width = self.line(text, weight, 1.0).width;
        self.widths.borrow_mut().insert(key, width);
        width
    }

    /// Words on lines that are at most so wide. A word that is wider than a line is broken.
    pub(crate) fn lines(&self, text: &str, weight: Weight, size: f32, width: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let (mut line, mut taken) = (String::new(), 0.0);
            for word in pieces(paragraph) {
                if taken + size * self.measured(word.trim_end(), weight) > width && !line.is_empty()
                {
                    lines.push(self.line(line.trim_end(), weight, size));
                    (line, taken) = (String::new(), 0.0);
                }
                for part in self.broken(word, weight, width / size) {
                    if !line.is_empty()
                        && taken + size * self.measured(part.trim_end(), weight) > width
                    {
                        lines.push(self.line(line.trim_end(), weight, size));
                        (line, taken) = (String::new(), 0.0);
                    }
                    line.push_str(&part);
                    taken += size * self.measured(&part, weight);
                }
            }
            if !line.trim().is_empty() {
                lines.push(self.line(line.trim_end(), weight, size));
            }
        }
        lines
    }

    /// A word, in parts if it is wider than this at size 1.
    fn broken(&self, word: &str, weight: Weight, width: f32) -> Vec<String> {
        if self.measured(word.trim_end(), weight) <= width {
            return vec![word.to_owned()];
        }
        let mut parts = vec![String::new()];
        let mut taken = 0.0;
        for letter in word.chars() {
            let letter = letter.to_string();
            let wide = self.measured(&letter, weight);
            if taken + wide > width && taken > 0.0 {
                parts.push(String::new());
                taken = 0.0;
            }
            taken += wide;
            if let Some(part) = parts.last_mut() {
                part.push_str(&letter);
            }
        }
        parts
    }

    /// The outline of a glyph; y goes up, in parts of the size of the font.
    pub(crate) fn outline(&self, font: usize, glyph: u16, pen: &mut dyn FnMut(crate::sheet::Leg)) {
        let Font { data, units, .. } = &self.fonts[font];
        if let Ok(face) = ttf_parser::Face::parse(data, 0) {
            face.outline_glyph(GlyphId(glyph), &mut Outliner { units: *units, pen });
        }
    }
}

/// Where a line may be broken: behind blanks, and between signs of scripts that have none.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut last) = (0, None::<char>);
    for (at, letter) in text.char_indices() {
        let may_break = last.is_some_and(|last| {
            (last.is_whitespace() && !letter.is_whitespace()) || is_wide(last) || is_wide(letter)
        });
        if may_break && at > start {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = Some(letter);
    }
    pieces.push(&text[start..]);
    pieces
}

/// Signs of Chinese and Japanese, between which a line may end.
fn is_wide(letter: char) -> bool {
    matches!(u32::from(letter), 0x2E80..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
        && !"、。」』）・ー".contains(letter)
}

impl Font {
    fn new(data: FontData) -> Option<Font> {
        let (units, capital, ascent, descent) = {
            let face = ttf_parser::Face::parse(&data, 0).ok()?;
            let units = f32::from(face.units_per_em());
            let part = |length: i16| f32::from(length) / units;
            let capital = face.capital_height().map_or(0.7, part);
            (units, capital, part(face.ascender()), -part(face.descender()))
        };
        Some(Font { units, ascent, descent, capital, data })
    }
}

struct Outliner<'a> {
    units: f32,
    pen: &'a mut dyn FnMut(crate::sheet::Leg),
}

impl ttf_parser::OutlineBuilder for Outliner<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.pen)(crate::sheet::Leg::Move(x / self.units, y / self.units));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        (self.pen)(crate::sheet::Leg::Line(x / self.units, y / self.units));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let u = self.units;
        (self.pen)(crate::sheet::Leg::Quad(x1 / u, y1 / u, x / u, y / u));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let u = self.units;
        (self.pen)(crate::sheet::Leg::Cubic(x1 / u, y1 / u, x2 / u, y2 / u, x / u, y / u));
    }

    fn close(&mut self) {
        (self.pen)(crate::sheet::Leg::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greek_is_there_and_what_is_not_is_named() {
        let faces = Faces::new(None).unwrap();
        assert_eq!(faces.lacks("Σουντόκου για όλους, Судоку, Sudokus für alle"), None);
        assert_eq!(faces.lacks("Sudoku 数独"), Some('数'));
        let said = faces.check("the title", "سودوكو").unwrap_err().to_string();
        assert!(said.contains("U+0633") && said.contains("the title"), "{said}");
    }

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let faces = Faces::new(None).unwrap();
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let lines = faces.lines(text, Weight::Regular, 10.0, 100.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.width <= 100.0));
        let read: Vec<String> =
            lines.iter().map(|l| l.runs.iter().map(|run| run.text.as_str()).collect()).collect();
        assert_eq!(read.join(" "), text);
        // A word without blanks is broken somewhere.
        assert!(faces.lines(&"x".repeat(200), Weight::Bold, 10.0, 100.0).len() > 5);
        assert!(faces.lines("", Weight::Bold, 10.0, 100.0).is_empty());
    }
}
