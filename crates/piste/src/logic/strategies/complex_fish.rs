//! # Franken and mutant fish
//!
//! ## Idea
//! A fish need not be made of rows and columns alone. Take n houses of any kind, the *base*,
//! that all need a digit, and n others, the *cover*, such that every place of the digit in the
//! base lies in the cover. The base needs the digit n times and the cover holds no more, so the
//! cover is used up: what is in the cover but not in the base goes. If boxes come in, but rows
//! only on the one side and columns only on the other, it is a *Franken* fish; with rows and
//! columns mixed a *mutant* one.
//!
//! A place of the base outside the cover is a *fin*; so is one that lies in two houses of the
//! base but not in two of the cover. Then only what sees all fins goes. The same base can often
//! be covered in two ways; told together they are a *siamese* fish.
//!
//! ## Why it is sound
//! Count for each place of the digit in how many base houses and in how many cover houses it
//! lies. The true places count n in the base. In the cover they count n at most. If no fin is
//! true, no true place counts more in the base than in the cover, so none may count more in the
//! cover than in the base. If a fin is true, what it sees is false.
//!
//! ## Example
//! Row 2 and box 7 have their 5s only in columns 1 and 3. So columns 1 and 3 have them there,
//! and no other cell of these columns is 5.
//!
//! ## Sources
//! The Ultimate FISH Guide on the players' forum, begun by tarek in October 2006, has the fish with
//! all kinds of houses. Codes 0330 to 0363 of HoDoKu's library, whose names we follow. Fish of up to four houses are looked for, finned
//! mutant ones of up to five; on boards larger than 9×9 those of two. On other shapes every
//! house that is no row or column counts as a box.

use super::support::houses::{Cast, HouseFish, each_fish};
use crate::logic::{Effect, Evidence, Family, Info, Message, Role, Scene, Sink, Step, Strategy};
use piste_core::Board;
use piste_core::space::{Large, SetOf, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) struct ComplexFish {
    info: &'static Info,
    cast: Cast,
    form: Form,
    largest: usize,
}

/// How a fish is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Finned,
    Siamese,
}

const fn info(slug: &'static str, name: &'static str, codes: &'static [&'static str]) -> Info {
    Info { slug, name, family: Family::Fish, assumes_uniqueness: false, codes, explain }
}

pub(in crate::logic) static FRANKEN_FISH: ComplexFish = ComplexFish {
    info: &info("franken-fish", "Franken fish", &["0330", "0331", "0332"]),
    cast: Cast::Franken,
    form: Form::Plain,
    largest: 4,
};
pub(in crate::logic) static FINNED_FRANKEN_FISH: ComplexFish = ComplexFish {
    info: &info("finned-franken-fish", "finned Franken fish", &["0340", "0341", "0342"]),
    cast: Cast::Franken,
    form: Form::Finned,
    largest: 4,
};
pub(in crate::logic) static SIAMESE_FRANKEN_FISH: ComplexFish = ComplexFish {
    info: &info("siamese-franken-fish", "siamese Franken fish", &["03401", "03411", "03421"]),
    cast: Cast::Franken,
    form: Form::Siamese,
    largest: 4,
};
pub(in crate::logic) static MUTANT_FISH: ComplexFish = ComplexFish {
    info: &info("mutant-fish", "mutant fish", &["0350", "0351", "0352"]),
    cast: Cast::Mutant,
    form: Form::Plain,
    largest: 4,
};
pub(in crate::logic) static FINNED_MUTANT_FISH: ComplexFish = ComplexFish {
    info: &info("finned-mutant-fish", "finned mutant fish", &["0360", "0361", "0362", "0363"]),
    cast: Cast::Mutant,
    form: Form::Finned,
    largest: 5,
};
pub(in crate::logic) static SIAMESE_MUTANT_FISH: ComplexFish = ComplexFish {
    info: &info("siamese-mutant-fish", "siamese mutant fish", &["03601", "03611", "03621"]),
    cast: Cast::Mutant,
    form: Form::Siamese,
    largest: 4,
};

impl<S: Space> Strategy<S> for ComplexFish {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn find(&self, scene: &Scene<'_, S>, sink: &mut Sink<S>) -> ControlFlow<()> {
        let space = scene.space();
        for digit in space.all_digits() {
            let mut told = HashSet::new();
            let mut others: Vec<HouseFish<S>> = Vec::new();
            each_fish(scene, digit, 2..=self.largest, |fish| {
                if fish.cast(space) != self.cast
                    || fish.fins.is_empty() != (self.form == Form::Plain)
                {
                    return ControlFlow::Continue(());
                }
                if self.form != Form::Siamese {
                    return match told.insert(fish.victims) {
                        true => sink.offer(self.step(scene, digit, &[&fish])),
                        false => ControlFlow::Continue(()),
                    };
                }
                for other in others.iter().filter(|other| other.base == fish.base) {
                    let both = other.victims | fish.victims;
                    if both != other.victims && both != fish.victims && told.insert(both) {
                        sink.offer(self.step(scene, digit, &[other, &fish]))?;
                    }
                }
                others.push(fish);
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }
}

impl ComplexFish {
    fn step<S: Space>(
        &self,
        scene: &Scene<'_, S>,
        digit: S::Digit,
        readings: &[&HouseFish<S>],
    ) -> Step<S> {
        let mut evidence = Evidence { digits: digit.into(), ..Evidence::default() };
        let mut victims = S::CellSet::EMPTY;
        for fish in readings {
            let in_base = fish
                .base
                .iter()
                .fold(S::CellSet::EMPTY, |all, house| all | scene.places(digit, house));
            evidence = evidence.and(Role::Body, in_base - fish.fins, digit.into());
            if !fish.fins.is_empty() {
                evidence = evidence.and(Role::Fin, fish.fins, digit.into());
            }
            evidence.houses |= fish.base;
            evidence.covers |= fish.cover;
            victims |= fish.victims;
        }
        let effect = Effect::eliminate(scene.marks_of(digit, victims));
        Step { strategy: self.info, effect, evidence }
    }
}

fn explain(step: &Step<Large>, _board: &Board<Large>) -> Message {
    let evidence = &step.evidence;
    let fins: Vec<_> = evidence.parts_in(Role::Fin).map(|part| part.cells).collect();
    let told = match fins.as_slice() {
        [] => Message::new("complex-fish").with("covers", evidence.covers),
        [fins] => {
            Message::new("complex-fish-finned").with("covers", evidence.covers).with("fins", *fins)
        }
        [one, other, ..] => {
            Message::new("complex-fish-siamese").with("one", *one).with("other", *other)
        }
    };
    told.with("houses", evidence.houses)
        .with("digit", evidence.the_digit())
        .with("gone", step.effect.eliminations())
}
