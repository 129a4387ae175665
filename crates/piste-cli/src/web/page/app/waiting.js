// What takes long says so: how many seconds it has taken so far, and a button that calls it off.
//
// What is done in a moment is not talked about, so nothing flickers.

import { html } from './dom.js';

const PATIENCE = 600;

export class Waiting {
  /** `place` is filled with what is told; `words` say what is waited for. */
  constructor(place, words) {
    this.place = place;
    this.words = words;
  }

  /** Begins to wait; gives the signal that calls it off. */
  start() {
    this.stop();
    this.pending = new AbortController();
    const began = performance.now();
    const seconds = html('span', { class: 'seconds' });
    const tell = () => (seconds.textContent = ` ${Math.floor((performance.now() - began) / 1000)} s`);
    this.place.replaceChildren();
    this.timer = setTimeout(() => {
      tell();
      this.place.replaceChildren(
        html(
          'span',
          { class: 'waiting' },
          html('progress', { 'aria-label': this.words }),
          html('span', { class: 'soft' }, `${this.words}…`, seconds),
          html('button', { type: 'button', class: 'quiet', onclick: () => this.#cancel() }, 'Cancel'),
        ),
      );
      this.timer = setInterval(tell, 1000);
    }, PATIENCE);
    return this.pending.signal;
  }

  #cancel() {
    this.stop();
    this.place.replaceChildren(html('span', { class: 'soft' }, 'Not rated.'));
  }

  /** It has come, or nobody waits any more. */
  stop() {
    clearTimeout(this.timer);
    clearInterval(this.timer);
    this.pending?.abort();
    this.pending = null;
    this.place.querySelector('.waiting')?.remove();
  }
}
