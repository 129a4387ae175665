//! Sketches as pictures in SVG.
//!
//! A cell is 100 units a side, so that a picture is sharp at any size and a mark always stands at
//! the same place of its cell, three by three on 9×9, which is what lets a chain point at it:
//!
//! ```text
//!   a cell, 100 units a side          a chain
//!   ┌─────────────┐                   from ○ ─────► to (true: a ring, a full line)
//!   │  1   2   3  │                   from ○ ┄┄┄┄► to (false: a square, a dotted line)
//!   │  4   5   6  │
//!   │  7   8   9  │                   the arrow is bent, to pass beside the marks between
//!   └─────────────┘
//! ```
//!
//! Nobody needs to tell colours apart: every group has a shape of its own around its marks, what is
//! erased is crossed out, what is written stands in a frame. The colours are those of Okabe and
//! Ito, in a style inside the picture that also knows the dark. No script, no font and nothing
//! from elsewhere, so that a picture can stand on any page.

use super::sketch::{Face, Mark, Sketch, Spot, Tag, Tone};
use crate::logic;
use piste_core::general::{Cell, Digit, Element};
use piste_core::shape::Shape;
use piste_core::space::Large;
use std::fmt::Write;

type Link = logic::Link<Large>;
type Node = logic::Node<Large>;

/// The side of a cell, and what is left free around the board.
const SIDE: f64 = 100.0;
const MARGIN: f64 = 12.0;

/// The height of a line of the legend and of a line of words.
const LINE: f64 = 44.0;
const WORDS: f64 = 36.0;

/// How many characters of words go on a line below nine cells, as a cautious guess about any font.
const LETTERS: usize = 58;

/// Words are never on narrower lines than those below so many cells.
const FEWEST: usize = 6;

/// The shapes of groups, and the names of their colours, in turn.
const SHAPES: [(&str, &str); 6] = [
    ("g0", ""),
    ("g1", "M-13 -13h26v26h-26z"),
    ("g2", "M0 -18L18 0 0 18 -18 0z"),
    ("g3", "M0 -19L18 13H-18z"),
    ("g4", "M-9 -16H9L18 0 9 16H-9L-18 0z"),
    ("g5", "M0 19L18 -13H-18z"),
];

/// Light first; what differs in the dark is said again. No variables, so that simple viewers
/// understand it.
const STYLE: &str = "\
.paper{fill:#fff}.thin{stroke:#b9c6cc;stroke-width:2;fill:none}.thick{stroke:#26343c;stroke-width:5;fill:none}\
text{fill:#1c262b;font-family:system-ui,Helvetica,Arial,sans-serif;text-anchor:middle}\
.d{font-size:64px}.given{font-weight:600}.new{fill:#14773f;font-weight:700}.m{font-size:26px}\
.key{font-weight:700}.faint{fill:#77868e}.tag{font-size:19px;font-weight:700}.w{font-size:30px;text-anchor:start}\
.title{font-size:32px;font-weight:700;text-anchor:start}\
.house{fill:#f7e9b8}.cover{fill:#dbe9f6}.wrong{fill:#fbdcd9}.placed{fill:#d0efdc;stroke:#14773f;stroke-width:6}\
.g0{fill:#0072b2;stroke:#0072b2}.g1{fill:#c26a00;stroke:#c26a00}.g2{fill:#008a63;stroke:#008a63}\
.g3{fill:#a8457d;stroke:#a8457d}.g4{fill:#5b4bb5;stroke:#5b4bb5}.g5{fill:#7a6a00;stroke:#7a6a00}\
.tint{fill-opacity:.2;stroke:none}.sign{fill-opacity:.28;stroke-width:3}.node{fill:none;stroke-width:4}\
.no{stroke-dasharray:6 4}.link{fill:none;stroke-width:4.5}.link.no{stroke-dasharray:3 11;stroke-width:5.5;stroke-linecap:round}\
.cross{stroke:#c4281c;stroke-width:6;stroke-linecap:round;fill:none}.barred{stroke:#77868e;stroke-width:6;stroke-linecap:round;fill:none}\
@media(prefers-color-scheme:dark){.paper{fill:#161f25}.thin{stroke:#41525c}.thick{stroke:#a9bac3}text{fill:#e4ecf0}\
.faint{fill:#8b9aa2}.new{fill:#63d595}.house{fill:#4d431c}.cover{fill:#1f3a52}.wrong{fill:#55241f}\
.placed{fill:#173d29;stroke:#63d595}.g0{fill:#5ab4ec;stroke:#5ab4ec}.g1{fill:#f0a43c;stroke:#f0a43c}\
.g2{fill:#3fcfa0;stroke:#3fcfa0}.g3{fill:#ea8fc0;stroke:#ea8fc0}.g4{fill:#a99bff;stroke:#a99bff}\
.g5{fill:#e5d44a;stroke:#e5d44a}.cross{stroke:#ff8075}.barred{stroke:#8b9aa2}}";

