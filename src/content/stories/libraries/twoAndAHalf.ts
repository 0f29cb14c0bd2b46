/** Half of three and one are two and a half: a quorum that is not rounded needs all three nodes. */
import { redlockPhp } from '../../../core/locks/redlock/libraries/redlockPhp';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 is killed when it has its key on one of three nodes. The other two are free, and two are a majority. But the library compares with 3 / 2 + 1 without rounding, and two is less than two and a half. Nobody gets the lock until that key expires.',
    '客户端 1 刚拿到三个节点中一个的键，就被杀掉了。另外两个空着，两个就是多数。可这个库拿来比较的是没有取整的 3 / 2 + 1，两个不到两个半。那个键过期之前，谁也拿不到锁。',
  ),
  beats: [
    opening(
      'In PHP, division gives a fraction: 3 / 2 + 1 is 2.5. In languages with integer division the same line gives 2.',
      'PHP 的除法会得出小数：3 / 2 + 1 是 2.5。在整数相除仍得整数的语言里，同一行得到的是 2。',
      text('In PHP, 3 / 2 + 1 is 2.5; other languages say 2.', 'PHP 里 3 / 2 + 1 是 2.5，别的语言里得 2。'),
    ),
    beat(
      once('crashed', 'client1'),
      'Client 1’s process dies halfway: node A has set its key, and B and C have not been asked yet.',
      '客户端 1 的进程半途终止：节点 A 设置了它的键，B 和 C 还没有问到。',
      text('Client 1 dies halfway: node A has set its key.', '客户端 1 半途终止：节点 A 已设置了它的键。'),
    ),
    beat(
      once('refused', 'client2'),
      'In each of its three attempts client 2 gets B and C in time. Two is less than two and a half: it releases them.',
      '客户端 2 三次尝试都及时拿到了 B 和 C。两个不到两个半：只好归还。',
      text(
        'Client 2 has B and C. Two is less than 2.5: it gives up.',
        '库算出要 2.5 票，客户端 2 只有 B 和 C：只好归还。',
      ),
    ),
    beat(
      once('entryGone', 'nodeA'),
      'After 5 s the key on A expires, and all three nodes can agree.',
      '5 秒后，A 上的键过期，三个节点才能都同意。',
    ),
    beat(
      once('acquired', 'client2'),
      'Only now does client 2 get the lock: it needed three nodes.',
      '三个节点都同意，客户端 2 才拿到锁。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redlock-php 1.0.1, as of 2020: one node after another, three attempts, 1 % plus 2 ms for drift, and a quorum of N/2 + 1 or the number of nodes, whichever is smaller. With five nodes it needs four. The pull requests #6 and #16 of the library are about this.',
    '2020 年的 redlock-php 1.0.1：依次请求，试三次，漂移扣 1% 再加 2 毫秒，需要的个数取节点数与 N/2 + 1 中较小者。五个节点时它要四个。它的拉取请求 #6 和 #16 说的就是这件事。',
  ),
  notModelled: text(
    'A node that is down: phpredis then throws, which ends the acquire before anything is counted. An even number of nodes, where both formulas agree. The library’s values, which come from the clock, to the microsecond.',
    '宕机的节点：这时 phpredis 抛出异常，还没数票，加锁就结束了。偶数个节点：两种算法结果相同。这个库的值取自时钟，精确到微秒。',
  ),
  scenario: {
    version: 2,
    seed: 61,
    lock: choiceOfProfile(redlockPhp, { ttl: 5000 }),
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 150,
      think: 200,
      latency: { min: 4, p50: 6, p99: 11, max: 12 },
      nodes: { ...defaultSettings.nodes, count: 3 },
      duration: 9000,
      patience: 3500,
    },
    faults: {
      killed: {
        kind: 'crash',
        process: 'client1',
        when: { kind: 'request', to: 'nodeB', from: 'client1', side: 'before', nth: 1 },
        restartAfter: 'never',
      },
    },
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Round it down', '向下取整'),
      short: text('Round down', '向下取整'),
      text: text(
        'A majority is half of the nodes, rounded down, plus one: two of three.',
        '多数是节点数的一半向下取整再加一：三个中的两个。',
      ),
      patch: { lock: { settings: { quorum: 'majority' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 leaves a key on node A.', '客户端 1 在节点 A 上留下一个键。'),
        beat(once('acquired', 'client2'), 'B and C are enough for client 2.', 'B 和 C 对客户端 2 就够了。'),
      ],
    },
  ],
};
