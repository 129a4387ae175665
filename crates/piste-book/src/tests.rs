//! Every layout on every paper: nothing is printed outside the margins, no board covers another.

use crate::paper::Area;
use crate::sheet::Sheet;
use crate::{Book, Entry, Hints, PAPERS, PER_PAGE, Plan, png};
use piste_api::Language;
use piste_core::AnyGrid;
use std::sync::LazyLock;

const PUZZLES: [(&str, &str); 6] = [
    ("9x9", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    ("9x9", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
    ("9x9", "1.37....5...6.4...8...........81.....9....7...6.....9..2....4..5...3...........2."),
    ("4x4", "1.....3..2.....4"),
    ("9x9+x", "....8....8..6..9....3.1............7.6..............1...4....2.....491..57....3.8"),
    ("jigsaw:1112312233423444", ".2..3.......4..1"),
];

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entry = |(shape, cells): &(&str, &str)| {
        let values = cells.chars().map(|sign| sign.to_digit(10).unwrap_or(0) as u8).collect();
        let grid = AnyGrid::new(&shape.parse().unwrap(), values).unwrap();
        Entry::of(grid.prove(100_000).unwrap(), Language::default())
    };
    PUZZLES.iter().map(entry).collect()
});

fn book(plan: Plan) -> Book {
    Book::compose(plan, ENTRIES.clone(), None).unwrap()
}

/// A page as dots, one to two points, each black or not; and how many dots wide it is.
fn dots(book: &Book, sheet: &Sheet) -> (Vec<bool>, usize) {
    let picture = png::write(sheet, &book.faces, 36.0).unwrap();
    let picture = tiny_skia::Pixmap::decode_png(&picture).unwrap();
    let dark = picture.pixels().iter().map(|dot| dot.red().min(dot.green()) < 250).collect();
    (dark, picture.width() as usize)
}

/// The first dot with ink outside an area, in points.
fn ink_outside(book: &Book, sheet: &Sheet, area: Area) -> Option<(f32, f32)> {
    let (dark, width) = dots(book, sheet);
    let bleed = sheet.format.bleed;
    let outside = |x: f32, y: f32| {
        // A line may be half a dot wide, and a letter a little wider than its place.
        let slack = 2.5;
        x < area.x - slack
            || x > area.right() + slack
            || y < area.y - slack
            || y > area.bottom() + slack
    };
    (0..dark.len()).filter(|&at| dark[at]).find_map(|at| {
        let (x, y) = ((at % width) as f32 * 2.0 + 1.0, (at / width) as f32 * 2.0 + 1.0);
        let (x, y) = (x - bleed, y - bleed);
        outside(x, y).then_some((x, y))
    })
}

#[test]
fn nothing_is_printed_outside_the_margins_on_any_paper_in_any_layout() {
    for (paper, _) in PAPERS {
        for per_page in PER_PAGE {
            let title =
                Some("A title that is rather long, for a page that is rather small".to_owned());
            let plan = Plan {
                page: paper.to_owned(),
                per_page,
                solutions: per_page,
                title,
                author: Some("Somebody".to_owned()),
                qr: per_page <= 4,
                hints: Hints::Words,
                ..Plan::default()
            };
            let book = book(plan);
            for sheet in &book.sheets {
                let found = ink_outside(&book, sheet, sheet.area());
                let page = sheet.number;
                assert_eq!(found, None, "{paper}, {per_page} a page, page {page}");
            }
        }
    }
}

#[test]
fn pictures_and_large_print_stay_within_the_margins() {
    for (page, large_print) in [("a5", false), ("6x9", false), ("8.5x11", true)] {
        let plan = Plan {
            page: page.to_owned(),
            per_page: 1,
            large_print,
            hints: Hints::Both,
            strategies: true,
            title: Some("Σουντόκου".to_owned()),
            ..Plan::default()
        };
        let book = book(plan);
        for sheet in &book.sheets {
            let found = ink_outside(&book, sheet, sheet.area());
            assert_eq!(found, None, "{page}, page {} of {}", sheet.number, book.pages());
        }
    }
}

