/** The columns of the table: what happens to a process, to what a node keeps, to messages, to clocks. */
import { checksWith } from '../../matrix/tables';
import type { FaultKind } from '../../model/fault';

/** A kind that is missing does not compile. */
const inOrder: Readonly<Record<FaultKind, true>> = {
  pause: true,
  crash: true,
  suspend: true,
  restart: true,
  'power-loss': true,
  failover: true,
  'no-leader': true,
  'key-vanishes': true,
  lose: true,
  delay: true,
  cut: true,
  slow: true,
  'clock-jump': true,
  'clock-slew': true,
  'clock-drift': true,
};

const isKind = (name: string): name is FaultKind => Object.hasOwn(inOrder, name);

export const columns: readonly FaultKind[] = Object.keys(inOrder).filter(isKind);

export const kindNamed = (name: string | null): FaultKind | null => (name !== null && isKind(name) ? name : null);

/** The checks that the table can be read for, the plain page's first. */
export const tableChecks: readonly string[] = checksWith('own');
