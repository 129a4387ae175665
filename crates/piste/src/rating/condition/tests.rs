//! What conditions mean, on a puzzle and on values made up for it.

use super::super::Workup;
use super::*;
use piste_core::{Grid, Puzzle};

/// A puzzle of 30 givens.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn with_puzzle<T>(ask: impl FnOnce(&Workup<'_>) -> T) -> T {
    let grid: Grid = PUZZLE.parse().unwrap();
    let puzzle = Puzzle::prove(&grid).unwrap();
    ask(&Workup::new(&puzzle))
}

fn holds(text: &str) -> bool {
    with_puzzle(|workup| text.parse::<Condition>().unwrap().holds_of(workup))
}

fn distance_of(text: &str) -> f64 {
    with_puzzle(|workup| {
        let mut asked = Vec::new();
        let condition: Condition = text.parse().unwrap();
        condition.distance(|column| ask(column, workup, &mut asked))
    })
}

#[test]
fn what_no_value_can_meet_is_at_odds() {
    let at_odds = |text: &str| text.parse::<Condition>().unwrap().at_odds().is_some();
    for yes in [
        "se<2 and se>=2",
        "se 1.2..1.5 and se 7..8",
        "givens=25 and givens=26",
        "colour=green and colour=red",
        "se ..1.5 and (se 2..3 or se>9)",
        "(se=1 and se=2) or (givens=1 and se=3 and se=4)",
    ] {
        assert!(at_odds(yes), "{yes}");
    }
    for no in [
        "se<=2 and se>=2",
        "se 1.2..1.5 and se 1.5..8",
        "se!=2 and se=2",
        "colour=green and givens=25",
        "umbrella=above and umbrella>3",
        "(se=1 and se=2) or givens=30",
        // Each part can be met, and both cannot: that is not looked for.
        "(se=1 or givens=30) and (se=2 or givens=31)",
    ] {
        assert!(!at_odds(no), "{no}");
    }
}

#[test]
fn numbers_are_compared_as_numbers() {
    for yes in [
        "givens=30",
        "givens == 30.0",
        "givens<31",
        "givens <= 30",
        "givens>=30",
        "givens>9",
        "givens!=31",
        "givens != beyond",
        "givens=1 or givens=30",
        "givens=1 and givens=2 or givens=30",
        "givens=30 and (givens=1 or givens>20)",
        "givens 30..30",
        "givens ..30",
        "givens = 29..",
        "givens 1.5..30.5 and colour=green",
    ] {
        assert!(holds(yes), "{yes}");
        assert_eq!(distance_of(yes), 0.0, "{yes}");
    }
    for no in [
        "givens<30",
        "givens>30",
        "givens!=30",
        "givens=beyond",
        "givens=30 AND givens=31",
        "(givens=30 or givens=1) and givens=2",
        "givens 31..",
        "givens ..29.9",
        "givens 20..29",
    ] {
        assert!(!holds(no), "{no}");
        assert!(distance_of(no) > 0.0, "{no}");
    }
}

#[test]
fn values_are_compared_as_they_are_printed() {
    let column = Column::named("minutes").unwrap();
    let holds =
        |text: &str, value: Value| text.parse::<Condition>().unwrap().holds(|_| Some(value));
    let value = Value::Number(4.2437, 1);
    for yes in
        ["minutes=4.2", "minutes<=4.2", "minutes>=4.2", "minutes 4.2..4.2", "minutes in 3,4.2"]
    {
        assert!(holds(yes, value), "{yes}");
        let condition: Condition = yes.parse().unwrap();
        assert_eq!(condition.distance(|_| Some(value)), 0.0, "{yes}");
    }
    for no in ["minutes!=4.2", "minutes>4.2", "minutes<4.2", "minutes 4.21..", "minutes=4.24"] {
        assert!(!holds(no, value), "{no}");
    }
    // What is printed decides, also in the middle.
    for number in [0.25, 0.35, 1.05, 2.675, 8.125, 99.95, 1e15 + 0.3, 0.1 + 0.2] {
        for decimals in 0..4 {
            let text = format!("{number:.*}", usize::from(decimals));
            let value = Value::Number(number, decimals);
            assert_eq!(seen(column, value).to_string(), text.parse::<f64>().unwrap().to_string());
        }
    }
}

#[test]
fn not_and_in_say_what_they_say() {
    for yes in [
        "not givens=31",
        "not (givens=31 or colour=red)",
        "not not givens=30",
        "not givens 31..40 and not givens ..29",
        "NOT givens in 3,4",
        "givens in (3, 30)",
        "givens in 17..20, 29..31",
        "colour in (green,blue)",
        "not (givens<30 and colour=green)",
        "givens=1 or not givens=1",
    ] {
        assert!(holds(yes), "{yes}");
    }
    for no in [
        "not givens=30",
        "not (givens=30 or colour=red)",
        "not givens 20..40",
        "givens in (3,4) or colour in blue",
        "not givens in 30",
    ] {
        assert!(!holds(no), "{no}");
    }
    // Of what is missing nothing holds, and not its opposite either.
    for text in ["givens=3", "not givens=3", "not givens 3..4", "not givens in 3,4"] {
        assert!(!text.parse::<Condition>().unwrap().holds(|_| None), "{text}");
    }
}

#[test]
fn what_no_puzzle_has_is_seen() {
    let beyond = |text: &str| text.parse::<Condition>().unwrap().beyond_all().is_some();
    for yes in [
        "givens=10",
        "givens<17",
        "givens>81 and se<3",
        "umbrella=9",
        "umbrella 5..6",
        "colour>3",
        "not givens>=17",
    ] {
        assert!(beyond(yes), "{yes}");
    }
    for no in [
        "givens=17",
        "umbrella>4",
        "umbrella=above",
        "givens=10 or givens=30",
        "se=3",
        "colour>=red",
    ] {
        assert!(!beyond(no), "{no}");
    }
}

