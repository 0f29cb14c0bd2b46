/**
 * The same correction of a clock, made at once or spread out. The question is whether it stays within Redlock's
 * allowance for drift.
 */
import type { Fault, When } from '../../../core/model/scenario/fault';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import type { Ms } from '../../../core/model/values/time';
import { beat, once, opening, text } from '../beats';

const when: When = { kind: 'step', process: 'client1', step: 'work', nth: 1 };

/** How far the clock of node C is behind. */
const by: Ms = 300;

const step: Fault = { kind: 'clock-jump', process: 'nodeC', when, by };
const slew = (over: Ms): Fault => ({ kind: 'clock-slew', process: 'nodeC', when, by, over });

export const story: StoryBody = {
  lead: text(
    'C’s clock is 0.3 s behind and gets corrected while client 1 holds the lock. Done in one step, that breaks the lock; spread over ten minutes, it does no harm.',
    'C 的时钟慢了 0.3 秒，偏偏在客户端 1 持锁时得到校正。一步到位，锁就丢了；分摊到十分钟里，谁也察觉不到。',
  ),
  beats: [
    opening(
      'Redlock takes 1 % of the TTL plus 2 ms off the validity, the time for which a client may use its lock, to allow for clocks that run at slightly different rates. With a TTL of 4 s that is 42 ms.',
      'Redlock 会从有效时间里扣掉 TTL 的 1% 再加 2 毫秒，留给走速略有不同的时钟。TTL 为 4 秒时就是 42 毫秒。',
      text(
        'Redlock takes 42 ms off the validity, because clock rates differ.',
        'Redlock 从有效时间里扣掉 42 毫秒，留给走速不同的时钟。',
      ),
    ),
    beat(
      once('acquired', 'client1'),
      'Client 1 has the lock on A, B and C; its requests to D and E were lost. It will work almost to the end of its validity.',
      '客户端 1 在 A、B、C 上拿到了锁，发给 D 和 E 的请求丢了。它会一直工作到有效时间快结束。',
      text(
        'Client 1 has A, B and C. It works almost until the lock ends.',
        '客户端 1 拿到 A、B、C，会工作到有效时间快结束。',
      ),
    ),
    beat(
      once('clockSet', 'nodeC'),
      'C’s clock is set forward by 0.3 s in one step: seven times the allowance.',
      'C 的时钟一步向前拨了 0.3 秒：是那份余量的七倍。',
      text('C’s clock is set forward by 0.3 s in one step.', 'C 的时钟一步向前拨了 0.3 秒。'),
    ),
    beat(
      once('entryGone', 'nodeC'),
      'On C the key expires 0.3 s early, while client 1 still rightly holds the lock.',
      '于是 C 上的键早过期了 0.3 秒，而客户端 1 此时仍合法地持有锁。',
      text(
        'C deletes the key 0.3 s early. Client 1 still rightly holds the lock.',
        'C 上的键提前 0.3 秒过期，客户端 1 仍合法持锁。',
      ),
    ),
    beat(
      once('acquired', 'client2'),
      'Client 2 asks just then and gets C, D and E.',
      '客户端 2 恰好此时来问，拿到了 C、D、E。',
    ),
    beat(
      once('releasing', 'client1'),
      'Client 1 thinks that it released in time. But for a moment there were two holders at once.',
      '客户端 1 自以为按时释放了。其实有那么一会儿，两个客户端同时持锁。',
      text(
        'Client 1 releases in time, but for a moment there were two holders.',
        '客户端 1 按时释放，但有一会儿两个同时持锁。',
      ),
    ),
  ],
  sources: ['debate'],
  argument: text(
    'antirez’s answer to the jumping clock: run a time service that never steps. For Redlock, clocks need not be exact; they only have to run at nearly the same rate, and some difference can be allowed for. About the rate he is right, as the slow correction shows. The other half of the truth: some services correct much faster (variant b), and others do step when the error is large.',
    '这是 antirez 对时钟跳变的答复：用一个从不跳变的校时服务。Redlock 不要求时钟精确，只要走速相差不多，一定的误差可以靠余量消化。关于走速，他是对的，慢速校正的那次运行就是证明。但还有另一面：有的校时服务校正得快得多（见变体 b），有的在误差大时还是会一步到位。',
  ),
  modelled: text(
    'A wall clock that is moved at once, or runs fast until it has caught up; expiry by that clock; and client 2, which asks at just the wrong moment. The storage checks versions, so the run shows only what the lock does.',
    '挂钟一步拨准，或者走快一些直到追上；键按这个时钟过期；客户端 2 恰好在要紧的时刻来问。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'When a time service decides to step. ntpd slews at up to 500 ppm and by default steps above 128 ms. The run ends while client 2 is still at work.',
    '校时服务何时决定跳变。ntpd 的微调速率最高 500 ppm，默认误差超过 128 毫秒就会跳变。运行结束时客户端 2 还在工作。',
  ),
  scenario: {
    version: 2,
    seed: 24,
    lock: { id: 'redlock', settings: { ttl: 4000, nodeTimeout: 100, tries: 1 } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 3730,
      think: 500,
      work: 3890,
      latency: { min: 3, p50: 5, p99: 8, max: 9 },
      own: { nodeC: { clock: { offset: -by } } },
      duration: 5200,
      patience: 5000,
    },
    faults: {
      'lost-d': { kind: 'lose', message: { from: 'client1', to: 'nodeD', leg: 'request', nth: 1 } },
      'lost-e': { kind: 'lose', message: { from: 'client1', to: 'nodeE', leg: 'request', nth: 1 } },
      step,
    },
  },
  lock: 'overlap',
  data: 'safe',
  facts: ['overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Spread over ten minutes (500 ppm)', '分摊到十分钟（500 ppm）'),
      short: text('Spread over ten minutes', '分摊到十分钟'),
      text: text(
        'The same 0.3 s at ntpd’s rate: half a millisecond per second, so ten minutes for all of it. Over one TTL that makes 2 ms, well within the allowance of 42 ms.',
        '同样的 0.3 秒，按 ntpd 的速率校正：每秒半毫秒，总共要十分钟。一个 TTL 之内只差 2 毫秒，远在 42 毫秒的余量之内。',
      ),
      patch: { faults: { step: null, slew: slew(600_000) } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('clockSet', 'nodeC'),
          'C’s clock begins to run fast, by half a thousandth.',
          'C 的时钟开始走快，快万分之五。',
        ),
        beat(
          once('refused', 'client2'),
          'Client 2 asks at the same moment as before. C still has the key, and refuses.',
          '客户端 2 在同样的时刻来问。C 上的键还在，于是拒绝了它。',
          text(
            'Client 2 asks at the same moment. C still has the key, and refuses.',
            '客户端 2 在同样的时刻来问。C 上的键还在，拒绝了它。',
          ),
        ),
        beat(
          once('releasing', 'client1'),
          'Client 1 releases before any of its keys has expired.',
          '客户端 1 释放时，它的键一个也没过期。',
        ),
        beat(
          once('acquired', 'client2'),
          'C kept the key, so client 2 gets the lock after client 1.',
          'C 一直留着键，客户端 1 释放之后，客户端 2 才拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A daemon in a hurry (1/12)', '性急的校时程序（1/12）'),
      short: text('Spread over 3.6 seconds', '分摊到 3.6 秒'),
      text: text(
        'A daemon makes the clock run fast by one twelfth. It makes up the same 0.3 s in 3.6 s, while this very lock is held: slewing alone is not enough. The rate is eight times what the allowance covers. (Beyond the articles.)',
        '校时程序让时钟快十二分之一。同样的 0.3 秒只要 3.6 秒就补齐了，正好落在这把锁的有效时间里：光是“慢慢校”还不够。这个速率是余量所能容忍的八倍。（文章之外的情形。）',
      ),
      patch: { faults: { step: null, slew: slew(3600) } },
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap'],
      beats: [
        beat(
          once('clockSet', 'nodeC'),
          'C’s clock begins to run fast, by a twelfth. It never jumps.',
          'C 的时钟开始走快，快十二分之一，但从不跳变。',
        ),
        beat(
          once('entryGone', 'nodeC'),
          'By the time it matters, it has gained as much as the step would have.',
          '到了要紧的时刻，它多走的已和一步拨准差不多。',
          text('C’s clock has gained 0.3 s, and the key expires early.', 'C 的时钟多走了 0.3 秒，键提早过期。'),
        ),
        beat(
          once('acquired', 'client2'),
          'Client 2 gets C, D and E while client 1 still holds the lock.',
          '客户端 2 拿到 C、D、E，而客户端 1 仍持有锁。',
        ),
      ],
    },
  ],
};
