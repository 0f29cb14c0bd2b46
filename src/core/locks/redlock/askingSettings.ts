/** The settings of how Redlock asks its nodes. The program is in `asking.ts`. */
import { choice, count, milliseconds } from '../../model/scenario/fields';

export const redlockAskingFields = {
  takes: choice({
    label: { en: 'A node grants', zh: '节点何时同意' },
    help: {
      en: 'SET with NX takes only a free key. The script of aioredlock also takes a key that holds the client’s own value, so a request that arrives twice does no harm.',
      zh: 'SET NX 只在键空闲时成功。aioredlock 的脚本遇到值是自己的键也算成功，因此同一请求到达两次也无妨。',
    },
    options: [
      { id: 'free', label: { en: 'a free key', zh: '键空闲' } },
      { id: 'free-or-mine', label: { en: 'a free key, or the client’s own', zh: '键空闲，或是自己的' } },
    ],
    default: 'free',
  }),
  quorum: choice({
    label: { en: 'Needs', zh: '需要同意的节点' },
    help: {
      en: 'With less than a majority, two clients can both have enough. redlock-universal takes any number; redlock-php compares with N/2 + 1, so of three nodes it needs all.',
      zh: '少于多数时，两个客户端可能同时凑够。redlock-universal 接受任意个数；redlock-php 与 N/2 + 1 比较，三个节点就要全部同意。',
    },
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
    help: {
      en: 'The articles ask one node after the other, as redis.io did until November 2025; it now asks all at once, and reads all the answers before it counts them. When this client goes on is the next setting.',
      zh: '文章中依次请求各节点，redis.io 在 2025 年 11 月之前也是如此；如今它同时发出请求，读完全部应答再计数。这里的客户端何时继续，由下一项设置决定。',
    },
    options: [
      { id: 'parallel', label: { en: 'all at once', zh: '同时' } },
      { id: 'sequence', label: { en: 'one after the other', zh: '依次' } },
    ],
    default: 'parallel',
  }),
  goesOn: choice({
    label: { en: 'Goes on', zh: '何时继续' },
    help: {
      en: 'When the nodes are asked all at once. node-redlock 5 goes on when a majority has said yes or no; Pottery at a majority for it; redsync, aioredlock and RedLock.net wait for all.',
      zh: '用于同时请求各节点时。node-redlock 5 在多数同意或拒绝时继续；Pottery 在多数同意时继续；redsync、aioredlock 和 RedLock.net 等所有节点应答。',
    },
    options: [
      { id: 'decided', label: { en: 'as soon as it is decided', zh: '一有定论' } },
      { id: 'granted', label: { en: 'at a yes; a no waits for all', zh: '成功即可；失败要等齐' } },
      { id: 'all', label: { en: 'when all have answered', zh: '全部答复之后' } },
    ],
    default: 'decided',
  }),
  startOrder: choice({
    label: { en: 'Begins with', zh: '从哪个节点开始' },
    help: {
      en: 'Whether every client asks node A first, or each client starts with a different node.',
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
      en: 'How long the client waits for one node. The articles say 5 to 50 ms for a TTL of 10 s. 0: there is no timeout.',
      zh: '等待一个节点多久。文章中对 10 秒的 TTL 用 5 到 50 毫秒。0 表示没有超时。',
    },
    min: 0,
    max: 60_000,
    default: 50,
    isTimeout: true,
  }),
  timeoutOn: choice({
    label: { en: 'The timeout holds for', zh: '超时用于' },
    help: {
      en: 'redsync limits the requests of an acquire, and those that give back a failed attempt. Its extensions and its release after the work wait for as long as their caller allows.',
      zh: 'redsync 只限制加锁的请求，以及尝试失败后归还的请求；续期和工作之后的释放等多久，由调用者决定。',
    },
    options: [
      { id: 'every', label: { en: 'every request', zh: '每个请求' } },
      { id: 'acquire', label: { en: 'only the acquire', zh: '仅加锁' } },
    ],
    default: 'every',
  }),
} as const;
