// The version check, searched: no update is lost behind any lock. The number of runs of each space is pinned, so that
// no change silently loses a part of it.
import { expect, test } from 'vitest';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { isNightly, sampled } from '../../support/nightly';
import { spaceWith, written } from './spaces';

const locks = [...parts.locks.keys()];

test.each(sampled(locks, 2))('with the version check no one fault loses an update: %s', (lock) => {
  const { breaks, runs } = withOneFault(lock);
  expect(breaks.map(written)).toEqual([]);
  expect(runs).toBe(runsWithVersion[lock]);
});

test('each lock has its numbers of runs here', () => {
  const missing = locks.filter((lock) => !(lock in runsWithVersion && lock in otherRunsWithVersion));
  const numbers = missing.map((lock) => [
    lock,
    withOneFault(lock).runs,
    otherKinds.map((kind) => withOne(lock, kind).runs),
  ]);
  expect(numbers, 'a new lock: write these into `runsWithVersion` and `otherRunsWithVersion`').toEqual([]);
});

const withOneFault = (lock: string) => finished(search(spaceWith({ lock, check: 'version' }), parts));

const withOne = (lock: string, kind: FaultKind) => {
  const setup = { lock, check: 'version', replicas: kind === 'failover' ? 1 : 0 };
  return finished(search(spaceWith(setup, { kinds: [kind] }), parts));
};

const runsWithVersion: Readonly<Record<string, number>> = {
  'single-node': 351,
  'setnx-expire': 365,
  'setnx-getset': 378,
  'token-lock': 387,
  redisson: 423,
  'python-redis-lock': 368,
  redlock: 408,
  'redisson-redlock': 916,
  'redlock-py': 802,
  shedlock: 381,
  'agent-lease': 381,
  'zookeeper-node': 497,
  'zookeeper-sequential': 615,
  chubby: 425,
  etcd: 565,
  consul: 540,
  'kubernetes-lease': 648,
  'dynamodb-lock': 435,
  'vault-dynamodb': 584,
  'bullmq-job': 525,
  'object-store': 415,
  'state-lock': 402,
  flock: 279,
  'pid-file': 346,
  'issue-label': 345,
  'contents-lease': 415,
  'lock-file': 541,
  'json-lease': 468,
  'sql-row': 389,
  'sql-advisory': 327,
  'shedlock-table': 461,
  'laravel-lock': 463,
  'no-lock': 197,
};

/** Two faults at once on messages, clocks and keys: so few places that each push can check one lock. */
const pairKinds = ['lose', 'clock-jump', 'clock-drift', 'key-vanishes'] as const;
const pairsWithVersion = [
  { lock: 'zookeeper-node', runs: 2125 },
  { lock: 'consul', runs: 2839 },
  { lock: 'etcd', runs: 2746 },
  { lock: 'sql-row', runs: 3237 },
  { lock: 'single-node', runs: 3334 },
  { lock: 'shedlock', runs: 3400 },
  { lock: 'redisson', runs: 3566 },
  { lock: 'redlock', runs: 3957 },
] as const;

test.each(pairsWithVersion.slice(0, isNightly ? Number.POSITIVE_INFINITY : 1))(
  'with the version check no two faults lose an update: $lock',
  ({ lock, runs }) => {
    const found = finished(search(spaceWith({ lock, check: 'version' }, { kinds: pairKinds, faultsMax: 2 }), parts));
    expect(found.breaks.map(written)).toEqual([]);
    expect(found.runs).toBe(runs);
  },
);

/**
 * Kinds outside the standard space, in the order of the columns below. The table of the version check has all kinds.
 */
const otherKinds = [
  'clock-drift',
  'clock-slew',
  'suspend',
  'cut',
  'delay',
  'slow',
  'restart',
  'power-loss',
  'failover',
  'key-vanishes',
  'no-leader',
] as const satisfies readonly FaultKind[];

// At a push, an eighteenth of the cells, so that each kind has its turn with some lock.
const cells = locks.flatMap((lock, row) =>
  otherKinds.map((kind, column) => ({ lock, kind, column, isSample: (row + 7 * column) % 18 === 0 })),
);

