// The kept answers of the test before and after the exercises: what can be read back, what is refused, and the file.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { transferOutcomes, transferQuestions } from '../../src/course/exercises/transfer';
import '../support/handIn';

let kept = new Map<string, string>();
let isForbidden = false;

beforeEach(() => {
  kept = new Map();
  isForbidden = false;
  const refuse = (): void => {
    if (isForbidden) throw new Error('forbidden');
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      refuse();
      return kept.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      refuse();
      kept.set(key, text);
    },
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const fresh = async () => {
  vi.resetModules();
  return import('../../src/web/learn/transferAnswers');
};
const ids = transferQuestions.map(({ id }) => id);
const keys = Object.fromEntries(ids.map((id) => [id, 'well']));

test('answers are read back after a reload, and two tabs do not forget those of each other', async () => {
  const { useTests } = await fresh();
  useTests.getState().answer('before', 'failover', { outcome: 'lost', sure: 80 });
  const other = await fresh();
  expect(other.useTests.getState().before).toEqual({ failover: { outcome: 'lost', sure: 80 } });
  other.useTests.getState().answer('before', 'unique-row', { outcome: 'shut', sure: 20 });
  useTests.getState().answer('before', 'slow-network', { outcome: 'late', sure: 40 });
  expect(Object.keys((await fresh()).useTests.getState().before).sort()).toEqual([
    'failover',
    'slow-network',
    'unique-row',
  ]);
  other.useTests.getState().forget();
  expect((await fresh()).useTests.getState()).toMatchObject({ before: {}, after: {}, isKept: true });
});

test('a browser that keeps nothing is known at once', async () => {
  isForbidden = true;
  expect((await fresh()).useTests.getState()).toMatchObject({ before: {}, after: {}, isKept: false });
});

test('a test is complete with all six, and not before', async () => {
  const { isComplete } = await fresh();
  const answers = Object.fromEntries(ids.map((id) => [id, { outcome: 'well', sure: 20 }]));
  expect(isComplete(answers)).toBe(true);
  for (const id of ids) {
    const { [id]: _, ...others } = answers;
    expect(isComplete(others)).toBe(false);
  }
});

test('what was not written by this page counts as nothing, whatever it is', async () => {
  const { parseTests } = await fresh();
  const none = { before: {}, after: {} };
  const bad = [
    '',
    'null',
    '[]',
    '{"version":2,"before":{},"after":{}}',
    '{"version":1,"before":{"failover":{"outcome":"lost","sure":81}},"after":{}}',
    '{"version":1,"before":{"failover":{"outcome":"=1+1","sure":80}},"after":{}}',
    '{"version":1,"before":{"nobody":{"outcome":"lost","sure":80}},"after":{}}',
  ];
  for (const text of bad) expect(parseTests(text)).toEqual(none);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseTests(JSON.stringify(value))).toEqual(none);
    }),
  );
});

test('the file has a row for each situation and one with the figures', async () => {
  const { testsAsCsv } = await fresh();
  const before = { failover: { outcome: 'lost', sure: 80 }, 'unique-row': { outcome: 'well', sure: 60 } };
  const after = Object.fromEntries(ids.map((id) => [id, { outcome: 'well', sure: 100 }]));
  const lines = testsAsCsv(keys, { before, after }).trimEnd().split('\r\n');
  expect(lines).toHaveLength(8);
  expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([11]));
  expect(lines[1]).toBe('failover,well,lost,80,0,well,100,1,,,');
  expect(lines[2]).toBe('delayed-restart,well,,,0,well,100,1,,,');
  // (0.8² + 0.4²) / 6
  expect(lines.at(-1)).toBe('all,,,,1,,,6,1.000,0.133,0.000');
});

test('any answers make a table that is not broken by them', async () => {
  const { testsAsCsv } = await fresh();
  const answers = fc.dictionary(
    fc.constantFrom(...ids),
    fc.record({
      outcome: fc.constantFrom(...transferOutcomes.map(({ id }) => id)),
      sure: fc.constantFrom(20, 40, 60, 80, 100),
    }),
  );
  fc.assert(
    fc.property(answers, answers, (before, after) => {
      const lines = testsAsCsv(keys, { before, after }).trimEnd().split('\r\n');
      expect(new Set(lines.map((line) => line.split(',').length))).toEqual(new Set([11]));
      expect(lines.join('')).not.toMatch(/NaN|Infinity|undefined/);
    }),
  );
});
