/**
 * A suspended machine: its monotonic clock stood still, so the check of the validity does not see the time of the
 * sleep.
 */
import { defaultSettings } from '../model/scenario';
import type { StoryBody } from '../model/story';
import { beat, once, opening, text } from './telling';

export const story: StoryBody = {
  lead: text(
    'The machine of client 1 is suspended after the nodes have answered and before it looks at the clock again. Its monotonic clock does not count while it sleeps, so no time seems to have passed. It believes in a lock that is long over.',
    '节点都答复了，客户端 1 还没再看时钟，它所在的机器就被挂起了。单调时钟在休眠时不走，于是仿佛一点时间也没过。它相信的那把锁早就没了。',
  ),
  beats: [
    opening(
      'The lock measures with the monotonic clock, which nobody can set back. On Linux this clock stands still while the machine sleeps.',
      '这把锁用单调时钟计时，谁也拨不回去。但在 Linux 上，机器休眠时这个时钟是停的。',
    ),
    beat(
      once('step', 'client1', 4),
      'Client 1 has looked at the clock and asks the nodes.',
      '客户端 1 看过时钟，向各节点请求加锁。',
    ),
    beat(
      once('paused', 'client1'),
      'A majority has agreed. Before the second look, somebody closes the lid, or a host moves the virtual machine.',
      '多数节点同意了。还没第二次看时钟，有人合上了盖子，或者宿主机把虚拟机迁走了。',
    ),
    beat(
      once('acquired', 'client2'),
      'The keys expire, and client 2 rightly gets the lock.',
      '键过期了，客户端 2 名正言顺地拿到了锁。',
    ),
    beat(
      once('resumed', 'client1'),
      'Client 1 wakes up. Its wall clock has been put right, its monotonic clock shows the time at which it fell asleep.',
      '客户端 1 醒来。挂钟已经对准，单调时钟却还是睡着时的读数。',
    ),
    beat(
      once('acquired', 'client1'),
      'By that clock the nodes have answered in no time. The check finds nearly the whole TTL left, and client 1 goes in.',
      '按这个时钟，节点眨眼间就答复了。检查认为 TTL 几乎还是完整的，客户端 1 就进去了。',
    ),
  ],
  sources: ['beyond'],
  modelled: text(
    'A machine that sleeps: no code runs, the monotonic clock stands still, the wall clock does not. The mirror image of a wall clock that is set back (“The pause that Redlock notices”, variant b). The storage checks versions, so that the run shows the lock alone.',
    '休眠的机器：代码不运行，单调时钟停住，挂钟照走。它与“挂钟被拨回”恰成镜像（见“Redlock 察觉得到的停顿”的变体 b）。存储会检查版本，好让这次运行只显出锁的问题。',
  ),
  notModelled: text(
    'Systems whose monotonic clock goes on in sleep, such as CLOCK_BOOTTIME on Linux. With that clock this story does not happen.',
    '休眠时仍在走的单调时钟，例如 Linux 的 CLOCK_BOOTTIME。用它就不会有这个故事。',
  ),
  scenario: {
    version: 2,
    seed: 50,
    lock: { id: 'redlock', settings: { ttl: 2000, nodeTimeout: 250, tries: 1, clock: 'mono' } },
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1650,
      think: 500,
      work: 600,
      latency: { min: 15, p50: 30, p99: 70, max: 90 },
      duration: 5200,
      patience: 5000,
    },
    faults: {
      suspend: {
        kind: 'suspend',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 't2', nth: 1 },
        for: 2450,
      },
    },
  },
  outcome: 'overlap',
  data: 'refused',
  facts: ['overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Both clocks, the longer time', '两个时钟，取较长的时间'),
      text: text(
        'Client 1 reads the wall clock and the monotonic clock, and takes the longer of the two times. One may have been set back, the other may have stood still; that both happens at once is rare.',
        '客户端 1 同时读挂钟和单调时钟，取两段时间中较长的。一个可能被拨回，另一个可能停住，同时出错的情形很少见。',
      ),
      patch: { lock: { settings: { clock: 'larger' } } },
      outcome: 'held',
      data: 'safe',
      beats: [
        beat(once('paused', 'client1'), 'The machine is suspended as before.', '机器照样被挂起。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('refused', 'client1'),
          'The wall clock tells client 1 how long it has slept. No validity is left, and it refuses the lock.',
          '挂钟告诉客户端 1 它睡了多久。有效时间已经没了，它放弃了这把锁。',
        ),
        beat(once('acquired', 'client1'), 'It gets the lock later, like anybody else.', '后来它像别人一样拿到了锁。'),
      ],
    },
  ],
};
