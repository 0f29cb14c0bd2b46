/**
 * Writes to a resource of several replicas: which copies belong to one write, when the write counts as accepted, and
 * which accepted write landed on another's copy without knowing it. It sees only what each replica did, in order.
 */

import { nth } from '../model/values/nth';
import type { AcquiredHold } from './holdSpans';

/** One replica has accepted a copy. */
export interface Copy {
  readonly seq: number;
  readonly process: number;
  readonly client: number;
  /** Its acquisition, compared by identity. */
  readonly hold: AcquiredHold | null;
  readonly value: number;
  readonly version: number;
  readonly basedOn: number;
  readonly token: number;
}

interface Write {
  readonly at: Set<number>;
  counts: boolean;
}

interface Landed {
  readonly copy: Copy;
  readonly write: Write;
}

/**
 * How far back a copy is compared with others. Comparing with all of them would make the cost quadratic in the
 * copies.
 */
const copiesBack = 200;

export class ReplicaWrites {
  /** By writer and value; only the latest of each. */
  private readonly latest = new Map<AcquiredHold | null, Map<string, Write>>();
  private readonly landed = new Map<number, Landed[]>();

  constructor(private readonly needed: number) {}

  /** A copy has been accepted. Returns whether the write now counts as accepted, because a majority has it. */
  add(copy: Copy): boolean {
    const ofHold = this.latest.get(copy.hold) ?? new Map<string, Write>();
    this.latest.set(copy.hold, ofHold);
    const key = `${copy.client} ${copy.basedOn} ${copy.value} ${copy.token}`;
    const earlierWrite = ofHold.get(key);
    // A second copy at the same replica is another write of the same value.
    const write =
      earlierWrite === undefined || earlierWrite.at.has(copy.process)
        ? { at: new Set<number>(), counts: false }
        : earlierWrite;
    ofHold.set(key, write);
    const here = this.landed.get(copy.process) ?? [];
    this.landed.set(copy.process, here);
    here.push({ copy, write });
    write.at.add(copy.process);
    if (write.at.size !== this.needed) return false;
    write.counts = true;
    return true;
  }

  /**
   * The copies that landed on another write's copies, by the number of their event. Both writes count, and the later
   * one had not read the earlier one. Each pair appears once. Call it when all copies have been added. Cost: copies ×
   * `copiesBack`.
   */
  destroyed(): ReadonlyMap<number, readonly Copy[]> {
    const copiesBySeq = new Map<number, Copy[]>();
    const overwrites = new Map<Write, Set<Write>>();
    for (const here of this.landed.values()) {
      here.forEach(({ copy, write }, i) => {
        if (!write.counts || copy.basedOn < 0) return;
        const over = overwrites.get(write) ?? new Set();
        overwrites.set(write, over);
        for (let j = i - 1; j >= Math.max(0, i - copiesBack); j--) {
          const under = nth(here, j);
          const isOther = under.copy.client !== copy.client || under.copy.hold !== copy.hold;
          const isUnknown = isOther && under.copy.version > copy.basedOn;
          if (!isUnknown || !under.write.counts || over.has(under.write)) continue;
          over.add(under.write);
          copiesBySeq.set(copy.seq, [under.copy, ...(copiesBySeq.get(copy.seq) ?? [])]);
        }
      });
    }
    return copiesBySeq;
  }
}
