//! The techniques in the order in which HoDoKu tries them, with prices and levels.
//!
//! The order is that of the program's settings as they come: what is switched off there (fish
//! of five and more, mutant fish, kraken fish, death blossom, templates) is not here. A price is
//! paid for the entry of the list under which a step was found, whatever the step turned out to be:
//! an AIC found while looking for nice loops costs what a nice loop costs.

use Level::{Easy, Extreme, Hard, Medium, Unfair};

/// How hard HoDoKu calls a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Up to 800 points, and singles only.
    Easy,
    /// Up to 1000 points.
    Medium,
    /// Up to 1600 points.
    Hard,
    /// Up to 1800 points.
    Unfair,
    /// Everything above.
    Extreme,
}

impl Level {
    /// The levels from easy to hard.
    pub const ALL: [Level; 5] = [Easy, Medium, Hard, Unfair, Extreme];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Easy => "easy",
            Medium => "medium",
            Hard => "hard",
            Unfair => "unfair",
            Extreme => "extreme",
        }
    }

    /// The most points that a puzzle of this level may have.
    pub(super) fn most_points(self) -> u32 {
        match self {
            Easy => 800,
            Medium => 1_000,
            Hard => 1_600,
            Unfair => 1_800,
            Extreme => u32::MAX,
        }
    }
}

macro_rules! techniques {
    ($($name:ident $words:literal $level:ident $price:literal;)+) => {
        /// One entry of HoDoKu's list of techniques.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $(#[doc = $words] $name,)+
        }

        impl Technique {
            /// Every technique, in the order in which they are tried.
            pub const ALL: &[Technique] = &[$(Technique::$name,)+];

            /// The name in running text.
            pub fn name(self) -> &'static str {
                match self { $(Technique::$name => $words,)+ }
            }

            /// The points that one step costs.
            pub fn price(self) -> u32 {
                match self { $(Technique::$name => $price,)+ }
            }

            /// The least level of a puzzle that needs it.
            pub fn level(self) -> Level {
                match self { $(Technique::$name => $level,)+ }
            }
        }
    };
}

techniques! {
    FullHouse "full house" Easy 4;
    NakedSingle "naked single" Easy 4;
    HiddenSingle "hidden single" Easy 14;
    LockedPair "locked pair" Medium 40;
    LockedTriple "locked triple" Medium 60;
    Pointing "pointing" Medium 50;
    Claiming "claiming" Medium 50;
    NakedPair "naked pair" Medium 60;
    NakedTriple "naked triple" Medium 80;
    HiddenPair "hidden pair" Medium 70;
    HiddenTriple "hidden triple" Medium 100;
    NakedQuadruple "naked quadruple" Hard 120;
    HiddenQuadruple "hidden quadruple" Hard 150;
    XWing "x-wing" Hard 140;
    Swordfish "swordfish" Hard 150;
    Jellyfish "jellyfish" Hard 160;
    RemotePair "remote pair" Hard 110;
    BugPlusOne "bug+1" Hard 100;
    Skyscraper "skyscraper" Hard 130;
    TwoStringKite "two-string kite" Hard 150;
    TurbotFish "turbot fish" Hard 120;
    EmptyRectangle "empty rectangle" Hard 120;
    WWing "w-wing" Hard 150;
    XyWing "xy-wing" Hard 160;
    XyzWing "xyz-wing" Hard 180;
    UniquenessOne "uniqueness test 1" Hard 100;
    UniquenessTwo "uniqueness test 2" Hard 100;
    UniquenessThree "uniqueness test 3" Hard 100;
    UniquenessFour "uniqueness test 4" Hard 100;
    UniquenessFive "uniqueness test 5" Hard 100;
    UniquenessSix "uniqueness test 6" Hard 100;
    HiddenRectangle "hidden rectangle" Hard 100;
    AvoidableOne "avoidable rectangle 1" Hard 100;
    AvoidableTwo "avoidable rectangle 2" Hard 100;
    FinnedXWing "finned x-wing" Hard 130;
    SashimiXWing "sashimi x-wing" Hard 150;
    FinnedSwordfish "finned swordfish" Unfair 200;
    SashimiSwordfish "sashimi swordfish" Unfair 240;
    FinnedJellyfish "finned jellyfish" Unfair 250;
    SashimiJellyfish "sashimi jellyfish" Unfair 260;
    SueDeCoq "sue de coq" Unfair 250;
    SimpleColours "simple colours" Hard 150;
    MultiColours "multi colours" Hard 200;
    XChain "x-chain" Unfair 260;
    XyChain "xy-chain" Unfair 260;
    NiceLoop "nice loop" Unfair 280;
    GroupedNiceLoop "grouped nice loop" Unfair 300;
    AlsXz "als-xz" Unfair 300;
    AlsXyWing "als-xy-wing" Unfair 320;
    AlsChain "als chain" Unfair 340;
    FrankenXWing "franken x-wing" Unfair 300;
    FrankenSwordfish "franken swordfish" Unfair 350;
    FinnedFrankenXWing "finned franken x-wing" Unfair 390;
    FinnedFrankenSwordfish "finned franken swordfish" Unfair 410;
    ForcingChain "forcing chain" Extreme 500;
    ForcingNet "forcing net" Extreme 700;
    BruteForce "brute force" Extreme 10_000;
}

#[cfg(test)]
mod tests {
    use super::super::{Path, Step};
    use super::*;

    fn path(techniques: &[(Technique, usize)]) -> Path {
        let step = |technique| Step { technique, placed: None, dropped: Vec::new() };
        let steps = techniques.iter().flat_map(|&(t, count)| vec![step(t); count]).collect();
        Path { steps }
    }

    #[test]
    fn a_level_is_that_of_the_hardest_step_or_of_the_points() {
        use Technique::*;
        let level = |techniques: &[(Technique, usize)]| path(techniques).level();
        assert_eq!(level(&[(FullHouse, 200)]), Easy);
        assert_eq!(level(&[(FullHouse, 201)]), Medium);
        assert_eq!(level(&[(HiddenSingle, 72)]), Hard);
        assert_eq!(level(&[(Pointing, 1)]), Medium);
        assert_eq!(level(&[(XWing, 1)]), Hard);
        assert_eq!(level(&[(XWing, 12)]), Unfair);
        assert_eq!(level(&[(XChain, 1)]), Unfair);
        assert_eq!(level(&[(XChain, 7)]), Extreme);
        assert_eq!(level(&[(ForcingChain, 1)]), Extreme);
    }

    #[test]
    fn techniques_are_told_apart_by_their_names() {
        for (at, one) in Technique::ALL.iter().enumerate() {
            assert!(Technique::ALL[..at].iter().all(|two| two.name() != one.name()));
        }
    }
}
