/**
 * Plans for a workshop of 45 and of 90 minutes, as data. A step says what people can do after it, and what to drop
 * when time runs out. A test checks that the minutes add up, and that each exercise can be read and done in its
 * minutes.
 */
import type { Text } from '../../core/model/values/text';

export interface PlannedExercise {
  readonly id: string;
  readonly minutes: number;
  /** together: one run on the screen in front. pairs: two people at one machine. */
  readonly how: 'together' | 'pairs';
}

export interface PlanStep {
  readonly minutes: number;
  readonly title: Text;
  readonly say: Text;
  readonly exercises: readonly PlannedExercise[];
  /** What participants can do or say afterwards. */
  readonly outcome: Text;
  /** What to drop first when time is short. Absent: nothing. */
  readonly late?: Text;
}

export interface Plan {
  readonly minutes: number;
  readonly steps: readonly PlanStep[];
  /**
   * Exercises that are better done before one of these but are not part of the plan. The instructor explains each in
   * a sentence.
   */
  readonly taught: readonly string[];
}

const purpose: Text = { en: 'What a lock is for', zh: '锁是干什么的' };
const purposeSay: Text = {
  en: 'Ask: efficiency or correctness? Write both on the board. Everybody opens the page and writes down a lock of their own and which of the two it is for; three read theirs out.',
  zh: '问：为了效率，还是为了正确？两个词都写在白板上。每人打开页面，写下一把自己用过的锁，是为了哪一个；请三个人念出来。',
};
const purposeOutcome: Text = {
  en: 'Everybody can say whether a lock of their own is for efficiency or for correctness.',
  zh: '能说出自己的一把锁是为了效率还是为了正确。',
};
/** The first drag, and the marks of the resulting run. */
const firstTwo: readonly PlannedExercise[] = [
  { id: 'drag-a-pause', minutes: 5, how: 'pairs' },
  { id: 'name-the-marks', minutes: 4, how: 'together' },
];
const picture: Text = { en: 'Reading the picture', zh: '看懂图' };
const pictureOutcome: Text = {
  en: 'Everybody can point at a request, a key, a lock’s holder, and two holders at once.',
  zh: '能在图上指出请求、键、持锁的客户端，以及两个同时持锁的地方。',
};
const oneNodeOutcome: Text = {
  en: 'Everybody can say why taking the lock is one command, and why a release compares first.',
  zh: '能说出加锁为什么是一条命令，释放为什么要先比较。',
};
const redlockOutcome: Text = {
  en: 'Everybody can draw two majorities of five, and say what happens to them when a node forgets.',
  zh: '能画出五个节点里的两个多数派，并说出一个失忆的节点会带来什么。',
};
const timeOutcome: Text = {
  en: 'Everybody can say why no check of the clock is close enough to the write.',
  zh: '能说出为什么检查时间离写入再近也不够。',
};
const fencingOutcome: Text = {
  en: 'Everybody can say what the storage has to remember to reject a late write.',
  zh: '能说出存储要记住什么，才能拒绝迟到的写入。',
};
const remember: Text = { en: 'What to remember', zh: '收获' };
const rememberSay: Text = {
  en: 'Everybody writes down one thing, and an answer: which check does your own storage have? Four read theirs out.',
  zh: '每人写下一个收获，再回答：你自己的存储有哪种检查？请四个人念出来。',
};
const rememberOutcome: Text = {
  en: 'Everybody leaves with one question about a system of their own.',
  zh: '带着一个关于自己系统的问题离开。',
};

