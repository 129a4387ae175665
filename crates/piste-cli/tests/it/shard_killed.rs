//! A shard that is killed in the middle: nothing is lost, nothing is there twice.

use crate::support::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const SHARDS: usize = 4;

/// The command that makes one shard, as docs/scale.md has it.
fn shard(number: usize, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_piste"));
    command.args(["rate", "--quiet", "--jobs", "1", "--metrics", "se,hsolve", "--shard"]);
    command.arg(format!("{number}/{SHARDS}")).arg("--output").arg(part(number, folder));
    command.arg(folder.join("bank.txt")).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn part(number: usize, folder: &Path) -> PathBuf {
    folder.join(format!("part-{number}.tsv"))
}

fn has_manifest(number: usize, folder: &Path) -> bool {
    folder.join(format!("part-{number}.tsv.manifest")).exists()
}

#[test]
fn a_killed_shard_is_made_again_and_the_merged_file_is_that_of_one_run() {
    let home = folder();
    let folder = home.path();
    let hard = piste(&["make", "--level", "hard", "-n", "400", "--seed", "8", "-q"]).fine();
    // Often enough that a shard takes longer than the moment after which it is killed.
    fs::write(folder.join("bank.txt"), hard.out.repeat(25)).unwrap();
    let mut killed = shard(2, folder).spawn().unwrap();
    thread::sleep(Duration::from_millis(20));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(!has_manifest(2, folder), "it was done before it was killed");
    for number in [1, 3, 4] {
        assert!(shard(number, folder).status().unwrap().success());
        assert!(has_manifest(number, folder));
    }
    let merge = |to: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piste"));
        command.arg("merge").args((1..=SHARDS).map(|number| part(number, folder)));
        command.arg("--output").arg(to).output().unwrap()
    };
    let merged = folder.join("merged.tsv");
    assert!(!merge(&merged).status.success(), "a part is missing");
    // Every command once more, as somebody would do who does not know what is missing.
    for number in (1..=SHARDS).filter(|number| !has_manifest(*number, folder)) {
        assert!(shard(number, folder).status().unwrap().success());
    }
    assert!(merge(&merged).status.success());
    let bank = folder.join("bank.txt");
    let bank = bank.to_str().unwrap();
    let alone = piste(&["rate", "--metrics", "se,hsolve", "--format", "tsv", bank]).fine();
    assert_eq!(fs::read_to_string(&merged).unwrap(), alone.out);
}
