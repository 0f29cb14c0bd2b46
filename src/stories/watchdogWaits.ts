/** A watchdog without a time limit: one node that it cannot hear keeps it from the next renewal. */
import { defaultSettings } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

export const story: StoryBody = {
  title: { en: 'The watchdog waits too', zh: '看门狗也在等' },
  lead: text(
    'A watchdog renews the lock of client 1 on five nodes. The answer of one node does not come, and there is no time limit. The watchdog waits for it, the other four keys expire, and nobody tells client 1.',
    '看门狗在五个节点上为客户端 1 续期。有一个节点的答复不来，又没有时限。看门狗就等着它，另外四个键过期了，谁也没告诉客户端 1。',
  ),
  beats: [
    opening(
      'aioredlock renews by a watchdog, when 0.6 of the TTL is over. Each renewal awaits all nodes. Client 1 asks for the lock’s flag, “valid”, before it writes.',
      'aioredlock 由看门狗在 TTL 过去 0.6 时续期，每次都等齐所有节点。客户端 1 写之前会看锁的 valid 标志。',
    ),
    beat(once('acquired', 'client1'), 'Client 1 has all five nodes.', '客户端 1 拿到了全部五个节点。'),
    beat(
      once('faultStruck'),
      'The way between client 1 and node E is cut: nothing comes through, and nothing says so.',
      '客户端 1 与节点 E 之间断了：什么都传不过去，也没有任何提示。',
    ),
    beat(
      once('received', 'client1', 10),
      'The watchdog renews: A, B, C and D answer. It waits for E.',
      '看门狗续期：A、B、C、D 答复了。它在等 E。',
    ),
    beat(
      once('entryGone', 'nodeA'),
      'There is no next renewal, and the keys expire. The flag still says that the lock is valid.',
      '再没有下一次续期，键过期了。标志仍说锁有效。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2, which all nodes answer, gets the lock beside client 1.',
      '客户端 2 能联系到所有节点，在客户端 1 之外也拿到了锁。',
    ),
    beat(
      once('rejected', 'storage'),
      'Both work on the same value. The storage checks versions and refuses the second write.',
      '两者在同一个值上工作。存储检查版本，拒绝了第二个写。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'aioredlock 0.7.3: one script for lock and extension, which takes a free key or its own; three attempts; no time limit for a node; a flag to be polled. We tried it: after the keys have expired, “valid” is still True.',
    'aioredlock 0.7.3：加锁和续期用同一个脚本，键空闲或属于自己都算成功；试三次；对节点没有时限；有一个要自己去看的标志。我们实测过：键过期之后 valid 仍为 True。',
  ),
  notModelled: text(
    'A connection that the operating system gives up after a quarter of an hour or so. Then the watchdog goes on, long after the keys are gone.',
    '操作系统大约一刻钟后会放弃这条连接，看门狗才继续，那时键早没了。',
  ),
  scenario: {
    version: 2,
    seed: 59,
    lock: {
      id: 'redlock',
      profile: 'aioredlock',
      settings: {
        ttl: 3000,
        takes: 'free-or-mine',
        goesOn: 'all',
        nodeTimeout: 0,
        tries: 3,
        retryDelay: 200,
        retryJitter: 100,
        releaseBetweenTries: false,
        releaseAwaits: 'none',
        clock: 'mono',
        extensions: 10_000,
        extendAt: 0.6,
        extendTries: 3,
        extendsWhat: 'mine-or-free',
        extendsExpired: true,
        whenExtensionFails: 'deletes',
        toldBy: 'flag',
      },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      work: 6000,
      whenLost: 'at-next-look',
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 16_000,
      patience: 12_000,
    },
    faults: {
      cut: {
        kind: 'cut',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 500 },
        from: ['client1'],
        to: ['nodeE'],
        bothWays: true,
        for: 'ever',
      },
    },
  },
  outcome: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A time limit for each node', '给每个节点一个时限'),
      text: text(
        'After 0.2 s node E counts as failed. Four nodes have renewed, which is a majority, and the next renewal comes in time.',
        '0.2 秒后节点 E 就算失败。四个节点续上了，已是多数，下一次续期也按时到来。',
      ),
      patch: { lock: { settings: { nodeTimeout: 200 } }, settings: { duration: 20_000 } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('faultStruck'), 'Node E is out of reach for client 1.', '客户端 1 联系不到节点 E。'),
        beat(
          once('timedOut', 'client1'),
          'The watchdog gives node E up, and goes on with the majority.',
          '看门狗放弃节点 E，靠多数继续。',
        ),
        beat(once('extended', 'client1', 3), 'And so it does each time.', '每一次都是如此。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock when client 1 has given it back.',
          '客户端 1 归还之后，客户端 2 才拿到锁。',
        ),
      ],
    },
  ],
};
