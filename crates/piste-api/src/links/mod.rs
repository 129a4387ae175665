//! Links to puzzles, as the programs that people play with make them, and back.
//!
//! | from | what holds the puzzle |
//! |---|---|
//! | SudokuPad | `scf…` or `classic…`: givens and runs of blanks; `fpuz…`, `fpuzzles…`: that of f-puzzles; `scl…`, `ctc…`: its own, with short names |
//! | f-puzzles | `?load=…`: JSON, packed |
//! | SudokuWiki | `?bd=…`: 81 digits, or `S9B` and two signs a cell for a position with marks |
//! | sudoku.coach, SudokuExchange and many more | 81 digits somewhere in the address |
//!
//! All of them are read without asking anybody: what has only a number in somebody's database is refused,
//! and so is what has rules that piste does not know, by name. Nothing is left out in silence.
//!
//! They are read here and not in the core because two of the payloads are JSON, for which the core has no
//! words; and not in the store, since every door gets links pasted into it.
//!
//! Sources: the programs' own pages and tests, as they could be read in November 2026.

mod lz;
mod payload;

use piste_core::search::Clues;
use piste_core::text::boards::{self, Welcome};
use piste_core::text::{HodokuLine, Sheet};
use piste_core::{AnyClues, Board, Cell, Digit, DigitSet, Grid};

/// A place where a puzzle can be played from a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Site {
    /// sudokupad.app
    SudokuPad,
    /// f-puzzles.com
    FPuzzles,
    /// sudokuwiki.org
    SudokuWiki,
    /// sudoku.coach
    SudokuCoach,
    /// sudokuexchange.com
    SudokuExchange,
}

impl Site {
    /// All of them.
    pub const ALL: [Site; 5] = [
        Site::SudokuPad,
        Site::FPuzzles,
        Site::SudokuWiki,
        Site::SudokuCoach,
        Site::SudokuExchange,
    ];

    /// Its name: `sudokupad`.
    pub fn slug(self) -> &'static str {
        match self {
            Site::SudokuPad => "sudokupad",
            Site::FPuzzles => "f-puzzles",
            Site::SudokuWiki => "sudokuwiki",
            Site::SudokuCoach => "sudoku-coach",
            Site::SudokuExchange => "sudokuexchange",
        }
    }

    /// The link under which this puzzle is played there.
    ///
    /// ```
    /// use piste_api::links::{Site, read};
    /// use piste_core::Grid;
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let link = Site::SudokuPad.link(&grid);
    /// assert_eq!(link, "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79");
    /// for site in Site::ALL {
    ///     let sheet = read(&site.link(&grid)).unwrap().unwrap();
    ///     assert_eq!(sheet.clues.to_string(), grid.to_string());
    /// }
    /// ```
    pub fn link(self, grid: &Grid) -> String {
        let zeros = grid.to_string().replace('.', "0");
        match self {
            Site::SudokuPad => format!("https://sudokupad.app/scf{}", payload::classic(&zeros)),
            Site::FPuzzles => {
                let packed = lz::pack(&payload::fpuzzles(grid));
                format!("https://f-puzzles.com/?load={}", escaped(&packed))
            }
            Site::SudokuWiki => format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
            Site::SudokuCoach => format!("https://sudoku.coach/en/play/{zeros}"),
            Site::SudokuExchange => format!("https://sudokuexchange.com/play/?s={zeros}"),
        }
    }
}

/// The puzzle of a link, or of what such links hold; nothing if the text is no link at all.
///
/// # Errors
/// A sentence that says why there is no puzzle in the link, or which of its rules piste does not know.
pub fn read(text: &str) -> Option<Result<Sheet<AnyClues>, String>> {
    let text = text.trim();
    if text.contains(char::is_whitespace) || text.len() > LONGEST {
        return None;
    }
    let Some(address) = without_scheme(text) else {
        let id = unescaped(text);
        let is_payload = ["scl", "ctc", "fpuz", "N4Ig"].iter().any(|known| id.starts_with(known));
        return match () {
            () if id.starts_with("S9B") => Some(wiki(&id)),
            () if is_payload && id.len() > SHORT => Some(of_sudokupad(&id)),
            () => None,
        };
    };
    Some(of_address(address))
}

