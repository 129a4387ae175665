//! How candidates are taken away, whatever proves them wrong: over and over until no proof is left, and with ever
//! longer proofs until the net is solved.

use super::{GivenUp, Net};

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

/// Tries every loose candidate in turn, until once round none has been refuted since the last one was, or nothing is left to
/// do. `refutes` takes the candidate away if there is a proof, and says so.
pub(super) fn go_round(
    net: &mut Net,
    mut refutes: impl FnMut(&mut Net, usize) -> Result<bool, GivenUp>,
) -> Result<(), GivenUp> {
    let mut last = None;
    loop {
        let mut has_found = false;
        for candidate in net.loose().iter() {
            let is_round = !has_found && last.is_some_and(|last| candidate > last);
            if is_round || net.is_dead() || net.is_solved() {
                return Ok(());
            }
            if net.loose().has(candidate) && refutes(net, candidate)? {
                (has_found, last) = (true, Some(candidate));
            }
        }
        if !has_found {
            return Ok(());
        }
    }
}
