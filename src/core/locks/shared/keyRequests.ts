/**
 * The requests that take, keep and give back a lock's keys at one node. Several keys are taken or extended all
 * together or not at all.
 */

import { command, evaluate, type Request } from '../../model/effects/request';
import type { ValuesOf } from '../../model/scenario/fields';
import type { Ms } from '../../model/values/time';
import type { compareByField } from './fields';
import { compareAndDelete } from './scripts/compareAndDelete';
import { compareAndDeleteAll } from './scripts/compareAndDeleteAll';
import { compareAndExtend } from './scripts/compareAndExtend';
import { compareAndExtendAll } from './scripts/compareAndExtendAll';
import { setIfAllAbsent } from './scripts/setIfAllAbsent';
import { setIfFreeOrMine } from './scripts/setIfFreeOrMine';

type Keys = readonly [string, ...string[]];

/**
 * The keys of a lock: the resource's own name, then that name with a number. There are `keyCount` of them, and at least
 * one.
 */
export const lockKeys = (key: string, keyCount: number): Keys =>
  keyCount === 1 ? [key] : [key, ...Array.from({ length: keyCount - 1 }, (_, i) => `${key}:${i + 2}`)];

/** Granted when every key was free. `ttl` is in ms. */
export const setIfAbsent = (keys: Keys, owner: string, ttl: Ms): Request =>
  keys.length === 1 ? command('SET', keys[0], owner, 'NX', 'PX', ttl) : evaluate(setIfAllAbsent, keys, [owner, ttl]);

/** Granted when every key was free or held the owner's value, which a new value may replace. `ttl` is in ms. */
export const setIfFreeOrOwner = (keys: Keys, owner: string, ttl: Ms, next = owner): Request =>
  evaluate(setIfFreeOrMine, keys, [owner, next, ttl]);

/** Granted when every key still held the owner's value. `ttl` is in ms. */
export const extendIfOwner = (keys: Keys, owner: string, ttl: Ms): Request =>
  evaluate(keys.length === 1 ? compareAndExtend : compareAndExtendAll, keys, [owner, ttl]);

/** Granted when the keys held the owner's value. DELEX takes one key. */
export function deleteIfOwner(keys: Keys, owner: string, { compareBy }: Comparing): Request {
  if (keys.length > 1) return evaluate(compareAndDeleteAll, keys, [owner]);
  return compareBy === 'command' ? command('DELEX', keys[0], 'IFEQ', owner) : evaluate(compareAndDelete, keys, [owner]);
}

/** The part of a lock's settings that says how it compares. */
interface Comparing {
  readonly compareBy: ValuesOf<{ readonly compareBy: typeof compareByField }>['compareBy'];
}
