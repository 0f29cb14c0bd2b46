// The one line of who truly holds the lock: it agrees with the judge on who was inside, and with the servers on whose
// lock it was.
import { describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/core/model/trace/trace';
import { processId } from '../../../src/core/model/trace/traceReader';
import { actualExpiryOf } from '../../../src/core/spans/actualExpiry';
import { holdersOf } from '../../../src/core/spans/holderSpans';
import { spansOf } from '../../../src/core/spans/spans';
import { runOfStory } from '../../content/stories/knownRun';
import { pauseTrace } from '../../support/pauseTrace';
import { traceOf } from '../../support/traceOf';

const holders = (trace: Trace): readonly string[] =>
  holdersOf(trace).map(({ kind, processes, from, to }) =>
    [
      kind,
      ...processes.map((process) => processId(trace, process)),
      Math.round(from / 1000),
      Math.round(to / 1000),
    ].join(' '),
  );

test('after the end of its lock the paused client holds nothing, and then two are inside', () => {
  const trace = pauseTrace();
  const [first] = spansOf(trace).holds;
  if (first === undefined) throw new Error('Nobody came in.');
  const ended = Math.round((actualExpiryOf(trace, first) ?? 0) / 1000);
  expect(holders(trace).map((line) => line.replace(/ \d.*/, ''))).toEqual([
    'one client1',
    'unbacked client1',
    'two client1 client2',
    expect.stringMatching(/^(one|unbacked) client[12]$/),
  ]);
  expect(holders(trace)[0]?.endsWith(` ${ended}`)).toBe(true);
});

test('between two holds, nobody holds it', () => {
  const hand = traceOf();
  for (const [client, from] of [
    ['client1', 10],
    ['client2', 60],
  ] as const) {
    const hold = from;
    hand.add(from, 'acquiring', client, { hold });
    hand.add(from + 10, 'acquired', client, { hold, validFor: 100_000, token: -1 });
    hand.add(from + 30, 'releasing', client, { hold });
  }
  const spans = holdersOf(hand.trace(100));
  expect(spans.map(({ from, to }) => [from / 1000, to / 1000])).toEqual([
    [20, 40],
    [70, 90],
  ]);
});

describe.each(['9', '14', '20', '27', '35', '46', '57', '75b', '84'])('in story %s', (name) => {
  test('the line has two colours exactly where the judge finds two inside', () => {
    const { trace } = runOfStory(name);
    const two = holdersOf(trace).filter(({ kind }) => kind === 'two');
    const { overlaps } = spansOf(trace);
    expect(two.map(({ from, to, processes }) => [from, to, processes])).toEqual(
      overlaps.map(({ from, to, processes }) => [from, to, processes]),
    );
  });

  test('no two stretches overlap, and every hold is in one', () => {
    const { trace } = runOfStory(name);
    const spans = holdersOf(trace);
    spans.forEach(({ from, to }, i) => {
      expect(to).toBeGreaterThan(from);
      expect(from).toBeGreaterThanOrEqual(spans[i - 1]?.to ?? 0);
    });
    for (const { acquiredAt, heldUntil: insideTo, process } of spansOf(trace).holds) {
      if (acquiredAt === null || insideTo <= acquiredAt) continue;
      const middle = (acquiredAt + insideTo) / 2;
      expect(
        spans.some(({ from, to, processes }) => from <= middle && middle <= to && processes.includes(process)),
      ).toBe(true);
    }
  });
});

test('clients that use no lock hold none', () => {
  expect(holdersOf(runOfStory('34').trace)).toEqual([]);
});

test('readers share it, and that is no alarm', () => {
  expect(holders(runOfStory('75e').trace).some((line) => line.startsWith('shared client1 client2'))).toBe(true);
});
