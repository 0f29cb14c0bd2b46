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
    en: 'One lock on N independent Redis nodes, held with a majority of them: safe as long as no pause, no clock and no node that forgets eats up the time that is left. It has no fencing token of its own.',
    zh: '在 N 个相互独立的 Redis 节点上的一把锁，拿到多数即持有：只要暂停、时钟或失忆的节点没有吃掉剩余时间，就是安全的。它自身没有 fencing token。',
  },
} as const;

export const redlockFields = {
  ttl: ttlField,
  ask: choice({
    label: { en: 'Asks the nodes', zh: '请求节点的方式' },
    help: {
      en: 'The articles ask one node after the other, all of them; redis.io today asks at once and goes on at the majority.',
      zh: '文章中依次请求所有节点；如今 redis.io 建议同时请求，达到多数即继续。',
    },
    options: [
      { id: 'parallel', label: { en: 'all at once', zh: '同时' } },
      { id: 'sequence', label: { en: 'one after the other', zh: '依次' } },
    ],
    default: 'parallel',
  }),
  startOrder: choice({
    label: { en: 'Begins with', zh: '从哪个节点开始' },
    help: {
      en: 'Whether every client asks node A first, or each client another node.',
      zh: '每个客户端都先问节点 A，还是各自从不同的节点开始。',
    },
    options: [
      { id: 'same', label: { en: 'the same node', zh: '同一个节点' } },
      { id: 'rotated', label: { en: 'a node of its own', zh: '各自的节点' } },
    ],
    default: 'same',
  }),
  keys: count({
    label: { en: 'Keys', zh: '键的个数' },
    help: {
      en: 'How many resources are locked together. A node grants all of them or none.',
      zh: '一次锁住多少个资源。每个节点要么全部同意，要么全不同意。',
    },
    min: 1,
    max: 3,
    default: 1,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout per node', zh: '单个节点的超时' },
    help: {
      en: 'How long one node is waited for. The articles say 5 to 50 ms for a TTL of 10 s.',
      zh: '等待一个节点多久。文章中对 10 秒的 TTL 用 5 到 50 毫秒。',
    },
    min: 1,
    max: 60_000,
    default: 50,
  }),
  driftFactor: ratio({
    label: { en: 'Drift factor', zh: '时钟漂移系数' },
    help: {
      en: 'This share of the TTL is taken off the validity for clocks that run unevenly. Usual: 0.01.',
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
      en: 'Taken off as well: Redis expires keys to the millisecond. Usual: 2 ms.',
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
      en: 'With one value for all tries, the release of an earlier try that comes late deletes the key of a later one. redlock-rb, of the author of Redlock, and node-redlock have one for each acquire.',
      zh: '若所有尝试共用一个值，早先尝试迟到的释放会删掉后来尝试得到的键。Redlock 作者的 redlock-rb 与 node-redlock 每次加锁用一个值。',
    },
    options: [
      { id: 'acquire', label: { en: 'one for each acquire', zh: '每次加锁一个' } },
      { id: 'try', label: { en: 'one for each try', zh: '每次尝试一个' } },
    ],
    default: 'acquire',
  }),
  releaseBetweenTries: flag({
    label: { en: 'Releases between tries', zh: '两次尝试之间释放' },
    help: {
      en: 'Without it, a client finds its own keys in its way when it tries again.',
      zh: '不释放的话，客户端重试时会被自己的键挡住。',
    },
    default: true,
  }),
  releaseTo: choice({
    label: { en: 'Releases to', zh: '向谁释放' },
    help: {
      en: 'A node whose reply was lost, or came after the majority, may hold the key as well: so the articles release to all.',
      zh: '应答丢失或晚于多数到达的节点也可能已设置了键，所以文章要求向所有节点释放。',
    },
    options: [
      { id: 'all', label: { en: 'all nodes', zh: '所有节点' } },
      { id: 'granted', label: { en: 'nodes known to have granted', zh: '已知同意的节点' } },
    ],
    default: 'all',
  }),
  validityCheck: flag({
    label: { en: 'Checks the validity', zh: '检查有效时间' },
    help: {
      en: "Without it, as in Redisson's RedLock, the lock is handed out however long the nodes took, and the client believes in a whole TTL from then on.",
      zh: '不检查时（如 Redisson 的 RedLock），无论请求花了多久都交出锁，客户端以为从那时起还有完整的 TTL。',
    },
    default: true,
  }),
  minValidity: milliseconds({
    label: { en: 'Least validity', zh: '最少有效时间' },
    help: {
      en: 'A lock with no more than this left is refused. Choose at least what the work needs.',
      zh: '剩余有效时间不超过此值就拒绝。应不少于工作所需的时间。',
    },
    min: 0,
    max: 600_000,
    default: 0,
  }),
  clock: choice({
    label: { en: 'Measures with', zh: '用什么计时' },
    help: {
      en: 'A wall clock can be set back, a monotonic clock stands still while the machine sleeps; the longer time of both is the careful one.',
      zh: '挂钟可能被回拨，单调时钟在机器休眠时停住；取两者中较长的时间最稳妥。',
    },
    options: [
      { id: 'wall', label: { en: 'the wall clock', zh: '挂钟' } },
      { id: 'mono', label: { en: 'the monotonic clock', zh: '单调时钟' } },
      { id: 'larger', label: { en: 'both, the longer time', zh: '两者取较长' } },
    ],
    default: 'larger',
  }),
  extensions: count({
    label: { en: 'Extensions at most', zh: '最多续期次数' },
    help: {
      en: 'While the client works, the lock is extended at half of its validity, this many times. 0: never.',
      zh: '客户端工作期间，在有效时间过半时续期，最多这么多次。0 表示从不续期。',
    },
    min: 0,
    max: 100,
    default: 0,
  }),
  reconnectOnTimeout: flag({
    label: { en: 'Reconnects on a timeout', zh: '超时后重连' },
    help: {
      en: 'A timeout drops the connection too. What is sent next travels on a new one and may overtake what was sent before.',
      zh: '超时也会断开连接；之后发送的消息走新连接，可能超过先前发出的消息。',
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
