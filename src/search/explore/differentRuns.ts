/**
 * Runs that differ from each other. Another placement may lead to a very run that is known, as where a client does nothing between
 * two of its effects.
 */
import { everyPlace } from '../../core/faults';
import type { Placement } from '../../core/faults/places';
import type { Fault } from '../../core/model/fault';
import { nth } from '../../core/model/nth';
import type { Trace } from '../../core/model/trace';
import type { Held, Placements } from './branch';
import { fingerprint } from './fingerprint';

type RunName = string | number;

/** One more run, by the index of its place in a part. */
export interface Different {
  readonly index: number;
  readonly name: RunName;
  readonly reached: number;
  readonly isHarmed: boolean;
}

/**
 * Runs with the same name are one. What a client read from its clock is not in the trace, nor is all that some faults leave
 * behind. Both may count when one more fault strikes.
 */
export function runName(trace: Trace, { fault, process, readings }: Placement): RunName {
  const { isTold } = everyPlace[fault.kind];
  const print = fingerprint(trace);
  if (readings === undefined && isTold) return print;
  const read = readings === undefined ? '' : `${process} ${readings}`;
  return `${print} ${read} ${isTold ? '' : wherever(fault)}`;
}

/** A fault without its moment, as a text. */
const wherever = (fault: Fault): string => JSON.stringify({ ...fault, when: null });

/** What the runs of a branch came to, each once. Whoever adds them adds them in the order of the places. */
export class DifferentRuns {
  readonly breaks: Placements[] = [];
  /** The last placement of each run that held. */
  readonly open: Placement[] = [];
  readonly held = new Map<number, Held>();
  private readonly known = new Set<RunName>();

  /** @param before runs that are known, too */
  constructor(private readonly before: Pick<DifferentRuns, 'has'> | null = null) {}

  has(name: RunName): boolean {
    return this.known.has(name) || (this.before?.has(name) ?? false);
  }

  /** It counts for nothing, and neither does another one of this name. */
  note(name: RunName): void {
    this.known.add(name);
  }

  add(
    name: RunName,
    run: { readonly placements: Placements; readonly reached: number; readonly isHarmed: boolean },
  ): void {
    const { placements, reached, isHarmed } = run;
    this.note(name);
    if (isHarmed) {
      this.breaks.push(placements);
      return;
    }
    this.open.push(nth(placements, placements.length - 1));
    this.hold(reached, placements);
  }

  hold(reached: number, example: Placements): void {
    const same = this.held.get(reached);
    this.held.set(reached, { reached, count: 1 + (same?.count ?? 0), example: same?.example ?? example });
  }

  /** @param placements of which each is struck alone */
  addPart(placements: readonly Placement[], different: readonly Different[]): void {
    for (const { index, name, reached, isHarmed } of different) {
      const placement = placements[index];
      if (placement === undefined || this.has(name)) continue;
      this.add(name, { placements: [placement], reached, isHarmed });
    }
  }

  /** To add more to it and keep this one as it is. It looks names up here, and copies none of them. */
  copy(): DifferentRuns {
    const copy = new DifferentRuns(this);
    copy.breaks.push(...this.breaks);
    copy.open.push(...this.open);
    for (const [reached, one] of this.held) copy.held.set(reached, one);
    return copy;
  }
}
