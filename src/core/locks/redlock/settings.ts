/** The settings and texts of Redlock, and the arithmetic of its settings. The algorithm is in `lock.ts`. */
import type { CallOptions } from '../../model/effects/effect';
import { choice, flag, milliseconds, ratio, type ValuesOf } from '../../model/scenario/fields';
import type { ProcessId } from '../../model/scenario/processId';
import type { Settings } from '../../model/scenario/scenario';
import type { Text } from '../../model/values/text';
import { fromMs, leaseMax, type Micros } from '../../model/values/time';
import { retryFields, ttlField } from '../shared/fields';
import { majority } from '../shared/votes';
import { redlockAskingFields } from './askingSettings';
import { redlockExtendingFields } from './extendingSettings';
import { redlockReleasingFields } from './releasingSettings';

export const redlockTexts = {
  about: {
    en: 'One lock on N independent Redis nodes, held with a majority of them: safe as long as no pause or wrong clock eats up the remaining time, and no node forgets. It has no fencing token of its own.',
    zh: '在 N 个相互独立的 Redis 节点上的一把锁，拿到多数即持有：只要剩余时间没有因停顿或时钟不准而提前耗尽，节点也没有失忆，就是安全的。它自身没有 fencing token。',
  },
  lossReport: {
    by: 'timer',
    when: {
      en: 'When the validity ends: the TTL minus the time that acquiring took, minus the drift. An extension postpones the end. With the setting “Learns of a loss from”: when an extension has failed, or never.',
      zh: '有效时间结束时：TTL 减去请求所用的时间和时钟漂移。续期会推迟它。用“由谁告知锁已失去”一项可改为：续期失败时，或永远不会。',
    },
    usually: {
      en: 'Nothing: the algorithm has no timer. node-redlock’s using() aborts a signal when an extension has failed, and the program stops before its next step if it checks that. A flag, as in aioredlock and RedLock.net, only helps a program that polls it.',
      zh: '什么也不做：算法里没有定时器。node-redlock 的 using() 在续期失败后触发 AbortSignal，程序检查它才会在下一步之前停下。aioredlock 和 RedLock.net 只有一个标志，程序要自己轮询。',
    },
  },
} as const;

