/** A node that forgets does no harm if it stays away for longer than any lock lives. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Node C forgets client 1’s lock. It stays away for longer than a TTL, and by then forgetting can do no more harm.',
    '节点 C 忘掉了客户端 1 的锁。它等过一个完整的 TTL 才重新提供服务，到那时，它忘掉的锁都已过期。',
  ),
  beats: [
    opening(
      'Five nodes without persistence. Client 1’s requests to D and E will get lost, so it has to make do with A, B and C.',
      '五个节点，都不做持久化。客户端 1 发给 D 和 E 的请求会丢失，它只能靠 A、B、C。',
      text('Nothing is kept on disk. Client 1 will reach only A, B and C.', '什么也不写盘。客户端 1 只能靠 A、B、C。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Three of five: client 1 has the lock, and C is one of the three.',
      '五个里有三个同意：客户端 1 拿到了锁，C 是这三个之一。',
      text('Client 1 has the lock, on A, B and C.', '客户端 1 拿到锁，靠的是 A、B、C。'),
    ),
    beat(
      once('crashed', 'nodeC'),
      'C crashes. It kept the key in memory only, so its vote for client 1 is gone. Its operator does not start it again at once.',
      'C 崩溃了。键只在内存里，它投给客户端 1 的那一票也就没了。运维没有马上重启它。',
      text('C crashes, and forgets its vote. It is not started at once.', 'C 崩溃，忘了自己那一票。它没有马上被重启。'),
    ),
    beat(
      once('refused', 'client2'),
      'Client 2 finds D and E free, but A and B refuse, and C is down: two are not enough. That is the point of the wait.',
      '客户端 2 发现 D 和 E 空闲，但 A 和 B 拒绝，C 不在：两票不够。等待的意义就在这里。',
      text(
        'D and E agree, A and B refuse, C is down: no majority.',
        'D、E 同意，A、B 拒绝，C 不在：客户端 2 只有两票。',
      ),
    ),
    beat(
      once('released', 'client1'),
      'Client 1 has written and released the lock, in time.',
      '客户端 1 在有效时间之内写完并释放了锁。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 asks again and gets the lock, on the four nodes that are up.',
      '客户端 2 再次请求，在剩下的四个节点上拿到了锁。',
      text('Client 2 asks again, and gets the lock on the four nodes.', '客户端 2 再次请求，在四个节点上拿到了锁。'),
    ),
    beat(
      once('started', 'nodeC'),
      'More than a TTL after the crash, C comes back empty. Every lock that it had voted for has expired by now, so it can no longer vote twice.',
      '崩溃后过了一个多 TTL，C 才恢复，数据全空。它此前投过票的锁，此时都已结束：它再也不可能重复投票。',
      text(
        'C comes back empty after a TTL: what it voted for has expired.',
        '过了一个 TTL，C 才恢复：它投过票的锁都已过期。',
      ),
    ),
  ],
  sources: ['design', 'debate', 'beyond'],
  argument: text(
    'antirez’s remedy for a node that forgets: it should stay away for longer than any lock lasts. Kleppmann’s post replies that this wait, too, relies on a reasonably accurate measurement of time, and fails when the clock jumps.',
    '这是 antirez 对节点失忆的补救办法：让它停机的时间比任何一把锁的有效时间都长。Kleppmann 在他的文章里回应说，这段等待同样依赖相当准确的计时，时钟一跳就会失效。',
  ),
  modelled: text(
    'Nodes without an append-only file, one of which is killed and started again after a time; a storage that checks versions, so that only the lock is judged.',
    '不写 AOF 的节点，其中一个被杀死，过一段时间再启动；存储带版本检查，因此评判的只是锁本身。',
  ),
  notModelled: text(
    'Who enforces the wait. Supervisors usually restart a dead process within a second, and have to be told not to.',
    '由谁来保证这段等待。通常的守护程序一秒之内就会把死掉的进程拉起来，得专门叫它别这么做。',
  ),
  scenario: {
    version: 2,
    seed: 14,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1000,
      think: 800,
      work: 1350,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 7000,
      patience: 5000,
    },
    faults: {
      'lost-d': { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      'lost-e': { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      crash: {
        kind: 'crash',
        process: 'nodeC',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 150 },
        restartAfter: 2200,
      },
    },
  },
  lock: 'held',
  data: 'safe',
  variants: [
    {
      id: 'b',
      title: text('Back too early', '回来得太早'),
      short: text('No wait before the restart', '马上重启'),
      text: text(
        'C is up again after 0.3 s, while client 1 still holds the lock. It has forgotten, and votes a second time: C, D and E are a majority for client 2. The storage checks versions here, so nothing is lost; but one of the two has worked for nothing.',
        'C 过了 0.3 秒就回来了，而客户端 1 还持有锁。C 已经忘了，于是又投了一票：C、D、E 就成了客户端 2 的多数。这里的存储检查版本，所以没有丢失更新；只是其中一个客户端白忙一场。',
      ),
      patch: { faults: { crash: { restartAfter: 300 } } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock on A, B and C.', '客户端 1 在 A、B、C 上拿到了锁。'),
        beat(once('crashed', 'nodeC'), 'C crashes and forgets the key.', 'C 崩溃，忘掉了键。'),
        beat(
          once('started', 'nodeC'),
          'C is started again at once, as machines usually are. It is empty, and does not know that it should keep quiet.',
          'C 像通常那样很快被重启。它是空的，也不知道自己应该先保持沉默。',
          text('C is started at once, empty, and answers everybody.', 'C 很快被重启，数据全空，有问必答。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets C, D and E: a majority too. Now two clients hold the lock, and every node has done what it was asked.',
          '客户端 2 拿到 C、D、E：也是多数。现在两个客户端同时持锁，而每个节点都是照章办事。',
          text(
            'Client 2 gets C, D and E, also a majority: two holders at once.',
            '客户端 2 拿到 C、D、E，也是多数：两个同时持锁。',
          ),
        ),
        beat(
          once('rejected', 'storage'),
          'The version check stops the second write, which was based on a version that is no longer there.',
          '第二次写入依据的版本已不是当前版本，被版本检查拦下。',
          text('The version check stops the second write.', '版本检查拦下了第二次写入。'),
        ),
      ],
    },
  ],
};
