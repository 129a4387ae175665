//! The techniques of Sudoku Explainer, by the names it prints.
//!
//! One row a name, from the easiest producer to the hardest. A name is finer than a producer
//! (unique loops have one for each size and type) and coarser than a rating (a forcing chain
//! of any length is a "Forcing Chain"). Names are spelled as the program spells them, because
//! lists of technique counts are compared by them.

use crate::logic::{Family, Info};
use std::fmt;

macro_rules! techniques {
    ($($variant:ident = $name:literal, $slug:literal, $family:ident;)*) => {
        /// A technique by Sudoku Explainer's name for it.
        ///
        /// ```
        /// use piste::rating::se::Technique;
        ///
        /// assert_eq!(Technique::XyWing.name(), "XY-Wing");
        /// assert_eq!(Technique::by_name("BUG type 3"), Some(Technique::BugType3));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the name in the row says it all")]
        pub enum Technique {
            $($variant,)*
        }

        /// What a step says of its strategy, by technique.
        static INFOS: [Info; Technique::COUNT] = [$(Info {
            slug: concat!("se-", $slug),
            name: $name,
            family: Family::$family,
            assumes_uniqueness: matches!(Family::$family, Family::Uniqueness),
            codes: &[],
            explain: crate::logic::words::phrases::plain,
        },)*];

        impl Technique {
            /// Every technique, easy producers first.
            pub const ALL: &'static [Technique] = &[$(Technique::$variant,)*];

            /// The names for columns of tables: `xy-wing`.
            pub(crate) const SLUGS: &'static [&'static str] = &[$($slug,)*];

            /// The name that Sudoku Explainer prints.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Technique::$variant => $name,)*
                }
            }
        }
    };
}

