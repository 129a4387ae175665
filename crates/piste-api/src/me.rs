//! `me`: a player's own games, and what they say about how long puzzles take them.
//!
//! ```json
//! {"form":"piste-games","version":1,"games":[{"puzzle":"53..7…","seconds":250,"predicted":null}]}
//! ```
//!
//! That is the one form in which games are kept and carried from one program to another:
//! [`Games`]. Nothing here keeps them. A door that knows somebody's games, or the factor that was
//! learnt from them, hands it in as the member `player` of a request: a [`Player`].
//!
//! What was predicted for a puzzle is kept with its game, and with the version of `minutes` that
//! said so. Where that is another one by now, the puzzle is rated again.

use crate::text;
use crate::{Code, Handle, Wrong, json};
use piste::rating::{self, Estimate, Rating, Workup, metrics};
use piste_core::Puzzle;
use serde::{Deserialize, Serialize};

/// What a file of games calls itself.
const FORM: &str = "piste-games";

/// The version of its form.
const VERSION: u32 = 1;

/// The metric that predicts times.
pub(crate) const MINUTES: &str = "minutes";

/// No game takes longer than this: a week.
const LONGEST: u64 = 7 * 24 * 3600;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The puzzle, in any form.
    pub puzzle: String,
    /// How long it took.
    pub seconds: u64,
    /// What was predicted, if it is known.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub predicted: Option<Predicted>,
}

/// What `minutes` says of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predicted {
    /// In minutes.
    pub minutes: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// The version of the metric that says so.
    pub version: u64,
}

/// A time in minutes, and the interval that holds it four times in five.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minutes {
    /// In minutes.
    pub minutes: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

impl Minutes {
    /// With one decimal, as `minutes` itself is written.
    pub(crate) fn of(estimate: &Estimate) -> Minutes {
        let [minutes, low, high] =
            [estimate.value(), estimate.low(), estimate.high()].map(|m| rounded(m, 10.0));
        Minutes { minutes, low, high }
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// Games as they are kept and carried.
///
/// ```
/// use piste_api::me::Games;
///
/// let text = r#"{"form":"piste-games","version":1,"games":[]}"#;
/// let games = Games::read(text.as_bytes())?;
/// assert_eq!(games.text(), text);
/// let wrong = Games::read(br#"{"form":"piste-games","version":9,"games":[]}"#).unwrap_err();
/// assert_eq!(wrong.to_string(), "version: 9 is newer than this piste, which reads 1");
/// # Ok::<(), piste_api::Wrong>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    form: String,
    version: u32,
    /// The games, in the order in which they were added.
    #[serde(deserialize_with = "json::objects")]
    pub games: Vec<Game>,
}

impl Games {
    /// These games.
    pub fn new(games: Vec<Game>) -> Games {
        Games { form: FORM.to_owned(), version: VERSION, games }
    }

    /// Reads what [`text`](Games::text) has written, here or elsewhere.
    pub fn read(bytes: &[u8]) -> Result<Games, Wrong> {
        /// How a file of any version begins.
        #[derive(Deserialize)]
        struct Head {
            form: Option<String>,
            version: Option<u32>,
        }
        let head: Head = json::read(bytes)?;
        if head.form.as_deref() != Some(FORM) {
            return Err(Wrong::bad(
                "form",
                format!("expected \"{FORM}\": this is no file of games"),
            ));
        }
        match head.version {
            Some(VERSION) => {}
            Some(other) => {
                let words = format!("{other} is newer than this piste, which reads {VERSION}");
                return Err(Wrong::bad("version", words));
            }
            None => return Err(Wrong::bad("version", "it is not said")),
        }
        let games: Games = json::read(bytes)?;
        for (number, game) in games.games.iter().enumerate() {
            game.checked().map_err(|wrong| of_game(number, wrong))?;
        }
        Ok(games)
    }

    /// The text of it, on one line.
    pub fn text(&self) -> String {
        json::bare(self)
    }
}

/// What is wrong, with the number of the game that it is about.
fn of_game(number: usize, wrong: Wrong) -> Wrong {
    let message = format!("game {}: {wrong}", number + 1);
    Wrong { message, member: Some("games"), ..wrong }
}

impl Game {
    /// A game of a puzzle in so many seconds, whose prediction nobody has looked up.
    pub fn new(puzzle: &Puzzle, seconds: u64) -> Game {
        Game { puzzle: puzzle.grid().to_string(), seconds, predicted: None }
    }

