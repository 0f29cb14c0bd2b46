/** Loads the parts of scenarios: their locks, and the services and sentinels that they need. */
import type { Lock } from '../../core/model/scenario/lock';
import { camelCase } from '../../core/model/values/camelCase';
import { withPartsFor } from '../../core/run/fewParts';
import type { PartsFor } from './parts';

/** Each lock’s program, by its file. A folder is named as the lock’s id, and the lock as its folder. */
const programs = import.meta.glob<Readonly<Record<string, Lock>>>('../../core/locks/*/lock.ts');

export const partsFor: PartsFor = async (have, scenarios) =>
  scenarios === 'all' ? (await import('../../core/run/parts')).parts : withPartsFor(scenarios, have, loadLock);

async function loadLock(id: string): Promise<Lock> {
  const folder = camelCase(id);
  const lock = (await programs[`../../core/locks/${folder}/lock.ts`]?.())?.[folder];
  if (lock === undefined) throw new Error(`There is no lock ${id}.`);
  return lock;
}
