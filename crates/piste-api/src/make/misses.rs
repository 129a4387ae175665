//! What came to nothing, and how close it came: the account that is given when a brief is
//! not met, so that whoever wrote it knows what to ask for instead.

use crate::words::thousands;
use piste::generate::{Brief, Miss, Part};

/// What attempts came to that came to nothing.
#[derive(Clone, Debug, Default)]
pub struct Misses {
    /// Puzzles that had been made before, or were excluded.
    repeated: u64,
    /// Attempts without a puzzle, and why the last of them gave up.
    gave_up: u64,
    why: Option<&'static str>,
    /// Puzzles that missed this part of the brief first, and the closest of them.
    parts: Vec<(Part, u64, Closest)>,
}

/// The puzzle that came closest, or where no distance exists, the first.
#[derive(Clone, Debug)]
struct Closest {
    distance: Option<f64>,
    says: String,
}

impl Closest {
    /// Keeps the closer of the two, the earlier one if they are equally close.
    fn keep(&mut self, other: Closest) {
        if let (Some(known), Some(new)) = (self.distance, other.distance)
            && new < known
        {
            *self = other;
        }
    }
}

/// How far a miss is from the brief, where that can be said in a number.
fn distance(miss: &Miss, brief: &Brief) -> Option<f64> {
    match miss {
        Miss::Target { distance, .. } => Some(*distance),
        Miss::NotMinimal(spare) => Some(*spare as f64),
        Miss::Givens(count) => {
            let (low, high) = (*brief.givens.start(), *brief.givens.end());
            Some(low.saturating_sub(*count).max(count.saturating_sub(high)) as f64)
        }
        _ => None,
    }
}

impl Misses {
    /// One puzzle that had been made before.
    pub fn repeated() -> Misses {
        Misses { repeated: 1, ..Misses::default() }
    }

    /// One attempt, and what was missing.
    pub fn of(miss: &Miss, brief: &Brief) -> Misses {
        let mut misses = Misses::default();
        misses.add(miss, brief);
        misses
    }

    /// One more attempt, and what was missing.
    pub fn add(&mut self, miss: &Miss, brief: &Brief) {
        let Some(part) = miss.part() else {
            self.gave_up += 1;
            if let Miss::GaveUp(gave_up) = miss {
                self.why = Some(gave_up.why);
            }
            return;
        };
        let this = Closest { distance: distance(miss, brief), says: miss.to_string() };
        self.miss(part, 1, this);
    }

    fn miss(&mut self, part: Part, count: u64, closest: Closest) {
        match self.parts.iter_mut().find(|(known, ..)| *known == part) {
            Some((_, known, best)) => {
                *known += count;
                best.keep(closest);
            }
            None => self.parts.push((part, count, closest)),
        }
    }

    /// Adds what others came to.
    pub fn merge(&mut self, other: Misses) {
        self.repeated += other.repeated;
        self.gave_up += other.gave_up;
        self.why = other.why.or(self.why);
        for (part, count, closest) in other.parts {
            self.miss(part, count, closest);
        }
    }

    /// How many they were.
    pub fn tries(&self) -> u64 {
        self.repeated + self.gave_up + self.parts.iter().map(|(_, count, _)| count).sum::<u64>()
    }

    /// Which parts of the brief failed, how often, and how close it came.
    pub fn sentences(&self, brief: &Brief) -> Vec<String> {
        let mut sentences = Vec::new();
        for (part, count, closest) in &self.parts {
            let what = match (part, &brief.target) {
                (Part::Target, Some(target)) => format!("the target, {target},"),
                _ => match part.what().strip_prefix("a ") {
                    Some(what) => format!("the {what}"),
                    None => part.what().to_owned(),
                },
            };
            let which = if closest.distance.is_some() { "the closest had" } else { "one of them" };
            sentences.push(format!(
                "missed {what} {} times; {which}: {}",
                thousands(*count),
                closest.says
            ));
        }
        if let Some(why) = self.why {
            sentences.push(format!("no puzzle at all {} times: {why}", thousands(self.gave_up)));
        }
        if self.repeated > 0 {
            let repeated = thousands(self.repeated);
            sentences.push(format!("made or excluded before, up to symmetry: {repeated}"));
        }
        sentences
    }
}
