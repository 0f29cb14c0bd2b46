// What the trace of a case says, in words that are equal for a simulated and a live run: no times, no process
// numbers, and messages named by their client.

import type { ProcessId } from '../../src/core/model/scenario/processId';
import { goneCauses, lossCauses, type Trace, type TraceKind } from '../../src/core/model/trace/trace';
import { processId, readEvents, type TraceEvent, textOf } from '../../src/core/model/trace/traceReader';
import { nth } from '../../src/core/model/values/nth';
import type { Came, ConformanceCase } from './stage';

const ofFaults: readonly TraceKind[] = [
  ...(['faultStruck', 'faultEnded', 'paused', 'resumed', 'crashed', 'started', 'clockSet', 'promoted'] as const),
];

export function cameFrom(one: ConformanceCase, trace: Trace, reports: readonly string[]): Came {
  const names = namesOf(trace);
  const events = [...readEvents(trace)];
  const rows = events.flatMap((event) => {
    const row = rowOf(trace, event, names);
    return ofFaults.includes(event.kind) || one.watched?.test(row) ? [row] : [];
  });
  const requests: Partial<Record<ProcessId, string[]>> = {};
  for (const event of events) {
    if (event.kind !== 'sent' || event.leg !== 0) continue;
    const own = requests[processId(trace, event.process)] ?? [];
    const text = textOf(trace, event.text).replace(one.isMeasuring ? /\d+$/ : stampMs, 'time');
    own.push(`${processId(trace, event.peer)} ${text}`);
    requests[processId(trace, event.process)] = own;
  }
  return { reports, rows, requests, missed: Object.keys(trace.header.missed) };
}

/** A wall-clock time in ms, in a request or in part of a value. */
const stampMs = /\d{13}/g;

/**
 * `client1/3` is the third request of client 1, and `client1>1` is the first push to it; pushes have the number of
 * their call.
 */
function namesOf(trace: Trace): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const counts = new Map<string, number>();
  for (const event of readEvents(trace)) {
    if (event.kind !== 'sent' || event.leg === 1) continue;
    const start = `${processId(trace, event.leg === 0 ? event.process : event.peer)}${event.leg === 0 ? '/' : '>'}`;
    const count = (counts.get(start) ?? 0) + 1;
    counts.set(start, count);
    names.set(event.message >> 1, `${start}${count}`);
  }
  return names;
}

/**
 * `1 struck nodeA`, `paused nodeA`, `lost client1 client1/1 dropped`, `entrySet nodeA stock = mine, 500 ms, client1`.
 */
function rowOf(trace: Trace, event: TraceEvent, names: ReadonlyMap<number, string>): string {
  const me = processId(trace, event.process);
  if (event.kind === 'faultStruck' || event.kind === 'faultEnded')
    return `${event.fault + 1} ${event.kind === 'faultStruck' ? 'struck' : 'ended'} ${me}`;
  const message = 'message' in event && event.message >= 0 ? [nameOf(names, event.message)] : [];
  return [event.kind, me, ...message, ...detailsOf(trace, event)].join(' ');
}

/** The reply to `client1/3` is `client1/3!`. */
function nameOf(names: ReadonlyMap<number, string>, message: number): string {
  const name = names.get(message >> 1) ?? '?';
  return message % 2 === 1 && name.includes('/') ? `${name}!` : name;
}

function detailsOf(trace: Trace, event: TraceEvent): readonly string[] {
  const by = (peer: number): string => (peer < 0 ? 'nobody' : processId(trace, peer));
  switch (event.kind) {
    case 'sent':
      return [textOf(trace, event.text)];
    case 'received':
      return [event.ok === 1 ? 'yes' : 'no'];
    case 'lost':
      return [nth(lossCauses, event.cause)];
    case 'stalled':
      return event.behind === 1 ? ['behind'] : [];
    case 'entrySet': {
      const value = `${textOf(trace, event.entry)} = ${textOf(trace, event.value)}`;
      // At a replica, the travel time counts, too.
      const lasts = processId(trace, event.process).startsWith('replica') ? [] : [lastsOf(event.expiresIn)];
      return [[value, ...lasts, by(event.peer)].join(', ')];
    }
    case 'entryGone':
      return [[textOf(trace, event.entry), nth(goneCauses, event.cause), by(event.peer)].join(', ')];
    case 'waiting':
    case 'woken':
      return [by(event.peer)];
    case 'replicated':
      return [String(event.upTo)];
    case 'clockSet':
      // The rate of a slew follows from its length; other tests check it.
      return event.ppm % 500 === 0 && event.ppm !== 0 && Math.abs(event.ppm) < 10_000 ? [`+${event.ppm}`] : [];
    default:
      return [];
  }
}

const lastsOf = (expiresIn: number): string => (expiresIn < 0 ? 'for ever' : `${expiresIn / 1000} ms`);
