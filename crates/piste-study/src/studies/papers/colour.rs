//! What the paper of `colour` prints: tables 1 to 4, the twelve pictures of the appendix, and the
//! numbers of its text.
//!
//! The paper's 36,628 puzzles of 17 clues lie within the first 39,220 lines of the list in its original
//! order, and which they are is not known. So counts are compared as shares, to the digits that are
//! printed.

use super::super::colour::{
    self, COLOURS, Coloured, DAVIS_1, READINGS, TABLE_1, TABLE_2, TABLE_3, TABLE_3_ROWS, TABLE_4,
    Tally, by_colour,
};
use super::{Row, Verdict};
use crate::page::{count, number};
use crate::studio::Studio;
use piste::sat::{self, Encoding, Formula};
use piste::stats::mean;
use piste_core::{AnyGrid, Puzzle};

const STUDY: &str = "piste study colour --data DIR";
const DATA: &str = "royle17_49151_original_order.txt";

/// The lines of the list among which the paper's puzzles are.
const LINES: usize = 39_220;

pub(super) fn rows(studio: &Studio) -> anyhow::Result<Vec<Row>> {
    let mut rows = appendix();
    rows.extend(table_4());
    rows.extend(lost());
    let Some(table) = studio.list(DATA)? else { return Ok(rows) };
    let puzzles: Vec<Puzzle> = table.rows.into_iter().map(|row| row.puzzle).take(LINES).collect();
    let puzzles = studio.some(DATA, puzzles);
    let coloured = colour::coloured_all(studio, &puzzles)?;
    rows.extend(table_1(&coloured, &colour::tallies(studio, &puzzles)?));
    rows.extend(cited(studio, &puzzles)?);
    rows.extend(table_2(&coloured));
    rows.extend(table_3(&coloured));
    Ok(rows)
}

fn row(place: &'static str, what: String, printed: String, ours: String, verdict: Verdict) -> Row {
    Row { place, what, printed, ours, verdict, command: STUDY.to_owned() }
}

/// The example of the appendix.
const EXAMPLE: &str = "6123....51..25.4.11.....5.1......514";

/// What leads to each picture of the appendix (a number that is selected, or 0 for step 5 in regions with
/// one empty square), what is
/// printed above it, and the picture, in the order in which they follow from each other.
const PICTURES: [(&[u8], &str, &str); 12] = [
    (&[3], "★3", EXAMPLE),
    (&[6], "★6", EXAMPLE),
    (&[2], "★2", "6123....51..25.4.11.....5.1....2.514"),
    (&[2], "★2", "6123....51..25.4.11.....5.1....2.514"),
    (&[4, 4], "★4", "61234.4.51..25.4.11.4...541....2.514"),
    (&[4, 0], "★4", "6123454351..25.4.11.4...541...32.514"),
    (&[0], "no star", "6123454351..25.4.1164...541...326514"),
    (&[0], "no star", "6123454351..2534.1164...541...326514"),
    (&[0], "no star", "6123454351..253461164...541...326514"),
    (&[5], "★5", "6123454351..253461164.5.541...326514"),
    (&[6], "★6", "6123454351.6253461164.5.541...326514"),
    (&[6], "★6", "6123454351.6253461164.5.5416..326514"),
];

fn appendix() -> Vec<Row> {
    let Ok(mut board) = EXAMPLE.parse::<AnyGrid>() else { return Vec::new() };
    let command = format!("piste explain --method green {EXAMPLE}");
    let mut rows = Vec::new();
    for (nth, (acts, star, picture)) in PICTURES.into_iter().enumerate() {
        let mut how = Vec::new();
        for &act in acts {
            board = if act == 0 {
                sat::fill_last_squares(&board)
            } else {
                sat::green_select(&board, act)
            };
            how.push(if act == 0 { "step 5".to_owned() } else { format!("number {act}") });
        }
        let ours = board.to_string();
        let verdict = Verdict::same_or(ours == picture, || appendix_verdict(picture, &ours));
        rows.push(Row {
            place: "appendix",
            what: format!("picture {} ({star}), reached by {}", nth + 1, how.join(", ")),
            printed: format!("`{picture}`"),
            ours: format!("`{ours}`"),
            verdict,
            command: command.clone(),
        });
    }
    rows
}

