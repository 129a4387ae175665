//! Handing out what is in the library, whatever its shape: drawing, marking, writing, and the last words.
//!
//! How a puzzle is disguised, rated and written is different for the classic board, whose ratings are recalled where that is
//! right, and for other shapes, where each is rated anew: that is a [`Wardrobe`]. All else is the same, and stands here.

use super::super::library::{is_stopped, lacking, tell_damage, wanting};
use super::Make;
use super::library::SLUG;
use crate::interrupt::{self, Signal};
use crate::job::count;
use crate::printer::{Printer, Reply};
use crate::progress::thousands;
use crate::status::{Status, tell};
use anyhow::bail;
use piste::generate::Wanted;
use piste::rating::{Condition, Info};
use piste_store::batch::{CutShort, Sink, Trouble};
use piste_store::library::{Draw, Entry, Filter, Id, Library};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How puzzles of one kind are disguised and written.
pub(super) trait Wardrobe<P> {
    /// What they are of, for the last words: ` of 6x6`, or nothing.
    fn of(&self) -> String;

    /// The metrics of which the library is asked.
    fn metrics(&self) -> Vec<&'static Info>;

    /// How many puzzles are drawn at a time.
    fn batch(&self) -> usize;

    /// The next puzzles of a draw, at most so many; none when there are no more.
    fn next(
        &self,
        draw: &mut Draw,
        library: &Library,
        most: usize,
    ) -> anyhow::Result<Vec<Entry<P>>>;

    /// Whether a puzzle may be handed out, as far as what was made before goes.
    fn is_new(&mut self, entry: &Entry<P>) -> anyhow::Result<bool>;

    /// What is written of these, the first of which has this number.
    fn replies(&self, entries: &[Entry<P>], first: u64) -> anyhow::Result<Vec<Reply>>;
}

impl Make {
    /// Which puzzles of the library are wanted, of those that this filter lets through.
    pub(super) fn filter(
        &self,
        among: Filter,
        symmetry: Wanted,
        target: Option<&Condition>,
        givens: Option<&RangeInclusive<usize>>,
    ) -> anyhow::Result<Filter> {
        if self.library.fresh.as_deref().is_some_and(|name| name.trim().is_empty()) {
            bail!("--fresh: a collection needs a name");
        }
        let mut filter = among.with_symmetry(symmetry);
        if let Some(target) = target {
            filter = filter.and(target);
        }
        if let Some(givens) = givens {
            filter = filter.with_givens(givens.clone());
        }
        if let Some(collection) = &self.library.fresh {
            filter = filter.unused_by(collection);
        }
        Ok(filter)
    }

    /// Hands out as many as are wanted, closes the output, and says how it went.
    pub(super) fn hand_out<P>(
        &self,
        mut wardrobe: impl Wardrobe<P>,
        library: &mut Library,
        filter: &Filter,
        (mut printer, seed, quiet): (Printer, u64, bool),
    ) -> anyhow::Result<Status> {
        let mut draw = library.draw(filter, &wardrobe.metrics(), seed)?;
        let mut found = 0;
        let of = wardrobe.of();
        let dealt =
            self.deal(&mut wardrobe, (&mut *library, &mut draw, seed), &mut printer, &mut found);
        let signal = match dealt {
            // What the library was doing is undone; what was handed out before stays.
            Err(error) if is_stopped(&error) => interrupt::pending(),
            dealt => dealt?,
        };
        let kept = match signal {
            None if found < self.count => printer.close_wanting().map(|()| None)?,
            _ => printer.close(signal.map(|_| CutShort::Cancelled))?,
        };
        let from = format!("{}{of} from the {SLUG}, seed {seed}", count(found, "puzzle"));
        let (words, status) = match signal {
            Some(signal) => {
                let kept = kept.map(|path| format!("; they are in {}", path.display()));
                let words = format!("interrupted: {from}{}", kept.unwrap_or_default());
                (Some(words), Status::Interrupted(signal))
            }
            None if found < self.count => {
                let (found, wanted) = (thousands(found), thousands(self.count));
                let fresh = if self.library.fresh.is_some() { " that are fresh" } else { "" };
                let lacking = lacking(library, filter)?;
                let lacking = lacking.map_or_else(String::new, |words| format!("; {words}"));
                let words = format!(
                    "the library has {found} such puzzles{of}{fresh}, not {wanted}{lacking}"
                );
                (Some(words), Status::Wanting)
            }
            None => (Some(from).filter(|_| !quiet), Status::Fine),
        };
        if let Some(words) = words {
            // If the standard error is closed, the exit code must do.
            tell(format_args!("piste: {words}"));
        }
        if draw.damage().is_none() {
            return Ok(status);
        }
        tell_damage(draw.damage());
        Ok(wanting(status))
    }

    /// Draws, marks, disguises and prints until there are enough, or no more, or a signal comes; `found` of them
    /// are handed out by then.
    fn deal<P>(
        &self,
        wardrobe: &mut impl Wardrobe<P>,
        (library, draw, seed): (&mut Library, &mut Draw, u64),
        printer: &mut Printer,
        found: &mut u64,
    ) -> anyhow::Result<Option<Signal>> {
        let wanted = self.count;
        let batch = wardrobe.batch();
        let mut round = 0;
        while *found < wanted {
            if let Some(signal) = interrupt::pending() {
                return Ok(Some(signal));
            }
            let most = usize::try_from(wanted - *found).unwrap_or(usize::MAX).min(batch);
            let drawn = wardrobe.next(draw, library, most)?;
            if drawn.is_empty() {
                // Where puzzles may come again, they do so in another order and disguise.
                if self.is_distinct() || *found == 0 || self.library.fresh.is_some() {
                    break;
                }
                round += 1;
                draw.again(seed.wrapping_add(round));
                continue;
            }
            let mut entries = Vec::with_capacity(drawn.len());
            for entry in drawn {
                if wardrobe.is_new(&entry)? {
                    entries.push(entry);
                }
            }
            if let Some(collection) = &self.library.fresh {
                // What another process has taken since it was drawn is theirs, and more is drawn instead.
                let ids: Vec<Id> = entries.iter().map(|entry| entry.id).collect();
                let ours: HashSet<Id> = library.take(collection, &ids)?.into_iter().collect();
                entries.retain(|entry| ours.contains(&entry.id));
            }
            for reply in wardrobe.replies(&entries, *found)? {
                match printer.take(reply) {
                    Ok(()) | Err(Trouble::Enough) => {}
                    Err(Trouble::Broken(error)) => return Err(error),
                    Err(Trouble::BadRecord(what)) => bail!("{what}"),
                }
                *found += 1;
            }
        }
        Ok(None)
    }
}
