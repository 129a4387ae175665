//! Rows of bits: sets of spots, as wide as the board at hand needs.
//!
//! A board in the middle of a solve has some 200 spots, an empty one 1,200. Rows are
//! plain slices of words, so that a breadth-first search is a few `or`s per spot on
//! either.

/// A table of rows of equal width.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// `count` empty rows, wide enough for `members` members.
    pub(crate) fn new(count: usize, members: usize) -> Rows {
        let width = members.div_ceil(64).max(1);
        Rows { width, words: vec![0; count * width] }
    }

    /// One more empty row; its number.
    pub(crate) fn push(&mut self) -> usize {
        self.words.resize(self.words.len() + self.width, 0);
        self.words.len() / self.width - 1
    }

    /// The same rows, with room for `members` members, and as many rows as members.
    pub(crate) fn widened(&self, members: usize) -> Rows {
        let mut wide = Rows::new(members, members);
        for (from, to) in self.words.chunks(self.width).zip(wide.words.chunks_mut(wide.width)) {
            to[..from.len()].copy_from_slice(from);
        }
        wide
    }

    /// Words per row.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// A row.
    #[inline]
    pub(crate) fn row(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..][..self.width]
    }

    /// A row to change.
    #[inline]
    pub(crate) fn row_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.words[index * self.width..][..self.width]
    }

    /// Whether the row has the member.
    #[inline]
    pub(crate) fn has(&self, row: usize, member: usize) -> bool {
        has(self.row(row), member)
    }

    /// Puts the member into the row.
    #[inline]
    pub(crate) fn insert(&mut self, row: usize, member: usize) {
        insert(self.row_mut(row), member);
    }
}

/// Whether the row has the member.
#[inline]
pub(crate) fn has(row: &[u64], member: usize) -> bool {
    row[member / 64] >> (member % 64) & 1 != 0
}

/// Puts the member into the row.
#[inline]
pub(crate) fn insert(row: &mut [u64], member: usize) {
    row[member / 64] |= 1 << (member % 64);
}

/// Puts everything of `more` into `row`.
#[inline]
pub(crate) fn add(row: &mut [u64], more: &[u64]) {
    for (word, &bits) in row.iter_mut().zip(more) {
        *word |= bits;
    }
}

/// The members, ascending.
pub(crate) fn members(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit))
}

/// What both rows have, ascending.
pub(crate) fn common<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    one.iter()
        .zip(other)
        .enumerate()
        .flat_map(|(i, (&a, &b))| bits(a & b).map(move |bit| i * 64 + bit))
}

/// The positions of the bits of a word, ascending.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_was_put_in() {
        let mut rows = Rows::new(2, 130);
        for member in [0, 63, 64, 129] {
            rows.insert(1, member);
        }
        assert_eq!(rows.width(), 3);
        assert_eq!(members(rows.row(1)).collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert!(members(rows.row(0)).next().is_none());
        rows.insert(0, 64);
        rows.insert(0, 65);
        assert!(!rows.has(1, 65));
        assert_eq!(common(rows.row(0), rows.row(1)).collect::<Vec<_>>(), [64]);
        let more = rows.row(0).to_vec();
        add(rows.row_mut(1), &more);
        assert!(rows.has(1, 65));
        let wide = rows.widened(200);
        assert_eq!(members(wide.row(1)).collect::<Vec<_>>(), [0, 63, 64, 65, 129]);
        assert!(members(wide.row(199)).next().is_none());
        assert_eq!(rows.push(), 2);
    }
}
