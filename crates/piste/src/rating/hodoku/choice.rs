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

    /// How many candidates the best so far removes.
    pub(super) fn len(&self) -> usize {
        self.drops.len()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn best_of(offers: &[&[(usize, usize)]]) -> Option<Drops> {
        let mut best = Best::default();
        for offer in offers {
            best.offer(Best::in_order(offer.to_vec()));
        }
        best.take()
    }

    #[test]
    fn more_removals_come_first_then_the_least_sum_then_the_first() {
        assert_eq!(best_of(&[]), None);
        assert_eq!(best_of(&[&[]]), None);
        assert_eq!(best_of(&[&[(3, 1)], &[(80, 8), (79, 8)]]), Some(vec![(79, 8), (80, 8)]));
        assert_eq!(best_of(&[&[(40, 1)], &[(39, 1)]]), Some(vec![(39, 1)]));
        // A cell more counts as much as a digit more.
        assert_eq!(best_of(&[&[(40, 1)], &[(39, 2)]]), Some(vec![(40, 1)]));
        // The second place weighs 81 times as much as the first.
        let (low_first, low_second) = ([(10, 0), (41, 1)], [(60, 0), (40, 1)]);
        assert_eq!(best_of(&[&low_first, &low_second]), Some(low_second.to_vec()));
    }
}
