//! Worksheets for a class: boards on which the next step is by one strategy, and empty boards to write on.

use super::{BriefArgs, NoBook, rated, source};
use crate::args::Common;
use crate::shapes::BoardArgs;
use anyhow::{Context, bail};
use piste::draw::Sketch;
use piste::logic::words::capital;
use piste_api::Language;
use piste_api::make::{self, Request};
use piste_book::Exercise;
use piste_core::shape::Shape;
use piste_core::space::Space;
use piste_core::text::boards::Welcome;
use piste_core::{AnyGrid, Board, Grid, InGrid};

/// A worksheet in one strategy.
pub(super) struct Worksheet {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) exercises: Vec<Exercise>,
}

/// Boards on which the next step is by a strategy: `x-wing:6`.
pub(super) fn exercises(
    text: &str,
    brief: &BriefArgs,
    seed: u64,
    language: Language,
    common: &Common,
) -> anyhow::Result<Worksheet> {
    let wrong = || format!("--exercises: `{text}` is no strategy and number such as x-wing:6");
    let (slug, number) = text.split_once(':').with_context(wrong)?;
    let count: u64 = number.trim().parse().ok().filter(|n| *n > 0).with_context(wrong)?;
    let Some(slug) = make::strategy(slug.trim()) else {
        bail!("--exercises: there is no strategy {slug} that can be asked for");
    };
    let request = Request {
        count,
        must_use: vec![slug.to_owned()],
        symmetry: brief.symmetry.clone(),
        givens: brief.givens.clone().map(make::Givens::Range),
        ..Request::default()
    };
    let puzzles = source::to_request(brief, &request, seed, common)?;
    let mut title = String::new();
    let mut exercises = Vec::new();
    for entry in rated(&puzzles, language, common)? {
        let Some(at) = entry.first_use(slug) else { continue };
        if let (Some(board), Some(answer)) = (entry.before(at), entry.picture(at, language)) {
            title.clone_from(&answer.title);
            exercises.push(Exercise { board, answer });
        }
    }
    if exercises.is_empty() {
        return Err(NoBook(format!("no solve of a puzzle that was made is by {slug}")).into());
    }
    let about =
        format!("On each board the next step is by this strategy: {}.", title.to_lowercase());
    Ok(Worksheet { title: capital(&title), about, exercises })
}

/// An empty board of the shape that was asked for, with every pencil mark.
pub(super) fn blank(boards: &BoardArgs) -> Sketch {
    struct Marked;

    impl InGrid for Marked {
        type Output = Sketch;

        fn go<S: Space>(self, grid: Grid<S>) -> Sketch {
            Sketch::of_board(&Board::from(&grid), true)
        }
    }

    let shape = match boards.shape.welcome() {
        Welcome::Only(shape) => shape,
        _ => Shape::classic(),
    };
    AnyGrid::empty(&shape).enter(Marked)
}
