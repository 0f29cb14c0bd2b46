// Claims about locks and checks, tested by a search. Each row is a space: lock, check, kinds of faults, how many at
// once, the harm, the seed. The number of runs is pinned, so that no change silently loses a part of the space.
import { describe, expect, test } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import type { Asked } from '../../../src/search/explore/space';
import { byNight, sampled } from '../../support/nightly';
import { type SpaceSetup, spaceWith, written } from './spaces';

interface Claim {
  readonly says: string;
  readonly setup: SpaceSetup;
  readonly asked?: Asked;
  readonly runs: number;
  /** The number of placements with the harm. 0: none. */
  readonly breaks: number;
  /** The first of them. */
  readonly first?: string;
}

const single = { lock: 'single-node', nodes: 1 } as const;
const counter = { ...single, lockSettings: { token: 'counter' }, check: 'fencing' } as const;

/** The work takes most of the TTL, so the keys of a client that died earlier expire first. */
const long = (ask: string): SpaceSetup => ({
  lock: 'redlock',
  lockSettings: { ask, ttl: 1000, tries: 1 },
  settings: { work: 800 },
});

const claims: readonly Claim[] = [
  {
    says: 'one pause loses an update of Redlock without a check',
    setup: { lock: 'redlock' },
    runs: 408,
    breaks: 12,
    first: 'pause client1 0.12',
  },
  {
    says: 'one pause brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap' },
    runs: 408,
    breaks: 18,
    first: 'pause client1 0.12',
  },
  {
    says: 'one process that crashes never brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'] },
    runs: 161,
    breaks: 0,
  },
  {
    says: 'one clock that jumps never brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
    breaks: 0,
  },
  {
    says: 'one crash leaves SETNX stuck',
    setup: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['crash'] },
    runs: 144,
    breaks: 9,
    first: 'crash client1 0.12',
  },
  {
    says: 'one lost message leaves SETNX stuck',
    setup: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['lose'] },
    runs: 23,
    breaks: 4,
    first: 'lose nodeA 0.11',
  },
  {
    says: 'a token without the mark of the read loses an update by one pause',
    setup: counter,
    asked: { kinds: ['pause'] },
    runs: 200,
    breaks: 10,
    first: 'pause client1 0.12',
  },
  {
    says: 'a token with the mark of the read loses none by one pause',
    setup: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['pause'] },
    runs: 200,
    breaks: 0,
  },
  {
    says: 'a token with that mark loses one by one crash, where the counter is on the node that forgets',
    setup: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['crash'] },
    runs: 152,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  {
    says: 'and so in three rounds',
    setup: { ...counter, checkSettings: { readsLeaveToken: true }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    runs: 656,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  {
    says: 'a token that is shown with its holder loses none by one crash in three rounds',
    setup: { ...counter, checkSettings: { readsLeaveToken: true, compare: 'same-holder' }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    runs: 656,
    breaks: 0,
  },
  {
    says: 'one crash of its only node brings two inside',
    setup: single,
    asked: { harm: 'overlap', kinds: ['crash'] },
    runs: 138,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  { says: 'Redlock as redsync has it', setup: { lock: 'redsync' }, runs: 408, breaks: 12, first: 'pause client1 0.12' },
  {
    says: 'Redlock as node-redlock 4 has it',
    setup: { lock: 'node-redlock-4' },
    runs: 408,
    breaks: 12,
    first: 'pause client1 0.12',
  },
  {
    says: 'Redlock as redlock-py has it',
    setup: { lock: 'redlock-py' },
    runs: 802,
    breaks: 11,
    first: 'pause client1 0.2',
  },
  {
    says: 'etcd without a check loses an update by one pause',
    setup: { lock: 'etcd' },
    runs: 565,
    breaks: 2,
    first: 'pause client1 0.46',
  },
  {
    says: 'one fault loses no update behind a node of ZooKeeper',
    setup: { lock: 'zookeeper-node' },
    runs: 497,
    breaks: 0,
  },
];

const ownClock = (clock: 'mono' | 'wall') =>
  ({ lock: 'redlock', lockSettings: { clock }, settings: { work: 4000, whenLost: 'at-once' } }) as const;
/** The work is almost as long as the lease, so that a small error of a clock matters. */
const nearly = {
  lock: 'redlock',
  lockSettings: { clock: 'mono' },
  settings: { work: 2800, whenLost: 'at-once' },
} as const;
const releases = (release: 'script' | 'get-del') => ({ ...single, lockSettings: { release } }) as const;
const followed = { ...single, replicas: 1 } as const;

/** Kinds that are not in the standard space. */
const others: readonly Claim[] = [
  {
    says: 'one pause between GET and DEL lets a client delete another’s key',
    setup: releases('get-del'),
    asked: { harm: 'deleted-another', kinds: ['pause'] },
    runs: 200,
    breaks: 4,
    first: 'pause client1 0.48',
  },
  {
    says: 'one pause lets no client delete another’s key by the script',
    setup: releases('script'),
    asked: { harm: 'deleted-another', kinds: ['pause'] },
    runs: 184,
    breaks: 0,
  },
  {
    says: 'no fault of the standard space does, by the script',
    setup: releases('script'),
    asked: { harm: 'deleted-another' },
    runs: 351,
    breaks: 0,
  },
  {
    says: 'one clock that jumps breaks nothing with a monotonic clock where work is interrupted when the lease ends',
    setup: ownClock('mono'),
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
    breaks: 0,
  },
  {
    says: 'one clock that jumps brings two inside with the wall clock, though work is interrupted when the lease ends',
    setup: ownClock('wall'),
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
    breaks: 1,
    first: 'clock-jump client1 0.120001',
  },
  {
    says: 'two clocks that jump break nothing with a monotonic clock',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-jump'], faultsMax: 2 },
    runs: 123,
    breaks: 0,
  },
  {
    says: 'one clock that drifts brings two inside all the same',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-drift'] },
    runs: 37,
    breaks: 2,
    first: 'clock-drift client1 0',
  },
  {
    says: 'so does one that is slewed',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-slew'] },
    runs: 28,
    breaks: 2,
    first: 'clock-slew client1 0',
  },
  {
    says: 'so does a machine that sleeps',
    setup: ownClock('mono'),
    asked: { harm: 'overlap', kinds: ['suspend'] },
    runs: 1121,
    breaks: 70,
    first: 'suspend client1 0.12',
  },
  {
    says: 'one key that vanishes brings two inside the lock on one node',
    setup: single,
    asked: { harm: 'overlap', kinds: ['key-vanishes'] },
    runs: 7,
    breaks: 2,
    first: 'key-vanishes nodeA 0.110001',
  },
  {
    says: 'two keys that vanish do not bring two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['key-vanishes'], faultsMax: 2 },
    runs: 69,
    breaks: 0,
  },
  {
    says: 'three do',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['key-vanishes'], faultsMax: 3 },
    runs: 441,
    breaks: 8,
    first: 'key-vanishes nodeA 0.110001 + key-vanishes nodeB 0.110001 + key-vanishes nodeC 0.110001',
  },
  {
    says: 'one restart of a node that keeps nothing brings two inside the lock on it',
    setup: single,
    asked: { harm: 'overlap', kinds: ['restart'] },
    runs: 65,
    breaks: 1,
    first: 'restart nodeA 0.4',
  },
  {
    says: 'one restart brings nobody beside another inside Redlock, nor does one loss of power',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['restart', 'power-loss'] },
    runs: 236,
    breaks: 0,
  },
  {
    says: 'one failover brings two inside the lock on one node',
    setup: followed,
    asked: { harm: 'overlap', kinds: ['failover'] },
    runs: 25,
    breaks: 4,
    first: 'failover nodeA 0.110001',
  },
  {
    says: 'etcd without a leader lets nobody through, and nobody in beside another',
    setup: { lock: 'etcd' },
    asked: { harm: 'overlap', kinds: ['no-leader'] },
    runs: 29,
    breaks: 0,
  },
];

const nightly: readonly Claim[] = [
  {
    says: 'two processes that crash never bring two inside Redlock, where the work is short',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 22151,
    breaks: 0,
  },
  {
    says: 'a client that dies while it asks, and a node, bring two inside Redlock, asked in turn, where the work is long',
    setup: long('sequence'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 60097,
    breaks: 3,
    first: 'crash client1 0.14 + crash nodeC 1.18',
  },
  {
    says: 'no two crashes do where all nodes are asked at once',
    setup: long('parallel'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 29467,
    breaks: 0,
  },
];

describe('a search finds what is claimed', () => {
  test.each([...sampled(claims, 3), ...sampled(others, 3), ...byNight([], nightly)])(
    '$says',
    ({ setup, asked, runs, breaks, first }) => {
      const found = finished(search(spaceWith(setup, { seed: 0, ...asked }), parts));
      expect({ runs: found.runs, breaks: found.breaks.length }).toEqual({ runs, breaks });
      expect(found.breaks.slice(0, 1).map(written)).toEqual(first === undefined ? [] : [first]);
    },
    600_000,
  );
});
