/**
 * The run of a cell: the same story behind every lock. Two clients want in, one a little after the other. Each reads,
 * works for a second, writes and releases the lock.
 */
import { locks } from '../../core/locks';
import { profiles } from '../../core/locks/profiles';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import { leaseName, leaseOf } from '../../core/model/scenario/lease';
import type { Lock } from '../../core/model/scenario/lock';
import { defaultSettings, type LockChoice, type Scenario, type Setting } from '../../core/model/scenario/scenario';
import type { Ms } from '../../core/model/values/time';
import { type CheckId, type Leases, type Row, rows, sameLease } from './rows';
import type { Cell, Table } from './table';

/** In ms. A lock counts as unavailable when nobody gets through for this long. */
const patience = 15_000;

const work = 1000;
/**
 * In ms. The client waits for its storage longer than any lock lasts, so that the lock matters: a client that gives
 * up sooner and releases its lock is overtaken by its own write, whatever the lock.
 */
const storageTimeout = 60_000;
const seed = 0;

/** A run lasts at least this long, in ms, and at least this many leases. */
const atLeast = 90_000;
const leasesLong = 4;

/** The smallest run of a cell, ready to be opened. The run of a cell that held has no fault. */
export const scenarioOfCell = (row: Row, check: CheckId, leases: Leases, cell: Cell): Scenario =>
  scenarioOfRow(row, check, leases, cell.kind === 'tried' && cell.fault !== null ? { fault1: cell.fault } : {});

/** The same, for a row by its id. Null: the table has no such cell. */
export function scenarioAt({ check, leases, cells }: Table, id: string, kind: FaultKind): Scenario | null {
  const row = rows.find((one) => one.id === id);
  const cell = cells[id]?.[kind];
  return row === undefined || cell === undefined ? null : scenarioOfCell(row, check, leases, cell);
}

export function scenarioOfRow(
  row: Row,
  check: CheckId,
  leases: Leases,
  faults: Readonly<Record<string, Fault>> = {},
): Scenario {
  const { nodes } = defaultSettings;
  const { replicas = 0, fsync, nodes: count = nodes.count, connection } = row;
  return {
    version: 2,
    seed,
    lock: lockOfRow(row, leases),
    storage: { id: check },
    settings: {
      ...defaultSettings,
      work: row.work ?? work,
      storageTimeout,
      patience,
      duration: atLeast + leasesLong * (leaseOfRow(row, leases) ?? 0),
      nodes: { ...nodes, count, replicas, ...(fsync && { persistence: 'always' }) },
      ...(connection && { connection }),
    },
    faults,
  };
}

/** How long the lock of a row lasts without a renewal, in ms. Null: it does not expire. */
export const leaseOfRow = (row: Row, leases: Leases): Ms | null =>
  leaseOf(lockOf(row).fields, lockOfRow(row, leases).settings);

/** Whether the lock of a row can have the common lease. */
export function canHaveSameLease(row: Row): boolean {
  const { leaseLeast = 0 } = row;
  return leaseOfRow(row, 'own') !== null && leaseLeast <= sameLease;
}

function lockOfRow(row: Row, leases: Leases): LockChoice {
  const lock = lockOf(row);
  const profile = profiles.find(({ id }) => id === row.profile);
  const own = { ...profile?.settings, ...row.settings };
  const settings = leases === 'same' ? { ...own, ...withSameLease(lock, own) } : own;
  return {
    id: lock.id,
    ...(profile && { profile: profile.id }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function withSameLease({ fields }: Lock, own: Readonly<Record<string, Setting>>): Readonly<Record<string, Setting>> {
  const name = leaseName(fields, own);
  const field = fields[name ?? ''];
  if (name === undefined || field?.kind !== 'number' || leaseOf(fields, own) === null) return {};
  return { [name]: field.unit === 's' ? sameLease / 1000 : sameLease };
}

function lockOf(row: Row): Lock {
  const lock = locks.find(({ id }) => id === row.lock);
  if (lock === undefined) throw new Error(`The row ${row.id} names no lock.`);
  return lock;
}
