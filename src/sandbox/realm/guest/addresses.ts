/** Which of the run's servers an address means. */
import type { Life } from './life';

const firstLetter = 'A'.charCodeAt(0);

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** Where the nodes of a run are: `nodeA:6379`, `nodeB:6379`, … */
export const addressesOf = (count: number): readonly Address[] =>
  Array.from({ length: count }, (_, node) => {
    const host = `node${String.fromCharCode(firstLetter + node)}`;
    return { host, port: 6379, url: `redis://${host}:6379` };
  });

const ofNode = /\bnode([A-I])\b/i;

/** What else a life has called, in the order in which it did. */
const others = new WeakMap<Life, string[]>();

/** A node of the run by its own address. Any other address is the next node that has none yet; where all have one, the last. */
export function nodeAt(life: Life, address: string): number {
  const { nodes } = life.begun;
  const letter = ofNode.exec(address)?.[1];
  if (letter !== undefined) return Math.min(letter.toUpperCase().charCodeAt(0) - firstLetter, nodes - 1);
  const known = others.get(life) ?? [];
  others.set(life, known);
  const found = known.indexOf(address);
  if (found >= 0) return Math.min(found, nodes - 1);
  life.host.tell('reaches', address, 0);
  return Math.min(known.push(address), nodes) - 1;
}
