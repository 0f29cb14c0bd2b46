/** Goals to pick from when somebody makes an exercise. Each is a predicate with the sentence that people read. */
import type { Text } from '../model/text';
import type { Goal } from '../model/verdict';

export interface PickedGoal {
  readonly id: string;
  /** The kinds of exercise for which the goal is useful. */
  readonly kinds: readonly ('break' | 'fix' | 'choose')[];
  /**
   * Set for a goal that is asked of the run without attacks, if there are any. An attack may cost work without doing
   * harm.
   */
  readonly in?: 'calm';
  readonly text: Text;
  readonly goal: Goal;
}

export const pickedGoals: readonly PickedGoal[] = [
  {
    id: 'lost',
    kinds: ['break'],
    text: { en: 'An update is lost', zh: '一次更新丢失了' },
    goal: { outcome: ['lost-update'] },
  },
  {
    id: 'overlap',
    kinds: ['break'],
    text: { en: 'Two clients are inside at once', zh: '两个客户端同时在锁里' },
    goal: { fact: 'overlap' },
  },
  {
    id: 'unavailable',
    kinds: ['break'],
    text: { en: 'Nobody gets the lock', zh: '谁也拿不到锁' },
    goal: { outcome: ['unavailable'] },
  },
  {
    id: 'stuck',
    kinds: ['break'],
    text: { en: 'The lock is held for ever', zh: '锁永远被占着' },
    goal: { outcome: ['stuck'] },
  },
  {
    id: 'rejected',
    kinds: ['break'],
    text: { en: 'The storage refuses a write', zh: '存储拒绝了一次写入' },
    goal: { fact: 'rejected' },
  },
  {
    id: 'none-lost',
    kinds: ['fix', 'choose'],
    text: { en: 'No update is lost', zh: '没有更新丢失' },
    goal: { not: { outcome: ['lost-update'] } },
  },
  {
    id: 'no-overlap',
    kinds: ['fix', 'choose'],
    text: { en: 'Never two clients inside at once', zh: '任何时候都没有两个客户端同时在锁里' },
    goal: { not: { fact: 'overlap' } },
  },
  {
    id: 'rounds',
    kinds: ['fix'],
    in: 'calm',
    text: { en: 'At least two rounds are done', zh: '至少做完两轮' },
    goal: { measure: 'rounds', min: 2 },
  },
  {
    id: 'quiet-rounds',
    kinds: ['choose'],
    in: 'calm',
    text: { en: 'In quiet times at least two rounds are done', zh: '平时至少做完两轮' },
    goal: { measure: 'rounds', min: 2 },
  },
  {
    id: 'cheap',
    kinds: ['fix', 'choose'],
    in: 'calm',
    text: { en: 'At most 12 requests for each lock taken', zh: '每次拿锁最多 12 个请求' },
    goal: { measure: 'requestsPerAcquisition', max: 12 },
  },
  {
    id: 'no-rest',
    kinds: ['fix', 'choose'],
    text: { en: 'No key is left behind', zh: '没有遗留的键' },
    goal: { not: { fact: 'entry-left' } },
  },
];
