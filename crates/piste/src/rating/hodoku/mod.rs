//! HoDoKu's path through a puzzle: its techniques in its order, each with the find that it would
//! take first.
//!
//! The score of a puzzle is the sum of the prices of all steps, so it depends on the whole path, and the
//! path depends on which of several finds a technique takes. That order of search is what this
//! room is about; `docs/hodoku.md` describes it from the outside. Each file has one family:
//!
//! - [`field`] keeps the grid and the waiting lines of singles,
//! - [`subsets`], [`fish`], [`patterns`], [`wings`], [`uniqueness`], [`sue_de_coq`],
//!   [`colouring`], [`chains`], [`als`] and [`tables`] search,
//! - [`choice`] says which of several chains is taken,
//! - [`technique`] has the order, the prices and the levels.
//!
//! Nothing here is shared with the strategies of [`logic`](crate::logic): these offer every
//! instance in an order of their own.

mod als;
mod chains;
mod choice;
mod colouring;
mod field;
mod fish;
mod patterns;
mod subsets;
mod sue_de_coq;
mod tables;
mod technique;
mod uniqueness;
mod wings;

use als::Sets;
use field::{Field, Scene, list};
use fish::Kind;
use piste_core::{Candidate, Cell, Digit, Puzzle};
use std::cell::LazyCell;
use tables::{Conclusion, Tables};
pub use technique::{Level, Technique};

/// Candidates to remove, in the order in which they go: cell and digit.
type Drops = Vec<(usize, usize)>;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The entry of the list under which it was found.
    pub technique: Technique,
    /// The candidate that becomes a digit, if one does.
    pub placed: Option<Candidate>,
    /// The candidates that go, in the order in which they go.
    pub dropped: Vec<Candidate>,
}

/// The way HoDoKu solves a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Path {
    /// Solves a puzzle. `enough` is asked before every step; when it says yes, there is no path.
    ///
    /// ```
    /// use piste::rating::hodoku::{Level, Path};
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle = piste::Puzzle::prove(&puzzle.parse().unwrap()).unwrap();
    /// let path = Path::of(&puzzle, &|| false).unwrap();
    /// assert_eq!((path.level(), path.score()), (Level::Easy, 204));
    /// ```
    pub fn of(puzzle: &Puzzle, enough: &dyn Fn() -> bool) -> Option<Path> {
        let mut field = Field::new(puzzle);
        let mut steps = Vec::new();
        while !field.is_full() {
            if enough() {
                return None;
            }
            let (technique, effect) = next(&mut field, puzzle);
            let step = Step::new(technique, &effect);
            match effect {
                Effect::Place(cell, digit) => field.place(cell, digit),
                Effect::Drop(drops) => {
                    drops.into_iter().for_each(|(cell, digit)| field.drop(cell, digit));
                }
            }
            steps.push(step);
        }
        Some(Path { steps })
    }

    /// The sum of all prices.
    pub fn score(&self) -> u32 {
        self.steps.iter().map(|step| step.technique.price()).sum()
    }

    /// The level of the hardest technique, or a higher one where the score is too high for it.
    pub fn level(&self) -> Level {
        let score = self.score();
        let hardest = self.steps.iter().map(|step| step.technique.level()).max();
        let fits = |level: &Level| Some(*level) >= hardest && score <= level.most_points();
        Level::ALL.into_iter().find(fits).unwrap_or(Level::Extreme)
    }

    /// How many steps of a technique there are.
    pub fn count(&self, technique: Technique) -> usize {
        self.steps.iter().filter(|step| step.technique == technique).count()
    }

    /// The last technique of the list that is used.
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

impl Step {
    fn new(technique: Technique, effect: &Effect) -> Step {
        let candidate =
            |cell, digit| Candidate::new(Cell::from_index(cell), Digit::from_index(digit));
        match effect {
            Effect::Place(cell, digit) => {
                Step { technique, placed: Some(candidate(*cell, *digit)), dropped: Vec::new() }
            }
            Effect::Drop(drops) => {
                let dropped = drops.iter().map(|&(cell, digit)| candidate(cell, digit)).collect();
                Step { technique, placed: None, dropped }
            }
        }
    }
}

/// What a step does.
enum Effect {
    Place(usize, usize),
    Drop(Drops),
}

impl From<Conclusion> for Effect {
    fn from(conclusion: Conclusion) -> Effect {
        match conclusion {
            Conclusion::Place(cell, digit) => Effect::Place(cell, digit),
            Conclusion::Drop(cell, digit) => Effect::Drop(vec![(cell, digit)]),
        }
    }
}

/// The next step of the path.
fn next(field: &mut Field, puzzle: &Puzzle) -> (Technique, Effect) {
    if let Some((cell, digit)) = field.full_house() {
        return (Technique::FullHouse, Effect::Place(cell, digit));
    }
    if let Some((cell, digit)) = field.next_naked() {
        return (Technique::NakedSingle, Effect::Place(cell, digit));
    }
    if let Some((cell, digit)) = field.next_hidden() {
        return (Technique::HiddenSingle, Effect::Place(cell, digit));
    }
    let scene = Scene::new(field);
    if let Some((technique, drops)) =
        simple(&scene).or_else(|| rectangles(&scene)).or_else(|| fins(&scene))
    {
        return (technique, Effect::Drop(drops));
    }
    // Loops with groups and forcing chains read the same tables.
    let tables = LazyCell::new(|| Tables::for_chains(&scene, true));
    if let Some((technique, drops)) = links(&scene, &tables) {
        return (technique, Effect::Drop(drops));
    }
    if let Some(conclusion) = tables.forcing_chain() {
        return (Technique::ForcingChain, conclusion.into());
    }
    if let Some(conclusion) = Tables::for_nets(&scene).forcing_net() {
        return (Technique::ForcingNet, conclusion.into());
    }
    // The cell in the middle of those that are left.
    let open: Vec<usize> = list(scene.open).collect();
    let cell = open[open.len() / 2];
    let digit = puzzle.solution().get(Cell::from_index(cell)).index();
    (Technique::BruteForce, Effect::Place(cell, digit))
}

