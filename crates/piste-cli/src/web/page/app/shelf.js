// The games that this browser remembers, the latest first.
//
// Everything is kept under one name, so that a half-written list cannot disagree with itself.
// A browser that keeps nothing (a private window, a full disk) makes a page without memory,
// not a broken one; `keeps` says which it is, and the page tells it once.

import { keep, kept, puzzleOf } from './game.js';

const NAME = 'piste.games';
const MOST = 24;

export class Shelf {
  /** `storage` is the browser's, or anything with its three methods. */
  constructor(storage) {
    this.storage = storage;
    this.keeps = true;
    this.games = this.#read();
  }

  #read() {
    try {
      const list = JSON.parse(this.storage.getItem(NAME) ?? '[]');
      return Array.isArray(list) ? list.map(kept).filter(Boolean) : [];
    } catch {
      return [];
    }
  }

  /** The game that was played last, or null. */
  get latest() {
    return this.games[0] ?? null;
  }

  /** The game of this puzzle that was begun before, or null. */
  find(line) {
    return this.games.find((game) => puzzleOf(game) === line) ?? null;
  }

  /** Puts the game in front. */
  put(game) {
    const line = puzzleOf(game);
    const others = this.games.filter((other) => puzzleOf(other) !== line);
    this.games = [keep(game), ...others].slice(0, MOST);
    try {
      this.storage.setItem(NAME, JSON.stringify(this.games));
      this.keeps = true;
    } catch {
      this.keeps = false;
    }
  }
}
