// Claims about locks and checks, tested by a search. Each row is a space: lock, check, kinds of faults, how many at
// once, the harm, the seed. Where no run does harm, the number of runs is pinned, so that no change silently loses a part
// of the space.
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
  /** The first placement with the harm. */
  readonly first?: string;
  /** Without any: how many were tried. */
  readonly runs?: number;
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
    first: 'pause client1 0.12',
  },
  {
    says: 'one pause brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap' },
    first: 'pause client1 0.12',
  },
  {
    says: 'one process that crashes never brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'] },
    runs: 161,
  },
  {
    says: 'one clock that jumps never brings two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
  },
  {
    says: 'one crash leaves SETNX stuck',
    setup: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['crash'] },
    first: 'crash client1 0.12',
  },
  {
    says: 'one lost message leaves SETNX stuck',
    setup: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['lose'] },
    first: 'lose nodeA 0.11',
  },
  {
    says: 'a token without the mark of the read loses an update by one pause',
    setup: counter,
    asked: { kinds: ['pause'] },
    first: 'pause client1 0.12',
  },
  {
    says: 'a token with the mark of the read loses none by one pause',
    setup: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['pause'] },
    runs: 200,
  },
  {
    says: 'a token with that mark loses one by one crash, where the counter is on the node that forgets',
    setup: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['crash'] },
    first: 'crash nodeA 0.4',
  },
  {
    says: 'and so in three rounds',
    setup: { ...counter, checkSettings: { readsLeaveToken: true }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    first: 'crash nodeA 0.4',
  },
  {
    says: 'a token that is shown with its holder loses none by one crash in three rounds',
    setup: { ...counter, checkSettings: { readsLeaveToken: true, compare: 'same-holder' }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    runs: 656,
  },
  {
    says: 'one crash of its only node brings two inside',
    setup: single,
    asked: { harm: 'overlap', kinds: ['crash'] },
    first: 'crash nodeA 0.4',
  },
  { says: 'Redlock as redsync has it', setup: { lock: 'redsync' }, first: 'pause client1 0.12' },
  { says: 'Redlock as node-redlock 4 has it', setup: { lock: 'node-redlock-4' }, first: 'pause client1 0.12' },
  { says: 'Redlock as redlock-py has it', setup: { lock: 'redlock-py' }, first: 'pause client1 0.2' },
  { says: 'etcd without a check loses an update by one pause', setup: { lock: 'etcd' }, first: 'pause client1 0.46' },
  { says: 'one fault loses no update behind a node of ZooKeeper', setup: { lock: 'zookeeper-node' }, runs: 497 },
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
    first: 'pause client1 0.48',
  },
  {
    says: 'one pause lets no client delete another’s key by the script',
    setup: releases('script'),
    asked: { harm: 'deleted-another', kinds: ['pause'] },
    runs: 184,
  },
  {
    says: 'no fault of the standard space does, by the script',
    setup: releases('script'),
    asked: { harm: 'deleted-another' },
    runs: 351,
  },
  {
    says: 'one clock that jumps breaks nothing with a monotonic clock where work is interrupted when the lease ends',
    setup: ownClock('mono'),
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
  },
  {
    says: 'one clock that jumps brings two inside with the wall clock, though work is interrupted when the lease ends',
    setup: ownClock('wall'),
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    first: 'clock-jump client1 0.120001',
  },
  {
    says: 'two clocks that jump break nothing with a monotonic clock',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-jump'], faultsMax: 2 },
    runs: 123,
  },
  {
    says: 'one clock that drifts brings two inside all the same',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-drift'] },
    first: 'clock-drift client1 0',
  },
  {
    says: 'so does one that is slewed',
    setup: nearly,
    asked: { harm: 'overlap', kinds: ['clock-slew'] },
    first: 'clock-slew client1 0',
  },
  {
    says: 'so does a machine that sleeps',
    setup: ownClock('mono'),
    asked: { harm: 'overlap', kinds: ['suspend'] },
    first: 'suspend client1 0.12',
  },
  {
    says: 'one key that vanishes brings two inside the lock on one node',
    setup: single,
    asked: { harm: 'overlap', kinds: ['key-vanishes'] },
    first: 'key-vanishes nodeA 0.110001',
  },
  {
    says: 'two keys that vanish do not bring two inside Redlock',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['key-vanishes'], faultsMax: 2 },
    runs: 69,
  },
  {
    says: 'three do',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['key-vanishes'], faultsMax: 3 },
    first: 'key-vanishes nodeA 0.110001 + key-vanishes nodeB 0.110001 + key-vanishes nodeC 0.110001',
  },
  {
    says: 'one restart of a node that keeps nothing brings two inside the lock on it',
    setup: single,
    asked: { harm: 'overlap', kinds: ['restart'] },
    first: 'restart nodeA 0.4',
  },
  {
    says: 'one restart brings nobody beside another inside Redlock, nor does one loss of power',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['restart', 'power-loss'] },
    runs: 236,
  },
  {
    says: 'one failover brings two inside the lock on one node',
    setup: followed,
    asked: { harm: 'overlap', kinds: ['failover'] },
    first: 'failover nodeA 0.110001',
  },
  {
    says: 'etcd without a leader lets nobody through, and nobody in beside another',
    setup: { lock: 'etcd' },
    asked: { harm: 'overlap', kinds: ['no-leader'] },
    runs: 29,
  },
];

const nightly: readonly Claim[] = [
  {
    says: 'two processes that crash never bring two inside Redlock, where the work is short',
    setup: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 22151,
  },
  {
    says: 'a client that dies while it asks, and a node, bring two inside Redlock, asked in turn, where the work is long',
    setup: long('sequence'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    first: 'crash client1 0.14 + crash nodeC 1.18',
  },
  {
    says: 'no two crashes do where all nodes are asked at once',
    setup: long('parallel'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 29467,
  },
];

describe('a search finds what is claimed', () => {
  test.each([...sampled(claims, 3), ...sampled(others, 3), ...byNight([], nightly)])(
    '$says',
    ({ setup, asked, first, runs }) => {
      const found = finished(search(spaceWith(setup, { seed: 0, ...asked }), parts));
      expect(found.breaks.slice(0, 1).map(written)).toEqual(first === undefined ? [] : [first]);
      if (first === undefined) expect(found.runs).toBe(runs);
    },
    600_000,
  );
});