#[test]
fn only_tabs_bleed() {
    let book = book(Plan { bleed: true, page: "6x9".to_owned(), per_page: 1, ..Plan::default() });
    let paper = book.sheets[0].format.paper;
    let sheet = &book.sheets[0];
    // With the outer margin counted in, nothing is outside but the tab in the bleed itself.
    let whole = Area { x: 0.0, y: 0.0, width: paper.width, height: paper.height };
    assert!(ink_outside(&book, sheet, whole).is_some_and(|(x, _)| x > paper.width));
    let last = book.sheets.last().unwrap();
    assert_eq!(ink_outside(&book, last, last.area()), None, "solutions have no tab");
}

#[test]
fn boards_do_not_cover_each_other() {
    for per_page in PER_PAGE {
        let book = book(Plan { per_page, ..Plan::default() });
        for sheet in &book.sheets {
            for (nth, (_, a)) in sheet.puzzles.iter().enumerate() {
                for (_, b) in &sheet.puzzles[..nth] {
                    let apart = a.x >= b.right() || a.y >= b.bottom() || b.x >= a.right();
                    assert!(apart, "{per_page} a page: {a:?} and {b:?}");
                }
            }
        }
    }
}

#[test]
fn large_print_is_large_or_refused() {
    let plan = Plan { large_print: true, ..Plan::default() };
    assert!(Book::compose(plan.clone(), ENTRIES.clone(), None).is_ok(), "four on A4 are large");
    let small = Plan { page: "a5".to_owned(), ..plan };
    let Err(trouble) = Book::compose(small, ENTRIES.clone(), None) else {
        panic!("four on A5 are not large")
    };
    assert!(trouble.to_string().contains("16 points"), "{trouble}");
}

/// Digits in solutions are as large, on however many pages.
#[test]
fn solutions_are_in_large_print_too() {
    let plan = Plan { large_print: true, ..Plan::default() };
    let (large, usual) = (book(plan), book(Plan::default()));
    assert!(large.pages() > usual.pages(), "four a page, and not nine");
    for sheet in &large.sheets {
        assert_eq!(ink_outside(&large, sheet, sheet.area()), None, "page {}", sheet.number);
    }
}

/// A board of 16×16 does not stand on a quarter of a small page, where nobody could write in it.
#[test]
fn larger_boards_have_larger_places() {
    let cells = "\
        CA.......3.F...5....CD.F.6....7..D..5.....8.CB2...8..4.2...7....\
        ..7.2..E..BD...4.82B......7.A..G....6...81...2...1E.8.B.5A.4..93\
        ..5......9....3CA..3...G4.E.B.D.849..7....6.G.5...12DA....3.4.8.\
        13B..FC.6..8.D..4.....9....5.ECFDE....G5C..98......6.E....A.9...";
    let grid: AnyGrid = cells.parse().unwrap();
    let large = Entry::of(grid.prove(100_000).unwrap(), Language::default());
    let entries: Vec<Entry> = ENTRIES.iter().cloned().chain([large]).collect();
    let plan = Plan { page: "6x9".to_owned(), ..Plan::default() };
    let book = Book::compose(plan, entries, None).unwrap();
    let sides: Vec<(usize, f32)> = book
        .sheets
        .iter()
        .flat_map(|sheet| sheet.puzzles.iter().map(|(number, area)| (*number, area.width)))
        .collect();
    let (small, large) = (sides[0].1, sides.last().unwrap().1);
    assert!(large > 1.3 * small, "{sides:?}");
    for sheet in &book.sheets {
        assert_eq!(ink_outside(&book, sheet, sheet.area()), None, "page {}", sheet.number);
    }
}

/// With a day the file says that it is one for archives; without, that it can be read aloud.
#[test]
fn a_day_makes_it_a_file_for_archives() {
    let plan = Plan { date: Some("2024-02-29".to_owned()), ..Plan::default() };
    let says = |plan: &Plan, what: &str| {
        let pdf = book(plan.clone()).pdf().unwrap();
        pdf.windows(what.len()).any(|part| part == what.as_bytes())
    };
    assert!(says(&plan, "pdfaid:part") && says(&plan, "pdfuaid:part"));
    assert!(!says(&Plan::default(), "pdfaid:part") && says(&Plan::default(), "pdfuaid:part"));
    for wrong in ["2023-02-29", "yesterday", "2024-13-01", "24-1-1"] {
        let plan = Plan { date: Some(wrong.to_owned()), ..Plan::default() };
        let Err(trouble) = Book::compose(plan, ENTRIES.clone(), None) else { panic!("{wrong}") };
        assert!(trouble.to_string().contains("is no date"), "{trouble}");
    }
}

