/** Maps an address to a server of the run. */
import type { GuestIncarnation } from './guestIncarnation';

const firstLetter = 'A'.charCodeAt(0);

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** The addresses of the nodes of a run: `nodeA:6379`, `nodeB:6379`, … */
export const addressesOf = (count: number): readonly Address[] =>
  Array.from({ length: count }, (_, node) => {
    const host = `node${String.fromCharCode(firstLetter + node)}`;
    return { host, port: 6379, url: `redis://${host}:6379` };
  });

const ofNode = /\bnode([A-I])\b/i;

/** The other addresses that a life has called, in order. */
const others = new WeakMap<GuestIncarnation, string[]>();

/**
 * Returns a node of the run for its own address. Any other address means the next node without one; if every node has
 * one, the last node.
 */
export function nodeAt(life: GuestIncarnation, address: string): number {
  const { nodes } = life.begun;
  const letter = ofNode.exec(address)?.[1];
  if (letter !== undefined) return Math.min(letter.toUpperCase().charCodeAt(0) - firstLetter, nodes - 1);
  const addresses = others.get(life) ?? [];
  others.set(life, addresses);
  const index = addresses.indexOf(address);
  if (index >= 0) return Math.min(index, nodes - 1);
  life.host.report('reaches', address, 0);
  return Math.min(addresses.push(address), nodes) - 1;
}
