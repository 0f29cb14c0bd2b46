/** The parameters of `acquire` and `release`: the nodes, the key, clocks, randomness, waiting and logging. */
import type { ApiEntry } from './api';

export const lockApi: readonly ApiEntry[] = [
  {
    owner: 'Lock',
    name: 'redis',
    signature: 'redis: readonly Redis[]',
    text: {
      en: 'A connection to each node, as with ioredis: redis[0] is Redis A.',
      zh: '到每个节点的连接，用法同 ioredis：redis[0] 就是 Redis A。',
    },
    example: 'const [first] = redis;',
  },
  {
    owner: 'Lock',
    name: 'nodes',
    signature: 'nodes: readonly { host: string; port: number; url: string }[]',
    text: {
      en: 'Where the nodes are, for a client of your own: new Redis(nodes[0]) of ioredis, createClient(nodes[0]) of node-redis.',
      zh: '各节点的地址，供你自己的客户端使用：ioredis 写 new Redis(nodes[0])，node-redis 写 createClient(nodes[0])。',
    },
    example: 'const clients = nodes.map((node) => new Redis(node));',
  },
  {
    owner: 'Lock',
    name: 'key',
    signature: 'key: string',
    text: { en: 'The name of the resource, for your key.', zh: '资源的名字，用作你的键。' },
    example: 'await redis[0].get(key);',
  },
  {
    owner: 'Lock',
    name: 'ttl',
    signature: 'ttl: number',
    text: { en: 'The TTL of your settings, in ms.', zh: 'settings 里的 TTL，单位毫秒。' },
    example: "await redis[0].set(key, value, 'NX', 'PX', ttl);",
  },
  {
    owner: 'Lock',
    name: 'clock',
    signature: 'clock: Clock',
    text: {
      en: 'The client’s own two clocks. Faults can set, slow or speed them up.',
      zh: '客户端自己的两个时钟。故障可以拨动它们，也可以让它们变快变慢。',
    },
    example: 'const start = clock.mono();',
  },
  {
    owner: 'Lock',
    name: 'random',
    signature: 'random: Random',
    text: {
      en: 'Randomness by the seed of the run, so that the run can be repeated.',
      zh: '由运行的种子决定的随机数，所以每次重跑都一样。',
    },
    example: 'const value = random.uuid();',
  },
  {
    owner: 'Lock',
    name: 'log',
    signature: 'log(text: string): Promise<void>',
    text: {
      en: 'Logs something at this moment of the run. Await it: then a fault can happen between two of your lines.',
      zh: '在运行的这一刻说一句话。请加 await：这样故障就能发生在你的两行代码之间。',
    },
    example: "await log('the key is mine');",
  },
  {
    owner: 'Lock',
    name: 'sleep',
    signature: 'sleep(ms: number): Promise<void>',
    text: { en: 'Waits in the time of the run. It costs you no time.', zh: '按运行里的时间等待，不花你的时间。' },
    example: 'await sleep(50);',
  },
  {
    owner: 'Lock',
    name: 'lost',
    signature: 'lost(reason: string): void',
    text: {
      en: 'Tells the client that its lock is lost. It stops its work at once, unless the run says otherwise.',
      zh: '告诉客户端锁已经丢了。客户端会立刻停下手里的工作，除非运行另有设置。',
    },
    example: "lock.lost('the extension was refused');",
  },
  {
    owner: 'Clock',
    name: 'mono',
    signature: 'mono(): number',
    text: {
      en: 'The monotonic clock in ms. It never goes back, but may stop while the machine sleeps.',
      zh: '单调时钟，单位毫秒。它从不后退，但机器休眠时可能停走。',
    },
    example: 'const elapsed = clock.mono() - start;',
  },
  {
    owner: 'Clock',
    name: 'now',
    signature: 'now(): number',
    text: {
      en: 'The wall clock in ms, as Date.now(). It can jump.',
      zh: '挂钟，单位毫秒，同 Date.now()。它可能跳变。',
    },
    example: 'const expiresAt = clock.now() + ttl;',
  },
  {
    owner: 'Random',
    name: 'uuid',
    signature: 'uuid(): string',
    text: { en: 'A value that no other acquisition has.', zh: '其他任何一次加锁都不会有的值。' },
    example: 'const value = random.uuid();',
  },
];
