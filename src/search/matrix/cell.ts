/**
 * Computes a cell: one fault of a kind hits at every place of a row's run, with every strength. The cell keeps the
 * worst outcome of these runs and the smallest strength that causes it.
 */

import { injectionRules } from '../../core/faults';
import type { Lengths, Survey } from '../../core/faults/injectionPoints';
import { strengthOf, withStrength } from '../../core/faults/strength';
import { findHarms } from '../../core/judge/judge';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { harmsData, isWorse, rankOf, type Severity, severityOf } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Ms } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { withFaults } from '../explore/branch';
import { bisect } from '../explore/edge';
import { wasMissed } from '../explore/harm';
import { surveyOf } from '../explore/surveyOf';
import { equalNodes, isFirstOfEquals } from '../explore/symmetry';
import { earliest, Weakest, weakened } from '../explore/weakest';
import { lengthsOf } from './lengths';
import { isInTable, notApplicableRow, nothingToInject } from './notApplicable';
import type { CheckId, Leases, Row } from './rows';
import { leaseOfRow, scenarioOfRow } from './scenario';
import { type Cell, type CellsOfRow, ofEachKind } from './table';
import { strongest, timedFaults } from './timedFaults';

/** Pure. Cost: some hundred simulations. */
export function cellOf(row: Row, kind: FaultKind, check: CheckId, leases: Leases, parts: Parts): Cell {
  const reason = notApplicableRow(row, check, leases, parts);
  return reason === null ? cellIn(groundOf(row, check, leases, parts), kind) : { kind: 'blank', reason };
}

/** All cells of a row. What they share is computed once. */
export function cellsOf(row: Row, check: CheckId, leases: Leases, parts: Parts): CellsOfRow {
  const reason = notApplicableRow(row, check, leases, parts);
  if (reason !== null) return ofEachKind(() => ({ kind: 'blank', reason }));
  const ground = groundOf(row, check, leases, parts);
  return ofEachKind((kind) => cellIn(ground, kind));
}

/** What all cells of a row share. */
interface RowBaseline {
  readonly scenario: Scenario;
  readonly parts: Parts;
  readonly survey: Survey;
  readonly alike: readonly (readonly ProcessId[])[];
  readonly lease: Ms | null;
  /** The outcome without a fault. */
  readonly faultless: Severity;
}

function groundOf(row: Row, check: CheckId, leases: Leases, parts: Parts): RowBaseline {
  const scenario = scenarioOfRow(row, check, leases);
  const { trace, survey } = surveyOf(scenario, parts, lengthsOf(scenario, parts));
  const faultless = severityOf(findHarms(trace, parts));
  return { scenario, parts, survey, alike: equalNodes(trace), lease: leaseOfRow(row, leases), faultless };
}

function cellIn(ground: RowBaseline, kind: FaultKind): Cell {
  const { survey, scenario, lease } = ground;
  const [strength] = injectionRules[kind].strengths;
  const faults = faultsIn(ground, kind, survey.lengths);
  if (faults.length === 0) return { kind: 'blank', reason: nothingToInject(kind) };
  const finding = new Finding(ground);
  for (const fault of faults) finding.inject(fault);
  if (strength !== undefined && !finding.harmsData) {
    const [below, at, above] = survey.lengths;
    // A server that is away for this long causes unavailability, whatever the lease.
    const long = faultsIn(ground, kind, [below, at, above + scenario.settings.patience]);
    for (const fault of strongest(long)) finding.sweep(fault);
  }
  const { outcome, fault } = finding.smallest();
  const needed = fault === null || strength?.unit !== 'ms' ? Number.POSITIVE_INFINITY : strengthOf(fault);
  const length = needed < Number.POSITIVE_INFINITY ? needed : null;
  const margin = length === null || lease === null ? null : Math.round((length / lease) * 100) / 100;
  return { kind: 'tried', outcome, runs: finding.runs, margin, length, fault, seed: scenario.seed };
}

const faultsIn = ({ survey, alike }: RowBaseline, kind: FaultKind, lengths: Lengths): readonly Fault[] =>
  injectionRules[kind]
    .placements({ ...survey, lengths })
    .filter((placement) => isFirstOfEquals(placement, alike) && isInTable(placement.fault))
    .map(({ fault }) => fault);

/** The worst fault so far: the first of the weakest faults with the worst outcome. */
class Finding {
  runs = 0;
  private worst: Severity;
  private readonly outcomes = new Map<string, Severity | null>();
  private readonly isAsBad = (fault: Fault): boolean => {
    const outcome = this.outcomeOf(fault);
    return outcome !== null && !isWorse(this.worst, outcome);
  };
  private weakest = this.anew();

  constructor(private readonly ground: RowBaseline) {
    this.worst = ground.faultless;
  }

  inject(fault: Fault): void {
    const { fault: weakestFault } = this.weakest;
    const isWorst = rankOf(this.worst) === 0;
    // The run has the worst outcome even without a fault.
    if (isWorst && weakestFault === null) return;
    // If no outcome is worse, only a weaker fault is of interest.
    if (!isWorst || weakestFault === null || strengthOf(fault) < strengthOf(weakestFault)) {
      const outcome = this.outcomeOf(fault);
      if (outcome === null || isWorse(this.worst, outcome)) return;
      if (isWorse(outcome, this.worst)) {
        this.worst = outcome;
        this.weakest = this.anew();
      } else if (weakestFault === null) return;
    }
    // A fault that lasts forever has a place of its own for each length that it may have.
    if (this.weakest.fault === null || strengthOf(fault) < Number.POSITIVE_INFINITY) this.weakest.offer(fault);
  }

  get harmsData(): boolean {
    return harmsData(this.worst);
  }

  /**
   * Injects the fault with this strength, then with strengths that end it between every two things that clients do
   * meanwhile.
   */
  sweep(fault: Fault): void {
    const trace = this.runWith(fault);
    this.outcomes.set(JSON.stringify(fault), outcomeIn(trace, this.ground.parts));
    this.inject(fault);
    for (const length of timedFaults(trace)) this.inject(withStrength(fault, length));
  }

  /** The same outcome, with the fault as early as possible. */
  smallest(): { readonly outcome: Severity; readonly fault: Fault | null } {
    const { worst, weakest, isAsBad } = this;
    const first = weakest.fault && earliest(weakest.fault, isAsBad);
    return { outcome: worst, fault: first === null ? weakest.fault : weakened(first, isAsBad, edgeBelow) };
  }

  private anew(): Weakest {
    return new Weakest(this.isAsBad, edgeBelow);
  }

  /** As `outcomeIn`, and remembered: a fault that is made weaker may equal one that was tried. */
  private outcomeOf(fault: Fault): Severity | null {
    const name = JSON.stringify(fault);
    const cachedOutcome = this.outcomes.get(name);
    if (cachedOutcome !== undefined) return cachedOutcome;
    const outcome = outcomeIn(this.runWith(fault), this.ground.parts);
    this.outcomes.set(name, outcome);
    return outcome;
  }

  private runWith(fault: Fault): Trace {
    const { scenario, parts } = this.ground;
    this.runs++;
    return simulateIntoBuffer(withFaults(scenario, [fault]), parts);
  }
}

/** A cell's lengths are tried at every place, so one edge is enough at each. */
const edgeBelow = (holds: (strength: number) => boolean, witness: number): number => bisect(holds, 0, witness);

/** Null: the fault missed its target. */
const outcomeIn = (trace: Trace, parts: Parts): Severity | null =>
  wasMissed(trace) ? null : severityOf(findHarms(keptTrace(trace), parts));
