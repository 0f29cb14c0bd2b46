/** Why a cell is blank: the fault has no target there, or the lock does not work with the check. */

import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import { withDefaults } from '../../core/model/scenario/fields';
import { isRedis } from '../../core/model/scenario/processId';
import { needsToken } from '../../core/model/scenario/resource';
import type { Parts } from '../../core/sim/parts';
import type { BlankReason } from './blankReason';
import type { CheckId, Leases, Row } from './rows';
import { canHaveSameLease, leaseOfRow, scenarioOfRow } from './scenario';

/** Why a row has no cells in this table. Null: it has some. */
export function notApplicableRow(
  row: Row,
  check: CheckId,
  leases: Leases,
  { locks, resources }: Parts,
): BlankReason | null {
  const lock = locks.get(row.lock);
  const resource = resources.get(check);
  if (lock === undefined || resource === undefined) throw new Error(`There is no ${row.lock} or no ${check}.`);
  const { settings } = scenarioOfRow(row, check, leases).lock;
  if (needsToken(resource) && !lock.hasToken(withDefaults(lock.fields, settings))) return 'needs-token';
  if (resource.needs !== undefined && resource.needs !== lock.service) return 'needs-service';
  if (leases === 'own' || canHaveSameLease(row)) return null;
  return leaseOfRow(row, 'own') === null ? 'no-lease' : 'lease-refused';
}

/** Any lock that somebody frees by hand keeps nobody out. The table tries this with keys of Redis alone. */
export const isInTable = (fault: Fault): boolean => fault.kind !== 'key-vanishes' || isRedis(fault.process);

/** Why a kind of fault has no place in the run of a row. */
export const nothingToInject = (kind: FaultKind): BlankReason => byKind[kind] ?? 'no-place';

const byKind: { readonly [K in FaultKind]?: BlankReason } = {
  failover: 'no-replica',
  'key-vanishes': 'no-key',
  'no-leader': 'no-leader',
};
