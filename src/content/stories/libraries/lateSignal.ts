/** redlock-universal extends what its own clock says is over, and hears of a loss by the answers. */
import { redlockUniversal } from '../../../core/locks/redlock/libraries/redlockUniversal';
import { choiceOfProfile } from '../../../core/model/scenario/profile';
import { defaultSettings, type Patch } from '../../../core/model/scenario/scenario';
import type { StoryBody } from '../../../core/model/scenario/story';
import { beat, once, text } from '../beats';

/** The extension has been sent, and its answers come while client 1 is paused. */
const whileExtending: Patch = {
  settings: { work: 4500, duration: 12_000, patience: 11_000 },
  faults: {
    pause: null,
    inside: {
      kind: 'pause',
      process: 'client1',
      when: { kind: 'request', from: 'client1', to: 'nodeE', side: 'after', nth: 3 },
      for: 2250,
    },
  },
};

export const story: StoryBody = {
  lead: text(
    'Client 1 is paused for a little longer than its lease. When it wakes, the timer of redlock-universal does not look at the lease. It asks the nodes, and aborts the signal when they answer that the key is gone. By then the program has begun its work.',
    '客户端 1 停顿的时间比租约略长。它醒来后，redlock-universal 的定时器不看租约，先去问节点，等答复说键没了才触发中止信号。这时程序已经开始干活。',
  ),
  beats: [
    beat(once('paused', 'client1'), 'Client 1 has the lock, and is paused.', '客户端 1 拿到锁，停顿了。'),
    beat(once('entryGone', 'nodeA'), 'Client 1’s keys expire.', '客户端 1 的键过期了。'),
    beat(
      once('lockLost', 'client1'),
      'Client 1 wakes and asks for an extension. The answers say that the key is gone, but its work has begun.',
      '客户端 1 醒来去续期，答复说键没了，可活已经开始干了。',
      text(
        'Client 1 wakes and asks. The answers come after its work began.',
        '客户端 1 醒来去问，答复到时，活已经开始干了。',
      ),
    ),
    beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
    beat(once('stopped', 'client1'), 'Client 1 stops before it writes.', '客户端 1 在写之前停下。'),
  ],
  sources: ['beyond'],
  argument: text(
    'the source of redlock-universal 0.8.5 (github.com/alexpota/redlock-universal), and runs of the library beside this profile. We know of no issue about it. Its documentation asks a program to check the signal, as the one here does before each step.',
    'redlock-universal 0.8.5 的源码（github.com/alexpota/redlock-universal），并与直接运行这个库的结果核对过。相关的 issue，我们没有见到。它的文档要求程序查看信号，这里的程序在每一步之前都看。',
  ),
  modelled: text(
    '“using” of redlock-universal 0.8.5 on five nodes with a TTL of 2 s: its timer at 80 % of the TTL, a GET at all nodes before each extension, and the signal when an extension fails.',
    'redlock-universal 0.8.5 的 using，五个节点，TTL 为 2 秒：TTL 过去 80% 时定时器启动，续期前先对所有节点发 GET，续期失败时触发信号。',
  ),
  notModelled: text(
    'Work that can be interrupted halfway. A program that listens to the signal may stop sooner than before its next step.',
    '可以中途打断的工作。监听信号的程序，可以不等到下一步就停下。',
  ),
  scenario: {
    version: 2,
    seed: 59,
    lock: choiceOfProfile(redlockUniversal, { ttl: 2000 }),
    storage: { id: 'version' },
    settings: {
      ...defaultSettings,
      stagger: 1650,
      work: 900,
      latency: { min: 5, p50: 10, p99: 25, max: 35 },
      duration: 7000,
      patience: 6000,
    },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'read', nth: 1 },
        for: 2010,
      },
    },
  },
  lock: 'overlap',
  data: 'safe',
  facts: ['overlap'],
  variants: [
    {
      id: 'fix',
      fix: true,
      title: text('Check the lease first', '先看租约再问'),
      text: text(
        'The timer sees by the clock that the lease has expired, and aborts the signal at once. Client 1 stops before its work begins. A longer pause still lets a second client get the lock: no timer runs during a pause.',
        '定时器一看时钟，租约已过，立刻触发中止信号。客户端 1 还没干活就停下。停顿若再久些，照样会有第二个客户端拿到锁：停顿中定时器不走。',
      ),
      patch: { lock: { settings: { extendsExpired: null } } },
      lock: 'held',
      data: 'safe',
      beats: [
        beat(
          once('lockLost', 'client1'),
          'Client 1 wakes, and by its clock its lease has expired.',
          '客户端 1 醒来，看时钟，租约已过。',
        ),
        beat(once('stopped', 'client1'), 'Client 1 stops before its work.', '客户端 1 还没干活就停下。'),
        beat(
          once('acquired', 'client2'),
          'Client 1 had stopped: client 2 is the only holder.',
          '客户端 1 已停下：只有客户端 2 持锁。',
        ),
      ],
    },
    {
      id: 'b',
      title: text('A pause while it extends', '续期途中停顿'),
      text: text(
        'The nodes extend, and client 1 is paused for longer than the TTL before it processes their answers. redlock-universal counts the new lease from then on, so it thinks it has a whole TTL when the keys are gone. The next extension would notice, but the work is done before that.',
        '节点都续上了，客户端 1 却在收下答复之前停顿，停得比 TTL 还久。redlock-universal 从收下时算起新租约，以为还有整整一个 TTL，而键早没了。下一次续期会发现，可活在那之前就干完了。',
      ),
      patch: whileExtending,
      lock: 'overlap',
      data: 'refused',
      facts: ['overlap', 'rejected', 'rightful-rejected'],
      beats: [
        beat(
          once('paused', 'client1'),
          'Client 1 has asked for more time, and is paused.',
          '客户端 1 发出续期，停顿了。',
        ),
        beat(once('entryGone', 'nodeA'), 'The keys were extended, and have expired again.', '键续上了，又过期了。'),
        beat(once('acquired', 'client2'), 'Client 2 gets the lock.', '客户端 2 拿到了锁。'),
        beat(
          once('extended', 'client1'),
          'Client 1 wakes, processes the answers, and counts 2 s from now.',
          '客户端 1 醒来收下答复，从此刻起算 2 秒。',
        ),
        beat(
          once('rejected', 'storage'),
          'Client 1 wrote first. Client 2’s write is rejected.',
          '客户端 1 先写，客户端 2 的写入被拒绝。',
        ),
      ],
    },
    {
      id: 'bfix',
      fix: true,
      title: text('Count from before it asked', '从请求之前算起'),
      text: text(
        'Counted from before the extension was sent, the lease has expired when client 1 wakes. The library treats that as a failure and aborts the signal: client 1 stops before it writes. Two clients still held the lock while it finished what it was doing.',
        '从发出续期之前算起，客户端 1 醒来时租约已过。库当作续期失败，触发中止信号，客户端 1 没写就停下。不过它手头的活还没停时，仍有两个客户端同时持锁。',
      ),
      patch: { ...whileExtending, lock: { settings: { leaseFrom: null } } },
      lock: 'overlap',
      data: 'safe',
      facts: ['overlap'],
      beats: [
        beat(once('lockLost', 'client1'), 'Client 1 wakes, and the lease has expired.', '客户端 1 醒来，租约已过。'),
        beat(once('stopped', 'client1'), 'Client 1 stops before it writes.', '客户端 1 没写就停下。'),
        beat(
          once('wrote', 'storage'),
          'Client 1 wrote nothing, and client 2’s write is accepted.',
          '客户端 1 没有写，客户端 2 的写入被接受。',
        ),
      ],
    },
  ],
};
