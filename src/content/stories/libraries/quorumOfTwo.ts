/** A quorum that is no majority: two of five nodes, twice, without any fault. */
import { redlockUniversal } from '../../../core/locks/redlock/libraries/redlockUniversal';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const far = { min: 30, p50: 35, p99: 42, max: 45 } as const;

export const story: StoryBody = {
  lead: text(
    'Somebody chose a quorum, the votes that a lock needs, of two of five, so that the lock works with three nodes down. Client 1 reaches two nodes first, client 2 the other three. Nothing fails, and both hold the lock.',
    '五个节点里两个同意就算加锁成功，为的是坏掉三个也能用。客户端 1 先到了两个节点，客户端 2 先到了另外三个。什么也没坏，两个客户端却同时持锁。',
  ),
  beats: [
    opening(
      'Client 1 is near A and B, client 2 near C, D and E. Two nodes must agree.',
      '客户端 1 离 A、B 近，客户端 2 离 C、D、E 近。需要两个节点同意。',
      text('Client 1 is near A and B, client 2 near the others.', '客户端 1 离 A、B 近，客户端 2 离其余的近。'),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 has C, D and E, one more than it needs.',
      '客户端 2 有 C、D、E，比需要的还多一个。',
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has A and B: that is a quorum. Neither client is wrong, and no node has granted the lock twice.',
      '客户端 1 有 A 和 B：也凑够了。两个都没弄错，没有哪个节点把锁给了两次。',
      text('Client 1 has A and B: enough. No node agreed twice.', '客户端 1 有 A 和 B，也够了。没有节点同意过两次。'),
    ),
    beat(
      once('rejected', 'storage'),
      'Both clients have read the same value. The storage checks versions and rejects the second write.',
      '两个客户端读到的是同一个值。存储检查版本，拒绝了第二次写入。',
      text('The storage checks versions and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redlock-universal 0.8.5: it accepts any quorum from 1 to the number of nodes; a majority is the default. It waits for all replies, makes four attempts without jitter, and reports the whole TTL and the time of its return.',
    'redlock-universal 0.8.5：1 到节点数之间的任何个数它都接受，默认是多数。它等齐所有答复，试四次且没有抖动，交出的是完整的 TTL 和返回的时刻。',
  ),
  notModelled: text(
    'A clash in which both reach the same nodes first: then one of them is refused, and the mistake stays hidden. That is why tests rarely find it.',
    '两个客户端先到达同样节点的情形：那时会有一个被拒，错误就藏住了。所以测试很难发现它。',
  ),
  scenario: {
    version: 2,
    seed: 62,
    lock: choiceOfProfile(redlockUniversal, { quorum: '2' }),
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 0,
      work: 500,
      latency: { min: 4, p50: 5, p99: 7, max: 8 },
      own: {
        client1: { latencyTo: { nodeC: far, nodeD: far, nodeE: far } },
        client2: { latencyTo: { nodeA: far, nodeB: far } },
      },
      duration: 5000,
      patience: 4000,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A majority', '要多数'),
      text: text(
        'Any two majorities have a node in common, and that node grants the lock once. With three of five, two nodes may fail.',
        '任何两个多数都至少共有一个节点，而那个节点只把锁给一次。五个要三个，还能坏两个。',
      ),
      patch: { lock: { settings: { quorum: 'majority' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 has three nodes.', '客户端 2 有三个节点。'),
        beat(
          once('acquired', 'client1'),
          'Client 1 had two, released them, and gets the lock after client 2.',
          '客户端 1 只有两个，归还之后，等客户端 2 用完才拿到锁。',
        ),
      ],
    },
  ],
};
