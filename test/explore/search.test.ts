// The explorer agrees with a slow and simple search, and its numbers of runs are pinned, so that no change loses a part of a
// space silently.
import { describe, expect, test } from 'vitest';
import { finished } from '../../src/explore/branch';
import { search } from '../../src/explore/search';
import type { Asked } from '../../src/explore/space';
import { registry } from '../../src/run/registry';
import { byNight } from '../support/nightly';
import { essence, everyBreak } from './everyPair';
import { type Parts, spaceWith } from './spaces';

describe('a slow search that leaves nothing out finds the same breaks', () => {
  const quick = { work: 50, stagger: 20, think: 10 } as const;
  const rows: readonly (readonly [string, Parts, Asked])[] = [
    [
      'one node, two faults, an update lost',
      { lock: 'single-node', lockSettings: { ttl: 300 }, settings: quick, nodes: 1 },
      { kinds: byNight(['lose', 'clock-jump'], ['pause', 'clock-jump']), faultsMax: 2 },
    ],
    [
      'Redlock on three nodes, two faults, two inside',
      { lock: 'redlock', lockSettings: { ttl: 300 }, settings: quick, nodes: 3 },
      { kinds: byNight(['lose', 'clock-jump'], ['crash', 'clock-jump']), faultsMax: 2, harm: 'overlap' },
    ],
    [
      'SETNX, two faults, stuck',
      { lock: 'setnx-expire', settings: quick, nodes: 1 },
      { kinds: byNight(['lose'], ['lose', 'crash']), faultsMax: 2, harm: 'stuck' },
    ],
  ];
  test.each(rows)('%s', (_title, parts, asked) => {
    const space = spaceWith(parts, asked);
    const slow = new Set(everyBreak(space).map((one) => essence(space, one)));
    const quickly = new Set(finished(search(space, registry)).breaks.map((one) => essence(space, one)));
    expect(slow.size).toBeGreaterThan(0);
    expect([...quickly].sort()).toEqual([...slow].sort());
  });
});
