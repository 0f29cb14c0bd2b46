/** Until when a run could still have ended well, and the least change that saves it. */

import { story as pauseBeforeWrite } from '../../content/stories/argument/pauseBeforeWrite';
import { faultCalled, withoutFault } from '../../core/model/scenario/edit';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { withValue } from '../../core/model/scenario/faultKind';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { allFinish, freeAfterCrash, mutualExclusion, nothingLost } from './aims';

const nap = faultCalled(pauseBeforeWrite.scenario, 'pause');

/** Work that sometimes takes long. */
export const longWork: Scenario = {
  version: 2,
  seed: 8,
  lock: { id: 'redlock', settings: { ttl: 1000, nodeTimeout: 200, tries: 30, retryDelay: 300, retryJitter: 100 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    stagger: 300,
    work: 600,
    latency: { min: 10, p50: 20, p99: 40, max: 50 },
    duration: 14_000,
    patience: 9000,
  },
  faults: {},
};

export const crashAtWork: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1, plus: 100 },
  restartAfter: 'never',
};

/** Tries at the end of a pause are this far apart, in ms. A drag on a phone is that exact. */
const later = 50;

const lastMoment = {
  chapter: 'time',
  kind: 'break',
  scenario: withoutFault(pauseBeforeWrite.scenario, 'pause'),
  budget: { faults: 1, kinds: ['pause'], processes: ['client1'], lengthMax: 2900 },
  begins: { faults: { pause: withValue(nap, 'for', 600) } },
  later,
} as const;

/** Work with a pause in it, under a TTL without room for that. */
const cheapest: Scenario = {
  ...longWork,
  settings: { ...longWork.settings, work: 500 },
};

const napAtWrite: Fault = {
  kind: 'pause',
  process: 'client1',
  when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
  for: 900,
};

