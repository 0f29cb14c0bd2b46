// What the articles say about each check, run in the simulated world under several seeds: the outcome, and what else
// must be found.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Choice } from '../../../src/core/model/scenario/scenario';
import type { FactKind } from '../../../src/core/model/trace/fact';
import type { Severity } from '../../../src/core/model/trace/severity';
import { type ArticleRun, articleRun, pauseBeforeRequest } from '../../support/articleRun';

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

const redlock = { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } };

/** Client 1 wakes when client 2 has read; client 2 is then still on its way to its write. */
const bothLate = {
  first: {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
    for: 2600,
  },
  second: {
    kind: 'pause',
    process: 'client2',
    when: { kind: 'step', process: 'client2', step: 'write', nth: 1 },
    for: 1200,
  },
} as const satisfies Readonly<Record<string, Fault>>;

const crashAtWork: Readonly<Record<string, Fault>> = {
  crash: {
    kind: 'crash',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
    restartAfter: 'never',
  },
};

/** The writes of both clients reach the replicas in different orders: A hears client 1 first, B and C client 2. */
const crossing: ArticleRun = {
  storage: { id: 'replicas', settings: { marks: 'none' } },
  settings: {
    latency: 20,
    own: {
      client1: { latencyTo: { storageA: 30, storageB: 400, storageC: 420 } },
      client2: { latencyTo: { storageA: 420, storageB: 30, storageC: 30 } },
    },
  },
  faults: { pause: { ...bothLate.first, for: 2120 } },
};

interface Row {
  readonly story: string;
  readonly run: ArticleRun;
  readonly outcome: Severity;
  readonly facts?: readonly FactKind[];
  readonly not?: readonly FactKind[];
}