/// What is said of a picture that is not what an act leads to: it may show the act half done.
fn appendix_verdict(picture: &str, ours: &str) -> Verdict {
    let is_part =
        picture.chars().zip(ours.chars()).all(|(theirs, ours)| theirs == '.' || theirs == ours);
    if is_part {
        Verdict::Explained(
            "on the way: this act writes one number more, and the next picture has it".to_owned(),
        )
    } else {
        Verdict::NotExplained("the acts that are named lead elsewhere".to_owned())
    }
}

fn table_4() -> Vec<Row> {
    TABLE_4
        .into_iter()
        .map(|(figure, printed, kind)| {
            let what = if figure == "1" {
                format!("Davis, figure 1: `{DAVIS_1}`")
            } else {
                format!("Davis, figure {figure}")
            };
            let ours =
                DAVIS_1.parse::<AnyGrid>().ok().and_then(|s| sat::colour(&s, 1_000_000).ok());
            let told = |values: [u64; 8], kind: &str| {
                let values = values.map(|value| value.to_string());
                format!("{} ({})", values.join(" "), kind.to_lowercase())
            };
            let (ours, verdict) = match ours.filter(|_| figure == "1") {
                Some((colour, i)) => {
                    let ours = [
                        i.green,
                        i.small,
                        i.blue,
                        i.red,
                        i.search,
                        i.search_red,
                        i.guesses,
                        i.esflr,
                    ];
                    let is_same = ours == printed && colour.name() == kind.to_lowercase();
                    let other = || Verdict::NotExplained("the grid is the same".to_owned());
                    (told(ours, colour.name()), Verdict::same_or(is_same, other))
                }
                None => (
                    "the grid is not to be had".to_owned(),
                    Verdict::NotExplained(
                        "the paper does not print it; the article was looked for, and only its \
                         beginning found"
                            .to_owned(),
                    ),
                ),
            };
            let mut row = row("table 4", what, told(printed, kind), ours, verdict);
            row.command = match figure {
                "1" => format!("piste rate --metrics colour {DAVIS_1}"),
                _ => String::new(),
            };
            row
        })
        .collect()
}

/// What cannot be had any more.
fn lost() -> Vec<Row> {
    let mut rows = vec![
        row(
            "figure 1",
            "two steps of the green method on a grid".to_owned(),
            "a picture".to_owned(),
            "the text that we have is without it".to_owned(),
            Verdict::NotExplained("no copy with the picture was found".to_owned()),
        ),
        row(
            "section 7",
            "puzzles classified on the paper's page".to_owned(),
            "146,628".to_owned(),
            "–".to_owned(),
            Verdict::NotExplained(
                "the page is gone; 36,628 of them are the list of 17 clues".to_owned(),
            ),
        ),
    ];
    rows.iter_mut().for_each(|row| row.command.clear());
    rows
}

/// A share in whole per cent, as the paper prints it.
fn whole(part: usize, all: usize) -> String {
    format!("{} %", number(100.0 * part as f64 / all.max(1) as f64, 0))
}

fn table_1(coloured: &[Coloured], tallies: &[Tally]) -> Vec<Row> {
    let ours = by_colour(coloured);
    let (all, paper) = (coloured.len(), TABLE_1.iter().sum::<usize>());
    let nearest = READINGS
        .iter()
        .zip(tallies)
        .min_by(|a, b| a.1.distance().total_cmp(&b.1.distance()))
        .map(|((name, _), tally)| (*name, tally.shares()));
    let mut rows: Vec<Row> = (0..4)
        .map(|colour| {
            let [printed, here] = [(TABLE_1[colour], paper), (ours[colour], all)];
            let is_same = whole(printed.0, printed.1) == whole(here.0, here.1);
            let verdict = Verdict::same_or(is_same, || reading_verdict(nearest.as_ref()));
            let told = |(part, all)| format!("{} ({})", count(part), whole(part, all));
            let what = format!("{} puzzles of 17 clues", COLOURS[colour]);
            row("table 1", what, told(printed), told(here), verdict)
        })
        .collect();
    rows.push(row(
        "table 1",
        "all of them; the set then".to_owned(),
        count(paper),
        count(all),
        Verdict::same_or(paper == all, || {
            Verdict::Explained(
                "the 36,628 lie within the first 39,220 lines of the list; which they are is not known"
                    .to_owned(),
            )
        }),
    ));
    rows
}

