//! Letters: steps 4 to 6 of the blue method.
//!
//! Where a square has two small numbers, or a region two squares for a number, the two are
//! opposites: a letter next to one, its negation next to the other, and on from each as far as such
//! pairs lead. A letter that breaks a rule is wrong; where a letter and its negation stand together,
//! nothing else can stand. The blue method looks at one letter after the other; if none of them
//! leads to anything, they all stand on the sheet, and the red method goes on from there.

use super::squares::Squares;
use super::words::{Stand, Why, Wrong};
use super::{Change, Entry, Finding};

/// A letter or its negation: letters are counted from 1, a negation is below 0.
pub(super) type Sign = i32;

/// The letters on the sheet.
#[derive(Clone)]
pub(super) struct Signs {
    /// Next to each number of each square; 0 for none.
    signs: Vec<Sign>,
    n: usize,
    /// How many letters have been used.
    pub(super) letters: Sign,
}

impl Signs {
    pub(super) fn new(sheet: &Squares<'_>) -> Signs {
        let n = sheet.layout.side();
        Signs { signs: vec![0; n * n * n], n, letters: 0 }
    }

    pub(super) fn of(&self, entry: Entry) -> Sign {
        self.signs[entry.cell * self.n + usize::from(entry.digit) - 1]
    }

    fn put(&mut self, entry: Entry, sign: Sign) {
        self.signs[entry.cell * self.n + usize::from(entry.digit) - 1] = sign;
    }

    /// The small numbers that have this sign.
    pub(super) fn with(&self, sign: Sign) -> Vec<Entry> {
        let n = self.n;
        let at = (0..self.signs.len()).filter(|&at| self.signs[at] == sign);
        at.map(|at| Entry { cell: at / n, digit: (at % n) as u8 + 1 }).collect()
    }

    /// Puts one sign in the place of another, and their negations likewise.
    pub(super) fn replace(&mut self, old: Sign, new: Sign) {
        for sign in &mut self.signs {
            if *sign == old {
                *sign = new;
            } else if *sign == -old {
                *sign = -new;
            }
        }
    }

    /// Step 4 and on for every letter that can be written; what the first of them leads to that
    /// leads to anything. If none does, all are on the sheet.
    pub(super) fn write_letters(&mut self, sheet: &Squares<'_>) -> Option<Finding> {
        for cell in sheet.empty() {
            for start in sheet.entries(cell) {
                if self.of(start) != 0 || opposites(sheet, start).is_empty() {
                    continue;
                }
                self.letters += 1;
                let letter = self.letters;
                let mut alone = Signs { signs: vec![0; self.signs.len()], ..*self };
                let after = alone.spread(sheet, start, 1);
                let change = alone.consequences(sheet, &after);
                if !change.is_empty() {
                    return Some(alone.told(sheet, change));
                }
                for (sign, other) in self.signs.iter_mut().zip(&alone.signs) {
                    if *other != 0 {
                        *sign = other * letter;
                    }
                }
            }
        }
        None
    }

