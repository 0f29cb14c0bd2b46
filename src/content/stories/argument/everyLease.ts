/**
 * The pause after the last check, with every lock that expires. antirez conceded this case, and it is not a fault of
 * Redlock alone.
 */
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody, Variant } from '../../../core/model/scenario/story';
import type { Text } from '../../../core/model/values/text';
import { beat, once, opening, overwrite, text } from '../beats';

interface Other {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  readonly lock: NonNullable<Patch['lock']>;
  /** How client 2 came in. */
  readonly letIn: Text;
  /**
   * Pauses client 1 right at the write. With this lock it would otherwise learn before the write that its session has
   * ended, and stop.
   */
  readonly atWrite?: boolean;
  /** The length of the pause in milliseconds, for locks that let client 2 in later. */
  readonly pause?: number;
}

/** The same run with another lock. */
const underPause = ({ id, title, about, lock, letIn, atWrite = false, pause = 2750 }: Other): Variant => ({
  id,
  title,
  text: about,
  patch: { lock, faults: { pause: { for: pause, ...(atWrite ? { when: { step: 'write' } } : {}) } } },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  beats: [
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到了锁。'),
    beat(once('paused', 'client1'), 'Client 1 has read, and is stopped.', '客户端 1 读完数据，然后停顿了。'),
    beat(once('acquired', 'client2'), letIn.en, letIn.zh),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 overwrites client 2’s write.',
      '客户端 1 醒来，覆盖了客户端 2 的写入。',
    ),
  ],
});

const keyExpired = text('The key expires, and client 2 gets the lock.', '键过期了，客户端 2 拿到了锁。');
const sessionEnded = text('The session ends, and client 2 gets the lock.', '会话结束了，客户端 2 拿到了锁。');

