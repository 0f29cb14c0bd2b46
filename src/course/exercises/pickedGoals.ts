/** Goals to pick from when a person makes an exercise. Each is a predicate with the sentence that people read. */

import type { Goal } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import { mutualExclusion, twoHolders, updateLost } from './aims';

export interface PickedGoal {
  readonly id: string;
  /** The kinds of exercise for which the goal is useful. */
  readonly kinds: readonly ('break' | 'fix' | 'choose')[];
  /**
   * Set for a goal that the run without attacks must meet, if there are attacks. An attack may cost work without
   * doing harm.
   */
  readonly in?: 'calm';
  readonly text: Text;
  readonly goal: Goal;
}

export const pickedGoals: readonly PickedGoal[] = [
  {
    id: 'lost',
    kinds: ['break'],
    ...updateLost,
    goal: { data: ['torn', 'lost'] },
  },
  {
    id: 'torn',
    kinds: ['break'],
    text: { en: 'Leave an object half-written', zh: '留下写到一半的对象' },
    goal: { data: ['torn'] },
  },
  {
    id: 'twice',
    kinds: ['break'],
    text: { en: 'Get something done twice', zh: '让同一件事做两次' },
    goal: { data: ['twice'] },
  },
  {
    id: 'overlap',
    kinds: ['break'],
    ...twoHolders,
  },
  {
    id: 'unavailable',
    kinds: ['break'],
    text: { en: 'Keep everybody from getting the lock', zh: '让谁也拿不到锁' },
    goal: { lock: ['unavailable'] },
  },
  {
    id: 'stuck',
    kinds: ['break'],
    text: { en: 'Get the lock stuck forever', zh: '让锁永远卡住' },
    goal: { lock: ['stuck'] },
  },
  {
    id: 'rejected',
    kinds: ['break'],
    text: { en: 'Get the storage to reject a write', zh: '让存储拒绝一次写入' },
    goal: { fact: 'rejected' },
  },
  {
    id: 'refused',
    kinds: ['break'],
    text: { en: 'Get a late write rejected, and keep the data intact', zh: '让迟到的写入被拒绝，数据保住' },
    goal: { data: ['refused'] },
  },
  {
    id: 'lucky',
    kinds: ['break'],
    text: { en: 'Keep the data intact by luck alone', zh: '数据保住，但全凭运气' },
    goal: { data: ['lucky'] },
  },
  {
    id: 'none-lost',
    kinds: ['fix', 'choose'],
    text: { en: 'No update is lost', zh: '没有更新丢失' },
    goal: { not: { data: ['torn', 'lost'] } },
  },
  {
    id: 'data-kept',
    kinds: ['fix', 'choose'],
    text: { en: 'No update is lost, and nothing is done twice', zh: '没有更新丢失，也没有工作做了两次' },
    goal: { not: { data: ['torn', 'twice', 'lost'] } },
  },
  {
    id: 'no-luck',
    kinds: ['fix', 'choose'],
    text: { en: 'The data stays intact, and not by luck', zh: '数据保住了，而且不靠运气' },
    goal: { data: ['safe', 'refused'] },
  },
  {
    id: 'lock-held',
    kinds: ['fix', 'choose'],
    text: { en: 'The lock works', zh: '锁守住了' },
    goal: { lock: ['held'] },
  },
  {
    id: 'no-overlap',
    kinds: ['fix', 'choose'],
    ...mutualExclusion,
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
    text: { en: 'Without faults, at least two rounds are done', zh: '没有故障时至少做完两轮' },
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
