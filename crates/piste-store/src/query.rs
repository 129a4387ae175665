//! What is asked of a library: which puzzles, in which order, and how many of them.

use crate::filter::{Filter, Shapes};
use crate::percentile;
use piste::rating::{BadCondition, Column, Info, Selection, no_column};
use piste_api::ask::Limits;
use piste_api::library::Request;
use piste_api::rating::selection;
use piste_api::{Code, Wrong};

/// In which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorting {
    /// As they were added.
    #[default]
    Added,
    /// At random, from this seed.
    Random(u64),
    /// From low to high in this column, what is missing last.
    Up(Column),
    /// From high to low in this column, what is missing last.
    Down(Column),
}

impl Sorting {
    /// Reads an order as people write it: `added`, `random`, or a column, from high to low with `-`
    /// before it. The seed is asked for where there is something to draw.
    ///
    /// ```
    /// use piste_store::library::Sorting;
    ///
    /// assert_eq!(Sorting::read("random", || 7), Ok(Sorting::Random(7)));
    /// assert!(matches!(Sorting::read("-se", || 7), Ok(Sorting::Down(_))));
    /// assert!(Sorting::read("hsolv", || 7).unwrap_err().contains("there is no column hsolv"));
    /// ```
    pub fn read(text: &str, seed: impl FnOnce() -> u64) -> Result<Sorting, String> {
        match text {
            "added" => Ok(Sorting::Added),
            "random" => Ok(Sorting::Random(seed())),
            text => {
                let (name, is_down) = match text.strip_prefix('-') {
                    Some(name) => (name, true),
                    None => (text, false),
                };
                let column = Column::named(name)
                    .ok_or_else(|| format!("{}; also added, random", no_column(name)))?;
                Ok(if is_down { Sorting::Down(column) } else { Sorting::Up(column) })
            }
        }
    }
}

/// Which puzzles, in which order, and what is to be known about them.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Which puzzles.
    pub filter: Filter,
    /// The metrics whose values come with them.
    pub metrics: Vec<&'static Info>,
    /// In which order.
    pub order: Sorting,
    /// At most so many.
    pub limit: Option<u64>,
}

impl Query {
    /// All that the filter wants, as they were added, with the values that it speaks of.
    pub fn of(filter: Filter) -> Query {
        Query { metrics: filter.metrics(), filter, ..Query::default() }
    }
}

/// How many puzzles are told if nobody says.
const USUAL: u64 = 24;

/// A request that makes sense.
pub struct Asked {
    /// What to look for. Its limit counts those before the offset, too.
    pub query: Query,
    /// The ratings that are told of each puzzle.
    pub shown: Selection,
    /// So many are left out before the first that is told.
    pub offset: u64,
}

impl Asked {
    /// Reads a request for puzzles of a library; the seed is asked for where there is something to draw.
    ///
    /// ```
    /// use piste_api::ask::Limits;
    /// use piste_api::library::Request;
    /// use piste_store::library::Asked;
    ///
    /// let request = Request { order: Some("-se".to_owned()), offset: 6, ..Request::default() };
    /// let asked = Asked::read(&request, &Limits::USUAL, || 1).unwrap();
    /// assert_eq!((asked.offset, asked.query.limit), (6, Some(30)));
    /// ```
    pub fn read(
        request: &Request,
        limits: &Limits,
        seed: impl FnOnce() -> u64,
    ) -> Result<Asked, Wrong> {
        let limit = request.limit.unwrap_or(USUAL);
        if limit > limits.count {
            let words = format!("at most {} at once", limits.count);
            return Err(Wrong::new(Code::TooMany, words).of("limit"));
        }
        let text = request.condition.as_deref().unwrap_or_default();
        let ranks = |column| percentile::ranks(percentile::table(), column);
        let filter = Filter::read(text, &ranks)
            .map_err(|wrong| bad_condition(text, &wrong))?
            .on(Shapes::asked(request.shape.as_deref())?);
        let seed = || request.seed.unwrap_or_else(seed);
        let order = Sorting::read(request.order.as_deref().unwrap_or("added"), seed)
            .map_err(|why| Wrong::bad("order", why))?;
        let mut slugs = request.metrics.clone();
        if slugs.is_empty() {
            slugs.extend(filter.metrics().iter().map(|info| info.slug.to_owned()));
            if let Sorting::Up(column) | Sorting::Down(column) = order {
                slugs.push(column.metric().info().slug.to_owned());
            }
            slugs.extend(["se", "givens"].map(str::to_owned));
        }
        let shown = selection(&slugs)?;
        let query = Query {
            filter,
            metrics: shown.shown().collect(),
            order,
            limit: Some(request.offset.saturating_add(limit).min(i64::MAX as u64)),
        };
        Ok(Asked { query, shown, offset: request.offset })
    }
}

/// What is wrong with the condition of a query.
fn bad_condition(text: &str, wrong: &BadCondition) -> Wrong {
    Wrong::bad("where", wrong.to_string()).at(format!("column {}", wrong.column(text)))
}
