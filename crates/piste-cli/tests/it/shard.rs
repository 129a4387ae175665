//! A batch in parts: `--shard`, the manifests, and `piste merge`.

use crate::support::*;
use std::path::Path;

/// Puzzles of which one cannot be read and one is no puzzle, in a file.
fn puzzles(folder: &Path) -> String {
    let lines: Vec<String> = (0..23)
        .map(|number| match number {
            4 => format!("{}x{}", &PUZZLE[..40], &PUZZLE[41..]),
            9 => contradictory(),
            number if number % 2 == 0 => PUZZLE.to_owned(),
            _ => SEVENTEEN.to_owned(),
        })
        .collect();
    let path = folder.join("puzzles.txt");
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    path.display().to_string()
}

fn part(folder: &Path, verb: &[&str], shard: &str, input: &str, ending: &str) -> String {
    let output = folder.join(format!("{}.{ending}", shard.replace('/', "-"))).display().to_string();
    let mut args = verb.to_vec();
    args.extend(["--shard", shard, "--output", &output, input]);
    let done = piste(&args);
    assert!(matches!(done.code, Some(0 | 1)), "{done:?}");
    assert!(Path::new(&format!("{output}.manifest")).exists(), "{done:?}");
    output
}

#[test]
fn parts_are_merged_to_what_one_run_writes() {
    for (verb, ending) in [
        (&["rate", "--metrics", "givens,se"][..], "tsv"),
        (&["rate", "--metrics", "givens", "--where", "givens>20"], "csv"),
        (&["rate", "--metrics", "givens"], "jsonl"),
        (&["solve"], "txt"),
        (&["convert"], "csv"),
        (&["check"], "tsv.gz"),
        (&["explain", "--json", "--upto", "2"], "jsonl"),
        (&["transform", "--random", "--seed", "3"], "txt"),
    ] {
        let folder = folder();
        let input = puzzles(folder.path());
        let whole = folder.path().join(format!("whole.{ending}")).display().to_string();
        let mut args = verb.to_vec();
        args.extend(["--output", &whole, &input]);
        piste(&args);
        // More parts than puzzles leave some of them empty.
        for of in [1, 3, 30] {
            let mut parts: Vec<String> = (1..=of)
                .map(|nth| part(folder.path(), verb, &format!("{nth}/{of}"), &input, ending))
                .collect();
            parts.reverse();
            let merged = folder.path().join(format!("merged.{ending}")).display().to_string();
            let mut args = vec!["merge", "-q", "--output", &merged];
            args.extend(parts.iter().map(String::as_str));
            piste(&args).fine();
            let text = |path: &str| {
                use std::io::Read;
                let mut text = String::new();
                let file = std::fs::File::open(path).unwrap();
                piste_store::format::unpacked(file).unwrap().read_to_string(&mut text).unwrap();
                text
            };
            assert_eq!(text(&merged), text(&whole), "{verb:?} {of}");
        }
    }
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let folder = folder();
    let input = puzzles(folder.path());
    let verb = ["rate", "--metrics", "givens"];
    let parts = ["1/2", "2/2"].map(|shard| part(folder.path(), &verb, shard, &input, "tsv"));
    let merge = |files: &[&str]| {
        let mut args = vec!["merge"];
        args.extend(files);
        let done = piste(&args);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
        done.err
    };
    let [one, two] = [parts[0].as_str(), parts[1].as_str()];
    assert_eq!(merge(&[one]), "piste: shard 2/2 is missing: of 2 shards there is 1\n");
    assert_eq!(merge(&[one, one]), format!("piste: {one}: this is shard 1/2, and so is {one}\n"));
    assert!(merge(&[&input]).contains("there is no such file"), "{}", merge(&[&input]));

    let other = folder.path().join("other.txt");
    std::fs::write(&other, format!("{PUZZLE}\n{PUZZLE}\n")).unwrap();
    std::fs::create_dir(folder.path().join("other")).unwrap();
    let stray =
        part(&folder.path().join("other"), &verb, "2/2", &other.display().to_string(), "tsv");
    assert!(merge(&[one, &stray]).contains("this was made from other puzzles than"));

    let columns =
        part(&folder.path().join("other"), &["rate", "--metrics", "se"], "2/2", &input, "tsv");
    forget_what_was_asked(&columns);
    assert!(merge(&[one, &columns]).contains("this has other columns than"));

    let text = std::fs::read_to_string(two).unwrap();
    std::fs::write(two, text.replacen("\t17\t", "\t18\t", 1)).unwrap();
    assert!(merge(&[one, two]).contains("was changed after its manifest was written"));
    std::fs::write(two, text.lines().skip(2).collect::<Vec<_>>().join("\n")).unwrap();
    assert!(merge(&[one, two]).contains("lines, and its manifest says"));
}

