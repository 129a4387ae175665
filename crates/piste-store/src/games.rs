//! A player's own games on disk: one small file of JSON, in the form of [`piste_api::me::Games`].
//!
//! By convention it is `piste/games.json` in the folder for data of the user, beside the library. It is read whole
//! and written whole. Whoever changes it holds the lock of a file beside it, `games.json.lock`, from the
//! reading to the writing, so that of two who add a game at once neither loses one; what is written goes to
//! `games.json.new`, is brought to the disk, and then takes the name in one step. So whenever a process is
//! killed the file is the old one or the new one, whole. It is for its owner's eyes only.

use crate::library::data_folder;
use piste_api::Wrong;
use piste_api::me::{Game, Games};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// No file of games is longer than this: some fifty thousand games.
const LONGEST: u64 = 16 << 20;

/// How often the lock is tried, and how long is waited in between: five seconds in all.
const PATIENCE: (u32, Duration) = (100, Duration::from_millis(50));

/// Why games cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The system does not give the file.
    #[error("cannot read {}: {why}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// It is no file of games, or a newer one.
    #[error("{}: {why}", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The system does not take it.
    #[error("cannot write to {}: {why}", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Somebody else holds the lock all the time.
    #[error("{}: another run is writing to it; nothing was changed", .0.display())]
    Busy(PathBuf),
    /// The change itself makes no sense; nothing was changed.
    #[error("{0}")]
    Wrong(Wrong),
}

impl From<Wrong> for GamesError {
    fn from(wrong: Wrong) -> GamesError {
        GamesError::Wrong(wrong)
    }
}

/// Where games are by convention; nothing if the system does not say where the user's data are.
pub fn default_path() -> Option<PathBuf> {
    data_folder(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
        .map(|folder| folder.join("games.json"))
}

/// The games in a file; none if there is no file.
pub fn read(path: &Path) -> Result<Vec<Game>, GamesError> {
    let unreadable = |why| GamesError::Unreadable { path: path.to_owned(), why };
    let foreign = |why| GamesError::Foreign { path: path.to_owned(), why };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(error)),
    };
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err(foreign(format!("longer than {} MB, which games never are", LONGEST >> 20)));
    }
    let games = Games::read(&bytes).map_err(|wrong| match &wrong.place {
        Some(place) => foreign(format!("{place}: {wrong}")),
        None => foreign(wrong.to_string()),
    })?;
    Ok(games.games)
}

/// Changes the games of a file, which is made if it is not there, with its folder. Nobody else does so
/// meanwhile. What `change` gives back is on the disk when this returns; if it fails, nothing is changed.
///
/// ```
/// use piste_api::me::Game;
/// use piste_store::games;
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("piste/games.json");
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let game = Game { puzzle: puzzle.to_owned(), seconds: 250, predicted: None };
/// games::change(&path, |mut games| {
///     games.push(game.clone());
///     Ok(games)
/// })?;
/// assert_eq!(games::read(&path)?, [game]);
/// # Ok::<(), games::GamesError>(())
/// ```
pub fn change(
    path: &Path,
    change: impl FnOnce(Vec<Game>) -> Result<Vec<Game>, GamesError>,
) -> Result<(), GamesError> {
    let unwritable = |why| GamesError::Unwritable { path: path.to_owned(), why };
    // If it is a link, what it points to is replaced, and not the link.
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(unwritable(error)),
    };
    if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    let _lock = locked(&target)?;
    let games = Games::new(change(read(&target)?)?);
    write(&target, &(games.text() + "\n")).map_err(unwritable)
}

/// The path with this behind it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The lock of a file, until it is dropped.
fn locked(path: &Path) -> Result<File, GamesError> {
    let unwritable = |why| GamesError::Unwritable { path: path.to_owned(), why };
    let lock = private().append(true).create(true).open(beside(path, ".lock"));
    let lock = lock.map_err(unwritable)?;
    for _ in 0..PATIENCE.0 {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PATIENCE.1),
            Err(TryLockError::Error(why)) => return Err(unwritable(why)),
        }
    }
    Err(GamesError::Busy(path.to_owned()))
}

/// Writes the text to the disk, and then gives it the name.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let new = beside(path, ".new");
    let mut file = private().write(true).create(true).truncate(true).open(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(&new, path)?;
    // The name is on the disk when its folder is. Not every system lets folders be opened.
    if let Some(Ok(folder)) = path.parent().map(File::open) {
        drop(folder.sync_all());
    }
    Ok(())
}

/// How files are opened that only their owner may read.
fn private() -> fs::OpenOptions {
    #[cfg(unix)]
    {
        let mut options = File::options();
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options
    }
    #[cfg(not(unix))]
    File::options()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn game(seconds: u64) -> Game {
        Game { puzzle: PUZZLE.to_owned(), seconds, predicted: None }
    }

    fn add(path: &Path, seconds: u64) -> Result<(), GamesError> {
        change(path, |mut games| {
            games.push(game(seconds));
            Ok(games)
        })
    }

    #[test]
    fn many_who_add_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/down/games.json");
        std::thread::scope(|scope| {
            for person in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for number in 0..5 {
                        add(path, 1 + person * 100 + number).unwrap();
                    }
                });
            }
        });
        let mut seconds: Vec<u64> = read(&path).unwrap().iter().map(|game| game.seconds).collect();
        seconds.sort_unstable();
        seconds.dedup();
        assert_eq!(seconds.len(), 40);
    }

    #[test]
    fn what_fails_changes_nothing_and_what_is_half_written_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.json");
        add(&path, 250).unwrap();
        let before = fs::read(&path).unwrap();
        let failed = change(&path, |_| Err(Wrong::stopped().into()));
        assert!(matches!(failed, Err(GamesError::Wrong(_))));
        assert_eq!(fs::read(&path).unwrap(), before);
        // A run that was killed has left half a file behind.
        fs::write(beside(&path, ".new"), &before[..20]).unwrap();
        assert_eq!(read(&path).unwrap(), [game(250)]);
        add(&path, 300).unwrap();
        assert_eq!(read(&path).unwrap(), [game(250), game(300)]);
        assert!(!beside(&path, ".new").exists());
    }

    #[test]
    fn what_is_no_file_of_games_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.json");
        for (text, words) in [
            ("", "expected an object"),
            ("{\"form\":\"piste-games\",\"version\":2,\"games\":[]}", "newer than this piste"),
            ("{\"form\":\"piste-games\",\"version\":1,\"games\":[", "line 1, column "),
        ] {
            fs::write(&path, text).unwrap();
            let said = add(&path, 250).unwrap_err().to_string();
            assert!(said.contains("games.json: ") && said.contains(words), "{said}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_it_and_a_link_stays_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("games.json"), folder.path().join("link.json"));
        add(&path, 250).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::os::unix::fs::symlink(&path, &link).unwrap();
        add(&link, 300).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&path).unwrap().len(), 2);
    }
}
