/**
 * Replaces a lock by another one so that the two can be compared: settings with the same meaning in both (the lease,
 * the timeout, how patiently a client asks) are carried over. Changing back restores the old settings. It knows
 * fields, but no lock by name, and no page.
 */

import { type Meaning, type NumberField, withDefaults } from './fields';
import { leaseName } from './lease';
import type { Lock } from './lock';
import type { PastLock, PastLocks } from './pastLocks';
import type { Choice, Setting } from './scenario';

const meanings: readonly Meaning[] = ['lease', 'timeout', 'wait', 'tries', 'retryDelay', 'retryJitter'];

/** The past locks, including the one that is replaced. */
export function afterLeaving(before: PastLocks, lock: Lock, choice: Choice): PastLocks {
  const isFirst = Object.keys(before.left).length === 0;
  const arrived = isFirst ? choice : likeBefore(before, lock);
  const meant: { [M in Meaning]?: number } = { ...before.meant };
  const changed: { [M in Meaning]?: number } = {};
  for (const meaning of meanings) {
    const now = settingOf(lock, choice, meaning);
    if (now === null) continue;
    const asked = before.meant[meaning];
    if (asked === undefined || fitted(lock, choice, now, asked) !== now.value) meant[meaning] = now.value;
    const isChanged = now.value !== settingOf(lock, arrived, meaning)?.value;
    const isOwn = before.withOwn.includes(lock.id) && now.value === ownOf(now);
    if (isChanged && !isOwn) changed[meaning] = now.value;
  }
  const left: Record<string, PastLock> = {};
  for (const [id, { choice: its, since }] of Object.entries(before.left))
    left[id] = { choice: its, since: { ...since, ...changed } };
  return { ...before, meant, left: { ...left, [lock.id]: { choice, since: {} } } };
}

/**
 * An earlier lock as it was left. A new one gets the settings that it has in common with the old one, within its
 * limits, and defaults for the rest.
 */
export function likeBefore({ left, meant }: PastLocks, lock: Lock): Choice {
  const known = left[lock.id];
  let choice = known?.choice ?? { id: lock.id };
  for (const meaning of meanings) {
    const asked = (known?.since ?? meant)[meaning];
    const found = settingOf(lock, choice, meaning);
    if (asked === undefined || found === null) continue;
    const value = fitted(lock, choice, found, asked);
    if (value !== null && value !== found.value) choice = withSetting(choice, found, value);
  }
  return choice;
}

/** A setting that a lock has taken over, unless its own default is the same. */
export interface CarriedSetting {
  readonly meaning: Meaning;
  readonly value: number;
  /** The wanted value. It differs from `value` if the lock does not allow it. */
  readonly asked: number;
  readonly own: number;
}

/** The settings that were carried over to this lock and have not changed since. Empty for the first lock. */
export function carriedIn({ left, meant }: PastLocks, lock: Lock, choice: Choice): readonly CarriedSetting[] {
  const [first] = Object.keys(left);
  if (first === undefined || first === lock.id) return [];
  return meanings.flatMap((meaning) => {
    const found = settingOf(lock, choice, meaning);
    const asked = meant[meaning];
    if (found === null || asked === undefined || found.value !== fitted(lock, choice, found, asked)) return [];
    const own = ownOf(found);
    return own === asked ? [] : [{ meaning, value: found.value, asked, own }];
  });
}

/** The lock with its own defaults for these meanings, and the past locks, which remember that. */
export function withOwnDefaults(
  before: PastLocks,
  lock: Lock,
  { choice, of }: { readonly choice: Choice; readonly of: readonly Meaning[] },
): readonly [Choice, PastLocks] {
  let own = choice;
  for (const meaning of of) {
    const found = settingOf(lock, own, meaning);
    if (found !== null) own = withSetting(own, found, ownOf(found));
  }
  return [own, { ...before, withOwn: [...before.withOwn, lock.id] }];
}

/** A lock whose lease is now longer than the one that it took over. */
export interface LengthenedLease {
  readonly lease: number;
  /** The lease before, within this lock's limits. */
  readonly carried: number;
  /** The same lock with that lease. */
  readonly choice: Choice;
}

/** Null if its lease is not longer, and for the first lock. */
export function lengthened({ left, meant }: PastLocks, lock: Lock, choice: Choice): LengthenedLease | null {
  const [first] = Object.keys(left);
  const found = settingOf(lock, choice, 'lease');
  if (first === undefined || first === lock.id || found === null || meant.lease === undefined) return null;
  const carried = fitted(lock, choice, found, meant.lease);
  if (carried === null || carried === 0 || found.value <= carried) return null;
  return { lease: found.value, carried, choice: withSetting(choice, found, carried) };
}

interface Found {
  readonly name: string;
  readonly field: NumberField;
  /** How many milliseconds, or things, one of its unit is. */
  readonly per: number;
  readonly value: number;
}

/** Null if the lock has no setting with this meaning. */
function settingOf({ fields }: Lock, { settings }: Choice, meaning: Meaning): Found | null {
  const name =
    meaning === 'lease'
      ? leaseName(fields, settings)
      : Object.keys(fields).find((each) => {
          const field = fields[each];
          return field?.kind === 'number' && field.means === meaning;
        });
  const field = fields[name ?? ''];
  if (name === undefined || field?.kind !== 'number') return null;
  const per = field.unit === 's' ? 1000 : 1;
  return { name, field, per, value: Number(withDefaults(fields, settings)[name]) * per };
}

const ownOf = ({ field, per }: Found): number => field.default * per;

/** The nearest value that the lock allows. Null if the value is "none" and the lock has no such option. */
function fitted(lock: Lock, { settings }: Choice, { field, per }: Found, asked: number): number | null {
  if (asked === 0) return field.min <= 0 ? 0 : null;
  const limits = field.isLease ? lock.leaseLimits?.(withDefaults(lock.fields, settings)) : undefined;
  // If seconds are whole, half a second must not round to "none".
  const min = Math.max(field.min * per, limits?.min ?? 0, per);
  const max = Math.min(field.max * per, limits?.max ?? Number.POSITIVE_INFINITY);
  return Math.min(max, Math.max(min, Math.round(asked / per) * per));
}

/** Leaves out a default. */
function withSetting({ id, settings }: Choice, { name, field, per }: Found, value: number): Choice {
  const { [name]: _, ...others } = settings ?? {};
  const changed: Readonly<Record<string, Setting>> =
    value === field.default * per ? others : { ...others, [name]: value / per };
  return Object.keys(changed).length === 0 ? { id } : { id, settings: changed };
}
