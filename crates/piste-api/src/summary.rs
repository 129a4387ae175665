//! The one thing that people ask: how hard is it, and how long will it take me?
//!
//! > Hard: about 22 minutes (15–33). You need X-wings.
//!
//! A summary is that sentence and what it is made of: the named level, the predicted minutes, those
//! of a [`player`](crate::me) if one is known, what one must know, and where it is tightest. It stands
//! at the head of the report of `piste rate`, and is the member `summary` of the answer. (The member `verdict`
//! of an answer is older, and says how many solutions there are.)
//!
//! What one must know is read off the solve by the teaching ladder, which takes the easiest step there
//! is: a strategy that it uses is one without which it does not go on. Whoever knows X-wings
//! knows pairs; so of the strategies as far as subsets only the hardest is told, and it is not
//! told beside those beyond. Of the ones beyond, the three hardest are.

use crate::Language;
use crate::me::{self, MINUTES, Minutes};
use crate::step::named;
use piste::generate::Level;
use piste::logic::words::{Catalogue, capital};
use piste::logic::{Family, Info, Outcome};
use piste::rating::{AnyWorkup, Moment, Player, Profile, Ratings, Workup};
use piste_core::space::Space;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// So many strategies are told at most.
const TOLD: usize = 3;

/// What there is to say of a puzzle in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// All of it in a sentence or two.
    pub sentence: String,
    /// The named level, by slug.
    pub level: Option<String>,
    /// How long people take.
    pub minutes: Option<Minutes>,
    /// How long the player takes, if one is known.
    pub for_you: Option<Minutes>,
    /// What one must know, the hardest first; nothing if the solve is stuck, or there is nothing
    /// to do.
    pub needs: Vec<Need>,
    /// The step where the fewest ways lead on; nothing if there is a choice of singles everywhere.
    pub bottleneck: Option<Bottleneck>,
}

/// A strategy that one must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// Its slug.
    pub strategy: String,
    /// What several of it are called.
    pub plural: String,
}

/// The step where the fewest ways lead on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bottleneck {
    /// Which step it is, from 1, of the solve by the teaching ladder.
    pub number: usize,
    /// The slug of its strategy.
    pub strategy: String,
    /// What is done, in short.
    pub name: String,
    /// How many moves there are to choose from.
    pub moves: usize,
}

impl Summary {
    /// The summary of a puzzle that these metrics have rated, for a player if one is known. What a
    /// metric says that was not asked is left out.
    ///
    /// ```
    /// use piste::rating::{Selection, Workup};
    /// use piste::{Grid, Puzzle};
    /// use piste_api::summary::Summary;
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let workup = Workup::new(&puzzle);
    /// let ratings = Selection::new(&["se"])?.rate(&workup);
    /// let summary = Summary::of(&workup, &ratings, None);
    /// assert_eq!(summary.sentence, "Beginner. Singles will do.");
    /// # Ok::<(), piste::rating::NoMetric>(())
    /// ```
    pub fn of(workup: &Workup<'_>, ratings: &Ratings, player: Option<&Player>) -> Summary {
        let level = Level::of(|column| ratings.value(column));
        let predicted = ratings
            .all()
            .find(|(info, _)| info.slug == MINUTES)
            .and_then(|(_, rating)| rating.as_ref().ok());
        let profile = workup.profile();
        let mut summary = Summary {
            sentence: String::new(),
            level: level.map(|level| level.slug.to_owned()),
            minutes: predicted.and_then(me::estimate).map(|estimate| Minutes::of(&estimate)),
            for_you: predicted.and_then(|rating| me::for_player(rating, player?)),
            needs: needs(profile),
            bottleneck: bottleneck(profile),
        };
        summary.sentence = summary.told(profile);
        summary
    }

    /// The summary of a puzzle of another shape, which has no level and no predicted time: what one must know.
    ///
    /// ```
    /// use piste::AnyGrid;
    /// use piste::rating::AnyWorkup;
    /// use piste_api::summary::Summary;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let puzzle = grid.prove(1_000).unwrap();
    /// assert_eq!(Summary::on_shape(&AnyWorkup::new(&puzzle)).sentence, "Singles will do.");
    /// ```
    pub fn on_shape(workup: &AnyWorkup<'_>) -> Summary {
        let profile = workup.profile();
        let needs = needs(profile);
        Summary {
            sentence: knowledge(profile, &needs),
            level: None,
            minutes: None,
            for_you: None,
            needs,
            bottleneck: bottleneck(profile),
        }
    }

