/**
 * Every message from its sending to its end. It is stored in columns, because a run of a minute has twenty thousand
 * messages.
 */
import { bisectLeft } from 'd3-array';
import type { Message } from '../model/scenario/fault';
import { kindNumber, type Leg, type LossCause, legs, lossCauses, type Trace } from '../model/trace/trace';
import { column, instantAt, processAt, processId } from '../model/trace/traceReader';
import { absent } from '../model/values/nth';
import { type Instant, instant, type Micros } from '../model/values/time';
import { traceIndexOf } from './traceIndex';

/** How a message ended. `flying`: the run ended first. `late`: it came after its program had stopped waiting. */
const fates = ['flying', 'arrived', 'received', 'late', 'lost'] as const;
export type MessageFate = (typeof fates)[number];

/**
 * One row per message, in the order of sending. Times are in microseconds; −1 means that there is no value. A row
 * that does not exist throws.
 */
export class Messages {
  constructor(
    readonly count: number,
    private readonly columns: Columns,
    /** By the number of a message: its row plus one, so that a fresh array of zeros means that there is no row. */
    private readonly rows: Int32Array,
  ) {}

  /** The row of a message by its number, or −1. */
  rowOf(message: number): number {
    return (this.rows[message] ?? 0) - 1;
  }

  /** The first row that was sent at or after an event. */
  sentFrom(seq: number): number {
    return bisectLeft(this.columns.sentSeq, seq);
  }

  /** Twice the number of the call, plus one for its reply. */
  message(row: number): number {
    return this.columns.message[row] ?? absent(row);
  }

  from(row: number): number {
    return this.columns.from[row] ?? absent(row);
  }

  to(row: number): number {
    return this.columns.to[row] ?? absent(row);
  }

  leg(row: number): Leg {
    // A hand-written trace may have other numbers.
    return legs[this.columns.leg[row] ?? absent(row)] ?? 'request';
  }

  /** Index into the string table. */
  text(row: number): number {
    return this.columns.text[row] ?? absent(row);
  }

  sentSeq(row: number): number {
    return this.columns.sentSeq[row] ?? absent(row);
  }

  sentAt(row: number): Instant {
    return instant(this.columns.sentAt[row] ?? absent(row));
  }

  /** When it reached the other process or was lost. */
  endAt(row: number): Micros {
    return this.columns.endAt[row] ?? absent(row);
  }

  endSeq(row: number): number {
    return this.columns.endSeq[row] ?? absent(row);
  }

  /** When the program received it. */
  receivedAt(row: number): Micros {
    return this.columns.receivedAt[row] ?? absent(row);
  }

  receivedSeq(row: number): number {
    return this.columns.receivedSeq[row] ?? absent(row);
  }

  fate(row: number): MessageFate {
    return fates[this.columns.fate[row] ?? -1] ?? absent(row);
  }

  /** null if it was not lost. */
  cause(row: number): LossCause | null {
    const cause = this.columns.cause[row] ?? absent(row);
    // Most are not lost, and the engine is slow to look for −1 in a list.
    return cause < 0 ? null : (lossCauses[cause] ?? null);
  }

  /** What the receiver reports: 1 granted, 0 refused or error, −1 unknown. */
  ok(row: number): number {
    return this.columns.ok[row] ?? absent(row);
  }

  /** For a request: when its sender gave up waiting. */
  timedOutAt(row: number): Micros {
    return this.columns.timedOutAt[row] ?? absent(row);
  }

  /** Whether the link was cut when it was sent, so that it had to wait. */
  isStalled(row: number): boolean {
    return this.columns.stalled[row] === 1;
  }

  /** For a request: how often its sender's library had sent the same command before. */
  resends(row: number): number {
    return this.columns.resends[row] ?? absent(row);
  }

  /** When it was sent again and arrived; −1: never. */
  resentAt(row: number): Micros {
    return this.columns.resentAt[row] ?? absent(row);
  }
}

const { sent, received: receivedColumn, lost: gone } = column;
const flying = fates.indexOf('flying');
const arrived = fates.indexOf('arrived');
const received = fates.indexOf('received');
const late = fates.indexOf('late');
const lost = fates.indexOf('lost');

type Columns = ReturnType<typeof emptyColumns>;

