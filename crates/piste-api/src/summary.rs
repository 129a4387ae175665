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
use piste::logic::words::Argument;
use piste::logic::{Family, Info, Message, Outcome};
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
    /// use piste_api::Language;
    /// use piste_api::summary::Summary;
    ///
    /// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ///     .parse()
    ///     .unwrap();
    /// let puzzle = Puzzle::prove(&grid).unwrap();
    /// let workup = Workup::new(&puzzle);
    /// let ratings = Selection::new(&["se"])?.rate(&workup);
    /// let summary = Summary::of(&workup, &ratings, None, Language::default());
    /// assert_eq!(summary.sentence, "Beginner. Singles will do.");
    /// # Ok::<(), piste::rating::NoMetric>(())
    /// ```
    pub fn of(
        workup: &Workup<'_>,
        ratings: &Ratings,
        player: Option<&Player>,
        language: Language,
    ) -> Summary {
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
            needs: needs(profile, language),
            bottleneck: bottleneck(profile, language),
        };
        let need = knowledge(profile, &summary.needs);
        summary.sentence = language.text(&summary.told(level, need));
        summary
    }

    /// The summary of a puzzle of another shape, which has no level and no predicted time: what one must know.
    ///
    /// ```
    /// use piste::AnyGrid;
    /// use piste::rating::AnyWorkup;
    /// use piste_api::Language;
    /// use piste_api::summary::Summary;
    ///
    /// let grid: AnyGrid = "1.....3..2.....4".parse().unwrap();
    /// let puzzle = grid.prove(1_000).unwrap();
    /// let summary = Summary::on_shape(&AnyWorkup::new(&puzzle), Language::default());
    /// assert_eq!(summary.sentence, "Singles will do.");
    /// ```
    pub fn on_shape(workup: &AnyWorkup<'_>, language: Language) -> Summary {
        let profile = workup.profile();
        let needs = needs(profile, language);
        // The profile ends where patterns end; what is explained of the puzzle goes on by trials, to the solution.
        let sentence = match profile.outcome() {
            Outcome::Solved => knowledge(profile, &needs),
            _ => Message::new("need-trials"),
        };
        Summary {
            sentence: language.text(&sentence),
            level: None,
            minutes: None,
            for_you: None,
            needs,
            bottleneck: bottleneck(profile, language),
        }
    }

    /// The level and the time, as far as they are known, and what one must know.
    fn told(&self, level: Option<Level>, need: Message) -> Message {
        let time = self.minutes.as_ref().map(|minutes| time(minutes, self.for_you.as_ref()));
        match (level, time) {
            (Some(level), Some(time)) => Message::new("summary-both")
                .with("level", level.slug)
                .with("time", time)
                .with("need", need),
            (Some(level), None) => {
                Message::new("summary-level").with("level", level.slug).with("need", need)
            }
            (None, Some(time)) => {
                Message::new("summary-time").with("time", time).with("need", need)
            }
            (None, None) => need,
        }
    }
}

/// The last sentence: what one must know.
fn knowledge<S: Space>(profile: &Profile<S>, needs: &[Need]) -> Message {
    let is_single = |moment: &Moment<S>| moment.step.strategy.family == Family::Singles;
    match profile.outcome() {
        Outcome::Solved if profile.moments().is_empty() => Message::new("need-nothing"),
        Outcome::Solved if profile.moments().iter().all(is_single) => Message::new("need-singles"),
        Outcome::Solved => {
            let names = needs.iter().map(|need| Argument::Name(need.plural.clone()));
            Message::new("need-strategies").with("names", names.collect::<Vec<_>>())
        }
        _ => Message::new("need-unknown"),
    }
}

/// Whether somebody who knows anything beyond it knows it.
fn is_everyday(info: &Info) -> bool {
    matches!(info.family, Family::Singles | Family::Intersections | Family::Subsets)
}

/// What one must know, the hardest first.
fn needs<S: Space>(profile: &Profile<S>, language: Language) -> Vec<Need> {
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
        let plural = language.several(info);
        if needs.iter().all(|known| known.plural != plural) {
            needs.push(Need { strategy: info.slug.to_owned(), plural });
        }
    }
    needs
}

/// Where the fewest ways lead on; of several such steps the hardest, and of those the first.
fn bottleneck<S: Space>(profile: &Profile<S>, language: Language) -> Option<Bottleneck> {
    let (number, moment) = profile
        .bottlenecks()
        .min_by_key(|(number, moment)| (moment.moves, Reverse(moment.rung), *number))?;
    Some(Bottleneck {
        number: number + 1,
        strategy: moment.step.strategy.slug.to_owned(),
        name: named(&moment.step, language),
        moves: moment.moves,
    })
}

/// Above so many minutes times are told in hours.
const HOURS: f64 = 120.0;

/// A time as people tell it: how many of which unit, and from how many to how many.
struct Rounded {
    unit: &'static str,
    number: usize,
    low: usize,
    high: usize,
}

