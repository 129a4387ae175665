// What is pasted into the page or dropped on it. That can happen at any moment, so it is listened to from the start; what it is
// read with comes when it is needed.

import { byId } from './dom.js';

/** Listens: `text(text)` hears what was pasted, or dropped as a text; `file(file)` what was dropped as a file. */
export function listen({ text, file }) {
  document.addEventListener('paste', (event) => {
    if (event.target.closest?.('input, textarea')) return;
    const pasted = event.clipboardData.getData('text');
    if (pasted.trim()) text(pasted);
  });
  const cover = byId('drop');
  const isOurs = (event) =>
    [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
  addEventListener('dragover', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    cover.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) cover.hidden = true;
  });
  addEventListener('drop', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    cover.hidden = true;
    const [first] = event.dataTransfer.files;
    if (first) file(first);
    else text(event.dataTransfer.getData('text/plain'));
  });
}
