/**
 * Three clients ask in the same instant, and each gets some of the nodes. Nobody has a majority, and it happens again
 * and again.
 */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Three clients want the lock at the same time, and each is closest to different nodes. Two votes, two votes, one vote: nobody has a majority. They give their votes back, wait equally long, and collide again.',
    '三个客户端同时要锁，各自离不同的节点近。两票、两票、一票：谁也没有多数。它们归还已得的票，等同样长的时间，然后再次相撞。',
  ),
  beats: [
    opening(
      'Client 1 is near A and B, client 2 near C and D, client 3 near E. There is no fault in this story.',
      '客户端 1 离 A、B 近，客户端 2 离 C、D 近，客户端 3 离 E 近。这个故事里没有任何故障。',
      text(
        'The three clients are near different nodes: A and B, C and D, E.',
        '客户端 1 离 A、B 近，客户端 2 离 C、D 近，客户端 3 离 E 近。',
      ),
    ),
    beat(
      once('entrySet', 'nodeE'),
      'Each node votes for the first client that asks: 2, 2, 1.',
      '每个节点都把票投给先到的客户端：2、2、1。',
    ),
    beat(
      once('step', 'client1', 5),
      'No client has three. All of them release, as they should, to give the others a chance.',
      '谁也没有三票。于是都按规矩释放，好让别人有机会。',
      text(
        'Nobody has three votes. All three clients release what they have.',
        '谁也没有三票。三个客户端都释放已得的票。',
      ),
    ),
    beat(
      once('entrySet', 'nodeE', 2),
      'All wait exactly equally long, so all come back at once. 2, 2, 1 again.',
      '大家等的时间一样长，于是又一起回来。还是 2、2、1。',
      text(
        'All three clients wait equally long and collide again: 2, 2, 1.',
        '三个客户端等得一样长，又一起回来：还是 2、2、1。',
      ),
    ),
    beat(
      once('refused', 'client1'),
      'Client 1 has used up its attempts, and so have the others.',
      '客户端 1 用完了尝试次数，别人也一样。',
    ),
    beat(
      once('acquiring', 'client1', 2),
      'All three clients wait the same time, and start over. The lock is free, yet nobody gets it.',
      '三个客户端又等了同样长的时间，然后从头再来。锁一直空着，却谁也拿不到。',
      text(
        'All three clients start over. The lock is free, yet nobody gets it.',
        '三个客户端从头再来。锁一直空着，谁也拿不到。',
      ),
    ),
  ],
  sources: ['redis.io', 'beyond'],
  modelled: text(
    'Votes split by which client is closest to which node, and a delay between attempts that is the same for all, or random.',
    '票按各客户端离节点的远近分散；两次尝试之间的等待时间相同，或随机抽取。',
  ),
  notModelled: text(
    'The small differences that sooner or later separate clients in any real network. They help, but nobody can count on them.',
    '真实网络中迟早会让客户端错开的细小差异。它们有帮助，但指望不上。',
  ),
  scenario: {
    version: 2,
    seed: 18,
    lock: { id: 'redlock', settings: { ttl: 3500, nodeTimeout: 200, tries: 3, retryDelay: 450, retryJitter: 0 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      clients: 3,
      stagger: 0,
      think: 450,
      work: 250,
      latency: 60,
      own: {
        client1: { latencyTo: { nodeA: 15, nodeB: 18 } },
        client2: { latencyTo: { nodeC: 15, nodeD: 18 } },
        client3: { latencyTo: { nodeE: 15 } },
      },
      duration: 3600,
      patience: 2600,
    },
    faults: {},
  },
  lock: 'unavailable',
  data: 'safe',
  facts: ['starved'],
  scene: { number: { part: 'lock', name: 'retryJitter' } },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('With a random delay', '随机等待'),
      text: text(
        'Each client waits for a random time before it tries again. Sooner or later one of them comes alone and gets all the votes; the others find the lock held and wait their turn. redis.io recommends exactly that.',
        '每个客户端在重试之前等的时间各不相同。早晚有一个单独到来，拿到全部的票；其余的看到锁有人持有，就等着轮到自己。redis.io 要求的正是这个。',
      ),
      patch: { lock: { settings: { tries: 8, retryJitter: 400 } }, settings: { duration: 8000 } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('entrySet', 'nodeE'), 'The first time they collide as before.', '第一次照样相撞。'),
        beat(
          once('acquired'),
          'But they come back at different times, and one of them gets a majority.',
          '但它们先后回来，其中一个拿到了多数。',
        ),
        beat(once('acquired', undefined, 2), 'The next client gets it after the release.', '释放之后，轮到下一个。'),
        beat(
          once('acquired', undefined, 3),
          'The last client gets the lock, too: random delays broke the tie.',
          '最后一个客户端也拿到锁：随机等待错开了它们。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Nobody gives votes back', '谁也不归还'),
      text: text(
        'The delay is random, but a client does not release its votes between attempts. Then its own keys get in its way: even alone, it cannot get the vote of a node that already voted for it. Nobody gets the lock until the keys expire.',
        '等待是随机的，但两次尝试之间不释放已得的票。于是客户端被自己的键挡住：就算单独到来，也得不到曾把票投给它的节点。在键过期之前，谁也拿不到锁。',
      ),
      patch: {
        lock: { settings: { tries: 12, retryJitter: 200, releaseBetweenTries: false } },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('entrySet', 'nodeE'), 'Each node has given its vote: 2, 2, 1.', '每个节点都投了票：2、2、1。'),
        beat(
          once('step', 'client1', 5),
          'The clients ask again at different times, and every node refuses everybody, even the client whose key it holds.',
          '三个客户端先后再来，每个节点都拒绝所有人，连键的主人也不例外。',
          text(
            'Every node refuses everybody, even the client whose key it holds.',
            '每个节点都拒绝所有人，连键的主人也不例外。',
          ),
        ),
      ],
    },
  ],
};
