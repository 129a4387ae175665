//! Trial and error, as deep as it must go.
//!
//! T&E(0) is the basic theory: singles. T&E(d) supposes each candidate in turn, works out what follows by
//! T&E(d − 1), and takes the candidate away if that leads to a variable without an answer; and so on until no
//! candidate can be taken away. That a trial leads to the solution proves nothing here, and is not
//! used: the question is what can be refuted. Where this ends does not depend on the order, since
//! whatever can be refuted can still be refuted when more is gone.

use super::refuting::{Floors, Kept, Standing, by_trials, go_round};
use super::{Enough, GivenUp, Net};

/// The deepest that is looked: no puzzle is known that needs more.
pub(in crate::rating) const DEEPEST: u32 = 3;

/// How deep trial and error must go to solve the net; nothing if three deep are not enough.
pub(in crate::rating) fn depth(net: &Net, enough: Enough<'_>) -> Result<Option<u32>, GivenUp> {
    let mut net = *net;
    for depth in 0..=DEEPEST {
        refute(&mut net, &mut Floors::default(), depth, enough)?;
        if net.is_solved() {
            return Ok(Some(depth));
        }
    }
    Ok(None)
}

/// Takes away all that trial and error of this depth refutes.
fn refute(
    net: &mut Net,
    floors: &mut Floors,
    depth: u32,
    enough: Enough<'_>,
) -> Result<(), GivenUp> {
    match depth {
        0 => {
            net.settle();
            Ok(())
        }
        1 => by_singles(net, floors, &mut Standing::default(), enough),
        _ => {
            let inside =
                |net: &mut Net, floors: &mut Floors, within: &mut Standing, enough: Enough<'_>| {
                    // What stands one deep is little to keep, what stands deeper is not.
                    if depth == 2 {
                        by_singles(net, floors, within, enough)
                    } else {
                        refute(net, floors, depth - 1, enough)
                    }
                };
            let mut standing = Standing::default();
            inside(net, floors, &mut standing, enough)?;
            let outside = |net: &mut Net, enough: Enough<'_>| {
                inside(net, &mut Floors::default(), &mut standing, enough)
            };
            by_trials(net, floors, &mut Kept::new(), inside, outside, enough)
        }
    }
}

/// Trial and error one deep, where something is known to stand.
pub(super) fn by_singles(
    net: &mut Net,
    floors: &mut Floors,
    standing: &mut Standing,
    enough: Enough<'_>,
) -> Result<(), GivenUp> {
    net.settle();
    go_round(net, standing, |net, standing, candidate| {
        if enough() {
            return Err(GivenUp);
        }
        let stands = standing.stands(net, floors, candidate);
        if !stands {
            net.reject(candidate);
        }
        Ok(!stands)
    })
}
