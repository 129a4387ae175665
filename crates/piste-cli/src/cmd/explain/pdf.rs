//! Worksheets: the steps of a solution, or those by one strategy, as pages to print.

use super::{Answer, Page, Reply, Teller};
use crate::cmd::book::write;
use anyhow::bail;
use piste::draw::{Plate, Sketch};
use piste::logic::{Deed, Message, Turn};
use piste_api::explain::Story;
use piste_book::{Book, Plan};
use piste_core::space::Space;
use std::path::PathBuf;

/// A worksheet to write.
pub(super) struct Worksheet {
    pub(super) path: PathBuf,
    /// The only strategy whose steps are told.
    pub(super) only: Option<String>,
    pub(super) page: Option<String>,
}

impl Teller {
    /// Writes the worksheet; what goes wrong is said.
    pub(super) fn worksheet<S: Space>(
        &self,
        sheet: &Worksheet,
        story: &Story<S>,
        place: &dyn std::fmt::Display,
        answer: &mut Answer<'_, Reply>,
    ) {
        if let Err(why) = self.write_worksheet(sheet, story) {
            answer.fail();
            answer.complain(format_args!("{place}: {why:#}"));
        }
    }

    fn write_worksheet<S: Space>(&self, sheet: &Worksheet, story: &Story<S>) -> anyhow::Result<()> {
        let steps = self.plates(story, sheet.only.as_deref());
        if let (true, Some(only)) = (steps.is_empty(), &sheet.only) {
            bail!("no step of this solution is by {only}");
        }
        let mut plan = Plan::default();
        if let Some(page) = &sheet.page {
            plan.page.clone_from(page);
        }
        let start = Sketch::of_board(story.solve.start(), false);
        let title = self.language.text(&Message::new("story-title"));
        let book = Book::lesson(Plan { title: None, ..plan }, &title, &start, &steps, None)?;
        write(&sheet.path, &book.pdf()?)
    }

    /// The pictures of what is told, or of the steps by one strategy.
    fn plates<S: Space>(&self, story: &Story<S>, only: Option<&str>) -> Vec<Plate> {
        let is_blue = self.is_blue();
        let wanted = |turn: &Turn<'_, S>| match (&turn.deed, only) {
            (_, None) => true,
            (Deed::Step(step, _), Some(slug)) => step.strategy.slug == slug,
            (Deed::Act(..), Some(_)) => false,
        };
        let turns = story.turns().filter(wanted);
        // A worksheet has room for names, and none for prices.
        let plate = |turn: Turn<'_, S>| {
            let deed = match turn.deed {
                Deed::Step(step, _) => Deed::Step(step, None),
                act @ Deed::Act(..) => act,
            };
            Page::of(&Turn { deed, ..turn }, &mut None, is_blue, self.language).plate()
        };
        turns.map(plate).collect()
    }
}
