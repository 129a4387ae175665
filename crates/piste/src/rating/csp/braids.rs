//! Braids: how short can the proof be that a candidate is wrong?
//!
//! Suppose a candidate, the *target*. What is linked to it is gone. Some variables have one candidate
//! left then; take one of these as true, and what is linked to it is gone as well; and so on, until a variable has
//! none. The candidates that were taken are a *braid*, and its length is the number of variables
//! that it went through, the last one included. Every contradiction that trial and error finds is a braid of
//! some length; the length says how much of the work was needed. A puzzle is in B(n) if singles and
//! braids of at most n variables solve it.
//!
//! # How the shortest is found
//! Any forced candidate may be taken next, and the order in which candidates are taken does not matter once
//! they are: what counts is the set. So sets are gone through, each once: with the forced candidates in some
//! order, either the first is taken, or it is never taken and the second is, and so on. Two things cut
//! that short. Whoever takes *all* forced candidates at once, round by round, is never later than whoever
//! takes them one by one; so if no variable runs dry within as many rounds as there are variables left to
//! spend, no braid goes that way. And what was excluded stays excluded in those rounds, so that the later branches
//! die early. No set is ever kept, and nothing is given up for want of memory.
//!
//! # Where it ends
//! A braid for a target is still one when other candidates are gone (some of its variables may then be
//! forced sooner), so the end of taking away all that braids of length n refute does not depend on the
//! order, and B(n) can be looked for by n = 1, 2, 3 … from where the last one ended.

use super::refuting::{go_round, least_length};
use super::trial::refute;
use super::{Bits, Enough, GivenUp, Net};
use std::collections::BTreeMap;

/// The length of braids that solves the net; nothing if no length does.
pub(in crate::rating) fn rating(net: &Net, enough: Enough<'_>) -> Result<Option<u32>, GivenUp> {
    least_length(&mut { *net }, |net, length| close(net, length, enough))
}

/// The length of braids with which trial and error solves the net: the x of B(x)B.
///
/// From one length to the next, what the trial of a candidate has come to is kept as long as nothing
/// has been taken away from the net itself: longer braids go on from there.
pub(in crate::rating) fn trial_rating(
    net: &Net,
    enough: Enough<'_>,
) -> Result<Option<u32>, GivenUp> {
    let mut net = *net;
    refute(&mut net, 1, enough)?;
    let mut kept: BTreeMap<usize, Net> = BTreeMap::new();
    least_length(&mut net, |net, length| {
        if length == 0 {
            return Ok(());
        }
        go_round(net, |net, target| {
            let mut trial = kept.remove(&target).unwrap_or_else(|| net.supposing(target));
            close(&mut trial, length, enough)?;
            let is_dead = trial.is_dead();
            if is_dead {
                net.reject(target);
                refute(net, 1, enough)?;
                kept.clear();
            } else {
                kept.insert(target, trial);
            }
            Ok(is_dead)
        })
    })
}

/// Takes away all that braids of at most this length refute.
fn close(net: &mut Net, length: u32, enough: Enough<'_>) -> Result<(), GivenUp> {
    net.settle();
    if length == 0 {
        return Ok(());
    }
    go_round(net, |net, target| {
        let is_wrong = is_refuted(&net.supposing(target), &Bits::EMPTY, length, enough)?;
        if is_wrong {
            net.reject(target);
        }
        Ok(is_wrong)
    })
}

/// Whether a variable can be made to run dry by going through at most so many, the dry one
/// included, without taking what is excluded.
fn is_refuted(
    net: &Net,
    excluded: &Bits,
    variables: u32,
    enough: Enough<'_>,
) -> Result<bool, GivenUp> {
    if enough() {
        return Err(GivenUp);
    }
    if net.is_dead || variables <= 1 || net.waiting == 0 {
        return Ok(net.is_dead && variables >= 1);
    }
    if !runs_dry(net, excluded, variables - 1) {
        return Ok(false);
    }
    let mut excluded = *excluded;
    let mut choices = Vec::new();
    let mut waiting = *net;
    waiting.take_forced(&excluded, |candidate| choices.push(candidate));
    for candidate in choices {
        let next = net.supposing(candidate);
        if next.is_dead || is_refuted(&next, &excluded, variables - 1, enough)? {
            return Ok(true);
        }
        excluded.set(candidate);
    }
    Ok(false)
}

/// Whether a variable runs dry within so many rounds, each of which takes all that is forced and not excluded.
pub(super) fn runs_dry(net: &Net, excluded: &Bits, rounds: u32) -> bool {
    let mut net = *net;
    let mut round = Vec::new();
    for _ in 0..rounds {
        net.take_forced(excluded, |candidate| round.push(candidate));
        if round.is_empty() {
            return net.is_dead;
        }
        for candidate in round.drain(..) {
            // Two that are forced at once may rule each other out.
            if !net.open.has(candidate) {
                return true;
            }
            net.assume(candidate);
            if net.is_dead {
                return true;
            }
        }
    }
    net.is_dead
}
