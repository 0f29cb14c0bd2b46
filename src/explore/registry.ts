/** The locks, the checks and the client's program that this playground has: the one place where they are put together. */
import { round } from '../clients/round';
import { locks } from '../locks';
import type { Registry } from '../model/registry';
import { everyService } from '../sim/services/every';
import { knowServices } from '../sim/services/index';
import { resources } from '../storage';

knowServices(everyService);

export const registry: Registry = {
  locks: new Map(locks.map((lock) => [lock.id, lock])),
  resources: new Map(resources.map((resource) => [resource.id, resource])),
  client: round,
};
