/** Half of three and one are two and a half: a quorum that is not rounded needs all three nodes. */
import { defaultSettings } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

export const story: StoryBody = {
  lead: text(
    'Three nodes, one is down, and two are a majority. But the library compares with 3 / 2 + 1 without rounding it, and two are fewer than two and a half. Nobody gets the lock.',
    '三个节点坏了一个，剩下两个就是多数。可这个库拿来比较的是没有取整的 3 / 2 + 1，两个不到两个半。谁也拿不到锁。',
  ),
  beats: [
    opening(
      'In PHP a division gives a fraction: 3 / 2 + 1 is 2.5. In languages where whole numbers divide to whole numbers the same line gives 2.',
      'PHP 的除法会得出小数：3 / 2 + 1 是 2.5。在整数相除仍得整数的语言里，同一行得到的是 2。',
    ),
    beat(once('crashed', 'nodeC'), 'Node C is down.', '节点 C 宕机。'),
    beat(
      once('refused', 'client1'),
      'Client 1 has A and B, in time, in each of its three attempts. Two are fewer than two and a half: it gives them back.',
      '客户端 1 三次尝试都及时拿到了 A 和 B。两个不到两个半：只好归还。',
    ),
    beat(
      once('refused', 'client2'),
      'Client 2 fares no better. As long as one node is down, there is no lock.',
      '客户端 2 也好不到哪去。只要还有一个节点坏着，就没有锁可用。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redlock-php as of 2020: one node after the other, three attempts, 1 % and 2 ms for the drift, and the least of the number of nodes and N/2 + 1. With five nodes it needs four. The pull requests #6 and #16 of the library are about this.',
    '2020 年的 redlock-php：依次请求，试三次，漂移扣 1% 再加 2 毫秒，需要的个数取节点数与 N/2 + 1 中较小者。五个节点时它要四个。它的拉取请求 #6 和 #16 说的就是这件事。',
  ),
  notModelled: text(
    'An even number of nodes, for which both formulas agree. The library’s values come from the clock, to the microsecond.',
    '偶数个节点：两种算法结果相同。这个库的值取自时钟，精确到微秒。',
  ),
  scenario: {
    version: 2,
    seed: 61,
    lock: {
      id: 'redlock',
      settings: {
        ttl: 2000,
        ask: 'sequence',
        quorum: 'unrounded',
        nodeTimeout: 0,
        tries: 3,
        retryDelay: 150,
        retryJitter: 50,
        clock: 'wall',
      },
    },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 150,
      think: 200,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      nodes: { ...defaultSettings.nodes, count: 3 },
      duration: 5000,
      patience: 3500,
    },
    faults: {
      down: { kind: 'crash', process: 'nodeC', when: { kind: 'time', at: 50 }, restartAfter: 'never' },
    },
  },
  outcome: 'unavailable',
  data: 'safe',
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Round it down', '向下取整'),
      text: text(
        'A majority is half of the nodes, rounded down, and one: two of three.',
        '多数是节点数的一半向下取整再加一：三个中的两个。',
      ),
      patch: { lock: { settings: { quorum: 'majority' } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'nodeC'), 'Node C is down.', '节点 C 宕机。'),
        beat(once('acquired', 'client1'), 'A and B are enough for client 1.', 'A 和 B 对客户端 1 就够了。'),
        beat(once('acquired', 'client2'), 'And then for client 2.', '之后对客户端 2 也够了。'),
      ],
    },
  ],
};
