//! `piste solve`.

use crate::support::*;

#[test]
fn a_puzzle_given_directly_is_answered_with_a_picture() {
    let expected = "\
┌───────┬───────┬───────┐
│ 5 3 4 │ 6 7 8 │ 9 1 2 │
│ 6 7 2 │ 1 9 5 │ 3 4 8 │
│ 1 9 8 │ 3 4 2 │ 5 6 7 │
├───────┼───────┼───────┤
│ 8 5 9 │ 7 6 1 │ 4 2 3 │
│ 4 2 6 │ 8 5 3 │ 7 9 1 │
│ 7 1 3 │ 9 2 4 │ 8 5 6 │
├───────┼───────┼───────┤
│ 9 6 1 │ 5 3 7 │ 2 8 4 │
│ 2 8 7 │ 4 1 9 │ 6 3 5 │
│ 3 4 5 │ 2 8 6 │ 1 7 9 │
└───────┴───────┴───────┘
";
    assert_eq!(piste(&["solve", PUZZLE]).fine().out, expected);
    // What is drawn can be read again, from an argument as from a file.
    assert_eq!(piste(&["solve", "-f", "line", expected]).fine().out, format!("{SOLUTION}\n"));
    assert_eq!(piste_on(expected, &["solve"]).fine().out, format!("{SOLUTION}\n"));
}

#[test]
fn several_pictures_are_set_apart() {
    let done = piste(&["solve", PUZZLE, SEVENTEEN]).fine();
    let lines = done.lines();
    assert_eq!(lines.len(), 27);
    assert_eq!((lines[12].chars().next(), lines[13]), (Some('└'), ""));
}

#[test]
fn files_are_answered_line_by_line_with_their_trailing_columns() {
    let folder = folder();
    let path = folder.path().join("two.txt");
    std::fs::write(&path, format!("{PUZZLE} 1.2 easy\n{SEVENTEEN}\tx\ty\n")).unwrap();
    let expected = format!("{SOLUTION} 1.2 easy\n{SEVENTEEN_SOLVED}\tx\ty\n");
    assert_eq!(piste(&["solve", path.to_str().unwrap()]).fine().out, expected);
    let twice = piste(&["solve", path.to_str().unwrap(), path.to_str().unwrap()]).fine();
    assert_eq!(twice.out, expected.repeat(2));
}

#[test]
fn the_standard_input_is_the_default_and_a_dash() {
    let input = format!("{PUZZLE}\n");
    for args in [vec!["solve"], vec!["solve", "-"]] {
        assert_eq!(piste_on(&input, &args).fine().out, format!("{SOLUTION}\n"));
    }
}

#[test]
fn every_engine_finds_the_same() {
    let input = format!("{PUZZLE}\n{SEVENTEEN}\n");
    let expected = format!("{SOLUTION}\n{SEVENTEEN_SOLVED}\n");
    for engine in ["bands", "links", "plain"] {
        assert_eq!(piste_on(&input, &["solve", "--engine", engine]).fine().out, expected);
    }
}

#[test]
fn a_puzzle_without_a_solution_is_named_with_the_reason() {
    let done = piste(&["solve", &contradictory()]);
    assert_eq!((done.code, done.out.as_str()), (Some(1), ""));
    assert_eq!(done.err, "piste: no solution: the 5 in r1c1 contradicts the 5 in r1c2 (row 1)\n");
    let input = format!("{PUZZLE}\n{}\n{PUZZLE}\n", impossible());
    let done = piste_on(&input, &["solve"]);
    assert_eq!(done.code, Some(1));
    // An empty line keeps the others where they belong.
    assert_eq!(done.lines(), [SOLUTION, "", SOLUTION]);
    assert_eq!(done.err, "-:2:1: no solution\npiste: no solution: 1 of 3 puzzles\n");
    let done = piste_on(&input, &["solve", "--format", "csv"]);
    assert_eq!(done.code, Some(1));
    let unsolved = format!("{},", impossible());
    let solved = format!("{PUZZLE},{SOLUTION}");
    assert_eq!(done.lines(), ["puzzle,solution", &solved, &unsolved, &solved]);
    let done = piste_on(&input, &["solve", "--format", "jsonl"]);
    assert!(json_lines(&done.out)[1]["solution"].is_null());
    let done = piste_on(&input, &["solve", "--first", "--format", "sdm"]);
    assert_eq!((done.code, done.lines()), (Some(1), vec![SOLUTION, "", SOLUTION]));
}

