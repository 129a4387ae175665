//! The front of a book: title, how to read the levels, contents.
//!
//! How many pages it takes is known before the rest is composed; what stands in the contents only afterwards.

use super::{Chapter, Composer};
use crate::face::Weight;
use crate::picture::slope;
use crate::sheet::{Align, Cap, Ink, Pen, Role, Sheet, column, rule, words};
use piste_api::hint::Grade;

impl Composer<'_> {
    /// How many pages the front takes: an even number, so that the first part begins on the right.
    pub(super) fn front_pages(&self) -> usize {
        let pages =
            self.before_contents() + self.chapter_count().div_ceil(self.contents_lines()).max(1);
        pages + pages % 2
    }

    /// How many pages stand before the contents: the title, an empty one, and the page about the levels.
    fn before_contents(&self) -> usize {
        if self.has_levels_page() { 3 } else { 2 }
    }

    /// Whether there is something to say about levels: other shapes than 9×9 have none.
    fn has_levels_page(&self) -> bool {
        self.plan.introduction.is_some() || self.parts.iter().any(|part| part.level.is_some())
    }

    /// How many chapters the contents will name.
    fn chapter_count(&self) -> usize {
        let plan = self.plan;
        let hints = if plan.hints.has_words() { Grade::ALL.len() } else { 0 };
        let others = [plan.hints.has_pictures(), plan.strategies, plan.solutions > 0];
        self.parts.len() + hints + others.into_iter().filter(|is_there| *is_there).count()
    }

    /// How many lines of contents go on a page, cautiously: its heading takes some room.
    fn contents_lines(&self) -> usize {
        let height = self.body(1).height - 3.0 * self.sizes.heading;
        ((height / (self.sizes.text * 2.1)).floor() as usize).max(1)
    }

    /// Fills the pages that were left for it.
    pub(super) fn front(&mut self, pages: usize) {
        let mut sheets: Vec<Sheet> = (1..=pages).map(|n| Sheet::new(n, self.format)).collect();
        self.title_page(&mut sheets[0]);
        if self.has_levels_page() {
            self.levels_page(&mut sheets[2]);
        }
        let chapters = std::mem::take(&mut self.chapters);
        for (nth, page) in chapters.chunks(self.contents_lines()).enumerate() {
            if let Some(sheet) = sheets.get_mut(self.before_contents() + nth) {
                self.contents_page(sheet, page, nth == 0);
            }
        }
        self.sheets.splice(..pages, sheets);
    }

    fn title_page(&self, sheet: &mut Sheet) {
        let (area, faces) = (sheet.area(), self.faces);
        let middle = area.x + area.width / 2.0;
        let title = self.plan.title.as_deref().unwrap_or_default();
        let mut size = (area.width / 9.0).clamp(26.0, 54.0);
        while size > 18.0 && faces.lines(title, Weight::Bold, size, area.width * 0.92).len() > 3 {
            size -= 2.0;
        }
        sheet.bookmark(title, area.y);
        let mut y = area.y + area.height * 0.26;
        let mut marks = Vec::new();
        for line in faces.lines(title, Weight::Bold, size, area.width * 0.92) {
            y += size * 1.18;
            marks.push(words(line, (middle, y), Align::Middle, Ink::BLACK));
        }
        sheet.put(Role::Heading(1), marks);
        let small = (size * 0.42).max(self.sizes.text);
        let subtitle = self.plan.subtitle.as_deref().unwrap_or_default();
        y += small * 0.6;
        for line in faces.lines(subtitle, Weight::Regular, small, area.width * 0.8) {
            y += faces.leading(small);
            let mark = words(line, (middle, y), Align::Middle, Ink::SOFT);
            sheet.put(Role::Paragraph, vec![mark]);
        }
        // The signs of the levels that are in the book, as an ornament.
        let (height, gap) = (16.0, 14.0);
        let signs: Vec<usize> = self.parts.iter().filter_map(|part| part.level).collect();
        let wide: f32 = signs.iter().map(|&nth| slope(nth, (0.0, 0.0), height).1 + gap).sum();
        let mut x = middle - (wide - gap) / 2.0;
        y += 48.0;
        for nth in signs {
            let (sign, width) = slope(nth, (x, y), height);
            sheet.put(Role::Furniture, sign);
            x += width + gap;
        }
        let author = self.plan.author.as_deref().unwrap_or_default();
        let line = faces.line(author, Weight::Regular, small);
        let foot = area.bottom() - area.height * 0.08;
        if line.width > area.width {
            let lines = faces.lines(author, Weight::Regular, small, area.width);
            let (marks, _) = column(faces, lines, (area.x, foot - small * 3.0), Ink::BLACK);
            sheet.put(Role::Paragraph, marks);
        } else if !author.is_empty() {
            let mark = words(line, (middle, foot), Align::Middle, Ink::BLACK);
            sheet.put(Role::Paragraph, vec![mark]);
        }
    }

    fn levels_page(&self, sheet: &mut Sheet) {
        let said = &self.plan.words;
        let mut y = self.heading(sheet, &said.levels);
        let (body, size) = (self.body(sheet.number), self.sizes.text);
        let about = self.plan.introduction.as_deref().unwrap_or(&said.about_levels);
        let width = body.width.min(size * 42.0);
        let lines = self.faces.lines(about, Weight::Regular, size, width);
        let (marks, after) = column(self.faces, lines, (body.x, y), Ink::BLACK);
        sheet.put(Role::Paragraph, marks);
        y = after + size * 1.4;
        let indent = size * 3.4;
        for part in self.parts {
            let head = size * 1.25;
            if let Some(nth) = part.level {
                let (sign, _) = slope(nth, (body.x, y), self.faces.capital(head) * 1.15);
                sheet.put(Role::Furniture, sign);
            }
            let line = self.faces.line(&part.title, Weight::Bold, head);
            let mark = words(line, (body.x + indent, y), Align::Start, Ink::BLACK);
            sheet.put(Role::Heading(2), vec![mark]);
            y += self.faces.leading(size);
            for told in [part.asks.unwrap_or_default().to_owned(), self.about_part(part)] {
                let lines = self.faces.lines(&told, Weight::Regular, size, body.width - indent);
                let (marks, after) = column(self.faces, lines, (body.x + indent, y), Ink::SOFT);
                sheet.put(Role::Paragraph, marks);
                y = after;
            }
            y += size * 0.9;
        }
    }

    fn contents_page(&self, sheet: &mut Sheet, chapters: &[(Chapter, usize)], is_first: bool) {
        let title = &self.plan.words.contents;
        let mut y = if is_first {
            self.heading(sheet, title)
        } else {
            self.furnish(sheet, None, title);
            self.body(sheet.number).y + self.sizes.text
        };
        let (body, size) = (self.body(sheet.number), self.sizes.text);
        let indent = size * 3.4;
        for (Chapter { level, title }, page) in chapters {
            let mut marks = Vec::new();
            if let Some(nth) = level {
                marks.extend(slope(*nth, (body.x, y), self.faces.capital(size)).0);
            }
            let page = self.faces.line(&page.to_string(), Weight::Regular, size);
            let room = body.width - indent - page.width - size;
            let lines = self.faces.lines(title, Weight::Regular, size, room);
            let wide = lines.first().map_or(0.0, |line| line.width);
            let dots =
                Pen { dash: vec![0.2, 3.2], cap: Cap::Round, ..Pen::plain(Ink::grey(130), 0.8) };
            let (from, to) =
                (body.x + indent + wide + size * 0.6, body.right() - page.width - size * 0.6);
            for line in lines.into_iter().take(1) {
                marks.push(words(line, (body.x + indent, y), Align::Start, Ink::BLACK));
            }
            if to > from {
                sheet.put(Role::Furniture, vec![rule((from, y - 1.0), (to, y - 1.0), dots)]);
            }
            marks.push(words(page, (body.right(), y), Align::End, Ink::BLACK));
            sheet.put(Role::Paragraph, marks);
            y += size * 2.1;
        }
    }

    /// A heading with its page number; where the text begins.
    fn heading(&self, sheet: &mut Sheet, title: &str) -> f32 {
        self.furnish(sheet, None, title);
        let body = self.body(sheet.number);
        let size = self.sizes.heading;
        sheet.bookmark(title, body.y);
        let lines = self.faces.lines(title, Weight::Bold, size, body.width);
        let first = body.y + self.faces.capital(size) + 10.0;
        let (marks, y) = column(self.faces, lines, (body.x, first), Ink::BLACK);
        sheet.put(Role::Heading(1), marks);
        y
    }
}
