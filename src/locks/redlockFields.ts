/**
 * What can be set about Redlock, what it is called, and the arithmetic of its settings. The algorithm is in
 * `redlock.ts`.
 */
import type { CallOptions } from '../model/effect';
import { choice, count, flag, milliseconds, ratio, type ValuesOf } from '../model/fields';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { retryFields, ttlField } from './sharedFields';
import { majority } from './votes';

export const redlockTexts = {
  title: { en: 'Redlock', zh: 'Redlock' },
  about: {
    en: 'One lock on N independent Redis nodes, held with a majority of them: safe as long as no pause or clock eats up the time that is left, and no node forgets. It has no fencing token of its own.',
    zh: '在 N 个相互独立的 Redis 节点上的一把锁，拿到多数即持有：只要剩余时间没有因暂停或时钟不准而提前耗尽，节点也没有失忆，就是安全的。它自身没有 fencing token。',
  },
} as const;

/** Here and not with them, since a page reads a link before it loads the libraries. */
export const redlockProfiles = [
  'redsync',
  'node-redlock-5',
  'node-redlock-4',
  'redlock-universal',
  'aioredlock',
  'pottery',
  'pottery-async',
  'redlock-net',
  'redlock-rb',
  'redlock-cpp',
  'redlock-php',
] as const;

