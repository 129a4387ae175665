//! The verbs as columns: which there are, and how an answer becomes a row.
//!
//! A row is made of the answer of `piste-api` about one puzzle and of nothing else. `puzzle` is the first
//! column and `problem` the last one: where there is no answer, it says why, and all between them is missing.

use crate::columns::{Kind, Row, Value};
use crate::known::Known;
use piste_api::rating::Figure;
use piste_api::shapes;
use piste_api::{
    Handle, Standing, Unhurried, Wrong, canon, check, convert, explain, hint, json, rate, solve,
    transform,
};
use piste_core::AnyClues;
use piste_core::search::Engine;

/// A verb with everything that is asked, but the puzzle.
pub(crate) trait Verb: Send + Sync {
    /// The columns of its rows.
    fn columns(&self) -> Vec<(String, Kind)>;

    /// The answer about this puzzle.
    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong>;
}

/// The row of this puzzle: that of its answer, or of the reason why there is none.
pub(crate) fn row(verb: &dyn Verb, puzzle: Option<&str>, width: usize, handle: &dyn Handle) -> Row {
    let refused = |problem: String| {
        let mut row = vec![Value::Nothing; width];
        row[0] = Value::from(puzzle.map(str::to_owned));
        row[width - 1] = Value::Text(problem);
        row
    };
    match puzzle {
        None => refused("there is no puzzle in this row".to_owned()),
        Some(text) => verb.row(text, handle).unwrap_or_else(|wrong| refused(wrong.message)),
    }
}

/// The verb of this name, with this request, whose `puzzle` is left open.
pub(crate) fn read(verb: &str, request: &[u8]) -> Result<Box<dyn Verb>, Wrong> {
    Ok(match verb {
        "solve" => Box::new(Solve(json::read(request)?)),
        "check" => Box::new(Check(json::read(request)?)),
        "rate" => Box::new(Rate::read(&json::read(request)?)?),
        "explain" => Box::new(Explain(json::read(request)?)),
        "hint" => Box::new(Hint(json::read(request)?)),
        "canon" => Box::new(Canon(json::read(request)?)),
        "transform" => Box::new(Transform(json::read(request)?)),
        "convert" => Box::new(Convert(json::read(request)?)),
        _ => {
            let words = format!("there is no verb {verb} for many puzzles");
            return Err(Wrong::new(piste_api::Code::BadRequest, words));
        }
    })
}

/// Columns by name and kind, between `puzzle` and `problem`.
fn columns(between: &[(&str, Kind)]) -> Vec<(String, Kind)> {
    let first = std::iter::once(&("puzzle", Kind::Text));
    let all = first.chain(between).chain(std::iter::once(&("problem", Kind::Text)));
    all.map(|(name, kind)| ((*name).to_owned(), *kind)).collect()
}

fn verdict(standing: &Standing) -> Value {
    Value::Word(standing.verdict.slug())
}

fn flag(flag: Option<bool>) -> Value {
    flag.map_or(Value::Nothing, Value::Flag)
}

fn whole(number: Option<usize>) -> Value {
    Value::from(number.map(|number| number as u64))
}

struct Solve(solve::Request);

impl Verb for Solve {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[
            ("solution", Kind::Text),
            ("verdict", Kind::Text),
            ("count", Kind::Whole),
            ("guesses", Kind::Whole),
        ])
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let answer = self.answer(puzzle, handle)?;
        let verdict = verdict(&answer.standing);
        Ok(vec![
            Value::Text(answer.standing.puzzle),
            Value::from(answer.solution),
            verdict,
            Value::from(answer.count),
            Value::from(Some(answer.guesses)),
            Value::from(answer.standing.problem),
        ])
    }
}

impl Solve {
    /// What the API answers. The usual case, a classic board and no seed, goes to the search itself: it takes a
    /// microsecond, of which a request of its own for each puzzle would be a part.
    fn answer(&self, puzzle: &str, handle: &dyn Handle) -> Result<solve::Answer, Wrong> {
        let solve::Request { count, seed, shape, .. } = &self.0;
        if *count > 0
            && seed.is_none()
            && let AnyClues::Classic(clues) =
                shapes::sheet("puzzle", puzzle, shape.as_deref())?.clues
        {
            let search = solve::Search { count: *count, list: false, engine: Engine::default() };
            return search.on(&clues, None, handle);
        }
        let request = solve::Request { puzzle: puzzle.to_owned(), list: false, ..self.0.clone() };
        solve::answer(&request, handle)
    }
}

struct Check(check::Request);

impl Verb for Check {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[
            ("verdict", Kind::Text),
            ("proper", Kind::Flag),
            ("solution", Kind::Text),
            ("count", Kind::Whole),
            ("more", Kind::Flag),
            ("givens", Kind::Whole),
            ("minimal", Kind::Flag),
            ("redundant", Kind::Texts),
            ("symmetry", Kind::Texts),
            ("suspects", Kind::Texts),
        ])
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let request = check::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = check::answer(&request, handle)?;
        let verdict = verdict(&answer.standing);
        Ok(vec![
            Value::Text(answer.standing.puzzle),
            verdict,
            flag(answer.proper),
            Value::from(answer.solution),
            Value::from(answer.count),
            Value::Flag(answer.more),
            whole(answer.givens),
            flag(answer.minimal),
            Value::Texts(answer.redundant),
            Value::Texts(answer.symmetry),
            Value::Texts(answer.suspects),
            Value::from(answer.standing.problem),
        ])
    }
}

/// The columns are those of `docs/rate-format.md`, with the verdict and the level before them.
struct Rate {
    rater: rate::Rater,
    columns: Vec<(String, Kind)>,
}

/// Any puzzle that every metric rates: it shows which columns hold words.
const SAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

