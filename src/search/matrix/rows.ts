/** The rows of the table: every lock and library with its defaults, and both settings of a lock with two usual ones. */
import type { ConnectionSettings, Setting } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import * as words from './rowWords';

export type LockId = string;
export type ProfileId = string;
export type CheckId = string;

export interface Row {
  /** The id of the lock or library, or `lock-setting`. It is in addresses and never changes. */
  readonly id: string;
  readonly lock: LockId;
  readonly profile?: ProfileId;
  /** Settings that differ from the lock's defaults. */
  readonly settings?: Readonly<Record<string, Setting>>;
  /** The number of replicas of each node. Absent: none. */
  readonly replicas?: number;
  /** How long a client works inside, in ms. Absent: the same as in every row. */
  readonly work?: number;
  /** The number of nodes, for a lock that asks several. Absent: five. */
  readonly nodes?: number;
  /** Its nodes write each change to disk before they answer. Absent: they keep nothing. */
  readonly fsync?: true;
  /** How its client library waits and sends again. Absent: as the lock says. */
  readonly connection?: ConnectionSettings;
  /** In ms: its library refuses a shorter lease. */
  readonly leaseLeast?: number;
  /** Which of the lock's two usual settings it has. */
  readonly variant?: Text;
}

const library = (lock: LockId, profile: ProfileId, under: Pick<Row, 'connection' | 'variant'> = {}): Row => ({
  id: profile,
  lock,
  profile,
  ...under,
});

/**
 * go-redis ends each wait after its ReadTimeout, and ignores its caller's limit unless ContextTimeoutEnabled is set.
 * It sends again three times, but no request of an acquire, whose limit is over by then.
 */
const goRedis = { connection: { readTimeout: 5000 }, variant: words.goRedis };
/**
 * redis-py sends again after a timeout, and when a connection has ended, if its client was made by `Redis()`. A client
 * made from a URL, as in the examples of Pottery's AIORedlock, does not.
 */
const redisPy7 = { connection: { resends: 3 } };
const redisPy8 = { connection: { resends: 10 } };
const pythonRedisLock7 = { ...redisPy7, lock: 'python-redis-lock' };
const pythonRedisLock8 = { ...redisPy8, lock: 'python-redis-lock', profile: 'python-redis-lock-8' };

