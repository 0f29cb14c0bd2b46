/**
 * What replaces the real thing in a live run, or makes a report about it uncertain. It is only data; views put it into
 * words.
 */
import type { ProcessId } from '../scenario/processId';

/** Those that name no process. */
export const plainStandIns = [
  /** Replaces a clock that jumped: all expiries of the server were shifted. */
  'expiry-shifted',
  /** A suspended machine is a process that was stopped, so its monotonic clock runs on. */
  'suspend-stops',
  /** The state of the disk at a power loss was estimated, not recorded. */
  'disk-estimated',
  /** Before the run, another client wrote, so that everysec had flushed. */
  'others-write',
  /**
   * A database's server would ask whether a silent machine is still there. Our proxy asks instead and ends its
   * connections.
   */
  'keep-alive',
  /** An eviction is a DEL that the server executes on request. */
  'eviction-by-del',
  /** A server with keys of others is not flushed; only the run's own keys are deleted. */
  'flush-by-del',
] as const;

/** Those that name one process. */
export const standInsOfOne = [
  /** It sent an answer without a request. */
  'unasked',
  /**
   * The keys that the run derives for the server do not explain its answers: others use it too, or an answer never
   * came.
   */
  'unexplained',
] as const;

export type StandIn =
  | { readonly kind: (typeof plainStandIns)[number] }
  | { readonly kind: (typeof standInsOfOne)[number]; readonly process: ProcessId }
  /** These two exchanged bytes that are not RESP, so reports about them are unreliable. */
  | { readonly kind: 'garbled'; readonly process: ProcessId; readonly peer: ProcessId };
