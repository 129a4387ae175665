// The games that this browser remembers, the latest first, and what has been solved.
//
// Each game is kept under a name of its own and only ever written by whoever plays it, so that two tabs
// cannot overwrite each other's games; what another tab has written is read again before it is shown. A
// list of all games, as earlier versions kept it, is taken over once. Where the storage is full, the games that lay
// longest give way; where there is still no room, the game is kept as long as its tab is open. A browser that keeps
// nothing (a private window) makes a page without memory, not a broken one. `keeps` says which it is, and the page
// tells it once.

import { isDone, keep, kept, nameOf } from './game.js';
import { counted } from './words.js';

const GAME = 'piste.game.';
const SOLVED = 'piste.solved.';
const OLD = 'piste.games';
const MOST = 60;

export class Shelf {
  /** `storage` is the browser's, or anything with its methods; `now` gives milliseconds; `session` remembers as long as
   *  the tab is open. */
  constructor(storage, now = () => Date.now(), session = null) {
    this.storage = storage;
    this.session = session;
    this.now = now;
    this.keeps = true;
    this.#takeOver();
  }

  #names(prefix) {
    const namesIn = (storage) => {
      try {
        return Array.from({ length: storage?.length ?? 0 }, (_, at) => storage.key(at));
      } catch {
        return [];
      }
    };
    const names = new Set([...namesIn(this.storage), ...namesIn(this.session)]);
    return [...names].filter((name) => name?.startsWith(prefix));
  }

  /** What is kept for this tab alone found no room elsewhere, and is the later. */
  #read(name) {
    try {
      return JSON.parse(this.session?.getItem(name) ?? this.storage.getItem(name));
    } catch {
      return null;
    }
  }

  /** The one list that earlier versions kept. */
  #takeOver() {
    const list = this.#read(OLD);
    if (!Array.isArray(list)) return;
    list
      .map(kept)
      .filter(Boolean)
      .forEach((game, at) => this.find(nameOf(game)) ?? this.#write(game, this.now() - at));
    if (this.keeps) this.storage.removeItem(OLD);
  }

  /** All games, the latest first. */
  get games() {
    return this.#names(GAME)
      .map((name) => kept(this.#read(name)))
      .filter(Boolean)
      .sort((a, b) => (b.when ?? 0) - (a.when ?? 0));
  }

  /** The game that was played last, or null. */
  get latest() {
    return this.games[0] ?? null;
  }

  /** The game of this puzzle that was begun before, or null. */
  find(name) {
    return kept(this.#read(GAME + name));
  }

  /** Keeps the game, and puts it in front. */
  put(game) {
    this.#write(game, this.now());
  }

  #write(game, when) {
    const name = GAME + nameOf(game);
    const text = JSON.stringify({ ...keep(game), when });
    // Reading all games takes a while, so it is done only where some have to go.
    const others = () => this.games.filter((other) => nameOf(other) !== nameOf(game));
    if (this.#names(GAME).length > MOST) for (const old of others().slice(MOST - 1)) this.#forget(old);
    let spare = null;
    for (;;) {
      try {
        this.storage.setItem(name, text);
        this.keeps = true;
        this.session?.removeItem(name);
        return;
      } catch {
        // Full: what lay longest gives way, what is solved first.
        spare ??= others().reverse();
        const [old] = spare.splice(Math.max(0, spare.findIndex(isDone)), 1);
        if (!old) {
          this.keeps = false;
          this.#keepForTab(name, text);
          return;
        }
        this.#forget(old);
      }
    }
  }

  #keepForTab(name, text) {
    try {
      this.session?.setItem(name, text);
    } catch {
      // Then it is gone with the page.
    }
  }

  #forget(game) {
    try {
      this.storage.removeItem(GAME + nameOf(game));
      this.session?.removeItem(GAME + nameOf(game));
    } catch {
      // What cannot be taken away stays.
    }
  }

  /** Writes down that a puzzle was solved: `{puzzle, level, seconds, hints, day}`. */
  record(solved) {
    try {
      this.storage.setItem(`${SOLVED}${this.now()}`, JSON.stringify({ ...solved, when: this.now() }));
    } catch {
      this.keeps = false;
    }
  }

  /** What has been solved, the latest first. */
  get solved() {
    const isRecord = (record) =>
      record && typeof record.puzzle === 'string' && Number.isFinite(record.seconds) && Number.isFinite(record.when);
    return this.#names(SOLVED)
      .map((name) => this.#read(name))
      .filter(isRecord)
      .sort((a, b) => b.when - a.when);
  }

  /** Whether a name in the storage is that of this game. */
  isOf(name, game) {
    return name === GAME + nameOf(game);
  }
}

const ENOUGH_GAMES = 3;
const MOST_GAMES = 20;
const SHORTEST = 20;

/** The games that say how quick a player is: the latest, without hints, of the classic board; none if they are too few. */
export function timesIn(solved) {
  const games = solved
    .filter(({ puzzle, hints, seconds }) => !puzzle.includes(':') && hints === 0 && seconds >= SHORTEST)
    .slice(0, MOST_GAMES)
    .map(({ puzzle, seconds }) => ({ puzzle, seconds: Math.round(seconds) }));
  return games.length < ENOUGH_GAMES ? [] : games;
}

const DAY = 24 * 60 * 60 * 1000;

/** The day of a moment where the reader lives: `2026-11-17`. */
export function dayOf(when) {
  const date = new Date(when);
  const two = (number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The same as people say it: `Nov 17`. */
export function dayText(day) {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toLocaleDateString('en', { month: 'short', day: 'numeric' });
}

/** How many days in a row, up to this one or the one before, something was solved. */
export function streakOf(solved, now) {
  const days = new Set(solved.map(({ when }) => dayOf(when)));
  let at = new Date(now).setHours(12, 0, 0, 0);
  if (!days.has(dayOf(at))) at -= DAY;
  let streak = 0;
  for (; days.has(dayOf(at)); at -= DAY) streak += 1;
  return streak;
}

/** `12 puzzles solved, 3 days in a row.` */
export function streakText(solved, now) {
  if (solved.length === 0) return 'Nothing solved yet.';
  const days = streakOf(solved, now);
  return `${counted(solved.length, 'puzzle')} solved${days > 1 ? `, ${counted(days, 'day')} in a row` : ''}.`;
}
