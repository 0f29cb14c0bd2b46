// Every template compiles with the types from the API table, in strict mode, and describes itself in both languages.
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { api, apiAfter, apiNamed } from '../../../src/sandbox/own/api';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import { declarations } from '../../../src/sandbox/own/declarations';
import { templates } from '../../../src/sandbox/own/templates/templates';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2022.d.ts'],
  types: [],
};

const clockLock = templates[2]?.lock ?? '';
const noSuchName = clockLock.replace('clock.mono()', 'clock.sundial()');
const wrongType = clockLock.replace('=== 1;', "=== 'OK' ? 1 : 2;");

/** All files are one program: compiling the standard library for each of them took ten seconds. */
function complaintsByCode(): ReadonlyMap<string, readonly string[]> {
  const codes = new Set([
    ...templates.flatMap(({ lock, check }) => [lock, check]),
    ...brokenLocks.flatMap(({ lock, fixedCode, check }) => [lock, fixedCode, check]),
    noSuchName,
    wrongType,
  ]);
  const readers = new Map([...codes].map((code, index) => [code, `reader${index}.ts`]));
  const files = new Map([...[...readers].map(([code, name]) => [name, code] as const), ['api.d.ts', declarations()]]);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => files.has(name) || fileExists(name);
  const program = ts.createProgram([...files.keys()], options, host);
  const saidOf = (name: string): readonly string[] =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  const ofTypes = saidOf('api.d.ts');
  return new Map([...readers].map(([code, name]) => [code, [...ofTypes, ...saidOf(name)]]));
}

let known: ReadonlyMap<string, readonly string[]> | null = null;

/** The compiler's messages about a reader's file, which must be one of those above. */
function complaints(code: string): readonly string[] {
  known ??= complaintsByCode();
  const found = known.get(code);
  if (found === undefined) throw new Error('This file is not in the program.');
  return found;
}

test('each file is a module of its own, so that one cannot lend another its names', () => {
  for (const { lock, check } of [...templates, ...brokenLocks])
    for (const code of [lock, check]) expect(code).toMatch(/^export /m);
  for (const { fixedCode } of brokenLocks) expect(fixedCode).toMatch(/^export /m);
});

test.each(templates)('“$id” compiles', ({ lock, check }) => {
  expect(complaints(lock)).toEqual([]);
  expect(complaints(check)).toEqual([]);
});

test.each(brokenLocks)(
  'the broken “$id” compiles, broken and fixed, and fits a screen',
  ({ lock, fixedCode, check }) => {
    expect([lock, fixedCode, check].map(complaints)).toEqual([[], [], []]);
    expect(lock.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  },
);

test('each template and broken lock has a name and code of its own, by which the page knows it, and its texts in both languages', () => {
  const all = [...templates, ...brokenLocks];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const codes = [
    ...templates.map(({ lock }) => lock),
    ...brokenLocks.flatMap(({ lock, fixedCode }) => [lock, fixedCode]),
  ];
  expect(new Set(codes).size).toBe(codes.length);
  const texts = [...all.flatMap(({ title, about }) => [title, about]), ...brokenLocks.map(({ fix }) => fix)];
  for (const { zh } of texts) expect(zh).toMatch(/[\u4e00-\u9fff]/);
});

test('a name that the API does not have, or a wrong type, does not compile', () => {
  expect(complaints(noSuchName).join()).toContain('sundial');
  expect(complaints(wrongType).join()).toContain("'number' is not assignable");
});

describe('the table of the API', () => {
  test('each name stands once with its owner, with a text in both languages and an example that names it', () => {
    const names = api.map(({ owner, name }) => `${owner}.${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, signature, text } of api) {
      expect(signature).toContain(name);
      expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test.each([
    ['clock', ['mono', 'now']],
    ['random', ['uuid']],
    ['held', ['value', 'validFor', 'token']],
    ['Math', []],
    ['constructor', apiAfter('redis').map(({ name }) => name)],
  ])('after “%s.” it proposes %j', (owner, names) => {
    expect(apiAfter(owner).map(({ name }) => name)).toEqual(names);
  });

  test('a name is explained where it stands: `token` of what is held, and of what is stored', () => {
    expect(apiNamed('token', 'stored')?.owner).toBe('Stored');
    expect(apiNamed('token', 'held')?.owner).toBe('Held');
    expect(apiNamed('toString', 'clock')).toBeNull();
  });
});