#[test]
fn words_of_a_scale_have_places_among_numbers() {
    for yes in ["colour<=blue", "colour<red", "not colour>green", "umbrella<above", "colour>=green"]
    {
        assert!(holds(yes), "{yes}");
    }
    for no in ["colour>=blue", "colour>green", "umbrella>=above", "not colour<black"] {
        assert!(!holds(no), "{no}");
    }
    for yes in ["colour=0", "colour<1", "colour ..2", "colour=GREEN", "colour!=blue"] {
        assert!(holds(yes), "{yes}");
    }
    for no in ["colour=1", "colour>0", "colour 1..", "colour=blue"] {
        assert!(!holds(no), "{no}");
    }
}

#[test]
fn figures_keep_their_digits() {
    let whole = |text: &str| Figure::read(text).unwrap().whole();
    assert_eq!(whole("9007199254740993"), Some(9_007_199_254_740_993));
    assert_eq!(whole("9007199254740993.0"), Some(9_007_199_254_740_993));
    assert_eq!(whole("18446744073709551615"), Some(u64::MAX));
    assert_eq!(whole("1e3"), Some(1_000));
    assert_eq!(whole("-0"), Some(0));
    for none in ["18446744073709551616", "1e20", "-1", "0.5", "1e-3"] {
        assert_eq!(whole(none), None, "{none}");
    }
    for none in ["", "x", "inf", "NaN", "1e999"] {
        assert_eq!(Figure::read(none), None, "{none}");
    }
    let empty = "givens 9007199254740993..9007199254740992".parse::<Condition>().unwrap_err();
    assert!(empty.what.starts_with("no number is in"), "{empty}");
}

#[test]
fn the_distance_falls_on_the_way() {
    assert!(distance_of("givens>50") > distance_of("givens>40"));
    assert!(distance_of("givens ..10") > distance_of("givens ..20"));
    assert!(distance_of("colour=black") > distance_of("colour=red"));
    assert!(distance_of("colour=red") > distance_of("colour=blue"));
    assert_eq!(distance_of("givens>50 or givens>40"), distance_of("givens>40"));
    let both = distance_of("givens>50") + distance_of("colour=blue");
    assert!((distance_of("givens>50 and colour=blue") - both).abs() < 1e-12);
}

#[test]
fn the_greatest_value_of_use() {
    let most = |text: &str| text.parse::<Condition>().unwrap().most("givens");
    assert_eq!(most("givens 20..30"), Some(30.0));
    assert_eq!(most("givens<25 and givens<=40 and hsolve<3"), Some(25.0));
    assert_eq!(most("givens=22 or givens ..24"), Some(24.0));
    for none in ["givens 20..", "givens>3", "hsolve<9", "givens<9 or hsolve<9", "givens!=3"] {
        assert_eq!(most(none), None, "{none}");
    }
}

#[test]
fn the_value_from_which_on_it_holds() {
    let least = |text: &str| text.parse::<Condition>().unwrap().least("givens");
    assert_eq!(least("givens 20.."), Some(20.0));
    assert_eq!(least("givens>=25 and givens 30.. and hsolve<3"), Some(30.0));
    for none in [
        "givens 20..30",
        "givens>3",
        "hsolve>9",
        "givens>=9 or hsolve>9",
        "givens>=9 and (givens>=3 or givens>=4)",
        "givens>=9 and givens<20",
    ] {
        assert_eq!(least(none), None, "{none}");
    }
}

#[test]
fn the_pull_says_which_way_is_harder() {
    let pull_of = |text: &str| {
        with_puzzle(|workup| {
            let mut asked = Vec::new();
            text.parse::<Condition>().unwrap().pull(|column| ask(column, workup, &mut asked))
        })
    };
    for harder in ["colour=red", "umbrella=above", "umbrella=4", "givens<20", "hsolve>900"] {
        assert!(pull_of(harder) > 0.0, "{harder}");
    }
    for easier in ["givens>40", "givens 40..50", "hsolve<50", "hsolve ..20", "umbrella<1"] {
        assert!(pull_of(easier) < 0.0, "{easier}");
    }
    for neither in ["givens=30", "colour=green", "givens!=30", "givens=30 and colour!=green"] {
        assert_eq!(pull_of(neither), 0.0, "{neither}");
    }
    assert_eq!(pull_of("givens>40 or givens<29"), pull_of("givens<29"));
}

#[test]
fn a_word_is_harder_than_any_number() {
    let above = Value::Word("above");
    let number = |text: &str| Operand::Number(Figure::read(text).unwrap());
    let column = Column::named("givens").unwrap();
    // The fewer givens the harder.
    assert!(Op::Below.holds(column, above, &number("-1e300")));
    assert!(!Op::AtLeast.holds(column, above, &number("4")));
    assert!(Op::Unequal.holds(column, above, &number("4")));
    assert!(Op::Equal.holds(column, above, &Operand::Word("Above".to_owned())));
    assert!(Op::Unequal.holds(column, above, &Operand::Word("below".to_owned())));
}

#[test]
fn every_column_can_be_asked_about() {
    for column in Column::all() {
        let condition: Condition = format!("{column}>0").parse().unwrap();
        assert_eq!(condition.columns(), [column]);
        assert_eq!(condition.metrics()[0].info(), column.metric().info());
    }
}
