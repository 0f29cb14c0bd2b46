/**
 * No TTL fits: it is too short for work that outlives it, and too long for clients that wait for a holder that crashed.
 */
import type { Fault } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

const crash: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 300 },
  restartAfter: 'never',
};

export const story: StoryBody = {
  next: 'five-steps',
  lead: text(
    'No fixed time fits every case. Any TTL can turn out too short or too long. Too short, and the work outlasts the lock; too long, and a crash keeps everybody out. Move the TTL slider and see.',
    'TTL 是固定的，而工作有时会比平时久。TTL 怎么选，都可能太短或太长。太短，工作没做完锁就没了；太长，一次崩溃就把所有人挡在外面。拖动 TTL 的滑块看看。',
  ),
  beats: [
    opening('The lock lasts for one second. Usually that is enough.', '锁的有效时间是一秒。平时够用了。'),
    beat(
      once('acquired', 'client1'),
      'Client 1 has it. This time the work takes longer, and client 1 does not look at the time.',
      '客户端 1 拿到锁。这一次工作比平时久，而它并不看时间。',
      text('Client 1 has the lock. This time its work takes longer.', '客户端 1 拿到锁。这一次，工作比平时久。'),
    ),
    beat(once('entryGone', 'nodeA'), 'The TTL runs out, and the node deletes the key.', 'TTL 到了，节点删掉了键。'),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock while client 1 is still at work. It took no pause, no crash and no slow network.',
      '客户端 2 拿到了锁，而客户端 1 还在工作：没有停顿，没有崩溃，网络也不慢。',
      text(
        'Client 2 gets the lock while client 1 works: nothing has failed.',
        '客户端 2 拿到了锁，而客户端 1 还在正常工作。',
      ),
    ),
    beat(
      once('wrote', 'storage'),
      'Client 1 writes without knowing that its lock has expired.',
      '客户端 1 不知道锁已过期，照样写入。',
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'A TTL, work of a given length, and clients with limited patience. The storage compares versions, so that the run shows the lock alone.',
    '一个 TTL、给定时长的工作，以及耐心有限的客户端。存储会比较版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Renewing the lock while the work goes on, which is one way out: Redisson’s watchdog has a story of its own.',
    '一边工作一边续期，这是一条出路：Redisson 的看门狗另有故事来讲。',
  ),
  scenario: {
    version: 2,
    seed: 8,
    lock: { id: 'single-node', settings: { ttl: 1000, nodeTimeout: 400, tries: 30, retryDelay: 350, retryJitter: 50 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      work: 1700,
      latency: { min: 15, p50: 30, p99: 60, max: 80 },
      duration: 6000,
      patience: 3500,
    },
    faults: {},
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Longer than the work', '比工作时间更长'),
      short: text('Longer than the work', '比工作时间长'),
      text: text(
        'With a TTL longer than the work both get their turn. But who knows how long the work may take?',
        'TTL 设得比最长的工作时间还长。可谁知道工作最久要多久呢？',
      ),
      patch: { lock: { settings: { ttl: 2500 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('acquired', 'client1'),
          'Client 1 has the lock for longer than it needs.',
          '客户端 1 的锁比它需要的更久。',
        ),
        beat(
          once('releasing', 'client1'),
          'Client 1 is done in time, and gives the lock back.',
          '客户端 1 按时做完，释放了锁。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets the lock only after client 1 has released it.',
          '客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Too long', '太长'),
      short: text('Much longer', '长得多'),
      text: text(
        'To be on the safe side the TTL is eight seconds. Client 1 crashes; client 2 has promised its own caller an answer within three and a half seconds, and cannot keep that promise.',
        '为保险起见，TTL 设成八秒。客户端 1 崩溃了；客户端 2 答应过调用方三秒半内给出结果，这下做不到了。',
      ),
      patch: { lock: { settings: { ttl: 8000 } }, faults: { crash } },
      lock: 'unavailable',
      data: 'safe',
      facts: ['starved'],
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁崩溃。'),
        beat(
          once('received', 'client2', 3),
          'Client 2 asks again and again: the key is there, and stays there.',
          '客户端 2 一问再问：键还在，一直在。',
        ),
        beat(
          once('received', 'client2', 8),
          'Nothing is broken for good: the lock will be free eventually. For client 2 that is too late.',
          '锁终究会空出来，并没有卡死。但对客户端 2 来说太晚了。',
          text(
            'The lock will be free eventually. For client 2 that is too late.',
            '锁终究会空出来，对客户端 2 来说太晚了。',
          ),
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('No longer than client 2 can wait', '不超过能等的时间'),
      short: text('No longer than the wait', '比工作长，比等待短'),
      text: text(
        'The same crash with a TTL of two and a half seconds, longer than the work and shorter than client 2’s patience. The TTL has to lie between those two, and sometimes there is no room between them.',
        '同样的崩溃，TTL 为两秒半：比工作时间长，比客户端 2 能等的时间短。TTL 只能选在这两者之间，而有时两者之间并没有空隙。',
      ),
      patch: {
        lock: { settings: { ttl: 2500 } },
        settings: { duration: 5300, patience: 5000 },
        faults: { crash },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('crashed', 'client1'), 'Client 1 crashes while it holds the lock.', '客户端 1 持锁崩溃。'),
        beat(once('entryGone', 'nodeA'), 'The TTL runs out.', 'TTL 到了。'),
        beat(
          once('acquired', 'client2'),
          'Client 2 had to wait, but not for too long.',
          '客户端 2 等了一阵，但还等得起。',
        ),
      ],
    },
  ],
};
