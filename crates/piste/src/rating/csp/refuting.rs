//! How candidates are taken away, whatever proves them wrong: over and over until no proof is left, and with ever
//! longer proofs until the net is solved.
//!
//! # What need not be tried
//! Most trials prove nothing, and most of these are not needed. If supposing one candidate leads to no contradiction, and
//! makes another one true on the way, then the other leads to none either: whatever follows from it follows here, too. So one trial that
//! *stands* stands for all that is true at its end. It does so until something is taken from the net that was still open
//! there; what was gone there anyway changes nothing. [`Standing`] keeps the ends, and [`go_round`] passes over what they
//! vouch for. That holds for every kind of proof that stays one when more is gone: singles, trials, braids.
//!
//! Where a trial takes long, because it makes trials or looks for braids itself, its end is kept whole ([`by_trials`]). When the
//! candidate's turn comes again, it goes on from there, without what is gone from the net since.

use super::{Bits, Enough, GivenUp, Net};
use std::collections::BTreeMap;

/// The longest proofs that are looked for.
const LONGEST: u32 = 36;

/// The least length of proofs that solves the net; nothing if no length does. `close` takes away
/// all that proofs of at most some length refute.
pub(super) fn least_length(
    net: &mut Net,
    mut close: impl FnMut(&mut Net, u32) -> Result<(), GivenUp>,
) -> Result<Option<u32>, GivenUp> {
    for length in 0..=LONGEST {
        close(net, length)?;
        if net.is_solved() {
            return Ok(Some(length));
        }
    }
    Ok(None)
}

/// The ends of trials that led to no contradiction.
#[derive(Clone, Default)]
pub(super) struct Standing {
    ends: Vec<End>,
    /// What is true at some end.
    safe: Bits,
}

/// Where a trial ended: what was open, and what was true.
#[derive(Clone, Copy)]
struct End {
    open: Bits,
    truth: Bits,
}

impl Standing {
    /// This is where a trial ended.
    pub(super) fn add(&mut self, end: &Net) {
        self.safe = self.safe.or(&end.truth);
        self.ends.push(End { open: end.open, truth: end.truth });
    }

    /// Forgets the ends that what is gone from the net would have changed.
    fn follow(&mut self, net: &Net) {
        let before = self.ends.len();
        self.ends.retain(|end| end.open.is_within(&net.open));
        if self.ends.len() < before {
            self.safe = self.ends.iter().fold(Bits::EMPTY, |safe, end| safe.or(&end.truth));
        }
    }
}

/// Tries every loose candidate in turn, until once round none has been refuted since the last one was, or nothing is left to
/// do. `refutes` takes the candidate away if there is a proof, and says so; if there can be none, it may say
/// so to what stands.
pub(super) fn go_round(
    net: &mut Net,
    standing: &mut Standing,
    mut refutes: impl FnMut(&mut Net, &mut Standing, usize) -> Result<bool, GivenUp>,
) -> Result<(), GivenUp> {
    standing.follow(net);
    let mut last = None;
    loop {
        let mut has_found = false;
        for candidate in net.loose().iter() {
            let is_round = !has_found && last.is_some_and(|last| candidate > last);
            if is_round || net.is_dead() || net.is_solved() {
                return Ok(());
            }
            let is_tried = net.loose().has(candidate) && !standing.safe.has(candidate);
            if is_tried && refutes(net, standing, candidate)? {
                (has_found, last) = (true, Some(candidate));
                standing.follow(net);
            }
        }
        if !has_found {
            return Ok(());
        }
    }
}

/// Trials that stand, whole, each with what stands in it.
pub(super) type Kept = BTreeMap<usize, Box<(Net, Standing)>>;

/// Takes away what is refuted by supposing it and going on with `inside`, and does `outside` with the net
/// whenever something went.
pub(super) fn by_trials(
    net: &mut Net,
    kept: &mut Kept,
    mut inside: impl FnMut(&mut Net, &mut Standing, Enough<'_>) -> Result<(), GivenUp>,
    mut outside: impl FnMut(&mut Net, Enough<'_>) -> Result<(), GivenUp>,
    enough: Enough<'_>,
) -> Result<(), GivenUp> {
    go_round(net, &mut Standing::default(), |net, standing, candidate| {
        if enough() {
            return Err(GivenUp);
        }
        let mut trial = kept
            .remove(&candidate)
            .unwrap_or_else(|| Box::new((net.supposing(candidate), Standing::default())));
        let (end, within) = &mut *trial;
        for gone in end.open.without(&net.open).iter() {
            end.remove(gone);
        }
        inside(end, within, enough)?;
        if end.is_dead() {
            net.reject(candidate);
            outside(net, enough)?;
            return Ok(true);
        }
        standing.add(end);
        kept.insert(candidate, trial);
        Ok(false)
    })
}
