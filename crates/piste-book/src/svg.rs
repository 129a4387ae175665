//! A page as SVG, for those who lay out themselves. Letters are outlines, each drawn once and used where it is needed,
//! so that no font has to be there.

use crate::face::Faces;
use crate::sheet::{Cap, Ink, Leg, Mark, Pen, Sheet};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The page.
pub(crate) fn write(sheet: &Sheet, faces: &Faces) -> String {
    let (paper, bleed) = (sheet.format.paper, sheet.format.bleed);
    let (width, height) = (paper.width + 2.0 * bleed, paper.height + 2.0 * bleed);
    let mut used = BTreeSet::new();
    let mut body = String::new();
    for mark in sheet.blocks.iter().flat_map(|block| &block.marks) {
        draw(&mut body, &mut used, mark);
    }
    let mut letters = String::new();
    for (font, id) in used {
        let mut legs = Vec::new();
        faces.outline(font, id, &mut |leg| legs.push(leg));
        put(&mut letters, format_args!("<path id=\"f{font}g{id}\" d=\"{}\"/>", path(&legs)));
    }
    let [w, h, b] = [width, height, bleed].map(number);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}pt\" height=\"{h}pt\" viewBox=\"-{b} -{b} {w} {h}\">\n\
         <defs>\n{letters}</defs>\n<rect x=\"-{b}\" y=\"-{b}\" width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

/// Writes a mark, and notes the letters that it needs.
fn draw(body: &mut String, used: &mut BTreeSet<(usize, u16)>, mark: &Mark) {
    match mark {
        Mark::Path { legs, fill, pen } => {
            let fill =
                fill.map_or_else(|| r#" fill="none""#.to_owned(), |ink| coloured("fill", ink));
            let pen = pen.as_ref().map(drawn).unwrap_or_default();
            put(body, format_args!("<path{fill}{pen} d=\"{}\"/>", path(legs)));
        }
        Mark::Words { x, y, line, ink } => {
            let mut x = *x;
            put(body, format_args!("<g{}>", coloured("fill", *ink)));
            for run in &line.runs {
                for glyph in &run.glyphs {
                    used.insert((run.font, glyph.id));
                    let at = number(x + glyph.dx * line.size);
                    let up = number(y - glyph.dy * line.size);
                    let (font, id, size) = (run.font, glyph.id, number(line.size));
                    put(
                        body,
                        format_args!(
                            "<use href=\"#f{font}g{id}\" transform=\"translate({at} {up})scale({size} -{size})\"/>"
                        ),
                    );
                    x += glyph.advance * line.size;
                }
            }
            put(body, format_args!("</g>"));
        }
        Mark::Turned { around: (x, y), marks } => {
            let (x, y) = (number(2.0 * x), number(2.0 * y));
            put(body, format_args!("<g transform=\"matrix(-1 0 0 -1 {x} {y})\">"));
            for mark in marks {
                draw(body, used, mark);
            }
            put(body, format_args!("</g>"));
        }
    }
}

fn put(text: &mut String, element: std::fmt::Arguments<'_>) {
    text.write_fmt(element).expect("a string takes what is written to it");
    text.push('\n');
}

/// With as many decimals as a printer could show, and none that say nothing: the same text on every machine.
fn number(value: f32) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn coloured(what: &str, ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    let colour = format!(" {what}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if ink.opacity < 1.0 {
        format!("{colour} {what}-opacity=\"{}\"", number(ink.opacity))
    } else {
        colour
    }
}

fn drawn(pen: &Pen) -> String {
    let cap = match pen.cap {
        Cap::Butt => "",
        Cap::Round => " stroke-linecap=\"round\"",
        Cap::Square => " stroke-linecap=\"square\"",
    };
    let dash: Vec<String> = pen.dash.iter().map(|&length| number(length)).collect();
    let dash = if dash.is_empty() {
        String::new()
    } else {
        format!(" stroke-dasharray=\"{}\"", dash.join(" "))
    };
    format!("{} stroke-width=\"{}\"{cap}{dash}", coloured("stroke", pen.ink), number(pen.width))
}

fn path(legs: &[Leg]) -> String {
    let mut text = String::new();
    for leg in legs {
        let mut step = |letter: char, numbers: &[f32]| {
            text.push(letter);
            let numbers: Vec<String> = numbers.iter().map(|&n| number(n)).collect();
            text.push_str(&numbers.join(" "));
        };
        match *leg {
            Leg::Move(x, y) => step('M', &[x, y]),
            Leg::Line(x, y) => step('L', &[x, y]),
            Leg::Quad(x1, y1, x, y) => step('Q', &[x1, y1, x, y]),
            Leg::Cubic(x1, y1, x2, y2, x, y) => step('C', &[x1, y1, x2, y2, x, y]),
            Leg::Close => step('z', &[]),
        }
    }
    text
}
