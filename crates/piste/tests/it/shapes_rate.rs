//! Ratings on every shape: the same values as the classic metrics where the shape is the classic one, and what must hold
//! on all the others.

use crate::puzzles;
use piste::rating::{AnyWorkup, Ratings, Selection, Settings, Value, Workup, metrics};
use piste::search::General;
use piste::{AnyGrid, AnyPuzzle, Puzzle, Rng};

/// The metrics that rate every shape.
const EVERYWHERE: [&str; 12] = [
    "hsolve",
    "index-d",
    "colour",
    "umbrella",
    "fowler",
    "singles-cells",
    "singles-sum",
    "brute-calls",
    "givens",
    "umbrella-wide",
    "umbrella-naked",
    "hardest",
];

/// Puzzles that are beyond what most metrics know.
const HARD: [&str; 3] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..",
    "000000605000300090080004001040020970000000000031080060900600020010007000504000000",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];

fn values(ratings: &Ratings) -> Vec<(&'static str, Vec<Option<Value>>)> {
    let each = ratings.shown().iter().map(|rating| rating.as_ref().unwrap());
    each.map(|rating| (rating.metric.slug, rating.values().to_vec())).collect()
}

/// Every value of a classic puzzle, rated as one of any shape, is that of the classic metric. What differs on purpose: the
/// pencil is asked on the classic board only, and the classic ladder knows more.
#[test]
fn classic_puzzles_have_the_same_values_both_ways() {
    let both = EVERYWHERE.iter().filter(|slug| **slug != "hardest").collect::<Vec<_>>();
    let selection = Selection::new(&both).unwrap();
    let mut settings = Settings::default();
    settings.set("hsolve.runs", "4").unwrap();
    let mut rng = Rng::new(19);
    let mut levels = Vec::new();
    let random = (0..50).map(|number| puzzles::puzzle(&mut rng, number % 4));
    let hard = HARD.map(|text| Puzzle::prove(&text.parse().unwrap()).unwrap());
    for puzzle in random.chain(hard).collect::<Vec<Puzzle>>() {
        let any = AnyGrid::from(puzzle.grid()).prove(100_000).unwrap();
        let workup = settings.apply(Workup::with_seed(&puzzle, 7));
        let classic = selection.rate(&workup);
        let workup = AnyWorkup::new(&any).with_seed(7).with_guesses(100_000_000);
        let general = selection.rate_any(&settings.apply_any(workup));
        let (mut classic, general) = (values(&classic), values(&general));
        let colour = classic.iter_mut().find(|(slug, _)| *slug == "colour").unwrap();
        colour.1[1] = None;
        assert_eq!(classic, general, "{puzzle}");
        levels.push(general.iter().find(|(slug, _)| *slug == "umbrella").unwrap().1[0]);
    }
    // Easy ones and hard ones were among them.
    for level in [Value::Count(2), Value::Count(3), Value::Count(4), Value::Word("above")] {
        assert!(levels.contains(&Some(level)), "{level}");
    }
}

fn random(name: &str, item: u64) -> AnyPuzzle {
    let shape = name.parse().unwrap();
    let mut engine = General::new(&shape);
    let mut rng = Rng::for_item(5, item);
    let made = engine.random_puzzle(None, 1_000_000, &mut rng).unwrap().unwrap();
    AnyGrid::new(&shape, made.givens).unwrap().prove(1_000_000).unwrap()
}

/// Twelve shapes, small ones and one large: every metric that fits has its values, and they agree with each other.
#[test]
fn metrics_agree_with_each_other_on_every_shape() {
    let jigsaw =
        "jigsaw:112222333111222333111122333445555666444555666444455966778888996777888999777788999";
    for name in [
        "4x4",
        "6x6",
        "6x6/3x2",
        "8x8",
        "9x9+x",
        "9x9+windoku",
        "9x9+disjoint",
        "9x9+antiknight",
        "9x9+antiking+x",
        "10x10",
        "12x12",
        jigsaw,
    ] {
        for item in 0..4 {
            let puzzle = random(name, item);
            let selection = Selection::new(&EVERYWHERE).unwrap();
            let workup = AnyWorkup::new(&puzzle).with_guesses(20_000);
            let ratings = selection.rate_any(&workup);
            let value = |column: &str| {
                let column = piste::rating::Column::named(column).unwrap();
                ratings.value(column).map(|value| value.to_string())
            };
            let is_zero = |column: &str| value(column).as_deref() == Some("0");
            let cells = puzzle.grid().shape().cells() as u64;
            let sum = value("singles-sum").unwrap().parse::<u64>().unwrap();
            // Singles fill it if they leave one digit a cell, if green leaves nothing, if umbrella says so.
            let by_singles = sum == cells;
            assert_eq!(is_zero("colour.green"), by_singles, "{name} {item}");
            let umbrella = value("umbrella").unwrap();
            assert_eq!(["1", "2"].contains(&umbrella.as_str()), by_singles, "{name} {item}");
            assert_eq!(value("index-d.a").unwrap() != "beyond", by_singles, "{name} {item}");
            assert_eq!(is_zero("hsolve.tier"), by_singles, "{name} {item}");
            // Wider umbrellas cover more; shorter chains less.
            let place = |column: &str| {
                let column = piste::rating::Column::named(column).unwrap();
                column.place(ratings.value(column).unwrap())
            };
            assert!(place("umbrella-wide") <= place("umbrella"), "{name} {item}");
            assert!(place("umbrella-naked") >= place("umbrella"), "{name} {item}");
            // What singles solve needs no more than singles, and the other way round.
            let naked = metrics::by_slug("hardest").unwrap().info().words;
            let naked = naked.iter().position(|word| *word == "naked-single").unwrap();
            assert_eq!(place("hardest") <= naked as f64, by_singles, "{name} {item}");
        }
    }
}

#[test]
fn metrics_of_the_classic_board_say_why_they_do_not_rate_others() {
    let puzzle = random("6x6", 1);
    for metric in metrics::ALL {
        let slug = metric.info().slug;
        let fits = metric.fits(puzzle.grid().shape());
        assert_eq!(fits.is_ok(), EVERYWHERE.contains(&slug), "{slug}");
        if let Err(why) = fits {
            let why = why.to_string();
            assert!(why.starts_with(&format!("{slug} rates the classic 9×9 only")), "{why}");
        }
    }
}

#[test]
fn searches_that_take_too_long_are_given_up_and_say_so() {
    let puzzle = random("9x9+antiknight", 3);
    let workup = AnyWorkup::new(&puzzle).with_guesses(5);
    let why = metrics::by_slug("brute-calls").unwrap().rate_any(&workup).unwrap_err();
    assert_eq!(why.to_string(), "limit reached: it takes more than 5 calls");
}
