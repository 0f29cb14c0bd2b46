/** How long machines slept: the stops of their monotonic clocks. They may overlap. */

import { kindNumber, type Trace } from '../model/trace/trace';
import { column, instantAt, kindAt, processAt } from '../model/trace/traceReader';
import type { Micros } from '../model/values/time';

const { faultStruck, faultEnded } = kindNumber;

interface Nap {
  since: Micros;
  readonly faults: Set<number>;
}

export class Sleeps {
  private readonly naps = new Map<number, Nap>();
  private readonly suspends: ReadonlySet<number>;

  constructor(private readonly trace: Trace) {
    const faults = Object.values(trace.header.scenario.faults);
    this.suspends = new Set(faults.flatMap(({ kind }, fault) => (kind === 'suspend' ? [fault] : [])));
  }

  /**
   * Takes the events in their order.
   * @returns how long the machine of the event's process has slept since its last event.
   */
  take(seq: number): Micros {
    const { trace, naps } = this;
    const kind = kindAt(trace, seq);
    const [process, at] = [processAt(trace, seq), instantAt(trace, seq)];
    const nap = naps.get(process);
    const slept = nap === undefined ? 0 : at - nap.since;
    if (nap !== undefined) nap.since = at;
    if (kind !== faultStruck && kind !== faultEnded) return slept;
    const fault = column.faultStruck.fault(trace, seq);
    if (!this.suspends.has(fault)) return slept;
    if (kind === faultStruck) naps.set(process, { since: at, faults: new Set(nap?.faults).add(fault) });
    else if (nap?.faults.delete(fault) && nap.faults.size === 0) naps.delete(process);
    return slept;
  }
}
