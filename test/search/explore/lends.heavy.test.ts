// A search tries each way in which a pool may lend its sessions, and finds the lock that gets stranded.
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { searchedScenarios, spaceOf } from '../../../src/search/explore/space';
import { crashAt } from '../../support/faultsAt';
import { type RunSetup, runOf } from '../../support/runOf';
import { regular } from './spaces';

type Own = Readonly<Record<string, string | number>>;

const pool: Own = { pooler: 'transaction', poolSize: 5, waitMax: 600_000 };
const settings = { clients: 2, stagger: 300, work: 3000, duration: 600_000, patience: 120_000, latency: 5 } as const;

const scenario = (own: Own = {}, check = 'no-check', clients = 2): Scenario => ({
  ...regular({ lock: 'sql-advisory', lockSettings: { ...pool, ...own }, check, settings: { ...settings, clients } }),
  seed: 1,
});

const setup = (own: Own, more: Partial<RunSetup> = {}): RunSetup => ({
  lock: { id: 'sql-advisory', settings: { ...pool, lends: 'any', ...own } },
  settings,
  ...more,
});

const lendsOf = ({ lock }: Scenario): unknown => lock.settings?.['lends'];

describe('what is searched', () => {
  test('each way to lend, with each seed, where the scenario names none', () => {
    expect(searchedScenarios(scenario(), 2, parts).map((one) => [one.seed, lendsOf(one)])).toEqual([
      [1, undefined],
      [1, 'last'],
      [1, 'any'],
      [2, undefined],
      [2, 'last'],
      [2, 'any'],
    ]);
  });

  test.each([
    ['the scenario names one', { lends: 'last' }],
    ['there is but one session', { poolSize: 1 }],
    ['there is no pool', { pooler: 'none' }],
  ])('nothing but the scenario where %s', (_, own) => {
    expect(searchedScenarios(scenario(own), 1, parts).map(lendsOf)).toEqual([lendsOf(scenario(own))]);
  });
});

describe('a lock that is unlocked on another session', () => {
  const foundIn = (one: Scenario) =>
    searchedScenarios(one, 3, parts).flatMap(
      (each) => finished(search(spaceOf(each, parts, { kinds: ['crash'], harm: 'stuck' }), parts)).breaks,
    );

  test('is found stuck without a fault', () => {
    expect(foundIn(scenario()).some(({ length }) => length === 0)).toBe(true);
  });

  test.each([
    [2, 2, 'no-check'],
    [2, 3, 'same-database'],
    [3, 2, 'same-database'],
    [3, 3, 'version'],
    [3, 5, 'no-check'],
  ])('is found with %i clients, %i sessions and %s', (clients, poolSize, check) => {
    expect(foundIn(scenario({ poolSize }, check, clients))).not.toEqual([]);
  });

  test('is never found with one session, which every client gets', () => {
    expect(foundIn(scenario({ poolSize: 1 }))).toEqual([]);
  });

  test('is told with the false', () => {
    const { verdict } = runOf(setup({}));
    expect(verdict.lock).toBe('stuck');
    expect(verdict.chain.find(({ rule }) => rule === 'triedToRelease')?.values).toMatchObject({ why: 'otherSession' });
  });

  test('is of a client that was killed: its session lies in the pool', () => {
    const { verdict } = runOf(setup({}, { faults: { crash: crashAt('client1', 'work') } }));
    expect([verdict.lock, verdict.chain.some(({ rule }) => rule === 'crashed')]).toEqual(['stuck', true]);
  });

  test('is not stuck where a client gives up a wait, since it may get the session that has the lock', () => {
    const { verdict, trace } = runOf(setup({ waitMax: 5000 }));
    expect(verdict.lock).not.toBe('stuck');
    expect(eventsOf(trace, 'acquired')).toHaveLength(2);
  });

  test('is not stuck while a wait may end in the run, or a client is to come', () => {
    const short = { ...settings, duration: 9000, patience: 3000 };
    const late = { ...settings, clients: 3, stagger: 5000, duration: 9000, patience: 3000 };
    const locks = (own: Own, of: RunSetup['settings'] & object) =>
      Array.from({ length: 20 }, (_, seed) => runOf(setup(own, { settings: of }), seed).verdict.lock);
    expect(new Set(locks({ waitMax: 8000 }, short))).toContain('unavailable');
    expect(locks({ waitMax: 8000 }, short)).not.toContain('stuck');
    // The wait ends after the run.
    expect(locks({ waitMax: 599_999 }, short)).not.toContain('stuck');
    expect(locks({}, { ...short, connection: { readTimeout: 5000 } })).not.toContain('stuck');
    expect(locks({}, short)).toContain('stuck');
    expect(locks({}, late)).not.toContain('stuck');
  });

  test('that is stuck stays so in a longer run', () => {
    const worlds = Array.from({ length: 60 }, (_, seed) => {
      const own = { poolSize: 2 + (seed % 4), lends: seed % 2 === 0 ? 'any' : 'last' };
      const faults = seed % 3 === 0 ? { crash: crashAt('client1', 'work', 2000) } : {};
      const run = (duration: number) =>
        runOf(
          setup(own, {
            settings: { ...settings, clients: 2 + (seed % 3), rounds: 1 + (seed % 2), duration, patience: 20_000 },
            faults,
          }),
          seed,
        );
      return { short: run(60_000), long: run(600_000) };
    }).filter(({ short }) => short.verdict.lock === 'stuck');
    expect(worlds.length).toBeGreaterThan(5);
    for (const { long } of worlds) {
      expect(long.verdict.lock).toBe('stuck');
      expect(eventsOf(long.trace, 'acquired').filter(({ at }) => at > 60_000_000)).toEqual([]);
    }
  });
});
