/**
 * One branch of the search: a run with the faults so far, and each place in it struck by one fault more. Retries and
 * recoveries exist only in that run, so its places are not those of the run without faults.
 */
import { everyPlace } from '../faults/everyPlace';
import type { Placement } from '../faults/places';
import type { RunRegistry } from '../faults/program';
import type { Fault } from '../model/fault';
import { nth } from '../model/nth';
import type { Scenario } from '../model/scenario';
import type { Trace } from '../model/trace';
import { glimpse } from '../sim/simulate';
import { fingerprint } from './fingerprint';
import { reachedIn } from './goals';
import { isHarmed } from './harm';
import { nameOf } from './placementName';
import { type Hunt, placesOf } from './space';
import { surveyOf } from './surveyOf';
import { equalNodes, isFirst } from './symmetry';

/** The faults of one run, in the order in which they strike. */
export type Placements = readonly Placement[];

/** Runs in which nothing was harmed and the same goals were reached. */
export interface Held {
  readonly reached: number;
  readonly count: number;
  /** The first of them. */
  readonly example: Placements;
}

/** What came of a branch. Two branches of the same faults are equal. */
export interface Branch {
  /** How many runs were simulated. */
  readonly runs: number;
  /** The placements that did the harm, each together with those of the branch. Without any of its faults it is not done. */
  readonly breaks: readonly Placements[];
  /** The placements that did no harm, so one more fault may come after them. */
  readonly open: readonly Placement[];
  /** How many places there were, before symmetry. */
  readonly places: number;
  readonly held: readonly Held[];
  /** The goals that any run reached, harmed or not (`goalsIn`). */
  readonly reached: number;
}

/** With these faults and no others. */
export const withFaults = (scenario: Scenario, faults: readonly Fault[]): Scenario => ({
  ...scenario,
  faults: Object.fromEntries(faults.map((fault, index) => [`fault${index + 1}`, fault])),
});

/** With these faults besides its own. */
export function withMore(scenario: Scenario, faults: readonly Fault[]): Scenario {
  const names = Object.keys(scenario.faults);
  const free = Array.from({ length: names.length + faults.length }, (_, index) => `fault${index + 1}`).filter(
    (name) => !names.includes(name),
  );
  return {
    ...scenario,
    faults: { ...scenario.faults, ...Object.fromEntries(faults.map((fault, index) => [nth(free, index), fault])) },
  };
}

export const scenarioOf = ({ scenario }: Pick<Hunt, 'scenario'>, placements: Placements): Scenario =>
  withMore(
    scenario,
    placements.map(({ fault }) => fault),
  );

/** A fault without its moment, as a text. */
const wherever = (fault: Fault): string => JSON.stringify({ ...fault, when: null });

/** A branch that is under way. */
export interface Partly {
  /** What came of it so far. */
  readonly branch: () => Branch;
}

/**
 * Yields after each run.
 *
 * @param before the faults so far, which do no harm
 * @param harmful the single faults that do the harm (`nameOf`). Nothing is put on top of them
 */
export function* grow(
  space: Hunt,
  registry: RunRegistry,
  before: Placements,
  harmful: ReadonlySet<string>,
): Generator<Partly, Branch, void> {
  const growing = new Growing(space, registry, before, harmful);
  yield* growing.run();
  return growing.branch();
}

class Growing implements Partly {
  private runs = 0;
  private places = 0;
  private reached = 0;
  private readonly breaks: Placements[] = [];
  private readonly open: Placement[] = [];
  private readonly known = new Set<string | number>();
  private readonly held = new Map<number, { count: number; readonly example: Placements }>();

  constructor(
    private readonly space: Hunt,
    private readonly registry: RunRegistry,
    private readonly before: Placements,
    private readonly harmful: ReadonlySet<string>,
  ) {}

  readonly branch = (): Branch => {
    const { runs, places, breaks, open, reached: all } = this;
    return {
      runs,
      places,
      breaks,
      open,
      reached: all,
      held: [...this.held].map(([reached, rest]) => ({ reached, ...rest })),
    };
  };

  *run(): Generator<Partly, void, void> {
    const { space, registry, before } = this;
    const { trace, survey } = surveyOf(scenarioOf(space, before), registry, space.lengths);
    if (before.length === 0) {
      this.runs++;
      yield this;
      const reached = this.look(trace);
      if (isHarmed(trace, space.harm)) {
        this.breaks.push(before);
        return;
      }
      this.hold(reached, before);
    }
    const last = before.at(-1);
    const alike = equalNodes(trace);
    const placements = placesOf(space, survey).filter((placement) => last === undefined || isAfter(placement, last));
    this.places = placements.length;
    for (const placement of placements) {
      if (!isFirst(placement, alike) || this.isHarmful(placement)) continue;
      this.strike(placement);
      yield this;
    }
  }

  private isHarmful(placement: Placement): boolean {
    return this.harmful.size > 0 && this.harmful.has(nameOf(placement));
  }

  private strike(placement: Placement): void {
    const placements = [...this.before, placement];
    const trace = this.simulated(placements);
    if (wasMissed(trace) || this.isKnown(trace, placement)) return;
    const reached = this.look(trace);
    if (isHarmed(trace, this.space.harm)) {
      if (this.isFewest(placements)) this.breaks.push(placements);
      return;
    }
    this.open.push(placement);
    this.hold(reached, placements);
  }

  /**
   * Whether another placement led to this very run, as where a client does nothing between two of its effects. What a client
   * read from its clock is not in the trace, nor is all that some faults leave behind. Both may count when one more fault
   * strikes.
   */
  private isKnown(trace: Trace, { fault, process, readings }: Placement): boolean {
    const { isTold } = everyPlace[fault.kind];
    const print = fingerprint(trace);
    const isPrintAlone = readings === undefined && isTold;
    const read = readings === undefined ? '' : `${process} ${readings}`;
    const name = isPrintAlone ? print : `${print} ${read} ${isTold ? '' : wherever(fault)}`;
    if (this.known.has(name)) return true;
    this.known.add(name);
    return false;
  }

  /** Whether none of the faults can be left out. Without the last one it is the run that held. */
  private isFewest(placements: Placements): boolean {
    return this.before.every((_, out) => {
      const rest = placements.filter((_one, index) => index !== out);
      return rest.length === 0 || !isHarmed(this.simulated(rest), this.space.harm);
    });
  }

  /** It lasts until the next run. */
  private simulated(placements: Placements): Trace {
    this.runs++;
    return glimpse(scenarioOf(this.space, placements), this.registry);
  }

  private look(trace: Trace): number {
    const reached = reachedIn(trace);
    this.reached |= reached;
    return reached;
  }

  private hold(reached: number, example: Placements): void {
    const same = this.held.get(reached);
    if (same === undefined) this.held.set(reached, { count: 1, example });
    else same.count++;
  }
}

/**
 * Whether a place comes after another. Of two clocks that jump at one instant, the order says nothing, so each two come
 * in one order alone.
 */
function isAfter(placement: Placement, last: Placement): boolean {
  if (placement.at !== last.at) return placement.at > last.at;
  if (placement.seq !== last.seq) return placement.seq > last.seq;
  return isTimed(placement) && isTimed(last) && nameOf(placement) > nameOf(last);
}

const isTimed = ({ fault }: Placement): boolean => 'when' in fault && fault.when.kind === 'time';

/** Runs a generator to its end. */
export function finished<T>(steps: Generator<unknown, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function wasMissed({ header: { missed } }: Trace): boolean {
  for (const _name in missed) return true;
  return false;
}
