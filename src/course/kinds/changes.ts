/** What an attempt changes, as the paths of keys: `storage.id`, `lock.settings.ttl`. */
import { patchBetween } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';

export const changesIn = (start: Scenario, attempt: Scenario): readonly string[] =>
  changedPaths(patchBetween(start, attempt));

/** Whether a path is one of these or below one. */
export const isAmong = (may: readonly string[], path: string): boolean =>
  may.some((allowed) => path === allowed || path.startsWith(`${allowed}.`));

/** The paths of all leaves of a patch. */
function changedPaths(patch: unknown, before = ''): readonly string[] {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return [before];
  return Object.entries(patch).flatMap(([key, value]) => changedPaths(value, before === '' ? key : `${before}.${key}`));
}
