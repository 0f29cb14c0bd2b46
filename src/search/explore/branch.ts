/**
 * One branch of the search: a run with the faults so far, and one more fault injected at each of its places. Retries
 * and recoveries exist only in that run, so its places differ from those of the faultless run.
 */
import type { Placement, Survey } from '../../core/faults/injectionPoints';
import type { Fault } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { type Different, DistinctRuns, runName } from './distinctRuns';
import { isHarmed, wasMissed } from './harm';
import { reachedIn } from './milestones';
import { nameOf } from './placementName';
import { placementsOf, type TargetSpace } from './space';
import { surveyOf } from './surveyOf';
import { equalNodes, isFirstOfEquals } from './symmetry';

/** The faults of one run, in the order in which they take effect. */
export type Placements = readonly Placement[];

/** Runs that did no harm and reached the same milestones. */
export interface Held {
  readonly reached: number;
  readonly count: number;
  readonly example: Placements;
}

/** The result of a branch. Two branches of the same faults are equal. */
export interface Branch {
  readonly runs: number;
  /**
   * The placements that did the harm, each with those of the branch. Every one of its faults is needed for the harm.
   */
  readonly breaks: readonly Placements[];
  /** The placements that did no harm, so one more fault may come after them. */
  readonly open: readonly Placement[];
  /** The number of places, before symmetry. */
  readonly places: number;
  readonly held: readonly Held[];
  /** The milestones that any run reached, harmed or not (`milestonesIn`). */
  readonly reached: number;
  /** Only in a part, which otherwise has only counts: its runs that differ from each other. */
  readonly different?: readonly Different[];
}

/** The scenario with these faults instead of its own. */
export const withFaults = (scenario: Scenario, faults: readonly Fault[]): Scenario => ({
  ...scenario,
  faults: Object.fromEntries(faults.map((fault, index) => [`fault${index + 1}`, fault])),
});

/** The scenario with these faults besides its own. */
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

export const scenarioOf = ({ scenario }: Pick<TargetSpace, 'scenario'>, placements: Placements): Scenario =>
  withMore(
    scenario,
    placements.map(({ fault }) => fault),
  );

/** Some places of one branch, tried by another worker. */
export interface PartInjected {
  readonly placements: readonly Placement[];
  readonly branch: Branch;
}

export interface BranchProgress {
  /** The result so far, with these parts added as if they came next. */
  readonly branch: (parts?: readonly PartInjected[]) => Branch;
  /** The places still to be tried. */
  readonly rest: () => readonly Placement[];
  /**
   * Adds the next part of the rest. The sum is the same as if every place were tried here. Only for the faultless
   * run.
   */
  readonly add: (part: PartInjected) => void;
}

export interface LeftOut {
  /** The single faults that do the harm (`nameOf`). No fault is added to them. */
  readonly harmful?: ReadonlySet<string>;
  /** Absent: every place is tried. */
  readonly isTried?: ((placement: Placement) => boolean) | undefined;
}

/**
 * Yields after each run.
 *
 * @param before the faults so far, which do no harm
 */
export function* grow(
  space: TargetSpace,
  parts: Parts,
  before: Placements,
  leftOut: LeftOut = {},
): Generator<BranchProgress, Branch, void> {
  const growing = new Growing(space, parts, before, leftOut);
  yield* growing.run();
  return growing.branch();
}

/** The places of a branch that need a run. */
export interface InjectionsToTry {
  /** The number of places, before symmetry. */
  readonly places: number;
  readonly placements: readonly Placement[];
}

/** Cost: one simulation, the run of the branch itself. */
export function injectionsToTry(
  space: TargetSpace,
  parts: Parts,
  before: Placements,
  leftOut: LeftOut = {},
): InjectionsToTry {
  const growing = new Growing(space, parts, before, leftOut);
  growing.begin();
  return { places: growing.branch().places, placements: growing.rest() };
}

/**
 * Tries some places of the faultless run, for a caller that adds the results up (`BranchProgress.add`). Yields after each
 * run.
 */
export function* injectPart(
  space: TargetSpace,
  parts: Parts,
  placements: readonly Placement[],
): Generator<Branch, Branch, void> {
  const different: Different[] = [];
  const knownNames = new Set<Different['name']>();
  const branch = { runs: 0, places: 0, reached: 0, breaks: [], open: [], held: [], different };
  for (const [index, placement] of placements.entries()) {
    const trace = simulateIntoBuffer(scenarioOf(space, [placement]), parts);
    branch.runs++;
    const name = wasMissed(trace) ? null : runName(trace, placement);
    if (name !== null && !knownNames.has(name)) {
      knownNames.add(name);
      const reached = reachedIn(trace);
      branch.reached |= reached;
      different.push({ index, name, reached, isHarmed: isHarmed(trace, space.harm, parts) });
    }
    yield branch;
  }
  return branch;
}

