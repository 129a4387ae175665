//! The search that boards of other sizes had before the core's general engine, kept as its oracle.
//!
//! It is recursive and copies the board at every fork. The engine must show the same solutions in
//! the same order, and count the same guesses, with chance and without: both reach people
//! through `solve`.

use super::green::{Marks, bits};
use piste_core::search::{GaveUp, Work};
use piste_core::shape::{Boxes, Layout, Shape};
use piste_core::{AnyGrid, Rng};
use std::ops::ControlFlow;

struct Search<'a, V> {
    shape: &'a Shape,
    layout: &'a Layout,
    allowed: u64,
    rng: Option<&'a mut Rng>,
    visit: V,
    work: Work,
}

impl<V: FnMut(&AnyGrid) -> ControlFlow<()>> Search<'_, V> {
    /// Shows the solutions of a board that is settled, `pending` guesses deep. Breaks with
    /// the reason if guesses run out, and without one if the visitor has seen enough.
    fn go(&mut self, marks: &Marks, pending: u32) -> ControlFlow<Option<GaveUp>> {
        let Some(mut choice) = self.choice(marks) else {
            self.work.solutions += 1;
            let digits = (0..self.shape.cells()).map(|c| marks.cell(c).trailing_zeros() as u8 + 1);
            let solution = AnyGrid::new(self.shape, digits.collect()).unwrap();
            return (self.visit)(&solution).map_break(|()| None);
        };
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut choice);
        }
        let mut rest = marks.clone();
        while let Some((cell, digit)) = choice.pop() {
            let is_guess = !choice.is_empty();
            if is_guess {
                if self.work.guesses == self.allowed {
                    return ControlFlow::Break(Some(GaveUp { guesses: self.allowed }));
                }
                self.work.guesses += 1;
            }
            let pending = pending + u32::from(is_guess);
            self.work.depth = self.work.depth.max(pending);
            let mut guess = rest.clone();
            guess.place(cell, digit);
            if guess.settle(self.layout).is_ok() {
                self.go(&guess, pending)?;
            }
            // What has been tried is out of the question from here on.
            if is_guess {
                let left = rest.erase(self.layout, cell, digit);
                if left.and_then(|()| rest.settle(self.layout)).is_err() {
                    return ControlFlow::Continue(());
                }
                choice.retain(|&(cell, digit)| rest.has(cell, digit));
            }
        }
        ControlFlow::Continue(())
    }

    /// The narrowest choice there is, the first to be tried last: the digits of a cell, or
    /// the cells of a house for a digit. Exactly one of them is right. Nothing if all is
    /// decided.
    fn choice(&self, marks: &Marks) -> Option<Vec<(usize, usize)>> {
        let layout = self.layout;
        let n = layout.side();
        let width = |word: u32| word.count_ones();
        let cell = marks.open().min_by_key(|&cell| width(marks.cell(cell)))?;
        let of_cell = width(marks.cell(cell));
        let homes = (0..3 * n).flat_map(|house| (0..n).map(move |digit| (house, digit)));
        let open = homes
            .map(|(house, digit)| (width(marks.places(layout, house, digit)), house, digit))
            .filter(|&(places, ..)| places > 1);
        let mut choice: Vec<(usize, usize)> = match open.min_by_key(|&(places, ..)| places) {
            Some((places, house, digit)) if places < of_cell => {
                let places = bits(marks.places(layout, house, digit));
                let members = layout.members(house);
                places.map(|place| (usize::from(members[place]), digit)).collect()
            }
            _ => bits(marks.cell(cell)).map(|digit| (cell, digit)).collect(),
        };
        choice.reverse();
        Some(choice)
    }
}

fn before(
    sudoku: &AnyGrid,
    allowed: u64,
    rng: Option<&mut Rng>,
    visit: impl FnMut(&AnyGrid) -> ControlFlow<()>,
) -> Result<Work, GaveUp> {
    let (shape, layout) = (sudoku.shape(), sudoku.shape().layout());
    let mut search = Search { shape, layout, allowed, rng, visit, work: Work::default() };
    if let Ok(marks) = Marks::of(sudoku)
        && let ControlFlow::Break(Some(gave_up)) = search.go(&marks, 0)
    {
        return Err(gave_up);
    }
    Ok(search.work)
}

#[test]
fn solutions_and_guesses_are_those_of_the_search_before() {
    let mut guesses = 0;
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)] {
        let shape = Shape::regular(Boxes::new(rows, columns).unwrap());
        let empty = AnyGrid::empty(&shape);
        for item in 0..30 {
            let mut rng = Rng::for_item(9, item);
            let mut full = None;
            let keep = |solution: &AnyGrid| {
                full = Some(solution.clone());
                ControlFlow::Break(())
            };
            let mut same = rng.clone();
            before(&empty, 100_000, Some(&mut rng), keep).unwrap();
            let mut again = None;
            empty
                .search(100_000, Some(&mut same), |solution| {
                    again = Some(solution.clone());
                    ControlFlow::Break(())
                })
                .unwrap();
            assert_eq!(full, again, "{shape}");
            let mut cells = full.unwrap().values().to_vec();
            for _ in 0..shape.cells() {
                cells[rng.below(shape.cells())] = 0;
            }
            let board = AnyGrid::new(&shape, cells).unwrap();
            let (mut old, mut new) = (Vec::new(), Vec::new());
            let kept = |list: &mut Vec<AnyGrid>, solution: &AnyGrid| {
                list.push(solution.clone());
                if list.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let of_old = before(&board, 500, None, |solution| kept(&mut old, solution));
            let of_new = board.search(500, None, |solution| kept(&mut new, solution));
            assert_eq!(of_old, of_new, "{board}");
            assert_eq!(old, new, "{board}");
            guesses += of_new.map_or(500, |work| work.guesses);
        }
    }
    assert!(guesses > 1_000, "{guesses}");
}
