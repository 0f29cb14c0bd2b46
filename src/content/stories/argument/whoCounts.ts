/**
 * The service that gives out tokens is itself a resource: it reads a counter, adds one and writes it back. A lock for it
 * has the trouble that the tokens were to end. One atomic step at the counter ends the regress.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

const pauseBeforeWrite: Fault = {
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
  for: 2900,
};

const redlock = { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 300, tries: 8, retryDelay: 250 } } as const;

/** Redlock before the counter, and a pause of the first instance. */
const locked: Patch = {
  lock: redlock,
  settings: { stagger: 1600, think: 500, work: 150, duration: 5600, patience: 5500 },
  faults: { pause: pauseBeforeWrite },
};

const lockedTwice: Patch = { ...locked, settings: { ...locked.settings, rounds: 2, think: 100, duration: 6500 } };

export const story: StoryBody = {
  lead: text(
    'Fencing tokens come from a service, and that service must not give the same one twice. Here two instances of a token service share a counter: each reads it, adds one, writes it back and hands out the number. Both read 42, and both hand out 43.',
    'fencing token 由一个服务发放，同一个号不能发两次。这里，token 服务的两个实例共用一个计数器：读出来，加一，写回去，再把这个数发出去。两个实例都读到 42，于是都发出 43。',
  ),
  beats: [
    opening(
      'The two clients of this run are instances of the token service, and the storage is its counter. There is no lock.',
      '这次运行里的两个客户端是 token 服务的两个实例，存储就是它们的计数器。这里没有锁。',
      text(
        'Both clients are instances of the token service. There is no lock.',
        '两个客户端都是 token 服务的实例，这里没有锁。',
      ),
    ),
    beat(once('read', 'storage'), 'Instance 1 reads 42.', '实例 1 读到 42。'),
    beat(once('read', 'storage', 2), 'Before it writes, instance 2 reads 42 too.', '它还没写回，实例 2 也读到 42。'),
    beat(once('wrote', 'storage'), 'Instance 1 writes 43, and hands out 43.', '实例 1 写下 43，发出 43。'),
    beat(
      overwrite('client2', 'client1'),
      'Instance 2 writes 43, and hands out 43 a second time. For what two holders of the same token do to a resource, see “What if the token counter falls back?”, variant b.',
      '实例 2 也写下 43，把 43 又发了一次。两个持有者拿着同一个 token 会怎样，见“token 计数器倒退了会怎样？”的变体 b。',
      text('Instance 2 writes 43, and hands out 43 a second time.', '实例 2 也写下 43，把 43 又发了一次。'),
    ),
  ],
  sources: ['notes'],
  argument: text(
    'One of the articles lists this as a separate view: the service that makes the tokens needs a distributed lock, or else clients cannot rely on their tokens. But tokens were introduced because a lock alone is not enough. Variant b shows that a lock for the counter has the same problem, and variant d gives that lock a token, from other counters. This could go on forever. It ends at the first counter that adds one in a single step, as Redis’ INCR does: such a counter needs no lock. It does need to keep its number through a crash (“What if the token counter falls back?”).',
    '有一篇文章把这列为一个观点：生成 token 的服务还是需要分布式锁，否则客户端拿到的 token 靠不住。可是，正因为光有锁不够，才需要 token。变体 b 表明，给计数器加锁会遇到同样的问题；变体 d 再给这把锁配上 token，token 又来自别的计数器。这样可以没完没了。只要有一个计数器能一步完成加一，像 Redis 的 INCR 那样，循环就到此为止：这样的计数器不需要锁。它需要的是崩溃之后数字还在（见“token 计数器倒退了会怎样？”）。',
  ),
  modelled: text(
    'A counter that is read and written in two requests, by the instances. Where the counter takes a new number in one step, the storage checks versions: it compares and writes at once.',
    '计数器的读与写是两次请求，由各个实例发出。凡是“一步完成”的地方，用的是存储的版本检查：比较与写入是一步。',
  ),
  notModelled: text(
    'The clients that get the numbers, and INCR on this counter. INCR would also never refuse anyone. The tokens of the stories about fencing are counted with it.',
    '拿到这些数的客户端，以及对这个计数器执行 INCR。INCR 还不会拒绝任何人。讲 fencing 的那些故事里，token 就是用它来数的。',
  ),
  scenario: {
    version: 2,
    seed: 70,
    lock: { id: 'no-lock' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      adds: 'one',
      stagger: 80,
      think: 100,
      work: 300,
      latency: { min: 15, p50: 25, p99: 45, max: 50 },
      duration: 1500,
      patience: 2500,
    },
    faults: {},
  },
  lock: 'held',
  data: 'lost',
  facts: ['lost-update'],
  scene: { question: text('What would hand out each number only once?', '怎样才能让每个号只发一次？') },
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('One step at the counter', '在计数器上一步完成'),
      short: text('Count in one step', '一步完成计数'),
      text: text(
        'The counter takes a new number only if nobody has changed it since it was read, and compares and writes in one step. The instance that comes second is rejected, hands out nothing, and reads again. There is no lock. INCR goes one better: it reads, adds and writes in one step, so it never has to refuse anyone.',
        '计数器只有在读过之后没被改动时才接受新的数，比较与写入是一步。后到的实例被拒绝，什么也不发，重新去读。这里没有锁。INCR 更进一步：读、加、写是一步，谁也不必拒绝。',
      ),
      patch: { storage: { id: 'version' }, settings: { rounds: 2, duration: 2500 } },
      lock: 'held',
      data: 'refused',
      facts: ['rejected'],
      beats: [
        beat(
          once('wrote', 'storage'),
          'Instance 1 writes 43: nobody has changed the counter.',
          '实例 1 写下 43：计数器没人动过。',
        ),
        beat(
          once('rejected', 'storage'),
          'Instance 2 has read 42 as well, but 42 is outdated. Rejected: it hands out nothing.',
          '实例 2 也读到过 42，但 42 已经过时。拒绝：它什么也没有发出。',
          text(
            'Instance 2 read 42 as well: rejected, it hands out nothing.',
            '实例 2 也读到过 42：被拒绝，什么也没发出。',
          ),
        ),
        beat(
          once('wrote', 'storage', 2),
          'Instance 1 reads again: each number is handed out once.',
          '实例 1 重新读取：每个数只发一次。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A lock for the counter', '给计数器加锁'),
      short: text('A lock for the counter', '给计数器加锁'),
      text: text(
        'So the counter gets a lock, and a good one: Redlock on five nodes. Instance 1 has the lock and has read 42 when it pauses for longer than the lock lasts. It is “A pause outlives the lock” again, one level lower: the resource is now the service that was meant to protect the resource.',
        '给计数器加锁：五个节点上的 Redlock。实例 1 拿着锁，读到 42，然后停顿了，停得比锁的有效时间还长。这就是“停顿比锁的有效时间还长”，只是往下挪了一层：现在受害的资源，正是本该用来保护资源的那个服务。',
      ),
      patch: locked,
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Instance 1 has the lock, has read 42, and pauses.',
          '实例 1 拿着锁，读到 42，停顿了。',
        ),
        beat(
          once('acquired', 'client2'),
          'Instance 1’s lock expires, and instance 2 gets it, as it should.',
          '实例 1 的锁过期了，实例 2 名正言顺地拿到锁。',
        ),
        beat(once('wrote', 'storage'), 'Instance 2 writes 43 and hands out 43.', '实例 2 写下 43，发出 43。'),
        beat(
          overwrite('client1', 'client2'),
          'Instance 1 wakes up, writes its own 43, and hands out 43 as well.',
          '实例 1 醒来，写下自己的 43，也发出 43。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('The same pause, one step at the counter', '同样的停顿，计数器一步完成'),
      short: text('A pause, one step', '停顿，一步完成'),
      text: text(
        'The same lock and the same pause, but the counter compares and writes in one step. Instance 1’s write is rejected when it wakes up. Two instances held the lock, but no number was handed out twice. At most, the lock saves some wasted work.',
        '同样的锁，同样的停顿，但计数器的比较与写入是一步。实例 1 醒来后写入被拒绝。曾有两个实例同时持锁，却没有哪个数发了两次。锁顶多省下一些白做的工作。',
      ),
      patch: { ...locked, storage: { id: 'version' } },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(once('wrote', 'storage'), 'Instance 2 writes 43.', '实例 2 写下 43。'),
        beat(
          once('rejected', 'storage'),
          'Instance 1 wakes up with 42, which is no longer current. Rejected.',
          '实例 1 醒来，手里是 42，早已过时。拒绝。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('The counter falls back', '计数器倒退'),
      text: text(
        'The same pause while instance 2 hands out two numbers, 43 and 44. Then instance 1 writes 43 over the 44. The counter has fallen back, and the next number handed out is 44 again. A storage that has seen 44 would reject 43 and accept both holders of 44.',
        '同样的停顿，其间实例 2 发出了两个数，43 和 44。然后实例 1 用 43 盖掉了 44。计数器倒退了，接下来发的又是 44。见过 44 的存储会拒绝 43，却会接受两个持有 44 的客户端。',
      ),
      patch: lockedTwice,
      lock: 'overlap',
      data: 'lost',
      facts: ['overlap', 'lost-update'],
      beats: [
        beat(once('paused', 'client1'), 'Instance 1 has read 42, and pauses.', '实例 1 读到 42，停顿了。'),
        beat(
          once('wrote', 'storage', 2),
          'Instance 2 has handed out 43, and now 44.',
          '实例 2 发过 43，现在又发出 44。',
        ),
        beat(
          overwrite('client1', 'client2', 3),
          'Instance 1 wakes up and writes 43: the counter falls back.',
          '实例 1 醒来，写下 43：计数器倒退了。',
        ),
        beat(
          once('wrote', 'storage', 4),
          'Instance 1 reads 43 and hands out 44 for the second time.',
          '实例 1 再读到 43，把 44 又发了一次。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('A token for the token service', '给 token 服务也配 token'),
      short: text('A token for tokens', 'token 服务也配 token'),
      text: text(
        'The instances get fencing tokens of their own, along with their lock, and the counter checks them. The late write is rejected. But where do these tokens come from? From five more counters, one on each Redlock node, and those add one with INCR, in a single step. That is where the regress ends, not at a lock. That step could just as well have been at the first counter.',
        '实例加锁时自己也拿到 fencing token，由计数器来校验。迟到的写入被拒绝。可这些 token 又从哪里来？从另外五个计数器，Redlock 的每个节点上一个，用 INCR 一步加一。循环到那里才停下，靠的不是锁。其实这一步本来就可以放在第一个计数器上。',
      ),
      patch: {
        ...locked,
        lock: { ...redlock, settings: { ...redlock.settings, token: 'quorum' } },
        storage: { id: 'fencing' },
      },
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'Instance 1 has the lock, and with it token 1.',
          '实例 1 拿到锁，以及这把锁的 token 1。',
        ),
        beat(
          once('acquired', 'client2'),
          'The pause has cost it the lock, and instance 2 has token 2.',
          '停顿让它丢了锁，实例 2 拿到 token 2。',
        ),
        beat(once('wrote', 'storage'), 'Instance 2 writes 43 with token 2.', '实例 2 带着 token 2 写下 43。'),
        beat(
          once('rejected', 'storage'),
          'Instance 1 writes 43 with token 1. Rejected: 43 is handed out once.',
          '实例 1 带着 token 1 写 43。拒绝：43 只发了一次。',
        ),
      ],
    },
  ],
};