    /// Step 5: the letter goes on from pair to pair, and what cannot be whichever letter is right
    /// is erased on the way. Gives the sheet without what was erased.
    fn spread<'a>(&mut self, sheet: &Squares<'a>, start: Entry, letter: Sign) -> Squares<'a> {
        let mut sheet = sheet.clone();
        self.put(start, letter);
        let mut next = vec![start];
        while let Some(from) = next.pop() {
            let sign = self.of(from);
            for to in opposites(&sheet, from) {
                if self.of(to) == 0 {
                    self.put(to, -sign);
                    next.push(to);
                }
            }
            if next.is_empty() {
                let erased = self.crowded_out(&sheet);
                erased.iter().for_each(|&entry| sheet.erase(entry));
                if !erased.is_empty() {
                    // Fewer numbers may have made new pairs anywhere along the letter.
                    next = self.with(letter);
                    next.extend(self.with(-letter));
                    next.retain(|&entry| sheet.has(entry));
                }
            }
        }
        sheet
    }

    /// Steps 5c and 5d: the small numbers in a square, or of a number in a region, beside a letter
    /// and its negation.
    pub(super) fn crowded_out(&self, sheet: &Squares<'_>) -> Vec<Entry> {
        let mut erased = Vec::new();
        for group in groups(sheet) {
            let has = |sign: Sign| group.iter().any(|&entry| self.of(entry) == sign);
            let both = group.iter().map(|&entry| self.of(entry)).find(|&s| s != 0 && has(-s));
            if let Some(sign) = both {
                erased
                    .extend(group.into_iter().filter(|&entry| self.of(entry).abs() != sign.abs()));
            }
        }
        erased.sort_unstable();
        erased.dedup();
        erased
    }

    /// Step 6: a sign that stands twice where it may stand once, and where.
    pub(super) fn contradiction(&self, sheet: &Squares<'_>) -> Option<Wrong> {
        groups(sheet).into_iter().find_map(|group| {
            group.iter().enumerate().find_map(|(at, &a)| {
                let sign = self.of(a);
                let b = group[at + 1..].iter().find(|&&b| sign != 0 && self.of(b) == sign)?;
                Some(Wrong { sign, pair: [a, *b] })
            })
        })
    }

    /// What a letter that has been spread leads to.
    fn consequences(&self, sheet: &Squares<'_>, after: &Squares<'_>) -> Change {
        let before = sheet.empty().flat_map(|cell| sheet.entries(cell));
        let mut change =
            Change { erased: before.filter(|&entry| !after.has(entry)).collect(), written: vec![] };
        if let Some(wrong) = self.contradiction(after) {
            change.written = self.right(after, -wrong.sign);
        }
        change
    }

    /// The numbers to be written if this sign is right.
    pub(super) fn right(&self, sheet: &Squares<'_>, sign: Sign) -> Vec<Entry> {
        let mut entries = self.with(sign);
        entries.retain(|&entry| sheet.has(entry));
        entries
    }

    /// Where a letter stands, and where its negation.
    pub(super) fn stand(&self, letter: Sign) -> Stand {
        Stand { letter, yes: self.with(letter), no: self.with(-letter) }
    }

    /// What one letter rests on, and what it leads to.
    fn told(&self, sheet: &Squares<'_>, change: Change) -> Finding {
        let mut after = sheet.clone();
        change.erased.iter().for_each(|&entry| after.erase(entry));
        let wrong = self.contradiction(&after);
        let number = if wrong.is_some() { "6" } else { "5" };
        Finding { number, why: Why::Letter { stand: self.stand(1), wrong }, change }
    }
}

/// The small numbers of each square, and those of each number in each region.
pub(super) fn groups(sheet: &Squares<'_>) -> Vec<Vec<Entry>> {
    let mut groups: Vec<Vec<Entry>> =
        sheet.empty().map(|cell| sheet.entries(cell).collect()).collect();
    for house in sheet.houses() {
        for digit in 1..=sheet.layout.side() as u8 {
            let places = sheet.places(house, digit);
            groups.push(places.into_iter().map(|cell| Entry { cell, digit }).collect());
        }
    }
    groups.retain(|group: &Vec<Entry>| group.len() > 1);
    groups
}

/// The small numbers of which exactly one, this or that, is right: the other number of a square
/// with two, the other square of a region with two.
fn opposites(sheet: &Squares<'_>, entry: Entry) -> Vec<Entry> {
    let Entry { cell, digit } = entry;
    if !sheet.has(entry) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut others = sheet.entries(cell).filter(|other| *other != entry);
    if let (Some(other), None) = (others.next(), others.next()) {
        found.push(other);
    }
    for house in sheet.layout.homes(cell).iter().map(|home| usize::from(home.house)) {
        let mut others = sheet
            .cells(house)
            .map(|cell| Entry { cell, digit })
            .filter(|&other| other != entry && sheet.has(other));
        if let (Some(other), None) = (others.next(), others.next())
            && !found.contains(&other)
        {
            found.push(other);
        }
    }
    found
}