test.each(cells.filter(({ isSample }) => isNightly || isSample))(
  'with the version check no one fault loses an update: $lock, $kind',
  ({ lock, kind, column }) => {
    const { breaks, runs } = withOne(lock, kind);
    expect(breaks.map(written)).toEqual([]);
    expect(runs).toBe(otherRunsWithVersion[lock]?.[column]);
  },
);

/** For each lock the number of runs by kind, as in `otherKinds`. 1: the kind has no target there. */
const otherRunsWithVersion: Readonly<Record<string, readonly number[]>> = {
  'single-node': [37, 28, 367, 190, 55, 127, 65, 138, 25, 7, 1],
  'setnx-expire': [37, 28, 375, 232, 67, 155, 67, 144, 37, 11, 1],
  'setnx-getset': [37, 28, 395, 211, 61, 141, 70, 149, 31, 9, 1],
  'token-lock': [37, 28, 397, 253, 73, 169, 71, 153, 49, 13, 1],
  redisson: [37, 28, 439, 253, 75, 169, 78, 167, 43, 13, 1],
  'python-redis-lock': [25, 37, 367, 250, 57, 136, 66, 143, 40, 10, 1],
  redlock: [37, 28, 431, 247, 61, 165, 76, 161, 151, 9, 1],
  'redisson-redlock': [43, 64, 941, 682, 171, 455, 167, 361, 115, 29, 1],
  'redlock-py': [85, 64, 779, 823, 145, 393, 142, 317, 151, 41, 1],
  shedlock: [37, 28, 403, 190, 55, 127, 71, 150, 25, 7, 1],
  'agent-lease': [37, 28, 403, 190, 55, 127, 71, 150, 25, 7, 1],
  'zookeeper-node': [19, 28, 519, 298, 87, 199, 92, 197, 1, 6, 21],
  'zookeeper-sequential': [19, 28, 643, 382, 111, 255, 114, 245, 1, 9, 29],
  chubby: [37, 28, 425, 286, 97, 191, 77, 169, 1, 6, 25],
  etcd: [19, 28, 583, 340, 107, 227, 104, 225, 1, 9, 29],
  consul: [19, 28, 541, 391, 93, 200, 98, 216, 1, 9, 35],
  'kubernetes-lease': [19, 28, 697, 298, 91, 199, 122, 258, 1, 8, 1],
  'dynamodb-lock': [37, 28, 459, 232, 67, 155, 81, 172, 1, 4, 15],
  'vault-dynamodb': [37, 28, 629, 232, 61, 127, 110, 232, 1, 4, 19],
  'bullmq-job': [37, 28, 545, 292, 77, 189, 97, 209, 1, 7, 1],
  'object-store': [37, 28, 435, 232, 67, 155, 77, 164, 1, 4, 1],
  'state-lock': [19, 28, 415, 253, 73, 169, 74, 159, 1, 7, 1],
  flock: [19, 28, 285, 166, 41, 96, 51, 109, 1, 3, 1],
  'pid-file': [19, 28, 361, 190, 45, 107, 64, 136, 1, 4, 1],
  'issue-label': [19, 28, 351, 232, 67, 155, 63, 136, 1, 4, 1],
  'contents-lease': [37, 28, 435, 232, 67, 155, 77, 164, 1, 4, 1],
  'lock-file': [19, 28, 573, 295, 65, 157, 101, 215, 1, 9, 1],
  'json-lease': [37, 28, 481, 316, 69, 167, 86, 186, 1, 6, 1],
  'sql-row': [19, 28, 395, 274, 79, 183, 71, 154, 1, 5, 1],
  'sql-advisory': [19, 28, 325, 250, 73, 167, 59, 129, 1, 5, 1],
  'shedlock-table': [37, 28, 477, 295, 85, 197, 85, 183, 1, 6, 1],
  'laravel-lock': [19, 28, 475, 316, 91, 211, 85, 184, 1, 7, 1],
  'no-lock': [13, 19, 209, 61, 25, 41, 37, 77, 1, 1, 1],
};
