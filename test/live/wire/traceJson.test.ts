// A saved run loads unchanged. Anything else in a file is refused in words, and nothing that was accepted breaks a
// view.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { kindNumber, type Trace } from '../../../src/core/model/trace/trace';
import { languages } from '../../../src/core/model/values/text';
import { explain } from '../../../src/core/narrate/explain';
import { narrate } from '../../../src/core/narrate/narrate';
import { sentence } from '../../../src/core/narrate/sentence';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { encodeTrace, fileLengthMax, parseTrace } from '../../../src/live/wire/traceJson';
import { runOfStory } from '../../content/stories/knownRun';
import { byNight } from '../../support/nightly';
import { pictureFor } from '../../support/pictureFor';

interface File {
  header: Record<string, unknown>;
  strings: string[];
  rows: unknown[][];
  [field: string]: unknown;
}

/** The file of a run, changed by hand. */
function changed(trace: Trace, change: (file: File) => void): string {
  const file = JSON.parse(encodeTrace(trace)) as File;
  change(file);
  return JSON.stringify(file);
}

function problemOf(text: string): string {
  const parsed = parseTrace(text, parts);
  return parsed.ok ? 'taken' : parsed.problem.en;
}

const { trace } = runOfStory('20');

test('a run that was cut off at its bound of events can be saved and opened', () => {
  const { scenario } = trace.header;
  const settings = { ...scenario.settings, clients: 6, rounds: 1000, think: 1, work: 1, stagger: 1, latency: 1 };
  const long = simulate({ ...scenario, faults: {}, settings: { ...settings, duration: 600_000 } }, parts);
  expect(long.header.ended).toBe('bound');
  const parsed = parseTrace(encodeTrace(long), parts);
  expect(parsed.ok && parsed.trace.count).toBe(long.count);
});

test.each<readonly [string, string, RegExp]>([
  ['nothing', '', /^This is not JSON/],
  ['half a file', encodeTrace(trace).slice(0, 4000), /^This is not JSON/],
  ['another JSON', '[1, 2]', /^This is not a saved run/],
  ['a scenario', JSON.stringify(trace.header.scenario), /^This is not a saved run/],
  ['null', 'null', /^This is not a saved run/],
  [
    'a newer format',
    changed(trace, (file) => {
      file.header['version'] = 99;
    }),
    /newer playground \(version 99\)/,
  ],
  [
    'an older format',
    changed(trace, (file) => {
      file.header['version'] = 2;
    }),
    /header\.version must be 3, not 2/,
  ],
  [
    'no version',
    changed(trace, (file) => {
      delete file.header['version'];
    }),
    /header\.version must be 3, not missing/,
  ],
  ['no header', changed(trace, (file) => Object.assign(file, { header: null })), /header\.version must be 3/],
  [
    'a role that does not exist',
    changed(trace, (file) => {
      file.header['processes'] = [{ id: 'client1', role: 'king', uncertainty: 0 }];
    }),
    /header\.processes\.0\.role must be one of client, node.*not "king"/,
  ],
  [
    'a process twice',
    changed(trace, (file) => {
      const processes = file.header['processes'] as unknown[];
      file.header['processes'] = [...processes, processes[0]];
    }),
    /names Client 1 twice/,
  ],
  [
    'a scenario that cannot be',
    changed(trace, (file) => {
      (file.header['scenario'] as { lock: object }).lock = { id: 'magic' };
    }),
    /lock\.id must be .*not "magic"/,
  ],
  ['no rows', changed(trace, (file) => Object.assign(file, { rows: { length: 3 } })), /rows must be a list of lists/],
  [
    'an end before the last event',
    changed(trace, (file) => {
      file.header['endedAt'] = 5;
    }),
    /header\.endedAt is 5, before the last event/,
  ],
  [
    'time that falls',
    changed(trace, (file) => {
      (file.rows[10] as number[])[0] = 1;
    }),
    /^Event 10 \(\w+\): at is 1, and must be a number of microseconds, from/,
  ],
  [
    'a kind that does not exist',
    changed(trace, (file) => {
      (file.rows[10] as number[])[1] = 77;
    }),
    /^Event 10: kind is 77/,
  ],
  [
    'a text in the place of a number',
    changed(trace, (file) => {
      (file.rows[0] as unknown[])[2] = 'client1';
    }),
    /^Event 0 \(\w+\): process is "client1"/,
  ],
  ['a row that is too long', changed(trace, (file) => (file.rows[3] as number[]).push(1, 1, 1, 1, 1, 1, 1)), /length/],
])('a file with %s is refused with the reason', (_, text, reason) => {
  expect(problemOf(text)).toMatch(reason);
});

