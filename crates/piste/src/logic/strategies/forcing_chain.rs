//! # Forcing chains: cell and region
//!
//! ## Idea
//! Take all possibilities at once: all candidates of a cell, or all places a house has
//! left for a digit. Follow a chain from each of them. If they all come to the same
//! conclusion, that some candidate is true or that some candidate is false, it must be
//! so, whichever possibility is right.
//!
//! ## Why it is sound
//! One of the possibilities is right, and from each the conclusion follows link by link.
//!
//! ## Example
//! r5c5 is 1, 4 or 7. If it is 1, r5c2 is not 1, so r2c2 is 1 and not 3. If it is 4, r2c5 is
//! 3, so r2c2 is not 3. If it is 7, r8c2 is 3, so r2c2 is not 3. In every case r2c2 is not 3.
//!
//! ## Sources
//! Multiple forcing chains of Sudoku Explainer (8.0 and up). With two possibilities they
//! are alternating inference chains, so here there are at least three.

use crate::logic::links::{Links, Paths, Room, Wave, rows};
use crate::logic::words::phrases;
use crate::logic::{
    Effect, Evidence, Explain, Family, Info, Message, Node, Role, Scene, Sink, Step, Strategy,
};
use piste_core::Board;
use piste_core::space::{CandidatesOf, Large, Mark, SetOf, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct CellForcingChain;
pub(in crate::logic) struct RegionForcingChain;

const fn info(slug: &'static str, name: &'static str, explain: Explain) -> Info {
    Info { slug, name, family: Family::Chains, assumes_uniqueness: false, codes: &[], explain }
}

static CELL: Info = info("cell-forcing-chain", "cell forcing chain", explain_cell);
static REGION: Info = info("region-forcing-chain", "region forcing chain", explain_region);

impl<S: Space> Strategy<S> for CellForcingChain {
    fn info(&self) -> &'static Info {
        &CELL
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let cells = scene.open().iter().filter(|&cell| scene.candidates(cell).len() >= 3);
        let choices = cells.map(|cell| {
            let digits = scene.candidates(cell);
            let starts = digits.iter().map(|digit| S::Candidate::new(cell, digit)).collect();
            (starts, Evidence::part(Role::Pivot, cell.into(), digits))
        });
        find(&CELL, scene.links(), &choices.collect::<Vec<_>>(), sink)
    }
}

impl<S: Space> Strategy<S> for RegionForcingChain {
    fn info(&self) -> &'static Info {
        &REGION
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let mut choices = Vec::new();
        let space = scene.space();
        for &house in space.house_list() {
            for digit in space.all_digits() {
                let places = scene.places(digit, house);
                if places.len() >= 3 {
                    let starts = places.iter().map(|cell| S::Candidate::new(cell, digit)).collect();
                    let evidence = Evidence::part(Role::Pivot, places, digit.into());
                    choices.push((starts, evidence.in_houses([house])));
                }
            }
        }
        find(&REGION, scene.links(), &choices, sink)
    }
}

/// Everything that follows from one candidate, and after how many links.
struct Consequences {
    /// Off and on.
    rows: [Vec<u64>; 2],
    /// Off and on; meaningless where nothing follows.
    lengths: [Vec<u8>; 2],
}

impl Consequences {
    fn of<S: Space>(links: &Links<S>, start: usize, room: &mut Room) -> Consequences {
        let mut wave = Wave::new(links, start, true);
        let mut lengths = [vec![0; links.len()], vec![0; links.len()]];
        while wave.advance(links, room) {
            let length = u8::try_from(wave.steps()).unwrap_or(u8::MAX);
            let reached = &mut lengths[usize::from(wave.is_on())];
            rows::members(wave.front()).for_each(|spot| reached[spot] = length);
        }
        Consequences { rows: [wave.seen(false).to_vec(), wave.seen(true).to_vec()], lengths }
    }
}

/// A conclusion of all the possibilities of one choice.
struct Conclusion {
    spot: usize,
    on: bool,
    /// Links in all chains together.
    length: usize,
    choice: usize,
}