class Growing implements BranchProgress {
  private runs = 0;
  private places = 0;
  private reached = 0;
  private waiting: readonly Placement[] = [];
  private injected = 0;
  private readonly different = new DistinctRuns();

  constructor(
    private readonly space: TargetSpace,
    private readonly parts: Parts,
    private readonly before: Placements,
    private readonly leftOut: LeftOut,
  ) {}

  readonly branch = (parts: readonly PartInjected[] = []): Branch => {
    const { runs, places, reached } = this;
    const different = parts.length === 0 ? this.different : this.different.copy();
    for (const part of parts) different.addPart(part.placements, part.branch.different ?? []);
    const { breaks, open, held } = different;
    return { runs, places, breaks, open, reached, held: [...held.values()] };
  };

  readonly rest = (): readonly Placement[] => this.waiting.slice(this.injected);

  readonly add = ({ placements, branch }: PartInjected): void => {
    this.injected += placements.length;
    this.runs += branch.runs;
    this.reached |= branch.reached;
    this.different.addPart(placements, branch.different ?? []);
  };

  /** Finds the places to try. */
  begin(): void {
    const { space, parts, before } = this;
    const { trace, survey } = surveyOf(scenarioOf(space, before), parts, space.lengths);
    const isFaultlessHarmed = before.length === 0 && this.judgeFaultless(trace);
    if (!isFaultlessHarmed) this.waiting = this.placementsAfter(trace, survey);
  }

  *run(): Generator<BranchProgress, void, void> {
    this.begin();
    if (this.before.length === 0) yield this;
    while (this.injected < this.waiting.length) {
      this.inject(nth(this.waiting, this.injected++));
      yield this;
    }
  }

  /** Returns whether the faultless run does the harm. Then no place is tried. */
  private judgeFaultless(trace: Trace): boolean {
    this.runs++;
    const reached = this.look(trace);
    const isBreak = isHarmed(trace, this.space.harm, this.parts);
    if (isBreak) this.different.breaks.push(this.before);
    else this.different.hold(reached, this.before);
    return isBreak;
  }

  private placementsAfter(trace: Trace, survey: Survey): readonly Placement[] {
    const last = this.before.at(-1);
    const alike = equalNodes(trace);
    const placements = placementsOf(this.space, survey).filter((one) => last === undefined || isAfter(one, last));
    this.places = placements.length;
    const { harmful = new Set(), isTried = () => true } = this.leftOut;
    const isHarmful = (one: Placement): boolean => harmful.size > 0 && harmful.has(nameOf(one));
    return placements.filter((one) => isFirstOfEquals(one, alike) && !isHarmful(one) && isTried(one));
  }

  private inject(placement: Placement): void {
    const placements = [...this.before, placement];
    const trace = this.simulated(placements);
    if (wasMissed(trace)) return;
    const name = runName(trace, placement);
    if (this.different.has(name)) return;
    const reached = this.look(trace);
    if (!isHarmed(trace, this.space.harm, this.parts))
      this.different.add(name, { placements, reached, isHarmed: false });
    else if (this.isFewest(placements)) this.different.add(name, { placements, reached, isHarmed: true });
    else this.different.note(name);
  }

  /** Whether every fault is needed. The run without the last one needs no check: it did no harm. */
  private isFewest(placements: Placements): boolean {
    return this.before.every((_, out) => {
      const rest = placements.filter((_one, index) => index !== out);
      return rest.length === 0 || !isHarmed(this.simulated(rest), this.space.harm, this.parts);
    });
  }

  /** The trace is valid until the next run. */
  private simulated(placements: Placements): Trace {
    this.runs++;
    return simulateIntoBuffer(scenarioOf(this.space, placements), this.parts);
  }

  private look(trace: Trace): number {
    const reached = reachedIn(trace);
    this.reached |= reached;
    return reached;
  }
}

/**
 * Whether a place comes after another. The order of two clock jumps at one instant means nothing, so each pair is
 * tried in one order only.
 */
function isAfter(placement: Placement, last: Placement): boolean {
  if (placement.at !== last.at) return placement.at > last.at;
  if (placement.seq !== last.seq) return placement.seq > last.seq;
  return isTimed(placement) && isTimed(last) && nameOf(placement) > nameOf(last);
}

const isTimed = ({ fault }: Placement): boolean => 'when' in fault && fault.when.kind === 'time';

export function finished<T>(steps: Generator<unknown, T, void>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
