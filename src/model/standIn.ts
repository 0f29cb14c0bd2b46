/** What stands in for the real thing in a live run, or makes what is told of it less than sure: as data, which views put into words. */
import type { ProcessId } from './scenario';

export type StandIn =
  /** A clock that jumped: all expiries of the server were shifted. */
  | { readonly kind: 'expiry-shifted' }
  /** A suspended machine is a stopped process: its monotonic clock runs on. */
  | { readonly kind: 'suspend-stops' }
  /** What the disk had at a power loss was reckoned, not recorded. */
  | { readonly kind: 'disk-estimated' }
  /** Somebody else wrote before the run began, so that everysec had flushed. */
  | { readonly kind: 'others-write' }
  /** A database's server that asks whether a silent machine is there: our proxy asks, and ends its connections. */
  | { readonly kind: 'keep-alive' }
  /** What these two said to each other was no RESP: what is told of it is not to be relied on. */
  | { readonly kind: 'garbled'; readonly process: ProcessId; readonly peer: ProcessId }
  /** It answered what nobody had asked. */
  | { readonly kind: 'unasked'; readonly process: ProcessId }
  /** What is derived of its keys does not explain its answers: others use it too, or an answer never came. */
  | { readonly kind: 'unexplained'; readonly process: ProcessId };

export type StandInKind = StandIn['kind'];

/** Those that name nobody. */
export const plainStandIns = [
  'expiry-shifted',
  'suspend-stops',
  'disk-estimated',
  'others-write',
  'keep-alive',
] as const satisfies readonly StandInKind[];

/** Those that name one process; `garbled` names two. */
export const standInsOfOne = ['unasked', 'unexplained'] as const satisfies readonly StandInKind[];
