// How many nodes count for a client when a replica replaces its master: never more than there are nodes.
import { expect, test } from 'vitest';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { spansOf } from '../../../src/core/spans/spans';

interface Case {
  readonly persistence: 'none' | 'always';
  readonly replicaLag: number | 'never';
  readonly cutOff?: readonly ProcessId[];
}

/** Three nodes with one replica each. A fails over while client 1 works. */
function countsIn({ persistence, replicaLag, cutOff }: Case): readonly number[] {
  const scenario: Scenario = {
    version: 2,
    seed: 1,
    lock: { id: 'redlock', settings: { ttl: 3000 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 1,
      work: 1000,
      duration: 5000,
      nodes: { count: 3, persistence, disk: 'honest', replicas: 1, replicaLag },
    },
    faults: {
      failover: {
        kind: 'failover',
        process: 'nodeA',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        ...(cutOff === undefined ? {} : { cutOff }),
      },
    },
  };
  return spansOf(simulate(scenario, parts)).quorum.map(({ count }) => count);
}

const cases: readonly (readonly [string, Case, readonly number[]])[] = [
  ['the heir has the key', { persistence: 'none', replicaLag: 2 }, [1, 2, 3, 2, 3, 2, 1, 0]],
  ['the heir has it not', { persistence: 'none', replicaLag: 'never' }, [1, 2, 3, 2, 1, 0]],
  [
    'the dead master has it on its disk, and counts no more',
    { persistence: 'always', replicaLag: 2 },
    [1, 2, 3, 3, 2, 1, 0],
  ],
  ['on its disk alone', { persistence: 'always', replicaLag: 'never' }, [1, 2, 3, 2, 1, 0]],
  // The key is released at the old master, but still stands at the new one until it expires there.
  ['the old master lives on', { persistence: 'none', replicaLag: 2, cutOff: ['client1'] }, [1, 2, 3, 3, 3, 2, 1, 0]],
  [
    'the old master lives on alone',
    { persistence: 'none', replicaLag: 'never', cutOff: ['client1'] },
    [1, 2, 3, 2, 1, 0],
  ],
];

test.each(cases)('%s', (_, given, expected) => {
  expect(countsIn(given)).toEqual(expected);
});
