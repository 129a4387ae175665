//! Nine rows of digits with blanks for the empty cells, and nothing around them.
//!
//! ```text
//! 53  7           Every cell stands at its place, so the blanks in a row say which cells are
//! 6  195          empty; those at its end say nothing, and an editor may have taken them off.
//!  98    6
//! ```
//!
//! No other form has anything to hold on to here, and a row that has lost a sign looks no
//! different from one that has more empty cells. So it is asked of all nine together: nothing
//! but digits and blanks, no row wider than nine, many empty cells, and blanks before a digit
//! in several rows. A row without any digit must still be nine blanks: an empty line may as
//! well be the end.

use super::Sheet;

/// The rows, and the cells of each.
const ROWS: usize = 9;

/// With fewer empty cells than this, signs may have been lost.
const LEAST_EMPTY: usize = 20;

/// In so many rows a blank must stand before a digit.
const LEAST_SPACED: usize = 4;

/// The last lines, as long as they may be rows.
#[derive(Clone, Debug, Default)]
pub struct Spaced {
    rows: Vec<String>,
}

impl Spaced {
    /// Takes in a line, and says whether it may be a row. After one that is none, it begins
    /// anew.
    pub fn add(&mut self, text: &str) -> bool {
        let row = text.trim_end_matches(' ');
        let is_row = row.len() <= ROWS
            && row.bytes().all(|b| matches!(b, b'1'..=b'9' | b' '))
            && (!row.is_empty() || text.len() == ROWS);
        if !is_row || self.rows.len() == ROWS {
            self.rows.clear();
        }
        if is_row {
            self.rows.push(format!("{row:ROWS$}"));
        }
        is_row
    }

    /// Whether the line last taken in may go on with rows that came before it.
    pub fn goes_on(&self) -> bool {
        self.rows.len() > 1
    }

    /// Whether these are nine rows that can be nothing else.
    pub fn is_complete(&self) -> bool {
        let empty: usize = self.rows.iter().map(|row| row.matches(' ').count()).sum();
        let is_spaced = |row: &&String| row.trim_end().contains(' ');
        self.rows.len() == ROWS
            && empty >= LEAST_EMPTY
            && self.rows.iter().filter(is_spaced).count() >= LEAST_SPACED
    }

    /// What was written, if it is complete.
    pub fn finish(&self) -> Option<Sheet> {
        let cells = self.rows.concat().replace(' ', ".");
        super::parse(&cells).ok().filter(|_| self.is_complete())
    }
}
