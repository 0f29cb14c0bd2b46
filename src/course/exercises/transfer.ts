/**
 * The test before and after the exercises: six stories that no exercise uses, and five outcomes, of which exactly one
 * comes true in each. The run decides which one (`course/judging/transfer.ts`); nothing here names a right answer.
 */

import { stories } from '../../content/stories';
import type { Scenario } from '../../core/model/scenario/scenario';
import { loadStory } from '../../core/model/scenario/story';
import type { Goal } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';

export type Round = 'before' | 'after';

export interface TransferOutcome {
  readonly id: string;
  readonly text: Text;
  readonly goal: Goal;
}

export interface TransferQuestion {
  readonly id: string;
  /** What is known before it happens. The lock, the check and the faults are shown beside it. */
  readonly situation: Text;
}

export interface AskedQuestion extends TransferQuestion {
  readonly title: Text;
  readonly scenario: Scenario;
}

/** No run has two of these outcomes. */
export const transferOutcomes: readonly TransferOutcome[] = [
  {
    id: 'well',
    text: {
      en: 'No two clients hold the lock at once, everybody gets it, and nothing is lost.',
      zh: '没有两个客户端同时持锁，大家都能拿到锁，也没有丢失任何更新。',
    },
    goal: { all: [{ lock: ['held'] }, { data: ['safe'] }] },
  },
  {
    id: 'refused',
    text: {
      en: 'Two clients hold the lock at once, and the storage rejects a write, so nothing is lost.',
      zh: '两个客户端同时持锁，存储拒绝了一次写入，所以没有丢失更新。',
    },
    goal: { all: [{ lock: ['overlap'] }, { data: ['refused'] }] },
  },
  {
    id: 'lost',
    text: {
      en: 'Two clients hold the lock at once, and an update is lost.',
      zh: '两个客户端同时持锁，丢失了一次更新。',
    },
    goal: { all: [{ lock: ['overlap'] }, { data: ['lost'] }] },
  },
  {
    id: 'late',
    text: {
      en: 'No two clients hold the lock at once, and an update is lost anyway.',
      zh: '没有两个客户端同时持锁，却还是丢失了一次更新。',
    },
    goal: { all: [{ lock: ['held'] }, { data: ['lost'] }] },
  },
  {
    id: 'shut',
    text: {
      en: 'Nothing is lost, but a client waits in vain for the lock.',
      zh: '没有丢失更新，但有客户端一直等不到锁。',
    },
    goal: { all: [{ lock: ['stuck', 'unavailable'] }, { data: ['safe'] }] },
  },
];

export const transferQuestions: readonly TransferQuestion[] = [
  {
    id: 'failover',
    situation: {
      en: 'One Redis master has one replica, which is 450 ms behind. Client 1 takes the lock and begins to work. At that moment the replica takes the place of the master. Then client 2 asks for the lock.',
      zh: '一个 Redis 主节点带一个副本，副本落后 450 毫秒。客户端 1 拿到锁，刚开始干活，副本就接替了主节点。随后客户端 2 请求加锁。',
    },
  },
  {
    id: 'delayed-restart',
    situation: {
      en: 'Redlock on five nodes, with a TTL of 2 s. Client 1 has the lock on A, B and C only. C crashes, and comes back after 2.2 s without its data. Client 2 wants the lock, too.',
      zh: 'Redlock，五个节点，TTL 2 秒。客户端 1 只在 A、B、C 上拿到了锁。C 崩溃，2.2 秒之后带着空数据恢复。客户端 2 也想要锁。',
    },
  },
  {
    id: 'slow-network',
    situation: {
      en: 'Client 1 holds a Redlock with a TTL of 2 s. Right before its write it checks its time: enough is left. It sends the write, and the network delays it by 2.7 s. Client 2 wants the lock, too.',
      zh: '客户端 1 持有 Redlock 锁，TTL 2 秒。写入之前它检查了时间：还够。它发出写入，网络把这条消息延迟了 2.7 秒。客户端 2 也想要锁。',
    },
  },
  {
    id: 'unique-row',
    situation: {
      en: 'A table with a unique index is the lock: whoever inserts the row holds the lock, and deletes the row at the end. Client 1 crashes right before its write and does not come back. Client 2 tries again and again.',
      zh: '用带唯一索引的表当锁：谁插入那一行谁就持锁，用完再删掉。客户端 1 在写入之前崩溃，再也没有恢复。客户端 2 一再重试。',
    },
  },
  {
    id: 'frozen-container',
    situation: {
      en: 'A watchdog in the client extends the lock for as long as the client works; the lease is 1.5 s. While client 1 works, its container is frozen for 3.5 s, with everything in it. Client 2 wants the lock, too.',
      zh: '客户端里有个看门狗，干活期间一直给锁续期；租约 1.5 秒。客户端 1 正干着活，整个容器被冻结了 3.5 秒。客户端 2 也想要锁。',
    },
  },
  {
    id: 'pause-noticed',
    situation: {
      en: 'Redlock on five nodes, with a TTL of 2 s. All five have said yes to client 1. Before it looks at its clock to see how much time is left, its process is paused for 2.55 s. Client 2 wants the lock, too.',
      zh: 'Redlock，五个节点，TTL 2 秒。五个节点都答应了客户端 1。它正要看时钟、算出还剩多少时间，进程却停顿了 2.55 秒。客户端 2 也想要锁。',
    },
  },
];

/** The same six questions both times. In the second order, every question has another place. */
const orders: Readonly<Record<Round, readonly number[]>> = { before: [0, 1, 2, 3, 4, 5], after: [2, 5, 4, 0, 3, 1] };

export const questionsOf = (round: Round): readonly TransferQuestion[] =>
  orders[round].flatMap((index) => transferQuestions[index] ?? []);

/** Rejects if a story cannot be loaded. */
export const questionsAskedIn = (round: Round): Promise<readonly AskedQuestion[]> =>
  Promise.all(
    questionsOf(round).map(async (question) => {
      const entry = stories.find(({ id }) => id === question.id);
      if (entry === undefined) throw new Error(`There is no story ${question.id}.`);
      const { title, scenario } = await loadStory(entry);
      return { ...question, title, scenario };
    }),
  );