impl Rate {
    fn read(request: &rate::Request) -> Result<Rate, Wrong> {
        let rater = rate::Rater::read(request, &Known, &Unhurried)?.without_summary();
        let rated = rated_columns(&rater)?;
        let mut between = vec![("verdict", Kind::Text), ("level", Kind::Text)];
        between.extend(rated.iter().map(|(name, kind)| (name.as_str(), *kind)));
        let columns = columns(&between);
        Ok(Rate { rater, columns })
    }
}

/// The columns of the ratings that this gives, and `words` behind them. Their kinds depend on the metrics alone,
/// and not on the puzzles: tables that were made apart fit together.
pub(crate) fn rated_columns(rater: &rate::Rater) -> Result<Vec<(String, Kind)>, Wrong> {
    let sample = rater.answer(SAMPLE, &Known, &Unhurried)?;
    let kind = |figure: &Option<Figure>| match figure {
        Some(Figure::Word(_)) => Kind::Text,
        _ => Kind::Number,
    };
    let columns = sample.columns().into_iter().map(|(name, figure)| (name, kind(&figure)));
    Ok(columns.chain([("words".to_owned(), Kind::Text)]).collect())
}

/// What is in the columns of ratings.
pub(crate) fn rated(answer: &rate::Answer) -> Vec<Value> {
    let values = answer.columns().into_iter().map(|(_, figure)| match figure {
        None => Value::Nothing,
        Some(Figure::Count(count)) => Value::Number(count as f64),
        Some(Figure::Number(number)) => Value::Number(number),
        Some(Figure::Word(word)) => Value::Text(word),
    });
    let words = answer.words();
    let words = if words.is_empty() { Value::Nothing } else { Value::Text(words) };
    values.chain([words]).collect()
}

impl Verb for Rate {
    fn columns(&self) -> Vec<(String, Kind)> {
        self.columns.clone()
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let answer = self.rater.answer(puzzle, &Known, handle)?;
        let mut row = vec![
            Value::Text(answer.standing.puzzle.clone()),
            verdict(&answer.standing),
            Value::from(answer.level.clone()),
        ];
        row.extend(rated(&answer));
        row.push(Value::from(answer.standing.problem));
        Ok(row)
    }
}

struct Explain(explain::Request);

impl Verb for Explain {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[
            ("verdict", Kind::Text),
            ("solution", Kind::Text),
            ("outcome", Kind::Text),
            ("total", Kind::Whole),
            ("left", Kind::Whole),
            ("strategies", Kind::Texts),
            ("changes", Kind::Texts),
            ("texts", Kind::Texts),
        ])
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let request = explain::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = explain::answer(&request, handle)?;
        let verdict = verdict(&answer.standing);
        let (mut strategies, mut changes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for step in answer.steps {
            strategies.push(step.strategy);
            changes.push([step.placements, step.eliminations].concat().join(" "));
            texts.push(step.text);
        }
        for act in answer.acts {
            strategies.push(format!("{} {}", act.method, act.step));
            changes.push([act.placements, act.eliminations].concat().join(" "));
            texts.push(act.text);
        }
        Ok(vec![
            Value::Text(answer.standing.puzzle),
            verdict,
            Value::from(answer.solution),
            Value::from(answer.outcome),
            whole(Some(answer.total)),
            whole(answer.left),
            Value::Texts(strategies),
            Value::Texts(changes),
            Value::Texts(texts),
            Value::from(answer.standing.problem),
        ])
    }
}

struct Hint(hint::Request);

impl Verb for Hint {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[
            ("verdict", Kind::Text),
            ("hint", Kind::Text),
            ("strategy", Kind::Text),
            ("texts", Kind::Texts),
            ("mistake", Kind::Text),
        ])
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let request = hint::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = hint::answer(&request, handle)?;
        let verdict = verdict(&answer.standing);
        Ok(vec![
            Value::Text(answer.standing.puzzle),
            verdict,
            Value::from(answer.hint),
            Value::from(answer.strategy),
            Value::Texts(answer.grades),
            Value::from(answer.mistake),
            Value::from(answer.standing.problem),
        ])
    }
}

struct Canon(canon::Request);

impl Verb for Canon {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[
            ("canonical", Kind::Text),
            ("transformation", Kind::Text),
            ("automorphisms", Kind::Whole),
        ])
    }

    fn row(&self, puzzle: &str, handle: &dyn Handle) -> Result<Row, Wrong> {
        let request = canon::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = canon::answer(&request, handle)?;
        Ok(vec![
            Value::Text(answer.puzzle),
            Value::Text(answer.canonical),
            Value::Text(answer.transformation),
            Value::from(answer.automorphisms),
            Value::Nothing,
        ])
    }
}

struct Transform(transform::Request);

impl Verb for Transform {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[("transformed", Kind::Text), ("transformation", Kind::Text)])
    }

    fn row(&self, puzzle: &str, _: &dyn Handle) -> Result<Row, Wrong> {
        let request = transform::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = transform::answer(&request)?;
        Ok(vec![
            Value::Text(answer.puzzle),
            Value::Text(answer.transformed),
            Value::Text(answer.transformation),
            Value::Nothing,
        ])
    }
}

struct Convert(convert::Request);

impl Verb for Convert {
    fn columns(&self) -> Vec<(String, Kind)> {
        columns(&[("text", Kind::Text)])
    }

    fn row(&self, puzzle: &str, _: &dyn Handle) -> Result<Row, Wrong> {
        let request = convert::Request { puzzle: puzzle.to_owned(), ..self.0.clone() };
        let answer = convert::answer(&request)?;
        Ok(vec![Value::Text(answer.puzzle), Value::Text(answer.text), Value::Nothing])
    }
}
