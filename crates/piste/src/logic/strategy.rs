//! The one interface that every solving idea implements.

use super::{Message, Role, Scene, Sink, Step};
use piste_core::Board;
use piste_core::space::{Classic, Large, Space};
use std::ops::ControlFlow;

/// One idea for making progress on a board.
///
/// Implementations are small statics, one idea per file in
/// [`strategies`](super::strategies), listed in its register. One that works on every shape is
/// implemented for every space; one that leans on 9×9 for the classic one.
pub trait Strategy<S: Space = Classic>: Sync {
    /// What it is called and where it belongs.
    fn info(&self) -> &'static Info;

    /// Whether the idea holds on this shape. On one that it does not fit a ladder leaves it out.
    fn fits(&self, _space: &S) -> bool {
        true
    }

    /// Offers every instance on the board to the sink, in a fixed order, until the sink
    /// says stop. Each instance changes the board: it writes a digit or erases a mark
    /// that is there.
    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()>;
}

/// Why a step of a strategy holds, as a message; the board is the one before the step.
///
/// It is asked of steps that the strategy itself has offered, and rests on their evidence
/// alone. Both come in the words that have room for every shape, so it is written once for all.
pub type Explain = fn(&Step<Large>, &Board<Large>) -> Message;

/// What a strategy is called, where it belongs, and how its steps are told.
///
/// The slug is the identity: two with the same slug are the same.
pub struct Info {
    /// The identity in files, URLs, documentation and on the command line: `xy-wing`.
    pub slug: &'static str,
    /// The name in running text: "XY-wing".
    pub name: &'static str,
    /// The family it is listed under.
    pub family: Family,
    /// Whether it is only sound if the puzzle is known to have exactly one solution.
    pub assumes_uniqueness: bool,
    /// The codes of HoDoKu's regression library whose lines this strategy must satisfy.
    pub codes: &'static [&'static str],
    /// How its steps are told; [`plain`](super::words::phrases::plain) tells any step.
    pub explain: Explain,
}

impl Info {
    /// What players call the cells in this role, where a pattern has a name of its own for them: a key by which a catalogue
    /// chooses its words. For all others the name of the role will do.
    #[doc(hidden)]
    pub fn own_name(&self, role: Role) -> Option<&'static str> {
        match (self.slug, role) {
            ("junior-exocet" | "exocet-mirror" | "double-exocet", Role::Body) => Some("base"),
            ("junior-exocet" | "exocet-mirror" | "double-exocet", Role::Pincer) => Some("target"),
            ("exocet-mirror", Role::Pivot) => Some("mirrored"),
            ("exocet-mirror", Role::Fin) => Some("mirror"),
            ("double-exocet", Role::Pivot) => Some("twice"),
            ("finned-franken-fish" | "finned-mutant-fish" | "kraken-fish", Role::Fin) => {
                Some("fin")
            }
            ("bivalue-oddagon" | "tridagon", Role::Fin) => Some("guardian"),
            ("unique-loop" | "extended-unique-rectangle" | "bug-plus-n", Role::Fin) => {
                Some("guardian")
            }
            ("aligned-pair-exclusion" | "aligned-triplet-exclusion", Role::Pincer) => Some("group"),
            ("split-trial", Role::Pivot) => Some("split"),
            _ => None,
        }
    }
}

impl PartialEq for Info {
    fn eq(&self, other: &Info) -> bool {
        self.slug == other.slug
    }
}

impl Eq for Info {}

impl std::fmt::Debug for Info {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Info { slug, name, family, assumes_uniqueness, codes, explain: _ } = self;
        f.debug_struct("Info")
            .field("slug", slug)
            .field("name", name)
            .field("family", family)
            .field("assumes_uniqueness", assumes_uniqueness)
            .field("codes", codes)
            .finish()
    }
}

/// Strategies that resemble each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Family {
    /// A digit with one place, a cell with one digit.
    Singles,
    /// Boxes and lines that share a digit's places.
    Intersections,
    /// As many cells as digits.
    Subsets,
    /// One digit, as many lines as lines across.
    Fish,
    /// Two or three short links for one digit.
    SingleDigitPatterns,
    /// A few cells with two or three digits.
    Wings,
    /// Two colours, one of them true.
    Colouring,
    /// What would make a second solution.
    Uniqueness,
    /// If not this then that, and so on.
    Chains,
    /// Sets of cells with one digit too many.
    AlmostLockedSets,
    /// Try it and see.
    Trials,
}

impl Family {
    /// All families, simple ones first.
    pub const ALL: [Family; 11] = [
        Family::Singles,
        Family::Intersections,
        Family::Subsets,
        Family::Fish,
        Family::SingleDigitPatterns,
        Family::Wings,
        Family::Colouring,
        Family::Uniqueness,
        Family::Chains,
        Family::AlmostLockedSets,
        Family::Trials,
    ];

    /// The heading it is listed under.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Singles => "singles",
            Family::Intersections => "intersections",
            Family::Subsets => "subsets",
            Family::Fish => "fish",
            Family::SingleDigitPatterns => "single-digit patterns",
            Family::Wings => "wings",
            Family::Colouring => "colouring",
            Family::Uniqueness => "uniqueness",
            Family::Chains => "chains",
            Family::AlmostLockedSets => "almost locked sets",
            Family::Trials => "trials",
        }
    }
}
