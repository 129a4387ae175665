//! Two classifications of the same items, and whether they have to do with each other.

use super::ratio;
use statrs::function::gamma::gamma_ur;

/// Puts values into so many bins of equal counts, as nearly as possible: the item of rank r
/// (from 0, equal values in the order they came) among n goes into bin ⌊r·bins/n⌋.
///
/// ```
/// use piste::stats::equal_count_bins;
///
/// assert_eq!(equal_count_bins(&[9.0, 1.0, 5.0, 7.0], 2), [1, 0, 0, 1]);
/// ```
///
/// # Panics
/// If there are no bins, or a value is not a number.
pub fn equal_count_bins(values: &[f64], bins: usize) -> Vec<usize> {
    assert!(bins > 0, "there are bins");
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].partial_cmp(&values[b]).expect("values are numbers"));
    let mut of = vec![0; values.len()];
    for (rank, &item) in order.iter().enumerate() {
        of[item] = rank * bins / values.len();
    }
    of
}

/// How many items are in each class of the one and each class of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contingency {
    rows: usize,
    columns: usize,
    counts: Vec<u64>,
}

impl Contingency {
    /// The table of items that are in these classes, numbered from 0.
    ///
    /// # Panics
    /// If there are not as many of the one as of the other.
    pub fn of(rows: &[usize], columns: &[usize]) -> Contingency {
        assert_eq!(rows.len(), columns.len(), "every item is in two classes");
        let size = |classes: &[usize]| classes.iter().max().map_or(0, |last| last + 1);
        let mut table =
            Contingency { rows: size(rows), columns: size(columns), counts: Vec::new() };
        table.counts = vec![0; table.rows * table.columns];
        for (row, column) in rows.iter().zip(columns) {
            table.counts[row * table.columns + column] += 1;
        }
        table
    }

    /// The table with these rows of counts.
    ///
    /// # Panics
    /// If the rows are not of one length.
    pub fn from_rows(rows: &[&[u64]]) -> Contingency {
        let columns = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == columns), "rows are of one length");
        Contingency { rows: rows.len(), columns, counts: rows.concat() }
    }

    /// How many rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// How many items are in this row and column.
    pub fn count(&self, row: usize, column: usize) -> u64 {
        self.counts[row * self.columns + column]
    }

    fn row_sums(&self) -> Vec<u64> {
        self.counts.chunks(self.columns.max(1)).map(|row| row.iter().sum()).collect()
    }

    fn column_sums(&self) -> Vec<u64> {
        (0..self.columns)
            .map(|column| (0..self.rows).map(|row| self.count(row, column)).sum())
            .collect()
    }

    /// Pearson's test of independence. Rows and columns without items are left out.
    ///
    /// ```
    /// use piste::stats::Contingency;
    ///
    /// let table = Contingency::from_rows(&[&[10, 20], &[30, 40]]);
    /// let test = table.chi_square();
    /// assert_eq!(test.degrees, 1);
    /// assert!((test.statistic - 0.793_650_793_650_793_6).abs() < 1e-12);
    /// ```
    pub fn chi_square(&self) -> ChiSquare {
        let (rows, columns) = (self.row_sums(), self.column_sums());
        let all: u64 = rows.iter().sum();
        let mut statistic = 0.0;
        for (row, row_sum) in rows.iter().enumerate().filter(|(_, sum)| **sum > 0) {
            for (column, column_sum) in columns.iter().enumerate().filter(|(_, sum)| **sum > 0) {
                let expected = *row_sum as f64 * *column_sum as f64 / all as f64;
                statistic += (self.count(row, column) as f64 - expected).powi(2) / expected;
            }
        }
        let filled = |sums: &[u64]| sums.iter().filter(|sum| **sum > 0).count().saturating_sub(1);
        let degrees = filled(&rows) * filled(&columns);
        ChiSquare::of(statistic, degrees)
    }

    /// Goodman and Kruskal's γ of the two orders of classes; nothing if no two items are told apart
    /// by both.
    pub fn gamma(&self) -> Option<f64> {
        let (mut concordant, mut discordant) = (0.0, 0.0);
        for row in 0..self.rows {
            for column in 0..self.columns {
                let count = self.count(row, column) as f64;
                for below in row + 1..self.rows {
                    let sum = |columns: std::ops::Range<usize>| -> u64 {
                        columns.map(|column| self.count(below, column)).sum()
                    };
                    concordant += count * sum(column + 1..self.columns) as f64;
                    discordant += count * sum(0..column) as f64;
                }
            }
        }
        ratio(concordant - discordant, concordant + discordant)
    }
}

/// What a test of independence says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// χ².
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: usize,
    /// How probable so large a value is if there is no connection.
    pub p: f64,
}

impl ChiSquare {
    pub(super) fn of(statistic: f64, degrees: usize) -> ChiSquare {
        ChiSquare { statistic, degrees, p: p_of_chi_square(statistic, degrees) }
    }
}

/// The probability of a χ² at least this large with so many degrees of freedom.
fn p_of_chi_square(statistic: f64, degrees: usize) -> f64 {
    if degrees == 0 || statistic <= 0.0 {
        return 1.0;
    }
    gamma_ur(degrees as f64 / 2.0, statistic / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::gamma;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn critical_values_of_every_textbook() {
        for (degrees, statistic, p) in [
            (1, 3.841_458_820_694_124, 0.05),
            (2, 5.991_464_547_107_979, 0.05),
            (10, 23.209_251_158_954_356, 0.01),
            (49, 66.338_648_862_968_78, 0.05),
        ] {
            assert!((p_of_chi_square(statistic, degrees) - p).abs() < 1e-9, "{degrees}");
        }
        // With two degrees of freedom it is an exponential.
        assert!((p_of_chi_square(60.0, 2) - (-30.0f64).exp()).abs() < 1e-22);
        assert_eq!(p_of_chi_square(0.0, 4), 1.0);
    }

    proptest! {
        #[test]
        fn gamma_of_a_table_is_gamma_of_its_items(
            items in prop::collection::vec((0..5usize, 0..4usize), 2..60)
        ) {
            let rows: Vec<usize> = items.iter().map(|item| item.0).collect();
            let columns: Vec<usize> = items.iter().map(|item| item.1).collect();
            let x: Vec<f64> = rows.iter().map(|&row| row as f64).collect();
            let y: Vec<f64> = columns.iter().map(|&column| column as f64).collect();
            let of_table = Contingency::of(&rows, &columns).gamma();
            let of_items = gamma(&x, &y);
            let is_same = match (of_table, of_items) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                (a, b) => a == b,
            };
            prop_assert!(is_same, "{of_table:?} {of_items:?}");
        }

        #[test]
        fn bins_are_even(values in prop::collection::vec(0.0..1.0f64, 1..100), bins in 1..10usize) {
            let of = equal_count_bins(&values, bins);
            let counts: Vec<usize> =
                (0..bins).map(|bin| of.iter().filter(|of| **of == bin).count()).collect();
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            prop_assert!(most - least <= 1, "{:?}", counts);
        }
    }
}
