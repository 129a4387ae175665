// Elements, made in one line.
//
// Everything shown is made of elements and text, never of markup in strings, so nothing that
// a server or a file says can become part of the page.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An element of HTML. Attributes that begin with `on` are listeners. */
export const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An element of SVG. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** The one element that has this id. */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** Until what was just written can be seen; where nobody looks, for a moment. */
export const aFrame = () =>
  new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, 100);
  });

/** Makes the buttons of a group behave as radio buttons do: one is on, arrows change it, and Tab finds the group
 *  once. `chosen(button)` hears of every change. */
export function radios(group, chosen) {
  const buttons = () => [...group.querySelectorAll('[role=radio]')];
  const set = (button, isTold = true) => {
    for (const other of buttons()) {
      other.setAttribute('aria-checked', other === button);
      other.setAttribute('tabindex', other === button ? 0 : -1);
    }
    if (isTold) chosen(button);
  };
  group.addEventListener('click', (event) => {
    const button = event.target.closest('[role=radio]');
    if (button) set(button);
  });
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const list = buttons();
    const next = list[(list.indexOf(event.target.closest('[role=radio]')) + step + list.length) % list.length];
    set(next);
    next.focus();
  });
  const on = buttons().find((button) => button.getAttribute('aria-checked') === 'true') ?? buttons()[0];
  if (on) set(on, false);
  return {
    /** Chooses the button that has this value in its data. */
    choose: (value) => {
      const button = buttons().find((other) => Object.values(other.dataset).includes(value));
      if (button) set(button);
    },
  };
}

let teller;

/** Says something to those who listen instead of looking. */
export function say(text) {
  const live = byId('live');
  live.textContent = '';
  clearTimeout(teller);
  teller = setTimeout(() => (live.textContent = text), 30);
}

let noticeTimer;

/** Takes away what `notice` said, because it does not hold any more. */
export function hush() {
  clearTimeout(noticeTimer);
  byId('notice').classList.remove('shown');
}

/** A sentence for everybody, at the foot of the page, for a while. */
export function notice(text, kind = 'plain') {
  const box = byId('notice');
  box.textContent = text;
  box.className = `notice ${kind} shown`;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => box.classList.remove('shown'), 6000);
}
