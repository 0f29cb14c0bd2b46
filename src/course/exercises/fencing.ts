/** Exercises on fencing tokens: which part refuses a late write. */

import { story as bothLate } from '../../content/stories/argument/bothLate';
import { story as fencingTokens } from '../../content/stories/argument/fencingTokens';
import { story as pauseBeforeWrite } from '../../content/stories/argument/pauseBeforeWrite';
import type { Exercise } from '../../core/model/scenario/exercise';
import { defaultSettings, type Scenario } from '../../core/model/scenario/scenario';
import { levelNamed } from '../levels/levels';
import { allFinish, updateLost, workDone } from './aims';

const { second: _, ...firstOnly } = bothLate.scenario.faults;

/** Reads leave their token too, so only the gap breaks it, and the same check in one step holds. */
const gapInTheCheck: Scenario = {
  ...bothLate.scenario,
  storage: { id: 'two-step', settings: { gap: 500, readsLeaveToken: true } },
  // Long enough for both clients to finish, wherever the second pause is.
  settings: { ...bothLate.scenario.settings, duration: 7000 },
  faults: firstOnly,
};

/** An account with money: no update may be lost, whichever process is paused. */
const account: Scenario = {
  version: 2,
  seed: 50,
  lock: { id: 'redlock', settings: { ttl: 1500, tries: 20, retryDelay: 300, nodeTimeout: 200 } },
  storage: { id: 'no-check' },
  settings: {
    ...defaultSettings,
    stagger: 150,
    work: 250,
    latency: { min: 10, p50: 20, p99: 40, max: 50 },
    duration: 12_000,
    patience: 9000,
  },
  faults: {},
};

