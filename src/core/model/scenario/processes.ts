/** The processes of a scenario and their order, which the trace's header, the timeline and the parser share. */

import { memoized } from '../values/memoized';
import { withDefaults } from './fields';
import { type NamedParts, storageProcess } from './parts';
import { clientIds, isRedis, nodeLetters, type ProcessId, replicaId, sentinelId } from './processId';
import type { Scenario } from './scenario';

/**
 * Clients, then the lock's services, each node followed by its replicas, the sentinels that watch them, then the
 * storage. Throws for a lock that the parts do not have, because scenarios come from `parseScenario`.
 */
export const processesOfScenario = memoized((scenario: Scenario, parts: NamedParts): readonly ProcessId[] => {
  const { settings, lock } = scenario;
  const definition = parts.locks.get(lock.id);
  if (definition === undefined) throw new Error(`The parts has no lock "${lock.id}".`);
  const clients = clientIds(settings.clients);
  const services = definition.services(settings, withDefaults(definition.fields, lock.settings));
  const nodes = services.flatMap((service) => withReplicas(service, settings.nodes.replicas));
  const sentinels = nodes.some(isRedis) ? (settings.sentinels?.count ?? 0) : 0;
  return [
    ...clients,
    ...nodes,
    ...Array.from({ length: sentinels }, (_, i) => sentinelId(i + 1)),
    ...storagesOf(scenario, parts),
  ];
});

export function storagesOf({ storage }: Scenario, parts: NamedParts): readonly ProcessId[] {
  const resource = parts.resources.get(storage.id);
  return resource?.processes?.(withDefaults(resource.fields, storage.settings)) ?? [storageProcess];
}

function withReplicas(service: ProcessId, replicaCount: number): readonly ProcessId[] {
  const index = nodeLetters.findIndex((letter) => service === `node${letter}`);
  if (index < 0) return [service];
  return [service, ...Array.from({ length: replicaCount }, (_, i) => replicaId(index, i + 1))];
}
