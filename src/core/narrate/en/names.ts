/** The names of the processes in English. */

import { nth } from '../../model/values/nth';
import type { SentenceNames } from '../phrases';

export const names: SentenceNames = {
  client: (number) => `client ${number}`,
  node: (letter) => `node ${letter}`,
  replica: (name) => `replica ${name}`,
  service: 'the lock service',
  member: (letter) => `member ${letter}`,
  storage: 'the storage',
  storagePart: (letter) => `storage ${letter}`,
  sentinel: (number) => `sentinel ${number}`,
  several: (names) => (names.length === 1 ? nth(names, 0) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`),
};
