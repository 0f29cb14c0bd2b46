// Readers and a writer at one lock in Chubby: who is inside with whom, what the mode in a sequencer prevents, and how
// the judge treats a shared hold.
import { expect, test } from 'vitest';
import type { Fault, When } from '../../../src/core/model/scenario/fault';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { explain } from '../../../src/core/narrate/explain';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { actualExpiryOf } from '../../../src/core/spans/actualExpiry';
import { spansOf } from '../../../src/core/spans/spans';
import { atStep, crashAt, cutOffAt, pauseAt, threadDiesAt } from '../../support/faultsAt';
import type { Settings } from '../../support/lockClient';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

const lock = (settings: Settings = {}) => ({
  id: 'chubby',
  settings: { sessionTimeout: 800, lockDelay: 0, ...settings },
});

/** Clients 1 and 2 read, client 3 writes. */
const mixed = (settings: Settings, more: Partial<RunSetup> = {}): RunSetup => ({
  lock: lock({ readers: 2, ...settings }),
  settings: { clients: 3, stagger: 50, work: 600 },
  ...more,
});

test('readers are inside together, and the writer neither with them nor with anybody', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { verdict, facts, times, trace } = runOf(mixed({}), seed);
    // A shared hold is not a place in a queue: it counts for its client from the start.
    for (const { isSharedMode, front, seq } of spansOf(trace).entries)
      expect(isSharedMode && front?.seq !== seq).toBe(false);
    const found = [verdict.outcome, verdict.data, facts('overlap'), facts('token-repeated')];
    expect(found).toEqual(['held', 'safe', [], []]);
    expect(times('acquired', 'client2')[0]).toBeLessThan(times('releasing', 'client1')[0] as number);
    expect(times('acquired', 'client3')[0]).toBeGreaterThan(times('releasing', 'client2')[0] as number);
    expect(times('wrote', 'storage')).toHaveLength(1);
  }
});

test('a reader is kept out by a writer', () => {
  const own = { client1: { start: 300 }, client2: { start: 300 }, client3: { start: 0 } } as const;
  const { facts, times } = runOf(mixed({}, { settings: { clients: 3, work: 600, own } }));
  expect(facts('overlap')).toEqual([]);
  expect(times('acquired', 'client1')[0]).toBeGreaterThan(times('releasing', 'client3')[0] as number);
});

test('the writer that is kept out by a reader which died counts as unavailable, and the chain says whose key it was', () => {
  const faults = { death: crashAt('client1', 'work') };
  const one = mixed({ readers: 1, lockDelay: 4000 }, { settings: { clients: 2, patience: 2500 }, faults });
  const { verdict } = runOf(one);
  expect(verdict.outcome).toBe('unavailable');
  expect(verdict.chain.find(({ rule }) => rule === 'keyInTheWay')?.values).toMatchObject({ owner: 'client1' });
});

/** The thread of one reader dies inside, and the other reader is cut off from then on. */
const alone = (when: When, rounds = defaultSettings.rounds): RunSetup => ({
  lock: lock({ readers: 2 }),
  settings: { rounds, patience: 3000, duration: 9000 },
  faults: {
    death: threadDiesAt('client1', 'work'),
    cut: { ...cutOffAt('client2', 'work'), when } as Fault,
  },
});

test('the share of a reader whose thread died stops no other reader, so nothing is stuck', () => {
  const { outcome } = runOf(alone({ kind: 'time', at: 0 })).verdict;
  expect(outcome).toBe('unavailable');
});

test('what keeps a reader out is no share of another', () => {
  const { verdict } = runOf(alone(atStep('client2', 'acquire', 2), 2));
  expect(verdict.outcome).toBe('unavailable');
  expect(verdict.chain.map(({ rule }) => rule)).not.toContain('keyInTheWay');
});

test('a reader is told to have lost its lock with its session, and the writer that came in is an overlap', () => {
  const { verdict, trace } = runOf({
    lock: lock({ readers: 1 }),
    settings: { work: 600, duration: 9000 },
    faults: { pause: pauseAt('client1', 'work', 3500) },
  });
  expect(verdict.outcome).toBe('overlap');
  expect(verdict.chain.map(({ rule }) => rule)).toContain('sessionExpired');
  const [hold] = spansOf(trace).holds;
  expect(hold && actualExpiryOf(trace, hold)).toBeGreaterThan(0);
});

test.each([
  ['no-check', 'lost', 'lost'],
  ['check-sequencer', 'late-refused', 'refused'],
  ['newest-sequencer', 'late-refused', 'refused'],
])('readers that write, with the storage %s: %s', (id, outcome, data) => {
  const setup = mixed({ readersWrite: true }, { storage: { id } });
  expect(outcomesOf(setup)).toEqual([outcome]);
  const { verdict } = runOf(setup);
  expect([verdict.lock, verdict.data]).toEqual(['held', data]);
  const checks = verdict.facts.flatMap((fact) => (fact.kind === 'rejected' ? [fact.values.check] : []));
  expect(checks).toEqual(data === 'refused' ? ['mode', 'mode'] : []);
  const { headline, sentence } = explain(verdict, speechOf.en);
  if (data === 'refused')
    expect([headline, sentence].join(' ')).toMatch(/reader’s write was rejected.*reader’s write was rejected/);
});
