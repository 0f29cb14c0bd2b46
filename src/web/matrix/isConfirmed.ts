/** Whether a live test has confirmed a cell. The tests run with each lock's own lease. */

import type { FaultKind } from '../../core/model/scenario/fault';
import { confirmed } from '../../search/matrix/confirmed';
import type { Table } from '../../search/matrix/table';

export const isConfirmed = (row: string, kind: FaultKind, { check, leases }: Table): boolean =>
  leases === 'own' && confirmed.some((cell) => cell.row === row && cell.kind === kind && cell.check === check);