#[test]
fn the_same_in_disguise_is_left_out() {
    let mut entries = ENTRIES.clone();
    let turned: String = PUZZLES[0].1.chars().rev().collect();
    let values = turned.chars().map(|sign| sign.to_digit(10).unwrap_or(0) as u8).collect();
    let grid = AnyGrid::new(&"9x9".parse().unwrap(), values).unwrap();
    entries.push(Entry::of(grid.prove(1_000).unwrap(), Language::default()));
    let book = Book::compose(Plan::default(), entries, None).unwrap();
    assert_eq!((book.repeated(), book.puzzles()), (1, PUZZLES.len()));
}

#[test]
fn the_same_book_is_the_same_bytes() {
    let plan =
        Plan { hints: Hints::Both, qr: true, title: Some("T".to_owned()), ..Plan::default() };
    let (one, other) = (book(plan.clone()), book(plan));
    assert!(one.pdf().unwrap() == other.pdf().unwrap());
    assert_eq!(one.svg(2), other.svg(2));
}

/// A font of the user's is for what ours lacks: everything else stays as it is, the digits of boards above all.
#[test]
fn a_font_of_ones_own_changes_nothing_that_ours_has() {
    let own = ("own".to_owned(), include_bytes!("../font/NotoSans-Bold.ttf").to_vec());
    let plan = Plan { title: Some("T".to_owned()), ..Plan::default() };
    let with = Book::compose(plan.clone(), ENTRIES.clone(), Some(&own)).unwrap();
    let without = book(plan);
    for page in 0..without.pages() {
        assert_eq!(with.svg(page), without.svg(page), "page {page}");
    }
    assert!(with.pdf().unwrap() == without.pdf().unwrap());
}

#[test]
fn no_puzzles_make_no_book() {
    let Err(trouble) = Book::compose(Plan::default(), Vec::new(), None) else { panic!("empty") };
    assert_eq!(trouble.to_string(), "there are no puzzles for a book");
}

/// Marks that are turned around the middle of a page are what one sees who turns the page.
#[test]
fn what_is_turned_is_upside_down_as_picture_svg_and_pdf() {
    use crate::sheet::{Ink, Role, filled, polygon, turned};
    let book = book(Plan { page: "720x720pt".to_owned(), ..Plan::default() });
    let corner = || filled(polygon(&[(40.0, 40.0), (300.0, 60.0), (80.0, 200.0)]), Ink::BLACK);
    let format = book.sheets[0].format;
    let page = Area { x: 0.0, y: 0.0, width: format.paper.width, height: format.paper.height };
    let drawn = |marks: Vec<crate::sheet::Mark>| {
        let mut sheet = Sheet::new(1, format);
        sheet.put(Role::Furniture, marks);
        dots(&book, &sheet)
    };
    let ((upright, width), (over, _)) =
        (drawn(vec![corner()]), drawn(vec![turned(vec![corner()], page)]));
    let side = (page.width / 2.0).round() as usize;
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let differ = places
        .filter(|(x, y)| upright[y * width + x] != over[(side - 1 - y) * width + side - 1 - x])
        .count();
    let ink = upright.iter().filter(|is_dark| **is_dark).count();
    // The edges may fall on the next dot.
    assert!(ink > 3_000 && differ < ink / 20, "{differ} of {ink}");

    let book = self::book(Plan { solutions_upside_down: true, ..Plan::default() });
    let upright = self::book(Plan::default());
    assert_eq!(book.sheets.len(), upright.sheets.len());
    let last = book.sheets.last().unwrap();
    assert_eq!(ink_outside(&book, last, last.area()), None);
    let boards = |book: &Book| {
        let page = crate::svg::write(book.sheets.last().unwrap(), &book.faces);
        page.matches("matrix(-1 0 0 -1 ").count()
    };
    assert_eq!((boards(&book), boards(&upright)), (PUZZLES.len(), 0));
    assert_ne!(book.pdf().unwrap(), upright.pdf().unwrap());
}