    /// Its puzzle, if everything about it makes sense.
    fn checked(&self) -> Result<Puzzle, Wrong> {
        if !(1..=LONGEST).contains(&self.seconds) {
            return Err(Wrong::bad(
                "seconds",
                format!("expected a whole number from 1 to {LONGEST}"),
            ));
        }
        if self.predicted.as_ref().is_some_and(|predicted| predicted.estimate().is_none()) {
            return Err(Wrong::bad(
                "predicted",
                "expected low, minutes and high above 0, in order",
            ));
        }
        text::puzzle("puzzle", &self.puzzle)
    }

    /// The same with its puzzle on one line, and with what is predicted today.
    pub fn predicted(&self, handle: &dyn Handle) -> Result<Game, Wrong> {
        let puzzle = self.checked()?;
        let known = self.predicted.clone().filter(|known| known.version == version());
        let predicted = match known {
            Some(known) => known,
            None => Predicted::of(&puzzle, handle)?,
        };
        Ok(Game { predicted: Some(predicted), ..Game::new(&puzzle, self.seconds) })
    }

    fn rated(&self) -> Option<rating::Game> {
        let predicted = self.predicted.as_ref()?.estimate()?;
        rating::Game::new(predicted, self.seconds as f64 / 60.0)
    }
}

/// The version of the metric that predicts times.
fn version() -> u64 {
    u64::from(metrics::MINUTES.info().version)
}

/// What a rating by `minutes` says.
pub(crate) fn estimate(rating: &Rating) -> Option<Estimate> {
    let number = |column: &str| rating.get(column)?.as_number();
    Estimate::new(number("")?, number("low")?, number("high")?)
}

impl Predicted {
    /// What `minutes` says of this puzzle.
    fn of(puzzle: &Puzzle, handle: &dyn Handle) -> Result<Predicted, Wrong> {
        let enough = || handle.is_cancelled();
        let rating = metrics::MINUTES.rate(&Workup::new(puzzle).with_limit(&enough));
        if enough() {
            return Err(Wrong::stopped());
        }
        let rating = rating.map_err(|why| Wrong::new(Code::BadPuzzle, why.to_string()))?;
        let none = || Wrong::new(Code::BadPuzzle, "no time can be predicted for it");
        let estimate = estimate(&rating).ok_or_else(none)?;
        // So many decimals are kept that nobody can tell the difference.
        let [minutes, low, high] = [estimate.value(), estimate.low(), estimate.high()]
            .map(|minutes| rounded(minutes, 1000.0).max(0.001));
        Ok(Predicted { minutes, low, high, version: version() })
    }

    fn estimate(&self) -> Option<Estimate> {
        Estimate::new(self.minutes, self.low, self.high)
    }
}

/// Somebody for whom a question is asked, as a member of a request: their games, or the factor
/// that was learnt from them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Player {
    /// How many times as long as predicted they take.
    pub factor: Option<f64>,
    /// Where the interval of that begins; without one the factor is taken to be exact.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// Their games instead.
    #[serde(deserialize_with = "json::maybe_objects")]
    pub games: Option<Vec<Game>>,
}

impl Player {
    /// The member of a request that says it.
    pub(crate) const MEMBER: &'static str = "player";

