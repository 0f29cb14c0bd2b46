/** Exercises on coding agents that share a branch, for the chapter of what lies beyond the lock (`beyond.ts`). */

import { story as oneLongAnswer } from '../../content/stories/agents/oneLongAnswer';
import { story as refusedThenForced } from '../../content/stories/agents/refusedThenForced';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { applyPatch } from '../../core/model/scenario/patch';
import { allFinish, freeAfterCrash, nothingLost, updateLost, workDone } from './aims';

const atWork = (plus: number) => ({ kind: 'step', process: 'client1', step: 'work', nth: 1, plus }) as const;

/** One answer of 7 min under a lease of 5 min, in a run that is long enough for a second agent after a crash. */
const longAnswer = applyPatch(oneLongAnswer.scenario, { settings: { duration: 1_300_000, patience: 1_200_000 } });

/** Both agents push with a lease, and something fetches just before. */
const pushWithLease = applyPatch(refusedThenForced.scenario, {
  storage: { settings: { pushes: 'force-with-lease', fetches: true } },
  faults: { pause: null },
});

const stands = (length: number): Fault => ({ kind: 'pause', process: 'client1', when: atWork(0), for: length });

export const exercises: readonly Exercise[] = [
  {
    id: 'who-renews',
    chapter: 'beyond',
    needs: ['longer-than-thought'],
    kind: 'fix',
    title: { en: 'Who renews?', zh: '谁来续期？' },
    task: {
      en: 'Two coding agents lease one file, each for 5 min. Client 1 writes one answer of 7 min, and its loop renews only between two steps: an update is lost. Change the lease so that nothing is lost, and that an agent which hangs or is killed keeps the other out for no longer than 6 min 40 s.',
      zh: '两个编程 agent 给同一个文件拿租约，每次 5 分钟。客户端 1 写一段 7 分钟的回答，而它的循环只在两步之间续期：一次更新丢失。改一改租约，让什么也不丢；同时，挂住或被杀死的 agent 挡住另一个，不能超过 6 分 40 秒。',
    },
    scenario: longAnswer,
    may: ['lock.settings.renewedBy', 'lock.settings.silenceMax', 'lock.settings.ttl'],
    aims: [allFinish, { ...nothingLost, in: 'attacks' }, workDone, freeAfterCrash(400_000)],
    attacks: [
      {
        title: { en: 'Client 1’s agent hangs, its harness does not', zh: '客户端 1 的 agent 挂住，harness 没有' },
        patch: {
          faults: {
            hangs: {
              kind: 'crash',
              only: 'thread',
              process: 'client1',
              when: atWork(150_000),
              restartAfter: 'never',
            },
          },
        },
      },
      {
        title: { en: 'Client 1 is killed as soon as it works', zh: '客户端 1 刚开始工作就被杀死' },
        patch: {
          faults: { crash: { kind: 'crash', process: 'client1', when: atWork(1000), restartAfter: 'never' } },
        },
      },
    ],
    seeds: 20,
    solution: { lock: { settings: { renewedBy: 'harness-while-alive' } } },
    nearMiss: { lock: { settings: { renewedBy: 'harness' } } },
    hints: [
      {
        en: 'Who can renew while the model writes? Who notices that it writes no more?',
        zh: '模型写回答的时候，谁能续期？它不再写了，又有谁会发现？',
      },
      {
        en: 'A longer TTL saves the answer, too. What does it cost after a crash?',
        zh: 'TTL 更长也能保住这段回答。崩溃之后要付出什么？',
      },
      {
        en: 'A harness that renews only while its agent shows signs of life does both.',
        zh: '让 harness 续期，但只在 agent 有动静时续，两样就都有了。',
      },
    ],
    after: {
      en: 'What renews has to be independent of the work, or it cannot renew in time; and it has to depend on the work, or it never stops. A sign of life connects the two. It is still a lease: an agent that freezes with its harness comes back late.',
      zh: '续期的既要独立于工作，否则来不及续；又要依赖工作，否则停不下来。把两者连起来的，就是动静。但它仍是租约：agent 若和 harness 一起停住，醒来还是迟到。',
    },
    notes: {
      wrong: {
        en: 'A harness with a timer and nothing else. It looks perfect until an agent hangs.',
        zh: '给 harness 一个定时器就完事。agent 挂住之前，一切都很完美。',
      },
      say: {
        en: 'Ask what counts as a sign of life of your own agents: a token, a tool, a commit? Which of them would a loop in circles show, too?',
        zh: '问一问：你们的 agent，什么算动静？一个 token，一次工具调用，还是一次提交？原地打转的 agent 会不会也有？',
      },
    },
  },
  {
    id: 'a-lease-of-the-push',
    chapter: 'beyond',
    needs: ['who-renews'],
    kind: 'break',
    title: { en: 'A push with a lease', zh: '带 lease 的推送' },
    task: {
      en: 'Both agents push with --force-with-lease, since that never overwrites what it has not seen. In each clone an editor fetches in the background. Pause client 1 once, for at most 6 min, so that an update is lost.',
      zh: '两个 agent 都用 --force-with-lease 推送，因为它不会覆盖没见过的东西。两边的克隆里，编辑器都会在后台 fetch。让客户端 1 停顿一次，最多 6 分钟，使一次更新丢失。',
    },
    scenario: pushWithLease,
    budget: { faults: 1, kinds: ['pause'], processes: ['client1'], lengthMax: 360_000 },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: { faults: { pause: stands(340_000) } },
    nearMiss: { faults: { pause: stands(250_000) } },
    hints: [
      {
        en: 'When does the lease in Redis end, if nothing renews it?',
        zh: '如果没有谁续期，Redis 里的租约什么时候结束？',
      },
      {
        en: 'The harness pauses with its agent. A pause that begins early and lasts longer than 5 min lets client 2 in.',
        zh: 'harness 和 agent 一起停顿。停顿开始得早，又超过 5 分钟，客户端 2 就进来了。',
      },
      {
        en: 'Whose commit does a clone know after a fetch? The push compares the branch with that one.',
        zh: 'fetch 之后，克隆知道的是谁的提交？推送时比较的正是它。',
      },
    ],
    after: {
      en: 'The lease of a push is what the clone believes about the branch, and a fetch renews it without anybody looking at what came. With the SHA that was pulled (--force-with-lease=branch:SHA) the same pause loses nothing.',
      zh: '推送的 lease，就是克隆以为分支在哪里；fetch 会更新它，而来了什么，谁也没看。写明拉取时的 SHA（--force-with-lease=分支:SHA），同样的停顿什么也不会丢。',
    },
    notes: {
      wrong: {
        en: 'A pause of less than 5 min: the harness renews as soon as it wakes, and the lease has not ended.',
        zh: '停顿不到 5 分钟：harness 一醒就续期，租约还没结束。',
      },
      say: {
        en: 'Both leases of this run are renewed by somebody who does not do the work.',
        zh: '这次运行里的两个 lease，续它们的都不是干活的那一个。',
      },
    },
  },
];