export const rows: readonly Row[] = [
  { id: 'single-node', lock: 'single-node', variant: words.plain },
  { id: 'single-node-replica', lock: 'single-node', replicas: 1, variant: words.withReplica },
  { id: 'single-node-fsync', lock: 'single-node', fsync: true, variant: words.withFsync },
  { id: 'setnx-expire', lock: 'setnx-expire' },
  { id: 'setnx-getset', lock: 'setnx-getset' },
  { id: 'token-lock', lock: 'token-lock', variant: words.plain },
  { id: 'token-lock-replica', lock: 'token-lock', replicas: 1, variant: words.withReplica },
  { id: 'redisson', lock: 'redisson', variant: words.watchdog },
  {
    id: 'redisson-lease-time',
    lock: 'redisson',
    settings: { leaseTime: 10_000 },
    variant: words.leaseTime,
  },
  {
    id: 'redisson-replica',
    lock: 'redisson',
    settings: { checkLockSyncedSlaves: 'remembered' },
    replicas: 1,
    variant: words.watchdogAndReplica,
  },
  { ...pythonRedisLock7, id: 'python-redis-lock', variant: words.noExpiry7 },
  { ...pythonRedisLock7, id: 'python-redis-lock-expire', settings: { expire: 10 }, variant: words.expiry7 },
  {
    ...pythonRedisLock7,
    id: 'python-redis-lock-renewal',
    settings: { expire: 10, autoRenewal: true },
    variant: words.renewal7,
  },
  { ...pythonRedisLock8, id: 'python-redis-lock-8', variant: words.noExpiry },
  { ...pythonRedisLock8, id: 'python-redis-lock-8-expire', settings: { expire: 10 }, variant: words.expiry },
  {
    ...pythonRedisLock8,
    id: 'python-redis-lock-8-renewal',
    settings: { expire: 10, autoRenewal: true },
    variant: words.renewal,
  },
  { id: 'redlock', lock: 'redlock', variant: words.keepsNothing },
  { id: 'redlock-fsync', lock: 'redlock', fsync: true, variant: words.withFsync },
  { id: 'redlock-replica', lock: 'redlock', replicas: 1, variant: words.replicaEach },
  { id: 'redisson-redlock', lock: 'redisson-redlock' },
  { id: 'redlock-py', lock: 'redlock-py' },
  { id: 'shedlock', lock: 'shedlock', variant: words.noExtension },
  {
    id: 'shedlock-keep-alive',
    lock: 'shedlock',
    settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
    leaseLeast: 30_000,
    variant: words.keepAlive,
  },
  { id: 'zookeeper-node', lock: 'zookeeper-node', variant: words.ofOne },
  { id: 'zookeeper-node-3', lock: 'zookeeper-node', settings: { members: '3' }, variant: words.ofThree },
  { id: 'zookeeper-sequential', lock: 'zookeeper-sequential', variant: words.ofOne },
  { id: 'zookeeper-sequential-3', lock: 'zookeeper-sequential', settings: { members: '3' }, variant: words.ofThree },
  { id: 'chubby', lock: 'chubby', variant: words.ofOne },
  { id: 'chubby-3', lock: 'chubby', settings: { members: '3' }, variant: words.ofThree },
  { id: 'etcd', lock: 'etcd', variant: words.ofOne },
  { id: 'etcd-3', lock: 'etcd', settings: { members: '3' }, variant: words.ofThree },
  { id: 'consul', lock: 'consul', variant: words.ofOne },
  { id: 'consul-3', lock: 'consul', settings: { members: '3' }, variant: words.ofThree },
  { id: 'kubernetes-lease', lock: 'kubernetes-lease' },
  { id: 'dynamodb-lock', lock: 'dynamodb-lock' },
  { id: 'vault-dynamodb', lock: 'vault-dynamodb' },
  { id: 'bullmq-job', lock: 'bullmq-job' },
  { id: 'object-store', lock: 'object-store' },
  { id: 'lock-file', lock: 'lock-file', variant: words.ofLocalFiles },
  {
    id: 'lock-file-network',
    lock: 'lock-file',
    settings: { fileSystem: 'network' },
    variant: words.ofNetworkFiles,
  },
  { id: 'json-lease', lock: 'json-lease' },
  { id: 'sql-row', lock: 'sql-row', variant: words.noExpiry },
  { id: 'sql-row-expiry', lock: 'sql-row', settings: { expiry: 10_000 }, variant: words.expiry },
  { id: 'sql-advisory', lock: 'sql-advisory' },
  { id: 'shedlock-table', lock: 'shedlock-table', variant: words.noExtension },
  {
    id: 'shedlock-table-keep-alive',
    lock: 'shedlock-table',
    settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
    leaseLeast: 30_000,
    variant: words.keepAlive,
  },
  { id: 'laravel-lock', lock: 'laravel-lock' },
  { id: 'no-lock', lock: 'no-lock' },
  library('redlock', 'redsync', goRedis),
  library('redlock', 'node-redlock-5'),
  library('redlock', 'node-redlock-4'),
  library('redlock', 'redlock-universal'),
  library('redlock', 'aioredlock'),
  library('redlock', 'pottery', { ...redisPy8, variant: words.redisPy }),
  library('redlock', 'pottery-async', { variant: words.redisPyUrl }),
  library('redlock', 'redlock-net'),
  library('redlock', 'redlock-rb'),
  library('redlock', 'redlock-cpp'),
  library('redlock', 'redlock-php'),
  library('redisson', 'redisson-older'),
  library('redisson', 'redisson-newer'),
  library('redisson-redlock', 'redisson-redlock-older'),
  library('redisson-redlock', 'redisson-redlock-newer'),
];

/** `own`: the default of the lock or library. `same`: every lock has `sameLease`. */
export const leases = ['own', 'same'] as const;
export type Leases = (typeof leases)[number];

/** In ms. */
export const sameLease = 10_000;
