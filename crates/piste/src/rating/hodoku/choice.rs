//! Which of several chains HoDoKu takes.
//!
//! X-chains, XY-chains, remote pairs, nice loops and chains of almost locked sets are all
//! collected and then sorted. First comes what removes most candidates; among equals the one
//! whose candidates add up to least, where a candidate's cell counts once in the first place
//! of the list, 81 times in the second, 161 times in the third; and then the one found first. The
//! candidates of a step are listed by digit and then by cell, and removed in that order.

use super::Drops;

/// The best so far of a collection.
#[derive(Default)]
pub(super) struct Best {
    drops: Drops,
    weight: usize,
}

impl Best {
    /// Puts removals in the order in which they are listed and done.
    pub(super) fn in_order(mut drops: Drops) -> Drops {
        drops.sort_unstable_by_key(|&(cell, digit)| (digit, cell));
        drops.dedup();
        drops
    }

    fn weight(drops: &[(usize, usize)]) -> usize {
        drops.iter().enumerate().map(|(at, &(cell, digit))| cell * (1 + 80 * at) + digit).sum()
    }

    /// Whether these removals, which are in order, would come before the best so far.
    pub(super) fn is_beaten_by(&self, drops: &[(usize, usize)]) -> bool {
        match drops.len().cmp(&self.drops.len()) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => !drops.is_empty() && Best::weight(drops) < self.weight,
        }
    }

    /// Keeps removals, which are in order, if they come before the best so far.
    pub(super) fn offer(&mut self, drops: Drops) {
        if self.is_beaten_by(&drops) {
            self.weight = Best::weight(&drops);
            self.drops = drops;
        }
    }

    /// The best of all.
    pub(super) fn take(self) -> Option<Drops> {
        (!self.drops.is_empty()).then_some(self.drops)
    }
}
