// Each example in a docstring of the library is a module that compiles, runs, and shows its results by assertions. Each
// public class and method has one.
import ts from 'typescript';
import { expect, test } from 'vitest';
import { libraryEntries } from '../../scripts/libraryEntries';
import { type Documented, documentedParts, problemsOf } from '../support/docExamples';

const parts = documentedParts();
const examples = parts.flatMap((part) => part.examples);

/** What has no example, and why. */
const excepted: Readonly<Record<string, string>> = {
  ContendedError: 'a kind of ExecutionError',
  NoQuorumError: 'a kind of ExecutionError',
  LockLostError: 'a kind of ExecutionError',
  ReleaseFailedError: 'a kind of ExecutionError',
  ResourceLockedError: 'a vote of an ExecutionError',
  NodeTimeoutError: 'a vote of an ExecutionError',
};

/** A method may also be shown in the example of its class. */
const isShown = ({ name, examples: own }: Documented): boolean => {
  const [ofClass = '', method = ''] = name.split('.');
  const shared = parts.find(({ kind, name: other }) => kind === 'class' && other === ofClass)?.examples ?? [];
  return own.length > 0 || (method !== '' && shared.some(({ code }) => code.includes(`.${method}(`)));
};

test('every public class and method has an example, except for those with a reason', () => {
  const without = parts.filter((part) => part.kind !== 'type' && !isShown(part));
  expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(excepted).sort());
});

test('each example compiles and runs to its end', () => {
  expect(examples.length).toBeGreaterThan(10);
  expect(problemsOf(examples)).toEqual([]);
});

test('each example imports nothing but the package and Node, and asserts something', () => {
  const allowed = new Set(Object.keys(libraryEntries));
  for (const { code, file, line } of examples) {
    const { importedFiles } = ts.preProcessFile(code);
    const names = importedFiles.map(({ fileName }) => fileName);
    const others = names.filter((name) => !allowed.has(name) && !name.startsWith('node:'));
    expect([`${file}:${line}`, others, names.includes('node:assert')]).toEqual([`${file}:${line}`, [], true]);
    expect([`${file}:${line}`, /\bassert\b[.(]/.test(code)]).toEqual([`${file}:${line}`, true]);
  }
});

const broken = (code: string) =>
  problemsOf([{ code: `import assert from 'node:assert';\n${code}\n`, file: 'some.ts', line: 10 }]);

test.each([
  ['a wrong type', "const one: number = 'one';\nassert.ok(one);", /^some\.ts:11: Type 'string' is not assignable/],
  [
    'a name that the package does not have',
    "import { Nothing } from 'quorum-lock';\nassert.ok(Nothing);",
    /^some\.ts:11: .*Nothing/,
  ],
  ['an assertion that fails', '\nassert.equal(1, 2);', /^some\.ts:12: AssertionError/],
  ['an error', "assert.ok(true);\nthrow new TypeError('no');", /^some\.ts:12: TypeError: no/],
  ['something that never comes', 'await new Promise(() => {});\nassert.ok(true);', /^some\.ts:10: it never ended/],
  [
    'a rejection that nobody handles',
    "void Promise.reject(new Error('alone'));\nawait new Promise((go) => setTimeout(go));\nassert.ok(true);",
    /^some\.ts:10: it never ended.*alone/s,
  ],
  ['an end of the process', 'assert.ok(true);\nprocess.exit(0);', /^some\.ts:10: it never ended/],
])('an example with %s fails, with its file and line', (_, code, expected) => {
  const [problem, ...more] = broken(code);
  expect(problem).toMatch(expected);
  expect(more).toEqual([]);
});
