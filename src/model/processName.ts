/**
 * The name of a process, at length and in a letter or two. It knows the forms of names; the words of a language are
 * handed in.
 */
import { type ProcessId, partsOf } from './scenario';

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

/** `1`, `A`, `A2`: the part that tells it from others of its role. Empty when it is the only one. */
export function bareName(id: ProcessId): string {
  const { number, letter } = partsOf(id);
  return number === 0 ? letter : `${letter}${number}`;
}

/** `C1`, `A`, `A2`, `MA`, `S`, `Se1`. */
export function shortName(id: ProcessId): string {
  const { role } = partsOf(id);
  if (role === 'client') return `C${bareName(id)}`;
  if (role === 'member') return `M${bareName(id)}`;
  if (role === 'sentinel') return `Se${bareName(id)}`;
  return role === 'node' || role === 'replica' ? bareName(id) : 'S';
}
