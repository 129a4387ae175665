//! `piste me`: your own times, and what they say about how long puzzles take you.
//!
//! ```text
//!   add       a time           show, or nothing      what is known
//!   forget    some, or all     export, import        the one form in which games travel
//! ```
//!
//! The games are one file in the user's own folder, and nowhere else. What is learnt from them is
//! `piste-api`'s, how they are kept safely the store's; here are the words.

mod clock;

use crate::args::Common;
use crate::draw::{Ink, paint};
use crate::job::count;
use crate::maker::pattern::short_text;
use crate::output::Output;
use crate::player::GamesPath;
use crate::status::Status;
use crate::story::{fit, wrapped};
use crate::terminal;
use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand};
use clock::{clock, seconds};
use piste_api::me::{self, Answer, Game, Games, Request};
use piste_api::{Handle, json, text};
use piste_core::Puzzle;
use piste_store::games::{self, GamesError};
use std::io::Read;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  piste me add 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 4:10
  piste me add puzzle.txt 12:30
  piste me
  piste rate puzzle.txt --for me
  piste me forget 3
  piste me export --output games.json
  piste me import games.json

Times differ between people by a factor that is nearly the same for all puzzles. A handful of games
says what yours is; a bad day or an idle page among them hardly counts. From then on the report of
`piste rate` says how long a puzzle takes you.

Your games are one file where your system keeps data ($XDG_DATA_HOME/piste or
~/.local/share/piste), and nowhere else. --games or PISTE_GAMES names another file.";

/// Keep your own times, and learn from them how long puzzles take you
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MeVerb {
    #[command(subcommand)]
    act: Option<Act>,

    #[command(flatten)]
    place: GamesPath,
}

/// What can be done with one's games.
#[derive(Debug, Subcommand)]
enum Act {
    Show(Show),
    Add(Add),
    Forget(Forget),
    Export(Export),
    Import(Import),
}

const SHOW_EXAMPLES: &str = "\
Examples:
  piste me show
  piste me show --json | jq .factor";

/// Show your games, and how many times as long as predicted you take (also without `show`)
#[derive(Args, Debug, Default)]
#[command(after_help = SHOW_EXAMPLES)]
struct Show {
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

const ADD_EXAMPLES: &str = "\
Examples:
  piste me add 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 4:10
  piste me add puzzle.txt 1:05:00
  piste me add puzzle.txt 45m";

/// Add a puzzle that you have solved, and how long it took you
#[derive(Args, Debug)]
#[command(after_help = ADD_EXAMPLES)]
struct Add {
    /// The puzzle, or a file with one puzzle in it
    #[arg(value_name = "PUZZLE|FILE")]
    puzzle: String,

    /// How long it took: 12:30, 1:05:00, 45m or 90s
    #[arg(value_name = "TIME", value_parser = seconds)]
    time: u64,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

const FORGET_EXAMPLES: &str = "\
Examples:
  piste me forget 3            the third game of `piste me show`
  piste me forget 3 5
  piste me forget puzzle.txt   every game of this puzzle
  piste me forget --all";

/// Forget games, by their numbers or their puzzles
#[derive(Args, Debug)]
#[command(after_help = FORGET_EXAMPLES)]
struct Forget {
    /// The numbers that `piste me show` lists, or puzzles
    #[arg(value_name = "NUMBER|PUZZLE|FILE", required_unless_present = "all")]
    which: Vec<String>,

