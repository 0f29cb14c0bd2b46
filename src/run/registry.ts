/**
 * Joins the locks, the checks, the client's program and the kinds of faults of this playground. This is the only place
 * that does so.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { RunRegistry } from '../faults/program';
import { locks } from '../locks';
import { profiles as allProfiles } from '../locks/profiles';
import { overConnection } from '../model/overConnection';
import type { Profile } from '../model/profile';
import { sentinelWords } from '../model/sentinelWords';
import { knowStepWords } from '../model/stepWords';
import { knowCommands } from '../sim/redis/commandTable';
import { moreCommands } from '../sim/redis/moreCommands';
import { knowSentinels } from '../sim/sentinel/known';
import { sentinels } from '../sim/sentinel/sentinels';
import { everyService } from '../sim/services/every';
import { knowServices } from '../sim/services/index';
import { resources } from '../storage';

knowServices(everyService);
knowSentinels(sentinels);
knowStepWords(sentinelWords);
knowCommands(moreCommands);

export const registry: RunRegistry = {
  locks: new Map(locks.map((lock) => [lock.id, lock])),
  resources: new Map(resources.map((resource) => [resource.id, resource])),
  client: round,
  faults: faultPrograms,
  connect: overConnection,
};

export const profiles: ReadonlyMap<string, Profile> = new Map(allProfiles.map((profile) => [profile.id, profile]));
