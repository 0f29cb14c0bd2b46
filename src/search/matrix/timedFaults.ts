/**
 * More strengths for a fault at its place. A fault may do harm only if it ends at a certain moment, such as between
 * another client's read and its write, and that moment may last much less than a lease.
 */
import type { Fault } from '../../core/model/fault';
import { valueIn } from '../../core/model/faultKind';
import { type Ms, toMs } from '../../core/model/time';
import { kindNumber, type Trace } from '../../core/model/trace';
import { instantAt } from '../../core/model/traceReader';

/** Of faults that differ only in their strength, returns the strongest. A fault that lasts for ever has no number. */
export function strongest(faults: readonly Fault[], field: string): readonly Fault[] {
  const found = new Map<string, { readonly fault: Fault; readonly strength: number }>();
  for (const fault of faults) {
    const value = valueIn(fault, field);
    if (typeof value !== 'number') continue;
    const name = JSON.stringify({ ...fault, [field]: Math.sign(value) });
    const strength = Math.abs(value);
    if (strength > (found.get(name)?.strength ?? 0)) found.set(name, { fault, strength });
  }
  return [...found.values()].map(({ fault }) => fault);
}

const { faultStruck, acquired, wrote, rejected } = kindNumber;
/** A client also reads just after it is let in. */
const turns: ReadonlySet<number> = new Set([acquired, wrote, rejected]);

/** After the fault of this run has struck, the midpoints between each two things that clients do, counted from then. */
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
