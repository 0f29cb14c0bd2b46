/**
 * The registry of a page. The locks and checks that the page opens with are there at once. All others are loaded when
 * they are needed, or when the page is at rest.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { RunRegistry } from '../faults/program';
import { namesConnections } from '../model/connection';
import type { Lock } from '../model/lock';
import type { Profile } from '../model/profile';
import type { Resource } from '../model/resource';
import { type Scenario, usesSentinels } from '../model/scenario';
import { fencing } from '../storage/fencing';
import { noCheck } from '../storage/noCheck';
import { version } from '../storage/version';
import { openingLocks } from './openingLocks';

let connect: RunRegistry['connect'];

const locks = new Map<string, Lock>(openingLocks.map((lock) => [lock.id, lock]));
const resources = new Map<string, Resource>([noCheck, fencing, version].map((resource) => [resource.id, resource]));

/**
 * Everything loaded so far; it only grows. A scenario whose lock or check is missing cannot be run with it: see
 * `loadParts`.
 */
export const registry: RunRegistry = {
  locks,
  resources,
  client: round,
  faults: faultPrograms,
  get connect() {
    return connect;
  },
};

/** The profiles of libraries by their id, once all locks are loaded. */
export const profiles = new Map<string, Profile>();

/** Whether the scenario can be run with what is loaded, and its library called by its name. */
export const hasParts = ({ lock, storage, settings }: Scenario): boolean =>
  locks.has(lock.id) &&
  resources.has(storage.id) &&
  (connect !== undefined || !(namesConnections(settings) || usesSentinels(settings) || lock.profile !== undefined));

/** Adds one lock before all of them are loaded. */
export function addLock(lock: Lock): void {
  if (!locks.has(lock.id)) locks.set(lock.id, lock);
}

let loading: Promise<void> | null = null;

/** Loads all locks and all checks, once. Rejects if they cannot be loaded; a later call tries again. */
export function loadParts(): Promise<void> {
  loading ??= load();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  const all = await import('./registry');
  connect = all.registry.connect;
  putInOrder(locks, all.registry.locks);
  putInOrder(profiles, all.profiles);
  putInOrder(resources, all.registry.resources);
}

/** In the order in which they are shown, which is that of the full registry. */
function putInOrder<Part>(known: Map<string, Part>, all: ReadonlyMap<string, Part>): void {
  known.clear();
  for (const [id, part] of all) known.set(id, part);
}
