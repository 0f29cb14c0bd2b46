/**
 * The parts of a page that loads what its scenarios need: at first no lock, no library, no other service, no sentinels,
 * and the checks of most stories. All parts would make a page half as large again.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { Lock } from '../model/scenario/lock';
import { type Scenario, usesSentinels } from '../model/scenario/scenario';
import { byId } from '../model/values/byId';
import type { Parts } from '../sim/parts';
import { commands } from '../sim/redis/commands';
import { fencing } from '../storage/fencing';
import { noCheck } from '../storage/noCheck';
import { version } from '../storage/version';

export const fewParts: Parts = {
  locks: new Map(),
  profiles: new Map(),
  resources: byId([noCheck, fencing, version]),
  client: round,
  faults: faultPrograms,
  commands,
  services: {},
  sentinels: null,
};

/** The libraries, which the run of most scenarios does not need. */
export const loadProfiles = async (): Promise<Parts['profiles']> => byId((await import('../locks/profiles')).profiles);

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
  const needsProfiles = have.profiles.size === 0 && scenarios.some(({ lock }) => lock.profile !== undefined);
  const needsResources = scenarios.some(({ storage }) => !have.resources.has(storage.id));
  if (missing.length === 0 && !needsSentinels && !needsProfiles && !needsResources) return have;
  const [loaded, sentinels, profiles, resources] = await Promise.all([
    Promise.all(missing.map(load)),
    needsSentinels ? import('../sim/sentinel/sentinels').then((module) => module.sentinels) : have.sentinels,
    needsProfiles ? loadProfiles() : have.profiles,
    needsResources ? import('../storage').then((module) => byId(module.resources)) : have.resources,
  ]);
  const locks = new Map([...have.locks, ...loaded.map((lock) => [lock.id, lock] as const)]);
  const needsServices = [...locks.values()].some(({ service }) => service !== undefined && !have.services[service]);
  const services = needsServices ? (await import('../sim/services/services')).services : have.services;
  return { ...have, locks, profiles, resources, services, sentinels };
}
