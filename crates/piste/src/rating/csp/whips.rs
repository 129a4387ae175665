//! Whips: the proofs that can be followed in one line.
//!
//! A whip is a [braid](super::braids) in which each variable is entered from the candidate that was taken just
//! before: it has a candidate, the *left* one, that this last one rules out. Whatever else is
//! missing from it was ruled out by the target or earlier on. So a whip can be read aloud without
//! going back, as a chain can. Nearly all that braids do whips of the same length do too.
//!
//! # How the shortest is found
//! Chains are gone through depth first, to a length that grows. What [braids](super::braids) cannot do with the
//! variables that are left, whips cannot either, and that is asked at every candidate.
//!
//! # Where it ends
//! A whip may lose a left candidate when others are taken away, so unlike braids the end can in principle depend on
//! the order. Here all that whips of one length refute is taken away, over and over in the order of the cells, before
//! longer ones are tried.

use super::braids::runs_dry;
use super::refuting::{Standing, go_round, least_length};
use super::{Bits, Enough, GivenUp, LINKED, MEMBERS, Net};

/// The length of whips that solves the net; nothing if no length does.
pub(in crate::rating) fn rating(net: &Net, enough: Enough<'_>) -> Result<Option<u32>, GivenUp> {
    let mut standing = Standing::default();
    least_length(&mut { *net }, |net, length| close(net, length, &mut standing, enough))
}

/// Takes away all that whips of at most this length refute. What stands when singles are followed to the end, no whip refutes.
fn close(
    net: &mut Net,
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
        let trial = net.supposing(target);
        let mut end = trial;
        end.settle();
        if !end.is_dead() {
            standing.add(&end);
            return Ok(false);
        }
        let is_wrong = is_refuted(&net.open, &trial, target, length, enough)?;
        if is_wrong {
            net.reject(target);
        }
        Ok(is_wrong)
    })
}

/// Whether a variable can be made to run dry by going through at most so many, the dry one included, each
/// entered from the candidate taken before it, of which `last` is the latest.
fn is_refuted(
    start: &Bits,
    net: &Net,
    last: usize,
    variables: u32,
    enough: Enough<'_>,
) -> Result<bool, GivenUp> {
    if enough() {
        return Err(GivenUp);
    }
    // The variable that ran dry lost its last candidate to the latest one.
    if net.is_dead || variables <= 1 || net.waiting == 0 {
        return Ok(net.is_dead && variables >= 1);
    }
    if !runs_dry(net, &Bits::EMPTY, variables - 1) {
        return Ok(false);
    }
    let entries = start.and(&LINKED[last]);
    let mut tried = net.truth;
    for &variable in &net.forced[..usize::from(net.waiting)] {
        let is_entered =
            MEMBERS[usize::from(variable)].iter().any(|&c| entries.has(usize::from(c)));
        let Some(candidate) = net.last(variable).filter(|&c| is_entered && !tried.has(c)) else {
            continue;
        };
        tried.set(candidate);
        let next = net.supposing(candidate);
        if is_refuted(start, &next, candidate, variables - 1, enough)? {
            return Ok(true);
        }
    }
    Ok(false)
}