test('what stood in for the real thing comes back, and nothing else is taken for it', () => {
  const emulated = [{ kind: 'disk-estimated' }, { kind: 'garbled', process: 'nodeA', peer: 'client1' }];
  const parsed = parseTrace(
    changed(trace, ({ header }) => Object.assign(header, { emulated })),
    parts,
  );
  expect(parsed).toMatchObject({ ok: true, trace: { header: { emulated } } });
  for (const wrong of [
    'clock jump as shifted expiry',
    { kind: 'magic' },
    { kind: 'unasked' },
    { kind: 'unasked', process: '<b>' },
  ])
    expect(problemOf(changed(trace, ({ header }) => Object.assign(header, { emulated: [wrong] })))).not.toBe('taken');
});

test('a file beyond all limits is not even looked at', () => {
  expect(problemOf(' '.repeat(fileLengthMax + 1))).toMatch(/too long: 41 MB; at most 40 MB/);
});

test('how late a live run was, and how its simulation ends, comes back; what cannot be is refused', () => {
  const late = [
    [0, 1000],
    [5000, 9000],
  ];
  const withLate = (value: unknown): string =>
    changed(trace, ({ header }) => Object.assign(header, { late: value, simulated: 'stuck' }));
  const parsed = parseTrace(withLate(late), parts);
  if (!parsed.ok) throw new Error(parsed.problem.en);
  expect(parsed.trace.header).toMatchObject({ late, simulated: 'stuck' });
  for (const wrong of [1, [1], [[1]], [[-1, 2]], [['a', 'b']], Array(1001).fill([1, 2])])
    expect(problemOf(withLate(wrong))).toMatch(/header\.late/);
  expect(problemOf(changed(trace, ({ header }) => Object.assign(header, { simulated: 'fine' })))).toMatch(/simulated/);
});

test('a key that nobody is known to have set is shown', () => {
  const { entrySet } = kindNumber;
  const text = changed(trace, ({ rows }) => {
    for (const row of rows as number[][]) if (row[1] === entrySet) row[3] = -1;
  });
  const parsed = parseTrace(text, parts);
  if (!parsed.ok) throw new Error(parsed.problem.en);
  expect(pictureFor(parsed.trace)).toBeDefined();
});

test('whatever number is put in whatever place of a file: it is refused, or every view can show it', () => {
  const rows = (JSON.parse(encodeTrace(trace)) as File).rows;
  const place = fc.record({
    row: fc.nat(rows.length - 1),
    column: fc.integer({ min: 1, max: 8 }),
    value: fc.oneof(fc.integer({ min: -3, max: 70 }), fc.integer(), fc.double(), fc.constant(null)),
  });
  let taken = 0;
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 3 }), (places) => {
      const text = changed(trace, (file) => {
        for (const { row, column, value } of places) {
          const numbers = file.rows[row] as unknown[];
          if (column < numbers.length) numbers[column] = value;
        }
      });
      const parsed = parseTrace(text, parts);
      if (!parsed.ok) return;
      taken++;
      const verdict = judge(parsed.trace, parts);
      for (const language of languages) {
        explain(verdict, speechOf[language]);
        narrate(parsed.trace, speechOf[language]);
        for (let seq = 0; seq < parsed.trace.count; seq++) sentence(parsed.trace, seq, speechOf[language]);
      }
      pictureFor(parsed.trace);
    }),
    { numRuns: byNight(60, 4000) },
  );
  // About a fifth of them are taken. If not one in sixty is, that is no chance.
  expect(taken).toBeGreaterThan(0);
});
