// The settings of a single process: set, changed and removed. After that nothing of the setting remains.
import { describe, expect, test } from 'vitest';
import { call, mono, type Program } from '../../src/core/model/effects/effect';
import { command } from '../../src/core/model/effects/request';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import { defaultSettings, type Latency, type Scenario } from '../../src/core/model/scenario/scenario';
import { toMs } from '../../src/core/model/values/time';
import { latencyOf, withLatencyTo, withOwn, withOwnOfLock } from '../../src/web/settings/ownSettings';
import { play, scenarioOf } from '../support/play';
import '../support/handIn';

const base: Scenario = { ...scenarioOf({}), settings: { ...defaultSettings } };

test('a lease of one client’s lock is set and taken back, and counts for it alone', () => {
  const set = withOwnOfLock(base, 'client2', 'ttl', 5000);
  expect(set.settings.own).toEqual({ client2: { lock: { id: base.lock.id, settings: { ttl: 5000 } } } });
  const besides = withOwnOfLock(set, 'client2', 'nodeTimeout', 50);
  expect(withOwnOfLock(besides, 'client2', 'nodeTimeout', undefined)).toEqual(set);
  expect(withOwnOfLock(set, 'client2', 'ttl', undefined)).toEqual(base);
  // Settings of a lock that the run no longer has disappear with the next change.
  const other = { ...besides, lock: { id: 'single-node' } };
  expect(withOwnOfLock(other, 'client2', 'ttl', 1000).settings.own?.client2?.lock).toEqual({
    id: 'single-node',
    settings: { ttl: 1000 },
  });
});

describe('a latency to one process', () => {
  test('is added, changed and removed, and the scenario is then as it was', () => {
    const added = withLatencyTo(base, 'client1', 'nodeA', 30);
    expect(added.settings.own).toEqual({ client1: { latencyTo: { nodeA: 30 } } });
    const second = withLatencyTo(added, 'client1', 'nodeB', { min: 1, p50: 2, p99: 3, max: 4 });
    const changed = withLatencyTo(second, 'client1', 'nodeA', 40);
    expect(Object.entries(changed.settings.own?.client1?.latencyTo ?? {})).toEqual([
      ['nodeA', 40],
      ['nodeB', { min: 1, p50: 2, p99: 3, max: 4 }],
    ]);
    const one = withLatencyTo(changed, 'client1', 'nodeA', undefined);
    expect(one.settings.own).toEqual({ client1: { latencyTo: { nodeB: { min: 1, p50: 2, p99: 3, max: 4 } } } });
    expect(withLatencyTo(one, 'client1', 'nodeB', undefined)).toEqual(base);
  });

  test('leaves alone what the process has besides, and what others have', () => {
    const before = withOwn(withOwn(base, 'client1', 'start', 5), 'nodeA', 'latency', 7);
    const added = withLatencyTo(before, 'client1', 'storage', 30);
    expect(added.settings.own).toEqual({ client1: { start: 5, latencyTo: { storage: 30 } }, nodeA: { latency: 7 } });
    expect(withLatencyTo(added, 'client1', 'storage', undefined)).toEqual(before);
  });

  const cases: readonly [string, Scenario, number][] = [
    ['of all', base, 10],
    ['of the receiver', withOwn(base, 'nodeA', 'latency', 7), 7],
    ['of the sender', withOwn(withOwn(base, 'nodeA', 'latency', 7), 'client1', 'latency', 5), 5],
    ['of the link', withLatencyTo(withOwn(base, 'client1', 'latency', 5), 'client1', 'nodeA', 30), 30],
  ];

  test.each(cases)('offered first is what is in effect: that %s', (_, { settings }, expected) => {
    const shown: Latency = latencyOf(settings, 'client1', 'nodeA');
    expect(shown).toBe(expected);
    expect(roundTrip(settings) - Number(latencyOf(settings, 'nodeA', 'client1'))).toBe(expected);
  });
});

/** How long a call from client 1 to node A takes in the simulated world. */
function roundTrip(settings: Scenario['settings']): number {
  let took = 0;
  const node: ProcessId = 'nodeA';
  play({
    programs: {
      *client1(): Program {
        const from = yield* mono();
        yield* call(node, command('PING'));
        took = (yield* mono()) - from;
      },
    },
    settings: { latency: settings.latency, ...(settings.own === undefined ? {} : { own: settings.own }) },
  });
  return toMs(took);
}
