//! The paper-and-pencil methods of the colour scale, told as a person would do them.
//!
//! The green method needs nothing but the grid: pick a number, mark its rows, columns and
//! boxes, write it wherever a house has one square left. The blue method adds small
//! numbers in the squares and letters next to them. Both come from Coelho (2007); the
//! deductions are those of [`strategies`](super::strategies), the order and the wording
//! are the paper's.

use super::{Act, Ladder, Message, Outcome, Scene, Sink, Solve, Step, Strategy};
use piste_core::{Board, Cell, Digit};

/// Which of the two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Numbers and marks only.
    Green,
    /// With small numbers and letters.
    Blue,
}

impl Method {
    /// The method with this name: `green` or `blue`.
    pub fn by_slug(slug: &str) -> Option<Method> {
        match slug {
            "green" => Some(Method::Green),
            "blue" => Some(Method::Blue),
            _ => None,
        }
    }

    /// Carries the method out until the board is full or nothing more can be done.
    ///
    /// ```
    /// use piste::logic::{Method, Outcome};
    /// use piste::{Board, Grid};
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let solve = Method::Green.solve(&Board::from(&grid));
    /// assert_eq!(solve.outcome(), Outcome::Solved);
    /// ```
    pub fn solve(self, board: &Board) -> Solve {
        let mut play = Play { board: *board, steps: Vec::new(), acts: Vec::new() };
        play.green();
        if self == Method::Blue {
            while !play.board.is_full() && !play.board.is_broken() && play.blue() {
                play.green();
            }
        }
        let outcome = match (play.board.is_broken(), play.board.is_full()) {
            (true, _) => Outcome::Contradiction,
            (false, true) => Outcome::Solved,
            (false, false) => Outcome::Stuck,
        };
        Solve::new(*board, play.steps, play.board, outcome).in_acts(play.acts)
    }
}

/// The numbers of the blue method's simplifications, which are the ladder's rungs between
/// the green method and the letters.
const SIMPLIFICATIONS: [&str; 4] = ["3a", "3b", "3c", "3d"];

struct Play {
    board: Board,
    steps: Vec<Step>,
    acts: Vec<Act>,
}

impl Play {
    fn act(&mut self, number: &'static str, message: Message, mut steps: Vec<Step>) {
        for step in &steps {
            step.apply(&mut self.board);
        }
        self.acts.push(Act { number, message, steps: steps.len() });
        self.steps.append(&mut steps);
    }

    /// The green method, to the end.
    fn green(&mut self) {
        loop {
            let before = self.board;
            for digit in by_frequency(&self.board) {
                self.select(digit);
            }
            if self.board == before {
                self.fill_last_numbers();
            }
            if self.board == before || self.board.is_broken() {
                return;
            }
        }
    }

    /// Steps 1 to 3 for one number: again and again, as a number written marks more.
    fn select(&mut self, digit: Digit) {
        loop {
            let mut steps = found(&self.board, Ladder::GREEN.rungs[0]);
            let mut written = Vec::new();
            steps.retain(|step| {
                let placed = step.effect.placed();
                let fresh = placed.is_some_and(|c| c.digit() == digit && !written.contains(&c));
                written.extend(placed.filter(|_| fresh));
                fresh
            });
            if steps.is_empty() {
                return;
            }
            let squares = steps.iter().zip(&written).map(|(step, candidate)| {
                Message::new("method-square")
                    .with("cell", candidate.cell())
                    .with("houses", step.evidence.houses)
            });
            let message = Message::new("method-select")
                .with("digit", digit)
                .with("squares", squares.collect::<Vec<_>>());
            self.act("3", message, steps);
        }
    }

    /// Step 5: squares for which only one number is missing.
    fn fill_last_numbers(&mut self) {
        let steps = found(&self.board, Ladder::GREEN.rungs[1]);
        if steps.is_empty() {
            return;
        }
        let squares = steps.iter().filter_map(|step| step.effect.placed()).map(|candidate| {
            Message::new("method-must")
                .with("cell", candidate.cell())
                .with("digit", candidate.digit())
        });
        let message = Message::new("method-last").with("squares", squares.collect::<Vec<_>>());
        self.act("5", message, steps);
    }

    /// Steps 2 to 7 of the blue method, until something is done. Says whether it was.
    fn blue(&mut self) -> bool {
        let small =
            Cell::ALL.into_iter().map(|cell| self.board.candidates(cell).len()).sum::<usize>();
        if !self.acts.iter().any(|act| act.number == "2") {
            let message = Message::new("method-small")
                .with("numbers", small)
                .with("squares", self.board.open().len());
            self.act("2", message, Vec::new());
        }
        let (simplifications, letters) = (&Ladder::BLUE.rungs[2..6], Ladder::BLUE.rungs[6]);
        for (number, rung) in SIMPLIFICATIONS.into_iter().zip(simplifications) {
            if let Some(step) = found(&self.board, rung).into_iter().next() {
                let message = step.message(&self.board);
                self.act(number, message, vec![step]);
                return true;
            }
        }
        let Some(step) = found(&self.board, letters).into_iter().next() else { return false };
        let message = step.message(&self.board);
        let number = if step.effect.placements().is_empty() { "5" } else { "6" };
        self.act(number, message, vec![step]);
        true
    }
}

/// Everything the rung finds.
fn found(board: &Board, rung: &[&dyn Strategy]) -> Vec<Step> {
    let scene = Scene::new(board);
    let mut sink = Sink::all();
    for strategy in rung {
        let _ = strategy.find(&scene, &mut sink);
    }
    sink.into_steps()
}

/// The numbers that are not yet everywhere, those that stand most often first.
fn by_frequency(board: &Board) -> Vec<Digit> {
    let mut digits: Vec<(usize, Digit)> = Digit::ALL
        .into_iter()
        .map(|digit| (board.values().cells_with(digit).len(), digit))
        .filter(|&(count, _)| count < 9)
        .collect();
    digits.sort_by_key(|&(count, digit)| (std::cmp::Reverse(count), digit));
    digits.into_iter().map(|(_, digit)| digit).collect()
}
