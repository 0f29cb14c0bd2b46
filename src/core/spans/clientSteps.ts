/** The meaning of a client's steps, and of the answers that it reads. */
import { kindNumber, type Trace, withSession } from '../model/trace/trace';
import { instantAt, kindAt, processAt, readEventOf, textOf } from '../model/trace/traceReader';
import { spansOf } from './spans';

const { acquiring, paused, releasing, step } = kindNumber;

const isException = (step: string): boolean => /^[A-Z][A-Za-z]+$/.test(step);

/**
 * The time left in µs when a client checks its lease. −1: it does not expire, −2 (`withSession`): it lasts as long as
 * its session. Null: the result depends on the client's clock, which does not show the true time, or no time is left.
 */
export function leaseLeft(trace: Trace, seq: number): number | null {
  const process = processAt(trace, seq);
  const { holds, clocks } = spansOf(trace);
  const hold = holds.findLast((one) => one.process === process && one.acquiringSeq < seq);
  const belief = hold?.validities.findLast((one) => one.seq < seq);
  if (belief?.endsWithSession === true) return withSession;
  if (belief?.until == null) return -1;
  const left = belief.until - instantAt(trace, seq);
  const isMoved = clocks.some((clock) => clock.process === process && clock.from <= instantAt(trace, seq));
  return left > 0 && !isMoved ? left : null;
}

/**
 * The exception that ended this acquisition or release of a client; empty if none was raised. A program names it in a
 * step, as in the library.
 */
export function raisedBefore(trace: Trace, seq: number): string {
  const process = processAt(trace, seq);
  for (let before = seq - 1; before >= 0; before--) {
    if (processAt(trace, before) !== process) continue;
    const kind = kindAt(trace, before);
    if (kind === acquiring || kind === releasing) return '';
    if (kind !== step) continue;
    const name = textOf(trace, readEventOf(trace, before, 'step').text);
    if (isException(name)) return name;
  }
  return '';
}

/** Whether the client checks here how much of its lease is left, before it writes. */
export const looksAtLease = (trace: Trace, seq: number): boolean =>
  kindAt(trace, seq) === step && textOf(trace, readEventOf(trace, seq, 'step').text) === 'check';

/** Whether a client with something to do is paused here before it has asked for the lock. */
export function isPausedBeforeAsking(trace: Trace, seq: number): boolean {
  if (kindAt(trace, seq) !== step || textOf(trace, readEventOf(trace, seq, 'step').text) !== 'acquire') return false;
  const process = processAt(trace, seq);
  for (let later = seq + 1; later < trace.count; later++) {
    if (processAt(trace, later) !== process) continue;
    if (kindAt(trace, later) === paused) return true;
    if (kindAt(trace, later) === acquiring) return false;
  }
  return false;
}

/** Whether a client that asked the storage for its mark reads here that it is still there. */
export const readsOwnMark = (trace: Trace, seq: number): boolean =>
  answered(trace, seq).startsWith('CHECK ') && readEventOf(trace, seq, 'received').ok === 1;

/** Whether a client reads here the content of a key and decides by it. */
export const decidesByKey = (trace: Trace, seq: number): boolean => /^GET(SET)? /.test(answered(trace, seq));

/** The request whose answer a client reads here; empty: it reads no answer. */
function answered(trace: Trace, seq: number): string {
  if (kindAt(trace, seq) !== kindNumber.received) return '';
  const { process, message } = readEventOf(trace, seq, 'received');
  return trace.header.processes[process]?.role === 'client' ? textOfMessage(trace, message - 1) : '';
}

/** @param message a call has an even number, and its reply the next one. Empty: the trace has no such message */
export function textOfMessage(trace: Trace, message: number): string {
  const { messages } = spansOf(trace);
  const row = messages.rowOf(message);
  return row < 0 ? '' : textOf(trace, messages.text(row));
}
