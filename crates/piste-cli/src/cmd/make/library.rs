//! `piste make --method library`: puzzles that are there already, in another dress.
//!
//! What fits the brief is drawn from the library, where it is found by one look-up, and disguised by a random
//! symmetry, which keeps that of the pattern if one was asked for. The ratings are those of the library:
//! nothing is rated again, so tens of thousands come out in a second. docs/library.md says which metrics may
//! see another puzzle in the disguise.

use super::super::library::Place;
use super::{Look, MADE, Make, caption, ledger, made};
use crate::args::Common;
use crate::batch::{CutShort, Sink, Trouble};
use crate::draw::{Ink, Picture, paint};
use crate::input::Item;
use crate::interrupt;
use crate::job::count;
use crate::output::Output;
use crate::printer::{Printer, Reply};
use crate::progress::thousands;
use crate::seed::Seed;
use crate::seen;
use crate::status::Status;
use anyhow::{Context, bail};
use clap::Args;
use piste::generate::{Brief, Part};
use piste::rating::{Info, Ratings, Selection};
use piste_core::symmetry::canonical;
use piste_core::{Grid, Rng};
use piste_store::library::{Draw, Entry, Filter, Id, Library, disguise};
use std::io::Write;

/// The name of the method.
pub(super) const SLUG: &str = "library";

/// The options that only this method has.
#[derive(Args, Debug)]
#[command(next_help_heading = "Library")]
pub(super) struct LibraryArgs {
    /// With --method library: nothing that this collection has had before
    ///
    /// What is handed out is marked as used by the collection, before it is.
    #[arg(long, value_name = "COLLECTION", num_args = 0..=1, default_missing_value = "default")]
    pub(super) fresh: Option<String>,

    #[command(flatten)]
    place: Place,
}

/// The most puzzles that are drawn, marked and written at a time.
const BATCH: usize = 512;

impl Make {
    /// Puzzles from the library.
    pub(super) fn hand_out_of_library(
        &self,
        common: &Common,
        brief: &Brief,
    ) -> anyhow::Result<Status> {
        use Part::{Minimal, Pattern, Solution, Start, Strategies};
        let beyond = [Minimal, Pattern, Solution, Strategies, Start];
        if let Some(part) = beyond.into_iter().find(|part| brief.says(*part)) {
            bail!("{SLUG} cannot work to {}: it takes what there is", part.what());
        }
        let mut filter = Filter::default().with_symmetry(brief.symmetry);
        if let Some(target) = &brief.target {
            filter = filter.and(target);
        }
        if brief.says(Part::Givens) {
            filter = filter.with_givens(brief.givens.clone());
        }
        if let Some(collection) = &self.library.fresh {
            filter = filter.unused_by(collection);
        }
        let library = self.library.place.open(common.quiet)?;
        let selection = self.selection(brief.target.as_ref());
        let (look, form) = self.look(common);
        let seed = Seed::new(self.seed).get(true);
        let mut printer = Printer::new(Output::open(self.output.as_deref())?, form);
        if let Look::Lines(lines) = look
            && let Some(header) = lines.header_with(&selection, &MADE)
        {
            printer.head(&header)?;
        }
        let metrics: Vec<&'static Info> = match look {
            Look::Record => Vec::new(),
            Look::Drawn { .. } | Look::Lines(_) => selection.shown().collect(),
        };
        let desk = Desk { make: self, brief, selection, look, seed };
        let (found, signal) = desk.hand_out(library, &filter, &metrics, &mut printer)?;
        let kept = match signal {
            None if found < self.count => printer.close_wanting().map(|()| None)?,
            _ => printer.close(signal.map(CutShort::Interrupted))?,
        };
        let from = format!("{} from the library, seed {seed}", count(found, "puzzle"));
        let (words, status) = match signal {
            Some(signal) => {
                let kept = kept.map(|path| format!("; they are in {}", path.display()));
                let words = format!("interrupted: {from}{}", kept.unwrap_or_default());
                (Some(words), Status::Interrupted(signal))
            }
            None if found < self.count => {
                let (found, wanted) = (thousands(found), thousands(self.count));
                let fresh = if self.library.fresh.is_some() { " that are fresh" } else { "" };
                let words = format!("the library has {found} such puzzles{fresh}, not {wanted}");
                (Some(words), Status::Wanting)
            }
            None => (Some(from).filter(|_| !common.quiet), Status::Fine),
        };
        if let Some(words) = words {
            // If the standard error is closed, the exit code must do.
            drop(writeln!(std::io::stderr(), "piste: {words}"));
        }
        Ok(status)
    }
}

