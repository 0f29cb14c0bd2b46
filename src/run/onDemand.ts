/**
 * The playground as a page has it: the locks and checks that it opens with are there at once, all others are loaded when
 * they are needed, or when nothing else is to be done.
 */
import { round } from '../clients/round';
import { faultPrograms } from '../faults';
import type { RunRegistry } from '../faults/program';
import { redlock } from '../locks/redlock';
import { singleNode } from '../locks/singleNode';
import type { Lock } from '../model/lock';
import type { Resource } from '../model/resource';
import type { Scenario } from '../model/scenario';
import { fencing } from '../storage/fencing';
import { noCheck } from '../storage/noCheck';
import { version } from '../storage/version';

const locks = new Map<string, Lock>([singleNode, redlock].map((lock) => [lock.id, lock]));
const resources = new Map<string, Resource>([noCheck, fencing, version].map((resource) => [resource.id, resource]));

/** What is there so far. It only grows. A scenario whose lock or check is not there yet cannot be run with it: see `loadParts`. */
export const registry: RunRegistry = { locks, resources, client: round, faults: faultPrograms };

/** Whether the scenario can be run with what is there. */
export const hasParts = ({ lock, storage }: Scenario): boolean => locks.has(lock.id) && resources.has(storage.id);

let loading: Promise<void> | null = null;

/** Loads all locks and all checks, once. Rejects where they cannot be had, and may be asked again. */
export function loadParts(): Promise<void> {
  loading ??= load();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<void> {
  const all = await import('./registry');
  putInOrder(locks, all.registry.locks);
  putInOrder(resources, all.registry.resources);
}

/** In the order in which they are shown, which is that of the whole. */
function putInOrder<Part>(known: Map<string, Part>, all: ReadonlyMap<string, Part>): void {
  known.clear();
  for (const [id, part] of all) known.set(id, part);
}
