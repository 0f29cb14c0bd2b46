/** What one way of locking is to Redis: the requests that take, keep and give back its keys, and how their answers read. */
import type { Request, Value } from '../model/request';
import type { Ms } from '../model/time';
import type { RedisClient } from './client';
import type { Waking } from './waking';

/** The resources of a lock: a node grants all of them or none. */
export type Keys = readonly [string, ...string[]];

export interface Kind {
  /** Granted with OK or a number above 0; refused with nothing, 0, or the ms that are left of the other's lock, below 0. */
  readonly take: (keys: Keys, owner: string, given: { readonly ttl: Ms; readonly tokenLifetime: Ms }) => Request;
  /** Granted with the number of keys. `any`: they may lose time too. */
  readonly extend: (keys: Keys, owner: string, ttl: Ms, how: 'longer' | 'any') => Request;
  /** Takes back what stands there for one of these owners; answers how many keys held the last of them. */
  readonly giveBack: (keys: Keys, owners: readonly string[]) => Request;
  /** The fencing token in a node's yes; absent: there is none in it. */
  readonly tokenIn?: (value: Value) => number;
  /** Its waiters hear under this name that it is free; absent: they try again after a while. */
  readonly topic?: (key: string) => string;
  /** How they hear of it. */
  readonly waking?: (client: RedisClient) => Waking;
  /** It recognises its own value, so a no means that nothing of ours stands there. */
  readonly refusalIsSure?: true;
  /** Renewed by itself from its acquire to its release. */
  readonly isWatched?: true;
}

/**
 * The name under which a key is hashed in a cluster, for keys that belong to it. Redis takes what stands between the first
 * pair of braces, or else the whole key, with what its client puts before each.
 */
export function tagged(key: string, prefix: string): string {
  const whole = prefix + key;
  if (/^[^{]*\{[^}]+\}/.test(whole)) return key;
  if (!whole.includes('}')) return `{${whole}}`;
  // Braces around it would end at its own. Some number is hashed to the same slot.
  const slot = slotOf(whole);
  let number = 0;
  while (slotOf(String(number)) !== slot) number++;
  return `{${number}}${key}`;
}

/** CRC16, as Redis Cluster counts. */
function slotOf(name: string): number {
  let crc = 0;
  for (const byte of Buffer.from(name)) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return crc & 0x3fff;
}
