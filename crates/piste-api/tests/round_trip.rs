//! Every answer can be written and read again, and says the same.

use piste_api::{Code, Handle, NoCollection, Unhurried, Verdict, json};
use piste_api::{
    canon, check, check_steps, convert, explain, hint, info, make, me, parse, rate, shape, solve,
    transform,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
const NONE: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn many() -> String {
    ".".repeat(81)
}

/// Writes an answer, reads it, and writes it again.
#[track_caller]
fn holds<T: Serialize + DeserializeOwned + PartialEq + Debug>(answer: &T) -> String {
    let text = json::write(answer);
    let again: T = serde_json::from_str(&text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    assert_eq!(&again, answer);
    assert_eq!(json::write(&again), text);
    assert!(text.starts_with(r#"{"version":2,"#), "{text}");
    text
}

fn read<T: DeserializeOwned>(body: &str) -> T {
    json::read(body.as_bytes()).unwrap()
}

#[test]
fn solve_and_check() {
    for puzzle in [EASY, HARD, NONE, &many()] {
        let body = format!(r#"{{"puzzle":"{puzzle}"}}"#);
        let solved = solve::answer(&read(&body), &Unhurried).unwrap();
        let checked = check::answer(&read(&body), &Unhurried).unwrap();
        holds(&solved);
        holds(&checked);
        assert_eq!(solved.standing, checked.standing);
        assert_eq!(solved.solutions, checked.solutions);
        assert_eq!((solved.count, solved.more), (checked.count, checked.more));
    }
}

#[test]
fn one_solution_alone_decides_nothing() {
    let body = format!(r#"{{"puzzle":"{EASY}","count":1}}"#);
    let answer = solve::answer(&read(&body), &Unhurried).unwrap();
    assert_eq!(answer.standing.verdict, Verdict::Undecided);
    assert_eq!((answer.solution, answer.count, answer.more), (None, Some(1), true));
    assert_eq!(answer.solutions.len(), 1);
}

#[test]
fn rate_of_proper_and_improper_puzzles_has_the_same_members() {
    let keys = |puzzle: &str| {
        let body = format!(r#"{{"puzzle":"{puzzle}","profile":true,"explain":true}}"#);
        let answer = rate::answer(&read(&body), &NoCollection, &Unhurried).unwrap();
        let text = holds(&answer);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let keys = |value: &serde_json::Value| -> Vec<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        let metrics = value["ratings"].as_object().unwrap().values().map(keys).collect::<Vec<_>>();
        (keys(&value), keys(&value["ratings"]), metrics)
    };
    assert_eq!(keys(EASY), keys(NONE));
    assert_eq!(keys(HARD), keys(&many()));
}

#[test]
fn a_player_s_games_and_the_times_they_lead_to() {
    let games =
        format!(r#"[{{"puzzle":"{EASY}","seconds":120}},{{"puzzle":"{EASY}","seconds":150}}]"#);
    let learnt = me::answer(&read(&format!(r#"{{"games":{games}}}"#)), &Unhurried).unwrap();
    holds(&learnt);
    for player in
        [format!(r#"{{"games":{games}}}"#), r#"{"factor":0.5,"low":0.4,"high":0.7}"#.into()]
    {
        let body = format!(r#"{{"puzzle":"{EASY}","player":{player}}}"#);
        let answer = rate::answer(&read(&body), &NoCollection, &Unhurried).unwrap();
        holds(&answer);
        let summary = answer.summary.unwrap();
        assert!(summary.for_you.unwrap().minutes < summary.minutes.unwrap().minutes);
    }
    let chosen: rate::Request = read(&format!(r#"{{"puzzle":"{EASY}","metrics":["se"]}}"#));
    let answer = rate::answer(&chosen, &NoCollection, &Unhurried).unwrap();
    assert_eq!(answer.summary, None);
    let body = format!(r#"{{"puzzle":"{EASY}","metrics":["se"],"player":{{"factor":1}}}}"#);
    let wrong = rate::answer(&read(&body), &NoCollection, &Unhurried).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "player: it is for the metric minutes, which is not among the metrics"
    );
}

#[test]
fn explain_by_ladder_method_and_path() {
    for how in [r#""ladder":"teaching""#, r#""ladder":"se""#, r#""method":"blue""#] {
        for puzzle in [EASY, HARD, NONE, &many()] {
            let body = format!(r#"{{"puzzle":"{puzzle}",{how}}}"#);
            holds(&explain::answer(&read(&body), &Unhurried).unwrap());
        }
    }
}

#[test]
fn hints_of_every_kind_and_grade() {
    let wrong = EASY.replacen("53.", "531", 1);
    for grade in 1..=3 {
        for body in [
            format!(r#"{{"puzzle":"{EASY}","grade":{grade}}}"#),
            format!(r#"{{"puzzle":"{EASY}","values":"{wrong}","grade":{grade}}}"#),
            format!(r#"{{"puzzle":"{NONE}","grade":{grade}}}"#),
        ] {
            let answer = hint::answer(&read(&body), &Unhurried).unwrap();
            let text = holds(&answer);
            assert_eq!(text.contains(r#""step":null"#), grade < 3 || answer.grades.is_empty());
            // What would be right is told with the last grade only.
            let tells = answer.mistakes.iter().all(|mistake| mistake.right.is_some());
            assert!(answer.mistakes.is_empty() || tells == (grade == 3));
        }
    }
}

#[test]
fn make_gives_the_same_for_the_same_seed() {
    let body = r#"{"count":3,"symmetry":"rotational","givens":"..30","seed":7,"metrics":["se","umbrella"]}"#;
    let order = make::Order::read(&read(body), 0, &NoCollection, make::no_starts).unwrap();
    let first = order.answer(&NoCollection, &Unhurried).unwrap();
    assert_eq!(first, order.answer(&NoCollection, &Unhurried).unwrap());
    assert_eq!(first.puzzles.len(), 3);
    holds(&first);
    holds(&first.puzzles[0]);
    let numbers: Vec<_> = first.puzzles.iter().map(|product| product.made.attempt).collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
}

#[test]
fn make_gives_up_after_so_many_tries() {
    let order: make::Request =
        read(r#"{"target":"se 9..","tries":2,"method":"reductive","seed":1}"#);
    let answer = make::Order::read(&order, 0, &NoCollection, make::no_starts)
        .unwrap()
        .answer(&NoCollection, &Unhurried)
        .unwrap();
    assert_eq!((answer.account.made, answer.account.tried), (0, 2));
    let told = "made 0 of 1: limit reached: it takes more than 2 attempts in a row (2 tried)";
    assert!(answer.problem.as_ref().unwrap().starts_with(told), "{answer:?}");
    holds(&answer);
}

/// Who may work more gets the same puzzles and perhaps more of them.
#[test]
fn make_gives_up_after_so_much_work() {
    let made = |work: u64| {
        let body = format!(r#"{{"target":"se 3..","count":30,"seed":1,"work":{work}}}"#);
        let order = make::Order::read(&read(&body), 0, &NoCollection, make::no_starts).unwrap();
        order.answer(&NoCollection, &Unhurried).unwrap()
    };
    let answers = [1, 500, 2_000, 1 << 40].map(made);
    for pair in answers.windows(2) {
        let [less, more] = [&pair[0], &pair[1]].map(|answer| {
            let grids = answer.puzzles.iter().map(|made| made.rating.standing.puzzle.as_str());
            grids.collect::<Vec<_>>()
        });
        assert!(more.starts_with(&less));
    }
    let [none, .., all] = &answers;
    let told = "made 0 of 30: limit reached: it takes more than 1 unit of work (0 tried)";
    assert_eq!(none.problem.as_deref(), Some(told));
    assert_eq!((all.puzzles.len(), &all.problem), (30, &None));
    assert!(answers[1].account.made < 30, "a limit was reached");
}

/// What is called off has no answer, at once or on the way.
#[test]
fn what_is_called_off_has_no_answer() {
    struct Asked(std::cell::Cell<u64>);

    impl Handle for Asked {
        fn is_cancelled(&self) -> bool {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() == 0
        }
    }

    const HARDEST: &str =
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
    let after = |asked| Asked(std::cell::Cell::new(asked));
    let body = format!(r#"{{"puzzle":"{HARDEST}","metrics":["givens","se"]}}"#);
    let rated = rate::answer(&read(&body), &NoCollection, &after(100));
    assert_eq!(rated.unwrap_err().code, Code::Stopped);
    let body = format!(r#"{{"puzzle":"{HARDEST}","ladder":"se","work":1000}}"#);
    assert_eq!(explain::answer(&read(&body), &after(100)).unwrap_err().code, Code::Stopped);
    let limited = explain::answer(&read(&body), &after(2000)).unwrap();
    assert_eq!(limited.outcome.as_deref(), Some("undecided"));
    holds(&limited);
    let order: make::Request = read(r#"{"target":"hsolve>100000","seed":1}"#);
    let order = make::Order::read(&order, 0, &NoCollection, make::no_starts).unwrap();
    assert_eq!(order.answer(&NoCollection, &after(3)).unwrap_err().code, Code::Stopped);
    let body = format!(r#"{{"puzzle":"{HARDEST}","ladder":"se"}}"#);
    assert_eq!(hint::answer(&read(&body), &after(100)).unwrap_err().code, Code::Stopped);
    // Before the third step of a climb, on the classic board and on others.
    for puzzle in [EASY, "1.....3..2.....4"] {
        let body = format!(r#"{{"puzzle":"{puzzle}"}}"#);
        assert_eq!(explain::answer(&read(&body), &after(3)).unwrap_err().code, Code::Stopped);
    }
    // Before the second of two boards, and before the third of the steps.
    let body = format!(r#"{{"puzzle":"{EASY}","other":"{HARD}"}}"#);
    assert_eq!(canon::answer(&read(&body), &after(2)).unwrap_err().code, Code::Stopped);
    assert!(canon::answer(&read(&body), &after(3)).is_ok());
    let steps = explain::answer(&read(&format!(r#"{{"puzzle":"{EASY}"}}"#)), &Unhurried).unwrap();
    let steps: check_steps::Request = read(&json::write(&steps));
    assert_eq!(check_steps::answer(&steps, &after(3)).unwrap_err().code, Code::Stopped);
    assert!(check_steps::answer(&steps, &Unhurried).unwrap().good);
}

#[test]
fn the_short_ones() {
    holds(&canon::answer(&read(&format!(r#"{{"puzzle":"{EASY}"}}"#)), &Unhurried).unwrap());
    holds(&shape::answer(&read(r#"{"shape":"9x9+x+antiknight"}"#)).unwrap());
    holds(&transform::answer(&read(&format!(r#"{{"puzzle":"{EASY}","seed":3}}"#))).unwrap());
    holds(&info::answer());
    let clues: piste_core::search::Clues = EASY.parse().unwrap();
    let found = parse::Found::of(&clues, None, 1, " x");
    holds(&parse::Answer { puzzles: vec![found], errors: Vec::new() });
    for form in ["line", "grid", "marks", "sdm", "sdk", "ss", "hodoku"] {
        let body = format!(r#"{{"puzzle":"{EASY}","to":"{form}"}}"#);
        let answer = convert::answer(&read(&body)).unwrap();
        holds(&answer);
        let body = serde_json::json!({ "puzzle": answer.text, "to": "line" });
        let back = convert::answer(&read(&body.to_string())).unwrap();
        // Pencil marks leave the givens open to more; all other forms are the puzzle itself.
        assert!(form == "marks" || back.text == EASY, "{form}: {}", back.text);
    }
}

#[test]
fn requests_are_plain_data_too() {
    let texts = [
        json::bare(&read::<solve::Request>(r#"{"puzzle":"x","count":5,"list":false}"#)),
        json::bare(&read::<explain::Request>(r#"{"puzzle":"x","upto":3}"#)),
        json::bare(&make::Request::default()),
    ];
    assert_eq!(
        texts[0],
        r#"{"puzzle":"x","count":5,"list":false,"seed":null,"shape":null,"guesses":null}"#
    );
    assert_eq!(read::<explain::Request>(&texts[1]).upto, Some(3));
    assert_eq!(read::<make::Request>(&texts[2]), make::Request::default());
}

#[test]
fn what_makes_no_sense_is_said_with_its_place() {
    let wrong = |body: &str| json::read::<make::Request>(body.as_bytes()).unwrap_err();
    assert_eq!(wrong("[]").message, "expected an object");
    assert!(wrong(r#"{"cuont":1}"#).message.starts_with("unknown field `cuont`"));
    let order = |body: &str| match make::Order::read(&read(body), 0, &NoCollection, make::no_starts)
    {
        Ok(_) => panic!("{body}"),
        Err(wrong) => wrong.to_string(),
    };
    assert!(
        order(r#"{"level":"soft"}"#).starts_with("level: there is no level soft, only beginner")
    );
    assert_eq!(order(r#"{"must_use":["magic"]}"#), "must_use: there is no strategy magic");
    assert!(order(r#"{"target":"hsolv<3"}"#).starts_with("target: there is no column hsolv"));
}