impl Rounded {
    fn of(time: &Minutes) -> Rounded {
        if time.minutes < 0.5 {
            return Rounded { unit: "less", number: 0, low: 0, high: 0 };
        }
        let (length, unit) = if time.minutes < HOURS { (1.0, "minutes") } else { (60.0, "hours") };
        let [number, low, high] =
            [time.minutes, time.low, time.high].map(|m| (m / length).round().max(1.0) as usize);
        Rounded { unit, number, low, high }
    }

    /// `about 22 minutes`.
    fn length(&self) -> Message {
        Message::new("time-length").with("unit", self.unit).with("number", self.number)
    }

    /// ` (15–33)`, or nothing if both ends are the same.
    fn interval(&self) -> Message {
        if self.low == self.high {
            return Message::new("time-no-interval");
        }
        Message::new("time-interval").with("low", self.low).with("high", self.high)
    }

    /// The word for the unit: which one, and whether for one of it.
    fn word(&self) -> (&'static str, bool) {
        match self.unit {
            "less" => ("minutes", true),
            unit => (unit, self.number == 1),
        }
    }
}

/// The times of people, or those of the player and beside them those of others.
fn time(minutes: &Minutes, for_you: Option<&Minutes>) -> Message {
    let others = Rounded::of(minutes);
    let Some(yours) = for_you.map(Rounded::of) else {
        let interval = others.interval();
        return Message::new("time").with("length", others.length()).with("interval", interval);
    };
    // The unit is not said twice, if both are about so many of it.
    let theirs = match yours.word() == others.word() && others.unit != "less" {
        true => Message::new("time-number").with("number", others.number),
        false => others.length(),
    };
    Message::new("time-for-you")
        .with("yours", yours.length())
        .with("your-interval", yours.interval())
        .with("theirs", theirs)
        .with("their-interval", others.interval())
}

#[cfg(test)]
mod tests {
    use super::*;
    use piste::logic::Ladder;
    use piste::rating::{Estimate, Selection};
    use piste_core::shape::Shape;
    use piste_core::{AnyGrid, Board, Grid, Puzzle};

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
            assert_eq!(super::time(&time, None).to_string(), words);
        }
        let (others, hours) = (minutes(22.0, 15.0, 33.0), minutes(200.0, 100.0, 400.0));
        let yours = minutes(12.0, 8.0, 19.0);
        let told = super::time(&others, Some(&yours)).to_string();
        assert_eq!(told, "about 12 minutes for you (8–19), 22 for others (15–33)");
        let (one, less) = (minutes(1.0, 0.8, 1.4), minutes(0.3, 0.2, 0.4));
        let told = super::time(&one, Some(&less)).to_string();
        assert_eq!(told, "less than a minute for you, 1 for others");
        let told = super::time(&hours, Some(&yours)).to_string();
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
            let needs = needs(&profile, Language::default());
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
        let told = bottleneck(&profile, Language::default()).unwrap();
        let moment = &profile.moments()[told.number - 1];
        assert_eq!(
            (moment.moves, named(&moment.step, Language::default())),
            (told.moves, told.name)
        );
        assert!(profile.bottlenecks().all(|(_, other)| other.moves >= told.moves));
        assert_eq!(
            bottleneck(
                &self::profile(
                    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                ),
                Language::default()
            ),
            None
        );
    }

    #[test]
    fn what_is_left_and_what_is_too_hard_has_its_sentence() {
        let full =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let knowledge = |puzzle: &str| {
            let needs = needs(&profile(puzzle), Language::default());
            super::knowledge(&profile(puzzle), &needs).to_string()
        };
        assert_eq!(knowledge(full), "Nothing is left to do.");
        let last = full.replacen('5', ".", 1);
        assert_eq!(knowledge(&last), "Singles will do.");
        let nothing = ".".repeat(81);
        let stuck = "No strategy that piste knows leads to its end.";
        assert_eq!(knowledge(&nothing), stuck);
    }

    #[test]
    fn a_board_of_another_shape_that_needs_trials_says_so() {
        let text =
            "6...........4.............6....5.7..2..6..4.8.....2.............1...3.97.7829....";
        let diagonal: Shape = "9x9+x".parse().unwrap();
        let values = text.chars().map(|sign| sign.to_digit(10).map_or(0, |digit| digit as u8));
        let puzzle = AnyGrid::new(&diagonal, values.collect()).unwrap().prove(100_000).unwrap();
        let summary = Summary::on_shape(&AnyWorkup::new(&puzzle), Language::default());
        let tried = "No pattern leads to its end: one has to try digits and see what comes of it.";
        assert_eq!(summary.sentence, tried);
        assert!(summary.needs.is_empty(), "{summary:?}");
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
        let summary = Summary::of(&workup, &ratings, Some(&player), Language::default());
        let (all, yours) = (summary.minutes.unwrap(), summary.for_you.unwrap());
        assert!((yours.minutes * 2.0 - all.minutes).abs() < 0.15, "{summary:?}");
        assert!(summary.sentence.starts_with("Beginner: about "), "{summary:?}");
        assert!(summary.sentence.contains(" for you"), "{summary:?}");
    }
}
