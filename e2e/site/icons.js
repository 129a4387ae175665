// Draws the icons of the folder from that of the page: `npm run icons`. Phones want pictures made of points.
//
// What a phone cuts to a shape of its own (`maskable`, `touch`) fills its square to the edges; what matters stays inside the circle that
// every shape leaves whole, four fifths of the square wide.

import { readFileSync, writeFileSync } from 'node:fs';
import { launch } from '../support/slow.js';

const SVG = new URL('../../crates/piste-cli/src/web/page/favicon.svg', import.meta.url);
const FOLDER = new URL('../../site/icons/', import.meta.url);

/** How large each is in points, and how much of its square the drawing takes, where it is not the icon as it is. */
const ICONS = { 'icon-192': [192], 'icon-512': [512], 'maskable-512': [512, 0.72], 'touch-180': [180, 0.86] };

const whole = readFileSync(SVG, 'utf8');
const [ground] = /<rect[^>]*>/.exec(whole);
const drawing = whole.slice(whole.indexOf(ground) + ground.length, whole.indexOf('</svg>'));
const filled = (share) => {
  const edge = 16 * (1 - share);
  const square = ground.replace(/ rx="\d+"/, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${square}
    <g transform="translate(${edge} ${edge}) scale(${share})">${drawing}</g></svg>`;
};

const browser = await launch();
for (const [name, [size, share]] of Object.entries(ICONS)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${share ? filled(share) : whole}`);
  writeFileSync(new URL(`${name}.png`, FOLDER), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
