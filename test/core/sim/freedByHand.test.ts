// A person who frees a lock by hand, in every service that is not Redis: who gets in, how it is told, when it is missed.
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { goneCauses, type Trace } from '../../../src/core/model/trace/trace';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import type { Ms } from '../../../src/core/model/values/time';
import { english } from '../../../src/core/narrate/en/words';
import { narrate } from '../../../src/core/narrate/narrate';
import { chinese } from '../../../src/core/narrate/zh/words';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { whyUnsupported } from '../../../src/live/wire/unsupported';
import { rows } from '../../../src/search/matrix/rows';
import { scenarioOfRow } from '../../../src/search/matrix/scenario';
import { atStep } from '../../support/faultsAt';

const freedAfter = (plus: Ms): Fault => {
  const when = { ...atStep('client1', 'work'), plus };
  return { kind: 'key-vanishes', process: 'service', when, how: 'del' };
};

/** The kernel’s own lock ends only with its process. */
const inServices = rows.filter(({ lock }) => parts.locks.get(lock)?.service !== undefined && lock !== 'flock');

/** Client 1 works so long that even the checks of a job queue, every 30 s, find that it has no lock. */
const freedIn = (id: string, plus: Ms): Trace => {
  const row = inServices.find((one) => one.id === id);
  if (row === undefined) throw new Error(`There is no row ${id}.`);
  const scenario = scenarioOfRow(row, 'no-check', 'own', { freed: freedAfter(plus) });
  const { settings } = scenario;
  const longWork = { ...settings, work: 90_000, rounds: 1, clients: 2, patience: 140_000, duration: 240_000 };
  return simulate({ ...scenario, settings: longWork }, parts);
};

const namesOf = ({ header }: Trace, numbers: readonly number[]): readonly (string | undefined)[] =>
  numbers.map((number) => header.processes[number]?.id);

const usually: Ms = 300;
/** Just before client 2 looks at the Lease, and long before client 1 renews it. */
const before: Readonly<Record<string, Ms>> = { 'kubernetes-lease': 3700 };

describe('while client 1 is inside', () => {
  test.each(inServices.map(({ id }) => id))('%s: somebody frees its lock, and client 2 gets in', (id) => {
    const trace = freedIn(id, before[id] ?? usually);
    expect(trace.header.missed).toEqual({});
    const lost = eventsOf(trace, 'entryGone').filter(({ cause }) => goneCauses[cause] === 'lost');
    expect(lost.map(({ peer }) => peer)).toEqual([-1]);
    const acquired = eventsOf(trace, 'acquired');
    expect(
      namesOf(
        trace,
        acquired.slice(0, 2).map(({ process }) => process),
      ),
    ).toEqual(['client1', 'client2']);
    const verdict = judge(trace, parts);
    expect([id, verdict.lock]).toEqual([id, 'overlap']);
    expect(verdict.chain.find(({ rule }) => rule === 'vanished')?.values).toMatchObject({
      process: 'service',
      how: 'by-hand',
    });
  });
});

test('a leader of Kubernetes that looks first creates its Lease again, and keeps leading', () => {
  const trace = freedIn('kubernetes-lease', usually);
  expect(judge(trace, parts).lock).toBe('held');
  expect(
    eventsOf(trace, 'entrySet')
      .map(({ peer }) => trace.header.processes[peer]?.id)
      .slice(0, 3),
  ).toEqual(['client1', 'client1', 'client2']);
});

test('a key of Consul that was deleted counts its tokens from the beginning', () => {
  expect(eventsOf(freedIn('consul', usually), 'acquired').map(({ token }) => token)).toEqual([1, 1]);
});

test('log and narration tell it in both languages', () => {
  const trace = freedIn('etcd', usually);
  expect(narrate(trace, english).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Somebody frees the lock in the lock service by hand, whoever has it.',
      'Client 1’s key stock/1 is lost on the lock service.',
    ]),
  );
  expect(narrate(trace, chinese).map(({ text }) => text)).toContain('有人手工释放了锁服务里的锁，不管它在谁手里。');
});

describe('where nothing can be freed', () => {
  const parsed = (fault: unknown, lock: string) =>
    parseScenario(
      {
        version: 2,
        seed: 1,
        lock: { id: lock },
        storage: { id: 'no-check' },
        settings: defaultSettings,
        faults: { freed: fault },
      },
      parts,
    );
  const problemOf = (fault: unknown, lock: string): string | null | undefined => {
    const result = parsed(fault, lock);
    return result.ok ? null : result.problems[0]?.message.en;
  };

  test.each([undefined, 'flushall'])('a service that is not Redis is not asked for %s', (how) => {
    const { kind, process, when } = { ...freedAfter(usually), process: 'service', when: atStep('client1', 'work') };
    expect(problemOf({ kind, process, when, ...(how === undefined ? {} : { how }) }, 'etcd')).toContain(
      'freed by hand',
    );
  });

  test('no lock has no server that keeps it', () => {
    expect(problemOf(freedAfter(usually), 'no-lock')).toContain('There is no Lock service');
  });

  test.each(['etcd', 'zookeeper-node', 'sql-row', 'sql-advisory', 'shedlock-table', 'lock-file', 'issue-label'])(
    '%s: before anybody has the lock, the fault misses',
    (lock) => {
      const early = parsed({ ...freedAfter(usually), when: { kind: 'time', at: 0 } }, lock);
      if (!early.ok) throw new Error('The fault is refused.');
      const trace = simulate(early.scenario, parts);
      expect(trace.header.missed['freed']?.en).toContain('had no such key');
      expect(eventsOf(trace, 'faultStruck')).toEqual([]);
    },
  );

  test('real servers refuse it', () => {
    const { scenario } = freedIn('sql-row', usually).header;
    const reason = { en: 'simulated alone', zh: '只有模拟' };
    const unable = { 'free-by-hand': reason };
    expect(whyUnsupported(unable, freedAfter(usually), { scenario, kinds: parts.faults })).toBe(reason);
  });
});
