//! Links to puzzles, as the programs that people play with make them, and back.
//!
//! | from | what holds the puzzle |
//! |---|---|
//! | SudokuPad | `scf…` or `classic…`: givens and runs of blanks; `fpuz…`, `fpuzzles…`: that of f-puzzles; `scl…`, `ctc…`: its own, with short names |
//! | f-puzzles | `?load=…`: JSON, packed |
//! | Penpa-edit | `#m=edit&p=…`, `#m=solve&p=…`: a drawing, packed |
//! | SudokuWiki | `?bd=…`: 81 digits, or `S9B` and two signs a cell for a position with marks |
//! | sudoku.coach, SudokuExchange and many more | 81 digits somewhere in the address |
//!
//! The text of an [`ipuz`] file is read as well: it is JSON, and people paste it.
//!
//! All of them are read without asking anybody: what has only a number in somebody's database is refused,
//! and so is what has rules that piste does not know, by name. Nothing is left out in silence.
//!
//! They are read here and not in the core because two of the payloads are JSON, for which the core has no
//! words; and not in the store, since every door gets links pasted into it. Boards of other shapes come out of
//! links and go into them as far as the site has words for them.
//!
//! Sources: the programs' own pages and tests, as they could be read in November 2026.

mod draft;
mod fpuzzles;
pub mod ipuz;
mod lz;
mod penpa;
mod sudokupad;
#[cfg(test)]
mod tests;

use piste_core::search::Clues;
use piste_core::text::boards::{self, Welcome};
use piste_core::text::{HodokuLine, Sheet};
use piste_core::{AnyClues, AnyGrid, Board, Cell, Digit, DigitSet, Grid};

/// A place where a puzzle can be played from a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Site {
    /// sudokupad.app
    SudokuPad,
    /// f-puzzles.com
    FPuzzles,
    /// Penpa-edit, at swaroopg92.github.io
    Penpa,
    /// sudokuwiki.org
    SudokuWiki,
    /// sudoku.coach
    SudokuCoach,
    /// sudokuexchange.com
    SudokuExchange,
}

impl Site {
    /// All of them.
    pub const ALL: [Site; 6] = [
        Site::SudokuPad,
        Site::FPuzzles,
        Site::Penpa,
        Site::SudokuWiki,
        Site::SudokuCoach,
        Site::SudokuExchange,
    ];

    /// Its name: `sudokupad`.
    pub fn slug(self) -> &'static str {
        match self {
            Site::SudokuPad => "sudokupad",
            Site::FPuzzles => "f-puzzles",
            Site::Penpa => "penpa-edit",
            Site::SudokuWiki => "sudokuwiki",
            Site::SudokuCoach => "sudoku-coach",
            Site::SudokuExchange => "sudokuexchange",
        }
    }

    /// The link under which this puzzle is played there.
    ///
    /// ```
    /// use piste_api::links::{Site, read};
    /// use piste_core::AnyGrid;
    ///
    /// let grid: AnyGrid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let link = Site::SudokuPad.link(&grid).unwrap();
    /// assert_eq!(link, "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79");
    /// for site in Site::ALL {
    ///     let sheet = read(&site.link(&grid).unwrap()).unwrap().unwrap();
    ///     assert_eq!(sheet.clues.to_string(), grid.to_string());
    /// }
    /// let small: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// assert!(Site::Penpa.link(&small).is_ok());
    /// assert_eq!(Site::SudokuWiki.link(&small).unwrap_err(), "links to sudokuwiki are for the classic 9×9");
    /// ```
    ///
    /// # Errors
    /// A sentence that says what of this board has no place in a link to this site.
    pub fn link(self, grid: &AnyGrid) -> Result<String, String> {
        let packed = |site: &str| Ok::<_, String>(lz::pack(&fpuzzles::write(site, grid)?));
        match self {
            Site::FPuzzles => {
                return Ok(format!(
                    "https://f-puzzles.com/?load={}",
                    escaped(&packed("f-puzzles")?)
                ));
            }
            Site::Penpa => {
                let packed = penpa::write(grid)?;
                return Ok(format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}"));
            }
            Site::SudokuPad if !grid.shape().is_classic() => {
                if let Some(short) = sudokupad::short(grid) {
                    return Ok(format!("https://sudokupad.app/scf{short}"));
                }
                return Ok(format!("https://sudokupad.app/fpuz{}", escaped(&packed("SudokuPad")?)));
            }
            _ => {}
        }
        if !grid.shape().is_classic() {
            return Err(format!("links to {} are for the classic 9×9", self.slug()));
        }
        let zeros = grid.to_string().replace('.', "0");
        Ok(match self {
            Site::SudokuWiki => format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
            Site::SudokuCoach => format!("https://sudoku.coach/en/play/{zeros}"),
            Site::SudokuExchange => format!("https://sudokuexchange.com/play/?s={zeros}"),
            _ => format!("https://sudokupad.app/scf{}", sudokupad::classic(&zeros)),
        })
    }
}

