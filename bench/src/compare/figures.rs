//! What the rounds come to: medians, spreads, ratios and geometric means, and the tables.
//!
//! Every round gives the same batch to all, one after the other, so two series can be divided
//! round by round. The median of those quotients is the ratio: a machine that slows down for a
//! while slows all who take part in the same round.

use piste::stats::quantile;
use std::fmt::Write as _;

/// One participant's rounds in one column.
#[derive(Clone, Debug, Default)]
pub(super) struct Series {
    /// Items a second, by round.
    pub(super) rates: Vec<f64>,
    pub(super) items: u64,
    /// Not every solver counts them.
    pub(super) guesses: Option<u64>,
    /// Answers that differ from ours, or grids that are not what was asked for.
    pub(super) wrong: u64,
}

impl Series {
    /// Nothing before the first round.
    pub(super) fn median(&self) -> Option<f64> {
        quantile(&self.rates, 0.5)
    }

    /// Half the distance between the quartiles, as a share of the median.
    pub(super) fn spread(&self) -> Option<f64> {
        let at = |share| quantile(&self.rates, share);
        Some((at(0.75)? - at(0.25)?) / 2.0 / self.median()?)
    }

    pub(super) fn guesses_an_item(&self) -> Option<f64> {
        self.guesses.map(|guesses| guesses as f64 / self.items as f64)
    }
}

/// One set of puzzles, or one kind of grid to make.
pub(super) struct Column {
    pub(super) name: String,
    /// By participant; none where one was not asked.
    pub(super) series: Vec<Option<Series>>,
}

/// The participants of a table, in its order.
pub(super) struct Field<'a> {
    pub(super) names: Vec<&'a str>,
    pub(super) ours: Vec<bool>,
}

impl Column {
    /// Who is to be beaten: the fastest rival that made no mistake; where there is no rival,
    /// the fastest of all.
    pub(super) fn winner(&self, field: &Field<'_>) -> Option<usize> {
        let fastest = |ours: bool| {
            let fit = self.series.iter().enumerate().filter_map(|(i, series)| {
                let series = series.as_ref().filter(|series| series.wrong == 0)?;
                (field.ours[i] == ours).then_some((i, series.median()?))
            });
            fit.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
        };
        fastest(false).or_else(|| fastest(true))
    }

    /// How many times as fast as the winner, round by round.
    pub(super) fn ratio(&self, i: usize, field: &Field<'_>) -> Option<f64> {
        let winner = self.series[self.winner(field)?].as_ref()?;
        let series = self.series[i].as_ref()?;
        let quotients: Vec<f64> =
            series.rates.iter().zip(&winner.rates).map(|(ours, best)| ours / best).collect();
        quantile(&quotients, 0.5)
    }
}

/// What stands in a cell, and the number behind it, for the mean.
type Cell = Option<(String, f64)>;

/// All tables of some columns, as Markdown: rates in `unit`s, ratios, and guesses where anybody
/// counted them.
pub(super) fn tables(field: &Field<'_>, columns: &[Column], unit: f64, what: &str) -> String {
    let rates = |i: usize, column: &Column| -> Cell {
        let series = column.series[i].as_ref()?;
        let bold = if column.winner(field) == Some(i) { "**" } else { "" };
        let wrong = if series.wrong > 0 { " WRONG" } else { "" };
        let (rate, spread) = (series.median()? / unit, 100.0 * series.spread()?);
        Some((format!("{bold}{}{bold} ±{spread:.0} %{wrong}", number(rate)), rate))
    };
    let ratios = |i: usize, column: &Column| -> Cell {
        let ratio = column.ratio(i, field)?;
        Some((format!("{ratio:.2}"), ratio))
    };
    let guesses = |i: usize, column: &Column| -> Cell {
        let guesses = column.series[i].as_ref()?.guesses_an_item()?;
        Some((number(guesses), guesses))
    };
    let mut text = table(field, columns, what, &rates);
    text += &table(field, columns, "times as fast as the column's best rival", &ratios);
    let any = columns.iter().flat_map(|column| &column.series).flatten();
    if any.clone().any(|series| series.guesses.is_some()) {
        text += &table(field, columns, "guesses an item", &guesses);
    }
    text
}