    /// What is known of the player.
    ///
    /// ```
    /// use piste_api::Unhurried;
    /// use piste_api::me::Player;
    ///
    /// let half = Player { factor: Some(0.5), ..Player::default() };
    /// assert!((half.learnt(&Unhurried)?.factor().value() - 0.5).abs() < 1e-6);
    /// let wrong = Player::default().learnt(&Unhurried).unwrap_err();
    /// assert_eq!(wrong.to_string(), "player: expected a factor, or games");
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn learnt(&self, handle: &dyn Handle) -> Result<rating::Player, Wrong> {
        let bad = |words: &str| Err(Wrong::bad(Player::MEMBER, words));
        match (&self.games, self.factor, self.low.zip(self.high)) {
            (Some(games), None, None) if self.low.is_none() && self.high.is_none() => {
                if games.is_empty() {
                    return bad("there is no game among its games");
                }
                let games = predicted(games, handle)
                    .map_err(|wrong| Wrong { member: Some(Player::MEMBER), ..wrong })?;
                Ok(learnt(&games))
            }
            (Some(_), ..) => bad("expected a factor or games, not both"),
            (None, None, _) => bad("expected a factor, or games"),
            (None, Some(_), None) if self.low.is_some() || self.high.is_some() => {
                bad("expected both low and high, or neither")
            }
            (None, Some(factor), interval) => {
                let (low, high) = interval.unwrap_or((factor, factor));
                match Estimate::new(factor, low, high).filter(is_a_factor) {
                    Some(estimate) => Ok(rating::Player::known(&estimate)),
                    None => bad("expected low, factor and high from 0.01 to 100, in order"),
                }
            }
        }
    }
}

fn is_a_factor(estimate: &Estimate) -> bool {
    estimate.low() >= 0.01 && estimate.high() <= 100.0
}

/// The games with what is predicted for each.
fn predicted(games: &[Game], handle: &dyn Handle) -> Result<Vec<Game>, Wrong> {
    let each = games.iter().enumerate();
    each.map(|(number, game)| {
        if handle.is_cancelled() {
            return Err(Wrong::stopped());
        }
        game.predicted(handle).map_err(|wrong| match wrong.code {
            Code::Stopped => wrong,
            _ => of_game(number, wrong),
        })
    })
    .collect()
}

fn learnt(games: &[Game]) -> rating::Player {
    let rated: Vec<rating::Game> = games.iter().filter_map(Game::rated).collect();
    rating::Player::of(&rated)
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The games.
    #[serde(deserialize_with = "json::objects")]
    pub games: Vec<Game>,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// How many times as long as predicted the player takes; nothing without a game.
    pub factor: Option<f64>,
    /// Where the interval begins that holds the factor four times in five.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// The games, each with what is predicted for it.
    pub games: Vec<Played>,
}

/// A game and how it went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The game, as it can be kept.
    #[serde(flatten)]
    pub game: Game,
    /// How many times as long as predicted it took.
    pub ratio: Option<f64>,
}

/// Learns from games.
///
/// ```
/// use piste_api::Unhurried;
/// use piste_api::me::{self, Game, Request};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let game = Game { puzzle: puzzle.to_owned(), seconds: 600, predicted: None };
/// let answer = me::answer(&Request { games: vec![game.clone(), game] }, &Unhurried)?;
/// // Twice as long as predicted, and longer: but two games are few.
/// assert!(answer.factor.unwrap() > 1.2 && answer.games[0].ratio.unwrap() > answer.factor.unwrap());
/// # Ok::<(), piste_api::Wrong>(())
/// ```
pub fn answer(request: &Request, handle: &dyn Handle) -> Result<Answer, Wrong> {
    let games = predicted(&request.games, handle)?;
    let factor = (!games.is_empty()).then(|| learnt(&games).factor());
    let told = |part: fn(&Estimate) -> f64| factor.as_ref().map(|it| rounded(part(it), 1000.0));
    Ok(Answer {
        factor: told(Estimate::value),
        low: told(Estimate::low),
        high: told(Estimate::high),
        games: games
            .into_iter()
            .map(|game| {
                let ratio = game.rated().map(|rated| rounded(rated.ratio(), 1000.0));
                Played { game, ratio }
            })
            .collect(),
    })
}

impl Answer {
    /// The games as they are kept.
    pub fn kept(&self) -> Games {
        Games::new(self.games.iter().map(|played| played.game.clone()).collect())
    }

