//! Players of whom everything is known, because they are made up: does the interval hold what it
//! should, and what does a game do that went wrong?

use super::*;
use piste_core::Rng;

/// A draw from the normal curve (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let (a, b) = (1.0 - rng.unit(), rng.unit());
    (-2.0 * libm::log(a)).sqrt() * libm::cos(std::f64::consts::TAU * b)
}

/// A draw from Student's t with 4 degrees of freedom.
fn student(rng: &mut Rng) -> f64 {
    let squares = -2.0 * libm::log((1.0 - rng.unit()) * (1.0 - rng.unit()));
    normal(rng) / (squares / 4.0).sqrt()
}

/// Somebody who plays, and what is known of them.
struct Somebody {
    log_factor: f64,
    noise: f64,
    is_normal: bool,
}

impl Somebody {
    /// One of the people that the model believes in.
    fn drawn(rng: &mut Rng) -> Somebody {
        let people: Vec<f64> =
            NOISES.iter().flat_map(|(noise, people)| vec![*noise; *people as usize]).collect();
        let noise = *rng.pick(&people).unwrap();
        Somebody { log_factor: SPREAD * normal(rng), noise, is_normal: false }
    }

    /// Plays a puzzle for which something between 3 and 40 minutes is predicted.
    fn plays(&self, rng: &mut Rng) -> Game {
        let minutes = 3.0 + 37.0 * rng.unit();
        let spread = 0.15 + 0.2 * rng.unit();
        let reach = libm::exp(spread * DEVIATIONS);
        let predicted = Estimate::new(minutes, minutes / reach, minutes * reach).unwrap();
        let off = |rng: &mut Rng| if self.is_normal { normal(rng) } else { student(rng) };
        // The model takes both together for one draw of Student's.
        let off = off(rng) * scale(self.noise, spread);
        Game::new(predicted, minutes * libm::exp(self.log_factor + off)).unwrap()
    }
}

fn holds(estimate: &Estimate, number: f64) -> bool {
    estimate.low() <= number && number <= estimate.high()
}

/// After so many games of each of `people` players: of how many of a hundred the interval holds the
/// factor, and the time of the next game.
fn coverage(games: usize, people: u64, somebody: impl Fn(&mut Rng) -> Somebody) -> (f64, f64) {
    let mut held = (0.0, 0.0);
    for person in 0..people {
        let mut rng = Rng::for_item(20, person);
        let somebody = somebody(&mut rng);
        let played: Vec<Game> = (0..games).map(|_| somebody.plays(&mut rng)).collect();
        let player = Player::of(&played);
        let next = somebody.plays(&mut rng);
        held.0 += f64::from(u8::from(holds(&player.factor(), libm::exp(somebody.log_factor))));
        held.1 += f64::from(u8::from(holds(&player.expects(&next.predicted), next.minutes)));
    }
    (100.0 * held.0 / people as f64, 100.0 * held.1 / people as f64)
}

/// 1,000 players: three standard errors are 3.8.
#[test]
fn the_intervals_hold_four_in_five_after_1_3_10_and_30_games() {
    for games in [1, 3, 10, 30] {
        let (factor, next) = coverage(games, 1000, Somebody::drawn);
        assert!((76.2..83.8).contains(&factor), "factor after {games}: {factor} %");
        assert!((76.2..83.8).contains(&next), "next after {games}: {next} %");
    }
}

/// People who differ half as much again as is assumed, and whose days are all normal.
#[test]
fn people_who_are_others_than_assumed_are_held_too() {
    let other = |rng: &mut Rng| Somebody {
        log_factor: 1.5 * SPREAD * normal(rng),
        noise: 0.35,
        is_normal: true,
    };
    for games in [10, 30] {
        let (factor, next) = coverage(games, 600, other);
        assert!((76.0..92.0).contains(&factor), "factor after {games}: {factor} %");
        assert!((76.0..92.0).contains(&next), "next after {games}: {next} %");
    }
}

/// The predictions of all games, and how long each took: as long as predicted, with a little up
/// and down.
fn steady(games: usize) -> Vec<Game> {
    let predicted = Estimate::new(10.0, 7.5, 13.5).unwrap();
    let times = [9.0, 11.5, 10.0, 8.0, 12.5];
    (0..games).map(|at| Game::new(predicted, times[at % times.len()]).unwrap()).collect()
}

/// By how many per cent a game that took so many times as long moves the factor.
fn shift(games: usize, times: f64) -> f64 {
    let mut played = steady(games);
    let before = Player::of(&played).factor().value();
    played.push(Game::new(played[0].predicted, 10.0 * times).unwrap());
    100.0 * (Player::of(&played).factor().value() / before - 1.0)
}

