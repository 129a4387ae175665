//! What came to nothing, and how close it came: the account that is given when a brief is
//! not met, so that whoever wrote it knows what to ask for instead.

use crate::progress::thousands;
use piste::generate::{Brief, Miss, Part};

/// What attempts came to that came to nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misses {
    /// Puzzles that had been made before, or were excluded.
    repeated: u64,
    /// Attempts without a puzzle, and why the last of them gave up.
    gave_up: u64,
    why: Option<&'static str>,
    /// Puzzles that missed this part of the brief first, and the closest of them.
    parts: Vec<(Part, u64, Closest)>,
}

#[derive(Clone, Debug)]
struct Closest {
    distance: f64,
    says: String,
}

impl Misses {
    /// One puzzle that had been made before.
    pub(crate) fn repeated() -> Misses {
        Misses { repeated: 1, ..Misses::default() }
    }

    /// One more attempt, and what was missing.
    pub(crate) fn add(&mut self, miss: &Miss) {
        let Some(part) = miss.part() else {
            self.gave_up += 1;
            if let Miss::GaveUp(gave_up) = miss {
                self.why = Some(gave_up.why);
            }
            return;
        };
        let distance = match miss {
            Miss::Target { distance, .. } => *distance,
            Miss::NotMinimal(spare) => *spare as f64,
            _ => 1.0,
        };
        match self.parts.iter_mut().find(|(known, ..)| *known == part) {
            Some((_, count, closest)) => {
                *count += 1;
                if distance < closest.distance {
                    *closest = Closest { distance, says: miss.to_string() };
                }
            }
            None => self.parts.push((part, 1, Closest { distance, says: miss.to_string() })),
        }
    }

    /// Adds what others came to.
    pub(crate) fn merge(&mut self, other: Misses) {
        self.repeated += other.repeated;
        self.gave_up += other.gave_up;
        self.why = other.why.or(self.why);
        for (part, count, closest) in other.parts {
            match self.parts.iter_mut().find(|(known, ..)| *known == part) {
                Some((_, known, best)) => {
                    *known += count;
                    if closest.distance < best.distance {
                        *best = closest;
                    }
                }
                None => self.parts.push((part, count, closest)),
            }
        }
    }

    /// How many they were.
    pub(crate) fn tries(&self) -> u64 {
        self.repeated + self.gave_up + self.parts.iter().map(|(_, count, _)| count).sum::<u64>()
    }

    /// Which parts of the brief failed, how often, and how close it came.
    pub(crate) fn sentences(&self, brief: &Brief) -> Vec<String> {
        let mut sentences = Vec::new();
        for (part, count, closest) in &self.parts {
            let what = match (part, &brief.target) {
                (Part::Target, Some(target)) => format!("the target, {target},"),
                _ => match part.what().strip_prefix("a ") {
                    Some(what) => format!("the {what}"),
                    None => part.what().to_owned(),
                },
            };
            sentences.push(format!(
                "missed {what} {} times; the closest had: {}",
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
