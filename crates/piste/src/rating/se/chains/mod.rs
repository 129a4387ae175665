//! Chains of implications: cycles, forcing chains, and all that is built of them.

use crate::logic::Evidence;
use piste_core::Board;

/// The chains that a hint stands on.
#[derive(Clone, Debug)]
pub struct Proof {
    evidence: Evidence,
}

impl Proof {
    /// The links, in the order to tell them.
    pub(super) fn evidence(&self, _board: &Board) -> Evidence {
        self.evidence.clone()
    }
}