/// Up to wings.
fn simple(scene: &Scene<'_>) -> Option<(Technique, Drops)> {
    use Technique::*;
    let plain = |size| fish::cast(scene, Kind { size, has_fins: false, is_franken: false }).finned;
    type Search<'a> = &'a dyn Fn() -> Option<Drops>;
    let searches: [(Technique, Search<'_>); 22] = [
        (LockedPair, &|| subsets::naked(scene, 2, true)),
        (LockedTriple, &|| subsets::naked(scene, 3, true)),
        (Pointing, &|| subsets::pointing(scene)),
        (Claiming, &|| subsets::claiming(scene)),
        (NakedPair, &|| subsets::naked(scene, 2, false)),
        (NakedTriple, &|| subsets::naked(scene, 3, false)),
        (HiddenPair, &|| subsets::hidden(scene, 2)),
        (HiddenTriple, &|| subsets::hidden(scene, 3)),
        (NakedQuadruple, &|| subsets::naked(scene, 4, false)),
        (HiddenQuadruple, &|| subsets::hidden(scene, 4)),
        (XWing, &|| plain(2)),
        (Swordfish, &|| plain(3)),
        (Jellyfish, &|| plain(4)),
        (RemotePair, &|| chains::remote_pair(scene)),
        (BugPlusOne, &|| uniqueness::bug_plus_one(scene)),
        (Skyscraper, &|| patterns::skyscraper(scene)),
        (TwoStringKite, &|| patterns::two_string_kite(scene)),
        (TurbotFish, &|| chains::turbot_fish(scene)),
        (EmptyRectangle, &|| patterns::empty_rectangle(scene)),
        (WWing, &|| wings::w_wing(scene)),
        (XyWing, &|| wings::xy_wing(scene)),
        (XyzWing, &|| wings::xyz_wing(scene)),
    ];
    searches.iter().find_map(|(technique, search)| Some((*technique, search()?)))
}

/// The tests of uniqueness.
fn rectangles(scene: &Scene<'_>) -> Option<(Technique, Drops)> {
    use Technique::*;
    let unique = uniqueness::unique(scene);
    [
        UniquenessOne,
        UniquenessTwo,
        UniquenessThree,
        UniquenessFour,
        UniquenessFive,
        UniquenessSix,
        HiddenRectangle,
    ]
    .into_iter()
    .find_map(|kind| Some((kind, unique.first(kind)?)))
    .or_else(|| {
        let avoidable = uniqueness::avoidable(scene);
        let kinds = [AvoidableOne, AvoidableTwo];
        kinds.into_iter().find_map(|kind| Some((kind, avoidable.first(kind)?)))
    })
}

/// Basic fish with fins.
fn fins(scene: &Scene<'_>) -> Option<(Technique, Drops)> {
    use Technique::*;
    let sizes = [
        (2, FinnedXWing, SashimiXWing),
        (3, FinnedSwordfish, SashimiSwordfish),
        (4, FinnedJellyfish, SashimiJellyfish),
    ];
    sizes.into_iter().find_map(|(size, finned, sashimi)| {
        let catch = fish::cast(scene, Kind { size, has_fins: true, is_franken: false });
        let is_finned = catch.finned.map(|drops| (finned, drops));
        is_finned.or_else(|| Some((sashimi, catch.sashimi?)))
    })
}

/// From Sue de Coq to franken fish.
fn links<'a, F: FnOnce() -> Tables<'a>>(
    scene: &Scene<'_>,
    tables: &LazyCell<Tables<'a>, F>,
) -> Option<(Technique, Drops)> {
    use Technique::*;
    let franken =
        |size, has_fins| fish::cast(scene, Kind { size, has_fins, is_franken: true }).finned;
    let found = |technique, drops: Option<Drops>| Some((technique, drops?));
    found(SueDeCoq, sue_de_coq::sue_de_coq(scene))
        .or_else(|| found(SimpleColours, colouring::simple(scene)))
        .or_else(|| found(MultiColours, colouring::multi(scene)))
        .or_else(|| found(XChain, chains::x_chain(scene)))
        .or_else(|| found(XyChain, chains::xy_chain(scene)))
        .or_else(|| found(NiceLoop, Tables::for_chains(scene, false).nice_loop()))
        .or_else(|| found(GroupedNiceLoop, tables.nice_loop()))
        .or_else(|| {
            let sets = Sets::new(scene);
            found(AlsXz, sets.xz())
                .or_else(|| found(AlsXyWing, sets.xy_wing()))
                .or_else(|| found(AlsChain, sets.chain()))
        })
        .or_else(|| found(FrankenXWing, franken(2, false)))
        .or_else(|| found(FrankenSwordfish, franken(3, false)))
        .or_else(|| found(FinnedFrankenXWing, franken(2, true)))
        .or_else(|| found(FinnedFrankenSwordfish, franken(3, true)))
}
