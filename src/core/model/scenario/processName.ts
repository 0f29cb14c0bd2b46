/**
 * The full and the short name of a process. This file knows the forms of names; the words of a language are arguments.
 */

import type { Role } from './processId';
import { type ProcessId, partsOf } from './processId';

/** The words that a language, or a view, has for processes. */
export interface NameWords {
  readonly client: (number: string) => string;
  readonly node: (letter: string) => string;
  readonly replica: (name: string) => string;
  readonly service: string;
  readonly member: (letter: string) => string;
  readonly storage: string;
  readonly storagePart: (letter: string) => string;
  readonly sentinel: (number: string) => string;
}

/** `Client 1`, `Redis A`, `replica A2`, `the storage`. */
export function nameOf(id: ProcessId, words: NameWords): string {
  const { role, number, letter } = partsOf(id);
  switch (role) {
    case 'client':
      return words.client(String(number));
    case 'node':
      return words.node(letter);
    case 'replica':
      return words.replica(bareName(id));
    case 'service':
      return words.service;
    case 'member':
      return words.member(letter);
    case 'storage':
      return letter === '' ? words.storage : words.storagePart(letter);
    case 'sentinel':
      return words.sentinel(String(number));
    default:
      return role satisfies never;
  }
}

/** `1`, `A`, `A2`: the part that distinguishes it from others of its role. Empty when it is the only one. */
export function bareName(id: ProcessId): string {
  const { number, letter } = partsOf(id);
  return number === 0 ? letter : `${letter}${number}`;
}

/** A short name, unique within a run: `C1` is a client, and `RC1` the replica of node C. */
const initials: Readonly<Record<Role, string>> = {
  client: 'C',
  node: '',
  replica: 'R',
  service: 'LS',
  member: 'M',
  storage: 'S',
  sentinel: 'Se',
};

/** `C1`, `A`, `RA2`, `LS`, `MA`, `S`, `SB`, `Se1`. */
export const shortName = (id: ProcessId): string => `${initials[partsOf(id).role]}${bareName(id)}`;
