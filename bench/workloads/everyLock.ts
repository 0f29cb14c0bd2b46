/**
 * The minute of the speed targets with every lock, and with every check at the resource. Clients, links and work are
 * the same.
 */
import {
  type Choice,
  type Lock,
  needsToken,
  parts,
  type Resource,
  type Scenario,
  withDefaults,
} from '../measured/simulator';
import { minute } from './minute';

export interface Workload {
  readonly name: string;
  readonly scenario: Scenario;
}

/** Each lock with its default settings. */
export const everyLock = (): readonly Workload[] =>
  [...parts.locks.values()].map(({ id }) => ({
    name: id,
    scenario: id === minute.lock.id ? minute : { ...minute, lock: { id } },
  }));

/** Each check behind a lock with few requests, so that the check dominates. */
export const everyCheck = (): readonly Workload[] =>
  [...parts.resources.values()].map((resource) => ({
    name: resource.id,
    scenario: { ...minute, lock: lockFor(resource), storage: { id: resource.id } },
  }));

/** The fastest lock that provides what the check needs. */
function lockFor(resource: Resource): Choice {
  if (resource.needs !== undefined) {
    const served = [...parts.locks.values()].find((lock) => lock.service === resource.needs && fits(lock, resource));
    if (served === undefined) throw new Error(`No lock lives in ${resource.needs}.`);
    return { id: served.id };
  }
  return { id: needsToken(resource, undefined) ? 'token-lock' : 'single-node' };
}

function fits(lock: Lock, resource: Resource): boolean {
  return !needsToken(resource, undefined) || lock.hasToken(withDefaults(lock.fields, undefined));
}