/// Makes the manifest of a part one of those that did not say yet what was asked.
fn forget_what_was_asked(part: &str) {
    let path = format!("{part}.manifest");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(manifest.as_object_mut().unwrap().remove("asked").is_some(), "{text}");
    std::fs::write(&path, manifest.to_string()).unwrap();
}

#[test]
fn parts_that_were_asked_differently_are_not_merged() {
    let folder = folder();
    let input = puzzles(folder.path());
    for (one, two, words) in [
        (
            (&["rate", "--metrics", "se", "-f", "tsv"][..], "txt"),
            (&["rate", "--metrics", "givens"][..], "json"),
            ["rate --metrics se --format tsv", "rate --metrics givens --format jsonl"],
        ),
        (
            (&["rate", "--metrics", "givens", "--json"], "txt"),
            (&["solve", "--json"], "txt"),
            ["rate --metrics givens --format jsonl", "solve --format jsonl"],
        ),
        (
            (&["transform", "--random", "--seed", "1"], "txt"),
            (&["transform", "--random", "--seed", "2"], "txt"),
            ["transform --random --seed 1", "transform --random --seed 2"],
        ),
    ] {
        let one = part(folder.path(), one.0, "1/2", &input, one.1);
        let two = part(folder.path(), two.0, "2/2", &input, two.1);
        let done = piste(&["merge", &one, &two]);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{done:?}");
        let [first, second] = words;
        assert_eq!(
            done.err,
            format!("piste: {two}: this was asked by `{second}`, and {one} by `{first}`\n")
        );
    }
}

#[test]
fn parts_that_were_asked_the_same_in_other_words_are_merged() {
    let folder = folder();
    let input = puzzles(folder.path());
    let one = ["rate", "-q", "--metrics", "givens", "--json", "-j", "1"];
    let two = ["rate", "--format", "json", "--every-message", "--metrics=givens"];
    let one = part(folder.path(), &one, "1/2", &input, "txt");
    let two = part(folder.path(), &two, "2/2", &input, "jsonl");
    let merged = piste(&["merge", "-q", &one, &two]).fine().out;
    forget_what_was_asked(&two);
    assert_eq!(piste(&["merge", "-q", &one, &two]).fine().out, merged);
}

#[test]
fn what_needs_all_puzzles_is_refused() {
    let folder = folder();
    let input = puzzles(folder.path());
    let output = folder.path().join("a.tsv").display().to_string();
    for (args, why) in [
        (&["rate", "--sort", "givens"][..], "--shard: --sort needs all puzzles at once"),
        (&["canon", "--dedupe"], "--shard: --dedupe needs all puzzles at once"),
        (&["rate", "--format", "drawn"], "--shard: only tsv, csv and json have rows"),
        (&["convert", "--to", "grid"], "--shard: the form grid takes several lines"),
    ] {
        let mut all = args.to_vec();
        all.extend(["--shard", "1/2", "--output", &output, &input]);
        let done = piste(&all);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains(why), "{done:?}");
    }
    let done = piste(&["solve", "--shard", "1/2", &input]);
    assert!(done.err.contains("--shard leaves a manifest beside its file"), "{done:?}");
    let done = piste(&["solve", "--shard", "1/2", "--output", "-", &input]);
    assert!(done.err.contains("--shard leaves a manifest beside its file"), "{done:?}");
    for whole in [&["fit"][..], &["library", "add"], &["library", "import"]] {
        let done = piste(&[whole, &["--shard", "1/2", &input]].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.err.contains("there is no option --shard"), "{done:?}");
        let help = piste(&[whole, &["--help"]].concat()).fine().out;
        assert!(help.contains("--every-message") && !help.contains("--shard"), "{help}");
    }
    let done = piste(&["solve", "--shard", "3/2", "--output", &output, &input]);
    assert_eq!(done.err, "piste: --shard 3/2: there are 2 shards, and none has the number 3\n");
}