/// The puzzle of a link, or of what such links hold; nothing if the text is no link at all.
///
/// # Errors
/// A sentence that says why there is no puzzle in the link, or which of its rules piste does not know.
pub fn read(text: &str) -> Option<Result<Sheet<AnyClues>, String>> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    if ipuz::is_meant(text) {
        return Some(ipuz::read(text));
    }
    if text.contains(char::is_whitespace) {
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

/// What a link holds, or a position of HoDoKu without its colons; nothing if the text is neither.
///
/// # Errors
/// A sentence that says why there is no puzzle in the link.
pub(crate) fn sheet(text: &str) -> Option<Result<Sheet<AnyClues>, String>> {
    read(text).or_else(|| position(text).map(Ok))
}

/// The board of a link where boards of these shapes are welcome. One with boxes and nothing else is taken for
/// one of the shape that was said, as plain digits are.
///
/// # Errors
/// A sentence that says which board the link has, and which was expected.
pub fn welcomed(clues: AnyClues, welcome: &Welcome) -> Result<AnyClues, String> {
    let (shape, grid) = match (&clues, welcome) {
        (_, Welcome::Any) | (AnyClues::Classic(_), Welcome::Classic) => return Ok(clues),
        (AnyClues::Other(grid), Welcome::Classic) if grid.shape().side() != 9 => {
            let n = grid.shape().side();
            return Err(format!("expected a board of 9×9, found one of {n}×{n}"));
        }
        (AnyClues::Other(grid), Welcome::Classic) => {
            return Err(format!(
                "expected a board of 9×9, found one of the shape {}",
                grid.shape()
            ));
        }
        (AnyClues::Other(grid), Welcome::Only(shape)) => (shape, grid.clone()),
        (AnyClues::Classic(_), Welcome::Only(shape)) if shape.is_classic() => return Ok(clues),
        (AnyClues::Classic(Clues::Givens(grid)), Welcome::Only(shape)) => {
            (shape, AnyGrid::from(grid))
        }
        (AnyClues::Classic(Clues::Marks(_)), Welcome::Only(_)) => {
            return Err("expected givens, found pencil marks".to_owned());
        }
    };
    let (found, side) = (grid.shape(), shape.side());
    if found == shape || found.is_plain() && found.side() == side {
        let board = AnyGrid::new(shape, grid.values().to_vec());
        return board
            .map(AnyClues::from)
            .ok_or_else(|| format!("expected a board of {side}×{side}"));
    }
    Err(format!("expected a board of the shape {shape}, found one of {found}"))
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
            (Some(packed), _) => fpuzzles::read(&unpacked(&packed)?),
            (None, Some(_)) => Err(elsewhere("f-puzzles")),
            (None, None) => Err("there is no puzzle in this link to f-puzzles".to_owned()),
        },
        "sudokuwiki.org" => match argument("bd") {
            Some(board) if board.starts_with("S9B") => wiki(&board),
            Some(board) => line(&board),
            None => Err("there is no puzzle in this link to SudokuWiki".to_owned()),
        },
        _ if rest.contains("penpa-edit") || host.contains("penpa") => {
            let fragment =
                rest.split_once('#').or_else(|| rest.split_once('?')).map_or("", |cut| cut.1);
            let packed = fragment.split('&').find_map(|part| part.strip_prefix("p="));
            match packed {
                Some(packed) => penpa::read(&unescaped(packed)),
                None => Err("there is no puzzle in this link to Penpa-edit".to_owned()),
            }
        }
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
            return fpuzzles::read(&unpacked(packed)?);
        }
    }
    for prefix in ["scl", "ctc"] {
        if let Some(packed) = id.strip_prefix(prefix).filter(|packed| packed.len() > SHORT) {
            return sudokupad::read(&unpacked(packed)?);
        }
    }
    if id.starts_with("N4Ig") && id.len() > SHORT {
        return fpuzzles::read(&unpacked(id)?);
    }
    if let Some((cells, rules)) = id.strip_prefix("scf").and_then(|id| id.split_once('*')) {
        return sudokupad::with_rules(cells, rules);
    }
    let classic = id.strip_prefix("scf").or_else(|| id.strip_prefix("classic"));
    match classic.and_then(sudokupad::of_classic) {
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
