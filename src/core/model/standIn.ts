/**
 * What replaces the real thing in a live run, or makes a report about it uncertain. It is data, which views put into
 * words.
 */
import type { ProcessId } from './processId';

export type StandIn =
  /** Replaces a clock that jumped: all expiries of the server were shifted. */
  | { readonly kind: 'expiry-shifted' }
  /** A suspended machine is a process that was stopped, so its monotonic clock runs on. */
  | { readonly kind: 'suspend-stops' }
  /** The state of the disk at a power loss was estimated, not recorded. */
  | { readonly kind: 'disk-estimated' }
  /** Before the run began, a client outside of it wrote, so that everysec had flushed. */
  | { readonly kind: 'others-write' }
  /**
   * A database's server would ask whether a silent machine is still there. Our proxy asks instead and ends its
   * connections.
   */
  | { readonly kind: 'keep-alive' }
  /** An eviction is a DEL that the server executes on request. */
  | { readonly kind: 'eviction-by-del' }
  /** A server that belongs to others is not flushed; only the run's own keys are deleted. */
  | { readonly kind: 'flush-by-del' }
  /** These two exchanged bytes that are not RESP, so reports about them are unreliable. */
  | { readonly kind: 'garbled'; readonly process: ProcessId; readonly peer: ProcessId }
  /** It sent an answer without a request. */
  | { readonly kind: 'unasked'; readonly process: ProcessId }
  /**
   * The keys that the run derives for the server do not explain its answers: others use it too, or an answer never
   * came.
   */
  | { readonly kind: 'unexplained'; readonly process: ProcessId };

export type StandInKind = StandIn['kind'];

/** Those that name no process. */
export const plainStandIns = [
  'expiry-shifted',
  'suspend-stops',
  'disk-estimated',
  'others-write',
  'keep-alive',
  'eviction-by-del',
  'flush-by-del',
] as const satisfies readonly StandInKind[];

/** Those that name one process. `garbled` names two. */
export const standInsOfOne = ['unasked', 'unexplained'] as const satisfies readonly StandInKind[];
