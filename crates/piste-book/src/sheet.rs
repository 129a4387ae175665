//! A page as a list of what is drawn on it: the one thing that PDF, SVG and PNG are made from.
//!
//! ```text
//!   Sheet            a page
//!     Block          a heading, a paragraph, a figure, or what only decorates
//!       Mark         a filled or stroked path, a line of words in glyphs, or other marks upside down
//! ```
//!
//! Blocks stand in the order in which they are read, and say what they are, so that a PDF can tell it to those who
//! have it read aloud. A figure has a text that says what is seen.

use crate::face::{Faces, Line};
use crate::paper::{Area, Format};

/// Red, green and blue, and how much covers what is below, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// How much it covers.
    pub opacity: f32,
}

impl Ink {
    /// Black.
    pub(crate) const BLACK: Ink = Ink::grey(0);
    /// Words that are not looked at first.
    pub(crate) const SOFT: Ink = Ink::grey(84);

    /// A grey, from black to white.
    pub(crate) const fn grey(light: u8) -> Ink {
        Ink { rgb: [light; 3], opacity: 1.0 }
    }

    /// A colour.
    pub(crate) const fn rgb(red: u8, green: u8, blue: u8) -> Ink {
        Ink { rgb: [red, green, blue], opacity: 1.0 }
    }

    /// The same, which lets through what is below.
    #[must_use]
    pub(crate) const fn at(self, opacity: f32) -> Ink {
        Ink { opacity, ..self }
    }
}

/// How a line is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pen {
    /// Its colour.
    pub ink: Ink,
    /// Its width.
    pub width: f32,
    /// How its ends look.
    pub cap: Cap,
    /// Strokes and gaps in turn; none for a full line.
    pub dash: Vec<f32>,
}

/// The ends of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cap {
    /// Cut off where the line ends.
    Butt,
    /// A half circle more.
    Round,
    /// A half square more.
    Square,
}

impl Pen {
    /// A full line.
    pub(crate) fn plain(ink: Ink, width: f32) -> Pen {
        Pen { ink, width, cap: Cap::Butt, dash: Vec::new() }
    }
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leg {
    /// Goes there.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A bend with one handle.
    Quad(f32, f32, f32, f32),
    /// A bend with two handles.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Back to where it began.
    Close,
}

/// Legs and ends of lines in the words of a library that draws. Those of PDF and of pictures have the same words, and
/// no type in common.
macro_rules! in_words_of {
    (path $builder:ty, $legs:expr) => {{
        let mut path = <$builder>::new();
        for leg in $legs {
            match *leg {
                $crate::sheet::Leg::Move(x, y) => path.move_to(x, y),
                $crate::sheet::Leg::Line(x, y) => path.line_to(x, y),
                $crate::sheet::Leg::Quad(x1, y1, x, y) => path.quad_to(x1, y1, x, y),
                $crate::sheet::Leg::Cubic(x1, y1, x2, y2, x, y) => {
                    path.cubic_to(x1, y1, x2, y2, x, y)
                }
                $crate::sheet::Leg::Close => path.close(),
            }
        }
        path.finish()
    }};
    (cap $ends:ty, $cap:expr) => {
        match $cap {
            $crate::sheet::Cap::Butt => <$ends>::Butt,
            $crate::sheet::Cap::Round => <$ends>::Round,
            $crate::sheet::Cap::Square => <$ends>::Square,
        }
    };
}
pub(crate) use in_words_of;

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A path.
    Path {
        /// Its pieces.
        legs: Vec<Leg>,
        /// What it is filled with.
        fill: Option<Ink>,
        /// What it is drawn with.
        pen: Option<Pen>,
    },
    /// A line of words.
    Words {
        /// Where it begins.
        x: f32,
        /// Its base line.
        y: f32,
        /// Its glyphs.
        line: Line,
        /// Its colour.
        ink: Ink,
    },
    /// Marks half a turn around a point.
    Turned {
        /// The point.
        around: (f32, f32),
        /// The marks as they were.
        marks: Vec<Mark>,
    },
}

/// What a block is to somebody who has it read aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The heading of a part (1), a chapter (2) or a puzzle (3).
    Heading(u8),
    /// Running text.
    Paragraph,
    /// A picture, and what it says.
    Figure(String),
    /// Page numbers, running heads, rules.
    Furniture,
}

/// Marks that belong together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// What it is.
    pub role: Role,
    /// What is drawn.
    pub marks: Vec<Mark>,
}

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sheet {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its paper.
    pub format: Format,
    /// What is on it, in the order to read it.
    pub blocks: Vec<Block>,
    /// What the list of contents of the file says of this page.
    pub bookmarks: Vec<Bookmark>,
    /// The puzzles that are on it to be solved: their numbers, and where their boards stand.
    pub puzzles: Vec<(usize, Area)>,
}

