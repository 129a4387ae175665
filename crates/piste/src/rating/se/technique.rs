//! The techniques of Sudoku Explainer, by the names it prints.
//!
//! One row a name, from the easiest producer to the hardest. A name is finer than a producer
//! (unique loops have one for each size and type) and coarser than a rating (a forcing chain
//! of any length is a "Forcing Chain"). Names are spelled as the program spells them, because
//! lists of technique counts are compared by them.

use std::fmt;

macro_rules! techniques {
    ($($variant:ident = $name:literal,)*) => {
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

        impl Technique {
            /// Every technique, easy producers first.
            pub const ALL: &'static [Technique] = &[$(Technique::$variant,)*];

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
    HiddenSingle = "Hidden Single",
    DirectPointing = "Direct Pointing",
    DirectClaiming = "Direct Claiming",
    DirectHiddenPair = "Direct Hidden Pair",
    NakedSingle = "Naked Single",
    DirectHiddenTriplet = "Direct Hidden Triplet",
    Pointing = "Pointing",
    Claiming = "Claiming",
    NakedPair = "Naked Pair",
    XWing = "X-Wing",
    HiddenPair = "Hidden Pair",
    NakedTriplet = "Naked Triplet",
    Swordfish = "Swordfish",
    HiddenTriplet = "Hidden Triplet",
    XyWing = "XY-Wing",
    XyzWing = "XYZ-Wing",
    UniqueRectangleType1 = "Unique Rectangle type 1",
    UniqueRectangleType2 = "Unique Rectangle type 2",
    UniqueRectangleType3 = "Unique Rectangle type 3",
    UniqueRectangleType4 = "Unique Rectangle type 4",
    UniqueLoopType1 = "Unique Loop type 1",
    UniqueLoopType2 = "Unique Loop type 2",
    UniqueLoopType3 = "Unique Loop type 3",
    UniqueLoopType4 = "Unique Loop type 4",
    UniqueLoop8Type1 = "Unique Loop 8 type 1",
    UniqueLoop8Type2 = "Unique Loop 8 type 2",
    UniqueLoop8Type3 = "Unique Loop 8 type 3",
    UniqueLoop8Type4 = "Unique Loop 8 type 4",
    UniqueLoop10Type1 = "Unique Loop 10 type 1",
    UniqueLoop10Type2 = "Unique Loop 10 type 2",
    UniqueLoop10Type3 = "Unique Loop 10 type 3",
    UniqueLoop10Type4 = "Unique Loop 10 type 4",
    UniqueLoop12Type1 = "Unique Loop 12 type 1",
    UniqueLoop12Type2 = "Unique Loop 12 type 2",
    UniqueLoop12Type3 = "Unique Loop 12 type 3",
    UniqueLoop12Type4 = "Unique Loop 12 type 4",
    UniqueLoop14Type1 = "Unique Loop 14 type 1",
    UniqueLoop14Type2 = "Unique Loop 14 type 2",
    UniqueLoop14Type3 = "Unique Loop 14 type 3",
    UniqueLoop14Type4 = "Unique Loop 14 type 4",
    UniqueLoop16Type1 = "Unique Loop 16 type 1",
    UniqueLoop16Type2 = "Unique Loop 16 type 2",
    UniqueLoop16Type3 = "Unique Loop 16 type 3",
    UniqueLoop16Type4 = "Unique Loop 16 type 4",
    UniqueLoop18Type1 = "Unique Loop 18 type 1",
    UniqueLoop18Type2 = "Unique Loop 18 type 2",
    UniqueLoop18Type3 = "Unique Loop 18 type 3",
    UniqueLoop18Type4 = "Unique Loop 18 type 4",
    NakedQuad = "Naked Quad",
    Jellyfish = "Jellyfish",
    HiddenQuad = "Hidden Quad",
    BugType1 = "BUG type 1",
    BugType2 = "BUG type 2",
    BugType3 = "BUG type 3",
    BugType4 = "BUG type 4",
    AlignedPairExclusion = "Aligned Pair Exclusion",
    GeneralizedXWing = "Generalized X-Wing",
    BidirectionalXCycle = "Bidirectional X-Cycle",
    BidirectionalYCycle = "Bidirectional Y-Cycle",
    TurbotFish = "Turbot Fish",
    ForcingXChain = "Forcing X-Chain",
    ForcingYChain = "Forcing Y-Chain",
    BidirectionalCycle = "Bidirectional Cycle",
    ForcingChain = "Forcing Chain",
    AlignedTripletExclusion = "Aligned Triplet Exclusion",
    NishioForcingChains = "Nishio Forcing Chains",
    CellForcingChains = "Cell Forcing Chains",
    RegionForcingChains = "Region Forcing Chains",
    DynamicContradiction = "Dynamic Contradiction Forcing Chains",
    DynamicDouble = "Dynamic Double Forcing Chains",
    DynamicCell = "Dynamic Cell Forcing Chains",
    DynamicRegion = "Dynamic Region Forcing Chains",
    DynamicContradictionPlus = "Dynamic Contradiction Forcing Chains (+)",
    DynamicDoublePlus = "Dynamic Double Forcing Chains (+)",
    DynamicCellPlus = "Dynamic Cell Forcing Chains (+)",
    DynamicRegionPlus = "Dynamic Region Forcing Chains (+)",
    DynamicContradictionNested2 = "Dynamic Contradiction Forcing Chains (+ Forcing Chains)",
    DynamicDoubleNested2 = "Dynamic Double Forcing Chains (+ Forcing Chains)",
    DynamicCellNested2 = "Dynamic Cell Forcing Chains (+ Forcing Chains)",
    DynamicRegionNested2 = "Dynamic Region Forcing Chains (+ Forcing Chains)",
    DynamicContradictionNested3 = "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)",
    DynamicDoubleNested3 = "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)",
    DynamicCellNested3 = "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)",
    DynamicRegionNested3 = "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)",
    DynamicContradictionNested4 = "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)",
    DynamicDoubleNested4 = "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)",
    DynamicCellNested4 = "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)",
    DynamicRegionNested4 = "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)",
    DynamicContradictionNested5 = "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
    DynamicDoubleNested5 = "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
    DynamicCellNested5 = "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
    DynamicRegionNested5 = "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))",
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
            assert_eq!(Technique::by_name(technique.name()), Some(*technique));
        }
    }
}
