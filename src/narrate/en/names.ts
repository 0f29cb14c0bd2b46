/** What English calls the processes. */
import type { NameWords } from '../said';

export const names: NameWords = {
  client: (number) => `client ${number}`,
  node: (letter) => `node ${letter}`,
  replica: (name) => `replica ${name}`,
  service: 'the lock service',
  storage: 'the storage',
  storagePart: (letter) => `storage ${letter}`,
  comma: ' ',
  and: (first, last) => `${first} and ${last}`,
};
