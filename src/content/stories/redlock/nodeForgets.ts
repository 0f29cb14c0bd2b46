/** One node restarts empty, and two majorities no longer share a node that remembers. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, briefly, once, opening, text } from '../beats';

export const story: StoryBody = {
  next: 'disk-kept',
  lead: text(
    'Client 1 locks A, B and C, three of five nodes. C crashes, restarts empty, and votes a second time: client 2 locks C, D and E.',
    '五个节点中，客户端 1 会锁住 A、B、C。C 崩溃后重启，数据全丢，于是把自己的一票又投了一次：客户端 2 锁住了 C、D、E。',
  ),
  beats: [
    opening(
      'Any two majorities of five nodes have a node in common. Redlock’s safety rests entirely on that node saying yes only once within a TTL.',
      '五个节点中任意两个多数必有一个共同节点。Redlock 的安全性全靠这个节点在一个 TTL 之内只同意一次。',
      text(
        'Two majorities share a node: all depends on its saying yes only once.',
        '两个多数必有共同节点，全靠它只同意一次。',
      ),
    ),
    beat(
      once('lost', 'client1', 2),
      'Client 1’s requests to D and E will get lost.',
      '客户端 1 发给 D 和 E 的请求在路上丢了。',
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has A, B and C: exactly a majority, and so the lock.',
      '客户端 1 拿到 A、B、C，正好是多数。客户端 1 获得锁。',
    ),
    briefly(
      beat(
        once('crashed', 'nodeC'),
        'C crashes. It keeps nothing on disk, so client 1’s key is gone from it.',
        'C 崩溃。它没有持久化，客户端 1 在它上面的键就没了。',
        text('C crashes. It keeps nothing on disk, so its key is gone.', 'C 崩溃了。它没有持久化，键就没了。'),
      ),
      'C crashes, and forgets the key.',
      'C 崩溃，忘了键。',
    ),
    beat(once('started', 'nodeC'), 'C is back, empty, and ready to serve.', 'C 重启了，里面是空的，照常服务。'),
    briefly(
      beat(
        once('acquired', 'client2'),
        'Client 2 asks all five. A and B refuse; C, D and E agree. By the rules, client 2 has a majority too.',
        '客户端 2 向五个节点请求。A、B 拒绝，C、D、E 同意。按规则，客户端 2 也拿到了多数。',
        text(
          'A and B refuse client 2; C, D and E agree: a second majority.',
          'A、B 拒绝客户端 2，C、D、E 同意：又一个多数。',
        ),
      ),
      'C, D and E let client 2 in.',
      'C、D、E 同意了客户端 2。',
    ),
    beat(
      once('wrote', 'storage'),
      'Both hold the lock, and neither has done anything wrong. Client 1 writes.',
      '两个客户端同时持锁，谁也没有做错。客户端 1 写入。',
    ),
    beat(
      once('rejected', 'storage'),
      'Client 2’s write is based on a value that client 1 has replaced. This storage compares versions and rejects it; another would lose an update.',
      '客户端 2 的写入依据的是已被替换的值。这里的存储会比较版本，拒绝了它；换作别的存储，就丢了一次更新。',
      text('The storage compares versions and rejects the outdated write.', '存储比较版本，拒绝了过时的写入。'),
    ),
  ],
  sources: ['design', 'debate'],
  modelled: text(
    'Five nodes without persistence, two lost messages, a node that restarts within the TTL. The storage checks versions, so the run shows only what the lock does.',
    '五个没有持久化的节点，两条丢失的消息，一个在 TTL 之内重启的节点。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Why C crashed. A restart for an upgrade has the same effect.',
    'C 为什么崩溃。为升级而重启，效果也一样。',
  ),
  scenario: {
    version: 2,
    seed: 12,
    lock: {
      id: 'redlock',
      settings: { ttl: 2500, nodeTimeout: 250, tries: 5, retryDelay: 400, retryJitter: 100 },
    },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 700,
      work: 1200,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 2600,
      patience: 2400,
    },
    faults: {
      loseD: { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      loseE: { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      forget: {
        kind: 'crash',
        process: 'nodeC',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
        restartAfter: 200,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  scene: { opening: text('Client 1 locks A, B and C, three of five.', '客户端 1 拿到五分之三。') },
  variants: [
    {
      id: 'b',
      title: text('Node B instead', '换成节点 B'),
      text: text(
        'As another article tells it: B restarts, and client 2 gets B, D and E. It does not matter which of the three forgets.',
        '另一篇文章里的讲法：重启的是 B，客户端 2 拿到 B、D、E。三个节点里哪一个失忆都一样。',
      ),
      patch: { faults: { forget: { process: 'nodeB' } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has A, B and C.', '客户端 1 拿到 A、B、C。'),
        beat(once('started', 'nodeB'), 'B has crashed and is back, empty.', 'B 崩溃后重启，里面是空的。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 has B, D and E. Each followed the rules, and both hold the lock.',
          '客户端 2 拿到 B、D、E。两个都没做错什么，却都持有锁。',
          text(
            'Client 2 has B, D and E: two holders, and neither did wrong.',
            '客户端 2 拿到 B、D、E：两个持锁，谁都没做错。',
          ),
        ),
      ],
    },
  ],
};