export const lastMoments: readonly Exercise[] = [
  {
    ...lastMoment,
    id: 'last-moment',
    needs: ['the-nap'],
    title: { en: 'Find the last moment', zh: '找出最后一刻' },
    task: {
      en: 'Client 1 pauses right before it writes. Drag the end of its pause as late as it may be without an update getting lost: to within 50 ms.',
      zh: '客户端 1 在写入前停顿。把停顿的终点尽量往后拖，但不能让更新丢失：误差不超过 50 ms。',
    },
    aims: [
      { ...nothingLost, in: 'calm' },
      {
        text: { en: '50 ms later an update is lost', zh: '再晚 50 ms，就有一次更新丢失' },
        goal: { data: ['lost'] },
        in: 'attacks',
      },
    ],
    solution: { faults: { pause: withValue(nap, 'for', 2280) } },
    nearMiss: { faults: { pause: withValue(nap, 'for', 1800) } },
    hints: [
      {
        en: 'Its lock has expired long before. What else has to happen before an update can be lost?',
        zh: '它的锁早就过期了。更新要丢失，还得先发生什么？',
      },
      {
        en: 'Client 2 reads at 3.451 s. A write that arrives after that destroys what it will write.',
        zh: '客户端 2 在 3.451 s 读取。此后才到的写入，会毁掉它将写下的东西。',
      },
    ],
    after: {
      en: 'Not the expiry decides, but the order of two events at the storage: client 2’s read and client 1’s write. From then on no end of the pause helps, though nobody has done any harm yet.',
      zh: '决定结果的不是过期，而是存储上两个事件的先后：客户端 2 的读取，和客户端 1 的写入。从那一刻起，停顿再怎么结束都来不及了，尽管这时谁都还没造成损害。',
    },
    notes: {
      wrong: {
        en: 'The moment at which the lock expires: 0.8 s too early.',
        zh: '选了锁过期的那一刻：早了 0.8 秒。',
      },
      say: {
        en: 'Ask who could know at that moment that it is too late. Nobody: client 1 sleeps, client 2 does all right.',
        zh: '问问大家：那一刻谁能知道已经来不及了？没有人：客户端 1 停着，客户端 2 一切照规矩来。',
      },
    },
  },
  {
    ...lastMoment,
    id: 'last-moment-for-the-lock',
    needs: ['last-moment'],
    title: { en: 'The last moment for the lock', zh: '对锁来说的最后一刻' },
    task: {
      en: 'The same run, and another question: drag the end of the pause as late as it may be without two clients holding the lock at once: to within 50 ms.',
      zh: '还是这次运行，换个问题：把停顿的终点尽量往后拖，但不能让两个客户端同时持锁：误差不超过 50 ms。',
    },
    aims: [
      { ...mutualExclusion, in: 'calm' },
      {
        text: { en: '50 ms later two hold it at once', zh: '再晚 50 ms，就有两个同时持锁' },
        goal: { fact: 'overlap' },
        in: 'attacks',
      },
    ],
    solution: { faults: { pause: withValue(nap, 'for', 1990) } },
    nearMiss: { faults: { pause: withValue(nap, 'for', 2280) } },
    hints: [
      {
        en: 'Client 1 is inside until its write is answered. When does client 2 get in?',
        zh: '写入得到回应之前，客户端 1 都还在里面。客户端 2 什么时候进来？',
      },
      {
        en: 'Client 2 gets the lock at 3.338 s. The write and its answer take some 280 ms.',
        zh: '客户端 2 在 3.338 s 拿到锁。写入和回应一来一回要 280 ms 左右。',
      },
    ],
    after: {
      en: 'For the lock it is too late earlier than for the data: between the two moments both are inside, and only luck keeps the data.',
      zh: '对锁来说，来不及的时刻比数据更早：在这两个时刻之间，两个客户端都在里面，数据能保住全凭运气。',
    },
    notes: {
      wrong: {
        en: 'The answer of the exercise before. By then both are inside.',
        zh: '沿用上一题的答案。那时两个都在里面了。',
      },
      say: {
        en: 'A lock can have failed although nothing was lost. Which of the two would your monitoring see?',
        zh: '什么都没丢，锁也可能已经失守。你们的监控看得到哪一种？',
      },
    },
  },
  {
    id: 'save-it-with-the-least',
    chapter: 'time',
    needs: ['longer-than-thought', 'last-moment'],
    kind: 'fix',
    title: { en: 'Save it with the least', zh: '用最小的改动救回来' },
    task: {
      en: 'Client 1 pauses for 900 ms right before it writes, and an update is lost. One change must be enough, and it must be small: after a crash, the next client still gets the lock within 1.9 s.',
      zh: '客户端 1 在写入前停顿 900 ms，一次更新丢失。只改一处就要救回来，而且改动要小：崩溃之后，下一个客户端仍要在 1.9 秒内拿到锁。',
    },
    scenario: cheapest,
    may: ['lock.settings.ttl', 'lock.settings.nodeTimeout', 'lock.settings.extensions', 'settings.check'],
    changesMax: 1,
    aims: [allFinish, { ...nothingLost, in: 'attacks' }, freeAfterCrash(1900)],
    attacks: [
      {
        title: { en: 'Client 1 pauses for 900 ms', zh: '客户端 1 停顿 900 ms' },
        patch: { faults: { nap: napAtWrite } },
      },
      {
        title: { en: 'Client 1 crashes at work', zh: '客户端 1 工作时崩溃' },
        patch: { faults: { crash: crashAtWork } },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { ttl: 1500 } } },
    nearMiss: { lock: { settings: { ttl: 4000 } } },
    hints: [
      {
        en: 'Which of these settings has any effect while client 1 sleeps?',
        zh: '客户端 1 停着的时候，这些设置里哪个还起作用？',
      },
      {
        en: 'The TTL has to outlast the work, the pause and the write. Everything beyond that is paid after a crash.',
        zh: 'TTL 要盖过工作、停顿和写入。再多出来的，崩溃之后都得还。',
      },
    ],
    after: {
      en: 'A TTL buys time, and each crash pays for it. It holds for pauses of this length, not for longer ones: a storage-side check would hold for all.',
      zh: 'TTL 买来时间，每次崩溃都要付账。它只管得住这么长的停顿，再长就不行；存储端的检查则多长都管得住。',
    },
    notes: {
      wrong: {
        en: 'Extensions, or a look before the write: a paused client does neither.',
        zh: '续期，或者写之前看一眼：停顿中的客户端两样都做不了。',
      },
      say: {
        en: 'Let them find the least TTL together, by halving. Then make the pause 100 ms longer.',
        zh: '让大家一起用对半法找出最小的 TTL，然后把停顿加长 100 ms。',
      },
    },
  },
];
