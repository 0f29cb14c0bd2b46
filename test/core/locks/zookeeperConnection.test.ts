// What a client of ZooKeeper does when its connection fails: it accepts nothing from a connection that it gave up,
// and deletes nothing blindly.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario, type Settings } from '../../../src/core/model/scenario/scenario';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { cutOffAt } from '../../support/faultsAt';

const scenario = (id: string, faults: Readonly<Record<string, Fault>>, settings: Partial<Settings> = {}): Scenario => ({
  version: 2,
  seed: 1,
  lock: { id, settings: { sessionTimeout: 1500, tickTime: 100 } },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, stagger: 200, think: 50, work: 400, duration: 20_000, patience: 15_000, ...settings },
  faults,
});

test('an answer from a connection that was given up lets nobody in', () => {
  // The answer to the CREATE of the second round comes after the client has given up the connection, and before it
  // has another.
  const late: Fault = { kind: 'delay', message: { from: 'service', to: 'client1', leg: 'reply', nth: 6 }, by: 950 };
  const oneWay = { from: ['client1'], bothWays: false } as const;
  const cut: Fault = { kind: 'cut', when: { kind: 'time', at: 1200 }, ...oneWay, to: ['service'], for: 9000 };
  const slow: Fault = {
    kind: 'slow',
    when: { kind: 'time', at: 1200 },
    ...oneWay,
    to: ['storage'],
    by: 1500,
    for: 'ever',
  };
  const settings = { rounds: 2, think: 300, work: 300, storageTimeout: 9000, whenLost: 'at-once' } as const;
  const { verdict } = runScenario(scenario('zookeeper-node', { late, cut, slow }, settings), parts);
  expect(verdict.facts.filter(({ kind }) => kind === 'overlap')).toEqual([]);
});

test('a release that hears nothing deletes nobody else’s znode', () => {
  const lost = (nth: number): Fault => ({
    kind: 'lose',
    message: { from: 'service', to: 'client1', leg: 'reply', nth },
  });
  const settings = { rounds: 2, work: 1200, whenLost: 'never' } as const;
  // The answers to the DELETE and to the following EXISTS.
  const { verdict } = runScenario(scenario('zookeeper-node', { a: lost(5), b: lost(7) }, settings), parts);
  expect(verdict.facts.filter(({ kind }) => kind === 'deleted-another')).toEqual([]);
  expect(verdict.outcome).toBe('held');
});

describe.each(['zookeeper-node', 'zookeeper-sequential'])('%s', (id) => {
  test('a client that counts for itself knows that its session has expired while it is cut off', () => {
    const cut = cutOffAt('client1', 'work');
    const released = (expiresItself: boolean) => {
      const of = scenario(id, { cut }, { whenLost: 'at-once', clients: 1 });
      const { trace } = runScenario({ ...of, lock: { id, settings: { ...of.lock.settings, expiresItself } } }, parts);
      return eventsOf(trace, 'released').length;
    };
    expect([released(false), released(true)]).toEqual([0, 1]);
  });
});
