// The types of the npm package: what is right is taken, what is wrong refused, and they are those of the server, member for member.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { EASY } from '../support/puzzles.js';
import { startServer } from '../support/server.js';
import { CORPUS } from './corpus.js';

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const EXAMPLES = fileURLToPath(new URL('types.ts', import.meta.url));
const TYPES = fileURLToPath(new URL('../node_modules/@piste/engine/index.d.ts', import.meta.url));

/** Programs that find packages as Node does, as programs that find them as bundlers do, can use them. */
for (const [module, resolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
  test(`a strict compiler takes the examples (${resolution})`, () => {
    const how = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--lib', 'es2022,dom'];
    const where = ['--module', module, '--moduleResolution', resolution];
    try {
      execFileSync(process.execPath, [TSC, ...how, ...where, EXAMPLES], { encoding: 'utf8' });
    } catch (problem) {
      assert.fail(problem.stdout);
    }
  });
}

const program = ts.createProgram([TYPES], { strict: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] });
const checker = program.getTypeChecker();
const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(TYPES)));
const named = (name) => checker.getDeclaredTypeOfSymbol(exported.find((symbol) => symbol.name === name));
const typeOf = (member) => checker.getTypeOfSymbol(member);
const membersOf = (type) => new Map(checker.getPropertiesOfType(type).map((member) => [member.name, member]));
const memberOf = (type, name) => typeOf(membersOf(type).get(name));

const QUESTIONS = named('Questions');
const requestOf = (name) => memberOf(memberOf(QUESTIONS, name), 'request');
const answerOf = (name) => memberOf(memberOf(QUESTIONS, name), 'answer');

const KINDS = [
  [ts.TypeFlags.StringLike, 'text'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.Undefined, 'undefined'],
];
/** What a type may be, or several of them. */
const partsOf = (type) => [type].flat().flatMap((one) => (one.isUnion() ? one.types : [one]));
const kindOf = (type) =>
  KINDS.find(([flag]) => type.flags & flag)?.[1] ?? (checker.isArrayLikeType(type) ? 'list' : 'object');
const kindsOf = (type) => new Set(partsOf(type).map(kindOf).filter((kind) => kind !== 'undefined'));
const ofKind = (type, kind) => partsOf(type).filter((part) => kindOf(part) === kind);
const elementOf = (list) => checker.getTypeArguments(list)[0];
const isOptional = (member) => Boolean(member.flags & ts.SymbolFlags.Optional);

const SAID = { string: 'text', integer: 'number', number: 'number', boolean: 'boolean', null: 'null', array: 'list', object: 'object' };
const listed = (kinds) => [...kinds].sort().join(' or ');

/** Where types differ from what the server says of itself, a line for each place; `is` says whether of a request or an answer. */
function differences(schema, type, where, is) {
  // Which members a reason has depends on its kind; the server tells them all in one list. What it answers is looked at below.
  if (where.endsWith('.links[].reason')) return [];
  const isNothing = schema.description === 'always null here';
  const said = new Set(isNothing ? ['null'] : [schema.type].flat().map((kind) => SAID[kind]));
  const kinds = kindsOf(type);
  const found = [];
  const differ = (what) => found.push(`${where}: ${what}`);
  // The engine takes more than it says: a number for a text of digits, say.
  const isSame = is === 'request' ? [...said].every((kind) => kinds.has(kind)) : listed(said) === listed(kinds);
  if (!isSame) differ(`${listed(kinds)} instead of ${listed(said)}`);
  if (schema.enum && is === 'answer') {
    const words = ofKind(type, 'text').map((part) => part.value);
    const own = schema.enum.filter((word) => word !== null);
    if (listed(words) !== listed(own)) differ(`${listed(words)} instead of ${listed(own)}`);
  }
  if (said.has('list') && schema.items)
    found.push(...differences(schema.items, ofKind(type, 'list').map(elementOf), `${where}[]`, is));
  const objects = ofKind(type, 'object');
  if (!said.has('object') || objects.length === 0) return found;
  if (schema.additionalProperties) {
    const every = objects[0].getStringIndexType();
    if (every) found.push(...differences(schema.additionalProperties, every, `${where}.*`, is));
    else differ('no members of any name');
  }
  const properties = Object.entries(schema.properties ?? {});
  const members = new Map(objects.flatMap((object) => [...membersOf(object)]));
  for (const [name, property] of properties) {
    const member = members.get(name);
    if (!member) {
      differ(`${name} is missing`);
      continue;
    }
    const all = objects.flatMap((object) => membersOf(object).get(name) ?? []);
    const isRequired = (schema.required ?? []).includes(name);
    if (all.some(isOptional) === isRequired) differ(`whether ${name} must be there`);
    // The member `shape` of an answer is there, or is not: it is never null.
    const own = is === 'answer' && name === 'shape' ? { ...property, type: 'string' } : property;
    found.push(...differences(own, all.map(typeOf), `${where}.${name}`, is));
  }
  const known = new Set(properties.map(([name]) => name));
  // Answers about puzzles that the server describes as classic ones may be about others.
  if (known.size > 0)
    for (const name of members.keys()) if (!known.has(name) && name !== 'shape') differ(`${name} is not known`);
  return found;
}

