//! A page as PNG, at so many dots to the inch.

use crate::Trouble;
use crate::face::Faces;
use crate::sheet::{Ink, Leg, Mark, Pen, Sheet, in_words_of};
use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// The page.
pub(crate) fn write(sheet: &Sheet, faces: &Faces, dots: f32) -> Result<Vec<u8>, Trouble> {
    let (paper, bleed) = (sheet.format.paper, sheet.format.bleed);
    let scale = dots / 72.0;
    let length = |points: f32| ((points + 2.0 * bleed) * scale).ceil() as u32;
    let pixmap = Pixmap::new(length(paper.width), length(paper.height));
    let mut pixmap = pixmap.ok_or_else(|| {
        Trouble::Plan(format!("no picture of a page can have {dots} dots to the inch"))
    })?;
    pixmap.fill(Color::WHITE);
    let page = Transform::from_translate(bleed, bleed).post_scale(scale, scale);
    for mark in sheet.blocks.iter().flat_map(|block| &block.marks) {
        draw(&mut pixmap, mark, page, faces);
    }
    pixmap
        .encode_png()
        .map_err(|why| Trouble::Plan(format!("the picture cannot be written: {why}")))
}

/// Draws a mark; `page` leads from points to dots.
fn draw(pixmap: &mut Pixmap, mark: &Mark, page: Transform, faces: &Faces) {
    match mark {
        Mark::Path { legs, fill, pen } => {
            let Some(path) = path(legs) else { return };
            if let Some(ink) = fill {
                pixmap.fill_path(&path, &paint(*ink), FillRule::Winding, page, None);
            }
            if let Some(pen) = pen {
                pixmap.stroke_path(&path, &paint(pen.ink), &stroke(pen), page, None);
            }
        }
        Mark::Words { x, y, line, ink } => {
            let mut x = *x;
            for run in &line.runs {
                for glyph in &run.glyphs {
                    let mut legs = Vec::new();
                    faces.outline(run.font, glyph.id, &mut |leg| legs.push(leg));
                    let at = page
                        .pre_translate(x + glyph.dx * line.size, y - glyph.dy * line.size)
                        .pre_scale(line.size, -line.size);
                    if let Some(path) = path(&legs) {
                        pixmap.fill_path(&path, &paint(*ink), FillRule::Winding, at, None);
                    }
                    x += glyph.advance * line.size;
                }
            }
        }
        Mark::Turned { around: (x, y), marks } => {
            let turned = page.pre_translate(2.0 * x, 2.0 * y).pre_scale(-1.0, -1.0);
            for mark in marks {
                draw(pixmap, mark, turned, faces);
            }
        }
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.rgb;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (ink.opacity * 255.0).round() as u8);
    paint.anti_alias = true;
    paint
}

fn stroke(pen: &Pen) -> Stroke {
    Stroke {
        width: pen.width,
        line_cap: in_words_of!(cap LineCap, pen.cap),
        dash: StrokeDash::new(pen.dash.clone(), 0.0),
        ..Stroke::default()
    }
}

fn path(legs: &[Leg]) -> Option<Path> {
    in_words_of!(path PathBuilder, legs)
}