/// What the readings say about a share that differs: it is explained only by one that has all four.
fn reading_verdict(nearest: Option<&(&str, [f64; 4])>) -> Verdict {
    let paper: usize = TABLE_1.iter().sum();
    let Some((name, shares)) = nearest else {
        return Verdict::NotExplained("no reading was tried".to_owned());
    };
    let printed = TABLE_1.map(|part| number(100.0 * part as f64 / paper as f64, 0));
    let told = shares.map(|share| number(share, 1)).join(" / ");
    let words = format!("of {} readings the nearest, {name}, gives {told}", READINGS.len());
    if shares.map(|share| number(share, 0)) == printed {
        Verdict::Explained(words)
    } else {
        Verdict::NotExplained(words)
    }
}

/// What the paper cites of Lynce and Ouaknine.
fn cited(studio: &Studio, puzzles: &[Puzzle]) -> anyhow::Result<Vec<Row>> {
    let solved = studio.all(puzzles.to_vec(), |puzzle| {
        let sudoku = AnyGrid::from(puzzle.grid());
        [Encoding::Minimal, Encoding::Extended]
            .map(|encoding| Formula::encoded(&sudoku, encoding).left_by_units() == Some(0))
    })?;
    let [minimal, extended] = [0, 1].map(|nth| solved.iter().filter(|one| one[nth]).count());
    let all = puzzles.len();
    Ok(vec![
        row(
            "section 6",
            "solved by unit propagation, minimal encoding".to_owned(),
            "none".to_owned(),
            if minimal == 0 { "none".to_owned() } else { count(minimal) },
            Verdict::same_or(minimal == 0, || Verdict::NotExplained("counted".to_owned())),
        ),
        row(
            "section 6",
            "solved by unit propagation, extended encoding, of the 24,260 puzzles known in 2006"
                .to_owned(),
            "47 %".to_owned(),
            whole(extended, all),
            Verdict::same_or(whole(extended, all) == "47 %", || {
                Verdict::Explained(
                    "the paper itself says that its 46 % differ because the set had grown"
                        .to_owned(),
                )
            }),
        ),
    ])
}

fn table_2(coloured: &[Coloured]) -> Vec<Row> {
    let values = |nth: usize, is_in: &dyn Fn(usize) -> bool| -> Vec<f64> {
        let of = coloured.iter().filter(|one| is_in(one.colour));
        of.map(|one| one.indicators[nth] as f64).collect()
    };
    let told = |mean: Option<f64>, most: f64| format!("{} / {most}", number(mean, 1));
    let mut rows = Vec::new();
    for (nth, (_, indicator, published)) in TABLE_2.iter().enumerate() {
        let greens = values(nth, &|colour| colour == 0);
        let most = greens.iter().copied().fold(0.0, f64::max);
        rows.push(table_2_row(
            indicator,
            0,
            told(Some(0.0), 0.0),
            told(mean(&greens), most),
            Pooled { printed: 0.0, ours: mean(&greens) },
        ));
        let pooled = {
            let of = [1, 2, 3].map(|colour| TABLE_1[colour] as f64);
            let sum: f64 = published.iter().zip(of).map(|((mean, _), of)| mean * of).sum();
            sum / of.iter().sum::<f64>()
        };
        let here = mean(&values(nth, &|colour| colour > 0));
        let pooled = Pooled { printed: pooled, ours: here };
        for colour in 1..4 {
            let ours = values(nth, &|one| one == colour);
            let most = ours.iter().copied().fold(0.0, f64::max);
            let (paper_mean, paper_most) = published[colour - 1];
            let printed = told(Some(paper_mean), paper_most as f64);
            rows.push(table_2_row(indicator, colour, printed, told(mean(&ours), most), pooled));
        }
    }
    let left = coloured.iter().filter(|one| one.esflr > 0).count();
    rows.push(row(
        "section 6",
        "puzzles that the failed literal rule does not solve".to_owned(),
        "none".to_owned(),
        if left == 0 { "none".to_owned() } else { count(left) },
        Verdict::same_or(left == 0, || Verdict::NotExplained("counted".to_owned())),
    ));
    rows
}

