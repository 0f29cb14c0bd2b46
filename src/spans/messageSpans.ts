/** Every message from its sending to its end, in columns: a run of a minute has twenty thousand of them. */
import type { Message } from '../model/fault';
import { kindNumber, legs, type Trace } from '../model/trace';
import { processId } from '../model/traceReader';
import { indexOf } from './traceIndex';

/** How a message ended. `flying`: the run ended first. `late`: it came when nobody waited for it any more. */
export const fates = ['flying', 'arrived', 'received', 'late', 'lost'] as const;

/** One row a message, in the order in which they were sent. Times in microseconds, −1 is none. */
export interface Messages {
  readonly count: number;
  /** Twice the number of the call, plus one for its reply. */
  readonly message: Int32Array;
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** Index into `legs`. */
  readonly leg: Uint8Array;
  /** Index into the string table. */
  readonly text: Int32Array;
  readonly sentSeq: Int32Array;
  readonly sentAt: Float64Array;
  /** When it reached the other process, or was lost. */
  readonly endAt: Float64Array;
  readonly endSeq: Int32Array;
  /** When the code took it in. */
  readonly receivedAt: Float64Array;
  readonly receivedSeq: Int32Array;
  /** Index into `fates`. */
  readonly fate: Uint8Array;
  /** Index into `lossCauses`, −1 when it was not lost. */
  readonly cause: Int8Array;
  /** Of the receiver: 1 granted, 0 refused or error, −1 not known. */
  readonly ok: Int8Array;
  /** Of a request: when its sender gave up waiting. */
  readonly timedOutAt: Float64Array;
  /** 1: a cut link did not let it through when it was sent. */
  readonly stalled: Uint8Array;
  /** When it was sent again and got through, −1: it was not. */
  readonly resentAt: Float64Array;
  /** The row of a message by its number, or −1. */
  readonly rowOf: (message: number) => number;
}

const flying = fates.indexOf('flying');
const arrived = fates.indexOf('arrived');
const received = fates.indexOf('received');
const late = fates.indexOf('late');
const lost = fates.indexOf('lost');

type Columns = ReturnType<typeof emptyColumns>;

/** The messages of a run. Cost: one pass over the trace. */
export function messageSpans(trace: Trace): Messages {
  const { kind, b } = trace;
  const { sentCount: count, messageMax } = indexOf(trace);
  const columns = emptyColumns(count);
  // One more than the row, so that a fresh array says "none" everywhere.
  const rows = new Int32Array(messageMax + 1);
  let next = 0;
  for (let seq = 0; seq < trace.count; seq++) {
    const what = kind[seq] as number;
    if (what > kindNumber.lost && what !== kindNumber.stalled && what !== kindNumber.resent) continue;
    const message = b[seq] as number;
    if (what === kindNumber.sent) {
      send(columns, next, trace, seq);
      rows[message] = ++next;
    } else {
      const row = (rows[message] ?? 0) - 1;
      if (row >= 0) follow(columns, row, trace, seq, what);
    }
  }
  const rowOf = (message: number): number => (rows[message] ?? 0) - 1;
  return { count, ...columns, rowOf };
}

/** All in one buffer: fifteen of them would keep the collector busier than the messages do. */
function emptyColumns(count: number) {
  const buffer = new ArrayBuffer(count * (5 * 8 + 5 * 4 + 7));
  const times = (place: number): Float64Array => new Float64Array(buffer, place * 8 * count, count);
  const integers = (place: number): Int32Array => new Int32Array(buffer, (5 * 8 + place * 4) * count, count);
  const bytes = (place: number): number => (5 * 8 + 5 * 4 + place) * count;
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
    resentAt: times(4).fill(-1),
  };
}

function send(columns: Columns, row: number, trace: Trace, seq: number): void {
  columns.message[row] = trace.b[seq] as number;
  columns.from[row] = trace.process[seq] as number;
  columns.to[row] = trace.a[seq] as number;
  columns.text[row] = trace.c[seq] as number;
  columns.leg[row] = trace.d[seq] as number;
  columns.sentSeq[row] = seq;
  columns.sentAt[row] = trace.at[seq] as number;
}

function follow(columns: Columns, row: number, trace: Trace, seq: number, what: number): void {
  const at = trace.at[seq] as number;
  switch (what) {
    case kindNumber.arrived:
      columns.endAt[row] = at;
      columns.endSeq[row] = seq;
      columns.fate[row] = arrived;
      return;
    case kindNumber.received:
      columns.receivedAt[row] = at;
      columns.receivedSeq[row] = seq;
      columns.ok[row] = trace.c[seq] as number;
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
      columns.cause[row] = trace.c[seq] as number;
  }
}

/** The message of a row, named by its number from here to there. */
export function messageOf(trace: Trace, messages: Messages, row: number): Message {
  const [from, to, leg] = [messages.from[row] as number, messages.to[row] as number, messages.leg[row] as number];
  let nth = 0;
  for (let other = 0; other <= row; other++) {
    if (messages.from[other] === from && messages.to[other] === to && messages.leg[other] === leg) nth++;
  }
  return { from: processId(trace, from), to: processId(trace, to), leg: legs[leg] ?? 'request', nth };
}
