/** When each fault of the scenario happened, and for how long. */

import type { Fault, Message } from '../model/scenario/fault';
import { kindNumber, processIndex, type Trace } from '../model/trace/trace';
import { column, instantAt, kindAt, processAt } from '../model/trace/traceReader';
import { fromMs, type Instant, instant } from '../model/values/time';
import type { Messages } from './messageSpans';
import { traceIndexOf } from './traceIndex';

export interface FaultSpan {
  /** The key in `scenario.faults`. */
  readonly name: string;
  readonly fault: Fault;
  /** When it happened; null: it never did. */
  readonly from: Instant | null;
  /** When its effect ended; null: it has no duration, or it lasted to the end of the run. */
  readonly to: Instant | null;
  readonly seq: number;
  /** For a lost or delayed message: its row in `Messages`, or −1. */
  readonly row: number;
}

type Draft = { -readonly [K in keyof FaultSpan]: FaultSpan[K] };

/** One span per fault, in the order of the scenario. */
export function faultSpans(trace: Trace, messages: Messages): readonly FaultSpan[] {
  const drafts: Draft[] = Object.entries(trace.header.scenario.faults).map(([name, fault]) => ({
    name,
    fault,
    from: null,
    to: null,
    seq: -1,
    row: 'message' in fault ? findMessage(trace, messages, fault.message) : -1,
  }));
  if (drafts.length === 0) return drafts;
  const down = new Map<number, Draft>();
  for (const seq of traceIndexOf(trace).others) follow(trace, seq, drafts, down);
  for (const draft of drafts) {
    if (draft.row >= 0) fillFromMessage(draft, messages);
  }
  return drafts;
}

/**
 * The row of the message that a fault names: the nth between two processes, or the first one sent at or after a time;
 * −1: there is no such message.
 */
export function findMessage(trace: Trace, messages: Messages, wanted: Message): number {
  const from = processIndex(trace, wanted.from);
  const to = processIndex(trace, wanted.to);
  let countdown = 'nth' in wanted ? wanted.nth : 1;
  const after = 'after' in wanted ? fromMs(wanted.after) : 0;
  for (let row = 0; row < messages.count; row++) {
    if (messages.from(row) !== from || messages.to(row) !== to || messages.leg(row) !== wanted.leg) continue;
    if (messages.sentAt(row) >= after && --countdown === 0) return row;
  }
  return -1;
}

/** All events that name a fault have it in the same column. */
const faultOf = column.faultStruck.fault;

function follow(trace: Trace, seq: number, drafts: readonly Draft[], down: Map<number, Draft>): void {
  const kind = kindAt(trace, seq);
  const process = processAt(trace, seq);
  if (kind === kindNumber.resumed || kind === kindNumber.started) {
    const draft = down.get(process);
    if (draft !== undefined && draft.to === null) draft.to = instantAt(trace, seq);
    down.delete(process);
    return;
  }
  const stops = kind === kindNumber.paused || kind === kindNumber.crashed;
  if (!stops && kind !== kindNumber.faultStruck && kind !== kindNumber.faultEnded) return;
  const draft = drafts[faultOf(trace, seq)];
  if (draft === undefined) return;
  if (kind === kindNumber.faultEnded) {
    draft.to = instantAt(trace, seq);
    return;
  }
  if (stops) down.set(process, draft);
  if (draft.from !== null) return;
  draft.from = instantAt(trace, seq);
  draft.seq = seq;
}

function fillFromMessage(draft: Draft, messages: Messages): void {
  draft.from = messages.sentAt(draft.row);
  draft.seq = messages.sentSeq(draft.row);
  const end = messages.endAt(draft.row);
  draft.to = end < 0 ? null : instant(end);
}
