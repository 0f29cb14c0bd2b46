/**
 * Values for a newly added fault: lengths that are likely to show something, and the two ends of a link or a message.
 */
import type { Message } from '../model/scenario/fault';
import type { InjectionPoint } from '../model/scenario/faultKind';
import { isClient, type ProcessId, roleOf } from '../model/scenario/processId';
import type { Ms } from '../model/values/time';

/** How many times the TTL a new pause lasts: long enough for the next client to get in and write. */
const beyondTtl = 1.3;
const shortRestart: Ms = 200;
const shortDelay: Ms = 500;

/** A length beyond one lease. */
export const longLength = ({ ttl, lengthMax = Number.POSITIVE_INFINITY }: InjectionPoint): Ms =>
  Math.min(lengthMax, Math.max(1, Math.round(ttl * beyondTtl)));

export const shortLength = ({ lengthMax = Number.POSITIVE_INFINITY }: InjectionPoint): Ms =>
  Math.min(lengthMax, shortDelay);

/** A server restarts soon, a client does not. */
export const restartOf = ({ process }: InjectionPoint): Ms | 'never' => (isClient(process) ? 'never' : shortRestart);

/** Separates a client from the servers, or a server from the clients. */
export function linkAt({ process, processes }: InjectionPoint): { from: ProcessId[]; to: ProcessId[] } {
  return {
    from: [process],
    to: processes.filter((id) =>
      roleOf(process) === 'member' ? id !== process : isClient(id) !== isClient(process) && roleOf(id) !== 'replica',
    ),
  };
}

/** A client's request or a server's answer, the first one from that moment on. */
export function messageAt({ process, processes, when }: InjectionPoint): Message {
  const after = when.kind === 'time' ? when.at : 0;
  if (isClient(process)) {
    const server = processes.find((id) => !isClient(id)) ?? process;
    return { from: process, to: server, leg: 'request', after };
  }
  return { from: process, to: processes.find(isClient) ?? process, leg: 'reply', after };
}
