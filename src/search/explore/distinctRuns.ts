/**
 * Runs that differ from each other. Another placement may lead to a run that is already known, for instance where a
 * client does nothing between two of its effects.
 */
import { injectionRules } from '../../core/faults';
import type { Placement } from '../../core/faults/injectionPoints';
import type { Fault } from '../../core/model/scenario/fault';
import type { Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import type { Held, Placements } from './branch';
import { fingerprint } from './fingerprint';

type RunName = string | number;

/** One more distinct run. The index is its place in a part. */
export interface Different {
  readonly index: number;
  readonly name: RunName;
  readonly reached: number;
  readonly isHarmed: boolean;
}

/**
 * Runs with the same name count as one. The trace does not contain what a client read from its clock, nor everything
 * that some faults leave behind. Both may matter when one more fault hits, so the name has them.
 */
export function runName(trace: Trace, { fault, process, readings }: Placement): RunName {
  const { isNarrated } = injectionRules[fault.kind];
  const print = fingerprint(trace);
  if (readings === undefined && isNarrated) return print;
  const readingsText = readings === undefined ? '' : `${process} ${readings}`;
  return `${print} ${readingsText} ${isNarrated ? '' : wherever(fault)}`;
}

/** A fault as text, without its time. */
const wherever = (fault: Fault): string => JSON.stringify({ ...fault, when: null });

/** The distinct results of the runs of a branch. The caller adds them in the order of the places. */
export class DistinctRuns {
  readonly breaks: Placements[] = [];
  /** The last placement of each run that held. */
  readonly open: Placement[] = [];
  readonly held = new Map<number, Held>();
  private readonly runNames = new Set<RunName>();

  /** @param before more runs that are known */
  constructor(private readonly before: Pick<DistinctRuns, 'has'> | null = null) {}

  has(name: RunName): boolean {
    return this.runNames.has(name) || (this.before?.has(name) ?? false);
  }

  /** Marks a run as known without counting it; later runs of this name do not count either. */
  note(name: RunName): void {
    this.runNames.add(name);
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

  /** @param placements each of them was injected alone */
  addPart(placements: readonly Placement[], different: readonly Different[]): void {
    for (const { index, name, reached, isHarmed } of different) {
      const placement = placements[index];
      if (placement === undefined || this.has(name)) continue;
      this.add(name, { placements: [placement], reached, isHarmed });
    }
  }

  /** A copy to add to, which leaves this one as it is. It looks names up here instead of copying them. */
  copy(): DistinctRuns {
    const copy = new DistinctRuns(this);
    copy.breaks.push(...this.breaks);
    copy.open.push(...this.open);
    for (const [reached, one] of this.held) copy.held.set(reached, one);
    return copy;
  }
}
