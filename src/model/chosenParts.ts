/** The lock and the resource that a scenario names, each with all its settings. */
import { type Fields, type ValuesOf, withDefaults } from './fields';
import { leaseOf } from './lease';
import type { Lock } from './lock';
import type { NamedParts } from './parts';
import { remembered } from './remembered';
import { guardOf, type Resource } from './resource';
import type { Scenario } from './scenario';
import { fromMs } from './time';
import type { TraceHeader } from './trace';

export interface ChosenParts {
  readonly lock: Lock;
  readonly lockSettings: ValuesOf<Fields>;
  readonly resource: Resource;
  readonly resourceSettings: ValuesOf<Fields>;
}

/** Throws when the parts have no such lock or resource. A scenario that was parsed never names one. */
export const chosenParts = remembered(
  ({ lock: { id, settings }, storage }: Scenario, parts: NamedParts): ChosenParts => {
    const lock = parts.locks.get(id);
    const resource = parts.resources.get(storage.id);
    if (!lock || !resource) throw new Error(`No lock ${id} or no storage ${storage.id} in the parts.`);
    return {
      lock,
      lockSettings: withDefaults(lock.fields, settings),
      resource,
      resourceSettings: withDefaults(resource.fields, storage.settings),
    };
  },
);

/** The properties of the chosen parts in the header of a trace. The judge knows the parts by these alone. */
export type JudgedBy = Pick<TraceHeader, 'quorum' | 'lease' | 'keysLapse' | 'guard'>;

export const judgedBy = remembered((scenario: Scenario, parts: NamedParts): JudgedBy => {
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, parts);
  const services = lock.services(scenario.settings, lockSettings);
  const lease = lock.sessionLasts?.(lockSettings) ?? leaseOf(lock.fields, scenario.lock.settings);
  const promised = guardOf(resource, resourceSettings);
  const { ownersDiffer = false, keysLapse: lapse } = lock;
  const keysLapse = typeof lapse === 'function' ? lapse(lockSettings, scenario.settings) : lapse;
  const differ = typeof ownersDiffer === 'function' ? ownersDiffer(lockSettings) : ownersDiffer;
  const guard = promised === 'while-owners-differ' ? (differ ? 'always' : null) : promised;
  return {
    quorum: lock.quorum?.(lockSettings, services) ?? Math.floor(services.length / 2) + 1,
    ...(lease === null ? {} : { lease: fromMs(lease) }),
    ...(keysLapse === undefined ? {} : { keysLapse }),
    ...(guard === null ? {} : { guard }),
  };
});
