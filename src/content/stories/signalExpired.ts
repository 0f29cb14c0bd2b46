/** python-redis-lock: the signal of a release lives for a second, and a waiter that begins to wait later never hears of it. */
import { defaultSettings } from '../../core/model/scenario';
import type { StoryBody } from '../../core/model/story';
import { beat, once, opening, text } from './beats';

export const story: StoryBody = {
  formerly: [text('The signal that did not wait', '信号不等人'), text('A waiter can miss its signal', '信号不等人')],
  lead: text(
    'Client 2 is refused and goes to the list to wait. On the way it pauses for two seconds. When it starts waiting, the lock is free, and the signal that would have said so is gone. It waits forever for a lock that nobody has.',
    '客户端 2 被拒绝，正要去列表上等，途中停了两秒。等它开始等，锁早已空着，而报信的信号已经过期。没有人持锁，它却永远等下去。',
  ),
  beats: [
    opening(
      'Each release leaves one signal on a list, and the signal lasts for 1 s (signal_expire). Here “expire” and “timeout” have their default, None: BLPOP then waits without a limit.',
      '每次释放都在列表里留下一个信号，它只保留 1 秒（signal_expire）。这里的 expire 和 timeout 都是默认的 None：BLPOP 于是无限期地等。',
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
    'nobody: a search found it. It put one fault at each point of this run (`npm run -s explore -- 86 --faults pause --harm stuck`), and in 184 runs the only way to get stuck is that client 2 pauses before its BLPOP, for 1.62 s or more. Textbooks on threads call it a lost wake-up: the call comes after the check and before the sleep.',
    '无人提出，是搜索找到的：在这次运行的每个位置放一个故障（`npm run -s explore -- 86 --faults pause --harm stuck`），184 次运行里只有一种卡住的情形，就是客户端 2 在 BLPOP 之前停顿至少 1.62 秒。这正是线程教科书里的“丢失唤醒”：看过之后、睡下之前，叫醒的铃声响过了。',
  ),
  modelled: text(
    'python-redis-lock with its defaults: the release script puts one signal on the list, which lasts 1 s; BLPOP without a timeout.',
    '默认设置的 python-redis-lock：释放脚本往列表里放一个信号，保留 1 秒；BLPOP 不设超时。',
  ),
  notModelled: text(
    'What pauses client 2: a full garbage collection, a suspended machine, a debugger. A connection that breaks, which would end the wait with an error.',
    '让客户端 2 停顿的原因：长时间 GC、机器挂起、调试器断点。断开的连接：那会让等待以报错结束。',
  ),
  scenario: {
    version: 2,
    seed: 86,
    lock: { id: 'python-redis-lock' },
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
  outcome: 'stuck',
  data: 'safe',
  facts: ['starved'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Give the lock an expiry', '给锁一个过期时间'),
      short: text('An expiry for the lock', '给锁过期时间'),
      text: text(
        'With “expire” set, BLPOP waits no longer than the lock can last, and then client 2 asks again. It misses the signal as before, which now costs 2 s. A search with one pause found no stuck run among 190.',
        '设了 expire，BLPOP 最多等 expire 那么久，之后客户端 2 会再去抢。信号照样错过，代价是两秒。搜索放入一次停顿，190 次运行里没有一次卡住。',
      ),
      patch: { lock: { settings: { expire: 2 } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('entryGone', 'nodeA', 2), 'The signal expires, as before.', '信号照样过期。'),
        beat(once('waiting', 'nodeA'), 'Client 2 starts waiting, for 2 s at most.', '客户端 2 开始等，最多两秒。'),
        beat(
          once('acquired', 'client2'),
          'It asks again and gets the lock that was free all along.',
          '它再去抢，拿到了一直空着的锁。',
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
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('waiting', 'nodeA'), 'Client 2 waits for a lock that is free.', '锁空着，客户端 2 却在等。'),
        beat(once('acquired', 'client3'), 'Client 3 asks and gets it at once.', '客户端 3 一来就拿到锁。'),
        beat(once('woken', 'nodeA'), 'Its release wakes client 2.', '它的释放叫醒了客户端 2。'),
        beat(once('acquired', 'client2'), 'Client 2 has the lock.', '客户端 2 拿到锁。'),
      ],
    },
  ],
};
