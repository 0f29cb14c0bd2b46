/** Signals: lists on which clients wait until the client before them leaves. */
import { goneCauses, kindNumber, type Trace } from '../model/trace/trace';
import { kindAt, processAt, readEventOf, textOf } from '../model/trace/traceReader';
import { spansOf } from './spans';

/**
 * Why a signal is removed here: a waiting client takes it, or a leaving client clears an old one before it gives its
 * own. Null if it is not a list, or was not deleted.
 */
export function signalAt(trace: Trace, seq: number): 'taken' | 'cleared' | null {
  const { process, peer, cause } = readEventOf(trace, seq, 'entryGone');
  const { entries, messages } = spansOf(trace);
  const entry = entries.find(({ endSeq }) => endSeq === seq);
  if (goneCauses[cause] !== 'deleted' || entry === undefined || !textOf(trace, entry.value).startsWith('['))
    return null;
  for (let later = seq + 1; later < trace.count; later++) {
    if (processAt(trace, later) !== process || kindAt(trace, later) !== kindNumber.received) continue;
    const answered = readEventOf(trace, later, 'received');
    if (answered.peer !== peer) continue;
    const row = messages.rowOf(answered.message);
    return row >= 0 && textOf(trace, messages.text(row)).startsWith('BLPOP ') ? 'taken' : 'cleared';
  }
  return null;
}
