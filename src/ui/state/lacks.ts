/** What a check at the storage needs of its lock, and the lock does not have. */
import { withDefaults } from '../../model/fields';
import { needsToken } from '../../model/resource';
import type { Scenario } from '../../model/scenario';
import { currentParts } from './parts';

/** Whether the check at the storage needs a fencing token that the lock does not give. */
export function lacksToken({ lock, storage }: Scenario): boolean {
  const known = currentParts().locks.get(lock.id);
  const resource = currentParts().resources.get(storage.id);
  if (known === undefined || resource === undefined || !needsToken(resource, storage.settings)) return false;
  return !known.hasToken(withDefaults(known.fields, lock.settings));
}

/** Whether the check at the storage asks a lock service that the lock does not live in. */
export function lacksService({ lock, storage }: Scenario): boolean {
  const needs = currentParts().resources.get(storage.id)?.needs;
  return needs !== undefined && currentParts().locks.get(lock.id)?.service !== needs;
}
