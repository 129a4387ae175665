// The dialog that gives a game away as an address, or as text.

import { isOfThisComputerAlone, shareAddress } from './share.js';
import { newGame, puzzleOf } from './game.js';
import { byId, notice } from './dom.js';

/** Shows the addresses of a game. */
export function showShare(game) {
  const page = location.origin + location.pathname;
  byId('share-game').value = shareAddress(page, game);
  byId('share-puzzle').value = shareAddress(page, newGame(puzzleOf(game), game.shape));
  byId('share-text').value = puzzleOf(game);
  byId('share-warning').hidden = !isOfThisComputerAlone(location.hostname);
  byId('share-dialog').showModal();
  byId('share-game').select();
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => copy(byId(button.dataset.copy)));
}

/** Copies what stands in a field; where the browser forbids it, the field is ready to be copied by hand. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notice('Copied.', 'good');
  } catch {
    notice('The browser does not allow it; the address is selected, so Ctrl C copies it.');
  }
}
