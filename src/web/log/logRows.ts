/** The events that the log shows, as their numbers, in order. Knows kinds of events, but no page. */

import { bisector } from 'd3-array';
import { kindNames, type Trace, type TraceKind } from '../../core/model/trace/trace';
import { instantAt, kindAt } from '../../core/model/trace/traceReader';

export const logKinds = ['lock', 'messages', 'keys', 'storage', 'faults', 'steps'] as const;
export type LogKind = (typeof logKinds)[number];

const kindsOf: Readonly<Record<LogKind, readonly TraceKind[]>> = {
  lock: ['acquiring', 'refused', 'acquired', 'extended', 'releasing', 'released', 'lockLost', 'stopped', 'finished'],
  messages: [
    'sent',
    'arrived',
    'received',
    'late',
    'timedOut',
    'lost',
    'closed',
    'waiting',
    'woken',
    'stalled',
    'resent',
  ],
  keys: ['entrySet', 'entryGone', 'synced', 'replicated', 'promoted', 'led'],
  storage: ['read', 'marked', 'wrote', 'rejected'],
  faults: ['paused', 'resumed', 'crashed', 'started', 'clockSet', 'faultStruck', 'faultEnded', 'promoted', 'lost'],
  steps: ['step'],
};

/** @param process the index of a process, or −1 for all. Includes events in which the process is the other side. */
export function logRows(trace: Trace, kind: LogKind | 'all', process: number): readonly number[] {
  const wanted = kind === 'all' ? null : kindNames.map((name) => kindsOf[kind].includes(name));
  const rows: number[] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    if (wanted !== null && wanted[kindAt(trace, seq)] !== true) continue;
    if (process >= 0 && trace.process[seq] !== process) continue;
    rows.push(seq);
  }
  return rows;
}

/** The index of the last row at or before an instant; −1 before the first. */
export const rowAt = (trace: Trace, rows: readonly number[], at: number): number =>
  bisector((seq: number) => instantAt(trace, seq)).right(rows, at) - 1;
