/**
 * What one elector of client-go knows of its Lease, and its requests to the API server. Source: client-go at
 * 32ce75a7, tools/leaderelection/resourcelock/leaselock.go, and the observed record of leaderelection.go.
 */
import { call, type Program, type Reason, type Task } from '../../model/effects/effect';
import { command, type Reply, type Request, timedOut } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Micros, type Ms } from '../../model/values/time';
import { type Lease, leftOf, type Reading, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import type { KubernetesSettings } from './settings';

export type Context = LockContext<KubernetesSettings>;

/** The record in the Lease. */
export interface LeaseRecord {
  readonly holder: string;
  readonly seconds: number;
  readonly transitions: number;
  /** By the wall clock of its writer. No elector compares it with a clock. */
  readonly renewTime: Ms;
}

export interface Elector {
  readonly identity: string;
  /** The record last read or written, and how long it is valid by the elector's own stopwatch. */
  observed: LeaseRecord;
  lease: Lease;
  /** What the last read found. The same record again shows that no elector has renewed. */
  read: string;
  /** The resourceVersion of the last object that was read or written. */
  version: number;
  renewer: Task | null;
  /** Why the client was notified that it no longer leads; `none`: it was not notified. */
  lossReason: Reason;
}

/** The holder of a Lease that nobody holds. */
export const nobody = '-';

const memoryKey = 'identity';

/** Each run of the election has its own elector. A process keeps one identity for its whole life. */
export function* newElector({ memory }: Context): Program<Elector> {
  const storedIdentity = memory?.get(memoryKey);
  const identity = typeof storedIdentity === 'string' ? storedIdentity : yield* ownerValue('random');
  memory?.set(memoryKey, identity);
  return {
    identity,
    observed: { holder: nobody, seconds: 0, transitions: 0, renewTime: 0 },
    lease: { clock: 'mono', from: yield* readClock('mono'), lasts: 0 },
    read: '',
    version: 0,
    renewer: null,
    lossReason: 'none',
  };
}

export const isLeader = ({ observed, identity }: Elector): boolean => observed.holder === identity;

export const isValid = ({ lease }: Elector, at: Reading): boolean => leftOf(lease, at) > 0;

/** The time left of the client's own lease, by its own stopwatch. */
export function* leftOfLease(elector: Elector): Program<Micros> {
  return isLeader(elector) ? leftOf(elector.lease, yield* readClock('mono')) : 0;
}

/** From now on, the record is valid for the duration that its writer has put into it. */
export function* observe(elector: Elector, record: LeaseRecord): Program {
  elector.observed = record;
  elector.lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(record.seconds * 1000) };
}

/** A request that is not answered by the deadline is canceled. It may have been carried out. */
type Until = { readonly until: Lease | null };

/** Returns `absent` if there is no Lease, and `error` if the server does not answer. */
export function* readLease(
  lock: Context,
  elector: Elector,
  { until }: Until,
): Program<LeaseRecord | 'absent' | 'error'> {
  const reply = yield* ask(lock, command('GET LEASE', lock.key), until);
  if (reply.kind === 'error' && reply.message.endsWith('not found')) return 'absent';
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return 'error';
  const [version, holder, seconds, transitions, renewTime] = reply.value;
  elector.version = Number(version);
  return {
    holder: String(holder),
    seconds: Number(seconds),
    transitions: Number(transitions),
    renewTime: Number(renewTime),
  };
}

/** Creates the Lease, or replaces the version of it that was last read or written. */
export function* writeLease(
  lock: Context,
  elector: Elector,
  { record, isNew = false, until }: Until & { readonly record: LeaseRecord; readonly isNew?: boolean },
): Program<Reply> {
  const { holder, seconds, transitions, renewTime } = record;
  const reply = yield* ask(
    lock,
    isNew
      ? command('CREATE LEASE', lock.key, holder, seconds, transitions, renewTime)
      : command('UPDATE LEASE', lock.key, elector.version, holder, seconds, transitions, renewTime),
    until,
  );
  if (reply.kind !== 'ok') return reply;
  elector.version = Number(reply.value);
  yield* observe(elector, record);
  return reply;
}

export const isConflict = (reply: Reply): boolean =>
  reply.kind === 'error' && reply.message.startsWith('Operation cannot be fulfilled');

function* ask({ settings }: Context, request: Request, until: Lease | null): Program<Reply> {
  const left = until === null ? Number.POSITIVE_INFINITY : leftOf(until, yield* readClock('mono'));
  if (left === 0) return timedOut;
  return yield* call('service', request, { timeout: Math.min(left, fromMs(settings.nodeTimeout)) });
}
