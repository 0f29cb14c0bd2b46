/**
 * One kind of lock, as Redis sees it: the requests that take, keep and give back its keys, and the meaning of their
 * answers.
 */
import type { Request, Value } from '../core/model/effects/request';
import type { Ms } from '../core/model/values/time';
import type { RedisClient } from './client';
import type { Waking } from './waking';

/** The resources of a lock. A node grants all of them or none. */
export type Keys = readonly [string, ...string[]];

export interface Kind {
  /**
   * Takes the keys. A grant is OK or a number above 0. A refusal is nothing, 0, or a number below 0: the remaining ms
   * of the other's lock.
   */
  readonly take: (keys: Keys, owner: string, times: { readonly ttl: Ms; readonly tokenLifetime: Ms }) => Request;
  /** Keeps the keys. A grant is the number of keys. With `any`, their time may also get shorter. */
  readonly extend: (keys: Keys, owner: string, ttl: Ms, how: 'longer' | 'any') => Request;
  /** Gives back the keys that one of these owners holds. Answers how many keys the last of them held. */
  readonly giveBack: (keys: Keys, owners: readonly string[]) => Request;
  /** Asks what is in a key, and changes nothing. The answer is a text for `seenIn`. */
  readonly look: (key: string) => Request;
  /** The fencing token in a node's grant. Absent: the answer has none. */
  readonly tokenIn?: (value: Value) => number;
  /** The topic on which its waiters are notified that it is free. Absent: they try again after a while. */
  readonly topic?: (key: string) => string;
  /** How its waiters are notified. */
  readonly waking?: (client: RedisClient) => Waking;
  /** It recognizes its own value, so a refusal means that the node does not hold it. */
  readonly refusalIsSure?: true;
  /** It renews itself from its acquire to its release. */
  readonly isWatched?: true;
}

/**
 * A name for a key inside a cluster's hash tag, for further keys that belong to it. Redis hashes the part between the
 * first pair of braces, or else the whole key. The client's prefix counts as part of the key.
 */
export function tagged(key: string, prefix: string): string {
  const whole = prefix + key;
  if (/^[^{]*\{[^}]+\}/.test(whole)) return key;
  if (!whole.includes('}')) return `{${whole}}`;
  // Braces around such a key would end at its own brace. Instead, this finds a number that hashes to the same slot.
  const slot = slotOf(whole);
  let number = 0;
  while (slotOf(String(number)) !== slot) number++;
  return `{${number}}${key}`;
}

/** CRC16, as Redis Cluster computes it. */
function slotOf(name: string): number {
  let crc = 0;
  for (const byte of Buffer.from(name)) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return crc & 0x3fff;
}