techniques! {
    HiddenSingle = "Hidden Single", "hidden-single", Singles;
    DirectPointing = "Direct Pointing", "direct-pointing", Intersections;
    DirectClaiming = "Direct Claiming", "direct-claiming", Intersections;
    DirectHiddenPair = "Direct Hidden Pair", "direct-hidden-pair", Subsets;
    NakedSingle = "Naked Single", "naked-single", Singles;
    DirectHiddenTriplet = "Direct Hidden Triplet", "direct-hidden-triplet", Subsets;
    Pointing = "Pointing", "pointing", Intersections;
    Claiming = "Claiming", "claiming", Intersections;
    NakedPair = "Naked Pair", "naked-pair", Subsets;
    XWing = "X-Wing", "x-wing", Fish;
    HiddenPair = "Hidden Pair", "hidden-pair", Subsets;
    NakedTriplet = "Naked Triplet", "naked-triplet", Subsets;
    Swordfish = "Swordfish", "swordfish", Fish;
    HiddenTriplet = "Hidden Triplet", "hidden-triplet", Subsets;
    XyWing = "XY-Wing", "xy-wing", Wings;
    XyzWing = "XYZ-Wing", "xyz-wing", Wings;
    UniqueRectangleType1 = "Unique Rectangle type 1", "unique-rectangle-type-1", Uniqueness;
    UniqueRectangleType2 = "Unique Rectangle type 2", "unique-rectangle-type-2", Uniqueness;
    UniqueRectangleType3 = "Unique Rectangle type 3", "unique-rectangle-type-3", Uniqueness;
    UniqueRectangleType4 = "Unique Rectangle type 4", "unique-rectangle-type-4", Uniqueness;
    UniqueLoopType1 = "Unique Loop type 1", "unique-loop-type-1", Uniqueness;
    UniqueLoopType2 = "Unique Loop type 2", "unique-loop-type-2", Uniqueness;
    UniqueLoopType3 = "Unique Loop type 3", "unique-loop-type-3", Uniqueness;
    UniqueLoopType4 = "Unique Loop type 4", "unique-loop-type-4", Uniqueness;
    UniqueLoop8Type1 = "Unique Loop 8 type 1", "unique-loop-8-type-1", Uniqueness;
    UniqueLoop8Type2 = "Unique Loop 8 type 2", "unique-loop-8-type-2", Uniqueness;
    UniqueLoop8Type3 = "Unique Loop 8 type 3", "unique-loop-8-type-3", Uniqueness;
    UniqueLoop8Type4 = "Unique Loop 8 type 4", "unique-loop-8-type-4", Uniqueness;
    UniqueLoop10Type1 = "Unique Loop 10 type 1", "unique-loop-10-type-1", Uniqueness;
    UniqueLoop10Type2 = "Unique Loop 10 type 2", "unique-loop-10-type-2", Uniqueness;
    UniqueLoop10Type3 = "Unique Loop 10 type 3", "unique-loop-10-type-3", Uniqueness;
    UniqueLoop10Type4 = "Unique Loop 10 type 4", "unique-loop-10-type-4", Uniqueness;
    UniqueLoop12Type1 = "Unique Loop 12 type 1", "unique-loop-12-type-1", Uniqueness;
    UniqueLoop12Type2 = "Unique Loop 12 type 2", "unique-loop-12-type-2", Uniqueness;
    UniqueLoop12Type3 = "Unique Loop 12 type 3", "unique-loop-12-type-3", Uniqueness;
    UniqueLoop12Type4 = "Unique Loop 12 type 4", "unique-loop-12-type-4", Uniqueness;
    UniqueLoop14Type1 = "Unique Loop 14 type 1", "unique-loop-14-type-1", Uniqueness;
    UniqueLoop14Type2 = "Unique Loop 14 type 2", "unique-loop-14-type-2", Uniqueness;
    UniqueLoop14Type3 = "Unique Loop 14 type 3", "unique-loop-14-type-3", Uniqueness;
    UniqueLoop14Type4 = "Unique Loop 14 type 4", "unique-loop-14-type-4", Uniqueness;
    UniqueLoop16Type1 = "Unique Loop 16 type 1", "unique-loop-16-type-1", Uniqueness;
    UniqueLoop16Type2 = "Unique Loop 16 type 2", "unique-loop-16-type-2", Uniqueness;
    UniqueLoop16Type3 = "Unique Loop 16 type 3", "unique-loop-16-type-3", Uniqueness;
    UniqueLoop16Type4 = "Unique Loop 16 type 4", "unique-loop-16-type-4", Uniqueness;
    UniqueLoop18Type1 = "Unique Loop 18 type 1", "unique-loop-18-type-1", Uniqueness;
    UniqueLoop18Type2 = "Unique Loop 18 type 2", "unique-loop-18-type-2", Uniqueness;
    UniqueLoop18Type3 = "Unique Loop 18 type 3", "unique-loop-18-type-3", Uniqueness;
    UniqueLoop18Type4 = "Unique Loop 18 type 4", "unique-loop-18-type-4", Uniqueness;
    NakedQuad = "Naked Quad", "naked-quad", Subsets;
    Jellyfish = "Jellyfish", "jellyfish", Fish;
    HiddenQuad = "Hidden Quad", "hidden-quad", Subsets;
    BugType1 = "BUG type 1", "bug-type-1", Uniqueness;
    BugType2 = "BUG type 2", "bug-type-2", Uniqueness;
    BugType3 = "BUG type 3", "bug-type-3", Uniqueness;
    BugType4 = "BUG type 4", "bug-type-4", Uniqueness;
    AlignedPairExclusion = "Aligned Pair Exclusion", "aligned-pair-exclusion", AlmostLockedSets;
    GeneralizedXWing = "Generalized X-Wing", "generalized-x-wing", Chains;
    BidirectionalXCycle = "Bidirectional X-Cycle", "bidirectional-x-cycle", Chains;
    BidirectionalYCycle = "Bidirectional Y-Cycle", "bidirectional-y-cycle", Chains;
    TurbotFish = "Turbot Fish", "turbot-fish", SingleDigitPatterns;
    ForcingXChain = "Forcing X-Chain", "forcing-x-chain", Chains;
    ForcingYChain = "Forcing Y-Chain", "forcing-y-chain", Chains;
    BidirectionalCycle = "Bidirectional Cycle", "bidirectional-cycle", Chains;
    ForcingChain = "Forcing Chain", "forcing-chain", Chains;
    AlignedTripletExclusion = "Aligned Triplet Exclusion", "aligned-triplet-exclusion", AlmostLockedSets;
    NishioForcingChains = "Nishio Forcing Chains", "nishio-forcing-chains", Chains;
    CellForcingChains = "Cell Forcing Chains", "cell-forcing-chains", Chains;
    RegionForcingChains = "Region Forcing Chains", "region-forcing-chains", Chains;
    DynamicContradiction = "Dynamic Contradiction Forcing Chains", "dynamic-contradiction-forcing-chains", Chains;
    DynamicDouble = "Dynamic Double Forcing Chains", "dynamic-double-forcing-chains", Chains;
    DynamicCell = "Dynamic Cell Forcing Chains", "dynamic-cell-forcing-chains", Chains;
    DynamicRegion = "Dynamic Region Forcing Chains", "dynamic-region-forcing-chains", Chains;
    DynamicContradictionPlus = "Dynamic Contradiction Forcing Chains (+)", "dynamic-contradiction-forcing-chains-plus", Chains;
    DynamicDoublePlus = "Dynamic Double Forcing Chains (+)", "dynamic-double-forcing-chains-plus", Chains;
    DynamicCellPlus = "Dynamic Cell Forcing Chains (+)", "dynamic-cell-forcing-chains-plus", Chains;
    DynamicRegionPlus = "Dynamic Region Forcing Chains (+)", "dynamic-region-forcing-chains-plus", Chains;
    DynamicContradictionNested2 = "Dynamic Contradiction Forcing Chains (+ Forcing Chains)", "dynamic-contradiction-forcing-chains-nested-2", Chains;
    DynamicDoubleNested2 = "Dynamic Double Forcing Chains (+ Forcing Chains)", "dynamic-double-forcing-chains-nested-2", Chains;
    DynamicCellNested2 = "Dynamic Cell Forcing Chains (+ Forcing Chains)", "dynamic-cell-forcing-chains-nested-2", Chains;
    DynamicRegionNested2 = "Dynamic Region Forcing Chains (+ Forcing Chains)", "dynamic-region-forcing-chains-nested-2", Chains;
    DynamicContradictionNested3 = "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)", "dynamic-contradiction-forcing-chains-nested-3", Chains;
    DynamicDoubleNested3 = "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)", "dynamic-double-forcing-chains-nested-3", Chains;
    DynamicCellNested3 = "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)", "dynamic-cell-forcing-chains-nested-3", Chains;
    DynamicRegionNested3 = "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)", "dynamic-region-forcing-chains-nested-3", Chains;
    DynamicContradictionNested4 = "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)", "dynamic-contradiction-forcing-chains-nested-4", Chains;
    DynamicDoubleNested4 = "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)", "dynamic-double-forcing-chains-nested-4", Chains;
    DynamicCellNested4 = "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)", "dynamic-cell-forcing-chains-nested-4", Chains;
    DynamicRegionNested4 = "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)", "dynamic-region-forcing-chains-nested-4", Chains;
    DynamicContradictionNested5 = "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", "dynamic-contradiction-forcing-chains-nested-5", Chains;
    DynamicDoubleNested5 = "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", "dynamic-double-forcing-chains-nested-5", Chains;
    DynamicCellNested5 = "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", "dynamic-cell-forcing-chains-nested-5", Chains;
    DynamicRegionNested5 = "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", "dynamic-region-forcing-chains-nested-5", Chains;
}