const rows: readonly Row[] = [
  { story: '27', run: { storage: { id: 'unique-token' }, lock: redlock }, outcome: 'overlap', facts: ['rejected'] },
  {
    story: '27b: read before set',
    run: {
      storage: { id: 'unique-token', settings: { order: 'read-then-set' } },
      lock: redlock,
      faults: { pause: pauseBeforeRequest(2) },
    },
    outcome: 'lost',
  },
  {
    story: '27, where it is paused between mark and read instead',
    run: { storage: { id: 'unique-token' }, lock: redlock, faults: { pause: pauseBeforeRequest(2) } },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  {
    story: '27c: the owner crashes',
    run: { storage: { id: 'marked-owner' }, faults: crashAtWork },
    outcome: 'stuck',
    facts: ['stuck-entry', 'starved', 'rightful-rejected'],
  },
  {
    story: '27c, where nobody crashes',
    run: { storage: { id: 'marked-owner' }, faults: {} },
    outcome: 'held',
    not: ['rejected'],
  },
  {
    story: '28: viraptor’s sequence',
    run: {
      storage: { id: 'unique-token', settings: { check: 'two-step' } },
      lock: redlock,
      faults: { pause: pauseBeforeRequest(4) },
    },
    outcome: 'lost',
  },
  {
    story: '28, atomic',
    run: { storage: { id: 'unique-token' }, lock: redlock, faults: { pause: pauseBeforeRequest(3) } },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  { story: '29: two steps', run: { storage: { id: 'two-step' }, faults: bothLate }, outcome: 'lost' },
  {
    story: '29: atomic',
    run: { storage: { id: 'fencing' }, faults: bothLate },
    outcome: 'lost',
    not: ['rejected'],
  },
  {
    story: '29: atomic, greater',
    run: { storage: { id: 'fencing', settings: { compare: 'greater' } }, faults: bothLate },
    outcome: 'lost',
  },
  {
    story: '29: version',
    run: { storage: { id: 'version' }, faults: bothLate },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  {
    story: '29: the token that the read leaves',
    run: { storage: { id: 'fencing', settings: { readsLeaveToken: true } }, faults: bothLate },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  {
    story: '29: the same, in two steps, the read falling between',
    run: {
      storage: { id: 'two-step', settings: { readsLeaveToken: true, gap: 1000 } },
      faults: { first: { ...bothLate.first, for: 1600 } },
    },
    outcome: 'lost',
  },
  {
    story: '31: only the first chunk is checked',
    run: { storage: { id: 'chunks', settings: { checked: 'once' } }, faults: { pause: pauseBeforeRequest(4) } },
    outcome: 'torn',
    facts: ['torn-write', 'half-read'],
  },
  {
    story: '31: each chunk is checked',
    run: { storage: { id: 'chunks' }, faults: { pause: pauseBeforeRequest(4) } },
    outcome: 'overlap',
    facts: ['rejected', 'half-read'],
    not: ['torn-write'],
  },
  {
    story: '31: staged, each chunk checked',
    run: { storage: { id: 'chunks', settings: { staged: true } }, faults: { pause: pauseBeforeRequest(4) } },
    outcome: 'overlap',
    facts: ['rejected'],
    not: ['half-read', 'torn-write'],
  },
  {
    story: '31: staged, checked once: no half, and lost all the same',
    run: {
      storage: { id: 'chunks', settings: { staged: true, checked: 'once' } },
      faults: { pause: pauseBeforeRequest(4) },
    },
    outcome: 'lost',
    not: ['half-read', 'torn-write'],
  },
  { story: '33: one mail too many', run: { storage: { id: 'mail' } }, outcome: 'twice', facts: ['done-twice'] },
  {
    story: '33, without the pause',
    run: { storage: { id: 'mail' }, faults: {} },
    outcome: 'held',
    not: ['done-twice'],
  },
  { story: '44: newest seen', run: { storage: { id: 'newest-sequencer' } }, outcome: 'overlap', facts: ['rejected'] },
  {
    story: '44: before the first write',
    run: { storage: { id: 'newest-sequencer' }, faults: bothLate },
    outcome: 'lost',
  },
  {
    story: '44: mark at the read',
    run: { storage: { id: 'newest-sequencer', settings: { markAtRead: true } }, faults: bothLate },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  {
    story: '46: epochs',
    run: { storage: { id: 'replicas' } },
    outcome: 'overlap',
    facts: ['rejected'],
    not: ['diverged'],
  },
  {
    story: '46: epochs, both late',
    run: { storage: { id: 'replicas' }, faults: bothLate },
    outcome: 'overlap',
    facts: ['rejected'],
  },
  { story: '46b: no marks, another order at each', run: crossing, outcome: 'lost', facts: ['diverged'] },
  {
    story: '46: random marks, marked again before the write',
    run: { storage: { id: 'replicas', settings: { marks: 'random' } }, lock: redlock },
    outcome: 'lost',
    not: ['rejected'],
  },
  {
    story: '46c: one random mark each stands the pause alone',
    run: { storage: { id: 'replicas', settings: { marks: 'random', marksAgain: false } }, lock: redlock },
    outcome: 'overlap',
    facts: ['rejected'],
    not: ['diverged'],
  },
  {
    story: '51: a stale read',
    run: { storage: { id: 'lagging-replica', settings: { lag: 900 } }, settings: { stagger: 300 }, faults: {} },
    outcome: 'lost',
    not: ['overlap'],
  },
  {
    story: '51: tokens on writes don’t help',
    run: {
      storage: { id: 'lagging-replica', settings: { lag: 900, check: 'token' } },
      settings: { stagger: 300 },
      faults: {},
    },
    outcome: 'lost',
    not: ['overlap', 'rejected'],
  },
  {
    story: '51: reading the primary',
    run: {
      storage: { id: 'lagging-replica', settings: { lag: 900, reads: 'primary' } },
      settings: { stagger: 300 },
      faults: {},
    },
    outcome: 'held',
  },
  {
    story: '51: a version check',
    run: {
      storage: { id: 'lagging-replica', settings: { lag: 900, check: 'version' } },
      settings: { stagger: 300 },
      faults: {},
    },
    outcome: 'late-refused',
    facts: ['rejected'],
  },
];

test.each(rows.map((row) => [row.story, row] as const))('%s', (_, { run, outcome, facts = [], not = [] }) => {
  for (const seed of seeds) {
    const { verdict, scenario } = articleRun({ ...run, seed });
    const kinds = verdict.facts.map(({ kind }) => kind);
    expect([scenario.seed, verdict.outcome]).toEqual([seed, outcome]);
    expect(kinds).toEqual(expect.arrayContaining([...facts]));
    for (const kind of not) expect(kinds).not.toContain(kind);
  }
});

describe('34: then why a lock at all?', () => {
  const thrownAway = (lock: Choice, seed: number): number | null => {
    const { verdict } = articleRun({
      storage: { id: 'version' },
      lock,
      settings: { clients: 3, rounds: 5, stagger: 40, think: 60, work: 120, duration: 60_000, patience: 20_000 },
      faults: {},
      seed,
    });
    expect(verdict.lock).toBe('held');
    return verdict.measures.thrownAway;
  };

  test.each(seeds)('a version check alone throws work away; with a lock before it none, with seed %i', (seed) => {
    expect(thrownAway({ id: 'no-lock' }, seed)).toBeGreaterThan(3);
    const withLock = { id: 'single-node', settings: { tries: 8, retryDelay: 150 } };
    expect(thrownAway(withLock, seed)).toBe(0);
  });
});

test('what it costs: with tokens one write request, with a unique value a mark besides', () => {
  const requests = (storage: string): number => {
    const { trace } = articleRun({ storage: { id: storage }, faults: {} });
    const storageIndex = trace.header.processes.findIndex(({ id }) => id === 'storage');
    let count = 0;
    for (let seq = 0; seq < trace.count; seq++)
      if (trace.kind[seq] === 0 && trace.a[seq] === storageIndex && trace.d[seq] === 0) count++;
    return count;
  };
  expect([requests('fencing'), requests('unique-token')]).toEqual([4, 6]);
});
