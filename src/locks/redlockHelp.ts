/** What the settings of Redlock are for. The page opens without it (`model/help.ts`). */
import type { HelpOf } from '../model/help';
import type { redlockFields } from './redlockFields';
import { sharedHelp } from './sharedHelp';

export const redlockHelp: HelpOf<typeof redlockFields> = {
  ...sharedHelp,
  ask: {
    en: 'The articles ask one node after the other, all of them; redis.io today asks at once and goes on at the majority.',
    zh: '文章中依次请求所有节点；如今 redis.io 建议同时请求，达到多数即继续。',
  },
  startOrder: {
    en: 'Whether every client asks node A first, or each client another node.',
    zh: '每个客户端都先问节点 A，还是各自从不同的节点开始。',
  },
  keys: {
    en: 'How many resources are locked together. A node grants all of them or none.',
    zh: '一次锁住多少个资源。每个节点要么全部同意，要么全不同意。',
  },
  nodeTimeout: {
    en: 'How long the client waits for one node. The articles say 5 to 50 ms for a TTL of 10 s.',
    zh: '等待一个节点多久。文章中对 10 秒的 TTL 用 5 到 50 毫秒。',
  },
  driftFactor: {
    en: 'This share of the TTL is taken off the validity for clocks that run unevenly. Usual: 0.01.',
    zh: '为走速不一的时钟从有效时间中扣除 TTL 的这一比例。通常为 0.01。',
  },
  driftMs: {
    en: 'Taken off as well: Redis expires keys to the millisecond. Usual: 2 ms.',
    zh: '另外扣除的时间：Redis 的过期精度是毫秒。通常为 2 毫秒。',
  },
  owner: {
    en: 'With one value for all attempts, a late release from an earlier attempt deletes the key of a later one. redlock-rb, by the author of Redlock, and node-redlock use one value per acquire.',
    zh: '若所有尝试共用一个值，前一次尝试的释放若迟到，会删掉后一次尝试得到的键。Redlock 作者的 redlock-rb 与 node-redlock 每次加锁用一个值。',
  },
  releaseBetweenTries: {
    en: 'Without it, a client finds its own keys in its way when it tries again.',
    zh: '不释放的话，客户端重试时会被自己的键挡住。',
  },
  releaseTo: {
    en: 'A node whose reply was lost, or came after the majority, may hold the key as well: so the articles release on all nodes.',
    zh: '应答丢失或晚于多数到达的节点也可能已设置了键，所以文章要求向所有节点释放。',
  },
  validityCheck: {
    en: 'Without it, as in Redisson’s RedLock, the lock is handed out however long the nodes took, and the client believes in a whole TTL from then on.',
    zh: '不检查时（如 Redisson 的 RedLock），无论请求花了多久都交出锁，客户端以为从那时起还有完整的 TTL。',
  },
  minValidity: {
    en: 'A lock with no more than this left is refused. Choose at least what the work needs.',
    zh: '剩余有效时间不超过此值就拒绝。应不少于工作所需的时间。',
  },
  clock: {
    en: 'A wall clock can be set back, a monotonic clock stands still while the machine sleeps; the longer of the two times is the safe choice.',
    zh: '挂钟可能被回拨，单调时钟在机器休眠时停住；取两者中较长的时间最稳妥。',
  },
  extensions: {
    en: 'While the client works, the lock is extended at half of its validity, this many times. 0: never.',
    zh: '客户端工作期间，在有效时间过半时续期，最多这么多次。0 表示从不续期。',
  },
  reconnectOnTimeout: {
    en: 'A timeout drops the connection too. What is sent next travels on a new one and may overtake what was sent before.',
    zh: '超时也会断开连接；之后发送的消息走新连接，可能赶在先前发出的消息之前到达。',
  },
  token: {
    en: 'Redlock itself has none. A counter on one node fails with that node; the largest count of the nodes that granted may fall without any fault; counters on a quorum, written back before use, grow until a node forgets.',
    zh: 'Redlock 自身没有。放在单个节点上的计数器随该节点失效；取同意的节点中最大的计数，没有故障也可能倒退；放在多数节点上并在使用前写回的计数器会一直增长，直到某个节点失忆。',
  },
};
