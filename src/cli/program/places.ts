/**
 * The places of a program at which a fault can strike, by what the program does there: after it has the lock, after it
 * has read, before its write is carried out. Each comes from a run without faults, so another run reaches it in the same
 * order.
 */
import type { Ms } from '../../core/model/values/time';
import type { Role } from './worldEvents';

/** The faults, in the words of the options. */
export const faultNames = [
  'pause',
  'kill',
  'late-request',
  'lost-reply',
  'late-reply',
  'unreachable',
  'restart',
  'clock-jump',
  'failover',
] as const;
export type FaultName = (typeof faultNames)[number];

/** `side`: before the server carries out the command, or after that. `nth` counts the client's commands of this role. */
export interface Place {
  readonly role: Role;
  readonly nth: number;
  readonly side: 'before' | 'after';
}

/**
 * When the client goes on. `while-inside`: another client has the lock and has begun its work, and waits there until the
 * first one is done. `afterwards`: all others are done. `at-once`: nothing waits.
 */
export type Resumption = 'while-inside' | 'afterwards' | 'at-once';

export interface Plan {
  /** The client that comes first, and that the fault hits. Counted from 1. */
  readonly first: number;
  readonly fault: FaultName;
  readonly place: Place;
  readonly resumption: Resumption;
}

interface Kind {
  readonly fault: FaultName;
  readonly side: Place['side'];
  readonly roles: readonly Role[];
  readonly resumptions: readonly Resumption[];
}

const both: readonly Resumption[] = ['while-inside', 'afterwards'];

const kinds: readonly Kind[] = [
  { fault: 'pause', side: 'after', roles: ['look', 'acquire', 'read', 'write'], resumptions: both },
  { fault: 'kill', side: 'after', roles: ['acquire', 'read', 'write'], resumptions: ['at-once'] },
  { fault: 'late-request', side: 'before', roles: ['acquire', 'write', 'release'], resumptions: both },
  { fault: 'lost-reply', side: 'after', roles: ['acquire', 'read', 'write', 'release'], resumptions: ['at-once'] },
  { fault: 'late-reply', side: 'after', roles: ['acquire', 'read'], resumptions: both },
  { fault: 'unreachable', side: 'after', roles: ['acquire', 'read'], resumptions: ['while-inside'] },
  { fault: 'restart', side: 'after', roles: ['acquire', 'read'], resumptions: ['while-inside'] },
  { fault: 'clock-jump', side: 'after', roles: ['acquire', 'read'], resumptions: ['while-inside'] },
  { fault: 'failover', side: 'after', roles: ['acquire', 'read'], resumptions: ['while-inside'] },
];

/** How long a fault lasts, in ms: it outlasts the lease. Null: the lock has no expiry. */
export const faultLength = (lease: Ms | null): Ms => (lease === null ? 1000 : 1.2 * lease);

/** Whether the client itself goes on while the fault lasts; its next command waits until another client is inside. */
export const isOfServer = (fault: FaultName): boolean =>
  fault === 'restart' || fault === 'clock-jump' || fault === 'failover';

/** The first commands of each role are tried; a program that writes a thousand times is not paused a thousand times. */
const nthMost = 2;

/** @param sequence what the client's commands are for, in the order of a run in which it is alone */
export function plansFor(
  first: number,
  sequence: readonly (readonly Role[])[],
  faults: readonly FaultName[],
): readonly Plan[] {
  const count = (role: Role): number => sequence.filter((roles) => roles.includes(role)).length;
  return kinds
    .filter(({ fault }) => faults.includes(fault))
    .flatMap(({ fault, side, roles, resumptions }) =>
      roles.flatMap((role) =>
        Array.from({ length: Math.min(count(role), nthMost) }, (_, i): Place => ({ role, nth: i + 1, side })).flatMap(
          (place) => resumptions.map((resumption) => ({ first, fault, place, resumption })),
        ),
      ),
    );
}

/** How many commands about the lock or the data no plan injects a fault at. */
export const leftOut = (sequence: readonly (readonly Role[])[]): number => {
  const counts = new Map<Role, number>();
  return sequence.filter((roles) => {
    for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
    return roles.length > 0 && roles.every((role) => (counts.get(role) ?? 0) > nthMost);
  }).length;
};

/** Of a command for the lock that goes to each server, the last is the place. */
export const placesOf = (roles: readonly Role[], server: number, nodes: number): readonly Role[] =>
  roles.filter((role) => role === 'read' || role === 'write' || server === nodes - 1);
