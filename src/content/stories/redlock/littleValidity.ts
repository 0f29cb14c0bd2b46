/** A lock whose time is nearly over when it is granted: valid by the rules, and too short for the work. */
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Client 1 takes so long to acquire the lock that hardly any of its validity, the time for which it may use the lock, is left. The lock still counts as acquired, but the work takes longer than what remains.',
    '客户端 1 加锁耗时太久，有效时间所剩无几。锁照样算拿到了，可工作所需的时间比剩下的还长。',
  ),
  beats: [
    beat(
      once('entrySet', 'nodeA'),
      'The nodes set the key for client 1. From here on the TTL runs.',
      '各节点为客户端 1 设置了键，TTL 从此开始走。',
    ),
    beat(
      once('paused', 'client1'),
      'A majority has agreed, but before client 1 looks at the clock again, it is stopped for most of the TTL.',
      '多数已经同意，但客户端 1 还没来得及再看一眼时钟，就停顿了大半个 TTL。',
      text(
        'A majority agreed, but client 1 is stopped before it reads its clock.',
        '多数已同意，客户端 1 还没看时钟就停顿了。',
      ),
    ),
    beat(once('refused', 'client2'), 'Client 2 is rightly refused.', '客户端 2 被拒绝，理所应当。'),
    beat(
      once('acquired', 'client1'),
      'TTL minus elapsed time minus the allowance for drift: less than a quarter of the TTL is left. But it is more than nothing, so Redlock says yes.',
      'TTL 减去已用时间，再减去漂移余量：剩下不到四分之一。但毕竟大于零，所以 Redlock 说可以。',
      text(
        'Less than a quarter of the TTL is left, and Redlock says yes.',
        'TTL 剩下不到四分之一，Redlock 照样说可以。',
      ),
    ),
    beat(
      once('entryGone', 'nodeA'),
      'The keys expire in the middle of the work. Client 1 does not check.',
      '工作做到一半，键过期了。客户端 1 没有去看。',
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 gets the lock: two holders at once.',
      '客户端 2 拿到了锁：两个客户端同时持锁。',
    ),
    beat(
      once('rejected', 'storage'),
      'The storage checks versions, so the second write is rejected, and no update is lost. An unchecked one would have overwritten the first.',
      '这里的存储检查版本，所以第二次写入被拒绝，没有更新丢失。若无检查，前一次写入就被覆盖了。',
      text('The storage checks versions, and rejects the second write.', '存储检查版本，拒绝了第二次写入。'),
    ),
  ],
  sources: ['debate'],
  modelled: text(
    'Validity computed as the algorithm says, and a client that works for a fixed time without looking at it. The author of the articles asks how short is too short; the answer here is the length of the work.',
    '有效时间按算法计算；客户端工作固定的时长，中途不看时间。文章作者问：到底多短才算短？这里的回答是：以工作所需的时间为准。',
  ),
  notModelled: text(
    'Work whose length nobody knows beforehand, which is the usual case.',
    '事先不知道要做多久的工作，而这才是常态。',
  ),
  scenario: {
    version: 2,
    seed: 16,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1300,
      think: 750,
      work: 900,
      latency: { min: 15, p50: 32, p99: 80, max: 100 },
      duration: 7000,
      patience: 5000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 't2', nth: 1 },
        for: 1500,
      },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Refuse a lock that is too short', '太短的锁不要'),
      short: text('Ask for enough validity', '时间不够就放弃'),
      text: text(
        'Client 1 knows how long its work takes. It treats a lock with less validity as not acquired: it releases and tries again later.',
        '客户端 1 知道自己的工作要多久。剩余有效时间不够的锁，它当作没拿到：释放，稍后再试。',
      ),
      patch: { lock: { settings: { minValidity: 1200 } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('paused', 'client1'),
          'The same pause, before the second look at the clock.',
          '同样的停顿，发生在第二次看时钟之前。',
        ),
        beat(
          once('refused', 'client1'),
          'What is left is less than the work needs. Client 1 gives the keys back at once.',
          '剩下的时间不够完成工作。客户端 1 立即归还了键。',
          text(
            'Too little is left for the work: client 1 gives the keys back.',
            '剩下的时间不够工作，客户端 1 归还了键。',
          ),
        ),
        beat(
          once('finished', undefined, 2),
          'Both clients have done their work, one after the other.',
          '两个客户端先后完成了各自的工作。',
        ),
      ],
    },
  ],
};
