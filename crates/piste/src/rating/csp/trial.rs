//! Trial and error, as deep as it must go.
//!
//! T&E(0) is the basic theory: singles. T&E(d) supposes each candidate in turn, works out what follows by
//! T&E(d − 1), and takes the candidate away if that leads to a variable without an answer; and so on until no
//! candidate can be taken away. That a trial leads to the solution proves nothing here, and is not
//! used: the question is what can be refuted. Where this ends does not depend on the order, since
//! whatever can be refuted can still be refuted when more is gone.

use super::refuting::go_round;
use super::{Enough, GivenUp, Net};

/// The deepest that is looked: no puzzle is known that needs more.
pub(in crate::rating) const DEEPEST: u32 = 3;

/// How deep trial and error must go to solve the net; nothing if three deep are not enough.
pub(in crate::rating) fn depth(net: &Net, enough: Enough<'_>) -> Result<Option<u32>, GivenUp> {
    let mut net = *net;
    for depth in 0..=DEEPEST {
        refute(&mut net, depth, enough)?;
        if net.is_solved() {
            return Ok(Some(depth));
        }
    }
    Ok(None)
}

/// Takes away all that trial and error of this depth refutes.
pub(super) fn refute(net: &mut Net, depth: u32, enough: Enough<'_>) -> Result<(), GivenUp> {
    net.settle();
    if depth == 0 {
        return Ok(());
    }
    refute(net, depth - 1, enough)?;
    go_round(net, |net, candidate| {
        if enough() {
            return Err(GivenUp);
        }
        let mut trial = net.supposing(candidate);
        refute(&mut trial, depth - 1, enough)?;
        if trial.is_dead() {
            net.reject(candidate);
            refute(net, depth - 1, enough)?;
        }
        Ok(trial.is_dead())
    })
}
