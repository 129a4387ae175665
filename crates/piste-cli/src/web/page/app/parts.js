// What the page does not need to begin with: the other views, what opens in a dialog, and its icon.
//
// Every file costs a slow phone some time before one can play, so these are fetched when somebody wants them, and all
// of them when there is nothing else to do: from then on they are there, whatever becomes of the server.

import { byId, notice } from './dom.js';

const LOADERS = {
  learn: () => import('./learn.js'),
  rate: () => import('./rate.js'),
  make: () => import('./make.js'),
  library: () => import('./library.js'),
  import: () => import('./import.js'),
  sharing: () => import('./sharing.js'),
  past: () => import('./past.js'),
};

/** Hands the module of a part to `use`, and gives what that gives; where it cannot be fetched, says so and gives null. */
export async function withPart(name, use) {
  let module;
  try {
    module = await LOADERS[name]();
  } catch {
    notice('A part of the page cannot be fetched. Is the server still there?', 'bad');
    return null;
  }
  return use(module);
}

/** So long nobody disturbs the first moments of a game. */
const CALM = 3000;

/** Shows the icon of the page, and fetches every part, one after the other, when the browser has nothing else to do. */
export function fetchAll() {
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 200));
  const next = ([first, ...rest]) =>
    whenIdle(() => navigator.onLine && first?.().then(() => next(rest), () => {}));
  setTimeout(() => {
    byId('icon').href = 'favicon.svg';
    next(Object.values(LOADERS));
  }, CALM);
}
