/**
 * Exercises on lock-delay and on what a crashed client leaves behind, for the chapter of the locks that are not Redis
 * (`services.ts`).
 */

import { story as lockDelay } from '../../content/stories/otherLocks/lockDelay';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { applyPatch } from '../../core/model/scenario/patch';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { updateLost } from './aims';

/** The shortest TTL that Consul accepts, and its default lock-delay. */
const crashAtConsul: Scenario = {
  version: 2,
  seed: 94,
  lock: { id: 'consul', settings: { ttl: 10_000 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    stagger: 1000,
    work: 3000,
    latency: { min: 10, p50: 20, p99: 40, max: 50 },
    duration: 60_000,
    patience: 50_000,
  },
  faults: {
    crash: {
      kind: 'crash',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 1000 },
      restartAfter: 'never',
    },
  },
};

/** Client 1 sends its write and crashes. The learner sets how long the write travels. */
const lastWords = applyPatch(lockDelay.scenario, {
  storage: { id: 'newest-sequencer' },
  settings: { work: 1500, storageTimeout: 4000, duration: 12_000, patience: 9000 },
  faults: { slow: null },
});

const late = (by: number): Fault => ({
  kind: 'delay',
  message: { from: 'client1', to: 'storage', leg: 'request', nth: 2 },
  by,
});

