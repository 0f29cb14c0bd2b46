/** When a process was paused or down, and which replica took over from which process. */

import { kindNumber, type Trace, threadAlone } from '../model/trace/trace';
import { column, instantAt, kindAt, processAt } from '../model/trace/traceReader';
import type { Instant } from '../model/values/time';
import { traceIndexOf } from './traceIndex';

export interface OutageSpan {
  readonly process: number;
  readonly kind: 'paused' | 'crashed' | 'power-loss';
  /** The index of its fault in the scenario's list of fault names; −1 if the trace does not say. */
  readonly fault: number;
  readonly from: Instant;
  readonly seq: number;
  /** null: to the end of the run. */
  readonly to: Instant | null;
  readonly endSeq: number;
  /** For a restart: how many entries the process kept; −1 for a client, or without a restart. */
  readonly kept: number;
}

/** The replica that replaces its master. */
export interface Promotion {
  readonly replica: number;
  readonly master: number;
  readonly at: Instant;
  readonly seq: number;
  /** Writes of the old master that the replica never received. */
  readonly lost: number;
}

type Draft = { -readonly [K in keyof OutageSpan]: OutageSpan[K] };

/** All pauses and all times of being down, sorted by their beginning. */
export function outageSpans(trace: Trace): readonly OutageSpan[] {
  const drafts: Draft[] = [];
  const open = new Map<number, Draft[]>();
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    const process = processAt(trace, seq);
    // If only a thread has ended, the process is not down.
    if (kind === kindNumber.crashed && column.crashed.power(trace, seq) === threadAlone) continue;
    if (kind === kindNumber.paused || kind === kindNumber.crashed) {
      const draft = begin(trace, seq);
      // A crash ends a pause, because no process is left to resume.
      if (kind === kindNumber.crashed) for (const before of open.get(process) ?? []) close(before, trace, seq);
      open.set(process, kind === kindNumber.crashed ? [draft] : [...(open.get(process) ?? []), draft]);
      drafts.push(draft);
    } else if (kind === kindNumber.resumed || kind === kindNumber.started) {
      for (const draft of open.get(process) ?? []) {
        close(draft, trace, seq);
        if (kind === kindNumber.started) draft.kept = column.started.kept(trace, seq);
      }
      open.delete(process);
    }
  }
  return drafts;
}

export function promotions(trace: Trace): readonly Promotion[] {
  const masterChanges: Promotion[] = [];
  for (const seq of traceIndexOf(trace).others) {
    if (trace.kind[seq] !== kindNumber.promoted) continue;
    masterChanges.push({
      replica: processAt(trace, seq),
      master: column.promoted.peer(trace, seq),
      at: instantAt(trace, seq),
      seq,
      lost: column.promoted.lost(trace, seq),
    });
  }
  return masterChanges;
}

function begin(trace: Trace, seq: number): Draft {
  const isPause = trace.kind[seq] === kindNumber.paused;
  return {
    process: processAt(trace, seq),
    kind: isPause ? 'paused' : column.crashed.power(trace, seq) === 1 ? 'power-loss' : 'crashed',
    fault: (isPause ? column.paused : column.crashed).fault(trace, seq),
    from: instantAt(trace, seq),
    seq,
    to: null,
    endSeq: -1,
    kept: -1,
  };
}

function close(draft: Draft, trace: Trace, seq: number): void {
  draft.to = instantAt(trace, seq);
  draft.endSeq = seq;
}

/** The events between which a server's answer counted. */
export interface Reign {
  readonly fromSeq: number;
  toSeq: number;
}

/**
 * For each process: a node counts from the start, and a replica from its promotion. A crashed node no longer counts
 * once another has replaced it.
 */
export function reignsOf(trace: Trace): readonly (readonly Reign[])[] {
  const { processes } = trace.header;
  const reigns = processes.map(({ role }): Reign[] => (role === 'replica' ? [] : [{ fromSeq: 0, toSeq: trace.count }]));
  for (const { replica, master, seq } of promotions(trace)) {
    const ended = reigns[master]?.at(-1);
    if (ended !== undefined && isDownAt(trace, master, seq)) ended.toSeq = seq;
    reigns[replica]?.push({ fromSeq: seq, toSeq: trace.count });
  }
  return reigns;
}

function isDownAt(trace: Trace, process: number, seq: number): boolean {
  for (let before = seq - 1; before >= 0; before--) {
    if (trace.process[before] !== process) continue;
    if (trace.kind[before] === kindNumber.crashed) return true;
    if (trace.kind[before] === kindNumber.started) return false;
  }
  return false;
}