/// What all the possibilities of a choice agree on: for every conclusion the choice with
/// the fewest links, those with few links first.
fn find<S: Space>(
    info: &'static Info,
    links: &Links<S>,
    choices: &[(Vec<S::Candidate>, Evidence<S>)],
    sink: &mut Sink<S>,
) -> ControlFlow<()> {
    let mut room = Room::default();
    let all: Vec<Consequences> =
        (0..links.singles()).map(|spot| Consequences::of(links, spot, &mut room)).collect();
    let mut best: Vec<Conclusion> = Vec::new();
    for (number, (starts, _)) in choices.iter().enumerate() {
        let starts: Vec<usize> = starts.iter().filter_map(|&start| links.number(start)).collect();
        for on in [false, true] {
            let mut agreed = vec![!0; links.width()];
            for &start in &starts {
                let row = &all[start].rows[usize::from(on)];
                agreed.iter_mut().zip(row).for_each(|(word, bits)| *word &= bits);
            }
            best.extend(rows::members(&agreed).map(|spot| {
                Conclusion {
                    spot,
                    on,
                    length: starts
                        .iter()
                        .map(|&start| usize::from(all[start].lengths[usize::from(on)][spot]))
                        .sum(),
                    choice: number,
                }
            }));
        }
    }
    best.sort_by_key(|c| (c.spot, c.on, c.length, c.choice));
    best.dedup_by_key(|c| (c.spot, c.on));
    best.sort_by_key(|c| (c.length, c.spot, c.on));
    for conclusion in best {
        let (starts, evidence) = &choices[conclusion.choice];
        let starts = starts.iter().filter_map(|&start| links.number(start));
        sink.offer(step(info, links, starts, evidence, &conclusion))?;
    }
    ControlFlow::Continue(())
}

fn step<S: Space>(
    info: &'static Info,
    links: &Links<S>,
    starts: impl Iterator<Item = usize>,
    evidence: &Evidence<S>,
    conclusion: &Conclusion,
) -> Step<S> {
    let &Conclusion { spot, on, .. } = conclusion;
    let mut evidence = evidence.clone();
    for (chain, start) in (0..).zip(starts) {
        let paths = Paths::new(links, start, true, usize::MAX);
        let path = paths.plainly_to(spot, on);
        evidence.links.extend(path.iter().flat_map(|path| path.links(links, chain)));
    }
    let target = links.spot(spot);
    let mark = S::CandidateSet::of(target.digit, target.cells);
    let effect = if on { Effect::write(mark) } else { Effect::eliminate(mark) };
    Step { strategy: info, effect, evidence }
}

fn explain_cell(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let pivot = step.evidence.first_part();
    let choice =
        Message::new("forcing-chain-cell").with("cell", pivot.cells).with("digits", pivot.digits);
    told(step, choice)
}

fn explain_region(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let pivot = step.evidence.first_part();
    let choice = Message::new("forcing-chain-region")
        .with("house", step.evidence.the_house())
        .with("digits", pivot.digits)
        .with("cells", pivot.cells);
    told(step, choice)
}

/// "r5c5 is 1, 4 or 7. If r5c5 is 1 then …. … In every case r2c2 is not 3. Erase …."
fn told(step: &Step<Large>, choice: Message) -> Message {
    let links = &step.evidence.links;
    let chains = 0..=links.iter().map(|link| link.chain).max().unwrap_or(0);
    let chains =
        chains.filter(|chain| links.iter().any(|link| link.chain == *chain)).map(|chain| {
            phrases::sentence(phrases::chain(links.iter().filter(|link| link.chain == chain)))
        });
    let chains: Vec<Message> = chains.collect();
    let gone = step.effect.eliminations();
    let told = match step.effect.placed() {
        Some(mark) => {
            Message::new("forcing-chain-written").with("truth", Node::<Large>::new(mark, true))
        }
        None => {
            let mark = gone.single().expect("what all cases lead to is one mark");
            Message::new("forcing-chain-erased")
                .with("truth", Node::<Large>::new(mark, false))
                .with("gone", gone)
        }
    };
    told.with("choice", choice).with("chains", chains)
}
