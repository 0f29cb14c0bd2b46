// The facts about the lock and about the data, on runs of the simulator: each word where it is due, and nowhere else.
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Choice, Settings } from '../../../src/core/model/scenario/scenario';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { articleRun, pauseBeforeRequest } from '../../support/articleRun';

interface Given {
  readonly lock?: Choice;
  readonly storage?: Choice;
  readonly settings?: Partial<Settings>;
  readonly faults?: Readonly<Record<string, unknown>>;
}

function verdictOf({ lock = { id: 'redlock' }, storage = { id: 'no-check' }, settings, faults = {} }: Given): Verdict {
  const parsed = parseScenario({ version: 2, seed: 1, lock, storage, settings: settings ?? {}, faults }, parts);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  return runScenario(parsed.scenario, parts).verdict;
}

const atStart = { kind: 'time', at: 0 } as const;
const down = (process: string) => ({ kind: 'crash', process, when: atStart, restartAfter: 'never' });

describe('a system that has fallen silent', () => {
  test('is stuck while somebody waits for an answer that never comes, whatever the patience', () => {
    for (const patience of [10, 100_000]) {
      const verdict = verdictOf({
        lock: { id: 'redlock-py', settings: { nodeTimeout: 0 } },
        settings: { patience },
        faults: { silent: { kind: 'power-loss', process: 'nodeC', when: atStart, restartAfter: 'never' } },
      });
      expect(verdict).toMatchObject({ lock: 'stuck', data: 'safe', outcome: 'stuck' });
      expect(verdict.chain.at(-1)?.rule).toBe('waitsForEver');
      expect(verdict.facts.some((fact) => fact.kind === 'starved' && fact.values.isSilent === 1)).toBe(true);
    }
  });

  test('is not stuck while etcd’s new leader keeps a lease for the election timeout longer', () => {
    const crashed = { kind: 'power-loss', process: 'storage', when: { kind: 'time', at: 1 }, restartAfter: 'never' };
    const verdict = verdictOf({
      lock: { id: 'etcd', settings: { lease: 300 } },
      storage: { id: 'mail' },
      settings: { rounds: 1, stagger: 5, think: 10, work: 30, latency: 2, duration: 3000, patience: 500 },
      faults: {
        crashed,
        election: { kind: 'no-leader', process: 'service', when: { kind: 'time', at: 1290 }, for: 1000 },
      },
    });
    expect(verdict.lock).toBe('unavailable');
  });

  test('is not stuck when everybody has finished, has crashed, or when a session is still to end', () => {
    expect(verdictOf({}).lock).toBe('held');
    const crash = { kind: 'crash', process: 'client2', when: { kind: 'time', at: 420 }, restartAfter: 'never' };
    expect(verdictOf({ faults: { crash } }).lock).not.toBe('stuck');
    const holder = {
      kind: 'crash',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
      restartAfter: 'never',
    };
    const queue = { lock: { id: 'zookeeper-sequential' }, faults: { holder } };
    expect(verdictOf({ ...queue, settings: { duration: 3000, patience: 60_000 } }).lock).toBe('unknown');
    expect(verdictOf({ ...queue, settings: { duration: 60_000, patience: 60_000 } }).lock).toBe('held');
  });
});

describe('a run that is too short to say', () => {
  const threeDown = { c: down('nodeC'), d: down('nodeD'), e: down('nodeE') };

  test('is unknown, and says how much longer it must last to be decided', () => {
    const settings = { duration: 2000, patience: 5000 };
    const short = verdictOf({ settings, faults: threeDown });
    expect(short).toMatchObject({ lock: 'unknown', unknownBecause: 'short', data: 'safe', outcome: 'unknown' });
    const duration = 2000 + Math.ceil((short.moreTime ?? 0) / 1000);
    expect(verdictOf({ settings: { ...settings, duration }, faults: threeDown }).lock).toBe('unavailable');
  });

  test('is not every run that ends: who has got in with its latest try asks no more', () => {
    expect(verdictOf({ settings: { duration: 300, clients: 1 } }).lock).toBe('held');
  });

  test('is not a busy lock: who has been in waits in an ordinary queue', () => {
    expect(verdictOf({ settings: { rounds: 1000, duration: 8000, clients: 2, patience: 5000 } }).lock).toBe('held');
  });
});

describe('what became of the data', () => {
  const faults = { pause: pauseBeforeRequest(2, 2600) };

  test.each([
    ['lost', { id: 'no-check' }, 'lost'],
    ['refused', { id: 'version' }, 'overlap'],
    ['refused', { id: 'fencing' }, 'overlap'],
    ['twice', { id: 'mail' }, 'twice'],
  ] as const)('%s with %o', (data, storage, outcome) => {
    const { verdict } = articleRun({ storage, faults });
    expect(verdict).toMatchObject({ lock: 'overlap', data, outcome });
  });

  test('luck, when two were inside and nothing prevented a loss; none where the check prevents it', () => {
    const paused = { pause: pauseBeforeRequest(1, 2600) };
    const settings = { work: 10 };
    expect(articleRun({ storage: { id: 'no-check' }, faults: paused, settings }).verdict).toMatchObject({
      lock: 'overlap',
      data: 'lucky',
    });
    expect(articleRun({ storage: { id: 'version' }, faults: paused, settings }).verdict).toMatchObject({
      lock: 'overlap',
      data: 'safe',
    });
  });

  test('safe, and a lock out of use, when the rightful holder is refused by a counter that fell back', () => {
    const restart = {
      kind: 'restart',
      process: 'nodeA',
      when: { kind: 'step', process: 'client1', step: 'release', nth: 2, plus: 200 },
    };
    const { verdict } = articleRun({
      storage: { id: 'fencing' },
      faults: { restart } as never,
      settings: { clients: 1, rounds: 3, patience: 60_000, duration: 20_000 },
    });
    expect(verdict.facts.map(({ kind }) => kind)).toContain('rejected');
    expect(verdict).toMatchObject({ lock: 'unavailable', data: 'safe', outcome: 'unavailable' });
  });
});
