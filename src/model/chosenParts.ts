/** The lock and the resource that a scenario names, each with all its settings. */
import { type Fields, type ValuesOf, withDefaults } from './fields';
import type { Lock } from './lock';
import type { Registry } from './registry';
import type { Resource } from './resource';
import type { Scenario } from './scenario';

export interface ChosenParts {
  readonly lock: Lock;
  readonly lockSettings: ValuesOf<Fields>;
  readonly resource: Resource;
  readonly resourceSettings: ValuesOf<Fields>;
}

/** Throws when the registry has no such lock or resource. A scenario that was parsed never names one. */
export function chosenParts({ lock: { id, settings }, storage }: Scenario, registry: Registry): ChosenParts {
  const lock = registry.locks.get(id);
  const resource = registry.resources.get(storage.id);
  if (!lock || !resource) throw new Error(`No lock ${id} or no storage ${storage.id} in the registry.`);
  return {
    lock,
    lockSettings: withDefaults(lock.fields, settings),
    resource,
    resourceSettings: withDefaults(resource.fields, storage.settings),
  };
}
