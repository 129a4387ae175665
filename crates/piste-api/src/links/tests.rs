//! Links that the programs themselves have made, and our own read back.

use super::{Site, fpuzzles, ipuz, lz, read};
use piste_core::shape::Shape;
use piste_core::{AnyClues, AnyGrid, Cell};
use serde_json::{Map, Value};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn puzzle(link: &str) -> Result<String, String> {
    read(link).expect("this is a link").map(|sheet| sheet.clues.to_string())
}

/// From SudokuPad's own tests and documentation.
#[test]
fn links_that_sudokupad_made() {
    let classic = "classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B";
    let cells = puzzle(&format!("https://sudokupad.app/{classic}")).unwrap();
    assert_eq!(cells.len(), 81);
    assert!(cells.starts_with(".6.91...7..2....15"), "{cells}");
    let empty = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=";
    assert_eq!(puzzle(empty).unwrap(), ".".repeat(81));
    assert_eq!(
        puzzle("https://sudokupad.app/k7qc98e00u").unwrap_err(),
        "this link only names a puzzle that SudokuPad keeps, and piste asks no server; a link with the \
         whole puzzle does"
    );
}

/// The page on X-wings of SudokuWiki has these two links.
#[test]
fn links_that_sudokuwiki_made() {
    let start = "100000569402000008050009040000640801000010000208035000040500010900000402621000005";
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={start}");
    assert_eq!(puzzle(&link).unwrap(), start.replace('0', "."));
    let position = "https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e685w68050609040i022e0e0f0a2e085y050f\
                    0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e05d0609i010f09\
                    5y0e5y0f0a045y0206020166cy669id205";
    let sheet = read(position).unwrap().unwrap();
    assert_eq!(sheet.clues.to_string(), start.replace('0', "."));
    let board = sheet.position.unwrap().board;
    let left: Vec<u8> =
        board.candidates(Cell::at(0, 1)).iter().map(piste_core::Digit::get).collect();
    assert_eq!(left, [3, 7, 8]);
    assert_eq!(board.value(Cell::at(1, 1)).map(piste_core::Digit::get), Some(9));
    assert!(read("S9B01").unwrap().is_err());
}

#[test]
fn other_sites_have_the_digits_in_their_addresses() {
    let zeros = PUZZLE.replace('.', "0");
    for link in [
        format!("https://sudoku.coach/en/play/{zeros}"),
        format!("https://sudokuexchange.com/play/?s={zeros}"),
        format!("http://example.org/solve?grid={PUZZLE}&x=1"),
    ] {
        assert_eq!(puzzle(&link).unwrap(), PUZZLE, "{link}");
    }
    assert!(puzzle("https://example.org/").is_err());
    assert!(puzzle("https://swaroopg92.github.io/penpa-edit/").unwrap_err().contains("Penpa-edit"));
    assert!(read(PUZZLE).is_none() && read("puzzles.txt").is_none());
}

#[test]
fn what_piste_does_not_know_is_named() {
    let mut json: Map<String, Value> =
        serde_json::from_str(&fpuzzles::write("", &PUZZLE.parse().unwrap()).unwrap()).unwrap();
    let link = |json: &Map<String, Value>| {
        format!("https://sudokupad.app/fpuz{}", lz::pack(&serde_json::to_string(json).unwrap()))
    };
    json.insert("title".to_owned(), "A title".into());
    json.insert("arrow".to_owned(), Value::Array(Vec::new()));
    assert_eq!(puzzle(&link(&json)).unwrap(), PUZZLE);
    json.insert("killercage".to_owned(), serde_json::json!([{ "cells": ["R1C1"], "value": "5" }]));
    json.insert("nonconsecutive".to_owned(), true.into());
    let wrong = puzzle(&link(&json)).unwrap_err();
    assert!(wrong.contains("does not know the rules: killercage, nonconsecutive"), "{wrong}");
}

#[test]
fn sudokupads_own_form_is_read() {
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            let cells = row.iter().map(|sign| match sign {
                b'.' => String::new(),
                digit => format!("{{v:{}}}", char::from(*digit)),
            });
            format!("[{}]", cells.collect::<Vec<_>>().join(","))
        })
        .collect();
    let plain = format!("{{cs:50,ce:[{}],metadata:{{title:'Friday'}}}}", rows.join(","));
    let link = |text: &str| format!("https://sudokupad.app/scl{}", lz::pack(text));
    assert_eq!(puzzle(&link(&plain)).unwrap(), PUZZLE);
    let caged = plain.replacen("cs:50,", "cs:50,ca:[{ce:[[0,0],[0,1]],v:'8'}],", 1);
    assert!(puzzle(&link(&caged)).unwrap_err().contains("does not know the rule: cages"));
}

#[test]
fn every_link_comes_back() {
    for site in Site::ALL {
        for board in [PUZZLE, &".".repeat(81)] {
            let link = site.link(&board.parse().unwrap()).unwrap();
            assert_eq!(puzzle(&link).unwrap(), board, "{site:?}");
        }
    }
}