export const redlockFields = {
  ttl: ttlField,
  ...redlockAskingFields,
  driftFactor: ratio({
    label: { en: 'Drift factor', zh: '时钟漂移系数' },
    help: {
      en: 'This share of the TTL is subtracted from the validity, for clocks that run at different speeds. Usual: 0.01.',
      zh: '为走速不一的时钟从有效时间中扣除 TTL 的这一比例。通常为 0.01。',
    },
    min: 0,
    max: 0.5,
    step: 0.001,
    default: 0.01,
  }),
  driftMs: milliseconds({
    label: { en: 'Drift, constant', zh: '时钟漂移常数' },
    help: {
      en: 'Subtracted as well: Redis expires keys to the millisecond. Usual: 2 ms.',
      zh: '另外扣除的时间：Redis 的过期精度是毫秒。通常为 2 毫秒。',
    },
    min: 0,
    max: 10_000,
    default: 2,
  }),
  ...retryFields({ tries: 3 }),
  owner: choice({
    label: { en: 'Owner value', zh: '所有者的值' },
    help: {
      en: 'With one value for all attempts, a late release from an earlier attempt deletes the key of a later one. redlock-rb, by the author of Redlock, and node-redlock use one value per acquire.',
      zh: '若所有尝试共用一个值，前一次尝试的释放若迟到，会删掉后一次尝试得到的键。Redlock 作者的 redlock-rb 与 node-redlock 每次加锁用一个值。',
    },
    options: [
      { id: 'acquire', label: { en: 'one for each acquire', zh: '每次加锁一个' } },
      { id: 'try', label: { en: 'one for each attempt', zh: '每次尝试一个' } },
    ],
    default: 'acquire',
  }),
  ...redlockReleasingFields,
  validityCheck: flag({
    label: { en: 'Checks the validity', zh: '检查有效时间' },
    help: {
      en: 'Without it, as in Redisson’s RedLock, the lock is handed out however long the nodes took, and the client counts on a whole TTL from then on.',
      zh: '不检查时（如 Redisson 的 RedLock），无论请求花了多久都交出锁，客户端以为从那时起还有完整的 TTL。',
    },
    default: true,
  }),
  minValidity: milliseconds({
    label: { en: 'Minimum validity', zh: '最少有效时间' },
    help: {
      en: 'A lock with no more than this left is refused. Choose at least what the work needs.',
      zh: '剩余有效时间不超过此值就拒绝。应不少于工作所需的时间。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    help: {
      en: 'A wall clock can be set back, a monotonic clock stops while the machine sleeps; the longer of the two times is the safe choice. redlock-cpp reads whole seconds, and misses anything shorter.',
      zh: '挂钟可能被回拨，单调时钟在机器休眠时停住；取两者中较长的时间最稳妥。redlock-cpp 只读到整秒，不足一秒的它看不见。',
    },
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
    help: {
      en: 'On the nodes, the TTL runs from the moment they were asked. redlock-universal checks the validity, and then returns a whole TTL counted from the return. node-redlock 5 counts from its first attempt, so after a few attempts it has less time left than the nodes give.',
      zh: '节点上的 TTL 从收到请求起就在走。redlock-universal 检查有效时间，之后却交出完整的 TTL 和返回的时刻。node-redlock 5 从第一次尝试算起，试过几次之后，剩余时间就比节点给的少。',
    },
    options: [
      { id: 'asking', label: { en: 'before it asked', zh: '请求之前' } },
      { id: 'return', label: { en: 'its return', zh: '返回之时' } },
      { id: 'first-attempt', label: { en: 'before the first attempt', zh: '第一次尝试之前' } },
    ],
    default: 'asking',
  }),
  ...redlockExtendingFields,
  reconnectOnTimeout: flag({
    label: { en: 'Reconnects on a timeout', zh: '超时后重连' },
    help: {
      en: 'A timeout also drops the connection. What is sent next travels on a new one and may overtake earlier messages.',
      zh: '超时也会断开连接；之后发送的消息走新连接，可能赶在先前发出的消息之前到达。',
    },
    default: false,
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    help: {
      en: 'Redlock itself has none. A counter on one node fails with that node; the largest count of the nodes that granted may fall without any fault; counters on a quorum, written back before use, grow until a node forgets.',
      zh: 'Redlock 自身没有。放在单个节点上的计数器随该节点失效；取同意的节点中最大的计数，没有故障也可能倒退；放在多数节点上并在使用前写回的计数器会一直增长，直到某个节点失忆。',
    },
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

/**
 * How requests are sent: those of an acquire with its clean-up, or those of an extension and of the release after the
 * work.
 */
export const callOptions = (
  { nodeTimeout, timeoutOn, reconnectOnTimeout }: RedlockSettings,
  purpose: 'acquire' | 'extend' | 'release',
): CallOptions => ({
  timeout: nodeTimeout === 0 || (timeoutOn === 'acquire' && purpose !== 'acquire') ? null : fromMs(nodeTimeout),
  reconnect: reconnectOnTimeout,
});

/** How many of the nodes must agree. Half of three plus one, not rounded, is 2.5, so all three must. */
export function quorumOf({ quorum }: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  if (quorum === 'majority') return majority(nodes);
  return quorum === 'unrounded' ? Math.min(nodes.length, Math.ceil(nodes.length / 2) + 1) : Number(quorum);
}

/** How many nodes must say no so that no quorum can say yes. With an even number of nodes, it takes a majority. */
export function refusalOf(settings: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  const need = quorumOf(settings, nodes);
  return Math.max(need, nodes.length - need + 1);
}

/** The usual reaction to a loss that the client does not learn from its own clock. */
export const usuallyWhenLost = ({ toldBy }: RedlockSettings): 'at-next-look' | 'never' | undefined =>
  toldBy === 'own-clock' ? undefined : toldBy === 'signal' ? 'at-next-look' : 'never';

/**
 * How long the client waits before its next extension, in microseconds, if this much of its validity is left. A timer
 * that goes on after the end depends only on the TTL.
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

/** Settings that make no sense together. */
export function redlockWarnings(own: RedlockSettings, { nodes: { count } }: Settings): readonly Text[] {
  const nodes = Array.from({ length: count });
  const need = quorumOf(own, nodes);
  const notifies = own.toldBy === 'flag' || own.toldBy === 'signal';
  return [
    ...when(need < majority(nodes), {
      en: `${need} of ${count} nodes are not a majority: two clients can both have that many.`,
      zh: `${count} 个节点中的 ${need} 个不是多数：两个客户端可能同时凑够。`,
    }),
    ...when(need > count, {
      en: `There are ${count} nodes, and ${need} must agree: nobody gets the lock.`,
      zh: `只有 ${count} 个节点，却要 ${need} 个同意：谁也拿不到锁。`,
    }),
    ...when(own.ask === 'sequence' && own.goesOn !== 'all' && own.goesOn !== 'decided', {
      en: 'When nodes are asked one after the other, it always waits for each.',
      zh: '依次请求时，每个节点都会等到。',
    }),
    ...when(own.timeoutOn === 'acquire' && own.nodeTimeout === 0, {
      en: 'The timeout is 0, so there is none: it makes no difference which requests it applies to.',
      zh: '超时为 0，即没有超时：也就谈不上只用于加锁。',
    }),
    ...when(own.leaseFrom === 'asking' && !own.validityCheck, {
      en: 'Without the validity check, the lease counts from its return.',
      zh: '不检查有效时间时，租约从返回之时算起。',
    }),
    ...when(own.extensions > 0 && (own.extendBefore === 0 ? own.extendAt === 0 : own.extendBefore >= own.ttl), {
      en: 'It extends again as soon as it has extended, without a pause.',
      zh: '刚续完又续，一刻不停。',
    }),
    ...when(own.extensions > 0 && own.extendBefore === 0 && own.extendAt === 1 && !own.extendsExpired, {
      en: 'It would extend only once the validity has ended, when it no longer extends.',
      zh: '要等有效时间结束才续期，而那时已不再续期。',
    }),
    ...when(own.keys > 1 && own.extendsWhat === 'get-then-extend', {
      en: 'The GET before an extension reads only the first key.',
      zh: '续期之前的 GET 只读第一个键。',
    }),
    ...when(own.extensions === 0 && notifies, {
      en: 'This library only reports failed extensions, and there are no extensions: nothing is reported.',
      zh: '这种库只在续期失败时告知，而这里没有续期：谁也不会说。',
    }),
  ];
}

const when = (holds: boolean, text: Text): readonly Text[] => (holds ? [text] : []);
