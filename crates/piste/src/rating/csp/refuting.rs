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
//! An end that something was taken from since vouches for nothing, but the trial need not begin again: what followed still
//! follows, and it goes on from there. The same holds one floor down. Whatever follows from supposing a candidate alone follows also
//! where another one is supposed besides; so a trial inside a trial begins where both ends [meet](Net::meeting), and [`Floors`]
//! keeps the ends of candidates on every floor for all trials above. What comes out is the same as from the beginning, since singles
//! end in the same place whatever the order.
//!
//! Where a trial takes long, because it makes trials or looks for braids itself, its end is kept whole ([`by_trials`]).

use super::bits::INDICES;
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

/// The ends of trials, by the candidates that were supposed.
#[derive(Clone, Default)]
struct Ends {
    /// Where the end of each candidate is, counted from 1; empty until there is one.
    places: Vec<u16>,
    nets: Vec<Net>,
}

impl Ends {
    fn place(&self, candidate: usize) -> Option<usize> {
        self.places.get(candidate)?.checked_sub(1).map(usize::from)
    }

    fn find(&self, candidate: usize) -> Option<&Net> {
        self.place(candidate).map(|at| &self.nets[at])
    }

    fn put(&mut self, candidate: usize, end: &Net) {
        if let Some(at) = self.place(candidate) {
            self.nets[at] = *end;
            return;
        }
        self.places.resize(INDICES, 0);
        self.nets.push(*end);
        self.places[candidate] = self.nets.len() as u16;
    }
}

/// The nets in which trials are made, the outermost first, with what follows by singles from candidates there.
#[derive(Default)]
pub(super) struct Floors(Vec<(Net, Ends)>);

impl Floors {
    /// The trials that follow are made in this net.
    fn enter(&mut self, net: &Net) {
        self.0.push((*net, Ends::default()));
    }

    /// They are no longer.
    fn leave(&mut self) {
        self.0.pop();
    }
}

/// A net in which a candidate is supposed, as far as is known from the floors below.
fn begun(net: &Net, below: &mut [(Net, Ends)], candidate: usize) -> Net {
    let Some((floor, lower)) = below.split_last_mut() else { return net.supposing(candidate) };
    if let Some(end) = floor.1.find(candidate) {
        return net.meeting(end);
    }
    let mut end = begun(&floor.0, lower, candidate);
    end.settle();
    floor.1.put(candidate, &end);
    net.meeting(&end)
}

/// The ends of trials that led to no contradiction.
#[derive(Clone, Default)]
pub(super) struct Standing {
    ends: Ends,
    /// What is true at some end from which nothing was taken since.
    safe: Bits,
}

impl Standing {
    /// This is where the trial of a candidate ended.
    pub(super) fn add(&mut self, candidate: usize, end: &Net) {
        self.safe = self.safe.or(&end.truth);
        self.ends.put(candidate, end);
    }

    /// Whether a trial by singles leads to no contradiction.
    pub(super) fn stands(&mut self, net: &Net, floors: &mut Floors, candidate: usize) -> bool {
        let mut trial = match self.ends.find(candidate) {
            Some(end) => net.meeting(end),
            None => begun(net, &mut floors.0, candidate),
        };
        trial.settle();
        if !trial.is_dead() {
            self.add(candidate, &trial);
        }
        !trial.is_dead()
    }

    /// Ends that what is gone from the net would have changed vouch for nothing.
    fn follow(&mut self, net: &Net) {
        let ends = self.ends.nets.iter().filter(|end| end.open.is_within(&net.open));
        self.safe = ends.fold(Bits::EMPTY, |safe, end| safe.or(&end.truth));
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
        let (mut has_found, mut from) = (false, (0, 0));
        if net.is_dead() || net.is_solved() {
            return Ok(());
        }
        while let Some(candidate) = net.loose().without(&standing.safe).next(from) {
            let place = (candidate % 128, candidate / 128);
            if !has_found && last.is_some_and(|last| place > last) {
                return Ok(());
            }
            from = (place.0, place.1 + 1);
            if refutes(net, standing, candidate)? {
                (has_found, last) = (true, Some(place));
                standing.follow(net);
                if net.is_dead() || net.is_solved() {
                    return Ok(());
                }
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
    floors: &mut Floors,
    kept: &mut Kept,
    mut inside: impl FnMut(&mut Net, &mut Floors, &mut Standing, Enough<'_>) -> Result<(), GivenUp>,
    mut outside: impl FnMut(&mut Net, Enough<'_>) -> Result<(), GivenUp>,
    enough: Enough<'_>,
) -> Result<(), GivenUp> {
    floors.enter(net);
    let done = go_round(net, &mut Standing::default(), |net, standing, candidate| {
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
        inside(end, floors, within, enough)?;
        if end.is_dead() {
            net.reject(candidate);
            outside(net, enough)?;
            return Ok(true);
        }
        standing.add(candidate, end);
        kept.insert(candidate, trial);
        Ok(false)
    });
    floors.leave();
    done
}
