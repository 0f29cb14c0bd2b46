/**
 * The same scenario with another lock or library, so that two can be compared. Its lease is as long as before, within
 * its limits. Where a lock does not allow that lease, each fault becomes longer or shorter in proportion: a pause that
 * outlasts one lease outlasts the other.
 */

import type { Ms } from '../values/time';
import { lengthOf, withValue } from './faultKind';
import { type Fields, type NumberField, withDefaults } from './fields';
import { leaseName } from './lease';
import { type NamedLock, namedLock, nameOf } from './namedLock';
import type { NamedParts } from './parts';
import { sameJson } from './patch';
import type { LockChoice, Scenario } from './scenario';

/** The requested lease of a lock, and the nearest one that it allows. */
export interface LeaseTaken {
  readonly wantedLease: Ms;
  readonly lease: Ms;
}

/** @param name as in lists: `redlock`, or `redlock:redsync` */
export function replaceLock(scenario: Scenario, name: string, parts: NamedParts): Scenario {
  const next = namedLock(name, parts);
  if (next === undefined) return { ...scenario, lock: { id: name } };
  const carriedLease = leaseFor(scenario, next, parts);
  if (carriedLease === null) return { ...scenario, lock: next.outward({ id: next.lock.id }) };
  const { lease, wantedLease } = carriedLease;
  return inProportion({ ...scenario, lock: withLease(next, lease) }, lease / wantedLease, parts);
}

/** Null if one scenario is not the other with its lock replaced, or if one of the locks has no lease. */
export function leaseTaken(before: Scenario, after: Scenario, parts: NamedParts): LeaseTaken | null {
  const name = nameOf(after.lock);
  const next = namedLock(name, parts);
  if (next === undefined || name === nameOf(before.lock)) return null;
  return sameJson(replaceLock(before, name, parts), after) ? leaseFor(before, next, parts) : null;
}

function leaseFor({ lock }: Scenario, { lock: next }: NamedLock, parts: NamedParts): LeaseTaken | null {
  const last = namedLock(nameOf(lock), parts);
  const lastLease = last === undefined ? null : (leaseIn(last.lock.fields, last.inward(lock))?.lease ?? null);
  const leaseField = leaseIn(next.fields, { id: next.id });
  if (lastLease === null || lastLease === 0 || leaseField === null) return null;
  const { field, per } = leaseField;
  const limits = next.leaseLimits?.(withDefaults(next.fields, {}));
  const min = Math.max(field.min * per, limits?.min ?? 0, per);
  const max = Math.min(field.max * per, limits?.max ?? Number.POSITIVE_INFINITY);
  return { wantedLease: lastLease, lease: Math.min(max, Math.max(min, Math.round(lastLease / per) * per)) };
}

/** Leaves out a default. */
function withLease({ lock, outward }: NamedLock, lease: Ms): LockChoice {
  const leaseField = leaseIn(lock.fields, { id: lock.id });
  if (leaseField === null || lease === leaseField.lease) return outward({ id: lock.id });
  return outward({ id: lock.id, settings: { [leaseField.name]: lease / leaseField.per } });
}

interface LeaseField {
  readonly name: string;
  readonly field: NumberField;
  /** The length of one unit in milliseconds. */
  readonly per: number;
  readonly lease: Ms;
}

/** Null for a lock without expiry. */
function leaseIn(fields: Fields, { settings }: LockChoice): LeaseField | null {
  const name = leaseName(fields, settings);
  const field = fields[name ?? ''];
  if (name === undefined || field?.kind !== 'number') return null;
  const per = field.unit === 's' ? 1000 : 1;
  return { name, field, per, lease: Number(withDefaults(fields, settings)[name]) * per };
}

/** The run lasts as much longer as its longest fault does. */
function inProportion(scenario: Scenario, factor: number, { faults: kinds }: NamedParts): Scenario {
  if (factor === 1) return scenario;
  let grown = 0;
  const faults = Object.fromEntries(
    Object.entries(scenario.faults).map(([name, fault]) => {
      const kind = kinds.get(fault.kind);
      const length = kind === undefined ? null : lengthOf(fault, kind);
      if (kind === undefined || kind.length === null || length === null) return [name, fault];
      const longer = Math.round(length * factor);
      grown = Math.max(grown, longer - length);
      return [name, withValue(fault, kind.length, longer)];
    }),
  );
  const { duration, patience } = scenario.settings;
  const settings = { ...scenario.settings, duration: duration + grown, patience: patience + grown };
  return { ...scenario, faults, ...(grown > 0 && { settings }) };
}
