/**
 * Where a kind of fault could take effect in a given run, and how strongly. A search for breaks asks each kind for this
 * (`<kind>.ts`).
 */
import type { Fault, Message, When } from '../model/scenario/fault';
import { type ProcessId, roleOf } from '../model/scenario/processId';
import { type Instant, type Ms, toMs } from '../model/values/time';

/** A point of a run. */
export interface Point {
  readonly at: Instant;
  /** The number of events in the trace by then. */
  readonly seq: number;
}

/** Before an effect of a client. */
export interface EffectPoint extends Point {
  readonly process: ProcessId;
  readonly nth: number;
  /** How often the client has read a clock by then. */
  readonly readings: number;
  /** Whether the client's code handles a signal that asks it to stop. */
  readonly handlesSigterm: boolean;
  /** The code does not wait here. Others may come in between during any stop, however short. */
  readonly isMidTurn?: true;
}

/** Before a request is sent to a server. */
export interface RequestPoint extends Point {
  readonly to: ProcessId;
  readonly nth: number;
}

/** Before a message is sent. */
export interface MessagePoint extends Point {
  readonly message: Message;
  /** The number of events in the trace before that instant. */
  readonly eventsBefore: number;
  /**
   * How late it may be before its client no longer waits for the answer. Null: the client waits forever, or does not
   * wait.
   */
  readonly slack: Ms | null;
}

/** Just after a server received a request, if it holds something that clients set. */
export interface KeyPoint extends Point {
  readonly process: ProcessId;
  /** Whether the lock's own key is there, or a place in its queue. */
  readonly isLocked: boolean;
}

/**
 * Just below the threshold of this lock, at it, and far enough above it for another client to come in and leave, in ms.
 * A client that stops for the length of the lease may wake while another one works; after a longer stop, it wakes
 * afterwards.
 */
export type Lengths = readonly [below: Ms, at: Ms, above: Ms];

/** The points of a run at which a search can place one more fault. */
export interface Survey {
  readonly processes: readonly ProcessId[];
  readonly effects: readonly EffectPoint[];
  readonly requests: readonly RequestPoint[];
  readonly messages: readonly MessagePoint[];
  readonly keyPoints: readonly KeyPoint[];
  /** Points of change: a lease begins, a key expires, a fault ends. */
  readonly changes: readonly Point[];
  /** The services that have a leader. */
  readonly servicesWithLeader: readonly ProcessId[];
  /** Whether a server keeps sessions of clients, so that it can end one. */
  readonly hasSessions: boolean;
  /** How long the first holder believed to hold the lock. Null: forever, or there was no holder. */
  readonly validity: Ms | null;
  readonly lengths: Lengths;
}

/** A fault at a place. The lane of `process` shows it. */
export interface Placement extends Point {
  readonly fault: Fault;
  readonly process: ProcessId;
  /** How often the client had read a clock by then. Absent: the fault does not hit between two lines of a client. */
  readonly readings?: number;
}

/** A number of a fault that a search minimizes in a break that it has found. */
export interface Strength {
  readonly field: string;
  readonly unit: 'ms' | 'ppm';
}

/** The rules by which a search places a kind of fault. */
export interface InjectionRules {
  /** Every place in this run, with each strength. Empty: it has no target. */
  readonly placements: (survey: Survey) => readonly Placement[];
  readonly strengths: readonly Strength[];
  /**
   * Whether a trace shows all lasting effects of such a fault. Only messages show a link that stays slow, and there may
   * be no messages.
   */
  readonly isNarrated: boolean;
}

export const inMs = (field: string): Strength => ({ field, unit: 'ms' });

/** Before each effect of a client. */
export const beforeEffects = ({ effects }: Survey, fault: (process: ProcessId, when: When) => Fault): Placement[] =>
  effects.map(({ process, nth, handlesSigterm: _, isMidTurn: __, ...point }) => ({
    fault: fault(process, { kind: 'effect', process, nth }),
    process,
    ...point,
  }));

/** At a server, before each request that is sent to it. If a service has several members, at each of them. */
export const beforeRequests = (
  { requests, processes }: Survey,
  fault: (process: ProcessId, when: When) => Fault,
): Placement[] => {
  const members = processes.filter((id) => roleOf(id) === 'member');
  return requests.flatMap(({ to, nth, ...point }) => {
    const targets = roleOf(to) === 'service' && members.length > 0 ? members : [to];
    return targets.map((process) => ({
      fault: fault(process, { kind: 'request', to, side: 'before', nth }),
      process,
      ...point,
    }));
  });
};

/** How long a server is down if it restarts at once, in ms. No request comes in between. */
export const immediateRestart: Ms = 1;

/** Before each effect of a client and each request to a server, with each time to the restart in turn. */
export const crashPlacements = (
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