/// A board of this shape with a digit or two, which comes back from a link with its shape.
fn board(shape: &str) -> AnyGrid {
    let shape = shape.parse().unwrap();
    let mut values = AnyGrid::empty(&shape).values().to_vec();
    values[1] = 2;
    *values.last_mut().unwrap() = shape.side() as u8;
    AnyGrid::new(&shape, values).unwrap()
}

fn shape(link: &str) -> Result<String, String> {
    read(link).expect("this is a link").map(|sheet| match sheet.clues {
        AnyClues::Classic(_) => "9x9".to_owned(),
        AnyClues::Other(grid) => grid.shape().to_string(),
    })
}

#[test]
fn boards_of_other_shapes_come_back_or_are_refused() {
    let jigsaw = "jigsaw:1112312233423444";
    let all = ["4x4", "6x6/2x3", "6x6/3x2", "12x12/3x4", "16x16", "25x25", "9x9+x", jigsaw];
    for name in all {
        for site in [Site::SudokuPad, Site::FPuzzles, Site::Penpa] {
            let grid = board(name);
            let link = site.link(&grid).unwrap();
            assert_eq!(shape(&link).unwrap(), name, "{site:?}");
            assert_eq!(puzzle(&link).unwrap(), grid.to_string(), "{site:?}");
        }
        assert!(Site::SudokuCoach.link(&board(name)).unwrap_err().contains("classic"));
    }
    for name in ["9x9+antiknight", "9x9+antiking", "9x9+disjoint", "4x4+region:r1c4,r2c3,r3c2,r4c1"]
    {
        let link = Site::FPuzzles.link(&board(name)).unwrap();
        assert_eq!(shape(&link).unwrap(), name);
        let layer = name.split(['+', ':']).nth(1).unwrap();
        let wrong = Site::Penpa.link(&board(name)).unwrap_err();
        assert_eq!(wrong, format!("a link to Penpa-edit cannot say {layer}"));
    }
    assert_eq!(
        shape(&Site::SudokuPad.link(&board("9x9+windoku")).unwrap()).unwrap(),
        "9x9+windoku"
    );
    let wrong = Site::SudokuPad.link(&board("9x9+asterisk")).unwrap_err();
    assert_eq!(wrong, "a link to SudokuPad cannot say asterisk");
}

#[test]
fn links_that_penpa_made() {
    for link in [PENPA, PENPA_SOLVE] {
        assert_eq!(puzzle(link).unwrap(), PUZZLE);
        assert_eq!(shape(link).unwrap(), "9x9");
    }
    assert_eq!(
        (shape(PENPA_X).unwrap(), puzzle(PENPA_X).unwrap().as_str()),
        ("9x9+x".into(), PUZZLE)
    );
    assert_eq!(shape(PENPA_SIX).unwrap(), "6x6/2x3");
    assert_eq!(puzzle(PENPA_SIX).unwrap(), "5...6..4.1.31.3.4...2.1..146.5.6.4..");
    assert_eq!(
        puzzle(PENPA_RULES).unwrap_err(),
        "this puzzle of Penpa-edit has more than givens, and piste does not know the rules: cages, killer cages, \
         lines, thermometers"
    );
    let wrong = puzzle(PENPA_TRIANGLES).unwrap_err();
    assert!(wrong.contains("of the kind tri"), "{wrong}");
    let cut = &PENPA[..PENPA.len() - 200];
    assert!(puzzle(cut).unwrap_err().contains("damaged"));
}

#[test]
fn drawings_that_sudokupad_made() {
    // Made by its own encoder, with a title and an author, and with diagonals.
    let short = "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79";
    assert_eq!(puzzle(&format!("{short}*tTwo**stars*aMe")).unwrap(), PUZZLE);
    assert_eq!(shape(&format!("{short}*x")).unwrap(), "9x9+x");
    assert_eq!(shape(&format!("{short}*wxtTitle")).unwrap(), "9x9+x+windoku");
    assert!(puzzle(&format!("{short}*k")).unwrap_err().contains("does not know the rule: k"));
    assert_eq!((shape(SCL).unwrap(), puzzle(SCL).unwrap().as_str()), ("9x9".into(), PUZZLE));
    assert_eq!(shape(SCL_JIGSAW).unwrap(), "jigsaw:1112312233423444+x+antiking");
    assert_eq!(puzzle(SCL_JIGSAW).unwrap(), "1...............");
    assert_eq!(
        puzzle(PARITY_FISH).unwrap_err(),
        "this puzzle of SudokuPad has more than givens, and piste does not know the rule: overlays"
    );
    assert_eq!(
        puzzle(KILLER).unwrap_err(),
        "this puzzle of f-puzzles has more than givens, and piste does not know the rule: killercage"
    );
}

