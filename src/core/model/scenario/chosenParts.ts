/** The lock and the resource that a scenario names, each with all its settings. */

import type { TraceHeader } from '../trace/trace';
import { memoized } from '../values/memoized';
import { fromMs } from '../values/time';
import { type Fields, type ValuesOf, withDefaults } from './fields';
import { leaseOf } from './lease';
import type { Lock } from './lock';
import type { NamedParts } from './parts';
import { clientId, type ProcessId } from './processId';
import { guardOf, type Resource } from './resource';
import type { Scenario } from './scenario';

export interface ChosenParts {
  readonly lock: Lock;
  readonly lockSettings: ValuesOf<Fields>;
  readonly resource: Resource;
  readonly resourceSettings: ValuesOf<Fields>;
}

/** Throws when the parts have no such lock or resource. A scenario that was parsed never names one. */
export const chosenParts = memoized(({ lock: { id, settings }, storage }: Scenario, parts: NamedParts): ChosenParts => {
  const lock = parts.locks.get(id);
  const resource = parts.resources.get(storage.id);
  if (!lock || !resource) throw new Error(`No lock ${id} or no storage ${storage.id} in the parts.`);
  return {
    lock,
    lockSettings: withDefaults(lock.fields, settings),
    resource,
    resourceSettings: withDefaults(resource.fields, storage.settings),
  };
});

/** The settings of the lock as a client has them. */
export function lockSettingsFor(
  { lock: { id, settings }, settings: { own } }: Scenario,
  { fields }: Lock,
  me: ProcessId,
) {
  const mine = own?.[me]?.lock;
  return withDefaults(fields, mine?.id === id ? { ...settings, ...mine.settings } : settings);
}

export const lockSettingsOfAll = (scenario: Scenario, lock: Lock): readonly ValuesOf<Fields>[] =>
  Array.from({ length: scenario.settings.own === undefined ? 1 : scenario.settings.clients }, (_, i) =>
    lockSettingsFor(scenario, lock, clientId(i + 1)),
  );

/** The properties of the chosen parts in the header of a trace. The judge knows the parts by these alone. */
export type JudgedBy = Pick<TraceHeader, 'quorum' | 'lease' | 'keysLapse' | 'guard'>;

export const judgedBy = memoized((scenario: Scenario, parts: NamedParts): JudgedBy => {
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, parts);
  const services = lock.services(scenario.settings, lockSettings);
  const all = lockSettingsOfAll(scenario, lock);
  // For a client with a shorter lease this waits longer than necessary.
  const lease = Math.max(...all.map((one) => lock.sessionLasts?.(one) ?? leaseOf(lock.fields, one) ?? 0));
  const promised = guardOf(resource, resourceSettings);
  const { ownersDiffer = false, keysLapse: lapse } = lock;
  const lapses = typeof lapse === 'function' ? all.map((one) => lapse(one, scenario.settings)) : [lapse];
  const keysLapse = lapses.includes(true) || lapses.find((one) => one === false);
  const differ = typeof ownersDiffer === 'function' ? all.every((one) => ownersDiffer(one)) : ownersDiffer;
  const guard = promised === 'while-owners-differ' ? (differ ? 'always' : null) : promised;
  return {
    quorum: lock.quorum?.(lockSettings, services) ?? Math.floor(services.length / 2) + 1,
    ...(lease === 0 ? {} : { lease: fromMs(lease) }),
    ...(keysLapse === undefined ? {} : { keysLapse }),
    ...(guard === null ? {} : { guard }),
  };
});
