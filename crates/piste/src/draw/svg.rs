//! Sketches as pictures in SVG: the [pieces](super::pieces) of a board in colours, with words below.
//!
//! The colours are those of Okabe and Ito, in a style inside the picture that also knows the dark. No script,
//! no font and nothing from elsewhere, so that a picture can stand on any page.

use super::pieces::{Leg, Look, Outline, Piece, SIDE, pieces, sample};
use super::sketch::{Sketch, Tone};
use std::fmt::Write;

/// What is left free around the board.
const MARGIN: f64 = 12.0;

/// The height of a line of the legend and of a line of words.
const LINE: f64 = 44.0;
const WORDS: f64 = 36.0;

/// How many characters of words go on a line below nine cells, as a cautious guess about any font.
const LETTERS: usize = 58;

/// Words are never on narrower lines than those below so many cells.
const FEWEST: usize = 6;

/// The names of the colours of groups, in turn.
const GROUPS: [&str; 6] = ["g0", "g1", "g2", "g3", "g4", "g5"];

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
    let mut sheet = Roll::for_boards([sketch]);
    sheet.plate("", sketch, "");
    sheet.finish(words)
}

/// Several pictures with their words, one below the other.
pub fn album(plates: &[Plate], about: &str) -> String {
    let mut sheet = Roll::for_boards(plates.iter().map(|plate| &plate.sketch));
    for Plate { title, sketch, words } in plates {
        sheet.plate(title, sketch, words);
    }
    sheet.finish(about)
}

/// A sheet that is being drawn on, from top to bottom.
struct Roll {
    body: String,
    /// How far down it is full.
    height: f64,
    /// How many cells wide it is.
    cells: usize,
}

impl Roll {
    /// A sheet that these boards fit on.
    fn for_boards<'a>(boards: impl IntoIterator<Item = &'a Sketch>) -> Roll {
        let cells = boards.into_iter().map(|sketch| sketch.shape.side()).max().unwrap_or(9);
        let cells = cells.max(FEWEST);
        Roll { body: String::new(), height: 0.0, cells }
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
        for piece in pieces(sketch) {
            self.piece(&piece);
        }
    }

    fn piece(&mut self, Piece { outline, look }: &Piece) {
        let (class, style) = class(*look);
        let style = if style.is_empty() { String::new() } else { format!(r#" style="{style}""#) };
        let class = if class.is_empty() { style } else { format!(r#" class="{class}"{style}"#) };
        match outline {
            Outline::Rect { x, y, width, height, round } => {
                let [x, y, width, height] = [*x, *y, *width, *height].map(number);
                let round = match *round {
                    0.0 => String::new(),
                    round => format!(r#" rx="{}""#, number(round)),
                };
                self.put(format_args!(
                    r#"<rect{class} x="{x}" y="{y}" width="{width}" height="{height}"{round}/>"#
                ));
            }
            Outline::Circle { x, y, radius } => {
                let [x, y, radius] = [*x, *y, *radius].map(number);
                self.put(format_args!(r#"<circle{class} cx="{x}" cy="{y}" r="{radius}"/>"#));
            }
            Outline::Path(legs) => {
                let cap = match look {
                    Look::Thin | Look::Thick => r#" stroke-linecap="square""#,
                    _ => "",
                };
                self.put(format_args!(r#"<path{class} d="{}"{cap}/>"#, path(legs)));
            }
            Outline::Text { x, y, words } => {
                let (x, y, words) = (number(*x), number(*y), escaped(words));
                self.put(format_args!(r#"<text{class} x="{x}" y="{y}" dy=".35em">{words}</text>"#));
            }
        }
    }

    /// What the tones mean: a sign and its words, as many on a line as fit.
    fn legend(&mut self, sketch: &Sketch) {
        let mut x = MARGIN;
        let mut is_new = true;
        for (tone, line) in &sketch.legend {
            let words = &sketch.words(line);
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
        let pieces = sample(tone);
        if pieces.is_empty() {
            return;
        }
        self.put(format_args!(r#"<g transform="translate({} {})">"#, number(x), number(y)));
        for piece in &pieces {
            self.piece(piece);
        }
        self.put(format_args!("</g>"));
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

/// The classes of a look, and what no class says.
fn class(look: Look) -> (String, String) {
    let group = |nth: u8| GROUPS[usize::from(nth) % GROUPS.len()];
    let plain = |class: &str| (class.to_owned(), String::new());
    let unfilled = || "fill:none".to_owned();
    match look {
        Look::Thin => plain("thin"),
        Look::Thick => plain("thick"),
        Look::Further => (String::new(), "fill:#8496a0;fill-opacity:.17".to_owned()),
        Look::House => plain("house"),
        Look::Cover => plain("cover"),
        Look::Wrong => plain("wrong"),
        Look::Placed => plain("placed"),
        Look::Tint(nth) => (format!("{} tint", group(nth)), String::new()),
        Look::Sign(nth) => (format!("{} sign", group(nth)), String::new()),
        Look::Ring(nth) => (format!("{} node", group(nth)), String::new()),
        Look::Frame(nth) => (format!("{} node no", group(nth)), String::new()),
        Look::Link(nth, true) => (format!("{} link", group(nth)), unfilled()),
        Look::Link(nth, false) => (format!("{} link no", group(nth)), unfilled()),
        Look::Head(nth) => plain(group(nth)),
        Look::Cross => plain("cross"),
        Look::Barred => plain("barred"),
        Look::Digit(Tone::Given) => plain("d given"),
        Look::Digit(Tone::New) => plain("d new"),
        Look::Digit(_) => plain("d"),
        Look::Mark(tone, scale) => {
            let class = match tone {
                Tone::Faint => "m faint",
                Tone::New => "m key new",
                Tone::Plain => "m",
                _ => "m key",
            };
            let size = if scale < 1.0 {
                format!("font-size:{}px", number(26.0 * scale))
            } else {
                String::new()
            };
            (class.to_owned(), size)
        }
        Look::Tag => plain("tag"),
    }
}

/// A path in the letters of SVG; lines along the paper have letters of their own.
fn path(legs: &[Leg]) -> String {
    let mut text = String::new();
    let mut here: Option<(f64, f64)> = None;
    for leg in legs {
        here = match *leg {
            Leg::Move(x, y) => {
                text.push_str(&format!("M{} {}", number(x), number(y)));
                Some((x, y))
            }
            Leg::Line(x, y) => {
                let is_at = |part: fn((f64, f64)) -> f64| here.map(part) == Some(part((x, y)));
                text.push_str(&match (is_at(|at| at.0), is_at(|at| at.1)) {
                    (true, _) => format!("V{}", number(y)),
                    (_, true) => format!("H{}", number(x)),
                    _ => format!("L{} {}", number(x), number(y)),
                });
                Some((x, y))
            }
            Leg::Bend(x1, y1, x, y) => {
                let [x1, y1, x2, y2] = [x1, y1, x, y].map(number);
                text.push_str(&format!("Q{x1} {y1} {x2} {y2}"));
                Some((x, y))
            }
            Leg::Close => {
                text.push('z');
                here
            }
        };
    }
    text
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
    use super::super::pieces::Places;
    use super::super::sketch::{Face, Spot};
    use super::*;
    use crate::logic::{self, Ladder};
    use piste_core::space::Large;
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
            let apart =
                |link: &&logic::Link<Large>| places.middle(&link.from) != places.middle(&link.to);
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
