//! What the scaffold writes compiles, and its tests ask for the rest: tried in a copy of the workspace.
//!
//! The copy is built by the same cargo that runs the tests, with the packages that are already at hand, so this needs no
//! network. But it takes minutes, so `cargo test` leaves it out, and `cargo xtask long --only scaffold` runs it.

mod copies;

use copies::{ROOMS, copy_of_the_workspace, said, xtask};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn cargo(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["--offline", "--quiet"])
        .args(args)
        // One build directory for all copies: only what differs is built again.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("build"))
        // What is built here runs for a second: time spent on making it fast is lost.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .unwrap()
}

/// All three at once, so that the copy is built once. It is built with all that it stands on, which takes minutes.
#[test]
fn what_is_scaffolded_compiles_and_its_tests_ask_for_the_rest() {
    let root = copy_of_the_workspace("built");
    for (kind, _, _) in ROOMS {
        let made = xtask(&root, &["new", kind, "wishful-thinking"]);
        assert!(made.status.success(), "{}", said(&made));
    }
    let check =
        cargo(&root, &["clippy", "--package", "piste", "--all-targets", "--", "-D", "warnings"]);
    assert!(check.status.success(), "{}", said(&check));
    let tests = cargo(&root, &["test", "--package", "piste", "--test", "it", "case_file"]);
    assert!(!tests.status.success(), "the tests of an empty strategy pass:\n{}", said(&tests));
    let wanted = "wishful-thinking: no case that must be found";
    assert!(said(&tests).contains(wanted), "{}", said(&tests));
    let tests = cargo(&root, &["test", "--package", "piste", "--lib", "--no-fail-fast", "wishful"]);
    for kind in ["metrics", "generators"] {
        let failed =
            said(&tests).lines().any(|line| line.contains(kind) && line.ends_with("FAILED"));
        assert!(failed, "no test of {kind} fails:\n{}", said(&tests));
    }
    the_doors_know_its_option(&root);
}

/// The option of the new metric is found by its name, though nothing but the register names it.
fn the_doors_know_its_option(root: &Path) {
    let tests = cargo(root, &["test", "--package", "piste", "--lib", "rating::setting"]);
    assert!(tests.status.success(), "{}", said(&tests));
    let test = "//! The option of a fresh metric.\n\n#[test]\nfn is_known() {\n    let body = \
                br#\"{\"puzzle\":\"\",\"options\":{\"wishful-thinking.weight\":7}}\"#;\n    let request: \
                piste_api::rate::Request = piste_api::json::read(body).unwrap();\n    let set = \
                piste_api::options::settings(None, &request.options).unwrap();\n    \
                assert_eq!(set.said().next().unwrap().text, \"7\");\n}\n";
    fs::write(root.join("crates/piste-api/tests/fresh.rs"), test).unwrap();
    let tests = cargo(root, &["test", "--package", "piste-api", "--test", "fresh"]);
    assert!(tests.status.success(), "{}", said(&tests));
}
