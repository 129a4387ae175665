//! Towards a target, given by given, on a board of any shape.
//!
//! The same local search as the method `climb` of the classic board: where an easier puzzle is wanted a group of givens comes
//! back, where a harder one is wanted one goes that can be spared, and where none can a few come back and others go in
//! their place. A change is kept if the puzzle is no farther from the target. Every board on the way has the one solution: a group goes
//! only after the exact search has found no other.

use super::{Miss, RATING, Workshop};
use crate::generate::GaveUp;
use crate::rating::Condition;
use piste_core::Rng;

/// Ratings after which an attempt ends.
const RATINGS: u64 = 300;

/// Changes without coming nearer, after which an attempt ends.
const PATIENCE: u64 = 60;

/// The most groups that are exchanged at a time.
const EXCHANGED: usize = 3;

/// How a puzzle stands to the target.
#[derive(Clone)]
struct Waypoint {
    givens: Vec<u8>,
    distance: f64,
    /// More than 0 if a harder puzzle would be nearer, less if an easier one would.
    pull: f64,
}

impl Workshop {
    /// Changes a puzzle until it is on target, or says how far off the nearest is.
    pub(super) fn climb(
        &mut self,
        target: &Condition,
        start: Vec<u8>,
        (full, groups): (&[u8], &[Vec<u16>]),
        rng: &mut Rng,
    ) -> Result<Vec<u8>, Miss> {
        let mut here = self.waypoint(target, start, full);
        let (mut ratings, mut in_vain) = (1, 0);
        while here.distance > 0.0 && ratings < RATINGS && in_vain < PATIENCE {
            if self.spend(RATING) || self.spend_searches() || self.order.stop.is_asked() {
                return Err(Miss::GaveUp(GaveUp { after: ratings, why: "stopped" }));
            }
            let changed = self.changed(&here, (full, groups), rng);
            let there = self.waypoint(target, changed, full);
            ratings += 1;
            in_vain = if there.distance < here.distance { 0 } else { in_vain + 1 };
            if there.distance <= here.distance {
                here = there;
            }
        }
        // Off target it is a miss, which the check tells with all that there is to say of it.
        Ok(here.givens)
    }

    fn waypoint(&self, target: &Condition, givens: Vec<u8>, full: &[u8]) -> Waypoint {
        let ratings = self.rate(target, &givens, full);
        let distance = target.distance(|column| ratings.value(column));
        let pull = target.pull(|column| ratings.value(column));
        Waypoint { givens, distance, pull }
    }

    /// A puzzle near this one.
    fn changed(
        &mut self,
        here: &Waypoint,
        (full, groups): (&[u8], &[Vec<u16>]),
        rng: &mut Rng,
    ) -> Vec<u8> {
        let mut givens = here.givens.clone();
        let mut order: Vec<&Vec<u16>> = groups.iter().collect();
        rng.shuffle(&mut order);
        let is_away = |givens: &[u8], group: &[u16]| givens[usize::from(group[0])] == 0;
        let (away, there): (Vec<&Vec<u16>>, Vec<&Vec<u16>>) =
            order.into_iter().partition(|group| is_away(&givens, group));
        let back = |givens: &mut [u8], group: &[u16]| {
            for &cell in group {
                givens[usize::from(cell)] = full[usize::from(cell)];
            }
        };
        if here.pull < 0.0 {
            away.iter().take(1 + rng.below(2)).for_each(|group| back(&mut givens, group));
            return givens;
        }
        if here.pull > 0.0 && there.iter().any(|group| self.spare_group(&mut givens, full, group)) {
            return givens;
        }
        let exchanged = 1 + rng.below(EXCHANGED);
        away.iter().take(exchanged).for_each(|group| back(&mut givens, group));
        let mut gone = 0;
        for group in there {
            gone += usize::from(self.spare_group(&mut givens, full, group));
            if gone == exchanged {
                break;
            }
        }
        givens
    }

    /// Takes a group away if one solution is left without it.
    fn spare_group(&mut self, givens: &mut [u8], full: &[u8], group: &[u16]) -> bool {
        let is_spare = self.engine.can_spare(givens, full, group) == Ok(true);
        if is_spare {
            group.iter().for_each(|&cell| givens[usize::from(cell)] = 0);
        }
        is_spare
    }
}
