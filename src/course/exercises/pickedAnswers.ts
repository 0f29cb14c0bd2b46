/**
 * Answers to pick from when a person makes an exercise of the kind "predict". An answer is true of a run exactly when
 * its predicate is.
 */

import type { Goal } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';

export interface PickedAnswer {
  readonly id: string;
  readonly text: Text;
  readonly goal: Goal;
}

/**
 * First the outcomes, of which a run has exactly one. Then what happened to the lock alone or to the data alone, and
 * lesser facts; a run may have several of these.
 */
export const pickedAnswers: readonly PickedAnswer[] = [
  {
    id: 'held',
    text: {
      en: 'The lock works: no two clients hold it at once, and no update is lost.',
      zh: '锁守住了：没有两个客户端同时持锁，也没丢更新。',
    },
    goal: { outcome: ['held', 'late-refused'] },
  },
  {
    id: 'lost',
    text: { en: 'An update is lost.', zh: '一次更新丢失。' },
    goal: { outcome: ['lost', 'torn'] },
  },
  {
    id: 'overlap',
    text: { en: 'Two clients hold the lock at once, but no update is lost.', zh: '两个客户端同时持锁，但没有丢更新。' },
    goal: { outcome: ['overlap'] },
  },
  {
    id: 'unavailable',
    text: {
      en: 'Clients keep asking for a long time, and nobody gets the lock.',
      zh: '客户端等待多时，谁也没拿到锁。',
    },
    goal: { outcome: ['unavailable'] },
  },
  {
    id: 'stuck',
    text: {
      en: 'The lock gets stuck: nobody can ever get it again.',
      zh: '锁卡死：再也没有客户端拿得到。',
    },
    goal: { outcome: ['stuck'] },
  },
  {
    id: 'lock-overlap',
    text: {
      en: 'Two clients hold the lock at once, whatever happens to the data.',
      zh: '两个客户端同时持锁，不论数据如何。',
    },
    goal: { lock: ['overlap'] },
  },
  {
    id: 'data-refused',
    text: {
      en: 'The data stays intact: a late write arrives and is rejected.',
      zh: '数据保住了：迟到的写入来了，被拒绝。',
    },
    goal: { data: ['refused'] },
  },
  {
    id: 'data-lucky',
    text: { en: 'The data stays intact, by luck alone.', zh: '数据保住了，全凭运气。' },
    goal: { data: ['lucky'] },
  },
  {
    id: 'data-twice',
    text: { en: 'Something is done twice.', zh: '同一件事做了两次。' },
    goal: { data: ['twice'] },
  },
  {
    id: 'rejected',
    text: { en: 'The storage rejects a write.', zh: '存储拒绝了一次写入。' },
    goal: { fact: 'rejected' },
  },
  {
    id: 'deleted-another',
    text: { en: 'A client deletes another client’s key.', zh: '一个客户端删掉了另一个的键。' },
    goal: { fact: 'deleted-another' },
  },
  {
    id: 'entry-left',
    text: { en: 'A key stays behind after its client is done.', zh: '客户端用完之后，键还留着。' },
    goal: { fact: 'entry-left' },
  },
  {
    id: 'late-write',
    text: { en: 'A write arrives after its client has left the lock.', zh: '写请求在客户端离开锁之后才到达。' },
    goal: { fact: 'late-write' },
  },
];
