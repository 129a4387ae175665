// piste for app makers: one engine, in this thread or in workers, with a function for each question.
//
//   import { openInWorkers } from '@piste/engine';
//   const piste = openInWorkers();
//   const { ratings } = await piste.rate('53..7....6..195…');
//
// What goes in and comes out is that of the HTTP API, member for member: docs/api.md.

export { open } from './engine.js';
export { openInWorkers } from './remote.js';
export { Refusal } from './questions.js';