/// The mean of an indicator over all puzzles that are not green, however these are coloured.
#[derive(Clone, Copy)]
struct Pooled {
    printed: f64,
    ours: Option<f64>,
}

impl Pooled {
    /// The colours divide the same puzzles otherwise if this mean is the same to one in a hundred.
    fn verdict(self, indicator: &str) -> Verdict {
        let both = format!(
            "over all puzzles that are not green the mean is {} in the paper and {} here",
            number(self.printed, 1),
            number(self.ours, 1)
        );
        let is_near = |ours: f64| (self.printed - ours).abs() <= 0.01 * self.printed;
        if self.ours.is_some_and(is_near) {
            return Verdict::Explained(format!("{both}: only the colours divide them otherwise"));
        }
        Verdict::NotExplained(match indicator {
            "search level" | "number of guesses" => format!(
                "{both}; it depends on which square is guessed, as the paper says, and six ways of the search \
                 were tried"
            ),
            _ => format!("{both}; it goes with the open question of table 1"),
        })
    }
}

fn table_2_row(
    indicator: &str,
    colour: usize,
    printed: String,
    ours: String,
    pooled: Pooled,
) -> Row {
    let verdict = Verdict::same_or(printed == ours, || pooled.verdict(indicator));
    let what = format!("{indicator} of {} puzzles, mean / most", COLOURS[colour]);
    row("table 2", what, printed, ours, verdict)
}

fn table_3(coloured: &[Coloured]) -> Vec<Row> {
    let mut rows = Vec::new();
    let at = |level: u64, red: Option<u64>| {
        let is_in = |one: &&Coloured| {
            one.indicators[0] == level && red.is_none_or(|red| one.indicators[6] == red)
        };
        coloured.iter().filter(is_in).count()
    };
    let line = |cells: &[usize], total: usize| {
        let cells: Vec<String> = cells.iter().map(|&cell| count(cell)).collect();
        format!("{} = {}", cells.join(" "), count(total))
    };
    for (level, cells) in TABLE_3_ROWS {
        // Our red levels count guesses from 1; the printed ones go 0, 2, 3 …
        let ours: Vec<usize> = (0..9).map(|red| at(level, Some(red))).collect();
        let (printed, ours) = (line(&cells, cells.iter().sum()), line(&ours, at(level, None)));
        let verdict = Verdict::same_or(printed == ours, || {
            match level {
            0 => Verdict::Explained("the green puzzles of table 1, of another number in all".to_owned()),
            _ => Verdict::NotExplained(
                "the study has readings under which such a row is possible, and none that gives its figures"
                    .to_owned(),
            ),
        }
        });
        let what = format!("search level {level}, by search red level 0, 2 … 9 (ours 0, 1 … 8)");
        rows.push(row("table 3", what, printed, ours, verdict));
    }
    rows.extend(table_3_sums(coloured));
    rows
}

