/**
 * Computes what the table says about its rows, from locks, libraries and runs. `rowInfos.ts` stores the result
 * for pages that have loaded no lock.
 */
import { quickVerdict } from '../../core/judge/judge';
import { withDefaults } from '../../core/model/scenario/fields';
import { leaseOf } from '../../core/model/scenario/lease';
import type { Lock } from '../../core/model/scenario/lock';
import { familyGroupOf } from '../../core/model/scenario/lockFacts';
import { type Severity, severityOf } from '../../core/model/trace/severity';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Ms } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import type { RowGroup, RowInfo, Unreachable } from './rowInfo';
import { type Row, rows } from './rows';
import { scenarioOfRow } from './scenario';

/** By the row's id, in the order of the table. */
export const rowInfosOf = (parts: Parts): Readonly<Record<string, RowInfo>> =>
  Object.fromEntries(inOrder(parts).map((row) => [row.id, headOf(row, parts)]));

function lockOf({ id, lock }: Row, parts: Parts): Lock {
  const match = parts.locks.get(lock);
  if (match === undefined) throw new Error(`The row "${id}" has no lock.`);
  return match;
}

function headOf(row: Row, parts: Parts): RowInfo {
  const lock = lockOf(row, parts);
  const profile = row.profile === undefined ? undefined : parts.profiles.get(row.profile);
  if (row.profile !== undefined && profile === undefined) throw new Error(`There is no library "${row.profile}".`);
  const settings = { ...profile?.settings, ...row.settings };
  return {
    title: profile?.title ?? lock.title,
    note: row.variant ?? null,
    group: groupOf(lock),
    service: lock.service ?? (lock.id === 'no-lock' ? 'none' : 'redis'),
    hasToken: lock.hasToken(withDefaults(lock.fields, settings)),
    endedBy: lock.endedBy?.(withDefaults(lock.fields, settings)) ?? 'server',
    unreachable: unreachableOf(row, lock),
    lease: leaseOf(lock.fields, settings),
    asksSeveral: groupOf(lock) === 'redlock',
    long: { seconds: outcomeOfWork(row, 10_000, parts), minutes: outcomeOfWork(row, 120_000, parts) },
    library:
      profile === undefined
        ? null
        : {
            version: profile.version,
            read: profile.read,
            commit: profile.commit.slice(0, 7),
            checked: profile.checked,
            repository: profile.repository,
            lock: lock.title,
          },
  };
}

/** A library whose source has not been read for it is not known: it may even go on without the lock. */
function unreachableOf({ ifUnreachable, profile, settings }: Row, lock: Lock): Unreachable {
  if (ifUnreachable !== undefined) return { does: ifUnreachable[0], source: ifUnreachable[1] };
  if (lock.id === 'no-lock') return { does: 'no-service', source: null };
  if (lock.service === 'file-system')
    return { does: settings?.['fileSystem'] === 'network' ? 'unknown' : 'no-service', source: null };
  return { does: lock.asLibrary === true || profile !== undefined ? 'unknown' : 'caller', source: null };
}

/**
 * The outcome of the row without a fault when the work takes this long, in ms. That the second client waits is no
 * failure.
 */
function outcomeOfWork(row: Row, work: Ms, parts: Parts): Severity {
  const { settings, ...rest } = scenarioOfRow({ ...row, work }, 'no-check', 'own');
  const long = { ...settings, patience: settings.patience + 2 * work, duration: settings.duration + 4 * work };
  return severityOf(quickVerdict(keptTrace(simulateIntoBuffer({ ...rest, settings: long }, parts)), parts));
}

function groupOf({ id, service, table }: Lock): RowGroup {
  if (id === 'no-lock') return 'none';
  if (service !== undefined) return 'other';
  return table !== undefined && familyGroupOf[table.family] === 'several-nodes' ? 'redlock' : 'redis';
}

/** The rows of a lock, then the libraries that have it. */
function inOrder(parts: Parts): readonly Row[] {
  const order = [...parts.locks.keys()];
  const groups: readonly RowGroup[] = ['redis', 'redlock', 'other', 'none'];
  const rank = (row: Row): number => groups.indexOf(groupOf(lockOf(row, parts))) * 1000 + order.indexOf(row.lock);
  return [...rows].sort((one, other) => rank(one) - rank(other));
}
