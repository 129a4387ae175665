//! What the picture of a step means, in words.
//!
//! A step carries what there is to draw as [evidence](crate::step::Evidence). Whoever draws it decides
//! which signs to use, and finds the words for them here, in the language of the answer: for the
//! houses, for every group of cells, for chains, for what is written and erased. So nobody
//! who draws needs to know a strategy, or what several rows are called.

use crate::Language;
use piste::logic::words::Digits;
use piste::logic::{Family, Message, Role, Step};
use piste_core::Board;
use piste_core::general::Digit;
use piste_core::space::Large;
use serde::{Deserialize, Serialize};

/// The words for each kind of thing in a picture; nothing for what the step does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// The houses to look at: `rows 2 and 5`.
    pub houses: Option<String>,
    /// The houses across them.
    pub covers: Option<String>,
    /// The parts of the evidence, in its order: `pincer 2`.
    pub parts: Vec<String>,
    /// The digits that force a single which is seen without marks.
    pub reasons: Option<String>,
    /// The cells that the written digit cannot go to.
    pub barred: Option<String>,
    /// The digits that almost locked sets have in common.
    pub common: Option<String>,
    /// The chains by their numbers, if there are several: `case 1`.
    pub chains: Vec<String>,
    /// That something is so, along a chain.
    pub then: Option<String>,
    /// That it is not.
    pub then_not: Option<String>,
    /// What is written.
    pub written: Option<String>,
    /// What is erased.
    pub erased: Option<String>,
}

impl Legend {
    /// The words for this step on this board; so many digits force it, if it is a single.
    pub(crate) fn of(
        board: &Board<Large>,
        step: &Step<Large>,
        reasons: usize,
        language: Language,
    ) -> Legend {
        let evidence = &step.evidence;
        let told = |is_there: bool, message: Message| is_there.then(|| language.text(&message));
        let (houses, covers) = (evidence.houses, evidence.covers - evidence.houses);
        let common = common(board, step);
        let chains = evidence.links.iter().map(|link| usize::from(link.chain) + 1);
        let chains = chains.max().filter(|&chains| chains > 1).unwrap_or(0);
        let leads_to = |on: bool| evidence.links.iter().any(|link| link.to.on == on);
        let placed = step.effect.placed().or_else(|| step.effect.placements().iter().next());
        Legend {
            houses: told(!houses.is_empty(), Message::new("legend-places").with("houses", houses)),
            covers: told(!covers.is_empty(), Message::new("legend-places").with("houses", covers)),
            parts: (0..evidence.parts.len()).map(|at| language.text(&part(step, at))).collect(),
            reasons: told(reasons > 0, Message::new("legend-reasons").with("cells", reasons)),
            barred: placed.map(|placed| {
                language.text(&Message::new("legend-no-place").with("digit", placed.digit()))
            }),
            common: told(!common.is_empty(), Message::new("legend-common").with("digits", common)),
            chains: (1..=chains)
                .map(|number| language.text(&Message::new("legend-case").with("number", number)))
                .collect(),
            then: told(leads_to(true), Message::new("legend-then").with("form", "is")),
            then_not: told(leads_to(false), Message::new("legend-then").with("form", "is-not")),
            written: told(placed.is_some(), Message::new("legend-written")),
            erased: told(step.effect.erases(), Message::new("legend-erased")),
        }
    }
}

/// Whether the parts of a step are sets that are almost locked, which people call A, B, C …: cells
/// with one digit more than there are cells. One cell may bind them together, with as many digits as
/// there are sets.
///
/// A pattern that holds more than such sets is told by roles.
pub(crate) fn is_of_sets(step: &Step<Large>) -> bool {
    let parts = &step.evidence.parts;
    let is_stem = |role, cells: usize| role == Role::Pivot && cells == 1;
    step.strategy.family == Family::AlmostLockedSets
        && step.strategy.own_name(Role::Body).is_none()
        && parts.len() > 1
        && parts.iter().all(|part| {
            let (cells, digits) = (part.cells.len(), part.digits.len());
            digits == cells + 1 || is_stem(part.role, cells)
        })
}

/// The letter of the set that comes in this place, from 0.
pub(crate) fn letter(at: usize, language: Language) -> String {
    language.text(&Message::new("legend-letter-of").with("number", at + 1))
}

/// What a part is called.
fn part(step: &Step<Large>, at: usize) -> Message {
    let parts = &step.evidence.parts;
    if is_of_sets(step) {
        return Message::new("legend-lettered").with("number", at + 1);
    }
    let role = parts[at].role;
    let alike =
        |parts: &[piste::logic::Part<Large>]| parts.iter().filter(|part| part.role == role).count();
    let number = if alike(parts) > 1 { alike(&parts[..=at]) } else { 0 };
    let name = step.strategy.own_name(role).unwrap_or(crate::step::role(role));
    Message::new("legend-part").with("role", name).with("number", number)
}

/// The digits that almost locked sets have in common and cannot all hold.
fn common(board: &Board<Large>, step: &Step<Large>) -> Digits {
    if !is_of_sets(step) {
        return Digits::EMPTY;
    }
    let cells = || step.evidence.parts.iter().flat_map(|part| part.cells.iter());
    let is_open = |digit: Digit| cells().any(|cell| board.candidates(cell).contains(digit));
    step.evidence.digits.iter().filter(|&digit| is_open(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::{Case, Scene, Sink, strategies};
    use std::path::Path;

    /// The first step of the case file of a strategy, in the words of every shape.
    fn step_of(slug: &str) -> (Board<Large>, Step<Large>) {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../piste/cases");
        let text = std::fs::read_to_string(cases.join(format!("{slug}.txt"))).expect("a case file");
        let strategy = strategies::by_slug(slug).expect("a registered strategy");
        let mut steps =
            text.lines().filter_map(|line| line.parse::<Case>().ok()).filter_map(|case| {
                let mut sink = Sink::first();
                let _ = strategy.find(&Scene::new(&case.board), &mut sink);
                let step = sink.into_steps().pop()?;
                Some((case.board.widened(), step.widened(case.board.space())))
            });
        steps.next().expect("a case that is found")
    }

    #[test]
    fn sets_that_are_almost_locked_have_letters_and_nothing_else_has() {
        for (slug, names) in [
            ("als-xz", vec!["set A", "set B"]),
            ("als-xy-wing", vec!["set A", "set B", "set C"]),
            ("sue-de-coq", vec!["the pattern", "pincer 1", "pincer 2"]),
            ("xy-wing", vec!["pivot", "pincer 1", "pincer 2"]),
            ("junior-exocet", vec!["base", "targets"]),
            ("exocet-mirror", vec!["base", "targets", "target in the mirror", "mirror"]),
            ("tridagon", vec!["the pattern", "guardian"]),
        ] {
            let (board, step) = step_of(slug);
            let legend = Legend::of(&board, &step, 0, Language::default());
            assert_eq!(legend.parts, names, "{slug}");
            let is_of_sets = names[0] == "set A";
            assert_eq!(legend.common.is_some(), is_of_sets, "{slug}");
            assert_eq!(legend.erased.as_deref(), Some("erased"), "{slug}");
        }
        for slug in ["als-chain", "death-blossom"] {
            assert!(is_of_sets(&step_of(slug).1), "{slug}");
        }
    }
}
