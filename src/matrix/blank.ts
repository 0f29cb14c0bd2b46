/** Why a cell is blank: there is nothing to strike, or the lock does not go with the check. */

import type { RunRegistry } from '../faults/program';
import type { FaultKind } from '../model/fault';
import { withDefaults } from '../model/fields';
import { needsToken } from '../model/resource';
import type { Text } from '../model/text';
import type { CheckId, Leases, Row } from './rows';
import { canHaveSameLease, scenarioOfRow } from './scenario';

export const blankReasons = [
  'needs-token',
  'needs-service',
  'no-lease',
  'no-replica',
  'no-key',
  'no-leader',
  'no-place',
] as const;
export type BlankReason = (typeof blankReasons)[number];

export const blankWords: Readonly<Record<BlankReason, Text>> = {
  'needs-token': {
    en: 'This check compares fencing tokens, and the lock has none.',
    zh: '这种检查要比较 fencing token，而这把锁没有。',
  },
  'needs-service': {
    en: 'This check needs a lock service that this lock does not use.',
    zh: '这种检查需要一种锁服务，而这把锁不用它。',
  },
  'no-lease': { en: 'This lock does not expire, so it has no lease to set.', zh: '这把锁不会过期，没有租约可设。' },
  'no-replica': { en: 'There is no replica that could take over.', zh: '没有可以接替的副本。' },
  'no-key': { en: 'This lock keeps no key in Redis.', zh: '这把锁在 Redis 里没有键。' },
  'no-leader': { en: 'There is no leader to lose.', zh: '没有会失去的 leader。' },
  'no-place': { en: 'Nothing in its run can be struck by this fault.', zh: '它的运行中没有这种故障可以发生的地方。' },
};

/** Why a row has nothing in this table. Null: it has. */
export function blankRow(
  row: Row,
  check: CheckId,
  leases: Leases,
  { locks, resources }: RunRegistry,
): BlankReason | null {
  const lock = locks.get(row.lock);
  const resource = resources.get(check);
  if (lock === undefined || resource === undefined) throw new Error(`There is no ${row.lock} or no ${check}.`);
  const { settings } = scenarioOfRow(row, check, leases).lock;
  if (needsToken(resource) && !lock.hasToken(withDefaults(lock.fields, settings))) return 'needs-token';
  if (resource.needs !== undefined && resource.needs !== lock.service) return 'needs-service';
  return leases === 'same' && !canHaveSameLease(row) ? 'no-lease' : null;
}

/** Why a kind of fault has no place in the run of a row. */
export const nothingToStrike = (kind: FaultKind): BlankReason => byKind[kind] ?? 'no-place';

const byKind: { readonly [K in FaultKind]?: BlankReason } = {
  failover: 'no-replica',
  'key-vanishes': 'no-key',
  'no-leader': 'no-leader',
};
