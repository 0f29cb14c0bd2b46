/**
 * The search: each place of a run is struck once, and the places for a further fault are those of the run with the faults so
 * far, since retries and recoveries exist only there. Nothing is put on top of what already does the harm.
 */
import { everyPlace } from '../faults/everyPlace';
import type { Placement } from '../faults/places';
import type { RunRegistry } from '../faults/program';
import type { Fault } from '../model/fault';
import { nth } from '../model/nth';
import type { Scenario } from '../model/scenario';
import { kindNumber, type Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';
import { simulate } from '../sim/simulate';
import { fingerprint } from './fingerprint';
import { type Harm, harmIn } from './harm';
import type { Space } from './space';
import { surveyOf } from './surveyOf';
import { isFreeOf, nodesStoodFor } from './symmetry';

/** The fewest faults that do the harm at these places. Without any of them it is not done. */
export interface Break {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
  readonly placements: readonly Placement[];
}

export interface Searched {
  /** How many runs were simulated. */
  readonly runs: number;
  readonly breaks: readonly Break[];
}

/** The names of the faults of a search, in the order in which they strike. */
const nameOf = (index: number): string => `fault${index + 1}`;

export const withFaults = (scenario: Scenario, faults: readonly Fault[]): Scenario => ({
  ...scenario,
  faults: Object.fromEntries(faults.map((fault, index) => [nameOf(index), fault])),
});

/** Yields what has been found so far, after each run. The caller decides how long it goes on. */
export function* search(space: Space, registry: RunRegistry): Generator<Searched, Searched, void> {
  const searching = new Searching(space, registry);
  yield* searching.from([]);
  return searching.found();
}

class Searching {
  private runs = 0;
  private readonly breaks: Break[] = [];
  /** The single faults that do the harm, as texts. No pair with one of them is the fewest. */
  private readonly harmful = new Set<string>();
  /** The runs so far. */
  private readonly known = new Set<number>();

  constructor(
    private readonly space: Space,
    private readonly registry: RunRegistry,
  ) {}

  found(): Searched {
    return { runs: this.runs, breaks: this.breaks };
  }

  /** Puts one more fault at each place after those that are there. */
  *from(before: readonly Placement[]): Generator<Searched, void, void> {
    const { space, registry } = this;
    const scenario = withFaults(space.scenario, faultsOf(before));
    const { trace, survey } = surveyOf(scenario, registry, space.lengths);
    if (before.length === 0) {
      this.runs++;
      if (this.judged(trace, scenario, before)) return;
      yield this.found();
    }
    const stoodFor = nodesStoodFor(trace);
    const from = before.length === 0 ? 0 : lastStrike(trace, before.length - 1);
    const placements = space.kinds
      .flatMap((kind) => everyPlace[kind](survey))
      .filter((placement) => placement.seq >= from && isFreeOf(placement, stoodFor));
    const open: Placement[] = [];
    for (const placement of placements) {
      const isHarmless = this.strike([...before, placement]);
      yield this.found();
      if (isHarmless) open.push(placement);
    }
    if (before.length + 1 >= space.faultsMax) return;
    for (const placement of open) yield* this.from([...before, placement]);
  }

  /** Returns whether it did no harm, and so may be one of more faults. */
  private strike(placements: readonly Placement[]): boolean {
    const last = nth(placements, placements.length - 1);
    const key = JSON.stringify(last.fault);
    if (placements.length > 1 && this.harmful.has(key)) return false;
    const scenario = withFaults(this.space.scenario, faultsOf(placements));
    const trace = simulate(scenario, this.registry);
    this.runs++;
    if (missed(trace) || this.isKnown(trace)) return false;
    const isHarmful = this.judged(trace, scenario, placements);
    if (isHarmful && placements.length === 1) this.harmful.add(key);
    return !isHarmful;
  }

  /** Whether another placement led to this very run, as where a client does nothing between two of its effects. */
  private isKnown(trace: Trace): boolean {
    const print = fingerprint(trace);
    return this.known.has(print) || !this.known.add(print);
  }

  private judged(trace: Trace, scenario: Scenario, placements: readonly Placement[]): boolean {
    const verdict = harmIn(trace, this.space.harm);
    if (verdict === null) return false;
    if (this.isFewest(placements)) this.breaks.push({ scenario, verdict, placements });
    return true;
  }

  /** Whether none of the faults can be left out. */
  private isFewest(placements: readonly Placement[]): boolean {
    if (placements.length < 2) return true;
    return placements.every((_, out) => {
      const rest = faultsOf(placements.filter((_one, index) => index !== out));
      return !this.doesHarm(rest, this.space.harm);
    });
  }

  private doesHarm(faults: readonly Fault[], harm: Harm): boolean {
    this.runs++;
    return harmIn(simulate(withFaults(this.space.scenario, faults), this.registry), harm) !== null;
  }
}

const faultsOf = (placements: readonly Placement[]): readonly Fault[] => placements.map(({ fault }) => fault);

const { faultStruck } = kindNumber;

/** The event with which this fault of a run struck. */
function lastStrike({ kind, a, count }: Trace, index: number): number {
  for (let seq = 0; seq < count; seq++) if (kind[seq] === faultStruck && a[seq] === index) return seq;
  return count;
}

const missed = ({ header: { missed: names } }: Trace): boolean => Object.keys(names).length > 0;