    fn told(&self, profile: &Profile) -> String {
        let level = self.level.as_deref().map(capital);
        let time = self.minutes.as_ref().map(|minutes| time(minutes, self.for_you.as_ref()));
        let first = match (level, time) {
            (Some(level), Some(time)) => format!("{level}: {time}. "),
            (Some(level), None) => format!("{level}. "),
            (None, Some(time)) => format!("{}. ", capital(&time)),
            (None, None) => String::new(),
        };
        first + &knowledge(profile, &self.needs)
    }
}

/// The last sentence: what one must know.
fn knowledge<S: Space>(profile: &Profile<S>, needs: &[Need]) -> String {
    let is_single = |moment: &Moment<S>| moment.step.strategy.family == Family::Singles;
    match profile.outcome() {
        Outcome::Solved if profile.moments().is_empty() => "Nothing is left to do.".to_owned(),
        Outcome::Solved if profile.moments().iter().all(is_single) => "Singles will do.".to_owned(),
        Outcome::Solved => {
            let names: Vec<&str> = needs.iter().map(|need| need.plural.as_str()).collect();
            let (last, others) = names.split_last().expect("more than singles is needed");
            match others {
                [] => format!("You need {last}."),
                _ => format!("You need {} and {last}.", others.join(", ")),
            }
        }
        _ => "No strategy that piste knows leads to its end.".to_owned(),
    }
}

/// Whether somebody who knows anything beyond it knows it.
fn is_everyday(info: &Info) -> bool {
    matches!(info.family, Family::Singles | Family::Intersections | Family::Subsets)
}

/// What one must know, the hardest first.
fn needs<S: Space>(profile: &Profile<S>) -> Vec<Need> {
    if profile.outcome() != Outcome::Solved {
        return Vec::new();
    }
    let mut used: Vec<&Moment<S>> = profile.moments().iter().collect();
    used.sort_by_key(|moment| Reverse(moment.rung));
    let mut needs: Vec<Need> = Vec::new();
    for info in used.into_iter().map(|moment| moment.step.strategy) {
        if needs.len() == TOLD || (!needs.is_empty() && is_everyday(info)) {
            break;
        }
        let plural = Catalogue::ENGLISH.plural(info.slug).unwrap_or(info.name);
        if needs.iter().all(|known| known.plural != plural) {
            needs.push(Need { strategy: info.slug.to_owned(), plural: plural.to_owned() });
        }
    }
    needs
}

/// Where the fewest ways lead on; of several such steps the hardest, and of those the first.
fn bottleneck<S: Space>(profile: &Profile<S>) -> Option<Bottleneck> {
    let (number, moment) = profile
        .bottlenecks()
        .min_by_key(|(number, moment)| (moment.moves, Reverse(moment.rung), *number))?;
    Some(Bottleneck {
        number: number + 1,
        strategy: moment.step.strategy.slug.to_owned(),
        name: named(&moment.step, Language::default()),
        moves: moment.moves,
    })
}

/// Above so many minutes times are told in hours.
const HOURS: f64 = 120.0;

/// A time in words: the number and its unit, and the interval behind it.
struct Told {
    number: String,
    unit: &'static str,
    interval: String,
}

impl Told {
    fn of(time: &Minutes) -> Told {
        if time.minutes < 0.5 {
            let number = "less than a".to_owned();
            return Told { number, unit: "minute", interval: String::new() };
        }
        let (length, one, more) =
            if time.minutes < HOURS { (1.0, "minute", "minutes") } else { (60.0, "hour", "hours") };
        let [number, low, high] =
            [time.minutes, time.low, time.high].map(|m| (m / length).round().max(1.0));
        let interval = if low == high { String::new() } else { format!(" ({low:.0}–{high:.0})") };
        let unit = if number == 1.0 { one } else { more };
        Told { number: format!("{number:.0}"), unit, interval }
    }

    /// `about 22 minutes`.
    fn whole(&self) -> String {
        let about = if self.number.starts_with("less") { "" } else { "about " };
        format!("{about}{} {}", self.number, self.unit)
    }
}

