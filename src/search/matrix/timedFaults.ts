/**
 * More strengths for a fault at its place. A fault may do harm only if it ends at a certain moment, such as between
 * another client's read and its write, and that moment may last much less than a lease.
 */
import { strengthOf, withStrength } from '../../core/faults/strength';
import type { Fault } from '../../core/model/scenario/fault';
import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { instantAt } from '../../core/model/trace/traceReader';
import { type Ms, toMs } from '../../core/model/values/time';

/** Of faults that differ only in their strength, returns the strongest. A fault that lasts forever has no number. */
export function strongest(faults: readonly Fault[]): readonly Fault[] {
  const faultByName = new Map<string, Fault>();
  for (const fault of faults) {
    if (strengthOf(fault) === Number.POSITIVE_INFINITY) continue;
    const name = JSON.stringify(withStrength(fault, 1));
    const other = faultByName.get(name);
    if (other === undefined || strengthOf(fault) > strengthOf(other)) faultByName.set(name, fault);
  }
  return [...faultByName.values()];
}

const { faultStruck, acquired, wrote, rejected } = kindNumber;
/** A client also reads just after it is let in. */
const turns: ReadonlySet<number> = new Set([acquired, wrote, rejected]);

/** After the fault of this run has hit, the midpoints between every two things that clients do, counted from then. */
export function timedFaults(trace: Trace): readonly Ms[] {
  const { kind, count } = trace;
  const lengths: Ms[] = [];
  let from: number | null = null;
  let last = 0;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq] ?? -1;
    const at = instantAt(trace, seq);
    if (from === null && what === faultStruck) [from, last] = [at, at];
    if (from === null || !turns.has(what) || at === last) continue;
    const length = Math.floor(toMs((at + last) / 2 - from));
    if (length > 0) lengths.push(length);
    last = at;
  }
  return lengths;
}
