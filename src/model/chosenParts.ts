/** The lock and the resource that a scenario names, each with all its settings. */
import { type Fields, type ValuesOf, withDefaults } from './fields';
import type { Lock } from './lock';
import type { Registry } from './registry';
import { guards, type Resource } from './resource';
import type { Scenario } from './scenario';
import type { TraceHeader } from './trace';

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

/** What the header of a trace says of the chosen parts, so that the judge need not know them. */
export function judgedBy(scenario: Scenario, registry: Registry): Pick<TraceHeader, 'quorum' | 'isGuarded'> {
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, registry);
  const services = lock.services(scenario.settings, lockSettings);
  const quorum = lock.quorum?.(lockSettings) ?? Math.floor(services.length / 2) + 1;
  return { quorum, ...(guards(resource, resourceSettings) ? { isGuarded: true } : {}) };
}
