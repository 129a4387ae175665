//! Locked candidates: what falls where three lines cross three boxes.
//!
//! Nine *segments* of three cells each lie where three neighbouring lines cross three boxes. If a digit has places in
//! only one segment of a line, it leaves the rest of that segment's box (claiming); if in only one
//! segment of a box, it leaves the rest of the line (pointing). The same is asked in two ways. Who goes
//! digit by digit has nine bits, one for each segment with the digit, and what falls is a table. Who has the
//! digits of each segment at hand gets all digits at once by three operations:
//!
//! ```text
//! pointing  here & !beside & along        here    the digits of a segment
//! claiming  here & !along & beside        along   those of the line's two other segments
//!                                         beside  those of the box's two parallel ones
//! ```

use super::marks::Marks;
use super::mask::Mask;
use super::space::HOUSES;

/// What falls in a table of three by three: of each line, either way, that has one entry,
/// the others of the line that crosses it there. Bit `3 * row + column` is an entry. With
/// three lines of the board for its rows and three boxes for its columns, an entry says that a
/// digit has a place where they cross, and what falls is what locked candidates erase.
pub(in crate::rating) static LOCKED: [Mask; 512] = falling(true, true);
/// The same for pointing alone, with lines for rows and boxes for columns.
pub(in crate::rating) static POINTED_ROWS: [Mask; 512] = falling(false, true);
/// The same for pointing alone, with boxes for rows and lines for columns.
pub(in crate::rating) static POINTED_COLUMNS: [Mask; 512] = falling(true, false);

/// What falls in every table to rows that have one entry, and to columns that have one.
const fn falling(to_rows: bool, to_columns: bool) -> [Mask; 512] {
    let mut falls = [0; 512];
    let mut table = 0;
    while table < 512 {
        let mut entry = 0;
        while entry < 9 {
            let row: Mask = 0b111 << (entry / 3 * 3);
            let column: Mask = 0b001_001_001 << (entry % 3);
            let (in_row, in_column) = (table as Mask & row, table as Mask & column);
            if to_rows && in_row == 1 << entry {
                falls[table] |= in_column & !in_row;
            }
            if to_columns && in_column == 1 << entry {
                falls[table] |= in_row & !in_column;
            }
            entry += 1;
        }
        table += 1;
    }
    falls
}

/// The same for both ways, but only where one entry alone falls to the line.
pub(in crate::rating) static ALONE: [Mask; 512] = {
    let mut alone = [0; 512];
    let mut marked = 0;
    while marked < 512 {
        let mut entry = 0;
        while entry < 9 {
            let line: Mask = 0b111 << (entry / 3 * 3);
            let block: Mask = 0b001_001_001 << (entry % 3);
            let (in_line, in_block) = (marked as Mask & line, marked as Mask & block);
            // The line has the digit only here, so the rest of the box loses it; and the other way round.
            let (of_block, of_line) = (in_block & !in_line, in_line & !in_block);
            if in_line == 1 << entry && of_block.count_ones() == 1 {
                alone[marked] |= of_block;
            }
            if in_block == 1 << entry && of_line.count_ones() == 1 {
                alone[marked] |= of_line;
            }
            entry += 1;
        }
        marked += 1;
    }
    alone
};

/// Which digits a segment, three cells where a line crosses a box, locks each way.
#[derive(Clone, Copy, Default)]
pub(in crate::rating) struct Segment {
    pub(in crate::rating) pointing: Mask,
    pub(in crate::rating) claiming: Mask,
}

/// The 27 segments of the lines whose cells are `step` apart and that lie `apart` from each
/// other: those of a line one after the other.
#[inline]
pub(in crate::rating) fn segments(marks: &Marks, step: usize, apart: usize) -> [Segment; HOUSES] {
    let mut segments = [Segment::default(); HOUSES];
    for (band, segments) in segments.chunks_exact_mut(9).enumerate() {
        // Of three lines the digits of their three segments, and of the two others of each.
        let (mut here, mut along) = ([[0; 3]; 3], [[0; 3]; 3]);
        for (line, (here, along)) in here.iter_mut().zip(&mut along).enumerate() {
            let first = (3 * band + line) * apart;
            for (part, here) in here.iter_mut().enumerate() {
                let first = first + 3 * part * step;
                *here =
                    marks.cells[first] | marks.cells[first + step] | marks.cells[first + 2 * step];
            }
            let [a, b, c] = *here;
            *along = [b | c, a | c, a | b];
        }
        for part in 0..3 {
            let [a, b, c] = here.map(|line| line[part]);
            for (line, beside) in [b | c, a | c, a | b].into_iter().enumerate() {
                let (here, along) = (here[line][part], along[line][part]);
                segments[3 * line + part] =
                    Segment { pointing: here & !beside & along, claiming: here & !along & beside };
            }
        }
    }
    segments
}