const others: readonly Other[] = [
  {
    id: 'd',
    title: text('SETNX and EXPIRE', 'SETNX 加 EXPIRE'),
    about: text(
      'Both commands have been carried out, and the key has an expiry. It expires while client 1 is stopped.',
      '两条命令都执行了，键也有了期限。而期限就在客户端 1 停顿的时候到了。',
    ),
    lock: { id: 'setnx-expire', settings: { ttl: null, expire: 2 } },
    letIn: keyExpired,
  },
  {
    id: 'e',
    title: text('GETSET', 'GETSET'),
    about: text(
      'Here client 2 itself decides that the time in the key has passed. All clocks agree, and it is right.',
      '这里由客户端 2 自己判断键里的时刻已过。所有时钟都一致，它判断得没错。',
    ),
    lock: { id: 'setnx-getset' },
    letIn: text(
      'Client 2 finds that the time has passed, and takes over the lock.',
      '客户端 2 发现时刻已过，接管了锁。',
    ),
  },
  {
    id: 'f',
    title: text('A token as its value', '以 token 为值'),
    about: text(
      'The tokens are in order, but nobody at the resource compares them. A number alone protects nothing.',
      'token 是递增的，但资源那里没有谁去比较它们。光有一个数字什么也保护不了。',
    ),
    lock: { id: 'token-lock' },
    letIn: keyExpired,
  },
  {
    id: 'g',
    title: text('Redisson', 'Redisson'),
    about: text(
      'Redisson’s watchdog renews the lock, every 0.7 s here. It lives in the same process, and is stopped with it.',
      'Redisson 的看门狗负责续期，这里每 0.7 秒一次。可它在同一个进程里，也一起停顿了。',
    ),
    lock: { id: 'redisson', settings: { ttl: null, tries: null, watchdogTimeout: 2000 } },
    letIn: text(
      'Nobody has renewed the key. It expires, and client 2 gets the lock.',
      '没人续期。键过期了，客户端 2 拿到了锁。',
    ),
  },
  {
    id: 'h',
    title: text('python-redis-lock', 'python-redis-lock'),
    about: text(
      'The lock has an expiry, which is not the default, and no renewal. A renewing thread would be stopped as well.',
      '锁设了过期时间（默认没有），不续期。就算有续期线程，也会一起停顿。',
    ),
    lock: { id: 'python-redis-lock', settings: { ttl: null, tries: null, nodeTimeout: null, expire: 2 } },
    letIn: text(
      'The key expires; client 2 wakes by itself, and gets the lock.',
      '键过期了；客户端 2 等到超时，拿到了锁。',
    ),
    pause: 4500,
  },
  {
    id: 'i',
    title: text('redlock-py', 'redlock-py'),
    about: text(
      'redlock-py hands out the validity together with the lock, and leaves it to the caller to check it.',
      'redlock-py 把有效时间连同锁一起交出来，看不看由调用者自己决定。',
    ),
    lock: { id: 'redlock-py' },
    letIn: text('Client 2 gets a majority of its own.', '客户端 2 也拿到了多数。'),
    pause: 4000,
  },
  {
    id: 'j',
    title: text('ZooKeeper', 'ZooKeeper'),
    about: text(
      'ZooKeeper’s lock has no TTL, and lives as long as its session. A session expires too: a process that is stopped sends no heartbeat.',
      'ZooKeeper 的锁没有 TTL，会话在锁就在。而会话也会过期：停顿中的进程发不出心跳。',
    ),
    lock: {
      id: 'zookeeper-node',
      settings: { ttl: null, nodeTimeout: null, tries: null, sessionTimeout: 2000, tickTime: 250 },
    },
    letIn: sessionEnded,
    atWrite: true,
  },
  {
    id: 'k',
    title: text('Chubby', 'Chubby'),
    about: text(
      'Chubby’s lock, too, lives as long as its session. The lock-delay is 0 here; a longer one only takes a longer pause.',
      'Chubby 的锁也靠会话维持。这里 lock-delay 为 0；就算更长，只要停顿更久也一样。',
    ),
    lock: { id: 'chubby', settings: { ttl: null, tries: null, sessionTimeout: 2000, lockDelay: 0 } },
    letIn: sessionEnded,
    atWrite: true,
    pause: 3750,
  },
  {
    id: 'l',
    title: text('etcd', 'etcd'),
    about: text(
      'etcd’s lock has a lease, which lives for as long as somebody keeps it alive.',
      'etcd 的锁靠租约维持：只要还有谁在续期，租约就一直有效。',
    ),
    lock: { id: 'etcd', settings: { ttl: null, tries: null, lease: 2000 } },
    letIn: text('The lease ends, and client 2 gets the lock.', '租约到期，客户端 2 拿到了锁。'),
    atWrite: true,
  },
  {
    id: 'm',
    title: text('A row in SQL', 'SQL 里的一行'),
    about: text(
      'A column says when the row expires, and the database compares that with its own clock.',
      '有一列写着这一行何时到期，数据库拿它和自己的时钟比较。',
    ),
    lock: { id: 'sql-row', settings: { ttl: null, expiry: 2000 } },
    letIn: text('The row has expired, and client 2 takes it over.', '这一行已经到期，客户端 2 接管了它。'),
  },
];

