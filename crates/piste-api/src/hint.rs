//! `hint`: what to do next, from wherever a player has got to.
//!
//! Help comes in three grades, so that nobody is told more than they want to know: where to
//! look, which strategy, the whole step. Before that, what is on the board already is held
//! against the solution: a wrong digit found late costs more than any hint gives.

use crate::json;
use crate::ladders::Guide;
use crate::pieces::{Piece, pieces};
use crate::position::{Position, Unclear};
use crate::shapes::{self, Guesses};
use crate::step::Step;
use crate::text::{marks, puzzle, values};
use crate::{Code, Handle, Language, Standing, Verdict, Wrong, shaped};
use piste::logic::words::{Telling, phrases};
use piste::logic::{self, Hint, Message, Mistake as Error};
use piste_core::search::Clues;
use piste_core::space::{Figure, Space, Spot};
use piste_core::{AnyClues, AnyGrid, Board};
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle, or the board if that is all there is.
    pub puzzle: String,
    /// The digits on the board, with the givens or without.
    #[serde(default)]
    pub values: Option<String>,
    /// The player's pencil marks; a cell without any says nothing.
    #[serde(default)]
    pub marks: Option<String>,
    /// The ladder by slug; the usual one if none is named.
    #[serde(default)]
    pub ladder: Option<String>,
    /// Whether strategies may rely on the solution being the only one.
    #[serde(default = "yes", deserialize_with = "json::or_true")]
    pub uniqueness: bool,
    /// How much to tell: 1 where to look, 2 which strategy, 3 the whole step.
    #[serde(default = "one", deserialize_with = "json::or_one")]
    pub grade: u64,
    /// The shape of the board, `9x9+x`; the one that the text tells if it is not said, or is `any`.
    #[serde(default)]
    pub shape: Option<String>,
    /// How many guesses the proof that a board of another shape is a puzzle may take.
    #[serde(default)]
    pub guesses: Option<u64>,
    /// The language by its code; English if none is named.
    #[serde(default)]
    pub language: Option<String>,
}

fn yes() -> bool {
    true
}

fn one() -> u64 {
    1
}

/// How much a hint tells. In requests and answers a grade is its number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Where to look.
    Where,
    /// Which strategy helps there.
    Which,
    /// The whole step, and what would be right where something is wrong.
    Whole,
}

impl Grade {
    /// All grades, from the one that tells least.
    pub const ALL: [Grade; 3] = [Grade::Where, Grade::Which, Grade::Whole];

    /// The grade with this number; none if there is no such grade.
    ///
    /// ```
    /// use piste_api::hint::Grade;
    ///
    /// assert_eq!(Grade::numbered(2), Some(Grade::Which));
    /// assert_eq!(Grade::numbered(4), None);
    /// ```
    pub fn numbered(number: u64) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| u64::from(grade.number()) == number)
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The next grade; the last one stays.
    pub fn more(self) -> Grade {
        Grade::ALL.into_iter().find(|grade| *grade > self).unwrap_or(self)
    }
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The puzzle, and whether it is one.
    #[serde(flatten)]
    pub standing: Standing,
    /// The digits on the board.
    pub board: Option<String>,
    /// What there is to say: `next`, `mistakes`, `solved` or `stuck`.
    pub hint: Option<String>,
    /// How much of it is told.
    pub grade: u8,
    /// The hint in words, a text for each grade up to this one.
    pub grades: Vec<String>,
    /// The same in pieces, each with what it names.
    pub pieces: Vec<Vec<Piece>>,
    /// From grade 2 on: the slug of the strategy.
    pub strategy: Option<String>,
    /// From grade 2 on: the name of the strategy.
    pub name: Option<String>,
    /// With grade 3: the step, with what there is to draw.
    pub step: Option<Step>,
    /// What is wrong on the board.
    pub mistakes: Vec<Mistake>,
    /// The same in a sentence; what would be right only with grade 3.
    pub mistake: Option<String>,
}

/// Something that a player got wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// Where.
    pub cell: String,
    /// `written` if a digit was that should not have been, `erased` if a mark was.
    pub kind: String,
    /// The digit that is written there.
    pub written: Option<u8>,
    /// With grade 3: the digit that belongs there.
    pub right: Option<u8>,
}

/// Answers a request.
///
/// ```
/// use piste_api::{Unhurried, hint, json};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let body = format!(r#"{{"puzzle":"{puzzle}","grade":2}}"#);
/// let answer = hint::answer(&json::read(body.as_bytes())?, &Unhurried)?;
/// assert_eq!(answer.hint.as_deref(), Some("next"));
/// assert_eq!(answer.grades.len(), 2);
/// assert!(answer.strategy.is_some() && answer.step.is_none());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let grade =
        Grade::numbered(request.grade).ok_or_else(|| Wrong::bad("grade", "expected 1, 2 or 3"))?;
    let language = Language::named(request.language.as_deref())?;
    let guide = Guide::named(request.ladder.as_deref(), request.uniqueness)?;
    let sheet = shapes::sheet("puzzle", &request.puzzle, request.shape.as_deref())?;
    let clues = match &sheet.clues {
        AnyClues::Classic(clues) => clues,
        AnyClues::Other(grid) => return on_board(request, &guide, grid, grade, language),
    };
    let found = match &request.values {
        None => Position::of(clues, sheet.position.as_deref(), None),
        Some(text) => {
            let puzzle = puzzle("puzzle", &request.puzzle)?;
            let values = values(puzzle.grid(), text)?;
            Position::of(&Clues::Givens(values), None, Some(&puzzle))
        }
    };
    let mut position = match found {
        Ok(position) => position,
        Err(Unclear::NotAPuzzle(why)) => {
            return Ok(Answer::refused(Standing::improper(clues, &why), grade));
        }
        Err(unclear @ Unclear::Altered { cell, .. }) => {
            return Err(Wrong::new(Code::BadPuzzle, unclear.to_string()).at(cell.to_string()));
        }
    };
    if let Some(text) = &request.marks {
        let marks = marks(text)?;
        for cell in position.board.open() {
            position.board.restrict(cell, marks[cell]);
        }
    }
    let hint = guide.hint(&position, handle)?;
    Ok(Answer::of(Standing::proper(clues), &position, &hint, grade, language))
}

