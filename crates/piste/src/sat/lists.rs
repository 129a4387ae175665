//! Many lists of numbers in one array.
//!
//! A formula has two lists for every variable, of the clauses that hold it and its negation. Most never grow, and asking for
//! memory for each is half the price of reading a formula. So they lie one behind the other, each with the room that it was
//! promised; one that needs more moves to the end.

use std::ops::Range;

/// Where a list lies, and how much room there is.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    len: u32,
    room: u32,
}

/// Lists of numbers, by the number of the list.
#[derive(Default)]
pub(super) struct Lists {
    spans: Vec<Span>,
    numbers: Vec<u32>,
}

impl Lists {
    /// So many lists of what is told: the first that is told is in these lists, the second in those, and each list has just
    /// the room that this takes.
    pub(super) fn of_members<M: Iterator<Item = usize>>(
        lists: usize,
        told: impl Iterator<Item = M> + Clone,
    ) -> Lists {
        let mut spans = vec![Span::default(); lists];
        told.clone().flatten().for_each(|list| spans[list].room += 1);
        let mut end = 0;
        for span in &mut spans {
            span.start = end;
            end += span.room;
        }
        let mut numbers = Vec::with_capacity(2 * end as usize);
        numbers.resize(end as usize, 0);
        for (number, members) in told.enumerate() {
            for list in members {
                let span = &mut spans[list];
                numbers[(span.start + span.len) as usize] = number as u32;
                span.len += 1;
            }
        }
        Lists { spans, numbers }
    }

    /// How long the list is.
    pub(super) fn len(&self, list: usize) -> usize {
        self.spans[list].len as usize
    }

    /// The list.
    pub(super) fn get(&self, list: usize) -> &[u32] {
        let Span { start, len, .. } = self.spans[list];
        &self.numbers[start as usize..][..len as usize]
    }

    /// Where [`Lists::at`] finds the numbers of the list, until it changes.
    pub(super) fn range(&self, list: usize) -> Range<usize> {
        let Span { start, len, .. } = self.spans[list];
        start as usize..(start + len) as usize
    }

    /// The number at a place of a [range](Lists::range).
    pub(super) fn at(&self, place: usize) -> u32 {
        self.numbers[place]
    }

    /// The numbers at the places of a [range](Lists::range).
    pub(super) fn slice(&self, range: Range<usize>) -> &[u32] {
        &self.numbers[range]
    }

    /// Puts a number at the end of the list.
    pub(super) fn push(&mut self, list: usize, number: u32) {
        if self.spans[list].len == self.spans[list].room {
            self.make_room(list);
        }
        let span = &mut self.spans[list];
        self.numbers[(span.start + span.len) as usize] = number;
        span.len += 1;
    }

    /// Moves the list to the end, where it has twice the room.
    #[cold]
    fn make_room(&mut self, list: usize) {
        let span = &mut self.spans[list];
        let old = span.start as usize..(span.start + span.len) as usize;
        let room = (2 * span.room).max(4);
        *span = Span { start: self.numbers.len() as u32, len: span.len, room };
        self.numbers.extend_from_within(old);
        self.numbers.resize((span.start + room) as usize, 0);
    }

    /// Keeps only some of the list.
    pub(super) fn retain(&mut self, list: usize, is_kept: impl Fn(u32) -> bool) {
        let span = &mut self.spans[list];
        let numbers = &mut self.numbers[span.start as usize..][..span.len as usize];
        let mut kept = 0;
        for at in 0..numbers.len() {
            let number = numbers[at];
            numbers[kept] = number;
            kept += usize::from(is_kept(number));
        }
        span.len = kept as u32;
    }

    /// Empties the list; what was in it stays where it was, for [`Lists::at`] to find.
    pub(super) fn take(&mut self, list: usize) -> Range<usize> {
        let range = self.range(list);
        self.spans[list] = Span::default();
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::Rng;

    #[test]
    fn lists_are_what_vectors_are() {
        let mut rng = Rng::new(6);
        for _ in 0..50 {
            let told: Vec<Vec<usize>> =
                (0..20).map(|_| (0..9).filter(|_| rng.below(4) == 0).collect()).collect();
            let mut lists = Lists::of_members(9, told.iter().map(|told| told.iter().copied()));
            let mut vectors = vec![Vec::new(); 9];
            for (number, members) in told.iter().enumerate() {
                members.iter().for_each(|&list| vectors[list].push(number as u32));
            }
            for number in 20..300 {
                let list = rng.below(9);
                match rng.below(20) {
                    0 => {
                        let taken = lists.take(list);
                        let other = (list + 1) % 9;
                        (0..9).for_each(|more| lists.push(other, more));
                        vectors[other].extend(0..9);
                        let taken: Vec<u32> = taken.map(|place| lists.at(place)).collect();
                        assert_eq!(taken, std::mem::take(&mut vectors[list]));
                    }
                    1 => {
                        lists.retain(list, |number| number % 3 != 0);
                        vectors[list].retain(|number| number % 3 != 0);
                    }
                    _ => {
                        lists.push(list, number);
                        vectors[list].push(number);
                    }
                }
                assert_eq!(lists.get(list), vectors[list]);
                assert_eq!(lists.len(list), vectors[list].len());
                assert!(lists.range(list).map(|place| lists.at(place)).eq(vectors[list].clone()));
            }
        }
    }
}
