/**
 * What can be set about Redlock, what it is called, and the arithmetic of its settings. The algorithm is in
 * `redlock.ts`.
 */
import type { CallOptions } from '../model/effect';
import { choice, count, flag, milliseconds, ratio, type ValuesOf } from '../model/fields';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { retryFields, ttlField } from './sharedFields';

export const redlockTexts = {
  title: { en: 'Redlock', zh: 'Redlock' },
  about: {
    en: 'One lock on N independent Redis nodes, held with a majority of them: safe as long as no pause or clock eats up the time that is left, and no node forgets. It has no fencing token of its own.',
    zh: '在 N 个相互独立的 Redis 节点上的一把锁，拿到多数即持有：只要剩余时间没有因暂停或时钟不准而提前耗尽，节点也没有失忆，就是安全的。它自身没有 fencing token。',
  },
} as const;

export const redlockFields = {
  ttl: ttlField,
  ask: choice({
    label: { en: 'Asks the nodes', zh: '请求节点的方式' },
    options: [
      { id: 'parallel', label: { en: 'all at once', zh: '同时' } },
      { id: 'sequence', label: { en: 'one after the other', zh: '依次' } },
    ],
    default: 'parallel',
  }),
  startOrder: choice({
    label: { en: 'Begins with', zh: '从哪个节点开始' },
    options: [
      { id: 'same', label: { en: 'the same node', zh: '同一个节点' } },
      { id: 'rotated', label: { en: 'a node of its own', zh: '各自的节点' } },
    ],
    default: 'same',
  }),
  keys: count({
    label: { en: 'Keys', zh: '键的个数' },
    min: 1,
    max: 3,
    default: 1,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout per node', zh: '单个节点的超时' },
    min: 1,
    max: 60_000,
    default: 50,
    means: 'timeout',
  }),
  driftFactor: ratio({
    label: { en: 'Drift factor', zh: '时钟漂移系数' },
    min: 0,
    max: 0.5,
    step: 0.001,
    default: 0.01,
  }),
  driftMs: milliseconds({
    label: { en: 'Drift, constant', zh: '时钟漂移常数' },
    min: 0,
    max: 10_000,
    default: 2,
  }),
  ...retryFields({ tries: 3 }),
  owner: choice({
    label: { en: 'Owner value', zh: '所有者的值' },
    options: [
      { id: 'acquire', label: { en: 'one for each acquire', zh: '每次加锁一个' } },
      { id: 'try', label: { en: 'one for each attempt', zh: '每次尝试一个' } },
    ],
    default: 'acquire',
  }),
  releaseBetweenTries: flag({
    label: { en: 'Releases between attempts', zh: '两次尝试之间释放' },
    default: true,
  }),
  releaseTo: choice({
    label: { en: 'Releases on', zh: '向谁释放' },
    options: [
      { id: 'all', label: { en: 'all nodes', zh: '所有节点' } },
      { id: 'granted', label: { en: 'nodes known to have granted', zh: '已知同意的节点' } },
    ],
    default: 'all',
  }),
  validityCheck: flag({
    label: { en: 'Checks the validity', zh: '检查有效时间' },
    default: true,
  }),
  minValidity: milliseconds({
    label: { en: 'Minimum validity', zh: '最少有效时间' },
    min: 0,
    max: 600_000,
    default: 0,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    options: [
      { id: 'wall', label: { en: 'the wall clock', zh: '挂钟' } },
      { id: 'mono', label: { en: 'the monotonic clock', zh: '单调时钟' } },
      { id: 'larger', label: { en: 'both, the longer time', zh: '两者取较长' } },
    ],
    default: 'larger',
  }),
  extensions: count({
    label: { en: 'Maximum extensions', zh: '最多续期次数' },
    min: 0,
    max: 100,
    default: 0,
  }),
  reconnectOnTimeout: flag({
    label: { en: 'Reconnects on a timeout', zh: '超时后重连' },
    default: false,
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'one-node', label: { en: 'counter on node A', zh: '节点 A 上的计数器' } },
      {
        id: 'largest',
        label: { en: 'the largest count of the nodes that granted', zh: '同意的节点中最大的计数' },
        pitfall: true,
      },
      { id: 'quorum', label: { en: 'counters on a quorum', zh: '多数节点上的计数器' } },
    ],
    default: 'none',
  }),
} as const;

export type RedlockSettings = ValuesOf<typeof redlockFields>;

/** How every request of this lock is sent. */
export const callOptions = ({ nodeTimeout, reconnectOnTimeout }: RedlockSettings): CallOptions => ({
  timeout: fromMs(nodeTimeout),
  reconnect: reconnectOnTimeout,
});

/** How much shorter the validity is because clocks differ: driftFactor × TTL + driftMs, in microseconds. */
export const driftAllowance = ({ ttl, driftFactor, driftMs }: RedlockSettings): Micros =>
  fromMs(driftFactor * ttl + driftMs);

/**
 * The nodes in the order in which this client asks them. Rotated orders put half of the nodes between the first nodes
 * of two clients.
 */
export function inOrder(
  { startOrder }: RedlockSettings,
  me: ProcessId,
  nodes: readonly ProcessId[],
): readonly ProcessId[] {
  if (startOrder === 'same') return nodes;
  const clientNumber = Number(me.slice('client'.length));
  const first = ((clientNumber - 1) * Math.floor(nodes.length / 2)) % nodes.length;
  return [...nodes.slice(first), ...nodes.slice(0, first)];
}