#[test]
fn a_puzzle_with_several_solutions_is_solved_with_a_word_on_the_side() {
    let done = piste(&["solve", "-f", "line", TWO_SOLUTIONS]);
    assert_eq!(done.code, Some(0));
    assert_eq!(done.err, "piste: more than one solution: r2c8 can be 4 or 8\n");
    assert_eq!(done.lines().len(), 1);
    assert_eq!(piste(&["solve", "-q", TWO_SOLUTIONS]).fine().lines().len(), 13);
    assert_eq!(piste(&["solve", "--first", TWO_SOLUTIONS]).fine().lines().len(), 13);
    // In a batch they are counted, and are no failure: a solution was asked for, and found.
    let input = format!("{PUZZLE}\n{TWO_SOLUTIONS}\n");
    let done = piste_on(&input, &["solve"]);
    assert_eq!((done.code, done.lines().len()), (Some(0), 2));
    assert_eq!(
        done.err,
        "-:2:1: more than one solution: r2c8 can be 4 or 8\n\
         piste: more than one solution: 1 of 2 puzzles\n"
    );
    piste_on(&input, &["solve", "--quiet"]).fine();
    let help = piste(&["solve", "--help"]).fine().out;
    assert!(help.contains("has an empty line") && help.contains("no failure"), "{help}");
}

#[test]
fn solutions_are_counted() {
    assert_eq!(piste(&["solve", "--count", PUZZLE]).fine().out, "1 solution\n");
    assert_eq!(piste(&["solve", "--count", TWO_SOLUTIONS]).fine().out, "2 solutions\n");
    let empty = ".".repeat(81);
    let done = piste(&["solve", "--count=1234", &empty]).fine();
    assert_eq!(done.out, "at least 1,234 solutions\n");

    let input = format!("{PUZZLE} a\n{TWO_SOLUTIONS}\tb\n{empty}\n");
    let done = piste_on(&input, &["solve", "--count=50"]).fine();
    assert_eq!(done.out, format!("{PUZZLE}\t1 a\n{TWO_SOLUTIONS}\t2\tb\n{empty}\t50+\n"));

    let done = piste_on(&format!("{}\n", impossible()), &["solve", "--count"]);
    assert_eq!((done.code, done.out), (Some(1), format!("{}\t0\n", impossible())));
}

#[test]
fn all_solutions_are_written() {
    let done = piste_on(&format!("{TWO_SOLUTIONS} x\n"), &["solve", "--all"]).fine();
    let mut lines = done.lines();
    lines.sort_unstable();
    assert_eq!(lines.len(), 2);
    assert!(lines.contains(&format!("{SOLUTION} x").as_str()), "{lines:?}");
    assert_ne!(lines[0], lines[1]);
    let empty = ".".repeat(81);
    let done = piste(&["solve", "--all=5000", "-f", "line", &empty]).fine();
    let mut lines = done.lines();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 5000);
}

#[test]
fn random_solutions_follow_the_seed() {
    let empty = format!("{}\n", ".".repeat(81)).repeat(3);
    let seven = piste_on(&empty, &["solve", "--random", "--seed", "7"]).fine();
    let again = piste_on(&empty, &["solve", "--random", "--seed", "7", "--jobs", "3"]).fine();
    let eight = piste_on(&empty, &["solve", "--random", "--seed", "8"]).fine();
    assert_eq!(seven.out, again.out);
    assert_ne!(seven.out, eight.out);
    assert_ne!(seven.lines()[0], seven.lines()[1], "each puzzle has a stream of its own");

    // Without a seed one is drawn and said, and it brings the same back.
    let drawn = piste_on(&empty, &["solve", "--random"]);
    let seed = drawn.err.trim().strip_prefix("piste: --seed ").unwrap();
    let again = piste_on(&empty, &["solve", "--random", "--seed", seed]).fine();
    assert_eq!(drawn.out, again.out);
}

