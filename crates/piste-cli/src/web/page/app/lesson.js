// One lesson: what is written about a strategy, an example that can be stepped through, and what practice is made of.
//
// Essays are the manual pages of the strategies, as they are in the repository; nothing is written twice. An
// example, and every position to practise on, is made on the spot: a puzzle whose hardest step is of that strategy,
// solved up to the point where the step comes next. So there is no end to them, and each is checked by the
// program that made it.

import * as api from './api.js';
import { html } from './dom.js';

/** The page of each strategy, by slug, from the table of all strategies. */
export function pagesIn(table) {
  const rows = [...table.matchAll(/^\| `([^`]+)` \| \[[^\]]*\]\(([^)]+)\) \|/gm)];
  return new Map(rows.map(([, slug, page]) => [slug, page]));
}

/** An essay by its parts: `{title, parts: [{name, blocks}]}`, a block being a paragraph, or a list of items. */
export function essayIn(text) {
  const parts = [];
  let title = '';
  for (const block of text.replace(/<!--[\s\S]*?-->/g, '').split(/\n{2,}|\n(?=#)/)) {
    const lines = block.trim();
    const [first, ...rest] = lines.split('\n');
    if (first.startsWith('# ')) title = first.slice(2);
    else if (first.startsWith('## ')) {
      parts.push({ name: first.slice(3), blocks: rest.length > 0 ? [blockOf(rest)] : [] });
    } else if (parts.length > 0 && lines) parts.at(-1).blocks.push(blockOf(lines.split('\n')));
  }
  return { title, parts };
}

function blockOf(lines) {
  if (!lines[0].startsWith('- ')) return lines.join(' ');
  return lines.join('\n').slice(2).split('\n- ').map((item) => item.replace(/\n\s*/g, ' '));
}

/** A text with its emphasis, code and links as elements; links to other essays lead to their lessons. */
export function inline(text, slugOf = () => null) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part) => {
    if (/^`/.test(part)) return html('code', null, part.slice(1, -1));
    if (/^\*\*/.test(part)) return html('strong', null, part.slice(2, -2));
    if (/^\*/.test(part)) return html('em', null, part.slice(1, -1));
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (!link) return part;
    const slug = slugOf(link[2]);
    return slug ? html('a', { href: `#learn/${slug}` }, link[1]) : link[1];
  });
}

/** The elements of an essay. Its example is another one than the one that is drawn beside it, and says so. */
export function essayElements({ parts }, slugOf) {
  return parts.flatMap(({ name, blocks }) => [
    html('h3', null, name === 'Example' ? 'Another example, in words' : name),
    ...blocks.map((block) =>
      Array.isArray(block)
        ? html('ul', null, block.map((item) => html('li', null, inline(item, slugOf))))
        : html('p', null, inline(block, slugOf)),
    ),
  ]);
}

/** Makes a puzzle whose hardest step is of this strategy, and finds that step: `{puzzle, step}`; null if none was
 *  found. `tell(tried)` hears how it goes. What is not on the usual ladder is looked for on the long one. */
export async function example({ slug, rung }, { seed, tell = () => {}, signal }) {
  let puzzle = null;
  const order = { count: 1, hardest_is: slug, metrics: ['givens'], ...(seed !== undefined && { seed }) };
  const hear = (event, data) => {
    if (event === 'puzzle') puzzle = data.puzzle;
    if (event === 'progress') tell(data.tried ?? 0);
  };
  await api.make(order, hear, signal);
  if (!puzzle) return null;
  const ladder = Number.isInteger(rung) ? null : 'long';
  const { steps } = await api.explain(puzzle, signal, null, ladder);
  const step = steps.find(({ strategy }) => strategy === slug);
  return step ? { puzzle, step } : null;
}