/// A place that can be gone to from the list of contents of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bookmark {
    /// What it is called.
    pub title: String,
    /// How far down the page it is.
    pub y: f32,
}

impl Sheet {
    /// An empty page.
    pub(crate) fn new(number: usize, format: Format) -> Sheet {
        Sheet { number, format, blocks: Vec::new(), bookmarks: Vec::new(), puzzles: Vec::new() }
    }

    /// Where it may be printed on.
    pub(crate) fn area(&self) -> Area {
        self.format.area(self.number)
    }

    /// Adds a block, if there is anything in it.
    pub(crate) fn put(&mut self, role: Role, marks: Vec<Mark>) {
        if !marks.is_empty() {
            self.blocks.push(Block { role, marks });
        }
    }

    /// Adds a place to go to.
    pub(crate) fn bookmark(&mut self, title: &str, y: f32) {
        self.bookmarks.push(Bookmark { title: title.to_owned(), y });
    }
}

/// Where a line of words stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A line of words with its base line at `y`.
pub(crate) fn words(line: Line, (x, y): (f32, f32), align: Align, ink: Ink) -> Mark {
    let x = match align {
        Align::Start => x,
        Align::Middle => x - line.width / 2.0,
        Align::End => x - line.width,
    };
    Mark::Words { x, y, line, ink }
}

/// The same marks upside down, in the same place.
pub(crate) fn turned(marks: Vec<Mark>, area: Area) -> Mark {
    Mark::Turned { around: (area.x + area.width / 2.0, area.y + area.height / 2.0), marks }
}

/// Lines of words below each other, the first base line at `y`; and where the next would be.
pub(crate) fn column(
    faces: &Faces,
    lines: Vec<Line>,
    (x, y): (f32, f32),
    ink: Ink,
) -> (Vec<Mark>, f32) {
    let mut y = y;
    let mut marks = Vec::with_capacity(lines.len());
    for line in lines {
        let step = faces.leading(line.size);
        marks.push(words(line, (x, y), Align::Start, ink));
        y += step;
    }
    (marks, y)
}

/// A straight line.
pub(crate) fn rule((x1, y1): (f32, f32), (x2, y2): (f32, f32), pen: Pen) -> Mark {
    Mark::Path { legs: vec![Leg::Move(x1, y1), Leg::Line(x2, y2)], fill: None, pen: Some(pen) }
}

/// A rectangle, with round corners if the radius is not 0.
pub(crate) fn rectangle(area: Area, round: f32) -> Vec<Leg> {
    let (l, t, r, b) = (area.x, area.y, area.right(), area.bottom());
    if round <= 0.0 {
        return vec![
            Leg::Move(l, t),
            Leg::Line(r, t),
            Leg::Line(r, b),
            Leg::Line(l, b),
            Leg::Close,
        ];
    }
    let k = round * (1.0 - KAPPA);
    vec![
        Leg::Move(l + round, t),
        Leg::Line(r - round, t),
        Leg::Cubic(r - k, t, r, t + k, r, t + round),
        Leg::Line(r, b - round),
        Leg::Cubic(r, b - k, r - k, b, r - round, b),
        Leg::Line(l + round, b),
        Leg::Cubic(l + k, b, l, b - k, l, b - round),
        Leg::Line(l, t + round),
        Leg::Cubic(l, t + k, l + k, t, l + round, t),
        Leg::Close,
    ]
}

/// How far the handles of a quarter of a circle reach.
const KAPPA: f32 = 0.552_284_8;

/// A circle.
pub(crate) fn circle((x, y): (f32, f32), radius: f32) -> Vec<Leg> {
    let side = 2.0 * radius;
    rectangle(Area { x: x - radius, y: y - radius, width: side, height: side }, radius)
}

/// Straight lines from point to point, and back.
pub(crate) fn polygon(points: &[(f32, f32)]) -> Vec<Leg> {
    let mut legs: Vec<Leg> = points.iter().map(|&(x, y)| Leg::Line(x, y)).collect();
    if let Some(&(x, y)) = points.first() {
        legs[0] = Leg::Move(x, y);
    }
    legs.push(Leg::Close);
    legs
}

/// A filled path.
pub(crate) fn filled(legs: Vec<Leg>, ink: Ink) -> Mark {
    Mark::Path { legs, fill: Some(ink), pen: None }
}
