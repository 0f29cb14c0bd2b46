/** The locks, the checks, the client's program and the kinds of faults that this playground has: the one place where they are put together. */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { RunRegistry } from '../faults/program';
import { locks } from '../locks';
import { everyService } from '../sim/services/every';
import { knowServices } from '../sim/services/index';
import { resources } from '../storage';

knowServices(everyService);

export const registry: RunRegistry = {
  locks: new Map(locks.map((lock) => [lock.id, lock])),
  resources: new Map(resources.map((resource) => [resource.id, resource])),
  client: round,
  faults: faultPrograms,
};
