/** Whether a lock asks several Redis nodes. More nodes are of no use to a lock that lives on one. */
import { withDefaults } from './fields';
import type { Lock } from './lock';
import type { Choice, Settings } from './scenario';

export function asksSeveralNodes(
  lock: Pick<Lock, 'fields' | 'services'>,
  { settings: own }: Pick<Choice, 'settings'>,
  settings: Settings,
): boolean {
  const values = withDefaults(lock.fields, own);
  const askedOf = (count: number): number =>
    lock.services({ ...settings, nodes: { ...settings.nodes, count } }, values).length;
  return askedOf(1) !== askedOf(2);
}
