// The explorer agrees with a slow and simple search, and its numbers of runs are pinned, so that no change silently
// loses a part of a space.
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import type { Harm } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { finished, type Placements } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import type { Asked } from '../../../src/search/explore/space';
import { byNight, isNightly } from '../../support/nightly';
import { essence, everyBreak, isOneFault } from './everyPair';
import { type SpaceSetup, spaceWith } from './spaces';

describe('a slow search that leaves nothing out finds the same breaks', () => {
  const quick = { work: 50, stagger: 20, think: 10 } as const;
  const rows: readonly (readonly [string, SpaceSetup, Asked])[] = [
    [
      'one node, two faults, an update lost',
      { lock: 'single-node', lockSettings: { ttl: 300 }, settings: quick, nodes: 1 },
      { kinds: byNight(['clock-jump'], ['pause', 'clock-jump']), faultsMax: 2 },
    ],
    [
      'Redlock on three nodes, two faults, two inside',
      { lock: 'redlock', lockSettings: { ttl: 300 }, settings: quick, nodes: 3 },
      { kinds: byNight(['clock-jump'], ['crash', 'clock-jump']), faultsMax: 2, harm: 'overlap' },
    ],
    [
      'SETNX, one fault and at night two, stuck',
      { lock: 'setnx-expire', settings: quick, nodes: 1 },
      { kinds: byNight(['lose'], ['lose', 'crash']), faultsMax: byNight(1, 2), harm: 'stuck' },
    ],
  ];
  const one: SpaceSetup = { lock: 'single-node', lockSettings: { ttl: 300 }, settings: quick, nodes: 1 };
  const three: SpaceSetup = { lock: 'redlock', lockSettings: { ttl: 300 }, settings: quick, nodes: 3 };
  const replicated: SpaceSetup = { ...one, replicas: 1 };
  const etcd: SpaceSetup = { lock: 'etcd', settings: { ...quick, patience: byNight(400, 1000) } };

  test.each(rows)('%s', { timeout: 900_000 }, (_title, setup, asked) => agree(setup, asked));

  // Each kind outside the standard space, where it does the harm.
  const others: readonly (readonly [FaultKind, SpaceSetup, Harm])[] = [
    ['clock-drift', { ...one, settings: { ...quick, work: 230 } }, 'overlap'],
    ['clock-slew', { ...one, settings: { ...quick, work: 200 } }, 'overlap'],
    ['suspend', one, 'overlap'],
    ['cut', three, 'overlap'],
    ['delay', three, 'overlap'],
    ['slow', three, 'overlap'],
    ['restart', one, 'overlap'],
    ['power-loss', three, 'overlap'],
    ['failover', replicated, 'overlap'],
    ['key-vanishes', one, 'overlap'],
    ['key-vanishes', etcd, 'overlap'],
    ['key-vanishes', { lock: 'lock-file', settings: quick }, 'overlap'],
    ['no-leader', etcd, 'unavailable'],
    ['session-ends', { lock: 'sql-advisory', settings: quick }, 'overlap'],
  ];
  test.each(others)('one fault of the kind %s', (kind, setup, harm) => agree(setup, { kinds: [kind], harm }));

  test.each(
    others.filter(
      ([kind, { lock }]) => isNightly && lock !== 'etcd' && lock !== 'sql-advisory' && kind !== 'key-vanishes',
    ),
  )('one of the kind %s and a key that vanishes', (kind, setup, harm) =>
    agree(setup, { kinds: [kind, 'key-vanishes'], harm, faultsMax: 2 }),
  );

  const long: SpaceSetup = { ...one, settings: { ...quick, work: 200 } };
  const pairs: readonly (readonly FaultKind[])[] = [
    ['clock-drift'],
    ...byNight<FaultKind[][]>(
      [],
      [
        ['clock-slew', 'key-vanishes'],
        ['clock-slew', 'clock-jump', 'clock-drift'],
        ['delay', 'clock-slew'],
        ['suspend'],
      ],
    ),
  ];
  test.each(pairs)('two clocks that go wrong, or one and something else: %s %s %s', (...kinds) =>
    agree(long, { kinds, harm: 'overlap', faultsMax: 2 }),
  );

  function agree(one: SpaceSetup, asked: Asked): void {
    const space = spaceWith(one, asked);
    const written = (breaks: readonly Placements[]): readonly string[] => [
      ...new Set(breaks.filter((one) => !isOneFault(one)).map((one) => essence(space, one))),
    ];
    const slow = written(everyBreak(space));
    const quickly = written(finished(search(space, parts)).breaks);
    expect(slow.length).toBeGreaterThan(0);
    expect([...quickly].sort()).toEqual([...slow].sort());
  }
});
