//! A player's factor held against people: the timed trials of Nam and McClelland, whose every
//! person solved some sixty prepared boards for one hidden single each.

use piste::rating::{Estimate, Game, Player};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// By person, the seconds of the trials that were right, in their order; nothing, loudly, where the
/// data is absent.
fn trials() -> Vec<Vec<f64>> {
    let directory = std::env::var_os("PISTE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let file = "human_hidden_single_trials.tsv";
    let Ok(text) = std::fs::read_to_string(directory.join(file)) else {
        eprintln!("SKIPPED: {file} is absent (set PISTE_DATA)");
        return Vec::new();
    };
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|known| *known == name).expect("a column");
    let [person, phase, trial] = ["subject_id", "phase", "trial"].map(column);
    let [correct, duration, late] = ["correct", "duration", "timed_out"].map(column);
    type Trials = Vec<((u32, u32), f64)>;
    let mut people: BTreeMap<u32, Trials> = BTreeMap::new();
    for row in lines.filter(|row| row[correct] == "TRUE" && row[late] == "FALSE") {
        let [person, phase, trial] = [person, phase, trial].map(|at| row[at].parse().unwrap());
        people.entry(person).or_default().push(((phase, trial), row[duration].parse().unwrap()));
    }
    let sorted = people.into_values().map(|mut trials| {
        trials.sort_by_key(|trial| trial.0);
        trials.into_iter().map(|trial| trial.1).collect()
    });
    sorted.filter(|trials: &Vec<f64>| trials.len() > 45).collect()
}

/// What is predicted for the trial of this number is the usual time of all people for theirs.
#[test]
fn the_next_trial_of_people_lies_in_their_interval_four_times_in_five() {
    let people = trials();
    if people.is_empty() {
        return;
    }
    let usual: Vec<f64> = (0..46)
        .map(|at| people.iter().map(|trials| trials[at].ln()).sum::<f64>() / people.len() as f64)
        .map(f64::exp)
        .collect();
    let game = |trials: &[f64], at: usize| {
        Game::new(Estimate::exact(usual[at]).unwrap(), trials[at]).unwrap()
    };
    for games in [1, 3, 10, 30] {
        let (mut held, mut all) = (0, 0);
        for trials in &people {
            let played: Vec<Game> = (0..games).map(|at| game(trials, at)).collect();
            let player = Player::of(&played);
            for at in [games, games + 3, games + 9] {
                let next = player.expects(&Estimate::exact(usual[at]).unwrap());
                held += u32::from(next.low() <= trials[at] && trials[at] <= next.high());
                all += 1;
            }
        }
        let share = 100.0 * f64::from(held) / f64::from(all);
        eprintln!("after {games}: {share:.1} % of {all}");
        assert!((74.0..88.0).contains(&share), "after {games}: {share} % of {all}");
    }
}
