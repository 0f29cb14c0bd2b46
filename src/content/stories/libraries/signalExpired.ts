/** python-redis-lock: the signal of a release lives for a second, and a waiter that begins to wait later never hears of it. */
import { pythonRedisLock8 } from '../../../core/locks/pythonRedisLock/libraries';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type LockChoice } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

/** On redis-py 8. */
const redisPy8 = (expire: number | null = null): LockChoice => choiceOfProfile(pythonRedisLock8, { expire });

/** How often redis-py 8 sends a command again if its client was made by `Redis()`. */
const byRedis = { connection: { resends: 10 } } as const;

export const story: StoryBody = {
  lead: text(
    'Client 2 is refused and goes to the list to wait. On the way it pauses for two seconds. When it starts waiting, the lock is free, and the signal that would have said so is gone. With redis-py up to version 7 it waits forever for a lock that nobody has.',
    '客户端 2 被拒绝，正要去列表上等，途中停了两秒。等它开始等，锁早已空着，而报信的信号已经过期。没有人持锁，而用 redis-py 7 及更早的版本，它会永远等下去。',
  ),
  beats: [
    opening(
      'Each release leaves one signal on a list, and the signal lasts for 1 s (signal_expire). Here “expire” and “timeout” have their default, None: BLPOP then waits without a limit, and redis-py up to version 7 sets none for a reply.',
      '每次释放都在列表里留下一个信号，它只保留 1 秒（signal_expire）。这里的 expire 和 timeout 都是默认的 None：BLPOP 于是无限期地等，redis-py 7 及更早的版本对应答也不设时限。',
      text(
        'A release leaves a signal for one second. BLPOP waits without a limit.',
        '释放时留下的信号只活一秒，BLPOP 却无限期地等。',
      ),
    ),
    beat(once('acquired', 'client1'), 'Client 1 has the lock.', '客户端 1 拿到锁。'),
    beat(
      once('paused', 'client2'),
      'Client 2 has been refused, and pauses before its BLPOP.',
      '客户端 2 已被拒绝，还没发 BLPOP 就停顿了。',
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 releases and leaves a signal. Nobody is at the list to take it.',
      '客户端 1 释放锁，留下一个信号。列表上没有人来取。',
      text('Client 1 releases and leaves a signal. Nobody is there.', '客户端 1 释放锁，留下信号，却没有人来取。'),
    ),
    beat(
      once('entryGone', 'nodeA', 2),
      'After a second the signal expires. The lock is free, and nothing says so anymore.',
      '一秒后信号过期。锁是空的，却再没有什么来告诉别人。',
      text('The signal expires. The lock is free, and nothing says so.', '信号过期了。锁空着，却没有谁通知客户端 2。'),
    ),
    beat(
      once('waiting', 'nodeA'),
      'Client 2 starts its BLPOP. It will not ask for the lock again until a signal comes, and no signal will come.',
      '客户端 2 开始 BLPOP。没有信号，它就不会再去抢锁；而信号不会来了。',
      text('Client 2 starts waiting for a signal that will not come.', '客户端 2 开始等一个不会来的信号。'),
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'nobody: a search found it. It put one fault at each point of this run (`npm run -s cli -- explore 86 --faults pause --harm stuck`), and in 184 runs the only way to get stuck is that client 2 pauses before its BLPOP, for 1.62 s or more. Textbooks on threads call it a lost wake-up: the call comes after the check and before the sleep.',
    '无人提出，是搜索找到的：在这次运行的每个位置放一个故障（`npm run -s cli -- explore 86 --faults pause --harm stuck`），184 次运行里只有一种卡住的情形，就是客户端 2 在 BLPOP 之前停顿至少 1.62 秒。这正是线程教科书里的“丢失唤醒”：看过之后、睡下之前，叫醒的铃声响过了。',
  ),
  modelled: text(
    'python-redis-lock 4.0.1 with its defaults, on redis-py 7: the release script puts one signal on the list, which lasts 1 s; BLPOP without a timeout. Variants c and d are redis-py 8, with a client made by Redis(). Measured with 8.1.0 and a Redis server, acquire raised after 59 s in both, and after 5 s with a client made from a URL.',
    'python-redis-lock 4.0.1 的默认设置，配 redis-py 7：释放脚本往列表里放一个信号，保留 1 秒；BLPOP 不设超时。变体 c 和 d 是 redis-py 8，客户端用 Redis() 创建。用 8.1.0 和真实的 Redis 服务器测过：这两种情形下 acquire 都在 59 秒后抛出异常；由 URL 创建的客户端，5 秒后就抛。',
  ),
  notModelled: text(
    'What pauses client 2: a full garbage collection, a suspended machine, a debugger. A connection that breaks, which would end the wait with an error. In variants c and d, the waits of redis-py before it resends, about 4 s in all.',
    '让客户端 2 停顿的原因：长时间 GC、机器挂起、调试器断点。断开的连接：那会让等待以报错结束。变体 c 和 d 里，redis-py 每次重发之前的等待，合计约 4 秒。',
  ),
  scenario: {
    version: 2,
    seed: 86,
    lock: { id: 'python-redis-lock', profile: 'python-redis-lock-7' },
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      nodes: { ...defaultSettings.nodes, count: 1 },
      stagger: 150,
      work: 700,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 9000,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client2',
        when: { kind: 'step', process: 'client2', step: 'blpop', nth: 1 },
        for: 2000,
      },
    },
  },
  lock: 'stuck',
  data: 'safe',
  facts: ['starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Give the lock an expiry', '给锁一个过期时间'),
      short: text('An expiry for the lock', '给锁过期时间'),
      text: text(
        'With “expire” set, BLPOP waits no longer than the lock can last, and then client 2 asks again. It misses the signal as before, which now costs 2 s. A search with one pause found no stuck run among 190. On redis-py 8, “expire” or “timeout” has to be below its socket_timeout of 5 s, or socket_timeout above them: variants c and d.',
        '设了 expire，BLPOP 最多等 expire 那么久，之后客户端 2 会再去抢。信号照样错过，代价是两秒。搜索放入一次停顿，190 次运行里没有一次卡住。用 redis-py 8 时，expire 或 timeout 要小于它 5 秒的 socket_timeout，否则要把 socket_timeout 调大，见变体 c 和 d。',
      ),
      patch: { lock: { settings: { expire: 2 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('entryGone', 'nodeA', 2), 'The signal expires, as before.', '信号照样过期。'),
        beat(once('waiting', 'nodeA'), 'Client 2 starts waiting, for 2 s at most.', '客户端 2 开始等，最多两秒。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 asks again and gets the lock that was free.',
          '客户端 2 再去抢，拿到了一直空着的锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A third client sets it free', '第三个客户端解了围'),
      short: text('A third client', '来了第三个客户端'),
      text: text(
        'Nobody holds the lock: client 3, which comes later, gets it at once. Its release leaves a new signal, and client 2 wakes up. On a busy lock the problem heals by itself, which makes it hard to find; on a lock that is used once a day it lasts for a day.',
        '锁空着，后来的客户端 3 立刻拿到了它。它释放时留下新的信号，客户端 2 醒了。锁用得频繁，问题会自己消失，所以难以发现；一天才用一次的锁，就要卡上一天。',
      ),
      patch: { settings: { clients: 3, own: { client3: { start: 4000 } } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('waiting', 'nodeA'), 'Client 2 waits for a lock that is free.', '锁空着，客户端 2 却在等。'),
        beat(once('acquired', 'client3'), 'Client 3 asks and gets it at once.', '客户端 3 一来就拿到锁。'),
        beat(once('woken', 'nodeA'), 'Client 3’s release wakes client 2.', '客户端 3 的释放叫醒了客户端 2。'),
        beat(
          once('acquired', 'client2'),
          'Client 3’s release wakes client 2, which gets the lock.',
          '客户端 3 的释放叫醒客户端 2，它拿到了锁。',
        ),
      ],
    },
    {
      id: 'c',
      title: text('An upgrade of redis-py changed a default', 'redis-py 升级，改了一个默认值'),
      short: text('After an upgrade of redis-py', '升级了 redis-py'),
      text: text(
        'Since redis-py 8 (May 2026) a read ends after 5 s. A client made by Redis() then sends BLPOP again, ten times, and never asks for the lock in between: acquire raises TimeoutError after about a minute. Made from a URL, it raises after 5 s. The lock is free all the while. It needs no pause: a holder that works for a minute is enough.',
        'redis-py 8（2026 年 5 月）起，读取 5 秒就超时。用 Redis() 创建的客户端会把 BLPOP 重发十次，其间从不去抢锁，约一分钟后 acquire 抛出 TimeoutError；由 URL 创建的 5 秒后就抛。而锁一直空着。没有停顿也会这样：持有者干活超过一分钟就够了。',
      ),
      patch: { lock: redisPy8(), settings: { ...byRedis, duration: 61_000 } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(
          once('waiting', 'nodeA'),
          'Client 2 starts its BLPOP. The lock is free, as before.',
          '客户端 2 开始 BLPOP。锁照样空着。',
        ),
        beat(
          once('timedOut', 'client2'),
          'After 5 s redis-py gives up the read and its connection, and sends BLPOP again on a new one. The lock built on it hears nothing about that.',
          '5 秒后，redis-py 放弃这次读取和这条连接，在新连接上把 BLPOP 又发一遍。上层的锁对此一无所知。',
          text(
            'After 5 s redis-py gives up the read, and sends BLPOP again.',
            '5 秒后 redis-py 放弃读取，又发一遍 BLPOP。',
          ),
        ),
        beat(
          once('refused', 'client2'),
          'The eleventh read was the last. acquire raises TimeoutError; the lock is free.',
          '第十一次读取也超时。acquire 抛出 TimeoutError，锁却空着。',
        ),
        beat(
          once('acquired', 'client2'),
          'If the program asks once more, it gets the lock at once.',
          '程序若再请求加锁，立刻就能拿到。',
        ),
      ],
    },
    {
      id: 'cfix',
      fix: true,
      title: text('An expiry below socket_timeout', 'expire 小于 socket_timeout'),
      short: text('A shorter expiry', '更短的 expire'),
      text: text(
        '“expire” is 2 s, and socket_timeout still 5 s. BLPOP returns before its read ends, and client 2 asks for the lock again.',
        'expire 为 2 秒，socket_timeout 仍是 5 秒。读取超时之前 BLPOP 就返回，客户端 2 再去抢锁。',
      ),
      patch: { lock: redisPy8(2), settings: byRedis },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('waiting', 'nodeA'), 'Client 2 starts waiting, for 2 s at most.', '客户端 2 开始等，最多两秒。'),
        beat(
          once('acquired', 'client2'),
          'Client 2’s BLPOP ends first. It asks again and gets the lock.',
          '客户端 2 的 BLPOP 先超时，它再去抢，拿到锁。',
        ),
      ],
    },
    {
      id: 'd',
      title: text('redis-py 8, and an expiry of 10 s', 'redis-py 8，expire 为 10 秒'),
      short: text('An expiry of 10 s', '10 秒的 expire'),
      text: text(
        'No pause: client 1 crashes, and its lock expires after 10 s. With redis-py 7, client 2’s BLPOP ends then too, and it asks and gets the lock. redis-py 8 gives up each read after 5 s and sends BLPOP anew, with another 10 s: it never ends by itself, so client 2 does not ask, and acquire raises TimeoutError after about a minute.',
        '没有停顿：客户端 1 崩溃，它的锁 10 秒后过期。用 redis-py 7，客户端 2 的 BLPOP 这时也结束，它去抢并拿到锁。redis-py 8 每次读取 5 秒就放弃，重新发出的 BLPOP 又要等 10 秒：它自己永远不会结束，客户端 2 也就不去抢，约一分钟后 acquire 抛出 TimeoutError。',
      ),
      patch: {
        lock: redisPy8(10),
        settings: { ...byRedis, duration: 61_000, patience: 12_000 },
        faults: {
          pause: null,
          crash: {
            kind: 'crash',
            process: 'client1',
            when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
            restartAfter: 'never',
          },
        },
      },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes, and leaves its key.', '客户端 1 崩溃，键留着。'),
        beat(
          once('timedOut', 'client2'),
          'redis-py gives up the read after 5 s and sends BLPOP again, for another 10 s.',
          'redis-py 5 秒后放弃读取，又发 BLPOP，再等 10 秒。',
          text('After 5 s redis-py sends BLPOP again, for another 10 s.', '5 秒后 redis-py 又发 BLPOP，再等 10 秒。'),
        ),
        beat(once('entryGone', 'nodeA'), 'The key expires. Nobody asks for the lock.', '键过期了。没有谁来抢锁。'),
        beat(
          once('refused', 'client2'),
          'acquire raises TimeoutError, 45 s after the lock was free.',
          '锁空出 45 秒之后，acquire 抛出 TimeoutError。',
        ),
      ],
    },
  ],
};