fn table_3_sums(coloured: &[Coloured]) -> Vec<Row> {
    let black = |least: u64| {
        coloured.iter().filter(|one| one.colour == 3 && one.indicators[6] >= least).count()
    };
    let printed: usize = TABLE_3[1..].iter().map(|sum| sum.1).sum();
    let ours: Vec<String> =
        (1..=9).map(|red| whole_tenth(black(red) - black(red + 1), black(1))).collect();
    let paper: Vec<String> = TABLE_3[1..].iter().map(|sum| whole_tenth(sum.1, printed)).collect();
    let deep = coloured
        .iter()
        .filter(|one| one.indicators[0] == 1)
        .map(|one| one.indicators[6])
        .max()
        .unwrap_or(0);
    let five = TABLE_1[3] - printed;
    vec![
        row(
            "table 3",
            "search red level 2, 3 … 9, share of those above 0 (ours 1, 2 … 9)".to_owned(),
            paper.join(" "),
            ours.join(" "),
            Verdict::same_or(paper == ours[..8], || {
                Verdict::NotExplained(
                    "near if the printed levels are one more than guesses, and not exact"
                        .to_owned(),
                )
            }),
        ),
        row(
            "section 6",
            "the greatest search red level of a puzzle with search level 1".to_owned(),
            "8".to_owned(),
            deep.to_string(),
            Verdict::same_or(deep == 8, || {
                Verdict::Explained(
                    "ours take the squares in one order, and then it cannot be deeper than 1; with other \
                     orders it can, and the study shows how deep it goes"
                        .to_owned(),
                )
            }),
        ),
        row(
            "tables 1 and 3",
            "black puzzles by table 1, and puzzles with a red search by table 3".to_owned(),
            format!("{} and {}", count(TABLE_1[3]), count(printed)),
            format!("{} and {}", count(black(0)), count(black(1))),
            Verdict::same_or(five == 0, || {
                Verdict::NotExplained(format!(
                    "the paper's two tables differ by {five}; the text does not say what became of these"
                ))
            }),
        ),
    ]
}

fn whole_tenth(part: usize, all: usize) -> String {
    number(100.0 * part as f64 / all.max(1) as f64, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_appendix_is_reached() {
        let rows = appendix();
        assert_eq!(rows.len(), 12);
        let same = rows.iter().filter(|row| row.verdict == Verdict::Same).count();
        // The eleventh picture shows one of two numbers that are written together.
        assert!(same == 11 && matches!(rows[10].verdict, Verdict::Explained(_)), "{rows:?}");
        assert!(matches!(appendix_verdict("12..", "1.34"), Verdict::NotExplained(_)));
    }

    #[test]
    fn of_table_4_the_one_grid_that_is_to_be_had_agrees() {
        let rows = table_4();
        assert_eq!(rows.len(), 14);
        assert_eq!(rows[0].verdict, Verdict::Same, "{:?}", rows[0]);
        assert!(rows[1..].iter().all(|row| matches!(row.verdict, Verdict::NotExplained(_))));
    }

    /// The table as it is copied here adds up to what is printed below and beside it.
    #[test]
    fn table_3_adds_up() {
        let totals =
            [16867, 7100, 4530, 2977, 2062, 1252, 753, 490, 257, 157, 81, 54, 16, 12, 9, 4, 6, 1];
        for ((level, cells), total) in TABLE_3_ROWS.iter().zip(totals) {
            assert_eq!(cells.iter().sum::<usize>(), total, "search level {level}");
        }
        for (column, (red, total)) in TABLE_3.iter().enumerate() {
            let sum: usize = TABLE_3_ROWS.iter().map(|(_, cells)| cells[column]).sum();
            assert_eq!(sum, *total, "search red level {red}");
        }
        assert_eq!(totals.iter().sum::<usize>(), TABLE_1.iter().sum::<usize>());
    }

    #[test]
    fn a_share_is_the_same_only_to_the_digits_that_are_printed() {
        let one = |colour| Coloured::plain(colour);
        let mut set: Vec<Coloured> = (0..46).map(|_| one(0)).collect();
        set.extend((0..40).map(|_| one(1)));
        set.extend((0..5).map(|_| one(2)));
        set.extend((0..9).map(|_| one(3)));
        let rows = table_1(&set, &[]);
        assert!(rows[..4].iter().all(|row| row.verdict == Verdict::Same), "{rows:?}");
        set.truncate(90);
        let rows = table_1(&set, &[]);
        assert!(matches!(rows[0].verdict, Verdict::NotExplained(_)), "{rows:?}");
    }
}
