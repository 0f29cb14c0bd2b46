/**
 * The parts of a run on Redis alone: every lock and library of Redis, no other service, and no sentinels. A reader's
 * own code runs with these.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import { noLock } from '../locks/noLock/lock';
import { profiles } from '../locks/profiles';
import { redisLocks } from '../locks/redisLocks';
import { byId } from '../model/values/byId';
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