/// A position of HoDoKu without its colons: 81 cells, and a plus before each digit that was found since
/// (`53+4.7…`); nothing if the text is none.
///
/// ```
/// use piste_api::links::position;
///
/// let text = "53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let sheet = position(text).unwrap();
/// assert!(sheet.clues.to_string().starts_with("53..7"));
/// assert_eq!(sheet.position.unwrap().board.values().to_string()[..5], *"534.7");
/// assert!(position("5+3").is_none());
/// ```
pub fn position(text: &str) -> Option<Sheet<AnyClues>> {
    let text = text.trim();
    let is_sign = |c: char| c.is_ascii_digit() || c == '.' || c == '+';
    let cells = text.chars().filter(|&c| c != '+').count();
    if !text.contains('+') || cells != 81 || !text.chars().all(is_sign) {
        return None;
    }
    let line: HodokuLine = format!(":0000:x:{}:::", text.replace('0', ".")).parse().ok()?;
    let Sheet { clues, rest, position } = Sheet::from(line);
    Some(Sheet { clues: clues.into(), rest, position })
}

/// No link is longer than this.
const LONGEST: usize = 1 << 20;

/// What is shorter than this names a puzzle and does not hold it.
const SHORT: usize = 24;

/// The address behind `https://`; nothing if it is none.
fn without_scheme(text: &str) -> Option<&str> {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    if lower.starts_with("https://") {
        return Some(&text[8..]);
    }
    if lower.starts_with("http://") {
        return Some(&text[7..]);
    }
    let known = ["sudokupad.app/", "f-puzzles.com/", "www.sudokuwiki.org/", "sudoku.coach/"];
    known.iter().any(|host| text.starts_with(host)).then_some(text)
}

fn of_address(address: &str) -> Result<Sheet<AnyClues>, String> {
    let (host, rest) = address.split_once('/').unwrap_or((address, ""));
    let host = host.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let argument = |name: &str| {
        let (_, arguments) = rest.split_once('?')?;
        let arguments = arguments.split('#').next().unwrap_or_default();
        let found = arguments.split('&').find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
        found.map(unescaped)
    };
    match host {
        "sudokupad.app" | "beta.sudokupad.app" | "app.crackingthecryptic.com" => {
            let path = rest.split(['?', '#']).next().unwrap_or_default();
            let path = path.strip_prefix("sudoku/").unwrap_or(path).trim_end_matches('/');
            of_sudokupad(&argument("puzzleid").unwrap_or_else(|| unescaped(path)))
        }
        "f-puzzles.com" => match (argument("load"), argument("id")) {
            (Some(packed), _) => payload::of_fpuzzles(&unpacked(&packed)?),
            (None, Some(_)) => Err(elsewhere("f-puzzles")),
            (None, None) => Err("there is no puzzle in this link to f-puzzles".to_owned()),
        },
        "sudokuwiki.org" => match argument("bd") {
            Some(board) if board.starts_with("S9B") => wiki(&board),
            Some(board) => line(&board),
            None => Err("there is no puzzle in this link to SudokuWiki".to_owned()),
        },
        _ if rest.contains("penpa-edit") || host.contains("penpa") => Err(
            "a drawing of Penpa-edit says nothing about its rules, and is not read; SudokuPad and f-puzzles \
             can take it and share it"
                .to_owned(),
        ),
        _ => match cells_in(&unescaped(rest)) {
            Some(cells) => line(cells),
            None => Err(format!("there is no puzzle in this link to {host}")),
        },
    }
}

fn elsewhere(site: &str) -> String {
    format!(
        "this link only names a puzzle that {site} keeps, and piste asks no server; a link with the whole puzzle does"
    )
}