/// The times of people, or those of the player and beside them those of others.
fn time(minutes: &Minutes, for_you: Option<&Minutes>) -> String {
    let others = Told::of(minutes);
    let Some(yours) = for_you.map(Told::of) else {
        return format!("{}{}", others.whole(), others.interval);
    };
    // The unit is not said twice, if both are about so many of it.
    let short = yours.unit == others.unit && !others.number.starts_with("less");
    let theirs = if short { others.number.clone() } else { others.whole() };
    format!("{} for you{}, {theirs} for others{}", yours.whole(), yours.interval, others.interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::Ladder;
    use piste::rating::{Estimate, Selection};
    use piste_core::{Board, Grid, Puzzle};

    fn minutes(minutes: f64, low: f64, high: f64) -> Minutes {
        Minutes { minutes, low, high }
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        for (time, words) in [
            (minutes(22.1, 14.9, 33.3), "about 22 minutes (15–33)"),
            (minutes(1.2, 0.8, 1.9), "about 1 minute (1–2)"),
            (minutes(1.0, 0.8, 1.4), "about 1 minute"),
            (minutes(0.4, 0.2, 0.8), "less than a minute"),
            (minutes(119.0, 70.0, 190.0), "about 119 minutes (70–190)"),
            (minutes(300.0, 170.0, 500.0), "about 5 hours (3–8)"),
        ] {
            assert_eq!(super::time(&time, None), words);
        }
        let (others, hours) = (minutes(22.0, 15.0, 33.0), minutes(200.0, 100.0, 400.0));
        let yours = minutes(12.0, 8.0, 19.0);
        let told = super::time(&others, Some(&yours));
        assert_eq!(told, "about 12 minutes for you (8–19), 22 for others (15–33)");
        let told = super::time(&hours, Some(&yours));
        assert_eq!(told, "about 12 minutes for you (8–19), about 3 hours for others (2–7)");
    }

    fn profile(puzzle: &str) -> Profile {
        let grid: Grid = puzzle.parse().unwrap();
        Profile::of(&Ladder::TEACHING.climb(&Board::from(&grid)))
    }

    /// What is needed is what a solve without it cannot do: the ladder up to the rung below gets
    /// stuck.
    #[test]
    fn without_the_hardest_that_is_needed_the_solve_is_stuck() {
        for puzzle in [
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        ] {
            let profile = profile(puzzle);
            let needs = needs(&profile);
            assert!((1..=TOLD).contains(&needs.len()), "{needs:?}");
            let hardest = profile.moments().iter().map(|moment| moment.rung).max().unwrap();
            let below = Ladder::TEACHING.strategies().take(hardest);
            let mut board = Board::from(&puzzle.parse::<Grid>().unwrap());
            let below: Vec<_> = below.collect();
            let is_found = |board: &Board| {
                below.iter().find_map(|strategy| {
                    let mut sink = piste::logic::Sink::first();
                    let _ = strategy.find(&piste::logic::Scene::new(board), &mut sink);
                    sink.into_steps().pop()
                })
            };
            while let Some(step) = is_found(&board) {
                step.effect.apply(&mut board);
            }
            assert!(!board.open().is_empty(), "{puzzle} is solved without {needs:?}");
            let last = profile.moments().iter().find(|moment| moment.rung == hardest).unwrap();
            assert_eq!(needs[0].strategy, last.step.strategy.slug);
        }
    }

    #[test]
    fn a_bottleneck_is_where_the_fewest_ways_lead_on() {
        let profile = profile(
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        );
        let told = bottleneck(&profile).unwrap();
        let moment = &profile.moments()[told.number - 1];
        assert_eq!(
            (moment.moves, named(&moment.step, Language::default())),
            (told.moves, told.name)
        );
        assert!(profile.bottlenecks().all(|(_, other)| other.moves >= told.moves));
        assert_eq!(
            bottleneck(&self::profile(
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            )),
            None
        );
    }

    #[test]
    fn what_is_left_and_what_is_too_hard_has_its_sentence() {
        let full =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(knowledge(&profile(full), &[]), "Nothing is left to do.");
        let last = full.replacen('5', ".", 1);
        assert_eq!(knowledge(&profile(&last), &needs(&profile(&last))), "Singles will do.");
        let nothing = ".".repeat(81);
        let stuck = "No strategy that piste knows leads to its end.";
        assert_eq!(knowledge(&profile(&nothing), &[]), stuck);
    }

    #[test]
    fn a_player_who_takes_half_as_long_is_told_half() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let puzzle = Puzzle::prove(&grid).unwrap();
        let workup = Workup::new(&puzzle);
        let ratings = Selection::new(&["se", "minutes"]).unwrap().rate(&workup);
        let player = Player::known(&Estimate::exact(0.5).unwrap());
        let summary = Summary::of(&workup, &ratings, Some(&player));
        let (all, yours) = (summary.minutes.unwrap(), summary.for_you.unwrap());
        assert!((yours.minutes * 2.0 - all.minutes).abs() < 0.15, "{summary:?}");
        assert!(summary.sentence.starts_with("Beginner: about "), "{summary:?}");
        assert!(summary.sentence.contains(" for you"), "{summary:?}");
    }
}