/** Where a value is not what its type says, a line for each place. */
function misfits(value, type, where) {
  const kind = { string: 'text', object: Array.isArray(value) ? 'list' : 'object' }[typeof value] ?? typeof value;
  const parts = ofKind(type, value === null ? 'null' : kind);
  if (partsOf(type).some((part) => part.flags & ts.TypeFlags.Unknown)) return [];
  if (parts.length === 0) return [`${where}: ${JSON.stringify(value)?.slice(0, 40)} instead of ${listed(kindsOf(type))}`];
  if (kind === 'text' && value !== null && parts.every((part) => part.isStringLiteral()))
    return parts.some((part) => part.value === value) ? [] : [`${where}: ${value} is no word of it`];
  if (value === null || !['list', 'object'].includes(kind)) return [];
  if (kind === 'list') return value.flatMap((one) => misfits(one, elementOf(parts[0]), `${where}[]`));
  const each = parts.map((part) => {
    const members = membersOf(part);
    const lacking = [...members].filter(([name, member]) => !(name in value) && !isOptional(member));
    const own = Object.entries(value).flatMap(([name, one]) => {
      const expected = members.has(name) ? typeOf(members.get(name)) : part.getStringIndexType();
      return expected ? misfits(one, expected, `${where}.${name}`) : [`${where}: ${name} is not known`];
    });
    return [...lacking.map(([name]) => `${where}: ${name} is not there`), ...own];
  });
  return each.reduce((few, some) => (some.length < few.length ? some : few));
}

let server;

before(async () => {
  server = await startServer();
});
after(() => server?.stop());

test('every member of every request and answer is in the types', async () => {
  const { paths } = await (await fetch(new URL('/api/v1/openapi.json', server.address))).json();
  const names = Object.keys(paths).map((path) => path.replace('/api/v1/', ''));
  assert.deepEqual([...membersOf(QUESTIONS).keys()].sort(), names.sort());
  for (const name of names) {
    const [{ requestBody, responses }] = Object.values(paths[`/api/v1/${name}`]);
    const request = requestBody?.content['application/json'].schema ?? { type: 'object' };
    const answer = responses['200'].content['application/json'].schema;
    assert.deepEqual(differences(request, requestOf(name), name, 'request'), []);
    assert.deepEqual(differences(answer, answerOf(name), name, 'answer'), []);
  }
});

test('every function of an engine is in the types, and answers what its question does', () => {
  const file = readFileSync(new URL('../node_modules/@piste/engine/questions.js', import.meta.url), 'utf8');
  const functions = [...file.matchAll(/^ {2}(?:async )?([a-z]+)\(/gm)].map(([, name]) => name).filter((name) => name !== 'constructor');
  const piste = membersOf(named('Piste'));
  assert.deepEqual([...functions, 'tell', 'close'].sort(), [...piste.keys()].sort());
  for (const name of functions.filter((name) => membersOf(QUESTIONS).has(name))) {
    const told = typeOf(piste.get(name)).getCallSignatures().map((one) => checker.getTypeArguments(one.getReturnType())[0]);
    const answers = partsOf(answerOf(name));
    assert.ok(told.length === answers.length && told.every((one) => answers.includes(one)), name);
  }
});

/** What the corpus does not ask. */
const MORE = [
  ['make', { shape: '6x6', seed: 1 }],
  ['make', { shape: '9x9+x', seed: 1, target: 'hsolve>0' }],
  ['rate', { puzzle: EASY.puzzle, shape: '9x9+antiking', explain: true }],
  ['rate', { puzzle: '1234341221434321', explain: true, profile: true }],
  ['rate', { puzzle: EASY.puzzle, player: { factor: 1.3 }, runs: 5, options: { 'hsolve.runs': null } }],
  ['hint', { puzzle: '12......21......', shape: '4x4', grade: 3 }],
];

test('what the server answers is what the types say', async () => {
  const questions = [...CORPUS, ...MORE.map(([name, body]) => [name, JSON.stringify(body)])];
  let answered = 0;
  for (const [name, body] of questions) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(new URL(`/api/v1/${name}`, server.address), { method: 'POST', headers, body });
    if (!response.ok) continue;
    answered += 1;
    assert.deepEqual(misfits(await response.json(), answerOf(name), name), [], `${name} ${body}`);
  }
  assert.ok(answered > 110, `${answered}`);
  const info = await (await fetch(new URL('/api/v1/info', server.address))).json();
  assert.deepEqual(misfits(info, answerOf('info'), 'info'), []);
});
