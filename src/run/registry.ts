/**
 * Joins the locks, the checks, the client's program and the kinds of faults of this playground. This is the only place
 * that does so.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { RunRegistry } from '../faults/program';
import { locks } from '../locks';
import { overConnection } from '../model/overConnection';
import { everyService } from '../sim/services/every';
import { knowServices } from '../sim/services/index';
import { resources } from '../storage';

knowServices(everyService);

export const registry: RunRegistry = {
  locks: new Map(locks.map((lock) => [lock.id, lock])),
  resources: new Map(resources.map((resource) => [resource.id, resource])),
  client: round,
  faults: faultPrograms,
  connect: overConnection,
};