/// A picture with what is said above and below it.
#[derive(Clone, Debug)]
pub struct Plate {
    /// A line above the board; none if it is empty.
    pub title: String,
    /// What is to be seen.
    pub sketch: Sketch,
    /// Words below the board, broken into lines.
    pub words: String,
}

/// The sketch as a picture of its own. `words` tell it to those who do not see it.
pub fn svg(sketch: &Sketch, words: &str) -> String {
    let mut sheet = Sheet::for_boards([sketch]);
    sheet.plate("", sketch, "");
    sheet.finish(words)
}

/// Several pictures with their words, one below the other.
pub fn album(plates: &[Plate], about: &str) -> String {
    let mut sheet = Sheet::for_boards(plates.iter().map(|plate| &plate.sketch));
    for Plate { title, sketch, words } in plates {
        sheet.plate(title, sketch, words);
    }
    sheet.finish(about)
}

/// A sheet that is being drawn on, from top to bottom.
struct Sheet {
    body: String,
    /// How far down it is full.
    height: f64,
    /// How many cells wide it is.
    cells: usize,
    /// Where the marks stand in the cells of the board that is being drawn.
    places: Places,
}

/// Where marks stand in a cell: in so many columns and rows.
#[derive(Clone, Copy)]
struct Places {
    across: usize,
    down: usize,
}

impl Places {
    fn on(side: usize) -> Places {
        let (across, down) = super::mark_square(side);
        Places { across, down }
    }

    /// The middle of a mark.
    fn of(self, cell: Cell<25>, digit: Digit) -> Point {
        let (x, y) = corner(cell);
        let at = digit.index();
        let along = |at: usize, of: usize| 5.0 + 90.0 / of as f64 * (at as f64 + 0.5);
        (x + along(at % self.across, self.across), y + along(at / self.across, self.down))
    }

    /// The middle of all marks of a node.
    fn middle(self, node: &Node) -> Point {
        let count = node.cells.len().max(1) as f64;
        let sum = node.cells.iter().map(|cell| self.of(cell, node.digit));
        let (x, y) = sum.fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        (x / count, y / count)
    }

    /// How large what is drawn about a mark is, next to nine marks in a cell.
    fn scale(self) -> f64 {
        (3.0 / self.across as f64).min(1.0)
    }
}

