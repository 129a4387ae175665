// How somebody likes to play: a few switches, kept in the browser and the same in all its tabs.

import { byId, html } from './dom.js';

const NAME = 'piste.settings';

/** Every switch: its name, what it is called, what it does, and whether it is on at first. */
export const SWITCHES = [
  ['clock', 'Clock', 'shows the time played', true],
  ['conflicts', 'Conflicts', 'marks digits that stand twice in a house as they are written', true],
  ['candidates', 'Automatic candidates', 'pencils in every candidate, and keeps them up as digits come and go', false],
  ['digitFirst', 'Digit first', 'choose a digit, then the cells where to write it', false],
  ['same', 'Same digits', 'lights up the digits that are equal to the one chosen', true],
  ['near', 'Houses', 'tints the houses of the cell', true],
  ['places', 'Places', 'tints the cells where the digit chosen can still go', false],
  ['labels', 'Labels', 'numbers rows and columns at the edge', false],
];

export class Settings {
  /** `storage` is the browser's; `changed()` is called whenever a switch is turned. */
  constructor(storage, changed = () => {}) {
    this.storage = storage;
    this.changed = changed;
    this.read();
  }

  /** Reads what is kept; what is not known is as at first. */
  read() {
    let kept = {};
    try {
      kept = JSON.parse(this.storage.getItem(NAME)) ?? {};
    } catch {
      // Not readable: all is as at first.
    }
    this.values = Object.fromEntries(
      SWITCHES.map(([name, , , first]) => [name, typeof kept[name] === 'boolean' ? kept[name] : first]),
    );
  }

  /** Turns a switch, and keeps it. */
  set(name, isOn) {
    this.values = { ...this.values, [name]: isOn };
    try {
      this.storage.setItem(NAME, JSON.stringify(this.values));
    } catch {
      // It holds until the page is closed.
    }
    this.changed(name);
  }

  /** Whether a name in the storage is that of the settings. */
  static isOf(name) {
    return name === NAME;
  }

  /** Fills the dialog, and shows it. */
  ask() {
    const rows = SWITCHES.map(([name, title, says]) =>
      html(
        'label',
        { class: 'switch' },
        html('input', {
          type: 'checkbox',
          'data-setting': name,
          checked: this.values[name],
          onchange: (event) => this.set(name, event.target.checked),
        }),
        html('span', null, html('strong', null, title), ` ${says}`),
      ),
    );
    byId('settings-list').replaceChildren(...rows);
    byId('settings-dialog').showModal();
  }
}