/** The messages of a run. Cost: one pass over the trace. */
export function messageSpans(trace: Trace): Messages {
  // All of these kinds have the message in this column. A function call for each event would be too slow.
  const { kind, b } = trace;
  const { sentCount: count, messageMax } = traceIndexOf(trace);
  const columns = emptyColumns(count);
  const rows = new Int32Array(messageMax + 1);
  let next = 0;
  for (let seq = 0; seq < trace.count; seq++) {
    const what = kind[seq] ?? absent(seq);
    if (what > kindNumber.lost && what !== kindNumber.stalled && what !== kindNumber.resent) continue;
    const message = b[seq] ?? absent(seq);
    if (what === kindNumber.sent) {
      send(columns, next, trace, seq);
      rows[message] = ++next;
    } else {
      const row = (rows[message] ?? 0) - 1;
      if (row >= 0) follow(columns, row, trace, seq, what);
    }
  }
  return new Messages(count, columns, rows);
}

/** All columns share one buffer: fifteen buffers would cost the garbage collector more than the messages do. */
function emptyColumns(count: number) {
  const buffer = new ArrayBuffer(count * (5 * 8 + 5 * 4 + 8));
  const times = (column: number): Float64Array => new Float64Array(buffer, column * 8 * count, count);
  const integers = (column: number): Int32Array => new Int32Array(buffer, (5 * 8 + column * 4) * count, count);
  const bytes = (column: number): number => (5 * 8 + 5 * 4 + column) * count;
  return {
    message: integers(0),
    from: new Uint8Array(buffer, bytes(0), count),
    to: new Uint8Array(buffer, bytes(1), count),
    leg: new Uint8Array(buffer, bytes(2), count),
    text: integers(1),
    sentSeq: integers(2),
    sentAt: times(0),
    endAt: times(1).fill(-1),
    endSeq: integers(3).fill(-1),
    receivedAt: times(2).fill(-1),
    receivedSeq: integers(4).fill(-1),
    fate: new Uint8Array(buffer, bytes(3), count).fill(flying),
    cause: new Int8Array(buffer, bytes(4), count).fill(-1),
    ok: new Int8Array(buffer, bytes(5), count).fill(-1),
    timedOutAt: times(3).fill(-1),
    stalled: new Uint8Array(buffer, bytes(6), count),
    resends: new Uint8Array(buffer, bytes(7), count),
    resentAt: times(4).fill(-1),
  };
}

function send(columns: Columns, row: number, trace: Trace, seq: number): void {
  columns.message[row] = sent.message(trace, seq);
  columns.from[row] = processAt(trace, seq);
  columns.to[row] = sent.peer(trace, seq);
  columns.text[row] = sent.text(trace, seq);
  columns.leg[row] = sent.leg(trace, seq);
  columns.resends[row] = Math.max(0, sent.again(trace, seq));
  columns.sentSeq[row] = seq;
  columns.sentAt[row] = instantAt(trace, seq);
}

function follow(columns: Columns, row: number, trace: Trace, seq: number, what: number): void {
  const at = instantAt(trace, seq);
  switch (what) {
    case kindNumber.arrived:
      columns.endAt[row] = at;
      columns.endSeq[row] = seq;
      columns.fate[row] = arrived;
      return;
    case kindNumber.received:
      columns.receivedAt[row] = at;
      columns.receivedSeq[row] = seq;
      columns.ok[row] = receivedColumn.ok(trace, seq);
      columns.fate[row] = received;
      if (columns.endAt[row] === -1) columns.endAt[row] = at;
      return;
    case kindNumber.late:
      columns.receivedAt[row] = at;
      columns.receivedSeq[row] = seq;
      columns.fate[row] = late;
      if (columns.endAt[row] === -1) columns.endAt[row] = at;
      return;
    case kindNumber.timedOut:
      columns.timedOutAt[row] = at;
      return;
    case kindNumber.stalled:
      columns.stalled[row] = 1;
      return;
    case kindNumber.resent:
      columns.resentAt[row] = at;
      return;
    default:
      columns.endAt[row] = at;
      columns.endSeq[row] = seq;
      columns.fate[row] = lost;
      columns.cause[row] = gone.cause(trace, seq);
  }
}

/** The message in a row, named by its number among the messages between its two processes. */
export function messageOf(trace: Trace, messages: Messages, row: number): Message {
  const [from, to, leg] = [messages.from(row), messages.to(row), messages.leg(row)];
  let nth = 0;
  for (let other = 0; other <= row; other++) {
    if (messages.from(other) === from && messages.to(other) === to && messages.leg(other) === leg) nth++;
  }
  return { from: processId(trace, from), to: processId(trace, to), leg, nth };
}
