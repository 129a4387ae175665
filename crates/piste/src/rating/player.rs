//! How long will it take *you*? What a player's own games say about it.
//!
//! ## The model
//! A prediction in minutes is about people in general. Between people times differ by a factor
//! that is nearly the same for all puzzles; so a puzzle's part and a person's part add up on the
//! scale of logarithms, as in W. J. van der Linden's lognormal model of response times (2006):
//!
//! ```text
//!   log time  =  log minutes(puzzle)  −  skill  +  noise          factor = exp(−skill)
//! ```
//!
//! What is looked for is the factor: 0.5 is somebody who takes half as long as predicted. Three
//! things are not known exactly, and each is given its share of the blame:
//!
//! - **the prediction**: its interval says how far a puzzle may be from it;
//! - **the player**: before the first game the logarithm of the factor is taken to be normal about
//!   0 with a spread of [`SPREAD`]. Of the 271 people whose 24,119 timed hidden singles Nam and
//!   McClelland published (Open Mind, 2024) the mean logarithms differ by 0.52; players of apps are
//!   a more mixed company than people paid for an experiment, so it is a little wider here;
//! - **the day**: how evenly somebody plays differs, too. The same trials leave 0.3 to 0.4 within a
//!   person, some people half and some twice that, and their tails are those of Student's t with 5 or
//!   6 degrees of freedom, not those of a normal curve. For whole games, with a telephone that rings,
//!   4 are taken here. So a game that is far off counts as what it is, a bad day or an idle
//!   page: the further off, the *less* it moves the factor, and fifty times too long moves it less
//!   than ten times does.
//!
//! ## The method
//! There is no formula for what follows from that, and none is needed: there are two unknowns. The
//! factor is tried on a fixed grid, and how evenly the player plays in five grades. Each pair has a
//! weight: how likely it was beforehand, times how likely the games are if it is true. The factor is the
//! median of that, its interval holds the middle 80 %, and a new puzzle's interval is that of the mixture of all
//! pairs. Nothing is drawn at random and nothing is iterated to convergence, so the same games give
//! the same bits everywhere. With 4 degrees of freedom Student's distribution function is
//! algebraic, and needs no special function.
//!
//! ## What it does not do
//! Old games count as much as new ones: somebody who has become faster should forget the old
//! ones. A single factor cannot say that somebody is fast at easy puzzles and slow at hard ones.
//!
//! ## Sources
//! W. J. van der Linden, "A lognormal model for response times on test items", Journal of
//! Educational and Behavioral Statistics 31 (2006). K. L. Lange, R. J. A. Little and J. M. G. Taylor,
//! "Robust statistical modeling using the t distribution", JASA 84 (1989). A. J. Nam and
//! J. L. McClelland, Open Mind (2024), for the spreads.

/// The spread of the logarithms of people's factors, before anything is known.
const SPREAD: f64 = 0.6;

/// How far one game may be off: the scale of Student's t on logarithms, and how many people of
/// nine are so.
const NOISES: [(f64, f64); 5] = [(0.2, 1.0), (0.28, 2.0), (0.4, 3.0), (0.56, 2.0), (0.8, 1.0)];

/// The grid of logarithms of factors: from −3 to 3, a twentieth of the usual time to twenty times.
const STEP: f64 = 0.03;
const STEPS: i32 = 100;

/// Pairs that are less likely than this, beside the likeliest, are left out.
const NEGLIGIBLE: f64 = 1e-10;

/// What an interval of ours leaves out below, and above.
const TAIL: f64 = 0.1;

/// How many spreads of a normal curve an interval of 80 % is from its middle to its end.
const DEVIATIONS: f64 = 1.281_551_565_544_6;

/// A number above 0, and the interval that holds it four times in five.
///
/// ```
/// use piste::rating::Estimate;
///
/// let minutes = Estimate::new(12.0, 9.0, 16.0).unwrap();
/// assert_eq!((minutes.value(), minutes.low(), minutes.high()), (12.0, 9.0, 16.0));
/// assert_eq!(Estimate::new(12.0, 13.0, 16.0), None, "the interval holds the number");
/// assert_eq!(Estimate::new(0.0, 0.0, 1.0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    value: f64,
    low: f64,
    high: f64,
}

impl Estimate {
    /// This number and interval; nothing if they are not above 0, finite and in their order.
    pub fn new(value: f64, low: f64, high: f64) -> Option<Estimate> {
        let is_good = low > 0.0 && low <= value && value <= high && high.is_finite();
        is_good.then_some(Estimate { value, low, high })
    }

    /// A number that is known exactly.
    pub fn exact(value: f64) -> Option<Estimate> {
        Estimate::new(value, value, value)
    }

    /// The number.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Where the interval begins.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where it ends.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// Its spread on the scale of logarithms, if it were a normal one.
    fn spread(&self) -> f64 {
        libm::log(self.high / self.low) / (2.0 * DEVIATIONS)
    }
}

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    predicted: Estimate,
    minutes: f64,
}

impl Game {
    /// A puzzle for which so many minutes were predicted, and how many it took. Nothing if that is
    /// no time: not above 0, or not finite.
    pub fn new(predicted: Estimate, minutes: f64) -> Option<Game> {
        (minutes > 0.0 && minutes.is_finite()).then_some(Game { predicted, minutes })
    }

    /// How many times as long as predicted it took.
    pub fn ratio(&self) -> f64 {
        self.minutes / self.predicted.value
    }
}

/// What is believed of a player: how likely it is that the logarithm of the factor is this, and
/// the noise of a game that.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Belief {
    log_factor: f64,
    noise: f64,
    weight: f64,
}

