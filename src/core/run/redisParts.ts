/**
 * The parts of a run on Redis alone: every lock and library of Redis, no other service, and no sentinels. An embed
 * loads only these, since all parts would make it half as large again.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import { noLock } from '../locks/noLock';
import { profiles } from '../locks/profiles';
import { redisLocks } from '../locks/redisLocks';
import { byId } from '../model/byId';
import { type Scenario, usesSentinels } from '../model/scenario';
import type { Parts } from '../sim/parts';
import { commands } from '../sim/redis/commands';
import { resources } from '../storage';

export const redisParts: Parts = {
  locks: byId([...redisLocks, noLock]),
  profiles: byId(profiles),
  resources: byId(resources),
  client: round,
  faults: faultPrograms,
  commands,
  services: {},
  sentinels: null,
};

/** The parts that a scenario needs; without a scenario, all parts. Rejects if they cannot be loaded. */
export async function partsFor(scenario?: Scenario): Promise<Parts> {
  const isOnRedis =
    scenario !== undefined && redisParts.locks.has(scenario.lock.id) && !usesSentinels(scenario.settings);
  return isOnRedis ? redisParts : (await import('./parts')).parts;
}