    /// All of them
    #[arg(long, conflicts_with = "which")]
    all: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

const EXPORT_EXAMPLES: &str = "\
Examples:
  piste me export > games.json
  piste me export --output games.json";

/// Write your games as JSON, for a backup or another machine
#[derive(Args, Debug)]
#[command(after_help = EXPORT_EXAMPLES)]
struct Export {
    /// Write to a file, which is replaced only when all is done
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  piste me import games.json
  piste me import - < games.json";

/// Add the games of an exported file; known ones are left out
#[derive(Args, Debug)]
#[command(after_help = IMPORT_EXAMPLES)]
struct Import {
    /// The file, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

impl MeVerb {
    pub(super) fn run(self, common: &Common) -> anyhow::Result<Status> {
        fit(None);
        let path = self.place.path()?;
        let text = match self.act.unwrap_or_else(|| Act::Show(Show::default())) {
            Act::Show(verb) => verb.run(&path, common.colour(None))?,
            Act::Add(verb) => verb.run(&path)?,
            Act::Forget(verb) => verb.run(&path)?,
            Act::Import(verb) => verb.run(&path)?,
            Act::Export(verb) => return verb.run(&path),
        };
        let mut output = Output::open(None)?;
        output.write(text.as_bytes())?;
        output.close(None)?;
        Ok(Status::Fine)
    }
}

/// Work that ends when Ctrl-C comes.
struct Heeding;

impl Handle for Heeding {
    fn is_cancelled(&self) -> bool {
        crate::interrupt::pending().is_some()
    }
}

/// What games say, or that Ctrl-C came first.
fn learnt(games: Vec<Game>) -> anyhow::Result<Answer> {
    me::answer(&Request { games }, &Heeding).map_err(|wrong| interrupted(GamesError::Wrong(wrong)))
}

/// The error, which is that of Ctrl-C if that came.
fn interrupted(error: GamesError) -> anyhow::Error {
    match (&error, crate::interrupt::pending()) {
        (GamesError::Wrong(wrong), Some(signal)) if wrong.code == piste_api::Code::Stopped => {
            crate::interrupt::Interrupted(signal).into()
        }
        _ => error.into(),
    }
}

/// Changes the games in the file, and gives what those that are there now say.
fn changed(
    path: &Path,
    change: impl FnOnce(Vec<Game>) -> Result<Vec<Game>, GamesError>,
) -> anyhow::Result<Answer> {
    let mut told = None;
    let done = games::change(path, |games| {
        let answer = me::answer(&Request { games: change(games)? }, &Heeding)?;
        // What was predicted is kept with the games, so that it need not be found out again.
        let kept = answer.kept().games;
        told = Some(answer);
        Ok(kept)
    });
    done.map_err(interrupted)?;
    Ok(told.expect("what was changed was told"))
}

/// What is known now, for programs, or for people behind these words.
fn closing(answer: &Answer, words: &str, is_json: bool) -> String {
    match is_json {
        true => json::write(answer) + "\n",
        false => wrapped(&format!("{words} {}", answer.sentence())),
    }
}

/// The puzzle of an argument: itself, or that of a file.
fn puzzle(argument: &str) -> anyhow::Result<Puzzle> {
    let is_file = text::sheet("puzzle", argument).is_err() && Path::new(argument).is_file();
    if !is_file {
        let wrong = |wrong: piste_api::Wrong| anyhow!("{argument}: {}", wrong.message);
        return text::puzzle("puzzle", argument).map_err(wrong);
    }
    let text = short_text(Path::new(argument), 1 << 20)?;
    text::puzzle("puzzle", &text).map_err(|wrong| anyhow!("{argument}: {}", wrong.message))
}

impl Show {
    fn run(&self, path: &Path, colour: bool) -> anyhow::Result<String> {
        let answer = learnt(games::read(path)?)?;
        if self.json {
            return Ok(json::write(&answer) + "\n");
        }
        if answer.games.is_empty() {
            let words = "`piste me add PUZZLE 12:30` adds one.";
            return Ok(wrapped(&format!("{} {words}", answer.sentence())));
        }
        Ok(format!("{}\n{}", wrapped(&answer.sentence()), table(&answer, colour)))
    }
}

/// The games, a line each, no wider than the terminal.
fn table(answer: &Answer, colour: bool) -> String {
    let head = format!("{:>4}  {:>8}  {:>9}  {:>5}  puzzle", "#", "took", "predicted", "times");
    let rows = answer.games.iter().enumerate().map(|(number, played)| {
        let predicted = played.game.predicted.as_ref();
        let predicted = predicted.map_or_else(String::new, |it| clock((it.minutes * 60.0) as u64));
        let ratio = played.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        let took = clock(played.game.seconds);
        format!("{:>4}  {took:>8}  {predicted:>9}  {ratio:>5}  {}", number + 1, played.game.puzzle)
    });
    let wide = terminal::width(None);
    let cut = |line: &str| match wide.filter(|&wide| line.chars().count() > wide) {
        Some(wide) => line.chars().take(wide.saturating_sub(1)).chain(['…']).collect(),
        None => line.to_owned(),
    };
    let rows: String = rows.map(|row| cut(&row) + "\n").collect();
    format!("{}\n{rows}", paint(&cut(&head), Ink::Given, colour))
}

impl Add {
    fn run(&self, path: &Path) -> anyhow::Result<String> {
        let game = Game::new(&puzzle(&self.puzzle)?, self.time);
        let answer = changed(path, |mut games| {
            games.push(game);
            Ok(games)
        })?;
        let predicted = answer.games.last().and_then(|last| last.game.predicted.as_ref());
        let predicted = predicted.map_or(0, |it| (it.minutes * 60.0) as u64);
        let words = format!("Added {}; {} was predicted.", clock(self.time), clock(predicted));
        Ok(closing(&answer, &words, self.json))
    }
}

impl Forget {
    fn run(&self, path: &Path) -> anyhow::Result<String> {
        let before = games::read(path)?.len();
        let puzzles: Vec<String> = self
            .which
            .iter()
            .filter(|which| number(which).is_none())
            .map(|which| Ok(puzzle(which)?.grid().to_string()))
            .collect::<anyhow::Result<_>>()?;
        let numbers: Vec<usize> = self.which.iter().filter_map(|which| number(which)).collect();
        if let Some(none) = numbers.iter().find(|number| !(1..=before).contains(*number)) {
            bail!("there is no game {none}, only {}", count(before as u64, "game"));
        }
        let mut left = 0;
        let answer = changed(path, |games| {
            left = games.len();
            let is_kept = |(at, game): &(usize, Game)| {
                // A line of the file may be written in another form than ours.
                let line = text::givens("puzzle", &game.puzzle).map(|grid| grid.to_string());
                let is_named = line.is_ok_and(|line| puzzles.contains(&line));
                !self.all && !numbers.contains(&(at + 1)) && !is_named
            };
            Ok(games.into_iter().enumerate().filter(is_kept).map(|(_, game)| game).collect())
        })?;
        let gone = left - answer.games.len();
        if gone == 0 && !self.all {
            bail!("no game of yours is of that puzzle");
        }
        Ok(closing(&answer, &format!("Forgot {}.", count(gone as u64, "game")), self.json))
    }
}

/// The number of a game, if it is one and no puzzle.
fn number(text: &str) -> Option<usize> {
    (text.len() < 7).then(|| text.parse().ok()).flatten()
}

impl Export {
    fn run(&self, path: &Path) -> anyhow::Result<Status> {
        let text = Games::new(games::read(path)?).text() + "\n";
        let mut output = Output::open(self.output.as_deref())?;
        output.write(text.as_bytes())?;
        output.close(None)?;
        Ok(Status::Fine)
    }
}

impl Import {
    fn run(&self, path: &Path) -> anyhow::Result<String> {
        let new = self.read()?;
        let (mut known, mut added) = (0, 0);
        let answer = changed(path, |mut games| {
            for game in new {
                let is_same =
                    |old: &Game| (&old.puzzle, old.seconds) == (&game.puzzle, game.seconds);
                if games.iter().any(is_same) {
                    known += 1;
                } else {
                    games.push(game);
                    added += 1;
                }
            }
            Ok(games)
        })?;
        let known = if known > 0 { format!(", {known} known already") } else { String::new() };
        let words = format!("Added {}{known}.", count(added, "game"));
        Ok(closing(&answer, &words, self.json))
    }

    /// The games of the file, each puzzle on one line.
    fn read(&self) -> anyhow::Result<Vec<Game>> {
        let games = if self.file == Path::new("-") {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).context("cannot read the standard input")?;
            let wrong = |wrong| anyhow!("the standard input: {wrong}");
            Games::read(&bytes).map_err(wrong)?.games
        } else {
            if !self.file.exists() {
                bail!("cannot read {}: there is no such file", self.file.display());
            }
            games::read(&self.file)?
        };
        let of_line = |game: Game| -> anyhow::Result<Game> {
            let wrong = |wrong: piste_api::Wrong| anyhow!("{wrong}");
            Ok(Game {
                puzzle: text::givens("puzzle", &game.puzzle).map_err(wrong)?.to_string(),
                ..game
            })
        };
        games.into_iter().map(of_line).collect()
    }
}
