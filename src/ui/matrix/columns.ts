/** The columns of the table: what happens to a process, to what a node keeps, to messages, to clocks. */
import { checksWith } from '../../matrix/tables';
import type { FaultKind } from '../../model/fault';

/** A kind that is missing does not compile. */
const order: Readonly<Record<FaultKind, number>> = {
  pause: 1,
  crash: 2,
  suspend: 3,
  restart: 4,
  'power-loss': 5,
  failover: 6,
  'no-leader': 7,
  'key-vanishes': 8,
  lose: 9,
  delay: 10,
  cut: 11,
  slow: 12,
  'clock-jump': 13,
  'clock-slew': 14,
  'clock-drift': 15,
};

const isKind = (name: string): name is FaultKind => name in order;

export const columns: readonly FaultKind[] = Object.keys(order)
  .filter(isKind)
  .sort((one, other) => order[one] - order[other]);

export const kindNamed = (name: string | null): FaultKind | null => (name !== null && isKind(name) ? name : null);

/** The checks that the table can be read for, the plain page's first. */
export const tableChecks: readonly string[] = checksWith('own');