    /// What is known of the player, in a sentence.
    ///
    /// ```
    /// use piste_api::Unhurried;
    /// use piste_api::me::{self, Request};
    ///
    /// let answer = me::answer(&Request::default(), &Unhurried)?;
    /// assert_eq!(answer.sentence(), "No game of yours is known yet.");
    /// # Ok::<(), piste_api::Wrong>(())
    /// ```
    pub fn sentence(&self) -> String {
        let (Some(factor), Some(low), Some(high)) = (self.factor, self.low, self.high) else {
            return "No game of yours is known yet.".to_owned();
        };
        let by = match self.games.len() {
            1 => "one game".to_owned(),
            more => format!("{more} games"),
        };
        format!("You take {factor:.2} times as long as predicted ({low:.2}–{high:.2}), by {by}.")
    }
}

/// The times of a rating by `minutes` for this player: a number, and an interval.
pub(crate) fn for_player(rating: &Rating, player: &rating::Player) -> Option<Minutes> {
    Some(Minutes::of(&player.expects(&estimate(rating)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unhurried;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn game(seconds: u64) -> Game {
        Game { puzzle: PUZZLE.to_owned(), seconds, predicted: None }
    }

    #[test]
    fn what_is_kept_says_the_same_as_the_games() {
        let request = Request { games: vec![game(200), game(300), game(250)] };
        let first = answer(&request, &Unhurried).unwrap();
        let kept = Games::read(first.kept().text().as_bytes()).unwrap();
        assert!(kept.games.iter().all(|game| game.predicted.is_some()));
        let again = answer(&Request { games: kept.games.clone() }, &Unhurried).unwrap();
        assert_eq!(first, again);
        let player = Player { games: Some(kept.games), ..Player::default() };
        let factor = player.learnt(&Unhurried).unwrap().factor().value();
        assert_eq!(first.factor, Some(rounded(factor, 1000.0)));
    }

    #[test]
    fn a_prediction_of_another_version_is_made_again() {
        let stale = Predicted { minutes: 90.0, low: 60.0, high: 120.0, version: 0 };
        let old = Game { predicted: Some(stale), ..game(250) };
        let told = answer(&Request { games: vec![old] }, &Unhurried).unwrap();
        let fresh = answer(&Request { games: vec![game(250)] }, &Unhurried).unwrap();
        assert_eq!(told, fresh);
    }

    #[test]
    fn what_makes_no_sense_is_said_with_the_number_of_the_game() {
        let said = |game: Game| {
            let request = Request { games: vec![self::game(9), game] };
            answer(&request, &Unhurried).unwrap_err().to_string()
        };
        assert_eq!(
            said(game(0)),
            "games: game 2: seconds: expected a whole number from 1 to 604800"
        );
        let many = Game { puzzle: ".".repeat(81), ..game(9) };
        assert!(said(many).starts_with("games: game 2: puzzle: "), "it has many solutions");
        let upside_down = Predicted { minutes: 2.0, low: 3.0, high: 4.0, version: version() };
        let wrong = said(Game { predicted: Some(upside_down), ..game(9) });
        assert!(wrong.contains("game 2: predicted: "), "{wrong}");
        for (text, words) in [
            ("[]", "expected an object"),
            ("{}", "this is no file of games"),
            (r#"{"form":"piste-games","games":[]}"#, "version: it is not said"),
            (r#"{"form":"piste-games","version":1,"games":[{}]}"#, "missing field"),
        ] {
            let wrong = Games::read(text.as_bytes()).unwrap_err().to_string();
            assert!(wrong.contains(words), "{text}: {wrong}");
        }
    }

    #[test]
    fn a_player_is_a_factor_or_games() {
        let said = |text: &str| {
            let player: Player = serde_json::from_str(text).unwrap();
            player.learnt(&Unhurried).map(|_| ()).map_err(|wrong| wrong.to_string())
        };
        assert_eq!(said(r#"{"factor":0.8}"#), Ok(()));
        assert_eq!(said(r#"{"factor":0.8,"low":0.7,"high":0.9}"#), Ok(()));
        for text in [
            "{}",
            r#"{"games":[]}"#,
            r#"{"factor":0.8,"low":0.7}"#,
            r#"{"low":0.7,"high":0.9}"#,
            r#"{"factor":0}"#,
            r#"{"factor":0.8,"low":0.9,"high":1}"#,
            r#"{"factor":0.8,"games":[]}"#,
        ] {
            let wrong = said(text).unwrap_err();
            assert!(wrong.starts_with("player: "), "{text}: {wrong}");
        }
    }
}
