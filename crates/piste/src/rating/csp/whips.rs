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
use super::refuting::{Floors, Standing, go_round, least_length};
use super::{Bits, Enough, GivenUp, LINKED, Net, answers};

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
        if standing.stands(net, &mut Floors::default(), target) {
            return Ok(false);
        }
        let is_wrong = is_refuted(&net.open, &net.supposing(target), target, length, enough)?;
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
    let mut net = *net;
    // The variable that ran dry lost its last candidate to the latest one.
    let Some(forced) = net.look_again() else { return Ok(variables >= 1) };
    if variables <= 1 || forced.is_empty() || !runs_dry(&net, &forced, &Bits::EMPTY, variables - 1)
    {
        return Ok(false);
    }
    let entries = start.and(&LINKED[last]);
    for candidate in forced.iter().filter(|&candidate| is_entered(&net, candidate, &entries)) {
        let next = net.supposing(candidate);
        if is_refuted(start, &next, candidate, variables - 1, enough)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether one of the variables whose only candidate this is can be entered by one of these.
fn is_entered(net: &Net, candidate: usize, entries: &Bits) -> bool {
    answers(candidate).iter().any(|members| {
        let mut others = members.iter().map(|&c| usize::from(c)).filter(|&c| c != candidate);
        others.clone().any(|other| entries.has(other)) && others.all(|other| !net.open.has(other))
    })
}