/// The example of ipuz's own description, and what it says of other kinds.
#[test]
fn ipuz_is_read_and_written() {
    let text = r#"{
    "version": "http://ipuz.org/v2",
    "kind": [ "http://ipuz.org/sudoku#1" ],
    "charset": "123456789",
    "boxes": true,
    "puzzle": [ [ 0, 1, 2, 0, 0, 7, 0, 0, 0 ], [ 8, 0, 0, 9, 0, 0, 0, 0, 6 ], [ 5, 0, 0, 0, 4, 0, 2, 0, 0 ],
                [ 0, 4, 0, 0, 0, 1, 0, 0, 0 ], [ 0, 7, 5, 0, 0, 0, 6, 2, 0 ], [ 0, 0, 0, 6, 0, 0, 0, 8, 0 ],
                [ 0, 0, 6, 0, 3, 0, 0, 0, 7 ], [ 1, 0, 0, 0, 0, 9, 0, 0, 5 ], [ 0, 0, 0, 1, 0, 0, 3, 4, 0 ] ]
}"#;
    let cells = ".12..7...8..9....65...4.2...4...1....75...62....6...8...6.3...71....9..5...1..34.";
    assert_eq!(puzzle(text).unwrap(), cells);
    assert_eq!(puzzle(&format!("ipuz({text})")).unwrap(), cells);
    let with = |old: &str, new: &str| puzzle(&text.replacen(old, new, 1));
    assert_eq!(
        with("0, 1, 2,", "null, {\"given\":1,\"style\":{\"shapebg\":\"circle\"}}, \"2\",").unwrap(),
        cells
    );
    assert_eq!(with("sudoku#1", "sudoku/killersudoku#1").unwrap_err(), refused("killersudoku"));
    assert_eq!(
        with("\"boxes\"", "\"cages\":[{\"value\":3}],\"boxes\"").unwrap_err(),
        refused("cages")
    );
    assert_eq!(
        with("0, 1, 2,", "0, 1, {\"given\":2,\"style\":{\"lessthan\":\"R\"}},").unwrap_err(),
        refused("lessthan")
    );
    assert!(with("sudoku#1", "crossword#1").unwrap_err().contains("no sudoku"));
    assert!(with("true", "false").unwrap_err().contains("has no boxes"));
    assert_eq!(shape(&text.replacen("sudoku#1", "sudoku/diagonalsudoku#1", 1)).unwrap(), "9x9+x");
    let letters =
        text.replacen("123456789", "ABCDEFGHI", 1).replacen("0, 1, 2,", "0, \"A\", \"B\",", 1);
    assert_eq!(puzzle(&letters).unwrap(), cells);
    let jigsaw = "jigsaw:111222113322133332455556445566444666";
    for name in ["9x9", "4x4", "16x16", "9x9+x", "9x9+windoku", "6x6/3x2", jigsaw] {
        let grid = board(name);
        let text = ipuz::write(&grid).unwrap();
        assert_eq!(
            (shape(&text).unwrap(), puzzle(&text).unwrap()),
            (name.into(), grid.to_string())
        );
    }
    assert!(ipuz::write(&board("9x9+antiknight")).unwrap_err().contains("no kind for antiknight"));
}

