/** A lock whose fencing token is counted by a second request: who is stopped in between counts after the next holder. */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

/** One script takes the lock and counts. The pause comes as soon as client 1 has both. */
const countedInside: Patch = {
  lock: { id: 'token-lock', settings: { counter: 'inside', token: null } },
  faults: { pause: { when: { kind: 'step', process: 'client1', step: 'read', nth: 1 } } },
};

export const story: StoryBody = {
  lead: text(
    'simple-redis-mutex takes the lock with SET and then gets a fencing token with INCR. Client 1 pauses between the two, and its lock expires. When it wakes up, its INCR comes after client 2’s: the client whose lock has expired has the larger token.',
    'simple-redis-mutex 先用 SET 加锁，再用 INCR 取 fencing token。客户端 1 在两步之间停顿，锁过期了。等它醒来，它的 INCR 排在客户端 2 之后：锁已过期的那个，token 反而更大。',
  ),
  beats: [
    opening(
      'The lock is one request and the token another: first SET, then INCR. The storage rejects a token that is smaller than one it has seen.',
      '加锁是一个请求，取 token 是另一个：先 SET，再 INCR。存储见过更大的 token，就拒绝小的。',
      text('First SET takes the lock, then INCR gets the token.', '先用 SET 加锁，再用 INCR 取 token。'),
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has the lock, and pauses before its INCR.',
      '客户端 1 拿到了锁，还没发 INCR 就停顿了。',
    ),
    beat(once('entryGone', 'nodeA'), 'Client 1’s lock expires.', '客户端 1 的锁过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock and token 1.', '客户端 2 拿到锁和 token 1。'),
    beat(
      once('acquired', 'client1'),
      'Client 1 wakes up and counts: it gets token 2, for a lock that has expired.',
      '客户端 1 醒来，去取 token：得到 2，而锁早已过期。',
      text(
        'Client 1 wakes up and gets token 2, for a lock that has expired.',
        '客户端 1 醒来取到 token 2，锁却早已过期。',
      ),
    ),
    beat(once('wrote', 'storage'), 'The storage accepts the write with token 1.', '存储接受了带 token 1 的写入。'),
    beat(
      overwrite('client1', 'client2'),
      'The storage accepts token 2 as well, since 2 is larger. Client 2’s update is lost.',
      '2 比 1 大，存储也接受了 token 2。客户端 2 的更新丢了。',
      text('Token 2 is larger, so its write is accepted: an update is lost.', 'token 2 更大，也被接受：更新丢了。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of simple-redis-mutex 3.0.0 (github.com/AmrSaber/simple-redis-mutex). Its issue #15 introduced the tokens, giving Kleppmann’s article as the reason. We know of no issue about their order. The library does more than most: few locks on Redis have a token at all.',
    'simple-redis-mutex 3.0.0 的源码（github.com/AmrSaber/simple-redis-mutex）。token 是它的 issue #15 引入的，理由正是 Kleppmann 的文章。关于顺序的 issue，我们没有见到。它已经比多数库做得多：Redis 上的锁很少有 token。',
  ),
  modelled: text(
    'tryLock: SET with NX and PX, then INCR on the same node, with no clock check between them. A client that is refused asks again every 0.2 s.',
    'tryLock：先 SET NX PX，再对同一节点 INCR，中间不看时钟。被拒绝的客户端每 0.2 秒再试。',
  ),
  notModelled: text(
    'The channel on which the library announces a release, and its single counter for all locks. Neither changes the order of the two requests. The library’s own TTL is 30 s; here it is 2 s.',
    '库用来通知释放的频道，以及所有锁共用的一个计数器：两者都不改变这两个请求的顺序。库默认的 TTL 是 30 秒，这里是 2 秒。',
  ),
  scenario: {
    version: 2,
    seed: 90,
    lock: {
      id: 'single-node',
      settings: { ttl: 2000, nodeTimeout: 400, tries: 12, retryDelay: 200, token: 'counter' },
    },
    storage: { id: 'fencing' },
    settings: {
      ...defaultSettings,
      nodes: { ...defaultSettings.nodes, count: 1 },
      stagger: 1400,
      think: 250,
      work: 450,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 5000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'token', nth: 1 },
        for: 2350,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('One script locks and counts', '一个脚本，既加锁又取 token'),
      short: text('Count in one script', '一个脚本做两步'),
      text: text(
        'A script takes the key and counts in one step, so tokens follow the order in which clients get the lock. Client 1 pauses just as long, and its late write is rejected.',
        '脚本一步完成加锁与计数，token 的顺序就是拿到锁的顺序。客户端 1 停顿同样久，迟到的写入被拒绝。',
      ),
      patch: countedInside,
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock and token 1 from one script.',
          '客户端 1 由一个脚本得到锁和 token 1。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1’s lock expires. Client 2 has token 2.',
          '锁过期，客户端 2 拿到 token 2。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1’s late write has token 1 and is rejected.',
          '客户端 1 带着 token 1 迟到，被拒绝。',
        ),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The storage compares versions', '存储比较版本'),
      text: text(
        'The lock stays as it is, and the storage does not rely on its token: it accepts a write only if it is based on the current version.',
        '锁不变，存储也不靠 token：只有读到的版本仍是当前版本，才接受写入。',
      ),
      patch: { storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 starts work with token 2, as before.',
          '客户端 1 照样带着 token 2 开始工作。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 has read version 1, but version 2 is current: rejected.',
          '客户端 1 读的是版本 1，当前是版本 2：被拒绝。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('The rightful holder’s write is rejected', '合法持有者的写入被拒绝'),
      short: text('Client 2 writes later', '客户端 2 写得晚'),
      text: text(
        'Client 2’s write takes 0.6 s longer to arrive. Client 1 writes first, with the larger token, and the storage mistakes the rightful holder for the late one.',
        '客户端 2 的写入在路上多花 0.6 秒。客户端 1 带着更大的 token 先写，存储便把合法持有者当成了迟到的那个。',
      ),
      patch: {
        faults: {
          slow: { kind: 'delay', message: { from: 'client2', to: 'storage', leg: 'request', nth: 2 }, by: 600 },
        },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 starts work with token 2.', '客户端 1 带着 token 2 开始工作。'),
        beat(
          once('wrote', 'storage'),
          'Client 1’s write arrives first, and is accepted.',
          '客户端 1 的写入先到，被接受。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 2 has the lock, but token 1: its write is rejected.',
          '锁在客户端 2 手里，但 token 是 1：被拒绝。',
        ),
      ],
    },
  ],
  scene: { answers: ['fix', 'fix2', 'b'] },
};
