//! # X-chain
//!
//! ## Idea
//! One digit only. Where a house has two places left for it, one of them is right. Go
//! from such a pair to the next by cells that see each other: if the first place is
//! wrong, the second is right, so the third is wrong, so the fourth is right, and so on.
//! In the end either the first place of the chain or the last one has the digit, and
//! every cell that sees both does not.
//!
//! ## Why it is sound
//! It is an alternating inference chain that keeps to one digit: if the first place is
//! wrong, the last one is right.
//!
//! ## Example
//! If r2c1 is not 7, then r2c8 is 7, so r5c8 is not 7, so r5c3 is 7. So r2c1 or r5c3 is 7,
//! and r4c1, which sees both, is not.
//!
//! ## Sources
//! Forcing X-chains of Sudoku Explainer (6.6 and up); code 0701 of HoDoKu's library.
//! Skyscrapers, two-string kites and turbot fish are the shortest ones.

use super::aic;
use crate::logic::links::{Links, Scope};
use crate::logic::{Family, Info, Scene, Sink, Strategy};
use piste_core::space::Space;
use std::ops::ControlFlow;

pub(crate) struct XChain;

static INFO: Info = Info {
    slug: "x-chain",
    name: "X-chain",
    family: Family::Chains,
    assumes_uniqueness: false,
    codes: &["0701"],
    explain: aic::explain,
};

impl<S: Space> Strategy<S> for XChain {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let links = Links::new(scene, Scope::OneDigit);
        aic::find_chains(&INFO, scene, &links, 3, sink)
    }
}
