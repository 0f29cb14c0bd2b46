/** The columns of the table: faults of clients, of servers and their data, of messages, of clocks. */

import type { FaultKind } from '../../core/model/scenario/fault';
import { kindGroups } from '../../search/matrix/families';
import { checksWith } from '../../search/matrix/tables';

/** By who is at fault. A test ensures that the groups cover all kinds. */
export const columns: readonly FaultKind[] = Object.values(kindGroups).flat();

export const kindNamed = (name: string | null): FaultKind | null => columns.find((kind) => kind === name) ?? null;

/** The checks that have a table; the plain page's check comes first. */
export const tableChecks: readonly string[] = checksWith('own');