/// Everything that is needed to hand puzzles out.
struct Desk<'a> {
    make: &'a Make,
    brief: &'a Brief,
    selection: Selection,
    look: Look,
    seed: u64,
}

impl Desk<'_> {
    fn hand_out(
        &self,
        mut library: Library,
        filter: &Filter,
        metrics: &[&'static Info],
        printer: &mut Printer,
    ) -> anyhow::Result<(u64, Option<interrupt::Signal>)> {
        let wanted = self.make.count;
        let excludes = !self.make.exclude.is_empty();
        let mut seen = ledger::seen(&self.make.exclude, excludes)?;
        let mut draw = library.draw(filter, metrics, self.seed)?;
        let mut round = 0;
        let mut found = 0;
        while found < wanted {
            if let Some(signal) = interrupt::pending() {
                return Ok((found, Some(signal)));
            }
            let most = usize::try_from(wanted - found).unwrap_or(usize::MAX).min(BATCH);
            let mut entries = next(&mut draw, &library, most)?;
            if entries.is_empty() {
                // Where puzzles may come again, they do so in another order and dress.
                if self.make.is_distinct() || found == 0 || self.make.library.fresh.is_some() {
                    break;
                }
                round += 1;
                draw = library.draw(filter, metrics, self.seed.wrapping_add(round))?;
                continue;
            }
            if let Some(seen) = &mut seen {
                let mut is_new = |grid: &Grid| seen.insert(seen::key(&canonical(grid).grid));
                let mut kept = Vec::with_capacity(entries.len());
                for entry in entries {
                    if is_new(&entry.grid).context("cannot keep canonical forms")? {
                        kept.push(entry);
                    }
                }
                entries = kept;
            }
            if let Some(collection) = &self.make.library.fresh {
                let ids: Vec<Id> = entries.iter().map(|entry| entry.id).collect();
                library.take(collection, &ids)?;
            }
            for entry in &entries {
                match printer.take(self.reply(entry, found)) {
                    Ok(()) | Err(Trouble::Enough) => {}
                    Err(Trouble::Broken(error)) => return Err(error),
                    Err(Trouble::BadRecord(what)) => bail!("{what}"),
                }
                found += 1;
            }
        }
        Ok((found, None))
    }

    /// What is written of a puzzle, in its disguise.
    fn reply(&self, entry: &Entry, number: u64) -> Reply {
        let mut rng = Rng::for_item(self.seed, number);
        let grid = disguise(self.brief.symmetry, &mut rng).grid(&entry.grid);
        let recall = || self.selection.recall(|column| entry.value(column));
        match self.look {
            Look::Record => Reply::Record(Item::made(&grid, number), Vec::new()),
            Look::Drawn { colour } => Reply::Picture(self.drawn(&grid, entry, &recall(), colour)),
            Look::Lines(lines) => {
                let made = made(SLUG, self.seed, u64::try_from(entry.id).ok());
                Reply::Text(lines.line(&self.selection, &grid.to_string(), &recall(), &made))
            }
        }
    }

    fn drawn(&self, grid: &Grid, entry: &Entry, ratings: &Ratings, colour: bool) -> String {
        let picture = Picture::of_grid(grid).text(colour);
        let from = format!("library, seed {}, puzzle {} of it", self.seed, entry.id);
        let from = paint(&from, Ink::Faint, colour);
        format!("{picture}{grid}\n{}\n{from}\n", caption(ratings))
    }
}

/// The next puzzles of a draw: as many as there are up to so many.
fn next(draw: &mut Draw, library: &Library, most: usize) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while entries.len() < most {
        let more = draw.next(library, most - entries.len())?;
        if more.is_empty() {
            break;
        }
        entries.extend(more);
    }
    Ok(entries)
}
