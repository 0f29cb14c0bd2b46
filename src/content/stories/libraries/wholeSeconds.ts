/** A clock of whole seconds does not see what takes less than one, and the validity comes out too long. */
import { redlockCpp } from '../../../core/locks/redlock/libraries/redlockCpp';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'One node takes nearly a second to reply. The client’s clock counts whole seconds and shows the same one before and after, so no time seems to have passed. The client thinks it has nearly the whole TTL, but only half is left.',
    '有一个节点将近一秒才答复。客户端的时钟只数整秒，前后显示的是同一秒，仿佛没有过去时间。客户端以为还有将近完整的 TTL，其实只剩一半。',
  ),
  beats: [
    opening(
      'redlock-cpp measures with time(NULL). The TTL is 2 s, and client 1 needs 1.8 s: with less time left than that it would not start.',
      'redlock-cpp 用 time(NULL) 计时。TTL 为 2 秒，客户端 1 需要 1.8 秒：有效时间不够它就不会动手。',
      text(
        'The clock counts whole seconds. The TTL is 2 s, the work 1.8 s.',
        '时钟只数整秒。TTL 为 2 秒，干活要 1.8 秒。',
      ),
    ),
    beat(
      once('entrySet', 'nodeA'),
      'Node A sets its key. Its TTL runs from now on.',
      '节点 A 设置了键，它的 TTL 从此开始走。',
    ),
    beat(
      once('received', 'client1', 3),
      'Node C’s reply is late, but comes within the same second of the clock.',
      '节点 C 的答复来迟，但还在时钟的同一秒之内。',
      text('Node C replies late, but within the same second of the clock.', '节点 C 来迟，但还在时钟的同一秒之内。'),
    ),
    beat(
      once('acquired', 'client1'),
      'Elapsed: 0 s. The validity comes out as 1.978 s from now on, but the keys on A and B have about 1 s left.',
      '耗时：0 秒。算出从现在起有效 1.978 秒，而 A、B 上的键只剩约 1 秒。',
      text(
        'Elapsed: 0 s. Client 1 counts on 1.978 s, but has about 1 s.',
        '耗时算作 0：以为还有 1.978 秒，其实只剩约 1 秒。',
      ),
    ),
    beat(once('entryGone', 'nodeA'), 'The keys expire while client 1 is working.', '客户端 1 还在干活，键就过期了。'),
    beat(
      once('acquired', 'client2'),
      'Client 2 takes A and B. Client 1 still holds the lock too, rightly by its own reckoning.',
      '客户端 2 拿下 A 和 B。客户端 1 也还持有锁，按它自己的算法还名正言顺。',
      text('Client 2 takes A and B while client 1 still holds the lock.', '客户端 2 拿下 A 和 B，客户端 1 仍持有锁。'),
    ),
    beat(
      once('rejected', 'storage'),
      'The storage checks versions, so the second write is rejected.',
      '存储检查版本，第二次写入被拒绝。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'redlock-cpp from 2018: one node after another, no time limit for a reply, three attempts, 1 % plus 2 ms for drift, and time(NULL) × 1000 for the clock. The program compares the validity it gets with the time it needs.',
    '2018 年的 redlock-cpp：依次请求，答复没有时限，试三次，漂移扣 1% 再加 2 毫秒，时钟是 time(NULL) × 1000。程序把得到的有效时间和自己需要的时间作比较。',
  ),
  notModelled: text(
    'The opposite mistake at an acquire (variant b shows it at an extension): 10 ms across the turn of a second count as a whole second, and with a TTL of 1 s the lock is refused although nothing was slow. TTLs of many seconds, where one second matters little. In variant b, each attempt sets its own value; in the library, one call of ContinueLock uses one value.',
    '加锁时相反的错误（变体 b 是续期时的）：10 毫秒若跨过秒的交界，也算作整整一秒；TTL 为 1 秒时，明明什么都不慢，锁也会被拒。TTL 若有许多秒，差一秒无关紧要，这里也没有。变体 b 里每次尝试用一个新的值；在库里，一次 ContinueLock 调用只用一个值。',
  ),
  scenario: {
    version: 2,
    seed: 63,
    lock: choiceOfProfile(redlockCpp, { ttl: 2000, minValidity: 1800 }),
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1100,
      think: 20,
      work: 1750,
      latency: { min: 4, p50: 6, p99: 11, max: 12 },
      nodes: { ...defaultSettings.nodes, count: 3 },
      duration: 8000,
      patience: 6000,
    },
    faults: {
      slow: { kind: 'delay', message: { from: 'nodeC', to: 'client1', leg: 'reply', nth: 1 }, by: 850 },
    },
  },
  lock: 'overlap',
  data: 'refused',
  facts: ['overlap', 'rejected', 'rightful-rejected'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('A monotonic clock, to the millisecond', '精确到毫秒的单调时钟'),
      short: text('Milliseconds, monotonic', '毫秒级单调时钟'),
      text: text(
        'Now the 0.9 s show: what is left is too little for the work. Client 1 releases the keys and tries again.',
        '这回那 0.9 秒看得见了：剩下的时间不够干活。客户端 1 归还了键，再试一次。',
      ),
      patch: { lock: { settings: { clock: 'mono' } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('received', 'client1', 3),
          'The same late reply. This time the clock shows that 0.9 s have passed.',
          '同样来迟的答复。这一次，时钟显示过去了 0.9 秒。',
        ),
        beat(
          once('acquired', 'client2'),
          'Client 1 has released the keys, and client 2 gets the lock first.',
          '客户端 1 已归还键，客户端 2 先拿到锁。',
        ),
        beat(
          once('acquired', 'client1'),
          'A later attempt is quick and leaves enough time for the work.',
          '后来一次尝试很快，时间够干完活。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('Deleted, and taken again', '删掉，又拿回来'),
      short: text('An extension instead', '换到续期时'),
      text: text(
        'At an extension the mistake goes the other way. Half a second across the turn of a second counts as a whole one, so nothing is left of a TTL of 1 s. ContinueLock deletes the keys and tries again. It sets a new value, on free keys as well, so client 1 gets its lock back, if nobody has asked in between. An extension that accepts only its own key would find none, and client 2 would get the lock too.',
        '锁的期限是一秒，客户端 1 用整秒的时钟判断续期。0.5 秒若跨过秒的交界，也算一整秒；TTL 为 1 秒，就一点不剩。ContinueLock 删掉键再试。键空着它也会设上新的值，于是客户端 1 又拿回了锁，前提是这期间没有别人来。若是只认自己的键，就什么也找不到，客户端 2 也会拿到锁。',
      ),
      patch: {
        lock: { settings: { ttl: 1000, minValidity: null, extensions: 10_000 } },
        settings: { work: 1650, own: { client2: { start: 1560 } } },
        faults: {
          slow: { kind: 'delay', message: { from: 'nodeC', to: 'client1', leg: 'reply', nth: 2 }, by: 500 },
        },
      },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 has the lock, for a second.', '客户端 1 拿到锁，为期一秒。'),
        beat(
          once('received', 'client1', 7),
          'Client 1 extends halfway through. A, B and C have set the new value. C’s reply took 0.5 s, and the clock has turned to the next second.',
          '过半时它来续期。A、B、C 都设上了新的值。C 的应答用了 0.5 秒，时钟已走到下一秒。',
          text(
            'Client 1 extends halfway through. The clock turns to the next second.',
            '客户端 1 过半时续期，时钟走到了下一秒。',
          ),
        ),
        beat(
          once('entryGone', 'nodeA'),
          'A whole second has passed by that clock: no validity. The keys are deleted, although they had time left.',
          '按这个时钟已过去一整秒：没有有效时间了。键被删掉，其实时间还有剩。',
          text('A whole second by that clock: the keys are deleted too early.', '按这个时钟已过一整秒：键提早被删了。'),
        ),
        beat(
          once('extended', 'client1'),
          'The next attempt finds the keys free and takes them. For a moment anyone could have done so.',
          '下一次尝试发现键空着，就占了下来。刚才那一会儿，谁来都能拿到。',
          text(
            'The next attempt takes the free keys. Anyone could have done so.',
            '下一次尝试占了空着的键，其实谁都能占。',
          ),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 came later and gets the lock after client 1.',
          '客户端 2 来得晚，等客户端 1 用完才拿到锁。',
        ),
      ],
    },
  ],
};
