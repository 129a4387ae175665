//! # XY-chain
//!
//! ## Idea
//! Go from cell to cell, each with two candidates, each sharing a digit with the next one
//! it sees. If the first cell is not z, it is its other digit, so the next cell is not
//! that but its other one, and so on. If the last cell then turns out to be z, one of the
//! two ends is z for certain, and every cell that sees both is not.
//!
//! ## Why it is sound
//! It is an alternating inference chain whose strong links all lie inside cells: if the
//! first cell is not z, the last one is.
//!
//! ## Example
//! r1c1 is 2 or 5, r1c7 is 5 or 8, r4c7 is 8 or 2. If r1c1 is not 2 it is 5, so r1c7 is 8,
//! so r4c7 is 2. So r1c1 or r4c7 is 2, and r4c1, which sees both, is not.
//!
//! ## Sources
//! Forcing Y-chains of Sudoku Explainer (6.6 and up); code 0702 of HoDoKu's library. With
//! three cells it is an XY-wing.

use super::aic;
use crate::logic::links::{Links, Scope};
use crate::logic::{Family, Info, Scene, Sink, Strategy};
use piste_core::space::{SetOf, Space};
use std::ops::ControlFlow;

pub(crate) struct XyChain;

static INFO: Info = Info {
    slug: "xy-chain",
    name: "XY-chain",
    family: Family::Chains,
    assumes_uniqueness: false,
    codes: &["0702"],
    explain: aic::explain,
};

/// Three cells: three strong links and two weak ones between them.
const SHORTEST: usize = 5;

impl<S: Space> Strategy<S> for XyChain {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        if scene.bivalues().len() < 3 {
            return ControlFlow::Continue(());
        }
        let links = Links::new(scene, Scope::TwoValueCells);
        aic::find_chains(&INFO, scene, &links, SHORTEST, sink)
    }
}
