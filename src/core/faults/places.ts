/**
 * Where a kind of fault could strike in a given run, and how strong: what a search for breaks asks each kind
 * (`<kind>.ts`).
 */
import type { Fault, Message, When } from '../model/fault';
import { type ProcessId, roleOf } from '../model/scenario';
import { type Instant, type Ms, toMs } from '../model/time';

/** A point of a run. */
export interface Point {
  readonly at: Instant;
  /** How many events the trace has by then. */
  readonly seq: number;
}

/** Before an effect of a client. */
export interface EffectPoint extends Point {
  readonly process: ProcessId;
  readonly nth: number;
  /** How often the client has looked at a clock by then. */
  readonly readings: number;
  /** Whether the client's code hears a signal that asks it to stop. */
  readonly hears: boolean;
}

/** Before a request is sent to a server. */
export interface RequestPoint extends Point {
  readonly to: ProcessId;
  readonly nth: number;
}

/** Before a message is sent. */
export interface MessagePoint extends Point {
  readonly message: Message;
  /** How many events the trace has before that instant. */
  readonly earlier: number;
  /** How much later it may be before its client no longer waits for the answer. Null: it waits for ever, or for nothing. */
  readonly slack: Ms | null;
}

/** Just after a server has taken a request in, where something stands at it that clients have set. */
export interface TakenPoint extends Point {
  readonly process: ProcessId;
  /** Whether the lock's own key is there. */
  readonly isLocked: boolean;
}

/**
 * Just below the threshold of this lock, at it, and so far above it that another client has come in and gone, in ms. A client
 * that stops for as long as the lease may wake while another is at work, and one that stops for longer only afterwards.
 */
export type Lengths = readonly [below: Ms, at: Ms, above: Ms];

/** The points of a run at which a search can place one more fault. */
export interface Survey {
  readonly processes: readonly ProcessId[];
  readonly effects: readonly EffectPoint[];
  readonly requests: readonly RequestPoint[];
  readonly messages: readonly MessagePoint[];
  readonly taken: readonly TakenPoint[];
  /** Points of change: a lease begins, a key expires, a fault ends. */
  readonly changes: readonly Point[];
  /** The services that have a leader to lose. */
  readonly led: readonly ProcessId[];
  /** Whether a server keeps sessions of clients, which it can end one by one. */
  readonly hasSessions: boolean;
  /** For how long the first client that was let in took itself for the holder. Null: for ever, or nobody was let in. */
  readonly validity: Ms | null;
  readonly lengths: Lengths;
}

/** A fault at a place. `process` has it on its lane. */
export interface Placement extends Point {
  readonly fault: Fault;
  readonly process: ProcessId;
  /** How often the client had looked at a clock by then. Absent: it does not strike between two lines of a client. */
  readonly readings?: number;
}

/** A number of a fault that is made as small as possible in a break that was found. */
export interface Strength {
  readonly field: string;
  readonly unit: 'ms' | 'ppm';
}

/** The rules by which a search places a kind of fault. */
export interface Placed {
  /** Every place in this run, with each strength. Empty: it can strike nothing. */
  readonly places: (survey: Survey) => readonly Placement[];
  readonly strengths: readonly Strength[];
  /**
   * Whether a trace tells all that such a fault leaves behind. A link that stays slow is told of by messages alone, and there
   * may be none.
   */
  readonly isTold: boolean;
}

export const inMs = (field: string): Strength => ({ field, unit: 'ms' });

/** Before each effect of a client. */
export const beforeEffects = ({ effects }: Survey, fault: (process: ProcessId, when: When) => Fault): Placement[] =>
  effects.map(({ process, nth, hears: _, ...point }) => ({
    fault: fault(process, { kind: 'effect', process, nth }),
    process,
    ...point,
  }));

/** At a server, before each request that is sent to it. Where a service has several members, at each of them. */
export const beforeRequests = (
  { requests, processes }: Survey,
  fault: (process: ProcessId, when: When) => Fault,
): Placement[] => {
  const members = processes.filter((id) => roleOf(id) === 'member');
  return requests.flatMap(({ to, nth, ...point }) => {
    const struck = roleOf(to) === 'service' && members.length > 0 ? members : [to];
    return struck.map((process) => ({
      fault: fault(process, { kind: 'request', to, side: 'before', nth }),
      process,
      ...point,
    }));
  });
};

/** How long a server is away that comes back at once, in ms. Nobody asks in between. */
export const atOnce: Ms = 1;

/** Before each effect of a client and each request to a server, one after the other for each time to the restart. */
export const endings = (
  survey: Survey,
  { ofClients, ofServers }: { readonly ofClients: readonly Restart[]; readonly ofServers: readonly Restart[] },
  fault: (process: ProcessId, when: When, restartAfter: Restart) => Fault,
): Placement[] => [
  ...ofClients.flatMap((after) => beforeEffects(survey, (process, when) => fault(process, when, after))),
  ...ofServers.flatMap((after) => beforeRequests(survey, (process, when) => fault(process, when, after))),
];

type Restart = Ms | 'never';

/** A fault of the process at each of these points. */
export const atPoints = (
  process: ProcessId,
  points: readonly Point[],
  fault: (when: When) => Fault,
): readonly Placement[] =>
  points.map(({ at, seq }) => ({ fault: fault({ kind: 'time', at: toMs(at) }), process, at, seq }));
