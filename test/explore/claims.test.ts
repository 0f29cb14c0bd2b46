// What is claimed of locks and checks, held to a search. Each row is a space: lock, check, kinds of faults, how many at once,
// the harm, the seed. Its number of runs is pinned, so that no change loses a part of it silently.
import { describe, expect, test } from 'vitest';
import { finished } from '../../src/explore/branch';
import { search } from '../../src/explore/search';
import type { Asked } from '../../src/explore/space';
import { registry } from '../../src/run/registry';
import { isNightly } from '../support/nightly';
import { type Parts, spaceWith, written } from './spaces';

interface Claim {
  readonly says: string;
  readonly parts: Parts;
  readonly asked?: Asked;
  readonly runs: number;
  /** How many placements do it. 0: none. */
  readonly breaks: number;
  /** The first of them. */
  readonly first?: string;
}

const single = { lock: 'single-node', nodes: 1 } as const;
const counter = { ...single, lockSettings: { token: 'counter' }, check: 'fencing' } as const;

/** The work takes most of the TTL, so the keys of a client that died before are over first. */
const long = (ask: string): Parts => ({
  lock: 'redlock',
  lockSettings: { ask, ttl: 1000, tries: 1 },
  settings: { work: 800 },
});

const claims: readonly Claim[] = [
  {
    says: 'one pause loses an update of Redlock without a check',
    parts: { lock: 'redlock' },
    runs: 408,
    breaks: 12,
    first: 'pause client1 0.12',
  },
  {
    says: 'one pause brings two inside Redlock',
    parts: { lock: 'redlock' },
    asked: { harm: 'overlap' },
    runs: 408,
    breaks: 18,
    first: 'pause client1 0.12',
  },
  {
    says: 'one process that crashes never brings two inside Redlock',
    parts: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'] },
    runs: 161,
    breaks: 0,
  },
  {
    says: 'one clock that jumps never brings two inside Redlock',
    parts: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['clock-jump'] },
    runs: 13,
    breaks: 0,
  },
  {
    says: 'one crash leaves SETNX stuck',
    parts: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['crash'] },
    runs: 144,
    breaks: 9,
    first: 'crash client1 0.12',
  },
  {
    says: 'one lost message leaves SETNX stuck',
    parts: { lock: 'setnx-expire', nodes: 1 },
    asked: { harm: 'stuck', kinds: ['lose'] },
    runs: 23,
    breaks: 4,
    first: 'lose nodeA 0.11',
  },
  {
    says: 'a token without the mark of the read loses an update by one pause',
    parts: counter,
    asked: { kinds: ['pause'] },
    runs: 200,
    breaks: 10,
    first: 'pause client1 0.12',
  },
  {
    says: 'a token with the mark of the read loses none by one pause',
    parts: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['pause'] },
    runs: 200,
    breaks: 0,
  },
  {
    says: 'a token with that mark loses one by one crash, where the counter is on the node that forgets',
    parts: { ...counter, checkSettings: { readsLeaveToken: true } },
    asked: { kinds: ['crash'] },
    runs: 152,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  {
    says: 'and so in three rounds',
    parts: { ...counter, checkSettings: { readsLeaveToken: true }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    runs: 656,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  {
    says: 'a token that is shown with its holder loses none by one crash in three rounds',
    parts: { ...counter, checkSettings: { readsLeaveToken: true, compare: 'same-holder' }, settings: { rounds: 3 } },
    asked: { kinds: ['crash'] },
    runs: 656,
    breaks: 0,
  },
  {
    says: 'one crash of its only node brings two inside',
    parts: single,
    asked: { harm: 'overlap', kinds: ['crash'] },
    runs: 138,
    breaks: 1,
    first: 'crash nodeA 0.4',
  },
  { says: 'Redlock as redsync has it', parts: { lock: 'redsync' }, runs: 408, breaks: 12, first: 'pause client1 0.12' },
  {
    says: 'Redlock as node-redlock 4 has it',
    parts: { lock: 'node-redlock-4' },
    runs: 408,
    breaks: 12,
    first: 'pause client1 0.12',
  },
  {
    says: 'Redlock as redlock-py has it',
    parts: { lock: 'redlock-py' },
    runs: 802,
    breaks: 11,
    first: 'pause client1 0.2',
  },
  {
    says: 'etcd without a check loses an update by one pause',
    parts: { lock: 'etcd' },
    runs: 481,
    breaks: 2,
    first: 'pause client1 0.46',
  },
  {
    says: 'one fault loses no update behind a node of ZooKeeper',
    parts: { lock: 'zookeeper-node' },
    runs: 497,
    breaks: 0,
  },
];

const nightly: readonly Claim[] = [
  {
    says: 'two processes that crash never bring two inside Redlock, where the work is short',
    parts: { lock: 'redlock' },
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 22151,
    breaks: 0,
  },
  {
    says: 'a client that dies while it asks, and a node, bring two inside Redlock, asked in turn, where the work is long',
    parts: long('sequence'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 60097,
    breaks: 3,
    first: 'crash client1 0.14 + crash nodeC 1.18',
  },
  {
    says: 'no two crashes do where all nodes are asked at once',
    parts: long('parallel'),
    asked: { harm: 'overlap', kinds: ['crash'], faultsMax: 2 },
    runs: 29467,
    breaks: 0,
  },
];

describe('a search finds what is claimed', () => {
  test.each(isNightly ? [...claims, ...nightly] : claims)(
    '$says',
    ({ parts, asked, runs, breaks, first }) => {
      const found = finished(search(spaceWith(parts, { seed: 0, ...asked }), registry));
      expect({ runs: found.runs, breaks: found.breaks.length }).toEqual({ runs, breaks });
      expect(found.breaks.slice(0, 1).map(written)).toEqual(first === undefined ? [] : [first]);
    },
    600_000,
  );
});

test.each([...registry.locks.keys()])('with the version check no one fault loses an update: %s', (lock) => {
  const { breaks, runs } = finished(search(spaceWith({ lock, check: 'version' }), registry));
  expect(breaks.map(written)).toEqual([]);
  expect(runs).toBe(runsWithVersion[lock]);
});

const runsWithVersion: Readonly<Record<string, number>> = {
  'single-node': 351,
  'setnx-expire': 365,
  'setnx-getset': 378,
  'token-lock': 387,
  redisson: 423,
  'python-redis-lock': 368,
  redlock: 408,
  'redisson-redlock': 736,
  'redlock-py': 802,
  shedlock: 381,
  'zookeeper-node': 497,
  'zookeeper-sequential': 615,
  chubby: 425,
  etcd: 481,
  consul: 540,
  'sql-row': 389,
  'sql-advisory': 327,
  'shedlock-table': 461,
  'no-lock': 197,
};