export const exercises: readonly Exercise[] = [
  {
    id: 'thirty-three',
    chapter: 'fencing',
    needs: ['the-nap'],
    kind: 'predict',
    title: { en: 'A stale token', zh: '过时的 token' },
    task: {
      en: 'Each acquisition comes with a number that grows. Client 1 has the smaller one, sleeps for longer than its lock lasts, and then writes; meanwhile client 2 has written with the greater one. The storage rejects a write whose number is smaller than the greatest it has seen. What will happen?',
      zh: '每次加锁都带来一个递增的编号。客户端 1 拿到较小的，停到锁过期之后才去写；这期间客户端 2 已经用较大的写过了。存储会拒绝比它见过的最新编号更旧的写入。会发生什么？',
    },
    scenario: fencingTokens.scenario,
    options: [
      {
        id: 'lost',
        text: { en: 'The update of client 2 is lost.', zh: '客户端 2 的更新丢失。' },
        goal: { data: ['lost'] },
        why: {
          en: 'It would be, if the storage accepted every write. This one has seen client 2’s greater number. The late write carries the smaller number and is rejected, however sure client 1 is of its lock.',
          zh: '要是存储来者不拒，就会这样。可这个存储见过客户端 2 的较大编号；迟到的写入带着较小的编号，会被拒绝，不管客户端 1 多么确信自己还持有锁。',
        },
        rightWhen: { storage: { id: 'no-check' } },
      },
      {
        id: 'alone',
        text: { en: 'The two never hold the lock at once.', zh: '从来没有两个客户端同时持锁。' },
        goal: { not: { fact: 'overlap' } },
        why: {
          en: 'The number does nothing for the lock. The lock expires during the pause, client 2 gets it, and client 1 wakes up and still thinks it has the lock. The number stops its write, not its mistake.',
          zh: '编号帮不了锁。停顿期间锁过期，客户端 2 拿到了它；客户端 1 醒来，还以为自己持有锁。编号拦住的是它的写入，不是它的误会。',
        },
        rightWhen: { faults: { pause: { for: 500 } } },
      },
      {
        id: 'refused',
        text: {
          en: 'For a while both think they have the lock; the late write is rejected.',
          zh: '有一段时间，两个客户端都以为自己持有锁；迟到的写入被拒绝。',
        },
        goal: { all: [{ lock: ['overlap'] }, { data: ['refused'] }] },
        why: {
          en: 'You kept two questions apart: who holds the lock, and what is written. The lock fails at the first, and the storage saves the second.',
          zh: '你把两个问题分开了：谁持锁，写下了什么。前一个，锁没守住；后一个，存储保住了。',
        },
      },
    ],
    solution: 'refused',
    nearMiss: 'alone',
    hints: [
      {
        en: 'Does the token wake anybody up? Where is it checked?',
        zh: 'token 能让停顿中的客户端醒来吗？它在哪里接受检查？',
      },
    ],
    after: {
      en: 'A fencing token does not prevent two holders at once; it keeps the late one from doing harm. The lock’s mutual exclusion fails; that of the writes does not.',
      zh: 'fencing token 并不能阻止两个客户端同时持锁，它只让迟到的写入造不成危害。锁的互斥失效了，写入的互斥没有。',
    },
    notes: {
      wrong: { en: 'Many expect the token to repair the lock.', zh: '很多人以为 token 能修好锁。' },
      say: { en: 'The lock is a hint; the storage is the judge.', zh: '锁只是个提示，存储才是裁判。' },
    },
  },
  {
    id: 'the-older-number-first',
    chapter: 'fencing',
    needs: ['thirty-three'],
    kind: 'order',
    level: 'fencing',
    decisionsMax: 6,
    title: { en: 'The older number comes first', zh: '旧编号先到' },
    task: {
      en: 'This storage rejects a write with an older token than the newest it has seen, and nobody sleeps. You are the network between the clients and the storage: you only decide what arrives next. Make one client destroy what the other has written, in six decisions.',
      zh: '写入的 token 若比见过的旧，这个存储就会拒绝，而且没有谁停顿。客户端与存储之间的网络由你来当：你只决定下一个到达的是什么。用六步，让一个客户端毁掉另一个写下的数据。',
    },
    scenario: levelNamed('fencing').scenario,
    solution: [
      { kind: 'deliver', messages: [{ from: 'client1', to: 'storage', leg: 'request', nth: 1 }] },
      { kind: 'start', client: 'client2' },
      { kind: 'deliver', messages: [{ from: 'client2', to: 'storage', leg: 'request', nth: 1 }] },
      { kind: 'deliver', messages: [{ from: 'client1', to: 'storage', leg: 'request', nth: 2 }] },
      { kind: 'pass' },
      { kind: 'deliver', messages: [{ from: 'client2', to: 'storage', leg: 'request', nth: 2 }] },
    ],
    hints: [
      {
        en: 'Which tokens does this storage remember: those of reads, or those of writes?',
        zh: '这个存储记下的是谁的 token：读的，还是写的？',
      },
      {
        en: 'A late write is rejected only after a newer one. Let the older one arrive before it.',
        zh: '只有更新的写入先到了，迟到的才会被拒绝。那就让旧的先到。',
      },
      {
        en: 'Hold client 1’s write until client 2 has read. Deliver it then, let time pass, and deliver client 2’s write.',
        zh: '压住客户端 1 的写入，等客户端 2 读完再放行；然后让时间过去，再放行客户端 2 的写入。',
      },
    ],
    after: {
      en: 'Both writes came in the order of their tokens, so both were accepted, and the second was based on a value read before the first. A token orders the writes; whether a write is based on the latest value, only a version check knows, or a read that leaves its token.',
      zh: '两次写入按 token 的顺序到达，所以都被接受；可后一次依据的，是前一次写入之前读到的值。token 只管写入的先后；写入依据的是不是最新的值，只有版本检查知道，或者读的时候也留下 token。',
    },
    notes: {
      wrong: {
        en: 'Many make client 1 as late as they can, and see its write rejected: that is the case for which the token was made.',
        zh: '很多人拼命让客户端 1 迟到，结果它的写入被拒绝：token 防的正是这种情形。',
      },
      say: {
        en: 'Ask what “older” means here: older than what has arrived, not older than what was granted.',
        zh: '问一句：这里的“旧”是跟谁比？跟已经到达的比，不是跟已经发出去的编号比。',
      },
    },
  },
  {
    id: 'a-gap-in-the-check',
    chapter: 'fencing',
    needs: ['thirty-three'],
    kind: 'break',
    title: { en: 'A gap in the check', zh: '检查与写入之间的空隙' },
    task: {
      en: 'This storage checks the token first and writes half a second later. It records the tokens of reads too, so client 1, which oversleeps as before, has its write rejected. Add one more pause of a client, of up to 1.5 s, so that an update is still lost.',
      zh: '这个存储先检查 token，半秒后才写。它也记下读请求的 token，所以照例停顿的客户端 1 写不进去。再让一个客户端停顿一次，最多 1.5 秒，让一次更新仍然丢失。',
    },
    scenario: gapInTheCheck,
    budget: { faults: 1, kinds: ['pause'], lengthMax: 1500, processes: ['client1', 'client2'] },
    aims: [{ ...updateLost, in: 'calm' }],
    solution: {
      faults: {
        second: {
          kind: 'pause',
          process: 'client2',
          when: { kind: 'step', process: 'client2', step: 'read', nth: 1 },
          for: 1200,
        },
      },
    },
    nearMiss: {
      faults: {
        second: {
          kind: 'pause',
          process: 'client2',
          when: { kind: 'step', process: 'client2', step: 'write', nth: 1 },
          for: 1200,
        },
      },
    },
    hints: [
      {
        en: 'When client 1 wakes, has the storage seen the greater token?',
        zh: '客户端 1 醒来时，存储见过较大的 token 了吗？',
      },
      {
        en: 'Client 2 must read after the write of client 1 has passed the check, and before it is applied.',
        zh: '客户端 2 要在客户端 1 已通过检查、但还没写下的时候去读。',
      },
      { en: 'Pause client 2 before “read” for 1.2 s.', zh: '让客户端 2 在“读取”之前停 1.2 秒。' },
    ],
    after: {
      en: 'Client 2 read what was about to be replaced. A check guards a write only when nothing fits between the two. If they are one step, the same pauses lose nothing.',
      zh: '客户端 2 读到的值正要被替换。只有比较和写入之间插不进任何东西，检查才护得住写入：若比较和写入一步完成，同样的停顿不会丢失更新。',
    },
    notes: {
      wrong: {
        en: 'Many delay client 1 even more, but it is client 2 that has to be late.',
        zh: '很多人继续让客户端 1 停顿；其实该迟到的是客户端 2。',
      },
      say: {
        en: 'It is the same gap as between “check the clock” and “write”, only moved to the storage.',
        zh: '这就是“检查时间”与“写入”之间的空隙，只是挪到了存储里。',
      },
    },
  },
  {
    id: 'give-it-a-number',
    chapter: 'fencing',
    needs: ['thirty-three'],
    kind: 'fix',
    title: { en: 'Give it a number', zh: '给它一个编号' },
    task: {
      en: 'Client 1 or client 2 may be paused anywhere. Change only the lock’s token and the storage-side check, until no update is lost and the work gets done.',
      zh: '客户端 1 或 2 可能在任何一步停顿。只能改锁的 token 和存储端的检查，直到没有更新丢失，而且工作都做完了。',
    },
    scenario: { ...pauseBeforeWrite.scenario, faults: {} },
    may: ['storage', 'lock.settings.token'],
    aims: [
      allFinish,
      {
        text: {
          en: 'No update is lost, and nothing is done twice, wherever a client is paused',
          zh: '无论谁在哪里停顿，都没有更新丢失，也没有工作做了两次',
        },
        goal: { not: { data: ['torn', 'twice', 'lost'] } },
        in: 'attacks',
      },
      workDone,
    ],
    attacks: [],
    // At the end of the pause, client 2 has read but not yet written, so the token of its read must count.
    pausesEverywhere: { for: 2500 },
    seeds: 20,
    solution: { storage: { id: 'version' } },
    nearMiss: { lock: { settings: { token: 'quorum' } }, storage: { id: 'fencing' } },
    hints: [
      { en: 'A token that nobody compares protects nothing.', zh: '没有人比较的 token 什么也保护不了。' },
      {
        en: 'The storage must reject the write. It can compare tokens, or versions.',
        zh: '得由存储来拒绝。它可以比较 token，也可以比较版本。',
      },
    ],
    after: {
      en: 'With a version check, or with tokens that reads leave behind too, the storage rejects whatever is based on an old read. Then the lock only saves work.',
      zh: '有了版本检查，或者连读也留下 token，存储就会拒绝一切依据旧值的写入。到那时，锁只是为了效率。',
    },
    notes: {
      wrong: {
        en: 'A token that nobody checks, or a check that records only the tokens of writes: then the order of the writes decides.',
        zh: '很多人只加 token，不加检查，或只让写入留下 token：结果就全看写入的先后。',
      },
      say: {
        en: 'Then why a lock at all? Ask, and let them find out: for efficiency.',
        zh: '那还要锁干什么？让他们自己找到答案：为了效率。',
      },
    },
  },
  {
    id: 'the-account',
    chapter: 'fencing',
    needs: ['give-it-a-number'],
    kind: 'choose',
    title: { en: 'The account', zh: '账户' },
    task: {
      en: 'Two servers change the same balance. A lost update is lost money. Any process may be paused at any moment, for longer than its lock lasts. Pick a lock and a check so that no pause anywhere loses an update.',
      zh: '两台服务器修改同一个余额。丢一次更新就是丢钱。任何进程在任何时刻都可能停顿，停得比锁的有效时间还久。选一把锁和一种检查，让停顿无论落在哪里都不丢更新。',
    },
    scenario: account,
    may: ['lock', 'storage'],
    locks: [
      { id: 'single-node', settings: { ttl: 1500, tries: 20, retryDelay: 300 } },
      { id: 'redlock', settings: { ttl: 1500, tries: 20, retryDelay: 300, nodeTimeout: 200 } },
      { id: 'redlock', settings: { ttl: 1500, tries: 20, retryDelay: 300, nodeTimeout: 200, token: 'quorum' } },
      { id: 'zookeeper-sequential', settings: { sessionTimeout: 1500, tickTime: 250 } },
      { id: 'zookeeper-sequential', settings: { sessionTimeout: 1500, tickTime: 250, token: 'zxid' } },
    ],
    storages: [
      { id: 'no-check' },
      { id: 'fencing' },
      { id: 'fencing', settings: { readsLeaveToken: true } },
      { id: 'version' },
    ],
    aims: [
      allFinish,
      {
        text: { en: 'No pause anywhere loses an update', zh: '停顿无论落在哪里都不丢更新' },
        goal: { not: { data: ['torn', 'lost'] } },
        in: 'attacks',
      },
    ],
    attacks: [],
    // Just longer than the lock lives: client 2 has read but not yet written.
    pausesEverywhere: { for: 1600 },
    seeds: 20,
    solution: { storage: { id: 'version' } },
    nearMiss: {
      lock: {
        id: 'zookeeper-sequential',
        settings: { ttl: null, tries: null, retryDelay: null, nodeTimeout: null, sessionTimeout: 1500, tickTime: 250 },
      },
    },
    hints: [
      {
        en: 'Which of the locks is safe, by itself, from a holder that is paused?',
        zh: '这些锁当中，哪一把能独自应付停顿中的持有者？',
      },
      { en: 'None. Look at the checks.', zh: '一把也没有。要看存储端的检查。' },
    ],
    after: {
      en: 'For correctness it is the storage-side check that counts; almost any lock will do in front of it.',
      zh: '要正确，由存储端的检查决定；在它前面放哪把锁几乎都行。',
    },
    notes: {
      wrong: { en: 'A better lock and no check.', zh: '很多人换了更好的锁，却没有加检查。' },
      say: {
        en: 'Let two groups defend different choices, and let the playground attack both.',
        zh: '让两组人为不同的选择辩护，再让试验场同时攻击它们。',
      },
    },
  },
];
