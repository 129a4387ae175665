import type { Hint, Piste } from './index.js';

/** `<piste-board puzzle="…" values="…" step="…" playable>`; tells `piste-change` and `piste-solved`. */
export class PisteBoard extends HTMLElement {
  /** The engine that all boards ask; workers of its own if none is set. */
  static engine: Piste | undefined;
  /** The digits on the board, givens among them: 81 signs. */
  readonly values: string;
  /** Says what to do next, and marks it. */
  hint(grade?: 1 | 2 | 3): Promise<Hint>;
}

declare global {
  interface HTMLElementTagNameMap {
    'piste-board': PisteBoard;
  }
}
