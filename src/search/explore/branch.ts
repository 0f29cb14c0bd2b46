/**
 * One branch of the search: a run with the faults so far, and each place in it struck by one fault more. Retries and
 * recoveries exist only in that run, so its places are not those of the run without faults.
 */
import type { Placement, Survey } from '../../core/faults/places';
import type { Fault } from '../../core/model/fault';
import { nth } from '../../core/model/nth';
import type { Scenario } from '../../core/model/scenario';
import type { Trace } from '../../core/model/trace';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { type Different, DifferentRuns, runName } from './differentRuns';
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
  /** Of a part alone, which has nothing but these and its numbers: its runs that differ from each other. */
  readonly different?: readonly Different[];
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

/** Some places of one branch, struck by somebody else. */
export interface PartStruck {
  readonly placements: readonly Placement[];
  readonly branch: Branch;
}

/** A branch that is under way. */
export interface Partly {
  /** What came of it so far, and of these parts as if they were next. */
  readonly branch: (parts?: readonly PartStruck[]) => Branch;
  /** The places that are still to be struck. */
  readonly rest: () => readonly Placement[];
  /** Adds the next part of the rest. The sum is as if all of it were struck here. For the run without faults alone. */
  readonly add: (part: PartStruck) => void;
}

/**
 * Yields after each run.
 *
 * @param before the faults so far, which do no harm
 * @param harmful the single faults that do the harm (`nameOf`). Nothing is put on top of them
 */
export function* grow(
  space: Hunt,
  parts: Parts,
  before: Placements,
  harmful: ReadonlySet<string>,
): Generator<Partly, Branch, void> {
  const growing = new Growing(space, parts, before, harmful);
  yield* growing.run();
  return growing.branch();
}

/** What a branch has to strike. */
export interface ToStrike {
  /** How many places there are, before symmetry. */
  readonly places: number;
  readonly placements: readonly Placement[];
}

/** Cost: the run of the branch itself, and of none of its places. */
export function toStrike(space: Hunt, parts: Parts, before: Placements, harmful: ReadonlySet<string>): ToStrike {
  const growing = new Growing(space, parts, before, harmful);
  growing.begin();
  return { places: growing.branch().places, placements: growing.rest() };
}

/** Strikes some places of the run without faults, for somebody who adds them up (`Partly.add`). Yields after each run. */
export function* strikePart(
  space: Hunt,
  parts: Parts,
  placements: readonly Placement[],
): Generator<Branch, Branch, void> {
  const different: Different[] = [];
  const known = new Set<Different['name']>();
  const branch = { runs: 0, places: 0, reached: 0, breaks: [], open: [], held: [], different };
  for (const [index, placement] of placements.entries()) {
    const trace = simulateIntoBuffer(scenarioOf(space, [placement]), parts);
    branch.runs++;
    const name = wasMissed(trace) ? null : runName(trace, placement);
    if (name !== null && !known.has(name)) {
      known.add(name);
      const reached = reachedIn(trace);
      branch.reached |= reached;
      different.push({ index, name, reached, isHarmed: isHarmed(trace, space.harm, parts) });
    }
    yield branch;
  }
  return branch;
}

class Growing implements Partly {
  private runs = 0;
  private places = 0;
  private reached = 0;
  private waiting: readonly Placement[] = [];
  private struck = 0;
  private readonly different = new DifferentRuns();

  constructor(
    private readonly space: Hunt,
    private readonly parts: Parts,
    private readonly before: Placements,
    private readonly harmful: ReadonlySet<string>,
  ) {}

  readonly branch = (parts: readonly PartStruck[] = []): Branch => {
    const { runs, places, reached } = this;
    const different = parts.length === 0 ? this.different : this.different.copy();
    for (const part of parts) different.addPart(part.placements, part.branch.different ?? []);
    const { breaks, open, held } = different;
    return { runs, places, breaks, open, reached, held: [...held.values()] };
  };

  readonly rest = (): readonly Placement[] => this.waiting.slice(this.struck);

  readonly add = ({ placements, branch }: PartStruck): void => {
    this.struck += placements.length;
    this.runs += branch.runs;
    this.reached |= branch.reached;
    this.different.addPart(placements, branch.different ?? []);
  };

  /** Finds the places to strike. */
  begin(): void {
    const { space, parts, before } = this;
    const { trace, survey } = surveyOf(scenarioOf(space, before), parts, space.lengths);
    const isCalmHarmed = before.length === 0 && this.lookAtCalm(trace);
    if (!isCalmHarmed) this.waiting = this.placesAfter(trace, survey);
  }

  *run(): Generator<Partly, void, void> {
    this.begin();
    if (this.before.length === 0) yield this;
    while (this.struck < this.waiting.length) {
      this.strike(nth(this.waiting, this.struck++));
      yield this;
    }
  }

  /** Returns whether the run without faults does the harm. Then no place is struck. */
  private lookAtCalm(trace: Trace): boolean {
    this.runs++;
    const reached = this.look(trace);
    const isBreak = isHarmed(trace, this.space.harm, this.parts);
    if (isBreak) this.different.breaks.push(this.before);
    else this.different.hold(reached, this.before);
    return isBreak;
  }

  private placesAfter(trace: Trace, survey: Survey): readonly Placement[] {
    const last = this.before.at(-1);
    const alike = equalNodes(trace);
    const placements = placesOf(this.space, survey).filter((one) => last === undefined || isAfter(one, last));
    this.places = placements.length;
    return placements.filter((one) => isFirst(one, alike) && !this.isHarmful(one));
  }

  private isHarmful(placement: Placement): boolean {
    return this.harmful.size > 0 && this.harmful.has(nameOf(placement));
  }

  private strike(placement: Placement): void {
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

  /** Whether none of the faults can be left out. Without the last one it is the run that held. */
  private isFewest(placements: Placements): boolean {
    return this.before.every((_, out) => {
      const rest = placements.filter((_one, index) => index !== out);
      return rest.length === 0 || !isHarmed(this.simulated(rest), this.space.harm, this.parts);
    });
  }

  /** It lasts until the next run. */
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
