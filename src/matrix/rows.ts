/** The rows of the table: every lock as it comes, where it has two usual settings both, and every library as it comes. */
import type { Setting } from '../model/scenario';
import type { Text } from '../model/text';

export type LockId = string;
export type ProfileId = string;
export type CheckId = string;

export interface Row {
  /** It is in addresses and never changes: the id of the lock or library, or `lock-setting`. */
  readonly id: string;
  readonly lock: LockId;
  readonly profile?: ProfileId;
  /** Those that differ from the lock's defaults. */
  readonly settings?: Readonly<Record<string, Setting>>;
  /** Each of its nodes has so many replicas. Absent: none. */
  readonly replicas?: number;
  /** How long a client works inside, in ms. Absent: as in every row. */
  readonly work?: number;
  /** How many nodes it asks, where it asks several. Absent: five. */
  readonly nodes?: number;
  /** Its nodes write each change to disk before they answer. Absent: they keep nothing. */
  readonly fsync?: true;
  /** Which of the lock's usual settings it is, where there are two. */
  readonly variant?: Text;
}

const withReplica: Text = { en: 'with a replica', zh: '带一个副本' };
const withFsync: Text = { en: 'fsync on every write', zh: '每次写入都 fsync' };
const ofThree: Text = { en: '3 members', zh: '3 个成员' };
const ofOne: Text = { en: '1 member', zh: '1 个成员' };
const plain: Text = { en: '1 node', zh: '1 个节点' };

const library = (lock: LockId, profile: ProfileId): Row => ({ id: profile, lock, profile });

export const rows: readonly Row[] = [
  { id: 'single-node', lock: 'single-node', variant: plain },
  { id: 'single-node-replica', lock: 'single-node', replicas: 1, variant: withReplica },
  { id: 'single-node-fsync', lock: 'single-node', fsync: true, variant: withFsync },
  { id: 'setnx-expire', lock: 'setnx-expire' },
  { id: 'setnx-getset', lock: 'setnx-getset' },
  { id: 'token-lock', lock: 'token-lock', variant: plain },
  { id: 'token-lock-replica', lock: 'token-lock', replicas: 1, variant: withReplica },
  { id: 'redisson', lock: 'redisson', variant: { en: 'watchdog', zh: '看门狗' } },
  {
    id: 'redisson-lease-time',
    lock: 'redisson',
    settings: { leaseTime: 10_000 },
    variant: { en: 'lease time, no watchdog', zh: '指定租约，没有看门狗' },
  },
  {
    id: 'redisson-replica',
    lock: 'redisson',
    replicas: 1,
    variant: { en: 'watchdog, with a replica', zh: '看门狗，带一个副本' },
  },
  { id: 'python-redis-lock', lock: 'python-redis-lock', variant: { en: 'no expiry', zh: '没有过期时间' } },
  {
    id: 'python-redis-lock-expire',
    lock: 'python-redis-lock',
    settings: { expire: 10 },
    variant: { en: 'expiry', zh: '有过期时间' },
  },
  {
    id: 'python-redis-lock-renewal',
    lock: 'python-redis-lock',
    settings: { expire: 10, autoRenewal: true },
    variant: { en: 'expiry and auto-renewal', zh: '有过期时间并自动续期' },
  },
  { id: 'redlock', lock: 'redlock', variant: { en: 'nodes keep nothing', zh: '节点不持久化' } },
  { id: 'redlock-fsync', lock: 'redlock', fsync: true, variant: withFsync },
  { id: 'redlock-replica', lock: 'redlock', replicas: 1, variant: { en: 'a replica each', zh: '每个节点一个副本' } },
  { id: 'redisson-redlock', lock: 'redisson-redlock' },
  { id: 'redlock-py', lock: 'redlock-py' },
  { id: 'shedlock', lock: 'shedlock', variant: { en: 'no extension', zh: '不续期' } },
  {
    id: 'shedlock-keep-alive',
    lock: 'shedlock',
    settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
    variant: { en: 'KeepAliveLockProvider', zh: 'KeepAliveLockProvider' },
  },
  { id: 'zookeeper-node', lock: 'zookeeper-node', variant: ofOne },
  { id: 'zookeeper-node-3', lock: 'zookeeper-node', settings: { members: '3' }, variant: ofThree },
  { id: 'zookeeper-sequential', lock: 'zookeeper-sequential', variant: ofOne },
  { id: 'zookeeper-sequential-3', lock: 'zookeeper-sequential', settings: { members: '3' }, variant: ofThree },
  { id: 'chubby', lock: 'chubby', variant: ofOne },
  { id: 'chubby-3', lock: 'chubby', settings: { members: '3' }, variant: ofThree },
  { id: 'etcd', lock: 'etcd', variant: ofOne },
  { id: 'etcd-3', lock: 'etcd', settings: { members: '3' }, variant: ofThree },
  { id: 'consul', lock: 'consul', variant: ofOne },
  { id: 'consul-3', lock: 'consul', settings: { members: '3' }, variant: ofThree },
  { id: 'sql-row', lock: 'sql-row', variant: { en: 'no expiry', zh: '没有过期时间' } },
  { id: 'sql-row-expiry', lock: 'sql-row', settings: { expiry: 10_000 }, variant: { en: 'expiry', zh: '有过期时间' } },
  { id: 'sql-advisory', lock: 'sql-advisory' },
  { id: 'shedlock-table', lock: 'shedlock-table', variant: { en: 'no extension', zh: '不续期' } },
  {
    id: 'shedlock-table-keep-alive',
    lock: 'shedlock-table',
    settings: { lockAtMostFor: 30_000, extension: 'keep-alive' },
    variant: { en: 'KeepAliveLockProvider', zh: 'KeepAliveLockProvider' },
  },
  { id: 'no-lock', lock: 'no-lock' },
  library('redlock', 'redsync'),
  library('redlock', 'node-redlock-5'),
  library('redlock', 'node-redlock-4'),
  library('redlock', 'redlock-universal'),
  library('redlock', 'aioredlock'),
  library('redlock', 'pottery'),
  library('redlock', 'pottery-async'),
  library('redlock', 'redlock-net'),
  library('redlock', 'redlock-rb'),
  library('redlock', 'redlock-cpp'),
  library('redlock', 'redlock-php'),
  library('redisson', 'redisson-older'),
  library('redisson', 'redisson-newer'),
  library('redisson-redlock', 'redisson-redlock-older'),
  library('redisson-redlock', 'redisson-redlock-newer'),
];

/** `own`: as the lock or library comes. `same`: every lock has `sameLease`. */
export const leases = ['own', 'same'] as const;
export type Leases = (typeof leases)[number];

/** In ms. */
export const sameLease = 10_000;