/// How a dynamic forcing chain concludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conclusion {
    /// An assumption leads to a candidate being both on and off.
    Contradiction,
    /// A candidate leads to the same whether it is on or off.
    Double,
    /// Every candidate of a cell leads to the same.
    Cell,
    /// Every place of a digit in a house leads to the same.
    Region,
}

impl Technique {
    /// How many techniques there are.
    pub const COUNT: usize = Technique::ALL.len();

    /// The place in [`Technique::ALL`], for tables.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name for columns of tables: `xy-wing`.
    pub const fn slug(self) -> &'static str {
        Technique::SLUGS[self.index()]
    }

    /// The technique as the strategy of a step. Its slug begins with `se-`: what Sudoku
    /// Explainer means by a name is not always what the strategy of that name finds.
    pub fn info(self) -> &'static Info {
        &INFOS[self.index()]
    }

    /// The technique with this name.
    pub fn by_name(name: &str) -> Option<Technique> {
        Technique::ALL.iter().copied().find(|technique| technique.name() == name)
    }

    /// A unique rectangle or loop with so many cells, 4 to 18, of type 1 to 4.
    pub(super) const fn unique_loop(cells: usize, kind: usize) -> Technique {
        debug_assert!(
            cells >= 4 && cells <= 18 && cells.is_multiple_of(2) && kind >= 1 && kind <= 4
        );
        let first = Technique::UniqueRectangleType1.index();
        Technique::ALL[first + (cells / 2 - 2) * 4 + kind - 1]
    }

    /// A dynamic forcing chain with nothing (0), simple rules (1) or chains (2 to 5) inside.
    pub(super) const fn dynamic(conclusion: Conclusion, level: usize) -> Technique {
        debug_assert!(level <= 5);
        let first = Technique::DynamicContradiction.index();
        Technique::ALL[first + level * 4 + conclusion as usize]
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_found_by_their_numbers() {
        assert_eq!(Technique::unique_loop(4, 1).name(), "Unique Rectangle type 1");
        assert_eq!(Technique::unique_loop(6, 4).name(), "Unique Loop type 4");
        assert_eq!(Technique::unique_loop(18, 2).name(), "Unique Loop 18 type 2");
        assert_eq!(
            Technique::dynamic(Conclusion::Region, 0).name(),
            "Dynamic Region Forcing Chains"
        );
        assert_eq!(
            Technique::dynamic(Conclusion::Double, 1).name(),
            "Dynamic Double Forcing Chains (+)"
        );
        assert_eq!(
            Technique::dynamic(Conclusion::Contradiction, 5).name(),
            "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"
        );
    }

    #[test]
    fn no_name_is_given_twice() {
        for (at, technique) in Technique::ALL.iter().enumerate() {
            assert_eq!(technique.index(), at);
            assert_eq!(
                Technique::SLUGS.iter().position(|slug| *slug == technique.slug()),
                Some(at)
            );
            assert_eq!(Technique::by_name(technique.name()), Some(*technique));
        }
    }
}