#[test]
fn the_work_is_shown() {
    let done =
        piste_on(&format!("{PUZZLE} x\n"), &["solve", "--stats", "--engine", "plain"]).fine();
    assert_eq!(done.out, format!("{SOLUTION}\t0\t0 x\n"));
    let done = piste(&["solve", "--stats", "--engine", "plain", PUZZLE]).fine();
    assert_eq!(done.lines().last(), Some(&"0 guesses, 0 deep"));
    let done = piste_on(SEVENTEEN, &["solve", "--stats", "--engine", "plain"]).fine();
    let guesses: u64 = done.out.split('\t').nth(1).unwrap().parse().unwrap();
    assert!(guesses > 0, "{done:?}");
}

#[test]
fn tables_get_a_column_for_the_solution() {
    let table = format!("id,quizzes,se\n7,{PUZZLE},1.2\n8,{TWO_SOLUTIONS},\n");
    let done = piste_on(&table, &["solve", "--format", "csv", "--first"]).fine();
    assert_eq!(
        done.lines()[..2],
        ["quizzes,solution,id,se", &format!("{PUZZLE},{SOLUTION},7,1.2"),]
    );
    let done = piste_on(&table, &["solve", "--format", "tsv", "--count"]).fine();
    assert_eq!(
        done.lines(),
        [
            "quizzes\tsolutions\tid\tse",
            &format!("{PUZZLE}\t1\t7\t1.2"),
            &format!("{TWO_SOLUTIONS}\t2\t8\t"),
        ]
    );
    let done = piste_on(
        &format!("{PUZZLE} 1.2 # easy\n"),
        &["solve", "--format", "jsonl", "--stats", "--engine", "plain"],
    )
    .fine();
    assert_eq!(
        json_lines(&done.out)[0],
        serde_json::json!({
            "puzzle": PUZZLE, "solution": SOLUTION, "guesses": 0, "depth": 0,
            "rest": "1.2", "rest2": "# easy",
        })
    );
    // What is no table stays as it was, and the puzzle makes room for the solution.
    let done = piste_on(&table, &["solve", "--quiet"]).fine();
    assert_eq!(done.lines()[0], format!("{SOLUTION},7,1.2"));
}

#[test]
fn answers_come_as_json() {
    let input = format!("{PUZZLE} x\n{TWO_SOLUTIONS}\n{}\n", contradictory());
    let done = piste_on(&input, &["solve", "--json", "--stats", "--quiet"]);
    assert_eq!(done.code, Some(1));
    let answers = json_lines(&done.out);
    assert_eq!(answers[0]["puzzle"], PUZZLE);
    assert_eq!(answers[0]["rest"], "x");
    assert_eq!(answers[0]["solution"], SOLUTION);
    assert_eq!(answers[0]["verdict"], "unique");
    assert!(answers[0]["guesses"].is_u64() && answers[0]["depth"].is_u64());
    assert_eq!(answers[1]["verdict"], "many");
    assert_eq!(answers[1]["solutions"].as_array().unwrap().len(), 2);
    assert_eq!(answers[1]["problem"], "more than one solution: r2c8 can be 4 or 8");
    assert!(answers[2]["solution"].is_null());

    let counted = json_lines(&piste_on(TWO_SOLUTIONS, &["solve", "--json", "--count"]).fine().out);
    assert_eq!((&counted[0]["count"], &counted[0]["more"]), (&2.into(), &false.into()));
    assert_eq!(counted[0]["solutions"], serde_json::json!([]));
    let all = json_lines(&piste_on(TWO_SOLUTIONS, &["solve", "--json", "--all"]).fine().out);
    assert_eq!(all.len(), 2);
}

