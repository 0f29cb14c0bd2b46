/**
 * How long a lock lasts without an extension or a sign of life. Each lock has its own name for this setting, so its
 * fields mark it (`isLease`). Redisson has two: the lease time and, if that is 0, the watchdog's lease.
 */

import type { Ms } from '../values/time';
import { type Fields, withDefaults } from './fields';
import type { Setting } from './scenario';

/** The names of the fields that are a lease, the most important first. Empty for a lock without expiry. */
export const leaseFields = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => isLease(fields, name));

/** The first lease that is not 0. Null for a lock that does not expire with these settings. */
export function leaseOf(fields: Fields, settings: Readonly<Record<string, Setting>> | undefined): Ms | null {
  const name = leaseName(fields, settings);
  const lease = name === undefined ? 0 : Number(withDefaults(fields, settings)[name]) * msOf(fields, name);
  return lease > 0 ? lease : null;
}

/** The field of the lease that counts: the first that is not 0, else the first. Undefined for a lock without expiry. */
export function leaseName(fields: Fields, settings: Readonly<Record<string, Setting>> | undefined): string | undefined {
  const values = withDefaults(fields, settings);
  const names = leaseFields(fields);
  return names.find((lease) => Number(values[lease]) > 0) ?? names[0];
}

/** The settings that give a lock this lease. Empty for a lock without expiry. */
export function settingsWithLease(fields: Fields, lease: Ms): Readonly<Record<string, number>> {
  const [name] = leaseFields(fields);
  return name === undefined ? {} : { [name]: lease / msOf(fields, name) };
}

function isLease(fields: Fields, name: string): boolean {
  const field = fields[name];
  return field?.kind === 'number' && field.isLease === true;
}

function msOf(fields: Fields, name: string): Ms {
  const field = fields[name];
  return field?.kind === 'number' && field.unit === 's' ? 1000 : 1;
}