export const exercises: readonly Exercise[] = [
  {
    id: 'closed-for-a-while',
    chapter: 'services',
    needs: ['asleep-at-zookeeper'],
    kind: 'predict',
    title: { en: 'Closed for a while', zh: '暂不开放' },
    task: {
      en: 'Client 1 holds a lock in Consul. Its session has a TTL of 10 s, and everything else is Consul’s default. Client 1 dies. How long does client 2, which is waiting, wait for the lock?',
      zh: '客户端 1 持有 Consul 里的锁，会话的 TTL 是 10 秒，其余都是 Consul 的默认值。客户端 1 死了。一直在等的客户端 2 要过多久才拿到锁？',
    },
    scenario: crashAtConsul,
    options: [
      {
        id: 'ten',
        text: { en: 'About 10 s: the TTL.', zh: '大约 10 秒：一个 TTL。' },
        goal: { measure: 'freeAfterCrash', max: 15_000_000 },
        why: {
          en: 'The TTL is the minimum time that Consul lets a silent session live. The leader may take up to twice as long to end it.',
          zh: 'TTL 只是 Consul 让沉默的会话至少再活多久。leader 最晚要两倍的时间才结束它。',
        },
      },
      {
        id: 'twenty',
        text: {
          en: 'About 20 s: Consul lets a silent session live for two TTLs.',
          zh: '大约 20 秒：沉默的会话能再活两个 TTL。',
        },
        goal: { measure: 'freeAfterCrash', min: 15_000_000, max: 23_000_000 },
        why: {
          en: 'That is when the session ends. But the key of a session that has ended stays closed for the lock-delay, 15 s by default.',
          zh: '那是会话结束的时候。可会话结束之后，它的键在 lock-delay 期间仍然关着，默认 15 秒。',
        },
        rightWhen: { lock: { settings: { lockDelay: 0 } } },
      },
      {
        id: 'thirty-five',
        text: { en: 'About 35 s: two TTLs, and then the lock-delay.', zh: '大约 35 秒：两个 TTL，再加 lock-delay。' },
        goal: { measure: 'freeAfterCrash', min: 30_000_000, max: 45_000_000 },
        why: {
          en: 'The session ends after two TTLs. Then the key is free, but nobody may have it for another 15 s.',
          zh: '两个 TTL 之后会话结束。这时键已空着，但 15 秒之内谁也拿不到。',
        },
      },
      {
        id: 'never',
        text: { en: 'Never: nobody deletes the key of a dead client.', zh: '永远拿不到：没有谁会删掉死去客户端的键。' },
        goal: { lock: ['stuck'] },
        why: {
          en: 'The key belongs to a session, and a session that nobody renews ends by itself. A lock without a session or an expiry would stay.',
          zh: '键属于会话，没人续期的会话会自己结束。没有会话也没有过期时间的锁，才会一直留着。',
        },
      },
    ],
    solution: 'thirty-five',
    nearMiss: 'twenty',
    hints: [
      {
        en: 'What could still be on its way when a client dies, and arrive too late?',
        zh: '客户端死的时候，还有什么可能在路上、会迟到？',
      },
      {
        en: 'Consul keeps the key closed for a while, so that the last requests of the dead client can arrive.',
        zh: 'Consul 让键再关一会儿，好让死去的客户端最后的请求先到达。',
      },
    ],
    after: {
      en: 'Lock-delay makes everybody wait so that the late writes of a lost client arrive before anybody else reads. It makes late writes rarer but cannot rule them out: a write may be later than any delay.',
      zh: 'lock-delay 让大家都等一等，好让失联客户端迟到的写入赶在别人读之前到达。它让迟到的写入更少见，却排除不了：写入总可能比它还晚。',
    },
    notes: {
      wrong: {
        en: 'Nearly everybody says 10 s: they know the TTL, but not its factor of two, nor the lock-delay.',
        zh: '几乎人人都说 10 秒：他们知道 TTL，却不知道要乘二，也不知道 lock-delay。',
      },
      say: {
        en: 'Ask what a program should do if it has to go on within 10 s of a crash: unlock properly whenever it can.',
        zh: '问一句：如果程序崩溃后 10 秒内必须有人接手，该怎么办？能正常释放时就一定要正常释放。',
      },
    },
  },
  {
    id: 'the-newest-seen',
    chapter: 'services',
    needs: ['closed-for-a-while', 'thirty-three'],
    kind: 'break',
    title: { en: 'The newest it has seen', zh: '见过的最新的' },
    task: {
      en: 'Chubby gives each holder a sequencer. This storage rejects a write whose sequencer is older than the newest that has written. Client 1 sends its write and dies; the lock stays closed for a lock-delay of 2 s. Delay one message by up to 6 s, to lose an update.',
      zh: 'Chubby 给每个持有者一个 sequencer。写入的 sequencer 若比写过的最新的更旧，这个存储就拒绝。客户端 1 发出写请求后就死了，锁在 lock-delay 的 2 秒里一直关着。让一条消息迟到，最多 6 秒，使一次更新丢失。',
    },
    scenario: lastWords,
    budget: { faults: 1, kinds: ['delay'], lengthMax: 6000 },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: { faults: { slow: late(4500) } },
    nearMiss: { faults: { slow: late(5500) } },
    hints: [
      {
        en: 'Which message is still on its way when client 1 dies?',
        zh: '客户端 1 死的时候，还有哪条消息在路上？',
      },
      {
        en: 'It must arrive after client 2 has read. What has the storage seen of client 2 by then?',
        zh: '它要在客户端 2 读过之后到达。那时存储见过客户端 2 的什么？',
      },
      {
        en: 'Delay the write of client 1 by 4.5 s: after the read of client 2, and before its write.',
        zh: '让客户端 1 的写请求迟到 4.5 秒：在客户端 2 读之后、写之前。',
      },
    ],
    after: {
      en: 'A storage that goes by the newest it has seen knows nothing of a holder that has only read. It would have to ask Chubby (CheckSequencer), or record the numbers of reads, too.',
      zh: '只认“见过的最新”的存储，对只读过的持有者一无所知。它得去问 Chubby（CheckSequencer），或者让读也留下编号。',
    },
    notes: {
      wrong: {
        en: 'Many make the write as late as they can. By then client 2 has written, and the storage rejects it: here, later is safer.',
        zh: '很多人尽量让写请求迟到。那时客户端 2 已经写过，存储就拒绝了：在这里，越晚反而越安全。',
      },
      say: {
        en: 'Let them find both ends of the window: too early, and the lock is still closed; too late, and the storage already knows better.',
        zh: '让他们找出这个窗口的两头：太早，锁还关着；太晚，存储已经知道了。',
      },
    },
  },
];
