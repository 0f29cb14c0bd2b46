/** Exercises on time: pauses, leases, and clocks that cannot be trusted. */

import { story as clockJump } from '../../content/stories/argument/clockJump';
import { story as pauseBeforeWrite } from '../../content/stories/argument/pauseBeforeWrite';
import { faultCalled, withoutFault } from '../../core/model/scenario/edit';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { withValue } from '../../core/model/scenario/faultKind';
import { allFinish, freeAfterCrash, mutualExclusion, twoHolders, updateLost } from './aims';
import { crashAtWork, lastMoments, longWork } from './lastMoments';

const jump = faultCalled(clockJump.scenario, 'jump');
const { faults: lostRequests } = withoutFault(clockJump.scenario, 'jump');
const nap = faultCalled(pauseBeforeWrite.scenario, 'pause');

/** A process that collects garbage. A TTL without room for that is too short for any work. */
const stall: Fault = {
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
  for: 300,
};

export const exercises: readonly Exercise[] = [
  {
    id: 'the-nap',
    chapter: 'time',
    needs: ['left-behind'],
    kind: 'predict',
    title: { en: 'The nap', zh: '打了个盹' },
    task: {
      en: 'Client 1 holds the lock, with a TTL of 2 s. It checks the time, finds plenty left, and in the very next moment its process stops for 2.9 s. Then it writes. What will happen?',
      zh: '客户端 1 持有锁，TTL 2 秒。它看了看时间，发现还早；就在下一刻，整个进程停了 2.9 秒。然后它写入。会发生什么？',
    },
    scenario: {
      ...pauseBeforeWrite.scenario,
      settings: { ...pauseBeforeWrite.scenario.settings, check: 'before-write' },
    },
    options: [
      {
        id: 'notices',
        text: { en: 'It notices that its time is over, and does not write.', zh: '它发现时间已过，就不写了。' },
        // Both got the lock, one of them abandoned its write, and nothing was destroyed.
        goal: {
          all: [
            { not: { outcome: ['lost'] } },
            { not: { fact: 'rejected' } },
            { measure: 'acquired', min: 2 },
            { measure: 'rounds', max: 1 },
          ],
        },
        why: {
          en: 'The check is there, but it came before the pause, and its answer was right then. A process that is stopped reads no clock. When it wakes up, the next thing it does is the write that it had decided on.',
          zh: '检查确实有，但它在停顿之前，当时的结论也没错。停顿中的进程不会看时间；它一醒来，接着做的就是早已决定的那次写入。',
        },
        rightWhen: { faults: { pause: { when: { step: 'work' } } } },
      },
      {
        id: 'refused',
        text: { en: 'It writes, and the storage rejects the write.', zh: '它去写，被存储拒绝。' },
        goal: { fact: 'rejected' },
        why: {
          en: 'You looked in the right place: only there a late write can be stopped. But this storage has no check. A write from a client whose lock has expired looks to it like any other.',
          zh: '你看对了地方：迟到的写入只有在那里才拦得住。可这个存储没有检查。锁已过期的客户端发来的写入，在它看来和别的没有两样。',
        },
        rightWhen: { storage: { id: 'version' } },
      },
      {
        id: 'destroys',
        text: { en: 'It writes, and destroys what client 2 has written.', zh: '它去写，毁掉了客户端 2 写下的东西。' },
        goal: { data: ['lost'] },
        why: {
          en: 'You saw that check and write are two steps, and that the pause fits in between. Client 1 wakes up with an answer that has become wrong.',
          zh: '你看出检查和写入是两步，而停顿正好落在中间。客户端 1 醒来时，手里的结论已经不对了。',
        },
      },
    ],
    solution: 'destroys',
    nearMiss: 'notices',
    hints: [
      { en: 'Does code run while its process is stopped?', zh: '进程停顿期间，代码会跑吗？' },
      {
        en: 'It had checked already. What does the storage know of locks?',
        zh: '它已经看过时间了。存储对锁又知道什么？',
      },
    ],
    after: {
      en: 'No check of the clock is close enough to the write: a pause always fits in between. Only the storage, where the write lands, can reject it.',
      zh: '检查时间离写入再近，中间也容得下一次停顿。只有真正执行写入的存储才能拒绝。',
    },
    notes: {
      wrong: { en: 'Most trust the check before the write.', zh: '多数人相信写之前的检查。' },
      say: {
        en: 'Let them move the check as near to the write as they like, and the pause behind it.',
        zh: '让他们把检查挪得离写多近都行，再把停顿放到它后面。',
      },
    },
  },
  {
    id: 'one-wrong-clock',
    chapter: 'time',
    needs: ['make-it-forget', 'the-nap'],
    kind: 'break',
    title: { en: 'One wrong clock', zh: '一个不准的时钟' },
    task: {
      en: 'Client 1 holds A, B and C. Get a second client to hold the lock by changing one clock, once, by no more than 2.5 s.',
      zh: '客户端 1 占着 A、B、C。只拨动一个时钟一次，最多 2.5 秒，让第二个客户端也拿到锁。',
    },
    scenario: { ...clockJump.scenario, faults: lostRequests },
    budget: { faults: 1, kinds: ['clock-jump'], lengthMax: 2500 },
    aims: [{ ...twoHolders, in: 'calm' }],
    solution: { faults: { jump } },
    nearMiss: { faults: { jump: withValue(jump, 'process', 'client1') } },
    hints: [
      { en: 'Whose clock decides when a key has expired?', zh: '键什么时候过期，由谁的时钟说了算？' },
      {
        en: 'Set the clock of node C forward by more than the TTL while client 1 works.',
        zh: '在客户端 1 工作时，把节点 C 的时钟拨快，超过 TTL。',
      },
    ],
    after: {
      en: 'Redis expires keys by the wall clock, and a wall clock may be set. A lock on just three of five nodes is safe only while all three clocks run at about the same speed.',
      zh: 'Redis 用挂钟（系统时间）判断过期，而挂钟可以被拨动。锁若只占五个节点中的三个，这三个的时钟都得走得差不多快才安全。',
    },
    notes: {
      wrong: {
        en: 'Many set the client’s clock, but the client measures with its monotonic clock, so nothing changes.',
        zh: '很多人去拨客户端的时钟：客户端用单调时钟计时，不受影响。',
      },
      say: {
        en: 'antirez and Kleppmann agree on what happens here; they disagree on how likely it is.',
        zh: '会发生什么，antirez 和 Kleppmann 没有分歧；分歧在于这种事有多可能发生。',
      },
    },
  },
  {
    id: 'longer-than-thought',
    chapter: 'time',
    needs: ['left-behind', 'the-nap'],
    kind: 'fix',
    title: { en: 'Longer than expected', zh: '比想的要久' },
    task: {
      en: 'The work takes 600 ms, and on a bad day 2.5 s. A client may crash at any moment, or stall for 300 ms. The lock’s TTL is 1 s. Change the lock’s settings so that no two clients ever hold the lock at once, and the next client gets the lock within 2 s of a crash.',
      zh: '工作平时 600 ms，坏的时候要 2.5 秒。客户端随时可能崩溃，也可能停顿 300 ms。锁的 TTL 是 1 秒。改一改锁的设置，让任何时候都没有两个客户端同时持锁，并且崩溃后下一个能在 2 秒内拿到锁。',
    },
    scenario: longWork,
    may: ['lock.settings.ttl', 'lock.settings.extensions', 'lock.settings.retryDelay'],
    aims: [allFinish, { ...mutualExclusion, in: 'attacks' }, freeAfterCrash(2000)],
    attacks: [
      { title: { en: 'The work takes 2.5 s', zh: '工作要 2.5 秒' }, patch: { settings: { work: 2500 } } },
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: crashAtWork } },
      },
      {
        title: { en: 'Client 1 stalls for 300 ms at work', zh: '客户端 1 工作时停顿 300 ms' },
        patch: { faults: { stall } },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { extensions: 10 } } },
    nearMiss: { lock: { settings: { ttl: 4000 } } },
    hints: [
      {
        en: 'A TTL that is long enough for the worst day is too long after a crash.',
        zh: '长到能应付最坏情况的 TTL，崩溃后就嫌太长。',
      },
      { en: 'A client that is alive can ask for more time.', zh: '只要进程还活着，就可以再申请时间。' },
      {
        en: 'Keep the TTL, and extend the lock. A very short TTL runs out before a stalled client can extend it.',
        zh: '保留 TTL，靠续期。TTL 太短的话，客户端稍一停顿，还没续期就过期了。',
      },
    ],
    after: {
      en: 'Extending allows a short TTL and long work. The TTL still has to outlast every stall: while a process is paused, it extends nothing. A pause longer than the TTL breaks this lock, too.',
      zh: '续期让 TTL 可以短、工作可以长。但 TTL 还是得比每次停顿都长：进程停顿时没法续期。停顿一旦超过 TTL，这把锁照样守不住。',
    },
    notes: {
      wrong: {
        en: 'A longer TTL: right on the bad day, wrong after the crash. Or a TTL of 100 ms with many extensions: one stall, and the lock is gone.',
        zh: '加长 TTL：最坏的情况应付得了，崩溃之后就不行了。或者把 TTL 设成 100 ms 再不停续期：停顿一次，锁就没了。',
      },
      say: {
        en: 'Ask what happens to the extension during the nap of the first exercise.',
        zh: '问一句：在“打了个盹”那道题里，续期会怎样？',
      },
    },
  },
  {
    id: 'stop-yourself',
    chapter: 'time',
    needs: ['the-nap'],
    kind: 'break',
    title: { en: 'It checks before each step', zh: '每一步之前都看' },
    task: {
      en: 'This client checks its lease before each step and stops once it has expired. Make an update get lost anyway. You have one fault of up to 3 s.',
      zh: '这个客户端每一步之前都检查租约，到期就停手。即使这样，也让一次更新丢失。你可以用一个故障，最多 3 秒。',
    },
    scenario: {
      ...pauseBeforeWrite.scenario,
      settings: { ...pauseBeforeWrite.scenario.settings, check: 'each-step', duration: 9000 },
      faults: {},
    },
    budget: { faults: 1, kinds: ['pause', 'delay', 'slow'], lengthMax: 3000 },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: { faults: { pause: nap } },
    nearMiss: {
      faults: {
        pause: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
          for: 2900,
        },
      },
    },
    hints: [
      { en: 'When does it check for the last time?', zh: '它最后一次检查是什么时候？' },
      {
        en: 'After the last check comes the write. What can come between, or slow it down on its way?',
        zh: '最后一次检查之后就是写。中间会发生什么？写请求在路上又会被什么拖住？',
      },
      {
        en: 'Pause client 1 before “write” for 2.9 s, or delay the request to the storage.',
        zh: '让客户端 1 在“写入”之前停 2.9 秒，或者让发往存储的请求迟到。',
      },
    ],
    after: {
      en: 'Checking more often narrows the window but never closes it. The message itself may be late.',
      zh: '检查得更勤，空隙会变小，但永远不会消失。迟到的也可能是消息本身。',
    },
    notes: {
      wrong: {
        en: 'A pause during the work: then the client notices.',
        zh: '很多人让它在工作中停顿：那样客户端会发现。',
      },
      say: {
        en: 'Two solutions: the process that stops, and the network that is slow. No clock in the client sees the second.',
        zh: '有两种解法：进程停顿，或网络变慢。后一种，客户端的任何时钟都看不到。',
      },
    },
  },
  ...lastMoments,
];