const short: Plan = {
  minutes: 45,
  taught: ['left-behind', 'two-of-five'],
  steps: [
    { minutes: 4, title: purpose, say: purposeSay, exercises: [], outcome: purposeOutcome },
    {
      minutes: 9,
      title: picture,
      say: {
        en: 'Everybody drags first, then names the marks of that run in silence; one person reads the names out.',
        zh: '每人先拖一次，再默默说出图里每个标记的名称；请一个人念出来。',
      },
      exercises: firstTwo,
      outcome: pictureOutcome,
      late: { en: 'Name only the holder and “two holders at once”.', zh: '只认持锁和“两个同时持锁”。' },
    },
    {
      minutes: 10,
      title: { en: 'One node', zh: '一个节点' },
      say: {
        en: 'Before the first run, have everybody commit to an answer, silently. Afterwards say in one sentence what an expiry is for: the client may be dead.',
        zh: '第一次播放之前，让每个人先默默选定答案。之后用一句话说明过期时间是干什么的：客户端可能已经死了。',
      },
      exercises: [
        { id: 'between-two-commands', minutes: 4, how: 'together' },
        { id: 'anothers-key', minutes: 6, how: 'pairs' },
      ],
      outcome: oneNodeOutcome,
      late: { en: 'Show a solution of “Another’s key” after three minutes.', zh: '“别人的键”做三分钟就看解法。' },
    },
    {
      minutes: 6,
      title: { en: 'Redlock', zh: 'Redlock' },
      say: { en: 'Then draw the two majorities on the board.', zh: '做完把两个多数派画在白板上。' },
      exercises: [{ id: 'make-it-forget', minutes: 5, how: 'pairs' }],
      outcome: redlockOutcome,
      late: {
        en: 'Show a solution of “Make one node forget” after three minutes.',
        zh: '“让一个节点失忆”做三分钟就看解法。',
      },
    },
    {
      minutes: 8,
      title: { en: 'Time and pauses', zh: '时间与停顿' },
      say: {
        en: 'Again everybody commits to an answer before the run plays.',
        zh: '同样，播放之前每个人先选定答案。',
      },
      exercises: [
        { id: 'the-nap', minutes: 4, how: 'together' },
        { id: 'one-wrong-clock', minutes: 4, how: 'pairs' },
      ],
      outcome: timeOutcome,
      late: { en: 'Leave out “One wrong clock”.', zh: '略过“一个不准的时钟”。' },
    },
    {
      minutes: 5,
      title: { en: 'Fencing tokens', zh: 'fencing token' },
      say: { en: 'Before it plays, ask who rejects the late write.', zh: '播放之前先问：由谁来拒绝迟到的写入？' },
      exercises: [{ id: 'thirty-three', minutes: 5, how: 'together' }],
      outcome: fencingOutcome,
    },
    { minutes: 3, title: remember, say: rememberSay, exercises: [], outcome: rememberOutcome },
  ],
};

const long: Plan = {
  minutes: 90,
  taught: [],
  steps: [
    { minutes: 4, title: purpose, say: purposeSay, exercises: [], outcome: purposeOutcome },
    {
      minutes: 9,
      title: picture,
      say: { en: 'In pairs: one drags, then the other names.', zh: '两人一组：一个拖，另一个说名称。' },
      exercises: firstTwo,
      outcome: pictureOutcome,
    },
    {
      minutes: 21,
      title: { en: 'One node', zh: '一个节点' },
      say: { en: 'After each exercise one pair shows how.', zh: '每题之后请一组演示。' },
      exercises: [
        { id: 'between-two-commands', minutes: 4, how: 'together' },
        { id: 'anothers-key', minutes: 6, how: 'pairs' },
        { id: 'left-behind', minutes: 6, how: 'pairs' },
        { id: 'the-nightly-mail', minutes: 5, how: 'pairs' },
      ],
      outcome: oneNodeOutcome,
      late: { en: 'Leave out “The nightly report”.', zh: '略过“每晚的报表”。' },
    },
    {
      minutes: 20,
      title: { en: 'Redlock', zh: 'Redlock' },
      say: {
        en: 'Stop after “Make one node forget” and draw the majorities.',
        zh: '“让一个节点失忆”之后停一下，画出各个多数派。',
      },
      exercises: [
        { id: 'two-of-five', minutes: 4, how: 'together' },
        { id: 'take-it-down', minutes: 4, how: 'pairs' },
        { id: 'make-it-forget', minutes: 6, how: 'pairs' },
        { id: 'a-better-memory', minutes: 6, how: 'pairs' },
      ],
      outcome: redlockOutcome,
      late: { en: 'Leave out “Make the lock unavailable”.', zh: '略过“让锁不可用”。' },
    },
    {
      minutes: 14,
      title: { en: 'Time and pauses', zh: '时间与停顿' },
      say: { en: 'The first together, with a vote; the others in pairs.', zh: '第一题一起做，先表决；其余两人一组。' },
      exercises: [
        { id: 'the-nap', minutes: 4, how: 'together' },
        { id: 'one-wrong-clock', minutes: 4, how: 'pairs' },
        { id: 'longer-than-thought', minutes: 6, how: 'pairs' },
      ],
      outcome: timeOutcome,
      late: { en: 'Leave out “Longer than expected”.', zh: '略过“比想的要久”。' },
    },
    {
      minutes: 18,
      title: { en: 'Fencing tokens', zh: 'fencing token' },
      say: { en: 'The last one as a contest between two groups.', zh: '最后一题分两队比赛。' },
      exercises: [
        { id: 'thirty-three', minutes: 5, how: 'together' },
        { id: 'give-it-a-number', minutes: 6, how: 'pairs' },
        { id: 'the-account', minutes: 7, how: 'pairs' },
      ],
      outcome: fencingOutcome,
      late: { en: 'Leave out “The account”.', zh: '略过“账户”。' },
    },
    { minutes: 4, title: remember, say: rememberSay, exercises: [], outcome: rememberOutcome },
  ],
};

export const plans: readonly Plan[] = [short, long];
