//! # Finned and sashimi fish
//!
//! ## Idea
//! A fish that is nearly there: n lines whose marks of a digit lie in n lines across,
//! except for a few that a cell can see at once, the *fins*; mostly they are in one box.
//! Either a fin is true, or the fins are all false and the plain fish works. A mark that
//! the plain fish would erase and that sees all fins goes in both cases. If a line of the
//! fish has only one mark left besides its fins, the fish is called *sashimi*: without the
//! fins it would fall apart.
//!
//! ## Why it is sound
//! If a fin is true, the marks that see it are false. If no fin is true, the n lines have
//! their digit in the n lines across, which are then used up. The erased marks are false
//! either way. Nothing of this changes in the sashimi form: there the plain fish just
//! holds a digit that is already known to be in one place.
//!
//! ## Example
//! In row 2 the 5 can be in columns 3, 8 and 9, in row 7 in columns 3 and 8. With r2c9 as
//! the fin, r1c8 and r3c8 are not 5: they see the fin, and lie in column 8.
//!
//! ## Sources
//! Codes 0310 to 0312 (finned) and 0320 to 0322 (sashimi) of HoDoKu's library, after whose
//! definition a base line with fins that has one mark in the covers makes a fish sashimi.

use super::support::fish::each_finned;
use crate::logic::lines::Axis;
use crate::logic::{Effect, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, Space};
use std::ops::ControlFlow;

pub(in crate::logic) struct FinnedFish {
    info: &'static Info,
    size: usize,
    sashimi: bool,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Fish, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static FINNED_X_WING: FinnedFish = FinnedFish {
    info: &info("finned-x-wing", "finned X-wing", &["0310"]),
    size: 2,
    sashimi: false,
};
pub(in crate::logic) static FINNED_SWORDFISH: FinnedFish = FinnedFish {
    info: &info("finned-swordfish", "finned swordfish", &["0311"]),
    size: 3,
    sashimi: false,
};
pub(in crate::logic) static FINNED_JELLYFISH: FinnedFish = FinnedFish {
    info: &info("finned-jellyfish", "finned jellyfish", &["0312"]),
    size: 4,
    sashimi: false,
};
pub(in crate::logic) static SASHIMI_X_WING: FinnedFish = FinnedFish {
    info: &info("sashimi-x-wing", "sashimi X-wing", &["0320"]),
    size: 2,
    sashimi: true,
};
pub(in crate::logic) static SASHIMI_SWORDFISH: FinnedFish = FinnedFish {
    info: &info("sashimi-swordfish", "sashimi swordfish", &["0321"]),
    size: 3,
    sashimi: true,
};
pub(in crate::logic) static SASHIMI_JELLYFISH: FinnedFish = FinnedFish {
    info: &info("sashimi-jellyfish", "sashimi jellyfish", &["0322"]),
    size: 4,
    sashimi: true,
};

impl<S: Space> Strategy<S> for FinnedFish {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        // The same hunt meets both kinds: what the other one has seen is not looked for again.
        if scene.finned(self.size, self.sashimi) == Some(false) {
            return ControlFlow::Continue(());
        }
        let mut are_others = false;
        for digit in scene.space().all_digits() {
            for axis in Axis::BOTH {
                each_finned(scene, digit, axis, self.size, |fish| {
                    if fish.sashimi != self.sashimi {
                        are_others = true;
                        return ControlFlow::Continue(());
                    }
                    sink.offer(Step {
                        strategy: self.info,
                        effect: Effect::eliminate(scene.marks_of(digit, fish.victims(scene))),
                        evidence: fish.evidence(scene),
                    })
                })?;
            }
        }
        scene.note_finned(self.size, !self.sashimi, are_others);
        ControlFlow::Continue(())
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    Message::new("finned-fish")
        .with("houses", evidence.houses)
        .with("digit", evidence.first_part().digits)
        .with("covers", evidence.covers)
        .with("fins", evidence.cells(Role::Fin))
        .with("gone", step.effect.eliminations())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste_core::{Cell, Digit, Rng};

    /// On a scene that others have looked at, as many are found as on one that is new.
    #[test]
    fn what_the_other_kind_has_seen_hides_nothing() {
        let kinds = [
            [&FINNED_X_WING, &SASHIMI_X_WING],
            [&FINNED_SWORDFISH, &SASHIMI_SWORDFISH],
            [&FINNED_JELLYFISH, &SASHIMI_JELLYFISH],
        ];
        let (mut rng, mut none, mut some) = (Rng::new(3), 0, 0);
        for _ in 0..100 {
            let mut board = Board::EMPTY;
            for digit in Digit::ALL {
                board.eliminate_all(
                    digit,
                    Cell::ALL.into_iter().filter(|_| rng.below(10) > 1).collect(),
                );
            }
            for [one, other] in kinds.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]) {
                let (used, new) = (Scene::new(&board), Scene::new(&board));
                let _ = one.find(&used, &mut Sink::all());
                let [mut after, mut alone] = [Sink::all(), Sink::all()];
                let _ = other.find(&used, &mut after);
                let _ = other.find(&new, &mut alone);
                assert_eq!(after.steps(), alone.steps());
                none += usize::from(alone.steps().is_empty());
                some += usize::from(!alone.steps().is_empty());
            }
        }
        assert!(none > 20 && some > 20, "{none} {some}");
    }
}
