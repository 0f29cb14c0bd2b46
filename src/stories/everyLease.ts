/** The pause after the last check, with every lock that expires: what antirez conceded, and why it is no fault of Redlock's alone. */
import { defaultSettings } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

export const story: StoryBody = {
  lead: text(
    'After the last look at the clock comes the access to the resource, and in between any lock that expires is open. Here is the simplest one, on a single node; the variants are the others.',
    '最后一次看时钟之后，才轮到访问资源；这两者之间，凡是会过期的锁都敞着口。这里先看最简单的单节点锁，其他的锁见各个变体。',
  ),
  beats: [
    opening(
      'One Redis node, SET with NX and PX, a random value, released by a script: nothing is wrong with this lock.',
      '一个 Redis 节点，SET NX PX，随机值，用脚本释放：这把锁没有任何毛病。',
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock for a whole TTL.',
      '客户端 1 拿到了锁，有效期是完整的 TTL。',
    ),
    beat(
      once('paused', 'client1'),
      'It has read, and is stopped before it gets to work.',
      '它读完数据，还没开始工作就停住了。',
    ),
    beat(once('entryGone', 'nodeA'), 'The key expires, as it should.', '键按规定过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as it should.', '客户端 2 按规定拿到了锁。'),
    beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
    beat(
      once('wrote', 'storage', 2),
      'Client 1 wakes and destroys that write. Everybody has kept to the rules of the lock.',
      '客户端 1 醒来，把那次写毁掉了。而大家都遵守了锁的规则。',
    ),
  ],
  sources: ['debate', 'notes'],
  argument: text(
    'antirez: a delay after step 3 makes a lock count as good although it has expired, and this problem is common to all implementations of distributed locks. He is right, and it is the first half of Kleppmann’s case, not an answer to it: with such a lock alone a resource cannot be protected. They differ in what follows from that.',
    'antirez 说：第 3 步之后的延迟，会让一把已过期的锁被当作有效，而这是所有分布式锁实现的共同问题。他说得对；不过这正是 Kleppmann 论证的前半部分，而不是对它的反驳：只靠这样一把锁，保护不了资源。双方的分歧在于由此该得出什么结论。',
  ),
  modelled: text(
    'The same pause with each lock of this playground that expires; nothing else goes wrong.',
    '对本演示中每一种会过期的锁施加同样的停顿，除此之外一切正常。',
  ),
  notModelled: text(
    'Locks without an expiry, which trade this problem for one that never lets go of a crashed holder’s lock.',
    '不会过期的锁：它没有这个问题，代价是崩溃者的锁永远不会放开。',
  ),
  scenario: {
    version: 1,
    seed: 26,
    lock: { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 300, tries: 1 } },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 1600,
      think: 500,
      work: 200,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 6000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
        for: 2750,
      },
    },
  },
  outcome: 'lost-update',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'b',
      title: text('Redlock on five nodes', '五个节点上的 Redlock'),
      text: text(
        'Five nodes, a majority, a validity that is computed and checked: all of that lies before the pause.',
        '五个节点、多数同意、算过也查过的有效时间：这些都在停顿之前。',
      ),
      patch: { lock: { id: 'redlock', settings: { nodeTimeout: 250 } } },
      outcome: 'lost-update',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has checked the validity of its lock, and found nearly a whole TTL.',
          '客户端 1 检查了锁的有效时间，几乎还有整整一个 TTL。',
        ),
        beat(once('paused', 'client1'), 'Then it is stopped.', '然后它停住了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets a majority of its own.', '客户端 2 也拿到了多数。'),
        beat(once('wrote', 'storage', 2), 'Client 1 destroys the write of client 2.', '客户端 1 毁掉了客户端 2 的写。'),
      ],
    },
    {
      id: 'c',
      title: text('Redlock with extension', '会续期的 Redlock'),
      text: text(
        'The holder extends its lock while it works, so that long work does not outlive it. But whoever is paused extends nothing.',
        '持有者一边工作一边续期，工作再久锁也不会先过期。可是停住的进程什么也续不了。',
      ),
      patch: {
        lock: { id: 'redlock', settings: { nodeTimeout: 250, extensions: 5 } },
        settings: { stagger: 2600, work: 1300, duration: 8000 },
        faults: { pause: { when: { step: 'write' }, for: 3600 } },
      },
      outcome: 'lost-update',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('extended', 'client1'),
          'Client 1 works, and half-way its lock gets a whole TTL again.',
          '客户端 1 在工作，有效时间过半时，锁又续了一个完整的 TTL。',
        ),
        beat(
          once('paused', 'client1'),
          'Before its write it is stopped, and the task that extends its lock with it.',
          '写之前它停住了，给它续期的任务也一起停住了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Nobody has extended, the keys have expired, and client 2 is inside.',
          '没人续期，键过期了，客户端 2 进来了。',
        ),
        beat(
          once('resumed', 'client1'),
          'Client 1 wakes. The extending task sees that the time is over and gives up; the write does not ask it.',
          '客户端 1 醒来。续期任务发现时间已过，就此作罢；而写操作并不去问它。',
        ),
        beat(once('wrote', 'storage', 2), 'The write of client 2 is destroyed.', '客户端 2 的写被毁掉了。'),
      ],
    },
  ],
};
