//! Pages as PDF: tagged for those who have it read aloud (PDF/UA), fonts embedded and cut down to what is used.
//!
//! Nothing in the file depends on the time or the machine: the same pages are the same bytes. A file for archives
//! (PDF/A) must say when it was made. So it is one if somebody says the day, and else it is not.

use crate::Trouble;
use crate::face::{Faces, Line};
use crate::sheet::{Block, Ink, Leg, Mark, Pen, Role, Sheet, in_words_of};
use krilla::color::{luma, rgb};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Tag, TagGroup, TagTree};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document, SerializeSettings};
use std::num::NonZeroU16;

/// What is said of the whole file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    pub(crate) author: Option<&'a str>,
    pub(crate) language: &'a str,
    /// Year, month and day.
    pub(crate) day: Option<(u16, u8, u8)>,
}

/// The file.
pub(crate) fn write(sheets: &[Sheet], faces: &Faces, about: About<'_>) -> Result<Vec<u8>, Trouble> {
    let fonts: Option<Vec<Font>> =
        faces.files().map(|data| Font::new(Data::from(data.to_vec()), 0)).collect();
    let fonts = fonts.ok_or_else(|| Trouble::Font("the font cannot be embedded".to_owned()))?;
    let mut configuration =
        ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1);
    if about.day.is_some() {
        configuration = configuration.with_archival_validator(Archival::A2_A);
    }
    let configuration = configuration
        .finish()
        .map_err(|_| Trouble::Pdf("the version of PDF is not known".to_owned()))?;
    let settings =
        SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
    let mut document = Document::new_with(settings);
    let mut metadata = Metadata::new()
        .title(about.title.to_owned())
        .language(about.language.to_owned())
        .creator("piste".to_owned());
    if let Some(author) = about.author {
        metadata = metadata.authors(vec![author.to_owned()]);
    }
    if let Some((year, month, day)) = about.day {
        metadata = metadata.creation_date(DateTime::new(year).month(month).day(day));
    }
    document.set_metadata(metadata);
    let (mut tree, mut outline) = (TagTree::new(), Outline::new());
    for (index, sheet) in sheets.iter().enumerate() {
        page(&mut document, sheet, &fonts, &mut tree)?;
        for bookmark in &sheet.bookmarks {
            let at = Point::from_xy(0.0, (bookmark.y + sheet.format.bleed - 8.0).max(0.0));
            let there = XyzDestination::new(index, at);
            outline.push_child(OutlineNode::new(bookmark.title.clone(), there));
        }
    }
    document.set_tag_tree(tree);
    document.set_outline(outline);
    document.finish().map_err(|why| Trouble::Pdf(why.to_string()))
}

fn page(
    document: &mut Document,
    sheet: &Sheet,
    fonts: &[Font],
    tree: &mut TagTree,
) -> Result<(), Trouble> {
    let (paper, bleed) = (sheet.format.paper, sheet.format.bleed);
    let (width, height) = (paper.width + 2.0 * bleed, paper.height + 2.0 * bleed);
    let no_page = || Trouble::Pdf("the paper has no size".to_owned());
    let trim = Rect::from_xywh(bleed, bleed, paper.width, paper.height);
    let whole = Rect::from_xywh(0.0, 0.0, width, height);
    let settings = PageSettings::from_wh(width, height).ok_or_else(no_page)?;
    let mut page = document.start_page_with(settings.with_trim_box(trim).with_bleed_box(whole));
    let mut surface = page.surface();
    surface.push_transform(&Transform::from_translate(bleed, bleed));
    for Block { role, marks } in &sheet.blocks {
        let tag = match role {
            Role::Furniture => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
            _ => ContentTag::Other,
        };
        let content = surface.start_tagged(tag);
        for mark in marks {
            draw(&mut surface, mark, fonts);
        }
        surface.end_tagged();
        let mut group = match role {
            Role::Furniture => continue,
            Role::Heading(level) => {
                let level = NonZeroU16::new(u16::from(*level)).unwrap_or(NonZeroU16::MIN);
                TagGroup::new(Tag::Hn(level, Some(text(marks))))
            }
            Role::Paragraph => TagGroup::new(Tag::P),
            Role::Figure(told) => TagGroup::new(Tag::Figure(Some(told.clone()))),
        };
        group.push(content);
        tree.push(group);
    }
    surface.pop();
    surface.finish();
    page.finish();
    Ok(())
}

/// The words of marks.
fn text(marks: &[Mark]) -> String {
    let lines = marks.iter().filter_map(|mark| match mark {
        Mark::Words { line, .. } => {
            Some(line.runs.iter().map(|run| run.text.as_str()).collect::<String>())
        }
        Mark::Path { .. } => None,
        Mark::Turned { marks, .. } => Some(text(marks)),
    });
    lines.collect::<Vec<_>>().join(" ")
}

fn draw(surface: &mut Surface<'_>, mark: &Mark, fonts: &[Font]) {
    match mark {
        Mark::Path { legs, fill, pen } => {
            let Some(path) = path(legs) else { return };
            surface.set_fill(fill.map(filling));
            surface.set_stroke(pen.as_ref().map(stroke));
            surface.draw_path(&path);
        }
        Mark::Words { x, y, line, ink } => {
            surface.set_stroke(None);
            surface.set_fill(Some(filling(*ink)));
            words(surface, (*x, *y), line, fonts);
        }
        Mark::Turned { around: (x, y), marks } => {
            surface.push_transform(&Transform::from_row(-1.0, 0.0, 0.0, -1.0, 2.0 * x, 2.0 * y));
            for mark in marks {
                draw(surface, mark, fonts);
            }
            surface.pop();
        }
    }
}

fn words(surface: &mut Surface<'_>, (x, y): (f32, f32), line: &Line, fonts: &[Font]) {
    let mut x = x;
    for run in &line.runs {
        let glyphs: Vec<KrillaGlyph> = run
            .glyphs
            .iter()
            .map(|glyph| {
                let id = GlyphId::new(u32::from(glyph.id));
                let range = glyph.range.clone();
                KrillaGlyph::new(id, glyph.advance, glyph.dx, glyph.dy, 0.0, range, None)
            })
            .collect();
        let font = fonts[run.font].clone();
        surface.draw_glyphs(Point::from_xy(x, y), &glyphs, font, &run.text, line.size, false);
        x += run.width;
    }
}

fn path(legs: &[Leg]) -> Option<Path> {
    in_words_of!(path PathBuilder, legs)
}

/// Greys are greys, which a printer makes of black alone.
fn paint(ink: Ink) -> Paint {
    let [red, green, blue] = ink.rgb;
    if red == green && green == blue {
        luma::Color::new(red).into()
    } else {
        rgb::Color::new(red, green, blue).into()
    }
}

fn opacity(ink: Ink) -> NormalizedF32 {
    NormalizedF32::new(ink.opacity).unwrap_or(NormalizedF32::ONE)
}

fn filling(ink: Ink) -> Fill {
    Fill { paint: paint(ink), opacity: opacity(ink), rule: FillRule::NonZero }
}

fn stroke(pen: &Pen) -> Stroke {
    Stroke {
        paint: paint(pen.ink),
        width: pen.width,
        miter_limit: 4.0,
        line_cap: in_words_of!(cap LineCap, pen.cap),
        line_join: LineJoin::Miter,
        opacity: opacity(pen.ink),
        dash: (!pen.dash.is_empty()).then(|| StrokeDash { array: pen.dash.clone(), offset: 0.0 }),
    }
}
