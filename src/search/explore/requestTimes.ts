/** When each server took a request in, and whether it then held an entry that clients had set. */
import type { KeyPoint } from '../../core/faults/injectionPoints';
import { kindNumber, lockNames, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { instant } from '../../core/model/values/time';

const { received, entrySet, entryGone } = kindNumber;

/** Just after each instant at which a server answers a request while it holds an entry. */
export function requestTimesIn(trace: Trace): readonly KeyPoint[] {
  const { header, kind, process, at, b, count, strings } = trace;
  const names = lockNames(header);
  // A place in a lock's queue has a name below the lock's own.
  const lockEntries = new Set(strings.flatMap((name, i) => (names.includes(name.split('/')[0] ?? '') ? [i] : [])));
  const keyPoints: KeyPoint[] = [];
  const entries = header.processes.map(() => new Set<number>());
  /** The servers that answered at this instant. */
  const answered = new Set<number>();
  const note = (seq: number): void => {
    for (const server of answered) {
      const there = nth(entries, server);
      if (there.size === 0) continue;
      const point = { at: instant(nth(at, seq - 1) + 1), seq };
      const isLocked = [...there].some((entry) => lockEntries.has(entry));
      keyPoints.push({ ...point, process: nth(header.processes, server).id, isLocked });
    }
    answered.clear();
  };
  for (let seq = 0; seq < count; seq++) {
    if (seq > 0 && at[seq] !== at[seq - 1]) note(seq);
    const who = nth(process, seq);
    const what = kind[seq];
    if (what === entrySet) nth(entries, who).add(nth(b, seq));
    else if (what === entryGone) nth(entries, who).delete(nth(b, seq));
    else if (what === received && isRequest(nth(b, seq))) answered.add(who);
  }
  if (count > 0) note(count);
  return keyPoints;
}

/** Requests have even numbers. */
const isRequest = (message: number): boolean => message % 2 === 0;
