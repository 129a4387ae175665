//! Whose times: the option `--for`, and where the user's own games are.
//!
//! The games are a file of the user's (`piste_store::games`); what they say is `piste_api::me`'s to know.

use crate::interrupt;
use crate::status::tell;
use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use piste::rating::Player;
use piste_api::Unhurried;
use piste_api::me;
use piste_store::games;
use std::path::PathBuf;
use std::sync::Arc;

/// Where somebody always has theirs.
const ENV: &str = "PISTE_GAMES";

/// The option about the place.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GamesPath {
    /// The file of your games [default: your own]
    #[arg(long, global = true, value_name = "PATH", env = ENV, hide_env_values = true)]
    games: Option<PathBuf>,
}

impl GamesPath {
    /// Whether it was named for this command, and is not where somebody always has it.
    fn is_said(&self) -> bool {
        self.games
            .as_ref()
            .is_some_and(|path| std::env::var_os(ENV).as_deref() != Some(path.as_os_str()))
    }

    /// Where they are, or would be.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        match &self.games {
            Some(path) => Ok(path.clone()),
            None => games::default_path()
                .context("the system does not say where the user's data are: use --games"),
        }
    }
}

/// The options about whose times are told.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ForArgs {
    /// Also say how long this person takes [default: me in a report, if games are known; else nobody]
    #[arg(long = "for", value_name = "WHO")]
    who: Option<Who>,

    #[command(flatten)]
    place: GamesPath,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Who {
    /// You, as learnt from the games of `piste me`
    Me,
    /// Only people in general
    Nobody,
}

impl ForArgs {
    /// Whether it was asked for.
    pub(crate) fn is_for_me(&self) -> bool {
        self.who == Some(Who::Me)
    }

    /// Whether games were named for this command.
    pub(crate) fn has_games(&self) -> bool {
        self.place.is_said()
    }

    /// Who it is for, if for anybody. Unasked it is for the user only if `by_itself` says so; what is wrong
    /// with games that nobody asked for is said, and is no error.
    pub(crate) fn player(&self, by_itself: bool) -> anyhow::Result<Option<Arc<Player>>> {
        let is_idle = self.who == Some(Who::Nobody) || self.who.is_none() && !by_itself;
        if is_idle && self.place.is_said() {
            bail!("--games: nobody looks into them here without --for me");
        }
        match self.who {
            Some(Who::Nobody) => Ok(None),
            Some(Who::Me) => match self.learnt().context("--for me")? {
                Some(player) => Ok(Some(Arc::new(player))),
                None => bail!(
                    "--for me: no game of yours is known yet; `piste me add PUZZLE 12:30` adds one"
                ),
            },
            None if !by_itself => Ok(None),
            None => Ok(self
                .learnt()
                .unwrap_or_else(|why| {
                    tell(format_args!("piste: your games are left out: {why:#}"));
                    None
                })
                .map(Arc::new)),
        }
    }

    /// What the games say; nothing without any.
    fn learnt(&self) -> anyhow::Result<Option<Player>> {
        // A system without a place for data has no games in it.
        let Ok(path) = self.place.path() else { return Ok(None) };
        let games = games::read(&path)?;
        if games.is_empty() {
            return Ok(None);
        }
        let player = me::Player { games: Some(games), ..me::Player::default() };
        let learnt = interrupt::heeding(move || player.learnt(&Unhurried))?;
        learnt.map(Some).map_err(|wrong| anyhow!("{}: {}", path.display(), wrong.message))
    }
}
