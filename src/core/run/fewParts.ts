/**
 * The parts of a page that loads only what its scenarios need: at first no lock, no other service and no sentinels. All
 * parts would make a page larger by half.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import { profiles } from '../locks/profiles';
import type { Lock } from '../model/scenario/lock';
import { type Scenario, usesSentinels } from '../model/scenario/scenario';
import { byId } from '../model/values/byId';
import type { Parts } from '../sim/parts';
import { commands } from '../sim/redis/commands';
import { resources } from '../storage';

export const fewParts: Parts = {
  locks: new Map(),
  profiles: byId(profiles),
  resources: byId(resources),
  client: round,
  faults: faultPrograms,
  commands,
  services: {},
  sentinels: null,
};

/** The locks that a scenario names: one for the run, and one for each client with another lock. */
const locksOf = ({ lock, settings: { own = {} } }: Scenario): readonly string[] => [
  lock.id,
  ...Object.values(own).flatMap((settings) => settings?.lock?.id ?? []),
];

/**
 * Adds the parts that these scenarios need. Returns the same value if nothing is missing. Rejects if a part cannot be
 * loaded.
 * @param load returns the lock with an id; rejects if no lock has it
 */
export async function withPartsFor(
  scenarios: readonly Scenario[],
  have: Parts,
  load: (id: string) => Promise<Lock>,
): Promise<Parts> {
  const missing = [...new Set(scenarios.flatMap(locksOf))].filter((id) => !have.locks.has(id));
  const needsSentinels = have.sentinels === null && scenarios.some(({ settings }) => usesSentinels(settings));
  if (missing.length === 0 && !needsSentinels) return have;
  const [loaded, sentinels] = await Promise.all([
    Promise.all(missing.map(load)),
    needsSentinels ? import('../sim/sentinel/sentinels').then((module) => module.sentinels) : have.sentinels,
  ]);
  const locks = new Map([...have.locks, ...loaded.map((lock) => [lock.id, lock] as const)]);
  const needsServices = [...locks.values()].some(({ service }) => service !== undefined && !have.services[service]);
  const services = needsServices ? (await import('../sim/services/services')).services : have.services;
  return { ...have, locks, services, sentinels };
}
