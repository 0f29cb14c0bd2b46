// One value for each acquire, or one for each try: what a late release does to the lock of a later try.
import { describe, expect, test } from 'vitest';
import { redlock } from '../../../src/core/locks/redlock/lock';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { nodesOf, votingClient } from '../../support/lockClient';
import { outcomesOf } from '../../support/runOf';

const request = (to: ProcessId, nth: number) => ({ from: 'client1', to, leg: 'request', nth }) as const;

/** The first SET is lost on the way to three nodes, and the release that follows is slow. */
const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  nodesOf(3).flatMap((node): [string, Fault][] => [
    [`set ${node}`, { kind: 'lose', message: request(node, 1) }],
    [`release ${node}`, { kind: 'delay', message: request(node, 2), by: 500 }],
  ]),
);

describe('a release of the first try that comes after the second was granted', () => {
  const lock = (owner: string) => ({ id: 'redlock', settings: { owner, tries: 2, reconnectOnTimeout: true } });
  const settings = { clients: 2, stagger: 900, work: 800, rounds: 1 } as const;

  test.each([
    ['acquire', 'lost'],
    ['try', 'held'],
  ])('one value for each %s: %s', (owner, outcome) => {
    expect(outcomesOf({ lock: lock(owner), settings, nodes: { count: 5 }, faults })).toEqual([outcome]);
  });
});

test('a release names the values of all tries that were not given back', () => {
  let drawn = 0;
  const draw = (name: string) => (name === 'owner' ? ++drawn / 16 : 0);
  const settings = { owner: 'try', tries: 3, releaseBetweenTries: false };
  const { world } = votingClient(redlock)({ ...settings, SET: 'nnnnn' }, { draw });
  const said = (command: string) =>
    world.sent.filter((sent) => sent.command === command && sent.to === 'nodeA').map(({ text }) => text.split(' ')[2]);
  expect(said('SET')).toEqual(['10000000', '20000000', '30000000']);
  expect(said('compareAndDelete')).toEqual(said('SET'));
});
