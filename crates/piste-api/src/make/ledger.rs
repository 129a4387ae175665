//! When it is enough: the one place that decides when making puzzles ends.
//!
//! A door makes attempts in whatever way it likes, on one thread or many, and hands what they came
//! to over in the order of their numbers. The ledger counts, and says when to stop: all are made,
//! too many attempts in a row came to nothing, or the order has taken as much work as it may. None
//! of that depends on a clock or on how attempts are grouped, so the same order ends at the same
//! attempt everywhere.

use super::{Account, Misses, Order};
use piste::rating::limit_reached;

/// What attempts have come to so far.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// How it went.
    pub account: Account,
    /// What came to nothing.
    pub misses: Misses,
    tries: Option<u64>,
    work: Option<Work>,
    /// Attempts since the last puzzle.
    in_vain: u64,
    /// The work of all attempts, or of those since the last puzzle.
    spent: u64,
    end: Option<End>,
}

/// How much work may be spent, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// On all puzzles together.
    InAll(u64),
    /// On each puzzle.
    OnEach(u64),
}

impl Work {
    /// The limit: no attempt may take more.
    pub fn limit(self) -> u64 {
        match self {
            Work::InAll(limit) | Work::OnEach(limit) => limit,
        }
    }
}

/// Why nothing more is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All that was ordered is there.
    Complete,
    /// So many attempts in a row came to nothing.
    Tries(u64),
    /// The next attempt would take more than so much work.
    Work(u64),
}

impl End {
    /// The limit that was reached, in words; none if all is there.
    pub(super) fn limit(self) -> Option<String> {
        match self {
            End::Complete => None,
            End::Tries(limit) => Some(limit_reached(limit, "attempts in a row")),
            End::Work(limit) => Some(limit_reached(limit, "units of work")),
        }
    }
}

impl Ledger {
    /// Of an order for which nothing is done yet.
    pub fn of(order: &Order) -> Ledger {
        Ledger::new(order.account(), order.tries, order.work)
    }

    /// With these limits; puzzles of other shapes are counted here, too.
    pub(super) fn new(account: Account, tries: Option<u64>, work: Option<Work>) -> Ledger {
        let misses = Misses::default();
        Ledger { account, misses, tries, work, in_vain: 0, spent: 0, end: None }
    }

    /// Whether the next attempt, which took so much work, still counts. What does not is to be
    /// forgotten, whatever it came to.
    pub fn admits(&mut self, work: u64) -> bool {
        if self.end.is_some() {
            return false;
        }
        self.spent = self.spent.saturating_add(work);
        match self.work.map(Work::limit) {
            Some(limit) if self.spent > limit => self.end = Some(End::Work(limit)),
            _ => {}
        }
        self.end.is_none()
    }

    /// It came to a puzzle that is handed out.
    pub fn made(&mut self) {
        self.account.tried += 1;
        self.account.made += 1;
        self.in_vain = 0;
        if let Some(Work::OnEach(_)) = self.work {
            self.spent = 0;
        }
        if self.account.made == self.account.wanted {
            self.end = Some(End::Complete);
        }
    }

    /// It came to nothing, or several in a row did.
    pub fn missed(&mut self, misses: Misses) {
        self.in_vain(misses.tries());
        self.misses.merge(misses);
    }

    /// So many came to nothing, whatever was wrong with them.
    pub(super) fn in_vain(&mut self, tries: u64) {
        self.account.tried += tries;
        self.in_vain += tries;
        if let Some(limit) = self.tries.filter(|limit| self.in_vain >= *limit) {
            self.end = Some(End::Tries(limit));
        }
    }

    /// Why it is enough, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Why there are fewer than ordered, in words, if a limit was reached.
    pub fn problem(&self, order: &Order) -> Option<String> {
        let limit = self.end?.limit()?;
        Some(order.shortfall(&self.account, &limit, &self.misses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_in_all_or_on_each_puzzle() {
        let account = || Account { made: 0, wanted: 3, tried: 0, method: String::new(), seed: 1 };
        let second = |work| {
            let mut ledger = Ledger::new(account(), None, Some(work));
            assert!(ledger.admits(6));
            ledger.made();
            (ledger.admits(6), ledger.end())
        };
        assert_eq!(second(Work::InAll(10)), (false, Some(End::Work(10))));
        assert_eq!(second(Work::OnEach(10)), (true, None));
        let mut ledger = Ledger::new(account(), None, Some(Work::OnEach(10)));
        assert!(ledger.admits(6) && !ledger.admits(6));
    }
}