/// The answer about a board of another shape.
fn on_board(
    request: &Request,
    guide: &Guide,
    grid: &AnyGrid,
    grade: Grade,
    language: Language,
) -> Result<Answer, Wrong> {
    let guesses = Guesses::asked(request.guesses);
    let (puzzle, known) = match shaped::proved(grid, guesses, guide.on_every_shape()) {
        Ok(found) => found,
        Err(standing) => return Ok(Answer::refused(standing, grade)),
    };
    let values = match &request.values {
        None => None,
        Some(text) => Some(shapes::grid("values", text, grid.shape())?),
    };
    if let Some((cell, words)) = values.as_ref().and_then(|values| shaped::altered(grid, values)) {
        return Err(Wrong::new(Code::BadPuzzle, words).of("values").at(cell));
    }
    let marks = match &request.marks {
        None => None,
        Some(text) => Some(shapes::marks(text, grid.shape())?),
    };
    let (position, hint) = shaped::hint(&puzzle, values.as_ref(), marks.as_deref(), known);
    let standing = Standing::of_board(grid, Verdict::Unique, None);
    Ok(Answer::of(standing, &position, &hint, grade, language))
}

impl Answer {
    /// A hint as data, as far as this grade goes.
    pub fn of<S: Space>(
        standing: Standing,
        position: &Position<S>,
        hint: &Hint<S>,
        grade: Grade,
        language: Language,
    ) -> Answer {
        let mut answer = Answer {
            board: Some(position.board.values().to_string()),
            ..Answer::refused(standing, grade)
        };
        let word = match hint {
            Hint::Solved => "solved",
            Hint::Stuck => "stuck",
            Hint::Mistakes(mistakes) => {
                let told = mistakes.iter().map(|mistake| Mistake::of(position, mistake, grade));
                answer.mistakes = told.collect();
                answer.mistake = Some(in_words(position, mistakes, grade, language));
                "mistakes"
            }
            Hint::Next(step) => {
                let told = grades(&position.board, step).into_iter().take(grade.number().into());
                let told: Vec<Telling> = told.map(|message| language.tell(&message)).collect();
                answer.grades = told.iter().map(Telling::to_string).collect();
                answer.pieces = told.iter().map(pieces).collect();
                if grade >= Grade::Which {
                    answer.strategy = Some(step.strategy.slug.to_owned());
                    answer.name = Some(language.strategy(step.strategy));
                }
                answer.step =
                    (grade == Grade::Whole).then(|| Step::new(1, &position.board, step, language));
                "next"
            }
        };
        answer.hint = Some(word.to_owned());
        answer
    }

    /// There is no hint for what is no puzzle.
    pub fn refused(standing: Standing, grade: Grade) -> Answer {
        Answer {
            standing,
            board: None,
            hint: None,
            grade: grade.number(),
            grades: Vec::new(),
            pieces: Vec::new(),
            strategy: None,
            name: None,
            step: None,
            mistakes: Vec::new(),
            mistake: None,
        }
    }
}

impl Mistake {
    fn of<S: Space>(position: &Position<S>, mistake: &Error<S>, grade: Grade) -> Mistake {
        let cell = mistake.cell();
        let kind = match mistake {
            Error::Written(_) => "written",
            Error::Erased(_) => "erased",
        };
        Mistake {
            cell: cell.widened().to_string(),
            kind: kind.to_owned(),
            written: position.board.value(cell).map(Figure::get),
            right: (grade == Grade::Whole).then(|| position.solution.get(cell).get()),
        }
    }
}

/// What each grade tells of a step.
pub fn grades<S: Space>(board: &Board<S>, step: &logic::Step<S>) -> [Message; Grade::ALL.len()] {
    Grade::ALL.map(|grade| match grade {
        Grade::Where => step.where_to_look(board.space()),
        Grade::Which => step.what_to_look_for(board.space()),
        Grade::Whole => step.message(board),
    })
}

/// What is wrong, in a sentence; what would be right only with the last grade.
pub fn in_words<S: Space>(
    position: &Position<S>,
    mistakes: &[Error<S>],
    grade: Grade,
    language: Language,
) -> String {
    let told = mistakes.iter().map(|mistake| match grade {
        Grade::Whole => mistake.mended(&position.solution),
        Grade::Where | Grade::Which => mistake.where_it_is(),
    });
    language.text(&phrases::sentence(told.collect::<Vec<_>>()))
}