export const story: StoryBody = {
  lead: text(
    'A client looks at the clock one last time, and only then accesses the resource. In between, a pause can defeat any lock that expires. Here is the simplest one, on a single node; the variants show the others.',
    '客户端最后看一次时钟，然后才访问资源。在这两者之间，凡是会过期的锁都保护不了资源。这里先看最简单的单节点锁，其他的锁见各个变体。',
  ),
  beats: [
    opening(
      'One Redis node, SET with NX and PX, a random value, released with a script: nothing is wrong with this lock.',
      '一个 Redis 节点，SET NX PX，随机值，用脚本释放：这把锁没有任何毛病。',
      text('One Redis node keeps the lock, and nothing is wrong with it.', '一个 Redis 节点上的锁，没有任何毛病。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock for a whole TTL.',
      '客户端 1 拿到了锁，有效时间是完整的 TTL。',
    ),
    beat(
      once('paused', 'client1'),
      'Client 1 has read, and is stopped before it gets to work.',
      '客户端 1 读完数据，还没开始工作就停顿了。',
    ),
    beat(once('entryGone', 'nodeA'), 'The key expires, as it should.', 'TTL 到了，键过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock, as it should.', '键没有了，客户端 2 拿到了锁。'),
    beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 wakes and overwrites client 2’s write. Everybody has followed the rules of the lock.',
      '客户端 1 醒来，覆盖了那次写入。而大家都遵守了锁的规则。',
      text('Client 1 wakes up and writes 43 over client 2’s 52.', '客户端 1 醒来，用 43 覆盖了客户端 2 的 52。'),
    ),
  ],
  sources: ['debate', 'notes'],
  argument: text(
    'antirez: a delay after step 3 can make a client treat an expired lock as valid, and this problem is common to all implementations of distributed locks. He is right, and it is the first half of Kleppmann’s case, not an answer to it: such a lock alone cannot protect a resource. They differ in what follows from that.',
    'antirez 说：第 3 步之后的延迟，会让一把已过期的锁被当作有效，而这是所有分布式锁实现的共同问题。他说得对；不过这正是 Kleppmann 论证的前半部分，而不是对它的反驳：只靠这样一把锁，保护不了资源。双方的分歧在于由此该得出什么结论。',
  ),
  modelled: text(
    'The same pause with every kind of lock in this playground that expires; nothing else goes wrong.',
    '对试验场中每一种会过期的锁施加同样的停顿，除此之外一切正常。',
  ),
  notModelled: text(
    'Locks without an expiry, which trade this problem for another: a crashed holder’s lock is never freed.',
    '不会过期的锁：它没有这个问题，代价是崩溃者的锁永远不会放开。',
  ),
  scenario: {
    version: 2,
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
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'b',
      title: text('Redlock on five nodes', '五个节点上的 Redlock'),
      text: text(
        'Five nodes, a majority, a validity that is computed and checked: all of that happens before the pause.',
        '五个节点、多数同意、有效时间也检查过：这些都发生在停顿之前。',
      ),
      patch: { lock: { id: 'redlock', settings: { nodeTimeout: 250 } } },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has checked the validity of its lock, and nearly a whole TTL is left.',
          '客户端 1 检查了锁的有效时间，几乎还有整整一个 TTL。',
          text(
            'Client 1 has checked its lock: nearly a whole TTL is left.',
            '客户端 1 检查了锁，几乎还有整整一个 TTL。',
          ),
        ),
        beat(once('paused', 'client1'), 'Then client 1 is stopped.', '然后它停顿了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets a majority of its own.', '客户端 2 也拿到了多数。'),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 overwrites client 2’s write.',
          '客户端 1 醒来，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('Redlock with extension', '会续期的 Redlock'),
      text: text(
        'The holder extends its lock while it works, so that long work does not outlive it. But a paused client extends nothing.',
        '持有者工作时，续期任务不断延长它的锁。可是停顿中的进程什么也续不了。',
      ),
      patch: {
        lock: { id: 'redlock', settings: { nodeTimeout: 250, extensions: 5 } },
        settings: { stagger: 2600, work: 1300, duration: 8000 },
        faults: { pause: { when: { step: 'write' }, for: 3600 } },
      },
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('extended', 'client1'),
          'Halfway through the work of client 1, its lock is extended to a whole TTL.',
          '客户端 1 在工作，有效时间过半时，锁又续了一个完整的 TTL。',
          text(
            'While client 1 works, its lock is extended to a whole TTL.',
            '客户端 1 在工作，锁又续了一个完整的 TTL。',
          ),
        ),
        beat(
          once('paused', 'client1'),
          'Client 1 is stopped before its write, and so is the task that extends its lock.',
          '写之前它停顿了，给它续期的任务也一起停顿了。',
          text(
            'Client 1 is paused before its write, and so is its extension.',
            '客户端 1 写之前停顿，续期任务也一起停顿。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Nobody has extended the lock, its keys expired, and client 2 gets it.',
          '没人续期，键过期了，客户端 2 拿到了锁。',
        ),
        beat(
          once('resumed', 'client1'),
          'Client 1 wakes. The extension task sees that it is too late and stops; but the write does not ask it.',
          '客户端 1 醒来。续期任务发现时间已过，就此作罢；而写入之前没有谁去问它。',
          text(
            'Client 1 wakes. The extension gives up, but the write goes on.',
            '客户端 1 醒来。续期任务作罢，写入却照样进行。',
          ),
        ),
        beat(
          overwrite('client1', 'client2'),
          'Client 1 overwrites client 2’s write.',
          '客户端 1 醒来，覆盖了客户端 2 的写入。',
        ),
      ],
    },
    ...others.map(underPause),
  ],
  scene: {
    opening: text('Client 1 looks at the clock, then stops.', '客户端 1 看了时钟，停住了。'),
    question: text('Would another lock have saved 52?', '换一种锁就能保住 52 吗？'),
    answers: ['b', 'g', 'j', 'l', 'c', 'm', 'f', 'k', 'i', 'd', 'e', 'h'],
  },
};