/// A player, as far as their games tell.
///
/// ```
/// use piste::rating::{Estimate, Game, Player};
///
/// let predicted = Estimate::new(10.0, 7.5, 13.5).unwrap();
/// let game = |minutes| Game::new(predicted, minutes).unwrap();
/// let player = Player::of(&[game(5.5), game(6.0), game(5.0), game(80.0), game(5.2), game(6.3)]);
/// let factor = player.factor();
/// assert!((0.5..0.7).contains(&factor.value()), "{factor:?}");
///
/// let next = player.expects(&Estimate::new(20.0, 15.0, 27.0).unwrap());
/// assert!((10.0..14.0).contains(&next.value()), "{next:?}");
/// assert!(next.low() < 9.0 && next.high() > 16.0, "{next:?}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Grade by grade of noise, the factors in their order.
    beliefs: Vec<Belief>,
    /// How far apart the factors are.
    step: f64,
}

impl Player {
    /// The player of these games, in whatever order. Without any it is anybody.
    pub fn of(games: &[Game]) -> Player {
        let games: Vec<(f64, f64)> =
            games.iter().map(|game| (libm::log(game.ratio()), game.predicted.spread())).collect();
        let mut beliefs = Vec::new();
        for (noise, people) in NOISES {
            for at in -STEPS..=STEPS {
                let log_factor = f64::from(at) * STEP;
                let before =
                    libm::log(people) - (log_factor / SPREAD) * (log_factor / SPREAD) / 2.0;
                let likely: f64 = games
                    .iter()
                    .map(|(ratio, spread)| log_density(ratio - log_factor, scale(noise, *spread)))
                    .sum();
                beliefs.push(Belief { log_factor, noise, weight: before + likely });
            }
        }
        Player::weighed(beliefs, STEP)
    }

    /// A player whose factor somebody has found out already, without the games.
    ///
    /// ```
    /// use piste::rating::{Estimate, Player};
    ///
    /// let player = Player::known(&Estimate::new(0.5, 0.4, 0.625).unwrap());
    /// let factor = player.factor();
    /// assert!((factor.value() - 0.5).abs() < 1e-6 && (factor.low() - 0.4).abs() < 1e-3);
    /// ```
    pub fn known(factor: &Estimate) -> Player {
        const REACH: i32 = 40;
        let step = factor.spread() * 4.0 / f64::from(REACH);
        let middle = libm::log(factor.value);
        let mut beliefs = Vec::new();
        for (noise, people) in NOISES {
            for at in -REACH..=REACH {
                let deviations = f64::from(at) * 4.0 / f64::from(REACH);
                let weight = libm::log(people) - deviations * deviations / 2.0;
                beliefs.push(Belief { log_factor: middle + f64::from(at) * step, noise, weight });
            }
        }
        Player::weighed(beliefs, step)
    }

    /// With logarithms of weights made into weights that add up to 1.
    fn weighed(mut beliefs: Vec<Belief>, step: f64) -> Player {
        let most = beliefs.iter().map(|belief| belief.weight).fold(f64::NEG_INFINITY, f64::max);
        for belief in &mut beliefs {
            belief.weight = libm::exp(belief.weight - most);
        }
        beliefs.retain(|belief| belief.weight > NEGLIGIBLE);
        let all: f64 = beliefs.iter().map(|belief| belief.weight).sum();
        for belief in &mut beliefs {
            belief.weight /= all;
        }
        Player { beliefs, step }
    }

    /// How many times as long as predicted the player takes, with an interval of 80 %.
    pub fn factor(&self) -> Estimate {
        let [low, value, high] = [TAIL, 0.5, 1.0 - TAIL].map(|share| {
            libm::exp(self.quantile(share, |belief, log| {
                // A point of the grid stands for all about it.
                if self.step > 0.0 {
                    ((log - belief.log_factor) / self.step + 0.5).clamp(0.0, 1.0)
                } else {
                    f64::from(u8::from(log >= belief.log_factor))
                }
            }))
        });
        Estimate { value, low: low.min(value), high: high.max(value) }
    }

    /// How long a puzzle will take the player for which this is predicted: the prediction times the
    /// factor, and an interval that holds the time of the next game four times in five.
    pub fn expects(&self, predicted: &Estimate) -> Estimate {
        let spread = predicted.spread();
        let [low, high] = [TAIL, 1.0 - TAIL].map(|share| {
            let off = self.quantile(share, |belief, log| {
                below((log - belief.log_factor) / scale(belief.noise, spread))
            });
            predicted.value * libm::exp(off)
        });
        let value = predicted.value * self.factor().value;
        Estimate { value, low: low.min(value), high: high.max(value) }
    }

    /// Below what this share lies of a mixture over all beliefs: `share_below` says what share of
    /// one belief lies below a number.
    fn quantile(&self, share: f64, share_below: impl Fn(&Belief, f64) -> f64) -> f64 {
        let (mut low, mut high) = (-12.0, 12.0);
        // Halved so often, an interval of 24 is narrower than any digit that is ever shown.
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            let lies: f64 =
                self.beliefs.iter().map(|belief| belief.weight * share_below(belief, middle)).sum();
            if lies < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// How far a game may be off in all: by the day, and because the prediction is.
fn scale(noise: f64, spread: f64) -> f64 {
    (noise * noise + spread * spread).sqrt()
}

/// The logarithm of the density of Student's t with 4 degrees of freedom, but for a constant.
fn log_density(off: f64, scale: f64) -> f64 {
    let off = off / scale;
    -libm::log(scale) - 2.5 * libm::log1p(off * off / 4.0)
}

/// The share of Student's t with 4 degrees of freedom that lies below this.
fn below(off: f64) -> f64 {
    let bent = off / (1.0 + off * off / 4.0).sqrt();
    0.5 + 0.375 * bent * (1.0 - bent * bent / 12.0)
}

#[cfg(test)]
mod tests;