#[test]
fn one_game_far_too_long_hardly_moves_the_factor() {
    for (games, most) in [(3, 20.0), (5, 12.0), (10, 6.0), (30, 2.0)] {
        let (ten, fifty) = (shift(games, 10.0), shift(games, 50.0));
        assert!(0.0 < ten && ten < most, "after {games}, ten times: {ten} %");
        assert!(0.0 < fifty && fifty < ten, "after {games}, fifty times: {fifty} %, ten: {ten} %");
    }
    // A mean of logarithms would be moved by 43 %.
    assert!(libm::exp(libm::log(50.0) / 11.0) > 1.42);
}

#[test]
fn a_first_game_that_went_wrong_is_not_believed() {
    let predicted = Estimate::new(10.0, 7.5, 13.5).unwrap();
    let factor = Player::of(&[Game::new(predicted, 500.0).unwrap()]).factor();
    assert!(factor.value() < 3.0 && factor.low() < 1.3, "{factor:?}");
}

#[test]
fn with_more_games_the_interval_narrows() {
    let widths: Vec<f64> = [0, 1, 3, 10, 30]
        .map(|games| {
            let factor = Player::of(&steady(games)).factor();
            factor.high() / factor.low()
        })
        .into();
    assert!(widths.windows(2).all(|pair| pair[1] < pair[0]), "{widths:?}");
    assert!(widths[3] < 1.5 && widths[4] < 1.25, "{widths:?}");
}

/// The same by another way: a walk through the same probabilities at random (Metropolis), with no
/// grid for the factor.
#[test]
fn a_random_walk_through_the_same_beliefs_finds_the_same_factor() {
    let mut rng = Rng::new(3);
    let somebody = Somebody { log_factor: -0.5, noise: 0.4, is_normal: false };
    let games: Vec<Game> = (0..4).map(|_| somebody.plays(&mut rng)).collect();
    let weight = |skill: f64, grade: usize| {
        let (noise, people) = NOISES[grade];
        let likely = games.iter().map(|game| {
            let off = libm::log(game.ratio()) - skill;
            log_density(off, scale(noise, game.predicted.spread()))
        });
        libm::log(people) - skill * skill / (2.0 * SPREAD * SPREAD) + likely.sum::<f64>()
    };
    let (mut at, mut walked) = ((0.0, 2), Vec::new());
    for step in 0..60_000 {
        let to = (at.0 + 0.4 * normal(&mut rng), rng.below(NOISES.len()));
        if libm::log(1.0 - rng.unit()) < weight(to.0, to.1) - weight(at.0, at.1) {
            at = to;
        }
        if step >= 1000 {
            walked.push(at.0);
        }
    }
    walked.sort_by(f64::total_cmp);
    let quantile = |share: f64| libm::exp(walked[(share * walked.len() as f64) as usize]);
    let factor = Player::of(&games).factor();
    for (ours, theirs) in [
        (factor.low(), quantile(0.1)),
        (factor.value(), quantile(0.5)),
        (factor.high(), quantile(0.9)),
    ] {
        assert!((ours / theirs - 1.0).abs() < 0.03, "{ours} {theirs}");
    }
}

#[test]
fn students_share_below_is_the_integral_of_its_density() {
    // From far below in small steps; the whole density adds up to 8/3 without its constant.
    let (mut sum, mut at) = (0.0, -300.0);
    for step in 0..303_000 {
        let middle = -300.0 + (f64::from(step) + 0.5) / 1000.0;
        sum += libm::exp(log_density(middle, 1.0)) / 1000.0;
        at = middle + 0.0005;
        if step % 1000 == 999 {
            assert!((sum * 0.375 - below(at)).abs() < 1e-6, "at {at}");
        }
    }
    assert!((at - 3.0).abs() < 1e-9);
}

#[test]
fn the_order_of_games_does_not_matter_and_nonsense_is_no_game() {
    let mut games = steady(7);
    let forth = Player::of(&games).factor();
    games.reverse();
    let back = Player::of(&games).factor();
    assert!((forth.value() / back.value() - 1.0).abs() < 1e-9);
    let predicted = Estimate::exact(10.0).unwrap();
    for minutes in ["0", "-1", "nan", "inf"].map(|text| text.parse().unwrap()) {
        assert_eq!(Game::new(predicted, minutes), None, "{minutes}");
    }
    // Even with nothing but the exact and the absurd there is an answer.
    let absurd = Player::of(&[Game::new(predicted, 1e300).unwrap(); 40]);
    let next = absurd.expects(&predicted);
    assert!(next.low() <= next.value() && next.value() <= next.high(), "{next:?}");
}
