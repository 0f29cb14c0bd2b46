/** What the settings of the lock on one node are for. The page opens without it (`model/help.ts`). */
import type { HelpOf } from '../model/help';
import { sharedHelp } from './sharedHelp';
import type { singleNodeFields } from './singleNodeFields';

export const singleNodeHelp: HelpOf<typeof singleNodeFields> = {
  ...sharedHelp,
  expiry: {
    en: 'Without an expiry, the key of a holder that crashes stays forever.',
    zh: '没有过期时间，崩溃的持有者留下的键会永远存在。',
  },
  value: {
    en: 'With a fixed value nobody can tell whose lock it is, and a late release deletes another client’s.',
    zh: '值固定时分不清是谁的锁，迟到的释放会删掉别人的锁。',
  },
  release: {
    en: 'Only the script compares and deletes in one step.',
    zh: '只有脚本能一步完成比较和删除。',
  },
  releaseTwice: {
    en: 'The second release finds nothing of its own, and is told so.',
    zh: '第二次释放会发现自己的键已经没有了。',
  },
  nodeTimeout: {
    en: 'How long the client waits for the node’s answer. The request may have been carried out anyway.',
    zh: '等待节点应答多久。即使超时，请求也可能已经执行。',
  },
  wait: {
    en: 'After the SET, asks how many replicas have it. An answer that nobody checks helps nobody.',
    zh: 'SET 之后询问有多少副本已收到。不看结果，问了也没用。',
  },
  waitReplicas: { en: 'How many replicas must have the key.', zh: '必须有多少个副本收到键。' },
  waitTimeout: {
    en: 'After this time the node answers with the replicas that have it so far.',
    zh: '超过这个时间，节点就回答目前已有多少副本收到。',
  },
  clock: {
    en: 'Which of its clocks tells the client how much of the TTL is left.',
    zh: '客户端用哪个时钟计算 TTL 还剩多少。',
  },
  token: {
    en: 'A counter on the same node (INCR after the SET). It falls back when the node forgets.',
    zh: '同一节点上的计数器（SET 之后 INCR）。节点失忆时它会倒退。',
  },
  counterStart: {
    en: 'Where a new counter starts: the first token is one more. A node that forgets starts there again.',
    zh: '计数器还不存在时的值：第一个 token 比它大一。节点失忆后又从它数起。',
  },
};
