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

use super::refuting::{Floors, Kept, Standing, by_trials, go_round, least_length};
use super::trial::by_singles;
use super::{Bits, Enough, GivenUp, Net};

/// The length of braids that solves the net; nothing if no length does.
pub(in crate::rating) fn rating(net: &Net, enough: Enough<'_>) -> Result<Option<u32>, GivenUp> {
    let mut standing = Standing::default();
    least_length(&mut { *net }, |net, length| {
        close(net, &mut Floors::default(), length, &mut standing, enough)
    })
}

/// The length of braids with which trial and error solves the net: the x of B(x)B.
///
/// From one length to the next, what the trial of a candidate has come to is kept: longer braids go on from there.
pub(in crate::rating) fn trial_rating(
    net: &Net,
    enough: Enough<'_>,
) -> Result<Option<u32>, GivenUp> {
    let mut net = *net;
    let mut standing = Standing::default();
    by_singles(&mut net, &mut Floors::default(), &mut standing, enough)?;
    let mut kept = Kept::new();
    least_length(&mut net, |net, length| {
        if length == 0 {
            return Ok(());
        }
        let inside =
            |net: &mut Net, floors: &mut Floors, within: &mut Standing, enough: Enough<'_>| {
                close(net, floors, length, within, enough)
            };
        let outside = |net: &mut Net, enough: Enough<'_>| {
            by_singles(net, &mut Floors::default(), &mut standing, enough)
        };
        by_trials(net, &mut Floors::default(), &mut kept, inside, outside, enough)
    })
}

/// Takes away all that braids of at most this length refute. What stands when singles are followed to the end, no braid refutes.
fn close(
    net: &mut Net,
    floors: &mut Floors,
    length: u32,
    standing: &mut Standing,
    enough: Enough<'_>,
) -> Result<(), GivenUp> {
    net.settle();
    if length == 0 {
        return Ok(());
    }
    go_round(net, standing, |net, standing, target| {
        if enough() {
            return Err(GivenUp);
        }
        if standing.stands(net, floors, target) {
            return Ok(false);
        }
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
    let mut net = *net;
    let Some(forced) = net.look_again() else { return Ok(variables >= 1) };
    let forced = forced.without(excluded);
    if variables <= 1 || forced.is_empty() || !runs_dry(&net, &forced, excluded, variables - 1) {
        return Ok(false);
    }
    let mut excluded = *excluded;
    for candidate in forced.iter() {
        if is_refuted(&net.supposing(candidate), &excluded, variables - 1, enough)? {
            return Ok(true);
        }
        excluded.set(candidate);
    }
    Ok(false)
}

/// Whether a variable runs dry within so many rounds, each of which takes all that is forced and not excluded; in the first one
/// that is `forced`.
pub(super) fn runs_dry(net: &Net, forced: &Bits, excluded: &Bits, rounds: u32) -> bool {
    let (mut net, mut forced) = (*net, *forced);
    for _ in 0..rounds {
        net.assume(&forced);
        match net.look() {
            None => return true,
            Some(found) => forced = found.without(excluded),
        }
        if forced.is_empty() {
            return false;
        }
    }
    false
}