/// One table, closed by the geometric mean of each row that is complete and has no zero.
fn table(
    field: &Field<'_>,
    columns: &[Column],
    what: &str,
    cell: &dyn Fn(usize, &Column) -> Cell,
) -> String {
    let mut text = format!("| {what} |");
    columns.iter().for_each(|column| write!(text, " {} |", column.name).expect("a string"));
    text += " geometric mean |\n|---|";
    text += &"--:|".repeat(columns.len() + 1);
    text.push('\n');
    for (i, name) in field.names.iter().enumerate() {
        let cells: Vec<Cell> = columns.iter().map(|column| cell(i, column)).collect();
        if cells.iter().all(Option::is_none) {
            continue;
        }
        write!(text, "| {name} |").expect("a string");
        for cell in &cells {
            let said = cell.as_ref().map_or("", |(said, _)| said.as_str());
            write!(text, " {said} |").expect("a string");
        }
        let values: Vec<Option<f64>> =
            cells.iter().map(|cell| cell.as_ref().map(|(_, value)| *value)).collect();
        let mean = geometric_mean(&values).map(number).unwrap_or_default();
        writeln!(text, " {mean} |").expect("a string");
    }
    text.push('\n');
    text
}

/// The n-th root of the product; none if a value is missing or zero.
fn geometric_mean(values: &[Option<f64>]) -> Option<f64> {
    let logarithms: Option<Vec<f64>> =
        values.iter().map(|value| value.filter(|&value| value > 0.0).map(f64::ln)).collect();
    piste::stats::mean(&logarithms?).map(f64::exp)
}

/// Three figures that count.
fn number(value: f64) -> String {
    match value {
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 10.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(rates: &[f64], wrong: u64) -> Option<Series> {
        Some(Series { rates: rates.to_vec(), items: 10, guesses: Some(25), wrong })
    }

    fn field() -> Field<'static> {
        Field { names: vec!["us", "fast", "faster but wrong"], ours: vec![true, false, false] }
    }

    #[test]
    fn the_winner_is_the_fastest_rival_without_a_mistake() {
        let column = Column {
            name: "set".to_owned(),
            series: vec![
                series(&[300.0, 30.0, 290.0], 0),
                series(&[200.0, 15.0, 200.0], 0),
                series(&[900.0, 900.0, 900.0], 1),
            ],
        };
        assert_eq!(column.winner(&field()), Some(1));
        // The second round was slow for both, and the ratio does not suffer.
        assert_eq!(column.ratio(0, &field()), Some(1.5));
        assert_eq!(column.ratio(1, &field()), Some(1.0));
        let text = tables(&field(), &[column], 1.0, "a second");
        assert!(text.contains("**200**"), "{text}");
        assert!(text.contains("WRONG"), "{text}");
        assert!(text.contains("| us | 1.50 | 1.50 |"), "{text}");
        assert!(text.contains("| us | 2.50 | 2.50 |"), "{text}");
    }

    #[test]
    fn without_rivals_we_are_our_own_measure() {
        let mut column =
            Column { name: "set".to_owned(), series: vec![series(&[5.0], 0), None, None] };
        assert_eq!(column.ratio(0, &field()), Some(1.0));
        column.series[0] = None;
        assert_eq!(column.winner(&field()), None);
    }

    #[test]
    fn the_mean_wants_every_value() {
        let close = |mean: Option<f64>, to: f64| mean.is_some_and(|mean| (mean - to).abs() < 1e-9);
        assert!(close(geometric_mean(&[Some(2.0), Some(8.0)]), 4.0));
        assert_eq!(geometric_mean(&[Some(2.0), None]), None);
        assert_eq!(geometric_mean(&[Some(2.0), Some(0.0)]), None);
        assert_eq!(geometric_mean(&[]), None);
    }

    #[test]
    fn the_spread_is_half_the_middle_half() {
        let series = series(&[80.0, 90.0, 100.0, 110.0, 120.0], 0).unwrap();
        assert!((series.spread().unwrap() - 0.1).abs() < 1e-9);
    }
}
