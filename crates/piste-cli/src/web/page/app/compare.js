// Two puzzles side by side: the one on the board, and another one.

import * as api from './api.js';
import { puzzleOf } from './game.js';
import { smallBoard } from './gallery.js';
import { levelBadge, mainValue, valueText } from './levels.js';
import { Waiting } from './waiting.js';
import { readLine, writeLine } from './words.js';
import { byId, html } from './dom.js';

export class Compare {
  /** `open(puzzle, view)` opens a puzzle. */
  constructor(open) {
    this.open = open;
    this.waiting = new Waiting(byId('compare-waiting'), 'Looking at both');
    byId('compare-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#compare(byId('compare-other').value);
    });
  }

  /** Another puzzle is in sight; what was compared is put away. */
  show(game) {
    this.game = game;
    this.waiting.stop();
    byId('compare').hidden = Boolean(game.shape);
    byId('compare-result').replaceChildren();
    byId('compare-problem').textContent = '';
  }

  async #compare(text) {
    const tell = (words) => (byId('compare-problem').textContent = words);
    const signal = this.waiting.start();
    tell('');
    try {
      const other = await lineIn(text);
      if (!other) return tell('There is no puzzle of 9 by 9 in this text.');
      const lines = [puzzleOf(this.game), other];
      const [{ levels, metrics }, ...rated] = await Promise.all([
        api.info(),
        ...lines.map((line) => api.rateAll(line, signal)),
      ]);
      if (signal.aborted) return;
      byId('compare-result').replaceChildren(this.#table(lines, rated, levels, metrics));
    } catch (problem) {
      if (problem.name !== 'AbortError') tell(problem.message);
    } finally {
      this.waiting.stop();
    }
  }

  #table(lines, rated, levels, metrics) {
    const head = lines.map((line, at) => {
      const digits = readLine(line);
      const play = html('button', { type: 'button', class: 'quiet', onclick: () => this.open(line, 'rate') }, 'Rate this one');
      return html('th', { scope: 'col' }, smallBoard(digits, digits), at === 0 ? 'On the board' : play);
    });
    const row = (name, cells) => html('tr', null, html('th', { scope: 'row' }, name), cells);
    const shown = metrics.filter(({ slug, usual }) => usual !== false && rated.some(({ ratings }) => ratings[slug]));
    return html(
      'table',
      { class: 'compared' },
      html('thead', null, html('tr', null, html('td', null), head)),
      html(
        'tbody',
        null,
        row('In short', rated.map(({ summary }) => html('td', null, summary?.sentence ?? ''))),
        row(
          'Level',
          rated.map((answer) => html('td', null, html('span', { class: 'level' }, levelBadge(levels, answer)))),
        ),
        shown.map(({ slug, name, harder }) => {
          const values = rated.map(({ ratings }) => mainValue(ratings[slug]));
          return row(name ?? slug, valueCells(values, harder));
        }),
      ),
    );
  }
}

/** The two values, the harder one strong. */
function valueCells(values, harder) {
  const isNumbers = values.every((value) => typeof value === 'number') && values[0] !== values[1];
  const most = isNumbers && (harder === 'up' ? Math.max(...values) : Math.min(...values));
  return values.map((value) => {
    if (!isNumbers || value !== most) return html('td', { class: 'value' }, valueText(value));
    const strong = html('strong', null, `${valueText(value)} ▲`);
    return html('td', { class: 'value' }, strong, html('span', { class: 'unseen' }, ' harder'));
  });
}

async function lineIn(text) {
  const plain = readLine(text);
  if (plain) return writeLine(plain);
  const { puzzles } = await api.parse(text, undefined, '9x9');
  return puzzles[0]?.puzzle ?? null;
}
