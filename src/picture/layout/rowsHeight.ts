/** The height that the lanes of a run need if nothing limits it, as in a frame that grows with its content. */

import type { Role } from '../../core/model/scenario/processId';
import type { Trace } from '../../core/model/trace/trace';

const heights: Readonly<Record<Role, number>> = {
  client: 66,
  node: 38,
  replica: 30,
  service: 52,
  member: 30,
  storage: 86,
  sentinel: 28,
};

/** In CSS pixels. */
export function rowsHeight({ processes, quorum }: Pick<Trace['header'], 'processes' | 'quorum'>): number {
  const height = processes.reduce((sum, { role }) => sum + heights[role], quorum > 1 ? 84 : 40);
  return Math.max(260, Math.min(620, height));
}