#[test]
fn the_columns_of_a_table_are_members_of_the_json() {
    let table = format!("id,quizzes,solution\n7,{PUZZLE},x\n8,{SEVENTEEN}\n");
    for (verb, ours) in [("solve", "solution"), ("check", "givens")] {
        let answers = json_lines(&piste_on(&table, &[verb, "--json"]).fine().out);
        assert_eq!(answers[0]["puzzle"], PUZZLE);
        assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&"7".into(), &"8".into()));
        assert!(answers[0].get("rest").is_none() && !answers[0][ours].is_null(), "{answers:?}");
    }
    // A column with the name of one of ours is told apart.
    let answers = json_lines(&piste_on(&table, &["solve", "--json"]).fine().out);
    assert_eq!(
        (&answers[0]["solution"], &answers[0]["input.solution"]),
        (&SOLUTION.into(), &"x".into())
    );
    let done = piste_on(&table, &["solve", "--format", "csv"]).fine();
    assert_eq!(
        done.lines(),
        [
            "quizzes,solution,id,input.solution",
            &format!("{PUZZLE},{SOLUTION},7,x"),
            &format!("{},{SEVENTEEN_SOLVED},8,", SEVENTEEN.replace('0', ".")),
        ]
    );
    let json = format!("{{\"quiz\":\"{PUZZLE}\",\"se\":1.5,\"by\":[1,2]}}\n");
    let answer = &json_lines(&piste_on(&json, &["solve", "--json"]).fine().out)[0];
    assert_eq!((&answer["se"], &answer["by"]), (&1.5.into(), &serde_json::json!([1, 2])));
}

#[test]
fn pencil_marks_are_solved_too() {
    let marks: String = SOLUTION
        .chars()
        .flat_map(|solved| ('1'..='9').map(move |c| if c == solved || c == '5' { c } else { '.' }))
        .collect();
    assert_eq!(piste_on(&marks, &["solve"]).fine().out, format!("{SOLUTION}\n"));
    assert_eq!(piste(&["solve", &marks]).fine().lines()[1], "│ 5 3 4 │ 6 7 8 │ 9 1 2 │");
}

#[test]
fn check_only_proves() {
    let marks = "123456789".repeat(81);
    let wrong = impossible();
    let file = format!("{PUZZLE} 7.2\n{TWO_SOLUTIONS}\nrubbish\n{wrong}\n{marks}\n{SEVENTEEN}\n");
    let done = piste_on(&file, &["solve", "--check"]);
    assert_eq!(done.code, Some(1));
    let seventeen = SEVENTEEN.replace('0', ".");
    let expected = [
        format!("{PUZZLE}\t1 7.2"),
        format!("{TWO_SOLUTIONS}\t2+"),
        format!("{wrong}\t0"),
        format!("{marks}\t2+"),
        format!("{seventeen}\t1"),
    ];
    assert_eq!(done.lines(), expected);
    assert_eq!(done.err.lines().count(), 3, "{}", done.err);
    assert!(done.err.ends_with("piste: not a proper puzzle: 3 of 5 puzzles\n"), "{}", done.err);
    // As counting says it, whatever the engine and the number of threads.
    assert_eq!(done.out, piste_on(&file, &["solve", "--count=2"]).out);
    for more in [["--engine", "links"], ["--jobs", "4"]] {
        assert_eq!(done.out, piste_on(&file, &[&["solve", "--check"], &more[..]].concat()).out);
    }

    let done = piste_on(&file, &["solve", "--check", "--json"]);
    let json = json_lines(&done.out);
    assert_eq!((&json[0]["verdict"], &json[0]["count"]), (&"unique".into(), &1.into()));
    assert_eq!((&json[1]["verdict"], &json[1]["count"]), (&"many".into(), &2.into()));
    assert_eq!(json[1]["more"], true);
    assert!(json[2]["problem"].as_str().unwrap().contains("no solution"), "{}", json[2]);
    assert!(json.iter().all(|told| told["solutions"] == serde_json::json!([])), "{}", done.out);

    let one = piste(&["solve", "--check", PUZZLE]).fine();
    assert_eq!(one.out, "exactly one solution\n");
    let none = piste(&["solve", "--check", &contradictory()]);
    assert_eq!((none.code, none.err.as_str()), (Some(1), ""));
    assert!(none.out.contains("5"), "{}", none.out);
    let four = piste(&["solve", "--check", "1.....3..2.....4"]);
    assert_eq!((four.code, four.out.as_str()), (Some(0), "exactly one solution\n"), "{four:?}");
    let empty = piste(&["solve", "--check", "................"]);
    assert_eq!(empty.code, Some(1), "{empty:?}");
    assert_eq!(piste(&["solve", "--check", "--count", PUZZLE]).code, Some(2));
}