/// The puzzle that SudokuPad has under this name, if the name holds it.
fn of_sudokupad(id: &str) -> Result<Sheet<AnyClues>, String> {
    for prefix in ["fpuzzles", "fpuz"] {
        if let Some(packed) = id.strip_prefix(prefix).filter(|packed| packed.len() > SHORT) {
            return payload::of_fpuzzles(&unpacked(packed)?);
        }
    }
    for prefix in ["scl", "ctc"] {
        if let Some(packed) = id.strip_prefix(prefix).filter(|packed| packed.len() > SHORT) {
            return payload::of_sudokupad(&unpacked(packed)?);
        }
    }
    if id.starts_with("N4Ig") && id.len() > SHORT {
        return payload::of_fpuzzles(&unpacked(id)?);
    }
    let classic = id.strip_prefix("scf").or_else(|| id.strip_prefix("classic"));
    match classic.and_then(payload::of_classic) {
        Some(cells) => line(&cells),
        None if cells_in(id).is_some() => line(cells_in(id).unwrap_or_default()),
        None if id.len() < 2 * SHORT && classic.is_none() => Err(elsewhere("SudokuPad")),
        None => Err("there is no puzzle that can be read in this link to SudokuPad".to_owned()),
    }
}

fn unpacked(packed: &str) -> Result<String, String> {
    let text = lz::unpack(&packed.replace([' ', '-'], "+").replace('_', "/"));
    text.filter(|text| !text.is_empty())
        .ok_or_else(|| "the link is damaged: what it holds cannot be unpacked".to_owned())
}

/// 81 signs that are cells, in a row of no more than that.
fn cells_in(text: &str) -> Option<&str> {
    let is_cell = |c: char| c.is_ascii_digit() || c == '.';
    let mut runs = text.split(|c: char| !is_cell(c));
    runs.find(|run| run.len() == 81)
}

fn line(cells: &str) -> Result<Sheet<AnyClues>, String> {
    boards::read(cells, &Welcome::Any).map_err(|wrong| format!("in the link: {wrong}"))
}

/// A position of SudokuWiki: two signs of base 36 a cell, 1 to 9 a given, 10 to 18 a digit that was found,
/// from 19 on the digits left, a bit each above 18.
fn wiki(text: &str) -> Result<Sheet<AnyClues>, String> {
    let signs = &text.as_bytes()[3..];
    let damaged = || {
        "the position of SudokuWiki is damaged: expected two signs for each of 81 cells".to_owned()
    };
    if signs.len() != 162 || !signs.is_ascii() {
        return Err(damaged());
    }
    let value = |sign: u8| char::from(sign).to_digit(36);
    let (mut givens, mut values) = (Grid::EMPTY, Grid::EMPTY);
    let mut left = [DigitSet::EMPTY; 81];
    for ((cell, pair), left) in Cell::ALL.into_iter().zip(signs.chunks(2)).zip(&mut left) {
        let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else {
            return Err(damaged());
        };
        match high * 36 + low {
            number @ 1..=9 => givens.set(cell, Digit::new(number as u8)),
            number @ 10..=18 => values.set(cell, Digit::new(number as u8 - 9)),
            number @ 19..=529 => {
                let is_left = |digit: &Digit| (number - 18) >> (digit.get() - 1) & 1 == 1;
                *left = Digit::ALL.into_iter().filter(is_left).collect();
            }
            _ => return Err(damaged()),
        }
    }
    let mut board = Board::from(&givens);
    for (cell, digit) in values.givens() {
        board.place(cell, digit);
    }
    for cell in board.open() {
        board.restrict(cell, left[cell.index()]);
    }
    let position = Some(Box::new(HodokuLine::of_board(board)));
    Ok(Sheet { clues: Clues::Givens(givens).into(), rest: String::new(), position })
}

/// With `%2B` for what has a meaning of its own in an address.
fn escaped(text: &str) -> String {
    text.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        let hex = |at: usize| more.get(at).and_then(|&sign| char::from(sign).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &more[2..];
            }
            _ => {
                bytes.push(first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