impl Sheet {
    /// A sheet that these boards fit on.
    fn for_boards<'a>(boards: impl IntoIterator<Item = &'a Sketch>) -> Sheet {
        let cells = boards.into_iter().map(|sketch| sketch.shape.side()).max().unwrap_or(9);
        let cells = cells.max(FEWEST);
        Sheet { body: String::new(), height: 0.0, cells, places: Places::on(9) }
    }

    /// How wide it is between its margins.
    fn width(&self) -> f64 {
        SIDE * self.cells as f64
    }

    /// A board with what is above and below it.
    fn plate(&mut self, title: &str, sketch: &Sketch, words: &str) {
        if !title.is_empty() {
            self.height += 14.0;
            self.line("title", title, WORDS + 8.0);
        }
        self.put(format_args!(
            r#"<g transform="translate({MARGIN} {})">"#,
            number(self.height + MARGIN)
        ));
        self.board(sketch);
        self.put(format_args!("</g>"));
        self.height += SIDE * sketch.shape.side() as f64 + 2.0 * MARGIN;
        self.legend(sketch);
        for line in lines(words, LETTERS * self.cells / 9) {
            self.line("w", &line, WORDS);
        }
    }

    fn finish(self, about: &str) -> String {
        let (width, height) = (self.width() + 2.0 * MARGIN, self.height);
        let about = escaped(about);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{about}\">\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            number(width / 2.0),
            number(height / 2.0),
            self.body,
            height = number(height),
        )
    }

    fn board(&mut self, sketch: &Sketch) {
        let side = sketch.shape.side();
        self.places = Places::on(side);
        let cells = || (0..side * side).filter_map(|at| Cell::at(at / side, at % side));
        for (cell, spot) in cells().zip(&sketch.spots) {
            self.ground(cell, spot);
        }
        self.walls(&sketch.shape);
        for (cell, spot) in cells().zip(&sketch.spots) {
            self.face(cell, spot);
        }
        for link in &sketch.links {
            self.link(link);
        }
    }

    /// Thin lines between cells, thick ones between boxes.
    fn walls(&mut self, shape: &Shape) {
        let side = shape.side();
        let end = SIDE * side as f64;
        let down = |n: usize| format!("M{} 0V{end}", SIDE * n as f64);
        let across = |n: usize| format!("M0 {}H{end}", SIDE * n as f64);
        let Some(boxes) = shape.boxes() else {
            let inner: String = (1..side).map(|n| down(n) + &across(n)).collect();
            self.path("thin", &inner);
            return self.path("thick", &region_walls(shape));
        };
        let mut paths = [String::new(), String::new()];
        for n in 0..=side {
            paths[usize::from(n % boxes.columns() == 0)].push_str(&down(n));
            paths[usize::from(n % boxes.rows() == 0)].push_str(&across(n));
        }
        let [thin, thick] = paths;
        self.path("thin", &thin);
        self.path("thick", &thick);
    }

    fn path(&mut self, class: &str, lines: &str) {
        self.put(format_args!(r#"<path class="{class}" d="{lines}" stroke-linecap="square"/>"#));
    }

    fn ground(&mut self, cell: Cell<25>, spot: &Spot) {
        let (x, y) = corner(cell);
        let class = match spot.ground {
            Tone::Further => {
                return self.put(format_args!(
                    r##"<rect style="fill:#8496a0;fill-opacity:.17" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"##
                ));
            }
            Tone::House => "house".to_owned(),
            Tone::Cover => "cover".to_owned(),
            Tone::Wrong => "wrong".to_owned(),
            Tone::Group(nth) => format!("{} tint", shape(nth).0),
            _ => return,
        };
        self.put(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
        ));
    }

    fn face(&mut self, cell: Cell<25>, spot: &Spot) {
        let (x, y) = corner(cell);
        if spot.ground == Tone::New {
            let (x, y) = (x + 7.0, y + 7.0);
            self.put(format_args!(
                r#"<rect class="placed" x="{x}" y="{y}" width="86" height="86" rx="12"/>"#
            ));
        }
        match spot.face {
            Face::Empty => {}
            Face::Barred => self.cross("barred", x + 50.0, y + 50.0, 12.0),
            Face::Digit(digit, tone) => {
                if let Tone::Group(nth) = spot.ground {
                    let class = shape(nth).0;
                    let (x, y) = (x + 50.0, y + 50.0);
                    self.put(format_args!(
                        r#"<circle class="{class} node" cx="{x}" cy="{y}" r="40"/>"#
                    ));
                }
                let class = match tone {
                    Tone::Given => "d given",
                    Tone::New => "d new",
                    _ => "d",
                };
                self.text(class, x + 50.0, y + 50.0, &digit.to_string());
            }
            Face::Marks(marks) => {
                for (at, mark) in marks.iter().enumerate() {
                    if let Some(mark) = mark {
                        self.mark(cell, Digit::from_index(at), *mark, spot.ground);
                    }
                }
            }
        }
    }

    /// A mark in its place, in the shape of its group, crossed out if it goes.
    fn mark(&mut self, cell: Cell<25>, digit: Digit, mark: Mark, ground: Tone) {
        let (x, y) = self.places.of(cell, digit);
        match (mark.tone, ground) {
            (Tone::Key, Tone::Group(nth)) => self.sign(nth, x, y),
            (Tone::Letter(letter, is_opposite), _) => {
                self.sign(2 * letter + u8::from(is_opposite), x, y);
            }
            _ => {}
        }
        let class = match mark.tone {
            Tone::Faint => "m faint",
            Tone::New => "m key new",
            Tone::Plain => "m",
            _ => "m key",
        };
        let scale = self.places.scale();
        if scale < 1.0 {
            self.put(format_args!(r#"<g style="font-size:{}px">"#, number(26.0 * scale)));
            self.text(class.trim_start_matches(['m', ' ']), x, y, &digit.to_string());
            self.put(format_args!("</g>"));
        } else {
            self.text(class, x, y, &digit.to_string());
        }
        if let Tag::Letter(letter, is_opposite) = mark.tag {
            let letter = char::from(b'A' + letter % 26);
            let words = if is_opposite { format!("/{letter}") } else { letter.to_string() };
            self.text("tag", x + 15.0, y - 13.0, &words);
        }
        if mark.tone == Tone::Gone {
            self.cross("cross", x, y, 15.0 * scale);
        }
    }

    /// The shape of a group around a point.
    fn sign(&mut self, nth: u8, x: f64, y: f64) {
        let (class, outline) = shape(nth);
        let (x, y) = (number(x), number(y));
        if outline.is_empty() {
            self.put(format_args!(r#"<circle class="{class} sign" cx="{x}" cy="{y}" r="15"/>"#));
        } else {
            self.put(format_args!(
                r#"<path class="{class} sign" d="{outline}" transform="translate({x} {y})"/>"#
            ));
        }
    }

    fn cross(&mut self, class: &str, x: f64, y: f64, reach: f64) {
        let (left, top, side) = (number(x - reach), number(y - reach), number(2.0 * reach));
        self.put(format_args!(
            r#"<path class="{class}" d="M{left} {top}l{side} {side}m0 -{side}l-{side} {side}"/>"#
        ));
    }

    /// An arrow from one mark to the next, with a ring around what is true and a square around
    /// what is false.
    fn link(&mut self, link: &Link) {
        let class = shape(link.chain % 4).0;
        for node in [&link.from, &link.to] {
            for cell in node.cells {
                self.node(class, cell, node);
            }
        }
        let [from, to] = [&link.from, &link.to].map(|node| self.places.middle(node));
        self.arrow(class, from, to, link.to.on);
    }

    fn node(&mut self, class: &str, cell: Cell<25>, node: &Node) {
        let (x, y) = self.places.of(cell, node.digit);
        if node.on {
            self.put(format_args!(r#"<circle class="{class} node" cx="{x}" cy="{y}" r="16"/>"#));
        } else {
            let (x, y) = (x - 14.0, y - 14.0);
            self.put(format_args!(
                r#"<rect class="{class} node no" x="{x}" y="{y}" width="28" height="28" rx="3"/>"#
            ));
        }
    }

    /// Bent a little, so that it passes beside the marks between.
    fn arrow(&mut self, class: &str, from: Point, to: Point, is_true: bool) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 1.0 {
            return;
        }
        let bend = (length * 0.16).min(46.0);
        let gap = (length / 3.0).min(19.0);
        let peak = (
            (from.0 + to.0) / 2.0 - dy / length * bend,
            (from.1 + to.1) / 2.0 + dx / length * bend,
        );
        let (start, end) = (towards(from, peak, gap), towards(to, peak, gap));
        let [x1, y1, x, y, x2, y2] = [start.0, start.1, peak.0, peak.1, end.0, end.1].map(number);
        let no = if is_true { "" } else { " no" };
        self.put(format_args!(
            r#"<path class="{class} link{no}" style="fill:none" d="M{x1} {y1}Q{x} {y} {x2} {y2}"/>"#
        ));
        let back = towards(end, peak, 14.0);
        let (ux, uy) = ((end.0 - back.0) / 2.0, (end.1 - back.1) / 2.0);
        let [ax, ay, bx, by] = [back.0 - uy, back.1 + ux, back.0 + uy, back.1 - ux].map(number);
        self.put(format_args!(r#"<path class="{class}" d="M{x2} {y2}L{ax} {ay}L{bx} {by}z"/>"#));
    }

    /// What the tones mean: a sign and its words, as many on a line as fit.
    fn legend(&mut self, sketch: &Sketch) {
        let mut x = MARGIN;
        let mut is_new = true;
        for (tone, words) in &sketch.legend {
            let width = 60.0 + 16.0 * words.chars().count() as f64;
            if !is_new && x + width > self.width() + MARGIN {
                x = MARGIN;
                self.height += LINE;
            }
            is_new = false;
            let y = self.height + LINE / 2.0;
            self.sample(*tone, x + 20.0, y);
            self.text("w", x + 48.0, y, words);
            x += width;
        }
        if !is_new {
            self.height += LINE;
        }
    }

    /// The sign in front of a line of the legend.
    fn sample(&mut self, tone: Tone, x: f64, y: f64) {
        let (left, top) = (number(x - 16.0), number(y - 16.0));
        let block = |class: &str| {
            format!(r#"<rect class="{class}" x="{left}" y="{top}" width="32" height="32" rx="6"/>"#)
        };
        match tone {
            Tone::House => self.put(format_args!("{}", block("house"))),
            Tone::Cover => self.put(format_args!("{}", block("cover"))),
            Tone::Wrong => self.put(format_args!("{}", block("wrong"))),
            Tone::New => self.put(format_args!("{}", block("placed"))),
            Tone::Group(nth) => self.sign(nth, x, y),
            Tone::Letter(letter, is_opposite) => {
                self.sign(2 * letter + u8::from(is_opposite), x, y);
            }
            Tone::Link(is_true) => {
                let no = if is_true { "" } else { " no" };
                self.put(format_args!(
                    r#"<path class="g0 link{no}" style="fill:none" d="M{left} {}h36"/>"#,
                    number(y)
                ));
            }
            Tone::Gone => self.cross("cross", x, y, 12.0),
            Tone::Barred => self.cross("barred", x, y, 12.0),
            Tone::Plain | Tone::Given | Tone::Faint | Tone::Key | Tone::Further => {}
        }
    }

    /// A line of words below what there is.
    fn line(&mut self, class: &str, words: &str, height: f64) {
        self.text(class, MARGIN, self.height + height / 2.0, words);
        self.height += height;
    }

    fn text(&mut self, class: &str, x: f64, y: f64, words: &str) {
        let (x, y, words) = (number(x), number(y), escaped(words));
        self.put(format_args!(
            r#"<text class="{class}" x="{x}" y="{y}" dy=".35em">{words}</text>"#
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.body.write_fmt(element).expect("a string takes what is written to it");
        self.body.push('\n');
    }
}

type Point = (f64, f64);

/// The upper left corner of a cell.
fn corner(cell: Cell<25>) -> Point {
    (SIDE * cell.column() as f64, SIDE * cell.row() as f64)
}

/// Where two regions meet, and around the board.
fn region_walls(shape: &Shape) -> String {
    let (side, regions) = (shape.side(), shape.regions());
    let mut walls = format!("M0 0h{0}v{0}h-{0}z", SIDE * side as f64);
    for at in 0..side * side {
        let (row, column) = (at / side, at % side);
        let (x, y) = (SIDE * column as f64, SIDE * row as f64);
        if column > 0 && regions[at] != regions[at - 1] {
            walls.push_str(&format!("M{x} {y}v{SIDE}"));
        }
        if row > 0 && regions[at] != regions[at - side] {
            walls.push_str(&format!("M{x} {y}h{SIDE}"));
        }
    }
    walls
}

/// From one point this far in the direction of another.
fn towards(from: Point, to: Point, way: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    (from.0 + dx / length * way, from.1 + dy / length * way)
}

fn shape(nth: u8) -> (&'static str, &'static str) {
    SHAPES[usize::from(nth) % SHAPES.len()]
}

/// With one decimal, and none where it is 0: the same text on every machine.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// As it may stand in an element or an attribute.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The words on lines of at most so many characters.
fn lines(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Ladder;
    use piste_core::{Board, Grid};

    /// Needs chains on the teaching ladder and letters on the blue one.
    const PUZZLE: &str =
        "1.37....5...6.4...8...........81.....9....7...6.....9..2....4..5...3...........2.";

    fn plates() -> Vec<Plate> {
        let board = Board::from(&PUZZLE.parse::<Grid>().unwrap());
        let mut plates = Vec::new();
        for ladder in [Ladder::TEACHING, Ladder::BLUE] {
            for (board, step) in ladder.climb(&board).replay() {
                plates.push(Plate {
                    title: step.strategy.name.to_owned(),
                    sketch: Sketch::of_step(&board, step),
                    words: step.explain(&board),
                });
            }
        }
        plates
    }

    /// Every element is closed and every attribute quoted: a reader of XML would take it.
    fn is_well_formed(text: &str) -> bool {
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("");
            if tag.matches('"').count() % 2 == 1 {
                return false;
            }
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn every_step_has_a_picture_that_can_be_read() {
        let plates = plates();
        assert!(plates.iter().any(|plate| !plate.sketch.links.is_empty()), "no chain to draw");
        for plate in &plates {
            let picture = svg(&plate.sketch, &plate.words);
            assert!(is_well_formed(&picture), "{picture}");
            assert!(picture.contains(&escaped(&plate.words)), "{picture}");
        }
        assert!(is_well_formed(&album(&plates, "a <solve> & more")));
    }

    #[test]
    fn what_a_step_changes_is_in_its_picture() {
        for plate in plates() {
            let picture = svg(&plate.sketch, "");
            let gone = |spot: &Spot| match spot.face {
                Face::Marks(marks) => {
                    marks.iter().flatten().filter(|m| m.tone == Tone::Gone).count()
                }
                _ => 0,
            };
            let gone: usize = plate.sketch.spots.iter().map(gone).sum();
            let told = usize::from(gone > 0);
            assert_eq!(picture.matches(r#"class="cross""#).count(), gone + told, "{picture}");
            let places = Places::on(9);
            let apart = |link: &&Link| places.middle(&link.from) != places.middle(&link.to);
            let arrows = plate.sketch.links.iter().filter(apart).count();
            assert_eq!(picture.matches('Q').count(), arrows, "{picture}");
        }
    }

    #[test]
    fn words_are_broken_into_lines() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("", 7), [""; 0]);
        assert_eq!((number(2.0), number(-0.25)), ("2".to_owned(), "-0.2".to_owned()));
    }
}
