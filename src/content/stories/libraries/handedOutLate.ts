/** node-redlock 5 counts the votes and does not look at the clock: a lock may be over when it is handed out. */
import { nodeRedlock5 } from '../../../core/locks/redlock/libraries/nodeRedlock5';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, opening, overwrite, text } from '../beats';

export const story: StoryBody = {
  lead: text(
    'Five nodes say yes, but then client 1 is paused. When it wakes, node-redlock 5 counts the votes and hands out the lock, together with the time at which it expired. A program that does not compare that time with its clock works at the same time as client 2.',
    '五个节点都会同意，客户端 1 却会停顿。醒来后，node-redlock 5 数够了票就交出锁，连同一个已经过去的到期时刻。程序若不拿它与时钟比较，就会和客户端 2 同时干活。',
  ),
  beats: [
    opening(
      'The program calls acquire() for 2 s, and starts when it has a lock. The lock says when it expires, and the program does not look.',
      '程序用 acquire() 要一把 2 秒的锁，拿到就开始。锁上写着何时到期，程序没有看。',
      text(
        'The program takes a lock for 2 s without checking when it expires.',
        '程序要一把 2 秒的锁，不看它何时到期。',
      ),
    ),
    beat(
      once('paused', 'client1'),
      'The nodes have said yes. Client 1 is paused before it counts.',
      '节点都同意了，客户端 1 还没数票就停顿了。',
    ),
    beat(once('entryGone', 'nodeA'), 'Client 1’s keys expire on all nodes.', '客户端 1 的键在所有节点上过期了。'),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
    beat(
      once('acquired', 'client1'),
      'Client 1 wakes, counts five votes, and gets a lock that has already expired.',
      '客户端 1 醒来，数出五票，拿到一把已经过期的锁。',
    ),
    beat(once('wrote', 'storage'), 'Client 2 writes.', '客户端 2 写入。'),
    beat(
      overwrite('client1', 'client2'),
      'Client 1 had read before that. Its write overwrites client 2’s.',
      '客户端 1 在那之前就读过了，它的写入覆盖了客户端 2 的。',
    ),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of node-redlock 5.0.0-beta.2 (github.com/mike-marcacci/node-redlock), where a run of the library shows the same. Its issue #296, “Expiration time is in the past”, reports such locks after several attempts. Pull request #369 adds the check that Redlock asks for; it was open when this was written. The expiration itself is right, so a program can check it.',
    'node-redlock 5.0.0-beta.2 的源码（github.com/mike-marcacci/node-redlock）；直接运行这个库，结果相同。它的 issue #296“Expiration time is in the past”说的就是多次尝试之后拿到这样的锁。PR #369 补上了 Redlock 要求的检查，写作时尚未合并。到期时刻本身没有错，程序可以自己检查。',
  ),
  modelled: text(
    'acquire() of node-redlock 5.0.0-beta.2 with its own retries, and in variant b using(). The lease counts from the first attempt, so client 2 thinks it has less time than its nodes give. A release that is refused is tried eleven times.',
    'node-redlock 5.0.0-beta.2 的 acquire() 及其自带的重试，变体 b 用 using()。租约从第一次尝试算起，所以客户端 2 以为的剩余时间比节点给的少。释放被拒绝时一共试十一次。',
  ),
  notModelled: text(
    'Why client 1 stops: garbage collection, a busy event loop, a suspended machine. A slow answer has the same effect, since this library has no time limit for a node.',
    '客户端 1 为何停顿：垃圾回收、繁忙的事件循环、机器挂起。应答慢也是一样，因为这个库对单个节点没有时限。',
  ),
  scenario: {
    version: 2,
    seed: 91,
    lock: choiceOfProfile(nodeRedlock5, { ttl: 2000, extensions: null, toldBy: 'nothing' }),
    storage: { id: 'no-check' },
    settings: {
      ...defaultSettings,
      stagger: 900,
      think: 200,
      work: 450,
      latency: { min: 10, p50: 20, p99: 40, max: 50 },
      duration: 3900,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 't2', nth: 1 },
        for: 2280,
      },
    },
  },
  lock: 'overlap',
  data: 'lost',
  facts: ['overlap', 'lost-update'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('The program checks the expiration', '程序自己看到期时刻'),
      short: text('Check the expiration', '看一眼到期时刻'),
      text: text(
        'The library stays as it is. Before each step the program compares lock.expiration with its clock, and gives up when it has passed.',
        '库不变。程序在每一步之前拿 lock.expiration 与时钟比较，过了就放弃。',
      ),
      patch: { settings: { check: 'each-step' } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client1'), 'Client 1 gets a lock that has expired.', '客户端 1 拿到一把过期的锁。'),
        beat(
          once('stopped', 'client1'),
          'Client 1 looks at the clock, and does not start.',
          '客户端 1 看了时钟，没有开始。',
        ),
        beat(once('wrote', 'storage'), 'Client 2 writes, as the only holder.', '客户端 2 写入，只有它持锁。'),
      ],
    },
    {
      id: 'fix2',
      fix: true,
      title: text('The library checks, as Redlock asks', '库按 Redlock 的要求检查'),
      short: text('The library checks', '库自己检查'),
      text: text(
        'Redlock looks at its clock again when the votes are in, and counts from the attempt that won them. With that, the lock is refused, and client 1 gets its turn later.',
        'Redlock 收齐票后会再看一次时钟，而且从得票的那次尝试算起。这样，过期的锁不会交出去，客户端 1 稍后才轮到。',
      ),
      patch: { lock: { settings: { validityCheck: true, leaseFrom: null } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('resumed', 'client1'),
          'Client 1 wakes. The library sees that the time is up, and tries again.',
          '客户端 1 醒来。库看出时间已过，再试一次。',
        ),
        beat(
          once('acquired', 'client1'),
          'Client 1’s later attempt gets the lock, after client 2.',
          '客户端 1 后来的一次尝试，在客户端 2 之后拿到锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('With using()', '换成 using()'),
      text: text(
        'using() starts its routine with such a lock, too. The first extension finds that it has expired and aborts the signal at once, so a program that looks at the signal stops before its next step. What it has done by then is done.',
        'using() 也会带着这样的锁开始执行。第一次续期发现锁已过期，立刻触发中止信号；会看信号的程序在下一步之前停下。在那之前做的，已经做了。',
      ),
      patch: { lock: { settings: { extensions: 10_000, toldBy: 'signal' } } },
      lock: 'overlap',
      data: 'lucky',
      facts: ['overlap'],
      beats: [
        beat(
          once('acquired', 'client1'),
          'using() starts, with a lock that has expired.',
          'using() 开始执行，锁却已经过期。',
        ),
        beat(
          once('lockLost', 'client1'),
          'The first extension sees it, and aborts the signal.',
          '第一次续期发现了，触发中止信号。',
        ),
        beat(once('stopped', 'client1'), 'Client 1 stops before its next step.', '客户端 1 在下一步之前停下。'),
      ],
    },
  ],
  scene: { answers: ['fix', 'fix2', 'b'] },
};