export const redlockFields = {
  ttl: ttlField,
  takes: choice({
    label: { en: 'A node grants', zh: '节点何时同意' },
    options: [
      { id: 'free', label: { en: 'a free key', zh: '键空闲' } },
      { id: 'free-or-mine', label: { en: 'a free key, or the client’s own', zh: '键空闲，或是自己的' } },
    ],
    default: 'free',
  }),
  quorum: choice({
    label: { en: 'Needs', zh: '需要同意的节点' },
    options: [
      { id: 'majority', label: { en: 'a majority', zh: '多数' } },
      { id: 'unrounded', label: { en: 'N/2 + 1, not rounded', zh: 'N/2 + 1，不取整' }, pitfall: true },
      { id: '1', label: { en: '1 node', zh: '1 个节点' }, pitfall: true },
      { id: '2', label: { en: '2 nodes', zh: '2 个节点' }, pitfall: true },
      { id: '3', label: { en: '3 nodes', zh: '3 个节点' }, pitfall: true },
      { id: '4', label: { en: '4 nodes', zh: '4 个节点' }, pitfall: true },
      { id: '5', label: { en: '5 nodes', zh: '5 个节点' }, pitfall: true },
      { id: '6', label: { en: '6 nodes', zh: '6 个节点' }, pitfall: true },
      { id: '7', label: { en: '7 nodes', zh: '7 个节点' }, pitfall: true },
      { id: '8', label: { en: '8 nodes', zh: '8 个节点' }, pitfall: true },
      { id: '9', label: { en: '9 nodes', zh: '9 个节点' }, pitfall: true },
    ],
    default: 'majority',
  }),
  ask: choice({
    label: { en: 'Asks the nodes', zh: '请求节点的方式' },
    options: [
      { id: 'parallel', label: { en: 'all at once', zh: '同时' } },
      { id: 'sequence', label: { en: 'one after the other', zh: '依次' } },
    ],
    default: 'parallel',
  }),
  goesOn: choice({
    label: { en: 'Goes on', zh: '何时继续' },
    options: [
      { id: 'decided', label: { en: 'as soon as it is decided', zh: '一有定论' } },
      { id: 'granted', label: { en: 'at a yes; a no waits for all', zh: '成功即可；失败要等齐' } },
      { id: 'all', label: { en: 'when all have answered', zh: '全部答复之后' } },
    ],
    default: 'decided',
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
    min: 0,
    max: 60_000,
    default: 50,
    means: 'timeout',
  }),
  timeoutOn: choice({
    label: { en: 'The timeout holds for', zh: '超时用于' },
    options: [
      { id: 'every', label: { en: 'every request', zh: '每个请求' } },
      { id: 'acquire', label: { en: 'the acquire alone', zh: '仅加锁' } },
    ],
    default: 'every',
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
      {
        id: 'granted-now',
        label: { en: 'all, but for a failed attempt', zh: '所有节点，失败的尝试除外' },
      },
    ],
    default: 'all',
  }),
  releaseAwaits: choice({
    label: { en: 'A release waits for', zh: '释放时等待' },
    options: [
      { id: 'all', label: { en: 'all nodes', zh: '所有节点' } },
      { id: 'majority', label: { en: 'a majority', zh: '多数节点' } },
      { id: 'none', label: { en: 'no node, after a failed acquire', zh: '加锁失败时不等' } },
    ],
    default: 'all',
  }),
  releaseTries: count({
    label: { en: 'Attempts of a release', zh: '释放的尝试次数' },
    min: 1,
    max: 100,
    default: 1,
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
      { id: 'seconds', label: { en: 'the wall clock, in whole seconds', zh: '挂钟，只到整秒' } },
    ],
    default: 'larger',
  }),
  leaseFrom: choice({
    label: { en: 'The lease counts from', zh: '租约从何时算起' },
    options: [
      { id: 'asking', label: { en: 'before it asked', zh: '请求之前' } },
      { id: 'return', label: { en: 'its return', zh: '返回之时' } },
      { id: 'first-attempt', label: { en: 'before the first attempt', zh: '第一次尝试之前' } },
    ],
    default: 'asking',
  }),
  extensions: count({
    label: { en: 'Maximum extensions', zh: '最多续期次数' },
    min: 0,
    max: 10_000,
    default: 0,
  }),
  extendAt: ratio({
    label: { en: 'Extends after this share', zh: '剩余时间过去多少时续期' },
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
  }),
  extendBefore: milliseconds({
    label: { en: 'Extends before the end by', zh: '到期前多久续期' },
    min: 0,
    max: 600_000,
    default: 0,
  }),
  extendTries: count({
    label: { en: 'Attempts of an extension', zh: '每次续期的尝试次数' },
    min: 1,
    max: 100,
    default: 1,
  }),
  extendsWhat: choice({
    label: { en: 'Extends', zh: '续期什么' },
    options: [
      { id: 'mine', label: { en: 'its own key', zh: '自己的键' } },
      { id: 'mine-or-free', label: { en: 'its own key, or a free one', zh: '自己的键，或空闲的键' } },
      { id: 'get-then-extend', label: { en: 'its own key, after a GET', zh: '先 GET，再续自己的键' } },
      { id: 'new-value', label: { en: 'by a new value', zh: '换成新的值' } },
    ],
    default: 'mine',
  }),
  extendsExpired: flag({
    label: { en: 'Extends what is over', zh: '过期后照样续期' },
    default: false,
  }),
  whenExtensionFails: choice({
    label: { en: 'When an extension fails', zh: '续期失败时' },
    options: [
      { id: 'keeps', label: { en: 'tries on', zh: '继续尝试' } },
      { id: 'ends', label: { en: 'extends no more', zh: '不再续期' } },
      { id: 'deletes', label: { en: 'deletes the keys', zh: '删除键' } },
      { id: 'deletes-each', label: { en: 'deletes the keys after each attempt', zh: '每次尝试后都删除键' } },
    ],
    default: 'keeps',
  }),
  toldBy: choice({
    label: { en: 'Told of a loss by', zh: '由谁告知锁已失去' },
    options: [
      { id: 'own-clock', label: { en: 'its own clock', zh: '自己的时钟' } },
      { id: 'nothing', label: { en: 'nothing', zh: '谁也不说' } },
      { id: 'flag', label: { en: 'a flag, to be polled', zh: '标志，要自己去看' } },
      { id: 'signal', label: { en: 'an abort signal', zh: '中止信号' } },
    ],
    default: 'own-clock',
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

/** How the requests of an acquire with its clean-up are sent, or those of an extension or of the release after the work. */
export const callOptions = (
  { nodeTimeout, timeoutOn, reconnectOnTimeout }: RedlockSettings,
  purpose: 'acquire' | 'extend' | 'release',
): CallOptions => ({
  timeout: nodeTimeout === 0 || (timeoutOn === 'acquire' && purpose !== 'acquire') ? null : fromMs(nodeTimeout),
  reconnect: reconnectOnTimeout,
});

/** How many of the nodes must agree. Not rounded, half of three and one are 2.5: that is all three. */
export function quorumOf({ quorum }: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  if (quorum === 'majority') return majority(nodes);
  return quorum === 'unrounded' ? Math.min(nodes.length, Math.ceil(nodes.length / 2) + 1) : Number(quorum);
}

/** How many nodes must say no until no quorum can say yes. With an even number of nodes, as many as a majority. */
export function refusalOf(settings: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  const need = quorumOf(settings, nodes);
  return Math.max(need, nodes.length - need + 1);
}

/** What the client usually makes of a loss, where something else than its own clock tells it, or nothing does. */
export const usuallyWhenLost = ({ toldBy }: RedlockSettings): 'at-next-look' | 'never' | undefined =>
  toldBy === 'own-clock' ? undefined : toldBy === 'signal' ? 'at-next-look' : 'never';

/**
 * How long the client waits before its next extension, in microseconds, when this much is left of its validity. A timer
 * that goes on after the end looks at the TTL alone.
 */
export function pauseBeforeExtending(
  { ttl, extendAt, extendBefore, extendsExpired }: RedlockSettings,
  left: Micros,
): Micros {
  const whole = extendsExpired ? fromMs(ttl) : left;
  return extendBefore > 0 ? Math.max(0, whole - fromMs(extendBefore)) : Math.floor(whole * extendAt);
}

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
