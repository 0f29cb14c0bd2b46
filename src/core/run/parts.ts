/**
 * Joins the locks, the libraries, the checks, the client's program, the kinds of faults, and the parts of a simulated
 * world. This is the only place that does so.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import { locks } from '../locks';
import { profiles } from '../locks/profiles';
import { byId } from '../model/values/byId';
import type { Parts } from '../sim/parts';
import { commands } from '../sim/redis/commands';
import { sentinels } from '../sim/sentinel/sentinels';
import { services } from '../sim/services/services';
import { resources } from '../storage';

export const parts: Parts = {
  locks: byId(locks),
  profiles: byId(profiles),
  resources: byId(resources),
  client: round,
  faults: faultPrograms,
  commands,
  services,
  sentinels,
};
