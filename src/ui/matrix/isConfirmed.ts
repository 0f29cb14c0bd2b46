/** Whether a live test has confirmed a cell. The tests run with the leases as they come. */
import { confirmed } from '../../matrix/confirmed';
import type { Table } from '../../matrix/table';
import type { FaultKind } from '../../model/fault';

export const isConfirmed = (row: string, kind: FaultKind, { check, leases }: Table): boolean =>
  leases === 'own' && confirmed.some((cell) => cell.row === row && cell.kind === kind && cell.check === check);
