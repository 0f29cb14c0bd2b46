/** The names of processes in both languages, for the page and for every message. */

import type { ProcessId } from '../scenario/processId';
import { type NameWords, nameOf } from '../scenario/processName';
import type { Text } from '../values/text';

interface PageNames extends NameWords {
  /** Stands between the names of several processes. */
  readonly comma: string;
}

export const englishNames: PageNames = {
  client: (number) => `Client ${number}`,
  node: (letter) => `Redis ${letter}`,
  replica: (name) => `Replica ${name}`,
  service: 'Lock service',
  member: (letter) => `Member ${letter}`,
  storage: 'Storage',
  storagePart: (letter) => `Storage ${letter}`,
  sentinel: (number) => `Sentinel ${number}`,
  comma: ', ',
};

export const chineseNames: PageNames = {
  client: (number) => `客户端 ${number}`,
  node: (letter) => `Redis ${letter}`,
  replica: (name) => `副本 ${name}`,
  service: '锁服务',
  member: (letter) => `成员 ${letter}`,
  storage: '存储',
  storagePart: (letter) => `存储 ${letter}`,
  sentinel: (number) => `哨兵 ${number}`,
  comma: '、',
};

const both = (phrase: (words: PageNames) => string): Text => ({ en: phrase(englishNames), zh: phrase(chineseNames) });

export const pageName = (id: ProcessId): Text => both((words) => nameOf(id, words));

/** `Client 1, Redis A`. */
export const pageNames = (ids: readonly ProcessId[]): Text =>
  both((words) => ids.map((id) => nameOf(id, words)).join(words.comma));