/// Zones stand in place of boxes where there are none, and beside them where there are.
#[test]
fn zones_of_ipuz_are_regions() {
    let file = |kind: &str, more: &str| {
        format!(
            r#"{{"version":"http://ipuz.org/v2","kind":["http://ipuz.org/sudoku{kind}#1"],{more},
                "puzzle":[[1,0,0,0],[0,0,3,0],[0,2,0,0],[0,0,0,4]]}}"#
        )
    };
    let rows =
        r#""zones":[{"rect":[0,0,1,1]},{"rect":[2,0,3,1]},{"rect":[0,2,1,3]},{"rect":[2,2,3,3]}]"#;
    assert_eq!(shape(&file("/jigsawsudoku", rows)).unwrap(), "4x4");
    assert_eq!(shape(&file("", &format!("{rows},\"boxes\":false"))).unwrap(), "4x4");
    // Columns come before rows: this zone is the first column but one, and the cell to the right of its head.
    let bent = r#""zones":[{"cells":[[0,0],[0,1],[0,2],[1,0]]},{"cells":[[1,1],["1",2],[1,3],[0,3]]},
        {"cells":[[2,0],[2,1],[2,2],[3,0]]},{"cells":[[3,1],[3,2],[3,3],[2,3]]}]"#;
    let name = shape(&file("/jigsawsudoku", bent)).unwrap();
    assert_eq!(name.parse::<Shape>().unwrap().regions()[..8], [0, 0, 1, 1, 0, 2, 1, 3]);
    let beside = r#""zones":[{"cells":[[0,0],[1,1],[2,2],[3,3]]}]"#;
    assert_eq!(shape(&file("", beside)).unwrap(), "4x4+region:r1c1,r2c2,r3c3,r4c4");
    let wrong = |more: &str| shape(&file("/jigsawsudoku", more)).unwrap_err();
    assert!(wrong(beside).contains("r1c2 is in no zone"));
    assert!(wrong(r#""zones":[{"cells":[[0,0],[0,0]]}]"#).contains("r1c1 is in two zones"));
    assert!(wrong(r#""zones":[{"cells":[[0,4]]}]"#).contains("zone 1 of this ipuz puzzle"));
    assert!(wrong(r#""zones":[{"rect":[0,0,3,2]},{"rect":[0,3,3,3]}]"#).contains("the ipuz file"));
    assert!(wrong(r#""title":"none""#).contains("has no boxes"));
}

fn refused(rule: &str) -> String {
    format!("this puzzle of ipuz has more than givens, and piste does not know the rule: {rule}")
}

/// Penpa-edit 3.2.3 made these of the puzzle below: to edit, to solve, and with diagonals.
const PENPA: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7Vbvb+I4EP3ev+KUr2tpY5s4P6T9QH+tVLW9cm2v1yJUpRAKbSC7Ad\
    oqVf/3fTOYwwl0T3vSSf1wCpjh2X5vZjyMmS0GxeNCxHh0JHwh8ejI53fUopdvn4vxPM+S30R7MR8VJQwhfj88FMM0n2Xi6Pphd/+x/X\
    zQ/utzcKP15enw08N+5/JhcPWn7Pjjz6V/mkfTk7P93fzT1+rmZNR+yg4yczYr+qM8SwdpdXN19JJPD6P70VDuHY32omE69Wffo4v4ab\
    fz5ctO1zrS23mt4qTqiOpr0vWkJzyFt/R6ouokr9VJUp2L6hxTnpA94U0W+XzcL/Ki9FZYdbzcqGAerM0rnidrbwlKH/aptWFew+yPy3\
    6e3R4vkbOkW10Ij7R3eTeZ3qR4ykiMfKPv/WJyNybgLp0jh7PR+JsnNCaWybdLZe9NVO1fiwAkqwjIXEZA1pYIKLD/NoK49/aGw/kDMd\
    wmXQrncm1Ga/M8ecV4mrx6KqKtAVxZnqCnYgL0GtCKgHANtCQBxgFaqwSugICA2AFMQyVorgh4RbQGTFPFhI0VYXNFyKSO65FPQMsBdI\
    Mj2tjC+XBiiXmLE37MfqDiV4D0m45In9e4iOQsurtk0xepeI3jrlS8xvFGKs61kzipWMvJrdTNXErNh+oEIVucmr95UA2Sa+KaxwuUia\
    g0j/s8+jwGPB7zmgNUj4yMkDHIFVjiWCgKEzY+hVLILdkqEEojrWSjw6kA6SI7kEIZhEO2aQkVIhCyw1CoGO6RHaMP+kgC8Ufg9y2/D3\
    5p+SX4qYxZC/xUn2S3wB9Y/gD8VECsBX6qDLLRYxWdMGtpaCF1zEP+W1xp2JZHgceNS63WG9iWX4Hf9Yd+UWzDf211NXS19dNQHmxcBr\
    rG6hrouvkxVtdA11hdA103LmN1DXSN1TXQDUkXh3bFR7fHY4tHw0caUl/4pc7x7yrmH13oImN0A7pP8LGQ3k4XN6A3K/Lb2aIcpv3sNn\
    tJ+3MvWd7E7kwNmy4mdxmuEAfKi+JbPp5uY1hN1cDx/bQos61TBGaD+/eoaGoL1V1RDho+Pad5Xo/l+yIt65uXV1gNmpe4n5zvaVkWzz\
    Vkks5HNcC5y2pM2bSRzHladzF9TBtqk3U63na8F4/fXfyCcEn+/3flI/9doYPyP0Lr+QgucC0X5U8ay3qyCW9pL0B/0mGc2W34O83EmW\
    3iG52DnN1sHkC39A+gzRYCaLOLANxoJMDe6SXE2mwn5FWzo5DURlMhKbevdHs7PwA=";

const PENPA_SOLVE: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=solve&p=zVZdb+I4FH3nV6zyOpYmdojzIc0D/RqpmnbLtt1uG6EqhVBoA5kJ0\
    KJUnd8+517M4AQ6o6600irEHI7tcz/sazNbDIrHhYjweKFwhcTjhS6/YZs+rnkuxvM8i/8QncV8VJQAQvx5dCSGaT7LxPH1w97BY+f5s\
    PPPR//G8y5Phx8eDrqXD4Orv2XXHX8s3dM8nJ6cHezlHz5XNyejzlN2mOmzWdEf5Vk6SKubq+NlPj0K70dDuX882g+H6dSdfQsvoqe97\
    qdPrcQ40msljnSEo/BKp/e9Ov+eOI6QvdZL9Vf8Ut3GSe9VVJcbGG7gefyC9jR+cVToxInjYyLLQC8iwtsQniIi2BBtSYS2iDYRcOYn4\
    RMRWYRuWPGbI3weEW4I3bSig8aIoDkiYFHL9dAlom0RXkMj3JrC+bBiiXiKFX7EfiDta0K6TUeky2NsRnIW7Vmy6YtUPMZyVyoeY3kjF\
    efaSpxUbMvKrfSauZQeL6oVhGxzan7qYDdI3hPX3F5gm4jK4/aAW5dbn9svPOYQu0eGWsgI4goqUSQUhQmMb6EUcktY+UJ5SCthFJfyk\
    S7CvhRKIxzCui1UgEAIB4FQEdwjHKEEXSSB9EPou0bfhb40+hL6tI3ZFvRpfxJuQ983+j70aQOxLejTziCM8la0wmzLgy2kjnXIf8MrD\
    9joKOjYcan1eA1s9BX0bX+oohjDf8/Y9WDXM35qyoOJS8OuNnY17Nr50cauhl1t7GrYtePSxq6GXW3satgNyC4W7YqXbp/bNrealzSgc\
    6HVSuAvHX324/+/GJx7OOKcWZHfzhblMO1nt9ky7c+deHUE2z01brqY3GVljcqL4ms+nu5SWHfVyPH9tCiznV1EZoP7t6Soa4fUXVEOG\
    j49p3lej+XbIi3rk/vjsp/XqXk5rv1Oy7J4rjGTdD6qEXfpHFfZbDT+WlfKpo1kztO6i+lj2rA22aTjteUsHX4T7F/h0X0UxVVXVJ9XR\
    9n6xhJVFxfSSVyd0320uruEM1nk83G/yAuYNBzOG56oAA838Ir7Ce2bM9IFPjUY8BpwlanbLyvmLE6qC+GQ7T2eTdCZFE9wfuUb/e4Xk\
    zuElzhWghAHIuU/CesTmc7MzvsigMg6AoKrCAjtiIAC+28jiHqvq8Vy3/WX4d9dFb89e5amqIvyF3W96WzSO6ob7C8K3Ordxb9Ry1Zvk\
    98qXHJ2u3bB7ihfsM0KBrVdxCC36hjcG6VMqs1qJq+aBU2mtmqaTNlljWOX0Q8=";

const PENPA_X: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=solve&p=zVZtT+M4F/3eX7HK17E0sd04L9J84HUkNPDQBZaFCqFQAi2kzUzaA\
    gpifvuce+NMnbTMalZa6VFa9/rYPufeG1+78+Vt8bgUMR4dCV9IPDry+Rv16SOBEn46WeRZ8ofYWi7GRQlDiP/t74u7NJ9n4uDiYXv3c\
    et5b+vvj8Gl1mdHdx8edgdnD7fnf8mBP/lY+kd5NDs83t3OP3yuLg/HW0/ZXmaO58VonGfpbVpdnh+85LP96H58J3cOxjvRXTrz59+i0\
    /hpe/DpU29IbuC56g096QlP4Su9q+/Vyfeh5wl51Xut/kxeq+tkePUmqrOVGa3Mk+QV7VHy6qnIS4ZegIVMA76YAL0CtCIgXAF9SYBxg\
    D4BcOYnEBAQO4DpqATdGQHPiFaA6aqYsDMj7M4ImdRxPfIJ6DuA7nBEa0s4H04sMS9xwo/ZD6S9AaTfdUT6PMdFJGfRXSW7vkjFcxx3p\
    eI5jjdSca6dxEnFWk5upe7mUmp+qU4Qss+p+cmD3SB5T1xwe4ptIirN7S63PrcBt194zh52j4yMkDHIFVjiWCgKEzZ+hVLILdkqEEojr\
    WSjuFSAdJEdSKEMwiHb9IUKEQjZYShUDPfIjlGCPpJA/BH4fcvvg19afgl+2sasBX7an2T3wR9Y/gD8tIFYC/y0M8hGeSt6w6yloYXUM\
    Q/5b3GlYVseBR43LtXMN7AtvwK/6w9VFNvwX1tdDV1t/TSUBxuXga6xuga6bn6M1TXQNVbXQNeNy1hdA11jdQ10w1pXRhrvC/PxfvDCs\
    EDCCerAqCPjDr8yLOeOxvoAPnEnIKcsQZ3JhiACQdwQxAFy2RD4OD1jBFjrwGMfUdU6cFMiFO70kRPKW62DRNAerXUQfdAQhBRyQxCBI\
    LQE2gcB1a9U2J7nvEl3uO1za3jzhnQC9npDSNMh7z7B/xeCEx6HuTcv8uv5srxLR9l19pKOFl5SXzbuSAubLac3WdmC8qL4mk9mmxiao\
    RY4uZ8VZbZxiMDs9v49KhraQHVTlLcdn57TPG/H8m2Zlu3Fo0k5ytvQopy0+mlZFs8tZJouxi3gJl3g0p6PJ1/bTNmsk8xF2nYxfUw7a\
    tNVOt563ovH3yGKQmi6eeOkGojqc31oN3ezqAa4eg+T6oRu3vqWFt50mS8moyIvIGkxnKy8UMHcW5nnPE7Wjr0NfNhH1oZ5AbPO1PWXG\
    jlOhtWp8Eh7m1eT6U2LJzhf+0b9UTG9QXhDz0kQ4kCk/HeouXvodtj6vQhA0kRAZh0BWRsioMD+2wjiq7f6Zfm/9efo312K/3j2vNiiL\
    spf1PVqsAtvqG6gvyhwZ3QT/k4tO6NdfK1wydn12gW6oXyBdisY0HoRA1yrY2DvlDKxdquZvOoWNEmt1TRJuWWNY5etHw==";

/// A 6×6 and a 4×4 with thermometers and cages, from the tests of a converter from Penpa-edit to SudokuPad.
const PENPA_SIX: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVPb5tOFLz7U1h73oP5szjhlqZJL4l/TeMqipAVrR2SWMYmXeCXCM\
    vfPfMeJCyYqmqrqjlUiNUwPGbnLcySfSu0iWWAwzuQI+ngcIOAT8f3+RzVx3SZJ3E4nMZZPgyeA3lU5A+pCYfn2qzAru70RspJOjRFEm\
    fyv9NTeaeTLB5EtcBssC0Pw/JClp/CSDhCChenI2ayvAi35XlYTmR5iVtCOuDOqiIX8KSBV3yf0HFFOiPgSY0BrwEXS7NI4puzivkcRu\
    VUCprnAz9NUKzT/2NR+6DrRbqeL4mY6xx9Zg/Lx/pOVtymq6KudWY7WR5Vdi977HqNXYKVXUI9dqmLP2z3cLbbYdm/wPBNGJH3rw08aO\
    BluMU4CbfCdelRBS/VuxFuQETQEJ5HhG8R6nVxXokxEV5D+CxqVfh+t4JnsUQVV+ALeSO4wtII2IdN8COWRsDGLOsBG7OaG7OGVTHmR9\
    40sCgOL801j6c8ujxOsXKy9Hj8yOOIR8XjGdecYEEdBzFyYc2Fogvs1djjeFWYokYdE1bA1ArhAHj8Wo9welhIxi4wvDP22pr0OhgrYC\
    waY8SZ3grrQ0fVOgo6qtZR0LE9qFpHQYcWnzF0FOmguStu8ZhHn8eAWx/TJ/VTH93vr/IP7UQuOn070NGv4tkgwkYmsjS5yQpzpxeIJe\
    9zSB64TbGex6ZFJWn6mCw37brl/SY1ce8tIuPb+776eWpuO+pPOklaRLWlt6hqg2lRucHuYV1rY9KnFrPW+UOLsHaallK8ydsGct22qF\
    e6M9u66Xk3EM+Cz8ijH9C/38Tf+k3QOxi9t9y+Nzv8+aamN/uge+IPtjfmNb+XdPB7maYJ92MNtifZYLvhBrWfb5B7EQf3nZSTajfo5K\
    qbdZpqL+40lZ147KCMXgA=";

const PENPA_RULES: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRPb5w+FLzvp6h89gEwNiy3/PJLeknTpkkVRQhF7IYkKOySAttUrP\
    a7Z54N5W97atUcKgvvvHnP9qztcbm7y592XKEJn1vcRnOU0p/tuvoj1kK7SqssCd7xo131mBcAnH88PeX3cVYmi5BGokWLfb0M6gtevw\
    9CZjPOHHw2i3h9EezrD0F9zOtLpBhqeX0GhAIf8MTUO4DXOk/o2ORtC/jcFNCwG8B1Wqyz5PbMMJ+CsL7ijNb5T48myDb5t4Q1Oihe55\
    tVSsQqrvBnysf0ucmYjWhq7ejA6yMj93IsF3nRySVo5BIiuTS+J5f+xR+Wu4wOB2z7Zwi+DULS/qWDfgcvgz36c93bur/R/anuHd1fBW\
    EoXO5ILlQEdQJDef2/7i3dS92fBXumJPdcFvicKWEQJjhBwnZwcwQIB0eP2XCLDKYbJRssgVXLO6gRDRbDelc2WAIrYCxyrbUekwYspR\
    zQtgUZOkC9CSQCvw08roTVBrjvjtcGPoJlGyxRZjeBsLpAIpCqmU0HXcZGppkAgEuvzXgoMwHUulqzwv5KBZo216Nz+Y0n9+vzMofT37\
    2+qh9yQoED0M2b/40WIVzOyjy7LXfFfbzGndWPAK4luO1us0qKAZXl+XOWbod16cM2L5LZFJHJ3cNc/Sov7kazv8RZNiDKr7u4GA427h\
    tQVQFr9eK4KPKXAbOJq8cB0bPhYKZkWw0FVPFQYvwUj1bbdP/5sGDfmf5CQY+t9e8N/UtvKJ2B9db8+Nbk6OubF7PeBz1jf7CzNm/4id\
    PBTzxNC05tDXbG2WDH5gY19TfIicXB/cTlNOvY6KRq7HVaamJ3WqrveLygGr0C";

const PENPA_TRIANGLES: &str = "\
    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7ZRfb5swFMXf8ykiP3sSDvnT8NZ1zV7SbF2YqgqhyEmcBMXBnYG1os\
    p3772XrMyB7m3THirE4fhngy/g49wmfIiHxz0u4Oj3PO6PBPcHPp3I8QiTXKugG6os74Y2kelWK35Z5Dtjg+6NtHvo2m9kyvnMdG2hVc\
    a/TCZ8I3WmOpEXd57LcVDe8vJzEDHBOOvBKVjMy9vgubwJyjkv59DFuAA2rQb1wF7X9o760V1VUHjgZycP9h7sKrErrRbTinwNojLkDO\
    f5SHejZQfzU7FTHdhemcMyQaCTVD2dYFaszb44DRPxkZeXb1fq15WirSpF11IpvsDfq3QcH4/wsb9BrYsgwrK/1/aitvPgGXRGKkjvSS\
    ekPdIQhvLSJ/1E6pEOSKc05pr0jvSKtE86pDEjnOx/KycSI5+LwZB/EP0BrnqwAht4wWafrgBGFXhFBC9+QcC9Vw8d47oj7kSw5Flm9C\
    Ir7Eau4C9SFuBvAUuLw1JZB2ljHvCnOjDZpsaq1i6Ear1tG780dn329EeptQOyH4W07s3VenQQbA9OW1prHh1ykPnOAUuZw06R7ZIH90\
    kqzd0CcumWKPfybLZD/c7HDntidEa4J0Gc3jeUf7mh4Jf33reVP5dDi9bY1sQDbgk90NZwn3gj38AbScYJm2EG2pJnoOeRBtRMNcBGsI\
    G9kW186nm8sarzhONUjZDjVL/nPIo7Lw==";

/// What SudokuPad's own packer makes of the puzzle below, with a title and rules in words.
const SCL: &str = "\
    https://sudokupad.app/sclN4WwpgLghgJl0C5hQK4QBYHsBOCDkAypuAEaYwCeeANNigDZgDO+AcjiFPQAQA6eTFDEwBrFP251GTA\
    HS8AdgBV08fk25d6MmhHwAxbAEs4FNXgC+1JpAiH5AcxbB5me0ZgIAZpYDGLAKwADNQ+YAgA2uHAAG4I/pYxCADMltTUiQDsqWkAutRR\
    sQBs2YkAjAmxAJwVcdl54elVNQAc2WmJxdT1ia1p7UVtiSndsQAsJbG9jckTCOUjCFl90wBMgwP1053LiWvTvZv9COPT5dPVfYnxh0dT\
    00uJ1Tl52GGR4cGB9cGl39Qr9VK1C++SBv1B/3qK2BUOo4PC0IB9Q+1CSf1Gf38gNR2IxEKx+WhaMJ1DxCOoWORwUKfwyf2a2JpELpEI\
    ZJKZ5JZ5IZyKSMPyfPhfIB+VG/PCYvhYpF4X84rl8LlSPy4T5xNVpPqfIJEpxos1+p1cvVcrJcspKr5HL5XL5bN1HLFXLF9rlHLlXLlP\
    JVhXFvvhvplGXFwfhwZlzXFkfhkeVkV96t9ZN9OuD6uDZODOsj6sjZMjFvj1A5vq5vvtwY5wa5wftkY5ka5kZ5eR8UAiiTwtggjAQ3AM\
    xigpgEFhy5iAA";

/// What SudokuPad makes of a jigsaw of f-puzzles with both diagonals and kings.
const SCL_JIGSAW: &str = "\
    https://sudokupad.app/sclN4SwJgXA5AZgDgVwF5IDYFN0EMYA4CMAzAAwxgwDsALFWAMb4Cs2hYuAnI+2IXVoflxQANAFt0AFyxg\
    sUiMCwA7CSADWIRQHMIEgL7DNqAPYAjLKggBtKEpXqtUALrC6AZwiNiL9FcvAAbhD4+sLCzpahYcIRoeGRjs4ATj6WqV7E4V74mcIATO\
    H4wtnhll6EBXkV5dG5wuUlhRk1wk2WtdnRhC0J0W2VnUXhXfkD9c58VgHQKhIYEAAEAFJQ+lM2CBIAFkaJCwCqiqqKRgDuiivCa4kIGO\
    7zAHJG89e383CJRv7g6GDzMDvzLYgVxvZBodAAOnmAAUMFhXOh5nRNug6KpASjnuhULIfvMvmB0E8ASd0CZXCAJIj/olnjd0K4IStnBY\
    /HQIIQqAAhLkAUQAbMIthBaic4L4vFRwlRuo5VuzOTyBULNiLhGKJd1ojKpXK5UA=";

/// "Parity Fish" by Marty Sears, as the data set Sudoku-Bench has it: dots between the cells of an empty grid.
const PARITY_FISH: &str = "\
    https://sudokupad.app/sclN4SwJgXA5AzgHjAtgfQLIEMBOAXAngZQFMsZkBWADgAYBjANgDMwAjV9ATmYeasIHYAjOkID2VACziG\
    VAExhxNKABpEhbOjDp1EYDAD2AV0w1C0fAbB6A1gYAEGK4Uy2AbjNlkAdLM8zxAWhoaBjJ0CjpldANsAAs9TGgMHFxbIhJlTAMAG0IYa\
    AA5eMR0LNsYC2s7TJyYW3QAB3qs3ABuWwYQLNLYwlsAc0xwWwB3EFjbHtswED6x2oF/djK9CZitKZm5qb0AOwAdKGxbTEJ64iOQHbqdl\
    Mw9YaVbGj0sg0Qdx/QdsFtizEcfgBmOCA2zMPRwTx7HYAFWGKxMXVqGgAVugTDsjiVdn06sdCD8spdeogDDAjs9MehLrZdr1CC5CFdpr\
    Msd9aTtenowD8WWMobD4U9CEinrtOTRsASwSl0CMYmNepYKbt1DTKTBCDRoiBGRtWTABXCESKsrVKRKpT9mLKwVl0VZtiqqTS+dhasMY\
    k4uZzbCBapYDMwcqsuT1MJ5lPpXtgQLtoBQyOJAXR2AI+DJ2Hw6DIyAIKIDxAIZIW+BR2GQ6EWKxQS3Q+JXy4C+OIZMXmwJxHQyOwKGX\
    K+xWwIU2na83xGRCzJBI32MpmLNin1TFAYthsPU8gB6LcgTwgRB9IyeZ6ILc7QEgADy2HE+U8KLOfXni/Qy709XRY1wEAESmw0AAApYN\
    +tgAGL+jEUAAL5KCYEAANoIUoKGoShAC6SjIWhqGYdhOFKHhBEYVhxGEaRxFEZRFEEVRtGYSciFIVQShUHhLECOxSgyHhf5sVhf6cQJ3\
    F4TIrGiUoQkIWJPF4QhLGAlx4hcWQvFKIpwnKcJqlYWJGnSUoWkGapcksXQXF8FxFBqeZwmWcJ1m6UotkGfZBnWXJgLiVhXlSV5PFYeI\
    3kIUFUlBQFCFkMFUVSVFslYQhXn6V5RleTpIXqXhQVGUF6VRfpUVGVFJkJV5LleW5XmORlLlBW5QXVVFLlRW5UUeQldDBZ1UmdRFfDBf\
    1Un9RFFDBaNUmjfFSGdfpnVGZ16X9fp/VGf16Wjfpo1GaNJXTc5eGdW5nXVf1Ln9W5/XVaNLmjW5o0eZheiIcAkqIYCnhtZhwwQFQniF\
    koMQ/X9QWxL+vijVK0DKDQEAAMQsQk2BwTIcNgXBAhw1QsEvQBIUfUojnfb9/2A8TIOAwI4P/iu0OY0oiPI6j6OY9jr2RfjhNAyTXPk2\
    DMgQzTcF0wzNAo7DaM0Bj8Os7j4j40JRPAwDPP/hTVOQ1AtPw/TEBI6LTOSyzSg44hk0fV9Kuk0roOU/z1NQ0L2si2LEtS1jxts/1v06\
    Yr3Nk6rfMCw7MNO7rjPi8z0se7jfHm0ovtBVb/02+rgshwjYf6xHhtRybCF0Pj9kJ8r/sp3bGtaxnesu5H7t5wXMUW/7Se87bQea47Vf\
    h67Rt5xQHNN0rLcB239sd+nOvVwbbsy4hfD4z7lsq2X7eV5P3e17PCF/u9i/N8vavl2nwuZzXOd157SheHvQ8H4HY9r870+92zYkN4Pf\
    vW4fq+d+vWc97nNm3sRLxyXqXb+D9f5P2zjPaOiE/xyxvp/ZOECK5QNPs/QBuNfJx19l5JOXk0EhzRtAi+2DC4f3wVzQhx8I6kK3jJXB\
    1CS5/RocHJm9C4EIX7nFShLDARsPHhwjBWDTZKHnkgqhxNBFaxISIrG6FoJAA";

/// A killer of 6×6 that somebody made with f-puzzles and shares through SudokuPad.
const KILLER: &str = "\
    https://sudokupad.app/fpuzN4IgzglgXgpiBcA2ANCALhNAbO8QBUAnATwAIBpCLHQ0gZQFcATAewGsGRUBDBtACxaEEIALIBJACJ\
    1SAJgAsARi4hCDHGBhoRAMSpZSMbgGN+pYzGqkA7pjPdSAOwYBbAEYxaAM0IsXpRVI0FlJEADoAHUcogFETM19rZHMWLFdHZO5HJjkAd\
    YBmUjcWAA9SFwYwNBTHNG4IR0N4p1cPWhgSk2wyFkcLSOjHAGFLLDBSAHNfBgAHGByG0gdjbgmYcsrqsFcgkIF153dPUkX981WYQEwCc\
    eCZgFocL2rjIUdPAaiAORDDtvLuMiEGBzbjVWwCRbLC7JGAANxgjQgXiC/HWiQA9C80i5GtxqCxrONMGEVFMIEwEABtSmgWF4hi4RQAX\
    2QtPpuEQLLZaVwAFYuSA6TyELIBUKGQh5GL2Qh8kyALrIGmCmXwKWslXC+ByjXi3Ci3WqzmGrXMk0S+D8xXKvUi6Va/nmjn2i1m7kWnX\
    u3BS61e2UuxkByVBy0hg1+pAKpURx0R8Oaj0h9UR40R5m+hPOp3B7PwN2Z/252MF+Ci+WKkBsfSeFZrKmgCzUMBUkAAJUUQ2UqHbQ1kK\
    lbsk7IArtrwimUAsbYxbrfyQ5HqpAfcno2b8Epbd5Q15/a3iH7iG3B6G+4XWpAinkIBXTZnc533bn++78hPw9Qo4v+WvGqna43PbPm2g\
    6nh+i4ABw/g2q4zh237dh2V4IUeZ4WheE6/jB67AUMSE4TuqG4CAADsUEgH+M6Dn2j69u+JYgJBN7TthA5DPBbZzt+hEiIxmG3ixc54a\
    2r5Ca+D6brhdGfooy58cxAGvuxrZblxYHnqRTH/m2r5dtptHdluunKbR3Fjhh0H8QBh5GYe1FtoeSmHlepkXleCpMkAA==";
